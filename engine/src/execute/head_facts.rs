//! Facts of single heads under one relation, read head by head. Once that has cost about as much as reading
//! all facts of the relation at once, all of them are read and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use trustuqa_model::{NodeId, Posting, Scope, Side, SourceId};

use super::Executor;
use super::error::Result;

/// Reading the facts of one head costs as much as reading this many facts of a whole relation.
const OF_HEAD: u64 = 16;
/// The most facts kept of all relations together.
const KEPT: u64 = 1_000_000;

/// A relation, in one source or in all of them.
type Key = (NodeId, Option<SourceId>);

/// What is known of the relations that were asked about.
#[derive(Default)]
pub(super) struct HeadFacts(Mutex<CachedRelations>);

#[derive(Default)]
struct CachedRelations {
    relations: HashMap<Key, OfRelation>,
    kept: u64,
}

struct OfRelation {
    /// The number of heads that were asked for, and of facts in the catalogue.
    asked: u64,
    facts: u64,
    /// All facts, ordered by head and then by fact.
    whole: Option<Arc<Vec<Posting>>>,
}

/// Whether reading all facts of a relation costs no more than reading those of `asked` heads one by one, and
/// there is room to keep them.
fn is_better_whole(asked: u64, facts: u64, kept: u64) -> bool {
    asked * OF_HEAD >= facts && kept + facts <= KEPT
}

/// The single source of a scope, or `Some(None)` for all sources; `None` for a scope of several, for which
/// nothing is kept.
fn source_of(scope: &Scope) -> Option<Option<SourceId>> {
    match scope {
        Scope::All => Some(None),
        Scope::Only(list) => match list.as_slice() {
            [source] => Some(Some(*source)),
            _ => None,
        },
    }
}

impl Executor<'_> {
    /// The facts that [`GraphRead::facts_of_head`] returns for one relation.
    ///
    /// [`GraphRead::facts_of_head`]: trustuqa_model::GraphRead::facts_of_head
    pub(super) fn facts_of_head(
        &self,
        head: NodeId,
        relation: NodeId,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let all = match source_of(scope) {
            Some(source) => self.whole((relation, source), scope, 1, true)?,
            None => None,
        };
        match all {
            Some(all) => {
                let from = all.partition_point(|posting| posting.head < head);
                Ok(all[from..].iter().take_while(|posting| posting.head == head).copied().collect())
            }
            None => Ok(self.graph.facts_of_head(head, Some(relation), scope)?),
        }
    }

    /// Announces that [`Executor::facts_of_head`] will be called for these heads one by one.
    pub(super) fn expect_facts_of_heads(
        &self,
        heads: &[NodeId],
        relations: &[NodeId],
        scope: &Scope,
    ) -> Result<()> {
        let mut singly = Vec::new();
        for relation in relations {
            let whole = match source_of(scope) {
                Some(source) => self.whole((*relation, source), scope, heads.len() as u64, false)?,
                None => None,
            };
            if whole.is_none() {
                singly.push(*relation);
            }
        }
        Ok(self.graph.expect_facts_of(heads, Side::Head, &singly)?)
    }

    /// All facts of a relation, when they are already kept, or when reading them pays off with `heads` more
    /// heads; `None` otherwise. `asks` says whether the heads are asked for now, and not only announced.
    fn whole(&self, key: Key, scope: &Scope, heads: u64, asks: bool) -> Result<Option<Arc<Vec<Posting>>>> {
        let mut known = self.head_facts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let CachedRelations { relations, kept } = &mut *known;
        let of = relations.entry(key).or_insert_with(|| OfRelation {
            asked: 0,
            facts: self.facts_of(key),
            whole: None,
        });
        if of.whole.is_none() && is_better_whole(of.asked + heads, of.facts, *kept) {
            let mut all = self.graph.facts_of_relation(key.0, None, scope)?;
            all.sort_unstable_by_key(|posting| (posting.head, posting.fact));
            // A caller that asks for so many heads will read their tails.
            self.graph.expect_nodes(&all.iter().map(|posting| posting.tail).collect::<Vec<_>>())?;
            of.whole = Some(Arc::new(all));
            *kept += of.facts;
        }
        of.asked += if asks { heads } else { 0 };
        Ok(of.whole.clone())
    }

    /// The number of facts of a relation in one source or in all, from the catalogue.
    fn facts_of(&self, (relation, source): Key) -> u64 {
        let in_scope = self.sources().iter().filter(|entry| source.is_none_or(|source| entry.id == source));
        let relations = in_scope.flat_map(|entry| &entry.relations).filter(|info| info.node == relation);
        relations.map(|info| info.facts).sum()
    }
}
