//! The chat's backend: what the terminal chat asks for, done by a session.
//!
//! The chat knows plain view data only.
//!
//! * `view` turns traces and sources into that data.
//! * `remote_backend` runs a chat whose graph another process has open; `remote_chat` is its other end.
//! * `blocking_requests` does what can be done without a writer, away from the thread that draws.
//! * `questions` answers questions and remembers what was asked before.
//! * `row_names` finds names for rows.
//! * `answers` keeps what is needed to show more of an answer.
//! * `data_reads` looks into the data.
//! * `record` keeps sessions on disk.
//! * `table_file` writes the rows of an answer into a file.

mod answers;
mod blocking_requests;
mod data_reads;
mod questions;
mod record;
mod remote_backend;
pub(crate) mod remote_chat;
mod row_names;
mod table_file;
#[cfg(test)]
mod tests;
mod view;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use trustuqa_tui::model::{EncoderState, Failure, SavedEntry, SessionSummary};
use trustuqa_tui::{Backend, BackendEvent, BackendRequest, ChatOptions, Events, Task, TuiError};

use self::answers::Answers;
use self::questions::Conversation;
use self::record::Record;
use self::remote_backend::RemoteBackend;
use crate::config::Settings;
use crate::encoder::ModelDir;
use crate::session::encoding::{Background, EncoderStage};
use crate::session::{Session, SessionError};
use crate::sharing::Shared;
use crate::sharing::wire::ChatState;

/// The kept sessions in which every word of `needle` occurs, the latest first.
pub fn sessions(settings: &Settings, needle: &str) -> Result<Vec<SessionSummary>, SessionError> {
    kept(settings).list(needle)
}

/// The session `id`, or without an id the latest one (of `graph`, when one is named), with the graph that
/// it was begun with. `None` when there is none.
pub fn kept_session(
    settings: &Settings,
    id: Option<&str>,
    graph: Option<&str>,
) -> Result<Option<(String, String)>, SessionError> {
    let record = kept(settings);
    let id = match id {
        Some(id) => Some(id.to_owned()),
        None => record.latest(graph)?,
    };
    id.map(|id| record.graph_of(&id).map(|graph| (id, graph))).transpose()
}

fn kept(settings: &Settings) -> Record {
    Record::in_folder(settings.data_dir.value.join("sessions"), settings.graph.value.to_string())
}

/// Runs the chat over a graph until the user leaves, and goes on with the kept
/// session `resume`. Returns the id that the chat is kept under, when something was asked.
pub fn run(
    shared: Arc<Shared>,
    suggestions: Vec<String>,
    resume: Option<String>,
) -> Result<Option<String>, SessionError> {
    let runtime = crate::session::runtime()?;
    let can_load = trustuqa_tui::settings::CanLoad(trustuqa_load::is_known);
    let options = ChatOptions { resume, can_load, ..shared.settings().chat.clone() };
    let history_file = Some(shared.settings().data_dir.value.join("history"));
    let (result, kept) = runtime.block_on(async {
        let backend = RemoteBackend::new(shared, suggestions)?;
        let ran = trustuqa_tui::run(Arc::new(backend.clone()), ChatOptions { history_file, ..options }).await;
        Ok::<_, SessionError>((ran, backend.leave()))
    })?;
    // Work that cannot be interrupted ends by itself; leaving does not wait for it.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result.map_err(|error| match error {
        TuiError::NoTerminal => SessionError::Usage { message: error.to_string(), hint: None },
        TuiError::Terminal(_) => SessionError::Environment { message: error.to_string(), hint: None },
    })?;
    kept
}

/// The backend by itself, for a chat without a terminal. Must be used inside a
/// tokio runtime.
pub fn backend(session: Session, suggestions: Vec<String>) -> Arc<dyn Backend> {
    Arc::new(Chat::new(Arc::new(session), suggestions))
}

/// The backend.
struct Chat(Arc<LocalChat>);

/// A session, and what a chat adds to it.
struct LocalChat {
    session: Arc<Session>,
    suggestions: Vec<String>,
    encoder: Mutex<EncoderState>,
    /// The thread that embeds names beside the chat.
    background: Mutex<Option<Background>>,
    /// The task that has a model on this machine read the beginning of every prompt.
    warming_up: Mutex<Option<tokio::task::AbortHandle>>,
    answers: Mutex<Answers>,
    record: Mutex<Record>,
    talk: Mutex<Conversation>,
    /// Where to report changes that no request asked for.
    opened: Mutex<Option<Events>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure_of(error: &SessionError) -> Failure {
    Failure { message: error.to_string(), hint: error.hint().map(str::to_owned) }
}

/// How a request that failed is reported.
fn failed(error: &SessionError) -> BackendEvent {
    if let SessionError::Query { text, diagnostics } = error
        && let Some(first) = diagnostics.0.first()
    {
        let failure = Failure { message: first.message.clone(), hint: first.hint.clone() };
        let end = first.span.end.min(text.len());
        return BackendEvent::Unreadable { failure, span: first.span.start.min(end)..end };
    }
    BackendEvent::Failed(failure_of(error))
}

impl Chat {
    fn new(session: Arc<Session>, suggestions: Vec<String>) -> Chat {
        let record = kept(session.settings());
        Chat(Arc::new(LocalChat {
            session,
            suggestions,
            encoder: Mutex::default(),
            background: Mutex::default(),
            warming_up: Mutex::default(),
            answers: Mutex::default(),
            record: Mutex::new(record),
            talk: Mutex::default(),
            opened: Mutex::default(),
        }))
    }

    /// The id of the session that is being kept.
    fn record(&self) -> Option<String> {
        lock(&self.0.record).current().map(str::to_owned)
    }

    /// Restores the state of a chat whose graph another process had open until now.
    fn go_on(&self, before: &ChatState) {
        let state = &self.0;
        if let Some(id) = &before.record
            && let Ok(entries) = lock(&state.record).resume(id)
        {
            let kept = entries.iter().filter_map(|entry| match entry {
                SavedEntry::Answer(answer) => Some(answer.as_ref()),
                _ => None,
            });
            let mut last = None;
            for (answer, id) in kept.zip(&before.answers) {
                lock(&state.answers).keep_saved_as(*id, answer);
                last = Some(answer);
            }
            *lock(&state.talk) = Conversation::resume(last);
        }
        lock(&state.answers).begin_after(before.last);
        state.session.choose(|choices| {
            choices.share = before.share.map_or(choices.share, view::share_from);
            if let Some(writer) = before.writer.as_ref().and_then(|writer| writer.parse().ok()) {
                choices.writer = writer;
            }
        });
        for source in &before.removed {
            // One that another program has removed meanwhile is gone anyway.
            let _ = state.session.remove(source);
        }
    }

    /// The user has left: nothing can be taken back any more.
    fn leave(&self) -> Result<(), SessionError> {
        self.rest();
        self.0.session.finish_removals().map(drop)
    }

    /// Stops the work in the background.
    fn rest(&self) {
        lock(&self.0.opened).take();
        // Dropping it waits for its thread, which may be reporting.
        let background = lock(&self.0.background).take();
        drop(background);
    }
}

impl LocalChat {
    /// Reports the status and starts the encoder.
    fn open(self: &Arc<LocalChat>, events: &Events) {
        *lock(&self.opened) = Some(events.clone());
        let state = Arc::downgrade(self);
        self.session.changes().listen(move || state.upgrade().is_some_and(|state| state.changed()));
        let dir = self.session.model_dir();
        if dir.is_some() {
            *lock(&self.encoder) = EncoderState::Loading;
        }
        self.send_status(events);
        if let Err(error) = self.session.learnt().store(self.session.graph()) {
            let hint = error.hint().map_or(String::new(), |hint| format!("; {hint}"));
            events.send(BackendEvent::Info(format!("what you taught is not used: {error}{hint}")));
        }
        if let Some(dir) = dir {
            self.start_encoder(dir, events);
        }
        self.warm_up();
    }

    /// Has a model on this machine read the beginning that all prompts share. That the server cannot be
    /// reached is reported only when a question is asked.
    fn warm_up(&self) {
        let session = self.session.clone();
        let task = tokio::spawn(async move { session.warm_up().await });
        self.stop_warm_up(Some(task.abort_handle()));
    }

    /// Stops the warm-up under way, if any, and keeps `next` in its place.
    fn stop_warm_up(&self, next: Option<tokio::task::AbortHandle>) {
        if let Some(last) = std::mem::replace(&mut *lock(&self.warming_up), next) {
            last.abort();
        }
    }

    /// Embeds names in the background from now on.
    fn start_encoder(self: &Arc<LocalChat>, dir: ModelDir, events: &Events) {
        let (state, reports) = (self.clone(), events.clone());
        let tell = move |stage: EncoderStage| {
            let shown = view::encoder(&stage);
            *lock(&state.encoder) = shown.clone();
            reports.send(BackendEvent::Encoder(shown));
        };
        let (graph, slot) = (self.session.opened().clone(), self.session.encoder().clone());
        let thread = Background::start(graph, slot, dir, tell);
        *lock(&self.background) = Some(thread);
    }

    /// Called when the sources have changed. Returns false when the chat has ended.
    fn changed(&self) -> bool {
        let Some(events) = lock(&self.opened).clone() else { return false };
        lock(&self.answers).forget_results();
        self.wake();
        self.send_status(&events);
        true
    }

    fn send_status(&self, events: &Events) {
        match view::status(&self.session, &self.suggestions, lock(&self.encoder).clone()) {
            Ok(status) => events.send(BackendEvent::Status(Box::new(status))),
            Err(error) => events.send(BackendEvent::Failed(failure_of(&error))),
        };
    }

    /// Wakes the thread that embeds names.
    fn wake(&self) {
        if let Some(background) = lock(&self.background).as_ref() {
            background.wake();
        }
    }

    /// Keeps an entry of the session on disk.
    fn keep(&self, entry: &SavedEntry, events: &Events) {
        let problem = lock(&self.record).keep(entry);
        if let Some(problem) = problem {
            events.send(BackendEvent::Info(problem));
        }
    }
}

/// Whether a request changes what the status line or the sources panel shows.
fn changes_status(request: &BackendRequest) -> bool {
    matches!(
        request,
        BackendRequest::Load { .. }
            | BackendRequest::Remove { .. }
            | BackendRequest::Undo
            | BackendRequest::SetWriter { .. }
            | BackendRequest::SetShare { .. }
    )
}

/// Whether a request and its result belong in the kept session.
fn belongs_to_session(request: &BackendRequest) -> bool {
    matches!(
        request,
        BackendRequest::Ask { .. }
            | BackendRequest::AskAlone { .. }
            | BackendRequest::Run { .. }
            | BackendRequest::Load { .. }
            | BackendRequest::Remove { .. }
            | BackendRequest::Undo
            | BackendRequest::Learn { .. }
    )
}

impl Backend for Chat {
    fn start(&self, request: BackendRequest, events: Events) -> Task {
        let state = self.0.clone();
        if request == BackendRequest::Open {
            tokio::task::spawn_blocking(move || state.open(&events));
            return Task::finished();
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let stopping = state.clone();
        let handle = tokio::spawn(async move {
            let (status, kept) = (changes_status(&request), belongs_to_session(&request));
            let writer = matches!(request, BackendRequest::SetWriter { .. });
            let done = match request {
                BackendRequest::Ask { question } => questions::ask(&state, &question, true, &events).await,
                BackendRequest::AskAlone { question } => {
                    questions::ask(&state, &question, false, &events).await
                }
                request => {
                    let (state, events) = (state.clone(), events.clone());
                    tokio::task::spawn_blocking(move || {
                        blocking_requests::work(&state, request, &stopped, &events)
                    })
                    .await
                    .unwrap_or(Err(SessionError::Cancelled))
                }
            };
            let event = match done {
                Ok(event) => event,
                Err(error) => failed(&error),
            };
            if kept && let Some(entry) = entry_of(&event) {
                state.keep(&entry, &events);
            }
            if status {
                state.send_status(&events);
            }
            if writer {
                state.warm_up();
            }
            events.send(event);
        });
        Task::new(move || {
            stop.store(true, Ordering::Relaxed);
            handle.abort();
            stopping.stop_warm_up(None);
        })
    }
}

/// What a session keeps of an event.
fn entry_of(event: &BackendEvent) -> Option<SavedEntry> {
    match event {
        BackendEvent::Answered(answer) => Some(SavedEntry::Answer(answer.clone())),
        BackendEvent::Failed(failure) => Some(SavedEntry::Failure(failure.clone())),
        BackendEvent::Done(text) if !text.is_empty() => Some(SavedEntry::Note { text: text.clone() }),
        _ => None,
    }
}

/// A path as typed, with a leading `~` replaced by the home folder.
fn expand_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}
