//! Puts pairs into a table in ascending order of keys.
//!
//! A single insert descends from the root. Pairs after the last key of a table are instead passed to one
//! cursor, which packs them into full leaves: a load of many new keys takes a fraction of the time.

use std::ops::Bound;

use redb::{CursorError, Key, Range, ReadableTable, Table, Value};
use rkyv::util::AlignedVec;

use crate::codec::{ids_from_bytes, ids_to_bytes};
use crate::postings::BlockKey;
use crate::sorter::{Record, Sorter};
use crate::{Error, Result};

/// A key and a value for a table.
pub(crate) trait Row {
    /// Key type of the table.
    type Key: Key + 'static;
    /// Value type of the table.
    type Value: Value + 'static;

    /// The key.
    fn key(&self) -> <Self::Key as Value>::SelfType<'_>;
    /// The value.
    fn value(&self) -> <Self::Value as Value>::SelfType<'_>;
    /// Called when the value has replaced a stored one under the same key: changes it to what is to be
    /// stored instead; `false` if it needs no change.
    fn join(&mut self, stored: <Self::Value as Value>::SelfType<'_>) -> Result<bool>;
}

/// Puts pairs with ascending keys into the table.
pub(crate) fn put_ascending<P: Row>(table: &mut Table<'_, P::Key, P::Value>, pairs: &mut [P]) -> Result<()> {
    let behind = match table.last()? {
        None => 0,
        Some((last, _)) => {
            let last = last.value();
            let last = P::Key::as_bytes(&last);
            pairs.partition_point(|pair| {
                P::Key::compare(P::Key::as_bytes(&pair.key()).as_ref(), last.as_ref()).is_le()
            })
        }
    };
    let (inside, behind) = pairs.split_at_mut(behind);
    for pair in inside {
        let changed = match table.insert(pair.key(), pair.value())? {
            Some(stored) => pair.join(stored.value())?,
            None => false,
        };
        if changed {
            table.insert(pair.key(), pair.value())?;
        }
    }
    if behind.is_empty() {
        return Ok(());
    }
    let mut cursor = table.upper_bound_mut(Bound::<<P::Key as Value>::SelfType<'_>>::Unbounded)?;
    for pair in behind {
        cursor.insert_before(pair.key(), pair.value()).map_err(|error| match error {
            CursorError::Storage(error) => error.into(),
            other => Error::Database(other.to_string()),
        })?;
    }
    Ok(cursor.close()?)
}

/// A value under a key of a table of bytes; it replaces a stored one.
pub(crate) struct Put<K>(pub(crate) K, pub(crate) AlignedVec);

impl Row for Put<u32> {
    type Key = u32;
    type Value = &'static [u8];

    fn key(&self) -> u32 {
        self.0
    }
    fn value(&self) -> &[u8] {
        &self.1
    }
    fn join(&mut self, _: &[u8]) -> Result<bool> {
        Ok(false)
    }
}

impl Row for Put<BlockKey> {
    type Key = &'static BlockKey;
    type Value = &'static [u8];

    fn key(&self) -> &BlockKey {
        &self.0
    }
    fn value(&self) -> &[u8] {
        &self.1
    }
    fn join(&mut self, _: &[u8]) -> Result<bool> {
        Ok(false)
    }
}

/// A name that waits for a vector.
pub(crate) struct Waiting(pub(crate) u32);

impl Row for Waiting {
    type Key = u32;
    type Value = ();

    fn key(&self) -> u32 {
        self.0
    }
    fn value(&self) {}
    fn join(&mut self, (): ()) -> Result<bool> {
        Ok(false)
    }
}

/// The words of a sort record for a hash and an id under it.
pub(crate) fn hash_record(hash: u64, id: u32) -> Record<3> {
    [(hash >> 32) as u32, hash as u32, id]
}

/// Calls `visit` with every id of a table of hashes, as a [`hash_record`].
pub(crate) fn each_hashed(
    table: &impl ReadableTable<u64, &'static [u8]>,
    visit: &mut dyn FnMut(Record<3>) -> Result<()>,
) -> Result<()> {
    for item in table.iter()? {
        let (hash, ids) = item?;
        let hash = hash.value();
        let ids = ids_from_bytes(ids.value())
            .ok_or_else(|| Error::Damaged { what: format!("the id list of the hash {hash:#x}") })?;
        ids.into_iter().try_for_each(|id| visit(hash_record(hash, id)))?;
    }
    Ok(())
}

/// Number of hashes put at once. As rows they take more memory than as records.
const TOGETHER: usize = 4096;

/// Adds ids under their hashes to a table. The sorter has [`hash_record`]s; ids that are not `wanted` are
/// left out.
pub(crate) fn put_hashed(
    table: &mut Table<'_, u64, &'static [u8]>,
    hashes: Sorter<3>,
    wanted: impl Fn(u32) -> bool,
) -> Result<()> {
    let mut hashes = hashes.finish()?;
    let (mut rows, mut last) = (Vec::with_capacity(TOGETHER), None);
    while let Some([high, low, id]) = hashes.next()? {
        if !wanted(id) {
            continue;
        }
        let hash = u64::from(high) << 32 | u64::from(low);
        if last.replace(hash) == Some(hash)
            && let Some(Hashed { ids, .. }) = rows.last_mut()
        {
            ids.extend(id.to_le_bytes());
            continue;
        }
        if rows.len() == TOGETHER {
            put_ascending(table, &mut rows)?;
            rows.clear();
        }
        rows.push(Hashed { hash, ids: ids_to_bytes(&[id]) });
    }
    put_ascending(table, &mut rows)
}

/// Merges several tables of hashes into an empty one.
pub(crate) fn put_joined(
    table: &mut Table<'_, u64, &'static [u8]>,
    mut parts: Vec<Range<'_, u64, &'static [u8]>>,
) -> Result<()> {
    let read = |part: &mut Range<'_, u64, &'static [u8]>| -> Result<Option<Hashed>> {
        let next = part.next().transpose()?;
        Ok(next.map(|(hash, ids)| Hashed { hash: hash.value(), ids: ids.value().to_vec() }))
    };
    let mut next = parts.iter_mut().map(read).collect::<Result<Vec<_>>>()?;
    let mut rows = Vec::with_capacity(TOGETHER);
    while let Some(hash) = next.iter().flatten().map(|row| row.hash).min() {
        let mut joined = Hashed { hash, ids: Vec::new() };
        for (next, part) in next.iter_mut().zip(&mut parts) {
            if let Some(row) = next.take_if(|row| row.hash == hash) {
                joined.ids.extend(row.ids);
                *next = read(part)?;
            }
        }
        rows.push(joined);
        if rows.len() == TOGETHER {
            put_ascending(table, &mut rows)?;
            rows.clear();
        }
    }
    put_ascending(table, &mut rows)
}

/// Ids under a hash; they are added to the stored ones.
struct Hashed {
    hash: u64,
    ids: Vec<u8>,
}

impl Row for Hashed {
    type Key = u64;
    type Value = &'static [u8];

    fn key(&self) -> u64 {
        self.hash
    }
    fn value(&self) -> &[u8] {
        &self.ids
    }
    fn join(&mut self, stored: &[u8]) -> Result<bool> {
        let read = |bytes| {
            ids_from_bytes(bytes)
                .ok_or_else(|| Error::Damaged { what: format!("the id list of the hash {:#x}", self.hash) })
        };
        let mut ids = read(stored)?;
        ids.extend(read(&self.ids)?);
        ids.sort_unstable();
        ids.dedup();
        self.ids = ids_to_bytes(&ids);
        Ok(true)
    }
}
