//! Searching in earlier input.

use crossterm::event::KeyCode;

use super::{App, Effect};
use crate::keys::{Action, KeyContext, KeyMatch, Press};

impl App {
    /// Takes a key while earlier input is searched; absent when the key ends the
    /// search and is to do its own work.
    pub(super) fn search_key(&mut self, key: Press) -> Option<Vec<Effect>> {
        let again = self.options.keys.find(KeyContext::Input, &[key]) == KeyMatch::Action(Action::Search);
        let search = self.search.as_mut()?;
        let mut from = None;
        match key.code() {
            KeyCode::Esc => {
                self.leave_search(false);
                return Some(Vec::new());
            }
            KeyCode::Enter => {
                self.leave_search(true);
                return Some(Vec::new());
            }
            _ if again => from = search.found,
            KeyCode::Backspace if !key.ctrl() && !key.alt() => {
                search.needle.pop();
            }
            _ => match key.typed() {
                Some(c) => search.needle.push(c),
                None => {
                    // Every other key takes what was found and does its own work.
                    self.leave_search(true);
                    return None;
                }
            },
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
        Some(Vec::new())
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
