//! The usearch file next to the database: a graph index for very many names.
//!
//! `vectors.usearch` is derived: it can be deleted at any time. `vectors.stamp` has the state of the database
//! from which it was built, its length and its checksum. Both are written under other names, synced and
//! renamed, the stamp last; whatever a crash leaves, a stamp that does not match causes a rebuild.

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use redb::ReadableTableMetadata as _;
use serde::{Deserialize, Serialize};
use usearch::{Index, IndexOptions, MetricKind, ScalarKind};
use xxhash_rust::xxh3::Xxh3;

use super::store::{VectorState, lock};
use super::{DIMENSIONS, stored};
use crate::graph::sync_folder;
use crate::guard::guarded;
use crate::tables::ReadTables;
use crate::{Error, Graph, Result};

const FILE: &str = "vectors.usearch";
const STAMP: &str = "vectors.stamp";
/// First line of a stamp.
const STAMP_HEADER: &str = "trustuqa-vectors 1";
/// Number of names from which on the index is built and searched. Below, the scan of the signs and the 8-bit
/// vectors is preferred. Among two million names written by people it takes 7 milliseconds on two cores and
/// misses three of a thousand true neighbours; its time grows with the names, so it is some 17 milliseconds
/// at this number. Of 400,000 such names this index finds 92 of 100 true neighbours, fewer the more names
/// there are, and building it for 500,000 takes sixteen cores more than a minute.
const FROM: u64 = 5_000_000;
/// Number of candidates that a search keeps; it is high, because short names are a hard case for a graph
/// index.
const EXPANSION_SEARCH: usize = 512;
/// Number of vectors read from the database before they are added.
const BATCH: usize = 4096;

/// How the nearest names are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VectorSearch {
    /// By usearch's index from five million names on, by a scan below.
    #[default]
    Auto,
    /// By a scan of all vectors: nearly exact.
    Scan,
    /// By usearch's index: the time hardly grows with the graph, but some of the nearest are missed. The
    /// index is built by [`Graph::refresh_vectors`]; until then vectors are scanned.
    Usearch,
}

impl FromStr for VectorSearch {
    type Err = String;

    fn from_str(text: &str) -> Result<VectorSearch, String> {
        match text {
            "auto" => Ok(VectorSearch::Auto),
            "scan" => Ok(VectorSearch::Scan),
            "usearch" => Ok(VectorSearch::Usearch),
            other => Err(format!("expected `auto`, `scan` or `usearch`, found `{other}`")),
        }
    }
}

impl fmt::Display for VectorSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            VectorSearch::Auto => "auto",
            VectorSearch::Scan => "scan",
            VectorSearch::Usearch => "usearch",
        })
    }
}

impl Graph {
    /// Sets how the nearest names are searched for from now on.
    pub fn search_vectors_by(&self, by: VectorSearch) {
        self.vector_store().hnsw.choose(by);
    }
}

fn vectors_error(error: impl std::fmt::Display) -> Error {
    Error::Vectors(error.to_string())
}

/// The index of one graph.
pub(super) struct Hnsw {
    folder: PathBuf,
    /// See [`FROM`].
    from: AtomicU64,
    index: RwLock<Option<Arc<Index>>>,
    /// The state for which the index on disk was last read, so that it is not read again for the same one.
    looked: Mutex<Option<VectorState>>,
}

impl Hnsw {
    pub(super) fn new(folder: &Path) -> Hnsw {
        Hnsw {
            folder: folder.to_owned(),
            from: AtomicU64::new(FROM),
            index: RwLock::default(),
            looked: Mutex::default(),
        }
    }

    /// Builds and searches the index according to the choice.
    pub(super) fn choose(&self, by: VectorSearch) {
        self.use_from(match by {
            VectorSearch::Auto => FROM,
            VectorSearch::Scan => u64::MAX,
            VectorSearch::Usearch => 1,
        });
    }

    /// Builds and searches the index from this number of names on.
    pub(super) fn use_from(&self, names: u64) {
        self.from.store(names, Ordering::Relaxed);
    }

    /// The index, if there are enough names and one is loaded or a current one is on disk. It may lack names
    /// that were embedded after the last refresh.
    pub(super) fn index(&self, tables: &ReadTables) -> Result<Option<Arc<Index>>> {
        if tables.embedded.len()? < self.from.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let loaded = || self.index.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(index) = loaded() {
            return Ok(Some(index));
        }
        let wanted = VectorState::of(tables)?;
        let mut looked = lock(&self.looked);
        if *looked != Some(wanted) {
            *looked = Some(wanted);
            if self.stamp_on_disk()? == Some((wanted.generation, wanted.rebuild)) {
                let index = new_index()?;
                if index.view(self.path(FILE)?.as_str()).is_ok() && index.dimensions() == DIMENSIONS {
                    index.change_expansion_search(EXPANSION_SEARCH);
                    self.publish(Some(index));
                }
            }
        }
        Ok(loaded())
    }

    fn publish(&self, index: Option<Index>) {
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = index.map(Arc::new);
    }

    fn path(&self, name: &str) -> Result<String> {
        let path = self.folder.join(name);
        path.to_str().map(str::to_owned).ok_or_else(|| {
            vectors_error(format!("the path {} is not valid UTF-8, which usearch needs", path.display()))
        })
    }

    /// The generation and the rebuild counter of the file on disk; `None` when there is none or it is
    /// damaged.
    fn stamp_on_disk(&self) -> Result<Option<(u64, u64)>> {
        let Ok(text) = std::fs::read_to_string(self.folder.join(STAMP)) else { return Ok(None) };
        let Some((state, checksum)) = parse_stamp(&text) else { return Ok(None) };
        let fits = checksum_of(&self.folder.join(FILE)).is_ok_and(|found| found == checksum);
        Ok(fits.then_some(state))
    }

    /// Brings the index up to date with the database; without enough names there is none.
    pub(super) fn refresh(&self, tables: &ReadTables, wanted: VectorState) -> Result<()> {
        let names = tables.embedded.len()?;
        if names < self.from.load(Ordering::Relaxed) {
            self.publish(None);
            for name in [STAMP, FILE] {
                match std::fs::remove_file(self.folder.join(name)) {
                    Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                        return Err(Error::Io { what: format!("{name} cannot be removed"), source });
                    }
                    _ => {}
                }
            }
            return Ok(());
        }
        let on_disk = self.stamp_on_disk()?;
        if on_disk == Some((wanted.generation, wanted.rebuild)) {
            self.index(tables)?;
            return Ok(());
        }
        let index = match on_disk {
            // A file that is newer than this database (a restored copy) may have other names under the same
            // ids.
            Some((generation, rebuild)) if rebuild == wanted.rebuild && generation < wanted.generation => {
                self.reopen(tables)?
            }
            _ => None,
        };
        let index = match index {
            Some(index) => index,
            None => new_index()?,
        };
        add_missing(&index, tables, usize::try_from(names).unwrap_or(usize::MAX))?;
        index.change_expansion_search(EXPANSION_SEARCH);
        self.save(&index, wanted)?;
        *lock(&self.looked) = Some(wanted);
        self.publish(Some(index));
        Ok(())
    }

    /// The index on disk, loaded so that vectors can be added; `None` when it cannot be loaded, or when more
    /// than a quarter of it are names that were deleted.
    fn reopen(&self, tables: &ReadTables) -> Result<Option<Index>> {
        let index = new_index()?;
        if index.load(self.path(FILE)?.as_str()).is_err() || index.dimensions() != DIMENSIONS {
            return Ok(None);
        }
        let mut alive = 0;
        each_name(tables, &mut |key, _| {
            alive += usize::from(index.contains(key));
            Ok(())
        })?;
        let dead = index.size().saturating_sub(alive);
        Ok((dead <= index.size() / 4).then_some(index))
    }

    fn save(&self, index: &Index, state: VectorState) -> Result<()> {
        let io = |what: &'static str| move |source| Error::Io { what: what.to_owned(), source };
        let (file, stamp) = (self.folder.join(FILE), self.folder.join(STAMP));
        let (new_file, new_stamp) = (file.with_extension("usearch.new"), stamp.with_extension("stamp.new"));
        index.save(self.path("vectors.usearch.new")?.as_str()).map_err(vectors_error)?;
        File::open(&new_file)
            .and_then(|file| file.sync_all())
            .map_err(io("the vector file cannot be synced"))?;
        let (length, checksum) = checksum_of(&new_file).map_err(io("the vector file cannot be read back"))?;
        std::fs::rename(&new_file, &file).map_err(io("the vector file cannot be put in place"))?;
        let VectorState { generation, rebuild, .. } = state;
        let text = format!(
            "{STAMP_HEADER}\ngeneration {generation}\nrebuild {rebuild}\nbytes {length}\nchecksum {checksum:032x}\n"
        );
        File::create(&new_stamp)
            .and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                file.sync_all()
            })
            .and_then(|()| std::fs::rename(&new_stamp, &stamp))
            .map_err(io("the stamp of the vector file cannot be written"))?;
        sync_folder(&self.folder);
        Ok(())
    }
}

fn new_index() -> Result<Index> {
    let options = IndexOptions {
        dimensions: DIMENSIONS,
        metric: MetricKind::Cos,
        quantization: ScalarKind::F16,
        connectivity: 16,
        expansion_add: 128,
        expansion_search: EXPANSION_SEARCH,
        multi: false,
    };
    Index::new(&options).map_err(vectors_error)
}

/// Adds every vector of the database that the index lacks, using half of the cores.
fn add_missing(index: &Index, tables: &ReadTables, keys: usize) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
    // usearch fails, or worse, when vectors are added without reserved capacity.
    index.reserve_capacity_and_threads(index.size() + keys, threads).map_err(vectors_error)?;
    let mut batch: Vec<(u64, Vec<f32>)> = Vec::new();
    let flush = |batch: &mut Vec<(u64, Vec<f32>)>| -> Result<()> {
        let share = batch.len().div_ceil(threads).max(1);
        let added = std::thread::scope(|scope| {
            let workers: Vec<_> = batch
                .chunks(share)
                .map(|part| {
                    scope.spawn(move || {
                        part.iter()
                            .try_for_each(|(key, vector)| index.add(*key, vector).map_err(vectors_error))
                    })
                })
                .collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().unwrap_or_else(|_| Err(vectors_error("a worker that adds vectors ended early")))
            })
        });
        batch.clear();
        added
    };
    each_name(tables, &mut |key, hash| {
        if !index.contains(key)
            && let Some(vector) = stored(tables, &hash)?
        {
            batch.push((key, vector));
            if batch.len() == BATCH {
                flush(&mut batch)?;
            }
        }
        Ok(())
    })?;
    flush(&mut batch)
}

/// Calls `visit` with the key and the content hash of every name that has a vector.
fn each_name(tables: &ReadTables, visit: &mut dyn FnMut(u64, [u8; 16]) -> Result<()>) -> Result<()> {
    for item in tables.embedded.range::<u32>(..)? {
        let (id, hash) = item?;
        visit(u64::from(id.value()), *hash.value())?;
    }
    Ok(())
}

/// The nearest keys of the index that pass the test.
pub(super) fn filtered(
    index: &Index,
    vector: &[f32],
    wanted: usize,
    passes: &dyn Fn(u64) -> Result<bool>,
) -> Result<Vec<u64>> {
    let failure = RefCell::new(None);
    let matches = index
        .filtered_search(vector, wanted.min(index.size()), |key| {
            // No panic may cross the foreign frames, and no error can be returned through them.
            guarded(|| passes(key)).unwrap_or_else(|error| {
                failure.borrow_mut().get_or_insert(error);
                false
            })
        })
        .map_err(vectors_error)?;
    match failure.into_inner() {
        Some(error) => Err(error),
        None => Ok(matches.keys),
    }
}

/// Generation and rebuild, length and checksum of a stamp.
fn parse_stamp(text: &str) -> Option<((u64, u64), (u64, u128))> {
    let mut lines = text.lines();
    if lines.next() != Some(STAMP_HEADER) {
        return None;
    }
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
    let generation = field("generation")?.parse().ok()?;
    let rebuild = field("rebuild")?.parse().ok()?;
    let length = field("bytes")?.parse().ok()?;
    let checksum = u128::from_str_radix(field("checksum")?, 16).ok()?;
    Some(((generation, rebuild), (length, checksum)))
}

/// Length and checksum of a file.
fn checksum_of(path: &Path) -> std::io::Result<(u64, u128)> {
    let mut file = File::open(path)?;
    let mut hash = Xxh3::new();
    let mut length = 0;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((length, hash.digest128()));
        }
        hash.update(&buffer[..read]);
        length += read as u64;
    }
}
