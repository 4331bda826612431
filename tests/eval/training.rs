//! Training questions as demonstrations.

use std::ops::ControlFlow;

use serde_json::json;
use trustuqa::eval::sets::{self, ReadOptions};
use trustuqa::eval::{BenchmarkSet, training};
use trustuqa::session::demonstrations::{Retrieve, choose};
use trustuqa_engine::ground::Embed;
use trustuqa_storage::Graph;

use crate::data::{metaqa, wikisql, write_lines};
use crate::support::home::Home;

/// A graph that holds a benchmark and its training questions, with what was stored.
fn stored(home: &Home, set: BenchmarkSet) -> (Graph, training::StoredTraining) {
    let data = home.path("bench");
    let dataset = sets::read(set, &data, &ReadOptions::default()).unwrap();
    let graph = Graph::open(&home.path("graph"), true).unwrap();
    dataset.load(&graph, &mut |_| ControlFlow::Continue(())).unwrap();
    let stored = training::store(&dataset, &data, &graph).unwrap();
    assert_eq!(training::store(&dataset, &data, &graph).unwrap(), training::StoredTraining::default());
    (graph, stored)
}

fn questions(graph: &Graph) -> Vec<String> {
    graph.snapshot().unwrap().demonstrations().unwrap().into_iter().map(|d| d.question).collect()
}

fn directed(film: &str) -> String {
    format!("Step1: x\nQuery1: \"get_information(relation='directed_by', head_entity='{film}')\"")
}

#[test]
fn a_training_question_is_stored_when_its_query_gives_its_answers() {
    let home = Home::new();
    metaqa(&home);
    let lines = [
        json!({"id": "t1", "question": "right", "completion": directed("Old Tide"), "answers": ["Ines Vale"]}),
        json!({"id": "t2", "question": "wrong", "completion": directed("Old Tide"), "answers": ["Tomo Reed"]}),
        json!({"id": "t3", "question": "unknown", "completion": directed("Low Water")}),
        json!({"id": "t4", "question": "broken", "completion": "find it", "answers": ["Ines Vale"]}),
    ];
    write_lines(&home, "bench/metaqa/recorded.jsonl", &lines);
    let (graph, stored) = stored(&home, BenchmarkSet::Metaqa);
    assert_eq!((stored.new, stored.refused), (2, 2));
    assert_eq!(questions(&graph), ["right", "unknown"]);
}

#[test]
fn annotations_of_training_questions_become_queries() {
    let home = Home::new();
    wikisql(&home);
    let sql = json!({"sel": "Crew", "conds": [["Boat", "=", "Tern"]], "agg": ""});
    let line = json!({"id": "b1", "question": "who sails the Tern?", "table_id": "x", "sql": sql});
    write_lines(&home, "bench/wikisql/demonstration_bank.jsonl", &[line]);
    let (graph, stored) = stored(&home, BenchmarkSet::Wikisql);
    assert_eq!((stored.new, stored.refused), (1, 0));
    let demonstrations = graph.snapshot().unwrap().demonstrations().unwrap();
    assert_eq!(demonstrations[0].kind, "table");
    assert!(demonstrations[0].query.contains("relation='Crew'"), "{}", demonstrations[0].query);
}

/// Everything means the same.
struct One;

impl Embed for One {
    fn embed(&self, _text: &str) -> Option<Vec<f32>> {
        let mut vector = vec![0.0; 384];
        vector[0] = 1.0;
        Some(vector)
    }
}

#[test]
fn a_question_is_never_its_own_demonstration() {
    let home = Home::new();
    metaqa(&home);
    let line = |id: &str, question: &str| json!({"id": id, "question": question, "completion": directed("Old Tide")});
    write_lines(
        &home,
        "bench/metaqa/recorded.jsonl",
        &[line("t1", "Who made it?"), line("t2", "Who filmed it?")],
    );
    let (graph, _) = stored(&home, BenchmarkSet::Metaqa);
    let vectors: Vec<(String, Vec<f32>)> =
        questions(&graph).into_iter().map(|question| (question, One.embed("").unwrap())).collect();
    graph.put_vectors(&vectors).unwrap();
    graph.refresh_vectors().unwrap();
    let snapshot = graph.snapshot().unwrap();
    let shown = |except: Option<&str>, dynamic: bool| {
        let retrieve = Retrieve { near: dynamic.then_some(&One as &dyn Embed), except };
        let all = choose(&snapshot, &retrieve, "", &[], Vec::new()).unwrap();
        ["Who made it?", "Who filmed it?"].map(|question| all.iter().any(|d| d.question == question))
    };
    assert_eq!(shown(None, true), [true, true]);
    assert_eq!(shown(Some("who made it"), true), [false, true]);
    assert_eq!(shown(None, false), [false, false]);
}
