//! Coverage: which sources have everything that a query needs.

use std::collections::{BTreeMap, HashSet};

use trustuqa_model::{Comparison, GraphRead, NodeId, Scope, Side, Source, SourceId, SourceKind, Value};

use super::required_names::Requirement;
use crate::execute::{Result, is_within};
use crate::ground::{Grounder, NodeCandidate};
use crate::query::execution::Qualifier;
use crate::run::Engine;

/// Minimum score of a relation that has the name asked for, up to case and plural.
const SAME_NAME: f32 = 0.95;
/// When no name is the same, candidates with at least this fraction of the best score count.
const NEAR_BEST: f32 = 0.9;
/// Minimum score of an entity to be taken for the name that was asked for.
const FLOOR: f32 = 0.55;

/// The sources that can answer a query on their own.
pub(super) enum Covering {
    /// Tables; for each one and each need, the number of matching facts (`None` when no single value is
    /// needed).
    Tables(BTreeMap<SourceId, Vec<Option<u64>>>),
    /// A graph can answer it, or no source can.
    NoTableAlone,
}

/// Looks for sources in `scope` that meet every need.
pub(super) fn cover(engine: &Engine<'_>, needs: &[Requirement], scope: &Scope) -> Result<Covering> {
    let mut open: Vec<&Source> =
        engine.executor.sources().iter().filter(|source| scope.contains(source.id)).collect();
    let mut matched: BTreeMap<SourceId, Vec<Option<u64>>> = BTreeMap::new();
    if needs.is_empty() {
        return Ok(Covering::NoTableAlone);
    }
    let look = Look { engine, scope };
    for need in needs {
        let met = look.sources_that_meet(need, &open)?;
        open.retain(|source| met.contains_key(&source.id));
        for (source, rows) in met {
            matched.entry(source).or_default().push(rows);
        }
        if open.is_empty() {
            return Ok(Covering::NoTableAlone);
        }
    }
    // A query that a graph can answer is not restricted to one source: its entities are shared, and sources
    // are joined by them.
    if open.iter().any(|source| source.kind != SourceKind::Table) {
        return Ok(Covering::NoTableAlone);
    }
    let left: HashSet<SourceId> = open.iter().map(|source| source.id).collect();
    matched.retain(|source, _| left.contains(source));
    Ok(Covering::Tables(matched))
}

struct Look<'e, 'g> {
    engine: &'e Engine<'g>,
    scope: &'e Scope,
}

/// The sources that meet a need, with the number of matching facts when it names a value.
type Met = BTreeMap<SourceId, Option<u64>>;

impl Look<'_, '_> {
    fn sources_that_meet(&self, need: &Requirement, open: &[&Source]) -> Result<Met> {
        match need {
            Requirement::Relation(names) => {
                Ok(self.with_relation(names, open)?.into_keys().map(|id| (id, None)).collect())
            }
            Requirement::Value { relation, op: Comparison::Ne, .. } => {
                self.sources_that_meet(&Requirement::Relation(relation.clone()), open)
            }
            Requirement::Value { relation, op: Comparison::Eq, values } => {
                let columns = self.with_relation(relation, open)?;
                let relations: Vec<NodeId> = columns.values().flatten().copied().collect();
                self.best(values, |name, wide| {
                    let mut met = BTreeMap::new();
                    let nodes = self.entities(name, wide)?;
                    let ids: Vec<NodeId> = nodes.iter().map(|candidate| candidate.node).collect();
                    self.graph().expect_facts_around(&ids, Side::Tail)?;
                    self.graph().expect_facts_of(&ids, Side::Tail, &relations)?;
                    let value = Value::parse(name);
                    for (source, relations) in &columns {
                        let found = self.equal(*source, relations, &nodes, &value)?;
                        if let Some((score, count)) = found {
                            met.insert(*source, (score, count));
                        }
                    }
                    Ok(met)
                })
            }
            Requirement::Value { relation, op, values } => {
                let columns = self.with_relation(relation, open)?;
                let bound = Value::parse(values.first().map_or("", String::as_str));
                let mut met = Met::new();
                for (source, relations) in &columns {
                    let only = Scope::Only(vec![*source]);
                    for node in relations {
                        if bound.order_key().is_some()
                            && !self.graph().facts_in_range(*node, *op, &bound, &only)?.is_empty()
                        {
                            met.insert(*source, None);
                        }
                    }
                }
                // An empty range is an answer of every source with the relation.
                if met.is_empty() {
                    met.extend(columns.into_keys().map(|id| (id, None)));
                }
                Ok(met)
            }
            Requirement::Head { names, relation } => {
                let columns = self.with_relation(relation, open)?;
                self.best(names, |name, wide| {
                    let sources = columns.keys().copied().collect();
                    self.holding(sources, &self.entities(name, wide)?)
                })
            }
            Requirement::Name(names) => self.best(names, |name, wide| {
                let sources = open.iter().map(|source| source.id).collect();
                self.holding(sources, &self.entities(name, wide)?)
            }),
        }
    }

    /// The sources with a relation of one of these names, and its nodes there. Temporal graphs also have the
    /// built-in times.
    fn with_relation(&self, names: &[String], open: &[&Source]) -> Result<BTreeMap<SourceId, Vec<NodeId>>> {
        let mut found: BTreeMap<SourceId, Vec<NodeId>> = BTreeMap::new();
        for name in names {
            if Qualifier::named(name).is_some() {
                for source in open.iter().filter(|source| source.kind == SourceKind::Tkg) {
                    found.entry(source.id).or_default();
                }
            }
            let candidates = near_best(self.grounder().relations(name)?);
            for candidate in candidates {
                let Some(entry) = self.engine.catalog().get(candidate.node) else { continue };
                for source in entry.sources.iter().filter(|id| open.iter().any(|s| s.id == **id)) {
                    found.entry(*source).or_default().push(candidate.node);
                }
            }
        }
        Ok(found)
    }

    /// The matches of each name separately: of exactly this name, or when there are none, of similar names
    /// that are near the best.
    fn best(
        &self,
        names: &[String],
        meet: impl Fn(&str, bool) -> Result<BTreeMap<SourceId, (f32, u64)>>,
    ) -> Result<Met> {
        let mut all = Met::new();
        for name in names {
            let mut met = meet(name, false)?;
            if met.is_empty() {
                met = meet(name, true)?;
            }
            let best = met.values().map(|(score, _)| *score).fold(0.0, f32::max);
            for (source, (score, count)) in met {
                if score >= NEAR_BEST * best {
                    let known = all.entry(source).or_insert(Some(0));
                    *known = known.map(|known| known + count);
                }
            }
        }
        Ok(all)
    }

    /// The nodes of a name: those with the same name, or with `wide` all that it can mean.
    fn entities(&self, name: &str, wide: bool) -> Result<Vec<NodeCandidate>> {
        let grounder = self.grounder();
        let mut found = if wide { grounder.entities(name)? } else { grounder.same_name(name)? };
        found.retain(|candidate| candidate.score >= FLOOR);
        Ok(found)
    }

    /// The number of facts of a source with one of the relations and one of the tails, or a tail of the same
    /// typed value; with the best score.
    fn equal(
        &self,
        source: SourceId,
        relations: &[NodeId],
        tails: &[NodeCandidate],
        value: &Value,
    ) -> Result<Option<(f32, u64)>> {
        let (graph, only) = (self.graph(), Scope::Only(vec![source]));
        let mut best: Option<(f32, u64)> = None;
        for relation in relations {
            for tail in tails {
                let facts = graph.facts_of_relation(*relation, Some(tail.node), &only)?.len() as u64;
                if facts > 0 {
                    let (score, count) = best.unwrap_or_default();
                    best = Some((score.max(tail.score), count + facts));
                }
            }
            if best.is_none() && value.order_key().is_some() {
                let mut count = 0;
                for posting in graph.facts_in_range(*relation, Comparison::Eq, value, &only)? {
                    let tail = self.engine.executor.node(posting.tail)?.1;
                    count += u64::from(is_within(&tail, value));
                }
                if count > 0 {
                    best = Some((SAME_NAME, count));
                }
            }
        }
        Ok(best)
    }

    /// The sources in which one of the nodes is a head or a tail, with the best score and the number of
    /// facts. In a graph each side counts as one, because graphs are not weighed.
    fn holding(
        &self,
        sources: Vec<SourceId>,
        nodes: &[NodeCandidate],
    ) -> Result<BTreeMap<SourceId, (f32, u64)>> {
        let (graph, scope) = (self.graph(), Scope::Only(sources));
        let ids: Vec<NodeId> = nodes.iter().map(|candidate| candidate.node).collect();
        let mut found: BTreeMap<SourceId, (f32, u64)> = BTreeMap::new();
        for side in [Side::Tail, Side::Head] {
            graph.expect_facts_around(&ids, side)?;
            let around = graph.relations_around(&ids, side, &scope, usize::MAX)?;
            for (candidate, relations) in nodes.iter().zip(around) {
                for of_source in relations.chunk_by(|one, other| one.0 == other.0) {
                    let source = of_source[0].0;
                    let (score, count) = found.entry(source).or_default();
                    *score = score.max(candidate.score);
                    *count += self.facts_in(source, candidate.node, side)?;
                }
            }
        }
        Ok(found)
    }

    /// The number of facts of a table with a node on one side.
    fn facts_in(&self, source: SourceId, node: NodeId, side: Side) -> Result<u64> {
        if self.engine.executor.source(source).is_some_and(|source| source.kind != SourceKind::Table) {
            return Ok(1);
        }
        let only = Scope::Only(vec![source]);
        let facts = match side {
            Side::Tail => self.graph().facts_of_tail(node, None, &only)?,
            Side::Head => self.graph().facts_of_head(node, None, &only)?,
        };
        Ok(facts.len() as u64)
    }

    fn graph(&self) -> &dyn GraphRead {
        self.engine.executor.graph()
    }

    fn grounder(&self) -> Grounder<'_> {
        Grounder {
            graph: self.graph(),
            catalog: self.engine.catalog(),
            embed: self.engine.embed,
            scope: self.scope.clone(),
        }
    }
}

/// The candidates with the very name, or when there are none, those near the best.
fn near_best(mut candidates: Vec<NodeCandidate>) -> Vec<NodeCandidate> {
    let best = candidates.first().map_or(0.0, |candidate| candidate.score);
    let least = if best >= SAME_NAME { SAME_NAME } else { NEAR_BEST * best };
    candidates.retain(|candidate| candidate.score >= least);
    candidates
}
