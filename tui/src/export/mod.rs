//! Answers and conversations as text that leaves the chat: plain for the
//! clipboard; Markdown, JSON or one HTML page for a file.

mod html;
mod markdown;
mod plain;

use std::path::Path;

use crate::model::SavedEntry;
use crate::transcript::Body;

pub(crate) use plain::answer_line;
pub use plain::{answer_text, trace_text};

/// The conversation in the format that the file's name asks for: JSON for
/// `.json`, a page for `.html`, else Markdown.
#[must_use]
pub(crate) fn conversation<'a>(file: &str, bodies: impl Iterator<Item = &'a Body>) -> String {
    let extension = Path::new(file).extension().and_then(|name| name.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "json" => json(bodies),
        "html" | "htm" => html::page(bodies),
        _ => markdown::markdown(bodies),
    }
}

/// The conversation as a JSON list, in the form in which sessions are kept.
fn json<'a>(bodies: impl Iterator<Item = &'a Body>) -> String {
    let entries: Vec<SavedEntry> = bodies
        .filter_map(|body| match body {
            Body::Welcome { .. } => None,
            Body::Question(text) => Some(SavedEntry::Question { text: text.clone(), at: String::new() }),
            Body::Answer(answer) => Some(SavedEntry::Answer(answer.clone())),
            Body::Failure(failure) => Some(SavedEntry::Failure(failure.clone())),
            Body::Note(text) => Some(SavedEntry::Note { text: text.clone() }),
        })
        .collect();
    // Plain data without maps whose keys are not text cannot fail to be written.
    serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests;
