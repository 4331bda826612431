//! The requested triples, divided into sources.

use crate::draw::Draw;
use crate::graph::relations;
use crate::source::{SyntheticContent, SyntheticSource};
use crate::table::Table;

/// Rows that the shortest table has; lengths follow Pareto's law from there.
const SHORTEST: f64 = 0.2;
/// The exponent of that law: most tables are short, a few hold most of the rows.
const TAIL: f64 = 1.25;
/// Graphs of this many facts and more are divided into several.
const DIVIDED: u64 = 20_000;

/// A graph to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphShape {
    /// Condition triples, as the crate counts them. What comes out differs by the empty
    /// cells and open bounds that chance gave: by a few percent for thousands, by
    /// tenths of a percent for millions.
    pub triples: u64,
    /// What everything is drawn from.
    pub seed: u64,
    /// Parts of the triples that are in tables; the parts of the three kinds are set
    /// against their sum, so that 40, 40, 20 are percent.
    pub tables: u64,
    /// Parts that are in KGs.
    pub kg: u64,
    /// Parts that are in TKGs.
    pub tkg: u64,
    /// Rows of a table on average.
    pub rows: u64,
}

impl Default for GraphShape {
    fn default() -> GraphShape {
        GraphShape { triples: 1_000_000, seed: 1, tables: 40, kg: 40, tkg: 20, rows: 300 }
    }
}

impl GraphShape {
    /// Size of the pool of entities: about as many facts for each as real graphs have.
    fn entities(&self) -> u64 {
        (self.triples / 12).max(200)
    }

    /// The triples of a part.
    fn part(&self, part: u64) -> u64 {
        let parts = u128::from(self.tables) + u128::from(self.kg) + u128::from(self.tkg);
        (u128::from(self.triples) * u128::from(part) / parts.max(1)) as u64
    }

    /// The sources, tables first, each made when it is reached.
    pub fn sources(&self) -> SyntheticSources {
        let kg = divided(self.part(self.kg) / 2).into_iter().map(|(at, facts)| (false, at, facts));
        // A quintuple is four triples, and every tenth lacks one.
        let tkg = divided(self.part(self.tkg) * 10 / 39).into_iter().map(|(at, facts)| (true, at, facts));
        let mut graphs: Vec<(bool, u64, u64)> = kg.chain(tkg).filter(|(.., facts)| *facts > 0).collect();
        graphs.reverse();
        // Two triples a cell, cells in hundredths.
        SyntheticSources { shape: *self, number: 0, cells: self.part(self.tables) * 50, graphs }
    }
}

/// Numbers and facts of one graph, or of three of falling size.
fn divided(facts: u64) -> Vec<(u64, u64)> {
    if facts < DIVIDED {
        return vec![(1, facts)];
    }
    vec![(1, facts - facts / 3 - facts / 10), (2, facts / 3), (3, facts / 10)]
}

/// The sources of a shape.
#[derive(Clone, Debug)]
pub struct SyntheticSources {
    shape: GraphShape,
    number: u64,
    /// Cells that tables are still to have, in hundredths.
    cells: u64,
    /// Graphs that are still to come, the next one last: true for a TKG, its number, its facts.
    graphs: Vec<(bool, u64, u64)>,
}

impl Iterator for SyntheticSources {
    type Item = SyntheticSource;

    fn next(&mut self) -> Option<SyntheticSource> {
        let number = self.number;
        let (name, records, content) = if self.cells > 0 {
            let mut draw = Draw::of_source(self.shape.seed, number);
            let table = Table::new(&mut draw);
            let wanted = SHORTEST * self.shape.rows as f64 * (1.0 - draw.unit()).powf(-1.0 / TAIL);
            let left = self.cells.div_ceil(table.hundredths());
            let rows = (wanted as u64).clamp(5, 200 * self.shape.rows.max(1)).min(left);
            self.cells = self.cells.saturating_sub(rows * table.hundredths());
            (format!("{}_{:05}", table.topic(), number + 1), rows, SyntheticContent::Table(table))
        } else {
            let (temporal, at, facts) = self.graphs.pop()?;
            let relations = relations(facts);
            let name = format!("{}_{at}", if temporal { "history" } else { "knowledge" });
            let content = if temporal {
                SyntheticContent::Tkg { relations }
            } else {
                SyntheticContent::Kg { relations }
            };
            (name, facts, content)
        };
        self.number += 1;
        let (seed, entities) = (self.shape.seed, self.shape.entities());
        Some(SyntheticSource { seed, number, entities, records, name, content })
    }
}
