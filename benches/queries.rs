//! How many queries a second one thread executes: text, parse, ground, translate,
//! execute, names of the answer.
//!
//! ```text
//! cargo bench --bench queries
//! ```
//!
//! The queries are the recorded MetaQA completions that are next to the repository
//! (`TRUSTUQA_SHARED`, else `../shared`), over that set's graph of films. Every answer
//! is compared with the recorded one in the same run, and the comparison counts as
//! time. Without that data the bundled questions are run alone.
//!
//! No result is kept from one query to the next. What an engine keeps is the catalogue
//! of relations and the names of nodes that it has read, which is what the first pass,
//! over a new engine and each distinct query once, goes without.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a benchmark")]

use std::collections::HashSet;
use std::io::BufRead as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use trustuqa::session::loading::{LoadRequest, load};
use trustuqa_engine::trace::AnswerItem;
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_storage::{Graph, NewFact, Place, SourceKind, SourceSpec};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Warm passes over all queries; the median and the best are reported.
const PASSES: usize = 5;

struct Query {
    text: String,
    /// The answer as a sorted set, where one is known.
    gold: Option<Vec<String>>,
}

fn main() {
    let home = tempfile::tempdir().unwrap();
    match shared() {
        Some(data) => {
            let graph = load_triples(&data.join("metaqa/kb.txt"), &home.path().join("metaqa"));
            let queries = read(&data.join("metaqa/recorded.jsonl"), "completion");
            measure("recorded MetaQA completions", &graph, &queries);
        }
        None => println!("skipped: the recorded MetaQA completions are not here, only the bundled questions"),
    }
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo");
    let queries = read(&demo.join("questions.jsonl"), "query");
    let graph = load_folder(&demo, &home.path().join("demo"));
    measure("bundled questions", &graph, &queries);
    if let Some(memory) = status("VmHWM") {
        println!("largest memory of the process: {memory}");
    }
}

fn measure(what: &str, graph: &Graph, queries: &[Query]) {
    let mut seen = HashSet::new();
    let distinct: Vec<&Query> = queries.iter().filter(|query| seen.insert(&query.text)).collect();
    let all: Vec<&Query> = queries.iter().collect();
    println!("{what}: {} queries, {} of them distinct", all.len(), distinct.len());
    let snapshot = graph.snapshot().unwrap();
    let options = RunOptions::default();

    let engine = Engine::new(&snapshot, None).unwrap();
    let texts = |items: Vec<AnswerItem>| items.into_iter().map(|item| item.text).collect();
    let answers = |text: &str| engine.answer(text, &options).ok().map(|answered| texts(answered.items));
    let traces = |text: &str| engine.run(text, &options).ok().map(|trace| texts(trace.answer.items));
    pass(&distinct, &answers).tell("answers, new engine, each distinct query once");
    warm(&all, &answers).tell("answers, warm");
    warm(&all, &traces).tell("answers with traces, warm");
}

/// The median of some passes, after one that is not counted.
fn warm(queries: &[&Query], answer: &dyn Fn(&str) -> Option<Vec<String>>) -> Pass {
    pass(queries, answer);
    let mut passes: Vec<Pass> = (0..PASSES).map(|_| pass(queries, answer)).collect();
    passes.sort_by_key(|pass| pass.total);
    let best = passes[0].total;
    let mut median = passes.swap_remove(PASSES / 2);
    median.best = best;
    median
}

struct Pass {
    /// Time from the text of the first query to the check of the last answer.
    total: Duration,
    /// That of the fastest of the passes.
    best: Duration,
    /// The part of `total` during which the thread was on a CPU, where the system tells it.
    on_cpu: Option<Duration>,
    /// Time of each query, ascending.
    each: Vec<Duration>,
    same: usize,
    known: usize,
}

fn pass(queries: &[&Query], answer: &dyn Fn(&str) -> Option<Vec<String>>) -> Pass {
    let mut each = Vec::with_capacity(queries.len());
    let (mut same, mut known) = (0, 0);
    let cpu = on_cpu();
    let start = Instant::now();
    for query in queries {
        let asked = Instant::now();
        let mut found = answer(&query.text).unwrap_or_default();
        each.push(asked.elapsed());
        if let Some(gold) = &query.gold {
            found.sort_unstable();
            known += 1;
            same += usize::from(found == *gold);
        }
    }
    let total = start.elapsed();
    let on_cpu = cpu.and_then(|before| on_cpu()?.checked_sub(before));
    each.sort_unstable();
    Pass { total, best: total, on_cpu, each, same, known }
}

impl Pass {
    fn tell(&self, how: &str) {
        let count = self.each.len();
        let rate = |time: Duration| (count as f64 / time.as_secs_f64()).round();
        let at = |part: f64| micros(self.each[((count - 1) as f64 * part) as usize]);
        let cpu = self.on_cpu.map_or(String::new(), |time| format!(", {} by time on the CPU", rate(time)));
        println!(
            "  {how}: {} queries/s{cpu} (best pass {}); p50 {} p95 {} p99 {} max {} mean {}; {} of {} answers as recorded",
            rate(self.total),
            rate(self.best),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            micros(self.total / count as u32),
            self.same,
            self.known,
        );
    }
}

fn micros(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}

/// Time that this thread has spent on a CPU; only Linux tells it without a call into C.
fn on_cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn status(field: &str) -> Option<String> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.trim_start_matches(':').trim().to_owned())
}

fn shared() -> Option<PathBuf> {
    let named = std::env::var_os("TRUSTUQA_SHARED").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = root.ancestors().skip(1).take(3).map(|above| above.join("shared"));
    named.into_iter().chain(beside).map(|place| place.join("data")).find(|data| data.is_dir())
}

/// Queries with answers, one JSON object a line.
fn read(file: &Path, query: &str) -> Vec<Query> {
    let lines = std::io::BufReader::new(std::fs::File::open(file).unwrap()).lines();
    lines
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            let gold = record["answers"].as_array().map(|answers| {
                let mut gold: Vec<String> = answers.iter().map(|a| a.as_str().unwrap().to_owned()).collect();
                gold.sort_unstable();
                gold.dedup();
                gold
            });
            Query { text: record[query].as_str().unwrap().to_owned(), gold }
        })
        .collect()
}

fn load_folder(files: &Path, folder: &Path) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(files).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "csv" || end == "tsv"));
    paths.sort();
    let request = LoadRequest { paths, ..LoadRequest::default() };
    load(&graph, &request, &mut |_| ControlFlow::Continue(())).unwrap();
    graph
}

/// Loads a file of `head|relation|tail`.
fn load_triples(file: &Path, folder: &Path) -> Graph {
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
