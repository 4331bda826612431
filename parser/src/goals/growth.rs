//! Goals for how much something grew or shrank from one time to another, and which time had more.

use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Date, Result};

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::Feature;
use crate::lexicon::Cue;
use crate::relation::Shape;
use crate::rules::{is_main_date, test_of};
use crate::set::{Cond, Goal, Grouping, Set};
use crate::text::{Coverage, Period, Text, bit, span};
use crate::words::ordinal;

use super::{Derivation, Gives, measures, reading, with_kind};

/// Maximum number of words between the parts of "from the third to the fourth quarter".
const WORDS_BETWEEN: usize = 5;

/// "How much did sales grow from 2023 to 2024", "by what percentage did orders fall between March and April 2024":
/// a number of the later time less that of the earlier one, or its change in percent.
pub(super) fn growth(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let words = growth_words(&chart.text) & !item.coverage;
    let Some(times) = two_times(&chart.text, item.coverage).filter(|_| words != 0) else { return Ok(()) };
    let percent = chart.text.cue(Cue::Share);
    let asked = TimesComparison { words: words | percent, op: Feature::OpDifference, gives: Gives::Number };
    let change = |earlier: Goal, later: Goal| {
        let (earlier, later) = (Box::new(earlier), Box::new(later));
        if percent != 0 { Goal::Change(later, earlier) } else { Goal::Difference(later, earlier) }
    };
    at_two_times(chart, item, &times, &asked, &change, found)
}

/// "Were there more orders in 2024 than in 2023", "was turnover higher in March 2024 than in April 2024".
pub(super) fn compared_times(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let than = (0..chart.text.tokens.len()).find(|at| chart.text.word(*at) == "than").map_or(0, bit);
    let Some(times) = two_times(&chart.text, item.coverage) else { return Ok(()) };
    if chart.asks != Asks::Truth || than == 0 {
        return Ok(());
    }
    let (earlier, later) = (times.earlier.coverage.trailing_zeros(), times.later.coverage.trailing_zeros());
    let sized = chart.text.spots.iter().filter(|spot| matches!(spot.cue, Cue::More | Cue::Less));
    for spot in sized
        .filter(|spot| spot.coverage() & (item.coverage | times.coverage) == 0)
        .cloned()
        .collect::<Vec<_>>()
    {
        let larger = spot.cue == Cue::More;
        let asked =
            TimesComparison { words: spot.coverage() | than, op: Feature::OpLarger, gives: Gives::Truth };
        let compare = |before: Goal, after: Goal| {
            let (one, two) = if earlier < later { (before, after) } else { (after, before) };
            Goal::Larger(Box::new(one), Box::new(two), larger)
        };
        at_two_times(chart, item, &times, &asked, &compare, found)?;
    }
    Ok(())
}

/// What two numbers of different times are compared for.
struct TimesComparison {
    /// The words that say so.
    words: Coverage,
    op: Feature,
    gives: Gives,
}

/// Joins a number of the rows of an earlier time with that of a later one: their count, or the sum or mean of a
/// measure.
fn at_two_times(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    times: &TwoTimes,
    asked: &TimesComparison,
    join: &dyn Fn(Goal, Goal) -> Goal,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else { return Ok(()) };
    let TwoTimes { coverage: times, earlier, later } = times;
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let dated = chart.world.rels[rel].shape == Shape::Date;
        let years = chart.world.rels[rel].years && earlier.year_only && later.year_only;
        let said = chart.world.name_match(rel, &chart.text, !(item.coverage | times | asked.words));
        if !(dated || years) || said.best < 0.5 && !is_main_date(chart, rel) && dated {
            continue;
        }
        let rows_in = |period: &Period| {
            let cond = Cond { rel, test: test_of(period, dated)? };
            Some(Arc::new(Set::Rows(source, conds.iter().cloned().chain([cond]).collect())))
        };
        let (Some(before), Some(after)) = (rows_in(earlier), rows_in(later)) else { continue };
        let mut features = item.features.clone();
        features.add(asked.op, 1.0);
        features.add(Feature::PeriodSaid, if said.best >= 0.5 { said.gain.min(1.5) } else { 0.0 });
        features.add(Feature::PeriodSilent, if said.best < 0.5 { 1.0 } else { 0.0 });
        let coverage = item.coverage | times | asked.words | if said.best >= 0.5 { said.coverage } else { 0 };
        let inner = ChartItem { coverage, ..item.clone() };
        let begin = found.len();
        for (measure, tokens, more) in measures(chart, &inner, source)? {
            if measure == rel || more.get(Feature::MeasureSilent) > 0.0 {
                continue;
            }
            let mean = chart.text.cue(Cue::Mean) & !coverage;
            let with = if mean != 0 { Aggregate::Mean } else { Aggregate::Sum };
            let mut features = features.with(&more);
            features.add(if mean != 0 { Feature::OpMean } else { Feature::OpSum }, 1.0);
            let all = coverage | tokens | mean | chart.text.cue(Cue::Sum);
            let all = with_kind(chart, item, all, &mut features)?;
            let total = |set: &Arc<Set>| Goal::Total(set.clone(), with, measure);
            found.push(reading(join(total(&before), total(&after)), all, features, asked.gives, 1));
        }
        // "Sales" are an amount, if there is one, and not the rows of a table of sales.
        if found.len() > begin {
            continue;
        }
        features.add(Feature::OpCount, 1.0);
        let all = with_kind(chart, item, coverage | chart.text.cue(Cue::Count), &mut features)?;
        let count = |set: &Arc<Set>| Goal::Count(set.clone(), false);
        found.push(reading(join(count(&before), count(&after)), all, features, asked.gives, 1));
    }
    Ok(())
}

/// The growth of each group's number: "growth of sales from 2023 to 2024 per region".
pub(super) fn growth_of_groups(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    groups: &[Derivation],
) -> Vec<Derivation> {
    let words = growth_words(&chart.text) & !item.coverage;
    let (Some(source), true) = (item.rows, words != 0) else { return Vec::new() };
    let Some(TwoTimes { coverage: times, earlier, later }) = two_times(&chart.text, item.coverage) else {
        return Vec::new();
    };
    let mut dates = chart.world.rels_of(source);
    let Some(rel) = dates.find(|rel| is_main_date(chart, *rel)) else { return Vec::new() };
    let percent = chart.text.cue(Cue::Share);
    let of = |derivation: &Derivation| {
        let Goal::Groups(grouping, None) = &derivation.goal else { return None };
        let rows_in = |period: &Period| {
            let Set::Rows(_, conds) = &*grouping.set else { return None };
            let cond = Cond { rel, test: test_of(period, true)? };
            let set = Arc::new(Set::Rows(source, conds.iter().cloned().chain([cond]).collect()));
            Some(Box::new(Goal::Groups(Grouping { set, ..grouping.clone() }, None)))
        };
        let (before, after) = (rows_in(&earlier)?, rows_in(&later)?);
        let goal = if percent != 0 { Goal::Change(after, before) } else { Goal::Difference(after, before) };
        let mut features = derivation.features.clone();
        features.add(Feature::OpDifference, 1.0);
        features.add(Feature::PeriodSilent, 1.0);
        let coverage = derivation.coverage | times | words | percent;
        Some(reading(goal, coverage, features, Gives::Table, 9))
    };
    groups.iter().filter_map(of).collect()
}

/// Words for growth and decline: "rise", "went up".
fn growth_words(text: &Text) -> Coverage {
    let verb = |at: usize| matches!(text.word(at), "go" | "goes" | "going" | "gone" | "went");
    let moved = (0..text.tokens.len()).filter(|at| verb(*at) && matches!(text.word(at + 1), "up" | "down"));
    moved.fold(text.words_of("growth"), |words, at| words | span(at, at + 2))
}

/// Two times that a question names.
struct TwoTimes {
    /// The words of both.
    coverage: Coverage,
    earlier: Period,
    later: Period,
}

/// The two times that a question names: two years or months, or both ends of "from 2023 to 2024".
fn two_times(text: &Text, used: Coverage) -> Option<TwoTimes> {
    let free: Vec<&Period> = text.periods.iter().filter(|period| period.coverage & used == 0).collect();
    let (coverage, one, two) = match free.as_slice() {
        [one, two] if [one, two].iter().all(|time| time.from.is_some() && time.to.is_some()) => {
            (one.coverage | two.coverage, (*one).clone(), (*two).clone())
        }
        [part] if one_of_two_parts(text, part).is_some() => {
            let (words, other) = one_of_two_parts(text, part)?;
            (part.coverage | words, other, (*part).clone())
        }
        [range] if !range.single && months_of_parts(text, range.coverage) > 0 => {
            let months = months_of_parts(text, range.coverage);
            let (from, to) = (range.from?, range.to?);
            let month = |date: Date, more: i32| {
                let months = date.year() * 12 + i32::from(date.month()?) - 1 + more;
                Date::new(months.div_euclid(12), Some(u8::try_from(months.rem_euclid(12)).ok()? + 1), None)
            };
            let part = |from, to| Period { from, to, single: false, ..(*range).clone() };
            let one = part(month(from, 0), month(from, months - 1));
            (range.coverage, one, part(month(to, 1 - months), month(to, 0)))
        }
        [range] if !range.single => {
            let end = |date: Date| {
                let month = if range.year_only { None } else { date.month() };
                let date = Date::new(date.year(), month, None)?;
                Some(Period { from: Some(date), to: Some(date), single: true, ..(*range).clone() })
            };
            (range.coverage, end(range.from?)?, end(range.to?)?)
        }
        _ => return None,
    };
    let (first, second) = (one.from?.first_day(), two.from?.first_day());
    match first.cmp(&second) {
        std::cmp::Ordering::Less => Some(TwoTimes { coverage, earlier: one, later: two }),
        std::cmp::Ordering::Greater => Some(TwoTimes { coverage, earlier: two, later: one }),
        std::cmp::Ordering::Equal => None,
    }
}

/// The other part of a year if only one is named in full: the third quarter in "from the third to the fourth
/// quarter of 2024", with its words.
fn one_of_two_parts(text: &Text, part: &Period) -> Option<(Coverage, Period)> {
    let months = months_of_parts(text, part.coverage);
    let (from, to) = (part.from?, part.to?);
    let month = i32::from(from.month()?);
    if months == 0 || i32::from(to.month()?) - month != months - 1 || from.year() != to.year() {
        return None;
    }
    let begin = part.coverage.trailing_zeros() as usize;
    let before = begin.saturating_sub(WORDS_BETWEEN)..begin;
    let (at, place) = before.clone().find_map(|at| Some((at, ordinal(text.word(at))?)))?;
    let joined = before.clone().any(|at| matches!(text.word(at), "to" | "and" | "until"));
    let place = i32::try_from(place).ok().filter(|place| joined && *place <= 12 / months)?;
    let first = (place - 1) * months + 1;
    let month_of = |month: i32| Date::new(from.year(), Some(u8::try_from(month).ok()?), None);
    let other =
        Period { from: month_of(first), to: month_of(first + months - 1), single: false, ..part.clone() };
    Some((span(at, begin), other))
}

/// How many months the named parts of years have: 3 for quarters, 6 for halves, else 0.
fn months_of_parts(text: &Text, words: Coverage) -> i32 {
    let said = |name: &str| text.words_in(words).any(|token| token.word.starts_with(name));
    let short = text.words_in(words).any(|token| matches!(token.word.as_str(), "q1" | "q2" | "q3" | "q4"));
    match (said("quarter") || short, said("half") || said("halves")) {
        (true, _) => 3,
        (_, true) => 6,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_times_are_read_in_their_order() {
        let read = |question: &str| {
            let TwoTimes { earlier, later, .. } = two_times(&Text::read(question), 0)?;
            Some((earlier.from?.to_string(), later.from?.to_string()))
        };
        let times = |one: &str, two: &str| Some((one.to_owned(), two.to_owned()));
        assert_eq!(read("how much did sales grow from 2023 to 2024?"), times("2023", "2024"));
        assert_eq!(read("growth in 2024 against 2023"), times("2023", "2024"));
        assert_eq!(read("did fees fall between March 2024 and April 2024"), times("2024-03", "2024-04"));
        assert_eq!(read("change from the third to the fourth quarter of 2024"), times("2024-07", "2024-10"));
        assert_eq!(read("how much did sales grow in 2024?"), None);
    }
}
