//! Tables: every row becomes a node, every column a relation, every cell a fact.
//!
//! Rules for untidy files, from real ones: a short row has empty cells at its end; a long row is accepted if
//! its extra cells are empty; a row of empty cells is not a row; an empty header becomes `column N` when the
//! column has a cell; a repeated name becomes `Name (2)`. Empty cells yield no fact. Line breaks in cells are
//! kept.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use trustuqa_storage::{NewFact, NodeId, Place};

use super::bad_lines::Policy;
use super::detect::{Detected, FileFormat};
use super::misfits::ColumnSurvey;
use super::read_ahead::{self, RecordsAhead};
use super::reader_kind;
use super::records::{Record, RecordError, clean};
use super::{FactSink, LoadError, LoadOptions, LoadSummary, OnReadProgress, PROGRESS_STEP, ReadProgress};

/// The report of a broken record: line, problem, hint. An I/O error is returned as it is.
pub(super) fn explain(path: &Path, error: RecordError) -> Result<(u64, String, &'static str), LoadError> {
    Ok(match error {
        RecordError::Io(error) => return Err(LoadError::io(path, "read it", &error)),
        RecordError::Rest(error) => return Err(error),
        RecordError::Row { line, what, hint } => (line, what, hint),
        RecordError::Cut { line } => {
            let what = "the value that starts here is not closed before the end of the file";
            return Err(LoadError::new(path, Some(line), what, "get a whole copy of the file"));
        }
        RecordError::Syntax { line, what } => {
            return Err(LoadError::new(path, Some(line), what, "correct the file from here on"));
        }
        RecordError::OpenQuote { line } => (
            line,
            "a quote is opened here and never closed, so the rest of the file cannot be read".to_owned(),
            "close it, or write quotes inside a cell twice (`\"\"`)",
        ),
        RecordError::TooLong { line } => (
            line,
            "the record that starts here is longer than 16 MB or 65,535 cells".to_owned(),
            "look for a lost quote",
        ),
        RecordError::NotText { line } => (
            line,
            "this line is not valid text".to_owned(),
            "check whether the file is being written just now",
        ),
    })
}

/// Reports progress once every [`PROGRESS_STEP`] records.
pub(super) fn tick(progress: &mut OnReadProgress<'_>, bytes: u64, records: u64) -> Result<(), LoadError> {
    if records.is_multiple_of(PROGRESS_STEP) && progress(ReadProgress { bytes, records }).is_break() {
        return Err(LoadError::Cancelled);
    }
    Ok(())
}

pub(super) fn read(
    path: &Path,
    detected: &Detected,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let delimited = matches!(detected.format, FileFormat::Delimited(_));
    read_ahead::rows(
        path,
        |rows| reader_kind::read(path, detected, rows),
        |records| {
            let fit = ColumnSurvey::new(&reader_kind::typed(detected));
            read_records(path, records, delimited, fit, options, sink, progress)
        },
    )
}

fn read_records(
    path: &Path,
    records: &mut RecordsAhead,
    delimited: bool,
    fit: ColumnSurvey,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    mut progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let mut policy = Policy::new(path, options.skip_bad);
    let mut table = Table { columns: Vec::new(), row: 0, facts: 0, fit };
    let mut short = Short::default();
    let mut summary = LoadSummary::default();
    loop {
        if let Some(cells) = records.cells_ahead() {
            sink.expect_names(&cells)?;
        }
        let bytes = records.bytes();
        let record = match records.next() {
            Ok(None) => break,
            Ok(Some(record)) => record,
            Err(error) => {
                let (line, what, hint) = explain(path, error)?;
                policy.bad(line, None, what, hint)?;
                continue;
            }
        };
        if record.is_blank() {
            continue;
        }
        if table.columns.is_empty() {
            table.header(&record, sink)?;
            continue;
        }
        tick(&mut progress, bytes, summary.records)?;
        // A bad row counts, so that the other rows have the same numbers with and without it.
        table.row = table.row.checked_add(1).ok_or_else(|| too_many(path))?;
        match table.extra_cell(&record) {
            Some(extra) => {
                let what = format!(
                    "expected {} cells after the header, found {}; `{extra}` has no column",
                    table.columns.len(),
                    record.len()
                );
                policy.bad(record.line, None, what, "quote cells that contain the delimiter")?;
            }
            None => {
                short.see(&record, table.columns.len());
                table.cells(path, &record, sink)?;
                summary.records += 1;
            }
        }
    }
    if summary.records == 0 && policy.skipped.total == 0 {
        summary.notes.push("The table has a header and no rows.".to_owned());
    }
    // Only in delimited text may a short row be a truncated one.
    if delimited {
        summary.notes.extend(short.note());
    }
    let names = table.columns.iter().map(|column| column.name.as_str());
    summary.notes.extend(table.fit.notes(names, if delimited { "line" } else { "row" }));
    summary.facts = table.facts;
    summary.skipped = policy.skipped;
    Ok(summary)
}

/// Rows that have fewer cells than the header.
#[derive(Default)]
struct Short {
    rows: u64,
    /// Line of the first such row.
    first: u64,
}

impl Short {
    fn see(&mut self, record: &Record<'_>, columns: usize) {
        if record.len() < columns {
            self.first = if self.rows == 0 { record.line } else { self.first };
            self.rows += 1;
        }
    }

    fn note(&self) -> Option<String> {
        let first = self.first;
        match self.rows {
            0 => None,
            1 => Some(format!(
                "The row of line {first} has fewer cells than the header; the others are empty."
            )),
            rows => Some(format!(
                "{rows} rows have fewer cells than the header, the first in line {first}; the others are empty."
            )),
        }
    }
}

/// Unique names for the columns of a header: an empty one becomes `column N`, and a repeated one `Name (2)`.
pub fn column_names(given: &[String]) -> Vec<String> {
    // A generated name must not be one that a later column has in the file.
    let all: HashSet<&str> = given.iter().map(String::as_str).collect();
    let mut taken: HashSet<String> = HashSet::new();
    // The last copy number used for each name, so that none is tried twice.
    let mut copies: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::with_capacity(given.len());
    for (index, name) in given.iter().enumerate() {
        let base = if name.is_empty() { format!("column {}", index + 1) } else { name.clone() };
        let free = |name: &str, first: bool| !taken.contains(name) && (first || !all.contains(name));
        let mut unique = base.clone();
        if !free(&unique, !name.is_empty()) {
            let copy = copies.entry(base.clone()).or_insert(1);
            while !free(&unique, false) {
                *copy += 1;
                unique = format!("{base} ({copy})");
            }
        }
        taken.insert(unique.clone());
        names.push(unique);
    }
    names
}

fn too_many(path: &Path) -> LoadError {
    LoadError::new(path, None, "more than 4,294,967,295 lines", "split the file")
}

/// A column; its node is created when it has a name or its first cell.
struct Column {
    name: String,
    node: Option<NodeId>,
}

struct Table {
    columns: Vec<Column>,
    row: u32,
    facts: u64,
    /// Finds values that do not fit their column.
    fit: ColumnSurvey,
}

impl Table {
    /// Sets the columns from the header.
    fn header(&mut self, record: &Record<'_>, sink: &mut dyn FactSink) -> Result<(), LoadError> {
        // Line breaks in the name of a column are only for layout.
        let given: Vec<String> = record.cells().map(|name| clean(name).into_owned()).collect();
        for (index, (name, unique)) in given.iter().zip(column_names(&given)).enumerate() {
            let node = if name.is_empty() { None } else { Some(column_node(sink, &unique, index)?) };
            self.columns.push(Column { name: unique, node });
        }
        Ok(())
    }

    /// The first non-empty cell beyond the header.
    fn extra_cell(&self, record: &Record<'_>) -> Option<String> {
        let extra = record.cells().skip(self.columns.len()).find(|cell| !cell.is_empty())?;
        Some(clean(extra).chars().take(60).collect())
    }

    fn cells(&mut self, path: &Path, record: &Record<'_>, sink: &mut dyn FactSink) -> Result<(), LoadError> {
        let line = u32::try_from(record.line).map_err(|_| too_many(path))?;
        let head = sink.row(self.row)?;
        for (index, (cell, column)) in record.cells().zip(&mut self.columns).enumerate() {
            if cell.is_empty() {
                continue;
            }
            let relation = match column.node {
                Some(node) => node,
                None => *column.node.insert(column_node(sink, &column.name, index)?),
            };
            self.fit.see(index, record.line, cell);
            let tail = sink.intern(cell)?;
            let place = Place { line, row: Some(self.row), column: u16::try_from(index).ok() };
            sink.fact(NewFact { head, relation, tail, interval: None, place })?;
            self.facts += 1;
        }
        Ok(())
    }
}

fn column_node(sink: &mut dyn FactSink, name: &str, index: usize) -> Result<NodeId, LoadError> {
    let node = sink.intern(name)?;
    if let Ok(column) = u16::try_from(index) {
        sink.relation_column(node, column);
    }
    Ok(node)
}
