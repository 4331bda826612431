//! Names with something in common: "films with the same director as Alien", "who worked with Ann at the library",
//! "other orders of the customer of O-800".

use std::sync::Arc;

use trustuqa_model::{Result, SourceKind};

use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::node_lists::minus;
use crate::relation::RelId;
use crate::set::{Cond, Set, ValueTest, When};
use crate::text::{Coverage, bit};

/// Larger sets are not searched for peers.
const MOST: usize = 200;

/// The peers of a name: what shares its value of a relation.
pub fn peers(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    if item.nodes.is_empty() || item.nodes.len() > MOST {
        return Ok(());
    }
    match &*item.set {
        Set::Hop(of, rel, true, When::Always) if matches!(**of, Set::Rows(..)) => {
            of_row(chart, item, of, *rel, found)
        }
        Set::Hop(of, rel, out, When::Always) if matches!(**of, Set::Names(_)) => {
            of_name(chart, item, of, (*rel, *out), found)
        }
        Set::Facts(rel, Some(head), Some(tail), _, When::Always) => {
            of_fact(chart, item, *rel, (head, tail), found)
        }
        _ => Ok(()),
    }
}

/// The words that ask for what is in common, with features; a `with` alone is less sure.
fn cue(chart: &Chart<'_, '_>, used: Coverage) -> Option<(Coverage, Features)> {
    let mut features = Features::default();
    features.add(Feature::OpPeers, 1.0);
    let shared = chart.text.cue(Cue::Shared) & !used;
    if shared != 0 {
        features.add(Feature::PeersSaid, 1.0);
        return Some((shared, features));
    }
    let with =
        (0..chart.text.tokens.len()).find(|at| chart.text.word(*at) == "with" && used & bit(*at) == 0)?;
    Some((bit(with), features))
}

/// "the same director as Alien": straight back over the relation, without the name itself.
fn of_name(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    of: &Arc<Set>,
    (rel, out): (RelId, bool),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let said = chart.world.name_match(rel, &chart.text, !item.coverage);
    let again = said.best >= 0.5;
    let shared = chart.text.cue(Cue::Shared) & !item.coverage;
    if shared == 0 && !again {
        return Ok(());
    }
    let own = chart.nodes_of(of, item.coverage);
    let all = if out {
        chart.world.into(&item.nodes, rel, None)?
    } else {
        chart.world.out(&item.nodes, rel, None)?
    };
    let nodes = minus(&all, &own);
    if nodes.is_empty() {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpPeers, 1.0);
    features.add(Feature::PeersSaid, f32::from(u8::from(shared != 0)));
    let mut coverage = item.coverage | shared;
    if again {
        features.add(Feature::HopAgain, 1.0);
        features.add_said(&said);
        coverage |= said.coverage;
    }
    let back = Arc::new(Set::Hop(item.set.clone(), rel, !out, When::Always));
    let mut next = chart.item(Set::Minus(back, of.clone()), nodes, None, coverage, features, Some(item));
    next.end = Some((rel, !out));
    found.push(next);
    Ok(())
}

/// "who played with Ann for the Rovers": other heads of facts with the same tail; if times are known, also only
/// those at the same time.
fn of_fact(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    rel: RelId,
    (head, tail): (&Arc<Set>, &Arc<Set>),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Some((cue, asked)) = cue(chart, item.coverage) else { return Ok(()) };
    let (heads, tails) = (chart.nodes_of(head, item.coverage), chart.nodes_of(tail, item.coverage));
    let ([one], [two]) = (heads.as_slice(), tails.as_slice()) else { return Ok(()) };
    let days = chart.world.intervals(rel, Some(*one), Some(*two))?;
    let ends = days.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
    let mut whens = vec![(When::Always, None)];
    if let Some(ends) = ends.filter(|_| temporal) {
        whens.push((When::While(item.set.clone(), ends), Some(ends)));
    }
    for (when, days) in whens {
        let mut features = item.features.with(&asked);
        if days.is_some() {
            features.add(Feature::TimeTerm, 1.0);
        }
        let all = chart.world.into(&[*two], rel, days)?;
        let nodes = minus(&all, &[*one]);
        if nodes.is_empty() {
            continue;
        }
        let others = Arc::new(Set::Hop(tail.clone(), rel, false, when));
        let set = Set::Minus(others, head.clone());
        let mut next = chart.item(set, nodes, None, item.coverage | cue, features, Some(item));
        next.end = Some((rel, false));
        next.temporal = temporal;
        found.push(next);
    }
    Ok(())
}

/// "other orders of the customer of O-800": rows with the same value in a column, without the named row.
fn of_row(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    of: &Arc<Set>,
    rel: RelId,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Set::Rows(source, conds) = &**of else { return Ok(()) };
    let [Cond { rel: key, test: ValueTest::Is(names) }] = conds.as_slice() else { return Ok(()) };
    let shared = (chart.text.cue(Cue::Shared) | chart.text.cue(Cue::Other)) & !item.coverage;
    if shared == 0 || *key == rel || !chart.world.keys(*source)?.contains(key) {
        return Ok(());
    }
    let own = chart.nodes_of(&Set::Names(names.clone()), item.coverage);
    let own = chart.world.into(&own, *key, None)?;
    let all = chart.world.into(&item.nodes, rel, None)?;
    let nodes = minus(&all, &own);
    if nodes.is_empty() {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpPeers, 1.0);
    features.add(Feature::PeersSaid, 1.0);
    let among = Cond { rel, test: ValueTest::Among(item.set.clone()) };
    let not = Cond { rel: *key, test: ValueTest::Not(names.clone()) };
    let set = Set::Rows(*source, vec![among, not]);
    found.push(chart.item(set, nodes, Some(*source), item.coverage | shared, features, Some(item)));
    Ok(())
}
