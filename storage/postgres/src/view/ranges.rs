//! Ranges of values and of times, and parts of lists that may be long.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trustuqa_model::order::{certain_keys, key_ranges};
use trustuqa_model::{Comparison, FactId, NodeId, Posting, Scope, Side, SourceId, Value, times};

use super::facts::{key_of, posting_of, table_of};
use super::{Snapshot, ids, source_ids, within};
use crate::cache::{Around, CachedFact, Held, List, RangeKey, ReadKey};
use crate::connection::Param;
use crate::error::Result;
use crate::id32;
use crate::schema::{FACT_COLUMNS, POSTING_COLUMNS};

/// Number of facts read at once from a long list of which only a part is wanted.
const CHUNK: i64 = 500;
/// Maximum number of facts of a relation whose times are all read and cached.
const TIMED: u64 = 50_000;
/// Number of facts, in the order of their tails, that the server reads at once to find distinct tails.
const TAILS: u32 = 8_192;
/// A relation of one source.
type OfSource = (SourceId, NodeId);

impl Snapshot {
    /// Facts of `relation` for whose tails the comparison holds, in fact order.
    pub(super) fn facts_that_compare(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let Some(typed) = self.catalogue().relations.typed(relation) else { return Ok(Vec::new()) };
        let key: RangeKey = (relation, op, format!("{value:?}"), self.sources_of(relation, scope).into());
        if let Some(known) = self.state.cache.range(&key) {
            self.ahead.returned(known.iter().flat_map(|posting| [posting.tail, posting.head]));
            return Ok(known.to_vec());
        }
        let certain = certain_keys(op, value, typed);
        let select = format!(
            "SELECT {POSTING_COLUMNS}, order_key FROM facts_by_relation \
             WHERE relation = $1 AND source = ANY($2) AND order_key BETWEEN $3 AND $4"
        );
        let mut keyed: Vec<(Posting, u32)> = Vec::new();
        for (low, high) in key_ranges(op, value) {
            let sources = self.catalogue().relations.with_orders(relation, (low, high)).into_iter();
            let sources: Vec<i64> =
                sources.filter(|source| within(scope, *source)).map(|source| i64::from(source.0)).collect();
            if sources.is_empty() {
                continue;
            }
            let (low, high) = (i64::from(low), i64::from(high));
            let params: [Param<'_>; 4] = [&i64::from(relation.0), &sources, &low, &high];
            // The statement ensures that every row is of a source of the catalogue, and of this relation.
            let [facts, _, heads, _, tails, keys] =
                self.arrays(&format!("{POSTING_COLUMNS}, order_key"), &select, &params)?;
            for (((fact, head), tail), key) in facts.into_iter().zip(heads).zip(tails).zip(keys) {
                let posting =
                    Posting { fact: FactId(fact), head: NodeId(head), relation, tail: NodeId(tail) };
                keyed.push((posting, key));
            }
        }
        // Keys are coarser than values, so the value of a candidate is compared, unless the comparison is
        // certain from its key.
        let is_certain = |key: &u32| certain.iter().any(|keys| keys.contains(key));
        let mut doubtful: Vec<NodeId> =
            keyed.iter().filter(|(_, key)| !is_certain(key)).map(|(posting, _)| posting.tail).collect();
        doubtful.sort_unstable();
        doubtful.dedup();
        let nodes = self.read_nodes(&doubtful)?;
        let holds: FxHashMap<NodeId, bool> = nodes
            .into_iter()
            .map(|node| (node.id, node.value.compare(value).is_some_and(|order| op.holds(order))))
            .collect();
        let passes = |(posting, key): &(Posting, u32)| {
            is_certain(key) || holds.get(&posting.tail).copied().unwrap_or_default()
        };
        let mut found: Vec<Posting> = keyed.into_iter().filter(passes).map(|(posting, _)| posting).collect();
        found.sort_unstable_by_key(|posting| posting.fact);
        found.dedup();
        if found.len() <= self.state.cache.longest() {
            self.state.cache.put_range(key, found.as_slice().into());
        }
        self.ahead.returned(found.iter().flat_map(|posting| [posting.tail, posting.head]));
        Ok(found)
    }

    /// Facts whose interval overlaps with a span of days, in fact order.
    pub(super) fn facts_that_meet(
        &self,
        relation: Option<NodeId>,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let relations = match relation {
            Some(relation) => vec![relation],
            None => self.catalogue().timed_relations(),
        };
        let mut sources: Vec<SourceId> = relations
            .iter()
            .flat_map(|relation| self.catalogue().relations.with_relation(*relation))
            .copied()
            .collect();
        sources.sort_unstable();
        sources.dedup();
        sources.retain(|source| within(scope, *source));
        if sources.is_empty() {
            return Ok(Vec::new());
        }
        let relations: Vec<i64> = relations.iter().map(|relation| i64::from(relation.0)).collect();
        let sources = source_ids(&sources);
        let Spans { from, to, since } = Spans::meeting(first, last);
        let sql = format!(
            "SELECT {FACT_COLUMNS} FROM facts_by_relation, unnest($3::bigint[], $4::bigint[]) AS r(low, high) \
             WHERE relation = ANY($1) AND source = ANY($2) AND span BETWEEN r.low AND r.high \
             AND last_day >= $5"
        );
        let rows = self.query(&sql, &[&relations, &sources, &from, &to, &since])?;
        let mut found: Vec<Posting> = self.entries(&rows)?.iter().map(|entry| entry.posting).collect();
        found.sort_unstable_by_key(|posting| posting.fact);
        self.ahead.returned(found.iter().flat_map(|posting| [posting.tail, posting.head]));
        Ok(found)
    }

    /// The ids of the facts of a relation that overlap with a span of days or have no interval.
    pub(super) fn ids_that_may_hold(
        &self,
        relation: NodeId,
        first: i32,
        last: i32,
        scope: &Scope,
    ) -> Result<Vec<FactId>> {
        let spans = Spans::meeting(first, last);
        let mut found = Vec::new();
        for source in self.sources_of(relation, scope) {
            if self.catalogue().facts_of(relation, source) <= TIMED {
                let times = self.times_in(relation, source)?;
                let may_hold = |held: &&Held| held.1.is_none_or(|key| spans.have(key));
                found.extend(times.iter().filter(may_hold).map(|held| held.0));
                continue;
            }
            let key = ReadKey::MayHold(relation, (first, last), source);
            match self.state.cache.read(&key) {
                Some(known) => found.extend(known.iter()),
                None => {
                    let read = self.read_what_may_hold(relation, source, &spans)?;
                    found.extend(&read);
                    if read.len() <= self.state.cache.longest() {
                        self.state.cache.put_read(key, read.into());
                    }
                }
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(FactId).collect())
    }

    /// The times of the facts of a relation in a source. They are cached, because one question may ask about
    /// several spans.
    fn times_in(&self, relation: NodeId, source: SourceId) -> Result<Arc<[Held]>> {
        if let Some(known) = self.state.cache.times(&(relation, source)) {
            return Ok(known);
        }
        let sql = "SELECT array_agg(fact), array_agg(span), array_agg(last_day) FROM facts_by_relation \
                   WHERE relation = $1 AND source = $2";
        let rows = self.query(sql, &[&i64::from(relation.0), &i64::from(source.0)])?;
        let row = rows.first();
        let facts = row.and_then(|row| row.get::<_, Option<Vec<i64>>>(0)).unwrap_or_default();
        let column =
            |at: usize| row.and_then(|row| row.get::<_, Option<Vec<Option<i64>>>>(at)).unwrap_or_default();
        let mut times = Vec::with_capacity(facts.len());
        for ((fact, span), last_day) in facts.into_iter().zip(column(1)).zip(column(2)) {
            let key = match (span, last_day) {
                (Some(span), Some(last_day)) => Some((id32(span)?, id32(last_day)?)),
                _ => None,
            };
            times.push((id32(fact)?, key));
        }
        let times: Arc<[Held]> = times.into();
        self.state.cache.put_times((relation, source), times.clone());
        Ok(times)
    }

    /// Like the filter over [`Snapshot::times_in`], but done by the server, for relations with more facts.
    fn read_what_may_hold(&self, relation: NodeId, source: SourceId, spans: &Spans) -> Result<Vec<u32>> {
        let select = "SELECT fact FROM facts_by_relation, unnest($3::bigint[], $4::bigint[]) AS r(low, high) \
                      WHERE relation = $1 AND source = $2 AND span BETWEEN r.low AND r.high AND last_day >= $5 \
                      UNION ALL SELECT fact FROM facts_by_relation \
                      WHERE relation = $1 AND source = $2 AND span IS NULL";
        let params: [Param<'_>; 5] =
            [&i64::from(relation.0), &i64::from(source.0), &spans.from, &spans.to, &spans.since];
        let [facts] = self.arrays("fact", select, &params)?;
        Ok(facts)
    }

    /// For each node the relations of its facts, each with its source, ascending. Those of all sources are
    /// read and cached, because the server has to read all facts of a node to find its relations, and the
    /// nodes with many facts are the ones that are requested again.
    pub(super) fn relations_beside(
        &self,
        nodes: &[NodeId],
        side: Side,
        scope: &Scope,
        limit: usize,
    ) -> Result<Vec<Vec<OfSource>>> {
        let mut of_node: FxHashMap<NodeId, Vec<OfSource>> = FxHashMap::default();
        let mut unknown = Vec::new();
        for node in nodes {
            if let Some(List::Whole(entries)) = self.state.cache.list(&key_of(side, *node)) {
                let relations = entries.iter().map(|entry| (entry.source, entry.posting.relation));
                of_node.insert(*node, relations.collect());
            } else if !self.has_none(*node, side) {
                unknown.push(*node);
            }
        }
        unknown.sort_unstable();
        unknown.dedup();
        let mut too_many = Vec::new();
        for (node, around) in self.all_around(&unknown, side)? {
            match around {
                Around::All(relations) => {
                    of_node.insert(node, relations.to_vec());
                }
                Around::TooMany => too_many.push(node),
            }
        }
        for (node, relation, _) in self.count_around(&too_many, side, Snapshot::in_scope(scope), None)? {
            of_node.entry(node).or_default().push(relation);
        }
        for relations in of_node.values_mut() {
            relations.retain(|(source, _)| within(scope, *source) && self.is_loaded(*source));
            relations.sort_unstable();
            relations.dedup();
            relations.truncate(limit);
        }
        Ok(nodes.iter().map(|node| of_node.get(node).cloned().unwrap_or_default()).collect())
    }

    /// The relations around distinct nodes, in all sources.
    fn all_around(&self, nodes: &[NodeId], side: Side) -> Result<Vec<(NodeId, Around)>> {
        let mut found = Vec::new();
        let mut unknown = Vec::new();
        for node in nodes {
            match self.state.cache.around(&(*node, side)) {
                Some(around) => found.push((*node, around)),
                None => unknown.push(*node),
            }
        }
        if unknown.is_empty() {
            return Ok(found);
        }
        let most = self.state.cache.looked_at();
        let counted = self.count_around(&unknown, side, None, Some(most))?;
        let too_many = counted.iter().map(|(.., facts)| facts).sum::<usize>() >= most;
        if too_many && unknown.len() > 1 {
            // Most of these facts belong to few of the nodes.
            let (one, other) = unknown.split_at(unknown.len() / 2);
            found.extend(self.all_around(one, side)?);
            found.extend(self.all_around(other, side)?);
            return Ok(found);
        }
        let mut of_node: FxHashMap<NodeId, Vec<OfSource>> = FxHashMap::default();
        for (node, relation, _) in counted {
            of_node.entry(node).or_default().push(relation);
        }
        for node in unknown {
            let around = match too_many {
                true => Around::TooMany,
                false => Around::All(of_node.remove(&node).unwrap_or_default().into()),
            };
            self.state.cache.put_around((node, side), around.clone());
            found.push((node, around));
        }
        Ok(found)
    }

    /// The relations around nodes with their sources, each with its number of facts. The server groups and
    /// counts the facts, and reads at most `most` of them.
    fn count_around(
        &self,
        nodes: &[NodeId],
        side: Side,
        sources: Option<Vec<i64>>,
        most: Option<usize>,
    ) -> Result<Vec<(NodeId, OfSource, usize)>> {
        if nodes.is_empty() {
            return Ok(Vec::new());
        }
        let (table, column) = table_of(side);
        let columns = format!("{column}, source, relation");
        let nodes = ids(nodes);
        let mut facts = format!("SELECT {columns} FROM {table} WHERE {column} = ANY($1)");
        let mut params: Vec<Param<'_>> = vec![&nodes];
        if let Some(sources) = &sources {
            facts.push_str(" AND source = ANY($2)");
            params.push(sources);
        }
        if let Some(most) = most {
            facts.push_str(&format!(" LIMIT {most}"));
        }
        let select =
            format!("SELECT {columns}, count(*) AS facts FROM ({facts}) AS these GROUP BY {columns}");
        let [nodes, sources, relations, facts] =
            self.arrays(&format!("{columns}, facts"), &select, &params)?;
        let row = |(((node, source), relation), facts)| {
            (NodeId(node), (SourceId(source), NodeId(relation)), facts as usize)
        };
        Ok(nodes.into_iter().zip(sources).zip(relations).zip(facts).map(row).collect())
    }

    /// One page of the facts that have a node as head or as tail, ordered by source and relation.
    pub(super) fn page_around(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        skip: u64,
        limit: usize,
    ) -> Result<(Vec<Posting>, u64)> {
        if let Some(entries) = self.short_list(node, side)? {
            let mut entries: Vec<&CachedFact> =
                entries.iter().filter(|entry| within(scope, entry.source)).collect();
            entries.sort_by_key(|entry| (entry.source, entry.posting.relation, entry.posting.fact));
            let total = entries.len() as u64;
            let skip = usize::try_from(skip).unwrap_or(usize::MAX);
            let page = entries.into_iter().skip(skip).take(limit).map(|entry| entry.posting);
            let page: Vec<Posting> = page.collect();
            self.ahead.returned(page.iter().flat_map(|posting| [posting.tail, posting.head]));
            return Ok((page, total));
        }
        let (table, column) = table_of(side);
        let mut of_node = format!("FROM {table} WHERE {column} = $1");
        let sources = Snapshot::in_scope(scope);
        let node = i64::from(node.0);
        let (skip, limit) =
            (i64::try_from(skip).unwrap_or(i64::MAX), i64::try_from(limit).unwrap_or(i64::MAX));
        let order = "ORDER BY source, relation, fact";
        let (counted, rows) = match &sources {
            None => {
                let page = format!("SELECT {FACT_COLUMNS} {of_node} {order} OFFSET $2 LIMIT $3");
                let counted = self.query(&format!("SELECT count(*) {of_node}"), &[&node])?;
                (counted, self.query(&page, &[&node, &skip, &limit])?)
            }
            Some(sources) => {
                of_node.push_str(" AND source = ANY($2)");
                let page = format!("SELECT {FACT_COLUMNS} {of_node} {order} OFFSET $3 LIMIT $4");
                let counted = self.query(&format!("SELECT count(*) {of_node}"), &[&node, sources])?;
                (counted, self.query(&page, &[&node, sources, &skip, &limit])?)
            }
        };
        let total = counted.first().map_or(0, |row| row.get::<_, i64>(0)).cast_unsigned();
        Ok((self.entries(&rows)?.iter().map(|entry| entry.posting).collect(), total))
    }

    /// Some facts of each relation of each source around a node.
    pub(super) fn some_of_each_relation(
        &self,
        node: NodeId,
        side: Side,
        scope: &Scope,
        each: usize,
        limit: usize,
    ) -> Result<Vec<(SourceId, Posting)>> {
        let mut found: Vec<(SourceId, Posting)> = Vec::new();
        let mut group = Group::default();
        if let Some(entries) = self.short_list(node, side)? {
            let mut entries: Vec<&CachedFact> = entries.iter().collect();
            entries.sort_by_key(|entry| (entry.source, entry.posting.relation, entry.posting.fact));
            for CachedFact { source, posting } in entries {
                let wanted = within(scope, *source) && found.len() < limit;
                if wanted && group.take((source.0, posting.relation.0), each) {
                    found.push((*source, *posting));
                }
            }
            self.ahead.returned(found.iter().flat_map(|(_, posting)| [posting.tail, posting.head]));
            return Ok(found);
        }
        let (table, column) = table_of(side);
        // After the end of the last chunk, or after the group that has enough facts.
        let mut behind = (0_i64, 0_i64, -1_i64);
        let sql = format!(
            "SELECT {POSTING_COLUMNS} FROM {table} WHERE {column} = $1 AND (source, relation, fact) > ($2, $3, $4) \
             ORDER BY source, relation, fact LIMIT {CHUNK}"
        );
        while found.len() < limit {
            let (source, relation, fact) = behind;
            let rows = self.query(&sql, &[&i64::from(node.0), &source, &relation, &fact])?;
            for CachedFact { source, posting } in self.postings(&rows)? {
                let wanted = within(scope, source) && found.len() < limit;
                if wanted && group.take((source.0, posting.relation.0), each) {
                    found.push((source, posting));
                }
            }
            let Some(last) = rows.last().filter(|_| rows.len() as i64 == CHUNK) else { break };
            let CachedFact { source, posting } = posting_of(last)?;
            let fact = if within(scope, source) && !group.is_full(each) {
                i64::from(posting.fact.0)
            } else {
                i64::MAX
            };
            behind = (i64::from(source.0), i64::from(posting.relation.0), fact);
        }
        Ok(found)
    }

    /// Distinct tails of a relation, source by source.
    pub(super) fn some_tails(&self, relation: NodeId, scope: &Scope, limit: usize) -> Result<Vec<NodeId>> {
        let mut found: Vec<NodeId> = Vec::new();
        // The next request starts after the last tail, however many facts that has.
        let select = format!(
            "SELECT tail, count(*) AS facts FROM (SELECT tail FROM facts_by_relation \
               WHERE relation = $1 AND source = $2 AND tail > $3 ORDER BY tail, fact LIMIT {TAILS}) AS first GROUP BY tail"
        );
        for source in &self.sources_of(relation, scope) {
            let left = limit - found.len();
            if left == 0 {
                break;
            }
            if let Some(entries) = self.known_of_relation(relation, *source) {
                let mut tails: Vec<NodeId> = entries.iter().map(|entry| entry.posting.tail).collect();
                tails.sort_unstable();
                tails.dedup();
                found.extend(tails.into_iter().take(left));
                continue;
            }
            let key = ReadKey::Tails(relation, *source, left);
            if let Some(known) = self.state.cache.read(&key) {
                found.extend(known.iter().copied().map(NodeId));
                continue;
            }
            let first = found.len();
            let mut behind = -1_i64;
            while found.len() < limit {
                let params: [Param<'_>; 3] = [&i64::from(relation.0), &i64::from(source.0), &behind];
                let [tails, facts] = self.arrays("tail, facts", &select, &params)?;
                let read: u32 = facts.iter().sum();
                behind = tails.iter().copied().max().map_or(behind, i64::from);
                found.extend(tails.into_iter().map(NodeId));
                if read < TAILS {
                    break;
                }
            }
            found[first..].sort_unstable();
            found.truncate(limit);
            self.state.cache.put_read(key, found[first..].iter().map(|node| node.0).collect());
        }
        self.ahead.returned(found.iter().copied());
        Ok(found)
    }
}

/// The keys of the time index for intervals that overlap with a span of days.
struct Spans {
    from: Vec<i64>,
    to: Vec<i64>,
    /// An interval in these ranges overlaps with the span if its last day is not before this.
    since: i64,
}

impl Spans {
    fn meeting(first: i32, last: i32) -> Spans {
        let (from, to) =
            times::ranges(first, last).iter().map(|(from, to)| (i64::from(*from), i64::from(*to))).unzip();
        Spans { from, to, since: i64::from(times::position(first)) }
    }

    /// Whether an interval with this key in the time index overlaps with the span.
    fn have(&self, (span, last_day): (u32, u32)) -> bool {
        let (span, last_day) = (i64::from(span), i64::from(last_day));
        let within = |(from, to): (&i64, &i64)| (*from..=*to).contains(&span);
        last_day >= self.since && self.from.iter().zip(&self.to).any(within)
    }
}

/// The current group of facts, and how many of it were taken.
#[derive(Default)]
struct Group {
    key: Option<(u32, u32)>,
    taken: usize,
}

impl Group {
    /// Whether another fact of the group `key` is wanted.
    fn take(&mut self, key: (u32, u32), each: usize) -> bool {
        if self.key != Some(key) {
            *self = Group { key: Some(key), taken: 0 };
        }
        self.taken += 1;
        self.taken <= each
    }

    fn is_full(&self, each: usize) -> bool {
        self.taken >= each
    }
}
