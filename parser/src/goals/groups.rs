//! Goals over groups: a number for each, and the groups with the largest or smallest.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Date, Result, SourceKind};

use crate::chart::{Asks, Chart, ChartItem};
use crate::codes::CodeMatch;
use crate::features::{Feature, Features};
use crate::kinds::noun_of_column;
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, how_many, is_main_date, iso, measured, plain, table_words, type_words};
use crate::set::{Cond, DatePart, Goal, Grouping, Key, Limit, Pick, Set, ValueTest};
use crate::text::{Coverage, Period, Spot, bit, span};
use crate::ways::{Way, date_parts, paths, paths_of_rows};

use super::growth::growth_of_groups;
use super::of_each::{mean_of_groups, names_of_each};
use super::of_groups::{distinct_of_groups, shares_of_groups, times_of_groups, zeros_of_groups};
use super::totals::is_rate;
use super::{Derivation, Gives, extremes_of, is_flag, measures, of_extreme, reading, with_kind};

pub(super) fn groups(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let begin = found.len();
    by_each(chart, item, found)?;
    let zeros = zeros_of_groups(chart, item, &found[begin..])?;
    let grown = growth_of_groups(chart, item, &found[begin..]);
    found.extend(zeros);
    found.extend(grown);
    if chart.text.has_word_of("ranks") {
        let upwards = chart.text.has_word("ascending") || chart.text.is_smallest_first();
        for reading in &mut found[begin..] {
            if let Goal::Groups(grouping, None) = &reading.goal {
                reading.goal = Goal::Ranked(grouping.clone(), !upwards);
            }
        }
    }
    // "How many on average per month" asks for one number.
    let mean = chart.text.cue(Cue::Mean) & !item.coverage;
    if mean != 0 {
        let of_groups = |groups: &Derivation| mean_of_groups(groups, mean);
        let mean: Vec<Derivation> = found[begin..].iter().filter_map(of_groups).collect();
        found.extend(mean);
    }
    let text = &chart.text;
    let numbers = text.cue(Cue::Count) | text.cue(Cue::Sum) | text.cue(Cue::Mean);
    if chart.asks == Asks::Number
        || numbers != 0
        || text.has_word("any")
        || text.has_word_of("of single things")
    {
        let most: Vec<Derivation> = found[begin..].iter().filter_map(most_of_groups).collect();
        found.extend(most);
    }
    drop_deaf(chart, item, found, begin);
    times_having(chart, item, found)
}

/// Drops readings from `begin` on that give a number for each group without the "average" or "highest" of the question,
/// where another one has it: "the average expense of each employee" does not count expenses.
fn drop_deaf(chart: &Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>, begin: usize) {
    let each = |reading: &Derivation| matches!(reading.goal, Goal::Groups(_, None));
    for cues in [&[Cue::Mean, Cue::Median][..], &[Cue::More, Cue::Less]] {
        let words = cues.iter().fold(0, |covered, cue| covered | chart.text.cue(*cue)) & !item.coverage;
        let hears = |reading: &Derivation| reading.coverage & words != 0;
        if found[begin..].iter().any(|reading| each(reading) && hears(reading)) {
            let mut at = 0;
            found.retain(|reading| {
                at += 1;
                at <= begin || !each(reading) || hears(reading)
            });
        }
    }
}

/// "months with more than ten orders": parts of dates under a condition on the number of rows.
fn times_having(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let Some(source) = item.rows.filter(|_| item.nodes.len() > 1 && !of_extreme(&item.set)) else {
        return Ok(());
    };
    let tallies = chart.tallies.clone();
    for tally in tallies.iter().filter(|tally| tally.coverage & item.coverage == 0) {
        let inner = ChartItem { coverage: item.coverage | tally.coverage, ..item.clone() };
        for Way { by, name_match: said, .. } in date_parts(chart, &inner, source) {
            let counted = table_words(chart, source, !(inner.coverage | said.coverage))?;
            let near = chart.content_behind(tally.behind, 2);
            let mut features = item.features.with(&tally.features(counted & near != 0));
            features.add(Feature::BySaid, said.gain.min(1.5));
            features.add(Feature::FocusEnd, f32::from(u8::from(said.coverage & chart.focus != 0)));
            let having = Set::Having(
                Grouping::counted(item.set.clone(), by),
                tally.op,
                Limit::Value(plain(tally.value)),
            );
            let gives = if chart.asks == Asks::Date { Gives::Date } else { Gives::Text };
            let coverage = inner.coverage | said.coverage | counted;
            found.push(reading(Goal::List(Arc::new(having)), coverage, features, gives, 9));
        }
    }
    Ok(())
}

/// Turns a reading that answers with the first group into one that answers with its number: "how many hires has our
/// busiest customer had?"
fn most_of_groups(best: &Derivation) -> Option<Derivation> {
    let Goal::Groups(grouping, Some((largest, 1))) = &best.goal else { return None };
    let goal = Goal::MostOfGroups(grouping.clone(), *largest);
    let mut features = best.features.clone();
    features.add(Feature::OpGroupPick, -1.0);
    features.add(Feature::OpGroupMost, 1.0);
    // The answer is not what members are grouped by.
    features.add(Feature::FocusEnd, -features.get(Feature::FocusEnd));
    Some(reading(goal, best.coverage, features, Gives::Number, 1))
}

fn by_each(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let each = chart.text.cue(Cue::Each) & !item.coverage;
    let spots = extremes_of(chart, item.coverage);
    if item.rows.is_some() && of_extreme(&item.set) {
        return Ok(());
    }
    let unsaid = asks_for_most_of(chart, item, &spots);
    let persons = asks_for_persons(chart, each, &spots);
    let side_by_side = side_by_side(chart, item);
    if each == 0 && spots.is_empty() && side_by_side == 0 {
        return Ok(());
    }
    let Some(source) = item.rows else {
        return fact_groups(chart, item, found);
    };
    if item.nodes.len() < 2 {
        return Ok(());
    }
    let keys = chart.world.keys(source)?;
    let compared_by = pair_of(&item.set);
    let pair = match compared_by.as_deref() {
        Some([Key::Rel(rel)]) => Some(*rel),
        _ => None,
    };
    let totals = [Cue::Sum, Cue::Mean, Cue::Median, Cue::Count].into_iter();
    let totals = totals.fold(0, |covered, cue| covered | chart.text.cue(cue));
    let codes = chart.world.code_matches(source, &chart.text, !item.coverage)?;
    let mut ways = Vec::new();
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        let mut said = chart.world.name_match(by, &chart.text, !item.coverage);
        // "For each customer in the North": the word by which rows were joined says what to group them by, too.
        if each != 0 && said.best < 0.5 && joined_by(&item.set, by) {
            said = chart.world.name_match(by, &chart.text, !each);
        }
        let (said, code_beside_name) = CodeMatch::or_of_codes(&codes, by, said);
        // "Among clubs with two or more courts, which has ...": the condition says the clubs.
        let of_groups = matches!(&*item.set, Set::Rows(_, conds) if conds.iter().any(|cond| {
            cond.rel == by && matches!(&cond.test, ValueTest::Among(set) if set.is_grouped_by(by))
        }));
        let compared = pair == Some(by);
        // If a pair is compared, only its own column groups.
        if pair.is_some() && !compared {
            continue;
        }
        // "Per employee", over tickets with an `Assigned To`.
        let behind = match each {
            0 => 0,
            _ => chart.world.table_behind(by, &chart.text, !item.coverage)?,
        };
        let behind = if behind == 0 && said.best < 0.5 {
            noun_of_column(chart, by, each)? & !item.coverage
        } else {
            behind
        };
        let said = match persons {
            _ if said.best >= 0.5 => said,
            _ if behind != 0 => NameMatch::whole(behind),
            Some(words) if chart.world.tells_persons(by)? => {
                NameMatch { coverage: words, gain: PERSONS, best: PERSONS, ..NameMatch::default() }
            }
            _ if unsaid && may_be_object_of_rows(chart, by, &item.set)? => {
                NameMatch { gain: 0.5, best: 0.5, ..NameMatch::default() }
            }
            _ => said,
        };
        // "The price of each order" is one for each row; "the average price of each order" is one over all.
        let of_rows = each != 0 && totals == 0 && spots.is_empty() && said.best >= 0.8;
        if keys.contains(&by) && !of_rows || !compared && !of_groups && said.best < 0.5 {
            continue;
        }
        if is_flag(chart, by)? && chart.focus & said.coverage == 0 && each == 0 {
            continue;
        }
        let shape = chart.world.rels[by].shape;
        match shape {
            Shape::Text => {}
            Shape::Date
                if said.completeness >= 0.9
                    || said.completeness >= 0.55 && chart.world.rels[by].words.len() == 1 => {}
            Shape::Number if chart.world.joins_by_code(by)? => {}
            Shape::Number
                if compared || chart.world.range(by)?.is_some_and(|(a, b)| a >= 1000.0 && b < 2200.0) => {}
            Shape::Number | Shape::Date => continue,
        }
        let said = if said.best < 0.5 { NameMatch::default() } else { said };
        // Codes are also grouped by the names that another table has for them.
        let named = chart.world.name_wanted(by, &chart.text)?.filter(|(key, _)| *key != by);
        let code_beside_name = code_beside_name || named.is_some();
        if let Some((_, name)) = named.filter(|_| !compared) {
            let by = vec![Key::Rel(by), Key::Rel(name)];
            ways.push(Way { by, name_match: said, compared, code_beside_name: false, named: true });
        }
        ways.push(Way { by: vec![Key::Rel(by)], name_match: said, compared, code_beside_name, named: false });
    }
    if let Some(by) = compared_by.filter(|by| by.len() > 1) {
        let said = NameMatch::default();
        ways.push(Way { by, name_match: said, compared: true, code_beside_name: false, named: false });
    }
    if pair.is_none() {
        ways.extend(paths_of_rows(chart, item, source)?);
        ways.extend(date_parts(chart, item, source));
    }
    // "Per article category": if a column says the category, one that only says the article is not meant.
    for spot in chart.text.spots_of(Cue::Each) {
        let (first, head) = (spot.to, chart.text.noun_behind(spot.to));
        let says = |way: &Way, at: usize| way.name_match.coverage & bit(at) != 0;
        if head != first && ways.iter().any(|way| says(way, head)) {
            ways.retain(|way| !says(way, first) || says(way, head));
        }
    }
    names_of_each(chart, item, source, &ways, found)?;
    by_ways(chart, item, source, ways, found)?;
    by_two_years(chart, item, source, found)
}

/// The words that put two things side by side: "compare the sales of Leeds and Bristol".
fn side_by_side(chart: &Chart<'_, '_>, item: &ChartItem) -> Coverage {
    let words = chart.text.words_of("puts side by side") & !item.coverage;
    if pair_of(&item.set).is_some() { words } else { 0 }
}

/// The path to the names of a condition with several: a column, or one that leads to them in another table, as from
/// a shop to its city.
fn pair_of(set: &Set) -> Option<Vec<Key>> {
    let Set::Rows(_, conds) = set else { return None };
    conds.iter().find_map(|cond| match &cond.test {
        ValueTest::Is(names) if names.len() > 1 => Some(vec![Key::Rel(cond.rel)]),
        _ => {
            let mut path = vec![Key::Rel(cond.rel)];
            path.extend(pair_of(cond.joined()?)?);
            Some(path)
        }
    })
}

/// Whether "what" asks for the thing that one has the most of: "what did Ann buy most?"
fn asks_for_most_of(chart: &Chart<'_, '_>, item: &ChartItem, spots: &[Spot]) -> bool {
    let text = &chart.text;
    let Set::Rows(_, conds) = &*item.set else { return false };
    let named = conds.iter().any(|cond| match &cond.test {
        ValueTest::Is(names) => names.len() == 1,
        _ => cond.joined().is_some(),
    });
    let does = |at: usize| matches!(text.word(at), "did" | "does" | "do" | "has" | "have");
    let what = text.tokens.iter().position(|token| token.word == "what");
    let bare = spots.iter().any(|spot| spot.of.is_empty() && spot.to == spot.from + 1);
    named && bare && chart.asks == Asks::Thing && what.is_some_and(|at| does(at + 1))
}

/// How well a column of persons counts as said by "who".
const PERSONS: f32 = 0.75;

/// The word that asks for persons, whatever their column is called: "who has the most orders", "tips for each
/// person".
fn asks_for_persons(chart: &Chart<'_, '_>, each: Coverage, spots: &[Spot]) -> Option<Coverage> {
    let mut behind = chart.text.spots_of(Cue::Each).map(|spot| spot.to);
    let person = behind.find(|at| lexicon::contains("anybody", chart.text.word(*at))).map(bit);
    let who = chart.asks == Asks::Person && (each != 0 || !spots.is_empty());
    // "The winner of each race"
    let asks = |at: &usize| {
        let word = chart.text.word(*at);
        who && matches!(word, "who" | "whose") || each != 0 && lexicon::contains("who wins", word)
    };
    person.or((0..chart.text.tokens.len()).find(asks).map(bit))
}

/// Whether a column holds what was bought: names that another source has, too, and that no condition chooses the
/// rows by.
fn may_be_object_of_rows(chart: &mut Chart<'_, '_>, by: RelId, set: &Set) -> Result<bool> {
    let Set::Rows(_, conds) = set else { return Ok(false) };
    let chosen = conds.iter().any(|cond| cond.rel == by);
    Ok(!chosen && chart.world.rels[by].shape == Shape::Text && chart.world.is_known_elsewhere(by)?)
}

/// Whether rows are chosen by a join with another table over this column.
fn joined_by(set: &Set, by: RelId) -> bool {
    let Set::Rows(_, conds) = set else { return false };
    conds.iter().any(|cond| cond.rel == by && cond.joined().is_some())
}

/// "Did we sell more in 2023 or in 2024?": of the rows of both years, the year with more.
fn by_two_years(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let (Some((coverage, from, to)), Set::Rows(_, conds)) = (two_years(chart, item.coverage), &*item.set)
    else {
        return Ok(());
    };
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.rels[rel].shape != Shape::Date || !is_main_date(chart, rel) {
            continue;
        }
        let between = Cond { rel, test: ValueTest::Between(from.clone(), to.clone()) };
        let set = Arc::new(Set::Rows(source, conds.iter().cloned().chain([between]).collect()));
        let both = ChartItem { set, coverage: item.coverage | coverage, ..item.clone() };
        let said = NameMatch::whole(coverage);
        let way = Way {
            by: vec![Key::Part(DatePart::Year, rel)],
            name_match: said,
            compared: true,
            code_beside_name: false,
            named: false,
        };
        by_ways(chart, &both, source, vec![way], found)?;
    }
    Ok(())
}

/// Two years between which the question asks to choose, one right after the other: the words that say so, and
/// the first and last day.
fn two_years(chart: &Chart<'_, '_>, used: Coverage) -> Option<(Coverage, String, String)> {
    let text = &chart.text;
    let years: Vec<&Period> =
        text.periods.iter().filter(|p| p.single && p.year_only && p.coverage & used == 0).collect();
    let [one, two] = years.as_slice() else { return None };
    let (begin, end) = (64 - one.coverage.leading_zeros() as usize, two.coverage.trailing_zeros() as usize);
    let joins = |at: usize| matches!(text.word(at), "or" | "vs" | "versus");
    let small = |at: usize| joins(at) || text.tokens.get(at).is_some_and(|token| token.filler);
    if !(begin..end).all(small) || !(begin..end).any(joins) {
        return None;
    }
    let (first, second) = if one.from?.first_day() < two.from?.first_day() { (one, two) } else { (two, one) };
    if second.from?.first_day() != first.to?.last_day() + 1 {
        return None;
    }
    let day = |days| Date::from_days(days).map(iso);
    let coverage = one.coverage | two.coverage | span(begin, end);
    Some((coverage, day(first.from?.first_day())?, day(second.to?.last_day())?))
}

/// Readings with a number for each group, for some ways to group rows.
fn by_ways(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    ways: Vec<Way>,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let each = chart.text.cue(Cue::Each) & !item.coverage;
    let spots = extremes_of(chart, item.coverage);
    let numbered: Vec<(Spot, usize, Coverage)> = spots
        .iter()
        .map(|spot| {
            let (k, counted) = how_many(chart, spot);
            (spot.clone(), k, counted)
        })
        .collect();
    let side_by_side = side_by_side(chart, item);
    let picks = |by: Coverage, compared: bool| -> Vec<(Pick, Coverage, Option<Spot>)> {
        let mut picks = Vec::new();
        if each != 0 {
            picks.push((None, each, None));
        } else if compared && side_by_side != 0 {
            picks.push((None, side_by_side, None));
        }
        for (spot, k, counted) in numbered.iter().filter(|(spot, _, _)| spot.coverage() & by == 0) {
            picks.push((Some((spot.cue == Cue::More, *k)), spot.coverage() | counted, Some(spot.clone())));
        }
        picks
    };
    let sum = chart.text.cue(Cue::Sum) & !item.coverage;
    let mean = chart.text.cue(Cue::Mean) & !item.coverage;
    let count = chart.text.cue(Cue::Count) & !item.coverage;
    for Way { by, name_match: said, compared, code_beside_name, named } in ways {
        // What follows "by" and "per" right away is what they group by.
        let of_way: Vec<usize> =
            (0..chart.text.tokens.len()).filter(|at| said.coverage & bit(*at) != 0).collect();
        let beside = chart.text.spots_of(Cue::Each).any(|s| {
            // "year by year" says the same word on both sides.
            let twice = |at: usize| at + 1 == s.from && chart.text.word(at) == chart.text.word(s.to);
            of_way.iter().any(|at| twice(*at) || (s.to..=s.to + 2).contains(at))
        });
        for (pick, cue, spot) in picks(said.coverage, compared) {
            let mut base = item.features.clone();
            base.add(Feature::ByPath, (by.len() - 1 - usize::from(named)) as f32);
            base.add(Feature::CodeBesideName, f32::from(u8::from(code_beside_name)));
            if pick.is_none() && !beside && !compared {
                if chart.text.spots_of(Cue::Each).all(|s| chart.text.word(s.from) == "by") {
                    continue;
                }
                base.add(Feature::ByFar, 1.0);
            }
            let adjacent = |spot: &Spot| of_way.contains(&chart.text.noun_behind(spot.to));
            if pick.is_none() && chart.text.spots_of(Cue::Each).any(adjacent) {
                base.add(Feature::ByAdjacent, 1.0);
            }
            base.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            let mut coverage =
                item.coverage | cue | path_words(chart, &by, item.coverage | cue | said.coverage);
            if said.best >= 0.5 && !compared {
                base.add(Feature::BySaid, said.gain.min(1.5));
                base.add(Feature::HeadUnsaid, f32::from(u8::from(!said.head)));
                base.add(Feature::Likeness, said.likeness);
                coverage |= said.coverage;
                if said.coverage & chart.focus != 0 {
                    base.add(Feature::FocusEnd, 1.0);
                }
            }
            if compared {
                base.add(Feature::OpCompare, 1.0);
            } else if said.best < 0.5 {
                base.add(Feature::ByGroups, 1.0);
            }
            let goal = |of, with, pick| {
                Goal::Groups(Grouping { set: item.set.clone(), by: by.clone(), of, with }, pick)
            };
            let gives = match (pick, by.last()) {
                (Some(_), Some(Key::Part(..))) if chart.asks == Asks::Date => Gives::Date,
                (Some(_), Some(Key::Rel(rel))) if chart.world.rels[*rel].shape == Shape::Date => Gives::Date,
                (Some(_), _) => Gives::Text,
                (None, _) => Gives::Table,
            };
            let size = pick.map_or(9, |p| p.1);
            // The number of rows.
            let mut features = base.clone();
            let rows = with_kind(chart, item, coverage | count, &mut features)?;
            if pick.is_some() {
                features.add(Feature::PickByRows, 1.0);
            }
            // "The tallest tower" is the one with the largest height, and no group with the most rows.
            if let Some(spot) = &spot
                && has_dimension(chart, spot, source, !coverage)
            {
                features.add(Feature::GroupOfOne, 1.0);
            }
            if let Some(spot) = spot.as_ref().filter(|s| s.of.is_empty()) {
                // "the most orders": what is counted stands right behind.
                let counted = table_words(chart, source, !said.coverage)? & chart.content_behind(spot.to, 2);
                features.add(if counted != 0 { Feature::MostRows } else { Feature::MostRowsNot }, 1.0);
            }
            if pick.is_none() {
                shares_of_groups(chart, item, &by, (rows, &features), None, found);
                distinct_of_groups(chart, item, source, &by, (coverage | count, &base), found);
                times_of_groups(chart, item, source, &by, (coverage, &base), found)?;
            }
            found.push(reading(goal(None, Aggregate::Count, pick), rows, features, gives, size));
            // Aggregates of a column of numbers.
            let inner = ChartItem { coverage, ..item.clone() };
            for (rel, words, more) in measures(chart, &inner, source)? {
                let mut features = base.with(&more);
                let mut coverage = coverage | words;
                // The slowest group is the one whose times are the longest.
                let larger = |spot: &Spot| asks_for_larger(chart, spot, Some(rel));
                let pick = pick.map(|(largest, k)| (spot.as_ref().map_or(largest, larger), k));
                if let Some(spot) = &spot
                    && let Some((measure, tokens)) = measured(chart, spot, rel, !coverage)
                {
                    let names_measure = more.get(Feature::MeasureSaid) + more.get(Feature::MoneySaid) > 0.0;
                    // "the best by total spend" says the measure, so that "best" need not.
                    if !names_measure || measure.get(Feature::ExtremeMeasure) > 0.0 {
                        features = features.with(&measure);
                        // The unsaid columns of a formula count once.
                        features.add(Feature::ColumnSilent, -chart.world.rels[rel].silent_columns());
                    }
                    coverage |= tokens;
                }
                // "The largest order of each customer": by the amount of money that it has.
                let largest_of_each =
                    pick.is_none() && !spots.is_empty() && chart.world.rels[rel].holds_money();
                // "Our best customer" brings in the most money.
                let best = spot.as_ref().is_some_and(|spot| {
                    chart.world.rels[rel].holds_money()
                        && (spot.from..spot.to)
                            .any(|at| lexicon::contains("best of all", chart.text.word(at)))
                });
                // "The average expense per employee", from a table of expenses with an amount.
                let mean_of_money = mean != 0 && pick.is_none() && chart.world.rels[rel].holds_money();
                if more.get(Feature::MeasureSilent) > 0.0
                    && !best
                    && !largest_of_each
                    && !mean_of_money
                    && features.get(Feature::ExtremeMeasure) == 0.0
                    && more.get(Feature::MeasureUnit) == 0.0
                    && more.get(Feature::MuchMoney) == 0.0
                    && more.get(Feature::MoneySaid) == 0.0
                {
                    continue;
                }
                for (with, cue, op) in
                    [(Aggregate::Sum, sum, Feature::OpSum), (Aggregate::Mean, mean, Feature::OpMean)]
                {
                    if with == Aggregate::Mean && cue == 0 {
                        continue;
                    }
                    let mut features = features.clone();
                    features.add(op, 1.0);
                    if cue == 0 && with == Aggregate::Sum {
                        features.add(Feature::SumUncued, 0.5);
                        let one = spot
                            .as_ref()
                            .map_or(Ok(false), |spot| is_one_row(chart, spot, source, said.coverage))?;
                        features.add(Feature::GroupOfOne, f32::from(u8::from(one)));
                    }
                    if with == Aggregate::Sum && is_rate(chart, rel) {
                        features.add(Feature::SumOfRate, 1.0);
                    }
                    let all = with_kind(chart, item, coverage | cue, &mut features)?;
                    if pick.is_none() && with == Aggregate::Sum {
                        shares_of_groups(chart, item, &by, (all, &features), Some(rel), found);
                    }
                    found.push(reading(goal(Some(rel), with, pick), all, features, gives, size));
                }
                if pick.is_none()
                    && let Some(spot) = spots.first()
                    && let Some((measure, tokens)) = measured(chart, spot, rel, !coverage)
                {
                    let larger = asks_for_larger(chart, spot, Some(rel));
                    let with = if larger { Aggregate::Max } else { Aggregate::Min };
                    let mut features = features.with(&measure);
                    features.add(Feature::OpMax, 1.0);
                    let all = with_kind(chart, item, coverage | tokens, &mut features)?;
                    found.push(reading(goal(Some(rel), with, pick), all, features, gives, size));
                }
            }
        }
    }
    Ok(())
}

/// Whether a table has a column of what the adjective of a superlative measures.
fn has_dimension(chart: &mut Chart<'_, '_>, spot: &Spot, source: usize, free: Coverage) -> bool {
    if spot.of.is_empty() {
        return false;
    }
    let rels: Vec<RelId> = chart.world.rels_of(source).collect();
    let mut measures = rels.into_iter().filter_map(|rel| measured(chart, spot, rel, free));
    measures.any(|(features, _)| features.get(Feature::ExtremeMeasure) > 0.0)
}

/// Whether a superlative is about one row: "who made the heaviest bell", and not the most of all bells together.
fn is_one_row(chart: &mut Chart<'_, '_>, spot: &Spot, source: usize, by: Coverage) -> Result<bool> {
    let noun = chart.text.noun_behind(spot.to);
    let singular = chart.text.tokens.get(noun).is_some_and(|token| !token.word.ends_with('s'));
    let own = bit(noun) & !by;
    Ok(singular && own != 0 && table_words(chart, source, own)? != 0)
}

/// The words that say the steps of a path before its last: the article of "per article category".
fn path_words(chart: &Chart<'_, '_>, by: &[Key], used: Coverage) -> Coverage {
    let through = by.iter().rev().skip(1).filter_map(|key| match key {
        Key::Rel(rel) => Some(chart.world.name_match(*rel, &chart.text, !used)),
        Key::Part(..) => None,
    });
    through.filter(|said| said.best >= 0.5).fold(0, |covered, said| covered | said.coverage)
}

/// Members of graphs, grouped by a path of relations.
pub(super) fn path_groups(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    picks: &[(Pick, Coverage)],
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let count = chart.text.cue(Cue::Count) & !item.coverage;
    for way in paths(chart, &item.nodes, &[], item.coverage)? {
        for (pick, cue) in picks.iter().filter(|(_, cue)| cue & way.name_match.coverage == 0) {
            let mut features = item.features.clone();
            features.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            features.add(Feature::ByPath, way.by.len() as f32);
            features.add(Feature::BySaid, way.name_match.gain.min(1.5));
            if way.name_match.coverage & chart.focus != 0 {
                features.add(Feature::FocusEnd, 1.0);
            }
            let coverage =
                with_kind(chart, item, item.coverage | way.name_match.coverage | cue | count, &mut features)?;
            let goal = Goal::Groups(Grouping::counted(item.set.clone(), way.by.clone()), *pick);
            let gives = if pick.is_some() { Gives::Text } else { Gives::Table };
            found.push(reading(goal, coverage, features, gives, pick.map_or(9, |p| p.1)));
        }
    }
    Ok(())
}

/// How many members are checked for several facts of a relation: the first few, then more.
const LOOKED_AT: [usize; 2] = [8, 200];

/// Whether some member has several facts of a relation, as their head (`true`) or tail; assumed of large sets.
pub(super) fn has_several(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    rel: RelId,
    head: bool,
) -> Result<bool> {
    let (mut from, most) = (0, LOOKED_AT[1]);
    for to in LOOKED_AT.map(|to| to.min(item.nodes.len())) {
        if chart.world.has_several(&item.nodes[from..to], rel, head)? {
            return Ok(true);
        }
        from = to;
    }
    Ok(item.nodes.len() > most)
}

/// Members of graphs, by the number of their facts.
pub(super) fn fact_groups(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    if item.nodes.len() < 2 {
        return Ok(());
    }
    let each = chart.text.cue(Cue::Each) & !item.coverage;
    let count = chart.text.cue(Cue::Count) & !item.coverage;
    let mut picks: Vec<(Pick, Coverage)> = Vec::new();
    if each != 0 {
        picks.push((None, each | count));
    }
    for spot in extremes_of(chart, item.coverage) {
        let (k, counted) = how_many(chart, &spot);
        picks.push((Some((spot.cue == Cue::More, k)), spot.coverage() | counted));
    }
    if !matches!(&*item.set, Set::Names(_)) {
        path_groups(chart, item, &picks, found)?;
    }
    let mut ways: Vec<(Option<RelId>, Coverage, Features)> = Vec::new();
    // By the facts that led to each member.
    let of_graph = item.end.is_some_and(|(rel, _)| chart.world.rels[rel].kind != SourceKind::Table);
    if of_graph && matches!(&*item.set, Set::Side(..) | Set::Facts(..) | Set::Hop(..)) {
        ways.push((None, 0, Features::default()));
    }
    // By what each member has of a relation.
    let mut rels = Vec::new();
    for node in item.nodes.iter().take(4) {
        rels.extend(
            chart
                .world
                .head_of(*node)?
                .iter()
                .copied()
                .filter(|r| chart.world.rels[*r].kind != SourceKind::Table),
        );
    }
    rels.sort_unstable();
    rels.dedup();
    for rel in rels {
        let said = chart.world.name_match(rel, &chart.text, !item.coverage);
        if said.best >= 0.5 {
            let mut features = Features::default();
            features.add_said(&said);
            ways.push((Some(rel), said.coverage, features));
        }
    }
    for (of, words, more) in ways {
        let counted = of.map(|rel| (rel, true)).or(item.end.map(|(rel, out)| (rel, !out)));
        // Where each has only one, there is nothing to count.
        if let Some((rel, out)) = counted
            && !has_several(chart, item, rel, out)?
        {
            continue;
        }
        for (pick, cue) in &picks {
            if words & cue != 0 {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(if pick.is_some() { Feature::OpGroupPick } else { Feature::OpGroup }, 1.0);
            let mut coverage = item.coverage | words | cue;
            coverage = with_kind(chart, item, coverage, &mut features)?;
            let spot = extremes_of(chart, item.coverage | words).into_iter().find(|s| s.of.is_empty());
            if let (Some(_), Some(spot)) = (pick, spot) {
                let behind = chart.content_behind(spot.to, 2);
                let mut counted = words & behind;
                if let (None, Some((rel, out))) = (of, item.end) {
                    let other = chart.world.side(rel, out)?;
                    counted |= type_words(chart, &other, Some((rel, !out)), !0)? & behind;
                }
                features.add(if counted != 0 { Feature::MostRows } else { Feature::MostRowsNot }, 1.0);
            }
            // What is counted is at the other side of the relation.
            if let (None, Some((rel, out))) = (of, item.end) {
                let other = chart.world.side(rel, out)?;
                let kind = type_words(chart, &other, Some((rel, !out)), !coverage)?;
                if kind & !coverage != 0 {
                    features.add(Feature::MeasureSaid, 1.0);
                    coverage |= kind;
                }
            }
            let grouping = Grouping { of, ..Grouping::counted(item.set.clone(), Vec::new()) };
            let goal = Goal::Groups(grouping, *pick);
            let gives = if pick.is_some() { Gives::Text } else { Gives::Table };
            found.push(reading(goal, coverage, features, gives, pick.map_or(9, |p| p.1)));
        }
    }
    Ok(())
}
