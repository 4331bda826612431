//! Reads: one transaction with its open tables, and every method of [`GraphRead`].

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use redb::ReadableTable as _;
use rustc_hash::FxHashMap;
use trustuqa_model::order::{certain_keys, key_ranges};
use trustuqa_model::{Result as ReadResult, Vocabulary};

use crate::catalogue::Catalogue;
use crate::codec::text_hash;
use crate::guard::{Held, guarded};
use crate::intervals::Span;
use crate::names::{self, CHUNK, NameView};
use crate::postings::{ArchivedEntry, Entry, Group, Index, OnSample, Pairs, Sampled, Wanted, each, pairs};
use crate::tables::ReadTables;
use crate::{
    Comparison, Error, Fact, FactId, Graph, GraphRead, Node, NodeId, Posting, Result, Roles, Scope, Side,
    Source, SourceId, Value, facts, fold,
};

/// A consistent view of a graph, which later loads do not change.
///
/// It keeps one read transaction open. Space that later loads free is reused only after it is dropped, so
/// keep it no longer than for one question.
pub struct Snapshot {
    pub(crate) tables: Held<ReadTables>,
    pub(crate) graph: Graph,
    catalogue: OnceLock<Arc<Catalogue>>,
    /// The tokens of the graph in this view.
    vocabulary: OnceLock<Vocabulary>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").field("graph", &self.graph).finish_non_exhaustive()
    }
}

impl Snapshot {
    pub(crate) fn new(tables: Held<ReadTables>, graph: Graph) -> Snapshot {
        Snapshot { tables, graph, catalogue: OnceLock::new(), vocabulary: OnceLock::new() }
    }

    /// The folded tokens of names that begin with `prefix`, those in the most names first.
    ///
    /// # Errors
    ///
    /// Those of every read.
    pub fn tokens_starting(&self, prefix: &str, limit: usize) -> ReadResult<Vec<String>> {
        /// Maximum number of tokens read, because a single letter may begin very many.
        const LOOKED_AT: usize = 20_000;
        read(|| {
            let mut found = Vec::new();
            for entry in self.tables.tokens.range(prefix.as_bytes()..)?.take(LOOKED_AT) {
                let (token, names) = entry?;
                let Ok(token) = std::str::from_utf8(token.value()) else { continue };
                if !token.starts_with(prefix) {
                    break;
                }
                // The token itself comes before longer ones.
                found.push((token != prefix, std::cmp::Reverse(names.value().1), token.to_owned()));
            }
            found.sort_unstable();
            Ok(found.into_iter().take(limit).map(|(.., token)| token).collect())
        })
    }

    /// The catalogue of this view of the graph.
    pub(crate) fn catalogue(&self) -> Result<&Catalogue> {
        if let Some(catalogue) = self.catalogue.get() {
            return Ok(catalogue);
        }
        let catalogue = self.graph.catalogue_of(&self.tables)?;
        Ok(self.catalogue.get_or_init(|| catalogue))
    }

    /// Calls `visit` with the wanted entries of `key` in an index. Panics are caught by the caller.
    pub(crate) fn scan<const X: usize>(
        &self,
        index: Index,
        key: u32,
        wanted: Wanted<'_>,
        visit: impl FnMut(Entry<X>) -> Result<()>,
    ) -> Result<()> {
        self.tables.scan(index, &self.catalogue()?.ranges, key, wanted, &mut each(visit))
    }

    /// Visits some entries of each group of `key` in an index. Panics are caught by the caller.
    fn sample(&self, index: Index, key: u32, sampled: Sampled<'_>, visit: OnSample<'_>) -> Result<()> {
        self.tables.sample(index, &self.catalogue()?.ranges, key, sampled, visit)
    }

    /// The tokens of the graph, read once.
    fn vocabulary(&self) -> Result<&Vocabulary> {
        if let Some(vocabulary) = self.vocabulary.get() {
            return Ok(vocabulary);
        }
        let mut vocabulary = Vocabulary::default();
        for item in self.tables.tokens.iter()? {
            let (word, entry) = item?;
            let word = std::str::from_utf8(word.value())
                .map_err(|_| Error::Damaged { what: "a token is not text".to_owned() })?;
            vocabulary.push(word, entry.value().1);
        }
        Ok(self.vocabulary.get_or_init(|| vocabulary))
    }

    /// Collects the wanted postings of one index, in fact order.
    fn postings(
        &self,
        index: Index,
        key: NodeId,
        wanted: Wanted<'_>,
        posting: impl Fn(Entry) -> Posting,
    ) -> Result<Vec<Posting>> {
        let mut found = Vec::new();
        self.tables.scan(index, &self.catalogue()?.ranges, key.0, wanted, &mut |run| {
            found.extend(run.iter().map(ArchivedEntry::entry).map(&posting));
            Ok(())
        })?;
        sort_by_fact(&mut found);
        Ok(found)
    }

    fn value(&self, name: u32) -> Result<Value> {
        match self.tables.names.get(name)? {
            Some(bytes) => NameView::read(name, bytes.value())?.value(),
            None => Ok(Value::Text),
        }
    }

    /// The roles that a node plays inside the scope. Panics are caught by the caller.
    pub(crate) fn roles_in(&self, node: u32, scope: &Scope) -> Result<Roles> {
        let mut roles = Roles::default();
        self.scan(Index::Roles, node, Wanted::all(scope), |entry: Entry| {
            roles = roles.with(Roles(entry.a));
            Ok(())
        })?;
        Ok(roles)
    }

    /// Facts of `relation` for whose tail the comparison holds, in fact order.
    fn facts_that_compare(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let mut found: Vec<Posting> = Vec::new();
        let catalogue = self.catalogue()?;
        let Some(typed) = catalogue.relations.typed(relation) else { return Ok(found) };
        // Keys are coarser than values, so the value of a candidate is compared, once, unless the comparison
        // is certain from its key.
        let certain = certain_keys(op, value, typed);
        let mut verdicts: FxHashMap<u32, bool> = FxHashMap::default();
        for (low, high) in key_ranges(op, value) {
            let range = [pairs(low, high)];
            let sources = catalogue.relations.with_orders(relation, (low, high));
            let wanted = Wanted::within(scope, &range).known_in(&sources);
            let posting = |Entry { b: tail, c: fact, more: [head], .. }: Entry<1>| {
                let (fact, head, tail) = (FactId(fact), NodeId(head), NodeId(tail));
                Posting { fact, head, relation, tail }
            };
            self.tables.scan(Index::Order, &catalogue.ranges, relation.0, wanted, &mut |run| {
                let entries = run.iter().map(ArchivedEntry::entry);
                if certain.iter().any(|keys| entries.clone().all(|entry| keys.contains(&entry.a))) {
                    found.extend(entries.map(posting));
                    return Ok(());
                }
                for entry in entries {
                    let Entry { a: key, b: tail, .. } = entry;
                    let holds = match certain.iter().any(|keys| keys.contains(&key)) {
                        true => true,
                        false => match verdicts.get(&tail) {
                            Some(holds) => *holds,
                            None => {
                                let order = self.value(tail)?.compare(value);
                                let holds = order.is_some_and(|order| op.holds(order));
                                verdicts.insert(tail, holds);
                                holds
                            }
                        },
                    };
                    found.extend(holds.then(|| posting(entry)));
                }
                Ok(())
            })?;
        }
        sort_by_fact(&mut found);
        found.dedup();
        Ok(found)
    }
}

/// The stored blocks themselves, for a benchmark that passes them to another store.
#[doc(hidden)]
pub mod raw {
    use super::{Entry, FactId, Index, NodeId, Posting, Result, Snapshot};
    use crate::postings::entries_of_block;

    /// Calls `visit` with every block of the head index, layer by layer: the first block of a head under the
    /// head's four bytes, big endian, the others under keys that begin with them.
    pub fn head_blocks(snapshot: &Snapshot, visit: &mut dyn FnMut(&[u8], &[u8])) -> Result<()> {
        snapshot.tables.layers.iter().try_for_each(|layer| layer.index(Index::Head).each_block(visit))
    }

    /// Collects the facts of a head and relation from such a block; true when other blocks follow.
    pub fn facts_in(block: &[u8], head: NodeId, relation: NodeId, found: &mut Vec<Posting>) -> Result<bool> {
        let posting = |Entry { b, c, .. }| Posting { fact: FactId(c), head, relation, tail: NodeId(b) };
        let (entries, more) = entries_of_block(block, relation.0)?;
        found.extend(entries.map(posting));
        Ok(more)
    }
}

/// The pairs of entries with this `a`.
fn only(a: Option<NodeId>) -> Option<[Pairs; 1]> {
    a.map(|a| [pairs(a.0, a.0)])
}

/// Sorts postings by fact. Many of them are sorted by radix, which takes half the time of comparing them.
fn sort_by_fact(found: &mut [Posting]) {
    if found.len() < 256 {
        found.sort_unstable_by_key(|posting| posting.fact);
    } else if !found.is_sorted_by_key(|posting| posting.fact) {
        radsort::sort_by_key(found, |posting| posting.fact.0);
    }
}

fn sorted(scope: &Scope) -> Cow<'_, Scope> {
    match scope {
        Scope::Only(list) if !list.is_sorted() => {
            let mut list = list.clone();
            list.sort_unstable();
            Cow::Owned(Scope::Only(list))
        }
        other => Cow::Borrowed(other),
    }
}

fn head_posting(head: NodeId) -> impl Fn(Entry) -> Posting {
    move |Entry { a, b, c, .. }| Posting { fact: FactId(c), head, relation: NodeId(a), tail: NodeId(b) }
}

fn relation_posting(relation: NodeId) -> impl Fn(Entry) -> Posting {
    move |Entry { a, b, c, .. }| Posting { fact: FactId(c), head: NodeId(b), relation, tail: NodeId(a) }
}

fn tail_posting(tail: NodeId) -> impl Fn(Entry) -> Posting {
    move |Entry { a, b, c, .. }| Posting { fact: FactId(c), head: NodeId(b), relation: NodeId(a), tail }
}

/// Runs a read, and converts its error to that of all stores.
fn read<T>(work: impl FnOnce() -> Result<T>) -> ReadResult<T> {
    guarded(work).map_err(trustuqa_model::Error::from)
}

impl GraphRead for Snapshot {
    fn node(&self, id: NodeId) -> ReadResult<Node> {
        read(|| {
            if let Some(bytes) = self.tables.names.get(id.0)? {
                return NameView::read(id.0, bytes.value())?.node(id.0);
            }
            match names::row_of(&self.tables.row_chunks, id.0)? {
                Some((source, row)) => Ok(names::row_node(source, id.0, row)),
                None => Err(Error::Unknown { what: format!("node {}", id.0) }),
            }
        })
    }

    fn node_named(&self, text: &str) -> ReadResult<Option<NodeId>> {
        read(|| Ok(self.tables.name(text)?.map(NodeId)))
    }

    fn nodes_folded(&self, text: &str) -> ReadResult<Vec<NodeId>> {
        read(|| {
            let wanted = fold(text);
            let mut found = Vec::new();
            for id in self.tables.folded(text_hash(&wanted))? {
                if let Some(bytes) = self.tables.names.get(id)? {
                    let name = NameView::read(id, bytes.value())?.text();
                    if name == text || fold(name) == wanted {
                        found.push(NodeId(id));
                    }
                }
            }
            Ok(found)
        })
    }

    fn nodes_with_token(&self, token: &str, roles: Roles, scope: &Scope) -> ReadResult<Vec<(NodeId, Roles)>> {
        read(|| {
            let Some(id) = self.tables.tokens.get(token.as_bytes())?.map(|entry| entry.value().0) else {
                return Ok(Vec::new());
            };
            let mut all: Vec<(NodeId, Roles)> = Vec::new();
            self.scan(Index::Token, id, Wanted::all(&sorted(scope)), |entry: Entry| {
                all.push((NodeId(entry.a), Roles(entry.b)));
                Ok(())
            })?;
            all.sort_unstable();
            let mut found: Vec<(NodeId, Roles)> = Vec::new();
            for (node, part) in all {
                match found.last_mut() {
                    Some(last) if last.0 == node => last.1 = last.1.with(part),
                    _ => found.push((node, part)),
                }
            }
            found.retain(|(_, played)| played.meets(roles));
            Ok(found)
        })
    }

    fn tokens_near(&self, token: &str, distance: usize) -> ReadResult<Vec<(String, u32)>> {
        read(|| Ok(self.vocabulary()?.near(token, distance)))
    }

    fn token_count(&self, token: &str) -> ReadResult<u32> {
        read(|| Ok(self.tables.tokens.get(token.as_bytes())?.map_or(0, |entry| entry.value().1)))
    }

    fn roles(&self, node: NodeId, scope: &Scope) -> ReadResult<Roles> {
        read(|| self.roles_in(node.0, &sorted(scope)))
    }

    fn fact(&self, id: FactId) -> ReadResult<Fact> {
        read(|| facts::fact(&self.tables.facts, id.0))
    }

    fn facts_of_head(
        &self,
        head: NodeId,
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> ReadResult<Vec<Posting>> {
        let (scope, range) = (sorted(scope), only(relation));
        let wanted = Wanted::within(&scope, range.as_slice().as_flattened());
        read(|| self.postings(Index::Head, head, wanted, head_posting(head)))
    }

    fn facts_of_relation(
        &self,
        relation: NodeId,
        tail: Option<NodeId>,
        scope: &Scope,
    ) -> ReadResult<Vec<Posting>> {
        let (scope, range) = (sorted(scope), only(Some(relation)));
        read(|| {
            let Some(tail) = tail else {
                return self.postings(
                    Index::Relation,
                    relation,
                    Wanted::all(&scope),
                    relation_posting(relation),
                );
            };
            // A tail usually has fewer facts than a relation, so its index is shorter once the sources that
            // lack the relation are excluded: a common value is in very many sources.
            let wanted = Wanted::within(&scope, range.as_slice().as_flattened());
            let wanted = wanted.known_in(self.catalogue()?.relations.with_relation(relation));
            self.postings(Index::Tail, tail, wanted, tail_posting(tail))
        })
    }

    fn facts_of_tail(
        &self,
        tail: NodeId,
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> ReadResult<Vec<Posting>> {
        let (scope, range) = (sorted(scope), only(relation));
        let wanted = Wanted::within(&scope, range.as_slice().as_flattened());
        read(|| self.postings(Index::Tail, tail, wanted, tail_posting(tail)))
    }

    fn facts_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> ReadResult<(Vec<Posting>, u64)> {
        read(|| {
            let (mut found, mut total) = (Vec::new(), 0u64);
            let index = if side == Side::Head { Index::Head } else { Index::Tail };
            self.scan(index, node.0, Wanted::all(&sorted(scope)), |entry| {
                if total >= skip && found.len() < limit {
                    found.push(match side {
                        Side::Head => head_posting(node)(entry),
                        Side::Tail => tail_posting(node)(entry),
                    });
                }
                total += 1;
                Ok(())
            })?;
            Ok((found, total))
        })
    }

    fn facts_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> ReadResult<Vec<(SourceId, Posting)>> {
        read(|| {
            let mut found = Vec::new();
            if each == 0 || limit == 0 {
                return Ok(found);
            }
            let index = if side == Side::Head { Index::Head } else { Index::Tail };
            let scope = sorted(scope);
            let sampled = Sampled { wanted: Wanted::all(&scope), group: Group::Word, each };
            self.sample(index, node.0, sampled, &mut |source, entry| {
                let posting = match side {
                    Side::Head => head_posting(node)(entry),
                    Side::Tail => tail_posting(node)(entry),
                };
                found.push((source, posting));
                if found.len() < limit { ControlFlow::Continue(true) } else { ControlFlow::Break(()) }
            })?;
            Ok(found)
        })
    }

    fn tails_of_relation(&self, relation: NodeId, scope: &Scope, limit: usize) -> ReadResult<Vec<NodeId>> {
        read(|| {
            let mut found = Vec::new();
            if limit == 0 {
                return Ok(found);
            }
            let scope = sorted(scope);
            // The first word of an entry of this index is the tail.
            let sampled = Sampled { wanted: Wanted::all(&scope), group: Group::Word, each: 1 };
            self.sample(Index::Relation, relation.0, sampled, &mut |_, entry| {
                found.push(NodeId(entry.a));
                if found.len() < limit { ControlFlow::Continue(true) } else { ControlFlow::Break(()) }
            })?;
            Ok(found)
        })
    }

    fn sources_of_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> ReadResult<Vec<(SourceId, usize)>> {
        read(|| {
            let mut found: Vec<(SourceId, usize)> = Vec::new();
            let Some(id) = self.tables.tokens.get(token.as_bytes())?.map(|entry| entry.value().0) else {
                return Ok(found);
            };
            let scope = sorted(scope);
            let sampled = Sampled { wanted: Wanted::all(&scope), group: Group::Source, each: most };
            self.sample(Index::Token, id, sampled, &mut |source, entry| {
                let counts = Roles(entry.b).meets(roles);
                match found.last_mut() {
                    _ if !counts => {}
                    Some((last, count)) if *last == source => *count += 1,
                    _ => found.push((source, 1)),
                }
                ControlFlow::Continue(counts)
            })?;
            Ok(found)
        })
    }

    fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> ReadResult<Vec<Posting>> {
        if op == Comparison::Ne {
            let what = format!("`{}` asks for no range of values", op.symbol());
            return Err(Error::Invalid { what }.into());
        }
        let scope = sorted(scope);
        read(|| self.facts_that_compare(relation, op, value, &scope))
    }

    fn facts_in_time(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> ReadResult<Vec<Posting>> {
        read(|| {
            let span = Span::new(first, last);
            let (scope, ranges) = (sorted(scope), span.ranges());
            let wanted = Wanted::within(&scope, &ranges);
            let mut found = Vec::new();
            let mut of_relation = |relation: NodeId| {
                self.scan(Index::Time, relation.0, wanted, |entry| {
                    if span.meets(&entry) {
                        let Entry { c, more: [head, tail], .. } = entry;
                        let (fact, head, tail) = (FactId(c), NodeId(head), NodeId(tail));
                        found.push(Posting { fact, head, relation, tail });
                    }
                    Ok(())
                })
            };
            match relation {
                Some(relation) => of_relation(relation)?,
                // The keys of the index are the relations with times.
                None => {
                    self.tables.each_key(Index::Time, &mut |relation| of_relation(NodeId(relation)))?;
                }
            }
            sort_by_fact(&mut found);
            Ok(found)
        })
    }

    fn facts_of_source(&self, source: SourceId, skip: u64, limit: usize) -> ReadResult<Vec<Fact>> {
        read(|| {
            let unknown = || Error::Unknown { what: format!("source {}", source.0) };
            let sources = &self.catalogue()?.sources;
            let entry = sources.iter().find(|entry| entry.id == source).ok_or_else(unknown)?;
            let first = u64::from(entry.first_fact.0);
            let end = first.saturating_add(entry.facts);
            let from = first.saturating_add(skip).min(end);
            let to = from.saturating_add(limit as u64).min(end);
            let clamp = |id: u64| u32::try_from(id).unwrap_or(u32::MAX);
            let mut found = Vec::new();
            facts::each(&self.tables.facts, clamp(from), clamp(to), &mut |fact| {
                found.push(fact);
                Ok(())
            })?;
            Ok(found)
        })
    }

    fn row_node(&self, source: SourceId, row: u32) -> ReadResult<Option<NodeId>> {
        read(|| {
            let Some(index) = row.checked_sub(1) else { return Ok(None) };
            let Some(first) = self.tables.chunk_ids.get((source.0, index / CHUNK))? else { return Ok(None) };
            let Some(id) = first.value().checked_add(index % CHUNK) else { return Ok(None) };
            let known = names::row_of(&self.tables.row_chunks, id)?;
            Ok((known == Some((source, row))).then_some(NodeId(id)))
        })
    }

    fn sources(&self) -> ReadResult<Arc<[Source]>> {
        read(|| Ok(self.catalogue()?.sources.clone()))
    }

    fn sources_of_relation(&self, relation: NodeId) -> ReadResult<Vec<SourceId>> {
        read(|| Ok(self.catalogue()?.relations.with_relation(relation).to_vec()))
    }

    fn nearest(
        &self,
        vector: &[f32],
        k: usize,
        roles: Roles,
        scope: &Scope,
    ) -> ReadResult<Vec<(NodeId, f32)>> {
        read(|| self.nearest_names(vector, k, roles, &sorted(scope)))
    }
}
