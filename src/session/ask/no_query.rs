//! The result where no writer wrote a query, or none that runs.

use std::time::Duration;

use trustuqa_engine::EngineError;
use trustuqa_engine::trace::{Answer, Status, Trace, VERSION};
use trustuqa_storage::fold;

use crate::writer::{Outcome, Written};

/// The result for a query that was run without a writer.
pub fn written(writer: &str, trace: &Trace, certain: bool, note: Option<String>) -> Written {
    let mut items: Vec<String> = trace.answers().into_iter().map(fold).collect();
    items.sort();
    let outcome = if items.is_empty() {
        Outcome::Empty { reason: trace.answer.message.clone().unwrap_or_default(), detail: None }
    } else {
        Outcome::Answer { key: items.join("\u{1f}") }
    };
    Written {
        query: trace.query.clone(),
        outcome,
        certain,
        note,
        writer: writer.to_owned(),
        ..written_nothing()
    }
}

pub fn written_nothing() -> Written {
    Written {
        query: String::new(),
        parsed: None,
        outcome: Outcome::Empty { reason: String::new(), detail: None },
        certain: false,
        note: None,
        writer: "offline".to_owned(),
        model: None,
        votes: 1,
        samples: 1,
        tries: 0,
        completions: 0,
        tokens_in: 0,
        tokens_cached: 0,
        tokens_out: 0,
        elapsed: Duration::ZERO,
        readings: Vec::new(),
        left: Vec::new(),
        probability: None,
        candidates: Vec::new(),
    }
}

/// The trace of a question for which there is no query.
pub fn unwritten(written: &Written) -> Trace {
    let message = written.note.clone().unwrap_or_else(|| "no query was written for this question".to_owned());
    let hint = if written.readings.is_empty() {
        "`trustuqa sources` lists what can be asked about; ask with names that it lists"
    } else {
        "type the number of the one that is meant, in the chat or on a terminal, or ask in other words"
    };
    no_steps(written, Status::NoSuchName, message, hint)
}

/// The trace of a query that cannot be read.
pub fn unreadable(written: &Written, error: &EngineError) -> Trace {
    let message = match &written.outcome {
        Outcome::Error { diagnostic, .. } => diagnostic.clone(),
        _ => error.to_string(),
    };
    let message = format!("no query could be run for this question\n{message}");
    let hint = "ask it in other words, or write the query yourself with `trustuqa query`";
    no_steps(written, Status::Failed, message, hint)
}

pub fn no_steps(written: &Written, status: Status, message: String, hint: &str) -> Trace {
    Trace {
        version: VERSION,
        question: None,
        writer: None,
        answer: Answer {
            status,
            stopped: None,
            items: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
            message: Some(message),
            hint: Some(hint.to_owned()),
            missed: None,
            certain: false,
            doubts: Vec::new(),
            sources: Vec::new(),
        },
        query: written.query.clone(),
        repairs: Vec::new(),
        execution: String::new(),
        scope: Vec::new(),
        pins: Vec::new(),
        routing: None,
        steps: Vec::new(),
    }
}
