//! Finding the wanted entries of a key.

use std::ops::{Bound, RangeInclusive};

use redb::{AccessGuard, Cursor, ReadableTable};

use super::{
    ArchivedBlock, ArchivedEntry, BlockKey, Entry, FactRanges, IndexTables, Pairs, block_key, block_length,
    blocks_of, first_length, pair, view,
};
use crate::codec::access;
use crate::{Error, Result, Scope, SourceId};

/// Every pair.
const EVERY: [Pairs; 1] = [0..=u64::MAX];

/// The entries of a key that a lookup wants.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Only entries of these sources, which are in ascending order.
    scope: &'a Scope,
    /// The only sources that can have such entries, ascending, if they are known.
    known: Option<&'a [SourceId]>,
    /// Only entries in these ranges, of which there is at least one; they ascend and do not overlap.
    ranges: &'a [Pairs],
}

impl<'a> Wanted<'a> {
    /// Every entry inside the scope.
    pub(crate) fn all(scope: &'a Scope) -> Wanted<'a> {
        Wanted { scope, known: None, ranges: &EVERY }
    }

    /// The entries in these ascending ranges, or all entries if there are no ranges.
    pub(crate) fn within(scope: &'a Scope, ranges: &'a [Pairs]) -> Wanted<'a> {
        if ranges.is_empty() { Wanted::all(scope) } else { Wanted { scope, known: None, ranges } }
    }

    /// The same entries, given that only these ascending sources can have any.
    pub(crate) fn known_in(self, sources: &'a [SourceId]) -> Wanted<'a> {
        Wanted { known: Some(sources), ..self }
    }

    /// Whether one of these sources can have wanted entries.
    pub(crate) fn meets(&self, sources: RangeInclusive<u32>) -> bool {
        self.next_source(SourceId(*sources.start())).is_some_and(|source| sources.contains(&source.0))
    }

    /// The first source from `source` on that can have wanted entries.
    pub(super) fn next_source(&self, mut source: SourceId) -> Option<SourceId> {
        loop {
            let in_scope = match self.scope {
                Scope::All => source,
                Scope::Only(list) => *list.get(list.partition_point(|entry| *entry < source))?,
            };
            let Some(known) = self.known else { return Some(in_scope) };
            source = *known.get(known.partition_point(|other| *other < in_scope))?;
            if source == in_scope {
                return Some(source);
            }
        }
    }
}

/// A visitor of runs that visits each entry separately.
pub(crate) fn each<const X: usize>(
    mut visit: impl FnMut(Entry<X>) -> Result<()>,
) -> impl FnMut(&[ArchivedEntry<X>]) -> Result<()> {
    move |run| run.iter().try_for_each(|entry| visit(entry.entry()))
}

/// Visits the runs of entries that are in a range, in no particular order.
fn visit_runs<const X: usize>(
    mut entries: &[ArchivedEntry<X>],
    range: &Pairs,
    visit: &mut dyn FnMut(&[ArchivedEntry<X>]) -> Result<()>,
) -> Result<()> {
    let (first, last) = (*range.start(), *range.end());
    let wanted = |entry: &ArchivedEntry<X>| (first..=last).contains(&entry.pair());
    while let Some(at) = entries.iter().position(wanted) {
        let (_, from) = entries.split_at(at);
        let length = from.iter().position(|entry| !wanted(entry)).unwrap_or(from.len());
        let (run, others) = from.split_at(length);
        visit(run)?;
        entries = others;
    }
    Ok(())
}

/// How to go on after a block whose last entry is of this source and at this pair.
fn after(wanted: Wanted<'_>, source: SourceId, reached: u64) -> Next {
    let open = wanted.ranges.partition_point(|range| *range.end() < reached);
    match wanted.ranges.get(open) {
        Some(range) if *range.start() <= reached => Next::Follow,
        Some(range) => Next::Seek(source, *range.start()),
        None => {
            let following = source.0.checked_add(1).map(SourceId);
            match following.and_then(|following| wanted.next_source(following)) {
                Some(following) => {
                    Next::Seek(following, wanted.ranges.first().map_or(0, |range| *range.start()))
                }
                None => Next::End,
            }
        }
    }
}

/// What a scan does after a block.
enum Next {
    /// Go on with the next block.
    Follow,
    /// Continue with the block that would contain an entry of this source and pair.
    Seek(SourceId, u64),
    /// Stop: no later block has a wanted entry.
    End,
}

impl<F, M> IndexTables<F, M>
where
    F: ReadableTable<u32, &'static [u8]>,
    M: ReadableTable<&'static BlockKey, &'static [u8]>,
{
    /// Calls `visit` with every wanted entry of `key`, source by source, in ascending order within a source;
    /// entries adjacent in a block are passed as one run.
    ///
    /// For most keys one exact read finds all entries. Those of a long list are read block by block; a seek
    /// skips the blocks of sources outside the scope and of pairs outside the ranges.
    pub(crate) fn scan<const X: usize>(
        &self,
        ranges: &FactRanges,
        key: u32,
        wanted: Wanted<'_>,
        visit: &mut dyn FnMut(&[ArchivedEntry<X>]) -> Result<()>,
    ) -> Result<()> {
        let Some(value) = self.first.get(key)? else { return Ok(()) };
        let block = view::<X>(self.index, key, value.value())?;
        if !block.more
            && let (Scope::All, [range]) = (wanted.scope, wanted.ranges)
        {
            // The common case: the scope does not matter, and there is nothing to skip.
            return visit_runs(&block.entries, range, visit);
        }
        let mut next = self.visit_block(ranges, key, &block.entries, wanted, visit)?;
        if !block.more {
            return Ok(());
        }
        let mut reader = Reader { table: &self.more, key, cursor: None, at: None };
        // With several ranges the next one is often in the next block, and reading that is much faster than a
        // seek.
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
            let block = view::<X>(self.index, key, value.value())?;
            fruitful = false;
            next = self.visit_block(ranges, key, &block.entries, wanted, &mut |run| {
                fruitful = true;
                visit(run)
            })?;
        }
    }

    /// Visits the wanted entries of one block, source by source.
    fn visit_block<const X: usize>(
        &self,
        ranges: &FactRanges,
        key: u32,
        entries: &[ArchivedEntry<X>],
        wanted: Wanted<'_>,
        visit: &mut dyn FnMut(&[ArchivedEntry<X>]) -> Result<()>,
    ) -> Result<Next> {
        // Pairs ascend within a source, so every range is passed once.
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
            // If several sources end in a block and none is excluded, checking every entry is faster than
            // searching for the range in each source.
            if let (Scope::All, [range], Some(end)) = (wanted.scope, wanted.ranges, rest.last())
                && end.c.to_native() > last
            {
                visit_runs(rest, range, visit)?;
                let (source, _) = self.owner(ranges, key, end.c.to_native())?;
                return Ok(after(wanted, source, end.pair()));
            }
            let end = rest.partition_point(|entry| entry.c.to_native() <= last);
            // The first entry always belongs to its source, whatever a damaged block contains.
            let (own, others) = rest.split_at(end.clamp(1, rest.len()));
            let mut at = own;
            let begin = own.first().map_or(0, ArchivedEntry::pair);
            let passed = wanted.ranges.partition_point(|range| *range.end() < begin);
            for range in &wanted.ranges[passed..] {
                if at.is_empty() {
                    break;
                }
                at = &at[at.partition_point(|entry| entry.pair() < *range.start())..];
                let (run, later) = at.split_at(at.partition_point(|entry| entry.pair() <= *range.end()));
                if !run.is_empty() {
                    visit(run)?;
                }
                at = later;
            }
            if others.is_empty() {
                return Ok(after(wanted, source, own.last().map_or(0, ArchivedEntry::pair)));
            }
            rest = others;
        }
        Ok(Next::Follow)
    }

    /// The source of an entry with this `c`, and the greatest `c` of that source.
    pub(crate) fn owner(&self, ranges: &FactRanges, key: u32, c: u32) -> Result<(SourceId, u32)> {
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

    /// A bound for `c`: every entry of an earlier source is below it, and none of `source` is.
    fn first_of(&self, ranges: &FactRanges, source: SourceId) -> u32 {
        if self.index.has_facts() { ranges.first_from(source) } else { source.0 }
    }

    /// Checks that the blocks of `key` conform to the format: none is empty or too large, sources and entries
    /// ascend, each block ends at or before its block key and begins after that of the previous block, and
    /// the first states whether others follow.
    pub(crate) fn check_blocks<const X: usize>(&self, ranges: &FactRanges, key: u32) -> Result<()> {
        let wrong = |what: &str| Error::Damaged {
            what: format!("a block of {key} in {} {what}", self.index.table_names().0),
        };
        // The last entry, or the block key of its block.
        let mut last = None;
        let mut check = |block: &ArchivedBlock<X>, place: Option<&BlockKey>| -> Result<()> {
            let most = if place.is_none() { first_length(X) } else { block_length(X) };
            if block.entries.is_empty() || block.entries.len() > most {
                return Err(wrong("has no entries, or too many"));
            }
            for entry in block.entries.iter().map(ArchivedEntry::entry) {
                let (source, _) = self.owner(ranges, key, entry.c)?;
                let own = block_key(key, source, pair(entry.a, entry.b), entry.c);
                if last.replace(own).is_some_and(|last| last >= own) {
                    return Err(wrong("is out of order"));
                }
            }
            if let Some(place) = place
                && last.replace(*place).is_some_and(|last| last > *place)
            {
                return Err(wrong("ends behind its key"));
            }
            Ok(())
        };
        let Some(value) = self.first.get(key)? else { return Ok(()) };
        let first = view::<X>(self.index, key, value.value())?;
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

    /// Calls `visit` with the key bytes and the content of every block, first blocks before the others.
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

/// The entries of a stored block with this `a`, and whether other blocks follow.
pub(crate) fn entries_of_block(bytes: &[u8], a: u32) -> Result<(impl Iterator<Item = Entry>, bool)> {
    let block = access!(ArchivedBlock<0>, bytes, "a block")?;
    let entries = block.entries.iter().map(ArchivedEntry::entry).filter(move |entry| entry.a == a);
    Ok((entries, block.more))
}

/// Reads the further blocks of one key, forward only.
pub(super) struct Reader<'t, M> {
    pub(super) table: &'t M,
    pub(super) key: u32,
    pub(super) cursor: Option<Cursor<'t, &'static BlockKey, &'static [u8]>>,
    /// The key of the last block read.
    pub(super) at: Option<BlockKey>,
}

pub(super) type Value<'t> = AccessGuard<'t, &'static [u8]>;

impl<'t, M: ReadableTable<&'static BlockKey, &'static [u8]>> Reader<'t, M> {
    /// The block after the last one read.
    pub(super) fn next(&mut self) -> Result<Option<Value<'t>>> {
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

    /// The block that would contain an entry of this source and pair, but at least the block after the last
    /// one read.
    pub(super) fn seek(&mut self, source: SourceId, lo: u64) -> Result<Option<Value<'t>>> {
        let target = block_key(self.key, source, lo, 0);
        // The last block read has no more wanted entries.
        if self.at.is_none_or(|at| at < target) {
            self.cursor = Some(self.table.lower_bound(Bound::Included(&target))?);
        }
        self.next()
    }
}
