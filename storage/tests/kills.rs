//! Kills at random moments of loads, replacements, removals and compactions.
//!
//! A child process changes a graph without end and says when a change has returned; it is
//! killed at some moment, and the graph must be what it was after the last change that had
//! returned or the one in progress, whole and sound. `TRUSTUQA_KILLS=10000` kills as often
//! as that; a run of the test suite kills a few dozen times.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::place;
use trustuqa_storage::{Error, Graph, GraphRead, NewFact, Result, SourceKind, SourceSpec};

const FOLDER: &str = "TRUSTUQA_STORAGE_KILL_FOLDER";
const FROM: &str = "TRUSTUQA_STORAGE_KILL_FROM";
/// Sources that the changes are about.
const SOURCES: u64 = 5;

/// What change number `n` does; the same for child and parent.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Loads a source, or loads it again, with this many facts.
    Load {
        source: u64,
        facts: u32,
    },
    Remove {
        source: u64,
    },
    Compact,
}

fn random(n: u64, salt: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&[n.to_le_bytes(), salt.to_le_bytes()].concat())
}

fn change(n: u64) -> Change {
    let source = random(n, 1) % SOURCES;
    match random(n, 2) % 10 {
        0 => Change::Compact,
        1 | 2 => Change::Remove { source },
        _ => Change::Load { source, facts: 1 + (random(n, 3) % 700) as u32 },
    }
}

/// Sources by name, with the number of the change that loaded each.
type State = BTreeMap<String, String>;

fn name(source: u64) -> String {
    format!("source {source}")
}

fn apply(state: &mut State, n: u64) {
    match change(n) {
        Change::Load { source, .. } => drop(state.insert(name(source), n.to_string())),
        Change::Remove { source } => drop(state.remove(&name(source))),
        Change::Compact => {}
    }
}

fn make(graph: &Graph, n: u64) -> Result<()> {
    match change(n) {
        Change::Compact => graph.compact().map(drop),
        Change::Remove { source } => match graph.remove_source(&name(source)) {
            Err(Error::Unknown { .. }) => Ok(()),
            other => other,
        },
        Change::Load { source, facts } => {
            let mut load = graph.load()?.with_buffer(200).with_layers(1, n % 5);
            let mut part = load.begin_source(SourceSpec {
                name: name(source),
                kind: SourceKind::Kg,
                file: String::new(),
                content_hash: n.to_string(),
                whole: None,
            })?;
            let relation = part.intern("relation")?;
            for line in 1..=facts {
                let head = part.intern(&format!("head {} of {source}", random(u64::from(line), n) % 500))?;
                let tail = part.intern(&(line % 11).to_string())?;
                part.fact(NewFact { head, relation, tail, interval: None, place: place(line) })?;
            }
            part.finish()?;
            load.commit().map(drop)
        }
    }
}

/// Does nothing in a normal run; in a child process it changes the graph without end.
#[test]
fn child() {
    let (Ok(folder), Ok(from)) = (std::env::var(FOLDER), std::env::var(FROM)) else { return };
    let graph = Graph::open(Path::new(&folder), true).unwrap();
    println!("\nopened");
    for n in from.parse::<u64>().unwrap().. {
        make(&graph, n).unwrap();
        println!("\nchanged {n}");
    }
}

/// Runs the child for a while; returns the number of the last change that had returned.
fn killed_child(folder: &Path, from: u64, after: Duration) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(FOLDER, folder)
        .env(FROM, from.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        lines.by_ref().map_while(|line| line.ok()).any(|line| line == "opened"),
        "the child did not open"
    );
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had said before it was killed is still in the pipe.
    let said = lines.map_while(|line| line.ok());
    said.filter_map(|line| line.strip_prefix("changed ").and_then(|n| n.parse().ok())).last()
}

#[test]
fn every_kill_leaves_a_whole_graph() {
    if std::env::var(FOLDER).is_ok() {
        return;
    }
    let kills: u64 = std::env::var("TRUSTUQA_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let folder = tempfile::tempdir().unwrap();
    let mut state = State::new();
    let mut next = 0;
    let mut in_progress = 0;
    for kill in 0..kills {
        let after = Duration::from_micros(random(kill, 4) % 60_000);
        let returned = killed_child(folder.path(), next, after).map_or(next, |n| n + 1);
        (next..returned).for_each(|n| apply(&mut state, n));
        next = returned;

        let graph = Graph::open(folder.path(), false).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        let read = graph.snapshot().unwrap();
        let sources = read.sources().unwrap();
        let found: State =
            sources.iter().map(|source| (source.name.clone(), source.content_hash.clone())).collect();
        drop(read);
        if found != state {
            // The change that was in progress may have come through.
            apply(&mut state, next);
            next += 1;
            in_progress += 1;
            assert_eq!(found, state, "kill {kill} at change {next}");
        }
        let checked = graph.check().unwrap();
        assert_eq!(checked.problems, Vec::<String>::new(), "kill {kill} at change {next}");
        assert!(graph.check_pages().is_ok(), "kill {kill} at change {next}");
    }
    println!("{kills} kills in {next} changes; {in_progress} changes came through that had not returned");
}

#[test]
fn the_same_changes_without_kills_leave_a_sound_graph() {
    if std::env::var(FOLDER).is_ok() {
        return;
    }
    let changes: u64 = std::env::var("TRUSTUQA_CHANGES").ok().and_then(|n| n.parse().ok()).unwrap_or(250);
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    for n in 0..changes {
        make(&graph, n).unwrap();
        assert_eq!(graph.check().unwrap().problems, Vec::<String>::new(), "change {n}: {:?}", change(n));
    }
}
