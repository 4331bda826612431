//! The numbers of an answer that can be drawn, by name or by time; `chart_form` draws them.

use std::collections::BTreeSet;

use crate::model::{AnswerView, FactKind, FactView};
use crate::text;

/// One number with its name or time.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The name or the time.
    pub label: String,
    /// The number.
    pub value: f64,
    /// The number as it is in the answer.
    pub text: String,
}

/// Numbers to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The numbers: by time in its order, by name from the greatest on.
    pub points: Vec<Point>,
    /// Whether every label is a time.
    pub by_time: bool,
}

impl Series {
    /// The numbers of an answer; absent when it has fewer than two, or when they
    /// belong to nothing that could name them. A table says itself what they belong to.
    #[must_use]
    pub fn of(answer: &AnswerView) -> Option<Self> {
        if answer.is_table() {
            return Self::of_table(answer);
        }
        if answer.items.len() < 2 {
            return None;
        }
        let mut points = numbers(answer).or_else(|| measured(answer)).or_else(|| counts(answer))?;
        let by_time = points.iter().all(|point| time(&point.label).is_some());
        if by_time {
            points.sort_by_key(|point| time(&point.label));
        } else if !points.iter().all(|point| point.label.starts_with("row ")) {
            // Rows without a name stay in their order.
            points.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        Some(Self { points, by_time })
    }

    /// The last two columns of a table, when they are names or times with numbers.
    fn of_table(answer: &AnswerView) -> Option<Self> {
        // A chart of only some of the rows would mislead.
        if answer.rows_left() > 0 {
            return None;
        }
        let [.., label, value] = answer.columns.as_slice() else { return None };
        let at = answer.columns.len() - 2;
        // With other columns before it, a number does not name the next one.
        if !value.is_number() || (label.is_number() && at > 0) {
            return None;
        }
        let cells: Vec<(&str, &str)> = answer
            .rows
            .iter()
            .filter_map(|row| Some((row.get(at)?.as_str(), row.get(at + 1)?.as_str())))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let labels: Vec<&str> = cells.iter().map(|(label, _)| *label).collect();
        if cells.len() < 2 || !distinct(&labels) {
            return None;
        }
        let comma = cells.iter().any(|(_, text)| has_decimal_comma(text));
        let points = cells.iter().map(|(label, text)| {
            let value = measure(text, comma)?;
            Some(Point { label: (*label).to_owned(), value, text: (*text).to_owned() })
        });
        let mut points = points.collect::<Option<Vec<Point>>>()?;
        if years_only(&points.iter().map(|point| point.value).collect::<Vec<_>>()) {
            return None;
        }
        let by_time = labels.iter().all(|label| time(label).is_some());
        if by_time {
            points.sort_by_key(|point| time(&point.label));
        } else if label.is_number() {
            let key = |point: &Point| measure(&point.label, false).unwrap_or(f64::INFINITY);
            points.sort_by(|a, b| key(a).total_cmp(&key(b)));
        } else if label.kind != "date" {
            // Dates in a form that cannot be read here stay in the order of the table.
            points.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        Some(Self { points, by_time })
    }

    /// The least and the greatest number.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| {
            (low.min(point.value), high.max(point.value))
        })
    }

    /// The length of a bar, from 0 to 1: bars start at zero, so that lengths compare.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let most = self.points.iter().map(|point| point.value.abs()).fold(0.0, f64::max);
        if most > 0.0 { (value.abs() / most).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Names with how often they occur, when the answer says that of every item.
fn counts(answer: &AnswerView) -> Option<Vec<Point>> {
    let points = answer.items.iter().map(|item| {
        let count = item.detail.strip_suffix(" times")?;
        Some(Point { label: item.text.clone(), value: value(count)?, text: count.to_owned() })
    });
    points.collect()
}

/// Numbers with what the answer says beside each.
fn numbers(answer: &AnswerView) -> Option<Vec<Point>> {
    let details: Vec<&str> = answer.items.iter().map(|item| item.detail.as_str()).collect();
    if !distinct(&details) || details.iter().any(|detail| detail.ends_with(" times")) {
        return None;
    }
    let values: Vec<f64> = answer.items.iter().map(|item| value(&item.text)).collect::<Option<_>>()?;
    if years_only(&values) {
        return None;
    }
    let points = answer.items.iter().zip(values);
    Some(
        points
            .map(|(item, value)| Point { label: item.detail.clone(), value, text: item.text.clone() })
            .collect(),
    )
}

/// Numbers by the facts that they are in: the tails of one relation, each with
/// the head of its fact; cells with the name of their row, or with what else the trace
/// knows of it.
fn measured(answer: &AnswerView) -> Option<Vec<Point>> {
    let step = answer.trace.last()?;
    // A part of the facts would be a picture of something else.
    if step.fact_total > step.facts.len() {
        return None;
    }
    let first = answer.items.first()?;
    let relation = &step.facts.iter().find(|fact| fact.tail == first.text)?.relation;
    let facts: Vec<&FactView> = step.facts.iter().filter(|fact| fact.relation == *relation).collect();
    let known = |text: &str| facts.iter().any(|fact| fact.tail == text);
    if !answer.items.iter().all(|item| known(&item.text)) {
        return None;
    }
    let values: Vec<f64> = facts.iter().map(|fact| value(&fact.tail)).collect::<Option<_>>()?;
    if years_only(&values) {
        return None;
    }
    let heads: Vec<&str> = facts.iter().map(|fact| fact.head.as_str()).collect();
    let named: Option<Vec<&str>> = facts.iter().map(|fact| fact.row_name.as_deref()).collect();
    let labels = named.filter(|names| distinct(names)).or_else(|| names_of_rows(answer, &facts));
    let labels = labels.unwrap_or(heads);
    if !distinct(&labels) {
        return None;
    }
    let points = labels.into_iter().zip(&facts).zip(values);
    Some(
        points
            .map(|((label, fact), value)| Point { label: label.to_owned(), value, text: fact.tail.clone() })
            .collect(),
    )
}

/// What the trace knows of the rows of some cells: the first column that names
/// every row by something of its own.
fn names_of_rows<'a>(answer: &'a AnswerView, cells: &[&FactView]) -> Option<Vec<&'a str>> {
    if cells.iter().any(|cell| cell.kind != FactKind::Cell || cell.row.is_none()) {
        return None;
    }
    let facts = || answer.trace.iter().flat_map(|step| &step.facts);
    let columns: BTreeSet<&str> = facts().map(|fact| fact.relation.as_str()).collect();
    columns.into_iter().filter(|column| cells.iter().all(|cell| cell.relation != *column)).find_map(
        |column| {
            let names = cells.iter().map(|cell| {
                let same = |fact: &&FactView| {
                    fact.row == cell.row && fact.source == cell.source && fact.relation == column
                };
                facts().find(same).map(|fact| fact.tail.as_str())
            });
            names.collect::<Option<Vec<&str>>>().filter(|names| distinct(names))
        },
    )
}

/// Years are times and not quantities.
fn years_only(values: &[f64]) -> bool {
    values.iter().all(|value| value.fract() == 0.0 && (1_000.0..=2_200.0).contains(value))
}

/// Whether all are there and no two are the same.
fn distinct(texts: &[&str]) -> bool {
    let seen: BTreeSet<&str> = texts.iter().copied().collect();
    seen.len() == texts.len() && !seen.contains("")
}

/// A number with thousands set apart, a currency before it or a unit after it.
fn value(text: &str) -> Option<f64> {
    let text = text.trim().trim_start_matches(['$', '€', '£', '¥']);
    let end = text
        .char_indices()
        .find(|(at, c)| {
            !(c.is_ascii_digit() || matches!(c, '.' | ',') || (*at == 0 && matches!(c, '-' | '+')))
        })
        .map_or(text.len(), |(at, _)| at);
    let (number, unit) = text.split_at(end);
    let unit = unit.trim();
    // “11th” is a place and “3 Idiots” a name.
    let is_unit = unit.is_empty()
        || (unit.chars().count() <= 6
            && !unit.contains(char::is_whitespace)
            && !unit.contains(|c: char| c.is_ascii_digit())
            && !matches!(unit, "st" | "nd" | "rd" | "th")
            && !unit.starts_with(['-', '/', ':']));
    let number = number.replace(',', "");
    (is_unit && number.contains(|c: char| c.is_ascii_digit())).then(|| number.parse().ok()).flatten()
}

/// Whether a comma begins the decimals, and dots separate thousands.
fn has_decimal_comma(text: &str) -> bool {
    let Some((before, after)) = text.rsplit_once(',') else { return false };
    let decimals = after.chars().take_while(char::is_ascii_digit).count();
    !before.contains(',') && !after.contains('.') && (before.contains('.') || decimals != 3)
}

/// A number of a column that holds numbers: a sign, a currency before or a unit of any
/// length after it do not matter. Text with two numbers, such as `1 h 30 min`, does not count.
fn measure(text: &str, comma: bool) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(start);
    let thousands = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’' | '.' | ',');
    let length = rest
        .char_indices()
        .find(|(at, c)| {
            let behind = rest[at + c.len_utf8()..].chars().next();
            !(c.is_ascii_digit() || thousands(*c) && behind.is_some_and(|c| c.is_ascii_digit()))
        })
        .map_or(rest.len(), |(at, _)| at);
    let (number, unit) = rest.split_at(length);
    if unit.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let point = if comma { ',' } else { '.' };
    let digits: String =
        number.chars().filter(|c| c.is_ascii_digit() || *c == point).collect::<String>().replace(',', ".");
    let value: f64 = digits.parse().ok()?;
    Some(if before.contains(['-', '−']) { -value } else { value })
}

/// A time as something that can be ordered: year, month, day.
fn time(label: &str) -> Option<(i32, u8, u8)> {
    let mut parts = label.trim().splitn(3, '-');
    let year = parts.next()?;
    if year.len() != 4 || !year.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut rest = [0_u8; 2];
    for place in &mut rest {
        if let Some(part) = parts.next() {
            *place = part.parse().ok()?;
        }
    }
    Some((year.parse().ok()?, rest[0], rest[1]))
}

/// A time in years, for its place on an axis.
pub(super) fn years(label: &str) -> f64 {
    time(label).map_or(0.0, |(year, month, day)| {
        f64::from(year) + f64::from(month.saturating_sub(1)) / 12.0 + f64::from(day.saturating_sub(1)) / 366.0
    })
}

/// A number for an axis, in few characters.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}{}", text::grouped(value.abs() as u64))
    } else {
        format!("{value:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ItemView;

    fn answer(items: &[(&str, &str)]) -> AnswerView {
        let items =
            items.iter().map(|(text, detail)| ItemView { text: (*text).into(), detail: (*detail).into() });
        AnswerView { items: items.collect(), ..AnswerView::default() }
    }

    #[test]
    fn numbers_are_read_and_names_are_not() {
        for (text, number) in [
            ("12", Some(12.0)),
            ("-3.5", Some(-3.5)),
            ("1,204", Some(1204.0)),
            ("77 m", Some(77.0)),
            ("$1.5M", Some(1.5)),
            ("45%", Some(45.0)),
            ("11th", None),
            ("3 Idiots", Some(3.0)),
            ("11th Korea Musical Awards", None),
            ("2002-03-01", None),
            ("10:30", None),
            ("Brazil", None),
            ("", None),
            ("-", None),
        ] {
            // A short word after a number cannot be told from a unit; what
            // counts is that the other items are numbers too.
            assert_eq!(value(text), number, "{text}");
        }
    }

    #[test]
    fn an_answer_is_a_series_when_its_numbers_have_names() {
        let named = Series::of(&answer(&[("12", "Brazil"), ("3", "Chile")])).expect("a series");
        assert!(!named.by_time);
        assert_eq!(named.points[0].label, "Brazil");
        let timed = Series::of(&answer(&[("5", "2004"), ("3", "2001"), ("4", "2002-05")])).expect("a series");
        assert!(timed.by_time);
        assert_eq!(timed.points.iter().map(|p| p.value).collect::<Vec<_>>(), [3.0, 4.0, 5.0]);
        let counted = Series::of(&answer(&[("Brazil", "3 times"), ("Chile", "2 times")])).expect("a series");
        assert_eq!(counted.points[1].value, 2.0);
        for none in [
            answer(&[("12", "Brazil")]),
            answer(&[("12", "x"), ("Chile", "y")]),
            answer(&[("12", ""), ("13", "")]),
            answer(&[("2001", "a"), ("2002", "b")]),
            answer(&[("12", "a"), ("13", "a")]),
        ] {
            assert_eq!(Series::of(&none), None, "{none:?}");
        }
    }

    fn table(columns: &[(&str, &str)], rows: &[&[&str]]) -> AnswerView {
        let columns = columns.iter().map(|(name, kind)| crate::model::ColumnView {
            name: (*name).into(),
            kind: (*kind).into(),
            unit: None,
        });
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        AnswerView { columns: columns.collect(), row_total: rows.len(), rows, ..AnswerView::default() }
    }

    #[test]
    fn a_table_says_what_its_numbers_belong_to() {
        let of = |columns: &[(&str, &str)], rows: &[&[&str]]| {
            Series::of(&table(columns, rows)).map(|series| {
                let points = series.points.into_iter().map(|point| (point.label, point.value));
                (points.collect::<Vec<_>>(), series.by_time)
            })
        };
        let points = |points: &[(&str, f64)]| -> Vec<(String, f64)> {
            points.iter().map(|(label, value)| ((*label).to_owned(), *value)).collect()
        };
        let sums = [("Supplier", "text"), ("sum of Amount", "quantity")];
        assert_eq!(
            of(&sums, &[&["Acme", "-€5.50"], &["Bolt", "€1,161.00"], &["Crate", "€75"]]),
            Some((points(&[("Bolt", 1161.0), ("Crate", 75.0), ("Acme", -5.5)]), false))
        );
        assert_eq!(
            of(&sums, &[&["a", "1.200,50 Euro"], &["b", "12,00 Euro"]]),
            Some((points(&[("a", 1200.5), ("b", 12.0)]), false))
        );
        assert_eq!(
            of(&[("year", "integer"), ("count", "integer")], &[&["2004", "3"], &["2001", "9"]]),
            Some((points(&[("2001", 9.0), ("2004", 3.0)]), true))
        );
        assert_eq!(
            of(&[("Qty", "integer"), ("count", "integer")], &[&["10", "1"], &["4", "2"]]),
            Some((points(&[("4", 2.0), ("10", 1.0)]), false))
        );
        assert_eq!(of(&sums, &[&["a", "1 h 30 min"], &["b", "2 h"]]), None);
        assert_eq!(of(&sums, &[&["a", "1"], &["a", "2"]]), None, "two bars of one name");
        assert_eq!(of(&[("a", "text"), ("b", "text")], &[&["x", "1"], &["y", "2"]]), None);
        let mut part = table(&sums, &[&["a", "1"], &["b", "2"]]);
        part.row_total = 300;
        assert_eq!(Series::of(&part), None, "a part of the rows");
    }

    #[test]
    fn cells_are_named_by_their_rows() {
        let cell = |row: u64, column: &str, value: &str| FactView {
            kind: FactKind::Cell,
            head: format!("row {row}"),
            relation: column.into(),
            tail: value.into(),
            source: "lakes".into(),
            row: Some(row),
            ..FactView::default()
        };
        let step = |facts: Vec<FactView>| crate::model::StepView {
            fact_total: facts.len(),
            facts,
            ..crate::model::StepView::default()
        };
        let depths =
            || step(vec![cell(1, "Depth", "40 m"), cell(2, "Depth", "12 m"), cell(3, "Depth", "40 m")]);
        let mut shown = answer(&[("40 m", "2 times"), ("12 m", "")]);
        shown.trace = vec![depths()];
        let series = Series::of(&shown).expect("a series");
        let labels =
            |series: &Series| series.points.iter().map(|point| point.label.clone()).collect::<Vec<_>>();
        assert_eq!(labels(&series), ["row 1", "row 2", "row 3"]);
        // The basin is the same for two of them and names none.
        let basins = vec![cell(1, "Basin", "a"), cell(2, "Basin", "a"), cell(3, "Basin", "b")];
        let names = vec![cell(1, "Lake", "Glint"), cell(2, "Lake", "Murk"), cell(3, "Lake", "Oval")];
        shown.trace = vec![step(basins), step(names), depths()];
        assert_eq!(labels(&Series::of(&shown).expect("a series")), ["Glint", "Oval", "Murk"]);
        // What the row is called comes first.
        for (fact, name) in shown.trace[2].facts.iter_mut().zip(["One", "Two", "Three"]) {
            fact.row_name = Some(name.into());
        }
        assert_eq!(labels(&Series::of(&shown).expect("a series")), ["One", "Three", "Two"]);
        shown.trace[2].fact_total = 9;
        assert_eq!(Series::of(&shown), None, "a part of the facts is no picture of all");
    }
}
