//! Words that say a comparison: operators spelt out, comparatives, superlatives, and
//! pairs of words of which one is the answer.

use trustuqa_model::{Comparison, fold};

/// The comparison that a text names as a whole: `>`, `greater than`, `at_least`.
pub fn comparison(text: &str) -> Option<Comparison> {
    match text.trim() {
        "=" | "==" | "===" => return Some(Comparison::Eq),
        "!=" | "<>" | "≠" => return Some(Comparison::Ne),
        "<" => return Some(Comparison::Lt),
        "<=" | "=<" | "≤" => return Some(Comparison::Le),
        ">" => return Some(Comparison::Gt),
        ">=" | "=>" | "≥" => return Some(Comparison::Ge),
        _ => {}
    }
    let folded = fold(text);
    let words: Vec<&str> = folded
        .split(' ')
        .filter(|w| !matches!(*w, "is" | "are" | "was" | "the" | "than" | "to" | "if"))
        .collect();
    let joined = words.join(" ");
    Some(match joined.as_str() {
        "greater or equal" | "greater equal" | "at least" | "no less" | "not less" | "ge" | "gte" | "geq"
        | "greater equals" | "more or equal" | "larger or equal" | "minimum of" => Comparison::Ge,
        "less or equal" | "less equal" | "at most" | "no more" | "not more" | "le" | "lte" | "leq" | "up"
        | "smaller or equal" | "lower or equal" => Comparison::Le,
        "equal" | "equals" | "same" | "eq" | "same as" | "equality" | "identical" | "exactly" => {
            Comparison::Eq
        }
        "not equal" | "not equals" | "different" | "ne" | "neq" | "not same" | "not same as" | "unequal"
        | "inequality" => Comparison::Ne,
        "gt" => Comparison::Gt,
        "lt" => Comparison::Lt,
        _ => match words.as_slice() {
            [word] => direction_of(word)?,
            _ => return None,
        },
    })
}

/// Comparatives and superlatives that ask for the larger (`Gt`) or smaller (`Lt`) side.
fn direction_of(word: &str) -> Option<Comparison> {
    Some(match word {
        "greater" | "greatest" | "larger" | "largest" | "bigger" | "biggest" | "more" | "most" | "higher"
        | "highest" | "longer" | "longest" | "later" | "latest" | "taller" | "tallest" | "heavier"
        | "heaviest" | "deeper" | "deepest" | "after" | "above" | "over" | "exceeds" | "newer" | "newest"
        | "max" | "maximum" | "wider" | "widest" | "richer" | "richest" | "busier" | "busiest"
        | "further" | "farther" | "furthest" | "farthest" | "stronger" | "last" | "recent" | "exceeding"
        | "exceed" | "top" | "best" | "better" | "louder" | "hotter" | "warmer" | "thicker" => Comparison::Gt,
        "less" | "least" | "smaller" | "smallest" | "fewer" | "fewest" | "lower" | "lowest" | "shorter"
        | "shortest" | "earlier" | "earliest" | "first" | "before" | "below" | "under" | "lighter"
        | "lightest" | "min" | "minimum" | "faster" | "fastest" | "quicker" | "quickest" | "sooner"
        | "lesser" | "narrower" | "shallower" | "colder" | "cooler" => Comparison::Lt,
        _ => return None,
    })
}

/// The side that the words of a sentence ask for, where exactly one is named. `older`
/// is left to [`age`], because it is the larger age and the smaller year.
pub fn direction(text: &str) -> Option<Comparison> {
    let folded = fold(text);
    let mut found = None;
    let words: Vec<&str> = folded.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        // `at most` and `at least` bound a number; `the first one` and `last name` name things.
        if at > 0 && words[at - 1] == "at" && matches!(*word, "most" | "least" | "last" | "first") {
            continue;
        }
        let Some(op) = direction_of(word) else { continue };
        // `more or less`, `above or below`: both sides are open.
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
    let has = |list: &[&str]| folded.split(' ').any(|w| list.contains(&w));
    match (has(&["older", "oldest", "elder"]), has(&["younger", "youngest"])) {
        (true, false) => Some(Comparison::Gt),
        (false, true) => Some(Comparison::Lt),
        _ => None,
    }
}

/// The side that a text names as a superlative standing for a value: `most`,
/// `the highest`, `first place`, `largest number`.
pub fn superlative(text: &str) -> Option<Comparison> {
    let folded = fold(text);
    let empty = ["the", "a", "of", "value", "number", "amount", "one", "possible", "overall", "all", "place"];
    let words: Vec<&str> = folded.split(' ').filter(|w| !empty.contains(w)).collect();
    let [word] = words.as_slice() else {
        return match words.as_slice() {
            ["most", "recent"] => Some(Comparison::Gt),
            ["least", "recent"] => Some(Comparison::Lt),
            _ => None,
        };
    };
    match *word {
        "most" | "highest" | "largest" | "greatest" | "maximum" | "max" | "biggest" | "longest"
        | "tallest" | "latest" | "newest" | "heaviest" | "deepest" | "top" | "best" | "last" | "youngest"
        | "widest" | "oldest" | "lowest" | "least" | "smallest" | "minimum" | "min" | "fewest"
        | "shortest" | "earliest" | "lightest" | "fastest" | "quickest" | "slowest" | "first" | "bottom"
        | "worst" => {}
        _ => return None,
    }
    Some(match *word {
        "slowest" => Comparison::Gt,
        "worst" | "bottom" => Comparison::Lt,
        // By age; of dates it is the other way round.
        "oldest" => Comparison::Gt,
        "youngest" => Comparison::Lt,
        word => direction_of(word)?,
    })
}

/// True for the words of a good place: the top of an order.
pub fn is_good(text: &str) -> bool {
    trustuqa_model::tokens(text)
        .iter()
        .any(|w| matches!(w.as_str(), "top" | "best" | "highest" | "first" | "higher" | "better"))
}

/// True for the words of a bad place: the bottom of an order.
pub fn is_bad(text: &str) -> bool {
    trustuqa_model::tokens(text)
        .iter()
        .any(|w| matches!(w.as_str(), "bottom" | "worst" | "lowest" | "last" | "lower" | "worse"))
}

/// Two words of which one is the answer, with the comparison that the first one means:
/// `more or less`, `above or below`, `before or after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The word when the comparison holds.
    pub yes: &'static str,
    /// The word when it does not.
    pub no: &'static str,
    /// The comparison that the first word means; `None` for plain truth.
    pub op: Option<Comparison>,
    /// True when the words are about a place in an order, where the top is number 1.
    pub place: bool,
}

const PAIRS: &[(&str, &str, Option<Comparison>, bool)] = &[
    ("more", "less", Some(Comparison::Gt), false),
    ("more", "fewer", Some(Comparison::Gt), false),
    ("greater", "less", Some(Comparison::Gt), false),
    ("greater", "lesser", Some(Comparison::Gt), false),
    ("larger", "smaller", Some(Comparison::Gt), false),
    ("bigger", "smaller", Some(Comparison::Gt), false),
    ("longer", "shorter", Some(Comparison::Gt), false),
    ("taller", "shorter", Some(Comparison::Gt), false),
    ("older", "younger", Some(Comparison::Gt), false),
    ("higher", "lower", Some(Comparison::Gt), true),
    ("above", "below", Some(Comparison::Gt), true),
    ("over", "under", Some(Comparison::Gt), false),
    ("after", "before", Some(Comparison::Gt), false),
    ("later", "earlier", Some(Comparison::Gt), false),
    ("better", "worse", Some(Comparison::Gt), true),
    ("true", "false", None, false),
    ("yes", "no", None, false),
];

/// The pair of words that a text offers as answers: side by side, joined by `or`, a
/// slash or a comma.
pub fn alternatives(text: &str) -> Option<Alternatives> {
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split(' ').filter(|w| !matches!(*w, "or" | "and" | "it" | "is" | "if" | "than")).collect();
    words.windows(2).find_map(|pair| {
        PAIRS.iter().find_map(|(a, b, op, place)| {
            // `above or belov`: one of the two may be misspelt by a letter.
            let misspelt = |word: &str, meant: &str| {
                meant.len() > 4
                    && rapidfuzz::distance::levenshtein::distance(word.chars(), meant.chars()) == 1
            };
            let is = |first: &str, second: &str| {
                let (one, other) = (pair[0] == first, pair[1] == second);
                one && (other || misspelt(pair[1], second)) || other && misspelt(pair[0], first)
            };
            let (forward, back) = (is(a, b), is(b, a));
            (forward || back).then_some(Alternatives { yes: a, no: b, op: *op, place: *place })
        })
    })
}

/// True for a target type that is a truth value.
pub fn is_truth(target: &str) -> bool {
    let folded = fold(target);
    let words: Vec<&str> = folded.split(' ').filter(|w| *w != "or").collect();
    matches!(
        words.as_slice(),
        ["boolean"]
            | ["bool"]
            | ["yes", "no"]
            | ["true", "false"]
            | ["no", "yes"]
            | ["false", "true"]
            | ["truth"]
            | ["truth", "value"]
            | ["boolean", "value"]
            | ["yes"]
            | ["answer"]
    )
}

/// Whether a text says that a statement is true; `None` when it says neither.
pub fn truth(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// Whether a smaller number is the better place under a relation of this name.
pub fn is_place(relation: &str) -> bool {
    let folded = fold(relation);
    let places = [
        "rank", "ranking", "place", "placing", "pos", "position", "row", "finish", "seed", "standing",
        "grid", "pick",
    ];
    folded.split(' ').any(|w| places.contains(&w) || w.strip_suffix('s').is_some_and(|w| places.contains(&w)))
}

/// Whether a question can be answered with yes or no: it begins with a verb.
pub fn asks_truth(question: &str) -> bool {
    let folded = fold(question);
    matches!(
        folded.split(' ').next().unwrap_or(""),
        "is" | "are"
            | "was"
            | "were"
            | "did"
            | "do"
            | "does"
            | "has"
            | "have"
            | "had"
            | "can"
            | "could"
            | "will"
    ) || folded.starts_with("true or false")
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
        assert_eq!(superlative("the most"), Some(Comparison::Gt));
        assert_eq!(superlative("earliest"), Some(Comparison::Lt));
        assert_eq!(superlative("largest number"), Some(Comparison::Gt));
        assert_eq!(superlative("First Lady"), None);
        assert_eq!(superlative("Top 6"), None);
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
