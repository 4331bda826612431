//! Goals: from sets to the complete readings of what a question asks for.

mod compared;
mod fit;
mod groups;
mod growth;
mod lists;
mod of_each;
mod of_groups;
mod ratios;
mod shares;
mod sorted;
mod times;
mod totals;
mod truths;
mod two_facts;

use std::collections::{HashMap, HashSet};

use trustuqa_model::Result;

use self::compared::compared;
use self::fit::{add_kind_features, finish, may_gain};
use self::groups::groups;
use self::growth::{compared_times, growth};
use self::lists::{counts, lists};
use self::ratios::ratios;
use self::shares::{ComparedPair, against, compared_pairs, differences, shares};
use self::sorted::sorted;
use self::times::{beside_events, neighbours, times};
pub use self::totals::measures;
use self::totals::totals;
use self::truths::{subsets, truths};
use self::two_facts::two_facts;
use super::chart::{Asks, Chart, ChartItem};
use super::features::{Feature, Features};
use super::lexicon::Cue;
use super::relation::{RelId, Shape};
use super::rules::{names_looked_at, table_words, type_words};
use super::set::{Goal, Grouping, Set};
use super::text::{Coverage, Spot};

/// How many sets goals are tried on: those that explain most words of the question.
const SETS: usize = 700;
/// How many others, those with the best scores, such as the rows of a table under one condition: their goals may
/// explain the rest of the question.
const SIMPLE_SETS: usize = 200;

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Names.
    Text,
    /// A number.
    Number,
    /// A date.
    Date,
    /// Yes or no.
    Truth,
    /// Keys with numbers.
    Table,
}

/// A complete reading of a question.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// What it means.
    pub goal: Goal,
    /// The tokens that it explains.
    pub coverage: Coverage,
    /// Its features.
    pub features: Features,
    /// Their weighted sum.
    pub score: f32,
    /// What it answers with.
    pub gives: Gives,
    /// How many names it answers with, as far as is known before it is executed.
    pub size: usize,
}

/// The readings of a question, best first, at most `most`.
pub fn readings(chart: &mut Chart<'_, '_>, most: usize) -> Result<Vec<Derivation>> {
    let compared_pairs = compared_pairs(chart)?;
    chart.compared =
        compared_pairs.iter().fold(0, |covered, pair| covered | pair.one_coverage | pair.two_coverage);
    let mut order: Vec<usize> = (0..chart.items.len()).collect();
    // Of two names that are compared, a set has one; its pair explains the other.
    let explained = |i: &ChartItem| {
        i.coverage
            | compared_pairs.iter().map(|pair: &ComparedPair| pair.other(i.coverage)).fold(0, |a, b| a | b)
    };
    order.sort_by(|a, b| {
        let rank = |i: &ChartItem| i.score + 0.8 * chart.weight(explained(i));
        rank(&chart.items[*b]).total_cmp(&rank(&chart.items[*a]))
    });
    let mut found = Vec::new();
    let mut others = order.split_off(order.len().min(SETS));
    others.sort_by(|a, b| chart.items[*b].score.total_cmp(&chart.items[*a].score));
    // Whole tables explain no words yet, and rows under one condition few: goals are tried on all of them.
    let simple = |at: &usize| chart.items[*at].is_simple_rows();
    let rows: Vec<usize> = others.iter().skip(SIMPLE_SETS).copied().filter(simple).collect();
    order.extend(others.into_iter().take(SIMPLE_SETS));
    order.extend(rows);
    let kinds_named = chart.world.kinds_named(&chart.text, !0);
    let names = order.iter().map(|at| &chart.items[*at]).filter(|item| item.rows.is_none());
    chart.world.expect_kinds(&kinds_named, names.clone().map(|item| item.nodes.as_slice()))?;
    let looked_at = names.flat_map(|item| names_looked_at(chart, &item.nodes, !item.coverage));
    chart.world.expect_some(&looked_at.collect::<Vec<_>>())?;
    for at in order {
        let item = chart.items[at].clone();
        lists(chart, &item, &mut found)?;
        counts(chart, &item, &mut found)?;
        totals(chart, &item, &mut found)?;
        groups(chart, &item, &mut found)?;
        truths(chart, &item, &mut found)?;
        compared(chart, &item, &mut found)?;
        compared_times(chart, &item, &mut found)?;
        times(chart, &item, &mut found)?;
        neighbours(chart, &item, &mut found)?;
        beside_events(chart, &item, &mut found)?;
        shares(chart, &item, &mut found)?;
        growth(chart, &item, &mut found)?;
        sorted(chart, &item, &mut found)?;
    }
    found.retain(|reading| !counts_tallies(chart, reading));
    subsets(chart, &mut found)?;
    two_facts(chart, &mut found)?;
    differences(chart, &compared_pairs, &mut found);
    ratios(chart, &compared_pairs, &mut found);
    against(chart, &mut found);
    for reading in &mut found {
        finish(chart, reading);
    }
    best(chart, found, most)
}

/// Whether a reading counts rows, in all or by group, that are counts themselves: "how many medals has each country won",
/// over a table of medals by nation.
fn counts_tallies(chart: &Chart<'_, '_>, reading: &Derivation) -> bool {
    let (Goal::Count(set, false)
    | Goal::Groups(Grouping { set, of: None, .. }, _)
    | Goal::Ranked(Grouping { set, of: None, .. }, _)) = &reading.goal
    else {
        return false;
    };
    let Set::Rows(source, _) = &**set else { return false };
    chart.world.counted_by_rows(*source, &chart.text, reading.coverage).is_some()
}

/// The best of complete readings, each goal once. The kind of the names that a reading answers with is looked up
/// last, and only if it can matter, because it takes all facts of the relation that leads to them.
fn best(chart: &mut Chart<'_, '_>, found: Vec<Derivation>, most: usize) -> Result<Vec<Derivation>> {
    let hoped = |reading: &Derivation| reading.score + may_gain(chart, reading);
    let mut waiting: Vec<(f32, usize, Derivation)> =
        found.into_iter().enumerate().map(|(place, reading)| (hoped(&reading), place, reading)).collect();
    waiting.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut done: Vec<(usize, Derivation)> = Vec::new();
    let mut scores: HashMap<Goal, f32> = HashMap::new();
    for (hope, place, mut reading) in waiting {
        let ahead = scores.values().filter(|score| **score > hope).count();
        if ahead >= most {
            break;
        }
        add_kind_features(chart, &mut reading)?;
        let best = scores.entry(reading.goal.clone()).or_insert(f32::NEG_INFINITY);
        *best = best.max(reading.score);
        done.push((place, reading));
    }
    done.sort_by(|(a, one), (b, two)| two.score.total_cmp(&one.score).then(a.cmp(b)));
    let mut seen = HashSet::new();
    let mut done: Vec<Derivation> = done.into_iter().map(|(_, reading)| reading).collect();
    done.retain(|reading| seen.insert(reading.goal.clone()));
    done.truncate(most);
    Ok(done)
}

fn reading(goal: Goal, coverage: Coverage, features: Features, gives: Gives, size: usize) -> Derivation {
    Derivation { goal, coverage, features, score: 0.0, gives, size }
}

/// Coverage with the tokens that say what the members of an item are; adds features of these.
fn with_kind(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    coverage: Coverage,
    features: &mut Features,
) -> Result<Coverage> {
    let kind = match item.rows {
        Some(source) => table_words(chart, source, !coverage)?,
        None => type_words(chart, &item.nodes, item.end, !coverage)?,
    } & !coverage;
    if kind != 0 {
        features.add(Feature::TypeSaid, 1.0);
        if kind & chart.focus != 0 {
            features.add(Feature::FocusEnd, 1.0);
        }
    }
    Ok(coverage | kind)
}

/// What the values of a relation are. Years are dates if a date is asked for, and codes are names unless a number
/// is.
fn gives_of(chart: &Chart<'_, '_>, rel: RelId) -> Gives {
    let of = &chart.world.rels[rel];
    match of.shape {
        Shape::Text => Gives::Text,
        Shape::Number if of.codes && chart.asks != Asks::Number => Gives::Text,
        Shape::Number if of.years && chart.asks == Asks::Date => Gives::Date,
        Shape::Number => Gives::Number,
        Shape::Date => Gives::Date,
    }
}

/// Whether a column has only yes and no.
fn is_flag(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<bool> {
    Ok(chart.world.rels[rel].shape == Shape::Text && !chart.world.holds_names(rel)?)
}

/// Whether a set is extreme rows, or what is in a column of theirs: no aggregate of these is asked for.
fn of_extreme(set: &Set) -> bool {
    match set {
        Set::Extreme(..) | Set::Nth(..) => true,
        Set::Hop(of, ..) => matches!(**of, Set::Extreme(..) | Set::Nth(..)),
        _ => false,
    }
}

fn extremes_of(chart: &Chart<'_, '_>, used: Coverage) -> Vec<Spot> {
    let wanted = |s: &&Spot| {
        matches!(s.cue, Cue::More | Cue::Less) && s.coverage() & used == 0 && !chart.text.compares(s)
    };
    chart.text.spots.iter().filter(wanted).cloned().collect()
}
