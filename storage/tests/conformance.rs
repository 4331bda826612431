//! A graph on disk answers as every store must, fresh from a load and opened anew.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

mod common;

use common::spec;
use trustuqa_model::conformance::{self, Content, TestSource};
use trustuqa_storage::{Graph, GraphRead, Interval, Load, NewFact, Place, SourceKind};

fn write(load: &mut Load, source: &TestSource) {
    match &source.content {
        Content::Table { header, rows } => table(load, source.name, header, rows),
        Content::Kg(triples) => {
            let facts = triples.iter().map(|triple| (*triple, None));
            graph(load, source.name, SourceKind::Kg, facts);
        }
        Content::Tkg(quintuples) => {
            let facts = quintuples.iter().map(|(triple, interval)| (*triple, Some(*interval)));
            graph(load, source.name, SourceKind::Tkg, facts);
        }
    }
}

fn table(load: &mut Load, name: &str, header: &[&str], rows: &[&[&str]]) {
    let mut source = load.begin_source(spec(name, SourceKind::Table)).unwrap();
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

fn graph<'f>(
    load: &mut Load,
    name: &str,
    kind: SourceKind,
    facts: impl Iterator<Item = ([&'f str; 3], Option<Interval>)>,
) {
    let mut source = load.begin_source(spec(name, kind)).unwrap();
    for (line, (triple, interval)) in (1u32..).zip(facts) {
        let [head, relation, tail] = triple.map(|part| source.intern(part).unwrap());
        let place = Place { line, row: None, column: None };
        source.fact(NewFact { head, relation, tail, interval, place }).unwrap();
    }
    source.finish().unwrap();
}

/// Loads the sources, `together` in one transaction or each in its own, and reads them
/// from a graph that was opened anew.
fn build(sources: &[TestSource], together: bool, check: &mut dyn FnMut(&dyn GraphRead)) {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    for sources in sources.chunks(if together { sources.len().max(1) } else { 1 }) {
        let mut load = graph.load().unwrap();
        sources.iter().for_each(|source| write(&mut load, source));
        load.commit().unwrap();
    }
    check(&graph.snapshot().unwrap());
    drop(graph);
    check(&Graph::open(folder.path(), false).unwrap().snapshot().unwrap());
}

#[test]
fn a_graph_on_disk_conforms() {
    conformance::check(&|sources, check| build(sources, true, check));
}

#[test]
fn sources_that_were_loaded_one_by_one_conform() {
    conformance::check(&|sources, check| build(sources, false, check));
}
