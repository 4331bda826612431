//! The relations around the names of a question, one and two hops out.

use std::collections::HashMap;

use trustuqa_model::{GraphRead, NodeId, Posting, Result, Scope, Side, SourceId, is_identifier};

use super::mentions::FoundName;

/// The most nodes whose surroundings are read; those of the surest mentions come first.
const NODES: usize = 60;
/// Facts of each relation of such a node that are looked at.
const EACH: usize = 4;
/// Facts of such a node that are looked at.
const FACTS: usize = 300;
/// Neighbours that are followed further: those without a name, and those with one.
const UNNAMED: usize = 120;
const NAMED: usize = 40;
/// Facts of a neighbour that are looked at.
const BEYOND: usize = 60;

/// How near a relation is to a name of the question.
const ONE_HOP: f32 = 1.0;
/// Behind a node without a name, which only connects others.
const BEHIND_UNNAMED: f32 = 0.8;
const BEHIND_NAMED: f32 = 0.25;

/// The relations around the names of a question.
#[derive(Clone, Debug, Default)]
pub struct RelationsAround {
    /// How near each is, up to 1.
    near: HashMap<(SourceId, NodeId), f32>,
    /// A fact of it.
    facts: HashMap<(SourceId, NodeId), Posting>,
}

impl RelationsAround {
    /// What is around these names.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read.
    pub fn of(graph: &dyn GraphRead, found: &[FoundName]) -> Result<RelationsAround> {
        let mut starts: Vec<(f32, NodeId)> = Vec::new();
        for mention in found {
            // The more nodes, the less likely each is to be the one.
            let share = mention.how.weight() / (mention.nodes.len() as f32).sqrt();
            starts.extend(mention.nodes.iter().map(|node| (share, *node)));
        }
        starts.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        starts.dedup_by_key(|(_, node)| *node);
        let mut around = RelationsAround::default();
        let (mut unnamed, mut named) = (Vec::new(), Vec::new());
        for (weight, node) in starts.into_iter().take(NODES) {
            let mut last = None;
            for (source, posting, other) in facts_around(graph, node, EACH, FACTS)? {
                around.add(source, posting, weight * ONE_HOP);
                if is_identifier(&graph.node(other)?.text) {
                    unnamed.push((weight, other));
                } else if last.replace((source, posting.relation)) != Some((source, posting.relation)) {
                    named.push((weight, other));
                }
            }
        }
        for (neighbours, most, hop) in [(unnamed, UNNAMED, BEHIND_UNNAMED), (named, NAMED, BEHIND_NAMED)] {
            for (weight, node) in neighbours.into_iter().take(most) {
                for (source, posting, _) in facts_around(graph, node, 1, BEYOND)? {
                    around.add(source, posting, weight * hop);
                }
            }
        }
        Ok(around)
    }

    fn add(&mut self, source: SourceId, posting: Posting, near: f32) {
        let known = self.near.entry((source, posting.relation)).or_default();
        *known = known.max(near);
        self.facts.entry((source, posting.relation)).or_insert(posting);
    }

    /// How near a relation of a source is to a name of the question; 0 where it is not.
    pub fn near(&self, source: SourceId, relation: NodeId) -> f32 {
        self.near.get(&(source, relation)).copied().unwrap_or_default()
    }

    /// The relations around the names, with how near each is.
    pub fn relations(&self) -> impl Iterator<Item = (SourceId, NodeId, f32)> + '_ {
        self.near.iter().map(|((source, relation), near)| (*source, *relation, *near))
    }

    /// A fact of a relation that was seen.
    pub fn fact(&self, source: SourceId, relation: NodeId) -> Option<Posting> {
        self.facts.get(&(source, relation)).copied()
    }
}

/// Some facts of each relation of a node, with the node at the other end.
fn facts_around(
    graph: &dyn GraphRead,
    node: NodeId,
    each: usize,
    most: usize,
) -> Result<Vec<(SourceId, Posting, NodeId)>> {
    let heads = graph.facts_of_each_relation(node, Side::Head, &Scope::All, each, most)?;
    let tails = graph.facts_of_each_relation(node, Side::Tail, &Scope::All, each, most)?;
    let heads = heads.into_iter().map(|(source, posting)| (source, posting, posting.tail));
    Ok(heads.chain(tails.into_iter().map(|(source, posting)| (source, posting, posting.head))).collect())
}
