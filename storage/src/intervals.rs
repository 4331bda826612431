//! The interval index: times as entries that a few range reads find.
//!
//! An interval is filed under the class of its length, and in its class by its first day.
//! In class `n` are the intervals of fewer than 2^n days, so those of the class that meet
//! a span begin no earlier than 2^n days before it: one range read for each class that
//! occurs takes in at most about twice what it is to find, however many intervals there
//! are and however long some of them are. Two classes hold the open ones: without an
//! end, by their first day, and without a start alone, by their last day.

use crate::postings::{Entry, Pairs, pairs};

/// Bits that hold a day; dates have years of four digits, which need 23.
const DAY_BITS: u32 = 27;
/// What is added to a day so that it is not negative.
const ZERO: i32 = 1 << (DAY_BITS - 1);
/// Class of the intervals without a start that have an end.
const NO_START: u32 = 30;
/// Class of the intervals without an end.
const NO_END: u32 = 31;

/// The entry of a fact's interval, bounds included; a missing bound is open. `parts` are
/// the fact's head and tail.
pub(crate) fn entry(first: Option<i32>, last: Option<i32>, fact: u32, parts: [u32; 2]) -> Entry<2> {
    let (class, at) = match (first, last) {
        (first, None) => (NO_END, first.map_or(0, position)),
        (None, Some(last)) => (NO_START, position(last)),
        (Some(first), Some(last)) => (length_class(first, last), position(first)),
    };
    Entry { a: class << DAY_BITS | at, b: last.map_or(u32::MAX, position), c: fact, more: parts }
}

/// A day as an unsigned number of the same order.
fn position(day: i32) -> u32 {
    day.clamp(1 - ZERO, ZERO - 1).wrapping_add(ZERO).cast_unsigned()
}

/// The smallest class whose intervals are longer than this one; an end before the start
/// counts as no length.
fn length_class(first: i32, last: i32) -> u32 {
    let days = last.saturating_sub(first).max(0).cast_unsigned();
    // No length of two dates needs more than 24 bits.
    (u32::BITS - days.leading_zeros()).min(NO_START - 1)
}

/// The days that a lookup asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    first: i32,
    last: i32,
}

impl Span {
    /// The days from `first` to `last`, both included.
    pub(crate) fn new(first: i32, last: i32) -> Span {
        Span { first, last }
    }

    /// For every class in ascending order, the range in which what meets the span is.
    pub(crate) fn ranges(self) -> Vec<Pairs> {
        let of_class = |class| {
            let (from, to) = match class {
                NO_END => (0, position(self.last)),
                NO_START => (position(self.first), (1 << DAY_BITS) - 1),
                _ => (position(self.first.saturating_sub(1 << class)), position(self.last)),
            };
            pairs(class << DAY_BITS | from, class << DAY_BITS | to)
        };
        (0..=NO_END).map(of_class).collect()
    }

    /// True when the interval of an entry inside one of the ranges meets the span.
    pub(crate) fn meets(self, entry: &Entry<2>) -> bool {
        entry.b >= position(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_ends_find_what_meets_a_span() {
        let days = [-3_000_000, -400, -365, -1, 0, 1, 2, 29, 30, 365, 366, 40_000, 3_000_000];
        let ends: Vec<Option<i32>> = days.into_iter().map(Some).chain([None]).collect();
        for (from, to) in days.into_iter().flat_map(|from| days.map(|to| (from, to))) {
            let span = Span::new(from, to);
            let ranges = span.ranges();
            assert!(ranges.windows(2).all(|pair| pair[0].end() < pair[1].start()));
            for (first, last) in ends.iter().flat_map(|first| ends.iter().map(move |last| (*first, *last))) {
                let meets = first.is_none_or(|first| first <= to) && last.is_none_or(|last| last >= from);
                let entry = entry(first, last, 7, [1, 2]);
                let pair = u64::from(entry.a) << 32 | u64::from(entry.b);
                let found = ranges.iter().any(|range| range.contains(&pair)) && span.meets(&entry);
                // An empty span meets only what an inverted interval would; it is not asked for.
                if from <= to {
                    assert_eq!(found, meets, "{first:?}..={last:?} in {from}..={to}");
                }
            }
        }
    }
}
