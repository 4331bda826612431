//! The contents of columns: how many values have a typed order, as counted when loading, and the cells one by
//! one for readings that no index can answer.

use rustc_hash::FxHashMap;
use trustuqa_model::{NodeId, RelationInfo, Scope, Value};

use crate::execute::Result;
use crate::lexicon::{End, Gradable};
use crate::translate::Translator;
use crate::translate::direction::{names_speed, names_time};

/// The most facts of a column whose cells are read.
const LOOKED_AT: usize = 20_000;

/// A distinct cell of a column.
pub(in crate::translate) struct CellContent {
    pub(in crate::translate) node: NodeId,
    pub(in crate::translate) text: String,
    pub(in crate::translate) value: Value,
    /// The number of facts that have it.
    pub(in crate::translate) facts: usize,
}

impl Translator<'_, '_> {
    /// The catalogue's entries for a relation, one for each source in scope that has it.
    fn described(&self, relation: NodeId) -> impl Iterator<Item = &RelationInfo> {
        let sources = self.catalog.get(relation).map_or(&[][..], |entry| &entry.sources);
        let described =
            move |id| self.executor.source(id)?.relations.iter().find(|info| info.node == relation);
        sources.iter().copied().filter(|id| self.scope.contains(*id)).filter_map(described)
    }

    /// Whether the values of relations have an order: those that are numbers, dates and the like are at least
    /// half as many as the plain texts.
    pub(in crate::translate) fn is_ordered(&self, relations: &[NodeId]) -> bool {
        let (mut ordered, mut texts) = (0, 0);
        for info in relations.iter().flat_map(|relation| self.described(*relation)) {
            texts += info.untyped;
            ordered += info.facts - info.untyped.min(info.facts);
        }
        ordered > 0 && ordered * 2 >= texts
    }

    /// Whether the first sample value of the relations is a date or a year.
    pub(in crate::translate) fn is_dated(&self, relations: &[NodeId]) -> bool {
        let mut described = relations.iter().flat_map(|relation| self.described(*relation));
        let first = described.find_map(|info| info.sample.as_deref());
        first.is_some_and(|text| matches!(Value::parse(text), Value::Date(_) | Value::Integer(1000..=2100)))
    }

    /// Whether the values of relations are spans of time, by a sample value or by the name of a relation.
    fn is_timed(&self, relations: &[NodeId]) -> bool {
        let mut described = relations.iter().flat_map(|relation| self.described(*relation));
        described.any(|info| {
            let sample = info.sample.as_deref().map(Value::parse);
            matches!(sample, Some(Value::Duration(_))) || names_time(&info.name)
        })
    }

    /// The end of the values that a superlative asks for: `fastest` asks for the shortest time, `oldest` for
    /// the earliest date.
    pub(in crate::translate) fn end_of(&self, extreme: &Gradable, relations: &[NodeId]) -> End {
        let of_speed = |relation: &NodeId| self.described(*relation).any(|info| names_speed(&info.name));
        if self.is_dated(relations) {
            extreme.end_among("date")
        } else if self.is_timed(relations) || extreme.measures("speed") && !relations.iter().any(of_speed) {
            extreme.end_among("time")
        } else {
            extreme.end
        }
    }

    /// The distinct cells of table columns; `None` when a column is in no table in scope. Of each column, the
    /// first 20,000 facts are read.
    pub(in crate::translate) fn cells_of(&self, columns: &[NodeId]) -> Result<Option<Vec<CellContent>>> {
        let mut cells: Vec<CellContent> = Vec::new();
        let mut places: FxHashMap<NodeId, usize> = FxHashMap::default();
        for column in columns {
            let tables = self.tables_with(*column)?;
            if tables.is_empty() {
                return Ok(None);
            }
            for fact in self.executor.first_facts(*column, &Scope::Only(tables), LOOKED_AT)? {
                let place = *places.entry(fact.tail).or_insert(cells.len());
                if let Some(known) = cells.get_mut(place) {
                    known.facts += 1;
                    continue;
                }
                let (text, value, _) = self.executor.node(fact.tail)?;
                cells.push(CellContent { node: fact.tail, text, value, facts: 1 });
            }
        }
        Ok(Some(cells))
    }

    /// The distinct cells that have no typed order. Columns without such cells, and relations that are no
    /// table column, are not read.
    pub(in crate::translate) fn untyped_cells(&self, columns: &[NodeId]) -> Result<Vec<CellContent>> {
        let mut open = Vec::new();
        for column in columns {
            let untyped = self.described(*column).any(|info| info.untyped > 0);
            if untyped && !self.tables_with(*column)?.is_empty() {
                open.push(*column);
            }
        }
        let mut cells = self.cells_of(&open)?.unwrap_or_default();
        cells.retain(|cell| cell.value.order_key().is_none());
        Ok(cells)
    }
}
