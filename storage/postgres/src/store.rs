//! A graph: one schema of a database.

use std::collections::HashMap;
use std::sync::Arc;

use trustuqa_model::{Change, Checked, Result as StoreResult, Store, StoredDemonstration, View};

use crate::address::GraphAddress;
use crate::catalogue::{CatalogueState, States};
use crate::connection::{Connection, Pool, Pooled, lock};
use crate::error::Result;
use crate::load::Load;
use crate::schema::{self, FORMAT, counter};
use crate::vector_index::VectorIndex;
use crate::vectors::Vectors;
use crate::view::Snapshot;
use crate::{Error, check, id32};

/// Default size of the read cache in bytes.
const CACHE: usize = 512 << 20;

/// How a reading transaction begins: it does not see later commits.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// How a change begins: it sees everything committed before it got the lock.
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// A graph on a database server. Cheap to clone; clones share the connections and the read cache.
#[derive(Clone)]
pub struct PostgresGraph {
    inner: Arc<Inner>,
}

struct Inner {
    pool: Arc<Pool>,
    states: States,
    vectors: Vectors,
    cache: usize,
}

impl std::fmt::Debug for PostgresGraph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresGraph").field("schema", &self.address().schema()).finish_non_exhaustive()
    }
}

impl PostgresGraph {
    /// Opens the graph at an address; with `create`, creates missing schema and tables.
    ///
    /// # Errors
    ///
    /// [`Error::Connect`] when the server cannot be reached, [`Error::NoGraph`] when there is no graph,
    /// [`Error::Version`] when another version of the program created it.
    pub fn open(address: &GraphAddress, create: bool) -> Result<PostgresGraph, Error> {
        PostgresGraph::open_with_cache(address, create, CACHE)
    }

    /// Like [`PostgresGraph::open`], with a read cache of at most `cache` bytes.
    ///
    /// # Errors
    ///
    /// As [`PostgresGraph::open`].
    pub fn open_with_cache(
        address: &GraphAddress,
        create: bool,
        cache: usize,
    ) -> Result<PostgresGraph, Error> {
        let pool = Pool::new(address.clone());
        let there = |connection: &Connection| -> Result<bool> {
            // Querying the database's catalogue cannot cause an error, which would abort the transaction.
            let sql = "SELECT count(*) FROM information_schema.tables \
                       WHERE table_schema = $1 AND table_name = 'meta'";
            let rows = connection.query(sql, &[&address.schema()])?;
            Ok(rows.first().is_some_and(|row| row.get::<_, i64>(0) > 0))
        };
        let connection = pool.begin("SELECT 1")?;
        if !there(&connection)? {
            if !create {
                return Err(Error::NoGraph { schema: address.schema().to_owned(), server: address.server() });
            }
            if let Err(error) = schema::create(&connection, address.schema()) {
                // Another program may have created it in the meantime.
                let _ = connection.batch("ROLLBACK");
                if !there(&connection)? {
                    return Err(error);
                }
            }
        }
        let found = counter_of(&connection, counter::FORMAT)?;
        if found != FORMAT {
            return Err(Error::Version { found, expected: FORMAT });
        }
        drop(connection);
        let inner = Inner { pool, states: States::default(), vectors: Vectors::default(), cache };
        Ok(PostgresGraph { inner: Arc::new(inner) })
    }

    /// Chooses whether vectors are searched by an index of the server.
    pub fn search_vectors_by(&self, index: VectorIndex) {
        *lock(&self.inner.vectors.index) = index;
    }

    pub(crate) fn vector_index(&self) -> VectorIndex {
        *lock(&self.inner.vectors.index)
    }

    /// The address of the graph.
    pub fn address(&self) -> &GraphAddress {
        self.inner.pool.address()
    }

    /// A consistent view of the graph as it is now.
    pub(crate) fn snapshot(&self) -> Result<Snapshot> {
        let (connection, rows) = self.inner.pool.begin_with(READ, COUNTER, &[&counter::CATALOGUE])?;
        let generation = counter_in(&rows, counter::CATALOGUE)?;
        let state = self.inner.states.of(&connection, generation, self.inner.cache)?;
        Ok(Snapshot::new(self.clone(), connection, state))
    }

    /// The state that a transaction sees.
    pub(crate) fn state(&self, connection: &Connection) -> Result<Arc<CatalogueState>> {
        let generation = counter_of(connection, counter::CATALOGUE)?;
        self.inner.states.of(connection, generation, self.inner.cache)
    }

    /// A transaction that reads.
    pub(crate) fn reading(&self) -> Result<Pooled> {
        self.inner.pool.begin(READ)
    }

    /// A transaction that changes the graph; waits until no other change runs.
    pub(crate) fn writing(&self) -> Result<Pooled> {
        let connection = self.inner.pool.begin(WRITE)?;
        connection.query("SELECT value FROM meta WHERE name = $1 FOR UPDATE", &[&counter::CHANGE])?;
        Ok(connection)
    }

    pub(crate) fn vectors(&self) -> &Vectors {
        &self.inner.vectors
    }

    /// Distributes the tables of the graph over the workers of a Citus cluster, including their rows. Tables
    /// that are distributed already stay as they are.
    ///
    /// # Errors
    ///
    /// [`Error::Server`] where the database has no Citus.
    pub fn distribute(&self) -> Result<usize, Error> {
        let connection = self.writing()?;
        let known = connection.query("SELECT count(*) FROM pg_extension WHERE extname = 'citus'", &[])?;
        if known.first().is_none_or(|row| row.get::<_, i64>(0) == 0) {
            return Err(Error::Server(
                "the database has no extension `citus`; on one server nothing is to be spread".to_owned(),
            ));
        }
        let spread = "SELECT count(*) FROM pg_dist_partition p \
                      JOIN pg_class c ON c.oid = p.logicalrelid \
                      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1";
        let before = connection.query(spread, &[&self.address().schema()])?;
        if before.first().is_some_and(|row| row.get::<_, i64>(0) > 0) {
            return Ok(0);
        }
        // One table after another, because later ones are co-located with earlier ones.
        connection.batch("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")?;
        let statements = schema::distribution(self.address().schema());
        for statement in &statements {
            connection.batch(statement)?;
        }
        connection.batch("COMMIT")?;
        Ok(statements.len())
    }
}

const COUNTER: &str = "SELECT value FROM meta WHERE name = $1";

/// A counter of `meta`.
pub(crate) fn counter_of(connection: &Connection, name: &str) -> Result<i64> {
    counter_in(&connection.query(COUNTER, &[&name])?, name)
}

fn counter_in(rows: &[tokio_postgres::Row], name: &str) -> Result<i64> {
    rows.first()
        .map(|row| row.get(0))
        .ok_or_else(|| Error::damaged(format!("the counter `{name}` is missing")))
}

/// Sets a counter of `meta`.
pub(crate) fn set_counter(connection: &Connection, name: &str, value: i64) -> Result<()> {
    connection.execute("UPDATE meta SET value = $2 WHERE name = $1", &[&name, &value])?;
    Ok(())
}

/// Increments a counter of `meta`.
pub(crate) fn grow(connection: &Connection, name: &str) -> Result<()> {
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = $1", &[&name])?;
    Ok(())
}

/// Every stored demonstration, in order of storing.
pub(crate) fn demonstrations(connection: &Connection) -> Result<Vec<StoredDemonstration>> {
    let sql = "SELECT id, question, query, kind, origin FROM demonstrations ORDER BY id";
    let rows = connection.query(sql, &[])?;
    let read = |row: &tokio_postgres::Row| {
        Ok(StoredDemonstration {
            id: id32(row.get(0))?,
            question: row.get(1),
            query: row.get(2),
            kind: row.get(3),
            origin: row.get(4),
        })
    };
    rows.iter().map(read).collect()
}

impl PostgresGraph {
    fn store_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> Result<Vec<u32>> {
        let connection = self.writing()?;
        let mut known: HashMap<(String, String), u32> = HashMap::new();
        for stored in self::demonstrations(&connection)? {
            known.insert((stored.question, stored.query), stored.id);
        }
        let mut next = counter_of(&connection, counter::DEMONSTRATION)?;
        let mut ids = Vec::with_capacity(demonstrations.len());
        for StoredDemonstration { question, query, kind, origin, .. } in demonstrations {
            if [question, query, kind, origin].iter().any(|text| text.contains('\0')) {
                return Err(Error::invalid("a demonstration has the character U+0000 in it"));
            }
            let pair = (question.clone(), query.clone());
            let id = match known.get(&pair) {
                Some(id) => *id,
                None => {
                    next += 1;
                    id32(next - 1)?
                }
            };
            connection.execute(
                "INSERT INTO demonstrations (id, question, query, kind, origin) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, origin = excluded.origin",
                &[&i64::from(id), question, query, kind, origin],
            )?;
            known.insert(pair, id);
            ids.push(id);
        }
        set_counter(&connection, counter::DEMONSTRATION, next)?;
        grow(&connection, counter::VECTORS)?;
        connection.batch("COMMIT")?;
        Ok(ids)
    }

    fn forget_demonstration(&self, id: u32) -> Result<()> {
        let connection = self.writing()?;
        let sql = "DELETE FROM demonstrations WHERE id = $1";
        if connection.execute(sql, &[&i64::from(id)])? == 0 {
            return Err(Error::unknown(format!("demonstration {id}")));
        }
        grow(&connection, counter::VECTORS)?;
        connection.batch("COMMIT")
    }
}

impl Store for PostgresGraph {
    fn view(&self) -> StoreResult<Box<dyn View>> {
        Ok(Box::new(self.snapshot()?))
    }
    fn change(&self) -> StoreResult<Box<dyn Change + '_>> {
        Ok(Box::new(Load::begin(self)?))
    }
    fn check(&self) -> StoreResult<Checked> {
        Ok(check::check(self)?)
    }
    fn put_demonstrations(&self, demonstrations: &[StoredDemonstration]) -> StoreResult<Vec<u32>> {
        Ok(self.store_demonstrations(demonstrations)?)
    }
    fn remove_demonstration(&self, id: u32) -> StoreResult<()> {
        Ok(self.forget_demonstration(id)?)
    }
    fn names_without_vectors(&self, limit: usize) -> StoreResult<Vec<String>> {
        Ok(self.names_that_wait(limit)?)
    }
    fn questions_without_vectors(&self, limit: usize) -> StoreResult<Vec<String>> {
        Ok(self.questions_that_wait(limit)?)
    }
    fn put_vectors(&self, vectors: &[(String, Vec<f32>)]) -> StoreResult<()> {
        Ok(self.store_vectors(vectors)?)
    }
    fn refresh_vectors(&self) -> StoreResult<()> {
        // A scan needs no refresh: it reads the tables.
        Ok(self.refresh_index()?)
    }
    fn vector_progress(&self) -> StoreResult<(u64, u64)> {
        Ok(self.count_vectors()?)
    }
}
