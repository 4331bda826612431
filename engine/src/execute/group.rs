//! Grouping: the members of a set by a value that they share, with one value for each group.

use rustc_hash::FxHashMap;
use trustuqa_model::{FactId, NodeId, Scope, Value};

use super::column::{READ_AT_ONCE, values_of_each};
use super::item::{Identity, Item, ItemSet, ItemValue, Measure};
use super::reason::{self, name_of, positions};
use super::{Executor, Result};
use crate::query::column::{Aggregate, Column};

/// A group under construction.
struct Group {
    key: Item,
    /// The members, or their values where `of` is given.
    values: ItemSet,
    /// The facts by which the members were found.
    facts: Vec<FactId>,
    members: usize,
    /// Per name of a value: the value, the number of members that have it, and their weights, if any are
    /// used.
    weights: FxHashMap<Identity, (Item, usize, Option<ItemSet>)>,
}

impl Group {
    /// Counts one more member with a value, and its weights, if any are used.
    fn weigh(&mut self, name: Identity, value: &Item, weights: Option<&[Item]>) {
        let unweighed = || (value.clone(), 0, weights.map(|_| ItemSet::default()));
        let (_, members, sum) = self.weights.entry(name).or_insert_with(unweighed);
        *members += 1;
        if let (Some(sum), Some(weights)) = (sum, weights) {
            weights.iter().for_each(|weight| sum.push_apart(weight.clone()));
        }
    }
}

/// The columns by which a set is grouped.
#[derive(Clone, Copy)]
pub(super) struct Columns<'c> {
    /// The column whose value the members of a group share.
    pub by: Option<&'c Column<NodeId>>,
    /// The column whose values are aggregated.
    pub of: Option<&'c Column<NodeId>>,
    /// The weight of each member, where the value with the largest or smallest sum is asked for.
    pub weight: Option<&'c Column<NodeId>>,
}

/// Groups the members by a column, and aggregates their values in another column to one value for each group.
/// Without `by`, each member is a group of its own. Without `of`, the members themselves are aggregated; when
/// each member is its own group, the count of an entity is the number of facts by which it was found.
///
/// Members without a key are left out, and so are groups without a value, unless they are counted. Groups are
/// ordered by their keys where all of these are numbers or dates, otherwise in the order in which they were
/// found.
pub(super) fn group(
    ex: &Executor<'_>,
    set: &ItemSet,
    Columns { by, of, weight }: Columns<'_>,
    with: Aggregate,
    scope: &Scope,
) -> Result<ItemSet> {
    ex.expect_nodes(set.items().iter().filter_map(Item::node))?;
    let mut groups: Vec<Group> = Vec::new();
    let mut index: FxHashMap<Identity, usize> = FxHashMap::default();
    let weighs = matches!(with, Aggregate::Most | Aggregate::Least);
    for some in set.items().chunks(READ_AT_ONCE) {
        let read = |column: Option<&Column<NodeId>>| {
            column.map(|column| values_of_each(ex, some, column, scope)).transpose()
        };
        let (keys, values, weights) = (read(by)?, read(of)?, read(weight.filter(|_| weighs))?);
        for (at, item) in some.iter().enumerate() {
            let of_member = |read: &Option<Vec<Vec<Item>>>| read.as_ref().map(|read| read[at].clone());
            let keys = of_member(&keys).unwrap_or_else(|| vec![item.clone()]);
            let own = of_member(&values).unwrap_or_else(|| match with {
                // A list names the members themselves, also where they are keys of groups.
                Aggregate::List | Aggregate::Most | Aggregate::Least => vec![plain(item)],
                // When groups are grouped again, their values are aggregated.
                _ => vec![reason::measured(item).unwrap_or_else(|| item.clone())],
            });
            let weights = of_member(&weights);
            for key in keys {
                let at = *index.entry(name_of(ex, &key)?).or_insert_with(|| {
                    groups.push(Group {
                        key: plain(&key),
                        values: ItemSet::default(),
                        facts: Vec::new(),
                        members: 0,
                        weights: FxHashMap::default(),
                    });
                    groups.len() - 1
                });
                let members = match by {
                    None if matches!(item.value, ItemValue::Node(_)) => item.facts.len().max(1),
                    _ => 1,
                };
                let group = &mut groups[at];
                group.facts.extend(item.facts.iter().chain(&key.facts));
                group.members += members;
                for value in &own {
                    if weighs {
                        group.weigh(name_of(ex, value)?, value, weights.as_deref());
                    }
                    match of {
                        // A value that two members share counts once for the group.
                        Some(_) => group.values.push(value.clone()),
                        None => group.values.push_apart(value.clone()),
                    }
                }
            }
        }
    }
    let mut out = ItemSet::default();
    for group in in_order(ex, groups)? {
        let measure = match (with, of) {
            (Aggregate::Count, None) => whole(group.members),
            (Aggregate::Count, Some(_)) => whole(group.values.len()),
            (Aggregate::CountDistinct, _) => whole(distinct(ex, &group.values)?),
            (with, _) if with.is_of_names() => {
                let names = match with {
                    Aggregate::List => group.values.clone(),
                    with => heaviest(ex, &group, with == Aggregate::Most)?,
                };
                match listed(ex, &names)? {
                    Some(measure) => measure,
                    None => continue,
                }
            }
            (with, _) => match aggregate(ex, &group.values, with)? {
                Some(measure) => measure,
                None => continue,
            },
        };
        let mut facts = group.facts;
        facts.extend(group.values.facts());
        let mut item = Item::new(group.key.value, Vec::new());
        item.measure = Some(Box::new(measure));
        // Removes duplicates, in the order of the first occurrence.
        let mut seen = rustc_hash::FxHashSet::default();
        facts.retain(|fact| seen.insert(*fact));
        item.facts = facts;
        out.push(item);
    }
    Ok(out)
}

/// A key without the cell from which it was read, so that equal cells are one key.
fn plain(key: &Item) -> Item {
    let value = match &key.value {
        ItemValue::Cell(node) => ItemValue::Node(*node),
        ItemValue::Derived(value, text) => ItemValue::Computed(value.clone(), text.clone()),
        value => value.clone(),
    };
    Item::new(value, Vec::new())
}

fn whole(count: usize) -> Measure {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    Measure { value: Value::Integer(count), text: count.to_string() }
}

fn distinct(ex: &Executor<'_>, values: &ItemSet) -> Result<usize> {
    let mut names = std::collections::HashSet::new();
    for item in values.items() {
        names.insert(name_of(ex, item)?);
    }
    Ok(names.len())
}

/// The values with the largest (`most`) or smallest weight: the number of their members, or the sum of their
/// weights; a value without any weight is left out. Several values when these are equal.
fn heaviest(ex: &Executor<'_>, group: &Group, most: bool) -> Result<ItemSet> {
    let mut counted: Vec<(&Item, f64)> = Vec::new();
    for (value, members, weights) in group.weights.values() {
        let weight = match weights {
            None => Some(*members as f64),
            Some(weights) if weights.is_empty() => None,
            Some(weights) => aggregate(ex, weights, Aggregate::Sum)?.and_then(|sum| sum.value.number()),
        };
        counted.extend(weight.map(|weight| (value, weight)));
    }
    let all = counted.iter().map(|(_, weight)| *weight);
    let best = if most { all.reduce(f64::max) } else { all.reduce(f64::min) };
    let mut out = ItemSet::default();
    for (value, weight) in counted {
        // Sums of the same weights in another order differ in their last digits.
        if best.is_some_and(|best| (weight - best).abs() <= 1e-9 * best.abs().max(1.0)) {
            out.push(value.clone());
        }
    }
    Ok(out)
}

/// The distinct values of a group as one text, in alphabetical order; `None` where there are none.
fn listed(ex: &Executor<'_>, values: &ItemSet) -> Result<Option<Measure>> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut named: Vec<(String, &Item)> = Vec::new();
    for item in values.items() {
        if seen.insert(name_of(ex, item)?) {
            named.push((ex.text(item)?, item));
        }
    }
    named.sort_by_cached_key(|(text, _)| trustuqa_model::fold(text));
    // A single value keeps its type: the day of a single visit is a date.
    let value = match named.as_slice() {
        [] => return Ok(None),
        [(_, only)] => ex.value(only)?,
        _ => Value::Text,
    };
    let texts: Vec<String> = named.into_iter().map(|(text, _)| text).collect();
    Ok(Some(Measure { value, text: texts.join(", ") }))
}

/// Aggregates values into one; `None` when there is nothing to aggregate.
fn aggregate(ex: &Executor<'_>, values: &ItemSet, with: Aggregate) -> Result<Option<Measure>> {
    let found = reason::aggregate(ex, values, with)?;
    let Some(item) = found.items().first() else { return Ok(None) };
    Ok(Some(Measure { value: ex.value(item)?, text: ex.text(item)? }))
}

/// Sorts groups by their keys, where all of these are numbers or dates; otherwise keeps their order.
fn in_order(ex: &Executor<'_>, groups: Vec<Group>) -> Result<Vec<Group>> {
    let keys: Vec<Item> = groups.iter().map(|group| group.key.clone()).collect();
    let is_row = |item: &Item| reason::is_row(ex, item);
    for key in &keys {
        if is_row(key)? {
            return Ok(groups);
        }
    }
    let places = positions(ex, &keys)?;
    if places.iter().any(Option::is_none) {
        return Ok(groups);
    }
    let mut placed: Vec<(f64, Group)> = places.into_iter().flatten().zip(groups).collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(placed.into_iter().map(|(_, group)| group).collect())
}
