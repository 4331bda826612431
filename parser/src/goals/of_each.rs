//! Goals with names for each group: the heaviest pet of each species, the product that sold best in each region,
//! the products that each customer bought.

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::Result;

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, measured, table_words};
use crate::set::{DatePart, Goal, Key};
use crate::text::{Coverage, Spot, bit};
use crate::ways::Way;

use super::{Derivation, Gives, extremes_of, measures, reading, with_kind};

/// How well the name of what is asked for in each group has to be said.
const CALLED: f32 = 0.75;

/// Two ways to group: by one, and what is asked for in each group by the other.
struct Each<'w> {
    of: &'w Way,
    by: &'w Way,
    coverage: Coverage,
    features: Features,
}

pub(super) fn names_of_each(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    ways: &[Way],
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let cue = chart.text.cue(Cue::Each) & !item.coverage;
    if cue == 0 || item.nodes.len() < 2 {
        return Ok(());
    }
    let (keys, rows) = (chart.world.keys(source)?, table_words(chart, source, !0)?);
    let spots = extremes_of(chart, item.coverage);
    for by in ways.iter().filter(|way| !way.compared && way.name_match.best >= 0.5) {
        if !stands_behind_each(chart, by) {
            continue;
        }
        for spot in spots.iter().filter(|spot| spot.coverage() & by.name_match.coverage == 0) {
            best_rows(chart, item, source, by, (spot, cue), found)?;
        }
        for of in
            ways.iter().filter(|of| of.by != by.by && of.name_match.coverage & !by.name_match.coverage != 0)
        {
            // What is asked for has to be named well: the "site" of `City` would be another thing. Columns of one
            // name would be looked for in both tables.
            if stands_behind_each(chart, of)
                || matches!(of.by.as_slice(), [Key::Rel(rel)] if !keys.contains(rel) && says_rows(&of.name_match, rows))
                || !matches!(of.by.last(), Some(Key::Rel(_)))
                || of.name_match.best < CALLED
                || share_a_name(chart, &by.by, &of.by)
            {
                continue;
            }
            let mut features = item.features.clone();
            features.add(Feature::BySaid, by.name_match.gain.min(1.5));
            features.add(Feature::ColumnSaid, of.name_match.gain.min(1.5));
            let steps = |way: &Way| way.by.len() - 1 - usize::from(way.named);
            features.add(Feature::ByPath, (steps(by) + steps(of)) as f32);
            features.add(
                Feature::CodeBesideName,
                f32::from(u8::from(of.code_beside_name || by.code_beside_name)),
            );
            features.add(Feature::FocusEnd, f32::from(u8::from(of.name_match.coverage & chart.focus != 0)));
            let coverage = item.coverage | cue | by.name_match.coverage | of.name_match.coverage;
            let each = Each { of, by, coverage, features };
            for spot in spots
                .iter()
                .filter(|spot| spot.coverage() & (by.name_match.coverage | of.name_match.coverage) == 0)
            {
                most_of_each(chart, item, source, &each, spot, found)?;
            }
            list_of_each(chart, item, &each, found)?;
        }
    }
    Ok(())
}

/// Whether only the word for the rows says a column: "the latest order" is no `Ordering yard`.
fn says_rows(said: &NameMatch, rows: Coverage) -> bool {
    said.coverage & !rows == 0 && said.completeness < CALLED
}

/// Whether columns of different tables on these paths have the same name.
fn share_a_name(chart: &Chart<'_, '_>, by: &[Key], of: &[Key]) -> bool {
    let rel = |key: &Key| match key {
        Key::Rel(rel) | Key::Part(_, rel) => *rel,
    };
    let alike = |a: usize, b: usize| {
        let (a, b) = (&chart.world.rels[a], &chart.world.rels[b]);
        a.source != b.source && a.name.eq_ignore_ascii_case(&b.name)
    };
    by.iter().any(|a| of.iter().any(|b| alike(rel(a), rel(b))))
}

/// Whether a way to group is said right behind "each", "per" or "by".
fn stands_behind_each(chart: &Chart<'_, '_>, way: &Way) -> bool {
    let says = |at: usize| way.name_match.coverage & bit(at) != 0;
    // In "for each species, which supplier", the supplier is in another clause.
    let same = |at: &usize| !lexicon::contains("question words", chart.text.word(*at));
    chart.text.spots_of(Cue::Each).any(|spot| (spot.to..=spot.to + 2).take_while(same).any(says))
}

/// The names of the rows with the largest or smallest value in their group.
fn best_rows(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    by: &Way,
    (spot, cue): (&Spot, Coverage),
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let [key] = by.by.as_slice() else { return Ok(()) };
    if matches!(key, Key::Part(DatePart::Weekday, _)) {
        return Ok(());
    }
    let used = item.coverage | cue | by.name_match.coverage;
    let called = names_of_rows(chart, source, Some(*key), used | spot.coverage())?;
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        if Key::Rel(rel) == *key {
            continue;
        }
        let Some((measure, tokens)) = measured(chart, spot, rel, !used) else { continue };
        if measure.get(Feature::ExtremeSilent) > 0.0 {
            continue;
        }
        let largest = asks_for_larger(chart, spot, Some(rel));
        for (name, words, more) in &called {
            // "What is the largest order of each customer" asks for its size, if orders have no names.
            let coded =
                chart.world.holds_codes(*name, false)? && !chart.world.asks_for_codes(*name, &chart.text);
            if *name == rel || coded && !chart.text.has_word("which") {
                continue;
            }
            let mut features = item.features.with(&measure).with(more);
            features.add(Feature::OpBestOfEach, 1.0);
            features.add(Feature::BySaid, by.name_match.gain.min(1.5));
            let coverage = with_kind(chart, item, used | tokens | words, &mut features)?;
            let goal = Goal::BestOfEach { set: item.set.clone(), by: *key, of: rel, largest, name: *name };
            found.push(reading(goal, coverage, features, Gives::Table, 9));
        }
    }
    Ok(())
}

/// Whether a superlative is about single rows, and not sums: "at a single concert", "the booking with the highest
/// price", "the longest broadcast".
fn of_single_rows(chart: &mut Chart<'_, '_>, source: usize, spot: &Spot) -> Result<bool> {
    if chart.text.has_word_of("of single things") {
        return Ok(true);
    }
    let rows = table_words(chart, source, !spot.coverage())?;
    let says = |at: usize| rows & bit(at) != 0;
    let linked =
        |at: &usize| matches!(chart.text.word(*at), "with" | "that" | "which") && says(at.wrapping_sub(1));
    let before = (spot.from.saturating_sub(3)..spot.from).any(|at| linked(&at));
    Ok(before || !spot.of.is_empty() && says(spot.to))
}

/// The columns that can name rows: one that is asked for, or else their keys.
pub(super) fn names_of_rows(
    chart: &mut Chart<'_, '_>,
    source: usize,
    by: Option<Key>,
    used: Coverage,
) -> Result<Vec<(RelId, Coverage, Features)>> {
    let mut keys = chart.world.keys(source)?;
    // The `Name` beside an `Employee ID` says the same rows.
    for key in keys.clone() {
        let beside = chart.world.name_beside(key)?;
        keys.extend(beside.filter(|name| !keys.contains(name)));
    }
    let rows = table_words(chart, source, !0)?;
    let mut called = Vec::new();
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        if by == Some(Key::Rel(rel)) || chart.world.rels[rel].shape != Shape::Text {
            continue;
        }
        let said = chart.world.name_match(rel, &chart.text, !used);
        // "The latest order" is no `Ordering yard`.
        let of_rows = !keys.contains(&rel) && says_rows(&said, rows);
        let asked = said.best >= 0.5 && said.coverage & chart.focus != 0 && !of_rows;
        let person = chart.asks == Asks::Person && chart.world.holds_persons(rel, false)? == Some(true);
        if !(asked || person || keys.contains(&rel)) {
            continue;
        }
        let mut features = Features::default();
        features.add(Feature::KeyColumn, f32::from(u8::from(keys.contains(&rel))));
        let coded = chart.world.name_wanted(rel, &chart.text)?.is_some();
        features.add(Feature::CodeBesideName, f32::from(u8::from(coded)));
        features.add(Feature::FocusEnd, f32::from(u8::from(asked)));
        features.add(Feature::WhoPerson, f32::from(u8::from(person)));
        called.push((rel, if said.best >= 0.5 { said.coverage } else { 0 }, features));
    }
    Ok(called)
}

/// The name in each group with the most rows, or the largest sum.
fn most_of_each(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    each: &Each<'_>,
    spot: &Spot,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let coverage = each.coverage | spot.coverage();
    let counted = table_words(chart, source, !coverage)?;
    let goal = |weight: Option<RelId>, most: bool| {
        let (by, of) = (each.by.by.clone(), each.of.by.clone());
        Goal::MostOfEach { set: item.set.clone(), by, of, weight, most }
    };
    let mut features = each.features.clone();
    features.add(Feature::OpMostOfEach, 1.0);
    let mut rows = features.clone();
    rows.add(Feature::PickByRows, 1.0);
    rows.add(Feature::TypeSaid, f32::from(u8::from(counted != 0)));
    found.push(reading(goal(None, spot.cue == Cue::More), coverage | counted, rows, Gives::Table, 9));
    let inner = ChartItem { coverage, ..item.clone() };
    let single = of_single_rows(chart, source, spot)?;
    features.add(Feature::SingleAskedNot, f32::from(u8::from(single)));
    for (rel, words, more) in measures(chart, &inner, source)? {
        let measure = measured(chart, spot, rel, !each.coverage).filter(|(measure, _)| {
            measure.get(Feature::ExtremeMeasure) + measure.get(Feature::ExtremeSaid) > 0.0
        });
        if more.get(Feature::MeasureSilent) > 0.0
            && more.get(Feature::MeasureUnit) == 0.0
            && measure.is_none()
        {
            continue;
        }
        let largest = asks_for_larger(chart, spot, Some(rel));
        let mut features = features.with(&more);
        let mut coverage = coverage | words | chart.text.cue(Cue::Sum);
        if let Some((measure, tokens)) = measure {
            features = features.with(&measure);
            coverage |= tokens;
        }
        let coverage = with_kind(chart, item, coverage, &mut features)?;
        found.push(reading(goal(Some(rel), largest), coverage, features, Gives::Table, 9));
    }
    Ok(())
}

/// The different names of each group: "which products did each customer buy".
fn list_of_each(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    each: &Each<'_>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let numbers = [Cue::Count, Cue::Sum, Cue::Mean, Cue::Median, Cue::Share, Cue::Difference];
    let asks = numbers.into_iter().fold(0, |covered, cue| covered | chart.text.cue(cue)) & !each.coverage;
    if asks != 0 || !extremes_of(chart, each.coverage).is_empty() || chart.asks == Asks::Number {
        return Ok(());
    }
    let mut features = each.features.clone();
    features.add(Feature::OpListOfEach, 1.0);
    let coverage = with_kind(chart, item, each.coverage, &mut features)?;
    let (by, of) = (each.by.by.clone(), each.of.by.clone());
    let goal = Goal::ListOfEach { set: item.set.clone(), by, of };
    found.push(reading(goal, coverage, features, Gives::Table, 9));
    Ok(())
}

/// The mean over groups: "how many orders do we get on average per month".
pub(super) fn mean_of_groups(groups: &Derivation, cue: Coverage) -> Option<Derivation> {
    let Goal::Groups(grouping, None) = &groups.goal else { return None };
    let adds_up = matches!(grouping.with, Aggregate::Count | Aggregate::Sum);
    let goal = Goal::MeanOfGroups(grouping.clone());
    let mut features = groups.features.clone();
    features.add(Feature::OpGroup, -1.0);
    features.add(Feature::OpGroupMean, 1.0);
    adds_up.then(|| reading(goal, groups.coverage | cue, features, Gives::Number, 1))
}
