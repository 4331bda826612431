//! An answer for programs: what a command line prints as a line of JSON, with totals.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use trustuqa_engine::trace::{Status, Trace};

use super::problem::ProblemDetails;

/// Values and rows that an answer has, unless more are asked for.
pub const LIMIT: usize = 1_000;

/// An answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnswerBody {
    /// `answered`, `no_such_name`, `no_such_fact`, `not_stored`, `empty` or `failed`.
    pub status: String,
    /// The values, at most as many as were asked for.
    pub answers: Vec<String>,
    /// How many values there are.
    pub answers_total: usize,
    /// Whether every name was matched beyond doubt and the reading is sure.
    pub certain: bool,
    /// Why it is not certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// The names of the columns, where the values belong to something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// The rows, at most as many as were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Vec<String>>,
    /// How many rows there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_total: Option<usize>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The sources that the answer rests on.
    pub sources: Vec<String>,
    /// The query that gave it.
    pub query: String,
    /// What else could be meant, where the question was too unclear to be answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<ReadingBody>,
    /// The whole trace, when it was asked for; it can be run again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Value>,
}

/// What a question could mean.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReadingBody {
    /// In plain English.
    pub meaning: String,
    /// As a query.
    pub query: String,
}

impl AnswerBody {
    /// The answer of a trace with at most `limit` values and rows, and the trace itself.
    pub fn of(trace: &Trace, limit: usize, whole: bool) -> Result<AnswerBody, ProblemDetails> {
        let answer = &trace.answer;
        let is_table = answer.columns.len() > 1;
        let rows: &[Vec<String>] = if is_table { &answer.rows } else { &[] };
        Ok(AnswerBody {
            status: name(answer.status).to_owned(),
            answers: answer.items.iter().take(limit).map(|item| item.text.clone()).collect(),
            answers_total: answer.items.len(),
            certain: answer.certain,
            doubts: answer.doubts.clone(),
            columns: answer.columns.iter().filter(|_| is_table).map(|column| column.name.clone()).collect(),
            rows: rows.iter().take(limit).cloned().collect(),
            rows_total: is_table.then_some(rows.len()),
            message: answer.message.clone(),
            hint: answer.hint.clone(),
            sources: answer.sources.clone(),
            query: trace.query.clone(),
            readings: Vec::new(),
            trace: whole
                .then(|| serde_json::to_value(trace))
                .transpose()
                .map_err(|_| ProblemDetails::fault())?,
        })
    }
}

/// A status as it is written.
pub fn name(status: Status) -> &'static str {
    match status {
        Status::Answered => "answered",
        Status::NoSuchName => "no_such_name",
        Status::NoSuchFact => "no_such_fact",
        Status::NotStored => "not_stored",
        Status::Empty => "empty",
        Status::Failed => "failed",
    }
}
