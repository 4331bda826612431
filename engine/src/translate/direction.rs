//! Which of two values is asked for: what the words of a step or of the question say about larger and
//! smaller, earlier and better, and for which values the smaller one is the better.

use trustuqa_model::{Comparison, Value};

use crate::lexicon::{self, End, Gradable, gradable};
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

/// The comparison that decides: the one written in the call, otherwise the one that the words express. For a
/// rank or a row number (`place`), the higher and better position is the smaller number.
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
        let speed = gradables(text).any(|word| word.measures("speed")) && !names_speed(relation);
        let turns = (timed(values, relation) || speed) && runs_against_time(text);
        Some(if turns { turned(op) } else { op })
    };
    match written {
        Some(op @ (Comparison::Eq | Comparison::Ne)) => Some(op),
        // A position that the question calls higher is not the larger number.
        Some(op) if place => place_words(question).or_else(|| successful(question, relation)).or(Some(op)),
        // The faster one has the shorter time, whatever is written.
        Some(op @ (Comparison::Gt | Comparison::Lt)) if timed(values, relation) => {
            let speed = gradables(question).find(|word| word.measures("speed"));
            Some(speed.map_or(op, |word| word.end_among("time").comparison()))
        }
        // The older one has the smaller date, whatever is written.
        Some(op) if values.iter().any(is_year_or_date) => words::age(question).map(turned).or(Some(op)),
        Some(op) => Some(op),
        None => words_say(note).or_else(|| words_say(question)),
    }
}

/// The comparatives and superlatives in a text.
fn gradables(text: &str) -> impl Iterator<Item = &'static Gradable> {
    trustuqa_model::tokens(text).into_iter().filter_map(|word| gradable(&word))
}

/// `more successful` asks for the smaller number of a rank; the number of a row says nothing about success.
fn successful(question: &str, relation: &str) -> Option<Comparison> {
    let asked =
        trustuqa_model::tokens(question).windows(2).any(|pair| pair[0] == "more" && pair[1] == "successful");
    (asked && trustuqa_model::fold(relation) != "row number").then_some(Comparison::Lt)
}

/// Whether a text asks for the end of a scale at which times are shorter (`fastest`, `best`), and no word of
/// it asks for a larger amount or length.
fn runs_against_time(text: &str) -> bool {
    let longer =
        |word: &Gradable| word.end == End::Larger && (word.measures("amount") || word.measures("length"));
    gradables(text).any(|word| word.is_opposite("time")) && !gradables(text).any(longer)
}

/// Whether values are spans of time, by their type or by the name of their relation.
fn timed(values: &[Value], relation: &str) -> bool {
    values.iter().any(|v| matches!(v, Value::Duration(_))) || names_time(relation)
}

/// Whether the name of a relation says that its values are speeds. Otherwise words of speed refer to times,
/// even where nothing shows that the numbers of a column are seconds.
pub(super) fn names_speed(relation: &str) -> bool {
    let named =
        |group: &lexicon::WordGroup, word: &str| group.head == Some("speed") && group.words.contains(&word);
    let words = trustuqa_model::tokens(relation);
    words.iter().any(|word| lexicon::groups("scale.columns").iter().any(|group| named(group, word)))
}

/// Whether the name of a relation contains `time`.
pub(super) fn names_time(relation: &str) -> bool {
    trustuqa_model::tokens(relation).iter().any(|word| matches!(word.as_str(), "time" | "times"))
}

/// The comparison of positions that the words ask for: the top is the smallest number.
pub(super) fn place_words(text: &str) -> Option<Comparison> {
    let tokens = trustuqa_model::tokens(text);
    let has = |section| tokens.iter().any(|word| lexicon::contains(section, word));
    let (top, low) = (has("place.better"), has("place.worse"));
    match (top, low) {
        (true, false) => Some(Comparison::Lt),
        (false, true) => Some(Comparison::Gt),
        _ => None,
    }
}
