//! The chat as a pure state machine: [`App::handle`] takes an event and says
//! which effects it wants. It does no input or output and reads no clock, so
//! that every behaviour can be tested by a list of events.

mod ask;
mod commands;
mod completion;
mod input;
mod keys;
mod mouse;
mod panels;
mod reports;
mod search;
mod transcript;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::backend::{BackendEvent, BackendRequest, RequestId};
use crate::command::CompletionItem;
use crate::input::{Editor, History, Vim};
use crate::keys::Press;
use crate::model::{AnswerId, ChatStatus, Failure, GroundingChange, LoadProgress, StageView};
use crate::panel::Panel;
use crate::settings::{ChatOptions, EditingMode, Notify};
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
    /// This much time has passed since the chat started.
    Tick(Duration),
    /// The backend reports about a request.
    Backend(RequestId, BackendEvent),
    /// The terminal has got the keyboard, or has lost it.
    Focus(bool),
    /// What was written in the editor that [`Effect::Edit`] asked for, or why it was not.
    Edited(Result<String, String>),
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
        result: Result<(), SaveError>,
    },
}

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveError {
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
        request: BackendRequest,
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
        /// Only folders, and files that can be loaded.
        to_load: bool,
    },
    /// Keep a line of the history for the next chat.
    Remember(String),
    /// Take the mouse, or leave it to the terminal.
    CaptureMouse(bool),
    /// Let text be written in the user's editor and report [`Event::Edited`].
    Edit(String),
    /// Redraw everything.
    Redraw,
    /// Tell that long work has ended.
    Notify {
        /// In what way.
        how: Notify,
        /// What has ended.
        text: String,
    },
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
    pub stage: Option<StageView>,
    /// When it started.
    pub since: Duration,
    /// The nodes that it takes for names instead of the nearest.
    changes: Vec<GroundingChange>,
    /// The query that it runs and the question that this answers, when the user wrote it.
    query: Option<(String, Option<String>)>,
}

/// What is wrong with the query in the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Why it cannot be read, and what to write instead.
    pub failure: Failure,
    /// The bytes of the input that are at fault.
    pub span: Range<usize>,
}

/// A load or another request in the background.
#[derive(Debug, Clone, PartialEq)]
pub struct BackgroundJob {
    /// Its request.
    pub id: RequestId,
    /// What it does.
    pub label: String,
    /// How far it is.
    pub progress: Option<LoadProgress>,
    /// When it started.
    pub since: Duration,
}

/// What Enter does with the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Mode {
    /// Asks it, or does it as a command.
    #[default]
    Ask,
    /// Runs it as a query.
    Query {
        /// The question that the query answers, when there is one.
        question: Option<String>,
    },
    /// Keeps it as a demonstration: the question in the first line, then the query.
    Demonstration {
        /// The demonstration.
        id: String,
    },
}

/// A panel on the stack, with the number by which reports find it.
#[derive(Debug)]
struct Slot {
    number: u64,
    panel: Box<dyn Panel>,
}

/// The candidates that Tab goes through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TabCompletion {
    /// Where in the input the completed part starts.
    pub from: usize,
    /// What can be there.
    pub candidates: Vec<CompletionItem>,
    /// The one that was put in.
    pub selected: Option<usize>,
}

/// A search in the history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistorySearch {
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
    pub(crate) options: ChatOptions,
    pub(crate) now: Duration,
    pub(crate) status: Option<ChatStatus>,
    pub(crate) transcript: Transcript,
    pub(crate) input: Editor,
    /// The keys of the input in the manner of vim, when they are wanted.
    pub(crate) vim: Option<Vim>,
    pub(crate) mode: Mode,
    /// What stood in the input before a query was put there.
    draft: Option<String>,
    /// Shown until the input changes.
    pub(crate) mistake: Option<Mistake>,
    /// The demonstration that is being changed: its request, its name, and its text.
    changing: Option<(RequestId, String, String)>,
    pub(crate) history: History,
    pub(crate) search: Option<HistorySearch>,
    pub(crate) focus: Focus,
    panels: Vec<Slot>,
    last_panel: u64,
    /// Requests of panels, with the panel's number.
    asked: Vec<(RequestId, u64)>,
    pub(crate) running: Option<Running>,
    pub(crate) jobs: Vec<BackgroundJob>,
    /// A remark above the input, with the time it was made.
    pub(crate) notice: Option<(String, Duration)>,
    pub(crate) completion: Option<TabCompletion>,
    suggestion: Option<usize>,
    /// The nodes that were chosen for the names of an answer.
    changes: BTreeMap<AnswerId, Vec<GroundingChange>>,
    /// The file for the trace that was asked for, and whether to replace it.
    trace_file: Option<(PathBuf, bool)>,
    /// Pasted questions that wait for the one before them.
    waiting: VecDeque<String>,
    /// Keys that wait for the next one.
    pub(crate) pending: Vec<Press>,
    pub(crate) mouse: bool,
    /// Whether the terminal has the keyboard.
    attended: bool,
    quitting: bool,
    last_id: RequestId,
}

impl App {
    /// A chat of that size in which nothing has happened yet, with the lines of
    /// earlier chats, oldest first.
    #[must_use]
    pub fn new(width: u16, height: u16, options: ChatOptions, history: Vec<String>) -> Self {
        let theme = options.theme;
        let mut app = Self {
            size: (width, height),
            theme,
            now: Duration::ZERO,
            status: None,
            transcript: Transcript::new(theme),
            input: Editor::default(),
            vim: (options.editing == EditingMode::Vim).then(Vim::default),
            mode: Mode::Ask,
            draft: None,
            mistake: None,
            changing: None,
            history: History::new(history),
            search: None,
            focus: Focus::Input,
            panels: Vec::new(),
            last_panel: 0,
            asked: Vec::new(),
            running: None,
            jobs: Vec::new(),
            notice: None,
            completion: None,
            suggestion: None,
            changes: BTreeMap::new(),
            trace_file: None,
            waiting: VecDeque::new(),
            pending: Vec::new(),
            mouse: options.mouse,
            attended: true,
            quitting: false,
            last_id: 0,
            options,
        };
        let welcome = app.welcome();
        app.transcript.push(welcome);
        app
    }

    /// The first effects: the graph is opened, and the session that is wanted resumed.
    pub fn start(&mut self) -> Vec<Effect> {
        let mut effects = vec![self.request(BackendRequest::Open)];
        if let Some(id) = self.options.resume.take() {
            effects.extend(self.job(format!("resuming {id}"), BackendRequest::Resume { id }));
        }
        effects
    }

    /// Takes an event and says what to do.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse_event(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize { width, height } => {
                self.size = (width, height);
                self.panel_needs()
            }
            Event::Focus(attended) => {
                self.attended = attended;
                Vec::new()
            }
            Event::Edited(result) => {
                match result {
                    Ok(text) => self.put_in(text.trim_end()),
                    Err(reason) => self.notify(reason),
                }
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
    fn request(&mut self, request: BackendRequest) -> Effect {
        self.last_id += 1;
        Effect::Start { id: self.last_id, request }
    }

    /// Starts a request that works in the background.
    fn job(&mut self, label: String, request: BackendRequest) -> Vec<Effect> {
        let effect = self.request(request);
        self.jobs.push(BackgroundJob { id: self.last_id, label, progress: None, since: self.now });
        vec![effect]
    }

    /// Says something above the input.
    fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some((text.into(), self.now));
    }

    /// Announces to a user who looks elsewhere that work which began at `since` has ended.
    fn ended(&self, since: Duration, text: &str) -> Vec<Effect> {
        let long = self.now.saturating_sub(since) >= self.options.notify_after;
        if self.attended || !long || self.options.notify == Notify::Off {
            return Vec::new();
        }
        vec![Effect::Notify { how: self.options.notify, text: crate::text::clip(text, 120) }]
    }

    fn focus_input(&mut self) {
        self.focus = Focus::Input;
        self.transcript.blur();
    }

    /// The welcome, with what is known of the status.
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
            Some(host) if status.share_level != crate::model::ShareLevelView::Off => {
                format!("Sent to {host}: {}.", status.share_level.meaning())
            }
            _ => "Nothing leaves this machine.".to_owned(),
        };
        Body::Welcome { summary: Some(summary), sharing, suggestions: status.suggestions.clone() }
    }
}

#[cfg(test)]
mod tests;
