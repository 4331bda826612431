//! What cells mean in view of the others in their column: `nil` among numbers is a missing value, and
//! `04/05/2024` beside `23/05/2024` is a day in May. Alone, both are texts, and so would be a column with
//! many of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use trustuqa_engine::execute::says_nothing;
use trustuqa_model::value::{day_stands_first, small_date};
use trustuqa_model::{Date, NodeId, RelationInfo, Result, SourceKind, Value, ValueKind};

use super::pairs::entries_of;
use super::relation::{Rel, RelId, Shape};
use super::world::{World, number_of};

/// Maximum number of different cells of a column that are read; one with more stays what it seems.
const DIFFERENT: usize = 5_000;

/// Rows, or other heads, each with a value; by ascending row, once for each cell.
pub type ColumnCells = Vec<(NodeId, Value)>;

impl World<'_> {
    /// Rows, or other heads, each with its cells in a column; their values are read at once.
    pub fn cells(&mut self, rows: &[NodeId], rel: RelId) -> Result<Vec<(NodeId, NodeId)>> {
        let pairs = self.pairs(rel)?;
        let cells: Vec<(NodeId, NodeId)> = pairs.of(rows, true).map(|(row, cell, _)| (*row, *cell)).collect();
        self.expect_nodes(&cells.iter().map(|(_, cell)| *cell).collect::<Vec<_>>())?;
        Ok(cells)
    }

    /// Visits the values that these rows, or other heads, have in a column; the rows ascend.
    pub fn each_value(
        &mut self,
        rows: &[NodeId],
        rel: RelId,
        mut each: impl FnMut(NodeId, &Value),
    ) -> Result<()> {
        self.expect_values(rows.len(), rel)?;
        let Some(column) = self.columns.get(&rel) else {
            for (row, cell) in self.cells(rows, rel)? {
                each(row, &self.value(rel, cell)?);
            }
            return Ok(());
        };
        entries_of(column, rows, |(row, _)| *row).for_each(|(row, value)| each(*row, value));
        Ok(())
    }

    /// Reads at once all values of these columns, which will be asked for one after the other.
    pub fn expect_columns(&mut self, rels: &[RelId]) -> Result<()> {
        self.expect_pairs(rels.iter().copied())?;
        let mut cells = Vec::new();
        for rel in rels {
            cells.extend_from_slice(self.pairs(*rel)?.side(false));
        }
        self.expect_nodes(&cells)
    }

    /// Announces that the values of so many rows of a column will be asked for. If these are most by now, all are
    /// read at once.
    pub fn expect_values(&mut self, rows: usize, rel: RelId) -> Result<()> {
        if self.columns.contains_key(&rel) {
            return Ok(());
        }
        let pairs = self.pairs(rel)?;
        let asked = self.cells_asked.entry(rel).or_default();
        *asked += rows;
        if 2 * *asked <= pairs.len() {
            return Ok(());
        }
        self.expect_nodes(pairs.side(false))?;
        let mut column = ColumnCells::with_capacity(pairs.len());
        for (row, cell, _) in pairs.by_head() {
            column.push((*row, self.value(rel, *cell)?));
        }
        self.columns.insert(rel, column);
        Ok(())
    }

    /// The heads among `nodes`, which ascend, with a value for which `holds` is true.
    pub fn comparing(
        &mut self,
        nodes: &[NodeId],
        rel: RelId,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Vec<NodeId>> {
        let mut found: Vec<NodeId> = Vec::new();
        self.each_value(nodes, rel, |node, value| {
            if found.last() != Some(&node) && holds(value) {
                found.push(node);
            }
        })?;
        Ok(found)
    }

    /// The numbers that rows, in ascending order, have in a column.
    pub fn numbers(&mut self, rows: &[NodeId], rel: RelId) -> Result<Vec<f64>> {
        let mut found = Vec::new();
        self.each_value(rows, rel, |_, value| found.extend(number_of(value)))?;
        Ok(found)
    }

    /// Retypes columns of mixed texts by those of their cells that hold a value.
    pub fn read_columns(&mut self) -> Result<()> {
        for rel in 0..self.rels.len() {
            let (of, node) = (self.rels[rel].source, self.rels[rel].node);
            let source = &self.sources[of];
            if !self.rels[rel].mixed {
                continue;
            }
            let Some(info) = source.relations.iter().find(|info| info.node == node) else { continue };
            let found = match self.cache.kinds.get(&(source.id, node)) {
                Some(known) => known.clone(),
                None => {
                    let found = self.kind_of_cells(rel)?;
                    self.cache.kinds.insert((source.id, node), found.clone());
                    // It was read as a column of texts.
                    self.cache.forget(source.id, node);
                    found
                }
            };
            if let Some((kind, sample)) = found {
                let info = RelationInfo { kind, sample: Some(sample), ..info.clone() };
                self.rels[rel] = Arc::new(Rel::of(of, SourceKind::Table, &info));
            }
        }
        Ok(())
    }

    /// The commonest kind of the cells of a column, leaving out those that say that there is no value, with one of
    /// them; `None` if some are texts.
    fn kind_of_cells(&mut self, rel: RelId) -> Result<Option<(ValueKind, String)>> {
        let Some(cells) = self.few_tails(rel, DIFFERENT)? else { return Ok(None) };
        self.expect_nodes(&cells)?;
        let dated = self.day_stands_first(rel)?.is_some();
        let mut kinds: BTreeMap<ValueKind, (usize, String)> = BTreeMap::new();
        for cell in cells {
            let known = self.node(cell)?;
            let kind = match known.1.kind() {
                ValueKind::Text if dated && small_date(&known.0).is_some() => ValueKind::Date,
                ValueKind::Text if says_nothing(&known.0, true) => continue,
                ValueKind::Text => return Ok(None),
                kind => kind,
            };
            kinds.entry(kind).or_insert_with(|| (0, known.0.clone())).0 += 1;
        }
        Ok(kinds.into_iter().max_by_key(|(_, (count, _))| *count).map(|(kind, (_, sample))| (kind, sample)))
    }

    /// The value of a cell of a relation. If it is a date whose day and month could be either, the other cells of
    /// its column decide.
    pub fn value(&mut self, rel: RelId, cell: NodeId) -> Result<Value> {
        let known = self.node(cell)?;
        if self.rels[rel].shape != Shape::Date || known.1 != Value::Text {
            return Ok(known.1.clone());
        }
        let Some((first, second, year)) = small_date(&known.0) else { return Ok(Value::Text) };
        let date = match self.day_stands_first(rel)? {
            Some(true) => Date::new(year, Some(second), Some(first)),
            Some(false) => Date::new(year, Some(first), Some(second)),
            None => None,
        };
        Ok(date.map_or(Value::Text, Value::Date))
    }

    /// Whether the day comes before the month in the dates of a column; `None` if they do not tell.
    fn day_stands_first(&mut self, rel: RelId) -> Result<Option<bool>> {
        if let Some(known) = self.day_first.get(&rel) {
            return Ok(*known);
        }
        let mut dates = Vec::new();
        let cells = self.first_tails(rel, DIFFERENT)?;
        self.expect_nodes(&cells)?;
        for cell in cells {
            dates.extend(small_date(&self.node(cell)?.0));
        }
        let found = day_stands_first(dates);
        self.day_first.insert(rel, found);
        Ok(found)
    }
}
