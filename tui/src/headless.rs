//! A chat without a terminal: the same state machine and views over a backend,
//! with a screen in memory. It takes pictures of real runs and measures frames.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::app::{App, Effect, Event};
use crate::backend::{Backend, BackendEvent, BackendRequest, Events, RequestId, Task};
use crate::settings::ChatOptions;
use crate::view;

/// A chat with a screen in memory. Effects on the terminal and on files are left out.
pub struct Headless {
    app: App,
    terminal: Terminal<TestBackend>,
    backend: Arc<dyn Backend>,
    reports: UnboundedSender<(RequestId, BackendEvent)>,
    reported: UnboundedReceiver<(RequestId, BackendEvent)>,
    tasks: HashMap<RequestId, Task>,
    started: Instant,
}

impl Headless {
    /// A chat of that size whose graph is being opened. Must be called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// The screen in memory could not be made.
    pub fn new(width: u16, height: u16, options: ChatOptions, backend: Arc<dyn Backend>) -> io::Result<Self> {
        let (reports, reported) = unbounded_channel();
        let terminal = Terminal::new(TestBackend::new(width, height)).map_err(io::Error::other)?;
        let app = App::new(width, height, options, Vec::new());
        let started = Instant::now();
        let mut chat = Self { app, terminal, backend, reports, reported, tasks: HashMap::new(), started };
        let effects = chat.app.start();
        chat.perform(effects);
        Ok(chat)
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Start { id, request } => {
                    let events = match request {
                        BackendRequest::Open => Events::endless(id, self.reports.clone()),
                        _ => Events::new(id, self.reports.clone()),
                    };
                    let task = self.backend.start(request, events);
                    self.tasks.insert(id, task);
                }
                Effect::Cancel { id } => drop(self.tasks.remove(&id)),
                _ => {}
            }
        }
    }

    /// Gives an event to the chat.
    pub fn event(&mut self, event: Event) {
        let effects = self.app.handle(event);
        self.perform(effects);
    }

    /// Presses a key.
    pub fn press(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses a key with Ctrl.
    pub fn ctrl(&mut self, key: char) {
        self.event(Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL)));
    }

    /// Types a line and sends it.
    pub fn send(&mut self, line: &str) {
        line.chars().for_each(|c| self.press(KeyCode::Char(c)));
        self.press(KeyCode::Enter);
    }

    /// Takes the reports that come until the screen has `text`; the screen either way.
    ///
    /// # Errors
    ///
    /// The screen, when the text has not come in time.
    pub async fn until(&mut self, text: &str, patience: Duration) -> Result<(), String> {
        let end = Instant::now() + patience;
        loop {
            self.event(Event::Tick(self.started.elapsed()));
            if self.text().contains(text) {
                return Ok(());
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(format!("“{text}” did not come; the screen is\n{}", self.text()));
            }
            let report =
                tokio::time::timeout(left.min(Duration::from_millis(100)), self.reported.recv()).await;
            if let Ok(Some((id, event))) = report {
                if event.ends_request() {
                    self.tasks.remove(&id);
                }
                self.event(Event::Backend(id, event));
            }
        }
    }

    /// Draws a frame and gives its cells.
    pub fn draw(&mut self) -> &Buffer {
        // Drawing in memory cannot fail; a frame that did would be the last one.
        let _ = self.terminal.draw(|frame| view::draw(&self.app, frame));
        self.terminal.backend().buffer()
    }

    /// The screen as text.
    pub fn text(&mut self) -> String {
        let buffer = self.draw();
        let area = buffer.area;
        let mut out = String::new();
        for y in area.top()..area.bottom() {
            let mut row = String::new();
            let mut x = area.left();
            while x < area.right() {
                // A wide character covers the cells after it.
                let symbol = buffer[(x, y)].symbol();
                row.push_str(symbol);
                x += u16::try_from(crate::text::width(symbol)).unwrap_or(1).max(1);
            }
            out.push_str(row.trim_end());
            out.push('\n');
        }
        out
    }
}
