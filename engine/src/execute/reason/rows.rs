//! Functions that go by the order of a source: neighbouring rows, first and last members.

use trustuqa_model::{NodeId, NodeKind, Scope, Value};

use super::numbers::number;
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{ExecuteError, Executor, Result, row_number};
use crate::query::ticked;

/// The rows `step` positions after those of the set, within their tables. Cells stand for the rows they are
/// in; a row number yields the number of the neighbouring row.
pub(super) fn neighbours(ex: &Executor<'_>, set: &ItemSet, step: i64) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for item in set.items() {
        let row: Option<NodeId> = match (&item.value, item.facts.first()) {
            (ItemValue::Node(node), _) => Some(*node),
            (ItemValue::Cell(_) | ItemValue::Derived(..), Some(fact)) => Some(ex.graph().fact(*fact)?.head),
            _ => None,
        };
        let kind = row.map(|node| ex.node(node)).transpose()?.map(|n| n.2);
        match kind {
            Some(NodeKind::Row { source, row }) => {
                let Ok(other) = u32::try_from(i64::from(row) + step) else { continue };
                let Some(node) = ex.graph().row_node(source, other)? else { continue };
                let facts = ex.graph().facts_of_head(node, None, &Scope::All)?;
                let Some(first) = facts.iter().map(|p| p.fact).min() else { continue };
                let is_number =
                    matches!(&item.value, ItemValue::Derived(Value::Integer(n), _) if *n == i64::from(row));
                out.push(if is_number {
                    row_number::number_item(other, first)
                } else {
                    Item::new(ItemValue::Node(node), vec![first])
                });
            }
            // A number that belongs to no table.
            _ if matches!(item.value, ItemValue::Computed(Value::Integer(_), _)) => {
                let n = ex.value(item)?.number().unwrap_or_default();
                let single = ItemSet::from_iter([item.clone()]);
                number(n + step as f64, &single).items().iter().for_each(|item| out.push(item.clone()));
            }
            _ => {
                return Err(ExecuteError::step(
                    "no-row",
                    format!("{} is not a row of a table", ticked(&ex.text(item)?)),
                    "first find a row, for example get_information(relation='Year', tail_entity='1994')",
                ));
            }
        }
    }
    Ok(out)
}

/// The first (or last) member in the order of the source: a cell goes by its own fact, any other item by the
/// earliest of its facts.
pub(super) fn in_source_order(set: &ItemSet, first: bool) -> ItemSet {
    let place = |item: &&Item| {
        let fact = match item.value {
            ItemValue::Cell(_) | ItemValue::Derived(..) => item.facts.first(),
            _ => item.facts.iter().min(),
        };
        fact.map_or(u32::MAX, |fact| fact.0)
    };
    let found =
        if first { set.items().iter().min_by_key(place) } else { set.items().iter().max_by_key(place) };
    found.cloned().into_iter().collect()
}
