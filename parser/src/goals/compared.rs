//! Goals of yes and no: whether one of two things has more, is larger or is earlier than the other.

use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, measured, table_words};
use crate::set::{Cond, Goal, Set, ValueTest, When};
use crate::text::{Coverage, Spot, bit};

use super::shares::swapped;
use super::totals::is_rate;
use super::{Derivation, Gives, reading};

/// Two things that the question may compare.
struct Comparands {
    one: String,
    two: String,
    /// The tokens of both names.
    used: Coverage,
    features: Features,
    /// The column with both of them, and the table that has rows of them; `None` for names of a graph.
    column: Option<(RelId, usize)>,
    /// Whether each has one row, or is a name of a graph.
    once: bool,
    /// The relations by which they may be compared.
    rels: Vec<RelId>,
}

impl Comparands {
    /// A reading: whether a goal of the first is larger, or smaller, than that of the second.
    fn reading(&self, goal: Goal, larger: bool, coverage: Coverage, features: Features) -> Derivation {
        let other = swapped(&goal, &self.one, &self.two);
        let goal = Goal::Larger(Box::new(goal), Box::new(other), larger);
        reading(goal, self.used | coverage, features, Gives::Truth, 1)
    }
}

/// "does A earn more than B", "was A hired before B", "has A more orders than B".
pub(super) fn compared(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let than = (0..chart.text.tokens.len()).find(|at| chart.text.word(*at) == "than").map_or(0, bit);
    let of = |cues: [Cue; 2]| -> Vec<Spot> {
        chart.text.spots.iter().filter(|spot| cues.contains(&spot.cue)).cloned().collect()
    };
    let (dated, sized) = (of([Cue::Before, Cue::After]), of([Cue::More, Cue::Less]));
    if chart.asks != Asks::Truth || than == 0 && dated.is_empty() {
        return Ok(());
    }
    for pair in pairs(chart, item)? {
        for spot in dated.iter().filter(|spot| pair.once && spot.coverage() & pair.used == 0) {
            by_date(chart, item, &pair, spot, found);
        }
        for spot in sized.iter().filter(|spot| than != 0 && spot.coverage() & pair.used == 0) {
            by_measure(chart, item, &pair, spot, than, found);
            if let Some((_, table)) = pair.column.filter(|_| spot.of.is_empty() && !pair.once) {
                by_rows(chart, item, &pair, (spot, table), than, found)?;
            }
        }
    }
    Ok(())
}

/// Each name in a set, paired with the names behind it that it may be compared with.
fn pairs(chart: &mut Chart<'_, '_>, item: &ChartItem) -> Result<Vec<Comparands>> {
    let named: Vec<(Option<(RelId, usize)>, &String)> = match &*item.set {
        Set::Rows(table, _) => {
            named_in_rows(&item.set).into_iter().map(|(rel, name)| (Some((rel, *table)), name)).collect()
        }
        Set::Names(names) if names.len() == 1 => vec![(None, &names[0])],
        _ => Vec::new(),
    };
    let Some(node) = item.nodes.first().copied() else { return Ok(Vec::new()) };
    let mut pairs = Vec::new();
    let mentions = chart.mentions.clone();
    for ((column, one), two) in
        named.iter().flat_map(|named| mentions.iter().map(move |two| (*named, two.clone())))
    {
        let behind = two.coverage & item.coverage == 0
            && two.coverage.trailing_zeros() > item.coverage.trailing_zeros();
        if !behind || two.text == *one {
            continue;
        }
        let (rows, rels): (usize, Vec<RelId>) = match column {
            Some((key, table)) => {
                if !chart.world.tail_of(two.node)?.contains(&key) {
                    continue;
                }
                let rels = chart.world.rels_of(table).filter(|rel| *rel != key).collect();
                let own = chart.world.rels[key].source == table;
                let rows = if own { chart.world.into(&[two.node], key, None)?.len() } else { 2 };
                (rows, rels)
            }
            None => {
                let of_two = chart.world.head_of(two.node)?;
                let of_one = chart.world.head_of(node)?;
                let both = of_one.iter().copied().filter(|rel| of_two.contains(rel));
                (1, both.filter(|rel| chart.world.rels[*rel].kind == SourceKind::Kg).collect())
            }
        };
        let mut features = item.features.clone();
        two.add_sureness(&mut features);
        features.add(Feature::OpLarger, 1.0);
        pairs.push(Comparands {
            one: one.clone(),
            used: item.coverage | two.coverage,
            two: two.text,
            features,
            column,
            once: column.is_none() || item.nodes.len() == 1 && rows == 1,
            rels,
        });
    }
    Ok(pairs)
}

/// The names that rows are chosen by, each with its column, their own or one of a table that it leads to: "more
/// plumbing jobs than" has a trade besides who did them.
fn named_in_rows(set: &Set) -> Vec<(RelId, &String)> {
    let Set::Rows(_, conds) = set else { return Vec::new() };
    let names = conds.iter().flat_map(|Cond { rel, test }| match test {
        ValueTest::Is(names) if names.len() == 1 => vec![(*rel, &names[0])],
        _ => Vec::new(),
    });
    let led = conds.iter().filter_map(Cond::joined).flat_map(|rows| named_in_rows(rows));
    names.chain(led).collect()
}

/// The values of a relation.
fn values(item: &ChartItem, rel: RelId) -> Goal {
    Goal::List(Arc::new(Set::Hop(item.set.clone(), rel, true, When::Always)))
}

/// Compares the dates of one relation that is said.
fn by_date(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    pair: &Comparands,
    spot: &Spot,
    found: &mut Vec<Derivation>,
) {
    for rel in pair.rels.iter().copied().filter(|rel| chart.world.rels[*rel].is_time()) {
        let said = chart.world.name_match(rel, &chart.text, !(pair.used | spot.coverage()));
        if said.best < 0.5 {
            continue;
        }
        let mut features = pair.features.clone();
        features.add(Feature::MeasureSaid, said.gain.min(1.5) * said.completeness.max(0.4));
        let coverage = spot.coverage() | said.coverage;
        found.push(pair.reading(values(item, rel), spot.cue == Cue::After, coverage, features));
    }
}

/// Compares the values of a relation; of several rows, their sum, or for rates and where it is asked for their mean.
fn by_measure(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    pair: &Comparands,
    spot: &Spot,
    than: Coverage,
    found: &mut Vec<Derivation>,
) {
    for rel in pair.rels.iter().copied() {
        let Some((more, coverage)) = measured(chart, spot, rel, !pair.used) else { continue };
        let date = chart.world.rels[rel].shape == Shape::Date;
        // "more" alone does not say of what; "higher" may be about the only number of a column.
        let silent = more.get(Feature::ExtremeSilent) > 0.0 && spot.of.is_empty();
        if silent || date && !pair.once {
            continue;
        }
        let (sum, mean) = (chart.text.cue(Cue::Sum) & !pair.used, chart.text.cue(Cue::Mean) & !pair.used);
        // Sums of prices and rates mean nothing.
        let (with, cue) = if mean != 0 {
            (Aggregate::Mean, mean)
        } else if is_rate(chart, rel) {
            (Aggregate::Mean, 0)
        } else {
            (Aggregate::Sum, sum)
        };
        let goal = match pair.once {
            true => values(item, rel),
            false => Goal::Total(item.set.clone(), with, rel),
        };
        let larger = asks_for_larger(chart, spot, Some(rel));
        let coverage = coverage | than | if pair.once { 0 } else { cue };
        found.push(pair.reading(goal, larger, coverage, pair.features.with(&more)));
    }
}

/// Compares the numbers of rows.
fn by_rows(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    pair: &Comparands,
    (spot, table): (&Spot, usize),
    than: Coverage,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let counted = table_words(chart, table, !pair.used)? & chart.content_behind(spot.to, 2);
    let mut features = pair.features.clone();
    features.add(if counted != 0 { Feature::MostRows } else { Feature::MostRowsNot }, 1.0);
    let goal = Goal::Count(item.set.clone(), false);
    found.push(pair.reading(goal, spot.cue == Cue::More, spot.coverage() | counted | than, features));
    Ok(())
}
