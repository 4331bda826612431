//! Days and months without a year, "on 7 March": they are of the year in which the data has them.

use std::collections::BTreeSet;

use trustuqa_model::{Date, Result, SourceKind, Value};

use super::relation::{RelId, Shape};
use super::text::Text;
use super::world::World;

/// Different dates of a column that are looked at: ten years of days.
const DATES: usize = 4_000;

impl World<'_> {
    /// Gives times without a year the one of the question, or else the only one in which some column has such a
    /// time. Where the columns have it in several years, it is not read.
    pub fn read_yearless(&mut self, text: &mut Text) -> Result<()> {
        if text.yearless.is_empty() {
            return Ok(());
        }
        let said: BTreeSet<i32> =
            text.periods.iter().filter_map(|p| p.from.filter(|_| p.year_only && p.single)).map(|d| d.year()).collect();
        let mut spans = Vec::new();
        for rel in 0..self.rels.len() {
            let of = &self.rels[rel];
            if of.kind == SourceKind::Table && of.shape == Shape::Date && !of.years {
                spans.extend(self.span_of_days(rel)?);
            }
        }
        for yearless in std::mem::take(&mut text.yearless) {
            let years = if said.len() == 1 {
                said.clone()
            } else {
                let of_column = |(low, high): &(Date, Date)| {
                    let within = |year: &i32| {
                        let dates = yearless.in_year(*year);
                        dates.is_some_and(|(one, two)| {
                            two.last_day() >= low.first_day() && one.first_day() <= high.last_day()
                        })
                    };
                    let mut years = (low.year() - 1..=high.year()).filter(within);
                    years.next().filter(|_| years.next().is_none())
                };
                spans.iter().filter_map(of_column).collect()
            };
            if let (Some(year), 1) = (years.first(), years.len()) {
                text.read_yearless(&yearless, *year);
            }
        }
        Ok(())
    }

    /// The first and the last day of a column of dates.
    fn span_of_days(&mut self, rel: RelId) -> Result<Option<(Date, Date)>> {
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
        let key = |date: &Date| date.first_day();
        Ok(days.iter().copied().min_by_key(key).zip(days.iter().copied().max_by_key(key)))
    }
}
