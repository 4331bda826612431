//! What depends on the order or the grouping of members: sorting, places, runs,
//! values with the number of their occurrences.

use std::cmp::Ordering;
use std::collections::HashMap;

use trustuqa_storage::{NodeKind, Value, fold};

use super::numbers::number;
use super::ranking::positions;
use super::{Column, column, name_of};
use crate::execute::item::{Identity, Item, ItemSet, ItemValue};
use crate::execute::{Executor, Result};
use trustuqa_storage::NodeId;

/// The members by their (value of a) relation; what has no place in the order comes
/// last. Texts are sorted by the alphabet.
pub(super) fn sorted(ex: &Executor<'_>, set: &ItemSet, by: &Column<'_>, descending: bool) -> Result<ItemSet> {
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

/// The k-th member of the set as it stands.
pub(super) fn nth(set: &ItemSet, k: usize) -> ItemSet {
    k.checked_sub(1).and_then(|at| set.items().get(at)).cloned().into_iter().collect()
}

/// Each name once, with everything it rests on.
pub(super) fn unique(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    Ok(groups(ex, set)?.into_iter().map(|(_, item)| item).collect())
}

/// Each name once, with the number of its occurrences as its value.
pub(super) fn count_by(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for (count, item) in groups(ex, set)? {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        out.push(Item {
            value: ItemValue::Derived(Value::Integer(count), ex.text(&item)?),
            facts: item.facts,
        });
    }
    Ok(out)
}

/// The members by name, with how often each occurs: an entity in as many facts as it
/// was found by, a cell in its own.
pub(super) fn groups(ex: &Executor<'_>, set: &ItemSet) -> Result<Vec<(usize, Item)>> {
    let mut groups: Vec<(usize, Item)> = Vec::new();
    let mut index: HashMap<Identity, usize> = HashMap::new();
    for item in set.items() {
        let at = *index.entry(name_of(ex, item)?).or_insert_with(|| {
            groups.push((0, Item { value: item.value.clone(), facts: Vec::new() }));
            groups.len() - 1
        });
        // An entity that occurs in several facts occurs that often; a cell stands in
        // one, and what else it rests on is evidence.
        groups[at].0 += match item.value {
            ItemValue::Node(_) => item.facts.len().max(1),
            _ => 1,
        };
        groups[at].1.facts.extend(&item.facts);
    }
    Ok(groups)
}

/// The length of the longest run of members that follow each other by one: numbers,
/// years, else the rows in which the members stand.
pub(super) fn longest_run(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
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
        run = if last == Some(place - 1) { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(place);
    }
    Ok(number(longest as f64, set))
}

/// The number of the row that an item is or stands in.
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
