//! From sets to what a question asks of them: the complete readings.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{NodeId, Result, SourceKind};

use super::chart::{Asks, Chart, Item};
use super::features::{Feature, Features};
use super::lexical::Lexical;
use super::lexicon::Cue;
use super::rules::{
    asks_for_larger, how_many, is_main_date, measured, plain, table_named, table_said, test_of, type_said,
};
use super::set::{Cond, Goal, Key, Part, Pick, Set, Test, When};
use super::text::{Coverage, Spot, Text, bit};
use super::world::{NameWord, RelId, Said, Shape};
use crate::writer::offline::words::root;

/// Sets that readings are made of.
const SETS: usize = 220;
/// Members of a set that anybody would want to be listed.
const LISTED: usize = 2_000;

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
    pub mask: Coverage,
    /// Its features.
    pub features: Features,
    /// What they come to.
    pub score: f32,
    /// What it answers with.
    pub gives: Gives,
    /// How many names answer, as far as is known before it is executed.
    pub size: usize,
}

/// The readings of a question, best first.
pub fn readings(chart: &mut Chart<'_, '_>) -> Result<Vec<Derivation>> {
    let mut order: Vec<usize> = (0..chart.items.len()).collect();
    order.sort_by(|a, b| {
        let rank = |i: &Item| i.score + 0.8 * chart.weight(i.mask);
        rank(&chart.items[*b]).total_cmp(&rank(&chart.items[*a]))
    });
    let mut found = Vec::new();
    let whole = |at: &usize| chart.items[*at].is_whole_table();
    let tables: Vec<usize> = order.iter().skip(SETS).copied().filter(whole).collect();
    order.truncate(SETS);
    // Tables without a condition explain no words yet, and are asked about all the same.
    order.extend(tables);
    for at in order {
        let item = chart.items[at].clone();
        lists(chart, &item, &mut found)?;
        counts(chart, &item, &mut found)?;
        totals(chart, &item, &mut found)?;
        groups(chart, &item, &mut found)?;
        truths(chart, &item, &mut found)?;
        times(chart, &item, &mut found)?;
        neighbours(chart, &item, &mut found)?;
        beside_events(chart, &item, &mut found)?;
        shares(chart, &item, &mut found)?;
    }
    subsets(chart, &mut found)?;
    differences(chart, &mut found)?;
    for reading in &mut found {
        finish(chart, reading);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut seen = std::collections::HashSet::new();
    found.retain(|r| seen.insert(r.goal.clone()));
    Ok(found)
}

fn reading(goal: Goal, mask: Coverage, features: Features, gives: Gives, size: usize) -> Derivation {
    Derivation { goal, mask, features, score: 0.0, gives, size }
}

/// Tokens of an item with those that say what its members are.
fn with_kind(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    mask: Coverage,
    features: &mut Features,
) -> Result<Coverage> {
    let kind = match item.rows {
        Some(source) => table_said(chart, source, !mask)?,
        None => type_said(chart, &item.nodes, item.end, !mask)?,
    } & !mask;
    if kind != 0 {
        features.add(Feature::TypeSaid, 1.0);
        if kind & chart.focus != 0 {
            features.add(Feature::FocusEnd, 1.0);
        }
    }
    Ok(mask | kind)
}

/// What the values of a relation are; a number that is a year is a time where one is asked for.
fn gives_of(chart: &Chart<'_, '_>, rel: RelId) -> Gives {
    let of = &chart.world.rels[rel];
    match of.shape {
        Shape::Text => Gives::Text,
        Shape::Number if of.years && chart.asks == Asks::Date => Gives::Date,
        Shape::Number => Gives::Number,
        Shape::Date => Gives::Date,
    }
}

/// Whether a column says yes and no only.
fn is_flag(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<bool> {
    Ok(chart.world.rels[rel].shape == Shape::Text && !chart.world.holds_names(rel)?)
}

/// The columns that rows may be told by, with the tokens that say so.
fn told_by(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
) -> Result<Vec<(RelId, Coverage, Features)>> {
    let keys = chart.world.keys(source)?;
    let mut list = Vec::new();
    let cells: Vec<RelId> = match &*item.set {
        Set::Rows(_, conds) => {
            conds.iter().filter(|c| matches!(c.test, Test::Is(_))).map(|c| c.rel).collect()
        }
        _ => Vec::new(),
    };
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.meant(rel, &chart.text, !item.mask);
        let key = keys.contains(&rel);
        let mut features = Features::default();
        if is_flag(chart, rel)? {
            features.add(Feature::FlagAnswer, 1.0);
        }
        if key {
            features.add(Feature::KeyColumn, 1.0);
            let sample = chart.world.side(rel, false)?.first().copied();
            let text = sample.map(|n| chart.world.text(n)).transpose()?.unwrap_or_default();
            let code = text.bytes().any(|b| b.is_ascii_digit()) && !text.contains(' ');
            features.add(if code { Feature::KeyCode } else { Feature::KeyWords }, 1.0);
        }
        if said.best >= 0.5 {
            let mut features = features.clone();
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::ColumnLoose, 1.0 - said.cover);
            features.add(Feature::ColumnGap, chart.apart(item.mask, said.mask).0);
            if said.mask & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
                features.add(Feature::FocusLoose, 1.0 - said.best.min(1.0));
            }
            if cells.contains(&rel) {
                features.add(Feature::Echo, 1.0);
            }
            list.push((rel, said.mask, features));
        }
        if key {
            // Words that say another column which tells the rows apart ask for that one.
            let mut mask =
                table_named(chart, source, !item.mask) | if said.best >= 0.55 { said.mask } else { 0 };
            if mask != 0 {
                features.add(Feature::TypeSaid, 1.0);
                if mask & chart.focus != 0 {
                    features.add(Feature::FocusEnd, 1.0);
                }
                if table_named(chart, source, chart.focus) != 0 {
                    features.add(Feature::FocusTable, 1.0);
                }
            } else {
                features.add(Feature::TypeUnsaid, 1.0);
                mask = 0;
            }
            if said.best >= 0.5 && said.mask & !mask == 0 {
                continue;
            }
            list.push((rel, mask, features));
        }
    }
    Ok(list)
}

fn lists(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    if item.nodes.len() > LISTED {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpList, 1.0);
    match item.rows {
        Some(source) => {
            for (rel, mask, more) in told_by(chart, item, source)? {
                let gives = gives_of(chart, rel);
                let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                let size = item.nodes.len();
                found.push(reading(Goal::List(set), item.mask | mask, features.with(&more), gives, size));
            }
            // "how much did it cost": a number of the only row, by its unit or measure alone.
            if item.nodes.len() <= 3 {
                for (rel, mask, more) in measures(chart, item, source)? {
                    let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                    let goal = Goal::List(set);
                    found.push(reading(
                        goal,
                        item.mask | mask,
                        features.with(&more),
                        Gives::Number,
                        item.nodes.len(),
                    ));
                }
                for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
                    if chart.world.rels[rel].shape == Shape::Date && chart.asks == Asks::Date {
                        let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                        let mut features = features.clone();
                        features.add(Feature::ColumnSilent, 1.0);
                        found.push(reading(
                            Goal::List(set),
                            item.mask,
                            features,
                            Gives::Date,
                            item.nodes.len(),
                        ));
                    }
                }
            }
        }
        None => {
            if matches!(&*item.set, Set::Names(_)) {
                return Ok(());
            }
            let mut mask = with_kind(chart, item, item.mask, &mut features)?;
            if let Some(at) = (0..chart.text.tokens.len()).find(|at| {
                lexicon::contains("nations.nouns", chart.text.word(*at)) && chart.focus & bit(*at) != 0
            }) {
                let first = item.nodes.first().map(|n| chart.world.text(*n)).transpose()?.unwrap_or_default();
                if super::lexicon::English::get().is_nation(&first) {
                    features.add(Feature::NationOk, 1.0);
                    mask |= bit(at);
                } else {
                    features.add(Feature::NationNo, 1.0);
                }
            }
            if let Some((rel, out)) = item.end {
                let said = chart.world.said(rel, &chart.text, !0);
                if said.mask & chart.focus != 0 && chart.world.rels[rel].of_head != out {
                    features.add(Feature::FocusEnd, 1.0);
                }
                // "in what year": a time is what such a relation leads to.
                if out && chart.world.rels[rel].is_time() {
                    let asked = (0..chart.text.tokens.len()).find(|at| {
                        matches!(chart.text.word(*at), "year" | "date" | "day" | "month")
                            && chart.focus & bit(*at) & !mask != 0
                    });
                    if let Some(at) = asked {
                        features.add(Feature::FocusEnd, 1.0);
                        mask |= bit(at);
                    }
                }
            }
            let gives = match item.end {
                Some((rel, true)) => gives_of(chart, rel),
                _ => Gives::Text,
            };
            found.push(reading(Goal::List(item.set.clone()), mask, features, gives, item.nodes.len()));
        }
    }
    Ok(())
}

/// The extreme rows, or what is in a column of theirs: a number of these is not asked for.
fn of_extreme(set: &Set) -> bool {
    match set {
        Set::Extreme(..) => true,
        Set::Hop(of, ..) => matches!(**of, Set::Extreme(..)),
        _ => false,
    }
}

fn counts(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let cue = chart.text.cue(Cue::Count) & !item.mask;
    if cue == 0 {
        return Ok(());
    }
    if matches!(&*item.set, Set::Names(_)) || of_extreme(&item.set) {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpCount, 1.0);
    // "how many employees does it have", where a number of them is stored.
    let numbers = |rel: RelId| chart.world.rels[rel].shape == Shape::Number;
    if item.end.is_some_and(|(rel, out)| out && numbers(rel)) {
        features.add(Feature::CountNumbers, 1.0);
    }
    let mask = with_kind(chart, item, item.mask | cue, &mut features)?;
    if matches!(&*item.set, Set::Facts(_, _, _, _, When::Always)) && chart.text.cue(Cue::Often) != 0 {
        let mut features = features.clone();
        features.add(Feature::OpTimes, 1.0);
        let mask = mask | chart.text.cue(Cue::Often);
        found.push(reading(Goal::Times(item.set.clone()), mask, features, Gives::Number, 1));
    }
    found.push(reading(Goal::Count(item.set.clone(), false), mask, features, Gives::Number, 1));
    if let Some(source) = item.rows {
        let different =
            (0..chart.text.tokens.len()).any(|at| lexicon::contains("told apart", chart.text.word(at)));
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let said = chart.world.said(rel, &chart.text, !(item.mask | cue));
            if said.best < 0.5 || said.mask & chart.focus == 0 && !different {
                continue;
            }
            let mut features = item.features.clone();
            features.add(Feature::OpDistinct, 1.0);
            if chart.world.rels[rel].shape == Shape::Number {
                features.add(Feature::CountNumbers, 1.0);
            }
            if !different {
                features.add(Feature::DistinctUncued, 1.0);
            }
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            if said.mask & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
            }
            let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
            found.push(reading(
                Goal::Count(set, true),
                item.mask | cue | said.mask,
                features,
                Gives::Number,
                1,
            ));
        }
    }
    Ok(())
}

/// Columns of numbers that the question may measure by, with tokens and features.
fn measures(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
) -> Result<Vec<(RelId, Coverage, Features)>> {
    let english = super::lexicon::English::get();
    let mut list = Vec::new();
    // Units and money that are asked for: "in euros", "how much".
    let mut units: Vec<(String, Coverage)> = Vec::new();
    for (at, token) in chart.text.tokens.iter().enumerate() {
        if item.mask & bit(at) == 0
            && token.word.len() > 1
            && let Some(unit) = english.unit(&token.word)
        {
            units.push((unit.to_owned(), bit(at)));
        }
    }
    let much = (0..chart.text.tokens.len())
        .any(|at| chart.text.word(at) == "much" && chart.text.word(at.wrapping_sub(1)) == "how");
    // What asks for an operation measures nothing.
    let cues = chart.text.cue(Cue::Share) | chart.text.cue(Cue::Mean) | chart.text.cue(Cue::Count);
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let of = &chart.world.rels[rel];
        let said = chart.world.meant(rel, &chart.text, !(item.mask | cues));
        // Years are measured only where that is said: "the average year".
        if of.shape != Shape::Number || of.years && said.best < 0.5 {
            continue;
        }
        let mut features = Features::default();
        let mut mask = 0;
        if of.codes {
            features.add(Feature::CodeMeasured, 1.0);
        }
        if said.best >= 0.5 {
            features.add(Feature::MeasureSaid, said.gain.min(1.5) * said.cover.max(0.4));
            features.add(Feature::Likeness, said.likeness);
            mask |= said.mask;
        } else {
            features.add(Feature::MeasureSilent, 1.0);
        }
        let money = of.unit.as_deref().is_some_and(|unit| lexicon::contains("money units", unit));
        if money && said.best < 0.5 {
            let words = chart.text.cue(Cue::Money) & !item.mask;
            if words != 0 {
                features.add(Feature::MoneySaid, 1.0);
                mask |= words;
            }
        }
        if let Some((_, unit)) = units
            .iter()
            .find(|(said, _)| of.unit.as_ref().is_some_and(|unit| english.is_same_unit(said, unit)))
        {
            features.add(Feature::MeasureUnit, 1.0);
            mask |= unit;
        }
        if much && money {
            features.add(Feature::MuchMoney, 1.0);
        }
        list.push((rel, mask, features));
    }
    Ok(list)
}

/// Whether the numbers of a column are rates, which add up to nothing.
fn is_rate(chart: &Chart<'_, '_>, rel: RelId) -> bool {
    let of = &chart.world.rels[rel];
    let rate = |word: &NameWord| lexicon::words("rates").any(|r| word.root == root(r));
    let named = of.words.iter().any(rate);
    named || of.unit.as_deref() == Some("%")
}

fn totals(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let Some(source) = item.rows else {
        return values(chart, item, found);
    };
    if item.nodes.is_empty() || of_extreme(&item.set) {
        return Ok(());
    }
    let sum = chart.text.cue(Cue::Sum) & !item.mask;
    let mean = chart.text.cue(Cue::Mean) & !item.mask;
    let median = chart.text.cue(Cue::Median) & !item.mask;
    let kinds = [
        (Aggregate::Sum, sum, Feature::OpSum, sum != 0 || chart.asks == Asks::Number),
        (Aggregate::Mean, mean, Feature::OpMean, mean != 0),
        (Aggregate::Median, median, Feature::OpMedian, median != 0),
    ];
    for (rel, mask, more) in measures(chart, item, source)? {
        for (with, cue, op, wanted) in kinds {
            // "its earnings in June": of several rows, the sum.
            let summed = with == Aggregate::Sum && more.get(Feature::MeasureSaid) > 0.0;
            if !wanted && !summed {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(op, 1.0);
            if cue == 0 {
                features.add(Feature::SumUncued, 1.0);
            }
            if with == Aggregate::Sum && is_rate(chart, rel) {
                features.add(Feature::SumOfRate, 1.0);
            }
            let mask = with_kind(chart, item, item.mask | mask | cue, &mut features)?;
            found.push(reading(Goal::Total(item.set.clone(), with, rel), mask, features, Gives::Number, 1));
        }
    }
    spans(chart, item, source, mean, found)?;
    let spots: Vec<Spot> = extremes_of(chart, item.mask);
    for spot in spots {
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let Some((mut more, mask)) = measured(chart, &spot, rel, !item.mask) else { continue };
            if mask & chart.focus != 0 {
                more.add(Feature::FocusEnd, 1.0);
            }
            let with = if asks_for_larger(chart, &spot, Some(rel)) { Aggregate::Max } else { Aggregate::Min };
            let mut features = item.features.with(&more);
            features.add(Feature::OpMax, 1.0);
            let unit = measures(chart, item, source)?
                .into_iter()
                .find(|m| m.0 == rel && m.2.get(Feature::MeasureUnit) > 0.0);
            let mut mask = item.mask | mask;
            if let Some((_, tokens, _)) = unit {
                features.add(Feature::MeasureUnit, 1.0);
                mask |= tokens;
            }
            let mask = with_kind(chart, item, mask, &mut features)?;
            let gives = if chart.world.rels[rel].shape == Shape::Date { Gives::Date } else { Gives::Number };
            found.push(reading(Goal::Total(item.set.clone(), with, rel), mask, features, gives, 1));
        }
    }
    // "the gap between the dearest and the cheapest"
    let (more, less) = (
        chart.text.spots_of(Cue::More).find(|s| !s.of.is_empty()).cloned(),
        chart.text.spots_of(Cue::Less).find(|s| !s.of.is_empty()).cloned(),
    );
    if let (Some(more), Some(less)) = (more, less)
        && chart.text.cue(Cue::Difference) != 0
    {
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let Some((features, mask)) = measured(chart, &more, rel, !item.mask) else { continue };
            if features.get(Feature::ExtremeSilent) > 0.0 {
                continue;
            }
            let side = |with| Box::new(Goal::Total(item.set.clone(), with, rel));
            let goal = Goal::Difference(side(Aggregate::Max), side(Aggregate::Min));
            let mut features = item.features.with(&features);
            features.add(Feature::OpDifference, 1.0);
            let mask = with_kind(
                chart,
                item,
                item.mask | mask | less.mask() | chart.text.cue(Cue::Difference),
                &mut features,
            )?;
            found.push(reading(goal, mask, features, Gives::Number, 1));
        }
    }
    Ok(())
}

/// Days between two columns of dates: how long it took.
fn spans(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
    mean: Coverage,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let lasting = (chart.text.cue(Cue::Duration) | chart.text.cue(Cue::Days)) & !item.mask;
    if lasting == 0 {
        return Ok(());
    }
    let spots = extremes_of(chart, item.mask);
    for (to, from, words, more) in date_pairs(chart, source, item.mask)? {
        let mut kinds = Vec::new();
        if mean != 0 {
            kinds.push((Aggregate::Mean, mean, Feature::OpMean));
        } else if item.nodes.len() == 1 {
            kinds.push((Aggregate::Sum, 0, Feature::OpLasted));
        }
        for spot in &spots {
            let with = if spot.cue == Cue::More { Aggregate::Max } else { Aggregate::Min };
            kinds.push((with, spot.mask(), Feature::OpMax));
        }
        for (with, cue, op) in kinds {
            let mut features = item.features.with(&more);
            features.add(op, 1.0);
            features.add(Feature::DaysBetween, 1.0);
            let mask = with_kind(chart, item, item.mask | words | lasting | cue, &mut features)?;
            let goal = Goal::Days(item.set.clone(), with, to, from);
            found.push(reading(goal, mask, features, Gives::Number, 1));
        }
    }
    Ok(())
}

/// Pairs of columns of dates, the later one first, with the words that speak of them.
pub fn date_pairs(
    chart: &mut Chart<'_, '_>,
    source: usize,
    used: Coverage,
) -> Result<Vec<(RelId, RelId, Coverage, Features)>> {
    let dates: Vec<RelId> =
        chart.world.rels_of(source).filter(|r| chart.world.rels[*r].shape == Shape::Date).collect();
    let mut list = Vec::new();
    for (at, from) in dates.iter().enumerate() {
        for to in &dates[at + 1..] {
            let mut features = Features::default();
            let mut mask = 0;
            for rel in [*from, *to] {
                let said = chart.world.said(rel, &chart.text, !(used | mask));
                if said.best >= 0.5 {
                    features.add(Feature::ColumnSaid, said.gain.min(1.5));
                    features.add(Feature::Likeness, said.likeness);
                    mask |= said.mask;
                } else {
                    features.add(Feature::ColumnSilent, 1.0);
                }
            }
            let (later, earlier) =
                if chart.world.is_later(*to, *from)? { (*to, *from) } else { (*from, *to) };
            list.push((later, earlier, mask, features));
        }
    }
    Ok(list)
}

/// Numbers of names: their numeric relations.
fn values(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let Some((rel, true)) = item.end else { return Ok(()) };
    if chart.world.rels[rel].shape == Shape::Text {
        return Ok(());
    }
    for (cue, with, op) in
        [(Cue::Sum, Aggregate::Sum, Feature::OpSum), (Cue::Mean, Aggregate::Mean, Feature::OpMean)]
    {
        let cue = chart.text.cue(cue) & !item.mask;
        if cue != 0 {
            let mut features = item.features.clone();
            features.add(op, 1.0);
            let mask = item.mask | cue;
            found.push(reading(Goal::Values(item.set.clone(), with), mask, features, Gives::Number, 1));
        }
    }
    Ok(())
}

fn extremes_of(chart: &Chart<'_, '_>, used: Coverage) -> Vec<Spot> {
    let wanted =
        |s: &&Spot| matches!(s.cue, Cue::More | Cue::Less) && s.mask() & used == 0 && !chart.text.compares(s);
    chart.text.spots.iter().filter(wanted).cloned().collect()
}

fn groups(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let each = chart.text.cue(Cue::Each) & !item.mask;
    let spots = extremes_of(chart, item.mask);
    if item.rows.is_some() && of_extreme(&item.set) {
        return Ok(());
    }
    if each == 0 && spots.is_empty() {
        return Ok(());
    }
    let numbered: Vec<(Spot, usize, Coverage)> = spots
        .iter()
        .map(|spot| {
            let (k, counted) = how_many(chart, spot);
            (spot.clone(), k, counted)
        })
        .collect();
    let picks = |by: Coverage| -> Vec<(Pick, Coverage, Option<Spot>)> {
        let mut picks = Vec::new();
        if each != 0 {
            picks.push((None, each, None));
        }
        for (spot, k, counted) in numbered.iter().filter(|(spot, _, _)| spot.mask() & by == 0) {
            picks.push((Some((spot.cue == Cue::More, *k)), spot.mask() | counted, Some(spot.clone())));
        }
        picks
    };
    let Some(source) = item.rows else {
        return fact_groups(chart, item, found);
    };
    if item.nodes.len() < 2 {
        return Ok(());
    }
    let sum = chart.text.cue(Cue::Sum) & !item.mask;
    let mean = chart.text.cue(Cue::Mean) & !item.mask;
    let count = chart.text.cue(Cue::Count) & !item.mask;
    let keys = chart.world.keys(source)?;
    let pair = match &*item.set {
        Set::Rows(_, conds) => {
            conds.iter().find(|c| matches!(&c.test, Test::Is(names) if names.len() > 1)).map(|c| c.rel)
        }
        _ => None,
    };
    let mut ways = Vec::new();
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.said(by, &chart.text, !item.mask);
        let compared = pair == Some(by);
        // Of two that are compared, the columns are those of the pair.
        if pair.is_some() && !compared {
            continue;
        }
        if keys.contains(&by) || !compared && said.best < 0.5 {
            continue;
        }
        if is_flag(chart, by)? && chart.focus & said.mask == 0 && each == 0 {
            continue;
        }
        let shape = chart.world.rels[by].shape;
        match shape {
            Shape::Text => {}
            Shape::Date
                if said.cover >= 0.9 || said.cover >= 0.55 && chart.world.rels[by].words.len() == 1 => {}
            Shape::Number
                if compared || chart.world.range(by)?.is_some_and(|(a, b)| a >= 1000.0 && b < 2200.0) => {}
            Shape::Number | Shape::Date => continue,
        }
        ways.push(Way { by: vec![Key::Rel(by)], said, compared });
    }
    if pair.is_none() {
        for by in chart.world.rels_of(source).collect::<Vec<_>>() {
            if chart.world.rels[by].shape == Shape::Text {
                let cells = chart.world.out(&item.nodes, by, None)?;
                ways.extend(paths(chart, &cells, &[by], item.mask)?);
            }
        }
    }
    if pair.is_none() {
        ways.extend(date_parts(chart, item, source));
    }
    for Way { by, said, compared } in ways {
        // "by" and "per" stand right before what they group by.
        let of_way: Vec<usize> =
            (0..chart.text.tokens.len()).filter(|at| said.mask & bit(*at) != 0).collect();
        let beside = chart.text.spots_of(Cue::Each).any(|s| {
            // "year by year" says the same word on both sides.
            let twice = |at: usize| at + 1 == s.from && chart.text.word(at) == chart.text.word(s.to);
            of_way.iter().any(|at| twice(*at) || (s.to..=s.to + 2).contains(at))
        });
        for (pick, cue, spot) in picks(said.mask) {
            let mut base = item.features.clone();
            base.add(Feature::ByPath, (by.len() - 1) as f32);
            if pick.is_none() && !beside {
                if chart.text.spots_of(Cue::Each).all(|s| chart.text.word(s.from) == "by") {
                    continue;
                }
                base.add(Feature::ByFar, 1.0);
            }
            if pick.is_none() && chart.text.spots_of(Cue::Each).any(|s| of_way.contains(&s.to)) {
                base.add(Feature::ByAdjacent, 1.0);
            }
            base.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            let mut mask = item.mask | cue;
            if said.best >= 0.5 && !compared {
                base.add(Feature::BySaid, said.gain.min(1.5));
                base.add(Feature::Likeness, said.likeness);
                mask |= said.mask;
                if said.mask & chart.focus != 0 {
                    base.add(Feature::FocusEnd, 1.0);
                }
            }
            if compared {
                base.add(Feature::OpCompare, 1.0);
            }
            let goal = |of, with| Goal::Groups { set: item.set.clone(), by: by.clone(), of, with, pick };
            let dated = matches!(by.as_slice(), [Key::Part(..)]);
            let gives = match pick {
                Some(_) if dated && chart.asks == Asks::Date => Gives::Date,
                Some(_) => Gives::Text,
                None => Gives::Table,
            };
            let size = pick.map_or(9, |p| p.1);
            // The number of rows.
            let mut features = base.clone();
            let rows = with_kind(chart, item, mask | count, &mut features)?;
            if pick.is_some() {
                features.add(Feature::PickByRows, 1.0);
            }
            if let Some(spot) = spot.as_ref().filter(|s| s.of.is_empty()) {
                // "the most orders": what is counted stands right behind.
                let counted = table_said(chart, source, !said.mask)? & chart.content_behind(spot.to, 2);
                features.add(if counted != 0 { Feature::MostRows } else { Feature::MostRowsNot }, 1.0);
            }
            found.push(reading(goal(None, Aggregate::Count), rows, features, gives, size));
            // Another column, counted by its different values, is said too.
            let inner = Item { mask, ..item.clone() };
            for (rel, words, more) in measures(chart, &inner, source)? {
                let mut features = base.with(&more);
                let mut mask = mask | words;
                if let Some(spot) = &spot
                    && let Some((measure, tokens)) = measured(chart, spot, rel, !mask)
                {
                    let told = more.get(Feature::MeasureSaid) + more.get(Feature::MoneySaid) > 0.0;
                    // "the best by total spend" says by what, so that "best" need not.
                    if !told || measure.get(Feature::ExtremeMeasure) > 0.0 {
                        features = features.with(&measure);
                    }
                    mask |= tokens;
                }
                if more.get(Feature::MeasureSilent) > 0.0
                    && features.get(Feature::ExtremeMeasure) == 0.0
                    && more.get(Feature::MeasureUnit) == 0.0
                    && more.get(Feature::MuchMoney) == 0.0
                    && more.get(Feature::MoneySaid) == 0.0
                {
                    continue;
                }
                for (with, cue, op) in
                    [(Aggregate::Sum, sum, Feature::OpSum), (Aggregate::Mean, mean, Feature::OpMean)]
                {
                    // The mean of means is none.
                    if with == Aggregate::Mean && (cue == 0 || by.len() > 1) {
                        continue;
                    }
                    let mut features = features.clone();
                    features.add(op, 1.0);
                    if cue == 0 && with == Aggregate::Sum {
                        features.add(Feature::SumUncued, 0.5);
                    }
                    if with == Aggregate::Sum && is_rate(chart, rel) {
                        features.add(Feature::SumOfRate, 1.0);
                    }
                    let all = with_kind(chart, item, mask | cue, &mut features)?;
                    found.push(reading(goal(Some(rel), with), all, features, gives, size));
                }
                if pick.is_none()
                    && let Some(spot) = spots.first()
                    && let Some((measure, tokens)) = measured(chart, spot, rel, !mask)
                {
                    let with = if spot.cue == Cue::More { Aggregate::Max } else { Aggregate::Min };
                    let mut features = features.with(&measure);
                    features.add(Feature::OpMax, 1.0);
                    let all = with_kind(chart, item, mask | tokens, &mut features)?;
                    found.push(reading(goal(Some(rel), with), all, features, gives, size));
                }
            }
        }
    }
    Ok(())
}

/// What things are grouped by.
struct Way {
    /// Relations, one after the other, or a part of dates.
    by: Vec<Key>,
    /// Where the last is spoken of.
    said: Said,
    /// It is the column of two names that are compared.
    compared: bool,
}

/// Parts of the dates of rows, where the question says `month` or the like.
fn date_parts(chart: &Chart<'_, '_>, item: &Item, source: usize) -> Vec<Way> {
    let text = &chart.text;
    let taken = text.periods.iter().fold(item.mask, |mask, p| mask | p.mask)
        | text.cue(Cue::Duration)
        | text.numbers.iter().fold(0, |mask, n| mask | n.own);
    let of_a_year = item.features.get(Feature::PeriodSilent) + item.features.get(Feature::PeriodSaid) > 0.0;
    let mut found = Vec::new();
    for at in (0..text.tokens.len()).filter(|at| bit(*at) & taken == 0) {
        let part = |name: &str| lexicon::contains(name, text.word(at));
        let part = if part("part.year") {
            Part::Year
        } else if part("part.month") {
            if of_a_year { Part::Month } else { Part::YearMonth }
        } else if part("part.quarter") {
            Part::Quarter
        } else if part("part.weekday") {
            Part::Weekday
        } else {
            continue;
        };
        // "the monthly bill" is what a column is called.
        let adjective = text.word(at).ends_with("ly");
        let name = |rel: RelId| chart.world.rels[rel].words.iter().any(|w| w.root == text.tokens[at].root);
        if adjective && (0..chart.world.rels.len()).any(name) {
            continue;
        }
        for rel in chart.world.rels_of(source).filter(|r| chart.world.rels[*r].shape == Shape::Date) {
            let named = chart.world.said(rel, text, !(item.mask | bit(at)));
            let spoken = named.best >= 0.5;
            if !spoken && !is_main_date(chart, rel) {
                continue;
            }
            let mask = bit(at) | if spoken { named.mask } else { 0 };
            let said = Said { mask, gain: 1.0, cover: 1.0, best: 1.0, likeness: 0.0 };
            found.push(Way { by: vec![Key::Part(part, rel)], said, compared: false });
        }
    }
    found
}

/// Relations of graphs, one or two steps on from some names, whose last one is spoken of: the
/// region of the city of a store.
fn paths(chart: &mut Chart<'_, '_>, nodes: &[NodeId], begin: &[RelId], used: Coverage) -> Result<Vec<Way>> {
    let mut found = Vec::new();
    let mut open: Vec<(Vec<RelId>, Vec<NodeId>)> = vec![(begin.to_vec(), nodes.to_vec())];
    for _ in 0..2 {
        let mut next = Vec::new();
        for (path, nodes) in open {
            let mut rels: Vec<RelId> = Vec::new();
            for node in nodes.iter().take(3) {
                rels.extend(chart.world.head_of(*node)?.iter().copied());
            }
            rels.sort_unstable();
            rels.dedup();
            for rel in rels {
                let of = &chart.world.rels[rel];
                if of.kind != SourceKind::Kg || of.shape != Shape::Text || path.contains(&rel) {
                    continue;
                }
                let ends = chart.world.out(&nodes, rel, None)?;
                if ends.len() < 2 {
                    continue;
                }
                let mut said = chart.world.said(rel, &chart.text, !used);
                let kind = type_said(chart, &ends, Some((rel, true)), !used)?;
                if said.best < 0.5 && kind != 0 {
                    said = Said { mask: kind, gain: 0.9, cover: 1.0, best: 0.9, likeness: 0.0 };
                }
                let mut by = path.clone();
                by.push(rel);
                if said.best >= 0.5 {
                    let by = by.into_iter().map(Key::Rel).collect();
                    found.push(Way { by, said, compared: false });
                } else {
                    next.push((by, ends));
                }
            }
        }
        open = next;
    }
    Ok(found)
}

/// Members of graphs by where they belong.
fn path_groups(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    picks: &[(Pick, Coverage)],
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let count = chart.text.cue(Cue::Count) & !item.mask;
    for way in paths(chart, &item.nodes, &[], item.mask)? {
        for (pick, cue) in picks.iter().filter(|(_, cue)| cue & way.said.mask == 0) {
            let mut features = item.features.clone();
            features.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            features.add(Feature::ByPath, way.by.len() as f32);
            features.add(Feature::BySaid, way.said.gain.min(1.5));
            if way.said.mask & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
            }
            let mask = with_kind(chart, item, item.mask | way.said.mask | cue | count, &mut features)?;
            let (set, by) = (item.set.clone(), way.by.clone());
            let goal = Goal::Groups { set, by, of: None, with: Aggregate::Count, pick: *pick };
            let gives = if pick.is_some() { Gives::Text } else { Gives::Table };
            found.push(reading(goal, mask, features, gives, pick.map_or(9, |p| p.1)));
        }
    }
    Ok(())
}

/// Members that are looked at to see whether each has more than one of something.
const LOOKED_AT: usize = 200;

/// Whether some member has several facts of a relation, as their head (`true`) or tail.
fn has_several(chart: &mut Chart<'_, '_>, item: &Item, rel: RelId, head: bool) -> Result<bool> {
    for node in item.nodes.iter().take(LOOKED_AT) {
        let others = match chart.world.rels[rel].kind {
            SourceKind::Tkg if head => chart.world.intervals(rel, Some(*node), None)?.len(),
            SourceKind::Tkg => chart.world.intervals(rel, None, Some(*node))?.len(),
            _ if head => chart.world.out(&[*node], rel, None)?.len(),
            _ => chart.world.into(&[*node], rel, None)?.len(),
        };
        if others > 1 {
            return Ok(true);
        }
    }
    Ok(item.nodes.len() > LOOKED_AT)
}

/// Members of graphs by the number of their facts.
fn fact_groups(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    if item.nodes.len() < 2 {
        return Ok(());
    }
    let each = chart.text.cue(Cue::Each) & !item.mask;
    let count = chart.text.cue(Cue::Count) & !item.mask;
    let mut picks: Vec<(Pick, Coverage)> = Vec::new();
    if each != 0 {
        picks.push((None, each | count));
    }
    for spot in extremes_of(chart, item.mask) {
        let (k, counted) = how_many(chart, &spot);
        picks.push((Some((spot.cue == Cue::More, k)), spot.mask() | counted));
    }
    if !matches!(&*item.set, Set::Names(_)) {
        path_groups(chart, item, &picks, found)?;
    }
    let mut ways: Vec<(Option<RelId>, Coverage, Features)> = Vec::new();
    // The facts by which each was found.
    let of_graph = item.end.is_some_and(|(rel, _)| chart.world.rels[rel].kind != SourceKind::Table);
    if of_graph && matches!(&*item.set, Set::Side(..) | Set::Facts(..) | Set::Hop(..)) {
        ways.push((None, 0, Features::default()));
    }
    // What each has of a relation.
    let mut rels = Vec::new();
    for node in item.nodes.iter().take(4) {
        rels.extend(
            chart
                .world
                .head_of(*node)?
                .iter()
                .copied()
                .filter(|r| chart.world.rels[*r].kind != SourceKind::Table),
        );
    }
    rels.sort_unstable();
    rels.dedup();
    for rel in rels {
        let said = chart.world.said(rel, &chart.text, !item.mask);
        if said.best >= 0.5 {
            let mut features = Features::default();
            features.add(Feature::HopSaid, said.gain.min(2.0));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::HopLoose, 1.0 - said.cover);
            ways.push((Some(rel), said.mask, features));
        }
    }
    for (of, words, more) in ways {
        let counted = of.map(|rel| (rel, true)).or(item.end.map(|(rel, out)| (rel, !out)));
        // Where each has one, there is nothing to count.
        if let Some((rel, out)) = counted
            && !has_several(chart, item, rel, out)?
        {
            continue;
        }
        for (pick, cue) in &picks {
            if words & cue != 0 {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            let mut mask = item.mask | words | cue;
            mask = with_kind(chart, item, mask, &mut features)?;
            let spot = extremes_of(chart, item.mask | words).into_iter().find(|s| s.of.is_empty());
            if let (Some(_), Some(spot)) = (pick, spot) {
                let behind = chart.content_behind(spot.to, 2);
                let mut counted = words & behind;
                if let (None, Some((rel, out))) = (of, item.end) {
                    let other = chart.world.side(rel, out)?;
                    counted |= type_said(chart, &other, Some((rel, !out)), !0)? & behind;
                }
                features.add(if counted != 0 { Feature::MostRows } else { Feature::MostRowsNot }, 1.0);
            }
            // What is counted stands at the other side.
            if let (None, Some((rel, out))) = (of, item.end) {
                let other = chart.world.side(rel, out)?;
                let kind = type_said(chart, &other, Some((rel, !out)), !mask)?;
                if kind & !mask != 0 {
                    features.add(Feature::MeasureSaid, 1.0);
                    mask |= kind;
                }
            }
            let goal = Goal::Groups {
                set: item.set.clone(),
                by: Vec::new(),
                of,
                with: Aggregate::Count,
                pick: *pick,
            };
            let gives = if pick.is_some() { Gives::Text } else { Gives::Table };
            found.push(reading(goal, mask, features, gives, pick.map_or(9, |p| p.1)));
        }
    }
    Ok(())
}

fn truths(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    if chart.asks != Asks::Truth || matches!(&*item.set, Set::Names(_)) {
        return Ok(());
    }
    // A column of yes and no answers itself: that it says no is no value that is there.
    if let Some((rel, true)) = item.end
        && chart.world.rels[rel].kind == SourceKind::Table
        && is_flag(chart, rel)?
    {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpExists, 1.0);
    let mask = with_kind(chart, item, item.mask, &mut features)?;
    // "does X have Y" where X has none: the fact is asked for by both names.
    found.push(reading(Goal::Exists(item.set.clone()), mask, features.clone(), Gives::Truth, 1));
    if let (Set::Hop(of, rel, out, when), Set::Names(_)) = (&*item.set, inner(&item.set)) {
        for mention in chart.mentions.clone() {
            if mention.mask & mask != 0 {
                continue;
            }
            let sides = if *out { chart.world.side(*rel, false)? } else { chart.world.side(*rel, true)? };
            // Of somebody of whom the relation never holds it does not hold here, where it is said.
            let never = sides.binary_search(&mention.node).is_err();
            if never && (features.get(Feature::HopSaid) == 0.0 || mention.score < 0.8) {
                continue;
            }
            let name = Some(Arc::new(Set::Names(vec![mention.text.clone()])));
            let (head, tail) = if *out { (Some(of.clone()), name) } else { (name, Some(of.clone())) };
            let set = Set::Facts(*rel, head, tail, true, when.clone());
            let mut features = features.clone();
            features.add(Feature::NameSure, mention.score);
            features.add(Feature::NameDoubt, 1.0 - mention.score);
            features.add(Feature::NameUnsaid, 1.0 - mention.cover);
            features.add(if never { Feature::FactAbsent } else { Feature::FactPair }, 1.0);
            found.push(reading(Goal::Exists(Arc::new(set)), mask | mention.mask, features, Gives::Truth, 1));
        }
    }
    // "are they by the same director"
    let same = (0..chart.text.tokens.len()).find(|at| chart.text.word(*at) == "same");
    if let (Some(same), Set::Hop(of, rel, out, when)) = (same, &*item.set)
        && let Set::Names(names) = &**of
        && let [one, two] = names.as_slice()
    {
        let side = |name: &String| {
            Arc::new(Set::Hop(Arc::new(Set::Names(vec![name.clone()])), *rel, *out, when.clone()))
        };
        features.add(Feature::OpEqual, 1.0);
        let goal = Goal::Equal(side(one), side(two));
        found.push(reading(goal, mask | bit(same), features, Gives::Truth, 1));
    }
    Ok(())
}

/// The set that a hop begins at.
fn inner(set: &Set) -> &Set {
    match set {
        Set::Hop(of, ..) => of,
        other => other,
    }
}

/// "are all X Y": two sets of rows.
fn subsets(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) -> Result<()> {
    let all = chart.text.cue(Cue::All);
    if chart.asks != Asks::Truth || all == 0 {
        return Ok(());
    }
    let rows: Vec<Item> = chart
        .items
        .iter()
        .filter(|i| matches!(&*i.set, Set::Rows(_, conds) if conds.len() == 1))
        .take(60)
        .cloned()
        .collect();
    for a in &rows {
        for b in rows.iter().filter(|b| b.rows == a.rows && b.mask & a.mask == 0) {
            let first = (64 - a.mask.leading_zeros()) <= b.mask.trailing_zeros() + 1;
            if !first {
                continue;
            }
            let mut features = a.features.with(&b.features);
            features.add(Feature::OpSubset, 1.0);
            let mask = with_kind(chart, a, a.mask | b.mask | all, &mut features)?;
            found.push(reading(Goal::Subset(a.set.clone(), b.set.clone()), mask, features, Gives::Truth, 1));
        }
    }
    Ok(())
}

/// How long facts held, and when they began.
fn times(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let Set::Facts(rel, Some(_), Some(_), _, When::Always) = &*item.set else {
        return times_of_hop(chart, item, found);
    };
    if chart.world.rels[*rel].kind != SourceKind::Tkg {
        return Ok(());
    }
    time_goals(chart, item, item.set.clone(), found)
}

fn times_of_hop(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    // "since when does the present owner own it": the fact between a set and what it leads to.
    let Set::Hop(of, rel, out, _) = &*item.set else { return Ok(()) };
    if chart.world.rels[*rel].kind != SourceKind::Tkg || !asks_for_time(chart) {
        return Ok(());
    }
    let members = Some(item.set.clone());
    let (head, tail) = if *out { (Some(of.clone()), members) } else { (members, Some(of.clone())) };
    time_goals(chart, item, Arc::new(Set::Facts(*rel, head, tail, true, When::Always)), found)
}

/// Whether a time is asked for, or spoken of: "the first time that".
fn asks_for_time(chart: &Chart<'_, '_>) -> bool {
    let words =
        || (0..chart.text.tokens.len()).any(|at| lexicon::contains("asks for a time", chart.text.word(at)));
    chart.asks == Asks::Date || words()
}

fn time_goals(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    set: Arc<Set>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let lasting = chart.text.cue(Cue::Duration) & !item.mask;
    if lasting != 0 {
        let unit = if chart.text.cue(Cue::Months) != 0 {
            "months"
        } else if chart.text.cue(Cue::Days) != 0 {
            "days"
        } else {
            "years"
        };
        let units = chart.text.cue(Cue::Years) | chart.text.cue(Cue::Months) | chart.text.cue(Cue::Days);
        let mut features = item.features.clone();
        features.add(Feature::OpLasted, 1.0);
        let mask = item.mask | lasting | units;
        found.push(reading(Goal::Lasted(set.clone(), unit), mask, features, Gives::Number, 1));
    }
    if asks_for_time(chart) {
        for (start, cue) in [(true, chart.text.cue(Cue::Since)), (false, 0)] {
            let ended =
                (0..chart.text.tokens.len()).filter(|at| lexicon::contains("ends", chart.text.word(*at)));
            let end = ended.fold(0, |m, at| m | bit(at));
            if !start && end == 0 {
                continue;
            }
            let mut features = item.features.clone();
            features.add(Feature::OpBound, 1.0);
            let mask = item.mask | cue | if start { 0 } else { end };
            found.push(reading(Goal::Bound(set.clone(), start), mask, features, Gives::Date, 1));
        }
    }
    Ok(())
}

/// Who came before and after in a temporal relation.
fn neighbours(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let next = chart.text.cue(Cue::Neighbour) & !item.mask;
    let before = chart.text.cue(Cue::Before) & !item.mask;
    let after = chart.text.cue(Cue::After) & !item.mask;
    if next | before | after == 0 {
        return Ok(());
    }
    // One fact of a relation, from which the others are seen: by both names, or by one alone.
    let mut ways = Vec::new();
    match &*item.set {
        Set::Facts(rel, Some(head), Some(tail), _, When::Always)
            if chart.world.rels[*rel].kind == SourceKind::Tkg =>
        {
            // The others at the head's side, for the same tail; and at the tail's, for the same head.
            ways.push((*rel, head.clone(), tail.clone(), false, 0.0));
            ways.push((*rel, head.clone(), tail.clone(), true, 0.0));
        }
        Set::Hop(of, rel, out, When::Always)
            if chart.world.rels[*rel].kind == SourceKind::Tkg && item.nodes.len() == 1 =>
        {
            if *out {
                ways.push((*rel, of.clone(), item.set.clone(), false, 1.0));
            } else {
                ways.push((*rel, item.set.clone(), of.clone(), true, 1.0));
            }
        }
        _ => {}
    }
    for (rel, head, tail, tails, silent) in ways {
        let all = if tails {
            Set::Hop(head.clone(), rel, true, When::Always)
        } else {
            Set::Hop(tail.clone(), rel, false, When::Always)
        };
        // "who succeeded Ann as captain of the Rovers": the name behind the word is one of the others.
        let own = if tails { &tail } else { &head };
        let (own, other) = (chart.nodes_of(own, !0), if tails { &head } else { &tail });
        let other = chart.nodes_of(other, !0);
        let said = named_behind(chart, next | before | after);
        let one = Set::Facts(rel, Some(head), Some(tail), tails, When::Always);
        let words = |section: &str| {
            (0..chart.text.tokens.len()).any(|at| lexicon::contains(section, chart.text.word(at)))
        };
        let mut sides = Vec::new();
        if before != 0 || words("earlier ones") {
            sides.push(true);
        }
        if after != 0 || words("later ones") && !words("earlier ones") {
            sides.push(false);
        }
        let every = words("asks for all") && next == 0;
        for side in sides {
            let mut features = item.features.clone();
            features.add(Feature::OpNear, 1.0);
            features.add(Feature::HopSilent, silent * 0.3);
            if said.iter().any(|node| own.contains(node)) {
                features.add(Feature::NearSame, 1.0);
            } else if said.iter().any(|node| other.contains(node)) {
                features.add(Feature::NearOther, 1.0);
            }
            let mask = item.mask | next | if side { before } else { after };
            let set = Set::Near(Arc::new(all.clone()), Arc::new(one.clone()), side, every);
            let mask = with_kind(chart, item, mask, &mut features)?;
            found.push(reading(Goal::List(Arc::new(set)), mask, features, Gives::Text, 1));
        }
    }
    Ok(())
}

/// The names right behind some words.
fn named_behind(chart: &Chart<'_, '_>, words: Coverage) -> Vec<NodeId> {
    let ends = (0..chart.text.tokens.len()).filter(|at| words & bit(*at) != 0 && words & bit(at + 1) == 0);
    let behind: Vec<usize> = ends.map(|at| at + 1).collect();
    let begins =
        |mask: Coverage| behind.iter().any(|at| (*at..=at + 1).contains(&(mask.trailing_zeros() as usize)));
    chart.mentions.iter().filter(|m| m.score >= 0.6 && begins(m.mask)).map(|m| m.node).collect()
}

/// Facts of an event that its time is told by, at most.
const EVENT_FACTS: usize = 3;

/// Those before or after an event: "who was mayor after the flood". The event is a name right behind
/// the word, whose own facts have times.
fn beside_events(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let Set::Hop(_, held, _, When::Always) = &*item.set else { return Ok(()) };
    if !item.temporal {
        return Ok(());
    }
    let spots: Vec<Spot> =
        chart.text.spots.iter().filter(|s| matches!(s.cue, Cue::Before | Cue::After)).cloned().collect();
    for spot in spots.iter().filter(|s| s.mask() & item.mask == 0) {
        let near = |mask: Coverage| (spot.to..=spot.to + 1).contains(&(mask.trailing_zeros() as usize));
        let events = chart.mentions.iter().filter(|m| m.mask & item.mask == 0 && near(m.mask));
        for event in events.cloned().collect::<Vec<_>>() {
            // One who stands in the same relation is no event: "the mayor before Ann".
            if chart.world.side(*held, true)?.binary_search(&event.node).is_ok()
                || chart.world.side(*held, false)?.binary_search(&event.node).is_ok()
            {
                continue;
            }
            for rel in chart.world.head_of(event.node)?.iter().copied().collect::<Vec<_>>() {
                if rel == *held || chart.world.rels[rel].kind != SourceKind::Tkg {
                    continue;
                }
                let days = chart.world.intervals(rel, Some(event.node), None)?;
                if days.is_empty() || days.len() > EVENT_FACTS {
                    continue;
                }
                let name = Arc::new(Set::Names(vec![event.text.clone()]));
                let facts = Arc::new(Set::Facts(rel, Some(name), None, true, When::Always));
                for every in [false, true] {
                    let mut features = item.features.clone();
                    features.add(Feature::NameSure, event.score);
                    features.add(Feature::NameDoubt, 1.0 - event.score);
                    features.add(Feature::NameUnsaid, 1.0 - event.cover);
                    features.add(Feature::OpNear, 1.0);
                    features.add(Feature::TimeTerm, 1.0);
                    let before = spot.cue == Cue::Before;
                    let set = Set::Near(item.set.clone(), facts.clone(), before, every);
                    let mask = item.mask | spot.mask() | event.mask;
                    let mask = with_kind(chart, item, mask, &mut features)?;
                    found.push(reading(Goal::List(Arc::new(set)), mask, features, Gives::Text, 1));
                }
            }
        }
    }
    Ok(())
}

/// How many percent.
fn shares(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
    let cue = chart.text.cue(Cue::Share) & !item.mask;
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else { return Ok(()) };
    if cue == 0 || conds.is_empty() {
        return Ok(());
    }
    let mut wholes: Vec<(Vec<Cond>, Option<Feature>)> = vec![(Vec::new(), None)];
    if conds.len() > 1 {
        for at in 0..conds.len() {
            let mut rest = conds.clone();
            let part = rest.remove(at);
            // "what share of A's sales is B's": the whole is named right behind "of".
            let place = |cond: &Cond| place_of(chart, cond);
            let first = rest.iter().all(|c| place(c) < place(&part));
            wholes.push((rest, Some(if first { Feature::ShareOfWhole } else { Feature::ShareOfPart })));
        }
    }
    for (whole, order) in wholes {
        let part = Arc::new(Set::Rows(source, conds.clone()));
        let of = Arc::new(Set::Rows(source, whole.clone()));
        let mut features = item.features.clone();
        features.add(Feature::OpShare, 1.0);
        features.add_some(order);
        let mask = with_kind(chart, item, item.mask | cue, &mut features)?;
        let goal =
            Goal::Share(Box::new(Goal::Count(part.clone(), false)), Box::new(Goal::Count(of.clone(), false)));
        found.push(reading(goal, mask, features, Gives::Number, 1));
        for (rel, words, more) in measures(chart, item, source)? {
            let silent = more.get(Feature::MeasureSaid)
                + more.get(Feature::MeasureUnit)
                + more.get(Feature::MoneySaid)
                == 0.0;
            // "percent" is what the question asks for, not the unit of what is summed.
            if silent || chart.world.rels[rel].unit.as_deref() == Some("%") {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(Feature::OpShare, 1.0);
            features.add_some(order);
            features.add(Feature::OpSum, 0.5);
            let mask =
                with_kind(chart, item, item.mask | cue | words | chart.text.cue(Cue::Sum), &mut features)?;
            let total = |set: &Arc<Set>| Box::new(Goal::Total(set.clone(), Aggregate::Sum, rel));
            found.push(reading(Goal::Share(total(&part), total(&of)), mask, features, Gives::Number, 1));
        }
    }
    // One column of one row by another: how much of its award it has spent.
    if item.nodes.len() == 1 {
        let columns = measures(chart, item, source)?;
        for (a, am, af) in &columns {
            for (b, bm, bf) in &columns {
                if a == b
                    || am & bm != 0
                    || af.get(Feature::MeasureSaid) == 0.0
                    || bf.get(Feature::MeasureSaid) == 0.0
                {
                    continue;
                }
                let mut features = item.features.with(af).with(bf);
                features.add(Feature::OpShare, 1.0);
                let value = |rel: RelId| Box::new(Goal::Total(item.set.clone(), Aggregate::Sum, rel));
                let mask = with_kind(chart, item, item.mask | cue | am | bm, &mut features)?;
                found.push(reading(Goal::Share(value(*a), value(*b)), mask, features, Gives::Number, 1));
            }
        }
    }
    Ok(())
}

/// Where the question says what a condition tests: the first token of its name, number or time,
/// 64 for one that has none.
fn place_of(chart: &Chart<'_, '_>, cond: &Cond) -> u32 {
    let named = |names: &[String]| {
        let mention = chart.mentions.iter().find(|m| names.contains(&m.text));
        mention.map(|m| m.mask.trailing_zeros())
    };
    let timed = || {
        let days = chart.world.rels[cond.rel].shape == Shape::Date;
        let period = chart.text.periods.iter().find(|p| test_of(p, days).as_ref() == Some(&cond.test));
        period.map(|p| p.mask.trailing_zeros())
    };
    let counted = || {
        let Test::Compare(_, value) = &cond.test else { return None };
        let number = chart.text.numbers.iter().find(|n| plain(n.value) == *value);
        number.map(|n| n.mask.trailing_zeros())
    };
    let own = match &cond.test {
        Test::Is(names) | Test::Not(names) => named(names),
        _ => None,
    };
    own.or_else(timed).or_else(counted).unwrap_or(64)
}

/// Numbers of two things compared: the same goal with the other name or time in it.
fn differences(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) -> Result<()> {
    let cue = match chart.text.cue(Cue::Difference) {
        0 => chart.text.difference_implied(),
        said => said,
    };
    if cue == 0 {
        return Ok(());
    }
    let mut swaps: Vec<(String, String, Coverage, f32, bool)> = Vec::new();
    let mentions = chart.mentions.clone();
    for one in &mentions {
        for two in mentions.iter().filter(|m| m.mask & one.mask == 0) {
            let (a, b) = (chart.world.tail_of(one.node)?, chart.world.tail_of(two.node)?);
            let (c, d) = (chart.world.head_of(one.node)?, chart.world.head_of(two.node)?);
            if !a.iter().any(|r| b.contains(r)) && !c.iter().any(|r| d.contains(r)) {
                continue;
            }
            swaps.push((
                one.text.clone(),
                two.text.clone(),
                two.mask,
                two.score,
                one.mask.trailing_zeros() < two.mask.trailing_zeros(),
            ));
        }
    }
    for one in &chart.text.periods {
        for two in chart.text.periods.iter().filter(|p| p.mask & one.mask == 0) {
            if let (Some(a), Some(b)) = (one.from, two.from) {
                let first = one.mask.trailing_zeros() < two.mask.trailing_zeros();
                swaps.push((super::rules::iso(a), super::rules::iso(b), two.mask, 1.0, first));
            }
        }
    }
    // "how many fewer A than B" is B less A.
    let fewer = chart.text.cue(Cue::Less) | chart.text.cue(Cue::Below) != 0;
    // "the gap between A and B" does not say which is the larger: both ways are looked at.
    let ordered = chart.text.cue(Cue::More) | chart.text.cue(Cue::Less) != 0 || fewer;
    swaps.retain(|(_, _, _, _, first)| !ordered || *first != fewer);
    let numbers: Vec<Derivation> = found
        .iter()
        .filter(|r| {
            r.gives == Gives::Number && matches!(r.goal, Goal::Count(..) | Goal::Total(..) | Goal::List(_))
        })
        .cloned()
        .collect();
    for reading in numbers {
        for (one, two, mask, score, _) in &swaps {
            if reading.mask & mask != 0 {
                continue;
            }
            let twin = swapped(&reading.goal, one, two);
            if twin == reading.goal {
                continue;
            }
            let mut features = reading.features.clone();
            features.add(Feature::OpDifference, 1.0);
            features.add(Feature::NameSure, *score);
            features.add(Feature::NameDoubt, 1.0 - *score);
            let goal = Goal::Difference(Box::new(reading.goal.clone()), Box::new(twin));
            let mask = reading.mask | mask | cue | chart.text.cue(Cue::More) | chart.text.cue(Cue::Less);
            found.push(Derivation { goal, mask, features, score: 0.0, gives: Gives::Number, size: 1 });
        }
    }
    Ok(())
}

/// A goal with another name in it.
fn swapped(goal: &Goal, one: &str, two: &str) -> Goal {
    match goal {
        Goal::List(set) => Goal::List(swap(set, one, two)),
        Goal::Count(set, distinct) => Goal::Count(swap(set, one, two), *distinct),
        Goal::Total(set, with, rel) => Goal::Total(swap(set, one, two), *with, *rel),
        other => other.clone(),
    }
}

fn swap(set: &Arc<Set>, one: &str, two: &str) -> Arc<Set> {
    let names = |names: &[String]| -> Vec<String> {
        // Of two that are named together none becomes the other.
        if names.iter().any(|n| n == two) {
            return names.to_vec();
        }
        names.iter().map(|n| if n == one { two.to_owned() } else { n.clone() }).collect()
    };
    let cond = |cond: &Cond| Cond {
        rel: cond.rel,
        test: match &cond.test {
            Test::Is(list) => Test::Is(names(list)),
            Test::Among(set) => Test::Among(swap(set, one, two)),
            other => other.clone(),
        },
    };
    Arc::new(match &**set {
        Set::Names(list) => Set::Names(names(list)),
        Set::Rows(source, conds) => Set::Rows(*source, conds.iter().map(cond).collect()),
        Set::Hop(of, rel, out, when) => Set::Hop(swap(of, one, two), *rel, *out, when.clone()),
        Set::Keep(of, test) => Set::Keep(swap(of, one, two), cond(test)),
        Set::Both(a, b) => Set::Both(swap(a, one, two), swap(b, one, two)),
        Set::Extreme(of, by, largest, k) => Set::Extreme(swap(of, one, two), by.clone(), *largest, *k),
        other => other.clone(),
    })
}

/// Features of what a reading leaves unexplained and of how it fits what the question asks for.
fn finish(chart: &Chart<'_, '_>, reading: &mut Derivation) {
    let text = &chart.text;
    let features = &mut reading.features;
    let strong = [
        (Cue::Count, Feature::CountAskedNot),
        (Cue::Mean, Feature::MeanAskedNot),
        (Cue::Sum, Feature::SumAskedNot),
        (Cue::Share, Feature::ShareAskedNot),
        (Cue::Difference, Feature::DifferenceAskedNot),
        (Cue::Each, Feature::EachAskedNot),
        (Cue::Not, Feature::NotAskedNot),
        (Cue::Other, Feature::OtherAskedNot),
        (Cue::More, Feature::ExtremeAskedNot),
        (Cue::Less, Feature::ExtremeAskedNot),
        (Cue::Duration, Feature::DurationAskedNot),
        (Cue::Neighbour, Feature::NearAskedNot),
        (Cue::Before, Feature::NearAskedNot),
        (Cue::After, Feature::NearAskedNot),
        (Cue::Now, Feature::NowAskedNot),
        (Cue::Missing, Feature::MissingAskedNot),
        (Cue::During, Feature::DuringAskedNot),
    ];
    // Words of comparison that belong to numbers and times are explained with them.
    let taken =
        text.numbers.iter().fold(0, |m, n| m | n.mask) | text.periods.iter().fold(0, |m, p| m | p.mask);
    let mut cues = 0;
    for (cue, feature) in strong {
        let mut missed = false;
        for spot in text.spots_of(cue) {
            // "by" alone says too little to be missed.
            if cue == Cue::Each && text.phrase(spot.from, spot.to) == "by" {
                continue;
            }
            cues |= spot.mask();
            if spot.mask() & (reading.mask | taken) == 0 {
                missed = true;
            }
        }
        if missed {
            features.add(feature, 1.0);
        }
    }
    let english = super::lexicon::English::get();
    let unit_asked = (1..text.tokens.len()).any(|at| {
        let asked = text.word(at - 1) == "many" || text.word(at - 1) == "in" && text.word(at).len() > 1;
        asked && english.unit(text.word(at)).is_some() && bit(at) & (reading.mask | taken) == 0
    });
    if unit_asked {
        features.add(Feature::UnitAskedNot, 1.0);
    }
    let single = (0..text.tokens.len()).any(|at| lexicon::contains("of single things", text.word(at)));
    if single && features.get(Feature::OpExtreme) + features.get(Feature::OpMax) > 0.0 {
        features.add(Feature::SingleAsked, 1.0);
    }
    let or = (0..text.tokens.len()).any(|at| text.word(at) == "or" && bit(at) & (reading.mask | taken) == 0);
    if or {
        features.add(Feature::OrAskedNot, 1.0);
    }
    let numbers = text.numbers.iter().filter(|n| n.own & reading.mask == 0).count();
    let times = text.periods.iter().filter(|p| p.mask & reading.mask == 0).count();
    let asking = text.asking();
    features.add(Feature::LeftNumber, numbers as f32);
    features.add(Feature::TimeIgnored, times as f32);
    for (at, token) in text.tokens.iter().enumerate() {
        let own = bit(at);
        if reading.mask & own != 0 {
            if !token.filler {
                features.add(Feature::Used, 1.0);
            }
            continue;
        }
        if taken & own != 0 {
            continue;
        }
        // What is told in another sentence than the one that asks need not matter.
        if token.sentence != asking && !token.name_like && !token.filler {
            features.add(Feature::LeftAside, 1.0);
            continue;
        }
        if chart.focus & own != 0 {
            features.add(Feature::LeftFocus, 1.0);
            if chart.known & own == 0 && cues & own == 0 {
                features.add(Feature::LeftNewFocus, 1.0);
            }
        }
        if token.name_like && !token.filler {
            features.add(Feature::LeftName, 1.0);
        } else if cues & own != 0 {
            features.add(Feature::LeftCue, 1.0);
        } else if !token.filler {
            features.add(Feature::LeftWord, 1.0);
            if token.light {
                features.add(Feature::LeftLight, 1.0);
            }
            if chart.known & own != 0 {
                features.add(Feature::LeftKnown, 1.0);
            } else if text.is_noun(at) {
                features.add(Feature::LeftNoun, 1.0);
            }
        }
    }
    if chart.focus != 0 && chart.focus & reading.mask != 0 && features.get(Feature::FocusEnd) == 0.0 {
        features.add(Feature::FocusInside, 1.0);
    }
    let gives = reading.gives;
    match chart.asks {
        Asks::Person => {
            features.add(if gives == Gives::Text { Feature::AskPersonOk } else { Feature::AskPersonNo }, 1.0)
        }
        Asks::Date => {
            features.add(if gives == Gives::Date { Feature::AskDateOk } else { Feature::AskDateNo }, 1.0)
        }
        Asks::Number => features.add(
            match gives {
                Gives::Number => Feature::AskNumberOk,
                Gives::Table => Feature::AskThingOk,
                _ => Feature::AskNumberNo,
            },
            1.0,
        ),
        Asks::Truth => {
            features.add(if gives == Gives::Truth { Feature::AskTruthOk } else { Feature::AskTruthNo }, 1.0)
        }
        Asks::Thing => features.add(
            match gives {
                Gives::Number => Feature::AskThingNumber,
                Gives::Date => Feature::AskThingDate,
                _ => Feature::AskThingOk,
            },
            1.0,
        ),
    }
    let focus = text
        .tokens
        .iter()
        .enumerate()
        .find(|(at, _)| chart.focus & bit(*at) != 0)
        .map(|(_, t)| t.word.as_str());
    if gives == Gives::Text
        && let Some(noun) = focus
    {
        let plural = noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us");
        match (plural, reading.size > 1) {
            (false, true) => features.add(Feature::ManyGiven, 1.0),
            (true, false) => features.add(Feature::OneGiven, 1.0),
            _ => features.add(Feature::Agrees, 1.0),
        }
    }
    if reading.size > 60 {
        features.add(Feature::Large, 1.0);
    }
    if reading.size == 0 {
        features.add(Feature::Empty, 1.0);
    }
    let echo = match &reading.goal {
        Goal::List(set) => match &**set {
            Set::Hop(of, rel, true, _) => match &**of {
                Set::Rows(_, conds) => {
                    conds.iter().any(|c| c.rel == *rel && matches!(&c.test, Test::Is(n) if n.len() == 1))
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    if echo {
        features.add(Feature::Echo, 1.0);
    }
    let (operations, names) = super::lexical::used(&reading.goal, reading.gives, chart.world);
    let left = left_roots(text, reading.mask | taken);
    let lexical = Lexical { grams: chart.grams.clone(), operations, names, left };
    features.lexical = Some(Arc::new(lexical));
    reading.score = chart.weights.score_with(features, &chart.biases);
}

/// The roots of the words that are not explained and could be of content, each once.
fn left_roots(text: &Text, used: Coverage) -> Vec<String> {
    let left = text.tokens.iter().enumerate().filter(|(at, token)| {
        used & bit(*at) == 0 && !token.name_like && !token.word.bytes().any(|b| b.is_ascii_digit())
    });
    let mut roots: Vec<String> = left.map(|(_, token)| token.root.clone()).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}
