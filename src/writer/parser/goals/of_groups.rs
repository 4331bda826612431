//! What else is asked of each group: how many percent, how many different ones, the first or last day.

use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::Result;

use crate::writer::parser::chart::{Chart, Item};
use crate::writer::parser::features::{Feature, Features};
use crate::writer::parser::lexicon::Cue;
use crate::writer::parser::relation::{RelId, Shape};
use crate::writer::parser::rules::{asks_for_larger, is_main_date, measured};
use crate::writer::parser::set::{Cond, Goal, Grouping, Key, Set};
use crate::writer::parser::text::Coverage;

use super::{Derivation, Gives, extremes_of, reading, with_kind};

/// What a reading of groups has so far: the tokens that it explains, and its features.
pub(super) type SoFar<'f> = (Coverage, &'f Features);

/// How many percent each group has: of all groups together, "what percentage of sales comes from each region", or of
/// the group, "the share of late jobs per depot".
pub(super) fn shares_of_groups(
    chart: &Chart<'_, '_>,
    item: &Item,
    by: &[Key],
    (mask, features): SoFar<'_>,
    of: Option<RelId>,
    found: &mut Vec<Derivation>,
) {
    let cue = chart.text.cue(Cue::Share) & !item.mask;
    let Set::Rows(source, conds) = &*item.set else { return };
    if cue == 0 {
        return;
    }
    let groups = |set: Arc<Set>| {
        let with = if of.is_some() { Aggregate::Sum } else { Aggregate::Count };
        Box::new(Goal::Groups(Grouping { set, by: by.to_vec(), of, with }, None))
    };
    // "Late" tells which part of each group is asked for; "in 2024" holds of the whole, too.
    let of_time = |cond: &&Cond| chart.world.rels[cond.rel].is_time();
    let rest: Vec<Cond> = conds.iter().filter(of_time).cloned().collect();
    let whole = match of {
        None if rest.len() < conds.len() => groups(Arc::new(Set::Rows(*source, rest))),
        None => Box::new(Goal::Count(item.set.clone(), false)),
        Some(rel) => Box::new(Goal::Total(item.set.clone(), Aggregate::Sum, rel)),
    };
    let mut features = features.clone();
    features.add(Feature::OpShare, 1.0);
    let mask = mask | cue | chart.text.cue(Cue::Sum);
    found.push(reading(Goal::Share(groups(item.set.clone()), whole), mask, features, Gives::Table, 9));
}

/// How many different ones of a column each group has: "how many different products did each customer buy".
pub(super) fn distinct_of_groups(
    chart: &Chart<'_, '_>,
    item: &Item,
    source: usize,
    by: &[Key],
    (mask, features): SoFar<'_>,
    found: &mut Vec<Derivation>,
) {
    let different = chart.text.words_of("told apart") & !item.mask;
    if different == 0 {
        return;
    }
    for rel in chart.world.rels_of(source) {
        let said = chart.world.said(rel, &chart.text, !(mask | different));
        if by.contains(&Key::Rel(rel)) || said.best < 0.5 {
            continue;
        }
        let mut features = features.clone();
        features.add(Feature::OpDistinct, 1.0);
        features.add(Feature::ColumnSaid, said.gain.min(1.5));
        features.add(Feature::Likeness, said.likeness);
        if said.mask & chart.focus != 0 {
            features.add(Feature::FocusEnd, 1.0);
        }
        let (set, of, with) = (item.set.clone(), Some(rel), Aggregate::CountDistinct);
        let goal = Goal::Groups(Grouping { set, by: by.to_vec(), of, with }, None);
        found.push(reading(goal, mask | different | said.mask, features, Gives::Table, 9));
    }
}

/// The first or the last day of each group: "when did each customer last order".
pub(super) fn times_of_groups(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
    by: &[Key],
    (mask, features): SoFar<'_>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let spots = extremes_of(chart, mask);
    let Some(spot) = spots.first() else { return Ok(()) };
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.said(rel, &chart.text, !(mask | spot.mask()));
        let dated = chart.world.rels[rel].shape == Shape::Date;
        if !dated || by.contains(&Key::Rel(rel)) || said.best < 0.5 && !is_main_date(chart, rel) {
            continue;
        }
        let Some((measure, tokens)) = measured(chart, spot, rel, !mask) else { continue };
        if measure.get(Feature::ExtremeMeasure) == 0.0 {
            continue;
        }
        let mut features = features.with(&measure);
        features.add(Feature::OpMax, 1.0);
        let with = if asks_for_larger(chart, spot, Some(rel)) { Aggregate::Max } else { Aggregate::Min };
        let mask = with_kind(chart, item, mask | tokens, &mut features)?;
        let goal =
            Goal::Groups(Grouping { set: item.set.clone(), by: by.to_vec(), of: Some(rel), with }, None);
        found.push(reading(goal, mask, features, Gives::Table, 9));
    }
    Ok(())
}
