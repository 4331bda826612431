//! Extremes, rankings and frequencies of the members of a set.

use std::cmp::Ordering;
use std::collections::HashSet;

use trustuqa_model::value::{converted, moment};
use trustuqa_model::{FactId, Value, fold};

use super::order::groups;
use super::{ValueColumn, column_of_each, is_row, rows_have_no_values};
use crate::execute::amount::common_unit;
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{ExecuteError, Executor, Result};

/// The position of each item in one typed order; `None` for an item that has no place in it.
///
/// A set can mix values that do not compare (numbers and remarks, kilograms and metres); units that convert
/// exactly count as one. The order is that of the most common kind, the first of equals. Years that are plain
/// numbers are ordered with dates when there are dates. Unlike [`Value::compare`], for which a year equals
/// each of its days, this is a total order, so that extremes do not depend on the order of the members.
pub(in crate::execute) fn positions(ex: &Executor<'_>, items: &[Item]) -> Result<Vec<Option<f64>>> {
    ex.expect_values(items)?;
    let values = items.iter().map(|item| ex.value(item)).collect::<Result<Vec<_>>>()?;
    if let Some(shares) = shares(ex, items, &values)? {
        return Ok(shares);
    }
    let dates = values.iter().any(|v| matches!(v, Value::Date(_)));
    let mut placed: Vec<Option<(u8, String, f64)>> = Vec::with_capacity(values.len());
    let values = in_common_units(values);
    for (item, value) in items.iter().zip(&values) {
        placed.push(match (value, value.date()) {
            (_, Some(date)) if dates => {
                // On the same day, the time of day decides, where it is written; the date itself has none.
                Some((2, String::new(), moment(date, &ex.text(item)?)))
            }
            _ => value
                .order_key()
                .map(|key| (key.class, value.unit().unwrap_or_default().to_owned(), key.position)),
        });
    }
    let mut kinds: Vec<((u8, &str), usize)> = Vec::new();
    for (class, unit, _) in placed.iter().flatten() {
        match kinds.iter_mut().find(|(kind, _)| *kind == (*class, unit.as_str())) {
            Some((_, count)) => *count += 1,
            None => kinds.push(((*class, unit), 1)),
        }
    }
    let commonest = kinds.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let chosen = kinds
        .iter()
        .find(|(_, count)| *count == commonest)
        .map(|((class, unit), _)| (*class, (*unit).to_owned()));
    let Some((class, unit)) = chosen else { return Ok(vec![None; items.len()]) };
    // Plain numbers compare with those of any single unit.
    let unit = match unit.is_empty() {
        true => {
            let units = kinds.iter().filter(|((c, u), _)| *c == class && !u.is_empty());
            // Reversed, because `max_by_key` returns the last of equals.
            units.rev().max_by_key(|(_, count)| *count).map_or(unit, |((_, u), _)| (*u).to_owned())
        }
        false => unit,
    };
    Ok(placed
        .into_iter()
        .map(|place| {
            place.filter(|(c, u, _)| *c == class && (u.is_empty() || *u == unit)).map(|(_, _, at)| at)
        })
        .collect())
}

/// Converts quantities to the most common of the units that convert into theirs.
fn in_common_units(mut values: Vec<Value>) -> Vec<Value> {
    let mut units: Vec<String> = Vec::new();
    for unit in values.iter().filter_map(Value::unit) {
        if !units.iter().any(|known| known == unit) {
            units.push(unit.to_owned());
        }
    }
    if units.len() < 2 {
        return values;
    }
    for unit in units {
        let alike = values.iter().filter_map(Value::unit).filter(|own| converted(1.0, own, &unit).is_some());
        let Some(common) = common_unit(alike) else { continue };
        for value in &mut values {
            if value.unit() == Some(unit.as_str()) {
                *value = value.in_unit(&common).unwrap_or_else(|| value.clone());
            }
        }
    }
    values
}

/// The positions of scores such as `9.5 of 10` by their share, and of names with a number in brackets, `Ana
/// (12)`, by that number. `None` unless all members are texts, and at least three in four of them have this
/// form.
fn shares(ex: &Executor<'_>, items: &[Item], values: &[Value]) -> Result<Option<Vec<Option<f64>>>> {
    if items.len() < 2 || values.iter().any(|value| *value != Value::Text) {
        return Ok(None);
    }
    let texts = items.iter().map(|item| ex.text(item)).collect::<Result<Vec<_>>>()?;
    for read in [share, number_in_brackets] {
        let places: Vec<Option<f64>> = texts.iter().map(|text| read(text)).collect();
        if places.iter().flatten().count() * 4 >= texts.len() * 3 {
            return Ok(Some(places));
        }
    }
    Ok(None)
}

/// `36 of 40` or `36 out of 40` as a fraction.
fn share(text: &str) -> Option<f64> {
    let (part, whole) = text.split_once(" out of ").or_else(|| text.split_once(" of "))?;
    let (part, whole) = (part.trim().parse::<f64>().ok()?, whole.trim().parse::<f64>().ok()?);
    Some(part / whole).filter(|share| whole > 0.0 && part >= 0.0 && share.is_finite())
}

/// The number in brackets after a name.
fn number_in_brackets(text: &str) -> Option<f64> {
    let (name, number) = text.trim().strip_suffix(')')?.rsplit_once(" (")?;
    let number = number.parse::<f64>().ok().filter(|number| number.is_finite())?;
    name.chars().any(char::is_alphabetic).then_some(number)
}

/// The smallest position for `Less`, otherwise the largest.
fn best_of(positions: impl Iterator<Item = f64>, side: Ordering) -> Option<f64> {
    if side == Ordering::Less { positions.min_by(f64::total_cmp) } else { positions.max_by(f64::total_cmp) }
}

pub(super) fn extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let positions = positions(ex, set.items())?;
    let Some(best) = best_of(positions.iter().flatten().copied(), side) else {
        return text_extreme(ex, set, side);
    };
    let winners =
        set.items().iter().zip(&positions).filter(|(_, at)| **at == Some(best)).map(|(item, _)| item);
    // Equal values are one extreme, which rests on the facts of all winners; but names that are compared by a
    // separate number stay different names.
    let named =
        |item: &&Item| matches!(&item.value, ItemValue::Derived(value, text) if Value::parse(text) != *value);
    let by_name = set.items().iter().any(|item| named(&item));
    let mut extremes: Vec<(String, Item, HashSet<FactId>)> = Vec::new();
    for winner in winners {
        let name = if by_name { ex.text(winner)? } else { String::new() };
        match extremes.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, item, seen)) => {
                item.facts.extend(winner.facts.iter().copied().filter(|fact| seen.insert(*fact)));
            }
            None => extremes.push((name, winner.clone(), winner.facts.iter().copied().collect())),
        }
    }
    Ok(extremes.into_iter().map(|(_, item, _)| item).collect())
}

/// Texts have no typed order; their extreme is the alphabetical one.
fn text_extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let mut best: Option<(String, &Item)> = None;
    for item in set.items() {
        if is_row(ex, item)? {
            return rows_have_no_values("largest or smallest value");
        }
        let text = fold(&ex.text(item)?);
        if best.as_ref().is_none_or(|(b, _)| text.cmp(b) == side) {
            best = Some((text, item));
        }
    }
    Ok(best.into_iter().map(|(_, item)| item.clone()).collect())
}

/// The members ranked by their largest (or smallest) value under a relation, or by their own. Without `k`,
/// all that share the first place.
pub(super) fn ranked(
    ex: &Executor<'_>,
    set: &ItemSet,
    by: &ValueColumn<'_>,
    side: Ordering,
    k: Option<usize>,
) -> Result<ItemSet> {
    // All values of all members, so that one order is chosen for them.
    let mut values = Vec::new();
    let mut owners = Vec::new();
    for (owner, own) in column_of_each(ex, set, by)?.iter().enumerate() {
        values.extend_from_slice(own.items());
        owners.extend(std::iter::repeat_n(owner, own.len()));
    }
    let positions = positions(ex, &values)?;
    let mut best: Vec<Option<(f64, usize)>> = vec![None; set.len()];
    for (at, (owner, position)) in owners.iter().zip(&positions).enumerate() {
        let Some(position) = *position else { continue };
        let slot = &mut best[*owner];
        let better = slot.is_none_or(|(known, _)| position.total_cmp(&known) == side);
        if better {
            *slot = Some((position, at));
        }
    }
    let mut scored: Vec<(f64, &Item, usize)> = Vec::new();
    for (item, best) in set.items().iter().zip(best) {
        scored.extend(best.map(|(position, at)| (position, item, at)));
    }
    if scored.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step(
            "no-order",
            "none of the members has a value that can be ordered",
            "name a relation with numbers or dates",
        ));
    }
    scored
        .sort_by(|(a, ..), (b, ..)| if side == Ordering::Greater { b.total_cmp(a) } else { a.total_cmp(b) });
    let first = scored.first().map(|(position, ..)| *position);
    scored.truncate(match k {
        Some(k) => k,
        None => scored.iter().take_while(|(position, ..)| Some(*position) == first).count(),
    });
    let deciding: Vec<FactId> =
        scored.iter().flat_map(|(.., at)| values[*at].facts.iter().copied()).collect();
    ex.graph().expect_facts(&deciding)?;
    let with_evidence = |(_, item, at): (f64, &Item, usize)| {
        let mut item = item.clone();
        // The facts of the deciding value become evidence. But a cell keeps its own fact first, because that
        // is its identity; and the fact of another cell with the same text is left out, because it would
        // count as the cell's own and lead to the wrong row.
        for fact in &values[at].facts {
            let same = matches!(item.value, ItemValue::Cell(cell) if ex.graph().fact(*fact)?.tail == cell);
            if !item.facts.contains(fact) && !same {
                item.facts.push(*fact);
            }
        }
        Ok(item)
    };
    scored.into_iter().map(with_evidence).collect()
}

pub(super) fn frequent(ex: &Executor<'_>, set: &ItemSet, most: bool) -> Result<ItemSet> {
    let groups = groups(ex, set)?;
    let Some(best) = (if most { groups.iter().map(|g| g.0).max() } else { groups.iter().map(|g| g.0).min() })
    else {
        return Ok(ItemSet::default());
    };
    Ok(groups.into_iter().filter(|g| g.0 == best).map(|g| g.1).collect())
}
