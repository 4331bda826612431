//! The nearest names and demonstrations.
//!
//! Up to [`EXACT_LIMIT`] vectors the search is an exact scan; above, usearch finds
//! candidates. Both ways the candidates are ranked by the stored vectors.

use std::cell::RefCell;
use std::collections::BTreeSet;

use redb::ReadableTableMetadata as _;

use super::exact::ExactSet;
use super::{DEMONSTRATION, check, stored};
use crate::codec::vector_key;
use crate::guard::guarded;
use crate::{Demonstration, Error, FactId, NodeId, Result, Roles, Scope, Snapshot, SourceKind, facts};

/// Vectors up to which a scan is both exact and fast: 20,000 take about a millisecond.
const EXACT_LIMIT: u64 = 20_000;

impl Snapshot {
    /// See [`crate::GraphRead::nearest`]; the caller guards.
    pub(crate) fn nearest_names(
        &self,
        vector: &[f32],
        k: usize,
        roles: Roles,
        scope: &Scope,
    ) -> Result<Vec<(NodeId, f32)>> {
        check(vector).map_err(|what| Error::Invalid { what: format!("the vector to search for: {what}") })?;
        let stored = self.tables.embedded.len()?;
        if k == 0 || stored == 0 {
            return Ok(Vec::new());
        }
        let plays = |key: u64| -> Result<bool> {
            Ok(u32::try_from(key).is_ok()
                && self.roles_in(key as u32, scope)?.meets(roles)
                && self.tables.embedded.get(key as u32)?.is_some())
        };
        let mut candidates = None;
        if stored > EXACT_LIMIT {
            candidates = self.candidates_in(roles, scope)?;
            if candidates.is_none()
                && let Some(index) = self.graph.vector_store().index(&self.tables)?
            {
                candidates = Some(filtered(&index, vector, wanted(k), &plays)?);
            }
        }
        let candidates = match candidates {
            Some(candidates) => candidates,
            None => {
                let memory = self.graph.vector_store().memory(&self.tables)?;
                take_passing(&memory.names, vector, wanted(k), &plays)?
            }
        };
        let mut ranked = Vec::with_capacity(candidates.len());
        for key in candidates {
            let id = key as u32;
            let Some(hash) = self.tables.embedded.get(id)?.map(|hash| *hash.value()) else { continue };
            if let Some(score) = self.similarity(&hash, vector)? {
                ranked.push((NodeId(id), score));
            }
        }
        Ok(best(ranked, k))
    }

    /// The `k` stored demonstrations whose questions are nearest to a unit vector, by
    /// cosine similarity, best first. Only those whose question has a vector are found.
    pub fn nearest_demonstrations(&self, vector: &[f32], k: usize) -> Result<Vec<(Demonstration, f32)>> {
        check(vector).map_err(|what| Error::Invalid { what: format!("the vector to search for: {what}") })?;
        guarded(|| {
            let stored = self.tables.demonstrations.len()?;
            if k == 0 || stored == 0 {
                return Ok(Vec::new());
            }
            let is_stored = |key: u64| -> Result<bool> {
                Ok(key & DEMONSTRATION != 0 && self.tables.demonstrations.get(key as u32)?.is_some())
            };
            let index = match stored > EXACT_LIMIT {
                true => self.graph.vector_store().index(&self.tables)?,
                false => None,
            };
            let candidates = match index {
                Some(index) => filtered(&index, vector, wanted(k), &is_stored)?,
                None => {
                    let memory = self.graph.vector_store().memory(&self.tables)?;
                    take_passing(&memory.questions, vector, wanted(k), &is_stored)?
                }
            };
            let mut ranked = Vec::with_capacity(candidates.len());
            for key in candidates {
                let Some(demonstration) = self.demonstration(key as u32)? else { continue };
                if let Some(score) = self.similarity(&vector_key(&demonstration.question), vector)? {
                    ranked.push((demonstration.id, score));
                }
            }
            let mut found = Vec::with_capacity(k.min(ranked.len()));
            for (id, score) in best(ranked, k) {
                if let Some(demonstration) = self.demonstration(id)? {
                    found.push((demonstration, score));
                }
            }
            Ok(found)
        })
    }

    /// The vector that is stored for a text, with half-precision components.
    pub fn vector_of(&self, text: &str) -> Result<Option<Vec<f32>>> {
        guarded(|| stored(&self.tables, &vector_key(text)))
    }

    fn similarity(&self, hash: &[u8; 16], query: &[f32]) -> Result<Option<f32>> {
        Ok(stored(&self.tables, hash)?.map(|vector| cosine(&vector, query)))
    }

    /// Every name that can be asked for, when they are few: a graph index filters badly
    /// when nearly everything is filtered out. `None` when they are many.
    fn candidates_in(&self, roles: Roles, scope: &Scope) -> Result<Option<Vec<u64>>> {
        let sources = self.catalogue()?.sources.iter().filter(|source| scope.contains(source.id));
        let only_relations = roles == Roles::RELATION;
        let size: u64 = sources
            .clone()
            .map(|source| if only_relations { source.relations.len() as u64 } else { source.facts })
            .sum();
        if size > EXACT_LIMIT {
            return Ok(None);
        }
        let mut keys = BTreeSet::new();
        for source in sources {
            if roles.meets(Roles::RELATION) {
                keys.extend(source.relations.iter().map(|relation| u64::from(relation.node.0)));
            }
            if only_relations {
                continue;
            }
            let (head, tail) = match source.kind {
                SourceKind::Table => (false, roles.meets(Roles::CELL)),
                SourceKind::Kg | SourceKind::Tkg => (roles.meets(Roles::HEAD), roles.meets(Roles::TAIL)),
            };
            let FactId(first) = source.first_fact;
            let end = first.saturating_add(u32::try_from(source.facts).unwrap_or(u32::MAX));
            facts::each(&self.tables.facts, first, end, &mut |fact| {
                if head {
                    keys.insert(u64::from(fact.head.0));
                }
                if tail {
                    keys.insert(u64::from(fact.tail.0));
                }
                Ok(())
            })?;
        }
        Ok(Some(keys.into_iter().collect()))
    }
}

/// Candidates that are ranked again for `k` results.
fn wanted(k: usize) -> usize {
    k.saturating_mul(4).saturating_add(32)
}

/// The best keys of an exact scan that pass the test.
fn take_passing(
    set: &ExactSet,
    vector: &[f32],
    wanted: usize,
    passes: &dyn Fn(u64) -> Result<bool>,
) -> Result<Vec<u64>> {
    let mut found = Vec::with_capacity(wanted.min(set.len()));
    for (key, _) in set.ranked(vector) {
        if found.len() == wanted {
            break;
        }
        if passes(key)? {
            found.push(key);
        }
    }
    Ok(found)
}

/// The nearest keys of the usearch index that pass the test.
fn filtered(
    index: &usearch::Index,
    vector: &[f32],
    wanted: usize,
    passes: &dyn Fn(u64) -> Result<bool>,
) -> Result<Vec<u64>> {
    let failure = RefCell::new(None);
    let matches = index
        .filtered_search(vector, wanted.min(index.size()), |key| {
            // No panic may cross the foreign frames, and no error can be returned through them.
            guarded(|| passes(key)).unwrap_or_else(|error| {
                failure.borrow_mut().get_or_insert(error);
                false
            })
        })
        .map_err(|error| Error::Vectors(error.to_string()))?;
    match failure.into_inner() {
        Some(error) => Err(error),
        None => Ok(matches.keys),
    }
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let dot = |left: &[f32], right: &[f32]| left.iter().zip(right).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(left, left) * dot(right, right)).sqrt();
    if lengths > 0.0 { dot(left, right) / lengths } else { 0.0 }
}

fn best<T: Ord>(mut ranked: Vec<(T, f32)>, k: usize) -> Vec<(T, f32)> {
    ranked.sort_unstable_by(|left, right| right.1.total_cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    ranked.truncate(k);
    ranked
}
