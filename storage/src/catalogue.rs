//! The loaded sources, decoded once for as long as they stay the same.

use std::sync::{Arc, Mutex, PoisonError};

use redb::ReadableTable as _;
use rustc_hash::FxHashMap;
use trustuqa_model::order::Typed;

use crate::codec::decode;
use crate::postings::FactRanges;
use crate::tables::{ReadTables, counter};
use crate::{Error, NodeId, Result, Source, SourceId};

/// The sources of one state of the graph.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// In order of loading.
    pub(crate) sources: Vec<Source>,
    /// The facts of each.
    pub(crate) ranges: FactRanges,
    relations: FxHashMap<NodeId, InSources>,
}

/// The sources that have a relation, ascending.
#[derive(Debug, Default)]
struct InSources {
    sources: Vec<SourceId>,
    /// For each, the smallest and the largest order key of the relation's tails there.
    orders: Vec<Option<(u32, u32)>>,
    /// What is known of the relation's tails in all of them.
    typed: Typed,
}

impl Catalogue {
    fn read(tables: &ReadTables) -> Result<Catalogue> {
        let mut catalogue = Catalogue::default();
        for item in tables.sources.iter()? {
            let (id, bytes) = item?;
            let source: Source =
                decode(bytes.value(), || format!("the catalogue entry of source {}", id.value()))?;
            let count = u32::try_from(source.facts)
                .map_err(|_| Error::Damaged { what: format!("the fact count of source {}", id.value()) })?;
            catalogue.ranges.push(source.id, source.first_fact.0, count);
            for relation in &source.relations {
                let known = catalogue.relations.entry(relation.node).or_default();
                known.sources.push(source.id);
                known.orders.push(relation.typed.orders);
                known.typed.join(&relation.typed);
            }
            catalogue.sources.push(source);
        }
        Ok(catalogue)
    }

    /// The sources that have the relation, ascending.
    pub(crate) fn with_relation(&self, relation: NodeId) -> &[SourceId] {
        self.relations.get(&relation).map_or(&[], |known| &known.sources)
    }

    /// The smallest and the largest order key of the relation's tails in a source.
    pub(crate) fn orders_in(&self, relation: NodeId, source: SourceId) -> Option<(u32, u32)> {
        let known = self.relations.get(&relation)?;
        known.orders[known.sources.binary_search(&source).ok()?]
    }

    /// What is known of the relation's tails that have a typed order, in all sources.
    pub(crate) fn typed(&self, relation: NodeId) -> Option<&Typed> {
        self.relations.get(&relation).map(|known| &known.typed)
    }

    /// The sources in which the relation has tails with order keys that meet this range,
    /// as far as can be known from their smallest and largest key; ascending.
    pub(crate) fn with_orders(&self, relation: NodeId, (low, high): (u32, u32)) -> Vec<SourceId> {
        let Some(known) = self.relations.get(&relation) else { return Vec::new() };
        let meets =
            |orders: &Option<(u32, u32)>| orders.is_some_and(|(first, last)| first <= high && last >= low);
        known
            .sources
            .iter()
            .zip(&known.orders)
            .filter(|(_, orders)| meets(orders))
            .map(|(id, _)| *id)
            .collect()
    }
}

/// The catalogue that was read last, shared by the snapshots of a graph.
#[derive(Debug, Default)]
pub(crate) struct CatalogueCache(Mutex<Option<(u64, Arc<Catalogue>)>>);

impl CatalogueCache {
    /// The catalogue of this view of the graph.
    pub(crate) fn of(&self, tables: &ReadTables) -> Result<Arc<Catalogue>> {
        let generation = tables.counters.get(counter::CATALOGUE)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, catalogue)) = known.as_ref()
            && *of == generation
        {
            return Ok(Arc::clone(catalogue));
        }
        let catalogue = Arc::new(Catalogue::read(tables)?);
        // An old snapshot must not take the place of what newer ones need.
        if known.as_ref().is_none_or(|(of, _)| *of < generation) {
            *known = Some((generation, Arc::clone(&catalogue)));
        }
        Ok(catalogue)
    }
}
