//! One key with its modifiers: from the terminal, from the settings, and as it
//! is shown.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::settings::SettingError;

/// A key with its modifiers, in one form however a terminal reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Press {
    code: KeyCode,
    ctrl: bool,
    alt: bool,
    shift: bool,
}

impl PartialOrd for Press {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Press {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

impl From<KeyEvent> for Press {
    fn from(key: KeyEvent) -> Self {
        let has = |modifier| key.modifiers.contains(modifier);
        Self::of(key.code, has(KeyModifiers::CONTROL), has(KeyModifiers::ALT), has(KeyModifiers::SHIFT))
    }
}

/// The names of keys that are not characters.
const NAMED: [(&str, KeyCode, &str); 17] = [
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("tab", KeyCode::Tab, "Tab"),
    ("backspace", KeyCode::Backspace, "Backspace"),
    ("delete", KeyCode::Delete, "Delete"),
    ("insert", KeyCode::Insert, "Insert"),
    ("space", KeyCode::Char(' '), "Space"),
    ("up", KeyCode::Up, "↑"),
    ("down", KeyCode::Down, "↓"),
    ("left", KeyCode::Left, "←"),
    ("right", KeyCode::Right, "→"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("page-up", KeyCode::PageUp, "PageUp"),
    ("page-down", KeyCode::PageDown, "PageDown"),
    ("minus", KeyCode::Char('-'), "-"),
    ("plus", KeyCode::Char('+'), "+"),
];

impl Press {
    /// A key in its one form: a character holds its shift, Shift-Tab is its own key.
    fn of(code: KeyCode, ctrl: bool, alt: bool, shift: bool) -> Self {
        match code {
            KeyCode::Char(c) if ctrl => {
                Self { code: KeyCode::Char(c.to_ascii_lowercase()), ctrl, alt, shift: false }
            }
            KeyCode::Char(_) => Self { code, ctrl, alt, shift: false },
            KeyCode::BackTab => Self { code: KeyCode::Tab, ctrl, alt, shift: true },
            _ => Self { code, ctrl, alt, shift },
        }
    }

    /// The character that it types, if it types one.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Its code.
    #[must_use]
    pub const fn code(self) -> KeyCode {
        self.code
    }

    /// Whether Ctrl is held.
    #[must_use]
    pub const fn ctrl(self) -> bool {
        self.ctrl
    }

    /// Whether Alt is held.
    #[must_use]
    pub const fn alt(self) -> bool {
        self.alt
    }
}

impl fmt::Display for Press {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl-"), (self.alt, "Alt-"), (self.shift, "Shift-")] {
            if held {
                formatter.write_str(name)?;
            }
        }
        if let Some((_, _, shown)) = NAMED.iter().find(|(_, code, _)| *code == self.code) {
            return formatter.write_str(shown);
        }
        match self.code {
            KeyCode::Char(c) if self.ctrl => write!(formatter, "{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => write!(formatter, "{c}"),
            KeyCode::F(number) => write!(formatter, "F{number}"),
            other => write!(formatter, "{other:?}"),
        }
    }
}

/// Keys that are pressed one after the other, as they are shown.
pub(super) fn shown(keys: &[Press]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads keys that are pressed one after the other, divided by spaces.
pub(super) fn sequence(text: &str) -> Result<Vec<Press>, SettingError> {
    let keys: Vec<Press> = text.split_whitespace().map(one).collect::<Result<_, _>>()?;
    if keys.is_empty() { Err(refused(text)) } else { Ok(keys) }
}

fn refused(text: &str) -> SettingError {
    SettingError {
        what: format!("`{text}` is not a key"),
        hint: "write a key as `x`, `ctrl-x`, `alt-enter`, `f5` or `page-up`; `ctrl-x ctrl-e` is one after the other"
            .to_owned(),
    }
}

fn one(text: &str) -> Result<Press, SettingError> {
    let (mut ctrl, mut alt, mut shift, mut rest) = (false, false, false, text);
    loop {
        let lower = rest.to_ascii_lowercase();
        let held = [("ctrl-", &mut ctrl), ("alt-", &mut alt), ("shift-", &mut shift)]
            .into_iter()
            .find(|(name, _)| lower.starts_with(name) && lower.len() > name.len());
        let Some((name, held)) = held else { break };
        *held = true;
        rest = &rest[name.len()..];
    }
    let mut chars = rest.chars();
    let code = match (chars.next(), chars.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ => {
            let lower = rest.to_ascii_lowercase();
            let arrow = NAMED.iter().find(|(name, _, shown)| *name == lower || shown.to_lowercase() == lower);
            match arrow {
                Some((_, code, _)) => *code,
                None => {
                    let number = lower.strip_prefix('f').and_then(|number| number.parse::<u8>().ok());
                    match number {
                        Some(number @ 1..=24) => KeyCode::F(number),
                        _ => return Err(refused(text)),
                    }
                }
            }
        }
    };
    let arrow = NAMED.iter().find(|(_, _, shown)| *shown == rest).map(|(_, code, _)| *code);
    Ok(Press::of(arrow.unwrap_or(code), ctrl, alt, shift))
}
