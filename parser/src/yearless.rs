//! Days and months without a year, "on 7 March": the data says which year is meant.

use std::collections::BTreeSet;

use trustuqa_model::{Date, Result, SourceKind, Value};

use super::periods::Yearless;
use super::relation::{RelId, Shape};
use super::text::Text;
use super::world::World;

/// Maximum number of different dates of a column that are read: ten years of days.
const DATES: usize = 4_000;

impl World<'_> {
    /// Gives times without a year the year of the question, or else the only one in which columns have such a time.
    /// If columns have it in several years, it is not read.
    pub fn read_yearless(&mut self, text: &mut Text) -> Result<()> {
        if text.yearless.is_empty() {
            return Ok(());
        }
        let said: BTreeSet<i32> = text
            .periods
            .iter()
            .filter_map(|p| p.from.filter(|_| p.year_only && p.single))
            .map(|d| d.year())
            .collect();
        let mut columns = Vec::new();
        for rel in 0..self.rels.len() {
            let of = &self.rels[rel];
            if of.kind == SourceKind::Table && of.shape == Shape::Date && !of.years {
                columns.push(self.days_of(rel)?);
            }
        }
        for yearless in std::mem::take(&mut text.yearless) {
            let years = if said.len() == 1 {
                said.clone()
            } else {
                columns.iter().filter_map(|days| text.year_in(&yearless, days)).collect()
            };
            if let (Some(year), 1) = (years.first(), years.len()) {
                text.read_yearless(&yearless, *year);
            }
        }
        Ok(())
    }

    /// The days of a column, in order.
    fn days_of(&mut self, rel: RelId) -> Result<Vec<Date>> {
        let cells = self.first_tails(rel, DATES)?;
        self.expect_nodes(&cells)?;
        let mut days = Vec::new();
        for cell in cells {
            if let Value::Date(date) = self.value(rel, cell)?
                && date.day().is_some()
            {
                days.push(date);
            }
        }
        days.sort_by_key(|day| day.first_day());
        Ok(days)
    }
}

impl Text {
    /// The only year in which these days of a column have a time; for a bound ("before June") the only one in which
    /// it is among them.
    fn year_in(&self, yearless: &Yearless, days: &[Date]) -> Option<i32> {
        let (low, high) = (days.first()?, days.last()?);
        let within = |year: &i32| {
            let Some((one, two)) = yearless.in_year(*year) else { return false };
            let (first, last) = (one.first_day(), two.last_day());
            if self.is_bounded(yearless) {
                first <= high.last_day() && last >= low.first_day()
            } else {
                days.iter().any(|day| (first..=last).contains(&day.first_day()))
            }
        };
        let mut years = (low.year() - 1..=high.year()).filter(within);
        years.next().filter(|_| years.next().is_none())
    }
}
