//! Goals of temporal facts: when they held, for how long, and what came before and after them.

use std::sync::Arc;

use trustuqa_model::{NodeId, Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::Feature;
use crate::lexicon::Cue;
use crate::rules::asks_for_larger;
use crate::set::{Goal, Set, When};
use crate::text::{Coverage, Spot, Text, bit};

use super::{Derivation, Gives, extremes_of, reading, with_kind};

/// How long facts between two sets held, and when they began or ended.
pub(super) fn times(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let Set::Facts(rel, Some(_), Some(_), _, When::Always) = &*item.set else {
        return times_of_hop(chart, item, found);
    };
    if chart.world.rels[*rel].kind != SourceKind::Tkg {
        return Ok(());
    }
    time_goals(chart, item, item.set.clone(), found)
}

pub(super) fn times_of_hop(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    // "since when does the present owner own it": the fact between a set and what it leads to.
    let Set::Hop(of, rel, out, _) = &*item.set else { return Ok(()) };
    let asked = asks_for_time(chart) || chart.text.cue(Cue::Duration) != 0;
    if chart.world.rels[*rel].kind != SourceKind::Tkg || !asked {
        return Ok(());
    }
    let members = Some(item.set.clone());
    let (head, tail) = if *out { (Some(of.clone()), members) } else { (members, Some(of.clone())) };
    time_goals(chart, item, Arc::new(Set::Facts(*rel, head, tail, true, When::Always)), found)
}

/// Whether the question asks for a time, or mentions one: "the first time that".
pub(super) fn asks_for_time(chart: &Chart<'_, '_>) -> bool {
    let words = || chart.text.has_word_of("asks for a time");
    chart.asks == Asks::Date || words()
}

/// The words by which the first and the last day count both: "counting the first and the last day".
fn counts_both_ends(text: &Text) -> Coverage {
    let words = text.words_of("counts both ends");
    let ends = text.has_word("both") || text.has_word("first") && text.has_word("last");
    let said = text.has_word("inclusive") || ends && words != 0;
    if said { words | text.words_of("both ends") } else { 0 }
}

pub(super) fn time_goals(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    set: Arc<Set>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let lasting = chart.text.cue(Cue::Duration) & !item.coverage;
    if lasting != 0 {
        let weeks = chart.text.words_of("weeks") & !item.coverage;
        let both_ends = counts_both_ends(&chart.text) & !item.coverage;
        let unit = if chart.text.cue(Cue::Months) != 0 {
            "months"
        } else if weeks != 0 {
            "weeks"
        } else if chart.text.cue(Cue::Days) != 0 {
            if both_ends != 0 { "calendar days" } else { "days" }
        } else if chart.text.cue(Cue::Years) != 0 {
            "years"
        } else {
            fitting_unit(chart, &set)?
        };
        let units =
            chart.text.cue(Cue::Years) | chart.text.cue(Cue::Months) | chart.text.cue(Cue::Days) | weeks;
        let mut features = item.features.clone();
        features.add(Feature::OpLasted, 1.0);
        let coverage = item.coverage | lasting | units | both_ends;
        found.push(reading(Goal::Lasted(set.clone(), unit), coverage, features, Gives::Number, 1));
    }
    if asks_for_time(chart) {
        for (start, cue) in [(true, chart.text.cue(Cue::Since)), (false, 0)] {
            let end = chart.text.words_of("ends");
            if !start && end == 0 {
                continue;
            }
            let mut features = item.features.clone();
            features.add(Feature::OpBound, 1.0);
            let coverage = item.coverage | cue | if start { 0 } else { end };
            // "When did she first win it?"
            for spot in
                extremes_of(chart, coverage).iter().filter(|spot| spot.of.iter().any(|of| of == "dat"))
            {
                // "When was she last there?" does not ask for the earliest date.
                if asks_for_larger(chart, spot, None) {
                    continue;
                }
                let mut features = features.clone();
                features.add(Feature::OpMax, 1.0);
                let goal = Goal::Earliest(Box::new(Goal::Bound(set.clone(), start)));
                found.push(reading(goal, coverage | spot.coverage(), features, Gives::Date, 1));
            }
            found.push(reading(Goal::Bound(set.clone(), start), coverage, features, Gives::Date, 1));
        }
    }
    Ok(())
}

/// Days in a year and in a month, on average.
pub(super) const YEAR: f32 = 365.25;
const MONTH: f32 = YEAR / 12.0;
/// What lasted so many years is told in years.
const MANY_YEARS: f32 = 10.0;
/// A length this near to whole units, as a share of one, is told in them.
const NEARLY_WHOLE: f32 = 0.05;

/// The unit in which it can be told how long these facts lasted without cutting much off: "0 years" is no answer.
fn fitting_unit(chart: &mut Chart<'_, '_>, set: &Set) -> Result<&'static str> {
    let Set::Facts(rel, Some(head), Some(tail), ..) = set else { return Ok("years") };
    let (Some(head), Some(tail)) = (node_of(chart, head), node_of(chart, tail)) else { return Ok("years") };
    let lengths: Vec<f32> = chart
        .world
        .intervals(*rel, Some(head), Some(tail))?
        .into_iter()
        // A fact without a first day has one before all others.
        .map(|(first, last)| last.min(chart.world.today).saturating_sub(first).saturating_add(1) as f32)
        .collect();
    let in_years = |days: &f32| days / YEAR >= MANY_YEARS || is_nearly_whole(days / YEAR);
    let in_months = |days: &f32| days / MONTH >= 2.0 || is_nearly_whole(days / MONTH);
    Ok(if lengths.iter().all(in_years) {
        "years"
    } else if lengths.iter().all(in_months) {
        "months"
    } else {
        "days"
    })
}

fn is_nearly_whole(units: f32) -> bool {
    units > 0.9 && (units - units.round()).abs() < NEARLY_WHOLE
}

/// The node of a set of one name that the question mentions.
pub(super) fn node_of(chart: &Chart<'_, '_>, set: &Set) -> Option<NodeId> {
    let Set::Names(names) = set else { return None };
    let [name] = names.as_slice() else { return None };
    chart.mentions.iter().find(|mention| mention.text == *name).map(|mention| mention.node)
}

/// Who came before and after in a temporal relation.
pub(super) fn neighbours(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let next = chart.text.cue(Cue::Neighbour) & !item.coverage;
    let before = chart.text.cue(Cue::Before) & !item.coverage;
    let after = chart.text.cue(Cue::After) & !item.coverage;
    if next | before | after == 0 {
        return Ok(());
    }
    // A fact whose neighbours in time are asked for: given by both names, or by one.
    let mut ways = Vec::new();
    let mut words_of_other = 0;
    match &*item.set {
        Set::Facts(rel, Some(head), Some(tail), _, When::Always)
            if chart.world.rels[*rel].kind == SourceKind::Tkg =>
        {
            // Its neighbours are the other heads of the same tail, or the other tails of the same head.
            ways.push((*rel, head.clone(), tail.clone(), false, 0.0));
            ways.push((*rel, head.clone(), tail.clone(), true, 0.0));
        }
        Set::Hop(of, rel, out, When::Always)
            if chart.world.rels[*rel].kind == SourceKind::Tkg && item.nodes.len() == 1 =>
        {
            // "the president before Truman", whose office is called that of the President.
            words_of_other = words_in_name(chart, item.nodes[0], item.coverage)?;
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
        // "who succeeded Ann as captain of the Rovers": the name behind the cue is one of the neighbours.
        let own = if tails { &tail } else { &head };
        let (own, other) = (chart.nodes_of(own, !0), if tails { &head } else { &tail });
        let other = chart.nodes_of(other, !0);
        let said = named_behind(chart, next | before | after);
        let one = Set::Facts(rel, Some(head), Some(tail), tails, When::Always);
        let words = |section: &str| chart.text.has_word_of(section);
        let mut sides = Vec::new();
        if next != 0 && chart.text.asks_from_whom() {
            sides.push(true);
        } else {
            if before != 0 || words("earlier ones") {
                sides.push(true);
            }
            // "Who stepped into her shoes" came later.
            if after != 0 || words("later ones") && !words("earlier ones") || sides.is_empty() {
                sides.push(false);
            }
        }
        // "all the presidents since Ann left"
        let every = words("asks for all") && (next == 0 || chart.text.has_word("since"));
        for side in sides {
            let mut features = item.features.clone();
            features.add(Feature::OpNear, 1.0);
            features.add(Feature::HopSilent, silent * 0.3);
            if said.iter().any(|node| own.contains(node)) {
                features.add(Feature::NearSame, 1.0);
            } else if said.iter().any(|node| other.contains(node)) {
                features.add(Feature::NearOther, 1.0);
            }
            let coverage = item.coverage | words_of_other | next | if side { before } else { after };
            let set = Set::Near(Arc::new(all.clone()), Arc::new(one.clone()), side, every);
            let coverage = with_kind(chart, item, coverage, &mut features)?;
            found.push(reading(Goal::List(Arc::new(set)), coverage, features, Gives::Text, 1));
        }
    }
    Ok(())
}

/// The free words of the question that are in the name of a node.
fn words_in_name(chart: &mut Chart<'_, '_>, node: NodeId, used: Coverage) -> Result<Coverage> {
    let roots = chart.world.roots_of(node)?;
    let tokens = chart.text.tokens.iter().enumerate();
    let named =
        tokens.filter(|(at, token)| bit(*at) & used == 0 && !token.filler && roots.contains(&token.root));
    Ok(named.fold(0, |covered, (at, _)| covered | bit(at)))
}

/// The nodes of names right behind some words.
pub(super) fn named_behind(chart: &Chart<'_, '_>, words: Coverage) -> Vec<NodeId> {
    let ends = (0..chart.text.tokens.len()).filter(|at| words & bit(*at) != 0 && words & bit(at + 1) == 0);
    let behind: Vec<usize> = ends.map(|at| at + 1).collect();
    let begins = |coverage: Coverage| {
        behind.iter().any(|at| (*at..=at + 1).contains(&(coverage.trailing_zeros() as usize)))
    };
    chart.mentions.iter().filter(|m| m.score >= 0.6 && begins(m.coverage)).map(|m| m.node).collect()
}

/// Maximum number of facts of an event.
const EVENT_FACTS: usize = 3;

/// Members before or after an event: "who was mayor after the flood". The event is a name right behind the cue,
/// with temporal facts of its own.
pub(super) fn beside_events(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let Set::Hop(_, held, _, When::Always) = &*item.set else { return Ok(()) };
    if !item.temporal {
        return Ok(());
    }
    let spots: Vec<Spot> =
        chart.text.spots.iter().filter(|s| matches!(s.cue, Cue::Before | Cue::After)).cloned().collect();
    for spot in spots.iter().filter(|s| s.coverage() & item.coverage == 0) {
        let near =
            |coverage: Coverage| (spot.to..=spot.to + 1).contains(&(coverage.trailing_zeros() as usize));
        let events = chart.mentions.iter().filter(|m| m.coverage & item.coverage == 0 && near(m.coverage));
        for event in events.cloned().collect::<Vec<_>>() {
            // A name in the same relation is no event: "the mayor before Ann".
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
                    features.add(Feature::NameUnsaid, 1.0 - event.completeness);
                    features.add(Feature::OpNear, 1.0);
                    features.add(Feature::TimeTerm, 1.0);
                    let before = spot.cue == Cue::Before;
                    let set = Set::Near(item.set.clone(), facts.clone(), before, every);
                    let coverage = item.coverage | spot.coverage() | event.coverage;
                    let coverage = with_kind(chart, item, coverage, &mut features)?;
                    found.push(reading(Goal::List(Arc::new(set)), coverage, features, Gives::Text, 1));
                }
            }
        }
    }
    Ok(())
}
