//! The loaded sources, decoded once as long as they stay the same.

use std::sync::{Arc, Mutex, PoisonError};

use redb::ReadableTable as _;
use trustuqa_model::catalogue::RelationSources;

use crate::codec::decode_source;
use crate::postings::FactRanges;
use crate::tables::{ReadTables, counter};
use crate::{Error, Result, Source};

/// The sources of one state of the graph.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// In order of loading.
    pub(crate) sources: Arc<[Source]>,
    /// The range of facts of each source.
    pub(crate) ranges: FactRanges,
    /// The sources in which each relation occurs.
    pub(crate) relations: RelationSources,
}

impl Catalogue {
    pub(crate) fn read(tables: &ReadTables) -> Result<Catalogue> {
        let (mut catalogue, mut sources) = (Catalogue::default(), Vec::new());
        for item in tables.sources.iter()? {
            let (id, bytes) = item?;
            let source = decode_source(bytes.value(), id.value())?;
            let count = u32::try_from(source.facts)
                .map_err(|_| Error::Damaged { what: format!("the fact count of source {}", id.value()) })?;
            catalogue.ranges.push(source.id, source.first_fact.0, count);
            catalogue.relations.add(&source);
            sources.push(source);
        }
        catalogue.sources = sources.into();
        Ok(catalogue)
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
        // An old snapshot must not displace the catalogue that newer ones need.
        if known.as_ref().is_none_or(|(of, _)| *of < generation) {
            *known = Some((generation, Arc::clone(&catalogue)));
        }
        Ok(catalogue)
    }
}
