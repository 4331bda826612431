//! Read-ahead: another thread reads while earlier results are being processed.
//!
//! [`detect_ahead`] detects what the files of a load contain, [`rows`] has the records of a file written to
//! [`Rows`]; `rdf` uses it to parse statements.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use encoding_rs::Encoding;
use trustuqa_storage::SourceKind;

use super::detect::{Detected, Dialect, detect_input};
use super::records::{LONGEST, MOST_CELLS, Record, RecordError, Records, clean_cell};
use super::{InputFile, LoadError, encoding};

/// Bytes of text in one batch.
const TOGETHER: usize = 64 * 1024;
/// Maximum number of batches waiting; even with the longest records they take at most 100 MB.
const WAITING: usize = 2;

/// Maximum number of files detected ahead.
const FILES: usize = 4;

/// Runs `read` in a thread, at most `waiting` items ahead of `take`, which gets them in order. When `take`
/// returns early, sending fails in `read`, which should then end.
///
/// # Errors
///
/// When no thread can be started for the file, and the errors of `take`.
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
        // Items that were not taken are dropped here, before the scope waits for the thread.
        take(items)
    })
}

/// Detects what files contain, in order, and passes the results to `take`; each is that of [`detect_input`].
///
/// # Errors
///
/// When no thread can be started, and the errors of `take`.
pub fn detect_ahead<T, E: From<LoadError>>(
    inputs: &[InputFile],
    forced: Option<SourceKind>,
    take: impl FnOnce(&mut dyn Iterator<Item = Result<Detected, LoadError>>) -> Result<T, E>,
) -> Result<T, E> {
    let Some(first) = inputs.first() else { return take(&mut std::iter::empty()) };
    let detecting = |sender: &SyncSender<_>| {
        let all = inputs.iter().map(|input| detect_input(input, forced));
        // An error ends the load, and nothing after it is received.
        all.map(|detected| sender.send(detected).is_ok()).take_while(|taken| *taken).for_each(drop);
    };
    reading(&first.path, FILES, detecting, |found| take(&mut found.into_iter()))
}

/// Records that are sent together.
#[derive(Default)]
struct Batch {
    /// The cells of all records, one after the other.
    text: String,
    /// The end of each cell, relative to the text of its record: cells are added whole, so it is a character
    /// boundary.
    ends: Vec<usize>,
    /// For each record its line, the end of its text, and the end of its part of `ends`.
    records: Vec<(u64, usize, usize)>,
    /// The error that follows the records.
    error: Option<RecordError>,
    /// Bytes of the file read so far.
    bytes: u64,
}

/// A position in a batch: the next record, text and cell.
type Place = (usize, usize, usize);

impl Batch {
    /// The record at a position, and the position after it; `None` at the end.
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
    /// Receives the next batch if the current one is used up, and returns all its cells; otherwise `None`.
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

    /// The next record, with cells in the form of [`clean_cell`]; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, RecordError> {
        while self.at.0 == self.batch.records.len() {
            if let Some(error) = self.batch.error.take() {
                return Err(error);
            }
            // The reading thread has ended.
            let Ok(batch) = self.batches.recv() else { return Ok(None) };
            (self.batch, self.at) = (batch, (0, 0, 0));
        }
        let Some((record, next)) = self.batch.record(self.at) else { return Ok(None) };
        self.at = next;
        Ok(Some(record))
    }

    /// Bytes of the file read for the records so far.
    pub(super) fn bytes(&self) -> u64 {
        self.batch.bytes
    }
}

/// Passes the records that `fill` writes to `take`. A panic in `fill`, in which a library may read a damaged
/// file, is returned as an error of the file `path`.
///
/// # Errors
///
/// Those of `take`, which receives those of `fill` at their position among the records.
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
        // If sending fails, there is nobody left to report to.
        let _ = rows.send();
    };
    reading(path, WAITING, filling, |batches| {
        take(&mut RecordsAhead { batches, batch: Batch::default(), at: (0, 0, 0) })
    })
}

/// Why a reader of records ends before the file does.
#[derive(Debug)]
pub(super) enum ReadStop {
    /// The rest is not wanted.
    Unwanted,
    /// The rest cannot be read.
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

/// Receives the records of a file from a reader, cell by cell, beginning with the names of the columns.
pub(super) struct Rows<'s> {
    sender: &'s SyncSender<Batch>,
    batch: Batch,
    /// Where the text and the ends of the current record begin.
    first: usize,
    cells: usize,
    bytes: u64,
}

impl Rows<'_> {
    /// Adds a cell to the record, in the form of [`clean_cell`].
    pub(super) fn cell(&mut self, text: &str) {
        self.written(|out| out.push_str(&clean_cell(text)));
    }

    /// Adds a cell that `write` writes: a number or a date, which needs no cleaning.
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

    /// Reports a record that cannot be read; reading goes on with the next.
    pub(super) fn error(&mut self, error: RecordError) -> Result<(), ReadStop> {
        self.drop_unfinished();
        self.batch.error = Some(error);
        self.send()
    }

    /// Sets the number of bytes of the file read so far.
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

/// Splits delimited text into records.
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
            // After an I/O error reading cannot go on.
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

    /// Several batches of rows, with missing quotes.
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
