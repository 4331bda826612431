//! Values as tables write them.

use crate::draw::Draw;
use crate::name::{self, Entity};

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    /// The name of an entity.
    Name(Entity),
    /// A small count, small ones most often: `7`.
    Count(u64),
    /// A number over orders of magnitude, grouped by thousands: `1,204,113`.
    Large(u64, u64),
    /// A number with two decimals up to a bound: `7.25`.
    Decimal(u64),
    /// A year: `1987`.
    Year,
    /// A day, written as the table's number says: `14 March 1979` or `1979-03-14`.
    Day,
    /// An amount of money: `$1,204,113`.
    Money,
    /// A share: `12.3%`.
    Percent,
    /// A number with a unit, in a range of hundredths: `1.85 m`.
    Measure(u64, u64, &'static str),
    /// Minutes and seconds: `3:42`.
    Length,
    /// A place in an order: `3rd`.
    Rank,
    /// Two sides of a game: `3-1`.
    Score,
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A sentence.
    Sentence,
}

/// The latest year that anything happens in.
const LATEST: u64 = 2025;

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

/// A year, the late ones most often.
pub(crate) fn year(draw: &mut Draw) -> u64 {
    let ago = -(1.0 - draw.unit()).ln() * 45.0;
    LATEST - (ago as u64).min(900)
}

/// A day as days since the first of January of year 0, for a year from 1 on.
pub(crate) fn day(draw: &mut Draw) -> u64 {
    let year = year(draw);
    days_before(year) + draw.below(365)
}

/// Days before a year of the Gregorian calendar, counted from year 0.
fn days_before(year: u64) -> u64 {
    let last = year.saturating_sub(1);
    year * 365 + last / 4 - last / 100 + last / 400 + u64::from(year > 0)
}

/// Year, month and day of a day.
pub(crate) fn date(day: u64) -> (u64, u64, u64) {
    let mut year = day / 365;
    while days_before(year) > day {
        year -= 1;
    }
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut left = day - days_before(year);
    for month in 1..=12 {
        let days = match month {
            2 => 28 + u64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if left < days {
            return (year, month, left + 1);
        }
        left -= days;
    }
    (year, 12, 31)
}

/// `1979-03-14`
pub(crate) fn iso(day: u64) -> String {
    let (year, month, day) = date(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `1,204,113`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

impl Cell {
    /// A value of this kind; `entities` is the size of the pool of names, `style` says
    /// how the table writes what can be written in several ways.
    pub(crate) fn text(self, draw: &mut Draw, entities: u64, style: u64) -> String {
        match self {
            Cell::Name(kind) => name::entity(kind.near(draw.zipf(entities, 0.8))),
            Cell::Count(end) => draw.zipf(end, 0.7).to_string(),
            Cell::Large(low, high) => grouped(draw.magnitude(low, high)),
            Cell::Decimal(end) => {
                let hundredths = draw.below(end * 100);
                format!("{}.{:02}", hundredths / 100, hundredths % 100)
            }
            Cell::Year => year(draw).to_string(),
            Cell::Day => {
                let day = day(draw);
                let (year, month, number) = date(day);
                match style % 3 {
                    0 => iso(day),
                    1 => format!("{number} {} {year}", MONTHS[month as usize - 1]),
                    _ => format!("{} {number}, {year}", MONTHS[month as usize - 1]),
                }
            }
            Cell::Money => format!("${}", grouped(draw.magnitude(1_000, 2_000_000_000))),
            Cell::Percent => {
                let tenths = draw.below(1_000);
                format!("{}.{}%", tenths / 10, tenths % 10)
            }
            Cell::Measure(low, high, unit) => {
                let hundredths = low + draw.below(high - low);
                format!("{}.{:02} {unit}", hundredths / 100, hundredths % 100)
            }
            Cell::Length => format!("{}:{:02}", 1 + draw.below(11), draw.below(60)),
            Cell::Rank => ordinal(1 + draw.zipf(100, 0.8)),
            Cell::Score => format!("{}-{}", draw.zipf(8, 0.8), draw.zipf(8, 0.8)),
            Cell::Word(words) => draw.one(words).to_owned(),
            Cell::Sentence => name::sentence(draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(iso(days_before(2000)), "2000-01-01");
        assert_eq!(iso(days_before(2000) + 59), "2000-02-29");
        assert_eq!(iso(days_before(2001) + 59), "2001-03-01");
        assert_eq!(iso(days_before(1900) + 59), "1900-03-01");
        assert_eq!(iso(days_before(1901) - 1), "1900-12-31");
        // 1970-01-01 is 719,528 days after the first of January of year 0.
        assert_eq!(days_before(1970), 719_528);
        for day in days_before(1890)..days_before(2010) {
            assert!(iso(day) < iso(day + 1));
        }
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_204_113), "1,204,113");
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21, 112].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 21st 112th"
        );
    }
}
