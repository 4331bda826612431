//! What a cell reveals about the notation of its column: the decimal mark, which number of a date is the day
//! and which the month, and placeholders for a missing value.

use super::date_text::{of_century, strip_time};

/// Words that mean that a cell has no value.
const MISSING: [&str; 14] = [
    "n/a", "na", "n.a.", "#n/a", "n/k", "null", "nan", "none", "nil", "missing", "unknown", "tbc", "tbd",
    "tba",
];

/// Whether a cell is only a placeholder for a missing value: it is empty, consists of strokes and points, or
/// is one of the usual words (`n/a`, `NULL`, `unknown`). Such cells do not count for the kind of their
/// column.
#[must_use]
pub fn is_missing(cell: &str) -> bool {
    let cell = cell.trim();
    is_strokes(cell) || MISSING.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// Whether a cell consists of strokes and points, as those that stand for no value do: `-`, `...`, `?`. Ticks and
/// stars say something.
#[must_use]
pub fn is_strokes(cell: &str) -> bool {
    let stroke = |c| {
        matches!(c, '-' | '–' | '—' | '−' | '.' | ',' | '…' | '/' | '?' | '*' | '_' | '\'' | '"') || c == ' '
    };
    cell.chars().all(stroke)
}

/// Which mark a number has before its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalMark {
    /// `12.50`, `1,250.75`, `1,234,567`
    Point,
    /// `12,50`, `1.250,75`, `1.234.567`
    Comma,
    /// `1.200` and `1,200`: the only mark comes before three digits, so it may be a thousands separator.
    Open,
}

impl DecimalMark {
    /// The decimal mark of a number, which may have a currency or a unit; `None` for a number without marks,
    /// and for a text that is not such a number.
    #[must_use]
    pub fn of(text: &str) -> Option<DecimalMark> {
        let sign = |c: char| matches!(c, '.' | ',');
        if text.len() > 40 || !text.contains(sign) {
            return None;
        }
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let body = &text[start..];
        let end = body.find(|c: char| !c.is_ascii_digit() && !sign(c)).unwrap_or(body.len());
        let (body, rest) = body.split_at(end);
        // In a date, a range or a list, more digits follow.
        if rest.contains(|c: char| c.is_ascii_digit()) || body.ends_with(sign) {
            return None;
        }
        let (last, decimals) =
            body.char_indices().rfind(|(_, c)| sign(*c)).map(|(at, c)| (c, &body[at + 1..]))?;
        let of = |c| if c == ',' { DecimalMark::Comma } else { DecimalMark::Point };
        let other = if last == ',' { '.' } else { ',' };
        let count = body.matches(last).count();
        let whole = &body[..body.len() - decimals.len() - 1];
        let grouped = |text: &str, by: char| {
            let mut groups = text.split(by);
            groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
                && groups.all(|group| group.len() == 3)
        };
        match (count, body.contains(other)) {
            (1, true) => grouped(whole, other).then(|| of(last)),
            (1, false)
                if decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0') =>
            {
                Some(DecimalMark::Open)
            }
            (1, false) => Some(of(last)),
            // A mark that occurs twice separates thousands, so the decimal mark is the other one.
            (_, false) => grouped(body, last).then(|| of(other)),
            _ => None,
        }
    }
}

/// Whether some texts of a column have a decimal comma and none has a decimal point.
pub fn has_decimal_comma<'t>(texts: impl IntoIterator<Item = &'t str>) -> bool {
    let mut any = false;
    for mark in texts.into_iter().filter_map(DecimalMark::of) {
        match mark {
            DecimalMark::Point => return false,
            DecimalMark::Comma => any = true,
            DecimalMark::Open => {}
        }
    }
    any
}

/// Longest text that is checked for a small date: room for a date, a time with a fraction and a zone.
const LONGEST_MOMENT: usize = 40;

/// The two small numbers and the year of a text such as `04/05/2024` or `4.5.24`, with or without a time of
/// day after it. A two-digit year is one of 1950 to 2049.
#[must_use]
pub fn small_date(text: &str) -> Option<(u8, u8, i32)> {
    let text = text.trim();
    if text.len() > LONGEST_MOMENT || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let text = strip_time(text);
    let separator = text.chars().find(|c| matches!(c, '/' | '.' | '-'))?;
    let mut numbers = text.split(separator);
    let small = |text: &str| {
        let sound = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u8>().ok().filter(|number| sound && (1..=31).contains(number))
    };
    let (first, second) = (small(numbers.next()?)?, small(numbers.next()?)?);
    let year = numbers.next()?;
    let full = match year.len() {
        4 => year.parse::<i32>().ok()?,
        // `10-12-14` may well be a score or a record of wins and losses.
        2 if separator != '-' && year.bytes().all(|b| b.is_ascii_digit()) => of_century(year.parse().ok()?),
        _ => return None,
    };
    numbers.next().is_none().then_some((first, second, full))
}

/// Whether the year of a [small date](small_date) has two digits. Alone, such a text may be something else,
/// so callers require that all of its column are dates.
#[must_use]
pub fn has_short_year(text: &str) -> bool {
    strip_time(text.trim()).rsplit(['/', '.']).next().is_some_and(|year| year.len() == 2)
}

/// Whether the day comes before the month in the [small dates](small_date) of one column. `None` when no
/// number above 12 decides it, or when two dates contradict each other.
#[must_use]
pub fn day_stands_first(dates: impl IntoIterator<Item = (u8, u8, i32)>) -> Option<bool> {
    let (mut day, mut month) = (false, false);
    for (first, second, _) in dates {
        day |= first > 12 && second <= 12;
        month |= second > 12 && first <= 12;
    }
    (day != month).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_beyond_twelve_tells_where_days_stand() {
        assert_eq!(day_stands_first([(4, 5, 2024), (23, 5, 2024)]), Some(true));
        assert_eq!(day_stands_first([(5, 23, 2024)]), Some(false));
        assert_eq!(day_stands_first([(4, 5, 2024)]), None);
        assert_eq!(day_stands_first([(5, 23, 2024), (23, 5, 2024)]), None);
    }

    #[test]
    fn only_dates_in_numbers_have_parts() {
        assert_eq!(small_date("04/05/2024"), Some((4, 5, 2024)));
        assert_eq!(small_date("4.5.2024"), Some((4, 5, 2024)));
        assert_eq!(small_date("04/05/2024 07:35"), Some((4, 5, 2024)));
        assert_eq!(small_date("4/5/2024 7:35:10 PM"), Some((4, 5, 2024)));
        assert_eq!(small_date("4/5/24"), Some((4, 5, 2024)));
        assert_eq!(small_date("10.1.98"), Some((10, 1, 1998)));
        assert!(has_short_year("4/5/24 10:30") && !has_short_year("4/5/2024 10:30"));
        for text in ["2024-05-04", "4-5-24", "04/45/2024", "4/5", "a/b/2024", "1/2/2024/3"] {
            assert_eq!(small_date(text), None, "{text}");
        }
    }

    #[test]
    fn some_cells_say_that_there_is_no_value() {
        for cell in ["", "  ", "-", "—", "...", "///", "N/A", "null", " Unknown "] {
            assert!(is_missing(cell), "{cell}");
        }
        for cell in ["0", "no", "✓", "unknown person", "a", "€"] {
            assert!(!is_missing(cell), "{cell}");
        }
    }

    #[test]
    fn ticks_and_stars_are_no_strokes() {
        for cell in ["–", "...", "?", "- -", ""] {
            assert!(is_strokes(cell), "{cell}");
        }
        for cell in ["★★★", "€€", "+", "✗", "✔\u{fe0f}", "x"] {
            assert!(!is_strokes(cell), "{cell}");
        }
    }

    #[test]
    fn a_number_tells_its_mark_unless_it_could_be_thousands() {
        for (text, mark) in [
            ("12,50", Some(DecimalMark::Comma)),
            ("12.50 €", Some(DecimalMark::Point)),
            ("€ 1.250,75", Some(DecimalMark::Comma)),
            ("1,250.75", Some(DecimalMark::Point)),
            ("1.200", Some(DecimalMark::Open)),
            ("1,200 kg", Some(DecimalMark::Open)),
            ("0,125", Some(DecimalMark::Comma)),
            ("1.234.567", Some(DecimalMark::Comma)),
            ("1,234,567", Some(DecimalMark::Point)),
            ("3,1415", Some(DecimalMark::Comma)),
            ("1200", None),
            ("04.05.2024", None),
            ("192.168.0.1", None),
            ("1,5 - 2,5", None),
            ("Smith, J.", None),
            ("1,2,3", None),
            ("1.23,456.7", None),
        ] {
            assert_eq!(DecimalMark::of(text), mark, "{text}");
        }
    }
}
