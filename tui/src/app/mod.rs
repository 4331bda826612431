//! The chat as a pure state machine: [`App::handle`] takes an event and says
//! which effects it wants. It does no input or output and reads no clock, so
//! that every behaviour can be tested by a list of events.

mod commands;
mod completion;
mod keys;
mod mouse;
mod reports;

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::backend::{BackendEvent, Request, RequestId};
use crate::command::Candidate;
use crate::input::{Editor, History};
use crate::model::{LoadProgress, SentEntry, Stage, Status};
use crate::panel::Panel;
use crate::theme::Theme;
use crate::transcript::{Body, Transcript};

/// What happens to the chat.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// Text was pasted, of any number of lines.
    Paste(String),
    /// The terminal has a new size.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// So much time has passed since the chat started.
    Tick(Duration),
    /// The backend reports about a request.
    Backend(RequestId, BackendEvent),
    /// The paths that complete what was asked for by [`Effect::ListPaths`].
    Paths {
        /// What was typed.
        typed: String,
        /// Whole paths, folders with a slash at their end, sorted.
        paths: Vec<String>,
    },
    /// A file was written, or why not.
    Written {
        /// The file.
        path: PathBuf,
        /// Nothing, or why not.
        result: Result<(), WriteError>,
    },
}

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// It is there already and was not to be replaced.
    Exists,
    /// The operating system's reason.
    Other(String),
}

/// What the chat wants to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start a request.
    Start {
        /// Its name.
        id: RequestId,
        /// What it asks.
        request: Request,
    },
    /// Stop a request.
    Cancel {
        /// Its name.
        id: RequestId,
    },
    /// Put text into the clipboard.
    Copy(String),
    /// Write a file and report [`Event::Written`].
    Write {
        /// The file as typed.
        path: PathBuf,
        /// Its content.
        content: String,
        /// Whether a file that exists is replaced.
        overwrite: bool,
    },
    /// Read a folder and report [`Event::Paths`].
    ListPaths {
        /// The path as far as it is typed.
        typed: String,
    },
    /// Keep a line of the history for the next chat.
    Remember(String),
    /// Take the mouse, or leave it to the terminal.
    CaptureMouse(bool),
    /// End the chat.
    Quit,
}

/// Where the keys go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// Into the input.
    Input,
    /// Into the transcript, to open and close traces.
    Transcript,
}

/// The question under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Running {
    /// Its request.
    pub id: RequestId,
    /// The stage it is at, absent until the backend says.
    pub stage: Option<Stage>,
    /// When it started.
    pub since: Duration,
}

/// A load or another request in the background.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its request.
    pub id: RequestId,
    /// What it does.
    pub label: String,
    /// How far it is.
    pub progress: Option<LoadProgress>,
}

/// The candidates that Tab goes through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where in the input the completed part starts.
    pub from: usize,
    /// What can stand there.
    pub candidates: Vec<Candidate>,
    /// The one that was put in.
    pub selected: Option<usize>,
}

/// A search in the history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// What is searched.
    pub needle: String,
    /// The entry found.
    pub found: Option<usize>,
    /// What stood in the input before.
    draft: String,
}

/// How long a remark is shown while the stage has something to say too; else
/// it stays until the next key.
const NOTICE: Duration = Duration::from_secs(3);

/// The request that opens the graph is always the first.
const OPEN: RequestId = 1;

/// The whole state of the chat.
#[derive(Debug)]
pub struct App {
    pub(crate) size: (u16, u16),
    pub(crate) theme: Theme,
    pub(crate) now: Duration,
    pub(crate) status: Option<Status>,
    pub(crate) transcript: Transcript,
    pub(crate) input: Editor,
    pub(crate) history: History,
    pub(crate) search: Option<Search>,
    pub(crate) focus: Focus,
    pub(crate) panel: Option<Panel>,
    pub(crate) running: Option<Running>,
    pub(crate) jobs: Vec<Job>,
    /// A remark above the input, with the time it was made.
    pub(crate) notice: Option<(String, Duration)>,
    pub(crate) completion: Option<Completion>,
    pub(crate) sent: Vec<SentEntry>,
    suggestion: Option<usize>,
    pub(crate) mouse: bool,
    quitting: bool,
    last_id: RequestId,
}

impl App {
    /// A chat of that size in which nothing has happened yet, with the lines of
    /// earlier chats, oldest first.
    #[must_use]
    pub fn new(width: u16, height: u16, theme: Theme, history: Vec<String>) -> Self {
        let mut app = Self {
            size: (width, height),
            theme,
            now: Duration::ZERO,
            status: None,
            transcript: Transcript::new(theme),
            input: Editor::default(),
            history: History::new(history),
            search: None,
            focus: Focus::Input,
            panel: None,
            running: None,
            jobs: Vec::new(),
            notice: None,
            completion: None,
            sent: Vec::new(),
            suggestion: None,
            mouse: true,
            quitting: false,
            last_id: 0,
        };
        let welcome = app.welcome();
        app.transcript.push(welcome);
        app
    }

    /// The first effects: the graph is opened.
    pub fn start(&mut self) -> Vec<Effect> {
        vec![self.request(Request::Open)]
    }

    /// Takes an event and says what to do.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse_event(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize { width, height } => {
                self.size = (width, height);
                Vec::new()
            }
            Event::Tick(now) => {
                self.now = now;
                // A remark must not hide the stage for long.
                if self.animates() {
                    self.notice.take_if(|(_, since)| now.saturating_sub(*since) > NOTICE);
                }
                Vec::new()
            }
            Event::Backend(id, event) => self.report(id, event),
            Event::Paths { typed, paths } => self.complete_paths(&typed, paths),
            Event::Written { path, result } => {
                self.written(&path, result);
                Vec::new()
            }
        }
    }

    /// Whether something on the screen moves by itself, so that ticks are needed.
    #[must_use]
    pub fn animates(&self) -> bool {
        self.running.is_some() || !self.jobs.is_empty() || self.status.is_none()
    }

    /// Names a new request.
    fn request(&mut self, request: Request) -> Effect {
        self.last_id += 1;
        Effect::Start { id: self.last_id, request }
    }

    /// Starts a request that works in the background.
    fn job(&mut self, label: String, request: Request) -> Vec<Effect> {
        let effect = self.request(request);
        self.jobs.push(Job { id: self.last_id, label, progress: None });
        vec![effect]
    }

    /// Text in the input was changed by hand.
    fn edited(&mut self) {
        self.history.settle();
        self.suggestion = None;
        self.refresh_completion();
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.panel = None;
        self.notice = None;
        self.leave_search(true);
        self.focus_input();
        let whole = self.input.insert(text);
        self.edited();
        if !whole {
            self.notify("the pasted text was too long; its end was left out");
        }
        Vec::new()
    }

    /// Says something above the input.
    fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some((text.into(), self.now));
    }

    fn focus_input(&mut self) {
        self.focus = Focus::Input;
        self.transcript.blur();
    }

    /// Sends what stands in the input.
    fn submit(&mut self) -> Vec<Effect> {
        let text = self.input.text().trim().to_owned();
        if text.is_empty() {
            return Vec::new();
        }
        let command = text.starts_with('/');
        if !command && self.running.is_some() {
            self.notify("still working on the last question · Esc cancels it");
            return Vec::new();
        }
        self.input.take();
        self.completion = None;
        self.suggestion = None;
        self.transcript.follow();
        let mut effects = Vec::new();
        if self.history.push(&text) {
            effects.push(Effect::Remember(text.clone()));
        }
        if command {
            effects.extend(self.command(&text));
        } else {
            effects.push(self.request(Request::Ask { question: text.clone() }));
            self.running = Some(Running { id: self.last_id, stage: None, since: self.now });
            self.transcript.push(Body::Question(text));
        }
        effects
    }

    /// Stops the question under way, or the last background job when there is
    /// no question. Nothing when there is neither.
    fn cancel(&mut self) -> Vec<Effect> {
        let Some(running) = self.running.take() else {
            let Some(job) = self.jobs.pop() else { return Vec::new() };
            self.transcript.push(Body::Note(format!("stopped {}", job.label)));
            return vec![Effect::Cancel { id: job.id }];
        };
        let millis = u64::try_from(self.now.saturating_sub(running.since).as_millis()).unwrap_or(u64::MAX);
        self.transcript.push(Body::Note(format!("cancelled after {}", crate::text::span(millis))));
        vec![Effect::Cancel { id: running.id }]
    }

    /// The welcome as far as the status is known.
    fn welcome(&self) -> Body {
        let Some(status) = &self.status else {
            return Body::Welcome { summary: None, sharing: String::new(), suggestions: Vec::new() };
        };
        if status.graph.is_empty() {
            let summary = Some("No graph is open.".to_owned());
            return Body::Welcome { summary, sharing: String::new(), suggestions: Vec::new() };
        }
        let facts = status.sources.iter().fold(0_u64, |sum, source| sum.saturating_add(source.facts));
        let summary = if status.sources.is_empty() {
            format!("Graph {} is empty.", status.graph)
        } else {
            format!(
                "Graph {} holds {} facts from {}.",
                status.graph,
                crate::text::grouped(facts),
                crate::text::counted(status.sources.len(), "source")
            )
        };
        let sharing = match &status.destination {
            Some(host) if status.share_level != crate::model::ShareLevel::Off => {
                format!("Sent to {host}: {}.", status.share_level.meaning())
            }
            _ => "Nothing leaves this machine.".to_owned(),
        };
        Body::Welcome { summary: Some(summary), sharing, suggestions: status.suggestions.clone() }
    }
}

#[cfg(test)]
mod tests;
