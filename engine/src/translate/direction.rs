//! Which of two values is asked for: what the words of a step or a question say of larger
//! and smaller, earlier and better, and of which values a smaller one is the better.

use trustuqa_model::{Comparison, Value};

use crate::query::words;

/// A date, or a number that can be a year of birth.
pub(super) fn is_year_or_date(value: &Value) -> bool {
    matches!(value, Value::Date(_) | Value::Integer(1000..=2100))
}

pub(super) fn turned(op: Comparison) -> Comparison {
    match op {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        op => op,
    }
}

/// The comparison that decides: as written, else as the words have it. Under a rank or
/// a row number, the higher and better place is the smaller number.
pub(super) fn direction(
    written: Option<Comparison>,
    note: &str,
    question: &str,
    place: bool,
    values: &[Value],
    relation: &str,
) -> Option<Comparison> {
    let words_say = |text: &str| {
        if place && let Some(op) = place_words(text) {
            return Some(op);
        }
        if let Some(older) = words::age(text) {
            let dated = values.iter().any(is_year_or_date);
            return Some(if dated { turned(older) } else { older });
        }
        let op = words::direction(text)?;
        let timed = timed(values, relation);
        // What is faster has the shorter time, but the higher speed; the best time is the
        // shortest.
        Some(if is_fast(text) && !timed || is_best(text) && timed { turned(op) } else { op })
    };
    match written {
        Some(op @ (Comparison::Eq | Comparison::Ne)) => Some(op),
        // A place that is called higher in the question is not the larger number.
        Some(op) if place => place_words(question).or_else(|| successful(question, relation)).or(Some(op)),
        Some(op) if timed(values, relation) && is_fast(question) => {
            Some(if op == Comparison::Gt { Comparison::Lt } else { op })
        }
        // Who is older is asked of dates by the smaller one, whatever is written.
        Some(op) if values.iter().any(is_year_or_date) => words::age(question).map(turned).or(Some(op)),
        Some(op) => Some(op),
        None => words_say(note).or_else(|| words_say(question)),
    }
}

fn is_fast(text: &str) -> bool {
    trustuqa_model::tokens(text)
        .iter()
        .any(|w| matches!(w.as_str(), "faster" | "fastest" | "quicker" | "quickest"))
}

/// The more successful place is the smaller number; a row is no success.
fn successful(question: &str, relation: &str) -> Option<Comparison> {
    let asked =
        trustuqa_model::tokens(question).windows(2).any(|pair| pair[0] == "more" && pair[1] == "successful");
    (asked && trustuqa_model::fold(relation) != "row number").then_some(Comparison::Lt)
}

/// Whether a text asks for the better one, and not for the longer.
fn is_best(text: &str) -> bool {
    let says = |list: &[&str]| trustuqa_model::tokens(text).iter().any(|w| list.contains(&w.as_str()));
    says(&["best", "better"]) && !says(&["longest", "longer", "most", "more"])
}

/// Whether values are spans of time, by their type or by the name of their relation.
fn timed(values: &[Value], relation: &str) -> bool {
    values.iter().any(|v| matches!(v, Value::Duration(_)))
        || trustuqa_model::tokens(relation).iter().any(|w| matches!(w.as_str(), "time" | "times"))
}

/// The comparison of places that words ask for: the top has the smallest number.
pub(super) fn place_words(text: &str) -> Option<Comparison> {
    let tokens = trustuqa_model::tokens(text);
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.as_str()));
    let top = has(&[
        "higher", "highest", "better", "best", "top", "above", "first", "earlier", "earliest", "before",
        "sooner", "ahead",
    ]);
    let low =
        has(&["lower", "lowest", "worse", "worst", "below", "last", "later", "latest", "after", "bottom"]);
    match (top, low) {
        (true, false) => Some(Comparison::Lt),
        (false, true) => Some(Comparison::Gt),
        _ => None,
    }
}
