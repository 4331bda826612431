//! Many questions in one process: one a line, and a line of JSON for each.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::args::AskArgs;
use super::{NOT_FOUND, commands, data, print};
use crate::config::Settings;
use crate::session::SessionError;
use crate::sharing::{Shared, requests};
use trustuqa_engine::trace::{Status, Trace};

/// Characters of a question: a longer line is not a question.
const LONGEST: usize = 10_000;

/// What to ask.
pub enum Questions {
    /// A question, whose answer a person reads.
    One(String),
    /// Lines with a question each.
    Many(Box<dyn BufRead>),
}

/// The questions of a command line.
pub fn of(command: &AskArgs) -> Result<Questions, SessionError> {
    if let Some(file) = &command.file {
        let opened = File::open(file).map_err(|error| {
            SessionError::usage(
                format!("{}: cannot read it: {error}", file.display()),
                "name a file with one question a line",
            )
        })?;
        return Ok(Questions::Many(Box::new(BufReader::new(opened))));
    }
    if command.question == ["-"] {
        return Ok(Questions::Many(Box::new(BufReader::new(std::io::stdin()))));
    }
    let question = command.question.join(" ");
    Ok(Questions::One(question))
}

/// Asks each line, and prints its answer before the next is read, so that another program can
/// wait for it. Ends with 0 when every question was answered.
pub fn ask(settings: Settings, command: &AskArgs, input: Box<dyn BufRead>) -> Result<u8, SessionError> {
    if command.explain || command.output.trace || command.output.format.is_some() {
        return Err(SessionError::usage(
            "many questions are answered as JSON Lines only",
            "leave out --explain, --trace and --format; --json adds the whole trace to each line",
        ));
    }
    let shared = Shared::open(settings, false)?;
    commands::tell_encoder(&shared)?;
    let stop = data::interrupted();
    let bar =
        if std::io::stdout().is_terminal() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    if let Ok(style) = ProgressStyle::with_template("{pos} answered, {per_sec}") {
        bar.set_style(style);
    }
    let (mut asked, mut unanswered) = (0_u64, 0_u64);
    for line in input.lines() {
        let line = line.map_err(|error| {
            SessionError::usage(format!("the questions cannot be read: {error}"), "write them as UTF-8 text")
        })?;
        let question = line.trim().trim_start_matches('\u{feff}');
        if question.is_empty() {
            continue;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(SessionError::Cancelled);
        }
        let result = if question.chars().count() > LONGEST {
            Err(SessionError::usage("this line is too long to be a question", "write one question a line"))
        } else {
            shared.ask(requests::Ask { question: question.to_owned() }).map(|asked| asked.trace)
        };
        asked += 1;
        unanswered += u64::from(!matches!(&result, Ok(trace) if trace.answer.status == Status::Answered));
        let written =
            writeln!(std::io::stdout().lock(), "{}", outcome_json(question, &result, command.output.json));
        // Nobody reads any more.
        if written.is_err() {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if asked == 0 {
        return Err(SessionError::usage("there is no question", "write one a line"));
    }
    if unanswered > 0 {
        print::note(&format!("{unanswered} of {asked} without an answer"));
    }
    Ok(if unanswered == 0 { 0 } else { NOT_FOUND })
}

/// What became of a question, as an object.
fn outcome_json(question: &str, result: &Result<Trace, SessionError>, whole: bool) -> Value {
    let trace = match result {
        Ok(trace) => trace,
        Err(error) => {
            return json!({ "question": question, "status": "error", "message": error.to_string(), "hint": error.hint() });
        }
    };
    if whole {
        return json!({ "question": question, "trace": trace });
    }
    let answer = &trace.answer;
    let columns: Vec<&str> = answer.columns.iter().map(|column| column.name.as_str()).collect();
    let mut object = json!({
        "question": question,
        "status": answer.status,
        "answers": trace.answers(),
        "certain": answer.certain,
    });
    let mut add = |name: &str, value: Value| object[name] = value;
    if answer.columns.len() > 1 {
        add("columns", json!(columns));
        add("rows", json!(answer.rows));
    }
    if !answer.doubts.is_empty() {
        add("doubts", json!(answer.doubts));
    }
    if let Some(message) = &answer.message {
        add("message", json!(message));
    }
    if let Some(hint) = &answer.hint {
        add("hint", json!(hint));
    }
    add("sources", json!(answer.sources));
    add("query", json!(trace.query));
    object
}
