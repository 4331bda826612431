//! All facts of relations, cached by source.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trustuqa_model::{NodeId, Posting, Scope, SourceId};

use super::facts::ascending;
use super::{Snapshot, source_ids};
use crate::cache::{CachedFact, List, ListKey};
use crate::error::Result;

impl Snapshot {
    /// All facts of a relation within a scope.
    pub(super) fn facts_with_relation(&self, relation: NodeId, scope: &Scope) -> Result<Vec<Posting>> {
        let found = self.facts_read_of_relation(relation, scope)?;
        self.ahead.returned(found.iter().map(|posting| posting.tail));
        Ok(found)
    }

    fn facts_read_of_relation(&self, relation: NodeId, scope: &Scope) -> Result<Vec<Posting>> {
        let sources = self.sources_of(relation, scope);
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for source in &sources {
            match self.known_of_relation(relation, *source) {
                Some(entries) => found.extend(entries.iter().map(|entry| entry.posting)),
                None => missing.push(*source),
            }
        }
        if !missing.is_empty() {
            let entries = self.read_relation(relation, &missing)?;
            found.extend(entries.iter().map(|entry| entry.posting));
            if entries.len() <= self.state.cache.longest() {
                self.keep_relations(missing.iter().map(|source| (*source, relation)), entries);
            }
        }
        if sources.len() > 1 {
            found.sort_unstable_by_key(|posting| posting.fact);
        }
        Ok(found)
    }

    /// Prefetches all facts of relations in sources that are not cached, as far as there is room.
    pub(super) fn expect_whole_relations(&self, relations: &[(SourceId, NodeId)]) -> Result<()> {
        let (mut wanted, mut room) = (Vec::new(), self.state.cache.longest() as u64);
        for (source, relation) in relations {
            let facts = self.catalogue().facts_of(*relation, *source);
            if facts <= room && self.known_of_relation(*relation, *source).is_none() {
                room -= facts;
                wanted.push((*source, *relation));
            }
        }
        if wanted.len() < 2 {
            return Ok(());
        }
        wanted.sort_unstable();
        wanted.dedup();
        let entries = self.packed_pairs("facts_by_relation", "relation", &wanted)?;
        self.keep_relations(wanted.into_iter(), entries);
        Ok(())
    }

    /// Caches all facts of relations in sources.
    fn keep_relations(&self, relations: impl Iterator<Item = (SourceId, NodeId)>, entries: Vec<CachedFact>) {
        let mut lists: FxHashMap<(SourceId, NodeId), Vec<CachedFact>> = FxHashMap::default();
        for entry in entries {
            lists.entry((entry.source, entry.posting.relation)).or_default().push(entry);
        }
        for (source, relation) in relations {
            let entries = ascending(lists.remove(&(source, relation)).unwrap_or_default());
            self.state.cache.put_list(ListKey::RelationIn(relation, source), List::Whole(entries.into()));
        }
    }

    /// The facts of a relation in one source, if the cache has all of them.
    pub(super) fn known_of_relation(&self, relation: NodeId, source: SourceId) -> Option<Arc<[CachedFact]>> {
        match self.state.cache.list(&ListKey::RelationIn(relation, source)) {
            Some(List::Whole(entries)) => Some(entries),
            _ => None,
        }
    }

    fn read_relation(&self, relation: NodeId, sources: &[SourceId]) -> Result<Vec<CachedFact>> {
        let sources = source_ids(sources);
        let wanted = "relation = $1 AND source = ANY($2)";
        let relation = i64::from(relation.0);
        Ok(ascending(self.all_packed("facts_by_relation", wanted, &[&relation, &sources])?))
    }
}
