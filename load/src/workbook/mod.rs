//! Spreadsheets: XLSX, XLSM, XLSB, XLS and ODS. Every sheet is a table.
//!
//! A library reads the cells, one after another for XLSX and XLSB; XLS and ODS are held in memory, up to the
//! library's own limits. The text of a cell depends on its type (`text.rs`), not on its format: a date is the
//! same in every locale. `layout.rs` finds where the table of a sheet begins; the value of a merged cell is
//! repeated in every cell that it covers.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | workbooks, sheets and their rows |
//! | `layout.rs` | titles, header, and the columns of a table |
//! | `text.rs` | the text of a cell |
//! | `hidden/` | hidden rows and columns |

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use calamine::{
    Cell, Data, DataRef, Dimensions, Ods, Range, Reader as _, SheetType, SheetVisible, Xls, Xlsb, Xlsx,
};

use super::read_ahead::{ReadStop, Rows};
use super::records::{MOST_CELLS, RecordError};
use super::{LoadError, error::short};
use layout::TableLayout;

mod hidden;
mod layout;
mod text;

/// The formats of spreadsheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpreadsheetFormat {
    /// XLSX and XLSM.
    Xlsx,
    /// XLSB, the binary form of the same.
    Xlsb,
    /// XLS, of Excel 2003 and earlier.
    Xls,
    /// ODS, of LibreOffice and others.
    Ods,
}

impl SpreadsheetFormat {
    /// The name of the format, for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            SpreadsheetFormat::Xlsx => "XLSX",
            SpreadsheetFormat::Xlsb => "XLSB",
            SpreadsheetFormat::Xls => "XLS",
            SpreadsheetFormat::Ods => "ODS",
        }
    }
}

/// A sheet with a table, and the position of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    kind: SpreadsheetFormat,
    pub(super) name: String,
    /// Whether the sheet is hidden in the program that wrote it.
    pub(super) hidden: bool,
    /// Number of rows and columns hidden there.
    hidden_parts: hidden::Parts,
    layout: TableLayout,
}

impl Sheet {
    /// Remarks about the sheet, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        let hidden = self.hidden.then(|| "The sheet is hidden in the workbook; it was read.".to_owned());
        let part = |count: u64, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            more => Some(format!("{more} {one}s")),
        };
        let (rows, columns) = self.hidden_parts;
        let parts: Vec<String> = [part(rows, "row"), part(columns, "column")].into_iter().flatten().collect();
        let parts = (!parts.is_empty())
            .then(|| format!("Hidden in the workbook and read all the same: {}.", parts.join(" and ")));
        hidden.into_iter().chain(parts).chain(self.layout.notes()).collect()
    }

    pub(super) fn kind(&self) -> SpreadsheetFormat {
        self.kind
    }
}

/// The non-empty cells of one row: column (0-based) and text, left to right.
type Cells = Vec<(usize, text::Text)>;

/// The sheets of a workbook, and the names of those without a table.
///
/// # Errors
///
/// When a workbook is damaged, or has a password.
pub(super) fn sheets(
    path: &Path,
    shown: &Path,
    kind: SpreadsheetFormat,
) -> Result<(Vec<Sheet>, Vec<String>), LoadError> {
    let surveyed = trustuqa_storage::catching(|| {
        let mut workbook = Workbook::open(path, shown, kind)?;
        let (mut sheets, mut empty) = (Vec::new(), Vec::new());
        let names = workbook.names();
        let hidden_parts = hidden::of(path, kind, &names);
        for (name, hidden) in names {
            let merged = workbook.merged(&name);
            let mut layout = layout::Finder::new(merged);
            let read = workbook.rows(shown, &name, &mut |row, cells| {
                if layout.add(row, cells) { Ok(()) } else { Err(ReadStop::Unwanted) }
            });
            match read {
                Ok(()) | Err(ReadStop::Unwanted) => {}
                Err(ReadStop::Failed(error)) => return Err(whole(shown, error)),
            }
            match layout.finish() {
                Some(layout) => {
                    let hidden_parts = hidden_parts.get(&name).copied().unwrap_or_default();
                    sheets.push(Sheet { kind, name, hidden, hidden_parts, layout });
                }
                None => empty.push(name),
            }
        }
        Ok((sheets, empty))
    });
    surveyed.unwrap_or_else(|what| Err(LoadError::damaged(shown, &what)))
}

/// Reads the table of a sheet, after its header.
pub(super) fn read(path: &Path, shown: &Path, sheet: &Sheet, out: &mut Rows<'_>) -> Result<(), ReadStop> {
    let mut workbook = Workbook::open(path, shown, sheet.kind)?;
    let mut table = layout::Table::new(&sheet.layout, workbook.merged(&sheet.name));
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    let rows = u64::from(workbook.last_row(&sheet.name).max(1));
    workbook.rows(shown, &sheet.name, &mut |row, cells| {
        out.read(size.saturating_mul(u64::from(row)) / rows.max(u64::from(row)));
        table.row(row, cells, out)
    })?;
    table.end(out)
}

/// Converts the error of a record into one of the file.
fn whole(shown: &Path, error: RecordError) -> LoadError {
    match error {
        RecordError::Rest(error) => error,
        RecordError::Row { line, what, hint } => LoadError::new(shown, Some(line), what, hint),
        other => LoadError::damaged(shown, &format!("{other:?}")),
    }
}

/// An open workbook.
enum Workbook {
    Xlsx(Box<Xlsx<BufReader<File>>>),
    Xlsb(Box<Xlsb<BufReader<File>>>),
    Xls(Box<Xls<BufReader<File>>>),
    Ods(Box<Ods<BufReader<File>>>),
}

impl Workbook {
    fn open(path: &Path, shown: &Path, kind: SpreadsheetFormat) -> Result<Workbook, LoadError> {
        let file = File::open(path).map_err(|error| LoadError::io(shown, "read it", &error))?;
        let file = BufReader::new(file);
        let failed = |what: String| refuse(shown, &what);
        Ok(match kind {
            SpreadsheetFormat::Xlsx => {
                Workbook::Xlsx(Box::new(Xlsx::new(file).map_err(|error| failed(error.to_string()))?))
            }
            SpreadsheetFormat::Xlsb => {
                Workbook::Xlsb(Box::new(Xlsb::new(file).map_err(|error| failed(error.to_string()))?))
            }
            SpreadsheetFormat::Xls => {
                Workbook::Xls(Box::new(Xls::new(file).map_err(|error| failed(error.to_string()))?))
            }
            SpreadsheetFormat::Ods => {
                Workbook::Ods(Box::new(Ods::new(file).map_err(|error| failed(error.to_string()))?))
            }
        })
    }

    /// The sheets with cells, and whether each is hidden.
    fn names(&self) -> Vec<(String, bool)> {
        let sheets = match self {
            Workbook::Xlsx(book) => book.sheets_metadata(),
            Workbook::Xlsb(book) => book.sheets_metadata(),
            Workbook::Xls(book) => book.sheets_metadata(),
            Workbook::Ods(book) => book.sheets_metadata(),
        };
        let cells = sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
        cells.map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible)).collect()
    }

    /// The merged cells of a sheet, for the formats for which the library reports them.
    fn merged(&mut self, sheet: &str) -> Vec<Dimensions> {
        match self {
            Workbook::Xlsx(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
            Workbook::Xls(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
            Workbook::Xlsb(_) | Workbook::Ods(_) => Vec::new(),
        }
    }

    /// The last row that a sheet declares; 0 if it declares none.
    fn last_row(&mut self, sheet: &str) -> u32 {
        match self {
            Workbook::Xlsx(book) => {
                book.worksheet_cells_reader(sheet).map_or(0, |reader| reader.dimensions().end.0)
            }
            Workbook::Xlsb(book) => {
                book.worksheet_cells_reader(sheet).map_or(0, |reader| reader.dimensions().end.0)
            }
            Workbook::Xls(_) | Workbook::Ods(_) => 0,
        }
    }

    /// Calls `each` with the non-empty rows: 0-based row number, and cells.
    fn rows(
        &mut self,
        shown: &Path,
        sheet: &str,
        each: &mut dyn FnMut(u32, Cells) -> Result<(), ReadStop>,
    ) -> Result<(), ReadStop> {
        let failed = |what: String| ReadStop::from(refuse(shown, &what));
        match self {
            Workbook::Xlsx(book) => {
                let mut cells =
                    book.worksheet_cells_reader(sheet).map_err(|error| failed(error.to_string()))?;
                let next = || {
                    let Some((cell, style)) =
                        cells.next_cell_with_style_id().map_err(|error| error.to_string())?
                    else {
                        return Ok(None);
                    };
                    let percent = cells.styles().get(style).is_some_and(text::is_percent);
                    Ok(Some((cell, percent)))
                };
                stream(shown, next, each)
            }
            Workbook::Xlsb(book) => {
                let mut cells =
                    book.worksheet_cells_reader(sheet).map_err(|error| failed(error.to_string()))?;
                let next = || {
                    let cell = cells.next_cell().map_err(|error| error.to_string())?;
                    Ok(cell.map(|cell| (cell, false)))
                };
                stream(shown, next, each)
            }
            Workbook::Xls(book) => {
                let range = book.worksheet_range(sheet).map_err(|error| failed(error.to_string()))?;
                each_of(&range, each)
            }
            Workbook::Ods(book) => {
                let range = book.worksheet_range(sheet).map_err(|error| failed(error.to_string()))?;
                each_of(&range, each)
            }
        }
    }
}

/// Converts the library's error into one of the file.
fn refuse(shown: &Path, what: &str) -> LoadError {
    if what.to_lowercase().contains("password") {
        let hint = "open it in the program that wrote it, and save it without a password";
        return LoadError::new(shown, None, "this workbook has a password", hint);
    }
    LoadError::damaged(shown, &short(what))
}

/// Collects cells that come one by one into rows.
fn stream<'c>(
    shown: &Path,
    mut next: impl FnMut() -> Result<Option<(Cell<DataRef<'c>>, bool)>, String>,
    each: &mut dyn FnMut(u32, Cells) -> Result<(), ReadStop>,
) -> Result<(), ReadStop> {
    let (mut at, mut cells) = (0, Cells::new());
    while let Some((cell, percent)) = next().map_err(|what| refuse(shown, &what))? {
        let (row, column) = cell.get_position();
        if row != at && !cells.is_empty() {
            each(at, std::mem::take(&mut cells))?;
        }
        let column = column as usize;
        if row < at || column >= MOST_CELLS || cells.last().is_some_and(|(last, _)| *last >= column) {
            let what = format!("the cells of row {} are not in order", u64::from(row) + 1);
            return Err(LoadError::damaged(shown, &what).into());
        }
        at = row;
        if let Some(text) = text::of(cell.get_value(), percent) {
            cells.push((column, text));
        }
    }
    if cells.is_empty() { Ok(()) } else { each(at, cells) }
}

fn each_of(
    range: &Range<Data>,
    each: &mut dyn FnMut(u32, Cells) -> Result<(), ReadStop>,
) -> Result<(), ReadStop> {
    let Some((first_row, first_column)) = range.start() else { return Ok(()) };
    for (row, values) in (first_row..).zip(range.rows()) {
        let cells: Cells = (first_column as usize..)
            .zip(values)
            .filter_map(|(column, value)| Some((column, text::of_owned(value)?)))
            .collect();
        if !cells.is_empty() {
            each(row, cells)?;
        }
    }
    Ok(())
}
