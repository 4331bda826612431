//! Panels over the transcript. Each is a component: it draws itself, takes keys,
//! and says by messages what it wants of the chat. Panels lie on a stack, so
//! that one leads to the next and back.

mod demonstrations;
mod list;
mod neighbours;
mod page_texts;
mod sessions;
mod sources;
mod table;
mod text_page;

use std::fmt::Debug;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::{Action, Keymap};
use crate::model::ChatStatus;
use crate::text;
use crate::theme::Theme;

pub use demonstrations::Demonstrations;
pub use list::LongList;
pub use neighbours::Neighbours;
pub use sessions::Sessions;
pub use sources::SourcesPanel;
pub use table::TablePanel;
pub use text_page::TextPage;

/// What a panel wants of the chat.
#[derive(Debug)]
pub enum PanelMessage {
    /// Close the panel.
    Close,
    /// Ask the backend; the report comes back to this panel.
    Ask(BackendRequest),
    /// Ask the backend; replies to earlier requests of this panel are ignored.
    AskAnew(BackendRequest),
    /// Look something up; what comes back opens a panel of its own.
    Look(BackendRequest),
    /// Do something that the transcript reports, under this label.
    Job(String, BackendRequest),
    /// Change a demonstration in the input.
    Edit {
        /// The demonstration.
        id: String,
        /// Its question.
        question: String,
        /// Its query.
        query: String,
    },
    /// Say something above the input.
    Notify(String),
}

/// What a panel may look at while it works.
#[derive(Debug, Clone, Copy)]
pub struct PanelContext<'a> {
    /// The styles.
    pub theme: Theme,
    /// The keys.
    pub keys: &'a Keymap,
    /// The status, absent until the graph is open.
    pub status: Option<&'a ChatStatus>,
}

/// A key as a panel receives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelKey {
    /// A key with a meaning in panels.
    Action(Action),
    /// A character.
    Char(char),
}

impl PanelKey {
    /// What the key does in a panel in which nothing is typed: letters move as in vim.
    const fn action(self) -> Option<Action> {
        match self {
            Self::Action(action) => Some(action),
            Self::Char('q') => Some(Action::PanelClose),
            Self::Char('j') => Some(Action::PanelDown),
            Self::Char('k') => Some(Action::PanelUp),
            Self::Char('h') => Some(Action::PanelOut),
            Self::Char('l') => Some(Action::PanelIn),
            Self::Char('g') => Some(Action::PanelTop),
            Self::Char('G') => Some(Action::PanelBottom),
            Self::Char(_) => None,
        }
    }
}

/// A component that is shown over the transcript.
pub trait Panel: Debug + Send {
    /// Its title, on the frame.
    fn title(&self) -> String;

    /// What its keys do, for the lower edge of the frame.
    fn hint(&self, look: &PanelContext<'_>) -> String;

    /// Which part of it is in view, such as `3–20 of 100`; may be empty.
    fn place(&self, look: &PanelContext<'_>, size: (u16, u16)) -> String;

    /// Draws itself.
    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>);

    /// Takes a key.
    fn key(&mut self, key: PanelKey, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage>;

    /// Takes a click on one of its rows, from the top.
    fn click(&mut self, row: usize, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let _ = (row, size, look);
        Vec::new()
    }

    /// Takes text that was pasted.
    fn paste(&mut self, text: &str) {
        let _ = text;
    }

    /// Takes the report about something that it asked.
    fn report(&mut self, event: BackendEvent) {
        let _ = event;
    }

    /// Asks for what it needs to be drawn. Called whenever something happened to it.
    fn needs(&mut self, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let _ = (size, look);
        Vec::new()
    }

    /// The status has changed.
    fn status_changed(&mut self) {}
}

/// Writes a line, put into the order in which it is shown.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, line: &Line<'_>, width: u16) {
    buffer.set_line(x, y, &crate::bidi::shown_line(line), width);
}

/// The line that shows what is typed into a panel: `label` and the needle, or
/// `empty` before anything is typed.
fn needle_line(label: &str, needle: &str, empty: &str, width: usize, theme: Theme) -> Line<'static> {
    if needle.is_empty() {
        return Line::styled(text::clip(empty, width), theme.quiet());
    }
    Line::from(vec![
        Span::styled(format!("{label} "), theme.quiet()),
        Span::styled(text::clip(needle, width / 2), theme.strong()),
        Span::styled("▏", theme.accent()),
    ])
}

/// `3–20 of 100`; empty when everything is in view.
fn range(from: usize, shown: usize, total: usize) -> String {
    if total <= shown {
        return String::new();
    }
    let grouped = |number: usize| text::grouped(number as u64);
    format!("{}–{} of {}", grouped(from + 1), grouped((from + shown).min(total)), grouped(total))
}

#[cfg(test)]
mod tests;
