//! Tables whose rows are no things but counts of them: the columns before a `Total` add up to it in every row.

use std::sync::Arc;

use trustuqa_model::{NodeId, Result, SourceKind};

use crate::node_lists::sample;
use crate::relation::{RelId, Shape};
use crate::text::{Coverage, Text};
use crate::world::World;

/// Rows that are added up.
const ROWS: usize = 40;
/// In tables of more rows no totals are looked for.
const LONG: u64 = 20_000;
/// How far a sum of decimals may be off.
const ROUNDED: f64 = 0.011;

impl World<'_> {
    /// Finds the totals of all tables, which are amounts of what the table counts, and not of money.
    pub fn find_totals(&mut self) -> Result<()> {
        for source in self.tables() {
            if let Some(total) = self.find_total(source)? {
                Arc::make_mut(&mut self.rels[total]).adds_up = true;
            }
        }
        Ok(())
    }

    /// The `Total` of a table, if in each row at least two columns right before it add up to it: the `Total` of
    /// `Gold`, `Silver` and `Bronze`.
    pub fn total_of_parts(&self, source: usize) -> Option<RelId> {
        self.rels_of(source).find(|rel| self.rels[*rel].adds_up)
    }

    fn find_total(&mut self, source: usize) -> Result<Option<RelId>> {
        if self.sources[source].rows > LONG {
            return Ok(None);
        }
        let is_number = |world: &Self, rel: RelId| {
            let of = &world.rels[rel];
            let counts = of.kind == SourceKind::Table && of.formula.is_none() && of.unit.is_none();
            of.shape == Shape::Number && counts && !of.codes && !of.years
        };
        let is_total = |world: &Self, rel: RelId| match world.rels[rel].words.as_slice() {
            [word] => matches!(&*word.root, "total" | "sum" | "overall") && is_number(world, rel),
            _ => false,
        };
        let Some(total) = self.rels_of(source).find(|rel| is_total(self, *rel)) else { return Ok(None) };
        let before: Vec<RelId> = self.rels_of(source).filter(|rel| *rel < total).collect();
        let parts: Vec<RelId> = before.into_iter().rev().take_while(|rel| is_number(self, *rel)).collect();
        let rows: Vec<NodeId> = sample(&self.rows(source)?, ROWS).collect();
        let whole = self.numbers(&rows, total)?;
        let mut sums = vec![0.0; rows.len()];
        for (many, part) in parts.into_iter().enumerate() {
            let numbers = self.numbers(&rows, part)?;
            if numbers.len() != rows.len() || whole.len() != rows.len() {
                break;
            }
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            let adds_up = sums.iter().zip(&whole).all(|(sum, total)| (sum - total).abs() < ROUNDED);
            if many > 0 && adds_up {
                return Ok(Some(total));
            }
        }
        Ok(None)
    }

    /// The words that name what the rows of a table count, with the total that says how many: "medals" of a table of
    /// medals by nation.
    pub fn counted_by_rows(&self, source: usize, text: &Text, free: Coverage) -> Option<(RelId, Coverage)> {
        let said = self.source_match(source, text, free);
        self.total_of_parts(source).filter(|_| said.best >= 0.8).map(|total| (total, said.coverage))
    }
}
