//! The conversation as one HTML page that needs nothing else: styles inside, the
//! pictures as SVG, no script. Everything that comes from data is escaped.

use std::fmt::Write as _;

use super::plain::{parts, rows_left, word};
use crate::model::{AnswerView, ColumnView, Level};
use crate::picture::chart::Series;
use crate::picture::{Picture, chart_svg, escaped, svg};
use crate::text;
use crate::transcript::{Body, no_answer_title};

const STYLE: &str = include_str!("page.css");

/// The whole page.
#[must_use]
pub(super) fn page<'a>(bodies: impl Iterator<Item = &'a Body>) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>A conversation with trustuqa</title>\n<style>\n",
    );
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n<body>\n<h1>A conversation with trustuqa</h1>\n");
    for body in bodies {
        match body {
            Body::Welcome { summary, .. } => {
                if let Some(summary) = summary {
                    let _ = writeln!(out, "<p class=\"quiet\">{}</p>", escaped(summary));
                }
            }
            Body::Question(question) => {
                let _ = writeln!(out, "<h2>{}</h2>", lines(question));
            }
            Body::Note(note) => {
                let _ = writeln!(out, "<p class=\"note\">{}</p>", lines(note));
            }
            Body::Failure(failure) => {
                let _ = writeln!(out, "<p class=\"failure\">{}</p>", lines(&failure.message));
                if let Some(hint) = &failure.hint {
                    let _ = writeln!(out, "<p class=\"quiet\">Hint: {}</p>", lines(hint));
                }
            }
            Body::Answer(answer) => self::answer(&mut out, answer),
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// Text of several lines, escaped.
fn lines(text: &str) -> String {
    text::clean(text).lines().map(escaped).collect::<Vec<_>>().join("<br>")
}

fn answer(out: &mut String, answer: &AnswerView) {
    out.push_str("<section class=\"answered\">\n");
    if let Some(read_as) = &answer.read_as {
        let _ = writeln!(out, "<p class=\"quiet\">Read as: {}</p>", escaped(read_as));
    }
    if answer.items.is_empty() {
        let (word, meaning) = no_answer_title(answer.outcome);
        let _ = writeln!(out, "<p><strong>{word}</strong> · {meaning}</p>");
    } else if answer.is_table() {
        table(out, answer);
    } else {
        out.push_str("<ul class=\"items\">\n");
        for item in &answer.items {
            let detail = if item.detail.is_empty() {
                String::new()
            } else {
                format!(" <span class=\"quiet\">{}</span>", escaped(&item.detail))
            };
            let _ = writeln!(out, "<li><strong>{}</strong>{detail}</li>", escaped(&item.text));
        }
        let absent = answer.item_total.saturating_sub(answer.items.len());
        if absent > 0 {
            let _ = writeln!(
                out,
                "<li class=\"quiet\">and {} that were not kept with the answer</li>",
                text::grouped(absent as u64)
            );
        }
        out.push_str("</ul>\n");
    }
    if let Some(note) = &answer.note {
        let _ = writeln!(out, "<p>{}</p>", lines(note));
    }
    let class = match answer.certainty.level {
        Level::Sure => "sure",
        Level::Unsure => "unsure",
        Level::None => "none",
    };
    let reasons: Vec<String> = answer.certainty.reasons.iter().map(|reason| escaped(reason)).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(" · {}", reasons.join("; ")) };
    let mut facts = text::span(answer.millis);
    if !answer.writer.is_empty() {
        let _ = write!(facts, " · {} writer", escaped(&answer.writer));
    }
    if let Some(tokens) = text::tokens(answer.tokens, answer.tokens_cached) {
        let _ = write!(facts, " · {tokens}");
    }
    let _ = writeln!(
        out,
        "<p><span class=\"{class}\">{}</span>{reasons}<br><span class=\"quiet\">{facts}</span></p>",
        word(answer.certainty.level)
    );
    if let Some(series) = Series::of(answer) {
        out.push_str(&chart_svg(&series));
    }
    if let Some(picture) = Picture::of(answer) {
        out.push_str("<details class=\"drawn\"><summary>The reasoning, drawn</summary>\n");
        out.push_str(&svg(&picture));
        out.push_str("</details>\n");
    }
    trace(out, answer);
    out.push_str("</section>\n");
}

/// The rows of an answer, numbers at the right edge of their column.
fn table(out: &mut String, answer: &AnswerView) {
    let class = |column: &ColumnView| if column.is_number() { " class=\"number\"" } else { "" };
    out.push_str("<table>\n<thead><tr>");
    for column in &answer.columns {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(column), escaped(&column.name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &answer.rows {
        out.push_str("<tr>");
        for (column, cell) in answer.columns.iter().zip(row) {
            let _ = write!(out, "<td{}>{}</td>", class(column), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    if let Some(left) = rows_left(answer) {
        let _ = writeln!(out, "<p class=\"quiet\">{left}</p>");
    }
}

fn trace(out: &mut String, answer: &AnswerView) {
    if answer.trace.is_empty() {
        return;
    }
    let steps = text::counted(answer.trace.len(), "step");
    let _ = writeln!(out, "<details><summary>How this was computed · {steps}</summary>");
    for (at, step) in answer.trace.iter().enumerate() {
        let _ = writeln!(out, "<details><summary>{}. {}</summary>\n<dl>", at + 1, escaped(&step.title));
        for (name, values) in parts(step) {
            if values.is_empty() {
                continue;
            }
            let _ = writeln!(out, "<dt>{name}</dt>");
            if matches!(name, "query" | "executed") {
                let code: Vec<String> = values.iter().map(|line| escaped(line)).collect();
                let _ = writeln!(out, "<dd><pre>{}</pre></dd>", code.join("\n"));
            } else {
                for value in values {
                    let _ = writeln!(out, "<dd>{}</dd>", escaped(&value));
                }
            }
        }
        out.push_str("</dl></details>\n");
    }
    if !answer.query_text.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>The whole query</summary><pre>{}</pre></details>",
            lines(&answer.query_text).replace("<br>", "\n")
        );
    }
    out.push_str("</details>\n");
}
