//! The mouse: the wheel scrolls, a click opens and closes.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{App, Effect, Focus};
use crate::view;

/// Lines that one notch of the wheel moves.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse_event(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.wheel(-NOTCH),
            MouseEventKind::ScrollDown => self.wheel(NOTCH),
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
            _ => {}
        }
        Vec::new()
    }

    fn wheel(&mut self, lines: isize) {
        if let Some(mut panel) = self.panel.take() {
            let (width, height) = view::panel_size(self);
            panel.scroll(lines, self, width, height);
            self.panel = Some(panel);
            return;
        }
        let (width, height) = view::transcript_size(self);
        self.transcript.scroll(lines, width, height);
    }

    fn click(&mut self, column: u16, row: u16) {
        self.notice = None;
        let areas = view::areas(self);
        let position = (column, row).into();
        if self.panel.is_some() {
            return;
        }
        if areas.input.contains(position) {
            return self.focus_input();
        }
        if !areas.transcript.contains(position) {
            return;
        }
        let (width, height) = view::transcript_size(self);
        let line = usize::from(row - areas.transcript.y);
        let visible = self.transcript.visible(width, height);
        let hit = visible.lines.get(line).and_then(|line| Some((line.message, line.row().node?)));
        if let Some((message, node)) = hit {
            self.leave_search(true);
            self.focus = Focus::Transcript;
            self.completion = None;
            self.transcript.set_focus(message, node);
            self.transcript.toggle(width, height);
        }
    }
}
