//! Scans 8-bit vectors: those of the mapped file, and those in memory that the file does not have yet. If the
//! file has very many rows, the signs of their components select the rows that are compared in full.
//!
//! A scan finds candidates; the caller ranks them by the stored vectors. Candidates may have been deleted,
//! and a key may come twice: the caller checks whether a key is still valid.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::file::{CHUNK, VectorFile};
use super::quantize::{dot, quantize};
use super::signs::{self, Instructions, Likely, Tables};
use super::{DEMONSTRATION, DIMENSIONS, each_key, fingerprint, stored};
use crate::tables::ReadTables;
use crate::{Error, Result};

/// Number of rows for which a second thread is worth starting: they take about half a millisecond.
const ROWS_OF_A_THREAD: usize = 40_000;
/// The same, if only signs are compared.
const SIGNS_OF_A_THREAD: usize = 100_000;
/// Number of rows from which on signs are compared first.
const SIGNS_FROM: usize = 10_000;
/// Of the rows whose signs agree most with the query, one in this many is compared in full, and at least
/// [`LEAST`]. Measured on names written by people: of the true ten nearest, one or two in a thousand are
/// missed.
const ONE_IN: usize = 800;
/// See [`ONE_IN`].
const LEAST: usize = 500;
/// Minimum number of rows compared in full for each wanted one.
const FOR_EACH: usize = 4;
/// Maximum number of threads: with more, memory bandwidth is the limit and not the cores.
const MOST_THREADS: usize = 4;

/// The rows that a scan considers.
pub(super) enum Pick<'a> {
    /// All.
    All,
    /// Only the names in this set.
    Names(&'a super::allowed::Allowed),
}

/// Rows in memory, in the same form as in the file.
#[derive(Default)]
struct Tail {
    keys: Vec<[u8; 8]>,
    scales: Vec<[u8; 4]>,
    components: Vec<i8>,
    /// The fingerprint of the vector last added under each key.
    known: HashMap<u64, u64>,
}

/// All rows that can be scanned.
#[derive(Default)]
pub(super) struct ExactSet {
    file: Option<VectorFile>,
    /// Damaged chunks of the file whose rows are in memory instead.
    mended: Vec<usize>,
    names: Tail,
    questions: Tail,
}

/// Candidates of a scan, best first.
pub(super) struct ScannedCandidates {
    pub(super) keys: Vec<u64>,
    /// Whether all selected rows are among them.
    pub(super) all: bool,
    /// Whether a damaged chunk of the file was skipped whose rows are not in memory.
    pub(super) damaged: bool,
}

impl ExactSet {
    pub(super) fn with_file(file: Option<VectorFile>) -> ExactSet {
        ExactSet { file, ..ExactSet::default() }
    }

    /// Adds to memory the vectors that the database has and this set does not.
    pub(super) fn catch_up(&mut self, tables: &ReadTables) -> Result<()> {
        let file = self.file.take();
        self.mended = file.as_ref().map(VectorFile::damaged_chunks).unwrap_or_default();
        let mut walk = file.as_ref().map(VectorFile::walk);
        let added = each_key(tables, &mut |key, hash| {
            let print = fingerprint(&hash);
            let row = walk.as_mut().and_then(|walk| walk.row(key, print));
            let in_file = row.is_some_and(|row| !self.mended.contains(&(row / CHUNK)));
            let tail = if key & DEMONSTRATION == 0 { &self.names } else { &self.questions };
            if !in_file
                && tail.known.get(&key) != Some(&print)
                && let Some(vector) = stored(tables, &hash)?
            {
                self.add(key, print, &vector);
            }
            Ok(())
        });
        self.file = file;
        added
    }

    /// Adds a vector of [`DIMENSIONS`] components to memory.
    fn add(&mut self, key: u64, print: u64, vector: &[f32]) {
        let tail = if key & DEMONSTRATION == 0 { &mut self.names } else { &mut self.questions };
        if vector.len() == DIMENSIONS {
            tail.known.insert(key, print);
            tail.keys.push(key.to_le_bytes());
            tail.scales.push(quantize(vector, &mut tail.components).to_le_bytes());
        }
    }

    /// At most `wanted` nearest names by the 8-bit vectors, best first.
    pub(super) fn nearest_names(
        &self,
        query: &[f32],
        wanted: usize,
        pick: &Pick<'_>,
    ) -> Result<ScannedCandidates> {
        let names = self.file.as_ref().map_or(0, VectorFile::names);
        self.nearest(query, wanted, pick, 0..names, &self.names)
    }

    /// At most `wanted` nearest questions by the 8-bit vectors, best first.
    pub(super) fn nearest_questions(&self, query: &[f32], wanted: usize) -> Result<ScannedCandidates> {
        let rows = self.file.as_ref().map_or(0..0, |file| file.names()..file.rows());
        self.nearest(query, wanted, &Pick::All, rows, &self.questions)
    }

    fn nearest(
        &self,
        query: &[f32],
        wanted: usize,
        pick: &Pick<'_>,
        range: std::ops::Range<usize>,
        tail: &Tail,
    ) -> Result<ScannedCandidates> {
        let mut components = Vec::with_capacity(DIMENSIONS);
        quantize(query, &mut components);
        let scan = Scan { query: &components, wanted, mended: &self.mended };
        let mut best = Best::new(wanted);
        let mut damaged = false;
        let mut picked = 0;
        if let Some(file) = &self.file {
            let rows = match pick {
                Pick::All => Rows::All(range),
                Pick::Names(allowed) => match allowed.few() {
                    Some(ids) => Rows::Listed(rows_of(file, ids)),
                    None => Rows::Tested(range, allowed),
                },
            };
            picked += rows.len();
            damaged = scan.file(file, &rows, &mut best)?;
        }
        let rows = tail.keys.iter().zip(&tail.scales).zip(tail.components.as_chunks::<DIMENSIONS>().0);
        for ((key, scale), row) in rows {
            let key = u64::from_le_bytes(*key);
            let passes = match pick {
                Pick::Names(allowed) => u32::try_from(key).is_ok_and(|id| allowed.contains(id)),
                Pick::All => true,
            };
            if passes {
                picked += 1;
                best.offer(scan.score(row, scale), key);
            }
        }
        let all = picked <= wanted;
        Ok(ScannedCandidates { keys: best.keys(), all, damaged })
    }
}

/// The rows of the file to consider.
enum Rows<'a> {
    All(std::ops::Range<usize>),
    /// Ascending.
    Listed(Vec<u32>),
    Tested(std::ops::Range<usize>, &'a super::allowed::Allowed),
}

impl Rows<'_> {
    /// An upper bound for their number.
    fn len(&self) -> usize {
        match self {
            Rows::Listed(rows) => rows.len(),
            Rows::All(range) | Rows::Tested(range, _) => range.len(),
        }
    }

    /// Whether a row with this key is to be considered.
    #[inline]
    fn pass(&self, key: &[u8; 8]) -> bool {
        match self {
            Rows::All(_) | Rows::Listed(_) => true,
            Rows::Tested(_, allowed) => {
                u32::try_from(u64::from_le_bytes(*key)).is_ok_and(|id| allowed.contains(id))
            }
        }
    }

    /// Divides the rows into parts that each lie in one chunk.
    fn parts(&self) -> Vec<std::ops::Range<usize>> {
        let cut = |range: &std::ops::Range<usize>| {
            let (from, to) = (range.start, range.end);
            (from / CHUNK..to.div_ceil(CHUNK))
                .map(move |chunk| (chunk * CHUNK).max(from)..((chunk + 1) * CHUNK).min(to))
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
        };
        match self {
            Rows::All(range) | Rows::Tested(range, _) => cut(range),
            // These are ranges within the list.
            Rows::Listed(rows) => {
                let mut parts = Vec::new();
                let mut from = 0;
                for part in rows.chunk_by(|left, right| *left as usize / CHUNK == *right as usize / CHUNK) {
                    parts.push(from..from + part.len());
                    from += part.len();
                }
                parts
            }
        }
    }
}

/// The rows of these names, ascending.
fn rows_of(file: &VectorFile, ids: &[u32]) -> Vec<u32> {
    let mut walk = file.walk();
    ids.iter().filter_map(|id| walk.seek(u64::from(*id))).map(|row| row as u32).collect()
}

/// A query that is compared with rows.
struct Scan<'a> {
    query: &'a [i8],
    wanted: usize,
    mended: &'a [usize],
}

impl Scan<'_> {
    /// The similarity, up to a factor that is the same for all rows.
    fn score(&self, row: &[i8], scale: &[u8; 4]) -> f32 {
        dot(row, self.query) as f32 * f32::from_le_bytes(*scale)
    }

    /// Offers rows of the file to `best`; true when damage was found.
    fn file(&self, file: &VectorFile, rows: &Rows<'_>, best: &mut Best) -> Result<bool> {
        let read = rows.len().div_ceil(ONE_IN).max(LEAST).max(self.wanted.saturating_mul(FOR_EACH));
        // A list is always short.
        let many = !matches!(rows, Rows::Listed(_)) && rows.len() >= SIGNS_FROM && read < rows.len() / 4;
        let Some(instructions) = Instructions::get().filter(|_| many) else {
            return self.components(file, rows, best);
        };
        let tables = Tables::new(self.query);
        let mut likely = Likely::new(read);
        in_parts(
            rows,
            SIGNS_OF_A_THREAD,
            || Likely::new(read),
            |part, likely| {
                self.signs(file, rows, part, (instructions, &tables), likely);
            },
        )?
        .into_iter()
        .for_each(|found| likely.absorb(found));
        self.components(file, &Rows::Listed(likely.rows()), best)
    }

    /// Offers rows by their components; true when damage was found.
    fn components(&self, file: &VectorFile, rows: &Rows<'_>, best: &mut Best) -> Result<bool> {
        let damaged = AtomicBool::new(false);
        let found = in_parts(
            rows,
            ROWS_OF_A_THREAD,
            || Best::new(self.wanted),
            |part, best| {
                self.part(file, rows, part, &damaged, best);
            },
        )?;
        found.into_iter().for_each(|found| best.absorb(found));
        Ok(damaged.into_inner())
    }

    /// Offers the numbers of the rows of one part by their signs.
    fn signs(
        &self,
        file: &VectorFile,
        rows: &Rows<'_>,
        part: std::ops::Range<usize>,
        (instructions, tables): (Instructions, &Tables),
        likely: &mut Likely,
    ) {
        let first = part.start / signs::ROWS;
        let Some(blocks) = file.signs().get(first..part.end.div_ceil(signs::ROWS)) else { return };
        if self.mended.contains(&(part.start / CHUNK)) {
            return;
        }
        let keys = file.keys();
        // A block may begin before the part or end after it.
        let pass = |row| part.contains(&row) && keys.get(row).is_some_and(|key| rows.pass(key));
        instructions.look(blocks, tables, first * signs::ROWS, pass, likely);
    }

    fn part(
        &self,
        file: &VectorFile,
        rows: &Rows<'_>,
        part: std::ops::Range<usize>,
        damaged: &AtomicBool,
        best: &mut Best,
    ) {
        let listed = match rows {
            Rows::Listed(rows) => rows.get(part.clone()).unwrap_or_default(),
            _ => &[],
        };
        let chunk = listed.first().map_or(part.start, |row| *row as usize) / CHUNK;
        if !file.chunk_is_intact(chunk) {
            if !self.mended.contains(&chunk) {
                damaged.store(true, Ordering::Relaxed);
            }
            return;
        }
        let components = file.components().as_chunks::<DIMENSIONS>().0;
        let (keys, scales) = (file.keys(), file.scales());
        if let Rows::Listed(_) = rows {
            for row in listed.iter().map(|row| *row as usize) {
                if let (Some(key), Some(scale), Some(row)) =
                    (keys.get(row), scales.get(row), components.get(row))
                {
                    best.offer(self.score(row, scale), u64::from_le_bytes(*key));
                }
            }
            return;
        }
        let (Some(keys), Some(scales), Some(components)) =
            (keys.get(part.clone()), scales.get(part.clone()), components.get(part))
        else {
            return;
        };
        for ((key, scale), row) in keys.iter().zip(scales).zip(components) {
            if rows.pass(key) {
                best.offer(self.score(row, scale), u64::from_le_bytes(*key));
            }
        }
    }
}

/// Calls `look` with the parts of `rows`, in as many threads as are worth starting. Returns one result per
/// thread, each of which starts as `new()`.
fn in_parts<F: Send>(
    rows: &Rows<'_>,
    rows_of_a_thread: usize,
    new: impl Fn() -> F + Sync,
    look: impl Fn(std::ops::Range<usize>, &mut F) + Sync,
) -> Result<Vec<F>> {
    let parts = rows.parts();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = new();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            look(part.clone(), &mut found);
        }
        found
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (rows.len() / rows_of_a_thread + 1).min(cores).min(MOST_THREADS);
    if threads == 1 {
        return Ok(vec![work()]);
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut found = vec![work()];
        for other in others {
            let ended = |_| Error::Vectors("a worker that compares vectors ended early".to_owned());
            found.push(other.join().map_err(ended)?);
        }
        Ok(found)
    })
}

/// Keeps the best of the offered entries; never holds more than twice the wanted number.
struct Best {
    wanted: usize,
    /// An entry with a lower score cannot be among the best.
    floor: f32,
    entries: Vec<(f32, u64)>,
}

impl Best {
    fn new(wanted: usize) -> Best {
        Best { wanted, floor: f32::NEG_INFINITY, entries: Vec::new() }
    }

    #[inline]
    fn offer(&mut self, score: f32, key: u64) {
        // NaN scores, which only damage can cause, are rejected as well.
        if score >= self.floor {
            self.entries.push((score, key));
            if self.entries.len() >= self.wanted.saturating_mul(2) {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        if self.wanted > 0 && self.entries.len() > self.wanted {
            let (_, last, _) = self.entries.select_nth_unstable_by(self.wanted - 1, better);
            self.floor = last.0;
        }
        self.entries.truncate(self.wanted);
    }

    fn absorb(&mut self, other: Best) {
        other.entries.into_iter().for_each(|(score, key)| self.offer(score, key));
    }

    /// Best first.
    fn keys(mut self) -> Vec<u64> {
        self.cut();
        self.entries.sort_unstable_by(better);
        self.entries.into_iter().map(|(_, key)| key).collect()
    }
}

fn better(left: &(f32, u64), right: &(f32, u64)) -> std::cmp::Ordering {
    right.0.total_cmp(&left.0).then(left.1.cmp(&right.1))
}
