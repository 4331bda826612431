//! The mouse: the wheel scrolls, a click opens and closes.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{App, Effect, Focus};
use crate::keys::Action;
use crate::panel::PanelKey;
use crate::transcript::Foldable;
use crate::view;

/// Lines that one notch of the wheel moves.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse_event(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.wheel(false),
            MouseEventKind::ScrollDown => self.wheel(true),
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
            _ => Vec::new(),
        }
    }

    fn wheel(&mut self, down: bool) -> Vec<Effect> {
        if self.panel().is_some() {
            let action = if down { Action::PanelDown } else { Action::PanelUp };
            return (0..NOTCH).flat_map(|_| self.panel_key(PanelKey::Action(action))).collect();
        }
        let (width, height) = view::transcript_size(self);
        self.transcript.scroll(if down { NOTCH } else { -NOTCH }, width, height);
        Vec::new()
    }

    fn click(&mut self, column: u16, row: u16) -> Vec<Effect> {
        self.notice = None;
        let areas = view::areas(self);
        let position = (column, row).into();
        if self.panel().is_some() {
            let inner = view::panel_inner(areas.transcript);
            if inner.contains(position) {
                return self.panel_click(usize::from(row - inner.y));
            }
            return Vec::new();
        }
        if areas.input.contains(position) {
            self.focus_input();
        }
        if !areas.transcript.contains(position) {
            return Vec::new();
        }
        let (width, height) = view::transcript_size(self);
        let line = usize::from(row - areas.transcript.y);
        let visible = self.transcript.visible(width, height);
        let hit = visible.lines.get(line).and_then(|line| Some((line.message, line.row().node?)));
        let Some((message, node)) = hit else { return Vec::new() };
        self.leave_search(true);
        self.focus = Focus::Transcript;
        self.completion = None;
        // What leads elsewhere is chosen by a first click and followed by a second.
        let leads = matches!(
            node,
            Foldable::Fact(..) | Foldable::RunnerUp(..) | Foldable::Choice(_) | Foldable::ReadAs
        );
        let again = self.transcript.focus() == Some((message, node));
        self.transcript.set_focus(message, node);
        if leads && !again { Vec::new() } else { self.open_node() }
    }
}
