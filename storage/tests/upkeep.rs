//! Checking, backing up and compacting a graph.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::path::Path;

use common::{KG, TABLE, TKG, load, place, spec};
use redb::{ReadableTable as _, TableDefinition};
use trustuqa_storage::{Error, Graph, GraphRead, NewFact, Result, Scope, SourceKind};

/// A graph with keys of many blocks, that of two sources share.
fn large(folder: &Path) -> Result<Graph> {
    let graph = Graph::open(folder, true)?;
    load(&graph, &[TABLE, KG, TKG])?;
    for name in ["large", "larger"] {
        let mut change = graph.load()?;
        let mut source = change.begin_source(spec(name, SourceKind::Kg))?;
        let relation = source.intern("r")?;
        for n in 0..3000u32 {
            let head = source.intern(&format!("a name that is rather long, number {n}"))?;
            let tail = source.intern(&(n % 7).to_string())?;
            source.fact(NewFact { head, relation, tail, interval: None, place: place(n + 1) })?;
        }
        source.finish()?;
        change.commit()?;
    }
    Ok(graph)
}

fn problems(graph: &Graph) -> Vec<String> {
    graph.check().unwrap().problems
}

#[test]
fn a_sound_graph_has_no_problems() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = large(folder.path())?;
    let checked = graph.check()?;
    assert_eq!(checked.problems, Vec::<String>::new());
    assert_eq!((checked.sources, checked.facts), (5, 8 + 6000));
    let names = checked.tables.iter().find(|table| table.name == "names").unwrap();
    assert_eq!(names.rows, checked.names);
    assert!(graph.check_pages()?);
    graph.remove_source("large")?;
    assert_eq!(problems(&graph), Vec::<String>::new());
    Ok(())
}

/// Opens the database itself, changes it, and tells what the graph's check finds then.
fn problems_after(folder: &Path, change: impl FnOnce(&redb::WriteTransaction)) -> Vec<String> {
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(folder.join("graph.redb"), copy.path().join("graph.redb")).unwrap();
    let database = redb::Database::open(copy.path().join("graph.redb")).unwrap();
    let txn = database.begin_write().unwrap();
    change(&txn);
    txn.commit().unwrap();
    drop(database);
    problems(&Graph::open(copy.path(), false).unwrap())
}

#[test]
fn what_is_wrong_is_named() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    drop(large(folder.path())?);
    assert_eq!(problems_after(folder.path(), |_| {}), Vec::<String>::new());

    // A first block, a further block, a name's hash and a name that are gone.
    for table in ["by_head", "by_relation", "by_tail", "by_node", "by_token", "by_order", "by_time", "names"]
    {
        let found = problems_after(folder.path(), |txn| {
            let mut table = txn.open_table(TableDefinition::<u32, &[u8]>::new(table)).unwrap();
            let key = table.iter().unwrap().next_back().unwrap().unwrap().0.value();
            table.remove(key).unwrap();
        });
        assert!(!found.is_empty(), "{table}");
        if table != "names" {
            assert!(found.iter().any(|problem| problem.contains(table)), "{table}: {found:?}");
        }
    }
    for table in ["by_relation_more", "by_tail_more"] {
        let found = problems_after(folder.path(), |txn| {
            let mut table = txn.open_table(TableDefinition::<&[u8; 20], &[u8]>::new(table)).unwrap();
            table.pop_last().unwrap().unwrap();
        });
        let index = table.trim_end_matches("_more");
        assert!(found.iter().any(|problem| problem.contains(index)), "{table}: {found:?}");
    }
    for table in ["name_ids", "folded"] {
        let found = problems_after(folder.path(), |txn| {
            let mut table = txn.open_table(TableDefinition::<u64, &[u8]>::new(table)).unwrap();
            table.pop_first().unwrap().unwrap();
        });
        assert!(found.iter().any(|problem| problem.contains(table)), "{table}: {found:?}");
    }
    let found = problems_after(folder.path(), |txn| {
        let mut tokens = txn.open_table(TableDefinition::<&[u8], (u32, u32)>::new("tokens")).unwrap();
        let (id, count) = tokens.get(b"name".as_slice()).unwrap().unwrap().value();
        tokens.insert(b"name".as_slice(), (id, count + 1)).unwrap();
    });
    assert!(found.iter().any(|problem| problem.contains("tokens")), "{found:?}");
    Ok(())
}

#[test]
fn a_flipped_byte_is_found_by_the_pages() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    drop(large(folder.path())?);
    let file = folder.path().join("graph.redb");
    let mut bytes = std::fs::read(&file).unwrap();
    let name = b"a name that is rather long, number 1234";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let graph = Graph::open(folder.path(), false)?;
    assert!(!problems(&graph).is_empty());
    assert!(matches!(graph.check_pages(), Err(Error::Damaged { .. })));
    Ok(())
}

#[test]
fn a_backup_is_the_graph_of_one_moment() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = large(folder.path())?;
    let read = graph.snapshot()?;
    // A load that is not committed is not part of it.
    let mut change = graph.load()?;
    change.remove("large")?;
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join("graph.redb");
    graph.backup(&file)?;
    change.commit()?;
    assert!(matches!(graph.backup(&file), Err(Error::Invalid { .. })));
    let restored = Graph::open(copy.path(), false)?;
    assert_eq!(problems(&restored), Vec::<String>::new());
    assert!(restored.check_pages()?);
    assert_eq!(restored.snapshot()?.sources()?, read.sources()?);
    let facts = |read: &dyn GraphRead| {
        let sources = read.sources().unwrap();
        sources
            .iter()
            .flat_map(|source| read.facts_of_source(source.id, 0, 10_000).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(facts(&restored.snapshot()?), facts(&read));
    // Nothing but the backup is left where it was written.
    assert!(graph.backup(Path::new("/nowhere at all/graph.redb")).is_err());
    // Ids go on where they were.
    load(&restored, &[KG])?;
    assert_eq!(problems(&restored), Vec::<String>::new());
    Ok(())
}

#[test]
fn compacting_keeps_everything_and_what_was_cut_short_does_no_harm() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = large(folder.path())?;
    graph.remove_source("larger")?;
    // What a compaction that was killed leaves.
    std::fs::write(folder.path().join("graph.redb.new"), b"half of a file").unwrap();
    drop(graph);
    let graph = Graph::open(folder.path(), false)?;
    let before = graph.snapshot()?.sources()?;
    assert!(graph.compact()?);
    assert!(!folder.path().join("graph.redb.new").exists());
    assert_eq!(graph.snapshot()?.sources()?, before);
    assert_eq!(problems(&graph), Vec::<String>::new());
    // The graph can be changed, closed and opened as before.
    load(&graph, &[KG])?;
    drop(graph);
    let graph = Graph::open(folder.path(), false)?;
    assert_eq!(problems(&graph), Vec::<String>::new());
    let relation = graph.snapshot()?.node_named("r")?.unwrap();
    assert_eq!(graph.snapshot()?.facts_of_relation(relation, None, &Scope::All)?.len(), 3000);
    Ok(())
}
