//! The catalogue entries of the sources of a load.

use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxHashMap;
use trustuqa_model::catalogue::{commonest_kind, listed_relations};
use trustuqa_model::{FactId, NodeId, RelationInfo, Source};

use super::names::Names;
use super::source::{CatalogueItem, EndedSource};
use crate::catalogue::RowRange;
use crate::connection::Connection;
use crate::error::Result;
use crate::{Error, id32};

/// The catalogue entries of the staged sources.
pub(super) fn entries(connection: &Connection, ended: &[EndedSource], names: &Names) -> Result<Vec<Source>> {
    let mut shown: Vec<u32> = Vec::new();
    for source in ended {
        shown.extend(source.columns.values());
        for (relation, (_, samples)) in &source.relations {
            shown.push(*relation);
            for part in samples.iter().flat_map(|(head, tail)| [head, tail]) {
                if let CatalogueItem::Name(node) = part {
                    shown.push(*node);
                }
            }
        }
    }
    let texts = texts(connection, shown, names)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let entry = |source: &EndedSource| Source {
        id: source.id,
        name: source.spec.name.clone(),
        kind: source.spec.kind,
        file: source.spec.file.clone(),
        content_hash: source.spec.content_hash.clone(),
        loaded_at: i64::try_from(now).unwrap_or(i64::MAX),
        first_fact: FactId(source.first_fact),
        facts: u64::from(source.facts),
        rows: source.rows,
        nodes: source.nodes,
        skipped: source.skipped,
        relations: listed(source, &texts),
        whole: source.spec.whole.clone(),
    };
    Ok(ended.iter().map(entry).collect())
}

/// The texts of names, which may be staged or in the graph already.
fn texts(connection: &Connection, mut shown: Vec<u32>, names: &Names) -> Result<FxHashMap<u32, String>> {
    shown.sort_unstable();
    shown.dedup();
    let mut texts = FxHashMap::default();
    let new = shown.split_off(shown.partition_point(|node| *node < names.first_new));
    for (table, nodes) in [("nodes", shown), ("staged_nodes", new)] {
        if nodes.is_empty() {
            continue;
        }
        let nodes: Vec<i64> = nodes.into_iter().map(i64::from).collect();
        let sql = format!("SELECT id, text, exact FROM {table} WHERE id = ANY($1)");
        for row in connection.query(&sql, &[&nodes])? {
            let text = match row.get::<_, Option<Vec<u8>>>(2) {
                None => row.get::<_, String>(1),
                Some(exact) => String::from_utf8_lossy(&exact).into_owned(),
            };
            texts.insert(id32(row.get(0))?, text);
        }
    }
    Ok(texts)
}

/// The relations of a source: columns in header order, or else by falling number of facts.
fn listed(source: &EndedSource, texts: &FxHashMap<u32, String>) -> Vec<RelationInfo> {
    let text = |node: &u32| texts.get(node).cloned().unwrap_or_default();
    let shown = |part: &CatalogueItem| match part {
        CatalogueItem::Name(node) => text(node),
        CatalogueItem::Row(row) => format!("[line_{row}]"),
    };
    let relations: Vec<RelationInfo> = source
        .relations
        .iter()
        .map(|(node, (statistics, samples))| RelationInfo {
            node: NodeId(*node),
            name: text(node),
            column: None,
            facts: statistics.facts,
            kind: commonest_kind(&statistics.kinds),
            sample: samples.as_ref().map(|(_, tail)| shown(tail)),
            sample_head: samples.as_ref().map(|(head, _)| shown(head)),
            untyped: statistics.untyped,
            typed: statistics.typed.clone(),
        })
        .collect();
    let columns = source.columns.iter().map(|(column, node)| (*column, NodeId(*node)));
    let Ok(relations) = listed_relations(relations, source.spec.kind, columns, |node| {
        Ok::<_, std::convert::Infallible>(text(&node.0))
    });
    relations
}

/// Inserts an entry into the catalogue.
pub(super) fn insert(connection: &Connection, entry: &Source, rows: &[RowRange]) -> Result<()> {
    let json = |error: serde_json::Error| Error::invalid(error.to_string());
    let rows = serde_json::to_string(rows).map_err(json)?;
    // JSON writes U+0000 as an escape, which the server accepts.
    let text = serde_json::to_string(entry).map_err(json)?;
    let (id, first) = (i64::from(entry.id.0), i64::from(entry.first_fact.0));
    let facts = i64::try_from(entry.facts).unwrap_or(i64::MAX);
    let name = entry.name.replace('\0', "\u{fffd}");
    connection.execute(
        "INSERT INTO sources (id, name, first_fact, facts, row_ranges, entry) VALUES ($1, $2, $3, $4, $5, $6)",
        &[&id, &name, &first, &facts, &rows, &text],
    )?;
    Ok(())
}
