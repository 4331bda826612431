//! The one posting index behind every lookup by node, token, order or time.
//!
//! An entry is (key, source, a, b, c). The entries of one key and source are
//! stored in blocks of at most [`BLOCK`], as rkyv archives, under the redb key
//! (key, source, a, b, c) of their first entry, big endian. A lookup is a range
//! read of few blocks. Blocks never mix keys or sources, so that loading inserts
//! whole blocks in ascending order and removing a source deletes whole blocks.

use redb::ReadableTable;
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::{access, archive};
use crate::tables::PostingTable;
use crate::{Result, Scope, SourceId};

/// Most entries of a block. A block with fewer is the last one of its key and source.
pub(crate) const BLOCK: usize = 512;

/// Key of a block: key, source, a, b, c of its first entry, big endian.
pub(crate) type PostingKey = [u8; 20];

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
    /// relation: first day, last day, fact.
    Time = 3,
    /// relation: high and low word of the sortable order key, tail. Once per source and tail.
    Order = 4,
    /// token: node, roles, 0.
    Token = 5,
    /// node: roles, 0, 0. One entry per source.
    Roles = 6,
}

/// Every index.
pub(crate) const INDEXES: [Index; 7] =
    [Index::Head, Index::Relation, Index::Tail, Index::Time, Index::Order, Index::Token, Index::Roles];

impl Index {
    /// Name of the index's table.
    pub(crate) fn table_name(self) -> &'static str {
        match self {
            Index::Head => "by_head",
            Index::Relation => "by_relation",
            Index::Tail => "by_tail",
            Index::Time => "by_time",
            Index::Order => "by_order",
            Index::Token => "by_token",
            Index::Roles => "by_node",
        }
    }
}

/// The part of an entry that a block stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Archive, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

/// Up to [`BLOCK`] entries in ascending order.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) struct Block {
    entries: Vec<Entry>,
}

/// The (a, b) pairs that a lookup asks for, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    lo: u64,
    hi: u64,
}

impl Bounds {
    /// Every entry of the key.
    pub(crate) const ALL: Bounds = Bounds { lo: 0, hi: u64::MAX };

    /// Entries with this `a`, or all.
    pub(crate) fn a(a: Option<u32>) -> Bounds {
        a.map_or(Bounds::ALL, |a| Bounds { lo: pair(a, 0), hi: pair(a, u32::MAX) })
    }
    /// Entries from the pair `lo` to the pair `hi`, as 64-bit numbers.
    pub(crate) fn pairs(lo: u64, hi: u64) -> Bounds {
        Bounds { lo, hi }
    }
}

/// `a` and `b` as one number of the same order.
pub(crate) fn pair(a: u32, b: u32) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

/// The key of a block.
pub(crate) fn posting_key(key: u32, source: u32, ab: u64, c: u32) -> PostingKey {
    let mut bytes = [0; 20];
    bytes[0..4].copy_from_slice(&key.to_be_bytes());
    bytes[4..8].copy_from_slice(&source.to_be_bytes());
    bytes[8..16].copy_from_slice(&ab.to_be_bytes());
    bytes[16..20].copy_from_slice(&c.to_be_bytes());
    bytes
}

fn word(key: &PostingKey, at: usize) -> u32 {
    u32::from_be_bytes([key[at], key[at + 1], key[at + 2], key[at + 3]])
}

/// The smallest source of the scope from `source` on.
fn next_in_scope(scope: &Scope, source: u32) -> Option<u32> {
    match scope {
        Scope::All => Some(source),
        Scope::Only(list) => {
            let at = list.partition_point(|entry| entry.0 < source);
            list.get(at).map(|entry| entry.0)
        }
    }
}

/// Calls `visit` with every entry of `key` inside `scope` and `bounds`, source by
/// source, in ascending order within a source.
///
/// `scope` must be in ascending order. One iterator runs through the blocks; it
/// seeks anew only to skip sources outside the scope and blocks before the bounds.
pub(crate) fn scan<T: ReadableTable<&'static PostingKey, &'static [u8]>>(
    table: &T,
    key: u32,
    scope: &Scope,
    bounds: Bounds,
    visit: &mut dyn FnMut(SourceId, Entry) -> Result<()>,
) -> Result<()> {
    let end = posting_key(key, u32::MAX, u64::MAX, u32::MAX);
    let Some(mut source) = next_in_scope(scope, 0) else { return Ok(()) };
    let mut from = posting_key(key, source, 0, 0);
    // Set when the first block of `source` was left because of `bounds.lo`.
    let mut sought = None;
    'seek: loop {
        for item in table.range::<&PostingKey>(&from..=&end)? {
            let (block_key, value) = item?;
            let block_key = block_key.value();
            source = word(block_key, 4);
            let wanted = match next_in_scope(scope, source) {
                None => return Ok(()),
                Some(wanted) => wanted,
            };
            if wanted != source {
                from = posting_key(key, wanted, 0, 0);
                continue 'seek;
            }
            let block = access!(ArchivedBlock, value.value(), format_args!("a posting block of {key}"))?;
            let entries = block.entries.as_slice();
            let full = entries.len() >= BLOCK;
            let first = entries.partition_point(|entry| entry_pair(entry) < bounds.lo);
            if first == entries.len() {
                if full && sought != Some(source) {
                    // The bounds start in a later block: the last that begins before them.
                    sought = Some(source);
                    let before = posting_key(key, source, bounds.lo, 0);
                    let start = posting_key(key, source, 0, 0);
                    if let Some(item) = table.range::<&PostingKey>(&start..=&before)?.next_back() {
                        let target = *item?.0.value();
                        if &target > block_key {
                            from = target;
                            continue 'seek;
                        }
                    }
                }
                continue;
            }
            for entry in &entries[first..] {
                if entry_pair(entry) > bounds.hi {
                    if full {
                        let Some(next) = source.checked_add(1).and_then(|next| next_in_scope(scope, next))
                        else {
                            return Ok(());
                        };
                        from = posting_key(key, next, 0, 0);
                        continue 'seek;
                    }
                    break;
                }
                visit(
                    SourceId(source),
                    Entry { a: entry.a.to_native(), b: entry.b.to_native(), c: entry.c.to_native() },
                )?;
            }
        }
        return Ok(());
    }
}

fn entry_pair(entry: &ArchivedEntry) -> u64 {
    pair(entry.a.to_native(), entry.b.to_native())
}

/// Calls `visit` with every entry of every key inside `scope`: key, source, entry.
pub(crate) fn scan_all<T: ReadableTable<&'static PostingKey, &'static [u8]>>(
    table: &T,
    scope: &Scope,
    visit: &mut dyn FnMut(u32, SourceId, Entry) -> Result<()>,
) -> Result<()> {
    for item in table.iter()? {
        let (block_key, value) = item?;
        let (key, source) = (word(block_key.value(), 0), SourceId(word(block_key.value(), 4)));
        if !scope.contains(source) {
            continue;
        }
        let block = access!(ArchivedBlock, value.value(), format_args!("a posting block of {key}"))?;
        for entry in block.entries.as_slice() {
            let entry = Entry { a: entry.a.to_native(), b: entry.b.to_native(), c: entry.c.to_native() };
            visit(key, source, entry)?;
        }
    }
    Ok(())
}

/// True when `key` has an entry in any source.
pub(crate) fn has_key<T: ReadableTable<&'static PostingKey, &'static [u8]>>(
    table: &T,
    key: u32,
) -> Result<bool> {
    let (start, end) = (posting_key(key, 0, 0, 0), posting_key(key, u32::MAX, u64::MAX, u32::MAX));
    Ok(table.range::<&PostingKey>(&start..=&end)?.next().transpose()?.is_some())
}

/// Writes the sorted entries of one source and index as blocks.
pub(crate) struct BlockWriter {
    source: u32,
    key: Option<u32>,
    block: Block,
}

impl BlockWriter {
    /// A writer for the entries of `source`.
    pub(crate) fn new(source: SourceId) -> BlockWriter {
        BlockWriter { source: source.0, key: None, block: Block { entries: Vec::with_capacity(BLOCK) } }
    }

    /// Adds the next entry; entries come in ascending (key, a, b, c) order.
    pub(crate) fn push(&mut self, table: &mut PostingTable<'_>, key: u32, entry: Entry) -> Result<()> {
        if self.key != Some(key) || self.block.entries.len() == BLOCK {
            self.flush(table)?;
            self.key = Some(key);
        }
        self.block.entries.push(entry);
        Ok(())
    }

    /// Writes the entries that are left.
    pub(crate) fn flush(&mut self, table: &mut PostingTable<'_>) -> Result<()> {
        if let (Some(key), Some(first)) = (self.key, self.block.entries.first()) {
            let block_key = posting_key(key, self.source, pair(first.a, first.b), first.c);
            table.insert(&block_key, archive!(&self.block)?.as_slice())?;
            self.block.entries.clear();
        }
        Ok(())
    }
}

/// Deletes the blocks of one key and source.
pub(crate) fn delete(table: &mut PostingTable<'_>, key: u32, source: SourceId) -> Result<()> {
    let end = posting_key(key, source.0, u64::MAX, u32::MAX);
    loop {
        // Keys are taken a thousand at a time, so that memory stays bounded.
        let start = posting_key(key, source.0, 0, 0);
        let mut keys: Vec<PostingKey> = Vec::new();
        for item in table.range::<&PostingKey>(&start..=&end)?.take(1000) {
            keys.push(*item?.0.value());
        }
        for key in &keys {
            table.remove(key)?;
        }
        if keys.len() < 1000 {
            return Ok(());
        }
    }
}
