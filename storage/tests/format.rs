//! Graphs of every format version open and read the same, or are refused by version.
//!
//! The stores in `tests/formats` are never written again. A new version adds one; make
//! it with `TRUSTUQA_WRITE_FORMAT=FOLDER cargo test -p trustuqa-storage --test format`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::path::Path;

use common::{KG, TABLE, TKG, load, load_by};
use trustuqa_storage::{Comparison, Date, Error, Graph, GraphRead, Roles, Scope, StoredDemonstration, Value};

/// The version that this program writes.
const FORMAT: u32 = 6;
/// The oldest version that it reads. Those before were never part of a release.
const READS_FROM: u32 = 4;

fn write(folder: &Path) {
    let graph = Graph::open(folder, true).unwrap();
    // Two layers: a load that joins none of those before.
    load(&graph, &[TABLE, KG]).unwrap();
    load_by(graph.load().unwrap().with_layers(1, 0), &[TKG]).unwrap();
    graph.put_vectors(&[("Hedwig".to_owned(), (0..384).map(|at| at as f32 / 384.0).collect())]).unwrap();
    let text = str::to_owned;
    let demonstration = StoredDemonstration {
        id: 0,
        question: text("Who directed Hedwig?"),
        query: text("get_information(relation='directed_by', head_entity='Hedwig')"),
        kind: text("kg"),
        origin: text("format test"),
    };
    graph.put_demonstrations(&[demonstration]).unwrap();
    drop(graph);
    // A compaction of the graph would join the layers.
    redb::Database::open(folder.join("graph.redb")).unwrap().compact().unwrap();
}

fn check(folder: &Path, version: u32) {
    let graph = Graph::open(folder, false).unwrap();
    let read = graph.snapshot().unwrap();
    let node = |text: &str| read.node_named(text).unwrap().unwrap_or_else(|| panic!("no name `{text}`"));
    let sources = read.sources().unwrap();
    let described: Vec<_> =
        sources.iter().map(|source| (source.name.as_str(), source.facts, source.rows)).collect();
    assert_eq!(described, [("films.csv", 4, 2), ("films.nt", 2, 0), ("awards.tsv", 2, 0)]);
    // Version 4 does not know what else was loaded with a source.
    let whole = (version > 4).then(common::whole);
    assert!(sources.iter().all(|source| source.whole == whole), "{sources:?}");
    let all = &Scope::All;
    assert_eq!(read.facts_of_head(node("Hedwig"), Some(node("directed_by")), all).unwrap().len(), 1);
    assert_eq!(read.facts_of_tail(node("John Cameron Mitchell"), None, all).unwrap().len(), 2);
    let later = read.facts_in_range(node("Year"), Comparison::Gt, &Value::Integer(2001), all).unwrap();
    assert_eq!(later.iter().map(|posting| posting.tail).collect::<Vec<_>>(), [node("2006")]);
    let year = Date::parse("2002").unwrap();
    let won = read.facts_in_time(None, year.first_day(), year.last_day(), all).unwrap();
    assert_eq!(won.iter().map(|posting| posting.tail).collect::<Vec<_>>(), [node("Someone")]);
    let interval = read.fact(won[0].fact).unwrap().interval.unwrap();
    assert_eq!((interval.start, interval.end), (Some(year), Some(year)));
    assert_eq!(read.nodes_folded("john cameron MITCHELL").unwrap(), [node("John Cameron Mitchell")]);
    let row = read.row_node(sources[0].id, 2).unwrap().unwrap();
    assert_eq!(read.facts_of_head(row, None, all).unwrap().len(), 2);
    assert_eq!(read.node(node("winner")).unwrap().iri.as_deref(), Some("http://example.org/winner"));
    let vector: Vec<f32> = (0..384).map(|at| at as f32 / 384.0).collect();
    let found = read.nearest(&vector, 1, Roles::ANY, all).unwrap();
    assert_eq!(found[0].0, node("Hedwig"));
    assert!((found[0].1 - 1.0).abs() < 1e-3);
    assert_eq!(read.demonstrations().unwrap()[0].question, "Who directed Hedwig?");
    for name in ["films.csv", "films.nt", "awards.tsv"] {
        graph.remove_source(name).unwrap();
    }
}

#[test]
fn stores_of_all_versions_open() {
    if let Ok(folder) = std::env::var("TRUSTUQA_WRITE_FORMAT") {
        write(Path::new(&folder));
        return;
    }
    let stores = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    for version in 1..=FORMAT {
        // A copy, because opening a store writes to it.
        let folder = tempfile::tempdir().unwrap();
        let store = stores.join(format!("version-{version}.redb"));
        std::fs::copy(store, folder.path().join("graph.redb")).unwrap();
        if version < READS_FROM {
            let error = Graph::open(folder.path(), false).unwrap_err();
            assert!(
                matches!(error, Error::Version { found, expected: FORMAT } if found == version),
                "{error:?}"
            );
            continue;
        }
        check(folder.path(), version);
    }
}

/// A graph of an earlier version to which something is added has entries of both.
#[test]
fn entries_of_two_versions_are_read_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/version-4.redb");
    std::fs::copy(store, folder.path().join("graph.redb")).unwrap();
    let graph = Graph::open(folder.path(), false).unwrap();
    load(&graph, &[TABLE]).unwrap();
    let sources = graph.snapshot().unwrap().sources().unwrap();
    let known: Vec<_> = sources.iter().map(|source| (source.name.as_str(), source.whole.is_some())).collect();
    assert_eq!(known, [("films.nt", false), ("awards.tsv", false), ("films.csv", true)]);
    assert_eq!(graph.check().unwrap().problems, Vec::<String>::new());
}

#[test]
fn the_present_version_opens() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    check(folder.path(), FORMAT);
}
