//! Answers and traces as plain text, for the clipboard and the other exports.
//! Control characters are made visible here too, because it is pasted into
//! terminals and shown there.

use std::fmt::Write as _;

use crate::grid::Grid;
use crate::model::{AnswerView, Level, StepView};
use crate::text;
use crate::transcript::no_answer_title;

pub(super) const fn word(level: Level) -> &'static str {
    match level {
        Level::Sure => "sure",
        Level::Unsure => "not sure",
        Level::None => "no answer",
    }
}

/// An answer in one line: its items, or its rows with their cells.
#[must_use]
pub(crate) fn answer_line(answer: &AnswerView) -> String {
    if !answer.is_table() {
        return answer_text(answer).replace('\n', ", ");
    }
    let row = |row: &Vec<String>| {
        let cells: Vec<&str> = row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        text::clean_line(&cells.join(" · ")).into_owned()
    };
    answer.rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// How many rows of a table were not kept; `None` when all are there.
pub(super) fn rows_left(answer: &AnswerView) -> Option<String> {
    let left = answer.rows_left();
    (left > 0).then(|| format!("and {} that were not kept with the answer", text::counted(left, "row")))
}

/// The items of an answer, one a line, or its rows as an aligned table.
#[must_use]
pub fn answer_text(answer: &AnswerView) -> String {
    if answer.items.is_empty() {
        return answer.note.as_ref().map_or_else(
            || no_answer_title(answer.outcome).0.to_owned(),
            |note| text::clean(note).into_owned(),
        );
    }
    if answer.is_table() {
        let mut lines = Grid::new(&answer.columns, &answer.rows).lines();
        lines.extend(rows_left(answer));
        return lines.join("\n");
    }
    let items: Vec<String> = answer.items.iter().map(|item| text::clean(&item.text).into_owned()).collect();
    items.join("\n")
}

/// The trace of an answer, whole, as an indented list.
#[must_use]
pub fn trace_text(answer: &AnswerView) -> String {
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
pub(super) fn parts(step: &StepView) -> [(&'static str, Vec<String>); 6] {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_not_whole_says_so() {
        let step = StepView { results: vec!["a".into()], result_total: 1_201, ..StepView::default() };
        let answer = AnswerView { trace: vec![step], ..AnswerView::default() };
        assert!(trace_text(&answer).contains("and 1,200 values that were not kept with the answer"));
    }
}
