//! The sources of a load whose index entries are not written yet.
//!
//! They are written together, see `derive.rs`: a value that occurs in a thousand tables is then one key that
//! is written once, and the keys of a new graph arrive in ascending order, which fills the pages of the
//! database.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::fresh::FreshNames;
use super::source::NameCache;
use super::tokens::Dictionary;
use crate::intervals;
use crate::layers::{LAYERING, Layering};
use crate::postings::Entry;
use crate::sorter::{Orders, Sorter};
use crate::{Error, NewFact, NodeId, Result, SourceId, SourceSpec};

/// The state of a load that is kept between its sources.
pub(super) struct Batch {
    /// Folder of the temporary files.
    pub(super) runs: PathBuf,
    /// Maximum number of index entries in memory.
    pub(super) buffer: usize,
    pub(super) layering: Layering,
    pub(super) cache: NameCache,
    pub(super) fresh: FreshNames,
    pub(super) dictionary: Dictionary,
    pub(super) entries: FactEntries,
    /// The sources that have ended, in order of their ids.
    pub(super) ended: Vec<Ended>,
    /// Names from this id on were created since entries were last written; `None` before the first source.
    pub(super) first_node: Option<u32>,
    /// Whether a source was begun and not finished. Part of it is in the transaction then, which can only be
    /// dropped.
    pub(super) unfinished: bool,
}

impl Batch {
    pub(super) fn new(runs: PathBuf, buffer: usize) -> Batch {
        Batch {
            entries: FactEntries::new(&runs, buffer),
            fresh: FreshNames::new(&runs, buffer),
            runs,
            buffer,
            layering: LAYERING,
            cache: NameCache::default(),
            dictionary: Dictionary::default(),
            ended: Vec::new(),
            first_node: None,
            unfinished: false,
        }
    }

    /// A sorter for records of `W` words, within the memory limit of the load.
    pub(super) fn sorter<const W: usize>(&self) -> Sorter<W> {
        Sorter::new(&self.runs, self.buffer)
    }

    /// Returns an error while a source is begun and not finished.
    pub(super) fn check_finished(&self) -> Result<()> {
        if self.unfinished {
            return Err(Error::Invalid {
                what: "a source of this load was not finished; drop the load and begin again".to_owned(),
            });
        }
        Ok(())
    }
}

/// A source of which all facts were added.
pub(super) struct Ended {
    pub(super) spec: SourceSpec,
    pub(super) id: SourceId,
    pub(super) first_fact: u32,
    pub(super) facts: u32,
    pub(super) columns: BTreeMap<u16, NodeId>,
    pub(super) rows: u64,
    pub(super) skipped: u64,
}

/// Index entries of facts that are yet to be sorted.
pub(super) struct FactEntries {
    facts: Orders<5, 3>,
    /// Relation, source, a, b, c, head, tail.
    times: Sorter<7>,
}

/// Index entries of facts, by index.
pub(super) struct IndexEntries {
    /// Head, source, relation, tail, fact.
    pub(super) heads: Sorter<5>,
    /// Relation, source, tail, head, fact.
    pub(super) relations: Sorter<5>,
    /// Tail, source, relation, head, fact.
    pub(super) tails: Sorter<5>,
    /// Relation, source, a, b, c, head, tail.
    pub(super) times: Sorter<7>,
}

impl FactEntries {
    pub(super) fn new(runs: &Path, buffer: usize) -> FactEntries {
        let facts = Orders::new(
            runs,
            buffer / 4 * 3,
            [
                |&[head, source, relation, tail, fact]| [head, source, relation, tail, fact],
                |&[head, source, relation, tail, fact]| [relation, source, tail, head, fact],
                |&[head, source, relation, tail, fact]| [tail, source, relation, head, fact],
            ],
        );
        FactEntries { facts, times: Sorter::new(runs, buffer / 4) }
    }

    /// Adds the entries of a fact.
    pub(super) fn push(&mut self, SourceId(source): SourceId, id: u32, fact: &NewFact) -> Result<()> {
        let (h, r, t) = (fact.head.0, fact.relation.0, fact.tail.0);
        self.facts.push([h, source, r, t, id])?;
        if let Some(interval) = fact.interval {
            let first = interval.start.map(|date| date.first_day());
            let last = interval.end.map(|date| date.last_day());
            let Entry { a, b, c, more: [h, t] } = intervals::entry(first, last, id, [h, t]);
            self.times.push([r, source, a, b, c, h, t])?;
        }
        Ok(())
    }

    /// Number of entries.
    pub(super) fn len(&self) -> u64 {
        self.facts.len() + self.times.len()
    }

    /// The entries of each index.
    pub(super) fn by_index(self) -> Result<IndexEntries> {
        let [heads, relations, tails] = self.facts.into_sorters()?;
        Ok(IndexEntries { heads, relations, tails, times: self.times })
    }
}
