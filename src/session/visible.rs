//! A snapshot of which only some sources are seen: without those that the user removed and may still
//! restore, or only the one that a benchmark's question is about.

use std::borrow::Borrow;
use std::sync::Arc;

use trustuqa_model::{
    Comparison, Fact, FactId, GraphRead, Node, NodeId, Posting, Result, Roles, Scope, Side, Source, SourceId,
    Value, View,
};

/// A view of any store.
pub type AnyView = dyn View + 'static;

/// Reads a snapshot, owned or borrowed, as if only some of its sources were loaded.
pub struct Visible<S = Box<AnyView>> {
    snapshot: S,
    /// The sources that can be seen, ascending; `None` when that is all of them.
    seen: Option<Vec<SourceId>>,
}

impl<S: Borrow<AnyView>> Visible<S> {
    /// `snapshot` without the sources of these names.
    pub fn without(snapshot: S, hidden: &[String]) -> Result<Visible<S>> {
        let seen = if hidden.is_empty() {
            None
        } else {
            let all = snapshot.borrow().sources()?;
            let mut seen: Vec<SourceId> =
                all.iter().filter(|source| !hidden.contains(&source.name)).map(|source| source.id).collect();
            seen.sort_unstable();
            Some(seen)
        };
        Ok(Visible { snapshot, seen })
    }

    /// `snapshot` with no other source than this one.
    pub fn only(snapshot: S, source: SourceId) -> Visible<S> {
        Visible { snapshot, seen: Some(vec![source]) }
    }

    /// The snapshot with all of its sources, for what belongs to no source.
    pub fn whole(&self) -> &AnyView {
        self.snapshot.borrow()
    }

    fn scope(&self, scope: &Scope) -> Scope {
        match (&self.seen, scope) {
            (None, scope) => scope.clone(),
            (Some(seen), Scope::All) => Scope::Only(seen.clone()),
            (Some(seen), Scope::Only(list)) => {
                Scope::Only(list.iter().copied().filter(|id| seen.binary_search(id).is_ok()).collect())
            }
        }
    }

    fn sees(&self, source: SourceId) -> bool {
        self.seen.as_ref().is_none_or(|seen| seen.binary_search(&source).is_ok())
    }
}

impl<S: Borrow<AnyView> + Send + Sync> GraphRead for Visible<S> {
    fn node(&self, id: NodeId) -> Result<Node> {
        self.whole().node(id)
    }

    fn node_named(&self, text: &str) -> Result<Option<NodeId>> {
        self.whole().node_named(text)
    }

    fn nodes_folded(&self, text: &str) -> Result<Vec<NodeId>> {
        self.whole().nodes_folded(text)
    }

    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, Roles)>> {
        self.whole().nodes_with_token(token, roles, &self.scope(scope))
    }

    fn tokens_near(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>> {
        self.whole().tokens_near(token, distance)
    }

    fn token_count(&self, token: &str) -> Result<u32> {
        self.whole().token_count(token)
    }

    fn roles(&self, node: NodeId, scope: &Scope) -> Result<Roles> {
        self.whole().roles(node, &self.scope(scope))
    }

    fn fact(&self, id: FactId) -> Result<Fact> {
        self.whole().fact(id)
    }

    fn facts_of_head(&self, head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        self.whole().facts_of_head(head, relation, &self.scope(scope))
    }

    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.whole().facts_of_relation(relation, tail, &self.scope(scope))
    }

    fn facts_of_tail(&self, tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        self.whole().facts_of_tail(tail, relation, &self.scope(scope))
    }

    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)> {
        self.whole().facts_around(node, side, &self.scope(scope), skip, limit)
    }

    fn facts_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> Result<Vec<(SourceId, Posting)>> {
        self.whole().facts_of_each_relation(node, side, &self.scope(scope), each, limit)
    }

    fn tails_of_relation(&self, relation: NodeId, scope: &Scope, limit: usize) -> Result<Vec<NodeId>> {
        self.whole().tails_of_relation(relation, &self.scope(scope), limit)
    }

    fn sources_of_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> Result<Vec<(SourceId, usize)>> {
        self.whole().sources_of_token(token, roles, &self.scope(scope), most)
    }

    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.whole().facts_in_range(relation, op, value, &self.scope(scope))
    }

    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.whole().facts_in_time(relation, first, last, &self.scope(scope))
    }

    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>> {
        if self.sees(source) { self.whole().facts_of_source(source, skip, limit) } else { Ok(Vec::new()) }
    }

    fn row_node(&self, source: SourceId, row: u32) -> Result<Option<NodeId>> {
        if self.sees(source) { self.whole().row_node(source, row) } else { Ok(None) }
    }

    fn sources(&self) -> Result<Arc<[Source]>> {
        let sources = self.whole().sources()?;
        if self.seen.is_none() {
            return Ok(sources);
        }
        Ok(sources.iter().filter(|source| self.sees(source.id)).cloned().collect())
    }

    fn sources_of_relation(&self, relation: NodeId) -> Result<Vec<SourceId>> {
        let mut sources = self.whole().sources_of_relation(relation)?;
        sources.retain(|source| self.sees(*source));
        Ok(sources)
    }

    fn nearest(&self, vector: &[f32], k: usize, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, f32)>> {
        self.whole().nearest(vector, k, roles, &self.scope(scope))
    }

    fn nodes(&self, ids: &[NodeId]) -> Result<Vec<Node>> {
        self.whole().nodes(ids)
    }

    fn facts(&self, ids: &[FactId]) -> Result<Vec<Fact>> {
        self.whole().facts(ids)
    }

    fn facts_of_heads(
        &self,
        heads: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        self.whole().facts_of_heads(heads, relation, &self.scope(scope))
    }

    fn facts_of_tails(
        &self,
        tails: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        self.whole().facts_of_tails(tails, relation, &self.scope(scope))
    }

    fn relations_around(
        &self,
        nodes: &[NodeId],
        side: Side,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<Vec<(SourceId, NodeId)>>> {
        self.whole().relations_around(nodes, side, &self.scope(scope), limit)
    }

    fn facts_that_may_hold(
        &self,
        relation: NodeId,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<FactId>> {
        self.whole().facts_that_may_hold(relation, first, last, &self.scope(scope))
    }

    fn expect_facts_of(&self, nodes: &[NodeId], side: Side, relations: &[NodeId]) -> Result<()> {
        self.whole().expect_facts_of(nodes, side, relations)
    }

    fn expect_nodes(&self, ids: &[NodeId]) -> Result<()> {
        self.whole().expect_nodes(ids)
    }

    fn expect_roles(&self, ids: &[NodeId]) -> Result<()> {
        self.whole().expect_roles(ids)
    }

    fn expect_names(&self, texts: &[String]) -> Result<()> {
        self.whole().expect_names(texts)
    }

    fn expect_tokens(&self, tokens: &[String]) -> Result<()> {
        self.whole().expect_tokens(tokens)
    }

    fn expect_facts(&self, ids: &[FactId]) -> Result<()> {
        self.whole().expect_facts(ids)
    }

    fn expect_relations(&self, relations: &[(SourceId, NodeId)]) -> Result<()> {
        self.whole().expect_relations(relations)
    }

    fn expect_facts_around(&self, nodes: &[NodeId], side: Side) -> Result<()> {
        self.whole().expect_facts_around(nodes, side)
    }
}
