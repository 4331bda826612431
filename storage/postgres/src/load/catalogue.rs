//! The catalogue entries of the sources of a load.

use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxHashMap;
use trustuqa_model::{FactId, NodeId, RelationInfo, Source, SourceKind, ValueKind};

use super::names::Names;
use super::source::{Ended, Shown, Statistics};
use crate::catalogue::RowRange;
use crate::connection::Connection;
use crate::error::Result;
use crate::{Error, id32};

/// The catalogue entries of sources that are staged.
pub(super) fn entries(connection: &Connection, ended: &[Ended], names: &Names) -> Result<Vec<Source>> {
    let mut shown: Vec<u32> = Vec::new();
    for source in ended {
        shown.extend(source.columns.values());
        for (relation, (_, samples)) in &source.relations {
            shown.push(*relation);
            for part in samples.iter().flat_map(|(head, tail)| [head, tail]) {
                if let Shown::Name(node) = part {
                    shown.push(*node);
                }
            }
        }
    }
    let texts = texts(connection, shown, names)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let entry = |source: &Ended| Source {
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
    };
    Ok(ended.iter().map(entry).collect())
}

/// The texts of names, staged or in the graph already.
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

/// The relations of a source: columns in header order, then by falling count.
fn listed(source: &Ended, texts: &FxHashMap<u32, String>) -> Vec<RelationInfo> {
    let text = |node: &u32| texts.get(node).cloned().unwrap_or_default();
    let shown = |part: &Shown| match part {
        Shown::Name(node) => text(node),
        Shown::Row(row) => format!("[line_{row}]"),
    };
    let mut relations: Vec<RelationInfo> = source
        .relations
        .iter()
        .map(|(node, (statistics, samples))| RelationInfo {
            node: NodeId(*node),
            name: text(node),
            column: None,
            facts: statistics.facts,
            kind: commonest(statistics),
            sample: samples.as_ref().map(|(_, tail)| shown(tail)),
            sample_head: samples.as_ref().map(|(head, _)| shown(head)),
            untyped: statistics.untyped,
            typed: statistics.typed.clone(),
        })
        .collect();
    for (&column, node) in &source.columns {
        match relations.binary_search_by_key(&NodeId(*node), |info| info.node) {
            Ok(at) => {
                relations[at].column.get_or_insert(column);
            }
            Err(at) => {
                let info = RelationInfo {
                    node: NodeId(*node),
                    name: text(node),
                    column: Some(column),
                    facts: 0,
                    kind: ValueKind::Text,
                    sample: None,
                    sample_head: None,
                    untyped: 0,
                    typed: trustuqa_model::order::Typed::default(),
                };
                relations.insert(at, info);
            }
        }
    }
    if source.spec.kind == SourceKind::Table {
        relations.iter_mut().for_each(|info| info.sample_head = None);
    }
    relations.sort_by(|left, right| {
        let column = |info: &RelationInfo| info.column.map_or(u32::MAX, u32::from);
        column(left)
            .cmp(&column(right))
            .then(right.facts.cmp(&left.facts))
            .then_with(|| left.name.cmp(&right.name))
    });
    relations
}

/// Of equally common kinds the first in the order of `ValueKind` is taken, so that the same file
/// always gives the same types.
fn commonest(statistics: &Statistics) -> ValueKind {
    let most = statistics.kinds.iter().max_by(|left, right| left.1.cmp(right.1).then(right.0.cmp(left.0)));
    most.map_or(ValueKind::Text, |(kind, _)| *kind)
}

/// Puts an entry into the catalogue.
pub(super) fn insert(connection: &Connection, entry: &Source, rows: &[RowRange]) -> Result<()> {
    let json = |error: serde_json::Error| Error::invalid(error.to_string());
    let rows = serde_json::to_string(rows).map_err(json)?;
    // U+0000 is written as an escape, which the server keeps.
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
