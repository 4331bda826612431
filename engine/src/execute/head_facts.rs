//! Facts of heads of one relation, asked for head by head: of a few heads they are read so, and once that has
//! taken about as long as to read all facts of the relation, all are read and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use trustuqa_model::{NodeId, Posting, Scope, Side, SourceId};

use super::Executor;
use super::error::Result;

/// To read the facts of one head takes as long as so many facts, where all of a relation are read at once.
const OF_HEAD: u64 = 16;
/// Facts that are kept of all relations together.
const KEPT: u64 = 1_000_000;

/// A relation, in one source or in all.
type Key = (NodeId, Option<SourceId>);

/// What is known of relations.
#[derive(Default)]
pub(super) struct HeadFacts(Mutex<Known>);

#[derive(Default)]
struct Known {
    relations: HashMap<Key, OfRelation>,
    kept: u64,
}

struct OfRelation {
    /// Heads that were asked for, and how many facts there are.
    asked: u64,
    facts: u64,
    /// All facts by head, in the order of facts.
    whole: Option<Arc<Vec<Posting>>>,
}

/// Whether to read all facts of a relation takes no longer than to read those of so many heads one by one, and
/// there is room to keep them.
fn is_better_whole(asked: u64, facts: u64, kept: u64) -> bool {
    asked * OF_HEAD >= facts && kept + facts <= KEPT
}

/// The source of a scope that has one, or none for all; `None` for a scope of several, of which nothing is kept.
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
    /// What [`GraphRead::facts_of_head`] finds of one relation.
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

    /// Says that [`Executor::facts_of_head`] will be asked of these heads one by one.
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

    /// All facts of a relation, where they were read or are better read now that so many more heads are asked for;
    /// `asks` tells whether they are asked for now, and not only announced.
    fn whole(&self, key: Key, scope: &Scope, heads: u64, asks: bool) -> Result<Option<Arc<Vec<Posting>>>> {
        let mut known = self.head_facts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { relations, kept } = &mut *known;
        let of = relations.entry(key).or_insert_with(|| OfRelation {
            asked: 0,
            facts: self.facts_of(key),
            whole: None,
        });
        if of.whole.is_none() && is_better_whole(of.asked + heads, of.facts, *kept) {
            let mut all = self.graph.facts_of_relation(key.0, None, scope)?;
            all.sort_unstable_by_key(|posting| (posting.head, posting.fact));
            // Whoever asks for so many will ask for their values.
            self.graph.expect_nodes(&all.iter().map(|posting| posting.tail).collect::<Vec<_>>())?;
            of.whole = Some(Arc::new(all));
            *kept += of.facts;
        }
        of.asked += if asks { heads } else { 0 };
        Ok(of.whole.clone())
    }

    /// How many facts a relation has in one source or in all.
    fn facts_of(&self, (relation, source): Key) -> u64 {
        let in_scope = self.sources().iter().filter(|entry| source.is_none_or(|source| entry.id == source));
        let relations = in_scope.flat_map(|entry| &entry.relations).filter(|info| info.node == relation);
        relations.map(|info| info.facts).sum()
    }
}
