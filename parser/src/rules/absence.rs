//! What is missing: the other members of a side of a relation, and names that do not occur on another side.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use trustuqa_model::{NodeId, Result, SourceKind};

use super::narrowing::negation_of;
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::node_lists::{minus, sample};
use crate::relation::RelId;
use crate::set::{Goal, Set, When};
use crate::text::Coverage;
use crate::world::World;

/// Members that are sampled to see where else names of their kind occur.
const SAMPLED: usize = 8;
/// Smaller sets are not sampled: all their names are looked at.
const SMALL: usize = 500;
/// Larger sets are not searched for names that do not occur elsewhere.
const MOST: usize = 20_000;

/// "ports without a linkspan": members of a side of a relation that do not lead to a name.
pub fn complements(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Set::Hop(of, rel, out, when) = &*item.set else { return Ok(()) };
    let cue = negation_of(chart, negation(chart, item.coverage), item.coverage);
    let named = matches!(&**of, Set::Names(_));
    let graph = chart.world.rels[*rel].kind != SourceKind::Table;
    if cue == 0 || !named || !graph || item.nodes.len() > MOST {
        return Ok(());
    }
    let all = chart.world.side(*rel, !*out)?;
    let left = minus(&all, &item.nodes);
    if left.is_empty() || left.len() == all.len() {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpComplement, 1.0);
    features.add(Feature::Negated, 1.0);
    // Who does not hold it today may have held it before.
    if !matches!(when, When::Always) {
        features.add(Feature::Depth, 1.0);
    }
    let set = Set::Minus(whole_side(chart, *rel, !*out), item.set.clone());
    let mut next = chart.item(set, left, None, item.coverage | cue, features, Some(item));
    next.end = item.end;
    found.push(next);
    Ok(())
}

/// The members of a set whose other sides are looked at, if the question may ask for those that do not occur there.
/// If these are all members of a small set, the sides need not be read.
pub fn looked_at(chart: &Chart<'_, '_>, item: &ChartItem) -> Vec<NodeId> {
    let few = (2..=MOST).contains(&item.nodes.len());
    if item.end.is_none() || item.rows.is_some() || !few || negation(chart, item.coverage) == 0 {
        return Vec::new();
    }
    let most = if item.nodes.len() <= SMALL { SMALL } else { SAMPLED };
    sample(&item.nodes, most).collect()
}

/// "plants that were never visited": names of a set that do not occur on another side.
pub fn elsewhere(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let cue = negation(chart, item.coverage);
    let looked_at = looked_at(chart, item);
    let Some((end, _)) = item.end.filter(|_| !looked_at.is_empty()) else { return Ok(()) };
    let small = item.nodes.len() <= SMALL;
    let mut sides: BTreeMap<(RelId, bool), Vec<NodeId>> = BTreeMap::new();
    for head in [true, false] {
        chart.world.expect_around(&looked_at, head)?;
    }
    for node in &looked_at {
        for rel in chart.world.tail_of(*node)?.iter() {
            sides.entry((*rel, false)).or_default().push(*node);
        }
        for rel in chart.world.head_of(*node)?.iter() {
            sides.entry((*rel, true)).or_default().push(*node);
        }
    }
    let sampled: Vec<NodeId> = sample(&item.nodes, SAMPLED).collect();
    sides.retain(|_, there| there.iter().any(|node| sampled.contains(node)));
    for ((rel, heads), there) in sides {
        let table = chart.world.rels[rel].kind == SourceKind::Table;
        if rel == end || table && heads {
            continue;
        }
        let said = chart.world.name_match(rel, &chart.text, !(item.coverage | cue));
        let source = chart.world.rels[rel].source;
        let named = if table { super::table_words(chart, source, !(item.coverage | cue))? } else { 0 };
        if said.best < 0.5 && named == 0 && !chart.unsaid_budget.compare(item.nodes.len()) {
            continue;
        }
        let mut features: Features = item.features.clone();
        features.add(Feature::OpAbsent, 1.0);
        features.add(Feature::Negated, 1.0);
        if said.best >= 0.5 || named != 0 {
            features.add(Feature::HopSaid, said.gain.clamp(0.6, 2.0));
        } else {
            features.add(Feature::HopSilent, 1.0);
        }
        let own = if said.best >= 0.5 { said.coverage } else { 0 };
        let coverage = item.coverage | cue | named | own;
        if chart.is_crowded_out(item.family(), &features, item, coverage, &[]) {
            continue;
        }
        let left = if small {
            minus(&item.nodes, &there)
        } else {
            minus(&item.nodes, &chart.world.side(rel, heads)?)
        };
        if left.is_empty() || left.len() == item.nodes.len() {
            continue;
        }
        let set = Set::Minus(item.set.clone(), whole_side(chart, rel, heads));
        let mut next = chart.item(set, left, None, coverage, features, Some(item));
        next.end = item.end;
        found.push(next);
    }
    Ok(())
}

/// Whether an exclusion of a reading starts from all names of their kind, as far as the graph tells: no other side
/// of a relation has the same ones and more. `None` if it excludes nothing, or not from a whole side.
pub fn takes_from_all(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<bool>> {
    let (Goal::List(set) | Goal::Count(set, _)) = goal else { return Ok(None) };
    let Set::Minus(of, _) = &**set else { return Ok(None) };
    let whole = match &**of {
        Set::Side(..) | Set::Facts(_, None, None, _, When::Always) => true,
        Set::Hop(of, _, _, When::Always) => match &**of {
            Set::Rows(_, conds) => conds.is_empty(),
            Set::Side(..) => true,
            _ => false,
        },
        _ => false,
    };
    match of.end().filter(|_| whole) {
        Some((rel, heads)) => chart.world.is_complete(rel, heads).map(Some),
        None => Ok(None),
    }
}

impl World<'_> {
    /// Whether no other side of a relation has the names of this one, and more; judged by a sample.
    fn is_complete(&mut self, rel: RelId, heads: bool) -> Result<bool> {
        if let Some(known) = self.complete.get(&(rel, heads)) {
            return Ok(*known);
        }
        let members = self.side(rel, heads)?;
        let mut common: Option<BTreeSet<(RelId, bool)>> = None;
        for node in sample(&members, SAMPLED) {
            let tails = self.tail_of(node)?;
            let mut sides: BTreeSet<(RelId, bool)> = tails.iter().map(|rel| (*rel, false)).collect();
            sides.extend(self.head_of(node)?.iter().map(|rel| (*rel, true)));
            common = Some(match common {
                Some(common) => common.intersection(&sides).copied().collect(),
                None => sides,
            });
        }
        let mut complete = true;
        for (other, heads) in common.unwrap_or_default() {
            complete &= self.side(other, heads)?.len() <= members.len();
        }
        self.complete.insert((rel, heads), complete);
        Ok(complete)
    }
}

/// The tokens of negations that a derivation has not used. "Have no deliveries" may mean an empty cell or rows elsewhere.
fn negation(chart: &Chart<'_, '_>, used: Coverage) -> Coverage {
    (chart.text.cue(Cue::Not) | chart.text.cue(Cue::Missing)) & !used
}

/// Every name on a side of a relation.
pub fn whole_side(chart: &Chart<'_, '_>, rel: RelId, heads: bool) -> Arc<Set> {
    let of = &chart.world.rels[rel];
    Arc::new(match (of.kind, heads) {
        (SourceKind::Table, _) => {
            Set::Hop(Arc::new(Set::Rows(of.source, Vec::new())), rel, true, When::Always)
        }
        (SourceKind::Tkg, true) => Set::Facts(rel, None, None, false, When::Always),
        (SourceKind::Tkg, false) => Set::Hop(Arc::new(Set::Side(rel, true)), rel, true, When::Always),
        (SourceKind::Kg, _) => Set::Side(rel, heads),
    })
}
