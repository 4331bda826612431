//! What is not worth composing: sets with enough better ones before them, and steps beyond the budget of one
//! question.

use rustc_hash::FxHashMap;

use super::chart::ItemFamily;

/// Maximum number of sets of a round that are composed further.
pub const FRONTIER: usize = 200;
/// Maximum number of sets that are kept.
pub const KEPT: usize = 2_000;
/// A step from a set of more members takes as long as steps from many small ones, so it must score among the
/// best `KEPT_OF_LARGE`.
const LARGE: usize = 1_000;
const KEPT_OF_LARGE: usize = 500;
/// Maximum number of sets of one family that are composed further.
pub const OF_KIND: usize = 24;
/// Maximum numbers of steps over relations that no word says, and of nodes that these start from. An everyday
/// question takes a thousand steps; more are taken in graphs of hundreds of relations, where the best sets come
/// first.
const UNSAID_STEPS: usize = 2_500;
const UNSAID_NODES: usize = 20_000;
/// Maximum number of facts of relations that no word says which are read to know the kind of their sides.
const UNSAID_FACTS: u64 = 50_000;
/// Maximum number of nodes that are compared with sides of relations that no word says, to know which are not
/// there.
const UNSAID_COMPARED: usize = 200_000;

/// The scores of the sets found so far. Most of what follows from large sets would be neither kept nor composed
/// further; its members need not be computed.
pub struct Crowd {
    /// The best scores, after a comparison no more than are kept.
    scores: Vec<f32>,
    /// The lowest score that is kept.
    kept: f32,
    /// The lowest score that is worth a step from a large set.
    kept_of_large: f32,
    /// The ranks of the best sets of each family that this round found, in descending order.
    ranks: FxHashMap<ItemFamily, Vec<f32>>,
    /// The lowest rank that is composed further.
    last: f32,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            scores: Vec::new(),
            kept: f32::NEG_INFINITY,
            kept_of_large: f32::NEG_INFINITY,
            ranks: FxHashMap::default(),
            last: f32::NEG_INFINITY,
        }
    }
}

impl Crowd {
    /// Begins a round, in which nothing is found yet.
    pub fn begin(&mut self) {
        self.ranks.clear();
        self.last = f32::NEG_INFINITY;
    }

    /// Adds a set.
    pub fn add(&mut self, family: ItemFamily, score: f32, rank: f32) {
        if score > self.kept {
            self.scores.push(score);
        }
        let ranks = self.ranks.entry(family).or_default();
        let at = ranks.partition_point(|other| *other >= rank);
        if at < OF_KIND {
            ranks.insert(at, rank);
            ranks.truncate(OF_KIND);
        }
    }

    /// Updates the lowest score and rank that count, from the sets that were added so far.
    pub fn compare(&mut self) {
        self.kept = nth_best(&mut self.scores, KEPT);
        self.scores.truncate(KEPT);
        self.kept_of_large = nth_best(&mut self.scores, KEPT_OF_LARGE);
        let mut ranks: Vec<f32> = self.ranks.values().flatten().copied().collect();
        self.last = nth_best(&mut ranks, FRONTIER);
    }

    /// Whether enough others are better than a set that follows from one with so many members, so that it would be
    /// neither kept nor composed further.
    pub fn crowds_out(&self, family: ItemFamily, members: usize, score: f32, rank: f32) -> bool {
        let of_kind = self.ranks.get(&family).and_then(|ranks| ranks.get(OF_KIND - 1));
        let kept = if members > LARGE { self.kept_of_large } else { self.kept };
        score <= kept && (rank <= self.last || of_kind.is_some_and(|last| rank <= *last))
    }
}

/// What is left of the budget for steps that no word says, which bounds the time in a graph of very many relations.
pub struct UnsaidBudget {
    steps: usize,
    nodes: usize,
    facts: u64,
    compared: usize,
}

impl Default for UnsaidBudget {
    fn default() -> UnsaidBudget {
        UnsaidBudget {
            steps: UNSAID_STEPS,
            nodes: UNSAID_NODES,
            facts: UNSAID_FACTS,
            compared: UNSAID_COMPARED,
        }
    }
}

impl UnsaidBudget {
    /// Whether a step over a relation from so many nodes is within the budget, and if so takes it.
    pub fn step(&mut self, nodes: usize) -> bool {
        let open = self.steps > 0 && self.nodes >= nodes;
        if open {
            self.steps -= 1;
            self.nodes -= nodes;
        }
        open
    }

    /// The same for nodes that are compared with a side of a relation.
    pub fn compare(&mut self, nodes: usize) -> bool {
        let open = self.compared >= nodes;
        if open {
            self.compared -= nodes;
        }
        open
    }

    /// The same for facts of a relation that are read.
    pub fn read(&mut self, facts: u64) -> bool {
        let open = self.facts >= facts;
        if open {
            self.facts -= facts;
        }
        open
    }
}

/// The `n`-th largest number; negative infinity if there are fewer.
fn nth_best(numbers: &mut [f32], n: usize) -> f32 {
    if numbers.len() < n {
        return f32::NEG_INFINITY;
    }
    *numbers.select_nth_unstable_by(n - 1, |a, b| b.total_cmp(a)).1
}
