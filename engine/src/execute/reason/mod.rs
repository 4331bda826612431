//! The reasoning functions: sets, arithmetic, extremes, neighbours of rows. All of them are deterministic; no
//! model is involved.
//!
//! This module dispatches each function by its name, and holds what they share. `sets` combines and filters
//! sets, `numbers` computes values, `numbers_by_word` finds numbers by the words beside them, `ranking` finds
//! extremes and frequencies, `order` sorts and groups members, `rows` goes by the order of the source,
//! `spans` and `durations` compute how long something lasts, `time_order` what came before and after,
//! `statistics` computes statistics, and `truth` truth values.

mod durations;
mod numbers;
mod numbers_by_word;
mod order;
mod ranking;
mod rows;
mod sets;
mod spans;
mod statistics;
mod time_order;
mod truth;

use std::cmp::Ordering;
use std::collections::HashSet;

use trustuqa_model::{Comparison, NodeId, NodeKind, Scope, Value, fold};

pub(super) use self::numbers::styled;
use self::numbers::{absolute, compare, date_part, mean, minus, number, sum};
pub use self::numbers_by_word::NumbersByWord;
pub(super) use self::ranking::positions;
use self::ranking::{extreme, frequent, ranked};
use self::rows::{in_source_order, neighbours};
pub(super) use self::sets::compares;
use self::sets::{difference_of_sets, intersection, keep, negation, union};
use super::column::READ_AT_ONCE;
use super::error::{ExecuteError, Result};
use super::item::{Identity, Item, ItemSet, ItemValue};
use super::{Executor, operand, relation_values};
use crate::query::Function;
use crate::query::column::Aggregate;
use crate::query::execution::Operand;

/// The relation whose values are meant instead of the members, and the scope in which it is read.
pub struct ValueColumn<'r> {
    /// Its nodes; empty when the members themselves are meant.
    pub relation: &'r [NodeId],
    /// The sources.
    pub scope: Scope,
}

/// Applies a reasoning function to the results of earlier steps.
pub fn apply(
    ex: &Executor<'_>,
    function: Function,
    operands: &[Operand<NodeId>],
    by: &ValueColumn<'_>,
    value: Option<&(Comparison, Operand<NodeId>)>,
    k: Option<usize>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut sets = Vec::with_capacity(operands.len());
    for operand in operands {
        sets.push(ex.members(function, materialise(operand, before)?)?);
    }
    let first = sets.first().cloned().unwrap_or_default();
    match function {
        Function::SetUnion => Ok(union(&sets)),
        Function::SetIntersection => intersection(ex, &sets),
        Function::SetDifference => difference_of_sets(ex, &sets),
        Function::SetNegation => negation(ex, &sets),
        Function::Keep => keep(ex, &first, by, value, before),
        Function::Count => {
            // A dash in a cell says that there is no value.
            let mut counted = 0_usize;
            for item in first.items() {
                let is_dash = matches!(item.value, ItemValue::Cell(_))
                    && !ex.text(item)?.chars().any(char::is_alphanumeric);
                counted += usize::from(!is_dash);
            }
            let counted = if counted == 0 { first.len() } else { counted };
            Ok(number(counted as f64, &first))
        }
        Function::CountDistinct => {
            let mut names = HashSet::new();
            for item in column(ex, &first, by)?.items() {
                names.insert(name_of(ex, item)?);
            }
            Ok(number(names.len() as f64, &first))
        }
        Function::Min => extreme(ex, &column(ex, &first, by)?, Ordering::Less),
        Function::Max => extreme(ex, &column(ex, &first, by)?, Ordering::Greater),
        Function::Mean => mean(ex, &column(ex, &union(&sets), by)?),
        Function::Sum => sum(ex, &column(ex, &union(&sets), by)?),
        Function::Difference => minus(ex, &sets),
        Function::Absolute => absolute(ex, &first),
        Function::Greater => extreme(ex, &union(&sets), Ordering::Greater),
        Function::Less => extreme(ex, &union(&sets), Ordering::Less),
        Function::Compare => compare(ex, &sets),
        // Without a relation, the extreme is that of the frequency.
        Function::Argmax | Function::Argmin if by.relation.is_empty() && !are_groups(&first) => {
            frequent(ex, &first, function == Function::Argmax)
        }
        Function::Argmax => ranked(ex, &first, by, Ordering::Greater, None),
        Function::Argmin => ranked(ex, &first, by, Ordering::Less, None),
        Function::TopK => ranked(ex, &first, by, Ordering::Greater, Some(k.unwrap_or(1))),
        Function::BottomK => ranked(ex, &first, by, Ordering::Less, Some(k.unwrap_or(1))),
        Function::MostFrequent | Function::LeastFrequent => {
            frequent(ex, &column(ex, &first, by)?, function == Function::MostFrequent)
        }
        Function::PreviousRow => neighbours(ex, &first, -1),
        Function::NextRow => neighbours(ex, &first, 1),
        Function::First => Ok(in_source_order(&first, true)),
        Function::Last => Ok(in_source_order(&first, false)),
        Function::Year | Function::Month | Function::Day => date_part(ex, &first, function),
        Function::MonthName => numbers::month_names(ex, &first),
        Function::Unique => order::unique(ex, &first),
        Function::CountBy => order::count_by(ex, &column(ex, &first, by)?),
        Function::Median => numbers::median(ex, &column(ex, &first, by)?),
        Function::Product | Function::Quotient => numbers::scaled(ex, &sets, function == Function::Product),
        Function::Number => numbers::first_number(ex, &first, value, before),
        Function::Nth => Ok(order::nth(&first, k.unwrap_or(1))),
        Function::Part => order::split(ex, &first, value, before, k.or(Some(1))),
        Function::Split => order::split(ex, &first, value, before, None),
        Function::Sort | Function::SortDescending => {
            order::sorted(ex, &first, by, function == Function::SortDescending)
        }
        Function::LongestRun => order::longest_run(ex, &first, value, before),
        Function::Length => spans::length(ex, &first, value, before),
        Function::Test => truth::test(ex, &first, value, before),
        Function::IsEmpty => {
            // A cell with nothing but a dash counts as empty.
            let mut empty = true;
            for item in first.items() {
                empty = empty
                    && matches!(item.value, ItemValue::Cell(_))
                    && !ex.text(item)?.chars().any(char::is_alphanumeric);
            }
            Ok(truth::truth(empty, first.facts()))
        }
        Function::And | Function::Or => truth::joined(ex, &sets, function == Function::And),
        Function::Not => Ok(truth::truth(!truth::truth_value(ex, &first)?, first.facts())),
        Function::If => truth::choose(ex, &sets),
        // Without a column to aggregate, members are counted by value.
        Function::Group => order::count_by(ex, &column(ex, &first, by)?),
        Function::Exists => Ok(truth::truth(!first.is_empty(), first.facts())),
        Function::IsSubset | Function::Equal => {
            let holds = statistics::contained(ex, &sets, function == Function::Equal)?;
            Ok(truth::truth(holds, union(&sets).facts()))
        }
        Function::StandardDeviation => statistics::standard_deviation(ex, &column(ex, &first, by)?),
        Function::Percentile => statistics::percentile(ex, &column(ex, &first, by)?, k.unwrap_or(50)),
        Function::Correlation => statistics::correlation(&sets),
        Function::Share => statistics::share(ex, &sets),
        Function::Rank => statistics::ranks(ex, &first, &first_values(ex, &first, by)?),
        Function::Nearest => {
            let bounds = match value {
                Some((_, operand)) => operand::operand_values(ex, operand, before)?,
                None => Vec::new(),
            };
            statistics::nearest(ex, &first, &first_values(ex, &first, by)?, &bounds)
        }
        Function::Duration if has_times(ex, &first)? => {
            let unit = match value {
                Some((_, operand)) => materialise(operand, before)?,
                None => ItemSet::default(),
            };
            let unit = unit.items().first().map(|item| ex.text(item)).transpose()?;
            durations::durations(ex, &first, unit.as_deref().unwrap_or("days"))
        }
        Function::Duration => spans::length(ex, &first, value, before),
        Function::Before
        | Function::After
        | Function::NearestBefore
        | Function::NearestAfter
        | Function::Overlapping => {
            let others = sets.get(1).cloned().unwrap_or_default();
            time_order::related_in_time(ex, function, &first, &others, by)
        }
        // The translator turns these into calls of other kinds.
        Function::Derive | Function::Calculate | Function::NoAnswer => Ok(ItemSet::default()),
    }
}

/// Aggregates the values of a set, as for one group.
pub(super) fn aggregate(ex: &Executor<'_>, values: &ItemSet, with: Aggregate) -> Result<ItemSet> {
    match with {
        Aggregate::Count | Aggregate::CountDistinct => Ok(number(values.len() as f64, values)),
        // Lists of values are not reduced.
        Aggregate::List | Aggregate::Most | Aggregate::Least => Ok(values.clone()),
        Aggregate::Sum => sum(ex, values),
        Aggregate::Mean => mean(ex, values),
        Aggregate::Min => extreme(ex, values, Ordering::Less),
        Aggregate::Max => extreme(ex, values, Ordering::Greater),
        Aggregate::Median => numbers::median(ex, values),
    }
}

/// The first value of each member under the relation, or without a relation the member itself.
fn first_values(ex: &Executor<'_>, set: &ItemSet, by: &ValueColumn<'_>) -> Result<Vec<Option<Item>>> {
    Ok(column_of_each(ex, set, by)?.iter().map(|values| values.items().first().cloned()).collect())
}

/// Whether some member was found by a fact with a time.
fn has_times(ex: &Executor<'_>, set: &ItemSet) -> Result<bool> {
    for fact in set.items().iter().flat_map(|item| &item.facts) {
        if ex.graph().fact(*fact)?.interval.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether members are keys of groups, and so compare by the values of their groups.
fn are_groups(set: &ItemSet) -> bool {
    set.items().iter().any(|item| item.measure.is_some())
}

/// An operand as a set of items; nodes and literals become items without facts.
pub(super) fn materialise(operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<ItemSet> {
    match operand {
        Operand::Set(index) => Ok(operand::step(before, *index)?.clone()),
        Operand::Nodes(nodes) => {
            Ok(nodes.iter().map(|n| Item::new(ItemValue::Node(*n), Vec::new())).collect())
        }
        Operand::Literal(text) => Ok(ItemSet::from_iter([Item::new(
            ItemValue::Computed(Value::parse(text), text.clone()),
            Vec::new(),
        )])),
    }
}

/// The values of the members under the relation; without one, the values of their groups, or the members
/// themselves.
fn column(ex: &Executor<'_>, set: &ItemSet, by: &ValueColumn<'_>) -> Result<ItemSet> {
    if by.relation.is_empty() {
        if !are_groups(set) {
            return Ok(set.clone());
        }
        let mut out = ItemSet::default();
        set.items().iter().filter_map(measured).for_each(|value| out.push_apart(value));
        return Ok(out);
    }
    let mut out = ItemSet::default();
    for values in column_of_each(ex, set, by)? {
        values.items().iter().for_each(|value| out.push(value.clone()));
    }
    Ok(out)
}

/// The same for each member separately.
fn column_of_each(ex: &Executor<'_>, set: &ItemSet, by: &ValueColumn<'_>) -> Result<Vec<ItemSet>> {
    if !by.relation.is_empty() {
        let mut found = Vec::with_capacity(set.len());
        for some in set.items().chunks(READ_AT_ONCE) {
            found.extend(relation_values::values_of_each(ex, some, by.relation, &by.scope)?);
        }
        return Ok(found);
    }
    let single = |item: &Item| column(ex, &ItemSet::from_iter([item.clone()]), by);
    set.items().iter().map(single).collect()
}

/// The value of a group as an item that rests on the facts of the group, so that equal values of different
/// groups stay apart.
pub(super) fn measured(key: &Item) -> Option<Item> {
    let measure = key.measure.as_ref()?;
    let value = ItemValue::Derived(measure.value.clone(), measure.text.clone());
    Some(Item::new(value, key.facts.clone()))
}

/// The values by which a function orders a set; only the first `most` members are considered.
pub(super) fn ordered_values(
    ex: &Executor<'_>,
    set: &Operand<NodeId>,
    by: &ValueColumn<'_>,
    before: &[ItemSet],
    most: usize,
) -> Result<ItemSet> {
    let members: ItemSet = match set {
        Operand::Set(index) => operand::step(before, *index)?.items().iter().take(most).cloned().collect(),
        set => materialise(set, before)?,
    };
    column(ex, &members, by)
}

/// The name by which equal values are recognised: the text, folded unless it is a typed value. A row equals
/// only itself, because every table has a `[line_3]`.
pub(super) fn name_of(ex: &Executor<'_>, item: &Item) -> Result<Identity> {
    if is_row(ex, item)? {
        return Ok(item.identity());
    }
    let text = ex.text(item)?;
    // Folding drops the characters by which `-5`, `$5` and `5` differ.
    let plain = ex.value(item)? == Value::Text;
    Ok(Identity::Text(if plain { fold(&text) } else { text.trim().to_lowercase() }))
}

pub(super) fn is_row(ex: &Executor<'_>, item: &Item) -> Result<bool> {
    Ok(matches!(item.value, ItemValue::Node(node) if matches!(ex.node(node)?.2, NodeKind::Row { .. })))
}

fn rows_have_no_values<T>(what: &str) -> Result<T> {
    Err(ExecuteError::step(
        "rows-have-no-value",
        format!("these are rows, and a row has no {what}"),
        "say of which column: give its name as relation, or get its values first with get_information(head_entity='output_of_query1', relation='…')",
    ))
}
