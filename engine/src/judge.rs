//! Candidate queries, and the interface through which a writer has them executed.
//!
//! A writer hands its candidates to a [`Judge`], which executes each of them once and reports an [`Outcome`].
//! An outcome has two parts: a text that quotes no stored value, and a detail that may quote some.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Answered;
use crate::query::Parsed;

/// The result of executing a candidate query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
pub enum Outcome {
    /// An answer.
    Answer {
        /// The normalised answer set: two queries agree exactly when their keys are equal.
        key: String,
    },
    /// The query runs, but nothing satisfies it.
    Empty {
        /// Which step came out empty and why, without stored values.
        reason: String,
        /// More, possibly with stored names; see [`Attempt::detail`].
        detail: Option<String>,
    },
    /// The query cannot be run.
    Error {
        /// The diagnostic, without stored values.
        diagnostic: String,
        /// More, possibly with stored names; see [`Attempt::detail`].
        detail: Option<String>,
    },
}

impl Outcome {
    /// True for [`Outcome::Answer`].
    pub fn is_answer(&self) -> bool {
        matches!(self, Outcome::Answer { .. })
    }

    /// The failed attempt, as shown to the writer for its next try; `None` for an answer.
    pub fn attempt(&self, query: &str) -> Option<Attempt> {
        let (error, detail) = match self {
            Outcome::Answer { .. } => return None,
            Outcome::Empty { reason, detail } => (reason, detail),
            Outcome::Error { diagnostic, detail } => (diagnostic, detail),
        };
        Some(Attempt { query: query.to_owned(), error: error.clone(), detail: detail.clone() })
    }
}

/// A query that was tried and gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The query text.
    pub query: String,
    /// What was wrong with it. May quote the query and the schema, but no stored value.
    pub error: String,
    /// Further details that may quote stored names (the nearest ones, say); only for readers that may see
    /// them.
    pub detail: Option<String>,
}

/// A query text that was parsed and executed.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedText {
    /// The query; `None` for a text that cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// The result of executing it.
    pub outcome: Outcome,
}

impl TriedText {
    /// A text that was cut off by a length limit. It is not executed, because its beginning may ask for
    /// something other than the whole does.
    pub fn unfinished() -> TriedText {
        let diagnostic = "the completion was cut off before the query was whole; write a shorter one";
        TriedText {
            parsed: None,
            outcome: Outcome::Error { diagnostic: diagnostic.to_owned(), detail: None },
        }
    }
}

/// Executes candidates for a writer: each of them once, and with the options under which the chosen one will
/// be shown.
pub trait Judge: Send + Sync {
    /// Parses a text written by a model, executes it and reports the outcome. Must not panic on any text.
    fn try_text(&self, text: &str) -> TriedText;

    /// Executes a query built by the program itself and reports the outcome, with the answer if there is one.
    /// Only writers that read the graph build queries themselves.
    fn try_query(&self, query: &Arc<Parsed>) -> (Outcome, Option<Answered>);
}

/// A closure is a judge of texts only.
impl<F: Fn(&str) -> Outcome + Send + Sync> Judge for F {
    fn try_text(&self, text: &str) -> TriedText {
        TriedText { parsed: None, outcome: self(text) }
    }

    fn try_query(&self, query: &Arc<Parsed>) -> (Outcome, Option<Answered>) {
        (self(&query.text), None)
    }
}

/// A candidate query with the outcome of its execution.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The query text.
    pub query: String,
    /// The query that was executed; `None` for a text that cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// The result of executing it.
    pub outcome: Outcome,
    /// The 1-based try in which it was written.
    pub attempt: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_no_failed_attempt() {
        assert_eq!(Outcome::Answer { key: "a".into() }.attempt("q"), None);
        let empty = Outcome::Empty { reason: "r".into(), detail: Some("d".into()) };
        let expected = Attempt { query: "q".into(), error: "r".into(), detail: Some("d".into()) };
        assert_eq!(empty.attempt("q"), Some(expected));
    }
}
