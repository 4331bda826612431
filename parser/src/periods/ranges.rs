//! Dates, months, quarters, years, decades and centuries that begin at a word.

use trustuqa_engine::lexicon;
use trustuqa_model::{Date, MONTHS, month_named};

use crate::lexicon::{Cue, English};
use crate::naming::edits;
use crate::text::{Text, bit};

/// Year (0 where none is said), month and day.
pub type PartialDate = (i32, Option<u8>, Option<u8>);

/// From a first to a last date, month or year, which may be the same.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub first: PartialDate,
    pub last: PartialDate,
}

/// A quarter (3 months) or half (6) of a year, by its number.
pub struct PartOfYear {
    pub months: u8,
    pub number: u8,
}

impl PartOfYear {
    fn of(&self, year: i32) -> Range {
        let last = self.months * self.number;
        Range { first: (year, Some(last - self.months + 1), None), last: (year, Some(last), None) }
    }
}

impl Text {
    /// A date, month or year, or a quarter, half, decade or century, that begins at a token, and the position
    /// behind it.
    pub(super) fn range(&self, english: &English, at: usize) -> Option<(Range, usize)> {
        if let Some(found) = self.decade(at).or_else(|| self.century(at)) {
            return Some(found);
        }
        if let Some((part, behind)) = self.part_of_year(at) {
            let of = usize::from(self.word(behind) == "of" || self.word(behind) == "in");
            let year = self.year(behind + of)?;
            return Some((part.of(year), behind + of + 1));
        }
        // "2024 Q2"
        if let Some(year) = self.year(at)
            && let Some((part, behind)) = self.part_of_year(at + 1)
            && self.year(behind).is_none()
        {
            return Some((part.of(year), behind));
        }
        self.moment(english, at).map(|(moment, behind)| (Range { first: moment, last: moment }, behind))
    }

    /// A range of days in one month, and the position behind it: "10 to 31 July 2024", "between 1 and 15 May".
    pub(super) fn days_of_month(&self, english: &English, at: usize) -> Option<(Range, usize)> {
        let first = self.day_of_month(at)?;
        let between = matches!(self.word(at.wrapping_sub(1)), "between" | "from");
        let joined = match self.word(at + 1) {
            "and" => between,
            "to" | "until" | "till" | "through" | "thru" => true,
            _ => false,
        };
        let dash = self.dash_before(at + 1);
        let ((year, month, day), behind) =
            self.moment(english, at + 1 + usize::from(joined)).filter(|_| joined || dash)?;
        day.filter(|last| first < *last)?;
        Some((Range { first: (year, month, Some(first)), last: (year, month, day) }, behind))
    }

    /// The day of a month that a token can be: "3", "3rd".
    fn day_of_month(&self, at: usize) -> Option<u8> {
        let word = self.word(at);
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let ends = matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th");
        digits.parse().ok().filter(|day| ends && (1..=31).contains(day))
    }

    /// A quarter or half of a year that begins at a token, and the position behind it: "Q2", "first half".
    pub(super) fn part_of_year(&self, at: usize) -> Option<(PartOfYear, usize)> {
        let word = self.word(at);
        let short = |letter: char, most: u8| {
            let number = word.strip_prefix(letter)?.parse().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        if let Some(number) = short('q', 4) {
            return Some((PartOfYear { months: 3, number }, at + 1));
        }
        if let Some(number) = short('h', 2) {
            return Some((PartOfYear { months: 6, number }, at + 1));
        }
        let months = |at: usize| match self.word(at) {
            "quarter" | "qtr" => Some(3),
            "half" => Some(6),
            _ => None,
        };
        // "quarter 2"
        if let (Some(3), Ok(number @ 1..=4)) = (months(at), self.word(at + 1).parse()) {
            return Some((PartOfYear { months: 3, number }, at + 2));
        }
        let months = months(at + 1)?;
        let number = match word {
            "first" | "1st" => 1,
            "second" | "2nd" => 2,
            "third" | "3rd" if months == 3 => 3,
            "fourth" | "4th" if months == 3 => 4,
            "last" | "final" => 12 / months,
            _ => return None,
        };
        Some((PartOfYear { months, number }, at + 2))
    }

    /// "the 1990s", "the nineties"
    fn decade(&self, at: usize) -> Option<(Range, usize)> {
        let word = self.word(at);
        let decades = ["fifties", "sixties", "seventies", "eighties", "nineties", "noughties"];
        let behind_the = self.word(at.wrapping_sub(1)) == "the";
        let number = word.strip_suffix('s').and_then(|digits| digits.parse::<i32>().ok());
        let first = match (number, decades.iter().zip(0i32..).find(|(decade, _)| **decade == word)) {
            (Some(year), _) if year % 10 == 0 && (1000..2200).contains(&year) => year,
            (Some(year), _) if year % 10 == 0 && (50..100).contains(&year) && behind_the => 1900 + year,
            (_, Some((_, place))) if behind_the => 1950 + 10 * place,
            _ => return None,
        };
        Some((Range { first: (first, None, None), last: (first + 9, None, None) }, at + 1))
    }

    /// "The 18th century", "in the nineteenth century": from 1701, from 1801.
    fn century(&self, at: usize) -> Option<(Range, usize)> {
        let number = lexicon::ordinal(self.word(at)).and_then(|number| i32::try_from(number).ok())?;
        if !matches!(self.word(at + 1), "century" | "cent") || !(2..=21).contains(&number) {
            return None;
        }
        let (first, last) = (100 * number - 99, 100 * number);
        Some((Range { first: (first, None, None), last: (last, None, None) }, at + 2))
    }

    /// Whether a word, or the one before it, is a cue of grouping: "each month", "by day".
    pub(super) fn is_each(&self, at: usize) -> bool {
        self.cue(Cue::Each) & (bit(at) | bit(at.saturating_sub(1))) != 0
    }

    /// A date, month or year that begins at a token, and the position behind it.
    fn moment(&self, english: &English, at: usize) -> Option<(PartialDate, usize)> {
        let token = self.tokens.get(at)?;
        if let Some(found) = self.end_of_moment(english, at) {
            return Some(found);
        }
        for to in (at + 1..=self.tokens.len().min(at + 4)).rev() {
            if let Some((month, day)) = english.holiday(&self.phrase(at, to)) {
                return match self.year(to) {
                    Some(year) => Some(((year, Some(month), Some(day)), to + 1)),
                    None => Some(((0, Some(month), Some(day)), to)),
                };
            }
            let slice = self.slice(at, to);
            let typed = slice.contains(|c: char| c.is_ascii_digit()) && slice.len() >= 6;
            if typed
                && let Some(date) = Date::parse(slice)
                && date.day().is_some()
            {
                return Some(((date.year(), date.month(), date.day()), to));
            }
        }
        // "may" and "march" are verbs, unless written as names or dated: "in may 2025", "5 may?".
        let dated = |at: usize| {
            let number = |at: usize| self.word(at).parse::<u16>().ok();
            let year = number(at + 1).is_some_and(|year| (1000..3000).contains(&year));
            let day = number(at.wrapping_sub(1)).is_some_and(|day| (1..=31).contains(&day));
            let ends = self.tokens.get(at + 1).is_none_or(|next| next.opens);
            let before = self.word(at.wrapping_sub(1));
            let stands =
                lexicon::contains("stands before months", before) && !matches!(before, "each" | "every");
            year || day && ends || stands
        };
        let month_at = |at: usize| match self.word(at) {
            "may" | "march" if !self.tokens.get(at).is_some_and(|t| t.name_like) && at != 0 && !dated(at) => {
                None
            }
            word if word.len() >= 3 => month_named(word).or_else(|| misspelt_month(word)),
            _ => None,
        };
        // "1 June 2018", "1st of June 2018".
        if let Some(day) = self.day_of_month(at) {
            let of = usize::from(self.word(at + 1) == "of");
            if let Some(month) = month_at(at + 1 + of) {
                let behind = at + 2 + of;
                return match self.year(behind) {
                    Some(year) => Some(((year, Some(month), Some(day)), behind + 1)),
                    None => Some(((0, Some(month), Some(day)), behind)),
                };
            }
        }
        if let Some(month) = month_at(at) {
            if let (Some(day), Some(year)) = (self.day_of_month(at + 1), self.year(at + 2)) {
                return Some(((year, Some(month), Some(day)), at + 3));
            }
            if let Some(year) = self.year(at + 1).or_else(|| self.short_year(at + 1)) {
                return Some(((year, Some(month), None), at + 2));
            }
            // "March 4th", "on March 4"
            let ordinal = self.word(at + 1).ends_with(|c: char| c.is_ascii_alphabetic());
            let day = self.day_of_month(at + 1).filter(|_| {
                ordinal || lexicon::contains("stands before days", self.word(at.wrapping_sub(1)))
            });
            return Some(((0, Some(month), day), at + 1 + usize::from(day.is_some())));
        }
        let year = self.year(at)?;
        // A year alone, unless a unit or a sign says that it is a number.
        let before = self.text.get(..token.start).unwrap_or_default().chars().next_back();
        let unit = english.unit(self.word(at + 1)).is_some_and(|_| self.word(at + 1).len() > 1);
        (!matches!(before, Some('€' | '$' | '£' | '-' | '/' | '#')) && !unit)
            .then_some(((year, None, None), at + 1))
    }

    /// The first or last day of a month or year: "the last day of 2019", "end of March 2020".
    fn end_of_moment(&self, english: &English, at: usize) -> Option<(PartialDate, usize)> {
        let last = match self.word(at) {
            "first" | "beginning" | "start" => false,
            "last" | "end" => true,
            _ => return None,
        };
        let day = usize::from(self.word(at + 1) == "day");
        // "the first of March" is a day by its number.
        if self.word(at + 1 + day) != "of" || day == 0 && matches!(self.word(at), "first" | "last") {
            return None;
        }
        let ((year, month, day_of), behind) = self.moment(english, at + 2 + day)?;
        if year == 0 || day_of.is_some() {
            return None;
        }
        let month = month.unwrap_or(if last { 12 } else { 1 });
        let day = if last {
            (28..=31).rev().find(|day| Date::new(year, Some(month), Some(*day)).is_some())?
        } else {
            1
        };
        Some(((year, Some(month), Some(day)), behind))
    }

    /// The year that a word can be, unless the words before it compare sizes: "above 1000", "more than 2000".
    pub(super) fn year(&self, at: usize) -> Option<i32> {
        let word = self.word(at);
        let year: i32 = word.parse().ok().filter(|_| word.len() == 4)?;
        let before = |by: usize| self.word(at.wrapping_sub(by));
        let later = before(1) == "than" && lexicon::contains("compares times", before(2));
        let sized = lexicon::contains("compares sizes", before(1)) && !later;
        ((1000..2200).contains(&year) && !sized).then_some(year)
    }

    /// The year behind a month in two digits: "in March 24", "March '24".
    fn short_year(&self, at: usize) -> Option<i32> {
        let token = self.tokens.get(at).filter(|token| token.word.len() == 2)?;
        let year: i32 = token.word.parse().ok()?;
        let before = self.text.get(..token.start).unwrap_or_default();
        let shortened = before.ends_with(['\'', '’']);
        (shortened || matches!(self.word(at.wrapping_sub(2)), "in" | "during")).then_some(2000 + year)
    }
}

/// The month that a word misspells, "Decmber": one with a long name, as shorter ones are near to names of persons.
fn misspelt_month(word: &str) -> Option<u8> {
    let letters: Vec<char> = word.chars().collect();
    let near =
        |name: &&str| name.len() >= 7 && word.as_bytes()[0] == name.as_bytes()[0] && edits(&letters, name, 1);
    (1..).zip(MONTHS.iter()).find(|(_, name)| near(name)).map(|(number, _)| number)
}
