//! Facts in blocks: identity, parts, time and place.

use redb::{ReadableTable, Table};
use rkyv::{Archive, Deserialize, Serialize};

use trustuqa_model::times::pack_date;

use crate::codec::{access, archive, unpack_date};
use crate::{Error, Fact, FactId, Interval, NewFact, NodeId, Place, Result, SourceId};

/// Maximum bytes of the facts of a block: two full blocks fill one page of redb (4,096 bytes).
const BLOCK_BYTES: usize = 2010;
/// Stands for a missing column; columns of a file are 0-based and less than this.
pub(crate) const NO_COLUMN: u16 = u16::MAX;
/// Replaces the packed start of a fact without an interval, not even one with open bounds.
const NO_INTERVAL: i32 = i32::MIN + 1;
/// Stands for a missing row; rows are 1-based.
pub(crate) const NO_ROW: u32 = 0;

/// The fields that every fact has.
#[derive(Clone, Copy, Debug, Archive, Serialize, Deserialize)]
struct FactRecord {
    head: u32,
    relation: u32,
    tail: u32,
    line: u32,
}

/// The position of a table's cell.
#[derive(Clone, Copy, Debug, Archive, Serialize, Deserialize)]
struct CellRecord {
    row: u32,
    column: u16,
}

/// The packed dates of a quintuple.
#[derive(Clone, Copy, Debug, Archive, Serialize, Deserialize)]
struct TimeRecord {
    start: i32,
    end: i32,
}

/// A block of facts of one source with consecutive ids, the first of which is the block's key. `cells` and
/// `times` either are empty or have an entry for every fact of the block: a block of a table has no times and
/// a block of a graph has no cells.
#[derive(Debug, Default, Archive, Serialize, Deserialize)]
pub(crate) struct FactBlock {
    source: u32,
    facts: Vec<FactRecord>,
    cells: Vec<CellRecord>,
    times: Vec<TimeRecord>,
}

impl FactBlock {
    /// The size of the facts in bytes.
    fn bytes(&self) -> usize {
        size_of::<ArchivedFactRecord>() * self.facts.len()
            + size_of::<ArchivedCellRecord>() * self.cells.len()
            + size_of::<ArchivedTimeRecord>() * self.times.len()
    }
}

/// Writes the facts of one source in blocks, as they arrive.
pub(crate) struct FactWriter {
    first: u32,
    block: FactBlock,
}

impl FactWriter {
    /// A writer for `source`, whose first fact has the id `first`.
    pub(crate) fn new(source: SourceId, first: u32) -> FactWriter {
        FactWriter { first, block: FactBlock { source: source.0, ..FactBlock::default() } }
    }

    /// Adds the next fact.
    pub(crate) fn push(&mut self, table: &mut Table<'_, u32, &'static [u8]>, fact: &NewFact) -> Result<()> {
        let before = self.block.facts.len();
        self.block.facts.push(FactRecord {
            head: fact.head.0,
            relation: fact.relation.0,
            tail: fact.tail.0,
            line: fact.place.line,
        });
        let Place { row, column, .. } = fact.place;
        let cell = (row.is_some() || column.is_some())
            .then(|| CellRecord { row: row.unwrap_or(NO_ROW), column: column.unwrap_or(NO_COLUMN) });
        push_column(&mut self.block.cells, before, cell, CellRecord { row: NO_ROW, column: NO_COLUMN });
        let time = fact
            .interval
            .map(|Interval { start, end }| TimeRecord { start: pack_date(start), end: pack_date(end) });
        push_column(&mut self.block.times, before, time, TimeRecord { start: NO_INTERVAL, end: NO_INTERVAL });
        // The block stays open while another fact of the same kind fits.
        let bytes = self.block.bytes();
        if bytes + bytes / self.block.facts.len() > BLOCK_BYTES { self.flush(table) } else { Ok(()) }
    }

    /// Writes the remaining facts.
    pub(crate) fn flush(&mut self, table: &mut Table<'_, u32, &'static [u8]>) -> Result<()> {
        if !self.block.facts.is_empty() {
            table.insert(self.first, archive!(&self.block)?.as_slice())?;
            self.first += self.block.facts.len() as u32;
            self.block.facts.clear();
            self.block.cells.clear();
            self.block.times.clear();
        }
        Ok(())
    }
}

/// Appends the value of the next fact to a column of a block that has `before` facts. A column stays empty
/// until the first fact that has a value.
fn push_column<T: Clone>(column: &mut Vec<T>, before: usize, value: Option<T>, none: T) {
    match value {
        Some(value) => {
            column.resize(before, none);
            column.push(value);
        }
        None if column.is_empty() => {}
        None => column.push(none),
    }
}

/// The fact at a position of a block; `None` after its end.
fn read_fact(block: &ArchivedFactBlock, first: u32, at: usize) -> Result<Option<Fact>> {
    let Some(record) = block.facts.get(at) else { return Ok(None) };
    let cell = block.cells.get(at);
    let interval = match block.times.get(at) {
        Some(time) if time.start != NO_INTERVAL => Some(Interval {
            start: unpack_date(time.start.to_native())?,
            end: unpack_date(time.end.to_native())?,
        }),
        _ => None,
    };
    Ok(Some(Fact {
        id: FactId(first.saturating_add(at as u32)),
        source: SourceId(block.source.to_native()),
        head: NodeId(record.head.to_native()),
        relation: NodeId(record.relation.to_native()),
        tail: NodeId(record.tail.to_native()),
        interval,
        place: Place {
            line: record.line.to_native(),
            row: cell.map(|cell| cell.row.to_native()).filter(|row| *row != NO_ROW),
            column: cell.map(|cell| cell.column.to_native()).filter(|column| *column != NO_COLUMN),
        },
    }))
}

fn view(first: u32, bytes: &[u8]) -> Result<&ArchivedFactBlock> {
    access!(ArchivedFactBlock, bytes, format_args!("the block of facts from {first} on"))
}

/// The fact with this id.
pub(crate) fn fact<T: ReadableTable<u32, &'static [u8]>>(table: &T, id: u32) -> Result<Fact> {
    let unknown = || Error::Unknown { what: format!("fact {id}") };
    let (first, value) = table.range(..=id)?.next_back().transpose()?.ok_or_else(unknown)?;
    let first = first.value();
    let block = view(first, value.value())?;
    read_fact(block, first, (id - first) as usize)?.ok_or_else(unknown)
}

/// Calls `visit` with every fact whose id is in `from..to`, in order.
pub(crate) fn each<T: ReadableTable<u32, &'static [u8]>>(
    table: &T,
    from: u32,
    to: u32,
    visit: &mut dyn FnMut(Fact) -> Result<()>,
) -> Result<()> {
    if from >= to {
        return Ok(());
    }
    let start = match table.range(..=from)?.next_back() {
        Some(item) => item?.0.value(),
        None => from,
    };
    for item in table.range(start..to)? {
        let (first, value) = item?;
        let first = first.value();
        let block = view(first, value.value())?;
        let mut at = from.saturating_sub(first) as usize;
        while let Some(fact) = read_fact(block, first, at)?
            && fact.id.0 < to
        {
            visit(fact)?;
            at += 1;
        }
    }
    Ok(())
}

/// Deletes the facts with ids in `from..to`, which must be whole blocks.
pub(crate) fn delete(table: &mut Table<'_, u32, &'static [u8]>, from: u32, to: u32) -> Result<()> {
    loop {
        let mut keys = Vec::new();
        for item in table.range(from..to)?.take(1000) {
            keys.push(item?.0.value());
        }
        for key in &keys {
            table.remove(key)?;
        }
        if keys.len() < 1000 {
            return Ok(());
        }
    }
}
