//! A sheet on which a message writes itself: wrapped paragraphs at an indent,
//! each belonging to a node or to none.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Foldable, MessageLine};
use crate::text;
use crate::theme::Theme;

/// Rows being written at a width.
#[derive(Debug)]
pub struct LineWriter {
    rows: Vec<MessageLine>,
    width: usize,
    /// The styles to use.
    pub theme: Theme,
    node: Option<Foldable>,
    depth: u8,
}

impl LineWriter {
    /// An empty sheet of `width` columns.
    #[must_use]
    pub const fn new(width: usize, theme: Theme) -> Self {
        Self { rows: Vec::new(), width, theme, node: None, depth: 0 }
    }

    /// Its width in columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The rows written.
    #[must_use]
    pub fn into_rows(self) -> Vec<MessageLine> {
        self.rows
    }

    /// What is written from now on belongs to `node`, `depth` levels deep.
    pub const fn belongs_to(&mut self, node: Option<Foldable>, depth: u8) {
        self.node = node;
        self.depth = depth;
    }

    /// An empty row that belongs to nothing.
    pub fn blank(&mut self) {
        self.rows.push(MessageLine { line: Line::default(), node: None, depth: 0 });
    }

    /// A line as it is.
    pub fn line(&mut self, line: Line<'static>) {
        self.rows.push(MessageLine { line, node: self.node, depth: self.depth });
    }

    /// A paragraph at an indent; lines after the first hang by `hang` more.
    pub fn paragraph(&mut self, indent: usize, hang: usize, spans: &[Span<'_>]) {
        let indent = self.fitting(indent);
        for line in text::wrap(spans, self.width.saturating_sub(indent), hang) {
            self.indented(indent, line);
        }
    }

    /// The columns that are left of the sheet at an indent.
    #[must_use]
    pub fn room(&self, indent: usize) -> usize {
        self.width.saturating_sub(self.fitting(indent))
    }

    /// A line at an indent that is known to fit, with its spaces as they are.
    pub fn whole(&mut self, indent: usize, text: String, style: Style) {
        let indent = self.fitting(indent);
        self.indented(indent, Line::styled(text, style));
    }

    /// A line at an indent that was drawn to fit.
    pub fn drawn(&mut self, indent: usize, line: Line<'static>) {
        let indent = self.fitting(indent);
        self.indented(indent, line);
    }

    /// A paragraph of one style.
    pub fn text(&mut self, indent: usize, text: &str, style: Style) {
        self.paragraph(indent, 0, &[Span::styled(text, style)]);
    }

    /// Something at the left and a remark at the right edge, on one line if they
    /// fit and else the remark under it.
    pub fn split(&mut self, indent: usize, left: &[Span<'_>], right: &str, style: Style) {
        let indent = self.fitting(indent);
        let room = self.width.saturating_sub(indent);
        let right = text::clean_line(right);
        let lines = text::wrap(left, room, 2);
        let used = text::width(&right);
        if let [line] = lines.as_slice()
            && line.width() + 2 + used <= room
        {
            let mut line = line.clone();
            line.spans.push(Span::raw(" ".repeat(room - line.width() - used)));
            line.spans.push(Span::styled(right.into_owned(), style));
            return self.indented(indent, line);
        }
        for line in lines {
            self.indented(indent, line);
        }
        if !right.is_empty() {
            self.paragraph(indent + 2, 0, &[Span::styled(right, style)]);
        }
    }

    fn indented(&mut self, indent: usize, mut line: Line<'static>) {
        if indent > 0 {
            line.spans.insert(0, Span::raw(" ".repeat(indent)));
        }
        self.line(line);
    }

    /// An indent that leaves room for text: a narrow sheet is not indented away.
    fn fitting(&self, indent: usize) -> usize {
        indent.min(self.width.saturating_sub(16))
    }
}
