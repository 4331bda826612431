//! The redb tables of a graph, by name and type. `docs/file-format.md` describes their content.

use redb::{
    ReadOnlyTable, ReadTransaction, ReadableTable, Table, TableDefinition, TableError, WriteTransaction,
};

use crate::postings::{BlockKey, INDEXES, Index, IndexTables, PostingTable};
use crate::{Error, Result};

/// Version of the file format that this program writes.
pub(crate) const FORMAT: u32 = 5;
/// The oldest version that it reads.
pub(crate) const READS_FROM: u32 = 4;

/// Counters and the format version.
pub(crate) const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
/// Node id to name record (rkyv).
pub(crate) const NAMES: TableDefinition<u32, &[u8]> = TableDefinition::new("names");
/// Hash of a name to the ids of the names with that hash.
pub(crate) const NAME_IDS: TableDefinition<u64, &[u8]> = TableDefinition::new("name_ids");
/// Hash of a folded name to the ids of the names with that hash.
pub(crate) const FOLDED: TableDefinition<u64, &[u8]> = TableDefinition::new("folded");
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

/// First blocks of an index (rkyv), by key.
pub(crate) fn first_definition(index: Index) -> TableDefinition<'static, u32, &'static [u8]> {
    TableDefinition::new(index.table_names().0)
}

/// The further blocks of an index (rkyv), by [`BlockKey`].
pub(crate) fn more_definition(index: Index) -> TableDefinition<'static, &'static BlockKey, &'static [u8]> {
    TableDefinition::new(index.table_names().1)
}

/// All tables, open for writing.
pub(crate) struct WriteTables<'t> {
    pub(crate) counters: Counters<Table<'t, &'static str, u64>>,
    pub(crate) names: Table<'t, u32, &'static [u8]>,
    pub(crate) name_ids: Table<'t, u64, &'static [u8]>,
    pub(crate) folded: Table<'t, u64, &'static [u8]>,
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
    pub(crate) postings: [PostingTable<'t>; INDEXES.len()],
}

impl<'t> WriteTables<'t> {
    /// Opens every table, making those that are missing.
    pub(crate) fn open(txn: &'t WriteTransaction) -> Result<WriteTables<'t>> {
        let [a, b, c, d, e, f, g] = INDEXES;
        let posting = |index: Index| -> Result<PostingTable<'t>> {
            let (first, more) =
                (txn.open_table(first_definition(index))?, txn.open_table(more_definition(index))?);
            Ok(IndexTables { index, first, more })
        };
        Ok(WriteTables {
            counters: Counters(txn.open_table(META)?),
            names: txn.open_table(NAMES)?,
            name_ids: txn.open_table(NAME_IDS)?,
            folded: txn.open_table(FOLDED)?,
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
            postings: [
                posting(a)?,
                posting(b)?,
                posting(c)?,
                posting(d)?,
                posting(e)?,
                posting(f)?,
                posting(g)?,
            ],
        })
    }

    /// The posting table of an index.
    pub(crate) fn index(&mut self, index: Index) -> &mut PostingTable<'t> {
        &mut self.postings[index as usize]
    }
}

/// The tables of an index, open for reading.
pub(crate) type ReadPostings =
    IndexTables<ReadOnlyTable<u32, &'static [u8]>, ReadOnlyTable<&'static BlockKey, &'static [u8]>>;

/// All tables, open for reading in one transaction, which they keep alive.
pub(crate) struct ReadTables {
    pub(crate) counters: Counters<ReadOnlyTable<&'static str, u64>>,
    pub(crate) names: ReadOnlyTable<u32, &'static [u8]>,
    pub(crate) name_ids: ReadOnlyTable<u64, &'static [u8]>,
    pub(crate) folded: ReadOnlyTable<u64, &'static [u8]>,
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
    pub(crate) postings: [ReadPostings; INDEXES.len()],
}

impl ReadTables {
    /// Opens every table of the transaction's view.
    pub(crate) fn open(txn: &ReadTransaction) -> Result<ReadTables> {
        let [a, b, c, d, e, f, g] = INDEXES;
        let posting = |index: Index| -> Result<ReadPostings, TableError> {
            let (first, more) =
                (txn.open_table(first_definition(index))?, txn.open_table(more_definition(index))?);
            Ok(IndexTables { index, first, more })
        };
        let open = || -> Result<ReadTables, TableError> {
            Ok(ReadTables {
                counters: Counters(txn.open_table(META)?),
                names: txn.open_table(NAMES)?,
                name_ids: txn.open_table(NAME_IDS)?,
                folded: txn.open_table(FOLDED)?,
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
                postings: [
                    posting(a)?,
                    posting(b)?,
                    posting(c)?,
                    posting(d)?,
                    posting(e)?,
                    posting(f)?,
                    posting(g)?,
                ],
            })
        };
        Ok(open()?)
    }

    /// The posting table of an index.
    pub(crate) fn index(&self, index: Index) -> &ReadPostings {
        &self.postings[index as usize]
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

    /// Counts one on.
    pub(crate) fn grow(&mut self, name: &str) -> Result<()> {
        let before = self.get(name)?;
        self.set(name, before + 1)
    }

    /// Takes the next value of a counter of 32-bit ids, `count` of them at once.
    pub(crate) fn take_ids(&mut self, name: &str, count: u32) -> Result<u32> {
        let first = self.get(name)?;
        let next = first + u64::from(count);
        // The last id is kept free, so that `id + 1` never overflows.
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
    /// Grows with every load and removal of a source.
    pub(crate) const CATALOGUE: &str = "catalogue_generation";
    /// Grows with every change of the set of stored vectors.
    pub(crate) const VECTORS: &str = "vector_generation";
    /// Grows when vectors changed in a way that only a rebuild of the vector file follows.
    pub(crate) const REBUILD: &str = "vector_rebuild";
}
