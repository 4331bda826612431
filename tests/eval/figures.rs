//! What is measured and how it is reported.

use serde_json::{Value, json};

use crate::data::{
    figures, measured, metaqa, query_of, recorded, shown, wikisql, without_times, write_lines,
};
use crate::support::home::Home;

#[test]
fn gold_queries_of_tables_are_measured_by_denotation() {
    let home = Home::new();
    wikisql(&home);
    let (ran, out) = measured(&home, &["wikisql", "--gold"]);
    assert_eq!(out["denotation_accuracy"], 1.0, "{ran:#?}");
    assert_eq!((&out["questions"], &out["parsed"]), (&json!(4), &json!(1.0)));
    assert_eq!(out.get("exact_set"), None);
    insta::assert_snapshot!("gold_tables", shown(&home, &[ran]));
}

#[test]
fn gold_queries_of_graphs_are_measured_by_sets_and_impossible_ones_are_listed() {
    let home = Home::new();
    metaqa(&home);
    let (ran, out) = measured(&home, &["metaqa", "--gold"]);
    assert_eq!(
        (&out["hits_at_1"], &out["exact_set"], &out["set_f1"]),
        (&json!(0.75), &json!(0.75), &json!(0.75))
    );
    assert_eq!(out["errors"]["impossible"], 1);
    assert_eq!(out["impossible"][0]["id"], "m4");
    insta::assert_snapshot!("gold_graphs", shown(&home, &[ran]));
}

#[test]
fn the_json_has_the_promised_keys() {
    let home = Home::new();
    wikisql(&home);
    let (_, out) = measured(&home, &["wikisql", "--gold"]);
    let keys: Vec<&str> = out.as_object().unwrap().keys().map(String::as_str).collect();
    let promised = [
        "questions",
        "denotation_accuracy",
        "parsed",
        "model_function_rate",
        "errors",
        "seconds",
        "settings",
    ];
    assert_eq!(&keys[..promised.len()], promised);
    for stage in ["retrieve", "translate", "execute"] {
        for percentile in ["p50", "p95"] {
            assert!(
                out["seconds"][stage][percentile].as_f64().is_some_and(|s| s >= 0.0),
                "{stage} {percentile}"
            );
        }
    }
    let graph = Home::new();
    metaqa(&graph);
    let (_, out) = measured(&graph, &["metaqa", "--gold"]);
    let keys: Vec<&str> = out.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(&keys[..5], ["questions", "hits_at_1", "set_f1", "exact_set", "parsed"]);
}

#[test]
fn every_error_has_its_cause() {
    let home = Home::new();
    wikisql(&home);
    recorded(&home, "recorded.jsonl", |question| {
        let query = match question {
            "Which boats lie in Saltmere?" => "get_information(relation='Port', tail_entity='Saltmere'",
            "How many boats lie in Saltmere?" => "albatross(set='x')",
            "What is the most masts?" => "get_information(relation='Zzyzx qqq')",
            _ => "get_information(relation='Port')",
        };
        format!("Step1: x\nQuery1: \"{query}\"")
    });
    let (ran, out) = measured(&home, &["wikisql", "--completions", "recorded.jsonl"]);
    let errors: Vec<(&str, u64)> = out["errors"]
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(cause, n)| Some((cause.as_str(), n.as_u64().filter(|n| *n > 0)?)))
        .collect();
    assert_eq!(errors, [("parse", 1), ("relation_grounding", 1), ("wrong", 2)], "{ran:#?}");
    assert_eq!((&out["parsed"], &out["model_function_rate"]), (&json!(0.75), &json!(0.25)));
    insta::assert_snapshot!("causes", shown(&home, &[ran]));
}

#[test]
fn a_known_source_is_the_only_one_that_is_looked_at() {
    let home = Home::new();
    wikisql(&home);
    // Only the other table has this column.
    let query = "Step1: x\nQuery1: \"get_information(relation='Wingspan')\"";
    let line = json!({"id": "q3", "question": "What is the most masts?", "completion": query});
    write_lines(&home, "one.jsonl", &[line]);
    let (_, known) = measured(&home, &["wikisql", "--completions", "one.jsonl"]);
    assert_eq!((&known["errors"]["relation_grounding"], &known["errors"]["wrong"]), (&json!(1), &json!(0)));
    assert_eq!(known["right_source"], Value::Null);
    let (ran, unknown) = measured(&home, &["wikisql", "--completions", "one.jsonl", "--source", "unknown"]);
    assert_eq!((&unknown["errors"]["wrong"], &unknown["right_source"]), (&json!(1), &json!(0.0)), "{ran:#?}");
}

#[test]
fn the_offline_writer_is_measured_without_any_query() {
    let home = Home::new();
    metaqa(&home);
    let (ran, out) = measured(&home, &["metaqa"]);
    assert_eq!(out["settings"]["queries"], "offline");
    assert!(out["hits_at_1"].as_f64().unwrap() >= 0.5, "{ran:#?}");
    assert!(out["seconds"]["write"]["p50"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_sample_is_the_same_for_the_same_seed() {
    let home = Home::new();
    wikisql(&home);
    let ids = |seed: &str| {
        home.ok(&[
            "eval",
            "wikisql",
            "--data",
            "bench",
            "--gold",
            "--limit",
            "2",
            "--seed",
            seed,
            "--outcomes",
            "o.jsonl",
        ]);
        let text = std::fs::read_to_string(home.path("o.jsonl")).unwrap();
        let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
        text.lines().map(id).collect::<Vec<_>>()
    };
    let first = ids("1");
    assert_eq!((first.len(), &first), (2, &ids("1")));
    assert!((2..30).any(|seed| ids(&seed.to_string()) != first));
}

#[test]
fn training_questions_are_measured_by_their_own_answers_or_only_parsed() {
    let home = Home::new();
    metaqa(&home);
    let query = "Step1: x\nQuery1: \"get_information(relation='directed_by', head_entity='Old Tide')\"";
    let with = json!({"id": "t1", "question": "who made [Old Tide]", "completion": query, "hops": 1, "answers": ["Ines Vale"]});
    let without = json!({"id": "t2", "question": "who filmed [Old Tide]", "completion": query});
    write_lines(&home, "train.jsonl", &[with, without]);
    let (ran, out) = measured(&home, &["metaqa", "--completions", "train.jsonl"]);
    assert_eq!(
        (&out["questions"], &out["without_gold"], &out["exact_set"]),
        (&json!(2), &json!(1), &json!(1.0)),
        "{ran:#?}"
    );
}

#[test]
fn the_graph_is_loaded_once_and_anew_when_the_data_differ() {
    let home = Home::new();
    wikisql(&home);
    let loads = |args: &[&str]| {
        home.ok(&[&["eval", "wikisql", "--data", "bench", "--gold"], args].concat())
            .stderr
            .contains("loaded 2 sources")
    };
    assert!(loads(&[]));
    assert!(!loads(&[]));
    assert!(loads(&["--fresh"]));
    assert!(loads(&["--keep", "elsewhere"]));
    assert!(home.path("elsewhere/graphs").is_dir());
    let tables = home.path("bench/wikisql/tables.jsonl");
    let text = std::fs::read_to_string(&tables).unwrap().replace("Petrel", "Plover");
    std::fs::write(&tables, text).unwrap();
    assert!(loads(&[]));
}

#[test]
fn the_help_says_what_can_be_measured() {
    let home = Home::new();
    insta::assert_snapshot!("help", home.ok(&["eval", "--help"]).stdout);
}

#[test]
fn what_cannot_be_measured_is_told_with_the_next_step() {
    let home = Home::new();
    wikisql(&home);
    home.write("bench/wtq/csv/1.csv", "Boat,Port\nAuk,Grimsay\n");
    let question = json!({"id": "w1", "question": "where?", "table": "csv/1.csv", "answers": ["Grimsay"]});
    write_lines(&home, "bench/wtq/questions.jsonl", &[question]);
    home.write("bad.jsonl", "{\"question\": \"a\", \"completion\": \"b\"}\nnot json\n");
    let mut runs = Vec::new();
    for args in [
        &["eval", "wikisql"][..],
        &["eval", "squad", "--data", "bench"],
        &["eval", "wikisql", "--data", "nowhere"],
        &["eval", "metaqa", "--data", "bench"],
        &["eval", "wtq", "--data", "bench", "--gold"],
        &["eval", "wikisql", "--data", "bench", "--split", "test"],
        &["eval", "wikisql", "--data", "bench", "--limit", "0"],
        &["eval", "wikisql", "--data", "bench", "--completions", "missing.jsonl"],
        &["eval", "wikisql", "--data", "bench", "--completions", "bad.jsonl"],
        &["eval", "wikisql", "--data", "bench", "--gold", "--completions", "bad.jsonl"],
        &["eval", "wikisql", "--data", "bench", "--emit-requests", "r.jsonl"],
        &[
            "eval",
            "wikisql",
            "--data",
            "bench",
            "--emit-requests",
            "r.jsonl",
            "--model",
            "m",
            "--share",
            "off",
        ],
        &["eval", "wikisql", "--data", "bench", "--one-layer"],
    ] {
        let ran = home.fails(2, args);
        assert_eq!(ran.stdout, "", "{ran:#?}");
        runs.push(ran);
    }
    runs.push(home.fails(3, &["eval", "wikisql", "--data", "bench", "--gold", "--json", "no/such/out.json"]));
    insta::assert_snapshot!("errors", shown(&home, &[runs.as_slice()].concat()));
}

#[test]
fn completions_may_come_from_the_outcomes_of_another_run() {
    let home = Home::new();
    wikisql(&home);
    recorded(&home, "recorded.jsonl", |question| query_of(question).to_owned());
    let (_, first) =
        measured(&home, &["wikisql", "--completions", "recorded.jsonl", "--outcomes", "outcomes.jsonl"]);
    measured(&home, &["wikisql", "--writer", "replay:outcomes.jsonl"]);
    let strip = |out: Value| {
        let mut out = without_times(out);
        out.as_object_mut().unwrap().remove("settings");
        out
    };
    assert_eq!(strip(figures(&home)), strip(first));
}

#[test]
fn families_of_rules_can_be_switched_off() {
    let home = Home::new();
    wikisql(&home);
    // The brackets need a repair, and `most` stands in place of a value.
    let masts = "Query1: \"get_information(relation='Masts', tail_entity='most')\"";
    recorded(&home, "said.jsonl", |question| match question {
        "What is the most masts?" => {
            format!("{masts}\nQuery2: \"get_information(relation='Masts', head_entity='output_of_query1')\"")
        }
        "Which boats lie in Saltmere?" => query_of(question).replace("')\"", "'\""),
        _ => query_of(question).to_owned(),
    });
    let run = |without: &[&str]| {
        let args = [&["wikisql", "--completions", "said.jsonl"], without].concat();
        measured(&home, &args).1
    };
    assert_eq!(run(&[])["denotation_accuracy"], 1.0);
    assert_eq!(run(&["--without", "repairs"])["denotation_accuracy"], 0.75);
    let both = run(&["--without", "superlatives,repairs"]);
    assert_eq!(both["denotation_accuracy"], 0.5);
    assert_eq!(both["settings"]["without"], json!(["repairs", "superlatives"]));

    let ran = home.run(&["eval", "wikisql", "--data", "bench", "--gold", "--without", "tolds"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("there is no family `tolds`; the families are repairs, step-words"),
        "{ran:#?}"
    );
}
