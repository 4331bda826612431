//! Goals for one number divided by another: "the ratio of A's costs to B's", "total fees divided by total hours".

use trustuqa_engine::query::column::Aggregate;

use crate::chart::Chart;
use crate::features::Feature;
use crate::lexicon::Cue;
use crate::set::{Goal, Set};
use crate::text::{Coverage, Spot, bit, span};

use super::shares::ComparedPair;
use super::{Derivation, Gives, reading};

/// Maximum number of numbers that are divided by others.
const DIVIDED: usize = 60;

/// Quotients: the same number of two things, or two numbers of the same rows.
pub(super) fn ratios(chart: &Chart<'_, '_>, compared_pairs: &[ComparedPair], found: &mut Vec<Derivation>) {
    let cue = chart.text.cue(Cue::Ratio);
    if cue == 0 {
        return;
    }
    let is_number = |r: &&Derivation| {
        r.gives == Gives::Number
            && matches!(r.goal, Goal::Count(_, false) | Goal::Total(_, Aggregate::Sum | Aggregate::Mean, _))
    };
    let mut numbers: Vec<Derivation> = found.iter().filter(is_number).cloned().collect();
    numbers.sort_by(|a, b| chart.weight(b.coverage).total_cmp(&chart.weight(a.coverage)));
    numbers.truncate(DIVIDED);
    of_compared_pairs(chart, cue, compared_pairs, &numbers, found);
    of_measures(chart, cue, &numbers, found);
}

/// The number of the thing that is named first, divided by that of its pair.
fn of_compared_pairs(
    chart: &Chart<'_, '_>,
    cue: Coverage,
    compared_pairs: &[ComparedPair],
    numbers: &[Derivation],
    found: &mut Vec<Derivation>,
) {
    // Both have a total, an average, a number.
    let operation = chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Mean) | chart.text.cue(Cue::Count);
    for number in numbers {
        let said_first = compared_pairs.iter().filter(|pair| pair.one_coverage < pair.two_coverage);
        for (other, mut features, coverage) in said_first.filter_map(|pair| pair.beside(number)) {
            features.add(Feature::OpShare, 1.0);
            let goal = Goal::Ratio(Box::new(number.goal.clone()), Box::new(other));
            found.push(reading(goal, coverage | cue | operation, features, Gives::Number, 1));
        }
    }
}

/// One number of some rows divided by another of the same rows. The first is said before "divided by", or between
/// "ratio of" and "to".
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
            let (all, others) =
                (chart.text.with_repeated(one.coverage), chart.text.with_repeated(two.coverage));
            let (own, other) = (all & !others, others & !all);
            let behind = span(parting + 1, chart.text.tokens.len());
            let apart = own != 0 && own < bit(parting) && other & behind != 0;
            // What is computed of the one and the other is neither.
            let computed = is_computed(chart, &one.goal) || is_computed(chart, &two.goal);
            if !apart || computed || rows(&one.goal).is_none() {
                continue;
            }
            let mut features = one.features.clone();
            features.add(Feature::OpShare, 1.0);
            features.add(Feature::MeasureSaid, two.features.get(Feature::MeasureSaid));
            features.add(Feature::MoneySaid, two.features.get(Feature::MoneySaid));
            features.add(Feature::MeasureSilent, two.features.get(Feature::MeasureSilent));
            let goal = Goal::Ratio(Box::new(one.goal.clone()), Box::new(two.goal.clone()));
            // Both may be totals, each with a cue of its own.
            let coverage =
                one.coverage | two.coverage | cue | chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Each);
            found.push(reading(goal, coverage, features, Gives::Number, 1));
        }
    }
}

/// The token between dividend and divisor: "divided by" itself, or the "to" behind a ratio.
fn parted_at(chart: &Chart<'_, '_>, spot: &Spot) -> Option<usize> {
    if chart.text.word(spot.from) == "divided" {
        return Some(spot.from);
    }
    (spot.to..chart.text.tokens.len()).find(|at| matches!(chart.text.word(*at), "to" | "and"))
}

/// Whether a goal is the total of a computed column.
fn is_computed(chart: &Chart<'_, '_>, goal: &Goal) -> bool {
    matches!(goal, Goal::Total(_, _, rel) if chart.world.rels[*rel].formula.is_some())
}
