//! The previous answer, as something that the question refers to: "which of these",
//! "who directed them". The words that stand for it are treated as a name whose
//! plan is the earlier query and whose nodes are what that query gives.

use std::sync::Arc;

use trustuqa_engine::execute::{Item, ItemSet, ItemValue};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::query::llm::{Call, GetInformation, LlmQuery, Step, Term};
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_model::{NodeId, NodeKind, SourceId, SourceKind};

use super::partial_derivation::{DenotationKind, PartialDerivation};
use super::plan::Plan;
use super::question::{Coverage, TokenizedQuestion};
use super::search::MOST;

/// What the rows behind an answer cost more than the answer itself.
const ROWS: f32 = 0.1;

/// The states that stand for what an earlier query gave, and the column that it
/// ended on. Nothing when the query cannot be run or gave no answer to refer to.
pub fn seeds(
    engine: &Engine<'_>,
    question: &TokenizedQuestion,
    earlier: &Parsed,
) -> (Vec<PartialDerivation>, Option<NodeId>) {
    let Some(query) = earlier.llm() else { return (Vec::new(), None) };
    // The same table as before, when the query is about one alone.
    let options = RunOptions { route: true, ..RunOptions::default() };
    let Ok(results) = engine.results(query, &options) else { return (Vec::new(), None) };
    let mut seeds = Vec::new();
    let last = query.steps.len().checked_sub(1).and_then(|last| results.get(last));
    let Some(Some(last)) = last else { return (Vec::new(), None) };
    let mut column = column_of(engine, last);
    seeds.extend(seed(engine, question, &query.until(query.steps.len()), last, 0.0));
    if let Some(rows) = rows_behind(query)
        && let Some(Some(set)) = results.get(rows)
    {
        let before = seed(engine, question, &query.until(rows), set, ROWS);
        seeds.extend(before.filter(|s| matches!(s.kind, DenotationKind::Rows(_))));
    }
    // Rows with a target type are answered by that column.
    if let (Some(target), true) =
        (&query.target, matches!(seeds.first().map(|s| s.kind), Some(DenotationKind::Rows(_))))
        && let Some(Some(cells)) = results.get(query.steps.len())
    {
        let mut longer = query.until(query.steps.len());
        let call = Call::GetInformation(GetInformation {
            head: Some(Term::Output(query.steps.len() - 1)),
            relation: Some(Term::Names(vec![target.clone()])),
            ..GetInformation::default()
        });
        let number = longer.steps.iter().map(|s| s.number).max().unwrap_or(0).saturating_add(1);
        longer.steps.push(Step { number, note: format!("Find their {target}"), call, span: 0..0 });
        column = column_of(engine, cells);
        seeds.extend(seed(engine, question, &longer, cells, 0.0));
    }
    (seeds, column)
}

/// The step with the rows that the last step took a column of.
fn rows_behind(query: &LlmQuery) -> Option<usize> {
    match &query.steps.last()?.call {
        Call::GetInformation(GetInformation {
            head: Some(Term::Output(rows)),
            relation: Some(_),
            tail: None,
            key: None,
            value: None,
            ..
        }) => Some(*rows),
        _ => None,
    }
}

fn column_of(engine: &Engine<'_>, set: &ItemSet) -> Option<NodeId> {
    let item = set.items().first().filter(|item| matches!(item.value, ItemValue::Cell(_)))?;
    Some(engine.executor().graph().fact(*item.facts.first()?).ok()?.relation)
}

fn seed(
    engine: &Engine<'_>,
    question: &TokenizedQuestion,
    query: &LlmQuery,
    set: &ItemSet,
    cost: f32,
) -> Option<PartialDerivation> {
    let kind = kind(engine, set.items())?;
    let mut nodes: Vec<NodeId> = set.nodes().into_iter().take(MOST).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let dates = set.items().iter().filter_map(|item| match item.value {
        ItemValue::Time(date) => Some(date),
        _ => None,
    });
    let mask: Coverage = question.refers;
    Some(PartialDerivation {
        dates: dates.collect(),
        items: set.len(),
        mask,
        gain: question.weight(mask),
        cost,
        last: mask,
        relation: matches!(kind, DenotationKind::Cells(_)).then(|| column_of(engine, set)).flatten(),
        ..PartialDerivation::begun(Arc::new(Plan::Given(Arc::new(query.clone()))), kind, nodes)
    })
}

/// What a set is made of; `None` for nothing, for computed values and for a mixture.
fn kind(engine: &Engine<'_>, items: &[Item]) -> Option<DenotationKind> {
    let mut found: Option<DenotationKind> = None;
    for item in items.iter().take(MOST) {
        let one = match &item.value {
            ItemValue::Node(node) => match engine.executor().node(*node).ok()?.2 {
                NodeKind::Row { source, .. } => DenotationKind::Rows(source),
                NodeKind::Name => DenotationKind::Entities,
            },
            ItemValue::Cell(_) => DenotationKind::Cells(table_of(engine, item)?),
            ItemValue::Time(_) => DenotationKind::Times,
            ItemValue::Fact(_) | ItemValue::Computed(..) | ItemValue::Derived(..) => return None,
        };
        match found {
            None => found = Some(one),
            Some(before) if before == one => {}
            // Names are names, wherever they occur.
            Some(DenotationKind::Cells(_) | DenotationKind::Entities)
                if matches!(one, DenotationKind::Cells(_) | DenotationKind::Entities) =>
            {
                found = Some(DenotationKind::Entities)
            }
            Some(_) => return None,
        }
    }
    found
}

fn table_of(engine: &Engine<'_>, item: &Item) -> Option<SourceId> {
    let source = engine.executor().source_of_fact(*item.facts.first()?)?;
    (source.kind == SourceKind::Table).then_some(source.id)
}
