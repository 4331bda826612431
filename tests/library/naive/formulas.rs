//! What a formula makes of values: numbers carry their units, and dates have parts.

use trustuqa_engine::query::formula::{Expression, FormulaFunction, Operator};

use super::value::{Days, MONTHS, Meaning, shown_number};

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// An operand is neither a number nor a date, or a number is divided by zero.
    Nothing,
    /// Units or kinds do not fit each other, which ends the step.
    Unfit,
    /// What it means is not said.
    Unsaid,
}

type Made = Result<Meaning, Lack>;

/// The value of an expression for these operands, with its text.
pub(super) fn made(expression: &Expression, operands: &[Meaning]) -> Result<(String, Meaning), Lack> {
    let meaning = value(expression, operands)?;
    let text = match &meaning {
        Meaning::Number(n, unit, _) => shown_number(*n, unit),
        Meaning::Date(days) => days.text(),
        Meaning::Named(_) => named(expression, &meaning)?,
        Meaning::Text | Meaning::Score(..) => return Err(Lack::Unsaid),
    };
    Ok((text, meaning))
}

/// The name of a part of a date: only the function that took it knows which part it is.
fn named(expression: &Expression, meaning: &Meaning) -> Result<String, Lack> {
    const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let Meaning::Named(n) = meaning else { return Err(Lack::Unsaid) };
    let at = *n as usize;
    match expression {
        Expression::Apply(FormulaFunction::Month, _) => Ok(MONTHS[at - 1].to_owned()),
        Expression::Apply(FormulaFunction::Weekday, _) => Ok(WEEK[at - 1].to_owned()),
        Expression::Apply(FormulaFunction::Quarter, _) => Ok(format!("Q{n}")),
        _ => Err(Lack::Unsaid),
    }
}

fn number(n: f64, unit: &str) -> Made {
    Ok(Meaning::Number(n, unit.to_owned(), unit.is_empty() && n.fract() == 0.0))
}

fn value(expression: &Expression, operands: &[Meaning]) -> Made {
    match expression {
        Expression::Number(n) => number(*n, ""),
        Expression::Operand(at) => match &operands[*at] {
            Meaning::Text | Meaning::Score(..) => Err(Lack::Nothing),
            meaning => Ok(meaning.clone()),
        },
        Expression::Negative(of) => match value(of, operands)? {
            Meaning::Number(n, unit, _) => number(-n, &unit),
            _ => Err(Lack::Unfit),
        },
        Expression::Binary(operator, left, right) => {
            binary(*operator, value(left, operands)?, value(right, operands)?)
        }
        Expression::Apply(function, of) => apply(*function, value(of, operands)?),
    }
}

fn binary(operator: Operator, left: Meaning, right: Meaning) -> Made {
    match (operator, left, right) {
        (_, Meaning::Number(a, u, _), Meaning::Number(b, v, _)) => arithmetic(operator, (a, &u), (b, &v)),
        (Operator::Subtract, Meaning::Date(a), Meaning::Date(b)) if a.is_day() && b.is_day() => {
            number((a.calendar_day() - b.calendar_day()) as f64, "days")
        }
        (Operator::Add | Operator::Subtract, Meaning::Date(day), Meaning::Number(n, unit, _))
            if day.is_day() && n.fract() == 0.0 && (unit.is_empty() || unit == "days") =>
        {
            let n = if operator == Operator::Add { n as i64 } else { -n as i64 };
            Ok(Meaning::Date(Days::of_calendar_day(day.calendar_day() + n)))
        }
        (_, Meaning::Date(day), _) | (_, _, Meaning::Date(day)) if !day.is_day() => Err(Lack::Unsaid),
        _ => Err(Lack::Unfit),
    }
}

fn arithmetic(operator: Operator, (a, u): (f64, &str), (b, v): (f64, &str)) -> Made {
    let per = || v != "%" && u != "%";
    match operator {
        Operator::Add | Operator::Subtract => {
            let n = if operator == Operator::Add { a + b } else { a - b };
            match (u, v) {
                _ if u == v => number(n, u),
                // What a bare number is beside a unit is not said for sums.
                ("", _) | (_, "") => Err(Lack::Unsaid),
                _ => Err(Lack::Unfit),
            }
        }
        Operator::Multiply => match (u, v) {
            ("", unit) | (unit, "") => number(a * b, unit),
            _ => Err(Lack::Unsaid),
        },
        Operator::Divide if b == 0.0 => Err(Lack::Nothing),
        Operator::Divide => match (u, v) {
            (unit, "") => number(a / b, unit),
            _ if u == v => number(a / b, ""),
            _ if per() && !u.is_empty() => number(a / b, &format!("{u}/{v}")),
            _ => Err(Lack::Unsaid),
        },
    }
}

fn apply(function: FormulaFunction, of: Meaning) -> Made {
    match (function, of) {
        (FormulaFunction::Absolute, Meaning::Number(n, unit, _)) => number(n.abs(), &unit),
        (FormulaFunction::Round(digits), Meaning::Number(n, unit, _)) => {
            let scale = 10_f64.powi(digits as i32);
            number((n * scale).round() / scale, &unit)
        }
        (FormulaFunction::Absolute | FormulaFunction::Round(_), _) => Err(Lack::Nothing),
        (FormulaFunction::Year, Meaning::Date(days)) => number(days.parts().0 as f64, ""),
        (FormulaFunction::Year, Meaning::Number(n, unit, true)) if unit.is_empty() && n > 0.0 && n < 1e4 => {
            number(n, "")
        }
        (FormulaFunction::Quarter, Meaning::Date(days)) if !days.is_year() => {
            Ok(Meaning::Named((days.parts().1 + 2) / 3))
        }
        (FormulaFunction::Month, Meaning::Date(days)) if !days.is_year() => {
            Ok(Meaning::Named(days.parts().1))
        }
        (FormulaFunction::YearMonth, Meaning::Date(days)) if !days.is_year() => {
            let (year, month, _) = days.parts();
            Ok(Meaning::Date(Days::of(year, Some(month), None)))
        }
        // The first of January 1970 was the fourth day of its week.
        (FormulaFunction::Weekday, Meaning::Date(days)) if days.is_day() => {
            Ok(Meaning::Named((days.calendar_day() + 3).rem_euclid(7) + 1))
        }
        (FormulaFunction::Date, Meaning::Date(days)) => Ok(Meaning::Date(days)),
        (FormulaFunction::Hour | FormulaFunction::In(_) | FormulaFunction::YearQuarter, _) => {
            Err(Lack::Unsaid)
        }
        (FormulaFunction::Day, Meaning::Date(days)) if days.is_day() => number(days.parts().2 as f64, ""),
        _ => Err(Lack::Nothing),
    }
}
