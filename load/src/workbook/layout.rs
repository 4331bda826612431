//! Finds where the table of a sheet begins: sheets have titles and empty rows above it, empty columns next to
//! it, and headers of two rows under merged cells.
//!
//! The header is the first row of text that has about as many cells as the rows of the table. What is above
//! it is reported and left out; it never becomes a fact.

use calamine::Dimensions;

use super::super::error::short;
use super::super::read_ahead::{ReadStop, Rows};
use super::super::records::{RecordError, clean};
use super::Cells;
use super::text::Text;

/// Number of rows in which the header is searched for.
const HEAD: usize = 64;
/// Maximum number of merged cells considered in one row.
const ACTIVE: usize = 1_000;
/// Maximum number of merged cells considered; a table does not have more.
const MERGED: usize = 100_000;

/// The position of a table in its sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLayout {
    /// First and last row of the header, 0-based.
    header: (u32, u32),
    /// First and last column of the table, 0-based.
    columns: (usize, usize),
    names: Vec<String>,
    /// The texts above the header.
    titles: Vec<String>,
}

impl TableLayout {
    /// Remarks about the table's position, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let row = u64::from(self.header.0) + 1;
        if !self.titles.is_empty() {
            let titles: Vec<String> =
                self.titles.iter().map(|title| format!("\"{}\"", short(title))).collect();
            notes.push(format!(
                "The table begins in row {row}; the rows above it were left out: {}.",
                titles.join(", ")
            ));
        } else if row > 1 {
            notes.push(format!("The table begins in row {row}."));
        }
        if self.header.1 > self.header.0 {
            notes.push(format!("The names of the columns are in rows {row} and {}.", row + 1));
        }
        notes
    }
}

/// Determines the layout of a sheet from its first rows.
pub(super) struct Finder {
    rows: Vec<(u32, Cells)>,
    merged: Vec<Dimensions>,
}

impl Finder {
    pub(super) fn new(merged: Vec<Dimensions>) -> Finder {
        Finder { rows: Vec::new(), merged }
    }

    /// Adds a row; `false` when no more are needed.
    pub(super) fn add(&mut self, row: u32, cells: Cells) -> bool {
        self.rows.push((row, cells));
        self.rows.len() < HEAD
    }

    /// The layout; `None` for a sheet without cells.
    pub(super) fn finish(self) -> Option<TableLayout> {
        let at = self.header()?;
        let (row, header) = &self.rows[at];
        let below = &self.rows[at + 1..];
        let all = || std::iter::once(header).chain(below.iter().map(|(_, cells)| cells)).flatten();
        let first = all().map(|(column, _)| *column).min()?;
        let last = all().map(|(column, _)| *column).max()?;
        let mut names = vec![String::new(); last - first + 1];
        for (column, text) in header {
            names[column - first] = clean(&text.text).into_owned();
        }
        let second = self.second_header(at, first, last);
        if second {
            self.join_names(&mut names, *row, first, &self.rows[at + 1].1);
        }
        let titles = self.rows[..at].iter().map(|(_, cells)| {
            let texts: Vec<&str> = cells.iter().map(|(_, text)| text.text.as_str()).collect();
            clean(&texts.join(" ")).into_owned()
        });
        Some(TableLayout {
            header: (*row, if second { row + 1 } else { *row }),
            columns: (first, last),
            names,
            titles: titles.collect(),
        })
    }

    /// The index of the row that names the columns.
    fn header(&self) -> Option<usize> {
        let mut counts: Vec<usize> =
            self.rows.iter().map(|(_, cells)| cells.len()).filter(|n| *n > 1).collect();
        counts.sort_unstable();
        let Some(typical) = counts.get(counts.len() / 2) else {
            return (!self.rows.is_empty()).then_some(0);
        };
        // Three quarters: a column may have no name, and a title may have a date next to it.
        let enough = (typical * 3).div_ceil(4).max(2);
        let full = |(_, cells): &&(u32, Cells)| cells.len() >= enough;
        let named = |(_, cells): &(u32, Cells)| {
            cells.len() >= enough && cells.iter().filter(|(_, text)| names(text)).count() * 2 > cells.len()
        };
        let first = self.rows.iter().position(|row| full(&row))?;
        let named = self.rows.iter().position(named);
        // In a table of numbers the first row is the header, as in text files.
        Some(named.filter(|named| *named <= first + 2).unwrap_or(first))
    }

    /// Whether the row below the header names columns as well: there is text under cells that are merged over
    /// several columns, and more rows follow.
    fn second_header(&self, at: usize, first: usize, last: usize) -> bool {
        let row = self.rows[at].0;
        let Some((next, cells)) = self.rows.get(at + 1) else { return false };
        let wide = self.merged.iter().take(MERGED).any(|merged| {
            let ((top, left), (bottom, right)) = (merged.start, merged.end);
            (top, bottom) == (row, row) && left < right && (first..=last).contains(&(left as usize))
        });
        wide && *next == row + 1 && self.rows.len() > at + 2 && cells.iter().all(|(_, text)| text.is_text)
    }

    /// Joins the names of both rows of a header.
    fn join_names(&self, names: &mut [String], row: u32, first: usize, below: &Cells) {
        for merged in self.merged.iter().take(MERGED).filter(|merged| merged.start.0 == row) {
            let (left, right) = (merged.start.1 as usize, merged.end.1 as usize);
            let Some(name) = left.checked_sub(first).and_then(|at| names.get(at)).cloned() else { continue };
            for column in left..=right.min(first + names.len() - 1) {
                names[column - first].clone_from(&name);
            }
        }
        for (column, text) in below {
            let name = &mut names[column - first];
            let lower = clean(&text.text);
            if !name.is_empty() && !lower.is_empty() {
                name.push(' ');
            }
            name.push_str(&lower);
        }
    }
}

/// Whether a cell can be the name of a column: text, or a year.
fn names(text: &Text) -> bool {
    text.is_text || text.text.parse().is_ok_and(|year: u32| (1500..2200).contains(&year))
}

/// A merged cell that covers rows of the table, with its value when that is known.
struct Merged {
    over: Dimensions,
    text: Option<String>,
}

/// Writes the rows of a table.
pub(super) struct Table<'l> {
    layout: &'l TableLayout,
    /// The merged cells that begin further down, the next one last.
    merged: Vec<Dimensions>,
    /// The merged cells that may cover the current row.
    active: Vec<Merged>,
    begun: bool,
}

impl<'l> Table<'l> {
    pub(super) fn new(layout: &'l TableLayout, mut merged: Vec<Dimensions>) -> Table<'l> {
        merged.truncate(MERGED);
        merged.retain(|merged| merged.end.0 > layout.header.1);
        merged.sort_unstable_by_key(|merged| std::cmp::Reverse((merged.start.0, merged.start.1)));
        Table { layout, merged, active: Vec::new(), begun: false }
    }

    fn header(&mut self, out: &mut Rows<'_>) -> Result<(), ReadStop> {
        self.begun = true;
        self.layout.names.iter().for_each(|name| out.cell(name));
        out.end(u64::from(self.layout.header.0) + 1)
    }

    /// Writes a row, and the header before the first one.
    pub(super) fn row(&mut self, row: u32, cells: Cells, out: &mut Rows<'_>) -> Result<(), ReadStop> {
        if !self.begun {
            self.header(out)?;
        }
        if row <= self.layout.header.1 {
            return Ok(());
        }
        let (first, last) = self.layout.columns;
        let line = u64::from(row) + 1;
        if let Some((column, text)) = cells.iter().find(|(column, _)| !(first..=last).contains(column)) {
            let what = format!(
                "`{}` in column {} is outside of the table, which has columns {} to {}",
                short(&text.text),
                letters(*column),
                letters(first),
                letters(last)
            );
            return out.error(RecordError::Row { line, what, hint: "name the column in the header row" });
        }
        let mut texts = vec![""; last - first + 1];
        for (column, text) in &cells {
            texts[column - first] = &text.text;
        }
        self.cover(row, &cells);
        for merged in &self.active {
            let Some(text) = &merged.text else { continue };
            let left = (merged.over.start.1 as usize).max(first);
            for column in left..=(merged.over.end.1 as usize).min(last) {
                if texts[column - first].is_empty() {
                    texts[column - first] = text;
                }
            }
        }
        texts.into_iter().for_each(|text| out.cell(text));
        out.end(line)
    }

    /// Updates the active merged cells for this row.
    fn cover(&mut self, row: u32, cells: &Cells) {
        self.active.retain(|merged| merged.over.end.0 >= row);
        while let Some(over) = self.merged.pop_if(|merged| merged.start.0 <= row) {
            if over.end.0 >= row && self.active.len() < ACTIVE {
                self.active.push(Merged { over, text: None });
            }
        }
        for merged in self.active.iter_mut().filter(|merged| merged.over.start.0 == row) {
            let left = merged.over.start.1 as usize;
            let cell = cells.iter().find(|(column, _)| *column == left);
            merged.text = cell.map(|(_, text)| text.text.clone());
        }
    }

    /// Ends the table: a table without rows still has its header.
    pub(super) fn end(mut self, out: &mut Rows<'_>) -> Result<(), ReadStop> {
        if self.begun { Ok(()) } else { self.header(out) }
    }
}

/// The letters of a 0-based column: `A`, `Z`, `AA`.
fn letters(column: usize) -> String {
    let mut rest = column + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row and column of the first and the last cell.
    type Corners = ((u32, u32), (u32, u32));

    fn found(rows: &[(u32, &[(usize, &str)])], merged: &[Corners]) -> TableLayout {
        let merged = merged.iter().map(|(start, end)| Dimensions { start: *start, end: *end }).collect();
        let mut finder = Finder::new(merged);
        for (row, cells) in rows {
            let cell = |(column, text): &(usize, &str)| {
                let is_text = text.parse::<f64>().is_err();
                (*column, Text { text: (*text).to_owned(), is_text })
            };
            finder.add(*row, cells.iter().map(cell).collect());
        }
        finder.finish().unwrap()
    }

    #[test]
    fn titles_above_a_table_are_none_of_its_rows() {
        let layout = found(
            &[
                (0, &[(1, "Sales report")]),
                (1, &[(1, "as of"), (2, "2024")]),
                (3, &[(1, "City"), (2, "Shop"), (3, "Sales")]),
                (4, &[(1, "Kiel"), (2, "A"), (3, "5")]),
                (5, &[(1, "Bonn"), (2, "B"), (3, "7")]),
            ],
            &[],
        );
        assert_eq!((layout.header, layout.columns), ((3, 3), (1, 3)));
        assert_eq!(layout.names, ["City", "Shop", "Sales"]);
        assert_eq!(
            layout.notes(),
            ["The table begins in row 4; the rows above it were left out: \"Sales report\", \"as of 2024\"."]
        );
    }

    #[test]
    fn a_header_may_have_two_rows() {
        let layout = found(
            &[
                (0, &[(0, "City"), (1, "2023"), (3, "2024")]),
                (1, &[(1, "Sales"), (2, "Cost"), (3, "Sales"), (4, "Cost")]),
                (2, &[(0, "Kiel"), (1, "1"), (2, "2"), (3, "3"), (4, "4")]),
            ],
            &[((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (0, 4))],
        );
        assert_eq!(layout.names, ["City", "2023 Sales", "2023 Cost", "2024 Sales", "2024 Cost"]);
        assert_eq!(layout.header, (0, 1));
    }

    #[test]
    fn columns_have_letters() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
