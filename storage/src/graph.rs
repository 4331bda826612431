//! A graph: one folder, one database file, one process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
use std::time::{Duration, Instant};

use redb::{Database, DatabaseError, ReadableDatabase as _, WriteTransaction};

use crate::catalogue::{Catalogue, CatalogueCache};
use crate::copy::write_copy;
use crate::error::is_damage;
use crate::guard::{Held, guarded};
use crate::snapshot::Snapshot;
use crate::tables::{FORMAT, META, READS_FROM, ReadTables, WriteTables, counter};
use crate::vectors::VectorStore;
use crate::{Error, Load, Result};

/// Name of the database file in the graph's folder.
const DATABASE: &str = "graph.redb";
/// Name of the folder of the temporary files of a load.
const RUNS: &str = "runs";
/// Name of the file that a compaction writes before it replaces the database.
const COMPACTED: &str = "graph.redb.new";
/// How long work that needs exclusive access to the database waits for other work.
const ALONE: Duration = Duration::from_secs(2);
/// A condition graph in a folder. Cheap to clone; clones share the open file.
///
/// One process holds a graph. Reads go through [`Graph::snapshot`], changes through
/// [`Graph::load`]; one load is open at a time, and snapshots go on reading meanwhile.
#[derive(Clone)]
pub struct Graph {
    inner: Arc<Inner>,
}

struct Inner {
    folder: PathBuf,
    /// Behind a lock only because `compact` needs exclusive access to the database.
    database: RwLock<Held<Database>>,
    vectors: VectorStore,
    catalogue: CatalogueCache,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("folder", &self.inner.folder).finish_non_exhaustive()
    }
}

impl Graph {
    /// Default limit for the bytes of cached pages: enough for a load of any size. A larger cache does not
    /// make a load faster: the pages written at its end then have not been written earlier, in parallel with
    /// other work.
    pub const CACHE: usize = 64 << 20;

    /// Opens the graph in `folder`; with `create`, creates a missing folder and graph.
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] when another process has opened the graph, [`Error::Version`] when another version
    /// of the format wrote it, [`Error::Damaged`] when the file is invalid, [`Error::Io`] when the folder is
    /// missing or cannot be used.
    pub fn open(folder: &Path, create: bool) -> Result<Graph> {
        Graph::open_with_cache(folder, create, Graph::CACHE)
    }

    /// Like [`Graph::open`], with at most `cache` bytes of pages in memory. Lookups in a larger graph are
    /// faster when its pages fit; memory is allocated as pages are read.
    ///
    /// # Errors
    ///
    /// As [`Graph::open`].
    pub fn open_with_cache(folder: &Path, create: bool, cache: usize) -> Result<Graph> {
        let file = folder.join(DATABASE);
        let io = |what: String| move |source| Error::Io { what, source };
        if create {
            std::fs::create_dir_all(folder)
                .map_err(io(format!("the folder {} cannot be made", folder.display())))?;
        } else if !file.is_file() {
            let source = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(Error::Io { what: format!("there is no graph at {}", folder.display()), source });
        }
        // A process that was killed while it created the file may have left an empty one.
        let made = std::fs::metadata(&file).map_or(true, |data| create && data.len() == 0);
        let database = guarded(|| {
            let builder = builder(cache);
            let opened = if made { builder.create(&file) } else { builder.open(&file) };
            opened.map(Held::new).map_err(|error| open_error(error, folder))
        })?;
        if made {
            sync_folder(folder);
        }
        Graph::over(database, folder, made)
    }

    /// The graph in an open database; `made` means that the database is new and empty.
    pub(crate) fn over(database: Held<Database>, folder: &Path, made: bool) -> Result<Graph> {
        guarded(|| prepare(&database, made))?;
        clean_runs(&folder.join(RUNS));
        let inner = Inner {
            folder: folder.to_owned(),
            database: RwLock::new(database),
            vectors: VectorStore::new(folder),
            catalogue: CatalogueCache::default(),
        };
        Ok(Graph { inner: Arc::new(inner) })
    }

    /// Size in bytes of the database file of the graph in `folder`; 0 when there is none.
    pub fn file_size(folder: &Path) -> u64 {
        std::fs::metadata(folder.join(DATABASE)).map_or(0, |data| data.len())
    }

    /// The graph's folder.
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }

    /// A consistent view of the graph as it is now. Later loads do not change it.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Ok(Snapshot::new(self.read()?, self.clone()))
    }

    /// Begins a change of the graph. Waits until another change of this process ends, so a thread with an
    /// open load must end it before it calls anything that changes the graph. Nothing changes before
    /// [`Load::commit`]; dropping the load cancels it.
    pub fn load(&self) -> Result<Load> {
        Ok(Load::new(self.begin_write()?, self.inner.folder.join(RUNS)))
    }

    /// Removes a source with everything that only it uses, in its own transaction.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] when no source has this name.
    pub fn remove_source(&self, name: &str) -> Result<()> {
        let mut load = self.load()?;
        if !load.remove(name)? {
            return Err(Error::Unknown { what: format!("the source `{name}`") });
        }
        load.commit()?;
        Ok(())
    }

    /// Returns the space of removed sources to the file system: the graph is written into a new file with
    /// full pages, which atomically replaces the old one. Layers, into which large loads write, are merged,
    /// which makes lookups faster. True when the file became smaller. Temporarily needs space for both files.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] while a snapshot or a load is open.
    pub fn compact(&self) -> Result<bool> {
        let file = self.inner.folder.join(DATABASE);
        let part = self.inner.folder.join(COMPACTED);
        let io = |what: &str| {
            let what = format!("{what} {}", part.display());
            move |source| Error::Io { what, source }
        };
        let size = |file: &Path| std::fs::metadata(file).map_or(0, |data| data.len());
        let before = size(&file);
        // This also checks that no load is open, which would be lost with the old file.
        let (mut database, ()) = self.alone("the graph cannot be compacted now", shrink)?;
        // Left over from an interrupted compaction.
        if part.exists() {
            std::fs::remove_file(&part).map_err(io("cannot remove"))?;
        }
        let written = guarded(|| {
            let tables = ReadTables::open(&database.begin_read()?)?;
            let mut copied = write_copy(&tables, &part)?;
            shrink(&mut copied)?;
            Ok((copied, tables.layers.len() > 1))
        });
        match written {
            Ok((copied, joined)) if joined || size(&part) < size(&file) => {
                std::fs::rename(&part, &file).map_err(io("cannot put in place"))?;
                sync_folder(&self.inner.folder);
                *database = copied;
            }
            Ok((copied, _)) => {
                drop(copied);
                std::fs::remove_file(&part).map_err(io("cannot remove"))?;
            }
            Err(error) => {
                let _ = std::fs::remove_file(&part);
                return Err(error);
            }
        }
        Ok(size(&file) < before)
    }

    /// Runs work that needs exclusive access to the database, and that returns `None` while it is in use;
    /// then it is retried for a while. The returned guard keeps the access exclusive.
    ///
    /// It never queues for the lock: a load that waits for another one holds it for reading, and a writer in
    /// the queue would block every question as well.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], whose message begins with `what`, when the database remains in use.
    pub(crate) fn alone<T>(
        &self,
        what: &str,
        work: impl Fn(&mut Database) -> Result<Option<T>>,
    ) -> Result<(RwLockWriteGuard<'_, Held<Database>>, T)> {
        let until = Instant::now() + ALONE;
        loop {
            let held = match self.inner.database.try_write() {
                Ok(held) => Some(held),
                Err(TryLockError::Poisoned(held)) => Some(held.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(mut held) = held
                && let Some(done) = guarded(|| work(&mut held))?
            {
                return Ok((held, done));
            }
            if Instant::now() > until {
                return Err(Error::Invalid { what: format!("{what}: it is in use") });
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Opens all tables of the current state for reading.
    pub(crate) fn read(&self) -> Result<Held<ReadTables>> {
        guarded(|| {
            let database = self.inner.database.read().unwrap_or_else(PoisonError::into_inner);
            ReadTables::open(&database.begin_read()?).map(Held::new)
        })
    }

    /// Begins a write transaction, after whose commit recovery from a crash is quick.
    pub(crate) fn begin_write(&self) -> Result<Held<WriteTransaction>> {
        guarded(|| {
            let database = self.inner.database.read().unwrap_or_else(PoisonError::into_inner);
            let mut txn = database.begin_write()?;
            txn.set_quick_repair(true);
            Ok(Held::new(txn))
        })
    }

    /// The catalogue for a view of the graph.
    pub(crate) fn catalogue_of(&self, tables: &ReadTables) -> Result<Arc<Catalogue>> {
        self.inner.catalogue.of(tables)
    }

    /// The searchable vectors.
    pub(crate) fn vector_store(&self) -> &VectorStore {
        &self.inner.vectors
    }
}

/// Returns the free pages at the end of the file; `None` when a snapshot or a load is open.
fn shrink(database: &mut Database) -> Result<Option<()>> {
    match database.compact() {
        Ok(_) => Ok(Some(())),
        Err(redb::CompactionError::Storage(error)) => Err(error.into()),
        Err(redb::CompactionError::TransactionInProgress) => Ok(None),
        Err(other) => Err(Error::Invalid { what: format!("the graph cannot be compacted now: {other}") }),
    }
}

/// A builder that opens databases with at most `cache` bytes of pages in memory.
pub(crate) fn builder(cache: usize) -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(cache);
    builder
}

/// Creates the tables of a new graph, and checks the format version of an existing one.
fn prepare(database: &Database, made: bool) -> Result<()> {
    if !made {
        let txn = database.begin_read()?;
        match txn.open_table(META) {
            Ok(meta) => return check_version(meta.get(counter::FORMAT)?.map(|version| version.value())),
            // The process died between creating the file and its first commit.
            Err(redb::TableError::TableDoesNotExist(_)) if txn.list_tables()?.next().is_none() => {}
            Err(redb::TableError::TableDoesNotExist(_)) => {
                return Err(Error::Damaged { what: "the file is a redb database but no graph".to_owned() });
            }
            Err(error) => return Err(error.into()),
        }
    }
    let txn = database.begin_write()?;
    WriteTables::open(&txn)?.counters.set(counter::FORMAT, u64::from(FORMAT))?;
    Ok(txn.commit()?)
}

fn check_version(found: Option<u64>) -> Result<()> {
    match found {
        Some(found) if (u64::from(READS_FROM)..=u64::from(FORMAT)).contains(&found) => Ok(()),
        Some(found) => {
            Err(Error::Version { found: u32::try_from(found).unwrap_or(u32::MAX), expected: FORMAT })
        }
        None => Err(Error::Damaged { what: "the graph has no format version".to_owned() }),
    }
}

fn open_error(error: DatabaseError, folder: &Path) -> Error {
    match error {
        DatabaseError::DatabaseAlreadyOpen => Error::Locked { path: folder.display().to_string() },
        DatabaseError::Storage(redb::StorageError::Io(error)) if !is_damage(&error) => {
            Error::Io { what: format!("the graph at {} cannot be opened", folder.display()), source: error }
        }
        other => {
            Error::Damaged { what: format!("{} cannot be read: {other}", folder.join(DATABASE).display()) }
        }
    }
}

/// Makes the name of a new file durable. A failure is ignored: the next open repairs what was not synced.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Deletes the temporary files of a killed load. Called with the graph locked, so no load is running.
fn clean_runs(runs: &Path) {
    let _ = std::fs::remove_dir_all(runs);
}
