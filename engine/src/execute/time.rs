//! Times of facts, answered from intervals. The results are exactly those that one condition triple per year
//! (section 3.1 of the paper) would give.

use trustuqa_model::{Comparison, Date, Fact, Interval};

use crate::query::execution::Qualifier;

/// The most years as which one interval is listed; longer ones are cut at the far end.
const MAX_YEARS: i32 = 20_000;

/// The values of a qualifier of a fact: one bound, or every year of the interval
/// (one date when both bounds are the same day or month).
///
/// `horizon` is the year up to which an open end is listed: the year in which
/// the source was loaded, so that an answer does not change with the clock.
pub fn times_of(fact: &Fact, qualifier: Qualifier, horizon: i32) -> Vec<Date> {
    let Some(interval) = fact.interval else { return Vec::new() };
    match qualifier {
        Qualifier::StartTime => interval.start.into_iter().collect(),
        Qualifier::EndTime => interval.end.into_iter().collect(),
        Qualifier::Time => {
            if let (Some(start), Some(end)) = (interval.start, interval.end)
                && start == end
            {
                return vec![start];
            }
            if days(fact, qualifier).is_none() {
                return Vec::new();
            }
            let (first, last) = year_bounds(&interval, horizon);
            (first..=last.min(first.saturating_add(MAX_YEARS)))
                .filter_map(|year| Date::new(year, None, None))
                .collect()
        }
    }
}

/// First and last year of an interval. An open start counts as the end's year.
pub fn year_bounds(interval: &Interval, horizon: i32) -> (i32, i32) {
    let start = interval.start.map(Date::year);
    let end = interval.end.map(Date::year);
    match (start, end) {
        (Some(start), Some(end)) => (start, end),
        (Some(start), None) => (start, horizon.max(start)),
        (None, Some(end)) => (end, end),
        (None, None) => (1, 0),
    }
}

/// Whether some value of the qualifier of `fact` compares as asked with `date`.
/// For `Time` this is what the per-year expansion would answer: `= y` when the
/// interval meets y, `< y` when it starts before y, `> y` when it ends after y.
pub fn holds(fact: &Fact, qualifier: Qualifier, op: Comparison, date: Date) -> bool {
    let Some((first_day, last_day)) = days(fact, qualifier) else { return false };
    match op {
        Comparison::Eq => first_day <= date.last_day() && last_day >= date.first_day(),
        Comparison::Ne => !(first_day >= date.first_day() && last_day <= date.last_day()),
        Comparison::Lt => first_day < date.first_day(),
        Comparison::Le => first_day <= date.last_day(),
        Comparison::Gt => last_day > date.last_day(),
        Comparison::Ge => last_day >= date.first_day(),
    }
}

/// Whether some value of the qualifier lies outside all of `dates`.
pub fn holds_outside(fact: &Fact, qualifier: Qualifier, dates: &[Date]) -> bool {
    let Some((mut first, last)) = days(fact, qualifier) else { return false };
    let mut spans: Vec<(i32, i32)> = dates.iter().map(|d| (d.first_day(), d.last_day())).collect();
    spans.sort_unstable();
    for (from, to) in spans {
        if from <= first {
            first = first.max(to.saturating_add(1));
        }
    }
    first <= last
}

/// First and last day that a qualifier of a fact covers; `i32::MAX` for an open end.
/// A fact that ends before it starts covers none.
fn days(fact: &Fact, qualifier: Qualifier) -> Option<(i32, i32)> {
    let interval = fact.interval?;
    let (first, last) = match qualifier {
        Qualifier::Time => (interval.start.or(interval.end), interval.end),
        Qualifier::StartTime => (interval.start, interval.start),
        Qualifier::EndTime => (interval.end, interval.end),
    };
    let open_end = qualifier == Qualifier::Time && interval.end.is_none();
    let first = first?;
    let last_day = if open_end { i32::MAX } else { last.unwrap_or(first).last_day() };
    let first_day = first.first_day();
    (first_day <= last_day).then_some((first_day, last_day))
}
