//! The searching functions: `search_node`, `search_condition` and the parts of
//! facts (section 3.2 of the paper).

use trustuqa_model::{Comparison, Date, Fact, FactId, NodeId, Posting, Scope, Side};

use super::error::{ExecuteError, Result};
use super::item::{Item, ItemSet, ItemValue};
use super::matching::matching;
use super::operand::{operand_dates, operand_items, operand_nodes, operand_rows, step};
use super::relation_values::{push_tails, tails};
use super::table_rows::rows;
use super::{Executor, row_number, time};
use crate::query::execution::{Condition, ExecutionCall, FactPart, Node1, Operand, Qualifier};

/// Evaluates a searching call.
pub fn apply(ex: &Executor<'_>, call: &ExecutionCall<NodeId>, before: &[ItemSet]) -> Result<ItemSet> {
    match call {
        ExecutionCall::SearchNode { node1: Node1::Qualifier(qualifier), scope, condition, sources } => {
            let facts = match (scope, condition) {
                (Some(set), _) => step(before, *set)?.facts(),
                (None, Condition::On(on)) => {
                    let scope = ex.scope(sources)?;
                    let heads = operand_nodes(ex, on, before)?;
                    let found = ex.graph().facts_of_heads(&heads, None, &scope)?;
                    found.into_iter().flatten().map(|posting| posting.fact).collect()
                }
                (None, _) => {
                    return Err(ExecuteError::step(
                        "time-of-what",
                        "the query asks for a time, but does not say of which facts",
                        "give head_entity or relation along with key='time'",
                    ));
                }
            };
            let mut out = ItemSet::default();
            ex.graph().expect_facts(&facts)?;
            for id in facts {
                let fact = ex.graph().fact(id)?;
                let horizon = horizon(ex, &fact);
                for date in time::times_of(&fact, *qualifier, horizon) {
                    out.push(Item::new(ItemValue::Time(date), vec![id]));
                }
            }
            Ok(out)
        }
        ExecutionCall::SearchNode { node1: Node1::RowNumber, condition, sources, .. } => {
            let rows = match condition {
                Condition::On(on) => Some(operand_rows(ex, on, before)?),
                Condition::Any | Condition::Empty => None,
            };
            row_number::numbers(ex, rows.as_deref(), &ex.scope(sources)?)
        }
        ExecutionCall::SearchNode { node1, condition, sources, .. } => {
            let scope = ex.scope(sources)?;
            let nodes = &node1_nodes(ex, node1, before)?;
            let mut postings = Vec::new();
            match condition {
                Condition::Any => {
                    for node in nodes {
                        postings.extend(ex.graph().facts_of_relation(*node, None, &scope)?);
                    }
                }
                Condition::On(on) => {
                    let heads = operand_nodes(ex, on, before)?;
                    match nodes.as_slice() {
                        [node] => {
                            let found = ex.graph().facts_of_heads(&heads, Some(*node), &scope)?;
                            // The values come in the order of the set's members, such as largest first after
                            // `top_k`.
                            let mut out = ItemSet::default();
                            for postings in found {
                                push_tails(ex, postings, &mut out);
                            }
                            return Ok(out);
                        }
                        nodes => {
                            ex.graph().expect_facts_around(&heads, Side::Head)?;
                            for head in heads {
                                for node in nodes {
                                    postings.extend(ex.graph().facts_of_head(head, Some(*node), &scope)?);
                                }
                            }
                        }
                    }
                }
                Condition::Empty => {
                    let mut out = ItemSet::default();
                    for posting in ex.graph().facts_of_heads(nodes, None, &scope)?.into_iter().flatten() {
                        out.push(Item::new(ItemValue::Node(posting.relation), vec![posting.fact]));
                    }
                    return Ok(out);
                }
            }
            Ok(tails(ex, postings))
        }
        ExecutionCall::SearchCondition { node1: Node1::RowNumber, node2, op, condition, sources, .. } => {
            let rows = match condition {
                Some(on) => Some(operand_rows(ex, on, before)?),
                None => None,
            };
            let bounds = operand_items(ex, node2, before)?;
            row_number::matching(ex, *op, &bounds, rows.as_deref(), &ex.scope(sources)?)
        }
        ExecutionCall::SearchCondition {
            node1: node1 @ (Node1::Nodes(_) | Node1::Set(_)),
            node2,
            op,
            condition,
            sources,
            ..
        } => {
            let scope = ex.scope(sources)?;
            let nodes = &node1_nodes(ex, node1, before)?;
            let heads = match condition {
                Some(on) => {
                    Some(operand_nodes(ex, on, before)?.into_iter().collect::<std::collections::HashSet<_>>())
                }
                None => None,
            };
            // Without heads nothing is found, whatever the comparison.
            if heads.as_ref().is_some_and(std::collections::HashSet::is_empty) {
                return Ok(ItemSet::default());
            }
            let mut postings = Vec::new();
            for node in nodes {
                postings.extend(matching(ex, *node, node2, *op, &scope, before)?);
            }
            postings.retain(|p| heads.as_ref().is_none_or(|heads| heads.contains(&p.head)));
            postings.sort_unstable_by_key(|p| p.fact);
            postings.dedup();
            Ok(postings.into_iter().map(|p| Item::new(ItemValue::Node(p.head), vec![p.fact])).collect())
        }
        ExecutionCall::SearchCondition {
            node1: Node1::Qualifier(qualifier),
            node2,
            op,
            relation,
            scope,
            sources,
            ..
        } => {
            if let Some(set) = scope
                && step(before, *set)?.is_empty()
            {
                return Ok(ItemSet::default());
            }
            if let Operand::Literal(text) = node2
                && let Some(found) =
                    by_open_bound(ex, text, *qualifier, *op, (relation, scope, sources), before)?
            {
                return Ok(found);
            }
            let dates = operand_dates(ex, node2, before)?;
            let facts = match scope {
                Some(set) => facts_by_id(ex, step(before, *set)?)?,
                None => facts_in_time(ex, relation, *qualifier, &dates, *op, &ex.scope(sources)?)?,
            };
            let mut out = ItemSet::default();
            for fact in facts {
                if holds_for(&fact, *qualifier, *op, &dates) {
                    out.push(Item::new(ItemValue::Fact(fact.id), vec![fact.id]));
                }
            }
            Ok(out)
        }
        ExecutionCall::Part { part, set } => {
            let mut out = ItemSet::default();
            for id in step(before, *set)?.facts() {
                let fact = ex.graph().fact(id)?;
                out.push(match part {
                    FactPart::Head => Item::new(ItemValue::Node(fact.head), vec![id]),
                    FactPart::Relation => Item::new(ItemValue::Node(fact.relation), vec![id]),
                    FactPart::Tail => ex.tail_item(id, fact.source, fact.tail),
                });
            }
            Ok(out)
        }
        ExecutionCall::Rows { set, relation, sources } => {
            rows(ex, set, relation, &ex.scope(sources)?, before)
        }
        // Not searches; the executor evaluates them itself.
        ExecutionCall::All { .. }
        | ExecutionCall::Select { .. }
        | ExecutionCall::Derive { .. }
        | ExecutionCall::Group { .. }
        | ExecutionCall::Calculate { .. }
        | ExecutionCall::Reason { .. } => Ok(ItemSet::default()),
    }
}

fn node1_nodes(ex: &Executor<'_>, node1: &Node1<NodeId>, before: &[ItemSet]) -> Result<Vec<NodeId>> {
    match node1 {
        Node1::Nodes(nodes) => Ok(nodes.clone()),
        Node1::Set(index) => operand_nodes(ex, &Operand::Set(*index), before),
        Node1::Qualifier(_) | Node1::RowNumber => Ok(Vec::new()),
    }
}

/// The facts that hold as asked on the day on which their source was loaded (`now`), or whose bound is
/// missing or present (an empty text with `=` or `!=`); `None` for any other text.
fn by_open_bound(
    ex: &Executor<'_>,
    text: &str,
    qualifier: Qualifier,
    op: Comparison,
    (relations, scope, sources): (&[NodeId], &Option<usize>, &[String]),
    before: &[ItemSet],
) -> Result<Option<ItemSet>> {
    let is_now = is_now(text);
    if !(is_now || text.is_empty() && matches!(op, Comparison::Eq | Comparison::Ne)) {
        return Ok(None);
    }
    let facts = match scope {
        Some(set) => facts_by_id(ex, step(before, *set)?)?,
        None => {
            let scope = ex.scope(sources)?;
            let mut facts = Vec::new();
            for relation in relations {
                facts.extend(facts_of(ex, &ex.graph().facts_of_relation(*relation, None, &scope)?)?);
            }
            facts
        }
    };
    let mut out = ItemSet::default();
    for fact in facts {
        let Some(interval) = fact.interval else { continue };
        let holds = if is_now {
            let today = Date::from_days(horizon_day(ex, &fact));
            today.is_some_and(|today| time::holds(&fact, qualifier, op, today))
        } else {
            let missing = match qualifier {
                Qualifier::StartTime => interval.start.is_none(),
                Qualifier::EndTime => interval.end.is_none(),
                Qualifier::Time => interval.start.is_none() && interval.end.is_none(),
            };
            missing == (op == Comparison::Eq)
        };
        if holds {
            out.push(Item::new(ItemValue::Fact(fact.id), vec![fact.id]));
        }
    }
    Ok(Some(out))
}

/// Whether a text means the present: the day on which a source was loaded.
fn is_now(text: &str) -> bool {
    matches!(trustuqa_model::fold(text).as_str(), "now" | "today" | "present" | "currently")
}

/// Compared with several dates, `=` means any of them, `!=` none of them, and an order comparison all of
/// them.
fn holds_for(fact: &Fact, qualifier: Qualifier, op: Comparison, dates: &[Date]) -> bool {
    let mut each = dates.iter().map(|date| time::holds(fact, qualifier, op, *date));
    match op {
        _ if dates.is_empty() => false,
        Comparison::Eq => each.any(|holds| holds),
        Comparison::Ne => time::holds_outside(fact, qualifier, dates),
        _ => each.all(|holds| holds),
    }
}

fn facts_by_id(ex: &Executor<'_>, set: &ItemSet) -> Result<Vec<Fact>> {
    Ok(ex.graph().facts(&set.facts())?)
}

/// The facts of postings, complete with their intervals.
fn facts_of(ex: &Executor<'_>, postings: &[Posting]) -> Result<Vec<Fact>> {
    let ids: Vec<FactId> = postings.iter().map(|posting| posting.fact).collect();
    Ok(ex.graph().facts(&ids)?)
}

/// The candidates from the interval index; [`holds_for`] then decides exactly.
fn facts_in_time(
    ex: &Executor<'_>,
    relations: &[NodeId],
    qualifier: Qualifier,
    dates: &[Date],
    op: Comparison,
    scope: &Scope,
) -> Result<Vec<Fact>> {
    let (mut first, mut last) = (i32::MIN, i32::MAX);
    if op == Comparison::Eq {
        first = dates.iter().map(|d| d.first_day()).min().unwrap_or(i32::MAX);
        last = dates.iter().map(|d| d.last_day()).max().unwrap_or(i32::MIN);
        if first > last {
            return Ok(Vec::new());
        }
    }
    // When only one bound is asked for, the interval must not restrict the other: a fact that ends before it
    // starts still has both bounds.
    match qualifier {
        Qualifier::StartTime => first = i32::MIN,
        Qualifier::EndTime => last = i32::MAX,
        Qualifier::Time => {}
    }
    let mut postings = Vec::new();
    if relations.is_empty() {
        postings.extend(ex.graph().facts_in_time(None, first, last, scope)?);
    }
    for relation in relations {
        postings.extend(ex.graph().facts_in_time(Some(*relation), first, last, scope)?);
    }
    postings.sort_unstable_by_key(|p| p.fact);
    postings.dedup();
    facts_of(ex, &postings)
}

/// The year up to which a fact without an end is listed: that in which its source was loaded.
fn horizon(ex: &Executor<'_>, fact: &Fact) -> i32 {
    Date::from_days(horizon_day(ex, fact)).map_or(1970, Date::year)
}

/// The first day on which a fact holds, and the first day on which it no longer does, in days since
/// 1970-01-01; `None` without a start, or when the end is before the start. Both bounds are included, except
/// the end of a span given in years or months: who held an office from 2005 to 2021 held it for 16 years. A
/// span that begins and ends in the same year or month lasts for all of it.
pub(super) fn held(ex: &Executor<'_>, fact: &Fact) -> Option<(i32, i32)> {
    let interval = fact.interval?;
    let start = interval.start?;
    let first = start.first_day();
    let after = match interval.end {
        Some(end) if start.day().is_none() && end.day().is_none() && first < end.first_day() => {
            end.first_day()
        }
        Some(end) => end.last_day().saturating_add(1),
        None => horizon_day(ex, fact).saturating_add(1),
    };
    (first < after).then_some((first, after))
}

/// The days from the first to the last day of a fact, of which the first no longer counts; what begins and ends on
/// one day lasts for that day. `after` is the first day on which it no longer holds.
pub(super) fn days_between(fact: &Fact, first: i32, after: i32) -> i64 {
    let days = i64::from(after) - i64::from(first);
    let ends_on_a_day =
        fact.interval.is_some_and(|interval| interval.end.is_none_or(|end| end.day().is_some()));
    if ends_on_a_day { (days - 1).max(1) } else { days }
}

/// The day, since 1970-01-01, up to which a fact without an end is counted: that on which its source was
/// loaded, so that an answer does not change with the clock.
pub(super) fn horizon_day(ex: &Executor<'_>, fact: &Fact) -> i32 {
    let seconds = ex.source(fact.source).map_or(0, |source| source.loaded_at);
    i32::try_from(seconds.div_euclid(86_400)).unwrap_or(0)
}
