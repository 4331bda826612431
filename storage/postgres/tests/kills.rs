//! Kills of the loading program and of the server, at any moment: nothing half-loaded is ever seen,
//! and the graph goes on.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Server, commit, problems};
use trustuqa_model::conformance::load_graph as graph;
use trustuqa_model::{SourceKind, Store as _};
use trustuqa_postgres::{Error, PostgresGraph};

/// Where the other program of this file finds its graph.
const GRAPH: &str = "TRUSTUQA_TEST_GRAPH";
const FACTS: usize = 4_000;

/// How often something is killed; an environment variable asks for more.
fn kills() -> u64 {
    std::env::var("TRUSTUQA_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(8)
}

fn load(store: &PostgresGraph, number: usize) {
    let mut change = store.change().unwrap();
    let texts: Vec<[String; 3]> = (0..FACTS)
        .map(|n| [format!("head {}", n / 3), format!("relation {}", n % 5), format!("tail {number} {n}")])
        .collect();
    let triples = texts.iter().map(|[head, relation, tail]| ([head.as_str(), relation, tail], None));
    graph(change.as_mut(), &format!("source {}", number % 3), SourceKind::Kg, triples);
    commit(change);
}

/// What the program does that is killed. By itself it is a test that does nothing.
#[test]
fn a_program_that_loads_until_it_is_killed() {
    let Ok(url) = std::env::var(GRAPH) else { return };
    let store = PostgresGraph::open(&url.parse().unwrap(), true).unwrap();
    for number in 0.. {
        load(&store, number);
        println!("loaded {number}");
    }
}

/// Every source is whole, and all tables agree.
fn is_whole(store: &PostgresGraph) {
    assert_eq!(problems(store), Vec::<String>::new());
    let view = store.view().unwrap();
    for source in view.sources().unwrap().iter() {
        assert_eq!(source.facts as usize, FACTS, "{}", source.name);
        assert_eq!(view.facts_of_source(source.id, 0, usize::MAX).unwrap().len(), FACTS);
    }
}

#[test]
fn a_program_that_is_killed_leaves_nothing_half_loaded() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    for kill in 0..kills() {
        let mut program = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_program_that_loads_until_it_is_killed"])
            .env(GRAPH, server.url("g"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(150 + kill * 37 % 700));
        program.kill().unwrap();
        program.wait().unwrap();
        is_whole(&store);
    }
    // The lock of the last one is gone with it.
    load(&store, 0);
    is_whole(&store);
    assert!(!store.view().unwrap().sources().unwrap().is_empty());
}

#[test]
fn a_server_that_is_killed_leaves_nothing_half_loaded() {
    let Some(mut server) = Server::start() else { return };
    let store = server.open("g");
    load(&store, 0);
    for kill in 0..kills().div_ceil(2) {
        let url = server.url("g");
        let loading = std::thread::spawn(move || {
            let store = PostgresGraph::open(&url.parse().unwrap(), false).unwrap();
            for number in 0..50 {
                let texts: Vec<[String; 3]> = (0..FACTS)
                    .map(|n| [format!("h {n}"), "r".to_owned(), format!("t {number} {n}")])
                    .collect();
                let Ok(mut change) = store.change() else { return number };
                let Ok(mut source) = change.begin_source(common::spec("loading", SourceKind::Kg)) else {
                    return number;
                };
                for (line, [head, relation, tail]) in (1..).zip(&texts) {
                    let parts = [head, relation, tail].map(|part| source.intern(part));
                    let [Ok(head), Ok(relation), Ok(tail)] = parts else { return number };
                    let place = trustuqa_model::Place { line, row: None, column: None };
                    let fact = trustuqa_model::NewFact { head, relation, tail, interval: None, place };
                    if source.fact(fact).is_err() {
                        return number;
                    }
                }
                if source.finish().is_err()
                    || change.commit(&mut |_, _| std::ops::ControlFlow::Continue(())).is_err()
                {
                    return number;
                }
            }
            50
        });
        std::thread::sleep(Duration::from_millis(120 + kill * 61 % 500));
        let view = store.view().unwrap();
        server.kill();
        loading.join().unwrap();
        // A request now gets an error that says so; nothing hangs and nothing is invented.
        let error = view.facts_of_source(view.sources().unwrap()[0].id, 0, 10).unwrap_err();
        assert!(error.to_string().contains("connection"), "{error}");
        let gone = PostgresGraph::open(&server.address("g"), false).unwrap_err();
        assert!(matches!(gone, Error::Connect { .. } | Error::Lost(_)), "{gone}");
        server.run();
        // The same open graph goes on by itself.
        is_whole(&store);
    }
}
