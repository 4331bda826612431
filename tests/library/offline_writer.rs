//! The offline writer on the demo data: all sources in one graph, and no word about
//! which of them a question is for.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use trustuqa::encoder::ModelDir;
use trustuqa::session::encoding::EncoderSlot;
use trustuqa::session::judge::EngineJudge;
use trustuqa::writer::offline::OfflineWriter;
use trustuqa::writer::{WriteRequest, Writer, Written};
use trustuqa_engine::ground::Embed;
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_storage::{
    Date, Graph, GraphRead as _, Interval, NewFact, Place, SourceKind, SourceLoad, SourceSpec, fold,
};

fn place(line: usize, row: Option<usize>, column: Option<usize>) -> Place {
    Place { line: line as u32, row: row.map(|r| r as u32), column: column.map(|c| c as u16) }
}

fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    SourceSpec {
        name: name.to_owned(),
        kind,
        file: format!("/{name}"),
        content_hash: String::new(),
        whole: None,
    }
}

fn add_table(source: &mut SourceLoad<'_>, header: &[String], rows: impl Iterator<Item = Vec<String>>) {
    for (column, name) in header.iter().enumerate() {
        let node = source.intern(name).unwrap();
        source.relation_column(node, column as u16);
    }
    for (row, fields) in rows.enumerate() {
        let head = source.row(row as u32 + 1).unwrap();
        for (column, field) in fields.iter().enumerate().filter(|(_, f)| !f.trim().is_empty()) {
            let (relation, tail) =
                (source.intern(&header[column]).unwrap(), source.intern(field.trim()).unwrap());
            source
                .fact(NewFact {
                    head,
                    relation,
                    tail,
                    interval: None,
                    place: place(row + 2, Some(row + 1), Some(column)),
                })
                .unwrap();
        }
    }
}

fn add_facts(source: &mut SourceLoad<'_>, lines: impl Iterator<Item = Vec<String>>) {
    for (line, fields) in lines.enumerate() {
        let (head, relation, tail) = (
            source.intern(&fields[0]).unwrap(),
            source.intern(&fields[1]).unwrap(),
            source.intern(&fields[2]).unwrap(),
        );
        let interval = (fields.len() >= 5)
            .then(|| Interval { start: Date::parse(&fields[3]), end: Date::parse(&fields[4]) });
        source.fact(NewFact { head, relation, tail, interval, place: place(line + 1, None, None) }).unwrap();
    }
}

/// The demo data in a graph of its own.
fn demo(folder: &Path) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut load = graph.load().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo");
    let mut files: Vec<PathBuf> = std::fs::read_dir(data).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files {
        let full = file.file_name().unwrap().to_str().unwrap();
        let name = full.split('.').next().unwrap();
        let kind = match full {
            _ if full.ends_with(".kg.tsv") => SourceKind::Kg,
            _ if full.ends_with(".tkg.tsv") => SourceKind::Tkg,
            _ if full.ends_with(".csv") || full.ends_with(".tsv") => SourceKind::Table,
            _ => continue,
        };
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .quoting(kind == SourceKind::Table)
            .delimiter(if full.ends_with(".tsv") { b'\t' } else { b',' })
            .from_path(&file)
            .unwrap();
        let mut lines = reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect::<Vec<_>>());
        let mut source = load.begin_source(spec(name, kind)).unwrap();
        if kind == SourceKind::Table {
            let header = lines.next().unwrap();
            add_table(&mut source, &header, lines);
        } else {
            // The graphs have no header of their own, or one that says so.
            add_facts(&mut source, lines.filter(|l| l[0] != "head"));
        }
        source.finish().unwrap();
    }
    load.commit().unwrap();
    graph
}

struct GoldQuestion {
    id: String,
    kind: String,
    question: String,
    answers: Vec<String>,
}

fn same(got: &[String], expected: &[String]) -> bool {
    let normal = |list: &[String]| {
        let mut list: Vec<String> = list
            .iter()
            .map(|text| match text.replace(',', "").parse::<f64>() {
                Ok(n) => n.to_string(),
                Err(_) => fold(text),
            })
            .collect();
        list.sort();
        list.dedup();
        list
    };
    normal(got) == normal(expected)
}

/// A judge of the candidates for a question, as a session has it.
fn judge<'a, 'g>(engine: &'a Engine<'g>, question: &str) -> EngineJudge<'a, 'g> {
    EngineJudge::new(engine, RunOptions { question: Some(question.to_owned()), ..RunOptions::default() })
}

/// Asks every question; returns how many are right, and how many wrong but certain.
fn ask_all(
    graph: &Graph,
    embed: Option<&dyn Embed>,
    asked: &[GoldQuestion],
    verbose: bool,
) -> (usize, usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, embed).unwrap();
    let writer = OfflineWriter::new(&engine);
    let mut by_kind: BTreeMap<String, (usize, usize, usize, usize)> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    let began = Instant::now();
    for a in asked {
        let request = WriteRequest { question: a.question.clone(), ..WriteRequest::default() };
        let judge = judge(&engine, &a.question);
        let written: Written = runtime.block_on(writer.write(&request, &judge, &|_| {})).unwrap();
        slowest = slowest.max(written.elapsed);
        // What the writer ranked is what is shown.
        let judged = written.parsed.as_ref().map(|parsed| judge.query(parsed));
        let answer = judged.as_ref().and_then(|judged| judged.answer().ok());
        let got: Vec<String> = answer.iter().flat_map(|a| &a.items).map(|item| item.text.clone()).collect();
        let right = same(&got, &a.answers);
        let hit = got.first().is_some_and(|g| {
            a.answers.iter().any(|x| same(std::slice::from_ref(g), std::slice::from_ref(x)))
        });
        let entry = by_kind.entry(a.kind.clone()).or_default();
        entry.0 += 1;
        entry.1 += usize::from(right);
        entry.2 += usize::from(written.certain && !right);
        entry.3 += usize::from(written.certain && right);
        if verbose || (written.certain && !right) {
            let mark = if right {
                "right"
            } else if hit {
                "hit  "
            } else {
                "WRONG"
            };
            println!(
                "{mark} {} {:9} {:4} ms  {}",
                if written.certain { "certain  " } else { "uncertain" },
                a.id,
                written.elapsed.as_millis(),
                a.question
            );
            if !right {
                println!(
                    "      got {:?} expected {:?}",
                    &got[..got.len().min(6)],
                    &a.answers[..a.answers.len().min(6)]
                );
                println!(
                    "      {}",
                    written
                        .query
                        .lines()
                        .filter(|l| l.starts_with("Query"))
                        .collect::<Vec<_>>()
                        .join("\n      ")
                );
            }
            println!("      {}", written.note.unwrap_or_default());
        }
    }
    let mut sum = (0, 0, 0, 0);
    for (kind, (all, right, wrong_certain, right_certain)) in &by_kind {
        println!(
            "{kind:8} {right:4} of {all:4} right; certain: {right_certain} right, {wrong_certain} wrong"
        );
        sum = (sum.0 + all, sum.1 + right, sum.2 + wrong_certain, sum.3 + right_certain);
    }
    println!(
        "{:8} {:4} of {:4} right; certain: {} right, {} wrong; {:?}, slowest {:?}",
        "all",
        sum.1,
        sum.0,
        sum.3,
        sum.2,
        began.elapsed(),
        slowest
    );
    (sum.1, sum.2)
}

fn demo_questions() -> Vec<GoldQuestion> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo/questions.jsonl"))
            .unwrap();
    let strings = |v: &serde_json::Value| {
        v.as_array().unwrap().iter().map(|x| x.as_str().unwrap().to_owned()).collect()
    };
    text.lines()
        .map(|line| {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| v[name].as_str().unwrap().to_owned();
            GoldQuestion {
                id: field("id"),
                kind: field("kind"),
                question: field("question"),
                answers: strings(&v["answers"]),
            }
        })
        .collect()
}

#[test]
fn the_demo_questions_without_an_encoder() {
    let folder = tempfile::tempdir().unwrap();
    let graph = demo(folder.path());
    let (right, wrong_and_certain) = ask_all(&graph, None, &demo_questions(), true);
    assert!(right >= 28, "only {right} of 40 are right");
    assert_eq!(wrong_and_certain, 0, "a wrong answer was called certain");
}

/// All queries that the writer tried for each question, best first, by an engine of its own.
fn tried(graph: &Graph, asked: &[GoldQuestion]) -> Vec<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    // A search that runs out of time may well end elsewhere.
    let writer = OfflineWriter::new(&engine).with_limit(Duration::from_secs(600));
    let written = asked.iter().map(|a| {
        let request = WriteRequest { question: a.question.clone(), ..WriteRequest::default() };
        let judge = judge(&engine, &a.question);
        let written = runtime.block_on(writer.write(&request, &judge, &|_| {})).unwrap();
        written.candidates.into_iter().map(|candidate| candidate.query).collect()
    });
    written.collect()
}

#[test]
fn the_same_question_is_read_alike_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let graph = demo(folder.path());
    let asked = demo_questions();
    // Hash maps of one process differ in their order, too.
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| tried(&graph, &asked));
        let second = tried(&graph, &asked);
        (first.join().unwrap(), second)
    });
    assert!(first.iter().map(Vec::len).sum::<usize>() > 3 * asked.len());
    assert_eq!(second, first);
}

#[test]
fn what_the_data_cannot_answer_is_never_certain() {
    let folder = tempfile::tempdir().unwrap();
    let graph = demo(folder.path());
    let asked = [
        "",
        "?",
        "Why?",
        "Who was Pope in 1850?",
        "What is the currency of Atlantis?",
        "Who directed Microsoft?",
        "How many bananas did Gladiator eat?",
        "When did Angela Merkel win the Nobel Peace Prize?",
        "Which film directed by James Cameron lost money?",
        "What is the second highest ocean?",
        "Who almost won the Nobel Peace Prize in 1993?",
        "Which city will host the Summer Olympics after Los Angeles?",
    ];
    let asked: Vec<GoldQuestion> = asked
        .iter()
        .map(|q| GoldQuestion {
            id: "-".into(),
            kind: "none".into(),
            question: (*q).to_owned(),
            answers: vec!["no answer is right".into()],
        })
        .collect();
    let (_, certain) = ask_all(&graph, None, &asked, false);
    assert_eq!(certain, 0, "an answer to a question that the data cannot answer was called certain");
}

/// The model on this machine: TRUSTUQA_ENCODER, or the cache folder.
fn encoder() -> Option<EncoderSlot> {
    use etcetera::BaseStrategy;
    let path = match std::env::var_os("TRUSTUQA_ENCODER") {
        Some(path) => PathBuf::from(path),
        None => {
            etcetera::choose_base_strategy().unwrap().cache_dir().join("trustuqa/encoder/all-MiniLM-L6-v2")
        }
    };
    let slot = EncoderSlot::default();
    match slot.open(&ModelDir::new(path)) {
        Ok(_) => Some(slot),
        Err(error) => {
            crate::shared::skipped(&format!("the encoder is not present ({error})"));
            None
        }
    }
}

#[test]
fn the_demo_questions_with_the_encoder() {
    let Some(slot) = encoder() else { return };
    let folder = tempfile::tempdir().unwrap();
    let graph = demo(folder.path());
    // Relations are what the writer looks up by meaning; names would take minutes.
    let mut names: Vec<String> = graph
        .snapshot()
        .unwrap()
        .sources()
        .unwrap()
        .iter()
        .flat_map(|s| s.relations.iter().map(|r| r.name.clone()))
        .collect();
    names.sort();
    names.dedup();
    let vectors: Vec<(String, Vec<f32>)> =
        names.into_iter().filter_map(|n| slot.embed(&n).map(|v| (n, v))).collect();
    graph.put_vectors(&vectors).unwrap();
    graph.refresh_vectors().unwrap();
    let (right, wrong_and_certain) = ask_all(&graph, Some(&slot), &demo_questions(), true);
    assert!(right >= 34, "only {right} of 40 are right");
    assert_eq!(wrong_and_certain, 0, "a wrong answer was called certain");
}

/// The folder with the benchmark data, where there is one.
fn shared() -> Option<PathBuf> {
    std::env::var_os("TRUSTUQA_BENCHMARKS").map(PathBuf::from).filter(|p| p.is_dir())
}

fn answer_texts(v: &serde_json::Value) -> Vec<String> {
    v.as_array().map_or(Vec::new(), |list| {
        list.iter().map(|x| x.as_str().map_or_else(|| x.to_string(), str::to_owned)).collect()
    })
}

/// Every `step`-th line of a file of questions, `most` of them.
fn sampled(path: &Path, most: usize, keep: impl Fn(&serde_json::Value) -> bool) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let all: Vec<serde_json::Value> =
        text.lines().map(|l| serde_json::from_str(l).unwrap()).filter(|v| keep(v)).collect();
    let step = (all.len() / most).max(1);
    all.into_iter().step_by(step).take(most).collect()
}

fn facts_graph(folder: &Path, file: &Path, delimiter: char, kind: SourceKind) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut load = graph.load().unwrap();
    let mut source = load.begin_source(spec("facts", kind)).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    add_facts(
        &mut source,
        text.lines()
            .map(|l| l.split(delimiter).map(str::to_owned).collect::<Vec<_>>())
            .filter(|l| l.len() >= 3),
    );
    source.finish().unwrap();
    load.commit().unwrap();
    graph
}

/// Half of the answers right, and of all at most one in twenty wrong but certain.
fn mostly_right(right: usize, wrong_and_certain: usize, of: usize) {
    assert!(2 * right >= of, "{right} of {of} are right");
    assert!(20 * wrong_and_certain <= of, "{wrong_and_certain} of {of} are wrong and certain");
}

#[test]
fn samples_of_benchmarks_are_mostly_right() {
    let Some(data) = shared() else {
        crate::shared::skipped("TRUSTUQA_BENCHMARKS does not name a folder");
        return;
    };
    let most: usize = std::env::var("TRUSTUQA_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let verbose = std::env::var_os("TRUSTUQA_VERBOSE").is_some();
    let only = std::env::var("TRUSTUQA_SET").unwrap_or_default();
    if only.is_empty() || only == "metaqa" {
        let folder = tempfile::tempdir().unwrap();
        let graph = facts_graph(folder.path(), &data.join("metaqa/kb.txt"), '|', SourceKind::Kg);
        let mut asked = Vec::new();
        for hops in 1..=3 {
            asked.extend(
                sampled(&data.join("metaqa/questions.jsonl"), most, |v| v["hops"] == hops).into_iter().map(
                    |v| GoldQuestion {
                        id: v["id"].as_str().unwrap().to_owned(),
                        kind: format!("{hops} hops"),
                        question: v["question"].as_str().unwrap().to_owned(),
                        answers: answer_texts(&v["answers"]),
                    },
                ),
            );
        }
        println!("metaqa");
        let (right, certain) = ask_all(&graph, None, &asked, verbose);
        mostly_right(right, certain, asked.len());
    }
    if only.is_empty() || only == "cron" {
        let folder = tempfile::tempdir().unwrap();
        let graph = facts_graph(folder.path(), &data.join("cronquestions/kg.tsv"), '\t', SourceKind::Tkg);
        let asked: Vec<GoldQuestion> =
            sampled(&data.join("cronquestions/questions.jsonl"), 2 * most, |_| true)
                .into_iter()
                .map(|v| GoldQuestion {
                    id: v["id"].as_str().unwrap().to_owned(),
                    kind: v["type"].as_str().unwrap().to_owned(),
                    question: v["question"].as_str().unwrap().to_owned(),
                    answers: answer_texts(&v["answers"]),
                })
                .collect();
        println!("cronquestions");
        let (right, certain) = ask_all(&graph, None, &asked, verbose);
        mostly_right(right, certain, asked.len());
    }
    if only.is_empty() || only == "wikisql" {
        let folder = tempfile::tempdir().unwrap();
        let graph = Graph::open(folder.path(), true).unwrap();
        let questions = sampled(&data.join("wikisql/questions.jsonl"), 2 * most, |_| true);
        let wanted: std::collections::HashSet<&str> =
            questions.iter().map(|q| q["table_id"].as_str().unwrap()).collect();
        let mut load = graph.load().unwrap();
        let text = std::fs::read_to_string(data.join("wikisql/tables.jsonl")).unwrap();
        for table in text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()) {
            let id = table["id"].as_str().unwrap();
            if wanted.contains(id) {
                let mut source = load.begin_source(spec(&format!("table {id}"), SourceKind::Table)).unwrap();
                let header = answer_texts(&table["header"]);
                add_table(&mut source, &header, table["rows"].as_array().unwrap().iter().map(answer_texts));
                source.finish().unwrap();
            }
        }
        load.commit().unwrap();
        let kinds = ["", "max", "min", "count", "sum", "avg"];
        let asked: Vec<GoldQuestion> = questions
            .iter()
            .map(|v| GoldQuestion {
                id: v["id"].as_str().unwrap().to_owned(),
                kind: format!("w{}", kinds[v["sql"]["agg"].as_u64().unwrap() as usize]),
                question: v["question"].as_str().unwrap().to_owned(),
                answers: answer_texts(&v["answers"]),
            })
            .collect();
        println!("wikisql, {} tables", wanted.len());
        let (right, certain) = ask_all(&graph, None, &asked, verbose);
        mostly_right(right, certain, asked.len());
    }
}
