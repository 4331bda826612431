//! Derives indexes, statistics and catalogue entries from the facts of a batch of sources.
//!
//! Three sorted passes, each bounded in memory:
//!
//! 1. index entries of the facts, in index order: posting blocks are written, every (node, source, role) is passed
//!    on to the second pass, facts with a typed tail to the third;
//! 2. nodes with their roles, see `nodes.rs`: the node index is written; new names get tokens, folded forms and a
//!    place in the queue of the encoder; names that no fact uses are deleted;
//! 3. order and token entries are written, and the tables by which names are found: hashes and tokens.
//!
//! Each pass is divided into jobs that run in parallel, see `pace.rs`.

use std::mem::{replace, take};
use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use redb::ReadableTable as _;
use rustc_hash::FxHashMap;

use super::batch::{Batch, Ended, FactEntries, IndexEntries};
use super::nodes::FoundBy;
use super::pace::{Count, Pace};
use super::relations::{Nodes, RelationStatistics, listed};
use super::remove;
use crate::bulk::{each_hashed, put_hashed};
use crate::codec::{decode_source, encode};
use crate::layers::{LayerTables, WriteLayer};
use crate::postings::{BlockWriter, Entry, FactRanges, Index, Joined, PostingTable};
use crate::sorter::{Record, Sorter};
use crate::tables::{FORMAT, WriteTables, counter};
use crate::{Error, FactId, RelationInfo, Result, Roles, Source, SourceId, SourceKind};

/// Set along with the roles of a node that occurs in a fact.
pub(super) const IN_FACT: u32 = 1 << 31;

impl Batch {
    /// Writes the indexes, statistics and catalogue entries of the sources that have ended,
    /// and removes the sources that they replace. Returns the entries, in order of loading.
    pub(super) fn derive(
        &mut self,
        tables: &mut WriteTables<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<Source>> {
        let (ended, first_node) = (take(&mut self.ended), self.first_node.take());
        let Some(first_node) = first_node.filter(|_| !ended.is_empty()) else { return Ok(Vec::new()) };
        let next_node = u32::try_from(tables.counters.get(counter::NODE)?).unwrap_or(u32::MAX);
        let sources = Sources(&ended);
        self.fresh.forget_texts();
        // The keys of the token index are token ids; those of all other indexes are nodes.
        let first_token = u32::try_from(tables.counters.get(counter::TOKEN)?).unwrap_or(u32::MAX);
        let target = self.target(tables, &ended, first_node..next_node, first_token)?;

        let entries = replace(&mut self.entries, FactEntries::new(&self.runs, self.buffer));
        // Nodes and tokens add about half as many records.
        pace.expect(entries.len() + entries.len() / 2);
        let FirstPass { mut nodes, orders, mut statistics } =
            self.write_facts(tables, sources, &target, entries, pace)?;
        for source in &ended {
            for relation in source.columns.values() {
                nodes.push([relation.0, source.id.0, Roles::RELATION.0])?;
            }
        }

        let mut found_by = FoundBy { tokens: self.sorter(), folded: self.sorter() };
        pace.expect(nodes.len() + 2 * orders.len());
        for layer in &target.joined {
            self.fresh.join(&layer.name_ids)?;
            each_hashed(&layer.folded, &mut |record| found_by.folded.push(record))?;
        }
        let in_facts = self.write_nodes(tables, sources, nodes, &target, &mut found_by, pace)?;
        let FoundBy { tokens, folded } = found_by;
        pace.expect(orders.len() + tokens.len() + self.fresh.len() + folded.len());
        let order = |[relation, source, order, tail, fact, head]: [u32; 6]| {
            (relation, source, Entry { a: order, b: tail, c: fact, more: [head] })
        };
        let token = |[token, source, node, roles]: [u32; 4]| {
            (token, source, Entry { a: node, b: roles, c: source, more: [] })
        };
        let WriteTables { layers, tokens: dictionary, .. } = tables;
        let Some(LayerTables { postings, name_ids, folded: folded_ids, .. }) = layers.last_mut() else {
            return Ok(Vec::new());
        };
        let [_, _, _, _, by_order, by_token, _] = postings;
        let counts = [self.fresh.len(), folded.len()];
        let fresh = &mut self.fresh;
        pace.all([
            Box::new(|count| {
                let writer = target.writer(Index::Token)?;
                write_sorted(writer, by_token, tokens, count, token)
            }),
            Box::new(|_| self.dictionary.write(dictionary)),
            Box::new(move |count| {
                put_hashed(folded_ids, folded, |_| true).and_then(|()| count.add(counts[1]))
            }),
            Box::new(move |count| fresh.write_hashes(name_ids).and_then(|()| count.add(counts[0]))),
            Box::new(|count| {
                let writer = target.writer(Index::Order)?;
                write_sorted(writer, by_order, orders, count, order)
            }),
        ])?;
        tables.delete_layers(target.joined)?;
        // Names that no fact uses are deleted, and the others are not looked up any more.
        self.cache.clear();
        self.fresh.forget_plain();

        let mut derived = Vec::with_capacity(ended.len());
        for (source, nodes) in ended.iter().zip(in_facts) {
            let relations = statistics.remove(&source.id).unwrap_or_default();
            let nodes_of = Nodes { names: &tables.names, row_chunks: &tables.row_chunks, fresh: &self.fresh };
            let relations = listed(nodes_of, relations, source.spec.kind, &source.columns)?;
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
                whole: spec.whole.clone(),
            };
            tables.sources.insert(id.0, encode(&entry)?.as_slice())?;
            derived.push(entry);
        }
        // Earlier programs cannot read such entries.
        tables.counters.set(counter::FORMAT, u64::from(FORMAT))?;
        for source in &derived {
            let replaced = tables.source_ids.insert(source.name.as_str(), source.id.0)?;
            if let Some(old) = replaced.map(|id| id.value()) {
                self.remove_source(tables, old)?;
            }
        }
        Ok(derived)
    }

    /// Determines where the entries are written, and creates a new layer if the load is to have one.
    fn target<'t>(
        &self,
        tables: &mut WriteTables<'t>,
        ended: &[Ended],
        new_nodes: Range<u32>,
        first_token: u32,
    ) -> Result<Target<'t>> {
        let ranges = FactRanges::default();
        let mut target = Target { is_empty: false, joined: Vec::new(), ranges, new_nodes, first_token };
        let Some(first) = ended.first() else { return Ok(target) };
        let begins = tables.layers.iter().map(|layer| layer.layer.first_fact);
        let ends = begins.clone().skip(1).chain([first.first_fact]);
        let facts: Vec<u64> =
            begins.zip(ends).map(|(begin, end)| u64::from(end.saturating_sub(begin))).collect();
        let load = ended.iter().map(|source| u64::from(source.facts)).sum();
        let Some(joined) = self.layering.joined(&facts, load) else { return Ok(target) };
        target.is_empty = true;
        target.joined = tables.add_layer(first.id.0, first.first_fact, joined)?;
        if let Some(oldest) = target.joined.first() {
            for item in tables.sources.range(oldest.layer.first_source..)? {
                let (id, bytes) = item?;
                let source = decode_source(bytes.value(), id.value())?;
                let count = u32::try_from(source.facts).unwrap_or(u32::MAX);
                target.ranges.push(source.id, source.first_fact.0, count);
            }
        }
        Ok(target)
    }

    /// Writes the indexes of facts, and collects the records of nodes and relations for the other passes.
    fn write_facts(
        &self,
        tables: &mut WriteTables<'_>,
        sources: Sources<'_>,
        target: &Target<'_>,
        entries: FactEntries,
        pace: &mut Pace<'_>,
    ) -> Result<FirstPass> {
        let WriteTables { names, row_chunks, layers, .. } = tables;
        let nodes = Nodes { names, row_chunks, fresh: &self.fresh };
        let mut last = layers.iter_mut().next_back().into_iter().flat_map(|layer| &mut layer.postings);
        let (Some(by_head), Some(by_relation), Some(by_tail), Some(by_time)) =
            (last.next(), last.next(), last.next(), last.next())
        else {
            return Err(Error::Damaged { what: "the graph has no layers".to_owned() });
        };
        let IndexEntries { heads, relations, tails, times } = entries.by_index()?;
        let pass = FactPass { sources, target };
        let mut nodes_of = [(); 3].map(|()| Sorter::new(&self.runs, self.buffer / 3));
        let [of_heads, of_relations, of_tails] = &mut nodes_of;
        let (mut orders, mut statistics) = (self.sorter(), RelationStatistics::default());
        // The relation index takes longest, because tails are read for the statistics.
        pace.all([
            Box::new(|count| {
                pass.write(by_relation, relations, of_relations, count, |source, relation, entry| {
                    if let Some(order) = statistics.push(nodes, source, relation, entry)? {
                        let [tail, head, fact] = [entry.a, entry.b, entry.c];
                        orders.push([relation, source.0, order, tail, fact, head])?;
                    }
                    Ok(())
                })
            }),
            Box::new(|count| pass.write(by_head, heads, of_heads, count, |_, _, _| Ok(()))),
            Box::new(|count| pass.write(by_tail, tails, of_tails, count, |_, _, _| Ok(()))),
            Box::new(|count| {
                let time = |[relation, source, a, b, c, head, tail]: [u32; 7]| {
                    (relation, source, Entry { a, b, c, more: [head, tail] })
                };
                write_sorted(target.writer(Index::Time)?, by_time, times, count, time)
            }),
        ])?;
        let [of_heads, of_relations, mut nodes_of] = nodes_of;
        nodes_of.append(of_heads)?;
        nodes_of.append(of_relations)?;
        Ok(FirstPass { nodes: nodes_of, orders, statistics: statistics.finish(nodes)? })
    }

    /// Removes everything of a source but its entry in `source_ids`.
    pub(super) fn remove_source(&mut self, tables: &mut WriteTables<'_>, id: u32) -> Result<()> {
        self.fresh.write(tables)?;
        self.cache.clear();
        remove::remove_source(tables, &self.runs, self.buffer, &mut self.dictionary, id)
    }
}

/// Where the entries are written: the last layer.
pub(super) struct Target<'t> {
    /// Whether the layer was created for this load.
    is_empty: bool,
    /// The layers that it replaces, the oldest first.
    joined: Vec<WriteLayer<'t>>,
    /// The facts of their sources.
    ranges: FactRanges,
    /// The nodes that are new in the graph.
    pub(super) new_nodes: Range<u32>,
    /// Tokens from this one on are new in the graph.
    first_token: u32,
}

impl Target<'_> {
    /// A writer for an index.
    pub(super) fn writer<const X: usize>(&self, index: Index) -> Result<BlockWriter<'_, X>> {
        if self.is_empty {
            let joined = self.joined.iter().map(|layer| Joined::new(layer.index(index)));
            return Ok(BlockWriter::joining(joined.collect::<Result<_>>()?, &self.ranges));
        }
        Ok(BlockWriter::new(if index == Index::Token { self.first_token } else { self.new_nodes.start }))
    }
}

/// Results of the first pass for the others.
struct FirstPass {
    /// Node, source and role.
    nodes: Sorter<3>,
    /// The words of order entries: relation, source, order key, tail, fact, head.
    orders: Sorter<6>,
    /// By source, in order of their nodes.
    statistics: FxHashMap<SourceId, Vec<RelationInfo>>,
}

/// The sources of a batch, which are in order of their ids.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a>(pub(super) &'a [Ended]);

impl Sources<'_> {
    /// The position of a source in the batch.
    pub(super) fn place(self, id: u32) -> Option<usize> {
        self.0.binary_search_by_key(&id, |source| source.id.0).ok()
    }

    /// The role of a key of an index in the facts of a source; 0 for a row.
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
#[derive(Clone, Copy)]
struct FactPass<'a> {
    sources: Sources<'a>,
    target: &'a Target<'a>,
}

impl FactPass<'_> {
    /// Writes one index. `nodes` receives node, source and role of its keys; `also` is called with each
    /// entry.
    fn write(
        self,
        table: &mut PostingTable<'_>,
        entries: Sorter<5>,
        nodes: &mut Sorter<3>,
        count: &mut Count<'_>,
        mut also: impl FnMut(SourceId, u32, Entry) -> Result<()>,
    ) -> Result<()> {
        let mut writer = self.target.writer(table.index)?;
        // Each run of one node in one source becomes one record of the second pass.
        let mut last = None;
        let mut records = entries.finish()?;
        while let Some([key, source, a, b, c]) = records.next()? {
            count.count()?;
            let entry = Entry { a, b, c, more: [] };
            writer.push(table, key, SourceId(source), entry)?;
            if last.replace((key, source)) != Some((key, source)) {
                nodes.push([key, source, self.sources.role(table.index, source) | IN_FACT])?;
            }
            also(SourceId(source), key, entry)?;
        }
        writer.flush(table)
    }
}

/// Writes an index from sorted records. `entry` returns key, source and entry of a record.
fn write_sorted<const W: usize, const X: usize>(
    mut writer: BlockWriter<'_, X>,
    table: &mut PostingTable<'_>,
    sorted: Sorter<W>,
    count: &mut Count<'_>,
    entry: impl Fn(Record<W>) -> (u32, u32, Entry<X>),
) -> Result<()> {
    let mut records = sorted.finish()?;
    while let Some(record) = records.next()? {
        count.count()?;
        let (key, source, entry) = entry(record);
        writer.push(table, key, SourceId(source), entry)?;
    }
    writer.flush(table)
}
