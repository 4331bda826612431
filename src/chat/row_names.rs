//! Names for the rows of a table: the cell in the column that tells them apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use trustuqa_engine::trace::TraceFact;
use trustuqa_storage::{GraphRead as _, NodeId, RelationInfo, Scope, Source, ValueKind, fold};

use crate::session::SessionError;
use crate::session::visible::Visible;

/// Names of rows, by source and row.
#[derive(Debug, Default)]
pub struct RowNames(HashMap<(String, u32), String>);

impl RowNames {
    /// The names of the rows that these facts are in. A row without one keeps its number.
    pub fn of(visible: &Visible, facts: &[TraceFact]) -> Result<RowNames, SessionError> {
        let mut rows: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for fact in facts {
            if let Some(row) = fact.row {
                rows.entry(fact.source.as_str()).or_default().insert(row);
            }
        }
        let mut names = HashMap::new();
        if rows.values().all(|rows| rows.len() < 2) {
            return Ok(RowNames(names));
        }
        for source in visible.sources()?.iter() {
            let Some(rows) = rows.get(source.name.as_str()).filter(|rows| rows.len() > 1) else { continue };
            let found = names_in(visible, source, rows)?;
            names.extend(rows.iter().zip(found).map(|(row, name)| ((source.name.clone(), *row), name)));
        }
        Ok(RowNames(names))
    }

    /// The name of the row that a fact is in.
    pub fn get(&self, fact: &TraceFact) -> Option<&str> {
        self.0.get(&(fact.source.clone(), fact.row?)).map(String::as_str)
    }
}

/// A name for each of the rows, or none at all: by the first column of names that differs
/// in all of them, by two such columns together, or by a time.
fn names_in(visible: &Visible, source: &Source, rows: &BTreeSet<u32>) -> Result<Vec<String>, SessionError> {
    let only = Scope::Only(vec![source.id]);
    let mut cells: Vec<HashMap<NodeId, NodeId>> = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(node) = visible.row_node(source.id, *row)? else { return Ok(Vec::new()) };
        let postings = visible.facts_of_head(node, None, &only)?;
        cells.push(postings.into_iter().map(|posting| (posting.relation, posting.tail)).collect());
    }
    let mut columns: Vec<&RelationInfo> = source.relations.iter().collect();
    columns.sort_by_key(|column| column.column);
    let is_text = |column: &&&RelationInfo| column.kind == ValueKind::Text;
    let is_time = |column: &&&RelationInfo| column.kind == ValueKind::Date || fold(&column.name) == "year";
    let texts: Vec<NodeId> = columns.iter().filter(is_text).map(|column| column.node).collect();
    let times: Vec<NodeId> = columns.iter().filter(is_time).map(|column| column.node).collect();
    let single = |columns: &[NodeId]| columns.iter().map(|column| vec![*column]).collect::<Vec<_>>();
    let mut ways = single(&texts);
    if let [first, second, ..] = texts.as_slice() {
        ways.push(vec![*first, *second]);
    }
    ways.extend(single(&times));
    for way in ways {
        let keys: Option<BTreeSet<Vec<NodeId>>> =
            cells.iter().map(|row| way.iter().map(|column| row.get(column).copied()).collect()).collect();
        if keys.is_none_or(|keys| keys.len() < cells.len()) {
            continue;
        }
        let mut names = Vec::with_capacity(cells.len());
        for row in &cells {
            let parts = way.iter().filter_map(|column| row.get(column));
            let parts: Vec<String> =
                parts.map(|node| visible.node(*node).map(|node| node.text)).collect::<Result<_, _>>()?;
            names.push(parts.join(" · "));
        }
        return Ok(names);
    }
    Ok(Vec::new())
}
