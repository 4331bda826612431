//! Comparisons of each member with a limit of its own: orders above the average of their own product, customers
//! above the average customer or over the limit in their own row. Also, groups that have all there are of
//! something.

use std::collections::HashMap;
use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind, Value};

use super::having::{MOST, grouped, measured, push, ways};
use super::narrowing::asks_for_larger;
use super::seeds::table_words;
use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::goals::measures;
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Grouping, Key, Limit, Set, ValueTest, When};
use crate::text::{Coverage, Number, Spot, bit, span};
use crate::ways::paths_of_rows;
use crate::world::{compares, mean};

/// Maximum number of words between "own" and the column of the group.
const NEAR: usize = 3;
/// Maximum number of words between "all" and the noun.
const BEHIND_ALL: usize = 4;

/// The table of a set of rows that can be grouped: at most `MOST` of them, unless they are the whole table.
pub(super) fn rows_to_group(item: &ChartItem) -> Option<usize> {
    let rows = matches!(&*item.set, Set::Rows(..)) && item.nodes.len() > 1;
    item.rows.filter(|_| rows && (item.nodes.len() <= MOST || item.is_whole_table()))
}

/// How a word compares the values of a relation.
fn comparison(chart: &Chart<'_, '_>, spot: &Spot, rel: Option<RelId>) -> Comparison {
    let larger = match spot.cue {
        Cue::Above => true,
        Cue::Below => false,
        _ => asks_for_larger(chart, spot, rel),
    };
    if larger { Comparison::Gt } else { Comparison::Lt }
}

/// The comparison, the average and the words of both, if a set has used none of them.
fn free_average(chart: &Chart<'_, '_>, item: &ChartItem) -> Option<(Spot, Spot, Coverage)> {
    let (spot, average) = chart.text.beside_average()?;
    let words = spot.coverage() | average.coverage();
    (words & item.coverage == 0).then(|| (spot.clone(), average.clone(), words))
}

/// Whether the question says a measure, be it by name, money, unit or quantity.
fn is_measure_named(features: &Features) -> bool {
    [Feature::MeasureSaid, Feature::MoneySaid, Feature::MeasureUnit, Feature::MeasureQuantity]
        .into_iter()
        .any(|feature| features.get(feature) > 0.0)
}

/// Rows above or below the average of their own group: "products dearer than the average of their category".
pub fn own_means(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = rows_to_group(item) else { return Ok(()) };
    let Some((spot, _, cues)) = free_average(chart, item) else { return Ok(()) };
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.rels[by].shape != Shape::Text || chart.world.keys(source)?.contains(&by) {
            continue;
        }
        let Some(group) = own_group(chart, by, spot.to, item.coverage | cues) else { continue };
        let used = item.coverage | cues | group;
        let groups = grouped(chart, &item.nodes, &[Key::Rel(by)])?;
        for (rel, words, more) in measures(chart, &ChartItem { coverage: used, ..item.clone() }, source)? {
            if !is_measure_named(&more) && !chart.world.rels[rel].holds_money() {
                continue;
            }
            let op = comparison(chart, &spot, Some(rel));
            let mut nodes = Vec::new();
            for rows in groups.values() {
                let Some(average) = mean(&chart.world.numbers(rows, rel)?) else { continue };
                nodes.extend(chart.world.comparing(rows, rel, &|value| compares(value, op, average))?);
            }
            nodes.sort_unstable();
            let (set, of, with) = (item.set.clone(), Some(rel), Aggregate::Mean);
            let grouping = Grouping { set, by: vec![Key::Rel(by)], of, with };
            let test = ValueTest::OfGroup(op, Box::new(grouping), by);
            let Some(set) = item.set.with(Cond { rel, test }) else { continue };
            let mut features = item.features.with(&more);
            features.add(Feature::OwnGroup, 1.0);
            found.push(chart.item(set, nodes, Some(source), used | words, features, Some(item)));
        }
    }
    Ok(())
}

/// The words that compare each row with its own group: "their own category", "the same shop".
fn own_group(chart: &Chart<'_, '_>, by: RelId, from: usize, used: Coverage) -> Option<Coverage> {
    let text = &chart.text;
    let behind = !span(0, from);
    let said = chart.world.name_match(by, text, behind & !used);
    let first = Some(said.coverage.trailing_zeros() as usize).filter(|_| said.best >= 0.5)?;
    let begin = first.saturating_sub(NEAR).max(from);
    let own = (begin..first).filter(|at| lexicon::contains("own groups", text.word(*at)));
    let own = own.fold(0, |covered, at| covered | bit(at));
    (own != 0).then_some(own | said.coverage)
}

/// Groups above or below the mean of all groups: "who spent more than the average customer".
pub fn group_means(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = rows_to_group(item) else { return Ok(()) };
    let Some((spot, average, cues)) = free_average(chart, item) else { return Ok(()) };
    let sum = chart.text.cue(Cue::Sum) & !item.coverage;
    let noun = chart.text.noun_behind(average.to);
    let inner = ChartItem { coverage: item.coverage | cues, ..item.clone() };
    for (way, features) in ways(chart, &inner, source)? {
        // "The average customer" is one of the groups; "more than average in total" is about groups, too.
        let is_group = |at: usize| {
            let root = chart.text.tokens.get(noun).map(|token| &token.root);
            way.name_match.coverage & bit(at) != 0
                && chart.text.tokens.get(at).map(|token| &token.root) == root
        };
        let of_groups = (0..chart.text.tokens.len()).any(is_group);
        if !of_groups && sum == 0 {
            continue;
        }
        let groups = grouped(chart, &item.nodes, &way.by)?;
        let mut used = inner.coverage | way.name_match.coverage | sum;
        used |= if of_groups { bit(noun) } else { 0 };
        let mut features = features.clone();
        features.add(Feature::OpHaving, 1.0);
        features.add(Feature::MeanOfGroups, if of_groups { 1.0 } else { 0.5 });
        let counted = table_words(chart, source, !used)? & chart.content_behind(spot.from, 3);
        if counted != 0 && groups.len() > 1 {
            let numbers: Vec<(NodeId, f64)> =
                groups.iter().map(|(name, rows)| (*name, rows.len() as f64)).collect();
            let grouping = Grouping::counted(item.set.clone(), way.by.clone());
            let op = comparison(chart, &spot, None);
            above_mean(chart, item, (grouping, op), &numbers, used | counted, &features, found);
        }
        for (rel, words, more) in measures(chart, &ChartItem { coverage: used, ..item.clone() }, source)? {
            if !is_measure_named(&more) && !chart.world.rels[rel].holds_money() {
                continue;
            }
            let numbers = measured(chart, &groups, rel, Aggregate::Sum)?;
            let (set, of, with) = (item.set.clone(), Some(rel), Aggregate::Sum);
            let grouping = Grouping { set, by: way.by.clone(), of, with };
            let op = comparison(chart, &spot, Some(rel));
            let mut features = features.with(&more);
            features.add(Feature::OpSum, 1.0);
            above_mean(chart, item, (grouping, op), &numbers, used | words, &features, found);
        }
    }
    Ok(())
}

/// Adds the groups for whose number the comparison with the mean of all holds.
fn above_mean(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    (grouping, op): (Grouping, Comparison),
    numbers: &[(NodeId, f64)],
    coverage: Coverage,
    features: &Features,
    found: &mut Vec<ChartItem>,
) {
    let all: Vec<f64> = numbers.iter().map(|(_, number)| *number).collect();
    let Some(mean) = mean(&all) else { return };
    let holds = |number: f64| number.partial_cmp(&mean).is_some_and(|order| op.holds(order));
    let members = numbers.iter().filter(|(_, number)| holds(*number)).map(|(name, _)| *name).collect();
    push(chart, item, Set::Having(grouping, op, Limit::Mean), members, coverage, features, found);
}

/// Rows and groups over a limit that another table has for them: orders of more pieces than the maximum of their
/// product, customers who spent more than their own limit.
pub fn limits(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = rows_to_group(item) else { return Ok(()) };
    let compares = |spot: &&Spot| match spot.cue {
        Cue::Above | Cue::Below => true,
        Cue::More | Cue::Less => chart.text.compares(spot),
        _ => false,
    };
    let spots = chart.text.spots.iter().filter(compares);
    let mut words: Vec<(Coverage, Comparison)> =
        spots.map(|spot| (spot.coverage(), comparison(chart, spot, None))).collect();
    for (section, op) in [("exceeds", Comparison::Gt), ("falls short", Comparison::Lt)] {
        let of_spots = chart.text.spots.iter().fold(0, |covered, spot| covered | spot.coverage());
        let said = (0..chart.text.tokens.len())
            .filter(|at| of_spots & bit(*at) == 0 && lexicon::contains(section, chart.text.word(*at)));
        words.extend(said.map(|at| (bit(at), op)));
    }
    words.retain(|(coverage, _)| coverage & item.coverage == 0);
    if words.is_empty() || item.nodes.len() < 2 {
        return Ok(());
    }
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.rels[by].shape != Shape::Text && !chart.world.rels[by].codes {
            continue;
        }
        for key in chart.world.keys_behind(by)?.iter().copied() {
            if chart.world.rels[key].source == source {
                for (coverage, op) in words.clone() {
                    beside_other_row(chart, item, (by, key), (coverage, op), found)?;
                }
                continue;
            }
            let columns: Vec<RelId> = chart.world.rels_of(chart.world.rels[key].source).collect();
            for limit in columns {
                for (coverage, op) in words.clone() {
                    beside_limit(chart, item, (by, key, limit), (coverage, op), found)?;
                }
            }
        }
    }
    Ok(())
}

/// Rows, and groups of rows, beyond a limit whose column is said behind the comparison.
fn beside_limit(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    (by, key, limit): (RelId, RelId, RelId),
    (compared, op): (Coverage, Comparison),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let of = Arc::clone(&chart.world.rels[limit]);
    let Some(source) = item.rows else { return Ok(()) };
    if of.shape != Shape::Number || of.codes || of.years || of.formula.is_some() {
        return Ok(());
    }
    // "More pieces than the maximum": what is said before "than" is what is compared.
    let from = compared.trailing_zeros() as usize + 1;
    let sized = (chart.text.cue(Cue::More) | chart.text.cue(Cue::Less)) & compared != 0;
    let than = (from..chart.text.tokens.len()).find(|at| sized && chart.text.word(*at) == "than");
    let behind = !span(0, than.unwrap_or(from)) & !(item.coverage | compared);
    let said = chart.world.name_match(limit, &chart.text, behind);
    if said.best < 0.5 || said.completeness < 0.6 {
        return Ok(());
    }
    let mut limits: HashMap<NodeId, f64> = HashMap::new();
    let all = chart.world.rows(of.source)?;
    for (name, rows) in grouped(chart, &all, &[Key::Rel(key)])? {
        let values = chart.world.numbers(&rows, limit)?;
        limits.extend(values.into_iter().reduce(f64::max).map(|value| (name, value)));
    }
    let groups = grouped(chart, &item.nodes, &[Key::Rel(by)])?;
    let used = item.coverage | compared | said.coverage;
    let mut base = item.features.clone();
    base.add(Feature::LimitSaid, said.gain.min(1.5));
    for (rel, words, more) in measures(chart, &ChartItem { coverage: used, ..item.clone() }, source)? {
        let own = &chart.world.rels[rel];
        let money = of.holds_money() || of.has_word_of("money of limits");
        let counted = of.has_word_of("quantities");
        let alike = own.holds_money() == money && own.has_word_of("quantities") == counted;
        if !(is_measure_named(&more) || alike) || own.years || own.codes || own.scale != of.scale {
            continue;
        }
        let more = base.with(&more);
        let mut nodes = Vec::new();
        for (name, rows) in &groups {
            let Some(bound) = limits.get(name) else { continue };
            nodes.extend(chart.world.comparing(rows, rel, &|value: &Value| compares(value, op, *bound))?);
        }
        nodes.sort_unstable();
        let set = Arc::new(Set::Rows(of.source, Vec::new()));
        let grouping = Grouping { set, by: vec![Key::Rel(key)], of: Some(limit), with: Aggregate::Max };
        let test = ValueTest::OfGroup(op, Box::new(grouping), by);
        if let Some(set) = item.set.with(Cond { rel, test }) {
            found.push(chart.item(set, nodes, Some(source), used | words, more.clone(), Some(item)));
        }
        let holds = |(name, sum): &&(NodeId, f64)| {
            let bound = limits.get(name);
            bound.is_some_and(|bound| sum.partial_cmp(bound).is_some_and(|order| op.holds(order)))
        };
        let sums = measured(chart, &groups, rel, Aggregate::Sum)?;
        let members: Vec<NodeId> = sums.iter().filter(holds).map(|(name, _)| *name).collect();
        let (set, with) = (item.set.clone(), Aggregate::Sum);
        let grouping = Grouping { set, by: vec![Key::Rel(by)], of: Some(rel), with };
        let named = chart.world.name_match(by, &chart.text, !(used | words));
        let mut features = more;
        features.add(Feature::OpHaving, 1.0);
        features.add(Feature::OpSum, 1.0);
        features.add(Feature::BySaid, if named.best >= 0.5 { named.gain.min(1.5) } else { 0.0 });
        let coverage = used | words | if named.best >= 0.5 { named.coverage } else { 0 };
        let having = Set::Having(grouping, op, Limit::Column(key, limit));
        // The features have those of the item already.
        let bare = ChartItem { features: Features::default(), ..item.clone() };
        push(chart, &bare, having, members, coverage, &features, found);
    }
    Ok(())
}

/// Rows compared with the row of the same table that one of their columns leads to: "who earns more than their
/// manager".
fn beside_other_row(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    (by, key): (RelId, RelId),
    (compared, op): (Coverage, Comparison),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Some(source) = item.rows else { return Ok(()) };
    let behind = !span(0, compared.trailing_zeros() as usize + 1) & !(item.coverage | compared);
    let said = chart.world.name_match(by, &chart.text, behind);
    if said.best < 0.5 {
        return Ok(());
    }
    let used = item.coverage | compared | said.coverage;
    let all = chart.world.rows(source)?;
    let rows_of = grouped(chart, &all, &[Key::Rel(key)])?;
    let groups = grouped(chart, &item.nodes, &[Key::Rel(by)])?;
    for (rel, words, more) in measures(chart, &ChartItem { coverage: used, ..item.clone() }, source)? {
        let own = &chart.world.rels[rel];
        if !is_measure_named(&more) || own.years || own.codes || [by, key].contains(&rel) {
            continue;
        }
        let mut nodes = Vec::new();
        for (name, rows) in &groups {
            let other = rows_of.get(name).map_or(&[][..], Vec::as_slice);
            let Some(bound) = chart.world.numbers(other, rel)?.into_iter().reduce(f64::max) else { continue };
            nodes.extend(chart.world.comparing(rows, rel, &|value: &Value| compares(value, op, bound))?);
        }
        nodes.sort_unstable();
        let set = Arc::new(Set::Rows(source, Vec::new()));
        let grouping = Grouping { set, by: vec![Key::Rel(key)], of: Some(rel), with: Aggregate::Max };
        let test = ValueTest::OfGroup(op, Box::new(grouping), by);
        let mut features = item.features.with(&more);
        features.add(Feature::LimitSaid, said.gain.min(1.5));
        if let Some(set) = item.set.with(Cond { rel, test }) {
            found.push(chart.item(set, nodes, Some(source), used | words, features, Some(item)));
        }
    }
    Ok(())
}

/// Groups with all there are of something: "who bought every product", "from every category".
pub fn with_all(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = rows_to_group(item) else { return Ok(()) };
    let all = chart.text.words_of("all there are") & !item.coverage;
    // "Was every job done?" asks for yes or no.
    if all == 0 || item.nodes.len() < 2 || chart.asks == Asks::Truth {
        return Ok(());
    }
    let inner = ChartItem { coverage: item.coverage | all, ..item.clone() };
    let wholes = all_there_are(chart, &inner, source, all)?;
    if wholes.is_empty() {
        return Ok(());
    }
    for (way, features) in ways(chart, &inner, source)? {
        let apart = |whole: &&Whole| {
            whole.of.first() != way.by.first() && whole.coverage & way.name_match.coverage == 0
        };
        let wholes: Vec<&Whole> = wholes.iter().filter(apart).collect();
        if wholes.is_empty() {
            continue;
        }
        let groups = grouped(chart, &item.nodes, &way.by)?;
        for whole in wholes {
            let mut members = Vec::new();
            for (name, rows) in &groups {
                if grouped(chart, rows, &whole.of)?.len() == whole.many {
                    members.push(*name);
                }
            }
            let (by, of) = (way.by.clone(), whole.of.clone());
            let set = Set::WithAll { set: item.set.clone(), by, of, all: Arc::new(whole.set.clone()) };
            let mut features = features.clone();
            features.add(Feature::OpHaving, 1.0);
            features.add(Feature::AllOfThem, 1.0);
            push(
                chart,
                item,
                set,
                members,
                inner.coverage | way.name_match.coverage | whole.coverage,
                &features,
                found,
            );
        }
    }
    Ok(())
}

/// All there are of something that is said right behind "all" or "every".
struct Whole {
    /// The path to it: a column, or one that it leads to.
    of: Vec<Key>,
    set: Set,
    many: usize,
    coverage: Coverage,
}

/// All there are of what a column has: the rows of the table whose key it refers to, else its own values; and all
/// values of columns that it leads to in other tables.
fn all_there_are(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    all: Coverage,
) -> Result<Vec<Whole>> {
    let mut wholes = Vec::new();
    for of in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.rels[of].shape != Shape::Text {
            continue;
        }
        let keys = chart.world.keys_behind(of)?;
        for key in keys.iter() {
            let table = chart.world.rels[*key].source;
            let (coverage, many) =
                (table_words(chart, table, !item.coverage)?, chart.world.rows(table)?.len());
            wholes.push(Whole { of: vec![Key::Rel(of)], set: Set::Rows(table, Vec::new()), many, coverage });
        }
        let said = chart.world.name_match(of, &chart.text, !item.coverage);
        if said.best >= 0.5 && keys.is_empty() {
            let (many, coverage) = (chart.world.side(of, false)?.len(), said.coverage);
            wholes.push(Whole { of: vec![Key::Rel(of)], set: all_values(chart, of), many, coverage });
        }
    }
    for way in paths_of_rows(chart, item, source)? {
        if let Some(Key::Rel(last)) = way.by.last().copied()
            && chart.world.rels[last].kind == SourceKind::Table
        {
            let many = chart.world.side(last, false)?.len();
            wholes.push(Whole {
                of: way.by,
                set: all_values(chart, last),
                many,
                coverage: way.name_match.coverage,
            });
        }
    }
    wholes.retain(|whole| {
        let first = whole.coverage.trailing_zeros() as usize;
        let before = first.saturating_sub(BEHIND_ALL)..first;
        whole.coverage != 0 && whole.many > 1 && before.into_iter().any(|at| all & bit(at) != 0)
    });
    // "All four of our vets" says how many there are.
    for whole in &mut wholes {
        let says = |number: &&Number| number.value == whole.many as f64 && number.op.is_none();
        let number = chart.text.numbers.iter().find(says).map_or(0, |number| number.own);
        whole.coverage |= number;
    }
    Ok(wholes)
}

/// Every value of a column.
fn all_values(chart: &Chart<'_, '_>, rel: RelId) -> Set {
    let rows = Set::Rows(chart.world.rels[rel].source, Vec::new());
    Set::Hop(Arc::new(rows), rel, true, When::Always)
}
