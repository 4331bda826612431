//! `vectors.i8`: the 8-bit vectors next to the database, memory-mapped.
//!
//! The layout is in `docs/file-format.md`. The file has its own stamp and checksums: the small sections are
//! checked when it is opened, a chunk of components when a search first reads it. The file is written under
//! another name, synced and renamed, and never changed in place.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::mapped::{Bytes, bytes_of};
use super::signs;
use super::{DEMONSTRATION, DIMENSIONS, VectorState};
use crate::graph::sync_folder;

/// Name of the file in the graph's folder.
pub(super) const NAME: &str = "vectors.i8";
/// Number of rows whose components share one checksum.
pub(super) const CHUNK: usize = 1024;

const MAGIC: [u8; 8] = *b"tuqa-i8\n";
const VERSION: u64 = 2;
/// Offset of the components.
const HEADER: usize = 4096;
/// Number of 64-bit words of the header covered by its checksum, which follows them.
const WORDS: usize = 11;

/// Result of checking a chunk's checksum.
const UNKNOWN: u8 = 0;
const INTACT: u8 = 1;
const DAMAGED: u8 = 2;

/// The header after magic and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    state: VectorState,
    rows: u64,
    /// Number of rows of names; those of questions follow.
    names: u64,
    length: u64,
    index_checksum: u128,
}

impl Header {
    fn to_bytes(self) -> Vec<u8> {
        let VectorState { generation, rebuild, next_node, next_demonstration } = self.state;
        let (high, low) = ((self.index_checksum >> 64) as u64, self.index_checksum as u64);
        let words = [
            u64::from_le_bytes(MAGIC),
            VERSION,
            generation,
            rebuild,
            next_node,
            next_demonstration,
            self.rows,
            self.names,
            self.length,
            high,
            low,
        ];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let checksum = xxh3_128(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes.resize(HEADER, 0);
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Header> {
        let (words, rest) = bytes.get(..HEADER)?.as_chunks::<8>().0.split_at_checked(WORDS)?;
        let checksum = xxh3_128(words.as_flattened()).to_le_bytes();
        if rest.as_flattened().get(..16)? != checksum {
            return None;
        }
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let mut next = || words.next();
        if next()? != u64::from_le_bytes(MAGIC) || next()? != VERSION {
            return None;
        }
        let (generation, rebuild, next_node, next_demonstration) = (next()?, next()?, next()?, next()?);
        Some(Header {
            state: VectorState { generation, rebuild, next_node, next_demonstration },
            rows: next()?,
            names: next()?,
            length: next()?,
            index_checksum: u128::from(next()?) << 64 | u128::from(next()?),
        })
    }
}

/// Offsets of the sections before the components.
#[derive(Clone, Debug)]
struct Sections {
    components: Range<usize>,
    keys: Range<usize>,
    prints: Range<usize>,
    scales: Range<usize>,
    signs: Range<usize>,
    sums: Range<usize>,
}

impl Sections {
    /// `None` when the counts of a header make no sense.
    fn new(header: &Header) -> Option<Sections> {
        let rows = usize::try_from(header.rows).ok()?;
        if header.names > header.rows || header.rows > u64::from(u32::MAX) {
            return None;
        }
        let mut at = HEADER;
        let mut section = |count: usize, size: usize| {
            let from = at;
            at = from.checked_add(count.checked_mul(size)?)?;
            Some(from..at)
        };
        let sections = Sections {
            components: section(rows, DIMENSIONS)?,
            keys: section(rows, 8)?,
            prints: section(rows, 8)?,
            scales: section(rows, 4)?,
            signs: section(rows.div_ceil(signs::ROWS), signs::BLOCK)?,
            sums: section(rows.div_ceil(CHUNK), 8)?,
        };
        (sections.sums.end as u64 == header.length).then_some(sections)
    }
}

/// A memory-mapped vector file.
pub(super) struct VectorFile {
    bytes: Bytes,
    header: Header,
    at: Sections,
    chunks: Vec<AtomicU8>,
}

impl VectorFile {
    /// Opens the file in a graph's folder. `None` when there is none, or when it is incomplete or damaged: it
    /// is derived data and simply rebuilt.
    pub(super) fn open(folder: &Path) -> Option<VectorFile> {
        let file = File::open(folder.join(NAME)).ok()?;
        if file.metadata().ok()?.len() < HEADER as u64 {
            return None;
        }
        let bytes = bytes_of(&file).ok()?;
        let header = Header::read(&bytes)?;
        if bytes.len() as u64 != header.length {
            return None;
        }
        let at = Sections::new(&header)?;
        if xxh3_128(bytes.get(at.keys.start..)?) != header.index_checksum {
            return None;
        }
        let chunks = at.sums.len() / 8;
        let chunks = (0..chunks).map(|_| AtomicU8::new(UNKNOWN)).collect();
        Some(VectorFile { bytes, header, at, chunks })
    }

    /// The state of the database whose vectors the file has.
    pub(super) fn state(&self) -> VectorState {
        self.header.state
    }

    pub(super) fn rows(&self) -> usize {
        self.at.prints.len() / 8
    }

    /// Number of rows of names; the rows after them are those of questions.
    pub(super) fn names(&self) -> usize {
        (self.header.names as usize).min(self.rows())
    }

    fn section(&self, at: &Range<usize>) -> &[u8] {
        self.bytes.get(at.clone()).unwrap_or_default()
    }

    /// Little-endian keys of all rows.
    pub(super) fn keys(&self) -> &[[u8; 8]] {
        self.section(&self.at.keys).as_chunks().0
    }

    /// Little-endian fingerprints of all rows.
    fn prints(&self) -> &[[u8; 8]] {
        self.section(&self.at.prints).as_chunks().0
    }

    /// Little-endian scales of all rows.
    pub(super) fn scales(&self) -> &[[u8; 4]] {
        self.section(&self.at.scales).as_chunks().0
    }

    /// Signs of the components of all rows.
    pub(super) fn signs(&self) -> &[signs::Block] {
        self.section(&self.at.signs).as_chunks().0.as_chunks().0
    }

    /// Components of all rows.
    pub(super) fn components(&self) -> &[i8] {
        bytemuck::cast_slice(self.section(&self.at.components))
    }

    fn key(&self, row: usize) -> Option<u64> {
        self.keys().get(row).map(|key| u64::from_le_bytes(*key))
    }

    /// Whether a chunk of components is intact. Its bytes are checked only once.
    pub(super) fn chunk_is_intact(&self, chunk: usize) -> bool {
        let Some(known) = self.chunks.get(chunk) else { return false };
        match known.load(Ordering::Relaxed) {
            INTACT => true,
            DAMAGED => false,
            _ => {
                let size = CHUNK * DIMENSIONS;
                let all = self.section(&self.at.components);
                let from = (chunk * size).min(all.len());
                let sum = xxh3_64(&all[from..(from + size).min(all.len())]).to_le_bytes();
                let sums: &[[u8; 8]] = self.section(&self.at.sums).as_chunks().0;
                let intact = sums.get(chunk) == Some(&sum);
                known.store(if intact { INTACT } else { DAMAGED }, Ordering::Relaxed);
                intact
            }
        }
    }

    /// The chunks found to be damaged so far.
    pub(super) fn damaged_chunks(&self) -> Vec<usize> {
        let damaged = |known: &AtomicU8| known.load(Ordering::Relaxed) == DAMAGED;
        self.chunks.iter().enumerate().filter(|(_, known)| damaged(known)).map(|(chunk, _)| chunk).collect()
    }

    /// Whether every chunk is intact.
    pub(super) fn intact(&self) -> bool {
        (0..self.chunks.len()).all(|chunk| self.chunk_is_intact(chunk))
    }

    /// Looks up rows in the order of their keys.
    pub(super) fn walk(&self) -> Walk<'_> {
        Walk { file: self, position: 0 }
    }

    /// Deletes the file of a graph.
    pub(super) fn remove(folder: &Path) -> io::Result<()> {
        match std::fs::remove_file(folder.join(NAME)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Looks up keys that are requested in ascending order.
pub(super) struct Walk<'a> {
    file: &'a VectorFile,
    position: usize,
}

impl Walk<'_> {
    /// The row of a key.
    pub(super) fn seek(&mut self, key: u64) -> Option<usize> {
        let file = self.file;
        let at = |position: usize| file.key(position);
        let below = |position: usize| at(position).is_some_and(|found| found < key);
        // The key is usually near: double the step, then bisect.
        let mut step = 1;
        while below(self.position + step) {
            self.position += step;
            step *= 2;
        }
        let mut end = self.position + step;
        while self.position < end {
            let middle = self.position.midpoint(end);
            if below(middle) {
                self.position = middle + 1;
            } else {
                end = middle;
            }
        }
        (at(self.position) == Some(key)).then_some(self.position)
    }

    /// The row with the vector of this key and fingerprint.
    pub(super) fn row(&mut self, key: u64, print: u64) -> Option<usize> {
        let row = self.seek(key)?;
        (self.file.prints().get(row) == Some(&print.to_le_bytes())).then_some(row)
    }
}

/// Writes a vector file next to the one in use.
pub(super) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    chunk: Vec<u8>,
    keys: Vec<u64>,
    prints: Vec<u64>,
    scales: Vec<f32>,
    signs: signs::Writer,
    sums: Vec<u64>,
}

impl Writer {
    pub(super) fn create(path: PathBuf) -> io::Result<Writer> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&path)?);
        file.write_all(&[0; HEADER])?;
        let chunk = Vec::with_capacity(CHUNK * DIMENSIONS);
        let (keys, prints, scales) = (Vec::new(), Vec::new(), Vec::new());
        let (signs, sums) = (signs::Writer::default(), Vec::new());
        Ok(Writer { path, file, chunk, keys, prints, scales, signs, sums })
    }

    pub(super) fn rows(&self) -> usize {
        self.keys.len()
    }

    /// Adds a row of [`DIMENSIONS`] components; keys must ascend.
    pub(super) fn push(&mut self, key: u64, print: u64, scale: f32, components: &[i8]) -> io::Result<()> {
        self.keys.push(key);
        self.prints.push(print);
        self.scales.push(scale);
        self.signs.push(components);
        self.chunk.extend_from_slice(bytemuck::cast_slice(components));
        if self.chunk.len() == CHUNK * DIMENSIONS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.chunk.is_empty() {
            self.sums.push(xxh3_64(&self.chunk));
            self.file.write_all(&self.chunk)?;
            self.chunk.clear();
        }
        Ok(())
    }

    /// Completes the file and syncs it; it still has its temporary name.
    pub(super) fn finish(mut self, state: VectorState) -> io::Result<PathBuf> {
        self.flush()?;
        let names = self.keys.iter().filter(|key| **key & DEMONSTRATION == 0).count();
        let mut index: Vec<u8> = Vec::with_capacity(self.keys.len() * 24 + self.signs.bytes().len());
        index.extend(self.keys.iter().chain(&self.prints).flat_map(|word| word.to_le_bytes()));
        index.extend(self.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        index.extend(self.signs.bytes());
        index.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        self.file.write_all(&index)?;
        let rows = self.keys.len();
        let header = Header {
            state,
            rows: rows as u64,
            names: names as u64,
            length: (HEADER + rows * DIMENSIONS + index.len()) as u64,
            index_checksum: xxh3_128(&index),
        };
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header.to_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        Ok(self.path)
    }
}

/// Renames a finished file to its final name.
pub(super) fn put_in_place(finished: &Path, folder: &Path) -> io::Result<()> {
    std::fs::rename(finished, folder.join(NAME))?;
    sync_folder(folder);
    Ok(())
}
