//! What takes the facts of a source.

use trustuqa_storage::{NewFact, NodeId, Result, SourceLoad};

/// Takes the nodes and facts of one source; [`SourceLoad`] is the one of the store.
pub trait FactSink {
    /// The node of a name, made when it is new.
    fn intern(&mut self, text: &str) -> Result<NodeId>;
    /// The node of a name that stands for an IRI.
    fn intern_iri(&mut self, text: &str, iri: &str) -> Result<NodeId>;
    /// The node of a table row, by its 1-based number.
    fn row(&mut self, row: u32) -> Result<NodeId>;
    /// Adds a fact; its nodes come from this sink.
    fn fact(&mut self, fact: NewFact) -> Result<()>;
    /// Names a column of a table's header (0-based), so that one without cells is listed, too.
    fn relation_column(&mut self, relation: NodeId, column: u16);
}

impl FactSink for SourceLoad<'_> {
    fn intern(&mut self, text: &str) -> Result<NodeId> {
        SourceLoad::intern(self, text)
    }
    fn intern_iri(&mut self, text: &str, iri: &str) -> Result<NodeId> {
        SourceLoad::intern_iri(self, text, iri)
    }
    fn row(&mut self, row: u32) -> Result<NodeId> {
        SourceLoad::row(self, row)
    }
    fn fact(&mut self, fact: NewFact) -> Result<()> {
        SourceLoad::fact(self, fact).map(drop)
    }
    fn relation_column(&mut self, relation: NodeId, column: u16) {
        SourceLoad::relation_column(self, relation, column);
    }
}
