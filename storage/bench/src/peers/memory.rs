//! Hash maps in memory: what a lookup costs when nothing is ever stored.

use rustc_hash::FxHashMap;
use trustuqa_storage::{GraphRead as _, Snapshot};

use super::{Item, Peer, Query};
use crate::Failure;

/// Facts by head and relation, and by relation and tail, in the store's own ids.
#[derive(Default)]
pub struct Memory {
    heads: FxHashMap<(u32, u32), Vec<Item>>,
    tails: FxHashMap<(u32, u32), Vec<Item>>,
}

impl Memory {
    /// Reads everything out of a snapshot.
    pub fn of(read: &Snapshot) -> Result<Memory, Failure> {
        let mut memory = Memory::default();
        each_fact(read, |item| {
            memory.heads.entry((item.head, item.relation)).or_default().push(item);
            memory.tails.entry((item.relation, item.tail)).or_default().push(item);
        })?;
        Ok(memory)
    }
}

/// Calls `f` for every fact of a snapshot, in the order of facts.
pub fn each_fact(read: &Snapshot, mut f: impl FnMut(Item)) -> Result<(), Failure> {
    const PAGE: usize = 50_000;
    for source in read.sources()?.iter() {
        for skip in (0..source.facts).step_by(PAGE) {
            for fact in read.facts_of_source(source.id, skip, PAGE)? {
                let (head, relation, tail) = (fact.head.0, fact.relation.0, fact.tail.0);
                f(Item { fact: fact.id.0, head, relation, tail });
            }
        }
    }
    Ok(())
}

impl Peer for Memory {
    fn name(&self) -> String {
        "HashMap in memory".to_owned()
    }

    fn can(&self, query: &Query) -> bool {
        matches!(query, Query::Head { .. } | Query::Tail { .. })
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let found = match query {
            Query::Head { head, relation } => self.heads.get(&(*head, *relation)),
            Query::Tail { relation, tail } => self.tails.get(&(*relation, *tail)),
            _ => None,
        };
        found.cloned().unwrap_or_default()
    }
}
