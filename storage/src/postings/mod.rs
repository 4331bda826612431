//! The one posting index behind every lookup by node, token, order or time.
//!
//! An entry is (key, a, b, c). The entries of one key are kept in the order of (source, a, b, c) and divided
//! into blocks of bounded length, which are rkyv archives read in place. The first block of a key is stored
//! under the key itself, so that nearly every lookup is one exact read; the others are in a second table,
//! each under a block key that is not less than its last entry, so that an entry is in the first block whose
//! key is not less than it. Ids of sources grow, so a load adds to the end of a key's entries, and the
//! entries of a source that is removed are adjacent.
//!
//! The source of an entry is not stored: `c` either is the source, or is a fact, and the facts of a source
//! are one range.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | indexes, entries, blocks and their keys |
//! | `read.rs` | finding the wanted entries of a key |
//! | `join.rs` | reading all keys of a layer that is merged with another |
//! | `sample.rs` | some entries of each group of a key, skipping the others |
//! | `write.rs` | adding and removing the entries of a source |

mod join;
mod read;
mod sample;
#[cfg(test)]
mod tests;
mod write;

use std::ops::RangeInclusive;

use redb::Table;
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::access;
use crate::{Result, SourceId};

pub(crate) use join::Joined;
pub(crate) use read::{Wanted, each, entries_of_block};
pub(crate) use sample::{Group, OnSample, Sampled};
pub(crate) use write::{BlockWriter, delete};

/// Number of words of the entries of a block. The unit tests have shorter blocks, so that lists of few
/// entries have many.
const WORDS: usize = if cfg!(test) { 40 } else { 330 };

/// Maximum number of entries of a block after the first, when an entry has `X` extra words: three full blocks
/// fill one page of redb (4,096 bytes).
pub(crate) const fn block_length(words_more: usize) -> usize {
    WORDS / (3 + words_more)
}

/// Maximum number of entries of the first block of a key: it may fill a page by itself, so that few keys have
/// other blocks.
pub(crate) const fn first_length(words_more: usize) -> usize {
    3 * WORDS / (3 + words_more)
}

/// Key of a block that is not the first of its key: key, source, a, b, c, big endian, of a position that is
/// not before the last entry of the block and is before all entries of the next block. The last block, to
/// which entries are added, has the greatest possible block key of its key.
pub(crate) type BlockKey = [u8; 20];

/// The indexes, in the order of their tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum Index {
    /// head: relation, tail, fact. The paper's index on the condition.
    Head = 0,
    /// relation: tail, head, fact. The paper's index on node1.
    Relation = 1,
    /// tail: relation, head, fact.
    Tail = 2,
    /// relation: start of the interval within its class, its last day, fact; with head and tail as extra
    /// words.
    Time = 3,
    /// relation: order key, tail, fact; with head as an extra word. This index and the previous one have the
    /// whole fact, so that a range is read without further lookups.
    Order = 4,
    /// token: node, roles, source.
    Token = 5,
    /// node: roles, 0, source.
    Roles = 6,
}

/// Every index.
pub(crate) const INDEXES: [Index; 7] =
    [Index::Head, Index::Relation, Index::Tail, Index::Time, Index::Order, Index::Token, Index::Roles];

impl Index {
    /// Names of the tables of the first blocks and of the others.
    pub(crate) fn table_names(self) -> (&'static str, &'static str) {
        match self {
            Index::Head => ("by_head", "by_head_more"),
            Index::Relation => ("by_relation", "by_relation_more"),
            Index::Tail => ("by_tail", "by_tail_more"),
            Index::Time => ("by_time", "by_time_more"),
            Index::Order => ("by_order", "by_order_more"),
            Index::Token => ("by_token", "by_token_more"),
            Index::Roles => ("by_node", "by_node_more"),
        }
    }

    /// Whether the `c` of an entry is a fact; otherwise it is the source.
    fn has_facts(self) -> bool {
        !matches!(self, Index::Token | Index::Roles)
    }

    /// Number of words of an entry besides a, b and c.
    fn words_more(self) -> usize {
        match self {
            Index::Time => 2,
            Index::Order => 1,
            _ => 0,
        }
    }
}

/// The two tables of an index.
pub(crate) struct IndexTables<F, M> {
    pub(crate) index: Index,
    pub(crate) first: F,
    pub(crate) more: M,
}

/// The tables of an index, open for writing.
pub(crate) type PostingTable<'t> =
    IndexTables<Table<'t, u32, &'static [u8]>, Table<'t, &'static BlockKey, &'static [u8]>>;

/// The part of an entry that a block stores; `X` is [`Index::words_more`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Archive, Serialize, Deserialize)]
pub(crate) struct Entry<const X: usize = 0> {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
    pub(crate) more: [u32; X],
}

impl<const X: usize> ArchivedEntry<X> {
    fn pair(&self) -> u64 {
        pair(self.a.to_native(), self.b.to_native())
    }

    /// The entry itself.
    pub(crate) fn entry(&self) -> Entry<X> {
        let more = self.more.each_ref().map(|word| word.to_native());
        Entry { a: self.a.to_native(), b: self.b.to_native(), c: self.c.to_native(), more }
    }
}

/// Up to [`first_length`] or [`block_length`] entries in ascending order.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) struct Block<const X: usize> {
    entries: Vec<Entry<X>>,
    /// In the first block of a key: whether other blocks exist.
    more: bool,
}

/// The range of facts of every source, by which the source of an entry is found.
#[derive(Debug, Default)]
pub(crate) struct FactRanges(Vec<(SourceId, RangeInclusive<u32>)>);

impl FactRanges {
    /// Adds the next source; sources and their facts ascend. A source without facts is left out.
    pub(crate) fn push(&mut self, source: SourceId, first: u32, count: u32) {
        if let Some(last) = count.checked_sub(1).and_then(|rest| first.checked_add(rest)) {
            self.0.push((source, first..=last));
        }
    }

    /// The source of a fact.
    pub(crate) fn source(&self, fact: u32) -> Option<SourceId> {
        self.owner(fact).map(|(source, _)| source)
    }

    /// The source of a fact, and the last fact of that source.
    fn owner(&self, fact: u32) -> Option<(SourceId, u32)> {
        let at = self.0.partition_point(|(_, facts)| *facts.end() < fact);
        let (source, facts) = self.0.get(at).filter(|(_, facts)| facts.contains(&fact))?;
        Some((*source, *facts.end()))
    }

    /// The first fact of this source or, if it has none, of the next source that has any.
    fn first_from(&self, source: SourceId) -> u32 {
        let at = self.0.partition_point(|(other, _)| *other < source);
        self.0.get(at).map_or(u32::MAX, |(_, facts)| *facts.start())
    }
}

/// A range of (a, b) pairs, both ends included.
pub(crate) type Pairs = RangeInclusive<u64>;

/// The pairs with `a` from `first` to `last`, both included.
pub(crate) fn pairs(first: u32, last: u32) -> Pairs {
    pair(first, 0)..=pair(last, u32::MAX)
}

/// `a` and `b` as one number of the same order.
fn pair(a: u32, b: u32) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

fn block_key(key: u32, source: SourceId, ab: u64, c: u32) -> BlockKey {
    let mut bytes = [0; 20];
    bytes[0..4].copy_from_slice(&key.to_be_bytes());
    bytes[4..8].copy_from_slice(&source.0.to_be_bytes());
    bytes[8..16].copy_from_slice(&ab.to_be_bytes());
    bytes[16..20].copy_from_slice(&c.to_be_bytes());
    bytes
}

/// The possible keys of further blocks of `key`. The last block has the last of them.
fn blocks_of(key: u32) -> RangeInclusive<BlockKey> {
    block_key(key, SourceId(0), 0, 0)..=block_key(key, SourceId(u32::MAX), u64::MAX, u32::MAX)
}

fn view<const X: usize>(index: Index, key: u32, bytes: &[u8]) -> Result<&ArchivedBlock<X>> {
    debug_assert_eq!(index.words_more(), X, "entries of {index:?} are read as others");
    access!(ArchivedBlock<X>, bytes, format_args!("a block of {key} in {}", index.table_names().0))
}
