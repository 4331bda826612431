//! What is derived from the facts of a batch of sources.
//!
//! Three sorted passes, each bounded in memory:
//!
//! 1. index entries of the facts, in index order: posting blocks are written, every
//!    (node, source, role) goes to the second pass, facts with a typed tail to the third;
//! 2. nodes with their roles: the node index is written; new names get tokens,
//!    folded forms and a place in the queue of the encoder; names that are in no
//!    fact go;
//! 3. order and token entries are written.

use std::time::{SystemTime, UNIX_EPOCH};

use redb::ReadableTable as _;

use super::batch::{Batch, Ended, FactEntries, PARTS, Pace};
use super::fresh::FreshNames;
use super::relations::{RelationStatistics, listed};
use super::remove;
use crate::bulk::{Waiting, put_ascending};
use crate::codec::{encode, text_hash, vector_key};
use crate::names::{self, NameView};
use crate::postings::{BlockWriter, Entry, Index};
use crate::sorter::{Record, Sorter};
use crate::tables::{WriteTables, counter};
use crate::{FactId, Result, Roles, Source, SourceId, SourceKind, fold};

/// Marks, beside the roles, a node that stands in a fact.
const IN_FACT: u32 = 1 << 31;
/// Names without a vector that are held before they are written.
const WAITING: usize = 4096;

impl Batch {
    /// Writes the indexes, statistics and catalogue entries of the sources that have ended,
    /// and removes the sources that they replace. Returns the entries, in order of loading.
    pub(super) fn derive(
        &mut self,
        tables: &mut WriteTables<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<Source>> {
        let (ended, first_node) = (std::mem::take(&mut self.ended), self.first_node.take());
        let Some(first_node) = first_node.filter(|_| !ended.is_empty()) else { return Ok(Vec::new()) };
        let next_node = u32::try_from(tables.counter(counter::NODE)?).unwrap_or(u32::MAX);
        let sources = Sources(&ended);

        let mut nodes = self.sorter();
        for source in &ended {
            for relation in source.columns.values() {
                nodes.push([relation.0, source.id.0, Roles::RELATION.0])?;
            }
        }
        let mut orders = self.sorter();
        let mut writer = FactPass { sources, new_from: first_node, nodes: &mut nodes, orders: &mut orders };
        let entries = std::mem::replace(&mut self.entries, FactEntries::new(&self.runs, self.buffer));
        // Nodes and tokens come to about half as many again.
        pace.expect(entries.len() + entries.len() / 2);
        let statistics = writer.write(tables, entries, pace)?;
        let mut statistics = statistics.finish(tables)?;

        // Token ids are as new as tokens are; the keys of the order index are relations.
        let first_token = u32::try_from(tables.counter(counter::TOKEN)?).unwrap_or(u32::MAX);
        let mut tokens = self.sorter();
        pace.expect(nodes.len() + 2 * orders.len());
        let in_facts = self.write_nodes(tables, sources, nodes, first_node..next_node, &mut tokens, pace)?;
        pace.expect(orders.len() + tokens.len());
        let order = |[relation, source, order, tail, fact, head]: [u32; 6]| {
            (relation, source, Entry { a: order, b: tail, c: fact, more: [head] })
        };
        write_sorted(tables, Index::Order, first_node, orders, pace, order)?;
        let token = |[token, source, node, roles]: [u32; 4]| {
            (token, source, Entry { a: node, b: roles, c: source, more: [] })
        };
        write_sorted(tables, Index::Token, first_token, tokens, pace, token)?;
        // Names that no fact uses are gone.
        self.cache.clear();

        let mut derived = Vec::with_capacity(ended.len());
        for (source, nodes) in ended.iter().zip(in_facts) {
            let relations = statistics.remove(&source.id).unwrap_or_default();
            let relations = listed(tables, relations, source.spec.kind, &source.columns)?;
            let Ended { spec, id, first_fact, facts, rows, skipped, .. } = source;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            let entry = Source {
                id: *id,
                name: spec.name.clone(),
                kind: spec.kind,
                file: spec.file.clone(),
                content_hash: spec.content_hash.clone(),
                loaded_at: i64::try_from(now).unwrap_or(i64::MAX),
                first_fact: FactId(*first_fact),
                facts: u64::from(*facts),
                rows: *rows,
                nodes,
                skipped: *skipped,
                relations,
            };
            tables.sources.insert(id.0, encode(&entry)?.as_slice())?;
            derived.push(entry);
        }
        for source in &derived {
            let replaced = tables.source_ids.insert(source.name.as_str(), source.id.0)?;
            if let Some(old) = replaced.map(|id| id.value()) {
                self.remove_source(tables, old)?;
            }
        }
        Ok(derived)
    }

    /// Removes everything of a source but its entry in `source_ids`.
    pub(super) fn remove_source(&mut self, tables: &mut WriteTables<'_>, id: u32) -> Result<()> {
        self.fresh.write(tables)?;
        self.cache.clear();
        remove::remove_source(tables, &self.runs, self.buffer, &mut self.dictionary, id)
    }

    /// Second pass: nodes and their roles. Returns for every source how many nodes its
    /// facts have.
    fn write_nodes(
        &mut self,
        tables: &mut WriteTables<'_>,
        sources: Sources<'_>,
        nodes: Sorter<3>,
        new_names: std::ops::Range<u32>,
        tokens: &mut Sorter<4>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<u64>> {
        let mut in_facts = vec![0; sources.0.len()];
        let mut blocks = BlockWriter::new(new_names.start);
        let mut waiting = Vec::new();
        // New names up to here are known to be in use, or are gone.
        let mut checked = new_names.start;
        // The roles of one node in each of its sources.
        let mut played: Vec<(u32, u32)> = Vec::new();
        let mut records = nodes.finish()?;
        let mut next = records.next()?;
        while let Some([node, ..]) = next {
            pace.count()?;
            played.clear();
            while let Some([same, source, bits]) = next
                && same == node
            {
                match played.last_mut() {
                    Some((last, more)) if *last == source => *more |= bits,
                    _ => played.push((source, bits)),
                }
                next = records.next()?;
            }
            for (source, bits) in &mut played {
                if *bits & IN_FACT != 0
                    && let Some(count) = sources.place(*source).and_then(|at| in_facts.get_mut(at))
                {
                    *count += 1;
                }
                *bits &= Roles::ANY.0;
            }
            let is_new = new_names.contains(&node);
            if is_new {
                forget_unused(tables, &mut self.fresh, checked..node)?;
                checked = node + 1;
            }
            let (text, embeddable) = match tables.names.get(node)? {
                None => continue, // a row, which no name finds
                Some(bytes) => {
                    let name = NameView::read(node, bytes.value())?;
                    let embeddable = is_new && names::is_embeddable(name.text(), &name.value()?);
                    (name.text().to_owned(), embeddable)
                }
            };
            for &(source, roles) in &played {
                let entry = Entry { a: roles, b: 0, c: source, more: [] };
                blocks.push(tables.index(Index::Roles), node, SourceId(source), entry)?;
            }
            for token in self.dictionary.ids(tables, &text, i64::from(is_new))? {
                for &(source, roles) in &played {
                    tokens.push([token, source, node, roles])?;
                }
            }
            if is_new {
                self.fresh.push_folded(tables, text_hash(&fold(&text)), node)?;
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
        forget_unused(tables, &mut self.fresh, checked..new_names.end)?;
        Ok(in_facts)
    }
}

/// The sources of a batch, which are in order of their ids.
#[derive(Clone, Copy)]
struct Sources<'a>(&'a [Ended]);

impl Sources<'_> {
    /// The place of a source in the batch.
    fn place(self, id: u32) -> Option<usize> {
        self.0.binary_search_by_key(&id, |source| source.id.0).ok()
    }

    /// The role of a key of an index in facts of a source; 0 for a row.
    fn role(self, index: Index, source: u32) -> u32 {
        let table = self.place(source).is_some_and(|at| self.0[at].spec.kind == SourceKind::Table);
        match (index, table) {
            (Index::Head, true) => 0,
            (Index::Head, false) => Roles::HEAD.0,
            (Index::Tail, true) => Roles::CELL.0,
            (Index::Tail, false) => Roles::TAIL.0,
            _ => Roles::RELATION.0,
        }
    }
}

/// First pass: the indexes of facts, and the statistics of relations.
struct FactPass<'a> {
    sources: Sources<'a>,
    /// Keys from this one on are new.
    new_from: u32,
    /// Takes node, source and role.
    nodes: &'a mut Sorter<3>,
    /// Takes the words of order entries: relation, source, order key, tail, fact, head.
    orders: &'a mut Sorter<6>,
}

impl FactPass<'_> {
    fn write(
        &mut self,
        tables: &mut WriteTables<'_>,
        entries: FactEntries,
        pace: &mut Pace<'_>,
    ) -> Result<RelationStatistics> {
        let mut statistics = RelationStatistics::default();
        for (index, entries) in PARTS.into_iter().zip(entries.parts) {
            let mut writer = BlockWriter::new(self.new_from);
            // Each run of one node in one source becomes one record of the second pass.
            let mut last = None;
            let mut records = entries.finish()?;
            while let Some([key, source, a, b, c]) = records.next()? {
                pace.count()?;
                let entry = Entry { a, b, c, more: [] };
                writer.push(tables.index(index), key, SourceId(source), entry)?;
                if last.replace((key, source)) != Some((key, source)) {
                    self.nodes.push([key, source, self.sources.role(index, source) | IN_FACT])?;
                }
                if index == Index::Relation
                    && let Some(order) = statistics.push(tables, SourceId(source), key, entry)?
                {
                    self.orders.push([key, source, order, a, c, b])?;
                }
            }
            writer.flush(tables.index(index))?;
        }
        let time = |[relation, source, a, b, c, head, tail]: [u32; 7]| {
            (relation, source, Entry { a, b, c, more: [head, tail] })
        };
        write_sorted(tables, Index::Time, self.new_from, entries.times, pace, time)?;
        Ok(statistics)
    }
}

/// Deletes the names among these new ids: they are in no fact and head no column.
fn forget_unused(
    tables: &mut WriteTables<'_>,
    fresh: &mut FreshNames,
    ids: std::ops::Range<u32>,
) -> Result<()> {
    for id in ids {
        let text = match tables.names.remove(id)? {
            None => continue,
            Some(bytes) => NameView::read(id, bytes.value())?.text().to_owned(),
        };
        fresh.forget(tables, &text, id)?;
    }
    Ok(())
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

/// Writes an index whose entries are sorted already; keys from `new_from` on have none yet.
/// `entry` makes key, source and entry of a record.
fn write_sorted<const W: usize, const X: usize>(
    tables: &mut WriteTables<'_>,
    index: Index,
    new_from: u32,
    sorted: Sorter<W>,
    pace: &mut Pace<'_>,
    entry: impl Fn(Record<W>) -> (u32, u32, Entry<X>),
) -> Result<()> {
    let mut writer = BlockWriter::new(new_from);
    let mut records = sorted.finish()?;
    while let Some(record) = records.next()? {
        pace.count()?;
        let (key, source, entry) = entry(record);
        writer.push(tables.index(index), key, SourceId(source), entry)?;
    }
    writer.flush(tables.index(index))
}
