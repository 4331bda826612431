//! Parquet and Arrow IPC: a library decodes batches of rows, column by column, and this module writes them as
//! records.
//!
//! A struct becomes one column for each of its fields (`address.city`), a list becomes one cell with its
//! values. Dates and times are written in ISO form, times with a zone in UTC.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types as t;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, RecordBatch, downcast_dictionary_array};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef, TimeUnit};
use jiff::SignedDuration;
use jiff::civil::{Date, Time, date};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::error::short;
use super::read_ahead::{ReadStop, Rows};
use super::records::MOST_CELLS;
use super::{LoadError, arrow_lengths};

/// Number of rows decoded at once.
const BATCH: usize = 1024;
/// Structs and lists nested deeper than this are not read.
const DEEPEST: usize = 16;

/// The format of a columnar file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnarFormat {
    Parquet,
    /// Arrow IPC with a footer, such as Feather 2.
    ArrowFile,
    /// Arrow IPC without a footer.
    ArrowStream,
}

impl ColumnarFormat {
    pub(super) fn name(self) -> &'static str {
        match self {
            ColumnarFormat::Parquet => "Parquet",
            ColumnarFormat::ArrowFile | ColumnarFormat::ArrowStream => "Arrow",
        }
    }
}

/// Batches of rows, their schema, and the number of rows that the file declares.
struct Batches {
    schema: SchemaRef,
    rows: Option<u64>,
    next: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>,
}

fn open(path: &Path, shown: &Path, kind: ColumnarFormat) -> Result<Batches, LoadError> {
    arrow_lengths::check(path, shown, kind)?;
    let file = File::open(path).map_err(|error| LoadError::io(shown, "read it", &error))?;
    let damaged = |what: String| LoadError::damaged(shown, &short(&what));
    match kind {
        ColumnarFormat::Parquet => {
            let reader =
                ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| damaged(e.to_string()))?;
            let schema = reader.schema().clone();
            let rows = u64::try_from(reader.metadata().file_metadata().num_rows()).ok();
            let reader = reader.with_batch_size(BATCH).build().map_err(|e| damaged(e.to_string()))?;
            Ok(Batches { schema, rows, next: Box::new(reader) })
        }
        ColumnarFormat::ArrowFile => {
            let reader =
                FileReader::try_new(BufReader::new(file), None).map_err(|e| damaged(e.to_string()))?;
            Ok(Batches { schema: reader.schema(), rows: None, next: Box::new(reader) })
        }
        ColumnarFormat::ArrowStream => {
            let reader =
                StreamReader::try_new(BufReader::new(file), None).map_err(|e| damaged(e.to_string()))?;
            Ok(Batches { schema: reader.schema(), rows: None, next: Box::new(reader) })
        }
    }
}

/// Remarks about the file's columns, as full sentences.
///
/// # Errors
///
/// When the schema of the file cannot be read.
pub(super) fn notes(path: &Path, shown: &Path, kind: ColumnarFormat) -> Result<Vec<String>, LoadError> {
    let opened = trustuqa_storage::catching(|| open(path, shown, kind));
    let batches = opened.unwrap_or_else(|what| Err(LoadError::damaged(shown, &what)))?;
    let structs = batches.schema.fields().iter().filter(|f| matches!(f.data_type(), DataType::Struct(_)));
    let structs: Vec<String> = structs.map(|field| format!("`{}`", field.name())).collect();
    if structs.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![format!("Each field of {} became a column of its own.", structs.join(", "))])
}

/// Reads the rows of a file, after the names of its columns.
pub(super) fn read(
    path: &Path,
    shown: &Path,
    kind: ColumnarFormat,
    out: &mut Rows<'_>,
) -> Result<(), ReadStop> {
    let batches = open(path, shown, kind)?;
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    let names = names(&batches.schema);
    if names.len() > MOST_CELLS {
        let what = format!("the file has {} columns; {MOST_CELLS} can be read", names.len());
        return Err(LoadError::new(shown, None, what, "leave out columns").into());
    }
    names.iter().for_each(|name| out.cell(name));
    out.end(1)?;
    let mut row = 0_u64;
    for batch in batches.next {
        let batch = batch.map_err(|error| LoadError::damaged(shown, &short(&error.to_string())))?;
        let mut columns = Vec::new();
        for array in batch.columns() {
            flatten(array, &mut columns, 0);
        }
        for at in 0..batch.num_rows() {
            row += 1;
            columns.iter().for_each(|column| column.write(at, out));
            out.end(row)?;
        }
        out.read(batches.rows.map_or(0, |rows| size.saturating_mul(row) / rows.max(row).max(1)));
    }
    Ok(())
}

/// Whether a file begins with the bytes of Arrow IPC without a footer.
pub(super) fn is_stream(path: &Path) -> bool {
    let mut head = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok()
        && head[..4] == [0xff; 4]
        && u32::from_le_bytes([head[4], head[5], head[6], head[7]]) < 1 << 24
}

/// For each column, whether it has a number, date or time type.
pub(super) fn typed(path: &Path, kind: ColumnarFormat) -> Vec<bool> {
    let opened = trustuqa_storage::catching(|| open(path, path, kind));
    let Ok(Ok(batches)) = opened else { return Vec::new() };
    columns(&batches.schema).iter().map(|(_, kind)| is_typed(kind)).collect()
}

fn is_typed(kind: &DataType) -> bool {
    kind.is_numeric() || kind.is_temporal() || *kind == DataType::Boolean
}

fn names(schema: &Schema) -> Vec<String> {
    columns(schema).into_iter().map(|(name, _)| name).collect()
}

/// The columns that a schema yields, with their types.
fn columns(schema: &Schema) -> Vec<(String, &DataType)> {
    fn add<'s>(name: &str, kind: &'s DataType, depth: usize, columns: &mut Vec<(String, &'s DataType)>) {
        match kind {
            DataType::Struct(fields) if depth < DEEPEST => {
                for field in fields {
                    add(&format!("{name}.{}", field.name()), field.data_type(), depth + 1, columns);
                }
            }
            _ => columns.push((name.to_owned(), kind)),
        }
    }
    let mut columns = Vec::new();
    for field in schema.fields() {
        add(field.name(), field.data_type(), 0, &mut columns);
    }
    columns
}

/// A column of a batch: an array, and the enclosing structs, which may be null.
struct Column<'b> {
    around: Vec<&'b ArrayRef>,
    array: &'b ArrayRef,
}

fn flatten<'b>(array: &'b ArrayRef, columns: &mut Vec<Column<'b>>, depth: usize) {
    fn add<'b>(array: &'b ArrayRef, around: &[&'b ArrayRef], columns: &mut Vec<Column<'b>>, depth: usize) {
        match array.data_type() {
            DataType::Struct(_) if depth < DEEPEST => {
                let around: Vec<&ArrayRef> = around.iter().copied().chain([array]).collect();
                for inner in array.as_struct().columns() {
                    add(inner, &around, columns, depth + 1);
                }
            }
            _ => columns.push(Column { around: around.to_vec(), array }),
        }
    }
    add(array, &[], columns, depth);
}

impl Column<'_> {
    /// Writes a cell. Texts are passed on as they are; typed values need no cleaning.
    fn write(&self, row: usize, out: &mut Rows<'_>) {
        let array = self.array.as_ref();
        if array.is_null(row) || !self.around.iter().all(|array| array.is_valid(row)) {
            out.written(|_| {});
        } else if is_typed(array.data_type()) {
            out.written(|cell| write_value(array, row, cell, 0));
        } else if let Some(text) = text(array, row) {
            out.cell(text);
        } else {
            let mut cell = String::new();
            write_value(array, row, &mut cell, 0);
            out.cell(&cell);
        }
    }
}

/// A value of a column of texts.
fn text(array: &dyn Array, row: usize) -> Option<&str> {
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        _ => None,
    }
}

fn of<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> T::Native {
    array.as_primitive::<T>().value(row)
}

/// Writes a value as the text of a cell; nothing for null.
fn write_value(array: &dyn Array, row: usize, out: &mut String, depth: usize) {
    if array.is_null(row) || depth > DEEPEST {
        return;
    }
    macro_rules! number {
        ($type:ty) => {
            show(Some(of::<$type>(array, row)), out)
        };
    }
    match array.data_type() {
        DataType::Boolean => out.push_str(if array.as_boolean().value(row) { "true" } else { "false" }),
        DataType::Int8 => number!(t::Int8Type),
        DataType::Int16 => number!(t::Int16Type),
        DataType::Int32 => number!(t::Int32Type),
        DataType::Int64 => number!(t::Int64Type),
        DataType::UInt8 => number!(t::UInt8Type),
        DataType::UInt16 => number!(t::UInt16Type),
        DataType::UInt32 => number!(t::UInt32Type),
        DataType::UInt64 => number!(t::UInt64Type),
        DataType::Float16 => float(f64::from(of::<t::Float16Type>(array, row)), out),
        // The shortest text of a 32-bit float, not that of the same number as a 64-bit float.
        DataType::Float32 => {
            let value = of::<t::Float32Type>(array, row);
            float(value.to_string().parse().unwrap_or(f64::from(value)), out);
        }
        DataType::Float64 => float(of::<t::Float64Type>(array, row), out),
        DataType::Decimal32(..) => {
            out.push_str(&array.as_primitive::<t::Decimal32Type>().value_as_string(row))
        }
        DataType::Decimal64(..) => {
            out.push_str(&array.as_primitive::<t::Decimal64Type>().value_as_string(row))
        }
        DataType::Decimal128(..) => {
            out.push_str(&array.as_primitive::<t::Decimal128Type>().value_as_string(row));
        }
        DataType::Decimal256(..) => {
            out.push_str(&array.as_primitive::<t::Decimal256Type>().value_as_string(row));
        }
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            out.push_str(text(array, row).unwrap_or_default());
        }
        DataType::Binary => bytes(array.as_binary::<i32>().value(row), out),
        DataType::LargeBinary => bytes(array.as_binary::<i64>().value(row), out),
        DataType::BinaryView => bytes(array.as_binary_view().value(row), out),
        DataType::FixedSizeBinary(_) => bytes(array.as_fixed_size_binary().value(row), out),
        DataType::Dictionary(..) => downcast_dictionary_array!(
            array => {
                if let Some(key) = array.key(row) {
                    write_value(array.values().as_ref(), key, out, depth + 1);
                }
            },
            _ => {}
        ),
        DataType::List(_) => list(array.as_list::<i32>().value(row).as_ref(), out, depth),
        DataType::LargeList(_) => list(array.as_list::<i64>().value(row).as_ref(), out, depth),
        DataType::FixedSizeList(..) => list(array.as_fixed_size_list().value(row).as_ref(), out, depth),
        DataType::Map(..) => list(&array.as_map().value(row), out, depth),
        DataType::Struct(_) => {
            for (at, inner) in array.as_struct().columns().iter().enumerate() {
                out.push_str(if at > 0 && inner.is_valid(row) { " " } else { "" });
                write_value(inner.as_ref(), row, out, depth + 1);
            }
        }
        other => temporal(array, other, row, out),
    }
}

/// Writes dates, times and durations; nothing for a value outside of the calendar.
fn temporal(array: &dyn Array, kind: &DataType, row: usize, out: &mut String) {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    match kind {
        DataType::Date32 => moment(i64::from(of::<t::Date32Type>(array, row)).saturating_mul(86_400), 1, out),
        DataType::Date64 => moment(of::<t::Date64Type>(array, row), 1_000, out),
        DataType::Timestamp(Second, _) => moment(of::<t::TimestampSecondType>(array, row), 1, out),
        DataType::Timestamp(Millisecond, _) => {
            moment(of::<t::TimestampMillisecondType>(array, row), 1_000, out);
        }
        DataType::Timestamp(Microsecond, _) => {
            moment(of::<t::TimestampMicrosecondType>(array, row), 1_000_000, out);
        }
        DataType::Timestamp(Nanosecond, _) => {
            moment(of::<t::TimestampNanosecondType>(array, row), 1_000_000_000, out);
        }
        DataType::Time32(Second) => show(clock(i64::from(of::<t::Time32SecondType>(array, row)), 1), out),
        DataType::Time32(_) => show(clock(i64::from(of::<t::Time32MillisecondType>(array, row)), 1_000), out),
        DataType::Time64(Microsecond) => {
            show(clock(of::<t::Time64MicrosecondType>(array, row), 1_000_000), out);
        }
        DataType::Time64(_) => show(clock(of::<t::Time64NanosecondType>(array, row), 1_000_000_000), out),
        DataType::Duration(unit) => {
            let (amount, parts) = match unit {
                Second => (of::<t::DurationSecondType>(array, row), 1),
                Millisecond => (of::<t::DurationMillisecondType>(array, row), 1_000),
                Microsecond => (of::<t::DurationMicrosecondType>(array, row), 1_000_000),
                Nanosecond => (of::<t::DurationNanosecondType>(array, row), 1_000_000_000),
            };
            float(amount as f64 / f64::from(parts), out);
            out.push_str(" s");
        }
        _ => {}
    }
}

/// Writes a value if there is one. Writing to a string cannot fail.
fn show(value: Option<impl Display>, out: &mut String) {
    if let Some(value) = value {
        let _ = write!(out, "{value}");
    }
}

/// The values of a list, with commas between them.
fn list(values: &dyn Array, out: &mut String, depth: usize) {
    for at in 0..values.len() {
        out.push_str(if at > 0 { ", " } else { "" });
        write_value(values, at, out, depth + 1);
    }
}

/// Writes a number; nothing for NaN and infinities, which many programs write for a missing number.
pub(super) fn float(value: f64, out: &mut String) {
    if !value.is_finite() {
        return;
    }
    let plain = value == 0.0 || (1e-7..1e21).contains(&value.abs());
    let _ = if plain { write!(out, "{}", value + 0.0) } else { write!(out, "{value:e}") };
}

/// Writes bytes as text if they are text, else their length.
pub(super) fn bytes(value: &[u8], out: &mut String) {
    match std::str::from_utf8(value) {
        Ok(text) if !text.contains('\0') => out.push_str(text),
        _ => {
            let _ = write!(out, "[{} bytes]", value.len());
        }
    }
}

fn day(days: i64) -> Option<Date> {
    let seconds = days.checked_mul(86_400)?;
    date(1970, 1, 1).checked_add(SignedDuration::from_secs(seconds)).ok()
}

/// Writes a time since 1970, counted in parts of a second, as a date, with the time of day if there is one.
fn moment(since: i64, parts: i64, out: &mut String) {
    let (seconds, fraction) = (since.div_euclid(parts), since.rem_euclid(parts));
    let second = seconds.rem_euclid(86_400);
    let (date, time) = (day(seconds.div_euclid(86_400)), clock(second * parts + fraction, parts));
    if date.is_some() && second + fraction > 0 {
        show(date, out);
        out.push(' ');
        show(time, out);
    } else {
        show(date, out);
    }
}

/// A time of day, counted in parts of a second.
fn clock(since: i64, parts: i64) -> Option<Time> {
    let nanoseconds = since.checked_mul(1_000_000_000 / parts)?;
    Time::midnight().checked_add(SignedDuration::from_nanos(nanoseconds)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates_when_they_have_no_time() {
        let text = |since, parts| {
            let mut out = String::new();
            moment(since, parts, &mut out);
            out
        };
        assert_eq!(text(1_709_251_200, 1), "2024-03-01");
        assert_eq!(text(1_709_289_000_500, 1_000), "2024-03-01 10:30:00.5");
        assert_eq!(text(-1, 1), "1969-12-31 23:59:59");
        assert_eq!(text(i64::MAX, 1), "");
        assert_eq!(day(i64::MAX), None);
        assert_eq!(clock(86_400, 1), None);
    }

    #[test]
    fn numbers_are_short_and_what_is_none_is_empty() {
        let text = |value| {
            let mut out = String::new();
            float(value, &mut out);
            out
        };
        assert_eq!([text(10.0), text(-0.0), text(0.1), text(f64::NAN)], ["10", "0", "0.1", ""]);
        assert_eq!(text(1e300), "1e300");
    }
}
