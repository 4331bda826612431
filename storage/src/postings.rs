//! The one posting index behind every lookup by node, token, order or time.
//!
//! An entry is (key, a, b, c). The entries of one key are kept in the order of (source,
//! a, b, c) and cut into blocks of at most [`BLOCK`], which are rkyv archives read in
//! place. The first block of a key stands under the key itself, so that nearly every
//! lookup is one exact read; the others stand in a second table under the key and their
//! first entry. Sources grow, so a load adds to the end of a key's entries, and the
//! entries of a source that is removed stand together.
//!
//! The source of an entry is not stored beside it: `c` is the source itself, or a fact,
//! and the facts of a source are one range.

use std::mem::replace;
use std::ops::{Bound, RangeInclusive};

use redb::{AccessGuard, Cursor, ReadableTable, Table};
use rkyv::{Archive, Deserialize, Serialize};

use crate::bulk::{Put, put_ascending};
use crate::codec::{access, archive};
use crate::{Error, Result, Scope, SourceId};

/// Most entries of a block: three full blocks fill one page of redb (4,096 bytes).
pub(crate) const BLOCK: usize = 110;

/// Key of a block that is not the first of its key: key, source, a, b, c of its first
/// entry, big endian.
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
    /// relation: start of the interval within its class, its last day, fact.
    Time = 3,
    /// relation: order key, tail, source. Once per source and tail.
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
    /// Names of the index's tables: of the first blocks, and of the others.
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

    /// True when the `c` of an entry is a fact, false when it is the source.
    fn has_facts(self) -> bool {
        matches!(self, Index::Head | Index::Relation | Index::Tail | Index::Time)
    }
}

/// The two tables of an index.
pub(crate) struct Pair<F, M> {
    pub(crate) index: Index,
    pub(crate) first: F,
    pub(crate) more: M,
}

/// The tables of an index, open for writing.
pub(crate) type PostingTable<'t> =
    Pair<Table<'t, u32, &'static [u8]>, Table<'t, &'static BlockKey, &'static [u8]>>;

/// The part of an entry that a block stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Archive, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl ArchivedEntry {
    fn pair(&self) -> u64 {
        pair(self.a.to_native(), self.b.to_native())
    }

    fn entry(&self) -> Entry {
        Entry { a: self.a.to_native(), b: self.b.to_native(), c: self.c.to_native() }
    }
}

/// Up to [`BLOCK`] entries in ascending order.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) struct Block {
    entries: Vec<Entry>,
    /// In the first block of a key: whether other blocks follow.
    more: bool,
}

/// The facts of every source, by which the source of an entry is known.
#[derive(Debug, Default)]
pub(crate) struct FactRanges(Vec<(SourceId, RangeInclusive<u32>)>);

impl FactRanges {
    /// Adds the next source: sources and their facts ascend. One without facts is left out.
    pub(crate) fn push(&mut self, source: SourceId, first: u32, count: u32) {
        if let Some(last) = count.checked_sub(1).and_then(|rest| first.checked_add(rest)) {
            self.0.push((source, first..=last));
        }
    }

    /// The source of a fact.
    pub(crate) fn source(&self, fact: u32) -> Option<SourceId> {
        self.owner(fact).map(|(source, _)| source)
    }

    /// The source of a fact, and its last fact.
    fn owner(&self, fact: u32) -> Option<(SourceId, u32)> {
        let at = self.0.partition_point(|(_, facts)| *facts.end() < fact);
        let (source, facts) = self.0.get(at).filter(|(_, facts)| facts.contains(&fact))?;
        Some((*source, *facts.end()))
    }

    /// The first fact of this source or, when it has none, of the next that has any.
    fn first_from(&self, source: SourceId) -> u32 {
        let at = self.0.partition_point(|(other, _)| *other < source);
        self.0.get(at).map_or(u32::MAX, |(_, facts)| *facts.start())
    }
}

/// A range of (a, b) pairs, both ends included.
pub(crate) type Pairs = RangeInclusive<u64>;

/// Every pair.
const EVERY: [Pairs; 1] = [0..=u64::MAX];

/// The pairs from one `a` to another, both included.
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

/// Before and after every further block of `key`.
fn blocks_of(key: u32) -> RangeInclusive<BlockKey> {
    block_key(key, SourceId(0), 0, 0)..=block_key(key, SourceId(u32::MAX), u64::MAX, u32::MAX)
}

fn view(index: Index, key: u32, bytes: &[u8]) -> Result<&ArchivedBlock> {
    access!(ArchivedBlock, bytes, format_args!("a block of {key} in {}", index.table_names().0))
}

/// Which entries of a key a lookup takes.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Only entries of these sources, which are in ascending order.
    scope: &'a Scope,
    /// Sources that can have such entries at all, ascending, where that is known.
    known: Option<&'a [(SourceId, u64)]>,
    /// Only entries in these ranges, which ascend and do not meet. There is at least one.
    ranges: &'a [Pairs],
}

impl<'a> Wanted<'a> {
    /// Every entry inside the scope.
    pub(crate) fn all(scope: &'a Scope) -> Wanted<'a> {
        Wanted { scope, known: None, ranges: &EVERY }
    }

    /// The entries in these ascending ranges, or every one when there is no range.
    pub(crate) fn within(scope: &'a Scope, ranges: &'a [Pairs]) -> Wanted<'a> {
        if ranges.is_empty() { Wanted::all(scope) } else { Wanted { scope, known: None, ranges } }
    }

    /// The same entries, of which no other sources than these ascending ones have any.
    pub(crate) fn known_in(self, sources: &'a [(SourceId, u64)]) -> Wanted<'a> {
        Wanted { known: Some(sources), ..self }
    }

    /// The smallest source from `source` on that can have wanted entries.
    fn next_source(&self, mut source: SourceId) -> Option<SourceId> {
        loop {
            let in_scope = match self.scope {
                Scope::All => source,
                Scope::Only(list) => *list.get(list.partition_point(|entry| *entry < source))?,
            };
            let Some(known) = self.known else { return Some(in_scope) };
            source = known.get(known.partition_point(|(other, _)| *other < in_scope))?.0;
            if source == in_scope {
                return Some(source);
            }
        }
    }
}

/// What a scan does after a block.
enum Next {
    /// Goes on with the block that follows.
    Follow,
    /// Goes on with the block in which an entry of this source and pair would stand.
    Seek(SourceId, u64),
    /// Ends: no block that follows has anything of interest.
    End,
}

impl<F, M> Pair<F, M>
where
    F: ReadableTable<u32, &'static [u8]>,
    M: ReadableTable<&'static BlockKey, &'static [u8]>,
{
    /// Calls `visit` with every wanted entry of `key`, source by source, in ascending
    /// order within a source.
    ///
    /// One exact read finds the entries of most keys. Those of a long list are read block
    /// by block; a seek skips the blocks of sources outside the scope and of pairs outside
    /// the bounds.
    pub(crate) fn scan(
        &self,
        ranges: &FactRanges,
        key: u32,
        wanted: Wanted<'_>,
        visit: &mut dyn FnMut(Entry) -> Result<()>,
    ) -> Result<()> {
        let Some(value) = self.first.get(key)? else { return Ok(()) };
        let block = view(self.index, key, value.value())?;
        if !block.more
            && let (Scope::All, [range]) = (wanted.scope, wanted.ranges)
        {
            // The common case: no source matters, and there is nothing to skip.
            let mut entries = block.entries.iter().filter(|entry| range.contains(&entry.pair()));
            return entries.try_for_each(|entry| visit(entry.entry()));
        }
        let mut next = self.visit_block(ranges, key, &block.entries, wanted, visit)?;
        if !block.more {
            return Ok(());
        }
        let mut reader = Reader { table: &self.more, key, cursor: None, at: None };
        // Where many ranges are wanted the next one is often in the next block, which is read
        // much sooner than another one is sought.
        let many = wanted.ranges.len() > 1;
        let mut fruitful = true;
        loop {
            let value = match next {
                Next::End => return Ok(()),
                Next::Follow => reader.next()?,
                Next::Seek(..) if many && fruitful => reader.next()?,
                Next::Seek(source, lo) => reader.seek(source, lo)?,
            };
            let Some(value) = value else { return Ok(()) };
            let block = view(self.index, key, value.value())?;
            fruitful = false;
            next = self.visit_block(ranges, key, &block.entries, wanted, &mut |entry| {
                fruitful = true;
                visit(entry)
            })?;
        }
    }

    /// Visits the wanted entries of one block, source by source.
    fn visit_block(
        &self,
        ranges: &FactRanges,
        key: u32,
        entries: &[ArchivedEntry],
        wanted: Wanted<'_>,
        visit: &mut dyn FnMut(Entry) -> Result<()>,
    ) -> Result<Next> {
        // Within a source pairs ascend, so every range is passed once.
        let lowest = wanted.ranges.first().map_or(0, |range| *range.start());
        let mut rest = entries;
        while let Some(first) = rest.first() {
            let (source, last) = self.owner(ranges, key, first.c.to_native())?;
            let Some(in_scope) = wanted.next_source(source) else { return Ok(Next::End) };
            if in_scope != source {
                let skipped = self.first_of(ranges, in_scope);
                rest = &rest[rest.partition_point(|entry| entry.c.to_native() < skipped)..];
                if rest.is_empty() {
                    return Ok(Next::Seek(in_scope, lowest));
                }
                continue;
            }
            let end = rest.partition_point(|entry| entry.c.to_native() <= last);
            // At least the entry itself is its source's, whatever a damaged block says.
            let (own, others) = rest.split_at(end.clamp(1, rest.len()));
            let mut at = own;
            let begin = own.first().map_or(0, ArchivedEntry::pair);
            let passed = wanted.ranges.partition_point(|range| *range.end() < begin);
            for range in &wanted.ranges[passed..] {
                if at.is_empty() {
                    break;
                }
                at = &at[at.partition_point(|entry| entry.pair() < *range.start())..];
                while let [entry, later @ ..] = at
                    && entry.pair() <= *range.end()
                {
                    visit(entry.entry())?;
                    at = later;
                }
            }
            if others.is_empty() {
                let reached = own.last().map_or(0, ArchivedEntry::pair);
                let open = wanted.ranges.partition_point(|range| *range.end() < reached);
                return Ok(match wanted.ranges.get(open) {
                    Some(range) if *range.start() <= reached => Next::Follow,
                    Some(range) => Next::Seek(source, *range.start()),
                    None => match source.0.checked_add(1) {
                        Some(following) => Next::Seek(SourceId(following), lowest),
                        None => Next::End,
                    },
                });
            }
            rest = others;
        }
        Ok(Next::Follow)
    }

    /// The source of an entry with this `c`, and the last `c` that the source has.
    fn owner(&self, ranges: &FactRanges, key: u32, c: u32) -> Result<(SourceId, u32)> {
        if !self.index.has_facts() {
            return Ok((SourceId(c), c));
        }
        ranges.owner(c).ok_or_else(|| Error::Damaged {
            what: format!(
                "{} has an entry of {key} for fact {c}, which no source has",
                self.index.table_names().0
            ),
        })
    }

    /// A `c` that no entry of an earlier source reaches and none of `source` is below.
    fn first_of(&self, ranges: &FactRanges, source: SourceId) -> u32 {
        if self.index.has_facts() { ranges.first_from(source) } else { source.0 }
    }

    /// Sees that the blocks of `key` are as the format says: none is empty or too large,
    /// sources and entries ascend, each block begins at or behind its key, and the first
    /// says whether others follow.
    pub(crate) fn check_blocks(&self, ranges: &FactRanges, key: u32) -> Result<()> {
        let wrong = |what: &str| Error::Damaged {
            what: format!("a block of {key} in {} {what}", self.index.table_names().0),
        };
        let mut last = None;
        let mut check = |block: &ArchivedBlock, place: Option<&BlockKey>| -> Result<()> {
            if block.entries.is_empty() || block.entries.len() > BLOCK {
                return Err(wrong("has no entries, or too many"));
            }
            for (at, entry) in block.entries.iter().map(ArchivedEntry::entry).enumerate() {
                let (source, _) = self.owner(ranges, key, entry.c)?;
                let own = block_key(key, source, pair(entry.a, entry.b), entry.c);
                if at == 0 && place.is_some_and(|place| *place > own) {
                    return Err(wrong("begins before its key"));
                }
                if last.replace(own).is_some_and(|last| last >= own) {
                    return Err(wrong("is out of order"));
                }
            }
            Ok(())
        };
        let Some(value) = self.first.get(key)? else { return Ok(()) };
        let first = view(self.index, key, value.value())?;
        check(first, None)?;
        let mut reader = Reader { table: &self.more, key, cursor: None, at: None };
        let mut others = false;
        while let Some(value) = reader.next()? {
            others = true;
            check(view(self.index, key, value.value())?, reader.at.as_ref())?;
        }
        if others != first.more {
            return Err(wrong("is said to be followed by others, or is not"));
        }
        Ok(())
    }

    /// Calls `visit` with every block under its key in bytes, first blocks before the others.
    pub(crate) fn each_block(&self, visit: &mut dyn FnMut(&[u8], &[u8])) -> Result<()> {
        for item in self.first.iter()? {
            let (key, value) = item?;
            visit(&key.value().to_be_bytes(), value.value());
        }
        for item in self.more.iter()? {
            let (key, value) = item?;
            visit(key.value(), value.value());
        }
        Ok(())
    }

    /// True when `key` has an entry in any source.
    pub(crate) fn has_key(&self, key: u32) -> Result<bool> {
        Ok(self.first.get(key)?.is_some())
    }
}

/// The entries of a stored block with this `a`, and whether it says that others follow.
pub(crate) fn entries_of_block(bytes: &[u8], a: u32) -> Result<(impl Iterator<Item = Entry>, bool)> {
    let block = access!(ArchivedBlock, bytes, "a block")?;
    let entries = block.entries.iter().map(ArchivedEntry::entry).filter(move |entry| entry.a == a);
    Ok((entries, block.more))
}

/// Goes through the further blocks of one key, forward only.
struct Reader<'t, M> {
    table: &'t M,
    key: u32,
    cursor: Option<Cursor<'t, &'static BlockKey, &'static [u8]>>,
    at: Option<BlockKey>,
}

type Value<'t> = AccessGuard<'t, &'static [u8]>;

impl<'t, M: ReadableTable<&'static BlockKey, &'static [u8]>> Reader<'t, M> {
    /// The block after the one read last.
    fn next(&mut self) -> Result<Option<Value<'t>>> {
        let (start, end) = blocks_of(self.key).into_inner();
        let cursor = match &mut self.cursor {
            Some(cursor) => cursor,
            None => self.cursor.insert(self.table.lower_bound(Bound::Included(&start))?),
        };
        let Some((key, value)) = cursor.next()? else { return Ok(None) };
        let key = *key.value();
        if key > end {
            return Ok(None);
        }
        if self.at.is_some_and(|at| key <= at) {
            return Err(Error::Damaged { what: format!("the blocks of {} do not ascend", self.key) });
        }
        self.at = Some(key);
        Ok(Some(value))
    }

    /// The block in which an entry of this source and pair would stand, or the one after
    /// the block read last where that is later.
    fn seek(&mut self, source: SourceId, lo: u64) -> Result<Option<Value<'t>>> {
        let target = block_key(self.key, source, lo, 0);
        let mut cursor = self.table.upper_bound(Bound::Included(&target))?;
        // The block that begins at or before the target, unless it was read already.
        let from = self.at.map_or(Bound::Included(*blocks_of(self.key).start()), Bound::Excluded);
        let begins = cursor.peek_prev()?.is_some_and(|(key, _)| match from {
            Bound::Excluded(at) => *key.value() > at,
            Bound::Included(start) => *key.value() >= start,
            Bound::Unbounded => true,
        });
        if begins {
            cursor.prev()?;
        }
        self.cursor = Some(cursor);
        self.next()
    }
}

/// Adds the sorted entries of one source to an index.
///
/// The source is the newest, so its entries go to the end of those that a key has.
pub(crate) struct BlockWriter {
    source: SourceId,
    /// Keys from this one on are new in the graph and have no entries yet.
    new_from: u32,
    open: Option<OpenBlock>,
    /// Finished blocks that are not in the tables yet, in ascending order of their keys.
    first: Vec<Put<u32>>,
    more: Vec<Put<BlockKey>>,
}

/// Finished blocks that are held before they are put into their tables together.
const HELD: usize = 4096;

/// The last block of a key, which is being filled.
struct OpenBlock {
    key: u32,
    /// Its place among the further blocks; `None` for the first block of the key.
    place: Option<BlockKey>,
    block: Block,
}

impl BlockWriter {
    /// A writer for the entries of `source`; keys from `new_from` on have none yet.
    pub(crate) fn new(source: SourceId, new_from: u32) -> BlockWriter {
        BlockWriter { source, new_from, open: None, first: Vec::new(), more: Vec::new() }
    }

    /// The source whose entries are written.
    pub(crate) fn source(&self) -> SourceId {
        self.source
    }

    /// Adds the next entry; entries come in ascending (key, a, b, c) order.
    pub(crate) fn push(&mut self, table: &mut PostingTable<'_>, key: u32, entry: Entry) -> Result<()> {
        if self.open.as_ref().is_none_or(|open| open.key != key) {
            self.close()?;
            if self.first.len() + self.more.len() >= HELD {
                self.put(table)?;
            }
            self.open = Some(self.last_block(table, key)?);
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        if open.block.entries.len() >= BLOCK {
            open.block.more = open.place.is_none();
            let place = block_key(key, self.source, pair(entry.a, entry.b), entry.c);
            let next = Block { entries: Vec::with_capacity(BLOCK), more: false };
            let full =
                OpenBlock { key, place: open.place.replace(place), block: replace(&mut open.block, next) };
            self.hold(full)?;
            if self.more.len() >= HELD {
                self.put(table)?;
            }
        }
        if let Some(open) = &mut self.open {
            open.block.entries.push(entry);
        }
        Ok(())
    }

    /// Holds a finished block until it is put into its table.
    fn hold(&mut self, OpenBlock { key, place, block }: OpenBlock) -> Result<()> {
        let bytes = archive!(&block)?;
        match place {
            None => self.first.push(Put(key, bytes)),
            Some(place) => self.more.push(Put(place, bytes)),
        }
        Ok(())
    }

    /// Ends the block that is being filled.
    fn close(&mut self) -> Result<()> {
        match self.open.take() {
            Some(open) => self.hold(open),
            None => Ok(()),
        }
    }

    /// Puts the finished blocks into their tables.
    fn put(&mut self, table: &mut PostingTable<'_>) -> Result<()> {
        put_ascending(&mut table.first, &mut self.first)?;
        put_ascending(&mut table.more, &mut self.more)?;
        self.first.clear();
        self.more.clear();
        Ok(())
    }

    /// The block of the key that takes its next entry.
    fn last_block(&self, table: &PostingTable<'_>, key: u32) -> Result<OpenBlock> {
        let empty = Block { entries: Vec::with_capacity(8), more: false };
        if key >= self.new_from {
            return Ok(OpenBlock { key, place: None, block: empty });
        }
        let Some(first) = table.first.get(key)? else {
            return Ok(OpenBlock { key, place: None, block: empty });
        };
        let first = view(table.index, key, first.value())?;
        if first.more {
            let range = blocks_of(key);
            if let Some((at, value)) =
                table.more.range::<&BlockKey>(range.start()..=range.end())?.next_back().transpose()?
            {
                let block = Block::read(view(table.index, key, value.value())?);
                return Ok(OpenBlock { key, place: Some(*at.value()), block });
            }
        }
        Ok(OpenBlock { key, place: None, block: Block::read(first) })
    }

    /// Writes the entries that are left.
    pub(crate) fn flush(&mut self, table: &mut PostingTable<'_>) -> Result<()> {
        self.close()?;
        self.put(table)
    }
}

impl Block {
    fn read(block: &ArchivedBlock) -> Block {
        Block { entries: block.entries.iter().map(ArchivedEntry::entry).collect(), more: block.more }
    }

    /// Writes the block as the first of its key, or at its place among the others.
    fn write(&self, table: &mut PostingTable<'_>, key: u32, place: Option<&BlockKey>) -> Result<()> {
        let bytes = archive!(self)?;
        match place {
            None => table.first.insert(key, bytes.as_slice())?,
            Some(place) => table.more.insert(place, bytes.as_slice())?,
        };
        Ok(())
    }
}

/// Deletes the entries of one key and source. The blocks between its first and its last
/// one go whole; a block that is nearly empty afterwards takes in the one that follows.
///
/// `facts` are those of the source, by which its entries are known in the indexes of facts.
pub(crate) fn delete(
    table: &mut PostingTable<'_>,
    key: u32,
    source: SourceId,
    facts: &RangeInclusive<u32>,
) -> Result<()> {
    let index = table.index;
    let cs = if index.has_facts() { facts.clone() } else { source.0..=source.0 };
    let mut first = match table.first.get(key)? {
        None => return Ok(()),
        Some(value) => Block::read(view(index, key, value.value())?),
    };
    first.entries.retain(|entry| !cs.contains(&entry.c));
    if first.more {
        delete_further(table, key, source, &cs)?;
        while first.entries.len() < MERGED {
            let Some((place, next)) = further_block(table, key, *blocks_of(key).start())? else { break };
            if first.entries.len() + next.entries.len() > BLOCK {
                break;
            }
            first.entries.extend(next.entries);
            table.more.remove(&place)?;
        }
        first.more = further_block(table, key, *blocks_of(key).start())?.is_some();
    }
    if first.entries.is_empty() && !first.more {
        table.first.remove(key)?;
        return Ok(());
    }
    first.write(table, key, None)
}

/// A block with fewer entries takes in the one that follows when both fit into one.
const MERGED: usize = BLOCK / 4;

/// The first of the further blocks of `key` from this place on.
fn further_block(table: &PostingTable<'_>, key: u32, from: BlockKey) -> Result<Option<(BlockKey, Block)>> {
    let end = *blocks_of(key).end();
    match table.more.range::<&BlockKey>(&from..=&end)?.next().transpose()? {
        None => Ok(None),
        Some((place, value)) => {
            Ok(Some((*place.value(), Block::read(view(table.index, key, value.value())?))))
        }
    }
}

/// Deletes the entries of a source from the further blocks of a key.
fn delete_further(
    table: &mut PostingTable<'_>,
    key: u32,
    source: SourceId,
    cs: &RangeInclusive<u32>,
) -> Result<()> {
    // The block that begins before the entries of the source may have some of them.
    let begin = block_key(key, source, 0, 0);
    let start = *blocks_of(key).start();
    let mut from = match table.more.range::<&BlockKey>(&start..=&begin)?.next_back().transpose()? {
        Some((place, _)) => *place.value(),
        None => start,
    };
    let end = block_key(key, source, u64::MAX, u32::MAX);
    while let Some((place, mut block)) = further_block(table, key, from)? {
        if place > end {
            break;
        }
        let before = block.entries.len();
        block.entries.retain(|entry| !cs.contains(&entry.c));
        let mut changed = block.entries.len() != before;
        let Some(after) = successor(&place) else { break };
        from = after;
        if block.entries.is_empty() {
            table.more.remove(&place)?;
            continue;
        }
        if block.entries.len() < MERGED
            && let Some((other, next)) = further_block(table, key, after)?
            && other > end
            && block.entries.len() + next.entries.len() <= BLOCK
        {
            block.entries.extend(next.entries);
            table.more.remove(&other)?;
            changed = true;
        }
        if changed {
            block.write(table, key, Some(&place))?;
        }
    }
    Ok(())
}

/// The next key in order; `None` after the last.
fn successor(key: &BlockKey) -> Option<BlockKey> {
    let mut next = *key;
    for byte in next.iter_mut().rev() {
        let (value, carried) = byte.overflowing_add(1);
        *byte = value;
        if !carried {
            return Some(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use redb::{Database, ReadableDatabase as _, TableDefinition, backends::InMemoryBackend};

    use super::*;

    const FIRST: TableDefinition<u32, &[u8]> = TableDefinition::new("first");
    const MORE: TableDefinition<&BlockKey, &[u8]> = TableDefinition::new("more");
    /// Facts that each source may have.
    const FACTS: u32 = 1000;

    /// What is stored: source, key, a, b, c.
    type Naive = BTreeSet<(u32, u32, u32, u32, u32)>;

    #[derive(Clone, Debug)]
    enum Step {
        /// Adds the next source: for each key, how many entries and how they are spread.
        Add(Vec<(u32, u32, u32)>),
        /// Removes the source at this place among those that are left.
        Remove(usize),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let keys = prop::collection::vec((0..4u32, 0..400u32, 1..60u32), 1..4);
        let step = prop_oneof![3 => keys.prop_map(Step::Add), 2 => (0..8usize).prop_map(Step::Remove)];
        prop::collection::vec(step, 1..14)
    }

    fn entries(index: Index, source: u32, counts: &[(u32, u32, u32)]) -> Naive {
        let mut found = Naive::new();
        let mut fact = source * FACTS;
        for (key, count, spread) in counts {
            for at in 0..*count {
                let c = if index.has_facts() { fact.min(source * FACTS + FACTS - 1) } else { source };
                fact += 1;
                found.insert((source, *key, at % spread, at.wrapping_mul(7) % 13, c));
            }
        }
        found
    }

    fn read(
        database: &Database,
        index: Index,
        ranges: &FactRanges,
        key: u32,
        wanted: Wanted<'_>,
    ) -> Vec<(u32, u32, u32)> {
        let txn = database.begin_read().unwrap();
        let table =
            Pair { index, first: txn.open_table(FIRST).unwrap(), more: txn.open_table(MORE).unwrap() };
        let mut found = Vec::new();
        let mut visit = |entry: Entry| {
            found.push((entry.a, entry.b, entry.c));
            Ok(())
        };
        table.scan(ranges, key, wanted, &mut visit).unwrap();
        found
    }

    fn change(database: &Database, index: Index, change: impl FnOnce(&mut PostingTable<'_>) -> Result<()>) {
        let txn = database.begin_write().unwrap();
        {
            let (first, more) = (txn.open_table(FIRST).unwrap(), txn.open_table(MORE).unwrap());
            change(&mut Pair { index, first, more }).unwrap();
        }
        txn.commit().unwrap();
    }

    fn check(database: &Database, index: Index, stored: &Naive, sources: &BTreeSet<u32>) {
        let mut ranges = FactRanges::default();
        sources.iter().for_each(|source| ranges.push(SourceId(*source), source * FACTS, FACTS));
        let odd: Vec<SourceId> = sources.iter().filter(|n| *n % 2 == 1).map(|n| SourceId(*n)).collect();
        let one: Vec<SourceId> = sources.iter().last().map(|n| SourceId(*n)).into_iter().collect();
        let missing = vec![SourceId(0), SourceId(77)];
        let scopes = [Scope::All, Scope::Only(odd), Scope::Only(one), Scope::Only(missing)];
        let bounds: [Vec<Pairs>; 5] = [
            vec![],
            vec![pairs(3, 3)],
            vec![pairs(0, 5)],
            vec![pairs(40, u32::MAX)],
            vec![pairs(1, 1), pairs(7, 9), pairs(30, 31)],
        ];
        for (scope, bounds) in scopes.iter().flat_map(|scope| bounds.iter().map(move |b| (scope, b))) {
            for key in 0..5 {
                let expected: Vec<(u32, u32, u32)> = stored
                    .iter()
                    .filter(|(source, other, a, b, _)| {
                        *other == key
                            && scope.contains(SourceId(*source))
                            && (bounds.is_empty() || bounds.iter().any(|range| range.contains(&pair(*a, *b))))
                    })
                    .map(|(_, _, a, b, c)| (*a, *b, *c))
                    .collect();
                let found = read(database, index, &ranges, key, Wanted::within(scope, bounds));
                assert_eq!(found, expected, "key {key}, {scope:?}, {bounds:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
        #[test]
        fn long_lists_of_many_sources_read_back(steps in steps(), with_facts: bool) {
            let index = if with_facts { Index::Head } else { Index::Token };
            let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
            let mut stored = Naive::new();
            let mut sources = BTreeSet::new();
            for (number, step) in (1u32..).zip(steps) {
                match step {
                    Step::Add(counts) => {
                        let new = entries(index, number, &counts);
                        change(&database, index, |table| {
                            let mut writer = BlockWriter::new(SourceId(number), 4);
                            let mut last = None;
                            for (_, key, a, b, c) in &new {
                                assert!(last <= Some(*key), "keys ascend");
                                last = Some(*key);
                                writer.push(table, *key, Entry { a: *a, b: *b, c: *c })?;
                            }
                            writer.flush(table)
                        });
                        stored.extend(new);
                        sources.insert(number);
                    }
                    Step::Remove(at) => {
                        let Some(source) = sources.iter().nth(at).copied() else { continue };
                        let facts = source * FACTS..=source * FACTS + FACTS - 1;
                        change(&database, index, |table| {
                            (0..5).try_for_each(|key| delete(table, key, SourceId(source), &facts))
                        });
                        stored.retain(|entry| entry.0 != source);
                        sources.remove(&source);
                    }
                }
                check(&database, index, &stored, &sources);
            }
            let left: Vec<u32> = sources.iter().copied().collect();
            change(&database, index, |table| {
                for source in left {
                    let facts = source * FACTS..=source * FACTS + FACTS - 1;
                    (0..5).try_for_each(|key| delete(table, key, SourceId(source), &facts))?;
                }
                Ok(())
            });
            let txn = database.begin_read().unwrap();
            use redb::ReadableTableMetadata as _;
            assert!(txn.open_table(FIRST).unwrap().is_empty().unwrap());
            assert!(txn.open_table(MORE).unwrap().is_empty().unwrap());
        }
    }
}
