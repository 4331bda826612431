//! The rows of an answer as a file.

use std::io::Write as _;
use std::path::Path;

use trustuqa_engine::trace::Answer;

use crate::format::{AnswerFormat, written};
use crate::session::SessionError;

/// Writes the rows of an answer; the ending of the file names the format.
///
/// # Errors
///
/// An ending of no such format, a file that is there and not to be replaced, or that cannot
/// be written.
pub(super) fn write(answer: &Answer, path: &Path, overwrite: bool) -> Result<(), SessionError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let Some(format) = AnswerFormat::of_ending(&ending) else {
        return Err(SessionError::usage(
            format!("files that end in .{ending} are not written"),
            "an answer is saved as .csv, .tsv, .jsonl, .xlsx or .parquet",
        ));
    };
    let content = written(answer, format)?.into_bytes();
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    if overwrite {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let result = options.open(path).and_then(|mut file| file.write_all(&content));
    result.map_err(|error| {
        let shown = path.display();
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            return SessionError::usage(
                format!("{shown} exists already and was left as it is"),
                "the same command with --overwrite replaces it; or give another name",
            );
        }
        SessionError::usage(
            format!("could not write {shown}: {error}"),
            "give a name in a folder that exists and can be written",
        )
    })
}
