//! The graph as the search sees it: neighbours of nodes, kept for one question.

use std::collections::HashMap;
use std::sync::Arc;

use trustuqa_engine::execute::Executor;
use trustuqa_model::{
    Date, Fact, FactId, GraphRead, NodeId, NodeKind, Posting, Result, Scope, Side, Source, SourceId,
    SourceKind, Value, ValueKind,
};

use super::relations::Lexicon;
use crate::words::same_noun;

/// Maximum number of facts of one node that are read.
pub const FACTS: usize = 4_000;
/// Nodes of a set that are sampled for their relations.
pub const SAMPLED: usize = 40;
/// Nodes of a set whose types stand for all.
pub const TYPED: usize = 4;

/// Relations, each with its source.
pub type OfSources = Arc<Vec<(SourceId, NodeId)>>;

/// Facts around a node.
#[derive(Debug, Default)]
pub struct Neighbourhood {
    /// Facts with it as head.
    pub out: Vec<Posting>,
    /// Facts with it as tail.
    pub into: Vec<Posting>,
}

/// The graph, with what was read of it.
pub struct CachedReads<'a> {
    /// The graph.
    pub graph: &'a dyn GraphRead,
    executor: &'a Executor<'a>,
    around: HashMap<NodeId, Arc<Neighbourhood>>,
    /// The relations with a node as head, and those with it as tail.
    relations: HashMap<NodeId, [OfSources; 2]>,
    values: HashMap<NodeId, (String, Value, NodeKind)>,
    types: HashMap<NodeId, Arc<Vec<String>>>,
}

impl<'a> CachedReads<'a> {
    /// A view of the graph of an executor.
    pub fn new(executor: &'a Executor<'a>) -> CachedReads<'a> {
        CachedReads {
            graph: executor.graph(),
            executor,
            around: HashMap::new(),
            relations: HashMap::new(),
            values: HashMap::new(),
            types: HashMap::new(),
        }
    }

    /// The source of a fact.
    pub fn source_of(&self, fact: FactId) -> Option<&'a Source> {
        self.executor.source_of_fact(fact)
    }

    /// The source with an id.
    pub fn source(&self, id: SourceId) -> Option<&'a Source> {
        self.executor.source(id)
    }

    /// The column that names the rows of a table: the first one of texts.
    pub fn subject_column(&self, table: SourceId) -> Option<NodeId> {
        let texts = self.source(table)?.relations.iter().filter(|r| r.kind == ValueKind::Text);
        texts.min_by_key(|r| r.column).map(|r| r.node)
    }

    /// Whether a root is a word of the name of one of a source's columns.
    pub fn has_column_word(&self, source: SourceId, lexicon: &Lexicon, root: &str) -> bool {
        let columns = self.source(source).map_or(&[][..], |s| &s.relations);
        let names = columns.iter().filter_map(|column| lexicon.relations.get(&column.node));
        names.flat_map(|name| &name.roots).any(|(word, _)| word == root)
    }

    /// Announces that the facts around these nodes will be read one by one.
    pub fn expect_around(&self, nodes: &[NodeId]) -> Result<()> {
        let missing: Vec<NodeId> =
            nodes.iter().copied().filter(|node| !self.around.contains_key(node)).collect();
        if missing.len() > 1 {
            self.graph.expect_facts_around(&missing, Side::Head)?;
            self.graph.expect_facts_around(&missing, Side::Tail)?;
        }
        Ok(())
    }

    /// Facts around a node.
    pub fn around(&mut self, node: NodeId) -> Result<Arc<Neighbourhood>> {
        if let Some(known) = self.around.get(&node) {
            return Ok(known.clone());
        }
        let mut around = Neighbourhood {
            out: self.graph.facts_of_head(node, None, &Scope::All)?,
            into: self.graph.facts_of_tail(node, None, &Scope::All)?,
        };
        around.out.truncate(FACTS);
        around.into.truncate(FACTS);
        let around = Arc::new(around);
        self.around.insert(node, around.clone());
        Ok(around)
    }

    /// For each of these rows its cells in a column, each with the row.
    pub fn cells_under(&self, rows: &[NodeId], column: NodeId) -> Result<Vec<Vec<(NodeId, NodeId)>>> {
        self.graph.expect_facts_of(rows, Side::Head, &[column])?;
        let facts = self.graph.facts_of_heads(rows, Some(column), &Scope::All)?;
        let of_row = |facts: Vec<Posting>| facts.iter().map(|fact| (fact.head, fact.tail)).collect();
        let cells: Vec<Vec<(NodeId, NodeId)>> = facts.into_iter().map(of_row).collect();
        let values: Vec<NodeId> = cells.iter().flatten().map(|cell| cell.1).collect();
        self.graph.expect_nodes(&values)?;
        Ok(cells)
    }

    /// Text, value and kind of a node.
    pub fn node(&mut self, node: NodeId) -> Result<&(String, Value, NodeKind)> {
        if let std::collections::hash_map::Entry::Vacant(slot) = self.values.entry(node) {
            let read = self.graph.node(node)?;
            slot.insert((read.text, read.value, read.kind));
        }
        Ok(&self.values[&node])
    }

    /// The date of a node's value.
    pub fn date(&mut self, node: NodeId) -> Result<Option<Date>> {
        Ok(self.node(node)?.1.date())
    }

    /// A whole fact.
    pub fn fact(&self, id: FactId) -> Result<Fact> {
        self.graph.fact(id)
    }

    /// Whether a source is a table.
    pub fn is_table(&self, id: SourceId) -> bool {
        self.source(id).is_some_and(|source| source.kind == SourceKind::Table)
    }

    /// Whether a fact is in a temporal knowledge graph.
    pub fn is_temporal(&self, fact: FactId) -> bool {
        self.source_of(fact).is_some_and(|s| s.kind == SourceKind::Tkg)
    }

    /// The table of a fact, when it is in one.
    pub fn table_of(&self, fact: FactId) -> Option<SourceId> {
        self.source_of(fact).filter(|s| s.kind == SourceKind::Table).map(|s| s.id)
    }

    /// Reads at once the relations around nodes, which tell what they are.
    pub fn expect_types(&mut self, nodes: &[NodeId]) -> Result<()> {
        let mut missing: Vec<NodeId> =
            nodes.iter().copied().filter(|node| !self.relations.contains_key(node)).collect();
        missing.sort_unstable();
        missing.dedup();
        let out = self.graph.relations_around(&missing, Side::Head, &Scope::All, FACTS)?;
        let into = self.graph.relations_around(&missing, Side::Tail, &Scope::All, FACTS)?;
        for (node, (out, into)) in missing.into_iter().zip(out.into_iter().zip(into)) {
            self.relations.insert(node, [Arc::new(out), Arc::new(into)]);
        }
        Ok(())
    }

    /// The relations with a node as head, and those with it as tail.
    pub fn relations(&mut self, node: NodeId) -> Result<[OfSources; 2]> {
        self.expect_types(&[node])?;
        Ok(self.relations.get(&node).cloned().unwrap_or_default())
    }

    /// Roots of nouns that tell what a node is: those of relations and columns that it is a tail or cell of.
    pub fn types(&mut self, node: NodeId, lexicon: &Lexicon) -> Result<Arc<Vec<String>>> {
        if let Some(known) = self.types.get(&node) {
            return Ok(known.clone());
        }
        let [_, into] = self.relations(node)?;
        let mut roots: Vec<String> = Vec::new();
        for (_, relation) in into.iter() {
            for word in lexicon.relations.get(relation).map_or(&[][..], |r| &r.nouns) {
                if !roots.contains(word) {
                    roots.push(word.clone());
                }
            }
        }
        if let Some(source) = self.subject_of(node)? {
            roots.extend(lexicon.sources.get(&source).into_iter().flatten().cloned());
        }
        let roots = Arc::new(roots);
        self.types.insert(node, roots.clone());
        Ok(roots)
    }

    /// The graph whose name says what a node is: the first one with it as head in one of its first two relations.
    pub fn subject_of(&mut self, node: NodeId) -> Result<Option<SourceId>> {
        let [out, _] = self.relations(node)?;
        for (source, relation) in out.iter() {
            let source = self.source(*source).filter(|s| s.kind == SourceKind::Kg);
            if let Some(source) = source.filter(|s| s.relations.iter().take(2).any(|r| r.node == *relation)) {
                return Ok(Some(source.id));
            }
        }
        Ok(None)
    }

    /// How well a word says what most of these nodes are, from 0 to 1.
    pub fn is_a(&mut self, nodes: &[NodeId], word: &str, lexicon: &Lexicon) -> Result<f32> {
        let (mut sum, mut count) = (0.0, 0.0);
        for node in nodes.iter().take(TYPED) {
            let types = self.types(*node, lexicon)?;
            sum += types.iter().map(|t| same_noun(t, word)).fold(0.0, f32::max);
            count += 1.0;
        }
        Ok(if count > 0.0 { sum / count } else { 0.0 })
    }
}
