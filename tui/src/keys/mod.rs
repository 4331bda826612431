//! Keys: how they are written in the settings, what they can do, and which one
//! does what. The list of keys that `?` shows is made from the same table.

mod action;
mod press;

use std::collections::HashMap;

pub use action::{Action, BINDINGS, Binding, KeyContext};
pub use press::Press;

use crate::settings::SettingError;
use crate::text;

/// Which keys do what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    keys: HashMap<(KeyContext, Vec<Press>), Action>,
}

/// What a sequence of keys means so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyMatch {
    /// Nothing.
    Nothing,
    /// More keys may follow.
    More,
    /// This.
    Action(Action),
}

impl Default for Keymap {
    fn default() -> Self {
        let mut map = Self { keys: HashMap::new() };
        for binding in BINDINGS {
            for keys in binding.keys {
                // The defaults are read by a test; one that could not be read is left out.
                if let Ok(keys) = press::sequence(keys) {
                    map.keys.insert((binding.place, keys), binding.action);
                }
            }
        }
        map
    }
}

impl Keymap {
    /// What keys mean at a place; a place without a meaning for them falls back
    /// to [`KeyContext::Anywhere`].
    #[must_use]
    pub fn find(&self, place: KeyContext, keys: &[Press]) -> KeyMatch {
        let mut more = false;
        for place in [place, KeyContext::Anywhere] {
            if let Some(action) = self.keys.get(&(place, keys.to_vec())) {
                return KeyMatch::Action(*action);
            }
            more |= self
                .keys
                .keys()
                .any(|(at, known)| *at == place && known.len() > keys.len() && known.starts_with(keys));
        }
        if more { KeyMatch::More } else { KeyMatch::Nothing }
    }

    /// The keys of an action as they are shown, in the order of the table and
    /// then of the settings.
    #[must_use]
    pub fn keys_of(&self, action: Action) -> Vec<String> {
        let defaults: Vec<Vec<Press>> = BINDINGS
            .iter()
            .filter(|binding| binding.action == action)
            .flat_map(|binding| binding.keys)
            .filter_map(|keys| press::sequence(keys).ok())
            .collect();
        let mut keys: Vec<&Vec<Press>> =
            self.keys.iter().filter(|(_, a)| **a == action).map(|((_, keys), _)| keys).collect();
        keys.sort_by_key(|keys| {
            (defaults.iter().position(|known| known == *keys).unwrap_or(usize::MAX), (*keys).clone())
        });
        keys.into_iter().map(|keys| press::shown(keys)).collect()
    }

    /// The first key of an action as it is shown; empty when it has none.
    #[must_use]
    pub fn key_of(&self, action: Action) -> String {
        self.keys_of(action).into_iter().next().unwrap_or_default()
    }

    /// Every action by its name in the settings, with its keys and what it does, one per line.
    #[must_use]
    pub fn listed(&self) -> String {
        let rows: Vec<[String; 3]> = BINDINGS
            .iter()
            .map(|binding| {
                [binding.name.to_owned(), self.keys_of(binding.action).join(", "), binding.help.to_owned()]
            })
            .collect();
        let widest = |at: usize| rows.iter().map(|row| text::width(&row[at])).max().unwrap_or(0);
        let (names, keys) = (widest(0), widest(1));
        rows.iter()
            .map(|[name, key, help]| {
                format!("{}  {}  {help}\n", text::pad(name, names), text::pad(key, keys))
            })
            .collect()
    }

    /// Gives an action other keys than it has by default. A key that did
    /// something else at that place does not do it any more.
    ///
    /// # Errors
    ///
    /// No action has that name, or a key cannot be read.
    pub fn set(&mut self, name: &str, keys: &[String]) -> Result<(), SettingError> {
        let Some(binding) = BINDINGS.iter().find(|binding| binding.name == name) else {
            let mut near: Vec<&str> = BINDINGS.iter().map(|binding| binding.name).collect();
            near.sort_by_key(|known| distance(known, name));
            near.truncate(3);
            return Err(SettingError {
                what: format!("there is no action `{name}`"),
                hint: format!("did you mean {}? `?` in the chat lists all of them", near.join(", ")),
            });
        };
        let keys = keys.iter().map(|keys| press::sequence(keys)).collect::<Result<Vec<_>, _>>()?;
        self.keys.retain(|_, action| *action != binding.action);
        for keys in keys {
            self.keys.insert((binding.place, keys), binding.action);
        }
        Ok(())
    }
}

/// How many characters must be added, left out or changed to get from one name to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (column, b) in other.iter().enumerate() {
            let changed = before + usize::from(a != *b);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;

    fn press(text: &str) -> Vec<Press> {
        press::sequence(text).expect(text)
    }

    #[test]
    fn the_defaults_can_be_read_and_do_not_collide() {
        let mut seen = HashMap::new();
        for binding in BINDINGS {
            assert!(!binding.help.is_empty() && !binding.name.is_empty());
            for keys in binding.keys {
                let keys = press::sequence(keys).unwrap_or_else(|error| panic!("{}: {error}", binding.name));
                let before = seen.insert((binding.place, keys), binding.name);
                assert_eq!(before, None, "{} has a key of another action", binding.name);
            }
        }
        let names: std::collections::BTreeSet<&str> = BINDINGS.iter().map(|binding| binding.name).collect();
        assert_eq!(names.len(), BINDINGS.len(), "every action has a name of its own");
    }

    #[test]
    fn keys_are_found_by_place() {
        let map = Keymap::default();
        assert_eq!(map.find(KeyContext::Input, &press("enter")), KeyMatch::Action(Action::Send));
        assert_eq!(map.find(KeyContext::Transcript, &press("enter")), KeyMatch::Action(Action::Open));
        assert_eq!(map.find(KeyContext::Transcript, &press("ctrl-c")), KeyMatch::Action(Action::Interrupt));
        assert_eq!(map.find(KeyContext::Input, &press("ctrl-x")), KeyMatch::More);
        assert_eq!(map.find(KeyContext::Input, &press("ctrl-x ctrl-e")), KeyMatch::Action(Action::Editor));
        assert_eq!(map.find(KeyContext::Input, &press("x")), KeyMatch::Nothing);
    }

    #[test]
    fn settings_move_actions_to_other_keys() {
        let mut map = Keymap::default();
        map.set("trace", &["f5".into(), "ctrl-o".into()]).expect("two keys");
        assert_eq!(map.find(KeyContext::Input, &press("f5")), KeyMatch::Action(Action::Trace));
        assert_eq!(map.find(KeyContext::Input, &press("ctrl-t")), KeyMatch::Nothing);
        assert_eq!(map.keys_of(Action::Trace), ["Ctrl-O", "F5"]);
        let refused = map.set("trase", &["f5".into()]).expect_err("no action");
        assert!(refused.hint.starts_with("did you mean trace"), "{refused:?}");
        let refused = map.set("trace", &["hyper-x".into()]).expect_err("no key");
        assert!(refused.what.contains("hyper-x"), "{refused:?}");
    }

    #[test]
    fn keys_are_read_as_they_are_shown() {
        for text in [
            "ctrl-t",
            "alt-enter",
            "f12",
            "space",
            "ctrl-x ctrl-e",
            "+",
            "-",
            "ctrl--",
            "G",
            "page-up",
            "shift-tab",
        ] {
            let keys = press(text);
            assert_eq!(
                press(&press::shown(&keys).to_lowercase().replace(" g", " G")).len(),
                keys.len(),
                "{text}"
            );
        }
        let typed = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(press("G"), [Press::from(typed)]);
        assert_eq!(press("ctrl-T"), press("ctrl-t"));
        for bad in ["", "ctrl-", "foo", "f99", "ctrl-foo"] {
            assert!(press::sequence(bad).is_err(), "{bad}");
        }
    }
}
