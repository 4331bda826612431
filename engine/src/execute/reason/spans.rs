//! How long something lasts: spans of years and of dates, and durations.

use trustuqa_model::{Comparison, Date, NodeId, Value};

use super::materialise;
use super::numbers::{absolute, computed, minus};
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{Executor, Result};
use crate::query::execution::Operand;

/// How long each member lasts, kept apart so that the longest leads back to its row. When a member is neither
/// a span nor a duration, the result is the difference between the smallest and the largest value of the set.
pub(super) fn length(
    ex: &Executor<'_>,
    set: &ItemSet,
    unit: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut asked = String::new();
    if let Some((_, operand)) = unit {
        for item in materialise(operand, before)?.items() {
            asked = ex.text(item)?.to_lowercase();
        }
    }
    let mut out = ItemSet::default();
    for item in set.items() {
        if matches!(ex.value(item)?, Value::Duration(_)) {
            out.push(item.clone());
            continue;
        }
        let Some(length) = span(&ex.text(item)?, &asked) else {
            return absolute(ex, &minus(ex, std::slice::from_ref(set))?);
        };
        let value = match (computed(length, ""), &item.value) {
            (ItemValue::Computed(value, text), ItemValue::Cell(_) | ItemValue::Derived(..)) => {
                ItemValue::Derived(value, text)
            }
            (value, _) => value,
        };
        out.push(Item::new(value, item.facts.clone()));
    }
    Ok(out)
}

/// The length of a span in whole units, or the sum of several spans: `1965–76`, `1991–97, 2000–04`, `30
/// January 1920 — 6 December 1930`.
fn span(text: &str, unit: &str) -> Option<f64> {
    if let Some(length) = between_dates(text, unit) {
        return Some(length);
    }
    if !unit.is_empty() && unit != "years" {
        return None;
    }
    let spans: Vec<f64> = text.split(',').map(between_years).collect::<Option<_>>()?;
    Some(spans.iter().sum())
}

/// The two sides of a span.
fn sides(text: &str) -> Option<(&str, &str)> {
    for sign in ["–", "—", "−", " - ", " to ", " until ", "-"] {
        if let Some((from, to)) = text.split_once(sign) {
            return Some((from.trim(), to.trim()));
        }
    }
    None
}

pub(super) fn between_years(text: &str) -> Option<f64> {
    let (from, to) = sides(text.trim())?;
    let year = |text: &str| text.parse::<f64>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    let (from, to) = (year(from)?, year(to)?);
    if !(1000.0..3000.0).contains(&from) {
        return None;
    }
    // `1998-99` ends in the same century, `1998-02` in the next.
    let to = if to < 100.0 { (from / 100.0).floor() * 100.0 + to } else { to };
    let to = if to < from { to + 100.0 } else { to };
    Some(to - from).filter(|length| *length < 1000.0)
}

fn between_dates(text: &str, unit: &str) -> Option<f64> {
    let (from, to) = sides(text)?;
    let day = |text: &str| match Value::parse(text) {
        Value::Date(date) => Some((date, date.month()?, date.day()?)),
        _ => None,
    };
    let ((from, month, day_from), (to, last_month, day_to)) = (day(from)?, day(to)?);
    if unit == "days" {
        return Some(f64::from(to.first_day() - from.first_day()));
    }
    let begun = i32::from(day_to < day_from);
    let months = |date: Date, month: u8| date.year() * 12 + i32::from(month);
    let months = months(to, last_month) - months(from, month) - begun;
    Some(f64::from(if unit == "months" { months } else { months.div_euclid(12) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_whole_lengths() {
        for (text, unit, length) in [
            ("1965–76", "", Some(11.0)),
            ("1998-02", "", Some(4.0)),
            ("1991–97, 2000–04", "", Some(10.0)),
            ("30 January 1920 — 6 December 1930", "", Some(10.0)),
            ("16 July 1992 – 22 November 1992", "months", Some(4.0)),
            ("16 July 1992 – 22 July 1992", "days", Some(6.0)),
            ("6–10", "", None),
            ("2001–present", "", None),
            ("17", "", None),
        ] {
            assert_eq!(span(text, unit), length, "{text}");
        }
    }
}
