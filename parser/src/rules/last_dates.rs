//! Groups under a condition on their last or first date: customers whose last order was before March, pets that
//! came last more than a year before the latest visit.

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, Date, NodeId, Result};

use super::dates::{is_main_date, iso};
use super::having::{grouped, push, ways};
use super::limits::rows_to_group;
use crate::chart::{Chart, ChartItem};
use crate::features::Feature;
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::set::{Grouping, Limit, Set};
use crate::text::{Coverage, Text, bit, span};

/// Maximum number of words between a duration and the date that it is counted from: "before the most recent visit".
const BEHIND: usize = 5;

/// A bound on the last or first day of groups, with the words that say it.
struct Bound {
    op: Comparison,
    day: Date,
    words: Coverage,
}

/// Groups for whose last or first day the comparison with a day holds.
pub fn last_dates(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = rows_to_group(item) else { return Ok(()) };
    let ends = end_words(chart, item.coverage);
    if ends.is_empty() || item.nodes.len() < 2 {
        return Ok(());
    }
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.name_match(rel, &chart.text, !item.coverage);
        let dated = chart.world.rels[rel].shape == Shape::Date;
        if !dated || said.best < 0.5 && !is_main_date(chart, rel) {
            continue;
        }
        for (with, end) in &ends {
            for bound in bounds(chart, rel, item.coverage | end)? {
                of_groups(chart, item, (source, rel), *with, (*end, &bound), found)?;
            }
        }
    }
    Ok(())
}

/// The words that ask for the last or first date of each group: "their last order", "latest visit".
fn end_words(chart: &Chart<'_, '_>, used: Coverage) -> Vec<(Aggregate, Coverage)> {
    let text = &chart.text;
    let mut ends = Vec::new();
    for (section, with) in [("latest of each", Aggregate::Max), ("earliest of each", Aggregate::Min)] {
        let at = (0..text.tokens.len())
            .find(|at| used & bit(*at) == 0 && lexicon::contains(section, text.word(*at)));
        ends.extend(at.map(|at| (with, with_most(text, at))));
    }
    ends
}

/// A word with the "most" before it: "most recent".
fn with_most(text: &Text, at: usize) -> Coverage {
    span(at - usize::from(at > 0 && text.word(at - 1) == "most"), at + 1)
}

/// The bounds that a question gives: "before March 2024", "more than six months before the latest visit".
fn bounds(chart: &mut Chart<'_, '_>, rel: RelId, used: Coverage) -> Result<Vec<Bound>> {
    let text = &chart.text;
    let mut found = Vec::new();
    for period in text.periods.iter().filter(|period| period.coverage & used == 0) {
        found.extend(match (period.from, period.to) {
            (None, Some(to)) => Date::from_days(to.last_day()).map(|day| Bound {
                op: Comparison::Le,
                day,
                words: period.coverage,
            }),
            (Some(from), None) => Date::from_days(from.first_day()).map(|day| Bound {
                op: Comparison::Ge,
                day,
                words: period.coverage,
            }),
            _ => None,
        });
    }
    let spans: Vec<(i32, Comparison, String, Coverage, usize)> = text
        .numbers
        .iter()
        .filter(|number| number.coverage & used == 0 && number.value.fract() == 0.0 && number.value < 1000.0)
        .filter_map(|number| {
            let to = 64 - number.own.leading_zeros() as usize;
            // "More than a month before" means earlier than that.
            let op = match number.op {
                None | Some(Comparison::Gt) => Comparison::Lt,
                Some(Comparison::Ge) => Comparison::Le,
                Some(Comparison::Lt) => Comparison::Gt,
                Some(Comparison::Le) => Comparison::Ge,
                Some(Comparison::Eq | Comparison::Ne) => return None,
            };
            Some((number.value as i32, op, number.unit.clone()?, number.coverage, to))
        })
        .collect();
    let is_latest = |at: &usize| lexicon::contains("latest of each", text.word(*at));
    let mut counted = Vec::new();
    for (many, op, unit, coverage, to) in spans {
        let before = text.spots_of(Cue::Before).find(|spot| (to..=to + 1).contains(&spot.from));
        let latest = before.and_then(|before| {
            let at = (before.to..before.to + BEHIND).find(is_latest)?;
            Some(before.coverage() | with_most(text, at))
        });
        counted.extend(latest.map(|words| (many, op, unit, coverage | words)));
    }
    if counted.is_empty() {
        return Ok(found);
    }
    let all = chart.world.rows(chart.world.rels[rel].source)?;
    let days = days_of(chart, &all, rel)?;
    let Some(last) = days.iter().map(|(_, day)| *day).max().and_then(Date::from_days) else {
        return Ok(found);
    };
    for (many, op, unit, words) in counted {
        found.extend(back(last, many, &unit).map(|day| Bound { op, day, words }));
    }
    Ok(found)
}

/// The day so many days, weeks, months or years before another.
fn back(day: Date, many: i32, unit: &str) -> Option<Date> {
    let months = match unit {
        "day" => return Date::from_days(day.first_day() - many),
        "week" => return Date::from_days(day.first_day() - 7 * many),
        "month" => many,
        "year" => 12 * many,
        _ => return None,
    };
    let place = day.year() * 12 + i32::from(day.month()?) - 1 - months;
    let (year, month) = (place.div_euclid(12), u8::try_from(place.rem_euclid(12)).ok()? + 1);
    // For the 31st, a month with fewer days has its last one.
    (1..=day.day()?).rev().find_map(|of_month| Date::new(year, Some(month), Some(of_month)))
}

/// The days of rows, in days since 1970.
fn days_of(chart: &mut Chart<'_, '_>, rows: &[NodeId], rel: RelId) -> Result<Vec<(NodeId, i32)>> {
    let mut days = Vec::new();
    chart.world.each_value(rows, rel, |row, value| {
        days.extend(value.date().map(|date| (row, date.first_day())));
    })?;
    Ok(days)
}

fn of_groups(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    (source, rel): (usize, RelId),
    with: Aggregate,
    (end, bound): (Coverage, &Bound),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let inner = ChartItem { coverage: item.coverage | end | bound.words, ..item.clone() };
    let limit = bound.day.first_day();
    for (way, features) in ways(chart, &inner, source)? {
        let mut members = Vec::new();
        let groups = grouped(chart, &item.nodes, &way.by)?;
        chart.world.expect_values(groups.values().map(Vec::len).sum(), rel)?;
        for (name, rows) in groups {
            let days = days_of(chart, &rows, rel)?.into_iter().map(|(_, day)| day);
            let own = if with == Aggregate::Max { days.max() } else { days.min() };
            let holds = own.is_some_and(|own| bound.op.holds(own.cmp(&limit)));
            members.extend(holds.then_some(name));
        }
        let grouping = Grouping { set: item.set.clone(), by: way.by.clone(), of: Some(rel), with };
        let having = Set::Having(grouping, bound.op, Limit::Value(iso(bound.day)));
        let said = chart.world.name_match(rel, &chart.text, !(inner.coverage | way.name_match.coverage));
        let mut features = features;
        features.add(Feature::OpHaving, 1.0);
        features.add(Feature::LastDates, 1.0);
        let coverage =
            inner.coverage | way.name_match.coverage | if said.best >= 0.5 { said.coverage } else { 0 };
        push(chart, item, having, members, coverage, &features, found);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_years_go_back_by_the_calendar() {
        let day = Date::new(2024, Some(5), Some(31)).unwrap();
        assert_eq!(back(day, 3, "month").map(iso).as_deref(), Some("2024-02-29"));
        assert_eq!(back(day, 1, "year").map(iso).as_deref(), Some("2023-05-31"));
        assert_eq!(back(day, 2, "week").map(iso).as_deref(), Some("2024-05-17"));
        assert_eq!(back(day, 6, "month").map(iso).as_deref(), Some("2023-11-30"));
        assert_eq!(back(day, 1, "km"), None);
    }
}
