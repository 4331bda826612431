//! A completion that arrives piece by piece (server-sent events). The client's time limit then applies to
//! silence only, so a slow model may write for as long as it takes. A model that repeats itself, or has
//! written what cannot be run, is stopped.

use std::time::{Duration, Instant};

use eventsource_stream::Eventsource;
use futures_util::StreamExt;
use reqwest::Response;
use serde_json::{Value, json};
use trustuqa_engine::query;

/// The same line this often in a row means that the model repeats itself.
const CIRCLES: usize = 8;
/// The same call this often in a query means that the model repeats itself: of the 25,324 recorded
/// completions, 3 have a call twice, and none has one three times.
const SAME_CALLS: usize = 3;
/// More bytes than any query has, including the thoughts before it.
const MOST: usize = 256 << 10;

/// Whether a response is a stream of events; a server that cannot stream sends a whole response.
pub fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(reqwest::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"))
}

/// The body for a stream that ended without a piece. llama-cpp-python ends one like this where, without
/// streaming, it returns what is wrong. No whole response looks like it.
pub const NOTHING: &[u8] = b"data: [DONE]";

/// What stopped a stream.
pub enum StreamError {
    /// The connection, or silence.
    Connection(reqwest::Error),
    /// What came is not a stream of events.
    Format(String),
}

/// Reads a stream to its end, or until nothing more is wanted of it, and returns it as the body of a
/// whole response. A completion that is `held` to the grammar is a query from its first character on; it
/// is cut off when writing it takes longer than this time.
pub async fn whole(response: Response, held: Option<Duration>) -> Result<Vec<u8>, StreamError> {
    let mut events = response.bytes_stream().eventsource();
    let mut assembled = Assembled { held: held.is_some(), ..Assembled::default() };
    let mut first_piece = None;
    while let Some(event) = events.next().await {
        let event = event.map_err(|e| match e {
            eventsource_stream::EventStreamError::Transport(e) => StreamError::Connection(e),
            other => StreamError::Format(other.to_string()),
        })?;
        if !assembled.take(&event.data) {
            break;
        }
        if assembled.begun {
            let began = *first_piece.get_or_insert_with(Instant::now);
            if assembled.finish.is_none() && held.is_some_and(|longest| began.elapsed() > longest) {
                assembled.finish = Some("length".to_owned());
                break;
            }
        }
    }
    Ok(assembled.body())
}

/// The pieces of a completion so far.
#[derive(Default)]
struct Assembled {
    /// Whether it is held to the grammar.
    held: bool,
    /// How much of the text has been checked as a query.
    looked_at: usize,
    /// Whether any piece of a completion has come.
    begun: bool,
    text: String,
    refusal: String,
    finish: Option<String>,
    usage: Value,
    error: Value,
}

impl Assembled {
    /// Takes the data of one event; false when the rest is not wanted.
    fn take(&mut self, data: &str) -> bool {
        if data.trim() == "[DONE]" {
            return false;
        }
        // A line that is not JSON may be a comment of a gateway.
        let Ok(piece) = serde_json::from_str::<Value>(data) else { return true };
        if let Some(error) = piece.get("error").filter(|error| !error.is_null()) {
            self.error = error.clone();
            return false;
        }
        if let Some(usage) = piece.get("usage").filter(|usage| usage.is_object()) {
            self.usage = usage.clone();
        }
        let Some(choice) = piece.pointer("/choices/0") else { return true };
        self.begun = true;
        let delta = |key: &str| choice.pointer(&format!("/delta/{key}")).and_then(Value::as_str);
        self.text.push_str(delta("content").unwrap_or(""));
        self.refusal.push_str(delta("refusal").unwrap_or(""));
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        if self.text.len() > MOST {
            self.finish = Some("length".to_owned());
            return false;
        }
        let lost = self.held && self.is_lost();
        !(lost || self.goes_on_with_the_prompt() || self.runs_in_circles())
    }

    /// Whether no query can come of it any more: the steps so far have an error that no later step can
    /// undo, or repeat the same call. The incomplete step after them is cut off.
    fn is_lost(&mut self) -> bool {
        let Some(end) = self.text.rfind('\n').filter(|end| *end > self.looked_at) else { return false };
        self.looked_at = end;
        let steps = &self.text[..end];
        let calls: Vec<&str> = steps.lines().filter_map(call).collect();
        // A step is whole only with its second line.
        let Some(last) = steps.lines().last().and_then(call) else { return false };
        let same = calls.iter().filter(|call| **call == last).count();
        let lost = same >= SAME_CALLS || query::parse(steps).is_err();
        if lost {
            self.text.truncate(end);
        }
        lost
    }

    /// Whether the query is complete and the model goes on to write the next question, as small ones do
    /// that take the demonstrations for a text to continue. The made-up part is cut off.
    fn goes_on_with_the_prompt(&mut self) -> bool {
        let Some(query) = self.text.find("Query1") else { return false };
        let Some(next) = self.text[query..].find("\nQuestion:") else { return false };
        self.text.truncate(query + next);
        true
    }

    /// Whether the last lines are all the same.
    fn runs_in_circles(&self) -> bool {
        if !self.text.ends_with('\n') {
            return false;
        }
        let mut lines = self.text.lines().rev().filter(|line| !line.trim().is_empty()).take(CIRCLES);
        let Some(last) = lines.next() else { return false };
        let same = lines.take_while(|line| *line == last).count();
        same + 1 == CIRCLES
    }

    /// The body that the server would have sent at once.
    fn body(self) -> Vec<u8> {
        if !self.begun && self.error.is_null() {
            return NOTHING.to_vec();
        }
        let mut body = json!({
            "choices": [{
                "message": { "content": self.text, "refusal": (!self.refusal.is_empty()).then_some(self.refusal) },
                "finish_reason": self.finish,
            }],
            "usage": self.usage,
        });
        if !self.error.is_null() {
            body = json!({ "error": self.error });
        }
        body.to_string().into_bytes()
    }
}

/// The call of a `QueryN` line.
fn call(line: &str) -> Option<&str> {
    line.strip_prefix("Query")?.split_once(": ").map(|(_, call)| call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::llm::response;

    fn of(events: &[&str]) -> Vec<u8> {
        let mut assembled = Assembled::default();
        for event in events {
            if !assembled.take(event) {
                break;
            }
        }
        assembled.body()
    }

    #[test]
    fn pieces_make_the_completion_with_its_tokens() {
        let body = of(&[
            r#"{"choices":[{"delta":{"role":"assistant"}}]}"#,
            r#"{"choices":[{"delta":{"content":"Query1: "}}]}"#,
            "a comment of a gateway",
            r#"{"choices":[{"delta":{"content":"count()"},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
            "[DONE]",
            r#"{"choices":[{"delta":{"content":"never"}}]}"#,
        ]);
        let completion = response::read(&body).unwrap();
        assert_eq!(
            (completion.text.as_str(), completion.tokens_in, completion.tokens_out),
            ("Query1: count()", 7, 2)
        );
    }

    #[test]
    fn a_question_that_the_model_asks_itself_is_cut_off() {
        let body = of(&[
            r#"{"choices":[{"delta":{"content":"Question: as asked\nQuery1: \"count()\"\n\nQuest"}}]}"#,
            r#"{"choices":[{"delta":{"content":"ion: another"}}]}"#,
            r#"{"choices":[{"delta":{"content":"\nQuery1: "}}]}"#,
        ]);
        assert_eq!(response::read(&body).unwrap().text, "Question: as asked\nQuery1: \"count()\"");
    }

    #[test]
    fn an_error_amid_the_stream_is_told() {
        let body =
            of(&[r#"{"choices":[{"delta":{"content":"Q"}}]}"#, r#"{"error":{"message":"out of memory"}}"#]);
        assert!(response::read(&body).unwrap_err().to_string().contains("out of memory"));
    }

    #[test]
    fn a_model_that_runs_in_circles_is_stopped() {
        let piece = r#"{"choices":[{"delta":{"content":"Query1: \"count(set='x')\"\n"}}]}"#;
        let mut assembled = Assembled::default();
        let taken = (0..100).take_while(|_| assembled.take(piece)).count();
        assert_eq!(taken, CIRCLES - 1);
    }

    /// What is kept of a text that is held to the grammar and arrives in pieces of a few characters.
    fn kept(text: &str) -> String {
        let mut assembled = Assembled { held: true, ..Assembled::default() };
        let letters: Vec<char> = text.chars().collect();
        for piece in letters.chunks(3) {
            let piece: String = piece.iter().collect();
            if !assembled.take(&json!({"choices": [{"delta": {"content": piece}}]}).to_string()) {
                break;
            }
        }
        assembled.text
    }

    fn steps(calls: &[&str]) -> String {
        let step = |(n, call): (usize, &&str)| format!("Step{0}: Look\nQuery{0}: \"{call}\"", n + 1);
        calls.iter().enumerate().map(step).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_query_that_cannot_be_run_any_more_is_ended_behind_the_step_with_the_error() {
        let wrong = ["get_information(relation='a')", "count(set='output_of_query3')"];
        let more = [wrong[0], wrong[1], "count(set='output_of_query1')"];
        assert_eq!(kept(&steps(&more)), steps(&wrong));
        // A step whose call is still to come is not an error.
        let right = steps(&["get_information(relation='a')", "count(set='output_of_query1')"]);
        assert_eq!(kept(&right), right);
    }

    #[test]
    fn a_query_that_has_the_same_call_again_and_again_is_ended() {
        let (all, count) = ("get_information(source='a')", "count(set='output_of_query1')");
        let circle = [all, count, all, count, all];
        assert_eq!(kept(&steps(&[&circle[..], &[count, all]].concat())), steps(&circle));
        let twice = steps(&[all, count, all, "sum(set='output_of_query3')"]);
        assert_eq!(kept(&twice), twice);
    }
}
