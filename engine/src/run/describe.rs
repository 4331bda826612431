//! Results, facts and groundings as the texts of a trace.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use trustuqa_model::{Fact, FactId, NodeId, NodeKind, Side};

use crate::execute::{Executor, Item, ItemSet, ItemValue, Result};
use crate::ground::{Grounding, NodeCandidate};
use crate::query::llm::{Call, Constraint, Step, Term};
use crate::query::ticked;
use crate::trace::{
    AnswerItem, LISTED, Status, StoppedAt, TraceCandidate, TraceFact, TraceGrounding, TraceJoin,
};
use crate::translate::Miss;

/// The most cells in the text of a row.
const CELLS: usize = 6;
/// The most joins listed for a step.
const JOINS: usize = 20;

/// The result of a step as text.
pub struct StepDescription {
    /// At most [`LISTED`] items.
    pub items: Vec<String>,
    /// The number of all items.
    pub total: usize,
    /// At most [`LISTED`] facts.
    pub facts: Vec<TraceFact>,
    /// The number of all facts.
    pub facts_total: usize,
}

/// Prefetches what [`results`] will look up for each of these steps, and [`answer_items`] for the answer.
/// Results that are too long to be listed completely are left out, because all of their facts would have to
/// be collected.
pub fn expect_results<'s>(
    ex: &Executor<'_>,
    of_steps: impl Iterator<Item = &'s [ItemSet]>,
    answer: Option<&ItemSet>,
) -> Result<()> {
    let (mut ids, mut nodes) = (Vec::new(), Vec::new());
    for sets in of_steps {
        if let Some(last) = sets.last().filter(|last| last.len() <= LISTED) {
            nodes.extend(last.nodes());
            ids.extend(fact_ids(sets).into_iter().take(LISTED));
        }
    }
    let facts = ex.graph().facts(&ids)?;
    nodes.extend(facts.iter().flat_map(|fact| [fact.head, fact.relation, fact.tail]));
    nodes.extend(answer.into_iter().flat_map(ItemSet::items).filter_map(Item::node));
    ex.expect_nodes(nodes)
}

/// The last of these results as text, with the facts behind all of them.
pub fn results(ex: &Executor<'_>, sets: &[ItemSet]) -> Result<StepDescription> {
    let Some(last) = sets.last() else {
        return Ok(StepDescription { items: Vec::new(), total: 0, facts: Vec::new(), facts_total: 0 });
    };
    let listed = &last.items()[..last.len().min(LISTED)];
    expect_texts(ex, listed)?;
    let items = listed.iter().map(|item| item_text(ex, item)).collect::<Result<_>>()?;
    let mut ids = fact_ids(sets);
    let facts_total = ids.len();
    ids.truncate(LISTED);
    let facts = ex.graph().facts(&ids)?;
    ex.expect_nodes(facts.iter().flat_map(|fact| [fact.head, fact.relation, fact.tail]))?;
    let facts = facts.iter().map(|fact| trace_fact(ex, fact)).collect::<Result<_>>()?;
    Ok(StepDescription { items, total: last.len(), facts, facts_total })
}

/// Prefetches what [`item_text`] will look up for these items.
fn expect_texts(ex: &Executor<'_>, items: &[Item]) -> Result<()> {
    ex.expect_nodes(items.iter().filter_map(Item::node))?;
    let mut rows = Vec::new();
    for item in items {
        if let ItemValue::Node(node) = item.value
            && matches!(ex.kind(node)?, NodeKind::Row { .. })
        {
            rows.push(node);
        }
    }
    if rows.len() > 1 {
        ex.graph().expect_facts_around(&rows, Side::Head)?;
    }
    Ok(())
}

/// The facts behind the last of these results, followed by those of the intermediate results.
pub fn fact_ids(sets: &[ItemSet]) -> Vec<FactId> {
    let Some((last, before)) = sets.split_last() else { return Vec::new() };
    let mut ids: Vec<FactId> = last.facts();
    let mut seen: HashSet<FactId> = ids.iter().copied().collect();
    for set in before {
        // Intermediate results matter only as far as they lead to the last one, so long ones are left out.
        if set.len() <= last.len().max(16) {
            ids.extend(set.facts().into_iter().filter(|f| seen.insert(*f)));
        }
    }
    ids
}

/// An item as text; a row is described by its cells.
pub fn item_text(ex: &Executor<'_>, item: &Item) -> Result<String> {
    if let ItemValue::Node(node) = item.value
        && let NodeKind::Row { source, row } = ex.kind(node)?
    {
        return row_text(ex, node, source, row);
    }
    ex.text(item)
}

fn row_text(ex: &Executor<'_>, node: NodeId, source: trustuqa_model::SourceId, row: u32) -> Result<String> {
    let table = ex.source(source).map_or("?", |s| s.name.as_str());
    let mut postings = ex.graph().facts_of_head(node, None, &trustuqa_model::Scope::All)?;
    postings.sort_unstable_by_key(|p| p.fact);
    let mut cells = Vec::new();
    for posting in postings.iter().take(CELLS) {
        cells.push(format!("{}: {}", ex.node(posting.relation)?.0, ex.node(posting.tail)?.0));
    }
    if postings.len() > CELLS {
        cells.push("…".to_owned());
    }
    Ok(format!("row {row} of {table} ({})", cells.join(", ")))
}

/// A fact with its names and provenance.
pub fn fact(ex: &Executor<'_>, id: FactId) -> Result<TraceFact> {
    trace_fact(ex, &ex.graph().fact(id)?)
}

fn trace_fact(ex: &Executor<'_>, fact: &Fact) -> Result<TraceFact> {
    let source = ex.source(fact.source);
    let bound = |date: Option<trustuqa_model::Date>| date.map_or("…".to_owned(), |d| d.to_string());
    Ok(TraceFact {
        id: fact.id.0,
        head: ex.node(fact.head)?.0,
        relation: ex.node(fact.relation)?.0,
        tail: ex.node(fact.tail)?.0,
        time: fact.interval.map(|i| {
            if i.start == i.end { bound(i.start) } else { format!("{} to {}", bound(i.start), bound(i.end)) }
        }),
        source: source.map_or(String::new(), |s| s.name.clone()),
        file: source.map_or(String::new(), |s| s.file.clone()),
        line: fact.place.line,
        row: fact.place.row,
    })
}

/// The distinct items of an answer, each with the number of its occurrences.
pub fn answer_items(ex: &Executor<'_>, set: &ItemSet) -> Result<Vec<AnswerItem>> {
    let mut items: Vec<AnswerItem> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    expect_texts(ex, set.items())?;
    for item in set.items() {
        let text = item_text(ex, item)?;
        match index.get(&text) {
            Some(at) => items[*at].count += 1,
            None => {
                index.insert(text.clone(), items.len());
                items.push(AnswerItem { text, count: 1 });
            }
        }
    }
    Ok(items)
}

/// A grounding for the trace.
pub fn grounding(grounding: &Grounding) -> TraceGrounding {
    let name = |c: &NodeCandidate| TraceCandidate {
        text: c.text.clone(),
        score: shown(c.score),
        channel: c.channel,
    };
    TraceGrounding {
        parameter: grounding.parameter,
        asked: grounding.asked.clone(),
        chosen: grounding.chosen.iter().map(name).collect(),
        runners_up: grounding.runners_up.iter().map(name).collect(),
    }
}

/// A score rounded to the three decimals that a trace shows.
fn shown(score: f32) -> f32 {
    (score * 1000.0).round() / 1000.0
}

/// Why a choice is doubtful, if it is: the name differs, and the score is low or another candidate is nearly
/// as good. The rounded scores decide, so that a reader of the trace can follow.
pub fn doubt(grounding: &Grounding) -> Option<String> {
    let chosen = grounding.chosen.first()?;
    let best = shown(chosen.score);
    let next = grounding.runners_up.first().map_or(0.0, |c| shown(c.score));
    if best >= 0.95 || (best >= 0.8 && best - next >= 0.1) {
        return None;
    }
    let mut text = format!(
        "{} {} was taken for {} ({best:.2})",
        grounding.parameter.name(),
        ticked(&grounding.asked),
        ticked(&chosen.text),
    );
    if let Some(other) = grounding.runners_up.first() {
        text.push_str(&format!(", next {} ({next:.2})", ticked(&other.text)));
    }
    Some(text)
}

/// A miss as status, message and hint.
pub fn miss(miss: &Miss) -> (Status, Option<String>, Option<String>) {
    match miss {
        Miss::NoSuchName { parameter, asked, nearest } => {
            let message = format!(
                "no {} is called {}",
                match parameter {
                    crate::ground::Parameter::Relation | crate::ground::Parameter::Key => "relation",
                    crate::ground::Parameter::Source => "source",
                    _ => "name",
                },
                ticked(asked)
            );
            let hint = if nearest.is_empty() {
                "`trustuqa sources` lists what is loaded".to_owned()
            } else {
                format!(
                    "the nearest are {}",
                    nearest.iter().map(|n| ticked(n)).collect::<Vec<_>>().join(", ")
                )
            };
            (Status::NoSuchName, Some(message), Some(hint))
        }
        Miss::NoSuchFact { what, hint } => (Status::NoSuchFact, Some(what.clone()), hint.clone()),
        Miss::NotStored { reason } => {
            (Status::NotStored, Some(format!("no source can answer this: {reason}")), None)
        }
    }
}

/// The kind of thing that is missing.
pub fn stopped_at(miss: &Miss) -> StoppedAt {
    use crate::ground::Parameter as P;
    match miss {
        Miss::NoSuchName { parameter: P::Relation | P::Key | P::Target, .. } => StoppedAt::Relation,
        Miss::NoSuchName { .. } => StoppedAt::Entity,
        Miss::NoSuchFact { .. } | Miss::NotStored { .. } => StoppedAt::Fact,
    }
}

/// The values of earlier steps through which this one reaches facts of other sources.
pub fn joins(
    ex: &Executor<'_>,
    step: &Step,
    outputs: &[Option<usize>],
    results: &[ItemSet],
    calls: Range<usize>,
) -> Result<Vec<TraceJoin>> {
    let mut inputs: HashMap<NodeId, HashSet<String>> = HashMap::new();
    for index in references(&step.call) {
        let Some(set) = outputs.get(index).copied().flatten().and_then(|at| results.get(at)) else {
            continue;
        };
        for item in set.items().iter().take(LISTED) {
            let Some(node) = item.node() else { continue };
            let sources = item.facts.iter().filter_map(|f| ex.source_of_fact(*f)).map(|s| s.name.clone());
            inputs.entry(node).or_default().extend(sources);
        }
    }
    let mut found: Vec<TraceJoin> = Vec::new();
    for set in results.get(calls).unwrap_or_default() {
        let mut ids = set.facts();
        ids.truncate(LISTED);
        ex.graph().expect_facts(&ids)?;
        for id in ids {
            let Some(here) = ex.source_of_fact(id) else { continue };
            let fact = ex.graph().fact(id)?;
            for node in [fact.head, fact.tail] {
                let Some(before) = inputs.get(&node) else { continue };
                if before.is_empty() || before.contains(&here.name) {
                    continue;
                }
                let value = ex.node(node)?.0;
                let at = found.iter().position(|join| join.value == value);
                match at {
                    Some(at) if !found[at].to.contains(&here.name) => found[at].to.push(here.name.clone()),
                    None if found.len() < JOINS => {
                        let mut from: Vec<String> = before.iter().cloned().collect();
                        from.sort_unstable();
                        found.push(TraceJoin { value, from, to: vec![here.name.clone()] });
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(found)
}

/// The indices of the steps to which a call refers.
fn references(call: &Call) -> Vec<usize> {
    let mut out = Vec::new();
    let mut term = |t: Option<&Term>| {
        if let Some(Term::Output(index)) = t {
            out.push(*index);
        }
    };
    match call {
        Call::GetInformation(info) => {
            term(info.head.as_ref());
            term(info.relation.as_ref());
            term(info.key.as_ref());
            term(info.tail.as_ref().map(|c: &Constraint| &c.term));
            term(info.value.as_ref().map(|c| &c.term));
        }
        Call::Function(call) => {
            for set in &call.sets {
                term(Some(set));
            }
            term(call.value.as_ref().map(|c| &c.term));
        }
    }
    out
}
