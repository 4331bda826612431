//! What a model may be told, and the record of what it was told.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use trustuqa_engine::trace::{Status, Trace};

use crate::serve::answers::AnswerBody;
use crate::serve::problem::ProblemDetails;
use crate::serve::state::ServiceState;
use crate::writer::ShareLevel;

/// What the addresses of sources begin with.
pub const SOURCES: &str = "trustuqa://sources/";
/// What the addresses of traces begin with.
pub const TRACES: &str = "trustuqa://traces/";

/// Characters of a value; of a longer one the beginning is reported.
const LONGEST: usize = 500;
/// Characters of a trace.
const LONGEST_TRACE: usize = 20_000;

const IN_ADDRESSES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A name as a part of an address.
pub fn encoded(name: &str) -> String {
    utf8_percent_encode(name, IN_ADDRESSES).to_string()
}

/// The name that a part of an address has.
pub fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

/// An error when nothing at all may be told.
pub fn allowed(app: &ServiceState) -> Result<(), String> {
    match app.shared().settings().share_elsewhere() {
        ShareLevel::Off => {
            Err("the share level is `off`, so a language model is told nothing; the user can \
                                start the server with --share schema"
                .to_owned())
        }
        ShareLevel::Schema | ShareLevel::Samples => Ok(()),
    }
}

/// Records what is sent to a model; what cannot be recorded is not sent.
pub fn tell(app: &ServiceState, what: &str, text: &str) -> Result<String, String> {
    allowed(app)?;
    let values = if app.options.allow_answers { "?answers=allowed" } else { "" };
    let share = app.shared().settings().share_elsewhere();
    let recorded = app.ledger.record(&format!("mcp:{what}{values}"), share, text.as_bytes());
    let id = recorded.map_err(|_| "this cannot be recorded, so it is not sent".to_owned())?;
    app.ledger.set_status(id, "told");
    Ok(text.to_owned())
}

/// An answer as a model may see it, with the name of its trace.
pub fn answer(app: &ServiceState, trace: &Trace, id: &str, limit: usize) -> Result<String, ProblemDetails> {
    let mut answer = AnswerBody::of(trace, limit, false)?;
    if app.options.allow_answers {
        answer.answers.iter_mut().chain(answer.rows.iter_mut().flatten()).for_each(shorten);
        answer.doubts.iter_mut().chain(&mut answer.message).chain(&mut answer.hint).for_each(shorten);
        let mut value = serde_json::to_value(&answer).map_err(|_| ProblemDetails::fault())?;
        value["trace_id"] = id.into();
        return Ok(value.to_string());
    }
    Ok(serde_json::json!({
        "status": answer.status,
        "answers_total": answer.answers_total,
        "columns": answer.columns,
        "rows_total": answer.rows_total,
        "certain": answer.certain,
        "sources": answer.sources,
        "message": in_general(trace.answer.status),
        "trace_id": id,
        "values": "withheld: the user can see them with `trustuqa ask`, and lets you see them with --allow-answers",
    })
    .to_string())
}

/// A trace as a model may see it.
pub fn trace(app: &ServiceState, trace: &Trace) -> Result<String, String> {
    allowed(app)?;
    if !app.options.allow_answers {
        return Err("a trace quotes values, which are withheld; the user lets you see them with \
                    --allow-answers"
            .to_owned());
    }
    let mut text = crate::cli::harmless(&trustuqa_engine::trace::render(trace));
    cut(&mut text, LONGEST_TRACE);
    Ok(text)
}

/// What a status means, without a name or a value of the graph.
fn in_general(status: Status) -> &'static str {
    match status {
        Status::Answered => "there is an answer",
        Status::NoSuchName => "a name of the query is not in the graph",
        Status::NoSuchFact => "the names are in the graph, but no fact connects them",
        Status::NotStored => "no source can answer this",
        Status::Empty => "everything was found, and nothing remained",
        Status::Failed => "a step could not be computed",
    }
}

/// Keeps the beginning of a long value.
fn shorten(text: &mut String) {
    cut(text, LONGEST);
}

fn cut(text: &mut String, most: usize) {
    if let Some((at, _)) = text.char_indices().nth(most) {
        text.truncate(at);
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_addresses_and_long_values_do_not() {
        for text in ["plain", "a/b c%20", "../../x", "ü \u{1b}[2J", "?#&"] {
            let part = encoded(text);
            assert!(!part.contains(['/', '?', '#', '\u{1b}']), "{part}");
            assert_eq!(decoded(&part), text);
        }
        let mut text = "ü".repeat(LONGEST + 9);
        shorten(&mut text);
        assert_eq!(text.chars().count(), LONGEST + 1);
        let mut text = "short".to_owned();
        shorten(&mut text);
        assert_eq!(text, "short");
    }
}
