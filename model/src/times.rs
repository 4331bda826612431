//! Times as integers, for the time index of a store.
//!
//! An interval is filed under the class of its length and, within the class, by its first day. Class `n` has
//! the intervals of fewer than 2^n days, so those of the class that overlap with a span begin at most 2^n
//! days before it: one range read for each class that occurs returns at most about twice what is sought,
//! however many intervals there are and however long some of them are. Two more classes hold the open
//! intervals: those without an end, by their first day, and those without a start but with an end, by their
//! last day.

use crate::Date;

/// Stands for a missing date among packed dates.
const NO_DATE: i32 = i32::MIN;

/// A date in 32 bits: year, 4 bits of month, 5 bits of day.
pub fn pack_date(date: Option<Date>) -> i32 {
    date.map_or(NO_DATE, |date| {
        (date.year() << 9) | (i32::from(date.month().unwrap_or(0)) << 5) | i32::from(date.day().unwrap_or(0))
    })
}

/// Unpacks a date that [`pack_date`] packed.
///
/// # Errors
///
/// A message that names the value which is not a date.
pub fn unpack_date(packed: i32) -> Result<Option<Date>, String> {
    if packed == NO_DATE {
        return Ok(None);
    }
    let (month, day) = (((packed >> 5) & 15) as u8, (packed & 31) as u8);
    Date::new(packed >> 9, (month > 0).then_some(month), (day > 0).then_some(day))
        .map(Some)
        .ok_or_else(|| format!("the packed date {packed:#x} is not a date"))
}

/// Bits that hold a day; dates have years of four digits, which need 23.
const DAY_BITS: u32 = 27;
/// Offset that makes every day non-negative.
const ZERO: i32 = 1 << (DAY_BITS - 1);
/// Class of the intervals without a start that have an end.
const NO_START: u32 = 30;
/// Class of the intervals without an end.
const NO_END: u32 = 31;

/// The key of an interval, with both bounds included and a missing bound open: class and day in one number,
/// and the last day, with all bits set when there is none.
pub fn key(first: Option<i32>, last: Option<i32>) -> (u32, u32) {
    let (class, at) = match (first, last) {
        (first, None) => (NO_END, first.map_or(0, position)),
        (None, Some(last)) => (NO_START, position(last)),
        (Some(first), Some(last)) => (length_class(first, last), position(first)),
    };
    (class << DAY_BITS | at, last.map_or(u32::MAX, position))
}

/// The ranges of class and day, ascending, that contain every interval which overlaps with the days from
/// `first` to `last`. An interval in them does overlap when its last day is not before [`position`] of
/// `first`.
pub fn ranges(first: i32, last: i32) -> [(u32, u32); 32] {
    std::array::from_fn(|class| {
        let class = class as u32;
        let (from, to) = match class {
            NO_END => (0, position(last)),
            NO_START => (position(first), (1 << DAY_BITS) - 1),
            _ => (position(first.saturating_sub(1 << class)), position(last)),
        };
        (class << DAY_BITS | from, class << DAY_BITS | to)
    })
}

/// A day as an unsigned number of the same order.
pub fn position(day: i32) -> u32 {
    day.clamp(1 - ZERO, ZERO - 1).wrapping_add(ZERO).cast_unsigned()
}

/// The smallest class `n` such that the interval has fewer than 2^n days; an end before the start counts as
/// length zero.
fn length_class(first: i32, last: i32) -> u32 {
    let days = last.saturating_sub(first).max(0).cast_unsigned();
    // The length between any two dates fits into 24 bits.
    (u32::BITS - days.leading_zeros()).min(NO_START - 1)
}
