//! Spans of time, in seconds.
//!
//! With colons, `3:42` and `3:42.5` are minutes and seconds, `1:02:03` hours, minutes and seconds; every part
//! after the first has two digits below 60. That distinguishes `3:00` (a duration) from `3:0` (a score).
//! Clock times with am or pm count from midnight. A year is taken as 365.25 days and a month as a twelfth of
//! it, which is exact enough to order terms of office.

use super::number;

const DAY: f64 = 86_400.0;
const YEAR: f64 = 365.25 * DAY;

/// Reads a span of time or a clock time.
pub(super) fn duration(text: &str) -> Option<f64> {
    let (negative, body) = number::sign(text);
    let seconds = colons(body).or_else(|| clock(body)).or_else(|| worded(body))?;
    Some(if negative { -seconds } else { seconds })
}

fn colons(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    let (first, rest) = parts.split_first()?;
    if !(1..=2).contains(&rest.len()) || !is_digits(first, 1..=3) {
        return None;
    }
    let mut total = first.parse::<f64>().ok()?;
    for (index, part) in rest.iter().enumerate() {
        let last = index + 1 == rest.len();
        let (whole, decimals) = part.split_once('.').unwrap_or((part, "0"));
        let sound =
            is_digits(whole, 2..=2) && is_digits(decimals, 1..=9) && (last || whole.len() == part.len());
        let value = part.parse::<f64>().ok().filter(|value| sound && *value < 60.0)?;
        total = total * 60.0 + value;
    }
    Some(total)
}

fn is_digits(text: &str, count: std::ops::RangeInclusive<usize>) -> bool {
    count.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// `8:00 PM`, `7 p.m.`, `9am`.
fn clock(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let (time, half) = ["am", "a.m.", "pm", "p.m."]
        .iter()
        .find_map(|mark| Some((lower.strip_suffix(mark)?.trim_end(), mark.starts_with('p'))))?;
    let (hour, minute) = time.split_once(':').unwrap_or((time, "00"));
    if !is_digits(hour, 1..=2) || !is_digits(minute, 2..=2) {
        return None;
    }
    let hour = hour.parse::<f64>().ok().filter(|hour| (1.0..=12.0).contains(hour))? % 12.0;
    let minute = minute.parse::<f64>().ok().filter(|minute| *minute < 60.0)?;
    Some((hour + if half { 12.0 } else { 0.0 }) * 3600.0 + minute * 60.0)
}

/// `2h 30m`, `15 years, 25 days`, `45 min`, `22.6 s`: numbers with units of time
/// from the largest to the smallest.
fn worded(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.as_str();
    let mut total = 0.0;
    let mut last_size = f64::INFINITY;
    let mut pairs = 0;
    let mut lone_short = false;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(rest.len());
        let number = number::unsigned(&rest[..end])?;
        let spaced = rest[end..].starts_with(' ');
        let after = rest[end..].trim_start();
        let word_end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (size, short) = time_unit(&after[..word_end])?;
        // Sizes must decrease, and a whole word must be separated by a space: `4Minute` is a name.
        if size >= last_size || (!spaced && word_end > 4) {
            return None;
        }
        // `1980s` and `90s` are decades, `5 m` is metres: a lone letter is a unit of time only for seconds
        // and hours that cannot mean anything else.
        lone_short = match &after[..word_end] {
            "s" => !spaced && number.is_plain(),
            "h" => !spaced,
            _ => short,
        };
        total += number.float()? * size;
        last_size = size;
        pairs += 1;
        rest = after[word_end..].trim_start_matches(['.', ',', ' ']);
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    (pairs > 1 || (pairs == 1 && !lone_short)).then_some(total).filter(|total| total.is_finite())
}

/// Seconds of a unit of time, and whether it is a short form that is ambiguous when it stands alone.
fn time_unit(word: &str) -> Option<(f64, bool)> {
    Some(match word {
        "year" | "years" | "yr" | "yrs" => (YEAR, false),
        "y" => (YEAR, true),
        "month" | "months" | "mos" => (YEAR / 12.0, false),
        "mo" => (YEAR / 12.0, true),
        "week" | "weeks" | "wk" | "wks" => (7.0 * DAY, false),
        "w" => (7.0 * DAY, true),
        "day" | "days" => (DAY, false),
        "d" => (DAY, true),
        "hour" | "hours" | "hr" | "hrs" => (3600.0, false),
        "h" => (3600.0, true),
        "minute" | "minutes" | "min" | "mins" => (60.0, false),
        "m" => (60.0, true),
        "second" | "seconds" | "sec" | "secs" => (1.0, false),
        "s" => (1.0, true),
        "ms" | "millisecond" | "milliseconds" => (0.001, false),
        _ => return None,
    })
}
