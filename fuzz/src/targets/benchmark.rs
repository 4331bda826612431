//! Files of benchmarks and of recorded completions. The first byte says which file the
//! rest is (see [`Choice::of`]); the other files of its set are those of `benchmarks/`.
//! The laws:
//!
//! * nothing panics; a refusal names a file that there is, a line of it, and what to do;
//! * what is read has the questions that the file has, under their identifiers;
//! * sources have names of their own and lie in the benchmark's folder, questions are about
//!   one of them, rows have no more cells than columns, facts are whole;
//! * things with different identifiers have different names;
//! * a gold query reads without repairs, as the query that it was drafted as, and asks for
//!   what the annotation names;
//! * the same file read twice is the same benchmark;
//! * every source that is read is loaded, and a load that fails leaves the graph empty.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::Value;
use trustuqa::eval::gold::wikisql as gold;
use trustuqa::eval::sets::ReadOptions;
use trustuqa::eval::{BenchmarkSet, Dataset, EvalError, GoldQuery, Question, SourceContent, sets};
use trustuqa::writer::replay::{Recording, ReplayError};
use trustuqa_engine::query;
use trustuqa_engine::query::llm::LlmQuery;
use trustuqa_engine::query::{Parsed, Query};
use trustuqa_storage::{Graph, GraphRead as _};

/// What a file is read as.

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// A part of a set: the folder that it lies in.
    Set(BenchmarkSet),
    /// WikiSQL's training questions.
    Bank,
    /// Training questions with queries that a model wrote.
    Queries,
    /// Completions to be replayed.
    Completions,
}

/// Where a file has its questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// An object on each line.
    JsonLines,
    /// A question on each line.
    Lines,
    /// A question on each line below a header, if there is one.
    BelowHeader,
    /// The objects of the list `Questions`.
    Json,
    /// It has none.
    None,
}

/// The files that an input can be, with what they are when they are not the input.
const FILES: [(&str, &str, Reading, Rows); 21] = {
    use BenchmarkSet::{Cronquestions, Metaqa, Mixed, Timequestions, Webqsp, Wikisql, Wtq};
    use Reading::{Bank, Completions, Queries, Set};
    macro_rules! file {
        ($path:literal, $reading:expr, $rows:ident) => {
            ($path, include_str!(concat!("../../benchmarks/", $path)), $reading, Rows::$rows)
        };
    }
    [
        file!("wikisql/tables.jsonl", Set(Wikisql), None),
        file!("wikisql/questions.jsonl", Set(Wikisql), JsonLines),
        ("demonstration_bank.jsonl", "", Bank, Rows::JsonLines),
        file!("wtq/questions.jsonl", Set(Wtq), JsonLines),
        file!("wtq_official/data/training.tsv", Set(Wtq), BelowHeader),
        file!("metaqa/questions.jsonl", Set(Metaqa), JsonLines),
        file!("metaqa_official/2-hop/vanilla/qa_test.txt", Set(Metaqa), Lines),
        file!("metaqa_official/2-hop/qa_test_qtype.txt", Set(Metaqa), None),
        file!("metaqa/kb.txt", Set(Metaqa), None),
        file!("webqsp/questions.jsonl", Set(Webqsp), JsonLines),
        file!("webqsp_official/WebQSP.test.json", Set(Webqsp), Json),
        file!("cronquestions/questions.jsonl", Set(Cronquestions), JsonLines),
        file!("cronquestions_official/kg/full.txt", Set(Cronquestions), None),
        file!("cronquestions_official/kg/wd_id2entity_text.txt", Set(Cronquestions), None),
        file!("cronquestions_official/kg/wd_id2relation_text.txt", Set(Cronquestions), None),
        file!("cronquestions_official/questions/test.jsonl", Set(Cronquestions), JsonLines),
        file!("timequestions/questions.jsonl", Set(Timequestions), JsonLines),
        file!("mixed/questions.jsonl", Set(Mixed), JsonLines),
        file!("mixed/manifest.json", Set(Mixed), None),
        ("recorded.jsonl", "", Queries, Rows::JsonLines),
        ("completions.jsonl", "", Completions, Rows::JsonLines),
    ]
};

/// Files that are always the same; the `load` target is about such.
const OTHER_FILES: [(&str, &str); 6] = {
    const WTQ: &str = include_str!("../../benchmarks/wtq/csv/1-csv/0.csv");
    const WEBQSP: &str = include_str!("../../benchmarks/webqsp/kg.tsv");
    const CRONQUESTIONS: &str = include_str!("../../benchmarks/cronquestions/kg.tsv");
    [
        ("wtq/csv/1-csv/0.csv", WTQ),
        ("wtq_official/csv/1-csv/0.csv", WTQ),
        ("metaqa_official/kb.txt", "Dune Song|starred_actors|Ida Moor\n"),
        ("webqsp/kg.tsv", WEBQSP),
        ("webqsp_official/kg.tsv", WEBQSP),
        ("cronquestions/kg.tsv", CRONQUESTIONS),
    ]
};

/// What an input is.
struct Choice {
    file: usize,
    /// Whether the benchmark is also loaded into a graph, which takes long.
    loaded: bool,
}

impl Choice {
    /// The letters from `@` on stand for the files in order, those from the backquote on
    /// for the same files, loaded.
    fn of(byte: u8) -> Choice {
        Choice { file: usize::from(byte % 32) % FILES.len(), loaded: byte / 32 % 2 == 1 }
    }
}

/// Reads a file as the first byte says.
pub fn benchmark(data: &[u8]) {
    thread_local!(static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() });
    let Some((first, content)) = data.split_first() else { return };
    let choice = Choice::of(*first);
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(every_file).path();
        let (name, usual, reading, rows) = FILES[choice.file];
        let file = folder.join(name);
        std::fs::write(&file, content).expect("the file is written");
        match reading {
            Reading::Set(set) => {
                let own = name.split('/').next().map_or(folder.to_owned(), |own| folder.join(own));
                set_holds(set, &own, content, rows, choice.loaded);
                std::fs::write(&file, usual).expect("the file is written");
            }
            Reading::Bank => bank_holds(content, &file),
            Reading::Queries => queries_hold(content, &file),
            Reading::Completions => completions_hold(content, &file),
        }
    });
}

/// A folder with all files.
fn every_file() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for files");
    let files = FILES.iter().map(|(name, content, ..)| (*name, *content));
    for (name, content) in files.chain(OTHER_FILES) {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(folder.path())).expect("a folder");
        std::fs::write(file, content).expect("the file is written");
    }
    folder
}

fn set_holds(set: BenchmarkSet, folder: &Path, content: &[u8], rows: Rows, loaded: bool) {
    let root = folder.parent().unwrap_or(folder);
    let read = || sets::read(set, folder, &ReadOptions::default());
    let dataset = match read() {
        Ok(dataset) => dataset,
        Err(error) => return refusal_holds(&error, root),
    };
    assert_eq!(dataset.set, set);
    questions_are_those_of(content, rows, dataset.questions.iter().map(|q| q.id.as_str()));
    dataset_holds(&dataset, root);
    let again = read().expect("read before");
    assert_eq!(dataset, again, "the same files, read twice");
    if loaded {
        loaded_holds(&dataset, root);
    }
}

/// A refusal names a file or folder of the benchmark, and a line of it when it names one.
fn refusal_holds(error: &EvalError, root: &Path) {
    assert!(error.hint().is_some_and(|hint| !hint.is_empty()), "{error}");
    match error {
        EvalError::Data(bad) => {
            assert!(!bad.what.is_empty());
            assert!(bad.file.starts_with(root), "{error}");
            let content = std::fs::read(&bad.file);
            if let (Some(line), Ok(content)) = (bad.line, content) {
                assert!((1..=lines(&content)).contains(&line), "line {line} is not in the file: {error}");
            }
        }
        EvalError::Load(error) => assert!(error.problem().is_some(), "{error}"),
        EvalError::Store(_) | EvalError::Cancelled => panic!("not about a file: {error}"),
    }
}

fn lines(content: &[u8]) -> u64 {
    content.iter().filter(|byte| **byte == b'\n').count() as u64 + 1
}

/// What is read are the questions of the file: as many, in order, each under its own
/// identifier where that is a text.
fn questions_are_those_of<'q>(content: &[u8], rows: Rows, read: impl ExactSizeIterator<Item = &'q str>) {
    let text = String::from_utf8_lossy(content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content));
    let mut filled: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let written_ids: Vec<Option<String>> = match rows {
        Rows::None => return,
        Rows::Lines => filled.iter().map(|_| None).collect(),
        Rows::BelowHeader => {
            filled.retain(|line| !line.starts_with("id\t") || !text.starts_with(line));
            filled.iter().map(|_| None).collect()
        }
        Rows::JsonLines => filled.iter().map(|line| id(line, "id")).collect(),
        Rows::Json => {
            // What is nested deeper than this reader goes is nobody's question.
            let Ok(value) = serde_json::from_str::<Value>(&text) else { return };
            let questions = value.get("Questions").and_then(Value::as_array).expect("it was read");
            questions.iter().map(|question| id(&question.to_string(), "QuestionId")).collect()
        }
    };
    assert_eq!(read.len(), written_ids.len(), "questions of {text:?}");
    for (id, written) in read.zip(written_ids) {
        assert!(written.is_none_or(|written| written == id), "`{id}` is called otherwise in {text:?}");
    }
}

/// The identifier in an object, when it is a text.
fn id(object: &str, name: &str) -> Option<String> {
    let value: Value = serde_json::from_str(object).ok()?;
    value.get(name)?.as_str().filter(|id| !id.is_empty()).map(str::to_owned)
}

fn dataset_holds(dataset: &Dataset, root: &Path) {
    let mut names = HashSet::new();
    for source in &dataset.sources {
        assert!(names.insert(source.name.as_str()), "two sources are called `{}`", source.name);
        let relative = source.file.strip_prefix(root).expect("a source lies in the folder");
        assert!(relative.components().all(|part| matches!(part, std::path::Component::Normal(_))));
        // A file that is not there is told when it is loaded.
        let last = std::fs::read(&source.file).map_or(u64::MAX, |content| lines(&content));
        let is_line = |line: u32| (1..=last).contains(&u64::from(line));
        match &source.content {
            SourceContent::File => {}
            SourceContent::Table(table) => {
                assert!(is_line(table.line), "{table:?}");
                let distinct: HashSet<&String> = table.header.iter().collect();
                assert_eq!(distinct.len(), table.header.len(), "a name is repeated in {table:?}");
                assert!(!distinct.iter().any(|name| name.is_empty()), "{table:?}");
                assert!(table.rows.iter().all(|row| row.len() <= table.header.len()), "{table:?}");
            }
            SourceContent::Facts(facts) => {
                for fact in facts {
                    assert!(is_line(fact.line), "{fact:?}");
                    assert!(!fact.triple.iter().any(String::is_empty), "{fact:?}");
                }
            }
        }
        if dataset.set == BenchmarkSet::Cronquestions {
            names_are_told_apart(source, root);
        }
    }
    for question in &dataset.questions {
        assert_eq!(question.text, question.text.trim());
        assert!(dataset.set == BenchmarkSet::Mixed || question.set == dataset.set);
        if let (Some(source), true) = (&question.source, dataset.set != BenchmarkSet::Mixed) {
            assert!(names.contains(source.as_str()), "{question:?} is about no source");
        }
        gold_holds(question);
    }
}

/// Items that have labels have a name each, however many labels are alike: an identifier
/// of the official graph stands for one name in all facts, and no two for the same.
fn names_are_told_apart(source: &trustuqa::eval::DatasetSource, root: &Path) {
    let SourceContent::Facts(facts) = &source.content else { return };
    let text = |name: &str| {
        let bytes = std::fs::read(root.join("cronquestions_official/kg").join(name)).expect("a file");
        String::from_utf8(bytes).expect("it was read").trim_start_matches('\u{feff}').to_owned()
    };
    let labels = ["wd_id2entity_text.txt", "wd_id2relation_text.txt"].map(text).join("\n");
    let labelled: HashSet<&str> = labels
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(_, label)| !label.trim().is_empty())
        .map(|(id, _)| id.trim())
        .collect();
    let graph = text("full.txt");
    let rows: Vec<&str> = graph.lines().collect();
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut ids: HashMap<&str, &str> = HashMap::new();
    for fact in facts {
        let cells = rows[fact.line as usize - 1].split('\t').map(str::trim);
        for (id, name) in cells.zip(&fact.triple) {
            let known = names.insert(id, name);
            assert!(known.is_none_or(|known| known == name), "`{id}` has two names");
            if labelled.contains(id) {
                let other = ids.insert(name, id);
                assert!(other.is_none_or(|other| other == id), "`{id}` and {other:?} are `{name}`");
            }
        }
    }
}

/// A gold query is one that reads as it is printed, and it asks for what the annotation
/// names, where this tells all names.
fn gold_holds(question: &Question) {
    let Some(gold) = &question.gold else { return };
    let text = match gold {
        GoldQuery::Query(text) => text,
        GoldQuery::Impossible(why) => return assert!(!why.is_empty()),
    };
    let query = drafted(text);
    let hints = &question.hints;
    let named = match question.set {
        BenchmarkSet::Wikisql => hints.relations.iter().chain(&hints.entities).collect::<Vec<_>>(),
        BenchmarkSet::Metaqa => hints.entities.iter().collect(),
        _ => Vec::new(),
    };
    names_hold(&query, named);
}

/// The query of a gold text, which needs no repairs.
fn drafted(text: &str) -> LlmQuery {
    match query::parse(text) {
        Ok(Parsed { query: Query::Llm(query), repairs, .. }) if repairs.is_empty() => {
            assert_eq!(query.to_string(), text, "read otherwise than it was drafted");
            query
        }
        other => panic!("{text}\nreads as {other:?}"),
    }
}

fn names_hold<'n>(query: &LlmQuery, names: impl IntoIterator<Item = &'n String>) {
    let asked: HashSet<String> = query.names().into_iter().map(|(_, _, name)| name).collect();
    for name in names {
        assert!(asked.contains(name), "`{name}` is not asked for in\n{query}");
    }
}

fn loaded_holds(dataset: &Dataset, root: &Path) {
    let home = tempfile::tempdir().expect("a folder for the graph");
    let graph = Graph::open(home.path(), true).expect("a new graph");
    let loaded = dataset.load(&graph, &mut |_| ControlFlow::Continue(()));
    let sources = graph.snapshot().expect("a snapshot").sources().expect("its sources");
    match loaded {
        Ok(loaded) => {
            assert_eq!(loaded.sources, dataset.sources.len());
            let names: HashSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
            assert!(dataset.sources.iter().all(|source| names.contains(source.name.as_str())));
            assert_eq!(sources.len(), dataset.sources.len());
            assert!(dataset.fingerprint().is_ok());
        }
        Err(error) => {
            refusal_holds(&error, root);
            assert!(sources.is_empty(), "a load that failed left sources");
        }
    }
}

fn bank_holds(content: &[u8], file: &Path) {
    match sets::wikisql::bank(content, file) {
        Ok(entries) => {
            questions_are_those_of(content, Rows::JsonLines, entries.iter().map(|entry| entry.id.as_str()));
            for entry in &entries {
                if let GoldQuery::Query(text) = gold::query(&entry.select) {
                    let values =
                        entry.select.conditions.iter().flat_map(|(column, _, value)| [column, value]);
                    names_hold(&drafted(&text), values.chain([&entry.select.column]));
                }
            }
        }
        Err(error) => refusal_holds(&error, file),
    }
}

fn queries_hold(content: &[u8], file: &Path) {
    match sets::recorded::queries(content, file) {
        Ok(queries) => {
            questions_are_those_of(content, Rows::JsonLines, queries.iter().map(|query| query.id.as_str()));
        }
        Err(error) => refusal_holds(&error, file),
    }
}

/// Every completion is found by the question, identifier or key of its line, and what has
/// none says why.
fn completions_hold(content: &[u8], file: &Path) {
    let recording = match Recording::open(file) {
        Ok(recording) => recording,
        Err(error) => {
            assert!(!error.hint().is_empty());
            match error {
                ReplayError::Line { line, what, .. } => {
                    assert!((1..=lines(content)).contains(&(line as u64)) && !what.is_empty());
                }
                other => panic!("not about a line: {other}"),
            }
            return;
        }
    };
    let text = std::str::from_utf8(content).expect("it was read").trim_start_matches('\u{feff}');
    let mut filled = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        filled += 1;
        let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
        let part = |name: &str| line.get(name).and_then(Value::as_str);
        let found = match (part("question"), part("id"), part("custom_id")) {
            (Some(question), ..) => recording.of_question(question),
            (None, Some(id), None) => recording.of_id(id),
            (None, _, Some(key)) => recording.of_key(key.split('-').next().unwrap_or(key)),
            (None, None, None) => continue,
        };
        let found = found.expect("a line is found by what it names");
        assert!(!found.completions.is_empty() || found.failed.is_some(), "nothing, and no reason: {line}");
        if let (Some(text), None) = (part("completion"), part("custom_id")) {
            assert!(found.completions.iter().any(|found| found.text == text), "{line}");
        }
    }
    assert!(recording.len() <= filled, "more is recorded than there are lines");
    assert_eq!(recording.is_empty(), filled == 0);
    let again = Recording::open(file).expect("read before");
    assert_eq!(recording, again, "the same file, read twice");
}
