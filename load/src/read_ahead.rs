//! Reading ahead: what another thread reads while what was read before is taken.
//!
//! [`detect_ahead`] says what the files of a load hold, [`rows`] has the records of one written
//! to [`Rows`]; `rdf` parses statements ahead.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use encoding_rs::Encoding;
use trustuqa_storage::SourceKind;

use super::detect::{Detected, Dialect, detect_input};
use super::records::{LONGEST, MOST_CELLS, Record, RecordError, Records, clean_cell};
use super::{InputFile, LoadError, encoding};

/// Bytes of text that are handed over together.
const TOGETHER: usize = 64 * 1024;
/// Batches that may wait; with the longest records they stay within 100 MB.
const WAITING: usize = 2;

/// How many files may be detected before they are needed.
const FILES: usize = 4;

/// Reads in a thread, as far as `waiting` items ahead of `take`, which gets them in order.
/// When `take` ends before the items do, `read` finds nobody to send to, and should end.
///
/// # Errors
///
/// When no thread can be started for the file, and those of `take`.
pub(super) fn reading<I: Send, T, E: From<LoadError>>(
    path: &Path,
    waiting: usize,
    read: impl FnOnce(&SyncSender<I>) + Send,
    take: impl FnOnce(Receiver<I>) -> Result<T, E>,
) -> Result<T, E> {
    let (sender, items) = sync_channel(waiting);
    thread::scope(move |scope| {
        thread::Builder::new()
            .name("reading".to_owned())
            .spawn_scoped(scope, move || read(&sender))
            .map_err(|error| LoadError::io(path, "read it", &error))?;
        // What is not taken is dropped here, before the scope waits for the thread.
        take(items)
    })
}

/// Finds out what files hold, in their order, and gives that to `take`, as [`detect_input`] does
/// for each.
///
/// # Errors
///
/// When no thread can be started, and those of `take`.
pub fn detect_ahead<T, E: From<LoadError>>(
    inputs: &[InputFile],
    forced: Option<SourceKind>,
    take: impl FnOnce(&mut dyn Iterator<Item = Result<Detected, LoadError>>) -> Result<T, E>,
) -> Result<T, E> {
    let Some(first) = inputs.first() else { return take(&mut std::iter::empty()) };
    let detecting = |sender: &SyncSender<_>| {
        let all = inputs.iter().map(|input| detect_input(input, forced));
        // An error ends a load, and then nobody takes what follows.
        all.map(|detected| sender.send(detected).is_ok()).take_while(|taken| *taken).for_each(drop);
    };
    reading(&first.path, FILES, detecting, |found| take(&mut found.into_iter()))
}

/// Records that are handed over together.
#[derive(Default)]
struct Batch {
    /// The cells of all records, one after the other.
    text: String,
    /// Where each cell ends, in the text of its record: where it was added, so at a character
    /// boundary.
    ends: Vec<usize>,
    /// Line, end of the text, end of the ends.
    records: Vec<(u64, usize, usize)>,
    /// What follows them.
    error: Option<RecordError>,
    /// Bytes of the file that were read.
    bytes: u64,
}

/// A place in a batch: record, text and cell that come next.
type Place = (usize, usize, usize);

impl Batch {
    /// The record at a place, and the place behind it; `None` at the end.
    fn record(&self, (record, text, cell): Place) -> Option<(Record<'_>, Place)> {
        let (line, text_end, cell_end) = *self.records.get(record)?;
        let text = self.text.get(text..text_end).unwrap_or_default();
        let ends = self.ends.get(cell..cell_end).unwrap_or_default();
        Some((Record { line, text, ends }, (record + 1, text_end, cell_end)))
    }
}

/// The records of a file, in order.
pub(super) struct RecordsAhead {
    batches: Receiver<Batch>,
    batch: Batch,
    at: Place,
}

impl RecordsAhead {
    /// The cells of the records that come next together, once for all of them.
    pub(super) fn cells_ahead(&mut self) -> Option<Vec<&str>> {
        if self.at.0 < self.batch.records.len() || self.batch.error.is_some() {
            return None;
        }
        (self.batch, self.at) = (self.batches.recv().ok()?, (0, 0, 0));
        let (mut cells, mut at) = (Vec::with_capacity(self.batch.ends.len()), (0, 0, 0));
        while let Some((record, next)) = self.batch.record(at) {
            cells.extend(record.cells());
            at = next;
        }
        Some(cells)
    }

    /// The next record, with cells as [`clean_cell`] makes them; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, RecordError> {
        while self.at.0 == self.batch.records.len() {
            if let Some(error) = self.batch.error.take() {
                return Err(error);
            }
            // Whoever reads has ended.
            let Ok(batch) = self.batches.recv() else { return Ok(None) };
            (self.batch, self.at) = (batch, (0, 0, 0));
        }
        let Some((record, next)) = self.batch.record(self.at) else { return Ok(None) };
        self.at = next;
        Ok(Some(record))
    }

    /// Bytes of the file that were read for the records until now.
    pub(super) fn bytes(&self) -> u64 {
        self.batch.bytes
    }
}

/// Gives the records that `fill` writes to `take`. A panic in `fill`, in which a library may
/// read a damaged file, is an error of the file called `path`.
///
/// # Errors
///
/// Those of `take`, which gets those of `fill` in their place among the records.
pub(super) fn rows<T>(
    path: &Path,
    fill: impl FnOnce(&mut Rows<'_>) -> Result<(), ReadStop> + Send,
    take: impl FnOnce(&mut RecordsAhead) -> Result<T, LoadError>,
) -> Result<T, LoadError> {
    let filling = |sender: &SyncSender<Batch>| {
        let mut rows = Rows { sender, batch: Batch::default(), first: 0, cells: 0, bytes: 0 };
        let end = trustuqa_storage::catching(|| fill(&mut rows));
        let error = match end {
            Ok(Ok(())) => None,
            Ok(Err(ReadStop::Unwanted)) => return,
            Ok(Err(ReadStop::Failed(error))) => Some(error),
            Err(what) => Some(RecordError::Rest(LoadError::damaged(path, &what))),
        };
        rows.drop_unfinished();
        rows.batch.error = error;
        // Nobody is left to be told when it cannot be sent.
        let _ = rows.send();
    };
    reading(path, WAITING, filling, |batches| {
        take(&mut RecordsAhead { batches, batch: Batch::default(), at: (0, 0, 0) })
    })
}

/// Why a reader of records ends before the file does.
#[derive(Debug)]
pub(super) enum ReadStop {
    /// Nobody takes what follows.
    Unwanted,
    /// It cannot be read.
    Failed(RecordError),
}

impl From<RecordError> for ReadStop {
    fn from(error: RecordError) -> ReadStop {
        ReadStop::Failed(error)
    }
}

impl From<LoadError> for ReadStop {
    fn from(error: LoadError) -> ReadStop {
        ReadStop::Failed(RecordError::Rest(error))
    }
}

/// Takes the records of a file from whoever reads it, cell by cell, the names of the columns
/// first.
pub(super) struct Rows<'s> {
    sender: &'s SyncSender<Batch>,
    batch: Batch,
    /// Where the text of the record begins that is being written, and its ends.
    first: usize,
    cells: usize,
    bytes: u64,
}

impl Rows<'_> {
    /// Adds a cell to the record, as [`clean_cell`] makes it.
    pub(super) fn cell(&mut self, text: &str) {
        self.written(|out| out.push_str(&clean_cell(text)));
    }

    /// Adds a cell as it is written here: a number or a date, which has nothing to clean.
    pub(super) fn written(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.batch.text);
        self.batch.ends.push(self.batch.text.len() - self.first);
    }

    /// Ends the record, which starts on this 1-based line of its file, sheet or table.
    pub(super) fn end(&mut self, line: u64) -> Result<(), ReadStop> {
        let cells = self.batch.ends.len() - self.cells;
        if self.batch.text.len() - self.first > LONGEST || cells > MOST_CELLS {
            self.drop_unfinished();
            return self.error(RecordError::TooLong { line });
        }
        self.batch.records.push((line, self.batch.text.len(), self.batch.ends.len()));
        (self.first, self.cells) = (self.batch.text.len(), self.batch.ends.len());
        if self.first + self.cells >= TOGETHER { self.send() } else { Ok(()) }
    }

    /// Tells of a record that cannot be read; reading goes on with the next.
    pub(super) fn error(&mut self, error: RecordError) -> Result<(), ReadStop> {
        self.drop_unfinished();
        self.batch.error = Some(error);
        self.send()
    }

    /// Says how many bytes of the file were read until now.
    pub(super) fn read(&mut self, bytes: u64) {
        self.bytes = bytes;
    }

    fn drop_unfinished(&mut self) {
        self.batch.text.truncate(self.first);
        self.batch.ends.truncate(self.cells);
    }

    fn send(&mut self) -> Result<(), ReadStop> {
        self.batch.bytes = self.bytes;
        (self.first, self.cells) = (0, 0);
        self.sender.send(std::mem::take(&mut self.batch)).map_err(|_| ReadStop::Unwanted)
    }
}

/// Cuts delimited text into records.
pub(super) fn cut(
    path: &Path,
    encoding: &'static Encoding,
    dialect: &Dialect,
    rows: &mut Rows<'_>,
) -> Result<(), ReadStop> {
    let text = encoding::open(path, encoding).map_err(RecordError::Io)?;
    let mut records = Records::new(text.input, dialect);
    loop {
        let next = records.next();
        rows.read(text.bytes.get());
        match next {
            Ok(Some(record)) => {
                record.cells().for_each(|cell| rows.cell(cell));
                rows.end(record.line)?;
            }
            Ok(None) => return Ok(()),
            // After an error of the file system there is nothing to go on with.
            Err(error @ RecordError::Io(_)) => return Err(error.into()),
            Err(error) => rows.error(error)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::io::BufReader;

    use super::*;
    use crate::Quoting;

    const DIALECT: Dialect =
        Dialect { delimiter: b',', quoting: Quoting::Doubled, carriage_returns: false, header: true };

    fn records<T>(
        path: &Path,
        take: impl FnOnce(&mut RecordsAhead) -> Result<T, LoadError>,
    ) -> Result<T, LoadError> {
        rows(path, |out| cut(path, encoding_rs::UTF_8, &DIALECT, out), take)
    }

    /// Some batches of rows, with quotes that are lost.
    fn text() -> String {
        let mut text = "a,b,c\n".to_owned();
        for row in 0..20_000 {
            match row % 7_000 {
                5_000 => text.push_str("1,\"open\nand closed\" late,2\n"),
                5_500 => text.push_str("\n ,, \n"),
                _ => writeln!(text, "{row}, spaced \u{a0} out,\"quoted, {row}\"").unwrap(),
            }
        }
        text + "last,\"never closed\n"
    }

    #[test]
    fn records_and_errors_come_as_they_do_without_a_thread() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = text();
        std::fs::write(file.path(), &text).unwrap();
        let mut plain = Records::new(BufReader::new(text.as_bytes()), &DIALECT);
        let (mut rows, mut errors) = (0, 0);
        records(file.path(), |ahead| {
            loop {
                match (plain.next(), ahead.next()) {
                    (Ok(Some(expected)), Ok(Some(record))) => {
                        let cells: Vec<_> = expected.cells().map(clean_cell).collect();
                        assert_eq!(record.cells().collect::<Vec<_>>(), cells);
                        assert_eq!((record.line, record.len()), (expected.line, expected.len()));
                        assert_eq!(record.is_blank(), expected.is_blank());
                        rows += 1;
                    }
                    (Err(expected), Err(error)) => {
                        assert_eq!(format!("{error:?}"), format!("{expected:?}"));
                        errors += 1;
                    }
                    (Ok(None), Ok(None)) => break,
                    (expected, found) => panic!("{expected:?}, {found:?}"),
                }
            }
            assert_eq!(ahead.bytes(), text.len() as u64);
            Ok(())
        })
        .unwrap();
        assert!(rows > 19_990 && errors == 4, "{rows} rows, {errors} errors");
    }

    #[test]
    fn who_wants_no_more_need_not_read_to_the_end() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text()).unwrap();
        let first = records(file.path(), |ahead| {
            Ok(ahead.next().unwrap().map(|record| record.cells().collect::<Vec<_>>().join("|")))
        });
        assert_eq!(first.unwrap().as_deref(), Some("a|b|c"));
        let inputs: Vec<InputFile> =
            (0..20).map(|n| InputFile::new(file.path().to_owned(), n.to_string())).collect();
        let found = detect_ahead(&inputs, None, |all| all.next().transpose()).unwrap();
        assert_eq!(found.map(|found| found.kind), Some(SourceKind::Table));
        let none = records::<()>(&file.path().join("none"), |ahead| {
            assert!(matches!(ahead.next(), Err(RecordError::Io(_))));
            assert!(matches!(ahead.next(), Ok(None)));
            Ok(())
        });
        none.unwrap();
    }
}
