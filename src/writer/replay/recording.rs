//! A file of recorded completions as it is read; [`super`] describes the shapes of its lines. Nothing
//! here knows of prompts or models.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use trustuqa_storage::fold;

use super::ReplayError;

#[derive(Deserialize)]
struct Line {
    id: Option<serde_json::Value>,
    question: Option<String>,
    completion: Option<String>,
    custom_id: Option<String>,
    response: Option<BatchResponse>,
    error: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct BatchResponse {
    #[serde(default)]
    status_code: Option<u16>,
    #[serde(default)]
    body: serde_json::Value,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedText {
    /// The identifier of its line, when it has one.
    pub id: Option<String>,
    /// The completion as it was received.
    pub text: String,
}

/// What is recorded for one question, identifier or prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedCompletions {
    /// The completions, in the order of the file.
    pub completions: Vec<RecordedText>,
    /// What the server said of a request that failed.
    pub failed: Option<String>,
    /// Tokens of the prompt, as the server counted them.
    pub tokens_in: u64,
    /// Tokens of all completions.
    pub tokens_out: u64,
}

/// The completions of a file, by what requests are looked up by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    by_id: HashMap<String, RecordedCompletions>,
    by_question: HashMap<String, RecordedCompletions>,
    by_key: HashMap<String, RecordedCompletions>,
}

impl Recording {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Io`] and [`ReplayError::Line`].
    pub fn open(path: &Path) -> Result<Recording, ReplayError> {
        let io = |source| ReplayError::Io { path: path.to_owned(), source };
        let mut recording = Recording::default();
        for (index, line) in BufReader::new(File::open(path).map_err(io)?).split(b'\n').enumerate() {
            let bad = |what| ReplayError::Line { path: path.to_owned(), line: index + 1, what };
            let line = String::from_utf8(line.map_err(io)?)
                .map_err(|_| bad("expected UTF-8 text, found other bytes".to_owned()))?;
            let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { &line };
            if !line.trim().is_empty() {
                recording.add(line).map_err(bad)?;
            }
        }
        Ok(recording)
    }

    /// What is recorded for a question, case and punctuation aside.
    pub fn of_question(&self, question: &str) -> Option<&RecordedCompletions> {
        self.by_question.get(&fold(question))
    }

    /// What is recorded for an identifier without a question.
    pub fn of_id(&self, id: &str) -> Option<&RecordedCompletions> {
        self.by_id.get(id)
    }

    /// What is recorded for the prompt with this key.
    pub fn of_key(&self, key: &str) -> Option<&RecordedCompletions> {
        self.by_key.get(key)
    }

    /// True when something is found by the key of its prompt only.
    pub fn has_keys(&self) -> bool {
        !self.by_key.is_empty()
    }

    /// Number of questions, identifiers and keys.
    pub fn len(&self) -> usize {
        self.by_id.len() + self.by_question.len() + self.by_key.len()
    }

    /// True when nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let line: Line = serde_json::from_str(line).map_err(|e| format!("not a recorded completion: {e}"))?;
        let id = line.id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
        if line.question.is_some() || (id.is_some() && line.custom_id.is_none()) {
            let text = line.completion.ok_or("expected `completion` beside `question` or `id`")?;
            let recorded = match (&line.question, &id) {
                (Some(question), _) => self.by_question.entry(fold(question)).or_default(),
                (None, id) => self.by_id.entry(id.clone().unwrap_or_default()).or_default(),
            };
            recorded.completions.push(RecordedText { id, text });
            return Ok(());
        }
        let id = line.custom_id.ok_or("expected `question`, `id` or `custom_id`")?;
        // `KEY-N`: sample N of one prompt. The key itself holds no dash.
        let key = id.split_once('-').map_or(id.as_str(), |(key, _)| key).to_owned();
        let recorded = self.by_key.entry(key).or_default();
        if let Some(error) = line.error.filter(|e| !e.is_null()) {
            let said = error
                .get("message")
                .and_then(|m| m.as_str())
                .map_or_else(|| error.to_string(), str::to_owned);
            recorded.failed = Some(said);
            return Ok(());
        }
        let response = line.response.ok_or("expected `response` or `error` beside `custom_id`")?;
        if let Some(status) = response.status_code.filter(|status| *status != 200) {
            let said =
                response.body.pointer("/error/message").and_then(|m| m.as_str()).unwrap_or("no reason");
            recorded.failed = Some(format!("status {status}, {said}"));
            return Ok(());
        }
        let choices = response.body.get("choices").and_then(|c| c.as_array());
        let choices = choices.ok_or("expected `choices` in `response.body`")?;
        if choices.is_empty() {
            recorded.failed = Some("the response has no choices".to_owned());
        }
        for choice in choices {
            match choice.pointer("/message/content").and_then(|c| c.as_str()) {
                Some(text) => recorded.completions.push(RecordedText { id: None, text: text.to_owned() }),
                None => recorded.failed = Some("the completion has no text".to_owned()),
            }
        }
        // No request has more tokens than this, and sums over a file cannot overflow.
        let most = u64::from(u32::MAX);
        let tokens = |name: &str| response.body.pointer(name).and_then(|n| n.as_u64()).unwrap_or(0).min(most);
        recorded.tokens_in += tokens("/usage/prompt_tokens");
        recorded.tokens_out += tokens("/usage/completion_tokens");
        Ok(())
    }
}
