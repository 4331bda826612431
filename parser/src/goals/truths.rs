//! Goals of yes and no: whether there is a member, whether all are.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::kinds::kinds_of;
use crate::lexicon::Cue;
use crate::node_lists::both;
use crate::rules::whole_side;
use crate::set::{Goal, Set, When};
use crate::text::{Coverage, Text, bit};

use super::times::node_of;
use super::{Derivation, Gives, is_flag, reading, with_kind};

pub(super) fn truths(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    if chart.asks != Asks::Truth || matches!(&*item.set, Set::Names(_)) {
        return Ok(());
    }
    // A column of yes and no answers itself: a "no" in it is a member, too.
    if let Some((rel, true)) = item.end
        && chart.world.rels[rel].kind == SourceKind::Table
        && is_flag(chart, rel)?
    {
        return Ok(());
    }
    let several = chart.text.has_word("than") || chart.text.has_word_of("universal words");
    let mut features = item.features.clone();
    features.add(Feature::OpExists, 1.0);
    let coverage = with_kind(chart, item, item.coverage, &mut features)? | tags(&chart.text);
    found.extend(nothing(chart, item.set.clone(), coverage, &features));
    // "does X have Y" if X has none: the fact between both names is asked for.
    if !is_over(chart, &item.set)? {
        found.push(reading(Goal::Exists(item.set.clone()), coverage, features.clone(), Gives::Truth, 1));
    }
    if let (Set::Hop(of, rel, out, when), Set::Names(_)) = (&*item.set, inner(&item.set)) {
        for mention in chart.mentions.clone() {
            if mention.coverage & coverage != 0 {
                continue;
            }
            let sides = if *out { chart.world.side(*rel, false)? } else { chart.world.side(*rel, true)? };
            // A name without any fact of the relation: the answer is no, if the question says the relation.
            let never = sides.binary_search(&mention.node).is_err();
            // A missing fact answers a question about this fact alone.
            if never && several {
                continue;
            }
            if never && (features.get(Feature::HopSaid) == 0.0 || mention.score < 0.8) {
                continue;
            }
            let name = Some(Arc::new(Set::Names(vec![mention.text.clone()])));
            let (head, tail) = if *out { (Some(of.clone()), name) } else { (name, Some(of.clone())) };
            let set = Set::Facts(*rel, head, tail, true, when.clone());
            let mut features = features.clone();
            mention.add_sureness(&mut features);
            features.add(if never { Feature::FactAbsent } else { Feature::FactPair }, 1.0);
            let (set, coverage) = (Arc::new(set), coverage | mention.coverage);
            found.extend(nothing(chart, set.clone(), coverage, &features));
            if is_over(chart, &set)? {
                continue;
            }
            found.push(reading(Goal::Exists(set), coverage, features, Gives::Truth, 1));
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
        found.push(reading(goal, coverage | bit(same), features, Gives::Truth, 1));
    }
    Ok(())
}

/// Days after which a fact was surely no event, whatever the precision of its dates.
const LASTING: i32 = 366;

/// Whether the question is in the present tense, but every fact between these two names has ended: "is Ann the mayor"
/// is not answered by her term of long ago. What took no time, such as an award, stays true.
fn is_over(chart: &mut Chart<'_, '_>, set: &Set) -> Result<bool> {
    let Set::Facts(rel, Some(head), Some(tail), _, When::Always) = set else { return Ok(false) };
    let present = chart.text.opens_in_present() && chart.text.periods.is_empty();
    if !present || chart.text.cue(Cue::Ever) != 0 || chart.world.rels[*rel].kind != SourceKind::Tkg {
        return Ok(false);
    }
    let (Some(head), Some(tail)) = (node_of(chart, head), node_of(chart, tail)) else { return Ok(false) };
    let days = chart.world.intervals(*rel, Some(head), Some(tail))?;
    let today = chart.world.today;
    Ok(!days.is_empty()
        && days.iter().all(|(first, last)| *last < today && last.saturating_sub(*first) > LASTING))
}

/// The words that only ask whether the rest is true: "right" in ", right?" and in "Is that right?".
fn tags(text: &Text) -> Coverage {
    let asks = |at: &usize| {
        let that =
            at.checked_sub(1).is_some_and(|before| matches!(text.word(before), "that" | "this" | "it"));
        lexicon::contains("tags", text.word(*at)) && (that || text.tokens[*at].opens)
    };
    (0..text.tokens.len()).filter(asks).fold(0, |covered, at| covered | bit(at))
}

/// "X was never at Y, right?" is true where there is no such fact.
fn nothing(
    chart: &Chart<'_, '_>,
    set: Arc<Set>,
    coverage: Coverage,
    features: &Features,
) -> Option<Derivation> {
    let denied = chart.denied & !coverage;
    let mut features = features.clone();
    features.add(Feature::OpNothing, 1.0);
    features.add(Feature::Negated, 1.0);
    (denied != 0).then(|| reading(Goal::Nothing(set), coverage | denied, features, Gives::Truth, 1))
}

/// The set that a hop starts from.
pub(super) fn inner(set: &Set) -> &Set {
    match set {
        Set::Hop(of, ..) => of,
        other => other,
    }
}

/// Maximum number of sets that are tested for being within another.
const PARTS: usize = 60;

/// "are all X Y": whether one set of rows, which may be a whole table, is within another, or all names of a kind
/// are among some names.
pub(super) fn subsets(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) -> Result<()> {
    let all = chart.text.cue(Cue::All) | chart.text.cue(Cue::Each);
    if chart.asks != Asks::Truth || all == 0 {
        return Ok(());
    }
    let conds = |item: &ChartItem| match &*item.set {
        Set::Rows(_, conds) => Some(conds.len()),
        _ => None,
    };
    let mut best: Vec<ChartItem> =
        chart.items.iter().filter(|i| conds(i).is_some_and(|n| n <= 2)).cloned().collect();
    best.sort_by(|a, b| b.score.total_cmp(&a.score));
    let tables: Vec<ChartItem> = best.iter().filter(|i| conds(i) == Some(0)).cloned().collect();
    best.retain(|i| conds(i) != Some(0));
    best.truncate(PARTS);
    for a in tables.iter().chain(&best) {
        for b in
            best.iter().filter(|b| b.rows == a.rows && b.coverage & a.coverage == 0 && conds(b) == Some(1))
        {
            let first = (64 - a.coverage.leading_zeros()) <= b.coverage.trailing_zeros() + 1;
            if !first {
                continue;
            }
            let mut features = a.features.with(&b.features);
            features.add(Feature::OpSubset, 1.0);
            let coverage = with_kind(chart, a, a.coverage | b.coverage | all, &mut features)?;
            found.push(reading(
                Goal::Subset(a.set.clone(), b.set.clone()),
                coverage,
                features,
                Gives::Truth,
                1,
            ));
        }
    }
    // "do all suppliers hold a certificate"
    let behind = chart.text.spots_of(Cue::All).chain(chart.text.spots_of(Cue::Each)).map(|spot| spot.to);
    let noun = behind.fold(0, |covered, at| covered | chart.content_behind(at, 1));
    let mut names: Vec<ChartItem> = chart
        .items
        .iter()
        .filter(|i| i.rows.is_none() && !matches!(*i.set, Set::Names(_)))
        .cloned()
        .collect();
    names.sort_by(|a, b| b.score.total_cmp(&a.score));
    names.truncate(PARTS);
    for kind in kinds_of(chart.world, &chart.text, noun) {
        let sides = chart.world.sides_of(kind)?;
        for (rel, heads) in sides {
            let (set, members) = (whole_side(chart, rel, heads), chart.world.side(rel, heads)?);
            for b in names.iter().filter(|b| b.coverage & noun == 0 && *b.set != *set) {
                if both(&members, &b.nodes).is_empty() {
                    continue;
                }
                let mut features = b.features.clone();
                features.add(Feature::OpSubset, 1.0);
                features.add(Feature::TypeSaid, 1.0);
                let goal = Goal::Subset(set.clone(), b.set.clone());
                found.push(reading(goal, noun | b.coverage | all, features, Gives::Truth, 1));
            }
        }
    }
    Ok(())
}
