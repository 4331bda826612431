//! The reasoning functions: sets, arithmetic, extremes, neighbours of rows.
//! All of them are deterministic; no model is asked for anything.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use trustuqa_storage::{Comparison, Date, FactId, NodeId, NodeKind, Scope, SourceId, Value, fold};

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
            let mut names = HashSet::new();
            for item in first.items() {
                names.insert(name_of(ex, item)?);
            }
            Ok(number(names.len() as f64, &first))
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
        Function::MostFrequent | Function::LeastFrequent => {
            frequent(ex, &column(ex, &first, relation)?, function == Function::MostFrequent)
        }
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
        Operand::Nodes(nodes) => {
            Ok(nodes.iter().map(|n| Item { value: ItemValue::Node(*n), facts: Vec::new() }).collect())
        }
        Operand::Literal(text) => Ok(ItemSet::from_iter([Item {
            value: ItemValue::Computed(Value::parse(text), text.clone()),
            facts: Vec::new(),
        }])),
    }
}

/// The values of a relation of each item, or the items themselves without one.
fn column(ex: &Executor<'_>, set: &ItemSet, relation: &[NodeId]) -> Result<ItemSet> {
    if relation.is_empty() {
        return Ok(set.clone());
    }
    let mut out = ItemSet::default();
    for item in set.items() {
        search::values_of(ex, item, relation)?.items().iter().for_each(|value| out.push(value.clone()));
    }
    Ok(out)
}

/// A name that equal values share: the folded text, but rows are only themselves,
/// because every table has a `[line_3]`.
fn name_of(ex: &Executor<'_>, item: &Item) -> Result<Identity> {
    if is_row(ex, item)? {
        return Ok(item.identity());
    }
    Ok(Identity::Text(fold(&ex.text(item)?)))
}

fn is_row(ex: &Executor<'_>, item: &Item) -> Result<bool> {
    Ok(matches!(item.value, ItemValue::Node(node) if matches!(ex.node(node)?.2, NodeKind::Row { .. })))
}

fn rows_have_no_values<T>(what: &str) -> Result<T> {
    Err(ExecuteError::step(
        "rows-have-no-value",
        format!("these are rows, and a row has no {what}"),
        "say of which column: give its name as relation, or get its values first with get_information(head_entity='output_of_query1', relation='…')",
    ))
}

/// Identity of an item between sets: cells with the same name are the same
/// there, and so are a year and a node called like it.
fn shared_identity(ex: &Executor<'_>, item: &Item, by_text: bool) -> Result<Identity> {
    Ok(match (&item.value, by_text) {
        (ItemValue::Fact(_), false) => item.identity(),
        (_, true) => name_of(ex, item)?,
        (ItemValue::Node(node) | ItemValue::Cell(node), false) => Identity::Node(*node),
        _ => item.identity(),
    })
}

/// Texts are compared only when some set has members that are no nodes.
fn by_text(sets: &[ItemSet]) -> bool {
    sets.iter()
        .flat_map(ItemSet::items)
        .any(|i| matches!(i.value, ItemValue::Time(_) | ItemValue::Computed(..) | ItemValue::Derived(..)))
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

/// The complement of a set: of rows, the other rows of their tables; of cells, the
/// other cells of their columns; of entities, the others that stand on the same side
/// of the facts by which they were found. With two sets, the first is the universe.
fn negation(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    if sets.len() == 2 {
        return difference_of_sets(ex, sets);
    }
    let Some(set) = sets.first() else { return Ok(ItemSet::default()) };
    let inside: HashSet<NodeId> = set.nodes().into_iter().collect();
    let mut tables: Vec<SourceId> = Vec::new();
    let mut sides: Vec<(NodeId, SourceId, bool)> = Vec::new();
    for item in set.items() {
        let row = match &item.value {
            ItemValue::Node(node) => match ex.node(*node)?.2 {
                NodeKind::Row { source, .. } => Some(source),
                NodeKind::Name => None,
            },
            _ => None,
        };
        if let Some(source) = row {
            if !tables.contains(&source) {
                tables.push(source);
            }
            continue;
        }
        for id in &item.facts {
            let fact = ex.graph().fact(*id)?;
            for (node, as_head) in [(fact.head, true), (fact.tail, false)] {
                let side = (fact.relation, fact.source, as_head);
                if item.node() == Some(node) && !sides.contains(&side) {
                    sides.push(side);
                }
            }
        }
    }
    let mut out = ItemSet::default();
    for source in tables {
        // Every column, because a row may be empty in the one that was asked about.
        let mut first_cells: HashMap<NodeId, FactId> = HashMap::new();
        for column in ex.source(source).map_or(&[][..], |s| &s.relations) {
            for posting in ex.graph().facts_of_relation(column.node, None, &Scope::Only(vec![source]))? {
                let first = first_cells.entry(posting.head).or_insert(posting.fact);
                *first = posting.fact.min(*first);
            }
        }
        let mut rows: Vec<(FactId, NodeId)> =
            first_cells.into_iter().map(|(row, fact)| (fact, row)).collect();
        rows.sort_unstable();
        for (fact, row) in rows.into_iter().filter(|(_, row)| !inside.contains(row)) {
            out.push(Item { value: ItemValue::Node(row), facts: vec![fact] });
        }
    }
    for (relation, source, as_head) in sides {
        for posting in ex.graph().facts_of_relation(relation, None, &Scope::Only(vec![source]))? {
            if as_head && !inside.contains(&posting.head) {
                out.push(Item { value: ItemValue::Node(posting.head), facts: vec![posting.fact] });
            } else if !as_head && !inside.contains(&posting.tail) {
                out.push(ex.tail_item(posting.fact, source, posting.tail));
            }
        }
    }
    Ok(out)
}

fn keep(
    ex: &Executor<'_>,
    set: &ItemSet,
    relation: &[NodeId],
    value: Option<&(Comparison, Operand<NodeId>)>,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let Some((op, operand)) = value else { return Ok(set.clone()) };
    if relation.is_empty() {
        for item in set.items() {
            if is_row(ex, item)? {
                return rows_have_no_values("value to compare");
            }
        }
    }
    let bounds = search::operand_values(ex, operand, before)?;
    let labels = materialise(operand, before)?
        .items()
        .iter()
        .map(|i| name_of(ex, i))
        .collect::<Result<HashSet<_>>>()?;
    let mut out = ItemSet::default();
    for item in set.items() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        for candidate in column(ex, &single, relation)?.items() {
            let same_text = labels.contains(&name_of(ex, candidate)?);
            let candidate = ex.value(candidate)?;
            let mut each = bounds.iter().map(|bound| compares(&candidate, *op, bound, same_text));
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
    // Negative zero would be shown as "-0".
    let n = n + 0.0;
    let whole = n.fract() == 0.0 && n.abs() < 9.0e15;
    let value = if whole { Value::Integer(n as i64) } else { Value::Decimal(n) };
    let digits = if whole {
        format!("{n:.0}")
    } else {
        format!("{:.10}", n).trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let text = match unit {
        "" => digits,
        "%" => format!("{digits}%"),
        "$" | "€" | "£" | "¥" => format!("{unit}{digits}"),
        unit => format!("{digits} {unit}"),
    };
    ItemValue::Computed(value, text)
}

/// Where each item stands in one typed order; `None` for what has no place in it.
///
/// A set can mix what does not compare (numbers and remarks, kilograms and metres);
/// the order is that of the commonest kind, earliest first when two are as common.
/// Years that are plain numbers join dates when there are dates. Unlike
/// [`Value::compare`], which takes a year for equal to each of its days, this is a
/// total order, so that extremes do not depend on the order of the members.
fn positions(ex: &Executor<'_>, items: &[Item]) -> Result<Vec<Option<f64>>> {
    let values = items.iter().map(|item| ex.value(item)).collect::<Result<Vec<_>>>()?;
    let dates = values.iter().any(|v| matches!(v, Value::Date(_)));
    let mut placed: Vec<Option<(u8, String, f64)>> = Vec::with_capacity(values.len());
    for value in &values {
        placed.push(match (value, value.date()) {
            (_, Some(date)) if dates => Some((2, String::new(), f64::from(date.first_day()))),
            _ => value
                .order_key()
                .map(|key| (key.class, value.unit().unwrap_or_default().to_owned(), key.position)),
        });
    }
    let mut kinds: Vec<((u8, &str), usize)> = Vec::new();
    for (class, unit, _) in placed.iter().flatten() {
        match kinds.iter_mut().find(|(kind, _)| *kind == (*class, unit.as_str())) {
            Some((_, count)) => *count += 1,
            None => kinds.push(((*class, unit), 1)),
        }
    }
    let commonest = kinds.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let chosen = kinds
        .iter()
        .find(|(_, count)| *count == commonest)
        .map(|((class, unit), _)| (*class, (*unit).to_owned()));
    let Some((class, unit)) = chosen else { return Ok(vec![None; items.len()]) };
    // Plain numbers compare with those of any one unit.
    let unit = match unit.is_empty() {
        true => {
            let units = kinds.iter().filter(|((c, u), _)| *c == class && !u.is_empty());
            units.max_by_key(|(_, count)| *count).map_or(unit, |((_, u), _)| (*u).to_owned())
        }
        false => unit,
    };
    Ok(placed
        .into_iter()
        .map(|place| {
            place.filter(|(c, u, _)| *c == class && (u.is_empty() || *u == unit)).map(|(_, _, at)| at)
        })
        .collect())
}

/// The first position in the order of `side`, `Less` for the smallest.
fn best_of(positions: impl Iterator<Item = f64>, side: Ordering) -> Option<f64> {
    if side == Ordering::Less { positions.min_by(f64::total_cmp) } else { positions.max_by(f64::total_cmp) }
}

fn extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let positions = positions(ex, set.items())?;
    let Some(best) = best_of(positions.iter().flatten().copied(), side) else {
        return text_extreme(ex, set, side);
    };
    let mut winners =
        set.items().iter().zip(&positions).filter(|(_, at)| **at == Some(best)).map(|(item, _)| item);
    // Equal values are one extreme, which stands in every winning fact.
    let Some(first) = winners.next() else { return Ok(ItemSet::default()) };
    let mut item = first.clone();
    let mut seen: HashSet<FactId> = item.facts.iter().copied().collect();
    item.facts.extend(winners.flat_map(|w| w.facts.iter().copied()).filter(|f| seen.insert(*f)));
    Ok(ItemSet::from_iter([item]))
}

/// Texts have no typed order: their extreme is the alphabetical one.
fn text_extreme(ex: &Executor<'_>, set: &ItemSet, side: Ordering) -> Result<ItemSet> {
    let mut best: Option<(String, &Item)> = None;
    for item in set.items() {
        if is_row(ex, item)? {
            return rows_have_no_values("largest or smallest value");
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
        if is_row(ex, item)? {
            return rows_have_no_values(what);
        }
        let value = ex.value(item)?;
        match value.number() {
            Some(n) => {
                out.push(n);
                let own = if let Value::Quantity(_, unit) = &value { unit.clone() } else { String::new() };
                match &unit {
                    None => unit = Some(own),
                    Some(known) if *known != own && !known.is_empty() && !own.is_empty() => {
                        return Err(ExecuteError::step(
                            "mixed-units",
                            format!("`{known}` and `{own}` stand in one set, so there is no {what}"),
                            "first keep the values of one unit",
                        ));
                    }
                    Some(known) if known.is_empty() => unit = Some(own),
                    Some(_) => {}
                }
            }
            None => skipped = skipped.or(Some(ex.text(item)?)),
        }
    }
    if let (true, Some(text)) = (out.is_empty(), skipped) {
        return Err(ExecuteError::step(
            "not-a-number",
            format!("`{text}` is not a number, so there is no {what}"),
            "first get the values of a numeric column or relation",
        ));
    }
    Ok((out, unit.unwrap_or_default()))
}

/// The number without binary noise beyond ten places; very large ones have none.
fn rounded(n: f64) -> f64 {
    if n.abs() < 1e15 { (n * 1e10).round() / 1e10 } else { n }
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
    let sum = rounded(sum);
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
        n => Err(ExecuteError::step(
            "several-values",
            format!("the {which} set has {n} different values, not one"),
            "reduce it first, for example with max, min or sum",
        )),
    }
}

fn minus(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let mut facts = a.facts();
    facts.extend(b.facts());
    let value = match (x.number(), y.number()) {
        (Some(m), Some(n)) => {
            let unit = match (&x, &y) {
                (Value::Quantity(_, u), Value::Quantity(_, v)) if u == v => u.as_str(),
                _ => "",
            };
            computed(rounded(m - n), unit)
        }
        _ => match (x.date(), y.date()) {
            (Some(m), Some(n)) => years_between(n, m),
            _ => {
                return Err(ExecuteError::step(
                    "no-difference",
                    "the difference of these two values is not defined",
                    "both must be numbers, or both dates",
                ));
            }
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
            None => Err(ExecuteError::step(
                "not-a-number",
                "absolute needs a number",
                "first get a number, for example with difference",
            )),
        },
    }
}

fn compare(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<ItemSet> {
    let [a, b] = sets else { return Ok(ItemSet::default()) };
    let (Some(x), Some(y)) = (single(ex, a, "first")?, single(ex, b, "second")?) else {
        return Ok(ItemSet::default());
    };
    let ordering = match x.compare(&y) {
        Some(ordering) => ordering,
        None => {
            let (Some(m), Some(n)) = (a.items().first(), b.items().first()) else {
                return Ok(ItemSet::default());
            };
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
fn ranked(
    ex: &Executor<'_>,
    set: &ItemSet,
    relation: &[NodeId],
    side: Ordering,
    k: Option<usize>,
) -> Result<ItemSet> {
    // Every value of every member, so that one order is chosen for all of them.
    let mut values = Vec::new();
    let mut owners = Vec::new();
    for (owner, item) in set.items().iter().enumerate() {
        let single: ItemSet = std::iter::once(item.clone()).collect();
        for value in column(ex, &single, relation)?.items() {
            values.push(value.clone());
            owners.push(owner);
        }
    }
    let positions = positions(ex, &values)?;
    let mut best: Vec<Option<(f64, usize)>> = vec![None; set.len()];
    for (at, (owner, position)) in owners.iter().zip(&positions).enumerate() {
        let Some(position) = *position else { continue };
        let slot = &mut best[*owner];
        let better = slot.is_none_or(|(known, _)| position.total_cmp(&known) == side);
        if better {
            *slot = Some((position, at));
        }
    }
    let mut scored: Vec<(f64, Item)> = Vec::new();
    for (item, best) in set.items().iter().zip(best) {
        let Some((position, at)) = best else { continue };
        let mut item = item.clone();
        // The value that decides belongs to the evidence, but a cell keeps
        // its own fact first: that is its identity.
        for fact in &values[at].facts {
            if !item.facts.contains(fact) {
                item.facts.push(*fact);
            }
        }
        scored.push((position, item));
    }
    if scored.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step(
            "no-order",
            "none of the members has a value that can be ordered",
            "name a relation with numbers or dates",
        ));
    }
    scored.sort_by(|(a, _), (b, _)| if side == Ordering::Greater { b.total_cmp(a) } else { a.total_cmp(b) });
    let first = scored.first().map(|(position, _)| *position);
    let kept = scored.into_iter().enumerate().filter(|(at, (position, _))| match k {
        Some(k) => *at < k,
        None => Some(*position) == first,
    });
    Ok(kept.map(|(_, (_, item))| item).collect())
}

fn frequent(ex: &Executor<'_>, set: &ItemSet, most: bool) -> Result<ItemSet> {
    let mut groups: Vec<(usize, Item)> = Vec::new();
    let mut index: HashMap<Identity, usize> = HashMap::new();
    for item in set.items() {
        let at = *index.entry(name_of(ex, item)?).or_insert_with(|| {
            groups.push((0, Item { value: item.value.clone(), facts: Vec::new() }));
            groups.len() - 1
        });
        // An entity that occurs in several facts occurs that often; a cell stands in
        // one, and what else it rests on is evidence.
        groups[at].0 += if item.node().is_some() && !matches!(item.value, ItemValue::Cell(_)) {
            item.facts.len().max(1)
        } else {
            1
        };
        groups[at].1.facts.extend(&item.facts);
    }
    let Some(best) = (if most { groups.iter().map(|g| g.0).max() } else { groups.iter().map(|g| g.0).min() })
    else {
        return Ok(ItemSet::default());
    };
    Ok(groups.into_iter().filter(|g| g.0 == best).map(|g| g.1).collect())
}

/// The rows `step` places after those of the set, within their tables. Cells
/// stand for the rows they are in.
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
                    out.push(Item {
                        value: ItemValue::Node(node),
                        facts: facts.first().map(|p| p.fact).into_iter().collect(),
                    });
                }
            }
            _ => {
                return Err(ExecuteError::step(
                    "no-row",
                    format!("`{}` is not a row of a table", ex.text(item)?),
                    "first find a row, for example get_information(relation='Year', tail_entity='1994')",
                ));
            }
        }
    }
    Ok(out)
}

/// The member whose first fact stands first (or last) in its source.
fn in_source_order(set: &ItemSet, first: bool) -> ItemSet {
    let place = |item: &&Item| item.facts.first().map_or(u32::MAX, |f| f.0);
    let found =
        if first { set.items().iter().min_by_key(place) } else { set.items().iter().max_by_key(place) };
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
            // The years of two cells are two values, as the cells are.
            let value = match (computed(part, ""), &item.value) {
                (ItemValue::Computed(value, text), ItemValue::Cell(_) | ItemValue::Derived(..)) => {
                    ItemValue::Derived(value, text)
                }
                (value, _) => value,
            };
            out.push(Item { value, facts: item.facts.clone() });
        }
    }
    if out.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step(
            "not-a-date",
            format!("no member of the set has a {}", function.name()),
            "first get the values of a column of dates",
        ));
    }
    Ok(out.into_iter().collect())
}
