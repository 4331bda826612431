//! Reads: one transaction of the server, every method of [`GraphRead`](trustuqa_model::GraphRead).
//!
//! A read first looks into the cache for this state of the graph, and then requests all the rest from the
//! server at once. So a read of many keys takes one round trip, or two.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Snapshot`] and its queries |
//! | `ahead.rs` | read-ahead for loops |
//! | `names.rs` | nodes, names, tokens, roles |
//! | `facts.rs` | facts by id, head and tail |
//! | `relations.rs` | all facts of relations |
//! | `ranges.rs` | ranges of values and of times, and parts of long lists |
//! | `read.rs` | the trait |

mod ahead;
mod facts;
mod names;
mod ranges;
mod read;
mod relations;

use std::sync::Arc;

use trustuqa_model::{NodeId, Result as StoreResult, Scope, Side, SourceId, StoredDemonstration, View};

use ahead::ReadAhead;

use crate::catalogue::{Catalogue, CatalogueState};
use crate::connection::{Connection, Param, Pooled};
use crate::error::Result;
use crate::{PostgresGraph, id32, store};

/// A consistent view of a graph: one transaction, which does not see later commits.
pub(crate) struct Snapshot {
    graph: PostgresGraph,
    connection: Pooled,
    state: Arc<CatalogueState>,
    ahead: ReadAhead,
}

impl Snapshot {
    pub(crate) fn new(graph: PostgresGraph, connection: Pooled, state: Arc<CatalogueState>) -> Snapshot {
        Snapshot { graph, connection, state, ahead: ReadAhead::default() }
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.state.catalogue
    }

    pub(crate) fn graph(&self) -> &PostgresGraph {
        &self.graph
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    fn query(&self, sql: &str, params: &[Param<'_>]) -> Result<Vec<tokio_postgres::Row>> {
        self.connection.query(sql, params)
    }

    /// The columns of a select statement, which are numbers. They are returned as arrays in a single row,
    /// because one row each takes several times as long to send and to read.
    fn arrays<const COLUMNS: usize>(
        &self,
        columns: &str,
        select: &str,
        params: &[Param<'_>],
    ) -> Result<[Vec<u32>; COLUMNS]> {
        let arrays: Vec<String> = columns.split(", ").map(|column| format!("array_agg({column})")).collect();
        let sql = format!("SELECT {} FROM ({select}) AS found", arrays.join(", "));
        let rows = self.query(&sql, params)?;
        let mut found = std::array::from_fn(|_| Vec::new());
        for (at, column) in found.iter_mut().enumerate() {
            let values = rows.first().and_then(|row| row.get::<_, Option<Vec<i64>>>(at)).unwrap_or_default();
            *column = values.into_iter().map(id32).collect::<Result<_>>()?;
        }
        Ok(found)
    }

    /// Whether a source is loaded. A cluster may show a load in one shard before another; the facts of a
    /// source that is not in the catalogue are then ignored.
    fn is_loaded(&self, source: SourceId) -> bool {
        self.catalogue().source(source).is_some()
    }

    /// The sources of a scope as a query parameter; `None` for all of them.
    fn in_scope(scope: &Scope) -> Option<Vec<i64>> {
        match scope {
            Scope::All => None,
            Scope::Only(list) => Some(source_ids(list)),
        }
    }

    /// The sources of a scope in which a relation occurs, ascending.
    fn sources_of(&self, relation: NodeId, scope: &Scope) -> Vec<SourceId> {
        let known = self.catalogue().relations.with_relation(relation).iter();
        known.copied().filter(|source| within(scope, *source)).collect()
    }

    /// Whether it is certain without a read that a node has no facts on this side: a table row is never a
    /// tail.
    fn has_none(&self, node: NodeId, side: Side) -> bool {
        side == Side::Tail && self.catalogue().row_of(node).is_some()
    }
}

/// Whether a source is in a scope, whose sources may be in any order here.
fn within(scope: &Scope, source: SourceId) -> bool {
    match scope {
        Scope::All => true,
        Scope::Only(list) if list.is_sorted() => list.binary_search(&source).is_ok(),
        Scope::Only(list) => list.contains(&source),
    }
}

/// Sources as a query parameter.
fn source_ids(sources: &[SourceId]) -> Vec<i64> {
    sources.iter().map(|source| i64::from(source.0)).collect()
}

/// Ids as a query parameter.
fn ids(nodes: &[NodeId]) -> Vec<i64> {
    nodes.iter().map(|node| i64::from(node.0)).collect()
}

impl View for Snapshot {
    fn tokens_starting(&self, prefix: &str, limit: usize) -> StoreResult<Vec<String>> {
        Ok(self.tokens_with_prefix(prefix, limit)?)
    }
    fn demonstrations(&self) -> StoreResult<Vec<StoredDemonstration>> {
        Ok(store::demonstrations(&self.connection)?)
    }
    fn nearest_demonstrations(
        &self,
        vector: &[f32],
        k: usize,
    ) -> StoreResult<Vec<(StoredDemonstration, f32)>> {
        Ok(self.graph.vectors().nearest_demonstrations(&self.connection, vector, k)?)
    }
}
