//! Joint grounding: which relation and which entity are meant, given what exists
//! together in the graph (section 5 of the design).

use std::collections::HashSet;

use trustuqa_storage::{Comparison, Date, NodeId, NodeKind, SourceKind, Value};

use super::{Miss, Slot, Translator};
use crate::execute::{ItemValue, Result, is_within};
use crate::ground::{Candidate, Channel, Grounding, Parameter};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::ticked as quote;

/// Candidates below this are not taken for the name that was asked for.
const FLOOR_ENTITY: f32 = 0.55;
/// The same for relations, whose names are described rather than quoted.
const FLOOR_RELATION: f32 = 0.42;
/// Members of a set that are tried to see whether a relation applies to it.
const TRIED: usize = 256;
/// Runners-up that a trace keeps.
const RUNNERS_UP: usize = 5;
/// Facts of a relation that are looked through for a part of a date.
const DATE_PARTS: usize = 200_000;

/// How a head reaches a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The head has facts of the relation.
    Direct,
    /// The head is a cell of rows that have the column.
    Rows,
}

/// A relation and an entity that were chosen together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The relation's nodes.
    pub relation: Vec<Candidate>,
    /// The entity's nodes; empty when the entity is a set or a literal.
    pub entity: Vec<Candidate>,
    /// How the head reaches the relation; `Direct` for tails.
    pub reach: Reach,
    /// What the trace shows.
    pub groundings: Vec<Grounding>,
}

/// The choice, or why there is none; the groundings are told either way.
pub type Choice = std::result::Result<Pair, (Miss, Vec<Grounding>)>;

/// Whether, and how, a relation and an entity exist together.
type PairCheck<'c, T> = &'c dyn Fn(&T, NodeId, NodeId) -> Result<Option<Reach>>;

impl Translator<'_, '_> {
    /// Relations that `asked` can mean, above the floor.
    pub(super) fn relation_candidates(&self, asked: &[String]) -> Result<Vec<Candidate>> {
        let mut found: Vec<Candidate> = Vec::new();
        for name in asked {
            for candidate in self.grounder().relations(name)? {
                if candidate.score >= FLOOR_RELATION && !found.iter().any(|c| c.node == candidate.node) {
                    found.push(candidate);
                }
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    fn same_name(&self, asked: &[String]) -> Result<Vec<Candidate>> {
        let mut found = Vec::new();
        for name in asked {
            found.extend(self.grounder().same_name(name)?);
        }
        Ok(found)
    }

    fn entity_candidates(&self, asked: &[String]) -> Result<Vec<Candidate>> {
        let mut found = Vec::new();
        for name in asked {
            found.extend(self.grounder().entities(name)?);
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    /// Entities alone, when no relation narrows them down.
    pub(super) fn entity(
        &self,
        asked: &[String],
        parameter: Parameter,
    ) -> Result<std::result::Result<Grounding, Miss>> {
        each_name(asked, |name| self.one_entity(name, parameter))
    }

    fn one_entity(
        &self,
        asked: &[String],
        parameter: Parameter,
    ) -> Result<std::result::Result<Grounding, Miss>> {
        let mut found = self.same_name(asked)?;
        if found.is_empty() {
            found = self.entity_candidates(asked)?;
        }
        Ok(match found.first() {
            Some(best) if best.score >= FLOOR_ENTITY => {
                let cut = best.score;
                Ok(grounding(parameter, asked, found, |c| c.score == cut))
            }
            _ => Err(self.no_such_name(parameter, asked, &found)?),
        })
    }

    /// A relation alone, when no entity narrows it down.
    pub(super) fn relation(
        &self,
        asked: &[String],
        parameter: Parameter,
    ) -> Result<std::result::Result<Grounding, Miss>> {
        each_name(asked, |name| self.one_relation(name, parameter))
    }

    fn one_relation(
        &self,
        asked: &[String],
        parameter: Parameter,
    ) -> Result<std::result::Result<Grounding, Miss>> {
        let found = self.relation_candidates(asked)?;
        match found.first() {
            Some(best) => {
                let cut = best.score;
                Ok(Ok(grounding(parameter, asked, found, |c| c.score == cut)))
            }
            None => Ok(Err(self.no_such_relation(parameter, asked)?)),
        }
    }

    /// A head and a relation: `get_information(head_entity, relation)`.
    pub(super) fn head_and_relation(
        &self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> Result<Choice> {
        each_pair(relation, head, |relation, head| self.one_head_and_relation(head, relation, parameter))
    }

    fn one_head_and_relation(
        &self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> Result<Choice> {
        let relations = self.relation_candidates(relation)?;
        if relations.is_empty() {
            return Ok(Err((self.no_such_relation(parameter, relation)?, Vec::new())));
        }
        match head {
            Slot::Set(index) => {
                for (at, candidate) in relations.iter().enumerate() {
                    let worse = relations.get(at).map_or(0.0, |c| c.score);
                    let reach = self.set_reaches(*index, candidate.node)?;
                    if let Some(reach) = reach {
                        let mut chosen = vec![candidate.clone()];
                        for other in relations[at + 1..].iter().filter(|o| o.score == worse) {
                            if self.set_reaches(*index, other.node)? == Some(reach) {
                                chosen.push(other.clone());
                            }
                        }
                        let shown = grounding(parameter, relation, relations.clone(), |c| {
                            chosen.iter().any(|x| x.node == c.node)
                        });
                        return Ok(Ok(Pair {
                            relation: chosen,
                            entity: Vec::new(),
                            reach,
                            groundings: vec![shown],
                        }));
                    }
                }
                let best = relations[0].score;
                let shown = grounding(parameter, relation, relations.clone(), |c| c.score == best);
                let hint = self.set_direction_hint(*index, &relations)?;
                Ok(Err((
                    Miss::NoSuchFact {
                        what: format!("nothing in the set has {}", quote_all(relation)),
                        hint,
                    },
                    vec![shown],
                )))
            }
            Slot::Names(asked) => {
                let check = |t: &Self, r: NodeId, h: NodeId| t.head_reaches(h, r);
                match self.best_pair(relation, &relations, asked, parameter, Parameter::HeadEntity, &check)? {
                    Ok(pair) => Ok(Ok(pair)),
                    Err((miss, shown)) => {
                        Ok(Err((self.with_direction(miss, &relations, asked, true)?, shown)))
                    }
                }
            }
        }
    }

    /// A relation and a tail: `get_information(relation, tail_entity)`.
    pub(super) fn relation_and_tail(
        &self,
        relation: &[String],
        parameter: Parameter,
        op: Comparison,
        tail: &Slot,
        tail_parameter: Parameter,
    ) -> Result<Choice> {
        // A range has one bound, so only equality is asked name by name.
        each_pair(relation, tail, |relation, tail| {
            self.one_relation_and_tail(relation, parameter, op, tail, tail_parameter)
        })
    }

    fn one_relation_and_tail(
        &self,
        relation: &[String],
        parameter: Parameter,
        op: Comparison,
        tail: &Slot,
        tail_parameter: Parameter,
    ) -> Result<Choice> {
        let relations = self.relation_candidates(relation)?;
        if relations.is_empty() {
            return Ok(Err((self.no_such_relation(parameter, relation)?, Vec::new())));
        }
        match tail {
            Slot::Names(asked) if matches!(op, Comparison::Eq | Comparison::Ne) => {
                if let Some(pair) = self.typed_pair(relation, &relations, asked, parameter, tail_parameter)? {
                    return Ok(Ok(pair));
                }
                let check = |t: &Self, r: NodeId, e: NodeId| {
                    Ok((!t.executor.graph().facts_of_relation(r, Some(e), &t.scope)?.is_empty())
                        .then_some(Reach::Direct))
                };
                match self.best_pair(relation, &relations, asked, parameter, tail_parameter, &check)? {
                    Ok(pair) => Ok(Ok(pair)),
                    // Every tail differs from a name that is none of them.
                    Err((Miss::NoSuchFact { .. }, _)) if op == Comparison::Ne => {
                        let best = relations[0].score;
                        let shown = grounding(parameter, relation, relations, |c| c.score == best);
                        Ok(Ok(Pair {
                            relation: shown.chosen.clone(),
                            entity: Vec::new(),
                            reach: Reach::Direct,
                            groundings: vec![shown],
                        }))
                    }
                    Err((miss, shown)) => {
                        Ok(Err((self.with_direction(miss, &relations, asked, false)?, shown)))
                    }
                }
            }
            Slot::Names(asked) => {
                // A range: the relation must have values that compare with the bound.
                let bound = Value::parse(asked.first().map_or("", String::as_str));
                let fits = |t: &Self, r: NodeId| -> Result<bool> {
                    Ok(bound.order_key().is_some()
                        && !t.executor.graph().facts_in_range(r, op, &bound, &t.scope)?.is_empty())
                };
                self.relation_that(relation, relations, parameter, fits)
            }
            Slot::Set(index) => {
                let nodes: Vec<NodeId> =
                    self.executor.nodes_of(self.set(*index))?.into_iter().take(TRIED).collect();
                let eq = matches!(op, Comparison::Eq | Comparison::Ne);
                let fits = |t: &Self, r: NodeId| -> Result<bool> {
                    if !eq || nodes.is_empty() {
                        return Ok(true);
                    }
                    for node in &nodes {
                        if !t.executor.graph().facts_of_relation(r, Some(*node), &t.scope)?.is_empty() {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                };
                self.relation_that(relation, relations, parameter, fits)
            }
        }
    }

    /// The best relation that fits; when none does, the best one, whose result
    /// is then a true empty.
    fn relation_that(
        &self,
        asked: &[String],
        relations: Vec<Candidate>,
        parameter: Parameter,
        fits: impl Fn(&Self, NodeId) -> Result<bool>,
    ) -> Result<Choice> {
        let mut at = 0;
        for (i, candidate) in relations.iter().enumerate() {
            if fits(self, candidate.node)? {
                at = i;
                break;
            }
        }
        let score = relations[at].score;
        let mut chosen = vec![relations[at].clone()];
        for other in relations.iter().skip(at + 1).filter(|o| o.score == score) {
            if fits(self, other.node)? {
                chosen.push(other.clone());
            }
        }
        let shown = grounding(parameter, asked, relations, |c| chosen.iter().any(|x| x.node == c.node));
        Ok(Ok(Pair { relation: chosen, entity: Vec::new(), reach: Reach::Direct, groundings: vec![shown] }))
    }

    /// The pair with the highest product of scores that exists in the graph.
    fn best_pair(
        &self,
        relation: &[String],
        relations: &[Candidate],
        asked: &[String],
        parameter: Parameter,
        entity_parameter: Parameter,
        check: PairCheck<'_, Self>,
    ) -> Result<Choice> {
        // The same names first: they decide nearly every call.
        let mut entities = self.same_name(asked)?;
        let mut best = self.search_pairs(relations, &entities, check)?;
        let poor = |best: &Option<Found>| best.as_ref().is_none_or(|b| b.score < 0.9);
        if poor(&best) {
            entities = self.entity_candidates(asked)?;
            entities.retain(|c| c.score >= FLOOR_ENTITY);
            if let Some(wider) = self.search_pairs(relations, &entities, check)?
                && best.as_ref().is_none_or(|b| wider.score > b.score)
            {
                best = Some(wider);
            }
        }
        let Some(found) = best else {
            if entities.is_empty() {
                let all = self.entity_candidates(asked)?;
                let shown = vec![grounding(parameter, relation, relations.to_vec(), |c| {
                    c.score == relations[0].score
                })];
                return Ok(Err((self.no_such_name(entity_parameter, asked, &all)?, shown)));
            }
            let top = entities[0].score;
            let shown = vec![
                grounding(parameter, relation, relations.to_vec(), |c| c.score == relations[0].score),
                grounding(entity_parameter, asked, entities.clone(), |c| c.score == top),
            ];
            let what =
                format!("no fact connects {} with {}", quote(&relations[0].text), quote(&entities[0].text));
            return Ok(Err((Miss::NoSuchFact { what, hint: None }, shown)));
        };
        let groundings = vec![
            grounding(parameter, relation, relations.to_vec(), |c| found.relations.contains(&c.node)),
            grounding(entity_parameter, asked, entities.clone(), |c| found.entities.contains(&c.node)),
        ];
        Ok(Ok(Pair {
            relation: groundings[0].chosen.clone(),
            entity: groundings[1].chosen.clone(),
            reach: found.reach,
            groundings,
        }))
    }

    fn search_pairs(
        &self,
        relations: &[Candidate],
        entities: &[Candidate],
        check: PairCheck<'_, Self>,
    ) -> Result<Option<Found>> {
        let mut best: Option<Found> = None;
        for relation in relations {
            for entity in entities {
                let score = relation.score * entity.score;
                let enough = best.as_ref().is_none_or(|b| score >= b.score);
                if !enough {
                    continue;
                }
                let Some(reach) = check(self, relation.node, entity.node)? else { continue };
                match &mut best {
                    // Equal scores are one choice: any of these is meant.
                    Some(b) if b.score == score && b.reach == reach => {
                        if !b.relations.contains(&relation.node) {
                            b.relations.push(relation.node);
                        }
                        if !b.entities.contains(&entity.node) {
                            b.entities.push(entity.node);
                        }
                    }
                    Some(b) if b.score == score && b.reach == Reach::Direct => {}
                    _ => {
                        best = Some(Found {
                            score,
                            reach,
                            relations: vec![relation.node],
                            entities: vec![entity.node],
                        })
                    }
                }
            }
        }
        Ok(best)
    }

    /// Tails that equal the asked value by type or by a part of a date, when no
    /// tail of the best relation has that very name.
    fn typed_pair(
        &self,
        relation: &[String],
        relations: &[Candidate],
        asked: &[String],
        parameter: Parameter,
        tail_parameter: Parameter,
    ) -> Result<Option<Pair>> {
        let [name] = asked else { return Ok(None) };
        let graph = self.executor.graph();
        let value = Value::parse(name);
        let month = month_and_day(name);
        if value.order_key().is_none() && month.is_none() {
            return Ok(None);
        }
        for candidate in relations.iter().filter(|c| c.score >= 0.9 * relations[0].score) {
            if let Some(node) = graph.node_named(name)?
                && !graph.facts_of_relation(candidate.node, Some(node), &self.scope)?.is_empty()
            {
                return Ok(None);
            }
            let mut tails: Vec<NodeId> = Vec::new();
            let mut channel = Channel::Value;
            if value.order_key().is_some() {
                let at_least = graph.facts_in_range(candidate.node, Comparison::Ge, &value, &self.scope)?;
                let at_most: HashSet<_> = graph
                    .facts_in_range(candidate.node, Comparison::Le, &value, &self.scope)?
                    .into_iter()
                    .map(|p| p.fact)
                    .collect();
                tails.extend(at_least.into_iter().filter(|p| at_most.contains(&p.fact)).map(|p| p.tail));
            }
            if let (true, Some((month, day))) = (tails.is_empty(), month) {
                channel = Channel::Date;
                for posting in
                    graph.facts_of_relation(candidate.node, None, &self.scope)?.into_iter().take(DATE_PARTS)
                {
                    let date = self.executor.node(posting.tail)?.1.date();
                    if date.is_some_and(|d| has_parts(d, month, day)) {
                        tails.push(posting.tail);
                    }
                }
            }
            let mut seen = HashSet::new();
            let mut distinct = Vec::new();
            for tail in tails {
                let fits = channel == Channel::Date || is_within(&self.executor.node(tail)?.1, &value);
                if fits && seen.insert(tail) {
                    distinct.push(tail);
                }
            }
            let tails = distinct;
            if tails.is_empty() {
                continue;
            }
            let mut entity = Vec::new();
            for tail in tails {
                entity.push(Candidate {
                    node: tail,
                    text: self.executor.node(tail)?.0,
                    score: 0.96,
                    channel,
                });
            }
            let groundings = vec![
                grounding(parameter, relation, relations.to_vec(), |c| c.node == candidate.node),
                Grounding {
                    parameter: tail_parameter,
                    asked: name.clone(),
                    chosen: entity.clone(),
                    runners_up: Vec::new(),
                },
            ];
            return Ok(Some(Pair {
                relation: vec![candidate.clone()],
                entity,
                reach: Reach::Direct,
                groundings,
            }));
        }
        Ok(None)
    }

    /// How a head reaches a relation, if it does.
    pub(super) fn head_reaches(&self, head: NodeId, relation: NodeId) -> Result<Option<Reach>> {
        let graph = self.executor.graph();
        if !graph.facts_of_head(head, Some(relation), &self.scope)?.is_empty() {
            return Ok(Some(Reach::Direct));
        }
        for posting in graph.facts_of_tail(head, None, &self.scope)? {
            let Some(source) = self.executor.source_of_fact(posting.fact) else { continue };
            if source.kind == SourceKind::Table
                && posting.relation != relation
                && source.relations.iter().any(|r| r.node == relation)
            {
                return Ok(Some(Reach::Rows));
            }
        }
        Ok(None)
    }

    fn set_reaches(&self, index: usize, relation: NodeId) -> Result<Option<Reach>> {
        let set = self.set(index);
        let nodes = self.executor.nodes_of(set)?;
        if nodes.len() <= TRIED {
            for node in &nodes {
                if !self.executor.graph().facts_of_head(*node, Some(relation), &self.scope)?.is_empty() {
                    return Ok(Some(Reach::Direct));
                }
            }
        } else {
            // For a large set one pass over the relation costs less.
            let nodes: HashSet<NodeId> = nodes.into_iter().collect();
            let facts = self.executor.graph().facts_of_relation(relation, None, &self.scope)?;
            if facts.iter().any(|p| nodes.contains(&p.head)) {
                return Ok(Some(Reach::Direct));
            }
        }
        // Rows of a table that has the column, though all these cells are empty.
        for item in set.items() {
            if let ItemValue::Node(node) = item.value
                && let NodeKind::Row { source, .. } = self.executor.node(node)?.2
                && self
                    .executor
                    .source(source)
                    .is_some_and(|s| s.relations.iter().any(|r| r.node == relation))
            {
                return Ok(Some(Reach::Direct));
            }
        }
        let call = ExecutionCall::Rows {
            set: Operand::Set(index),
            relation: vec![relation],
            sources: self.source_names.clone(),
        };
        let rows = self.executor.call(&call, self.results)?;
        Ok((!rows.is_empty()).then_some(Reach::Rows))
    }

    /// Says so when the entity stands on the other side of the relation.
    fn with_direction(
        &self,
        miss: Miss,
        relations: &[Candidate],
        asked: &[String],
        as_head: bool,
    ) -> Result<Miss> {
        let Miss::NoSuchFact { what, hint: None } = miss else { return Ok(miss) };
        let graph = self.executor.graph();
        for entity in self.same_name(asked)? {
            for relation in relations.iter().take(3) {
                let (turned, hint) = if as_head {
                    let turned =
                        !graph.facts_of_relation(relation.node, Some(entity.node), &self.scope)?.is_empty();
                    (
                        turned,
                        format!(
                            "{} is a tail of {}, not a head: use tail_entity",
                            quote(&entity.text),
                            quote(&relation.text)
                        ),
                    )
                } else {
                    let turned =
                        !graph.facts_of_head(entity.node, Some(relation.node), &self.scope)?.is_empty();
                    (
                        turned,
                        format!(
                            "{} is a head of {}, not a tail: use head_entity",
                            quote(&entity.text),
                            quote(&relation.text)
                        ),
                    )
                };
                if turned {
                    return Ok(Miss::NoSuchFact { what, hint: Some(hint) });
                }
            }
        }
        let mut hint = None;
        if let Some(entity) = self.same_name(asked)?.first() {
            let mut names: Vec<String> = Vec::new();
            for posting in graph.facts_of_head(entity.node, None, &self.scope)?.into_iter().take(TRIED) {
                let name = quote(&self.executor.node(posting.relation)?.0);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if !names.is_empty() {
                hint = Some(format!("{} has the relations {}", quote(&entity.text), names.join(", ")));
            }
        }
        Ok(Miss::NoSuchFact { what, hint })
    }

    fn set_direction_hint(&self, index: usize, relations: &[Candidate]) -> Result<Option<String>> {
        for node in self.executor.nodes_of(self.set(index))?.into_iter().take(TRIED) {
            for relation in relations.iter().take(3) {
                if !self
                    .executor
                    .graph()
                    .facts_of_relation(relation.node, Some(node), &self.scope)?
                    .is_empty()
                {
                    return Ok(Some(format!(
                        "its members are tails of {}, not heads: use tail_entity",
                        quote(&relation.text)
                    )));
                }
            }
        }
        Ok(None)
    }

    fn no_such_name(&self, parameter: Parameter, asked: &[String], found: &[Candidate]) -> Result<Miss> {
        let mut nearest: Vec<String> = found.iter().take(RUNNERS_UP).map(|c| c.text.clone()).collect();
        nearest.dedup();
        Ok(Miss::NoSuchName { parameter, asked: asked.join(", "), nearest })
    }

    fn no_such_relation(&self, parameter: Parameter, asked: &[String]) -> Result<Miss> {
        let mut nearest = Vec::new();
        for name in asked {
            nearest.extend(self.grounder().relations(name)?.into_iter().take(RUNNERS_UP).map(|c| c.text));
        }
        if nearest.is_empty() {
            nearest.extend(self.catalog.entries(&self.scope).take(12).map(|e| e.name.text.clone()));
        }
        Ok(Miss::NoSuchName { parameter, asked: asked.join(", "), nearest })
    }
}

/// Grounds each name of a list by itself and joins what was found: a list means any
/// of its names, and a name that is spelt exactly must not displace the others.
fn each_name(
    asked: &[String],
    ground: impl Fn(&[String]) -> Result<std::result::Result<Grounding, Miss>>,
) -> Result<std::result::Result<Grounding, Miss>> {
    let mut joined: Option<Grounding> = None;
    let mut missed = None;
    for name in asked {
        match (ground(std::slice::from_ref(name))?, &mut joined) {
            (Ok(found), None) => joined = Some(found),
            (Ok(found), Some(joined)) => {
                joined.chosen.extend(found.chosen);
                joined.runners_up.extend(found.runners_up);
            }
            (Err(miss), _) => missed = missed.or(Some(miss)),
        }
    }
    match (joined, missed) {
        (Some(mut joined), _) => {
            joined.asked = asked.join(", ");
            let mut seen = HashSet::new();
            joined.chosen.retain(|c| seen.insert(c.node));
            joined.runners_up.retain(|c| seen.insert(c.node));
            Ok(Ok(joined))
        }
        (None, Some(miss)) => Ok(Err(miss)),
        (None, None) => ground(asked),
    }
}

/// The same for every relation beside every head or tail. Pairs that reach their
/// relation in another way than the first one are left out: one call cannot say both.
fn each_pair(
    relation: &[String],
    other: &Slot,
    ground: impl Fn(&[String], &Slot) -> Result<Choice>,
) -> Result<Choice> {
    let others: Vec<Slot> = match other {
        Slot::Names(names) if names.len() > 1 => {
            names.iter().map(|name| Slot::Names(vec![name.clone()])).collect()
        }
        other => vec![other.clone()],
    };
    if relation.len() < 2 && others.len() < 2 {
        return ground(relation, other);
    }
    let mut joined: Option<Pair> = None;
    let mut missed = None;
    for relation in relation {
        for other in &others {
            match (ground(std::slice::from_ref(relation), other)?, &mut joined) {
                (Ok(pair), None) => joined = Some(pair),
                (Ok(pair), Some(joined)) if pair.reach == joined.reach => {
                    joined.relation.extend(pair.relation);
                    joined.entity.extend(pair.entity);
                    let new = pair
                        .groundings
                        .into_iter()
                        .filter(|g| !joined.groundings.contains(g))
                        .collect::<Vec<_>>();
                    joined.groundings.extend(new);
                }
                // What is a head itself goes before what is a cell, as in a set.
                (Ok(pair), Some(joined)) if pair.reach == Reach::Direct => *joined = pair,
                (Ok(_), Some(_)) => {}
                (Err(miss), _) => missed = missed.or(Some(miss)),
            }
        }
    }
    let Some(mut joined) = joined else {
        return match missed {
            Some(missed) => Ok(Err(missed)),
            None => ground(relation, other),
        };
    };
    for candidates in [&mut joined.relation, &mut joined.entity] {
        let mut seen = HashSet::new();
        candidates.retain(|c| seen.insert(c.node));
    }
    Ok(Ok(joined))
}

struct Found {
    score: f32,
    reach: Reach,
    relations: Vec<NodeId>,
    entities: Vec<NodeId>,
}

/// A grounding with the chosen candidates first and the best others beside them.
pub fn grounding(
    parameter: Parameter,
    asked: &[String],
    candidates: Vec<Candidate>,
    chosen: impl Fn(&Candidate) -> bool,
) -> Grounding {
    let (chosen, mut runners_up): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|c| chosen(c));
    runners_up.truncate(RUNNERS_UP);
    Grounding { parameter, asked: asked.join(", "), chosen, runners_up }
}

fn quote_all(names: &[String]) -> String {
    names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(" or ")
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Month and perhaps day of a text such as `August`, `Aug` or `14 August`.
fn month_and_day(text: &str) -> Option<(u8, Option<u8>)> {
    let words = trustuqa_storage::tokens(text);
    let mut month = None;
    let mut day = None;
    for word in &words {
        let named =
            MONTHS.iter().position(|m| m == word || (word.len() == 3 && m.starts_with(word.as_str())));
        match (named, word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']).parse::<u8>()) {
            (Some(at), _) if month.is_none() => month = u8::try_from(at + 1).ok(),
            (None, Ok(number)) if day.is_none() && (1..=31).contains(&number) => day = Some(number),
            _ => return None,
        }
    }
    month.map(|m| (m, day))
}

fn has_parts(date: Date, month: u8, day: Option<u8>) -> bool {
    date.month() == Some(month) && (day.is_none() || date.day() == day)
}
