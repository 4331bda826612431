//! The tables of a graph, and how they are distributed over the nodes of a cluster.
//!
//! Every lookup is answered by one key of one table, and so by one shard, or by all shards of one table at
//! once. Facts are stored twice: by their head, which distributes evenly, and by their relation, together
//! with the order keys of values and times.

use crate::connection::{Connection, quoted};
use crate::error::Result;

/// The version of the layout.
pub(crate) const FORMAT: i64 = 1;

/// Names of the counters in `meta`.
pub(crate) mod counter {
    /// The version of the layout.
    pub(crate) const FORMAT: &str = "format";
    /// The next ids.
    pub(crate) const NODE: &str = "next_node";
    pub(crate) const FACT: &str = "next_fact";
    pub(crate) const SOURCE: &str = "next_source";
    pub(crate) const DEMONSTRATION: &str = "next_demonstration";
    /// Grows with every load and removal of a source.
    pub(crate) const CATALOGUE: &str = "catalogue_generation";
    /// Grows with every change of what has a vector.
    pub(crate) const VECTORS: &str = "vector_generation";
    /// The state of the vectors that the index was built from; absent when there is no index.
    pub(crate) const INDEXED: &str = "vectors_indexed";
    /// Locked by every transaction that changes the graph.
    pub(crate) const CHANGE: &str = "change";
}

/// The columns of a fact, the same in both tables of facts.
pub(crate) const FACT_COLUMNS: &str =
    "fact, source, head, relation, tail, line, cell_row, cell_column, starts, ends";

/// The first of [`FACT_COLUMNS`]: those that a posting needs.
pub(crate) const POSTING_COLUMNS: &str = "fact, source, head, relation, tail";

/// A table and its distribution column; a table without one is replicated on every node.
pub(crate) const TABLES: [(&str, Option<&str>); 11] = [
    ("meta", None),
    ("sources", None),
    ("demonstrations", None),
    ("nodes", Some("id")),
    ("names", Some("hash")),
    ("folded", Some("hash")),
    ("facts_by_head", Some("head")),
    ("facts_by_relation", Some("relation")),
    ("roles", Some("node")),
    ("tokens", Some("token")),
    ("token_counts", Some("token")),
];

/// A table that is distributed like those above; vectors are distributed by their node.
pub(crate) const VECTORS: (&str, Option<&str>) = ("vectors", Some("node"));

const TABLE_STATEMENTS: &str = "
CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL);
CREATE TABLE sources (
    id bigint PRIMARY KEY, name text NOT NULL, first_fact bigint NOT NULL, facts bigint NOT NULL,
    row_ranges text NOT NULL, entry text NOT NULL);
CREATE TABLE demonstrations (
    id bigint PRIMARY KEY, question text NOT NULL, query text NOT NULL, kind text NOT NULL,
    origin text NOT NULL, vector bytea);
CREATE TABLE nodes (id bigint PRIMARY KEY, text text NOT NULL, exact bytea, iri text, embeddable boolean NOT NULL);
CREATE TABLE names (hash bigint, node bigint, PRIMARY KEY (hash, node));
CREATE TABLE folded (hash bigint, node bigint, PRIMARY KEY (hash, node));
CREATE TABLE facts_by_head (
    fact bigint, source bigint, head bigint, relation bigint, tail bigint NOT NULL,
    line bigint NOT NULL, cell_row bigint, cell_column integer, starts integer, ends integer,
    PRIMARY KEY (head, source, relation, fact));
CREATE TABLE facts_by_relation (
    fact bigint, source bigint, head bigint NOT NULL, relation bigint, tail bigint,
    line bigint NOT NULL, cell_row bigint, cell_column integer, starts integer, ends integer,
    order_key bigint, span bigint, last_day bigint,
    PRIMARY KEY (relation, source, tail, fact));
CREATE TABLE roles (
    node bigint, source bigint, roles integer NOT NULL, PRIMARY KEY (node, source));
CREATE TABLE tokens (
    token bytea, source bigint, node bigint, roles integer NOT NULL, PRIMARY KEY (token, source, node));
CREATE TABLE token_counts (token bytea PRIMARY KEY, names bigint NOT NULL);
CREATE TABLE vectors (node bigint PRIMARY KEY, vector bytea NOT NULL);
";

const INDEX_STATEMENTS: &str = "
CREATE INDEX facts_by_id ON facts_by_head (fact);
CREATE INDEX facts_by_tail ON facts_by_relation (tail, source, relation, fact);
CREATE INDEX facts_by_order ON facts_by_relation (relation, source, order_key) WHERE order_key IS NOT NULL;
CREATE INDEX facts_by_time ON facts_by_relation (relation, source, span, last_day) WHERE span IS NOT NULL;
";

/// Creates the tables of a new graph in an existing schema; one transaction.
pub(crate) fn create(connection: &Connection, schema: &str) -> Result<()> {
    let values = [
        (counter::FORMAT, FORMAT),
        (counter::NODE, 0),
        (counter::FACT, 0),
        (counter::SOURCE, 0),
        (counter::DEMONSTRATION, 0),
        (counter::CATALOGUE, 0),
        (counter::VECTORS, 0),
        (counter::CHANGE, 0),
    ];
    let values: Vec<String> = values.iter().map(|(name, value)| format!("('{name}', {value})")).collect();
    // Two programs that create the same graph at once must not both create it: the second waits until the
    // first has committed its schema or its first table, and then finds it.
    connection.batch(&format!("CREATE SCHEMA IF NOT EXISTS {}", quoted(schema)))?;
    connection.batch(&format!(
        "BEGIN; {TABLE_STATEMENTS} {INDEX_STATEMENTS} INSERT INTO meta VALUES {}; COMMIT",
        values.join(", ")
    ))
}

/// The statements that distribute the tables of a graph over the workers of a Citus cluster.
pub(crate) fn distribution(schema: &str) -> Vec<String> {
    let name = |table: &str| format!("{}.{}", quoted(schema), quoted(table)).replace('\'', "''");
    let mut statements = Vec::new();
    for (table, column) in TABLES.into_iter().chain([VECTORS]) {
        statements.push(match column {
            None => format!("SELECT create_reference_table('{}')", name(table)),
            // Tables distributed by node are co-located with the texts of the nodes.
            Some(column) if matches!(table, "facts_by_head" | "roles" | "vectors") => format!(
                "SELECT create_distributed_table('{}', '{column}', colocate_with => '{}')",
                name(table),
                name("nodes")
            ),
            Some(column) => {
                format!(
                    "SELECT create_distributed_table('{}', '{column}', colocate_with => 'none')",
                    name(table)
                )
            }
        });
    }
    statements
}

/// Creates a temporary table; the caller drops it before the transaction is committed.
pub(crate) fn staging(name: &str, columns: &str) -> String {
    format!("CREATE TEMPORARY TABLE {name} ({columns})")
}
