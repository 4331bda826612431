//! Members by the times at which they held or happened: before, after, or overlapping others.
//!
//! The times of a member are those in the given column, otherwise its own: the date that it is, or the times
//! of the facts by which it was found. Before and after compare first days, so that terms of office that
//! share the day of the change still follow each other.

use trustuqa_model::FactId;

use super::ValueColumn;
use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::relation_values;
use crate::execute::search::horizon_day;
use crate::execute::{ExecuteError, Executor, Result};
use crate::query::Function;

/// A span of days, and the fact that gives it.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: i32,
    last: i32,
    fact: Option<FactId>,
}

/// The members of the first set whose times relate to those of the second as the function asks. A member
/// found by temporal facts keeps only those that fit.
pub(super) fn related_in_time(
    ex: &Executor<'_>,
    function: Function,
    set: &ItemSet,
    others: &ItemSet,
    by: &ValueColumn<'_>,
) -> Result<ItemSet> {
    expect_spans(ex, others, None)?;
    expect_spans(ex, set, Some(by))?;
    let mut bounds = Vec::new();
    for item in others.items() {
        // The members of the second set have times of their own, or values in the same column.
        let own = own_spans(ex, item)?;
        bounds.extend(if own.is_empty() { column_spans(ex, item, by)? } else { own });
    }
    let Some(first) = bounds.iter().map(|span| span.first).min() else {
        return if others.is_empty() { Ok(ItemSet::default()) } else { Err(without_time("second")) };
    };
    let last = bounds.iter().map(|span| span.first).max().unwrap_or(first);
    let known: Vec<FactId> = bounds.iter().filter_map(|span| span.fact).collect();
    let mut found: Vec<(Span, &Item)> = Vec::new();
    let mut any = set.is_empty();
    for item in set.items() {
        let mut spans = column_spans(ex, item, by)?;
        if spans.is_empty() {
            spans = own_spans(ex, item)?;
        }
        for span in spans {
            any = true;
            // A fact is not compared with itself.
            if span.fact.is_some_and(|fact| known.contains(&fact)) {
                continue;
            }
            let fits = match function {
                Function::Before | Function::NearestBefore => span.first < first,
                Function::After | Function::NearestAfter => span.first > last,
                _ => bounds.iter().any(|bound| span.first <= bound.last && span.last >= bound.first),
            };
            if fits {
                found.push((span, item));
            }
        }
    }
    if !any {
        return Err(without_time("first"));
    }
    let nearest = match function {
        Function::NearestBefore => found.iter().map(|(span, _)| span.first).max(),
        Function::NearestAfter => found.iter().map(|(span, _)| span.first).min(),
        _ => None,
    };
    let mut out = ItemSet::default();
    for (span, item) in found {
        if nearest.is_some_and(|nearest| span.first != nearest) {
            continue;
        }
        let mut item = item.clone();
        // A member found by several facts is kept with those whose time fits.
        if let Some(fact) = span.fact.filter(|fact| item.facts.contains(fact)) {
            item.facts = vec![fact];
        }
        out.push(item);
    }
    Ok(out)
}

/// Announces that the spans of the members will be read one by one: those in a column, if one is given,
/// otherwise their own.
fn expect_spans(ex: &Executor<'_>, set: &ItemSet, by: Option<&ValueColumn<'_>>) -> Result<()> {
    if let Some(by) = by.filter(|by| !by.relation.is_empty()) {
        return relation_values::expect_values(ex, set.items(), by.relation, &by.scope);
    }
    ex.expect_nodes(set.nodes())?;
    Ok(ex.graph().expect_facts(&set.facts())?)
}

/// The dates that a member has in a column, as spans of days.
fn column_spans(ex: &Executor<'_>, item: &Item, by: &ValueColumn<'_>) -> Result<Vec<Span>> {
    let mut out = Vec::new();
    if by.relation.is_empty() {
        return Ok(out);
    }
    for value in relation_values::values_of(ex, item, by.relation, &by.scope)?.items() {
        let date = ex.value(value)?.date();
        out.extend(date.map(|date| Span { first: date.first_day(), last: date.last_day(), fact: None }));
    }
    Ok(out)
}

/// The spans of a member itself: of the date that it is, or of the facts by which it was found.
fn own_spans(ex: &Executor<'_>, item: &Item) -> Result<Vec<Span>> {
    let mut out = Vec::new();
    let date = match &item.value {
        ItemValue::Time(date) => Some(*date),
        _ => ex.value(item)?.date(),
    };
    if let Some(date) = date {
        return Ok(vec![Span { first: date.first_day(), last: date.last_day(), fact: None }]);
    }
    for id in &item.facts {
        let fact = ex.graph().fact(*id)?;
        let Some(interval) = fact.interval else { continue };
        let Some(start) = interval.start.or(interval.end) else { continue };
        let last = interval.end.map_or_else(|| horizon_day(ex, &fact), |end| end.last_day());
        out.push(Span { first: start.first_day(), last: last.max(start.first_day()), fact: Some(*id) });
    }
    Ok(out)
}

fn without_time(which: &str) -> ExecuteError {
    ExecuteError::step(
        "without-time",
        format!("the members of the {which} set have no time"),
        "give facts of a temporal source, dates, or the column of the dates as relation",
    )
}
