//! Layers: the index entries and the hashes of names, divided by sources.
//!
//! The entries that a load adds to an index are spread all over it: in a large graph a million triples would
//! rewrite nearly every page. A load that is small compared with the graph, but too large for single
//! insertions, therefore writes tables of its own, in order, as if the graph were new. These tables are a
//! layer. A lookup reads each layer, the oldest first. Sources ascend from layer to layer, so the entries of
//! a key have the same order as in a single table.
//!
//! Each additional layer makes lookups more expensive, so a load merges the last layers into its own unless
//! they are much larger. The number of layers, and the number of times that an entry is rewritten, then grow
//! with the logarithm of the graph. A compaction leaves one layer.

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, Table, TableDefinition, WriteTransaction};

use crate::postings::{BlockKey, INDEXES, Index, IndexTables};
use crate::{Error, Result};

/// Decides when a load writes a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layering {
    /// Number of facts from which on a load does. Fewer are inserted into the last layer one by one, which
    /// takes a second or two at most.
    pub(crate) least: u64,
    /// A layer is merged with the later ones if it has at most this many times their number of facts. With a
    /// larger factor there are fewer layers to read, and entries are rewritten more often.
    pub(crate) ratio: u64,
}

/// Suitable for graphs of all sizes; tests use other numbers.
pub(crate) const LAYERING: Layering = Layering { least: 1 << 15, ratio: 4 };

/// A layer, which begins where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// Part of the names of its tables. The newest layer has the largest number.
    pub(crate) number: u32,
    /// The first source that may have entries in it.
    pub(crate) first_source: u32,
    /// The first fact that may have entries in it.
    pub(crate) first_fact: u32,
}

/// The layer of a new graph, and the only one in graphs before version 6.
pub(crate) const BASE: Layer = Layer { number: 0, first_source: 0, first_fact: 0 };

impl Layer {
    /// The name of one of its tables.
    pub(crate) fn table(self, name: &str) -> String {
        if self.number == 0 { name.to_owned() } else { format!("{name}.{}", self.number) }
    }
}

/// The tables of a layer.
pub(crate) struct LayerTables<H, F, M> {
    pub(crate) layer: Layer,
    /// Hash of a name to the ids of the names with that hash.
    pub(crate) name_ids: H,
    /// Hash of a folded name to the ids of the names with that hash.
    pub(crate) folded: H,
    pub(crate) postings: [IndexTables<F, M>; INDEXES.len()],
}

/// A table of ids by hash, open for writing.
pub(crate) type HashTable<'t> = Table<'t, u64, &'static [u8]>;

/// A layer open for writing.
pub(crate) type WriteLayer<'t> =
    LayerTables<HashTable<'t>, Table<'t, u32, &'static [u8]>, Table<'t, &'static BlockKey, &'static [u8]>>;

/// A layer open for reading.
pub(crate) type ReadLayer = LayerTables<
    ReadOnlyTable<u64, &'static [u8]>,
    ReadOnlyTable<u32, &'static [u8]>,
    ReadOnlyTable<&'static BlockKey, &'static [u8]>,
>;

/// Opens the tables of a layer in a transaction for writing or for reading.
macro_rules! open {
    ($txn:expr, $layer:expr) => {{
        let (txn, layer): (_, Layer) = ($txn, $layer);
        let index = |index: Index| -> Result<_> {
            let (first, more) = index.table_names();
            Ok(IndexTables {
                index,
                first: txn.open_table(TableDefinition::new(&layer.table(first)))?,
                more: txn.open_table(TableDefinition::new(&layer.table(more)))?,
            })
        };
        let [a, b, c, d, e, f, g] = INDEXES;
        Ok(LayerTables {
            layer,
            name_ids: txn.open_table(TableDefinition::new(&layer.table("name_ids")))?,
            folded: txn.open_table(TableDefinition::new(&layer.table("folded")))?,
            postings: [index(a)?, index(b)?, index(c)?, index(d)?, index(e)?, index(f)?, index(g)?],
        })
    }};
}

impl<'t> WriteLayer<'t> {
    /// Opens the tables, creating those that are missing.
    pub(crate) fn open(txn: &'t WriteTransaction, layer: Layer) -> Result<WriteLayer<'t>> {
        open!(txn, layer)
    }

    /// Deletes the tables.
    pub(crate) fn delete(self, txn: &WriteTransaction) -> Result<()> {
        for IndexTables { first, more, .. } in self.postings {
            txn.delete_table(first)?;
            txn.delete_table(more)?;
        }
        txn.delete_table(self.name_ids)?;
        txn.delete_table(self.folded)?;
        Ok(())
    }
}

impl ReadLayer {
    /// Opens the tables.
    pub(crate) fn open(txn: &ReadTransaction, layer: Layer) -> Result<ReadLayer> {
        open!(txn, layer)
    }
}

impl<H, F, M> LayerTables<H, F, M> {
    /// The tables of an index.
    pub(crate) fn index(&self, index: Index) -> &IndexTables<F, M> {
        &self.postings[index as usize]
    }
}

/// The layers that a table lists, the oldest first.
pub(crate) fn listed(table: &impl ReadableTable<u32, (u32, u32)>) -> Result<Vec<Layer>> {
    let mut layers = Vec::new();
    for item in table.iter()? {
        let (number, first) = item?;
        let (first_source, first_fact) = first.value();
        layers.push(Layer { number: number.value(), first_source, first_fact });
    }
    if !layers.is_sorted_by_key(|layer| (layer.first_source, layer.first_fact)) {
        return Err(Error::Damaged { what: "the layers of the graph are not in order".to_owned() });
    }
    if layers.is_empty() {
        layers.push(BASE);
    }
    Ok(layers)
}

impl Layering {
    /// Number of last layers that a load merges into its own, given the number of facts of each layer and of
    /// the load; `None` if it inserts into the last one.
    pub(crate) fn joined(self, facts: &[u64], load: u64) -> Option<usize> {
        if load < self.least || facts.last().is_none_or(|last| *last == 0) {
            return None;
        }
        let mut sum = load;
        let joins = |facts: &&u64| {
            let joins = **facts <= self.ratio.saturating_mul(sum);
            sum = sum.saturating_add(**facts);
            joins
        };
        Some(facts.iter().rev().take_while(joins).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: u64 = LAYERING.least;

    #[test]
    fn few_facts_are_inserted_and_layers_of_like_size_are_joined() {
        assert_eq!(LAYERING.joined(&[0], LEAST), None, "the first load has no need of a layer");
        assert_eq!(LAYERING.joined(&[1 << 30], LEAST - 1), None);
        assert_eq!(LAYERING.joined(&[50_000_000], 1_000_000), Some(0));
        assert_eq!(LAYERING.joined(&[50_000_000, 4_000_000], 1_000_000), Some(1));
        assert_eq!(LAYERING.joined(&[50_000_000, 4_000_001], 1_000_000), Some(0));
        assert_eq!(LAYERING.joined(&[20_000_000, 4_000_000], 1_000_000), Some(2));
        assert_eq!(LAYERING.joined(&[100], 1_000_000), Some(1));
    }

    #[test]
    fn their_number_grows_with_the_logarithm_of_the_graph() {
        let mut facts = vec![0u64];
        let mut written = 0;
        for _ in 0..2000 {
            match LAYERING.joined(&facts, LEAST) {
                None => *facts.last_mut().unwrap() += LEAST,
                Some(count) => {
                    let joined: u64 = facts.drain(facts.len() - count..).sum();
                    facts.push(joined + LEAST);
                }
            }
            written += facts.last().unwrap() / LEAST;
            assert!(facts.len() <= 7, "{facts:?}");
        }
        assert!(written / 2000 < 30, "each entry was written {} times", written / 2000);
    }
}
