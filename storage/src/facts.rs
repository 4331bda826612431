//! Facts in blocks: identity, parts, time and place.

use redb::{ReadableTable, Table};
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::{access, archive, pack_date, unpack_date};
use crate::{Error, Fact, FactId, Interval, NodeId, Place, Posting, Result, SourceId};

/// Facts of one block.
const BLOCK: usize = 128;
/// A missing row or a missing column; rows are 1-based and columns are stored plus one.
const NONE: u32 = 0;

#[derive(Debug, Archive, Serialize, Deserialize)]
struct FactRecord {
    head: u32,
    relation: u32,
    tail: u32,
    line: u32,
    row: u32,
    column: u32,
    timed: bool,
    start: i32,
    end: i32,
}

/// A block of facts of one source, whose ids run from the block's key.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) struct FactBlock {
    source: u32,
    facts: Vec<FactRecord>,
}

/// A fact that is being loaded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewFact {
    /// Head entity; the row node for a table cell.
    pub head: NodeId,
    /// Relation; the column for a table cell.
    pub relation: NodeId,
    /// Tail entity; the cell's value for a table cell.
    pub tail: NodeId,
    /// The time of a quintuple; both bounds may be open.
    pub interval: Option<Interval>,
    /// Line, row and column in the source's file.
    pub place: Place,
}

/// Writes the facts of one source in blocks, as they come.
pub(crate) struct FactWriter {
    first: u32,
    block: FactBlock,
}

impl FactWriter {
    /// A writer for `source`, whose first fact gets the id `first`.
    pub(crate) fn new(source: SourceId, first: u32) -> FactWriter {
        FactWriter { first, block: FactBlock { source: source.0, facts: Vec::with_capacity(BLOCK) } }
    }

    /// Adds the next fact.
    pub(crate) fn push(&mut self, table: &mut Table<'_, u32, &'static [u8]>, fact: &NewFact) -> Result<()> {
        self.block.facts.push(FactRecord {
            head: fact.head.0,
            relation: fact.relation.0,
            tail: fact.tail.0,
            line: fact.place.line,
            row: fact.place.row.unwrap_or(NONE),
            column: fact.place.column.map_or(NONE, |column| u32::from(column) + 1),
            timed: fact.interval.is_some(),
            start: pack_date(fact.interval.and_then(|interval| interval.start)),
            end: pack_date(fact.interval.and_then(|interval| interval.end)),
        });
        if self.block.facts.len() == BLOCK { self.flush(table) } else { Ok(()) }
    }

    /// Writes the facts that are left.
    pub(crate) fn flush(&mut self, table: &mut Table<'_, u32, &'static [u8]>) -> Result<()> {
        if !self.block.facts.is_empty() {
            table.insert(self.first, archive!(&self.block)?.as_slice())?;
            self.first += self.block.facts.len() as u32;
            self.block.facts.clear();
        }
        Ok(())
    }
}

fn read_fact(source: u32, id: u32, record: &ArchivedFactRecord) -> Result<Fact> {
    let row = record.row.to_native();
    let interval = if record.timed {
        Some(Interval {
            start: unpack_date(record.start.to_native())?,
            end: unpack_date(record.end.to_native())?,
        })
    } else {
        None
    };
    Ok(Fact {
        id: FactId(id),
        source: SourceId(source),
        head: NodeId(record.head.to_native()),
        relation: NodeId(record.relation.to_native()),
        tail: NodeId(record.tail.to_native()),
        interval,
        place: Place {
            line: record.line.to_native(),
            row: (row != NONE).then_some(row),
            column: record.column.to_native().checked_sub(1).and_then(|column| u16::try_from(column).ok()),
        },
    })
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
    let record = block.facts.get((id - first) as usize).ok_or_else(unknown)?;
    read_fact(block.source.to_native(), id, record)
}

/// The postings of facts whose ids are in ascending order; each block is read once.
pub(crate) fn postings<T: ReadableTable<u32, &'static [u8]>>(table: &T, ids: &[u32]) -> Result<Vec<Posting>> {
    let mut found = Vec::with_capacity(ids.len());
    let mut rest = ids;
    while let Some(&id) = rest.first() {
        let unknown = || Error::Damaged { what: format!("an index names fact {id}, which is missing") };
        let (first, value) = table.range(..=id)?.next_back().transpose()?.ok_or_else(unknown)?;
        let first = first.value();
        let block = view(first, value.value())?;
        if (id - first) as usize >= block.facts.len() {
            return Err(unknown());
        }
        while let Some(&id) = rest.first()
            && let Some(record) = block.facts.get((id - first) as usize)
        {
            found.push(Posting {
                fact: FactId(id),
                head: NodeId(record.head.to_native()),
                relation: NodeId(record.relation.to_native()),
                tail: NodeId(record.tail.to_native()),
            });
            rest = &rest[1..];
        }
    }
    Ok(found)
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
        for (id, record) in (first..).zip(block.facts.iter()) {
            if id >= to {
                return Ok(());
            }
            if id >= from {
                visit(read_fact(block.source.to_native(), id, record)?)?;
            }
        }
    }
    Ok(())
}

/// Deletes the facts whose ids are in `from..to`, which are whole blocks.
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
