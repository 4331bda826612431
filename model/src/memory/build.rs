//! Adding sources to a graph in memory.

use std::collections::{BTreeMap, BTreeSet};

use super::MemoryGraph;
use crate::catalogue::commonest_kind;
use crate::order::{Typed, sortable};
use crate::value::is_missing;
use crate::{
    Fact, FactId, Interval, Node, NodeId, NodeKind, Place, RelationInfo, Source, SourceId, SourceKind, Value,
    ValueKind,
};

impl MemoryGraph {
    /// Adds a table by its header and rows. An empty cell is not a fact, and cells beyond the last column are
    /// ignored.
    pub fn add_table(&mut self, name: &str, header: &[&str], rows: &[&[&str]]) -> SourceId {
        let (source, first) = self.begin();
        let columns: Vec<NodeId> = header.iter().map(|column| self.name(column)).collect();
        // The header is the first line.
        for (row, cells) in (1u32..).zip(rows) {
            let head = self.row(source, row);
            for ((column, relation), cell) in (0u16..).zip(&columns).zip(*cells) {
                if !cell.is_empty() {
                    let tail = self.name(cell);
                    let place = Place { line: row + 1, row: Some(row), column: Some(column) };
                    self.fact(source, [head, *relation, tail], None, place);
                }
            }
        }
        self.end(name, SourceKind::Table, first, &columns, rows.len())
    }

    /// Adds a knowledge graph by its triples: head, relation, tail.
    pub fn add_kg(&mut self, name: &str, triples: &[[&str; 3]]) -> SourceId {
        let (source, first) = self.begin();
        for (line, triple) in (1u32..).zip(triples) {
            let parts = triple.map(|part| self.name(part));
            self.fact(source, parts, None, Place { line, row: None, column: None });
        }
        self.end(name, SourceKind::Kg, first, &[], 0)
    }

    /// Adds a temporal knowledge graph by its quintuples: head, relation, tail and the time
    /// from start to end.
    pub fn add_tkg(&mut self, name: &str, quintuples: &[([&str; 3], Interval)]) -> SourceId {
        let (source, first) = self.begin();
        for (line, (triple, interval)) in (1u32..).zip(quintuples) {
            let parts = triple.map(|part| self.name(part));
            self.fact(source, parts, Some(*interval), Place { line, row: None, column: None });
        }
        self.end(name, SourceKind::Tkg, first, &[], 0)
    }

    /// The id of the next source, and of its first fact.
    fn begin(&self) -> (SourceId, FactId) {
        (SourceId(id(self.sources.len())), FactId(id(self.facts.len())))
    }

    /// The node of a name; a new name gets a new node.
    fn name(&mut self, text: &str) -> NodeId {
        if let Some(known) = self.names.get(text) {
            return *known;
        }
        let node = self.node_of(text.to_owned(), NodeKind::Name, Value::parse(text));
        self.names.insert(text.to_owned(), node);
        node
    }

    fn row(&mut self, source: SourceId, row: u32) -> NodeId {
        let node = self.node_of(format!("[line_{row}]"), NodeKind::Row { source, row }, Value::Text);
        self.rows.insert((source, row), node);
        node
    }

    fn node_of(&mut self, text: String, kind: NodeKind, value: Value) -> NodeId {
        let node = NodeId(id(self.nodes.len()));
        self.nodes.push(Node { id: node, text, kind, value, iri: None });
        node
    }

    fn fact(&mut self, source: SourceId, parts: [NodeId; 3], interval: Option<Interval>, place: Place) {
        let [head, relation, tail] = parts;
        let fact = FactId(id(self.facts.len()));
        self.facts.push(Fact { id: fact, source, head, relation, tail, interval, place });
    }

    /// Writes the catalogue entry of the source whose facts begin with `first`.
    fn end(
        &mut self,
        name: &str,
        kind: SourceKind,
        first: FactId,
        columns: &[NodeId],
        rows: usize,
    ) -> SourceId {
        let source = SourceId(id(self.sources.len()));
        let facts = &self.facts[first.0 as usize..];
        let nodes: BTreeSet<NodeId> =
            facts.iter().flat_map(|fact| [fact.head, fact.relation, fact.tail]).collect();
        let mut of_relation: BTreeMap<NodeId, Vec<&Fact>> =
            columns.iter().map(|column| (*column, Vec::new())).collect();
        for fact in facts {
            of_relation.entry(fact.relation).or_default().push(fact);
        }
        let mut relations: Vec<RelationInfo> = of_relation
            .into_iter()
            .map(|(relation, facts)| {
                let column = columns.iter().position(|column| *column == relation);
                let column = column.and_then(|at| u16::try_from(at).ok());
                self.relation_info(relation, column, &facts)
            })
            .collect();
        relations.sort_by(|left, right| {
            let column = |info: &RelationInfo| info.column.map_or(u32::MAX, u32::from);
            (column(left), right.facts, &left.name).cmp(&(column(right), left.facts, &right.name))
        });
        let entry = Source {
            id: source,
            name: name.to_owned(),
            kind,
            file: name.to_owned(),
            content_hash: String::new(),
            loaded_at: 0,
            first_fact: first,
            facts: facts.len() as u64,
            rows: rows as u64,
            nodes: nodes.len() as u64,
            skipped: 0,
            relations,
            whole: None,
        };
        self.sources.push(entry);
        source
    }

    /// The catalogue's description of a relation with these facts in a source.
    fn relation_info(&self, relation: NodeId, column: Option<u16>, facts: &[&Fact]) -> RelationInfo {
        let (mut typed, mut untyped) = (Typed::default(), 0);
        let mut kinds: BTreeMap<ValueKind, u64> = BTreeMap::new();
        for fact in facts {
            let tail = &self.nodes[fact.tail.0 as usize];
            match tail.value.order_key().and_then(sortable) {
                Some(key) => typed.add(&tail.value, key),
                None => untyped += 1,
            }
            if !is_missing(&tail.text) {
                *kinds.entry(tail.value.kind()).or_default() += 1;
            }
        }
        let text = |node: NodeId| self.nodes[node.0 as usize].text.clone();
        let shown = facts.iter().find(|fact| !is_missing(&text(fact.tail)));
        RelationInfo {
            node: relation,
            name: text(relation),
            column,
            facts: facts.len() as u64,
            kind: commonest_kind(&kinds),
            sample: shown.map(|fact| text(fact.tail)),
            sample_head: shown.filter(|_| column.is_none()).map(|fact| text(fact.head)),
            untyped,
            typed,
        }
    }
}

/// A position as an id. A graph in memory is far smaller than the range of ids.
fn id(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
