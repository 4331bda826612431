//! The dictionary of folded tokens while a load changes it.
//!
//! Ids and counts are changed in memory and written in sorted batches: random
//! single writes would dominate the time of a load.

use std::collections::HashMap;

use redb::ReadableTable as _;

use crate::tables::{WriteTables, counter};
use crate::{Result, tokens};

/// Tokens that are held before they are written.
const HELD: usize = 50_000;

/// Token to (id, change of its count).
#[derive(Default)]
pub(super) struct Dictionary {
    held: HashMap<String, (u32, i64)>,
}

impl Dictionary {
    /// The ids of the distinct tokens of a name, ascending; `change` is added to their counts.
    pub(super) fn ids(&mut self, tables: &mut WriteTables<'_>, text: &str, change: i64) -> Result<Vec<u32>> {
        let mut words = tokens(text);
        words.sort_unstable();
        words.dedup();
        let mut ids = Vec::with_capacity(words.len());
        for word in words {
            if let Some((id, delta)) = self.held.get_mut(&word) {
                *delta += change;
                ids.push(*id);
                continue;
            }
            if self.held.len() >= HELD {
                self.write(tables)?;
            }
            let known = tables.tokens.get(word.as_str())?.map(|entry| entry.value().0);
            let id = match known {
                Some(id) => id,
                None => tables.take_ids(counter::TOKEN, 1)?,
            };
            self.held.insert(word, (id, change));
            ids.push(id);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Writes what is held. A token that no name contains any more goes.
    pub(super) fn write(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        let mut held: Vec<_> = self.held.drain().collect();
        held.sort_unstable();
        for (word, (id, delta)) in held {
            let count = tables.tokens.get(word.as_str())?.map_or(0, |entry| i64::from(entry.value().1));
            match u32::try_from(count + delta) {
                Ok(count) if count > 0 => {
                    tables.tokens.insert(word.as_str(), (id, count))?;
                }
                _ => {
                    tables.tokens.remove(word.as_str())?;
                }
            }
        }
        Ok(())
    }
}
