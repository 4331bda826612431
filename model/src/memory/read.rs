//! Reads of a graph in memory.

use std::sync::Arc;

use super::MemoryGraph;
use crate::{
    Comparison, Error, Fact, FactId, GraphRead, Node, NodeId, NodeKind, Posting, Result, Roles, Scope, Side,
    Source, SourceId, SourceKind, Value, edits, fold, tokens,
};

impl MemoryGraph {
    /// The facts inside the scope that satisfy the condition, in order of their ids.
    fn postings(&self, scope: &Scope, wanted: impl Fn(&Fact) -> bool) -> Vec<Posting> {
        let found = self.facts.iter().filter(|fact| within(scope, fact.source) && wanted(fact));
        found
            .map(|Fact { id, head, relation, tail, .. }| Posting {
                fact: *id,
                head: *head,
                relation: *relation,
                tail: *tail,
            })
            .collect()
    }

    fn kind_of(&self, source: SourceId) -> Option<SourceKind> {
        self.sources.iter().find(|known| known.id == source).map(|known| known.kind)
    }

    /// The names that contain a folded token, in order of their ids.
    fn holding<'a>(&'a self, token: &'a str) -> impl Iterator<Item = &'a Node> {
        let named = self.nodes.iter().filter(|node| node.kind == NodeKind::Name);
        named.filter(move |node| tokens(&node.text).iter().any(|own| own == token))
    }
}

/// Whether a source is inside a scope, whose sources may be in any order here.
fn within(scope: &Scope, source: SourceId) -> bool {
    match scope {
        Scope::All => true,
        Scope::Only(list) => list.contains(&source),
    }
}

impl GraphRead for MemoryGraph {
    fn node(&self, id: NodeId) -> Result<Node> {
        let node = self.nodes.get(id.0 as usize).cloned();
        node.ok_or_else(|| Error::Unknown { what: format!("node {}", id.0) })
    }

    fn node_named(&self, text: &str) -> Result<Option<NodeId>> {
        Ok(self.names.get(text).copied())
    }

    fn nodes_folded(&self, text: &str) -> Result<Vec<NodeId>> {
        let wanted = fold(text);
        let named = self.nodes.iter().filter(|node| node.kind == NodeKind::Name);
        Ok(named.filter(|node| fold(&node.text) == wanted).map(|node| node.id).collect())
    }

    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, Roles)>> {
        let mut found = Vec::new();
        for node in self.holding(token) {
            let played = self.roles(node.id, scope)?;
            if played.meets(roles) {
                found.push((node.id, played));
            }
        }
        Ok(found)
    }

    fn tokens_near(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>> {
        let letters: Vec<char> = token.chars().collect();
        let mut words: Vec<String> = self.names.keys().flat_map(|name| tokens(name)).collect();
        words.sort_unstable();
        words.dedup();
        let mut found = Vec::new();
        for word in words {
            if let Some(distance) = edits(&letters, &word, distance, &mut Vec::new()) {
                found.push((distance, std::cmp::Reverse(self.token_count(&word)?), word));
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, names, word)| (word, names.0)).collect())
    }

    fn token_count(&self, token: &str) -> Result<u32> {
        Ok(u32::try_from(self.holding(token).count()).unwrap_or(u32::MAX))
    }

    fn roles(&self, node: NodeId, scope: &Scope) -> Result<Roles> {
        let mut roles = Roles::default();
        // Users do not name rows, so a row plays no role.
        if self.nodes.get(node.0 as usize).is_none_or(|node| node.kind != NodeKind::Name) {
            return Ok(roles);
        }
        for source in self.sources.iter().filter(|source| within(scope, source.id)) {
            if source.relations.iter().any(|relation| relation.node == node) {
                roles = roles.with(Roles::RELATION);
            }
        }
        for fact in self.facts.iter().filter(|fact| within(scope, fact.source)) {
            let of_table = self.kind_of(fact.source) == Some(SourceKind::Table);
            if fact.head == node {
                roles = roles.with(Roles::HEAD);
            }
            if fact.tail == node {
                roles = roles.with(if of_table { Roles::CELL } else { Roles::TAIL });
            }
        }
        Ok(roles)
    }

    fn fact(&self, id: FactId) -> Result<Fact> {
        let fact = self.facts.get(id.0 as usize).cloned();
        fact.ok_or_else(|| Error::Unknown { what: format!("fact {}", id.0) })
    }

    fn facts_of_head(&self, head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        Ok(self.postings(scope, |fact| fact.head == head && relation.is_none_or(|r| fact.relation == r)))
    }

    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        Ok(self.postings(scope, |fact| fact.relation == relation && tail.is_none_or(|t| fact.tail == t)))
    }

    fn facts_of_tail(&self, tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        Ok(self.postings(scope, |fact| fact.tail == tail && relation.is_none_or(|r| fact.relation == r)))
    }

    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)> {
        let mut found = match side {
            Side::Head => self.facts_of_head(node, None, scope)?,
            Side::Tail => self.facts_of_tail(node, None, scope)?,
        };
        let total = found.len() as u64;
        // The facts of a source are contiguous already, in order of loading.
        found.sort_by_key(|posting| {
            (self.facts[posting.fact.0 as usize].source, posting.relation, posting.fact)
        });
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        Ok((found.into_iter().skip(skip).take(limit).collect(), total))
    }

    fn facts_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> Result<Vec<(SourceId, Posting)>> {
        let (all, _) = self.facts_around(node, side, scope, 0, usize::MAX)?;
        let mut found: Vec<(SourceId, Posting)> = Vec::new();
        for posting in all {
            let source = self.facts[posting.fact.0 as usize].source;
            let alike = found.iter().rev();
            let alike = alike.take_while(|(of, p)| (*of, p.relation) == (source, posting.relation));
            if alike.count() < each {
                found.push((source, posting));
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    fn tails_of_relation(&self, relation: NodeId, scope: &Scope, limit: usize) -> Result<Vec<NodeId>> {
        let mut found: Vec<(SourceId, NodeId)> = self
            .postings(scope, |fact| fact.relation == relation)
            .iter()
            .map(|posting| (self.facts[posting.fact.0 as usize].source, posting.tail))
            .collect();
        found.sort_unstable();
        found.dedup();
        Ok(found.into_iter().map(|(_, tail)| tail).take(limit).collect())
    }

    fn sources_of_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> Result<Vec<(SourceId, usize)>> {
        let mut found = Vec::new();
        for source in self.sources.iter().map(|source| source.id).filter(|id| scope.contains(*id)) {
            let names = self.nodes_with_token(token, roles, &Scope::Only(vec![source]))?.len();
            if names.min(most) > 0 {
                found.push((source, names.min(most)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        if op == Comparison::Ne {
            return Err(Error::Invalid { what: format!("`{}` asks for no range of values", op.symbol()) });
        }
        let compares = |tail: NodeId| {
            let order = self.nodes[tail.0 as usize].value.compare(value);
            order.is_some_and(|order| op.holds(order))
        };
        Ok(self.postings(scope, |fact| fact.relation == relation && compares(fact.tail)))
    }

    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let meets = |fact: &Fact| {
            fact.interval.is_some_and(|interval| {
                interval.start.is_none_or(|start| start.first_day() <= last)
                    && interval.end.is_none_or(|end| end.last_day() >= first)
            })
        };
        Ok(self.postings(scope, |fact| relation.is_none_or(|r| fact.relation == r) && meets(fact)))
    }

    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>> {
        if self.kind_of(source).is_none() {
            return Err(Error::Unknown { what: format!("source {}", source.0) });
        }
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let facts = self.facts.iter().filter(|fact| fact.source == source);
        Ok(facts.skip(skip).take(limit).cloned().collect())
    }

    fn row_node(&self, source: SourceId, row: u32) -> Result<Option<NodeId>> {
        Ok(self.rows.get(&(source, row)).copied())
    }

    fn sources(&self) -> Result<Arc<[Source]>> {
        Ok(self.sources.as_slice().into())
    }

    fn sources_of_relation(&self, relation: NodeId) -> Result<Vec<SourceId>> {
        let uses = |source: &&Source| source.relations.iter().any(|info| info.node == relation);
        Ok(self.sources.iter().filter(uses).map(|source| source.id).collect())
    }

    fn nearest(
        &self,
        _vector: &[f32],
        _k: usize,
        _roles: Roles,
        _scope: &Scope,
    ) -> Result<Vec<(NodeId, f32)>> {
        Ok(Vec::new())
    }
}
