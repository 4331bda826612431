//! The stack of panels: keys go to the one on top, its messages are done here.

use super::{App, Effect, Mode, Slot};
use crate::backend::{BackendEvent, BackendRequest, RequestId};
use crate::panel::{Neighbours, Panel, PanelContext, PanelKey, PanelMessage, TablePanel};
use crate::view;

impl App {
    /// The panel on top.
    #[must_use]
    pub(crate) fn panel(&self) -> Option<&dyn Panel> {
        self.panels.last().map(|slot| slot.panel.as_ref())
    }

    /// What panels may look at.
    #[must_use]
    pub(crate) const fn look(&self) -> PanelContext<'_> {
        PanelContext { theme: self.theme, keys: &self.options.keys, status: self.status.as_ref() }
    }

    pub(super) fn open_panel(&mut self, panel: Box<dyn Panel>) {
        self.last_panel += 1;
        self.completion = None;
        self.panels.push(Slot { number: self.last_panel, panel });
    }

    pub(super) fn close_panels(&mut self) {
        self.panels.clear();
    }

    /// Lets the top panel act, and carries out the messages that it returns.
    fn with_panel(
        &mut self,
        act: impl FnOnce(&mut dyn Panel, (u16, u16), &PanelContext<'_>) -> Vec<PanelMessage>,
    ) -> Vec<Effect> {
        let size = view::panel_size(self);
        // The panel is taken out while it works, so that it may look at the chat.
        let Some(mut slot) = self.panels.pop() else { return Vec::new() };
        let number = slot.number;
        let mut messages = act(slot.panel.as_mut(), size, &self.look());
        messages.extend(slot.panel.needs(size, &self.look()));
        self.panels.push(slot);
        self.deliver(number, messages)
    }

    pub(super) fn panel_key(&mut self, key: PanelKey) -> Vec<Effect> {
        self.with_panel(|panel, size, look| panel.key(key, size, look))
    }

    pub(super) fn panel_click(&mut self, row: usize) -> Vec<Effect> {
        self.with_panel(|panel, size, look| panel.click(row, size, look))
    }

    /// Asks for what the panel on top needs to be drawn.
    pub(super) fn panel_needs(&mut self) -> Vec<Effect> {
        self.with_panel(|_, _, _| Vec::new())
    }

    /// Carries out the messages of the panel with that number.
    fn deliver(&mut self, number: u64, messages: Vec<PanelMessage>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for message in messages {
            match message {
                PanelMessage::Close => {
                    self.panels.retain(|slot| slot.number != number);
                    self.asked.retain(|(_, asker)| *asker != number);
                    effects.extend(self.panel_needs());
                }
                PanelMessage::Ask(request) => {
                    effects.push(self.request(request));
                    self.asked.push((self.last_id, number));
                }
                PanelMessage::AskAnew(request) => {
                    // Answers may overtake one another, so only the last question counts.
                    self.asked.retain(|(_, asker)| *asker != number);
                    effects.push(self.request(request));
                    self.asked.push((self.last_id, number));
                }
                PanelMessage::Look(request) => effects.extend(self.look_up(request)),
                PanelMessage::Job(label, request) => effects.extend(self.job(label, request)),
                PanelMessage::Edit { id, question, query } => {
                    self.close_panels();
                    self.enter_mode(Mode::Demonstration { id }, &format!("{question}\n{query}"));
                }
                PanelMessage::Notify(text) => self.notify(text),
            }
        }
        effects
    }

    /// Looks something up; what comes back opens a panel of its own.
    pub(super) fn look_up(&mut self, request: BackendRequest) -> Vec<Effect> {
        self.job("looking it up".to_owned(), request)
    }

    /// Opens the panel of something that was looked up. True when it was that.
    pub(super) fn found(&mut self, event: &BackendEvent) -> bool {
        let panel: Box<dyn Panel> = match event {
            BackendEvent::Table(view) => Box::new(TablePanel::new(view.as_ref().clone())),
            BackendEvent::Neighbours(view) => Box::new(Neighbours::new(view.as_ref().clone())),
            _ => return false,
        };
        self.open_panel(panel);
        true
    }

    /// Gives a report to the panel that asked. The report comes back when no panel did.
    pub(super) fn panel_report(
        &mut self,
        id: RequestId,
        event: BackendEvent,
    ) -> Result<Vec<Effect>, BackendEvent> {
        let Some(at) = self.asked.iter().position(|(asked, _)| *asked == id) else { return Err(event) };
        let number = self.asked[at].1;
        if event.ends_request() {
            self.asked.remove(at);
        }
        let size = view::panel_size(self);
        let Some(at) = self.panels.iter().position(|slot| slot.number == number) else {
            return Ok(Vec::new());
        };
        let mut slot = self.panels.remove(at);
        slot.panel.report(event);
        let messages = slot.panel.needs(size, &self.look());
        self.panels.insert(at, slot);
        Ok(self.deliver(number, messages))
    }

    /// Tells the panels that the status has changed.
    pub(super) fn panels_see_status(&mut self) -> Vec<Effect> {
        for slot in &mut self.panels {
            slot.panel.status_changed();
        }
        self.panel_needs()
    }
}
