//! Why nothing is replayed, with the next step to take.

use std::path::PathBuf;

/// Why nothing is replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// A line has neither shape.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Nothing is recorded for the question.
    #[error("no completion of this question is recorded in {} ({recorded} others are)", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// Questions and keys that are recorded.
        recorded: usize,
    },
    /// The request is recorded as failed.
    #[error("{} records that this request failed: {what}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What the server said.
        what: String,
    },
}

impl ReplayError {
    /// What to do next, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            ReplayError::Io { .. } => "check the path after `replay:`".into(),
            ReplayError::Line { .. } => {
                "each line is {\"question\": …, \"completion\": …} or a line of OpenAI Batch output".into()
            }
            ReplayError::Missing { .. } => {
                "ask one of the recorded questions in its own words, or use `--writer offline` or \
                 `--writer llm`"
                    .into()
            }
            ReplayError::Failed { .. } => "run that request again, or use `--writer offline`".into(),
        }
    }
}
