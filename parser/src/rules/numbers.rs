//! Rows, and heads of relations, under a condition on a number: "over 800 euros", "between 3000 and 4000 km".

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::value::converted;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind, Value};

use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::English;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, ValueTest};
use crate::text::{Coverage, Number, bit, span};
use crate::words::is_stop;
use crate::world::compares;

/// How well a number fits a column by its unit if it has to be converted: a column of the unit itself fits better.
const CONVERTED: f32 = 0.8;

/// How a number fits a column, as the coverage and features of the condition; `None` if it cannot be one on this
/// column.
fn fits(chart: &mut Chart<'_, '_>, rel: RelId, number: &Number) -> Result<Option<(Coverage, Features)>> {
    let of = chart.world.rels[rel].clone();
    if chart.world.range(rel)?.is_none() {
        return Ok(None);
    }
    let mut features = Features::default();
    features.add(Feature::ColumnSilent, of.silent_columns());
    features.add_some(unit_fits(chart, rel, number));
    // "more than 20 elephants" is not about kilometres.
    if number.unit.is_none() && of.unit.is_some() && counts_something(chart, rel, number) {
        features.add(Feature::NumberClash, 1.0);
    }
    beside_range(chart, rel, number.value, &mut features)?;
    let mut coverage = number.coverage;
    let said = chart.world.name_match(rel, &chart.text, !coverage);
    if said.best >= 0.5 {
        features.add(Feature::NumberSaid, said.gain.min(1.5));
        features.add(Feature::Likeness, said.likeness);
        features.add(Feature::HopGap, gap(chart, number, said.coverage));
        coverage |= said.coverage;
    } else if of.formula.is_some() && !(of.lasts() && features.get(Feature::NumberUnit) > 0.0)
        || of.is_clock() && number.unit.is_none()
    {
        // Nothing is computed unasked; "sessions over 90 minutes" asks for their duration. "Over 1000" is no
        // time of day.
        return Ok(None);
    } else {
        features.add(Feature::NumberSilent, 1.0);
    }
    Ok(Some((coverage, features)))
}

/// How far a number is from the name of its column: as [`Chart::apart`], and further where a conjunction or a comma
/// stands between them ("1 gold and under 2 silver").
fn gap(chart: &Chart<'_, '_>, number: &Number, said: Coverage) -> f32 {
    let first = |coverage: Coverage| coverage.trailing_zeros();
    let own = number.coverage;
    let (one, two) = if first(said) < first(own) { (said, own) } else { (own, said) };
    let between = 64 - one.leading_zeros() as usize..=first(two) as usize;
    let parts = |at: &usize| {
        chart
            .text
            .tokens
            .get(*at)
            .is_some_and(|token| token.opens || matches!(&*token.word, "and" | "or" | "but"))
    };
    (chart.apart(own, said).0 + between.filter(parts).count() as f32 / 3.0).min(1.0)
}

/// The feature for a number with a unit that is that of a column, or another one.
pub(super) fn unit_fits(chart: &Chart<'_, '_>, rel: RelId, number: &Number) -> Option<Feature> {
    let asked = number.unit.as_ref()?;
    let same = chart.world.rels[rel].unit.as_ref().is_some_and(|own| English::get().is_same_unit(asked, own));
    Some(if same { Feature::NumberUnit } else { Feature::NumberClash })
}

/// Sets [`Feature::NumberOutside`] if a number is outside the range of a column's values.
fn beside_range(chart: &mut Chart<'_, '_>, rel: RelId, value: f64, features: &mut Features) -> Result<()> {
    let outside = chart.world.range(rel)?.is_some_and(|(low, high)| value < low || value > high);
    let known = features.get(Feature::NumberOutside);
    features.add(Feature::NumberOutside, f32::from(u8::from(outside)) - known);
    Ok(())
}

/// Whether a plural behind a number says what it counts, and no word says the column.
fn counts_something(chart: &Chart<'_, '_>, rel: RelId, number: &Number) -> bool {
    let to = 64 - number.own.leading_zeros() as usize;
    let Some(noun) = chart.text.tokens.get(to) else { return false };
    let plural = noun.word.len() > 3 && noun.word.ends_with('s') && !noun.word.ends_with("ss");
    let verb = lexicon::contains("verbs of relations", &noun.word);
    let free = plural
        && !verb
        && !noun.opens
        && !noun.filler
        && !is_stop(&noun.word)
        && number.coverage & bit(to) == 0;
    free && chart.world.name_match(rel, &chart.text, !number.coverage).best < 0.5
}

/// "between 3000 and 4000 km": two numbers of the question as one range, with its words.
fn number_ranges(chart: &Chart<'_, '_>) -> Vec<(Number, f64, f64)> {
    let ends =
        |coverage: Coverage| (coverage.trailing_zeros() as usize, 64 - coverage.leading_zeros() as usize);
    let mut found = Vec::new();
    for pair in chart.text.numbers.windows(2) {
        let [low, high] = pair else { continue };
        let ((from, to), (next, behind)) = (ends(low.own), ends(high.own));
        let opened = matches!(chart.text.word(from.wrapping_sub(1)), "between" | "from") && from > 0;
        let joined = next == to + 1 && matches!(chart.text.word(to), "and" | "to");
        if opened && joined && low.value <= high.value {
            let unit = high.unit.clone().or_else(|| low.unit.clone());
            let coverage = span(from - 1, behind);
            let number = Number { unit, coverage, own: low.own | high.own, ..low.clone() };
            found.push((number, low.value, high.value));
        }
    }
    found
}

/// The nodes that a condition tests: the rows of a table, or all heads of a graph relation.
pub(super) fn tested(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<Arc<Vec<NodeId>>> {
    match chart.world.rels[rel].kind {
        SourceKind::Table => chart.world.rows(chart.world.rels[rel].source),
        SourceKind::Kg | SourceKind::Tkg => chart.world.side(rel, true),
    }
}

/// The item for those of [`tested`] that meet a condition.
pub(super) fn meeting(
    chart: &Chart<'_, '_>,
    cond: Cond,
    nodes: Vec<NodeId>,
    coverage: Coverage,
    features: Features,
) -> ChartItem {
    let rel = cond.rel;
    let of = &chart.world.rels[rel];
    if of.kind == SourceKind::Table {
        return chart.item(
            Set::Rows(of.source, vec![cond]),
            nodes,
            Some(of.source),
            coverage,
            features,
            None,
        );
    }
    let set = Set::Keep(Arc::new(Set::Side(rel, true)), cond);
    let mut item = chart.item(set, nodes, None, coverage, features, None);
    item.end = Some((rel, false));
    item
}

/// Rows, and heads of relations, whose number lies between two.
pub(super) fn ranges(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    for (number, low, high) in number_ranges(chart) {
        for rel in 0..chart.world.rels.len() {
            let of = &chart.world.rels[rel];
            if of.shape != Shape::Number || of.kind == SourceKind::Tkg {
                continue;
            }
            let Some((coverage, mut features)) = fits(chart, rel, &number)? else { continue };
            let (mut low, mut high) = (low, high);
            if let Some(most) = in_scale(chart, rel, &number, high)? {
                (low, high) = (low * most / high, most);
                beside_range(chart, rel, low, &mut features)?;
            }
            let within = |v: &Value| compares(v, Comparison::Ge, low) && compares(v, Comparison::Le, high);
            let heads = tested(chart, rel)?;
            let nodes = chart.world.comparing(&heads, rel, &within)?;
            let cond = Cond { rel, test: ValueTest::Between(plain(low), plain(high)) };
            found.push(meeting(chart, cond, nodes, coverage, features));
        }
    }
    Ok(())
}

/// Rows for whose time of day a comparison holds: "placed before 8 am".
pub(super) fn clocks(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    for clock in chart.text.clocks.clone() {
        for rel in 0..chart.world.rels.len() {
            let of = chart.world.rels[rel].clone();
            let ((hour, minute, second), op) = (clock.time, clock.op.unwrap_or(Comparison::Eq));
            let written = match of.clock {
                2 => format!("{hour:02}:{minute:02}"),
                3 => format!("{hour:02}:{minute:02}:{second:02}"),
                _ => continue,
            };
            let Some(bound) = Value::parse(&written).number() else { continue };
            // Values beyond a day are no times of day.
            let of_day = |hours: u8| {
                Value::parse(&format!("{hours}:00{}", if of.clock == 2 { "" } else { ":00" })).number()
            };
            let high = chart.world.range(rel)?.map(|(_, high)| high);
            if high.is_none() || high > of_day(24) {
                continue;
            }
            // A column that never passes noon, and is not called a time, may hold durations.
            if clock.of_day && !of.is_clock() && high < of_day(12) {
                continue;
            }
            let mut features = Features::default();
            features.add(Feature::NumberUnit, 1.0);
            let said = chart.world.name_match(rel, &chart.text, !clock.coverage);
            let mut coverage = clock.coverage;
            if said.best >= 0.5 {
                features.add(Feature::NumberSaid, said.gain.min(1.5));
                coverage |= said.coverage;
            }
            let heads = tested(chart, rel)?;
            let nodes = chart.world.comparing(&heads, rel, &|value: &Value| compares(value, op, bound))?;
            let test = ValueTest::Compare(op, written);
            found.push(meeting(chart, Cond { rel, test }, nodes, coverage, features));
        }
    }
    Ok(())
}

pub(super) fn numbers(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    if chart.text.numbers.is_empty() {
        return Ok(());
    }
    let numeric = chart.world.rels_that(|of| of.shape == Shape::Number);
    chart.world.expect_first_tails(numeric.iter().copied())?;
    for number in chart.text.numbers.clone() {
        let mut fitting = Vec::new();
        for rel in numeric.iter().copied() {
            if let Some((coverage, features)) = fits(chart, rel, &number)? {
                fitting.push((rel, coverage, features));
            }
        }
        chart.world.expect_columns(&fitting.iter().map(|(rel, ..)| *rel).collect::<Vec<_>>())?;
        for (rel, coverage, mut features) in fitting {
            let of = chart.world.rels[rel].clone();
            let around = number.op.is_none().then(|| chart.text.compared_with_name(&number, coverage));
            let bound = around.flatten();
            let op = number.op.or(bound.map(|bound| bound.0));
            let coverage = coverage | bound.map_or(0, |bound| bound.1);
            let (is_bound, op) = (op.is_some(), op.unwrap_or(Comparison::Eq));
            let mut value = number.value;
            // "a ten-year guarantee", over a column of months; "over 3 tonnes", over one of kilograms.
            let (said, own) = (number.unit.as_deref(), of.unit.as_deref());
            if let Some(converted) = said.zip(own).and_then(|(said, own)| in_unit(value, said, own)) {
                value = converted;
                beside_range(chart, rel, value, &mut features)?;
                features.add(Feature::NumberClash, -1.0);
                features.add(Feature::NumberUnit, CONVERTED);
            }
            if let Some(scaled) = in_scale(chart, rel, &number, value)? {
                value = scaled;
                beside_range(chart, rel, value, &mut features)?;
            }
            if !is_bound {
                features.add(Feature::NumberEqual, 1.0);
            }
            let heads = tested(chart, rel)?;
            let nodes = chart.world.comparing(&heads, rel, &|v: &Value| compares(v, op, value))?;
            if nodes.is_empty() && !is_bound {
                continue;
            }
            let test = match op {
                Comparison::Eq => ValueTest::Is(vec![plain(value)]),
                op => ValueTest::Compare(op, plain(value)),
            };
            found.push(meeting(chart, Cond { rel, test }, nodes, coverage, features));
        }
    }
    Ok(())
}

/// A number in the scale of a column whose header says thousands or millions, if it has the column's unit or is too
/// large otherwise: 80 for "over 80,000 euros", and for "over 80,000" if no value is as large, over a `Budget
/// (k€)`.
pub(super) fn in_scale(
    chart: &mut Chart<'_, '_>,
    rel: RelId,
    number: &Number,
    value: f64,
) -> Result<Option<f64>> {
    let of = chart.world.rels[rel].clone();
    if of.scale <= 1.0 {
        return Ok(None);
    }
    let unit = match (&number.unit, &of.unit) {
        (Some(said), Some(own)) => English::get().is_same_unit(said, own),
        _ => false,
    };
    let above = value >= of.scale && chart.world.range(rel)?.is_some_and(|(_, high)| value > high);
    Ok((unit || above).then_some(value / of.scale))
}

/// A number of one unit in another one of the same measure; `None` if it is the same unit, or if no exact conversion is
/// known.
fn in_unit(number: f64, said: &str, own: &str) -> Option<f64> {
    let factor = match (said, own) {
        _ if said == own => return None,
        ("year", "month") => 12.0,
        ("week", "day") => 7.0,
        ("day", "h") => 24.0,
        ("h", "min") => 60.0,
        _ => return converted(number, as_written(said), as_written(own)),
    };
    Some(number * factor)
}

/// A unit of the lexicon, which has no capital letters, as it is written.
fn as_written(unit: &str) -> &str {
    match unit {
        "l" => "L",
        "ml" => "mL",
        "hl" => "hL",
        "w" => "W",
        "kw" => "kW",
        "mw" => "MW",
        "kwh" => "kWh",
        "mwh" => "MWh",
        "hz" => "Hz",
        other => other,
    }
}

/// A number as it is written in a query.
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { value.to_string() }
}
