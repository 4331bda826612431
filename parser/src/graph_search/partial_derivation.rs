//! A partial reading of the question: a plan, with what it finds and explains.

use std::sync::Arc;

use trustuqa_model::{Date, FactId, NodeId, SourceId};

use super::plan::Plan;
use super::question::Coverage;

/// What a partial derivation has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DenotationKind {
    /// A name of the question itself.
    Mention,
    /// Entities of graphs.
    Entities,
    /// Rows of one table.
    Rows(SourceId),
    /// All rows of a table, as one of its columns gives them.
    Whole(SourceId),
    /// Values of a column.
    Cells(SourceId),
    /// Times of facts.
    Times,
    /// A computed number or value.
    Computed,
}

/// The temporal facts of a hop that is not restricted to a time yet.
#[derive(Clone, Debug, PartialEq)]
pub struct TemporalHop {
    /// The facts.
    pub facts: Arc<Vec<FactId>>,
    /// Whether the hop went from heads to tails.
    pub forward: bool,
}

/// A partial reading.
#[derive(Clone, Debug)]
pub struct PartialDerivation {
    /// The query so far.
    pub plan: Arc<Plan>,
    /// What it finds.
    pub kind: DenotationKind,
    /// The nodes found, ascending; of cells the distinct values.
    pub nodes: Arc<Vec<NodeId>>,
    /// The times found, for [`DenotationKind::Times`].
    pub dates: Vec<Date>,
    /// Items found, counting equal cells of different rows.
    pub items: usize,
    /// Tokens that are explained.
    pub coverage: Coverage,
    /// Explained weight.
    pub gain: f32,
    /// The cost of what was assumed without being said.
    pub cost: f32,
    /// Tokens that the last call, or the kind of what it found, explains.
    pub last: Coverage,
    /// The relation of the last call.
    pub relation: Option<NodeId>,
    /// Temporal facts of the last hop.
    pub timed: Option<TemporalHop>,
    /// Mentions that were used, by index.
    pub mentions: Vec<usize>,
    /// How many hops were silent, that is, over a relation that is not said.
    pub silent: usize,
}

impl PartialDerivation {
    /// A reading that starts with this plan. It explains nothing yet and assumes nothing.
    pub fn begun(plan: Arc<Plan>, kind: DenotationKind, nodes: Vec<NodeId>) -> PartialDerivation {
        PartialDerivation {
            plan,
            kind,
            items: nodes.len(),
            nodes: Arc::new(nodes),
            dates: Vec::new(),
            coverage: 0,
            gain: 0.0,
            cost: 0.0,
            last: 0,
            relation: None,
            timed: None,
            mentions: Vec::new(),
            silent: 0,
        }
    }

    /// What a state is worth during the search.
    pub fn worth(&self) -> f32 {
        self.gain - self.cost
    }

    /// Whether it is a name, entities or cell values, from which hops into graphs start.
    pub fn is_names(&self) -> bool {
        matches!(self.kind, DenotationKind::Mention | DenotationKind::Entities | DenotationKind::Cells(_))
    }

    /// The same state grown by a call that finds `nodes`.
    pub fn grown(&self, plan: Arc<Plan>, kind: DenotationKind, nodes: Vec<NodeId>) -> PartialDerivation {
        PartialDerivation {
            coverage: self.coverage,
            gain: self.gain,
            cost: self.cost + STEP,
            mentions: self.mentions.clone(),
            silent: self.silent,
            ..PartialDerivation::begun(plan, kind, nodes)
        }
    }

    /// Marks tokens as explained by the last call.
    pub fn explain(&mut self, coverage: Coverage, gain: f32) {
        self.coverage |= coverage;
        self.last |= coverage;
        self.gain += gain;
    }

    /// Two states joined under a plan.
    pub fn joined(
        &self,
        other: &PartialDerivation,
        plan: Arc<Plan>,
        kind: DenotationKind,
        nodes: Vec<NodeId>,
    ) -> PartialDerivation {
        let mut mentions = self.mentions.clone();
        mentions.extend(other.mentions.iter().filter(|m| !self.mentions.contains(m)));
        PartialDerivation {
            coverage: self.coverage | other.coverage,
            gain: self.gain + other.gain,
            cost: self.cost + other.cost + STEP,
            last: self.last | other.last,
            relation: self.relation.or(other.relation),
            mentions,
            silent: self.silent + other.silent,
            ..PartialDerivation::begun(plan, kind, nodes)
        }
    }
}

/// What a call costs: of two readings that explain the same, the shorter one wins.
pub const STEP: f32 = 0.12;

/// Common members of two ascending lists.
pub fn common(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    a.iter().copied().filter(|n| b.binary_search(n).is_ok()).collect()
}

/// Members of the first list that are not in the second; both ascending.
pub fn without(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    a.iter().copied().filter(|n| b.binary_search(n).is_err()).collect()
}
