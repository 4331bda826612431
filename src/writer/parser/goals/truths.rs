//! Yes and no: whether there is one, whether all are.

use std::sync::Arc;

use trustuqa_model::{Result, SourceKind};

use crate::writer::parser::chart::{Asks, Chart, Item};
use crate::writer::parser::features::Feature;
use crate::writer::parser::lexicon::Cue;
use crate::writer::parser::set::{Goal, Set};
use crate::writer::parser::text::bit;

use super::{Derivation, Gives, is_flag, reading, with_kind};

pub(super) fn truths(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Derivation>) -> Result<()> {
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
pub(super) fn inner(set: &Set) -> &Set {
    match set {
        Set::Hop(of, ..) => of,
        other => other,
    }
}

/// "are all X Y": two sets of rows.
pub(super) fn subsets(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) -> Result<()> {
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
