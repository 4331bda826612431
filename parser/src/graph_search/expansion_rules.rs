//! Rules beyond hops that make one state from another: extremes, neighbours of rows, times of facts.

use std::cmp::Ordering;
use std::sync::Arc;

use trustuqa_engine::execute::holds;
use trustuqa_engine::query::Function;
use trustuqa_engine::query::execution::Qualifier;
use trustuqa_model::{Comparison, Date, FactId, NodeId, Result, SourceId, Value, ValueKind};

use super::answer_type::AnswerType;
use super::operators::{Op, OperatorMention, SuperlativeRank};
use super::partial_derivation::{DenotationKind, PartialDerivation, TemporalHop, common};
use super::plan::Plan;
use super::question::Coverage;
use super::search::Search;

/// Maximum number of facts whose times are read for one state.
pub(super) const TIMED: usize = 1_500;

impl Search<'_> {
    /// The operators of some kind that a state has not used.
    pub(super) fn unused(&self, coverage: Coverage, want: impl Fn(&Op) -> bool) -> Vec<OperatorMention> {
        self.question
            .operators
            .iter()
            .filter(|o| o.coverage & coverage == 0 && want(&o.op))
            .cloned()
            .collect()
    }

    /// States with the rows that have the largest or smallest value of a column.
    pub(super) fn extremes(
        &mut self,
        state: &PartialDerivation,
        source: SourceId,
    ) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        let operators = self.unused(state.coverage, |op| matches!(op, Op::Superlative(..) | Op::Ranked(..)));
        if operators.is_empty() || state.nodes.len() < 2 {
            return Ok(out);
        }
        let columns = self.view.source(source).map_or(Vec::new(), |s| s.relations.clone());
        for operator in operators {
            let (larger, speaks_of, rank) = match operator.op {
                Op::Superlative(larger, speaks_of) => (larger, speaks_of, None),
                Op::Ranked(larger, speaks_of, rank) => (larger, speaks_of, Some(rank)),
                _ => continue,
            };
            for column in &columns {
                let Some(entry) = self.lexicon.relations.get(&column.node) else { continue };
                if matches!(column.kind, ValueKind::Text)
                    || state.relation == Some(column.node) && state.items < 2
                {
                    continue;
                }
                let known = entry.has_word_like(speaks_of) || (entry.temporal && speaks_of.contains(&"date"));
                let mention = self
                    .relation_mention(column.node, state.coverage | operator.coverage)
                    .filter(|s| self.question.distance(s.coverage, operator.coverage) <= 1.0);
                if !known && mention.is_none() {
                    continue;
                }
                let nodes = match rank {
                    None => self.extreme_rows(&state.nodes, column.node, larger)?,
                    Some(rank) => self.ranked_rows(&state.nodes, column.node, larger, rank)?,
                };
                if nodes.is_empty() {
                    continue;
                }
                let function = if larger { Function::Argmax } else { Function::Argmin };
                let plan = match rank {
                    None => Plan::apply(function, &[&state.plan], Some(&column.name)),
                    Some(rank) => Plan::ranked(&state.plan, &column.name, larger, rank),
                };
                let mut grown = state.grown(plan, DenotationKind::Rows(source), nodes);
                grown.explain(operator.coverage, self.question.weight(operator.coverage).max(0.8));
                if let Some(mention) = mention {
                    grown.explain(mention.coverage, mention.gain);
                    grown.cost += 0.1 * self.question.distance(mention.coverage, operator.coverage);
                } else {
                    grown.cost += 0.1;
                }
                grown.relation = Some(column.node);
                out.push(grown);
            }
            if rank.is_none()
                && speaks_of.contains(&"date")
                && columns.iter().all(|c| self.lexicon.relations.get(&c.node).is_none_or(|r| !r.temporal))
            {
                let row = if larger { state.nodes.last() } else { state.nodes.first() };
                if let (Some(row), DenotationKind::Rows(_)) = (row, state.kind) {
                    let function = if larger { Function::Last } else { Function::First };
                    let mut grown = state.grown(
                        Plan::apply(function, &[&state.plan], None),
                        DenotationKind::Rows(source),
                        vec![*row],
                    );
                    grown.explain(operator.coverage, self.question.weight(operator.coverage).max(0.8));
                    grown.cost += 0.3;
                    out.push(grown);
                }
            }
        }
        Ok(out)
    }

    pub(super) fn extreme_rows(
        &mut self,
        rows: &[NodeId],
        column: NodeId,
        larger: bool,
    ) -> Result<Vec<NodeId>> {
        let cells = self.view.cells_under(rows, column)?;
        let mut kept = self.with_extreme(cells.into_iter().flatten(), larger)?;
        kept.dedup();
        Ok(kept)
    }

    /// Of nodes, each with its value, those with the largest or smallest one, in their order.
    pub(super) fn with_extreme(
        &mut self,
        valued: impl Iterator<Item = (NodeId, NodeId)>,
        larger: bool,
    ) -> Result<Vec<NodeId>> {
        let mut best: Option<Value> = None;
        let mut kept = Vec::new();
        for (node, value) in valued {
            let value = self.view.node(value)?.1.clone();
            if value.order_key().is_none() {
                continue;
            }
            let ordering = best.as_ref().map_or(Some(Ordering::Greater), |b| {
                if larger { value.compare(b) } else { b.compare(&value) }
            });
            match ordering {
                Some(Ordering::Greater) => (best, kept) = (Some(value), vec![node]),
                Some(Ordering::Equal) => kept.push(node),
                _ => {}
            }
        }
        Ok(kept)
    }

    /// The rows at some ranks in the order by a column.
    fn ranked_rows(
        &mut self,
        rows: &[NodeId],
        column: NodeId,
        larger: bool,
        rank: SuperlativeRank,
    ) -> Result<Vec<NodeId>> {
        let mut keyed = Vec::new();
        for cells in self.view.cells_under(rows, column)? {
            let Some((row, cell)) = cells.first() else { continue };
            if let Some(key) = self.view.node(*cell)?.1.order_key() {
                keyed.push((key.class, key.position, *row));
            }
        }
        let Some(class) = keyed.first().map(|(class, ..)| *class) else { return Ok(Vec::new()) };
        keyed.retain(|(other, ..)| *other == class);
        keyed.sort_by(|(_, a, _), (_, b, _)| if larger { b.total_cmp(a) } else { a.total_cmp(b) });
        let mut rows: Vec<NodeId> = match rank {
            SuperlativeRank::Top(k) => keyed.into_iter().take(k).map(|(.., row)| row).collect(),
            SuperlativeRank::Nth(k) => keyed.into_iter().skip(k - 1).take(1).map(|(.., row)| row).collect(),
        };
        rows.sort_unstable();
        Ok(rows)
    }

    /// States with the rows right after or before these.
    pub(super) fn neighbours(
        &mut self,
        state: &PartialDerivation,
        source: SourceId,
    ) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        if state.nodes.len() > 3 {
            return Ok(out);
        }
        for operator in self.unused(state.coverage, |op| matches!(op, Op::Neighbour(_))) {
            let Op::Neighbour(next) = operator.op else { continue };
            // "after Atlanta": the word comes just before the name that chose the row.
            let own = state
                .mentions
                .iter()
                .filter_map(|m| self.mentions.get(*m))
                .fold(0, |covered, m| covered | m.coverage);
            if own == 0
                || own.trailing_zeros() < operator.coverage.trailing_zeros()
                || self.question.distance(own, operator.coverage) > 1.0
            {
                continue;
            }
            let mut nodes = Vec::new();
            for row in state.nodes.iter() {
                if let trustuqa_model::NodeKind::Row { row: number, .. } = self.view.node(*row)?.2 {
                    let other = if next { number.checked_add(1) } else { number.checked_sub(1) };
                    if let Some(node) =
                        other.map(|n| self.view.graph.row_node(source, n)).transpose()?.flatten()
                    {
                        nodes.push(node);
                    }
                }
            }
            if nodes.is_empty() {
                continue;
            }
            let function = if next { Function::NextRow } else { Function::PreviousRow };
            let mut grown =
                state.grown(Plan::apply(function, &[&state.plan], None), DenotationKind::Rows(source), nodes);
            grown.explain(operator.coverage, 0.8);
            // What precedes a value in time need not be the row above it.
            grown.cost += 0.15;
            out.push(grown);
        }
        Ok(out)
    }

    /// States of a temporal hop at the times that the question names.
    pub(super) fn at_times(
        &mut self,
        state: &PartialDerivation,
        plan: &Arc<Plan>,
    ) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        let Some(timed) = state.timed.clone() else { return Ok(out) };
        for operator in self.unused(state.coverage, |op| matches!(op, Op::Time(_))) {
            let Op::Time(bounds) = &operator.op else { continue };
            for (qualifier, coverage) in self.qualifiers(state.coverage | operator.coverage) {
                if qualifier == Qualifier::EndTime && coverage == 0 {
                    continue;
                }
                let mut nodes: Option<Vec<NodeId>> = None;
                let mut whole: Option<Arc<Plan>> = None;
                let mut facts: Vec<FactId> = Vec::new();
                for (op, year) in bounds {
                    let Some(date) = Date::parse(year) else { continue };
                    let (found, kept) = self.holding(&timed, qualifier, *op, &[date])?;
                    facts = kept;
                    nodes = Some(nodes.map_or(found.clone(), |n| common(&n, &found)));
                    let Some(part) = plan.with_key(key(qualifier), Some((*op, Plan::name(year)))) else {
                        continue;
                    };
                    whole = Some(whole.map_or(part.clone(), |w| {
                        Plan::apply(Function::SetIntersection, &[&w, &part], None)
                    }));
                }
                let (Some(nodes), Some(whole)) = (nodes, whole) else { continue };
                if nodes.is_empty() {
                    continue;
                }
                let mut grown = state.clone();
                grown.plan = whole;
                grown.items = nodes.len();
                grown.nodes = Arc::new(nodes);
                grown.explain(
                    operator.coverage | coverage,
                    self.question.weight(operator.coverage | coverage).max(0.8),
                );
                grown.timed = (bounds.len() == 1)
                    .then(|| TemporalHop { facts: Arc::new(facts), forward: timed.forward });
                grown.cost += 0.03;
                out.push(grown);
            }
        }
        Ok(out)
    }

    /// The qualifiers that the question may mean, with the words that say so.
    pub(super) fn qualifiers(&self, used: Coverage) -> Vec<(Qualifier, Coverage)> {
        let mut all = vec![(Qualifier::Time, 0)];
        for operator in &self.question.operators {
            let Op::Bound(start) = operator.op else { continue };
            // "joined" can say the relation, and still which of its times is meant.
            let coverage = if operator.coverage & used == 0 { operator.coverage } else { 0 };
            all.push((if start { Qualifier::StartTime } else { Qualifier::EndTime }, coverage));
        }
        all
    }

    /// Announces that the facts of a hop will be read one by one.
    fn expect_timed(&self, timed: &TemporalHop) -> Result<()> {
        self.view.graph.expect_facts(&timed.facts[..timed.facts.len().min(TIMED)])
    }

    /// The facts whose qualifier compares as asked with the dates (with all of them; for `=`, with any), and
    /// the nodes at their ends.
    pub(super) fn holding(
        &mut self,
        timed: &TemporalHop,
        qualifier: Qualifier,
        op: Comparison,
        dates: &[Date],
    ) -> Result<(Vec<NodeId>, Vec<FactId>)> {
        let (mut nodes, mut facts) = (Vec::new(), Vec::new());
        self.expect_timed(timed)?;
        for id in timed.facts.iter().take(TIMED) {
            let fact = self.view.fact(*id)?;
            let mut each = dates.iter().map(|d| holds(&fact, qualifier, op, *d));
            let held =
                if op == Comparison::Eq { each.any(|h| h) } else { !dates.is_empty() && each.all(|h| h) };
            if held {
                nodes.push(if timed.forward { fact.tail } else { fact.head });
                facts.push(*id);
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        Ok((nodes, facts))
    }

    /// States with the times of the facts of the last hop, and with those of them that were first or last.
    pub(super) fn times(&mut self, state: &PartialDerivation) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        let Some(timed) = state.timed.clone() else { return Ok(out) };
        let operators = self
            .unused(state.coverage, |op| matches!(op, Op::Superlative(_, words) if words.contains(&"date")));
        for operator in operators {
            let Op::Superlative(larger, _) = operator.op else { continue };
            let mut best: Option<Date> = None;
            self.expect_timed(&timed)?;
            for id in timed.facts.iter().take(TIMED) {
                let Some(start) = self.view.fact(*id)?.interval.and_then(|i| i.start) else { continue };
                let ahead = best.is_none_or(|b| {
                    if larger { start.first_day() > b.first_day() } else { start.first_day() < b.first_day() }
                });
                if ahead {
                    best = Some(start);
                }
            }
            let (Some(best), Some(starts)) = (best, state.plan.with_key("start time", None)) else {
                continue;
            };
            let (nodes, facts) = self.holding(&timed, Qualifier::StartTime, Comparison::Eq, &[best])?;
            let extreme = Plan::apply(if larger { Function::Max } else { Function::Min }, &[&starts], None);
            let Some(plan) = state.plan.with_key("start time", Some((Comparison::Eq, extreme))) else {
                continue;
            };
            let mut grown = state.grown(plan, state.kind, nodes);
            grown.last = state.last;
            grown.relation = state.relation;
            grown.timed = Some(TemporalHop { facts: Arc::new(facts), forward: timed.forward });
            grown.explain(operator.coverage, self.question.weight(operator.coverage).max(0.8));
            out.push(grown);
        }
        let event = timed.facts.len() <= 3 && state.mentions.len() == 1;
        if self.question.form == AnswerType::When || event {
            for (qualifier, coverage) in self.qualifiers(state.coverage) {
                out.extend(self.time_of(
                    state,
                    &timed.facts,
                    state.plan.with_key(key(qualifier), None),
                    qualifier,
                    coverage,
                )?);
            }
        }
        Ok(out)
    }

    pub(super) fn time_of(
        &mut self,
        state: &PartialDerivation,
        facts: &[FactId],
        plan: Option<Arc<Plan>>,
        qualifier: Qualifier,
        coverage: Coverage,
    ) -> Result<Option<PartialDerivation>> {
        let Some(plan) = plan else { return Ok(None) };
        let (mut dates, mut moments) = (Vec::new(), true);
        for id in facts.iter().take(TIMED) {
            let Some(interval) = self.view.fact(*id)?.interval else { continue };
            moments &= interval.start == interval.end && interval.start.is_some();
            dates.extend(if qualifier == Qualifier::EndTime { interval.end } else { interval.start });
        }
        if dates.is_empty() {
            return Ok(None);
        }
        dates.dedup();
        let mut grown = state.grown(plan, DenotationKind::Times, Vec::new());
        grown.items = dates.len();
        grown.dates = dates;
        grown.last = state.last;
        grown.explain(coverage, self.question.weight(coverage));
        // An event has one time; of what lasted, the start or end is asked for.
        let bound = self.question.operators.iter().any(|o| matches!(o.op, Op::Bound(_)));
        if qualifier != Qualifier::Time && moments || qualifier == Qualifier::Time && bound && !moments {
            grown.cost += 0.2;
        }
        Ok(Some(grown))
    }
}

pub(super) fn key(qualifier: Qualifier) -> &'static str {
    match qualifier {
        Qualifier::Time => "time",
        Qualifier::StartTime => "start time",
        Qualifier::EndTime => "end time",
    }
}
