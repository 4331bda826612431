//! The seam to the engine: the chat asks through [`Backend`], work runs in the
//! background and reports through [`Events`]; dropping its [`Task`] stops it.

use std::path::PathBuf;

use tokio::sync::mpsc::UnboundedSender;

use crate::model::{Answer, EncoderState, Failure, LoadProgress, SentEntry, ShareLevel, Stage, Status};

/// Names one request for as long as the chat runs.
pub type RequestId = u64;

/// What the chat asks of the backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Sent once, first. The backend opens the graph, reports a
    /// [`BackendEvent::Status`] when it is open, and keeps the events to report
    /// every later change of status and encoder. Never finished; its task is
    /// dropped when the chat ends.
    Open,
    /// Answer a question; ends with `Answered` or `Failed`.
    Ask {
        /// The question as typed.
        question: String,
    },
    /// Load files and folders; ends with `Done` or `Failed`.
    Load {
        /// The paths as typed, `~` already replaced.
        paths: Vec<PathBuf>,
    },
    /// Remove a source; ends with `Done` or `Failed`.
    Remove {
        /// The source's name.
        source: String,
    },
    /// Use another writer from now on; ends with `Done` or `Failed`.
    SetWriter {
        /// The writer as typed: llm, offline, replay:FILE.
        writer: String,
    },
    /// Share more or less from now on; ends with `Done` or `Failed`.
    SetShare {
        /// The level.
        level: ShareLevel,
    },
    /// Show what was sent; ends with `Sent` or `Failed`.
    ListSent,
}

/// What the backend reports about a request.
#[derive(Debug, Clone, PartialEq)]
pub enum BackendEvent {
    /// A question reached a stage.
    Progress(Stage),
    /// The answer to a question. Ends the request.
    Answered(Box<Answer>),
    /// The request failed. Ends the request.
    Failed(Failure),
    /// The request is done; the text, if any, is shown. Ends the request.
    Done(String),
    /// What was sent so far, oldest first. Ends the request.
    Sent(Vec<SentEntry>),
    /// How far a load is.
    LoadProgress(LoadProgress),
    /// The status as it is now; may come at any time, of any request.
    Status(Box<Status>),
    /// The encoder's state as it is now; may come at any time, of any request.
    Encoder(EncoderState),
    /// A remark to show in the transcript; may come at any time, of any request.
    Info(String),
}

impl BackendEvent {
    /// Whether nothing comes after this event of the same request.
    #[must_use]
    pub const fn ends_request(&self) -> bool {
        matches!(self, Self::Answered(_) | Self::Failed(_) | Self::Done(_) | Self::Sent(_))
    }
}

/// Where the backend reports what happens with one request. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Events {
    id: RequestId,
    sender: UnboundedSender<(RequestId, BackendEvent)>,
}

impl Events {
    /// Events of the request `id` that go to `sender`.
    #[must_use]
    pub const fn new(id: RequestId, sender: UnboundedSender<(RequestId, BackendEvent)>) -> Self {
        Self { id, sender }
    }

    /// Reports an event. False when the chat has ended and nobody listens.
    pub fn send(&self, event: BackendEvent) -> bool {
        self.sender.send((self.id, event)).is_ok()
    }
}

/// A request under way. Dropping it stops the work.
#[must_use = "dropping a task stops its work"]
#[derive(Default)]
pub struct Task {
    stop: Option<Box<dyn FnOnce() + Send>>,
}

impl Task {
    /// A task that is stopped by calling `stop`, from any thread and at most once.
    /// It may also be called after the work has ended, and must not block.
    pub fn new(stop: impl FnOnce() + Send + 'static) -> Self {
        Self { stop: Some(Box::new(stop)) }
    }

    /// A task that has ended already or cannot be stopped.
    pub fn finished() -> Self {
        Self::default()
    }
}

impl<T: Send + 'static> From<tokio::task::JoinHandle<T>> for Task {
    /// A tokio task: it is aborted at its next await.
    fn from(handle: tokio::task::JoinHandle<T>) -> Self {
        Self::new(move || handle.abort())
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Task").field("running", &self.stop.is_some()).finish()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop();
        }
    }
}

/// The engine as the chat sees it.
pub trait Backend: Send + Sync + 'static {
    /// Starts a request in the background and returns at once: it is called on
    /// the thread that draws. It is called inside the tokio runtime that runs
    /// the chat, so it may spawn.
    fn start(&self, request: Request, events: Events) -> Task;
}
