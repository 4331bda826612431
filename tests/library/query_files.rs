//! Queries in text files: what each gives on the data of its file.
//!
//! A file of `tests/queries` begins with its sources, then come its cases:
//!
//! ```text
//! === table medals          (or kg, tkg)
//! Nation,Gold
//! === case the rows of a nation
//! Question: which nation …  (only where the question decides)
//! get_information(relation='Nation', tail_entity='Brazil')
//! ---
//! what is expected, as `report` writes it
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test --test library query_files` writes what is found as expected;
//! read the difference before you commit it.
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::naive;
use crate::naive::{Data, Small};
use trustuqa_engine::query;
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, EngineError, RunOptions};

struct Case {
    name: String,
    query: String,
    expected: String,
}

struct QueryFile {
    /// The text before the first case, as it stands.
    head: String,
    data: Data,
    cases: Vec<Case>,
}

fn read(text: &str) -> QueryFile {
    let mut file = QueryFile { head: String::new(), data: Data::default(), cases: Vec::new() };
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("=== ") {
            Some(title) => sections.push((title.trim().to_owned(), String::new())),
            None => match sections.last_mut() {
                Some((_, body)) => body.push_str(line),
                None => file.head.push_str(line),
            },
        }
    }
    for (title, body) in sections {
        let (kind, name) = title.split_once(' ').unwrap();
        if kind == "case" {
            let (query, expected) = body.split_once("---\n").unwrap_or((&body, ""));
            file.cases.push(Case {
                name: name.to_owned(),
                query: query.trim_end_matches('\n').to_owned(),
                expected: expected.trim().to_owned(),
            });
        } else {
            assert!(file.cases.is_empty(), "sources stand before the cases");
            write!(file.head, "=== {title}\n{body}").unwrap();
            file.data.sources.push(Small::parse(kind, name, &body));
        }
    }
    file
}

fn report(engine: &Engine<'_>, case: &str) -> String {
    let asked = case.strip_prefix("Question: ").and_then(|rest| rest.split_once('\n'));
    let (question, query) =
        asked.map_or((None, case), |(question, query)| (Some(question.to_owned()), query));
    match engine.run(query, &RunOptions { question, ..RunOptions::default() }) {
        Err(error @ EngineError::Syntax { .. }) => format!("refused\n{error}"),
        Err(error) => format!("refused: {error}"),
        Ok(trace) => {
            let again = engine.replay(&trace).unwrap_or_else(|e| panic!("{query}\ndoes not replay: {e}"));
            assert_eq!(again.answer.items, trace.answer.items, "{query}\nreplays to another answer");
            assert_eq!(again.answer.rows, trace.answer.rows, "{query}\nreplays to another table");
            transcript_of(&trace)
        }
    }
}

fn transcript_of(trace: &Trace) -> String {
    let mut out = String::new();
    for line in trace.execution.lines() {
        writeln!(out, "{line}").unwrap();
    }
    for reading in trace.steps.iter().flat_map(|step| &step.readings) {
        writeln!(out, "read so: {reading}").unwrap();
    }
    for repair in &trace.repairs {
        writeln!(out, "repair: {repair}").unwrap();
    }
    for doubt in &trace.answer.doubts {
        writeln!(out, "doubt: {doubt}").unwrap();
    }
    for step in &trace.steps {
        for join in &step.joins {
            writeln!(out, "join: {join}").unwrap();
        }
    }
    let status = match trace.answer.status {
        Status::Answered => "answered",
        Status::NoSuchName => "no such name",
        Status::NoSuchFact => "no such fact",
        Status::NotStored => "not stored",
        Status::Empty => "empty",
        Status::Failed => "failed",
    };
    write!(out, "{status}").unwrap();
    if trace.answer.columns.len() > 1 {
        let names: Vec<&str> = trace.answer.columns.iter().map(|column| column.name.as_str()).collect();
        write!(out, "\n  ({})", names.join(" | ")).unwrap();
        for row in &trace.answer.rows {
            write!(out, "\n  {}", row.join(" | ")).unwrap();
        }
        return out;
    }
    for item in &trace.answer.items {
        write!(out, "\n  {}", item.text).unwrap();
        if item.count > 1 {
            write!(out, " (x{})", item.count).unwrap();
        }
    }
    if let Some(message) = &trace.answer.message {
        write!(out, ": {message}").unwrap();
    }
    if let Some(hint) = &trace.answer.hint {
        write!(out, "\nhint: {hint}").unwrap();
    }
    out
}

/// Every file below a folder of the package, in order.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

#[test]
fn queries_give_what_the_files_say() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = String::new();
    let mut cases = 0;
    for path in files_below("tests/queries") {
        let mut file = read(&std::fs::read_to_string(&path).unwrap());
        let home = tempfile::tempdir().unwrap();
        let graph = naive::load(home.path(), &file.data);
        let snapshot = graph.snapshot().unwrap();
        let engine = Engine::new(&snapshot, None).unwrap();
        for case in &mut file.cases {
            cases += 1;
            let found = report(&engine, &case.query);
            // Blank lines separate diagnostics and would end a case's text for a reader.
            let found: String = found.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            if found != case.expected {
                writeln!(
                    wrong,
                    "{} / {}\n{}\n--- expected\n{}\n--- found\n{found}\n",
                    path.file_name().unwrap().to_string_lossy(),
                    case.name,
                    case.query,
                    case.expected
                )
                .unwrap();
                case.expected = found;
            }
        }
        if update {
            let mut text = file.head;
            for case in file.cases {
                write!(text, "=== case {}\n{}\n---\n{}\n\n", case.name, case.query, case.expected).unwrap();
            }
            std::fs::write(&path, text.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(cases >= 80, "only {cases} cases were found");
    assert!(update || wrong.is_empty(), "{wrong}");
}

/// The codes that are in calls such as `Diagnostic::error("code"` in the sources.
fn codes_in_sources(folder: &str, calls: &[&str]) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for path in files_below(folder) {
        // Without white space, a call broken over lines is one piece.
        let text: String = std::fs::read_to_string(&path).unwrap().split_whitespace().collect();
        for call in calls {
            let start = format!("{call}(\"");
            let codes_after = text.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
            codes.extend(codes_after.map(str::to_owned));
        }
    }
    codes
}

#[test]
fn every_finding_about_a_query_has_a_case() {
    let codes = codes_in_sources("engine/src/query", &["Diagnostic::error", "Diagnostic::warning", ".fail"]);
    assert!(codes.len() > 30, "the sources are not read: {codes:?}");
    let mut shown = BTreeSet::new();
    for path in files_below("tests/queries") {
        for case in read(&std::fs::read_to_string(&path).unwrap()).cases {
            let text = match case.query.strip_prefix("Question: ").and_then(|rest| rest.split_once('\n')) {
                Some((_, query)) => query,
                None => &case.query,
            };
            let findings = match query::parse(text) {
                Ok(parsed) => parsed.repairs,
                Err(errors) => errors,
            };
            shown.extend(findings.0.iter().map(|finding| finding.code.to_string()));
        }
    }
    let missing: Vec<&String> = codes.difference(&shown).collect();
    assert!(missing.is_empty(), "no case of tests/queries shows {missing:?}");
}
