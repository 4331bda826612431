//! How long something took, if a table has when it began and ended, but no column of the time between: a stay by
//! `Check-in` and `Check-out`, a loan by `Borrowed` and `Returned`. The time between two such columns is a computed
//! column, added if the question needs it.

use std::collections::HashMap;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::formula::TimeUnit;
use trustuqa_model::{NodeId, Result, name_tokens};

use super::lexicon::{Cue, English};
use super::relation::{Rel, RelId, Shape};
use super::text::{Coverage, Number, Spot, Text, bit};
use super::world::World;
use crate::words::root;

/// The least share of the rows with both times in which the same column is the later one.
const ORDERED: f64 = 0.9;
/// The least likeness of words that name a column whose time is asked about.
const NAMED: f32 = 0.55;
/// How well words have to say a stored number for nothing to be computed.
const STORED: f32 = 0.8;
/// Maximum number of columns of times that are considered in a table.
const MOST: usize = 6;
/// Maximum number of rows of a table that decide which of two columns is the later one.
const COMPARED: usize = 400;
/// Maximum number of rows of all tables whose times are read.
const ROWS: u64 = 500_000;
/// If the question names no unit: minutes where the median span has fewer hours than the first, hours where it has
/// fewer than the second, else days.
const IN_MINUTES: f64 = 3.0;
const IN_HOURS: f64 = 72.0;

/// How a question speaks of a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lasting {
    /// The words.
    words: Coverage,
    /// The unit that it names.
    pub(super) unit: Option<TimeUnit>,
}

impl Lasting {
    /// What a question says of a duration: "how long", "lasted", "longer than two hours", "the longest stay", "how
    /// many days", "average waiting time"; `None` if it asks for none.
    pub(super) fn of(text: &Text) -> Option<Lasting> {
        let in_periods = text.periods.iter().fold(0, |covered, period| covered | period.coverage);
        let nights = text.words_of("nights");
        // "In the last 30 days" is a time.
        let is_length = |number: &&Number| {
            let before = (number.own.trailing_zeros() as usize).checked_sub(1).map_or("", |at| text.word(at));
            number.own & in_periods == 0
                && !matches!(before, "last" | "past" | "next" | "previous" | "coming")
        };
        let counted = text.numbers.iter().filter(is_length).find_map(|number| {
            let behind = bit(64 - number.own.leading_zeros() as usize);
            let unit = number.unit.as_deref().and_then(unit_of);
            unit.or((behind & nights != 0).then_some(TimeUnit::Days))
        });
        let totals = text.cue(Cue::Mean) | text.cue(Cue::Median) | text.cue(Cue::Sum);
        let extremes = text.cue(Cue::More) | text.cue(Cue::Less);
        // "How many days", "total hours", but "the days of the fair" and "opening hours".
        let asked = (0..text.tokens.len()).filter(|at| in_periods & bit(*at) == 0).find_map(|at| {
            let word = text.word(at);
            let night = (nights & bit(at) != 0).then_some(TimeUnit::Days);
            let unit = night.or_else(|| English::get().unit(word).and_then(unit_of))?;
            let before = at.checked_sub(1).map_or("", |before| text.word(before));
            let totalled = at > 0 && (totals | extremes) & bit(at - 1) != 0;
            let alone = matches!(unit, TimeUnit::Minutes | TimeUnit::Hours) && !before.ends_with("ing");
            let asks = totalled
                || alone
                || matches!(before, "" | "many" | "in" | "number" | "full" | "whole" | "complete");
            (asks && word.len() > 2 && word.ends_with('s')).then_some((unit, bit(at)))
        });
        let measures = |spot: &Spot, scales: &[&str]| {
            spot.of.iter().any(|of| scales.iter().any(|scale| root(scale) == *of))
        };
        let long = text.spots.iter().any(|spot| {
            matches!(spot.cue, Cue::More | Cue::Less) && measures(spot, &SCALES) && !measures(spot, &["date"])
        });
        // "Average stay", "total waiting time".
        let spans = text.words_of("spans of time");
        let lasting = spans | text.words_of("spans with a total");
        let behind_total = [Cue::Mean, Cue::Median, Cue::Sum].into_iter().any(|cue| {
            text.spots_of(cue).any(|spot| (spot.to..spot.to + 3).any(|at| lasting & bit(at) != 0))
        });
        let how_long = text.cue(Cue::Duration);
        if counted.is_none() && asked.is_none() && !long && !behind_total && spans | how_long == 0 {
            return None;
        }
        // Words that repeat it: "how long did it take", "turnaround time".
        let verb = |at: &usize| text.word(*at) != "last" || text.lasts_at(*at);
        let takes = (0..text.tokens.len()).filter(|at| lexicon::contains("what takes time", text.word(*at)));
        let takes = takes.filter(verb).fold(0, |covered, at| covered | bit(at));
        let kinds = (0..text.tokens.len().saturating_sub(1)).filter(|at| {
            text.word(at + 1) == "time"
                && (text.word(*at).ends_with("ing") || lexicon::contains("times are called", text.word(*at)))
        });
        let kinds = kinds.fold(0, |covered, at| covered | bit(at));
        let unit_word = asked.map_or(0, |(_, coverage)| coverage);
        let words = (takes | lasting | how_long | nights | unit_word | kinds) & !in_periods & !extremes;
        Some(Lasting { words, unit: counted.or(asked.map(|(unit, _)| unit)) })
    }
}

/// Two columns of times at the ends of a duration.
struct Ends {
    later: RelId,
    earlier: RelId,
    /// The words that name one and the other.
    named: [Coverage; 2],
}

/// What adjectives measure that compare durations.
const SCALES: [&str; 3] = ["duration", "time", "speed"];

/// A unit of time by its canonical form.
fn unit_of(unit: &str) -> Option<TimeUnit> {
    Some(match unit {
        "min" => TimeUnit::Minutes,
        "h" => TimeUnit::Hours,
        "day" => TimeUnit::Days,
        "week" => TimeUnit::Weeks,
        "month" => TimeUnit::Months,
        "year" => TimeUnit::Years,
        _ => return None,
    })
}

/// The canonical form of a unit of time.
pub(super) fn symbol(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Minutes => "min",
        TimeUnit::Hours => "h",
        TimeUnit::Days => "day",
        TimeUnit::Weeks => "week",
        TimeUnit::Months => "month",
        TimeUnit::Years => "year",
    }
}

impl World<'_> {
    /// Adds the durations between two columns that the question asks for.
    pub(super) fn add_elapsed(&mut self, text: &Text, lasting: Lasting) -> Result<()> {
        let is_stored =
            (0..self.rels.len()).any(|rel| self.is_number_named(rel, text, lasting.words, STORED));
        // Tables that the question names come first.
        let mut sources: Vec<usize> = self.tables().into_iter().collect();
        sources.sort_by_key(|source| self.source_match(*source, text, !0).best < STORED);
        let mut left = ROWS;
        for source in sources {
            // "How many days late" asks for the time since something was due, and "hours" for a column `Hours`.
            let has_duration =
                |rel: RelId| self.rels[rel].lasts() || self.is_number_named(rel, text, lasting.words, STORED);
            if self.rels_of(source).any(has_duration) {
                continue;
            }
            let times = self.rels_of(source).filter(|rel| self.rels[*rel].is_time()).count();
            let rows = self.sources[source].rows;
            if times < 2 || rows > left {
                continue;
            }
            left -= rows;
            let spans_in = |unit| is_stored || self.stores_spans(source, text, lasting.words, unit);
            let (has_spans, in_its_unit) = (spans_in(None), spans_in(lasting.unit));
            for Ends { later, earlier, named: said } in self.ends_of_spans(source, text, lasting.words)? {
                let named: Coverage = said.into_iter().fold(0, |covered, words| covered | words);
                let silent = said.into_iter().filter(|words| *words == 0).count();
                // A stored duration comes first, unless both columns are named; or one is, and the stored one has
                // another unit: the `Spent (h)` of a ticket is not how many days it took to close it.
                if silent > 1 && has_spans || silent == 1 && in_its_unit {
                    continue;
                }
                let unit = match lasting.unit {
                    Some(unit) if !self.rels[later].years => unit,
                    _ => self.unit_between(later, earlier)?,
                };
                let words = lasting.words & !self.names_of_others(source, text, lasting.words) | named;
                self.compute_lasting((later, earlier, silent as u8), unit, text, words)?;
            }
        }
        Ok(())
    }

    /// Whether these words say a stored column or relation of numbers.
    fn is_number_named(&self, rel: RelId, text: &Text, words: Coverage, least: f32) -> bool {
        let of = &self.rels[rel];
        let number = of.shape == Shape::Number && of.formula.is_none() && !of.years;
        number && self.name_match(rel, text, words).best >= least
    }

    /// Words that name another table: "the average stay" is not about a table of sessions if there is one of stays.
    fn names_of_others(&self, source: usize, text: &Text, words: Coverage) -> Coverage {
        let said = |source| self.source_match(source, text, words).coverage;
        let others = self.tables().into_iter().filter(|other| *other != source);
        others.fold(0, |covered, other| covered | said(other)) & !said(source)
    }

    /// Whether a table may store how long its rows lasted: in a column with a unit of time (the one that is asked
    /// for, if any), or named so.
    fn stores_spans(&self, source: usize, text: &Text, words: Coverage, asked: Option<TimeUnit>) -> bool {
        let is_span = |of: &Rel| {
            let fits = |unit: &str| asked.is_none_or(|asked| symbol(asked) == unit);
            let timed = (of.unit.as_deref())
                .is_some_and(|unit| lexicon::contains("units of time", unit) && fits(unit));
            let called = of.has_word_of("spans of time") || of.has_word_of("nights");
            of.shape == Shape::Number && of.formula.is_none() && !of.years && (timed || called)
        };
        self.rels_of(source)
            .any(|rel| is_span(&self.rels[rel]) || self.is_number_named(rel, text, words, NAMED))
    }

    /// Pairs of columns in which something ended and began: those that the question names; else the only two dates
    /// of the table that are not planned ones; else the one that it names, with each other; else the first and last
    /// of those whose names say that something begins or ends.
    fn ends_of_spans(&mut self, source: usize, text: &Text, words: Coverage) -> Result<Vec<Ends>> {
        let times: Vec<RelId> = self.rels_of(source).filter(|rel| self.rels[*rel].is_time()).collect();
        let mut pairs = Vec::new();
        for dates in [true, false] {
            let of_kind = |rel: &RelId| (self.rels[*rel].shape == Shape::Date) == dates;
            let times: Vec<RelId> = times.iter().copied().filter(of_kind).take(MOST).collect();
            let said: Vec<(RelId, Coverage)> = times
                .iter()
                .map(|rel| (*rel, self.name_match(*rel, text, !words | text.words_of("what takes time"))))
                .filter(|(_, said)| said.best >= NAMED)
                .map(|(rel, said)| (rel, said.coverage))
                .collect();
            let named = |rel: &RelId, section: &str| {
                name_tokens(&self.rels[*rel].name).iter().any(|word| lexicon::contains(section, word))
            };
            let done: Vec<RelId> =
                times.iter().copied().filter(|rel| !self.rels[*rel].has_word_of("due columns")).collect();
            let ends_in = |sections: &[&str]| -> Vec<RelId> {
                let ends = |rel: &RelId| sections.iter().any(|section| named(rel, section));
                done.iter().copied().filter(ends).collect()
            };
            let mut ends = ends_in(&["ends of spans"]);
            if ends.len() < 2 {
                ends = ends_in(&["ends of spans", "other ends of spans"]);
            }
            let words_of = |rel: RelId| {
                said.iter().find(|(other, _)| *other == rel).map_or(0, |(_, coverage)| *coverage)
            };
            let both: Vec<(RelId, RelId)> = said
                .iter()
                .enumerate()
                .flat_map(|(at, (a, one))| said[at + 1..].iter().map(move |(b, two)| (*a, *b, one & two)))
                .filter(|(_, _, shared)| *shared == 0)
                .map(|(a, b, _)| (a, b))
                .collect();
            let only_two = match done.as_slice() {
                [a, b] if dates && ![a, b].into_iter().any(|rel| named(rel, "no ends of spans")) => {
                    Some((*a, *b))
                }
                _ => None,
            };
            // "Time to the first reply" names one column: the span ends there and begins at the earliest one.
            let with_one = match said.as_slice() {
                [(one, coverage)] if both.is_empty() && done.len() > 2 => {
                    let before =
                        (coverage.trailing_zeros() as usize).checked_sub(1).map_or("", |at| text.word(at));
                    let begins = lexicon::contains("spans begin behind", before);
                    self.span_with(*one, &done, begins)?
                }
                _ => None,
            };
            let own = match ends.as_slice() {
                _ if !both.is_empty() => both,
                _ if with_one.or(only_two).is_some() => with_one.or(only_two).into_iter().collect(),
                // "Days between the loss and the day we heard of it" names one of them.
                _ if said.len() == 1 => {
                    let one = said[0].0;
                    done.iter().filter(|other| **other != one).map(|other| (*other, one)).collect()
                }
                [a, .., b] => vec![(*a, *b)],
                _ => Vec::new(),
            };
            pairs.extend(own.into_iter().map(|(a, b)| (a, b, words_of(a), words_of(b))));
        }
        let mut found = Vec::new();
        for (a, b, one, two) in pairs {
            let ends = |(later, earlier)| Ends { later, earlier, named: [one, two] };
            found.extend(self.in_order(a, b)?.map(ends));
        }
        Ok(found)
    }

    /// The span that ends at this column of times and begins at the earliest of all, or that begins at it and ends
    /// at the latest.
    fn span_with(&mut self, one: RelId, times: &[RelId], begins: bool) -> Result<Option<(RelId, RelId)>> {
        let mut farthest: Option<RelId> = None;
        for other in times.iter().copied().filter(|other| *other != one) {
            let is_beyond = |world: &mut Self, of: RelId| -> Result<bool> {
                let (later, earlier) = if begins { (other, of) } else { (of, other) };
                Ok(world.in_order(later, earlier)? == Some((later, earlier)))
            };
            if is_beyond(self, one)?
                && match farthest {
                    Some(known) => is_beyond(self, known)?,
                    None => true,
                }
            {
                farthest = Some(other);
            }
        }
        Ok(farthest.map(|other| (one, other)))
    }

    /// Two columns of times, the later first, if the order is the same in nearly all rows.
    fn in_order(&mut self, a: RelId, b: RelId) -> Result<Option<(RelId, RelId)>> {
        let spans = self.hours_between(a, b)?;
        let share = |sign: f64| {
            spans.iter().filter(|hours| *hours * sign >= 0.0).count() as f64 / spans.len().max(1) as f64
        };
        let differ = spans.iter().any(|hours| *hours != 0.0);
        Ok(match (share(1.0) >= ORDERED, share(-1.0) >= ORDERED) {
            _ if !differ => None,
            (true, _) => Some((a, b)),
            (_, true) => Some((b, a)),
            _ => None,
        })
    }

    /// The unit for the time between two columns.
    pub(super) fn unit_between(&mut self, later: RelId, earlier: RelId) -> Result<TimeUnit> {
        if self.rels[later].years {
            return Ok(TimeUnit::Years);
        }
        if !self.rels[later].timed || !self.rels[earlier].timed {
            return Ok(TimeUnit::Days);
        }
        let mut spans = self.hours_between(later, earlier)?;
        spans.sort_by(f64::total_cmp);
        let median = spans.get(spans.len() / 2).copied().unwrap_or_default().abs();
        Ok(if median < IN_MINUTES {
            TimeUnit::Minutes
        } else if median < IN_HOURS {
            TimeUnit::Hours
        } else {
            TimeUnit::Days
        })
    }

    /// The hours between two columns of times, in some rows that have both; for years, the years.
    fn hours_between(&mut self, later: RelId, earlier: RelId) -> Result<Vec<f64>> {
        let rows: Vec<NodeId> = self.side(later, true)?.iter().take(COMPARED).copied().collect();
        let ends = self.cells(&rows, later)?;
        let begins: HashMap<NodeId, NodeId> = self.cells(&rows, earlier)?.into_iter().collect();
        let mut found = Vec::new();
        for (row, end) in ends {
            let Some(begin) = begins.get(&row).copied() else { continue };
            found.extend(self.span_between((later, end), (earlier, begin), TimeUnit::Hours)?);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_that_it_asks_how_long() {
        let read = |question: &str| {
            let text = Text::read(question);
            let lasting = Lasting::of(&text)?;
            let words: Vec<&str> = text.words_in(lasting.words).map(|token| token.word.as_str()).collect();
            Some((words.join(" "), lasting.unit))
        };
        let said = |words: &str, unit| Some((words.to_owned(), unit));
        assert_eq!(read("Which bookings lasted more than 5 days?"), said("lasted", Some(TimeUnit::Days)));
        assert_eq!(read("average charging time"), said("charging time", None));
        assert_eq!(read("How many minutes did S1 take?"), said("minutes take", Some(TimeUnit::Minutes)));
        assert_eq!(read("Who stayed the longest?"), said("stayed", None));
        assert_eq!(read("stays of over 4 nights"), said("stays nights", Some(TimeUnit::Days)));
        assert_eq!(read("Which guests stayed in room 12?"), None);
        assert_eq!(read("Which orders came in the last 30 days?"), None);
        assert_eq!(read("Which shops are open on Sunday?"), None);
        assert_eq!(read("Which farm was the last to join?"), None);
        assert_eq!(read("total spent per fund"), None);
        assert_eq!(read("days from getting it in to selling it"), said("days", Some(TimeUnit::Days)));
    }
}
