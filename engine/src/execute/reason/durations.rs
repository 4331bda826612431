//! How long facts hold, in completed units of time.

use trustuqa_model::{Date, Value};

use crate::execute::item::{Item, ItemSet, ItemValue};
use crate::execute::search::{days_between, held};
use crate::execute::{ExecuteError, Executor, Result};
use crate::query::ticked;

/// How long each fact by which a member was found holds ([`held`]), in completed weeks, months or years, or in days:
/// those from its first to its last day, as for the difference of two dates, or `calendar days`, which count both. A
/// fact without an end is counted up to the day on which its source was loaded.
pub(super) fn durations(ex: &Executor<'_>, set: &ItemSet, unit: &str) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    for item in set.items() {
        for id in &item.facts {
            let fact = ex.graph().fact(*id)?;
            let Some((first, after)) = held(ex, &fact) else { continue };
            let length = match unit {
                "days" => days_between(&fact, first, after),
                "calendar days" => i64::from(after) - i64::from(first),
                "weeks" => (i64::from(after) - i64::from(first)) / 7,
                "months" => completed_months(first, after),
                "years" => completed_months(first, after) / 12,
                other => {
                    return Err(ExecuteError::step(
                        "unknown-unit",
                        format!("{} is not a unit of duration", ticked(other)),
                        "write unit='days', unit='calendar days', unit='weeks', unit='months' or unit='years'",
                    ));
                }
            };
            let unit = unit.strip_prefix("calendar ").unwrap_or(unit);
            let unit = if length == 1 { unit.trim_end_matches('s') } else { unit };
            let value = Value::Quantity(length as f64, unit.trim_end_matches('s').to_owned() + "s");
            out.push(Item::new(ItemValue::Derived(value, format!("{length} {unit}")), vec![*id]));
        }
    }
    if out.is_empty() && !set.is_empty() {
        return Err(ExecuteError::step(
            "without-time",
            "the facts behind these members have no time, so nothing says how long they hold",
            "select facts of a temporal source, for example get_information(head_entity='…', relation='…', tail_entity='…')",
        ));
    }
    Ok(out)
}

/// The completed months between two days.
fn completed_months(first: i32, after: i32) -> i64 {
    let parts = |day: i32| {
        let date = Date::from_days(day)?;
        Some((i64::from(date.year()) * 12 + i64::from(date.month()?), date.day()?))
    };
    let (Some((from, from_day)), Some((to, to_day))) = (parts(first), parts(after)) else { return 0 };
    (to - from - i64::from(to_day < from_day)).max(0)
}
