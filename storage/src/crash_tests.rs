//! Simulated crashes at every sync, through redb's storage backend.
//!
//! A medium in memory keeps the images that a crash could leave: the bytes at every sync and, before each
//! sync, the older bytes with some of the writes since. Every such image must open as one of the committed
//! states, not older than the last commit that had returned; and the vector file, whatever its state, must be
//! brought into agreement.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use redb::{Database, StorageBackend};

use crate::guard::Held;
use crate::{
    DIMENSIONS, Error, Graph, GraphRead, NewFact, Place, Roles, Scope, Source, SourceKind, SourceSpec,
};

#[derive(Debug, Default)]
struct Medium {
    bytes: Vec<u8>,
    /// Bytes at the last sync, and the writes since.
    synced: Vec<u8>,
    writes: Vec<(usize, Vec<u8>)>,
    /// The images that a crash could leave, each with the number of commits that had returned.
    images: Vec<(usize, Vec<u8>)>,
    commits: usize,
    /// Number of changing calls until every further one fails; `None` for never.
    countdown: Option<u64>,
}

impl Medium {
    /// Counts a changing call.
    fn change(&mut self) -> io::Result<()> {
        match &mut self.countdown {
            Some(0) => Err(io::Error::other("the medium fails")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The last synced bytes with those writes whose bit is set in `chosen`.
    fn torn(&self, chosen: u64) -> Vec<u8> {
        let mut bytes = self.synced.clone();
        bytes.resize(self.bytes.len(), 0);
        for (number, (at, data)) in self.writes.iter().enumerate() {
            let end = (at + data.len()).min(bytes.len());
            if chosen.rotate_right(number as u32 * 7) & 1 == 1 && *at < end {
                bytes[*at..end].copy_from_slice(&data[..end - at]);
            }
        }
        bytes
    }
}

#[derive(Clone, Debug, Default)]
struct Backend(Arc<Mutex<Medium>>);

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let medium = self.0.lock().unwrap();
        let from = offset as usize;
        let data = medium.bytes.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(data);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut medium = self.0.lock().unwrap();
        medium.change()?;
        medium.bytes.resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut medium = self.0.lock().unwrap();
        medium.change()?;
        let commits = medium.commits;
        for chosen in [0x5555_aaaa_1234_f0f0, 0x0fed_cba9_8765_4321] {
            let torn = medium.torn(chosen);
            medium.images.push((commits, torn));
        }
        medium.synced = medium.bytes.clone();
        medium.writes.clear();
        let synced = medium.synced.clone();
        medium.images.push((commits, synced));
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut medium = self.0.lock().unwrap();
        medium.change()?;
        let from = offset as usize;
        let end = from + data.len();
        if end > medium.bytes.len() {
            medium.bytes.resize(end, 0);
        }
        medium.bytes[from..end].copy_from_slice(data);
        medium.writes.push((from, data.to_vec()));
        Ok(())
    }
}

fn open(bytes: Vec<u8>, folder: &Path, made: bool) -> (Result<Graph, Error>, Backend) {
    let backend = Backend(Arc::new(Mutex::new(Medium { synced: bytes.clone(), bytes, ..Medium::default() })));
    let mut builder = Database::builder();
    builder.set_cache_size(4 << 20);
    let graph = match builder.create_with_backend(backend.clone()) {
        Ok(database) => Graph::over(Held::new(database), folder, made),
        Err(error) => Err(Error::Damaged { what: error.to_string() }),
    };
    (graph, backend)
}

fn load(graph: &Graph, name: &str, facts: u32) -> Result<(), Error> {
    let mut load = graph.load()?.with_buffer(50).with_layers(3, u64::from(facts) % 3);
    let file = String::new();
    let content_hash = String::new();
    let spec = SourceSpec { name: name.to_owned(), kind: SourceKind::Kg, file, content_hash, whole: None };
    let mut source = load.begin_source(spec)?;
    let relation = source.intern("relation")?;
    for line in 1..=facts {
        let head = source.intern(&format!("{name} head {}", "x".repeat(line as usize % 50)))?;
        let tail = source.intern(&format!("shared tail {}", line % 7))?;
        let place = Place { line, row: None, column: None };
        source.fact(NewFact { head, relation, tail, interval: None, place })?;
    }
    source.finish()?;
    load.commit().map(drop)
}

/// What is compared between states: the catalogue and the progress of the vectors.
type Seen = (Vec<Source>, (u64, u64));

fn seen(graph: &Graph) -> Result<Seen, Error> {
    let read = graph.snapshot()?;
    let sources = read.sources()?;
    for source in sources.iter() {
        let facts = read.facts_of_source(source.id, 0, usize::MAX)?;
        assert_eq!(facts.len() as u64, source.facts);
        let relation = source.relations[0].node;
        let scope = Scope::Only(vec![source.id]);
        assert_eq!(read.facts_of_relation(relation, None, &scope)?.len(), facts.len());
        for fact in facts {
            assert!(read.node(fact.head)?.text.starts_with(&source.name));
            assert!(!read.facts_of_tail(fact.tail, None, &scope)?.is_empty());
        }
    }
    Ok((sources.to_vec(), graph.vector_progress()?))
}

#[test]
fn every_crash_leaves_a_committed_state() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, backend) = open(Vec::new(), folder.path(), true);
    let graph = graph.unwrap();
    let mut states = vec![seen(&graph).unwrap()];
    let committed = |states: &mut Vec<Seen>| {
        states.push(seen(&graph).unwrap());
        backend.0.lock().unwrap().commits += 1;
    };
    // Images from before the graph existed do not matter.
    backend.0.lock().unwrap().images.clear();
    load(&graph, "first", 300).unwrap();
    committed(&mut states);
    load(&graph, "second", 40).unwrap();
    committed(&mut states);
    let texts = graph.names_without_vectors(20).unwrap();
    let vectors: Vec<_> = texts.into_iter().map(|text| (text, vec![0.05; DIMENSIONS])).collect();
    graph.put_vectors(&vectors).unwrap();
    committed(&mut states);
    graph.refresh_vectors().unwrap();
    load(&graph, "first", 20).unwrap();
    committed(&mut states);
    graph.remove_source("second").unwrap();
    committed(&mut states);

    let images = std::mem::take(&mut backend.0.lock().unwrap().images);
    assert!(images.len() >= 15, "{} images", images.len());
    for (number, (returned, image)) in images.into_iter().enumerate() {
        let inner = tempfile::tempdir().unwrap();
        // The vector file is from another time than the database.
        std::fs::copy(folder.path().join("vectors.i8"), inner.path().join("vectors.i8")).unwrap();
        let (reopened, _) = open(image, inner.path(), false);
        let reopened = reopened.unwrap_or_else(|error| panic!("image {number}: {error}"));
        let found = seen(&reopened).unwrap();
        let at = states.iter().position(|state| *state == found);
        // The commit in progress may have taken effect, but no later one.
        assert!(
            at.is_some_and(|at| at == returned || at == returned + 1),
            "image {number} after {returned} commits is state {at:?}"
        );
        reopened.refresh_vectors().unwrap();
        let (embedded, _) = found.1;
        assert_eq!(inner.path().join("vectors.i8").exists(), embedded > 0);
        let read = reopened.snapshot().unwrap();
        let near = read.nearest(&vec![0.05; DIMENSIONS], 1000, Roles::ANY, &Scope::All).unwrap();
        assert_eq!(near.len() as u64, embedded);
    }
}

fn random(seed: u64, salt: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&[seed.to_le_bytes(), salt.to_le_bytes()].concat())
}

/// Number of rounds; set `TRUSTUQA_CRASHES` for more.
fn rounds() -> u64 {
    std::env::var("TRUSTUQA_CRASHES").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// One random change: a load, a replacement or a removal.
fn change(graph: &Graph, seed: u64, n: u64) -> Result<(), Error> {
    let name = format!("source {}", random(seed, 4 * n) % 4);
    if random(seed, 4 * n + 1).is_multiple_of(4) {
        return match graph.remove_source(&name) {
            Err(Error::Unknown { .. }) => Ok(()),
            other => other,
        };
    }
    load(graph, &name, 1 + (random(seed, 4 * n + 2) % 250) as u32)
}

#[test]
fn every_sync_of_random_changes_leaves_a_committed_state() {
    let mut points = 0;
    for seed in 0..rounds() {
        let folder = tempfile::tempdir().unwrap();
        let (graph, backend) = open(Vec::new(), folder.path(), true);
        let graph = graph.unwrap();
        backend.0.lock().unwrap().images.clear();
        let mut states = vec![seen(&graph).unwrap().0];
        for n in 0..8 {
            change(&graph, seed, n).unwrap();
            states.push(seen(&graph).unwrap().0);
            backend.0.lock().unwrap().commits += 1;
        }
        let images = std::mem::take(&mut backend.0.lock().unwrap().images);
        for (number, (returned, image)) in images.into_iter().enumerate() {
            let inner = tempfile::tempdir().unwrap();
            let reopened = open(image, inner.path(), false).0.unwrap();
            let found = seen(&reopened).unwrap().0;
            let fits = [returned, returned + 1].into_iter().any(|at| states.get(at) == Some(&found));
            assert!(fits, "seed {seed}, image {number} after {returned} commits");
            assert_eq!(
                reopened.check().unwrap().problems,
                Vec::<String>::new(),
                "seed {seed}, image {number}"
            );
            points += 1;
        }
    }
    println!("{points} images");
}

#[test]
fn a_medium_that_fails_loses_nothing_that_was_committed() {
    for seed in 0..8 * rounds() {
        let folder = tempfile::tempdir().unwrap();
        let (graph, backend) = open(Vec::new(), folder.path(), true);
        let graph = graph.unwrap();
        load(&graph, "first", 100).unwrap();
        let mut state = seen(&graph).unwrap().0;
        backend.0.lock().unwrap().countdown = Some(random(seed, 99) % 400);
        let mut failed = None;
        for n in 0..20 {
            if let Err(error) = change(&graph, seed, n) {
                failed = Some(error);
                break;
            }
            // Reads still work: they use memory or the medium, neither of which fails to read.
            state = seen(&graph).unwrap().0;
        }
        let failed = failed.unwrap_or_else(|| panic!("seed {seed}: nothing failed"));
        assert!(!matches!(failed, Error::Damaged { .. }), "seed {seed}: {failed:?}");
        drop(graph);
        // Everything that was written is present, although not all of it was synced.
        let bytes = backend.0.lock().unwrap().bytes.clone();
        let inner = tempfile::tempdir().unwrap();
        let reopened = open(bytes, inner.path(), false).0.unwrap();
        let found = seen(&reopened).unwrap().0;
        let loaded = |sources: &[Source]| sources.iter().map(|s| (s.name.clone(), s.id)).collect::<Vec<_>>();
        let (before, after) = (loaded(&state), loaded(&found));
        // At most the failed change has taken effect.
        let changed = after.iter().filter(|source| !before.contains(source)).count();
        let gone = before.iter().filter(|(name, _)| !after.iter().any(|(other, _)| other == name)).count();
        assert!(changed <= 1 && gone <= 1 && changed + gone <= 1, "seed {seed}: {before:?} {after:?}");
        assert_eq!(reopened.check().unwrap().problems, Vec::<String>::new(), "seed {seed}");
    }
}
