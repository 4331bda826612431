//! Reads some entries of each group of a key. The rest of a group is skipped by a seek, so the cost depends
//! on the number of groups and not on the number of entries.

use std::ops::ControlFlow;

use redb::ReadableTable;

use super::read::{Reader, Wanted};
use super::{ArchivedBlock, BlockKey, Entry, FactRanges, IndexTables, pair, view};
use crate::{Result, SourceId};

/// What the entries of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Their source.
    Source,
    /// Their source and their first word: the relation of a fact of a node, or the tail of a fact of a
    /// relation.
    Word,
}

/// The entries that a sampling scan returns.
#[derive(Clone, Copy)]
pub(crate) struct Sampled<'a> {
    /// The wanted sources.
    pub(crate) wanted: Wanted<'a>,
    /// How entries are grouped.
    pub(crate) group: Group,
    /// Maximum number of entries per group.
    pub(crate) each: usize,
}

/// Called with an entry and its source; returns whether the entry counts, or breaks when enough were seen.
pub(crate) type OnSample<'v> = &'v mut dyn FnMut(SourceId, Entry) -> ControlFlow<(), bool>;

/// The current group of a scan.
struct Current {
    source: SourceId,
    /// The first word of its entries; 0 if groups are sources.
    word: u32,
    taken: usize,
}

impl<F, M> IndexTables<F, M>
where
    F: ReadableTable<u32, &'static [u8]>,
    M: ReadableTable<&'static BlockKey, &'static [u8]>,
{
    /// Calls `visit` with entries of `key` in their order, at most `sampled.each` per group; returns whether
    /// it wants more.
    pub(crate) fn sample(
        &self,
        ranges: &FactRanges,
        key: u32,
        sampled: Sampled<'_>,
        visit: OnSample<'_>,
    ) -> Result<ControlFlow<()>> {
        const ON: Result<ControlFlow<()>> = Ok(ControlFlow::Continue(()));
        let Some(value) = self.first.get(key)? else { return ON };
        let first = view::<0>(self.index, key, value.value())?;
        let mut current = None;
        let seen = self.sample_block(ranges, key, first, sampled, &mut current, visit)?;
        if seen.is_break() || !first.more {
            return Ok(seen);
        }
        let mut reader = Reader { table: &self.more, key, cursor: None, at: None };
        while let Some(here) = &current {
            let value = match behind(here, sampled) {
                Behind::Nothing => return ON,
                Behind::NextBlock => reader.next()?,
                Behind::At(source, lowest) => reader.seek(source, lowest)?,
            };
            let Some(value) = value else { return ON };
            let block = view::<0>(self.index, key, value.value())?;
            if self.sample_block(ranges, key, block, sampled, &mut current, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        ON
    }

    fn sample_block(
        &self,
        ranges: &FactRanges,
        key: u32,
        block: &ArchivedBlock<0>,
        sampled: Sampled<'_>,
        current: &mut Option<Current>,
        visit: OnSample<'_>,
    ) -> Result<ControlFlow<()>> {
        for entry in block.entries.iter().map(super::ArchivedEntry::entry) {
            let (source, _) = self.owner(ranges, key, entry.c)?;
            let word = if sampled.group == Group::Word { entry.a } else { 0 };
            if current.as_ref().is_none_or(|here| (here.source, here.word) != (source, word)) {
                *current = None;
            }
            let here = current.get_or_insert(Current { source, word, taken: 0 });
            if here.taken >= sampled.each || sampled.wanted.next_source(source) != Some(source) {
                continue;
            }
            match visit(source, entry) {
                ControlFlow::Continue(counts) => here.taken += usize::from(counts),
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Where a scan continues after a block.
enum Behind {
    Nothing,
    NextBlock,
    /// In the block that would contain an entry of this source and pair.
    At(SourceId, u64),
}

fn behind(here: &Current, sampled: Sampled<'_>) -> Behind {
    let next_source = |source: SourceId| match sampled.wanted.next_source(source) {
        Some(source) => Behind::At(source, 0),
        None => Behind::Nothing,
    };
    if sampled.wanted.next_source(here.source) != Some(here.source) {
        return next_source(here.source);
    }
    if here.taken < sampled.each {
        return Behind::NextBlock;
    }
    match (sampled.group, here.word.checked_add(1), here.source.0.checked_add(1)) {
        (Group::Word, Some(word), _) => Behind::At(here.source, pair(word, 0)),
        (_, _, Some(source)) => next_source(SourceId(source)),
        _ => Behind::Nothing,
    }
}
