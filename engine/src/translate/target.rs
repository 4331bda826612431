//! The column of rows that the target type names, and the column that names the rows when it names none.

use trustuqa_model::{NodeId, NodeKind};

use super::{Translator, surface_cues};
use crate::execute::{ItemValue, Result};
use crate::ground::lexical::{PreparedName, similarity};
use crate::ground::synonyms::related;
use crate::ground::{Channel, Grounding, NodeCandidate, Parameter};
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand};
use crate::query::llm::{Call, LlmQuery, Term};

/// The column by which rows are named when the target type is not a column of theirs: the one through which
/// the query entered the table, otherwise that of the last step's relation when a number is asked for,
/// otherwise the first column that holds names.
pub fn naming_column(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    rows: usize,
) -> Result<Option<(ExecutionCall<NodeId>, Grounding)>> {
    let target = query.target.as_deref().unwrap_or("");
    let used = query.steps.last().and_then(|step| match &step.call {
        Call::GetInformation(info) => match &info.relation {
            Some(Term::Names(names)) => names.first().cloned(),
            _ => None,
        },
        Call::Function(_) => None,
    });
    if let Some(relation) = surface_cues::entered_by(query)
        && let Some((call, mut grounding)) = column(t, rows, &relation)?
        && grounding.score() >= 0.9
    {
        // A guess, and reported as one.
        target.clone_into(&mut grounding.asked);
        grounding.chosen.iter_mut().for_each(|c| (c.score, c.channel) = (0.5, Channel::Words));
        return Ok(Some((call, grounding)));
    }
    let number = matches!(
        trustuqa_model::tokens(target).first().map(String::as_str),
        Some("number" | "amount" | "total")
    );
    if number {
        return match used {
            Some(relation) => column(t, rows, &relation),
            None => Ok(None),
        };
    }
    let Some(ItemValue::Node(node)) = t.set(rows).items().first().map(|i| i.value.clone()) else {
        return Ok(None);
    };
    let NodeKind::Row { source, .. } = t.executor.node(node)?.2 else { return Ok(None) };
    let used_by = used.as_deref().map(PreparedName::new);
    for relation in t.executor.source(source).map_or(&[][..], |s| &s.relations) {
        let is_used = used_by
            .as_ref()
            .is_some_and(|used| similarity(used, &PreparedName::new(&relation.name)).0 >= 0.9);
        if !is_used && !t.is_ordered(&[relation.node]) {
            let Some((call, mut grounding)) = column(t, rows, &relation.name)? else {
                return Ok(None);
            };
            // A guess, and reported as one.
            target.clone_into(&mut grounding.asked);
            grounding.chosen.iter_mut().for_each(|c| (c.score, c.channel) = (0.5, Channel::Words));
            return Ok(Some((call, grounding)));
        }
    }
    Ok(None)
}

/// The call that reads the column named by `target` for the rows at `rows`; `None` when it is no column of
/// theirs.
pub fn column(
    t: &Translator<'_, '_>,
    rows: usize,
    target: &str,
) -> Result<Option<(ExecutionCall<NodeId>, Grounding)>> {
    let mut sources = Vec::new();
    for item in t.set(rows).items() {
        let ItemValue::Node(node) = item.value else { return Ok(None) };
        let NodeKind::Row { source, .. } = t.executor.node(node)?.2 else { return Ok(None) };
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let asked = PreparedName::new(target);
    let mut found: Vec<NodeCandidate> = Vec::new();
    for source in sources {
        for relation in t.executor.source(source).map_or(&[][..], |s| &s.relations) {
            let (mut score, mut channel) = similarity(&asked, &PreparedName::new(&relation.name));
            if score < 0.5 && related(&asked.tokens.join(" "), &trustuqa_model::fold(&relation.name)) {
                (score, channel) = (0.5, crate::ground::Channel::Words);
            }
            if score >= 0.5 && !found.iter().any(|c| c.node == relation.node) {
                found.push(NodeCandidate {
                    node: relation.node,
                    text: relation.name.clone(),
                    score,
                    channel,
                });
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    let pinned = t.pinned(target, true)?.filter(|pin| found.iter().any(|c| c.node == pin.node));
    let Some(best) = pinned.or_else(|| found.first().cloned()) else { return Ok(None) };
    for candidate in &mut found {
        if candidate.node == best.node {
            *candidate = best.clone();
        }
    }
    let call = ExecutionCall::SearchNode {
        node1: Node1::Nodes(vec![best.node]),
        condition: Condition::On(Operand::Set(rows)),
        scope: None,
        sources: Vec::new(),
    };
    let grounding =
        super::joint::grounding(Parameter::Target, &[target.to_owned()], found, |c| c.node == best.node);
    Ok(Some((call, grounding)))
}
