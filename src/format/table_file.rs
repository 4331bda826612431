//! Answers as files that are not text: libraries write them.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// The most digits of a number that a spreadsheet keeps exactly; longer numbers stay text.
const DIGITS: usize = 15;

/// A number as a spreadsheet or Parquet takes it: plain digits, and nothing that would be lost,
/// such as the zeros before an article number.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let padded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let short = digits.bytes().filter(u8::is_ascii_digit).count() <= DIGITS;
    (plain && short && !padded).then(|| text.parse().ok()).flatten()
}

/// A workbook with one sheet.
pub(super) fn xlsx(names: &[String], rows: &[Vec<String>]) -> Result<Vec<u8>, String> {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet(), names, rows).map_err(|error| error.to_string())?;
    workbook.save_to_buffer().map_err(|error| error.to_string())
}

fn fill(sheet: &mut Worksheet, names: &[String], rows: &[Vec<String>]) -> Result<(), XlsxError> {
    sheet.set_name("Answer")?;
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(names) {
        sheet.write_string_with_format(0, column, name, &bold)?;
    }
    for (row, cells) in (1..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match number(cell) {
                Some(number) => sheet.write_number(row, column, number)?,
                None => sheet.write_string(row, column, cell)?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// A file of Parquet. A column of whole numbers has 64 bits, one of numbers is a double, every
/// other is text; an empty cell is null.
pub(super) fn parquet(names: &[String], rows: &[Vec<String>]) -> Result<Vec<u8>, String> {
    let columns = names.iter().enumerate().map(|(at, name)| {
        let cells: Vec<Option<&str>> =
            rows.iter().map(|row| row.get(at).map(String::as_str).filter(|cell| !cell.is_empty())).collect();
        (name.as_str(), array(&cells), true)
    });
    let batch = RecordBatch::try_from_iter_with_nullable(columns).map_err(|error| error.to_string())?;
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).map_err(|e| e.to_string())?;
    writer.write(&batch).map_err(|error| error.to_string())?;
    writer.into_inner().map_err(|error| error.to_string())
}

fn array(cells: &[Option<&str>]) -> ArrayRef {
    let numbers: Option<Vec<Option<f64>>> =
        cells.iter().map(|cell| cell.map_or(Some(None), |cell| number(cell).map(Some))).collect();
    let whole: Option<Vec<Option<i64>>> =
        cells.iter().map(|cell| cell.map_or(Some(None), |cell| cell.parse().ok().map(Some))).collect();
    match (numbers, whole) {
        (Some(_), Some(whole)) => Arc::new(Int64Array::from(whole)),
        (Some(numbers), None) => Arc::new(Float64Array::from(numbers)),
        _ => Arc::new(StringArray::from(cells.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stays_the_same_is_a_number() {
        assert_eq!(number("-12.5"), Some(-12.5));
        for text in ["007", "1,200", "12 km", "1234567890123456", "", "-", "1.2.3", "1e5"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(number("0.5"), Some(0.5));
    }
}
