//! Text of files as lines, and lines as JSON.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::eval::EvalError;

/// The text of a file, without its byte order mark.
pub(super) fn text<'b>(bytes: &'b [u8], file: &Path) -> Result<&'b str, EvalError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes.iter().take(error.valid_up_to()).filter(|b| **b == b'\n').count() as u64 + 1;
        EvalError::data(file, Some(line), "expected UTF-8 text, found other bytes", "save the file as UTF-8")
    })
}

/// The lines that are not blank, with their 1-based numbers.
pub(super) fn lines<'b>(
    bytes: &'b [u8],
    file: &Path,
) -> Result<impl Iterator<Item = (u64, &'b str)> + use<'b>, EvalError> {
    Ok((1..).zip(text(bytes, file)?.lines()).filter(|(_, line)| !line.trim().is_empty()))
}

/// Each line as JSON; `what` says what a line is.
pub(super) fn json_lines<T: DeserializeOwned>(
    bytes: &[u8],
    file: &Path,
    what: &str,
) -> Result<Vec<(u64, T)>, EvalError> {
    let mut all = Vec::new();
    for (number, line) in lines(bytes, file)? {
        let one = serde_json::from_str(line).map_err(|error| {
            EvalError::data(
                file,
                Some(number),
                format!("expected {what} as JSON on one line: {error}"),
                "compare the line with the description of the set's files",
            )
        })?;
        all.push((number, one));
    }
    Ok(all)
}

/// A JSON value as the text that was meant: strings as they are, numbers as written.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// All values as texts.
pub(super) fn plain_all(values: &[Value]) -> Vec<String> {
    values.iter().map(plain).collect()
}

/// A line number for a place in a source.
pub(super) fn place(line: u64) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}
