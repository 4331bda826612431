//! Reads ahead: code that reads the nodes of a list one by one will read the others of it, too.
//!
//! What reads return is remembered, list by list. When a node is missing, others of the lists that
//! it was in are read with it, twice as many each time: a loop over a list is a few round trips and
//! not one for each turn, and one that ends early has not read much for nothing.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use trustuqa_model::{NodeId, Side};

/// Lists that are remembered, of either size, and nodes of one of them.
const LISTS: usize = 512;
const NODES: usize = 16_384;
/// Lists of fewer nodes are remembered apart, so that many of them do not displace a large one.
const SMALL: usize = 64;
/// Facts that should be read together at most.
const FACTS: usize = 16_384;

/// What is read of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Name,
    Roles,
    Facts(Side),
}

impl Wanted {
    fn index(self) -> usize {
        match self {
            Wanted::Name => 0,
            Wanted::Roles => 1,
            Wanted::Facts(Side::Head) => 2,
            Wanted::Facts(Side::Tail) => 3,
        }
    }

    /// Nodes that are read together at first, and at last.
    fn bounds(self) -> (usize, usize) {
        match self {
            Wanted::Name | Wanted::Roles => (64, 4096),
            Wanted::Facts(_) => (16, 1024),
        }
    }
}

/// What was returned lately.
pub(super) struct ReadAhead {
    /// Nodes that are worth reading together, as the cache has to keep them.
    most: usize,
    returned: Mutex<Returned>,
}

#[derive(Default)]
struct Returned {
    /// The oldest first.
    small: VecDeque<List>,
    large: VecDeque<List>,
    /// Whether facts were missing before, by side.
    missed: [bool; 2],
    /// Nodes whose names were read since words were counted last.
    named: Vec<NodeId>,
    /// Facts of a node, by side, as the last ones had them.
    facts_each: [usize; 2],
}

struct List {
    /// Ascending, each once.
    nodes: Vec<NodeId>,
    /// How often nodes of it were missing, by what was wanted of them.
    misses: [u32; 4],
}

impl ReadAhead {
    /// Reads ahead into a cache that has room for so many facts.
    pub(super) fn new(room: usize) -> ReadAhead {
        ReadAhead { most: room / 16, returned: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Returned> {
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers what a read returned.
    pub(super) fn returned(&self, nodes: impl IntoIterator<Item = NodeId>) {
        let mut nodes: Vec<NodeId> = nodes.into_iter().take(NODES).collect();
        nodes.sort_unstable();
        nodes.dedup();
        if nodes.len() < 2 {
            return;
        }
        let mut returned = self.lock();
        let lists = if nodes.len() < SMALL { &mut returned.small } else { &mut returned.large };
        // Lists that are kept are often returned again.
        if lists.iter().rev().take(SMALL).any(|list| list.nodes == nodes) {
            return;
        }
        if lists.len() == LISTS {
            lists.pop_front();
        }
        lists.push_back(List { nodes, misses: [0; 4] });
    }

    /// The nodes beside a missing one in the lists that it was returned in, of which the same is
    /// missing; those that follow it come first.
    pub(super) fn beside(
        &self,
        node: NodeId,
        wanted: Wanted,
        is_missing: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        let mut returned = self.lock();
        let (first, most) = wanted.bounds();
        let mut most = most.min(self.most);
        if let Wanted::Facts(side) = wanted {
            // A single read is none of a loop.
            if !std::mem::replace(&mut returned.missed[side as usize], true) {
                return Vec::new();
            }
            most = most.min(FACTS / returned.facts_each[side as usize].max(1));
        }
        let Returned { small, large, .. } = &mut *returned;
        let mut found = Vec::new();
        let mut looked_at = 0;
        for list in small.iter_mut().rev().chain(large.iter_mut().rev()) {
            if found.len() >= most || looked_at >= NODES {
                break;
            }
            let Ok(at) = list.nodes.binary_search(&node) else { continue };
            let misses = &mut list.misses[wanted.index()];
            let count = found.len() + (first << (*misses).min(16)).min(most - found.len());
            *misses += 1;
            let (before, behind) = list.nodes.split_at(at);
            for other in behind.iter().skip(1).chain(before) {
                if found.len() == count {
                    break;
                }
                looked_at += 1;
                if is_missing(*other) {
                    found.push(*other);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Remembers that the names of nodes were read.
    pub(super) fn named(&self, nodes: &[NodeId]) {
        let mut returned = self.lock();
        let room = NODES.saturating_sub(returned.named.len());
        returned.named.extend(nodes.iter().take(room));
    }

    /// The nodes whose names were read, once.
    pub(super) fn take_named(&self) -> Vec<NodeId> {
        std::mem::take(&mut self.lock().named)
    }

    /// Says how many facts there were of so many nodes.
    pub(super) fn had(&self, side: Side, nodes: usize, facts: usize) {
        let mut returned = self.lock();
        returned.facts_each[side as usize] = facts.div_ceil(nodes.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(ids: std::ops::Range<u32>) -> Vec<NodeId> {
        ids.map(NodeId).collect()
    }

    #[test]
    fn what_is_beside_a_missing_node_is_read_with_it() {
        let ahead = ReadAhead::new(1 << 20);
        ahead.returned((0..1000).rev().map(NodeId));
        ahead.returned([NodeId(3), NodeId(2000), NodeId(3)]);
        let names = |node, known: u32| ahead.beside(NodeId(node), Wanted::Name, |other| other.0 >= known);
        assert_eq!(names(77_777, 0), []);
        assert_eq!(
            names(3, 4),
            [nodes(4..68), vec![NodeId(2000)]].concat(),
            "the short list and a part of the long one"
        );
        assert_eq!(names(68, 69), nodes(69..197), "twice as many");
        assert_eq!(names(995, 990), [nodes(990..995), nodes(996..1000)].concat(), "and those before it");
    }

    #[test]
    fn long_lists_of_facts_are_read_in_smaller_parts() {
        let ahead = ReadAhead::new(1 << 20);
        ahead.returned(nodes(0..1000));
        let facts = |side| ahead.beside(NodeId(0), Wanted::Facts(side), |_| true).len();
        assert_eq!(facts(Side::Head), 0, "the first read is not one of a loop");
        assert_eq!((facts(Side::Head), facts(Side::Head), facts(Side::Tail)), (16, 32, 0));
        ahead.had(Side::Head, 10, 16_384);
        assert_eq!((facts(Side::Head), facts(Side::Tail)), (9, 16));
        ahead.had(Side::Head, 10, 50);
        assert_eq!(facts(Side::Head), 128);
    }

    #[test]
    fn nothing_is_read_that_cannot_be_kept() {
        let ahead = ReadAhead::new(16 * 20);
        ahead.returned(nodes(0..100));
        assert_eq!(ahead.beside(NodeId(0), Wanted::Name, |_| true).len(), 20);
        let ahead = ReadAhead::new(0);
        ahead.returned(nodes(0..100));
        assert_eq!(ahead.beside(NodeId(0), Wanted::Name, |_| true), []);
    }

    #[test]
    fn many_short_lists_do_not_displace_a_long_one() {
        let ahead = ReadAhead::new(1 << 20);
        ahead.returned(nodes(0..100));
        for n in 0..2000 {
            ahead.returned(nodes(1000 + n..1010 + n));
        }
        assert_eq!(ahead.beside(NodeId(0), Wanted::Roles, |_| true).len(), 64);
    }
}
