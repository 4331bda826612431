//! What the next try learns about a query that found nothing: where its names occur, and how much each
//! condition alone leaves. It quotes only the query and the schema, and gives counts.

use trustuqa_engine::query::Parsed;
use trustuqa_engine::query::llm::{Call, Constraint, GetInformation, LlmQuery, Term};
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_model::{Comparison, Source};

use super::linking::mentions;

/// Names of a step that are looked up.
const NAMES: usize = 3;
/// The most sources that are given as places of a name.
const SOURCES: usize = 3;

/// What is known about the step of a query that found nothing; empty where nothing is, or where the graph
/// cannot be read.
pub fn about(engine: &Engine<'_>, parsed: &Parsed, number: u32) -> String {
    let Some(query) = parsed.llm() else { return String::new() };
    let Some(at) = query.steps.iter().position(|step| step.number == number) else { return String::new() };
    let mut lines = alone(engine, query, at);
    for name in names_of(query, at).into_iter().take(NAMES) {
        lines.push(standing(engine, &name));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// Where a name occurs, in the words of the schema.
fn standing(engine: &Engine<'_>, name: &str) -> String {
    let executor = engine.executor();
    let Ok(found) = mentions::of_name(executor.graph(), name) else { return String::new() };
    let roles: Vec<String> = found
        .iter()
        .map(|found| {
            let holders = found.sources();
            let sources: Vec<&Source> =
                executor.sources().iter().filter(|s| holders.contains(&s.id)).take(SOURCES).collect();
            found.for_prompt(&sources).role
        })
        .filter(|role| !role.is_empty())
        .collect();
    match roles.as_slice() {
        [] => format!("`{name}` is not a name in any source, nor part of one"),
        roles => format!("`{name}`: {}", roles.join("; ")),
    }
}

/// The entities and values that a step names.
fn names_of(query: &LlmQuery, at: usize) -> Vec<String> {
    let Some(Call::GetInformation(info)) = query.steps.get(at).map(|step| &step.call) else {
        return Vec::new();
    };
    let terms = [info.head.as_ref(), constrained(info.tail.as_ref()), constrained(info.value.as_ref())];
    let names = terms.into_iter().flatten().filter_map(|term| match term {
        Term::Names(names) => Some(names.clone()),
        Term::Output(_) => None,
    });
    names.flatten().collect()
}

/// The name that a parameter must equal.
fn constrained(constraint: Option<&Constraint>) -> Option<&Term> {
    constraint.filter(|constraint| constraint.op == Comparison::Eq).map(|constraint| &constraint.term)
}

/// How much each of several conditions of a step leaves without the others.
fn alone(engine: &Engine<'_>, query: &LlmQuery, at: usize) -> Vec<String> {
    let Some(Call::GetInformation(info)) = query.steps.get(at).map(|step| &step.call) else {
        return Vec::new();
    };
    let has_tail = info.tail.is_some() || info.tail_test.is_some();
    let has_value = info.value.is_some() || info.value_test.is_some();
    let mut ways: Vec<(&str, GetInformation)> = Vec::new();
    if info.key.is_some() && has_value {
        let rest = GetInformation { key: None, value: None, value_test: None, ..info.clone() };
        ways.push(("without key and value", rest));
    }
    if has_tail && (info.head.is_some() || has_value) {
        ways.push(("without tail_entity", GetInformation { tail: None, tail_test: None, ..info.clone() }));
    }
    if info.head.is_some() && has_tail {
        ways.push(("without head_entity", GetInformation { head: None, ..info.clone() }));
    }
    if info.head.is_some() && info.relation.is_some() && !has_tail {
        ways.push(("without relation", GetInformation { relation: None, ..info.clone() }));
    }
    let mut lines = Vec::new();
    if ways.is_empty() {
        return lines;
    }
    // These are not candidates, so they are not counted as such.
    let engine = engine.anew();
    for (what, changed) in ways {
        let mut part = query.clone();
        part.steps.truncate(at + 1);
        part.target = None;
        part.steps[at].call = Call::GetInformation(changed);
        if let Ok(answered) = engine.answer_llm(&part, &RunOptions::default()) {
            lines.push(match answered.items.len() {
                0 => format!("{what} it finds nothing either"),
                count => format!("{what} it finds {count}"),
            });
        }
    }
    lines
}
