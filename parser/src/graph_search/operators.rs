//! The operators in a question: superlatives, comparisons, times, counts, exclusions.

use trustuqa_engine::lexicon::{self, Degree, gradable};
use trustuqa_model::{Comparison, Date, Value};

use super::question::{Coverage, TokenizedQuestion, bit, span};
use crate::words::{adjective, is_stop, number_in_words, ordinal, small_number};

/// What an operator asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `how many`
    Count,
    /// `average`
    Mean,
    /// `total`
    Sum,
    /// `highest`: true for the larger end, with the roots of columns that it can measure.
    Superlative(bool, &'static [&'static str]),
    /// `three largest`, `second largest`: the same, with the ranks.
    Ranked(bool, &'static [&'static str], SuperlativeRank),
    /// `most common`
    Frequent(bool),
    /// `how many more … than`
    Difference,
    /// `longer than 8`, `between 3 and 5`: the bounds, all of which must hold, with the roots of columns that the
    /// word can measure.
    Compare(Vec<(Comparison, String)>, &'static [&'static str]),
    /// `in 1994`, `before 1980`; several for a range, all of which must hold.
    Time(Vec<(Comparison, String)>),
    /// `right after`: true for the next row, false for the one before.
    Neighbour(bool),
    /// `not`
    Exclude,
    /// `together`, `share`: through the same relation and back.
    Again,
    /// `became`, `until`: true for the start of a time, false for its end.
    Bound(bool),
}

/// Which ranks a superlative asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuperlativeRank {
    /// This many, from the first on.
    Top(usize),
    /// The one in this place, from 1.
    Nth(usize),
}

/// An operator with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorMention {
    /// What it asks for.
    pub op: Op,
    /// Its tokens.
    pub coverage: Coverage,
    /// Its first token.
    pub at: usize,
}

/// Reads an operator that begins at a position.
type Reader = fn(&TokenizedQuestion, usize) -> Option<Read>;

/// The readers of operators, in the order in which they are tried.
const READERS: [Reader; 8] = [
    TokenizedQuestion::years_between,
    TokenizedQuestion::decade,
    TokenizedQuestion::numbers_between,
    TokenizedQuestion::side_of_a_time,
    TokenizedQuestion::compared_with_a_number,
    TokenizedQuestion::at_a_time,
    TokenizedQuestion::how_many,
    TokenizedQuestion::word_alone,
];

/// An operator, and the position behind it.
struct Read(OperatorMention, usize);

impl Read {
    /// An operator of all tokens of a range.
    fn span(op: Op, from: usize, to: usize) -> Option<Read> {
        Some(Read(OperatorMention { op, coverage: span(from, to), at: from }, to))
    }
}

impl TokenizedQuestion {
    /// Reads all operators.
    pub(super) fn read_operators(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = match READERS.iter().find_map(|read| read(self, at)) {
                Some(Read(operator, behind)) => {
                    self.operators.push(operator);
                    behind.max(at + 1)
                }
                None => at + 1,
            };
        }
    }

    /// `between 1990 and 1999`, `from 1990 to 1999`.
    fn years_between(&self, at: usize) -> Option<Read> {
        if !matches!(self.word(at), "between" | "from" | "years" | "during") {
            return None;
        }
        let filler = |at| matches!(self.word(at), "the" | "years" | "year" | "from");
        let first = (at + 1..at + 4).find(|first| self.moment(*first).is_some())?;
        let (low, behind) = self.moment(first).filter(|_| (at + 1..first).all(filler))?;
        if !matches!(self.word(behind), "and" | "to" | "until" | "through") {
            return None;
        }
        let (high, end) = self.moment(behind + 1)?;
        Read::span(Op::Time(vec![(Comparison::Ge, low), (Comparison::Le, high)]), at, end)
    }

    /// `1990s`.
    fn decade(&self, at: usize) -> Option<Read> {
        let decade = self.word(at).strip_suffix('s').filter(|year| year.len() == 4 && year.ends_with('0'))?;
        let first: u32 = decade.parse().ok()?;
        let years = vec![(Comparison::Ge, first.to_string()), (Comparison::Le, (first + 9).to_string())];
        Read::span(Op::Time(years), at, at + 1)
    }

    /// `between 3 and 5`.
    fn numbers_between(&self, at: usize) -> Option<Read> {
        if self.word(at) != "between" {
            return None;
        }
        let (low, behind) = self.bound(at + 1)?;
        let (high, end) = self.bound(behind + 1).filter(|_| self.word(behind) == "and")?;
        Read::span(Op::Compare(vec![(Comparison::Ge, low), (Comparison::Le, high)], &[]), at, end)
    }

    /// `before 1990`.
    fn side_of_a_time(&self, at: usize) -> Option<Read> {
        let side = match self.word(at) {
            "before" => Comparison::Lt,
            "after" => Comparison::Gt,
            "since" => Comparison::Ge,
            "until" => Comparison::Le,
            _ => return None,
        };
        let (moment, end) = self.moment(at + 1)?;
        Read::span(Op::Time(vec![(side, moment)]), at, end)
    }

    /// `more than 5`, `at least 3`, `over $5 million`.
    fn compared_with_a_number(&self, at: usize) -> Option<Read> {
        let [word, next, third] = [0, 1, 2].map(|more| self.word(at + more));
        let (op, number) = match (word, next) {
            ("at", "least") => (Comparison::Ge, at + 2),
            ("at", "most") => (Comparison::Le, at + 2),
            ("no", "more" | "greater" | "larger") if third == "than" => (Comparison::Le, at + 3),
            ("no" | "not", "less" | "fewer") if third == "than" => (Comparison::Ge, at + 3),
            (word, next) => {
                let word = gradable(word)?;
                match word.degree {
                    Degree::Comparative if next == "than" => (word.end.comparison(), at + 2),
                    Degree::Side => (word.end.comparison(), at + 1),
                    _ => return None,
                }
            }
        };
        let (literal, end) = self.bound(number)?;
        let speaks_of = adjective(word).map_or(&[][..], |(_, columns)| columns);
        Read::span(Op::Compare(vec![(op, literal)], speaks_of), at, end)
    }

    /// `1990`, `March 2024`.
    fn at_a_time(&self, at: usize) -> Option<Read> {
        let (moment, end) = self.moment(at)?;
        Read::span(Op::Time(vec![(Comparison::Eq, moment)]), at, end)
    }

    /// `how many`, `how many more … than`.
    fn how_many(&self, at: usize) -> Option<Read> {
        let next = self.word(at + 1);
        match self.word(at) {
            "total" if next == "number" => {}
            "number" if next == "of" => {}
            "how" if matches!(next, "many" | "much") => {
                let is_more = |word: &str| gradable(word).is_some_and(|w| w.degree == Degree::Comparative);
                let more = (at + 2..at + 4).find(|more| is_more(self.word(*more)));
                let than = (at + 3..self.tokens.len()).find(|than| self.word(*than) == "than");
                if let (Some(more), Some(than)) = (more, than) {
                    let coverage = span(at, at + 2) | bit(more) | bit(than);
                    return Some(Read(OperatorMention { op: Op::Difference, coverage, at }, more + 1));
                }
            }
            _ => return None,
        }
        Read::span(Op::Count, at, at + 2)
    }

    /// Operators of a single word, or of two.
    fn word_alone(&self, at: usize) -> Option<Read> {
        let (word, next) = (self.word(at), self.word(at + 1));
        let op = match word {
            "other" if next == "than" => return Read::span(Op::Exclude, at, at + 2),
            "most" | "least" if lexicon::contains("frequent", next) => {
                return Read::span(Op::Frequent(word == "most"), at, at + 2);
            }
            "most" if next == "recent" => {
                let columns = &["year", "date", "time", "season"];
                return Read::span(Op::Superlative(true, columns), at, at + 2);
            }
            _ => match lexicon::head("operator", word) {
                Some("count") => Op::Count,
                Some("again") => Op::Again,
                Some("mean") => Op::Mean,
                Some("sum") => Op::Sum,
                Some("difference") => Op::Difference,
                Some("exclude") => Op::Exclude,
                Some("next") => Op::Neighbour(true),
                Some("previous") => Op::Neighbour(false),
                Some("begin") => Op::Bound(true),
                Some("end") => Op::Bound(false),
                _ => return self.superlative(at),
            },
        };
        Read::span(op, at, at + 1)
    }

    /// `highest`, `three largest`.
    fn superlative(&self, at: usize) -> Option<Read> {
        let token = self.tokens.get(at).filter(|token| !token.name_like)?;
        if gradable(&token.word)?.degree != Degree::Superlative {
            return None;
        }
        let (larger, columns) = adjective(&token.word)?;
        let (rank, from, to) = self.rank(at);
        let op = match rank {
            Some(rank) => Op::Ranked(larger, columns, rank),
            None => Op::Superlative(larger, columns),
        };
        Read::span(op, from, to)
    }

    /// The number at a position as it is written, with the end of its tokens.
    fn number(&self, at: usize) -> Option<(String, usize)> {
        let token = self.tokens.get(at)?;
        if !token.name_like {
            if let Some((number, words)) = number_in_words(|behind| self.word(at + behind)) {
                return Some((number.to_string(), at + words));
            }
            if let Some(number) = small_number(&token.word) {
                return Some((number.to_string(), at + 1));
            }
        }
        if !token.text.starts_with(|c: char| c.is_ascii_digit())
            || token.text.chars().any(|c| c.is_alphabetic())
        {
            return None;
        }
        let end = (at..self.tokens.len()).take_while(|i| self.tokens[*i].start == token.start).count();
        let before = self.text.get(..token.start).and_then(|text| text.chars().next_back());
        let currency = before.filter(|c| matches!(c, '$' | '€' | '£' | '¥'));
        Some((currency.into_iter().chain(token.text.chars()).collect(), at + end))
    }

    /// A number with its scale and unit.
    fn bound(&self, at: usize) -> Option<(String, usize)> {
        let (number, end) = self.number(at)?;
        Some(self.with_unit(number, end))
    }

    /// A number with its scale and the unit behind it, `5 million`, `880 m`; a longer word, such as `points`, is
    /// rather a column, unless it is a known unit.
    fn with_unit(&self, mut number: String, mut at: usize) -> (String, usize) {
        if lexicon::contains("number.scales", self.word(at)) {
            number = format!("{number} {}", self.word(at));
            at += 1;
        }
        let Some(unit) = self.tokens.get(at).filter(|token| !is_stop(&token.word)) else {
            return (number, at);
        };
        let measured = format!("{number} {}", unit.text);
        match Value::parse(&measured) {
            Value::Quantity(_, own) if unit.text.len() <= 3 || lexicon::contains("units", &own) => {
                (measured, at + 1)
            }
            _ => (number, at),
        }
    }

    fn year(&self, at: usize) -> Option<String> {
        let word = self.word(at);
        let plain = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        (plain
            && self.tokens.get(at).is_some_and(|t| t.text == word)
            && (1000..=2100).contains(&word.parse::<u32>().unwrap_or(0)))
        .then(|| word.to_owned())
    }

    /// The ranks that the superlative at a position asks for, with its range of tokens: `three largest`, `second
    /// largest`, `top 5`.
    fn rank(&self, at: usize) -> (Option<SuperlativeRank>, usize, usize) {
        let count = |at: usize| {
            let (number, _) = self.number(at)?;
            number.parse().ok().filter(|k| (2..=1000).contains(k))
        };
        if self.word(at) == "top" {
            return match count(at + 1) {
                Some(k) => (Some(SuperlativeRank::Top(k)), at, at + 2),
                None => (None, at, at + 1),
            };
        }
        let Some(before) = at.checked_sub(1) else { return (None, at, at + 1) };
        let place = ordinal(self.word(before)).map(SuperlativeRank::Nth);
        match place.or_else(|| count(before).map(SuperlativeRank::Top)) {
            Some(rank) => (Some(rank), before, at + 1),
            None => (None, at, at + 1),
        }
    }

    /// The year or the date at a position as it is written, with the end of its tokens.
    fn moment(&self, at: usize) -> Option<(String, usize)> {
        let first = self.tokens.get(at)?;
        for to in (at + 2..=(at + 4).min(self.tokens.len())).rev() {
            let text = self.text.get(first.start..self.tokens[to - 1].end)?;
            if Date::parse(text).is_some_and(|date| date.month().is_some()) {
                return Some((text.to_owned(), to));
            }
        }
        self.year(at).map(|year| (year, at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_read_with_their_numbers() {
        let ops = |text: &str| {
            TokenizedQuestion::read(text).operators.into_iter().map(|o| o.op).collect::<Vec<_>>()
        };
        assert_eq!(
            ops("Bridges longer than 1,200 m"),
            [Op::Compare(vec![(Comparison::Gt, "1,200 m".into())], &["long", "duration", "distance"])]
        );
        assert_eq!(ops("more than 5 in Rome"), [Op::Compare(vec![(Comparison::Gt, "5".into())], &[])]);
        assert_eq!(ops("over $5 million"), [Op::Compare(vec![(Comparison::Gt, "$5 million".into())], &[])]);
        assert_eq!(
            ops("between 300 and 400 m"),
            [Op::Compare(vec![(Comparison::Ge, "300".into()), (Comparison::Le, "400 m".into())], &[])]
        );
        assert_eq!(ops("in March 2024"), [Op::Time(vec![(Comparison::Eq, "March 2024".into())])]);
        assert_eq!(
            ops("from 2024-03-01 to 5 May 2024"),
            [Op::Time(vec![(Comparison::Ge, "2024-03-01".into()), (Comparison::Le, "5 May 2024".into())])]
        );
        assert_eq!(
            ops("Who ruled between 1990 and 1999?"),
            [Op::Time(vec![(Comparison::Ge, "1990".into()), (Comparison::Le, "1999".into())])]
        );
        assert_eq!(ops("Who ruled before 1990?"), [Op::Time(vec![(Comparison::Lt, "1990".into())])]);
        assert_eq!(ops("How many more bells has Ash than Elm?"), [Op::Difference]);
        assert_eq!(ops("Which river is not in Peru?"), [Op::Exclude]);
    }
}
