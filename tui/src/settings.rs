//! What the settings file says about the chat: its theme, its keys, its habits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::keys::Keymap;
use crate::theme::Theme;

/// A setting that could not be taken: what is wrong, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}\nhint: {hint}")]
pub struct SettingError {
    /// What is wrong.
    pub what: String,
    /// What can be written.
    pub hint: String,
}

/// How the end of long work is announced while the window has no focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Notify {
    /// Not at all.
    Off,
    /// By the terminal's bell.
    #[default]
    Bell,
    /// By a notification on the desktop, through the terminal (OSC 9 and OSC 777).
    Desktop,
}

/// The keys of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EditingMode {
    /// As in a shell.
    #[default]
    Emacs,
    /// With a normal and an insert mode.
    Vim,
}

/// Whether a file can be loaded.
#[derive(Debug, Clone, Copy)]
pub struct CanLoad(pub fn(&Path) -> bool);

impl PartialEq for CanLoad {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for CanLoad {}

/// What the chat is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatOptions {
    /// The file that keeps what was typed from one chat to the next; absent
    /// when nothing is kept.
    pub history_file: Option<PathBuf>,
    /// The kept session to go on with from the start.
    pub resume: Option<String>,
    /// The styles. Whether the environment wants no colours is asked when the
    /// chat starts.
    pub theme: Theme,
    /// The keys.
    pub keys: Keymap,
    /// The keys of the input.
    pub editing: EditingMode,
    /// Whether the mouse is taken at the start.
    pub mouse: bool,
    /// How the end of long work is reported.
    pub notify: Notify,
    /// How long work must take to be announced.
    pub notify_after: Duration,
    /// Whether a file can be loaded: others are not offered to `/load`.
    pub can_load: CanLoad,
}

impl Default for ChatOptions {
    fn default() -> Self {
        Self {
            history_file: None,
            resume: None,
            theme: Theme::default(),
            keys: Keymap::default(),
            editing: EditingMode::default(),
            mouse: true,
            notify: Notify::default(),
            notify_after: Duration::from_secs(10),
            can_load: CanLoad(|_| true),
        }
    }
}

/// One line of the settings file: the section, the name, and the values (one,
/// or those of a list).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingLine {
    /// `theme`, `keys` or `chat`.
    pub section: String,
    /// The name in the section.
    pub name: String,
    /// The values as text.
    pub values: Vec<String>,
}

/// The sections that [`ChatOptions::read`] knows.
pub const SECTIONS: [&str; 3] = ["theme", "keys", "chat"];

impl ChatOptions {
    /// The options that the settings ask for.
    ///
    /// # Errors
    ///
    /// The position of the first setting that cannot be taken, and why.
    pub fn read(settings: &[SettingLine]) -> Result<Self, (usize, SettingError)> {
        let mut options = Self::default();
        // The name of the theme counts first, wherever it is in the file: the other
        // styles change that theme.
        let mut order: Vec<usize> = (0..settings.len()).collect();
        order.sort_by_key(|at| settings[*at].name != "name");
        for at in order {
            options.set(&settings[at]).map_err(|error| (at, error))?;
        }
        Ok(options)
    }

    fn set(&mut self, setting: &SettingLine) -> Result<(), SettingError> {
        let name = setting.name.as_str();
        if setting.section == "keys" {
            return self.keys.set(name, &setting.values);
        }
        let [value] = setting.values.as_slice() else {
            return Err(SettingError {
                what: format!("`{name}` has more than one value"),
                hint: "only keys can be a list".to_owned(),
            });
        };
        match (setting.section.as_str(), name) {
            ("theme", "name") => self.theme = Theme::named(value)?,
            ("theme", _) => self.theme.set(name, value)?,
            ("chat", "editing") => {
                self.editing =
                    one_of(name, value, &[("emacs", EditingMode::Emacs), ("vim", EditingMode::Vim)])?;
            }
            ("chat", "mouse") => self.mouse = one_of(name, value, &[("on", true), ("off", false)])?,
            ("chat", "notify") => {
                let known = [("off", Notify::Off), ("bell", Notify::Bell), ("desktop", Notify::Desktop)];
                self.notify = one_of(name, value, &known)?;
            }
            ("chat", "notify_after") => {
                let seconds = value.parse::<u32>().map_err(|_| SettingError {
                    what: format!("`notify_after` is `{value}`"),
                    hint: "write whole seconds, such as `notify_after = 10`".to_owned(),
                })?;
                self.notify_after = Duration::from_secs(u64::from(seconds));
            }
            ("chat", _) => {
                return Err(SettingError {
                    what: format!("there is no setting `{name}` for the chat"),
                    hint: "the settings are editing, mouse, notify, notify_after".to_owned(),
                });
            }
            (section, _) => {
                return Err(SettingError {
                    what: format!("there is no section `{section}`"),
                    hint: format!("the sections are {}", SECTIONS.join(", ")),
                });
            }
        }
        Ok(())
    }
}

fn one_of<T: Copy>(name: &str, value: &str, known: &[(&str, T)]) -> Result<T, SettingError> {
    known.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning).ok_or_else(|| SettingError {
        what: format!("`{name}` is `{value}`"),
        hint: format!("write {}", known.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Action;

    fn setting(section: &str, name: &str, values: &[&str]) -> SettingLine {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        SettingLine { section: section.into(), name: name.into(), values }
    }

    #[test]
    fn options_are_read_in_any_order() {
        let options = ChatOptions::read(&[
            setting("theme", "accent", &["magenta"]),
            setting("theme", "name", &["dark"]),
            setting("keys", "trace", &["f5", "ctrl-o"]),
            setting("chat", "editing", &["vim"]),
            setting("chat", "mouse", &["off"]),
            setting("chat", "notify", &["desktop"]),
            setting("chat", "notify_after", &["30"]),
        ])
        .expect("good settings");
        assert_eq!(options.theme.accent().fg, Some(ratatui::style::Color::Magenta));
        assert_ne!(options.theme.good(), Theme::default().good());
        assert_eq!(options.keys.keys_of(Action::Trace).len(), 2);
        assert_eq!((options.editing, options.mouse), (EditingMode::Vim, false));
        assert_eq!((options.notify, options.notify_after.as_secs()), (Notify::Desktop, 30));
    }

    #[test]
    fn a_mistake_says_where_it_is_and_what_to_write() {
        for (wrong, hint) in [
            (setting("theme", "name", &["neon"]), "auto"),
            (setting("theme", "accent", &["blau"]), "#7dcfff"),
            (setting("keys", "trace", &["hyper-t"]), "ctrl-x"),
            (setting("keys", "tracee", &["f5"]), "trace"),
            (setting("chat", "editing", &["vi"]), "emacs, vim"),
            (setting("chat", "notify_after", &["soon"]), "seconds"),
            (setting("chat", "bell", &["on"]), "notify"),
            (setting("chat", "mouse", &["on", "off"]), "list"),
        ] {
            let (at, error) = ChatOptions::read(&[setting("theme", "name", &["auto"]), wrong.clone()])
                .expect_err("a mistake");
            assert_eq!(at, 1, "{wrong:?}");
            assert!(error.hint.contains(hint), "{error:?}");
        }
    }
}
