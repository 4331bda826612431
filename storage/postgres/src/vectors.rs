//! Vectors of names and of questions: stored on the server, searched here or by an index of the server.
//!
//! Without an index the first search reads all vectors and keeps them in memory with 8-bit components. That
//! works for graphs of up to [`MOST`] names with a vector; in larger ones names are found by their letters
//! alone, and the search returns nothing. In either case the candidates are ranked by the stored vectors.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use half::f16;
use half::slice::HalfFloatSliceExt as _;
use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_model::{DIMENSIONS, NodeId, Roles, Scope, StoredDemonstration};

use crate::connection::Connection;
use crate::error::Result;
use crate::load::hash_of;
use crate::schema::counter;
use crate::store::{counter_of, grow};
use crate::vector_index::{Indexed, VectorIndex, forget};
use crate::view::Snapshot;
use crate::{Error, PostgresGraph, id32, store};

/// Maximum number of names with a vector that are scanned: 384 MB of components.
const MOST: i64 = 1_000_000;
/// Number of vectors read at once.
pub(crate) const TOGETHER: i64 = 4_000;
/// Candidates per wanted name.
const CANDIDATES: usize = 8;

/// The searchable vectors.
#[derive(Default)]
pub(crate) struct Vectors {
    loaded: Mutex<Option<Arc<Loaded>>>,
    /// No name up to this node lacks a vector.
    behind: AtomicI64,
    /// Whether the index of the server is to be used.
    pub(crate) index: Mutex<VectorIndex>,
}

/// The vectors of one state of the graph.
#[derive(Default)]
struct Loaded {
    generation: i64,
    nodes: Vec<NodeId>,
    scales: Vec<f32>,
    components: Vec<i8>,
}

impl Vectors {
    fn loaded(&self, connection: &Connection, generation: i64) -> Result<Arc<Loaded>> {
        let mut known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = known.as_ref().filter(|loaded| loaded.generation == generation) {
            return Ok(loaded.clone());
        }
        let mut loaded = Loaded { generation, ..Loaded::default() };
        if count(connection, "SELECT count(*) FROM vectors")? <= MOST {
            let sql = "SELECT node, vector FROM vectors WHERE node > $1 ORDER BY node LIMIT $2";
            let mut behind = -1_i64;
            loop {
                let rows = connection.query(sql, &[&behind, &TOGETHER])?;
                for row in &rows {
                    behind = row.get(0);
                    let vector = from_bytes(row.get(1))?;
                    loaded.nodes.push(NodeId(id32(behind)?));
                    loaded.scales.push(quantize(&vector, &mut loaded.components));
                }
                if (rows.len() as i64) < TOGETHER {
                    break;
                }
            }
        }
        let loaded = Arc::new(loaded);
        if known.as_ref().is_none_or(|other| other.generation < generation) {
            *known = Some(loaded.clone());
        }
        Ok(loaded)
    }

    /// The demonstrations with the nearest questions; all are compared, because there are never many.
    pub(crate) fn nearest_demonstrations(
        &self,
        connection: &Connection,
        vector: &[f32],
        k: usize,
    ) -> Result<Vec<(StoredDemonstration, f32)>> {
        check(vector)?;
        let vectors =
            connection.query("SELECT id, vector FROM demonstrations WHERE vector IS NOT NULL", &[])?;
        let mut scores: FxHashMap<u32, f32> = FxHashMap::default();
        for row in vectors {
            scores.insert(id32(row.get(0))?, cosine(&from_bytes(row.get(1))?, vector));
        }
        let stored = store::demonstrations(connection)?.into_iter();
        let mut found: Vec<(StoredDemonstration, f32)> =
            stored.filter_map(|stored| scores.get(&stored.id).map(|score| (stored, *score))).collect();
        found.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.id.cmp(&right.0.id)));
        found.truncate(k);
        Ok(found)
    }
}

impl Loaded {
    /// The nearest `count` of the vectors that pass `wanted`, best first.
    fn best(&self, vector: &[f32], count: usize, wanted: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut query = Vec::with_capacity(DIMENSIONS);
        quantize(vector, &mut query);
        let mut best: BinaryHeap<Reverse<(Ordered, Reverse<NodeId>)>> = BinaryHeap::new();
        let rows = self.nodes.iter().zip(&self.scales).zip(self.components.chunks_exact(DIMENSIONS));
        for ((node, scale), components) in rows.filter(|((node, _), _)| wanted(**node)) {
            let product: i32 =
                components.iter().zip(&query).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum();
            let score = Ordered(product as f32 * scale);
            if best.len() < count {
                best.push(Reverse((score, Reverse(*node))));
            } else if best.peek().is_some_and(|Reverse((least, _))| *least < score) {
                best.pop();
                best.push(Reverse((score, Reverse(*node))));
            }
        }
        let mut best = best.into_vec();
        best.sort_unstable();
        best.into_iter().map(|Reverse((_, Reverse(node)))| node).collect()
    }
}

/// A score with a total order.
#[derive(Clone, Copy, PartialEq)]
struct Ordered(f32);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// How vectors are searched.
enum Search {
    Scan(Arc<Loaded>),
    Index(Indexed),
}

impl Search {
    fn is_empty(&self) -> bool {
        matches!(self, Search::Scan(loaded) if loaded.nodes.is_empty())
    }

    /// The nearest `count` of all names or of some, best first.
    fn best(
        &self,
        connection: &Connection,
        vector: &[f32],
        count: usize,
        among: Option<&FxHashSet<NodeId>>,
    ) -> Result<Vec<NodeId>> {
        match self {
            Search::Scan(loaded) => {
                Ok(loaded.best(vector, count, |node| among.is_none_or(|among| among.contains(&node))))
            }
            Search::Index(index) => {
                let among: Option<Vec<i64>> =
                    among.map(|among| among.iter().map(|node| i64::from(node.0)).collect());
                index.nearest(connection, vector, count, among.as_deref())
            }
        }
    }
}

impl Snapshot {
    fn vector_search(&self) -> Result<Search> {
        let (vectors, connection) = (self.graph().vectors(), self.connection());
        let generation = counter_of(connection, counter::VECTORS)?;
        let index = Indexed::made(connection, self.graph().vector_index())?;
        let index = match index {
            Some(index) if index.is_of(generation) => return Ok(Search::Index(index)),
            behind => behind,
        };
        let loaded = vectors.loaded(connection, generation)?;
        Ok(match index {
            // Too many vectors to scan.
            Some(behind) if loaded.nodes.is_empty() => Search::Index(behind),
            _ => Search::Scan(loaded),
        })
    }

    /// The names nearest to a vector that play one of `roles` in scope, best first.
    pub(crate) fn nearest_names(
        &self,
        vector: &[f32],
        k: usize,
        roles: Roles,
        scope: &Scope,
    ) -> Result<Vec<(NodeId, f32)>> {
        check(vector)?;
        let search = self.vector_search()?;
        if k == 0 || search.is_empty() {
            return Ok(Vec::new());
        }
        if roles == Roles::RELATION {
            // Relations are listed in the catalogue.
            let mut relations = FxHashSet::default();
            for source in self.catalogue().sources.iter().filter(|source| scope.contains(source.id)) {
                relations.extend(source.relations.iter().map(|info| info.node));
            }
            let found = search.best(self.connection(), vector, k * CANDIDATES, Some(&relations))?;
            return self.ranked(found, vector, k);
        }
        let mut count = k * CANDIDATES;
        loop {
            let found = search.best(self.connection(), vector, count, None)?;
            let is_all = found.len() < count;
            self.expect_roles(&found)?;
            let mut passing = Vec::new();
            for node in found {
                if self.roles_in(node, scope)?.meets(roles) {
                    passing.push(node);
                }
            }
            if passing.len() >= k.saturating_mul(2) || is_all {
                return self.ranked(passing, vector, k);
            }
            count = count.saturating_mul(8);
        }
    }

    /// Ranks names by their stored vectors, best first.
    fn ranked(&self, nodes: Vec<NodeId>, vector: &[f32], k: usize) -> Result<Vec<(NodeId, f32)>> {
        let asked: Vec<i64> = nodes.iter().map(|node| i64::from(node.0)).collect();
        let rows =
            self.connection().query("SELECT node, vector FROM vectors WHERE node = ANY($1)", &[&asked])?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            found.push((NodeId(id32(row.get(0))?), cosine(&from_bytes(row.get(1))?, vector)));
        }
        found.sort_by(|left: &(NodeId, f32), right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        found.truncate(k);
        Ok(found)
    }
}

impl PostgresGraph {
    pub(crate) fn names_that_wait(&self, limit: usize) -> Result<Vec<String>> {
        let connection = self.reading()?;
        let mut behind = self.vectors().behind.load(Ordering::Relaxed);
        // Loads add names at the end; a name that was passed over earlier is found by the next process.
        let sql = "SELECT id, text, exact FROM nodes n WHERE id >= $1 AND embeddable \
                   AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.node = n.id) ORDER BY id LIMIT $2";
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = connection.query(sql, &[&behind, &most])?;
        if let Some(first) = rows.first() {
            behind = first.get(0);
            self.vectors().behind.store(behind, Ordering::Relaxed);
        }
        let text = |row: &tokio_postgres::Row| match row.get::<_, Option<Vec<u8>>>(2) {
            None => Ok(row.get(1)),
            Some(exact) => String::from_utf8(exact).map_err(|_| Error::damaged("a name is not text")),
        };
        rows.iter().map(text).collect()
    }

    pub(crate) fn questions_that_wait(&self, limit: usize) -> Result<Vec<String>> {
        let connection = self.reading()?;
        let sql = "SELECT DISTINCT question FROM demonstrations WHERE vector IS NULL LIMIT $1";
        let rows = connection.query(sql, &[&i64::try_from(limit).unwrap_or(i64::MAX)])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) fn store_vectors(&self, vectors: &[(String, Vec<f32>)]) -> Result<()> {
        for (text, vector) in vectors {
            check(vector).map_err(|error| Error::invalid(format!("the vector of `{text}`: {error}")))?;
        }
        if vectors.is_empty() {
            return Ok(());
        }
        let connection = self.writing()?;
        let of_text: FxHashMap<&str, Vec<u8>> =
            vectors.iter().map(|(text, vector)| (text.as_str(), to_bytes(vector))).collect();
        let hashes: Vec<i64> = of_text.keys().map(|text| hash_of(text)).collect();
        let (mut nodes, mut stored) = (Vec::new(), Vec::new());
        let sql = "SELECT id, text FROM nodes WHERE id IN (SELECT node FROM names WHERE hash = ANY($1))";
        for row in connection.query(sql, &[&hashes])? {
            if let Some(vector) = of_text.get(row.get::<_, &str>(1)) {
                nodes.push(row.get::<_, i64>(0));
                stored.push(vector.as_slice());
            }
        }
        forget(&connection, &nodes)?;
        connection.execute(
            "INSERT INTO vectors (node, vector) SELECT * FROM unnest($1::bigint[], $2::bytea[]) \
             ON CONFLICT (node) DO UPDATE SET vector = excluded.vector",
            &[&nodes, &stored],
        )?;
        for question in store::demonstrations(&connection)? {
            if let Some(vector) = of_text.get(question.question.as_str()) {
                let sql = "UPDATE demonstrations SET vector = $2 WHERE id = $1";
                connection.execute(sql, &[&i64::from(question.id), vector])?;
            }
        }
        grow(&connection, counter::VECTORS)?;
        connection.batch("COMMIT")
    }

    pub(crate) fn count_vectors(&self) -> Result<(u64, u64)> {
        let connection = self.reading()?;
        let done = count(&connection, "SELECT count(*) FROM vectors")?;
        let all = count(&connection, "SELECT count(*) FROM nodes WHERE embeddable")?;
        Ok((done.cast_unsigned(), all.max(done).cast_unsigned()))
    }
}

pub(crate) fn count(connection: &Connection, sql: &str) -> Result<i64> {
    Ok(connection.query(sql, &[])?.first().map_or(0, |row| row.get(0)))
}

/// Checks the length and the components of a vector.
fn check(vector: &[f32]) -> Result<()> {
    if vector.len() != DIMENSIONS {
        return Err(Error::invalid(format!(
            "a vector has {} components instead of {DIMENSIONS}",
            vector.len()
        )));
    }
    if !vector.iter().all(|component| component.is_finite()) {
        return Err(Error::invalid("a vector has a component that is not a finite number"));
    }
    Ok(())
}

fn to_bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| f16::from_f32(*component).to_le_bytes()).collect()
}

pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Vec<f32>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if pairs.len() != DIMENSIONS || !rest.is_empty() {
        return Err(Error::damaged("a stored vector has a wrong length"));
    }
    let halves: Vec<f16> = pairs.iter().map(|pair| f16::from_le_bytes(*pair)).collect();
    Ok(halves.to_f32_vec())
}

/// Writes components from -127 to 127 and returns the factor that gives the vector back.
fn quantize(vector: &[f32], components: &mut Vec<i8>) -> f32 {
    let largest = vector.iter().fold(0f32, |largest, component| largest.max(component.abs()));
    let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
    components.extend(vector.iter().map(|component| (component / scale).round() as i8));
    scale
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let dot = |left: &[f32], right: &[f32]| -> f32 { left.iter().zip(right).map(|(l, r)| l * r).sum() };
    let lengths = (dot(left, left) * dot(right, right)).sqrt();
    if lengths > 0.0 { dot(left, right) / lengths } else { 0.0 }
}
