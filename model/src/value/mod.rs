//! Typed readings of names: integers, decimals, dates, quantities and more.
//!
//! A name keeps its text; comparison, sorting and arithmetic use the value stored with it. The files:
//!
//! * `date` - the [`Date`] type and its calendar arithmetic; `date_text` reads dates
//! * `notation` - what a cell reveals about how its column writes numbers and dates
//! * `number` - plain numbers in all the ways tables group their digits
//! * `unit` - the tables of units and currencies; `quantity` reads numbers with one of them
//! * `duration` - spans of time and clock times
//! * `parse` - [`Value::parse`]: cleaning, footnote marks, the order of the attempts
//! * `compare` - comparison and the order key
//! * `conversion` - units of the same measure and the factors between them
//!
//! The rule throughout: a value is read only when that is the plain meaning of the whole text. Ambiguous
//! texts stay text, because text still matches by its name while a wrong number silently corrupts a sum.

use serde::{Deserialize, Serialize};

mod compare;
mod conversion;
mod date;
mod date_text;
mod duration;
mod notation;
mod number;
mod parse;
mod quantity;
#[cfg(test)]
mod tests;
mod unit;

pub use compare::{KeySpan, OrderKey};
pub use conversion::{converted, convertible};
pub use date::Date;
pub use date_text::{MONTHS, Moment, elapsed, moment, month_named, months_elapsed, time_of_day};
pub use notation::{
    DecimalMark, day_stands_first, has_decimal_comma, has_short_year, is_missing, is_strokes, small_date,
};

/// The typed reading of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// No typed reading.
    Text,
    /// `42`, `1,200`, `-7`, `3 million`
    Integer(i64),
    /// `3.14`, `1e6`, `6½`
    Decimal(f64),
    /// `14 March 1879`, `March 1879`, `2004-08-13`. A bare `1879` is an integer.
    Date(Date),
    /// `3:42.5`, `1h 20m`, `4 years, 37 days`: seconds.
    Duration(f64),
    /// `3rd`, `t3`, `#3`
    Ordinal(i64),
    /// `$98,245`, `70 kg`, `12%`: number and unit, the unit normalised.
    Quantity(f64, String),
    /// `3-1`, `6–2`: the two sides of a score.
    Score(i64, i64),
    /// `1/2`: numerator and denominator (never 0).
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

impl Value {
    /// The kind of the value.
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Text => ValueKind::Text,
            Value::Integer(_) => ValueKind::Integer,
            Value::Decimal(_) => ValueKind::Decimal,
            Value::Date(_) => ValueKind::Date,
            Value::Duration(_) => ValueKind::Duration,
            Value::Ordinal(_) => ValueKind::Ordinal,
            Value::Quantity(..) => ValueKind::Quantity,
            Value::Score(..) => ValueKind::Score,
            Value::Fraction(..) => ValueKind::Fraction,
        }
    }

    /// The number that arithmetic uses; `None` for text, dates and scores.
    /// A duration gives its seconds, a percentage the number before the sign.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(n) | Value::Ordinal(n) => Some(*n as f64),
            Value::Decimal(n) | Value::Duration(n) | Value::Quantity(n, _) => Some(*n),
            Value::Fraction(top, bottom) => Some(*top as f64 / *bottom as f64),
            Value::Text | Value::Date(_) | Value::Score(..) => None,
        }
    }

    /// The normalised unit of a quantity: `kg`, `$`, `%`.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Value::Quantity(_, unit) => Some(unit),
            _ => None,
        }
    }

    /// The date that temporal comparison uses: a date, or an integer that can be a year (1 to 9999).
    pub fn date(&self) -> Option<Date> {
        match self {
            Value::Date(date) => Some(*date),
            Value::Integer(year @ 1..=9999) => Date::new(*year as i32, None, None),
            _ => None,
        }
    }
}
