//! Numbers beside a word: the `31` of `2003 (31 years)` when a number of years is asked for.

use trustuqa_model::{Comparison, tokens};

use super::{Asked, cells, some};
use crate::execute::{Beside, Result};
use crate::ground::lexical::is_filler;
use crate::lexicon;
use crate::query::execution::Operand;
use crate::query::{Function, ticked};
use crate::translate::calls::{literal, reason};
use crate::translate::{Translated, Translator};

/// Cells by which a column is known not to hold several numbers in each.
const SAMPLE: usize = 20;
/// Words beside a number that a label may have.
const WORDS: usize = 4;

/// The number, or the largest or smallest of the numbers, that stands beside a word of the
/// step. Only where the texts hold several numbers, so that one has to be chosen.
pub(super) fn numbers(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let [Operand::Set(at)] = asked.sets else { return Ok(false) };
    let extreme = match asked.call.function {
        Function::Number => None,
        function @ (Function::Max | Function::Min) => Some(function),
        _ => return Ok(false),
    };
    if asked.value.is_some() || !asked.relation.is_empty() {
        return Ok(false);
    }
    let Some((_, found)) = cells(t, *at)? else { return Ok(false) };
    // A column of plain numbers is not read text by text.
    let begins = found.iter().take(SAMPLE);
    if begins.clone().filter(|(_, text)| Beside::of(text).numbers() > 1).count() * 2 < begins.count() {
        return Ok(false);
    }
    let texts: Vec<Beside> = found.iter().map(|(_, text)| Beside::of(text)).collect();
    let several = texts.iter().filter(|text| text.numbers() > 1).count();
    if several * 4 < texts.len() * 3 {
        return Ok(false);
    }
    let Some(label) = label(&texts, &tokens(asked.note), extreme.is_some()) else { return Ok(false) };
    let value = Some((Comparison::Eq, literal(&label)));
    let numbers = out.push(t, reason(Function::Number, vec![Operand::Set(*at)], value));
    if let Some(function) = extreme {
        out.reason(t, function, vec![numbers]);
    }
    let names: Vec<String> = found.into_iter().map(|(_, text)| text).take(1).collect();
    out.readings.push(format!("the number beside {} was taken of {}", ticked(&label), some(&names)));
    Ok(true)
}

/// The words of a step, in their order, that stand beside a number in three of four texts;
/// the longest of such labels, and none when two are as long.
fn label(texts: &[Beside], note: &[String], exactly: bool) -> Option<String> {
    let mut best: Vec<(usize, String)> = Vec::new();
    for start in 0..note.len() {
        for length in (1..=WORDS).rev() {
            let Some(words) = note.get(start..start + length) else { continue };
            let says = |word: &String| word.len() > 2 && !is_filler(word) && !is_asking(word);
            if !words.first().is_some_and(says) {
                continue;
            }
            let label = words.join(" ");
            let with = texts.iter().filter(|text| text.number(&label, exactly).is_some()).count();
            if with * 4 >= texts.len() * 3 {
                best.push((length, label));
                break;
            }
        }
    }
    best.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    match best.as_slice() {
        [(first, a), (second, b), ..] if first == second && a != b => None,
        [(_, label), ..] => Some(label.clone()),
        [] => None,
    }
}

/// Words that ask for a number and say nothing of which.
fn is_asking(word: &str) -> bool {
    lexicon::contains("labels without number", word)
        || word.starts_with("query")
        || word.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str], note: &str, exactly: bool) -> Option<String> {
        let texts: Vec<Beside> = texts.iter().map(|text| Beside::of(text)).collect();
        label(&texts, &tokens(note), exactly)
    }

    #[test]
    fn the_words_beside_the_number_choose_it() {
        let careers = ["1979 (15 years)", "2003 (31 years)"];
        assert_eq!(found(&careers, "Get the maximum number of years", true).as_deref(), Some("years"));
        assert_eq!(found(&careers, "Get the last year", true), None);
        let notes = [".3 share of wins 12 home wins 58 boats sunk"];
        assert_eq!(found(&notes, "Extract the boats sunk", false).as_deref(), Some("boats sunk"));
    }
}
