//! One number divided by another: "the ratio of A's costs to B's", "total fees divided by total hours".

use trustuqa_engine::query::column::Aggregate;

use crate::chart::Chart;
use crate::features::Feature;
use crate::lexicon::Cue;
use crate::set::{Goal, Set};
use crate::text::{Coverage, Spot, bit, span};

use super::shares::Twin;
use super::{Derivation, Gives, reading};

/// Numbers that are divided by others.
const DIVIDED: usize = 60;

/// What the question asks to divide: the same number of two things, or two numbers of the same rows.
pub(super) fn ratios(chart: &Chart<'_, '_>, twins: &[Twin], found: &mut Vec<Derivation>) {
    let cue = chart.text.cue(Cue::Ratio);
    if cue == 0 {
        return;
    }
    let is_number = |r: &&Derivation| {
        r.gives == Gives::Number
            && matches!(r.goal, Goal::Count(_, false) | Goal::Total(_, Aggregate::Sum | Aggregate::Mean, _))
    };
    let mut numbers: Vec<Derivation> = found.iter().filter(is_number).cloned().collect();
    numbers.sort_by(|a, b| chart.weight(b.mask).total_cmp(&chart.weight(a.mask)));
    numbers.truncate(DIVIDED);
    of_twins(chart, cue, twins, &numbers, found);
    of_measures(chart, cue, &numbers, found);
}

/// The number of what is named first, divided by that of its twin.
fn of_twins(
    chart: &Chart<'_, '_>,
    cue: Coverage,
    twins: &[Twin],
    numbers: &[Derivation],
    found: &mut Vec<Derivation>,
) {
    // Both have a total, an average, a number.
    let operation = chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Mean) | chart.text.cue(Cue::Count);
    for number in numbers {
        let said_first = twins.iter().filter(|twin| twin.one_mask < twin.two_mask);
        for (other, mut features, mask) in said_first.filter_map(|twin| twin.beside(number)) {
            features.add(Feature::OpShare, 1.0);
            let goal = Goal::Ratio(Box::new(number.goal.clone()), Box::new(other));
            found.push(reading(goal, mask | cue | operation, features, Gives::Number, 1));
        }
    }
}

/// One number of some rows divided by another of the same ones: the first is said before what asks to divide, or
/// behind "ratio of" and before "to".
fn of_measures(chart: &Chart<'_, '_>, cue: Coverage, numbers: &[Derivation], found: &mut Vec<Derivation>) {
    let Some(parting) = chart.text.spots_of(Cue::Ratio).find_map(|spot| parted_at(chart, spot)) else {
        return;
    };
    let rows = |goal: &Goal| match goal {
        Goal::Count(set, _) | Goal::Total(set, ..) => matches!(&**set, Set::Rows(..)).then(|| set.clone()),
        _ => None,
    };
    for one in numbers {
        for two in numbers.iter().filter(|two| two.goal != one.goal && rows(&two.goal) == rows(&one.goal)) {
            // "People per parcel, total people divided by total parcels" names both twice.
            let (all, others) = (chart.text.with_repeated(one.mask), chart.text.with_repeated(two.mask));
            let (own, other) = (all & !others, others & !all);
            let behind = span(parting + 1, chart.text.tokens.len());
            let apart = own != 0 && own < bit(parting) && other & behind != 0;
            if !apart || rows(&one.goal).is_none() {
                continue;
            }
            let mut features = one.features.clone();
            features.add(Feature::OpShare, 1.0);
            features.add(Feature::MeasureSaid, two.features.get(Feature::MeasureSaid));
            features.add(Feature::MoneySaid, two.features.get(Feature::MoneySaid));
            features.add(Feature::MeasureSilent, two.features.get(Feature::MeasureSilent));
            let goal = Goal::Ratio(Box::new(one.goal.clone()), Box::new(two.goal.clone()));
            // Both are totals, which is said once for each.
            let mask = one.mask | two.mask | cue | chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Each);
            found.push(reading(goal, mask, features, Gives::Number, 1));
        }
    }
}

/// The token between what is divided and what by: "divided by" itself, or the "to" behind a ratio.
fn parted_at(chart: &Chart<'_, '_>, spot: &Spot) -> Option<usize> {
    if chart.text.word(spot.from) == "divided" {
        return Some(spot.from);
    }
    (spot.to..chart.text.tokens.len()).find(|at| matches!(chart.text.word(*at), "to" | "and"))
}
