//! The keys of the input in the manner of vim: a normal and an insert mode,
//! operators with motions, counts. What is not here goes on to the other keys.

use std::ops::Range;

use super::{Edit, Editor};

/// What became of a key in normal mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VimKey {
    /// It was used.
    Used,
    /// A line up, or earlier input.
    Up,
    /// A line down, or later input.
    Down,
    /// Search in earlier input.
    Search,
    /// It means nothing here.
    Unused,
}

/// The mode, and the keys that wait for another one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Vim {
    normal: bool,
    count: usize,
    operator: Option<char>,
    prefix: Option<char>,
}

/// More repetitions are never meant.
const MOST: usize = 1_000;

impl Vim {
    /// Whether keys are commands.
    #[must_use]
    pub const fn is_normal(&self) -> bool {
        self.normal
    }

    /// Goes into insert mode.
    pub fn insert(&mut self) {
        *self = Self::default();
    }

    /// Goes into normal mode, with the cursor on the character before it.
    pub fn escape(&mut self, editor: &mut Editor) {
        if !self.normal && editor.place() > editor.line().start {
            editor.apply(Edit::Left);
        }
        *self = Self { normal: true, ..Self::default() };
    }

    /// Takes a key in normal mode.
    pub fn key(&mut self, key: char, editor: &mut Editor) -> VimKey {
        if let Some(prefix) = self.prefix.take() {
            self.prefixed(prefix, key, editor);
            return VimKey::Used;
        }
        if let Some(digit) = key.to_digit(10)
            && (digit > 0 || self.count > 0)
        {
            self.count = (self.count * 10 + digit as usize).min(MOST);
            return VimKey::Used;
        }
        if let Some(operator) = self.operator {
            self.operator = None;
            let count = std::mem::take(&mut self.count).max(1);
            self.operate(operator, key, count, editor);
            return VimKey::Used;
        }
        let count = std::mem::take(&mut self.count);
        match key {
            'd' | 'c' | 'y' => {
                self.operator = Some(key);
                self.count = count;
            }
            'g' | 'r' => self.prefix = Some(key),
            'j' | '+' => return VimKey::Down,
            'k' | '-' if !editor.is_empty() || key == 'k' => return VimKey::Up,
            '/' => {
                // On an empty input a slash starts a command, as it always does.
                if editor.is_empty() {
                    self.insert();
                    return VimKey::Unused;
                }
                return VimKey::Search;
            }
            _ => return self.command(key, count, editor),
        }
        VimKey::Used
    }

    fn command(&mut self, key: char, count: usize, editor: &mut Editor) -> VimKey {
        if let Some(range) = motion(key, count.max(1), editor) {
            let at = if range.start == editor.place() { range.end } else { range.start };
            editor.go(at);
            // `e` is on the last character, not after it.
            if key == 'e' {
                editor.apply(Edit::Left);
            }
            clamp(editor);
            return VimKey::Used;
        }
        match key {
            'i' => self.insert(),
            'a' => {
                if editor.place() < editor.line().end {
                    editor.apply(Edit::Right);
                }
                self.insert();
            }
            'I' => {
                editor.apply(Edit::LineStart);
                self.insert();
            }
            'A' => {
                editor.apply(Edit::LineEnd);
                self.insert();
            }
            'o' => {
                editor.apply(Edit::LineEnd);
                editor.insert("\n");
                self.insert();
            }
            'O' => {
                editor.apply(Edit::LineStart);
                editor.insert("\n");
                editor.apply(Edit::Left);
                self.insert();
            }
            'x' => self.operate('d', 'l', count.max(1), editor),
            'X' => self.operate('d', 'h', count.max(1), editor),
            's' => self.operate('c', 'l', count.max(1), editor),
            'D' => self.operate('d', '$', 1, editor),
            'C' => self.operate('c', '$', 1, editor),
            'S' => self.operate('c', 'c', 1, editor),
            'p' | 'P' => put(key == 'p', editor),
            'u' => {
                editor.undo();
                clamp(editor);
            }
            'G' => {
                editor.apply(Edit::End);
                clamp(editor);
            }
            _ => return VimKey::Unused,
        }
        VimKey::Used
    }

    fn prefixed(&mut self, prefix: char, key: char, editor: &mut Editor) {
        match (prefix, key) {
            ('g', 'g') => editor.apply(Edit::Start),
            ('r', c) if editor.place() < editor.line().end => {
                editor.apply(Edit::DeleteAfter);
                editor.insert(c.encode_utf8(&mut [0; 4]));
                editor.apply(Edit::Left);
            }
            _ => {}
        }
    }

    /// An operator with the key after it: a motion, or itself for the whole line.
    fn operate(&mut self, operator: char, key: char, count: usize, editor: &mut Editor) {
        let range = if key == operator {
            let line = editor.line();
            // A deleted line takes its line break along.
            let end = if operator == 'c' { line.end } else { (line.end + 1).min(editor.text().len()) };
            line.start..end
        } else {
            // `cw` changes to the end of the word, as vim does.
            let key = if operator == 'c' && key == 'w' { 'e' } else { key };
            match motion(key, count, editor) {
                Some(range) => range,
                None => return,
            }
        };
        if operator == 'y' {
            let start = range.start;
            editor.keep(range);
            editor.go(start);
        } else {
            editor.cut(range, true);
        }
        if operator == 'c' {
            self.insert();
        } else {
            clamp(editor);
        }
    }
}

/// The text between the cursor and where a motion leads; absent when the key is not a motion.
fn motion(key: char, count: usize, editor: &Editor) -> Option<Range<usize>> {
    let mut walker = editor.clone();
    let start = editor.place();
    for _ in 0..count {
        let line = walker.line();
        let at = walker.place();
        let to = match key {
            'h' => walker.before(at).max(line.start),
            'l' | ' ' => walker.after(at).min(line.end),
            '0' => line.start,
            '^' => {
                let text = &walker.text()[line.clone()];
                line.start + (text.len() - text.trim_start().len())
            }
            '$' => line.end,
            'w' => walker.next_word(),
            'b' => walker.word_before(),
            'e' => walker.word_end(),
            _ => return None,
        };
        walker.go(to);
    }
    let end = walker.place();
    Some(start.min(end)..start.max(end))
}

/// Puts in what was cut: whole lines under the current one, else at the cursor.
fn put(after: bool, editor: &mut Editor) {
    let text = editor.kept().to_owned();
    if text.is_empty() {
        return;
    }
    if let Some(lines) = text.strip_suffix('\n') {
        if after {
            editor.apply(Edit::LineEnd);
            editor.insert(&format!("\n{lines}"));
        } else {
            editor.apply(Edit::LineStart);
            editor.insert(&text);
        }
        return;
    }
    if after && editor.place() < editor.line().end {
        editor.apply(Edit::Right);
    }
    editor.insert(&text);
    editor.apply(Edit::Left);
}

/// In normal mode the cursor is on a character, not after the last.
fn clamp(editor: &mut Editor) {
    let line = editor.line();
    if editor.place() == line.end && line.end > line.start {
        editor.apply(Edit::Left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types keys in normal mode into a text with the cursor at its start.
    fn typed(text: &str, keys: &str) -> (String, usize, bool) {
        let mut editor = Editor::default();
        editor.insert(text);
        let mut vim = Vim::default();
        vim.escape(&mut editor);
        editor.apply(Edit::Start);
        for key in keys.chars() {
            if vim.is_normal() {
                vim.key(key, &mut editor);
            } else if key == '\u{1b}' {
                vim.escape(&mut editor);
            } else {
                editor.insert(key.encode_utf8(&mut [0; 4]));
            }
        }
        (editor.text().to_owned(), editor.place(), vim.is_normal())
    }

    #[test]
    fn motions_and_operators() {
        for (keys, text, place, normal) in [
            ("w", "one two three", 4, true),
            ("2w", "one two three", 8, true),
            ("e", "one two three", 2, true),
            ("$", "one two three", 12, true),
            ("$b", "one two three", 8, true),
            ("dw", "two three", 0, true),
            ("2dw", "three", 0, true),
            ("d2w", "three", 0, true),
            ("wD", "one ", 3, true),
            ("x", "ne two three", 0, true),
            ("cwten\u{1b}", "ten two three", 2, true),
            ("A!\u{1b}", "one two three!", 13, true),
            ("ccnew", "new", 3, false),
            ("rO", "One two three", 0, true),
            ("dwu", "one two three", 0, true),
            ("ywP", "one one two three", 3, true),
            ("xp", "noe two three", 1, true),
            ("dz", "one two three", 0, true),
        ] {
            assert_eq!(typed("one two three", keys), (text.to_owned(), place, normal), "{keys}");
        }
    }

    #[test]
    fn lines_are_operated_on_whole() {
        assert_eq!(typed("one\ntwo", "dd").0, "two");
        assert_eq!(typed("one\ntwo", "yyp").0, "one\none\ntwo");
        assert_eq!(typed("one\ntwo", "oten").0, "one\nten\ntwo");
        assert_eq!(typed("one\ntwo", "Oten").0, "ten\none\ntwo");
        assert_eq!(typed("one\ntwo", "GO").0, "one\n\ntwo");
    }

    #[test]
    fn no_keys_break_any_text() {
        let keys = "hl0^$webxXDCuiaIAoOpPGgrddccyy123sS\u{1b}jk/ ";
        let mut state = 7_u32;
        for text in ["", "a", "日本 e\u{301} x", "one\n\ntwo three", "אב ג"] {
            let mut editor = Editor::default();
            editor.insert(text);
            let mut vim = Vim::default();
            for _ in 0..2_000 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let key = keys.chars().nth((state >> 16) as usize % keys.chars().count()).expect("a key");
                if vim.is_normal() {
                    vim.key(key, &mut editor);
                } else if key == '\u{1b}' {
                    vim.escape(&mut editor);
                } else if editor.text().len() < 200 {
                    editor.insert(key.encode_utf8(&mut [0; 4]));
                }
                assert!(editor.text().is_char_boundary(editor.place()));
            }
        }
    }
}
