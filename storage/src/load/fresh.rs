//! The names that a load has created and not yet written.
//!
//! Hashes of names come in random order, and single inserts all over a table would dominate the time of a
//! load. New names are therefore looked up in memory. Their records are written by id as they come, their
//! hashes sorted, at the end of the load or when memory is full. They are kept from source to source, because
//! a load of a thousand small tables would gain nothing otherwise.

use std::mem::{replace, take};
use std::path::{Path, PathBuf};

use trustuqa_model::value::is_missing;

use super::held::HeldNames;
use crate::bulk::{Put, each_hashed, hash_record, put_ascending, put_hashed};
use crate::codec::text_hash;
use crate::layers::HashTable;
use crate::names::{self, NameRecord, NameView};
use crate::sorter::Sorter;
use crate::tables::WriteTables;
use crate::{Result, Value};

/// Maximum number of records held before they are written, and their maximum size in bytes, because names can
/// be long.
const HELD_RECORDS: usize = 4096;
const HELD_BYTES: usize = 8 << 20;
/// Maximum number of names held in memory before their hashes are written: they take about 200 MB. Written
/// names have to be looked up in the tables, and each time much of the table of hashes is rewritten.
const HELD_NAMES: usize = 12 << 20;

/// The names created since hashes were last written.
pub(super) struct FreshNames {
    records: Vec<Put<u32>>,
    /// Size of the records.
    bytes: usize,
    names: HeldNames,
    /// The ids of names under their hashes, for the table.
    hashes: Sorter<3>,
    /// The first name whose hash is not written yet.
    first: Option<u32>,
    /// Deleted names, whose hashes are not to be written.
    unused: IdSet,
    /// Whether the hashes to be written include those of a merged layer.
    joining: bool,
    plain: IdSet,
    /// Folder of the temporary files.
    runs: PathBuf,
    /// Maximum number of records of a sorter in memory.
    buffer: usize,
}

/// A set of ids that are close to each other: one bit for each id from the first on.
#[derive(Default)]
struct IdSet {
    first: u32,
    bits: Vec<u64>,
}

impl IdSet {
    /// Adds an id, which must not be less than the first one.
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

impl FreshNames {
    /// An empty set of names; hashes are sorted in `runs`, at most `buffer` of them in memory.
    pub(super) fn new(runs: &Path, buffer: usize) -> FreshNames {
        FreshNames {
            records: Vec::new(),
            bytes: 0,
            names: HeldNames::default(),
            hashes: Sorter::new(runs, buffer),
            first: None,
            unused: IdSet::default(),
            joining: false,
            plain: IdSet::default(),
            runs: runs.to_owned(),
            buffer,
        }
    }

    /// The id of the name with this text, if it is held.
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        self.names.get(text)
    }

    /// Whether a name is new and known to be a text that has letters or signs and no typed order.
    pub(super) fn is_plain(&self, id: u32) -> bool {
        self.plain.has(id)
    }

    /// Frees memory; called when no more texts will be looked up before hashes are written.
    pub(super) fn forget_texts(&mut self) {
        self.names = HeldNames::default();
    }

    /// Called when [`FreshNames::is_plain`] is not needed any more for the names created so far.
    pub(super) fn forget_plain(&mut self) {
        self.plain = IdSet::default();
    }

    /// The record of a name, if it is held.
    pub(super) fn record(&self, id: u32) -> Result<Option<NameView<'_>>> {
        let at = self.records.binary_search_by_key(&id, |record| record.0).ok();
        let held = at.and_then(|at| self.records.get(at));
        held.map(|record| NameView::read(id, &record.1)).transpose()
    }

    /// Adds a name that is not in the graph, with the next id.
    pub(super) fn push(
        &mut self,
        tables: &mut WriteTables<'_>,
        id: u32,
        text: &str,
        iri: Option<&str>,
    ) -> Result<()> {
        let value = Value::parse(text);
        if matches!(value, Value::Text) && !is_missing(text) {
            self.plain.add(id);
        }
        let record = NameRecord::new(text, value, iri).to_bytes()?;
        self.bytes += record.len();
        self.records.push(Put(id, record));
        self.names.add(text, id);
        self.hashes.push(hash_record(text_hash(text), id))?;
        self.first.get_or_insert(id);
        if self.records.len() >= HELD_RECORDS || self.bytes >= HELD_BYTES {
            self.write_records(tables)?;
        }
        if self.names.len() >= HELD_NAMES {
            self.write(tables)?;
        }
        Ok(())
    }

    /// Writes the held records; lookups of their names still work in memory.
    pub(super) fn write_records(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        put_ascending(&mut tables.names, &mut self.records)?;
        self.records.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Adds the hashes of a merged layer to those that are written next.
    pub(super) fn join(&mut self, name_ids: &HashTable<'_>) -> Result<()> {
        self.joining = true;
        each_hashed(name_ids, &mut |record| self.hashes.push(record))
    }

    /// Deletes a name with this hash, whose record was removed from the table. It may still be found until
    /// hashes are written. Names are deleted in ascending order.
    pub(super) fn forget<'a, 't: 'a>(
        &mut self,
        name_ids: impl IntoIterator<Item = &'a mut HashTable<'t>>,
        hash: u64,
        id: u32,
    ) -> Result<()> {
        if self.joining || self.first.is_some_and(|first| first <= id) {
            self.unused.add(id);
            return Ok(());
        }
        names::remove_candidate(name_ids, hash, id)
    }

    /// Writes everything that is held.
    pub(super) fn write(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        self.write_records(tables)?;
        self.write_hashes(&mut tables.last_layer().name_ids)
    }

    /// Number of held hashes.
    pub(super) fn len(&self) -> u64 {
        self.hashes.len()
    }

    /// Writes the held hashes; from then on their names are looked up in the tables.
    pub(super) fn write_hashes(&mut self, name_ids: &mut HashTable<'_>) -> Result<()> {
        self.names = HeldNames::default();
        self.first = None;
        self.joining = false;
        let (hashes, unused) =
            (replace(&mut self.hashes, Sorter::new(&self.runs, self.buffer)), take(&mut self.unused));
        put_hashed(name_ids, hashes, |id| !unused.has(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_remembered() {
        let mut ids = IdSet::default();
        for id in [1000, 1063, 1064, 5000] {
            ids.add(id);
        }
        let known: Vec<u32> = (0..6000).filter(|id| ids.has(*id)).collect();
        assert_eq!(known, [1000, 1063, 1064, 5000]);
    }
}
