//! The styles of the chat. The theme `auto` uses only the sixteen colours that a
//! terminal's own theme defines, so that it is readable on light and dark
//! backgrounds; `light` and `dark` choose their own; `mono` has none, and
//! carries the same meaning by weight and words.

use ratatui::style::{Color, Modifier, Style};

use crate::settings::SettingError;

/// The names that [`Theme::named`] knows.
pub const NAMES: [&str; 4] = ["auto", "light", "dark", "mono"];

/// The styles that the settings can change, by name, in the order of the fields.
pub const STYLES: [&str; 7] = ["strong", "quiet", "accent", "good", "caution", "bad", "marked"];

/// The styles in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    styles: [Style; STYLES.len()],
}

impl Default for Theme {
    /// The theme `auto`.
    fn default() -> Self {
        Self::new(true)
    }
}

impl Theme {
    /// The theme `auto`, or `mono` when colours are not wanted.
    #[must_use]
    pub const fn new(colour: bool) -> Self {
        if colour { Self::of([Color::Cyan, Color::Green, Color::Yellow, Color::Red]) } else { Self::mono() }
    }

    const fn of([accent, good, caution, bad]: [Color; 4]) -> Self {
        let mut theme = Self::mono();
        theme.styles[2] = Style::new().fg(accent);
        theme.styles[3] = Style::new().fg(good);
        theme.styles[4] = Style::new().fg(caution);
        theme.styles[5] = Style::new().fg(bad);
        theme
    }

    const fn mono() -> Self {
        let plain = Style::new();
        let strong = plain.add_modifier(Modifier::BOLD);
        let quiet = plain.add_modifier(Modifier::DIM);
        let marked = plain.add_modifier(Modifier::REVERSED);
        Self { styles: [strong, quiet, plain, plain, plain, plain, marked] }
    }

    /// The theme of that name.
    ///
    /// # Errors
    ///
    /// No theme has that name.
    pub fn named(name: &str) -> Result<Self, SettingError> {
        let rgb = |hex: u32| Color::from_u32(hex);
        Ok(match name {
            "auto" => Self::new(true),
            "mono" => Self::mono(),
            "light" => {
                let mut theme = Self::of([rgb(0x00_5f87), rgb(0x1a_7f37), rgb(0x9a_6700), rgb(0xb4_2318)]);
                theme.styles[1] = Style::new().fg(rgb(0x5c_6370));
                theme
            }
            "dark" => {
                let mut theme = Self::of([rgb(0x7d_cfff), rgb(0x9e_ce6a), rgb(0xe0_af68), rgb(0xf7_768e)]);
                theme.styles[1] = Style::new().fg(rgb(0x8a_91a5));
                theme
            }
            other => {
                return Err(SettingError {
                    what: format!("there is no theme `{other}`"),
                    hint: format!("the themes are {}", NAMES.join(", ")),
                });
            }
        })
    }

    /// Changes one style, such as `accent` to `bold #7dcfff` or `marked` to
    /// `black on yellow`.
    ///
    /// # Errors
    ///
    /// No style has that name, or a word of its value is neither a colour nor a weight.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let Some(at) = STYLES.iter().position(|style| *style == name) else {
            return Err(SettingError {
                what: format!("there is no style `{name}`"),
                hint: format!("the styles are {}, and `name` chooses a theme", STYLES.join(", ")),
            });
        };
        self.styles[at] = style(value)?;
        Ok(())
    }

    /// The theme without its colours, as `NO_COLOR` asks.
    #[must_use]
    pub fn without_colour(mut self) -> Self {
        for style in &mut self.styles {
            style.fg = None;
            style.bg = None;
        }
        // A style that was set off by its colours alone must stay visible.
        if self.styles[6].add_modifier.is_empty() {
            self.styles[6] = self.styles[6].add_modifier(Modifier::REVERSED);
        }
        self
    }

    /// The theme `auto` as the environment wants it: without colours when
    /// `NO_COLOR` is set and not empty.
    #[must_use]
    pub fn from_env() -> Self {
        Self::default().for_env()
    }

    /// The theme, without colours when `NO_COLOR` is set and not empty.
    #[must_use]
    pub fn for_env(self) -> Self {
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if colour { self } else { self.without_colour() }
    }

    /// Ordinary text.
    #[must_use]
    pub const fn text(self) -> Style {
        Style::new()
    }

    /// What must stand out: an answer, a title.
    #[must_use]
    pub const fn strong(self) -> Style {
        self.styles[0]
    }

    /// What is there when looked for: places, times, hints.
    #[must_use]
    pub const fn quiet(self) -> Style {
        self.styles[1]
    }

    /// What can be acted on, and where the focus is.
    #[must_use]
    pub const fn accent(self) -> Style {
        self.styles[2]
    }

    /// A good outcome.
    #[must_use]
    pub const fn good(self) -> Style {
        self.styles[3]
    }

    /// Something to look at twice.
    #[must_use]
    pub const fn caution(self) -> Style {
        self.styles[4]
    }

    /// A failure.
    #[must_use]
    pub const fn bad(self) -> Style {
        self.styles[5]
    }

    /// A cell that is pointed at.
    #[must_use]
    pub const fn marked(self) -> Style {
        self.styles[6]
    }

    /// The node that has the focus; laid over the styles of its line.
    #[must_use]
    pub const fn focused(self) -> Style {
        self.accent().add_modifier(Modifier::BOLD).remove_modifier(Modifier::DIM)
    }

    /// The style of a lane of the picture: lanes next to each other differ.
    #[must_use]
    pub const fn lane(self, lane: usize) -> Style {
        self.styles[[2, 3, 4, 5][lane % 4]]
    }
}

/// Reads a style: weights and a colour, and `on` before a colour behind the text.
fn style(value: &str) -> Result<Style, SettingError> {
    let mut style = Style::new();
    let mut behind = false;
    for word in value.split_whitespace() {
        let modifier = match word {
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "italic" => Modifier::ITALIC,
            "underlined" => Modifier::UNDERLINED,
            "reversed" => Modifier::REVERSED,
            "plain" => Modifier::empty(),
            "on" => {
                behind = true;
                continue;
            }
            colour => {
                let colour: Color = colour.parse().map_err(|_| SettingError {
                    what: format!("`{word}` is neither a colour nor a weight"),
                    hint: "write a colour as `cyan`, `bright-blue`, `#7dcfff` or a number up to 255, and \
                           before it plain, bold, dim, italic, underlined or reversed; `on yellow` colours what lies behind"
                        .to_owned(),
                })?;
                style = if std::mem::take(&mut behind) { style.bg(colour) } else { style.fg(colour) };
                continue;
            }
        };
        style = style.add_modifier(modifier);
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read_from_words() {
        let mut theme = Theme::new(true);
        assert_eq!(theme.set("accent", "bold #7dcfff"), Ok(()));
        assert_eq!(
            theme.accent(),
            Style::new().fg(Color::Rgb(0x7d, 0xcf, 0xff)).add_modifier(Modifier::BOLD)
        );
        assert_eq!(theme.set("marked", "black on bright-yellow"), Ok(()));
        assert_eq!(theme.marked(), Style::new().fg(Color::Black).bg(Color::LightYellow));
        let refused = theme.set("accent", "blau").expect_err("no colour");
        assert!(refused.what.contains("blau") && refused.hint.contains("cyan"), "{refused:?}");
        let refused = theme.set("acent", "blue").expect_err("no style");
        assert!(refused.hint.contains("accent"), "{refused:?}");
    }

    #[test]
    fn every_theme_is_there_and_mono_has_no_colour() {
        for name in NAMES {
            let theme = Theme::named(name).expect(name);
            let plain = theme.without_colour();
            for style in plain.styles {
                assert_eq!((style.fg, style.bg), (None, None), "{name}");
            }
            assert!(!plain.marked().add_modifier.is_empty());
            assert_eq!(theme == plain, name == "mono", "{name}");
        }
        assert!(Theme::named("neon").expect_err("no theme").hint.contains("auto, light, dark, mono"));
    }
}
