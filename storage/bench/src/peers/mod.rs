//! The store and its peers.
//!
//! | file | peer |
//! |---|---|
//! | `store.rs` | the store itself, one snapshot kept open |
//! | `sqlite.rs` | SQLite; `sqlite_load.rs` loads it |
//! | `memory.rs` | hash maps in memory, as the limit |
//! | `lmdb.rs` | LMDB, one entry a posting |
//! | `rdf.rs` | oxigraph over RocksDB (with the feature `oxigraph`) |

pub mod lmdb;
pub mod memory;
#[cfg(feature = "oxigraph")]
pub mod rdf;
pub mod sqlite;
pub mod sqlite_load;
pub mod store;

use trustuqa_storage::{Comparison, Value};

/// An answer's item: a fact and its parts, in the ids of the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The fact.
    pub fact: u32,
    /// Its head.
    pub head: u32,
    /// Its relation.
    pub relation: u32,
    /// Its tail.
    pub tail: u32,
}

/// A lookup, in the ids of the peer that is asked.
#[derive(Clone, Debug)]
pub enum Query {
    /// `search_node`: the facts of a head and a relation.
    Head {
        /// The head.
        head: u32,
        /// The relation.
        relation: u32,
    },
    /// `search_condition` by `=`: the facts of a relation and a tail.
    Tail {
        /// The relation.
        relation: u32,
        /// The tail.
        tail: u32,
    },
    /// `search_condition` by `<`, `<=`, `>` or `>=`.
    Range {
        /// The relation.
        relation: u32,
        /// The comparison.
        op: Comparison,
        /// What tails are compared with.
        value: Value,
    },
    /// The facts of a relation whose time meets these days.
    Time {
        /// The relation.
        relation: u32,
        /// First day.
        first: i32,
        /// Last day.
        last: i32,
    },
}

impl Query {
    /// The same lookup in other ids.
    pub fn mapped(&self, id: impl Fn(u32) -> u32) -> Query {
        let mut query = self.clone();
        match &mut query {
            Query::Head { head, relation } => (*head, *relation) = (id(*head), id(*relation)),
            Query::Tail { relation, tail } => (*relation, *tail) = (id(*relation), id(*tail)),
            Query::Range { relation, .. } | Query::Time { relation, .. } => *relation = id(*relation),
        }
        query
    }
}

/// Something that answers lookups by ids. An answer is a list of its own, in the order
/// of facts: what the engine goes on with.
pub trait Peer {
    /// What it is called in the report.
    fn name(&self) -> String;
    /// Whether it has an index for such a lookup.
    fn can(&self, query: &Query) -> bool;
    /// The answer. A peer that fails ends the benchmark.
    fn answer(&mut self, query: &Query) -> Vec<Item>;
}
