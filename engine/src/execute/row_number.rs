//! The number of a row in its table: a built-in term, like the times of a fact.
//!
//! It is not stored as a triple, but read from the rows themselves, counted from 1. An item with such a
//! number keeps the first fact of its row, and so leads back to the row.

use trustuqa_model::{Comparison, FactId, NodeId, NodeKind, Scope, SourceId, SourceKind, Value};

use super::item::{Item, ItemSet, ItemValue};
use super::{Executor, Result};

/// The number of facts read at a time when all rows of a table are asked for.
const PAGE: usize = 65_536;

/// A row with its number and its first fact.
#[derive(Clone, Copy, Debug)]
struct Row {
    node: NodeId,
    source: SourceId,
    number: u32,
    fact: FactId,
}

/// Every row of a table with its first fact, in order.
pub(super) fn rows_of_table(ex: &Executor<'_>, source: SourceId) -> Result<Vec<(FactId, NodeId)>> {
    let mut rows: Vec<(FactId, NodeId)> = Vec::new();
    let mut skip = 0;
    loop {
        let page = ex.graph().facts_of_source(source, skip, PAGE)?;
        for fact in &page {
            if rows.last().is_none_or(|(_, row)| *row != fact.head) {
                rows.push((fact.id, fact.head));
            }
        }
        skip += page.len() as u64;
        if page.len() < PAGE {
            return Ok(rows);
        }
    }
}

/// The numbers of the given rows, or of all rows in scope.
pub(super) fn numbers(ex: &Executor<'_>, of: Option<&[NodeId]>, scope: &Scope) -> Result<ItemSet> {
    let rows = match of {
        Some(nodes) => known(ex, nodes, scope)?,
        None => all(ex, scope)?,
    };
    Ok(rows.into_iter().map(|row| number_item(row.number, row.fact)).collect())
}

/// The number of the row to which `fact` belongs.
pub(super) fn number_item(number: u32, fact: FactId) -> Item {
    let value = ItemValue::Derived(Value::Integer(i64::from(number)), number.to_string());
    Item::new(value, vec![fact])
}

/// A number with which rows are compared; only with rows of `source` when it is known.
#[derive(Clone, Copy, Debug)]
struct Bound {
    number: f64,
    source: Option<SourceId>,
}

/// The rows whose numbers compare as asked with the bounds: with rows, row numbers or plain numbers.
pub(super) fn matching(
    ex: &Executor<'_>,
    op: Comparison,
    bounds: &[Item],
    of: Option<&[NodeId]>,
    scope: &Scope,
) -> Result<ItemSet> {
    let mut limits = Vec::new();
    for item in bounds {
        limits.extend(bound(ex, item)?);
    }
    let rows = match of {
        Some(nodes) => known(ex, nodes, scope)?,
        None => all(ex, scope)?,
    };
    let fits = |row: &Row| {
        let here = || limits.iter().filter(|b| b.source.is_none_or(|source| source == row.source));
        let number = f64::from(row.number);
        match op {
            Comparison::Eq => here().any(|b| number == b.number),
            Comparison::Ne => here().all(|b| number != b.number),
            _ if here().next().is_none() => false,
            Comparison::Lt => here().all(|b| number < b.number),
            Comparison::Le => here().all(|b| number <= b.number),
            Comparison::Gt => here().all(|b| number > b.number),
            Comparison::Ge => here().all(|b| number >= b.number),
        }
    };
    let found = rows.into_iter().filter(fits);
    Ok(found.map(|row| Item::new(ItemValue::Node(row.node), vec![row.fact])).collect())
}

fn bound(ex: &Executor<'_>, item: &Item) -> Result<Option<Bound>> {
    if let ItemValue::Node(node) = item.value
        && let NodeKind::Row { source, row } = ex.node(node)?.2
    {
        return Ok(Some(Bound { number: f64::from(row), source: Some(source) }));
    }
    // A row number belongs to the table of its row.
    let source = match (&item.value, item.facts.first()) {
        (ItemValue::Derived(..), Some(fact)) => ex.source_of_fact(*fact).map(|source| source.id),
        _ => None,
    };
    Ok(match ex.value(item)?.number() {
        Some(number) => Some(Bound { number, source }),
        // A cell that is not a number stands for its row.
        None => match (&item.value, item.facts.first()) {
            (ItemValue::Cell(_), Some(fact)) => match ex.node(ex.graph().fact(*fact)?.head)?.2 {
                NodeKind::Row { source, row } => Some(Bound { number: f64::from(row), source: Some(source) }),
                NodeKind::Name => None,
            },
            _ => None,
        },
    })
}

fn known(ex: &Executor<'_>, nodes: &[NodeId], scope: &Scope) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for node in nodes {
        let NodeKind::Row { source, row } = ex.node(*node)?.2 else { continue };
        if !scope.contains(source) {
            continue;
        }
        let first = ex.graph().facts_of_head(*node, None, &Scope::All)?.iter().map(|p| p.fact).min();
        rows.extend(first.map(|fact| Row { node: *node, source, number: row, fact }));
    }
    Ok(rows)
}

fn all(ex: &Executor<'_>, scope: &Scope) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let tables = ex.sources().iter().filter(|s| s.kind == SourceKind::Table && scope.contains(s.id));
    for source in tables {
        for (fact, node) in rows_of_table(ex, source.id)? {
            if let NodeKind::Row { row, .. } = ex.node(node)?.2 {
                rows.push(Row { node, source: source.id, number: row, fact });
            }
        }
    }
    Ok(rows)
}
