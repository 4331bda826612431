//! Reads ahead: code that reads the nodes of a list one by one will read the next ones, too.
//!
//! What reads return is remembered in its order. When a node is missing, those that follow it there
//! are read with it, so a loop over a list is a few round trips and not one for each turn.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use trustuqa_model::{NodeId, Side};

/// Nodes that are remembered.
const REMEMBERED: usize = 8192;
/// Nodes that are read together, and nodes whose facts are.
pub(super) const NODES: usize = 256;
pub(super) const LISTS: usize = 64;
/// Facts that follow each other and are read together.
pub(super) const FACTS: u32 = 1024;

/// What was returned lately, the oldest first.
#[derive(Default)]
pub(super) struct ReadAhead(Mutex<Returned>);

#[derive(Default)]
struct Returned {
    nodes: VecDeque<NodeId>,
    /// Misses of facts, by side.
    misses: [u32; 2],
    /// The fact that was missing last.
    fact: Option<u32>,
}

impl ReadAhead {
    /// Remembers what a read returned.
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

    /// The nodes that follow one where it was returned last, and are wanted; at most `count`.
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

    /// Whether a fact that is missing stands shortly behind the one that was missing before: a loop over the
    /// rows of a table asks for facts in this way, and will ask for the next ones.
    pub(super) fn follows(&self, fact: u32) -> bool {
        let mut returned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = returned.fact.replace(fact);
        before.is_some_and(|before| fact > before && fact - before <= FACTS)
    }

    /// Whether the facts of a node are likely to be followed by those of the next ones: they are
    /// when this is not the first time.
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
