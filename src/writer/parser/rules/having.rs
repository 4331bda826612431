//! Groups under a condition on a number of each: customers with more than three orders, departments whose
//! salaries are 70,000 on average.

use std::collections::BTreeMap;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind};

use super::seeds::{plain, table_said, type_said};
use crate::writer::parser::chart::{Asks, Chart, Item};
use crate::writer::parser::features::{Feature, Features};
use crate::writer::parser::goals::measures;
use crate::writer::parser::lexicon::Cue;
use crate::writer::parser::memory::Finder;
use crate::writer::parser::relation::{RelId, Shape};
use crate::writer::parser::set::{Having, Set, When};
use crate::writer::parser::text::{Coverage, Text, bit};
use crate::writer::parser::world::number_of;

/// Members that are counted, or grouped.
const MOST: usize = 100_000;

/// How many of something there are to be.
struct Tally {
    op: Comparison,
    value: f64,
    /// The words that say it.
    mask: Coverage,
    /// The position behind it, where what is counted is said.
    behind: usize,
    /// No word says how it compares: "with two managers".
    bare: bool,
    /// It says how often: "more than once".
    often: bool,
}

/// What a question says of how many of something there are to be.
fn tallies(text: &Text) -> Vec<Tally> {
    let mut found = Vec::new();
    for number in text.numbers.iter().filter(|n| n.whole && n.unit.is_none()) {
        let (from, to) = (number.own.trailing_zeros() as usize, 64 - number.own.leading_zeros() as usize);
        found.extend(tally(text, from, to, number.value, number.op, number.mask));
    }
    for at in 0..text.tokens.len() {
        let word = text.word(at);
        if lexicon::contains("tally.several", word) {
            let (op, mask) = (Comparison::Ge, bit(at));
            found.push(Tally { op, value: 2.0, mask, behind: at + 1, bare: false, often: false });
            continue;
        }
        let value = match word {
            "once" | "one" => 1.0,
            "twice" => 2.0,
            "thrice" => 3.0,
            _ => continue,
        };
        let counted = text.numbers.iter().any(|number| number.own & bit(at) != 0);
        if !counted {
            let (op, mask) = text.compared(at, at + 1, bit(at));
            let often = word != "one";
            found.extend(tally(text, at, at + 1, value, op, mask).map(|tally| Tally { often, ..tally }));
        }
    }
    found
}

/// The tally of a number that stands at some words.
fn tally(
    text: &Text,
    from: usize,
    to: usize,
    value: f64,
    op: Option<Comparison>,
    mask: Coverage,
) -> Option<Tally> {
    let before = text.word(from.wrapping_sub(1));
    let often = lexicon::contains("cue.often", text.word(to));
    let (op, mask, bare) = match op {
        Some(op) => (op, mask, false),
        None if lexicon::contains("tally.exact", before) => (Comparison::Eq, mask | bit(from - 1), false),
        None if lexicon::contains("tally.stands behind", before) && value >= 2.0 => {
            (Comparison::Eq, mask, true)
        }
        None if text.word(from) == "twice" || text.word(from) == "thrice" => (Comparison::Eq, mask, true),
        None => return None,
    };
    let mask = if often { mask | bit(to) } else { mask };
    Some(Tally { op, value, mask, behind: to, bare, often })
}

/// Names by how many rows, or facts, they have.
pub fn having(chart: &mut Chart<'_, '_>, item: &Item, found: &mut Vec<Item>) -> Result<()> {
    let few = (2..=MOST).contains(&item.nodes.len());
    if !few || matches!(&*item.set, Set::Extreme(..) | Set::Nth(..) | Set::Having(_) | Set::Names(_)) {
        return Ok(());
    }
    let tallies: Vec<Tally> =
        tallies(&chart.text).into_iter().filter(|tally| tally.mask & item.mask == 0).collect();
    match item.rows {
        Some(source) => {
            for way in ways(chart, item, source)? {
                for tally in tallies.iter().filter(|tally| tally.mask & way.mask == 0) {
                    of_rows(chart, item, source, &way, tally, found)?;
                }
                of_measures(chart, item, source, &way, found)?;
            }
        }
        None => {
            for tally in &tallies {
                of_facts(chart, item, tally, found)?;
            }
        }
    }
    Ok(())
}

/// A column by which rows are grouped, and the words that say so.
struct Way {
    by: RelId,
    mask: Coverage,
    features: Features,
}

/// The columns by which rows may be grouped.
fn ways(chart: &mut Chart<'_, '_>, item: &Item, source: usize) -> Result<Vec<Way>> {
    let keys = chart.world.keys(source)?;
    let mut ways = Vec::new();
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.rels[by].shape != Shape::Text || keys.contains(&by) || !chart.world.holds_names(by)? {
            continue;
        }
        let said = chart.world.said(by, &chart.text, !item.mask);
        let mut features = Features::default();
        let mut mask = said.mask;
        if said.best >= 0.5 {
            features.add(Feature::BySaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
        } else {
            let cells = chart.world.out(&item.nodes, by, None)?;
            mask = type_said(chart, &cells, Some((by, true)), !item.mask)?;
            let persons = chart.asks == Asks::Person && chart.world.holds_persons(by, false)? == Some(true);
            match (mask != 0, persons) {
                (true, _) => features.add(Feature::BySaid, 0.9),
                (false, true) => features.add(Feature::BySilent, 1.0),
                (false, false) => continue,
            }
        }
        if mask & chart.focus != 0 {
            features.add(Feature::FocusEnd, 1.0);
        }
        ways.push(Way { by, mask, features });
    }
    Ok(ways)
}

/// The groups of rows by a column, with the rows of each.
fn grouped(chart: &mut Chart<'_, '_>, rows: &[NodeId], by: RelId) -> Result<BTreeMap<NodeId, Vec<NodeId>>> {
    let pairs = chart.world.pairs(by)?;
    let mut cells = Finder::new(&pairs.by_head);
    let mut groups: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for row in rows {
        for (_, cell, _) in cells.of(*row) {
            groups.entry(*cell).or_default().push(*row);
        }
    }
    Ok(groups)
}

/// "customers with more than three orders"
fn of_rows(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
    way: &Way,
    tally: &Tally,
    found: &mut Vec<Item>,
) -> Result<()> {
    let groups = grouped(chart, &item.nodes, way.by)?;
    let free = !(item.mask | way.mask | tally.mask);
    let near = chart.content_behind(tally.behind, 2);
    let rows_said = table_said(chart, source, free)?;
    // "more than two products": as many different ones.
    let mut counted: Vec<(Option<RelId>, Coverage, bool)> = vec![(None, rows_said, rows_said & near != 0)];
    for of in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.said(of, &chart.text, free);
        if of != way.by && said.best >= 0.5 && said.mask & near != 0 && chart.world.holds_names(of)? {
            counted.push((Some(of), said.mask, true));
        }
    }
    for (of, words, said) in counted {
        let mut members = Vec::new();
        for (name, rows) in &groups {
            let number = match of {
                None => rows.len(),
                Some(of) => chart.world.out(rows, of, None)?.len(),
            };
            if tally.holds(number as f64) {
                members.push(*name);
            }
        }
        let with = if of.is_some() { Aggregate::CountDistinct } else { Aggregate::Count };
        let having = Having {
            set: item.set.clone(),
            by: Some(way.by),
            of,
            with,
            op: tally.op,
            value: plain(tally.value),
        };
        let features = tally.features(said).with(&way.features);
        push(chart, item, having, members, item.mask | way.mask | tally.mask | words, &features, found);
    }
    Ok(())
}

/// "departments with an average salary above 70k"
fn of_measures(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
    way: &Way,
    found: &mut Vec<Item>,
) -> Result<()> {
    let cues = [(Cue::Sum, Aggregate::Sum, Feature::OpSum), (Cue::Mean, Aggregate::Mean, Feature::OpMean)];
    let numbers: Vec<_> = chart
        .text
        .numbers
        .iter()
        .filter(|number| number.op.is_some() && number.mask & (item.mask | way.mask) == 0)
        .cloned()
        .collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let groups = grouped(chart, &item.nodes, way.by)?;
    for (cue, with, feature) in cues {
        let cue = chart.text.cue(cue) & !(item.mask | way.mask);
        if cue == 0 {
            continue;
        }
        let inner = Item { mask: item.mask | way.mask | cue, ..item.clone() };
        for (of, words, more) in measures(chart, &inner, source)? {
            if more.get(Feature::MeasureSilent) > 0.0 && more.get(Feature::MeasureUnit) == 0.0 {
                continue;
            }
            for number in numbers.iter().filter(|number| number.mask & cue == 0) {
                let Some(op) = number.op else { continue };
                let mut members = Vec::new();
                for (name, rows) in &groups {
                    let values = values(chart, rows, of)?;
                    let sum: f64 = values.iter().sum();
                    let of_group = if with == Aggregate::Mean { sum / values.len() as f64 } else { sum };
                    if !values.is_empty() && of_group.partial_cmp(&number.value).is_some_and(|o| op.holds(o))
                    {
                        members.push(*name);
                    }
                }
                let having = Having {
                    set: item.set.clone(),
                    by: Some(way.by),
                    of: Some(of),
                    with,
                    op,
                    value: plain(number.value),
                };
                let mut features = more.with(&way.features);
                features.add(Feature::OpHaving, 1.0);
                features.add(feature, 1.0);
                push(chart, item, having, members, inner.mask | words | number.mask, &features, found);
            }
        }
    }
    Ok(())
}

/// The numbers of a column in some rows.
fn values(chart: &mut Chart<'_, '_>, rows: &[NodeId], of: RelId) -> Result<Vec<f64>> {
    let pairs = chart.world.pairs(of)?;
    let mut cells = Finder::new(&pairs.by_head);
    let mut values = Vec::new();
    for row in rows {
        for (_, cell, _) in cells.of(*row) {
            values.extend(number_of(&chart.world.value(of, *cell)?));
        }
    }
    Ok(values)
}

/// "actors in more than two films", "who managed the club twice"
fn of_facts(chart: &mut Chart<'_, '_>, item: &Item, tally: &Tally, found: &mut Vec<Item>) -> Result<()> {
    let Some((end, out)) = item.end.filter(|(rel, _)| chart.world.rels[*rel].kind != SourceKind::Table)
    else {
        return Ok(());
    };
    let near = chart.content_behind(tally.behind, 2);
    let free = !(item.mask | tally.mask);
    // By which relation each is counted, whether as its head, among which others, and the words that say so.
    let mut ways: Vec<(Option<RelId>, RelId, bool, Option<Vec<NodeId>>, Coverage)> = Vec::new();
    match &*item.set {
        Set::Side(..) | Set::Facts(_, None, None, _, When::Always) => {
            let others = chart.world.side(end, out)?;
            let kind = type_said(chart, &others, Some((end, !out)), free)?;
            ways.push((None, end, !out, None, kind & near));
        }
        Set::Facts(_, Some(names), None, true, When::Always)
        | Set::Facts(_, None, Some(names), false, When::Always) => {
            ways.push((None, end, !out, Some(chart.nodes_of(names, item.mask)), 0));
        }
        _ => {}
    }
    for rel in chart.world.head_of(item.nodes[0])?.iter().copied() {
        let said = chart.world.said(rel, &chart.text, free);
        if chart.world.rels[rel].kind != SourceKind::Table && said.best >= 0.5 && said.mask & near != 0 {
            ways.push((Some(rel), rel, true, None, said.mask));
        }
    }
    for (of, rel, head, among, words) in ways {
        let pairs = chart.world.pairs(rel)?;
        let mut facts = Finder::new(if head { &pairs.by_head } else { &pairs.by_tail });
        let count = |node: &NodeId, facts: &mut Finder<'_>| {
            let other = |other: &NodeId| among.as_ref().is_none_or(|among| among.contains(other));
            facts.of(*node).iter().filter(|fact| other(&fact.1)).count() as f64
        };
        let members: Vec<NodeId> =
            item.nodes.iter().filter(|node| tally.holds(count(node, &mut facts))).copied().collect();
        let having = Having {
            set: item.set.clone(),
            by: None,
            of,
            with: Aggregate::Count,
            op: tally.op,
            value: plain(tally.value),
        };
        let mut features = tally.features(words != 0);
        let mask = item.mask | tally.mask | words;
        let kind = type_said(chart, &item.nodes, item.end, !mask)?;
        if kind != 0 {
            features.add(Feature::TypeSaid, 1.0);
        }
        push(chart, item, having, members, mask | kind, &features, found);
    }
    Ok(())
}

/// Takes in the groups under a condition.
fn push(
    chart: &Chart<'_, '_>,
    item: &Item,
    having: Having,
    members: Vec<NodeId>,
    mask: Coverage,
    more: &Features,
    found: &mut Vec<Item>,
) {
    let mut features = item.features.with(more);
    if members.is_empty() {
        features.add(Feature::NothingLeft, 1.0);
    }
    let end = having.by.map(|by| (by, true)).or(item.end);
    let mut next = chart.item(Set::Having(having), members, None, mask, features, Some(item));
    next.end = end;
    found.push(next);
}

impl Tally {
    fn holds(&self, number: f64) -> bool {
        number.partial_cmp(&self.value).is_some_and(|order| self.op.holds(order))
    }

    /// Features of a condition by this number; `said` tells whether what is counted stands behind it.
    fn features(&self, said: bool) -> Features {
        let mut features = Features::default();
        features.add(Feature::OpHaving, 1.0);
        features.add(if said || self.often { Feature::TallySaid } else { Feature::TallySilent }, 1.0);
        features.add(Feature::TallyBare, f32::from(u8::from(self.bare)));
        features
    }
}
