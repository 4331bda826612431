//! An index over the vectors of names, built by pgvector if the database has that extension.
//!
//! The table `vector_index` is derived from `vectors` and is updated after names were embedded. The state of
//! the vectors that it was built from is stored: while the index is outdated, vectors are scanned, if there
//! are few enough.

use trustuqa_model::{DIMENSIONS, NodeId};

use crate::connection::{Connection, ServerKind};
use crate::error::Result;
use crate::schema::counter;
use crate::store::counter_of;
use crate::vectors::{TOGETHER, count, from_bytes};
use crate::{Error, PostgresGraph, id32};

/// Number of vectors from which on an index is built: a program that scans as many first reads 80 MB.
const FROM: i64 = 100_000;
/// Maximum number of names that a search of the index returns.
const MOST: usize = 1_000;
/// Minimum number of candidates in a search of the index, even if fewer names are wanted.
const LOOKED_AT: usize = 200;

/// Whether vectors are searched by an index of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VectorIndex {
    /// From 100,000 names on.
    #[default]
    Auto,
    /// Never: the program scans all vectors, of up to a million names.
    Never,
    /// For graphs of any size, once the index is built.
    Always,
}

/// The extension and its index.
pub(crate) struct Indexed {
    /// The schema of the extension, quoted for SQL.
    extension: String,
    /// The state of the vectors that the index was built from; `None` if there is no index.
    generation: Option<i64>,
}

impl Indexed {
    /// The extension, if the database has it and a single server has all vectors.
    fn of(connection: &Connection) -> Result<Option<Indexed>> {
        if connection.kind != ServerKind::Postgres {
            return Ok(None);
        }
        let sql = "SELECT quote_ident(n.nspname), \
                          (SELECT m.value FROM meta m WHERE m.name = $1 AND EXISTS (SELECT 1 FROM pg_attribute \
                           WHERE attrelid = to_regclass('vector_index') AND attname = 'vector' AND NOT attisdropped)) \
                   FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace \
                   WHERE e.extname = 'vector' AND EXISTS (SELECT 1 FROM pg_am WHERE amname = 'hnsw') \
                   AND NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')";
        let rows = connection.query(sql, &[&counter::INDEXED])?;
        Ok(rows.first().map(|row| Indexed { extension: row.get(0), generation: row.get(1) }))
    }

    /// The index, if it is built and wanted.
    pub(crate) fn made(connection: &Connection, choice: VectorIndex) -> Result<Option<Indexed>> {
        if choice == VectorIndex::Never {
            return Ok(None);
        }
        Ok(Indexed::of(connection)?.filter(|index| index.generation.is_some()))
    }

    /// Whether the index has exactly the vectors of this state.
    pub(crate) fn is_of(&self, generation: i64) -> bool {
        self.generation == Some(generation)
    }

    /// The nodes of the `limit` nearest vectors, best first; only those in `among` if that is given. Without
    /// `among`, and up to a `limit` of [`MOST`], the index is searched, which may miss some of them.
    pub(crate) fn nearest(
        &self,
        connection: &Connection,
        vector: &[f32],
        limit: usize,
        among: Option<&[i64]>,
    ) -> Result<Vec<NodeId>> {
        let Indexed { extension, .. } = self;
        let distance =
            format!("vector OPERATOR({extension}.<=>) CAST(CAST($1 AS text) AS {extension}.vector)");
        let (text, most) = (text_of(vector), i64::try_from(limit).unwrap_or(i64::MAX));
        let rows = match among {
            Some(nodes) => {
                let sql = format!(
                    "SELECT node FROM vector_index WHERE node = ANY($3) ORDER BY ({distance}) + 0, node LIMIT $2"
                );
                connection.query(&sql, &[&text, &most, &nodes])?
            }
            None if limit <= MOST => {
                let looked_at = format!("SET LOCAL hnsw.ef_search = {}", limit.max(LOOKED_AT));
                let sql = format!("SELECT node FROM vector_index ORDER BY {distance} LIMIT $2");
                connection.batch_and_query(&looked_at, &sql, &[&text, &most])?
            }
            // The index cannot return more. Adding zero keeps the server from using it.
            None => {
                let sql = format!("SELECT node FROM vector_index ORDER BY ({distance}) + 0, node LIMIT $2");
                connection.query(&sql, &[&text, &most])?
            }
        };
        rows.iter().map(|row| Ok(NodeId(id32(row.get(0))?))).collect()
    }
}

/// Removes nodes whose vectors will be replaced from the index.
pub(crate) fn forget(connection: &Connection, nodes: &[i64]) -> Result<()> {
    if connection.kind != ServerKind::Postgres {
        return Ok(());
    }
    let is_had = "SELECT to_regclass('vector_index') IS NOT NULL \
                  AND EXISTS (SELECT 1 FROM vectors WHERE node = ANY($1))";
    if holds(&connection.query(is_had, &[&nodes])?) {
        connection.execute("DELETE FROM vector_index WHERE node = ANY($1)", &[&nodes])?;
    }
    Ok(())
}

/// The result of a query that returns one boolean.
fn holds(rows: &[tokio_postgres::Row]) -> bool {
    rows.first().is_some_and(|row| row.get(0))
}

impl PostgresGraph {
    /// Builds the index over vectors, or brings it up to date, if the database has pgvector. Loads wait in
    /// the meantime; questions do not.
    pub(crate) fn refresh_index(&self) -> Result<()> {
        let choice = self.vector_index();
        if choice == VectorIndex::Never || Indexed::of(&*self.reading()?)?.is_none() {
            return Ok(());
        }
        let connection = self.writing()?;
        let generation = counter_of(&connection, counter::VECTORS)?;
        let Some(Indexed { extension, generation: made }) = Indexed::of(&connection)? else { return Ok(()) };
        if made == Some(generation) {
            return Ok(());
        }
        let is_small = || Ok::<bool, Error>(count(&connection, "SELECT count(*) FROM vectors")? < FROM);
        if made.is_none() && choice == VectorIndex::Auto && is_small()? {
            return Ok(());
        }
        // Without the privilege to build the index, vectors are searched without one.
        let may = match made {
            None => {
                "SELECT has_schema_privilege(current_schema(), 'CREATE') \
                 AND has_table_privilege('vectors', 'REFERENCES')"
            }
            Some(_) => "SELECT has_table_privilege('vector_index', 'INSERT')",
        };
        if !holds(&connection.query(may, &[])?) {
            return Ok(());
        }
        if made.is_none() {
            connection.batch(&format!(
                "DROP TABLE IF EXISTS vector_index; CREATE TABLE vector_index \
                 (node bigint PRIMARY KEY REFERENCES vectors (node) ON DELETE CASCADE, \
                 vector {extension}.vector({DIMENSIONS}) NOT NULL)"
            ))?;
        }
        add_missing(&connection, &extension)?;
        if made.is_none() {
            connection.batch(&format!(
                "SET LOCAL maintenance_work_mem = '256MB'; \
                 CREATE INDEX ON vector_index USING hnsw (vector {extension}.vector_cosine_ops)"
            ))?;
        }
        connection.execute(
            "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            &[&counter::INDEXED, &generation],
        )?;
        connection.batch("COMMIT")
    }
}

/// Adds the vectors that are missing in the index.
fn add_missing(connection: &Connection, extension: &str) -> Result<()> {
    let missing = "SELECT node, vector FROM vectors v WHERE node > $1 \
                   AND NOT EXISTS (SELECT 1 FROM vector_index i WHERE i.node = v.node) ORDER BY node LIMIT $2";
    let add = format!(
        "INSERT INTO vector_index (node, vector) \
         SELECT node, CAST(vector AS {extension}.vector) FROM unnest($1::bigint[], $2::text[]) AS added(node, vector)"
    );
    let mut behind = -1_i64;
    loop {
        let rows = connection.query(missing, &[&behind, &TOGETHER])?;
        let nodes: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let vectors = rows.iter().map(|row| Ok(text_of(&from_bytes(row.get(1))?)));
        let vectors = vectors.collect::<Result<Vec<String>>>()?;
        connection.execute(&add, &[&nodes, &vectors])?;
        match nodes.last() {
            Some(last) if nodes.len() as i64 == TOGETHER => behind = *last,
            _ => return Ok(()),
        }
    }
}

/// A vector in pgvector's text format.
fn text_of(vector: &[f32]) -> String {
    let components: Vec<String> = vector.iter().map(f32::to_string).collect();
    format!("[{}]", components.join(","))
}
