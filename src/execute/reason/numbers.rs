//! Values computed from sets: sums and means, differences, comparisons, parts of
//! dates. Units are kept, and never mixed.

use std::cmp::Ordering;

use trustuqa_storage::{Date, Value, fold};

use super::{is_row, rows_have_no_values};
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{ExecuteError, Executor, Result};
use crate::query::{Function, ticked};

/// A computed number that rests on every fact behind `set`.
pub(super) fn number(n: f64, set: &ItemSet) -> ItemSet {
    ItemSet::from_iter([Item { value: computed(n, ""), facts: set.facts() }])
}

/// A computed number, without a fraction when it is whole, else with as many
/// digits as tell it apart after rounding to ten places.
fn computed(n: f64, unit: &str) -> ItemValue {
    // Negative zero would be shown as "-0".
    let n = n + 0.0;
    let whole = n.fract() == 0.0 && n.abs() < 9.0e15;
    let value = if whole { Value::Integer(n as i64) } else { Value::Decimal(n) };
    let digits = if whole {
        format!("{n:.0}")
    } else {
        format!("{:.10}", n).trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let text = match unit {
        "" => digits,
        "%" => format!("{digits}%"),
        "$" | "€" | "£" | "¥" => format!("{unit}{digits}"),
        unit => format!("{digits} {unit}"),
    };
    ItemValue::Computed(value, text)
}

/// Numbers of all items; an error names the first that is none.
fn numbers(ex: &Executor<'_>, set: &ItemSet, what: &str) -> Result<(Vec<f64>, String)> {
    let mut out = Vec::new();
    let mut unit: Option<String> = None;
    let mut skipped = None;
    for item in set.items() {
        if is_row(ex, item)? {
            return rows_have_no_values(what);
        }
        let value = ex.value(item)?;
        match value.number() {
            Some(n) => {
                out.push(n);
                let own = if let Value::Quantity(_, unit) = &value { unit.clone() } else { String::new() };
                match &unit {
                    None => unit = Some(own),
                    Some(known) if *known != own && !known.is_empty() && !own.is_empty() => {
                        return Err(ExecuteError::step(
                            "mixed-units",
                            format!(
                                "{} and {} stand in one set, so there is no {what}",
                                ticked(known),
                                ticked(&own)
                            ),
                            "first keep the values of one unit",
                        ));
                    }
                    Some(known) if known.is_empty() => unit = Some(own),
                    Some(_) => {}
                }
            }
            None => skipped = skipped.or(Some(ex.text(item)?)),
        }
    }
    if let (true, Some(text)) = (out.is_empty(), skipped) {
        return Err(ExecuteError::step(
            "not-a-number",
            format!("{} is not a number, so there is no {what}", ticked(&text)),
            "first get the values of a numeric column or relation",
        ));
    }
    Ok((out, unit.unwrap_or_default()))
}

/// The number without binary noise beyond ten places; very large ones have none.
fn rounded(n: f64) -> f64 {
    if n.abs() < 1e15 { (n * 1e10).round() / 1e10 } else { n }
}

pub(super) fn mean(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit) = numbers(ex, set, "mean")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Ok(ItemSet::from_iter([Item { value: computed(mean, &unit), facts: set.facts() }]))
}

pub(super) fn sum(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit) = numbers(ex, set, "sum")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let sum = numbers.iter().sum::<f64>();
    // Decimals sum up binary noise; ten places are more than any input has.
    let sum = rounded(sum);
    Ok(ItemSet::from_iter([Item { value: computed(sum, &unit), facts: set.facts() }]))
}

/// The one value of a set that an arithmetic function needs.
fn single(ex: &Executor<'_>, set: &ItemSet, which: &str) -> Result<Option<Value>> {
    let mut values: Vec<Value> = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    match values.len() {
        0 => Ok(None),
        1 => Ok(values.pop()),
        n => Err(ExecuteError::step(
            "several-values",
            format!("the {which} set has {n} different values, not one"),
            "reduce it first, for example with max, min or sum",
        )),
    }
}

pub(super) fn minus(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    let value = match (x.number(), y.number()) {
        (Some(m), Some(n)) => {
            let unit = match (&x, &y) {
                (Value::Quantity(_, u), Value::Quantity(_, v)) if u == v => u.as_str(),
                _ => "",
            };
            computed(rounded(m - n), unit)
        }
        _ => match (x.date(), y.date()) {
            (Some(m), Some(n)) => years_between(n, m),
            _ => {
                return Err(ExecuteError::step(
                    "no-difference",
                    "the difference of these two values is not defined",
                    "both must be numbers, or both dates",
                ));
            }
        },
    };
    Ok(ItemSet::from_iter([Item { value, facts }]))
}

/// Whole years from one date to another when one has only a year, else days.
fn years_between(from: Date, to: Date) -> ItemValue {
    if from.day().is_some() && to.day().is_some() {
        return computed(f64::from(to.first_day() - from.first_day()), "days");
    }
    computed(f64::from(to.year() - from.year()), "")
}

pub(super) fn absolute(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    match single(ex, set, "given")? {
        None => Ok(ItemSet::default()),
        Some(value) => match value.number() {
            Some(n) => Ok(number(n.abs(), set)),
            None => Err(ExecuteError::step(
                "not-a-number",
                "absolute needs a number",
                "first get a number, for example with difference",
            )),
        },
    }
}

pub(super) fn compare(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let ordering = match x.compare(&y) {
        Some(ordering) => ordering,
        None => {
            let (Some(m), Some(n)) = (a.items().first(), b.items().first()) else {
                return Ok(ItemSet::default());
            };
            fold(&ex.text(m)?).cmp(&fold(&ex.text(n)?))
        }
    };
    let symbol = match ordering {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    Ok(ItemSet::from_iter([Item { value: ItemValue::Computed(Value::Text, symbol.to_owned()), facts }]))
}

pub(super) fn date_part(ex: &Executor<'_>, set: &ItemSet, function: Function) -> Result<ItemSet> {
    let mut out = Vec::new();
    for item in set.items() {
        let date = match &item.value {
            ItemValue::Time(date) => Some(*date),
            _ => ex.value(item)?.date(),
        };
        let part = date.and_then(|date| match function {
            Function::Year => Some(f64::from(date.year())),
            Function::Month => date.month().map(f64::from),
            _ => date.day().map(f64::from),
        });
        if let Some(part) = part {
            // The years of two cells are two values, as the cells are.
            let value = match (computed(part, ""), &item.value) {
                (ItemValue::Computed(value, text), ItemValue::Cell(_) | ItemValue::Derived(..)) => {
                    ItemValue::Derived(value, text)
                }
                (value, _) => value,
            };
            out.push(Item { value, facts: item.facts.clone() });
        }
    }
    if out.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step(
            "not-a-date",
            format!("no member of the set has a {}", function.name()),
            "first get the values of a column of dates",
        ));
    }
    Ok(out.into_iter().collect())
}
