//! A calendar date of year, month or day precision.

use std::fmt;

use jiff::civil;
use serde::{Deserialize, Serialize};

use super::date_text;

/// A calendar date of year, month or day precision (proleptic Gregorian;
/// year 0 is 1 BC; years -9998 to 9999). Fields are private so that every value
/// is a real date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Date {
    year: i16,
    month: u8, // 0 when the precision is a year
    day: u8,   // 0 when the precision is a year or a month
}

/// The serialised form. It is checked when it is read, so that a damaged record cannot yield a date that is
/// on no calendar.
#[derive(Serialize, Deserialize)]
struct Parts(i16, u8, u8);

impl TryFrom<Parts> for Date {
    type Error = &'static str;

    fn try_from(Parts(year, month, day): Parts) -> Result<Date, Self::Error> {
        Date::new(i32::from(year), (month > 0).then_some(month), (day > 0).then_some(day))
            .ok_or("not a date of the calendar")
    }
}

impl From<Date> for Parts {
    fn from(date: Date) -> Parts {
        Parts(date.year, date.month, date.day)
    }
}

impl Date {
    /// A date; `None` when the parts are not a day of the calendar (a day needs a month).
    pub fn new(year: i32, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        // Year -9999 is 10000 BC, whose five digits no date format allows.
        let year = i16::try_from(year).ok().filter(|year| *year > -9999)?;
        if day.is_some() && month.is_none() {
            return None;
        }
        let first = |part: Option<u8>| i8::try_from(part.unwrap_or(1)).ok();
        civil::Date::new(year, first(month)?, first(day)?).ok()?;
        Some(Date { year, month: month.unwrap_or(0), day: day.unwrap_or(0) })
    }

    /// The date, of day precision, that lies `days` after 1970-01-01.
    pub fn from_days(days: i32) -> Option<Date> {
        let span = jiff::SignedDuration::from_hours(i64::from(days) * 24);
        let day = epoch().checked_add(span).ok()?;
        Date::new(i32::from(day.year()), u8::try_from(day.month()).ok(), u8::try_from(day.day()).ok())
    }

    /// The year.
    pub fn year(self) -> i32 {
        i32::from(self.year)
    }

    /// The month, when the precision is a month or a day.
    pub fn month(self) -> Option<u8> {
        (self.month > 0).then_some(self.month)
    }

    /// The day of the month, when the precision is a day.
    pub fn day(self) -> Option<u8> {
        (self.day > 0).then_some(self.day)
    }

    /// Days since 1970-01-01 of the first day that the date covers.
    pub fn first_day(self) -> i32 {
        days(self.year, self.month.max(1), self.day.max(1))
    }

    /// Days since 1970-01-01 of the last day that the date covers.
    pub fn last_day(self) -> i32 {
        match (self.month, self.day) {
            (0, _) => days(self.year, 12, 31),
            (month, 0) => {
                let first = civil_date(self.year, month, 1);
                days(self.year, month, first.days_in_month().unsigned_abs())
            }
            (month, day) => days(self.year, month, day),
        }
    }

    /// Reads a date in any of the forms that tables and graphs use, including a bare year, unlike
    /// [`Value::parse`](super::Value::parse).
    ///
    /// Numeric dates are read only when they are unambiguous: ISO order (`2004-08-13`, `2004/08/13`), dots
    /// (`13.08.2004`, where the day comes first by custom), and `a/b/yyyy` or `a-b-yyyy` when a or b is above
    /// 12 or both are equal. A two-digit year is read only in `17-Sep-21`, as one of 1950 to 2049.
    pub fn parse(text: &str) -> Option<Date> {
        date_text::date_or_year(text)
    }

    /// Whether every day of `other` lies within this date (`1990` covers `May 1990`; a date covers itself).
    pub fn covers(self, other: Date) -> bool {
        self.first_day() <= other.first_day() && other.last_day() <= self.last_day()
    }
}

/// The shortest unambiguous form; [`Date::parse`] reads it back: `1879`,
/// `1879-03`, `1879-03-14`, `44 BC`, `-0043-03-15`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year, self.month, self.day);
        if month == 0 {
            return if year > 0 { write!(f, "{year}") } else { write!(f, "{} BC", 1 - i32::from(year)) };
        }
        let sign = if year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{month:02}", year.unsigned_abs())?;
        if day > 0 { write!(f, "-{day:02}") } else { Ok(()) }
    }
}

fn epoch() -> civil::Date {
    civil::date(1970, 1, 1)
}

/// The jiff date of parts that `Date::new` has checked; the epoch for parts that it would reject.
fn civil_date(year: i16, month: u8, day: u8) -> civil::Date {
    match (i8::try_from(month), i8::try_from(day)) {
        (Ok(month), Ok(day)) => civil::Date::new(year, month, day).unwrap_or(epoch()),
        _ => epoch(),
    }
}

fn days(year: i16, month: u8, day: u8) -> i32 {
    let hours = civil_date(year, month, day).duration_since(epoch()).as_hours();
    // At most 9999 years either way: about 4.4 million days, far inside an i32.
    (hours / 24) as i32
}
