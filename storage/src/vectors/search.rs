//! The nearest names and demonstrations.
//!
//! The 8-bit vectors, or usearch if there are very many, yield candidates, which are ranked by the stored
//! vectors.

use redb::ReadableTableMetadata as _;

use super::allowed::Filter;
use super::exact::Pick;
use super::hnsw::filtered;
use super::quantize::cosine;
use super::{check, stored};
use crate::codec::vector_key;
use crate::guard::guarded;
use crate::{Error, NodeId, Result, Roles, Scope, Snapshot, StoredDemonstration};

/// How many times as many candidates as are ranked are tested against a wide filter before the set of all
/// names that pass it is determined.
const TESTED: usize = 32;

impl Snapshot {
    /// See [`crate::GraphRead::nearest`]. Panics are caught by the caller.
    pub(crate) fn nearest_names(
        &self,
        vector: &[f32],
        k: usize,
        roles: Roles,
        scope: &Scope,
    ) -> Result<Vec<(NodeId, f32)>> {
        check(vector).map_err(|what| Error::Invalid { what: format!("the vector to search for: {what}") })?;
        if k == 0 || self.tables.embedded.is_empty()? {
            return Ok(Vec::new());
        }
        let store = self.graph.vector_store();
        let filter = Filter::new(self, roles, scope)?;
        let known = match filter.is_narrow() {
            true => Some(filter.find(self, &store.allowed)?),
            false => filter.known(&store.allowed),
        };
        if known.is_none()
            && let Some(found) = self.nearest_of_all(vector, k, roles, scope, &filter)?
        {
            return Ok(found);
        }
        let allowed = match known {
            Some(known) => known,
            None => filter.find(self, &store.allowed)?,
        };
        let pick = Pick::Names(&allowed);
        let found = store.search(&self.tables, |set| set.nearest_names(vector, wanted(k), &pick))?;
        let mut ranked = self.ranked(found.keys, vector)?;
        ranked.truncate(k);
        Ok(ranked)
    }

    /// The nearest names, found without the filter and then tested one by one, best first. `None` when so few
    /// pass the filter that other passing names may be as near.
    fn nearest_of_all(
        &self,
        vector: &[f32],
        k: usize,
        roles: Roles,
        scope: &Scope,
        filter: &Filter<'_>,
    ) -> Result<Option<Vec<(NodeId, f32)>>> {
        let store = self.graph.vector_store();
        let plays = |id: u32| -> Result<bool> { Ok(self.roles_in(id, scope)?.meets(roles)) };
        if let Some(index) = store.hnsw.index(&self.tables)? {
            // The filter is part of the search, so all results pass it.
            let passes = |key: u64| -> Result<bool> {
                let id = key as u32;
                Ok(plays(id)? && self.tables.embedded.get(id)?.is_some())
            };
            let mut ranked = self.ranked(filtered(&index, vector, wanted(k), &passes)?, vector)?;
            ranked.truncate(k);
            return Ok(Some(ranked));
        }
        let found = store.search(&self.tables, |set| set.nearest_names(vector, wanted(k), &Pick::All))?;
        let ranked = self.ranked(found.keys, vector)?;
        // The lowest places are uncertain: names that are no candidates may be nearer.
        let sure = if found.all { ranked.len() } else { ranked.len().saturating_sub(wanted(k) / 2) };
        let mut nearest = Vec::with_capacity(k.min(sure));
        for (node, score) in ranked.into_iter().take(sure) {
            if nearest.len() == k {
                break;
            }
            if plays(node.0)? {
                nearest.push((node, score));
            }
        }
        if nearest.len() == k || found.all {
            return Ok(Some(nearest));
        }
        if !filter.is_wide() {
            return Ok(None);
        }
        // Determining the whole set of a wide filter takes longer than a few thousand tests.
        let many = wanted(k).saturating_mul(TESTED);
        let found = store.search(&self.tables, |set| set.nearest_names(vector, many, &Pick::All))?;
        let mut passing = Vec::new();
        for key in found.keys {
            if passing.len() == wanted(k) {
                break;
            }
            if plays(key as u32)? && self.tables.embedded.get(key as u32)?.is_some() {
                passing.push(key);
            }
        }
        if passing.len() < wanted(k) && !found.all {
            return Ok(None);
        }
        let mut ranked = self.ranked(passing, vector)?;
        ranked.truncate(k);
        Ok(Some(ranked))
    }

    /// Names that have a vector in this view, ranked by their similarity to a query, best first.
    fn ranked(&self, mut keys: Vec<u64>, vector: &[f32]) -> Result<Vec<(NodeId, f32)>> {
        // A name may be found twice, in the file and among later additions.
        keys.sort_unstable();
        keys.dedup();
        let mut ranked = Vec::with_capacity(keys.len());
        for id in keys.into_iter().filter_map(|key| u32::try_from(key).ok()) {
            let Some(hash) = self.tables.embedded.get(id)?.map(|hash| *hash.value()) else { continue };
            if let Some(score) = self.similarity(&hash, vector)? {
                ranked.push((NodeId(id), score));
            }
        }
        sort(&mut ranked);
        Ok(ranked)
    }

    /// The `k` stored demonstrations whose questions are nearest to a unit vector, by cosine similarity, best
    /// first. Questions without a vector are not found.
    pub fn nearest_demonstrations(
        &self,
        vector: &[f32],
        k: usize,
    ) -> Result<Vec<(StoredDemonstration, f32)>> {
        check(vector).map_err(|what| Error::Invalid { what: format!("the vector to search for: {what}") })?;
        guarded(|| {
            if k == 0 || self.tables.demonstrations.is_empty()? {
                return Ok(Vec::new());
            }
            let mut wanted = wanted(k);
            loop {
                let store = self.graph.vector_store();
                let found = store.search(&self.tables, |set| set.nearest_questions(vector, wanted))?;
                let mut ids: Vec<u32> = found.keys.iter().map(|key| *key as u32).collect();
                ids.sort_unstable();
                ids.dedup();
                let mut ranked = Vec::with_capacity(ids.len());
                for id in ids {
                    let Some(demonstration) = self.demonstration(id)? else { continue };
                    if let Some(score) = self.similarity(&vector_key(&demonstration.question), vector)? {
                        ranked.push((id, score));
                    }
                }
                // Many deleted ones may come before those that exist.
                if !found.all && ranked.len() < k.saturating_add(wanted / 2) {
                    wanted = wanted.saturating_mul(4);
                    continue;
                }
                sort(&mut ranked);
                let mut nearest = Vec::with_capacity(k.min(ranked.len()));
                for (id, score) in ranked.into_iter().take(k) {
                    if let Some(demonstration) = self.demonstration(id)? {
                        nearest.push((demonstration, score));
                    }
                }
                return Ok(nearest);
            }
        })
    }

    /// The vector that is stored for a text, with half-precision components.
    pub fn vector_of(&self, text: &str) -> Result<Option<Vec<f32>>> {
        guarded(|| stored(&self.tables, &vector_key(text)))
    }

    fn similarity(&self, hash: &[u8; 16], query: &[f32]) -> Result<Option<f32>> {
        Ok(stored(&self.tables, hash)?.map(|vector| cosine(&vector, query)))
    }
}

/// Number of candidates that are ranked for `k` results.
fn wanted(k: usize) -> usize {
    k.saturating_mul(2).saturating_add(20)
}

fn sort<T: Ord>(ranked: &mut [(T, f32)]) {
    ranked.sort_unstable_by(|left, right| right.1.total_cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
}
