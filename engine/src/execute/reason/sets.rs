//! Sets from sets: union, intersection, difference, complement, and the members whose values compare with a
//! bound.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use trustuqa_model::{Comparison, FactId, NodeId, NodeKind, Scope, SourceId, Value};

use super::{ValueColumn, column, is_row, materialise, name_of, rows_have_no_values};
use crate::execute::amount::in_unit_of_bound;
use crate::execute::item::{Identity, Item, ItemSet, ItemValue};
use crate::execute::{Executor, Result, matching, operand, row_number, table_rows};
use crate::query::execution::Operand;

/// The identity of an item across sets: cells with the same name are equal, and a year equals a node with its
/// name.
fn shared_identity(ex: &Executor<'_>, item: &Item, by_text: bool) -> Result<Identity> {
    Ok(match (&item.value, by_text) {
        (ItemValue::Fact(_), false) => item.identity(),
        (_, true) => name_of(ex, item)?,
        (ItemValue::Node(node) | ItemValue::Cell(node), false) => Identity::Node(*node),
        _ => item.identity(),
    })
}

/// Whether members are compared by name: when some of them are not nodes, cells or facts.
fn by_text(sets: &[ItemSet]) -> bool {
    sets.iter()
        .flat_map(ItemSet::items)
        .any(|i| matches!(i.value, ItemValue::Time(_) | ItemValue::Computed(..) | ItemValue::Derived(..)))
}

pub(super) fn union(sets: &[ItemSet]) -> ItemSet {
    sets.iter().flat_map(|s| s.items().iter().cloned()).collect()
}

/// When some sets hold only rows and others do not, replaces cells by their rows; otherwise `None`.
fn aligned(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<Option<Vec<ItemSet>>> {
    let mut rows = Vec::new();
    for set in sets {
        let mut all = !set.is_empty();
        for item in set.items() {
            all = all && is_row(ex, item)?;
        }
        rows.push(all);
    }
    if !rows.contains(&true) || !rows.contains(&false) {
        return Ok(None);
    }
    let mut out = Vec::new();
    for (set, all) in sets.iter().zip(rows) {
        let mut aligned = ItemSet::default();
        for item in set.items() {
            let own = if all { Vec::new() } else { table_rows::own_rows(ex, item, &[], &Scope::All)? };
            if own.is_empty() {
                aligned.push(item.clone());
            }
            own.into_iter().for_each(|row| aligned.push(row));
        }
        out.push(aligned);
    }
    Ok(Some(out))
}

pub(super) fn intersection(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let aligned = aligned(ex, sets)?;
    let sets = aligned.as_deref().unwrap_or(sets);
    let Some((first, others)) = sets.split_first() else { return Ok(ItemSet::default()) };
    let text = by_text(sets);
    let mut maps: Vec<HashMap<Identity, Vec<FactId>>> = Vec::new();
    for other in others {
        let mut map: HashMap<Identity, Vec<FactId>> = HashMap::new();
        for item in other.items() {
            map.entry(shared_identity(ex, item, text)?).or_default().extend(&item.facts);
        }
        maps.push(map);
    }
    let mut out = ItemSet::default();
    for item in first.items() {
        let identity = shared_identity(ex, item, text)?;
        if maps.iter().all(|m| m.contains_key(&identity)) {
            let mut item = item.clone();
            if !matches!(item.value, ItemValue::Cell(_)) {
                for map in &maps {
                    item.facts.extend(map.get(&identity).into_iter().flatten());
                }
                let mut seen = HashSet::new();
                item.facts.retain(|f| seen.insert(*f));
            }
            out.push(item);
        }
    }
    Ok(out)
}

pub(super) fn difference_of_sets(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let aligned = aligned(ex, sets)?;
    let sets = aligned.as_deref().unwrap_or(sets);
    let Some((first, others)) = sets.split_first() else { return Ok(ItemSet::default()) };
    let text = by_text(sets);
    let mut without = HashSet::new();
    for item in others.iter().flat_map(ItemSet::items) {
        without.insert(shared_identity(ex, item, text)?);
    }
    let mut out = ItemSet::default();
    for item in first.items() {
        if !without.contains(&shared_identity(ex, item, text)?) {
            out.push(item.clone());
        }
    }
    Ok(out)
}

/// The complement of a set: the other rows of the tables of its rows, the other cells of the columns of its
/// cells, and for entities all others on the same side of the facts by which they were found. With two sets,
/// the first is the universe.
pub(super) fn negation(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    if sets.len() == 2 {
        return difference_of_sets(ex, sets);
    }
    let Some(set) = sets.first() else { return Ok(ItemSet::default()) };
    let inside: HashSet<NodeId> = set.nodes().into_iter().collect();
    let mut tables: Vec<SourceId> = Vec::new();
    let mut sides: Vec<(NodeId, SourceId, bool)> = Vec::new();
    for item in set.items() {
        let row = match &item.value {
            ItemValue::Node(node) => match ex.node(*node)?.2 {
                NodeKind::Row { source, .. } => Some(source),
                NodeKind::Name => None,
            },
            _ => None,
        };
        if let Some(source) = row {
            if !tables.contains(&source) {
                tables.push(source);
            }
            continue;
        }
        for id in &item.facts {
            let fact = ex.graph().fact(*id)?;
            for (node, as_head) in [(fact.head, true), (fact.tail, false)] {
                let side = (fact.relation, fact.source, as_head);
                if item.node() == Some(node) && !sides.contains(&side) {
                    sides.push(side);
                }
            }
        }
    }
    let mut out = ItemSet::default();
    for source in tables {
        let rows = row_number::rows_of_table(ex, source)?;
        for (fact, row) in rows.into_iter().filter(|(_, row)| !inside.contains(row)) {
            out.push(Item::new(ItemValue::Node(row), vec![fact]));
        }
    }
    for (relation, source, as_head) in sides {
        for posting in ex.graph().facts_of_relation(relation, None, &Scope::Only(vec![source]))? {
            if as_head && !inside.contains(&posting.head) {
                out.push(Item::new(ItemValue::Node(posting.head), vec![posting.fact]));
            } else if !as_head && !inside.contains(&posting.tail) {
                out.push(ex.tail_item(posting.fact, source, posting.tail));
            }
        }
    }
    Ok(out)
}

pub(super) fn keep(
    ex: &Executor<'_>,
    set: &ItemSet,
    by: &ValueColumn<'_>,
    value: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let Some((op, operand)) = value else { return Ok(set.clone()) };
    if by.relation.is_empty() {
        for item in set.items() {
            // A row that is the key of a group is compared by the value of its group.
            if item.measure.is_none() && is_row(ex, item)? {
                return rows_have_no_values("value to compare");
            }
        }
    }
    let mut bounds = operand::operand_values(ex, operand, before)?;
    if !matches!(op, Comparison::Eq | Comparison::Ne) {
        // A remark among numbers is no bound.
        bounds.retain(|bound| bound.order_key().is_some());
    }
    let labels = materialise(operand, before)?
        .items()
        .iter()
        .map(|i| name_of(ex, i))
        .collect::<Result<HashSet<_>>>()?;
    let mut out = ItemSet::default();
    for item in set.items() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        for candidate in column(ex, &single, by)?.items() {
            let same_text = labels.contains(&name_of(ex, candidate)?);
            let (value, text) = (ex.value(candidate)?, ex.text(candidate)?);
            let mut each = bounds
                .iter()
                .map(|bound| compares(&in_unit_of_bound(value.clone(), &text, bound), *op, bound, same_text));
            let kept = match op {
                _ if bounds.is_empty() => false,
                Comparison::Eq => each.any(|kept| kept),
                _ => each.all(|kept| kept),
            };
            if kept {
                out.push(item.clone());
                break;
            }
        }
    }
    Ok(out)
}

/// Whether a value compares with a bound as asked; `same_text` says that it has the name of a bound. As in
/// `get_information`, a day does not match its year.
pub(in crate::execute) fn compares(value: &Value, op: Comparison, bound: &Value, same_text: bool) -> bool {
    let equal = || {
        same_text
            || value.compare_measures(bound) == Some(Ordering::Equal) && matching::is_within(value, bound)
    };
    match op {
        Comparison::Eq => equal(),
        Comparison::Ne => !equal(),
        op => matching::is_ordered(value, op, bound),
    }
}
