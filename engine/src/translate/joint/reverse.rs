//! Cells that lie within what is asked for: `Fernbrook 27` is the only cell of which all
//! words stand in `Fernbrook community`, numbers and remarks aside.

use trustuqa_model::{NodeId, Value, tokens};

use crate::ground::lexical::{Prepared, is_filler};
use crate::ground::{Candidate, Channel};

/// Words of a name that can be abbreviated.
const LONGEST: usize = 8;

/// The one cell with most words all of which stand in the name; of a cell with commas, a
/// member is enough. Cells that share their words cannot be told apart.
pub(super) fn within(name: &Prepared, tails: &[(NodeId, String)]) -> Vec<Candidate> {
    if name.tokens.len() < 2 {
        return Vec::new();
    }
    let mut scored: Vec<(usize, &(NodeId, String))> = Vec::new();
    for tail in tails {
        let best = members(&tail.1)
            .map(significant)
            .filter(|words| words.iter().all(|word| name.tokens.contains(word)))
            .filter(|words| words.iter().any(|word| word.len() > 3 && !is_filler(word)))
            .map(|words| words.len())
            .max();
        scored.extend(best.map(|words| (words, tail)));
    }
    let Some(most) = scored.iter().map(|(words, _)| *words).max() else { return Vec::new() };
    scored.retain(|(words, _)| *words == most);
    match scored.as_slice() {
        [(_, (node, text))] => {
            vec![chosen(*node, text, 0.6)]
        }
        _ => Vec::new(),
    }
}

/// The cells that stand whole in the words of a step, when those say the name and share a
/// word with it: `Ran ashore` in `the boats that ran ashore on rocks`, of which `ashore on rocks`
/// is asked for.
pub(super) fn said(name: &Prepared, note: &str, tails: &[(NodeId, String)]) -> Vec<Candidate> {
    let note = tokens(note);
    let holds =
        |words: &[String]| !words.is_empty() && note.windows(words.len()).any(|window| window == words);
    if name.tokens.len() < 2 || !holds(&name.tokens) {
        return Vec::new();
    }
    let mut found = tails.iter().filter(|(_, text)| {
        let words = tokens(text);
        words.len() > 1 && holds(&words) && words.iter().any(|word| name.tokens.contains(word))
    });
    match (found.next(), found.next()) {
        (Some((node, text)), None) => {
            vec![chosen(*node, text, 0.6)]
        }
        _ => Vec::new(),
    }
}

/// The cells that hold every word of a name with a number in its order, others between
/// them: `chosen 4 May 1865` is `chosen in 1865`, and `chosen` alone is not.
pub(super) fn in_order(name: &Prepared, tails: &[(NodeId, String)]) -> Vec<Candidate> {
    let asked: Vec<&String> = name.tokens.iter().filter(|word| !is_filler(word)).collect();
    let has = |fits: &dyn Fn(u8) -> bool| asked.iter().any(|word| word.bytes().any(fits));
    if asked.len() < 2 || !has(&|b| b.is_ascii_digit()) || !has(&|b| b.is_ascii_alphabetic()) {
        return Vec::new();
    }
    let fits = |text: &str| {
        let mut words = tokens(text).into_iter();
        asked.iter().all(|word| words.any(|own| own == **word))
    };
    let found = tails.iter().filter(|(_, text)| fits(text));
    found.map(|(node, text)| chosen(*node, text, 0.75)).collect()
}

/// The cells that hold a name with some of its words cut to their first letters: `WWII` for
/// `World War II`, numerals whole.
pub(super) fn abbreviated(name: &Prepared, tails: &[(NodeId, String)]) -> Vec<Candidate> {
    // The ways to abbreviate grow with the square of the words.
    if name.tokens.len() > LONGEST {
        return Vec::new();
    }
    let mut variants: Vec<Vec<String>> = Vec::new();
    for from in 0..name.tokens.len() {
        for to in from + 2..=name.tokens.len() {
            let numeral = |word: &String| {
                word.chars().all(|c| matches!(c, 'i' | 'v' | 'x')) || word.bytes().any(|b| b.is_ascii_digit())
            };
            let letters: String = name.tokens[from..to]
                .iter()
                .map(|word| if numeral(word) { word.clone() } else { word.chars().take(1).collect() })
                .collect();
            let mut variant = name.tokens[..from].to_vec();
            variant.push(letters);
            variant.extend_from_slice(&name.tokens[to..]);
            variants.push(variant);
        }
    }
    // Two letters alone abbreviate too many things.
    variants.retain(|words| words.len() > 1 || words.iter().any(|word| word.chars().count() > 2));
    let fits = |text: &str| {
        let words = tokens(text);
        variants.iter().any(|variant| words.windows(variant.len()).any(|window| window == variant.as_slice()))
    };
    let found = tails.iter().filter(|(_, text)| fits(text));
    found.map(|(node, text)| chosen(*node, text, 0.65)).collect()
}

/// The cells with a share in brackets that is asked for, its decimals after a comma or a
/// point: `6.5%` in `41,200 (6,5%)`.
pub(super) fn share_in_brackets(name: &str, tails: &[(NodeId, String)]) -> Vec<Candidate> {
    let asked = Value::parse(name);
    if asked.unit() != Some("%") {
        return Vec::new();
    }
    let fits = |text: &str| {
        text.split(['(', ')']).skip(1).any(|part| Value::parse(&part.replace(',', ".")) == asked)
    };
    let found = tails.iter().filter(|(_, text)| fits(text));
    found.map(|(node, text)| chosen(*node, text, 0.75)).collect()
}

fn chosen(node: NodeId, text: &str, score: f32) -> Candidate {
    Candidate { node, text: text.to_owned(), score, channel: Channel::Words }
}

/// A cell as a whole and, where it has commas, its members.
fn members(text: &str) -> impl Iterator<Item = &str> {
    let listed = text.contains(',');
    std::iter::once(text).chain(text.split(',').filter(move |_| listed))
}

/// The words of a cell without numbers and without what stands in brackets.
fn significant(text: &str) -> Vec<String> {
    let plain =
        text.split_once('(').map_or(text, |(before, _)| if before.trim().is_empty() { text } else { before });
    tokens(plain).into_iter().filter(|word| !word.bytes().any(|b| b.is_ascii_digit())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(asked: &str, cells: &[&str]) -> Vec<String> {
        let tails: Vec<(NodeId, String)> =
            cells.iter().enumerate().map(|(at, text)| (NodeId(at as u32), (*text).to_owned())).collect();
        within(&Prepared::new(asked), &tails).into_iter().map(|c| c.text).collect()
    }

    #[test]
    fn all_words_of_the_cell_are_asked_for() {
        assert_eq!(found("Fernbrook community", &["Fernbrook 27", "Alder 27A"]), ["Fernbrook 27"]);
        assert_eq!(found("Bergen Vestland", &["Norway, Bergen", "Sweden, Malmö"]), ["Norway, Bergen"]);
        assert_eq!(
            found("medium type harbours", &["harbours", "Medium Harbours (old)"]),
            ["Medium Harbours (old)"]
        );
        assert!(found("John Smith", &["John Adams", "Ana Smith"]).is_empty());
        assert!(found("Alder community", &["Alder 27A", "Alder 27B"]).is_empty());
    }

    #[test]
    fn words_are_abbreviated_and_apart() {
        let tails = |cells: &[&str]| -> Vec<(NodeId, String)> {
            cells.iter().enumerate().map(|(at, text)| (NodeId(at as u32), (*text).to_owned())).collect()
        };
        let texts = |found: Vec<Candidate>| found.into_iter().map(|c| c.text).collect::<Vec<_>>();
        let cells = tails(&["WWII hospital ship, sold", "cargo ship"]);
        assert_eq!(
            texts(abbreviated(&Prepared::new("World War II hospital ship"), &cells)),
            ["WWII hospital ship, sold"]
        );
        let cells = tails(&["Chosen", "chosen July 10, 1865", "chosen 1872"]);
        assert_eq!(texts(in_order(&Prepared::new("chosen in 1865"), &cells)), ["chosen July 10, 1865"]);
        let cells = tails(&["41,200 (6,5%)", "6,5", "40,000 (6,4%)"]);
        assert_eq!(texts(share_in_brackets("6.5%", &cells)), ["41,200 (6,5%)"]);
    }
}
