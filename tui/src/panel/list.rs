//! Lists: a cursor in a list of any length, and a panel for the lists of an
//! answer that are too long for the transcript. What is in view is requested
//! page by page, so that a hundred thousand values cost as much as fifty.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{Panel, PanelContext, PanelKey, PanelMessage, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::{AnswerId, FactView, PageOf};
use crate::text;

/// How many entries are requested at once.
pub(super) const PAGE: usize = 200;

/// The chosen entry of a list and the first one in view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListCursor {
    /// The chosen entry.
    pub at: usize,
    /// The first entry in view.
    pub top: usize,
}

impl ListCursor {
    /// Moves by a key; false when the key moves nothing in a list.
    pub fn step(&mut self, action: Action, count: usize, height: usize) -> bool {
        let page = height.saturating_sub(1).max(1);
        let last = count.saturating_sub(1);
        self.at = match action {
            Action::PanelUp => self.at.saturating_sub(1),
            Action::PanelDown => self.at.saturating_add(1),
            Action::PanelPageUp => self.at.saturating_sub(page),
            Action::PanelPageDown => self.at.saturating_add(page),
            Action::PanelTop => 0,
            Action::PanelBottom => last,
            _ => return false,
        }
        .min(last);
        self.show(count, height);
        true
    }

    /// Keeps the chosen entry in the list and in view.
    pub fn show(&mut self, count: usize, height: usize) {
        let height = height.max(1);
        self.at = self.at.min(count.saturating_sub(1));
        self.top = self.top.min(self.at).max((self.at + 1).saturating_sub(height));
        self.top = self.top.min(count.saturating_sub(height));
    }
}

/// A long list that is read page by page.
#[derive(Debug, Default)]
pub(super) struct Paged<T> {
    entries: BTreeMap<usize, T>,
    /// The page that was asked for last and has not come. It stays when the
    /// backend fails, so that it is not asked again and again.
    asked: Option<usize>,
    pub total: usize,
}

impl<T> Paged<T> {
    pub const fn new(total: usize) -> Self {
        Self { entries: BTreeMap::new(), asked: None, total }
    }

    pub fn get(&self, at: usize) -> Option<&T> {
        self.entries.get(&at)
    }

    pub fn take(&mut self, from: usize, entries: impl IntoIterator<Item = T>, total: usize) {
        self.asked = None;
        self.total = total;
        self.entries.extend((from..).zip(entries));
    }

    /// The start of the page to ask for so that the entries in view are there.
    pub fn missing(&mut self, top: usize, height: usize) -> Option<usize> {
        let end = (top + height).min(self.total);
        let first = (top..end).find(|at| !self.entries.contains_key(at))?;
        let page = first - first % PAGE;
        // A page may be there in part: then the missing rest is requested.
        let from = (page..=first).find(|at| !self.entries.contains_key(at)).unwrap_or(first);
        if self.asked == Some(from) {
            return None;
        }
        self.asked = Some(from);
        Some(from)
    }
}

/// One entry of a list of an answer.
#[derive(Debug)]
enum Entry {
    Text(String),
    Fact(Box<FactView>),
}

/// A list of an answer.
#[derive(Debug)]
pub struct LongList {
    answer: AnswerId,
    step: usize,
    of: PageOf,
    entries: Paged<Entry>,
    cursor: ListCursor,
    failed: Option<String>,
}

impl LongList {
    /// The list `of` a step, of `total` entries, from the entry `at`.
    #[must_use]
    pub fn new(answer: AnswerId, step: usize, of: PageOf, total: usize, at: usize) -> Self {
        let entries = Paged::new(total);
        Self { answer, step, of, entries, cursor: ListCursor { at, top: at }, failed: None }
    }
}

impl Panel for LongList {
    fn title(&self) -> String {
        match self.of {
            PageOf::Items | PageOf::Rows => {
                format!("Answer · {}", text::counted(self.entries.total, "item"))
            }
            PageOf::Results => {
                format!("Step {} · {}", self.step + 1, text::counted(self.entries.total, "value"))
            }
            PageOf::Facts => {
                format!("Step {} · {}", self.step + 1, text::counted(self.entries.total, "fact"))
            }
        }
    }

    fn hint(&self, _look: &PanelContext<'_>) -> String {
        let open = if self.of == PageOf::Facts { "Enter shows its row" } else { "Enter shows its facts" };
        format!("{open} · Esc back")
    }

    fn place(&self, _look: &PanelContext<'_>, (_, height): (u16, u16)) -> String {
        range(self.cursor.top, usize::from(height), self.entries.total)
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let theme = look.theme;
        if let Some(failed) = &self.failed {
            put(
                buffer,
                area.x,
                area.y,
                &Line::styled(text::clip(failed, area.width.into()), theme.bad()),
                area.width,
            );
            return;
        }
        let digits = self.entries.total.to_string().len();
        let height = usize::from(area.height);
        for (y, at) in
            (area.y..area.bottom()).zip(self.cursor.top..self.entries.total.min(self.cursor.top + height))
        {
            let mark = if at == self.cursor.at { "▌" } else { " " };
            let number = format!("{:>digits$}  ", at + 1);
            let room = usize::from(area.width).saturating_sub(digits + 3);
            let mut spans = vec![Span::styled(mark, theme.accent()), Span::styled(number, theme.quiet())];
            match self.entries.get(at) {
                None => spans.push(Span::styled("…", theme.quiet())),
                Some(Entry::Text(text)) => spans.push(Span::raw(text::clip(text, room))),
                Some(Entry::Fact(fact)) => {
                    let place = fact.place();
                    let used = text::width(&text::clean_line(&place)) + 2;
                    let wide = room > used + 20;
                    let text_room = if wide { room - used } else { room };
                    spans.push(Span::raw(text::pad(&fact.text, text_room)));
                    if wide {
                        spans.push(Span::styled(format!("  {}", text::clean_line(&place)), theme.quiet()));
                    }
                }
            }
            put(buffer, area.x, y, &Line::from(spans), area.width);
            if at == self.cursor.at {
                buffer.set_style(Rect::new(area.x, y, area.width, 1), theme.focused());
            }
        }
    }

    fn key(&mut self, key: PanelKey, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let Some(action) = key.action() else { return Vec::new() };
        match action {
            Action::PanelClose | Action::PanelBack => vec![PanelMessage::Close],
            Action::PanelOpen => match self.entries.get(self.cursor.at) {
                Some(Entry::Fact(fact)) => {
                    vec![PanelMessage::Look(BackendRequest::ShowFact { fact: fact.id })]
                }
                Some(Entry::Text(name)) => vec![PanelMessage::Look(BackendRequest::Entity {
                    name: name.clone(),
                    source: None,
                    from: 0,
                    count: PAGE,
                })],
                None => Vec::new(),
            },
            action => {
                self.cursor.step(action, self.entries.total, height.into());
                Vec::new()
            }
        }
    }

    fn click(&mut self, row: usize, size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let at = self.cursor.top + row;
        if at == self.cursor.at {
            return self.key(PanelKey::Action(Action::PanelOpen), size, look);
        }
        self.cursor.at = at;
        Vec::new()
    }

    fn report(&mut self, event: BackendEvent) {
        match event {
            BackendEvent::Page(page) => {
                let entries: Vec<Entry> = if self.of == PageOf::Facts {
                    page.facts.into_iter().map(|fact| Entry::Fact(Box::new(fact))).collect()
                } else {
                    page.texts.into_iter().map(Entry::Text).collect()
                };
                self.entries.take(page.from, entries, page.total);
            }
            BackendEvent::Failed(failure) => {
                self.failed = Some(failure.message);
            }
            _ => {}
        }
    }

    fn needs(&mut self, (_, height): (u16, u16), _look: &PanelContext<'_>) -> Vec<PanelMessage> {
        self.cursor.show(self.entries.total, height.into());
        let Some(from) = self.entries.missing(self.cursor.top, height.into()) else { return Vec::new() };
        vec![PanelMessage::Ask(BackendRequest::Page {
            answer: self.answer,
            step: self.step,
            of: self.of,
            from,
            count: PAGE,
        })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_stays_in_the_list_and_in_view() {
        let mut cursor = ListCursor::default();
        for (action, at, top) in [
            (Action::PanelUp, 0, 0),
            (Action::PanelDown, 1, 0),
            (Action::PanelPageDown, 5, 1),
            (Action::PanelBottom, 9, 5),
            (Action::PanelDown, 9, 5),
            (Action::PanelPageUp, 5, 5),
            (Action::PanelUp, 4, 4),
            (Action::PanelTop, 0, 0),
        ] {
            assert!(cursor.step(action, 10, 5));
            assert_eq!((cursor.at, cursor.top), (at, top), "{action:?}");
        }
        assert!(!cursor.step(Action::PanelOpen, 10, 5));
        cursor = ListCursor { at: 9, top: 9 };
        cursor.show(0, 5);
        assert_eq!(cursor, ListCursor::default());
    }

    #[test]
    fn pages_are_asked_for_once() {
        let mut list: Paged<u8> = Paged::new(1_000);
        assert_eq!(list.missing(0, 40), Some(0));
        assert_eq!(list.missing(0, 40), None);
        list.take(0, vec![0; PAGE], 1_000);
        assert_eq!(list.missing(100, 40), None);
        assert_eq!(list.missing(190, 40), Some(PAGE));
        // Another place is requested although the first has not arrived.
        assert_eq!(list.missing(900, 40), Some(800));
        list.take(800, vec![0; 50], 1_000);
        assert_eq!(list.missing(840, 40), Some(850));
        assert_eq!(Paged::<u8>::new(0).missing(0, 40), None);
    }
}
