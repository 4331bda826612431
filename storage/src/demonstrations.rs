//! Stored demonstrations: questions with the query that answers them.

use std::collections::HashMap;

use redb::ReadableTable as _;

use crate::codec::{decode, encode, vector_key};
use crate::guard::guarded;
use crate::tables::{WriteTables, counter};
use crate::{Error, Graph, Result, Snapshot, StoredDemonstration};

impl Graph {
    /// Stores demonstrations in one transaction and returns their ids, in order. A demonstration with the
    /// same question and query is replaced.
    pub fn put_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> Result<Vec<u32>> {
        guarded(|| {
            let txn = self.begin_write()?;
            let ids = {
                let mut tables = WriteTables::open(&txn)?;
                let mut known = HashMap::new();
                for item in tables.demonstrations.iter()? {
                    let (id, bytes) = item?;
                    let stored: StoredDemonstration = decode(bytes.value(), || describe(id.value()))?;
                    known.insert((stored.question, stored.query), id.value());
                }
                let mut ids = Vec::with_capacity(demonstrations.len());
                for demonstration in demonstrations {
                    let pair = (demonstration.question.clone(), demonstration.query.clone());
                    let id = match known.get(&pair) {
                        Some(id) => *id,
                        None => tables.counters.take_ids(counter::DEMONSTRATION, 1)?,
                    };
                    known.insert(pair, id);
                    let stored = StoredDemonstration { id, ..demonstration.clone() };
                    tables.demonstrations.insert(id, encode(&stored)?.as_slice())?;
                    ids.push(id);
                }
                tables.counters.grow(counter::VECTORS)?;
                ids
            };
            txn.into_inner().commit()?;
            Ok(ids)
        })
    }

    /// Removes a demonstration; the vector of its question is removed when nothing else uses it.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] when there is no demonstration with this id.
    pub fn remove_demonstration(&self, id: u32) -> Result<()> {
        guarded(|| {
            let txn = self.begin_write()?;
            {
                let mut tables = WriteTables::open(&txn)?;
                let removed: StoredDemonstration = match tables.demonstrations.remove(id)? {
                    Some(bytes) => decode(bytes.value(), || describe(id))?,
                    None => return Err(Error::Unknown { what: describe(id) }),
                };
                let mut used = tables.name(&removed.question)?.is_some();
                for item in tables.demonstrations.iter()? {
                    let (id, bytes) = item?;
                    let other: StoredDemonstration = decode(bytes.value(), || describe(id.value()))?;
                    used |= other.question == removed.question;
                }
                if !used {
                    tables.vectors.remove(&vector_key(&removed.question))?;
                }
                tables.counters.grow(counter::VECTORS)?;
            }
            Ok(txn.into_inner().commit()?)
        })
    }
}

impl Snapshot {
    /// Every stored demonstration, in order of storing.
    pub fn demonstrations(&self) -> Result<Vec<StoredDemonstration>> {
        guarded(|| {
            let mut found = Vec::new();
            for item in self.tables.demonstrations.iter()? {
                let (id, bytes) = item?;
                found.push(decode(bytes.value(), || describe(id.value()))?);
            }
            Ok(found)
        })
    }

    /// The demonstration with this id, if there is one.
    pub fn demonstration(&self, id: u32) -> Result<Option<StoredDemonstration>> {
        guarded(|| match self.tables.demonstrations.get(id)? {
            Some(bytes) => Ok(Some(decode(bytes.value(), || describe(id))?)),
            None => Ok(None),
        })
    }
}

fn describe(id: u32) -> String {
    format!("demonstration {id}")
}
