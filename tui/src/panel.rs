//! Panels over the transcript: the keys, the commands, the sources and what was
//! sent. Their text is made for a width and kept while it stays.

use std::cell::RefCell;
use std::sync::Arc;

use ratatui::text::{Line, Span};

use crate::app::App;
use crate::command::COMMANDS;
use crate::model::{SentEntry, SourceSummary, Status};
use crate::text;
use crate::theme::Theme;
use crate::transcript::Sheet;

/// What a panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Keys,
    Help,
    Sources,
    Sent,
}

/// A panel and how far it is scrolled.
#[derive(Debug)]
pub struct Panel {
    kind: Kind,
    /// Only sources that have this in a name are shown.
    word: String,
    top: usize,
    lines: RefCell<Option<(u16, Arc<[Line<'static>]>)>>,
}

/// The keys by place, as (keys, what they do).
const KEYS: &[(&str, &[(&str, &str)])] = &[
    (
        "Input",
        &[
            ("Enter", "send"),
            ("Alt-Enter, Ctrl-J", "new line (Shift-Enter where the terminal knows it)"),
            ("Up, Down", "earlier and later input"),
            ("Ctrl-R", "search earlier input"),
            ("Tab", "complete a command; on an empty input, a question to try"),
            ("Ctrl-A E K U W Y Z", "edit as in a shell; Ctrl-Z takes back"),
        ],
    ),
    (
        "Anywhere",
        &[
            ("Esc", "cancel the question; close what is open"),
            ("PageUp, PageDown", "scroll; the wheel does too"),
            ("Ctrl-T", "go to the trace of the last answer, and back"),
            ("F2", "give the mouse to the terminal to select text"),
            ("Ctrl-C twice, Ctrl-D", "leave"),
        ],
    ),
    (
        "Trace",
        &[
            ("Up, Down, k, j", "move"),
            ("Enter, Space, click", "open and close"),
            ("Right, Left, l, h", "into a part and out of it"),
            ("*", "open everything, or close it"),
            ("y, Y", "copy the answer, the trace"),
            ("Home, End, g, G", "start and end of the chat"),
        ],
    ),
];

impl Panel {
    const fn new(kind: Kind) -> Self {
        Self { kind, word: String::new(), top: 0, lines: RefCell::new(None) }
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

    /// The sources that have `word` in their name or in one of their columns
    /// and relations; all of them when it is empty.
    #[must_use]
    pub fn sources(word: String) -> Self {
        Self { word, ..Self::new(Kind::Sources) }
    }

    /// What was sent.
    #[must_use]
    pub const fn sent() -> Self {
        Self::new(Kind::Sent)
    }

    /// The panel's title.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self.kind {
            Kind::Keys => "Keys",
            Kind::Help => "Commands",
            Kind::Sources => "Sources",
            Kind::Sent => "Sent",
        }
    }

    /// The first line shown.
    #[must_use]
    pub const fn top(&self) -> usize {
        self.top
    }

    /// Forgets its lines, because what they show has changed.
    pub fn forget(&self) {
        self.lines.replace(None);
    }

    /// Its lines at a width.
    #[must_use]
    pub fn lines(&self, app: &App, width: u16) -> Arc<[Line<'static>]> {
        if let Some((at, lines)) = self.lines.borrow().as_ref()
            && *at == width
        {
            return Arc::clone(lines);
        }
        let mut sheet = Sheet::new(usize::from(width), app.theme);
        match self.kind {
            Kind::Keys => keys(&mut sheet),
            Kind::Help => help(&mut sheet),
            Kind::Sources => sources(&mut sheet, app.status.as_ref(), &self.word),
            Kind::Sent => sent(&mut sheet, &app.sent, app.status.as_ref()),
        }
        let lines: Arc<[Line<'static>]> = sheet.into_rows().into_iter().map(|row| row.line).collect();
        self.lines.replace(Some((width, Arc::clone(&lines))));
        lines
    }

    /// Scrolls by lines, down when positive, no further than the ends.
    pub fn scroll(&mut self, lines: isize, app: &App, width: u16, height: usize) {
        let last = self.lines(app, width).len().saturating_sub(height);
        self.top = self.top.min(last).saturating_add_signed(lines).min(last);
    }
}

/// Rows of a name and its explanation, side by side where there is room.
fn table<'a>(sheet: &mut Sheet, rows: impl Iterator<Item = (String, &'a str)> + Clone) {
    let theme = sheet.theme;
    let widest = rows.clone().map(|(name, _)| text::width(&name)).max().unwrap_or(0);
    let side_by_side = widest + 2 + 24 <= sheet.width();
    for (name, meaning) in rows {
        if side_by_side {
            let spans = [Span::styled(text::pad(&name, widest + 2), theme.accent()), Span::raw(meaning)];
            sheet.paragraph(0, widest + 2, &spans);
        } else {
            sheet.text(0, &name, theme.accent());
            sheet.text(2, meaning, theme.text());
        }
    }
}

fn keys(sheet: &mut Sheet) {
    for (at, (place, keys)) in KEYS.iter().enumerate() {
        if at > 0 {
            sheet.blank();
        }
        sheet.text(0, place, sheet.theme.strong());
        table(sheet, keys.iter().map(|(keys, meaning)| ((*keys).to_owned(), *meaning)));
    }
}

fn help(sheet: &mut Sheet) {
    let theme = sheet.theme;
    table(
        sheet,
        COMMANDS.iter().map(|entry| {
            let space = if entry.arguments.is_empty() { "" } else { " " };
            (format!("{}{space}{}", entry.name, entry.arguments), entry.help)
        }),
    );
    sheet.blank();
    sheet.text(
        0,
        "Everything else that you type is a question. Tab completes; ? shows the keys.",
        theme.quiet(),
    );
}

fn sources(sheet: &mut Sheet, status: Option<&Status>, word: &str) {
    let theme = sheet.theme;
    let Some(status) = status else {
        return sheet.text(0, "The graph is still being opened.", theme.quiet());
    };
    if status.sources.is_empty() {
        return sheet.text(
            0,
            "No sources yet. /load PATH… loads tables, graphs and temporal graphs.",
            theme.quiet(),
        );
    }
    let folded = word.to_lowercase();
    let has = |name: &str| name.to_lowercase().contains(&folded);
    let shown: Vec<&SourceSummary> = status
        .sources
        .iter()
        .filter(|source| has(&source.name) || source.relations.iter().any(|(name, _)| has(name)))
        .collect();
    if !word.is_empty() {
        let all = text::counted(status.sources.len(), "source");
        let shown = text::grouped(shown.len() as u64);
        sheet.text(0, &format!("{shown} of {all} with “{word}” in a name"), theme.quiet());
        sheet.blank();
    }
    for (at, source) in shown.into_iter().enumerate() {
        if at > 0 {
            sheet.blank();
        }
        let kind = match source.kind.as_str() {
            "kg" => "knowledge graph",
            "tkg" => "temporal knowledge graph",
            kind => kind,
        };
        let rows = match source.kind.as_str() {
            "table" => {
                format!(" · {}", text::counted(usize::try_from(source.rows).unwrap_or(usize::MAX), "row"))
            }
            _ => String::new(),
        };
        let facts = text::counted(usize::try_from(source.facts).unwrap_or(usize::MAX), "fact");
        let name = [Span::styled(text::clean_line(&source.name), theme.strong())];
        sheet.split(0, &name, &format!("{kind}{rows} · {facts}"), theme.quiet());
        relations(sheet, theme, &source.relations);
    }
}

/// Columns or relations with their types, in as many columns as fit.
fn relations(sheet: &mut Sheet, theme: Theme, relations: &[(String, String)]) {
    let (names, kinds): (Vec<_>, Vec<_>) =
        relations.iter().map(|(name, kind)| (text::clean_line(name), text::clean_line(kind))).unzip();
    let widest =
        |texts: &[std::borrow::Cow<'_, str>]| texts.iter().map(|text| text::width(text)).max().unwrap_or(0);
    let name_width = widest(&names).min(28);
    let kind_width = widest(&kinds).min(20);
    let cell = name_width + 2 + kind_width + 4;
    let across = ((sheet.width().saturating_sub(2) + 4) / cell.max(1)).max(1);
    let down = relations.len().div_ceil(across);
    for row in 0..down {
        let mut spans = Vec::new();
        // Read down the columns, as a list is.
        for at in (row..relations.len()).step_by(down.max(1)) {
            spans.push(Span::raw(text::pad(&names[at], name_width)));
            spans.push(Span::styled(format!("  {}", text::pad(&kinds[at], kind_width)), theme.quiet()));
            spans.push(Span::raw("    "));
        }
        spans.pop();
        let mut line = vec![Span::raw("  ")];
        line.extend(spans);
        sheet.line(Line::from(
            line.into_iter().map(|s| Span::styled(s.content.into_owned(), s.style)).collect::<Vec<_>>(),
        ));
    }
}

fn sent(sheet: &mut Sheet, entries: &[SentEntry], status: Option<&Status>) {
    let theme = sheet.theme;
    if entries.is_empty() {
        sheet.text(0, "Nothing has left this machine.", theme.text());
        if let Some(status) = status {
            let level =
                format!("The share level is {}: {}.", status.share_level, status.share_level.meaning());
            sheet.text(0, &level, theme.quiet());
        }
        return;
    }
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            sheet.blank();
        }
        let head = [
            Span::styled(format!("{}. ", at + 1), theme.quiet()),
            Span::styled(text::clean_line(&entry.destination).into_owned(), theme.strong()),
        ];
        let about =
            format!("{} · level {} · {} bytes", entry.time, entry.share_level, text::grouped(entry.bytes));
        sheet.split(0, &head, &about, theme.quiet());
        let body = text::clean(&entry.body);
        for line in body.lines() {
            // What is wrapped stays under the line it belongs to.
            let indent = line.len() - line.trim_start_matches(' ').len();
            sheet.paragraph(2, indent + 2, &[Span::raw(line)]);
        }
    }
}
