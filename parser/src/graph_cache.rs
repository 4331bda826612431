//! What was read of a graph for one question. Among many sources, a question is read over all of them and over each
//! of the likeliest alone; these readings share the data.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use trustuqa_engine::execute::says_nothing;
use trustuqa_engine::query::formula::{Operator, TimeUnit};
use trustuqa_model::{
    Date, FactId, GraphRead, NodeId, NodeKind, Result, Scope, Side, SourceId, Value, ValueKind,
};

use super::lexicon::words_of;
use super::pairs::Pairs;
use crate::words::root;

/// A column with more different values is not searched for those that say that there is no value.
const DIFFERENT: usize = 1_000;

/// Maximum number of relations around one node that are read.
const AROUND: usize = 3_000;

/// Reading the facts of one node takes as long as this many facts when a whole relation is read.
const OF_NODE: u64 = 16;

/// Facts of a relation whose times are read one by one, before all that hold then are looked up.
const FEW_FACTS: usize = 64;

/// Text, value and kind of a node.
pub type CachedNode = Arc<(String, Value, NodeKind)>;

/// A relation of one source.
type OfSource = (SourceId, NodeId);

/// A first and a last day, in days since 1970.
type DayRange = (i32, i32);

/// Relations, each with its source.
pub type Relations = Arc<Vec<OfSource>>;

/// A formula over two columns of a source; the time between two dates is in a unit.
pub(super) type FormulaOf = (SourceId, Operator, NodeId, NodeId, Option<TimeUnit>);

/// The values of a computed column, by ascending row.
pub type ComputedValues = Arc<Vec<(NodeId, f64)>>;

/// Reads that are kept.
#[derive(Default)]
pub struct GraphCache {
    pairs: FxHashMap<OfSource, Arc<Pairs>>,
    /// Around how many nodes facts of a relation were read.
    asked: FxHashMap<OfSource, u64>,
    /// What was announced to the graph: relations that are followed from sets, each by its hash, to their tails
    /// (`true`) or heads.
    announced: FxHashSet<(u64, bool, NodeId)>,
    rows: FxHashMap<SourceId, Arc<Vec<NodeId>>>,
    nodes: FxHashMap<NodeId, CachedNode>,
    roots: FxHashMap<NodeId, Arc<Vec<String>>>,
    around: FxHashMap<(NodeId, bool), Relations>,
    /// The sources of these relations, in ascending order.
    around_in: Vec<SourceId>,
    /// The facts of a temporal relation that may hold in some days, ascending.
    holding: FxHashMap<(OfSource, DayRange), Arc<Vec<FactId>>>,
    /// How many facts of a temporal relation were read one by one for what holds in some days.
    read_singly: FxHashMap<(OfSource, DayRange), usize>,
    /// First and last day of facts; `None` if they have no times.
    days: FxHashMap<FactId, Option<DayRange>>,
    /// For columns of mixed texts, the kind of their values, with one of these.
    pub(super) kinds: FxHashMap<OfSource, Option<(ValueKind, String)>>,
    /// Results of formulas over two columns: the node of the column that they make, and its values.
    pub(super) computed: FxHashMap<FormulaOf, (NodeId, ComputedValues)>,
    /// How many nodes were made for computed columns.
    made: u32,
}

impl GraphCache {
    /// Text, value and kind of a node.
    pub fn node(&mut self, graph: &dyn GraphRead, node: NodeId) -> Result<CachedNode> {
        if let Some(known) = self.nodes.get(&node) {
            return Ok(known.clone());
        }
        let read = graph.node(node)?;
        let kept = Arc::new((read.text, read.value, read.kind));
        self.nodes.insert(node, kept.clone());
        Ok(kept)
    }

    /// Reads nodes that will be asked for one by one.
    pub fn expect_nodes(&mut self, graph: &dyn GraphRead, nodes: &[NodeId]) -> Result<()> {
        let mut missing: Vec<NodeId> =
            nodes.iter().copied().filter(|node| !self.nodes.contains_key(node)).collect();
        missing.sort_unstable();
        missing.dedup();
        if missing.len() > 1 {
            for read in graph.nodes(&missing)? {
                self.nodes.insert(read.id, Arc::new((read.text, read.value, read.kind)));
            }
        }
        Ok(())
    }

    /// The roots of the words of a node's text, each once.
    pub fn roots(&mut self, graph: &dyn GraphRead, node: NodeId) -> Result<Arc<Vec<String>>> {
        if let Some(known) = self.roots.get(&node) {
            return Ok(known.clone());
        }
        let known = self.node(graph, node)?;
        let mut roots: Vec<String> = words_of(&known.0).iter().map(|word| root(word)).collect();
        roots.sort();
        roots.dedup();
        let roots = Arc::new(roots);
        self.roots.insert(node, roots.clone());
        Ok(roots)
    }

    /// Keeps the values of a computed column, by ascending row, and returns its node. Its nodes are numbered down
    /// from the last possible one, which no graph reaches.
    pub fn add_column(&mut self, source: SourceId, values: &[(NodeId, f64)]) -> NodeId {
        let relation = self.made_node();
        let mut cells: FxHashMap<u64, NodeId> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (row, value) in values {
            let cell = match cells.get(&value.to_bits()) {
                Some(known) => *known,
                None => {
                    let cell = self.made_node();
                    let text = value.to_string();
                    let value_of = Value::parse(&text);
                    self.nodes.insert(cell, Arc::new((text, value_of, NodeKind::Name)));
                    self.around.insert((cell, true), Arc::default());
                    self.around.insert((cell, false), Arc::new(vec![(source, relation)]));
                    cells.insert(value.to_bits(), cell);
                    cell
                }
            };
            pairs.push((*row, cell, FactId(0)));
        }
        self.pairs.insert((source, relation), Arc::new(Pairs::new(pairs)));
        relation
    }

    fn made_node(&mut self) -> NodeId {
        self.made += 1;
        NodeId(u32::MAX - self.made)
    }

    /// Forgets the facts of a relation in one source.
    pub fn forget(&mut self, source: SourceId, relation: NodeId) {
        self.pairs.remove(&(source, relation));
    }

    /// Whether all facts of a relation were read.
    pub fn knows(&self, relation: OfSource) -> bool {
        self.pairs.contains_key(&relation)
    }

    /// The facts of a relation in one source. If `cells` is given, cells that say that there is no value are left
    /// out; it tells whether the other values are numbers or dates.
    pub fn pairs(
        &mut self,
        graph: &dyn GraphRead,
        source: SourceId,
        relation: NodeId,
        cells: Option<bool>,
    ) -> Result<Arc<Pairs>> {
        if let Some(known) = self.pairs.get(&(source, relation)) {
            return Ok(known.clone());
        }
        let postings = graph.facts_of_relation(relation, None, &Scope::Only(vec![source]))?;
        let mut pairs = Pairs::new(postings.iter().map(|p| (p.head, p.tail, p.fact)).collect());
        if let Some(typed) = cells {
            pairs = self.without_blanks(graph, pairs, typed)?;
        }
        let pairs = Arc::new(pairs);
        self.pairs.insert((source, relation), pairs.clone());
        Ok(pairs)
    }

    /// Removes the cells that say that there is no value. A column of many different values has names or numbers,
    /// and is not searched.
    fn without_blanks(&mut self, graph: &dyn GraphRead, pairs: Pairs, typed: bool) -> Result<Pairs> {
        if pairs.side(false).len() > DIFFERENT {
            return Ok(pairs);
        }
        let blank = self.blanks(graph, pairs.side(false), typed)?;
        Ok(pairs.without_tails(&blank))
    }

    /// The cells that say that there is no value; `typed` tells whether the other values of their column are
    /// numbers or dates.
    pub fn blanks(
        &mut self,
        graph: &dyn GraphRead,
        cells: &[NodeId],
        typed: bool,
    ) -> Result<FxHashSet<NodeId>> {
        self.expect_nodes(graph, cells)?;
        let mut blank = FxHashSet::default();
        for cell in cells {
            if says_nothing(&self.node(graph, *cell)?.0, typed) {
                blank.insert(*cell);
            }
        }
        Ok(blank)
    }

    /// Whether to read a relation whole for so many nodes: it was read already, or reading around single
    /// nodes has cost as much. So no relation takes more than twice as long as it must.
    pub fn is_better_whole(&mut self, relation: OfSource, nodes: usize, facts: u64) -> bool {
        if self.knows(relation) {
            return true;
        }
        let better = self.is_better_now(relation, nodes, facts);
        *self.asked.entry(relation).or_default() += nodes as u64;
        better
    }

    /// The same, without counting these nodes.
    pub fn is_better_now(&self, relation: OfSource, nodes: usize, facts: u64) -> bool {
        let asked = self.asked.get(&relation).copied().unwrap_or_default() + nodes as u64;
        self.knows(relation) || asked * OF_NODE >= facts
    }

    /// Announces that relations will be followed from these nodes, to their tails (`true`) or heads, once for the
    /// same nodes.
    pub fn expect_facts(
        &mut self,
        graph: &dyn GraphRead,
        nodes: &[NodeId],
        out: bool,
        mut relations: Vec<NodeId>,
    ) -> Result<()> {
        let set = FxBuildHasher.hash_one(nodes);
        relations.retain(|relation| self.announced.insert((set, out, *relation)));
        let side = if out { Side::Head } else { Side::Tail };
        if relations.is_empty() { Ok(()) } else { graph.expect_facts_of(nodes, side, &relations) }
    }

    /// The rows of a table, in ascending order.
    pub fn rows(&mut self, graph: &dyn GraphRead, table: SourceId, rows: u32) -> Result<Arc<Vec<NodeId>>> {
        if let Some(known) = self.rows.get(&table) {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        for row in 1..=rows {
            found.extend(graph.row_node(table, row)?);
        }
        found.sort_unstable();
        let found = Arc::new(found);
        self.rows.insert(table, found.clone());
        Ok(found)
    }

    /// The relations that a node is a head (`true`) or a tail of.
    pub fn around(&mut self, graph: &dyn GraphRead, node: NodeId, head: bool) -> Result<Relations> {
        if let Some(known) = self.around.get(&(node, head)) {
            return Ok(known.clone());
        }
        self.expect_around(graph, &[node], head)?;
        Ok(self.around.get(&(node, head)).cloned().unwrap_or_default())
    }

    /// The relations that a node is a head (`true`) or a tail of, where they were read.
    pub fn known_around(&self, node: NodeId, head: bool) -> Option<&Relations> {
        self.around.get(&(node, head))
    }

    /// Reads the relations that nodes are a head (`true`) or a tail of, at once.
    pub fn expect_around(&mut self, graph: &dyn GraphRead, nodes: &[NodeId], head: bool) -> Result<()> {
        let missing = nodes.iter().copied().filter(|node| !self.around.contains_key(&(*node, head)));
        let mut missing: Vec<NodeId> = missing.collect();
        missing.sort_unstable();
        missing.dedup();
        let side = if head { Side::Head } else { Side::Tail };
        let scope = Scope::Only(self.around_in.clone());
        let found = graph.relations_around(&missing, side, &scope, AROUND)?;
        for (node, relations) in missing.into_iter().zip(found) {
            self.around.insert((node, head), Arc::new(relations));
        }
        Ok(())
    }

    /// Sets the sources in which relations are looked for, and forgets what was found in fewer.
    pub fn look_in(&mut self, mut sources: Vec<SourceId>) {
        sources.sort_unstable();
        if !sources.iter().all(|source| self.around_in.binary_search(source).is_ok()) {
            let made = self.made;
            self.around.retain(|(node, _), _| node.0 >= u32::MAX - made);
            self.around_in = sources;
        }
    }

    /// Keeps those facts of a temporal relation that hold in these days. The first few are read; after that, all
    /// that hold then are looked up.
    pub fn hold<F>(
        &mut self,
        graph: &dyn GraphRead,
        (source, relation): OfSource,
        facts: &mut Vec<F>,
        (first, last): DayRange,
        id: impl Fn(&F) -> FactId,
    ) -> Result<()> {
        let key = ((source, relation), (first, last));
        let read = self.read_singly.entry(key).or_default();
        *read += facts.len();
        if *read <= FEW_FACTS {
            self.expect_days(graph, &facts.iter().map(&id).collect::<Vec<_>>())?;
            facts.retain(|fact| self.days(id(fact)).is_none_or(|(start, end)| start <= last && end >= first));
            return Ok(());
        }
        let holding = match self.holding.get(&key) {
            Some(known) => known.clone(),
            None => {
                let scope = Scope::Only(vec![source]);
                let read = Arc::new(graph.facts_that_may_hold(relation, first, last, &scope)?);
                self.holding.insert(key, read.clone());
                read
            }
        };
        facts.retain(|fact| holding.binary_search(&id(fact)).is_ok());
        Ok(())
    }

    /// Reads the days of facts, at once.
    pub fn expect_days(&mut self, graph: &dyn GraphRead, facts: &[FactId]) -> Result<()> {
        let missing: Vec<FactId> =
            facts.iter().copied().filter(|fact| !self.days.contains_key(fact)).collect();
        for fact in graph.facts(&missing)? {
            let days = fact.interval.map(|interval| {
                let start = interval.start.map_or(i32::MIN, Date::first_day);
                (start, interval.end.map_or(i32::MAX, Date::last_day))
            });
            self.days.insert(fact.id, days);
        }
        Ok(())
    }

    /// First and last day of a fact whose days were read.
    pub fn days(&self, fact: FactId) -> Option<DayRange> {
        self.days.get(&fact).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_is_read_whole_when_reading_around_nodes_has_taken_as_long() {
        let mut cache = GraphCache::default();
        let relation = (SourceId(1), NodeId(1));
        assert!(!cache.is_better_whole(relation, 5, 160));
        assert!(cache.is_better_whole(relation, 5, 160));
        // All of a small one are read at once.
        assert!(cache.is_better_whole((SourceId(1), NodeId(2)), 1, OF_NODE));
    }
}
