//! Vectors of names and of demonstration questions.
//!
//! redb has every vector under the content hash of its text; this is authoritative. Everything that is
//! searched is derived from it:
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | storing vectors, and the queue of texts without one |
//! | `quantize.rs` | 8-bit components and their dot product |
//! | `signs.rs` | the signs of the components, one bit each |
//! | `file.rs`, `mapped.rs` | `vectors.i8`: its layout, writing it, mapping it |
//! | `exact.rs` | the scan of the signs and of the 8-bit vectors, in the file and in memory |
//! | `allowed.rs` | the names that pass a filter by role and source |
//! | `hnsw.rs` | the usearch file, for very large graphs |
//! | `store.rs` | what is in memory, and how the files follow the database |
//! | `search.rs` | the nearest names and demonstrations |

mod allowed;
mod exact;
mod file;
mod hnsw;
mod mapped;
mod quantize;
mod search;
mod signs;
mod store;
#[cfg(test)]
mod tests;

use half::f16;
use half::slice::HalfFloatSliceExt as _;
use redb::{ReadableTable as _, ReadableTableMetadata as _};

use crate::codec::{decode, vector_key};
use crate::guard::guarded;
use crate::names::NameView;
use crate::tables::{ReadTables, WriteTables, counter};
use crate::{DIMENSIONS, Error, Graph, Result, StoredDemonstration};

pub use hnsw::VectorSearch;
use store::VectorState;
pub(crate) use store::VectorStore;

/// Bit in the key of a vector that means that the rest is the id of a demonstration.
const DEMONSTRATION: u64 = 1 << 63;

impl Graph {
    /// At most `limit` names without a vector: relations, entities and cells that are text. Numbers, dates
    /// and rows are never included.
    pub fn names_without_vectors(&self, limit: usize) -> Result<Vec<String>> {
        let tables = self.read()?;
        guarded(|| {
            let mut found = Vec::new();
            for item in tables.pending.iter()?.take(limit) {
                let id = item?.0.value();
                let bytes = tables.names.get(id)?.ok_or_else(|| Error::Damaged {
                    what: format!("name {id} waits for a vector but is missing"),
                })?;
                found.push(NameView::read(id, bytes.value())?.text().to_owned());
            }
            Ok(found)
        })
    }

    /// At most `limit` questions of stored demonstrations without a vector.
    pub fn questions_without_vectors(&self, limit: usize) -> Result<Vec<String>> {
        let tables = self.read()?;
        guarded(|| {
            let mut found: Vec<String> = Vec::new();
            for item in tables.demonstrations.iter()? {
                if found.len() >= limit {
                    break;
                }
                let (id, bytes) = item?;
                let stored: StoredDemonstration =
                    decode(bytes.value(), || format!("demonstration {}", id.value()))?;
                if tables.vectors.get(&vector_key(&stored.question))?.is_none()
                    && !found.contains(&stored.question)
                {
                    found.push(stored.question);
                }
            }
            Ok(found)
        })
    }

    /// Stores vectors of names or questions, in a short transaction of its own. The vector of a text that is
    /// not a name yet is kept until it becomes one.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for a vector that does not have [`DIMENSIONS`] finite components.
    pub fn put_vectors(&self, vectors: &[(String, Vec<f32>)]) -> Result<()> {
        for (text, vector) in vectors {
            check(vector)
                .map_err(|error| Error::Invalid { what: format!("the vector of `{text}`: {error}") })?;
        }
        if vectors.is_empty() {
            return Ok(());
        }
        guarded(|| {
            let txn = self.begin_write()?;
            {
                let mut tables = WriteTables::open(&txn)?;
                let mut changed = false;
                for (text, vector) in vectors {
                    let key = vector_key(text);
                    let bytes = to_bytes(vector);
                    if let Some(old) = tables.vectors.insert(&key, bytes.as_slice())? {
                        changed |= old.value() != bytes.as_slice();
                    }
                    if let Some(id) = tables.name(text)?
                        && tables.pending.remove(id)?.is_some()
                    {
                        tables.embedded.insert(id, &key)?;
                    }
                }
                tables.counters.grow(counter::VECTORS)?;
                if changed {
                    tables.counters.grow(counter::REBUILD)?;
                }
            }
            Ok(txn.into_inner().commit()?)
        })
    }

    /// The number of names with a vector, and of names that have a vector or wait for one.
    pub fn vector_progress(&self) -> Result<(u64, u64)> {
        let tables = self.read()?;
        guarded(|| {
            let done = tables.embedded.len()?;
            Ok((done, done + tables.pending.len()?))
        })
    }
}

/// Checks the length and the components of a vector; the error is a message.
fn check(vector: &[f32]) -> Result<(), String> {
    if vector.len() != DIMENSIONS {
        return Err(format!("it has {} components instead of {DIMENSIONS}", vector.len()));
    }
    if !vector.iter().all(|component| component.is_finite()) {
        return Err("it has a component that is not a finite number".to_owned());
    }
    Ok(())
}

fn to_bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| f16::from_f32(*component).to_le_bytes()).collect()
}

/// The part of a content hash that a vector file keeps, to detect that a key has another text now.
fn fingerprint(hash: &[u8; 16]) -> u64 {
    let (half, _) = hash.split_at(8);
    half.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The stored vector of a content hash.
fn stored(tables: &ReadTables, key: &[u8; 16]) -> Result<Option<Vec<f32>>> {
    let Some(bytes) = tables.vectors.get(key)? else { return Ok(None) };
    let (pairs, rest) = bytes.value().as_chunks::<2>();
    if pairs.len() != DIMENSIONS || !rest.is_empty() {
        return Err(Error::Damaged { what: "a stored vector has a wrong length".to_owned() });
    }
    let halves: Vec<f16> = pairs.iter().map(|pair| f16::from_le_bytes(*pair)).collect();
    Ok(Some(halves.to_f32_vec()))
}

/// Calls `visit` with the key and the content hash of everything that has a vector.
fn each_key(tables: &ReadTables, visit: &mut dyn FnMut(u64, [u8; 16]) -> Result<()>) -> Result<()> {
    for item in tables.embedded.iter()? {
        let (id, hash) = item?;
        visit(u64::from(id.value()), *hash.value())?;
    }
    for item in tables.demonstrations.iter()? {
        let (id, bytes) = item?;
        let demonstration: StoredDemonstration =
            decode(bytes.value(), || format!("demonstration {}", id.value()))?;
        let hash = vector_key(&demonstration.question);
        if tables.vectors.get(&hash)?.is_some() {
            visit(u64::from(id.value()) | DEMONSTRATION, hash)?;
        }
    }
    Ok(())
}
