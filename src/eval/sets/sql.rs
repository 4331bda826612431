//! The answers of a WikiSQL annotation by the official rules: texts compare in lower case, `real` columns
//! as numbers, duplicates stay. They are the gold answers where a file has none. Nothing here knows of
//! graphs or queries.

use std::cmp::Ordering;

use trustuqa_storage::Comparison;

use super::wikisql::WikiSqlTable;
use crate::eval::gold::wikisql::{Select, SqlAggregate};

/// A value of SQL.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Number(f64),
    Text(String),
}

/// The answers of a query over its table; empty when a column is not the table's.
pub fn answers(table: &WikiSqlTable, select: &Select) -> Vec<String> {
    let column = |name: &str| table.content.header.iter().position(|known| known == name);
    let Some(wanted) = column(&select.column) else { return Vec::new() };
    let mut tests = Vec::new();
    for (name, op, value) in &select.conditions {
        let Some(at) = column(name) else { return Vec::new() };
        tests.push((at, *op, bound(value, table.is_real(at))));
    }
    let mut found: Vec<(&str, Cell)> = Vec::new();
    for row in &table.content.rows {
        let at = |index: usize| row.get(index).map_or("", String::as_str);
        if tests.iter().all(|(index, op, bound)| holds(&cell(at(*index), table.is_real(*index)), *op, bound))
        {
            let text = at(wanted);
            found.push((text, cell(text, table.is_real(wanted))));
        }
    }
    aggregate(&found, select.aggregate)
}

fn aggregate(found: &[(&str, Cell)], aggregate: Option<SqlAggregate>) -> Vec<String> {
    let numbers = || found.iter().map(|(text, cell)| as_number(text, cell));
    let extreme = |side: Ordering| {
        let mut best: Option<&(&str, Cell)> = None;
        for one in found {
            if best.is_none_or(|best| order(&one.1, &best.1) == side) {
                best = Some(one);
            }
        }
        best.map(|(text, _)| (*text).to_owned()).into_iter().collect()
    };
    match aggregate {
        None => found.iter().map(|(text, _)| (*text).to_owned()).collect(),
        Some(SqlAggregate::Count) => vec![found.len().to_string()],
        Some(SqlAggregate::Max) => extreme(Ordering::Greater),
        Some(SqlAggregate::Min) => extreme(Ordering::Less),
        Some(_) if found.is_empty() => Vec::new(),
        Some(SqlAggregate::Sum) => vec![numbers().sum::<f64>().to_string()],
        Some(SqlAggregate::Avg) => vec![(numbers().sum::<f64>() / found.len() as f64).to_string()],
    }
}

fn cell(text: &str, real: bool) -> Cell {
    match text.parse::<f64>() {
        Ok(number) if real => Cell::Number(number),
        _ => Cell::Text(text.to_lowercase()),
    }
}

/// What a `real` column is compared with is the first number in the text.
fn bound(text: &str, real: bool) -> Cell {
    let plain = text.replace(',', "");
    if let (true, Ok(number)) = (real, plain.trim().parse()) {
        return Cell::Number(number);
    }
    match first_number(&plain) {
        Some(number) if real => Cell::Number(number),
        _ => Cell::Text(text.to_lowercase()),
    }
}

/// The first run of a sign, digits and a point that reads as a number.
fn first_number(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let signed = if text[..start].ends_with('-') { start - 1 } else { start };
    let rest = &text[start..];
    let mut end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    while end > 0 {
        if let Ok(number) = text[signed..start + end].parse() {
            return Some(number);
        }
        end -= 1;
    }
    None
}

fn holds(cell: &Cell, op: Comparison, bound: &Cell) -> bool {
    let ordering = order(cell, bound);
    match op {
        Comparison::Gt => ordering.is_gt(),
        Comparison::Lt => ordering.is_lt(),
        _ => ordering.is_eq(),
    }
}

/// In SQLite every number is smaller than every text.
fn order(a: &Cell, b: &Cell) -> Ordering {
    match (a, b) {
        (Cell::Number(a), Cell::Number(b)) => a.total_cmp(b),
        (Cell::Number(_), Cell::Text(_)) => Ordering::Less,
        (Cell::Text(_), Cell::Number(_)) => Ordering::Greater,
        (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
    }
}

/// A text in a sum counts as the number it begins with.
fn as_number(text: &str, cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Text(_) => {
            let text = text.trim_start();
            let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            first_number(text).filter(|_| begins).unwrap_or(0.0)
        }
    }
}
