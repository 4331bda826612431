//! Keys: in the input, in the transcript, in a panel, and everywhere.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{App, Effect, Focus, Search};
use crate::export;
use crate::input::Edit;
use crate::panel::Panel;
use crate::view;

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let was_quitting = std::mem::take(&mut self.quitting);
        self.notice = None;
        match key.code {
            KeyCode::Char('c') if ctrl => return self.interrupt(was_quitting),
            KeyCode::Char('d') if ctrl && (self.input.is_empty() || self.panel.is_some()) => {
                return vec![Effect::Quit];
            }
            KeyCode::F(2) => return self.toggle_mouse(),
            KeyCode::F(1) => {
                self.panel = Some(Panel::keys());
                return Vec::new();
            }
            _ => {}
        }
        if self.panel.is_some() {
            self.panel_key(key);
            return Vec::new();
        }
        if self.search.is_some() {
            return self.search_key(key, ctrl);
        }
        if self.scroll_key(key, ctrl) {
            return Vec::new();
        }
        match self.focus {
            Focus::Input => self.input_key(key, ctrl),
            Focus::Transcript => self.transcript_key(key, ctrl),
        }
    }

    /// Ctrl-C takes back one thing at a time and leaves when there is none.
    fn interrupt(&mut self, was_quitting: bool) -> Vec<Effect> {
        if was_quitting {
            return vec![Effect::Quit];
        }
        if self.panel.take().is_some() {
            return Vec::new();
        }
        if self.running.is_some() {
            return self.cancel();
        }
        // Background jobs are stopped by Esc only: Ctrl-C ends the chat with them.
        if !self.input.is_empty() {
            self.search = None;
            self.input.set("");
            self.edited();
            self.focus_input();
            return Vec::new();
        }
        self.quitting = true;
        self.notify("Ctrl-C again leaves");
        Vec::new()
    }

    pub(super) fn toggle_mouse(&mut self) -> Vec<Effect> {
        self.mouse = !self.mouse;
        self.notify(if self.mouse {
            "the mouse opens traces and scrolls; F2 gives it to the terminal"
        } else {
            "the mouse selects text; F2 takes it back"
        });
        vec![Effect::CaptureMouse(self.mouse)]
    }

    fn panel_key(&mut self, key: KeyEvent) {
        let (width, height) = view::panel_size(self);
        let page = height.saturating_sub(1).max(1).cast_signed();
        let lines = match key.code {
            KeyCode::Esc | KeyCode::Char('q' | '?') => {
                self.panel = None;
                return;
            }
            KeyCode::Up | KeyCode::Char('k') => -1,
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => 1,
            KeyCode::PageUp | KeyCode::Char('b') => -page,
            KeyCode::PageDown | KeyCode::Char(' ' | 'f') => page,
            KeyCode::Home | KeyCode::Char('g') => isize::MIN,
            KeyCode::End | KeyCode::Char('G') => isize::MAX,
            _ => return,
        };
        if let Some(mut panel) = self.panel.take() {
            panel.scroll(lines, self, width, height);
            self.panel = Some(panel);
        }
    }

    /// Keys that move the view wherever the focus is.
    fn scroll_key(&mut self, key: KeyEvent, ctrl: bool) -> bool {
        let (width, height) = view::transcript_size(self);
        let page = height.saturating_sub(2).max(1).cast_signed();
        match key.code {
            KeyCode::PageUp => self.transcript.scroll(-page, width, height),
            KeyCode::PageDown => self.transcript.scroll(page, width, height),
            KeyCode::Home if ctrl => self.transcript.scroll_to_start(width, height),
            KeyCode::End if ctrl => self.transcript.follow(),
            _ => return false,
        }
        true
    }

    fn input_key(&mut self, key: KeyEvent, ctrl: bool) -> Vec<Effect> {
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Enter if alt || shift || ctrl => self.write("\n"),
            KeyCode::Char('j') if ctrl => self.write("\n"),
            KeyCode::Enter => return self.submit(),
            KeyCode::Tab => return self.complete(false),
            KeyCode::BackTab => return self.complete(true),
            KeyCode::Esc if self.completion.take().is_some() => {}
            KeyCode::Esc => return self.cancel(),
            KeyCode::Char('?') if self.input.is_empty() => self.panel = Some(Panel::keys()),
            KeyCode::Char('t') if ctrl => self.enter_transcript(),
            KeyCode::Char('r') if ctrl => {
                self.completion = None;
                self.search = Some(Search { draft: self.input.text().to_owned(), ..Search::default() });
            }
            KeyCode::Char('z' | '_') if ctrl => {
                self.input.undo();
                self.edited();
            }
            KeyCode::Up | KeyCode::Down => self.move_row(key.code == KeyCode::Down),
            KeyCode::Char('p' | 'n') if ctrl => self.move_row(key.code == KeyCode::Char('n')),
            KeyCode::Char(c) if !ctrl && !alt => self.write(c.encode_utf8(&mut [0; 4])),
            _ => {
                if let Some(edit) = edit(key, ctrl, alt) {
                    let before = self.input.text().len();
                    self.input.apply(edit);
                    if before == self.input.text().len() {
                        self.refresh_completion();
                    } else {
                        self.edited();
                    }
                }
            }
        }
        Vec::new()
    }

    fn write(&mut self, text: &str) {
        if !self.input.insert(text) {
            self.notify("the text is too long to grow");
        }
        self.edited();
    }

    /// Up and Down: rows first, the history beyond the first and the last.
    fn move_row(&mut self, down: bool) {
        if self.input.move_row(down, view::input_width(self)) {
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

    fn enter_transcript(&mut self) {
        let (width, height) = view::transcript_size(self);
        if self.transcript.focus_last(width, height) {
            self.focus = Focus::Transcript;
            self.completion = None;
        } else {
            self.notify("there is no trace to open yet");
        }
    }

    fn transcript_key(&mut self, key: KeyEvent, ctrl: bool) -> Vec<Effect> {
        let (width, height) = view::transcript_size(self);
        let transcript = &mut self.transcript;
        match key.code {
            KeyCode::Esc if self.running.is_some() || !self.jobs.is_empty() => return self.cancel(),
            KeyCode::Esc | KeyCode::Tab | KeyCode::Char('q' | 'i') => self.focus_input(),
            KeyCode::Char('t') if ctrl => self.focus_input(),
            KeyCode::Char('?') => self.panel = Some(Panel::keys()),
            KeyCode::Down | KeyCode::Char('j') => self.move_node(true),
            KeyCode::Up | KeyCode::Char('k') => self.move_node(false),
            KeyCode::Enter | KeyCode::Char(' ') => transcript.toggle(width, height),
            KeyCode::Right | KeyCode::Char('l') => {
                if transcript.focus_is_open() {
                    transcript.move_focus(true, width, height);
                } else {
                    transcript.toggle(width, height);
                }
            }
            KeyCode::Left | KeyCode::Char('h') => {
                if transcript.focus_is_open() {
                    transcript.toggle(width, height);
                } else {
                    transcript.focus_parent(width, height);
                }
            }
            KeyCode::Char('*') => transcript.toggle_all(width, height),
            KeyCode::Char('g') | KeyCode::Home => transcript.scroll_to_start(width, height),
            KeyCode::Char('G') | KeyCode::End => transcript.follow(),
            KeyCode::Char('y') => return self.copy_focused(false),
            KeyCode::Char('Y') => return self.copy_focused(true),
            _ => {}
        }
        Vec::new()
    }

    /// Moves the focus by a node. Above the first node there is only text to
    /// scroll to; below the last one lies the input.
    fn move_node(&mut self, down: bool) {
        let (width, height) = view::transcript_size(self);
        if self.transcript.move_focus(down, width, height) {
            return;
        }
        if down {
            self.transcript.follow();
            self.focus_input();
        } else {
            self.transcript.scroll(-1, width, height);
        }
    }

    fn copy_focused(&mut self, trace: bool) -> Vec<Effect> {
        let focused = self.transcript.focus().map(|(message, _)| message);
        let answer = focused.and_then(|message| self.transcript.answer(message));
        let Some(answer) = answer else { return Vec::new() };
        let text = if trace { export::trace_text(answer) } else { export::answer_text(answer) };
        self.copy(text)
    }

    fn search_key(&mut self, key: KeyEvent, ctrl: bool) -> Vec<Effect> {
        let Some(search) = &mut self.search else { return Vec::new() };
        let mut from = None;
        match key.code {
            KeyCode::Esc => {
                self.leave_search(false);
                return Vec::new();
            }
            KeyCode::Char('r') if ctrl => from = search.found,
            KeyCode::Backspace => {
                search.needle.pop();
            }
            KeyCode::Char(c) if !ctrl && !key.modifiers.contains(KeyModifiers::ALT) => search.needle.push(c),
            _ => {
                // Every other key takes what was found and does its own work.
                self.leave_search(true);
                return if key.code == KeyCode::Enter { Vec::new() } else { self.key(key) };
            }
        }
        let found = self.history.find(&search.needle, from).map(|(at, text)| (at, text.to_owned()));
        if search.needle.is_empty() {
            search.found = None;
            let draft = search.draft.clone();
            self.input.set(&draft);
        } else if let Some((at, text)) = found {
            search.found = Some(at);
            self.input.set(&text);
        }
        Vec::new()
    }

    /// Ends the search, keeping what was found or what stood there before.
    pub(super) fn leave_search(&mut self, keep: bool) {
        if let Some(search) = self.search.take() {
            if !keep {
                self.input.set(&search.draft);
            }
            self.edited();
        }
    }
}

/// The edit that a key stands for, by the habits of readline.
fn edit(key: KeyEvent, ctrl: bool, alt: bool) -> Option<Edit> {
    Some(match key.code {
        KeyCode::Left if ctrl || alt => Edit::WordLeft,
        KeyCode::Right if ctrl || alt => Edit::WordRight,
        KeyCode::Left => Edit::Left,
        KeyCode::Right => Edit::Right,
        KeyCode::Home if ctrl => Edit::Start,
        KeyCode::End if ctrl => Edit::End,
        KeyCode::Home => Edit::LineStart,
        KeyCode::End => Edit::LineEnd,
        KeyCode::Backspace if ctrl || alt => Edit::CutWordBefore,
        KeyCode::Backspace => Edit::DeleteBefore,
        KeyCode::Delete if ctrl || alt => Edit::CutWordAfter,
        KeyCode::Delete => Edit::DeleteAfter,
        KeyCode::Char(c) if ctrl => match c {
            'a' => Edit::LineStart,
            'e' => Edit::LineEnd,
            'b' => Edit::Left,
            'f' => Edit::Right,
            'd' => Edit::DeleteAfter,
            'h' => Edit::DeleteBefore,
            'w' => Edit::CutWordBefore,
            'u' => Edit::CutToStart,
            'k' => Edit::CutToEnd,
            'y' => Edit::Yank,
            _ => return None,
        },
        KeyCode::Char(c) if alt => match c {
            'b' => Edit::WordLeft,
            'f' => Edit::WordRight,
            'd' => Edit::CutWordAfter,
            _ => return None,
        },
        _ => return None,
    })
}
