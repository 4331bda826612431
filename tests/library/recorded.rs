//! Real model output: every recorded completion is parsed, and some are run over the
//! real graph and compared with the answers of an independent evaluator.
//!
//! The data is next to the repository, not in it (`TRUSTUQA_SHARED`, else
//! `../shared`). Where it is absent these tests say so and check nothing.
//!
//! The recorded WikiTableQuestions completions were written by a model that made mistakes of
//! its own. `tests/known/wtq_recorded.txt` lists every one that does not give the gold answer
//! with the reason: the program's reading, the query, knowledge that no cell holds, or the
//! gold answer. It says there, too, what share faithful execution can reach.
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::BufRead as _;
use std::path::PathBuf;

use crate::shared::data;
use trustuqa::eval::denotation_matches;
use trustuqa::session::loading::{LoadRequest, load as load_files};
use trustuqa_engine::query;
use trustuqa_engine::trace::Status;
use trustuqa_engine::{Engine, EngineError, RunOptions};
use trustuqa_storage::{Graph, NewFact, Place, SourceKind, SourceSpec};

const SETS: [&str; 4] = ["wtq", "metaqa", "cronquestions", "webqsp"];
/// MetaQA completions that are run.
const RUN: usize = 300;

#[derive(serde::Deserialize)]
struct Recorded {
    id: String,
    completion: String,
    #[serde(default)]
    answers: Option<Vec<String>>,
    #[serde(default)]
    question: String,
    #[serde(default)]
    table: Option<String>,
}

fn recorded(path: &std::path::Path) -> Vec<Recorded> {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    file.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

/// Whether a line is the second one of a step, with its call behind the number.
fn is_step(line: &str) -> bool {
    line.strip_prefix("Query").is_some_and(|rest| rest.contains(": "))
}

/// A stream that is held to the grammar is ended at the first step with an error. That is sound only
/// if a query that can be read has none anywhere.
#[test]
fn no_later_step_takes_an_error_back() {
    let Some(data) = data() else { return };
    let mut beginnings = 0;
    for completion in SETS.iter().flat_map(|set| recorded(&data.join(set).join("recorded.jsonl"))) {
        let text = completion.completion;
        if query::parse(&text).is_err() {
            continue;
        }
        let ends = text.match_indices('\n').map(|(end, _)| &text[..end]);
        for beginning in ends.filter(|beginning| is_step(beginning.lines().last().unwrap())) {
            assert!(query::parse(beginning).is_ok(), "{}: {beginning}", completion.id);
            beginnings += 1;
        }
    }
    println!("{beginnings} beginnings read");
    assert!(beginnings > 1_000);
}

#[test]
fn recorded_completions_parse() {
    let Some(data) = data() else { return };
    let (mut all, mut read) = (0, 0);
    for set in SETS {
        let (mut strict, mut lenient) = (0, 0);
        let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let completions = recorded(&data.join(set).join("recorded.jsonl"));
        for completion in &completions {
            match query::parse(&completion.completion) {
                Ok(parsed) if parsed.repairs.is_empty() => strict += 1,
                Ok(_) => lenient += 1,
                Err(errors) => {
                    let first = &errors.0[0];
                    let list = refused.entry(first.code.to_string()).or_default();
                    list.push(format!("{}: {}", completion.id, first.message));
                }
            }
        }
        all += completions.len();
        read += strict + lenient;
        println!(
            "{set}: {} completions, {strict} read as they are, {lenient} with repairs",
            completions.len()
        );
        for (code, list) in &refused {
            println!("  {} refused, {code}: {}", list.len(), list[..list.len().min(3)].join("; "));
        }
    }
    let rate = f64::from(read) / all as f64;
    println!("{read} of {all} read: {:.2} %", 100.0 * rate);
    assert!(rate >= 0.995, "only {:.2} % of the recorded completions can be read", 100.0 * rate);
}

#[test]
fn recorded_metaqa_queries_answer_as_the_independent_evaluator() {
    let Some(data) = data() else { return };
    let home = tempfile::tempdir().unwrap();
    let graph = load(&data.join("metaqa/kb.txt"), home.path());
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    let with_answers: Vec<Recorded> = recorded(&data.join("metaqa/recorded.jsonl"))
        .into_iter()
        .filter(|completion| completion.answers.is_some())
        .collect();
    let step = with_answers.len() / RUN;
    let mut same = 0;
    let mut wrong: HashMap<String, usize> = HashMap::new();
    for completion in with_answers.iter().step_by(step).take(RUN) {
        let gold: BTreeSet<&str> = completion.answers.iter().flatten().map(String::as_str).collect();
        let found = match engine.run(&completion.completion, &RunOptions::default()) {
            Ok(trace) => {
                if trace.answers().into_iter().collect::<BTreeSet<_>>() == gold {
                    same += 1;
                    continue;
                }
                format!("{:?} {:?}", trace.answer.status, trace.answers().iter().take(5).collect::<Vec<_>>())
            }
            Err(error) => error.to_string(),
        };
        if wrong.len() < 12 {
            println!(
                "{}\n{}\n  gold {:?}\n  found {found}",
                completion.id,
                completion.completion,
                gold.iter().take(5).collect::<Vec<_>>()
            );
        }
        *wrong.entry(completion.id.clone()).or_default() += 1;
    }
    println!("{same} of {RUN} recorded MetaQA queries give the same set");
    assert!(same * 100 >= RUN * 97, "only {same} of {RUN} give the same set");
}

/// Every recorded WikiTableQuestions completion, run over its table with no model.
///
/// `TRUSTUQA_MISSES=FILE` writes every miss with its trace to a file;
/// `TRUSTUQA_GRAPH=FOLDER` keeps the loaded tables for the next run.
#[test]
fn recorded_table_queries_give_the_gold_answers() {
    let Some(data) = data() else { return };
    let folder = data.join("wtq");
    let home = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("TRUSTUQA_GRAPH").map(PathBuf::from);
    let place = kept.unwrap_or_else(|| home.path().join("graph"));
    let loaded = place.is_dir();
    let graph = Graph::open(&place, true).unwrap();
    if !loaded {
        let request = LoadRequest {
            paths: vec![folder.join("csv")],
            kind: Some(SourceKind::Table),
            skip_bad: true,
            ..LoadRequest::default()
        };
        load_files(&graph, &request, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    }
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    let sources: HashMap<PathBuf, String> = (engine.executor().sources().iter())
        .map(|source| (PathBuf::from(&source.file), source.name.clone()))
        .collect();
    let completions = recorded(&folder.join("recorded.jsonl"));
    let mut right = 0;
    let mut modelled = 0;
    let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut misses = String::new();
    for completion in &completions {
        let gold = completion.answers.clone().unwrap_or_default();
        let file = folder.join(completion.table.as_ref().unwrap()).canonicalize().unwrap();
        let options = RunOptions {
            sources: vec![sources[&file].clone()],
            question: Some(completion.question.clone()),
            ..RunOptions::default()
        };
        let (cause, detail) = match engine.run(&completion.completion, &options) {
            Ok(trace) => {
                let found: Vec<String> = trace.answers().into_iter().map(str::to_owned).collect();
                if denotation_matches(&gold, &found) {
                    right += 1;
                    continue;
                }
                let cause = match trace.answer.status {
                    Status::Answered => "wrong".to_owned(),
                    Status::Failed => format!("failed: {}", trace.answer.message.clone().unwrap_or_default()),
                    status => format!("{status:?}"),
                };
                let mut detail = trustuqa_engine::trace::render(&trace);
                for repair in &trace.repairs {
                    write!(detail, "\nrepair: {repair}").unwrap();
                }
                (cause, detail)
            }
            Err(EngineError::Syntax { diagnostics, .. }) => {
                let code = &diagnostics.0[0].code;
                modelled += usize::from(diagnostics.0.iter().any(|d| d.code == "unknown-function"));
                (format!("refused: {code}"), diagnostics.to_string())
            }
            Err(error) => ("error".to_owned(), error.to_string()),
        };
        writeln!(
            misses,
            "==== {} [{cause}] {}\nQ: {}\ngold: {gold:?}\n{}\n-- found\n{detail}\n",
            completion.id, options.sources[0], completion.question, completion.completion
        )
        .unwrap();
        causes.entry(cause).or_default().push(completion.id.clone());
    }
    if let Some(file) = std::env::var_os("TRUSTUQA_MISSES") {
        std::fs::write(file, misses).unwrap();
    }
    let mut causes: Vec<(String, Vec<String>)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    for (cause, ids) in causes.iter().take(20) {
        println!("{:5} {cause}: {}", ids.len(), ids[..ids.len().min(4)].join(" "));
    }
    let total = completions.len() as f64;
    let (accuracy, model) = (f64::from(right) / total, modelled as f64 / total);
    println!("{right} of {} recorded table queries are right: {:.2} %", completions.len(), 100.0 * accuracy);
    println!("{modelled} need a model function: {:.2} %", 100.0 * model);
    assert!(model < 0.01, "{:.2} % need a model function", 100.0 * model);
    assert!(accuracy >= 0.91, "only {:.2} % are right", 100.0 * accuracy);
    // Every miss is listed with what is the matter, so that a reader can check it.
    let listed: BTreeSet<&str> = include_str!("../known/wtq_recorded.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let missed: Vec<&String> = causes.iter().flat_map(|(_, ids)| ids).collect();
    let unlisted: Vec<&&String> = missed.iter().filter(|id| !listed.contains(id.as_str())).collect();
    let ids: BTreeSet<&str> = missed.iter().map(|id| id.as_str()).collect();
    let mended: Vec<&&str> = listed.iter().filter(|id| !ids.contains(**id)).collect();
    println!("{} of the listed misses are right by now: {mended:?}", mended.len());
    assert!(
        unlisted.is_empty(),
        "these are wrong and not listed in tests/known/wtq_recorded.txt: {unlisted:?}"
    );
}

/// Loads a file of `head|relation|tail`.
fn load(file: &std::path::Path, folder: &std::path::Path) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut load = graph.load().unwrap();
    let spec = SourceSpec {
        name: "kb".to_owned(),
        kind: SourceKind::Kg,
        file: file.display().to_string(),
        content_hash: "00".to_owned(),
        whole: None,
    };
    let mut source = load.begin_source(spec).unwrap();
    for (index, line) in std::io::BufReader::new(std::fs::File::open(file).unwrap()).lines().enumerate() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('|').collect();
        let [head, relation, tail] = fields[..] else { panic!("line {} is no triple", index + 1) };
        let [head, relation, tail] = [head, relation, tail].map(|name| source.intern(name).unwrap());
        let place = Place { line: index as u32 + 1, row: None, column: None };
        source.fact(NewFact { head, relation, tail, interval: None, place }).unwrap();
    }
    source.finish().unwrap();
    load.commit().unwrap();
    graph
}
