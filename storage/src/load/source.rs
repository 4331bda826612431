//! Receives the nodes and facts of one source.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread::{self, Builder, ScopedJoinHandle, available_parallelism};

use redb::ReadableTable as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::batch::{Batch, Ended};
use crate::codec::text_hash;
use crate::facts::{FactWriter, NO_COLUMN, NO_ROW};
use crate::guard::{Held, guarded};
use crate::names::{CHUNK, NameRecord, NameView};
use crate::tables::{WriteTables, counter};
use crate::{Error, FactId, NewFact, NodeId, Result, SourceId, SourceSpec};

/// Number of names in each generation of the cache.
const CACHED_NAMES: usize = 100_000;
/// Names longer than this are looked up in the table each time.
const CACHED_LENGTH: usize = 200;
/// Fewer names are not worth the threads for looking them up together.
const TOGETHER: usize = 64;
/// Maximum number of threads that look up names.
const MOST_THREADS: usize = 4;

/// Recently used names that are in the table of names, in two generations: when the young one is full it
/// becomes the old one. A name in use therefore stays, and the size of the cache is bounded.
#[derive(Default)]
pub(super) struct NameCache {
    young: FxHashMap<Box<str>, u32>,
    old: FxHashMap<Box<str>, u32>,
    /// Names that were looked up ahead and are not in the table.
    absent: FxHashSet<Box<str>>,
}

impl NameCache {
    fn get(&mut self, text: &str) -> Option<u32> {
        if let Some(&id) = self.young.get(text) {
            return Some(id);
        }
        let id = *self.old.get(text)?;
        self.insert(text, id);
        Some(id)
    }

    fn insert(&mut self, text: &str, id: u32) {
        if text.len() > CACHED_LENGTH {
            return;
        }
        if self.young.len() >= CACHED_NAMES {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(text.into(), id);
    }

    fn has(&self, text: &str) -> bool {
        self.young.contains_key(text) || self.old.contains_key(text)
    }

    /// Clears the cache; called when names may have been deleted.
    pub(super) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}

/// The chunk of row nodes that was used last.
struct RowChunk {
    chunk: u32,
    first: u32,
    used: [u64; 4],
}

/// A source that is being loaded; created by [`crate::Load::begin_source`].
///
/// Call [`SourceLoad::finish`] at its end. Dropping it earlier leaves its load unusable: the load can then
/// only be dropped, and the graph stays as it was.
pub struct SourceLoad<'l> {
    /// Held, because the caller may drop the source on a damaged file.
    tables: Held<WriteTables<'l>>,
    batch: &'l mut Batch,
    spec: SourceSpec,
    id: SourceId,
    next_node: u32,
    first_fact: u32,
    next_fact: u32,
    facts: FactWriter,
    columns: BTreeMap<u16, NodeId>,
    rows: u64,
    skipped: u64,
    chunk: Option<RowChunk>,
}

impl std::fmt::Debug for SourceLoad<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceLoad").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl<'l> SourceLoad<'l> {
    pub(super) fn new(
        mut tables: WriteTables<'l>,
        batch: &'l mut Batch,
        spec: SourceSpec,
    ) -> Result<SourceLoad<'l>> {
        let id = SourceId(tables.counters.take_ids(counter::SOURCE, 1)?);
        // The counters are written back when the source finishes; reserving no id only checks their range.
        let next_node = tables.counters.take_ids(counter::NODE, 0)?;
        let first_fact = tables.counters.take_ids(counter::FACT, 0)?;
        batch.first_node.get_or_insert(next_node);
        Ok(SourceLoad {
            tables: Held::new(tables),
            batch,
            spec,
            id,
            next_node,
            first_fact,
            next_fact: first_fact,
            facts: FactWriter::new(id, first_fact),
            columns: BTreeMap::new(),
            rows: 0,
            skipped: 0,
            chunk: None,
        })
    }

    /// The id that the source will have.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The node of a name; a new name gets a new node. A name that is used in no fact and as no column when
    /// the source finishes is deleted.
    pub fn intern(&mut self, text: &str) -> Result<NodeId> {
        self.intern_with(text, None)
    }

    /// The node of a name that is the label or local name of an IRI. A name is
    /// identified by its text: when it has an IRI already, that one stays.
    pub fn intern_iri(&mut self, text: &str, iri: &str) -> Result<NodeId> {
        self.intern_with(text, Some(iri))
    }

    fn intern_with(&mut self, text: &str, iri: Option<&str>) -> Result<NodeId> {
        let known = self.batch.fresh.known(text).or_else(|| self.batch.cache.get(text));
        if let (Some(id), None) = (known, iri) {
            return Ok(NodeId(id));
        }
        guarded(|| {
            let id = match known {
                Some(id) => id,
                None => match self.stored(text)? {
                    Some(id) => {
                        self.batch.cache.insert(text, id);
                        id
                    }
                    None => {
                        let id = self.take_nodes(1)?;
                        self.batch.fresh.push(&mut self.tables, id, text, iri)?;
                        return Ok(NodeId(id));
                    }
                },
            };
            self.add_iri(id, iri)?;
            Ok(NodeId(id))
        })
    }

    /// The id of a name in the tables. If it is absent, the caller creates it next.
    fn stored(&mut self, text: &str) -> Result<Option<u32>> {
        if self.batch.cache.absent.remove(text) { Ok(None) } else { self.tables.name(text) }
    }

    /// Announces that these names will be interned next. In a graph with many names each lookup reads pages
    /// that are not cached, so they are looked up together, by several threads.
    pub fn expect_names(&mut self, texts: &[&str]) -> Result<()> {
        let tables = &*self.tables;
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        if threads < 2 || !guarded(|| tables.has_names())? {
            return Ok(());
        }
        let Batch { cache, fresh, .. } = &mut *self.batch;
        cache.absent.clear();
        let is_new =
            |text: &&&str| text.len() <= CACHED_LENGTH && fresh.known(text).is_none() && !cache.has(text);
        // Sorted, because near hashes are near each other in the table.
        let mut wanted: Vec<(u64, &str)> =
            texts.iter().filter(is_new).map(|text| (text_hash(text), *text)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.len() < TOGETHER {
            return Ok(());
        }
        let find = |part: &[(u64, &str)]| -> Result<Vec<Option<u32>>> {
            guarded(|| part.iter().map(|(_, text)| tables.name(text)).collect())
        };
        let parts = wanted.chunks(wanted.len().div_ceil(threads));
        let found: Vec<Result<Vec<Option<u32>>>> = thread::scope(|scope| {
            // If no thread can be started, this one does the work.
            let jobs: Vec<_> = parts
                .clone()
                .map(|part| (part, Builder::new().spawn_scoped(scope, move || find(part)).ok()))
                .collect();
            let done = |(part, job): (_, Option<ScopedJoinHandle<'_, _>>)| match job {
                Some(job) => job.join().unwrap_or_else(|panic| resume_unwind(panic)),
                None => find(part),
            };
            jobs.into_iter().map(done).collect()
        });
        for (part, found) in parts.zip(found) {
            for ((_, text), id) in part.iter().zip(found?) {
                match id {
                    Some(id) => cache.insert(text, id),
                    None => _ = cache.absent.insert((*text).into()),
                }
            }
        }
        Ok(())
    }

    /// Sets the IRI of a name that has none.
    fn add_iri(&mut self, id: u32, iri: Option<&str>) -> Result<()> {
        let Some(iri) = iri else { return Ok(()) };
        // Relations of a KG come with their IRI in every triple: their records need not be written for that.
        match self.batch.fresh.record(id)?.map(|name| name.iri().is_some()) {
            Some(true) => return Ok(()),
            Some(false) => self.batch.fresh.write_records(&mut self.tables)?,
            None => {}
        }
        let record = {
            let Some(bytes) = self.tables.names.get(id)? else { return Ok(()) };
            let name = NameView::read(id, bytes.value())?;
            if name.iri().is_some() {
                return Ok(());
            }
            NameRecord::new(name.text(), name.value()?, Some(iri))
        };
        self.tables.names.insert(id, record.to_bytes()?.as_slice())?;
        Ok(())
    }

    fn take_nodes(&mut self, count: u32) -> Result<u32> {
        let first = self.next_node;
        // The last id stays unused, so that `id + 1` never overflows.
        match first.checked_add(count) {
            Some(next) if next < u32::MAX => {
                self.next_node = next;
                Ok(first)
            }
            _ => Err(Error::Invalid {
                what: "the graph has used all 32-bit node ids; load into a new graph".to_owned(),
            }),
        }
    }

    /// The node of a table row, created when it is new; `row` is its 1-based number.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for row 0.
    pub fn row(&mut self, row: u32) -> Result<NodeId> {
        let Some(index) = row.checked_sub(1) else {
            return Err(Error::Invalid { what: "rows are numbered from 1, but row 0 was loaded".to_owned() });
        };
        let (chunk, offset) = (index / CHUNK, index % CHUNK);
        let mut current = match self.chunk.take() {
            Some(current) if current.chunk == chunk => current,
            other => {
                self.chunk = other;
                self.switch_chunk(chunk)?
            }
        };
        let (word, bit) = (offset as usize / 64, 1 << (offset % 64));
        if current.used[word] & bit == 0 {
            current.used[word] |= bit;
            self.rows += 1;
        }
        let id = current.first + offset;
        self.chunk = Some(current);
        Ok(NodeId(id))
    }

    /// Writes the current chunk back and loads another.
    fn switch_chunk(&mut self, chunk: u32) -> Result<RowChunk> {
        guarded(|| {
            self.write_chunk()?;
            let key = (self.id.0, chunk);
            let known = self.tables.chunk_ids.get(key)?.map(|first| first.value());
            if let Some(first) = known {
                let used = self.tables.row_chunks.get(first)?.map(|value| value.value().2);
                return Ok(RowChunk { chunk, first, used: used.unwrap_or_default() });
            }
            let first = self.take_nodes(CHUNK)?;
            self.tables.chunk_ids.insert(key, first)?;
            Ok(RowChunk { chunk, first, used: [0; 4] })
        })
    }

    /// Writes the bitmap of the current chunk.
    fn write_chunk(&mut self) -> Result<()> {
        if let Some(RowChunk { chunk, first, used }) = self.chunk.take() {
            self.tables.row_chunks.insert(first, (self.id.0, chunk, used))?;
        }
        Ok(())
    }

    /// Adds a fact. Its nodes must come from this `SourceLoad`.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when a node is not one of this graph, the row or column cannot be
    /// stored, or no fact ids are left.
    pub fn fact(&mut self, fact: NewFact) -> Result<FactId> {
        let (h, r, t) = (fact.head.0, fact.relation.0, fact.tail.0);
        if h.max(r).max(t) >= self.next_node {
            return Err(Error::Invalid { what: "a fact names a node that is not in the graph".to_owned() });
        }
        if fact.place.row == Some(NO_ROW) || fact.place.column == Some(NO_COLUMN) {
            return Err(Error::Invalid {
                what: "rows are numbered from 1, and columns go up to 65,534".to_owned(),
            });
        }
        let id = self.next_fact;
        if id >= u32::MAX - 1 {
            return Err(Error::Invalid {
                what: "the graph has used all 32-bit fact ids; load into a new graph".to_owned(),
            });
        }
        self.next_fact += 1;
        if let Some(column) = fact.place.column {
            self.columns.entry(column).or_insert(fact.relation);
        }
        self.batch.entries.push(self.id, id, &fact)?;
        guarded(|| self.facts.push(&mut self.tables.facts, &fact))?;
        Ok(FactId(id))
    }

    /// Names a column of the header, so that a column without cells is listed as well.
    pub fn relation_column(&mut self, relation: NodeId, column: u16) {
        self.columns.insert(column, relation);
    }

    /// Counts `lines` that the loader skipped.
    pub fn skipped(&mut self, lines: u64) {
        self.skipped += lines;
    }

    /// Ends the source. Its indexes are written with those of the other sources of the load, by
    /// [`crate::Load::commit`], which returns its catalogue entry.
    pub fn finish(mut self) -> Result<()> {
        guarded(move || {
            self.write_chunk()?;
            self.batch.fresh.write_records(&mut self.tables)?;
            self.facts.flush(&mut self.tables.facts)?;
            self.tables.counters.set(counter::NODE, u64::from(self.next_node))?;
            self.tables.counters.set(counter::FACT, u64::from(self.next_fact))?;
            self.batch.ended.push(Ended {
                spec: self.spec,
                id: self.id,
                first_fact: self.first_fact,
                facts: self.next_fact - self.first_fact,
                columns: self.columns,
                rows: self.rows,
                skipped: self.skipped,
            });
            self.batch.unfinished = false;
            Ok(())
        })
    }
}
