//! Cells that list members: `Ana, Bea, Cyd` in a column called Scorers.

use std::collections::HashSet;

use trustuqa_model::{Comparison, Value, fold};

use super::{ReasoningStep, cells, first_three};
use crate::execute::Result;
use crate::query::Function;
use crate::query::execution::Operand;
use crate::translate::calls::{literal, reason};
use crate::translate::{Translated, Translator};

/// The most words that a member of a list may have; a longer part belongs to a sentence.
const WORDS: usize = 5;

/// Counts the members of lists one by one, in a column whose name says that a cell holds several. A count of
/// one cell would always be 1, so the question must mean the number of members in it. For the most frequent
/// value of such a column, cells are split only when some member also occurs as a cell of its own: otherwise
/// `Oslo, Norway` would be taken for a list.
pub(super) fn members(
    t: &Translator<'_, '_>,
    asked: &ReasoningStep<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let [Operand::Set(at)] = asked.sets else { return Ok(false) };
    let of_one = match asked.call.function {
        Function::Count | Function::CountDistinct => true,
        Function::MostFrequent | Function::LeastFrequent | Function::CountBy => false,
        _ => return Ok(false),
    };
    if !asked.relation.is_empty() || of_one != (t.set(*at).len() == 1) {
        return Ok(false);
    }
    let Some((column, found)) = cells(t, *at)? else { return Ok(false) };
    if !says_several(&t.executor.node(column)?.0) {
        return Ok(false);
    }
    let mut lists = Vec::new();
    let mut alone = HashSet::new();
    for (item, text) in &found {
        match listed(text) {
            Some(separator) if t.executor.value(item)? == Value::Text => {
                lists.push((text.clone(), separator))
            }
            _ => {
                alone.insert(fold(text));
            }
        }
    }
    let Some((_, separator)) = lists.first().cloned() else { return Ok(false) };
    let stands_alone = |(text, separator): &(String, char)| {
        text.split(*separator).any(|member| alone.contains(&fold(member)))
    };
    if !of_one && !lists.iter().any(stands_alone) {
        return Ok(false);
    }
    let between = Some((Comparison::Eq, literal(&separator.to_string())));
    let parts = out.push(t, reason(Function::Split, vec![Operand::Set(*at)], between));
    out.reason(t, asked.call.function, vec![parts]);
    let names: Vec<String> = lists.into_iter().map(|(text, _)| text).collect();
    out.readings.push(format!("the members of a list were counted one by one: {}", first_three(&names)));
    Ok(true)
}

/// Whether the name of a column says that a cell can hold several values: `Scorers`, `Producer(s)`.
fn says_several(name: &str) -> bool {
    let name = name.trim();
    if name.to_lowercase().ends_with("(s)") {
        return true;
    }
    let words = trustuqa_model::tokens(name);
    let Some(last) = words.last() else { return false };
    // `Remarks` and the like hold sentences, and `Series` is singular.
    last.len() > 3
        && last.ends_with('s')
        && !last.ends_with("ss")
        && !matches!(last.as_str(), "series" | "notes" | "remarks" | "comments" | "status" | "details")
}

/// The character that separates the members of a list; `None` when the text is not a list of names.
fn listed(text: &str) -> Option<char> {
    let separator = [';', ','].into_iter().find(|separator| text.contains(*separator))?;
    let is_name = |part: &str| {
        let words = part.split_whitespace().count();
        (1..=WORDS).contains(&words) && part.chars().any(char::is_alphabetic)
    };
    text.split(separator)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .all(is_name)
        .then_some(separator)
        .filter(|separator| text.split(*separator).filter(|part| !part.trim().is_empty()).count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_names_several() {
        for name in ["Scorers", "Producer(s)", "Listed destinations"] {
            assert!(says_several(name), "{name}");
        }
        for name in ["City", "Series", "Notes", "Class", "Country of Origin"] {
            assert!(!says_several(name), "{name}");
        }
    }

    #[test]
    fn lists_are_of_short_names() {
        assert_eq!(listed("Ana, Bea"), Some(','));
        assert_eq!(listed("Ana, Bea,"), Some(','));
        assert_eq!(listed("Oslo; Bergen, Norway"), Some(';'));
        assert_eq!(listed("Ana"), None);
        assert_eq!(listed("1,200"), None);
        assert_eq!(listed("the first of the two that were built, Bergen"), None);
    }
}
