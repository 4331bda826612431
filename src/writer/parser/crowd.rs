//! What is not worth following: sets that enough others come before, and steps beyond what one question may
//! take.

use std::collections::HashMap;

use super::chart::Item;
use super::relation::RelId;

/// Sets that a round goes on from.
pub const FRONTIER: usize = 200;
/// Sets that are kept.
pub const KEPT: usize = 2_000;
/// Of one kind those that go on.
pub const OF_KIND: usize = 24;
/// Steps over relations that no word of the question says, and nodes that these begin at. An everyday
/// question takes a thousand; more are taken in graphs of hundreds of relations, where the best sets are gone
/// on from first.
const UNSAID_STEPS: usize = 2_500;
const UNSAID_NODES: usize = 20_000;
/// Facts of relations that no word says, which are read to know of what kind their sides are.
const UNSAID_FACTS: u64 = 50_000;
/// Nodes that are compared with sides of relations that no word says, to know which are not there.
const UNSAID_COMPARED: usize = 200_000;

/// What the steps over relations of one round come to. Most steps from large sets lead to what is
/// neither kept nor gone on from, and these need not be taken.
#[derive(Default)]
pub struct Crowd {
    /// The score of the last of the items that would be kept, of those before this round.
    pub kept: f32,
    /// The ranks of the best steps to each end, in descending order.
    ranks: HashMap<(RelId, bool), Vec<f32>>,
    /// The rank of the last of those that would go on.
    last: f32,
}

impl Crowd {
    /// Nothing yet, after these items.
    pub fn after(items: &[Item]) -> Crowd {
        let mut scores: Vec<f32> = items.iter().map(|item| item.score).collect();
        let kept = nth_best(&mut scores, KEPT);
        Crowd { kept, ranks: HashMap::new(), last: f32::NEG_INFINITY }
    }

    /// Adds a step to this end.
    pub fn add(&mut self, end: (RelId, bool), rank: f32) {
        let ranks = self.ranks.entry(end).or_default();
        let at = ranks.partition_point(|other| *other >= rank);
        ranks.insert(at, rank);
        ranks.truncate(OF_KIND);
    }

    /// Finds what goes on of the steps that were added so far.
    pub fn compare(&mut self) {
        let mut ranks: Vec<f32> = self.ranks.values().flatten().copied().collect();
        self.last = nth_best(&mut ranks, FRONTIER);
    }

    /// Whether enough steps come before one with this rank.
    pub fn goes_before(&self, end: (RelId, bool), rank: f32) -> bool {
        let of_kind = self.ranks.get(&end).and_then(|ranks| ranks.get(OF_KIND - 1));
        rank <= self.last || of_kind.is_some_and(|last| rank <= *last)
    }
}

/// What may still be done for what no word of the question says, so that a graph of very many relations
/// takes no longer than it must.
pub struct Unsaid {
    steps: usize,
    nodes: usize,
    facts: u64,
    compared: usize,
}

impl Default for Unsaid {
    fn default() -> Unsaid {
        Unsaid { steps: UNSAID_STEPS, nodes: UNSAID_NODES, facts: UNSAID_FACTS, compared: UNSAID_COMPARED }
    }
}

impl Unsaid {
    /// Whether a step over a relation from so many nodes may be taken, and takes it.
    pub fn step(&mut self, nodes: usize) -> bool {
        let open = self.steps > 0 && self.nodes >= nodes;
        if open {
            self.steps -= 1;
            self.nodes -= nodes;
        }
        open
    }

    /// Whether so many nodes may be compared with a side of a relation, and counts them.
    pub fn compare(&mut self, nodes: usize) -> bool {
        let open = self.compared >= nodes;
        if open {
            self.compared -= nodes;
        }
        open
    }

    /// Whether so many facts of a relation may be read, and counts them.
    pub fn read(&mut self, facts: u64) -> bool {
        let open = self.facts >= facts;
        if open {
            self.facts -= facts;
        }
        open
    }
}

/// The last of the `n` largest numbers; that of none where there are fewer.
fn nth_best(numbers: &mut [f32], n: usize) -> f32 {
    if numbers.len() < n {
        return f32::NEG_INFINITY;
    }
    *numbers.select_nth_unstable_by(n - 1, |a, b| b.total_cmp(a)).1
}
