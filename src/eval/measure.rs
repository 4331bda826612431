//! Found answers against gold answers: denotation accuracy for tables, Hits@1, set F1
//! and exact set match for graphs.

use std::collections::HashSet;

use super::{BenchmarkSet, Question, denotation_matches};

/// How a found answer compares with the gold one; `None` for measures that do not
/// apply to the question's set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Tables: the found values equal the gold values, by the rules of the set.
    pub denotation: Option<bool>,
    /// Graphs: the first found name is a gold one.
    pub hits_at_1: Option<bool>,
    /// Graphs: F1 of the found set, from 0 to 1.
    pub f1: Option<f64>,
    /// Graphs: the found set equals the gold set.
    pub exact: Option<bool>,
}

/// Measures an answer: `found` are the texts of its items in order, every cell for
/// itself ([`trustuqa_engine::trace::Trace::values`]).
pub fn measure(question: &Question, found: &[String]) -> Measures {
    if question.set.is_table() {
        let matches = match question.set {
            BenchmarkSet::Wtq => denotation_matches(&question.answers, found),
            _ => same_values(&question.answers, found),
        };
        return Measures { denotation: Some(matches), ..Measures::default() };
    }
    let gold: HashSet<String> = question.answers.iter().map(|name| tidy(name)).collect();
    let got: HashSet<String> = found.iter().map(|name| tidy(name)).collect();
    let hits = match (&question.hits, found.first()) {
        (Some(hits), Some(first)) => hits.iter().any(|name| tidy(name) == tidy(first)),
        (None, Some(first)) => gold.contains(&tidy(first)),
        (_, None) => false,
    };
    Measures { denotation: None, hits_at_1: Some(hits), f1: Some(f1(&gold, &got)), exact: Some(gold == got) }
}

/// F1 of a found set: 1 when both are empty, 0 when only one is.
fn f1(gold: &HashSet<String>, found: &HashSet<String>) -> f64 {
    if gold.is_empty() && found.is_empty() {
        return 1.0;
    }
    let shared = gold.intersection(found).count() as f64;
    if shared == 0.0 {
        return 0.0;
    }
    2.0 * shared / (gold.len() + found.len()) as f64
}

/// White space is not a part of a name: loading tidies it.
fn tidy(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether two lists hold the same values, each as often, in any order: texts in any
/// letter case, numbers by value. Equality of decimals allows for binary noise, which
/// is why values are paired and not counted.
fn same_values(gold: &[String], found: &[String]) -> bool {
    if gold.len() != found.len() {
        return false;
    }
    let mut rest: Vec<Normal> = found.iter().map(|value| Normal::of(value)).collect();
    gold.iter().all(|value| {
        let value = Normal::of(value);
        match rest.iter().position(|found| value.same(found)) {
            Some(at) => {
                rest.swap_remove(at);
                true
            }
            None => false,
        }
    })
}

/// A gold number with at least this many decimals was computed, not copied from a cell.
const COMPUTED_DECIMALS: usize = 8;

/// A rounded result with at least this many significant digits stands for the exact one.
const SHOWN_DIGITS: usize = 4;

struct Normal {
    text: String,
    number: Option<f64>,
}

impl Normal {
    fn of(value: &str) -> Normal {
        let text = tidy(value).to_lowercase();
        // `inf` and `nan` are words of cells, not numbers.
        let digits = text.bytes().any(|b| b.is_ascii_digit());
        let number =
            if digits { text.replace(',', "").parse().ok().filter(|n: &f64| n.is_finite()) } else { None };
        Normal { text, number }
    }

    /// Whether a found value is this gold one.
    fn same(&self, found: &Normal) -> bool {
        match (self.number, found.number) {
            (Some(a), Some(b)) => {
                (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1e-3) || self.rounds(a, found)
            }
            _ => self.text == found.text,
        }
    }

    /// Whether a found number is this gold one, rounded as results of arithmetic are when they are shown:
    /// gold then has more decimals than a source would write, and what was found has at least
    /// [`SHOWN_DIGITS`] significant digits.
    fn rounds(&self, gold: f64, found: &Normal) -> bool {
        let decimals = |text: &str| text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let (shown, significant) = (decimals(&found.text), digits_after_zeros(&found.text));
        decimals(&self.text) >= COMPUTED_DECIMALS
            && significant >= SHOWN_DIGITS
            && shown > 0
            && format!("{gold:.shown$}") == found.text.replace(',', "")
    }
}

/// Significant digits of a number as it is written.
fn digits_after_zeros(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).skip_while(|&c| c == '0').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Hints, Question};

    fn question(set: BenchmarkSet, answers: &[&str]) -> Question {
        Question {
            id: "q1".to_owned(),
            set,
            text: "?".to_owned(),
            kind: String::new(),
            answers: texts(answers),
            hits: None,
            source: None,
            gold: None,
            hints: Hints::default(),
        }
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn tables_compare_as_multisets_of_values() {
        let denotation = |gold: &[&str], found: &[&str]| {
            measure(&question(BenchmarkSet::Wikisql, gold), &texts(found)).denotation == Some(true)
        };
        assert!(denotation(&["Ann", "Bob"], &["bob", "ANN"]));
        assert!(denotation(&["27.0", "1200"], &["1,200", "27"]));
        assert!(denotation(&["0.3333333333"], &["0.33333333333333331"]));
        assert!(denotation(&["1.3333333333333333"], &["1.3333"]));
        assert!(denotation(&["1981.6666666666667"], &["1,981.67"]));
        assert!(!denotation(&["1.3333333333333333"], &["1.33"]), "too few digits");
        assert!(!denotation(&["1.3333333333333333"], &["1.3334"]));
        assert!(!denotation(&["2.3456"], &["2.346"]), "a cell is shown as it is");
        assert!(!denotation(&["Ann", "Ann"], &["Ann"]));
        assert!(!denotation(&["Ann", "Ann", "Bob"], &["Ann", "Bob", "Bob"]));
        assert!(!denotation(&["inf"], &["infinity"]));
        assert!(!denotation(&["3"], &["3.1"]));
        assert!(!denotation(&["3"], &[]));
    }

    #[test]
    fn graphs_compare_as_sets_of_names() {
        let mut asked = question(BenchmarkSet::Metaqa, &["Ann", "Bob"]);
        let found = measure(&asked, &texts(&["Bob", "Cat", "Bob"]));
        assert_eq!(
            found,
            Measures { denotation: None, hits_at_1: Some(true), f1: Some(0.5), exact: Some(false) }
        );
        let found = measure(&asked, &texts(&["Bob", "Ann"]));
        assert_eq!((found.f1, found.exact), (Some(1.0), Some(true)));
        asked.hits = Some(texts(&["Cat"]));
        assert_eq!(measure(&asked, &texts(&["Bob", "Ann"])).hits_at_1, Some(false));
        assert_eq!(measure(&asked, &[]).f1, Some(0.0));
    }
}
