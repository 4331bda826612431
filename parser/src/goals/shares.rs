//! Goals for percentages, and for the difference of two numbers.

use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::rules::{iso, plain, test_of};
use crate::set::{Cond, Goal, Grouping, Set, ValueTest, When};
use crate::text::{Coverage, Text, bit};

use super::{Derivation, Gives, measures, reading, with_kind};

/// Percentages of rows, of columns and of names.
pub(super) fn shares(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let cue = chart.text.cue(Cue::Share) & !item.coverage;
    if cue == 0 {
        return Ok(());
    }
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else {
        return side_shares(chart, item, cue, found);
    };
    shares_of_columns(chart, item, source, cue, found)?;
    if conds.is_empty() {
        return Ok(());
    }
    let mut wholes: Vec<(Vec<Cond>, Option<Feature>)> = vec![(Vec::new(), None)];
    if conds.len() > 1 {
        for at in 0..conds.len() {
            let mut rest = conds.clone();
            let part = rest.remove(at);
            // "what share of A's sales is B's": the whole is named first, behind "of".
            let place = |cond: &Cond| place_of(chart, cond);
            let first = rest.iter().all(|c| place(c) < place(&part));
            // "of the machines with a result on file, what percentage failed": a condition that a value is given
            // belongs to the whole, if it comes first.
            if part.test == ValueTest::Present && place(&part) < cue.trailing_zeros() {
                continue;
            }
            wholes.push((rest, Some(if first { Feature::ShareOfWhole } else { Feature::ShareOfPart })));
        }
    }
    for (whole, order) in wholes {
        let part = Arc::new(Set::Rows(source, conds.clone()));
        let of = Arc::new(Set::Rows(source, whole.clone()));
        let mut features = item.features.clone();
        features.add(Feature::OpShare, 1.0);
        features.add_some(order);
        let coverage = with_kind(chart, item, item.coverage | cue, &mut features)?;
        let goal =
            Goal::Share(Box::new(Goal::Count(part.clone(), false)), Box::new(Goal::Count(of.clone(), false)));
        found.push(reading(goal, coverage, features, Gives::Number, 1));
        for (rel, words, more) in measures(chart, item, source)? {
            let silent = more.get(Feature::MeasureSaid)
                + more.get(Feature::MeasureUnit)
                + more.get(Feature::MoneySaid)
                == 0.0;
            // "percent" is what the question asks for, not the unit of what is summed.
            if silent || chart.world.rels[rel].unit.as_deref() == Some("%") {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(Feature::OpShare, 1.0);
            features.add_some(order);
            features.add(Feature::OpSum, 0.5);
            let coverage = with_kind(
                chart,
                item,
                item.coverage | cue | words | chart.text.cue(Cue::Sum),
                &mut features,
            )?;
            let total = |set: &Arc<Set>| Box::new(Goal::Total(set.clone(), Aggregate::Sum, rel));
            found.push(reading(Goal::Share(total(&part), total(&of)), coverage, features, Gives::Number, 1));
        }
    }
    Ok(())
}

/// One column of rows in percent of another: how much of its award a project has spent.
fn shares_of_columns(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    cue: Coverage,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let mut columns = measures(chart, item, source)?;
    // Over a whole table, the columns have to be named well.
    let whole = matches!(&*item.set, Set::Rows(_, conds) if conds.is_empty());
    let least = if whole { 0.75 } else { 0.0 };
    columns.retain(|(rel, coverage, features)| {
        features.get(Feature::MeasureSaid) > 0.0
            && !chart.world.rels[*rel].codes
            && chart.world.name_match(*rel, &chart.text, *coverage).best >= least
    });
    // "What percentage of Norway's medals is gold", over a table with a `Total`.
    if let Some(total) = chart.world.total_of_parts(source) {
        let unit = |rel: RelId| chart.world.rels[rel].unit.clone();
        let parts = columns.iter().filter(|(part, ..)| *part != total && unit(*part) == unit(total));
        for (part, part_coverage, features) in parts.cloned().collect::<Vec<_>>() {
            let mut features = item.features.with(&features);
            features.add(Feature::OpShare, 1.0);
            // What belongs to the whole is named before the part.
            let last = 64 - item.coverage.leading_zeros();
            features.add(Feature::ShareOfWhole, f32::from(u8::from(last <= part_coverage.trailing_zeros())));
            let coverage = with_kind(chart, item, item.coverage | cue | part_coverage, &mut features)?;
            let value = |rel: RelId| Box::new(Goal::Total(item.set.clone(), Aggregate::Sum, rel));
            let share = Goal::Share(value(part), value(total));
            found.push(reading(share, coverage, features, Gives::Number, 1));
        }
    }
    for (part, part_coverage, part_features) in &columns {
        for (whole, whole_coverage, whole_features) in &columns {
            if part == whole || part_coverage & whole_coverage != 0 {
                continue;
            }
            let mut features = item.features.with(part_features).with(whole_features);
            features.add(Feature::OpShare, 1.0);
            // "What percentage of those enrolled passed": the whole is named first behind "of".
            let behind = word_of_whole(&chart.text, cue, part_coverage | whole_coverage);
            if let Some(behind) = behind {
                let ok = whole_coverage & behind != 0;
                features.add(if ok { Feature::ShareOfWhole } else { Feature::ShareOfPart }, 1.0);
            }
            let value = |rel: RelId| Box::new(Goal::Total(item.set.clone(), Aggregate::Sum, rel));
            let coverage =
                with_kind(chart, item, item.coverage | cue | part_coverage | whole_coverage, &mut features)?;
            found.push(reading(
                Goal::Share(value(*part), value(*whole)),
                coverage,
                features,
                Gives::Number,
                1,
            ));
        }
    }
    Ok(())
}

/// Of some words, the first one behind the "of" that follows the cue of a share.
fn word_of_whole(text: &Text, cue: Coverage, said: Coverage) -> Option<Coverage> {
    let of = (cue.trailing_zeros() as usize..text.tokens.len()).find(|at| text.word(*at) == "of")?;
    (of + 1..text.tokens.len()).map(bit).find(|own| said & own != 0)
}

/// How many percent of all heads of a relation have this tail: "what share of engines burn diesel".
fn side_shares(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    cue: Coverage,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    if let Set::Both(one, two) = &*item.set {
        // "Of the pupils of a school, how many percent play in an ensemble": names of both by those of one.
        for whole in [one, two] {
            let mut features = item.features.clone();
            features.add(Feature::OpShare, 1.0);
            features.add(Feature::ShareOfNames, 1.0);
            features.add(if whole == one { Feature::ShareOfWhole } else { Feature::ShareOfPart }, 1.0);
            let coverage = with_kind(chart, item, item.coverage | cue, &mut features)?;
            let count = |set: &Arc<Set>| Box::new(Goal::Count(set.clone(), true));
            let goal = Goal::Share(count(&item.set), count(whole));
            found.push(reading(goal, coverage, features, Gives::Number, 1));
        }
        return Ok(());
    }
    let Set::Hop(of, rel, false, When::Always) = &*item.set else { return Ok(()) };
    if !matches!(&**of, Set::Names(_)) || chart.world.rels[*rel].kind != SourceKind::Kg {
        return Ok(());
    }
    let mut features = item.features.clone();
    features.add(Feature::OpShare, 1.0);
    let coverage = with_kind(chart, item, item.coverage | cue, &mut features)?;
    let count = |set: Arc<Set>| Box::new(Goal::Count(set, false));
    let goal = Goal::Share(count(item.set.clone()), count(Arc::new(Set::Side(*rel, true))));
    found.push(reading(goal, coverage, features, Gives::Number, 1));
    Ok(())
}

/// Where the question says what a condition tests: the first token of its name, number or time; 64 if it has none.
pub(super) fn place_of(chart: &Chart<'_, '_>, cond: &Cond) -> u32 {
    let named = |names: &[String]| {
        let mention = chart.mentions.iter().find(|m| names.contains(&m.text));
        mention.map(|m| m.coverage.trailing_zeros())
    };
    let timed = || {
        let days = chart.world.rels[cond.rel].shape == Shape::Date;
        let period = chart.text.periods.iter().find(|p| test_of(p, days).as_ref() == Some(&cond.test));
        period.map(|p| p.coverage.trailing_zeros())
    };
    let counted = || {
        let ValueTest::Compare(_, value) = &cond.test else { return None };
        let number = chart.text.numbers.iter().find(|n| plain(n.value) == *value);
        number.map(|n| n.coverage.trailing_zeros())
    };
    let own = match &cond.test {
        ValueTest::Is(names) | ValueTest::Not(names) => named(names),
        ValueTest::Present => {
            Some(chart.world.name_match(cond.rel, &chart.text, !0).coverage.trailing_zeros())
        }
        _ => None,
    };
    own.or_else(timed).or_else(counted).unwrap_or(64)
}

/// Two names or times whose numbers a question compares.
#[derive(PartialEq)]
pub(super) struct ComparedPair {
    /// The one in a reading,
    one: String,
    /// the tokens that say it,
    pub(super) one_coverage: Coverage,
    /// the one that replaces it,
    two: String,
    pub(super) two_coverage: Coverage,
    /// and how surely that is said.
    score: f32,
}

impl ComparedPair {
    /// The tokens of the other one, if some tokens say this one alone.
    pub(super) fn other(&self, coverage: Coverage) -> Coverage {
        if coverage & self.one_coverage == self.one_coverage && coverage & self.two_coverage == 0 {
            self.two_coverage
        } else {
            0
        }
    }

    /// The number of a reading for the other one, with the features and tokens of both; `None` if the reading uses
    /// the other one already, or neither.
    pub(super) fn beside(&self, number: &Derivation) -> Option<(Goal, Features, Coverage)> {
        let goal = swapped(&number.goal, &self.one, &self.two);
        if number.coverage & self.two_coverage != 0 || goal == number.goal {
            return None;
        }
        let mut features = number.features.clone();
        features.add(Feature::NameSure, self.score);
        features.add(Feature::NameDoubt, 1.0 - self.score);
        Some((goal, features, number.coverage | self.two_coverage))
    }
}

/// The tokens that ask for a difference.
fn difference_cue(chart: &Chart<'_, '_>) -> Coverage {
    match chart.text.cue(Cue::Difference) {
        0 => chart.text.difference_implied(),
        said => said,
    }
}

/// The pairs of names or times that a question for a difference or ratio may compare: both names are in the same
/// relation.
pub(super) fn compared_pairs(chart: &mut Chart<'_, '_>) -> Result<Vec<ComparedPair>> {
    let mut pairs = Vec::new();
    if difference_cue(chart) | chart.text.cue(Cue::Ratio) == 0 {
        return Ok(pairs);
    }
    let mentions = chart.mentions.clone();
    for one in &mentions {
        for two in mentions.iter().filter(|m| m.coverage & one.coverage == 0) {
            let (a, b) = (chart.world.tail_of(one.node)?, chart.world.tail_of(two.node)?);
            let (c, d) = (chart.world.head_of(one.node)?, chart.world.head_of(two.node)?);
            if !a.iter().any(|r| b.contains(r)) && !c.iter().any(|r| d.contains(r)) {
                continue;
            }
            pairs.push(ComparedPair {
                one: one.text.clone(),
                one_coverage: one.coverage,
                two: two.text.clone(),
                two_coverage: two.coverage,
                score: two.score,
            });
        }
    }
    // "male" and "female" mean the values `M` and `F`, but are not names themselves.
    let unnamed = |coverage: Coverage| mentions.iter().all(|mention| mention.coverage & coverage == 0);
    let values: Vec<(RelId, &str, Coverage)> =
        chart.items.iter().filter_map(value_of_rows).filter(|(_, _, coverage)| unnamed(*coverage)).collect();
    for &(rel, one, one_coverage) in &values {
        let others =
            values.iter().filter(|(other, _, coverage)| *other == rel && coverage & one_coverage == 0);
        for &(_, two, two_coverage) in others {
            let (one, two) = (one.to_owned(), two.to_owned());
            let pair = ComparedPair { one, one_coverage, two, two_coverage, score: 1.0 };
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    for one in &chart.text.periods {
        for two in chart.text.periods.iter().filter(|p| p.coverage & one.coverage == 0) {
            if let (Some(a), Some(b)) = (one.from, two.from) {
                let (one_coverage, two_coverage) = (one.coverage, two.coverage);
                pairs.push(ComparedPair { one: iso(a), one_coverage, two: iso(b), two_coverage, score: 1.0 });
            }
        }
    }
    // "how many fewer A than B" is B less A, "how much higher than B is A" is A less B, and so is "how much longer
    // under A than under B".
    let below = chart.text.cue(Cue::Below) != 0 && chart.text.cue(Cue::More) == 0;
    let fewer = chart.text.cue(Cue::Less) != 0 || below;
    let ordered = says_larger(chart);
    let keeps = |pair: &ComparedPair| {
        let (one, two) = (pair.one_coverage.trailing_zeros(), pair.two_coverage.trailing_zeros());
        ((one < two) != fewer) != is_behind_than(chart, one.min(two) as usize)
    };
    pairs.retain(|pair| !ordered || keeps(pair));
    Ok(pairs)
}

/// The only condition of rows, if it is that a column has one name: the column, the name and the tokens.
fn value_of_rows(item: &ChartItem) -> Option<(RelId, &str, Coverage)> {
    match &*item.set {
        Set::Rows(_, conds) => match conds.as_slice() {
            [Cond { rel, test: ValueTest::Is(names) }] if names.len() == 1 => {
                Some((*rel, &names[0], item.coverage))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a token comes right behind "than", fillers aside: "than those at A".
fn is_behind_than(chart: &Chart<'_, '_>, at: usize) -> bool {
    let before = (0..at).rev().find(|at| !chart.text.tokens[*at].filler || chart.text.word(*at) == "than");
    before.is_some_and(|before| chart.text.word(before) == "than")
}

/// Whether the question says which of two numbers is the larger: "how many more A than B" does, "the gap in
/// peak power between A and B" does not.
fn says_larger(chart: &Chart<'_, '_>) -> bool {
    let sized = chart.text.cue(Cue::More) | chart.text.cue(Cue::Less);
    chart.text.has_word("than") && sized != 0 || chart.text.cue(Cue::Below) != 0
}

/// Differences of two numbers: a goal, and the same with the other name or time.
pub(super) fn differences(
    chart: &Chart<'_, '_>,
    compared_pairs: &[ComparedPair],
    found: &mut Vec<Derivation>,
) {
    let asked = difference_cue(chart);
    if asked == 0 {
        return;
    }
    let cue = asked | chart.text.cue(Cue::More) | chart.text.cue(Cue::Less);
    let ordered = says_larger(chart);
    // Between two dates with a day lie days.
    let dated = chart.text.cue(Cue::Days) != 0;
    let is_number = |r: &&Derivation| match r.goal {
        Goal::Count(..) | Goal::Total(..) => r.gives == Gives::Number,
        Goal::List(_) => r.gives == Gives::Number || dated && r.gives == Gives::Date,
        _ => false,
    };
    let numbers: Vec<Derivation> = found.iter().filter(is_number).cloned().collect();
    for number in numbers {
        for (other, mut features, coverage) in compared_pairs.iter().filter_map(|pair| pair.beside(&number)) {
            features.add(Feature::OpDifference, 1.0);
            let (one, two) = (Box::new(number.goal.clone()), Box::new(other));
            // Who is older was built in an earlier year.
            let aged = chart.text.words_of("compares ages") & coverage != 0;
            let goal = if ordered && !aged { Goal::Difference(one, two) } else { Goal::Gap(one, two) };
            found.push(reading(goal, coverage | cue, features, Gives::Number, 1));
        }
    }
}

/// Maximum number of rows with one name that are compared with an extreme or a mean.
const AGAINST: usize = 12;

/// The difference of one row from the largest, smallest or mean of others: "how much dearer is A than our cheapest
/// B".
pub(super) fn against(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) {
    let cue = match difference_cue(chart) {
        0 => chart.text.beside_average().map_or(0, |(spot, _)| spot.coverage()),
        cue => cue,
    };
    if cue == 0 || chart.asks != Asks::Number {
        return;
    }
    let is_named = |item: &&ChartItem| {
        let one =
            |conds: &[Cond]| matches!(conds, [Cond { test: ValueTest::Is(names), .. }] if names.len() == 1);
        item.nodes.len() == 1 && matches!(&*item.set, Set::Rows(_, conds) if one(conds))
    };
    let mut named: Vec<ChartItem> = chart.items.iter().filter(is_named).cloned().collect();
    named.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = |reading: &&Derivation| {
        let with = [Aggregate::Max, Aggregate::Min, Aggregate::Mean];
        matches!(&reading.goal, Goal::Total(_, kind, _) if with.contains(kind))
    };
    let others: Vec<Derivation> = found.iter().filter(best).cloned().collect();
    for item in named.into_iter().take(AGAINST) {
        for other in others.iter().filter(|other| other.coverage & item.coverage == 0) {
            let Goal::Total(set, _, rel) = &other.goal else { continue };
            if item.rows != Some(chart.world.rels[*rel].source) || !matches!(&**set, Set::Rows(..)) {
                continue;
            }
            let mut features = item.features.with(&other.features);
            features.add(Feature::OpDifference, 1.0);
            features.add(Feature::OpAgainst, 1.0);
            let own = Goal::Total(item.set.clone(), Aggregate::Sum, *rel);
            let goal = Goal::Gap(Box::new(own), Box::new(other.goal.clone()));
            let coverage =
                item.coverage | other.coverage | cue | chart.text.cue(Cue::More) | chart.text.cue(Cue::Less);
            found.push(reading(goal, coverage, features, Gives::Number, 1));
        }
    }
}

/// A goal with one name replaced by another.
pub(super) fn swapped(goal: &Goal, one: &str, two: &str) -> Goal {
    match goal {
        Goal::List(set) => Goal::List(swap(set, one, two)),
        Goal::Count(set, distinct) => Goal::Count(swap(set, one, two), *distinct),
        Goal::Total(set, with, rel) => Goal::Total(swap(set, one, two), *with, *rel),
        other => other.clone(),
    }
}

pub(super) fn swap(set: &Arc<Set>, one: &str, two: &str) -> Arc<Set> {
    let names = |names: &[String]| -> Vec<String> {
        // Where both are named together, neither is replaced.
        if names.iter().any(|n| n == two) {
            return names.to_vec();
        }
        names.iter().map(|n| if n == one { two.to_owned() } else { n.clone() }).collect()
    };
    let cond = |cond: &Cond| Cond {
        rel: cond.rel,
        test: match &cond.test {
            ValueTest::Is(list) => ValueTest::Is(names(list)),
            ValueTest::Among(set) => ValueTest::Among(swap(set, one, two)),
            ValueTest::OfGroup(op, groups, by) => {
                let groups = Grouping { set: swap(&groups.set, one, two), ..(**groups).clone() };
                ValueTest::OfGroup(*op, Box::new(groups), *by)
            }
            other => other.clone(),
        },
    };
    Arc::new(match &**set {
        Set::Names(list) => Set::Names(names(list)),
        Set::Rows(source, conds) => Set::Rows(*source, conds.iter().map(cond).collect()),
        Set::Hop(of, rel, out, when) => Set::Hop(swap(of, one, two), *rel, *out, when.clone()),
        Set::Keep(of, test) => Set::Keep(swap(of, one, two), cond(test)),
        Set::Both(a, b) => Set::Both(swap(a, one, two), swap(b, one, two)),
        Set::Nth(of, by, largest, n) => Set::Nth(swap(of, one, two), by.clone(), *largest, *n),
        Set::Extreme(of, by, largest, k) => Set::Extreme(swap(of, one, two), by.clone(), *largest, *k),
        Set::Having(of, op, value) => {
            let of = Grouping { set: swap(&of.set, one, two), ..of.clone() };
            Set::Having(of, *op, value.clone())
        }
        other => other.clone(),
    })
}
