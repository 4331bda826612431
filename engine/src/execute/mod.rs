//! Runs execution queries over a graph (section 3.2 of the paper, `Exe`).
//!
//! Everything that an answer says is computed here, from stored facts only. The graph is read through
//! [`GraphRead`]; the executor knows nothing of the names in a question, of models or of files.

mod amount;
mod calculate;
mod column;
mod column_values;
mod error;
mod formula;
mod group;
mod head_facts;
mod item;
mod matching;
mod operand;
mod reason;
mod relation_values;
mod row_number;
mod search;
mod select;
mod source_list;
mod summary_rows;
mod table_rows;
mod time;
mod unordered_values;

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use trustuqa_model::{
    FactId, GraphRead, NodeId, NodeKind, Posting, Scope, Source, SourceId, SourceKind, Value,
};

pub use error::{ExecuteError, Result};
pub use item::{Identity, Item, ItemSet, ItemValue, Measure};
pub(crate) use matching::is_within;
pub use reason::NumbersByWord;
pub use select::says_nothing;
pub use source_list::SourceList;
pub use time::{holds, times_of, year_bounds};
pub(crate) use unordered_values::left_out;

use self::head_facts::HeadFacts;
use self::reason::ValueColumn;
use crate::query::column::Test;
use crate::query::execution::{ExecutionCall, ExecutionQuery};
use crate::query::ticked;

/// Runs execution calls over one snapshot of a graph.
pub struct Executor<'g> {
    graph: &'g dyn GraphRead,
    sources: Arc<SourceList>,
    nodes: Mutex<FxHashMap<NodeId, CachedNode>>,
    column_values: column_values::ColumnValues,
    summaries: summary_rows::SummaryRows,
    head_facts: HeadFacts,
}

/// Text, typed value and kind of a node.
type CachedNode = (String, Value, NodeKind);

/// The most nodes cached between reads; a full cache is cleared.
const NODE_CACHE: usize = 65_536;

impl<'g> Executor<'g> {
    /// An executor over `graph`, whose sources are given.
    pub fn new(graph: &'g dyn GraphRead, sources: Arc<SourceList>) -> Executor<'g> {
        Executor {
            graph,
            sources,
            nodes: Mutex::default(),
            column_values: Default::default(),
            summaries: Default::default(),
            head_facts: HeadFacts::default(),
        }
    }

    /// The graph.
    pub fn graph(&self) -> &'g dyn GraphRead {
        self.graph
    }

    /// The source catalogue of the snapshot.
    pub fn sources(&self) -> &[Source] {
        self.sources.all()
    }

    /// The source with this id, when it is loaded.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.with_id(id)
    }

    /// The tables in scope that have one of the relations as a column, by ascending id; all tables in scope
    /// when no relation is given.
    pub fn tables_with(&self, relations: &[NodeId], scope: &Scope) -> Result<Vec<SourceId>> {
        let mut tables: Vec<SourceId> = match relations {
            [] => self.sources().iter().map(|source| source.id).collect(),
            [relation] => self.graph.sources_of_relation(*relation)?,
            several => several
                .iter()
                .map(|relation| self.graph.sources_of_relation(*relation))
                .collect::<trustuqa_model::Result<Vec<_>>>()?
                .concat(),
        };
        let is_table = |id: SourceId| self.source(id).is_some_and(|source| source.kind == SourceKind::Table);
        tables.retain(|id| scope.contains(*id) && is_table(*id));
        tables.sort_unstable();
        tables.dedup();
        Ok(tables)
    }

    /// Runs a whole query and returns every step's result.
    pub fn run(&self, query: &ExecutionQuery<NodeId>) -> Result<Vec<ItemSet>> {
        let mut results = Vec::with_capacity(query.steps.len());
        for call in &query.steps {
            let set = self.call(call, &results)?;
            results.push(set);
        }
        Ok(results)
    }

    /// Runs one call, given the results of the calls before it.
    pub fn call(&self, call: &ExecutionCall<NodeId>, before: &[ItemSet]) -> Result<ItemSet> {
        match call {
            ExecutionCall::Reason { function, sets, relation, value, k, sources } => {
                let by = ValueColumn { relation, scope: self.scope(sources)? };
                reason::apply(self, *function, sets, &by, value.as_ref(), *k, before)
            }
            ExecutionCall::All { relation, sources } => select::all(self, relation, &self.scope(sources)?),
            ExecutionCall::Select { set, column, by, test, sources } => {
                let set = set.as_ref().map(|set| reason::materialise(set, before)).transpose()?;
                let scope = self.scope(sources)?;
                match (by, test, &set) {
                    (Some(by), Test::Compare(op, bound), Some(set)) => {
                        select::beside_groups(self, set, (column, by), (*op, bound), &scope, before)
                    }
                    _ => select::select(self, set.as_ref(), column, test, &scope, before),
                }
            }
            ExecutionCall::Derive { set, column, sources } => {
                let scope = self.scope(sources)?;
                let mut out = ItemSet::default();
                let set = reason::materialise(set, before)?;
                for some in set.items().chunks(column::READ_AT_ONCE) {
                    let values = column::values_of_each(self, some, column, &scope)?;
                    values.into_iter().flatten().for_each(|value| out.push(value));
                }
                Ok(out)
            }
            ExecutionCall::Group { set, by, of, with, weight, sources } => {
                let set = self.without_summaries(reason::materialise(set, before)?)?;
                let columns = group::Columns { by: by.as_ref(), of: of.as_ref(), weight: weight.as_ref() };
                group::group(self, &set, columns, *with, &self.scope(sources)?)
            }
            ExecutionCall::Calculate { expression, operands } => {
                calculate::calculate(self, expression, operands, before)
            }
            search => search::apply(self, search, before),
        }
    }

    /// Whether a member of a set leads to a row of a table that has the relation as a column.
    pub(crate) fn has_rows(&self, set: &ItemSet, relation: NodeId, sources: &[String]) -> Result<bool> {
        table_rows::has_rows(self, set, &[relation], &self.scope(sources)?)
    }

    /// Text, typed value and kind of a node, cached.
    pub fn node(&self, id: NodeId) -> Result<(String, Value, NodeKind)> {
        self.known(id, CachedNode::clone)
    }

    /// The kind of a node, cached.
    pub fn kind(&self, id: NodeId) -> Result<NodeKind> {
        self.known(id, |(_, _, kind)| *kind)
    }

    /// Whether `text` is exactly the name of a node, cached.
    pub fn is_named(&self, id: NodeId, text: &str) -> Result<bool> {
        self.known(id, |(name, ..)| name == text)
    }

    /// A part of what is known of a node, without copying the rest out of the cache.
    fn known<T>(&self, id: NodeId, part: impl Fn(&CachedNode) -> T) -> Result<T> {
        let mut cache = self.nodes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = cache.get(&id) {
            return Ok(part(known));
        }
        let node = self.graph.node(id)?;
        let entry = (node.text, node.value, node.kind);
        if cache.len() >= NODE_CACHE {
            cache.clear();
        }
        let found = part(&entry);
        cache.insert(id, entry);
        Ok(found)
    }

    /// Reads the nodes that a loop is going to ask for, all at once: a store across a network answers them in
    /// one round trip.
    pub fn expect_nodes(&self, nodes: impl IntoIterator<Item = NodeId>) -> Result<()> {
        let mut cache = self.nodes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut missing: Vec<NodeId> =
            nodes.into_iter().filter(|node| !cache.contains_key(node)).take(NODE_CACHE / 2).collect();
        missing.sort_unstable();
        missing.dedup();
        let found = self.graph.nodes(&missing)?;
        if cache.len() + found.len() > NODE_CACHE {
            cache.clear();
        }
        cache.extend(found.into_iter().map(|node| (node.id, (node.text, node.value, node.kind))));
        Ok(())
    }

    /// The first facts of a relation, with their tails prefetched.
    pub fn first_facts(&self, relation: NodeId, scope: &Scope, most: usize) -> Result<Vec<Posting>> {
        let mut facts = self.graph().facts_of_relation(relation, None, scope)?;
        facts.truncate(most);
        self.expect_nodes(facts.iter().map(|fact| fact.tail))?;
        Ok(facts)
    }

    /// The nodes of the members of a set; see `operand_nodes`.
    pub fn nodes_of(&self, set: &ItemSet) -> Result<Vec<NodeId>> {
        let mut nodes = set.nodes();
        for item in set.items().iter().filter(|item| item.node().is_none()) {
            match &item.value {
                ItemValue::Fact(fact) => nodes.push(self.graph.fact(*fact)?.head),
                _ => nodes.extend(self.graph.node_named(&self.text(item)?)?),
            }
        }
        Ok(nodes)
    }

    /// An item as text: the name of its node, its date, or its computed value.
    pub fn text(&self, item: &Item) -> Result<String> {
        Ok(match &item.value {
            ItemValue::Node(node) | ItemValue::Cell(node) => self.known(*node, |(text, ..)| text.clone())?,
            ItemValue::Fact(fact) => {
                let fact = self.graph.fact(*fact)?;
                format!(
                    "{} | {} | {}",
                    self.node(fact.head)?.0,
                    self.node(fact.relation)?.0,
                    self.node(fact.tail)?.0
                )
            }
            ItemValue::Time(date) => date.to_string(),
            ItemValue::Computed(_, text) | ItemValue::Derived(_, text) => text.clone(),
        })
    }

    /// The typed value of an item.
    pub fn value(&self, item: &Item) -> Result<Value> {
        Ok(match &item.value {
            ItemValue::Cell(node) => match item.facts.first() {
                Some(fact) => self.cell_value(*node, *fact)?,
                None => self.known(*node, |(_, value, _)| value.clone())?,
            },
            ItemValue::Node(node) => self.known(*node, |(_, value, _)| value.clone())?,
            ItemValue::Fact(_) => Value::Text,
            ItemValue::Time(date) if date.month().is_none() => Value::Integer(i64::from(date.year())),
            ItemValue::Time(date) => Value::Date(*date),
            ItemValue::Computed(value, _) | ItemValue::Derived(value, _) => value.clone(),
        })
    }

    /// The item for a tail: a cell when its fact is in a table, otherwise a node.
    fn tail_item(&self, fact: FactId, source: SourceId, tail: NodeId) -> Item {
        let table = self.source(source).is_some_and(|s| s.kind == SourceKind::Table);
        let value = if table { ItemValue::Cell(tail) } else { ItemValue::Node(tail) };
        Item::new(value, vec![fact])
    }

    /// The source from which a fact was loaded.
    pub fn source_of_fact(&self, fact: FactId) -> Option<&Source> {
        self.sources.of_fact(fact)
    }

    /// The scope of the named sources, all of them when none is named; an unknown name is an error.
    fn scope(&self, names: &[String]) -> Result<Scope> {
        if names.is_empty() {
            return Ok(Scope::All);
        }
        let mut ids = Vec::new();
        for name in names {
            match self.sources.named(name) {
                Some(source) => ids.push(source.id),
                None => {
                    return Err(ExecuteError::step(
                        "unknown-source",
                        format!("there is no source {}", ticked(name)),
                        "`trustuqa sources` lists what is loaded",
                    ));
                }
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(Scope::Only(ids))
    }
}
