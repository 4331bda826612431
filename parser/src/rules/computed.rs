//! Conditions on two columns of a row: late, on time, above its estimate.

use trustuqa_engine::query::formula::Operator;
use trustuqa_model::{Comparison, Result};

use super::numbers::plain;
use crate::chart::{Chart, ChartItem};
use crate::computed::{Against, against_plan};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, ValueTest};
use crate::text::{Coverage, Spot, bit, span};
use crate::world::compares;

/// How well words have to say a column that is compared with another.
const SURE: f32 = 0.55;

/// Rows that were late, on time or early, over or under what was planned: "orders that arrived late", "jobs that
/// went over budget".
pub(super) fn against_plans(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let said = against_plan(&chart.text);
    if said.is_empty() {
        return Ok(());
    }
    let not = chart.text.cue(Cue::Not);
    for rel in 0..chart.world.rels.len() {
        let Some(formula) = chart.world.rels[rel].formula.clone() else { continue };
        for (how, words) in said.iter().filter(|(_, words)| formula.coverage & words != 0) {
            let from = words.trailing_zeros() as usize;
            if is_measured(chart, *words) {
                continue;
            }
            let denied = not & span(from.saturating_sub(4), from);
            let op = match (how, denied != 0) {
                (Against::Late | Against::Over | Against::Under, false) | (Against::OnTime, true) => {
                    Comparison::Gt
                }
                (Against::Late | Against::Over | Against::Under, true) | (Against::OnTime, false) => {
                    Comparison::Le
                }
                (Against::Early, false) => Comparison::Lt,
                (Against::Early, true) => Comparison::Ge,
            };
            let mut features = Features::only(Feature::Computed);
            features.add(Feature::FlagOk, 1.0);
            // The columns may be said, too: "received late".
            let mut coverage = words | denied;
            for column in [formula.of.0, formula.of.1] {
                let said = chart.world.name_match(column, &chart.text, !coverage);
                if said.best >= SURE {
                    features.add(Feature::ColumnSaid, said.gain.min(1.5));
                    coverage |= said.coverage;
                }
            }
            found.push(compared(chart, rel, (op, 0.0), coverage, features)?);
        }
    }
    Ok(())
}

/// Whether words ask by how much something differed from what was planned, and not whether it did: "the total
/// overrun", "furthest under its budget", "went over its estimate by the most".
fn is_measured(chart: &Chart<'_, '_>, words: Coverage) -> bool {
    let text = &chart.text;
    let (from, to) = (words.trailing_zeros() as usize, 64 - words.leading_zeros() as usize);
    let before = from.checked_sub(1).is_some_and(|at| {
        let cues = [Cue::More, Cue::Less, Cue::Sum, Cue::Mean];
        cues.iter().any(|cue| text.cue(*cue) & bit(at) != 0)
    });
    before || text.word(to) == "by"
}

/// The rows for which the comparison of a computed column with a number holds.
fn compared(
    chart: &mut Chart<'_, '_>,
    rel: RelId,
    (op, number): (Comparison, f64),
    coverage: Coverage,
    features: Features,
) -> Result<ChartItem> {
    let source = chart.world.rels[rel].source;
    let rows = chart.world.rows(source)?;
    let nodes = chart.world.comparing(&rows, rel, &|value| compares(value, op, number))?;
    let set = Set::Rows(source, vec![Cond { rel, test: ValueTest::Compare(op, plain(number)) }]);
    Ok(chart.item(set, nodes, Some(source), coverage, features, None))
}

/// Rows in which one column compares with another, both being said: "lots that went above their high estimate".
pub(super) fn columns_compared(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let numbers = chart.text.numbers.iter().fold(0, |covered, number| covered | number.coverage);
    let free = chart.text.spots.iter().filter(|spot| spot.coverage() & numbers == 0);
    let spots: Vec<(Spot, Comparison)> = free.filter_map(|spot| Some((spot.clone(), op_of(spot)?))).collect();
    if spots.is_empty() {
        return Ok(());
    }
    for source in chart.world.tables() {
        let columns: Vec<(RelId, NameMatch)> = chart
            .world
            .rels_of(source)
            .filter(|rel| {
                let of = &chart.world.rels[*rel];
                of.formula.is_none() && of.shape != Shape::Text && !of.codes
            })
            .map(|rel| (rel, chart.world.name_match(rel, &chart.text, !0)))
            .filter(|(_, said)| said.best >= SURE)
            .collect();
        for (spot, op) in &spots {
            let before =
                columns.iter().filter(|(_, said)| 64 - said.coverage.leading_zeros() as usize <= spot.from);
            for (a, one) in before {
                for (b, two) in columns.iter().filter(|(b, said)| b != a && begins_behind(spot, said)) {
                    let (first, second) = (&chart.world.rels[*a], &chart.world.rels[*b]);
                    if first.shape != second.shape || first.is_time() != second.is_time() {
                        continue;
                    }
                    let coverage = one.coverage | spot.coverage() | two.coverage;
                    let rel = chart.world.compute(Operator::Subtract, *a, *b, &chart.text, 0)?;
                    let mut features = Features::only(Feature::ColumnsCompared);
                    for said in [one, two] {
                        features.add(Feature::ColumnSaid, said.gain.min(1.5));
                        features.add(Feature::ColumnLoose, 1.0 - said.completeness);
                    }
                    found.push(compared(chart, rel, (*op, 0.0), coverage, features)?);
                }
            }
        }
    }
    Ok(())
}

/// Whether something is said right behind a cue.
fn begins_behind(spot: &Spot, said: &NameMatch) -> bool {
    (spot.to..=spot.to + 3).contains(&(said.coverage.trailing_zeros() as usize))
}

/// Rows in which two things happened on the same day, or the second one on the next: "closed the same day it came
/// in".
pub(super) fn same_day(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let phrases =
        [("same day", 0.0), ("very day", 0.0), ("same date", 0.0), ("next day", 1.0), ("day after", 1.0)];
    let at = |at: usize| {
        phrases.iter().find(|(phrase, _)| *phrase == chart.text.phrase(at, at + 2)).map(|p| (at, p.1))
    };
    let Some((at, days)) = (0..chart.text.tokens.len()).find_map(at) else { return Ok(()) };
    let words = span(at, at + 2);
    for source in chart.world.tables() {
        let dates: Vec<RelId> =
            chart.world.rels_of(source).filter(|rel| chart.world.rels[*rel].shape == Shape::Date).collect();
        for (place, a) in dates.iter().enumerate() {
            for b in &dates[place + 1..] {
                let one = chart.world.name_match(*a, &chart.text, !words);
                let two = chart.world.name_match(*b, &chart.text, !(words | one.coverage));
                if one.best.max(two.best) < SURE || one.best.min(two.best) < SURE && dates.len() > 2 {
                    continue;
                }
                let (later, earlier) = if chart.world.is_later(*b, *a)? { (*b, *a) } else { (*a, *b) };
                let rel = chart.world.compute(Operator::Subtract, later, earlier, &chart.text, 0)?;
                let mut features = Features::only(Feature::ColumnsCompared);
                for said in [one, two] {
                    features.add(Feature::ColumnSaid, said.gain.min(1.5));
                }
                let before = span(at.saturating_sub(5), at);
                let not = chart.text.cue(Cue::Not) & before;
                let op = if not == 0 { Comparison::Eq } else { Comparison::Ne };
                features.add(Feature::Negated, f32::from(u8::from(not != 0)));
                let coverage = one.coverage | two.coverage | words | not;
                found.push(compared(chart, rel, (op, days), coverage, features)?);
            }
        }
    }
    Ok(())
}

/// How a cue compares what comes before it with what comes behind it.
fn op_of(spot: &Spot) -> Option<Comparison> {
    Some(match spot.cue {
        Cue::Above | Cue::After => Comparison::Gt,
        Cue::Below | Cue::Before => Comparison::Lt,
        Cue::AtLeast => Comparison::Ge,
        Cue::AtMost => Comparison::Le,
        _ => return None,
    })
}
