//! The reasoning functions: sets, arithmetic, extremes, neighbours of rows.
//! All of them are deterministic; no model is asked for anything.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use trustuqa_storage::{Comparison, Date, FactId, NodeId, NodeKind, Scope, Value, fold};

use super::error::{ExecuteError, Result};
use super::item::{Identity, Item, ItemSet, ItemValue};
use super::{Executor, search};
use crate::query::Function;
use crate::query::execution::Operand;

/// Applies a reasoning function to the results of earlier steps.
pub fn apply(
    ex: &Executor<'_>,
    function: Function,
    operands: &[Operand<NodeId>],
    relation: &[NodeId],
    value: Option<&(Comparison, Operand<NodeId>)>,
    k: Option<usize>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut sets = Vec::with_capacity(operands.len());
    for operand in operands {
        sets.push(materialise(operand, before)?);
    }
    let first = sets.first().cloned().unwrap_or_default();
    match function {
        Function::SetUnion => Ok(sets.iter().flat_map(|s| s.items().iter().cloned()).collect()),
        Function::SetIntersection => intersection(ex, &sets),
        Function::SetDifference => difference_of_sets(ex, &sets),
        Function::SetNegation => negation(ex, &sets),
        Function::Keep => keep(ex, &first, relation, value, before),
        Function::Count => Ok(number(first.len() as f64, &first)),
        Function::CountDistinct => {
            let mut texts = HashSet::new();
            for item in first.items() {
                texts.insert(fold(&ex.text(item)?));
            }
            Ok(number(texts.len() as f64, &first))
        }
        Function::Min => extreme(ex, &column(ex, &first, relation)?, Ordering::Less),
        Function::Max => extreme(ex, &column(ex, &first, relation)?, Ordering::Greater),
        Function::Mean => mean(ex, &column(ex, &first, relation)?),
        Function::Sum => {
            let all: ItemSet = sets.iter().flat_map(|s| s.items().iter().cloned()).collect();
            sum(ex, &column(ex, &all, relation)?)
        }
        Function::Difference => minus(ex, &sets),
        Function::Absolute => absolute(ex, &first),
        Function::Greater | Function::Less => {
            let all: ItemSet = sets.iter().flat_map(|s| s.items().iter().cloned()).collect();
            extreme(ex, &all, if function == Function::Greater { Ordering::Greater } else { Ordering::Less })
        }
        Function::Compare => compare(ex, &sets),
        Function::Argmax => ranked(ex, &first, relation, Ordering::Greater, None),
        Function::Argmin => ranked(ex, &first, relation, Ordering::Less, None),
        Function::TopK => ranked(ex, &first, relation, Ordering::Greater, Some(k.unwrap_or(1))),
        Function::BottomK => ranked(ex, &first, relation, Ordering::Less, Some(k.unwrap_or(1))),
        Function::MostFrequent | Function::LeastFrequent => frequent(ex, &column(ex, &first, relation)?, function == Function::MostFrequent),
        Function::PreviousRow => neighbours(ex, &first, -1),
        Function::NextRow => neighbours(ex, &first, 1),
        Function::First => Ok(in_source_order(&first, true)),
        Function::Last => Ok(in_source_order(&first, false)),
        Function::Year | Function::Month | Function::Day => date_part(ex, &first, function),
    }
}

/// An operand as a set of items. Names stand for themselves.
fn materialise(operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<ItemSet> {
    match operand {
        Operand::Set(index) => Ok(search::step(before, *index)?.clone()),
        Operand::Nodes(nodes) => Ok(nodes.iter().map(|n| Item { value: ItemValue::Node(*n), facts: Vec::new() }).collect()),
        Operand::Literal(text) => {
            Ok(ItemSet::from_iter([Item { value: ItemValue::Computed(Value::parse(text), text.clone()), facts: Vec::new() }]))
        }
    }
}

/// The values of a relation of each item, or the items themselves without one.
fn column(ex: &Executor<'_>, set: &ItemSet, relation: &[NodeId]) -> Result<ItemSet> {
    if relation.is_empty() {
        return Ok(set.clone());
    }
    let mut out = ItemSet::default();
    for node in set.nodes() {
        for r in relation {
            for posting in ex.graph().facts_of_head(node, Some(*r), &Scope::All)? {
                if let Some(source) = ex.source_of_fact(posting.fact) {
                    out.push(ex.tail_item(posting.fact, source.id, posting.tail));
                }
            }
        }
    }
    Ok(out)
}

/// Identity of an item between sets: cells with the same name are the same
/// there, and so are a year and a node called like it.
fn shared_identity(ex: &Executor<'_>, item: &Item, by_text: bool) -> Result<Identity> {
    Ok(match (&item.value, by_text) {
        (ItemValue::Fact(_), false) => item.identity(),
        (_, true) => Identity::Text(fold(&ex.text(item)?)),
        (ItemValue::Node(node) | ItemValue::Cell(node), false) => Identity::Node(*node),
        _ => item.identity(),
    })
}

/// Texts are compared only when some set has members that are no nodes.
fn by_text(sets: &[ItemSet]) -> bool {
    sets.iter().flat_map(ItemSet::items).any(|i| matches!(i.value, ItemValue::Time(_) | ItemValue::Computed(..)))
}

fn intersection(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let Some((first, others)) = sets.split_first() else { return Ok(ItemSet::default()) };
    let text = by_text(sets);
    let mut maps: Vec<HashMap<Identity, Vec<FactId>>> = Vec::new();
    for other in others {
        let mut map: HashMap<Identity, Vec<FactId>> = HashMap::new();
        for item in other.items() {
            map.entry(shared_identity(ex, item, text)?).or_default().extend(&item.facts);
        }
        maps.push(map);
    }
    let mut out = ItemSet::default();
    for item in first.items() {
        let identity = shared_identity(ex, item, text)?;
        if maps.iter().all(|m| m.contains_key(&identity)) {
            let mut item = item.clone();
            if !matches!(item.value, ItemValue::Cell(_)) {
                for map in &maps {
                    item.facts.extend(map.get(&identity).into_iter().flatten());
                }
                let mut seen = HashSet::new();
                item.facts.retain(|f| seen.insert(*f));
            }
            out.push(item);
        }
    }
    Ok(out)
}

fn difference_of_sets(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let Some((first, others)) = sets.split_first() else { return Ok(ItemSet::default()) };
    let text = by_text(sets);
    let mut without = HashSet::new();
    for item in others.iter().flat_map(ItemSet::items) {
        without.insert(shared_identity(ex, item, text)?);
    }
    let mut out = ItemSet::default();
    for item in first.items() {
        if !without.contains(&shared_identity(ex, item, text)?) {
            out.push(item.clone());
        }
    }
    Ok(out)
}

/// The complement of a set: of rows, the other rows of their tables; of heads,
/// the other heads of the relations that they were found by. With two sets, the
/// first set is the universe.
fn negation(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    if sets.len() == 2 {
        return difference_of_sets(ex, sets);
    }
    let Some(set) = sets.first() else { return Ok(ItemSet::default()) };
    let inside: HashSet<NodeId> = set.nodes().into_iter().collect();
    let mut relations = HashSet::new();
    for id in set.facts() {
        let fact = ex.graph().fact(id)?;
        relations.insert((fact.relation, fact.source));
    }
    let mut relations: Vec<_> = relations.into_iter().collect();
    relations.sort_unstable();
    let mut out = ItemSet::default();
    for (relation, source) in relations {
        for posting in ex.graph().facts_of_relation(relation, None, &Scope::Only(vec![source]))? {
            if !inside.contains(&posting.head) {
                out.push(Item { value: ItemValue::Node(posting.head), facts: vec![posting.fact] });
            }
        }
    }
    Ok(out)
}

fn keep(ex: &Executor<'_>, set: &ItemSet, relation: &[NodeId], value: Option<&(Comparison, Operand<NodeId>)>, before: &[ItemSet]) -> Result<ItemSet> {
    let Some((op, operand)) = value else { return Ok(set.clone()) };
    let bounds = search::operand_values(ex, operand, before)?;
    let label = fold(&search::operand_label(ex, operand, before)?);
    let mut out = ItemSet::default();
    for item in set.items() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        for candidate in column(ex, &single, relation)?.items() {
            let text = fold(&ex.text(candidate)?);
            let candidate = ex.value(candidate)?;
            let mut each = bounds.iter().map(|bound| compares(&candidate, *op, bound, text == label));
            let kept = match op {
                _ if bounds.is_empty() => false,
                Comparison::Eq => each.any(|kept| kept),
                _ => each.all(|kept| kept),
            };
            if kept {
                out.push(item.clone());
                break;
            }
        }
    }
    Ok(out)
}

fn compares(value: &Value, op: Comparison, bound: &Value, same_text: bool) -> bool {
    let ordering = value.compare(bound);
    match op {
        Comparison::Eq => same_text || ordering == Some(Ordering::Equal),
        Comparison::Ne => !(same_text || ordering == Some(Ordering::Equal)),
        Comparison::Lt => ordering.is_some_and(Ordering::is_lt),
        Comparison::Le => ordering.is_some_and(Ordering::is_le),
        Comparison::Gt => ordering.is_some_and(Ordering::is_gt),
        Comparison::Ge => ordering.is_some_and(Ordering::is_ge),
    }
}

/// A computed number that rests on every fact behind `set`.
fn number(n: f64, set: &ItemSet) -> ItemSet {
    ItemSet::from_iter([Item { value: computed(n, ""), facts: set.facts() }])
}

/// A computed number, without a fraction when it is whole, else with as many
/// digits as tell it apart after rounding to ten places.
fn computed(n: f64, unit: &str) -> ItemValue {
    let whole = n.fract() == 0.0 && n.abs() < 9.0e15;
    let value = if whole { Value::Integer(n as i64) } else { Value::Decimal(n) };
    let digits = if whole { format!("{n:.0}") } else { format!("{:.10}", n).trim_end_matches('0').trim_end_matches('.').to_owned() };
    let text = match unit {
        "" => digits,
        "%" => format!("{digits}%"),
        "$" | "€" | "£" | "¥" => format!("{unit}{digits}"),
        unit => format!("{digits} {unit}"),
    };
    ItemValue::Computed(value, text)
}

fn extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let mut best: Option<Value> = None;
    let mut winners: Vec<&Item> = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        if value.order_key().is_none() {
            continue;
        }
        match best.as_ref().map(|b| value.compare(b)) {
            None => {
                winners = vec![item];
                best = Some(value);
            }
            Some(Some(Ordering::Equal)) => winners.push(item),
            Some(Some(ordering)) if ordering == side => {
                winners = vec![item];
                best = Some(value);
            }
            Some(_) => {}
        }
    }
    if winners.is_empty() && !set.is_empty() {
        return text_extreme(ex, set, side);
    }
    // Equal values are one extreme, which stands in every winning fact.
    let Some(first) = winners.first() else { return Ok(ItemSet::default()) };
    let mut item = (*first).clone();
    let mut seen: HashSet<FactId> = item.facts.iter().copied().collect();
    let more: Vec<FactId> = winners.iter().skip(1).flat_map(|w| w.facts.iter().copied()).filter(|f| seen.insert(*f)).collect();
    item.facts.extend(more);
    Ok(ItemSet::from_iter([item]))
}

/// Texts have no typed order: their extreme is the alphabetical one.
fn text_extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let mut best: Option<(String, &Item)> = None;
    for item in set.items() {
        if matches!(item.value, ItemValue::Node(node) if matches!(ex.node(node)?.2, NodeKind::Row { .. })) {
            return Err(ExecuteError::step("rows-have-no-order", "rows have no largest or smallest value", "say of which column, for example argmax(set='output_of_query1', relation='Gold')"));
        }
        let text = fold(&ex.text(item)?);
        if best.as_ref().is_none_or(|(b, _)| text.cmp(b) == side) {
            best = Some((text, item));
        }
    }
    Ok(best.into_iter().map(|(_, item)| item.clone()).collect())
}

/// Numbers of all items; an error names the first that is none.
fn numbers(ex: &Executor<'_>, set: &ItemSet, what: &str) -> Result<(Vec<f64>, String)> {
    let mut out = Vec::new();
    let mut unit: Option<String> = None;
    let mut skipped = None;
    for item in set.items() {
        let value = ex.value(item)?;
        match value.number() {
            Some(n) => {
                out.push(n);
                let own = if let Value::Quantity(_, unit) = &value { unit.clone() } else { String::new() };
                match &unit {
                    None => unit = Some(own),
                    Some(known) if *known != own => unit = Some(String::new()),
                    Some(_) => {}
                }
            }
            None => skipped = skipped.or(Some(ex.text(item)?)),
        }
    }
    if let (true, Some(text)) = (out.is_empty(), skipped) {
        return Err(ExecuteError::step("not-a-number", format!("`{text}` is not a number, so there is no {what}"), "first get the values of a numeric column or relation"));
    }
    Ok((out, unit.unwrap_or_default()))
}

fn mean(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit) = numbers(ex, set, "mean")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Ok(ItemSet::from_iter([Item { value: computed(mean, &unit), facts: set.facts() }]))
}

fn sum(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    let (numbers, unit) = numbers(ex, set, "sum")?;
    if numbers.is_empty() {
        return Ok(ItemSet::default());
    }
    let sum = numbers.iter().sum::<f64>();
    // Decimals sum up binary noise; ten places are more than any input has.
    let sum = (sum * 1e10).round() / 1e10;
    Ok(ItemSet::from_iter([Item { value: computed(sum, &unit), facts: set.facts() }]))
}

/// The one value of a set that an arithmetic function needs.
fn single(ex: &Executor<'_>, set: &ItemSet, which: &str) -> Result<Option<Value>> {
    let mut values: Vec<Value> = Vec::new();
    for item in set.items() {
        let value = ex.value(item)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    match values.len() {
        0 => Ok(None),
        1 => Ok(values.pop()),
        n => Err(ExecuteError::step("several-values", format!("the {which} set has {n} different values, not one"), "reduce it first, for example with max, min or sum")),
    }
}

fn minus(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else { return Ok(ItemSet::default()) };
    let mut facts = a.facts();
    facts.extend(b.facts());
    let value = match (x.number(), y.number()) {
        (Some(m), Some(n)) => {
            let unit = match (&x, &y) {
                (Value::Quantity(_, u), Value::Quantity(_, v)) if u == v => u.as_str(),
                _ => "",
            };
            computed(((m - n) * 1e10).round() / 1e10, unit)
        }
        _ => match (x.date(), y.date()) {
            (Some(m), Some(n)) => years_between(n, m),
            _ => return Err(ExecuteError::step("no-difference", "the difference of these two values is not defined", "both must be numbers, or both dates")),
        },
    };
    Ok(ItemSet::from_iter([Item { value, facts }]))
}

/// Whole years from one date to another when one has only a year, else days.
fn years_between(from: Date, to: Date) -> ItemValue {
    if from.day().is_some() && to.day().is_some() {
        return computed(f64::from(to.first_day() - from.first_day()), "days");
    }
    computed(f64::from(to.year() - from.year()), "")
}

fn absolute(ex: &Executor<'_>, set: &ItemSet) -> Result<ItemSet> {
    match single(ex, set, "given")? {
        None => Ok(ItemSet::default()),
        Some(value) => match value.number() {
            Some(n) => Ok(number(n.abs(), set)),
            None => Err(ExecuteError::step("not-a-number", "absolute needs a number", "first get a number, for example with difference")),
        },
    }
}

fn compare(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else { return Ok(ItemSet::default()) };
    let ordering = match x.compare(&y) {
        Some(ordering) => ordering,
        None => {
            let (Some(m), Some(n)) = (a.items().first(), b.items().first()) else { return Ok(ItemSet::default()) };
            fold(&ex.text(m)?).cmp(&fold(&ex.text(n)?))
        }
    };
    let symbol = match ordering {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    Ok(ItemSet::from_iter([Item { value: ItemValue::Computed(Value::Text, symbol.to_owned()), facts }]))
}

/// Members ranked by their largest (or smallest) value of a relation, or by
/// their own. Without `k` all that share the first place.
fn ranked(ex: &Executor<'_>, set: &ItemSet, relation: &[NodeId], side: Ordering, k: Option<usize>) -> Result<ItemSet> {
    let mut scored: Vec<(Value, Item)> = Vec::new();
    for item in set.items() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        let mut best: Option<(Value, Vec<FactId>)> = None;
        for candidate in column(ex, &single, relation)?.items() {
            let value = ex.value(candidate)?;
            if value.order_key().is_none() {
                continue;
            }
            if best.as_ref().is_none_or(|(b, _)| value.compare(b) == Some(side)) {
                best = Some((value, candidate.facts.clone()));
            }
        }
        if let Some((value, facts)) = best {
            let mut item = item.clone();
            // The value that decides belongs to the evidence, but a cell keeps
            // its own fact first: that is its identity.
            for fact in facts {
                if !item.facts.contains(&fact) {
                    item.facts.push(fact);
                }
            }
            scored.push((value, item));
        }
    }
    if scored.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step("no-order", "none of the members has a value that can be ordered", "name a relation with numbers or dates"));
    }
    let order = |a: &Value, b: &Value| {
        let ordering = a.compare(b).unwrap_or(Ordering::Equal);
        if side == Ordering::Greater { ordering.reverse() } else { ordering }
    };
    scored.sort_by(|(a, _), (b, _)| order(a, b));
    let keep = match (k, scored.first()) {
        (Some(k), _) => k.min(scored.len()),
        (None, Some((best, _))) => scored.iter().take_while(|(v, _)| v.compare(best) == Some(Ordering::Equal)).count(),
        (None, None) => 0,
    };
    Ok(scored.into_iter().take(keep).map(|(_, item)| item).collect())
}

fn frequent(ex: &Executor<'_>, set: &ItemSet, most: bool) -> Result<ItemSet> {
    let mut groups: Vec<(String, usize, Item)> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for item in set.items() {
        let text = ex.text(item)?;
        let at = *index.entry(fold(&text)).or_insert_with(|| {
            groups.push((text.clone(), 0, Item { value: item.value.clone(), facts: Vec::new() }));
            groups.len() - 1
        });
        // An entity that occurs in several facts occurs that often.
        groups[at].1 += item.facts.len().max(1);
        groups[at].2.facts.extend(&item.facts);
    }
    let Some(best) = (if most { groups.iter().map(|g| g.1).max() } else { groups.iter().map(|g| g.1).min() }) else {
        return Ok(ItemSet::default());
    };
    Ok(groups.into_iter().filter(|g| g.1 == best).map(|g| g.2).collect())
}

/// The rows `step` places after those of the set, within their tables. Cells
/// stand for the rows they are in; plain numbers shift by one, as row numbers do.
fn neighbours(ex: &Executor<'_>, set: &ItemSet, step: i64) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for item in set.items() {
        let row = match &item.value {
            ItemValue::Node(node) => Some(*node),
            ItemValue::Cell(_) => match item.facts.first() {
                Some(fact) => Some(ex.graph().fact(*fact)?.head),
                None => None,
            },
            _ => None,
        };
        let kind = row.map(|node| ex.node(node)).transpose()?.map(|n| n.2);
        match kind {
            Some(NodeKind::Row { source, row }) => {
                let Ok(other) = u32::try_from(i64::from(row) + step) else { continue };
                if let Some(node) = ex.graph().row_node(source, other)? {
                    let facts = ex.graph().facts_of_head(node, None, &Scope::All)?;
                    out.push(Item { value: ItemValue::Node(node), facts: facts.first().map(|p| p.fact).into_iter().collect() });
                }
            }
            _ => match ex.value(item)?.number() {
                Some(n) => out.push(Item { value: computed(n + step as f64, ""), facts: item.facts.clone() }),
                None => {
                    return Err(ExecuteError::step("no-row", format!("`{}` is not a row of a table", ex.text(item)?), "first find a row, for example get_information(relation='Year', tail_entity='1994')"));
                }
            },
        }
    }
    Ok(out)
}

/// The member whose first fact stands first (or last) in its source.
fn in_source_order(set: &ItemSet, first: bool) -> ItemSet {
    let place = |item: &&Item| item.facts.first().map_or(u32::MAX, |f| f.0);
    let found = if first { set.items().iter().min_by_key(place) } else { set.items().iter().max_by_key(place) };
    found.cloned().into_iter().collect()
}

fn date_part(ex: &Executor<'_>, set: &ItemSet, function: Function) -> Result<ItemSet> {
    let mut out = Vec::new();
    for item in set.items() {
        let date = match &item.value {
            ItemValue::Time(date) => Some(*date),
            _ => ex.value(item)?.date(),
        };
        let part = date.and_then(|date| match function {
            Function::Year => Some(f64::from(date.year())),
            Function::Month => date.month().map(f64::from),
            _ => date.day().map(f64::from),
        });
        if let Some(part) = part {
            out.push(Item { value: computed(part, ""), facts: item.facts.clone() });
        }
    }
    if out.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step("not-a-date", format!("no member of the set has a {}", function.name()), "first get the values of a column of dates"));
    }
    Ok(out.into_iter().collect())
}
