//! What the texts of small data mean, by a few plain rules that know no more than
//! the texts that tests use.

use std::cmp::Ordering;

use trustuqa_storage::Comparison;

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
    /// A part of a date that has a name, by its number: the third month.
    Named(i64),
}

/// The days of a date or interval, in a calendar whose months all have 31 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Days {
    pub first: i64,
    pub last: i64,
}

/// Which of two small numbers of a date is the day, as the cells of a column show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

impl DateOrder {
    /// A number above twelve is a day. Without one, or with some on both sides, nothing tells.
    pub fn of<'c>(cells: impl Iterator<Item = &'c String>) -> Option<DateOrder> {
        let parts: Vec<[i64; 3]> = cells.filter_map(|cell| small_numbers(cell)).collect();
        let day_first = parts.iter().any(|[first, second, _]| *first > 12 && *second <= 12);
        let month_first = parts.iter().any(|[first, second, _]| *first <= 12 && *second > 12);
        match (day_first, month_first) {
            (true, false) => Some(DateOrder::DayFirst),
            (false, true) => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }

    /// The day of a cell that could be read both ways.
    pub fn day(self, cell: &str) -> Option<Days> {
        let [first, second, year] = small_numbers(cell).filter(|[a, b, _]| *a <= 12 && *b <= 12)?;
        let (month, day) = if self == DateOrder::DayFirst { (second, first) } else { (first, second) };
        Some(Days::of(year, Some(month), Some(day)))
    }
}

/// The numbers of `04/05/2024`.
fn small_numbers(text: &str) -> Option<[i64; 3]> {
    let parts: Vec<&str> = text.split('/').collect();
    let [first, second, year] = parts.as_slice() else { return None };
    (year.len() == 4).then_some([first.parse().ok()?, second.parse().ok()?, year.parse().ok()?])
}

impl Days {
    /// The day, month or year of a real calendar.
    pub fn of(year: i64, month: Option<i64>, day: Option<i64>) -> Days {
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
        calendar_day(self.first)
    }

    /// The last day in a calendar whose months have their own lengths.
    pub fn last_calendar_day(self) -> i64 {
        calendar_day(self.last)
    }

    /// The day that many days after the first of January 1970.
    pub fn of_calendar_day(day: i64) -> Days {
        let mut year = 1970 + day.div_euclid(366);
        while calendar_day(Days::of_year(year + 1).first) <= day {
            year += 1;
        }
        let months = (1..=12).rev();
        let month = months.filter(|month| calendar_day(Days::of(year, Some(*month), Some(1)).first) <= day);
        let month = month.max().unwrap_or(1);
        let start = calendar_day(Days::of(year, Some(month), Some(1)).first);
        Days::of(year, Some(month), Some(day - start + 1))
    }

    /// Year, month and day of the first day.
    pub fn parts(self) -> (i64, i64, i64) {
        parts(self.first)
    }

    pub fn is_day(self) -> bool {
        self.first == self.last
    }

    pub fn is_year(self) -> bool {
        self.last - self.first > 31
    }

    /// As it is written: `2024-03-15`, `2024-03`, `2024`.
    pub fn text(self) -> String {
        let (year, month, day) = self.parts();
        match (self.is_year(), self.is_day()) {
            (true, _) => format!("{year:04}"),
            (_, true) => format!("{year:04}-{month:02}-{day:02}"),
            _ => format!("{year:04}-{month:02}"),
        }
    }

    /// Whether all of `other` is in it.
    pub fn cover(self, other: Days) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

fn parts(day: i64) -> (i64, i64, i64) {
    (Days::year(day), day.rem_euclid(372) / 31 + 1, day.rem_euclid(31) + 1)
}

/// Days since the first of January 1970, months at their own lengths; the 31st of a month that
/// has none is its last day.
fn calendar_day(day: i64) -> i64 {
    let (year, month, day) = parts(day);
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |month: i64| match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let leap_years_before = |year: i64| (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let years = (year - 1970) * 365 + leap_years_before(year) - leap_years_before(1970);
    years + (1..month).map(length).sum::<i64>() + day.min(length(month)) - 1
}

pub const MONTHS: [&str; 12] = [
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
    let units = ["$", "€"].map(|unit| (unit, text.strip_prefix(unit)));
    let after = ["kg", "m", "min", "days"];
    let after = after.map(|unit| (unit, text.strip_suffix(unit).and_then(|rest| rest.strip_suffix(' '))));
    for (unit, rest) in units.into_iter().chain(after).chain([("%", text.strip_suffix('%'))]) {
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
    if let Some([first, second, year]) = small_numbers(text) {
        // Only a number above twelve tells which of them is the day.
        return match (first > 12, second > 12) {
            (true, false) => Some(Days::of(year, Some(second), Some(first))),
            (false, true) => Some(Days::of(year, Some(first), Some(second))),
            _ if first == second => Some(Days::of(year, Some(second), Some(first))),
            _ => None,
        };
    }
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
            Meaning::Named(n) => Some((*n as f64, "")),
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

    /// Its order relative to another; nothing when they do not compare.
    pub fn compare(&self, other: &Meaning) -> Option<Ordering> {
        let plain = |n: &i64| Meaning::Number(*n as f64, String::new(), true);
        match (self, other) {
            (Meaning::Named(n), other) => plain(n).compare(other),
            (own, Meaning::Named(n)) => own.compare(&plain(n)),
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
        "$" | "€" => format!("{unit}{digits}"),
        "%" => format!("{digits}%"),
        "days" if n.abs() == 1.0 => format!("{digits} day"),
        unit => format!("{digits} {unit}"),
    }
}
