//! The dictionary of folded tokens while a load changes it.
//!
//! Ids and counts are changed in memory and written in sorted batches: random
//! single writes would dominate the time of a load.

use redb::{ReadableTable as _, Table};
use rustc_hash::FxHashMap;

use crate::bulk::{Row, put_ascending};
use crate::tables::{Counters, counter};
use crate::{Result, tokens};

/// Maximum number of tokens held before they are written: about 20 MB.
const HELD: usize = 200_000;

/// The table of tokens, and the counters, which include the next token id.
pub(super) struct TokenTables<'a, 't> {
    pub(super) tokens: &'a mut Table<'t, &'static [u8], (u32, u32)>,
    pub(super) counters: &'a mut Counters<Table<'t, &'static str, u64>>,
}

/// The tokens met since they were last written.
#[derive(Default)]
pub(super) struct Dictionary {
    held: FxHashMap<String, Entry>,
}

struct Entry {
    id: u32,
    /// Number of names that contain the token, as in the table.
    stored: u32,
    /// Change of that number.
    change: i64,
}

impl Dictionary {
    /// The id of a token; `change` is added to the number of names that contain it.
    pub(super) fn id(&mut self, tables: &mut TokenTables<'_, '_>, word: &str, change: i64) -> Result<u32> {
        if let Some(entry) = self.held.get_mut(word) {
            entry.change += change;
            return Ok(entry.id);
        }
        if self.held.len() >= HELD {
            self.write(tables.tokens)?;
        }
        let known = tables.tokens.get(word.as_bytes())?.map(|entry| entry.value());
        let (id, stored) = match known {
            Some(known) => known,
            None => (tables.counters.take_ids(counter::TOKEN, 1)?, 0),
        };
        self.held.insert(word.to_owned(), Entry { id, stored, change });
        Ok(id)
    }

    /// Writes the changes. A token that no name contains any more is deleted.
    pub(super) fn write(&mut self, table: &mut Table<'_, &'static [u8], (u32, u32)>) -> Result<()> {
        let mut changed = Vec::new();
        for (word, Entry { id, stored, change }) in self.held.drain() {
            match u32::try_from(i64::from(stored) + change) {
                Ok(count) if count > 0 => {
                    if count != stored {
                        changed.push(Counted { word, id, count });
                    }
                }
                _ => {
                    table.remove(word.as_bytes())?;
                }
            }
        }
        changed.sort_unstable_by(|left, right| left.word.cmp(&right.word));
        put_ascending(table, &mut changed)
    }
}

/// The distinct tokens of a name.
pub(super) fn distinct(text: &str) -> Vec<String> {
    let mut words = tokens(text);
    words.sort_unstable();
    words.dedup();
    words
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
