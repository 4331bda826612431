//! Functions that depend on the order or the grouping of members: sorting, positions, runs, values with the
//! number of their occurrences.

use std::cmp::Ordering;
use std::collections::HashMap;

use trustuqa_model::{Comparison, NodeId, NodeKind, Value, fold};

use super::numbers::number;
use super::ranking::positions;
use super::{ValueColumn, column, materialise, name_of};
use crate::execute::item::{Identity, Item, ItemSet, ItemValue, Measure};
use crate::execute::{Executor, Result};
use crate::query::execution::Operand;

/// The members sorted by their first value under a relation, or by their own; those without a typed position
/// come last, in alphabetical order.
pub(super) fn sorted(
    ex: &Executor<'_>,
    set: &ItemSet,
    by: &ValueColumn<'_>,
    descending: bool,
) -> Result<ItemSet> {
    let mut values = Vec::new();
    for item in set.items() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        values.push(column(ex, &single, by)?.items().first().cloned());
    }
    let known: Vec<Item> = values.iter().flatten().cloned().collect();
    let mut places = positions(ex, &known)?.into_iter();
    let mut keyed: Vec<(Option<f64>, String, &Item)> = Vec::new();
    for (item, value) in set.items().iter().zip(&values) {
        let (place, text) = match value {
            Some(value) => (places.next().flatten(), fold(&ex.text(value)?)),
            None => (None, String::new()),
        };
        keyed.push((place, text, item));
    }
    keyed.sort_by(|a, b| {
        let order = match (a.0, b.0) {
            (Some(x), Some(y)) => x.total_cmp(&y),
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            (None, None) => a.1.cmp(&b.1),
        };
        if descending { order.reverse() } else { order }
    });
    Ok(keyed.into_iter().map(|(_, _, item)| item.clone()).collect())
}

/// The k-th member of a set in its present order, from 1.
pub(super) fn nth(set: &ItemSet, k: usize) -> ItemSet {
    k.checked_sub(1).and_then(|at| set.items().get(at)).cloned().into_iter().collect()
}

/// The parts of each text, in order, or only the one at `place`. Without a separator that occurs in the text,
/// it is split at punctuation and dashes.
pub(super) fn split(
    ex: &Executor<'_>,
    set: &ItemSet,
    separator: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
    place: Option<usize>,
) -> Result<ItemSet> {
    let mut between = Vec::new();
    if let Some((_, operand)) = separator {
        for item in materialise(operand, before)?.items() {
            between.push(ex.text(item)?);
        }
    }
    let mut out = ItemSet::default();
    for item in set.items() {
        let text = ex.text(item)?;
        let separator = between.iter().map(String::as_str).find(|s| !s.is_empty() && text.contains(*s));
        let parts: Vec<&str> = match separator {
            Some(separator) => text.split(separator).collect(),
            None => text.split([';', ',', '/', '–', '—', '-', '\n']).collect(),
        };
        let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
        let is_asked = |at: usize| place.is_none_or(|place| at + 1 == place);
        for (_, part) in parts.enumerate().filter(|(at, _)| is_asked(*at)) {
            let value = ItemValue::Derived(Value::parse(part), part.to_owned());
            out.push(Item::new(value, item.facts.clone()));
        }
    }
    Ok(out)
}

/// Each name once, with all facts of the members that have it.
pub(super) fn unique(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    Ok(groups(ex, set)?.into_iter().map(|(_, item)| item).collect())
}

/// Each name once, as the key of a group whose value is the number of its occurrences.
pub(super) fn count_by(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for (count, item) in groups(ex, set)? {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let value = match item.value {
            // Equal cells are one group.
            ItemValue::Cell(node) => ItemValue::Node(node),
            ItemValue::Derived(value, text) => ItemValue::Computed(value, text),
            value => value,
        };
        let measure = Measure { value: Value::Integer(count), text: count.to_string() };
        out.push(Item { value, facts: item.facts, measure: Some(Box::new(measure)) });
    }
    Ok(out)
}

/// The members by name, with the number of occurrences: an entity counts once for each fact by which it was
/// found, any other item once.
pub(super) fn groups(ex: &Executor<'_>, set: &ItemSet) -> Result<Vec<(usize, Item)>> {
    let mut groups: Vec<(usize, Item)> = Vec::new();
    let mut index: HashMap<Identity, usize> = HashMap::new();
    for item in set.items() {
        let at = *index.entry(name_of(ex, item)?).or_insert_with(|| {
            groups.push((0, Item::new(item.value.clone(), Vec::new())));
            groups.len() - 1
        });
        // A name is shown in its shortest spelling: `Oslo` rather than `@Oslo`.
        let (known, own) = (ex.text(&groups[at].1)?, ex.text(item)?);
        if own.len() < known.len() && known.ends_with(&own) {
            groups[at].1.value = item.value.clone();
        }
        // An entity occurs as often as the facts by which it was found. A cell is one fact; its other facts
        // are evidence.
        groups[at].0 += match item.value {
            ItemValue::Node(_) => item.facts.len().max(1),
            _ => 1,
        };
        groups[at].1.facts.extend(&item.facts);
    }
    Ok(groups)
}

/// The length of the longest run of consecutive members: by their numbers or years, otherwise by their row
/// numbers. For texts of different names, or when a value is asked for, it is the longest run of equal
/// members.
pub(super) fn longest_run(
    ex: &Executor<'_>,
    set: &ItemSet,
    value: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut asked = Vec::new();
    if let Some((_, operand)) = value {
        for item in materialise(operand, before)?.items() {
            asked.push(name_of(ex, item)?);
        }
    }
    let mut names = Vec::new();
    let mut all_texts = true;
    for item in set.items() {
        all_texts &= matches!(item.value, ItemValue::Cell(_)) && ex.value(item)? == Value::Text;
        names.push(name_of(ex, item)?);
    }
    let differ = names.windows(2).any(|pair| pair[0] != pair[1]);
    if !asked.is_empty() || all_texts && differ {
        let (mut longest, mut run) = (0_usize, 0);
        for (at, name) in names.iter().enumerate() {
            run = if at > 0 && names[at - 1] == *name { run + 1 } else { 1 };
            if asked.is_empty() || asked.contains(name) {
                longest = longest.max(run);
            }
        }
        return Ok(number(longest as f64, set));
    }
    // A single span of years is a run of years, including both ends.
    if let [item] = set.items()
        && let Some(years) = super::spans::between_years(&ex.text(item)?)
    {
        return Ok(number(years + 1.0, set));
    }
    let mut places = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        let place = match (&value, value.date()) {
            (Value::Integer(n), _) => Some(*n),
            (Value::Date(_), Some(date)) => Some(i64::from(date.year())),
            _ => row_of(ex, item)?,
        };
        places.extend(place);
    }
    places.sort_unstable();
    places.dedup();
    let (mut longest, mut run) = (0_usize, 0);
    let mut last = None;
    for place in places {
        run = if last.is_some() && last == place.checked_sub(1) { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(place);
    }
    Ok(number(longest as f64, set))
}

/// The number of the row that an item is or belongs to.
fn row_of(ex: &Executor<'_>, item: &Item) -> Result<Option<i64>> {
    let node = match (&item.value, item.facts.first()) {
        (ItemValue::Node(node), _) => Some(*node),
        (_, Some(fact)) => Some(ex.graph().fact(*fact)?.head),
        _ => None,
    };
    Ok(match node.map(|node| ex.node(node)).transpose()? {
        Some((_, _, NodeKind::Row { row, .. })) => Some(i64::from(row)),
        _ => None,
    })
}
