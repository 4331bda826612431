//! Read-ahead: code that reads the nodes of a list one by one will read the next ones, too.
//!
//! The nodes that reads return are remembered in order. When a node is not in the cache, those after it in
//! that order are read with it, so a loop over a list takes a few round trips instead of one per iteration.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use trustuqa_model::{NodeId, Side};

/// Number of nodes that are remembered.
const REMEMBERED: usize = 8192;
/// Number of nodes read at once, and of nodes whose facts are read at once.
pub(super) const NODES: usize = 256;
pub(super) const LISTS: usize = 64;
/// Number of consecutive facts read at once.
pub(super) const FACTS: u32 = 1024;

/// The nodes returned recently, the oldest first.
#[derive(Default)]
pub(super) struct ReadAhead(Mutex<Returned>);

#[derive(Default)]
struct Returned {
    nodes: VecDeque<NodeId>,
    /// Cache misses of lists of facts, by side.
    misses: [u32; 2],
    /// The fact of the last cache miss.
    fact: Option<u32>,
}

impl ReadAhead {
    /// Remembers the nodes that a read returned.
    pub(super) fn returned(&self, nodes: impl IntoIterator<Item = NodeId>) {
        let mut returned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for node in nodes.into_iter().take(REMEMBERED) {
            if returned.nodes.back() == Some(&node) {
                continue;
            }
            if returned.nodes.len() == REMEMBERED {
                returned.nodes.pop_front();
            }
            returned.nodes.push_back(node);
        }
    }

    /// The nodes that followed this one when it was last returned and that pass `wanted`; at most `count`.
    pub(super) fn behind(&self, node: NodeId, count: usize, wanted: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let returned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(at) = returned.nodes.iter().rposition(|other| *other == node) else { return Vec::new() };
        let following = returned.nodes.iter().skip(at + 1).take(4 * count).copied();
        let mut found: Vec<NodeId> = following.filter(|other| *other != node && wanted(*other)).collect();
        found.sort_unstable();
        found.dedup();
        found.truncate(count);
        found
    }

    /// Whether a missed fact comes shortly after the previously missed one: a loop over the rows of a table
    /// reads facts in this way, and will read the next ones.
    pub(super) fn follows(&self, fact: u32) -> bool {
        let mut returned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = returned.fact.replace(fact);
        before.is_some_and(|before| fact > before && fact - before <= FACTS)
    }

    /// Whether a miss of a node's facts is likely to be followed by the nodes after it. It is from the second
    /// miss on.
    pub(super) fn is_loop(&self, side: Side) -> bool {
        let mut returned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let side = side as usize;
        returned.misses[side] += 1;
        returned.misses[side] > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_read_with_what_is_missing() {
        let ahead = ReadAhead::default();
        ahead.returned((0..10).map(NodeId));
        assert_eq!(ahead.behind(NodeId(3), 4, |_| true), (4..8).map(NodeId).collect::<Vec<_>>());
        assert_eq!(ahead.behind(NodeId(8), 4, |_| true), [NodeId(9)]);
        assert_eq!(ahead.behind(NodeId(77), 4, |_| true), []);
        assert_eq!(ahead.behind(NodeId(3), 2, |node| node.0 % 2 == 1), [NodeId(5), NodeId(7)]);
        assert!(
            !ahead.follows(7) && ahead.follows(19) && !ahead.follows(18) && !ahead.follows(18 + 2 * FACTS)
        );
        assert!(!ahead.is_loop(Side::Head) && ahead.is_loop(Side::Head) && !ahead.is_loop(Side::Tail));
    }
}
