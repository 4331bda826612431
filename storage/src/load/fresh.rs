//! The names that a load has made and not yet written.
//!
//! Hashes of names come in no order, and single inserts all over a table would dominate
//! the time of a load. New names are therefore found in memory. Their records are written by id
//! as they come, their hashes sorted, at the end of the load or when memory is full. They are
//! kept from source to source, because a load of a thousand small tables would gain nothing
//! otherwise.

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

/// Records that are held before they are written, and their bytes: names can be long.
const HELD_RECORDS: usize = 4096;
const HELD_BYTES: usize = 8 << 20;
/// Names that are found in memory before their hashes are written: as many as 200 MB hold.
/// Whatever is written has to be looked up in the tables, and each time much of the table of
/// hashes is written anew.
const HELD_NAMES: usize = 12 << 20;

/// Names since hashes were last written.
pub(super) struct FreshNames {
    records: Vec<Put<u32>>,
    /// Of the records.
    bytes: usize,
    names: HeldNames,
    /// Names under their hashes, for the table.
    hashes: Sorter<3>,
    /// The first of the names whose hashes are not written.
    first: Option<u32>,
    /// Names that are deleted again and whose hashes are not to be written.
    unused: IdSet,
    /// True while the hashes of a layer that is joined are among those to be written.
    joining: bool,
    plain: IdSet,
    /// Folder of the temporary files.
    runs: PathBuf,
    /// Records of a sorter that may be in memory.
    buffer: usize,
}

/// A set of ids that are not far from each other: a bit for each id since the first.
#[derive(Default)]
struct IdSet {
    first: u32,
    bits: Vec<u64>,
}

impl IdSet {
    /// Adds an id, which is not before the first one.
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
    /// No names yet; hashes are sorted in `runs`, at most `buffer` of them in memory.
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

    /// The name whose text is `text`, if that is held.
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        self.names.get(text)
    }

    /// True for a new name that is known to be a text with letters or signs in it and
    /// without a place in the typed order.
    pub(super) fn is_plain(&self, id: u32) -> bool {
        self.plain.has(id)
    }

    /// Called when no text is looked up before hashes are written: gives memory back.
    pub(super) fn forget_texts(&mut self) {
        self.names = HeldNames::default();
    }

    /// Called when no more is asked about the names that are new until now.
    pub(super) fn forget_plain(&mut self) {
        self.plain = IdSet::default();
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

    /// Writes the records that are held; their names are found in memory as before.
    pub(super) fn write_records(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        put_ascending(&mut tables.names, &mut self.records)?;
        self.records.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Adds the hashes of a layer that is joined to those that are written next.
    pub(super) fn join(&mut self, name_ids: &HashTable<'_>) -> Result<()> {
        self.joining = true;
        each_hashed(name_ids, &mut |record| self.hashes.push(record))
    }

    /// Deletes a name with this hash, whose record is not in the table any more. It may be found
    /// until hashes are written. Names are deleted in ascending order.
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

    /// Number of hashes that are held.
    pub(super) fn len(&self) -> u64 {
        self.hashes.len()
    }

    /// Writes the hashes that are held, after which their names are found in the tables.
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
