//! The times of a question with the words that bound them, and parts of dates without a year.

mod ranges;

use trustuqa_engine::lexicon;
use trustuqa_model::{Date, MONTHS, month_named};

use super::lexicon::English;
use super::set::DatePart;
use super::text::{PartOf, Period, Text, bit, span};
use ranges::{PartOfYear, PartialDate, Range};

type Tokens = std::ops::Range<usize>;

fn date((year, month, day): PartialDate) -> Option<Date> {
    if year == 0 { None } else { Date::new(year, month, day) }
}

/// A leap year, which has every day.
const ANY_YEAR: i32 = 2000;

/// A day or month of a question without a year: "7 March", "from April to June".
#[derive(Clone, Debug)]
pub struct Yearless {
    range: Range,
    /// Whether it is a range: "from April to June".
    joined: bool,
    tokens: Tokens,
}

impl Yearless {
    /// Its first and last date in a year. "From November to February" ends in the next one.
    pub fn in_year(&self, year: i32) -> Option<(Date, Date)> {
        let Range { first, last } = self.range;
        let next = i32::from((last.1, last.2) < (first.1, first.2));
        Some((Date::new(year, first.1, first.2)?, Date::new(year + next, last.1, last.2)?))
    }
}

impl Text {
    /// Reads the times of a question with the words before and behind them that bound them.
    pub(super) fn read_periods(&mut self, english: &English) {
        let mut at = 0;
        while at < self.tokens.len() {
            let Some((range, end, joined)) = self.one_or_two(english, at) else {
                at += 1;
                continue;
            };
            let from = std::mem::replace(&mut at, end);
            if let (Some(one), Some(two)) = (date(range.first), date(range.last)) {
                at = self.add_period((one, two), joined, from..end);
            } else if (range.first.0, range.last.0) == (0, 0) {
                self.yearless.push(Yearless { range, joined, tokens: from..end });
            }
        }
    }

    /// Adds a time with the words that bound it, and returns the position behind them.
    fn add_period(&mut self, dates: (Date, Date), joined: bool, at: Tokens) -> usize {
        // The "first" of "first quarter" is no superlative.
        let own = span(at.start, at.end);
        self.spots.retain(|spot| spot.coverage() & own == 0 || spot.coverage() & !own != 0);
        let (period, behind) = self.bounded(dates, joined, at);
        self.periods.push(period);
        behind
    }

    /// Whether words around a time without a year make it a bound: "before June".
    pub fn is_bounded(&self, of: &Yearless) -> bool {
        let dates = of.in_year(ANY_YEAR);
        dates.is_some_and(|dates| {
            let (period, _) = self.bounded(dates, of.joined, of.tokens.clone());
            period.from.is_none() || period.to.is_none()
        })
    }

    /// Gives a time without a year the year that it has in the data. A month alone that nothing bounds stays a month
    /// of any year.
    pub fn read_yearless(&mut self, of: &Yearless, year: i32) {
        let Some(dates) = of.in_year(year) else { return };
        let month = dates.0.day().is_none() && !of.joined;
        if month && !self.is_bounded(of) {
            return;
        }
        let (period, _) = self.bounded(dates, of.joined, of.tokens.clone());
        let coverage = period.coverage;
        self.parts.retain(|part| part.coverage & coverage == 0);
        self.numbers.retain(|number| number.own & coverage == 0);
        self.add_period(dates, of.joined, of.tokens.clone());
    }

    /// A time, the position behind it, and whether it is a range of two joined times.
    fn one_or_two(&self, english: &English, at: usize) -> Option<(Range, usize, bool)> {
        if let Some((days, end)) = self.days_of_month(english, at) {
            return Some((days, end, true));
        }
        let (first, end) = self.range(english, at)?;
        Some(match self.joined(english, at, first, end) {
            Some((both, end)) => (both, end, true),
            None => (first, end, false),
        })
    }

    /// A range with the second one that words or a dash join to it: "from January to June 2024", "2019-2021".
    fn joined(&self, english: &English, at: usize, first: Range, end: usize) -> Option<(Range, usize)> {
        let between = matches!(self.word(at.wrapping_sub(1)), "between" | "from");
        let words = |many: &usize| {
            let phrase = self.phrase(end, end + many);
            lexicon::contains("joins two times", &phrase) && (phrase != "and" || between)
        };
        let joins = if self.dash_before(end) { 0 } else { (1..=4).rev().find(words)? };
        // Elsewhere, a year behind a dash would be part of a code.
        let year = self.year(end).filter(|_| joins == 0).map(|year| (year, None, None));
        let (second, behind) = match year {
            Some(year) => (Range { first: year, last: year }, end + 1),
            None => self.range(english, end + joins)?,
        };
        let mut range = Range { first: first.first, last: second.last };
        // The year of one is that of the other.
        for (year, other) in [(&mut range.first.0, second.last.0), (&mut range.last.0, first.first.0)] {
            if *year == 0 {
                *year = other;
            }
        }
        Some((range, behind))
    }

    /// Whether a dash alone stands between a token and the one before it.
    fn dash_before(&self, at: usize) -> bool {
        let (Some(one), Some(two)) = (self.tokens.get(at.wrapping_sub(1)), self.tokens.get(at)) else {
            return false;
        };
        matches!(self.text.get(one.end..two.start).map(str::trim), Some("-" | "–"))
    }

    /// A time with the words around it that make it a bound, and the position behind these: "before 2015", "since
    /// May", "2020 or later". A range is not bounded.
    fn bounded(&self, (one, two): (Date, Date), joined: bool, at: Tokens) -> (Period, usize) {
        let Tokens { start, end } = at;
        let period = |low: Option<Date>, high: Option<Date>, from: usize, to: usize| {
            let single = !joined && one == two && low.is_some() && high.is_some();
            let year_only = one.month().is_none() && two.month().is_none();
            (Period { from: low, to: high, coverage: span(from, to), single, year_only }, to)
        };
        if !joined && matches!(self.word(end), "onward" | "onwards") {
            return period(Some(one), None, start, end + 1);
        }
        let behind = self.phrase(end, end + 2);
        if !joined && lexicon::contains("times that begin a period", &behind) {
            return period(Some(one), None, start, end + 2);
        }
        if !joined && lexicon::contains("times that end a period", &behind) {
            return period(None, Some(two), start, end + 2);
        }
        let mut from = start;
        while from > 0 {
            let back = |by: usize| self.word(from.wrapping_sub(by));
            // "on or after 1 May", "no later than 2020"
            let included = back(2) == "or" && matches!(back(3), "on" | "in" | "at" | "during");
            let not = matches!(back(3), "no" | "not");
            let compares = (back(2), not);
            match back(1) {
                "before" if included => return period(None, Some(two), from - 3, end),
                "after" if included => return period(Some(one), None, from - 3, end),
                "before" | "until" | "till" if !joined => return period(None, before(one), from - 1, end),
                "to" if !joined && matches!(back(2), "prior" | "previous") => {
                    return period(None, before(one), from - 2, end);
                }
                "after" | "past" if !joined => return period(after(two), None, from - 1, end),
                "than" if !joined => match compares {
                    ("later" | "newer" | "younger", true) => return period(None, Some(two), from - 3, end),
                    ("earlier" | "older", true) => return period(Some(one), None, from - 3, end),
                    ("later" | "newer" | "younger", _) => return period(after(two), None, from - 2, end),
                    ("earlier" | "older", _) => return period(None, before(one), from - 2, end),
                    _ => break,
                },
                // "invoices from 2023" are of that year alone, those "from 2023 on" are not.
                "from"
                    if !joined
                        && one.day().is_none()
                        && !lexicon::contains("times go on", self.word(end))
                        && !lexicon::contains("times begin behind", back(2)) => {}
                "since" | "from" if !joined => return period(Some(one), None, from - 1, end),
                // "per month in 2024" groups by months.
                "year" | "month" | "day" if self.is_each(from - 1) => break,
                // "the best month of 2023" is one of its months.
                "month" | "months" | "quarter" | "quarters" | "day" if one.month().is_none() => break,
                // "came in in March": the first "in" belongs to the verb.
                word if from < start && word == self.word(from) => break,
                word if lexicon::contains("stands before times", word) => {}
                _ => break,
            }
            from -= 1;
        }
        period(Some(one), Some(two), from, end)
    }

    /// Reads months, quarters and days of the week that no year stands beside.
    pub(super) fn read_parts(&mut self) {
        let dated = self.periods.iter().fold(0, |covered, p| covered | p.coverage);
        for at in 0..self.tokens.len() {
            if bit(at) & dated != 0 {
                continue;
            }
            let before = self.word(at.wrapping_sub(1));
            let word = self.word(at);
            if let Some((PartOfYear { months: 3, number }, behind)) = self.part_of_year(at)
                && !matches!(word, "last" | "final")
            {
                self.parts.push(PartOf {
                    part: DatePart::Quarter,
                    value: format!("Q{number}"),
                    number,
                    coverage: span(at, behind),
                });
                continue;
            }
            let single = word.strip_suffix('s').unwrap_or(word);
            let found = match (month_named(word), weekday_named(single)) {
                // "may" and "march" are verbs unless written as names, and short forms other words, unless
                // something before says otherwise; "June Fisher" is a name.
                (Some(month), _)
                    if lexicon::contains("stands before months", before)
                        || MONTHS.contains(&word)
                            && (!matches!(word, "may" | "march") || self.tokens[at].name_like)
                            && !(self.tokens[at].name_like
                                && self.tokens.get(at + 1).is_some_and(|next| next.name_like)) =>
                {
                    Some((DatePart::Month, month, MONTHS[usize::from(month) - 1]))
                }
                (_, Some(day)) if word.len() > 3 => {
                    Some((DatePart::Weekday, day, WEEKDAYS[usize::from(day) - 1]))
                }
                _ => None,
            };
            if let Some((part, number, name)) = found {
                let mut value = name.to_owned();
                value[..1].make_ascii_uppercase();
                let little = matches!(before, "in" | "on" | "during" | "of");
                let coverage = if little { span(at - 1, at + 1) } else { bit(at) };
                self.parts.push(PartOf { part, value, number, coverage });
            }
        }
    }
}

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Periods that follow each other and are joined, as one: "in 2023 and 2024", "August and September 2025".
pub(super) fn joined_periods(text: &Text) -> Vec<Period> {
    let mut found = joined_months(text);
    for one in text.periods.iter().filter(|period| period.from.is_some()) {
        let mut both = one.clone();
        for later in text.periods.iter().filter(|period| period.to.is_some()) {
            let (Some(end), Some(next)) = (both.to, later.from) else { continue };
            let follows = end.last_day() + 1 == next.first_day();
            let behind = 64 - both.coverage.leading_zeros() as usize;
            let between = text.phrase(behind, later.coverage.trailing_zeros() as usize);
            let joins = lexicon::contains("joins times that follow", &between);
            // "2021, 2022 and 2023"
            let listed = between.is_empty() && text.tokens.get(behind).is_some_and(|token| token.opens);
            if follows && behind <= later.coverage.trailing_zeros() as usize && (joins || listed) {
                let coverage =
                    both.coverage | later.coverage | span(behind, later.coverage.trailing_zeros() as usize);
                both = Period { to: later.to, coverage, single: false, ..both };
            }
        }
        if both.coverage != one.coverage {
            found.push(both);
        }
    }
    found
}

/// "August and September 2025": the days of both months, where the year is said once.
fn joined_months(text: &Text) -> Vec<Period> {
    let mut found = Vec::new();
    for part in text.parts.iter().filter(|part| part.part == DatePart::Month) {
        for later in text.periods.iter().filter(|period| period.single && !period.year_only) {
            let (Some(month), behind) = (later.from, 64 - part.coverage.leading_zeros() as usize) else {
                continue;
            };
            let next = month.day().is_none() && month.month() == Some(part.number + 1);
            let between = behind..later.coverage.trailing_zeros() as usize;
            let joined = between.len() == 1 && matches!(text.word(behind), "and" | "or");
            let from = Date::new(month.year(), Some(part.number), None);
            if next && joined && from.is_some() {
                let coverage = part.coverage | later.coverage | bit(behind);
                found.push(Period { from, coverage, single: false, ..later.clone() });
            }
        }
    }
    found
}

fn weekday_named(word: &str) -> Option<u8> {
    let at = WEEKDAYS.iter().position(|d| *d == word)?;
    u8::try_from(at + 1).ok()
}

/// The date right before one, of the same precision.
fn before(date: Date) -> Option<Date> {
    match (date.month(), date.day()) {
        (None, _) => Date::new(date.year() - 1, None, None),
        _ => Date::from_days(date.first_day() - 1),
    }
}

fn after(date: Date) -> Option<Date> {
    match (date.month(), date.day()) {
        (None, _) => Date::new(date.year() + 1, None, None),
        _ => Date::from_days(date.last_day() + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_without_a_year_have_the_one_that_is_given() {
        let read = |text: &str| {
            let mut text = Text::read(text);
            for yearless in std::mem::take(&mut text.yearless) {
                text.read_yearless(&yearless, 2025);
            }
            let period = text.periods.first()?;
            Some((period.from.map(|d| d.first_day()), period.to.map(|d| d.last_day())))
        };
        let day = |text: &str| Date::parse(text).map(|d| d.first_day());
        for text in ["late on 7 March", "late on the 7th of march", "late on March 7", "late March 7th"] {
            assert_eq!(read(text), Some((day("2025-03-07"), day("2025-03-07"))), "{text}");
        }
        assert_eq!(read("booked before June"), Some((None, day("2025-05-31"))));
        assert_eq!(read("booked between 3 and 9 May"), Some((day("2025-05-03"), day("2025-05-09"))));
        assert_eq!(read("from November to February"), Some((day("2025-11-01"), day("2026-02-28"))));
        assert_eq!(read("booked in June"), None);
    }

    #[test]
    fn a_year_may_be_a_bound_by_other_words() {
        let period = |text: &str| {
            let text = Text::read(text);
            text.periods.first().map(|period| (period.from.map(|d| d.year()), period.to.map(|d| d.year())))
        };
        assert_eq!(period("built prior to 1964"), Some((None, Some(1963))));
        assert_eq!(period("goals 2010 thru 2022"), Some((Some(2010), Some(2022))));
    }

    #[test]
    fn periods_are_read_in_common_forms() {
        let read = |text: &str| {
            let text = Text::read(text);
            let p = text.periods.first().cloned()?;
            Some((p.from.map(|d| d.first_day()), p.to.map(|d| d.last_day()), p.single))
        };
        let day = |text: &str| Date::parse(text).map(|d| d.first_day());
        assert_eq!(read("who led it on 1 June 2018"), Some((day("2018-06-01"), day("2018-06-01"), true)));
        assert_eq!(
            read("fees from January to June 2024"),
            Some((day("2024-01-01"), day("2024-06-30"), false))
        );
        let days = Some((day("2024-07-10"), day("2024-07-31"), false));
        for text in ["between 10 and 31 July 2024", "from 10th to 31st July 2024", "paid 10-31 July 2024"] {
            assert_eq!(read(text), days, "{text}");
        }
        assert_eq!(read("jobs 5 and 12 July 2024"), Some((day("2024-07-12"), day("2024-07-12"), true)));
        assert_eq!(
            read("did it rise to January-June 2024"),
            Some((day("2024-01-01"), day("2024-06-30"), false))
        );
        assert_eq!(read("bought after 20 January 2025"), Some((day("2025-01-21"), None, false)));
        assert_eq!(read("in March 2024"), Some((day("2024-03-01"), day("2024-03-31"), true)));
        assert_eq!(read("launched before 2015"), Some((None, day("2014-12-31"), false)));
        assert_eq!(read("invoices from 2023"), Some((day("2023-01-01"), day("2023-12-31"), true)));
        assert_eq!(read("invoices from 2023 on"), Some((day("2023-01-01"), None, false)));
        assert_eq!(read("christmas day 2020"), Some((day("2020-12-25"), day("2020-12-25"), true)));
        assert_eq!(read("may I ask"), None);
        assert_eq!(read("in Decmber 2023"), Some((day("2023-12-01"), day("2023-12-31"), true)));
        for text in ["spent in march 24", "spent March '24"] {
            assert_eq!(read(text), Some((day("2024-03-01"), day("2024-03-31"), true)), "{text}");
        }
        for text in ["what they may order", "members under 18 may hire one", "books each may borrow"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("got in may 2025"), Some((day("2025-05-01"), day("2025-05-31"), true)));
        let quarter = Some((day("2024-04-01"), day("2024-06-30"), false));
        for text in ["orders in Q2 2024", "in the second quarter of 2024", "2024 Q2", "quarter 2 of 2024"] {
            assert_eq!(read(text), quarter, "{text}");
        }
        assert_eq!(read("in the first half of 2024"), Some((day("2024-01-01"), day("2024-06-30"), false)));
        assert_eq!(read("after Q4 2023"), Some((day("2024-01-01"), None, false)));
        assert_eq!(read("in the 1990s"), Some((day("1990-01-01"), day("1999-12-31"), false)));
        assert_eq!(
            read("from April up to and including June 2024"),
            Some((day("2024-04-01"), day("2024-06-30"), false))
        );
        assert_eq!(read("back in the nineties"), Some((day("1990-01-01"), day("1999-12-31"), false)));
        assert_eq!(read("fees 2019-2021"), Some((day("2019-01-01"), day("2021-12-31"), false)));
        assert_eq!(read("on or after 1 May 2020"), Some((day("2020-05-01"), None, false)));
        assert_eq!(read("in or before 2020"), Some((None, day("2020-12-31"), false)));
        assert_eq!(read("no later than 2020"), Some((None, day("2020-12-31"), false)));
        assert_eq!(read("later than 2020"), Some((day("2021-01-01"), None, false)));
        assert_eq!(read("orders 2023 onwards"), Some((day("2023-01-01"), None, false)));
        assert_eq!(read("June 2023 to August"), Some((day("2023-06-01"), day("2023-08-31"), false)));
        assert_eq!(read("built in 2020 or later"), Some((day("2020-01-01"), None, false)));
        assert_eq!(read("built 2020 or earlier"), Some((None, day("2020-12-31"), false)));
    }
}
