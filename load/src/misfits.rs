//! Values that do not fit their column, reported with their rows when a table is loaded: remarks among
//! numbers, dates with the day first among dates with the month first, decimal points among decimal commas.
//!
//! Most columns are texts and are soon ignored, and most numbers are recognised by their characters alone, so
//! the check does not slow a load down.

use trustuqa_model::Value;
use trustuqa_model::value::{DecimalMark, ValueKind, is_missing, small_date};

use super::error::short;

/// Number of cells from which on a column is ignored if more than a quarter of them are texts.
const ENOUGH: u64 = 100;
/// Minimum number of cells from which something can be said of a column.
const FEWEST: u64 = 6;
/// Maximum number of cells reported one by one per column, and of columns reported.
const SHOWN: usize = 3;
const COLUMNS: usize = 8;

/// A cell with its line or row.
type At = (u64, String);

/// What was seen of a column.
#[derive(Default)]
struct Column {
    /// Non-empty cells, not counting placeholders for a missing value.
    cells: u64,
    numbers: u64,
    dates: u64,
    /// Cells that are neither numbers nor dates.
    misfits: u64,
    shown: Vec<At>,
    /// The first cells with the day first, with the month first, with a decimal point, and with a decimal
    /// comma.
    day_first: Option<At>,
    month_first: Option<At>,
    point: Option<At>,
    comma: Option<At>,
    /// The first cell whose mark may be a decimal mark or a thousands separator.
    open: Option<At>,
    /// Not checked: a column of texts, or one whose values are all of its type.
    ignored: bool,
}

/// What was seen of the columns of a table.
#[derive(Default)]
pub(super) struct ColumnSurvey(Vec<Column>);

impl ColumnSurvey {
    /// Typed columns are ignored, because all their values are of their type.
    pub(super) fn new(typed: &[bool]) -> ColumnSurvey {
        ColumnSurvey(typed.iter().map(|typed| Column { ignored: *typed, ..Column::default() }).collect())
    }

    /// Adds a non-empty cell.
    pub(super) fn see(&mut self, column: usize, line: u64, cell: &str) {
        if self.0.len() <= column {
            self.0.resize_with(column + 1, Column::default);
        }
        let column = &mut self.0[column];
        if !column.ignored {
            column.see(line, cell);
        }
    }

    /// Remarks about values that do not fit, as full sentences; `line` is the word for a line or row.
    pub(super) fn notes<'c>(&self, names: impl Iterator<Item = &'c str>, line: &str) -> Vec<String> {
        let of_column = self.0.iter().zip(names).flat_map(|(column, name)| column.notes(name, line));
        let mut notes: Vec<String> = of_column.collect();
        if notes.len() > COLUMNS {
            let more = notes.len() - COLUMNS;
            notes.truncate(COLUMNS);
            notes.push(format!("{more} more columns have values that do not fit the others."));
        }
        notes
    }
}

impl Column {
    fn see(&mut self, line: u64, cell: &str) {
        let at = || Some((line, short(cell)));
        let digits = cell.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-'));
        let signs = cell.bytes().any(|byte| matches!(byte, b'.' | b',' | b'/' | b'-'));
        if digits && !signs {
            (self.cells, self.numbers) = (self.cells + 1, self.numbers + 1);
            return;
        }
        // After the first number with a decimal point, most others add no information.
        if self.point.is_some() && is_decimal(cell) {
            (self.cells, self.numbers) = (self.cells + 1, self.numbers + 1);
            return;
        }
        if signs {
            match DecimalMark::of(cell) {
                Some(DecimalMark::Point) if self.point.is_none() => self.point = at(),
                Some(DecimalMark::Comma) if self.comma.is_none() => self.comma = at(),
                Some(DecimalMark::Open) if self.open.is_none() => self.open = at(),
                _ => {}
            }
        }
        let small = if signs { small_date(cell) } else { None };
        match small {
            Some((day, month, _)) if day > 12 && month <= 12 && self.day_first.is_none() => {
                self.day_first = at();
            }
            Some((month, day, _)) if day > 12 && month <= 12 && self.month_first.is_none() => {
                self.month_first = at();
            }
            _ => {}
        }
        let kind = match small {
            Some(_) => ValueKind::Date,
            None => Value::parse(cell).kind(),
        };
        match kind {
            ValueKind::Text if is_missing(cell) => return,
            ValueKind::Text if DecimalMark::of(cell).is_none() => {
                self.misfits += 1;
                if self.shown.len() < SHOWN {
                    self.shown.extend(at());
                }
            }
            ValueKind::Date => self.dates += 1,
            _ => self.numbers += 1,
        }
        self.cells += 1;
        self.ignored = self.cells >= ENOUGH && self.misfits * 4 > self.cells;
        if self.ignored {
            *self = Column { ignored: true, ..Column::default() };
        }
    }

    fn notes(&self, name: &str, line: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if self.ignored || self.cells < FEWEST {
            return notes;
        }
        let located = |(at, text): &At| format!("`{text}` ({line} {at})");
        if self.misfits > 0 && self.misfits * 5 <= self.cells {
            let what = if self.dates > self.numbers { "date" } else { "number" };
            let values: Vec<String> = self.shown.iter().map(located).collect();
            let more = if self.misfits as usize > values.len() { " …" } else { "" };
            let head = match self.misfits {
                1 => format!("One value of `{name}` is not a {what} like the others"),
                misfits => format!("{misfits} values of `{name}` are not {what}s like the others"),
            };
            notes.push(format!("{head}: {}{more}.", values.join(", ")));
        }
        let most_are = |some: u64| some * 5 >= self.cells * 4;
        match (&self.point, &self.comma, &self.open) {
            (Some(point), Some(comma), _) if most_are(self.numbers) => notes.push(format!(
                "`{name}` has decimal points, {}, and decimal commas, {}: each value is read by itself.",
                located(point),
                located(comma)
            )),
            (None, Some(comma), Some(open)) if most_are(self.numbers) => notes.push(format!(
                "`{name}` has decimal commas, {}, so {} is read with one, too.",
                located(comma),
                located(open)
            )),
            _ => {}
        }
        if let (Some(day), Some(month)) = (&self.day_first, &self.month_first) {
            notes.push(format!(
                "`{name}` has the day first, {}, and the month first, {}: what could be either stays text.",
                located(day),
                located(month)
            ));
        }
        notes
    }
}

/// Whether a cell is a number that certainly has a decimal point: neither with thousands separators nor a
/// month and a year.
fn is_decimal(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = cell.strip_prefix('-').unwrap_or(cell).split_once('.');
    parts.is_some_and(|(whole, decimals)| {
        digits(whole) && digits(decimals) && !matches!(decimals.len(), 3 | 4) && cell.len() <= 40
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(cells: &[&str]) -> Vec<String> {
        let mut fit = ColumnSurvey::default();
        for (line, cell) in (2..).zip(cells) {
            fit.see(0, line, cell);
        }
        fit.notes(["Price"].into_iter(), "line")
    }

    #[test]
    fn a_remark_among_numbers_is_told_with_its_line() {
        assert_eq!(
            notes(&["12", "14.50", "sold out", "n/a", "9", "7", "11", "-"]),
            ["One value of `Price` is not a number like the others: `sold out` (line 4)."]
        );
        assert_eq!(
            notes(&["2024-01-02", "2024-01-03", "soon", "3 March 2024", "2024-02-01", "2024-02-02"]),
            ["One value of `Price` is not a date like the others: `soon` (line 4)."]
        );
    }

    #[test]
    fn what_is_known_by_its_form_is_what_it_is_read_as() {
        for cell in ["12.5", "0.25", "-3.14159", "1200.50", "31.12"] {
            assert!(is_decimal(cell), "{cell}");
            assert_eq!(DecimalMark::of(cell), Some(DecimalMark::Point), "{cell}");
            assert!(!matches!(Value::parse(cell).kind(), ValueKind::Text | ValueKind::Date), "{cell}");
            assert_eq!(small_date(cell), None, "{cell}");
        }
        for cell in ["1.200", "05.2024", "1.2.3", "12,5", ".5", "5.", "1.5 m"] {
            assert!(!is_decimal(cell), "{cell}");
        }
    }

    #[test]
    fn columns_with_a_type_are_not_looked_at() {
        let mut fit = ColumnSurvey::new(&[true, false]);
        for line in 2..12 {
            for column in [0, 1] {
                fit.see(column, line, if line == 4 { "soon" } else { "7" });
            }
        }
        let notes = fit.notes(["Typed", "Text"].into_iter(), "row");
        assert_eq!(notes, ["One value of `Text` is not a number like the others: `soon` (row 4)."]);
    }

    #[test]
    fn texts_and_numbers_that_fit_are_not_told() {
        assert_eq!(notes(&["Oslo", "Bergen", "12", "Kiel", "Bonn", "Ulm"]), Vec::<String>::new());
        assert_eq!(notes(&["1", "2", "3,000", "4.5", "$5", "6 kg", "7"]), Vec::<String>::new());
        assert_eq!(notes(&["1", "x"]), Vec::<String>::new(), "two cells make no rule");
    }

    #[test]
    fn what_the_column_decides_is_told() {
        assert_eq!(
            notes(&["12,50", "1.200", "8,00", "7,25", "3,10", "2,00"]),
            ["`Price` has decimal commas, `12,50` (line 2), so `1.200` (line 3) is read with one, too."]
        );
        assert_eq!(
            notes(&["12,50", "12.50", "8,00", "7,25", "3,10", "2,00"]),
            [
                "`Price` has decimal points, `12.50` (line 3), and decimal commas, `12,50` (line 2): each value is read by itself."
            ]
        );
        assert_eq!(
            notes(&["13/01/2024", "01/13/2024", "04/05/2024", "5/5/2024", "6/6/2024", "7/7/2024"]),
            [
                "`Price` has the day first, `13/01/2024` (line 2), and the month first, `01/13/2024` (line 3): what could be either stays text."
            ]
        );
    }

    #[test]
    fn a_column_of_texts_is_given_up() {
        let cells: Vec<String> = (0..300).map(|n| format!("item {n}")).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        assert_eq!(notes(&cells), Vec::<String>::new());
    }
}
