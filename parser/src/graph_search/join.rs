//! Rules that make one state from two: rows or entities that meet both, one without the other, facts between two,
//! facts at the time of another.

use std::collections::HashSet;
use std::sync::Arc;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::execution::Qualifier;
use trustuqa_model::{Comparison, Date, FactId, NodeId, Posting, Result};

use super::expansion_rules::{TIMED, key};
use super::operators::Op;
use super::partial_derivation::{DenotationKind, PartialDerivation, STEP, TemporalHop, common, without};
use super::plan::Plan;
use super::question::Coverage;
use super::search::Search;

impl Search<'_> {
    /// States made from a new one and each one before it.
    pub(super) fn combine(&mut self, at: usize) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        let new = self.states[at].clone();
        for other_at in 0..at {
            let other = &self.states[other_at];
            let shared = other.coverage & new.coverage;
            if other.mentions.iter().any(|m| new.mentions.contains(m)) {
                continue;
            }
            if shared != 0 {
                // Words that are said once may hold for both: "stars X and Y". Names may not.
                let alike = matches!(
                    (new.kind, other.kind),
                    (DenotationKind::Entities, DenotationKind::Entities)
                ) || matches!((new.kind, other.kind), (DenotationKind::Rows(a), DenotationKind::Rows(b)) if a == b);
                if !alike || (self.fixed(other) | self.fixed(&new)) & shared != 0 {
                    continue;
                }
            }
            let other = other.clone();
            match (new.kind, other.kind) {
                (DenotationKind::Rows(a), DenotationKind::Rows(b)) if a == b => {
                    out.extend(self.both(&new, &other, DenotationKind::Rows(a)));
                    out.extend(self.all_but(&new, &other, DenotationKind::Rows(a)));
                }
                (DenotationKind::Entities, DenotationKind::Entities) => {
                    out.extend(self.both(&new, &other, DenotationKind::Entities));
                    out.extend(self.all_but(&new, &other, DenotationKind::Entities));
                }
                _ => {}
            }
            if shared != 0 {
                continue;
            }
            if other.kind == DenotationKind::Mention && new.is_names() {
                out.extend(self.between(&new, &other)?);
            } else if new.kind == DenotationKind::Mention && other.is_names() {
                out.extend(self.between(&other, &new)?);
            }
            if other.kind == DenotationKind::Mention && new.timed.is_some() {
                out.extend(self.next_in_time(&new, &other)?);
            } else if new.kind == DenotationKind::Mention && other.timed.is_some() {
                out.extend(self.next_in_time(&other, &new)?);
            }
            if new.timed.is_some() && self.is_time(&other) {
                out.extend(self.at_time_of(&new, &other)?);
            }
            if other.timed.is_some() && self.is_time(&new) {
                out.extend(self.at_time_of(&other, &new)?);
            }
        }
        Ok(out)
    }

    /// Tokens of names and operators that a state uses.
    pub(super) fn fixed(&self, state: &PartialDerivation) -> Coverage {
        let names = state
            .mentions
            .iter()
            .filter_map(|m| self.mentions.get(*m))
            .fold(0, |covered, m| covered | m.coverage);
        self.question
            .operators
            .iter()
            .filter(|o| o.coverage & state.coverage == o.coverage)
            .fold(names, |covered, o| covered | o.coverage)
    }

    pub(super) fn is_time(&self, state: &PartialDerivation) -> bool {
        match state.kind {
            DenotationKind::Times => true,
            DenotationKind::Cells(_) => {
                state.nodes.len() <= 4
                    && state.relation.and_then(|r| self.lexicon.relations.get(&r)).is_some_and(|r| r.temporal)
            }
            _ => false,
        }
    }

    pub(super) fn both(
        &self,
        a: &PartialDerivation,
        b: &PartialDerivation,
        kind: DenotationKind,
    ) -> Option<PartialDerivation> {
        let nodes = common(&a.nodes, &b.nodes);
        if nodes.is_empty() || a.nodes == b.nodes && kind == DenotationKind::Entities {
            return None;
        }
        let (first, second) =
            if a.coverage.trailing_zeros() < b.coverage.trailing_zeros() { (a, b) } else { (b, a) };
        let mut state = first.joined(
            second,
            Plan::apply(Function::SetIntersection, &[&first.plan, &second.plan], None),
            kind,
            nodes,
        );
        state.cost += 0.08;
        state.gain -= 0.8 * self.question.weight(a.coverage & b.coverage);
        Some(state)
    }

    /// One without the other, when the question excludes something.
    pub(super) fn all_but(
        &self,
        a: &PartialDerivation,
        b: &PartialDerivation,
        kind: DenotationKind,
    ) -> Option<PartialDerivation> {
        let operator = self.unused(a.coverage | b.coverage, |op| *op == Op::Exclude).into_iter().next()?;
        // What is excluded comes behind the operator.
        let behind = |s: &PartialDerivation| {
            let names = s
                .mentions
                .iter()
                .filter_map(|m| self.mentions.get(*m))
                .fold(0, |covered, m| covered | m.coverage);
            names != 0 && names.trailing_zeros() as usize > operator.at
        };
        let (kept, removed) = match (behind(a), behind(b)) {
            (false, true) => (a, b),
            (true, false) => (b, a),
            _ => return None,
        };
        let nodes = without(&kept.nodes, &removed.nodes);
        if nodes.is_empty()
            || nodes.len() == kept.nodes.len()
                && kind == DenotationKind::Entities
                && common(&kept.nodes, &removed.nodes).is_empty()
        {
            return None;
        }
        let mut state = kept.joined(
            removed,
            Plan::apply(Function::SetDifference, &[&kept.plan, &removed.plan], None),
            kind,
            nodes,
        );
        state.gain -= 0.8 * self.question.weight(a.coverage & b.coverage);
        state.last = kept.last | operator.coverage;
        state.explain(operator.coverage, 1.0);
        Some(state)
    }

    /// The times of temporal facts between the names of a state and one more name.
    pub(super) fn between(
        &mut self,
        state: &PartialDerivation,
        mention: &PartialDerivation,
    ) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        let Some(node) = mention.nodes.first().copied() else { return Ok(out) };
        let around = self.view.around(node)?;
        for (heads_are_mention, list) in [(true, &around.out), (false, &around.into)] {
            let mut by_relation: Vec<(NodeId, Vec<Posting>)> = Vec::new();
            for posting in list {
                let other = if heads_are_mention { posting.tail } else { posting.head };
                if state.nodes.binary_search(&other).is_err() || !self.view.is_temporal(posting.fact) {
                    continue;
                }
                match by_relation.iter_mut().find(|(r, _)| *r == posting.relation) {
                    Some((_, facts)) => facts.push(*posting),
                    None => by_relation.push((posting.relation, vec![*posting])),
                }
            }
            for (relation, postings) in by_relation {
                let name = self.lexicon.relations.get(&relation).map_or_else(String::new, |r| r.name.clone());
                let (head, tail) = if heads_are_mention {
                    (&mention.plan, &state.plan)
                } else {
                    (&state.plan, &mention.plan)
                };
                let plan = Plan::Find {
                    head: Some(head.clone()),
                    relation: Some(name),
                    tail: Some((Comparison::Eq, tail.clone())),
                    key: None,
                    value: None,
                };
                let facts: Vec<FactId> = postings.iter().map(|p| p.fact).collect();
                let mut fact =
                    state.joined(mention, Arc::new(plan.clone()), DenotationKind::Entities, Vec::new());
                match self.relation_mention(relation, fact.coverage) {
                    Some(relation_mention) => {
                        fact.cost += 0.06 * self.question.distance(relation_mention.coverage, fact.coverage)
                            + 0.1 * (1.0 - relation_mention.completeness);
                        fact.explain(relation_mention.coverage, relation_mention.gain);
                    }
                    None => fact.cost += 0.3,
                }
                fact.relation = Some(relation);
                fact.cost -= STEP;
                let mut distinct = HashSet::new();
                for (qualifier, coverage) in self.qualifiers(fact.coverage) {
                    if distinct.insert(key(qualifier)) {
                        out.extend(self.time_of(
                            &fact,
                            &facts,
                            plan.with_key(key(qualifier), None),
                            qualifier,
                            coverage,
                        )?);
                    }
                }
            }
        }
        Ok(out)
    }

    /// What came right after, or right before, one of the things that a temporal hop found: who held an office
    /// after somebody.
    pub(super) fn next_in_time(
        &mut self,
        state: &PartialDerivation,
        mention: &PartialDerivation,
    ) -> Result<Option<PartialDerivation>> {
        let (Some(timed), Some(pivot)) = (state.timed.clone(), mention.nodes.first().copied()) else {
            return Ok(None);
        };
        let Some(operator) = self
            .unused(state.coverage | mention.coverage, |op| matches!(op, Op::Neighbour(_)))
            .into_iter()
            .find(|o| o.at < mention.coverage.trailing_zeros() as usize)
        else {
            return Ok(None);
        };
        let Op::Neighbour(next) = operator.op else { return Ok(None) };
        let Plan::Find { head, relation, tail, key: None, .. } = state.plan.as_ref() else { return Ok(None) };
        let mut starts: Vec<(Date, NodeId, FactId)> = Vec::new();
        for id in timed.facts.iter().take(TIMED) {
            let fact = self.view.fact(*id)?;
            if let Some(start) = fact.interval.and_then(|i| i.start) {
                starts.push((start, if timed.forward { fact.tail } else { fact.head }, *id));
            }
        }
        let Some(from) =
            starts.iter().filter(|(_, node, _)| *node == pivot).map(|(d, _, _)| d.first_day()).min()
        else {
            return Ok(None);
        };
        let beyond =
            starts.iter().map(|(d, _, _)| d.first_day()).filter(|d| if next { *d > from } else { *d < from });
        let Some(day) = (if next { beyond.min() } else { beyond.max() }) else { return Ok(None) };
        let found: Vec<&(Date, NodeId, FactId)> =
            starts.iter().filter(|(d, _, _)| d.first_day() == day).collect();
        let mut nodes: Vec<NodeId> = found.iter().map(|(_, node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let with_pivot = if timed.forward {
            Plan::Find {
                head: head.clone(),
                relation: relation.clone(),
                tail: Some((Comparison::Eq, mention.plan.clone())),
                key: Some("start time".to_owned()),
                value: None,
            }
        } else {
            Plan::Find {
                head: Some(mention.plan.clone()),
                relation: relation.clone(),
                tail: tail.clone(),
                key: Some("start time".to_owned()),
                value: None,
            }
        };
        let Some(all) = state.plan.with_key("start time", None) else { return Ok(None) };
        let later =
            Plan::keep(&all, if next { Comparison::Gt } else { Comparison::Lt }, &Arc::new(with_pivot));
        let nearest = Plan::apply(if next { Function::Min } else { Function::Max }, &[&later], None);
        let Some(plan) = state.plan.with_key("start time", Some((Comparison::Eq, nearest))) else {
            return Ok(None);
        };
        let mut grown = state.joined(mention, plan, DenotationKind::Entities, nodes);
        grown.last = state.last;
        grown.explain(operator.coverage, self.question.weight(operator.coverage).max(0.8));
        Ok(Some(grown))
    }

    /// A temporal hop at the time that another state found.
    pub(super) fn at_time_of(
        &mut self,
        state: &PartialDerivation,
        time: &PartialDerivation,
    ) -> Result<Option<PartialDerivation>> {
        let Some(timed) = state.timed.clone() else { return Ok(None) };
        let mut dates = time.dates.clone();
        for node in time.nodes.iter() {
            dates.extend(self.view.date(*node)?);
        }
        let order = self
            .unused(state.coverage | time.coverage, |op| matches!(op, Op::Neighbour(_)))
            .into_iter()
            .find(|o| self.question.distance(o.coverage, time.coverage) <= 1.0);
        let op = match order.as_ref().map(|o| &o.op) {
            Some(Op::Neighbour(true)) => Comparison::Gt,
            Some(Op::Neighbour(false)) => Comparison::Lt,
            _ => Comparison::Eq,
        };
        let (nodes, facts) = self.holding(&timed, Qualifier::Time, op, &dates)?;
        let Some(plan) = state.plan.with_key("time", Some((op, time.plan.clone()))) else { return Ok(None) };
        if nodes.is_empty() || nodes.len() == state.nodes.len() && state.nodes.len() > 1 {
            return Ok(None);
        }
        let mut joined = state.joined(time, plan, DenotationKind::Entities, nodes);
        joined.timed = Some(TemporalHop { facts: Arc::new(facts), forward: timed.forward });
        joined.last = state.last;
        joined.relation = state.relation;
        joined.cost -= STEP;
        if let Some(order) = order {
            joined.explain(order.coverage, self.question.weight(order.coverage));
        }
        Ok(Some(joined))
    }
}
