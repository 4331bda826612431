//! The values that each member of a set has in a column: the tails of a relation, the times of the facts by
//! which it was found, the end of a path, or the result of a formula over these.

use trustuqa_model::{FactId, NodeId, Scope, Value};

use super::formula::{Unfit, evaluate};
use super::item::{Item, ItemSet, ItemValue};
use super::relation_values;
use super::search::{days_between, held};
use super::{ExecuteError, Executor, Result};
use crate::query::column::{Column, FactTime};
use crate::query::formula::Expression;
use crate::query::ticked;

/// The most combinations of the values of several columns that one member may have.
const MAX_COMBINATIONS: usize = 256;

/// The number of members whose values are read at once.
pub(super) const READ_AT_ONCE: usize = 1_000;

/// The values that a member has in a column.
pub(super) fn values(
    ex: &Executor<'_>,
    item: &Item,
    column: &Column<NodeId>,
    scope: &Scope,
) -> Result<Vec<Item>> {
    match column {
        Column::Relation(relations) => {
            Ok(relation_values::values_of(ex, item, relations, scope)?.items().to_vec())
        }
        Column::Time(time) => times(ex, item, *time),
        Column::Itself => Ok(vec![super::reason::measured(item).unwrap_or_else(|| item.clone())]),
        Column::Formula(expression, columns) => computed(ex, item, expression, columns, scope),
        Column::Path(steps) => along(ex, item, steps, scope),
    }
}

/// The values of each of these members, read at once.
pub(super) fn values_of_each(
    ex: &Executor<'_>,
    items: &[Item],
    column: &Column<NodeId>,
    scope: &Scope,
) -> Result<Vec<Vec<Item>>> {
    if let Column::Relation(relations) = column {
        let found = relation_values::values_of_each(ex, items, relations, scope)?;
        return Ok(found.iter().map(|values| values.items().to_vec()).collect());
    }
    expect_values(ex, items, column, scope)?;
    items.iter().map(|item| values(ex, item, column, scope)).collect()
}

/// Announces that the values of these members in a column will be read one by one, so that a store can
/// prefetch them.
pub(super) fn expect_values(
    ex: &Executor<'_>,
    items: &[Item],
    column: &Column<NodeId>,
    scope: &Scope,
) -> Result<()> {
    match column {
        Column::Relation(relations) => relation_values::expect_values(ex, items, relations, scope),
        Column::Formula(_, columns) => {
            columns.iter().try_for_each(|column| expect_values(ex, items, column, scope))
        }
        // Only the first step of a path is known in advance.
        Column::Path(steps) => steps.first().map_or(Ok(()), |first| expect_values(ex, items, first, scope)),
        Column::Time(_) => {
            let facts: Vec<FactId> = items.iter().flat_map(|item| &item.facts).copied().collect();
            Ok(ex.graph().expect_facts(&facts)?)
        }
        Column::Itself => Ok(()),
    }
}

/// The values reached by following columns one after the other, each once, with the facts on the way.
fn along(ex: &Executor<'_>, item: &Item, steps: &[Column<NodeId>], scope: &Scope) -> Result<Vec<Item>> {
    let mut reached = vec![item.clone()];
    for (place, step) in steps.iter().enumerate() {
        let mut next = ItemSet::default();
        for from in &reached {
            // From the second step on, a cell stands for the entity that it names, not for the row that it is
            // in.
            let start = match (&from.value, place) {
                (ItemValue::Cell(node), 1..) => Item::new(ItemValue::Node(*node), from.facts.clone()),
                _ => from.clone(),
            };
            for mut value in values(ex, &start, step, scope)? {
                if place > 0 {
                    let before: Vec<FactId> =
                        from.facts.iter().filter(|fact| !value.facts.contains(fact)).copied().collect();
                    value.facts.extend(before);
                }
                next.push(value);
            }
        }
        reached = next.items().to_vec();
    }
    Ok(reached)
}

/// The times of the facts by which a member was found.
fn times(ex: &Executor<'_>, item: &Item, time: FactTime) -> Result<Vec<Item>> {
    let mut found = Vec::new();
    for id in &item.facts {
        let fact = ex.graph().fact(*id)?;
        let Some(interval) = fact.interval else { continue };
        let value = match time {
            FactTime::Start => interval.start.map(ItemValue::Time),
            FactTime::End => interval.end.map(ItemValue::Time),
            FactTime::Duration => held(ex, &fact).map(|(first, after)| {
                let days = days_between(&fact, first, after);
                ItemValue::Derived(Value::Quantity(days as f64, "days".to_owned()), format!("{days} days"))
            }),
        };
        found.extend(value.map(|value| Item::new(value, vec![*id])));
    }
    Ok(found)
}

/// One value from each column, and the facts behind them.
type Combination = (Vec<(Value, String)>, Vec<FactId>);

/// The results of a formula for each combination of a member's values; none where a value is missing or not a
/// number.
fn computed(
    ex: &Executor<'_>,
    item: &Item,
    expression: &Expression,
    columns: &[Column<NodeId>],
    scope: &Scope,
) -> Result<Vec<Item>> {
    let mut rows: Vec<Combination> = vec![(Vec::new(), Vec::new())];
    for column in columns {
        let found = values(ex, item, column, scope)?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        if rows.len() * found.len() > MAX_COMBINATIONS {
            return Err(ExecuteError::step(
                "too-many-combinations",
                format!("a member has {} values in one column of the formula", found.len()),
                "reduce them first, for example with max or sum",
            ));
        }
        let mut wider = Vec::with_capacity(rows.len() * found.len());
        for (operands, facts) in &rows {
            for value in &found {
                let mut operands = operands.clone();
                operands.push((ex.value(value)?, ex.text(value)?));
                let mut facts = facts.clone();
                facts.extend(
                    value.facts.iter().filter(|fact| !facts.contains(fact)).copied().collect::<Vec<_>>(),
                );
                wider.push((operands, facts));
            }
        }
        rows = wider;
    }
    let mut out = ItemSet::default();
    for (operands, facts) in rows {
        match evaluate(expression, &operands) {
            Ok((value, text)) => out.push(Item::new(ItemValue::Derived(value, text), facts)),
            Err(Unfit::Units(message)) => return Err(units(&message)),
            // A member whose value is a remark has no result.
            Err(Unfit::NotANumber(_) | Unfit::Undefined) => {}
        }
    }
    Ok(out.items().to_vec())
}

/// The error for units that do not fit.
pub(super) fn units(message: &str) -> ExecuteError {
    ExecuteError::step(
        "units-do-not-fit",
        message,
        "compute with values of one unit, or keep those of one first",
    )
}

/// The error for a formula without a value.
pub(super) fn unfit(unfit: Unfit) -> ExecuteError {
    match unfit {
        Unfit::Units(message) => units(&message),
        Unfit::NotANumber(text) => ExecuteError::step(
            "not-a-number",
            format!("{} is not a number or a date", ticked(&text)),
            "compute with single numbers, such as the result of count, sum or max",
        ),
        Unfit::Undefined => ExecuteError::step(
            "undefined",
            "the formula has no value: it divides by zero, or the result is too large",
            "check the steps that the formula uses",
        ),
    }
}
