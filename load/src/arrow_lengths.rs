//! Bounds of Arrow files. An Arrow file states the length of each batch and the unpacked length of each
//! compressed buffer, and the library allocates that much memory before it reads or unpacks. A single flipped
//! bit can make it terabytes, and a failed allocation aborts the program, so these lengths are checked first.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Message, RecordBatch, root_as_footer, root_as_message};

use super::LoadError;
use super::columnar::ColumnarFormat;

/// Maximum bytes of an unpacked buffer. Programs write batches of some hundred thousand rows at most.
const LONGEST: i64 = 1 << 30;
/// Maximum bytes of the metadata of a batch, or of the footer.
const DESCRIPTION: u64 = 256 << 20;

/// Checks the lengths in a file. Other faults are left to the library.
///
/// # Errors
///
/// When a batch is longer than the file, or a buffer longer than any program writes.
pub(super) fn check(path: &Path, shown: &Path, kind: ColumnarFormat) -> Result<(), LoadError> {
    let fits = match kind {
        ColumnarFormat::Parquet => None,
        ColumnarFormat::ArrowFile => by_footer(path),
        ColumnarFormat::ArrowStream => one_by_one(path),
    };
    if fits == Some(false) {
        let what = "a part of it says that it is longer than the file, or than 1 GB unpacked";
        return Err(LoadError::damaged(shown, what));
    }
    Ok(())
}

/// Whether the buffers of a file with a footer fit; `None` when that cannot be determined.
fn by_footer(path: &Path) -> Option<bool> {
    let (mut file, size) = opened(path)?;
    let mut end = [0; 10];
    file.seek(SeekFrom::End(-10)).ok()?;
    file.read_exact(&mut end).ok()?;
    let length = i64::try_from(read_footer_length(end).ok()?).ok()?;
    file.seek(SeekFrom::End((-10_i64).checked_sub(length)?)).ok()?;
    let footer = bytes(&mut file, u64::try_from(length).ok()?)?;
    let footer = root_as_footer(&footer).ok()?;
    let blocks = footer.recordBatches().into_iter().chain(footer.dictionaries()).flatten();
    let too_long = |length: i64| u64::try_from(length).is_ok_and(|length| length > size);
    for block in blocks {
        if too_long(block.bodyLength()) || too_long(block.metaDataLength().into()) {
            return Some(false);
        }
        file.seek(SeekFrom::Start(u64::try_from(block.offset()).ok()?)).ok()?;
        if !next(&mut file, size)??.0 {
            return Some(false);
        }
    }
    Some(true)
}

/// The same for a file without a footer, in which the messages follow one another.
fn one_by_one(path: &Path) -> Option<bool> {
    let (mut file, size) = opened(path)?;
    while let Some((fits, behind)) = next(&mut file, size)? {
        if !fits {
            return Some(false);
        }
        file.seek(SeekFrom::Start(behind)).ok()?;
    }
    Some(true)
}

/// The open file and its size.
fn opened(path: &Path) -> Option<(BufReader<File>, u64)> {
    let file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    Some((BufReader::new(file), size))
}

/// For the message that begins here: whether it fits into a file of this size and its buffers into memory,
/// and where the next message begins. `Some(None)` at the end.
fn next(file: &mut BufReader<File>, size: u64) -> Option<Option<(bool, u64)>> {
    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).ok().map(|()| u32::from_le_bytes(bytes))
    };
    // Older files have no marker before the length.
    let length = match number()? {
        u32::MAX => number()?,
        length => length,
    };
    if length == 0 {
        return Some(None);
    }
    let Some(description) = bytes(file, u64::from(length)) else { return Some(Some((false, 0))) };
    let message = root_as_message(&description).ok()?;
    let body = file.stream_position().ok()?;
    let behind = body.checked_add(u64::try_from(message.bodyLength()).ok()?)?;
    let fits =
        behind <= size && batch(&message).is_none_or(|batch| all_fit(file, body, &batch).unwrap_or(true));
    Some(Some((fits, behind)))
}

fn batch<'m>(message: &Message<'m>) -> Option<RecordBatch<'m>> {
    message.header_as_record_batch().or_else(|| message.header_as_dictionary_batch()?.data())
}

fn all_fit(file: &mut BufReader<File>, body: u64, batch: &RecordBatch<'_>) -> Option<bool> {
    batch.compression()?;
    for buffer in batch.buffers()?.iter().filter(|buffer| buffer.length() > 0) {
        let mut length = [0; 8];
        file.seek(SeekFrom::Start(body.checked_add(u64::try_from(buffer.offset()).ok()?)?)).ok()?;
        file.read_exact(&mut length).ok()?;
        if i64::from_le_bytes(length) > LONGEST {
            return Some(false);
        }
    }
    Some(true)
}

/// The next `length` bytes; `None` when the file has fewer.
fn bytes(file: &mut BufReader<File>, length: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(length.min(DESCRIPTION)).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == length).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of an intact file that other software wrote.
    fn whole(name: &str, kind: ColumnarFormat) -> Vec<u8> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/files").join(name);
        check(&path, &path, kind).unwrap();
        std::fs::read(path).unwrap()
    }

    /// How many corrupted copies are refused, of those that have this byte at this place of one number.
    /// Lengths are numbers of eight bytes at multiples of eight; `of` selects the numbers.
    fn refused(
        whole: &[u8],
        kind: ColumnarFormat,
        (place, byte): (usize, u8),
        of: impl Fn(&[u8]) -> bool,
    ) -> usize {
        let copy = tempfile::NamedTempFile::new().unwrap();
        let numbers = (0..whole.len() - 8).step_by(8).filter(|at| of(&whole[*at..at + 8]));
        let is_refused = |at: &usize| {
            let mut damaged = whole.to_vec();
            damaged[at + place] = byte;
            std::fs::write(copy.path(), damaged).unwrap();
            check(copy.path(), copy.path(), kind).is_err()
        };
        numbers.filter(is_refused).count()
    }

    #[test]
    fn a_batch_that_is_longer_than_the_file_is_refused() {
        for (name, kind) in [
            ("orders_feather.feather", ColumnarFormat::ArrowFile),
            ("orders_stream.arrows", ColumnarFormat::ArrowStream),
        ] {
            // Lengths of 32 GB and more.
            let refused = refused(&whole(name, kind), kind, (4, 8), |number| number[2..] == [0; 6]);
            assert!(refused > 0, "{name}");
        }
    }

    #[test]
    fn a_buffer_of_terabytes_is_refused_before_memory_is_asked_for() {
        whole("orders_stream.arrows", ColumnarFormat::ArrowStream);
        let file = whole("orders_feather.feather", ColumnarFormat::ArrowFile);
        let small = |number: &[u8]| number[0] > 0 && number[1..] == [0; 7];
        assert!(refused(&file, ColumnarFormat::ArrowFile, (5, 4), small) > 0);
    }
}
