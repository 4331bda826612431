//! What engines over the same sources share.

use std::sync::Arc;

use trustuqa_model::Source;

use crate::execute::SourceList;
use crate::ground::Catalog;

/// The sources of a graph and their relations, prepared for lookup. Cheap to clone.
///
/// Preparing takes a millisecond for a thousand sources, as long as many queries. So a program that creates
/// an engine for each question keeps this for as long as [`PreparedSources::are`] holds.
#[derive(Clone)]
pub struct PreparedSources {
    pub(super) list: Arc<SourceList>,
    pub(super) catalog: Arc<Catalog>,
}

impl PreparedSources {
    /// Prepares the sources that a view of a graph returns.
    pub fn of(sources: Arc<[Source]>) -> PreparedSources {
        let catalog = Arc::new(Catalog::of(&sources));
        PreparedSources { list: Arc::new(SourceList::of(sources)), catalog }
    }

    /// Whether this was prepared from exactly this list.
    pub fn are(&self, sources: &Arc<[Source]>) -> bool {
        Arc::ptr_eq(self.list.all(), sources)
    }
}
