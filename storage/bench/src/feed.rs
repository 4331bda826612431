//! The facts as every peer is given them: text fields, cut already.
//!
//! Making records and cutting lines cost the same whoever loads them, so they are made
//! once, into a file of fields with their lengths, which reads back at memory speed.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use trustuqa_storage::SourceKind;
use trustuqa_synthetic::{SyntheticKind, GraphShape};

use crate::Failure;

const SOURCE: u8 = 1;
const RECORD: u8 = 2;

/// What a feed holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// Condition triples.
    pub triples: u64,
    /// Facts.
    pub facts: u64,
    /// Sources.
    pub sources: u64,
}

/// Writes the records of a shape. With `closed`, a bound of a quintuple that is open
/// becomes its other bound: what is not known cannot be listed year by year.
pub fn write(path: &Path, shape: &GraphShape, closed: bool) -> Result<Size, Failure> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut size = Size::default();
    for source in shape.sources() {
        size.sources += 1;
        let kind = match source.kind() {
            SyntheticKind::Table => 0,
            SyntheticKind::Kg => 1,
            SyntheticKind::Tkg => 2,
        };
        file.write_all(&[SOURCE, kind])?;
        let mut head = vec![source.name().to_owned()];
        head.extend(source.header());
        put(&mut file, &head)?;
        for number in 0..source.records() {
            let mut record = source.record(number);
            if closed && source.kind() == SyntheticKind::Tkg {
                close(&mut record);
            }
            let (facts, triples) = source.counts(&record);
            (size.facts, size.triples) = (size.facts + facts, size.triples + triples);
            file.write_all(&[RECORD])?;
            put(&mut file, &record)?;
        }
    }
    file.flush()?;
    Ok(size)
}

/// Writes a part of a feed under other source names: every so manieth table, and every so manieth
/// record of the graphs. With a suffix, each cell, head and tail with a letter in it becomes
/// another name.
pub fn part(from: &Path, to: &Path, every: u64, suffix: &str) -> Result<Size, Failure> {
    let mut feed = Feed::open(from, None)?;
    let mut file = BufWriter::with_capacity(1 << 20, File::create(to)?);
    let (mut size, mut tables, mut records) = (Size::default(), 0, 0);
    let (mut is_table, mut wanted) = (false, false);
    loop {
        match feed.next()? {
            Event::End => break,
            Event::Source(name, kind) => {
                is_table = kind == SourceKind::Table;
                tables += u64::from(is_table);
                wanted = !is_table || tables % every == 0;
                if wanted {
                    size.sources += 1;
                    let kind = match kind {
                        SourceKind::Table => 0,
                        SourceKind::Kg => 1,
                        SourceKind::Tkg => 2,
                    };
                    file.write_all(&[SOURCE, kind])?;
                    let mut head = vec![format!("{name} once more")];
                    head.append(&mut feed.fields);
                    put(&mut file, &head)?;
                }
            }
            Event::Record => {
                records += 1;
                if !wanted || !is_table && records % every != 0 {
                    continue;
                }
                for (at, field) in feed.fields.iter_mut().enumerate() {
                    if (is_table || at == 0 || at == 2) && field.chars().any(char::is_alphabetic) {
                        field.push_str(suffix);
                    }
                }
                let cells = feed.fields.iter().filter(|field| !field.is_empty()).count() as u64;
                size.facts += if is_table { cells } else { 1 };
                file.write_all(&[RECORD])?;
                put(&mut file, &feed.fields)?;
            }
        }
    }
    file.flush()?;
    Ok(size)
}

fn close(quintuple: &mut [String]) {
    for (open, other) in [(3, 4), (4, 3)] {
        if quintuple[open] == "-" {
            quintuple[open] = quintuple[other].clone();
        }
    }
}

fn put(file: &mut impl Write, fields: &[String]) -> Result<(), Failure> {
    file.write_all(&[u8::try_from(fields.len())?])?;
    for field in fields {
        file.write_all(&u16::try_from(field.len())?.to_le_bytes())?;
        file.write_all(field.as_bytes())?;
    }
    Ok(())
}

/// What comes next.
pub enum Event {
    /// A source begins; the fields are its header.
    Source(String, SourceKind),
    /// A record of it; the fields are its cells.
    Record,
    /// There is no more.
    End,
}

/// A feed that is read.
pub struct Feed {
    input: BufReader<File>,
    only: Option<SourceKind>,
    skipping: bool,
    /// The fields of the last event.
    pub fields: Vec<String>,
}

impl Feed {
    /// Opens a feed; with `only`, sources of other kinds are passed over.
    pub fn open(path: &Path, only: Option<SourceKind>) -> Result<Feed, Failure> {
        let input = BufReader::with_capacity(1 << 20, File::open(path)?);
        Ok(Feed { input, only, skipping: false, fields: Vec::new() })
    }

    /// The next source or record.
    pub fn next(&mut self) -> Result<Event, Failure> {
        loop {
            let mut tag = [0];
            if self.input.read(&mut tag)? == 0 {
                return Ok(Event::End);
            }
            if tag[0] == RECORD {
                self.read_fields()?;
                if self.skipping {
                    continue;
                }
                return Ok(Event::Record);
            }
            let mut kind = [0];
            self.input.read_exact(&mut kind)?;
            let kind = match kind[0] {
                0 => SourceKind::Table,
                1 => SourceKind::Kg,
                _ => SourceKind::Tkg,
            };
            self.read_fields()?;
            self.skipping = self.only.is_some_and(|only| only != kind);
            if !self.skipping {
                return Ok(Event::Source(self.fields.remove(0), kind));
            }
        }
    }

    fn read_fields(&mut self) -> Result<(), Failure> {
        let mut count = [0];
        self.input.read_exact(&mut count)?;
        self.fields.resize(usize::from(count[0]), String::new());
        for field in &mut self.fields {
            let mut length = [0; 2];
            self.input.read_exact(&mut length)?;
            let mut bytes = std::mem::take(field).into_bytes();
            bytes.resize(usize::from(u16::from_le_bytes(length)), 0);
            self.input.read_exact(&mut bytes)?;
            *field = String::from_utf8(bytes)?;
        }
        Ok(())
    }
}
