//! Questions that ordinary people ask, as queries: each query of `tests/everyday_domains`
//! must give the answer that is next to its question in `questions.jsonl`.
//!
//! `queries.txt` of a domain has a query for each question:
//!
//! ```text
//! === retail-01
//! Query1: "get_information(head_entity='Garden bench, teak', relation='Weight')"
//! ```
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trustuqa::session::loading::{LoadRequest, load};
use trustuqa::{Engine, EngineError, RunOptions};
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_storage::{Graph, Value};

/// A question with its gold answer.
struct Question {
    id: String,
    text: String,
    kind: String,
    gold: Vec<String>,
}

fn questions(folder: &Path) -> Vec<Question> {
    let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| value[name].as_str().unwrap().to_owned();
            let gold = value["answers"].as_array().unwrap();
            Question {
                id: text("id"),
                text: text("question"),
                kind: text("answer_type"),
                gold: gold.iter().map(|answer| answer.as_str().unwrap().to_owned()).collect(),
            }
        })
        .collect()
}

fn queries(folder: &Path) -> HashMap<String, String> {
    let text = std::fs::read_to_string(folder.join("queries.txt")).unwrap();
    let parts = text.split("=== ").filter(|part| !part.trim().is_empty());
    parts
        .map(|part| part.split_once('\n').unwrap())
        .map(|(id, query)| (id.trim().into(), query.into()))
        .collect()
}

/// Whether two texts say the same value: the same words, date or number, the latter to the
/// decimals of the gold answer or to a thousandth of it.
fn same(got: &str, gold: &str) -> bool {
    if got.trim().to_lowercase() == gold.trim().to_lowercase() {
        return true;
    }
    // The files write the day first.
    let day_first: Vec<&str> = got.split('/').rev().collect();
    let got = if day_first.len() == 3 { &day_first.join("-") } else { got };
    let (found, asked) = (Value::parse(got), Value::parse(gold));
    if let (Value::Date(found), Value::Date(asked)) = (&found, &asked) {
        return found == asked;
    }
    let number = |text: &str, value: &Value| {
        let lasts = text.split(' ').next().filter(|_| matches!(value, Value::Duration(_)));
        lasts.and_then(|number| number.parse().ok()).or_else(|| value.number())
    };
    let (Some(found), Some(asked)) = (number(got, &found), number(gold, &asked)) else { return false };
    let decimals = gold.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap());
    (found * scale).round() == (asked * scale).round()
        || decimals > 0 && (found - asked).abs() <= 1e-3 * asked.abs()
}

fn same_set(got: &[String], gold: &[String]) -> bool {
    gold.iter().all(|gold| got.iter().any(|got| same(got, gold)))
        && got.iter().all(|got| gold.iter().any(|gold| same(got, gold)))
}

/// Whether a trace has the gold answer.
fn is_right(question: &Question, trace: &Trace) -> bool {
    let answer = &trace.answer;
    if question.kind == "refuse" {
        return answer.status != Status::Answered;
    }
    let items: Vec<String> = answer.items.iter().map(|item| item.text.clone()).collect();
    match question.kind.as_str() {
        _ if answer.status != Status::Answered => false,
        "table" => {
            let pairs: Vec<(&str, &str)> =
                question.gold.iter().map(|gold| gold.rsplit_once(" | ").unwrap()).collect();
            let is_pair = |row: &Vec<String>, (key, value): &(&str, &str)| match row.as_slice() {
                [.., own_key, own] => same(own_key, key) && same(own, value),
                _ => false,
            };
            answer.rows.len() == pairs.len()
                && pairs.iter().all(|pair| answer.rows.iter().any(|row| is_pair(row, pair)))
        }
        "boolean" | "number" => items.len() == 1 && same(&items[0], &question.gold[0]),
        _ => same_set(&items, &question.gold),
    }
}

/// What is wrong with the queries of a domain, and how many there are.
fn faults(folder: &Path) -> (Vec<String>, usize) {
    let home = tempfile::tempdir().unwrap();
    let graph = Graph::open(&home.path().join("graph"), true).unwrap();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "csv" || e == "tsv"));
    paths.sort();
    let request = LoadRequest { paths, ..LoadRequest::default() };
    load(&graph, &request, &mut |_| ControlFlow::Continue(())).unwrap();
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    let queries = queries(folder);
    let questions = questions(folder);
    let mut faults = Vec::new();
    for question in &questions {
        let Some(query) = queries.get(&question.id) else {
            faults.push(format!("{} has no query", question.id));
            continue;
        };
        let options = RunOptions { route: true, ..RunOptions::default() };
        let found = match engine.run(query, &options) {
            Ok(trace) => {
                let again = engine.replay(&trace).unwrap();
                if (&again.answer.items, &again.answer.rows) != (&trace.answer.items, &trace.answer.rows) {
                    faults.push(format!("{} replays to another answer", question.id));
                }
                if !trace.repairs.is_empty() {
                    faults.push(format!("{} was repaired: {}", question.id, trace.repairs.join("; ")));
                }
                if is_right(question, &trace) {
                    continue;
                }
                let answer = &trace.answer;
                let items: Vec<&str> = answer.items.iter().map(|item| item.text.as_str()).take(8).collect();
                let message = answer.message.as_deref().unwrap_or_default();
                let rows: Vec<String> = answer.rows.iter().take(4).map(|row| row.join(" | ")).collect();
                format!("{:?} {items:?} {rows:?} {message}\n{}", answer.status, trace.execution)
            }
            Err(error @ EngineError::Syntax { .. }) => error.to_string(),
            Err(error) => error.to_string(),
        };
        let gold: Vec<&String> = question.gold.iter().take(8).collect();
        faults.push(format!("{}: {}\n{query}gold {gold:?}\n{found}", question.id, question.text));
    }
    (faults, questions.len())
}

#[test]
fn a_query_in_the_language_answers_what_people_ask() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday_domains");
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let (mut all, mut asked) = (Vec::new(), 0);
    for folder in folders {
        let (faults, questions) = faults(&folder);
        all.extend(faults);
        asked += questions;
    }
    assert_eq!(asked, 320);
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n\n"));
}
