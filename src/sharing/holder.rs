//! The process that has the graph open answers the others: one thread waits for connections, and each
//! connection has a thread of its own. Between requests, a connection keeps only a session over the one
//! open graph, with the settings of the other end.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use trustuqa_storage::Graph;

use super::lock;
use super::requests::{Request, Watch, WorkEvent};
use super::transport::{Listener, Stream};
use super::wire::{self, Greeting, Hello, PROGRAM, PROTOCOL, Tag};
use crate::chat::remote_chat;
use crate::config::Settings;
use crate::session::encoding::EncoderSlot;
use crate::session::{ChangeListeners, Common, OpenGraph, Session, SessionError, model_dir};

/// Connections at a time; more are sent away to try again.
const MOST: usize = 256;
/// The longest silence before a connection has said who it is.
const HELLO: Duration = Duration::from_secs(10);
/// How long a process that ends goes on with requests of others.
const GRACE: Duration = Duration::from_secs(2);
/// How long it then waits for requests that were told to stop.
const STOP: Duration = Duration::from_millis(500);
/// The least time between two steps of a load that are reported.
const STEPS: Duration = Duration::from_millis(50);

/// Answers other processes for as long as it lives.
pub struct Holder {
    inner: Arc<Inner>,
    accepting: Option<JoinHandle<()>>,
}

struct Inner {
    graph: Mutex<Option<OpenGraph>>,
    listener: Option<Listener>,
    encoders: Mutex<HashMap<PathBuf, Arc<EncoderSlot>>>,
    changes: Arc<ChangeListeners>,
    ending: AtomicBool,
    connections: Mutex<HashMap<u64, Arc<Peer>>>,
    next: AtomicU64,
    threads: AtomicUsize,
}

/// A connection, as other threads of this process see it.
pub(crate) struct Peer {
    /// What is written goes through this lock, a whole frame at a time.
    out: Mutex<Stream>,
    /// Requests under way.
    pub(crate) busy: AtomicUsize,
}

impl Peer {
    /// Writes a frame; false when nobody is there any more.
    pub(crate) fn write(&self, tag: Tag, content: &impl serde::Serialize) -> bool {
        wire::write(&mut *lock(&self.out), tag, content).is_ok()
    }

    fn write_json(&self, tag: Tag, json: &[u8]) -> bool {
        wire::write_json(&mut *lock(&self.out), tag, json).is_ok()
    }
}

impl Holder {
    /// Answers others about this open graph from now on. If listening is not possible, the graph is open
    /// for this process alone.
    pub fn start(graph: Graph) -> Holder {
        let listener = Listener::bind(graph.folder()).ok();
        let inner = Arc::new(Inner {
            graph: Mutex::new(Some(graph.into())),
            listener,
            encoders: Mutex::default(),
            changes: Arc::default(),
            ending: AtomicBool::new(false),
            connections: Mutex::default(),
            next: AtomicU64::new(0),
            threads: AtomicUsize::new(0),
        });
        let accepting = inner.listener.is_some().then(|| {
            let inner = inner.clone();
            std::thread::spawn(move || inner.accept())
        });
        Holder { inner, accepting }
    }

    /// A session of this process over the graph.
    pub fn session(&self, settings: Settings) -> Result<Session, SessionError> {
        self.inner.session(settings)
    }
}

impl Drop for Holder {
    /// Another process takes over: requests of others finish within a moment, or are sent there again.
    fn drop(&mut self) {
        self.inner.ending.store(true, Ordering::SeqCst);
        if let Some(listener) = &self.inner.listener {
            listener.close();
        }
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
        self.inner.let_go(GRACE, false);
        self.inner.let_go(STOP, true);
        lock(&self.inner.graph).take();
    }
}

impl Inner {
    fn ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// A session over the graph, by these settings.
    fn session(&self, settings: Settings) -> Result<Session, SessionError> {
        let Some(graph) = lock(&self.graph).clone() else { return Err(SessionError::Cancelled) };
        let encoder = match model_dir(&settings) {
            None => Arc::default(),
            Some(dir) => lock(&self.encoders).entry(dir.path().to_owned()).or_default().clone(),
        };
        Session::over(settings, Common { graph, encoder, changes: self.changes.clone() })
    }

    /// Takes connections until the process gives the graph up.
    fn accept(self: Arc<Inner>) {
        let Some(listener) = &self.listener else { return };
        loop {
            let stream = listener.accept();
            if self.ending() {
                return;
            }
            match stream {
                Ok(stream) => {
                    let inner = self.clone();
                    inner.threads.fetch_add(1, Ordering::SeqCst);
                    let started = std::thread::Builder::new().spawn(move || {
                        let _here = Here(&inner);
                        // A connection that fails must not affect others.
                        let _ = inner.serve(stream);
                    });
                    if started.is_err() {
                        self.threads.fetch_sub(1, Ordering::SeqCst);
                    }
                }
                // For instance when too many files are open: there will be fewer.
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Ends connections without a request under way, or `all` of them, and waits for their threads, but
    /// no longer than `longest`.
    fn let_go(&self, longest: Duration, all: bool) {
        let until = Instant::now() + longest;
        loop {
            let peers: Vec<Arc<Peer>> = lock(&self.connections).values().cloned().collect();
            for peer in peers.iter().filter(|peer| all || peer.busy.load(Ordering::SeqCst) == 0) {
                peer.write(Tag::Ending, &());
                lock(&peer.out).close();
            }
            if self.threads.load(Ordering::SeqCst) == 0 || Instant::now() > until {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Serves a connection from the greeting to its end.
    fn serve(&self, mut stream: Stream) -> io::Result<()> {
        stream.set_timeout(Some(HELLO))?;
        if let Some(listener) = &self.listener {
            listener.admit(&mut stream)?;
        }
        let busy = lock(&self.connections).len() >= MOST;
        let greeting =
            Greeting { trustuqa: PROGRAM.to_owned(), protocol: PROTOCOL, process: std::process::id(), busy };
        wire::write(&mut stream, Tag::Greeting, &greeting)?;
        if busy {
            return Ok(());
        }
        let (Tag::Hello, json) = wire::read(&mut stream)? else { return Err(wire::garbled()) };
        let hello: Hello = wire::content(&json)?;
        stream.set_timeout(None)?;
        let peer = Arc::new(Peer { out: Mutex::new(stream.try_clone()?), busy: AtomicUsize::new(0) });
        let session = match self.session(hello.settings) {
            Ok(session) => Arc::new(session),
            Err(error) => {
                peer.write(Tag::Failed, &error);
                return Ok(());
            }
        };
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.connections).insert(id, peer.clone());
        let _known = ListedConnection { inner: self, id };
        peer.write(Tag::Welcome, &());
        match hello.chat {
            Some(chat) => remote_chat::serve(session, chat, stream, &peer),
            None => self.answer(&session, stream, &peer),
        }
    }

    /// Answers requests, one after another.
    fn answer(&self, session: &Session, mut stream: Stream, peer: &Peer) -> io::Result<()> {
        loop {
            if self.ending() {
                peer.write(Tag::Ending, &());
                return Ok(());
            }
            let (tag, json) = wire::read(&mut stream)?;
            match tag {
                Tag::Request => {}
                // It came after the request that it was meant for had ended.
                Tag::Stop => continue,
                _ => return Err(wire::garbled()),
            }
            peer.busy.fetch_add(1, Ordering::SeqCst);
            let replied = match wire::content::<Request>(&json) {
                Ok(request) => {
                    let result = work(session, &request, &stream, peer);
                    reply(peer, result)
                }
                Err(error) => peer.write(Tag::Failed, &not_understood(&error)),
            };
            peer.busy.fetch_sub(1, Ordering::SeqCst);
            if !replied {
                return Ok(());
            }
        }
    }
}

/// Works on a request. Anything that arrives meanwhile ends it early: a stop, or the end of the
/// connection. A panic becomes the error of this request.
fn work(session: &Session, request: &Request, stream: &Stream, peer: &Peer) -> Result<Vec<u8>, SessionError> {
    let last: Mutex<Option<Instant>> = Mutex::default();
    let tell = |event: WorkEvent| {
        if matches!(event, WorkEvent::Step(_) | WorkEvent::Embedded(..)) {
            let mut last = lock(&last);
            if last.is_some_and(|last| last.elapsed() < STEPS) {
                return;
            }
            *last = Some(Instant::now());
        }
        peer.write(Tag::Event, &event);
    };
    let watch = Watch { tell: &tell, stopped: &|| stream.has_news() };
    // Nothing is printed of it here: the terminal of this process may be a chat's.
    trustuqa_storage::catching(|| request.run(session, watch)).unwrap_or_else(|why| {
        Err(SessionError::environment(
            format!("the program that has the graph open failed at this: {why}"),
            "this is a fault of the program; please report it with the question",
        ))
    })
}

fn reply(peer: &Peer, result: Result<Vec<u8>, SessionError>) -> bool {
    match result {
        Ok(json) => peer.write_json(Tag::Done, &json),
        Err(error) => peer.write(Tag::Failed, &error),
    }
}

fn not_understood(error: &io::Error) -> SessionError {
    SessionError::environment(
        format!("the program that has the graph open does not understand the request: {error}"),
        "use the same version of the program, or close the other one",
    )
}

/// Counts a thread for as long as it runs.
struct Here<'i>(&'i Inner);

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A connection that is listed for as long as it lasts.
struct ListedConnection<'i> {
    inner: &'i Inner,
    id: u64,
}

impl Drop for ListedConnection<'_> {
    fn drop(&mut self) {
        lock(&self.inner.connections).remove(&self.id);
    }
}
