//! Times of day that a question names: "before 8 am", "after 17:30", "at half past nine".

use trustuqa_engine::lexicon;
use trustuqa_model::Comparison;

use super::lexicon::Cue;
use super::text::{Coverage, Text, bit, span};

/// A time of day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Hour, 0 to 24, minute and second.
    pub time: (u8, u8, u8),
    /// Whether it can only be a time of day: "8 am".
    pub of_day: bool,
    /// How it compares; `None` when no word says so.
    pub op: Option<Comparison>,
    /// Its own tokens.
    pub own: Coverage,
    /// With the words that compare.
    pub coverage: Coverage,
}

/// Maximum number of words between a comparison and a time of day.
const NEAR: usize = 2;

/// The times of day of a question.
pub fn clocks(text: &Text) -> Vec<Clock> {
    let mut found: Vec<Clock> = Vec::new();
    let mut read = 0;
    for at in 0..text.tokens.len() {
        if at < read {
            continue;
        }
        let Some((time, of_day, to)) = time_at(text, at) else { continue };
        read = to;
        let own = span(at, to);
        let (op, words) = compared(text, at, to);
        found.push(Clock { time, of_day, op, own, coverage: own | words });
    }
    found
}

/// The time that begins at a token, whether it can only be a time of day, and the position behind it.
fn time_at(text: &Text, at: usize) -> Option<((u8, u8, u8), bool, usize)> {
    let word = text.word(at);
    if matches!(word, "noon" | "midday") {
        return Some(((12, 0, 0), true, at + 1));
    }
    let (digits, half) = match word.find(|c: char| !c.is_ascii_digit()) {
        Some(end) => word.split_at(end),
        None => (word, ""),
    };
    let hour: u8 = digits.parse().ok().filter(|hour| *hour <= 24)?;
    let joined = |a: usize, b: usize| {
        let (Some(first), Some(second)) = (text.tokens.get(a), text.tokens.get(b)) else { return false };
        text.text.get(first.end..second.start) == Some(":")
    };
    let sixty = |at: usize| text.word(at).parse::<u8>().ok().filter(|m| *m < 60 && text.word(at).len() == 2);
    let (minute, mut to) = match sixty(at + 1).filter(|_| half.is_empty() && joined(at, at + 1)) {
        Some(minute) => (Some(minute), at + 2),
        None => (None, at + 1),
    };
    let mut second = 0;
    if minute.is_some()
        && joined(to - 1, to)
        && let Some(seconds) = sixty(to)
    {
        second = seconds;
        to += 1;
    }
    let half = if half.is_empty() { text.word(to) } else { half };
    let (afternoon, behind) = match half {
        "am" => (Some(false), usize::from(text.word(to) == "am")),
        "pm" => (Some(true), usize::from(text.word(to) == "pm")),
        "a" | "p" if text.word(to + 1) == "m" => (Some(half == "p"), 2),
        "o" if text.word(to + 1) == "clock" => (None, 2),
        "oclock" => (None, 1),
        "in" if text.word(to + 1) == "the" => match text.word(to + 2) {
            "morning" => (Some(false), 3),
            "afternoon" | "evening" => (Some(true), 3),
            _ => (None, 0),
        },
        "" => (None, 0),
        _ if half != text.word(to) => return None,
        _ => (None, 0),
    };
    // A bare number is no time of day.
    if minute.is_none() && afternoon.is_none() && behind == 0 {
        return None;
    }
    let hour = match afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    Some(((hour, minute.unwrap_or(0), second), behind > 0 || afternoon.is_some(), to + behind))
}

/// How the words around a time of day compare it, and these words.
fn compared(text: &Text, at: usize, to: usize) -> (Option<Comparison>, Coverage) {
    let cues = [
        (Cue::Before, Comparison::Lt),
        (Cue::After, Comparison::Gt),
        (Cue::AtLeast, Comparison::Ge),
        (Cue::AtMost, Comparison::Le),
        (Cue::Above, Comparison::Gt),
        (Cue::Below, Comparison::Lt),
    ];
    let near = |end: usize| end <= at && at - end <= NEAR;
    for (cue, op) in cues {
        if let Some(spot) = text.spots_of(cue).find(|spot| near(spot.to)) {
            return (Some(op), spot.coverage());
        }
    }
    let word = |section: &str| {
        (at.saturating_sub(NEAR)..at).find(|before| lexicon::contains(section, text.word(*before)))
    };
    if let Some(before) = word("until a time") {
        return (Some(Comparison::Le), bit(before));
    }
    let later = matches!(text.phrase(to, to + 2).as_str(), "or later" | "and later" | "or after");
    match word("from a time") {
        Some(before) => (Some(Comparison::Ge), bit(before)),
        None if later => (Some(Comparison::Ge), span(to, to + 2)),
        None => (None, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Vec<(String, &'static str)> {
        let found = Text::read(question).clocks;
        let text = |clock: &Clock| format!("{:02}:{:02}", clock.time.0, clock.time.1);
        found.iter().map(|clock| (text(clock), clock.op.map_or("", |op| op.symbol()))).collect()
    }

    #[test]
    fn times_of_day_are_read_in_many_forms() {
        let one = |text: &str, op| vec![(text.to_owned(), op)];
        assert_eq!(read("orders placed before 8 am"), one("08:00", "<"));
        assert_eq!(read("visits that began before 9 in the morning"), one("09:00", "<"));
        assert_eq!(read("trips after 17:30"), one("17:30", ">"));
        assert_eq!(read("anything from 5pm on"), one("17:00", ">="));
        assert_eq!(read("who was there by 10 o'clock"), one("10:00", "<="));
        assert_eq!(read("the one at 12:05"), one("12:05", ""));
        assert_eq!(read("more than 8 orders"), Vec::new());
        assert_eq!(read("the 3 p m trains"), one("15:00", ""));
    }
}
