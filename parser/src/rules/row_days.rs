//! The days of rows at which temporal facts are meant to hold: "who was Pope when Titanic won Best Picture", of a
//! table of prizes with a `Ceremony Date`.

use std::sync::Arc;

use trustuqa_model::{NodeId, Result, SourceKind};

use super::dates::is_main_date;
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, When};
use crate::text::Coverage;

/// How many are kept for a question.
const MOST: usize = 24;
/// The likeness from which on a date is named.
const NAMED: f32 = 0.55;

/// The day of one row that the question names.
#[derive(Clone, Debug)]
pub struct RowDay {
    /// The date in the row.
    pub date: Arc<Set>,
    /// Its first and last day, since 1970.
    pub days: (i32, i32),
    /// The tokens that name the row and its date.
    pub coverage: Coverage,
    /// Features of the names of the row.
    pub features: Features,
}

/// The days of the rows that seeds choose alone: those of a date that the question names, or behind "when", "on the
/// day" and the like those of the main date of the row.
pub(super) fn row_days(chart: &mut Chart<'_, '_>, seeds: &[ChartItem]) -> Result<Vec<RowDay>> {
    let mut found = Vec::new();
    if chart.world.rels.iter().all(|rel| rel.kind != SourceKind::Tkg) {
        return Ok(found);
    }
    for seed in seeds {
        let (Set::Rows(source, conds), [row]) = (&*seed.set, seed.nodes.as_slice()) else { continue };
        let mut dates = days_of_rows(chart, *source);
        dates.retain(|rel| may_be_meant(chart, *rel));
        if dates.is_empty() {
            continue;
        }
        let row = *row;
        let joined = seeds.iter().filter_map(|other| also_chosen(seed, other, row));
        let mut ways = vec![(conds.clone(), seed.coverage, seed.features.clone())];
        ways.extend(joined.map(|(own, other)| {
            let conds = conds.iter().chain(own).cloned().collect();
            (conds, seed.coverage | other.coverage, seed.features.with(&other.features))
        }));
        for (conds, coverage, features) in ways {
            // A row that its date alone chooses says no more than the date.
            let own: Vec<RelId> =
                dates.iter().copied().filter(|rel| conds.iter().all(|cond| cond.rel != *rel)).collect();
            let rows = Arc::new(Set::Rows(*source, conds));
            for rel in own {
                found.extend(row_day(chart, (&rows, row), rel, coverage, &features)?);
                if found.len() == MOST {
                    return Ok(found);
                }
            }
        }
    }
    Ok(found)
}

/// Whether a column can be the time that is meant at all: its name is said, or "when" and the like ask for a time.
fn may_be_meant(chart: &Chart<'_, '_>, rel: RelId) -> bool {
    chart.text.cue(Cue::During) != 0 || chart.world.name_match(rel, &chart.text, !0).best >= NAMED
}

/// The conditions of another seed that chooses the same row by other words.
fn also_chosen<'s>(
    seed: &ChartItem,
    other: &'s ChartItem,
    row: NodeId,
) -> Option<(&'s [Cond], &'s ChartItem)> {
    let (Set::Rows(source, _), Set::Rows(of, conds)) = (&*seed.set, &*other.set) else { return None };
    let same = source == of && other.nodes.contains(&row) && other.coverage & seed.coverage == 0;
    (same && !conds.is_empty()).then_some((conds.as_slice(), other))
}

/// The columns of a table that say when its rows were: those of dates, or else the only one of years.
fn days_of_rows(chart: &Chart<'_, '_>, source: usize) -> Vec<RelId> {
    let of = |meets: &dyn Fn(RelId) -> bool| chart.world.rels_of(source).filter(|rel| meets(*rel)).collect();
    let dates: Vec<RelId> = of(&|rel| chart.world.rels[rel].shape == Shape::Date);
    if !dates.is_empty() {
        return dates;
    }
    let years: Vec<RelId> = of(&|rel| chart.world.rels[rel].years);
    if years.len() == 1 { years } else { Vec::new() }
}

fn row_day(
    chart: &mut Chart<'_, '_>,
    (rows, row): (&Arc<Set>, NodeId),
    rel: RelId,
    coverage: Coverage,
    features: &Features,
) -> Result<Option<RowDay>> {
    let cue = chart.text.cue(Cue::During) & !coverage;
    let said = chart.world.name_match(rel, &chart.text, !(coverage | cue));
    let years = chart.world.rels[rel].years;
    // "In each year" names no `Census Year`.
    let is_named = said.best >= NAMED && (cue != 0 || !years && said.completeness >= 0.6);
    let is_main = years || is_main_date(chart, rel);
    if !is_named && (cue == 0 || !is_main) {
        return Ok(None);
    }
    let Some((_, cell)) = chart.world.cells(&[row], rel)?.first().copied() else { return Ok(None) };
    let value = chart.world.value(rel, cell)?;
    let Some(date) = value.date() else { return Ok(None) };
    let mut features = features.clone();
    features.add(if cue != 0 { Feature::TimeOf } else { Feature::TimeOfUnsaid }, 1.0);
    let coverage = coverage | cue | if is_named { said.coverage } else { 0 };
    let date_of_rows = Arc::new(Set::Hop(Arc::clone(rows), rel, true, When::Always));
    Ok(Some(RowDay { date: date_of_rows, days: (date.first_day(), date.last_day()), coverage, features }))
}
