//! From files to facts.
//!
//! [`expand`] turns paths into files with unique source names, [`contents()`] finds the tables and graphs in
//! them, [`detect_input`] determines what one contains and gives its reason, and [`read_source`] streams its
//! facts into a [`FactSink`]. A file is read record by record, and everything that must be held in memory
//! (RDF labels, names of IRIs, texts of a workbook) is bounded.
//!
//! * `paths` - folders, known extensions, unique names
//! * `contents` - the sheets, tables and files in a file; `unpack` removes compression and archives
//! * `reader_kind` - the reader for the records of a file: `read_ahead` for delimited text, `workbook`,
//!   `columnar` (Parquet, and Arrow with `arrow_lengths`), `json`, `sqlite`, `database` (PostgreSQL, MySQL);
//!   `joins` follows foreign keys
//! * `encoding` - the encoding of a file, and its text as a stream of UTF-8
//! * `records` - splits delimited text into records, keeping physical line numbers
//! * `read_ahead` - detects files and reads records in another thread, ahead of their use
//! * `detect` - kind of source, format, delimiter, quoting; `graph_shape` distinguishes graphs from tables
//! * `table` - tables: rows, columns, cells; `misfits` reports values that do not fit their column
//! * `graph` - triples and quintuples in delimited files
//! * `rdf` - all forms of RDF; `rdf_names` finds names for IRIs, `rdf_xml` bounds RDF/XML
//! * `graphml`, `property_graph` - property graphs, in XML and as files of nodes and edges
//! * `bad_lines` - lines that cannot be read: either the first is an error, or all are listed

use std::ops::ControlFlow;
use std::path::Path;

mod arrow_lengths;
mod bad_lines;
mod columnar;
mod contents;
mod database;
mod detect;
mod encoding;
mod error;
mod graph;
mod graph_shape;
mod graphml;
mod joins;
mod json;
mod misfits;
mod paths;
mod property_graph;
mod rdf;
mod rdf_names;
mod rdf_xml;
mod read_ahead;
mod reader_kind;
mod records;
mod sqlite;
mod table;
#[cfg(test)]
mod tests;
mod unpack;
mod workbook;

pub use bad_lines::{SkippedLine, SkippedLines};
pub use contents::{Contents, contents, keep_names_apart};
pub use database::{database_of, database_prints, is_database, table_of, with_password};
pub use detect::{Detected, Dialect, FileFormat, Quoting, detect, detect_input};
pub use error::{FileProblem, LoadError};
pub use paths::{EXTENSIONS, ExpandedPaths, InputFile, expand, is_known};
pub use read_ahead::detect_ahead;
pub use records::{clean, clean_cell};
pub use table::column_names;
// The trait that receives the facts.
pub use trustuqa_model::FactSink;

use trustuqa_storage::SourceKind;

/// How to read a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Skip and list lines that cannot be read, instead of failing at the first.
    pub skip_bad: bool,
    /// Name of the source; it is part of the names of blank nodes, because they belong to one source.
    pub name: String,
}

/// Progress of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadProgress {
    /// Bytes of the file read so far. RDF is read twice, so this restarts once.
    pub bytes: u64,
    /// Records (rows, triples, quintuples) read so far.
    pub records: u64,
}

/// Result of reading a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadSummary {
    /// Rows, triples or quintuples read, without those skipped.
    pub records: u64,
    /// Facts given to the sink.
    pub facts: u64,
    /// The lines that `skip_bad` skipped.
    pub skipped: SkippedLines,
    /// Things the user should know, as full sentences: an encoding that was guessed,
    /// a table without rows.
    pub notes: Vec<String>,
}

/// Called repeatedly while a file is read; `Break` cancels the load.
pub type OnReadProgress<'p> = &'p mut dyn FnMut(ReadProgress) -> ControlFlow<()>;

/// Records between two calls of the progress function.
const PROGRESS_STEP: u64 = 512;

/// The content hash of a file (xxh3-128, hex), as in the source catalogue.
///
/// # Errors
///
/// When the file cannot be read.
pub fn content_hash(path: &Path) -> Result<String, LoadError> {
    let printed = encoding::print(path).map_err(|error| LoadError::io(path, "read it", &error))?;
    Ok(printed.1)
}

/// Streams the facts of one file into `sink`.
///
/// # Errors
///
/// [`LoadError::Bad`] with file, line and hint for unreadable input, [`LoadError::Cancelled`] when `progress`
/// breaks, [`LoadError::Store`] when the sink fails. The sink may have received facts by then: drop its
/// transaction.
pub fn read_source(
    path: &Path,
    detected: &Detected,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let temporal = detected.kind == SourceKind::Tkg;
    let property_graph = matches!(detected.content.form, reader_kind::ReaderKind::PropertyGraph(_));
    let mut summary = match (&detected.format, detected.kind) {
        _ if property_graph => property_graph::read(path, detected, options, sink, progress)?,
        (FileFormat::Delimited(_) | FileFormat::Records, SourceKind::Table) => {
            table::read(path, detected, options, sink, progress)?
        }
        (FileFormat::Delimited(dialect), _) => {
            graph::read(path, detected, dialect.header, temporal, options, sink, progress)?
        }
        // The first record is a header, whatever its words are.
        (FileFormat::Records, _) => graph::read(path, detected, true, temporal, options, sink, progress)?,
        (FileFormat::GraphMl, _) => graphml::read(path, detected, options, sink, progress)?,
        _ => rdf::read(path, detected, options, sink, progress)?,
    };
    summary.notes.splice(0..0, detected.notes.iter().cloned());
    if let Some(note) = detected.encoding_note() {
        summary.notes.insert(0, note);
    }
    Ok(summary)
}
