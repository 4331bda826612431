//! What the order of a source decides: neighbouring rows, first and last members.

use trustuqa_storage::{NodeKind, Scope};

use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{ExecuteError, Executor, Result};
use crate::query::ticked;

/// The rows `step` places after those of the set, within their tables. Cells
/// stand for the rows they are in.
pub(super) fn neighbours(ex: &Executor<'_>, set: &ItemSet, step: i64) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for item in set.items() {
        let row = match &item.value {
            ItemValue::Node(node) => Some(*node),
            ItemValue::Cell(_) => match item.facts.first() {
                Some(fact) => Some(ex.graph().fact(*fact)?.head),
                None => None,
            },
            _ => None,
        };
        let kind = row.map(|node| ex.node(node)).transpose()?.map(|n| n.2);
        match kind {
            Some(NodeKind::Row { source, row }) => {
                let Ok(other) = u32::try_from(i64::from(row) + step) else { continue };
                if let Some(node) = ex.graph().row_node(source, other)? {
                    let facts = ex.graph().facts_of_head(node, None, &Scope::All)?;
                    out.push(Item {
                        value: ItemValue::Node(node),
                        facts: facts.first().map(|p| p.fact).into_iter().collect(),
                    });
                }
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

/// The member whose first fact stands first (or last) in its source.
pub(super) fn in_source_order(set: &ItemSet, first: bool) -> ItemSet {
    let place = |item: &&Item| item.facts.first().map_or(u32::MAX, |f| f.0);
    let found =
        if first { set.items().iter().min_by_key(place) } else { set.items().iter().max_by_key(place) };
    found.cloned().into_iter().collect()
}
