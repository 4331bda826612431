//! A trace as a tree of text, for terminals and files.

use std::borrow::Cow;
use std::fmt::Write;

use super::{Routing, Trace, TraceGrounding, TraceStep};

/// The most items of one kind that the tree lists before it counts the others.
const SHOWN: usize = 8;

/// A text on one line: line breaks in a cell are shown as `⏎`.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { Cow::Owned(text.replace('\n', "⏎")) } else { Cow::Borrowed(text) }
}

/// The trace as a tree of text. The answer itself is not part of it.
pub fn render(trace: &Trace) -> String {
    let mut out = String::new();
    for repair in &trace.repairs {
        let _ = writeln!(out, "! {}", one_line(repair));
    }
    match &trace.routing {
        Some(routing) => render_routing(&mut out, routing),
        None if !trace.scope.is_empty() => {
            let _ = writeln!(out, "looked in: {}", trace.scope.join(", "));
        }
        None => {}
    }
    let last = trace.steps.len().saturating_sub(1);
    for (index, step) in trace.steps.iter().enumerate() {
        render_step(&mut out, step, index == last);
    }
    out
}

fn render_routing(out: &mut String, routing: &Routing) {
    let _ = writeln!(out, "looked in: {}; {}", routing.chosen, routing.why);
    for (same, words) in [(false, "with another answer"), (true, "with the same answer")] {
        let others = routing.others.iter().filter(|other| other.same_answer == same);
        let names: Vec<&str> = others.map(|other| other.name.as_str()).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "not in, {words}: {}", names.join(", "));
        }
    }
}

fn render_step(out: &mut String, step: &TraceStep, last: bool) {
    let (branch, stem) = if last { ("└─", "   ") } else { ("├─", "│  ") };
    let _ = writeln!(out, "{branch} step {}: {}", step.number, one_line(&step.title));
    let mut leaves: Vec<(String, Vec<String>)> = vec![("query".to_owned(), vec![step.query.clone()])];
    for grounding in &step.groundings {
        leaves.push((
            format!("{} `{}`", grounding.parameter.name(), grounding.asked),
            grounding_lines(grounding),
        ));
    }
    if !step.readings.is_empty() {
        leaves.push(("read so".to_owned(), step.readings.clone()));
    }
    leaves.push(("execution".to_owned(), step.execution.clone()));
    leaves.push((format!("result ({})", step.results_total), listed(&step.results, step.results_total)));
    let facts: Vec<String> = step.facts.iter().map(|f| format!("{}  {}", f.text(), f.place())).collect();
    if !facts.is_empty() {
        leaves.push((format!("facts ({})", step.facts_total), listed(&facts, step.facts_total)));
    }
    if !step.joins.is_empty() {
        leaves.push(("joins".to_owned(), step.joins.iter().map(ToString::to_string).collect()));
    }
    let end = leaves.len() - 1;
    for (at, (name, lines)) in leaves.into_iter().enumerate() {
        let (branch, inner) = if at == end { ("└─", "   ") } else { ("├─", "│  ") };
        match lines.as_slice() {
            [line] => {
                let _ = writeln!(out, "{stem}{branch} {}: {}", one_line(&name), one_line(line));
            }
            lines => {
                let _ = writeln!(out, "{stem}{branch} {}", one_line(&name));
                for line in lines {
                    let _ = writeln!(out, "{stem}{inner}   {}", one_line(line));
                }
            }
        }
    }
}

/// A grounding: one line for the choice and one for the others.
pub(crate) fn grounding_lines(grounding: &TraceGrounding) -> Vec<String> {
    let name = |c: &super::TraceCandidate| format!("{} ({:.2} {})", c.text, c.score, c.channel.name());
    let mut lines = Vec::new();
    let chosen: Vec<String> = grounding.chosen.iter().take(SHOWN).map(name).collect();
    let more = grounding.chosen.len().saturating_sub(SHOWN);
    lines.push(match (chosen.is_empty(), more) {
        (true, _) => "nothing".to_owned(),
        (false, 0) => chosen.join(" or "),
        (false, more) => format!("{} or {more} more", chosen.join(" or ")),
    });
    if !grounding.runners_up.is_empty() {
        lines.push(format!("not {}", grounding.runners_up.iter().map(name).collect::<Vec<_>>().join(", ")));
    }
    lines
}

fn listed(lines: &[String], total: usize) -> Vec<String> {
    if lines.is_empty() {
        return vec!["nothing".to_owned()];
    }
    let mut out: Vec<String> = lines.iter().take(SHOWN).cloned().collect();
    let more = total.saturating_sub(out.len());
    if more > 0 {
        out.push(format!("… and {more} more (--json lists up to {})", super::LISTED));
    }
    out
}
