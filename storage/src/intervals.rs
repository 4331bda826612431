//! The interval index: intervals as entries that a few range reads find, with the keys of
//! [`trustuqa_model::times`].

use trustuqa_model::times::{key, position, ranges};

use crate::postings::{Entry, Pairs, pairs};

/// The entry of a fact's interval, bounds included; a missing bound is open. `parts` are
/// the fact's head and tail.
pub(crate) fn entry(first: Option<i32>, last: Option<i32>, fact: u32, parts: [u32; 2]) -> Entry<2> {
    let (a, b) = key(first, last);
    Entry { a, b, c: fact, more: parts }
}

/// The span of days of a lookup.
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

    /// For every class in ascending order, the range that contains the intervals which overlap with the span.
    pub(crate) fn ranges(self) -> Vec<Pairs> {
        ranges(self.first, self.last).into_iter().map(|(from, to)| pairs(from, to)).collect()
    }

    /// Whether the interval of an entry in one of the ranges overlaps with the span.
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
                // An empty span overlaps only with inverted intervals, so it is never looked up.
                if from <= to {
                    assert_eq!(found, meets, "{first:?}..={last:?} in {from}..={to}");
                }
            }
        }
    }
}
