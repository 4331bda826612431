//! Earlier sessions: listed, searched by what was said in them, and resumed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::ListCursor;
use super::sources::aligned;
use super::{Panel, PanelContext, PanelKey, PanelMessage, needle_line, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::SessionSummary;
use crate::text;

/// The kept sessions, the latest first.
#[derive(Debug, Default)]
pub struct Sessions {
    needle: String,
    /// The needle that was asked for last.
    asked: Option<String>,
    shown: Option<Vec<SessionSummary>>,
    failed: Option<String>,
    cursor: ListCursor,
}

impl Sessions {
    /// The sessions in which `needle` occurs; all of them when it is empty.
    #[must_use]
    pub fn new(needle: String) -> Self {
        Self { needle, ..Self::default() }
    }

    fn count(&self) -> usize {
        self.shown.as_ref().map_or(0, Vec::len)
    }
}

impl Panel for Sessions {
    fn title(&self) -> String {
        "Sessions".to_owned()
    }

    fn hint(&self, _look: &PanelContext<'_>) -> String {
        "Enter resumes · Esc closes".to_owned()
    }

    fn place(&self, _look: &PanelContext<'_>, (_, height): (u16, u16)) -> String {
        range(self.cursor.top, usize::from(height.saturating_sub(2)), self.count())
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let theme = look.theme;
        let width = usize::from(area.width);
        let filter = needle_line("search", &self.needle, "Type to search in what was said", width, theme);
        put(buffer, area.x, area.y, &filter, area.width);
        let text = match (&self.failed, &self.shown) {
            (Some(failed), _) => Some((failed.as_str(), theme.bad())),
            (None, None) => Some(("…", theme.quiet())),
            (None, Some(shown)) if shown.is_empty() => {
                let text =
                    if self.needle.is_empty() { "No session has been kept yet." } else { "In none of them." };
                Some((text, theme.quiet()))
            }
            _ => None,
        };
        let top = area.y.saturating_add(2);
        if let Some((text, style)) = text {
            if top < area.bottom() {
                put(buffer, area.x, top, &Line::styled(text::clip(text, width), style), area.width);
            }
            return;
        }
        let mut cursor = self.cursor;
        cursor.show(self.count(), usize::from(area.height.saturating_sub(2)));
        for (y, (at, one)) in
            (top..area.bottom()).zip(self.shown.iter().flatten().enumerate().skip(cursor.top))
        {
            let chosen = at == cursor.at;
            let mark = Span::styled(if chosen { "▌ " } else { "  " }, theme.accent());
            let title = if one.title.is_empty() { "(no question)" } else { &one.title };
            let style = if chosen { theme.focused() } else { theme.text() };
            let mut title = text::clean_line(title).into_owned();
            if look.status.is_some_and(|status| status.graph != one.graph) {
                title.push_str(&format!(" (graph {})", text::clean_line(&one.graph)));
            }
            if one.current {
                title.push_str(" (this session)");
            }
            let title = Span::styled(title, style);
            let answers = text::counted(one.answers, "answer");
            let about =
                if width >= 60 { format!("{answers} · {}", one.started) } else { one.started.clone() };
            put(buffer, area.x, y, &aligned(vec![mark, title], &about, width, theme.quiet()), area.width);
        }
    }

    fn key(&mut self, key: PanelKey, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let action = match key {
            PanelKey::Char(c) => {
                self.needle.push(c);
                self.cursor = ListCursor::default();
                return Vec::new();
            }
            PanelKey::Action(action) => action,
        };
        match action {
            Action::PanelClose | Action::PanelBack if self.needle.is_empty() => {
                return vec![PanelMessage::Close];
            }
            Action::PanelClose => self.needle.clear(),
            Action::PanelBack => {
                self.needle.pop();
            }
            Action::PanelOpen => {
                if let Some(one) = self.shown.iter().flatten().nth(self.cursor.at) {
                    let title = text::clip(&one.title, 40);
                    let id = one.id.clone();
                    return vec![
                        PanelMessage::Close,
                        PanelMessage::Job(format!("resuming “{title}”"), BackendRequest::Resume { id }),
                    ];
                }
            }
            action => {
                let count = self.count();
                self.cursor.step(action, count, usize::from(height.saturating_sub(2)));
            }
        }
        Vec::new()
    }

    fn click(&mut self, row: usize, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let Some(row) = row.checked_sub(2) else { return Vec::new() };
        let at = self.cursor.top + row;
        if at == self.cursor.at {
            return self.key(PanelKey::Action(Action::PanelOpen), size, look);
        }
        self.cursor.at = at;
        Vec::new()
    }

    fn paste(&mut self, text: &str) {
        self.needle.push_str(&text::clean_line(text));
        self.cursor = ListCursor::default();
    }

    fn report(&mut self, event: BackendEvent) {
        match event {
            BackendEvent::Sessions(shown) => {
                self.shown = Some(shown);
                self.failed = None;
            }
            BackendEvent::Failed(failure) => self.failed = Some(failure.message),
            _ => {}
        }
    }

    fn needs(&mut self, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let count = self.count();
        self.cursor.show(count, usize::from(height.saturating_sub(2)));
        if self.asked.as_ref() == Some(&self.needle) {
            return Vec::new();
        }
        self.asked = Some(self.needle.clone());
        vec![PanelMessage::AskAnew(BackendRequest::ListSessions { needle: self.needle.clone() })]
    }
}
