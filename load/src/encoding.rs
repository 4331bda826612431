//! The encoding of a file, and its text as a stream of UTF-8.
//!
//! The survey reads the whole file, in chunks, because one Latin-1 name may come after a gigabyte of ASCII.
//! The same pass computes the content hash.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;
use xxhash_rust::xxh3::Xxh3;

/// Bytes read at a time.
const CHUNK: usize = 128 * 1024;
/// Bytes of chunks with non-ASCII characters from which the encoding is guessed.
const EVIDENCE: usize = 1 << 20;

/// Result of a pass over all bytes of a file.
#[derive(Clone, Debug)]
pub(super) struct EncodingSurvey {
    /// Size in bytes.
    pub(super) bytes: u64,
    /// xxh3-128 of the content, hex.
    pub(super) hash: String,
    /// The encoding of the text.
    pub(super) encoding: &'static Encoding,
    /// Whether the encoding was guessed from the bytes.
    pub(super) guessed: bool,
    /// Whether there are zero bytes in a file that is not UTF-16.
    pub(super) binary: bool,
}

/// Reads the file once, and a second time if it is not UTF-8.
pub(super) fn survey(path: &Path) -> io::Result<EncodingSurvey> {
    let mut file = File::open(path)?;
    let mut hash = Xxh3::new();
    let mut utf8 = Utf8Check::default();
    let (mut bytes, mut zeros) = (0_u64, false);
    let mut head = Vec::new();
    each_chunk(&mut file, |chunk| {
        if head.is_empty() {
            head = chunk[..chunk.len().min(16)].to_vec();
        }
        bytes += chunk.len() as u64;
        hash.update(chunk);
        utf8.feed(chunk);
        zeros |= chunk.contains(&0);
        ControlFlow::Continue(())
    })?;
    let marked = Encoding::for_bom(&head).map(|(encoding, _)| encoding);
    let (encoding, guessed) = match marked {
        Some(encoding) if encoding != UTF_8 || utf8.valid() => (encoding, false),
        _ if utf8.valid() => (UTF_8, false),
        _ => {
            file.rewind()?;
            (guess(&mut file)?, true)
        }
    };
    let wide = encoding == UTF_16LE || encoding == UTF_16BE;
    let hash = format!("{:032x}", hash.digest128());
    Ok(EncodingSurvey { bytes, hash, encoding, guessed, binary: zeros && !wide })
}

/// Size and content hash of a file, whatever it contains.
pub(super) fn print(path: &Path) -> io::Result<(u64, String)> {
    let (mut bytes, mut hash) = (0_u64, Xxh3::new());
    each_chunk(&mut File::open(path)?, |chunk| {
        bytes += chunk.len() as u64;
        hash.update(chunk);
        ControlFlow::Continue(())
    })?;
    Ok((bytes, format!("{:032x}", hash.digest128())))
}

/// Guesses the encoding of a file that is not UTF-8. This takes longer than all other work on a file, so
/// files that do not need it skip it.
fn guess(file: &mut File) -> io::Result<&'static Encoding> {
    let mut detector = EncodingDetector::new();
    let mut evidence = 0_usize;
    each_chunk(file, |chunk| {
        if !chunk.is_ascii() {
            detector.feed(chunk, false);
            evidence += chunk.len();
        }
        if evidence < EVIDENCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    detector.feed(b"", true);
    Ok(detector.guess(None, false))
}

/// Calls `visit` with the rest of the file, chunk by chunk, until it breaks.
fn each_chunk(file: &mut File, mut visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) if visit(&buffer[..read]).is_break() => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Checks UTF-8 in chunks that may split characters.
#[derive(Default)]
struct Utf8Check {
    broken: bool,
    carry: Vec<u8>,
}

impl Utf8Check {
    fn feed(&mut self, chunk: &[u8]) {
        let mut chunk = chunk;
        // A split character is completed byte by byte; four bytes always suffice.
        while !self.broken && !self.carry.is_empty() {
            let Some((first, rest)) = chunk.split_first() else { return };
            self.carry.push(*first);
            chunk = rest;
            match std::str::from_utf8(&self.carry) {
                Ok(_) => self.carry.clear(),
                Err(error) => self.broken = error.error_len().is_some(),
            }
        }
        if self.broken {
            return;
        }
        if let Err(error) = std::str::from_utf8(chunk) {
            match error.error_len() {
                Some(_) => self.broken = true,
                None => self.carry = chunk[error.valid_up_to()..].to_vec(),
            }
        }
    }

    fn valid(&self) -> bool {
        !self.broken && self.carry.is_empty()
    }
}

/// Counts the bytes that are read through it.
struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

/// The text of a file as UTF-8 without byte order mark, and the number of bytes read so far.
pub(super) struct Text {
    pub(super) input: Box<dyn BufRead>,
    pub(super) bytes: Rc<Cell<u64>>,
}

/// Returns one line at a time, and counts them, so that the line number stays close even if a parser reads
/// ahead.
pub(super) struct ByLine<R> {
    input: R,
    /// Lines returned so far.
    pub(super) lines: Rc<Cell<u64>>,
}

impl<R> ByLine<R> {
    pub(super) fn new(input: R) -> ByLine<R> {
        ByLine { input, lines: Rc::default() }
    }
}

impl<R: BufRead> Read for ByLine<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let buffer = self.input.fill_buf()?;
        let most = &buffer[..buffer.len().min(out.len())];
        let end = most.iter().position(|byte| *byte == b'\n').map_or(most.len(), |at| at + 1);
        out[..end].copy_from_slice(&most[..end]);
        self.lines.set(self.lines.get() + u64::from(most[..end].ends_with(b"\n")));
        self.input.consume(end);
        Ok(end)
    }
}

/// Opens a file for streaming.
pub(super) fn open(path: &Path, encoding: &'static Encoding) -> io::Result<Text> {
    let bytes = Rc::new(Cell::new(0));
    let file = Counted { inner: File::open(path)?, count: Rc::clone(&bytes) };
    let input: Box<dyn BufRead> = if encoding == UTF_8 {
        let mut input = BufReader::with_capacity(CHUNK, file);
        if input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            input.consume(3);
        }
        Box::new(input)
    } else {
        let decoder = DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(file);
        Box::new(BufReader::with_capacity(CHUNK, decoder))
    };
    Ok(Text { input, bytes })
}

/// The first `limit` bytes of the text, and whether that is all of the text.
pub(super) fn sample(path: &Path, encoding: &'static Encoding, limit: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut text = Vec::new();
    open(path, encoding)?.input.take(limit as u64 + 1).read_to_end(&mut text)?;
    let whole = text.len() <= limit;
    text.truncate(limit);
    Ok((text, whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_checked_across_pieces() {
        let text = "añ€😀z".as_bytes();
        for first in 0..text.len() {
            for second in first..text.len() {
                let mut check = Utf8Check::default();
                check.feed(&text[..first]);
                check.feed(&text[first..second]);
                check.feed(&text[second..]);
                assert!(check.valid(), "{first} {second}");
            }
        }
        for wrong in [&b"a\xe9b"[..], b"\xc3", b"\xe2\x82(", b"\xff"] {
            let mut check = Utf8Check::default();
            for byte in wrong {
                check.feed(&[*byte]);
            }
            assert!(!check.valid(), "{wrong:?}");
        }
    }
}
