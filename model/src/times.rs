//! Times as integers, for the time index of a store.
//!
//! An interval is filed under the class of its length, and in its class by its first day.
//! In class `n` are the intervals of fewer than 2^n days, so those of the class that meet
//! a span begin no earlier than 2^n days before it: one range read for each class that
//! occurs takes in at most about twice what it is to find, however many intervals there
//! are and however long some of them are. Two classes hold the open ones: without an
//! end, by their first day, and without a start alone, by their last day.

use crate::Date;

/// A missing date among packed ones.
const NO_DATE: i32 = i32::MIN;

/// A date in 32 bits: year, 4 bits of month, 5 bits of day.
pub fn pack_date(date: Option<Date>) -> i32 {
    date.map_or(NO_DATE, |date| {
        (date.year() << 9) | (i32::from(date.month().unwrap_or(0)) << 5) | i32::from(date.day().unwrap_or(0))
    })
}

/// The date that [`pack_date`] packed.
///
/// # Errors
///
/// Says, in words, that it is not a date.
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
/// What is added to a day so that it is not negative.
const ZERO: i32 = 1 << (DAY_BITS - 1);
/// Class of the intervals without a start that have an end.
const NO_START: u32 = 30;
/// Class of the intervals without an end.
const NO_END: u32 = 31;

/// Where an interval is filed: class and day, and the last day, all bits set without one.
/// Both bounds are included; a missing one is open.
pub fn key(first: Option<i32>, last: Option<i32>) -> (u32, u32) {
    let (class, at) = match (first, last) {
        (first, None) => (NO_END, first.map_or(0, position)),
        (None, Some(last)) => (NO_START, position(last)),
        (Some(first), Some(last)) => (length_class(first, last), position(first)),
    };
    (class << DAY_BITS | at, last.map_or(u32::MAX, position))
}

/// The ranges of class and day, ascending, in which everything is that meets the days from
/// `first` to `last`. What is in them meets those days when its last day is not before
/// [`position`] of `first`.
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

/// The smallest class whose intervals are longer than this one; an end before the start
/// counts as no length.
fn length_class(first: i32, last: i32) -> u32 {
    let days = last.saturating_sub(first).max(0).cast_unsigned();
    // No length of two dates needs more than 24 bits.
    (u32::BITS - days.leading_zeros()).min(NO_START - 1)
}
