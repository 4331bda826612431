//! The states that a search starts from: the names of the question, the rows that comparisons select, whole tables.
//! Tables are rated first, for there can be thousands.

use std::collections::BTreeMap;
use std::sync::Arc;

use trustuqa_engine::query::Function;
use trustuqa_model::{Comparison, NodeId, Result, Scope, SourceId, SourceKind, Value, ValueKind};

use super::operators::Op;
use super::partial_derivation::{DenotationKind, PartialDerivation, STEP};
use super::plan::Plan;
use super::question::Coverage;
use super::relations::RelationMention;
use super::search::{MOST, Search};

/// A relation with more facts is not searched for its largest or smallest value.
const RANKED: usize = 20_000;

impl Search<'_> {
    /// Rates tables by how many words and names of the question they have.
    pub(super) fn rate_tables(&mut self) -> Result<()> {
        for index in 0..self.mentions.len() {
            let (node, coverage, score) =
                (self.mentions[index].node, self.mentions[index].coverage, self.mentions[index].score);
            let around = self.view.around(node)?;
            let mut tables: Vec<SourceId> =
                around.into.iter().filter_map(|p| self.view.table_of(p.fact)).collect();
            tables.sort_unstable();
            tables.dedup();
            for table in tables {
                *self.prior.entry(table).or_default() += self.question.weight(coverage) * score;
            }
        }
        for seed in &self.seeds {
            if let DenotationKind::Rows(table) | DenotationKind::Cells(table) = seed.kind {
                *self.prior.entry(table).or_default() += seed.gain;
            }
        }
        for relation in self.lexicon.relations.values() {
            if let Some(mention) = self.matches.mention_of(self.lexicon, self.question, relation.node, !0, 0)
            {
                for source in &relation.sources {
                    *self.prior.entry(*source).or_default() += mention.gain;
                }
            }
        }
        for (source, roots) in &self.lexicon.sources {
            for token in self.question.tokens.iter().filter(|t| t.weight > 0.0) {
                let best = roots.iter().map(|r| crate::words::likeness(r, &token.root)).fold(0.0, f32::max);
                if best > 0.0 {
                    *self.prior.entry(*source).or_default() += 0.6 * best * token.weight;
                }
            }
        }
        Ok(())
    }

    /// Tables by rating, best first.
    pub(super) fn tables(&self, most: usize) -> Vec<SourceId> {
        let mut tables: Vec<(f32, SourceId)> = self
            .prior
            .iter()
            .map(|(s, p)| (*p, *s))
            .filter(|(_, s)| self.view.source(*s).is_some_and(|s| s.kind == SourceKind::Table))
            .collect();
        tables.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        tables.into_iter().take(most).map(|(_, s)| s).collect()
    }

    /// The names of the question, the rows that comparisons select, whole tables.
    pub(super) fn start(&mut self) -> Result<Vec<PartialDerivation>> {
        let mut states = std::mem::take(&mut self.seeds);
        for (index, mention) in self.mentions.iter().enumerate() {
            states.push(PartialDerivation {
                coverage: mention.coverage,
                gain: self.question.weight(mention.coverage) * mention.score,
                cost: 0.25 * (1.0 - mention.score),
                last: mention.coverage,
                mentions: vec![index],
                ..PartialDerivation::begun(
                    Plan::name(&mention.text),
                    DenotationKind::Mention,
                    vec![mention.node],
                )
            });
        }
        let operators = self.question.operators.clone();
        for operator in &operators {
            match &operator.op {
                Op::Compare(bounds, speaks_of) => {
                    self.compared(bounds, operator.coverage, Some(speaks_of), &mut states)?;
                }
                Op::Time(bounds) => self.compared(bounds, operator.coverage, None, &mut states)?,
                Op::Superlative(larger, speaks_of) => {
                    self.extreme_entities(*larger, speaks_of, operator.coverage, &mut states)?
                }
                _ => {}
            }
        }
        // A question without a name in it is about all rows of some table.
        let whole = operators.iter().any(|o| !matches!(o.op, Op::Exclude | Op::Time(_) | Op::Bound(_)));
        if whole || states.is_empty() {
            for table in self.tables(10) {
                states.extend(self.whole(table)?);
            }
        }
        Ok(states)
    }

    /// Rows whose value in some column compares as asked: a column that is said, or that a word such as `longer`
    /// measures, by these roots; `None` for a column of times. In graphs, entities whose relation is said.
    pub(super) fn compared(
        &mut self,
        bounds: &[(Comparison, String)],
        coverage: Coverage,
        speaks_of: Option<&[&str]>,
        states: &mut Vec<PartialDerivation>,
    ) -> Result<()> {
        let tables = self.tables(24);
        // A bound with a unit is about columns that have units.
        let measured = bounds.iter().any(|(_, literal)| Value::parse(literal).unit().is_some());
        let mut columns: Vec<(NodeId, Option<RelationMention>, bool)> = Vec::new();
        for relation in self.lexicon.relations.values() {
            let kind_of = |source: &SourceId| self.view.source(*source).map(|source| source.kind);
            let in_tables = relation.sources.iter().any(|s| tables.contains(s));
            let in_graphs = relation.sources.iter().any(|s| kind_of(s) == Some(SourceKind::Kg));
            if !in_tables && !in_graphs {
                continue;
            }
            let ordered = !matches!(relation.kind, ValueKind::Text | ValueKind::Score);
            let mention =
                self.matches.mention_of(self.lexicon, self.question, relation.node, !coverage, coverage);
            let known = speaks_of.is_some_and(|words| relation.has_word_like(words))
                || measured && relation.kind == ValueKind::Quantity;
            let fits = match speaks_of {
                None => relation.temporal,
                Some(_) => ordered && (mention.is_some() || known),
            };
            if fits && (in_tables || mention.is_some()) {
                let near = mention.filter(|s| self.question.distance(s.coverage, coverage) <= 1.5);
                columns.push((relation.node, near, known));
            }
        }
        columns.sort_by_key(|(node, ..)| *node);
        for (column, mention, known) in columns {
            let name = self.lexicon.relations[&column].name.clone();
            // By table; what is in no table is an entity.
            let mut rows: Option<BTreeMap<Option<SourceId>, Vec<NodeId>>> = None;
            let mut plan: Option<Arc<Plan>> = None;
            for (op, literal) in bounds {
                let value = Value::parse(literal);
                let everywhere = &Scope::All;
                let postings = self.view.graph.facts_in_range(column, *op, &value, everywhere)?;
                let mut by_source: BTreeMap<Option<SourceId>, Vec<NodeId>> = BTreeMap::new();
                for posting in postings {
                    let Some(source) = self.view.source_of(posting.fact) else { continue };
                    let table = match source.kind {
                        SourceKind::Table if tables.contains(&source.id) => Some(source.id),
                        SourceKind::Kg if mention.is_some() => None,
                        _ => continue,
                    };
                    by_source.entry(table).or_default().push(posting.head);
                }
                by_source.values_mut().for_each(|list| {
                    list.sort_unstable();
                    list.dedup();
                });
                let part = Plan::inverse(&name, *op, &Plan::name(literal));
                plan = Some(plan.map_or_else(
                    || part.clone(),
                    |p| Plan::apply(Function::SetIntersection, &[&p, &part], None),
                ));
                rows = Some(match rows {
                    None => by_source,
                    Some(before) => before
                        .into_iter()
                        .map(|(s, list)| {
                            (
                                s,
                                super::partial_derivation::common(
                                    &list,
                                    by_source.get(&s).map_or(&[][..], |l| l),
                                ),
                            )
                        })
                        .collect(),
                });
            }
            let (Some(rows), Some(plan)) = (rows, plan) else { continue };
            for (table, mut nodes) in rows {
                nodes.truncate(MOST);
                if nodes.is_empty() {
                    continue;
                }
                let gain = self.question.weight(coverage).max(0.8) + mention.map_or(0.0, |s| s.gain);
                let said = coverage | mention.map_or(0, |s| s.coverage);
                let kind = table.map_or(DenotationKind::Entities, DenotationKind::Rows);
                let mut state = PartialDerivation {
                    coverage: said,
                    gain,
                    cost: STEP
                        + match (mention, known) {
                            (Some(_), _) => 0.0,
                            (None, true) => 0.1,
                            (None, false) => 0.2,
                        },
                    last: said,
                    relation: Some(column),
                    silent: usize::from(mention.is_none() && !known),
                    ..PartialDerivation::begun(plan.clone(), kind, nodes)
                };
                if state.kind == DenotationKind::Entities {
                    self.explain_kind(&mut state)?;
                }
                states.push(state);
            }
        }
        Ok(())
    }

    /// Entities of graphs with the largest or smallest value of a relation that is said beside the superlative, or
    /// that the superlative measures.
    fn extreme_entities(
        &mut self,
        larger: bool,
        speaks_of: &[&str],
        coverage: Coverage,
        states: &mut Vec<PartialDerivation>,
    ) -> Result<()> {
        for relation in self.lexicon.relations.values() {
            let of_graph = |id: &SourceId| self.view.source(*id).is_some_and(|s| s.kind == SourceKind::Kg);
            let graphs: Vec<SourceId> = relation.sources.iter().copied().filter(of_graph).collect();
            if graphs.is_empty() || matches!(relation.kind, ValueKind::Text | ValueKind::Score) {
                continue;
            }
            let mention =
                self.matches.mention_of(self.lexicon, self.question, relation.node, !coverage, coverage);
            let mention = mention.filter(|s| self.question.distance(s.coverage, coverage) <= 1.0);
            let known = relation.has_word_like(speaks_of) || relation.temporal && speaks_of.contains(&"date");
            if mention.is_none() && !known {
                continue;
            }
            let facts = self.view.graph.facts_of_relation(relation.node, None, &Scope::Only(graphs))?;
            if facts.len() > RANKED {
                continue;
            }
            let mut nodes = self.with_extreme(facts.iter().map(|fact| (fact.head, fact.tail)), larger)?;
            nodes.sort_unstable();
            nodes.dedup();
            nodes.truncate(MOST);
            if nodes.is_empty() {
                continue;
            }
            let function = if larger { Function::Max } else { Function::Min };
            let extreme = Plan::apply(function, &[&Plan::all(&relation.name)], None);
            let said = coverage | mention.map_or(0, |s| s.coverage);
            let plan = Plan::inverse(&relation.name, Comparison::Eq, &extreme);
            let mut state = PartialDerivation {
                coverage: said,
                gain: self.question.weight(coverage).max(0.8) + mention.map_or(0.0, |s| s.gain),
                cost: 3.0 * STEP + if mention.is_some() { 0.0 } else { 0.1 },
                relation: Some(relation.node),
                ..PartialDerivation::begun(plan, DenotationKind::Entities, nodes)
            };
            self.explain_kind(&mut state)?;
            states.push(state);
        }
        Ok(())
    }

    /// All rows of a table, by the column without empty cells that the fewest other sources share.
    pub(super) fn whole(&mut self, table: SourceId) -> Result<Option<PartialDerivation>> {
        let Some(source) = self.view.source(table) else { return Ok(None) };
        let shared = |node: &NodeId| self.lexicon.relations.get(node).map_or(1, |r| r.sources.len());
        let Some(key) = source
            .relations
            .iter()
            .filter(|r| r.facts == source.rows)
            .min_by_key(|r| (shared(&r.node), r.column))
        else {
            return Ok(None);
        };
        let mut nodes: Vec<NodeId> = self
            .view
            .graph
            .facts_of_relation(key.node, None, &Scope::Only(vec![table]))?
            .into_iter()
            .map(|p| p.head)
            .take(MOST)
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        let (coverage, gain) = self.named_after(table, 0);
        let begun = PartialDerivation::begun(Plan::all(&key.name), DenotationKind::Whole(table), nodes);
        Ok(Some(PartialDerivation { coverage, gain, cost: 0.3, last: coverage, ..begun }))
    }
}
