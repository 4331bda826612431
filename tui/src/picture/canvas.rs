//! A grid of cells on which lines meet: where two cross, their cells become the
//! character that has the arms of both.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use crate::text;

/// The arms of a cell of a line.
pub(super) const UP: u8 = 1;
pub(super) const RIGHT: u8 = 2;
pub(super) const DOWN: u8 = 4;
pub(super) const LEFT: u8 = 8;

/// Characters by their arms, light and heavy. Corners are round where they can be.
const LIGHT: [&str; 16] = [" ", "╵", "╶", "╰", "╷", "│", "╭", "├", "╴", "╯", "─", "┴", "╮", "┤", "┬", "┼"];
const HEAVY: [&str; 16] = [" ", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"];

#[derive(Debug, Clone, Default)]
struct Cell {
    /// What is written; empty under the right half of a wide character.
    text: Option<String>,
    arms: u8,
    heavy: bool,
    style: Style,
}

/// The grid.
#[derive(Debug)]
pub(super) struct Canvas {
    width: usize,
    cells: Vec<Cell>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![Cell::default(); width * height] }
    }

    fn cell(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
        if x >= self.width {
            return None;
        }
        self.cells.get_mut(y * self.width + x)
    }

    /// Whether nothing is in a cell.
    pub fn is_free(&self, x: usize, y: usize) -> bool {
        x < self.width
            && self.cells.get(y * self.width + x).is_some_and(|cell| cell.text.is_none() && cell.arms == 0)
    }

    /// Adds arms to a cell.
    pub fn arms(&mut self, x: usize, y: usize, arms: u8, heavy: bool, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            cell.arms |= arms;
            cell.heavy |= heavy;
            cell.style = style;
        }
    }

    /// A straight line between two cells, both included.
    pub fn line(&mut self, from: (usize, usize), to: (usize, usize), heavy: bool, style: Style) {
        let ((x0, x1), (y0, y1)) =
            ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        for x in x0..=x1 {
            for y in y0..=y1 {
                let mut arms = 0;
                arms |= if x > x0 { LEFT } else { 0 };
                arms |= if x < x1 { RIGHT } else { 0 };
                arms |= if y > y0 { UP } else { 0 };
                arms |= if y < y1 { DOWN } else { 0 };
                self.arms(x, y, arms, heavy, style);
            }
        }
    }

    /// A text that is clean, over what is there.
    pub fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let mut at = x;
        for grapheme in crate::bidi::shown(text).graphemes(true) {
            let columns = text::width(grapheme);
            if columns == 0 || at + columns > self.width {
                continue;
            }
            if let Some(cell) = self.cell(at, y) {
                *cell = Cell { text: Some(grapheme.to_owned()), style, ..Cell::default() };
            }
            for covered in 1..columns {
                if let Some(cell) = self.cell(at + covered, y) {
                    *cell = Cell { text: Some(String::new()), style, ..Cell::default() };
                }
            }
            at += columns;
        }
    }

    /// The rows, without spaces at their ends.
    pub fn lines(&self) -> Vec<Line<'static>> {
        let rows = self.cells.chunks(self.width.max(1));
        rows.map(|row| {
            let end =
                row.iter().rposition(|cell| cell.text.is_some() || cell.arms > 0).map_or(0, |at| at + 1);
            let mut spans: Vec<(String, Style)> = Vec::new();
            for cell in &row[..end] {
                let shown = match &cell.text {
                    Some(text) => text.as_str(),
                    None if cell.heavy => HEAVY[usize::from(cell.arms & 15)],
                    None => LIGHT[usize::from(cell.arms & 15)],
                };
                match spans.last_mut() {
                    Some((text, style)) if *style == cell.style => text.push_str(shown),
                    _ => spans.push((shown.to_owned(), cell.style)),
                }
            }
            Line::from(spans.into_iter().map(|(text, style)| Span::styled(text, style)).collect::<Vec<_>>())
        })
        .collect()
    }
}
