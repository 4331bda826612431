//! Statistics of the values of a set, and of two sets.

use std::collections::HashMap;

use super::numbers::{computed, numbers};
use super::{name_of, positions};
use crate::execute::amount::in_unit_of_bound;
use crate::execute::item::{Item, ItemSet, ItemValue, Measure};
use crate::execute::{ExecuteError, Executor, Result};
use trustuqa_model::Value;

/// The sample standard deviation (n - 1, Bessel's correction), as spreadsheets compute it.
pub(super) fn standard_deviation(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit, _) = numbers(ex, set, "standard deviation")?;
    if numbers.len() < 2 {
        return Ok(ItemSet::default());
    }
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    Ok(ItemSet::from_iter([Item::new(computed((squares / (count - 1.0)).sqrt(), &unit), set.facts())]))
}

/// The k-th percentile, with linear interpolation between two values (the method of NumPy's `percentile` and
/// of spreadsheets' PERCENTILE.INC).
pub(super) fn percentile(ex: &Executor<'_>, set: &ItemSet, k: usize) -> Result<ItemSet> {
    let (mut numbers, unit, _) = numbers(ex, set, "percentile")?;
    numbers.sort_by(f64::total_cmp);
    let Some(top) = numbers.len().checked_sub(1) else { return Ok(ItemSet::default()) };
    let place = (k.min(100) as f64 / 100.0) * top as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    let (low, high, part) = (numbers[low], numbers[high.min(top)], place.fract());
    Ok(ItemSet::from_iter([Item::new(computed(low + (high - low) * part, &unit), set.facts())]))
}

/// Pearson's correlation of the values that two sets of groups have for the same members.
pub(super) fn correlation(sets: &[ItemSet]) -> Result<ItemSet> {
    let [first, second] = sets else { return Ok(ItemSet::default()) };
    let mut others = HashMap::new();
    for item in second.items() {
        if let Some(number) = item.measure.as_ref().and_then(|measure| measure.value.number()) {
            others.insert(item.identity(), number);
        }
    }
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for item in first.items() {
        let own = item.measure.as_ref().and_then(|measure| measure.value.number());
        if let (Some(own), Some(other)) = (own, others.get(&item.identity())) {
            pairs.push((own, *other));
        }
    }
    let count = pairs.len() as f64;
    if pairs.len() < 2 {
        return Err(ExecuteError::step(
            "too-few-values",
            "a correlation needs at least two members that have both values",
            "check that both relations have numbers for the same rows",
        ));
    }
    let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut both, mut x, mut y) = (0.0, 0.0, 0.0);
    for (a, b) in &pairs {
        both += (a - mean_x) * (b - mean_y);
        x += (a - mean_x).powi(2);
        y += (b - mean_y).powi(2);
    }
    if x == 0.0 || y == 0.0 {
        return Err(ExecuteError::step(
            "no-variation",
            "the values of one side are all the same, so there is no correlation",
            "choose columns whose values differ",
        ));
    }
    let mut facts = first.facts();
    facts.extend(second.facts());
    Ok(ItemSet::from_iter([Item::new(computed(both / (x * y).sqrt(), ""), facts)]))
}

/// The first set as a percentage of the second: of two single numbers by their size, otherwise by the number
/// of members.
pub(super) fn share(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [part, whole] = sets else { return Ok(ItemSet::default()) };
    let (own, all) = match (single_number(ex, part)?, single_number(ex, whole)?) {
        (Some(own), Some(all)) => (own, all),
        _ => (part.len() as f64, whole.len() as f64),
    };
    if all == 0.0 {
        return Err(ExecuteError::step(
            "share-of-nothing",
            "the second set is empty or zero, so nothing has a share of it",
            "check the step that the second set comes from",
        ));
    }
    let mut facts = part.facts();
    facts.extend(whole.facts());
    let mut seen = rustc_hash::FxHashSet::default();
    facts.retain(|fact| seen.insert(*fact));
    Ok(ItemSet::from_iter([Item::new(computed(own / all * 100.0, "%"), facts)]))
}

/// The number of a set that consists of one cell or one computed value: a count, a sum, an extreme.
fn single_number(ex: &Executor<'_>, set: &ItemSet) -> Result<Option<f64>> {
    match set.items() {
        [item]
            if matches!(
                item.value,
                ItemValue::Computed(..) | ItemValue::Derived(..) | ItemValue::Cell(_)
            ) =>
        {
            Ok(ex.value(item)?.number())
        }
        _ => Ok(None),
    }
}

/// Each member with its rank by its value, the largest first; members with equal values share a rank.
pub(super) fn ranks(ex: &Executor<'_>, set: &ItemSet, values: &[Option<Item>]) -> Result<ItemSet> {
    let known: Vec<Item> = values.iter().flatten().cloned().collect();
    let mut places = positions(ex, &known)?.into_iter();
    let mut ranked: Vec<(f64, Item)> = Vec::new();
    for (item, value) in set.items().iter().zip(values) {
        let Some(place) = value.as_ref().and_then(|_| places.next().flatten()) else { continue };
        ranked.push((place, item.clone()));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut out = ItemSet::default();
    let mut shared = (f64::NAN, 0);
    for (at, (place, mut item)) in ranked.into_iter().enumerate() {
        if place != shared.0 {
            shared = (place, at + 1);
        }
        item.measure =
            Some(Box::new(Measure { value: Value::Integer(shared.1 as i64), text: shared.1.to_string() }));
        out.push(item);
    }
    Ok(out)
}

/// The members whose value is nearest to any of the bounds.
pub(super) fn nearest(
    ex: &Executor<'_>,
    set: &ItemSet,
    values: &[Option<Item>],
    bounds: &[Value],
) -> Result<ItemSet> {
    let place = |value: &Value, beside: &Value| -> Option<f64> {
        match (value.number(), beside.number()) {
            (Some(a), Some(b)) => Some((a - b).abs()),
            _ => {
                let (a, b) = (value.date()?, beside.date()?);
                Some((f64::from(a.first_day()) - f64::from(b.first_day())).abs())
            }
        }
    };
    let mut best: Vec<(f64, &Item)> = Vec::new();
    for (item, value) in set.items().iter().zip(values) {
        let Some(value) = value else { continue };
        let (own, text) = (ex.value(value)?, ex.text(value)?);
        let distance = bounds
            .iter()
            .filter_map(|bound| place(&in_unit_of_bound(own.clone(), &text, bound), bound))
            .min_by(f64::total_cmp);
        best.extend(distance.map(|distance| (distance, item)));
    }
    let Some(least) = best.iter().map(|(distance, _)| *distance).min_by(f64::total_cmp) else {
        return Ok(ItemSet::default());
    };
    Ok(best.into_iter().filter(|(distance, _)| *distance == least).map(|(_, item)| item.clone()).collect())
}

/// Whether every member of the first set is in the second, or with `both_ways` whether the sets are equal.
/// Members are compared by name, because the sets may come from different columns.
pub(super) fn contained(ex: &Executor<'_>, sets: &[ItemSet], both_ways: bool) -> Result<bool> {
    let [first, second] = sets else { return Ok(false) };
    if both_ways && let (Some(a), Some(b)) = (single_number(ex, first)?, single_number(ex, second)?) {
        return Ok(a == b);
    }
    let names = |set: &ItemSet| -> Result<std::collections::HashSet<_>> {
        set.items().iter().map(|item| name_of(ex, item)).collect()
    };
    let (first, second) = (names(first)?, names(second)?);
    Ok(if both_ways { first == second } else { first.is_subset(&second) })
}
