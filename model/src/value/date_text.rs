//! Reads dates from text. Texts come cleaned (see `parse::clean`).
//!
//! A date needs a year: `14 March` stays text, and so do decades, centuries and ranges, because none of them
//! is one date of a known precision. A two-digit year is read only in the format of spreadsheets, after the
//! day and the name of the month: `17-Sep-21`. How to read `26.1.22` depends on its column.

use super::date::Date;
use super::parse;

/// A date, or a bare year.
pub(super) fn date_or_year(text: &str) -> Option<Date> {
    let text = parse::clean(text);
    let text = parse::strip_approximation(parse::strip_marks(&text));
    date(text).or_else(|| bare_year(text)).or_else(|| {
        let head = parse::before_note(text)?;
        date(head).or_else(|| bare_year(head))
    })
}

/// A date that is more than a bare year.
pub(super) fn date(text: &str) -> Option<Date> {
    if text.len() > 48 {
        return None;
    }
    let text = strip_time(text);
    iso(text).or_else(|| numeric(text)).or_else(|| worded(text)).or_else(|| compact(text))
}

/// The last two-digit year that is read as one of this century, as in most databases: `21` is 2021, `49` is
/// 2049 and `50` is 1950.
const LAST_OF_CENTURY: i32 = 49;

/// The year that two digits denote.
pub(super) fn of_century(year: i32) -> i32 {
    let century = if year <= LAST_OF_CENTURY { 2000 } else { 1900 };
    century + year
}

/// The short forms of spreadsheets and statistics programs, with the day first: `17-Sep-21`, `26MAR2014`.
fn compact(text: &str) -> Option<Date> {
    let from = text.find(|c: char| !c.is_ascii_digit())?;
    let (day, rest) = text.split_at(from);
    let day = digits_of(day, 1..=2)? as u8;
    if let Some(rest) = rest.strip_prefix('-') {
        let (month, year) = rest.split_once('-')?;
        let year = of_century(digits_of(year, 2..=2)? as i32);
        return Date::new(year, Some(month_named(&month.to_ascii_lowercase())?), Some(day));
    }
    let (month, year) = (rest.get(..3)?, rest.get(3..)?);
    let year = digits_of(year, 4..=4)? as i32;
    Date::new(year, Some(month_named(&month.to_ascii_lowercase())?), Some(day))
}

fn bare_year(text: &str) -> Option<Date> {
    let (negative, digits) = match text.strip_prefix(['-', '–']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let year = i32::try_from(digits_of(digits, 1..=4)?).ok()?;
    Date::new(if negative { -year } else { year }, None, None)
}

/// The number written by `text`, if it consists of digits only and their number is in `count`.
fn digits_of(text: &str, count: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let plain = count.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// `1879-03`, `1879-03-14`, `-0043-03-15`, with or without the time and zone of `xsd:dateTime`. A month or
/// day of 00 (Wikidata) means that it is unknown.
fn iso(text: &str) -> Option<Date> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let day = rest.get(..10).filter(|day| digits_of(day.get(8..10).unwrap_or(""), 2..=2).is_some());
    let (day_text, tail) = match day {
        Some(day) => (day, &rest[10..]),
        None => (rest, ""),
    };
    let zone = tail.is_empty()
        || tail == "Z"
        || tail.starts_with('T')
        || (tail.starts_with(['+', '-']) && tail.len() == 6 && tail.as_bytes()[3] == b':');
    if !zone {
        return None;
    }
    let mut parts = day_text.split('-');
    let year = i32::try_from(digits_of(parts.next()?, 4..=4)?).ok()?;
    let month = digits_of(parts.next()?, 2..=2)? as u8;
    let day = match parts.next() {
        Some(day) => digits_of(day, 2..=2)? as u8,
        None => 0,
    };
    if parts.next().is_some() || (month == 0 && day > 0) {
        return None;
    }
    let year = if negative { -year } else { year };
    Date::new(year, (month > 0).then_some(month), (day > 0).then_some(day))
}

/// Three numbers, or month and year (`09/2004`), separated by `/`, `.` or `-`. See [`Date::parse`] for the
/// accepted orders.
fn numeric(text: &str) -> Option<Date> {
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '/' | '.' | '-'))?;
    let parts: Vec<&str> = text.split(separator).collect();
    match parts[..] {
        [year, month, day] if year.len() == 4 => {
            let month = digits_of(month, 1..=2)? as u8;
            let day = digits_of(day, 1..=2)? as u8;
            Date::new(i32::try_from(digits_of(year, 4..=4)?).ok()?, Some(month), Some(day))
        }
        [a, b, year] => {
            let (a, b) = (digits_of(a, 1..=2)? as u8, digits_of(b, 1..=2)? as u8);
            let year = i32::try_from(digits_of(year, 4..=4)?).ok()?;
            if separator == '.' || a > 12 || a == b {
                Date::new(year, Some(b), Some(a))
            } else if b > 12 {
                Date::new(year, Some(a), Some(b))
            } else {
                None
            }
        }
        [month, year] if separator == '/' => {
            let month = digits_of(month, 2..=2)? as u8;
            let year = digits_of(year, 4..=4).filter(|year| (1500..=2199).contains(year))?;
            Date::new(year as i32, Some(month), None)
        }
        _ => None,
    }
}

/// Dates with a month's name or an era: `14 March 1879`, `March 14, 1879`,
/// `Sunday, 14 Mar 1879`, `14-Mar-1879`, `March 1879`, `1879 March 14`,
/// `the 14th of March 1879`, `44 BC`, `AD 79`.
fn worded(text: &str) -> Option<Date> {
    if !text.bytes().any(|b| b.is_ascii_alphabetic()) || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut month = None;
    let mut numbers: Vec<(u32, bool, bool)> = Vec::new(); // number, long enough for a year, ordinal
    let mut month_at = 0;
    let mut era = None;
    let separators = |c: char| matches!(c, ' ' | ',' | '-' | '/');
    for word in text.split(separators).filter(|word| !word.is_empty()) {
        let word = word.to_ascii_lowercase();
        let word = word.as_str();
        let bare = word.strip_suffix('.').unwrap_or(word);
        if let Some(number) = digits_of(bare, 1..=4) {
            numbers.push((number, bare.len() > 2, word.ends_with('.')));
        } else if let Some(number) = ordinal_day(word) {
            numbers.push((number, false, true));
        } else if let Some(found) = month_named(word) {
            if month.replace(found).is_some() {
                return None;
            }
            month_at = numbers.len();
        } else if let Some(found) = era_named(word) {
            if era.replace(found).is_some() {
                return None;
            }
        } else if is_weekday(word) && numbers.is_empty() || matches!(word, "of" | "the") {
            // Such words do not change the date.
        } else {
            return None;
        }
    }
    let year_of = |(number, long, ordinal): (u32, bool, bool)| {
        // With an era the number of digits does not matter: `44 BC`.
        let year = i32::try_from(number).ok().filter(|_| !ordinal && (long || era.is_some()))?;
        Some(if era == Some(Era::Before) { 1 - year } else { year })
    };
    let day_of = |(number, long, _): (u32, bool, bool)| u8::try_from(number).ok().filter(|_| !long);
    match (month, &numbers[..]) {
        // Hyphens and slashes make a range of years, unless there is a month between them.
        (None, [year]) if era.is_some() && !text.contains(['-', '/']) => {
            Date::new(year_of(*year)?, None, None)
        }
        (Some(month), [year]) => Date::new(year_of(*year)?, Some(month), None),
        (Some(month), [first, second]) => {
            let (day, year) = match (day_of(*first), year_of(*second)) {
                (Some(day), Some(year)) => (day, year),
                // `1879 March 14`; `1914 August 1918` has no day and falls through.
                _ if month_at == 1 => (day_of(*second)?, year_of(*first)?),
                _ => return None,
            };
            Date::new(year, Some(month), Some(day))
        }
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Era {
    Before,
    After,
}

fn era_named(word: &str) -> Option<Era> {
    match word {
        "bc" | "bce" | "b.c." | "b.c.e." => Some(Era::Before),
        "ad" | "ce" | "a.d." | "c.e." => Some(Era::After),
        _ => None,
    }
}

/// `1st` to `31st`.
fn ordinal_day(word: &str) -> Option<u32> {
    let cut = word.len().checked_sub(2)?;
    let (digits, suffix) = (word.get(..cut)?, word.get(cut..)?);
    matches!(suffix, "st" | "nd" | "rd" | "th").then(|| digits_of(digits, 1..=2)).flatten()
}

/// The English names of the months, in lower case.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A month by its English name or abbreviation, in lower case, with or without a point: its number
/// from 1.
pub fn month_named(word: &str) -> Option<u8> {
    let word = word.strip_suffix('.').unwrap_or(word);
    let at = MONTHS.iter().position(|name| *name == word || name.get(..3) == Some(word));
    let at = at.or((word == "sept").then_some(8))?;
    u8::try_from(at + 1).ok()
}

fn is_weekday(word: &str) -> bool {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let word = word.strip_suffix('.').unwrap_or(word);
    NAMES.iter().any(|name| *name == word || name.get(..3) == Some(word))
}

/// The text without the time of day after a date: `14/01/2025 19:27`, `2024-01-13 12:30:00.250+01:00`,
/// `October 19, 2008 - 3:00 pm`. The time is dropped because the precision of a date ends at the day.
pub(super) fn strip_time(text: &str) -> &str {
    split_time(text).map_or(text, |(date, _)| date)
}

/// The position in time of a date with this text, in days since 1970-01-01: its first day, plus the fraction
/// of the day given by a time of day after the date (`14/01/2025 19:27`). Zones are ignored, as they are for
/// the date.
#[must_use]
pub fn moment(date: Date, text: &str) -> f64 {
    f64::from(date.first_day()) + time_of_day(text).unwrap_or(0.0) / SECONDS_OF_A_DAY
}

/// A date, with the seconds since midnight where its time of day is known.
pub type Moment = (Date, Option<f64>);

/// The time from one date to another, with its unit: in hours when both have a time of day, else in days;
/// `None` when one of them has no day.
#[must_use]
pub fn elapsed((later, at): Moment, (earlier, from): Moment) -> Option<(f64, &'static str)> {
    later.day().zip(earlier.day())?;
    let days = f64::from(later.first_day()) - f64::from(earlier.first_day());
    Some(match at.zip(from) {
        Some((at, from)) => ((days * SECONDS_OF_A_DAY + at - from) / SECONDS_OF_AN_HOUR, "hours"),
        None => (days, "days"),
    })
}

/// The number of months from one date to another, by the calendar: from the 15th of a month to the 15th of
/// the next is one, and the rest is a fraction by days. `None` when one of them has no day.
#[must_use]
pub fn months_elapsed(later: Date, earlier: Date) -> Option<f64> {
    if later.first_day() < earlier.first_day() {
        return months_elapsed(earlier, later).map(|months| -months);
    }
    let (last, first) = (later.day()?, earlier.day()?);
    let months = |date: Date| date.month().map(|month| date.year() * 12 + i32::from(month) - 1);
    let mut whole = months(later)? - months(earlier)?;
    // The day on which a month is complete: counted from a 31st, it is complete on the last day of a shorter
    // month.
    let over = |month: i32| {
        let (year, month) = (month.div_euclid(12), (month.rem_euclid(12) + 1) as u8);
        (1..=first).rev().find_map(|day| Date::new(year, Some(month), Some(day)))
    };
    if over(months(later)?)?.day()? > last {
        whole -= 1;
    }
    let (begin, end) = (over(months(earlier)? + whole)?, over(months(earlier)? + whole + 1)?);
    let (of, left) = (end.first_day() - begin.first_day(), later.first_day() - begin.first_day());
    Some(f64::from(whole) + f64::from(left) / f64::from(of.max(1)))
}

const SECONDS_OF_A_DAY: f64 = 86_400.0;
const SECONDS_OF_AN_HOUR: f64 = 3_600.0;

/// The seconds since midnight of the time of day after a date; `None` where there is none.
#[must_use]
pub fn time_of_day(text: &str) -> Option<f64> {
    split_time(text.trim()).map(|(_, seconds)| seconds)
}

/// Splits a text into a date and the seconds since midnight of the time after it.
fn split_time(text: &str) -> Option<(&str, f64)> {
    let half = text.strip_suffix(|c: char| matches!(c, 'm' | 'M')).and_then(|t| {
        t.strip_suffix(['a', 'p', 'A', 'P']).map(|clock| (clock.trim_end(), &t[clock.len()..]))
    });
    let (trimmed, afternoon) =
        half.map_or((text, None), |(clock, half)| (clock, Some(half != "a" && half != "A")));
    let trimmed = strip_zone(trimmed);
    let (date, time) = trimmed.rsplit_once([' ', 'T'])?;
    let mut parts = time.split(':');
    let hour = digits_of(parts.next()?, 1..=2).filter(|hour| *hour < 25)?;
    let minute = digits_of(parts.next()?, 2..=2).filter(|minute| *minute < 60)?;
    let second = parts.next().map_or(Some(0.0), second)?;
    if parts.next().is_some() {
        return None;
    }
    let hour = match afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    let seconds = f64::from(hour * 3600 + minute * 60) + second;
    Some((date.trim_end_matches([' ', '-', '–', '—', ',']), seconds))
}

/// The seconds of a time, with or without a fraction: `00`, `00.250`.
fn second(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let sound = digits_of(whole, 2..=2).is_some() && digits_of(fraction, 1..=9).is_some();
    if sound { text.parse().ok() } else { None }
}

/// The text without the zone after a time: `12:30:00+01:00`, `12:30 UTC`, `12:30:00Z`.
fn strip_zone(text: &str) -> &str {
    let named = ["UTC", "GMT", "Z"].iter().find_map(|zone| text.strip_suffix(zone));
    let without = named.map(str::trim_end).or_else(|| {
        let (time, zone) = text.rsplit_once(['+', '-'])?;
        let (hours, minutes) = zone.split_once(':').unwrap_or((zone, "00"));
        let sound = digits_of(hours, 2..=2).is_some() && digits_of(minutes, 2..=2).is_some();
        (sound && time.contains(':')).then_some(time)
    });
    without.filter(|time| time.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}
