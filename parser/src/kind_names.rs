//! What the names of relations and tables say about the kind of something: a tail of `director` is a
//! director, and the key of a table `clinics` a clinic.

use std::sync::Arc;

use trustuqa_model::{NodeId, Result, SourceKind};

use super::relation::RelId;
use super::text::{Coverage, Text};
use super::world::World;

/// Nodes of a set whose kind is checked.
const SAMPLED: usize = 3;
/// How well words have to say a kind.
pub const SURE: f32 = 0.55;

/// A name in the question that tells the kind of what is on a side of a relation.
pub struct KindName {
    /// The relation.
    pub rel: RelId,
    /// Where its own name is said, and how well.
    pub own: Option<(Coverage, f32)>,
    /// The same for the name of its table, which tells the kind of its keys.
    pub table: Option<(Coverage, f32)>,
}

impl World<'_> {
    /// The names that tell a kind with words among these free tokens, in the order of relations. Most words tell
    /// none, and then nothing has to be read.
    pub fn kinds_named(&mut self, text: &Text, free: Coverage) -> Arc<Vec<KindName>> {
        if let Some(known) = self.kinds.get(&free) {
            return known.clone();
        }
        let mut kinds = Vec::new();
        let (mut source, mut table) = (usize::MAX, None);
        for rel in 0..self.rels.len() {
            // The relations of a source follow each other.
            if self.rels[rel].source != source {
                source = self.rels[rel].source;
                table = self.table_match(source, text, free);
            }
            let said = self.name_match(rel, text, free);
            let own = (said.best >= SURE).then_some((said.coverage, said.best * said.completeness.max(0.3)));
            if own.is_some() || table.is_some() {
                kinds.push(KindName { rel, own, table });
            }
        }
        let kinds = Arc::new(kinds);
        self.kinds.insert(free, kinds.clone());
        kinds
    }

    fn table_match(&self, source: usize, text: &Text, free: Coverage) -> Option<(Coverage, f32)> {
        self.sources.get(source).filter(|source| source.kind == SourceKind::Table)?;
        let said = self.source_match(source, text, free);
        (said.best >= SURE).then_some((said.coverage, said.best * said.completeness))
    }

    /// Reads at once what [`World::is_of_kind`] needs for these sets and names.
    pub fn expect_kinds<'n>(
        &mut self,
        kinds: &[KindName],
        sets: impl Iterator<Item = &'n [NodeId]>,
    ) -> Result<()> {
        if kinds.is_empty() {
            return Ok(());
        }
        let nodes: Vec<NodeId> = sets.flat_map(|nodes| nodes.iter().take(SAMPLED)).copied().collect();
        for head in [true, false] {
            let looks = |kind: &KindName| self.rels[kind.rel].tells_of_heads() == head;
            if kinds.iter().any(looks) {
                self.expect_around(&nodes, head)?;
            }
        }
        Ok(())
    }

    /// Whether the name of a relation tells the kind of these nodes: one of the first few is on the side that it
    /// names, or all are (`end`: the side that they are, its tails with `true`).
    pub fn is_of_kind(&mut self, nodes: &[NodeId], rel: RelId, end: Option<(RelId, bool)>) -> Result<bool> {
        let heads = self.rels[rel].tells_of_heads();
        let table = self.rels[rel].kind == SourceKind::Table;
        if end.is_some_and(|(end, tails)| end == rel && (table || tails != heads)) {
            return Ok(true);
        }
        for node in nodes.iter().take(SAMPLED) {
            if self.is_on_side(*node, rel, heads)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
