//! A table: rows around a cell that an answer rests on, a preview of a source, or
//! an answer that is too large for the transcript. Rows are requested as they come
//! into view.

use std::cell::RefCell;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::{ListCursor, PAGE, Paged};
use super::{Panel, PanelContext, PanelKey, PanelMessage, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::{AnswerId, AnswerView, PageOf, RowArrangement, TableView, is_number};
use crate::text;

/// Widths between which a column stays.
const NARROWEST: usize = 4;
const WIDEST: usize = 30;

/// Lines that are not rows: the names and the types of the columns, and the whole
/// chosen cell.
const HEAD: usize = 2;
const FOOT: usize = 1;

/// What a table shows.
#[derive(Debug)]
enum Of {
    /// A source and its file.
    Source { name: String, file: String },
    /// An answer.
    Answer(AnswerId),
}

/// A table with a chosen cell.
#[derive(Debug)]
pub struct TablePanel {
    of: Of,
    columns: Vec<(String, String)>,
    rows: Paged<Vec<String>>,
    marked: Option<(usize, usize)>,
    cursor: ListCursor,
    column: usize,
    /// The first column in view.
    left: usize,
    /// The widths so far: a column grows with what was seen, and never jumps back.
    widths: RefCell<Vec<usize>>,
    /// Why rows are absent.
    failed: Option<String>,
    /// How the rows of an answer are sorted and filtered.
    arranged: RowArrangement,
    /// What is typed goes into the filter.
    filtering: bool,
}

impl TablePanel {
    /// The rows of an answer, from the row `at` on.
    #[must_use]
    pub fn of_answer(answer: &AnswerView, at: usize) -> Self {
        let kinds = answer.columns.iter().map(|column| (column.name.clone(), column.kind.clone()));
        let total = answer.row_total.max(answer.rows.len());
        let mut table = Self::new(TableView {
            columns: kinds.collect(),
            first_row: 1,
            rows: answer.rows.clone(),
            total_rows: total as u64,
            ..TableView::default()
        });
        table.of = Of::Answer(answer.id);
        let at = at.min(total.saturating_sub(1));
        table.cursor = ListCursor { at, top: at };
        table
    }

    /// A part of a table. The cell that it marks is chosen and in the middle.
    #[must_use]
    pub fn new(view: TableView) -> Self {
        let index = |row: u64| usize::try_from(row.saturating_sub(1)).unwrap_or(usize::MAX);
        let total = usize::try_from(view.total_rows).unwrap_or(usize::MAX);
        let widths = view.columns.iter().map(|(name, kind)| {
            text::width(&text::clean_line(name))
                .max(text::width(&text::clean_line(kind)))
                .clamp(NARROWEST, WIDEST)
        });
        let widths = RefCell::new(widths.collect());
        let marked = view.marked.map(|(row, column)| (index(row), column));
        let mut rows = Paged::new(total);
        rows.take(index(view.first_row), view.rows, total);
        let (at, column) = marked.unwrap_or((index(view.first_row), 0));
        let cursor = ListCursor { at, top: at.saturating_sub(6) };
        Self {
            of: Of::Source { name: view.source, file: view.file },
            columns: view.columns,
            rows,
            marked,
            cursor,
            column,
            left: 0,
            widths,
            failed: None,
            arranged: RowArrangement::default(),
            filtering: false,
        }
    }

    /// Shows the rows in another arrangement, from the first on.
    fn arrange(&mut self, change: impl FnOnce(&mut RowArrangement)) {
        change(&mut self.arranged);
        // How many there are is not known before the first of them come.
        self.rows = Paged::new(1);
        self.cursor = ListCursor::default();
        self.failed = None;
    }

    /// Sorts by the chosen column: from the least on, from the greatest on, not at all.
    fn sort(&mut self) {
        let column = self.column;
        self.arrange(|arranged| {
            arranged.by = match arranged.by {
                Some((by, false)) if by == column => Some((column, true)),
                Some((by, true)) if by == column => None,
                _ => Some((column, false)),
            };
        });
    }

    /// What a key does to the arrangement; absent when it means something else.
    fn arranging_key(&mut self, key: PanelKey) -> Option<Vec<PanelMessage>> {
        if !matches!(self.of, Of::Answer(_)) {
            return None;
        }
        match key {
            PanelKey::Char(c) if self.filtering => self.arrange(|arranged| arranged.needle.push(c)),
            PanelKey::Action(Action::PanelBack) if self.filtering => {
                self.arrange(|arranged| {
                    arranged.needle.pop();
                });
            }
            PanelKey::Action(Action::PanelOpen) if self.filtering => self.filtering = false,
            PanelKey::Action(Action::PanelClose) if self.filtering || !self.arranged.needle.is_empty() => {
                self.filtering = false;
                self.arrange(|arranged| arranged.needle.clear());
            }
            PanelKey::Char('s') => self.sort(),
            PanelKey::Char('/') => self.filtering = true,
            _ => return None,
        }
        Some(Vec::new())
    }

    /// The mark of the column by which the rows are sorted.
    fn order_mark(&self, column: usize) -> &'static str {
        match self.arranged.by {
            Some((by, false)) if by == column => " ↑",
            Some((by, true)) if by == column => " ↓",
            _ => "",
        }
    }

    fn height(size: (u16, u16)) -> usize {
        usize::from(size.1).saturating_sub(HEAD + FOOT).max(1)
    }

    /// The cell at a place.
    fn cell(&self, row: usize, column: usize) -> Option<&str> {
        self.rows.get(row)?.get(column).map(String::as_str)
    }

    /// Columns of the row numbers.
    fn gutter(&self) -> usize {
        self.rows.total.to_string().len() + 3
    }

    /// The columns in view from `left`, each with where it starts and its width.
    fn shown(&self, width: usize) -> Vec<(usize, usize, usize)> {
        let mut at = self.gutter();
        let mut out = Vec::new();
        for (column, wide) in self.widths.borrow().iter().enumerate().skip(self.left) {
            if at >= width {
                break;
            }
            let wide = (*wide).min(width - at);
            out.push((column, at, wide));
            at += wide + 2;
        }
        out
    }

    /// Scrolls so that the chosen column is wholly in view.
    fn show_column(&mut self, width: usize) {
        self.column = self.column.min(self.columns.len().saturating_sub(1));
        self.left = self.left.min(self.column);
        while self.left < self.column {
            let wide = self.widths.borrow().get(self.column).copied().unwrap_or(0);
            let fits =
                self.shown(width).iter().any(|(column, _, shown)| *column == self.column && *shown == wide);
            if fits {
                break;
            }
            self.left += 1;
        }
    }

    /// Grows the columns to the rows in view.
    fn measure(&self, height: usize) {
        let mut widths = self.widths.borrow_mut();
        for row in self.cursor.top..(self.cursor.top + height).min(self.rows.total) {
            for (wide, cell) in widths.iter_mut().zip(self.rows.get(row).into_iter().flatten()) {
                *wide = text::width(&text::clean_line(cell)).clamp(*wide, WIDEST);
            }
        }
    }
}

impl Panel for TablePanel {
    fn title(&self) -> String {
        match &self.of {
            Of::Answer(_) if self.filtering || !self.arranged.needle.is_empty() => {
                let needle = text::clean_line(&self.arranged.needle);
                format!("Answer · {} with “{needle}”", text::counted(self.rows.total, "row"))
            }
            Of::Answer(_) => format!("Answer · {}", text::counted(self.rows.total, "row")),
            Of::Source { name, file } if file.is_empty() => text::clean_line(name).into_owned(),
            Of::Source { name, file } => {
                format!("{} · {}", text::clean_line(name), text::clean_line(file))
            }
        }
    }

    fn hint(&self, _look: &PanelContext<'_>) -> String {
        match self.of {
            Of::Answer(_) if self.filtering => "Type to filter · Enter keeps it · Esc shows all".to_owned(),
            Of::Answer(_) => {
                "← → columns · s sorts · / filters · Enter looks the cell up · Esc back".to_owned()
            }
            Of::Source { .. } => "← → columns · Enter looks the cell up · Esc back".to_owned(),
        }
    }

    fn place(&self, _look: &PanelContext<'_>, size: (u16, u16)) -> String {
        let rows = range(self.cursor.top, Self::height(size), self.rows.total);
        let shown = self.shown(size.0.into()).len();
        if shown < self.columns.len() {
            let columns = range(self.left, shown, self.columns.len());
            let row = if rows.is_empty() { String::new() } else { format!("rows {rows} · ") };
            return format!("{row}columns {columns}");
        }
        if rows.is_empty() { rows } else { format!("rows {rows}") }
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let theme = look.theme;
        let height = Self::height((area.width, area.height));
        self.measure(height);
        let shown = self.shown(area.width.into());
        let gutter = self.gutter();
        let cell_at = |buffer: &mut Buffer, y: u16, at: usize, wide: usize, text: &str, style| {
            let x = area.x + u16::try_from(at).unwrap_or(u16::MAX).min(area.width);
            let room = area.right().saturating_sub(x);
            put(buffer, x, y, &Line::styled(text::pad(text, wide), style), room);
        };
        for (column, at, wide) in &shown {
            let Some((name, kind)) = self.columns.get(*column) else { continue };
            let style = if *column == self.column { theme.focused() } else { theme.strong() };
            let mark = self.order_mark(*column);
            let name = text::clip(name, wide.saturating_sub(text::width(mark)));
            cell_at(buffer, area.y, *at, *wide, &format!("{name}{mark}"), style);
            if area.height > 1 {
                cell_at(buffer, area.y + 1, *at, *wide, kind, theme.quiet());
            }
        }
        let rows = self.cursor.top..self.rows.total.min(self.cursor.top + height);
        let top = area.y.saturating_add(2).min(area.bottom());
        for (y, row) in (top..area.bottom().saturating_sub(1)).zip(rows) {
            let chosen = row == self.cursor.at;
            let mark = if chosen { "▌" } else { " " };
            let number = format!("{:>wide$}", row + 1, wide = gutter - 3);
            let style = if chosen { theme.focused() } else { theme.quiet() };
            let spans = vec![Span::styled(mark, theme.accent()), Span::styled(number, style)];
            put(buffer, area.x, y, &Line::from(spans), area.width);
            if self.rows.get(row).is_none() {
                cell_at(buffer, y, gutter, 1, "…", theme.quiet());
                continue;
            }
            for (column, at, wide) in &shown {
                let style = if self.marked == Some((row, *column)) {
                    theme.marked()
                } else if chosen && *column == self.column {
                    theme.focused().add_modifier(ratatui::style::Modifier::UNDERLINED)
                } else if chosen {
                    theme.strong()
                } else {
                    theme.text()
                };
                let cell = text::clip(self.cell(row, *column).unwrap_or_default(), *wide);
                // Numbers are aligned by their digits.
                let numbers = self.columns.get(*column).is_some_and(|(_, kind)| is_number(kind));
                let before = if numbers { wide.saturating_sub(text::width(&cell)) } else { 0 };
                cell_at(buffer, y, at + before, wide - before, &cell, style);
            }
        }
        if area.height > 3 {
            let name = self.columns.get(self.column).map_or("", |(name, _)| name.as_str());
            let cell = self.cell(self.cursor.at, self.column).unwrap_or_default();
            let marked = if self.marked == Some((self.cursor.at, self.column)) {
                "the answer rests on this cell · "
            } else {
                ""
            };
            let name = text::clean_line(name);
            let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
            let whole = format!("{marked}row {} · {name}{}", self.cursor.at + 1, text::clean_line(cell));
            let (whole, style) = match &self.failed {
                Some(failed) => (failed, theme.bad()),
                None => (&whole, theme.quiet()),
            };
            let line = Line::styled(text::clip(whole, area.width.into()), style);
            put(buffer, area.x, area.bottom() - 1, &line, area.width);
        }
    }

    fn key(&mut self, key: PanelKey, size: (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        if let Some(messages) = self.arranging_key(key) {
            return messages;
        }
        let Some(action) = key.action() else { return Vec::new() };
        match action {
            Action::PanelClose | Action::PanelBack => return vec![PanelMessage::Close],
            Action::PanelIn => self.column += 1,
            Action::PanelOut => self.column = self.column.saturating_sub(1),
            Action::PanelOpen => {
                let cell = self.cell(self.cursor.at, self.column).unwrap_or_default();
                if !cell.is_empty() {
                    let name = cell.to_owned();
                    return vec![PanelMessage::Look(BackendRequest::Entity {
                        name,
                        source: None,
                        from: 0,
                        count: PAGE,
                    })];
                }
            }
            action => {
                self.cursor.step(action, self.rows.total, Self::height(size));
            }
        }
        self.show_column(size.0.into());
        Vec::new()
    }

    fn click(&mut self, row: usize, size: (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        if let Some(row) = row.checked_sub(HEAD)
            && row < Self::height(size)
        {
            self.cursor.at = (self.cursor.top + row).min(self.rows.total.saturating_sub(1));
        }
        Vec::new()
    }

    fn report(&mut self, event: BackendEvent) {
        match event {
            BackendEvent::Table(view) => {
                let from = usize::try_from(view.first_row.saturating_sub(1)).unwrap_or(usize::MAX);
                self.rows.take(from, view.rows, usize::try_from(view.total_rows).unwrap_or(usize::MAX));
            }
            // Rows of an arrangement that is no longer wanted come too late.
            BackendEvent::Page(page) if page.arranged == self.arranged => {
                self.rows.take(page.from, page.rows, page.total);
            }
            BackendEvent::Failed(failure) => self.failed = Some(failure.message),
            _ => {}
        }
    }

    fn needs(&mut self, size: (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let height = Self::height(size);
        self.cursor.show(self.rows.total, height);
        self.measure(height);
        self.show_column(size.0.into());
        let Some(from) = self.rows.missing(self.cursor.top, height) else { return Vec::new() };
        vec![PanelMessage::Ask(match &self.of {
            Of::Source { name, .. } => {
                BackendRequest::Rows { source: name.clone(), from: from as u64 + 1, count: PAGE }
            }
            Of::Answer(answer) if self.arranged != RowArrangement::default() => {
                let arranged = self.arranged.clone();
                BackendRequest::Arranged { answer: *answer, arranged, from, count: PAGE }
            }
            Of::Answer(answer) => {
                BackendRequest::Page { answer: *answer, step: 0, of: PageOf::Rows, from, count: PAGE }
            }
        })]
    }
}
