//! Typed order as 64-bit integers, for the order index.

use crate::OrderKey;

/// A 64-bit integer of (almost) the same order: two bits of class, then the upper 62
/// bits of the position's bit pattern, made sortable. The two lowest bits of the
/// position are lost, so keys that are equal may stand for positions that are not:
/// a range read takes equal keys in and compares the values themselves. `None` for a
/// position that is no number.
pub(crate) fn sortable(key: OrderKey) -> Option<u64> {
    if key.position.is_nan() || key.class > 3 {
        return None;
    }
    // Adding zero turns -0.0 into 0.0.
    let bits = (key.position + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | (1 << 63) };
    Some((u64::from(key.class) << 62) | (ordered >> 2))
}

/// The smallest and the largest key of a class.
pub(crate) fn class_bounds(class: u8) -> (u64, u64) {
    let base = u64::from(class.min(3)) << 62;
    (base, base | (u64::MAX >> 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_of_positions_and_classes() {
        let positions =
            [f64::NEG_INFINITY, -1e300, -2.0, -1.5, -0.0, 1e-300, 1.0, 1.0001, 7e9, f64::INFINITY];
        let mut keys = Vec::new();
        for class in 1..=3 {
            for position in positions {
                let key = sortable(OrderKey { class, position }).unwrap();
                let (low, high) = class_bounds(class);
                assert!(low <= key && key <= high);
                keys.push(key);
            }
        }
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(
            sortable(OrderKey { class: 1, position: 0.0 }),
            sortable(OrderKey { class: 1, position: -0.0 })
        );
        assert_eq!(sortable(OrderKey { class: 1, position: f64::NAN }), None);
    }
}
