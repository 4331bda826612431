//! External sort of fixed-size records: the memory of a load stays bounded
//! whatever the size of the file.
//!
//! Records are kept in memory up to a limit, then sorted and written to a run, an unlinked temporary file,
//! while others are accepted already; the runs are merged when the records are read. The order is that of the
//! words, and equal records are returned once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem::{replace, take};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use crate::{Error, Result};

/// A record of `W` words, which only the caller interprets.
pub(crate) type Record<const W: usize> = [u32; W];

/// Maximum number of runs merged at once; keeps open files and read buffers few.
const FAN_IN: usize = 64;

/// The result of work on records, and their buffer, which is used again.
type Spilled<T, const W: usize> = Result<(T, Vec<Record<W>>)>;

/// Work in a thread on buffered records, while others are accepted.
struct Spilling<T, const W: usize>(Option<JoinHandle<Spilled<T, W>>>);

impl<T: Send + 'static, const W: usize> Spilling<T, W> {
    fn none() -> Self {
        Spilling(None)
    }

    /// Begins the work; the previous one must have ended.
    fn begin(&mut self, work: impl FnOnce() -> Spilled<T, W> + Send + 'static) -> Result<()> {
        let thread = thread::Builder::new().name("sorter".to_owned()).spawn(work);
        self.0 = Some(thread.map_err(|source| Error::Io {
            what: "a thread of the load cannot be started".to_owned(),
            source,
        })?);
        Ok(())
    }

    /// Waits for the work, if there is any.
    fn wait(&mut self) -> Result<Option<(T, Vec<Record<W>>)>> {
        self.0.take().map(|work| work.join().unwrap_or_else(|cause| resume_unwind(cause))).transpose()
    }
}

impl<T, const W: usize> Drop for Spilling<T, W> {
    /// Ensures that a cancelled load leaves no thread that could create its folder again.
    fn drop(&mut self) {
        if let Some(work) = self.0.take() {
            let _ = work.join();
        }
    }
}

/// Accepts records in any order.
pub(crate) struct Sorter<const W: usize> {
    folder: PathBuf,
    /// Maximum number of records of one run. There is memory for two: one that is filled and one that is
    /// written.
    limit: usize,
    buffer: Vec<Record<W>>,
    spilling: Spilling<File, W>,
    /// First the runs as they were spilled, then for each level the runs that result from merging [`FAN_IN`]
    /// runs of the level before, so that a record is written only once per level.
    levels: Vec<Vec<File>>,
    pushed: u64,
}

impl<const W: usize> Sorter<W> {
    /// A sorter that holds at most `limit` records in memory and spills into `folder`.
    pub(crate) fn new(folder: &Path, limit: usize) -> Sorter<W> {
        Sorter {
            folder: folder.to_owned(),
            limit: (limit / 2).max(1),
            buffer: Vec::new(),
            spilling: Spilling::none(),
            levels: Vec::new(),
            pushed: 0,
        }
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, record: Record<W>) -> Result<()> {
        if self.buffer.len() >= self.limit {
            self.spill()?;
        }
        self.buffer.push(record);
        self.pushed += 1;
        Ok(())
    }

    /// Adds the records of another sorter.
    pub(crate) fn append(&mut self, mut other: Sorter<W>) -> Result<()> {
        other.wait()?;
        let spilled = other.pushed - other.buffer.len() as u64;
        for (level, runs) in take(&mut other.levels).into_iter().enumerate() {
            runs.into_iter().try_for_each(|run| self.add(level, run))?;
        }
        take(&mut other.buffer).into_iter().try_for_each(|record| self.push(record))?;
        self.pushed += spilled;
        Ok(())
    }

    /// Number of records, with repetitions.
    pub(crate) fn len(&self) -> u64 {
        self.pushed
    }

    /// Begins to write the buffer to a run, after the previous run is written.
    fn spill(&mut self) -> Result<()> {
        let empty = self.wait()?.unwrap_or_default();
        let (mut buffer, folder) = (replace(&mut self.buffer, empty), self.folder.clone());
        self.spilling.begin(move || Ok((run_of(&folder, &mut buffer)?, buffer)))
    }

    /// Waits for the run that is being written, and returns its buffer.
    fn wait(&mut self) -> Result<Option<Vec<Record<W>>>> {
        let Some((run, buffer)) = self.spilling.wait()? else { return Ok(None) };
        self.add(0, run)?;
        Ok(Some(buffer))
    }

    /// Adds a run to a level, and merges the level when it is full.
    fn add(&mut self, level: usize, run: File) -> Result<()> {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(run);
        if self.levels[level].len() < FAN_IN {
            return Ok(());
        }
        let merged = self.merged(level)?;
        self.add(level + 1, merged)
    }

    /// Merges the runs of a level into one and removes them from it.
    fn merged(&mut self, level: usize) -> Result<File> {
        let mut merged = RunWriter::new(&self.folder)?;
        let mut merge = Merge::<W>::new(take(&mut self.levels[level]), Vec::new())?;
        while let Some(record) = merge.next()? {
            merged.push(&record)?;
        }
        merged.finish()
    }

    /// The records in ascending order.
    pub(crate) fn finish(mut self) -> Result<Merge<W>> {
        sort(&mut self.buffer);
        self.wait()?;
        // The lower levels have the smaller runs.
        for level in 0..self.levels.len() {
            if self.levels.iter().map(Vec::len).sum::<usize>() > FAN_IN {
                let merged = self.merged(level)?;
                self.add(level + 1, merged)?;
            }
        }
        let runs = take(&mut self.levels).into_iter().flatten().collect();
        Merge::new(runs, take(&mut self.buffer))
    }
}

/// Accepts records to be read in `N` orders, each of which is made by exchanging their words. A record is
/// kept only once until its buffer is full.
pub(crate) struct Orders<const W: usize, const N: usize> {
    sorters: [Sorter<W>; N],
    orders: [Exchange<W>; N],
    folder: PathBuf,
    /// Maximum number of records of one run. There is memory for three: one that is filled, one that is
    /// written, and its copy in the current order.
    limit: usize,
    buffer: Vec<Record<W>>,
    spilling: Spilling<Vec<File>, W>,
}

/// Exchanges the words of a record.
pub(crate) type Exchange<const W: usize> = fn(&Record<W>) -> Record<W>;

impl<const W: usize, const N: usize> Orders<W, N> {
    /// Holds at most `limit` records in memory and spills into `folder`.
    pub(crate) fn new(folder: &Path, limit: usize, orders: [Exchange<W>; N]) -> Orders<W, N> {
        let limit = (limit / 3).max(1);
        Orders {
            sorters: orders.map(|_| Sorter::new(folder, 2 * limit)),
            orders,
            folder: folder.to_owned(),
            limit,
            buffer: Vec::new(),
            spilling: Spilling::none(),
        }
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, record: Record<W>) -> Result<()> {
        if self.buffer.len() >= self.limit {
            self.spill()?;
        }
        self.buffer.push(record);
        Ok(())
    }

    /// Number of records over all orders.
    pub(crate) fn len(&self) -> u64 {
        (N * self.buffer.len()) as u64 + self.sorters.iter().map(Sorter::len).sum::<u64>()
    }

    /// Begins to write the buffer to runs, after the previous ones are written.
    fn spill(&mut self) -> Result<()> {
        let empty = self.wait()?.unwrap_or_default();
        let (mut buffer, orders, folder) =
            (replace(&mut self.buffer, empty), self.orders, self.folder.clone());
        for sorter in &mut self.sorters {
            sorter.pushed += buffer.len() as u64;
        }
        self.spilling.begin(move || {
            let mut ordered = Vec::with_capacity(buffer.len());
            let mut runs = Vec::with_capacity(N);
            for order in orders {
                ordered.extend(buffer.iter().map(order));
                runs.push(run_of(&folder, &mut ordered)?);
            }
            buffer.clear();
            Ok((runs, buffer))
        })
    }

    /// Waits for the runs that are being written, and returns their buffer.
    fn wait(&mut self) -> Result<Option<Vec<Record<W>>>> {
        let Some((runs, buffer)) = self.spilling.wait()? else { return Ok(None) };
        self.sorters.iter_mut().zip(runs).try_for_each(|(sorter, run)| sorter.add(0, run))?;
        Ok(Some(buffer))
    }

    /// A sorter for each order, each with all records.
    pub(crate) fn into_sorters(mut self) -> Result<[Sorter<W>; N]> {
        self.wait()?;
        for (sorter, order) in self.sorters.iter_mut().zip(self.orders) {
            self.buffer.iter().try_for_each(|record| sorter.push(order(record)))?;
        }
        Ok(self.sorters)
    }
}

/// Sorts records and writes them to a run.
fn run_of<const W: usize>(folder: &Path, records: &mut Vec<Record<W>>) -> Result<File> {
    sort(records);
    let mut run = RunWriter::new(folder)?;
    for record in records.drain(..) {
        run.push(&record)?;
    }
    run.finish()
}

fn sort<const W: usize>(records: &mut Vec<Record<W>>) {
    records.sort_unstable();
    records.dedup();
}

fn io(source: std::io::Error) -> Error {
    Error::Io { what: "a temporary file of the load cannot be written or read".to_owned(), source }
}

struct RunWriter(BufWriter<File>);

impl RunWriter {
    fn new(folder: &Path) -> Result<RunWriter> {
        std::fs::create_dir_all(folder).map_err(io)?;
        Ok(RunWriter(BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(folder).map_err(io)?)))
    }

    fn push<const W: usize>(&mut self, record: &Record<W>) -> Result<()> {
        // Only this process reads a run, so native byte order is used.
        self.0.write_all(bytemuck::cast_slice(record)).map_err(io)
    }

    fn finish(self) -> Result<File> {
        let mut file = self.0.into_inner().map_err(|error| io(error.into_error()))?;
        file.seek(SeekFrom::Start(0)).map_err(io)?;
        Ok(file)
    }
}

struct RunReader(BufReader<File>);

impl RunReader {
    fn next<const W: usize>(&mut self) -> Result<Option<Record<W>>> {
        let mut record = [0; W];
        match self.0.read_exact(bytemuck::cast_slice_mut(&mut record)) {
            Ok(()) => Ok(Some(record)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(io(error)),
        }
    }
}

/// Sorted records, read once.
pub(crate) struct Merge<const W: usize> {
    memory: std::vec::IntoIter<Record<W>>,
    runs: Vec<RunReader>,
    heap: BinaryHeap<Reverse<(Record<W>, usize)>>,
    last: Option<Record<W>>,
}

impl<const W: usize> Merge<W> {
    fn new(runs: Vec<File>, memory: Vec<Record<W>>) -> Result<Merge<W>> {
        let runs: Vec<RunReader> =
            runs.into_iter().map(|file| RunReader(BufReader::with_capacity(1 << 16, file))).collect();
        let mut merge = Merge { memory: memory.into_iter(), runs, heap: BinaryHeap::new(), last: None };
        for run in 0..=merge.runs.len() {
            merge.refill(run)?;
        }
        Ok(merge)
    }

    /// Puts the next record of a run into the heap; the records in memory are the last run.
    fn refill(&mut self, run: usize) -> Result<()> {
        let record = next_of(&mut self.runs, &mut self.memory, run)?;
        if let Some(record) = record {
            self.heap.push(Reverse((record, run)));
        }
        Ok(())
    }

    /// The next distinct record.
    pub(crate) fn next(&mut self) -> Result<Option<Record<W>>> {
        while let Some(mut top) = self.heap.peek_mut() {
            let Reverse((record, run)) = *top;
            // The next record of the run replaces this one at the top and sinks to its place.
            match next_of(&mut self.runs, &mut self.memory, run)? {
                Some(next) => *top = Reverse((next, run)),
                None => {
                    PeekMut::pop(top);
                }
            }
            if self.last != Some(record) {
                self.last = Some(record);
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

fn next_of<const W: usize>(
    runs: &mut [RunReader],
    memory: &mut std::vec::IntoIter<Record<W>>,
    run: usize,
) -> Result<Option<Record<W>>> {
    match runs.get_mut(run) {
        Some(reader) => reader.next(),
        None => Ok(memory.next()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_alike_in_memory_and_through_many_runs() {
        let folder = tempfile::tempdir().unwrap();
        let records: Vec<Record<5>> =
            (0..3000u32).map(|n| [n % 3, n.wrapping_mul(2_654_435_761) % 500, n % 7, 0, u32::MAX]).collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        expected.dedup();
        for limit in [1_000_000, 100, 7] {
            let mut sorter = Sorter::new(folder.path(), limit);
            for record in &records {
                sorter.push(*record).unwrap();
            }
            let mut merge = sorter.finish().unwrap();
            let mut got = Vec::new();
            while let Some(record) = merge.next().unwrap() {
                got.push(record);
            }
            assert_eq!(got, expected, "limit {limit}");
        }
        // Runs are unlinked files: nothing is left in the folder.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_order_has_all_records() {
        let folder = tempfile::tempdir().unwrap();
        let records: Vec<Record<3>> = (0..100u32).map(|n| [n * 37 % 100, n % 7, n]).collect();
        let orders: [Exchange<3>; 2] = [|&[a, b, c]| [a, b, c], |&[a, b, c]| [b, c, a]];
        for limit in [1, 10, 1000] {
            let mut all = Orders::new(folder.path(), limit, orders);
            records.iter().try_for_each(|record| all.push(*record)).unwrap();
            assert_eq!(all.len(), 200);
            for (sorter, order) in all.into_sorters().unwrap().into_iter().zip(orders) {
                assert_eq!(sorter.len(), 100);
                let mut expected: Vec<_> = records.iter().map(order).collect();
                expected.sort_unstable();
                let mut merge = sorter.finish().unwrap();
                let got: Vec<_> = std::iter::from_fn(|| merge.next().unwrap()).collect();
                assert_eq!(got, expected, "limit {limit}");
            }
        }
    }
}
