//! The names that pass a filter by role and source, determined once and cached.
//!
//! The content of a source never changes while it keeps its id: a source that is loaded again gets a new one.
//! So the set of a filter depends only on the ids of the sources, and a set determined for one snapshot is
//! valid for every other one with the same sources.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{FactId, Result, Roles, Scope, Snapshot, Source, SourceId, SourceKind, facts};

/// Up to this many facts a set is determined before any search: reading them takes some milliseconds.
const FACTS_AT_ONCE: u64 = 20_000;
/// From this many facts on a set is determined only as a last resort: reading them takes the better part of a
/// second.
const FACTS_TOO_MANY: u64 = 2_000_000;
/// Maximum number of ids kept as a list; more are kept as a bitmap.
const LISTED: usize = 20_000;
/// Number of cached sets.
const KEPT: usize = 8;

/// A set of names.
pub(super) enum Allowed {
    /// Ascending.
    List(Vec<u32>),
    /// One bit for each id.
    Bits(Vec<u64>),
}

impl Allowed {
    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        match self {
            Allowed::List(ids) => ids.binary_search(&id).is_ok(),
            Allowed::Bits(words) => {
                words.get((id / 64) as usize).is_some_and(|word| word >> (id % 64) & 1 == 1)
            }
        }
    }

    /// The ids, ascending, if they are few.
    pub(super) fn few(&self) -> Option<&[u32]> {
        match self {
            Allowed::List(ids) => Some(ids),
            Allowed::Bits(_) => None,
        }
    }

    fn insert(&mut self, id: u32) {
        if let Allowed::List(ids) = self {
            ids.push(id);
            // Many of them may be duplicates.
            if ids.len() >= 8 * LISTED {
                self.tidy();
            }
        } else if let Allowed::Bits(words) = self {
            let word = (id / 64) as usize;
            if word >= words.len() {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (id % 64);
        }
    }

    /// Sorts a list, and converts a long one into a bitmap.
    fn tidy(&mut self) {
        let Allowed::List(ids) = self else { return };
        ids.sort_unstable();
        ids.dedup();
        if ids.len() > LISTED {
            let ids = std::mem::take(ids);
            *self = Allowed::Bits(Vec::new());
            ids.into_iter().for_each(|id| self.insert(id));
        } else {
            ids.shrink_to_fit();
        }
    }
}

/// The filter of a search: names with one of these roles in one of these sources.
pub(super) struct Filter<'a> {
    roles: Roles,
    sources: Vec<&'a Source>,
}

/// Roles and sources of a set, and the set.
type Entry = (Roles, Vec<SourceId>, Arc<Allowed>);

/// The sets determined last, with the most recently used one at the end.
#[derive(Default)]
pub(super) struct AllowedSets(Mutex<Vec<Entry>>);

impl<'a> Filter<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, roles: Roles, scope: &Scope) -> Result<Filter<'a>> {
        let sources = snapshot.catalogue()?.sources.iter();
        // Sources in which no node can have the wanted roles do not matter.
        let sources =
            sources.filter(|source| scope.contains(source.id) && reads(roles, source) != Reads::NOTHING);
        Ok(Filter { roles, sources: sources.collect() })
    }

    /// Number of facts to read to determine the set.
    fn facts(&self) -> u64 {
        let facts = |source: &&Source| if reads(self.roles, source).facts() { source.facts } else { 0 };
        self.sources.iter().map(facts).sum()
    }

    /// Whether the set can be determined fast enough to do so before any search.
    pub(super) fn is_narrow(&self) -> bool {
        self.facts() <= FACTS_AT_ONCE
    }

    /// Whether determining the set is so slow that it should be avoided.
    pub(super) fn is_wide(&self) -> bool {
        self.facts() > FACTS_TOO_MANY
    }

    /// The set, if it is cached.
    pub(super) fn known(&self, sets: &AllowedSets) -> Option<Arc<Allowed>> {
        let mut sets = sets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(roles, sources, _): &Entry| {
            *roles == self.roles && sources.iter().eq(self.sources.iter().map(|source| &source.id))
        };
        let at = sets.iter().position(fits)?;
        let entry = sets.remove(at);
        let found = Arc::clone(&entry.2);
        sets.push(entry);
        Some(found)
    }

    /// Determines all names that pass the filter.
    pub(super) fn find(&self, snapshot: &Snapshot, sets: &AllowedSets) -> Result<Arc<Allowed>> {
        if let Some(known) = self.known(sets) {
            return Ok(known);
        }
        let mut allowed = Allowed::List(Vec::new());
        for source in &self.sources {
            let reads = reads(self.roles, source);
            if reads.relations {
                source.relations.iter().for_each(|relation| allowed.insert(relation.node.0));
            }
            if !reads.facts() {
                continue;
            }
            let FactId(first) = source.first_fact;
            let end = first.saturating_add(u32::try_from(source.facts).unwrap_or(u32::MAX));
            facts::each(&snapshot.tables.facts, first, end, &mut |fact| {
                if reads.heads {
                    allowed.insert(fact.head.0);
                }
                if reads.tails {
                    allowed.insert(fact.tail.0);
                }
                Ok(())
            })?;
        }
        allowed.tidy();
        let allowed = Arc::new(allowed);
        let ids = self.sources.iter().map(|source| source.id).collect();
        let mut sets = sets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sets.len() >= KEPT {
            sets.remove(0);
        }
        sets.push((self.roles, ids, Arc::clone(&allowed)));
        Ok(allowed)
    }
}

/// Which parts of a source can have the wanted roles.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reads {
    relations: bool,
    heads: bool,
    tails: bool,
}

impl Reads {
    const NOTHING: Reads = Reads { relations: false, heads: false, tails: false };

    /// Whether facts must be read.
    fn facts(self) -> bool {
        self.heads || self.tails
    }
}

fn reads(roles: Roles, source: &Source) -> Reads {
    let (heads, tails) = match source.kind {
        SourceKind::Table => (false, roles.meets(Roles::CELL)),
        SourceKind::Kg | SourceKind::Tkg => (roles.meets(Roles::HEAD), roles.meets(Roles::TAIL)),
    };
    Reads { relations: roles.meets(Roles::RELATION), heads, tails }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_becomes_a_bitmap_when_it_is_long() {
        let mut allowed = Allowed::List(Vec::new());
        for id in 0..8 * LISTED as u32 {
            allowed.insert(id % 100);
        }
        assert!(matches!(&allowed, Allowed::List(ids) if ids.len() == 100));
        for id in 0..200_000 {
            allowed.insert(id * 3);
        }
        assert!(allowed.few().is_none());
        for id in (0..100).chain((100..600_000).filter(|id| id % 3 == 0)) {
            assert!(allowed.contains(id));
        }
        assert!(!allowed.contains(101) && !allowed.contains(u32::MAX));
    }
}
