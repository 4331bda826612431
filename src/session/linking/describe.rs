//! A source as a prompt describes it.

use trustuqa_engine::Engine;
use trustuqa_model::{NodeId, Posting, RelationInfo, Result, Scope, Side, Source, SourceKind};

use super::neighbouring_relations::RelationsAround;
use super::{relation_ends, shapes, tokens_of};
use crate::session::route::kind_word;
use crate::writer::{SchemaRelation, SchemaSource};

/// Describes sources and their relations.
pub struct Describer<'a, 'g> {
    engine: &'a Engine<'g>,
    around: &'a RelationsAround,
}

impl<'a, 'g> Describer<'a, 'g> {
    /// A describer that prefers facts around the names of a question as examples.
    pub fn new(engine: &'a Engine<'g>, around: &'a RelationsAround) -> Describer<'a, 'g> {
        Describer { engine, around }
    }

    /// Describes a source with these of its relations, as far as the remaining `tokens` allow.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read.
    pub fn source(&self, source: &Source, listed: &[NodeId], tokens: &mut usize) -> Result<SchemaSource> {
        let mut described = SchemaSource::new(&source.name, source.kind, Vec::new());
        *tokens = tokens.saturating_sub(tokens_of(&source.name) + 5);
        for node in listed {
            let Some(info) = source.relations.iter().find(|relation| relation.node == *node) else {
                continue;
            };
            let relation = self.relation(source, info)?;
            let own = [Some(&relation.name), relation.shape.as_ref(), relation.ends.as_ref()];
            let cost = 3 + own.into_iter().flatten().map(|text| tokens_of(text)).sum::<usize>();
            if cost > *tokens && !described.relations.is_empty() {
                *tokens = 0;
                break;
            }
            *tokens = tokens.saturating_sub(cost);
            described.relations.push(relation);
        }
        described.rows = source.rows;
        described.left_out = source.relations.len() - described.relations.len();
        if source.kind == SourceKind::Table {
            // If its rows cannot be read, nothing is said about them.
            described.has_totals = self.engine.executor().has_summary_rows(source.id).unwrap_or(false);
        }
        Ok(described)
    }

    fn relation(&self, source: &Source, info: &RelationInfo) -> Result<SchemaRelation> {
        let graph = self.engine.executor().graph();
        let mut relation = SchemaRelation {
            name: info.name.clone(),
            value_kind: kind_word(info.kind).to_owned(),
            count: info.facts,
            sample: info.sample.clone(),
            ..SchemaRelation::default()
        };
        if source.kind == SourceKind::Table {
            relation.shape = shapes::of(graph, source, info)?;
        } else if let Some(fact) = self.fact(source, info)? {
            relation.ends = relation_ends::unnamed_ends(graph, source, fact)?;
        }
        Ok(relation)
    }

    /// A fact of a relation: one that was seen around the question's names, else one of its
    /// example head.
    fn fact(&self, source: &Source, info: &RelationInfo) -> Result<Option<Posting>> {
        if let Some(fact) = self.around.fact(source.id, info.node) {
            return Ok(Some(fact));
        }
        let graph = self.engine.executor().graph();
        let Some(head) = info.sample_head.as_deref() else { return Ok(None) };
        let Some(node) = graph.node_named(head)? else { return Ok(None) };
        let scope = Scope::Only(vec![source.id]);
        let facts = graph.facts_of_each_relation(node, Side::Head, &scope, 1, 200)?;
        Ok(facts.into_iter().map(|(_, posting)| posting).find(|posting| posting.relation == info.node))
    }
}
