//! The names that a load has made and not yet written.
//!
//! Hashes of names come in no order, and single inserts all over a table would dominate
//! the time of a load. New names are therefore found in memory, and are written in runs:
//! their records by id, their hashes sorted. They are kept from source to source, because
//! a load of a thousand small tables would gain nothing otherwise.

use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher as _;

use redb::{ReadableTable as _, Table};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::pace::Job;
use crate::bulk::{Put, put_ascending, put_hashed};
use crate::codec::text_hash;
use crate::names::{self, NameRecord, NameView};
use crate::tables::WriteTables;
use crate::{Result, Value};

/// Records that are held before they are written, and their bytes: names can be long.
const HELD_RECORDS: usize = 4096;
const HELD_BYTES: usize = 8 << 20;
/// Hashes that are held before they are written: 34 MB, half of it in the hash table, which
/// is full then and would double.
const HELD_HASHES: usize = (1 << 20) / 8 * 7;

/// A table of ids under hashes.
pub(super) type HashTable<'t> = Table<'t, u64, &'static [u8]>;

/// Names since the last run was written.
#[derive(Default)]
pub(super) struct FreshNames {
    records: Vec<Put<u32>>,
    /// Of the records.
    bytes: usize,
    names: HeldNames,
    /// Names under the hashes of their folded forms.
    folded: Vec<(u64, u32)>,
    plain: PlainTexts,
}

/// Names that are found by their hashes.
struct HeldNames {
    by_hash: FxHashMap<u64, Held>,
    /// Names whose hash another name has, too.
    colliding: Vec<(u64, Held)>,
    /// Seed of the second hash of a name.
    seed: u64,
}

#[derive(Clone, Copy)]
struct Held {
    id: u32,
    /// Of a second hash.
    check: u32,
}

/// Which names are texts without a place in the typed order, as most are: whoever wants to
/// know that need not read their records. A bit for each id since the first.
#[derive(Default)]
struct PlainTexts {
    first: u32,
    bits: Vec<u64>,
}

impl PlainTexts {
    fn add(&mut self, id: u32) {
        if self.bits.is_empty() {
            self.first = id;
        }
        let at = (id - self.first) as usize;
        if self.bits.len() <= at / 64 {
            self.bits.resize(at / 64 + 1, 0);
        }
        self.bits[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, id: u32) -> bool {
        let Some(at) = id.checked_sub(self.first).map(|at| at as usize) else { return false };
        self.bits.get(at / 64).is_some_and(|word| word & (1 << (at % 64)) != 0)
    }
}

impl Default for HeldNames {
    fn default() -> HeldNames {
        let seed = RandomState::new().hash_one(0);
        HeldNames { by_hash: FxHashMap::default(), colliding: Vec::new(), seed }
    }
}

impl HeldNames {
    fn check(&self, text: &str) -> u32 {
        xxh3_64_with_seed(text.as_bytes(), self.seed) as u32
    }

    fn known(&self, text: &str) -> Option<u32> {
        let hash = text_hash(text);
        let held = self.by_hash.get(&hash)?;
        let alone = || !self.colliding.iter().any(|(other, _)| *other == hash);
        (held.check == self.check(text) && alone()).then_some(held.id)
    }

    /// The names with this hash.
    fn candidates(&self, hash: u64) -> impl Iterator<Item = u32> {
        let colliding = self.colliding.iter().filter(move |(other, _)| *other == hash).map(|(_, held)| held);
        self.by_hash.get(&hash).into_iter().chain(colliding).map(|held| held.id)
    }

    fn add(&mut self, text: &str, id: u32) {
        let (hash, held) = (text_hash(text), Held { id, check: self.check(text) });
        match self.by_hash.entry(hash) {
            Entry::Occupied(_) => self.colliding.push((hash, held)),
            Entry::Vacant(place) => {
                place.insert(held);
            }
        }
    }

    /// Forgets a name; false when it is not held.
    fn forget(&mut self, hash: u64, id: u32) -> bool {
        if let Some(at) = self.colliding.iter().position(|(other, held)| (*other, held.id) == (hash, id)) {
            self.colliding.swap_remove(at);
            return true;
        }
        let is_held = self.by_hash.get(&hash).is_some_and(|held| held.id == id);
        if is_held {
            self.by_hash.remove(&hash);
            // Another name of the hash takes the place, so that it is still found.
            if let Some(at) = self.colliding.iter().position(|(other, _)| *other == hash) {
                self.by_hash.insert(hash, self.colliding.swap_remove(at).1);
            }
        }
        is_held
    }

    /// Writes the ids under their hashes.
    fn write(&mut self, table: &mut HashTable<'_>) -> Result<()> {
        let held = self.by_hash.drain().chain(self.colliding.drain(..));
        let mut sorted: Vec<(u64, u32)> = held.map(|(hash, held)| (hash, held.id)).collect();
        sorted.sort_unstable();
        put_hashed(table, &sorted)
    }
}

impl FreshNames {
    /// The name whose text is `text`, if that is held and no other held name has its hash.
    ///
    /// Nothing is read: texts are taken for equal when 64 bits of their hash and 32 of
    /// another agree, which has a seed that no file can know. That two of a million names
    /// do so by chance is less likely than one in 10^16.
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        self.names.known(text)
    }

    /// True for a new name that is known to be a text with letters or signs in it and
    /// without a place in the typed order.
    pub(super) fn is_plain(&self, id: u32) -> bool {
        self.plain.has(id)
    }

    /// Called when no more is asked about the names that are new until now.
    pub(super) fn forget_plain(&mut self) {
        self.plain = PlainTexts::default();
    }

    /// The name whose text is exactly `text`.
    pub(super) fn find(&self, tables: &WriteTables<'_>, text: &str) -> Result<Option<u32>> {
        for id in self.names.candidates(text_hash(text)) {
            if self.has_text(tables, id, text)? {
                return Ok(Some(id));
            }
        }
        names::find(&tables.name_ids, &tables.names, text)
    }

    fn has_text(&self, tables: &WriteTables<'_>, id: u32, text: &str) -> Result<bool> {
        if let Some(name) = self.record(id)? {
            return Ok(name.text() == text);
        }
        match tables.names.get(id)? {
            Some(bytes) => Ok(NameView::read(id, bytes.value())?.text() == text),
            None => Ok(false),
        }
    }

    /// The record of a name; `None` when it is not held.
    pub(super) fn record(&self, id: u32) -> Result<Option<NameView<'_>>> {
        let at = self.records.binary_search_by_key(&id, |record| record.0).ok();
        let held = at.and_then(|at| self.records.get(at));
        held.map(|record| NameView::read(id, &record.1)).transpose()
    }

    /// Adds a name that is not in the graph, under the next id.
    pub(super) fn push(
        &mut self,
        tables: &mut WriteTables<'_>,
        id: u32,
        text: &str,
        iri: Option<&str>,
    ) -> Result<()> {
        let value = Value::parse(text);
        if matches!(value, Value::Text) && !text.trim().is_empty() {
            self.plain.add(id);
        }
        let record = NameRecord::new(text, value, iri).to_bytes()?;
        self.bytes += record.len();
        self.records.push(Put(id, record));
        self.names.add(text, id);
        if self.records.len() >= HELD_RECORDS || self.bytes >= HELD_BYTES {
            self.write_records(tables)?;
        }
        if self.names.by_hash.len() >= HELD_HASHES {
            self.write(tables)?;
        }
        Ok(())
    }

    /// Writes the records that are held; their names are found in memory as before.
    pub(super) fn write_records(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        put_ascending(&mut tables.names, &mut self.records)?;
        self.records.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Adds a name under the hash of its folded form.
    pub(super) fn push_folded(&mut self, table: &mut HashTable<'_>, hash: u64, id: u32) -> Result<()> {
        self.folded.push((hash, id));
        if self.folded.len() >= HELD_HASHES { write_folded(&mut self.folded, table) } else { Ok(()) }
    }

    /// Forgets that a name with this hash is there; its record is not in the table any more.
    pub(super) fn forget(&mut self, name_ids: &mut HashTable<'_>, hash: u64, id: u32) -> Result<()> {
        if self.names.forget(hash, id) { Ok(()) } else { names::remove_candidate(name_ids, hash, id) }
    }

    /// Writes everything that is held.
    pub(super) fn write(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        self.write_records(tables)?;
        self.names.write(&mut tables.name_ids)?;
        write_folded(&mut self.folded, &mut tables.folded)
    }

    /// Number of hashes that are held.
    pub(super) fn hashes(&self) -> u64 {
        (self.names.by_hash.len() + self.folded.len()) as u64
    }

    /// Jobs that write the hashes that are held, of the names and of their folded forms.
    pub(super) fn write_hashes<'j>(
        &'j mut self,
        name_ids: &'j mut HashTable<'_>,
        folded_ids: &'j mut HashTable<'_>,
    ) -> [Job<'j>; 2] {
        let FreshNames { names, folded, .. } = self;
        let counts = [names.by_hash.len() as u64, folded.len() as u64];
        [
            Box::new(move |count| names.write(name_ids).and_then(|()| count.add(counts[0]))),
            Box::new(move |count| write_folded(folded, folded_ids).and_then(|()| count.add(counts[1]))),
        ]
    }
}

fn write_folded(folded: &mut Vec<(u64, u32)>, table: &mut HashTable<'_>) -> Result<()> {
    folded.sort_unstable();
    put_hashed(table, folded)?;
    folded.clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_the_hash_of_another_is_not_taken_for_it() {
        let mut names = HeldNames::default();
        names.add("left", 1);
        assert_eq!((names.known("left"), names.known("right")), (Some(1), None));
        // As if both had one hash: the second hash tells them apart.
        let right = Held { id: 2, check: names.check("right") };
        names.by_hash.insert(text_hash("left"), right);
        assert_eq!(names.known("left"), None);
        // With two of a hash, whoever asks has to compare the texts.
        names.add("left", 3);
        assert_eq!(names.known("left"), None);
        assert_eq!(names.candidates(text_hash("left")).collect::<Vec<_>>(), [2, 3]);
        // The one that is left is found again.
        assert!(names.forget(text_hash("left"), 2) && !names.forget(text_hash("left"), 2));
        assert_eq!(names.known("left"), Some(3));
    }

    #[test]
    fn plain_texts_are_remembered_by_their_ids() {
        let mut plain = PlainTexts::default();
        for id in [1000, 1063, 1064, 5000] {
            plain.add(id);
        }
        let known: Vec<u32> = (0..6000).filter(|id| plain.has(*id)).collect();
        assert_eq!(known, [1000, 1063, 1064, 5000]);
    }
}
