//! Triples and quintuples in delimited files.
//!
//! Every line is a fact: head, relation, tail and, for a temporal graph, start and end. A bound that is
//! empty, `-` or `None` is open; a fact with both bounds open has no interval, because nothing is known about
//! its time. A fact that ends before it starts holds at no time; it is kept as written, and reported.

use std::borrow::Cow;
use std::path::Path;

use trustuqa_storage::{Interval, NewFact, Place};

use super::bad_lines::Policy;
use super::detect::Detected;
use super::graph_shape::bound;
use super::read_ahead::{self, RecordsAhead};
use super::reader_kind;
use super::records::clean;
use super::table::{explain, tick};
use super::{FactSink, LoadError, LoadOptions, LoadSummary, OnReadProgress};

pub(super) fn read(
    path: &Path,
    detected: &Detected,
    header: bool,
    temporal: bool,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    read_ahead::rows(
        path,
        |rows| reader_kind::read(path, detected, rows),
        |records| read_records(path, records, header, temporal, options, sink, progress),
    )
}

fn read_records(
    path: &Path,
    records: &mut RecordsAhead,
    mut header: bool,
    temporal: bool,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    mut progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let mut policy = Policy::new(path, options.skip_bad);
    let mut summary = LoadSummary::default();
    let mut reversed = 0_u64;
    let mut first_reversed = None;
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
        if record.is_blank() || std::mem::take(&mut header) {
            continue;
        }
        tick(&mut progress, bytes, summary.records)?;
        // Names of nodes and relations have no line breaks.
        let cells: Vec<Cow<'_, str>> = record.cells().map(clean).collect();
        let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
        let line = record.line;
        let time = match checked(&cells, temporal) {
            Ok(time) => time,
            Err((what, hint)) => {
                policy.bad(line, None, what, hint)?;
                continue;
            }
        };
        let Ok(place_line) = u32::try_from(line) else {
            return Err(LoadError::new(path, Some(line), "more than 4,294,967,295 lines", "split the file"));
        };
        if let Some(Interval { start: Some(from), end: Some(to) }) = time
            && from.first_day() > to.last_day()
        {
            reversed += 1;
            first_reversed.get_or_insert(line);
        }
        let place = Place { line: place_line, row: None, column: None };
        let (head, relation, tail) = (sink.intern(cells[0])?, sink.intern(cells[1])?, sink.intern(cells[2])?);
        sink.fact(NewFact { head, relation, tail, interval: time, place })?;
        summary.records += 1;
    }
    if summary.records == 0 && policy.skipped.total == 0 {
        summary.notes.push("The graph has no facts.".to_owned());
    }
    if let Some(line) = first_reversed {
        let facts = if reversed == 1 { "fact ends before it starts" } else { "facts end before they start" };
        summary.notes.push(format!("{reversed} {facts}, the first in line {line}; kept as written."));
    }
    summary.facts = summary.records;
    summary.skipped = policy.skipped;
    Ok(summary)
}

/// Checks the cells of a line and parses its interval.
fn checked(cells: &[&str], temporal: bool) -> Result<Option<Interval>, (String, &'static str)> {
    let wanted = if temporal { 5 } else { 3 };
    if cells.len() != wanted {
        let found = cells.len();
        let (what, hint) = if temporal {
            (
                format!("expected 5 columns (head, relation, tail, start, end), found {found}"),
                "give every line five columns, with `-` for an open start or end",
            )
        } else {
            (
                format!("expected 3 columns (head, relation, tail), found {found}"),
                "give every line three columns",
            )
        };
        return Err((what, hint));
    }
    for (cell, name) in cells.iter().zip(["head", "relation", "tail"]) {
        if cell.is_empty() {
            return Err((format!("the {name} is empty"), "a fact needs head, relation and tail"));
        }
    }
    if !temporal {
        return Ok(None);
    }
    let read = |cell: &str, name: &str| {
        bound(cell).ok_or_else(|| {
            (
                format!(
                    "expected a year or date as {name} time, found `{}`",
                    cell.chars().take(60).collect::<String>()
                ),
                "write years (1994) or ISO dates (1994-07-16), and `-` for an open bound",
            )
        })
    };
    let (start, end) = (read(cells[3], "start")?, read(cells[4], "end")?);
    Ok((start.is_some() || end.is_some()).then_some(Interval { start, end }))
}
