//! The seam to the engine: the chat asks through [`Backend`], work runs in the
//! background and reports through [`Events`]; dropping its [`Task`] stops it.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use crate::model::{
    AnswerId, AnswerView, ChatStatus, DemonstrationView, EncoderState, Failure, GroundingChange,
    LoadProgress, NeighbourView, PageOf, PageView, RelationView, RowArrangement, SavedEntry, SentEntry,
    SessionSummary, ShareLevelView, StageView, TableView,
};

/// Names one request for as long as the chat runs.
pub type RequestId = u64;

/// What the chat asks of the backend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BackendRequest {
    /// Sent once, first. The backend opens the graph, reports a
    /// [`BackendEvent::Status`] when it is open, and keeps the events to report
    /// every later change of status and encoder. Never finished; its task is
    /// dropped when the chat ends.
    Open,
    /// Answer a question; ends with `Answered` or `Failed`. The backend decides
    /// whether it follows up on the last answer, and says so in `Answer::read_as`.
    Ask {
        /// The question as typed.
        question: String,
    },
    /// Answer a question as it stands, whatever was asked before; ends as `Ask` does.
    AskAlone {
        /// The question as typed.
        question: String,
    },
    /// Run a query, in either language, without asking a writer; ends with
    /// `Answered` or `Failed`. This is how an edited query runs, and a query
    /// with another node for one of its names.
    Run {
        /// The query.
        query: String,
        /// The question that it answers, when there is one.
        question: Option<String>,
        /// Nodes to take for names of the query instead of the nearest.
        changes: Vec<GroundingChange>,
        /// Whether to take these nodes for these names in later questions, too.
        remember: bool,
    },
    /// Give a part of a list that is longer than what an answer carries; ends
    /// with `Page` or `Failed`.
    Page {
        /// The answer.
        answer: AnswerId,
        /// The step, as its place in `Answer::trace`.
        step: usize,
        /// The list.
        of: PageOf,
        /// The position of the first entry, from 0.
        from: usize,
        /// How many entries.
        count: usize,
    },
    /// Give a part of the rows of an answer, sorted or filtered; ends with `Page` or `Failed`.
    Arranged {
        /// The answer.
        answer: AnswerId,
        /// How they are arranged.
        arranged: RowArrangement,
        /// The position of the first row, from 0.
        from: usize,
        /// How many rows.
        count: usize,
    },
    /// Give an answer's trace as the JSON that `trustuqa ask --json` prints and
    /// that can be run again; ends with `Trace` or `Failed`.
    TraceJson {
        /// The answer.
        answer: AnswerId,
    },
    /// Show a fact in its surroundings; ends with `Table`, `Neighbours` or `Failed`.
    ShowFact {
        /// The fact.
        fact: u64,
    },
    /// Show rows of a table, or facts of a graph in the order of its file; ends
    /// with `Table`, `Neighbours` (with the source as the entity) or `Failed`.
    Rows {
        /// The source's name.
        source: String,
        /// The number of the first row, from 1.
        from: u64,
        /// How many rows.
        count: usize,
    },
    /// Show the facts that an entity is in; ends with `Neighbours` or `Failed`.
    Entity {
        /// The entity's name.
        name: String,
        /// The source to look in, `None` for all.
        source: Option<String>,
        /// The position of the first fact, from 0.
        from: usize,
        /// How many facts.
        count: usize,
    },
    /// List the relations of a source; ends with `Relations` or `Failed`.
    Relations {
        /// The source's name.
        source: String,
    },
    /// Find the names that begin as the last words of a text do; ends with `Names`.
    Names {
        /// What is in the input.
        text: String,
    },
    /// Write the rows of an answer into a file whose ending names the format; ends with `Done`
    /// or `Failed`.
    Export {
        /// The answer.
        answer: AnswerId,
        /// The file as typed.
        path: PathBuf,
        /// Whether a file that exists is replaced.
        overwrite: bool,
    },
    /// Write all rows of an answer as text, to be copied; ends with `Copied` or `Failed`.
    Table {
        /// The answer.
        answer: AnswerId,
        /// `csv`, `tsv`, `json` or `markdown`.
        format: String,
    },
    /// Load files and folders; ends with `Done` or `Failed`.
    Load {
        /// The paths as typed, `~` already replaced.
        paths: Vec<PathBuf>,
    },
    /// Remove a source; ends with `Done` or `Failed`. It can be taken back until the chat ends.
    Remove {
        /// The source's name.
        source: String,
    },
    /// Take back the last `Remove` that was not yet taken back; ends with `Done` or `Failed`.
    Undo,
    /// Accept an answer, so that its question and query become a demonstration, or
    /// reject it; ends with `Done` or `Failed`.
    Learn {
        /// The answer.
        answer: AnswerId,
        /// Accept or reject.
        accept: bool,
    },
    /// List demonstrations; ends with `Demonstrations` or `Failed`.
    ListDemonstrations {
        /// Only those with these words; empty for all.
        needle: String,
    },
    /// Change a demonstration of the user's; ends with `Done` or `Failed`.
    EditDemonstration {
        /// The demonstration.
        id: String,
        /// Its question from now on.
        question: String,
        /// Its query from now on.
        query: String,
    },
    /// Delete a demonstration of the user's; ends with `Done` or `Failed`.
    DeleteDemonstration {
        /// The demonstration.
        id: String,
    },
    /// List the kept sessions, the latest first; ends with `Sessions` or `Failed`.
    ListSessions {
        /// Only those in which these words occur; empty for all.
        needle: String,
    },
    /// Go on with a kept session; ends with `Resumed` or `Failed`.
    Resume {
        /// The session.
        id: String,
    },
    /// Begin a new session: nothing asked before counts any more; ends with `Done` or `Failed`.
    NewSession,
    /// Use another writer from now on; ends with `Done` or `Failed`.
    SetWriter {
        /// The writer as typed: llm, offline, replay:FILE.
        writer: String,
    },
    /// Share more or less from now on; ends with `Done` or `Failed`.
    SetShare {
        /// The level.
        level: ShareLevelView,
    },
    /// Show what was sent; ends with `Sent` or `Failed`.
    ListSent,
    /// Show what a model would be sent first for a question; ends with `Prompt` or `Failed`.
    Prompt {
        /// The question.
        question: String,
    },
}

/// What the backend reports about a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BackendEvent {
    /// A question reached a stage.
    Progress(StageView),
    /// The answer to a question. Ends the request.
    Answered(Box<AnswerView>),
    /// The request failed. Ends the request.
    Failed(Failure),
    /// The query of a request cannot be read: why, and which of its bytes are at fault.
    /// Nothing was done. Ends the request.
    Unreadable {
        /// Why, and what to write instead.
        failure: Failure,
        /// The bytes of the query.
        span: Range<usize>,
    },
    /// The request is done; the text, if any, is shown. Ends the request.
    Done(String),
    /// What was sent so far, oldest first. Ends the request.
    Sent(Vec<SentEntry>),
    /// What a model would be sent, for reading. Ends the request.
    Prompt(String),
    /// Text for the clipboard. Ends the request.
    Copied(String),
    /// A part of a long list. Ends the request.
    Page(Box<PageView>),
    /// A trace as JSON. Ends the request.
    Trace {
        /// The answer.
        answer: AnswerId,
        /// The JSON.
        json: String,
    },
    /// Rows of a table. Ends the request.
    Table(Box<TableView>),
    /// Facts around an entity. Ends the request.
    Neighbours(Box<NeighbourView>),
    /// The relations of a source. Ends the request.
    Relations {
        /// The source's name.
        source: String,
        /// Its relations, in the order of the file.
        relations: Vec<RelationView>,
    },
    /// The names that complete a text. Ends the request.
    Names {
        /// What stood in the input.
        text: String,
        /// The byte from which on a name takes its place.
        from: usize,
        /// The names, best first.
        names: Vec<String>,
    },
    /// The demonstrations, those of the user first. Ends the request.
    Demonstrations(Vec<DemonstrationView>),
    /// The kept sessions, the latest first. Ends the request.
    Sessions(Vec<SessionSummary>),
    /// A session to go on with; the ids of its answers are those of this chat. Ends the request.
    Resumed {
        /// The session.
        id: String,
        /// What it holds.
        entries: Vec<SavedEntry>,
    },
    /// How far a load is.
    LoadProgress(LoadProgress),
    /// The status as it is now; may come at any time, of any request.
    Status(Box<ChatStatus>),
    /// The encoder's state as it is now; may come at any time, of any request.
    Encoder(EncoderState),
    /// A remark to show in the transcript; may come at any time, of any request.
    Info(String),
}

impl BackendEvent {
    /// Whether nothing comes after this event of the same request.
    #[must_use]
    pub const fn ends_request(&self) -> bool {
        !matches!(
            self,
            Self::Progress(_) | Self::LoadProgress(_) | Self::Status(_) | Self::Encoder(_) | Self::Info(_)
        )
    }
}

/// Where the backend reports what happens with one request. Cheap to clone.
///
/// When the last clone is dropped before the request has ended, the chat is
/// told that it failed, so that no request hangs after a panic in the backend.
#[derive(Debug, Clone)]
pub struct Events {
    inner: Arc<Channel>,
}

#[derive(Debug)]
struct Channel {
    id: RequestId,
    sender: UnboundedSender<(RequestId, BackendEvent)>,
    /// Whether the request has ended, or is one that need not end.
    ended: AtomicBool,
}

impl Events {
    /// Events of the request `id` that go to `sender`.
    #[must_use]
    pub fn new(id: RequestId, sender: UnboundedSender<(RequestId, BackendEvent)>) -> Self {
        Self { inner: Arc::new(Channel { id, sender, ended: AtomicBool::new(false) }) }
    }

    /// Events of a request that need not end.
    #[must_use]
    pub fn endless(id: RequestId, sender: UnboundedSender<(RequestId, BackendEvent)>) -> Self {
        Self { inner: Arc::new(Channel { id, sender, ended: AtomicBool::new(true) }) }
    }

    /// Reports an event. False when the chat has ended and nothing is listening.
    pub fn send(&self, event: BackendEvent) -> bool {
        if event.ends_request() {
            self.inner.ended.store(true, Ordering::Relaxed);
        }
        self.inner.sender.send((self.inner.id, event)).is_ok()
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if !self.ended.load(Ordering::Relaxed) {
            let failure = Failure {
                message: "this ended without a result, which is a fault of the program".to_owned(),
                hint: Some("what is known about it is printed when you leave the chat".to_owned()),
            };
            let _ = self.sender.send((self.id, BackendEvent::Failed(failure)));
        }
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
    fn start(&self, request: BackendRequest, events: Events) -> Task;
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    #[test]
    fn a_request_that_is_dropped_fails() {
        let (sender, mut receiver) = unbounded_channel();
        let events = Events::new(7, sender.clone());
        let clone = events.clone();
        drop(events);
        assert!(receiver.try_recv().is_err());
        drop(clone);
        assert!(matches!(receiver.try_recv(), Ok((7, BackendEvent::Failed(_)))));

        let events = Events::new(8, sender.clone());
        events.send(BackendEvent::Done(String::new()));
        drop(events);
        assert_eq!(receiver.try_recv(), Ok((8, BackendEvent::Done(String::new()))));
        assert!(receiver.try_recv().is_err());

        drop(Events::endless(1, sender));
        assert!(receiver.try_recv().is_err());
    }

    #[test]
    fn dropping_a_task_stops_it_once() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let task = Task::new(move || sender.send(()).expect("the test listens"));
        drop(task);
        assert_eq!(receiver.try_iter().count(), 1);
    }
}
