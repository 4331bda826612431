//! `trustuqa demo`: the bundled data, its questions, and a check of both.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use trustuqa_engine::trace::{Trace, render};
use trustuqa_storage::fold;

use super::args::{DemoArgs, OutputArgs};
use super::{commands, print};
use crate::config::{Flags, GraphChoice, Setting, Settings};
use crate::demo::{FILES, QUESTIONS};
use crate::session::SessionError;
use crate::session::loading::LoadRequest;
use crate::sharing::Shared;
use crate::sharing::requests;

/// Questions that the empty chat suggests.
const SUGGESTED: [&str; 4] = ["cross-01", "mixed-01", "table-01", "tkg-01"];

/// A bundled question.
#[derive(Debug, Deserialize)]
struct BundledQuestion {
    id: String,
    question: String,
    answers: Vec<String>,
    query: String,
}

/// Loads the bundled data into the graph `demo`, unless another graph is named,
/// and opens the chat; without a terminal, answers the bundled questions.
pub fn run(mut settings: Settings, flags: &Flags, command: &DemoArgs) -> Result<u8, SessionError> {
    if flags.graph.is_none() {
        settings.graph =
            Setting { value: GraphChoice::Named("demo".to_owned()), origin: settings.graph.origin };
    }
    let questions = questions()?;
    let shared = Shared::open(settings, true)?;
    load_data(&shared)?;
    if command.check {
        commands::tell_encoder(&shared)?;
        return check(&shared, &questions);
    }
    if commands::has_terminal() {
        let suggested = questions.iter().filter(|q| SUGGESTED.contains(&q.id.as_str()));
        let kept = crate::chat::run(Arc::new(shared), suggested.map(|q| q.question.clone()).collect(), None)?;
        super::sessions::tell_kept(kept.as_deref());
        return Ok(0);
    }
    commands::tell_encoder(&shared)?;
    answer_all(&shared, &questions)
}

fn questions() -> Result<Vec<BundledQuestion>, SessionError> {
    QUESTIONS
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            serde_json::from_str(line).map_err(|e| SessionError::Environment {
                message: format!("a bundled question cannot be read: {e}"),
                hint: None,
            })
        })
        .collect()
}

/// Loads the bundled files that are not in the graph as they are now.
fn load_data(shared: &Shared) -> Result<(), SessionError> {
    let folder = shared.settings().data_dir.value.join("demo");
    let written = write_files(&folder)?;
    let sources = shared.ask(requests::ListSources)?;
    let missing: Vec<PathBuf> =
        written.iter().filter(|(_, changed)| *changed).map(|(path, _)| path.clone()).collect();
    let paths = if sources.len() < FILES.len() {
        written.into_iter().map(|(path, _)| path).collect()
    } else {
        missing
    };
    if paths.is_empty() {
        return Ok(());
    }
    let request = LoadRequest { paths, ..LoadRequest::default() };
    let loaded =
        super::data::with_progress(|watch| shared.watched(requests::LoadFiles { request }, watch))?.loaded;
    let facts: u64 = loaded.iter().map(|l| l.source.facts).sum();
    print::note(&format!(
        "loaded {} sources with {facts} facts into {}",
        loaded.len(),
        shared.settings().graph_shown()
    ));
    Ok(())
}

/// Writes the bundled files to a folder of the user, so that a trace can name a
/// real file and row. Says of each whether it was changed.
fn write_files(folder: &Path) -> Result<Vec<(PathBuf, bool)>, SessionError> {
    let failed = |error: std::io::Error| {
        SessionError::environment(
            format!("{}: cannot be written: {error}", folder.display()),
            "check its permissions, or name another folder with --data-dir",
        )
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut written = Vec::new();
    for (name, text) in FILES {
        let path = folder.join(name);
        let changed = std::fs::read_to_string(&path).ok().as_deref() != Some(*text);
        if changed {
            std::fs::write(&path, text).map_err(failed)?;
        }
        written.push((path, changed));
    }
    Ok(written)
}

fn answer_all(shared: &Shared, questions: &[BundledQuestion]) -> Result<u8, SessionError> {
    let output = OutputArgs { trace: false, json: false, format: None };
    let mut found = 0;
    for question in questions {
        print::line(&format!("? {}", question.question));
        let asked = shared.ask(requests::Ask { question: question.question.clone() })?;
        if print::answer(&asked.trace, &output)? == 0 {
            found += 1;
        }
        print::line(render(&asked.trace).trim_end());
        print::line("");
    }
    print::note(&format!("{found} of {} questions answered", questions.len()));
    Ok(0)
}

/// Counts right answers by the given query and by the writer, and wrong ones called certain.
fn check(shared: &Shared, questions: &[BundledQuestion]) -> Result<u8, SessionError> {
    let writer = shared.settings().writer.value.to_string();
    let (mut by_query, mut by_writer, mut wrongly_certain) = (0, 0, 0);
    for question in questions {
        let by_its_query = requests::RunQuery { text: question.query.clone(), sources: Vec::new() };
        let query_right = is_right(&shared.ask(by_its_query)?, &question.answers);
        let asked = shared.ask(requests::Ask { question: question.question.clone() })?.trace;
        let right = is_right(&asked, &question.answers);
        by_query += usize::from(query_right);
        by_writer += usize::from(right);
        let certain = asked.answer.certain;
        wrongly_certain += usize::from(certain && !right);
        let mark = |ok: bool| if ok { "right" } else { "WRONG" };
        let said =
            if asked.answer.items.is_empty() { "no answer".to_owned() } else { asked.answers().join("; ") };
        print::line(&format!(
            "{:9}  query {}  {writer} {}{}  {}",
            question.id,
            mark(query_right),
            mark(right),
            if certain { ", certain" } else { "" },
            question.question
        ));
        if !right {
            print::line(&format!(
                "           expected {}; {writer} said {}",
                question.answers.join("; "),
                said
            ));
        }
    }
    print::line(&format!(
        "by their queries: {by_query} of {n}; by the {writer} writer: {by_writer} of {n}; wrong but called certain: {wrongly_certain}",
        n = questions.len()
    ));
    Ok(if by_query == questions.len() && wrongly_certain == 0 { 0 } else { super::NOT_FOUND })
}

/// The answers are the expected ones, in any order.
fn is_right(trace: &Trace, expected: &[String]) -> bool {
    let normal = |texts: Vec<&str>| {
        let mut folded: Vec<String> = texts.into_iter().map(fold).collect();
        folded.sort();
        folded.dedup();
        folded
    };
    normal(trace.answers()) == normal(expected.iter().map(String::as_str).collect())
}
