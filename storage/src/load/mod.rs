//! Loading and removing sources, one transaction at a time.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | [`Load`], the transaction |
//! | `source.rs` | [`SourceLoad`], which takes the nodes and facts of one source |
//! | `fresh.rs` | the names that a load has made and not yet written |
//! | `finish.rs` | what is derived when a source ends: indexes, roles, statistics |
//! | `relations.rs` | the statistics of columns and relations |
//! | `tokens.rs` | the dictionary of folded tokens |
//! | `remove.rs` | taking a source out again |

mod finish;
mod fresh;
mod relations;
mod remove;
mod source;
mod tokens;

use std::path::PathBuf;

use redb::WriteTransaction;

use redb::ReadableTable as _;

use crate::guard::{Held, guarded};
use crate::tables::{WriteTables, counter};
use crate::{Error, Result, SourceKind};

use fresh::FreshNames;
pub use source::SourceLoad;
use tokens::Dictionary;

/// Index entries that a load keeps in memory unless told otherwise: 20 MB.
const BUFFER: usize = 1 << 20;

/// What is known of a source before its first fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpec {
    /// Unique name; a loaded source of this name is replaced.
    pub name: String,
    /// Table, KG or TKG.
    pub kind: SourceKind,
    /// The file, as an absolute path when that could be found.
    pub file: String,
    /// Content hash of the file (xxh3-128, hex).
    pub content_hash: String,
}

/// A change of the graph that is being made. Nothing of it is seen, or kept after a
/// crash, before [`Load::commit`]; dropping it cancels it.
///
/// A load may remove and load any number of sources: they change together or not at
/// all. Its memory does not grow with the size of the files: facts are written as
/// they come, and index entries beyond a limit go to temporary files until they are
/// merged when their source ends.
pub struct Load {
    txn: Held<WriteTransaction>,
    runs: PathBuf,
    buffer: usize,
    cache: source::NameCache,
    fresh: FreshNames,
    dictionary: Dictionary,
    /// True while a source is begun and not finished. Its half is in the
    /// transaction, which can then only be dropped.
    unfinished: bool,
}

impl std::fmt::Debug for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Load").field("unfinished", &self.unfinished).finish_non_exhaustive()
    }
}

impl Load {
    pub(crate) fn new(txn: Held<WriteTransaction>, runs: PathBuf) -> Load {
        Load {
            txn,
            runs,
            buffer: BUFFER,
            cache: source::NameCache::default(),
            fresh: FreshNames::default(),
            dictionary: Dictionary::default(),
            unfinished: false,
        }
    }

    /// Limits the index entries that are kept in memory, 20 bytes each; a million by default.
    pub fn with_buffer(mut self, entries: usize) -> Load {
        self.buffer = entries.max(1);
        self
    }

    /// Begins a source. A source of the same name is replaced when this one finishes;
    /// names that both use keep their ids.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when an earlier source of this load was dropped unfinished.
    pub fn begin_source(&mut self, spec: SourceSpec) -> Result<SourceLoad<'_>> {
        self.check_finished()?;
        self.unfinished = true;
        let Load { txn, runs, buffer, cache, fresh, dictionary, unfinished } = self;
        let parts = source::Parts { runs, buffer: *buffer, cache, fresh, dictionary, unfinished };
        guarded(|| SourceLoad::new(WriteTables::open(txn)?, parts, spec))
    }

    /// Removes a source with everything that only it uses; false when there is none of this name.
    pub fn remove(&mut self, name: &str) -> Result<bool> {
        self.check_finished()?;
        self.cache.clear();
        // A removal that fails half-way leaves a transaction that must not be committed.
        self.unfinished = true;
        let removed = guarded(|| {
            let mut tables = WriteTables::open(&self.txn)?;
            let id = tables.source_ids.get(name)?.map(|id| id.value());
            match id {
                None => Ok(false),
                Some(id) => {
                    self.fresh.write(&mut tables)?;
                    remove::remove_source(&mut tables, &self.runs, self.buffer, &mut self.dictionary, id)?;
                    tables.source_ids.remove(name)?;
                    Ok(true)
                }
            }
        })?;
        self.unfinished = false;
        Ok(removed)
    }

    /// Makes everything durable and visible to new snapshots, at once.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when a source was begun and not finished; nothing is kept then.
    pub fn commit(mut self) -> Result<()> {
        self.check_finished()?;
        guarded(|| {
            {
                let mut tables = WriteTables::open(&self.txn)?;
                self.fresh.write(&mut tables)?;
                self.dictionary.write(&mut tables)?;
                let generation = tables.counter(counter::CATALOGUE)?;
                tables.meta.insert(counter::CATALOGUE, generation + 1)?;
            }
            Ok(self.txn.into_inner().commit()?)
        })
    }

    fn check_finished(&self) -> Result<()> {
        if self.unfinished {
            return Err(Error::Invalid {
                what: "a source of this load was not finished; drop the load and begin again".to_owned(),
            });
        }
        Ok(())
    }
}
