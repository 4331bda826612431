//! Goals for the members of a set, and for how many there are.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::kinds::Kind;
use crate::lexicon::{Cue, English};
use crate::relation::{RelId, Shape};
use crate::rules::table_words;
use crate::set::{Cond, Goal, Set, ValueTest, When};
use crate::text::{Coverage, Spot, bit};

use super::{Derivation, Gives, gives_of, is_flag, measures, of_extreme, reading, with_kind};

/// Larger sets are not listed.
const LISTED: usize = 2_000;

/// The columns whose values may be listed for rows, with tokens and features.
pub(super) fn listed_columns(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
) -> Result<Vec<(RelId, Coverage, Features)>> {
    let keys = chart.world.keys(source)?;
    let mut list = Vec::new();
    let cells: Vec<RelId> = match &*item.set {
        Set::Rows(_, conds) => {
            conds.iter().filter(|c| matches!(c.test, ValueTest::Is(_))).map(|c| c.rel).collect()
        }
        _ => Vec::new(),
    };
    // The key that is named like what is asked for: a `Flight` of flights, whatever other keys there are.
    let named = keys.iter().copied().find(|rel| {
        let said = chart.world.name_match(*rel, &chart.text, !item.coverage);
        said.completeness >= 0.9 && said.best >= 0.8 && said.coverage & chart.focus != 0
    });
    let mut named_too = false;
    let mut beside = None;
    for key in &keys {
        if !chart.world.asks_for_codes(*key, &chart.text) {
            beside = beside.or(chart.world.name_beside(*key)?);
        }
        let words = &chart.world.rels[*key].words;
        named_too |= words.iter().any(|word| lexicon::contains("names of things", &word.word))
            && !chart.world.holds_codes(*key, false)?;
    }
    // Names that some rows share are good enough.
    named_too |= beside.is_some();
    // "no of boats" counts, and asks for no `Boat No.`.
    let counts = |spot: &&Spot| {
        spot.to > spot.from + 1 && !lexicon::contains("singular determiners", chart.text.word(spot.to))
    };
    let counted =
        chart.text.spots_of(Cue::Count).filter(counts).fold(0, |covered, spot| covered | spot.coverage());
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let code = counted != 0 && chart.world.holds_codes(rel, false)?;
        let free = !(item.coverage | if code { counted } else { 0 });
        let said = chart.world.meant(rel, &chart.text, free);
        let key = keys.contains(&rel) || beside == Some(rel);
        let mut features = Features::default();
        if is_flag(chart, rel)? {
            features.add(Feature::FlagAnswer, 1.0);
        }
        if key {
            features.add(Feature::KeyColumn, 1.0);
            let code = chart.world.holds_codes(rel, false)?;
            features.add(if code { Feature::KeyCode } else { Feature::KeyWords }, 1.0);
            if code && named_too {
                features.add(Feature::CodeBesideName, 1.0);
            }
            // Keys by which graphs and other tables know the rows.
            if chart.world.is_known_elsewhere(rel)? {
                features.add(Feature::KeyElsewhere, 1.0);
            }
        }
        if said.best >= 0.5 {
            let mut features = features.clone();
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::ColumnLoose, 1.0 - said.completeness);
            features.add(Feature::HeadUnsaid, f32::from(u8::from(!said.head)));
            features.add(Feature::ColumnGap, chart.apart(item.coverage, said.coverage).0);
            if said.coverage & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
                features.add(Feature::FocusLoose, 1.0 - said.best.min(1.0));
            }
            if cells.contains(&rel) {
                features.add(Feature::Echo, 1.0);
            }
            // "which customers" asks for the names beside a `Cust no`.
            if !key && let Some(name) = chart.world.name_of_code(rel)? {
                let mut of_name = features.clone();
                let echo = f32::from(u8::from(cells.contains(&name)));
                of_name.add(Feature::Echo, echo - of_name.get(Feature::Echo));
                list.push((name, said.coverage, of_name));
                features.add(Feature::CodeBesideName, 1.0);
            }
            list.push((rel, said.coverage, features));
        }
        if key && named.is_none_or(|named| named == rel) {
            // Words that say another key ask for that one.
            let mut coverage = chart.world.source_meant(source, &chart.text, !item.coverage)
                | if said.best >= 0.55 { said.coverage } else { 0 };
            if coverage != 0 {
                features.add(Feature::TypeSaid, 1.0);
                if coverage & chart.focus != 0 {
                    features.add(Feature::FocusEnd, 1.0);
                }
                if chart.world.source_meant(source, &chart.text, chart.focus) != 0 {
                    features.add(Feature::FocusTable, 1.0);
                }
            } else {
                features.add(Feature::TypeUnsaid, 1.0);
                coverage = 0;
            }
            if said.best >= 0.5 && said.coverage & !coverage == 0 {
                continue;
            }
            list.push((rel, coverage, features));
        }
    }
    Ok(list)
}

/// The column of the values between which the question asks to choose, if rows are chosen by both of them.
fn chosen_from(chart: &Chart<'_, '_>, item: &ChartItem) -> Option<RelId> {
    let Set::Rows(_, conds) = &*item.set else { return None };
    let both = |cond: &&Cond| matches!(&cond.test, ValueTest::Is(names) if names.len() == 2);
    let chosen = chart.alternatives != 0 && chart.alternatives & !item.coverage == 0 && conds.len() > 1;
    conds.iter().find(both).filter(|_| chosen).map(|cond| cond.rel)
}

/// The noun right behind a superlative that chose rows, if it says what they are.
fn noun_of_extreme(chart: &mut Chart<'_, '_>, item: &ChartItem, source: usize) -> Result<Coverage> {
    if !of_extreme(&item.set) {
        return Ok(0);
    }
    let spots = chart.text.spots.iter().filter(|spot| matches!(spot.cue, Cue::More | Cue::Less));
    let nouns =
        spots.filter(|spot| spot.coverage() & item.coverage != 0).map(|spot| chart.text.noun_behind(spot.to));
    let nouns = nouns.fold(0, |covered, at| covered | bit(at)) & !item.coverage;
    if nouns == 0 { Ok(0) } else { table_words(chart, source, nouns) }
}

/// Whether a negated condition of rows denies something of members instead: "customers who never bought a desk"
/// have no row with one, and not a row with another thing. In "jobs that are not paid", it is about the rows.
fn denies_of_members(chart: &Chart<'_, '_>, item: &ChartItem) -> bool {
    let Set::Rows(_, conds) = &*item.set else { return false };
    let denied = conds.iter().any(|cond| matches!(cond.test, ValueTest::Not(_)));
    let apart = |spot: &Spot| {
        let mut behind = (spot.to..chart.text.tokens.len()).filter(|at| !chart.text.tokens[*at].filler);
        behind.next().is_some_and(|at| item.coverage & bit(at) == 0)
    };
    let mut cues = chart.text.spots_of(Cue::Not).filter(|spot| spot.coverage() & item.coverage != 0);
    denied && cues.any(apart)
}

pub(super) fn lists(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    if item.nodes.len() > LISTED {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpList, 1.0);
    match item.rows {
        Some(source) => {
            let denies = denies_of_members(chart, item);
            let keys = chart.world.keys(source)?;
            // "The keeper of the tallest tower": the noun says what the row is.
            let noun = noun_of_extreme(chart, item, source)?;
            for (rel, coverage, mut more) in listed_columns(chart, item, source)? {
                more.add(Feature::RowsDenied, f32::from(u8::from(denies && !keys.contains(&rel))));
                let gives = gives_of(chart, rel);
                let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                let size = item.nodes.len();
                let noun = noun & !coverage;
                more.add(Feature::TypeSaid, f32::from(u8::from(noun != 0)));
                let coverage = item.coverage | coverage | noun;
                found.push(reading(Goal::List(set), coverage, features.with(&more), gives, size));
            }
            // "Is Ann a tuner or a voicer": which of them she has.
            if let Some(rel) = chosen_from(chart, item) {
                let mut features = features.clone();
                features.add(Feature::ColumnSaid, 1.0);
                features.add(Feature::FocusEnd, 1.0);
                let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                let (gives, size) = (gives_of(chart, rel), item.nodes.len());
                found.push(reading(Goal::List(set), item.coverage, features, gives, size));
            }
            // "how much did it cost": a number of very few rows, by its unit or measure alone.
            if item.nodes.len() <= 3 {
                for (rel, coverage, more) in measures(chart, item, source)? {
                    let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
                    let goal = Goal::List(set);
                    found.push(reading(
                        goal,
                        item.coverage | coverage,
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
                            item.coverage,
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
            if let Some(of_kind) = of_kind_alone(chart, item)? {
                features.add(Feature::KindPart, 1.0);
                let coverage = of_kind.coverage;
                let size = of_kind.nodes.len();
                let mut features = of_kind.features;
                features.add(Feature::OpList, 1.0);
                found.push(reading(Goal::List(of_kind.set), coverage, features, Gives::Text, size));
            }
            let mut coverage = with_kind(chart, item, item.coverage, &mut features)?;
            if let Some(at) = (0..chart.text.tokens.len()).find(|at| {
                lexicon::contains("nations.nouns", chart.text.word(*at)) && chart.focus & bit(*at) != 0
            }) {
                let first = item.nodes.first().map(|n| chart.world.text(*n)).transpose()?.unwrap_or_default();
                if English::get().is_nation(&first) {
                    features.add(Feature::NationOk, 1.0);
                    coverage |= bit(at);
                } else {
                    features.add(Feature::NationNo, 1.0);
                }
            }
            if let Some((rel, out)) = item.end {
                let said = chart.world.name_match(rel, &chart.text, !0);
                if said.coverage & chart.focus != 0 && chart.world.rels[rel].of_head != out {
                    features.add(Feature::FocusEnd, 1.0);
                }
                // "in what year": the time that such a relation leads to.
                if out && chart.world.rels[rel].is_time() {
                    let asked = (0..chart.text.tokens.len()).find(|at| {
                        matches!(chart.text.word(*at), "year" | "date" | "day" | "month")
                            && chart.focus & bit(*at) & !coverage != 0
                    });
                    if let Some(at) = asked {
                        features.add(Feature::FocusEnd, 1.0);
                        coverage |= bit(at);
                    }
                }
            }
            let gives = match item.end {
                Some((rel, true)) => gives_of(chart, rel),
                _ => Gives::Text,
            };
            found.push(reading(Goal::List(item.set.clone()), coverage, features, gives, item.nodes.len()));
        }
    }
    Ok(())
}

/// The members of a set that are of the kind that a noun says, if others are not: the directors among those who were
/// born in Paris.
fn of_kind_alone(chart: &mut Chart<'_, '_>, item: &ChartItem) -> Result<Option<ChartItem>> {
    let Some((end, out)) = item.end.filter(|_| (2..=LISTED).contains(&item.nodes.len())) else {
        return Ok(None);
    };
    let mut restricted = None;
    for kind in chart.kinds.clone() {
        let Kind::Side(rel, heads) = kind else { continue };
        if chart.world.rels[rel].kind == SourceKind::Table {
            continue;
        }
        if (rel, !heads) == (end, out) {
            return Ok(None);
        }
        chart.world.expect_around(&item.nodes, heads)?;
        let mut nodes = Vec::new();
        for node in item.nodes.iter() {
            if chart.world.is_on_side(*node, rel, heads)? {
                nodes.push(*node);
            }
        }
        if nodes.len() == item.nodes.len() {
            return Ok(None);
        }
        let noun = chart.world.name_match(rel, &chart.text, chart.focus & !item.coverage).coverage;
        if nodes.is_empty() || noun == 0 || restricted.is_some() {
            continue;
        }
        let mut features = item.features.clone();
        features.add(Feature::OpBoth, 1.0);
        features.add(Feature::TypeSaid, 1.0);
        features.add(Feature::FocusEnd, 1.0);
        let set = Set::Both(Arc::new(Set::Side(rel, heads)), item.set.clone());
        restricted = Some(chart.item(set, nodes, None, item.coverage | noun, features, Some(item)));
    }
    Ok(restricted)
}

/// Whether an item is the row that a name of a key column stands for.
fn is_row_of_key(chart: &mut Chart<'_, '_>, item: &ChartItem) -> Result<bool> {
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else { return Ok(false) };
    let keys = chart.world.keys(source)?;
    let named = |test: &ValueTest| matches!(test, ValueTest::Is(names) if names.len() == 1);
    Ok(conds.iter().any(|cond| named(&cond.test) && keys.contains(&cond.rel)))
}

pub(super) fn counts(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let cue = chart.text.cue(Cue::Count) & !item.coverage;
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
    // "How many nights is booking B12 for" does not ask how many bookings B12 is.
    if is_row_of_key(chart, item)? {
        features.add(Feature::CountOfKey, 1.0);
    }
    if let Some(of_kind) = of_kind_alone(chart, item)? {
        features.add(Feature::KindPart, 1.0);
        let coverage = of_kind.coverage | cue;
        let mut features = of_kind.features;
        features.add(Feature::OpCount, 1.0);
        found.push(reading(Goal::Count(of_kind.set, false), coverage, features, Gives::Number, 1));
    }
    let without_kind = features.clone();
    let coverage = with_kind(chart, item, item.coverage | cue, &mut features)?;
    // "How many more incidents than requests": what is compared need not say of what kind both are.
    if coverage & !(item.coverage | cue) & chart.compared != 0 {
        let goal = Goal::Count(item.set.clone(), false);
        found.push(reading(goal, item.coverage | cue, without_kind, Gives::Number, 1));
    }
    if matches!(&*item.set, Set::Facts(_, _, _, _, When::Always)) && chart.text.cue(Cue::Often) != 0 {
        let mut features = features.clone();
        features.add(Feature::OpTimes, 1.0);
        let coverage = coverage | chart.text.cue(Cue::Often);
        found.push(reading(Goal::Times(item.set.clone()), coverage, features, Gives::Number, 1));
    }
    found.push(reading(Goal::Count(item.set.clone(), false), coverage, features, Gives::Number, 1));
    if let Some(source) = item.rows {
        let different = chart.text.has_word_of("told apart");
        let denies = denies_of_members(chart, item);
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let said = chart.world.name_match(rel, &chart.text, !(item.coverage | cue));
            if said.best < 0.5 || said.coverage & chart.focus == 0 && !different {
                continue;
            }
            let mut features = item.features.clone();
            features.add(Feature::OpDistinct, 1.0);
            features.add(Feature::RowsDenied, f32::from(u8::from(denies)));
            if chart.world.rels[rel].shape == Shape::Number {
                features.add(Feature::CountNumbers, 1.0);
            }
            if !different {
                features.add(Feature::DistinctUncued, 1.0);
            }
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            if said.coverage & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
            }
            let set = Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always));
            found.push(reading(
                Goal::Count(set, true),
                item.coverage | cue | said.coverage,
                features,
                Gives::Number,
                1,
            ));
        }
    }
    Ok(())
}
