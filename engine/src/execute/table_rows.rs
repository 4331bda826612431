//! The table rows for which cells and names stand.

use std::collections::HashSet;

use trustuqa_model::{FactId, NodeId, NodeKind, Posting, Scope};

use super::Executor;
use super::error::Result;
use super::item::{Item, ItemSet, ItemValue};
use super::operand::{operand_nodes, step};
use crate::query::execution::Operand;

/// The number of members that are tried first, where one hit is enough.
const FIRST: usize = 32;

/// The table rows for which cells or names stand. A cell stands for its own row; a name, or a cell of another
/// table, for every row that has it as a cell.
pub(super) fn rows(
    ex: &Executor<'_>,
    set: &Operand<NodeId>,
    relations: &[NodeId],
    scope: &Scope,
    before: &[ItemSet],
) -> Result<ItemSet> {
    match set {
        Operand::Set(index) => rows_of(ex, step(before, *index)?.items(), relations, scope),
        operand => {
            let names = operand_nodes(ex, operand, before)?;
            Ok(rows_with(ex, names, relations, scope)?.into_iter().collect())
        }
    }
}

/// The same for the members of a set.
fn rows_of(ex: &Executor<'_>, items: &[Item], relations: &[NodeId], scope: &Scope) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    let mut names = Vec::new();
    expect_own_rows(ex, items.iter())?;
    for item in items {
        let own = own_rows(ex, item, relations, scope)?;
        // A row stands for itself.
        if let ItemValue::Node(node) = item.value
            && matches!(ex.node(node)?.2, NodeKind::Row { .. })
        {
            if has_any(ex, node, relations, scope)? {
                out.push(item.clone());
            }
            continue;
        }
        if own.is_empty() {
            match &item.value {
                ItemValue::Node(node) | ItemValue::Cell(node) => names.push(*node),
                ItemValue::Fact(fact) => names.push(ex.graph().fact(*fact)?.head),
                _ => names.extend(ex.graph().node_named(&ex.text(item)?)?),
            }
        }
        own.into_iter().for_each(|row| out.push(row));
    }
    rows_with(ex, names, relations, scope)?.into_iter().for_each(|row| out.push(row));
    Ok(out)
}

/// Whether a member of a set leads to a row with one of the relations. A few members are tried first, because
/// one hit is enough.
pub fn has_rows(ex: &Executor<'_>, set: &ItemSet, relations: &[NodeId], scope: &Scope) -> Result<bool> {
    let (first, others) = set.items().split_at(set.len().min(FIRST));
    Ok(!rows_of(ex, first, relations, scope)?.is_empty()
        || !rows_of(ex, others, relations, scope)?.is_empty())
}

/// Announces that [`own_rows`] will be called for these items one by one.
pub(super) fn expect_own_rows<'i>(ex: &Executor<'_>, items: impl Iterator<Item = &'i Item>) -> Result<()> {
    let of_cells = items.filter(|item| matches!(item.value, ItemValue::Cell(_) | ItemValue::Derived(..)));
    let facts: Vec<FactId> = of_cells.flat_map(|item| item.facts.iter().copied()).collect();
    if facts.len() > 1 {
        ex.graph().expect_facts(&facts)?;
    }
    Ok(())
}

/// The rows of a cell item that have one of the relations. An item of several cells (a maximum that occurs
/// twice) has several rows.
pub(super) fn own_rows(
    ex: &Executor<'_>,
    item: &Item,
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Item>> {
    let cell = match item.value {
        ItemValue::Cell(cell) => Some(cell),
        // A value computed from one cell belongs to the row of that cell.
        ItemValue::Derived(..) => None,
        _ => return Ok(Vec::new()),
    };
    let mut rows = Vec::new();
    for id in &item.facts {
        let fact = ex.graph().fact(*id)?;
        // The facts of an item may include evidence besides its cells.
        let is_cell = cell.is_none_or(|cell| fact.tail == cell)
            && matches!(ex.node(fact.head)?.2, NodeKind::Row { .. });
        if is_cell && scope.contains(fact.source) && has_any(ex, fact.head, relations, scope)? {
            rows.push(Item::new(ItemValue::Node(fact.head), vec![*id]));
        }
    }
    Ok(rows)
}

/// Every row that has one of `names` as a cell and one of the relations as a column; a name given twice
/// counts once. A row has the column even if its cell is empty.
fn rows_with(
    ex: &Executor<'_>,
    mut names: Vec<NodeId>,
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Item>> {
    let tables = ex.tables_with(relations, scope)?;
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    let cells = ex.graph().facts_of_tails(&names, None, &Scope::Only(tables))?.into_iter().flatten();
    Ok(cells.map(|cell| Item::new(ItemValue::Node(cell.head), vec![cell.fact])).collect())
}

/// For each of the chosen items, the rows for which it stands: those of its cells, otherwise those that
/// describe the entities that it names.
pub(super) fn rows_that_stand_for(
    ex: &Executor<'_>,
    items: &[Item],
    names: &[Vec<NodeId>],
    chosen: &[usize],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Vec<NodeId>>> {
    expect_own_rows(ex, chosen.iter().map(|at| &items[*at]))?;
    let mut rows: Vec<Vec<NodeId>> = Vec::with_capacity(chosen.len());
    for at in chosen {
        rows.push(own_rows(ex, &items[*at], relations, scope)?.iter().filter_map(Item::node).collect());
    }
    let open: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].is_empty()).collect();
    let asked: Vec<&[NodeId]> = open.iter().map(|at| names[chosen[*at]].as_slice()).collect();
    for (at, known) in open.into_iter().zip(rows_known_by(ex, &asked, relations, scope)?) {
        rows[at] = known;
    }
    Ok(rows)
}

/// For each list of names, the rows that describe them; see [`rows_with`]. Where a name occurs in a key
/// column of a table, only the row with this key counts: what `1001` is called is not what those are called
/// who report to `1001`.
fn rows_known_by(
    ex: &Executor<'_>,
    names: &[&[NodeId]],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Vec<NodeId>>> {
    let tables = ex.tables_with(relations, scope)?;
    if tables.is_empty() {
        return Ok(vec![Vec::new(); names.len()]);
    }
    let cells = ex.graph().facts_of_tails(&names.concat(), None, &Scope::Only(tables))?;
    let mut cells = cells.into_iter();
    let mut found = Vec::with_capacity(names.len());
    for names in names {
        let mut rows = Vec::new();
        for cells in cells.by_ref().take(names.len()) {
            push_known_rows(ex, &cells, &mut rows)?;
        }
        found.push(rows);
    }
    Ok(found)
}

/// Adds the rows of the cells of one name: of each table, those where it is in a key column, otherwise all.
fn push_known_rows(ex: &Executor<'_>, cells: &[Posting], rows: &mut Vec<NodeId>) -> Result<()> {
    let table_of = |cell: &Posting| ex.source_of_fact(cell.fact).map(|table| table.id);
    for of_table in cells.chunk_by(|one, other| table_of(one) == table_of(other)) {
        let mut own = Vec::new();
        // When it occurs in one column only, there is nothing to choose.
        if of_table.iter().any(|cell| cell.relation != of_table[0].relation) {
            for cell in of_table {
                if let Some(table) = table_of(cell)
                    && ex.is_key(cell.relation, table)?
                {
                    own.push(*cell);
                }
            }
        }
        let known = if own.is_empty() { of_table } else { &own };
        rows.extend(known.iter().map(|cell| cell.head));
    }
    Ok(())
}

/// Whether a head has one of the relations; true when none is given. A row has the columns of its table even
/// if a cell is empty.
fn has_any(ex: &Executor<'_>, head: NodeId, relations: &[NodeId], scope: &Scope) -> Result<bool> {
    if relations.is_empty() {
        return Ok(true);
    }
    if let NodeKind::Row { source, .. } = ex.kind(head)? {
        return Ok(ex
            .source(source)
            .is_some_and(|s| s.relations.iter().any(|r| relations.contains(&r.node))));
    }
    for relation in relations {
        if !ex.graph().facts_of_head(head, Some(*relation), scope)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
