//! Groups under a condition on their number: customers with more than three orders, departments with an average
//! salary above 70,000.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{NodeId, Result, SourceKind};

use super::dates::days_of;
use super::numbers::{in_scale, plain, unit_fits};
use super::seeds::{table_words, type_words};
use crate::chart::{Asks, Chart, ChartItem};
use crate::codes::CodeMatch;
use crate::features::{Feature, Features};
use crate::goals::measures;
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::pairs::Finder;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Grouping, Key, Limit, Set, ValueTest, When};
use crate::tallies::Tally;
use crate::text::{Coverage, Number, bit, span};
use crate::ways::{Way, paths_of_rows};
use crate::world::mean;

/// Words before and behind a count in which the groups are looked for first.
const BESIDE: usize = 3;
/// Maximum number of members that are counted, or grouped, unless they are all rows of a table.
pub(super) const MOST: usize = 20_000;

/// Names by how many rows or facts they have.
pub fn having(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    // Of a single name, only yes or no can be asked: "did Ann hire more than four times".
    let fewest = if chart.asks == Asks::Truth { 1 } else { 2 };
    if item.nodes.len() < fewest
        || item.nodes.len() > MOST && !item.is_whole_table()
        || matches!(&*item.set, Set::Extreme(..) | Set::Nth(..) | Set::Having(..) | Set::Names(_))
    {
        return Ok(());
    }
    let tallies = chart.tallies.clone();
    let tallies: Vec<&Tally> = tallies.iter().filter(|tally| tally.coverage & item.coverage == 0).collect();
    match item.rows {
        Some(source) => {
            let sums = (chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Mean)) & !item.coverage;
            let compares = chart.text.numbers.iter().any(|number| number.op.is_some());
            if tallies.is_empty() && (sums == 0 || !compares) {
                return Ok(());
            }
            for (way, features) in ways(chart, item, source)? {
                let groups = grouped(chart, &item.nodes, &way.by)?;
                // The facts of very large relations are not read.
                if groups.is_empty() {
                    continue;
                }
                let by = By { source, way, features, groups };
                for tally in tallies.iter().filter(|tally| tally.coverage & by.way.name_match.coverage == 0) {
                    of_rows(chart, item, &by, tally, found)?;
                }
                of_measures(chart, item, &by, found)?;
            }
        }
        None => {
            for tally in tallies {
                of_facts(chart, item, tally, found)?;
            }
        }
    }
    Ok(())
}

/// Names with the rows that belong to each.
pub(super) type Groups = BTreeMap<NodeId, Vec<NodeId>>;

/// The ways to group rows, with features.
pub(super) fn ways(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
) -> Result<Vec<(Way, Features)>> {
    let mut ways = Vec::new();
    for way in paths_of_rows(chart, item, source)? {
        let mut features = Features::default();
        features.add(Feature::BySaid, way.name_match.gain.min(1.5));
        features.add(Feature::ByPath, (way.by.len() - 1) as f32);
        ways.push((way, features));
    }
    let beside = chart.tallies.iter().fold(0, |coverage, tally| {
        let from = tally.coverage.trailing_zeros() as usize;
        coverage | span(from.saturating_sub(BESIDE), tally.behind + BESIDE)
    });
    let keys = chart.world.keys(source)?;
    let named = match &*item.set {
        Set::Rows(_, conds) if chart.asks == Asks::Truth => conds
            .iter()
            .find(|cond| matches!(&cond.test, ValueTest::Is(names) if names.len() == 1))
            .map(|c| c.rel),
        _ => None,
    };
    let codes = chart.world.code_matches(source, &chart.text, !item.coverage)?;
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        let column = |said, code_beside_name| Way {
            by: vec![Key::Rel(by)],
            name_match: said,
            compared: false,
            code_beside_name,
            named: false,
        };
        if named == Some(by) {
            ways.push((column(NameMatch::default(), false), Features::default()));
            continue;
        }
        let names = chart.world.rels[by].shape == Shape::Text && chart.world.holds_names(by)?;
        if keys.contains(&by) || !names && !chart.world.joins_by_code(by)? {
            continue;
        }
        // "... by teacher, only teachers with at least four": the word beside the count is tried first.
        let mut said = chart.world.name_match(by, &chart.text, !item.coverage & beside);
        let mut code_beside_name = false;
        if said.best < 0.5 {
            said = chart.world.name_match(by, &chart.text, !item.coverage);
            (said, code_beside_name) = CodeMatch::or_of_codes(&codes, by, said);
        }
        let mut features = Features::default();
        features.add(Feature::CodeBesideName, f32::from(u8::from(code_beside_name)));
        if said.best >= 0.5 {
            features.add(Feature::BySaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
        } else {
            let cells = chart.world.out(&item.nodes, by, None)?;
            said.coverage = type_words(chart, &cells, Some((by, true)), !item.coverage)?;
            let persons = chart.asks == Asks::Person && chart.world.tells_persons(by)?;
            match (said.coverage != 0, persons) {
                (true, _) => features.add(Feature::BySaid, 0.9),
                (false, true) => features.add(Feature::BySilent, 1.0),
                (false, false) => continue,
            }
        }
        let named = chart.world.name_wanted(by, &chart.text)?.filter(|(key, _)| *key != by);
        if let Some((_, name)) = named {
            let way = Way { by: vec![Key::Rel(by), Key::Rel(name)], named: true, ..column(said, false) };
            ways.push((way, features.clone()));
            features.add(Feature::CodeBesideName, 1.0);
        }
        ways.push((column(said, code_beside_name), features));
    }
    for (way, features) in &mut ways {
        features.add(Feature::FocusEnd, f32::from(u8::from(way.name_match.coverage & chart.focus != 0)));
    }
    Ok(ways)
}

/// The groups of rows by a column, and by relations that lead on from it.
pub(super) fn grouped(chart: &mut Chart<'_, '_>, rows: &[NodeId], by: &[Key]) -> Result<Groups> {
    let mut groups: Groups = rows.iter().map(|row| (*row, vec![*row])).collect();
    for (step, Key::Rel(rel) | Key::Part(_, rel)) in by.iter().enumerate() {
        let pairs = chart.world.pairs(*rel)?;
        let mut facts = Finder::new(pairs.by_head());
        let mut next = Groups::new();
        let named = step > 0 && chart.world.rels[*rel].kind == SourceKind::Table;
        for (member, rows) in groups {
            // A column of another table belongs to the rows that have the member as their key.
            let heads = if named { chart.world.rows_of(member, *rel)? } else { vec![member] };
            for head in heads {
                for (_, tail, _) in facts.of(head) {
                    next.entry(*tail).or_default().extend_from_slice(&rows);
                }
            }
        }
        groups = next;
    }
    Ok(groups)
}

/// Rows of a table in groups.
struct By {
    source: usize,
    way: Way,
    features: Features,
    groups: Groups,
}

/// "customers with more than three orders"
fn of_rows(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    by: &By,
    tally: &Tally,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let By { source, way, features, groups } = by;
    let free = !(item.coverage | way.name_match.coverage | tally.coverage);
    let near = chart.content_behind(tally.behind, 2);
    let rows_said = table_words(chart, *source, free)?;
    // "more than two products" counts different ones, "at least four marks" rows with one.
    let mut counted: Vec<(Option<RelId>, Coverage, bool)> = vec![(None, rows_said, rows_said & near != 0)];
    for of in chart.world.rels_of(*source).collect::<Vec<_>>() {
        let said = chart.world.name_match(of, &chart.text, free);
        if chart.world.rels[of].shape != Shape::Text && said.best >= 0.8 && said.coverage & near != 0 {
            counted.push((Some(of), said.coverage, true));
        }
        // Different values of several groups may be the same, so paths are not counted by them.
        if way.by != [Key::Rel(of)]
            && way.by.len() == 1
            && said.best >= 0.5
            && said.coverage & near != 0
            && chart.world.holds_names(of)?
        {
            counted.push((Some(of), said.coverage, true));
        }
    }
    for (of, words, said) in counted {
        let mut members = Vec::new();
        for (name, rows) in groups {
            let number = match of {
                None => rows.len(),
                Some(of) if chart.world.rels[of].shape == Shape::Text => {
                    chart.world.out(rows, of, None)?.len()
                }
                Some(of) => chart.world.comparing(rows, of, &|_| true)?.len(),
            };
            if tally.holds(number as f64) {
                members.push(*name);
            }
        }
        let grouping = match of {
            Some(of) if chart.world.rels[of].shape != Shape::Text => {
                let Some(given) = item.set.with(Cond { rel: of, test: ValueTest::Present }) else { continue };
                Grouping::counted(Arc::new(given), way.by.clone())
            }
            Some(_) => {
                Grouping { set: item.set.clone(), by: way.by.clone(), of, with: Aggregate::CountDistinct }
            }
            None => Grouping::counted(item.set.clone(), way.by.clone()),
        };
        let having = Set::Having(grouping, tally.op, Limit::Value(plain(tally.value)));
        let features = tally.features(said).with(features);
        push(
            chart,
            item,
            having,
            members,
            item.coverage | way.name_match.coverage | tally.coverage | words,
            &features,
            found,
        );
    }
    Ok(())
}

/// "departments with an average salary above 70k"
fn of_measures(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    by: &By,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let used = item.coverage | by.way.name_match.coverage;
    let numbers: Vec<Number> = {
        let numbers = chart.text.numbers.iter();
        numbers.filter(|number| number.op.is_some() && number.coverage & used == 0).cloned().collect()
    };
    if numbers.is_empty() {
        return Ok(());
    }
    let cues = [(Cue::Sum, Aggregate::Sum, Feature::OpSum), (Cue::Mean, Aggregate::Mean, Feature::OpMean)];
    for (cue, with, feature) in cues {
        let cue = chart.text.cue(cue) & !used;
        // "Drivers with more than 100 points": the sum of them.
        let uncued = cue == 0 && with == Aggregate::Sum;
        // A mean of means is not the mean of all.
        if cue == 0 && !uncued || with == Aggregate::Mean && by.way.by.len() > 1 {
            continue;
        }
        let inner = ChartItem { coverage: used | cue, ..item.clone() };
        for (of, words, more) in measures(chart, &inner, by.source)? {
            if more.get(Feature::MeasureSilent) > 0.0 && more.get(Feature::MeasureUnit) == 0.0 {
                continue;
            }
            let measured = measured(chart, &by.groups, of, with)?;
            for number in numbers.iter().filter(|number| number.coverage & cue == 0) {
                let Some(op) = number.op else { continue };
                // "40 an hour" is a rate, and no sum.
                let behind = 64 - number.own.leading_zeros() as usize;
                if uncued && (behind >= chart.text.tokens.len() || words & bit(behind) == 0) {
                    continue;
                }
                // "over 40,000" of sums in thousands, if none is as large.
                let above = measured.iter().all(|(_, of_group)| *of_group < number.value);
                let scaled = in_scale(chart, of, number, number.value)?;
                let bound = scaled.filter(|_| above || number.unit.is_some()).unwrap_or(number.value);
                let holds = |of_group: f64| of_group.partial_cmp(&bound).is_some_and(|o| op.holds(o));
                let members = measured.iter().filter(|(_, of_group)| holds(*of_group));
                let members: Vec<NodeId> = members.map(|(name, _)| *name).collect();
                let grouping = Grouping { set: item.set.clone(), by: by.way.by.clone(), of: Some(of), with };
                let having = Set::Having(grouping, op, Limit::Value(plain(bound)));
                let mut features = more.with(&by.features);
                features.add_some(unit_fits(chart, of, number));
                features.add(Feature::SumUncued, f32::from(u8::from(uncued)));
                features.add(Feature::OpHaving, 1.0);
                features.add(feature, 1.0);
                push(
                    chart,
                    item,
                    having,
                    members,
                    inner.coverage | words | number.coverage,
                    &features,
                    found,
                );
            }
        }
    }
    Ok(())
}

/// The sum or mean of a column for each group that has numbers in it.
pub(super) fn measured(
    chart: &mut Chart<'_, '_>,
    groups: &Groups,
    of: RelId,
    with: Aggregate,
) -> Result<Vec<(NodeId, f64)>> {
    let mut measured = Vec::new();
    chart.world.expect_values(groups.values().map(Vec::len).sum(), of)?;
    for (name, rows) in groups {
        let values = chart.world.numbers(rows, of)?;
        let Some(mean) = mean(&values) else { continue };
        measured.push((*name, if with == Aggregate::Mean { mean } else { values.iter().sum() }));
    }
    Ok(measured)
}

/// What is counted of members of a graph.
struct Counted {
    /// The relation, if it is not the one that led to them.
    of: Option<RelId>,
    rel: RelId,
    /// Whether members are the heads of the counted facts.
    head: bool,
    /// The days in which the facts have to hold.
    days: Option<(i32, i32)>,
    /// The names at the other end, if not all count.
    among: Option<Vec<NodeId>>,
    /// The words that say it.
    words: Coverage,
}

/// "actors in more than two films", "who managed the club twice"
fn of_facts(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    tally: &Tally,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let Some((end, out)) = item.end.filter(|(rel, _)| chart.world.rels[*rel].kind != SourceKind::Table)
    else {
        return Ok(());
    };
    let near = chart.content_behind(tally.behind, 2);
    let free = !(item.coverage | tally.coverage);
    let own = Counted { of: None, rel: end, head: !out, days: None, among: None, words: 0 };
    let mut ways = Vec::new();
    match &*item.set {
        Set::Side(..) | Set::Facts(_, None, None, _, _) => {
            let others = chart.world.side(end, out)?;
            let words = type_words(chart, &others, Some((end, !out)), free)? & near;
            let days = match &*item.set {
                Set::Facts(.., when) => days_of(chart, when)?,
                _ => None,
            };
            ways.push(Counted { days, words, ..own });
        }
        Set::Facts(_, Some(names), _, true, When::Always)
        | Set::Facts(_, None, Some(names), false, When::Always) => {
            ways.push(Counted { among: Some(chart.nodes_of(names, item.coverage)), ..own });
        }
        _ => {}
    }
    let Some(first) = item.nodes.first() else { return Ok(()) };
    for rel in chart.world.head_of(*first)?.iter().copied() {
        let said = chart.world.name_match(rel, &chart.text, free);
        if chart.world.rels[rel].kind != SourceKind::Table && said.best >= 0.5 && said.coverage & near != 0 {
            let (of, words) = (Some(rel), said.coverage);
            ways.push(Counted { of, rel, head: true, days: None, among: None, words });
        }
    }
    for way in ways {
        let different = !tally.often && (way.words != 0 || chart.text.has_word_of("told apart"));
        let (facts, others) = numbers(chart, &item.nodes, &way)?;
        if facts.iter().all(|number| *number == 0) {
            continue;
        }
        // Only tails can be counted by their different names.
        let (numbers, of, with) = match (different && facts != others, way.head) {
            (true, true) if way.days.is_none() => (others, Some(way.rel), Aggregate::CountDistinct),
            (true, _) => continue,
            (false, _) => (facts, way.of, Aggregate::Count),
        };
        let members = item.nodes.iter().zip(numbers).filter(|(_, number)| tally.holds(*number as f64));
        let members: Vec<NodeId> = members.map(|(node, _)| *node).collect();
        let grouping = Grouping { set: item.set.clone(), by: Vec::new(), of, with };
        let having = Set::Having(grouping, tally.op, Limit::Value(plain(tally.value)));
        let mut features = tally.features(way.words != 0);
        let coverage = item.coverage | tally.coverage | way.words;
        let kind = type_words(chart, &item.nodes, item.end, !coverage)?;
        if kind != 0 {
            features.add(Feature::TypeSaid, 1.0);
        }
        push(chart, item, having, members, coverage | kind, &features, found);
    }
    Ok(())
}

/// How many facts each member has, and how many different names at their other end.
fn numbers(chart: &mut Chart<'_, '_>, nodes: &[NodeId], way: &Counted) -> Result<(Vec<usize>, Vec<usize>)> {
    let pairs = chart.world.pairs(way.rel)?;
    let mut list = Finder::new(pairs.by(way.head));
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    for node in nodes {
        let of_node = list.of(*node);
        let meant =
            of_node.iter().filter(|fact| way.among.as_ref().is_none_or(|among| among.contains(&fact.1)));
        let mut meant: Vec<_> = meant.copied().collect();
        chart.world.hold(way.rel, &mut meant, way.days, |fact| fact.2)?;
        let different: BTreeSet<NodeId> = meant.iter().map(|fact| fact.1).collect();
        facts.push(meant.len());
        others.push(different.len());
    }
    Ok((facts, others))
}

/// Adds the groups that meet a condition.
pub(super) fn push(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    having: Set,
    members: Vec<NodeId>,
    coverage: Coverage,
    more: &Features,
    found: &mut Vec<ChartItem>,
) {
    let mut features = item.features.with(more);
    if members.is_empty() {
        features.add(Feature::NothingLeft, 1.0);
    }
    // Members of a graph keep their end; groups of rows are cells of a column.
    let end = item.end.or_else(|| having.end().map(|(rel, heads)| (rel, !heads)));
    let mut next = chart.item(having, members, None, coverage, features, Some(item));
    next.end = end;
    found.push(next);
}
