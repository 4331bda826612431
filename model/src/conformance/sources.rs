//! Sources for the checks, and how they are loaded into a graph.

use crate::{
    Change, GraphRead, Interval, MemoryGraph, NewFact, Place, Source, SourceKind, SourceSpec, Whole,
};

/// A source that a store is to load.
#[derive(Clone, Debug)]
pub struct TestSource {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub content: TestContent,
}

/// The content of a source.
#[derive(Clone, Debug)]
pub enum TestContent {
    /// A table. The rows are numbered from 1 and row `n` is on line `n + 1`; every row has a node, every
    /// column is listed, and an empty cell is not a fact.
    Table {
        /// The names of the columns.
        header: &'static [&'static str],
        /// The cells, row by row.
        rows: &'static [&'static [&'static str]],
    },
    /// Triples of a knowledge graph, one a line from line 1 on.
    Kg(&'static [[&'static str; 3]]),
    /// Quintuples of a temporal knowledge graph, one a line from line 1 on.
    Tkg(Vec<([&'static str; 3], Interval)>),
}

/// Builds a [`MemoryGraph`] of the sources.
pub fn memory(sources: &[TestSource]) -> MemoryGraph {
    let mut graph = MemoryGraph::new();
    for TestSource { name, content } in sources {
        match content {
            TestContent::Table { header, rows } => graph.add_table(name, header, rows),
            TestContent::Kg(triples) => graph.add_kg(name, triples),
            TestContent::Tkg(quintuples) => graph.add_tkg(name, quintuples),
        };
    }
    graph
}

/// Loads a source into a store.
pub fn load(change: &mut dyn Change, source: &TestSource) {
    match &source.content {
        TestContent::Table { header, rows } => load_table(change, source.name, header, rows),
        TestContent::Kg(triples) => {
            let facts = triples.iter().map(|triple| (*triple, None));
            load_graph(change, source.name, SourceKind::Kg, facts);
        }
        TestContent::Tkg(quintuples) => {
            let facts = quintuples.iter().map(|(triple, interval)| (*triple, Some(*interval)));
            load_graph(change, source.name, SourceKind::Tkg, facts);
        }
    }
}

/// The properties of a source that are known before it is loaded; tables come from a folder of which
/// everything is loaded.
fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    let folder = Whole { path: "/data".to_owned(), kind: None, skip_bad: true };
    SourceSpec {
        name: name.to_owned(),
        kind,
        file: format!("/data/{name}"),
        content_hash: "0".repeat(32),
        whole: (kind == SourceKind::Table).then_some(folder),
    }
}

/// Checks that a change returns the catalogue entries of its sources, and that the catalogue has the same
/// ones.
pub fn check_entries(given: &[Source], graph: &dyn GraphRead) {
    assert_eq!(*given, *graph.sources().unwrap());
    for source in given {
        let spec = spec(&source.name, source.kind);
        assert_eq!((&source.file, &source.content_hash), (&spec.file, &spec.content_hash));
        assert_eq!(source.whole, spec.whole);
    }
}

/// Loads a table: an empty cell is not a fact, and every column is listed.
pub fn load_table(change: &mut dyn Change, name: &str, header: &[&str], rows: &[&[&str]]) {
    let mut source = change.begin_source(spec(name, SourceKind::Table)).unwrap();
    let mut columns = Vec::new();
    for (at, name) in (0u16..).zip(header) {
        let node = source.intern(name).unwrap();
        source.relation_column(node, at);
        columns.push(node);
    }
    for (row, cells) in (1u32..).zip(rows) {
        let head = source.row(row).unwrap();
        for ((column, &relation), cell) in (0u16..).zip(&columns).zip(*cells) {
            if !cell.is_empty() {
                let tail = source.intern(cell).unwrap();
                let place = Place { line: row + 1, row: Some(row), column: Some(column) };
                source.fact(NewFact { head, relation, tail, interval: None, place }).unwrap();
            }
        }
    }
    source.finish().unwrap();
}

/// Loads a graph, one fact a line.
pub fn load_graph<'f>(
    change: &mut dyn Change,
    name: &str,
    kind: SourceKind,
    facts: impl Iterator<Item = ([&'f str; 3], Option<Interval>)>,
) {
    let mut source = change.begin_source(spec(name, kind)).unwrap();
    for (line, (triple, interval)) in (1u32..).zip(facts) {
        let [head, relation, tail] = triple.map(|part| source.intern(part).unwrap());
        let place = Place { line, row: None, column: None };
        source.fact(NewFact { head, relation, tail, interval, place }).unwrap();
    }
    source.finish().unwrap();
}
