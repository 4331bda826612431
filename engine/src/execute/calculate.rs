//! Arithmetic on the results of steps: on single values, and key by key on groups.

use rustc_hash::FxHashMap;
use trustuqa_model::{FactId, NodeId, Value};

use super::column::unfit;
use super::formula::{Unfit, evaluate};
use super::item::{Identity, Item, ItemSet, ItemValue, Measure};
use super::reason::{self, name_of};
use super::{ExecuteError, Executor, Result};
use crate::query::execution::Operand;
use crate::query::formula::Expression;

/// An operand: one value for all keys, or the values of groups by key.
enum Side {
    Single(Value, String),
    Groups(Groups),
}

/// Groups, with their positions by name.
#[derive(Default)]
struct Groups {
    set: ItemSet,
    by_name: FxHashMap<Identity, usize>,
}

impl Groups {
    fn of(ex: &Executor<'_>, set: ItemSet) -> Result<Groups> {
        let mut by_name = FxHashMap::default();
        for (at, item) in set.items().iter().enumerate() {
            by_name.entry(name_of(ex, item)?).or_insert(at);
        }
        Ok(Groups { set, by_name })
    }
}

/// The value of an expression over the results of steps. An operand is a single value or a set of groups;
/// with groups, the expression is computed for each key that all of them have.
///
/// # Errors
///
/// When an operand has several different values or, without groups, is no number or date; and when units do
/// not fit.
pub(super) fn calculate(
    ex: &Executor<'_>,
    expression: &Expression,
    operands: &[Operand<NodeId>],
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut sides = Vec::with_capacity(operands.len());
    let mut facts: Vec<FactId> = Vec::new();
    for (at, operand) in operands.iter().enumerate() {
        let set = reason::materialise(operand, before)?;
        if set.is_empty() {
            return Ok(ItemSet::default());
        }
        facts.extend(set.facts());
        sides.push(side(ex, set, at)?);
    }
    let mut seen = rustc_hash::FxHashSet::default();
    facts.retain(|fact| seen.insert(*fact));
    let groups = sides.iter().find_map(|side| match side {
        Side::Groups(set) => Some(set),
        Side::Single(..) => None,
    });
    let Some(groups) = groups else {
        let (value, text) =
            evaluate(expression, &operands_for(ex, &sides, None)?.unwrap_or_default()).map_err(unfit)?;
        return Ok(ItemSet::from_iter([Item::new(ItemValue::Computed(value, text), facts)]));
    };
    let mut out = ItemSet::default();
    for key in groups.set.items() {
        let Some(operands) = operands_for(ex, &sides, Some(key))? else { continue };
        match evaluate(expression, &operands) {
            Ok((value, text)) => {
                let mut item = key.clone();
                item.measure = Some(Box::new(Measure { value, text }));
                out.push(item);
            }
            Err(Unfit::Units(message)) => return Err(super::column::units(&message)),
            Err(Unfit::NotANumber(_) | Unfit::Undefined) => {}
        }
    }
    Ok(out)
}

/// The operands for one key; `None` when some groups lack the key.
fn operands_for(
    ex: &Executor<'_>,
    sides: &[Side],
    key: Option<&Item>,
) -> Result<Option<Vec<(Value, String)>>> {
    let mut operands = Vec::with_capacity(sides.len());
    for side in sides {
        match side {
            Side::Single(value, text) => operands.push((value.clone(), text.clone())),
            Side::Groups(groups) => {
                let Some(key) = key else { return Ok(None) };
                let at = groups.by_name.get(&name_of(ex, key)?);
                let item = at.and_then(|at| groups.set.items().get(*at));
                let Some(measure) = item.and_then(|item| item.measure.as_ref()) else { return Ok(None) };
                operands.push((measure.value.clone(), measure.text.clone()));
            }
        }
    }
    Ok(Some(operands))
}

fn side(ex: &Executor<'_>, set: ItemSet, at: usize) -> Result<Side> {
    if set.items().iter().any(|item| item.measure.is_some()) {
        return Ok(Side::Groups(Groups::of(ex, set)?));
    }
    let mut found: Option<(Value, String)> = None;
    for item in set.items() {
        let own = (ex.value(item)?, ex.text(item)?);
        match &found {
            // Equal values of different cells count as one value.
            Some((value, text)) if own.0 == *value && (own.0 != Value::Text || own.1 == *text) => {}
            Some(_) => {
                return Err(ExecuteError::step(
                    "several-values",
                    format!("operand {} of the formula has {} values, not one", at + 1, set.len()),
                    "reduce it first, for example with max, min or sum",
                ));
            }
            None => found = Some(own),
        }
    }
    Ok(found.map_or_else(|| Side::Groups(Groups::default()), |(value, text)| Side::Single(value, text)))
}
