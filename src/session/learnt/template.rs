//! Questions that are worded like a learnt one, with other names in it.

use std::sync::Arc;

use trustuqa_storage::{Value, fold, tokens};
use unicode_segmentation::UnicodeSegmentation;

use crate::writer::Demonstration;
use crate::writer::demonstrations::Named;
use trustuqa_engine::ground::lexical::{is_filler, stem};
use trustuqa_engine::query::{self, Parsed, Query};

/// Words that a name in a question may have.
const LONGEST: usize = 10;

/// A learnt query with the names of a question in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The name of the pair.
    pub pair: String,
    /// The learnt question.
    pub question: String,
    /// The query for the question that was asked.
    pub query: Arc<Parsed>,
    /// The names that were put in; none when the question is the learnt one.
    pub names: Vec<String>,
    /// The words of the question that the query does not use.
    pub unused: Vec<String>,
}

/// A word of a question.
struct Word {
    folded: String,
    start: usize,
    end: usize,
}

fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for (start, word) in text.unicode_word_indices() {
        found.extend(tokens(word).into_iter().map(|folded| Word { folded, start, end: start + word.len() }));
    }
    found
}

/// A part of a template.
#[derive(Debug, PartialEq)]
enum TemplatePart {
    /// A word, by its stem.
    Word(String),
    /// The place of a name, by its index.
    Slot(usize),
}

/// The pairs whose question is worded like `question`: the very question first, then
/// those with most words in common.
pub fn matches(pairs: &[Named], question: &str) -> Vec<Match> {
    let asked = words(question);
    let mut found: Vec<(usize, Match)> = Vec::new();
    for pair in pairs.iter().rev() {
        let Demonstration { question: learnt, query: text, unused, .. } = &pair.demonstration;
        let matched = |query, names| Match {
            pair: pair.name.clone(),
            question: learnt.clone(),
            query: Arc::new(query),
            names,
            unused: unused.clone(),
        };
        let Ok(parsed) = query::parse(text) else { continue };
        if fold(learnt) == fold(question) {
            found.push((usize::MAX, matched(parsed, Vec::new())));
            continue;
        }
        // What a word means that the query does not use is not known, so it says nothing of other questions.
        if !unused.is_empty() {
            continue;
        }
        let Query::Llm(query) = parsed.query else { continue };
        let mut names: Vec<String> = Vec::new();
        for (_, place, name) in query.names() {
            if !place.names_relations() && !names.contains(&name) {
                names.push(name);
            }
        }
        let template = template(&words(learnt), &names);
        let said =
            template.iter().filter(|part| matches!(part, TemplatePart::Word(w) if !is_filler(w))).count();
        let mut slots: Vec<Option<(usize, usize)>> = vec![None; names.len()];
        let mut left = TRIED;
        if said == 0 || !fits(&template, &asked, 0, &mut slots, &mut left) {
            continue;
        }
        let mut changed = query;
        let mut put = Vec::new();
        let mut alike = true;
        for (name, slot) in names.iter().zip(&slots) {
            let Some((from, to)) = slot else { continue };
            let Some(other) = question.get(asked[*from].start..asked[*to - 1].end) else { continue };
            alike &= ordered(name) == ordered(other);
            // By way of a placeholder that no query contains, so that two names can swap places.
            changed = changed.renamed(name, &format!("\u{1}{}", put.len()), false);
            put.push(other.to_owned());
        }
        for (at, other) in put.iter().enumerate() {
            changed = changed.renamed(&format!("\u{1}{at}"), other, false);
        }
        if alike && !put.is_empty() {
            found.push((said, matched(Parsed::from(changed), put)));
        }
    }
    found.sort_by_key(|(said, _)| std::cmp::Reverse(*said));
    found.into_iter().map(|(_, found)| found).collect()
}

fn ordered(text: &str) -> bool {
    Value::parse(text).order_key().is_some()
}

/// The words of a question with places for the names in it, longer names first.
fn template(words: &[Word], names: &[String]) -> Vec<TemplatePart> {
    let mut slot_at: Vec<Option<(usize, usize)>> = vec![None; words.len()];
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(tokens(&names[*at]).len()));
    for index in order {
        let name = tokens(&names[index]);
        if name.is_empty() || name.len() > words.len() {
            continue;
        }
        for from in 0..=words.len() - name.len() {
            let here = words[from..from + name.len()].iter().zip(&name).all(|(w, n)| w.folded == *n);
            if here && slot_at[from..from + name.len()].iter().all(Option::is_none) {
                for place in &mut slot_at[from..from + name.len()] {
                    *place = Some((index, from));
                }
            }
        }
    }
    let mut parts = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match slot_at[at] {
            Some((index, from)) if from == at => parts.push(TemplatePart::Slot(index)),
            Some(_) => {}
            None => parts.push(TemplatePart::Word(stem(&word.folded).to_owned())),
        }
    }
    parts
}

/// Maximum number of ways to fill the slots of a template that are tried: adjacent slots
/// can divide the words between them in very many ways.
const TRIED: usize = 20_000;

/// Whether the words from `at` on fit the template; fills the slots. `left` says how often
/// this may still be asked.
fn fits(
    template: &[TemplatePart],
    words: &[Word],
    at: usize,
    slots: &mut Vec<Option<(usize, usize)>>,
    left: &mut usize,
) -> bool {
    let Some((part, rest)) = template.split_first() else { return at == words.len() };
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    match part {
        TemplatePart::Word(word) => {
            words.get(at).is_some_and(|w| stem(&w.folded) == *word) && fits(rest, words, at + 1, slots, left)
        }
        TemplatePart::Slot(index) => {
            if let Some((from, to)) = slots[*index] {
                let length = to - from;
                let same = words.len() >= at + length
                    && (0..length).all(|i| words[from + i].folded == words[at + i].folded);
                return same && fits(rest, words, at + length, slots, left);
            }
            for to in at + 1..=words.len().min(at + LONGEST) {
                slots[*index] = Some((at, to));
                if fits(rest, words, to, slots, left) {
                    return true;
                }
            }
            slots[*index] = None;
            false
        }
    }
}

/// The pairs with most words in common, likest first.
pub fn likest(pairs: &[Named], question: &str, most: usize) -> Vec<Demonstration> {
    let stems = |text: &str| -> Vec<String> {
        let mut stems: Vec<String> =
            tokens(text).iter().filter(|t| !is_filler(t)).map(|t| stem(t).to_owned()).collect();
        stems.sort();
        stems.dedup();
        stems
    };
    let asked = stems(question);
    let mut rated: Vec<(f32, &Named)> = pairs
        .iter()
        .filter(|pair| pair.demonstration.unused.is_empty())
        .map(|pair| {
            let learnt = stems(&pair.demonstration.question);
            let shared = learnt.iter().filter(|word| asked.contains(word)).count() as f32;
            (shared / ((asked.len().max(1) * learnt.len().max(1)) as f32).sqrt(), pair)
        })
        .filter(|(likeness, _)| *likeness >= 0.3)
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().take(most).map(|(_, pair)| pair.demonstration.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::{DemonstrationKind, DemonstrationOrigin};

    fn named(question: &str, query: &str) -> Named {
        Named {
            name: "accepted-1".to_owned(),
            demonstration: Demonstration {
                question: question.to_owned(),
                query: query.to_owned(),
                kind: DemonstrationKind::Table,
                origin: DemonstrationOrigin::Stored,
                schema: Vec::new(),
                unused: Vec::new(),
            },
        }
    }

    fn rivers() -> Vec<Named> {
        vec![named(
            "Which rivers that cross Chile are longer than 300 km?",
            "Query1: \"get_information(relation='Country', tail_entity='Chile', key='Length', value>'300')\"",
        )]
    }

    #[test]
    fn other_names_take_the_place_of_the_learnt_ones() {
        let found = matches(&rivers(), "which river that crosses Costa Rica is longer than 40 km");
        assert_eq!(found, [], "`is` is not `are`");
        let found = matches(&rivers(), "which rivers that cross Costa Rica are longer than 40 km");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].names, ["Costa Rica", "40"]);
        let text = &found[0].query.text;
        assert!(text.contains("tail_entity='Costa Rica'") && text.contains("value>'40'"));
        let same = matches(&rivers(), "Which rivers that cross chile are longer than 300 KM");
        assert!(same[0].names.is_empty());
    }

    #[test]
    fn a_number_is_no_name_and_other_words_are_another_question() {
        assert_eq!(matches(&rivers(), "Which rivers that cross 12 are longer than 300 km?"), []);
        assert_eq!(matches(&rivers(), "Which rivers that cross Chile are shorter than 300 km?"), []);
        let only = [named("Alien?", "Query1: \"get_information(head_entity='Alien', relation='r')\"")];
        assert_eq!(matches(&only, "Titanic?"), [], "a name alone is no wording");
    }

    #[test]
    fn a_pair_that_leaves_words_unused_is_for_its_very_question() {
        let mut pairs = rivers();
        pairs[0].demonstration.unused = vec!["longer".to_owned()];
        assert_eq!(matches(&pairs, "Which rivers that cross Peru are longer than 40 km?"), []);
        assert_eq!(likest(&pairs, "Which rivers cross Peru?", 3), []);
        let same = matches(&pairs, "which rivers that cross Chile are longer than 300 km?");
        assert_eq!(same[0].unused, ["longer"]);
    }

    #[test]
    fn two_names_can_change_places() {
        let pairs = [named(
            "Is Ann older than Bob?",
            "Query1: \"get_information(head_entity='Ann', relation='age')\"\n\
             Query2: \"get_information(head_entity='Bob', relation='age')\"",
        )];
        let found = matches(&pairs, "Is Bob older than Ann?");
        assert!(found[0].query.text.starts_with("Query1: \"get_information(head_entity='Bob'"), "{found:?}");
    }

    #[test]
    fn likeness_is_by_words() {
        assert_eq!(likest(&rivers(), "Which rivers cross Peru?", 3).len(), 1);
        assert_eq!(likest(&rivers(), "Who wrote this song?", 3), []);
    }

    #[test]
    fn many_names_side_by_side_are_not_tried_in_every_way() {
        let name = |at: usize| format!("Name{}", char::from(b'a' + at as u8));
        let names: Vec<String> = (0..12).map(name).collect();
        let listed = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        let learnt = named(
            &format!("Which of {} is the highest?", names.join(", ")),
            &format!("Query1: \"get_information(head_entity=[{listed}])\""),
        );
        let words: Vec<String> = (0..60).map(|at| format!("w{at}")).collect();
        assert_eq!(matches(&[learnt], &format!("Which of {} is the tallest?", words.join(" "))), []);
    }
}
