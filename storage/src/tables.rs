//! The redb tables of a graph, by name and type. `docs/file-format.md` describes their content.

use std::ops::RangeInclusive;

use redb::{
    ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata as _, Table, TableDefinition,
    TableError, WriteTransaction,
};

use crate::layers::{self, Layer, LayerTables, ReadLayer, WriteLayer};
use crate::names;
use crate::postings::{ArchivedEntry, FactRanges, Index, OnSample, PostingTable, Sampled, Wanted};
use crate::{Error, Result, SourceId};

/// Version of the file format that this program writes.
pub(crate) const FORMAT: u32 = 6;
/// The oldest version that it can read.
pub(crate) const READS_FROM: u32 = 4;

/// Counters and the format version.
pub(crate) const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
/// Node id to name record (rkyv).
pub(crate) const NAMES: TableDefinition<u32, &[u8]> = TableDefinition::new("names");
/// Number of a layer to its first source and its first fact.
pub(crate) const LAYERS: TableDefinition<u32, (u32, u32)> = TableDefinition::new("layers");
/// Folded token (UTF-8) to its id and the number of names that contain it.
pub(crate) const TOKENS: TableDefinition<&[u8], (u32, u32)> = TableDefinition::new("tokens");
/// First node id of a row chunk to its source, number and bitmap of rows in use.
pub(crate) const ROW_CHUNKS: TableDefinition<u32, (u32, u32, [u64; 4])> = TableDefinition::new("row_chunks");
/// Source and number of a row chunk to its first node id.
pub(crate) const CHUNK_IDS: TableDefinition<(u32, u32), u32> = TableDefinition::new("chunk_ids");
/// First fact id of a block to the block (rkyv).
pub(crate) const FACTS: TableDefinition<u32, &[u8]> = TableDefinition::new("facts");
/// Source id to the catalogue entry (bincode).
pub(crate) const SOURCES: TableDefinition<u32, &[u8]> = TableDefinition::new("sources");
/// Source name to id.
pub(crate) const SOURCE_IDS: TableDefinition<&str, u32> = TableDefinition::new("source_ids");
/// Demonstration id to the demonstration (bincode).
pub(crate) const DEMONSTRATIONS: TableDefinition<u32, &[u8]> = TableDefinition::new("demonstrations");
/// Content hash of a text to its vector: 384 half-precision floats, little endian.
pub(crate) const VECTORS: TableDefinition<&[u8; 16], &[u8]> = TableDefinition::new("vectors");
/// Node ids of names that wait for a vector.
pub(crate) const PENDING: TableDefinition<u32, ()> = TableDefinition::new("pending");
/// Node id of a name with a vector to the content hash of the name.
pub(crate) const EMBEDDED: TableDefinition<u32, &[u8; 16]> = TableDefinition::new("embedded");

/// All tables, open for writing.
pub(crate) struct WriteTables<'t> {
    pub(crate) counters: Counters<Table<'t, &'static str, u64>>,
    pub(crate) names: Table<'t, u32, &'static [u8]>,
    pub(crate) tokens: Table<'t, &'static [u8], (u32, u32)>,
    pub(crate) row_chunks: Table<'t, u32, (u32, u32, [u64; 4])>,
    pub(crate) chunk_ids: Table<'t, (u32, u32), u32>,
    pub(crate) facts: Table<'t, u32, &'static [u8]>,
    pub(crate) sources: Table<'t, u32, &'static [u8]>,
    pub(crate) source_ids: Table<'t, &'static str, u32>,
    pub(crate) demonstrations: Table<'t, u32, &'static [u8]>,
    pub(crate) vectors: Table<'t, &'static [u8; 16], &'static [u8]>,
    pub(crate) pending: Table<'t, u32, ()>,
    pub(crate) embedded: Table<'t, u32, &'static [u8; 16]>,
    /// The oldest first; there is at least one.
    pub(crate) layers: Vec<WriteLayer<'t>>,
    listed: Table<'t, u32, (u32, u32)>,
    txn: &'t WriteTransaction,
}

impl<'t> WriteTables<'t> {
    /// Opens every table, creating those that are missing.
    pub(crate) fn open(txn: &'t WriteTransaction) -> Result<WriteTables<'t>> {
        let listed = txn.open_table(LAYERS)?;
        let layers = layers::listed(&listed)?.into_iter().map(|layer| WriteLayer::open(txn, layer));
        Ok(WriteTables {
            counters: Counters(txn.open_table(META)?),
            names: txn.open_table(NAMES)?,
            tokens: txn.open_table(TOKENS)?,
            row_chunks: txn.open_table(ROW_CHUNKS)?,
            chunk_ids: txn.open_table(CHUNK_IDS)?,
            facts: txn.open_table(FACTS)?,
            sources: txn.open_table(SOURCES)?,
            source_ids: txn.open_table(SOURCE_IDS)?,
            demonstrations: txn.open_table(DEMONSTRATIONS)?,
            vectors: txn.open_table(VECTORS)?,
            pending: txn.open_table(PENDING)?,
            embedded: txn.open_table(EMBEDDED)?,
            layers: layers.collect::<Result<_>>()?,
            listed,
            txn,
        })
    }

    /// The layer that receives new entries.
    pub(crate) fn last_layer(&mut self) -> &mut WriteLayer<'t> {
        let last = self.layers.len() - 1;
        &mut self.layers[last]
    }

    /// Adds a layer for what is loaded from this source and fact on, in place of the last `joined` layers.
    /// The caller moves their entries into it and then deletes them.
    pub(crate) fn add_layer(
        &mut self,
        first_source: u32,
        first_fact: u32,
        joined: usize,
    ) -> Result<Vec<WriteLayer<'t>>> {
        let number = self.last_layer().layer.number.checked_add(1).ok_or_else(|| Error::Invalid {
            what: "the graph has used all 32-bit numbers of layers; load into a new graph".to_owned(),
        })?;
        let joined = self.layers.split_off(self.layers.len().saturating_sub(joined));
        let (first_source, first_fact) = match joined.first() {
            Some(LayerTables { layer, .. }) => (layer.first_source, layer.first_fact),
            None => (first_source, first_fact),
        };
        let layer = Layer { number, first_source, first_fact };
        self.layers.push(WriteLayer::open(self.txn, layer)?);
        self.listed.retain(|_, _| false)?;
        for LayerTables { layer, .. } in &self.layers {
            self.listed.insert(layer.number, (layer.first_source, layer.first_fact))?;
        }
        Ok(joined)
    }

    /// Deletes layers that were merged into another one.
    pub(crate) fn delete_layers(&self, joined: Vec<WriteLayer<'t>>) -> Result<()> {
        joined.into_iter().try_for_each(|layer| layer.delete(self.txn))
    }

    /// The index, in the layer that has the entries of a source.
    pub(crate) fn index_of(&mut self, source: SourceId, index: Index) -> &mut PostingTable<'t> {
        let after = self.layers.partition_point(|tables| tables.layer.first_source <= source.0);
        &mut self.layers[after.saturating_sub(1)].postings[index as usize]
    }

    /// The name whose text is exactly `text`.
    pub(crate) fn name(&self, text: &str) -> Result<Option<u32>> {
        names::find(self.layers.iter().map(|layer| &layer.name_ids), &self.names, text)
    }

    /// Whether any name can be found.
    pub(crate) fn has_names(&self) -> Result<bool> {
        for layer in &self.layers {
            if !layer.name_ids.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// All tables, open for reading in one transaction, which they keep alive.
pub(crate) struct ReadTables {
    pub(crate) counters: Counters<ReadOnlyTable<&'static str, u64>>,
    pub(crate) names: ReadOnlyTable<u32, &'static [u8]>,
    pub(crate) tokens: ReadOnlyTable<&'static [u8], (u32, u32)>,
    pub(crate) row_chunks: ReadOnlyTable<u32, (u32, u32, [u64; 4])>,
    pub(crate) chunk_ids: ReadOnlyTable<(u32, u32), u32>,
    pub(crate) facts: ReadOnlyTable<u32, &'static [u8]>,
    pub(crate) sources: ReadOnlyTable<u32, &'static [u8]>,
    pub(crate) source_ids: ReadOnlyTable<&'static str, u32>,
    pub(crate) demonstrations: ReadOnlyTable<u32, &'static [u8]>,
    pub(crate) vectors: ReadOnlyTable<&'static [u8; 16], &'static [u8]>,
    pub(crate) pending: ReadOnlyTable<u32, ()>,
    pub(crate) embedded: ReadOnlyTable<u32, &'static [u8; 16]>,
    /// The oldest first; there is at least one.
    pub(crate) layers: Vec<ReadLayer>,
}

impl ReadTables {
    /// Opens every table of the transaction's view.
    pub(crate) fn open(txn: &ReadTransaction) -> Result<ReadTables> {
        let layers = match txn.open_table(LAYERS) {
            Ok(listed) => layers::listed(&listed)?,
            // Before version 6 there was only one.
            Err(TableError::TableDoesNotExist(_)) => vec![layers::BASE],
            Err(error) => return Err(error.into()),
        };
        Ok(ReadTables {
            counters: Counters(txn.open_table(META)?),
            names: txn.open_table(NAMES)?,
            tokens: txn.open_table(TOKENS)?,
            row_chunks: txn.open_table(ROW_CHUNKS)?,
            chunk_ids: txn.open_table(CHUNK_IDS)?,
            facts: txn.open_table(FACTS)?,
            sources: txn.open_table(SOURCES)?,
            source_ids: txn.open_table(SOURCE_IDS)?,
            demonstrations: txn.open_table(DEMONSTRATIONS)?,
            vectors: txn.open_table(VECTORS)?,
            pending: txn.open_table(PENDING)?,
            embedded: txn.open_table(EMBEDDED)?,
            layers: layers.into_iter().map(|layer| ReadLayer::open(txn, layer)).collect::<Result<_>>()?,
        })
    }

    /// The name whose text is exactly `text`.
    pub(crate) fn name(&self, text: &str) -> Result<Option<u32>> {
        names::find(self.layers.iter().map(|layer| &layer.name_ids), &self.names, text)
    }

    /// The names whose folded form has this hash, in ascending order.
    pub(crate) fn folded(&self, hash: u64) -> Result<Vec<u32>> {
        names::candidates(self.layers.iter().map(|layer| &layer.folded), hash)
    }

    /// The sources that can have entries in a layer.
    pub(crate) fn sources_of(&self, layer: &ReadLayer) -> RangeInclusive<u32> {
        let first = layer.layer.first_source;
        let next = self.layers.iter().find(|other| other.layer.number > layer.layer.number);
        first..=next.map_or(u32::MAX, |next| next.layer.first_source.saturating_sub(1))
    }

    /// Calls `visit` with every key of an index, once.
    pub(crate) fn each_key(&self, index: Index, visit: &mut dyn FnMut(u32) -> Result<()>) -> Result<()> {
        for (at, layer) in self.layers.iter().enumerate() {
            for item in layer.index(index).first.iter()? {
                let key = item?.0.value();
                let mut visited = false;
                for earlier in &self.layers[..at] {
                    visited |= earlier.index(index).has_key(key)?;
                }
                if !visited {
                    visit(key)?;
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every wanted entry of a key of an index, source by source, in ascending order
    /// within a source; entries adjacent in a block are passed as one run.
    pub(crate) fn scan<const X: usize>(
        &self,
        index: Index,
        ranges: &FactRanges,
        key: u32,
        wanted: Wanted<'_>,
        visit: &mut dyn FnMut(&[ArchivedEntry<X>]) -> Result<()>,
    ) -> Result<()> {
        for layer in &self.layers {
            if wanted.meets(self.sources_of(layer)) {
                layer.index(index).scan(ranges, key, wanted, visit)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with entries of a key in their order, at most the wanted number per group.
    pub(crate) fn sample(
        &self,
        index: Index,
        ranges: &FactRanges,
        key: u32,
        sampled: Sampled<'_>,
        visit: OnSample<'_>,
    ) -> Result<()> {
        for layer in &self.layers {
            if layer.index(index).sample(ranges, key, sampled, visit)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The meta table.
pub(crate) struct Counters<T>(pub(crate) T);

impl<T: ReadableTable<&'static str, u64>> Counters<T> {
    /// The value of a counter (0 when it was never set).
    pub(crate) fn get(&self, name: &str) -> Result<u64> {
        Ok(self.0.get(name)?.map_or(0, |value| value.value()))
    }
}

impl Counters<Table<'_, &'static str, u64>> {
    /// Sets a counter.
    pub(crate) fn set(&mut self, name: &str, value: u64) -> Result<()> {
        self.0.insert(name, value)?;
        Ok(())
    }

    /// Increments a counter.
    pub(crate) fn grow(&mut self, name: &str) -> Result<()> {
        let before = self.get(name)?;
        self.set(name, before + 1)
    }

    /// Reserves `count` ids from a counter of 32-bit ids and returns the first.
    pub(crate) fn take_ids(&mut self, name: &str, count: u32) -> Result<u32> {
        let first = self.get(name)?;
        let next = first + u64::from(count);
        // The last id stays unused, so that `id + 1` never overflows.
        if next >= u64::from(u32::MAX) {
            return Err(Error::Invalid {
                what: format!("the graph has used all 32-bit ids of `{name}`; load into a new graph"),
            });
        }
        self.set(name, next)?;
        Ok(first as u32)
    }
}

/// Names of the counters in the meta table.
pub(crate) mod counter {
    /// Format version.
    pub(crate) const FORMAT: &str = "format";
    /// Next node id.
    pub(crate) const NODE: &str = "next_node";
    /// Next fact id.
    pub(crate) const FACT: &str = "next_fact";
    /// Next source id.
    pub(crate) const SOURCE: &str = "next_source";
    /// Next token id.
    pub(crate) const TOKEN: &str = "next_token";
    /// Next demonstration id.
    pub(crate) const DEMONSTRATION: &str = "next_demonstration";
    /// Incremented with every load and removal of a source.
    pub(crate) const CATALOGUE: &str = "catalogue_generation";
    /// Incremented with every change of the set of stored vectors.
    pub(crate) const VECTORS: &str = "vector_generation";
    /// Incremented when vectors change in a way that requires a rebuild of the vector file.
    pub(crate) const REBUILD: &str = "vector_rebuild";
}
