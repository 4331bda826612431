//! From states to complete readings: the final operation, and how well it fits the whole question.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::Function;
use trustuqa_model::{NodeId, Result, Scope, SourceId, ValueKind, name_tokens};

use super::answer_type::AnswerType;
use super::operators::{Op, OperatorMention};
use super::partial_derivation::{DenotationKind, PartialDerivation, STEP};
use super::plan::Plan;
use super::question::{Coverage, bit};
use super::relations::RelationMention;
use super::search::{MOST, Search};

/// Nodes of an answer whose kind is checked.
const FITTED: usize = 3;

/// A complete reading of the question.
#[derive(Clone, Debug)]
pub struct ChainDerivation {
    /// The state with its plan.
    pub state: PartialDerivation,
    /// How well it fits; comparable within one question.
    pub score: f32,
    /// Tokens with content that it does not explain.
    pub unexplained: Coverage,
    /// Operators that it does not use.
    pub unused: usize,
}

impl Search<'_> {
    /// All readings, best first, at most `most`.
    pub fn readings(&mut self, most: usize) -> Result<Vec<ChainDerivation>> {
        let states = std::mem::take(&mut self.states);
        let mut readings: Vec<ChainDerivation> = Vec::new();
        for state in &states {
            let finished = self.finished(state)?;
            let looked_at = finished.iter().flat_map(|state| state.nodes.iter().take(FITTED));
            self.view.expect_types(&looked_at.copied().collect::<Vec<_>>())?;
            for finished in finished {
                let fit = self.kind_fit(&finished)?;
                let mut reading = self.reading(finished);
                reading.score += fit;
                readings.push(reading);
            }
        }
        self.states = states;
        readings.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| a.state.plan.size().cmp(&b.state.plan.size()))
        });
        let mut plans: Vec<Arc<Plan>> = Vec::new();
        readings.retain(|r| {
            let fresh = plans.len() < most && !plans.contains(&r.state.plan);
            if fresh {
                plans.push(r.state.plan.clone());
            }
            fresh
        });
        Ok(readings)
    }

    /// The finished forms of a state: itself, and itself with a final operation.
    fn finished(&mut self, state: &PartialDerivation) -> Result<Vec<PartialDerivation>> {
        let mut out = Vec::new();
        if let DenotationKind::Whole(source) = state.kind {
            for cells in self.whole_columns(state, source)? {
                out.extend(self.finished(&cells)?);
            }
            return Ok(out);
        }
        let numeric = self.is_numeric(state);
        let coded = self.holds_codes(state);
        for operator in self.question.operators.iter().filter(|o| o.coverage & state.coverage == 0) {
            let weight = self.question.weight(operator.coverage).max(0.6);
            let temporal = self.is_temporal(state);
            let mut apply = |function: Function, cost: f32| {
                let extreme = matches!(function, Function::Min | Function::Max);
                let kind = if temporal && extreme { DenotationKind::Times } else { DenotationKind::Computed };
                let mut done = state.grown(Plan::apply(function, &[&state.plan], None), kind, Vec::new());
                done.last = state.last;
                done.relation = state.relation;
                done.cost += cost;
                done.explain(operator.coverage, weight);
                out.push(done);
            };
            match &operator.op {
                Op::Count if state.kind != DenotationKind::Mention => {
                    apply(Function::Count, if numeric { 0.4 } else { 0.05 })
                }
                Op::Mean if numeric && !coded => apply(Function::Mean, 0.0),
                Op::Sum if numeric && !coded && state.items > 1 => apply(Function::Sum, 0.0),
                Op::Superlative(larger, words)
                    if state.kind == DenotationKind::Times && words.contains(&"date") =>
                {
                    apply(if *larger { Function::Max } else { Function::Min }, 0.0)
                }
                Op::Superlative(larger, _) if state.items > 1 && (numeric || self.is_temporal(state)) => {
                    apply(if *larger { Function::Max } else { Function::Min }, 0.1)
                }
                Op::Frequent(most) if matches!(state.kind, DenotationKind::Cells(_)) && state.items > 2 => {
                    apply(if *most { Function::MostFrequent } else { Function::LeastFrequent }, 0.0)
                }
                Op::Difference if numeric && state.items == 1 => {
                    out.extend(self.differences(state, operator.coverage));
                }
                _ => {}
            }
        }
        match state.kind {
            DenotationKind::Mention | DenotationKind::Rows(_) => {}
            _ => {
                let mut plain = state.clone();
                // A number answers "how many" by itself.
                let count = self
                    .question
                    .operators
                    .iter()
                    .find(|o| o.op == Op::Count && o.coverage & state.coverage == 0)
                    .map(|o| o.coverage);
                if let (Some(coverage), true) = (count, numeric) {
                    plain.explain(coverage, self.question.weight(coverage).max(0.6));
                }
                out.push(plain);
            }
        }
        Ok(out)
    }

    /// All values of a column of a table, for each column that is said, and for the first one of texts if the table
    /// is named.
    fn whole_columns(
        &mut self,
        state: &PartialDerivation,
        source: SourceId,
    ) -> Result<Vec<PartialDerivation>> {
        let columns = self.view.source(source).map_or(Vec::new(), |s| s.relations.clone());
        let subject = self.view.subject_column(source);
        let mut out = Vec::new();
        for column in columns {
            let mention = self.relation_mention(column.node, state.coverage);
            // The subject column has the names of a named table's rows.
            let stands_for_rows = subject == Some(column.node) && state.coverage != 0;
            let nothing =
                stands_for_rows.then_some(RelationMention { coverage: 0, gain: 0.0, completeness: 0.0 });
            let Some(mention) = mention.or(nothing) else { continue };
            let scope = Scope::Only(vec![source]);
            let postings = self.view.graph.facts_of_relation(column.node, None, &scope)?;
            let mut nodes: Vec<NodeId> = postings.iter().map(|posting| posting.tail).take(MOST).collect();
            nodes.sort_unstable();
            nodes.dedup();
            let mut grown = state.grown(Plan::all(&column.name), DenotationKind::Cells(source), nodes);
            grown.items = postings.len();
            grown.cost += 0.15 * (1.0 - mention.completeness);
            grown.relation = Some(column.node);
            grown.explain(mention.coverage, mention.gain);
            // "of all items": the rows are named by the subject of their table.
            if let Some(mention) =
                subject.filter(|s| *s != column.node).and_then(|s| self.relation_mention(s, grown.coverage))
            {
                grown.coverage |= mention.coverage;
                grown.gain += 0.5 * mention.gain;
            }
            out.push(grown);
        }
        Ok(out)
    }

    /// The difference of the same value of two names.
    fn differences(&self, state: &PartialDerivation, coverage: Coverage) -> Vec<PartialDerivation> {
        let mut out = Vec::new();
        for used in state.mentions.iter().filter_map(|m| self.mentions.get(*m)) {
            for (index, other) in self.mentions.iter().enumerate() {
                if other.coverage & state.coverage != 0 || other.node == used.node {
                    continue;
                }
                let twin = state.plan.renamed(&used.text, &other.text);
                let (first, second) = if used.coverage.trailing_zeros() < other.coverage.trailing_zeros() {
                    (&state.plan, &twin)
                } else {
                    (&twin, &state.plan)
                };
                let mut done = state.grown(
                    Plan::apply(Function::Difference, &[first, second], None),
                    DenotationKind::Computed,
                    Vec::new(),
                );
                done.last = state.last;
                done.relation = state.relation;
                done.cost += STEP;
                done.mentions.push(index);
                done.explain(
                    coverage | other.coverage,
                    self.question.weight(coverage).max(0.8)
                        + self.question.weight(other.coverage) * other.score,
                );
                out.push(done);
            }
        }
        out
    }

    /// Whether the header of a state's column says that it holds codes, `Order no`, and the question does not ask
    /// for any.
    fn holds_codes(&self, state: &PartialDerivation) -> bool {
        let is_mark = |word: &str| lexicon::contains("code headers", word);
        let of = state.relation.and_then(|relation| self.lexicon.relations.get(&relation));
        let coded = of.is_some_and(|of| name_tokens(&of.name).last().is_some_and(|word| is_mark(word)));
        coded && !self.question.tokens.iter().any(|token| is_mark(&token.word))
    }

    fn is_numeric(&self, state: &PartialDerivation) -> bool {
        let column = state.relation.and_then(|r| self.lexicon.relations.get(&r));
        matches!(state.kind, DenotationKind::Cells(_) | DenotationKind::Entities)
            && column.is_some_and(|c| {
                !c.temporal && !matches!(c.kind, ValueKind::Text | ValueKind::Date | ValueKind::Score)
            })
            && state.relation.is_some()
            && matches!(state.plan.as_ref(), Plan::Find { tail: None, .. })
    }

    fn is_temporal(&self, state: &PartialDerivation) -> bool {
        state.kind == DenotationKind::Times
            || matches!(state.kind, DenotationKind::Cells(_))
                && state.relation.and_then(|r| self.lexicon.relations.get(&r)).is_some_and(|c| c.temporal)
    }

    /// Whether a word repeats an explained one, or is in a header of the answer's table.
    fn is_context(&self, state: &PartialDerivation, at: usize) -> bool {
        let root = &self.question.tokens[at].root;
        let of_table = match state.kind {
            DenotationKind::Cells(source) | DenotationKind::Rows(source) => {
                self.view.has_column_word(source, self.lexicon, root)
            }
            _ => false,
        };
        of_table || self.is_repeated(state, at)
    }

    /// How well the answer is of the kind that is asked for, as far as the graph tells: doers for "who", the
    /// subjects of a graph for a noun that no relation has.
    fn kind_fit(&mut self, state: &PartialDerivation) -> Result<f32> {
        if !matches!(state.kind, DenotationKind::Entities | DenotationKind::Cells(_)) {
            return Ok(0.0);
        }
        let nodes: Vec<_> = state.nodes.iter().take(FITTED).copied().collect();
        let (mut doers, mut works, mut subjects) = (0, 0, 0);
        for node in &nodes {
            let [out, into] = self.view.relations(*node)?;
            let agent = |(_, relation): &(SourceId, NodeId)| {
                self.lexicon.relations.get(relation).is_some_and(|r| r.agent)
            };
            if into.iter().any(agent) {
                doers += 1;
            } else if out.iter().any(agent) {
                works += 1;
            }
            subjects += usize::from(self.view.subject_of(*node)?.is_some());
        }
        let noun = self.question.focus_noun();
        let unknown = noun != 0
            && !self.question.tokens.iter().enumerate().any(|(at, t)| {
                noun & bit(at) != 0
                    && self.lexicon.nouns.iter().any(|n| crate::words::same_noun(n, &t.root) > 0.0)
            });
        Ok(match self.question.form {
            AnswerType::Who if doers == nodes.len() => 0.35,
            AnswerType::Who if works == nodes.len() => -0.5,
            AnswerType::Which if unknown && subjects == nodes.len() && doers == 0 => 0.5,
            _ => 0.0,
        })
    }

    /// Scores a complete reading against the whole question.
    fn reading(&self, mut state: PartialDerivation) -> ChainDerivation {
        let question = self.question;
        // Words that only repeat what a time or a count says.
        for (at, token) in question.tokens.iter().enumerate() {
            if state.coverage & bit(at) != 0 {
                continue;
            }
            let implied = match token.word.as_str() {
                "year" | "years" | "date" | "dates" | "day" | "time" | "times" => {
                    state.kind == DenotationKind::Times
                        || self.is_temporal(&state)
                        || question
                            .operators
                            .iter()
                            .any(|o| matches!(o.op, Op::Time(_)) && o.coverage & state.coverage != 0)
                }
                // "won the most medals" says no more than "has the most medals".
                "won" | "win" | "wins" | "earned" | "received" | "scored" => {
                    question.operators.iter().any(|o| {
                        let near = o.at == at + 1 || o.at == at + 2;
                        let counts = matches!(o.op, Op::Superlative(..) | Op::Ranked(..));
                        counts && near && o.coverage & state.coverage == o.coverage
                    })
                }
                _ => false,
            };
            if implied {
                state.explain(bit(at), 0.5 * token.weight);
            }
        }
        let mut unexplained: Coverage = 0;
        let mut missing = 0.0;
        for (at, token) in question.tokens.iter().enumerate() {
            if token.weight > 0.0 && state.coverage & bit(at) == 0 {
                unexplained |= bit(at);
                missing += token.weight * if self.is_context(&state, at) { 0.4 } else { 1.0 };
            }
        }
        // "before 1990" is not used when 1990 is taken for a name.
        let is_used = |o: &&OperatorMention| match o.op {
            Op::Time(_) | Op::Compare(..) => o.coverage & state.coverage == o.coverage,
            _ => o.coverage & state.coverage != 0,
        };
        let unused: Vec<_> = question.operators.iter().filter(|o| !is_used(o)).collect();
        let mut score = state.gain - 0.7 * missing - state.cost;
        score -= unused
            .iter()
            .map(|o| {
                if matches!(
                    o.op,
                    Op::Exclude
                        | Op::Superlative(..)
                        | Op::Ranked(..)
                        | Op::Compare(..)
                        | Op::Difference
                        | Op::Mean
                ) {
                    0.8
                } else {
                    0.45
                }
            })
            .sum::<f32>();
        if question.focus != 0 {
            let noun = question.focus_noun();
            score += match (
                state.last & noun != 0,
                state.coverage & noun != 0,
                state.last & question.focus != 0,
            ) {
                (true, _, _) => 0.5,
                // What is asked for was found on the way, not at the end.
                (false, true, _) => -1.2,
                (false, false, true) => 0.0,
                (false, false, false) => -0.5,
            };
        }
        let temporal = self.is_temporal(&state);
        score += match question.form {
            AnswerType::When if temporal => 0.6,
            AnswerType::When => -0.8,
            AnswerType::Who
                if temporal || self.is_numeric(&state) || state.kind == DenotationKind::Computed =>
            {
                -1.0
            }
            AnswerType::Where if temporal || self.is_numeric(&state) => -1.0,
            AnswerType::HowMany if self.is_numeric(&state) || state.kind == DenotationKind::Computed => 0.4,
            AnswerType::HowMany => -1.0,
            AnswerType::Which if state.kind == DenotationKind::Times && question.focus != 0 => -1.5,
            _ => 0.0,
        };
        let unused = unused.len();
        ChainDerivation { state, score, unexplained, unused }
    }
}
