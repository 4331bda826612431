//! Truth values: comparisons, emptiness, and functions of truth values.

use std::cmp::Ordering;
use std::collections::HashSet;

use trustuqa_model::{Comparison, FactId, NodeId, Value, tokens};

use super::materialise;
use super::numbers::ordering;
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::{Executor, Result};
use crate::query::execution::Operand;
use crate::query::words;

/// `yes` or `no`, as a set that rests on these facts.
pub(super) fn truth(holds: bool, facts: Vec<FactId>) -> ItemSet {
    let text = if holds { "yes" } else { "no" };
    ItemSet::from_iter([Item::new(ItemValue::Computed(Value::Text, text.to_owned()), facts)])
}

/// The truth value of a set: false when it is empty or a member is `no` or 0, otherwise true.
pub(super) fn truth_value(ex: &Executor<'_>, set: &ItemSet) -> Result<bool> {
    let mut any = false;
    for item in set.items() {
        if words::truth(&ex.text(item)?) == Some(false) || ex.value(item)? == Value::Integer(0) {
            return Ok(false);
        }
        any = true;
    }
    Ok(any)
}

/// Whether some member compares as asked: by `=` with any of the bounds, by an order comparison with all of
/// them. Without a bound, whether there is a member.
pub(super) fn test(
    ex: &Executor<'_>,
    set: &ItemSet,
    value: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let Some((op, operand)) = value else { return Ok(truth(!set.is_empty(), set.facts())) };
    let bounds = materialise(operand, before)?;
    let mut facts = set.facts();
    facts.extend(bounds.facts());
    let mut seen = HashSet::new();
    facts.retain(|fact| seen.insert(*fact));
    // Compared with a truth value, the set counts as one: `x == True`.
    if let [bound] = bounds.items()
        && let Some(expected) = words::truth(&ex.text(bound)?)
        && matches!(op, Comparison::Eq | Comparison::Ne)
        && (set.is_empty()
            || set.items().iter().all(|i| matches!(i.value, ItemValue::Computed(Value::Text, _))))
    {
        let same = truth_value(ex, set)? == expected;
        return Ok(truth(same == (*op == Comparison::Eq), facts));
    }
    // `!=` is the negation of `=`, also for several members.
    let holds = match op {
        Comparison::Ne if set.is_empty() => false,
        Comparison::Ne => !any(ex, set, Comparison::Eq, &bounds)?,
        op => any(ex, set, *op, &bounds)?,
    };
    Ok(truth(holds, facts))
}

/// Whether some member compares as asked: by `=` with any of the bounds, otherwise with all of them.
fn any(ex: &Executor<'_>, set: &ItemSet, op: Comparison, bounds: &ItemSet) -> Result<bool> {
    let one_is_enough = op == Comparison::Eq;
    for item in set.items() {
        let mut fits = false;
        for bound in bounds.items() {
            fits = compares(ex, item, op, bound)?;
            if fits == one_is_enough {
                break;
            }
        }
        if fits {
            return Ok(true);
        }
    }
    Ok(false)
}

fn compares(ex: &Executor<'_>, item: &Item, op: Comparison, bound: &Item) -> Result<bool> {
    let order = ordering(ex, item, bound)?;
    Ok(match op {
        Comparison::Eq => order == Some(Ordering::Equal) || same_words(ex, item, bound)?,
        Comparison::Ne => !(order == Some(Ordering::Equal) || same_words(ex, item, bound)?),
        Comparison::Lt => order.is_some_and(Ordering::is_lt),
        Comparison::Le => order.is_some_and(Ordering::is_le),
        Comparison::Gt => order.is_some_and(Ordering::is_gt),
        Comparison::Ge => order.is_some_and(Ordering::is_ge),
    })
}

/// Whether two names are equal, or the bound is written in the query and the member contains all its words in
/// order.
fn same_words(ex: &Executor<'_>, item: &Item, bound: &Item) -> Result<bool> {
    let (found, asked) = (tokens(&ex.text(item)?), tokens(&ex.text(bound)?));
    if found == asked {
        return Ok(ex.text(item)?.eq_ignore_ascii_case(&ex.text(bound)?) || !asked.is_empty());
    }
    let written = bound.facts.is_empty() && ex.value(bound)?.order_key().is_none();
    Ok(written && !asked.is_empty() && found.windows(asked.len()).any(|window| window == asked.as_slice()))
}

/// The second set when the first is true, otherwise the third, if there is one.
pub(super) fn choose(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let Some((condition, results)) = sets.split_first() else { return Ok(ItemSet::default()) };
    let chosen = if truth_value(ex, condition)? { results.first() } else { results.get(1) };
    let mut out = ItemSet::default();
    for item in chosen.map_or(&[][..], ItemSet::items) {
        let mut item = item.clone();
        // An item without facts of its own rests on those of the condition.
        if item.facts.is_empty() {
            item.facts = condition.facts();
        }
        out.push(item);
    }
    Ok(out)
}

/// Whether all (or any) of the sets are true.
pub(super) fn joined(ex: &Executor<'_>, sets: &[ItemSet], all: bool) -> Result<ItemSet> {
    let mut said = Vec::new();
    let mut facts = Vec::new();
    for set in sets {
        said.push(truth_value(ex, set)?);
        facts.extend(set.facts());
    }
    let mut seen = HashSet::new();
    facts.retain(|fact| seen.insert(*fact));
    let holds = if all { !said.contains(&false) } else { said.contains(&true) };
    Ok(truth(holds, facts))
}
