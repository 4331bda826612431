//! Answers, traces and whole conversations as text: plain for the clipboard,
//! Markdown for a file. Control characters are made visible here too, because
//! both are pasted into terminals and shown there.

use std::fmt::Write as _;

use crate::model::{Answer, Level, TraceStep};
use crate::text;
use crate::transcript::Body;

const fn word(level: Level) -> &'static str {
    match level {
        Level::Sure => "sure",
        Level::Unsure => "not sure",
        Level::None => "no answer",
    }
}

/// The items of an answer, one a line.
#[must_use]
pub fn answer_text(answer: &Answer) -> String {
    if answer.items.is_empty() {
        return answer
            .note
            .as_ref()
            .map_or_else(|| "no answer".to_owned(), |note| text::clean(note).into_owned());
    }
    let items: Vec<String> = answer.items.iter().map(|item| text::clean(&item.text).into_owned()).collect();
    items.join("\n")
}

/// The trace of an answer, whole, as an indented list.
#[must_use]
pub fn trace_text(answer: &Answer) -> String {
    let mut out = format!("{}\n{}\n", text::clean_line(&answer.question), answer_text(answer));
    for (at, step) in answer.trace.iter().enumerate() {
        line(&mut out, 0, &format!("{}. {}", at + 1, step.title));
        for (name, value) in parts(step) {
            match value.as_slice() {
                [] => {}
                [only] => line(&mut out, 1, &format!("{name}: {only}")),
                several => {
                    line(&mut out, 1, &format!("{name}:"));
                    several.iter().for_each(|value| line(&mut out, 2, value));
                }
            }
        }
    }
    out
}

fn line(out: &mut String, level: usize, text: &str) {
    let _ = writeln!(out, "{}{}", "  ".repeat(level), text::clean_line(text));
}

/// The parts of a step by name, each as lines.
fn parts(step: &TraceStep) -> [(&'static str, Vec<String>); 6] {
    let lines = |code: &str| -> Vec<String> { code.lines().map(str::to_owned).collect() };
    let groundings = step.groundings.iter().map(|grounding| {
        let chosen = if grounding.chosen.is_empty() {
            "nothing in the graph".to_owned()
        } else {
            format!("{} ({:.2})", grounding.chosen.join(" or "), grounding.score)
        };
        let next: Vec<String> =
            grounding.runners_up.iter().map(|next| format!("{} ({:.2})", next.text, next.score)).collect();
        let next = if next.is_empty() { String::new() } else { format!("; next: {}", next.join(", ")) };
        format!("“{}” as {} → {chosen} by {}{next}", grounding.asked, grounding.role, grounding.channel)
    });
    let mut results = step.results.clone();
    rest(&mut results, step.result_total, "values");
    let mut facts: Vec<String> =
        step.facts.iter().map(|fact| format!("{}  ({})", fact.text, fact.place())).collect();
    rest(&mut facts, step.fact_total, "facts");
    [
        ("query", lines(&step.query)),
        ("names", groundings.collect()),
        ("executed", lines(&step.execution)),
        ("result", results),
        ("facts", facts),
        ("joined", step.joins.iter().map(ToString::to_string).collect()),
    ]
}

/// Says how many entries a list lacks.
fn rest(list: &mut Vec<String>, total: usize, noun: &str) {
    if total > list.len() {
        let absent = total - list.len();
        list.push(format!("and {} {noun} that were not kept with the answer", text::grouped(absent as u64)));
    }
}

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

fn answer_markdown(out: &mut String, answer: &Answer) {
    out.push('\n');
    for item in &answer.items {
        let detail =
            if item.detail.is_empty() { String::new() } else { format!(" ({})", escaped(&item.detail)) };
        let _ = writeln!(out, "- **{}**{detail}", escaped(&item.text));
    }
    if let Some(note) = &answer.note {
        let _ = write!(out, "\n{}\n", escaped(note));
    }
    let reasons: Vec<String> = answer.certainty.reasons.iter().map(|reason| escaped(reason)).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
    let _ = write!(out, "\n*{}{reasons}*\n", word(answer.certainty.level));
    let _ = write!(out, "\nWriter {}, {}", escaped(&answer.writer), text::span(answer.millis));
    if answer.tokens > 0 {
        let _ = write!(out, ", {} tokens", text::grouped(answer.tokens));
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

    #[test]
    fn a_list_that_is_not_whole_says_so() {
        let step = TraceStep { results: vec!["a".into()], result_total: 1_201, ..TraceStep::default() };
        let answer = Answer { trace: vec![step], ..Answer::default() };
        assert!(trace_text(&answer).contains("and 1,200 values that were not kept with the answer"));
    }
}
