//! Denotation accuracy: whether the values that were found are the gold values,
//! by the rules of the official evaluator of WikiTableQuestions.
//!
//! A value is compared as text, as a number and as a date; any of them may make two
//! values equal. Text is normalised first: accents, quotes and dashes are unified,
//! citations, a note in parentheses at the end, quotes around the whole, a full stop
//! at the end, case and runs of spaces do not count. The official evaluator is given
//! the number or date that a gold text means; here both sides are texts, so both are
//! read by the typed reading that tables get ([`Value::parse`]).

use trustuqa_storage::Value;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Numbers that differ by less than this are the same.
const TOLERANCE: f64 = 1e-6;

/// True when `found` denotes `gold`: every gold value is found, and nothing else.
///
/// Equal values count once on either side, as the official evaluator has it, so the
/// order and the repetition of answers do not matter.
pub fn denotation_matches(gold: &[String], found: &[String]) -> bool {
    let (gold, found) = (distinct(gold), distinct(found));
    pair_off(&gold, &found)
}

/// Whether every gold value has a found value of its own, and none is left over.
///
/// Equality by any of three readings is not transitive (`5 km` and `5 mi` both equal
/// `5`), so a partner that is taken may have to move on: this is a bipartite matching.
fn pair_off(gold: &[Denoted], found: &[Denoted]) -> bool {
    /// How many partners may move on for one value; the answers of no question come near it.
    const MOVES: usize = 1000;
    fn place(
        gold: &[Denoted],
        found: &[Denoted],
        at: usize,
        seen: &mut [bool],
        owner: &mut [Option<usize>],
        moves: usize,
    ) -> bool {
        if moves > MOVES {
            return false;
        }
        for (slot, value) in found.iter().enumerate() {
            if seen[slot] || !gold[at].equals(value) {
                continue;
            }
            seen[slot] = true;
            let free = match owner[slot] {
                None => true,
                Some(other) => place(gold, found, other, seen, owner, moves + 1),
            };
            if free {
                owner[slot] = Some(at);
                return true;
            }
        }
        false
    }
    if gold.len() != found.len() {
        return false;
    }
    let mut owner = vec![None; found.len()];
    (0..gold.len()).all(|at| place(gold, found, at, &mut vec![false; found.len()], &mut owner, 0))
}

fn distinct(texts: &[String]) -> Vec<Denoted> {
    let mut out: Vec<Denoted> = Vec::new();
    for text in texts {
        let value = Denoted::read(text);
        if !out.iter().any(|known| known.same(&value)) {
            out.push(value);
        }
    }
    out
}

/// A value with every reading of it.
#[derive(Debug)]
struct Denoted {
    text: String,
    /// Amount and unit; a bare number has no unit.
    number: Option<(f64, Option<String>)>,
    /// Seconds of a span of time.
    seconds: Option<f64>,
    /// Year, month and day, each `None` where it is missing.
    date: Option<Parts>,
}

type Parts = (Option<i32>, Option<u8>, Option<u8>);

impl Denoted {
    fn read(original: &str) -> Denoted {
        let text = normalise(original);
        // The typed reading knows the same marks and notes, and needs the case of units.
        let mut value = Value::parse(original.trim());
        if value == Value::Text {
            value = Value::parse(&text);
        }
        let mut out = Denoted { number: None, seconds: None, date: None, text };
        match &value {
            Value::Integer(n) => out.number = Some((*n as f64, None)),
            Value::Quantity(n, unit) => out.number = Some((*n, Some(unit.clone()))),
            Value::Duration(seconds) => {
                out.seconds = Some(*seconds);
                out.number = one_unit(&out.text);
            }
            Value::Date(date) => out.date = Some((Some(date.year()), date.month(), date.day())),
            Value::Decimal(_) | Value::Ordinal(_) | Value::Fraction(..) => {
                out.number = value.number().map(|n| (n, None));
            }
            Value::Text | Value::Score(..) => out.date = partial_date(&out.text),
        }
        // A year alone is a number.
        if let Some((Some(year), None, None)) = out.date {
            out.number = Some((f64::from(year), None));
            out.date = None;
        }
        out
    }

    /// True when the two denote the same value.
    fn equals(&self, other: &Denoted) -> bool {
        if self.text == other.text {
            return true;
        }
        if let (Some((a, unit)), Some((b, other_unit))) = (&self.number, &other.number) {
            let units = unit.is_none() || other_unit.is_none() || unit == other_unit;
            if units && (a - b).abs() < TOLERANCE {
                return true;
            }
        }
        if let (Some(a), Some(b)) = (self.seconds, other.seconds) {
            return (a - b).abs() < TOLERANCE;
        }
        self.date.is_some() && self.date == other.date
    }

    /// True when the two are one value of a set: equal, and with the same unit.
    fn same(&self, other: &Denoted) -> bool {
        let unit = |value: &Denoted| value.number.as_ref().and_then(|(_, unit)| unit.clone());
        self.equals(other) && unit(self) == unit(other)
    }
}

/// `9 years` as 9 years: an amount of one unit of time.
fn one_unit(text: &str) -> Option<(f64, Option<String>)> {
    let (amount, unit) = text.split_once(' ')?;
    let word = unit.bytes().all(|b| b.is_ascii_lowercase());
    let amount = Value::parse(amount).number()?;
    word.then(|| (amount, Some(unit.trim_end_matches('s').to_owned())))
}

/// A date without some of its parts: `14 august`, `xx-08-14`, `august`.
fn partial_date(text: &str) -> Option<Parts> {
    if let [year, month, day] = text.split('-').collect::<Vec<_>>()[..] {
        let known = |part: &str| !part.is_empty() && part.bytes().any(|b| b != b'x');
        let year = if known(year) { Some(year.parse().ok()?) } else { None };
        let month =
            if known(month) { Some(month.parse().ok().filter(|m| (1..=12).contains(m))?) } else { None };
        let day = if known(day) { Some(day.parse().ok().filter(|d| (1..=31).contains(d))?) } else { None };
        return (year, month, day).ne(&(None, None, None)).then_some((year, month, day));
    }
    // Any year will do to have the words of a date read: it must be a leap year.
    let Value::Date(date) = Value::parse(&format!("{text}, 2000")) else { return None };
    (date.year() == 2000).then_some((None, date.month(), date.day()))
}

/// The text as the official evaluator compares it.
fn normalise(text: &str) -> String {
    let unified: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .map(|c| match c {
            '‘' | '’' | '´' | '`' => '\'',
            '“' | '”' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
            c => c,
        })
        .collect();
    let mut text = unified.trim();
    loop {
        let mut shorter = strip_citations(text);
        shorter = strip_notes(shorter);
        if let Some(inside) = shorter.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
            && !inside.contains('"')
        {
            shorter = inside.trim();
        }
        if shorter.len() == text.len() {
            break;
        }
        text = shorter;
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Without footnote signs and bracketed citations at the end. A citation in words is
/// one only when something comes before it.
fn strip_citations(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let mut shorter = text.trim_end_matches(['•', '♦', '†', '‡', '*', '#', '+']);
        if let Some((before, note)) = shorter.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
            let number = !note.is_empty() && note.bytes().all(|b| b.is_ascii_digit());
            if number || !before.is_empty() && !note.contains(']') {
                shorter = before;
            }
        }
        if shorter.len() == text.len() {
            return text.trim_end();
        }
        text = shorter;
    }
}

/// Without notes in parentheses at the end, when something comes before them.
fn strip_notes(text: &str) -> &str {
    let mut text = text.trim();
    while let Some((before, note)) = text.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        if before.is_empty() || note.contains(')') {
            break;
        }
        text = before.trim_end();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    fn same(gold: &str, found: &str) -> bool {
        denotation_matches(&texts(&[gold]), &texts(&[found]))
    }

    #[test]
    fn texts_are_normalised() {
        for (gold, found) in [
            ("Zürich", "zurich"),
            ("“Blue” – live", "\"Blue\" - live"),
            ("Ana", "Ana[1]"),
            ("Ana", "Ana [note 2]†"),
            ("\"Blue\"", "Blue"),
            ("Blue", "Blue (live)"),
            ("Inc.", "Inc"),
            ("two  words", "Two words"),
        ] {
            assert!(same(gold, found), "{gold} and {found}");
        }
        assert!(!same("Blue", "Blues"));
        assert!(same("[a]", "[A]"), "a bracket with nothing before it is the value itself");
    }

    #[test]
    fn numbers_are_compared_by_amount() {
        for (gold, found) in [
            ("12,467", "12467"),
            ("3", "3.0"),
            ("9 years", "9"),
            ("$50", "50"),
            ("1st", "1"),
            ("0.5", "1/2"),
            ("5 points", "5 pts"),
            ("1:54.0", "1:54"),
        ] {
            assert!(same(gold, found), "{gold} and {found}");
        }
        for (gold, found) in [("3", "3.1"), ("$50", "€50"), ("3-1", "2"), ("9 years", "9 days")] {
            assert!(!same(gold, found), "{gold} and {found}");
        }
    }

    #[test]
    fn dates_are_compared_part_by_part() {
        for (gold, found) in [
            ("14 August 2004", "August 14, 2004"),
            ("2004-08-14", "14 Aug 2004"),
            ("August 14", "14 August"),
            ("xx-08-14", "August 14"),
        ] {
            assert!(same(gold, found), "{gold} and {found}");
        }
        assert!(!same("August 14", "August 14, 2004"));
        assert!(!same("2004", "August 2004"));
    }

    #[test]
    fn lists_must_pair_off() {
        let matches = |gold: &[&str], found: &[&str]| denotation_matches(&texts(gold), &texts(found));
        assert!(matches(&["a", "b"], &["B", "A"]));
        assert!(matches(&["a"], &["a", "A"]), "equal values count once");
        assert!(!matches(&["a", "b"], &["a"]));
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(!matches(&["a"], &[]));
        assert!(matches(&["5", "5 km"], &["5 km", "5 mi"]), "a partner moves on");
    }
}
