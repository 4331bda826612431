//! The answer as a small table, in which each value is preceded by what it belongs to.
//!
//! The columns depend on the result of the last call: groups have their key and their value, rows the cells
//! of their table, values of several heads the head before the value, times one interval for each fact, and
//! everything else one column.

use std::collections::{BTreeSet, HashMap, HashSet};

use trustuqa_model::{FactId, NodeId, NodeKind, Scope, Side, SourceId, SourceKind, Value, ValueKind};

use super::run_steps::FinishedRun;
use super::{Engine, EngineError, describe, store_error};
use crate::execute::{Executor, Item, ItemSet, ItemValue, Result};
use crate::query::column::{Aggregate, Column};
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand, Qualifier};
use crate::trace::AnswerColumn;

/// The columns and rows of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    /// The columns.
    pub(super) columns: Vec<AnswerColumn>,
    /// The cells of each row, one for each column.
    pub(super) rows: Vec<Vec<String>>,
}

impl Engine<'_> {
    /// The answer of a run as a table; empty when there is no answer.
    pub(super) fn table(&self, ran: &FinishedRun) -> Result<Table, EngineError> {
        let (Some(at), Some(set)) = (ran.answered_by(), ran.answer()) else { return Ok(Table::default()) };
        of_result(&self.executor, &ran.calls, &ran.results, at, set).map_err(store_error)
    }
}

fn of_result(
    ex: &Executor<'_>,
    calls: &[ExecutionCall<NodeId>],
    results: &[ItemSet],
    at: usize,
    set: &ItemSet,
) -> Result<Table> {
    if set.is_empty() {
        return Ok(Table::default());
    }
    if set.items().iter().any(|item| item.measure.is_some()) {
        return groups(ex, calls, at, set);
    }
    if let Some(table) = one_table(ex, set)? {
        return rows(ex, table, set);
    }
    let Some(call) = calls.get(at) else { return single(ex, String::new(), set) };
    if let ExecutionCall::SearchNode { node1: Node1::Qualifier(Qualifier::Time), .. } = call {
        return intervals(ex, set);
    }
    let name = column_name(ex, calls, at)?;
    match call {
        ExecutionCall::SearchNode {
            node1: Node1::Nodes(_) | Node1::Qualifier(_),
            condition: Condition::On(_),
            ..
        }
        | ExecutionCall::SearchNode { node1: Node1::Qualifier(_), scope: Some(_), .. }
        | ExecutionCall::Derive { .. }
        | ExecutionCall::Part { .. } => labelled(ex, name, set),
        // A selection among values keeps the heads to which they belong.
        ExecutionCall::Select { set: Some(Operand::Set(_)), column: Column::Itself, .. } => {
            labelled(ex, name, set)
        }
        ExecutionCall::Reason { function: crate::query::Function::Duration, .. } => {
            labelled(ex, "duration".to_owned(), set)
        }
        ExecutionCall::Reason { function, sets, .. } if function.keeps_values() => match sets.first() {
            Some(Operand::Set(before)) if results.get(*before).is_some() => labelled(ex, name, set),
            _ => single(ex, name, set),
        },
        _ => single(ex, name, set),
    }
}

/// A column with the most common kind of its values, and the unit if all share it.
fn described<'v>(name: String, values: impl Iterator<Item = &'v Value>) -> AnswerColumn {
    let mut kinds: HashMap<ValueKind, usize> = HashMap::new();
    let mut units: BTreeSet<Option<String>> = BTreeSet::new();
    for value in values {
        *kinds.entry(value.kind()).or_default() += 1;
        units.insert(value.unit().map(str::to_owned));
    }
    let kind = kinds
        .into_iter()
        .max_by_key(|(kind, count)| (*count, *kind))
        .map_or(ValueKind::Text, |(kind, _)| kind);
    let unit = match units.into_iter().collect::<Vec<_>>().as_slice() {
        [Some(unit)] => Some(unit.clone()),
        _ => None,
    };
    AnswerColumn { name, kind, unit }
}

fn single(ex: &Executor<'_>, name: String, set: &ItemSet) -> Result<Table> {
    let mut rows = Vec::with_capacity(set.len());
    let mut values = Vec::with_capacity(set.len());
    for item in set.items() {
        rows.push(vec![describe::item_text(ex, item)?]);
        values.push(ex.value(item)?);
    }
    Ok(Table { columns: vec![described(name, values.iter())], rows })
}

/// Groups: the key, then the value.
fn groups(ex: &Executor<'_>, calls: &[ExecutionCall<NodeId>], at: usize, set: &ItemSet) -> Result<Table> {
    let (mut key, value) = group_names(ex, calls, at)?;
    let (mut keys, mut values, mut rows) = (Vec::new(), Vec::new(), Vec::with_capacity(set.len()));
    // Rows are named by one of their cells; if these are all in one column, the key is named after it.
    let mut called: Option<Option<NodeId>> = None;
    for item in set.items() {
        let (own, text) = match &item.measure {
            Some(measure) => (measure.value.clone(), measure.text.clone()),
            None => (Value::Text, String::new()),
        };
        let (name, column) = row_name(ex, item)?;
        called = Some(called.map_or(column, |before| before.filter(|_| before == column)));
        rows.push(vec![name, text]);
        keys.push(ex.value(item)?);
        values.push(own);
    }
    if let (true, Some(Some(column))) = (key.is_empty(), called) {
        key = node_name(ex, &[column])?;
    }
    Ok(Table { columns: vec![described(key, keys.iter()), described(value, values.iter())], rows })
}

/// The name of an item; a row is named by its first textual cell, which is returned with its column.
fn row_name(ex: &Executor<'_>, item: &Item) -> Result<(String, Option<NodeId>)> {
    let ItemValue::Node(node) = item.value else { return Ok((ex.text(item)?, None)) };
    let NodeKind::Row { source, .. } = ex.kind(node)? else { return Ok((ex.text(item)?, None)) };
    let mut cells = ex.graph().facts_of_head(node, None, &Scope::Only(vec![source]))?;
    cells.sort_unstable_by_key(|posting| posting.fact);
    for posting in &cells {
        let (text, value, _) = ex.node(posting.tail)?;
        if value == Value::Text {
            return Ok((text, Some(posting.relation)));
        }
    }
    Ok((describe::item_text(ex, item)?, None))
}

/// The names for the key and the value of groups, from the call that created them.
fn group_names(ex: &Executor<'_>, calls: &[ExecutionCall<NodeId>], at: usize) -> Result<(String, String)> {
    let first = |operand: &Operand<NodeId>| match operand {
        Operand::Set(before) if *before < at => Some(*before),
        _ => None,
    };
    match calls.get(at) {
        Some(ExecutionCall::Group { set, by, of, with, .. }) => {
            let key = match (by, first(set)) {
                (Some(column), _) => column_text(ex, column)?,
                (None, Some(before)) => column_name(ex, calls, before)?,
                (None, None) => String::new(),
            };
            let value = match of {
                // Each member has only its own value, so `max` or `min` is not mentioned.
                Some(column) if by.is_none() && matches!(with, Aggregate::Max | Aggregate::Min) => {
                    column_text(ex, column)?
                }
                // Names are labelled with the name of their column.
                Some(column) if with.is_of_names() => column_text(ex, column)?,
                Some(column) => format!("{} of {}", with.name(), column_text(ex, column)?),
                None => with.name().replace('_', " "),
            };
            Ok((key, value))
        }
        Some(ExecutionCall::Reason { function, sets, .. }) => {
            let (key, value) = match sets.first().and_then(first) {
                Some(before)
                    if matches!(
                        function,
                        crate::query::Function::CountBy | crate::query::Function::Group
                    ) =>
                {
                    (column_name(ex, calls, before)?, "count".to_owned())
                }
                Some(before) => group_names(ex, calls, before)?,
                None => (String::new(), String::new()),
            };
            let is_rank = *function == crate::query::Function::Rank;
            Ok((key, if is_rank { "place".to_owned() } else { value }))
        }
        Some(ExecutionCall::Select { set: Some(set), .. }) => match first(set) {
            Some(before) => group_names(ex, calls, before),
            None => Ok((String::new(), String::new())),
        },
        Some(ExecutionCall::Calculate { operands, .. }) => {
            let mut key = String::new();
            for before in operands.iter().filter_map(first) {
                key = group_names(ex, calls, before)?.0;
                if !key.is_empty() {
                    break;
                }
            }
            Ok((key, "result".to_owned()))
        }
        _ => Ok((String::new(), String::new())),
    }
}

/// The name of a column for a reader.
fn column_text(ex: &Executor<'_>, column: &Column<NodeId>) -> Result<String> {
    Ok(match column {
        Column::Relation(nodes) => node_name(ex, nodes)?,
        Column::Time(time) => time.name().replace('_', " "),
        Column::Itself => String::new(),
        Column::Formula(expression, columns) => {
            let names = columns.iter().map(|column| column_text(ex, column)).collect::<Result<Vec<_>>>()?;
            let formula = crate::query::formula::Formula { expression: expression.clone(), names };
            formula.to_string()
        }
        Column::Path(steps) => match steps.last() {
            Some(last) => column_text(ex, last)?,
            None => String::new(),
        },
    })
}

fn node_name(ex: &Executor<'_>, nodes: &[NodeId]) -> Result<String> {
    nodes.first().map_or(Ok(String::new()), |node| Ok(ex.node(*node)?.0))
}

/// The name for the values of a call.
fn column_name(ex: &Executor<'_>, calls: &[ExecutionCall<NodeId>], at: usize) -> Result<String> {
    Ok(match calls.get(at) {
        Some(ExecutionCall::SearchNode { node1: Node1::Nodes(nodes), .. }) => node_name(ex, nodes)?,
        Some(ExecutionCall::SearchNode { node1: Node1::Qualifier(qualifier), .. }) => {
            qualifier.name().replace('_', " ")
        }
        Some(ExecutionCall::Derive { column, .. }) => column_text(ex, column)?,
        Some(ExecutionCall::Reason { function, sets, .. }) => match sets.first() {
            Some(Operand::Set(before)) if function.keeps_values() && *before < at => {
                column_name(ex, calls, *before)?
            }
            _ => function.name().replace('_', " "),
        },
        Some(ExecutionCall::Select { set: Some(Operand::Set(before)), column: Column::Itself, .. })
            if *before < at =>
        {
            column_name(ex, calls, *before)?
        }
        Some(ExecutionCall::Calculate { .. }) => "result".to_owned(),
        _ => String::new(),
    })
}

/// The table to which all items belong as rows; `None` when there is no such single table.
fn one_table(ex: &Executor<'_>, set: &ItemSet) -> Result<Option<SourceId>> {
    let mut table = None;
    for item in set.items() {
        let ItemValue::Node(node) = item.value else { return Ok(None) };
        let NodeKind::Row { source, .. } = ex.kind(node)? else { return Ok(None) };
        if *table.get_or_insert(source) != source {
            return Ok(None);
        }
    }
    Ok(table)
}

/// Rows with all cells of their table.
fn rows(ex: &Executor<'_>, table: SourceId, set: &ItemSet) -> Result<Table> {
    let Some(source) = ex.source(table) else { return Ok(Table::default()) };
    let mut columns: Vec<_> = source.relations.iter().collect();
    columns.sort_by_key(|column| column.column);
    let only = Scope::Only(vec![table]);
    let mut rows = Vec::with_capacity(set.len());
    ex.graph().expect_facts_around(&set.nodes(), Side::Head)?;
    for item in set.items() {
        let Some(node) = item.node() else { continue };
        let mut cells: HashMap<NodeId, String> = HashMap::new();
        for posting in ex.graph().facts_of_head(node, None, &only)? {
            cells.insert(posting.relation, ex.node(posting.tail)?.0);
        }
        rows.push(columns.iter().map(|column| cells.remove(&column.node).unwrap_or_default()).collect());
    }
    let columns = columns
        .iter()
        .map(|column| AnswerColumn { name: column.name.clone(), kind: column.kind, unit: None })
        .collect();
    Ok(Table { columns, rows })
}

/// Values preceded by the heads to which they belong, if there is more than one head.
fn labelled(ex: &Executor<'_>, name: String, set: &ItemSet) -> Result<Table> {
    // One pair of head and value for each fact; a value that a graph states for several heads is listed with
    // each.
    let mut pairs: Vec<(NodeId, &Item, FactId)> = Vec::new();
    let mut table = false;
    ex.graph().expect_facts(&set.items().iter().flat_map(shown).copied().collect::<Vec<_>>())?;
    for item in set.items() {
        for id in shown(item) {
            let fact = ex.graph().fact(*id)?;
            table |= ex.source(fact.source).is_some_and(|source| source.kind == SourceKind::Table);
            // A fact of which the item is the head does not say to what it belongs.
            if item.node() != Some(fact.head) {
                pairs.push((fact.head, item, *id));
            }
        }
    }
    let heads: HashSet<NodeId> = pairs.iter().map(|(head, ..)| *head).collect();
    if heads.len() < 2 || pairs.len() < set.len() {
        return single(ex, name, set);
    }
    let values = set.items().iter().map(|item| ex.value(item)).collect::<Result<Vec<_>>>()?;
    let mut labels: HashMap<NodeId, String> = HashMap::new();
    let mut label_name = String::new();
    if table {
        let names = values.iter().all(|value| *value == Value::Text);
        let column = first_relation(ex, &pairs)?;
        // Distinct names identify their rows themselves.
        if names && distinct(ex, set)? {
            return single(ex, name, set);
        }
        match naming_column(ex, &heads, column)? {
            Some((column, found)) => {
                label_name = ex.node(column)?.0;
                labels = found;
            }
            None => return single(ex, name, set),
        }
    } else {
        ex.expect_nodes(heads.iter().copied())?;
        for head in &heads {
            labels.insert(*head, ex.node(*head)?.0);
        }
    }
    let mut rows = Vec::with_capacity(pairs.len());
    let mut seen = HashSet::new();
    for (head, item, _) in &pairs {
        let row = vec![labels.get(head).cloned().unwrap_or_default(), describe::item_text(ex, item)?];
        // A graph may state the same pair twice; in a table, each row counts.
        if table || seen.insert(row.clone()) {
            rows.push(row);
        }
    }
    let label = AnswerColumn { name: label_name, kind: ValueKind::Text, unit: None };
    Ok(Table { columns: vec![label, described(name, values.iter())], rows })
}

/// The facts of an item that the table lists.
fn shown(item: &Item) -> &[FactId] {
    match item.value {
        ItemValue::Node(_) => &item.facts,
        _ => item.facts.get(..1).unwrap_or_default(),
    }
}

fn first_relation(ex: &Executor<'_>, pairs: &[(NodeId, &Item, FactId)]) -> Result<Option<NodeId>> {
    pairs.first().map(|(_, _, fact)| Ok(ex.graph().fact(*fact)?.relation)).transpose()
}

fn distinct(ex: &Executor<'_>, set: &ItemSet) -> Result<bool> {
    let mut seen = HashSet::new();
    for item in set.items() {
        if !seen.insert(ex.text(item)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The first column that distinguishes these rows, other than the one shown, preferably one of texts; with
/// the cell of each row.
fn naming_column(
    ex: &Executor<'_>,
    rows: &HashSet<NodeId>,
    shown: Option<NodeId>,
) -> Result<Option<(NodeId, HashMap<NodeId, String>)>> {
    let mut table = None;
    let mut cells: HashMap<NodeId, HashMap<NodeId, NodeId>> = HashMap::new();
    ex.graph().expect_facts_around(&rows.iter().copied().collect::<Vec<_>>(), Side::Head)?;
    for row in rows {
        let NodeKind::Row { source, .. } = ex.kind(*row)? else { return Ok(None) };
        if *table.get_or_insert(source) != source {
            return Ok(None);
        }
        for posting in ex.graph().facts_of_head(*row, None, &Scope::Only(vec![source]))? {
            cells.entry(posting.relation).or_default().insert(*row, posting.tail);
        }
    }
    let Some(source) = table.and_then(|table| ex.source(table)) else { return Ok(None) };
    let mut columns: Vec<_> = source.relations.iter().collect();
    columns.sort_by_key(|column| column.column);
    for kinds in [&[ValueKind::Text][..], &[ValueKind::Date, ValueKind::Integer]] {
        for column in columns.iter().filter(|column| kinds.contains(&column.kind)) {
            let Some(own) = cells.get(&column.node).filter(|_| Some(column.node) != shown) else { continue };
            let different: HashSet<&NodeId> = own.values().collect();
            if own.len() == rows.len() && different.len() == rows.len() {
                let mut names = HashMap::with_capacity(own.len());
                for (row, cell) in own {
                    names.insert(*row, ex.node(*cell)?.0);
                }
                return Ok(Some((column.node, names)));
            }
        }
    }
    Ok(None)
}

/// The times of facts as intervals, in the order of their beginning; equal rows are listed once.
fn intervals(ex: &Executor<'_>, set: &ItemSet) -> Result<Table> {
    let mut facts = set.facts();
    facts.sort_unstable();
    ex.graph().expect_facts(&facts)?;
    let mut spans: Vec<(NodeId, Option<i32>, i32, String)> = Vec::new();
    for id in facts {
        let fact = ex.graph().fact(id)?;
        let Some(interval) = fact.interval else { continue };
        let text = match (interval.start, interval.end) {
            (Some(start), Some(end)) if start == end => start.to_string(),
            (Some(start), Some(end)) => format!("{start} to {end}"),
            (Some(start), None) => format!("since {start}"),
            (None, Some(end)) => format!("until {end}"),
            (None, None) => continue,
        };
        let first = interval.start.map_or(i32::MIN, |date| date.first_day());
        spans.push((fact.head, interval.end.map(|date| date.last_day()), first, text));
    }
    let heads: HashSet<NodeId> = spans.iter().map(|(head, ..)| *head).collect();
    spans.sort_by_key(|(_, _, first, _)| *first);
    let time = AnswerColumn { name: "time".to_owned(), kind: ValueKind::Date, unit: None };
    let mut rows: Vec<Vec<String>> = Vec::with_capacity(spans.len());
    let mut columns = vec![time];
    if heads.len() > 1 {
        columns.insert(0, AnswerColumn { name: String::new(), kind: ValueKind::Text, unit: None });
    }
    for (head, _, _, text) in spans {
        let row = if heads.len() > 1 { vec![ex.node(head)?.0, text] } else { vec![text] };
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    Ok(Table { columns, rows })
}
