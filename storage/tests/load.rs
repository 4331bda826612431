//! Loading, reading back, replacing and removing whole sources.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::collections::HashSet;
use std::ops::ControlFlow;

use common::{KG, Line, TABLE, TKG, load, loops, place, spec};
use trustuqa_storage::{
    Error, FactId, Graph, GraphRead, Load, NewFact, NodeKind, Posting, Result, Roles, Scope, SourceKind,
    ValueKind,
};

fn texts(
    graph: &impl GraphRead,
    list: &[Posting],
    part: fn(&Posting) -> trustuqa_storage::NodeId,
) -> Vec<String> {
    list.iter().map(|posting| graph.node(part(posting)).unwrap().text).collect()
}

#[test]
fn a_loaded_graph_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    load(&graph, &[TABLE, KG, TKG]).unwrap();
    drop(graph);

    let graph = Graph::open(folder.path(), false).unwrap();
    let read = graph.snapshot().unwrap();
    let sources = read.sources().unwrap();
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["films.csv", "films.nt", "awards.tsv"]);
    let table = &sources[0];
    assert_eq!((table.facts, table.rows, table.kind), (4, 2, SourceKind::Table));
    let columns: Vec<_> = table.relations.iter().map(|info| (info.name.as_str(), info.column)).collect();
    assert_eq!(columns, [("Title", Some(0)), ("Note", Some(1)), ("Year", Some(2))]);
    assert_eq!(table.relations[1].facts, 0, "an empty column is listed");
    assert_eq!(table.relations[0].sample.as_deref(), Some("Hedwig"));
    assert_eq!(table.relations[0].sample_head, None);
    assert_eq!(sources[1].relations[0].sample_head.as_deref(), Some("Hedwig"));
    // Two rows, two columns in use, four cells.
    assert_eq!(table.nodes, 8);

    let title = read.node_named("Title").unwrap().unwrap();
    let hedwig = read.node_named("Hedwig").unwrap().unwrap();
    let cells = read.facts_of_relation(title, Some(hedwig), &Scope::All).unwrap();
    assert_eq!(texts(&read, &cells, |posting| posting.head), ["[line_1]"]);
    let row = read.row_node(table.id, 1).unwrap().unwrap();
    assert_eq!(cells[0].head, row);
    assert_eq!(read.node(row).unwrap().kind, NodeKind::Row { source: table.id, row: 1 });
    assert_eq!(read.row_node(table.id, 3).unwrap(), None);
    assert_eq!(read.row_node(table.id, 0).unwrap(), None);
    assert_eq!(read.node_named("[line_1]").unwrap(), None);
    let fact = read.fact(cells[0].fact).unwrap();
    assert_eq!((fact.place.line, fact.place.row, fact.place.column), (2, Some(1), Some(0)));

    // The same name in a table and in a graph is one node with the roles of both.
    assert_eq!(read.roles(hedwig, &Scope::All).unwrap(), Roles::CELL.with(Roles::HEAD));
    assert_eq!(read.roles(hedwig, &Scope::Only(vec![sources[1].id])).unwrap(), Roles::HEAD);
    assert_eq!(read.roles(hedwig, &Scope::Only(vec![])).unwrap(), Roles::default());
    let directed = read.node_named("directed_by").unwrap().unwrap();
    assert_eq!(read.node(directed).unwrap().iri.as_deref(), Some("http://example.org/directed_by"));
    assert_eq!(read.nodes_folded("DIRECTED by").unwrap(), [directed]);
    assert_eq!(read.sources_of_relation(directed).unwrap(), [sources[1].id]);
    let of_head = read.facts_of_head(hedwig, None, &Scope::All).unwrap();
    assert_eq!(texts(&read, &of_head, |posting| posting.tail), ["John Cameron Mitchell"]);
    let john = read.node_named("John Cameron Mitchell").unwrap().unwrap();
    let of_tail = read.facts_of_tail(john, None, &Scope::All).unwrap();
    assert_eq!(of_tail.len(), 2);
    assert!(of_tail.is_sorted());

    let found = read.nodes_with_token("mitchell", Roles::ENTITY, &Scope::All).unwrap();
    assert_eq!(found, [(john, Roles::TAIL)]);
    assert_eq!(read.nodes_with_token("mitchell", Roles::RELATION, &Scope::All).unwrap(), []);
    assert_eq!(read.token_count("hedwig").unwrap(), 1);
    assert_eq!(read.tokens_near("hedwik", 1).unwrap(), [("hedwig".to_owned(), 1)]);
}

#[test]
fn nothing_changes_before_the_commit() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    load(&graph, &[KG]).unwrap();
    let before = graph.snapshot().unwrap();
    let mut change = graph.load().unwrap();
    change.remove("films.nt").unwrap();
    let mut source = change.begin_source(spec("new", SourceKind::Kg)).unwrap();
    let node = source.intern("new name").unwrap();
    source.fact(NewFact { head: node, relation: node, tail: node, interval: None, place: place(1) }).unwrap();
    source.finish().unwrap();
    drop(change);
    let after = graph.snapshot().unwrap();
    assert_eq!(after.node_named("new name").unwrap(), None);
    assert_eq!(before.sources().unwrap(), after.sources().unwrap());
    load(&graph, &[TABLE]).unwrap();
    assert_eq!(before.sources().unwrap().len(), 1, "an open snapshot does not change");
    assert_eq!(graph.snapshot().unwrap().sources().unwrap().len(), 2);
}

#[test]
fn an_unfinished_source_cannot_be_committed() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    let mut change = graph.load().unwrap();
    let mut source = change.begin_source(spec("half", SourceKind::Kg)).unwrap();
    source.intern("x").unwrap();
    drop(source);
    assert!(matches!(change.begin_source(spec("next", SourceKind::Kg)), Err(Error::Invalid { .. })));
    assert!(matches!(change.commit(), Err(Error::Invalid { .. })));
    assert_eq!(graph.snapshot().unwrap().node_named("x").unwrap(), None);
}

#[test]
fn a_name_without_a_fact_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    let mut change = graph.load().unwrap();
    let mut source = change.begin_source(spec("s", SourceKind::Kg)).unwrap();
    let (a, _lost, b) =
        (source.intern("a").unwrap(), source.intern("lost").unwrap(), source.intern("b").unwrap());
    source.fact(NewFact { head: a, relation: b, tail: a, interval: None, place: place(1) }).unwrap();
    source.intern("lost too").unwrap();
    source.finish().unwrap();
    let sources = change.commit().unwrap();
    assert_eq!(sources[0].nodes, 2);
    let read = graph.snapshot().unwrap();
    assert_eq!(read.node_named("lost").unwrap(), None);
    assert_eq!(read.node_named("lost too").unwrap(), None);
    assert_eq!(read.token_count("lost").unwrap(), 0);
    assert!(read.node_named("b").unwrap().is_some());
}

#[test]
fn a_source_loaded_again_takes_the_place_of_the_old_one() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[KG, TABLE])?;
    let hedwig = graph.snapshot()?.node_named("Hedwig")?;
    let mut shorter = KG;
    shorter.lines = &[Line(&["Hedwig", "directed_by", "Somebody Else"])];
    load(&graph, &[shorter])?;
    let read = graph.snapshot()?;
    assert_eq!(read.sources()?.len(), 2);
    assert_eq!(read.node_named("Hedwig")?, hedwig, "a name in use keeps its node");
    assert_eq!(read.node_named("John Cameron Mitchell")?, None);
    let facts = read.facts_of_head(hedwig.unwrap(), None, &Scope::All)?;
    assert_eq!(texts(&read, &facts, |posting| posting.tail), ["Somebody Else"]);
    Ok(())
}

#[test]
fn removing_every_source_leaves_nothing() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[TABLE, KG, TKG])?;
    assert!(matches!(graph.remove_source("no such source"), Err(Error::Unknown { .. })));
    let vector: Vec<f32> = (0..384).map(|at| at as f32 / 384.0).collect();
    graph.put_vectors(&[("Hedwig".to_owned(), vector)])?;
    for source in [TABLE, KG, TKG] {
        graph.remove_source(source.name)?;
    }
    assert_eq!(common::rows_left(folder.path(), graph), [], "every table but `meta` is empty");
    Ok(())
}

#[test]
fn many_entries_under_one_key_span_blocks() -> Result<()> {
    // One relation with thousands of facts fills several blocks of each index; a small
    // buffer makes the sort go through files.
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    let mut change = graph.load()?.with_buffer(500);
    for name in ["one", "two"] {
        let mut source = change.begin_source(spec(name, SourceKind::Kg))?;
        let relation = source.intern("r")?;
        for n in 0..3000u32 {
            let head = source.intern(&format!("h{}", n % 700))?;
            let tail = source.intern(&format!("tail{}", n / 1500))?;
            source.fact(NewFact { head, relation, tail, interval: None, place: place(n + 1) })?;
        }
        source.finish()?;
    }
    change.commit()?;
    let read = graph.snapshot()?;
    let node = |text: &str| read.node_named(text).unwrap().unwrap();
    let sources = read.sources()?;
    let both = read.facts_of_relation(node("r"), None, &Scope::All)?;
    assert_eq!(both.iter().map(|posting| posting.fact.0).collect::<Vec<_>>(), (0..6000).collect::<Vec<_>>());
    for (number, source) in sources.iter().enumerate() {
        let scope = Scope::Only(vec![source.id]);
        let first = number as u32 * 3000;
        assert_eq!(source.first_fact, FactId(first));
        let of_tail = read.facts_of_relation(node("r"), Some(node("tail1")), &scope)?;
        assert_eq!(
            of_tail.iter().map(|posting| posting.fact.0).collect::<Vec<_>>(),
            (first + 1500..first + 3000).collect::<Vec<_>>()
        );
        assert_eq!(read.facts_of_tail(node("tail0"), Some(node("r")), &scope)?.len(), 1500);
        assert_eq!(read.facts_of_head(node("h5"), Some(node("r")), &scope)?.len(), 5);
        let facts = read.facts_of_source(source.id, 2990, 100)?;
        assert_eq!(facts.len(), 10);
        assert_eq!(facts[0].id, FactId(first + 2990));
        assert_eq!(source.relations[0].kind, ValueKind::Text);
    }
    assert_eq!(std::fs::read_dir(folder.path().join("runs")).map_or(0, |runs| runs.count()), 0);
    graph.remove_source("one")?;
    let read = graph.snapshot()?;
    assert_eq!(read.facts_of_relation(node("r"), None, &Scope::All)?.len(), 3000);
    Ok(())
}

#[test]
fn compacting_gives_space_back_once_nothing_reads() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    let mut change = graph.load()?;
    let mut source = change.begin_source(spec("large", SourceKind::Kg))?;
    loops(&mut source, "r", (0..5000).map(|n| format!("a name that is rather long, number {n}")))?;
    source.finish()?;
    change.commit()?;
    load(&graph, &[KG])?;
    graph.remove_source("large")?;
    let read = graph.snapshot()?;
    assert!(matches!(graph.compact(), Err(Error::Invalid { .. })));
    drop(read);
    let size = || std::fs::metadata(folder.path().join("graph.redb")).unwrap().len();
    let before = size();
    assert!(graph.compact()?);
    assert!(size() < before / 2, "{} of {before} bytes", size());
    assert_eq!(graph.snapshot()?.sources()?.len(), 1);
    Ok(())
}

#[test]
fn the_writing_of_indexes_is_told_and_can_be_cancelled() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[KG])?;
    let begun = || -> Result<Load> {
        let mut change = graph.load()?;
        let mut source = change.begin_source(spec("large", SourceKind::Kg))?;
        loops(&mut source, "r", (0..40_000).map(|n| n.to_string()))?;
        source.finish()?;
        Ok(change)
    };
    let mut steps = 0;
    let cancelled = begun()?.commit_with(&mut |done, of| {
        assert!(done <= of);
        steps += 1;
        if steps < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(cancelled, Err(Error::Cancelled)));
    assert_eq!(graph.snapshot()?.sources()?.len(), 1);
    let stored = begun()?.commit_with(&mut |_, _| ControlFlow::Continue(()))?;
    assert_eq!(stored.len(), 1);
    assert_eq!(graph.snapshot()?.sources()?[1..], stored);
    assert_eq!(graph.check()?.problems, Vec::<String>::new());
    Ok(())
}

/// Names are read some thousand at a time, beside the names that no fact has.
#[test]
fn as_many_names_as_are_read_together_and_one_more_or_less() -> Result<()> {
    for names in [8191u32, 8192, 8193, 16_384] {
        for unused in [0, 1] {
            let folder = tempfile::tempdir().unwrap();
            let graph = Graph::open(folder.path(), true)?;
            let mut change = graph.load()?;
            let mut source = change.begin_source(spec("large", SourceKind::Kg))?;
            loops(&mut source, "r", (1..names).map(|n| format!("name {n}")))?;
            for n in 0..unused {
                source.intern(&format!("unused {n}"))?;
            }
            source.finish()?;
            let stored = change.commit()?;
            assert_eq!(stored[0].nodes, u64::from(names));
            let read = graph.snapshot()?;
            assert_eq!(read.node_named("unused 0")?, None);
            assert!(read.node_named(&format!("name {}", names - 1))?.is_some());
            assert_eq!(graph.check()?.problems, Vec::<String>::new(), "{names} names, {unused} unused");
        }
    }
    Ok(())
}

/// Names that are looked up ahead, whether they are there or not, and whether they are asked for then.
#[test]
fn names_that_were_expected_are_the_same_as_others() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    let name = |n: u32| format!("name {n}");
    let mut change = graph.load()?;
    let mut source = change.begin_source(spec("first", SourceKind::Kg))?;
    // Nothing can be found in a graph without names.
    let all: Vec<String> = (0..1000).map(name).collect();
    source.expect_names(&all.iter().map(String::as_str).collect::<Vec<_>>())?;
    loops(&mut source, "r", (0..1000).map(name))?;
    source.finish()?;
    change.commit()?;
    let before = graph.snapshot()?;

    let mut change = graph.load()?;
    let mut source = change.begin_source(spec("second", SourceKind::Kg))?;
    let relation = source.intern("r")?;
    // Each comes in two batches, the second time as one that is known or was made since.
    for from in [500, 700, 1100] {
        let wanted: Vec<String> = (from..from + 900).map(name).collect();
        let mut expected: Vec<&str> = wanted.iter().map(String::as_str).collect();
        expected.extend(["never asked for", "name 1"]);
        source.expect_names(&expected)?;
        for text in wanted.iter().filter(|text| *text != "name 1500") {
            let node = source.intern(text)?;
            assert_eq!(source.intern(text)?, node, "{text} once more");
            if let Some(stored) = before.node_named(text)? {
                assert_eq!(node, stored, "{text}");
            }
            source.fact(NewFact { head: node, relation, tail: node, interval: None, place: place(1) })?;
        }
    }
    source.finish()?;
    change.commit()?;
    let after = graph.snapshot()?;
    let mut nodes = HashSet::new();
    for n in 0..2000 {
        nodes.extend(after.node_named(&name(n))?);
    }
    assert_eq!(nodes.len(), 1999);
    assert_eq!(after.node_named("name 1500")?, None);
    assert_eq!(after.node_named("never asked for")?, None);
    assert_eq!(graph.check()?.problems, Vec::<String>::new());
    Ok(())
}

#[test]
fn graphs_loads_and_snapshots_can_move_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    fn moved<T: Send>() {}
    shared::<Graph>();
    shared::<trustuqa_storage::Snapshot>();
    moved::<trustuqa_storage::Load>();
}
