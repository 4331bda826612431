//! What one program asks of a graph that another may have open: requests with their replies. Each runs on
//! a session, here or there, by the same code.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use trustuqa_engine::trace::Trace;
use trustuqa_storage::{Checked, Graph, Source};

use crate::session::ask::Stage;
use crate::session::encoding::{EncoderStage, embed_graph};
use crate::session::loading::{LoadReport, LoadRequest, LoadStep, load_and_report};
use crate::session::refresh::{self, RefreshReport};
use crate::session::{Session, SessionError, unknown_source};
use crate::writer::Offered;
use crate::writer::prompt::Message;

/// How often a question checks whether it should end.
const LOOK: Duration = Duration::from_millis(100);

/// What happens while a request is worked on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkEvent {
    /// A question reached a stage.
    Stage(Stage),
    /// How far a load is.
    Step(LoadStep),
    /// How many names have a vector, and how many get one.
    Embedded(u64, u64),
}

/// The observer of a request, which is told about progress and can cancel it.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// Called with what happens.
    pub tell: &'w (dyn Fn(WorkEvent) + Send + Sync),
    /// Whether the request should end early.
    pub stopped: &'w (dyn Fn() -> bool + Send + Sync),
}

impl Watch<'static> {
    /// Nobody watches.
    pub const NOBODY: Watch<'static> = Watch { tell: &|_| {}, stopped: &|| false };
}

/// A request: work to be done with a session, and its reply.
pub trait Work: Clone + Into<Request> {
    /// The reply.
    type Reply: Serialize + DeserializeOwned;

    /// Does the work.
    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<Self::Reply, SessionError>;

    /// The request for a second try, when it may have been done before: the first process ended before it
    /// replied. Doing it twice must have the same result as doing it once.
    fn again(&self) -> Self {
        self.clone()
    }

    /// The request for a process that runs in another folder.
    fn elsewhere(&self) -> Result<Self, SessionError> {
        Ok(self.clone())
    }
}

/// Makes the list of requests: for each its name as it is sent, and its type.
macro_rules! requests {
    ($($name:ident($work:ident)),* $(,)?) => {
        /// Every request, as it is sent.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub enum Request {
            $(#[allow(missing_docs, reason = "the type says it")] $name($work),)*
        }

        $(impl From<$work> for Request {
            fn from(work: $work) -> Request {
                Request::$name(work)
            }
        })*

        impl Request {
            /// Does the work; the reply is JSON.
            pub fn run(&self, session: &Session, watch: Watch<'_>) -> Result<Vec<u8>, SessionError> {
                match self {
                    $(Request::$name(work) => as_json(&work.run(session, watch)?),)*
                }
            }
        }
    };
}

requests![
    OpenEncoder(OpenEncoder),
    Ask(Ask),
    RunReading(RunReading),
    Query(RunQuery),
    Queries(RunQueries),
    Replay(Replay),
    Explain(Explain),
    Prompt(Prompt),
    Sources(ListSources),
    Load(LoadFiles),
    Refresh(Refresh),
    Remove(Remove),
    Check(Check),
    Backup(Backup),
    Compact(Compact),
    Vectors(CountVectors),
    Embed(EmbedNames),
];

fn as_json(reply: &impl Serialize) -> Result<Vec<u8>, SessionError> {
    serde_json::to_vec(reply).map_err(|error| SessionError::environment(error.to_string(), "ask for less"))
}

/// Opens the sentence encoder, if there is one; the reply is what is wrong with it, if anything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenEncoder;

impl Work for OpenEncoder {
    type Reply = Option<String>;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Option<String>, SessionError> {
        Ok(session.open_encoder())
    }
}

/// Answers a question as it stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The question.
    pub question: String,
}

/// An answered question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskReply {
    /// The answer with its trace.
    pub trace: Trace,
    /// What else could be meant, when the writer was too unsure to answer.
    pub readings: Vec<Reading>,
    /// Notes about the answer, one sentence each.
    #[serde(default)]
    pub remarks: Vec<String>,
}

/// A reading of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it asks, in plain English.
    pub meaning: String,
    /// Its query.
    pub query: String,
    /// Words of the question that it does not use.
    #[serde(default)]
    pub unused: Vec<String>,
}

impl Work for Ask {
    type Reply = AskReply;

    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<AskReply, SessionError> {
        let tell = |stage| (watch.tell)(WorkEvent::Stage(stage));
        let asked = crate::session::shared_runtime()?.block_on(async {
            tokio::select! {
                asked = session.ask(&self.question, &tell) => asked,
                () = stopped(watch) => Err(SessionError::Cancelled),
            }
        })?;
        let offered = asked.written.readings.iter();
        let reading = |o: &Offered| Reading {
            meaning: o.meaning.clone(),
            query: o.query.text.clone(),
            unused: o.unused.clone(),
        };
        let readings = offered.map(reading).collect();
        Ok(AskReply { trace: asked.trace, readings, remarks: asked.remarks })
    }
}

/// Returns when the request should end.
async fn stopped(watch: Watch<'_>) {
    while !(watch.stopped)() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Runs the query of a reading that was chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunReading {
    /// The query.
    pub query: String,
    /// The question that it answers.
    pub question: String,
    /// Words of the question that it does not use.
    #[serde(default)]
    pub unused: Vec<String>,
}

impl Work for RunReading {
    type Reply = Trace;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Trace, SessionError> {
        session.run_reading(&self.question, &self.query, &self.unused).map(|asked| asked.trace)
    }
}

/// Runs a query in either language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunQuery {
    /// The query.
    pub text: String,
    /// The sources to look in; all when none is named.
    pub sources: Vec<String>,
}

impl Work for RunQuery {
    type Reply = Trace;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Trace, SessionError> {
        session.query(&self.text, self.sources.clone())
    }
}

/// Runs queries in either language over one snapshot of the graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunQueries {
    /// The queries.
    pub texts: Vec<String>,
    /// The sources to look in; all when none is named.
    pub sources: Vec<String>,
}

impl Work for RunQueries {
    /// For each query its trace, or why it could not be run.
    type Reply = Vec<Result<Trace, SessionError>>;

    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<Self::Reply, SessionError> {
        session.queries(&self.texts, self.sources.clone(), watch.stopped)
    }
}

/// Runs a stored trace again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The trace.
    pub trace: Box<Trace>,
}

impl Work for Replay {
    type Reply = Trace;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Trace, SessionError> {
        session.replay(&self.trace)
    }
}

/// Tells how a question is read without a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Explain {
    /// The question.
    pub question: String,
}

impl Work for Explain {
    type Reply = String;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<String, SessionError> {
        crate::session::shared_runtime()?.block_on(session.explain(&self.question))
    }
}

/// Gives the messages that a model would be sent first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prompt {
    /// The question.
    pub question: String,
}

impl Work for Prompt {
    type Reply = Vec<Message>;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Vec<Message>, SessionError> {
        session.prompt(&self.question)
    }
}

/// Lists the sources.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ListSources;

impl Work for ListSources {
    type Reply = Vec<Source>;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<Vec<Source>, SessionError> {
        Ok(session.sources()?.to_vec())
    }
}

/// Loads files. Done twice, it gives the same sources as done once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadFiles {
    /// What to load.
    pub request: LoadRequest,
}

impl Work for LoadFiles {
    type Reply = LoadReport;

    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<LoadReport, SessionError> {
        let report = load_and_report(session.graph(), &self.request, &mut |step| go_on(step, watch));
        session.changes().tell();
        report
    }

    fn elsewhere(&self) -> Result<LoadFiles, SessionError> {
        let mut load = self.clone();
        for path in load.request.paths.iter_mut().filter(|path| path.as_os_str() != "-") {
            if trustuqa_load::is_database(path) {
                // The other program may lack the environment variable with the password.
                *path = trustuqa_load::with_password(path);
                continue;
            }
            if std::fs::metadata(&*path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
                return Err(SessionError::usage(
                    format!(
                        "{} is a stream, and the graph is open in another program, which cannot read it",
                        path.display()
                    ),
                    "pipe it into `trustuqa load - --name NAME`, or write it to a file first",
                ));
            }
            *path = absolute(path);
        }
        Ok(load)
    }
}

/// Reports a step of a load; `Break` when the load should end.
fn go_on(step: LoadStep, watch: Watch<'_>) -> ControlFlow<()> {
    (watch.tell)(WorkEvent::Step(step));
    if (watch.stopped)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Loads sources again whose files have changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refresh {
    /// Their names; all when none is given.
    pub names: Vec<String>,
}

impl Work for Refresh {
    type Reply = RefreshReport;

    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<RefreshReport, SessionError> {
        let refreshed = refresh::refresh(session.graph(), &self.names, &mut |step| go_on(step, watch));
        session.changes().tell();
        refreshed
    }
}

/// Removes sources, all or none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remove {
    /// Their names.
    pub names: Vec<String>,
    /// Whether a missing source counts as removed.
    pub or_gone: bool,
}

impl Work for Remove {
    type Reply = ();

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<(), SessionError> {
        let mut change = session.graph().change()?;
        for name in &self.names {
            if !change.remove(name)? && !self.or_gone {
                return Err(unknown_source(name, &session.sources()?));
            }
        }
        change.commit(&mut |_, _| ControlFlow::Continue(()))?;
        session.changes().tell();
        Ok(())
    }

    fn again(&self) -> Remove {
        Remove { or_gone: true, ..self.clone() }
    }
}

/// Verifies the graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Check;

/// What a check found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckReport {
    /// The pages.
    pub pages: Pages,
    /// Everything else.
    pub checked: Checked,
}

/// What a check found of the pages of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pages {
    /// All are right.
    Right,
    /// The last program was cut short, and the file has been repaired.
    PutInOrder,
    /// They were not looked at, because others use the graph.
    InUse,
    /// The graph is on a database server, which looks after its pages.
    OfServer,
    /// They differ from what was written.
    Wrong(String),
}

impl Work for Check {
    type Reply = CheckReport;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<CheckReport, SessionError> {
        // The pages first: what was read from a damaged page says nothing about the graph.
        let pages = match session.opened().in_folder("a check of pages").ok().map(Graph::check_pages) {
            None => Pages::OfServer,
            Some(Ok(true)) => Pages::Right,
            Some(Ok(false)) => Pages::PutInOrder,
            Some(Err(trustuqa_storage::Error::Invalid { .. })) => Pages::InUse,
            Some(Err(error)) => Pages::Wrong(error.to_string()),
        };
        Ok(CheckReport { pages, checked: session.graph().check()? })
    }
}

/// Copies the graph into a new file; the reply is its size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Backup {
    /// The file.
    pub file: PathBuf,
    /// Whether an existing file is the copy: it gets its name when it is whole.
    pub or_there: bool,
}

impl Work for Backup {
    type Reply = u64;

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<u64, SessionError> {
        if !(self.or_there && self.file.is_file()) {
            session.opened().in_folder("a backup")?.backup(&self.file)?;
        }
        Ok(std::fs::metadata(&self.file).map_or(0, |data| data.len()))
    }

    fn elsewhere(&self) -> Result<Backup, SessionError> {
        Ok(Backup { file: absolute(&self.file), ..self.clone() })
    }

    fn again(&self) -> Backup {
        Backup { or_there: true, ..self.clone() }
    }
}

/// Gives space back to the file system; the reply is the size of the file before and after.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compact;

impl Work for Compact {
    type Reply = (u64, u64);

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<(u64, u64), SessionError> {
        let graph = session.opened().in_folder("a compaction")?;
        let folder = graph.folder();
        let before = Graph::file_size(folder);
        graph.compact()?;
        Ok((before, Graph::file_size(folder)))
    }
}

/// Tells how many names have a vector, and how many get one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CountVectors;

impl Work for CountVectors {
    type Reply = (u64, u64);

    fn run(&self, session: &Session, _: Watch<'_>) -> Result<(u64, u64), SessionError> {
        Ok(session.graph().vector_progress()?)
    }
}

/// Gives every name a vector.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EmbedNames;

impl Work for EmbedNames {
    type Reply = (u64, u64);

    fn run(&self, session: &Session, watch: Watch<'_>) -> Result<(u64, u64), SessionError> {
        let Some(dir) = session.model_dir() else {
            return Err(SessionError::usage("the encoder is switched off", "use --encoder auto"));
        };
        let encoder = session.encoder().open(&dir)?;
        let Some(_turn) = session.encoder().turn(watch.stopped) else {
            return Ok(session.graph().vector_progress()?);
        };
        let stop = AtomicBool::new(false);
        let tell = |stage| {
            if let EncoderStage::Embedding { done, total } = stage {
                (watch.tell)(WorkEvent::Embedded(done, total));
            }
            stop.store((watch.stopped)(), Ordering::Relaxed);
        };
        embed_graph(session.graph(), &encoder, &stop, &tell).map_err(|message| {
            SessionError::environment(message, "check the free space of the disk, then try again")
        })?;
        Ok(session.graph().vector_progress()?)
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
