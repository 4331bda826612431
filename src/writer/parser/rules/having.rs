//! Groups under a condition on a number of each: customers with more than three orders, departments whose
//! salaries are 70,000 on average.

use std::collections::{BTreeMap, BTreeSet};

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind};

use super::seeds::{days_of, plain, table_said, type_said};
use crate::writer::parser::chart::{Asks, Chart, Item};
use crate::writer::parser::features::{Feature, Features};
use crate::writer::parser::goals::{measures, paths};
use crate::writer::parser::lexicon::Cue;
use crate::writer::parser::memory::Finder;
use crate::writer::parser::relation::{RelId, Shape};
use crate::writer::parser::set::{Having, Key, Set, Test, When};
use crate::writer::parser::text::{Coverage, Text, bit, span};
use crate::writer::parser::world::number_of;

/// Members that are counted, or grouped, where they are not all of a table.
const MOST: usize = 20_000;

/// How many of something there are to be.
pub struct Tally {
    /// How the number compares.
    pub op: Comparison,
    /// With what.
    pub value: f64,
    /// The words that say it.
    pub mask: Coverage,
    /// The position behind it, where what is counted is said.
    pub behind: usize,
    /// No word says how it compares: "with two managers".
    bare: bool,
    /// It says how often: "more than once".
    often: bool,
}

/// What a question says of how many of something there are to be.
pub fn tallies(text: &Text) -> Vec<Tally> {
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
    let own = span(from, to);
    let (op, mask, bare) = match op {
        // "ordered from only once": "from" says nothing of the number.
        _ if lexicon::contains("tally.exact", before) => (Comparison::Eq, own | bit(from - 1), false),
        Some(op) => (op, mask, false),
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
    // Of a single name only whether it has so many can be asked: "did Ann hire more than four times".
    let fewest = if chart.asks == Asks::Truth { 1 } else { 2 };
    if item.nodes.len() < fewest
        || item.nodes.len() > MOST && !item.is_whole_table()
        || matches!(&*item.set, Set::Extreme(..) | Set::Nth(..) | Set::Having(_) | Set::Names(_))
    {
        return Ok(());
    }
    let tallies: Vec<Tally> =
        tallies(&chart.text).into_iter().filter(|tally| tally.mask & item.mask == 0).collect();
    match item.rows {
        Some(source) => {
            let sums = (chart.text.cue(Cue::Sum) | chart.text.cue(Cue::Mean)) & !item.mask;
            let compares = chart.text.numbers.iter().any(|number| number.op.is_some());
            if tallies.is_empty() && (sums == 0 || !compares) {
                return Ok(());
            }
            for way in ways(chart, item, source)? {
                let groups = grouped(chart, &item.nodes, &way.by)?;
                // Relations of very many facts are not counted here.
                if groups.is_empty() {
                    continue;
                }
                for tally in tallies.iter().filter(|tally| tally.mask & way.mask == 0) {
                    of_rows(chart, item, source, (&way, &groups), tally, found)?;
                }
                of_measures(chart, item, source, (&way, &groups), found)?;
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

/// What rows are grouped by, a column and relations that lead on from it, and the words that say so.
struct Way {
    by: Vec<RelId>,
    mask: Coverage,
    features: Features,
}

/// Names with the rows that belong to each.
type Groups = BTreeMap<NodeId, Vec<NodeId>>;

/// The columns by which rows may be grouped.
fn ways(chart: &mut Chart<'_, '_>, item: &Item, source: usize) -> Result<Vec<Way>> {
    let keys = chart.world.keys(source)?;
    let mut ways = Vec::new();
    for by in chart
        .world
        .rels_of(source)
        .filter(|rel| chart.world.rels[*rel].shape == Shape::Text)
        .collect::<Vec<_>>()
    {
        let cells = chart.world.out(&item.nodes, by, None)?;
        for path in paths(chart, &cells, &[by], item.mask)? {
            let mut features = Features::default();
            features.add(Feature::BySaid, path.said.gain.min(1.5));
            features.add(Feature::ByPath, (path.by.len() - 1) as f32);
            let rels = path.by.iter().filter_map(|key| match key {
                Key::Rel(rel) => Some(*rel),
                Key::Part(..) => None,
            });
            ways.push(Way { by: rels.collect(), mask: path.said.mask, features });
        }
    }
    let named = match &*item.set {
        Set::Rows(_, conds) if chart.asks == Asks::Truth => {
            conds.iter().find(|cond| matches!(&cond.test, Test::Is(names) if names.len() == 1)).map(|c| c.rel)
        }
        _ => None,
    };
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        if named == Some(by) {
            ways.push(Way { by: vec![by], mask: 0, features: Features::default() });
            continue;
        }
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
        ways.push(Way { by: vec![by], mask, features });
    }
    for way in &mut ways {
        way.features.add(Feature::FocusEnd, f32::from(u8::from(way.mask & chart.focus != 0)));
    }
    Ok(ways)
}

/// The groups of rows by a column, and by relations that lead on from it.
fn grouped(chart: &mut Chart<'_, '_>, rows: &[NodeId], by: &[RelId]) -> Result<Groups> {
    let mut groups: Groups = rows.iter().map(|row| (*row, vec![*row])).collect();
    for (step, rel) in by.iter().enumerate() {
        let pairs = chart.world.pairs(*rel)?;
        let mut facts = Finder::new(&pairs.by_head);
        let mut next = Groups::new();
        let named = step > 0 && chart.world.rels[*rel].kind == SourceKind::Table;
        for (member, rows) in groups {
            // A column of another table is that of the rows which are known by a name.
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

/// "customers with more than three orders"
fn of_rows(
    chart: &mut Chart<'_, '_>,
    item: &Item,
    source: usize,
    (way, groups): (&Way, &Groups),
    tally: &Tally,
    found: &mut Vec<Item>,
) -> Result<()> {
    let free = !(item.mask | way.mask | tally.mask);
    let near = chart.content_behind(tally.behind, 2);
    let rows_said = table_said(chart, source, free)?;
    // "more than two products": as many different ones.
    let mut counted: Vec<(Option<RelId>, Coverage, bool)> = vec![(None, rows_said, rows_said & near != 0)];
    for of in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.said(of, &chart.text, free);
        // Different things of several groups may be the same.
        if way.by.len() == 1
            && !way.by.contains(&of)
            && said.best >= 0.5
            && said.mask & near != 0
            && chart.world.holds_names(of)?
        {
            counted.push((Some(of), said.mask, true));
        }
    }
    for (of, words, said) in counted {
        let mut members = Vec::new();
        for (name, rows) in groups {
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
            by: keys(&way.by),
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
    (way, groups): (&Way, &Groups),
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
    for (cue, with, feature) in cues {
        let cue = chart.text.cue(cue) & !(item.mask | way.mask);
        // The mean of means is none.
        if cue == 0 || with == Aggregate::Mean && way.by.len() > 1 {
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
                for (name, rows) in groups {
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
                    by: keys(&way.by),
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

/// By what members of a graph are counted.
struct Counted {
    /// The relation, where it is another one than that by which they were found.
    of: Option<RelId>,
    rel: RelId,
    /// Whether each is the head of what is counted.
    head: bool,
    /// The days in which the facts have to hold.
    days: Option<(i32, i32)>,
    /// The names at the other end, where not all are meant.
    among: Option<Vec<NodeId>>,
    /// The words that say it.
    words: Coverage,
}

/// "actors in more than two films", "who managed the club twice"
fn of_facts(chart: &mut Chart<'_, '_>, item: &Item, tally: &Tally, found: &mut Vec<Item>) -> Result<()> {
    let Some((end, out)) = item.end.filter(|(rel, _)| chart.world.rels[*rel].kind != SourceKind::Table)
    else {
        return Ok(());
    };
    let near = chart.content_behind(tally.behind, 2);
    let free = !(item.mask | tally.mask);
    let own = Counted { of: None, rel: end, head: !out, days: None, among: None, words: 0 };
    let mut ways = Vec::new();
    match &*item.set {
        Set::Side(..) | Set::Facts(_, None, None, _, _) => {
            let others = chart.world.side(end, out)?;
            let words = type_said(chart, &others, Some((end, !out)), free)? & near;
            let days = match &*item.set {
                Set::Facts(.., when) => days_of(chart, when)?,
                _ => None,
            };
            ways.push(Counted { days, words, ..own });
        }
        Set::Facts(_, Some(names), _, true, When::Always)
        | Set::Facts(_, None, Some(names), false, When::Always) => {
            ways.push(Counted { among: Some(chart.nodes_of(names, item.mask)), ..own });
        }
        _ => {}
    }
    for rel in chart.world.head_of(item.nodes[0])?.iter().copied() {
        let said = chart.world.said(rel, &chart.text, free);
        if chart.world.rels[rel].kind != SourceKind::Table && said.best >= 0.5 && said.mask & near != 0 {
            let (of, words) = (Some(rel), said.mask);
            ways.push(Counted { of, rel, head: true, days: None, among: None, words });
        }
    }
    for way in ways {
        let different = !tally.often && (way.words != 0 || chart.text.has_word_of("told apart"));
        let (facts, others) = numbers(chart, &item.nodes, &way)?;
        if facts.iter().all(|number| *number == 0) {
            continue;
        }
        // Only what is led to can be counted by its different names.
        let (numbers, of, with) = match (different && facts != others, way.head) {
            (true, true) if way.days.is_none() => (others, Some(way.rel), Aggregate::CountDistinct),
            (true, _) => continue,
            (false, _) => (facts, way.of, Aggregate::Count),
        };
        let members = item.nodes.iter().zip(numbers).filter(|(_, number)| tally.holds(*number as f64));
        let members: Vec<NodeId> = members.map(|(node, _)| *node).collect();
        let set = item.set.clone();
        let having = Having { set, by: Vec::new(), of, with, op: tally.op, value: plain(tally.value) };
        let mut features = tally.features(way.words != 0);
        let mask = item.mask | tally.mask | way.words;
        let kind = type_said(chart, &item.nodes, item.end, !mask)?;
        if kind != 0 {
            features.add(Feature::TypeSaid, 1.0);
        }
        push(chart, item, having, members, mask | kind, &features, found);
    }
    Ok(())
}

/// How many facts each member has, and how many different names at their other end.
fn numbers(chart: &mut Chart<'_, '_>, nodes: &[NodeId], way: &Counted) -> Result<(Vec<usize>, Vec<usize>)> {
    let pairs = chart.world.pairs(way.rel)?;
    let mut list = Finder::new(if way.head { &pairs.by_head } else { &pairs.by_tail });
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

fn keys(by: &[RelId]) -> Vec<Key> {
    by.iter().copied().map(Key::Rel).collect()
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
    let end = match having.by.last() {
        Some(Key::Rel(rel)) => Some((*rel, true)),
        _ => item.end,
    };
    let mut next = chart.item(Set::Having(having), members, None, mask, features, Some(item));
    next.end = end;
    found.push(next);
}

impl Tally {
    fn holds(&self, number: f64) -> bool {
        number.partial_cmp(&self.value).is_some_and(|order| self.op.holds(order))
    }

    /// Features of a condition by this number; `said` tells whether what is counted stands behind it.
    pub fn features(&self, said: bool) -> Features {
        let mut features = Features::default();
        features.add(Feature::OpHaving, 1.0);
        features.add(if said || self.often { Feature::TallySaid } else { Feature::TallySilent }, 1.0);
        features.add(Feature::TallyBare, f32::from(u8::from(self.bare)));
        features
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Vec<(&'static str, f64, bool)> {
        let found = tallies(&Text::read(question));
        found.into_iter().map(|tally| (tally.op.symbol(), tally.value, tally.bare)).collect()
    }

    #[test]
    fn how_many_there_are_to_be_is_read() {
        assert_eq!(read("customers with more than three orders"), [(">", 3.0, false)]);
        assert_eq!(read("who has won it at least twice"), [(">=", 2.0, false)]);
        assert_eq!(read("suppliers we ordered from only once"), [("=", 1.0, false)]);
        assert_eq!(read("depots with more than one manager"), [(">", 1.0, false)]);
        assert_eq!(read("depots that had exactly 4 managers"), [("=", 4.0, false)]);
        assert_eq!(read("depots with two managers"), [("=", 2.0, true)]);
        assert_eq!(read("towns that have several depots"), [(">=", 2.0, false)]);
        assert_eq!(read("customers with three or more orders"), [(">=", 3.0, false)]);
        // Neither an amount of something nor a number that counts nothing.
        assert_eq!(read("trips of more than 3 km"), []);
        assert_eq!(read("which one has the most orders"), []);
    }
}
