//! The store itself.

use std::path::Path;

use trustuqa_storage::{
    Date, Graph, GraphRead as _, Interval, NewFact, NodeId, Place, Posting, Scope, Snapshot, SourceKind,
    SourceSpec,
};

use super::{Item, Peer, Query};
use crate::Failure;
use crate::feed::{Event, Feed};

/// Bytes of pages in memory, as many as SQLite is given.
const CACHE: usize = 1 << 30;

/// A snapshot that stays open.
pub struct Store {
    /// What it reads.
    pub read: Snapshot,
    name: String,
}

impl Store {
    /// Opens the graph in a folder.
    pub fn open(folder: &Path, name: &str) -> Result<Store, Failure> {
        Ok(Store { read: Graph::open_with_cache(folder, false, CACHE)?.snapshot()?, name: name.to_owned() })
    }
}

impl Peer for Store {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn can(&self, _query: &Query) -> bool {
        true
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let all = &Scope::All;
        let found = match query {
            Query::Head { head, relation } => {
                self.read.facts_of_head(NodeId(*head), Some(NodeId(*relation)), all)
            }
            Query::Tail { relation, tail } => {
                self.read.facts_of_relation(NodeId(*relation), Some(NodeId(*tail)), all)
            }
            Query::Range { relation, op, value } => {
                self.read.facts_in_range(NodeId(*relation), *op, value, all)
            }
            Query::Time { relation, first, last } => {
                self.read.facts_in_time(Some(NodeId(*relation)), *first, *last, all)
            }
        };
        // Four words as in `Posting`, so that this is done in place.
        found.expect("the store answers").into_iter().map(item).collect()
    }
}

/// A posting as every peer gives it.
pub fn item(posting: Posting) -> Item {
    let Posting { fact, head, relation, tail } = posting;
    Item { fact: fact.0, head: head.0, relation: relation.0, tail: tail.0 }
}

/// Loads a feed in one transaction. With `years`, a fact of a TKG is loaded once for every
/// year that it holds in, as the paper has it.
pub fn load(feed: &Path, folder: &Path, only: Option<SourceKind>, years: bool) -> Result<u64, Failure> {
    let graph = Graph::open(folder, true)?;
    let mut load = graph.load()?;
    let mut feed = Feed::open(feed, only)?;
    let mut facts = 0;
    let mut event = feed.next()?;
    while let Event::Source(name, kind) = event {
        let header = std::mem::take(&mut feed.fields);
        let file = format!("/made/{name}");
        let mut source = load.begin_source(SourceSpec { name, kind, file, content_hash: "0".repeat(32), whole: None })?;
        let mut columns = Vec::new();
        if kind == SourceKind::Table {
            for (at, column) in header.iter().enumerate() {
                let node = source.intern(column)?;
                source.relation_column(node, u16::try_from(at)?);
                columns.push(node);
            }
        }
        let mut number = 0;
        loop {
            event = feed.next()?;
            let Event::Record = event else { break };
            number += 1;
            let fields = &feed.fields;
            if kind == SourceKind::Table {
                let head = source.row(number)?;
                for (at, (cell, relation)) in fields.iter().zip(&columns).enumerate() {
                    if cell.is_empty() {
                        continue;
                    }
                    let tail = source.intern(cell)?;
                    let column = Some(u16::try_from(at)?);
                    let place = Place { line: number + 1, row: Some(number), column };
                    source.fact(NewFact { head, relation: *relation, tail, interval: None, place })?;
                    facts += 1;
                }
                continue;
            }
            let interval = (kind == SourceKind::Tkg)
                .then(|| Interval { start: Date::parse(&fields[3]), end: Date::parse(&fields[4]) });
            let place = Place { line: number + 1, row: None, column: None };
            let head = source.intern(&fields[0])?;
            let relation = source.intern(&fields[1])?;
            let tail = source.intern(&fields[2])?;
            match interval {
                Some(interval) if years => {
                    for year in years_of(interval) {
                        let year = Date::new(year, None, None);
                        let interval = Some(Interval { start: year, end: year });
                        source.fact(NewFact { head, relation, tail, interval, place })?;
                        facts += 1;
                    }
                }
                interval => {
                    source.fact(NewFact { head, relation, tail, interval, place })?;
                    facts += 1;
                }
            }
        }
        source.finish()?;
    }
    load.commit()?;
    Ok(facts)
}

/// The years of an interval; none when a bound is not known.
pub fn years_of(interval: Interval) -> impl Iterator<Item = i32> {
    let bounds = interval.start.zip(interval.end);
    bounds.into_iter().flat_map(|(start, end)| start.year()..=end.year())
}
