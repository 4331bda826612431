//! What other processes and crashes do to a graph: locks, kills, foreign files.
//!
//! Child processes are this test binary again, with an environment variable that says what
//! to do; see [`child`].
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{KG, TABLE, TKG, load, place, spec};
use trustuqa_storage::{Error, Graph, GraphRead, NewFact, Scope, SourceKind};

const JOB: &str = "TRUSTUQA_STORAGE_TEST_JOB";
const FOLDER: &str = "TRUSTUQA_STORAGE_TEST_FOLDER";

fn spawn(job: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(JOB, job)
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Reads the child's output up to a line that contains `text`.
fn wait_for(child: &mut Child, text: &str) -> String {
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    lines
        .find_map(|line| line.ok().filter(|line| line.contains(text)))
        .unwrap_or_else(|| panic!("the child ended without saying `{text}`"))
}

/// Does nothing in a normal run; in a child process it does the child's job.
#[test]
fn child() {
    let (Ok(job), Ok(folder)) = (std::env::var(JOB), std::env::var(FOLDER)) else { return };
    let folder = Path::new(&folder);
    match job.as_str() {
        "open" => match Graph::open(folder, false) {
            Ok(_) => println!("\nresult: opened"),
            Err(error) => println!("\nresult: {error:?} / {error}"),
        },
        "load forever" => {
            let graph = Graph::open(folder, false).unwrap();
            let mut change = graph.load().unwrap().with_buffer(5_000);
            change.remove(KG.name).unwrap();
            let mut finished = change.begin_source(spec("finished", SourceKind::Kg)).unwrap();
            let node = finished.intern("finished").unwrap();
            let fact = NewFact { head: node, relation: node, tail: node, interval: None, place: place(1) };
            finished.fact(fact).unwrap();
            finished.finish().unwrap();
            let mut source = change.begin_source(spec("endless", SourceKind::Kg)).unwrap();
            for n in 0.. {
                let head = source.intern(&format!("head {n}")).unwrap();
                source.fact(NewFact { head, ..fact }).unwrap();
                if n == 20_000 {
                    println!("\nstate: loading");
                }
            }
        }
        "commit forever" => {
            let graph = Graph::open(folder, false).unwrap();
            println!("\nstate: committing");
            for n in 0.. {
                let mut change = graph.load().unwrap();
                let mut source = change.begin_source(spec(&format!("source {n}"), SourceKind::Kg)).unwrap();
                let relation = source.intern("r").unwrap();
                for m in 0..50u32 {
                    let head = source.intern(&format!("head {n} {m}")).unwrap();
                    source
                        .fact(NewFact { head, relation, tail: head, interval: None, place: place(m + 1) })
                        .unwrap();
                }
                source.finish().unwrap();
                change.commit().unwrap();
            }
        }
        other => panic!("no such job: {other}"),
    }
}

#[test]
fn a_second_process_is_told_that_the_graph_is_locked() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    let mut second = spawn("open", folder.path());
    let said = wait_for(&mut second, "result:");
    second.wait().unwrap();
    assert!(said.contains("Locked"), "{said}");
    assert!(said.contains(folder.path().to_str().unwrap()), "the error names the path: {said}");
    assert!(
        matches!(Graph::open(folder.path(), false), Err(Error::Locked { .. })),
        "nor twice in one process"
    );
    drop(graph);
    let mut third = spawn("open", folder.path());
    assert!(wait_for(&mut third, "result:").contains("opened"));
    third.wait().unwrap();
}

#[test]
fn a_load_that_is_killed_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    load(&graph, &[TABLE, KG, TKG]).unwrap();
    let before = graph.snapshot().unwrap().sources().unwrap();
    drop(graph);

    let mut child = spawn("load forever", folder.path());
    wait_for(&mut child, "state: loading");
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();

    let graph = Graph::open(folder.path(), false).unwrap();
    let read = graph.snapshot().unwrap();
    assert_eq!(read.sources().unwrap(), before);
    assert_eq!(read.node_named("finished").unwrap(), None);
    let director = read.node_named("directed_by").unwrap().unwrap();
    assert_eq!(read.facts_of_relation(director, None, &Scope::All).unwrap().len(), 2);
    assert!(!folder.path().join("runs").exists());
    drop(read);
    load(&graph, &[KG]).unwrap();
}

#[test]
fn a_kill_during_commits_leaves_whole_sources() {
    let folder = tempfile::tempdir().unwrap();
    drop(Graph::open(folder.path(), true).unwrap());
    let mut seen = 0;
    for round in 0..4u64 {
        let inner = tempfile::tempdir().unwrap();
        drop(Graph::open(inner.path(), true).unwrap());
        let mut child = spawn("commit forever", inner.path());
        wait_for(&mut child, "state: committing");
        std::thread::sleep(Duration::from_millis(37 + 61 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let graph = Graph::open(inner.path(), false).unwrap();
        let read = graph.snapshot().unwrap();
        let sources = read.sources().unwrap();
        for (n, source) in sources.iter().enumerate() {
            assert_eq!(source.name, format!("source {n}"));
            let facts = read.facts_of_source(source.id, 0, 100).unwrap();
            assert_eq!(facts.len(), 50);
            for (m, fact) in facts.iter().enumerate() {
                assert_eq!(read.node(fact.head).unwrap().text, format!("head {n} {m}"));
                assert_eq!(read.facts_of_head(fact.head, None, &Scope::All).unwrap().len(), 1);
            }
        }
        seen += sources.len();
    }
    assert!(seen > 0, "no child came to commit anything");
}

#[test]
fn foreign_files_are_named_as_such() {
    for content in [&b"not a database at all"[..], b"", &[0; 8192]] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("graph.redb"), content).unwrap();
        let error = Graph::open(folder.path(), false).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let other = redb::Database::create(folder.path().join("graph.redb")).unwrap();
    let txn = other.begin_write().unwrap();
    txn.open_table(redb::TableDefinition::<u64, u64>::new("theirs")).unwrap();
    txn.commit().unwrap();
    drop(other);
    let error = Graph::open(folder.path(), false).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
}

#[test]
fn another_format_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(Graph::open(folder.path(), true).unwrap());
    let database = redb::Database::open(folder.path().join("graph.redb")).unwrap();
    let txn = database.begin_write().unwrap();
    txn.open_table(redb::TableDefinition::<&str, u64>::new("meta")).unwrap().insert("format", 99).unwrap();
    txn.commit().unwrap();
    drop(database);
    let error = Graph::open(folder.path(), false).unwrap_err();
    assert!(matches!(error, Error::Version { found: 99, expected: 6 }), "{error:?}");
}

#[test]
fn a_missing_graph_is_not_made_by_opening_it() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nothing here");
    assert!(matches!(Graph::open(&missing, false), Err(Error::Io { .. })));
    assert!(!missing.exists());
}
