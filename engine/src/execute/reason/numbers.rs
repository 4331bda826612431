//! Values computed from sets: sums and means, differences, comparisons, parts of dates. Units are kept; those
//! that do not convert are never mixed.

use std::cmp::Ordering;

use trustuqa_model::value::{Moment, converted, elapsed, time_of_day};
use trustuqa_model::{Comparison, Date, MONTHS, NodeId, Value, fold};

use super::{NumbersByWord, is_row, materialise, rows_have_no_values};
use crate::execute::amount::{CLOCK, Style, amount, common_unit};
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::matching::numbers_in;
use crate::execute::{ExecuteError, Executor, Result};
use crate::query::execution::Operand;
use crate::query::{Function, ticked};

/// A computed number that rests on every fact behind `set`.
pub(super) fn number(n: f64, set: &ItemSet) -> ItemSet {
    ItemSet::from_iter([Item::new(computed(n, ""), set.facts())])
}

/// A computed number with its unit, as [`Style::digits`] writes it.
pub(in crate::execute) fn computed(n: f64, unit: &str) -> ItemValue {
    styled(n, unit, Style::PLAIN)
}

/// A computed number in the style of the numbers from which it is computed.
pub(in crate::execute) fn styled(n: f64, unit: &str, style: Style) -> ItemValue {
    let n = n + 0.0;
    if unit == CLOCK {
        return ItemValue::Computed(Value::Duration(n), clock(n));
    }
    let whole = n.fract() == 0.0 && n.abs() < 9.0e15;
    let value = match (unit, whole) {
        ("", true) => Value::Integer(n as i64),
        ("", false) => Value::Decimal(n),
        (unit, _) => Value::Quantity(n, unit.to_owned()),
    };
    let digits = style.digits(n);
    let text = match unit {
        "" => digits,
        "%" => format!("{digits}%"),
        "$" | "€" | "£" | "¥" => match digits.strip_prefix('-') {
            Some(digits) => format!("-{unit}{digits}"),
            None => format!("{unit}{digits}"),
        },
        // The singular, as in `1 day`.
        "minutes" | "hours" | "days" | "weeks" | "months" | "years" if n.abs() == 1.0 => {
            format!("{digits} {}", unit.trim_end_matches('s'))
        }
        unit => format!("{digits} {unit}"),
    };
    ItemValue::Computed(value, text)
}

/// Seconds as minutes and seconds, with hours where there are any.
fn clock(seconds: f64) -> String {
    let sign = if seconds < 0.0 { "-" } else { "" };
    let hundredths = (seconds.abs() * 100.0).round();
    let (whole, fraction) = ((hundredths / 100.0).floor(), hundredths % 100.0);
    let (minutes, rest) = ((whole / 60.0).floor(), whole % 60.0);
    let mut text = if minutes >= 60.0 {
        format!("{sign}{:.0}:{:02.0}:{rest:02.0}", (minutes / 60.0).floor(), minutes % 60.0)
    } else {
        format!("{sign}{minutes:.0}:{rest:02.0}")
    };
    if fraction > 0.0 {
        text.push_str(format!(".{fraction:02.0}").trim_end_matches('0'));
    }
    text
}

/// The numbers of all items that have one, with their common unit and their style. An error when none has a
/// number, or when units do not convert into each other.
pub(super) fn numbers(ex: &Executor<'_>, set: &ItemSet, what: &str) -> Result<(Vec<f64>, String, Style)> {
    let mut found: Vec<(f64, String, String)> = Vec::new();
    let mut seconds = Vec::new();
    let mut skipped = None;
    for item in set.items() {
        if is_row(ex, item)? {
            return rows_have_no_values(what);
        }
        let (value, text) = (ex.value(item)?, ex.text(item)?);
        // Strokes by round and their total: `70-71=141`.
        let total = || Some((Value::parse(text.rsplit_once('=')?.1).number()?, String::new()));
        match amount(&value, &text).or_else(total) {
            Some((number, unit)) => {
                seconds.extend(value.number().filter(|_| matches!(value, Value::Duration(_))));
                found.push((number, unit, text));
            }
            None => skipped = skipped.or(Some(text)),
        }
    }
    if let (true, Some(text)) = (found.is_empty(), skipped) {
        return Err(ExecuteError::step(
            "not-a-number",
            format!("{} is not a number, so there is no {what}", ticked(&text)),
            "first get the values of a numeric column or relation",
        ));
    }
    let mut units: Vec<&str> = found.iter().map(|(_, unit, _)| unit.as_str()).collect();
    units.sort_unstable();
    units.dedup();
    units.retain(|unit| !unit.is_empty());
    let style = Style::of(found.iter().map(|(number, _, text)| (*number, text.as_str())));
    match units.as_slice() {
        [] => Ok((found.iter().map(|(n, ..)| *n).collect(), String::new(), style)),
        [unit] => Ok((found.iter().map(|(n, ..)| *n).collect(), (*unit).to_owned(), style)),
        // Spans of time in several units are expressed in the most common one, or in seconds.
        _ if seconds.len() == found.len() => {
            let (size, unit) = commonest_span(&found, &seconds).unwrap_or((1.0, "s".to_owned()));
            Ok((seconds.iter().map(|seconds| seconds / size).collect(), unit, Style::PLAIN))
        }
        _ if common_unit(found.iter().map(|(_, unit, _)| unit.as_str())).is_some() => {
            let unit = common_unit(found.iter().map(|(_, unit, _)| unit.as_str())).unwrap_or_default();
            // A number without a unit is in that of the others.
            let of = |(number, own, _): &(f64, String, String)| {
                if own.is_empty() { *number } else { converted(*number, own, &unit).unwrap_or(*number) }
            };
            Ok((found.iter().map(of).collect(), unit.clone(), style.of_any_size()))
        }
        [first, second, ..] => Err(ExecuteError::step(
            "mixed-units",
            format!("the set mixes {} and {}, so it has no {what}", ticked(first), ticked(second)),
            "first keep the values of one unit",
        )),
    }
}

/// The most common unit of spans of time, with its seconds; `None` when one has a unit of varying length,
/// such as a month, or is written in several units or with colons.
fn commonest_span(found: &[(f64, String, String)], seconds: &[f64]) -> Option<(f64, String)> {
    let mut counts: Vec<(&str, f64, usize)> = Vec::new();
    for ((number, unit, _), seconds) in found.iter().zip(seconds) {
        let size = seconds / number;
        if unit == CLOCK || ![1.0, 60.0, 3_600.0, 86_400.0, 604_800.0].contains(&size) && *number != 0.0 {
            return None;
        }
        match counts.iter_mut().find(|(_, known, _)| *known == size) {
            Some((.., count)) => *count += 1,
            None if *number != 0.0 => counts.push((unit, size, 1)),
            None => {}
        }
    }
    let most = counts.iter().map(|(.., count)| *count).max()?;
    counts.iter().find(|(.., count)| *count == most).map(|(unit, size, _)| (*size, (*unit).to_owned()))
}

/// The number without binary noise beyond ten decimals; very large ones are returned unchanged.
fn rounded(n: f64) -> f64 {
    if n.abs() < 1e15 { (n * 1e10).round() / 1e10 } else { n }
}

pub(super) fn mean(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit, style) = numbers(ex, set, "mean")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Ok(ItemSet::from_iter([Item::new(styled(mean, &unit, style.of_any_size()), set.facts())]))
}

pub(super) fn sum(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit, style) = numbers(ex, set, "sum")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let sum = numbers.iter().sum::<f64>();
    // Summing decimals accumulates binary noise; no input has more than ten decimals.
    let sum = rounded(sum);
    Ok(ItemSet::from_iter([Item::new(styled(sum, &unit, style), set.facts())]))
}

/// The one value of a set, for functions that need exactly one.
fn single(ex: &Executor<'_>, set: &ItemSet, which: &str) -> Result<Option<Value>> {
    one(ex, set, which)?.map(|item| ex.value(&item)).transpose()
}

/// The member with the one value of a set; an error when there are several different values.
fn one(ex: &Executor<'_>, set: &ItemSet, which: &str) -> Result<Option<Item>> {
    let mut values: Vec<(Value, String)> = Vec::new();
    let mut found = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        // Texts are distinguished by their wording, because they have no typed value.
        let text = if value == Value::Text { ex.text(item)? } else { String::new() };
        if !values.contains(&(value.clone(), text.clone())) {
            values.push((value, text));
            found.push(item.clone());
        }
    }
    match found.len() {
        0 => Ok(None),
        1 => Ok(found.pop()),
        n => Err(ExecuteError::step(
            "several-values",
            format!("the {which} set has {n} different values, not one"),
            "reduce it first, for example with max, min or sum",
        )),
    }
}

pub(super) fn minus(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else {
        return sets.first().map_or(Ok(ItemSet::default()), |set| within(ex, set));
    };
    let (Some(first), Some(second)) = (one(ex, a, "first")?, one(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    let (x, y) = (ex.value(&first)?, ex.value(&second)?);
    let (s, t) = (ex.text(&first)?, ex.text(&second)?);
    let loose = || {
        let difference = rounded(loose_number(&s, &x)? - loose_number(&t, &y)?);
        // When both have the same suffix, as in `8k` and `4k`, the difference has it, too.
        Some(match (suffix(&s), suffix(&t)) {
            (Some(a), Some(b)) if a == b => ItemValue::Computed(Value::Text, format!("{difference}{a}")),
            _ => computed(difference, ""),
        })
    };
    let days = || Some(computed(f64::from(place_in_year(&s)? - place_in_year(&t)?), "days"));
    match between((&x, &s), (&y, &t)).or_else(days).or_else(loose) {
        Some(value) => Ok(ItemSet::from_iter([Item::new(value, facts)])),
        None => Err(ExecuteError::step(
            "no-difference",
            "the difference of these two values is not defined",
            "both must be numbers, or both dates",
        )),
    }
}

/// The letters after a number, when the text has nothing else: `k` in `8k`.
fn suffix(text: &str) -> Option<&str> {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let short = (1..=3).contains(&letters.len()) && letters.chars().all(char::is_alphabetic);
    (short && letters.len() < text.len()).then_some(letters)
}

/// The day number of a date without a year, in a leap year.
fn place_in_year(text: &str) -> Option<i32> {
    let (month, day) = day_of_year(text).filter(|(_, day)| *day > 0)?;
    Date::new(2000, Some(month), Some(day)).map(Date::first_day)
}

/// `x` minus `y`, each given with its text.
fn between((x, s): (&Value, &str), (y, t): (&Value, &str)) -> Option<ItemValue> {
    Some(match (amount(x, s), amount(y, t)) {
        (Some((m, u)), Some((n, v))) if u == v => styled(rounded(m - n), &u, Style::of([(m, s), (n, t)])),
        // In the unit of the first.
        (Some((m, u)), Some((n, v))) if converted(n, &v, &u).is_some() => {
            styled(rounded(m - converted(n, &v, &u)?), &u, Style::PLAIN)
        }
        (Some(_), Some(_)) => computed(rounded(x.number()? - y.number()?), ""),
        _ => time_between((y.date()?, time_of_day(t)), (x.date()?, time_of_day(s))),
    })
}

/// The difference within one set: between its smallest and its largest value, or between the two sides of a
/// score or a span of years.
fn within(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let facts = set.facts();
    if let [item] = set.items() {
        let sides = match ex.value(item)? {
            Value::Score(a, b) => Some((a as f64, b as f64)),
            // `15 years, 25 days` is one value, not two sides.
            Value::Duration(_) => None,
            _ => span(&ex.text(item)?),
        };
        let found = sides.map(|(a, b)| Item::new(computed((a - b).abs(), ""), facts));
        return Ok(found.map_or_else(|| set.clone(), |item| ItemSet::from_iter([item])));
    }
    // When all members are spans or scores, each yields a difference of its own.
    let mut spans = ItemSet::default();
    for item in set.items() {
        let sides = match ex.value(item)? {
            Value::Score(a, b) => Some((a as f64, b as f64)),
            Value::Text => span(&ex.text(item)?),
            _ => None,
        };
        let Some((a, b)) = sides else { break };
        let value = match computed((a - b).abs(), "") {
            ItemValue::Computed(value, text) => ItemValue::Derived(value, text),
            value => value,
        };
        spans.push(Item::new(value, item.facts.clone()));
    }
    if !spans.is_empty() && spans.len() == set.len() {
        return Ok(spans);
    }
    let least = super::extreme(ex, set, Ordering::Less)?;
    let largest = super::extreme(ex, set, Ordering::Greater)?;
    minus(ex, &[largest, least])
}

/// The two numbers of a span such as `1985-2004` or `2005 to present`.
fn span(text: &str) -> Option<(f64, f64)> {
    let numbers = numbers_in(text);
    match numbers.as_slice() {
        // `1998-99` ends in the same century.
        [a, b] if *a >= 1000.0 && *b < 100.0 => Some((*a, (a / 100.0).floor() * 100.0 + b)),
        [a, b] => Some((*a, *b)),
        _ => None,
    }
}

/// The number that a text most likely means: its value as a whole, a total after `=`, otherwise the first
/// number in it.
fn loose_number(text: &str, value: &Value) -> Option<f64> {
    if let Some(number) = value.number() {
        return Some(number);
    }
    if matches!(value, Value::Date(_)) {
        return None;
    }
    let total = text.rsplit_once('=').map(|(_, total)| total);
    total.and_then(|total| Value::parse(total).number()).or_else(|| numbers_in(text).first().copied())
}

/// The order of two members: by type, otherwise by the numbers in them, otherwise alphabetically.
pub(super) fn ordering(ex: &Executor<'_>, a: &Item, b: &Item) -> Result<Option<Ordering>> {
    let (x, y) = (ex.value(a)?, ex.value(b)?);
    if let Some(order) = x.compare_measures(&y) {
        return Ok(Some(order));
    }
    let (s, t) = (ex.text(a)?, ex.text(b)?);
    if let (Some(m), Some(n)) = (loose_number(&s, &x), loose_number(&t, &y)) {
        return Ok(m.partial_cmp(&n));
    }
    if let (Some(m), Some(n)) = (day_of_year(&s), day_of_year(&t)) {
        return Ok(Some(m.cmp(&n)));
    }
    Ok((x == Value::Text && y == Value::Text).then(|| fold(&s).cmp(&fold(&t))))
}

/// The month and day of a date without a year.
pub(super) fn day_of_year(text: &str) -> Option<(u8, u8)> {
    if Value::parse(text) != Value::Text {
        return None;
    }
    // A leap year, so that every day can be parsed.
    let Value::Date(date) = Value::parse(&format!("{}, 2000", text.trim())) else { return None };
    Some((date.month()?, date.day().unwrap_or(0)))
}

/// For each member, its first number, or the number beside the words of `value`.
pub(super) fn first_number(
    ex: &Executor<'_>,
    set: &ItemSet,
    value: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut label = None;
    if let Some((_, operand)) = value
        && let Some(item) = materialise(operand, before)?.items().first()
    {
        label = Some(ex.text(item)?);
    }
    let mut out = ItemSet::default();
    for item in set.items() {
        let text = ex.text(item)?;
        let number = match &label {
            Some(label) => NumbersByWord::of(&text).number(label, false),
            None => loose_number(&text, &ex.value(item)?),
        };
        let Some(n) = number else { continue };
        let value = match (computed(n, ""), &item.value) {
            (ItemValue::Computed(value, text), ItemValue::Cell(_) | ItemValue::Derived(..)) => {
                ItemValue::Derived(value, text)
            }
            (value, _) => value,
        };
        out.push(Item::new(value, item.facts.clone()));
    }
    Ok(out)
}

pub(super) fn median(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (mut numbers, unit, style) = numbers(ex, set, "median")?;
    numbers.sort_by(f64::total_cmp);
    let middle = match numbers.len() {
        0 => return Ok(ItemSet::default()),
        n if n % 2 == 1 => numbers[n / 2],
        n => (numbers[n / 2 - 1] + numbers[n / 2]) / 2.0,
    };
    Ok(ItemSet::from_iter([Item::new(styled(middle, &unit, style.of_any_size()), set.facts())]))
}

/// The product or the quotient of two numbers.
pub(super) fn scaled(ex: &Executor<'_>, sets: &[ItemSet], times: bool) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let result = match (x.number(), y.number()) {
        (Some(m), Some(n)) if times => Some(m * n),
        (Some(m), Some(n)) if n != 0.0 => Some(m / n),
        _ => None,
    };
    let Some(result) = result.filter(|n| n.is_finite()) else {
        return Err(ExecuteError::step(
            "not-a-number",
            "these two values cannot be multiplied or divided",
            "both must be numbers, and a divisor must not be 0",
        ));
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    Ok(ItemSet::from_iter([Item::new(computed(rounded(result), ""), facts)]))
}

/// The hours between two moments when both have a time of day, otherwise days, or whole years when one has no
/// day.
fn time_between(from: Moment, to: Moment) -> ItemValue {
    let years = || (f64::from(to.0.year() - from.0.year()), "");
    let (number, unit) = elapsed(to, from).unwrap_or_else(years);
    computed(number, unit)
}

pub(super) fn absolute(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    if set.len() > 1 && set.items().iter().all(|item| matches!(item.value, ItemValue::Derived(..))) {
        let mut out = ItemSet::default();
        for item in set.items() {
            let single = ItemSet::from_iter([item.clone()]);
            absolute(ex, &single)?.items().iter().for_each(|item| out.push(item.clone()));
        }
        return Ok(out);
    }
    let Some(item) = one(ex, set, "given")? else { return Ok(ItemSet::default()) };
    let value = ex.value(&item)?;
    match loose_number(&ex.text(&item)?, &value) {
        // A number that is not negative stays as it is, with its unit.
        Some(n) if n >= 0.0 && (value.number().is_some() || suffix(&ex.text(&item)?).is_some()) => {
            Ok(set.clone())
        }
        Some(n) => Ok(ItemSet::from_iter([Item::new(
            computed(n.abs(), value.unit().unwrap_or_default()),
            set.facts(),
        )])),
        None => Err(ExecuteError::step(
            "not-a-number",
            "absolute needs a number",
            "first get a number, for example with difference",
        )),
    }
}

pub(super) fn compare(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let ordering = match x.compare_measures(&y) {
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
    Ok(ItemSet::from_iter([Item::new(ItemValue::Computed(Value::Text, symbol.to_owned()), facts)]))
}

/// Replaces the numbers of months by their names; any other item is kept.
pub(super) fn month_names(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for item in set.items() {
        let text = ex.text(item)?;
        let at = text.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(name) = at.and_then(|at| MONTHS.get(at)) else {
            out.push(item.clone());
            continue;
        };
        let mut letters = name.chars();
        let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        out.push(Item::new(ItemValue::Computed(Value::Text, name), item.facts.clone()));
    }
    Ok(out)
}

/// The year in a text, when only one number in it can be a year.
fn year_in(text: &str) -> Option<Date> {
    let mut years = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| part.len() == 4)
        .filter_map(|part| part.parse::<i32>().ok().filter(|year| (1000..=2999).contains(year)));
    let year = years.next()?;
    years.next().is_none().then(|| Date::new(year, None, None)).flatten()
}

pub(super) fn date_part(ex: &Executor<'_>, set: &ItemSet, function: Function) -> Result<ItemSet> {
    let mut out = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        let date = match &item.value {
            ItemValue::Time(date) => Some(*date),
            _ => value.date(),
        };
        let text = ex.text(item)?;
        // Computed numbers are not searched for a year: the mean of some years is not a date.
        let date = date.or_else(|| if value.number().is_none() { year_in(&text) } else { None });
        let without_year = if date.is_none() { day_of_year(&text) } else { None };
        let part = without_year.and_then(|(month, day)| match function {
            Function::Month => Some(f64::from(month)),
            Function::Day => Some(f64::from(day)).filter(|day| *day > 0.0),
            _ => None,
        });
        let part = part.or_else(|| {
            date.and_then(|date| match function {
                Function::Year => Some(f64::from(date.year())),
                Function::Month => date.month().map(f64::from),
                _ => date.day().map(f64::from),
            })
        });
        if let Some(part) = part {
            // The years of two cells are kept apart, as the cells are.
            let value = match (computed(part, ""), &item.value) {
                (ItemValue::Computed(value, text), ItemValue::Cell(_) | ItemValue::Derived(..)) => {
                    ItemValue::Derived(value, text)
                }
                (value, _) => value,
            };
            out.push(Item::new(value, item.facts.clone()));
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
