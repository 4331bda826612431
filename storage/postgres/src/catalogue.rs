//! The loaded sources, decoded once as long as they stay the same.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use trustuqa_model::catalogue::RelationSources;
use trustuqa_model::{NodeId, Source, SourceId, SourceKind, Vocabulary};

use crate::cache::Cache;
use crate::connection::Connection;
use crate::error::Result;
use crate::{Error, id32};

/// Rows with consecutive numbers and consecutive nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowRange {
    pub(crate) first_row: u32,
    pub(crate) rows: u32,
    pub(crate) first_node: u32,
}

/// The sources of one state of the graph.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// In order of loading.
    pub(crate) sources: Arc<[Source]>,
    /// The rows of each source, in order of their numbers.
    rows: FxHashMap<SourceId, Vec<RowRange>>,
    /// The rows of all sources, in order of their nodes.
    by_node: Vec<(RowRange, SourceId)>,
    /// The sources in which each relation occurs.
    pub(crate) relations: RelationSources,
}

impl Catalogue {
    fn read(connection: &Connection) -> Result<Catalogue> {
        let (mut catalogue, mut sources) = (Catalogue::default(), Vec::new());
        for row in connection.query("SELECT id, row_ranges, entry FROM sources ORDER BY id", &[])? {
            let damaged = |id: i64, error: serde_json::Error| {
                Error::damaged(format!("the catalogue entry of source {id}: {error}"))
            };
            let (id, rows, entry): (i64, &str, &str) = (row.get(0), row.get(1), row.get(2));
            let source: Source = serde_json::from_str(entry).map_err(|error| damaged(id, error))?;
            let rows: Vec<RowRange> = serde_json::from_str(rows).map_err(|error| damaged(id, error))?;
            if source.id != SourceId(id32(id)?) {
                return Err(Error::damaged(format!("the catalogue entry of source {id} is of another one")));
            }
            catalogue.by_node.extend(rows.iter().map(|range| (*range, source.id)));
            if !rows.is_empty() {
                catalogue.rows.insert(source.id, rows);
            }
            catalogue.relations.add(&source);
            sources.push(source);
        }
        catalogue.sources = sources.into();
        catalogue.by_node.sort_unstable_by_key(|(range, _)| range.first_node);
        Ok(catalogue)
    }

    pub(crate) fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.binary_search_by_key(&id, |source| source.id).ok().map(|at| &self.sources[at])
    }

    /// Number of the facts that a relation has in a source.
    pub(crate) fn facts_of(&self, relation: NodeId, source: SourceId) -> u64 {
        let relations = self.source(source).map(|source| source.relations.as_slice()).unwrap_or_default();
        relations.iter().find(|info| info.node == relation).map_or(0, |info| info.facts)
    }

    /// Source and number of the row that a node represents.
    pub(crate) fn row_of(&self, node: NodeId) -> Option<(SourceId, u32)> {
        let behind = self.by_node.partition_point(|(range, _)| range.first_node <= node.0);
        let (range, source) = self.by_node.get(behind.checked_sub(1)?)?;
        let at = node.0 - range.first_node;
        (at < range.rows).then(|| (*source, range.first_row + at))
    }

    /// The node of a row.
    pub(crate) fn row_node(&self, source: SourceId, row: u32) -> Option<NodeId> {
        let ranges = self.rows.get(&source)?;
        let behind = ranges.partition_point(|range| range.first_row <= row);
        let range = ranges.get(behind.checked_sub(1)?)?;
        let at = row - range.first_row;
        (at < range.rows).then(|| NodeId(range.first_node + at))
    }

    /// The relations that have facts with times, ascending: those of temporal graphs.
    pub(crate) fn timed_relations(&self) -> Vec<NodeId> {
        let temporal = self.sources.iter().filter(|source| source.kind == SourceKind::Tkg);
        let mut relations: Vec<NodeId> =
            temporal.flat_map(|source| source.relations.iter().map(|info| info.node)).collect();
        relations.sort_unstable();
        relations.dedup();
        relations
    }
}

/// The state of the graph that was read last: its sources, and a cache of what was read of them.
pub(crate) struct CatalogueState {
    pub(crate) generation: i64,
    pub(crate) catalogue: Catalogue,
    /// Facts and names do not change within a generation, so its views share them.
    pub(crate) cache: Cache,
    /// Every token, for finding those with similar spellings; read when it is first needed.
    pub(crate) vocabulary: OnceLock<Vocabulary>,
}

/// The newest state that was read, shared by the views of a graph.
#[derive(Default)]
pub(crate) struct States(Mutex<Option<Arc<CatalogueState>>>);

impl States {
    /// The state that a transaction sees, whose catalogue has this generation.
    pub(crate) fn of(
        &self,
        connection: &Connection,
        generation: i64,
        budget: usize,
    ) -> Result<Arc<CatalogueState>> {
        {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(state) = known.as_ref().filter(|state| state.generation == generation) {
                return Ok(state.clone());
            }
        }
        let (catalogue, cache) = (Catalogue::read(connection)?, Cache::new(budget));
        let state = Arc::new(CatalogueState { generation, catalogue, cache, vocabulary: OnceLock::new() });
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // An old view must not displace the state that newer views need.
        if known.as_ref().is_none_or(|other| other.generation < generation) {
            *known = Some(state.clone());
        }
        Ok(state)
    }
}
