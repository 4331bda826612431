//! Which lines are in view, and scrolling. Lines are counted from the nearest
//! end, message by message, so that only what is near the view is rendered.

use std::sync::Arc;

use super::{MessageLine, Place, Transcript};

/// What is in view: each line with its message, from the top.
#[derive(Debug)]
pub struct VisibleLines {
    /// The lines.
    pub lines: Vec<VisibleLine>,
    /// Whether there are lines after the last one.
    pub below: bool,
}

/// A line in view.
#[derive(Debug, Clone)]
pub struct VisibleLine {
    /// The message it belongs to.
    pub message: usize,
    rows: Arc<[MessageLine]>,
    at: usize,
}

impl VisibleLine {
    /// The row itself.
    #[must_use]
    pub fn row(&self) -> &MessageLine {
        &self.rows[self.at]
    }
}

impl Transcript {
    /// The first line in view when the last line is at the bottom.
    fn bottom(&self, width: u16, height: usize) -> Place {
        let mut missing = height;
        for message in (0..self.messages.len()).rev() {
            let rows = self.rows(message, width).len();
            if rows >= missing {
                return (message, rows - missing);
            }
            missing -= rows;
        }
        (0, 0)
    }

    /// The first line in view.
    pub(super) fn first(&self, width: u16, height: usize) -> Place {
        let bottom = self.bottom(width, height);
        match self.top {
            // A message may have become shorter since.
            Some((message, line)) => {
                let last = self.rows(message, width).len().saturating_sub(1);
                (message, line.min(last)).min(bottom)
            }
            None => bottom,
        }
    }

    /// The lines in view.
    #[must_use]
    pub fn visible(&self, width: u16, height: usize) -> VisibleLines {
        let (first, skip) = self.first(width, height);
        let mut lines = Vec::with_capacity(height);
        let mut skip = skip;
        for message in first..self.messages.len() {
            let rows = self.rows(message, width);
            for at in skip..rows.len() {
                if lines.len() == height {
                    return VisibleLines { lines, below: true };
                }
                lines.push(VisibleLine { message, rows: Arc::clone(&rows), at });
            }
            skip = 0;
        }
        VisibleLines { lines, below: false }
    }

    /// Moves the view by lines, down when positive.
    pub fn scroll(&mut self, lines: isize, width: u16, height: usize) {
        let (mut message, mut line) = self.first(width, height);
        let mut left = lines.unsigned_abs();
        while left > 0 {
            if lines > 0 {
                let rest = self.rows(message, width).len().saturating_sub(line + 1);
                if left <= rest {
                    line += left;
                    break;
                }
                if message + 1 >= self.messages.len() {
                    break;
                }
                left -= rest + 1;
                (message, line) = (message + 1, 0);
            } else if left <= line {
                line -= left;
                break;
            } else if message == 0 {
                line = 0;
                break;
            } else {
                left -= line + 1;
                message -= 1;
                line = self.rows(message, width).len().saturating_sub(1);
            }
        }
        self.settle((message, line), width, height);
    }

    /// Puts a line at the top of the view, or follows when the end is in view then.
    pub(super) fn settle(&mut self, place: Place, width: u16, height: usize) {
        self.top = (place < self.bottom(width, height)).then_some(place);
    }

    /// Shows the first message.
    pub fn scroll_to_start(&mut self, width: u16, height: usize) {
        self.settle((0, 0), width, height);
    }
}
