//! A graph in memory: plain lists that every read scans.
//!
//! It is meant to be obviously correct, for tests and small examples, and its code defines what [`GraphRead`]
//! means. Nothing is indexed, so the time of a read grows with the graph; there are no vectors, so
//! [`GraphRead::nearest`] finds nothing.
//!
//! * `build` - adding sources
//! * `read` - the reads

mod build;
mod read;

use std::collections::BTreeMap;

use crate::{Fact, Node, NodeId, Source, SourceId};

/// A graph in memory.
///
/// ```
/// use trustuqa_model::{GraphRead, MemoryGraph, Scope};
///
/// let mut graph = MemoryGraph::new();
/// graph.add_table("medals", &["Nation", "Gold"], &[&["Brazil", "3"], &["Chile", "1"]]);
/// let gold = graph.node_named("Gold")?.ok_or("no such column")?;
/// assert_eq!(graph.facts_of_relation(gold, None, &Scope::All)?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryGraph {
    /// By id.
    nodes: Vec<Node>,
    /// The nodes that are not rows, by their text.
    names: BTreeMap<String, NodeId>,
    rows: BTreeMap<(SourceId, u32), NodeId>,
    /// By id.
    facts: Vec<Fact>,
    /// By id.
    sources: Vec<Source>,
}

impl MemoryGraph {
    /// A graph without sources.
    pub fn new() -> MemoryGraph {
        MemoryGraph::default()
    }
}
