//! From the bytes of a response to a completion.
//!
//! Servers do not keep strictly to the format: a response may lack `id`, `created` or `object`, have
//! finish reasons of its own, or split the text into parts. The parts that matter are copied into the
//! shape that async-openai reads.

use async_openai::error::WrappedError;
use async_openai::types::chat::{CreateChatCompletionResponse, FinishReason};
use serde_json::{Value, json};

use super::LlmError;
use crate::writer::completion::{Completion, clean};

/// Longest quotation from a response, in characters.
const EXCERPT: usize = 200;

/// Reads a successful response.
pub fn read(bytes: &[u8]) -> Result<Completion, LlmError> {
    let malformed = |what: String| LlmError::Malformed { what, excerpt: excerpt(bytes) };
    let value: Value =
        serde_json::from_slice(bytes).map_err(|e| malformed(format!("it is not JSON ({e})")))?;
    if value.get("error").is_some_and(|e| !e.is_null()) {
        // Gateways report a failed model this way, with status 200.
        return Err(malformed(format!("the server reports an error: {}", message(bytes))));
    }
    let response: CreateChatCompletionResponse =
        serde_json::from_value(normal(&value).map_err(malformed)?).map_err(|e| malformed(e.to_string()))?;
    let Some(choice) = response.choices.into_iter().next() else {
        return Err(malformed("it has no choices".into()));
    };
    let cut_off = choice.finish_reason == Some(FinishReason::Length);
    let text = clean(choice.message.content.as_deref().unwrap_or(""));
    if text.is_empty() {
        if let Some(refusal) = choice.message.refusal.filter(|r| !r.trim().is_empty()) {
            return Err(LlmError::Declined { message: printable(&refusal) });
        }
        let why = match choice.finish_reason {
            Some(FinishReason::Length) => "it reached the limit of tokens before the query",
            Some(FinishReason::ContentFilter) => "a content filter left it out",
            Some(FinishReason::ToolCalls | FinishReason::FunctionCall) => "it calls tools instead",
            _ => "it has no text",
        };
        return Err(LlmError::Empty { why: why.to_owned() });
    }
    let usage = response.usage.unwrap_or_default();
    let cached = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
    Ok(Completion {
        text,
        tokens_in: usage.prompt_tokens.into(),
        tokens_cached: cached.unwrap_or(0).into(),
        tokens_out: usage.completion_tokens.into(),
        cut_off,
    })
}

/// The response with everything that async-openai insists on and nothing that it
/// could trip over.
fn normal(value: &Value) -> Result<Value, String> {
    let choices = value
        .get("choices")
        .ok_or("it has no `choices`")?
        .as_array()
        .ok_or("`choices` is not a list")?
        .iter()
        .enumerate()
        .map(|(index, choice)| {
            let message = choice.get("message").ok_or(format!("choice {index} has no `message`"))?;
            let content = match message.get("content") {
                None | Some(Value::Null) => Value::Null,
                Some(Value::String(text)) => json!(text),
                Some(Value::Array(parts)) => json!(
                    parts.iter().filter_map(|part| part.get("text")?.as_str()).collect::<Vec<_>>().concat()
                ),
                Some(_) => return Err(format!("the content of choice {index} is not text")),
            };
            let reason = choice
                .get("finish_reason")
                .filter(|reason| serde_json::from_value::<FinishReason>((*reason).clone()).is_ok());
            Ok(json!({
                "index": index,
                "message": {
                    "role": "assistant",
                    "content": content,
                    "refusal": message.get("refusal").and_then(Value::as_str),
                },
                "finish_reason": reason,
            }))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    let tokens = |key: &str| {
        let count = value.pointer(&format!("/usage/{key}")).and_then(Value::as_u64);
        u32::try_from(count.unwrap_or(0)).unwrap_or(u32::MAX)
    };
    let (prompt, completion) = (tokens("prompt_tokens"), tokens("completion_tokens"));
    let cached = tokens("prompt_tokens_details/cached_tokens");
    Ok(json!({
        "id": text("id"),
        "object": "chat.completion",
        "created": 0,
        "model": text("model"),
        "choices": choices,
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt.saturating_add(completion),
            "prompt_tokens_details": { "cached_tokens": cached },
        },
    }))
}

/// What an error body says, in whatever shape it comes.
pub fn message(bytes: &[u8]) -> String {
    if let Ok(WrappedError { error }) = serde_json::from_slice::<WrappedError>(bytes) {
        return printable(&error.to_string());
    }
    let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let places = ["/error/message", "/error", "/message", "/detail", "/0/error/message"];
    let found = places.iter().find_map(|place| value.pointer(place)?.as_str().map(printable));
    found.unwrap_or_else(|| match excerpt(bytes) {
        text if text.is_empty() => "it says no more".to_owned(),
        text => text,
    })
}

/// The `code` of an error body, when it has one (`insufficient_quota`).
pub fn code(bytes: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    Some(value.pointer("/error/code")?.as_str()?.to_owned())
}

/// The beginning of a body, on one line.
pub fn excerpt(bytes: &[u8]) -> String {
    printable(&String::from_utf8_lossy(&bytes[..bytes.len().min(4 * EXCERPT)]))
}

/// One line, cut to a readable length. Control characters could steer a terminal.
fn printable(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut clean: String = line.chars().filter(|c| !c.is_control()).take(EXCERPT).collect();
    if line.chars().count() > EXCERPT {
        clean.push('…');
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Completion, LlmError> {
        read(text.as_bytes())
    }

    #[test]
    fn a_bare_response_is_enough() {
        let completion = read_text(r#"{"choices":[{"message":{"content":" q "}}]}"#).unwrap();
        assert_eq!(completion, Completion { text: "q".into(), ..Completion::default() });
    }

    #[test]
    fn a_full_response_with_oddities_is_read() {
        let text = r#"{"id":7,"object":"x","created":1.5,"model":"m","system_fingerprint":null,
            "choices":[{"index":0,"finish_reason":"eos","logprobs":{"odd":1},
              "message":{"role":"model","reasoning":"r","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}],
            "usage":{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":8,"x":"?"}}}"#;
        assert_eq!(
            read_text(text).unwrap(),
            Completion { text: "ab".into(), tokens_in: 12, tokens_cached: 8, tokens_out: 3, cut_off: false }
        );
    }

    #[test]
    fn every_kind_of_broken_response_has_its_error() {
        let what = |text| match read_text(text) {
            Err(LlmError::Malformed { what, .. }) => what,
            other => panic!("{other:?}"),
        };
        assert!(what("<html>").starts_with("it is not JSON"));
        assert_eq!(what("{}"), "it has no `choices`");
        assert_eq!(what(r#"{"choices":[]}"#), "it has no choices");
        assert_eq!(what(r#"{"choices":3}"#), "`choices` is not a list");
        assert_eq!(what(r#"{"choices":[{}]}"#), "choice 0 has no `message`");
        assert_eq!(what(r#"{"error":{"message":"gone"}}"#), "the server reports an error: gone");
        let empty =
            read_text(r#"{"choices":[{"finish_reason":"length","message":{"content":"<think>hm"}}]}"#);
        assert!(matches!(empty, Err(LlmError::Empty { why }) if why.contains("limit of tokens")));
        let declined = read_text(r#"{"choices":[{"message":{"content":null,"refusal":"no"}}]}"#);
        assert!(matches!(declined, Err(LlmError::Declined { message }) if message == "no"));
    }

    #[test]
    fn error_bodies_of_all_servers_are_understood() {
        assert_eq!(message(br#"{"error":{"message":"m","type":null}}"#), "m");
        assert_eq!(message(br#"{"error":"model not found"}"#), "model not found");
        assert_eq!(message(br#"{"detail":"d"}"#), "d");
        assert_eq!(message(b"slow\x1b[31m down\n"), "slow[31m down");
        assert_eq!(message(b""), "it says no more");
        assert_eq!(
            code(br#"{"error":{"code":"insufficient_quota"}}"#).as_deref(),
            Some("insufficient_quota")
        );
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_of_a_server_stop_the_reader(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            let _ = (read(&bytes), message(&bytes), code(&bytes));
        }
    }
}
