//! The read trait between the engine and a store.
//!
//! The engine works on ids and reads names only to show them. Another backend implements this trait, and
//! [`crate::Store`] to serve the whole program.
//!
//! Condition triples of the paper (section 3.1) map to reads as follows:
//!
//! | triple | read |
//! |---|---|
//! | (h, r, []) | `facts_of_head(h, None)` |
//! | (r, t, [h]) by node1 and condition | `facts_of_head(h, Some(r))` |
//! | (r, t, [h]) by node1 and node2 | `facts_of_relation(r, Some(t))` |
//! | (start time / end time / time, y, [h, r, t]) | `fact(id).interval`, `facts_in_time` |

use std::sync::Arc;

use crate::{Comparison, Fact, FactId, Node, NodeId, Posting, Result, Roles, Scope, Source, SourceId, Value};

/// The part that a node plays in a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// It is the head.
    Head,
    /// It is the tail.
    Tail,
}

impl Side {
    /// The opposite side.
    pub fn other(self) -> Side {
        match self {
            Side::Head => Side::Tail,
            Side::Tail => Side::Head,
        }
    }
}

/// A consistent view of a graph. Every list is in ascending order of facts (or nodes) and without repetition,
/// unless stated otherwise.
pub trait GraphRead: Send + Sync {
    /// The node with this id; an error when it is not in the graph.
    fn node(&self, id: NodeId) -> Result<Node>;
    /// The name (never a row) whose text is exactly `text`.
    fn node_named(&self, text: &str) -> Result<Option<NodeId>>;
    /// The names that equal `text` after [`crate::fold`].
    fn nodes_folded(&self, text: &str) -> Result<Vec<NodeId>>;
    /// The names that contain this folded token (see [`crate::tokens`]) and play
    /// one of `roles` inside `scope`, with the roles that they play there.
    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, Roles)>>;
    /// Folded tokens of the graph within `distance` edits of `token`, nearest
    /// first, with the number of names that contain each.
    fn tokens_near(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>>;
    /// Number of names that contain this folded token (0 when unknown).
    fn token_count(&self, token: &str) -> Result<u32>;
    /// The roles that a node plays inside `scope` (empty when it plays none there).
    fn roles(&self, node: NodeId, scope: &Scope) -> Result<Roles>;

    /// The fact with this id.
    fn fact(&self, id: FactId) -> Result<Fact>;
    /// Facts headed by `head`, all or only those of one relation.
    fn facts_of_head(&self, head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>>;
    /// Facts of `relation`, all or only those with one tail.
    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Posting>>;
    /// Facts whose tail is `tail`, all or only those of one relation.
    fn facts_of_tail(&self, tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>>;
    /// One page of the facts that have `node` as head or as tail, and their total number. The page has at
    /// most `limit` facts from `skip` on, ordered by source and relation. Facts outside the page are counted,
    /// not kept.
    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)>;
    /// At most `each` facts for each relation of each source that have `node` as head or as tail, ordered by
    /// source and relation; at most `limit` in all. Only a bounded number of facts is read, however many a
    /// relation has.
    fn facts_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> Result<Vec<(SourceId, Posting)>>;
    /// At most `limit` distinct tails of `relation`, source by source. Only a bounded number of facts is
    /// read, however many have the same tail.
    fn tails_of_relation(&self, relation: NodeId, scope: &Scope, limit: usize) -> Result<Vec<NodeId>>;
    /// The sources in scope with names that contain this folded token and play one of `roles` there,
    /// ascending, with the number of such names. Counting stops at `most`, which therefore means "`most` or
    /// more".
    fn sources_of_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> Result<Vec<(SourceId, usize)>>;
    /// Facts of `relation` for whose tail the comparison with `value` by typed order holds. `Eq` finds other
    /// spellings of the value, and dates that contain it or are contained in it; `Ne` is an error, because it
    /// is not a range.
    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>>;
    /// Facts whose interval overlaps with the days `first..=last` (days since 1970-01-01; an open bound is
    /// infinite), of all relations or of one.
    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>>;
    /// Every fact of a source, in order of loading, from `skip` on, at most `limit`.
    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>>;
    /// The row node of a table, by its 1-based row number.
    fn row_node(&self, source: SourceId, row: u32) -> Result<Option<NodeId>>;

    /// The source catalogue, in order of loading. It is shared, because it can be long and every question
    /// needs it; as long as it does not change, views of a graph return the same one.
    fn sources(&self) -> Result<Arc<[Source]>>;
    /// The sources in which a relation is used.
    fn sources_of_relation(&self, relation: NodeId) -> Result<Vec<SourceId>>;

    /// The `k` names nearest to a unit vector of 384 components, by cosine
    /// similarity, best first; only names that play one of `roles` in `scope`.
    /// Empty when no vectors are stored.
    fn nearest(&self, vector: &[f32], k: usize, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, f32)>>;

    /// The nodes with these ids, in their order. This and the next five methods work on sets: a store behind
    /// a network answers each with a bounded number of round trips.
    fn nodes(&self, ids: &[NodeId]) -> Result<Vec<Node>> {
        ids.iter().map(|id| self.node(*id)).collect()
    }
    /// The facts with these ids, in their order.
    fn facts(&self, ids: &[FactId]) -> Result<Vec<Fact>> {
        ids.iter().map(|id| self.fact(*id)).collect()
    }
    /// The result of [`GraphRead::facts_of_head`] for each head.
    fn facts_of_heads(
        &self,
        heads: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        heads.iter().map(|head| self.facts_of_head(*head, relation, scope)).collect()
    }
    /// The result of [`GraphRead::facts_of_tail`] for each tail.
    fn facts_of_tails(
        &self,
        tails: &[NodeId],
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        tails.iter().map(|tail| self.facts_of_tail(*tail, relation, scope)).collect()
    }
    /// For each node, the relations of the facts that have it as head or as tail, each with its source;
    /// ascending, at most `limit` for each node.
    fn relations_around(
        &self,
        nodes: &[NodeId],
        side: Side,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<Vec<(SourceId, NodeId)>>> {
        let around = |node: &NodeId| {
            let facts = self.facts_of_each_relation(*node, side, scope, 1, limit)?;
            Ok(facts.into_iter().map(|(source, posting)| (source, posting.relation)).collect())
        };
        nodes.iter().map(around).collect()
    }
    /// The ids of the facts of a relation that may hold at some time in the days `first..=last`: those that
    /// [`GraphRead::facts_in_time`] finds, and those without an interval.
    fn facts_that_may_hold(
        &self,
        relation: NodeId,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<FactId>> {
        let holding = self.facts_in_time(Some(relation), first, last, scope)?;
        let timed = self.facts_in_time(Some(relation), i32::MIN, i32::MAX, scope)?;
        let is_in = |list: &[Posting], id: FactId| list.binary_search_by_key(&id, |found| found.fact).is_ok();
        let facts = self.facts_of_relation(relation, None, scope)?.into_iter().map(|posting| posting.fact);
        Ok(facts.filter(|id| is_in(&holding, *id) || !is_in(&timed, *id)).collect())
    }

    /// Announces that these nodes will be read one by one. A store behind a network prefetches them all at
    /// once; other stores do nothing. So the caller can keep a simple loop.
    fn expect_nodes(&self, _ids: &[NodeId]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of the roles of nodes, see [`GraphRead::expect_nodes`].
    fn expect_roles(&self, _ids: &[NodeId]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of the names with these texts after folding, and of their roles.
    fn expect_names(&self, _texts: &[String]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of the number of names that contain these folded tokens.
    fn expect_tokens(&self, _tokens: &[String]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of facts.
    fn expect_facts(&self, _ids: &[FactId]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of the facts of some relations that have these nodes as head or as tail.
    fn expect_facts_of(&self, _nodes: &[NodeId], _side: Side, _relations: &[NodeId]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of all facts of relations in a source.
    fn expect_relations(&self, _relations: &[(SourceId, NodeId)]) -> Result<()> {
        Ok(())
    }
    /// Announces reads of all facts that have these nodes as head or as tail.
    fn expect_facts_around(&self, _nodes: &[NodeId], _side: Side) -> Result<()> {
        Ok(())
    }
}
