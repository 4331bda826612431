//! A session: settings, one open graph, the encoder, the writers and the ledger.
//! The command line and the chat are two faces of it.
//!
//! * [`loading`] files into the graph, [`refresh`] those that have changed
//! * [`encoding`] the encoder in the background
//! * [`route`] which sources a question is about
//! * [`linking`] what a writer is shown of them
//! * [`demonstrations`] the solved questions that a writer is shown
//! * `failed_queries` why a query found nothing, without a value of the graph
//! * [`judge`] runs a writer's candidates
//! * [`ask`] a question from text to a traced answer
//! * [`follow`] what a question means after another one
//! * [`learnt`] and [`clarifications`] what the user taught
//! * [`agreement`] whether the parser reads a question as a model does
//! * [`choices`] other readings of a name
//! * [`open_graph`](OpenGraph) the graph, in a folder or on a server
//! * [`changes`](ChangeListeners) tells the other sessions over a graph that it has changed
//! * [`suggest`] questions to try, and names that complete what is typed
//! * [`visible`] the graph with only some of its sources: without what was removed and may
//!   still be taken back

pub mod agreement;
pub mod ask;
mod changes;
pub mod choices;
pub mod clarifications;
pub mod demonstrations;
pub mod encoding;
mod error;
mod failed_queries;
pub mod follow;
pub mod judge;
pub mod learnt;
pub mod linking;
pub mod loading;
mod open_graph;
pub mod refresh;
mod replace_file;
pub mod route;
pub mod suggest;
pub mod visible;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use trustuqa_engine::trace::Trace;
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_model::Store;
use trustuqa_storage::{Graph, GraphRead as _, Source};

use crate::config::{EncoderChoice, Settings, WriterChoice};
use crate::encoder::{EncoderError, ModelDir};
use crate::writer::ShareLevel;
use crate::writer::ledger::Ledger;

pub use ask::AnsweredQuestion;
pub use changes::ChangeListeners;
use clarifications::Clarifications;
use encoding::EncoderSlot;
pub use error::SessionError;
use learnt::Learnt;
pub use open_graph::OpenGraph;
use visible::Visible;

/// Name of the model's folder inside the cache folder.
const MODEL: &str = "all-MiniLM-L6-v2";

/// What can be changed while a session runs.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// The writer.
    pub writer: WriterChoice,
    /// How much may leave the machine.
    pub share: ShareLevel,
}

/// An open graph with everything that answering needs.
pub struct Session {
    settings: Settings,
    graph: OpenGraph,
    encoder: Arc<EncoderSlot>,
    ledger: Arc<Ledger>,
    choices: Mutex<SessionOptions>,
    learnt: Learnt,
    clarifications: Clarifications,
    removed: Mutex<Removed>,
    changes: Arc<ChangeListeners>,
}

/// What sessions over one open graph have in common.
#[derive(Clone)]
pub struct Common {
    /// The graph.
    pub graph: OpenGraph,
    /// The encoder that the settings of the session name.
    pub encoder: Arc<EncoderSlot>,
    /// Listeners for changes.
    pub changes: Arc<ChangeListeners>,
}

/// Names of the sources that are out of sight.
#[derive(Default)]
struct Removed {
    /// Those that may be taken back, oldest first.
    hidden: Vec<String>,
    /// Those that are leaving the graph, which can wait for a load to end.
    leaving: Vec<String>,
}

/// Bytes of a graph's pages that may be in memory while questions are asked; they fill up as pages are
/// read.
pub const PAGES: usize = 1 << 30;

impl Session {
    /// Opens the graph of the settings; with `create`, makes it when it is missing.
    pub fn open(settings: Settings, create: bool) -> Result<Session, SessionError> {
        Session::open_with(settings, create, PAGES)
    }

    /// Opens the graph of the settings, or makes it, for a load and little else: its memory
    /// stays the same however large the graph is.
    pub fn open_to_load(settings: Settings) -> Result<Session, SessionError> {
        Session::open_with(settings, true, Graph::CACHE)
    }

    /// The same, with at most `cache` bytes of the graph's pages in memory.
    fn open_with(settings: Settings, create: bool, cache: usize) -> Result<Session, SessionError> {
        let graph = OpenGraph::open(&settings, create, cache)?;
        Session::over(settings, Common { graph, encoder: Arc::default(), changes: Arc::default() })
    }

    /// A session over a graph that is open.
    pub fn over(settings: Settings, common: Common) -> Result<Session, SessionError> {
        let ledger = Ledger::at(&settings.ledger_file()).map_err(|error| {
            SessionError::environment(
                format!("the egress ledger {} cannot be opened: {error}", settings.ledger_file().display()),
                "check the folder's permissions, or name another with --data-dir",
            )
        })?;
        let choices =
            Mutex::new(SessionOptions { writer: settings.writer.value.clone(), share: settings.share.value });
        let Common { graph, encoder, changes } = common;
        Ok(Session {
            learnt: Learnt::in_folder(&settings.data_dir.value),
            clarifications: Clarifications::in_folder(&settings.data_dir.value),
            settings,
            graph,
            encoder,
            ledger: Arc::new(ledger),
            choices,
            removed: Mutex::default(),
            changes,
        })
    }

    /// Notifies listeners that the sources of the graph have changed, and registers listeners.
    pub fn changes(&self) -> &ChangeListeners {
        &self.changes
    }

    /// The settings that the session was opened with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The graph, whatever store it is in.
    pub fn graph(&self) -> &dyn Store {
        self.graph.store()
    }

    /// The graph with what only graphs in files can do.
    pub fn opened(&self) -> &OpenGraph {
        &self.graph
    }

    /// The encoder, which may still be loading.
    pub fn encoder(&self) -> &Arc<EncoderSlot> {
        &self.encoder
    }

    /// The egress ledger, for a writer that outlives a call.
    pub fn shared_ledger(&self) -> Arc<Ledger> {
        self.ledger.clone()
    }

    /// The egress ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Writer and share level as they are now.
    pub fn choices(&self) -> SessionOptions {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes writer or share level.
    pub fn choose(&self, change: impl FnOnce(&mut SessionOptions)) {
        change(&mut self.choices.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What the user taught.
    pub fn learnt(&self) -> &Learnt {
        &self.learnt
    }

    /// What the user said that names mean.
    pub fn clarifications(&self) -> &Clarifications {
        &self.clarifications
    }

    /// A snapshot without the sources that were removed.
    pub fn visible(&self) -> Result<Visible, SessionError> {
        let removed = {
            let removed = self.removed();
            [removed.hidden.as_slice(), &removed.leaving].concat()
        };
        Ok(Visible::without(self.graph().view()?, &removed)?)
    }

    /// An engine over a snapshot, with the encoder of the session.
    pub fn engine<'s>(&'s self, visible: &'s Visible) -> Result<Engine<'s>, SessionError> {
        let sources = self.graph.prepared(visible.sources()?);
        Ok(Engine::over(visible, Some(self.encoder.as_ref()), sources))
    }

    /// The loaded sources, without those that were removed.
    pub fn sources(&self) -> Result<Arc<[Source]>, SessionError> {
        Ok(self.visible()?.sources()?)
    }

    /// Removes a source from sight. It stays in the graph until
    /// [`Session::finish_removals`], so that [`Session::take_back`] can undo it.
    pub fn remove(&self, name: &str) -> Result<(), SessionError> {
        let sources = self.sources()?;
        if !sources.iter().any(|source| source.name == name) {
            return Err(unknown_source(name, &sources));
        }
        self.removed().hidden.push(name.to_owned());
        Ok(())
    }

    /// Takes the last removal back and returns the source's name; `None` when there is none.
    pub fn take_back(&self) -> Option<String> {
        self.removed().hidden.pop()
    }

    /// Removes for good what was removed from sight, and returns the names.
    pub fn finish_removals(&self) -> Result<Vec<String>, SessionError> {
        let mut done = Vec::new();
        loop {
            // Questions look at the names meanwhile, so these are not locked while the graph removes a
            // source, which may have to wait for a load.
            let name = {
                let mut removed = self.removed();
                if removed.hidden.is_empty() {
                    return Ok(done);
                }
                let name = removed.hidden.remove(0);
                removed.leaving.push(name.clone());
                name
            };
            let result = self.graph().remove_source(&name);
            let mut removed = self.removed();
            removed.leaving.retain(|other| *other != name);
            match result {
                Ok(()) | Err(trustuqa_model::Error::Unknown { .. }) => {
                    done.push(name);
                    self.changes.tell();
                }
                Err(error) => {
                    removed.hidden.insert(0, name);
                    return Err(error.into());
                }
            }
        }
    }

    fn removed(&self) -> MutexGuard<'_, Removed> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of the encoder's model; `None` when it is switched off.
    pub fn model_dir(&self) -> Option<ModelDir> {
        model_dir(&self.settings)
    }

    /// Opens the encoder now, if there is one. Whatever goes wrong with it is reported,
    /// never an error: without it, names are matched by letters only.
    pub fn open_encoder(&self) -> Option<String> {
        match self.encoder.open(&self.model_dir()?) {
            Ok(_) | Err(EncoderError::Missing { .. }) => None,
            Err(error) => Some(error.to_string()),
        }
    }

    /// Runs a query in either language over the sources that are named, or, when none is,
    /// over the table that it is about or all of them.
    pub fn query(&self, text: &str, sources: Vec<String>) -> Result<Trace, SessionError> {
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let options = RunOptions { route: sources.is_empty(), sources, ..RunOptions::default() };
        Ok(engine.run(text, &options)?)
    }

    /// Runs queries in either language over one snapshot, until `stopped` returns true; for each its
    /// trace, or why it could not be run.
    pub fn queries(
        &self,
        texts: &[String],
        sources: Vec<String>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Result<Trace, SessionError>>, SessionError> {
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let options = RunOptions { route: sources.is_empty(), sources, ..RunOptions::default() };
        let run = |text: &String| match stopped() {
            true => Err(SessionError::Cancelled),
            false => Ok(engine.run(text, &options).map_err(SessionError::from)),
        };
        texts.iter().map(run).collect()
    }

    /// Runs a stored trace again.
    pub fn replay(&self, trace: &Trace) -> Result<Trace, SessionError> {
        // Nothing was asked of the graph, so there is nothing to ask it again.
        if trace.query.trim().is_empty() && trace.execution.trim().is_empty() {
            return Ok(trace.clone());
        }
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        Ok(engine.replay(trace)?)
    }
}

/// An error that lists the other graphs when the one of the settings does not exist. For one on a server,
/// opening it shows that.
pub fn has_graph(settings: &Settings) -> Result<(), SessionError> {
    let Some(folder) = settings.graph_dir() else { return Ok(()) };
    if folder.join("graph.redb").is_file() {
        return Ok(());
    }
    let others = settings.graphs();
    let hint = match others.as_slice() {
        [] => "make one with `trustuqa load FILE...`, or try `trustuqa demo`".to_owned(),
        names => format!(
            "make it with `trustuqa load FILE...`, or ask another graph with --graph: {}",
            names.join(", ")
        ),
    };
    Err(SessionError::usage(format!("there is no graph at {}", folder.display()), hint))
}

/// The folder of the encoder's model; `None` when it is switched off.
pub fn model_dir(settings: &Settings) -> Option<ModelDir> {
    match &settings.encoder.value {
        EncoderChoice::Off => None,
        EncoderChoice::Auto => Some(ModelDir::new(settings.encoder_dir().join(MODEL))),
        EncoderChoice::Folder(folder) => Some(ModelDir::new(folder)),
    }
}

/// The runtime that questions run on: as many threads as a question can use.
pub fn runtime() -> Result<tokio::runtime::Runtime, SessionError> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| {
        SessionError::environment(format!("no threads can be started: {e}"), "free some memory and try again")
    })
}

/// The runtime for threads that have none. It lives as long as the process.
pub fn shared_runtime() -> Result<&'static tokio::runtime::Runtime, SessionError> {
    static RUNTIME: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let runtime = runtime()?;
    Ok(RUNTIME.get_or_init(|| runtime))
}

/// The error for an unknown source, with the name that may have been meant.
pub fn unknown_source(name: &str, known: &[Source]) -> SessionError {
    use rapidfuzz::distance::osa::normalized_similarity;
    let folded = name.to_lowercase();
    // Two letters in the wrong order count as one mistake.
    let scored = known.iter().map(|source| {
        let other = source.name.to_lowercase();
        (normalized_similarity(folded.chars(), other.chars()), source.name.as_str())
    });
    let near = scored.filter(|(score, _)| *score > 0.6).max_by(|a, b| a.0.total_cmp(&b.0));
    let hint = match near {
        Some((_, near)) => format!("did you mean `{near}`?"),
        None => "`trustuqa sources` lists what is loaded".to_owned(),
    };
    SessionError::usage(format!("there is no source `{name}`"), hint)
}

/// A trace from a file.
pub fn read_trace(path: &Path) -> Result<Trace, SessionError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        SessionError::usage(
            format!("{}: {error}", path.display()),
            "name a file that `--json` or `/trace` wrote",
        )
    })?;
    let trace: Trace = serde_json::from_str(&text).map_err(|error| {
        SessionError::usage(
            format!("{}: this is not a trace: {error}", path.display()),
            "name a file that `--json` or `/trace` wrote",
        )
    })?;
    if trace.version != trustuqa_engine::trace::VERSION {
        return Err(SessionError::usage(
            format!(
                "{}: the trace has version {}, this program reads version {}",
                path.display(),
                trace.version,
                trustuqa_engine::trace::VERSION
            ),
            "run it with the version of the program that wrote it",
        ));
    }
    Ok(trace)
}
