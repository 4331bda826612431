//! Real model output: every recorded completion is parsed, and some are run over the
//! real graph and compared with the answers of an independent evaluator.
//!
//! The data stands beside the repository, not in it (`TRUSTUQA_SHARED`, else
//! `../shared`). Where it is absent these tests say so and check nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead as _;
use std::path::PathBuf;

use trustuqa::engine::{Engine, RunOptions};
use trustuqa::query;
use trustuqa_storage::{Graph, NewFact, Place, SourceKind, SourceSpec};

const SETS: [&str; 4] = ["wtq", "metaqa", "cronquestions", "webqsp"];
/// MetaQA completions that are run.
const RUN: usize = 300;

fn data() -> Option<PathBuf> {
    let shared = std::env::var_os("TRUSTUQA_SHARED").map(PathBuf::from);
    let mut places: Vec<PathBuf> = shared.into_iter().collect();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    places.extend(root.ancestors().skip(1).take(3).map(|above| above.join("shared")));
    let found = places.into_iter().map(|place| place.join("data")).find(|data| data.is_dir());
    if found.is_none() {
        eprintln!("skipped: the shared data is not here, so nothing was checked");
    }
    found
}

#[derive(serde::Deserialize)]
struct Recorded {
    id: String,
    completion: String,
    #[serde(default)]
    answers: Option<Vec<String>>,
}

fn recorded(path: &std::path::Path) -> Vec<Recorded> {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    file.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

#[test]
fn recorded_completions_parse() {
    let Some(data) = data() else { return };
    let (mut all, mut read) = (0, 0);
    for set in SETS {
        let (mut strict, mut lenient) = (0, 0);
        let mut refused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let completions = recorded(&data.join(set).join("recorded.jsonl"));
        for completion in &completions {
            match query::parse(&completion.completion) {
                Ok((_, repairs)) if repairs.is_empty() => strict += 1,
                Ok(_) => lenient += 1,
                Err(errors) => {
                    let first = &errors.0[0];
                    let list = refused.entry(first.code).or_default();
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
    assert!(rate >= 0.97, "only {:.2} % of the recorded completions can be read", 100.0 * rate);
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

/// Loads a file of `head|relation|tail`.
fn load(file: &std::path::Path, folder: &std::path::Path) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut load = graph.load().unwrap();
    let spec = SourceSpec {
        name: "kb".to_owned(),
        kind: SourceKind::Kg,
        file: file.display().to_string(),
        content_hash: "00".to_owned(),
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
