//! Facts by id, by head and by tail.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tokio_postgres::Row;
use trustuqa_model::{Date, Fact, FactId, Interval, NodeId, Place, Posting, Scope, Side, SourceId};

use super::{Snapshot, ahead, ids, source_ids, within};
use crate::cache::{CachedFact, List, ListKey};
use crate::connection::Param;
use crate::error::Result;
use crate::schema::{FACT_COLUMNS, POSTING_COLUMNS};
use crate::{Error, id32};

/// Maximum number of facts up to which all facts of a node are read and cached.
const SHORT: usize = 400;
/// Up to this many nodes, all facts are read even if only those of some sources are wanted.
const FEW: usize = 8;
/// Up to this many sources in a scope, the facts of a node are cached separately for each.
const FEW_SOURCES: usize = 8;
/// Maximum number of facts read for several nodes at once. If there are more, the nodes are read separately.
const TOGETHER: usize = 2_000;
/// Maximum number of (node, source) pairs that the server probes one by one.
const PROBES: usize = 2_000;
/// Maximum number of facts that are returned packed in one row, which may have up to a gigabyte.
const PACKED: usize = 8_000_000;

impl Snapshot {
    /// The facts with these ids, in their order.
    pub(super) fn read_facts(&self, wanted: &[FactId]) -> Result<Vec<Fact>> {
        let mut found: FxHashMap<u32, Fact> = FxHashMap::default();
        let mut missing = Vec::new();
        for FactId(id) in wanted {
            if let Some(known) = self.state.cache.fact(id) {
                found.insert(*id, known);
            } else {
                missing.push(i64::from(*id));
            }
        }
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let rows = match missing.as_slice() {
                [one] if self.ahead.follows(id32(*one)?) => {
                    let sql =
                        format!("SELECT {FACT_COLUMNS} FROM facts_by_head WHERE fact >= $1 AND fact < $2");
                    self.query(&sql, &[one, &(one + i64::from(ahead::FACTS))])?
                }
                _ => {
                    let sql = format!("SELECT {FACT_COLUMNS} FROM facts_by_head WHERE fact = ANY($1)");
                    self.query(&sql, &[&missing])?
                }
            };
            for row in rows {
                let fact = fact_of(&row)?;
                self.state.cache.put_fact(fact.id.0, fact.clone());
                found.insert(fact.id.0, fact);
            }
        }
        let unknown = |id: &FactId| Error::unknown(format!("fact {}", id.0));
        wanted.iter().map(|id| found.get(&id.0).cloned().ok_or_else(|| unknown(id))).collect()
    }

    /// The facts that have each node as head or as tail, all or of one relation; one list per node.
    pub(super) fn facts_beside(
        &self,
        nodes: &[NodeId],
        side: Side,
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<Vec<Vec<Posting>>> {
        let whole = |node: NodeId| key_of(side, node);
        let narrow = |node: NodeId| relation.map(|relation| narrow_key(side, node, relation));
        let listed = |node: NodeId| match self.state.cache.list(&whole(node)) {
            Some(List::Whole(entries)) => Some(List::Whole(entries)),
            known => narrow(node).and_then(|key| self.state.cache.list(&key)).or(known),
        };
        let before: Vec<Option<List>> = nodes.iter().map(|node| listed(*node)).collect();
        // Nodes of which nothing is cached are read whole, if their lists are short.
        let unknown = nodes.iter().zip(&before).filter(|(_, list)| list.is_none());
        let mut new: Vec<NodeId> = unknown.map(|(node, _)| *node).collect();
        if let ([_], [node]) = (nodes, new.as_slice())
            && self.ahead.is_loop(side)
        {
            new.extend(
                self.ahead.behind(*node, ahead::LISTS, |node| self.state.cache.list(&whole(node)).is_none()),
            );
        }
        new.sort_unstable();
        new.dedup();
        // For many nodes, the facts of one relation or a few sources are much fewer than all facts.
        match (relation, scope) {
            _ if nodes.len() <= FEW => self.read_short(&new, side)?,
            (None, Scope::All) => self.read_short(&new, side)?,
            (Some(relation), _) if side == Side::Head || matches!(scope, Scope::All) => {
                self.expect_lists_of(&new, side, &[relation])?;
            }
            _ => {}
        }

        let mut found: FxHashMap<NodeId, Vec<Posting>> = FxHashMap::default();
        let mut long = Vec::new();
        for (node, list) in nodes.iter().zip(before) {
            if found.contains_key(node) {
                continue;
            }
            let known = match list.or_else(|| listed(*node)) {
                Some(List::Whole(entries)) => Some(entries),
                _ => None,
            };
            let known = match known {
                Some(entries) => Some(chosen(&entries, relation, scope)),
                None => self.known_in(*node, side, relation, scope),
            };
            match known {
                Some(postings) => {
                    found.insert(*node, postings);
                }
                None => long.push(*node),
            }
        }
        long.sort_unstable();
        long.dedup();
        for (node, entries) in self.read_wanted(&long, side, relation, scope)? {
            if entries.len() <= self.state.cache.longest() {
                // Facts that were read within a scope are not the whole list.
                match (scope, narrow(node)) {
                    (Scope::All, Some(key)) => self.state.cache.put_list(key, List::Whole(entries.clone())),
                    (Scope::Only(_), None) => self.keep_in(node, side, scope, &entries),
                    _ => {}
                }
            }
            found.insert(node, chosen(&entries, relation, scope));
        }
        let found: Vec<Vec<Posting>> =
            nodes.iter().map(|node| found.get(node).cloned().unwrap_or_default()).collect();
        self.ahead.returned(found.iter().flatten().flat_map(|posting| [posting.head, posting.tail]));
        Ok(found)
    }

    /// The facts of a node within a scope of few sources, if the cache has all of them.
    fn known_in(
        &self,
        node: NodeId,
        side: Side,
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Option<Vec<Posting>> {
        let sources = few_sources(scope)?;
        let mut known = Vec::new();
        for source in sources {
            match self.state.cache.list(&key_in(side, node, *source))? {
                List::Whole(entries) => known.extend(chosen(&entries, relation, scope)),
                List::Long => return None,
            }
        }
        if sources.len() > 1 {
            known.sort_unstable_by_key(|posting| posting.fact);
        }
        Some(known)
    }

    /// Caches all facts of a node within a scope of few sources, by source.
    fn keep_in(&self, node: NodeId, side: Side, scope: &Scope, entries: &[CachedFact]) {
        let Some(sources) = few_sources(scope) else { return };
        for source in sources {
            let of_source = entries.iter().filter(|entry| entry.source == *source).copied();
            self.state.cache.put_list(key_in(side, node, *source), List::Whole(of_source.collect()));
        }
    }

    /// Prefetches all facts of nodes of which nothing is cached, unless there are too many.
    pub(super) fn expect_lists(&self, nodes: &[NodeId], side: Side) -> Result<()> {
        let mut new: Vec<NodeId> = nodes
            .iter()
            .copied()
            .filter(|node| self.state.cache.list(&key_of(side, *node)).is_none())
            .collect();
        new.sort_unstable();
        new.dedup();
        self.read_short(&new, side)
    }

    /// Prefetches the facts of nodes with some relations, unless they are cached or too many.
    pub(super) fn expect_lists_of(&self, nodes: &[NodeId], side: Side, relations: &[NodeId]) -> Result<()> {
        // A caller that follows a relation into several tables names it several times.
        let mut relations = relations.to_vec();
        relations.sort_unstable();
        relations.dedup();
        let is_known = |node: &NodeId| {
            let narrow =
                |relation: &NodeId| self.state.cache.list(&narrow_key(side, *node, *relation)).is_some();
            matches!(self.state.cache.list(&key_of(side, *node)), Some(List::Whole(_)))
                || relations.iter().all(narrow)
        };
        let mut new: Vec<NodeId> = nodes.iter().copied().filter(|node| !is_known(node)).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() || relations.is_empty() {
            return Ok(());
        }
        let Some(entries) = self.read_of_relations(&new, side, &relations)? else { return Ok(()) };
        let mut lists: FxHashMap<(NodeId, NodeId), Vec<CachedFact>> = FxHashMap::default();
        for entry in entries {
            let node = if side == Side::Head { entry.posting.head } else { entry.posting.tail };
            lists.entry((node, entry.posting.relation)).or_default().push(entry);
        }
        for node in new {
            for relation in &relations {
                let entries = ascending(lists.remove(&(node, *relation)).unwrap_or_default());
                self.state.cache.put_list(narrow_key(side, node, *relation), List::Whole(entries.into()));
            }
        }
        Ok(())
    }

    /// The facts of nodes with these relations; `None` if there are too many.
    fn read_of_relations(
        &self,
        nodes: &[NodeId],
        side: Side,
        relations: &[NodeId],
    ) -> Result<Option<Vec<CachedFact>>> {
        let (table, column) = table_of(side);
        let wanted = format!("{column} = ANY($1) AND relation = ANY($2)");
        let (nodes, relations) = (ids(nodes), ids(relations));
        let params: [Param<'_>; 2] = [&nodes, &relations];
        if nodes.len() <= FEW {
            // These facts may become part of an answer, which also needs their places.
            let sql = format!("SELECT {FACT_COLUMNS} FROM {table} WHERE {wanted} LIMIT {TOGETHER}");
            let rows = self.query(&sql, &params)?;
            if rows.len() < TOGETHER {
                return Ok(Some(self.entries(&rows)?));
            }
        }
        self.packed(table, &wanted, &params, self.state.cache.longest())
    }

    /// Reads all facts of nodes, and caches the lists that are short.
    fn read_short(&self, nodes: &[NodeId], side: Side) -> Result<()> {
        let (without, others): (Vec<NodeId>, Vec<NodeId>) =
            nodes.iter().partition(|node| self.has_none(**node, side));
        for node in without {
            self.state.cache.put_list(key_of(side, node), List::Whole(Arc::default()));
        }
        let mut others = others.as_slice();
        while !others.is_empty() {
            let (some, left) = others.split_at(self.read_together(others, side));
            self.read_some_short(some, side)?;
            others = left;
        }
        Ok(())
    }

    /// How many of the nodes, from the first on, are read at once: a row has at most one fact per column.
    fn read_together(&self, nodes: &[NodeId], side: Side) -> usize {
        let facts = nodes.iter().map(|node| match self.catalogue().row_of(*node) {
            Some((table, _)) if side == Side::Head => {
                self.catalogue().source(table).map_or(0, |table| table.relations.len())
            }
            _ => TOGETHER / ahead::LISTS,
        });
        let mut read = 0;
        let fits = |facts: &usize| {
            read += facts;
            read < TOGETHER
        };
        facts.take_while(fits).count().max(1)
    }

    fn read_some_short(&self, nodes: &[NodeId], side: Side) -> Result<()> {
        let (table, column) = table_of(side);
        if nodes.len() > 1 {
            let sql = format!("SELECT {FACT_COLUMNS} FROM {table} WHERE {column} = ANY($1) LIMIT {TOGETHER}");
            let rows = self.query(&sql, &[&ids(nodes)])?;
            if rows.len() < TOGETHER {
                for (node, entries) in by_node(nodes, side, self.entries(&rows)?) {
                    self.state.cache.put_list(key_of(side, node), List::Whole(entries));
                }
                return Ok(());
            }
            // Some lists are long, and it is unknown which.
        }
        let mut wanted: Vec<(NodeId, Side)> = nodes.iter().map(|node| (*node, side)).collect();
        if let [node] = nodes {
            // A caller that reads the facts on one side of a name usually reads those on the other side next.
            let other = side.other();
            let is_known =
                self.has_none(*node, other) || self.state.cache.list(&key_of(other, *node)).is_some();
            wanted.extend((!is_known).then_some((*node, other)));
        }
        self.read_each_short(&wanted)
    }

    /// Reads the facts of each node on its side separately, in one round trip.
    fn read_each_short(&self, wanted: &[(NodeId, Side)]) -> Result<()> {
        let on_side = |side: Side| {
            let (table, column) = table_of(side);
            format!("SELECT {FACT_COLUMNS} FROM {table} WHERE {column} = $1 LIMIT {}", SHORT + 1)
        };
        let (of_heads, of_tails) = (on_side(Side::Head), on_side(Side::Tail));
        let asked: Vec<(&str, i64)> = wanted
            .iter()
            .map(|(node, side)| match side {
                Side::Head => (of_heads.as_str(), i64::from(node.0)),
                Side::Tail => (of_tails.as_str(), i64::from(node.0)),
            })
            .collect();
        for ((node, side), rows) in wanted.iter().zip(self.connection.query_each(&asked)?) {
            let list = if rows.len() > SHORT {
                List::Long
            } else {
                List::Whole(ascending(self.entries(&rows)?).into())
            };
            self.state.cache.put_list(key_of(*side, *node), list);
        }
        Ok(())
    }

    /// Facts of nodes within a scope, with one relation or with all.
    fn read_wanted(
        &self,
        nodes: &[NodeId],
        side: Side,
        relation: Option<NodeId>,
        scope: &Scope,
    ) -> Result<FxHashMap<NodeId, Arc<[CachedFact]>>> {
        if nodes.is_empty() {
            return Ok(FxHashMap::default());
        }
        let (table, column) = table_of(side);
        let asked = ids(nodes);
        let relation = relation.map(|relation| i64::from(relation.0));
        let sources = Snapshot::in_scope(scope);
        let mut wanted = format!("{column} = ANY($1)");
        let mut params: Vec<Param<'_>> = vec![&asked];
        if let Some(sources) = &sources {
            params.push(sources);
            wanted.push_str(" AND source = ANY($2)");
        }
        let entries = match &relation {
            // This is a step of a query, whose facts are later reported with their places.
            Some(relation) => {
                params.push(relation);
                let sql = format!(
                    "SELECT {FACT_COLUMNS} FROM {table} WHERE {wanted} AND relation = ${}",
                    params.len()
                );
                self.entries(&self.query(&sql, &params)?)?
            }
            None => match scope {
                Scope::Only(sources) if nodes.len() * sources.len() > PROBES => {
                    self.read_where_they_are(nodes, side, scope)?
                }
                _ => self.all_packed(table, &wanted, &params)?,
            },
        };
        Ok(by_node(nodes, side, entries))
    }

    /// Facts of many nodes within a scope of many sources. The server would probe each node in each source;
    /// the sources in which a node occurs are mostly cached.
    fn read_where_they_are(&self, nodes: &[NodeId], side: Side, scope: &Scope) -> Result<Vec<CachedFact>> {
        let mut asked = Vec::new();
        for (node, relations) in nodes.iter().zip(self.relations_beside(nodes, side, scope, usize::MAX)?) {
            let sources = relations.chunk_by(|one, other| one.0 == other.0).map(|of_source| of_source[0].0);
            asked.extend(sources.map(|source| (source, *node)));
        }
        let (table, column) = table_of(side);
        self.packed_pairs(table, column, &asked)
    }

    /// The facts of a table that have a node in a column, each node within its source, unordered.
    pub(super) fn packed_pairs(
        &self,
        table: &str,
        column: &str,
        pairs: &[(SourceId, NodeId)],
    ) -> Result<Vec<CachedFact>> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let (sources, nodes): (Vec<SourceId>, Vec<NodeId>) = pairs.iter().copied().unzip();
        self.all_packed(
            &format!("{table}, unnest($1::bigint[], $2::bigint[]) AS wanted(this, there)"),
            &format!("{column} = this AND source = there"),
            &[&ids(&nodes), &source_ids(&sources)],
        )
    }

    /// The facts of a table that satisfy a condition, unordered.
    pub(super) fn all_packed(
        &self,
        table: &str,
        wanted: &str,
        params: &[Param<'_>],
    ) -> Result<Vec<CachedFact>> {
        if let Some(found) = self.packed(table, wanted, params, PACKED)? {
            return Ok(found);
        }
        let sql = format!("SELECT {POSTING_COLUMNS} FROM {table} WHERE {wanted}");
        self.postings(&self.query(&sql, params)?)
    }

    /// Like [`Snapshot::all_packed`], but `None` if there are `most` or more.
    fn packed(
        &self,
        table: &str,
        wanted: &str,
        params: &[Param<'_>],
        most: usize,
    ) -> Result<Option<Vec<CachedFact>>> {
        let rows = format!("SELECT {POSTING_COLUMNS} FROM {table} WHERE {wanted} LIMIT {most}");
        let [facts, sources, heads, relations, tails] = self.arrays(POSTING_COLUMNS, &rows, params)?;
        if facts.len() >= most {
            return Ok(None);
        }
        let mut found = Vec::with_capacity(facts.len());
        for ((((fact, source), head), relation), tail) in
            facts.into_iter().zip(sources).zip(heads).zip(relations).zip(tails)
        {
            let posting = Posting {
                fact: FactId(fact),
                head: NodeId(head),
                relation: NodeId(relation),
                tail: NodeId(tail),
            };
            let source = SourceId(source);
            if self.is_loaded(source) {
                found.push(CachedFact { source, posting });
            }
        }
        Ok(Some(found))
    }

    /// Facts from rows of [`POSTING_COLUMNS`]; the single facts are not cached.
    pub(super) fn postings(&self, rows: &[Row]) -> Result<Vec<CachedFact>> {
        let mut found = rows.iter().map(posting_of).collect::<Result<Vec<CachedFact>>>()?;
        found.retain(|entry| self.is_loaded(entry.source));
        Ok(found)
    }

    /// Facts from rows of [`FACT_COLUMNS`]. The single facts are cached if the budget has room for them.
    pub(super) fn entries(&self, rows: &[Row]) -> Result<Vec<CachedFact>> {
        let kept = rows.len() <= self.state.cache.longest();
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let fact = fact_of(row)?;
            if !self.is_loaded(fact.source) {
                continue;
            }
            let Fact { id, source, head, relation, tail, .. } = fact;
            found.push(CachedFact { source, posting: Posting { fact: id, head, relation, tail } });
            if kept {
                self.state.cache.put_fact(id.0, fact);
            }
        }
        Ok(found)
    }

    /// All facts that have a node as head or as tail, if they are few.
    pub(super) fn short_list(&self, node: NodeId, side: Side) -> Result<Option<Arc<[CachedFact]>>> {
        let key = key_of(side, node);
        if self.state.cache.list(&key).is_none() {
            let mut nodes = vec![node];
            if self.ahead.is_loop(side) {
                nodes.extend(
                    self.ahead.behind(node, ahead::LISTS, |node| {
                        self.state.cache.list(&key_of(side, node)).is_none()
                    }),
                );
            }
            self.read_short(&nodes, side)?;
        }
        Ok(match self.state.cache.list(&key) {
            Some(List::Whole(entries)) => Some(entries),
            _ => None,
        })
    }

    pub(super) fn facts_from(&self, source: SourceId, skip: u64, limit: usize) -> Result<Vec<Fact>> {
        let known = self.catalogue().source(source);
        let entry = known.ok_or_else(|| Error::unknown(format!("source {}", source.0)))?;
        let first = u64::from(entry.first_fact.0);
        let end = first.saturating_add(entry.facts);
        let from = first.saturating_add(skip).min(end);
        let to = from.saturating_add(limit as u64).min(end);
        let sql =
            format!("SELECT {FACT_COLUMNS} FROM facts_by_head WHERE fact >= $1 AND fact < $2 ORDER BY fact");
        let bound = |id: u64| i64::try_from(id).unwrap_or(i64::MAX);
        let rows = self.query(&sql, &[&bound(from), &bound(to)])?;
        rows.iter().map(fact_of).collect()
    }
}

/// The table in which facts are looked up by the node on this side, and the column.
pub(super) fn table_of(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Head => ("facts_by_head", "head"),
        Side::Tail => ("facts_by_relation", "tail"),
    }
}

pub(super) fn key_of(side: Side, node: NodeId) -> ListKey {
    match side {
        Side::Head => ListKey::Head(node),
        Side::Tail => ListKey::Tail(node),
    }
}

fn key_in(side: Side, node: NodeId, source: SourceId) -> ListKey {
    match side {
        Side::Head => ListKey::HeadIn(node, source),
        Side::Tail => ListKey::TailIn(node, source),
    }
}

/// The sources of a scope, if lists are cached for each of them separately.
fn few_sources(scope: &Scope) -> Option<&[SourceId]> {
    match scope {
        Scope::Only(sources) if sources.len() <= FEW_SOURCES => Some(sources),
        _ => None,
    }
}

fn narrow_key(side: Side, node: NodeId, relation: NodeId) -> ListKey {
    match side {
        Side::Head => ListKey::HeadRelation(node, relation),
        Side::Tail => ListKey::TailRelation(node, relation),
    }
}

pub(super) fn ascending(mut entries: Vec<CachedFact>) -> Vec<CachedFact> {
    if !entries.is_sorted_by_key(|entry| entry.posting.fact) {
        entries.sort_unstable_by_key(|entry| entry.posting.fact);
    }
    entries
}

/// The facts of a list with this relation and within the scope.
fn chosen(entries: &[CachedFact], relation: Option<NodeId>, scope: &Scope) -> Vec<Posting> {
    let wanted = |entry: &&CachedFact| {
        relation.is_none_or(|relation| entry.posting.relation == relation) && within(scope, entry.source)
    };
    entries.iter().filter(wanted).map(|entry| entry.posting).collect()
}

/// Reads a row of [`POSTING_COLUMNS`], or the beginning of one of [`FACT_COLUMNS`].
pub(super) fn posting_of(row: &Row) -> Result<CachedFact> {
    let id = |at: usize| id32(row.get(at));
    let (fact, head) = (FactId(id(0)?), NodeId(id(2)?));
    let posting = Posting { fact, head, relation: NodeId(id(3)?), tail: NodeId(id(4)?) };
    Ok(CachedFact { source: SourceId(id(1)?), posting })
}

/// Reads a row of [`FACT_COLUMNS`].
pub(super) fn fact_of(row: &Row) -> Result<Fact> {
    let id = |at: usize| id32(row.get(at));
    let (starts, ends): (Option<i32>, Option<i32>) = (row.get(8), row.get(9));
    let interval = match (starts, ends) {
        (Some(start), Some(end)) => Some(Interval { start: date(start)?, end: date(end)? }),
        _ => None,
    };
    let row_number = row.get::<_, Option<i64>>(6).map(id32).transpose()?;
    let column = row
        .get::<_, Option<i32>>(7)
        .map(|column| u16::try_from(column).map_err(|_| Error::damaged("a column has no number")))
        .transpose()?;
    let CachedFact { source, posting: Posting { fact, head, relation, tail } } = posting_of(row)?;
    let place = Place { line: id(5)?, row: row_number, column };
    Ok(Fact { id: fact, source, head, relation, tail, interval, place })
}

/// Groups entries by the node that they were read for, in fact order; a node without any gets none.
fn by_node(nodes: &[NodeId], side: Side, entries: Vec<CachedFact>) -> FxHashMap<NodeId, Arc<[CachedFact]>> {
    let mut of_node: FxHashMap<NodeId, Vec<CachedFact>> =
        nodes.iter().map(|node| (*node, Vec::new())).collect();
    for entry in entries {
        let node = match side {
            Side::Head => entry.posting.head,
            Side::Tail => entry.posting.tail,
        };
        of_node.entry(node).or_default().push(entry);
    }
    of_node.into_iter().map(|(node, entries)| (node, ascending(entries).into())).collect()
}

fn date(packed: i32) -> Result<Option<Date>> {
    trustuqa_model::times::unpack_date(packed).map_err(Error::damaged)
}
