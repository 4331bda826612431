//! A graph that is open: in a folder of this machine, or on a database server.

use std::sync::{Arc, Mutex, PoisonError};

use trustuqa_engine::PreparedSources;
use trustuqa_model::{Source, Store};
use trustuqa_storage::Graph;

use super::{SessionError, has_graph};
use crate::config::{GraphChoice, Settings};

/// An open graph. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct OpenGraph {
    store: Arc<dyn Store>,
    /// The graph itself where it is in a folder, for what only files need.
    folder: Option<Graph>,
    /// The sources at the last read, prepared for an engine.
    prepared: Arc<Mutex<Option<PreparedSources>>>,
}

impl From<Graph> for OpenGraph {
    fn from(graph: Graph) -> OpenGraph {
        OpenGraph { store: Arc::new(graph.clone()), folder: Some(graph), prepared: Arc::default() }
    }
}

impl OpenGraph {
    /// Opens the graph of the settings; with `create`, makes it when it is missing. One in a
    /// folder has at most `cache` bytes of its pages in memory.
    pub fn open(settings: &Settings, create: bool, cache: usize) -> Result<OpenGraph, SessionError> {
        match &settings.graph.value {
            #[cfg(feature = "postgres")]
            GraphChoice::Server(address) => {
                let graph = trustuqa_postgres::PostgresGraph::open(&address.parse()?, create)?;
                graph.search_vectors_by(index_of(settings.vector_search.value));
                Ok(OpenGraph { store: Arc::new(graph), folder: None, prepared: Arc::default() })
            }
            GraphChoice::Named(_) | GraphChoice::Folder(_) => {
                if !create {
                    has_graph(settings)?;
                }
                let folder = settings.graph_dir().unwrap_or_default();
                let graph = Graph::open_with_cache(&folder, create, cache)?;
                graph.search_vectors_by(settings.vector_search.value);
                Ok(graph.into())
            }
        }
    }

    /// The graph through the trait that all stores share.
    pub fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// The graph as files; the error says that `what` needs these.
    ///
    /// # Errors
    ///
    /// The graph is on a database server, which has tools of its own.
    pub fn in_folder(&self, what: &str) -> Result<&Graph, SessionError> {
        self.folder.as_ref().ok_or_else(|| {
            SessionError::usage(
                format!("{what} is for graphs in a folder, and this one is on a database server"),
                "the server has tools of its own: pg_dump copies a schema, VACUUM gives space back",
            )
        })
    }

    /// The sources of the graph, prepared for an engine; reused while they stay the same.
    pub fn prepared(&self, sources: Arc<[Source]>) -> PreparedSources {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        match prepared.as_ref().filter(|known| known.are(&sources)) {
            Some(known) => known.clone(),
            None => prepared.insert(PreparedSources::of(sources)).clone(),
        }
    }

    /// Whether a database server has the graph.
    pub fn is_on_server(&self) -> bool {
        self.folder.is_none()
    }
}

/// How a server searches vectors under the setting for graphs in a folder.
#[cfg(feature = "postgres")]
fn index_of(search: trustuqa_storage::VectorSearch) -> trustuqa_postgres::VectorIndex {
    use trustuqa_postgres::VectorIndex;
    use trustuqa_storage::VectorSearch;

    match search {
        VectorSearch::Auto => VectorIndex::Auto,
        VectorSearch::Scan => VectorIndex::Never,
        VectorSearch::Usearch => VectorIndex::Always,
    }
}
