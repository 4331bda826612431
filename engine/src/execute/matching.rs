//! What compares as asked: facts of a relation whose tail is equal to a value, different
//! from it, or above or below it in typed order.

use trustuqa_model::value::small_date;
use trustuqa_model::{Comparison, NodeId, Posting, Scope, Side, Value};

use super::Executor;
use super::amount::beside;
use super::error::{ExecuteError, Result};
use super::item::ItemSet;
use super::operand::{operand_label, operand_nodes, operand_typed, operand_values};
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
            let nodes = operand_nodes(ex, node2, before)?;
            if nodes.len() > 1 {
                graph.expect_facts_around(&nodes, Side::Tail)?;
            }
            for node in nodes {
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

/// Whether a value compares with a bound as an order comparison asks; not when the two do
/// not compare.
pub fn is_ordered(value: &Value, op: Comparison, bound: &Value) -> bool {
    value.compare_measures(bound).is_some_and(|ordering| op.holds(ordering))
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
        if value.compare_measures(bound).is_some() {
            continue;
        }
        let numbers = numbers_in(&text);
        let told = match &value {
            Value::Score(a, _) if matches!(op, Comparison::Lt | Comparison::Le) => vec![*a as f64],
            Value::Score(a, b) => vec![*a as f64, *b as f64],
            // A day whose month only its column could tell has a year at least.
            Value::Text => match small_date(&text) {
                Some((_, _, year)) => vec![f64::from(year)],
                None => numbers.into_iter().take(1).collect(),
            },
            // A bare number means the unit that the span is written in.
            Value::Duration(_) => beside(value.clone(), &text, bound)
                .number()
                .filter(|_| bound.unit().is_none())
                .into_iter()
                .collect(),
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
    let found = ex.facts_in_range(relation, Comparison::Eq, value, scope)?;
    // A year is asked for by its days, but a day is not found by its year: `1990` need
    // not be the 14 March that was meant.
    let mut equal = Vec::with_capacity(found.len());
    for posting in found {
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

/// The values that decide an order comparison with all of `values`: of each kind the one
/// that all others of it are on the right side of. Numbers in different units are of
/// different kinds, though a plain number compares with both; so are numbers that can be
/// years and others, as only the former compare with dates, and dates of different
/// precision: May comes after the day before it, and not after its year.
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
