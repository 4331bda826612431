//! Splits delimited text into records, keeping the physical line of each.
//!
//! It is written here because no library fits: tables escape quotes in two ways (`""` and `\"`), line numbers
//! must be right after line breaks in quotes, and a quote that is never closed must be reported with the line
//! that opened it. If there is text after a closing quote (`"Weird Al" Yankovic`), the quotes are part of the
//! cell.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::LoadError;
use super::detect::{Dialect, Quoting};

/// Maximum bytes of one record; more is a sign of a missing quote, and would need unbounded memory.
pub(super) const LONGEST: usize = 16 << 20;
/// Maximum number of cells of one record: columns are numbered with 16 bits.
pub(super) const MOST_CELLS: usize = u16::MAX as usize;

/// Why a record cannot be read. Reading can go on after all but `Io`.
#[derive(Debug)]
pub(super) enum RecordError {
    Io(io::Error),
    /// A quote opened on this line is not closed before the end of the file.
    OpenQuote {
        line: u64,
    },
    /// The record that starts on this line is longer than any table needs.
    TooLong {
        line: u64,
    },
    /// The record is not UTF-8, although the file was when its encoding was determined.
    NotText {
        line: u64,
    },
    /// This record has an error that is specific to its format.
    Row {
        line: u64,
        what: String,
        hint: &'static str,
    },
    /// The file ends within the value that starts on this line.
    Cut {
        line: u64,
    },
    /// From this line on, the file does not conform to the format.
    Syntax {
        line: u64,
        what: String,
    },
    /// The rest of the file cannot be read.
    Rest(LoadError),
}

impl From<LoadError> for RecordError {
    fn from(error: LoadError) -> RecordError {
        RecordError::Rest(error)
    }
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::Io(error)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Before the first character of a cell (spaces do not count).
    Start,
    Plain,
    Quoted,
    Escape,
    /// After a closing quote; the spaces since then are counted.
    Closed {
        spaces: usize,
    },
    /// In the rest of a line after an unexpected quote.
    Lost,
}

/// A record of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'r> {
    /// 1-based physical line on which it starts.
    pub(super) line: u64,
    /// The cells, one after the other.
    pub(super) text: &'r str,
    /// The end of each cell, at a character boundary.
    pub(super) ends: &'r [usize],
}

impl<'r> Record<'r> {
    /// Number of cells, at least one.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The cells; if they come from [`Records`], as in the file but without quotes.
    pub(super) fn cells(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let (text, ends) = (self.text, self.ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(move |(start, end)| text.get(start..*end).unwrap_or_default())
    }

    /// Whether the line is empty.
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }
}

/// Streams records.
pub(super) struct Records<R> {
    input: R,
    delimiter: u8,
    terminator: u8,
    quoting: Quoting,
    line: u64,
    text: Vec<u8>,
    ends: Vec<usize>,
    /// Cells with text after their closing quote.
    pub(super) dirty: u64,
    /// Number of properly quoted cells.
    pub(super) quoted: u64,
}

impl<R: BufRead> Records<R> {
    pub(super) fn new(input: R, dialect: &Dialect) -> Records<R> {
        Records {
            input,
            delimiter: dialect.delimiter,
            terminator: if dialect.carriage_returns { b'\r' } else { b'\n' },
            quoting: dialect.quoting,
            line: 1,
            text: Vec::new(),
            ends: Vec::new(),
            dirty: 0,
            quoted: 0,
        }
    }

    /// The next record; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, RecordError> {
        self.text.clear();
        self.ends.clear();
        let start = self.line;
        let mut state = State::Start;
        let mut cell_start = 0;
        let mut quote_line = start;
        let (mut any, mut too_long, mut done) = (false, false, false);
        while !done {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let mut used = 0;
            for &byte in buffer {
                used += 1;
                if byte == self.terminator {
                    self.line += 1;
                }
                if self.text.len() >= LONGEST || self.ends.len() >= MOST_CELLS {
                    too_long = true;
                    self.text.clear();
                    self.ends.clear();
                    cell_start = 0;
                }
                let ends_cell = byte == self.delimiter || byte == self.terminator;
                match state {
                    State::Start | State::Plain | State::Closed { .. } if ends_cell => {
                        if matches!(state, State::Closed { .. }) {
                            self.quoted += 1;
                        }
                        if byte == self.terminator {
                            done = true;
                            break;
                        }
                        self.ends.push(self.text.len());
                        cell_start = self.text.len();
                        state = State::Start;
                    }
                    State::Start if byte == b'"' && self.quoting != Quoting::None => {
                        self.text.truncate(cell_start);
                        quote_line = self.line;
                        state = State::Quoted;
                    }
                    State::Start if byte == b' ' => self.text.push(byte),
                    State::Start | State::Plain => {
                        self.text.push(byte);
                        state = State::Plain;
                    }
                    State::Quoted if byte == b'"' => state = State::Closed { spaces: 0 },
                    State::Quoted if byte == b'\\' && self.quoting == Quoting::Backslash => {
                        state = State::Escape
                    }
                    State::Quoted => self.text.push(byte),
                    State::Escape => {
                        match byte {
                            b'"' | b'\\' => self.text.push(byte),
                            b'n' => self.text.push(b'\n'),
                            _ => self.text.extend([b'\\', byte]),
                        }
                        state = State::Quoted;
                    }
                    State::Closed { spaces: 0 } if byte == b'"' => {
                        self.text.push(b'"');
                        state = State::Quoted;
                    }
                    State::Closed { spaces } if matches!(byte, b' ' | b'\r') => {
                        state = State::Closed { spaces: spaces + 1 };
                    }
                    // Text after a quote that was closed on a later line: the quote that should have closed
                    // the cell is missing, and this one opens the next cell.
                    State::Closed { .. } if self.line > quote_line => state = State::Lost,
                    State::Lost => {
                        done = byte == self.terminator;
                        if done {
                            break;
                        }
                    }
                    State::Closed { spaces } => {
                        self.dirty += 1;
                        self.text.insert(cell_start, b'"');
                        self.text.push(b'"');
                        if spaces > 0 {
                            self.text.push(b' ');
                        }
                        self.text.push(byte);
                        state = State::Plain;
                    }
                }
            }
            self.input.consume(used);
        }
        if matches!(state, State::Quoted | State::Escape | State::Lost) {
            return Err(RecordError::OpenQuote { line: quote_line });
        }
        if too_long {
            return Err(RecordError::TooLong { line: start });
        }
        if !any {
            return Ok(None);
        }
        if !done && matches!(state, State::Closed { .. }) {
            self.quoted += 1;
        }
        self.ends.push(self.text.len());
        // Cells end before ASCII delimiters, so the ends are character boundaries.
        match std::str::from_utf8(&self.text) {
            Ok(text) => Ok(Some(Record { line: start, text, ends: &self.ends })),
            Err(_) => Err(RecordError::NotText { line: start }),
        }
    }
}

/// A text on one line, as names are stored: trimmed, with every run of white space (including line breaks and
/// no-break spaces) as one space.
pub fn clean(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if is_tidy(trimmed) {
        return Cow::Borrowed(trimmed);
    }
    let mut cleaned = String::with_capacity(trimmed.len());
    push_words(trimmed, &mut cleaned);
    Cow::Owned(cleaned)
}

/// The text of a cell as it is stored: each of its lines in the form of [`clean`], separated by a single
/// `\n`, however the file breaks lines.
pub fn clean_cell(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if is_tidy(trimmed) {
        return Cow::Borrowed(trimmed);
    }
    let mut cleaned = String::with_capacity(trimmed.len());
    for (at, part) in trimmed.split('\n').enumerate() {
        // Line breaks may be `\n`, `\r\n` or, from old Macs, `\r`.
        for (inner, line) in part.strip_suffix('\r').unwrap_or(part).split('\r').enumerate() {
            if at + inner > 0 {
                cleaned.push('\n');
            }
            push_words(line, &mut cleaned);
        }
    }
    Cow::Owned(cleaned)
}

/// Whether a trimmed text has no white space except single spaces. Most cells are ASCII and are decided by
/// their bytes.
fn is_tidy(trimmed: &str) -> bool {
    let mut last = 0;
    let plain = trimmed.bytes().all(|byte| {
        let fits = (byte > b' ' && byte.is_ascii()) || (byte == b' ' && last != b' ');
        last = byte;
        fits
    });
    let mut last_space = false;
    plain
        || trimmed.chars().all(|c| {
            let space = c.is_whitespace();
            let fits = !space || (c == ' ' && !last_space);
            last_space = space;
            fits
        })
}

/// Adds the words of a line, with single spaces between them.
fn push_words(line: &str, out: &mut String) {
    for (at, word) in line.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, quoting: Quoting) -> Vec<(u64, Vec<String>)> {
        let dialect = Dialect { delimiter: b',', quoting, carriage_returns: false, header: true };
        let mut records = Records::new(io::BufReader::with_capacity(3, text.as_bytes()), &dialect);
        let mut all = Vec::new();
        while let Some(record) = records.next().unwrap() {
            all.push((record.line, record.cells().map(|cell| clean_cell(cell).into_owned()).collect()));
        }
        all
    }

    fn one(text: &str, quoting: Quoting) -> Vec<String> {
        split(text, quoting).remove(0).1
    }

    #[test]
    fn splits_cells() {
        for (text, expected) in [
            ("a,b,c", vec!["a", "b", "c"]),
            ("a,,", vec!["a", "", ""]),
            ("\"a,b\",\"say \"\"hi\"\"\"", vec!["a,b", "say \"hi\""]),
            (" a , \"b\" ,c\r", vec!["a", "b", "c"]),
            ("\"a\nb\",c", vec!["a\nb", "c"]),
            ("\"a  b \r\n c\r\rd\n\",e", vec!["a b\nc\n\nd", "e"]),
            ("\"Weird Al\" Yankovic,x", vec!["\"Weird Al\" Yankovic", "x"]),
            ("5'10\",x", vec!["5'10\"", "x"]),
            ("\"\",\"\"", vec!["", ""]),
            ("a\u{a0}\u{a0}b\tc", vec!["a b c"]),
        ] {
            assert_eq!(one(text, Quoting::Doubled), expected, "{text:?}");
        }
        assert_eq!(
            one(r#""say \"hi\"","a\nb","c\\d","e\f""#, Quoting::Backslash),
            ["say \"hi\"", "a\nb", "c\\d", "e\\f"]
        );
        assert_eq!(one(r#""a",b"#, Quoting::None), ["\"a\"", "b"]);
    }

    #[test]
    fn names_are_on_one_line() {
        for text in ["a\nb", " a \r\n\tb ", "a\u{a0}b", "a\u{2028}b"] {
            assert_eq!(clean(text), "a b", "{text:?}");
        }
        assert!(matches!(clean_cell(" é a "), Cow::Borrowed("é a")));
        assert_eq!(clean_cell("a\u{a0}b\u{2028}c"), "a b c");
    }

    #[test]
    fn keeps_physical_lines() {
        let found = split("h,i\n\"a\n\nb\",c\n\nd,\"e\r\nf\"\r\ng,h", Quoting::Doubled);
        let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 5, 6, 8]);
    }

    #[test]
    fn tells_where_a_lost_quote_was_opened() {
        let dialect =
            Dialect { delimiter: b',', quoting: Quoting::Doubled, carriage_returns: false, header: true };
        let mut records = Records::new(&b"a,b\nc,\"d\ne,f\n"[..], &dialect);
        assert!(records.next().unwrap().is_some());
        assert!(matches!(records.next(), Err(RecordError::OpenQuote { line: 2 })));
        assert!(matches!(records.next(), Ok(None)));
        // Another quote closes it, lines later; the line after that one is read again.
        let mut records = Records::new(&b"a,b\n1,\"open, still\n2,3\n4,\"x\"\n5,6\n"[..], &dialect);
        assert!(records.next().unwrap().is_some());
        assert!(matches!(records.next(), Err(RecordError::OpenQuote { line: 2 })));
        assert_eq!(records.next().unwrap().unwrap().line, 5);
    }

    #[test]
    fn bounds_a_record() {
        let mut text = vec![b'x'; LONGEST + 5];
        text.extend(b"\na,b\n");
        let dialect =
            Dialect { delimiter: b',', quoting: Quoting::Doubled, carriage_returns: false, header: true };
        let mut records = Records::new(&text[..], &dialect);
        assert!(matches!(records.next(), Err(RecordError::TooLong { line: 1 })));
        assert_eq!(records.next().unwrap().unwrap().line, 2);
    }
}
