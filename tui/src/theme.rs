//! The styles of the chat. Only the sixteen colours that a terminal's own theme
//! defines are used, so that the chat is readable on light and dark
//! backgrounds; without colour the same meaning is carried by weight and words.

use ratatui::style::{Color, Modifier, Style};

/// The styles in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    colour: bool,
}

impl Theme {
    /// A theme with colours, or one that uses weight only.
    #[must_use]
    pub const fn new(colour: bool) -> Self {
        Self { colour }
    }

    /// The theme that the environment asks for: monochrome when `NO_COLOR` is
    /// set and not empty.
    #[must_use]
    pub fn from_env() -> Self {
        Self::new(std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    const fn tint(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Ordinary text.
    #[must_use]
    pub const fn text(self) -> Style {
        Style::new()
    }

    /// What must stand out: an answer, a title.
    #[must_use]
    pub const fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is there when looked for: places, times, hints.
    #[must_use]
    pub const fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What can be acted on, and where the focus is.
    #[must_use]
    pub const fn accent(self) -> Style {
        self.tint(Color::Cyan)
    }

    /// A good outcome.
    #[must_use]
    pub const fn good(self) -> Style {
        self.tint(Color::Green)
    }

    /// Something to look at twice.
    #[must_use]
    pub const fn caution(self) -> Style {
        self.tint(Color::Yellow)
    }

    /// A failure.
    #[must_use]
    pub const fn bad(self) -> Style {
        self.tint(Color::Red)
    }

    /// The node that has the focus; laid over the styles of its line.
    #[must_use]
    pub const fn focused(self) -> Style {
        self.accent().add_modifier(Modifier::BOLD).remove_modifier(Modifier::DIM)
    }
}
