//! The input: a small multi-line editor over graphemes, and the history of what
//! was sent. Rows are broken by width, so that the cursor is where it is drawn.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::text;

/// More is not taken from one paste: a question is never that long, and every
/// key press lays the whole text out again.
const LONGEST: usize = 100_000;

/// How many states `undo` can go back.
const UNDO_DEPTH: usize = 100;

/// The text being written, with its cursor on a grapheme boundary.
#[derive(Debug, Clone, Default)]
pub struct Editor {
    text: String,
    cursor: usize,
    killed: String,
    undo: Vec<(String, usize)>,
    typing: bool,
}

impl Editor {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the cursor is after the last character.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.cursor == self.text.len()
    }

    /// Replaces the text, with the cursor at its end.
    pub fn set(&mut self, text: &str) {
        self.remember();
        self.text = text::clean(text).into_owned();
        self.cursor = self.text.len();
    }

    /// Takes the text out and forgets what could be undone.
    pub fn take(&mut self) -> String {
        self.cursor = 0;
        self.undo.clear();
        self.typing = false;
        std::mem::take(&mut self.text)
    }

    /// Writes text at the cursor. False when some was left out because the
    /// text would become too long.
    pub fn insert(&mut self, text: &str) -> bool {
        let single = text.graphemes(true).nth(1).is_none() && !text.trim().is_empty();
        if !(single && self.typing) {
            self.remember();
        }
        self.typing = single;
        let text = text::clean(text);
        let room = LONGEST.saturating_sub(self.text.len());
        let mut end = text.len().min(room);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.insert_str(self.cursor, &text[..end]);
        self.cursor += end;
        // A combining mark may have joined the character after it.
        self.cursor = self.boundary_at_or_after(self.cursor);
        end == text.len()
    }

    /// Takes back the last change.
    pub fn undo(&mut self) {
        if let Some((text, cursor)) = self.undo.pop() {
            self.text = text;
            self.cursor = cursor;
        }
        self.typing = false;
    }

    fn remember(&mut self) {
        if self.undo.len() == UNDO_DEPTH {
            self.undo.remove(0);
        }
        self.undo.push((self.text.clone(), self.cursor));
        self.typing = false;
    }

    fn boundary_at_or_after(&self, at: usize) -> usize {
        self.text
            .grapheme_indices(true)
            .map(|(start, _)| start)
            .find(|start| *start >= at)
            .unwrap_or(self.text.len())
    }

    fn before(&self, at: usize) -> usize {
        self.text[..at].grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
    }

    fn after(&self, at: usize) -> usize {
        self.text[at..].graphemes(true).next().map_or(at, |grapheme| at + grapheme.len())
    }

    fn word_before(&self) -> usize {
        let mut words = self.text[..self.cursor].split_word_bound_indices();
        words.rfind(|(_, word)| !word.trim().is_empty()).map_or(0, |(start, _)| start)
    }

    fn word_after(&self) -> usize {
        self.text[self.cursor..]
            .split_word_bound_indices()
            .find(|(_, word)| !word.trim().is_empty())
            .map_or(self.text.len(), |(start, word)| self.cursor + start + word.len())
    }

    fn line(&self) -> Range<usize> {
        let start = self.text[..self.cursor].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[self.cursor..].find('\n').map_or(self.text.len(), |at| self.cursor + at);
        start..end
    }

    fn cut(&mut self, range: Range<usize>, keep: bool) {
        if range.is_empty() {
            return;
        }
        self.remember();
        self.cursor = range.start;
        let cut: String = self.text.drain(range).collect();
        if keep {
            self.killed = cut;
        }
    }

    /// Applies an edit or a move that does not depend on the width.
    pub fn apply(&mut self, edit: Edit) {
        let (cursor, line) = (self.cursor, self.line());
        match edit {
            Edit::Left => self.cursor = self.before(cursor),
            Edit::Right => self.cursor = self.after(cursor),
            Edit::WordLeft => self.cursor = self.word_before(),
            Edit::WordRight => self.cursor = self.word_after(),
            Edit::LineStart => self.cursor = line.start,
            Edit::LineEnd => self.cursor = line.end,
            Edit::Start => self.cursor = 0,
            Edit::End => self.cursor = self.text.len(),
            Edit::DeleteBefore => self.cut(self.before(cursor)..cursor, false),
            Edit::DeleteAfter => self.cut(cursor..self.after(cursor), false),
            Edit::CutWordBefore => self.cut(self.word_before()..cursor, true),
            Edit::CutWordAfter => self.cut(cursor..self.word_after(), true),
            Edit::CutToStart => self.cut(line.start..cursor, true),
            // At the end of a line the line break itself is cut.
            Edit::CutToEnd => {
                let end = if line.end == cursor { self.after(cursor) } else { line.end };
                self.cut(cursor..end, true);
            }
            Edit::Yank => {
                let killed = self.killed.clone();
                self.insert(&killed);
            }
        }
        self.typing = false;
    }

    /// The rows of the text at a width, as byte ranges without their line breaks.
    #[must_use]
    pub fn rows(&self, columns: usize) -> Vec<Range<usize>> {
        let columns = columns.max(1);
        let mut rows = Vec::new();
        let (mut start, mut used) = (0, 0);
        for (at, grapheme) in self.text.grapheme_indices(true) {
            if grapheme == "\n" {
                rows.push(start..at);
                (start, used) = (at + 1, 0);
                continue;
            }
            let wide = text::width(grapheme);
            if used + wide > columns && used > 0 {
                rows.push(start..at);
                (start, used) = (at, 0);
            }
            used += wide;
        }
        rows.push(start..self.text.len());
        rows
    }

    /// The row and column of the cursor at a width.
    #[must_use]
    pub fn cursor(&self, columns: usize) -> (usize, usize) {
        let rows = self.rows(columns);
        let row = rows.iter().rposition(|row| row.start <= self.cursor).unwrap_or(0);
        let column =
            rows.get(row).map_or(0, |row| text::width(&self.text[row.start..self.cursor.min(row.end)]));
        (row, column)
    }

    /// Moves the cursor up or down by one row at a width. False when there is
    /// no row in that direction.
    pub fn move_row(&mut self, down: bool, columns: usize) -> bool {
        let (row, column) = self.cursor(columns);
        let rows = self.rows(columns);
        let target = if down { row + 1 } else { row.wrapping_sub(1) };
        let Some(target) = rows.get(target) else { return false };
        let mut at = target.start;
        let mut used = 0;
        for grapheme in self.text[target.clone()].graphemes(true) {
            used += text::width(grapheme);
            if used > column {
                break;
            }
            at += grapheme.len();
        }
        self.cursor = at;
        self.typing = false;
        true
    }
}

/// An edit or a move of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Start,
    End,
    DeleteBefore,
    DeleteAfter,
    CutWordBefore,
    CutWordAfter,
    CutToStart,
    CutToEnd,
    Yank,
}

/// What was sent before, newest last, and where one stands in it.
#[derive(Debug, Clone, Default)]
pub struct History {
    entries: Vec<String>,
    at: Option<usize>,
    draft: String,
}

impl History {
    /// The history of earlier chats, oldest first.
    #[must_use]
    pub fn new(entries: Vec<String>) -> Self {
        Self { entries, ..Self::default() }
    }

    /// Adds what was sent. The same text twice in a row counts once; true when it was added.
    pub fn push(&mut self, text: &str) -> bool {
        self.at = None;
        self.draft.clear();
        let new = self.entries.last().is_none_or(|last| last != text);
        if new {
            self.entries.push(text.to_owned());
        }
        new
    }

    /// The entry before the one shown; `draft` is what stands in the input and
    /// is kept when it is the first step back.
    pub fn back(&mut self, draft: &str) -> Option<&str> {
        let at = match self.at {
            None => {
                let last = self.entries.len().checked_sub(1)?;
                self.draft = draft.to_owned();
                last
            }
            Some(at) => at.checked_sub(1)?,
        };
        self.at = Some(at);
        self.entries.get(at).map(String::as_str)
    }

    /// The entry after the one shown, and the draft after the newest.
    pub fn forth(&mut self) -> Option<&str> {
        let next = self.at? + 1;
        if next < self.entries.len() {
            self.at = Some(next);
            self.entries.get(next).map(String::as_str)
        } else {
            self.at = None;
            Some(&self.draft)
        }
    }

    /// Forgets where one stands, because the text was changed.
    pub fn settle(&mut self) {
        self.at = None;
    }

    /// The newest entry that contains `needle`, looking back from before `from`
    /// (the end when absent), with its position.
    #[must_use]
    pub fn find(&self, needle: &str, from: Option<usize>) -> Option<(usize, &str)> {
        let end = from.unwrap_or(self.entries.len()).min(self.entries.len());
        let needle = needle.to_lowercase();
        let found = self.entries[..end].iter().rposition(|entry| entry.to_lowercase().contains(&needle))?;
        Some((found, &self.entries[found]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor(text: &str) -> Editor {
        let mut editor = Editor::default();
        editor.insert(text);
        editor
    }

    #[test]
    fn moves_by_grapheme_word_and_line() {
        let mut input = editor("one two\nthré\u{301}e");
        input.apply(Edit::Left);
        input.apply(Edit::DeleteBefore);
        assert_eq!(input.text(), "one two\nthre");
        input.apply(Edit::LineStart);
        input.apply(Edit::Left);
        input.apply(Edit::CutWordBefore);
        assert_eq!(input.text(), "one \nthre");
        input.apply(Edit::CutToEnd);
        assert_eq!(input.text(), "one thre");
        input.apply(Edit::Yank);
        assert_eq!(input.text(), "one \nthre");
        input.undo();
        input.undo();
        assert_eq!(input.text(), "one \nthre");
    }

    #[test]
    fn rows_follow_the_width() {
        let mut input = editor("abcdef\n日本語");
        assert_eq!(input.rows(4), [0..4, 4..6, 7..13, 13..16]);
        assert_eq!(input.cursor(4), (3, 2));
        assert!(input.move_row(false, 4));
        assert_eq!(input.cursor(4), (2, 2));
        assert!(input.move_row(false, 4));
        assert_eq!(input.cursor(4), (1, 2));
        assert!(input.move_row(false, 4));
        assert!(!input.move_row(false, 4));
        // One column is too few for a wide character and must still end.
        assert_eq!(input.rows(1).len(), 9);
        assert_eq!(input.rows(0).len(), 9);
    }

    #[test]
    fn a_paste_is_made_harmless_and_bounded() {
        let mut input = Editor::default();
        assert!(input.insert("a\r\nb\u{1b}[2J"));
        assert_eq!(input.text(), "a\nb␛[2J");
        assert!(!input.insert(&"é".repeat(LONGEST)));
        assert!(input.text().len() <= LONGEST);
    }

    #[test]
    fn history_keeps_the_draft() {
        let mut history = History::new(vec!["first".into()]);
        assert!(history.push("second"));
        assert!(!history.push("second"));
        assert_eq!(history.back("draft"), Some("second"));
        assert_eq!(history.back("x"), Some("first"));
        assert_eq!(history.back("x"), None);
        assert_eq!(history.forth(), Some("second"));
        assert_eq!(history.forth(), Some("draft"));
        assert_eq!(history.forth(), None);
        assert_eq!(history.find("FIR", None), Some((0, "first")));
        assert_eq!(history.find("fir", Some(0)), None);
    }
}
