//! What a relation connects: names, values, or nodes without a name that only connect others.

use std::collections::BTreeSet;

use trustuqa_model::{GraphRead, NodeId, NodeKind, Posting, Result, Scope, Side, Source, is_identifier};

/// Relations of an end that are named.
const NAMED: usize = 5;
/// Facts around an end that are looked at.
const FACTS: usize = 40;

/// The ends of a relation without a name, as one fact has them, each described by its other relations;
/// `None` when neither head nor tail is such a node.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn unnamed_ends(graph: &dyn GraphRead, source: &Source, fact: Posting) -> Result<Option<String>> {
    let tail = end(graph, source, fact.tail, fact.relation)?;
    let head = end(graph, source, fact.head, fact.relation)?;
    Ok(match (head, tail) {
        (Some(head), Some(tail)) => Some(format!("from {head} to {tail}")),
        (Some(head), None) => Some(format!("from {head}")),
        (None, Some(tail)) => Some(format!("to {tail}")),
        (None, None) => None,
    })
}

/// A node without a name, described by its other relations; `None` for others.
fn end(graph: &dyn GraphRead, source: &Source, node: NodeId, besides: NodeId) -> Result<Option<String>> {
    let read = graph.node(node)?;
    if read.kind != NodeKind::Name || !is_identifier(&read.text) {
        return Ok(None);
    }
    let scope = Scope::Only(vec![source.id]);
    let mut names = BTreeSet::new();
    for side in [Side::Head, Side::Tail] {
        for (_, posting) in graph.facts_of_each_relation(node, side, &scope, 1, FACTS)? {
            if posting.relation != besides
                && let Some(relation) = source.relations.iter().find(|r| r.node == posting.relation)
            {
                names.insert(last_part(&relation.name).to_owned());
            }
        }
    }
    let more = if names.len() > NAMED { ", …" } else { "" };
    let names: Vec<String> = names.into_iter().take(NAMED).collect();
    Ok(Some(match names.is_empty() {
        true => "an unnamed node".to_owned(),
        false => format!("an unnamed node ({}{more})", names.join(", ")),
    }))
}

/// The last part of a relation's name, which distinguishes it from others: `office_holder` of
/// `government.government_position_held.office_holder`.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', '/', '#', ':']).find(|part| !part.is_empty()).unwrap_or(name)
}
