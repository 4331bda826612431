//! The views: pure functions of the state and the size of the screen. The same
//! layout answers where a click fell.

mod chrome;

use std::borrow::Cow;
use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use crate::app::{App, Focus, Mode};
use crate::panel::put;
use crate::text;
use crate::transcript::GUTTER;

/// Rows that the input grows to before it scrolls.
const INPUT_ROWS: usize = 8;

/// Where everything is on the screen. Areas that do not fit are empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ScreenAreas {
    /// The transcript, or a panel over it.
    pub transcript: Rect,
    /// The line above the input: stage, notice or hint.
    pub stage: Rect,
    /// The input with its frame.
    pub input: Rect,
    /// The status line at the bottom.
    pub status: Rect,
}

/// The layout at the current size. The input is kept longest, then the status
/// line, then the transcript.
#[must_use]
pub fn areas(app: &App) -> ScreenAreas {
    let (width, height) = app.size;
    let framed = framed(app);
    let frame = if framed { 2 } else { 0 };
    let rows = app.input.rows(input_width(app)).len().clamp(1, INPUT_ROWS);
    let most = usize::from(height).saturating_sub(2 + frame).max(1);
    let rows = rows.min(most.div_ceil(2));
    let input = u16::try_from(rows + frame).unwrap_or(height).min(height);
    let status = u16::from(height > input);
    let stage = u16::from(height > input + status + 1);
    let transcript = height - input - status - stage;
    ScreenAreas {
        transcript: Rect::new(0, 0, width, transcript),
        stage: Rect::new(0, transcript, width, stage),
        input: Rect::new(0, transcript + stage, width, input),
        status: Rect::new(0, transcript + stage + input, width, status),
    }
}

/// Whether there is room for a frame around the input.
const fn framed(app: &App) -> bool {
    app.size.1 >= 10 && app.size.0 >= 20
}

/// Columns of the input's text.
#[must_use]
pub fn input_width(app: &App) -> usize {
    // The frame, a space at both sides and the prompt; the cursor may stand
    // after the last character.
    let used = if framed(app) { 7 } else { 3 };
    usize::from(app.size.0).saturating_sub(used).max(1)
}

/// Width and height in which the transcript is laid out.
#[must_use]
pub fn transcript_size(app: &App) -> (u16, usize) {
    let area = areas(app).transcript;
    (area.width, usize::from(area.height))
}

/// Width and height of what a panel draws itself in.
#[must_use]
pub fn panel_size(app: &App) -> (u16, u16) {
    let inner = panel_inner(areas(app).transcript);
    (inner.width, inner.height)
}

/// What is left of the transcript's area inside a panel's frame.
#[must_use]
pub fn panel_inner(area: Rect) -> Rect {
    if area.height < 3 || area.width < 8 {
        return Rect::default();
    }
    Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2)
}

/// Draws the whole chat.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let areas = areas(app).clipped(frame.area());
    let below = if app.panel().is_some() {
        panel(app, frame, areas.transcript);
        false
    } else {
        transcript(app, frame, areas.transcript)
    };
    // Shown beside the stage, so that a scrolled view is never taken for the end.
    let mut stage = areas.stage;
    if below && stage.width > 24 && stage.height > 0 {
        let hint = "↓ more";
        let width = u16::try_from(text::width(hint)).unwrap_or(0);
        stage.width -= width + 3;
        let x = stage.right() + 1;
        frame.buffer_mut().set_stringn(x, stage.y, hint, usize::from(width), app.theme.accent());
    }
    line(frame, stage, &chrome::stage(app, stage.width));
    input(app, frame, areas.input);
    if app.panel().is_none() {
        completion(app, frame, areas);
        mistake(app, frame, areas);
    }
    line(frame, areas.status, &chrome::status(app, areas.status.width));
}

impl ScreenAreas {
    /// The part of every area that is on the screen: the size that is known
    /// may be older than the frame's.
    fn clipped(self, screen: Rect) -> Self {
        Self {
            transcript: self.transcript.intersection(screen),
            stage: self.stage.intersection(screen),
            input: self.input.intersection(screen),
            status: self.status.intersection(screen),
        }
    }
}

fn line(frame: &mut Frame<'_>, area: Rect, line: &Line<'_>) {
    if !area.is_empty() {
        put(frame.buffer_mut(), area.x, area.y, line, area.width);
    }
}

/// Draws the transcript. True when it goes on below.
fn transcript(app: &App, frame: &mut Frame<'_>, area: Rect) -> bool {
    let visible = app.transcript.visible(area.width, usize::from(area.height));
    let focus = if app.focus == Focus::Transcript { app.transcript.focus() } else { None };
    let gutter = u16::try_from(GUTTER).unwrap_or(0);
    for (row, shown) in (area.y..area.bottom()).zip(&visible.lines) {
        let content = shown.row();
        let x = area.x + gutter.min(area.width);
        let focused = content.node.is_some_and(|node| focus == Some((shown.message, node)));
        let width = area.right().saturating_sub(x);
        put(frame.buffer_mut(), x, row, &content.line, width);
        if focused {
            frame.buffer_mut().set_style(Rect::new(area.x, row, area.width, 1), app.theme.focused());
            frame.buffer_mut().set_stringn(area.x, row, "▌", usize::from(area.width), app.theme.accent());
        }
    }
    visible.below
}

fn panel(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let Some(panel) = app.panel() else { return };
    let inner = panel_inner(area);
    if inner.is_empty() {
        return;
    }
    let look = app.look();
    let room = usize::from(inner.width);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(app.theme.quiet())
        .title(Span::styled(format!(" {} ", text::clip(&panel.title(), room)), app.theme.strong()));
    let place = panel.place(&look, (inner.width, inner.height));
    let mut left = room;
    if !place.is_empty() && text::width(&place) + 4 <= room {
        left -= text::width(&place) + 4;
        block = block.title_bottom(Line::styled(format!(" {place} "), app.theme.quiet()));
    }
    let hint = panel.hint(&look);
    if let Some(hint) = shortened(&hint, left.saturating_sub(2)) {
        block = block.title_bottom(Line::styled(format!(" {hint} "), app.theme.quiet()).right_aligned());
    }
    frame.render_widget(block, area);
    panel.draw(frame.buffer_mut(), inner, &look);
}

/// As many parts of a hint as fit: the first says what Enter does, and the last how to
/// leave, which is kept longest.
fn shortened(hint: &str, columns: usize) -> Option<String> {
    let mut parts: Vec<&str> = hint.split(" · ").collect();
    loop {
        let text = parts.join(" · ");
        if text::width(&text) <= columns {
            return Some(text);
        }
        match parts.len() {
            0 | 1 => return None,
            count => drop(parts.remove(count - 2)),
        }
    }
}

fn input(app: &App, frame: &mut Frame<'_>, area: Rect) {
    if area.is_empty() {
        return;
    }
    let active = app.focus == Focus::Input && app.panel().is_none();
    let mut inner = area;
    if framed(app) && area.height > 2 {
        let style = if active { app.theme.accent() } else { app.theme.quiet() };
        let mut block = Block::bordered().border_type(BorderType::Rounded).border_style(style);
        if let Some(search) = &app.search {
            let found =
                if search.found.is_none() && !search.needle.is_empty() { " · nothing found" } else { "" };
            let title = format!(" search earlier input: {}{found} ", text::clip(&search.needle, 40));
            block = block.title(Span::styled(title, app.theme.strong()));
        } else if let Some(title) = chrome::mode(app) {
            block = block
                .title(Span::styled(text::clip(&title, usize::from(area.width - 2)), app.theme.strong()));
        }
        inner = block.inner(area);
        frame.render_widget(block, area);
        inner.x += 1;
        inner.width = inner.width.saturating_sub(2);
    }
    let columns = input_width(app);
    let prompt = if app.vim.is_some_and(|vim| vim.is_normal()) { "‹" } else { "›" };
    frame.buffer_mut().set_stringn(inner.x, inner.y, prompt, usize::from(inner.width), app.theme.accent());
    let x = (inner.x + 2).min(inner.right());
    if app.input.is_empty() {
        let hint = match app.mode {
            _ if app.running.is_some() => "",
            Mode::Ask => "Ask a question, or / for a command",
            Mode::Query { .. } => "get_information(relation='…', head_entity='…')",
            Mode::Demonstration { .. } => "the question, and its query under it",
        };
        let room = usize::from(inner.right().saturating_sub(x));
        frame.buffer_mut().set_stringn(x, inner.y, text::clip(hint, room), room, app.theme.quiet());
    }
    let rows = app.input.rows(columns);
    let (row, column) = app.input.cursor(columns);
    let height = usize::from(inner.height);
    // The row of the cursor is always in view.
    let top = (row + 1).saturating_sub(height).min(rows.len().saturating_sub(height));
    for (y, range) in (inner.y..inner.bottom()).zip(&rows[top..]) {
        let shown = crate::bidi::shown(&app.input.text()[range.clone()]);
        frame.buffer_mut().set_stringn(
            x,
            y,
            &*shown,
            usize::from(inner.right().saturating_sub(x)),
            Style::new(),
        );
    }
    if let Some(mistake) = &app.mistake {
        for (y, range) in (inner.y..inner.bottom()).zip(&rows[top..]) {
            if let Some((column, width)) = marked(app.input.text(), range, &mistake.span) {
                let left = x.saturating_add(u16::try_from(column).unwrap_or(u16::MAX));
                let wide = u16::try_from(width).unwrap_or(u16::MAX).min(inner.right().saturating_sub(left));
                let style = app.theme.bad().add_modifier(Modifier::UNDERLINED);
                frame.buffer_mut().set_style(Rect::new(left, y, wide, 1), style);
            }
        }
    }
    if active {
        let column = u16::try_from(column).unwrap_or(u16::MAX);
        let row = u16::try_from(row - top).unwrap_or(0);
        let at = Position::new(x.saturating_add(column).min(area.right() - 1), inner.y + row);
        frame.set_cursor_position(at);
    }
}

/// The position of a part of the text in a row of the input: its column and its width.
fn marked(text: &str, row: &Range<usize>, part: &Range<usize>) -> Option<(usize, usize)> {
    // Right-to-left text does not appear in the order of its bytes.
    if matches!(crate::bidi::shown(text.get(row.clone())?), Cow::Owned(_)) {
        return None;
    }
    let (from, to) = (part.start.max(row.start), part.end.min(row.end));
    // What is missing has no position: the place where it belongs is marked.
    let at_end = part.start == text.len() && row.end == text.len();
    let missing = part.is_empty() && (row.contains(&part.start) || at_end);
    let before = text.get(row.start..from)?;
    if from >= to && !missing {
        return None;
    }
    Some((text::width(before), text::width(text.get(from..to).unwrap_or_default()).max(1)))
}

/// What is wrong with the query in the input, over the transcript just above it.
fn mistake(app: &App, frame: &mut Frame<'_>, areas: ScreenAreas) {
    let Some(mistake) = &app.mistake else { return };
    let columns = usize::from(areas.input.width).saturating_sub(4);
    let bad = app.theme.bad();
    let message = [Span::styled("✗ ", bad), Span::styled(mistake.failure.message.as_str(), bad)];
    let mut lines = text::wrap(&message, columns, 2);
    if let Some(hint) = &mistake.failure.hint {
        let hint = [Span::styled("hint: ", app.theme.strong()), Span::raw(hint.as_str())];
        lines.extend(text::wrap(&hint, columns, 6));
    }
    lines.truncate(usize::from(areas.input.y.saturating_sub(areas.transcript.y)));
    let rows = u16::try_from(lines.len()).unwrap_or(0);
    if rows == 0 {
        return;
    }
    let area = Rect::new(areas.input.x, areas.input.y - rows, areas.input.width, rows);
    frame.render_widget(Clear, area);
    for (y, line) in (area.y..area.bottom()).zip(&lines) {
        put(frame.buffer_mut(), area.x + 2, y, line, area.width.saturating_sub(2));
    }
}

/// The candidates of a completion, over the transcript just above the input.
fn completion(app: &App, frame: &mut Frame<'_>, areas: ScreenAreas) {
    let Some(completion) = &app.completion else { return };
    let room = areas.input.y.saturating_sub(areas.transcript.y);
    let shown = completion.candidates.len().min(7).min(usize::from(room));
    if shown == 0 || areas.input.width < 10 {
        return;
    }
    let selected = completion.selected.unwrap_or(0);
    let first = (selected + 1).saturating_sub(shown);
    let rows = u16::try_from(shown).unwrap_or(0);
    let area = Rect::new(areas.input.x, areas.input.y - rows, areas.input.width, rows);
    frame.render_widget(Clear, area);
    let widest = completion
        .candidates
        .iter()
        .map(|c| text::width(&c.text))
        .max()
        .unwrap_or(0)
        .min(usize::from(area.width) - 4);
    let mut lines = Vec::new();
    for (at, candidate) in completion.candidates.iter().enumerate().skip(first).take(shown) {
        let chosen = completion.selected == Some(at);
        let mark = if chosen { "▌ " } else { "  " };
        let name = if chosen { app.theme.focused() } else { app.theme.text() };
        let left = completion.candidates.len() - first - shown;
        let more =
            if left > 0 && at + 1 == first + shown { format!("  … {left} more") } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled(mark, app.theme.accent()),
            Span::styled(text::pad(&candidate.text, widest), name),
            Span::styled(format!("  {}{more}", text::clean_line(&candidate.help)), app.theme.quiet()),
        ]));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

#[cfg(test)]
mod tests;
