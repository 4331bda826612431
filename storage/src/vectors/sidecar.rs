//! The usearch file beside the database, and the vectors that are in memory.
//!
//! `vectors.usearch` is derived: it can be deleted at any time. `vectors.stamp` says
//! which state of the database it holds, its length and its checksum. Both are
//! written beside, synced and renamed, the stamp last; whatever a crash leaves, a
//! stamp that does not fit means that the file is built anew.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use usearch::{Index, IndexOptions, MetricKind, ScalarKind};
use xxhash_rust::xxh3::Xxh3;

use super::exact::ExactSet;
use super::{DEMONSTRATION, DIMENSIONS, each_key, stored};
use crate::graph::sync_folder;
use crate::tables::{ReadTables, counter};
use crate::{Error, Graph, Result};

const FILE: &str = "vectors.usearch";
const STAMP: &str = "vectors.stamp";
/// First line of a stamp.
const STAMP_HEADER: &str = "trustuqa-vectors 1";
/// Candidates that a search keeps; a high number, because short names are a hard case
/// for a graph index.
const EXPANSION_SEARCH: usize = 512;
/// Vectors that are read from the database before they are added.
const BATCH: usize = 4096;

/// State of the vectors that the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    generation: u64,
    rebuild: u64,
}

impl State {
    fn of(tables: &ReadTables) -> Result<State> {
        Ok(State {
            generation: tables.counter(counter::VECTORS)?,
            rebuild: tables.counter(counter::REBUILD)?,
        })
    }
}

/// Vectors in memory, with the state of the database that they follow.
#[derive(Default)]
pub(super) struct InMemory {
    state: Option<State>,
    pub(super) names: ExactSet,
    pub(super) questions: ExactSet,
}

/// The searchable forms of the vectors of one graph.
pub(crate) struct VectorStore {
    folder: PathBuf,
    memory: RwLock<InMemory>,
    index: RwLock<Option<Arc<Index>>>,
    /// State that the index on disk was looked at for; it is not read again for the same one.
    looked: Mutex<Option<State>>,
    refreshing: Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn vectors_error(error: impl std::fmt::Display) -> Error {
    Error::Vectors(error.to_string())
}

impl VectorStore {
    pub(crate) fn new(folder: &Path) -> VectorStore {
        VectorStore {
            folder: folder.to_owned(),
            memory: RwLock::default(),
            index: RwLock::default(),
            looked: Mutex::default(),
            refreshing: Mutex::default(),
        }
    }

    /// The vectors in memory, brought up to the view of `tables`. They may hold more
    /// than that view: keys are checked when they are found.
    pub(super) fn memory(&self, tables: &ReadTables) -> Result<RwLockReadGuard<'_, InMemory>> {
        let wanted = State::of(tables)?;
        let follows = |memory: &InMemory| {
            memory
                .state
                .is_some_and(|state| state.generation >= wanted.generation && state.rebuild >= wanted.rebuild)
        };
        if !follows(&self.memory.read().unwrap_or_else(PoisonError::into_inner)) {
            let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
            if !follows(&memory) {
                if memory.state.is_some_and(|state| state.rebuild != wanted.rebuild) {
                    *memory = InMemory::default();
                }
                each_key(tables, &mut |key, hash| {
                    let set =
                        if key & DEMONSTRATION == 0 { &mut memory.names } else { &mut memory.questions };
                    if !set.contains(key)
                        && let Some(vector) = stored(tables, &hash)?
                    {
                        set.add(key, &vector);
                    }
                    Ok(())
                })?;
                memory.state = Some(wanted);
            }
        }
        Ok(self.memory.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The usearch index, when one is loaded or a current one is on disk. It may lack
    /// names that were embedded since the last refresh.
    pub(super) fn index(&self, tables: &ReadTables) -> Result<Option<Arc<Index>>> {
        let loaded = || self.index.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(index) = loaded() {
            return Ok(Some(index));
        }
        let wanted = State::of(tables)?;
        let mut looked = lock(&self.looked);
        if *looked != Some(wanted) {
            *looked = Some(wanted);
            if self.stamp_on_disk()? == Some(wanted) {
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

    /// The state that the file on disk holds; `None` when there is none or it is damaged.
    fn stamp_on_disk(&self) -> Result<Option<State>> {
        let Ok(text) = std::fs::read_to_string(self.folder.join(STAMP)) else { return Ok(None) };
        let Some((state, checksum)) = parse_stamp(&text) else { return Ok(None) };
        let fits = checksum_of(&self.folder.join(FILE)).is_ok_and(|found| found == checksum);
        Ok(fits.then_some(state))
    }

    /// See [`Graph::refresh_vectors`].
    fn refresh(&self, tables: &ReadTables) -> Result<()> {
        let _one = lock(&self.refreshing);
        let wanted = State::of(tables)?;
        let on_disk = self.stamp_on_disk()?;
        if on_disk == Some(wanted) {
            self.index(tables)?;
            return Ok(());
        }
        let mut keys = 0usize;
        each_key(tables, &mut |_, _| {
            keys += 1;
            Ok(())
        })?;
        if keys == 0 {
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
        let index = match on_disk {
            // A file from the future of this database (a restored copy) may hold other names
            // under the same ids.
            Some(state) if state.rebuild == wanted.rebuild && state.generation < wanted.generation => {
                self.reopen(tables)?
            }
            _ => None,
        };
        let index = match index {
            Some(index) => index,
            None => new_index()?,
        };
        add_missing(&index, tables, keys)?;
        index.change_expansion_search(EXPANSION_SEARCH);
        self.save(&index, wanted)?;
        *lock(&self.looked) = Some(wanted);
        self.publish(Some(index));
        Ok(())
    }

    /// The index on disk, loaded so that vectors can be added; `None` when it does not
    /// load or more than a quarter of it belongs to names that are gone.
    fn reopen(&self, tables: &ReadTables) -> Result<Option<Index>> {
        let index = new_index()?;
        if index.load(self.path(FILE)?.as_str()).is_err() || index.dimensions() != DIMENSIONS {
            return Ok(None);
        }
        let mut alive = 0;
        each_key(tables, &mut |key, _| {
            alive += usize::from(index.contains(key));
            Ok(())
        })?;
        let dead = index.size().saturating_sub(alive);
        Ok((dead <= index.size() / 4).then_some(index))
    }

    fn save(&self, index: &Index, state: State) -> Result<()> {
        let io = |what: &'static str| move |source| Error::Io { what: what.to_owned(), source };
        let (file, stamp) = (self.folder.join(FILE), self.folder.join(STAMP));
        let (new_file, new_stamp) = (file.with_extension("usearch.new"), stamp.with_extension("stamp.new"));
        index.save(self.path("vectors.usearch.new")?.as_str()).map_err(vectors_error)?;
        File::open(&new_file)
            .and_then(|file| file.sync_all())
            .map_err(io("the vector file cannot be synced"))?;
        let (length, checksum) = checksum_of(&new_file).map_err(io("the vector file cannot be read back"))?;
        std::fs::rename(&new_file, &file).map_err(io("the vector file cannot be put in place"))?;
        let State { generation, rebuild } = state;
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

impl Graph {
    /// Makes the usearch file hold the vectors that the database holds: adds what is
    /// missing, or builds it anew when it is damaged, replaced vectors, or holds too many
    /// names that are gone. May take minutes for hundreds of thousands of names; reads
    /// go on meanwhile, with the vectors that are searchable already.
    pub fn refresh_vectors(&self) -> Result<()> {
        let tables = self.read()?;
        crate::guard::guarded(|| self.vector_store().refresh(&tables))
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

/// Adds every vector of the database that the index lacks, on half of the cores.
fn add_missing(index: &Index, tables: &ReadTables, keys: usize) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
    // usearch fails, or worse, when vectors are added without room reserved for them.
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
    each_key(tables, &mut |key, hash| {
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

fn parse_stamp(text: &str) -> Option<(State, (u64, u128))> {
    let mut lines = text.lines();
    if lines.next() != Some(STAMP_HEADER) {
        return None;
    }
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
    let generation = field("generation")?.parse().ok()?;
    let rebuild = field("rebuild")?.parse().ok()?;
    let length = field("bytes")?.parse().ok()?;
    let checksum = u128::from_str_radix(field("checksum")?, 16).ok()?;
    Some((State { generation, rebuild }, (length, checksum)))
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
