//! Hidden parts of sheets in XLS. The file is a small file system of sectors, one stream of which is the
//! workbook: records with two bytes for the kind, two for the length, and the content. Only the records of
//! sheets, rows and columns are used.
//!
//! Every number in the file may be wrong: each read is checked against the bytes that exist, and no chain of
//! sectors is longer than the file.

use std::collections::HashMap;
use std::path::Path;

use super::Parts;

/// Larger files are not examined: Excel's own limits are below this.
const LARGEST: u64 = 512 << 20;
/// From here on, the number of a sector is a special mark.
const MARKS: u32 = 0xffff_fffa;
/// Bytes of the header, and those before its own list of the sectors with the allocation table.
const HEADER: usize = 512;
const LIST: usize = 76;
/// Bytes of a directory entry, and of a small block.
const ENTRY: usize = 128;
const SMALL: usize = 64;

/// Kinds of records.
const END: u16 = 0x000a;
const PASSWORD: u16 = 0x002f;
const COLUMNS: u16 = 0x007d;
const SHEET: u16 = 0x0085;
const ROW: u16 = 0x0208;
const BEGIN: u16 = 0x0809;
/// The version of Excel 97 to 2003; workbooks of other versions have other records.
const BIFF8: u16 = 0x0600;
/// The last column that a sheet can have.
const LAST_COLUMN: u16 = 255;

/// Hidden rows and columns of the sheets.
pub(super) fn of(path: &Path) -> Option<HashMap<String, Parts>> {
    if std::fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    in_workbook(&workbook(&std::fs::read(path).ok()?)?)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// The content of a chain of blocks of this size; `next` gives the block after a block.
fn chain(bytes: &[u8], size: usize, first: u32, next: impl Fn(usize) -> Option<u32>) -> Vec<u8> {
    let numbers = std::iter::successors(Some(first), |number| next(*number as usize));
    let block = |number: u32| {
        let rest = bytes.get((number as usize).checked_mul(size)?..)?;
        Some(&rest[..size.min(rest.len())])
    };
    // This also ends a chain that leads back into itself.
    let most = bytes.len().div_ceil(size);
    numbers.take_while(|number| *number < MARKS).take(most).map_while(block).flatten().copied().collect()
}

/// The workbook stream.
fn workbook(file: &[u8]) -> Option<Vec<u8>> {
    let shift = u16_at(file, 30).filter(|shift| (9..=16).contains(shift))?;
    let size = 1_usize << shift;
    // The header takes the place of a sector; the first sector after it has the number 0.
    let sectors = file.get(size..)?;
    let entry_of = |number: u32, at: usize| u32_at(sectors, (number as usize).checked_mul(size)? + at * 4);
    // The sectors of the allocation table, which gives the sector after a sector: the first are listed in the
    // header, the others in sectors that end with the number of the next such sector.
    let (most, per_sector) = (sectors.len() / size, size / 4);
    let mut list: Vec<u32> = (LIST..HEADER).step_by(4).filter_map(|at| u32_at(file, at)).collect();
    let mut more = u32_at(file, 68)?;
    while more < MARKS && list.len() < most {
        list.extend((0..per_sector - 1).map_while(|at| entry_of(more, at)));
        more = entry_of(more, per_sector - 1)?;
    }
    list.retain(|number| *number < MARKS);
    let next = |number: usize| entry_of(*list.get(number / per_sector)?, number % per_sector);
    let stream = |first: u32| chain(sectors, size, first, next);

    let directory = stream(u32_at(file, 48)?);
    let name: Vec<u8> = "Workbook\0".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let entry = directory.chunks_exact(ENTRY).find(|entry| entry.starts_with(&name))?;
    let first = u32_at(entry, 116)?;
    if u32_at(entry, 120)? >= u32_at(file, 56)? {
        return Some(stream(first));
    }
    // Short streams are stored in small blocks of the stream of the directory's first entry.
    let (blocks, table) = (stream(u32_at(&directory, 116)?), stream(u32_at(file, 60)?));
    Some(chain(&blocks, SMALL, first, |number| u32_at(&table, number.checked_mul(4)?)))
}

/// The records of a stream: position, kind and content.
fn records(stream: &[u8]) -> impl Iterator<Item = (usize, u16, &[u8])> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let at = next;
        let (kind, length) = (u16_at(stream, at)?, usize::from(u16_at(stream, at + 2)?));
        next = at + 4 + length;
        Some((at, kind, stream.get(at + 4..next)?))
    })
}

/// The sheets come first, each with the position of its records, then these records.
fn in_workbook(stream: &[u8]) -> Option<HashMap<String, Parts>> {
    let mut begins: HashMap<usize, String> = HashMap::new();
    let mut found = HashMap::new();
    let mut sheet: Option<&mut Parts> = None;
    // Charts in a sheet have a beginning and an end of their own.
    let mut depth = 0_u32;
    for (at, kind, record) in records(stream) {
        match kind {
            BEGIN => {
                depth += 1;
                if depth == 1 {
                    if u16_at(record, 0)? != BIFF8 {
                        return None;
                    }
                    sheet = begins.remove(&at).map(|name| found.entry(name).or_default());
                }
            }
            END => depth = depth.saturating_sub(1),
            PASSWORD => return None,
            SHEET => {
                begins.insert(u32_at(record, 0)? as usize, text(record.get(6..)?)?);
            }
            ROW | COLUMNS if depth == 1 => {
                let Some((rows, columns)) = &mut sheet else { continue };
                if kind == ROW {
                    *rows += u64::from(u16_at(record, 12)? >> 5 & 1);
                } else if u16_at(record, 8)? & 1 == 1 {
                    let (first, last) = (u16_at(record, 0)?, u16_at(record, 2)?);
                    // If columns are hidden up to the very last one, they are beyond the used columns and
                    // have no cells.
                    let hidden = if last >= LAST_COLUMN { 0 } else { (last + 1).saturating_sub(first) };
                    *columns += u64::from(hidden);
                }
            }
            _ => {}
        }
    }
    Some(found)
}

/// A text that begins with its number of characters, and whether they have one byte or two each.
fn text(bytes: &[u8]) -> Option<String> {
    let (&[length, wide], rest) = bytes.split_first_chunk()?;
    if wide & 1 == 0 {
        return Some(rest.get(..usize::from(length))?.iter().copied().map(char::from).collect());
    }
    let units = rest.get(..usize::from(length) * 2)?.chunks_exact(2);
    let units: Vec<u16> = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}
