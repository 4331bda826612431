//! Rows of an answer as columns side by side: for the transcript, where they are cut
//! to its width, and whole for text that leaves the chat or never was in it.

use std::borrow::Cow;

use crate::model::ColumnView;
use crate::text;

/// Spaces between two columns.
const GAP: usize = 2;
/// What a column of text keeps at least when there is no room for all of it.
const NARROWEST: usize = 8;
/// What numbers keep: the half of one would be read as another number.
const NARROWEST_NUMBER: usize = 16;

/// Columns and rows to be laid out.
#[derive(Debug, Clone, Copy)]
pub struct Grid<'a> {
    columns: &'a [ColumnView],
    rows: &'a [Vec<String>],
}

/// The widths of the columns that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColumnWidths {
    /// The width of each column; those after the last have no room.
    pub(crate) widths: Vec<usize>,
    /// Whether some cell is cut.
    pub(crate) cut: bool,
}

impl<'a> Grid<'a> {
    /// These rows under these columns. A row that is too short ends with empty cells.
    #[must_use]
    pub const fn new(columns: &'a [ColumnView], rows: &'a [Vec<String>]) -> Self {
        Self { columns, rows }
    }

    /// Whether there are names to write over the columns.
    pub(crate) fn has_names(&self) -> bool {
        self.columns.iter().any(|column| !column.name.is_empty())
    }

    /// The names of the columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The cells of a row, one for each column.
    pub(crate) fn cells(&self, row: &'a [String]) -> impl Iterator<Item = &'a str> {
        (0..self.columns.len()).map(|at| row.get(at).map_or("", String::as_str))
    }

    /// The widths that the cells of each column need.
    fn cell_widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.columns.len()];
        for row in self.rows {
            for (wide, cell) in widths.iter_mut().zip(self.cells(row)) {
                *wide = shown_width(cell).max(*wide);
            }
        }
        widths
    }

    /// The widths that the columns need with their names.
    fn natural(&self, cells: &[usize]) -> Vec<usize> {
        self.names().zip(cells).map(|(name, wide)| shown_width(name).max(*wide)).collect()
    }

    /// The widths that the columns get in `room` columns of the terminal: the widest texts give way
    /// first, and columns without room are left out from the last.
    pub(crate) fn fit(&self, room: usize) -> ColumnWidths {
        let cells = self.cell_widths();
        let natural = self.natural(&cells);
        let least = |((column, cells), natural): ((&ColumnView, &usize), &usize)| {
            // The name over numbers may be cut, but not the numbers.
            let numbers = if column.is_number() { NARROWEST_NUMBER.min(*cells) } else { 0 };
            numbers.max(NARROWEST.min(*natural))
        };
        let least: Vec<usize> = self.columns.iter().zip(&cells).zip(&natural).map(least).collect();
        let gaps = |count: usize| GAP * count.saturating_sub(1);
        let mut count = least.len();
        while count > 1 && least[..count].iter().sum::<usize>() + gaps(count) > room {
            count -= 1;
        }
        let room = room.saturating_sub(gaps(count));
        let at = |cap: usize| {
            let widths = natural.iter().zip(&least).take(count);
            widths.map(|(wide, least)| (*wide).min(cap).max(*least)).collect::<Vec<usize>>()
        };
        let fits = |cap: usize| at(cap).iter().sum::<usize>() <= room;
        let widest = natural.iter().take(count).copied().max().unwrap_or(0);
        let cap = (0..=widest).rev().find(|cap| fits(*cap)).unwrap_or(0);
        let mut widths = at(cap);
        // A single column may be wider than everything.
        if let [only] = widths.as_mut_slice() {
            *only = (*only).min(room);
        }
        let cut = widths.iter().zip(&natural).any(|(shown, wide)| shown < wide);
        ColumnWidths { widths, cut }
    }

    /// A row of cells at these widths, each with the spaces before and after it: numbers
    /// are at the right edge of their column.
    pub(crate) fn line<'c>(&self, cells: impl Iterator<Item = &'c str>, widths: &[usize]) -> String {
        let mut out = String::new();
        for (at, ((cell, wide), column)) in cells.zip(widths).zip(self.columns).enumerate() {
            if at > 0 {
                out.push_str(&" ".repeat(GAP));
            }
            let cell = text::clip(cell, *wide);
            let missing = " ".repeat(wide.saturating_sub(text::width(&cell)));
            if column.is_number() {
                out.push_str(&missing);
                out.push_str(&cell);
            } else {
                out.push_str(&cell);
                out.push_str(&missing);
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out
    }

    /// All of it as lines: the names of the columns, a rule, and the rows. Nothing is
    /// cut; without names there are only rows.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let widths = self.natural(&self.cell_widths());
        let mut out = Vec::with_capacity(self.rows.len() + 2);
        if self.has_names() {
            out.push(self.line(self.names(), &widths));
            let rules: Vec<String> = widths.iter().map(|wide| "─".repeat(*wide)).collect();
            out.push(rules.join(&" ".repeat(GAP)));
        }
        out.extend(self.rows.iter().map(|row| self.line(self.cells(row), &widths)));
        out
    }

    /// All of it as a table of Markdown, whose cells are written by `cell`. Only pipes
    /// and new lines would break the table; what else is escaped depends on who reads it.
    pub(crate) fn markdown_with(&self, cell: impl Fn(&str) -> String) -> String {
        let row = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<String> = cells.map(|text| format!(" {} |", cell(text))).collect();
            format!("|{}\n", cells.concat())
        };
        let mut out = row(&mut self.names());
        let rules = self.columns.iter().map(|column| if column.is_number() { " ---: |" } else { " --- |" });
        out.push_str(&format!("|{}\n", rules.collect::<String>()));
        for cells in self.rows {
            out.push_str(&row(&mut self.cells(cells)));
        }
        out
    }

    /// All of it as a table of Markdown in which cells stay as they are but for what
    /// would end them.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.markdown_with(|cell| {
            let safe = safe_markdown(cell);
            safe.replace("\r\n", "<br>").replace(['\n', '\r'], "<br>")
        })
    }
}

fn shown_width(text: &str) -> usize {
    text::width(&text::clean_line(text))
}

/// A backslash before a pipe would undo its escape.
fn safe_markdown(cell: &str) -> Cow<'_, str> {
    if cell.contains(['|', '\\']) {
        Cow::Owned(cell.replace('\\', "\\\\").replace('|', "\\|"))
    } else {
        Cow::Borrowed(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(kinds: &[(&str, &str)]) -> Vec<ColumnView> {
        let column = |(name, kind): &(&str, &str)| ColumnView {
            name: (*name).into(),
            kind: (*kind).into(),
            unit: None,
        };
        kinds.iter().map(column).collect()
    }

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn columns_are_aligned_by_what_is_shown() {
        let columns = columns(&[("Lake", "text"), ("Depth", "quantity")]);
        let rows = rows(&[&["日本の湖", "7 m"], &["Oval\nsea", "1,204 m"], &["short"]]);
        let grid = Grid::new(&columns, &rows);
        assert_eq!(
            grid.lines(),
            ["Lake        Depth", "────────  ───────", "日本の湖      7 m", "Oval⏎sea  1,204 m", "short"]
        );
        let unnamed = self::columns(&[("", "text"), ("", "integer")]);
        assert_eq!(Grid::new(&unnamed, &self::rows(&[&["a", "1"]])).lines(), ["a  1"]);
    }

    #[test]
    fn the_widest_texts_give_way_first_and_numbers_last() {
        let columns = columns(&[("Name", "text"), ("Remark", "text"), ("Sum", "decimal")]);
        let long = "x".repeat(60);
        let rows = rows(&[&["Ada Lovelace", &long, "1,234,567.89"]]);
        let grid = Grid::new(&columns, &rows);
        assert_eq!(grid.fit(100), ColumnWidths { widths: vec![12, 60, 12], cut: false });
        assert_eq!(grid.fit(60), ColumnWidths { widths: vec![12, 32, 12], cut: true });
        assert_eq!(grid.fit(32), ColumnWidths { widths: vec![8, 8, 12], cut: true });
        assert_eq!(grid.fit(30).widths.len(), 2);
        for room in 1..120 {
            let fit = grid.fit(room);
            let line = grid.line(grid.cells(&rows[0]), &fit.widths);
            assert!(text::width(&line) <= room, "{room}: {line}");
        }
        assert_eq!(Grid::new(&[], &[]).fit(10).widths, Vec::<usize>::new());
    }

    #[test]
    fn cells_stay_in_their_column_of_markdown() {
        let columns = columns(&[("a|b", "text"), ("n", "integer")]);
        let rows = rows(&[&["x \\| y\nz", "3"]]);
        assert_eq!(
            Grid::new(&columns, &rows).markdown(),
            "| a\\|b | n |\n| --- | ---: |\n| x \\\\\\| y<br>z | 3 |\n"
        );
    }
}
