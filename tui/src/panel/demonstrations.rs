//! What was learnt: questions with their queries, those of the user first.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::ListCursor;
use super::sources::aligned;
use super::{Panel, PanelContext, PanelKey, PanelMessage, needle_line, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::{DemonstrationOwner, DemonstrationView};
use crate::text;

/// The demonstrations, filtered by what is typed.
#[derive(Debug, Default)]
pub struct Demonstrations {
    needle: String,
    all: Option<Vec<DemonstrationView>>,
    failed: Option<String>,
    cursor: ListCursor,
    asked: bool,
    /// The demonstration that the next key deletes.
    deleting: Option<String>,
}

impl Demonstrations {
    fn shown(&self) -> Vec<&DemonstrationView> {
        let needle = self.needle.to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&needle);
        let all = self.all.iter().flatten();
        all.filter(|one| has(&one.question) || has(&one.query) || has(&one.kind)).collect()
    }

    fn chosen(&self) -> Option<&DemonstrationView> {
        self.shown().get(self.cursor.at).copied()
    }

    /// Entries of the list that are in view, below two headings: the rest shows the query of the chosen one.
    fn list_height(height: usize) -> usize {
        (height.saturating_sub(3) * 3 / 5).saturating_sub(2).max(1)
    }

    /// Whether the chosen one is the user's; the others cannot be changed.
    fn own(&self) -> Result<&DemonstrationView, Vec<PanelMessage>> {
        match self.chosen() {
            Some(one) if one.origin == DemonstrationOwner::Shipped => Err(vec![PanelMessage::Notify(
                "this one ships with the program; `+` on an answer makes one of your own".to_owned(),
            )]),
            Some(one) => Ok(one),
            None => Err(Vec::new()),
        }
    }
}

/// What is written above those of the user and above those of the program.
const fn heading(origin: DemonstrationOwner) -> &'static str {
    match origin {
        DemonstrationOwner::Shipped => "Shipped with the program",
        DemonstrationOwner::Accepted | DemonstrationOwner::Rejected | DemonstrationOwner::Chosen => "Yours",
    }
}

const fn origin(origin: DemonstrationOwner) -> &'static str {
    match origin {
        DemonstrationOwner::Shipped => "shipped",
        DemonstrationOwner::Accepted => "accepted",
        DemonstrationOwner::Rejected => "rejected",
        DemonstrationOwner::Chosen => "chosen",
    }
}

impl Panel for Demonstrations {
    fn title(&self) -> String {
        "Demonstrations".to_owned()
    }

    fn hint(&self, look: &PanelContext<'_>) -> String {
        let edit = look.keys.key_of(Action::PanelEdit);
        let delete = look.keys.key_of(Action::PanelDelete);
        if self.deleting.is_some() {
            return format!("{delete} again deletes · Esc keeps it");
        }
        format!("{edit} edits · {delete} deletes · Esc closes")
    }

    fn place(&self, _look: &PanelContext<'_>, (_, height): (u16, u16)) -> String {
        range(self.cursor.top, Self::list_height(height.into()), self.shown().len())
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let theme = look.theme;
        let width = usize::from(area.width);
        let say = |buffer: &mut Buffer, text: &str, style| {
            for (y, line) in (area.y.saturating_add(2)..area.bottom()).zip(text::wrap(
                &[Span::styled(text, style)],
                width,
                0,
            )) {
                put(buffer, area.x, y, &line, area.width);
            }
        };
        let filter =
            needle_line("filter", &self.needle, "Type to filter by question and query", width, theme);
        put(buffer, area.x, area.y, &filter, area.width);
        if let Some(failed) = &self.failed {
            return say(buffer, failed, theme.bad());
        }
        let shown = self.shown();
        if shown.is_empty() {
            let text = match (&self.all, self.needle.is_empty()) {
                (None, _) => "…",
                (Some(_), true) => {
                    "There are none yet. `+` on an answer accepts it: the pair of question and query is learnt."
                }
                (Some(_), false) => "None of them has that.",
            };
            return say(buffer, text, theme.quiet());
        }
        let height = Self::list_height(area.height.into());
        let mut cursor = self.cursor;
        cursor.show(shown.len(), height);
        let mut y = area.y.saturating_add(1);
        let mut above = "";
        for (at, one) in shown.iter().enumerate().skip(cursor.top).take(height) {
            let heading = heading(one.origin);
            if heading != above && y < area.bottom() {
                put(buffer, area.x, y, &Line::styled(heading, theme.quiet()), area.width);
                (above, y) = (heading, y + 1);
            }
            if y >= area.bottom() {
                return;
            }
            let chosen = at == cursor.at;
            let mark = Span::styled(if chosen { "▌ " } else { "  " }, theme.accent());
            let style = match one.origin {
                DemonstrationOwner::Rejected => theme.caution(),
                _ if chosen => theme.focused(),
                _ => theme.text(),
            };
            let question = Span::styled(text::clean_line(&one.question).into_owned(), style);
            let about = format!("{} · {}", origin(one.origin), one.kind);
            put(buffer, area.x, y, &aligned(vec![mark, question], &about, width, theme.quiet()), area.width);
            y += 1;
        }
        let Some(chosen) = shown.get(cursor.at) else { return };
        if y + 1 < area.bottom() {
            put(buffer, area.x, y, &Line::styled("─".repeat(width), theme.quiet()), area.width);
        }
        let mut lines = text::wrap(&[Span::styled(chosen.question.as_str(), theme.strong())], width, 0);
        for step in text::clean(&chosen.query).lines() {
            lines.extend(text::wrap(&[Span::raw(text::breakable(step))], width.saturating_sub(2), 4));
        }
        for (y, line) in (y.saturating_add(1)..area.bottom()).zip(lines) {
            put(buffer, area.x, y, &line, area.width);
        }
    }

    fn key(&mut self, key: PanelKey, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let deleting = self.deleting.take();
        let action = match key {
            PanelKey::Char(c) => {
                self.needle.push(c);
                self.cursor = ListCursor::default();
                return Vec::new();
            }
            PanelKey::Action(action) => action,
        };
        match action {
            Action::PanelClose if deleting.is_some() => {}
            Action::PanelClose | Action::PanelBack if self.needle.is_empty() => {
                return vec![PanelMessage::Close];
            }
            Action::PanelClose => {
                self.needle.clear();
                self.cursor = ListCursor::default();
            }
            Action::PanelBack => {
                self.needle.pop();
                self.cursor = ListCursor::default();
            }
            Action::PanelEdit | Action::PanelOpen => match self.own() {
                Ok(one) => {
                    let (id, question, query) = (one.id.clone(), one.question.clone(), one.query.clone());
                    return vec![PanelMessage::Edit { id, question, query }];
                }
                Err(messages) => return messages,
            },
            Action::PanelDelete => match self.own() {
                Ok(one) if deleting.as_ref() == Some(&one.id) => {
                    let id = one.id.clone();
                    return vec![PanelMessage::Ask(BackendRequest::DeleteDemonstration { id })];
                }
                Ok(one) => self.deleting = Some(one.id.clone()),
                Err(messages) => return messages,
            },
            action => {
                let count = self.shown().len();
                self.cursor.step(action, count, Self::list_height(height.into()));
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) {
        self.needle.push_str(&text::clean_line(text));
        self.cursor = ListCursor::default();
    }

    fn report(&mut self, event: BackendEvent) {
        match event {
            BackendEvent::Demonstrations(mut all) => {
                // Those of the user first, otherwise in the order that they came in.
                all.sort_by_key(|one| one.origin == DemonstrationOwner::Shipped);
                self.all = Some(all);
            }
            // One was deleted: the list is requested again.
            BackendEvent::Done(_) => self.asked = false,
            BackendEvent::Failed(failure) => self.failed = Some(failure.message),
            _ => {}
        }
    }

    fn needs(&mut self, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        self.cursor.show(self.shown().len(), Self::list_height(height.into()));
        if std::mem::replace(&mut self.asked, true) {
            return Vec::new();
        }
        vec![PanelMessage::Ask(BackendRequest::ListDemonstrations { needle: String::new() })]
    }
}
