//! Reads the index of a layer key by key, to merge it into a new layer.

use redb::{Range, ReadableTable};
use rkyv::util::AlignedVec;

use super::{BlockKey, Index, IndexTables, view};
use crate::Result;

/// The stored blocks of a key; the first one has no block key.
pub(super) type Blocks = Vec<(Option<BlockKey>, AlignedVec)>;

/// An index of a layer, some keys of which were taken already.
pub(crate) struct Joined<'o> {
    first: Range<'o, u32, &'static [u8]>,
    more: Range<'o, &'static BlockKey, &'static [u8]>,
    /// The next key with its first block.
    next: Option<(u32, AlignedVec)>,
    /// The next of the other blocks.
    next_more: Option<(BlockKey, AlignedVec)>,
}

impl<'o> Joined<'o> {
    /// Starts before the first key of an index.
    pub(crate) fn new<F, M>(table: &'o IndexTables<F, M>) -> Result<Joined<'o>>
    where
        F: ReadableTable<u32, &'static [u8]>,
        M: ReadableTable<&'static BlockKey, &'static [u8]>,
    {
        let (first, more) = (table.first.iter()?, table.more.iter()?);
        let mut joined = Joined { first, more, next: None, next_more: None };
        joined.read()?;
        joined.read_more()?;
        Ok(joined)
    }

    /// The next key.
    pub(super) fn key(&self) -> Option<u32> {
        self.next.as_ref().map(|(key, _)| *key)
    }

    /// Takes the blocks of a key if it is the next one.
    pub(super) fn take<const X: usize>(&mut self, index: Index, key: u32) -> Result<Option<Blocks>> {
        let Some((_, first)) = self.next.take_if(|(next, _)| *next == key) else { return Ok(None) };
        self.read()?;
        let more = view::<X>(index, key, &first)?.more;
        let mut blocks = vec![(None, first)];
        // Only a damaged index has further blocks that the first block does not announce.
        while self.next_more.as_ref().is_some_and(|(place, _)| place[..4] < key.to_be_bytes()[..]) {
            self.read_more()?;
        }
        while more
            && let Some((place, block)) = self.next_more.take_if(|(place, _)| place[..4] == key.to_be_bytes())
        {
            self.read_more()?;
            blocks.push((Some(place), block));
        }
        Ok(Some(blocks))
    }

    fn read(&mut self) -> Result<()> {
        let next = self.first.next().transpose()?;
        self.next = next.map(|(key, block)| (key.value(), copied(block.value())));
        Ok(())
    }

    fn read_more(&mut self) -> Result<()> {
        let next = self.more.next().transpose()?;
        self.next_more = next.map(|(place, block)| (*place.value(), copied(block.value())));
        Ok(())
    }
}

fn copied(block: &[u8]) -> AlignedVec {
    let mut copy = AlignedVec::with_capacity(block.len());
    copy.extend_from_slice(block);
    copy
}
