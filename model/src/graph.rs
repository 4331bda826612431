//! The vocabulary of the condition graph: ids, nodes, facts, postings, sources.
//!
//! These are plain owned types; a store keeps its own forms of them to itself.

use serde::{Deserialize, Serialize};

use crate::order::Typed;
use crate::value::{Date, Value, ValueKind};

/// Identifies a node. Ids are never reused within one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// Identifies a fact. The facts of one source are one contiguous range of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FactId(pub u32);

/// Identifies a source for as long as it stays loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// What a node represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A name: an entity, a relation or a value. Equal names of all sources are one node.
    Name,
    /// A table row. It belongs to one source, so `[line_3]` of one table is never `[line_3]` of another.
    Row {
        /// The table that the row is in.
        source: SourceId,
        /// 1-based number of the row among the data rows.
        row: u32,
    },
}

/// A node with everything that is stored about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node's id.
    pub id: NodeId,
    /// The name as it was loaded; `[line_N]` for a row.
    pub text: String,
    /// Name or row.
    pub kind: NodeKind,
    /// The typed reading of `text`, made once at load.
    pub value: Value,
    /// The IRI that `text` is the label or local name of, for RDF sources.
    pub iri: Option<String>,
}

/// The time during which a fact holds. Both bounds are included; a missing
/// bound is open. A bound of year precision covers the whole year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// Start time; `None` when the start is not known.
    pub start: Option<Date>,
    /// End time; `None` when the fact still holds or its end is not known.
    pub end: Option<Date>,
}

/// The position of a fact in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// 1-based line of the file on which the record starts.
    pub line: u32,
    /// 1-based data row, for tables.
    pub row: Option<u32>,
    /// 0-based column, for tables.
    pub column: Option<u16>,
}

/// A stored statement (head, relation, tail) with its time, source and place.
/// Every condition triple is derived from exactly one fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The fact's id.
    pub id: FactId,
    /// The source it was loaded from.
    pub source: SourceId,
    /// Head entity; the row node for a table cell.
    pub head: NodeId,
    /// Relation; the column for a table cell.
    pub relation: NodeId,
    /// Tail entity; the cell's value for a table cell.
    pub tail: NodeId,
    /// The time of a quintuple.
    pub interval: Option<Interval>,
    /// Line, row and column in the source's file.
    pub place: Place,
}

/// One entry of an index: the ids of a fact and of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Posting {
    /// The fact.
    pub fact: FactId,
    /// Its head.
    pub head: NodeId,
    /// Its relation.
    pub relation: NodeId,
    /// Its tail.
    pub tail: NodeId,
}

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// A table: every row is a node, every column a relation.
    Table,
    /// A knowledge graph of (head, relation, tail) triples.
    Kg,
    /// A temporal knowledge graph of (head, relation, tail, start, end) quintuples.
    Tkg,
}

/// A column of a table, or a relation of a graph, as recorded in the source catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelationInfo {
    /// The relation's node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// Position in the table's header; `None` for a graph's relation.
    pub column: Option<u16>,
    /// Number of facts with this relation in this source.
    pub facts: u64,
    /// The most common kind of its tails, not counting placeholders for a missing value.
    pub kind: ValueKind,
    /// One of its tails that is not a placeholder, shown to a model only at share level `samples`.
    pub sample: Option<String>,
    /// One head of it (graphs only), for the sources view.
    pub sample_head: Option<String>,
    /// Number of its facts whose tail has no typed order, that is, a text or an empty cell.
    pub untyped: u64,
    /// Summary of the tails that have a typed order.
    pub typed: Typed,
}

/// A folder or database that was loaded as a whole, and how: what is added to it later is loaded in the same
/// way. A source from a single file has none, because a file is always loaded whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whole {
    /// The absolute path of the folder, or the address of the database without a password.
    pub path: String,
    /// The kind that the user gave; `None` when it was detected.
    pub kind: Option<SourceKind>,
    /// Whether lines that cannot be read were to be skipped.
    pub skip_bad: bool,
}

/// A loaded source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The source's id.
    pub id: SourceId,
    /// Unique name, by which the user loads it again or removes it.
    pub name: String,
    /// Table, KG or TKG.
    pub kind: SourceKind,
    /// The file it was read from, as an absolute path when that could be found.
    pub file: String,
    /// Content hash (xxh3-128, hex) of the file, by which an unchanged file is recognised.
    pub content_hash: String,
    /// Seconds since the Unix epoch at which it was loaded.
    pub loaded_at: i64,
    /// First fact id.
    pub first_fact: FactId,
    /// Number of facts; ids run from `first_fact` without a gap.
    pub facts: u64,
    /// Number of data rows, for tables.
    pub rows: u64,
    /// Number of distinct nodes that appear in its facts.
    pub nodes: u64,
    /// Number of lines skipped because of `--skip-bad`.
    pub skipped: u64,
    /// Columns in header order, or relations by falling count.
    pub relations: Vec<RelationInfo>,
    /// The folder or database that was loaded as a whole and that it comes from; `None` also where that is
    /// unknown. Must stay the last field: entries of earlier versions end before it.
    #[serde(default)]
    pub whole: Option<Whole>,
}

/// The roles that a node plays in a source, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roles(pub u32);

impl Roles {
    /// A relation or a column name.
    pub const RELATION: Roles = Roles(1);
    /// The head of a fact of a graph. Table rows have no role, because users do not name them.
    pub const HEAD: Roles = Roles(2);
    /// The tail of a fact of a graph.
    pub const TAIL: Roles = Roles(4);
    /// A cell of a table.
    pub const CELL: Roles = Roles(8);
    /// Anything that an entity parameter can name.
    pub const ENTITY: Roles = Roles(2 | 4 | 8);
    /// Any role.
    pub const ANY: Roles = Roles(15);

    /// Whether the two sets share a role.
    pub fn meets(self, other: Roles) -> bool {
        self.0 & other.0 != 0
    }
    /// The roles that are in either set.
    pub fn with(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }
}

/// The sources that a read considers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every loaded source.
    #[default]
    All,
    /// Only these, in ascending order.
    Only(Vec<SourceId>),
}

impl Scope {
    /// Whether `source` is inside the scope.
    pub fn contains(&self, source: SourceId) -> bool {
        match self {
            Scope::All => true,
            Scope::Only(list) => list.binary_search(&source).is_ok(),
        }
    }
}

/// The comparison of a `tail_entity` or `value` parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Comparison {
    /// The operator as it is written in a query.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Eq => "=",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
        }
    }

    /// Whether the comparison holds for two values with this ordering.
    pub fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Eq => ordering.is_eq(),
            Comparison::Ne => ordering.is_ne(),
            Comparison::Lt => ordering.is_lt(),
            Comparison::Le => ordering.is_le(),
            Comparison::Gt => ordering.is_gt(),
            Comparison::Ge => ordering.is_ge(),
        }
    }
}
