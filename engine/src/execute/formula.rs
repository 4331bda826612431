//! Values of formulas: arithmetic on numbers with units and on dates.
//!
//! Units are carried along: a sum of euros is in euros, euros divided by kilograms are `€/kg`, and a
//! percentage of euros is in euros. Units that do not fit are an error; they are never dropped.

use trustuqa_model::value::{Moment, elapsed, time_of_day};
use trustuqa_model::{Date, MONTHS, Value};

use super::amount::{CLOCK, Style, amount as amount_of, unit_of_time};
use super::item::ItemValue;
use super::reason::styled;
use crate::query::formula::{Expression, FormulaFunction, Operator, TimeUnit};
use crate::query::ticked;

/// Why a formula has no value for some operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A value, given as text, that is not a number or date.
    NotANumber(String),
    /// Units or kinds of values that do not fit each other, in words.
    Units(String),
    /// A division by zero, or a number that is too large.
    Undefined,
}

/// An intermediate value of a computation.
#[derive(Clone, Debug, PartialEq)]
enum Amount {
    /// A number with its unit; empty when it has none.
    Number(f64, String),
    /// A date, with the seconds since midnight where the time of day is known.
    Date(Date, Option<f64>),
    /// A named part of a date: its number and its name.
    Named(i64, String),
    /// The time from the second moment to the first, which can still be expressed in any unit.
    Between(Moment, Moment),
}

/// Converts the time between two moments into a number: of hours where both have a time of day, otherwise of
/// days, or of years where one has no day. Any other amount is returned unchanged.
fn settled(amount: Amount) -> Amount {
    let Amount::Between(later, earlier) = amount else { return amount };
    let years = || (f64::from(later.0.year()) - f64::from(earlier.0.year()), "years");
    let (number, unit) = elapsed(later, earlier).unwrap_or_else(years);
    Amount::Number(rounded(number), unit.to_owned())
}

/// The value of an expression for these operands, with its text.
///
/// # Errors
///
/// When an operand is not a number or date, when units do not fit, and when the result is undefined, as in a
/// division by zero.
pub fn evaluate(expression: &Expression, operands: &[(Value, String)]) -> Result<(Value, String), Unfit> {
    Ok(match settled(amount(expression, operands)?) {
        Amount::Number(number, unit) => match styled(number, &unit, style(operands)) {
            ItemValue::Computed(value, text) | ItemValue::Derived(value, text) => (value, text),
            _ => (Value::Decimal(number), number.to_string()),
        },
        Amount::Date(date, _) => (Value::Date(date), date.to_string()),
        Amount::Named(number, name) => (Value::Integer(number), name),
        // Unreachable: the time between two moments was converted above.
        Amount::Between(..) => return Err(Unfit::Undefined),
    })
}

/// The style of the numbers from which a result is computed.
fn style(operands: &[(Value, String)]) -> Style {
    let numbers = operands.iter().filter_map(|(value, text)| Some((value.number()?, text.as_str())));
    Style::of(numbers).of_any_size()
}

fn amount(expression: &Expression, operands: &[(Value, String)]) -> Result<Amount, Unfit> {
    match expression {
        Expression::Number(number) => Ok(Amount::Number(*number, String::new())),
        Expression::Operand(at) => {
            let (value, text) = operands.get(*at).ok_or(Unfit::Undefined)?;
            of_value(value, text)
        }
        Expression::Negative(of) => match settled(amount(of, operands)?) {
            Amount::Number(number, unit) => Ok(Amount::Number(-number, unit)),
            other => Err(Unfit::Units(format!("there is no negative of {}", in_words(&other)))),
        },
        Expression::Binary(operator, left, right) => {
            binary(*operator, settled(amount(left, operands)?), settled(amount(right, operands)?))
        }
        Expression::Apply(function, of) => apply(*function, amount(of, operands)?),
    }
}

fn of_value(value: &Value, text: &str) -> Result<Amount, Unfit> {
    match value {
        Value::Date(date) => Ok(Amount::Date(*date, time_of_day(text))),
        value => match amount_of(value, text) {
            Some((number, unit)) => Ok(Amount::Number(number, unit)),
            None => Err(Unfit::NotANumber(text.to_owned())),
        },
    }
}

/// A number of days, rounded; `None` for other units.
fn days(number: f64, unit: &str) -> Option<i32> {
    let whole = number.round();
    (matches!(unit, "" | "days") && whole.abs() < 3.0e6).then_some(whole as i32)
}

fn binary(operator: Operator, left: Amount, right: Amount) -> Result<Amount, Unfit> {
    match (left, right) {
        (Amount::Number(a, u), Amount::Number(b, v)) => arithmetic(operator, (a, u), (b, v)),
        (Amount::Date(a, at), Amount::Date(b, from)) if operator == Operator::Subtract => {
            Ok(Amount::Between((a, at), (b, from)))
        }
        (Amount::Date(date, _), Amount::Number(n, unit))
            if matches!(operator, Operator::Add | Operator::Subtract) && days(n, &unit).is_some() =>
        {
            let days = days(n, &unit).unwrap_or_default();
            let days = if operator == Operator::Add { days } else { -days };
            let shifted = date.first_day().checked_add(days).and_then(Date::from_days);
            shifted.map(|date| Amount::Date(date, None)).ok_or(Unfit::Undefined)
        }
        (Amount::Date(date, _), other) | (other, Amount::Date(date, _)) if date.month().is_none() => {
            // In arithmetic with numbers, a year is a number.
            let year = Amount::Number(f64::from(date.year()), String::new());
            binary(operator, year, other)
        }
        (left, right) => {
            let sign = match operator {
                Operator::Add => "added to",
                Operator::Subtract => "subtracted from",
                Operator::Multiply => "multiplied with",
                Operator::Divide => "divided by",
            };
            let (first, second) = match operator {
                Operator::Subtract => (&right, &left),
                _ => (&left, &right),
            };
            Err(Unfit::Units(format!("{} cannot be {sign} {}", in_words(first), in_words(second))))
        }
    }
}

/// The seconds of a unit as written behind a number; `None` for units of varying length.
fn seconds_of(unit: &str) -> Option<f64> {
    match unit {
        CLOCK => Some(1.0),
        "week" | "weeks" => TimeUnit::Weeks.seconds(),
        unit => unit_of_time(unit).map(|(_, seconds)| seconds),
    }
}

/// The months of a unit as written behind a number.
fn months_of(unit: &str) -> Option<f64> {
    Some(match unit {
        "month" | "months" => 1.0,
        "year" | "years" => 12.0,
        _ => return None,
    })
}

/// Expresses a span of time in a unit. Months and years do not convert to days, except for the time between
/// two dates.
fn in_unit(of: Amount, unit: TimeUnit) -> Result<Amount, Unfit> {
    let between = match &of {
        Amount::Between(later, earlier) => unit.between(*later, *earlier),
        _ => None,
    };
    let of = settled(of);
    let converted = || match (&of, unit.seconds()) {
        (Amount::Number(number, own), Some(size)) => Some(number * seconds_of(own)? / size),
        (Amount::Number(number, own), None) => Some(number * months_of(own)? / months_of(unit.name())?),
        _ => None,
    };
    let number = between.or_else(converted);
    let number =
        number.ok_or_else(|| Unfit::NotANumber(format!("the {} of {}", unit.name(), in_words(&of))))?;
    Ok(Amount::Number(rounded(number), unit.name().to_owned()))
}

fn arithmetic(operator: Operator, (a, u): (f64, String), (b, v): (f64, String)) -> Result<Amount, Unfit> {
    let mixed = |u: &str, v: &str| {
        Unfit::Units(format!("{} and {} are units that cannot be combined", ticked(u), ticked(v)))
    };
    let (number, unit) = match operator {
        Operator::Add | Operator::Subtract => {
            if u != v && !u.is_empty() && !v.is_empty() {
                return Err(mixed(&u, &v));
            }
            let sum = if operator == Operator::Add { a + b } else { a - b };
            (sum, if u.is_empty() { v } else { u })
        }
        Operator::Multiply => match (u.as_str(), v.as_str()) {
            // A percentage of a quantity is in the unit of that quantity.
            ("%", other) if !other.is_empty() => (a * b / 100.0, v),
            (other, "%") if !other.is_empty() => (a * b / 100.0, u),
            ("", _) => (a * b, v),
            (_, "") => (a * b, u),
            // A price per unit, times a number of units.
            (per, unit) if per.rsplit_once('/').is_some_and(|(_, of)| of == unit) => {
                (a * b, per.rsplit_once('/').map_or(String::new(), |(of, _)| of.to_owned()))
            }
            _ => return Err(mixed(&u, &v)),
        },
        Operator::Divide if b == 0.0 => return Err(Unfit::Undefined),
        Operator::Divide => match (u.as_str(), v.as_str()) {
            (_, "") => (a / b, u),
            (same, other) if same == other => (a / b, String::new()),
            ("", _) => (a / b, String::new()),
            (unit, per) => (a / b, format!("{unit}/{per}")),
        },
    };
    if number.is_finite() { Ok(Amount::Number(rounded(number), unit)) } else { Err(Unfit::Undefined) }
}

/// The number rounded to twelve significant digits, without the noise of binary fractions.
fn rounded(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let digits = 11 - number.abs().log10().floor() as i32;
    if !(0..=22).contains(&digits) {
        return number;
    }
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}

fn apply(function: FormulaFunction, of: Amount) -> Result<Amount, Unfit> {
    let span = of.clone();
    let of = settled(of);
    let missing = |part: &str, of: &Amount| Unfit::NotANumber(format!("the {part} of {}", in_words(of)));
    let (date, time) = match &of {
        Amount::Date(date, time) => (Some(*date), *time),
        _ => (None, None),
    };
    let part = |name: &str, found: Option<Amount>| found.ok_or_else(|| missing(name, &of));
    let month = date.and_then(|date| date.month());
    match function {
        FormulaFunction::Absolute => match of {
            Amount::Number(number, unit) => Ok(Amount::Number(number.abs(), unit)),
            other => Err(missing("size", &other)),
        },
        FormulaFunction::Round(digits) => match of {
            Amount::Number(number, unit) => {
                let scale = 10_f64.powi(digits as i32);
                Ok(Amount::Number((number * scale).round() / scale, unit))
            }
            other => Err(missing("size", &other)),
        },
        FormulaFunction::Year => {
            // A bare `1994` is read as a year.
            let year = date.map(|date| date.year()).or(match &of {
                Amount::Number(number, unit) if unit.is_empty() && (1.0..=9999.0).contains(number) => {
                    Some(*number as i32)
                }
                _ => None,
            });
            part("year", year.map(|year| Amount::Number(f64::from(year), String::new())))
        }
        FormulaFunction::Quarter => part(
            "quarter",
            month.map(|month| {
                let quarter = i64::from((month - 1) / 3 + 1);
                Amount::Named(quarter, format!("Q{quarter}"))
            }),
        ),
        FormulaFunction::Month => part(
            "month",
            month.and_then(|month| {
                let name = MONTHS.get(usize::from(month).checked_sub(1)?)?;
                Some(Amount::Named(i64::from(month), capitalised(name)))
            }),
        ),
        FormulaFunction::YearQuarter => {
            let of = |date: Date| {
                let quarter = i64::from((date.month()? - 1) / 3 + 1);
                let year = date.year();
                // Numbered so that the quarters are in the order of time.
                Some(Amount::Named(i64::from(year) * 4 + quarter, format!("{year}-Q{quarter}")))
            };
            part("quarter", date.and_then(of))
        }
        FormulaFunction::YearMonth => {
            let found = date.filter(|date| date.month().is_some());
            part(
                "month",
                found
                    .and_then(|date| Date::new(date.year(), date.month(), None))
                    .map(|date| Amount::Date(date, None)),
            )
        }
        FormulaFunction::Weekday => {
            let found = date.filter(|date| date.day().is_some()).map(|date| {
                // 1970-01-01 was a Thursday.
                let place = (date.first_day() + 3).rem_euclid(7) as usize;
                Amount::Named(place as i64 + 1, WEEKDAYS[place].to_owned())
            });
            part("weekday", found)
        }
        FormulaFunction::Day => {
            let day = date.and_then(|date| date.day());
            part("day", day.map(|day| Amount::Number(f64::from(day), String::new())))
        }
        FormulaFunction::Date => part("date", date.map(|date| Amount::Date(date, None))),
        FormulaFunction::Hour => {
            let hour = time.map(|seconds| (seconds / 3_600.0).floor());
            part("hour", hour.map(|hour| Amount::Number(hour, String::new())))
        }
        FormulaFunction::In(unit) => in_unit(span, unit),
    }
}

/// The days of the week; the week begins on Monday (ISO 8601).
pub const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn in_words(amount: &Amount) -> String {
    match amount {
        Amount::Number(_, unit) if unit.is_empty() => "a number".to_owned(),
        Amount::Number(_, unit) => format!("a number of {}", ticked(unit)),
        Amount::Date(..) => "a date".to_owned(),
        Amount::Named(_, name) => ticked(name),
        Amount::Between(..) => "a span of time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::formula::Formula;

    fn value(formula: &str, operands: &[&str]) -> String {
        let formula = Formula::parse(formula).unwrap();
        let operands: Vec<_> = operands.iter().map(|text| (Value::parse(text), (*text).to_owned())).collect();
        match evaluate(&formula.expression, &operands) {
            Ok((_, text)) => text,
            Err(unfit) => format!("{unfit:?}"),
        }
    }

    #[test]
    fn units_are_carried() {
        assert_eq!(value("a + b", &["€5", "€7.50"]), "€12.5");
        assert_eq!(value("a / b", &["€10", "4 kg"]), "2.5 €/kg");
        assert_eq!(value("a * b", &["€200", "7.5%"]), "€15");
        assert_eq!(value("(a - b) / b * 100", &["30", "24"]), "25");
        assert_eq!(
            value("a + b", &["3 km", "4 kg"]),
            "Units(\"`km` and `kg` are units that cannot be combined\")"
        );
        assert_eq!(value("a / b", &["1", "0"]), "Undefined");
        assert_eq!(value("a - b", &["many", "1"]), "NotANumber(\"many\")");
    }

    #[test]
    fn dates_have_parts_and_differences() {
        assert_eq!(value("b - a", &["2023-01-13", "2023-01-16"]), "-3 days");
        assert_eq!(value("a - b", &["2023-01-16", "2023-01-13"]), "3 days");
        assert_eq!(value("month(a)", &["2024-03-15"]), "March");
        assert_eq!(value("year_month(a)", &["2024-03-15"]), "2024-03");
        assert_eq!(value("quarter(a)", &["2024-11-15"]), "Q4");
        assert_eq!(value("year_quarter(a)", &["2024-11-15"]), "2024-Q4");
        assert_eq!(value("weekday(a)", &["2026-11-22"]), "Sunday");
        assert_eq!(value("year(a)", &["2024-11-15"]), "2024");
        assert_eq!(value("a + 30", &["2024-01-15"]), "2024-02-14");
    }

    #[test]
    fn times_of_day_count_where_both_dates_have_one() {
        let both = ["2025-01-06 18:15", "2025-01-05 07:45"];
        assert_eq!(value("a - b", &both), "34.5 hours");
        assert_eq!(value("minutes(a - b)", &both), "2070 minutes");
        assert_eq!(value("days(a - b)", &["2025-01-07 06:00", "2025-01-05 18:00"]), "1.5 days");
        assert_eq!(value("date(a) - date(b)", &both), "1 day");
        assert_eq!(value("a - b", &["2025-01-06 18:15", "2025-01-05"]), "1 day");
        assert_eq!(value("hour(a)", &both), "18");
        assert_eq!(value("hour(a)", &["2025-01-05"]), "NotANumber(\"the hour of a date\")");
        assert_eq!(value("hours(a)", &["90 min"]), "1.5 hours");
        assert_eq!(value("minutes(a)", &["1:30:00"]), "90 minutes");
        assert_eq!(value("months(a - b)", &["2024-07-01", "2024-01-01"]), "6 months");
        assert_eq!(value("months(a - b)", &["2024-02-29", "2024-01-31"]), "1 month");
        assert_eq!(value("years(a - b)", &["2024-07-01", "2022-01-01"]), "2.5 years");
        assert_eq!(value("weeks(a - b)", &["2024-01-15", "2024-01-01"]), "2 weeks");
        assert_eq!(value("months(a)", &["2 years"]), "24 months");
        assert_eq!(value("months(a)", &["60 days"]), "NotANumber(\"the months of a number of `days`\")");
        assert_eq!(value("minutes(a)", &["4 kg"]), "NotANumber(\"the minutes of a number of `kg`\")");
    }
}
