//! What can go wrong while a file is read, with its file, its line and advice.

use std::fmt;
use std::path::Path;

/// Why a file was not loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The file, or a line of it, cannot be read.
    Bad(Box<FileProblem>),
    /// The progress function asked to stop.
    Cancelled,
    /// The store refused a fact.
    Store(trustuqa_model::Error),
}

/// A problem with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The file, as the user named it.
    pub file: String,
    /// 1-based line, if a single line is at fault.
    pub line: Option<u64>,
    /// 1-based column, if it is known (RDF).
    pub column: Option<u64>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl LoadError {
    pub(super) fn new(
        file: &Path,
        line: Option<u64>,
        what: impl Into<String>,
        hint: impl Into<String>,
    ) -> LoadError {
        let file = file.display().to_string();
        LoadError::Bad(Box::new(FileProblem {
            file,
            line,
            column: None,
            what: what.into(),
            hint: hint.into(),
        }))
    }

    pub(super) fn io(file: &Path, doing: &str, error: &std::io::Error) -> LoadError {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path; `trustuqa load` takes files and folders",
            std::io::ErrorKind::PermissionDenied => "make the file readable for this user",
            _ => "check the disk and try again",
        };
        LoadError::new(file, None, format!("cannot {doing}: {error}"), hint)
    }

    /// An error for a file that a library cannot read, with the library's reason.
    pub(super) fn damaged(file: &Path, what: &str) -> LoadError {
        let what = format!("this file cannot be read, it may be damaged or cut off: {what}");
        LoadError::new(
            file,
            None,
            what,
            "get a whole copy of it, or save it again from the program that wrote it",
        )
    }

    /// The problem with the file, if that is the cause.
    pub fn problem(&self) -> Option<&FileProblem> {
        match self {
            LoadError::Bad(problem) => Some(problem),
            LoadError::Cancelled | LoadError::Store(_) => None,
        }
    }

    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        self.problem().map(|problem| problem.hint.as_str())
    }
}

/// `medals.csv:17: expected 5 cells after the header, found 7`; the hint is a
/// second line of [`LoadError`]'s display.
impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}", self.what)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Bad(problem) => write!(f, "{problem}\nhint: {}", problem.hint),
            LoadError::Cancelled => write!(f, "the load was cancelled; the graph is as it was"),
            LoadError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Store(error) => Some(error),
            LoadError::Bad(_) | LoadError::Cancelled => None,
        }
    }
}

impl From<trustuqa_model::Error> for LoadError {
    fn from(error: trustuqa_model::Error) -> LoadError {
        LoadError::Store(error)
    }
}

/// The beginning of a text, for quoting in a message.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
