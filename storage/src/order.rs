//! Typed order as 64-bit integers, for the order index.

use std::ops::RangeInclusive;

use crate::{Comparison, Date, OrderKey, Value};

/// A 64-bit integer of (almost) the same order: two bits of class, then the upper 62
/// bits of the position's bit pattern, made sortable. The two lowest bits of the
/// position are lost, so keys that are equal may stand for positions that are not:
/// a range read takes equal keys in and compares the values themselves. `None` for a
/// position that is no number.
pub(crate) fn sortable(key: OrderKey) -> Option<u64> {
    if key.position.is_nan() || !CLASSES.contains(&key.class) {
        return None;
    }
    // Adding zero turns -0.0 into 0.0.
    let bits = (key.position + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | (1 << 63) };
    Some((u64::from(key.class - CLASSES.start()) << 62) | (ordered >> 2))
}

/// Classes of [`OrderKey`] that the two bits hold: number, date, duration, score.
const CLASSES: RangeInclusive<u8> = 1..=4;

/// The key ranges outside which no value compares as asked with `value`; empty when
/// nothing compares with it. `op` is one of `< <= > >=`.
///
/// Two things make them wider than the key of `value` says. A date covers all its
/// days and is equal to a date that covers it, so the ends of a date are the first
/// and last day of its year. And an integer that can be a year compares with dates.
pub(crate) fn key_ranges(op: Comparison, value: &Value) -> Vec<(u64, u64)> {
    let mut spans: Vec<(u8, f64, f64)> = Vec::new();
    if let Some(key) = value.order_key()
        && !matches!(value, Value::Date(_))
    {
        spans.push((key.class, key.position, key.position));
    }
    if let Some(date) = value.date()
        && let Some(year) = Date::new(date.year(), None, None)
    {
        let days = Value::Date(year).order_key().map_or(2, |key| key.class);
        spans.push((days, f64::from(year.first_day()), f64::from(year.last_day())));
        if matches!(value, Value::Date(_)) {
            let class = Value::Integer(0).order_key().map_or(1, |key| key.class);
            spans.push((class, f64::from(date.year()), f64::from(date.year())));
        }
    }
    let sort = |class, position| sortable(OrderKey { class, position });
    spans
        .into_iter()
        .filter_map(|(class, first, last)| match op {
            Comparison::Lt | Comparison::Le => Some((sort(class, f64::NEG_INFINITY)?, sort(class, last)?)),
            _ => Some((sort(class, first)?, sort(class, f64::INFINITY)?)),
        })
        .collect()
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
            "3 May 1990",
            "May 1990",
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
        let values: Vec<Value> = texts.iter().map(|text| Value::parse(text)).collect();
        for value in &values {
            for op in [Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge] {
                let ranges = key_ranges(op, value);
                for other in &values {
                    let holds = other.compare(value).is_some_and(|order| match op {
                        Comparison::Lt => order.is_lt(),
                        Comparison::Le => order.is_le(),
                        Comparison::Gt => order.is_gt(),
                        _ => order.is_ge(),
                    });
                    let inside = other
                        .order_key()
                        .and_then(sortable)
                        .is_some_and(|key| ranges.iter().any(|(low, high)| (*low..=*high).contains(&key)));
                    assert!(inside || !holds, "{other:?} {op:?} {value:?} is outside {ranges:x?}");
                }
            }
        }
    }
}
