//! A benchmark's sources into one graph, in one transaction.

use std::ops::ControlFlow;

use trustuqa_load::{self as load, LoadError, LoadOptions};
use trustuqa_model::{FactSink, Store};
use trustuqa_storage::{Date, Interval, NewFact, Place, SourceKind, SourceSpec};
use xxhash_rust::xxh3::Xxh3;

use super::{Dataset, DatasetSource, EvalError, FactLine, SourceContent, TableRows};

/// To be changed with the rules of the readers and of this file, so that a graph loaded by other rules is
/// not used again.
const RULES: u32 = 1;

/// How far the load of a benchmark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatasetProgress<'a> {
    /// Sources loaded so far.
    pub done: usize,
    /// Sources in all.
    pub of: usize,
    /// The source that is being loaded.
    pub name: &'a str,
}

/// What was loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadedDataset {
    /// Sources.
    pub sources: usize,
    /// Facts of all sources.
    pub facts: u64,
}

impl Dataset {
    /// Loads every source into `graph`, all or none. `on_progress` is called before
    /// each source and now and then within one; `Break` cancels.
    ///
    /// # Errors
    ///
    /// [`EvalError::Load`] for a file that cannot be read, [`EvalError::Cancelled`],
    /// [`EvalError::Store`].
    pub fn load(
        &self,
        graph: &dyn Store,
        on_progress: &mut dyn FnMut(DatasetProgress<'_>) -> ControlFlow<()>,
    ) -> Result<LoadedDataset, EvalError> {
        let mut transaction = graph.change()?;
        for (done, source) in self.sources.iter().enumerate() {
            let mut tick =
                || on_progress(DatasetProgress { done, of: self.sources.len(), name: &source.name });
            if tick().is_break() {
                return Err(EvalError::Cancelled);
            }
            let (detected, content_hash) = match &source.content {
                SourceContent::File => {
                    let detected = load::detect(&source.file, Some(source.kind))?;
                    let hash = detected.content_hash.clone();
                    (Some(detected), hash)
                }
                _ => (None, content_hash(source)?),
            };
            let absolute = std::fs::canonicalize(&source.file).unwrap_or_else(|_| source.file.clone());
            let spec = SourceSpec {
                name: source.name.clone(),
                kind: source.kind,
                file: absolute.to_string_lossy().into_owned(),
                content_hash,
                whole: None,
            };
            let mut sink = transaction.begin_source(spec)?;
            match (&source.content, detected) {
                (SourceContent::Table(table), _) => put_table(table, sink.as_mut())?,
                (SourceContent::Facts(facts), _) => put_facts(source, facts, sink.as_mut())?,
                (SourceContent::File, Some(detected)) => {
                    let options = LoadOptions { skip_bad: false, name: source.name.clone() };
                    load::read_source(&source.file, &detected, &options, sink.as_mut(), &mut |_| tick())
                        .map_err(|error| match error {
                            LoadError::Cancelled => EvalError::Cancelled,
                            error => EvalError::Load(error),
                        })?;
                }
                (SourceContent::File, None) => {}
            }
            sink.finish()?;
        }
        let of = self.sources.len();
        let stored = transaction
            .commit(&mut |_, _| on_progress(DatasetProgress { done: of, of, name: "writing the indexes" }));
        let stored = stored.map_err(|error| match error {
            trustuqa_model::Error::Cancelled => EvalError::Cancelled,
            error => EvalError::Store(error),
        })?;
        let facts = stored.iter().map(|source| source.facts).sum();
        Ok(LoadedDataset { sources: stored.len(), facts })
    }

    /// A fingerprint of everything that [`Dataset::load`] would put into a graph: names,
    /// kinds and contents of the sources, and the rules by which they are read. Equal
    /// fingerprints mean equal graphs, so a loaded graph can be kept under this name.
    ///
    /// # Errors
    ///
    /// [`EvalError::Data`] for a file that cannot be read.
    pub fn fingerprint(&self) -> Result<String, EvalError> {
        let mut hasher = Xxh3::new();
        feed(&mut hasher, &[env!("CARGO_PKG_VERSION"), &RULES.to_string(), self.set.name()]);
        for source in &self.sources {
            let hash = content_hash(source)?;
            feed(&mut hasher, &[&source.name, kind_name(source.kind), &hash]);
        }
        Ok(format!("{:032x}", hasher.digest128()))
    }
}

fn put_table(table: &TableRows, sink: &mut dyn FactSink) -> Result<(), EvalError> {
    let mut columns = Vec::with_capacity(table.header.len());
    for (index, name) in table.header.iter().enumerate() {
        let node = sink.intern(name)?;
        let column = u16::try_from(index).ok();
        if let Some(column) = column {
            sink.relation_column(node, column);
        }
        columns.push((node, column));
    }
    for (row, cells) in (1..).zip(&table.rows) {
        let head = sink.row(row)?;
        for (cell, (relation, column)) in cells.iter().zip(&columns) {
            if cell.is_empty() {
                continue;
            }
            let tail = sink.intern(cell)?;
            let place = Place { line: table.line, row: Some(row), column: *column };
            sink.fact(NewFact { head, relation: *relation, tail, interval: None, place })?;
        }
    }
    Ok(())
}

fn put_facts(source: &DatasetSource, facts: &[FactLine], sink: &mut dyn FactSink) -> Result<(), EvalError> {
    for fact in facts {
        let bound = |text: &str| {
            if text.is_empty() {
                return Ok(None);
            }
            Date::parse(text).map(Some).ok_or_else(|| {
                EvalError::data(
                    &source.file,
                    Some(u64::from(fact.line)),
                    format!("expected a year or a date as a bound of a fact, found `{text}`"),
                    "write years (1994) or ISO dates (1994-07-16), and nothing for an open bound",
                )
            })
        };
        let [start, end] = &fact.bounds;
        let (start, end) = (bound(start)?, bound(end)?);
        let interval = (start.is_some() || end.is_some()).then_some(Interval { start, end });
        let [head, relation, tail] = &fact.triple;
        let (head, relation, tail) = (sink.intern(head)?, sink.intern(relation)?, sink.intern(tail)?);
        let place = Place { line: fact.line, row: None, column: None };
        sink.fact(NewFact { head, relation, tail, interval, place })?;
    }
    Ok(())
}

/// xxh3-128 of a source's content, hex.
fn content_hash(source: &DatasetSource) -> Result<String, EvalError> {
    let mut hasher = Xxh3::new();
    match &source.content {
        SourceContent::File => {
            let hashed = std::fs::File::open(&source.file)
                .and_then(|mut file| std::io::copy(&mut file, &mut HashWriter(&mut hasher)));
            hashed.map_err(|error| super::sets::unreadable(&source.file, &error))?;
        }
        SourceContent::Table(table) => {
            feed_all(&mut hasher, &table.header);
            for row in &table.rows {
                feed_all(&mut hasher, row);
            }
        }
        SourceContent::Facts(facts) => {
            for fact in facts {
                feed_all(&mut hasher, &fact.triple);
                feed_all(&mut hasher, &fact.bounds);
            }
        }
    }
    Ok(format!("{:032x}", hasher.digest128()))
}

/// Texts with their number and lengths, so that no two lists feed the same bytes.
fn feed(hasher: &mut Xxh3, texts: &[&str]) {
    hasher.update(&(texts.len() as u64).to_le_bytes());
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
}

fn feed_all(hasher: &mut Xxh3, texts: &[String]) {
    feed(hasher, &texts.iter().map(String::as_str).collect::<Vec<_>>());
}

struct HashWriter<'h>(&'h mut Xxh3);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn kind_name(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Table => "table",
        SourceKind::Kg => "kg",
        SourceKind::Tkg => "tkg",
    }
}

#[cfg(test)]
mod tests {
    use trustuqa_storage::{Graph, GraphRead as _, NodeKind, Scope};

    use super::*;
    use crate::eval::BenchmarkSet;

    fn source(name: &str, kind: SourceKind, content: SourceContent) -> DatasetSource {
        DatasetSource { name: name.to_owned(), kind, file: "all.jsonl".into(), content }
    }

    fn dataset(cell: &str, end: &str) -> Dataset {
        let text = |list: &[&str]| list.iter().map(|&t| t.to_owned()).collect::<Vec<_>>();
        let table = TableRows {
            line: 7,
            header: text(&["Pilot", "Laps"]),
            rows: vec![text(&["Ines Vale", ""]), text(&["Tomo Reed", cell])],
        };
        let fact = FactLine {
            line: 3,
            triple: ["Ada Finch", "mayor of", "Oldford"].map(str::to_owned),
            bounds: ["1901".to_owned(), end.to_owned()],
        };
        let sources = vec![
            source("laps", SourceKind::Table, SourceContent::Table(table)),
            source("mayors", SourceKind::Tkg, SourceContent::Facts(vec![fact])),
        ];
        Dataset { set: BenchmarkSet::Mixed, sources, questions: Vec::new() }
    }

    #[test]
    fn facts_keep_their_line_and_row() {
        let home = tempfile::tempdir().unwrap();
        let graph = Graph::open(home.path(), true).unwrap();
        let mut seen = Vec::new();
        let loaded = dataset("9", "").load(&graph, &mut |progress| {
            seen.push((progress.done, progress.name.to_owned()));
            ControlFlow::Continue(())
        });
        assert_eq!(loaded.unwrap(), LoadedDataset { sources: 2, facts: 4 });
        seen.dedup();
        let steps = [(0, "laps"), (1, "mayors"), (2, "writing the indexes")];
        assert_eq!(seen, steps.map(|(done, name)| (done, name.to_owned())));
        let snapshot = graph.snapshot().unwrap();
        let nine = snapshot.node_named("9").unwrap().unwrap();
        let cell = snapshot.facts_of_tail(nine, None, &Scope::All).unwrap()[0];
        let place = snapshot.fact(cell.fact).unwrap().place;
        assert_eq!((place.line, place.row, place.column), (7, Some(2), Some(1)));
        assert!(matches!(snapshot.node(cell.head).unwrap().kind, NodeKind::Row { row: 2, .. }));
        let ada = snapshot.node_named("Ada Finch").unwrap().unwrap();
        let fact = snapshot.facts_of_head(ada, None, &Scope::All).unwrap()[0].fact;
        let fact = snapshot.fact(fact).unwrap();
        assert_eq!((fact.place.line, fact.interval.unwrap().end), (3, None));
    }

    #[test]
    fn a_load_that_stops_or_fails_leaves_the_graph_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let graph = Graph::open(home.path(), true).unwrap();
        let stopped = dataset("9", "").load(&graph, &mut |progress| match progress.done {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        assert!(matches!(stopped, Err(EvalError::Cancelled)));
        let failed = dataset("9", "soon").load(&graph, &mut |_| ControlFlow::Continue(()));
        let error = failed.unwrap_err().to_string();
        assert!(error.starts_with("all.jsonl:3: expected a year or a date"), "{error}");
        assert!(graph.snapshot().unwrap().sources().unwrap().is_empty());
    }

    #[test]
    fn a_fingerprint_tells_any_change() {
        let print = |dataset: Dataset| dataset.fingerprint().unwrap();
        assert_eq!(print(dataset("9", "")), print(dataset("9", "")));
        let mut renamed = dataset("9", "");
        renamed.sources[0].name = "lap".to_owned();
        let mut fewer = dataset("9", "");
        fewer.sources.pop();
        let others = [dataset("10", ""), dataset("9", "1903"), renamed, fewer].map(print);
        assert!(!others.contains(&print(dataset("9", ""))));
    }
}
