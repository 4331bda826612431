//! Searches for the nearest names, with their recall.
//!
//!     cargo bench -p trustuqa-storage --bench vectors -- --vectors names.f32 --queries queries.f32
//!
//! The files are rows of 384 little-endian floats of unit length. Without them vectors in
//! clusters are made. Options:
//!
//! | option | |
//! |---|---|
//! | `--names N` | use the first N vectors (or make N; 100,000 when nothing is said) |
//! | `--count N` | use the first N queries (300) |
//! | `--graph FOLDER` | keep the graph there, and use it when it is there already |
//! | `--hnsw` | measure the usearch index, too, whose building takes minutes |
//! | `--peer PYTHON` | run `faiss_peer.py` with this Python on the same vectors, in the same run |
//!
//! The graph has room for a gigabyte of pages, as it has where questions are asked. True
//! neighbours are those of a plain loop over the 32-bit floats. A search of ours is
//! [`trustuqa_storage::GraphRead::nearest`]: it reads the stored vectors from the database
//! and tests the roles.

use std::error::Error;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use trustuqa_storage::{
    DIMENSIONS, Graph, GraphRead as _, NewFact, NodeId, Place, Roles, Scope, SourceKind, SourceSpec,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Vector = [f32; DIMENSIONS];

const K: usize = 10;

#[derive(Default)]
struct Options {
    vectors: Option<PathBuf>,
    queries: Option<PathBuf>,
    names: Option<usize>,
    count: Option<usize>,
    graph: Option<PathBuf>,
    hnsw: bool,
    peer: Option<String>,
}

fn options() -> Result<Options> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--vectors" => options.vectors = Some(value()?.into()),
            "--queries" => options.queries = Some(value()?.into()),
            "--names" => options.names = Some(value()?.parse()?),
            "--count" => options.count = Some(value()?.parse()?),
            "--graph" => options.graph = Some(value()?.into()),
            "--hnsw" => options.hnsw = true,
            "--peer" => options.peer = Some(value()?),
            // Cargo adds this one.
            "--bench" | "--test" => {}
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    Ok(options)
}

fn read(path: &Path, most: usize) -> Result<Vec<Vector>> {
    let bytes = std::fs::read(path)?;
    let floats: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    Ok(floats.as_chunks::<DIMENSIONS>().0.iter().take(most).copied().collect())
}

fn write(path: &Path, vectors: &[Vector]) -> Result<()> {
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    for part in vectors.as_flattened() {
        file.write_all(&part.to_le_bytes())?;
    }
    Ok(file.flush()?)
}

/// Vectors around a thousand directions; `seed` is another one for the queries.
fn made(count: usize, seed: u64) -> Vec<Vector> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move |reset: Option<u64>| {
        state = reset.unwrap_or(state);
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let centres: Vec<Vector> = (0..1000).map(|_| std::array::from_fn(|_| next(None))).collect();
    next(Some(seed | 1));
    (0..count)
        .map(|_| {
            let at = ((next(None) + 0.5) * 999.0) as usize;
            let spread = 0.5 + (next(None) + 0.5) * 0.7;
            let vector: Vector = std::array::from_fn(|part| centres[at][part] + spread * next(None));
            let length = dot(&vector, &vector).sqrt();
            vector.map(|part| part / length)
        })
        .collect()
}

fn dot(left: &Vector, right: &Vector) -> f32 {
    let mut sums = [0f32; 16];
    for (left, right) in left.as_chunks::<16>().0.iter().zip(right.as_chunks::<16>().0) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    sums.iter().sum()
}

/// The numbers of the true nearest.
fn truth(vectors: &[Vector], query: &Vector) -> Vec<u32> {
    let mut scores: Vec<(f32, u32)> = vectors.iter().map(|vector| dot(vector, query)).zip(0..).collect();
    let count = K.min(scores.len());
    scores.select_nth_unstable_by(count - 1, |left, right| right.0.total_cmp(&left.0));
    scores.into_iter().take(count).map(|(_, number)| number).collect()
}

/// A name of letters: names of digits are not embedded.
fn name(mut number: usize) -> String {
    let mut name = String::from("name ");
    for _ in 0..6 {
        name.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    name
}

/// A graph in which every tenth name is of a second source as well.
fn fill(graph: &Graph, vectors: &[Vector]) -> Result<()> {
    let mut load = graph.load()?;
    for (source, step) in [("large", 1), ("tenth", 10), ("small", vectors.len().div_ceil(1000))] {
        let spec = SourceSpec {
            name: source.to_owned(),
            kind: SourceKind::Kg,
            file: String::new(),
            content_hash: String::new(),
            whole: None,
        };
        let mut source = load.begin_source(spec)?;
        let relation = source.intern("relation")?;
        for number in (0..vectors.len()).step_by(step) {
            let head = source.intern(&name(number))?;
            let place = Place { line: number as u32 + 1, row: None, column: None };
            source.fact(NewFact { head, relation, tail: head, interval: None, place })?;
        }
        source.finish()?;
    }
    load.commit()?;
    for (batch, part) in vectors.chunks(20_000).enumerate() {
        let named: Vec<_> =
            part.iter().zip(batch * 20_000..).map(|(vector, at)| (name(at), vector.to_vec())).collect();
        graph.put_vectors(&named)?;
    }
    Ok(())
}

/// One line of the table.
struct Line {
    what: String,
    threads: usize,
    recall: f64,
    /// Time of all threads per query, which other programs disturb less.
    cpu: f64,
    /// Least disturbed: a twentieth of the queries were faster.
    p05: f64,
    p50: f64,
    p95: f64,
}

/// Milliseconds that this process has used, in steps of ten. Zero where Linux does not say.
fn cpu_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 10.0
}

fn percentile(times: &mut [f64], share: f64) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * share) as usize]
}

/// Runs every query once and compares with the truth.
fn measure(
    what: &str,
    threads: usize,
    queries: &[Vector],
    truth: &[Vec<u32>],
    mut search: impl FnMut(&Vector) -> Result<Vec<u32>>,
) -> Result<()> {
    let (mut times, mut hits, mut all) = (Vec::new(), 0, 0);
    let before = cpu_time();
    for (query, truth) in queries.iter().zip(truth) {
        let start = Instant::now();
        let found = search(query)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        hits += truth.iter().filter(|number| found.contains(number)).count();
        all += truth.len();
    }
    let cpu = (cpu_time() - before) / times.len() as f64;
    let mut at = |share| percentile(&mut times, share);
    let (p05, p50, p95) = (at(0.05), at(0.5), at(0.95));
    let line = Line { what: what.to_owned(), threads, recall: hits as f64 / all as f64, cpu, p05, p50, p95 };
    print(&line);
    Ok(())
}

fn print(line: &Line) {
    let Line { what, threads, recall, cpu, p05, p50, p95 } = line;
    println!("{what:<44} {threads:>7} {recall:>9.4} {cpu:>9.2} {p05:>9.2} {p50:>9.2} {p95:>9.2}");
}

fn main() -> Result<()> {
    if std::env::args().len() == 1 {
        // `cargo test --all-targets` runs benchmarks, too, and without a word.
        println!("nothing measured; run with `cargo bench`");
        return Ok(());
    }
    let options = options()?;
    let most = options.names.unwrap_or(if options.vectors.is_some() { usize::MAX } else { 100_000 });
    let count = options.count.unwrap_or(300);
    let vectors = options.vectors.as_deref().map_or_else(|| Ok(made(most, 5)), |path| read(path, most))?;
    let queries = options.queries.as_deref().map_or_else(|| Ok(made(count, 77)), |path| read(path, count))?;
    if vectors.is_empty() || queries.is_empty() {
        return Err("there is nothing to search".into());
    }
    let cores = std::thread::available_parallelism()?.get();
    println!("{} vectors, {} queries, top {K}, {cores} cores", vectors.len(), queries.len());

    let temporary = tempfile::tempdir()?;
    let folder = options.graph.clone().unwrap_or_else(|| temporary.path().join("graph"));
    if !folder.join("graph.redb").exists() {
        let graph = Graph::open(&folder, true)?;
        let start = Instant::now();
        fill(&graph, &vectors)?;
        println!("loaded in {:.1} s", start.elapsed().as_secs_f64());
        let start = Instant::now();
        graph.refresh_vectors()?;
        println!("vector file written in {:.1} s", start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let graph = Graph::open_with_cache(&folder, false, 1 << 30)?;
    let read = graph.snapshot()?;
    println!("opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    read.nearest(&queries[0], K, Roles::ENTITY, &Scope::All)?;
    println!("first search, which maps the file: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let mut numbers = std::collections::HashMap::new();
    for number in 0..vectors.len() {
        let node = read.node_named(&name(number))?.ok_or("the graph is of other vectors")?;
        numbers.insert(node, number as u32);
    }
    let number_of = |node: &NodeId| numbers.get(node).copied().unwrap_or(u32::MAX);
    let truths: Vec<Vec<u32>> = queries.iter().map(|query| truth(&vectors, query)).collect();

    println!(
        "\n{:<44} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "threads", "recall@10", "cpu ms", "p05 ms", "p50 ms", "p95 ms"
    );
    let nearest = |query: &Vector, scope: &Scope| -> Result<Vec<u32>> {
        let found = read.nearest(query, K, Roles::ENTITY, scope)?;
        Ok(found.iter().map(|(node, _)| number_of(node)).collect())
    };
    measure("plain loop over floats", 1, &queries, &truths, |query| Ok(truth(&vectors, query)))?;
    measure("ours, all names", cores, &queries, &truths, |query| nearest(query, &Scope::All))?;
    for (source, entry) in read.sources()?.iter().enumerate().skip(1) {
        let scope = Scope::Only(vec![entry.id]);
        let step = if source == 1 { 10 } else { vectors.len().div_ceil(1000) };
        let (part, at): (Vec<Vector>, Vec<u32>) = vectors.iter().copied().zip(0u32..).step_by(step).unzip();
        let truths: Vec<Vec<u32>> = queries
            .iter()
            .map(|query| truth(&part, query).iter().map(|n| at[*n as usize]).collect())
            .collect();
        nearest(&queries[0], &scope)?;
        let what = format!("ours, one source of {} names", part.len());
        measure(&what, cores, &queries, &truths, |query| nearest(query, &scope))?;
    }
    if options.hnsw {
        hnsw(&vectors, &queries, &truths)?;
    }
    if let Some(python) = &options.peer {
        write(&temporary.path().join("vectors.f32"), &vectors)?;
        write(&temporary.path().join("queries.f32"), &queries)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/faiss_peer.py");
        let mut peer = Command::new(python);
        peer.arg(script).arg(temporary.path()).arg(cores.to_string());
        if options.hnsw {
            peer.arg("--hnsw");
        }
        let output = peer.status();
        if !output.is_ok_and(|status| status.success()) {
            println!("faiss: skipped ({python} did not run the script)");
        }
        // Again, because other programs may have slowed one of the two.
        measure("ours, all names, once more", cores, &queries, &truths, |query| nearest(query, &Scope::All))?;
    }
    Ok(())
}

/// The usearch index as the store makes it, with candidates ranked by the floats.
fn hnsw(vectors: &[Vector], queries: &[Vector], truths: &[Vec<u32>]) -> Result<()> {
    let options = usearch::IndexOptions {
        dimensions: DIMENSIONS,
        metric: usearch::MetricKind::Cos,
        quantization: usearch::ScalarKind::F16,
        connectivity: 16,
        expansion_add: 128,
        expansion_search: 128,
        multi: false,
    };
    let index = usearch::Index::new(&options)?;
    let threads = std::thread::available_parallelism()?.get();
    index.reserve_capacity_and_threads(vectors.len(), threads)?;
    let start = Instant::now();
    let share = vectors.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for (part, from) in vectors.chunks(share).zip((0..).step_by(share)) {
            let index = &index;
            scope.spawn(move || {
                for (vector, number) in part.iter().zip(from..) {
                    if index.add(number, vector).is_err() {
                        return;
                    }
                }
            });
        }
    });
    println!("usearch index of {} built in {:.0} s", index.size(), start.elapsed().as_secs_f64());
    for expansion in [128, 512, 2048] {
        index.change_expansion_search(expansion);
        measure(&format!("usearch HNSW, f16, ef {expansion}"), 1, queries, truths, |query| {
            let found = index.search(query, 4 * K + 32)?;
            let mut ranked: Vec<(f32, u32)> =
                found.keys.iter().map(|key| (dot(&vectors[*key as usize], query), *key as u32)).collect();
            ranked.sort_unstable_by(|left, right| right.0.total_cmp(&left.0));
            Ok(ranked.into_iter().take(K).map(|(_, number)| number).collect())
        })?;
    }
    Ok(())
}
