//! Hops from names: to rows of tables that have them as cells, and along relations.

use std::collections::BTreeSet;
use std::sync::Arc;

use trustuqa_engine::query::Function;
use trustuqa_model::{Comparison, NodeId, Posting, Result, Scope, Side, SourceId};

use super::cached_reads::{FACTS, SAMPLED, TYPED};
use super::operators::Op;
use super::partial_derivation::{DenotationKind, PartialDerivation, STEP, TemporalHop};
use super::plan::Plan;
use super::question::{Coverage, bit};
use super::relations::RelationMention;
use super::search::{AGAINST, HOPS, MOST, Search};

/// A relation, whether it is followed from head to tail, and its table.
type EdgeKey = (NodeId, bool, Option<SourceId>);

/// The nodes to which facts lead, ascending and each once; [`MOST`] at most.
fn ends(facts: &[Posting], forward: bool) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> =
        facts.iter().map(|fact| if forward { fact.tail } else { fact.head }).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes.truncate(MOST);
    nodes
}

impl Search<'_> {
    /// Hops from names: to rows of tables that have them as cells, and along relations.
    pub(super) fn hops(&mut self, state: &PartialDerivation) -> Result<Vec<PartialDerivation>> {
        let mut edges: BTreeSet<EdgeKey> = BTreeSet::new();
        // "The manager of the manager" is the same column once more.
        let tokens = &self.question.tokens;
        let is_cells = matches!(state.kind, DenotationKind::Cells(_));
        let is_open = |at: usize| tokens[at].weight > 0.0 && state.coverage & bit(at) == 0;
        let once_more = is_cells && (0..tokens.len()).any(|at| is_open(at) && self.is_repeated(state, at));
        let (sampled, others) = state.nodes.split_at(state.nodes.len().min(SAMPLED));
        let others = &others[..others.len().min(MOST)];
        self.view.expect_types(sampled)?;
        for node in sampled {
            let around = self.view.relations(*node)?;
            for (forward, relations) in [true, false].into_iter().zip(around) {
                for (source, relation) in relations.iter() {
                    let table = Some(*source).filter(|source| self.view.is_table(*source));
                    if matches!(state.kind, DenotationKind::Cells(own) if table == Some(own))
                        && (!once_more || state.relation == Some(*relation))
                    {
                        // From a cell back into its own table leads nowhere new.
                        continue;
                    }
                    edges.insert((*relation, forward, table));
                }
            }
        }
        // Equal numbers in two sources mean nothing; equal names do.
        let number = match state.nodes.first() {
            Some(node) if state.kind != DenotationKind::Mention => {
                self.view.node(*node)?.1.order_key().is_some()
            }
            _ => false,
        };
        if number {
            edges.retain(|(_, _, table)| table.is_none() && !matches!(state.kind, DenotationKind::Cells(_)));
        }
        let graphs = edges.iter().filter(|(_, _, table)| table.is_none()).count();
        let tables = edges.iter().filter(|(_, _, table)| table.is_some()).count();
        let mut ranked: Vec<(f32, EdgeKey, Option<RelationMention>, f32)> = Vec::new();
        for key in &edges {
            let (relation, forward, table) = *key;
            let mention = self.relation_mention(relation, state.coverage);
            // "Who owned Danubia" asks for its owner, and not for what is `owned_by` it.
            let named = state.kind == DenotationKind::Mention && table.is_none();
            let head = mention.filter(|_| named).and_then(|mention| {
                let name = &self.lexicon.relations.get(&relation)?.name;
                self.question.is_head(mention.coverage, state.coverage, name)
            });
            if head == Some(!forward) {
                continue;
            }
            let distance = mention.map_or(0.0, |s| {
                0.15 * self.question.distance(s.coverage, state.coverage)
                    + if self.inside(s.coverage, state) { 0.3 } else { 0.0 }
            });
            let silent = match (mention, table) {
                (Some(s), Some(_)) => 0.05 * (1.0 - s.completeness),
                (Some(s), None) => 0.3 * (1.0 - s.completeness),
                (None, Some(_)) => 0.12 + 0.04 * (tables.min(6) as f32),
                (None, None) => 0.45 + 0.12 * (graphs.min(8) as f32),
            };
            let prior = table.map_or(0.0, |t| 0.15 * self.prior.get(&t).copied().unwrap_or(0.0).min(6.0));
            let cost = silent + distance;
            ranked.push((mention.map_or(0.0, |s| s.gain) + prior - cost, *key, mention, cost));
        }
        ranked.sort_by(|a, b| {
            b.0.total_cmp(&a.0).then_with(|| (a.1.0, a.1.1, a.1.2).cmp(&(b.1.0, b.1.1, b.1.2)))
        });
        ranked.truncate(HOPS);
        let looked_at = [sampled, others].concat();
        for (side, way) in [(Side::Head, true), (Side::Tail, false)] {
            let followed = ranked.iter().filter(|(_, (_, forward, _), ..)| *forward == way);
            let relations: Vec<NodeId> = followed.map(|(_, (relation, ..), ..)| *relation).collect();
            self.view.graph.expect_facts_of(&looked_at, side, &relations)?;
        }
        let mut followed = Vec::new();
        let mut typed = Vec::new();
        for (_, key, mention, cost) in ranked {
            let facts = self.facts(&looked_at, key)?;
            if key.2.is_none() {
                typed.extend(ends(&facts, key.1).into_iter().take(TYPED));
            }
            followed.push((key, facts, mention, cost));
        }
        self.view.expect_types(&typed)?;
        let mut out = Vec::new();
        for ((relation, forward, table), facts, mention, cost) in followed {
            out.extend(self.hop(state, relation, forward, table, facts, mention, cost)?);
        }
        Ok(out)
    }

    /// The facts of some nodes along an edge.
    fn facts(&self, nodes: &[NodeId], (relation, forward, table): EdgeKey) -> Result<Vec<Posting>> {
        let (graph, relation) = (self.view.graph, Some(relation));
        let found = if forward {
            graph.facts_of_heads(nodes, relation, &Scope::All)?
        } else {
            graph.facts_of_tails(nodes, relation, &Scope::All)?
        };
        let of_each = found.into_iter().flat_map(|facts| facts.into_iter().take(FACTS));
        Ok(of_each.filter(|fact| self.view.table_of(fact.fact) == table).collect())
    }

    /// Whether words are between the name that a chain began with and words that it has used: words for a later hop
    /// would be further out.
    pub(super) fn inside(&self, coverage: Coverage, state: &PartialDerivation) -> bool {
        let names =
            state.mentions.iter().filter_map(|m| self.mentions.get(*m)).fold(0, |all, m| all | m.coverage);
        let used = state.coverage & !names;
        if names == 0 || used == 0 || coverage == 0 {
            return false;
        }
        let (first, last) = (coverage.trailing_zeros(), 63 - coverage.leading_zeros());
        let before = first > used.trailing_zeros() && last < names.trailing_zeros();
        let behind = first > 63 - names.leading_zeros() && last < 63 - used.leading_zeros();
        before || behind
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one hop, used in one place")]
    pub(super) fn hop(
        &mut self,
        state: &PartialDerivation,
        relation: NodeId,
        forward: bool,
        table: Option<SourceId>,
        postings: Vec<Posting>,
        mention: Option<RelationMention>,
        cost: f32,
    ) -> Result<Vec<PartialDerivation>> {
        let name = self.lexicon.relations.get(&relation).map_or_else(String::new, |r| r.name.clone());
        let plan = if forward {
            Plan::forward(&state.plan, &name)
        } else {
            Plan::inverse(&name, Comparison::Eq, &state.plan)
        };
        let temporal = postings.first().is_some_and(|p| self.view.is_temporal(p.fact));
        let kind = table.map_or(DenotationKind::Entities, DenotationKind::Rows);
        let mut grown = state.grown(plan.clone(), kind, ends(&postings, forward));
        grown.cost += cost;
        // From one source into another: seldom meant unless it is said.
        let crosses = match state.kind {
            DenotationKind::Cells(_) => true,
            DenotationKind::Entities => table.is_some(),
            _ => false,
        };
        if crosses {
            grown.cost += if mention.is_some() { 0.1 } else { 0.3 };
        }
        grown.relation = Some(relation);
        let silent = grown.clone();
        // "together with", "share": back over the relation that led here.
        let back = state.relation == Some(relation)
            && state.kind == DenotationKind::Entities
            && matches!(state.plan.as_ref(), Plan::Find { head, .. } if head.is_none() == forward);
        let again = self
            .question
            .operators
            .iter()
            .find(|o| back && o.op == Op::Again && o.coverage & grown.coverage == 0)
            .map(|o| o.coverage);
        if let (Some(coverage), None) = (again, mention) {
            grown.cost = state.cost + STEP;
            grown.explain(coverage, 0.8);
        } else if mention.is_none() {
            // One unsaid link is common, several are a guess.
            grown.cost += 0.3 * state.silent as f32;
            grown.silent += usize::from(table.is_none());
        }
        if let Some(mention) = mention {
            grown.explain(mention.coverage, mention.gain);
            // The noun of a relation says what its tails are, or with "of" its heads.
            let of_head = self.lexicon.relations.get(&relation).is_some_and(|r| r.of_head);
            // "Whose father is Igor?": the name is what the noun stands for.
            if mention.coverage & self.question.fills != 0 && forward != of_head {
                grown.cost += AGAINST;
            }
            if forward == of_head && grown.last & self.question.focus_noun() != 0 {
                grown.last = 0;
            }
        }
        // "in which city … born", "which clubs … played for": the preposition of the
        // relation takes the noun that is asked for.
        let takes =
            self.question.preposition.as_ref().is_some_and(|p| {
                name.rsplit(['_', ' ']).next().is_some_and(|last| last.eq_ignore_ascii_case(p))
            });
        let noun = self.question.focus_noun() & !grown.coverage;
        let mut out = Vec::new();
        if forward && takes && noun != 0 && mention.is_some() {
            // Or the noun belongs to a later hop: "in which country … born" by way of a city.
            out.push(grown.clone());
            // If the data has a word for such things, being named so counts more.
            let called = self
                .question
                .tokens
                .iter()
                .enumerate()
                .any(|(at, t)| noun & bit(at) != 0 && self.lexicon.nouns.contains(&t.root));
            grown.explain(noun, if called { 0.15 } else { 0.6 } * self.question.weight(noun));
        }
        self.explain_kind(&mut grown)?;
        if temporal {
            grown.timed =
                Some(TemporalHop { facts: Arc::new(postings.iter().map(|p| p.fact).collect()), forward });
        }
        if temporal {
            out.extend(self.at_times(&grown, &plan)?);
        }
        // Back where the chain came from: "also" excludes the name that it began with.
        let origin = state
            .mentions
            .iter()
            .filter_map(|m| self.mentions.get(*m))
            .find(|m| grown.nodes.binary_search(&m.node).is_ok());
        if origin.is_some() && grown.nodes.len() == 1 && state.kind == DenotationKind::Entities {
            // Only the name that the question gives: this leads nowhere.
            return Ok(out);
        }
        if let (Some(origin), true, None) = (origin, state.kind == DenotationKind::Entities, table) {
            let (node, text) = (origin.node, origin.text.clone());
            let mut others = grown.clone();
            others.nodes = Arc::new(grown.nodes.iter().copied().filter(|n| *n != node).collect());
            others.items = others.nodes.len();
            others.timed = None;
            others.cost += 0.12;
            others.plan = Plan::apply(Function::SetDifference, &[&grown.plan, &Plan::name(&text)], None);
            grown.cost += 0.4;
            if !others.nodes.is_empty() {
                out.push(others);
            }
        }
        // The words for the column may belong to what is asked of the rows.
        if let (Some(mention), Some(_)) = (mention, table)
            && mention.coverage & self.question.focus != 0
        {
            out.push(PartialDerivation { cost: silent.cost + 0.1, ..silent });
        }
        out.push(grown);
        Ok(out)
    }
}
