//! Lines that cannot be read: either the first is an error, or all are counted and listed.

use std::path::Path;

use super::error::{FileProblem, LoadError};

/// Maximum number of skipped lines that are listed one by one; the rest are only counted.
const LISTED: usize = 100;

/// A line that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SkippedLine {
    /// 1-based line of the file on which the record starts.
    pub line: u64,
    /// Why it cannot be read.
    pub reason: String,
}

/// The lines that were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SkippedLines {
    /// How many there are.
    pub total: u64,
    /// The first hundred of them.
    pub lines: Vec<SkippedLine>,
}

/// Decides what happens with a bad line.
pub(super) struct Policy<'p> {
    pub(super) path: &'p Path,
    pub(super) skip_bad: bool,
    pub(super) skipped: SkippedLines,
}

impl<'p> Policy<'p> {
    pub(super) fn new(path: &'p Path, skip_bad: bool) -> Policy<'p> {
        Policy { path, skip_bad, skipped: SkippedLines::default() }
    }

    /// Records a bad line, or returns it as an error.
    pub(super) fn bad(
        &mut self,
        line: u64,
        column: Option<u64>,
        what: String,
        hint: &str,
    ) -> Result<(), LoadError> {
        if self.skip_bad {
            self.skipped.total += 1;
            if self.skipped.lines.len() < LISTED {
                self.skipped.lines.push(SkippedLine { line, reason: what });
            }
            return Ok(());
        }
        let file = self.path.display().to_string();
        let hint = format!("{hint}, or load the rest with `--skip-bad`");
        Err(LoadError::Bad(Box::new(FileProblem { file, line: Some(line), column, what, hint })))
    }
}
