//! The search for readings: from the names in the question, hop by hop, to what is
//! asked for. Every step is tried on the graph, so that no reading is proposed that
//! the data does not have.
//!
//! `expand` makes one state from one (hops, extremes, neighbours of rows), `combine`
//! one from two (rows that meet both, entities that meet both, facts between two,
//! facts at the time of another).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use trustuqa_storage::{Comparison, NodeId, Posting, Result, SourceId, SourceKind, Value, ValueKind};

use super::link::{Lexicon, Matches, Mention, Spoken};
use super::plan::Plan;
use super::question::{Form, Mask, Op, Question, bit};
use super::state::{Kind, STEP, State, Timed};
use super::view::{SAMPLED, View};
use crate::query::Function;

/// States of one round that are grown in the next.
const BEAM: usize = 56;
/// Rounds: the longest chain of calls that is found.
const ROUNDS: usize = 6;
/// Nodes of a state; larger sets are cut.
const MOST: usize = 4_000;
/// Hops from one state that are followed, those that are spoken of first.
const HOPS: usize = 14;

/// Everything that a search looks at.
pub struct Search<'a> {
    /// The graph.
    pub view: View<'a>,
    /// Its relations.
    pub lexicon: &'a Lexicon,
    /// The question.
    pub question: &'a Question,
    /// Relations that share words with it.
    pub matches: Matches,
    /// Names in it.
    pub mentions: Vec<Mention>,
    /// How many things of the question a table has.
    pub prior: HashMap<SourceId, f32>,
    /// Every state that was kept.
    pub states: Vec<State>,
    /// Plans that were seen.
    pub(super) seen: HashSet<String>,
    /// Words inside long names, which speak of no relation.
    named: Mask,
    /// When to stop.
    pub deadline: Instant,
}

impl<'a> Search<'a> {
    /// A search that ends after `limit`.
    pub fn new(view: View<'a>, lexicon: &'a Lexicon, question: &'a Question, matches: Matches, mentions: Vec<Mention>, limit: Duration) -> Search<'a> {
        let deadline = Instant::now() + limit;
        let long = |m: &&Mention| m.score >= 0.9 && m.mask.count_ones() >= 2;
        let named = mentions.iter().filter(long).fold(0, |mask, m| mask | m.mask);
        Search { named, view, lexicon, question, matches, mentions, prior: HashMap::new(), states: Vec::new(), seen: HashSet::new(), deadline }
    }

    /// True when the time is over.
    pub fn late(&self) -> bool {
        Instant::now() > self.deadline
    }

    /// Runs the search; other tasks run between its rounds.
    pub async fn run(&mut self) -> Result<()> {
        self.rate_tables()?;
        let mut frontier = self.start()?;
        for _ in 0..ROUNDS {
            tokio::task::yield_now().await;
            let mut grown = Vec::new();
            for state in &frontier {
                if self.late() {
                    break;
                }
                grown.extend(self.expand(state)?);
            }
            self.sort(&mut grown);
            grown.truncate(3 * BEAM);
            tokio::task::yield_now().await;
            let first = self.states.len();
            self.states.extend(frontier);
            let mut joined = Vec::new();
            for at in first..self.states.len() {
                if self.late() {
                    break;
                }
                joined.extend(self.combine(at)?);
            }
            grown.extend(joined);
            self.sort(&mut grown);
            grown.truncate(BEAM);
            if grown.is_empty() || self.late() {
                self.states.extend(grown);
                break;
            }
            frontier = grown;
        }
        Ok(())
    }

    /// Best first, each plan once.
    fn sort(&mut self, states: &mut Vec<State>) {
        states.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then_with(|| a.plan.size().cmp(&b.plan.size())));
        let mut kept: HashMap<(Kind, Mask, Option<NodeId>), usize> = HashMap::new();
        let seen = &mut self.seen;
        states.retain(|s| {
            // Many states that explain the same crowd out the others.
            let count = kept.entry((s.kind, s.mask, s.relation)).or_default();
            *count += 1;
            *count <= 4 && !seen.contains(&key(s))
        });
    }

    /// Remembers a state, so that no later round makes it again.
    fn remember(&mut self, state: &State) -> bool {
        self.seen.insert(key(state))
    }

    /// Rates tables by how many words and names of the question they have.
    fn rate_tables(&mut self) -> Result<()> {
        for index in 0..self.mentions.len() {
            let (node, mask, score) = (self.mentions[index].node, self.mentions[index].mask, self.mentions[index].score);
            let around = self.view.around(node)?;
            let mut tables: Vec<SourceId> = around.into.iter().filter_map(|p| self.view.table_of(p.fact)).collect();
            tables.sort_unstable();
            tables.dedup();
            for table in tables {
                *self.prior.entry(table).or_default() += self.question.weight(mask) * score;
            }
        }
        for relation in self.lexicon.relations.values() {
            if let Some(spoken) = self.matches.spoken(self.lexicon, self.question, relation.node, !0, 0) {
                for source in &relation.sources {
                    *self.prior.entry(*source).or_default() += spoken.gain;
                }
            }
        }
        for (source, roots) in &self.lexicon.sources {
            for token in self.question.tokens.iter().filter(|t| t.weight > 0.0) {
                let best = roots.iter().map(|r| super::words::likeness(r, &token.root)).fold(0.0, f32::max);
                if best > 0.0 {
                    *self.prior.entry(*source).or_default() += 0.6 * best * token.weight;
                }
            }
        }
        Ok(())
    }

    /// Tables by rating, best first.
    fn tables(&self, most: usize) -> Vec<SourceId> {
        let mut tables: Vec<(f32, SourceId)> = self.prior.iter().map(|(s, p)| (*p, *s)).filter(|(_, s)| self.view.source(*s).is_some_and(|s| s.kind == SourceKind::Table)).collect();
        tables.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        tables.into_iter().take(most).map(|(_, s)| s).collect()
    }

    /// The names of the question, the rows that comparisons select, whole tables.
    fn start(&mut self) -> Result<Vec<State>> {
        let mut states = Vec::new();
        for (index, mention) in self.mentions.iter().enumerate() {
            states.push(State {
                plan: Plan::name(&mention.text),
                kind: Kind::Mention,
                nodes: Arc::new(vec![mention.node]),
                dates: Vec::new(),
                items: 1,
                mask: mention.mask,
                gain: self.question.weight(mention.mask) * mention.score,
                cost: 0.25 * (1.0 - mention.score),
                last: mention.mask,
                relation: None,
                timed: None,
                mentions: vec![index],
                silent: 0,
            });
        }
        let operators = self.question.operators.clone();
        for operator in &operators {
            match &operator.op {
                Op::Compare(op, literal) => self.compared(&[(*op, literal.clone())], operator.mask, false, &mut states)?,
                Op::Time(bounds) => self.compared(bounds, operator.mask, true, &mut states)?,
                _ => {}
            }
        }
        let whole = operators.iter().any(|o| !matches!(o.op, Op::Exclude | Op::Time(_) | Op::Bound(_)));
        if whole {
            for table in self.tables(10) {
                states.extend(self.whole(table)?);
            }
        }
        Ok(states)
    }

    /// Rows whose value of some column compares as asked.
    fn compared(&mut self, bounds: &[(Comparison, String)], mask: Mask, temporal: bool, states: &mut Vec<State>) -> Result<()> {
        let tables = self.tables(24);
        let mut columns: Vec<(NodeId, Option<Spoken>)> = Vec::new();
        for relation in self.lexicon.relations.values() {
            if !relation.sources.iter().any(|s| tables.contains(s)) {
                continue;
            }
            let ordered = !matches!(relation.kind, ValueKind::Text | ValueKind::Score);
            let spoken = self.matches.spoken(self.lexicon, self.question, relation.node, !mask, mask);
            let fits = if temporal { relation.temporal } else { ordered && spoken.is_some() };
            if fits {
                columns.push((relation.node, spoken.filter(|s| self.question.distance(s.mask, mask) <= 1.5)));
            }
        }
        columns.sort_by_key(|(node, _)| *node);
        for (column, spoken) in columns {
            let name = self.lexicon.relations[&column].name.clone();
            let mut rows: Option<HashMap<SourceId, Vec<NodeId>>> = None;
            let mut plan: Option<Arc<Plan>> = None;
            for (op, literal) in bounds {
                let value = Value::parse(literal);
                let postings = if *op == Comparison::Eq {
                    let at_most: HashSet<_> = self.view.graph.facts_in_range(column, Comparison::Le, &value, &trustuqa_storage::Scope::All)?.into_iter().map(|p| p.fact).collect();
                    let at_least = self.view.graph.facts_in_range(column, Comparison::Ge, &value, &trustuqa_storage::Scope::All)?;
                    at_least.into_iter().filter(|p| at_most.contains(&p.fact)).collect()
                } else {
                    self.view.graph.facts_in_range(column, *op, &value, &trustuqa_storage::Scope::All)?
                };
                let mut by_source: HashMap<SourceId, Vec<NodeId>> = HashMap::new();
                for posting in postings {
                    if let Some(table) = self.view.table_of(posting.fact).filter(|t| tables.contains(t)) {
                        by_source.entry(table).or_default().push(posting.head);
                    }
                }
                by_source.values_mut().for_each(|list| {
                    list.sort_unstable();
                    list.dedup();
                });
                let part = Plan::inverse(&name, *op, &Plan::name(literal));
                plan = Some(plan.map_or_else(|| part.clone(), |p| Plan::apply(Function::SetIntersection, &[&p, &part], None)));
                rows = Some(match rows {
                    None => by_source,
                    Some(before) => before.into_iter().map(|(s, list)| (s, super::state::common(&list, by_source.get(&s).map_or(&[][..], |l| l)))).collect(),
                });
            }
            let (Some(rows), Some(plan)) = (rows, plan) else { continue };
            for (source, nodes) in rows {
                if nodes.is_empty() {
                    continue;
                }
                let gain = self.question.weight(mask).max(0.8) + spoken.map_or(0.0, |s| s.gain);
                let said = mask | spoken.map_or(0, |s| s.mask);
                states.push(State {
                    plan: plan.clone(),
                    kind: Kind::Rows(source),
                    items: nodes.len(),
                    nodes: Arc::new(nodes),
                    dates: Vec::new(),
                    mask: said,
                    gain,
                    cost: STEP + if spoken.is_some() { 0.0 } else { 0.2 },
                    last: said,
                    relation: Some(column),
                    timed: None,
                    mentions: Vec::new(),
                    silent: usize::from(spoken.is_none()),
                });
            }
        }
        Ok(())
    }

    /// All rows of a table, by the column that is most its own.
    fn whole(&mut self, table: SourceId) -> Result<Option<State>> {
        let Some(source) = self.view.source(table) else { return Ok(None) };
        let shared = |node: &NodeId| self.lexicon.relations.get(node).map_or(1, |r| r.sources.len());
        let Some(key) = source.relations.iter().filter(|r| r.facts == source.rows).min_by_key(|r| (shared(&r.node), r.column)) else { return Ok(None) };
        let mut nodes: Vec<NodeId> = self.view.graph.facts_of_relation(key.node, None, &trustuqa_storage::Scope::Only(vec![table]))?.into_iter().map(|p| p.head).take(MOST).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let (mask, gain) = self.named_after(table, 0);
        Ok(Some(State {
            plan: Plan::all(&key.name),
            kind: Kind::Whole(table),
            items: nodes.len(),
            nodes: Arc::new(nodes),
            dates: Vec::new(),
            mask,
            gain,
            cost: 0.3,
            last: mask,
            relation: None,
            timed: None,
            mentions: Vec::new(),
            silent: 0,
        }))
    }

    /// Words of the question that are a source's name, among those not yet explained.
    pub fn named_after(&self, source: SourceId, explained: Mask) -> (Mask, f32) {
        let (mut mask, mut gain) = (0, 0.0);
        let Some(roots) = self.lexicon.sources.get(&source) else { return (0, 0.0) };
        for (at, token) in self.question.tokens.iter().enumerate() {
            if token.weight == 0.0 || explained & bit(at) != 0 {
                continue;
            }
            let best = roots.iter().map(|r| super::words::likeness(r, &token.root)).fold(0.0, f32::max);
            if best > 0.0 {
                mask |= bit(at);
                gain += 0.6 * best * token.weight;
            }
        }
        (mask, gain)
    }

    /// Where a relation is spoken of, given what a state explains already.
    pub(super) fn spoken(&self, relation: NodeId, explained: Mask) -> Option<Spoken> {
        let spoken = self.matches.spoken(self.lexicon, self.question, relation, !(explained | self.named), explained)?;
        (spoken.gain > 0.1).then_some(spoken)
    }

    fn expand(&mut self, state: &State) -> Result<Vec<State>> {
        let fresh = self.remember(state);
        if !fresh && state.kind != Kind::Mention {
            return Ok(Vec::new());
        }
        let mut out = match state.kind {
            Kind::Times | Kind::Computed => Vec::new(),
            Kind::Mention | Kind::Entities | Kind::Cells(_) => self.hops(state)?,
            Kind::Rows(source) => self.columns(state, source)?,
            Kind::Whole(source) => self.extremes(state, source)?,
        };
        if let Kind::Rows(source) = state.kind {
            out.extend(self.extremes(state, source)?);
            out.extend(self.neighbours(state, source)?);
        }
        out.extend(self.times(state)?);
        for grown in &mut out {
            self.explain_kind(grown)?;
        }
        Ok(out)
    }

    /// Hops from names: to rows of tables that have them as cells, and along relations.
    fn hops(&mut self, state: &State) -> Result<Vec<State>> {
        #[derive(Default)]
        struct Edge {
            postings: Vec<Posting>,
        }
        let mut edges: HashMap<(NodeId, bool, Option<SourceId>), Edge> = HashMap::new();
        for node in state.nodes.iter().take(SAMPLED) {
            let around = self.view.around(*node)?;
            for (forward, list) in [(true, &around.out), (false, &around.into)] {
                for posting in list {
                    let table = self.view.table_of(posting.fact);
                    if matches!(state.kind, Kind::Cells(own) if table == Some(own)) {
                        // From a cell back into its own table is a way round, not on.
                        continue;
                    }
                    edges.entry((posting.relation, forward, table)).or_default().postings.push(*posting);
                }
            }
        }
        // Equal numbers in two sources mean nothing; equal names do.
        let number = match state.nodes.first() {
            Some(node) if state.kind != Kind::Mention => self.view.node(*node)?.1.order_key().is_some(),
            _ => false,
        };
        if number {
            edges.retain(|(_, _, table), _| table.is_none() && !matches!(state.kind, Kind::Cells(_)));
        }
        let graphs = edges.keys().filter(|(_, _, table)| table.is_none()).count();
        let tables = edges.keys().filter(|(_, _, table)| table.is_some()).count();
        let mut ranked: Vec<(f32, (NodeId, bool, Option<SourceId>), Option<Spoken>, f32)> = Vec::new();
        for key in edges.keys() {
            let (relation, _, table) = *key;
            let spoken = self.spoken(relation, state.mask);
            let distance = spoken.map_or(0.0, |s| 0.15 * self.question.distance(s.mask, state.mask) + if self.inside(s.mask, state) { 0.3 } else { 0.0 });
            let silent = match (spoken, table) {
                (Some(s), Some(_)) => 0.05 * (1.0 - s.cover),
                (Some(s), None) => 0.3 * (1.0 - s.cover),
                (None, Some(_)) => 0.12 + 0.04 * (tables.min(6) as f32),
                (None, None) => 0.45 + 0.12 * (graphs.min(8) as f32),
            };
            let prior = table.map_or(0.0, |t| 0.15 * self.prior.get(&t).copied().unwrap_or(0.0).min(6.0));
            let cost = silent + distance;
            ranked.push((spoken.map_or(0.0, |s| s.gain) + prior - cost, *key, spoken, cost));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1.0, a.1.1, a.1.2).cmp(&(b.1.0, b.1.1, b.1.2))));
        let mut out = Vec::new();
        for (_, (relation, forward, table), spoken, cost) in ranked.into_iter().take(HOPS) {
            let mut postings = edges.remove(&(relation, forward, table)).unwrap_or_default().postings;
            if state.nodes.len() > SAMPLED {
                for node in state.nodes.iter().skip(SAMPLED).take(MOST) {
                    let more = if forward { self.view.graph.facts_of_head(*node, Some(relation), &trustuqa_storage::Scope::All)? } else { self.view.graph.facts_of_tail(*node, Some(relation), &trustuqa_storage::Scope::All)? };
                    postings.extend(more.into_iter().filter(|p| self.view.table_of(p.fact) == table));
                }
            }
            out.extend(self.hop(state, relation, forward, table, postings, spoken, cost)?);
        }
        Ok(out)
    }

    /// True when words stand between the name that a chain began with and words that
    /// the chain has used: they would have been said further out.
    fn inside(&self, mask: Mask, state: &State) -> bool {
        let names = state.mentions.iter().filter_map(|m| self.mentions.get(*m)).fold(0, |all, m| all | m.mask);
        let used = state.mask & !names;
        if names == 0 || used == 0 || mask == 0 {
            return false;
        }
        let (first, last) = (mask.trailing_zeros(), 63 - mask.leading_zeros());
        let before = first > used.trailing_zeros() && last < names.trailing_zeros();
        let behind = first > 63 - names.leading_zeros() && last < 63 - used.leading_zeros();
        before || behind
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one hop, used in one place")]
    fn hop(&mut self, state: &State, relation: NodeId, forward: bool, table: Option<SourceId>, postings: Vec<Posting>, spoken: Option<Spoken>, cost: f32) -> Result<Vec<State>> {
        let name = self.lexicon.relations.get(&relation).map_or_else(String::new, |r| r.name.clone());
        let plan = if forward { Plan::forward(&state.plan, &name) } else { Plan::inverse(&name, Comparison::Eq, &state.plan) };
        let ends = |list: &[Posting]| {
            let mut nodes: Vec<NodeId> = list.iter().map(|p| if forward { p.tail } else { p.head }).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.truncate(MOST);
            nodes
        };
        let temporal = postings.first().is_some_and(|p| self.view.is_temporal(p.fact));
        let kind = table.map_or(Kind::Entities, Kind::Rows);
        let mut grown = state.grown(plan.clone(), kind, ends(&postings));
        grown.cost += cost;
        // Out of one source into another: seldom meant without a word for it.
        let crosses = match state.kind {
            Kind::Cells(_) => true,
            Kind::Entities => table.is_some(),
            _ => false,
        };
        if crosses {
            grown.cost += if spoken.is_some() { 0.1 } else { 0.3 };
        }
        grown.relation = Some(relation);
        let silent = grown.clone();
        // "together with", "share": back through the relation that led here.
        let back = state.relation == Some(relation) && state.kind == Kind::Entities && matches!(state.plan.as_ref(), Plan::Find { head, .. } if head.is_none() == forward);
        let again = self.question.operators.iter().find(|o| back && o.op == Op::Again && o.mask & grown.mask == 0).map(|o| o.mask);
        if let (Some(mask), None) = (again, spoken) {
            grown.cost = state.cost + STEP;
            grown.explain(mask, 0.8);
        } else if spoken.is_none() {
            // One link that is not spoken of is common, several are a guess.
            grown.cost += 0.3 * state.silent as f32;
            grown.silent += usize::from(table.is_none());
        }
        if let Some(spoken) = spoken {
            grown.explain(spoken.mask, spoken.gain);
            // The noun of a relation says what its tails are, with "of" its heads.
            let of_head = self.lexicon.relations.get(&relation).is_some_and(|r| r.of_head);
            if forward == of_head && grown.last & self.question.focus_noun() != 0 {
                grown.last = 0;
            }
        }
        // "in which city … born", "which clubs … played for": the preposition of the
        // relation takes the noun that is asked for.
        let takes = self.question.preposition.as_ref().is_some_and(|p| name.rsplit(['_', ' ']).next().is_some_and(|last| last.eq_ignore_ascii_case(p)));
        let noun = self.question.focus_noun() & !grown.mask;
        let mut out = Vec::new();
        if forward && takes && noun != 0 && spoken.is_some() {
            // Or the noun is still to come: "in which country … born" by way of a city.
            out.push(grown.clone());
            // Where the data has a word for such things, being called so counts more.
            let called = self.question.tokens.iter().enumerate().any(|(at, t)| noun & bit(at) != 0 && self.lexicon.nouns.contains(&t.root));
            grown.explain(noun, if called { 0.25 } else { 0.6 } * self.question.weight(noun));
        }
        self.explain_kind(&mut grown)?;
        if temporal {
            grown.timed = Some(Timed { facts: Arc::new(postings.iter().map(|p| p.fact).collect()), forward });
        }
        if temporal {
            out.extend(self.at_times(&grown, &plan)?);
        }
        // Back where the chain came from: "also" leaves out the one that it began with.
        let origin = state.mentions.iter().filter_map(|m| self.mentions.get(*m)).find(|m| grown.nodes.binary_search(&m.node).is_ok());
        if let (Some(origin), true, None) = (origin, state.kind == Kind::Entities, table) {
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
        // The words for the column may be meant for what is asked of the rows.
        if let (Some(spoken), Some(_)) = (spoken, table) {
            if spoken.mask & self.question.focus != 0 {
                out.push(State { cost: silent.cost + 0.1, ..silent });
            }
        }
        out.push(grown);
        Ok(out)
    }

    /// From rows to a column of them.
    fn columns(&mut self, state: &State, source: SourceId) -> Result<Vec<State>> {
        let mut cells: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for row in state.nodes.iter().take(MOST) {
            for posting in &self.view.around(*row)?.out {
                cells.entry(posting.relation).or_default().push(posting.tail);
            }
        }
        let info = self.view.source(source);
        let subject = info.and_then(|s| s.relations.iter().filter(|r| r.kind == ValueKind::Text).min_by_key(|r| r.column)).map(|r| r.node);
        let mut out = Vec::new();
        for (relation, mut nodes) in cells {
            let Some(column) = self.lexicon.relations.get(&relation) else { continue };
            if state.relation == Some(relation) && matches!(state.plan.as_ref(), Plan::Find { tail: Some((Comparison::Eq, _)), .. }) {
                // The value that chose the rows is not what is asked for.
                continue;
            }
            let spoken = self.spoken(relation, state.mask);
            let fits = match self.question.form {
                Form::When => column.temporal,
                Form::Who => column.kind == ValueKind::Text,
                Form::Where => column.roots.iter().any(|(r, _)| matches!(r.as_str(), "city" | "cit" | "venu" | "locat" | "plac" | "country" | "countr" | "stadium" | "site")),
                Form::HowMany => !matches!(column.kind, ValueKind::Text | ValueKind::Date),
                Form::Which => false,
            };
            let silent = match spoken {
                Some(s) => 0.15 * (1.0 - s.cover) + 0.06 * self.question.distance(s.mask, state.mask),
                None if subject == Some(relation) => 0.45,
                None if fits => 0.5,
                None => 0.9,
            };
            let name = column.name.clone();
            let items = nodes.len();
            nodes.sort_unstable();
            nodes.dedup();
            let mut grown = state.grown(Plan::forward(&state.plan, &name), Kind::Cells(source), nodes);
            grown.items = items;
            grown.cost += silent;
            grown.relation = Some(relation);
            grown.silent += usize::from(spoken.is_none());
            if let Some(spoken) = spoken {
                grown.explain(spoken.mask, spoken.gain);
            }
            out.push(grown);
        }
        Ok(out)
    }

    /// Words that say what was found: "the country in which …" of a set of countries.
    fn explain_kind(&mut self, state: &mut State) -> Result<()> {
        if state.nodes.is_empty() {
            return Ok(());
        }
        let question = self.question;
        for (at, token) in question.tokens.iter().enumerate() {
            if token.weight < 0.3 || (state.mask | self.named) & bit(at) != 0 || !self.is_noun(at) {
                continue;
            }
            let quality = match state.kind {
                Kind::Entities | Kind::Cells(_) => self.view.is_a(&state.nodes, &token.root, self.lexicon)?,
                _ => 0.0,
            };
            if quality >= 0.45 {
                state.explain(bit(at), 0.55 * quality * token.weight);
            }
        }
        // Only when a state enters a source does the source's name explain words.
        let source = match (state.kind, state.nodes.first()) {
            (Kind::Rows(source), _) => Some(source),
            (Kind::Entities, Some(node)) => self.view.subject_of(*node)?,
            _ => None,
        };
        if let Some(source) = source {
            let (mask, gain) = self.named_after(source, state.mask | self.named);
            if mask != 0 {
                state.explain(mask, gain);
            }
        }
        Ok(())
    }

    /// Stands where a noun would that says of what kind something is.
    fn is_noun(&self, at: usize) -> bool {
        if self.question.focus & bit(at) != 0 {
            return true;
        }
        let before = at.checked_sub(1).and_then(|b| self.question.tokens.get(b)).map_or("", |t| t.word.as_str());
        matches!(before, "a" | "an" | "the" | "which" | "what" | "in" | "of" | "whose" | "that" | "other")
    }
}

/// What makes two states the same: the plan and the words that it is taken to explain.
fn key(state: &State) -> String {
    format!("{:?} {}", state.plan, state.mask)
}
