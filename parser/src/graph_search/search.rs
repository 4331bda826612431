//! The search for readings: from the names in the question, hop by hop, to what is asked for. Every step is tried
//! on the graph, so that each reading has an answer in the data.
//!
//! `expand` makes one state from one (hops, extremes, neighbours of rows), `combine`
//! one from two (rows that meet both, entities that meet both, facts between two,
//! facts at the time of another).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use trustuqa_engine::lexicon;
use trustuqa_model::{Comparison, NodeId, Result, SourceId, ValueKind};

use super::answer_type::AnswerType;
use super::cached_reads::{CachedReads, TYPED};
use super::link::NodeMention;
use super::partial_derivation::{DenotationKind, PartialDerivation};
use super::plan::Plan;
use super::question::{Coverage, TokenizedQuestion, bit};
use super::relations::{Lexicon, Matches, RelationMention};

/// States that are kept of one round, to be grown in the next.
const BEAM: usize = 56;
/// Rounds: the longest chain of calls that is found.
const ROUNDS: usize = 6;
/// Maximum number of nodes of a state; larger sets are cut.
pub(super) const MOST: usize = 4_000;
/// The cost of a relation that is read against the direction in which it is said.
pub(super) const AGAINST: f32 = 1.2;
/// Maximum number of hops from one state that are followed, those that are said first.
pub(super) const HOPS: usize = 14;

/// Everything that a search looks at.
pub struct Search<'a> {
    /// The graph.
    pub view: CachedReads<'a>,
    /// Its relations.
    pub lexicon: &'a Lexicon,
    /// The question.
    pub question: &'a TokenizedQuestion,
    /// Relations that share words with it.
    pub matches: Matches,
    /// Names in it.
    pub mentions: Vec<NodeMention>,
    /// For each source, how much of the question it has.
    pub prior: HashMap<SourceId, f32>,
    /// Every state that was kept.
    pub states: Vec<PartialDerivation>,
    /// Plans that were seen.
    pub(super) seen: HashSet<String>,
    /// Words inside long names, which say no relation.
    pub(super) named: Coverage,
    /// When to stop.
    pub deadline: Instant,
    /// States for the words that refer to the answer before.
    pub(super) seeds: Vec<PartialDerivation>,
    /// The column that the answer before was taken from.
    pub(super) carried: Option<NodeId>,
}

impl<'a> Search<'a> {
    /// A search that ends after `limit`.
    pub fn new(
        view: CachedReads<'a>,
        lexicon: &'a Lexicon,
        question: &'a TokenizedQuestion,
        matches: Matches,
        mentions: Vec<NodeMention>,
        limit: Duration,
    ) -> Search<'a> {
        let deadline = Instant::now() + limit;
        let long = |m: &&NodeMention| m.score >= 0.9 && m.coverage.count_ones() >= 2;
        let named = mentions.iter().filter(long).fold(0, |covered, m| covered | m.coverage);
        Search {
            named,
            view,
            lexicon,
            question,
            matches,
            mentions,
            prior: HashMap::new(),
            states: Vec::new(),
            seen: HashSet::new(),
            deadline,
            seeds: Vec::new(),
            carried: None,
        }
    }

    /// Whether the time is over.
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

    /// Sorts states, best first; leaves out those that were seen, and all but a few that explain the same.
    pub(super) fn sort(&mut self, states: &mut Vec<PartialDerivation>) {
        states
            .sort_by(|a, b| b.worth().total_cmp(&a.worth()).then_with(|| a.plan.size().cmp(&b.plan.size())));
        let mut kept: HashMap<(DenotationKind, Coverage, Option<NodeId>), usize> = HashMap::new();
        let seen = &mut self.seen;
        states.retain(|s| {
            // Many states that explain the same would crowd out the others.
            let count = kept.entry((s.kind, s.coverage, s.relation)).or_default();
            *count += 1;
            *count <= 4 && !seen.contains(&key(s))
        });
    }

    /// Remembers a state, so that no later round makes it again.
    pub(super) fn remember(&mut self, state: &PartialDerivation) -> bool {
        self.seen.insert(key(state))
    }

    /// Unexplained words of the question that are a source's name, with their gain. Words of one of its columns
    /// speak of the column.
    pub fn named_after(&self, source: SourceId, explained: Coverage) -> (Coverage, f32) {
        let (mut coverage, mut gain) = (0, 0.0);
        let Some(roots) = self.lexicon.sources.get(&source) else { return (0, 0.0) };
        for (at, token) in self.question.tokens.iter().enumerate() {
            let is_open = token.weight > 0.0 && explained & bit(at) == 0;
            if !is_open || self.view.has_column_word(source, self.lexicon, &token.root) {
                continue;
            }
            let best = roots.iter().map(|r| crate::words::likeness(r, &token.root)).fold(0.0, f32::max);
            if best > 0.0 {
                coverage |= bit(at);
                gain += 0.6 * best * token.weight;
            }
        }
        (coverage, gain)
    }

    /// Where a relation is said, given what a state explains already.
    pub(super) fn relation_mention(&self, relation: NodeId, explained: Coverage) -> Option<RelationMention> {
        let mention = self.matches.mention_of(
            self.lexicon,
            self.question,
            relation,
            !(explained | self.named),
            explained,
        )?;
        (mention.gain > 0.1).then_some(mention)
    }

    pub(super) fn expand(&mut self, state: &PartialDerivation) -> Result<Vec<PartialDerivation>> {
        let fresh = self.remember(state);
        if !fresh && state.kind != DenotationKind::Mention {
            return Ok(Vec::new());
        }
        let mut out = match state.kind {
            DenotationKind::Times | DenotationKind::Computed => Vec::new(),
            DenotationKind::Mention | DenotationKind::Entities | DenotationKind::Cells(_) => {
                self.hops(state)?
            }
            DenotationKind::Rows(source) => self.columns(state, source)?,
            DenotationKind::Whole(source) => self.extremes(state, source)?,
        };
        if let DenotationKind::Rows(source) = state.kind {
            out.extend(self.extremes(state, source)?);
            out.extend(self.neighbours(state, source)?);
        }
        out.extend(self.times(state)?);
        let has_kind = |grown: &&PartialDerivation| {
            matches!(grown.kind, DenotationKind::Entities | DenotationKind::Cells(_))
        };
        let typed = out.iter().filter(has_kind).flat_map(|grown| grown.nodes.iter().take(TYPED));
        self.view.expect_types(&typed.copied().collect::<Vec<_>>())?;
        for grown in &mut out {
            self.explain_kind(grown)?;
        }
        Ok(out)
    }

    /// States with the cells of rows in each of their columns.
    pub(super) fn columns(
        &mut self,
        state: &PartialDerivation,
        source: SourceId,
    ) -> Result<Vec<PartialDerivation>> {
        let mut cells: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        self.view.expect_around(&state.nodes[..state.nodes.len().min(MOST)])?;
        for row in state.nodes.iter().take(MOST) {
            for posting in &self.view.around(*row)?.out {
                cells.entry(posting.relation).or_default().push(posting.tail);
            }
        }
        let subject = self.view.subject_column(source);
        let mut out = Vec::new();
        for (relation, mut nodes) in cells {
            let Some(column) = self.lexicon.relations.get(&relation) else { continue };
            if state.relation == Some(relation)
                && matches!(state.plan.as_ref(), Plan::Find { tail: Some((Comparison::Eq, _)), .. })
            {
                // The value that chose the rows is not what the question asks for.
                continue;
            }
            let mention = self.relation_mention(relation, state.coverage);
            let fits = match self.question.form {
                AnswerType::When => column.temporal,
                AnswerType::Who => column.kind == ValueKind::Text,
                AnswerType::Where => column.roots.iter().any(|(root, _)| lexicon::contains("places", root)),
                AnswerType::HowMany => !matches!(column.kind, ValueKind::Text | ValueKind::Date),
                AnswerType::Which => false,
            };
            let silent = match mention {
                // "Whose manager is Nora?" asks for no manager.
                Some(s) if s.coverage & self.question.fills != 0 => AGAINST,
                Some(s) => {
                    0.15 * (1.0 - s.completeness) + 0.06 * self.question.distance(s.coverage, state.coverage)
                }
                // The follow-up asks for the same thing as the question before.
                None if self.carried == Some(relation) => 0.2,
                None if subject == Some(relation) => 0.45,
                None if fits => 0.5,
                None => 0.9,
            };
            let name = column.name.clone();
            let items = nodes.len();
            nodes.sort_unstable();
            nodes.dedup();
            let mut grown =
                state.grown(Plan::forward(&state.plan, &name), DenotationKind::Cells(source), nodes);
            grown.items = items;
            grown.cost += silent;
            grown.relation = Some(relation);
            grown.silent += usize::from(mention.is_none());
            if let Some(mention) = mention {
                grown.explain(mention.coverage, mention.gain);
            }
            out.push(grown);
        }
        Ok(out)
    }

    /// Explains words that say what was found: "the country in which …" of a set of countries.
    pub(super) fn explain_kind(&mut self, state: &mut PartialDerivation) -> Result<()> {
        if state.nodes.is_empty() {
            return Ok(());
        }
        let question = self.question;
        for (at, token) in question.tokens.iter().enumerate() {
            if token.weight < 0.3 || (state.coverage | self.named) & bit(at) != 0 || !self.is_noun(at) {
                continue;
            }
            // "The father of the father" is another one.
            if self.is_repeated(state, at) {
                continue;
            }
            let quality = match state.kind {
                DenotationKind::Entities | DenotationKind::Cells(_) => {
                    self.view.is_a(&state.nodes, &token.root, self.lexicon)?
                }
                _ => 0.0,
            };
            if quality >= 0.45 {
                state.explain(bit(at), 0.55 * quality * token.weight);
            }
        }
        // The name of a source only explains words when a state enters the source.
        let source = match (state.kind, state.nodes.first()) {
            (DenotationKind::Rows(source), _) => Some(source),
            (DenotationKind::Entities, Some(node)) => self.view.subject_of(*node)?,
            _ => None,
        };
        if let Some(source) = source {
            let (coverage, gain) = self.named_after(source, state.coverage | self.named);
            if coverage != 0 {
                state.explain(coverage, gain);
            }
        }
        Ok(())
    }

    /// Whether the state explains the same word in another place.
    pub(super) fn is_repeated(&self, state: &PartialDerivation, at: usize) -> bool {
        let root = &self.question.tokens[at].root;
        let mut others = self.question.tokens.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(other, token)| state.coverage & bit(other) != 0 && token.root == *root)
    }

    /// Whether a word stands where a noun would that says a kind.
    pub(super) fn is_noun(&self, at: usize) -> bool {
        if self.question.focus & bit(at) != 0 {
            return true;
        }
        let before =
            at.checked_sub(1).and_then(|b| self.question.tokens.get(b)).map_or("", |t| t.word.as_str());
        matches!(before, "a" | "an" | "the" | "which" | "what" | "in" | "of" | "whose" | "that" | "other")
    }
}

/// States are the same if their plan and their coverage are.
fn key(state: &PartialDerivation) -> String {
    format!("{:?} {}", state.plan, state.coverage)
}
