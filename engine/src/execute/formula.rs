//! Values of formulas: arithmetic on numbers with units and on dates.
//!
//! Units are carried: the sum of euros is in euros, euros by kilograms are `€/kg`, a
//! percentage of euros is in euros. What does not fit is an error, never a bare number.

use trustuqa_model::{Date, MONTHS, Value};

use super::amount::{Style, amount as amount_of};
use super::item::ItemValue;
use super::reason::styled;
use crate::query::formula::{Expression, FormulaFunction, Operator};
use crate::query::ticked;

/// Why a formula has no value for some operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A value is not a number or date; its text.
    NotANumber(String),
    /// Units or kinds of values do not fit each other, in words.
    Units(String),
    /// A division by zero, or a number that is too large.
    Undefined,
}

/// A value inside a computation.
#[derive(Clone, Debug, PartialEq)]
enum Amount {
    /// A number with its unit; empty when it has none.
    Number(f64, String),
    /// A point in time.
    Date(Date),
    /// A part of a date that has a name: its number and its name.
    Named(i64, String),
}

/// The value of an expression for these operands, with its text.
///
/// # Errors
///
/// When an operand has no number or date, when units do not fit, and when a division by
/// zero is asked for.
pub fn evaluate(expression: &Expression, operands: &[(Value, String)]) -> Result<(Value, String), Unfit> {
    Ok(match amount(expression, operands)? {
        Amount::Number(number, unit) => match styled(number, &unit, style(operands)) {
            ItemValue::Computed(value, text) | ItemValue::Derived(value, text) => (value, text),
            _ => (Value::Decimal(number), number.to_string()),
        },
        Amount::Date(date) => (Value::Date(date), date.to_string()),
        Amount::Named(number, name) => (Value::Integer(number), name),
    })
}

/// The grouping of the numbers that a result is made of.
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
        Expression::Negative(of) => match amount(of, operands)? {
            Amount::Number(number, unit) => Ok(Amount::Number(-number, unit)),
            other => Err(Unfit::Units(format!("there is no negative of {}", in_words(&other)))),
        },
        Expression::Binary(operator, left, right) => {
            binary(*operator, amount(left, operands)?, amount(right, operands)?)
        }
        Expression::Apply(function, of) => apply(*function, amount(of, operands)?),
    }
}

fn of_value(value: &Value, text: &str) -> Result<Amount, Unfit> {
    match value {
        Value::Date(date) => Ok(Amount::Date(*date)),
        value => match amount_of(value, text) {
            Some((number, unit)) => Ok(Amount::Number(number, unit)),
            None => Err(Unfit::NotANumber(text.to_owned())),
        },
    }
}

/// The days of a number of days; `None` for other units.
fn days(number: f64, unit: &str) -> Option<i32> {
    let whole = number.round();
    (matches!(unit, "" | "days") && whole.abs() < 3.0e6).then_some(whole as i32)
}

fn binary(operator: Operator, left: Amount, right: Amount) -> Result<Amount, Unfit> {
    match (left, right) {
        (Amount::Number(a, u), Amount::Number(b, v)) => arithmetic(operator, (a, u), (b, v)),
        (Amount::Date(a), Amount::Date(b)) if operator == Operator::Subtract => Ok(between(a, b)),
        (Amount::Date(date), Amount::Number(n, unit))
            if matches!(operator, Operator::Add | Operator::Subtract) && days(n, &unit).is_some() =>
        {
            let days = days(n, &unit).unwrap_or_default();
            let days = if operator == Operator::Add { days } else { -days };
            let shifted = date.first_day().checked_add(days).and_then(Date::from_days);
            shifted.map(Amount::Date).ok_or(Unfit::Undefined)
        }
        (Amount::Date(date), other) | (other, Amount::Date(date)) if date.month().is_none() => {
            // A year among numbers is a number.
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

/// Days from one date to another, or years where one of them has no day.
fn between(later: Date, earlier: Date) -> Amount {
    if later.day().is_some() && earlier.day().is_some() {
        let days = f64::from(later.first_day()) - f64::from(earlier.first_day());
        return Amount::Number(days, "days".to_owned());
    }
    Amount::Number(f64::from(later.year()) - f64::from(earlier.year()), "years".to_owned())
}

fn arithmetic(operator: Operator, (a, u): (f64, String), (b, v): (f64, String)) -> Result<Amount, Unfit> {
    let mixed = |u: &str, v: &str| Unfit::Units(format!("{} and {} do not fit", ticked(u), ticked(v)));
    let (number, unit) = match operator {
        Operator::Add | Operator::Subtract => {
            if u != v && !u.is_empty() && !v.is_empty() {
                return Err(mixed(&u, &v));
            }
            let sum = if operator == Operator::Add { a + b } else { a - b };
            (sum, if u.is_empty() { v } else { u })
        }
        Operator::Multiply => match (u.as_str(), v.as_str()) {
            // So much percent of something is as much of it.
            ("%", other) if !other.is_empty() => (a * b / 100.0, v),
            (other, "%") if !other.is_empty() => (a * b / 100.0, u),
            ("", _) => (a * b, v),
            (_, "") => (a * b, u),
            // What costs so much for each, times how many.
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

/// The number without the noise of binary fractions beyond twelve digits.
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
    let missing = |part: &str, of: &Amount| Unfit::NotANumber(format!("the {part} of {}", in_words(of)));
    let date = match &of {
        Amount::Date(date) => Some(*date),
        Amount::Number(..) | Amount::Named(..) => None,
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
            // `1994` in a column of years is a year.
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
        FormulaFunction::YearMonth => {
            let found = date.filter(|date| date.month().is_some());
            part("month", found.and_then(|date| Date::new(date.year(), date.month(), None)).map(Amount::Date))
        }
        FormulaFunction::Weekday => {
            let found = date.filter(|date| date.day().is_some()).map(|date| {
                // The first day of 1970 was a Thursday.
                let place = (date.first_day() + 3).rem_euclid(7) as usize;
                Amount::Named(place as i64 + 1, WEEKDAYS[place].to_owned())
            });
            part("weekday", found)
        }
        FormulaFunction::Day => {
            let day = date.and_then(|date| date.day());
            part("day", day.map(|day| Amount::Number(f64::from(day), String::new())))
        }
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
        Amount::Date(_) => "a date".to_owned(),
        Amount::Named(_, name) => ticked(name),
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
        assert_eq!(value("a + b", &["3 km", "4 kg"]), "Units(\"`km` and `kg` do not fit\")");
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
        assert_eq!(value("weekday(a)", &["2026-11-22"]), "Sunday");
        assert_eq!(value("year(a)", &["2024-11-15"]), "2024");
        assert_eq!(value("a + 30", &["2024-01-15"]), "2024-02-14");
    }
}
