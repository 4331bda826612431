//! The previous answer, as something that the question refers to: "which of these", "who directed them". The words
//! that refer to it are treated as a name whose plan is the earlier query and whose nodes are what that query
//! gives.

use std::sync::Arc;

use trustuqa_engine::execute::{Item, ItemSet, ItemValue};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::query::llm::{Call, GetInformation, LlmQuery, Step, Term};
use trustuqa_engine::{Engine, EngineError, RunOptions};
use trustuqa_model::{NodeId, NodeKind, Result, SourceId, SourceKind};

use super::partial_derivation::{DenotationKind, PartialDerivation};
use super::plan::Plan;
use super::question::{Coverage, TokenizedQuestion};
use super::search::MOST;

/// What the rows behind an answer cost more than the answer itself.
const ROWS: f32 = 0.1;

/// The states for what an earlier query gave, and the column that it ended in; nothing if the query cannot be run
/// or gave no answer to refer to.
pub fn seeds(
    engine: &Engine<'_>,
    question: &TokenizedQuestion,
    earlier: &Parsed,
) -> Result<(Vec<PartialDerivation>, Option<NodeId>)> {
    let nothing = || Ok((Vec::new(), None));
    let Some(query) = earlier.llm() else { return nothing() };
    // If the query is about one table alone, it is the same one as before.
    let options = RunOptions { route: true, ..RunOptions::default() };
    let results = match engine.results(query, &options) {
        Ok(results) => results,
        Err(EngineError::Store(error)) => return Err(error),
        Err(_) => return nothing(),
    };
    let mut seeds = Vec::new();
    let last = query.steps.len().checked_sub(1).and_then(|last| results.get(last));
    let Some(Some(last)) = last else { return nothing() };
    let mut column = column_of(engine, last)?;
    seeds.extend(seed(engine, question, &query.until(query.steps.len()), last, 0.0)?);
    if let Some(rows) = rows_behind(query)
        && let Some(Some(set)) = results.get(rows)
    {
        let before = seed(engine, question, &query.until(rows), set, ROWS)?;
        seeds.extend(before.filter(|s| matches!(s.kind, DenotationKind::Rows(_))));
    }
    // Rows with a target type were answered with that column.
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
        column = column_of(engine, cells)?;
        seeds.extend(seed(engine, question, &longer, cells, 0.0)?);
    }
    Ok((seeds, column))
}

/// The step with the rows whose column the last step gives.
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

fn column_of(engine: &Engine<'_>, set: &ItemSet) -> Result<Option<NodeId>> {
    let item = set.items().first().filter(|item| matches!(item.value, ItemValue::Cell(_)));
    let Some(fact) = item.and_then(|item| item.facts.first()) else { return Ok(None) };
    Ok(Some(engine.executor().graph().fact(*fact)?.relation))
}

fn seed(
    engine: &Engine<'_>,
    question: &TokenizedQuestion,
    query: &LlmQuery,
    set: &ItemSet,
    cost: f32,
) -> Result<Option<PartialDerivation>> {
    let Some(kind) = kind(engine, set.items())? else { return Ok(None) };
    let relation = if matches!(kind, DenotationKind::Cells(_)) { column_of(engine, set)? } else { None };
    let mut nodes: Vec<NodeId> = set.nodes().into_iter().take(MOST).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let dates = set.items().iter().filter_map(|item| match item.value {
        ItemValue::Time(date) => Some(date),
        _ => None,
    });
    let coverage: Coverage = question.refers;
    Ok(Some(PartialDerivation {
        dates: dates.collect(),
        items: set.len(),
        coverage,
        gain: question.weight(coverage),
        cost,
        last: coverage,
        relation,
        ..PartialDerivation::begun(Arc::new(Plan::Given(Arc::new(query.clone()))), kind, nodes)
    }))
}

/// What the items of a set are; `None` for an empty set, computed values and a mixture.
fn kind(engine: &Engine<'_>, items: &[Item]) -> Result<Option<DenotationKind>> {
    let mut found: Option<DenotationKind> = None;
    for item in items.iter().take(MOST) {
        let one = match &item.value {
            ItemValue::Node(node) => match engine.executor().graph().node(*node)?.kind {
                NodeKind::Row { source, .. } => DenotationKind::Rows(source),
                NodeKind::Name => DenotationKind::Entities,
            },
            ItemValue::Cell(_) => match table_of(engine, item) {
                Some(table) => DenotationKind::Cells(table),
                None => return Ok(None),
            },
            ItemValue::Time(_) => DenotationKind::Times,
            ItemValue::Fact(_) | ItemValue::Computed(..) | ItemValue::Derived(..) => return Ok(None),
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
            Some(_) => return Ok(None),
        }
    }
    Ok(found)
}

fn table_of(engine: &Engine<'_>, item: &Item) -> Option<SourceId> {
    let source = engine.executor().source_of_fact(*item.facts.first()?)?;
    (source.kind == SourceKind::Table).then_some(source.id)
}
