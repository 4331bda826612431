//! Values that an order leaves out: those that contain a number or a date and still do not compare with the
//! others, such as dollars among euros, or `03/04/2022`, which is a day in March or in April. The result is
//! right for the values that compare, but may not be what was asked for.

use trustuqa_model::value::converted;
use trustuqa_model::{Comparison, NodeId, Scope, Value};

use super::item::{Item, ItemSet};
use super::operand::operand_values;
use super::reason::{ValueColumn, ordered_values, positions};
use super::{Executor, Result};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Node1};

/// The most members of a set, or facts of a relation, that are examined.
const LOOKED_AT: usize = 5_000;

/// The texts of the values that a call leaves out, given the results of the calls before it.
pub(crate) fn left_out(
    ex: &Executor<'_>,
    call: &ExecutionCall<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<String>> {
    let mut texts = match call {
        ExecutionCall::Reason { function, sets, relation, sources, .. } if is_by_order(*function) => {
            let by = ValueColumn { relation, scope: ex.scope(sources)? };
            let mut values: Vec<Item> = Vec::new();
            for set in sets {
                values.extend(ordered_values(ex, set, &by, before, LOOKED_AT)?.items().iter().cloned());
            }
            without_place(ex, &values)?
        }
        ExecutionCall::SearchCondition { node1: Node1::Nodes(relations), node2, op, sources, .. }
            if !matches!(op, Comparison::Eq | Comparison::Ne) =>
        {
            let scope = ex.scope(sources)?;
            let mut texts = Vec::new();
            for bound in operand_values(ex, node2, before)?.iter().take(1) {
                for relation in
                    relations.iter().filter(|relation| !all_compare(ex, **relation, &scope, bound))
                {
                    let facts = ex.graph().facts_of_relation(*relation, None, &scope)?;
                    let tails = facts.into_iter().take(LOOKED_AT).map(|posting| posting.tail);
                    texts.extend(without_comparison(ex, tails, bound)?);
                }
            }
            texts
        }
        _ => Vec::new(),
    };
    let mut seen = std::collections::HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    Ok(texts)
}

/// Whether, by the catalogue, all values of a relation compare with the bound and with each other.
fn all_compare(ex: &Executor<'_>, relation: NodeId, scope: &Scope, bound: &Value) -> bool {
    let sources = ex.sources().iter().filter(|source| scope.contains(source.id));
    let infos = sources.flat_map(|source| &source.relations).filter(|info| info.node == relation);
    let infos: Vec<_> = infos.collect();
    infos.iter().all(|info| info.all_compare_with(bound) && info.has_unit_of(infos[0]))
}

/// Functions that order members, or add them up.
fn is_by_order(function: Function) -> bool {
    use Function as F;
    matches!(function, F::Max | F::Min | F::Argmax | F::Argmin | F::Sum | F::Mean | F::Median)
}

/// Whether a text contains a number: an empty cell in words, such as `n/a`, does not count as left out.
fn says_a_value(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

/// The texts of members without a place in the order of the others.
fn without_place(ex: &Executor<'_>, items: &[Item]) -> Result<Vec<String>> {
    let places = positions(ex, items)?;
    let mut texts = Vec::new();
    if places.iter().all(Option::is_none) {
        return Ok(texts);
    }
    for (item, _) in items.iter().zip(&places).filter(|(_, place)| place.is_none()) {
        texts.push(ex.text(item)?);
    }
    texts.retain(|text| says_a_value(text));
    Ok(texts)
}

/// The texts of tails that do not compare with the bound, although others do. When the bound has no unit,
/// also those with another unit than the most common one.
fn without_comparison(
    ex: &Executor<'_>,
    tails: impl Iterator<Item = NodeId>,
    bound: &Value,
) -> Result<Vec<String>> {
    let (mut texts, mut units): (Vec<String>, Vec<(String, Vec<String>)>) = (Vec::new(), Vec::new());
    let mut compared = false;
    for tail in tails {
        let (text, value, _) = ex.node(tail)?;
        if value.compare_measures(bound).is_none() {
            texts.extend(Some(text).filter(|text| says_a_value(text)));
            continue;
        }
        compared = true;
        let Some(unit) = value.unit().filter(|_| bound.unit().is_none()) else { continue };
        match units.iter_mut().find(|(known, _)| known == unit) {
            Some((_, with)) => with.push(text),
            None => units.push((unit.to_owned(), vec![text])),
        }
    }
    if !compared {
        return Ok(Vec::new());
    }
    units.sort_by_key(|(_, with)| std::cmp::Reverse(with.len()));
    let commonest = units.first().map(|(unit, _)| unit.clone()).unwrap_or_default();
    // Units that convert are not left out.
    let others = units.into_iter().filter(|(unit, _)| converted(1.0, unit, &commonest).is_none());
    texts.extend(others.flat_map(|(_, with)| with));
    Ok(texts)
}
