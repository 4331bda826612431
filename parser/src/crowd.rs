//! What is not worth following: sets that enough others come before, and steps beyond what one question may
//! take.

use rustc_hash::FxHashMap;

use super::chart::Family;

/// Sets that a round goes on from.
pub const FRONTIER: usize = 200;
/// Sets that are kept.
pub const KEPT: usize = 2_000;
/// What follows from a set of more members takes as long as what follows from many small ones, and has to be among so
/// many of the best.
const LARGE: usize = 1_000;
const KEPT_OF_LARGE: usize = 500;
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

/// What the sets that were found come to. Most that follow from large sets are neither kept nor gone on from, and
/// their members need not be looked for.
pub struct Crowd {
    /// The best scores, no more than sets are kept once they were compared.
    scores: Vec<f32>,
    /// The score of the last of those that would be kept.
    kept: f32,
    /// That of the last one that is worth a step from a large set.
    kept_of_large: f32,
    /// The ranks of the best sets of each family that this round found, in descending order.
    ranks: FxHashMap<Family, Vec<f32>>,
    /// The rank of the last of those that would go on.
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
    /// Begins a round, of which nothing is found yet.
    pub fn begin(&mut self) {
        self.ranks.clear();
        self.last = f32::NEG_INFINITY;
    }

    /// Adds a set.
    pub fn add(&mut self, family: Family, score: f32, rank: f32) {
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

    /// Finds what would be kept and what would go on of the sets that were added so far.
    pub fn compare(&mut self) {
        self.kept = nth_best(&mut self.scores, KEPT);
        self.scores.truncate(KEPT);
        self.kept_of_large = nth_best(&mut self.scores, KEPT_OF_LARGE);
        let mut ranks: Vec<f32> = self.ranks.values().flatten().copied().collect();
        self.last = nth_best(&mut ranks, FRONTIER);
    }

    /// Whether enough others come before a set that follows from one with so many members, so that it is neither kept
    /// nor gone on from.
    pub fn is_before(&self, family: Family, members: usize, score: f32, rank: f32) -> bool {
        let of_kind = self.ranks.get(&family).and_then(|ranks| ranks.get(OF_KIND - 1));
        let kept = if members > LARGE { self.kept_of_large } else { self.kept };
        score <= kept && (rank <= self.last || of_kind.is_some_and(|last| rank <= *last))
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
