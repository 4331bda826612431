//! The typed reading of a whole text: cleaning, footnote marks, notes in
//! parentheses, and the order in which the readings are tried.

use super::{Value, date_text, duration, number, quantity};

/// Longer texts are prose; no typed form is nearly as long.
const LONGEST: usize = 96;

impl Value {
    /// The typed reading of `text`. Never fails: a text without a plain typed meaning is [`Value::Text`].
    ///
    /// Footnote marks (`1,234[a]`, `45*`), a leading `c.` or `~`, and a note in parentheses after a number
    /// (`216,425 (56.8%)`, `90 metres (295 ft)`, `14th (q)`) are ignored. Bounds (`>2.0`), ranges
    /// (`1999–2001`, `46–49 °C`) and lists stay text.
    pub fn parse(text: &str) -> Value {
        if text.len() > LONGEST || !text.chars().any(|c| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾'))
        {
            return Value::Text;
        }
        let cleaned = clean(text);
        let body = strip_marks(&cleaned);
        match typed(body) {
            Value::Text => before_note(body).map_or(Value::Text, typed),
            value => value,
        }
    }

    /// Whether `text` has nothing that its typed reading ignores: no footnote mark and no note in
    /// parentheses.
    pub fn is_bare(text: &str) -> bool {
        let cleaned = clean(text);
        strip_marks(&cleaned) == cleaned && before_note(&cleaned).is_none()
    }
}

/// Tries the readings in order; the first that fits wins.
fn typed(text: &str) -> Value {
    if let Some(date) = date_text::date(text) {
        return Value::Date(date);
    }
    let exact = strip_approximation(text);
    number::number(exact)
        .and_then(|number| quantity::plain(&number))
        .or_else(|| ordinal(exact).map(Value::Ordinal))
        .or_else(|| duration::duration(exact).map(Value::Duration))
        .or_else(|| quantity::quantity(exact))
        .or_else(|| score(exact))
        .or_else(|| rating(exact))
        .or_else(|| fraction(exact))
        .or_else(|| date_text::date(exact).map(Value::Date))
        .unwrap_or(Value::Text)
}

/// The text with every run of white space as one space, without zero-width characters, and with one character
/// for minus and the hyphens. En and em dashes stay, because they distinguish `1999–2001` from `1999-05`.
pub(super) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut space = false;
    for c in text.chars() {
        match c {
            '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' => {}
            _ if c.is_whitespace() => space = true,
            _ => {
                if std::mem::take(&mut space) && !cleaned.is_empty() {
                    cleaned.push(' ');
                }
                cleaned.push(match c {
                    '\u{2212}' | '\u{2010}' | '\u{2011}' | '\u{fe63}' | '\u{ff0d}' => '-',
                    _ => c,
                });
            }
        }
    }
    cleaned
}

/// Removes footnote marks: `[a]`, `[12]`, `[note 1]` and signs at the end.
pub(super) fn strip_marks(text: &str) -> &str {
    const SIGNS: [char; 13] = ['*', '†', '‡', '§', '¶', '^', '¤', '♦', '♠', '♣', '♥', '#', '№'];
    let mut text = text.trim_start_matches(['*', '†', '‡']).trim();
    loop {
        let shorter = text.trim_end_matches(SIGNS).trim_end();
        let shorter = match shorter.strip_suffix(']').and_then(|rest| rest.rfind('[').map(|at| (at, rest))) {
            Some((at, rest)) if at > 0 && rest.len() - at <= 12 => shorter[..at].trim_end(),
            _ => shorter,
        };
        if shorter.is_empty() || shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// Removes a leading `c.`, `ca.`, `circa`, `~` or `≈`.
pub(super) fn strip_approximation(text: &str) -> &str {
    ["circa ", "ca. ", "ca.", "ca ", "c. ", "c.", "c ", "~", "≈", "approx. ", "about "]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .map(str::trim_start)
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '$'))
        .unwrap_or(text)
}

/// The text before a note in parentheses, when the note supplements a number and does not make the text a
/// name: `947 (289)` but not `1984 (novel)`.
pub(super) fn before_note(text: &str) -> Option<&str> {
    let (head, note) = text.strip_suffix(')')?.split_once('(')?;
    let head = strip_marks(head.trim_end());
    if head.is_empty() || note.contains(['(', ')']) {
        return None;
    }
    let note = note.trim();
    let wordless = !note.chars().any(char::is_alphabetic);
    let lower = note.to_lowercase();
    let known = matches!(
        lower.as_str(),
        "aet"
            | "a.e.t."
            | "a.e.t"
            | "pens"
            | "pen."
            | "pen"
            | "est."
            | "est"
            | "estimate"
            | "estimated"
            | "approx."
            | "projected"
            | "provisional"
            | "retired"
            | "tied"
            | "tie"
            | "record"
            | "overtime"
            | "total"
    );
    let short = note.chars().count() <= 3 || lower.starts_with("age ") || lower.starts_with("aged ");
    (wordless || known || short || typed(note) != Value::Text).then_some(head)
}

/// `1st`, `23rd`, `3.`, `#3`, `No. 3`, `t3`, `T-3rd`, `21=`, `3ª`.
fn ordinal(text: &str) -> Option<i64> {
    let numbered = ["#", "№", "No. ", "No.", "Nr. ", "no. "].iter().find_map(|mark| text.strip_prefix(mark));
    if let Some(rest) = numbered {
        return small(rest, 9);
    }
    let shared = ["T-", "t-", "T", "t", "="].iter().find_map(|mark| text.strip_prefix(mark));
    if let Some(rest) = shared {
        return small(rest, 3).or_else(|| suffixed(rest));
    }
    // `1990.` is a year at the end of a sentence, not the 1990th of anything.
    ["=", "."]
        .iter()
        .find_map(|mark| text.strip_suffix(mark))
        .and_then(|rest| small(rest, 3))
        .or_else(|| suffixed(text))
}

fn suffixed(text: &str) -> Option<i64> {
    ["st", "nd", "rd", "th", "ª", "º", "ST", "ND", "RD", "TH"]
        .iter()
        .find_map(|suffix| text.strip_suffix(suffix))
        .and_then(|digits| small(&digits.replace(',', ""), 6))
}

fn small(digits: &str, longest: usize) -> Option<i64> {
    let plain = (1..=longest).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

/// `3-1`, `6–2`, `3 – 0`, `3:0`, with a result before it (`W 45–17`) or overtime after it (`67–64 OT`). A
/// first side of four digits is a range of years.
fn score(text: &str) -> Option<Value> {
    let body =
        ["W, ", "L, ", "D, ", "T, ", "W ", "L ", "D ", "T "].iter().find_map(|mark| text.strip_prefix(mark));
    let body = body.unwrap_or(text);
    let body = [" OT", " SO", " AET", " aet", " a.e.t.", " pens", " pen."]
        .iter()
        .find_map(|mark| body.strip_suffix(mark))
        .unwrap_or(body);
    let (left, right) = body.split_once(['-', '–', '—', ':'])?;
    Some(Value::Score(small(left.trim_end(), 3)?, small(right.trim_start(), 3)?))
}

/// `3.83 / 5`, `7 / 10`: a mark out of a maximum, read as the mark. Without decimals or spaces around the
/// stroke it is a fraction.
fn rating(text: &str) -> Option<Value> {
    let (mark, most) = text.split_once('/')?;
    if !(mark.ends_with(' ') && most.starts_with(' ') || mark.contains('.')) {
        return None;
    }
    let mark = number::number(mark.trim())?;
    let most: f64 = most.trim().parse().ok()?;
    let usual = [5.0, 6.0, 10.0, 20.0, 100.0].contains(&most);
    (usual && mark.float()? >= 0.0 && mark.float()? <= most).then(|| quantity::plain(&mark)).flatten()
}

/// `1/2`, `61 / 264`. A numerator of four digits makes it a season (`2006/07`), not a fraction.
fn fraction(text: &str) -> Option<Value> {
    let (top, bottom) = text.split_once(['/', '⁄'])?;
    let (top, bottom) = (small(top.trim_end(), 3)?, small(bottom.trim_start(), 6)?);
    (bottom != 0).then_some(Value::Fraction(top, bottom))
}
