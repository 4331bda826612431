//! A small multi-line editor over graphemes. Rows are broken by width, so that
//! the cursor is where it is drawn.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::{bidi, text};

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

    /// Puts the cursor before the character at a byte, or at the end.
    pub fn go_to(&mut self, at: usize) {
        self.typing = false;
        self.cursor = self.boundary_at_or_after(at);
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

    pub(super) fn remember(&mut self) {
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

    pub(super) fn before(&self, at: usize) -> usize {
        self.text[..at].grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
    }

    pub(super) fn after(&self, at: usize) -> usize {
        self.text[at..].graphemes(true).next().map_or(at, |grapheme| at + grapheme.len())
    }

    pub(super) fn word_before(&self) -> usize {
        let mut words = self.text[..self.cursor].split_word_bound_indices();
        words.rfind(|(_, word)| !word.trim().is_empty()).map_or(0, |(start, _)| start)
    }

    fn word_after(&self) -> usize {
        self.text[self.cursor..]
            .split_word_bound_indices()
            .find(|(_, word)| !word.trim().is_empty())
            .map_or(self.text.len(), |(start, word)| self.cursor + start + word.len())
    }

    pub(super) fn line(&self) -> Range<usize> {
        let start = self.text[..self.cursor].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[self.cursor..].find('\n').map_or(self.text.len(), |at| self.cursor + at);
        start..end
    }

    pub(super) fn cut(&mut self, range: Range<usize>, keep: bool) {
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

    /// The byte offset of the cursor.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.cursor
    }

    /// Puts the cursor before a byte, or before the next character if that is inside one.
    pub(super) fn go(&mut self, at: usize) {
        self.cursor = self.boundary_at_or_after(at.min(self.text.len()));
        self.typing = false;
    }

    /// Where the next word starts, as vim's `w` finds it.
    pub(super) fn next_word(&self) -> usize {
        let mut words = self.text[self.cursor..].split_word_bound_indices().skip(1);
        words
            .find(|(_, word)| !word.trim().is_empty())
            .map_or(self.text.len(), |(start, _)| self.cursor + start)
    }

    /// Where the word under or after the cursor ends, as vim's `e` finds it.
    pub(super) fn word_end(&self) -> usize {
        let from = self.after(self.cursor);
        self.text[from..]
            .split_word_bound_indices()
            .find(|(_, word)| !word.trim().is_empty())
            .map_or(self.text.len(), |(start, word)| from + start + word.len())
    }

    /// Keeps text as if it had been cut, for [`Edit::Yank`].
    pub(super) fn keep(&mut self, range: Range<usize>) {
        self.killed = self.text[range].to_owned();
    }

    /// What was cut last.
    pub(super) fn kept(&self) -> &str {
        &self.killed
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
        let column = rows.get(row).map_or(0, |row| {
            let at = self.cursor.min(row.end) - row.start;
            bidi::column(&self.text[row.clone()], at)
        });
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
}
