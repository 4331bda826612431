//! Small benchmarks, and what several tests do with them.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::home::{Home, Ran};

/// Writes values as JSON lines.
pub fn write_lines(home: &Home, name: &str, lines: &[Value]) -> PathBuf {
    home.write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// Tables of boats and of birds; both have a column `Port` with the value `Saltmere`.
pub fn wikisql(home: &Home) {
    let boats = json!([["Petrel", "Saltmere", 2], ["Heron", "Saltmere", 3], ["Auk", "Grimsay", 1]]);
    let birds = json!([["Auk", "Saltmere", 66], ["Gannet", "Grimsay", 180]]);
    let table = |id: &str, header: Value, rows: Value| json!({"id": id, "header": header, "types": ["text", "text", "real"], "rows": rows});
    let tables = [
        table("boats", json!(["Boat", "Port", "Masts"]), boats),
        table("birds", json!(["Bird", "Port", "Wingspan"]), birds),
    ];
    write_lines(home, "bench/wikisql/tables.jsonl", &tables);
    let question = |id: &str, table: &str, text: &str, sel: u32, conds: Value, agg: u32| {
        json!({"id": id, "phase": 1, "table_id": table, "question": text,
               "sql": {"sel": sel, "conds": conds, "agg": agg}})
    };
    let questions = [
        question("q1", "boats", "Which boats lie in Saltmere?", 0, json!([[1, 0, "Saltmere"]]), 0),
        question("q2", "boats", "How many boats lie in Saltmere?", 0, json!([[1, 0, "Saltmere"]]), 3),
        question("q3", "boats", "What is the most masts?", 2, json!([]), 1),
        question("q4", "birds", "What is the port of the Gannet?", 1, json!([[0, 0, "Gannet"]]), 0),
    ];
    write_lines(home, "bench/wikisql/questions.jsonl", &questions);
}

/// The gold query of a question of [`wikisql`], in our own words.
pub fn query_of(question: &str) -> &'static str {
    match question {
        "Which boats lie in Saltmere?" => {
            "Step1: rows\nQuery1: \"get_information(relation='Port', tail_entity='Saltmere')\"\nStep2: boats\nQuery2: \"get_information(relation='Boat', head_entity='output_of_query1')\""
        }
        "How many boats lie in Saltmere?" => {
            "Step1: rows\nQuery1: \"get_information(relation='Port', tail_entity='Saltmere')\"\nStep2: count\nQuery2: \"count(set='output_of_query1')\""
        }
        "What is the most masts?" => {
            "Step1: masts\nQuery1: \"get_information(relation='Masts')\"\nStep2: most\nQuery2: \"max(set='output_of_query1')\""
        }
        "What is the port of the Gannet?" => {
            "Step1: rows\nQuery1: \"get_information(relation='Bird', tail_entity='Gannet')\"\nStep2: port\nQuery2: \"get_information(relation='Port', head_entity='output_of_query1')\""
        }
        other => panic!("no query for {other}"),
    }
}

/// The questions of [`wikisql`] with these completions.
pub fn recorded(home: &Home, name: &str, completion: impl Fn(&str) -> String) -> PathBuf {
    let text = std::fs::read_to_string(home.path("bench/wikisql/questions.jsonl")).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let question = line["question"].as_str().unwrap();
            json!({"id": line["id"], "question": question, "completion": completion(question)})
        })
        .collect();
    write_lines(home, name, &lines)
}

/// A small film graph with questions of one and two hops, one of them of a path type
/// that nobody knows.
pub fn metaqa(home: &Home) {
    home.write(
        "bench/metaqa/kb.txt",
        "Salt Harbour|directed_by|Ines Vale\nSalt Harbour|release_year|1931\nOld Tide|directed_by|Ines Vale\n\
         Low Water|directed_by|Tomo Reed\nLow Water|directed_by|Ines Vale\n",
    );
    let question = |id: &str, text: &str, topic: &str, answers: Value, kind: &str, hops: u32| json!({"id": id, "question": text, "topic": topic, "answers": answers, "qtype": kind, "hops": hops});
    let questions = [
        question(
            "m1",
            "who directed [Low Water]",
            "Low Water",
            json!(["Tomo Reed", "Ines Vale"]),
            "movie_to_director",
            1,
        ),
        question(
            "m2",
            "when was [Salt Harbour] released",
            "Salt Harbour",
            json!(["1931"]),
            "movie_to_year",
            1,
        ),
        question(
            "m3",
            "which films share a director with [Old Tide]",
            "Old Tide",
            json!(["Salt Harbour", "Low Water"]),
            "movie_to_director_to_movie",
            2,
        ),
        question("m4", "who hummed in [Old Tide]", "Old Tide", json!(["Ines Vale"]), "movie_to_hummer", 1),
    ];
    write_lines(home, "bench/metaqa/questions.jsonl", &questions);
}

/// A program run that measures, which must go well, and its figures as JSON.
pub fn measured(home: &Home, args: &[&str]) -> (Ran, Value) {
    let ran = home.ok(&[&["eval"], args, &["--data", "bench", "--json", "out.json"]].concat());
    (ran, figures(home))
}

/// The figures that the last run wrote.
pub fn figures(home: &Home) -> Value {
    serde_json::from_str(&std::fs::read_to_string(home.path("out.json")).unwrap()).unwrap()
}

/// The same without what differs from run to run.
pub fn without_times(mut figures: Value) -> Value {
    figures.as_object_mut().unwrap().remove("seconds");
    figures
}

/// Runs as they are kept in a snapshot: without times, keys and fingerprints.
pub fn shown(home: &Home, runs: &[Ran]) -> String {
    let text = home.shown(runs);
    let lines = text.lines().map(|line| {
        let stage = ["retrieve", "write", "translate", "execute"]
            .iter()
            .find(|stage| line.starts_with(&format!("stdout:   {stage}")) && line.contains("0."));
        match stage {
            Some(stage) => format!("stdout:   {stage} [TIME]"),
            None => without_hashes(line),
        }
    });
    lines.map(|line| line + "\n").collect()
}

/// Runs of 16 or more hexadecimal digits become `[HASH]`.
fn without_hashes(line: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for c in line.chars().chain(['\n']) {
        if c.is_ascii_hexdigit() {
            digits.push(c);
            continue;
        }
        out.push_str(if digits.len() >= 16 { "[HASH]" } else { &digits });
        digits.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}
