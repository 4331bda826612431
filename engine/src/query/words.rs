//! Phrases that express comparisons: operators in words, comparatives, superlatives, and pairs of words of
//! which one is the answer. Single words are in the lexicon.

use trustuqa_model::{Comparison, fold};

use crate::lexicon::{self, Degree, End, Gradable, gradable};

/// The comparison that a whole text expresses: `>`, `greater than`, `at_least`.
pub fn comparison(text: &str) -> Option<Comparison> {
    if let Some(op) = sign_of(text.trim()) {
        return Some(op);
    }
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split(' ').filter(|word| !lexicon::contains("comparison.fillers", word)).collect();
    match (lexicon::head("comparison", &words.join(" ")), words.as_slice()) {
        (Some(sign), _) => sign_of(sign),
        (None, [word]) => direction_of(word),
        _ => None,
    }
}

/// The comparison of a sign.
fn sign_of(sign: &str) -> Option<Comparison> {
    Some(match sign {
        "=" | "==" | "===" => Comparison::Eq,
        "!=" | "<>" | "≠" => Comparison::Ne,
        "<" => Comparison::Lt,
        "<=" | "=<" | "≤" => Comparison::Le,
        ">" => Comparison::Gt,
        ">=" | "=>" | "≥" => Comparison::Ge,
        _ => return None,
    })
}

/// The direction for which a word asks. Words of age are left to [`age`].
fn direction_of(word: &str) -> Option<Comparison> {
    gradable(word).filter(|word| !word.measures("age")).map(|word| word.end.comparison())
}

/// The direction for which the words of a sentence ask, if exactly one is mentioned. `older` is left to
/// [`age`], because it is the larger age but the smaller year.
pub fn direction(text: &str) -> Option<Comparison> {
    let folded = fold(text);
    let mut found = None;
    let words: Vec<&str> = folded.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        // `at most` and `at least` are bounds; in `the first one` and `last name` the words are part of a
        // name.
        if at > 0 && words[at - 1] == "at" && matches!(*word, "most" | "least" | "last" | "first") {
            continue;
        }
        let Some(op) = direction_of(word) else { continue };
        // `more or less`, `above or below`: both directions are possible.
        if found.is_some_and(|known| known != op) {
            return None;
        }
        found = Some(op);
    }
    found
}

/// Whether a sentence asks who is older (`Gt`) or younger (`Lt`).
pub fn age(text: &str) -> Option<Comparison> {
    let folded = fold(text);
    let has =
        |end| folded.split(' ').any(|word| gradable(word).is_some_and(|w| w.measures("age") && w.end == end));
    match (has(End::Larger), has(End::Smaller)) {
        (true, false) => Some(Comparison::Gt),
        (false, true) => Some(Comparison::Lt),
        _ => None,
    }
}

/// The superlative of which a text consists, in the place of a value: `most`, `the highest`, `first place`,
/// `largest number`.
pub fn superlative(text: &str) -> Option<&'static Gradable> {
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split(' ').filter(|word| !lexicon::contains("superlative.fillers", word)).collect();
    match words.as_slice() {
        ["most", "recent"] => gradable("latest"),
        ["least", "recent"] => gradable("earliest"),
        [word] => gradable(word).filter(|word| word.degree == Degree::Superlative),
        _ => None,
    }
}

/// Whether a text has a word for a good place: the top of a ranking.
pub fn is_good(text: &str) -> bool {
    trustuqa_model::tokens(text).iter().any(|word| lexicon::contains("place.better", word))
}

/// Whether a text has a word for a bad place: the bottom of a ranking.
pub fn is_bad(text: &str) -> bool {
    trustuqa_model::tokens(text).iter().any(|word| lexicon::contains("place.worse", word))
}

/// Two words of which one is the answer, with the comparison that the first expresses: `more or less`, `above
/// or below`, `before or after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The word when the comparison holds.
    pub yes: &'static str,
    /// The word when it does not.
    pub no: &'static str,
    /// The comparison that the first word expresses; `None` for a plain truth value.
    pub op: Option<Comparison>,
    /// Whether the words are about a rank, where the top is number 1.
    pub place: bool,
}

/// All pairs of words of which one is the answer.
fn pairs() -> impl Iterator<Item = Alternatives> {
    let of_values = lexicon::groups("alternatives").iter().map(|group| (group, Some(Comparison::Gt), false));
    let of_places =
        lexicon::groups("alternatives.place").iter().map(|group| (group, Some(Comparison::Gt), true));
    let of_truth = lexicon::groups("alternatives.truth").iter().map(|group| (group, None, false));
    of_values.chain(of_places).chain(of_truth).flat_map(|(group, op, place)| {
        let yes = group.head.unwrap_or("");
        group.words.iter().map(move |no| Alternatives { yes, no, op, place })
    })
}

/// The pair of words that a text offers as answers: next to each other, joined by `or`, a slash or a comma.
pub fn alternatives(text: &str) -> Option<Alternatives> {
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split(' ').filter(|w| !matches!(*w, "or" | "and" | "it" | "is" | "if" | "than")).collect();
    words.windows(2).find_map(|pair| {
        pairs().find(|offered| {
            // `above or belov`: one of the two may be misspelt by one letter.
            let misspelt = |word: &str, meant: &str| {
                meant.len() > 4
                    && rapidfuzz::distance::levenshtein::distance(word.chars(), meant.chars()) == 1
            };
            let is = |first: &str, second: &str| {
                let (one, other) = (pair[0] == first, pair[1] == second);
                one && (other || misspelt(pair[1], second)) || other && misspelt(pair[0], first)
            };
            is(offered.yes, offered.no) || is(offered.no, offered.yes)
        })
    })
}

/// Whether a target type is a truth value.
pub fn is_truth(target: &str) -> bool {
    let folded = fold(target);
    let words: Vec<&str> = folded.split(' ').filter(|w| *w != "or").collect();
    lexicon::contains("truth.types", &words.join(" "))
}

/// Whether a text says that a statement is true or false; `None` when it says neither.
pub fn truth(text: &str) -> Option<bool> {
    lexicon::head("truth.values", &fold(text)).map(|value| value == "true")
}

/// Whether a relation of this name is a rank, so that the smaller number is better.
pub fn is_place(relation: &str) -> bool {
    let folded = fold(relation);
    let is_place = |word: &str| lexicon::contains("place.columns", word);
    folded.split(' ').any(|word| is_place(word) || word.strip_suffix('s').is_some_and(is_place))
}

/// Whether a question can be answered with yes or no: it begins with a verb.
pub fn asks_truth(question: &str) -> bool {
    let folded = fold(question);
    lexicon::contains("truth.openings", folded.split(' ').next().unwrap_or(""))
        || folded.starts_with("true or false")
        || folded.starts_with("yes or no")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_read_in_words() {
        assert_eq!(comparison("greater_than"), Some(Comparison::Gt));
        assert_eq!(comparison(" >= "), Some(Comparison::Ge));
        assert_eq!(comparison("is less than or equal to"), Some(Comparison::Le));
        assert_eq!(comparison("highest"), Some(Comparison::Gt));
        assert_eq!(comparison("equal to"), Some(Comparison::Eq));
        assert_eq!(comparison("Brazil"), None);
    }

    #[test]
    fn a_sentence_has_a_direction_only_when_it_names_one_side() {
        assert_eq!(direction("Find the one with more goals"), Some(Comparison::Gt));
        assert_eq!(direction("check if it is more or less"), None);
        assert_eq!(direction("Compare the goals"), None);
        assert_eq!(age("who is older"), Some(Comparison::Gt));
    }

    #[test]
    fn superlatives_stand_for_values() {
        assert_eq!(superlative("the most").map(|word| word.end), Some(End::Larger));
        assert_eq!(superlative("earliest").map(|word| word.end), Some(End::Smaller));
        assert_eq!(superlative("largest number").map(|word| word.end), Some(End::Larger));
        assert!(superlative("First Lady").is_none());
        assert!(superlative("Top 6").is_none());
    }

    #[test]
    fn alternatives_stand_side_by_side() {
        let found = alternatives("did she win more or less than he").unwrap();
        assert_eq!((found.yes, found.no), ("more", "less"));
        let found = alternatives("'below' or 'above'").unwrap();
        assert_eq!((found.yes, found.op), ("above", Some(Comparison::Gt)));
        assert_eq!(alternatives("more goals than last year"), None);
    }
}
