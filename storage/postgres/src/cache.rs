//! A cache of what was read of one state of the graph, within a budget of bytes.
//!
//! It has two generations: entries that are used move into the young one. When that reaches half of the
//! budget, it becomes the old one, and the entries not used since the last such change are dropped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use trustuqa_model::{Comparison, Fact, Node, NodeId, Posting, Side, SourceId};

/// A fact in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedFact {
    pub(crate) source: SourceId,
    pub(crate) posting: Posting,
}

/// Identifies the facts of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ListKey {
    Head(NodeId),
    HeadRelation(NodeId, NodeId),
    Tail(NodeId),
    TailRelation(NodeId, NodeId),
    HeadIn(NodeId, SourceId),
    TailIn(NodeId, SourceId),
    RelationIn(NodeId, SourceId),
}

/// A list of facts, ascending, or a mark that it is too long to be kept whole.
#[derive(Clone, Debug)]
pub(crate) enum List {
    Whole(Arc<[CachedFact]>),
    Long,
}

/// The relations of the facts that have a node on one side, each with its source, ascending; or a mark that
/// there are too many facts to read all of them.
#[derive(Clone, Debug)]
pub(crate) enum Around {
    All(Arc<[(SourceId, NodeId)]>),
    TooMany,
}

/// Key of what is cached about a word or text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WordKey {
    /// The nodes with a folded form.
    Folded(Box<str>),
    /// The names that contain a token.
    Token(Box<str>),
    /// For each source, the number of names that contain a token and play one of these roles.
    Counted(Box<str>, u32),
    /// The number of names that contain a token.
    Count(Box<str>),
}

/// Key of a read whose result is cached unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReadKey {
    /// Facts of a relation in a source that may hold in a span of days.
    MayHold(NodeId, (i32, i32), SourceId),
    /// Distinct tails of a relation in a source, at most this many.
    Tails(NodeId, SourceId, usize),
}

/// A fact and its time as in the time index: class and first day in one number, and the last day; `None` for
/// a fact without an interval.
pub(crate) type Held = (u32, Option<(u32, u32)>);

/// Facts of a relation in some sources for whose tails the comparison with a value, given as text, holds.
pub(crate) type RangeKey = (NodeId, Comparison, String, Box<[SourceId]>);

/// A node with a source and the roles that it plays there. Some keys leave parts of it unused, or keep a
/// number in place of the roles.
pub(crate) type Played = (NodeId, SourceId, u32);

#[derive(Default)]
struct Generation {
    bytes: usize,
    nodes: FxHashMap<NodeId, Node>,
    facts: FxHashMap<u32, Fact>,
    lists: FxHashMap<ListKey, List>,
    around: FxHashMap<(NodeId, Side), Around>,
    times: FxHashMap<(NodeId, SourceId), Arc<[Held]>>,
    reads: FxHashMap<ReadKey, Arc<[u32]>>,
    ranges: FxHashMap<RangeKey, Arc<[Posting]>>,
    words: FxHashMap<WordKey, Arc<[Played]>>,
    roles: FxHashMap<NodeId, Arc<[Played]>>,
}

struct Generations {
    young: Generation,
    old: Generation,
}

/// The read cache.
pub(crate) struct Cache {
    half: usize,
    generations: Mutex<Generations>,
}

/// Bytes that an entry of a map takes besides its content.
const OVERHEAD: usize = 48;

macro_rules! cached {
    ($get:ident, $put:ident, $map:ident, $key:ty, $value:ty, $size:expr) => {
        pub(crate) fn $get(&self, key: &$key) -> Option<$value> {
            let mut both = self.lock();
            if let Some(known) = both.young.$map.get(key) {
                return Some(known.clone());
            }
            let (key, known) = both.old.$map.remove_entry(key)?;
            self.add(&mut both, $size(&known), |young| young.$map.insert(key, known.clone()));
            Some(known)
        }

        pub(crate) fn $put(&self, key: $key, value: $value) {
            self.add(&mut self.lock(), $size(&value), |young| young.$map.insert(key, value));
        }
    };
}

impl Cache {
    pub(crate) fn new(budget: usize) -> Cache {
        let generations = Generations { young: Generation::default(), old: Generation::default() };
        Cache { half: budget / 2, generations: Mutex::new(generations) }
    }

    /// Maximum length of a list that is cached.
    pub(crate) fn longest(&self) -> usize {
        self.half / 4 / (size_of::<CachedFact>() + size_of::<Fact>() + OVERHEAD)
    }

    /// Maximum number of facts that the server reads to find the relations around nodes in all sources, which
    /// are then cached. Above it, only the requested sources are read.
    pub(crate) fn looked_at(&self) -> usize {
        2 * self.longest()
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add<T>(
        &self,
        both: &mut Generations,
        bytes: usize,
        insert: impl FnOnce(&mut Generation) -> Option<T>,
    ) {
        if both.young.bytes + bytes > self.half {
            both.old = std::mem::take(&mut both.young);
        }
        both.young.bytes += bytes + OVERHEAD;
        insert(&mut both.young);
    }

    cached!(node, put_node, nodes, NodeId, Node, |node: &Node| {
        size_of::<Node>() + node.text.len() + node.iri.as_ref().map_or(0, String::len)
    });
    cached!(fact, put_fact, facts, u32, Fact, |_: &Fact| size_of::<Fact>());
    cached!(list, put_list, lists, ListKey, List, |list: &List| match list {
        List::Whole(entries) => size_of_val(&**entries),
        List::Long => 0,
    });
    cached!(around, put_around, around, (NodeId, Side), Around, |around: &Around| match around {
        Around::All(relations) => size_of_val(&**relations),
        Around::TooMany => 0,
    });
    cached!(times, put_times, times, (NodeId, SourceId), Arc<[Held]>, |held: &Arc<[Held]>| size_of_val(
        &**held
    ));
    cached!(read, put_read, reads, ReadKey, Arc<[u32]>, |ids: &Arc<[u32]>| size_of_val(&**ids));
    cached!(range, put_range, ranges, RangeKey, Arc<[Posting]>, |facts: &Arc<[Posting]>| size_of_val(
        &**facts
    ));
    cached!(word, put_word, words, WordKey, Arc<[Played]>, |played: &Arc<[Played]>| size_of_val(&**played));
    cached!(roles, put_roles, roles, NodeId, Arc<[Played]>, |played: &Arc<[Played]>| size_of_val(&**played));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_budget_holds() {
        let cache = Cache::new(20_000);
        let played: Arc<[Played]> = vec![(NodeId(1), SourceId(2), 3)].into();
        cache.put_roles(NodeId(0), played.clone());
        for id in 1..1000 {
            assert!(cache.roles(&NodeId(0)).is_some(), "forgotten after {id}");
            cache.put_roles(NodeId(id), played.clone());
        }
        assert!(cache.roles(&NodeId(1)).is_none());
        let both = cache.lock();
        assert!(both.young.bytes <= 10_000 + OVERHEAD && both.old.bytes <= 10_000 + OVERHEAD);
    }
}
