//! A follow-up that changes the words of the question before: "per city?", "and the second smallest?",
//! "only approved ones". The changed question is read like any other, so it can mean whatever a question can.

use std::ops::Range;

use trustuqa_engine::lexicon;
use trustuqa_storage::fold;

use super::classify::{Word, is_extreme, opening, words};

/// Words that a follow-up puts into the question before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewording {
    /// Another group for each of which something is computed: the `city` of "per city?".
    Group(String),
    /// Another extreme: the `second smallest` of "and the second smallest?".
    Extreme(String),
    /// A restriction, such as "only approved ones".
    Only(String),
}

/// The words that a question puts into the one before, if that is all it says.
pub fn rewording(question: &str) -> Option<Rewording> {
    let words = words(question);
    let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let rest = opening(&said);
    let text = |from: usize| question.get(words.get(from)?.start..words.last()?.end).map(str::to_owned);
    // A question has words that a name has not.
    let is_name = |from: usize, most: usize| {
        let name = words.get(from..).unwrap_or_default();
        let asks = |word: &Word| !word.named && lexicon::contains("sentence", &word.text);
        (1..=most).contains(&name.len()) && !name.iter().any(asks)
    };
    match &said[rest..] {
        ["per", ..] if is_name(rest + 1, 4) => text(rest + 1).map(Rewording::Group),
        ["for", "each" | "every", ..] if is_name(rest + 2, 4) => text(rest + 2).map(Rewording::Group),
        ["only" | "just", ..] if is_name(rest + 1, 6) => text(rest).map(Rewording::Only),
        said => extreme(said, rest > 0).map(Rewording::Extreme),
    }
}

/// The extreme that a question consists of: `second smallest` of "the second smallest one". A superlative
/// alone says so little that it must be `opened` by words of a follow-up, or have an article.
fn extreme(said: &[&str], opened: bool) -> Option<String> {
    let said = match said {
        ["which" | "what" | "who", "one" | "ones", "is" | "was" | "are" | "were", rest @ ..]
        | ["which" | "what" | "who", "is" | "was" | "are" | "were", rest @ ..]
        | rest => rest,
    };
    let (article, said) = said.strip_prefix(&["the"]).map_or((false, said), |rest| (true, rest));
    let said = said.strip_suffix(&["one"]).or_else(|| said.strip_suffix(&["ones"])).unwrap_or(said);
    match said {
        [ordinal, extreme] if lexicon::ordinal(ordinal).is_some() && is_extreme(extreme) => {
            Some(said.join(" "))
        }
        [extreme] if is_extreme(extreme) && (article || opened) => Some((*extreme).to_owned()),
        _ => None,
    }
}

impl Rewording {
    /// What is put in.
    pub fn words(&self) -> &str {
        match self {
            Rewording::Group(words) | Rewording::Extreme(words) | Rewording::Only(words) => words,
        }
    }

    /// A question with these words in it; `None` when it has no place for them, or has them already.
    pub fn put_into(&self, question: &str) -> Option<String> {
        let stem = question.trim_end_matches(['?', '.', '!', ' ']);
        let end = question.get(stem.len()..)?.trim();
        let put = |place: Range<usize>, words: &str| {
            Some(format!("{}{words}{}", question.get(..place.start)?, question.get(place.end..)?))
        };
        let reworded = match self {
            Rewording::Group(group) => match group_of(stem) {
                Some(place) => put(place, group)?,
                None => format!("{stem} per {group}{end}"),
            },
            Rewording::Extreme(extreme) => put(extreme_of(stem)?, extreme)?,
            Rewording::Only(only) => format!("{stem}, {only}{end}"),
        };
        (fold(&reworded) != fold(question)).then_some(reworded)
    }
}

/// The place of what a question groups by: `category` of "expenses per category in 2024".
fn group_of(question: &str) -> Option<Range<usize>> {
    let words = words(question);
    let is_plain = |at: usize| words.get(at).is_some_and(|word: &Word| !word.named);
    let after = |cues: &[&str]| words.iter().position(|word| cues.contains(&word.text.as_str()));
    // What stands behind `by` with a capital letter is who did something.
    let from = after(&["per", "each", "every"]).or_else(|| after(&["by"]).filter(|at| is_plain(at + 1)))? + 1;
    let first = words.get(from)?;
    let ends = |at: usize, word: &Word| {
        let text = word.text.as_str();
        words[from + at - 1].breaks
            || ["prepositions", "clauses", "sentence"].iter().any(|list| lexicon::contains(list, text))
    };
    let rest = words.iter().skip(from).enumerate();
    let last = rest.skip(1).take_while(|(at, word)| !ends(*at, word)).last().map_or(first, |(_, word)| word);
    Some(first.start..last.end)
}

/// The place of the first extreme of a question, with the ordinal before it.
fn extreme_of(question: &str) -> Option<Range<usize>> {
    let words = words(question);
    let at = words.iter().position(|word| !word.named && is_extreme(&word.text))?;
    let ordinal = at.checked_sub(1).map(|before| &words[before]);
    let ordinal = ordinal.filter(|word| lexicon::ordinal(&word.text).is_some());
    Some(ordinal.map_or(words[at].start, |word| word.start)..words[at].end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_before_gets_other_words() {
        for (before, next, expected) in [
            ("Total expenses per category", "and per city?", "Total expenses per city"),
            ("Total expenses per category in 2024?", "per city", "Total expenses per city in 2024?"),
            (
                "How many films are there for each studio?",
                "for every year?",
                "How many films are there for each year?",
            ),
            ("Show the sales by region", "what about per client?", "Show the sales by client"),
            ("How many films did Ann direct?", "and per year?", "How many films did Ann direct per year?"),
            ("Films directed by Ann", "per year", "Films directed by Ann per year"),
            (
                "Which country has the smallest area?",
                "and the second smallest?",
                "Which country has the second smallest area?",
            ),
            (
                "Which country has the second smallest area?",
                "the third smallest one?",
                "Which country has the third smallest area?",
            ),
            (
                "Which country has the smallest area?",
                "and the largest?",
                "Which country has the largest area?",
            ),
            (
                "Total expenses per category",
                "only approved ones",
                "Total expenses per category, only approved ones",
            ),
            (
                "Total expenses per category, only approved ones",
                "per city?",
                "Total expenses per city, only approved ones",
            ),
            (
                "How many employees are there?",
                "and only those in Ghent",
                "How many employees are there, only those in Ghent?",
            ),
        ] {
            let reworded = rewording(next).and_then(|rewording| rewording.put_into(before));
            assert_eq!(reworded.as_deref(), Some(expected), "{before} {next}");
        }
    }

    #[test]
    fn other_questions_have_no_words_for_the_one_before() {
        for question in [
            "Who directed Chicago?",
            "and Norway?",
            "only show what was approved",
            "Which is the highest mountain?",
            "the oldest of them?",
            "Show the expenses per category",
            "highest",
            "per",
            "",
        ] {
            assert_eq!(rewording(question), None, "{question}");
        }
        let extreme = Rewording::Extreme("second smallest".to_owned());
        assert_eq!(extreme.put_into("Who directed Chicago?"), None);
        assert_eq!(Rewording::Group("city".to_owned()).put_into("Expenses per City?"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_reworded(before in ".{0,40}", next in "(and |per |only |the )?.{0,30}") {
            if let Some(rewording) = rewording(&next) {
                rewording.put_into(&before);
            }
        }
    }
}
