//! One graph, many programs: the first to open a graph holds it, and answers the others of the
//! same user over a socket in the graph's folder. There is no process to start beforehand; when
//! the first one ends, another one takes over, and no question is lost.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | a graph that is open here or in another process, and the way from one to the other |
//! | `requests.rs` | what can be asked of it: requests with their replies |
//! | `holder.rs` | the process that has the graph open, answering the others |
//! | `client.rs` | the other processes, asking it |
//! | `wire.rs` | the messages of a connection |
//! | `transport/` | how two processes of one user reach each other |
//!
//! What is sent is a whole question, load or query, never a single read: there is one
//! implementation, which runs beside the data. Settings go along with each connection, so that
//! writer, share level and key are those of the program that asks; a key is in no file.
//!
//! A process that was killed leaves the name of its socket behind, with no listener. The lock of the
//! database file tells who has the graph, and the next process to take it removes that name.

mod client;
pub(crate) mod holder;
pub mod requests;
pub(crate) mod transport;
pub mod wire;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use trustuqa_storage::Graph;

use self::client::{GraphHolder, NoReply};
use self::holder::Holder;
use self::requests::{Watch, Work};
use self::transport::Stream;
use self::wire::{ChatHello, Hello};
use crate::config::Settings;
use crate::session::{Common, OpenGraph, PAGES, Session, SessionError, has_graph};

/// How long to wait while the graph is locked but nobody answers for it: a process takes a moment to
/// start or to end.
const WAIT: Duration = Duration::from_secs(8);
/// The pauses between two tries, from the first to the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(40));
/// How often a request is sent again after the process that worked on it was killed: a request that kills
/// its process must not kill all others, too.
const KILLED: usize = 8;
/// Connections that are kept for the next requests.
const IDLE: usize = 64;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A graph that is open, here or in another process.
pub struct Shared {
    settings: Settings,
    /// The settings with absolute paths, for other processes.
    hello: Settings,
    /// Its folder; `None` for a graph on a database server, to which each process connects itself.
    folder: Option<PathBuf>,
    /// Whether a graph that is missing is made.
    create: bool,
    /// Bytes of its pages that may be in memory.
    cache: usize,
    here: Mutex<Option<Arc<Here>>>,
    idle: Mutex<Vec<Stream>>,
}

/// A graph that this process has open. The holder is dropped first, which notifies the others; a graph on
/// a database server has none.
struct Here {
    _holder: Option<Holder>,
    session: Arc<Session>,
}

/// Where a graph is open.
enum Place {
    Here(Arc<Here>),
    There(Stream),
}

/// Where a chat finds its graph open.
pub(crate) enum ChatPlace {
    /// In this process.
    Here(Arc<Session>),
    /// In the process at the other end.
    There(Stream),
}

impl Shared {
    /// Opens the graph of the settings, or finds the program that has it open; with `create`, makes it when
    /// it is missing.
    pub fn open(settings: Settings, create: bool) -> Result<Shared, SessionError> {
        Shared::open_with(settings, create, PAGES)
    }

    /// The same for a load and little else: its memory stays the same however large the graph is.
    pub fn open_to_load(settings: Settings) -> Result<Shared, SessionError> {
        Shared::open_with(settings, true, Graph::CACHE)
    }

    fn open_with(settings: Settings, create: bool, cache: usize) -> Result<Shared, SessionError> {
        let folder = settings.graph_dir().map(|folder| std::path::absolute(&folder).unwrap_or(folder));
        let hello = settings.with_absolute_paths();
        let (here, idle) = (Mutex::default(), Mutex::default());
        let shared = Shared { settings, hello, folder, create, cache, here, idle };
        if let Place::There(stream) = shared.place(None)? {
            shared.keep(stream);
        }
        Ok(shared)
    }

    /// The settings that it was opened with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The session of this process, when it has the graph open.
    pub fn here(&self) -> Option<Arc<Session>> {
        lock(&self.here).as_ref().map(|here| here.session.clone())
    }

    /// Sends a request without an observer.
    pub fn ask<W: Work>(&self, work: W) -> Result<W::Reply, SessionError> {
        self.watched(work, Watch::NOBODY)
    }

    /// Does a request here or in the process that has the graph. If that ends meanwhile, the request goes
    /// to the next one, which may be this process.
    pub fn watched<W: Work>(&self, mut work: W, watch: Watch<'_>) -> Result<W::Reply, SessionError> {
        let mut killed = 0;
        loop {
            let idle = lock(&self.idle).pop();
            let was_idle = idle.is_some();
            let place = match idle {
                Some(stream) => Place::There(stream),
                None => self.place(None)?,
            };
            let mut stream = match place {
                Place::Here(here) => return work.run(&here.session, watch),
                Place::There(stream) => stream,
            };
            match client::call(&mut stream, &work, watch) {
                Ok(reply) => {
                    self.keep(stream);
                    return Ok(reply);
                }
                Err(NoReply::Error(error)) => {
                    // The connection is still good after most errors; if it is not, its next use shows
                    // that.
                    self.keep(stream);
                    return Err(error);
                }
                Err(NoReply::Ending) => {}
                Err(NoReply::Broken) if (watch.stopped)() => return Err(SessionError::Cancelled),
                // A connection that nobody used may have broken long ago.
                Err(NoReply::Broken) if was_idle => {}
                Err(NoReply::Broken) => killed += 1,
            }
            if killed > KILLED {
                return Err(SessionError::environment(
                    format!(
                        "the program that has the graph open ended {killed} times while it worked on this"
                    ),
                    "ask again when no other program has the graph open",
                ));
            }
            work = work.again();
        }
    }

    /// Where a chat finds its graph open.
    pub(crate) fn chat_place(&self, chat: ChatHello) -> Result<ChatPlace, SessionError> {
        match self.place(Some(chat))? {
            Place::Here(here) => Ok(ChatPlace::Here(here.session.clone())),
            Place::There(stream) => match stream.set_read_timeout(None) {
                Ok(()) => Ok(ChatPlace::There(stream)),
                Err(error) => Err(SessionError::environment(error.to_string(), "try again")),
            },
        }
    }

    fn keep(&self, stream: Stream) {
        let mut idle = lock(&self.idle);
        if idle.len() < IDLE {
            idle.push(stream);
        }
    }

    /// Where the graph is open; if nowhere, it is opened here.
    fn place(&self, chat: Option<ChatHello>) -> Result<Place, SessionError> {
        let hello = Hello { settings: self.hello.clone(), chat };
        let (until, mut pause) = (Instant::now() + WAIT, PAUSES.0);
        loop {
            if let Some(here) = lock(&self.here).as_ref() {
                return Ok(Place::Here(here.clone()));
            }
            // A missing folder has no socket either, and a better error.
            if !self.create {
                has_graph(&self.settings)?;
            }
            let Some(folder) = &self.folder else { return Ok(Place::Here(self.take_from_server()?)) };
            let locked = match client::connect(folder, &hello)? {
                GraphHolder::Holder(stream) => return Ok(Place::There(stream)),
                GraphHolder::Nobody => match self.take(folder)? {
                    Ok(here) => return Ok(Place::Here(here)),
                    Err(locked) => locked,
                },
                GraphHolder::Later => trustuqa_storage::Error::Locked { path: folder.display().to_string() },
            };
            if Instant::now() > until {
                return Err(locked.into());
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Opens a graph on a database server, which any number of programs may do.
    fn take_from_server(&self) -> Result<Arc<Here>, SessionError> {
        let mut here = lock(&self.here);
        if let Some(here) = here.as_ref() {
            return Ok(here.clone());
        }
        let graph = OpenGraph::open(&self.settings, self.create, self.cache)?;
        let common = Common { graph, encoder: Arc::default(), changes: Arc::default() };
        let session = Arc::new(Session::over(self.settings.clone(), common)?);
        Ok(here.insert(Arc::new(Here { _holder: None, session })).clone())
    }

    /// Opens the graph here; the inner error when another process has it.
    fn take(&self, folder: &Path) -> Result<Result<Arc<Here>, trustuqa_storage::Error>, SessionError> {
        let mut here = lock(&self.here);
        if let Some(here) = here.as_ref() {
            return Ok(Ok(here.clone()));
        }
        let graph = match Graph::open_with_cache(folder, self.create, self.cache) {
            Ok(graph) => graph,
            Err(locked @ trustuqa_storage::Error::Locked { .. }) => return Ok(Err(locked)),
            Err(error) => return Err(error.into()),
        };
        let holder = Holder::start(graph);
        let session = Arc::new(holder.session(self.settings.clone())?);
        let taken = Arc::new(Here { _holder: Some(holder), session });
        *here = Some(taken.clone());
        Ok(Ok(taken))
    }
}
