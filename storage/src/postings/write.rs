//! Adding and removing the entries of a source in an index.

use std::mem::replace;
use std::ops::RangeInclusive;

use redb::ReadableTable as _;

use super::join::{Blocks, Joined};
use super::{
    ArchivedBlock, ArchivedEntry, Block, BlockKey, Entry, FactRanges, PostingTable, block_key, block_length,
    blocks_of, first_length, pair, view,
};
use crate::bulk::{Put, put_ascending};
use crate::codec::archive;
use crate::{Result, SourceId};

/// Adds sorted entries of the newest sources to an index.
///
/// No source in the index is newer, so entries are appended to those of a key. If the index replaces those of
/// other layers, their entries are written first.
pub(crate) struct BlockWriter<'o, const X: usize> {
    /// Keys from this one on are new in the index and have no entries yet.
    new_from: u32,
    /// The layers that are merged, the oldest first.
    joined: Vec<Joined<'o>>,
    /// The facts of the sources of these layers.
    ranges: &'o FactRanges,
    open: Option<OpenBlock<X>>,
    /// Finished blocks that are not in the tables yet, in ascending order of their keys.
    first: Vec<Put<u32>>,
    more: Vec<Put<BlockKey>>,
}

/// Maximum number of finished blocks held before they are put into their tables.
const HELD: usize = 4096;

/// The last block of a key, which is being filled.
struct OpenBlock<const X: usize> {
    key: u32,
    /// Its block key; `None` for the first block of the key.
    place: Option<BlockKey>,
    block: Block<X>,
}

impl<const X: usize> BlockWriter<'_, X> {
    /// A writer into an existing index; keys from `new_from` on have no entries yet.
    pub(crate) fn new(new_from: u32) -> BlockWriter<'static, X> {
        const NONE: &FactRanges = &FactRanges(Vec::new());
        BlockWriter { new_from, ..BlockWriter::joining(Vec::new(), NONE) }
    }

    /// A writer into an empty index that replaces others. `ranges` has the facts of the sources in those.
    pub(crate) fn joining<'o>(joined: Vec<Joined<'o>>, ranges: &'o FactRanges) -> BlockWriter<'o, X> {
        BlockWriter { new_from: 0, joined, ranges, open: None, first: Vec::new(), more: Vec::new() }
    }

    /// Adds the next entry; entries come in ascending (key, source, a, b, c) order.
    pub(crate) fn push(
        &mut self,
        table: &mut PostingTable<'_>,
        key: u32,
        source: SourceId,
        entry: Entry<X>,
    ) -> Result<()> {
        if self.open.as_ref().is_none_or(|open| open.key != key) {
            self.close()?;
            self.join(table, Some(key))?;
            self.open = Some(self.last_block(table, key)?);
            for at in 0..self.joined.len() {
                if let Some(blocks) = self.joined[at].take::<X>(table.index, key)? {
                    self.append_blocks(table, key, &blocks)?;
                }
            }
        }
        self.append(table, key, source, entry)
    }

    /// Adds an entry to the open block.
    fn append(
        &mut self,
        table: &mut PostingTable<'_>,
        key: u32,
        source: SourceId,
        entry: Entry<X>,
    ) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let most = if open.place.is_none() { first_length(X) } else { block_length(X) };
        if open.block.entries.len() >= most {
            open.block.more = open.place.is_none();
            let next = Block { entries: Vec::with_capacity(block_length(X)), more: false };
            let block = replace(&mut open.block, next);
            // This position is the last entry of the full block, or comes after it.
            let before = predecessor(&block_key(key, source, pair(entry.a, entry.b), entry.c));
            let place = open.place.replace(*blocks_of(key).end()).map(|_| before);
            self.hold(OpenBlock { key, place, block })?;
            if self.more.len() >= HELD {
                self.put(table)?;
            }
        }
        if let Some(open) = &mut self.open {
            open.block.entries.push(entry);
        }
        Ok(())
    }

    /// Adds the entries of a key from a merged layer.
    fn append_blocks(&mut self, table: &mut PostingTable<'_>, key: u32, blocks: &Blocks) -> Result<()> {
        for (_, block) in blocks {
            for entry in view::<X>(table.index, key, block)?.entries.iter() {
                let (source, _) = table.owner(self.ranges, key, entry.c.to_native())?;
                self.append(table, key, source, entry.entry())?;
            }
        }
        Ok(())
    }

    /// Writes the keys of the merged layers that come before `until`.
    fn join(&mut self, table: &mut PostingTable<'_>, until: Option<u32>) -> Result<()> {
        loop {
            if self.first.len() + self.more.len() >= HELD {
                self.put(table)?;
            }
            let next = self.joined.iter().filter_map(Joined::key).min();
            let Some(key) = next.filter(|key| until.is_none_or(|until| *key < until)) else { return Ok(()) };
            let mut found = Vec::with_capacity(1);
            for layer in &mut self.joined {
                found.extend(layer.take::<X>(table.index, key)?);
            }
            // The blocks of a key that only one layer has are copied unchanged.
            if let [_] = found.as_slice() {
                for (place, block) in found.into_iter().flatten() {
                    match place {
                        None => self.first.push(Put(key, block)),
                        Some(place) => self.more.push(Put(place, block)),
                    }
                }
                continue;
            }
            self.open = Some(self.last_block(table, key)?);
            found.iter().try_for_each(|blocks| self.append_blocks(table, key, blocks))?;
            self.close()?;
        }
    }

    /// Holds a finished block until it is put into its table.
    fn hold(&mut self, OpenBlock { key, place, block }: OpenBlock<X>) -> Result<()> {
        let bytes = archive!(&block)?;
        match place {
            None => self.first.push(Put(key, bytes)),
            Some(place) => self.more.push(Put(place, bytes)),
        }
        Ok(())
    }

    /// Finishes the open block.
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
    fn last_block(&self, table: &PostingTable<'_>, key: u32) -> Result<OpenBlock<X>> {
        let empty = Block { entries: Vec::with_capacity(8), more: false };
        if key >= self.new_from {
            return Ok(OpenBlock { key, place: None, block: empty });
        }
        let Some(first) = table.first.get(key)? else {
            return Ok(OpenBlock { key, place: None, block: empty });
        };
        let first = view(table.index, key, first.value())?;
        if !first.more {
            return Ok(OpenBlock { key, place: None, block: Block::read(first) });
        }
        let place = *blocks_of(key).end();
        let block = match table.more.get(&place)? {
            Some(value) => Block::read(view(table.index, key, value.value())?),
            // A removal deleted the last block.
            None => empty,
        };
        Ok(OpenBlock { key, place: Some(place), block })
    }

    /// Writes the remaining entries.
    pub(crate) fn flush(&mut self, table: &mut PostingTable<'_>) -> Result<()> {
        self.close()?;
        self.join(table, None)?;
        self.put(table)
    }
}

impl<const X: usize> Block<X> {
    fn read(block: &ArchivedBlock<X>) -> Block<X> {
        Block { entries: block.entries.iter().map(ArchivedEntry::entry).collect(), more: block.more }
    }

    /// Writes the block as the first of its key, or under its block key among the others.
    fn write(&self, table: &mut PostingTable<'_>, key: u32, place: Option<&BlockKey>) -> Result<()> {
        let bytes = archive!(self)?;
        match place {
            None => table.first.insert(key, bytes.as_slice())?,
            Some(place) => table.more.insert(place, bytes.as_slice())?,
        };
        Ok(())
    }
}

/// Deletes the entries of one key and source. The blocks between its first and its last one are deleted
/// whole; a block that is nearly empty afterwards is merged with the next one.
///
/// `facts` are the facts of the source, by which its entries in the indexes of facts are recognised.
pub(crate) fn delete<const X: usize>(
    table: &mut PostingTable<'_>,
    key: u32,
    source: SourceId,
    facts: &RangeInclusive<u32>,
) -> Result<()> {
    let index = table.index;
    let cs = if index.has_facts() { facts.clone() } else { source.0..=source.0 };
    let mut first = match table.first.get(key)? {
        None => return Ok(()),
        Some(value) => Block::<X>::read(view(index, key, value.value())?),
    };
    first.entries.retain(|entry| !cs.contains(&entry.c));
    if first.more {
        delete_further::<X>(table, key, source, &cs)?;
        while first.entries.len() < first_length(X) / MERGED {
            let Some((place, next)) = further_block(table, key, *blocks_of(key).start())? else { break };
            if first.entries.len() + next.entries.len() > first_length(X) {
                break;
            }
            first.entries.extend(next.entries);
            table.more.remove(&place)?;
        }
        first.more = further_block::<X>(table, key, *blocks_of(key).start())?.is_some();
    }
    if first.entries.is_empty() && !first.more {
        table.first.remove(key)?;
        return Ok(());
    }
    first.write(table, key, None)
}

/// A block that is less than one such part full is merged with the next one when both fit into one.
const MERGED: usize = 4;

/// The first further block of `key` from this block key on.
fn further_block<const X: usize>(
    table: &PostingTable<'_>,
    key: u32,
    from: BlockKey,
) -> Result<Option<(BlockKey, Block<X>)>> {
    let end = *blocks_of(key).end();
    match table.more.range::<&BlockKey>(&from..=&end)?.next().transpose()? {
        None => Ok(None),
        Some((place, value)) => {
            Ok(Some((*place.value(), Block::read(view(table.index, key, value.value())?))))
        }
    }
}

/// Deletes the entries of a source from the further blocks of a key.
fn delete_further<const X: usize>(
    table: &mut PostingTable<'_>,
    key: u32,
    source: SourceId,
    cs: &RangeInclusive<u32>,
) -> Result<()> {
    let mut from = block_key(key, source, 0, 0);
    let end = block_key(key, source, u64::MAX, u32::MAX);
    while let Some((place, mut block)) = further_block::<X>(table, key, from)? {
        let before = block.entries.len();
        block.entries.retain(|entry| !cs.contains(&entry.c));
        if block.entries.is_empty() {
            table.more.remove(&place)?;
        } else if block.entries.len() != before {
            block.write(table, key, Some(&place))?;
        }
        // The first block with a key beyond the source is the last one that can have its entries.
        if place < end {
            from = successor(&place);
            continue;
        }
        if (1..block_length(X) / MERGED).contains(&block.entries.len())
            && place < *blocks_of(key).end()
            && let Some((other, next)) = further_block::<X>(table, key, successor(&place))?
            && block.entries.len() + next.entries.len() <= block_length(X)
        {
            table.more.remove(&place)?;
            block.entries.extend(next.entries);
            block.write(table, key, Some(&other))?;
        }
        break;
    }
    Ok(())
}

/// The next block key; after the last one, the first.
fn successor(key: &BlockKey) -> BlockKey {
    counted(key, |byte| byte.overflowing_add(1))
}

/// The previous block key; before the first one, the last.
fn predecessor(key: &BlockKey) -> BlockKey {
    counted(key, |byte| byte.overflowing_sub(1))
}

/// The key with `count` applied to its last byte, and to each byte before one that overflows.
fn counted(key: &BlockKey, count: impl Fn(u8) -> (u8, bool)) -> BlockKey {
    let mut key = *key;
    for byte in key.iter_mut().rev() {
        let overflows;
        (*byte, overflows) = count(*byte);
        if !overflows {
            break;
        }
    }
    key
}
