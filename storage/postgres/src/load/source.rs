//! Collects the nodes and facts of one source.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use trustuqa_model::order::Typed;
use trustuqa_model::{
    FactSink, Interval, NewFact, NodeId, Place, Result as StoreResult, Roles, SourceId, SourceKind,
    SourceSink, SourceSpec, ValueKind,
};

use super::Shared;
use crate::Error;
use crate::catalogue::RowRange;
use crate::error::Result;

/// The id that a sink returns for a row is this bit and the row's number.
const ROW: u32 = 1 << 31;
/// Number of rows that get nodes at once at first; later as many as there are already, up to a limit.
const ROWS: u32 = 256;
const MOST_ROWS: u32 = 1 << 16;
/// Set along with the roles of a name: it occurs in a fact and not only as a column.
const IN_FACT: u8 = 1 << 7;
/// Set along with the roles of a name: it is kept as a column even if it occurs in no fact.
const COLUMN: u8 = 1 << 6;

/// A source of which all facts were added.
pub(super) struct EndedSource {
    pub(super) spec: SourceSpec,
    pub(super) id: SourceId,
    pub(super) first_fact: u32,
    pub(super) facts: u32,
    pub(super) rows: u64,
    pub(super) nodes: u64,
    pub(super) skipped: u64,
    pub(super) row_ranges: Vec<RowRange>,
    /// By the node of the relation, with the head and the tail of the sample.
    pub(super) relations: BTreeMap<u32, (Statistics, Option<(CatalogueItem, CatalogueItem)>)>,
    /// The nodes of the columns.
    pub(super) columns: BTreeMap<u16, u32>,
}

/// A name or row of the sample in a catalogue entry.
#[derive(Clone, Copy)]
pub(super) enum CatalogueItem {
    /// A name, by its node.
    Name(u32),
    /// A row, by its number.
    Row(u32),
}

/// A node of a fact that waits to be sent.
#[derive(Clone, Copy)]
pub(super) enum WaitingNode {
    /// A known node.
    Node(u32),
    /// A name, by its number in this load.
    Name(u32),
}

/// A fact that waits to be sent.
pub(super) struct WaitingFact {
    pub(super) id: u32,
    pub(super) source: SourceId,
    pub(super) head: WaitingNode,
    pub(super) relation: u32,
    pub(super) tail: WaitingNode,
    pub(super) interval: Option<Interval>,
    pub(super) place: Place,
}

/// Statistics of the facts of a relation.
#[derive(Default)]
pub(super) struct Statistics {
    pub(super) facts: u64,
    pub(super) kinds: FxHashMap<ValueKind, u64>,
    /// Head and tail of the first fact whose tail is not a placeholder for a missing value.
    pub(super) shown: Option<(u32, u32)>,
    pub(super) untyped: u64,
    pub(super) typed: Typed,
}

/// A source that is being loaded.
pub(super) struct SourceLoad<'l> {
    load: &'l mut Shared,
    spec: SourceSpec,
    id: SourceId,
    first_fact: u32,
    facts: u32,
    skipped: u64,
    /// By the number of the relation in this load.
    relations: FxHashMap<u32, Statistics>,
    columns: BTreeMap<u16, u32>,
    /// The names that the source uses.
    used: Vec<u32>,
    rows: Rows,
}

/// The rows of a source.
#[derive(Default)]
struct Rows {
    /// Blocks of row numbers with their nodes: first row (from 0), number of rows, first node.
    blocks: Vec<(u32, u32, u32)>,
    /// One bit for each row that exists, and one for each that occurs in a fact.
    there: Vec<u64>,
    in_fact: Vec<u64>,
}

fn set(bits: &mut Vec<u64>, at: u32) {
    let word = at as usize / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (at % 64);
}

fn count(bits: &[u64]) -> u64 {
    bits.iter().map(|word| u64::from(word.count_ones())).sum()
}

impl Rows {
    /// The node of a row, counted from 0. For a new row, `take` reserves nodes for it and its neighbours.
    fn node(&mut self, row: u32, take: impl FnOnce(u32) -> Result<u32>) -> Result<u32> {
        let behind = self.blocks.partition_point(|(first, ..)| *first <= row);
        if let Some((first, rows, node)) = behind.checked_sub(1).and_then(|at| self.blocks.get(at))
            && row - first < *rows
        {
            return Ok(node + (row - first));
        }
        // A block must end where the next one begins, and blocks begin at multiples of their size.
        let before = behind.checked_sub(1).and_then(|at| self.blocks.get(at));
        let end = before.map_or(0, |(first, rows, _)| first + rows);
        let next = self.blocks.get(behind).map_or(u32::MAX, |(first, ..)| *first);
        let size = (end.next_power_of_two() / 2).clamp(ROWS, MOST_ROWS);
        let first = (row - row % size).max(end);
        let rows = size.min(next - first).max(row - first + 1);
        let node = take(rows)?;
        self.blocks.insert(behind, (first, rows, node));
        Ok(node + (row - first))
    }

    /// The existing rows, as ranges.
    fn ranges(&self) -> Vec<RowRange> {
        let mut ranges: Vec<RowRange> = Vec::new();
        for &(first, rows, node) in &self.blocks {
            for at in 0..rows {
                let row = first + at;
                let there = self.there.get(row as usize / 64).is_some_and(|word| word >> (row % 64) & 1 == 1);
                if !there {
                    continue;
                }
                match ranges.last_mut() {
                    Some(range)
                        if range.first_row + range.rows == row + 1
                            && range.first_node + range.rows == node + at =>
                    {
                        range.rows += 1;
                    }
                    _ => ranges.push(RowRange { first_row: row + 1, rows: 1, first_node: node + at }),
                }
            }
        }
        ranges
    }
}

impl<'l> SourceLoad<'l> {
    pub(super) fn new(load: &'l mut Shared, spec: SourceSpec, id: SourceId) -> SourceLoad<'l> {
        SourceLoad {
            first_fact: load.next_fact,
            load,
            spec,
            id,
            facts: 0,
            skipped: 0,
            relations: FxHashMap::default(),
            columns: BTreeMap::new(),
            used: Vec::new(),
            rows: Rows::default(),
        }
    }

    fn number(&mut self, text: &str, iri: Option<&str>) -> Result<NodeId> {
        let Shared { names, connection, .. } = &mut *self.load;
        Ok(NodeId(names.number(connection, text, iri, ROW)?))
    }

    /// Records that a name plays a role.
    fn plays(&mut self, number: u32, role: u8) {
        let played = &mut self.load.played;
        let at = number as usize;
        if played.len() <= at {
            played.resize(self.load.names.len().max(at + 1), 0);
        }
        if played[at] == 0 {
            self.used.push(number);
        }
        played[at] |= role;
    }

    fn push(&mut self, fact: &NewFact) -> Result<()> {
        let table = self.spec.kind == SourceKind::Table;
        let unknown = || Error::invalid("a fact names a node that is not in the graph");
        let is_row = |node: NodeId| node.0 & ROW != 0;
        if is_row(fact.relation) {
            return Err(unknown());
        }
        for (node, role) in [
            (fact.head, if table { 0 } else { Roles::HEAD.0 }),
            (fact.relation, Roles::RELATION.0),
            (fact.tail, if table { Roles::CELL.0 } else { Roles::TAIL.0 }),
        ] {
            if is_row(node) {
                let row = node.0 & !ROW;
                set(&mut self.rows.in_fact, row);
            } else {
                self.load.names.get(node.0).ok_or_else(unknown)?;
                self.plays(node.0, role as u8 | IN_FACT);
            }
        }
        if fact.place.row == Some(0) {
            return Err(Error::invalid("rows are numbered from 1"));
        }
        if self.load.next_fact >= u32::MAX - 1 {
            return Err(Error::invalid("the graph has used all 32-bit fact ids; load into a new graph"));
        }
        if let Some(column) = fact.place.column {
            self.columns.entry(column).or_insert(fact.relation.0);
        }
        self.gather(fact);
        let head = self.part(fact.head)?;
        let tail = self.part(fact.tail)?;
        let Shared { waiting, next_fact, .. } = &mut *self.load;
        let NewFact { relation: NodeId(relation), interval, place, .. } = *fact;
        waiting.push(WaitingFact { id: *next_fact, source: self.id, head, relation, tail, interval, place });
        *next_fact += 1;
        self.facts += 1;
        self.load.send_when_full()
    }

    /// A node of a fact: the node of a row is known at once, names wait until many are looked up together.
    fn part(&mut self, node: NodeId) -> Result<WaitingNode> {
        if node.0 & ROW == 0 {
            return Ok(WaitingNode::Name(node.0));
        }
        let names = &mut self.load.names;
        Ok(WaitingNode::Node(self.rows.node(node.0 & !ROW, |count| names.take_node(count))?))
    }

    /// Adds a fact to the statistics of its relation.
    fn gather(&mut self, fact: &NewFact) {
        let names = &self.load.names;
        let statistics = self.relations.entry(fact.relation.0).or_default();
        statistics.facts += 1;
        let tail = if fact.tail.0 & ROW == 0 { names.get(fact.tail.0) } else { None };
        match tail.and_then(|tail| Some((tail, tail.order?))) {
            Some((tail, order)) => statistics.typed.add(names.shape(tail), order),
            None => statistics.untyped += 1,
        }
        if let Some(tail) = tail.filter(|tail| !tail.is_missing) {
            *statistics.kinds.entry(tail.kind).or_default() += 1;
            statistics.shown.get_or_insert((fact.head.0, fact.tail.0));
        }
    }

    fn end(self) -> Result<()> {
        let SourceLoad { load, spec, id, first_fact, facts, skipped, relations, columns, mut used, rows } =
            self;
        load.names.resolve(&load.connection)?;
        let node = |number: u32| load.names.get(number).map_or(0, |name| name.node);
        let mut nodes = count(&rows.in_fact);
        // In order of their nodes, so that the rows derived from them are in this order as well.
        used.sort_unstable_by_key(|number| node(*number));
        for number in &used {
            let played = std::mem::take(&mut load.played[*number as usize]);
            nodes += u64::from(played & IN_FACT != 0);
            let roles = i32::from(played & !(IN_FACT | COLUMN));
            load.roles.row().int(node(*number)).int(id.0).short(roles);
            load.roles.send_when_full(&load.connection)?;
        }
        // The head or tail of a sample is a name or a row; this bit distinguishes rows from names.
        let shown = |number: u32| {
            if number & ROW == 0 {
                CatalogueItem::Name(node(number))
            } else {
                CatalogueItem::Row((number & !ROW) + 1)
            }
        };
        let relations = relations.into_iter().map(|(relation, mut statistics)| {
            let samples = statistics.shown.take().map(|(head, tail)| (shown(head), shown(tail)));
            (node(relation), (statistics, samples))
        });
        let ended = EndedSource {
            spec,
            id,
            first_fact,
            facts,
            rows: count(&rows.there),
            nodes,
            skipped,
            row_ranges: rows.ranges(),
            relations: relations.collect(),
            columns: columns.into_iter().map(|(column, relation)| (column, node(relation))).collect(),
        };
        load.ended.push(ended);
        load.unfinished = false;
        Ok(())
    }
}

impl FactSink for SourceLoad<'_> {
    fn intern(&mut self, text: &str) -> StoreResult<NodeId> {
        Ok(self.number(text, None)?)
    }
    fn intern_iri(&mut self, text: &str, iri: &str) -> StoreResult<NodeId> {
        Ok(self.number(text, Some(iri))?)
    }
    fn row(&mut self, row: u32) -> StoreResult<NodeId> {
        let Some(at) = row.checked_sub(1).filter(|at| at & ROW == 0) else {
            return Err(Error::invalid(format!("rows are numbered from 1, but row {row} was loaded")).into());
        };
        set(&mut self.rows.there, at);
        let names = &mut self.load.names;
        self.rows.node(at, |count| names.take_node(count))?;
        Ok(NodeId(ROW | at))
    }
    fn fact(&mut self, fact: NewFact) -> StoreResult<()> {
        Ok(self.push(&fact)?)
    }
    fn relation_column(&mut self, relation: NodeId, column: u16) {
        if relation.0 & ROW == 0 && self.load.names.get(relation.0).is_some() {
            self.plays(relation.0, Roles::RELATION.0 as u8 | COLUMN);
            self.columns.insert(column, relation.0);
        }
    }
}

impl SourceSink for SourceLoad<'_> {
    fn skipped(&mut self, lines: u64) {
        self.skipped += lines;
    }
    fn finish(self: Box<Self>) -> StoreResult<()> {
        Ok(self.end()?)
    }
}
