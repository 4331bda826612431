//! How the records of a table or graph are read from its file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use trustuqa_storage::SourceKind;

use super::detect::{Detected, FileFormat};
use super::error::LoadError;
use super::graph_shape::{self, RecordShape};
use super::paths::extension;
use super::read_ahead::{self, ReadStop, Rows};
use super::records::clean;
use super::table::explain;
use super::unpack::Unpacked;
use super::{columnar, database, json, property_graph, sqlite, workbook};

/// Number of records that detection reads.
const RECORDS: usize = 200;

/// The reader for the records of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum ReaderKind {
    /// Text, whose format [`super::detect`] determines.
    #[default]
    Text,
    Sheet(Arc<workbook::Sheet>),
    Columns(columnar::ColumnarFormat),
    Json(Arc<json::Table>),
    Sqlite(Arc<sqlite::Table>),
    Database(Arc<database::Table>),
    /// Delimited text with nodes or edges.
    PropertyGraph(Arc<property_graph::Header>),
}

impl ReaderKind {
    /// The name of the format, for messages.
    fn name(&self) -> &'static str {
        match self {
            ReaderKind::Text | ReaderKind::PropertyGraph(_) => "text",
            ReaderKind::Sheet(sheet) => sheet.kind().name(),
            ReaderKind::Columns(kind) => kind.name(),
            ReaderKind::Json(_) => "JSON",
            ReaderKind::Sqlite(table) if table.view => "view of SQLite",
            ReaderKind::Sqlite(_) => "table of SQLite",
            ReaderKind::Database(table) => match (table.engine, table.view) {
                (database::DatabaseKind::Postgres, false) => "table of PostgreSQL",
                (database::DatabaseKind::Postgres, true) => "view of PostgreSQL",
                (database::DatabaseKind::MySql, false) => "table of MySQL",
                (database::DatabaseKind::MySql, true) => "view of MySQL",
            },
        }
    }

    fn notes(&self) -> Vec<String> {
        match self {
            ReaderKind::Sheet(sheet) => sheet.notes(),
            ReaderKind::Json(table) => table.notes(),
            ReaderKind::Sqlite(table) => table.notes(),
            ReaderKind::Database(table) => table.notes(),
            ReaderKind::Text | ReaderKind::Columns(_) | ReaderKind::PropertyGraph(_) => Vec::new(),
        }
    }
}

/// The bytes of a table or graph, and how they are read.
#[derive(Clone, Debug, Default)]
pub(super) struct FileContent {
    /// The file to read, if it is not the one that the user named.
    pub(super) unpacked: Option<Unpacked>,
    pub(super) form: ReaderKind,
    /// Size and content hash of the user's file, if they are known already.
    pub(super) print: Option<(u64, String)>,
    /// Remarks about the file.
    pub(super) notes: Vec<String>,
    /// The names of the nodes of a property graph.
    pub(super) nodes: property_graph::Nodes,
}

impl FileContent {
    /// The file to read.
    pub(super) fn path<'p>(&'p self, named: &'p Path) -> &'p Path {
        self.unpacked.as_ref().map_or(named, |unpacked| &unpacked.path)
    }
}

/// Reads the records of a file, after the names of their columns.
pub(super) fn read(shown: &Path, detected: &Detected, out: &mut Rows<'_>) -> Result<(), ReadStop> {
    read_first(shown, detected, None, out)
}

/// Like [`read`], but asks a server for at most `most` records.
fn read_first(
    shown: &Path,
    detected: &Detected,
    most: Option<usize>,
    out: &mut Rows<'_>,
) -> Result<(), ReadStop> {
    let path = &detected.path;
    match (&detected.content.form, &detected.format) {
        (ReaderKind::Sheet(sheet), _) => workbook::read(path, shown, sheet, out),
        (ReaderKind::Columns(kind), _) => columnar::read(path, shown, *kind, out),
        (ReaderKind::Json(table), _) => json::read(path, shown, detected.encoding, table, out),
        (ReaderKind::Sqlite(table), _) => sqlite::read(path, shown, table, out),
        (ReaderKind::Database(table), _) => database::read(shown, table, most, out),
        (ReaderKind::Text | ReaderKind::PropertyGraph(_), FileFormat::Delimited(dialect)) => {
            read_ahead::cut(path, detected.encoding, dialect, out)
        }
        (ReaderKind::Text | ReaderKind::PropertyGraph(_), _) => Ok(()),
    }
}

/// For each column of a file, whether it has a type, so that all its values are of that type.
pub(super) fn typed(detected: &Detected) -> Vec<bool> {
    match detected.content.form {
        ReaderKind::Columns(kind) => columnar::typed(&detected.path, kind),
        _ => Vec::new(),
    }
}

/// Detects what the records of a file that is not text are.
///
/// # Errors
///
/// When a file cannot be read, or cannot be of the forced kind.
pub(super) fn detect(
    shown: &Path,
    path: PathBuf,
    content: FileContent,
    encoding: &'static encoding_rs::Encoding,
    forced: Option<SourceKind>,
) -> Result<Detected, LoadError> {
    let (bytes, content_hash) = content.print.clone().unwrap_or_default();
    let (why, notes) = (format!("{}, ", content.form.name()), content.form.notes());
    let mut detected = Detected {
        kind: SourceKind::Table,
        format: FileFormat::Records,
        why,
        bytes,
        content_hash,
        encoding,
        guessed: false,
        path,
        notes: content.notes.iter().cloned().chain(notes).collect(),
        content,
    };
    let records = first_records(shown, &detected, RECORDS)?;
    let width = records.first().map_or(0, Vec::len);
    let shape = match forced {
        None => graph_shape::of(&records, b','),
        Some(kind) => RecordShape { kind, header: true, why: "as `--kind` says".to_owned() },
    };
    let wanted = match shape.kind {
        SourceKind::Table => width,
        SourceKind::Kg => 3,
        SourceKind::Tkg => 5,
    };
    if width != wanted {
        let what = format!("this kind needs {wanted} columns, but this table has {width}");
        return Err(LoadError::new(shown, None, what, "leave out `--kind`"));
    }
    detected.kind = shape.kind;
    let columns = if width == 1 { "one column".to_owned() } else { format!("{width} columns") };
    detected.why += &match shape.kind {
        SourceKind::Table => columns,
        _ => format!("{columns}, {}", shape.why),
    };
    Ok(detected)
}

/// The first record of a file.
///
/// # Errors
///
/// When the file cannot be read.
pub(super) fn first_record(shown: &Path, detected: &Detected) -> Result<Vec<String>, LoadError> {
    Ok(first_records(shown, detected, 1)?.into_iter().next().unwrap_or_default())
}

/// The first records, padded to the width of the header.
fn first_records(shown: &Path, detected: &Detected, most: usize) -> Result<Vec<Vec<String>>, LoadError> {
    read_ahead::rows(
        shown,
        |rows| read_first(shown, detected, Some(most), rows),
        |records| {
            let mut sample: Vec<Vec<String>> = Vec::new();
            while sample.len() < most {
                match records.next() {
                    Ok(None) => break,
                    Ok(Some(record)) => {
                        let cells = record.cells().map(|cell| clean(cell).into_owned());
                        let mut cells: Vec<String> = cells.collect();
                        if let Some(header) = sample.first() {
                            cells.resize(header.len().max(cells.len()), String::new());
                        }
                        sample.push(cells);
                    }
                    // Errors of a record are reported when the file is loaded.
                    Err(error) => {
                        explain(shown, error)?;
                    }
                }
            }
            Ok(sample)
        },
    )
}

/// The form of a file, by its first bytes and its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SniffedForm {
    Workbook(workbook::SpreadsheetFormat),
    Columns(columnar::ColumnarFormat),
    Json,
    Sqlite,
    Text,
}

/// The first bytes of a file.
pub(super) fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(4096).read_to_end(&mut head)?;
    Ok(head)
}

/// Detects the form of a file that is not compressed.
pub(super) fn sniff(path: &Path, head: &[u8]) -> SniffedForm {
    let extension = extension(path);
    if head.starts_with(b"PAR1") {
        SniffedForm::Columns(columnar::ColumnarFormat::Parquet)
    } else if head.starts_with(b"ARROW1") {
        SniffedForm::Columns(columnar::ColumnarFormat::ArrowFile)
    } else if columnar::is_stream(path) {
        SniffedForm::Columns(columnar::ColumnarFormat::ArrowStream)
    } else if head.starts_with(b"SQLite format 3\0") {
        SniffedForm::Sqlite
    } else if head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        // Office files from before 2007, and later ones with a password.
        SniffedForm::Workbook(if extension.starts_with("xls") && extension.len() > 3 {
            workbook::SpreadsheetFormat::Xlsx
        } else {
            workbook::SpreadsheetFormat::Xls
        })
    } else {
        match extension.as_str() {
            "json" | "jsonl" | "ndjson" | "geojson" => SniffedForm::Json,
            "xlsx" | "xlsm" | "xltx" | "xlam" => SniffedForm::Workbook(workbook::SpreadsheetFormat::Xlsx),
            "xlsb" => SniffedForm::Workbook(workbook::SpreadsheetFormat::Xlsb),
            "xls" => SniffedForm::Workbook(workbook::SpreadsheetFormat::Xls),
            "ods" => SniffedForm::Workbook(workbook::SpreadsheetFormat::Ods),
            "parquet" | "pq" => SniffedForm::Columns(columnar::ColumnarFormat::Parquet),
            "arrow" | "feather" | "ipc" | "arrows" => {
                SniffedForm::Columns(columnar::ColumnarFormat::ArrowFile)
            }
            "sqlite" | "sqlite3" | "db" | "db3" => SniffedForm::Sqlite,
            "csv" | "tsv" | "tab" | "psv" | "nt" | "ttl" | "turtle" | "ntriples" | "jsonld" => {
                SniffedForm::Text
            }
            _ if looks_like_json(head) => SniffedForm::Json,
            _ => SniffedForm::Text,
        }
    }
}

/// Whether a text begins like JSON records, and unlike a line of a table.
fn looks_like_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let next = |rest: &[u8]| rest.trim_ascii_start().first().copied();
    match text {
        [b'{', rest @ ..] => next(rest) == Some(b'"'),
        [b'[', rest @ ..] => next(rest) == Some(b'{'),
        _ => false,
    }
}
