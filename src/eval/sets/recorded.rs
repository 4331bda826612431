//! `recorded.jsonl`: training questions with the queries that a model wrote for them.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::lines::{json_lines, plain, plain_all};
use crate::eval::EvalError;

/// A training question with the query that a model wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedQuery {
    /// The identifier in the file.
    pub id: String,
    /// The question.
    pub question: String,
    /// The query as the model wrote it; it may not read.
    pub query: String,
    /// The gold answers, when the file has them.
    pub answers: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Line {
    id: Value,
    question: String,
    completion: String,
    #[serde(default)]
    answers: Option<Vec<Value>>,
}

/// The lines of a `recorded.jsonl`.
pub fn queries(bytes: &[u8], file: &Path) -> Result<Vec<RecordedQuery>, EvalError> {
    let all = json_lines::<Line>(bytes, file, "a question with id and completion")?;
    let query = |line: Line| RecordedQuery {
        id: plain(&line.id),
        question: line.question,
        query: line.completion,
        answers: line.answers.as_deref().map(plain_all),
    };
    Ok(all.into_iter().map(|(_, line)| query(line)).collect())
}
