//! Other goals for each group: percentages, counts of different values, the first or last day.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::Result;

use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, is_main_date, measured};
use crate::set::{Cond, Goal, Grouping, Key, Set};
use crate::text::{Coverage, bit};

use super::{Derivation, Gives, extremes_of, reading, with_kind};

/// Maximum number of words between "including those" and "without any".
const ZERO_BEHIND: usize = 6;

/// A reading of groups so far: its coverage and features.
pub(super) type SoFar<'f> = (Coverage, &'f Features);

/// The percentage of each group: of all groups together, "what percentage of sales comes from each region", or
/// within the group, "the share of late jobs per depot".
pub(super) fn shares_of_groups(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    by: &[Key],
    (coverage, features): SoFar<'_>,
    of: Option<RelId>,
    found: &mut Vec<Derivation>,
) {
    let cue = chart.text.cue(Cue::Share) & !item.coverage;
    let Set::Rows(source, conds) = &*item.set else { return };
    if cue == 0 {
        return;
    }
    let groups = |set: Arc<Set>| {
        let with = if of.is_some() { Aggregate::Sum } else { Aggregate::Count };
        Box::new(Goal::Groups(Grouping { set, by: by.to_vec(), of, with }, None))
    };
    // "Late" says which part of each group is asked for; "in 2024" restricts the whole, too.
    let of_time = |cond: &&Cond| chart.world.rels[cond.rel].is_time();
    let rest: Vec<Cond> = conds.iter().filter(of_time).cloned().collect();
    let whole = match of {
        None if rest.len() < conds.len() => groups(Arc::new(Set::Rows(*source, rest))),
        None => Box::new(Goal::Count(item.set.clone(), false)),
        Some(rel) => Box::new(Goal::Total(item.set.clone(), Aggregate::Sum, rel)),
    };
    let mut features = features.clone();
    features.add(Feature::OpShare, 1.0);
    let coverage = coverage | cue | chart.text.cue(Cue::Sum);
    found.push(reading(Goal::Share(groups(item.set.clone()), whole), coverage, features, Gives::Table, 9));
}

/// Adds the groups without any, with 0: "orders per shop, including shops without any".
pub(super) fn zeros_of_groups(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    groups: &[Derivation],
) -> Result<Vec<Derivation>> {
    let text = &chart.text;
    let said = |section: &str, at: usize| lexicon::contains(section, text.word(at));
    let near = |at: usize| {
        let behind = (at + 1..=at + ZERO_BEHIND).find(|behind| said("nothing there", *behind))?;
        (said("nothing counts too", at) && item.coverage & bit(at) == 0).then(|| bit(at) | bit(behind))
    };
    let Some(words) = (0..text.tokens.len()).find_map(near) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for derivation in groups {
        let Goal::Groups(grouping, None) = &derivation.goal else { continue };
        // The mean of nothing is not 0.
        if !matches!(grouping.with, Aggregate::Count | Aggregate::CountDistinct | Aggregate::Sum) {
            continue;
        }
        let Some((all, name)) = all_groups(chart, grouping)? else { continue };
        let mut features = derivation.features.clone();
        features.add(Feature::OpZeros, 1.0);
        let goal = Goal::WithZeros(grouping.clone(), Arc::new(all), name);
        found.push(reading(goal, derivation.coverage | words, features, Gives::Table, 9));
    }
    Ok(found)
}

/// All rows of another table that may be groups, under the conditions of their join, and the column of their names.
fn all_groups(chart: &mut Chart<'_, '_>, grouping: &Grouping) -> Result<Option<(Set, RelId)>> {
    let (Set::Rows(own, conds), [Key::Rel(first), rest @ ..]) = (&*grouping.set, grouping.by.as_slice())
    else {
        return Ok(None);
    };
    let name = match rest {
        [] => None,
        [Key::Rel(name)] if chart.world.rels[*name].source != *own => Some(*name),
        _ => return Ok(None),
    };
    for key in chart.world.keys_behind(*first)?.iter().copied() {
        let table = chart.world.rels[key].source;
        let name = name.unwrap_or(key);
        if chart.world.rels[name].source != table || !chart.world.keys(table)?.contains(&name) {
            continue;
        }
        let mut joined = conds.iter().filter(|cond| cond.rel == *first).filter_map(Cond::joined);
        let joined = joined.find(|rows| matches!(&***rows, Set::Rows(of, _) if *of == table));
        let all = joined.map_or_else(|| Set::Rows(table, Vec::new()), |rows| (**rows).clone());
        return Ok(Some((all, name)));
    }
    Ok(None)
}

/// How many different values of a column each group has: "how many different products did each customer buy".
pub(super) fn distinct_of_groups(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    by: &[Key],
    (coverage, features): SoFar<'_>,
    found: &mut Vec<Derivation>,
) {
    let different = chart.text.words_of("told apart") & !item.coverage;
    if different == 0 {
        return;
    }
    for rel in chart.world.rels_of(source) {
        let said = chart.world.name_match(rel, &chart.text, !(coverage | different));
        if by.contains(&Key::Rel(rel)) || said.best < 0.5 {
            continue;
        }
        let mut features = features.clone();
        features.add(Feature::OpDistinct, 1.0);
        features.add(Feature::ColumnSaid, said.gain.min(1.5));
        features.add(Feature::Likeness, said.likeness);
        if said.coverage & chart.focus != 0 {
            features.add(Feature::FocusEnd, 1.0);
        }
        let (set, of, with) = (item.set.clone(), Some(rel), Aggregate::CountDistinct);
        let goal = Goal::Groups(Grouping { set, by: by.to_vec(), of, with }, None);
        found.push(reading(goal, coverage | different | said.coverage, features, Gives::Table, 9));
    }
}

/// The first or last day of each group: "when did each customer last order".
pub(super) fn times_of_groups(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    by: &[Key],
    (coverage, features): SoFar<'_>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let spots = extremes_of(chart, coverage);
    let Some(spot) = spots.first() else { return Ok(()) };
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.name_match(rel, &chart.text, !(coverage | spot.coverage()));
        let dated = chart.world.rels[rel].shape == Shape::Date;
        if !dated || by.contains(&Key::Rel(rel)) || said.best < 0.5 && !is_main_date(chart, rel) {
            continue;
        }
        let Some((measure, tokens)) = measured(chart, spot, rel, !coverage) else { continue };
        if measure.get(Feature::ExtremeMeasure) == 0.0 {
            continue;
        }
        let mut features = features.with(&measure);
        features.add(Feature::OpMax, 1.0);
        let with = if asks_for_larger(chart, spot, Some(rel)) { Aggregate::Max } else { Aggregate::Min };
        let coverage = with_kind(chart, item, coverage | tokens, &mut features)?;
        let goal =
            Goal::Groups(Grouping { set: item.set.clone(), by: by.to_vec(), of: Some(rel), with }, None);
        found.push(reading(goal, coverage, features, Gives::Table, 9));
    }
    Ok(())
}
