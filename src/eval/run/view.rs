//! A graph of which one source is seen: what a question meets when its source is
//! known, whatever else is loaded (the paper's unmixed setting).

use std::collections::HashMap;

use trustuqa_storage::{
    Comparison, Fact, FactId, GraphRead, Node, NodeId, Posting, Result, Roles, Scope, Side, Source, SourceId,
    Value,
};

use super::{Asker, Selected};
use crate::engine::Engine;
use crate::session::SessionError;

/// Reads of `graph` that never leave one source.
pub struct OneSource<'g> {
    graph: &'g dyn GraphRead,
    source: Source,
    scope: Scope,
}

impl<'g> OneSource<'g> {
    /// The view of `source`.
    pub fn new(graph: &'g dyn GraphRead, source: Source) -> OneSource<'g> {
        let scope = Scope::Only(vec![source.id]);
        OneSource { graph, source, scope }
    }

    /// `scope` without the other sources.
    fn within(&self, scope: &Scope) -> Scope {
        match scope {
            Scope::Only(ids) if !ids.contains(&self.source.id) => Scope::Only(Vec::new()),
            _ => self.scope.clone(),
        }
    }
}

impl GraphRead for OneSource<'_> {
    fn node(&self, id: NodeId) -> Result<Node> {
        self.graph.node(id)
    }

    fn node_named(&self, text: &str) -> Result<Option<NodeId>> {
        self.graph.node_named(text)
    }

    fn nodes_folded(&self, text: &str) -> Result<Vec<NodeId>> {
        self.graph.nodes_folded(text)
    }

    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, Roles)>> {
        self.graph.nodes_with_token(token, roles, &self.within(scope))
    }

    fn tokens_near(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>> {
        self.graph.tokens_near(token, distance)
    }

    fn token_count(&self, token: &str) -> Result<u32> {
        self.graph.token_count(token)
    }

    fn roles(&self, node: NodeId, scope: &Scope) -> Result<Roles> {
        self.graph.roles(node, &self.within(scope))
    }

    fn fact(&self, id: FactId) -> Result<Fact> {
        self.graph.fact(id)
    }

    fn facts_of_head(&self, head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        self.graph.facts_of_head(head, relation, &self.within(scope))
    }

    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.graph.facts_of_relation(relation, tail, &self.within(scope))
    }

    fn facts_of_tail(&self, tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Result<Vec<Posting>> {
        self.graph.facts_of_tail(tail, relation, &self.within(scope))
    }

    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)> {
        self.graph.facts_around(node, side, &self.within(scope), skip, limit)
    }

    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.graph.facts_in_range(relation, op, value, &self.within(scope))
    }

    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        self.graph.facts_in_time(relation, first, last, &self.within(scope))
    }

    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>> {
        if source == self.source.id {
            self.graph.facts_of_source(source, skip, limit)
        } else {
            Ok(Vec::new())
        }
    }

    fn row_node(&self, source: SourceId, row: u32) -> Result<Option<NodeId>> {
        if source == self.source.id { self.graph.row_node(source, row) } else { Ok(None) }
    }

    fn sources(&self) -> Result<Vec<Source>> {
        Ok(vec![self.source.clone()])
    }

    fn sources_of_relation(&self, relation: NodeId) -> Result<Vec<SourceId>> {
        let mut sources = self.graph.sources_of_relation(relation)?;
        sources.retain(|source| *source == self.source.id);
        Ok(sources)
    }

    fn nearest(&self, vector: &[f32], k: usize, roles: Roles, scope: &Scope) -> Result<Vec<(NodeId, f32)>> {
        self.graph.nearest(vector, k, roles, &self.within(scope))
    }
}

/// An engine with the source that it sees; `None` for all of them.
pub type Kept<'v> = Option<(Option<&'v str>, Engine<'v>)>;

/// What the questions of a run see of the graph.
pub struct Views<'a> {
    asker: &'a Asker<'a>,
    by_source: HashMap<&'a str, OneSource<'a>>,
}

impl<'a> Views<'a> {
    /// The whole graph and, when the source of a question is known and is not the only
    /// one, one source each.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read, or a question about a source that is not in it.
    pub fn of(
        asker: &'a Asker<'a>,
        selected: &'a [Selected],
    ) -> std::result::Result<Views<'a>, SessionError> {
        let mut by_source = HashMap::new();
        let sources = asker.snapshot.sources()?;
        if asker.knows_sources() && sources.len() > 1 {
            let named: HashMap<&str, &Source> = sources.iter().map(|s| (s.name.as_str(), s)).collect();
            for name in selected.iter().filter_map(|s| s.question.source.as_deref()) {
                let Some(source) = named.get(name) else {
                    return Err(SessionError::usage(
                        format!("a question is about the source `{name}`, which the benchmark does not have"),
                        "check that questions and sources belong together",
                    ));
                };
                by_source.entry(name).or_insert_with(|| OneSource::new(asker.snapshot, (*source).clone()));
            }
        }
        Ok(Views { asker, by_source })
    }

    /// The engine for a question: the kept one, when the last question saw the same.
    pub fn engine<'k, 'v: 'k>(
        &'v self,
        kept: &'k mut Kept<'v>,
        selected: &Selected,
    ) -> std::result::Result<&'k Engine<'v>, SessionError> {
        let named = selected.question.source.as_deref();
        let view = named.and_then(|name| self.by_source.get_key_value(name));
        let name = view.map(|(name, _)| *name);
        let current = match kept.take().filter(|(of, _)| *of == name) {
            Some(current) => current,
            None => {
                let graph: &'v dyn GraphRead = match view {
                    Some((_, view)) => view,
                    None => self.asker.snapshot,
                };
                (name, Engine::new(graph, self.asker.embed)?)
            }
        };
        Ok(&kept.insert(current).1)
    }
}
