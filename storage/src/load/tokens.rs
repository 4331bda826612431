//! The dictionary of folded tokens while a load changes it.
//!
//! Ids and counts are changed in memory and written in sorted batches: random
//! single writes would dominate the time of a load.

use redb::ReadableTable as _;
use rustc_hash::FxHashMap;

use crate::bulk::{Row, put_ascending};
use crate::tables::{WriteTables, counter};
use crate::{Result, tokens};

/// Tokens that are held before they are written: some 10 MB.
const HELD: usize = 100_000;

/// The tokens that were met since they were last written.
#[derive(Default)]
pub(super) struct Dictionary {
    held: FxHashMap<String, Entry>,
}

struct Entry {
    id: u32,
    /// Names that contain the token, as the table has it.
    stored: u32,
    /// Change of that number.
    change: i64,
}

impl Dictionary {
    /// The ids of the distinct tokens of a name, ascending; `change` is added to their counts.
    pub(super) fn ids(&mut self, tables: &mut WriteTables<'_>, text: &str, change: i64) -> Result<Vec<u32>> {
        let mut words = tokens(text);
        words.sort_unstable();
        words.dedup();
        let mut ids = Vec::with_capacity(words.len());
        for word in words {
            if let Some(entry) = self.held.get_mut(&word) {
                entry.change += change;
                ids.push(entry.id);
                continue;
            }
            if self.held.len() >= HELD {
                self.write(tables)?;
            }
            let known = tables.tokens.get(word.as_bytes())?.map(|entry| entry.value());
            let (id, stored) = match known {
                Some(known) => known,
                None => (tables.take_ids(counter::TOKEN, 1)?, 0),
            };
            self.held.insert(word, Entry { id, stored, change });
            ids.push(id);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Writes what has changed. A token that no name contains any more goes.
    pub(super) fn write(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        let mut changed = Vec::new();
        for (word, Entry { id, stored, change }) in self.held.drain() {
            match u32::try_from(i64::from(stored) + change) {
                Ok(count) if count > 0 => {
                    if count != stored {
                        changed.push(Counted { word, id, count });
                    }
                }
                _ => {
                    tables.tokens.remove(word.as_bytes())?;
                }
            }
        }
        changed.sort_unstable_by(|left, right| left.word.cmp(&right.word));
        put_ascending(&mut tables.tokens, &mut changed)
    }
}

/// A token with the number of names that contain it.
struct Counted {
    word: String,
    id: u32,
    count: u32,
}

impl Row for Counted {
    type Key = &'static [u8];
    type Value = (u32, u32);

    fn key(&self) -> &[u8] {
        self.word.as_bytes()
    }
    fn value(&self) -> (u32, u32) {
        (self.id, self.count)
    }
    fn join(&mut self, _: (u32, u32)) -> Result<bool> {
        Ok(false)
    }
}
