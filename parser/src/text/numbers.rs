//! The numbers of a question, with their units and comparisons.

use trustuqa_engine::lexicon;
use trustuqa_model::Comparison;

use super::{Coverage, Number, Spot, Text, bit, span};
use crate::clocks::clocks;
use crate::lexicon::{Cue, English};
use crate::words::{is_stop, number_in_words, scale};

/// How many words may stand between a comparative and its `than`.
const SPLIT: usize = 5;

impl Text {
    /// Reads times of day, whose digits are no numbers and no years.
    pub(super) fn read_clocks(&mut self) {
        let clocks = clocks(self);
        let own = clocks.iter().fold(0, |covered, clock| covered | clock.own);
        self.numbers.retain(|number| number.own & own == 0);
        self.periods.retain(|period| period.coverage & own == 0);
        self.clocks = clocks;
    }

    /// Passes over words that say how many decimals to write, which are no number of anything: "to 2 decimals".
    pub(super) fn pass_over_decimals(&mut self) {
        let decimals = |at: &usize| lexicon::contains("decimals", self.word(*at));
        let Some(behind) = (1..self.tokens.len()).find(decimals) else { return };
        let mut from = behind - 1;
        while from > 0 && lexicon::contains("stands before decimals", self.word(from - 1)) {
            from -= 1;
        }
        let to = behind + 1 + usize::from(lexicon::contains("decimals end", self.word(behind + 1)));
        for token in &mut self.tokens[from..to] {
            (token.filler, token.root, token.name_like) = (true, String::new(), false);
        }
    }

    pub(super) fn read_numbers(&mut self, english: &English) {
        let dated = self.periods.iter().fold(0, |covered, p| covered | p.coverage);
        let mut found: Vec<Number> = Vec::new();
        let mut read = 0;
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            // Tokens of one typed word, "D-0448" or "1.5", and of one number, "twenty five", are read once.
            let said_otherwise = token.filler && token.root.is_empty();
            if at < read || said_otherwise || at > 0 && self.tokens[at - 1].start == token.start {
                continue;
            }
            let typed = self.text.get(token.start..token.end).unwrap_or_default();
            let mut to = at + 1;
            while self.tokens.get(to).is_some_and(|t| t.start == token.start) {
                to += 1;
            }
            let before = self.text.get(..token.start).unwrap_or_default();
            // "below -18" and "is - 19", but "5 - 8", "J-18" and "Ajax - 3 points"
            let minus = before.trim_end().strip_suffix(['-', '−', '–']).filter(|rest| {
                let word = self.word(at.wrapping_sub(1));
                let joined = before.len() == before.trim_end().len();
                (rest.is_empty() || rest.ends_with([' ', '(']))
                    && !self.is_digits(at.wrapping_sub(1))
                    && (joined || is_stop(word) && !rest.is_empty())
            });
            let sign = minus.unwrap_or(before).chars().next_back();
            let (mut value, mut unit) = match plain_number(typed) {
                Some((value, rest)) => (value, english.unit(rest).map(str::to_owned)),
                None => match number_in_words(|behind| self.word(at + behind)) {
                    Some((value, words)) => {
                        to = at + words;
                        (value, None)
                    }
                    None => match self.article_amount(at, english) {
                        Some((value, behind)) => {
                            to = behind;
                            (value, None)
                        }
                        None => continue,
                    },
                },
            };
            if matches!(sign, Some('-' | '/' | '#'))
                || span(at, to) & dated == span(at, to) && unit.as_deref().is_none_or(|unit| unit == "s")
            {
                continue;
            }
            let factor = match self.word(to) {
                // "8500 m" is a height.
                "m" if matches!(sign, Some('€' | '$' | '£')) => Some(1e6),
                "dozen" => Some(12.0),
                word => scale(word),
            };
            if let Some(factor) = factor {
                value *= factor;
                to += 1;
            }
            if minus.is_some() {
                value = -value;
            }
            if let Some(of) = sign.and_then(|s| english.unit(s.encode_utf8(&mut [0; 4]))) {
                unit = Some(of.to_owned());
            }
            let end = self.tokens[to - 1].end;
            let behind = self.text.get(end..).unwrap_or_default().trim_start().chars().next();
            if let Some(of) =
                behind.filter(|c| "%€$£".contains(*c)).and_then(|s| english.unit(s.encode_utf8(&mut [0; 4])))
            {
                unit = Some(of.to_owned());
            }
            let named = english.unit(&self.phrase(to, to + 2)).map(|u| (u, 2)).or_else(|| {
                english
                    .unit(self.word(to))
                    .filter(|_| self.word(to).len() > 1 || unit.is_none())
                    .map(|u| (u, 1))
            });
            if unit.is_none()
                && let Some((of, words)) = named
            {
                unit = Some(of.to_owned());
                to += words;
                if self.phrase(to, to + 3) == "and a half" {
                    value += 0.5;
                    to += 3;
                }
            }
            read = to;
            let own = span(at, to);
            let (op, mut coverage) = self.compared(at, to, own);
            // "picked after 20", but "after 20 days"
            let ordered = || self.ordered(at).filter(|_| unit.is_none());
            let op = op.or_else(|| {
                let bare = || self.bare_comparison(at);
                let (op, words) = self.split_comparison(at).or_else(ordered).or_else(bare)?;
                coverage |= words;
                Some(op)
            });
            found.push(Number {
                value,
                unit,
                own,
                coverage,
                op,
                whole: value.fract() == 0.0 && value < 1000.0,
            });
        }
        self.numbers = found;
    }

    /// An amount without a word for its number, before a unit: `an hour`, `half a year`.
    pub(super) fn article_amount(&self, at: usize, english: &English) -> Option<(f64, usize)> {
        let measures = |at: usize| {
            let compared = |cue| self.spots_of(cue).any(|spot| spot.to <= at && at - spot.to <= 3);
            self.word(at).len() > 1
                && english.unit(self.word(at)).is_some()
                && [Cue::AtLeast, Cue::AtMost, Cue::Above, Cue::Below].into_iter().any(compared)
        };
        match self.word(at) {
            "half" if matches!(self.word(at + 1), "a" | "an") && measures(at + 2) => Some((0.5, at + 2)),
            "a" | "an" | "one" if measures(at + 1) => Some((1.0, at + 1)),
            _ => None,
        }
    }

    /// Whether a token is of digits alone.
    pub(super) fn is_digits(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.word.bytes().all(|b| b.is_ascii_digit()))
    }

    /// How a comparative compares the number at a token that has its noun before its `than`, and the two words: "a
    /// larger share than 20".
    fn split_comparison(&self, at: usize) -> Option<(Comparison, Coverage)> {
        let than = (at.saturating_sub(2)..at).rfind(|than| self.word(*than) == "than")?;
        let fillers = (than + 1..at).all(|i| lexicon::contains("stands before bounds", self.word(i)));
        let comparative = |at: usize| comparison_of(self.word(at));
        let first = (than.saturating_sub(SPLIT)..than).rfind(|at| comparative(*at).is_some())?;
        let at_a_stretch = (first + 1..=than).all(|at| !self.tokens[at].opens && !self.is_digits(at));
        let op = comparative(first).filter(|_| fillers && at_a_stretch)?;
        Some((op, bit(first) | bit(than)))
    }

    /// How a comparative without `than` compares the number behind it, and its coverage: "areas bigger 300k".
    fn bare_comparison(&self, at: usize) -> Option<(Comparison, Coverage)> {
        let before = at.checked_sub(1)?;
        let word = self.word(before);
        let sizes = word.ends_with("er") && !lexicon::contains("compares times", word);
        Some((comparison_of(word).filter(|_| sizes)?, bit(before)))
    }

    /// How a word for an order in time bounds the number at a token, and its coverage: "after 20", "prior to 9".
    fn ordered(&self, at: usize) -> Option<(Comparison, Coverage)> {
        let bound = |cue, op| {
            let ends = |spot: &&Spot| {
                let last = self.word(spot.to - 1);
                spot.to == at && lexicon::contains("orders end in", last)
            };
            self.spots_of(cue).find(ends).map(|spot| (op, spot.coverage()))
        };
        bound(Cue::After, Comparison::Gt).or_else(|| bound(Cue::Before, Comparison::Lt))
    }

    /// How the words before the name of a column compare the number right behind it, and their coverage with the
    /// number: "before round 3", "later in the season than week 7".
    pub(crate) fn compared_with_name(&self, of: &Number, name: Coverage) -> Option<(Comparison, Coverage)> {
        let (from, to) = (of.own.trailing_zeros() as usize, 64 - of.own.leading_zeros() as usize);
        let begin = (0..from).rfind(|at| name & bit(*at) == 0).map_or(0, |before| before + 1);
        if begin == from {
            return None;
        }
        if let (Some(op), coverage) = self.compared(begin, to, of.own) {
            return Some((op, coverage));
        }
        let (op, words) = self.split_comparison(begin).or_else(|| self.ordered(begin))?;
        Some((op, of.own | words))
    }

    /// How the words around a number compare it, and the coverage with these.
    pub(crate) fn compared(&self, at: usize, to: usize, own: Coverage) -> (Option<Comparison>, Coverage) {
        let ops = [
            (Cue::AtLeast, Comparison::Ge),
            (Cue::AtMost, Comparison::Le),
            (Cue::Above, Comparison::Gt),
            (Cue::Below, Comparison::Lt),
        ];
        let mut best: Option<(&Spot, Comparison)> = None;
        for (cue, op) in ops {
            for spot in self.spots_of(cue) {
                let fillers = |from: usize, to: usize| {
                    (from..to).all(|i| lexicon::contains("stands before bounds", self.word(i)))
                };
                let near = spot.to <= at && at - spot.to <= 2 && fillers(spot.to, at)
                    || spot.from >= to
                        && spot.from - to <= 1
                        && matches!(cue, Cue::AtLeast | Cue::AtMost)
                        && lexicon::contains("bounds stand behind", self.word(spot.from));
                let longer = best.is_none_or(|(b, _)| b.to - b.from < spot.to - spot.from);
                if near && longer {
                    best = Some((spot, op));
                }
            }
        }
        let Some((spot, mut op)) = best else { return (None, own) };
        // "not more than", "no less than".
        if matches!(self.word(spot.from.wrapping_sub(1)), "not" | "no" | "never") && spot.from > 0 {
            op = match op {
                Comparison::Gt => Comparison::Le,
                Comparison::Lt => Comparison::Ge,
                other => other,
            };
            return (Some(op), own | spot.coverage() | bit(spot.from - 1));
        }
        (Some(op), own | spot.coverage())
    }
}

/// How a comparative compares with what stands behind its `than`.
fn comparison_of(word: &str) -> Option<Comparison> {
    let cues = English::get().cues(&format!("{word} than"));
    let ops = [(Cue::Above, Comparison::Gt), (Cue::Below, Comparison::Lt)];
    ops.into_iter().find(|(cue, _)| cues.contains(cue)).map(|(_, op)| op)
}

/// The number that a word begins with, and what follows it; `k` and `m` stand for thousands and millions.
fn plain_number(typed: &str) -> Option<(f64, &str)> {
    let digits = typed.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(typed.len());
    let (number, rest) = typed.split_at(digits);
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value: f64 = number.replace(',', "").parse().ok()?;
    match rest {
        "" => Some((value, "")),
        "k" | "K" => Some((value * 1e3, "")),
        "m" | "M" | "mn" => Some((value * 1e6, "")),
        "st" | "nd" | "rd" | "th" => None,
        rest if rest.chars().all(char::is_alphabetic) && rest.len() <= 3 => Some((value, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_said_in_many_ways() {
        use Comparison::{Gt, Lt};
        let ops = |text: &str| -> Vec<(f64, Option<Comparison>)> {
            Text::read(text).numbers.iter().map(|n| (n.value, n.op)).collect()
        };
        assert_eq!(ops("players picked after 196"), [(196.0, Some(Gt))]);
        assert_eq!(ops("teams ranked prior to 9"), [(9.0, Some(Lt))]);
        assert_eq!(ops("paid after 20 days"), [(20.0, None)]);
        assert_eq!(ops("under 16 points and under 3 draws"), [(16.0, Some(Lt)), (3.0, Some(Lt))]);
        assert_eq!(ops("16 points or under"), [(16.0, Some(Comparison::Le))]);
        assert_eq!(ops("a larger share of votes than 20"), [(20.0, Some(Gt))]);
        assert_eq!(ops("countries bigger 300k"), [(300_000.0, Some(Gt))]);
        assert_eq!(ops("two more 3 star hotels"), [(2.0, None), (3.0, None)]);
        // The name of a column stands between.
        let text = Text::read("games later in the season than week 7");
        let number = &text.numbers[0];
        assert_eq!(number.op, None);
        let week = bit(text.tokens.len() - 2);
        assert_eq!(text.compared_with_name(number, week).map(|found| found.0), Some(Gt));
        assert_eq!(text.compared_with_name(number, bit(0)), None);
    }

    #[test]
    fn a_minus_belongs_to_its_number() {
        let values =
            |text: &str| Text::read(text).numbers.iter().map(|number| number.value).collect::<Vec<_>>();
        assert_eq!(values("when the difference is - 19"), [-19.0]);
        assert_eq!(values("a score to par of –1"), [-1.0]);
        assert_eq!(values("Ajax - 3 points"), [3.0]);
        assert_eq!(values("it ended 5 - 8"), [5.0, 8.0]);
    }

    #[test]
    fn decimals_to_be_written_are_no_numbers() {
        let values =
            |text: &str| Text::read(text).numbers.iter().map(|number| number.value).collect::<Vec<_>>();
        assert_eq!(values("average fee of the 4 halls, 2 decimals"), [4.0]);
        assert_eq!(values("average fee rounded to one decimal place"), [] as [f64; 0]);
    }
}
