//! Removing a source: its facts, index entries, rows, and the names that no other source uses.
//!
//! What is to be removed is found from the source's own facts, so the time depends on the size of the source
//! and not on that of the graph.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;

use super::tokens::{Dictionary, TokenTables, distinct};
use redb::ReadableTable as _;

use crate::codec::{decode, decode_source, text_hash, vector_key};
use crate::names::{self, NameView};
use crate::postings::{Index, delete};
use crate::sorter::Sorter;
use crate::tables::{WriteTables, counter};
use crate::{Error, Result, Source, SourceId, StoredDemonstration, facts, fold};

/// Number of the node records, after the three indexes whose keys are nodes.
const NODE: u32 = 3;

/// Removes everything of the source but its entry in `source_ids`. Names held in memory must have been
/// written before.
pub(super) fn remove_source(
    tables: &mut WriteTables<'_>,
    runs: &Path,
    buffer: usize,
    dictionary: &mut Dictionary,
    id: u32,
) -> Result<()> {
    let source: Source = match tables.sources.get(id)? {
        Some(bytes) => decode_source(bytes.value(), id)?,
        None => return Err(Error::Damaged { what: format!("source {id} has no catalogue entry") }),
    };
    let first = source.first_fact.0;
    let end = u32::try_from(source.facts)
        .ok()
        .and_then(|facts| first.checked_add(facts))
        .ok_or_else(|| Error::Damaged { what: format!("the fact range of the source `{}`", source.name) })?;

    // The facts of the source, by which its entries are recognised; an empty range if it has none.
    let own = match end.checked_sub(1) {
        Some(last) => first..=last,
        None => RangeInclusive::new(1, 0),
    };

    let mut keys: Sorter<2> = Sorter::new(runs, buffer);
    for relation in &source.relations {
        keys.push([NODE, relation.node.0])?;
    }
    facts::each(&tables.facts, first, end, &mut |fact| {
        let [head, relation, tail] = [fact.head.0, fact.relation.0, fact.tail.0];
        for (index, key) in [(Index::Head, head), (Index::Relation, relation), (Index::Tail, tail)] {
            keys.push([index as u32, key])?;
            keys.push([NODE, key])?;
        }
        Ok(())
    })?;

    let asked = demonstration_texts(tables)?;
    let mut tokens = Sorter::new(runs, buffer);
    let mut keys = keys.finish()?;
    while let Some([number, key]) = keys.next()? {
        match number {
            0 => delete::<0>(tables.index_of(source.id, Index::Head), key, source.id, &own)?,
            1 => {
                delete::<0>(tables.index_of(source.id, Index::Relation), key, source.id, &own)?;
                delete::<2>(tables.index_of(source.id, Index::Time), key, source.id, &own)?;
                delete::<1>(tables.index_of(source.id, Index::Order), key, source.id, &own)?;
            }
            2 => delete::<0>(tables.index_of(source.id, Index::Tail), key, source.id, &own)?,
            _ => remove_node(tables, source.id, key, &asked, dictionary, &mut tokens)?,
        }
    }
    let mut tokens = tokens.finish()?;
    while let Some([token]) = tokens.next()? {
        delete::<0>(tables.index_of(source.id, Index::Token), token, source.id, &own)?;
    }

    facts::delete(&mut tables.facts, first, end)?;
    remove_rows(tables, source.id)?;
    tables.sources.remove(id)?;
    Ok(())
}

/// Removes the source from a node, and the node from the graph if it has no other source.
fn remove_node(
    tables: &mut WriteTables<'_>,
    source: SourceId,
    node: u32,
    asked: &HashSet<[u8; 16]>,
    dictionary: &mut Dictionary,
    tokens: &mut Sorter<1>,
) -> Result<()> {
    let text = match tables.names.get(node)? {
        None => return Ok(()), // a row: it goes with its chunk
        Some(bytes) => NameView::read(node, bytes.value())?.text().to_owned(),
    };
    // The entries of this index contain their source, so no range of facts is needed.
    delete::<0>(tables.index_of(source, Index::Roles), node, source, &RangeInclusive::new(1, 0))?;
    let mut last = true;
    for layer in &tables.layers {
        last &= !layer.index(Index::Roles).has_key(node)?;
    }
    let mut token_tables = TokenTables { tokens: &mut tables.tokens, counters: &mut tables.counters };
    for word in distinct(&text) {
        tokens.push([dictionary.id(&mut token_tables, &word, if last { -1 } else { 0 })?])?;
    }
    if !last {
        return Ok(());
    }
    tables.names.remove(node)?;
    let layers = &mut tables.layers;
    names::remove_candidate(layers.iter_mut().map(|layer| &mut layer.name_ids), text_hash(&text), node)?;
    names::remove_candidate(layers.iter_mut().map(|layer| &mut layer.folded), text_hash(&fold(&text)), node)?;
    tables.pending.remove(node)?;
    if tables.embedded.remove(node)?.is_some() {
        tables.counters.grow(counter::VECTORS)?;
        let key = vector_key(&text);
        // The question of a demonstration may be the same text.
        if !asked.contains(&key) {
            tables.vectors.remove(&key)?;
        }
    }
    Ok(())
}

fn remove_rows(tables: &mut WriteTables<'_>, source: SourceId) -> Result<()> {
    loop {
        let mut chunks = Vec::new();
        for item in tables.chunk_ids.range((source.0, 0)..=(source.0, u32::MAX))?.take(1000) {
            let (key, first) = item?;
            chunks.push((key.value(), first.value()));
        }
        for (key, first) in &chunks {
            tables.chunk_ids.remove(*key)?;
            tables.row_chunks.remove(*first)?;
        }
        if chunks.len() < 1000 {
            return Ok(());
        }
    }
}

/// The content hashes of the questions of all demonstrations.
fn demonstration_texts(tables: &WriteTables<'_>) -> Result<HashSet<[u8; 16]>> {
    let mut texts = HashSet::new();
    for item in tables.demonstrations.iter()? {
        let (id, bytes) = item?;
        let demonstration: StoredDemonstration =
            decode(bytes.value(), || format!("demonstration {}", id.value()))?;
        texts.insert(vector_key(&demonstration.question));
    }
    Ok(texts)
}
