//! Tab: commands and their arguments, paths, and questions to try.

use super::{App, Effect, Mode, TabCompletion};
use crate::backend::BackendRequest;
use crate::command::{self, CompletionItem, CompletionTarget};

impl App {
    /// Shows what could be completed now, without putting anything in.
    pub(super) fn refresh_completion(&mut self) {
        self.completion = match command::completing(self.input.text(), self.status.as_ref()) {
            CompletionTarget::Known { from, candidates } if self.input.at_end() && !candidates.is_empty() => {
                // A single candidate that is already there says nothing new.
                let typed = &self.input.text()[from..];
                let done = matches!(candidates.as_slice(), [only] if only.text.trim_end() == typed);
                (!done).then_some(TabCompletion { from, candidates, selected: None })
            }
            _ => None,
        };
    }

    /// Puts the next candidate in, or the one before.
    pub(super) fn complete(&mut self, back: bool) -> Vec<Effect> {
        if self.next_suggestion(back) {
            return Vec::new();
        }
        if let Some(mut completion) = self.completion.take() {
            let count = completion.candidates.len();
            let typed = &self.input.text()[completion.from..];
            // The first Tab writes what all candidates share; the next ones go
            // through them.
            let shared = shared_start(&completion.candidates);
            if completion.selected.is_none() && count > 1 && shared.len() > typed.len() {
                self.replace_from(completion.from, &shared);
            } else {
                let selected = match completion.selected {
                    None => {
                        if back {
                            count - 1
                        } else {
                            0
                        }
                    }
                    Some(at) if back => (at + count - 1) % count,
                    Some(at) => (at + 1) % count,
                };
                let text = completion.candidates[selected].text.clone();
                self.replace_from(completion.from, &text);
                if count == 1 {
                    self.refresh_completion();
                    return Vec::new();
                }
                completion.selected = Some(selected);
            }
            self.completion = Some(completion);
            return Vec::new();
        }
        match command::completing(self.input.text(), self.status.as_ref()) {
            CompletionTarget::Path { typed, to_load, .. } if self.input.at_end() => {
                vec![Effect::ListPaths { typed, to_load }]
            }
            _ if self.input.at_end() && self.mode == Mode::Ask && !self.input.text().starts_with('/') => {
                vec![self.request(BackendRequest::Names { text: self.input.text().to_owned() })]
            }
            _ => Vec::new(),
        }
    }

    /// Names of the graph that complete what is typed have been found.
    pub(super) fn complete_names(&mut self, text: &str, from: usize, names: Vec<String>) {
        // A reply to what was typed before is out of date.
        if self.input.text() != text || !self.input.at_end() || !text.is_char_boundary(from) {
            return;
        }
        let candidates: Vec<CompletionItem> =
            names.into_iter().map(|text| CompletionItem { text, help: String::new() }).collect();
        match candidates.as_slice() {
            [] => self.notify("no name of the graph begins like this"),
            [only] => self.replace_from(from, &only.text),
            _ => {
                self.completion = Some(TabCompletion { from, candidates, selected: None });
            }
        }
    }

    /// Goes through the questions to try, while nothing else is written.
    fn next_suggestion(&mut self, back: bool) -> bool {
        let Some(status) = &self.status else { return false };
        let count = status.suggestions.len();
        if count == 0 || !(self.input.is_empty() || self.suggestion.is_some()) {
            return false;
        }
        let next = match self.suggestion {
            None => {
                if back {
                    count - 1
                } else {
                    0
                }
            }
            Some(at) if back => (at + count - 1) % count,
            Some(at) => (at + 1) % count,
        };
        self.suggestion = Some(next);
        let text = status.suggestions.get(next).cloned().unwrap_or_default();
        self.input.set(&text);
        true
    }

    fn replace_from(&mut self, from: usize, text: &str) {
        let text = format!("{}{text}", &self.input.text()[..from]);
        self.input.set(&text);
    }

    /// The folder was read: what fits is put in or shown.
    pub(super) fn complete_paths(&mut self, typed: &str, paths: Vec<String>) -> Vec<Effect> {
        let CompletionTarget::Path { from, typed: now, .. } =
            command::completing(self.input.text(), self.status.as_ref())
        else {
            return Vec::new();
        };
        // A reply to what was typed before is out of date.
        if now != typed || !self.input.at_end() {
            return Vec::new();
        }
        let candidates: Vec<CompletionItem> = paths
            .iter()
            .map(|path| CompletionItem { text: command::quoted_path(path), help: String::new() })
            .collect();
        match candidates.as_slice() {
            [] => self.notify(format!("nothing starts with {typed}")),
            [only] => self.replace_from(from, &only.text),
            several => {
                let shared = shared_start(several);
                if shared.len() > self.input.text().len() - from {
                    self.replace_from(from, &shared);
                }
                self.completion = Some(TabCompletion { from, candidates, selected: None });
            }
        }
        Vec::new()
    }
}

/// The longest start that all candidates share.
fn shared_start(candidates: &[CompletionItem]) -> String {
    let Some((first, rest)) = candidates.split_first() else { return String::new() };
    let mut shared = first.text.as_str();
    for candidate in rest {
        let same = shared.chars().zip(candidate.text.chars()).take_while(|(a, b)| a == b);
        let length: usize = same.map(|(c, _)| c.len_utf8()).sum();
        shared = &shared[..length];
    }
    shared.to_owned()
}
