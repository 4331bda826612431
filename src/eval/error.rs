//! What can go wrong while a benchmark is read, loaded or measured.

use std::fmt;
use std::path::{Path, PathBuf};

use trustuqa_load::LoadError;

/// Why a benchmark cannot be read, loaded or measured.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A file of the benchmark is missing or is not what it should be.
    #[error(transparent)]
    Data(Box<BadData>),
    /// A file of facts cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] trustuqa_model::Error),
    /// The work was stopped on purpose.
    #[error("stopped; the graph is as it was")]
    Cancelled,
}

/// A file of a benchmark, what is wrong with it and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadData {
    /// The file or folder.
    pub file: PathBuf,
    /// 1-based line, when one line is to blame.
    pub line: Option<u64>,
    /// What was expected and what was found.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl From<trustuqa_storage::Error> for EvalError {
    fn from(error: trustuqa_storage::Error) -> EvalError {
        EvalError::Store(error.into())
    }
}

impl std::error::Error for BadData {}

impl fmt::Display for BadData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl EvalError {
    pub(crate) fn data(
        file: &Path,
        line: Option<u64>,
        what: impl Into<String>,
        hint: impl Into<String>,
    ) -> EvalError {
        let (file, what, hint) = (file.to_owned(), what.into(), hint.into());
        EvalError::Data(Box::new(BadData { file, line, what, hint }))
    }

    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        match self {
            EvalError::Data(bad) => Some(&bad.hint),
            EvalError::Load(error) => error.hint(),
            EvalError::Store(_) | EvalError::Cancelled => None,
        }
    }
}
