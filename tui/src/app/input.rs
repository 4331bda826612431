//! Keys and pasted text in the input.

use crossterm::event::KeyCode;

use super::{App, Effect, Focus, HistorySearch, Mode};
use crate::input::VimKey;
use crate::keys::{Action, Press};
use crate::panel::TextPage;
use crate::view;

impl App {
    /// Text in the input was changed by hand.
    pub(super) fn edited(&mut self) {
        self.history.settle();
        self.suggestion = None;
        self.mistake = None;
        self.refresh_completion();
    }

    /// Replaces the text of the input.
    pub(super) fn put_in(&mut self, text: &str) {
        self.input.set(text);
        self.edited();
    }

    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.notice = None;
        self.pending.clear();
        if let Some(slot) = self.panels.last_mut() {
            slot.panel.paste(text);
            return self.panel_needs();
        }
        self.leave_search(true);
        self.focus_input();
        let whole = self.input.insert(text);
        self.edited();
        if !whole {
            self.notify("the pasted text was too long; its end was left out");
        }
        Vec::new()
    }

    /// Gives a key to vim before the table of keys is asked; absent when vim does not use it.
    pub(super) fn vim_key(&mut self, key: Press) -> Option<Vec<Effect>> {
        let vim = self.vim.as_mut()?;
        if key.code() == KeyCode::Esc && !vim.is_normal() && self.completion.is_none() {
            vim.escape(&mut self.input);
            return Some(Vec::new());
        }
        if !vim.is_normal() {
            return None;
        }
        // Keys with a meaning on an empty input keep it in normal mode.
        let key = key.typed()?;
        if self.input.is_empty() && (matches!(key, '?' | '+' | '-') || key.is_ascii_digit()) {
            return None;
        }
        let before = self.input.text().len();
        match vim.key(key, &mut self.input) {
            VimKey::Used if before != self.input.text().len() => self.edited(),
            VimKey::Used => {}
            VimKey::Up => self.move_row(false),
            VimKey::Down => self.move_row(true),
            VimKey::Search => self.start_search(),
            VimKey::Unused if vim.is_normal() => {}
            VimKey::Unused => return None,
        }
        Some(Vec::new())
    }

    pub(super) fn input_action(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Newline => self.write("\n"),
            Action::Send => return self.submit(),
            Action::Complete => return self.complete(false),
            Action::CompleteBack => return self.complete(true),
            Action::Cancel if self.completion.take().is_some() => {}
            Action::Cancel if self.running.is_none() && self.mode != Mode::Ask => self.leave_mode(),
            Action::Cancel => return self.cancel(),
            Action::Search => self.start_search(),
            Action::Undo => {
                self.input.undo();
                self.edited();
            }
            Action::Earlier => self.move_row(false),
            Action::Later => self.move_row(true),
            Action::Editor => return vec![Effect::Edit(self.input.text().to_owned())],
            Action::Edit(edit) => {
                let before = self.input.text().len();
                self.input.apply(edit);
                if before == self.input.text().len() {
                    self.refresh_completion();
                } else {
                    self.edited();
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Writes a character, unless it has a meaning of its own, as some have on an empty input.
    pub(super) fn input_char(&mut self, c: char) -> Vec<Effect> {
        if self.input.is_empty() && self.mode == Mode::Ask {
            match c {
                '?' => {
                    self.open_panel(Box::new(TextPage::keys()));
                    return Vec::new();
                }
                '+' | '-' if self.transcript.last_answer().is_some() => {
                    let answer = self.transcript.last_answer().map(|answer| answer.id);
                    return self.learn(answer, c == '+');
                }
                '1'..='9' => {
                    let number = c as usize - '1' as usize;
                    if let Some(effects) = self.choose(number) {
                        return effects;
                    }
                }
                _ => {}
            }
        }
        self.write(c.encode_utf8(&mut [0; 4]));
        Vec::new()
    }

    fn write(&mut self, text: &str) {
        if !self.input.insert(text) {
            self.notify("the text has reached its maximum length");
        }
        self.edited();
    }

    /// Up and Down: rows first, the history beyond the first and the last.
    fn move_row(&mut self, down: bool) {
        if self.input.move_row(down, view::input_width(self)) || self.mode != Mode::Ask {
            return;
        }
        let draft = self.input.text().to_owned();
        let text = if down { self.history.forth() } else { self.history.back(&draft) };
        if let Some(text) = text.map(str::to_owned) {
            self.input.set(&text);
            self.suggestion = None;
            self.completion = None;
        }
    }

    fn start_search(&mut self) {
        self.completion = None;
        self.search = Some(HistorySearch { draft: self.input.text().to_owned(), ..HistorySearch::default() });
    }

    pub(super) fn enter_transcript(&mut self) {
        if self.focus == Focus::Transcript {
            return self.focus_input();
        }
        let (width, height) = view::transcript_size(self);
        if self.transcript.focus_last(width, height) {
            self.focus = Focus::Transcript;
            self.completion = None;
        } else {
            self.notify("there is no trace to open yet");
        }
    }
}
