//! The facts of one relation in one source as pairs of nodes, found by either end.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;
use trustuqa_model::{FactId, NodeId};

/// A node, the node at the other end of its fact, and the fact.
pub type FactEnds = (NodeId, NodeId, FactId);

/// The facts of a relation in one source. They are sorted by an end when they are first looked up by it: of most
/// relations, only the different nodes of one end are needed.
#[derive(Debug, Default)]
pub struct Pairs {
    /// As (head, tail, fact), in the order in which they were read.
    facts: Vec<FactEnds>,
    by_head: OnceLock<Vec<FactEnds>>,
    by_tail: OnceLock<Vec<FactEnds>>,
    heads: OnceLock<Arc<Vec<NodeId>>>,
    tails: OnceLock<Arc<Vec<NodeId>>>,
}

impl Pairs {
    /// Facts as (head, tail, fact), in any order.
    pub fn new(facts: Vec<FactEnds>) -> Pairs {
        Pairs { facts, ..Pairs::default() }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// As (head, tail, fact), in the order in which they were read.
    pub fn all(&self) -> &[FactEnds] {
        &self.facts
    }

    /// (head, tail, fact), ascending.
    pub fn by_head(&self) -> &[FactEnds] {
        self.by_head.get_or_init(|| sorted(self.facts.clone()))
    }

    /// (tail, head, fact), ascending.
    pub fn by_tail(&self) -> &[FactEnds] {
        let turned = || self.facts.iter().map(|(head, tail, fact)| (*tail, *head, *fact)).collect();
        self.by_tail.get_or_init(|| sorted(turned()))
    }

    /// The facts by their heads (`true`) or tails.
    pub fn by(&self, heads: bool) -> &[FactEnds] {
        if heads { self.by_head() } else { self.by_tail() }
    }

    /// The facts of these heads (`true`) or tails, in the order of the nodes; fastest if they ascend.
    pub fn of<'l>(&'l self, nodes: &'l [NodeId], heads: bool) -> impl Iterator<Item = &'l FactEnds> {
        entries_of(self.by(heads), nodes, |entry| entry.0)
    }

    /// The different heads (`true`) or tails, ascending.
    pub fn side(&self, heads: bool) -> &Arc<Vec<NodeId>> {
        let side = if heads { &self.heads } else { &self.tails };
        side.get_or_init(|| {
            let node = |(head, tail, _): &FactEnds| if heads { *head } else { *tail };
            let mut nodes: Vec<NodeId> = self.facts.iter().map(node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            Arc::new(nodes)
        })
    }

    /// The same facts without those that have one of these tails.
    pub fn without_tails(self, left_out: &FxHashSet<NodeId>) -> Pairs {
        if left_out.is_empty() {
            return self;
        }
        let mut facts = self.facts;
        facts.retain(|(_, tail, _)| !left_out.contains(tail));
        Pairs::new(facts)
    }
}

fn sorted(mut pairs: Vec<FactEnds>) -> Vec<FactEnds> {
    // As one number, two nodes are compared at once.
    pairs.sort_unstable_by_key(|(one, other, fact)| (u64::from(one.0) << 32 | u64::from(other.0), fact.0));
    pairs
}

/// Looks up single nodes in one list of [`Pairs`]. Nodes in ascending order are found near each other, which is
/// several times as fast in a long list.
pub struct Finder<'p> {
    list: &'p [FactEnds],
    /// Everything before belongs to nodes that are smaller than the last one.
    from: usize,
}

impl<'p> Finder<'p> {
    pub fn new(list: &'p [FactEnds]) -> Finder<'p> {
        Finder { list, from: 0 }
    }

    /// The entries of a node.
    pub fn of(&mut self, node: NodeId) -> &'p [FactEnds] {
        self.from = place_of(self.list, self.from, node, |entry| entry.0);
        let rest = &self.list[self.from..];
        &rest[..rest.iter().take_while(|entry| entry.0 == node).count()]
    }
}

/// The entries of several nodes in a list that ascends by nodes, in the order of these nodes; fastest if they
/// ascend.
pub fn entries_of<'l, T>(
    list: &'l [T],
    nodes: &'l [NodeId],
    of: impl Fn(&T) -> NodeId + Copy,
) -> impl Iterator<Item = &'l T> {
    let mut from = 0;
    nodes.iter().flat_map(move |node| {
        from = place_of(list, from, *node, of);
        list[from..].iter().take_while(move |entry| of(entry) == *node)
    })
}

/// The index of the first entry whose node is not smaller, in a list that ascends by nodes. The search starts at
/// the index that was found before, or at 0 if that is too far already.
pub fn place_of<T>(list: &[T], before: usize, node: NodeId, of: impl Fn(&T) -> NodeId) -> usize {
    let from = if before > 0 && of(&list[before - 1]) >= node { 0 } else { before };
    let rest = &list[from..];
    let mut step = 1;
    while rest.get(step).is_some_and(|entry| of(entry) < node) {
        step *= 2;
    }
    let near = &rest[step / 2..rest.len().min(step)];
    from + step / 2 + near.partition_point(|entry| of(entry) < node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_in_any_order_of_nodes() {
        let list: Vec<_> =
            [1, 1, 4, 5, 5, 5, 9, 12, 12, 20].iter().map(|n| (NodeId(*n), NodeId(0), FactId(0))).collect();
        for nodes in [(0..22).collect::<Vec<u32>>(), (0..22).rev().collect(), vec![5, 5, 21, 1, 20, 0, 12]] {
            let mut finder = Finder::new(&list);
            for node in nodes {
                let expected = list.iter().filter(|entry| entry.0 == NodeId(node)).count();
                assert_eq!(finder.of(NodeId(node)).len(), expected, "{node}");
            }
        }
        assert!(Finder::new(&[]).of(NodeId(1)).is_empty());
    }

    #[test]
    fn both_ends_are_in_order_and_each_node_once() {
        let pair = |head, tail, fact| (NodeId(head), NodeId(tail), FactId(fact));
        let pairs = Pairs::new(vec![pair(5, 1, 0), pair(2, 9, 1), pair(5, 1, 2), pair(2, 3, 3)]);
        assert_eq!(pairs.by_head(), [pair(2, 3, 3), pair(2, 9, 1), pair(5, 1, 0), pair(5, 1, 2)]);
        assert_eq!(pairs.by_tail(), [pair(1, 5, 0), pair(1, 5, 2), pair(3, 2, 3), pair(9, 2, 1)]);
        assert_eq!(**pairs.side(true), [NodeId(2), NodeId(5)]);
        assert_eq!(**pairs.side(false), [NodeId(1), NodeId(3), NodeId(9)]);
        let left = pairs.without_tails(&[NodeId(1)].into_iter().collect());
        assert_eq!(left.by_head(), [pair(2, 3, 3), pair(2, 9, 1)]);
        assert_eq!(left.len(), 2);
    }
}
