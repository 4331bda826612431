//! The searchable vectors of one graph: what is in memory, how it follows the database, and how the files are
//! written.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use super::allowed::AllowedSets;
use super::exact::ExactSet;
use super::file::{self, CHUNK, VectorFile, Writer};
use super::hnsw::Hnsw;
use super::quantize::quantize;
use super::{DIMENSIONS, each_key, fingerprint, stored};
use crate::tables::{ReadTables, counter};
use crate::{Error, Graph, Result};

/// State of the vectors in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VectorState {
    /// Incremented with every change of the set of vectors.
    pub(super) generation: u64,
    /// Incremented when a stored vector was replaced.
    pub(super) rebuild: u64,
    /// These two reveal a database that was restored to an older state and then changed differently.
    pub(super) next_node: u64,
    pub(super) next_demonstration: u64,
}

impl VectorState {
    pub(super) fn of(tables: &ReadTables) -> Result<VectorState> {
        Ok(VectorState {
            generation: tables.counters.get(counter::VECTORS)?,
            rebuild: tables.counters.get(counter::REBUILD)?,
            next_node: tables.counters.get(counter::NODE)?,
            next_demonstration: tables.counters.get(counter::DEMONSTRATION)?,
        })
    }
}

/// The searchable vectors, with the state of the database that they follow.
#[derive(Default)]
struct Loaded {
    state: Option<VectorState>,
    set: ExactSet,
}

impl Loaded {
    /// Whether all vectors of the view of `wanted` are present. There may be more: keys are checked when they
    /// are found.
    fn follows(&self, wanted: VectorState) -> bool {
        self.state.is_some_and(|own| own.generation >= wanted.generation && own.rebuild >= wanted.rebuild)
    }

    /// Adds the vectors of the view of `tables` that are missing. After an error everything is loaded anew.
    fn catch_up(&mut self, tables: &ReadTables) -> Result<()> {
        self.state = None;
        self.set.catch_up(tables)?;
        self.state = Some(VectorState::of(tables)?);
        Ok(())
    }
}

/// The searchable forms of the vectors of one graph.
pub(crate) struct VectorStore {
    folder: PathBuf,
    loaded: RwLock<Loaded>,
    refreshing: Mutex<()>,
    pub(super) hnsw: Hnsw,
    pub(super) allowed: AllowedSets,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn io_error(what: &'static str) -> impl Fn(io::Error) -> Error {
    move |source| Error::Io { what: what.to_owned(), source }
}

/// A guard that gives access to the set only.
pub(super) struct Searchable<'a>(RwLockReadGuard<'a, Loaded>);

impl std::ops::Deref for Searchable<'_> {
    type Target = ExactSet;

    fn deref(&self) -> &ExactSet {
        &self.0.set
    }
}

impl VectorStore {
    pub(crate) fn new(folder: &Path) -> VectorStore {
        VectorStore {
            folder: folder.to_owned(),
            loaded: RwLock::default(),
            refreshing: Mutex::default(),
            hnsw: Hnsw::new(folder),
            allowed: AllowedSets::default(),
        }
    }

    /// The 8-bit vectors, brought up to date with the view of `tables`.
    pub(super) fn set(&self, tables: &ReadTables) -> Result<Searchable<'_>> {
        let wanted = VectorState::of(tables)?;
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        if loaded.follows(wanted) {
            return Ok(Searchable(loaded));
        }
        drop(loaded);
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if !loaded.follows(wanted) {
            if loaded.state.is_none_or(|own| own.rebuild != wanted.rebuild) {
                let file =
                    VectorFile::open(&self.folder).filter(|file| file.state().rebuild == wanted.rebuild);
                let current = file.as_ref().is_some_and(|file| file.state() == wanted);
                *loaded = Loaded { state: current.then_some(wanted), set: ExactSet::with_file(file) };
            }
            if loaded.state != Some(wanted) {
                loaded.catch_up(tables)?;
            }
        }
        drop(loaded);
        Ok(Searchable(self.loaded.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Calls `search` with the 8-bit vectors. If it finds a damaged chunk of the file, the vectors of the
    /// chunk are read from the database and the search is repeated.
    pub(super) fn search(
        &self,
        tables: &ReadTables,
        search: impl Fn(&ExactSet) -> Result<super::exact::ScannedCandidates>,
    ) -> Result<super::exact::ScannedCandidates> {
        let found = search(&*self.set(tables)?)?;
        if !found.damaged {
            return Ok(found);
        }
        self.loaded.write().unwrap_or_else(PoisonError::into_inner).catch_up(tables)?;
        search(&*self.set(tables)?)
    }

    /// See [`Graph::refresh_vectors`].
    fn refresh(&self, tables: &ReadTables) -> Result<()> {
        let _one = lock(&self.refreshing);
        let wanted = VectorState::of(tables)?;
        let old = VectorFile::open(&self.folder);
        if !old.as_ref().is_some_and(|old| old.state() == wanted && old.intact()) {
            let rows = self.write(old.filter(|old| old.state().rebuild == wanted.rebuild), tables, wanted)?;
            let file = VectorFile::open(&self.folder);
            let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
            match file {
                Some(file) if rows > 0 => {
                    *loaded = Loaded { state: Some(wanted), set: ExactSet::with_file(Some(file)) };
                }
                // There is nothing to search, or the file cannot be mapped: what is in memory stays in use.
                _ => {}
            }
        }
        self.hnsw.refresh(tables, wanted)
    }

    /// Rewrites the file: rows that the old one has are copied, others are read from the database. Without
    /// vectors the file is deleted. Returns the number of rows.
    fn write(&self, old: Option<VectorFile>, tables: &ReadTables, state: VectorState) -> Result<usize> {
        let io = io_error("the file of 8-bit vectors cannot be written");
        let new = self.folder.join(file::NAME).with_extension("i8.new");
        let mut writer = Writer::create(new.clone()).map_err(&io)?;
        let mut walk = old.as_ref().map(VectorFile::walk);
        let mut quantized = Vec::with_capacity(DIMENSIONS);
        let written = each_key(tables, &mut |key, hash| {
            let print = fingerprint(&hash);
            let kept = old.as_ref().zip(walk.as_mut()).and_then(|(old, walk)| {
                let row = walk.row(key, print).filter(|row| old.chunk_is_intact(row / CHUNK))?;
                let components = old.components().as_chunks::<DIMENSIONS>().0.get(row)?;
                Some((f32::from_le_bytes(*old.scales().get(row)?), components))
            });
            if let Some((scale, components)) = kept {
                return writer.push(key, print, scale, components).map_err(&io);
            }
            let Some(vector) = stored(tables, &hash)? else { return Ok(()) };
            quantized.clear();
            let scale = quantize(&vector, &mut quantized);
            writer.push(key, print, scale, &quantized).map_err(&io)
        });
        let rows = writer.rows();
        let finished = written.and_then(|()| match rows {
            0 => VectorFile::remove(&self.folder).map_err(&io),
            _ => {
                let finished = writer.finish(state).map_err(&io)?;
                file::put_in_place(&finished, &self.folder).map_err(&io)
            }
        });
        if rows == 0 || finished.is_err() {
            let _ = std::fs::remove_file(&new);
        }
        finished.map(|()| rows)
    }
}

impl Graph {
    /// Brings the vector files up to date with the database: adds missing vectors, leaves out deleted ones,
    /// and rebuilds the files when they are damaged or vectors were replaced. Takes a second or so for
    /// hundreds of thousands of names, minutes for millions, for which a graph index is built. Reads go on in
    /// the meantime, with the vectors that are searchable already.
    pub fn refresh_vectors(&self) -> Result<()> {
        let tables = self.read()?;
        crate::guard::guarded(|| self.vector_store().refresh(&tables))
    }
}
