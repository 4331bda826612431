//! Facts of a relation whose tail compares with a value: equal to it, different from it, or above or below it
//! in typed order.

use trustuqa_model::value::small_date;
use trustuqa_model::{Comparison, NodeId, Posting, Scope, Side, Value};

use super::Executor;
use super::amount::in_unit_of_bound;
use super::error::{ExecuteError, Result};
use super::item::ItemSet;
use super::operand::{operand_label, operand_nodes, operand_typed, operand_values};
use crate::query::execution::Operand;
use crate::query::ticked;

/// The facts of a relation whose tail compares as asked. Compared with a set, `=` means any of its members,
/// `!=` none of them, and an order comparison all of them: what is before a span of years is before each of
/// them.
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
            let nodes = operand_nodes(ex, node2, before)?;
            if nodes.len() > 1 {
                graph.expect_facts_around(&nodes, Side::Tail)?;
            }
            for node in nodes {
                found.extend(graph.facts_of_relation(relation, Some(node), scope)?);
            }
            // Differently spelt tails may have the same value: 1200 and "1,200". But a text that says more
            // than its number, such as `0 (10)`, means itself when it is a tail.
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
            if let [bound, others @ ..] = decisive(&values, op).as_slice() {
                let found = ex.facts_in_range(relation, op, bound, scope)?;
                if found.is_empty() {
                    return loosely(ex, relation, op, bound, scope);
                }
                if others.is_empty() {
                    return Ok(found);
                }
                let mut kept = Vec::with_capacity(found.len());
                for posting in found {
                    let value = ex.node(posting.tail)?.1;
                    if others.iter().all(|other| is_ordered(&value, op, other)) {
                        kept.push(posting);
                    }
                }
                return Ok(kept);
            }
            let label = operand_label(ex, node2, before)?;
            if let Some(number) = numbers_in(&label).first() {
                let bound = Value::Decimal(*number);
                let found = ex.facts_in_range(relation, op, &bound, scope)?;
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

/// Whether a value is in the order that a comparison asks for; false when it does not compare with the bound.
pub fn is_ordered(value: &Value, op: Comparison, bound: &Value) -> bool {
    value.compare_measures(bound).is_some_and(|ordering| op.holds(ordering))
}

/// The facts of a relation whose tail does not compare with the bound but contains numbers: the sides of a
/// score, a measure in two units. The first number decides; of a score, either side may be above the bound,
/// but only the first below it.
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
        if value.compare_measures(bound).is_some() {
            continue;
        }
        let numbers = numbers_in(&text);
        let stated = match &value {
            Value::Score(a, _) if matches!(op, Comparison::Lt | Comparison::Le) => vec![*a as f64],
            Value::Score(a, b) => vec![*a as f64, *b as f64],
            // A date whose month only its column could settle still has a known year.
            Value::Text => match small_date(&text) {
                Some((_, _, year)) => vec![f64::from(year)],
                None => numbers.into_iter().take(1).collect(),
            },
            // A bare bound is in the unit in which the span is written.
            Value::Duration(_) => in_unit_of_bound(value.clone(), &text, bound)
                .number()
                .filter(|_| bound.unit().is_none())
                .into_iter()
                .collect(),
            // The numbers of the column are seconds, without a unit.
            Value::Integer(_) | Value::Decimal(_) if matches!(bound, Value::Duration(_)) => {
                value.number().into_iter().collect()
            }
            _ => Vec::new(),
        };
        let fits = |n: &f64| n.partial_cmp(&limit).is_some_and(|ordering| op.holds(ordering));
        if stated.iter().any(fits) {
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

/// The facts of a relation whose tail has the same typed value.
fn equal_by_type(ex: &Executor<'_>, relation: NodeId, value: &Value, scope: &Scope) -> Result<Vec<Posting>> {
    let found = ex.facts_in_range(relation, Comparison::Eq, value, scope)?;
    // A year matches its days, but a day does not match its year: `1990` need not be the 14 March that is
    // meant.
    let mut equal = Vec::with_capacity(found.len());
    for posting in found {
        if is_within(&ex.node(posting.tail)?.1, value) {
            equal.push(posting);
        }
    }
    Ok(equal)
}

/// False when both are dates and `found` is coarser than `asked`, or when both are different fractions: `0 /
/// 3` is not `0 / 2`. True otherwise.
pub fn is_within(found: &Value, asked: &Value) -> bool {
    if let (Value::Fraction(..), Value::Fraction(..)) = (found, asked) {
        return found == asked;
    }
    match (asked.date(), found.date()) {
        (Some(asked), Some(found)) => asked.covers(found),
        _ => true,
    }
}

/// The values that decide an order comparison with all of `values`: of each kind, the strictest one. Values
/// of different kinds do not stand for each other: numbers in different units (though a plain number compares
/// with both), numbers that can be years and others (only the former compare with dates), and dates of
/// different precision (May comes after the day before it, but not after its year).
fn decisive(values: &[Value], op: Comparison) -> Vec<&Value> {
    let kind = |value: &Value| {
        let key = value.order_key()?;
        let precision = match value {
            Value::Date(date) => Some((date.month().is_some(), date.day().is_some())),
            _ => None,
        };
        Some((key.class, value.unit().map(str::to_owned), value.date().is_some(), precision))
    };
    let least = matches!(op, Comparison::Lt | Comparison::Le);
    let mut decisive = Vec::new();
    for value in values {
        let Some(kind) = kind(value) else { continue };
        let Some((_, known)) = decisive.iter_mut().find(|(of, _)| *of == kind) else {
            decisive.push((kind, value));
            continue;
        };
        let ordering = value.compare(known);
        if ordering.is_some_and(|o| if least { o.is_lt() } else { o.is_gt() }) {
            *known = value;
        }
    }
    decisive.into_iter().map(|(_, value)| value).collect()
}
