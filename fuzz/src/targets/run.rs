//! Queries over a small graph of all kinds, `graph/`. The laws:
//!
//! * no query makes the engine fail without an error that says what is wrong;
//! * a trace that was written to a file and read again executes to the same answer;
//! * running a query twice gives the same trace.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use trustuqa_engine::trace::{self, Status, Trace};
use trustuqa_engine::{Engine, EngineError, RunOptions};
use trustuqa_load::{LoadOptions, detect, read_source};
use trustuqa_storage::{Graph, SourceSpec};

use super::text;

/// Longer texts repeat what shorter ones do, and take long.
const LONGEST: usize = 1_500;

/// Runs a text as a query.
pub fn run(data: &[u8]) {
    thread_local!(static ENGINE: OnceCell<&'static Engine<'static>> = const { OnceCell::new() });
    if data.len() > LONGEST {
        return;
    }
    ENGINE.with(|engine| run_holds(engine.get_or_init(engine_of_the_small_graph), &text(data)));
}

/// The files of the graph: tables, a graph and a temporal graph that share names.
const FILES: [(&str, &str); 4] = [
    ("medals.csv", include_str!("../../graph/medals.csv")),
    ("nations.csv", include_str!("../../graph/nations.csv")),
    ("films.txt", include_str!("../../graph/films.txt")),
    ("offices.tsv", include_str!("../../graph/offices.tsv")),
];

/// Opened once a thread and never closed: the process ends with the fuzzing.
fn engine_of_the_small_graph() -> &'static Engine<'static> {
    let home = tempfile::tempdir().expect("a folder for the graph");
    let graph: &Graph = Box::leak(Box::new(Graph::open(home.path(), true).expect("a new graph")));
    let mut transaction = graph.load().expect("a load begins");
    for (file, content) in FILES {
        let path = home.path().join(file);
        std::fs::write(&path, content).expect("the file is written");
        let detected = detect(&path, None).expect("the file is known");
        let name = file.split('.').next().unwrap_or(file).to_owned();
        let (kind, content_hash) = (detected.kind, detected.content_hash.clone());
        let spec = SourceSpec { name: name.clone(), kind, file: file.to_owned(), content_hash, whole: None };
        let mut sink = transaction.begin_source(spec).expect("a source begins");
        let options = LoadOptions { skip_bad: false, name };
        read_source(&path, &detected, &options, &mut sink, &mut |_| ControlFlow::Continue(()))
            .expect("the file is read");
        sink.finish().expect("a source ends");
    }
    transaction.commit().expect("the load is kept");
    let snapshot = Box::leak(Box::new(graph.snapshot().expect("a snapshot")));
    Box::leak(Box::new(Engine::new(snapshot, None).expect("an engine")))
}

fn run_holds(engine: &Engine<'_>, text: &str) {
    let options = RunOptions::default();
    let trace = match engine.run(text, &options) {
        Ok(trace) => trace,
        Err(error @ (EngineError::Syntax { .. } | EngineError::Unknown { .. })) => {
            assert!(!error.to_string().is_empty());
            return;
        }
        Err(EngineError::Store(error)) => panic!("the store fails: {error}"),
    };
    let answered = trace.answer.status == Status::Answered;
    assert_eq!(answered, !trace.answer.items.is_empty(), "{:?}", trace.answer);
    assert!(answered || trace.answer.message.is_some(), "empty without a word: {:?}", trace.answer);
    assert!(trace.answer.items.iter().all(|item| item.count > 0), "{:?}", trace.answer);
    for step in &trace.steps {
        assert!(step.results.len() <= step.results_total && step.facts.len() <= step.facts_total);
    }
    trace::render(&trace);
    let same = engine.run(text, &options).expect("it ran before");
    assert_eq!(same, trace, "the same query, run twice");
    let file = serde_json::to_string(&trace).expect("a trace is data");
    let read: Trace = serde_json::from_str(&file).expect("a trace is read back");
    let again = engine.replay(&read).expect("a trace executes again");
    assert_eq!(again.answer.items, trace.answer.items, "replayed\n{}", trace.execution);
}
