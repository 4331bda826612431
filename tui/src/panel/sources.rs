//! The sources as a tree: source, its columns or relations, examples of each. What
//! is below a source is requested when it is opened; typing filters.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::{ListCursor, PAGE};
use super::{Panel, PanelContext, PanelKey, PanelMessage, put, range};
use crate::backend::{BackendEvent, BackendRequest};
use crate::keys::Action;
use crate::model::{RelationView, SourceSummary};
use crate::text;

/// A row of the tree, by names.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Row {
    Source(usize),
    /// A relation of a source, by position in the source's list.
    Relation(usize, usize),
    /// An example of a relation.
    Example(usize, usize, usize),
    /// The relations of a source have been asked for.
    Waiting,
}

/// The tree of sources.
#[derive(Debug, Default)]
pub struct SourcesPanel {
    needle: String,
    cursor: ListCursor,
    open: BTreeSet<String>,
    open_relations: BTreeSet<(String, String)>,
    relations: BTreeMap<String, Vec<RelationView>>,
    asked: BTreeSet<String>,
    /// What is chosen, by names: rows move when sources come and go.
    anchor: Option<Anchor>,
    /// The sources have changed since the anchor was taken.
    moved: bool,
}

/// A row by names: a source, a relation of it, an example of that by its number.
type Anchor = (String, Option<String>, Option<usize>);

impl SourcesPanel {
    /// The sources that have `needle` in a name; all of them when it is empty.
    #[must_use]
    pub fn new(needle: String) -> Self {
        Self { needle, ..Self::default() }
    }

    fn has(&self, name: &str) -> bool {
        self.needle.is_empty() || name.to_lowercase().contains(&self.needle.to_lowercase())
    }

    /// The relations of a source as far as they are known: with counts when they
    /// were asked for, else as the status tells them.
    fn relations_of(&self, source: &SourceSummary) -> Vec<RelationView> {
        self.relations.get(&source.name).cloned().unwrap_or_else(|| {
            let known = source.relations.iter().map(|(name, kind)| RelationView {
                name: name.clone(),
                kind: kind.clone(),
                ..RelationView::default()
            });
            known.collect()
        })
    }

    /// The names of its relations. A graph may have thousands of sources, so
    /// nothing is copied here.
    fn names_of<'a>(&'a self, source: &'a SourceSummary) -> Vec<&'a str> {
        match self.relations.get(&source.name) {
            Some(known) => known.iter().map(|view| view.name.as_str()).collect(),
            None => source.relations.iter().map(|(name, _)| name.as_str()).collect(),
        }
    }

    fn rows(&self, look: &PanelContext<'_>) -> Vec<Row> {
        let Some(status) = look.status else { return Vec::new() };
        let mut rows = Vec::new();
        for (at, source) in status.sources.iter().enumerate() {
            let named = self.has(&source.name);
            let names = self.names_of(source);
            // A needle that is in no name of the source opens it at what matches.
            let found: Vec<usize> =
                (0..names.len()).filter(|relation| named || self.has(names[*relation])).collect();
            if !named && found.is_empty() {
                continue;
            }
            rows.push(Row::Source(at));
            if !self.is_open(source, named) {
                continue;
            }
            if names.is_empty() {
                rows.push(Row::Waiting);
            }
            for relation in found {
                rows.push(Row::Relation(at, relation));
                if self.open_relations.contains(&(source.name.clone(), names[relation].to_owned())) {
                    let known = self.relations.get(&source.name).and_then(|known| known.get(relation));
                    let examples = known.map_or(0, |view| view.examples.len());
                    rows.extend((0..examples).map(|example| Row::Example(at, relation, example)));
                }
            }
        }
        rows
    }

    fn is_open(&self, source: &SourceSummary, named: bool) -> bool {
        self.open.contains(&source.name) || (!named && !self.needle.is_empty())
    }

    fn filter_line(&self, look: &PanelContext<'_>, width: usize) -> Line<'static> {
        let theme = look.theme;
        if self.needle.is_empty() {
            return Line::styled(text::clip("Type to filter by name", width), theme.quiet());
        }
        let all = look.status.map_or(0, |status| status.sources.len());
        let shown = self.rows(look).iter().filter(|row| matches!(row, Row::Source(_))).count();
        let about = format!("   {} of {}", text::grouped(shown as u64), text::counted(all, "source"));
        Line::from(vec![
            Span::styled("filter ", theme.quiet()),
            Span::styled(text::clip(&self.needle, width / 2), theme.strong()),
            Span::styled("▏", theme.accent()),
            Span::styled(about, theme.quiet()),
        ])
    }

    fn line(&self, row: &Row, chosen: bool, width: usize, look: &PanelContext<'_>) -> Line<'static> {
        let theme = look.theme;
        let mark = Span::styled(if chosen { "▌ " } else { "  " }, theme.accent());
        let sources = look.status.map_or(&[][..], |status| status.sources.as_slice());
        let arrow = |open: bool| Span::styled(if open { "▾ " } else { "▸ " }, theme.accent());
        let (left, right) = match row {
            Row::Source(at) => {
                let Some(source) = sources.get(*at) else { return Line::default() };
                let open = self.is_open(source, self.has(&source.name));
                let name = Span::styled(text::clean_line(&source.name).into_owned(), theme.strong());
                (vec![mark, arrow(open), name], summary(source, width >= 70))
            }
            Row::Relation(at, relation) => {
                let Some(source) = sources.get(*at) else { return Line::default() };
                let relations = self.relations_of(source);
                let Some(view) = relations.get(*relation) else { return Line::default() };
                let open = self.open_relations.contains(&(source.name.clone(), view.name.clone()));
                let fold = if view.examples.is_empty() { Span::raw("  ") } else { arrow(open) };
                let counted = self.relations.contains_key(&source.name);
                let facts = if counted {
                    format!(" · {}", text::counted(usize::try_from(view.facts).unwrap_or(usize::MAX), "fact"))
                } else {
                    String::new()
                };
                let name = Span::raw(text::clean_line(&view.name).into_owned());
                (vec![mark, Span::raw("  "), fold, name], format!("{}{facts}", view.kind))
            }
            Row::Example(at, relation, example) => {
                let Some(source) = sources.get(*at) else { return Line::default() };
                let relations = self.relations_of(source);
                let text = relations.get(*relation).and_then(|view| view.examples.get(*example));
                let text = text::clean_line(text.map_or("", String::as_str)).into_owned();
                (vec![mark, Span::raw("      "), Span::styled(text, theme.quiet())], String::new())
            }
            Row::Waiting => (vec![mark, Span::styled("    …", theme.quiet())], String::new()),
        };
        aligned(left, &right, width, theme.quiet())
    }

    fn chosen(&self, look: &PanelContext<'_>) -> Option<(Row, String)> {
        let row = self.rows(look).get(self.cursor.at)?.clone();
        let (Row::Source(at) | Row::Relation(at, _) | Row::Example(at, ..)) = row else { return None };
        let name = look.status?.sources.get(at)?.name.clone();
        Some((row, name))
    }

    /// Opens or closes what is chosen.
    fn fold(&mut self, open: Option<bool>, look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let Some((row, source)) = self.chosen(look) else { return Vec::new() };
        match row {
            Row::Source(_) => {
                let is = self.open.contains(&source);
                if open.unwrap_or(!is) {
                    // What is below it is requested with everything that is needed.
                    self.open.insert(source);
                } else {
                    self.open.remove(&source);
                }
            }
            Row::Relation(at, relation) => {
                let summary = look.status.and_then(|status| status.sources.get(at));
                let name =
                    summary.and_then(|summary| Some(self.relations_of(summary).get(relation)?.name.clone()));
                let Some(name) = name else { return Vec::new() };
                let key = (source, name);
                let is = self.open_relations.contains(&key);
                if open.unwrap_or(!is) {
                    self.open_relations.insert(key);
                } else if is {
                    self.open_relations.remove(&key);
                } else {
                    self.choose_parent(look);
                }
            }
            Row::Example(..) if open == Some(false) => self.choose_parent(look),
            Row::Example(..) | Row::Waiting => {}
        }
        Vec::new()
    }

    /// Chooses the row that holds the chosen one.
    fn choose_parent(&mut self, look: &PanelContext<'_>) {
        let rows = self.rows(look);
        let Some(row) = rows.get(self.cursor.at) else { return };
        let parent = |other: &Row| match row {
            Row::Example(..) => matches!(other, Row::Relation(..)),
            _ => matches!(other, Row::Source(_)),
        };
        if let Some(at) = rows[..self.cursor.at].iter().rposition(parent) {
            self.cursor.at = at;
        }
    }

    /// A row by the names in it.
    fn named(&self, row: &Row, look: &PanelContext<'_>) -> Option<Anchor> {
        let (Row::Source(at) | Row::Relation(at, _) | Row::Example(at, ..)) = row else { return None };
        let source = look.status?.sources.get(*at)?;
        let (relation, example) = match row {
            Row::Relation(_, relation) => (Some(*relation), None),
            Row::Example(_, relation, example) => (Some(*relation), Some(*example)),
            Row::Source(_) | Row::Waiting => (None, None),
        };
        let relation = relation.and_then(|at| self.names_of(source).get(at).map(|name| (*name).to_owned()));
        Some((source.name.clone(), relation, example))
    }

    /// Chooses what was chosen before the sources changed, as far as it is still there,
    /// at the same height of the view.
    fn find_again(&mut self, look: &PanelContext<'_>) {
        let Some((source, relation, example)) = self.anchor.clone() else { return };
        let rows: Vec<Option<Anchor>> = self.rows(look).iter().map(|row| self.named(row, look)).collect();
        let at = |wanted: Anchor| rows.iter().position(|row| row.as_ref() == Some(&wanted));
        let found = at((source.clone(), relation.clone(), example))
            .or_else(|| at((source.clone(), relation, None)))
            .or_else(|| at((source, None, None)));
        if let Some(found) = found {
            self.cursor.top = (self.cursor.top + found).saturating_sub(self.cursor.at);
            self.cursor.at = found;
        }
    }

    fn filtered(&mut self) {
        self.cursor = ListCursor::default();
    }
}

/// What a source is, in a few words.
fn summary(source: &SourceSummary, long: bool) -> String {
    let kind = match source.kind.as_str() {
        "kg" if long => "knowledge graph",
        "tkg" if long => "temporal knowledge graph",
        kind => kind,
    };
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rows = if source.kind == "table" {
        format!(" · {}", text::counted(count(source.rows), "row"))
    } else {
        String::new()
    };
    format!("{kind}{rows} · {}", text::counted(count(source.facts), "fact"))
}

/// Something at the left and a remark at the right edge, on one line.
pub(super) fn aligned(
    left: Vec<Span<'static>>,
    right: &str,
    width: usize,
    style: ratatui::style::Style,
) -> Line<'static> {
    let right = text::clip(right, width / 2);
    let room = width.saturating_sub(text::width(&right) + 2);
    let mut used = 0;
    let mut spans = Vec::with_capacity(left.len() + 2);
    for span in left {
        let clipped = text::clip(&span.content, room.saturating_sub(used));
        used += text::width(&clipped);
        spans.push(Span::styled(clipped, span.style));
    }
    spans.push(Span::raw(" ".repeat(width.saturating_sub(used + text::width(&right)))));
    spans.push(Span::styled(right, style));
    Line::from(spans)
}

impl Panel for SourcesPanel {
    fn title(&self) -> String {
        "Sources".to_owned()
    }

    fn hint(&self, look: &PanelContext<'_>) -> String {
        let rows = look.keys.key_of(Action::PanelPreview);
        let remove = look.keys.key_of(Action::PanelDelete);
        format!("Enter opens · {rows} rows · {remove} removes · Esc closes")
    }

    fn place(&self, look: &PanelContext<'_>, (_, height): (u16, u16)) -> String {
        range(self.cursor.top, usize::from(height.saturating_sub(2)), self.rows(look).len())
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, look: &PanelContext<'_>) {
        let width = usize::from(area.width);
        let theme = look.theme;
        let empty = match look.status {
            None => Some("The graph is still being opened."),
            Some(status) if status.sources.is_empty() => {
                Some("No sources yet. /load PATH… loads tables, graphs and temporal graphs.")
            }
            Some(_) => None,
        };
        if let Some(empty) = empty {
            for (y, line) in
                (area.y..area.bottom()).zip(text::wrap(&[Span::styled(empty, theme.quiet())], width, 0))
            {
                put(buffer, area.x, y, &line, area.width);
            }
            return;
        }
        put(buffer, area.x, area.y, &self.filter_line(look, width), area.width);
        let rows = self.rows(look);
        let mut cursor = self.cursor;
        let height = usize::from(area.height.saturating_sub(2));
        cursor.show(rows.len(), height);
        for (y, (at, row)) in
            (area.y.saturating_add(2)..area.bottom()).zip(rows.iter().enumerate().skip(cursor.top))
        {
            let line = self.line(row, at == cursor.at, width, look);
            put(buffer, area.x, y, &line, area.width);
        }
    }

    fn key(&mut self, key: PanelKey, (_, height): (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let action = match key {
            PanelKey::Char(c) => {
                self.needle.push(c);
                self.filtered();
                return Vec::new();
            }
            PanelKey::Action(action) => action,
        };
        match action {
            Action::PanelClose if self.needle.is_empty() => return vec![PanelMessage::Close],
            Action::PanelClose => {
                self.needle.clear();
                self.filtered();
            }
            Action::PanelBack if self.needle.is_empty() => return vec![PanelMessage::Close],
            Action::PanelBack => {
                self.needle.pop();
                self.filtered();
            }
            Action::PanelOpen => return self.fold(None, look),
            Action::PanelIn => return self.fold(Some(true), look),
            Action::PanelOut => return self.fold(Some(false), look),
            Action::PanelPreview => {
                if let Some((_, source)) = self.chosen(look) {
                    return vec![PanelMessage::Look(BackendRequest::Rows { source, from: 1, count: PAGE })];
                }
            }
            Action::PanelDelete => {
                if let Some((Row::Source(_), source)) = self.chosen(look) {
                    return vec![PanelMessage::Job(
                        format!("removing {source}"),
                        BackendRequest::Remove { source },
                    )];
                }
            }
            action => {
                let count = self.rows(look).len();
                self.cursor.step(action, count, usize::from(height.saturating_sub(2)));
            }
        }
        Vec::new()
    }

    fn click(&mut self, row: usize, _size: (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        let Some(row) = row.checked_sub(2) else { return Vec::new() };
        let at = self.cursor.top + row;
        if at >= self.rows(look).len() {
            return Vec::new();
        }
        self.cursor.at = at;
        self.fold(None, look)
    }

    fn paste(&mut self, text: &str) {
        self.needle.push_str(&text::clean_line(text));
        self.filtered();
    }

    fn report(&mut self, event: BackendEvent) {
        if let BackendEvent::Relations { source, relations } = event {
            self.relations.insert(source, relations);
            self.moved = true;
        }
    }

    fn needs(&mut self, (_, height): (u16, u16), look: &PanelContext<'_>) -> Vec<PanelMessage> {
        if std::mem::take(&mut self.moved) {
            self.find_again(look);
        }
        let rows = self.rows(look);
        self.cursor.show(rows.len(), usize::from(height.saturating_sub(2)));
        self.anchor = rows.get(self.cursor.at).and_then(|row| self.named(row, look));
        let sources = look.status.map_or(&[][..], |status| status.sources.as_slice());
        let mut wanted = Vec::new();
        for source in sources.iter().filter(|source| self.open.contains(&source.name)) {
            if self.asked.insert(source.name.clone()) {
                wanted.push(PanelMessage::Ask(BackendRequest::Relations { source: source.name.clone() }));
            }
        }
        wanted
    }

    fn status_changed(&mut self) {
        // Counts may have changed with the sources: those of what is open are requested
        // again, and the old ones shown until they arrive.
        self.asked.clear();
        self.moved = true;
    }
}
