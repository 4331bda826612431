//! Candidate queries, and who executes them for whoever writes them.
//!
//! A writer hands its candidates to a [`Judge`], which executes each of them once, and learns from each
//! [`Outcome`]. What an outcome says is in two parts: words that quote no stored value, and details that may.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Answered;
use crate::query::Parsed;

/// What executing a candidate query gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
pub enum Outcome {
    /// An answer.
    Answer {
        /// The answer set in a normal form: queries with equal keys agree.
        key: String,
    },
    /// The query runs, and nothing answers it.
    Empty {
        /// Which step came out empty and why, without stored values.
        reason: String,
        /// More, perhaps with stored names; see [`Attempt::detail`].
        detail: Option<String>,
    },
    /// The query does not run.
    Error {
        /// The diagnostic, without stored values.
        diagnostic: String,
        /// More, perhaps with stored names; see [`Attempt::detail`].
        detail: Option<String>,
    },
}

impl Outcome {
    /// True for [`Outcome::Answer`].
    pub fn is_answer(&self) -> bool {
        matches!(self, Outcome::Answer { .. })
    }

    /// The attempt as the next try sees it; `None` for an answer.
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
    /// What was wrong with it. It quotes the query and the schema, no stored value.
    pub error: String,
    /// More about it that may quote stored names (the nearest ones, say), for those who may see them.
    pub detail: Option<String>,
}

/// A text that was read and executed.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedText {
    /// The query; `None` for a text that cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// What executing it gave.
    pub outcome: Outcome,
}

impl TriedText {
    /// A text that a limit cut off. It is not executed: what stands there may ask for something else.
    pub fn unfinished() -> TriedText {
        let diagnostic = "the completion was cut off before the query was whole; write a shorter one";
        TriedText {
            parsed: None,
            outcome: Outcome::Error { diagnostic: diagnostic.to_owned(), detail: None },
        }
    }
}

/// Executes candidates for a writer, each of them once and under the options under which
/// the chosen one is shown.
pub trait Judge: Send + Sync {
    /// Reads a text that a model wrote, executes it and says how it went. Must not panic
    /// on any text.
    fn try_text(&self, text: &str) -> TriedText;

    /// Executes a query that the program made itself and says how it went, with the answer
    /// where there is one: only a writer that reads the graph makes queries itself.
    fn try_query(&self, query: &Arc<Parsed>) -> (Outcome, Option<Answered>);
}

/// A judge of texts alone.
impl<F: Fn(&str) -> Outcome + Send + Sync> Judge for F {
    fn try_text(&self, text: &str) -> TriedText {
        TriedText { parsed: None, outcome: self(text) }
    }

    fn try_query(&self, query: &Arc<Parsed>) -> (Outcome, Option<Answered>) {
        (self(&query.text), None)
    }
}

/// A candidate query with how it fared.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The query text.
    pub query: String,
    /// The query that was executed; `None` for a text that cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// What executing it gave.
    pub outcome: Outcome,
    /// 1-based try that it was written in.
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
