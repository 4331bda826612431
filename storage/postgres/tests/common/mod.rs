//! What the tests of this store share: a server, and the loading of small sources.
#![allow(clippy::unwrap_used, dead_code, missing_docs, reason = "a test; each uses a part")]

pub mod server;

pub use server::Server;
use trustuqa_model::conformance::{Content, TestSource};
use trustuqa_model::{Change, Interval, NewFact, Place, SourceKind, SourceSpec, Store as _};
use trustuqa_postgres::PostgresGraph;

pub fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    SourceSpec { name: name.to_owned(), kind, file: format!("/data/{name}"), content_hash: "0".repeat(32) }
}

pub fn commit(change: Box<dyn Change + '_>) -> Vec<trustuqa_model::Source> {
    change.commit(&mut |_, _| std::ops::ControlFlow::Continue(())).unwrap()
}

/// Loads a source of the conformance suite.
pub fn write(change: &mut dyn Change, source: &TestSource) {
    match &source.content {
        Content::Table { header, rows } => table(change, source.name, header, rows),
        Content::Kg(triples) => {
            graph(change, source.name, SourceKind::Kg, triples.iter().map(|triple| (*triple, None)));
        }
        Content::Tkg(quintuples) => {
            let facts = quintuples.iter().map(|(triple, interval)| (*triple, Some(*interval)));
            graph(change, source.name, SourceKind::Tkg, facts);
        }
    }
}

pub fn table(change: &mut dyn Change, name: &str, header: &[&str], rows: &[&[&str]]) {
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

pub fn graph<'f>(
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

/// What the check of a graph finds wrong.
pub fn problems(graph: &PostgresGraph) -> Vec<String> {
    graph.check().unwrap().problems
}
