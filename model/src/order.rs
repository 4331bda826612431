//! Typed order as 32-bit integers, for the order index of a store.
//!
//! A store files values under [`sortable`] keys and keeps a [`Typed`] summary for each relation of a source.
//! [`key_ranges`] gives the keys to read for a comparison, and [`certain_keys`] those among them whose values
//! need not be read.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};

use crate::value::KeySpan;
use crate::{Comparison, OrderKey, RelationInfo, Value, ValueKind};

/// The key as a 32-bit integer of (almost) the same order: two bits of class, then the upper 30 bits of the
/// position's bit pattern, made sortable. Positions that differ by less than four millionths of their size
/// may share a key; a range read therefore includes equal keys and compares the values themselves. `None`
/// when the position is NaN.
pub fn sortable(key: OrderKey) -> Option<u32> {
    if key.position.is_nan() || !CLASSES.contains(&key.class) {
        return None;
    }
    // Adding zero turns -0.0 into 0.0.
    let bits = (key.position + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | (1 << 63) };
    Some((u32::from(key.class - CLASSES.start()) << 30) | (ordered >> 34) as u32)
}

/// Classes of [`OrderKey`] that fit into the two bits: number, date, duration, score.
const CLASSES: RangeInclusive<u8> = 1..=4;

/// The ranges, ascending, that contain the key of every value for which the comparison with `value` holds;
/// empty when nothing compares with it. `op` is one of `< <= > >=`.
pub fn key_ranges(op: Comparison, value: &Value) -> Vec<(u32, u32)> {
    let sort = |class, position| sortable(OrderKey { class, position });
    let mut ranges: Vec<(u32, u32)> = value
        .key_spans()
        .into_iter()
        .filter_map(|KeySpan { class, low, high }| match op {
            Comparison::Lt | Comparison::Le => Some((sort(class, f64::NEG_INFINITY)?, sort(class, high)?)),
            Comparison::Eq => Some((sort(class, low)?, sort(class, high)?)),
            _ => Some((sort(class, low)?, sort(class, f64::INFINITY)?)),
        })
        .collect();
    ranges.sort_unstable();
    ranges
}

/// Summary of the tails of a relation that have a typed order, so that they need not be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Typed {
    /// The smallest and the largest of their keys; `None` when there is no such tail.
    pub orders: Option<(u32, u32)>,
    /// The longest date: the most days between the first and the last day that a date covers.
    longest_date: u32,
    unit: Unit,
}

/// The unit of quantities.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Unit {
    /// There are no quantities.
    #[default]
    None,
    /// All have this one.
    One(String),
    Several,
}

impl Typed {
    /// Adds a tail with its key.
    pub fn add(&mut self, value: &Value, key: u32) {
        let longest_date = match value {
            Value::Date(date) => date.last_day().abs_diff(date.first_day()),
            _ => 0,
        };
        let unit = value.unit().map_or(Unit::None, |unit| Unit::One(unit.to_owned()));
        self.join(&Typed { orders: Some((key, key)), longest_date, unit });
    }

    /// Adds the summary of other tails.
    pub fn join(&mut self, other: &Typed) {
        self.orders = match (self.orders, other.orders) {
            (Some((low, high)), Some((lower, higher))) => Some((low.min(lower), high.max(higher))),
            (own, others) => own.or(others),
        };
        self.longest_date = self.longest_date.max(other.longest_date);
        if self.unit == Unit::None {
            self.unit = other.unit.clone();
        } else if other.unit != Unit::None && other.unit != self.unit {
            self.unit = Unit::Several;
        }
    }
}

impl RelationInfo {
    /// Whether all tails compare with `bound` and with each other, as far as the catalogue shows without
    /// reading them.
    pub fn all_compare_with(&self, bound: &Value) -> bool {
        let class = |key: u32| (key >> 30) as u8 + CLASSES.start();
        let Some((low, high)) = self.typed.orders else { return false };
        let is_date = class(low) == 2 && bound.date().is_some();
        let of_class = is_date || bound.order_key().is_some_and(|key| key.class == class(low));
        let of_unit = match &self.typed.unit {
            Unit::None => true,
            Unit::One(own) => bound.unit().is_none_or(|unit| unit == own),
            Unit::Several => false,
        };
        self.untyped == 0 && class(low) == class(high) && of_class && of_unit
    }

    /// Whether its values are integers from 0 to 1, as databases write false and true.
    pub fn holds_bits(&self) -> bool {
        let key = |bit: i64| Value::Integer(bit).order_key().and_then(sortable);
        let bounds = self.typed.orders.map(|(low, high)| (Some(low), Some(high)));
        self.kind == ValueKind::Integer && bounds == Some((key(0), key(1)))
    }

    /// Whether the quantities of both relations have the same unit, or neither has quantities.
    pub fn has_unit_of(&self, other: &RelationInfo) -> bool {
        self.typed.unit != Unit::Several && self.typed.unit == other.typed.unit
    }
}

/// The units of the quantities of a relation, as recorded in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units<'u> {
    /// It has no quantities.
    None,
    /// All quantities have this unit.
    One(&'u str),
    /// There are several units.
    Several,
}

impl RelationInfo {
    /// The units of its quantities.
    pub fn units(&self) -> Units<'_> {
        match &self.typed.unit {
            Unit::None => Units::None,
            Unit::One(unit) => Units::One(unit),
            Unit::Several => Units::Several,
        }
    }
}

/// The keys of which it is certain that the comparison with `value` holds for their values, so that these
/// need not be read: keys of numbers, unless quantities with different units would be compared; keys of dates
/// that cannot overlap with the date of `value`; keys of durations and of scores. `typed` is the summary of
/// the values that are compared.
pub fn certain_keys(op: Comparison, value: &Value, typed: &Typed) -> [Range<u32>; 2] {
    let positional = match value {
        Value::Text | Value::Date(_) => false,
        Value::Quantity(_, unit) => match &typed.unit {
            Unit::None => true,
            Unit::One(own) => own == unit,
            Unit::Several => false,
        },
        _ => true,
    };
    let own = value.order_key().filter(|_| positional);
    let own = own.and_then(|OrderKey { class, position }| beyond(op, class, position, position));
    let dates = value.date().and_then(|date| {
        // The key of a date is its first day.
        let (first, last) = (f64::from(date.first_day()), f64::from(date.last_day()));
        beyond(op, 2, first - f64::from(typed.longest_date), last)
    });
    [own.unwrap_or(0..0), dates.unwrap_or(0..0)]
}

/// The keys of a class whose positions are certainly below `low`, or above `high`.
fn beyond(op: Comparison, class: u8, low: f64, high: f64) -> Option<Range<u32>> {
    let key = |position| sortable(OrderKey { class, position });
    match op {
        Comparison::Lt | Comparison::Le => Some(key(f64::NEG_INFINITY)?..key(low)?),
        Comparison::Gt | Comparison::Ge => Some(key(high)? + 1..key(f64::INFINITY)?.saturating_add(1)),
        Comparison::Eq | Comparison::Ne => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_of_positions_and_classes() {
        let positions =
            [f64::NEG_INFINITY, -1e300, -2.0, -1.5, -0.0, 1e-300, 1.0, 1.0001, 7e9, f64::INFINITY];
        let mut keys = Vec::new();
        for class in CLASSES {
            keys.extend(positions.map(|position| sortable(OrderKey { class, position }).unwrap()));
        }
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(
            sortable(OrderKey { class: 1, position: 0.0 }),
            sortable(OrderKey { class: 1, position: -0.0 })
        );
        assert_eq!(sortable(OrderKey { class: 1, position: f64::NAN }), None);
    }

    #[test]
    fn ranges_hold_everything_that_compares() {
        let texts = [
            "1",
            "-3",
            "2.5",
            "1990",
            "1991",
            "1/2",
            "3rd",
            "$5",
            "5 kg",
            "7 kg",
            "3 May 1990",
            "May 1990",
            "May 1989",
            "1988",
            "30 December 1988",
            "1989-12-31",
            "1991-01-01",
            "3:42",
            "2-1",
            "2-3",
            "10-0",
            "9007199254740993",
            "9007199254740992",
            "Brazil",
        ];
        // All keys are certain; only with a single unit; only when all dates are days.
        let without: [&[&str]; 3] = [&[], &["$5"], &["May 1990", "May 1989"]];
        for without in without {
            let values = texts.iter().filter(|text| !without.contains(text));
            let values: Vec<Value> = values.map(|text| Value::parse(text)).collect();
            let mut typed = Typed::default();
            for value in &values {
                if let Some(key) = value.order_key().and_then(sortable) {
                    typed.add(value, key);
                }
            }
            for value in &values {
                for op in [Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge] {
                    let ranges = key_ranges(op, value);
                    for other in &values {
                        let holds = other.compare(value).is_some_and(|order| op.holds(order));
                        let inside = other.order_key().and_then(sortable).is_some_and(|key| {
                            ranges.iter().any(|(low, high)| (*low..=*high).contains(&key))
                        });
                        assert!(inside || !holds, "{other:?} {op:?} {value:?} is outside {ranges:x?}");
                        let certain = certain_keys(op, value, &typed);
                        if let Some(key) = other.order_key().and_then(sortable)
                            && certain.iter().any(|keys| keys.contains(&key))
                        {
                            assert!(holds, "{other:?} {op:?} {value:?} is said to be certain");
                        }
                    }
                }
            }
        }
    }
}
