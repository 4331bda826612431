//! What is derived when a source ends.
//!
//! Three sorted passes, each bounded in memory:
//!
//! 1. index entries of the facts, in index order: posting blocks are written, every
//!    (node, role) goes to the second pass, order keys to the third;
//! 2. nodes with their roles: the node index is written; new names get tokens,
//!    folded forms and a place in the queue of the encoder; names that are in no
//!    fact go;
//! 3. order and token entries are written.

use std::time::{SystemTime, UNIX_EPOCH};

use super::fresh::FreshNames;
use super::relations::RelationStatistics;
use super::remove;
use super::source::{Parts, SourceLoad};
use redb::ReadableTable as _;

use crate::bulk::{Waiting, put_ascending};
use crate::codec::{encode, text_hash, vector_key};
use crate::names::{self, NameView};
use crate::order::sortable;
use crate::postings::{BlockWriter, Entry, Index};
use crate::sorter::{Merge, Sorter};
use crate::tables::{WriteTables, counter};
use crate::{Error, FactId, Result, Roles, Source, SourceId, SourceKind, fold};

/// Marks, beside the roles, a node that stands in a fact.
const IN_FACT: u32 = 1 << 31;
/// Names without a vector that are held before they are written.
const WAITING: usize = 4096;

/// Ends the source; see [`SourceLoad::finish`].
pub(super) fn finish(mut load: SourceLoad<'_>) -> Result<Source> {
    load.write_chunk()?;
    load.parts.fresh.write_records(&mut load.tables)?;
    load.facts.flush(&mut load.tables.facts)?;
    load.tables.meta.insert(counter::NODE, u64::from(load.next_node))?;
    load.tables.meta.insert(counter::FACT, u64::from(load.next_fact))?;

    let SourceLoad { tables, mut parts, spec, id, sorter, columns, .. } = load;
    let (runs, buffer) = (parts.runs, parts.buffer);
    let mut tables = tables.into_inner();
    let mut nodes = Sorter::new(runs, buffer);
    let mut derived = Sorter::new(runs, buffer);
    for relation in columns.values() {
        nodes.push([relation.0, Roles::RELATION.0, 0, 0, 0])?;
    }
    let new = load.first_node..load.next_node;
    let first_token = u32::try_from(tables.counter(counter::TOKEN)?).unwrap_or(u32::MAX);
    let statistics = write_facts(
        &mut tables,
        IndexWriter::new(id, new.start),
        spec.kind,
        sorter.finish()?,
        &mut nodes,
        &mut derived,
    )?;
    let nodes = write_nodes(&mut tables, id, nodes.finish()?, new.clone(), &mut parts, &mut derived)?;
    // Token ids are as new as tokens are; the keys of the other index are relations.
    let (tokens, orders) = (IndexWriter::new(id, first_token), IndexWriter::new(id, new.start));
    write_derived(&mut tables, tokens, orders, derived.finish()?)?;
    if nodes.unused > 0 {
        parts.cache.clear();
    }

    let replaced = tables.source_ids.get(spec.name.as_str())?.map(|id| id.value());
    if let Some(old) = replaced {
        parts.fresh.write(&mut tables)?;
        remove::remove_source(&mut tables, runs, buffer, parts.dictionary, old)?;
        parts.cache.clear();
    }
    let relations = statistics.finish(&tables, spec.kind, &columns)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let source = Source {
        id,
        name: spec.name,
        kind: spec.kind,
        file: spec.file,
        content_hash: spec.content_hash,
        loaded_at: i64::try_from(now).unwrap_or(i64::MAX),
        first_fact: FactId(load.first_fact),
        facts: u64::from(load.next_fact - load.first_fact),
        rows: load.rows,
        nodes: nodes.in_facts,
        skipped: load.skipped,
        relations,
    };
    tables.sources.insert(id.0, encode(&source)?.as_slice())?;
    tables.source_ids.insert(source.name.as_str(), id.0)?;
    *parts.unfinished = false;
    Ok(source)
}

/// First pass: the indexes of facts, and the statistics of relations.
fn write_facts(
    tables: &mut WriteTables<'_>,
    mut writer: IndexWriter,
    kind: SourceKind,
    mut records: Merge,
    nodes: &mut Sorter,
    derived: &mut Sorter,
) -> Result<RelationStatistics> {
    let (head_role, tail_role) = match kind {
        SourceKind::Table => (0, Roles::CELL.0),
        SourceKind::Kg | SourceKind::Tkg => (Roles::HEAD.0, Roles::TAIL.0),
    };
    let mut statistics = RelationStatistics::default();
    // Each run of one node in one role becomes one record of the second pass.
    let mut last = None;
    while let Some([number, key, a, b, c]) = records.next()? {
        let (index, role) = match number {
            0 => (Index::Head, Some(head_role)),
            1 => (Index::Relation, Some(Roles::RELATION.0)),
            2 => (Index::Tail, Some(tail_role)),
            3 => (Index::Time, None),
            other => return Err(Error::Database(format!("a load made an entry of an index {other}"))),
        };
        writer.push(tables, index, key, Entry { a, b, c })?;
        if let Some(role) = role
            && last != Some((number, key))
        {
            last = Some((number, key));
            nodes.push([key, role | IN_FACT, 0, 0, 0])?;
        }
        if index == Index::Relation
            && let Some(order) = statistics.push(tables, [key, a, b, c])?
            && let Some(position) = sortable(order)
        {
            derived.push([Index::Order as u32, key, position, a, writer.source().0])?;
        }
    }
    writer.flush(tables)?;
    Ok(statistics)
}

/// Writes the records of one index after another as posting blocks.
struct IndexWriter {
    current: Option<Index>,
    blocks: BlockWriter,
}

impl IndexWriter {
    /// A writer for the entries of `source`; keys from `new_from` on have none yet.
    fn new(source: SourceId, new_from: u32) -> IndexWriter {
        IndexWriter { current: None, blocks: BlockWriter::new(source, new_from) }
    }

    fn source(&self) -> SourceId {
        self.blocks.source()
    }

    fn push(&mut self, tables: &mut WriteTables<'_>, index: Index, key: u32, entry: Entry) -> Result<()> {
        if self.current != Some(index) {
            self.flush(tables)?;
            self.current = Some(index);
        }
        self.blocks.push(tables.index(index), key, entry)
    }

    fn flush(&mut self, tables: &mut WriteTables<'_>) -> Result<()> {
        match self.current {
            Some(index) => self.blocks.flush(tables.index(index)),
            None => Ok(()),
        }
    }
}

/// Counts of the second pass.
#[derive(Default)]
struct NodeCounts {
    in_facts: u64,
    unused: u64,
}

/// Second pass: nodes and their roles.
fn write_nodes(
    tables: &mut WriteTables<'_>,
    source: SourceId,
    mut records: Merge,
    new_names: std::ops::Range<u32>,
    parts: &mut Parts<'_>,
    derived: &mut Sorter,
) -> Result<NodeCounts> {
    let Parts { fresh, dictionary, .. } = parts;
    let mut counts = NodeCounts::default();
    let mut blocks = BlockWriter::new(source, new_names.start);
    let mut waiting = Vec::new();
    // New names up to here are known to be in use, or are gone.
    let mut checked = new_names.start;
    let mut next = records.next()?;
    while let Some([node, ..]) = next {
        let mut bits = 0;
        while let Some([same, more, ..]) = next
            && same == node
        {
            bits |= more;
            next = records.next()?;
        }
        counts.in_facts += u64::from(bits & IN_FACT != 0);
        let is_new = new_names.contains(&node);
        if is_new {
            counts.unused += forget_unused(tables, fresh, checked..node)?;
            checked = node + 1;
        }
        let roles = bits & Roles::ANY.0;
        let (text, embeddable) = match tables.names.get(node)? {
            None => continue, // a row, which no name finds
            Some(bytes) => {
                let name = NameView::read(node, bytes.value())?;
                let embeddable = is_new && names::is_embeddable(name.text(), &name.value()?);
                (name.text().to_owned(), embeddable)
            }
        };
        blocks.push(tables.index(Index::Roles), node, Entry { a: roles, b: 0, c: source.0 })?;
        for token in dictionary.ids(tables, &text, i64::from(is_new))? {
            derived.push([Index::Token as u32, token, node, roles, source.0])?;
        }
        if is_new {
            fresh.push_folded(tables, text_hash(&fold(&text)), node)?;
        }
        if embeddable && !has_vector(tables, node, &text)? {
            waiting.push(Waiting(node));
            if waiting.len() >= WAITING {
                put_ascending(&mut tables.pending, &mut waiting)?;
                waiting.clear();
            }
        }
    }
    put_ascending(&mut tables.pending, &mut waiting)?;
    blocks.flush(tables.index(Index::Roles))?;
    counts.unused += forget_unused(tables, fresh, checked..new_names.end)?;
    Ok(counts)
}

/// Deletes the names among these new ids: they are in no fact and head no column.
fn forget_unused(
    tables: &mut WriteTables<'_>,
    fresh: &mut FreshNames,
    ids: std::ops::Range<u32>,
) -> Result<u64> {
    let mut unused = 0;
    for id in ids {
        let text = match tables.names.remove(id)? {
            None => continue,
            Some(bytes) => NameView::read(id, bytes.value())?.text().to_owned(),
        };
        fresh.forget(tables, &text, id)?;
        unused += 1;
    }
    Ok(unused)
}

/// Gives a new name the vector that its text has already, if it has one.
fn has_vector(tables: &mut WriteTables<'_>, node: u32, text: &str) -> Result<bool> {
    let key = vector_key(text);
    if tables.vectors.get(&key)?.is_none() {
        return Ok(false);
    }
    tables.embedded.insert(node, &key)?;
    let generation = tables.counter(counter::VECTORS)?;
    tables.meta.insert(counter::VECTORS, generation + 1)?;
    Ok(true)
}

/// Third pass: order and token indexes.
fn write_derived(
    tables: &mut WriteTables<'_>,
    mut tokens: IndexWriter,
    mut orders: IndexWriter,
    mut records: Merge,
) -> Result<()> {
    while let Some([number, key, a, b, c]) = records.next()? {
        let entry = Entry { a, b, c };
        match number {
            number if number == Index::Order as u32 => orders.push(tables, Index::Order, key, entry)?,
            _ => tokens.push(tables, Index::Token, key, entry)?,
        }
    }
    orders.flush(tables)?;
    tokens.flush(tables)
}
