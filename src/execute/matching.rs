//! What compares as asked: facts of a relation whose tail is equal to a value, different
//! from it, or above or below it in typed order.

use trustuqa_storage::{Comparison, NodeId, Posting, Scope, Value};

use super::Executor;
use super::error::{ExecuteError, Result};
use super::item::ItemSet;
use super::search::{operand_label, operand_nodes, operand_typed, operand_values};
use crate::query::execution::Operand;
use crate::query::ticked;

/// Facts of a relation whose tail compares as asked. Against a set, `=` means any
/// of its members, `!=` none of them, and an order comparison all of them: what
/// comes before a span of years comes before each of them.
pub(super) fn matching(
    ex: &Executor<'_>,
    relation: NodeId,
    node2: &Operand<NodeId>,
    op: Comparison,
    scope: &Scope,
    before: &[ItemSet],
) -> Result<Vec<Posting>> {
    let graph = ex.graph();
    match op {
        Comparison::Eq | Comparison::Ne => {
            let mut found = Vec::new();
            for node in operand_nodes(ex, node2, before)? {
                found.extend(graph.facts_of_relation(relation, Some(node), scope)?);
            }
            // Tails of other spellings may be equal by type: 1200 and "1,200". A text that says
            // more than its number, such as `0 (10)`, means itself when there is one.
            let named = !found.is_empty();
            for (value, text) in operand_typed(ex, node2, before)? {
                if value.order_key().is_some() && (!named || Value::is_bare(&text)) {
                    found.extend(equal_by_type(ex, relation, &value, scope)?);
                }
            }
            found.sort_unstable_by_key(|p| p.fact);
            found.dedup();
            if op == Comparison::Eq {
                return Ok(found);
            }
            let mut all = graph.facts_of_relation(relation, None, scope)?;
            all.retain(|p| found.binary_search_by_key(&p.fact, |f| f.fact).is_err());
            Ok(all)
        }
        op => {
            let values = operand_values(ex, node2, before)?;
            if values.is_empty() {
                return Ok(Vec::new());
            }
            if let Some(bound) = extreme(&values, op) {
                let found = graph.facts_in_range(relation, op, bound, scope)?;
                return match found.is_empty() {
                    true => loosely(ex, relation, op, bound, scope),
                    false => ordered_by_all(ex, found, op, &values, bound),
                };
            }
            let label = operand_label(ex, node2, before)?;
            if let Some(number) = numbers_in(&label).first() {
                let bound = Value::Decimal(*number);
                let found = graph.facts_in_range(relation, op, &bound, scope)?;
                return if found.is_empty() { loosely(ex, relation, op, &bound, scope) } else { Ok(found) };
            }
            Err(ExecuteError::step(
                "no-order",
                format!("{} cannot be ordered", ticked(&label)),
                "compare with a number or a date",
            ))
        }
    }
}

/// Those of `found`, which compare as asked with `bound`, that do so with all values.
/// The extreme speaks for all values of its kind; dates of another precision and values
/// that do not compare with it speak for themselves.
fn ordered_by_all(
    ex: &Executor<'_>,
    mut found: Vec<Posting>,
    op: Comparison,
    values: &[Value],
    bound: &Value,
) -> Result<Vec<Posting>> {
    let speaks = |value: &&Value| {
        value.order_key().is_some()
            && *value != bound
            && (bound.compare(value).is_none() || bound.date().is_some())
    };
    for other in values.iter().filter(speaks) {
        let mut kept = Vec::with_capacity(found.len());
        for posting in found {
            if is_ordered(&ex.node(posting.tail)?.1, op, other) {
                kept.push(posting);
            }
        }
        found = kept;
    }
    Ok(found)
}

/// Whether a value stands to a bound as an order comparison asks; not when the two do
/// not compare.
pub fn is_ordered(value: &Value, op: Comparison, bound: &Value) -> bool {
    value.compare(bound).is_some_and(|ordering| op.holds(ordering))
}

/// Facts of a relation whose tail is text that holds numbers: the sides of a score, a
/// measure in two units. The first number decides, in a score the side that fits.
fn loosely(
    ex: &Executor<'_>,
    relation: NodeId,
    op: Comparison,
    bound: &Value,
    scope: &Scope,
) -> Result<Vec<Posting>> {
    let Some(limit) = bound.number() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for posting in ex.graph().facts_of_relation(relation, None, scope)? {
        let (text, value, _) = ex.node(posting.tail)?;
        if value.compare(bound).is_some() {
            continue;
        }
        let numbers = numbers_in(&text);
        let told = match &value {
            Value::Score(a, _) if matches!(op, Comparison::Lt | Comparison::Le) => vec![*a as f64],
            Value::Score(a, b) => vec![*a as f64, *b as f64],
            Value::Text => numbers.into_iter().take(1).collect(),
            // A column of seconds without a unit.
            Value::Integer(_) | Value::Decimal(_) if matches!(bound, Value::Duration(_)) => {
                value.number().into_iter().collect()
            }
            _ => Vec::new(),
        };
        let fits = |n: &f64| n.partial_cmp(&limit).is_some_and(|ordering| op.holds(ordering));
        if told.iter().any(fits) {
            found.push(posting);
        }
    }
    Ok(found)
}

/// The plain numbers in a text, without signs.
pub(super) fn numbers_in(text: &str) -> Vec<f64> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .filter_map(|part| Value::parse(part.trim_matches(['.', ','])).number())
        .collect()
}

/// Facts of a relation whose tail has the same typed value.
fn equal_by_type(ex: &Executor<'_>, relation: NodeId, value: &Value, scope: &Scope) -> Result<Vec<Posting>> {
    let mut at_least = ex.graph().facts_in_range(relation, Comparison::Ge, value, scope)?;
    if at_least.is_empty() {
        return Ok(at_least);
    }
    let mut at_most = ex.graph().facts_in_range(relation, Comparison::Le, value, scope)?;
    at_most.sort_unstable_by_key(|p| p.fact);
    at_least.retain(|p| at_most.binary_search_by_key(&p.fact, |q| q.fact).is_ok());
    // A year is asked for by its days, but a day is not found by its year: `1990` need
    // not be the 14 March that was meant.
    let mut equal = Vec::with_capacity(at_least.len());
    for posting in at_least {
        if is_within(&ex.node(posting.tail)?.1, value) {
            equal.push(posting);
        }
    }
    Ok(equal)
}

/// True unless both are dates and `found` is coarser than `asked`, or both are shares of
/// different numbers: `0 / 3` is not `0 / 2`.
pub fn is_within(found: &Value, asked: &Value) -> bool {
    if let (Value::Fraction(..), Value::Fraction(..)) = (found, asked) {
        return found == asked;
    }
    match (asked.date(), found.date()) {
        (Some(asked), Some(found)) => asked.covers(found),
        _ => true,
    }
}

/// The value that all others are on the right side of.
fn extreme(values: &[Value], op: Comparison) -> Option<&Value> {
    let want_least = matches!(op, Comparison::Lt | Comparison::Le);
    let mut best: Option<&Value> = None;
    for value in values.iter().filter(|v| v.order_key().is_some()) {
        let better = match best.map(|b| value.compare(b)) {
            None => true,
            Some(Some(ordering)) => {
                if want_least {
                    ordering.is_lt()
                } else {
                    ordering.is_gt()
                }
            }
            Some(None) => false,
        };
        if better {
            best = Some(value);
        }
    }
    best
}
