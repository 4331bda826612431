//! The backend of a chat whose graph another process may have open. When that process ends, the chat
//! continues with the next one that opens the graph, or with the graph opened here.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use trustuqa_tui::model::SavedEntry;
use trustuqa_tui::{Backend, BackendEvent, BackendRequest, Events, RequestId, Task};

use super::{Chat, expand_home, failure_of, lock};
use crate::config::WriterChoice;
use crate::session::SessionError;
use crate::sharing::transport::Stream;
use crate::sharing::wire::{self, ChatEvent, ChatHello, ChatRequest, ChatState, Tag};
use crate::sharing::{ChatPlace, Shared};

/// How long leaving waits for what the other process still has to do for this chat.
const LEAVING: Duration = Duration::from_secs(5);

/// The backend. Cheap to clone.
#[derive(Clone)]
pub struct RemoteBackend(Arc<Inner>);

struct Inner {
    shared: Arc<Shared>,
    suggestions: Vec<String>,
    /// Where tasks run.
    runtime: Handle,
    state: Mutex<RemoteState>,
}

/// Where requests go, and what the next process must know.
struct RemoteState {
    side: Side,
    before: ChatState,
    next: RequestId,
    /// Requests not done yet, in order.
    pending: BTreeMap<RequestId, Pending>,
    /// Requests that came before the graph was open here, and are now done here.
    tasks: HashMap<RequestId, Task>,
    left: bool,
}

enum Side {
    /// The graph is open here.
    Here(Arc<Chat>),
    /// It is open in another process.
    There(Stream),
    /// A thread is looking for the process that has it open.
    Looking,
    /// None was found.
    Nowhere,
}

struct Pending {
    request: BackendRequest,
    events: Events,
}

impl RemoteBackend {
    /// A chat over a graph. Must be called inside a tokio runtime.
    pub fn new(shared: Arc<Shared>, suggestions: Vec<String>) -> Result<RemoteBackend, SessionError> {
        let state = RemoteState {
            side: Side::Looking,
            before: ChatState::default(),
            next: 0,
            pending: BTreeMap::new(),
            tasks: HashMap::new(),
            left: false,
        };
        let inner = Inner { shared, suggestions, runtime: Handle::current(), state: Mutex::new(state) };
        let joint = RemoteBackend(Arc::new(inner));
        let side = joint.join(&ChatState::default())?;
        joint.settle(side);
        Ok(joint)
    }

    /// Opens the graph here, or connects to the process that has it.
    fn join(&self, before: &ChatState) -> Result<Side, SessionError> {
        let hello = ChatHello { suggestions: self.0.suggestions.clone(), before: before.clone() };
        Ok(match self.0.shared.chat_place(hello)? {
            ChatPlace::Here(session) => {
                let chat = Chat::new(session, self.0.suggestions.clone());
                chat.go_on(before);
                Side::Here(Arc::new(chat))
            }
            ChatPlace::There(stream) => Side::There(stream),
        })
    }

    /// Continues on this side, and sends it the requests that are not done yet.
    fn settle(&self, side: Side) {
        let mut state = lock(&self.0.state);
        if let Side::There(stream) = &side {
            let joint = self.clone();
            let listening = stream
                .try_clone()
                .and_then(|stream| std::thread::Builder::new().spawn(move || joint.listen(stream)));
            if let Err(error) = listening {
                let error =
                    SessionError::environment(error.to_string(), "close other programs, then try again");
                return state.give_up(&error);
            }
        }
        state.side = side;
        state.ask_again();
    }

    /// Forwards events until the connection ends, then looks for the next process.
    fn listen(&self, mut stream: Stream) {
        while let Ok((Tag::ChatEvent, json)) = wire::read(&mut stream) {
            let Ok(ChatEvent { id, record, event }) = wire::content(&json) else { break };
            let events = lock(&self.0.state).note(id, record, &event);
            if let Some(events) = events {
                events.send(event);
            }
        }
        stream.close();
        self.look();
    }

    /// Looks for the graph after the process that had it has gone.
    fn look(&self) {
        let _inside = self.0.runtime.enter();
        let before = {
            let mut state = lock(&self.0.state);
            if state.left {
                return;
            }
            state.side = Side::Looking;
            state.before.clone()
        };
        match self.join(&before) {
            Ok(side) => self.settle(side),
            Err(error) => lock(&self.0.state).give_up(&error),
        }
    }

    /// Ends the chat: sources removed from sight leave the graph. Returns the id of the kept session.
    pub fn leave(&self) -> Result<Option<String>, SessionError> {
        let mut state = lock(&self.0.state);
        state.left = true;
        state.pending.clear();
        state.tasks.clear();
        match &mut state.side {
            Side::Here(chat) => {
                let chat = chat.clone();
                drop(state);
                chat.leave()?;
                Ok(chat.record())
            }
            Side::There(stream) => {
                // The other end hangs up when it is done; the listening thread sees that.
                let is_sent = wire::write(stream, Tag::ChatBye, &()).is_ok();
                let waiting = stream.try_clone();
                let record = state.before.record.clone();
                drop(state);
                if let (true, Ok(stream)) = (is_sent, waiting) {
                    wait_for_end(stream);
                }
                Ok(record)
            }
            Side::Looking | Side::Nowhere => Ok(state.before.record.clone()),
        }
    }
}

/// Waits a while until the other end hangs up.
fn wait_for_end(mut stream: Stream) {
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        while wire::read(&mut stream).is_ok() {}
        let _ = done.send(());
    });
    let _ = ended.recv_timeout(LEAVING);
}

impl Backend for RemoteBackend {
    fn start(&self, request: BackendRequest, events: Events) -> Task {
        let mut state = lock(&self.0.state);
        if let Side::Here(chat) = &state.side {
            let chat = chat.clone();
            drop(state);
            return chat.start(request, events);
        }
        state.next += 1;
        let id = state.next;
        state.pending.insert(id, Pending { request: elsewhere(request), events });
        match &mut state.side {
            Side::There(_) => state.ask(id),
            Side::Nowhere => {
                state.side = Side::Looking;
                let joint = self.clone();
                std::thread::spawn(move || joint.look());
            }
            Side::Looking | Side::Here(_) => {}
        }
        let joint = self.clone();
        Task::new(move || lock(&joint.0.state).stop(id))
    }
}

/// The request with absolute paths, so that a process in another folder understands it.
fn elsewhere(request: BackendRequest) -> BackendRequest {
    let absolute = |path: PathBuf| {
        if trustuqa_load::is_database(&path) {
            // The other process may lack the environment variable with the password.
            return trustuqa_load::with_password(&path);
        }
        let path = expand_home(path);
        std::path::absolute(&path).unwrap_or(path)
    };
    match request {
        BackendRequest::Load { paths } => {
            BackendRequest::Load { paths: paths.into_iter().map(absolute).collect() }
        }
        BackendRequest::Export { answer, path, overwrite } => {
            BackendRequest::Export { answer, path: absolute(path), overwrite }
        }
        BackendRequest::SetWriter { writer } => match writer.parse() {
            Ok(WriterChoice::Replay(file)) => {
                BackendRequest::SetWriter { writer: WriterChoice::Replay(absolute(file)).to_string() }
            }
            _ => BackendRequest::SetWriter { writer },
        },
        request => request,
    }
}

impl RemoteState {
    /// Sends every pending request again, in order.
    fn ask_again(&mut self) {
        let ids: Vec<RequestId> = self.pending.keys().copied().collect();
        ids.into_iter().for_each(|id| self.ask(id));
    }

    /// Does a pending request here, or sends it to the process that has the graph.
    fn ask(&mut self, id: RequestId) {
        match &mut self.side {
            Side::Here(chat) => {
                // From here on the chat reports to `events` directly.
                if let Some(Pending { request, events }) = self.pending.remove(&id) {
                    self.tasks.insert(id, chat.start(request, events));
                }
            }
            Side::There(stream) => {
                if let Some(pending) = self.pending.get(&id) {
                    let request = ChatRequest { id, request: pending.request.clone() };
                    // If writing fails, the listening thread notices the end, and the request is sent
                    // again.
                    let _ = wire::write(stream, Tag::ChatRequest, &request);
                }
            }
            Side::Looking | Side::Nowhere => {}
        }
    }

    /// Stops a request, wherever it is done.
    fn stop(&mut self, id: RequestId) {
        drop(self.tasks.remove(&id));
        if self.pending.remove(&id).is_some()
            && let Side::There(stream) = &mut self.side
        {
            let _ = wire::write(stream, Tag::ChatCancel, &id);
        }
    }

    /// No process was found: pending requests fail, except `Open`. The next request looks again.
    fn give_up(&mut self, error: &SessionError) {
        self.side = Side::Nowhere;
        let (open, failed): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(_, p)| p.request == BackendRequest::Open);
        for (_, pending) in failed {
            pending.events.send(BackendEvent::Failed(failure_of(error)));
        }
        for (id, pending) in open {
            pending.events.send(BackendEvent::Info(error.to_string()));
            // The request is sent again to the program that is found.
            self.pending.insert(id, pending);
        }
    }

    /// Notes what the next process that has the graph must know. Returns where to report the event.
    fn note(&mut self, id: RequestId, record: Option<String>, event: &BackendEvent) -> Option<Events> {
        let before = &mut self.before;
        if before.record != record {
            before.record = record;
            before.answers.clear();
        }
        match event {
            BackendEvent::Answered(answer) => before.answers.push(answer.id),
            BackendEvent::Resumed { entries, .. } => {
                before.answers.clear();
                before.answers.extend(entries.iter().filter_map(|entry| match entry {
                    SavedEntry::Answer(answer) => Some(answer.id),
                    _ => None,
                }));
            }
            _ => {}
        }
        before.last = before.answers.iter().copied().fold(before.last, u64::max);
        if !event.ends_request() {
            return self.pending.get(&id).map(|pending| pending.events.clone());
        }
        let pending = self.pending.remove(&id)?;
        if let BackendEvent::Done(_) = event {
            note_done(before, &pending.request);
        }
        Some(pending.events)
    }
}

/// Notes what a finished request has changed for the next process.
fn note_done(before: &mut ChatState, request: &BackendRequest) {
    match request {
        BackendRequest::SetWriter { writer } => before.writer = Some(writer.clone()),
        BackendRequest::SetShare { level } => before.share = Some(*level),
        BackendRequest::Remove { source } => before.removed.push(source.clone()),
        BackendRequest::Undo => drop(before.removed.pop()),
        BackendRequest::Load { .. } => before.removed.clear(),
        _ => {}
    }
}
