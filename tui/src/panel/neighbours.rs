//! The facts around an entity, or those of a graph in the order of its file. Each fact leads to the
//! entity at its other end, and back.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::list::{ListCursor, PAGE, Paged};
use super::{Panel, PanelContext, PanelKey, PanelMessage, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::{FactKind, FactView, NeighbourView};
use crate::text;

/// The facts around an entity with a chosen one, and a chosen end of it.
#[derive(Debug)]
pub struct Neighbours {
    entity: String,
    source: Option<String>,
    facts: Paged<FactView>,
    marked: Option<usize>,
    cursor: ListCursor,
    /// The end that was chosen by hand: the tail when true.
    tail: Option<bool>,
}

impl Neighbours {
    /// A part of the facts around an entity.
    #[must_use]
    pub fn new(view: NeighbourView) -> Self {
        let mut facts = Paged::new(view.total);
        let marked = view.marked.map(|at| at + view.from);
        let at = marked.unwrap_or(view.from);
        facts.take(view.from, view.facts, view.total);
        let cursor = ListCursor { at, top: at.saturating_sub(6) };
        Self { entity: view.entity, source: view.source, facts, marked, cursor, tail: None }
    }

    /// Whether these are all facts of a source, which is not an entity of its own.
    fn is_source(&self) -> bool {
        self.source.as_deref() == Some(self.entity.as_str())
    }

    /// Whether Enter goes on to the tail of a fact.
    fn to_tail(&self, fact: &FactView) -> bool {
        self.tail.unwrap_or(fact.head == self.entity || fact.kind == FactKind::Cell)
    }

    fn line(&self, at: usize, width: usize, look: &PanelContext<'_>) -> Line<'static> {
        let theme = look.theme;
        let chosen = at == self.cursor.at;
        let mark = if chosen { "▌" } else { " " };
        let Some(fact) = self.facts.get(at) else {
            return Line::from(vec![Span::styled(mark, theme.accent()), Span::styled(" …", theme.quiet())]);
        };
        let place = text::clean_line(&fact.place()).into_owned();
        let time = fact.time.as_ref().map_or(String::new(), |time| format!("  [{}]", text::clean_line(time)));
        let room = width.saturating_sub(2);
        let place_shown = room > text::width(&place) + 44;
        let mut left = room.saturating_sub(text::width(&time));
        if place_shown {
            left = left.saturating_sub(text::width(&place) + 2);
        }
        // The entity itself is dimmed: its connections are what is new.
        let own = |name: &str| name == self.entity;
        let arrow = " → ";
        let relation = text::clip(&fact.relation, (left / 3).max(6));
        let ends = left.saturating_sub(text::width(&relation) + 2 * text::width(arrow));
        let tail = text::clip(
            &fact.tail,
            ends.saturating_sub(text::width(&text::clean_line(&fact.head)).min(ends / 2)),
        );
        let head = text::clip(&fact.head, ends.saturating_sub(text::width(&tail)));
        let end = |name: &str, selected: bool| {
            let style = if own(name) { theme.quiet() } else { theme.strong() };
            if chosen && selected {
                style.patch(theme.accent()).add_modifier(Modifier::UNDERLINED)
            } else {
                style
            }
        };
        let to_tail = self.to_tail(fact);
        let mut spans = vec![
            Span::styled(mark, theme.accent()),
            Span::raw(" "),
            Span::styled(head, end(&fact.head, !to_tail)),
            Span::styled(arrow, theme.quiet()),
            Span::styled(relation, theme.text()),
            Span::styled(arrow, theme.quiet()),
            Span::styled(tail, end(&fact.tail, to_tail)),
            Span::styled(time, theme.text()),
        ];
        if self.marked == Some(at) {
            for span in spans.iter_mut().skip(2) {
                span.style = theme.marked().patch(span.style);
            }
        }
        if place_shown {
            let used: usize = spans.iter().map(|span| text::width(&span.content)).sum();
            spans.push(Span::raw(" ".repeat(width.saturating_sub(used + text::width(&place)))));
            spans.push(Span::styled(place, theme.quiet()));
        }
        Line::from(spans)
    }
}

impl Panel for Neighbours {
    fn title(&self) -> String {
        let name = text::clip(&self.entity, 60);
        let facts = text::counted(self.facts.total, "fact");
        match &self.source {
            Some(source) if !self.is_source() => format!("{name} in {} · {facts}", text::clean_line(source)),
            _ => format!("{name} · {facts}"),
        }
    }

    fn hint(&self, _look: &PanelContext<'_>) -> String {
        "Enter goes on · ← → which end · Tab its row · Esc back".to_owned()
    }

    fn place(&self, _look: &PanelContext<'_>, (_, height): (u16, u16)) -> String {
        range(self.cursor.top, usize::from(height), self.facts.total)
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        if self.facts.total == 0 {
            let text =
                text::clip(&format!("No fact has “{}” at one of its ends.", self.entity), area.width.into());
            return put(buffer, area.x, area.y, &Line::styled(text, look.theme.quiet()), area.width);
        }
        let height = usize::from(area.height);
        for (y, at) in
            (area.y..area.bottom()).zip(self.cursor.top..self.facts.total.min(self.cursor.top + height))
        {
            put(buffer, area.x, y, &self.line(at, area.width.into(), look), area.width);
        }
    }

    fn key(&mut self, key: PanelKey, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let Some(action) = key.action() else { return Vec::new() };
        match action {
            Action::PanelClose | Action::PanelBack => return vec![PanelMessage::Close],
            Action::PanelIn => self.tail = Some(true),
            Action::PanelOut => self.tail = Some(false),
            Action::PanelPreview => {
                if let Some(fact) = self.facts.get(self.cursor.at) {
                    return vec![PanelMessage::Look(BackendRequest::ShowFact { fact: fact.id })];
                }
            }
            Action::PanelOpen => {
                let Some(fact) = self.facts.get(self.cursor.at) else { return Vec::new() };
                let to_tail = self.to_tail(fact);
                // A row of a table is not an entity: it is shown in its table.
                if fact.kind == FactKind::Cell && (!to_tail || fact.tail == self.entity) {
                    return vec![PanelMessage::Look(BackendRequest::ShowFact { fact: fact.id })];
                }
                let name = if to_tail { fact.tail.clone() } else { fact.head.clone() };
                return vec![PanelMessage::Look(BackendRequest::Entity {
                    name,
                    source: None,
                    from: 0,
                    count: PAGE,
                })];
            }
            action => {
                if self.cursor.step(action, self.facts.total, height.into()) {
                    self.tail = None;
                }
            }
        }
        Vec::new()
    }

    fn click(&mut self, row: usize, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let at = self.cursor.top + row;
        if at == self.cursor.at {
            return self.key(PanelKey::Action(Action::PanelOpen), size, look);
        }
        self.cursor.at = at.min(self.facts.total.saturating_sub(1));
        self.tail = None;
        Vec::new()
    }

    fn report(&mut self, event: BackendEvent) {
        if let BackendEvent::Neighbours(view) = event {
            self.facts.take(view.from, view.facts, view.total);
        }
    }

    fn needs(&mut self, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        self.cursor.show(self.facts.total, height.into());
        let Some(from) = self.facts.missing(self.cursor.top, height.into()) else { return Vec::new() };
        let request = if self.is_source() {
            BackendRequest::Rows { source: self.entity.clone(), from: from as u64 + 1, count: PAGE }
        } else {
            BackendRequest::Entity {
                name: self.entity.clone(),
                source: self.source.clone(),
                from,
                count: PAGE,
            }
        };
        vec![PanelMessage::Ask(request)]
    }
}
