//! Ascending lists of nodes, which is how denotations are kept: what two have in common, what one lacks, samples.

use trustuqa_model::NodeId;

use super::pairs::place_of;

/// At most `most` nodes of a list, spread over all of it.
pub fn sample(nodes: &[NodeId], most: usize) -> impl Iterator<Item = NodeId> + Clone {
    nodes.iter().copied().step_by((nodes.len() / most).max(1)).take(most)
}

/// The nodes of both lists, each ascending and without duplicates. It takes about as long as the shorter one.
pub fn both(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    in_both(a, b).collect()
}

/// How many nodes are in both lists.
pub fn number_of_both(a: &[NodeId], b: &[NodeId]) -> usize {
    in_both(a, b).count()
}

fn in_both<'n>(a: &'n [NodeId], b: &'n [NodeId]) -> impl Iterator<Item = NodeId> + 'n {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let mut in_long = Ascending::new(long);
    short.iter().copied().filter(move |node| in_long.contains(*node))
}

/// The nodes of the first list that the second one lacks; both ascend.
pub fn minus(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    let mut in_b = Ascending::new(b);
    a.iter().copied().filter(|node| !in_b.contains(*node)).collect()
}

/// An ascending list in which nodes are looked up: fast if these ascend, too.
struct Ascending<'n> {
    nodes: &'n [NodeId],
    /// Everything before is smaller than the node that was looked up last.
    from: usize,
}

impl<'n> Ascending<'n> {
    fn new(nodes: &'n [NodeId]) -> Ascending<'n> {
        Ascending { nodes, from: 0 }
    }

    fn contains(&mut self, node: NodeId) -> bool {
        self.from = place_of(self.nodes, self.from, node, |other| *other);
        self.nodes.get(self.from) == Some(&node)
    }
}
