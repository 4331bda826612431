//! LMDB: one entry a posting, and with the store's own blocks.
//!
//! [`Bytes`] is LMDB over bytes alone: keys appended in order, read from a key on.
//! Whatever can be written as bytes can be put into it, archives of blocks as well.

use std::ops::Bound;
use std::path::Path;

use heed::types::Bytes as Raw;
use heed::{Database, Env, EnvOpenOptions, PutFlags, RoTxn, WithoutTls};

use trustuqa_storage::{NodeId, raw};

use super::memory::each_fact;
use super::store::item;
use super::{Item, Peer, Query};
use crate::Failure;

/// Keys and values of bytes in one LMDB database, with a read transaction kept open.
pub struct Bytes {
    table: Database<Raw, Raw>,
    read: RoTxn<'static, WithoutTls>,
}

impl Bytes {
    /// Makes a database of entries in ascending order of keys, in one transaction.
    pub fn make(
        folder: &Path,
        fill: impl FnOnce(&mut dyn FnMut(&[u8], &[u8]) -> Result<(), Failure>) -> Result<(), Failure>,
    ) -> Result<Bytes, Failure> {
        std::fs::create_dir_all(folder)?;
        let mut options = EnvOpenOptions::new().read_txn_without_tls();
        options.map_size(64 << 30);
        // SAFETY: nothing else opens or changes this folder while it is mapped.
        let env: Env<WithoutTls> = unsafe { options.open(folder)? };
        let mut write = env.write_txn()?;
        let table: Database<Raw, Raw> = env.create_database(&mut write, None)?;
        fill(&mut |key, value| Ok(table.put_with_flags(&mut write, PutFlags::APPEND, key, value)?))?;
        write.commit()?;
        Ok(Bytes { table, read: env.static_read_txn()? })
    }

    /// The value of a key.
    pub fn get(&self, key: &[u8]) -> Result<Option<&[u8]>, Failure> {
        Ok(self.table.get(&self.read, key)?)
    }

    /// Calls `f` for the entries from `key` on, in order, until it says that it has enough.
    pub fn from(&self, key: &[u8], mut f: impl FnMut(&[u8], &[u8]) -> bool) -> Result<(), Failure> {
        let range = (Bound::Included(key), Bound::Unbounded);
        for entry in self.table.range(&self.read, &range)? {
            let (key, value) = entry?;
            if !f(key, value) {
                break;
            }
        }
        Ok(())
    }
}

/// The postings of a graph, by head and by tail, in the store's own ids.
pub struct Lmdb(Bytes);

const BY_HEAD: u8 = 0;
const BY_TAIL: u8 = 1;

/// A key: the index, two words to search by, and two that make it unique.
fn key(index: u8, words: [u32; 4]) -> [u8; 17] {
    let mut key = [0; 17];
    key[0] = index;
    for (at, word) in words.iter().enumerate() {
        key[1 + 4 * at..5 + 4 * at].copy_from_slice(&word.to_be_bytes());
    }
    key
}

fn word(key: &[u8], at: usize) -> u32 {
    key.get(1 + 4 * at..5 + 4 * at).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_be_bytes)
}

impl Lmdb {
    /// Reads everything out of a snapshot into a new database.
    pub fn of(read: &trustuqa_storage::Snapshot, folder: &Path) -> Result<Lmdb, Failure> {
        let mut keys = Vec::new();
        each_fact(read, |Item { fact, head, relation, tail }| {
            keys.push(key(BY_HEAD, [head, relation, tail, fact]));
            keys.push(key(BY_TAIL, [tail, relation, head, fact]));
        })?;
        keys.sort_unstable();
        Ok(Lmdb(Bytes::make(folder, |put| keys.iter().try_for_each(|key| put(key, &[])))?))
    }
}

impl Peer for Lmdb {
    fn name(&self) -> String {
        "LMDB, one entry a posting".to_owned()
    }

    fn can(&self, query: &Query) -> bool {
        matches!(query, Query::Head { .. } | Query::Tail { .. })
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let (index, first, second) = match *query {
            Query::Head { head, relation } => (BY_HEAD, head, relation),
            Query::Tail { relation, tail } => (BY_TAIL, tail, relation),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        let prefix = key(index, [first, second, 0, 0]);
        let relation = second;
        let collected = self.0.from(&prefix[..9], |key, _| {
            if !key.starts_with(&prefix[..9]) {
                return false;
            }
            let (other, fact) = (word(key, 2), word(key, 3));
            let (head, tail) = if index == BY_HEAD { (first, other) } else { (other, first) };
            found.push(Item { fact, head, relation, tail });
            true
        });
        collected.expect("LMDB answers");
        found.sort_unstable();
        found
    }
}

/// The store's own blocks in LMDB: the same archives, read by the same code.
pub struct SameBlocks(Bytes);

impl SameBlocks {
    /// Copies every block of the head index.
    pub fn of(read: &trustuqa_storage::Snapshot, folder: &Path) -> Result<SameBlocks, Failure> {
        let mut blocks = Vec::new();
        raw::head_blocks(read, &mut |key, bytes| blocks.push((key.to_vec(), bytes.to_vec())))?;
        blocks.sort_unstable();
        Ok(SameBlocks(Bytes::make(folder, |put| blocks.iter().try_for_each(|(key, bytes)| put(key, bytes)))?))
    }
}

impl Peer for SameBlocks {
    fn name(&self) -> String {
        "LMDB, the same archives".to_owned()
    }

    fn can(&self, query: &Query) -> bool {
        matches!(query, Query::Head { .. })
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let Query::Head { head, relation } = *query else { return Vec::new() };
        let prefix = head.to_be_bytes();
        let mut found = Vec::new();
        let mut read = |bytes: &[u8]| {
            raw::facts_in(bytes, NodeId(head), NodeId(relation), &mut found).expect("a block reads")
        };
        let first = self.0.get(&prefix).expect("LMDB answers");
        if first.is_some_and(&mut read) {
            let others = self.0.from(&prefix, |key, bytes| {
                if key.len() > prefix.len() && key.starts_with(&prefix) {
                    read(bytes);
                }
                key.starts_with(&prefix)
            });
            others.expect("LMDB answers");
        }
        found.sort_unstable();
        found.into_iter().map(item).collect()
    }
}
