//! Typed readings of names: integers, decimals, dates, quantities and more.
//!
//! A name keeps its text; the value beside it is what comparison, sorting and
//! arithmetic use.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// A calendar date of year, month or day precision (proleptic Gregorian;
/// year 0 is 1 BC). Fields are private so that every value is a real date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Date {
    year: i16,
    month: u8, // 0 when the precision is a year
    day: u8,   // 0 when the precision is a year or a month
}

/// The typed reading of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// No typed reading.
    Text,
    /// `42`, `1,200`, `-7`
    Integer(i64),
    /// `3.14`, `1e6`
    Decimal(f64),
    /// `14 March 1879`, `March 1879`, `2004-08-13`. A bare `1879` is an integer.
    Date(Date),
    /// `3:42.5`, `1h 20m`: seconds.
    Duration(f64),
    /// `3rd`, `t3`, `#3`
    Ordinal(i64),
    /// `$98,245`, `70 kg`, `12%`: number and unit, the unit normalised.
    Quantity(f64, String),
    /// `3-1`, `6–2`: the two sides of a score.
    Score(i64, i64),
    /// `1/2`: numerator and denominator.
    Fraction(i64, i64),
}

/// The kind of a value, for column types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// See [`Value::Text`].
    Text,
    /// See [`Value::Integer`].
    Integer,
    /// See [`Value::Decimal`].
    Decimal,
    /// See [`Value::Date`].
    Date,
    /// See [`Value::Duration`].
    Duration,
    /// See [`Value::Ordinal`].
    Ordinal,
    /// See [`Value::Quantity`].
    Quantity,
    /// See [`Value::Score`].
    Score,
    /// See [`Value::Fraction`].
    Fraction,
}

/// Class and position of a value in the total order that range reads use.
/// Values of different classes do not compare.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct OrderKey {
    /// 1 number, 2 date (days), 3 duration (seconds).
    pub class: u8,
    /// Position within the class.
    pub position: f64,
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.year)
    }
}

impl Date {
    /// A date; `None` when the parts name no day of the calendar.
    pub fn new(year: i32, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let _ = (year, month, day);
        None // contract only
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
        0
    }
    /// Days since 1970-01-01 of the last day that the date covers.
    pub fn last_day(self) -> i32 {
        0
    }
    /// Reads a date in any of the forms that tables and graphs use; a bare
    /// year counts here, unlike in [`Value::parse`].
    pub fn parse(_text: &str) -> Option<Date> {
        None
    }
}

impl Value {
    /// The typed reading of `text`.
    pub fn parse(_text: &str) -> Value {
        Value::Text
    }
    /// The kind of the value.
    pub fn kind(&self) -> ValueKind {
        ValueKind::Text
    }
    /// The number that arithmetic uses; `None` for text, dates and scores.
    pub fn number(&self) -> Option<f64> {
        None
    }
    /// The date that temporal comparison uses: a date, or an integer that can be a year.
    pub fn date(&self) -> Option<Date> {
        None
    }
    /// Where the value stands in typed order; `None` when it has no order beyond its text.
    pub fn order_key(&self) -> Option<OrderKey> {
        None
    }
    /// Typed comparison; `None` when the two do not compare (text with a number).
    pub fn compare(&self, _other: &Value) -> Option<Ordering> {
        None
    }
}
