//! The loaded sources, with access by id, by name and by fact.

use std::collections::HashMap;
use std::sync::Arc;

use trustuqa_model::{FactId, Source, SourceId};

/// The sources of a snapshot, indexed.
pub struct SourceList {
    sources: Arc<[Source]>,
    /// Positions in `sources` by id, by name, and by first fact in ascending order.
    by_id: HashMap<SourceId, usize>,
    by_name: HashMap<String, usize>,
    by_fact: Vec<(FactId, usize)>,
}

impl SourceList {
    /// Indexes these sources.
    pub fn of(sources: Arc<[Source]>) -> SourceList {
        let by_id = sources.iter().enumerate().map(|(at, source)| (source.id, at)).collect();
        let by_name = sources.iter().enumerate().map(|(at, source)| (source.name.clone(), at)).collect();
        let mut by_fact: Vec<_> = (sources.iter().enumerate())
            .filter(|(_, source)| source.facts > 0)
            .map(|(at, source)| (source.first_fact, at))
            .collect();
        by_fact.sort_unstable();
        SourceList { sources, by_id, by_name, by_fact }
    }

    /// All of them, in order of loading.
    pub fn all(&self) -> &Arc<[Source]> {
        &self.sources
    }

    /// The source with this id.
    pub fn with_id(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(*self.by_id.get(&id)?)
    }

    /// The source with this name.
    pub fn named(&self, name: &str) -> Option<&Source> {
        self.sources.get(*self.by_name.get(name)?)
    }

    /// The source from which a fact was loaded. The facts of a source are a contiguous range of ids, so no
    /// read is needed.
    pub fn of_fact(&self, fact: FactId) -> Option<&Source> {
        let after = self.by_fact.partition_point(|(first, _)| *first <= fact);
        let (first, at) = self.by_fact.get(after.checked_sub(1)?)?;
        self.sources.get(*at).filter(|source| u64::from(fact.0 - first.0) < source.facts)
    }
}
