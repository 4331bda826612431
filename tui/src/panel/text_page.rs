//! A panel of text: the keys, the commands, what was sent, the picture. Its text
//! is made for a width and kept while it stays.

use std::cell::RefCell;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Panel, PanelContext, PanelKey, PanelMessage, page_texts, put, range};
use crate::keys::Action;
use crate::model::{AnswerView, SentEntry};
use crate::picture::chart::Series;
use crate::picture::chart_form::{self, ChartForm};
use crate::picture::{self, Picture};
use crate::transcript::LineWriter;

/// What a page shows.
#[derive(Debug)]
enum Kind {
    Keys,
    Help,
    Sent(Vec<SentEntry>),
    Prompt(String),
    Picture(Box<(Option<Picture>, Option<Series>)>),
    Chart(Box<Series>, ChartForm),
}

/// Lines made for a width.
type Laid = RefCell<Option<(u16, Arc<[Line<'static>]>)>>;

/// A page of text and how far it is scrolled.
#[derive(Debug)]
pub struct TextPage {
    kind: Kind,
    top: usize,
    lines: Laid,
}

impl TextPage {
    const fn new(kind: Kind) -> Self {
        Self { kind, top: 0, lines: RefCell::new(None) }
    }

    /// The keys.
    #[must_use]
    pub const fn keys() -> Self {
        Self::new(Kind::Keys)
    }

    /// The commands.
    #[must_use]
    pub const fn help() -> Self {
        Self::new(Kind::Help)
    }

    /// What was sent.
    #[must_use]
    pub const fn sent(entries: Vec<SentEntry>) -> Self {
        Self::new(Kind::Sent(entries))
    }

    /// What a model would be sent.
    #[must_use]
    pub const fn prompt(text: String) -> Self {
        Self::new(Kind::Prompt(text))
    }

    /// The reasoning of an answer as a picture, and its numbers as a chart.
    #[must_use]
    pub fn picture(answer: &AnswerView) -> Self {
        Self::new(Kind::Picture(Box::new((Picture::of(answer), Series::of(answer)))))
    }

    /// The numbers of an answer in a form.
    #[must_use]
    pub fn chart(series: Series, form: ChartForm) -> Self {
        Self::new(Kind::Chart(Box::new(series), form))
    }

    fn lines(&self, width: u16, look: &PanelContext<'_>) -> Arc<[Line<'static>]> {
        if let Some((at, lines)) = self.lines.borrow().as_ref()
            && *at == width
        {
            return Arc::clone(lines);
        }
        let mut sheet = LineWriter::new(usize::from(width), look.theme);
        match &self.kind {
            Kind::Keys => page_texts::keys(&mut sheet, look.keys),
            Kind::Help => page_texts::help(&mut sheet),
            Kind::Sent(entries) => page_texts::sent(&mut sheet, entries, look.status),
            Kind::Prompt(text) => page_texts::prompt(&mut sheet, text),
            Kind::Chart(series, form) => {
                let lines = chart_form::lines(series, *form, usize::from(width), look.theme);
                lines.into_iter().for_each(|line| sheet.line(line));
            }
            Kind::Picture(shown) => {
                let (picture, series) = shown.as_ref();
                if let Some(series) = series {
                    let form = ChartForm::of(series);
                    let lines = chart_form::lines(series, form, usize::from(width), look.theme);
                    lines.into_iter().for_each(|line| sheet.line(line));
                    sheet.blank();
                }
                match picture {
                    Some(picture) => {
                        let lines = picture::lines(picture, usize::from(width), look.theme);
                        lines.into_iter().for_each(|line| sheet.line(line));
                    }
                    None => sheet.text(0, "This answer has no steps to draw.", look.theme.quiet()),
                }
            }
        }
        let lines: Arc<[Line<'static>]> = sheet.into_rows().into_iter().map(|row| row.line).collect();
        self.lines.replace(Some((width, Arc::clone(&lines))));
        lines
    }
}

impl Panel for TextPage {
    fn title(&self) -> String {
        match self.kind {
            Kind::Keys => "Keys",
            Kind::Help => "Commands",
            Kind::Sent(_) => "Sent",
            Kind::Prompt(_) => "What would be sent",
            Kind::Chart(..) => "The numbers",
            Kind::Picture(_) => "How this was computed",
        }
        .to_owned()
    }

    fn hint(&self, _look: &PanelContext<'_>) -> String {
        "↑ ↓ scroll · Esc closes".to_owned()
    }

    fn place(&self, look: &PanelContext<'_>, (width, height): (u16, u16)) -> String {
        let count = self.lines(width, look).len();
        let height = usize::from(height);
        range(self.top.min(count.saturating_sub(height)), height, count)
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let lines = self.lines(area.width, look);
        let top = self.top.min(lines.len().saturating_sub(usize::from(area.height)));
        for (y, line) in (area.y..area.bottom()).zip(&lines[top..]) {
            put(buffer, area.x, y, line, area.width);
        }
    }

    fn key(
        &mut self,
        key: PanelKey,
        (width, height): (u16, u16),
        look: &PanelContext<'_>,
    ) -> Vec<PanelMessage> {
        let height = usize::from(height);
        let page = height.saturating_sub(1).max(1).cast_signed();
        let lines = match key {
            PanelKey::Action(Action::PanelClose | Action::PanelBack) | PanelKey::Char('q' | '?') => {
                return vec![PanelMessage::Close];
            }
            PanelKey::Action(Action::PanelUp) | PanelKey::Char('k') => -1,
            PanelKey::Action(Action::PanelDown | Action::PanelOpen) | PanelKey::Char('j') => 1,
            PanelKey::Action(Action::PanelPageUp) | PanelKey::Char('b') => -page,
            PanelKey::Action(Action::PanelPageDown) | PanelKey::Char(' ' | 'f') => page,
            PanelKey::Action(Action::PanelTop) | PanelKey::Char('g') => isize::MIN,
            PanelKey::Action(Action::PanelBottom) | PanelKey::Char('G') => isize::MAX,
            _ => return Vec::new(),
        };
        let last = self.lines(width, look).len().saturating_sub(height);
        self.top = self.top.min(last).saturating_add_signed(lines).min(last);
        Vec::new()
    }

    fn status_changed(&mut self) {
        self.lines.replace(None);
    }
}
