//! The implementation of the read trait.

use std::sync::Arc;

use trustuqa_model::{
    Comparison, Error as ModelError, Fact, FactId, GraphRead, Node, NodeId, Posting, Result, Roles, Scope,
    Side, Source, SourceId, Value,
};

use super::Snapshot;

impl GraphRead for Snapshot {
    fn node(&self, id: NodeId) -> Result<Node> {
        let unknown = || ModelError::Unknown { what: format!("node {}", id.0) };
        self.read_nodes(&[id])?.pop().ok_or_else(unknown)
    }

    fn nodes(&self, ids: &[NodeId]) -> Result<Vec<Node>> {
        Ok(self.read_nodes(ids)?)
    }

    fn node_named(&self, text: &str) -> Result<Option<NodeId>> {
        Ok(self.name(text)?)
    }

    fn nodes_folded(&self, text: &str) -> Result<Vec<NodeId>> {
        Ok(self.names_folded(text)?)
    }

    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, Roles)>> {
        Ok(self.names_with_token(token, roles, scope)?)
    }

    fn tokens_near(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>> {
        Ok(self.tokens_like(token, distance)?)
    }

    fn token_count(&self, token: &str) -> Result<u32> {
        Ok(self.names_of_token(token)?)
    }

    fn roles(&self, node: NodeId, scope: &Scope) -> Result<Roles> {
        Ok(self.roles_in(node, scope)?)
    }

    fn fact(&self, id: FactId) -> Result<Fact> {
        let unknown = || ModelError::Unknown { what: format!("fact {}", id.0) };
        self.read_facts(&[id])?.pop().ok_or_else(unknown)
    }

    fn facts(&self, ids: &[FactId]) -> Result<Vec<Fact>> {
        Ok(self.read_facts(ids)?)
    }

    fn facts_of_head(&self, head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        Ok(self.facts_beside(&[head], Side::Head, relation, scope)?.pop().unwrap_or_default())
    }

    fn facts_of_heads(
        &self,
        heads: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        Ok(self.facts_beside(heads, Side::Head, relation, scope)?)
    }

    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        match tail {
            Some(tail) => self.facts_of_tail(tail, Some(relation), scope),
            None => Ok(self.facts_with_relation(relation, scope)?),
        }
    }

    fn facts_of_tail(&self, tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        Ok(self.facts_beside(&[tail], Side::Tail, relation, scope)?.pop().unwrap_or_default())
    }

    fn facts_of_tails(
        &self,
        tails: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        Ok(self.facts_beside(tails, Side::Tail, relation, scope)?)
    }

    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)> {
        Ok(self.page_around(node, side, scope, skip, limit)?)
    }

    fn facts_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> Result<Vec<(SourceId, Posting)>> {
        Ok(self.some_of_each_relation(node, side, scope, each, limit)?)
    }

    fn tails_of_relation(&self, relation: NodeId, scope: &Scope, limit: usize) -> Result<Vec<NodeId>> {
        Ok(self.some_tails(relation, scope, limit)?)
    }

    fn sources_of_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> Result<Vec<(SourceId, usize)>> {
        Ok(self.sources_with_token(token, roles, scope, most)?)
    }

    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        if op == Comparison::Ne {
            let what = format!("`{}` asks for no range of values", op.symbol());
            return Err(ModelError::Invalid { what });
        }
        Ok(self.facts_that_compare(relation, op, value, scope)?)
    }

    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        Ok(self.facts_that_meet(relation, first, last, scope)?)
    }

    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>> {
        Ok(self.facts_from(source, skip, limit)?)
    }

    fn row_node(&self, source: SourceId, row: u32) -> Result<Option<NodeId>> {
        Ok(self.catalogue().row_node(source, row))
    }

    fn sources(&self) -> Result<Arc<[Source]>> {
        Ok(self.catalogue().sources.clone())
    }

    fn sources_of_relation(&self, relation: NodeId) -> Result<Vec<SourceId>> {
        Ok(self.catalogue().relations.with_relation(relation).to_vec())
    }

    fn nearest(&self, vector: &[f32], k: usize, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, f32)>> {
        Ok(self.nearest_names(vector, k, roles, scope)?)
    }

    fn relations_around(
        &self,
        nodes: &[NodeId],
        side: Side,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<Vec<(SourceId, NodeId)>>> {
        Ok(self.relations_beside(nodes, side, scope, limit)?)
    }

    fn facts_that_may_hold(
        &self,
        relation: NodeId,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<FactId>> {
        Ok(self.ids_that_may_hold(relation, first, last, scope)?)
    }

    fn expect_nodes(&self, ids: &[NodeId]) -> Result<()> {
        self.read_nodes(ids)?;
        Ok(())
    }

    fn expect_roles(&self, ids: &[NodeId]) -> Result<()> {
        Ok(Snapshot::expect_roles(self, ids)?)
    }

    fn expect_names(&self, texts: &[String]) -> Result<()> {
        Ok(self.expect_folded(texts)?)
    }

    fn expect_tokens(&self, tokens: &[String]) -> Result<()> {
        Ok(self.expect_token_counts(tokens)?)
    }

    fn expect_facts(&self, ids: &[FactId]) -> Result<()> {
        self.read_facts(ids)?;
        Ok(())
    }

    fn expect_facts_of(&self, nodes: &[NodeId], side: Side, relations: &[NodeId]) -> Result<()> {
        Ok(self.expect_lists_of(nodes, side, relations)?)
    }

    fn expect_relations(&self, relations: &[(SourceId, NodeId)]) -> Result<()> {
        Ok(self.expect_whole_relations(relations)?)
    }

    fn expect_facts_around(&self, nodes: &[NodeId], side: Side) -> Result<()> {
        Ok(self.expect_lists(nodes, side)?)
    }
}
