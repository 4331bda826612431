//! Loading and removing sources, one transaction at a time.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Load`], the transaction |
//! | `source.rs` | [`SourceLoad`], which receives the nodes and facts of one source |
//! | `batch.rs` | the sources whose index entries are not written yet |
//! | `fresh.rs` | the names that a load has created and not yet written |
//! | `held.rs` | the ids of many names in little memory |
//! | `derive.rs` | what is derived from the facts: indexes, statistics, catalogue entries |
//! | `nodes.rs` | what is derived from nodes: roles, tokens, folded forms |
//! | `relations.rs` | the statistics of columns and relations |
//! | `pace.rs` | progress, and jobs that run in parallel |
//! | `tokens.rs` | the dictionary of folded tokens |
//! | `remove.rs` | removing a source |

mod batch;
mod derive;
mod fresh;
mod held;
mod nodes;
mod pace;
mod relations;
mod remove;
mod source;
mod tokens;

use std::ops::ControlFlow;
use std::path::PathBuf;

use redb::WriteTransaction;

use crate::guard::{Held, guarded};
use crate::layers::Layering;
use crate::tables::{WriteTables, counter};
use crate::{OnEntries, Result, Source, SourceSpec};

use batch::Batch;
use pace::Pace;
pub use source::SourceLoad;

/// Default for the number of index entries held in memory: 20 MB.
const BUFFER: usize = 1 << 20;

/// An open change of the graph. Nothing of it is visible, or survives a crash, before [`Load::commit`];
/// dropping it cancels it.
///
/// A load may remove and add any number of sources: they change together or not at all. Its memory does not
/// grow with the size of the files: facts are written as they come, and index entries beyond a limit go to
/// temporary files, which are merged for all sources at the end.
pub struct Load {
    txn: Held<WriteTransaction>,
    batch: Batch,
    /// The catalogue entries of the sources whose indexes are written.
    derived: Vec<Source>,
}

impl std::fmt::Debug for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Load").field("unfinished", &self.batch.unfinished).finish_non_exhaustive()
    }
}

impl Load {
    pub(crate) fn new(txn: Held<WriteTransaction>, runs: PathBuf) -> Load {
        Load { txn, batch: Batch::new(runs, BUFFER), derived: Vec::new() }
    }

    /// Limits the number of index entries held in memory, at about 20 bytes each; the default is a million.
    /// Has no effect after a source was begun.
    pub fn with_buffer(mut self, entries: usize) -> Load {
        let begun = self.batch.unfinished || self.batch.first_node.is_some() || !self.derived.is_empty();
        if !begun {
            let layering = self.batch.layering;
            self.batch = Batch { layering, ..Batch::new(self.batch.runs, entries.max(1)) };
        }
        self
    }

    /// For tests, whose graphs are small: writes a layer from `least` facts on, and merges it with earlier
    /// ones that have at most `ratio` times as many.
    #[doc(hidden)]
    pub fn with_layers(mut self, least: u64, ratio: u64) -> Load {
        self.batch.layering = Layering { least, ratio };
        self
    }

    /// Begins a source. It replaces a source of the same name; names that both use keep their ids.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Invalid`] when an earlier source of this load was dropped unfinished.
    pub fn begin_source(&mut self, spec: SourceSpec) -> Result<SourceLoad<'_>> {
        self.batch.check_finished()?;
        self.batch.unfinished = true;
        let Load { txn, batch, .. } = self;
        guarded(|| SourceLoad::new(WriteTables::open(txn)?, batch, spec))
    }

    /// Removes a source with everything that only it uses; `false` when there is none of this name.
    pub fn remove(&mut self, name: &str) -> Result<bool> {
        self.batch.check_finished()?;
        // A removal that fails half-way leaves a transaction that must not be committed.
        self.batch.unfinished = true;
        let Load { txn, batch, derived } = self;
        let removed = guarded(|| {
            let mut tables = WriteTables::open(txn)?;
            // The source to be removed may be one of this load.
            derived.extend(batch.derive(&mut tables, &mut Pace::new(&mut |_, _| ControlFlow::Continue(())))?);
            let Some(id) = tables.source_ids.remove(name)?.map(|id| id.value()) else { return Ok(false) };
            batch.remove_source(&mut tables, id)?;
            Ok(true)
        })?;
        self.batch.unfinished = false;
        Ok(removed)
    }

    /// Writes the indexes of the loaded sources, and makes everything durable and visible to new snapshots,
    /// atomically. Returns the catalogue entries of the sources that were loaded, in that order, including
    /// those that this load removed or replaced again.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Invalid`] when a source was begun and not finished; nothing is kept then.
    pub fn commit(self) -> Result<Vec<Source>> {
        self.commit_with(&mut |_, _| ControlFlow::Continue(()))
    }

    /// Like [`Load::commit`], and reports the progress of writing the indexes, which is the longer part of
    /// many loads.
    ///
    /// # Errors
    ///
    /// As [`Load::commit`], and [`crate::Error::Cancelled`]; nothing is kept then.
    pub fn commit_with(mut self, on_step: OnEntries<'_>) -> Result<Vec<Source>> {
        self.batch.check_finished()?;
        guarded(|| {
            {
                let mut tables = WriteTables::open(&self.txn)?;
                let mut pace = Pace::new(on_step);
                self.derived.extend(self.batch.derive(&mut tables, &mut pace)?);
                // The token counts of replaced and removed sources.
                self.batch.dictionary.write(&mut tables.tokens)?;
                tables.counters.grow(counter::CATALOGUE)?;
            }
            self.txn.into_inner().commit()?;
            Ok(self.derived)
        })
    }
}
