//! The conversation as Markdown, with every trace whole.

use std::fmt::Write as _;

use super::plain::{parts, rows_left, word};
use crate::grid::Grid;
use crate::model::AnswerView;
use crate::text;
use crate::transcript::{Body, no_answer_title};

/// The conversation as Markdown, with every trace whole.
#[must_use]
pub fn markdown<'a>(bodies: impl Iterator<Item = &'a Body>) -> String {
    let mut out = String::from("# A conversation with trustuqa\n");
    for body in bodies {
        match body {
            Body::Welcome { summary, .. } => {
                if let Some(summary) = summary {
                    let _ = write!(out, "\n{}\n", escaped(summary));
                }
            }
            Body::Question(question) => {
                let _ = write!(out, "\n## {}\n", escaped(question));
            }
            Body::Note(note) => {
                let _ = write!(out, "\n{}\n", escaped(note));
            }
            Body::Failure(failure) => {
                let _ = write!(out, "\n**Error:** {}\n", escaped(&failure.message));
                if let Some(hint) = &failure.hint {
                    let _ = write!(out, "\nHint: {}\n", escaped(hint));
                }
            }
            Body::Answer(answer) => answer_markdown(&mut out, answer),
        }
    }
    out
}

fn items_markdown(out: &mut String, answer: &AnswerView) {
    for item in &answer.items {
        let detail =
            if item.detail.is_empty() { String::new() } else { format!(" ({})", escaped(&item.detail)) };
        let _ = writeln!(out, "- **{}**{detail}", escaped(&item.text));
    }
    let absent = answer.item_total.saturating_sub(answer.items.len());
    if absent > 0 {
        let _ = writeln!(out, "- and {} that were not kept with the answer", text::grouped(absent as u64));
    }
}

fn answer_markdown(out: &mut String, answer: &AnswerView) {
    out.push('\n');
    if let Some(read_as) = &answer.read_as {
        let _ = write!(out, "Read as: {}\n\n", escaped(read_as));
    }
    if answer.items.is_empty() {
        let (word, meaning) = no_answer_title(answer.outcome);
        let _ = writeln!(out, "**{word}**: {meaning}");
    }
    if answer.is_table() {
        out.push_str(&Grid::new(&answer.columns, &answer.rows).markdown_with(escaped));
        if let Some(left) = rows_left(answer) {
            let _ = write!(out, "\n{left}\n");
        }
    } else {
        items_markdown(out, answer);
    }
    if let Some(note) = &answer.note {
        let _ = write!(out, "\n{}\n", escaped(note));
    }
    let reasons: Vec<String> = answer.certainty.reasons.iter().map(|reason| escaped(reason)).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
    let _ = write!(out, "\n*{}{reasons}*\n", word(answer.certainty.level));
    let _ = write!(out, "\nWriter {}, {}", escaped(&answer.writer), text::span(answer.millis));
    if let Some(tokens) = text::tokens(answer.tokens, answer.tokens_cached) {
        let _ = write!(out, ", {tokens}");
    }
    out.push('\n');
    if !answer.query_text.is_empty() {
        fenced(out, &answer.query_text);
    }
    for (at, step) in answer.trace.iter().enumerate() {
        let _ = write!(out, "\n### {}. {}\n", at + 1, escaped(&step.title));
        for (name, values) in parts(step) {
            if values.is_empty() {
                continue;
            }
            let _ = write!(out, "\n{name}:\n");
            if matches!(name, "query" | "executed") {
                fenced(out, &values.join("\n"));
            } else {
                out.push('\n');
                values.iter().for_each(|value| {
                    let _ = writeln!(out, "- {}", escaped(value));
                });
            }
        }
    }
}

/// A code block whose fence is longer than any run of backticks in it.
fn fenced(out: &mut String, code: &str) {
    let code = text::clean(code);
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = write!(out, "\n{fence}\n{}\n{fence}\n", code.trim_end());
}

/// Text of one line in which nothing is read as Markdown.
fn escaped(text: &str) -> String {
    let text = text::clean_line(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_in_data_stays_text() {
        assert_eq!(escaped("a*b_[c](d)\n<x>"), "a\\*b\\_\\[c\\](d)⏎\\<x\\>");
        let mut out = String::new();
        fenced(&mut out, "x ``` y");
        assert_eq!(out, "\n````\nx ``` y\n````\n");
    }
}
