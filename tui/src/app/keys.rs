//! Keys: looked up in the table of keys, by where the keyboard is, and done there.

use crossterm::event::{KeyEvent, KeyEventKind};

use super::{App, Effect, Focus, Mode};
use crate::keys::{Action, KeyContext, KeyMatch, Press};
use crate::panel::{PanelKey, SourcesPanel, TextPage};
use crate::view;

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let key = Press::from(key);
        let was_quitting = std::mem::take(&mut self.quitting);
        self.notice = None;
        let place = self.place();
        if place == KeyContext::Input && self.pending.is_empty() {
            if self.search.is_some()
                && let Some(effects) = self.search_key(key)
            {
                return effects;
            }
            if let Some(effects) = self.vim_key(key) {
                return effects;
            }
        }
        // An empty input has nothing to edit: there the key that leaves does so,
        // although it deletes elsewhere.
        let empty = self.input.is_empty() && self.mode == Mode::Ask;
        if place == KeyContext::Input
            && empty
            && self.options.keys.find(KeyContext::Anywhere, &[key]) == KeyMatch::Action(Action::Leave)
        {
            return vec![Effect::Quit];
        }
        self.pending.push(key);
        match self.options.keys.find(place, &self.pending) {
            KeyMatch::More => return Vec::new(),
            KeyMatch::Action(action) => {
                self.pending.clear();
                return self.action(action, was_quitting);
            }
            KeyMatch::Nothing => {}
        }
        // A sequence that means nothing is dropped; a single key may be a character.
        let single = self.pending.len() == 1;
        self.pending.clear();
        match (key.typed(), place) {
            (Some(c), KeyContext::Input) if single => self.input_char(c),
            (Some(c), KeyContext::Panel) if single => self.panel_key(PanelKey::Char(c)),
            (Some('?'), KeyContext::Transcript) if single => {
                self.open_panel(Box::new(TextPage::keys()));
                Vec::new()
            }
            (Some(c @ '1'..='9'), KeyContext::Transcript) if single => {
                self.choose(c as usize - '1' as usize).unwrap_or_default()
            }
            // A character without a meaning there begins a question.
            (Some(c), KeyContext::Transcript) if single && !c.is_whitespace() => {
                self.focus_input();
                self.input_char(c)
            }
            _ => Vec::new(),
        }
    }

    /// Where the keyboard is.
    fn place(&self) -> KeyContext {
        if !self.panels.is_empty() {
            KeyContext::Panel
        } else if self.focus == Focus::Transcript {
            KeyContext::Transcript
        } else {
            KeyContext::Input
        }
    }

    fn action(&mut self, action: Action, was_quitting: bool) -> Vec<Effect> {
        match action {
            Action::Interrupt => return self.interrupt(was_quitting),
            Action::Leave => return vec![Effect::Quit],
            Action::Mouse => return self.toggle_mouse(),
            Action::Redraw => return vec![Effect::Redraw],
            Action::Keys => self.open_panel(Box::new(TextPage::keys())),
            Action::Sources => {
                if self.panels.is_empty() {
                    self.open_panel(Box::new(SourcesPanel::new(String::new())));
                    return self.panel_needs();
                }
            }
            _ if !self.panels.is_empty() => return self.panel_key(PanelKey::Action(action)),
            Action::Trace => self.enter_transcript(),
            Action::PageUp | Action::PageDown | Action::ToStart | Action::ToEnd => self.scroll(action),
            action if self.focus == Focus::Transcript => return self.transcript_action(action),
            action => return self.input_action(action),
        }
        Vec::new()
    }

    /// Keys that move the view wherever the focus is.
    fn scroll(&mut self, action: Action) {
        let (width, height) = view::transcript_size(self);
        let page = height.saturating_sub(2).max(1).cast_signed();
        match action {
            Action::PageUp => self.transcript.scroll(-page, width, height),
            Action::PageDown => self.transcript.scroll(page, width, height),
            Action::ToStart => self.transcript.scroll_to_start(width, height),
            _ => self.transcript.follow(),
        }
    }

    /// Ctrl-C takes back one thing at a time and leaves when there is none.
    fn interrupt(&mut self, was_quitting: bool) -> Vec<Effect> {
        if was_quitting {
            return vec![Effect::Quit];
        }
        if !self.panels.is_empty() {
            self.close_panels();
            return Vec::new();
        }
        if self.running.is_some() {
            return self.cancel();
        }
        // Background jobs are stopped by Esc only: Ctrl-C ends the chat with them.
        if self.mode != Mode::Ask {
            self.leave_mode();
            return Vec::new();
        }
        if !self.input.is_empty() {
            self.search = None;
            self.put_in("");
            self.focus_input();
            return Vec::new();
        }
        self.quitting = true;
        self.notify("Ctrl-C again leaves");
        Vec::new()
    }

    pub(super) fn toggle_mouse(&mut self) -> Vec<Effect> {
        self.mouse = !self.mouse;
        let key = self.options.keys.key_of(Action::Mouse);
        self.notify(if self.mouse {
            format!("the mouse opens traces and scrolls; {key} gives it to the terminal")
        } else {
            format!("the mouse selects text; {key} takes it back")
        });
        vec![Effect::CaptureMouse(self.mouse)]
    }
}
