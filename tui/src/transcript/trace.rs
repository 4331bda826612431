//! The trace under an answer: a tree of steps, each with its query, groundings,
//! execution query, result, facts and joins. Long lists are paged, never cut.

use std::collections::BTreeSet;

use ratatui::style::Style;
use ratatui::text::Span;

use super::answer::{more, rest, shown};
use super::{Foldable, LineWriter, OpenParts, StepPart};
use crate::model::{AnswerView, GroundingView, JoinView, PageOf, StepView};
use crate::text;

/// Indents of the tree's levels.
const TRACE: usize = 2;
const STEP: usize = 4;
const PART: usize = 6;
const CHILD: usize = 10;

/// Columns of a part's name with its mark and the space after it.
const LABEL: usize = 12;

const fn mark(open: bool) -> &'static str {
    if open { "▾ " } else { "▸ " }
}

pub(super) fn trace(sheet: &mut LineWriter, answer: &AnswerView, opened: &OpenParts) {
    let theme = sheet.theme;
    let open = opened.is_open(Foldable::Trace);
    let sources: BTreeSet<&str> = answer
        .trace
        .iter()
        .flat_map(|step| &step.facts)
        .map(|fact| if fact.source.is_empty() { fact.file.as_str() } else { fact.source.as_str() })
        .collect();
    let mut about = text::counted(answer.trace.len(), "step");
    if !sources.is_empty() {
        about.push_str(&format!(" · {}", sources.into_iter().collect::<Vec<_>>().join(", ")));
    }
    sheet.belongs_to(Some(Foldable::Trace), 0);
    sheet.paragraph(
        TRACE,
        2,
        &[
            Span::styled(mark(open), theme.accent()),
            Span::raw("How this was computed"),
            Span::styled(format!("  {about}"), theme.quiet()),
        ],
    );
    if open {
        for (at, step) in answer.trace.iter().enumerate() {
            self::step(sheet, answer, at, step, opened);
        }
    }
    sheet.belongs_to(None, 0);
}

fn step(sheet: &mut LineWriter, answer: &AnswerView, at: usize, step: &StepView, opened: &OpenParts) {
    let theme = sheet.theme;
    let node = Foldable::Step(at);
    let open = opened.is_open(node);
    sheet.belongs_to(Some(node), 1);
    sheet.paragraph(
        STEP,
        5,
        &[
            Span::styled(mark(open), theme.accent()),
            Span::styled(format!("{}. ", at + 1), theme.quiet()),
            Span::styled(step.title.as_str(), if open { theme.strong() } else { theme.text() }),
        ],
    );
    if !open {
        return;
    }
    code(sheet, Foldable::Part(at, StepPart::Query), "query", &step.query, opened);
    groundings(sheet, at, &step.groundings, opened);
    code(sheet, Foldable::Part(at, StepPart::Execution), "executed", &step.execution, opened);
    results(sheet, answer, at, opened);
    facts(sheet, answer, at, opened);
    joins(sheet, at, &step.joins, opened);
}

fn joins(sheet: &mut LineWriter, at: usize, joins: &[JoinView], opened: &OpenParts) {
    let node = Foldable::Part(at, StepPart::Joins);
    match joins {
        [] => {}
        [only] => single(sheet, node, "joined", &only.to_string(), sheet.theme.text(), opened),
        several => {
            head(sheet, node, "joined", &text::counted(several.len(), "value"), opened);
            if opened.is_open(node) {
                for join in several {
                    sheet.paragraph(CHILD, 2, &[Span::raw(text::clean_line(&join.to_string()).into_owned())]);
                }
            }
        }
    }
}

/// A part of one value, which is next to its name: whole when open, clipped
/// to a line when closed.
fn single(sheet: &mut LineWriter, node: Foldable, name: &str, value: &str, style: Style, opened: &OpenParts) {
    let theme = sheet.theme;
    let open = opened.is_open(node);
    let room = sheet.width().saturating_sub(PART + LABEL);
    let value = text::clean_line(value);
    let shown = if open { value.into_owned() } else { text::clip(&value, room) };
    sheet.belongs_to(Some(node), 2);
    let spans = [
        Span::styled(mark(open), theme.accent()),
        Span::styled(text::pad(name, LABEL - 2), theme.quiet()),
        Span::styled(shown, style),
    ];
    sheet.paragraph(PART, LABEL, &spans);
}

/// The first line of a part: its mark, its name and a summary.
fn head(sheet: &mut LineWriter, node: Foldable, name: &str, summary: &str, opened: &OpenParts) {
    let theme = sheet.theme;
    sheet.belongs_to(Some(node), 2);
    let spans = [
        Span::styled(mark(opened.is_open(node)), theme.accent()),
        Span::styled(text::pad(name, LABEL - 2), theme.quiet()),
        Span::styled(text::clean_line(summary), theme.quiet()),
    ];
    sheet.paragraph(PART, LABEL, &spans);
}

/// A query: whole when open, its first line when closed.
fn code(sheet: &mut LineWriter, node: Foldable, name: &str, code: &str, opened: &OpenParts) {
    if code.is_empty() {
        return;
    }
    let theme = sheet.theme;
    let open = opened.is_open(node);
    let code = text::clean(code.trim_end());
    let first = code.lines().next().unwrap_or_default();
    let room = sheet.width().saturating_sub(PART + LABEL);
    let closed = text::clip(first, room);
    sheet.belongs_to(Some(node), 2);
    let label =
        [Span::styled(mark(open), theme.accent()), Span::styled(text::pad(name, LABEL - 2), theme.quiet())];
    if !open {
        let [mark, label] = label;
        sheet.paragraph(PART, LABEL, &[mark, label, Span::raw(closed)]);
    } else if room >= 28 {
        for (at, line) in code.lines().enumerate() {
            let line = Span::raw(text::breakable(&outdented(line)));
            if at == 0 {
                let [mark, label] = label.clone();
                sheet.paragraph(PART, LABEL + 2, &[mark, label, line]);
            } else {
                sheet.paragraph(PART + LABEL, 2, &[line]);
            }
        }
    } else {
        sheet.paragraph(PART, 0, &label);
        for line in code.lines() {
            sheet.paragraph(PART + 2, 2, &[Span::raw(text::breakable(&outdented(line)))]);
        }
    }
}

/// A line of code indented by two columns at most: deeper indents come from a
/// writer that aligned its arguments, and would leave no room for them.
fn outdented(line: &str) -> String {
    let code = line.trim_start();
    if code.len() == line.len() { code.to_owned() } else { format!("  {code}") }
}

fn groundings(sheet: &mut LineWriter, at: usize, groundings: &[GroundingView], opened: &OpenParts) {
    if groundings.is_empty() {
        return;
    }
    let theme = sheet.theme;
    let node = Foldable::Part(at, StepPart::Groundings);
    head(sheet, node, "names", &format!("{} grounded", groundings.len()), opened);
    if !opened.is_open(node) {
        return;
    }
    for (number, grounding) in groundings.iter().enumerate() {
        let node = Foldable::Grounding(at, number);
        let open = opened.is_open(node);
        sheet.belongs_to(Some(node), 3);
        let chosen = grounding.chosen.join(" or ");
        let mut left = vec![
            Span::styled(mark(open), theme.accent()),
            Span::raw(format!("“{}”", grounding.asked)),
            Span::styled(" → ", theme.quiet()),
        ];
        if grounding.chosen.is_empty() {
            left.push(Span::styled("nothing in the graph", theme.caution()));
        } else {
            left.push(Span::styled(chosen, theme.strong()));
        }
        let mut right = vec![grounding.role.clone(), grounding.channel.clone()];
        right.retain(|word| !word.is_empty());
        if !grounding.chosen.is_empty() {
            right.push(format!("{:.2}", grounding.score));
        }
        if grounding.by_user {
            right.push("your choice".to_owned());
        }
        sheet.split(PART + 2, &left, &right.join(" · "), theme.quiet());
        if open {
            // The runners-up belong to the grounding: they close with it.
            if grounding.runners_up.is_empty() {
                sheet.text(CHILD + 2, "no runner-up", theme.quiet());
            }
            for (next, runner_up) in grounding.runners_up.iter().enumerate() {
                sheet.belongs_to(Some(Foldable::RunnerUp(at, number, next)), 4);
                let channel = if runner_up.channel.is_empty() {
                    String::new()
                } else {
                    format!("  {}", text::clean_line(&runner_up.channel))
                };
                let spans = [
                    Span::styled(format!("{:.2}  ", runner_up.score), theme.quiet()),
                    Span::raw(runner_up.text.as_str()),
                    Span::styled(channel, theme.quiet()),
                ];
                sheet.paragraph(CHILD + 2, 6, &spans);
            }
        }
    }
}

fn results(sheet: &mut LineWriter, answer: &AnswerView, at: usize, opened: &OpenParts) {
    let theme = sheet.theme;
    let node = Foldable::Part(at, StepPart::Results);
    let step = &answer.trace[at];
    let total = step.result_total.max(step.results.len());
    let open = opened.is_open(node);
    if let ([only], 1) = (step.results.as_slice(), total) {
        return single(sheet, node, "result", only, theme.strong(), opened);
    }
    let summary = if total == 0 { "empty".to_owned() } else { text::counted(total, "value") };
    head(sheet, node, "result", &summary, opened);
    if !open || total == 0 {
        return;
    }
    for value in &step.results[..shown(answer, PageOf::Results, at, opened)] {
        sheet.paragraph(CHILD, 2, &[Span::raw(text::clean_line(value))]);
    }
    more(sheet, CHILD, Foldable::MoreResults(at), 3, rest(answer, PageOf::Results, at, opened));
}

fn facts(sheet: &mut LineWriter, answer: &AnswerView, at: usize, opened: &OpenParts) {
    let step = &answer.trace[at];
    let total = step.fact_total.max(step.facts.len());
    if total == 0 {
        return;
    }
    let theme = sheet.theme;
    let node = Foldable::Part(at, StepPart::Facts);
    head(sheet, node, "facts", &text::counted(total, "fact"), opened);
    if !opened.is_open(node) {
        return;
    }
    for (number, fact) in step.facts[..shown(answer, PageOf::Facts, at, opened)].iter().enumerate() {
        sheet.belongs_to(Some(Foldable::Fact(at, number)), 3);
        // The separators step back, so that the three parts are seen.
        let mut spans = Vec::new();
        for (position, part) in fact.text.split(" | ").enumerate() {
            if position > 0 {
                spans.push(Span::styled(" | ", theme.quiet()));
            }
            spans.push(Span::raw(part));
        }
        sheet.split(CHILD, &spans, &fact.place(), theme.quiet());
    }
    more(sheet, CHILD, Foldable::MoreFacts(at), 3, rest(answer, PageOf::Facts, at, opened));
}
