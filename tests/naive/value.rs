//! What the texts of small data mean, by a few plain rules that know no more than
//! the texts that tests use.

use std::cmp::Ordering;

use trustuqa_storage::{Comparison, Date};

/// The meaning of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// No more than its letters.
    Text,
    /// A number, its unit, and whether it can be a year: a whole number without a unit.
    Number(f64, String, bool),
    /// A year, month or day.
    Date(Days),
    /// `3-1`
    Score(i64, i64),
}

/// The days of a date or interval, in a calendar whose months all have 31 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Days {
    pub first: i64,
    pub last: i64,
}

impl Days {
    fn of(year: i64, month: Option<i64>, day: Option<i64>) -> Days {
        let at = |month: i64, day: i64| year * 372 + (month - 1) * 31 + day - 1;
        match (month, day) {
            (Some(month), Some(day)) => Days { first: at(month, day), last: at(month, day) },
            (Some(month), None) => Days { first: at(month, 1), last: at(month, 31) },
            _ => Days { first: at(1, 1), last: at(12, 31) },
        }
    }

    /// The days of a year.
    pub fn of_year(year: i64) -> Days {
        Days::of(year, None, None)
    }

    /// The year in which a day is.
    pub fn year(day: i64) -> i64 {
        day.div_euclid(372)
    }

    /// The first day in a calendar whose months have their own lengths.
    pub fn calendar_day(self) -> i64 {
        let (year, month, day) =
            (Days::year(self.first), self.first.rem_euclid(372) / 31, self.first.rem_euclid(31));
        let date = Date::new(year as i32, Some(month as u8 + 1), Some(day as u8 + 1));
        date.map_or(0, |date| i64::from(date.first_day()))
    }

    /// Whether all of `other` is in it.
    pub fn cover(self, other: Days) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Reads a text.
pub fn meaning(text: &str) -> Meaning {
    let plain = |text: &str| text.replace(',', "").parse::<f64>().ok();
    if let Some(n) = plain(text) {
        return Meaning::Number(n, String::new(), !text.contains('.'));
    }
    for (unit, rest) in
        [("$", text.strip_prefix('$')), ("kg", text.strip_suffix(" kg")), ("m", text.strip_suffix(" m"))]
    {
        if let Some(n) = rest.and_then(plain) {
            return Meaning::Number(n, unit.to_owned(), false);
        }
    }
    for ending in ["st", "nd", "rd", "th"] {
        if let Some(n) = text.strip_suffix(ending).and_then(plain) {
            return Meaning::Number(n, String::new(), false);
        }
    }
    date(text).map(Meaning::Date).or_else(|| score(text)).unwrap_or(Meaning::Text)
}

fn date(text: &str) -> Option<Days> {
    let number = |text: &str| text.parse::<i64>().ok();
    match text.split(['-', ' ']).collect::<Vec<_>>().as_slice() {
        [year, month] if year.len() == 4 => Some(Days::of(number(year)?, Some(number(month)?), None)),
        [year, month, day] if year.len() == 4 => {
            Some(Days::of(number(year)?, Some(number(month)?), Some(number(day)?)))
        }
        [before @ .., month, year] if year.len() == 4 => {
            let month = MONTHS.iter().position(|name| name == month)? as i64 + 1;
            let day = before.first().and_then(|day| number(day));
            Some(Days::of(number(year)?, Some(month), day))
        }
        _ => None,
    }
}

fn score(text: &str) -> Option<Meaning> {
    let (first, second) = text.split_once('-')?;
    Some(Meaning::Score(first.parse().ok()?, second.parse().ok()?))
}

impl Meaning {
    /// As a number in arithmetic, with its unit.
    pub fn number(&self) -> Option<(f64, &str)> {
        match self {
            Meaning::Number(n, unit, _) => Some((*n, unit)),
            _ => None,
        }
    }

    /// As a time: dates, and whole numbers that can be years.
    pub fn days(&self) -> Option<Days> {
        match self {
            Meaning::Date(days) => Some(*days),
            Meaning::Number(n, _, true) if (1.0..=9_999.0).contains(n) => Some(Days::of_year(*n as i64)),
            _ => None,
        }
    }

    /// As a time with which facts are compared: whole numbers of four digits are years.
    pub fn time(&self) -> Option<Days> {
        match self {
            Meaning::Number(n, _, true) if n.abs() <= 9_999.0 => Some(Days::of_year(*n as i64)),
            _ => self.days(),
        }
    }

    /// Whether it has any order at all.
    pub fn has_order(&self) -> bool {
        *self != Meaning::Text
    }

    /// How it stands to another; nothing when they do not compare.
    pub fn compare(&self, other: &Meaning) -> Option<Ordering> {
        match (self, other) {
            (Meaning::Score(a, b), Meaning::Score(c, d)) => Some((a, b).cmp(&(c, d))),
            (Meaning::Number(a, unit, _), Meaning::Number(b, other, _)) => {
                let one_unit = unit == other || unit.is_empty() || other.is_empty();
                if one_unit { a.partial_cmp(b) } else { None }
            }
            (Meaning::Date(_), _) | (_, Meaning::Date(_)) => {
                let (own, other) = (self.days()?, other.days()?);
                let equal = own.cover(other) || other.cover(own);
                Some(if equal { Ordering::Equal } else { own.first.cmp(&other.first) })
            }
            _ => None,
        }
    }

    /// Whether it is what was asked for: equal, and no coarser when it is a date,
    /// because `1990` need not be the day that was meant.
    pub fn answers(&self, asked: &Meaning) -> bool {
        let within = match (self.days(), asked.days()) {
            (Some(own), Some(asked)) => asked.cover(own),
            _ => true,
        };
        within && self.compare(asked) == Some(Ordering::Equal)
    }
}

/// Whether an order is what an operator asks for.
pub fn orders(op: Comparison, ordering: Ordering) -> bool {
    match op {
        Comparison::Eq => ordering.is_eq(),
        Comparison::Ne => ordering.is_ne(),
        Comparison::Lt => ordering.is_lt(),
        Comparison::Le => ordering.is_le(),
        Comparison::Gt => ordering.is_gt(),
        Comparison::Ge => ordering.is_ge(),
    }
}

/// A computed number as it is shown.
pub fn shown_number(n: f64, unit: &str) -> String {
    let digits = match n.fract() == 0.0 {
        true => format!("{:.0}", n + 0.0),
        false => format!("{n:.10}").trim_end_matches('0').to_owned(),
    };
    match unit {
        "" => digits,
        "$" => format!("${digits}"),
        unit => format!("{digits} {unit}"),
    }
}
