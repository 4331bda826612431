//! What a program does with a store besides reading a graph: loading and removing sources, keeping
//! demonstrations and vectors, verifying.
//!
//! The engine needs none of this: it reads through [`GraphRead`]. Any store that implements [`Store`] can
//! replace any other in the whole program.

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::{GraphRead, Interval, NodeId, Place, Result, Source, SourceKind, Whole};

/// Number of components of a vector.
pub const DIMENSIONS: usize = 384;

/// The properties of a source that are known before its first fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpec {
    /// Unique name; a loaded source of this name is replaced.
    pub name: String,
    /// Table, KG or TKG.
    pub kind: SourceKind,
    /// The file, as an absolute path when that could be found.
    pub file: String,
    /// Content hash of the file (xxh3-128, hex).
    pub content_hash: String,
    /// The folder or database that is loaded as a whole and that it comes from.
    pub whole: Option<Whole>,
}

/// A fact that is being loaded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewFact {
    /// Head entity; the row node for a table cell.
    pub head: NodeId,
    /// Relation; the column for a table cell.
    pub relation: NodeId,
    /// Tail entity; the cell's value for a table cell.
    pub tail: NodeId,
    /// The time of a quintuple; both bounds may be open.
    pub interval: Option<Interval>,
    /// Line, row and column in the source's file.
    pub place: Place,
}

/// A question, the LLM query that answers it, and where the pair comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDemonstration {
    /// Assigned by the store; ignored in a new demonstration.
    pub id: u32,
    /// The question, as it is embedded.
    pub question: String,
    /// The LLM query as text.
    pub query: String,
    /// `table`, `kg`, `tkg` or `cross`.
    pub kind: String,
    /// Where it comes from: a file, a training set, a user's approval.
    pub origin: String,
}

/// The size of a table of a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSize {
    /// Name of the table, as in the description of the store's format.
    pub name: Cow<'static, str>,
    /// Number of rows.
    pub rows: u64,
    /// Bytes of keys and values.
    pub stored: u64,
    /// Bytes that are not keys or values: inner pages, indexes, unused space.
    pub overhead: u64,
}

/// Result of a check of a graph.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Checked {
    /// Number of sources.
    pub sources: u64,
    /// Number of facts.
    pub facts: u64,
    /// Number of names.
    pub names: u64,
    /// The tables of the store.
    pub tables: Vec<TableSize>,
    /// The problems found, in words; empty for a sound graph.
    pub problems: Vec<String>,
}

/// Called repeatedly during a load with the number of entries written so far and the total; `Break` cancels.
pub type OnEntries<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Takes the nodes and facts of one source.
pub trait FactSink {
    /// The node of a name; a new name gets a new node. The returned id is valid only for this sink until the
    /// load is committed.
    fn intern(&mut self, text: &str) -> Result<NodeId>;
    /// Announces that these names will be interned next. A store with slow lookups looks them all up at once;
    /// other stores do nothing.
    fn expect_names(&mut self, _texts: &[&str]) -> Result<()> {
        Ok(())
    }
    /// The node of a name that is the label or local name of an IRI.
    fn intern_iri(&mut self, text: &str, iri: &str) -> Result<NodeId>;
    /// The node of a table row, by its 1-based number.
    fn row(&mut self, row: u32) -> Result<NodeId>;
    /// Adds a fact; its nodes come from this sink.
    fn fact(&mut self, fact: NewFact) -> Result<()>;
    /// Registers a column of a table's header (0-based), so that a column without cells is listed as well.
    fn relation_column(&mut self, relation: NodeId, column: u16);
}

/// A source that is being loaded.
pub trait SourceSink: FactSink {
    /// Counts lines that the loader skipped.
    fn skipped(&mut self, lines: u64);
    /// Ends the source. Dropping the sink without this makes its change unusable.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A change of a graph: sources that are loaded and removed together or not at all. Dropping it cancels it.
pub trait Change {
    /// Begins a source, which replaces one of the same name.
    fn begin_source(&mut self, spec: SourceSpec) -> Result<Box<dyn SourceSink + '_>>;
    /// Removes a source with everything that only it uses; `false` when there is none of this name.
    fn remove(&mut self, name: &str) -> Result<bool>;
    /// Makes everything durable and visible at once. Returns the catalogue entries of the
    /// sources that were loaded, in that order.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Cancelled`] when `on_step` breaks; then nothing has changed.
    fn commit(self: Box<Self>, on_step: OnEntries<'_>) -> Result<Vec<Source>>;
}

/// A consistent view of a graph and of what belongs to no source.
pub trait View: GraphRead {
    /// The folded tokens of names that begin with `prefix`, those in the most names first.
    fn tokens_starting(&self, prefix: &str, limit: usize) -> Result<Vec<String>>;
    /// Every stored demonstration, in order of storing.
    fn demonstrations(&self) -> Result<Vec<StoredDemonstration>>;
    /// The `k` demonstrations whose questions are nearest to a unit vector, best first.
    fn nearest_demonstrations(&self, vector: &[f32], k: usize) -> Result<Vec<(StoredDemonstration, f32)>>;
}

/// A store of one graph.
pub trait Store: Send + Sync {
    /// The graph as it is now. Later loads do not change it. Keep a view no longer than for one question or
    /// one run.
    fn view(&self) -> Result<Box<dyn View>>;
    /// Begins a change; waits until another one ends.
    fn change(&self) -> Result<Box<dyn Change + '_>>;
    /// Verifies the graph.
    fn check(&self) -> Result<Checked>;

    /// Stores demonstrations and returns their ids, in order. A demonstration with the same question and
    /// query is replaced.
    fn put_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> Result<Vec<u32>>;
    /// Removes a demonstration.
    fn remove_demonstration(&self, id: u32) -> Result<()>;

    /// At most `limit` names without a vector. Only names that are text are included; rows never are.
    fn names_without_vectors(&self, limit: usize) -> Result<Vec<String>>;
    /// At most `limit` questions of demonstrations without a vector.
    fn questions_without_vectors(&self, limit: usize) -> Result<Vec<String>>;
    /// Stores vectors of names or questions.
    fn put_vectors(&self, vectors: &[(String, Vec<f32>)]) -> Result<()>;
    /// Updates what is derived from the vectors.
    fn refresh_vectors(&self) -> Result<()>;
    /// The number of names with a vector, and of names that have a vector or wait for one.
    fn vector_progress(&self) -> Result<(u64, u64)>;

    /// Removes one source in a change of its own.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Unknown`] when no source has this name.
    fn remove_source(&self, name: &str) -> Result<()> {
        let mut change = self.change()?;
        if !change.remove(name)? {
            return Err(crate::Error::Unknown { what: format!("the source `{name}`") });
        }
        change.commit(&mut |_, _| ControlFlow::Continue(())).map(drop)
    }
}
