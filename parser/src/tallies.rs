//! Counts that a question requires: "more than three orders", "at least twice", "several".

use trustuqa_engine::lexicon;
use trustuqa_model::Comparison;

use super::features::{Feature, Features};
use super::text::{Coverage, Text, bit, span};
use crate::words::is_stop;

/// A condition on how many of something there are.
pub struct Tally {
    /// How the count compares.
    pub op: Comparison,
    /// What it is compared with.
    pub value: f64,
    /// The words that say it.
    pub coverage: Coverage,
    /// The position behind it, where the noun for what is counted follows.
    pub behind: usize,
    /// Whether no word says how it compares: "with two managers".
    pub bare: bool,
    /// Whether it says how often: "more than once".
    pub often: bool,
}

/// The tallies of a question.
pub fn tallies(text: &Text) -> Vec<Tally> {
    let mut found = Vec::new();
    for number in text.numbers.iter().filter(|n| n.whole && n.unit.is_none()) {
        let (from, to) = (number.own.trailing_zeros() as usize, 64 - number.own.leading_zeros() as usize);
        found.extend(tally(text, from, to, number.value, number.op, number.coverage));
    }
    for at in 0..text.tokens.len() {
        let word = text.word(at);
        if lexicon::contains("tally.several", word) {
            let (op, coverage) = (Comparison::Ge, bit(at));
            found.push(Tally { op, value: 2.0, coverage, behind: at + 1, bare: false, often: false });
            continue;
        }
        let value = match word {
            "once" | "one" => 1.0,
            "twice" => 2.0,
            "thrice" => 3.0,
            _ => continue,
        };
        let counted = text.numbers.iter().any(|number| number.own & bit(at) != 0);
        if !counted {
            let (op, coverage) = text.compared(at, at + 1, bit(at));
            let often = word != "one";
            found.extend(tally(text, at, at + 1, value, op, coverage).map(|tally| Tally { often, ..tally }));
        }
    }
    found
}

/// The tally of a number at some words, if it is one.
fn tally(
    text: &Text,
    from: usize,
    to: usize,
    value: f64,
    op: Option<Comparison>,
    coverage: Coverage,
) -> Option<Tally> {
    let before = text.word(from.wrapping_sub(1));
    let often = lexicon::contains("cue.often", text.word(to));
    let own = span(from, to);
    // "anybody below 5" asks for an age or the like: only "more" and "at least" count what no word names.
    let counted = text.tokens.get(to).is_some_and(|next| !next.opens && !is_stop(&next.word));
    if lexicon::contains("tally.of amounts", before) && !counted {
        return None;
    }
    let (op, coverage, bare) = match op {
        // "ordered from only once": the "from" does not belong to the number.
        _ if lexicon::contains("tally.exact", before) => (Comparison::Eq, own | bit(from - 1), false),
        Some(op) => (op, coverage, false),
        None if lexicon::contains("tally.stands behind", before) && value >= 2.0 => {
            (Comparison::Eq, coverage, true)
        }
        None if text.word(from) == "twice" || text.word(from) == "thrice" => (Comparison::Eq, coverage, true),
        None => return None,
    };
    let coverage = if often { coverage | bit(to) } else { coverage };
    Some(Tally { op, value, coverage, behind: to, bare, often })
}

impl Tally {
    /// Whether a count meets it.
    pub fn holds(&self, number: f64) -> bool {
        number.partial_cmp(&self.value).is_some_and(|order| self.op.holds(order))
    }

    /// Features of a condition with this count; `said` tells whether what is counted follows it.
    pub fn features(&self, said: bool) -> Features {
        let mut features = Features::default();
        features.add(Feature::OpHaving, 1.0);
        features.add(if said || self.often { Feature::TallySaid } else { Feature::TallySilent }, 1.0);
        features.add(Feature::TallyBare, f32::from(u8::from(self.bare)));
        features
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Vec<(&'static str, f64, bool)> {
        let found = tallies(&Text::read(question));
        found.into_iter().map(|tally| (tally.op.symbol(), tally.value, tally.bare)).collect()
    }

    #[test]
    fn how_many_there_are_to_be_is_read() {
        assert_eq!(read("customers with more than three orders"), [(">", 3.0, false)]);
        assert_eq!(read("who has won it at least twice"), [(">=", 2.0, false)]);
        assert_eq!(read("suppliers we ordered from only once"), [("=", 1.0, false)]);
        assert_eq!(read("depots with more than one manager"), [(">", 1.0, false)]);
        assert_eq!(read("depots that had exactly 4 managers"), [("=", 4.0, false)]);
        assert_eq!(read("depots with two managers"), [("=", 2.0, true)]);
        assert_eq!(read("towns that have several depots"), [(">=", 2.0, false)]);
        assert_eq!(read("customers with three or more orders"), [(">=", 3.0, false)]);
        // Neither an amount of something nor a number that counts nothing.
        assert_eq!(read("trips of more than 3 km"), []);
        assert_eq!(read("did we have anybody below 5 on the list"), []);
        assert_eq!(read("which one has the most orders"), []);
    }
}
