//! The searching functions: `search_node`, `search_condition` and the parts of
//! facts (section 3.2 of the paper).

use trustuqa_model::{Comparison, Date, Fact, FactId, NodeId, NodeKind, Posting, Scope, Side, Value};

use super::error::{ExecuteError, Result};
use super::item::{Item, ItemSet, ItemValue};
use super::matching::matching;
use super::{Executor, row_number, time};
use crate::query::execution::{Condition, ExecutionCall, FactPart, Node1, Operand, Qualifier};
use crate::query::ticked;

/// Members that are looked at before all others, where one is enough.
const FIRST: usize = 32;

/// Runs a searching call.
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
                        "a time is asked for, but not of which facts",
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
                            // What is read of a set stands in the order of its members: largest first, behind `top_k`.
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
            // Among no heads nothing is found, whatever it is compared with.
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
        // These search for nothing; the executor runs them itself.
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

/// The result of an earlier step. Parsing made sure that it comes before.
pub fn step(before: &[ItemSet], index: usize) -> Result<&ItemSet> {
    before.get(index).ok_or_else(|| {
        ExecuteError::step("unknown-step", format!("s{} does not stand before this step", index + 1), "")
    })
}

fn tails(ex: &Executor<'_>, postings: Vec<Posting>) -> ItemSet {
    let mut out = ItemSet::default();
    push_tails(ex, postings, &mut out);
    out
}

/// Adds the tails of some facts, in the order in which these were loaded.
fn push_tails(ex: &Executor<'_>, mut postings: Vec<Posting>, out: &mut ItemSet) {
    postings.sort_unstable_by_key(|p| p.fact);
    for posting in postings {
        if let Some(source) = ex.source_of_fact(posting.fact) {
            out.push(ex.tail_item(posting.fact, source.id, posting.tail));
        }
    }
}

/// The nodes that an operand stands for. Times and computed values of a step
/// stand for the node with their text, if the graph has one.
pub fn operand_nodes(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<NodeId>> {
    match operand {
        Operand::Nodes(nodes) => Ok(nodes.clone()),
        Operand::Literal(text) => Ok(ex.graph().node_named(text)?.into_iter().collect()),
        Operand::Set(index) => ex.nodes_of(step(before, *index)?),
    }
}

/// The rows that an operand stands for: the rows themselves, and those in which its
/// cells stand.
fn operand_rows(ex: &Executor<'_>, operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<Vec<NodeId>> {
    let Operand::Set(index) = operand else { return operand_nodes(ex, operand, before) };
    let mut rows = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let items = step(before, *index)?.items();
    expect_own_rows(ex, items.iter())?;
    for item in items {
        let own = own_rows(ex, item, &[], &Scope::All)?.iter().filter_map(Item::node).collect::<Vec<_>>();
        let direct = if own.is_empty() { item.node().into_iter().collect() } else { own };
        rows.extend(direct.into_iter().filter(|row| seen.insert(*row)));
    }
    Ok(rows)
}

/// The members of an operand; a literal is a value of its own.
fn operand_items(ex: &Executor<'_>, operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<Vec<Item>> {
    Ok(match operand {
        Operand::Set(index) => step(before, *index)?.items().to_vec(),
        Operand::Literal(text) => {
            vec![Item::new(ItemValue::Computed(Value::parse(text), text.clone()), Vec::new())]
        }
        Operand::Nodes(nodes) => {
            let mut items = Vec::new();
            for node in nodes {
                let (text, value, _) = ex.node(*node)?;
                items.push(Item::new(ItemValue::Computed(value, text), Vec::new()));
            }
            items
        }
    })
}

/// Typed values of an operand.
pub fn operand_values(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<Value>> {
    match operand {
        Operand::Literal(text) => Ok(vec![Value::parse(text)]),
        Operand::Nodes(nodes) => nodes.iter().map(|node| Ok(ex.node(*node)?.1)).collect(),
        Operand::Set(index) => step(before, *index)?.items().iter().map(|item| ex.value(item)).collect(),
    }
}

/// Typed values of an operand with their texts.
pub(super) fn operand_typed(
    ex: &Executor<'_>,
    operand: &Operand<NodeId>,
    before: &[ItemSet],
) -> Result<Vec<(Value, String)>> {
    match operand {
        Operand::Literal(text) => Ok(vec![(Value::parse(text), text.clone())]),
        Operand::Nodes(nodes) => nodes.iter().map(|node| ex.node(*node).map(|(t, v, _)| (v, t))).collect(),
        Operand::Set(index) => {
            step(before, *index)?.items().iter().map(|i| Ok((ex.value(i)?, ex.text(i)?))).collect()
        }
    }
}

/// An operand as a reader would name it.
pub fn operand_label(ex: &Executor<'_>, operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<String> {
    match operand {
        Operand::Literal(text) => Ok(text.clone()),
        Operand::Nodes(nodes) => nodes.first().map_or(Ok(String::new()), |node| Ok(ex.node(*node)?.0)),
        Operand::Set(index) => {
            step(before, *index)?.items().first().map_or(Ok("nothing".to_owned()), |item| ex.text(item))
        }
    }
}

fn operand_dates(ex: &Executor<'_>, operand: &Operand<NodeId>, before: &[ItemSet]) -> Result<Vec<Date>> {
    let mut dates = Vec::new();
    let mut texts = Vec::new();
    match operand {
        Operand::Literal(text) => texts.push(text.clone()),
        Operand::Nodes(nodes) => {
            for node in nodes {
                texts.push(ex.node(*node)?.0);
            }
        }
        Operand::Set(index) => {
            for item in step(before, *index)?.items() {
                match (&item.value, ex.value(item)?.date()) {
                    (ItemValue::Time(date), _) => dates.push(*date),
                    (_, Some(date)) => dates.push(date),
                    (_, None) => texts.push(ex.text(item)?),
                }
            }
        }
    }
    for text in texts {
        match Date::parse(&text) {
            Some(date) => dates.push(date),
            None => {
                return Err(ExecuteError::step(
                    "not-a-time",
                    format!("{} is not a time", ticked(&text)),
                    "give a year or a date, such as '1994' or '1994-05-10'",
                ));
            }
        }
    }
    Ok(dates)
}

/// Facts that hold on the day on which their source was loaded (`now`), or whose bound is
/// missing (an empty text); `None` for any other text.
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

/// `=` means any of the dates, `!=` none of them, an order comparison all of them.
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

/// The whole facts of postings.
fn facts_of(ex: &Executor<'_>, postings: &[Posting]) -> Result<Vec<Fact>> {
    let ids: Vec<FactId> = postings.iter().map(|posting| posting.fact).collect();
    Ok(ex.graph().facts(&ids)?)
}

/// Candidates from the interval index; [`holds_for`] decides exactly.
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
    // One bound alone is asked for: a fact that ends before it starts still has both.
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

/// The table rows that cells or names stand for. A cell stands for its own row;
/// a name, or a cell of another table, for every row that has it as a cell.
fn rows(
    ex: &Executor<'_>,
    set: &Operand<NodeId>,
    relations: &[NodeId],
    scope: &Scope,
    before: &[ItemSet],
) -> Result<ItemSet> {
    match set {
        Operand::Set(index) => rows_of(ex, step(before, *index)?.items(), relations, scope),
        operand => {
            let mut names = operand_nodes(ex, operand, before)?;
            let mut seen = std::collections::HashSet::new();
            names.retain(|name| seen.insert(*name));
            Ok(rows_with(ex, &names, relations, scope)?.into_iter().collect())
        }
    }
}

/// The same of the members of a set.
fn rows_of(ex: &Executor<'_>, items: &[Item], relations: &[NodeId], scope: &Scope) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    let mut names = Vec::new();
    expect_own_rows(ex, items.iter())?;
    for item in items {
        let own = own_rows(ex, item, relations, scope)?;
        // A row stands for itself.
        if let ItemValue::Node(node) = item.value
            && matches!(ex.node(node)?.2, NodeKind::Row { .. })
        {
            if has_any(ex, node, relations, scope)? {
                out.push(item.clone());
            }
            continue;
        }
        if own.is_empty() {
            match &item.value {
                ItemValue::Node(node) | ItemValue::Cell(node) => names.push(*node),
                ItemValue::Fact(fact) => names.push(ex.graph().fact(*fact)?.head),
                _ => names.extend(ex.graph().node_named(&ex.text(item)?)?),
            }
        }
        own.into_iter().for_each(|row| out.push(row));
    }
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(*name));
    rows_with(ex, &names, relations, scope)?.into_iter().for_each(|row| out.push(row));
    Ok(out)
}

/// Whether any row with one of the relations stands for a member of a set. A few members are looked at first, since
/// one is enough.
pub fn has_rows(ex: &Executor<'_>, set: &ItemSet, relations: &[NodeId], scope: &Scope) -> Result<bool> {
    let (first, others) = set.items().split_at(set.len().min(FIRST));
    Ok(!rows_of(ex, first, relations, scope)?.is_empty()
        || !rows_of(ex, others, relations, scope)?.is_empty())
}

/// Says that [`own_rows`] will be asked of these items one by one.
fn expect_own_rows<'i>(ex: &Executor<'_>, items: impl Iterator<Item = &'i Item>) -> Result<()> {
    let of_cells = items.filter(|item| matches!(item.value, ItemValue::Cell(_) | ItemValue::Derived(..)));
    let facts: Vec<FactId> = of_cells.flat_map(|item| item.facts.iter().copied()).collect();
    if facts.len() > 1 {
        ex.graph().expect_facts(&facts)?;
    }
    Ok(())
}

/// The rows in which a cell item stands, those that have one of the relations. An
/// item of several cells (a maximum that is reached twice) is in several rows.
pub(super) fn own_rows(
    ex: &Executor<'_>,
    item: &Item,
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Item>> {
    let cell = match item.value {
        ItemValue::Cell(cell) => Some(cell),
        // A value that was computed from one cell belongs to the row of that cell.
        ItemValue::Derived(..) => None,
        _ => return Ok(Vec::new()),
    };
    let mut rows = Vec::new();
    for id in &item.facts {
        let fact = ex.graph().fact(*id)?;
        // There may be other facts than the cell's as evidence.
        let is_cell = cell.is_none_or(|cell| fact.tail == cell)
            && matches!(ex.node(fact.head)?.2, NodeKind::Row { .. });
        if is_cell && scope.contains(fact.source) && has_any(ex, fact.head, relations, scope)? {
            rows.push(Item::new(ItemValue::Node(fact.head), vec![*id]));
        }
    }
    Ok(rows)
}

/// Every row that has one of `names` as a cell and one of the relations as a column. An empty cell
/// gives no fact, but its row has the column all the same.
fn rows_with(ex: &Executor<'_>, names: &[NodeId], relations: &[NodeId], scope: &Scope) -> Result<Vec<Item>> {
    let tables = ex.tables_with(relations, scope)?;
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let cells = ex.graph().facts_of_tails(names, None, &Scope::Only(tables))?.into_iter().flatten();
    Ok(cells.map(|cell| Item::new(ItemValue::Node(cell.head), vec![cell.fact])).collect())
}

/// Says that [`values_of`] will be asked of these items one by one.
pub fn expect_values(ex: &Executor<'_>, items: &[Item], relations: &[NodeId], scope: &Scope) -> Result<()> {
    let heads: Vec<NodeId> = items.iter().filter_map(Item::node).collect();
    if heads.len() > 1 {
        ex.expect_facts_of_heads(&heads, relations, scope)?;
    }
    Ok(())
}

/// The values of relations of one item; see [`values_of_each`].
pub fn values_of(ex: &Executor<'_>, item: &Item, relations: &[NodeId], scope: &Scope) -> Result<ItemSet> {
    Ok(values_of_each(ex, std::slice::from_ref(item), relations, scope)?.pop().unwrap_or_default())
}

/// The values of relations of each item. When an item is not a head under them, the rows that it is a cell of stand for
/// it, as they do for `get_information`.
pub fn values_of_each(
    ex: &Executor<'_>,
    items: &[Item],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<ItemSet>> {
    expect_values(ex, items, relations, scope)?;
    let mut heads = Vec::with_capacity(items.len());
    let mut found = Vec::with_capacity(items.len());
    for item in items {
        let own = match (&item.value, item.node()) {
            (_, Some(node)) => vec![node],
            (ItemValue::Fact(fact), _) => vec![ex.graph().fact(*fact)?.head],
            _ => ex.graph().node_named(&ex.text(item)?)?.into_iter().collect(),
        };
        found.push(facts_of_heads(ex, own.iter().copied(), relations, scope)?);
        heads.push(own);
    }
    let without: Vec<usize> = (0..items.len()).filter(|at| found[*at].is_empty()).collect();
    if !without.is_empty() {
        let rows = rows_that_stand_for(ex, items, &heads, &without, relations, scope)?;
        let all = rows.concat();
        if all.len() > 1 {
            ex.expect_facts_of_heads(&all, relations, scope)?;
        }
        for (at, rows) in without.into_iter().zip(rows) {
            found[at] = facts_of_heads(ex, rows.into_iter(), relations, scope)?;
        }
    }
    for postings in &mut found {
        postings.dedup();
    }
    Ok(found.into_iter().map(|postings| tails(ex, postings)).collect())
}

/// The facts of heads, relation by relation.
fn facts_of_heads(
    ex: &Executor<'_>,
    heads: impl Iterator<Item = NodeId>,
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Posting>> {
    let mut postings = Vec::new();
    for head in heads {
        for relation in relations {
            postings.extend(ex.facts_of_head(head, *relation, scope)?);
        }
    }
    Ok(postings)
}

/// For each of the chosen items the rows that stand for it: those of its cells, else those that tell what is known of
/// its names.
fn rows_that_stand_for(
    ex: &Executor<'_>,
    items: &[Item],
    names: &[Vec<NodeId>],
    chosen: &[usize],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Vec<NodeId>>> {
    expect_own_rows(ex, chosen.iter().map(|at| &items[*at]))?;
    let mut rows: Vec<Vec<NodeId>> = Vec::with_capacity(chosen.len());
    for at in chosen {
        rows.push(own_rows(ex, &items[*at], relations, scope)?.iter().filter_map(Item::node).collect());
    }
    let open: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].is_empty()).collect();
    let asked: Vec<&[NodeId]> = open.iter().map(|at| names[chosen[*at]].as_slice()).collect();
    for (at, known) in open.into_iter().zip(rows_known_by(ex, &asked, relations, scope)?) {
        rows[at] = known;
    }
    Ok(rows)
}

/// For each list of names the rows that tell what is known of them; see [`rows_with`]. In a table that has a name as a
/// key, that is the row which it is the key of: what `1001` is called is not what those are called who report to `1001`.
fn rows_known_by(
    ex: &Executor<'_>,
    names: &[&[NodeId]],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Vec<NodeId>>> {
    let tables = ex.tables_with(relations, scope)?;
    if tables.is_empty() {
        return Ok(vec![Vec::new(); names.len()]);
    }
    let cells = ex.graph().facts_of_tails(&names.concat(), None, &Scope::Only(tables))?;
    let mut cells = cells.into_iter();
    let mut found = Vec::with_capacity(names.len());
    for names in names {
        let mut rows = Vec::new();
        for cells in cells.by_ref().take(names.len()) {
            push_known_rows(ex, &cells, &mut rows)?;
        }
        found.push(rows);
    }
    Ok(found)
}

/// Adds the rows of the cells of one name: of each table those that it is the key of, else all.
fn push_known_rows(ex: &Executor<'_>, cells: &[Posting], rows: &mut Vec<NodeId>) -> Result<()> {
    let table_of = |cell: &Posting| ex.source_of_fact(cell.fact).map(|table| table.id);
    for of_table in cells.chunk_by(|one, other| table_of(one) == table_of(other)) {
        let mut own = Vec::new();
        // Where it stands in one column alone, there is nothing to choose.
        if of_table.iter().any(|cell| cell.relation != of_table[0].relation) {
            for cell in of_table {
                if let Some(table) = table_of(cell)
                    && ex.is_key(cell.relation, table)?
                {
                    own.push(*cell);
                }
            }
        }
        let known = if own.is_empty() { of_table } else { &own };
        rows.extend(known.iter().map(|cell| cell.head));
    }
    Ok(())
}

/// Whether a head has one of the relations. An empty cell gives no fact, but its row has the column
/// all the same.
fn has_any(ex: &Executor<'_>, head: NodeId, relations: &[NodeId], scope: &Scope) -> Result<bool> {
    if relations.is_empty() {
        return Ok(true);
    }
    if let NodeKind::Row { source, .. } = ex.kind(head)? {
        return Ok(ex
            .source(source)
            .is_some_and(|s| s.relations.iter().any(|r| relations.contains(&r.node))));
    }
    for relation in relations {
        if !ex.graph().facts_of_head(head, Some(*relation), scope)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The year up to which an open end is listed: that of the source's loading.
fn horizon(ex: &Executor<'_>, fact: &Fact) -> i32 {
    Date::from_days(horizon_day(ex, fact)).map_or(1970, Date::year)
}

/// From which day on a fact holds, and the first day on which it does no more, in days since
/// 1970-01-01; `None` without a start, or where it ends before it. Both ends are included,
/// except that of a span told by years or months: who held an office from 2005 to 2021 held
/// it for 16 years. What begins and ends in the same year or month lasted for all of it.
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

/// The day up to which a fact with an open end is counted: that of its source's loading, so
/// that an answer does not change with the clock. In days since 1970-01-01.
pub(super) fn horizon_day(ex: &Executor<'_>, fact: &Fact) -> i32 {
    let seconds = ex.source(fact.source).map_or(0, |source| source.loaded_at);
    i32::try_from(seconds.div_euclid(86_400)).unwrap_or(0)
}
