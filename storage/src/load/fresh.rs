//! The names that a load has made and not yet written.
//!
//! Hashes of names come in no order, and single inserts all over a table would dominate
//! the time of a load. New names are therefore found in memory, and are written in runs:
//! their records by id, their hashes sorted. They are kept from source to source, because
//! a load of a thousand small tables would gain nothing otherwise.

use std::collections::hash_map::Entry;

use redb::ReadableTable as _;
use rkyv::util::AlignedVec;
use rustc_hash::FxHashMap;

use crate::bulk::{Hashed, Put, put_ascending};
use crate::codec::text_hash;
use crate::names::{self, NameRecord, NameView};
use crate::tables::WriteTables;
use crate::{Result, Value};

/// Records that are held before they are written.
const HELD_RECORDS: usize = 4096;
/// Hashes that are held before they are written: about 32 MB.
const HELD_HASHES: usize = 1 << 20;

/// Names since the last run was written.
#[derive(Default)]
pub(super) struct FreshNames {
    records: Vec<Put<u32>>,
    hashes: FxHashMap<u64, u32>,
    /// Names whose hash another name of `hashes` has.
    colliding: Vec<(u64, u32)>,
    /// Names under the hashes of their folded forms.
    folded: Vec<(u64, u32)>,
}

impl FreshNames {
    /// The name whose text is exactly `text`.
    pub(super) fn find(&self, tables: &WriteTables<'_>, text: &str) -> Result<Option<u32>> {
        let hash = text_hash(text);
        let colliding = self.colliding.iter().filter(|(other, _)| *other == hash).map(|(_, id)| *id);
        for id in self.hashes.get(&hash).copied().into_iter().chain(colliding) {
            if self.has_text(tables, id, text)? {
                return Ok(Some(id));
            }
        }
        names::find(&tables.name_ids, &tables.names, text)
    }

    fn has_text(&self, tables: &WriteTables<'_>, id: u32, text: &str) -> Result<bool> {
        let held = |bytes: &AlignedVec| Ok(NameView::read(id, bytes)?.text() == text);
        match self.records.binary_search_by_key(&id, |record| record.0) {
            Ok(at) => self.records.get(at).map_or(Ok(false), |record| held(&record.1)),
            Err(_) => match tables.names.get(id)? {
                Some(bytes) => Ok(NameView::read(id, bytes.value())?.text() == text),
                None => Ok(false),
            },
        }
    }

    /// Adds a name that is not in the graph, under the next id.
    pub(super) fn push(
        &mut self,
        tables: &mut WriteTables<'_>,
        id: u32,
        text: &str,
        iri: Option<&str>,
    ) -> Result<()> {
        self.records.push(Put(id, NameRecord::new(text, Value::parse(text), iri).to_bytes()?));
        let hash = text_hash(text);
        match self.hashes.entry(hash) {
            Entry::Occupied(_) => self.colliding.push((hash, id)),
            Entry::Vacant(place) => {
                place.insert(id);
            }
        }
        if self.records.len() >= HELD_RECORDS {
            self.write_records(tables)?;
        }
        if self.hashes.len() >= HELD_HASHES {
            self.write(tables)?;
        }
        Ok(())
    }

    /// Writes the records that are held; their names are found in memory as before.
    pub(super) fn write_records(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        put_ascending(&mut tables.names, &mut self.records)?;
        self.records.clear();
        Ok(())
    }

    /// Adds a name under the hash of its folded form.
    pub(super) fn push_folded(&mut self, tables: &mut WriteTables<'_>, hash: u64, id: u32) -> Result<()> {
        self.folded.push((hash, id));
        if self.folded.len() >= HELD_HASHES { self.write(tables) } else { Ok(()) }
    }

    /// Forgets that a name of this text is there; its record is not in the table any more.
    pub(super) fn forget(&mut self, tables: &mut WriteTables<'_>, text: &str, id: u32) -> Result<()> {
        let hash = text_hash(text);
        let colliding = self.colliding.iter().position(|entry| *entry == (hash, id));
        if let Some(at) = colliding {
            self.colliding.swap_remove(at);
        } else if self.hashes.get(&hash) == Some(&id) {
            self.hashes.remove(&hash);
            // Another name of the hash takes the place, so that it is still found.
            if let Some(at) = self.colliding.iter().position(|(other, _)| *other == hash) {
                self.hashes.insert(hash, self.colliding.swap_remove(at).1);
            }
        } else {
            names::remove_candidate(&mut tables.name_ids, hash, id)?;
        }
        Ok(())
    }

    /// Writes everything that is held.
    pub(super) fn write(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        self.write_records(tables)?;
        let mut sorted: Vec<(u64, u32)> = self.hashes.drain().collect();
        sorted.append(&mut self.colliding);
        sorted.sort_unstable();
        put_ascending(&mut tables.name_ids, &mut Hashed::group(&sorted))?;
        self.folded.sort_unstable();
        put_ascending(&mut tables.folded, &mut Hashed::group(&self.folded))?;
        self.folded.clear();
        Ok(())
    }
}
