//! Rules that compose sets. Each takes one derivation and adds those that follow from it; `seeds` makes the first
//! ones.

mod absence;
mod both;
mod columns;
mod computed;
mod dates;
mod having;
mod hops;
mod last_dates;
mod limits;
mod narrowing;
mod numbers;
mod peers;
mod placings;
mod row_days;
mod seeds;

use trustuqa_model::Result;

use super::chart::{Chart, ChartItem};
pub use absence::{looked_at, takes_from_all, whole_side};
pub use dates::{ValidityPeriod, is_main_date, iso, test_of};
pub use hops::sampled;
pub use narrowing::{asks_for_larger, how_many, measured, place};
pub use numbers::plain;
pub use row_days::RowDay;
pub use seeds::{names_looked_at, seeds, table_words, type_words};

/// A rule.
pub type Rule = for<'c, 'w, 'a> fn(&'c mut Chart<'w, 'a>, &ChartItem, &mut Vec<ChartItem>) -> Result<()>;

/// Every rule.
pub const RULES: &[Rule] = &[
    hops::relations,
    hops::columns,
    hops::into_tables,
    narrowing::conditions,
    narrowing::extremes,
    narrowing::beside_mean,
    narrowing::intersections,
    narrowing::exclusions,
    absence::complements,
    absence::elsewhere,
    peers::peers,
    having::having,
    last_dates::last_dates,
    limits::own_means,
    limits::group_means,
    limits::limits,
    limits::with_all,
    hops::names_of_codes,
];
