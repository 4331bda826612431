//! Comparison of values and the key that range indexes use.
//!
//! Numbers compare with numbers (integer, decimal, ordinal, fraction, and quantities of the same unit or
//! against a number without unit); dates with dates and with integers that can be a year; durations with
//! durations; scores with scores, by the first side, then by the second. Text does not compare: the caller
//! compares the names.
//!
//! A date covers all its days. Two dates are equal when one covers the other (`1990` = `May 1990` = `3 May
//! 1990`); otherwise the earlier is less. This is what `time = 1990` means, but it is not transitive, so sort
//! by [`OrderKey`].

use std::cmp::Ordering;

use super::{Date, Value};

/// Class and position of a value in the total order that range reads use. Values of different classes do not
/// compare, with one exception: an integer that can be a year has the key of a number and still compares with
/// dates.
///
/// The key never contradicts [`Value::compare`]: when a value is less, its position is not greater. The key
/// is coarser (two units share a class) and finer (a year and a day in it have different positions), so a
/// range read narrows by [`Value::key_spans`] and decides by `compare`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct OrderKey {
    /// 1 number, 2 date (days), 3 duration (seconds), 4 score.
    pub class: u8,
    /// Position within the class. The position of a date is its first day.
    pub position: f64,
}

/// The positions of one class at which values equal to a given value can lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeySpan {
    /// The class, as in [`OrderKey`].
    pub class: u8,
    /// The lowest such position.
    pub low: f64,
    /// The highest such position.
    pub high: f64,
}

impl Value {
    /// The spans that a range read scans: for every class whose values compare with this one, the positions
    /// of its equals. Values that are less or equal are at or below `high`, values that are greater or equal
    /// at or above `low`; `compare` then decides for each. A date needs a span, because `1990` equals every
    /// day in it, and a second class, because integers can be years.
    pub fn key_spans(&self) -> Vec<KeySpan> {
        let mut spans = Vec::with_capacity(2);
        if let Some(date) = self.date()
            && let Some(year) = Date::new(date.year(), None, None)
        {
            let (low, high) = (f64::from(year.first_day()), f64::from(date.last_day()));
            spans.push(KeySpan { class: 2, low, high });
            // No integer denotes a year before 1, but every integer that is a year comes after such a date.
            if matches!(self, Value::Date(_)) {
                let year = f64::from(date.year());
                spans.push(KeySpan { class: 1, low: year, high: year });
            }
        }
        if !matches!(self, Value::Date(_))
            && let Some(OrderKey { class, position }) = self.order_key()
        {
            spans.push(KeySpan { class, low: position, high: position });
        }
        spans
    }

    /// The value's place in typed order; `None` when it has no order beyond that of its text.
    pub fn order_key(&self) -> Option<OrderKey> {
        let (class, position) = match self {
            Value::Text => return None,
            Value::Date(date) => (2, f64::from(date.first_day())),
            Value::Duration(seconds) => (3, *seconds),
            // Both sides have at most three digits, so the sum is exact.
            Value::Score(first, second) => (4, *first as f64 * 1e6 + *second as f64),
            number => (1, number.number()?),
        };
        // Negative zero would sort before zero in a bytewise encoding of the key.
        Some(OrderKey { class, position: position + 0.0 })
    }

    /// Typed comparison; `None` when the two do not compare (text with a number,
    /// kilograms with metres).
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) | (Value::Ordinal(a), Value::Ordinal(b)) => Some(a.cmp(b)),
            (Value::Duration(a), Value::Duration(b)) => a.partial_cmp(b),
            (Value::Score(a, b), Value::Score(c, d)) => Some((a, b).cmp(&(c, d))),
            (Value::Quantity(_, a), Value::Quantity(_, b)) if a != b => None,
            (Value::Date(_), _) | (_, Value::Date(_)) => Some(compare_dates(self.date()?, other.date()?)),
            (Value::Duration(_), _) | (_, Value::Duration(_)) => None,
            _ => self.number()?.partial_cmp(&other.number()?),
        }
    }
}

fn compare_dates(a: Date, b: Date) -> Ordering {
    if a.covers(b) || b.covers(a) { Ordering::Equal } else { a.first_day().cmp(&b.first_day()) }
}
