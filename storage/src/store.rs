//! The graph as an implementation of the general store.

use trustuqa_model::{Change, FactSink, Result as StoreResult, SourceSink, Store, View};

use crate::{
    Checked, Graph, Load, NewFact, NodeId, OnEntries, Snapshot, Source, SourceLoad, SourceSpec,
    StoredDemonstration,
};

impl Store for Graph {
    fn view(&self) -> StoreResult<Box<dyn View>> {
        Ok(Box::new(self.snapshot()?))
    }
    fn change(&self) -> StoreResult<Box<dyn Change + '_>> {
        Ok(Box::new(self.load()?))
    }
    fn check(&self) -> StoreResult<Checked> {
        Ok(Graph::check(self)?)
    }
    fn put_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> StoreResult<Vec<u32>> {
        Ok(Graph::put_demonstrations(self, demonstrations)?)
    }
    fn remove_demonstration(&self, id: u32) -> StoreResult<()> {
        Ok(Graph::remove_demonstration(self, id)?)
    }
    fn names_without_vectors(&self, limit: usize) -> StoreResult<Vec<String>> {
        Ok(Graph::names_without_vectors(self, limit)?)
    }
    fn questions_without_vectors(&self, limit: usize) -> StoreResult<Vec<String>> {
        Ok(Graph::questions_without_vectors(self, limit)?)
    }
    fn put_vectors(&self, vectors: &[(String, Vec<f32>)]) -> StoreResult<()> {
        Ok(Graph::put_vectors(self, vectors)?)
    }
    fn refresh_vectors(&self) -> StoreResult<()> {
        Ok(Graph::refresh_vectors(self)?)
    }
    fn vector_progress(&self) -> StoreResult<(u64, u64)> {
        Ok(Graph::vector_progress(self)?)
    }
}

impl View for Snapshot {
    fn tokens_starting(&self, prefix: &str, limit: usize) -> StoreResult<Vec<String>> {
        Snapshot::tokens_starting(self, prefix, limit)
    }
    fn demonstrations(&self) -> StoreResult<Vec<StoredDemonstration>> {
        Ok(Snapshot::demonstrations(self)?)
    }
    fn nearest_demonstrations(
        &self,
        vector: &[f32],
        k: usize,
    ) -> StoreResult<Vec<(StoredDemonstration, f32)>> {
        Ok(Snapshot::nearest_demonstrations(self, vector, k)?)
    }
}

impl Change for Load {
    fn begin_source(&mut self, spec: SourceSpec) -> StoreResult<Box<dyn SourceSink + '_>> {
        Ok(Box::new(Load::begin_source(self, spec)?))
    }
    fn remove(&mut self, name: &str) -> StoreResult<bool> {
        Ok(Load::remove(self, name)?)
    }
    fn commit(self: Box<Self>, on_step: OnEntries<'_>) -> StoreResult<Vec<Source>> {
        Ok(self.commit_with(on_step)?)
    }
}

impl FactSink for SourceLoad<'_> {
    fn intern(&mut self, text: &str) -> StoreResult<NodeId> {
        Ok(SourceLoad::intern(self, text)?)
    }
    fn expect_names(&mut self, texts: &[&str]) -> StoreResult<()> {
        Ok(SourceLoad::expect_names(self, texts)?)
    }
    fn intern_iri(&mut self, text: &str, iri: &str) -> StoreResult<NodeId> {
        Ok(SourceLoad::intern_iri(self, text, iri)?)
    }
    fn row(&mut self, row: u32) -> StoreResult<NodeId> {
        Ok(SourceLoad::row(self, row)?)
    }
    fn fact(&mut self, fact: NewFact) -> StoreResult<()> {
        SourceLoad::fact(self, fact)?;
        Ok(())
    }
    fn relation_column(&mut self, relation: NodeId, column: u16) {
        SourceLoad::relation_column(self, relation, column);
    }
}

impl SourceSink for SourceLoad<'_> {
    fn skipped(&mut self, lines: u64) {
        SourceLoad::skipped(self, lines);
    }
    fn finish(self: Box<Self>) -> StoreResult<()> {
        Ok(SourceLoad::finish(*self)?)
    }
}
