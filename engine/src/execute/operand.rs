//! The operands of a call, resolved to nodes, rows, items, typed values or dates.

use trustuqa_model::{Date, NodeId, Scope, Value};

use super::Executor;
use super::error::{ExecuteError, Result};
use super::item::{Item, ItemSet, ItemValue};
use super::table_rows::{expect_own_rows, own_rows};
use crate::query::execution::Operand;
use crate::query::ticked;

/// The result of an earlier step. The parser has checked that it comes earlier.
pub fn step(before: &[ItemSet], index: usize) -> Result<&ItemSet> {
    before.get(index).ok_or_else(|| {
        ExecuteError::step("unknown-step", format!("s{} does not stand before this step", index + 1), "")
    })
}

/// The nodes of an operand. A time or computed value resolves to the node with its text, if the graph has
/// one.
pub fn operand_nodes(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<NodeId>> {
    match operand {
        Operand::Nodes(nodes) => Ok(nodes.clone()),
        Operand::Literal(text) => Ok(ex.graph().node_named(text)?.into_iter().collect()),
        Operand::Set(index) => ex.nodes_of(step(before, *index)?),
    }
}

/// The rows of an operand: rows themselves, and the rows of its cells.
pub(super) fn operand_rows(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<NodeId>> {
    let Operand::Set(index) = operand else { return operand_nodes(ex, operand, before) };
    let mut rows = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let items = step(before, *index)?.items();
    expect_own_rows(ex, items.iter())?;
    for item in items {
        let own = own_rows(ex, item, &[], &Scope::All)?.iter().filter_map(Item::node).collect::<Vec<_>>();
        let direct = if own.is_empty() { item.node().into_iter().collect() } else { own };
        rows.extend(direct.into_iter().filter(|row| seen.insert(*row)));
    }
    Ok(rows)
}

/// The members of an operand; literals and nodes become computed values.
pub(super) fn operand_items(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<Item>> {
    Ok(match operand {
        Operand::Set(index) => step(before, *index)?.items().to_vec(),
        Operand::Literal(text) => {
            vec![Item::new(ItemValue::Computed(Value::parse(text), text.clone()), Vec::new())]
        }
        Operand::Nodes(nodes) => {
            let mut items = Vec::new();
            for node in nodes {
                let (text, value, _) = ex.node(*node)?;
                items.push(Item::new(ItemValue::Computed(value, text), Vec::new()));
            }
            items
        }
    })
}

/// The typed values of an operand.
pub fn operand_values(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<Value>> {
    match operand {
        Operand::Literal(text) => Ok(vec![Value::parse(text)]),
        Operand::Nodes(nodes) => nodes.iter().map(|node| Ok(ex.node(*node)?.1)).collect(),
        Operand::Set(index) => items_of_step(ex, before, *index)?.iter().map(|item| ex.value(item)).collect(),
    }
}

/// The members of a step, with their nodes prefetched.
fn items_of_step<'s>(ex: &Executor<'_>, before: &'s [ItemSet], index: usize) -> Result<&'s [Item]> {
    let items = step(before, index)?.items();
    ex.expect_nodes(items.iter().filter_map(Item::node))?;
    Ok(items)
}

/// The typed values of an operand, with their texts.
pub(super) fn operand_typed(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<(Value, String)>> {
    match operand {
        Operand::Literal(text) => Ok(vec![(Value::parse(text), text.clone())]),
        Operand::Nodes(nodes) => nodes.iter().map(|node| ex.node(*node).map(|(t, v, _)| (v, t))).collect(),
        Operand::Set(index) => {
            items_of_step(ex, before, *index)?.iter().map(|i| Ok((ex.value(i)?, ex.text(i)?))).collect()
        }
    }
}

/// The first member of an operand as text, for messages.
pub fn operand_label(ex: &Executor<'_>, operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<String> {
    match operand {
        Operand::Literal(text) => Ok(text.clone()),
        Operand::Nodes(nodes) => nodes.first().map_or(Ok(String::new()), |node| Ok(ex.node(*node)?.0)),
        Operand::Set(index) => {
            step(before, *index)?.items().first().map_or(Ok("nothing".to_owned()), |item| ex.text(item))
        }
    }
}

pub(super) fn operand_dates(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<Date>> {
    let mut dates = Vec::new();
    let mut texts = Vec::new();
    match operand {
        Operand::Literal(text) => texts.push(text.clone()),
        Operand::Nodes(nodes) => {
            for node in nodes {
                texts.push(ex.node(*node)?.0);
            }
        }
        Operand::Set(index) => {
            for item in items_of_step(ex, before, *index)? {
                match (&item.value, ex.value(item)?.date()) {
                    (ItemValue::Time(date), _) => dates.push(*date),
                    (_, Some(date)) => dates.push(date),
                    (_, None) => texts.push(ex.text(item)?),
                }
            }
        }
    }
    for text in texts {
        match Date::parse(&text) {
            Some(date) => dates.push(date),
            None => {
                return Err(ExecuteError::step(
                    "not-a-time",
                    format!("{} is not a time", ticked(&text)),
                    "give a year or a date, such as '1994' or '1994-05-10'",
                ));
            }
        }
    }
    Ok(dates)
}
