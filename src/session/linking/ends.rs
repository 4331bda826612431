//! What a relation leads to: names, values, or nodes without a name that only connect others.

use std::collections::BTreeSet;

use trustuqa_model::{GraphRead, NodeId, NodeKind, Posting, Result, Scope, Side, Source};

/// Relations of an end that are named.
const NAMED: usize = 5;
/// Facts around an end that are looked at.
const FACTS: usize = 40;

/// True for what a graph calls a node that has no name: the identifiers of Freebase and
/// Wikidata, blank nodes, and long hexadecimal numbers.
pub fn is_identifier(text: &str) -> bool {
    let freebase = text.strip_prefix("m.").or_else(|| text.strip_prefix("g."));
    if let Some(rest) = freebase {
        let sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        return rest.len() >= 3 && rest.chars().all(sign) && rest.contains(|c: char| c.is_ascii_digit());
    }
    if text.starts_with("_:") {
        return true;
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if text.strip_prefix('Q').is_some_and(|rest| rest.len() > 2 && digits(rest)) {
        return true;
    }
    let hex = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = text.bytes().filter(|b| *b == b'-').count();
    hex >= 24 && hex + dashes == text.len() && text.bytes().any(|b| b.is_ascii_alphabetic())
}

/// What stands at the tail of a relation, told by the relations that it has itself; `None` where
/// that is a value or a name at which nothing goes on.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn tail_of(graph: &dyn GraphRead, source: &Source, fact: Posting) -> Result<Option<String>> {
    let tail = end(graph, source, fact.tail, fact.relation)?;
    let head = end(graph, source, fact.head, fact.relation)?;
    Ok(match (head, tail) {
        (Some(head), Some(tail)) => Some(format!("from {head} to {tail}")),
        (Some(head), None) => Some(format!("from {head}")),
        (None, Some(tail)) => Some(format!("to {tail}")),
        (None, None) => None,
    })
}

/// A node without a name, by what it connects.
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

/// What a relation is called behind what its names have in common: `office_holder` of
/// `government.government_position_held.office_holder`.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', '/', '#', ':']).find(|part| !part.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_told_from_names() {
        for text in ["m.0944j8_", "g.11b66dwnnz", "_:b0", "Q3142250", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"]
        {
            assert!(is_identifier(text), "{text}");
        }
        for text in ["m.a.s.h.", "Q5", "Q&A", "1994", "m.", "Ada", "2024-03-15", "4111111111111111"] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
