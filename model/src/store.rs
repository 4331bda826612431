//! What a program does with a store beside reading a graph: loading and removing sources,
//! keeping demonstrations and vectors, verifying.
//!
//! The engine needs none of this: it reads through [`GraphRead`]. A store that implements
//! [`Store`] can take the place of any other in the whole program.

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::{GraphRead, Interval, NodeId, Place, Result, Source, SourceKind, Whole};

/// Components of a vector.
pub const DIMENSIONS: usize = 384;

/// What is known of a source before its first fact.
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
    /// The folder or database that it was loaded with all of.
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
    /// Given by the store; what a new demonstration says here is not looked at.
    pub id: u32,
    /// The question, as it is embedded.
    pub question: String,
    /// The LLM query as text.
    pub query: String,
    /// `table`, `kg`, `tkg` or `cross`.
    pub kind: String,
    /// Where it comes from: a file, a training set, the approval of a user.
    pub origin: String,
}

/// What a table of a store takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSize {
    /// Name of the table, as the description of the store's format has it.
    pub name: Cow<'static, str>,
    /// Number of rows.
    pub rows: u64,
    /// Bytes of keys and values.
    pub stored: u64,
    /// Bytes of what is there to find them: inner pages, indexes, unused room.
    pub overhead: u64,
}

/// What a check of a graph found.
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
    /// What is wrong, in words; empty for a sound graph.
    pub problems: Vec<String>,
}

/// Called now and then with how much of a load is written, and of how much; `Break` cancels.
pub type OnEntries<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Takes the nodes and facts of one source.
pub trait FactSink {
    /// The node of a name, made when it is new. What it returns means something to this
    /// sink only, until the load is committed.
    fn intern(&mut self, text: &str) -> Result<NodeId>;
    /// Says that these names will be asked for next. A store that takes long to find them looks for all of them now,
    /// at once; for others it is nothing.
    fn expect_names(&mut self, _texts: &[&str]) -> Result<()> {
        Ok(())
    }
    /// The node of a name that stands for an IRI.
    fn intern_iri(&mut self, text: &str, iri: &str) -> Result<NodeId>;
    /// The node of a table row, by its 1-based number.
    fn row(&mut self, row: u32) -> Result<NodeId>;
    /// Adds a fact; its nodes come from this sink.
    fn fact(&mut self, fact: NewFact) -> Result<()>;
    /// Names a column of a table's header (0-based), so that one without cells is listed, too.
    fn relation_column(&mut self, relation: NodeId, column: u16);
}

/// A source that is being loaded.
pub trait SourceSink: FactSink {
    /// Counts lines that the loader left out.
    fn skipped(&mut self, lines: u64);
    /// Ends the source. One that is dropped before leaves its change unusable.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A change of a graph: sources that are loaded and removed together or not at all. Dropping
/// it cancels it.
pub trait Change {
    /// Begins a source, which takes the place of one of the same name.
    fn begin_source(&mut self, spec: SourceSpec) -> Result<Box<dyn SourceSink + '_>>;
    /// Removes a source with everything that only it uses; false when there is none.
    fn remove(&mut self, name: &str) -> Result<bool>;
    /// Makes everything durable and visible at once. Returns the catalogue entries of the
    /// sources that were loaded, in that order.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Cancelled`] when `on_step` breaks; nothing has changed then.
    fn commit(self: Box<Self>, on_step: OnEntries<'_>) -> Result<Vec<Source>>;
}

/// A consistent view of a graph with what belongs to none of its sources.
pub trait View: GraphRead {
    /// The folded tokens of names that begin with `prefix`, those of most names first.
    fn tokens_starting(&self, prefix: &str, limit: usize) -> Result<Vec<String>>;
    /// Every stored demonstration, in order of storing.
    fn demonstrations(&self) -> Result<Vec<StoredDemonstration>>;
    /// The `k` demonstrations whose questions are nearest to a unit vector, best first.
    fn nearest_demonstrations(&self, vector: &[f32], k: usize) -> Result<Vec<(StoredDemonstration, f32)>>;
}

/// A store of one graph.
pub trait Store: Send + Sync {
    /// The graph as it is now. What is loaded later does not change it; do not keep one for
    /// longer than a question or a run.
    fn view(&self) -> Result<Box<dyn View>>;
    /// Begins a change; waits until another one ends.
    fn change(&self) -> Result<Box<dyn Change + '_>>;
    /// Verifies the graph.
    fn check(&self) -> Result<Checked>;

    /// Stores demonstrations and returns their ids, in order. One whose question and query are
    /// stored already takes the place of the stored one.
    fn put_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> Result<Vec<u32>>;
    /// Removes a demonstration.
    fn remove_demonstration(&self, id: u32) -> Result<()>;

    /// Names without a vector, at most `limit`: those that are text and no row.
    fn names_without_vectors(&self, limit: usize) -> Result<Vec<String>>;
    /// Questions of demonstrations without a vector, at most `limit`.
    fn questions_without_vectors(&self, limit: usize) -> Result<Vec<String>>;
    /// Stores vectors of names or questions.
    fn put_vectors(&self, vectors: &[(String, Vec<f32>)]) -> Result<()>;
    /// Brings what is derived from the vectors up to date.
    fn refresh_vectors(&self) -> Result<()>;
    /// Names with a vector, and names that have one or wait for one.
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
