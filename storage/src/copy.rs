//! Rewrites a graph: for a backup, and to return the space of removed sources.
//!
//! Every table is read in order through one snapshot and written in order, so the copy is consistent and has
//! full pages and no free ones.

use std::ops::Bound;
use std::path::Path;

use redb::{Database, Key, ReadOnlyTable, ReadableTable as _, TableDefinition, Value, WriteTransaction};

use crate::bulk::put_joined;
use crate::catalogue::Catalogue;
use crate::graph::sync_folder;
use crate::guard::{Held, guarded};
use crate::layers::{HashTable, LayerTables};
use crate::postings::{BlockWriter, FactRanges, Index, Joined, PostingTable};
use crate::tables::{self, ReadTables, WriteTables};
use crate::{Error, Graph, Result};

impl Graph {
    /// Writes a consistent copy of the current graph into a new file; reads and loads go on in the meantime.
    /// The copy is a `graph.redb`: in a folder of its own, under that name, it is a graph. Derived files
    /// (vectors for searching) are rebuilt there.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when the file exists already. An incomplete copy is removed.
    pub fn backup(&self, file: &Path) -> Result<()> {
        if file.exists() {
            return Err(Error::Invalid {
                what: format!("{} is there already; name a new file for the backup", file.display()),
            });
        }
        let snapshot = self.read()?;
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let io = |source| Error::Io { what: format!("{} cannot be written", file.display()), source };
        // Written under a temporary name, so that an interrupted copy never has the name of a complete one.
        let part =
            tempfile::Builder::new().prefix(".backup").tempfile_in(folder).map_err(io)?.into_temp_path();
        drop(write_copy(&snapshot, &part)?);
        part.persist_noclobber(file).map_err(|error| io(error.error))?;
        sync_folder(folder);
        Ok(())
    }
}

/// Writes the content of all tables into a new database, which is durable on return.
pub(crate) fn write_copy(from: &ReadTables, file: &Path) -> Result<Held<Database>> {
    guarded(|| {
        // redb creates a database in an empty file.
        let database = Held::new(
            crate::graph::builder(Graph::CACHE)
                .create(file)
                .map_err(|error| Error::Database(format!("{} cannot be made: {error}", file.display())))?,
        );
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        copy(&txn, tables::META, &from.counters.0)?;
        copy(&txn, tables::NAMES, &from.names)?;
        copy(&txn, tables::TOKENS, &from.tokens)?;
        copy(&txn, tables::ROW_CHUNKS, &from.row_chunks)?;
        copy(&txn, tables::CHUNK_IDS, &from.chunk_ids)?;
        copy(&txn, tables::FACTS, &from.facts)?;
        copy(&txn, tables::SOURCES, &from.sources)?;
        copy(&txn, tables::SOURCE_IDS, &from.source_ids)?;
        copy(&txn, tables::DEMONSTRATIONS, &from.demonstrations)?;
        copy(&txn, tables::VECTORS, &from.vectors)?;
        copy(&txn, tables::PENDING, &from.pending)?;
        copy(&txn, tables::EMBEDDED, &from.embedded)?;
        join_layers(&txn, from)?;
        txn.commit()?;
        Ok(database)
    })
}

/// Merges the entries of all layers into one.
fn join_layers(txn: &WriteTransaction, from: &ReadTables) -> Result<()> {
    // The blocks of a single layer are copied unchanged, whatever the catalogue contains.
    let ranges = if from.layers.len() > 1 { Catalogue::read(from)?.ranges } else { FactRanges::default() };
    let mut to = WriteTables::open(txn)?;
    let LayerTables { name_ids, folded, postings, .. } = to.last_layer();
    join_hashes(name_ids, from.layers.iter().map(|layer| &layer.name_ids))?;
    join_hashes(folded, from.layers.iter().map(|layer| &layer.folded))?;
    for table in postings {
        match table.index {
            Index::Time => join_index::<2>(table, from, &ranges)?,
            Index::Order => join_index::<1>(table, from, &ranges)?,
            _ => join_index::<0>(table, from, &ranges)?,
        }
    }
    Ok(())
}

fn join_index<const X: usize>(
    table: &mut PostingTable<'_>,
    from: &ReadTables,
    ranges: &FactRanges,
) -> Result<()> {
    let joined = from.layers.iter().map(|layer| Joined::new(layer.index(table.index)));
    BlockWriter::<X>::joining(joined.collect::<Result<_>>()?, ranges).flush(table)
}

fn join_hashes<'a>(
    table: &mut HashTable<'_>,
    from: impl Iterator<Item = &'a ReadOnlyTable<u64, &'static [u8]>>,
) -> Result<()> {
    let parts = from.map(|layer| layer.iter()).collect::<Result<Vec<_>, _>>()?;
    put_joined(table, parts)
}

fn copy<K: Key + 'static, V: Value + 'static>(
    txn: &WriteTransaction,
    definition: TableDefinition<'_, K, V>,
    from: &ReadOnlyTable<K, V>,
) -> Result<()> {
    let mut table = txn.open_table(definition)?;
    let mut cursor = table.upper_bound_mut(Bound::<K::SelfType<'_>>::Unbounded)?;
    for item in from.iter()? {
        let (key, value) = item?;
        cursor.insert_before(key.value(), value.value()).map_err(|error| Error::Damaged {
            what: format!("the keys of a table do not ascend ({error})"),
        })?;
    }
    Ok(cursor.close()?)
}
