//! What two names, or two times, have in common: films with both A and B, the customers who bought both a lamp and
//! a desk, those who ordered in both 2023 and 2024.

use std::sync::Arc;

use trustuqa_model::{NodeId, Result};

use super::dates::days_of;
use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::node_lists::both;
use crate::relation::RelId;
use crate::set::{Cond, Set, ValueTest, When};
use crate::text::{Coverage, bit};

/// What a relation leads to from both of two names: films with both A and B.
pub(super) fn both_of_pair(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    (rel, out): (RelId, bool),
    when: &When,
    coverage: Coverage,
    features: &Features,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Set::Names(names) = &*item.set else { return Ok(()) };
    let [one, two] = names.as_slice() else { return Ok(()) };
    let cue = chart.text.cue(Cue::Both);
    let and =
        (0..chart.text.tokens.len()).any(|at| item.coverage & bit(at) != 0 && chart.text.word(at) == "and");
    if cue == 0 && !and {
        return Ok(());
    }
    let days = days_of(chart, when)?;
    let mut sides = Vec::new();
    for node in item.nodes.iter() {
        sides.push(if out {
            chart.world.out(&[*node], rel, days)?
        } else {
            chart.world.into(&[*node], rel, days)?
        });
    }
    let [first, second] = sides.as_slice() else { return Ok(()) };
    let nodes = both(first, second);
    if nodes.is_empty() {
        return Ok(());
    }
    let hop =
        |name: &String| Arc::new(Set::Hop(Arc::new(Set::Names(vec![name.clone()])), rel, out, when.clone()));
    let mut features = features.clone();
    features.add(if cue != 0 { Feature::PairBoth } else { Feature::PairAnd }, 1.0);
    let set = Set::Both(hop(one), hop(two));
    let mut next = chart.item(set, nodes, None, coverage | cue, features, Some(item));
    next.end = Some((rel, out));
    found.push(next);
    Ok(())
}

/// Values of a column that rows of both of two names have: the customers who bought both a lamp and a desk.
pub(super) fn both_of_rows(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    (rel, mut said): (RelId, NameMatch),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Set::Rows(_, conds) = &*item.set else { return Ok(()) };
    let cue = chart.text.cue(Cue::Both) & !item.coverage;
    // "Who has booked both": the column of persons.
    if said.best < 0.5 && cue != 0 && chart.asks == Asks::Person {
        let persons = chart.world.holds_persons(rel, false)? == Some(true);
        said = if persons { NameMatch { gain: 0.5, best: 0.5, ..NameMatch::default() } } else { said };
    }
    if let ([cond], true) = (conds.as_slice(), cue != 0 && said.best >= 0.5) {
        both_times(chart, item, cond, rel, &said, found)?;
    }
    // Other conditions hold for the rows of both: "both a tuning and a repair in 2023".
    let pair = conds.iter().enumerate().find_map(|(at, cond)| Some((at, cond, two_names(cond)?)));
    let Some((place, cond, [one, two])) = pair.filter(|(_, cond, _)| cond.rel != rel) else { return Ok(()) };
    let and =
        (0..chart.text.tokens.len()).any(|at| item.coverage & bit(at) != 0 && chart.text.word(at) == "and");
    if said.best < 0.5 || cue == 0 && !and {
        return Ok(());
    }
    let mut sides = Vec::new();
    for name in [one, two] {
        let rows = both(&rows_of_name(chart, item.coverage, cond, name)?, &item.nodes);
        sides.push(chart.world.out(&rows, rel, None)?);
    }
    let [first, second] = sides.as_slice() else { return Ok(()) };
    let nodes = both(first, second);
    if nodes.is_empty() {
        return Ok(());
    }
    let of = |name: &String| {
        let mut conds = conds.clone();
        conds[place] = with_name(cond, name);
        let rows = Set::Rows(source, conds);
        Arc::new(Set::Hop(Arc::new(rows), rel, true, When::Always))
    };
    let mut features = item.features.clone();
    features.add(Feature::JoinSaid, said.gain.min(1.5));
    features.add(if cue != 0 { Feature::PairBoth } else { Feature::PairAnd }, 1.0);
    let set = Set::Both(of(one), of(two));
    let mut next = chart.item(set, nodes, None, item.coverage | said.coverage | cue, features, Some(item));
    next.end = Some((rel, true));
    found.push(next);
    Ok(())
}

/// The two names that a condition is about, in the column itself or in another table that it leads to.
fn two_names(cond: &Cond) -> Option<&[String; 2]> {
    match &cond.test {
        ValueTest::Is(names) => names.as_slice().try_into().ok(),
        _ => cond.joined_once().and_then(two_names),
    }
}

/// The condition with one name alone.
fn with_name(cond: &Cond, name: &str) -> Cond {
    let test = match &cond.test {
        ValueTest::Among(of) => match (&**of, cond.joined_once()) {
            (Set::Hop(rows, key, out, when), Some(inner)) if let Set::Rows(table, _) = &**rows => {
                let rows = Set::Rows(*table, vec![with_name(inner, name)]);
                ValueTest::Among(Arc::new(Set::Hop(Arc::new(rows), *key, *out, when.clone())))
            }
            _ => cond.test.clone(),
        },
        _ => ValueTest::Is(vec![name.to_owned()]),
    };
    Cond { rel: cond.rel, test }
}

/// The rows that meet the condition with one name alone.
fn rows_of_name(
    chart: &mut Chart<'_, '_>,
    coverage: Coverage,
    cond: &Cond,
    name: &String,
) -> Result<Vec<NodeId>> {
    let cells = match &cond.test {
        ValueTest::Among(of) => match (&**of, cond.joined_once()) {
            (Set::Hop(_, key, ..), Some(inner)) => {
                let rows = rows_of_name(chart, coverage, inner, name)?;
                chart.world.out(&rows, *key, None)?
            }
            _ => return Ok(Vec::new()),
        },
        _ => chart.nodes_of(&Set::Names(vec![name.clone()]), coverage),
    };
    chart.world.into(&cells, cond.rel, None)
}

/// Values of a column that rows of both of two times have: the customers who ordered in both 2023 and 2024.
fn both_times(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    cond: &Cond,
    rel: RelId,
    said: &NameMatch,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let later = |other: &&ChartItem| {
        let single = |conds: &[Cond]| matches!(conds, [one] if one.rel == cond.rel && one.test != cond.test);
        let apart = other.coverage & item.coverage == 0
            && other.coverage > item.coverage
            && other.coverage & said.coverage == 0;
        other.rows == item.rows && apart && matches!(&*other.set, Set::Rows(_, conds) if single(conds))
    };
    if !chart.world.rels[cond.rel].is_time() {
        return Ok(());
    }
    let others: Vec<ChartItem> = chart.items.iter().filter(later).cloned().collect();
    for other in others {
        let first = chart.world.out(&item.nodes, rel, None)?;
        let nodes = both(&first, &chart.world.out(&other.nodes, rel, None)?);
        if nodes.is_empty() {
            continue;
        }
        let of = |set: &Arc<Set>| Arc::new(Set::Hop(Arc::clone(set), rel, true, When::Always));
        let mut features = item.features.with(&other.features);
        features.add(Feature::JoinSaid, said.gain.min(1.5));
        features.add(Feature::PairBoth, 1.0);
        let coverage = item.coverage | other.coverage | said.coverage | chart.text.cue(Cue::Both);
        let mut next =
            chart.item(Set::Both(of(&item.set), of(&other.set)), nodes, None, coverage, features, Some(item));
        next.end = Some((rel, true));
        found.push(next);
    }
    Ok(())
}
