//! The chat's backend: what the terminal chat asks for, done by a session.
//!
//! The chat knows plain view data only; `view` makes it from traces and sources.

mod view;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use trustuqa_tui::model::{EncoderState, Failure, LoadProgress};
use trustuqa_tui::{Backend, BackendEvent, Events, Options, Request, Task, TuiError};

use crate::config::WriterChoice;
use crate::session::encoding::{Background, EncoderStage};
use crate::session::loading::{LoadRequest, load};
use crate::session::{Session, SessionError};

/// Runs the chat over an open session until the user leaves.
pub fn run(session: Session, suggestions: Vec<String>) -> Result<(), SessionError> {
    let runtime = crate::session::runtime()?;
    let history_file = Some(session.settings().data_dir.value.join("history"));
    let backend = Arc::new(Chat {
        session: Arc::new(session),
        suggestions: suggestions.into(),
        encoder: Arc::default(),
        background: Arc::default(),
    });
    let result = runtime.block_on(trustuqa_tui::run(backend.clone(), Options { history_file, theme: None }));
    drop(lock(&backend.background).take());
    // Work that cannot be interrupted ends by itself; leaving does not wait for it.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result.map_err(|error| match error {
        TuiError::NoTerminal => SessionError::Usage { message: error.to_string(), hint: None },
        TuiError::Terminal(_) => SessionError::Environment { message: error.to_string(), hint: None },
    })
}

/// The backend: a session, and the thread that embeds names beside it.
struct Chat {
    session: Arc<Session>,
    suggestions: Arc<[String]>,
    encoder: Arc<Mutex<EncoderState>>,
    background: Arc<Mutex<Option<Background>>>,
}

impl Chat {
    /// Reports the status and starts the encoder, both away from the thread that draws.
    fn open(&self, events: Events) {
        let (session, suggestions) = (self.session.clone(), self.suggestions.clone());
        let (encoder, background) = (self.encoder.clone(), self.background.clone());
        tokio::task::spawn_blocking(move || {
            let dir = session.model_dir();
            if dir.is_some() {
                *lock(&encoder) = EncoderState::Loading;
            }
            send_status(&session, &suggestions, &encoder, &events);
            let Some(dir) = dir else { return };
            let tell = move |stage: EncoderStage| {
                let state = view::encoder(&stage);
                *lock(&encoder) = state.clone();
                events.send(BackendEvent::Encoder(state));
            };
            let thread = Background::start(session.graph().clone(), session.encoder().clone(), dir, tell);
            *lock(&background) = Some(thread);
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure_of(error: &SessionError) -> Failure {
    Failure { message: error.to_string(), hint: error.hint().map(str::to_owned) }
}

fn send_status(session: &Session, suggestions: &[String], encoder: &Mutex<EncoderState>, events: &Events) {
    match view::status(session, suggestions, lock(encoder).clone()) {
        Ok(status) => events.send(BackendEvent::Status(Box::new(status))),
        Err(error) => events.send(BackendEvent::Failed(failure_of(&error))),
    };
}

impl Backend for Chat {
    fn start(&self, request: Request, events: Events) -> Task {
        if request == Request::Open {
            self.open(events);
            return Task::finished();
        }
        let session = self.session.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let (suggestions, encoder, background) =
            (self.suggestions.clone(), self.encoder.clone(), self.background.clone());
        let handle = tokio::spawn(async move {
            let done = match request {
                Request::Ask { question } | Request::AskAlone { question } => {
                    ask(&session, &question, &events).await
                }
                Request::Load { paths } => {
                    let request = LoadRequest {
                        paths: paths.into_iter().map(expand_home).collect(),
                        ..LoadRequest::default()
                    };
                    let (session, events) = (session.clone(), events.clone());
                    let work = tokio::task::spawn_blocking(move || {
                        load_files(&session, &request, &stopped, &events)
                    });
                    work.await.unwrap_or(Err(SessionError::Cancelled)).inspect(|_| wake(&background))
                }
                Request::Remove { source } => {
                    let session = session.clone();
                    let name = source.clone();
                    let work =
                        tokio::task::spawn_blocking(move || Ok(session.graph().remove_source(&name)?));
                    work.await
                        .unwrap_or(Err(SessionError::Cancelled))
                        .map(|()| BackendEvent::Done(format!("removed {source}")))
                }
                Request::SetWriter { writer } => set_writer(&session, &writer),
                Request::SetShare { level } => {
                    session.choose(|c| c.share = view::share_from(level));
                    Ok(BackendEvent::Done(format!("share level {level}: {}", level.meaning())))
                }
                Request::ListSent => {
                    Ok(BackendEvent::Sent(session.ledger().entries().iter().map(view::sent).collect()))
                }
                Request::Open => return,
                other => Err(not_yet(&other)),
            };
            let event = match done {
                Ok(event) => event,
                Err(error) => BackendEvent::Failed(failure_of(&error)),
            };
            let status_changed = !matches!(event, BackendEvent::Answered(_) | BackendEvent::Sent(_));
            if status_changed {
                send_status(&session, &suggestions, &encoder, &events);
            }
            events.send(event);
        });
        Task::new(move || {
            stop.store(true, Ordering::Relaxed);
            handle.abort();
        })
    }
}

fn not_yet(request: &Request) -> SessionError {
    let name = format!("{request:?}");
    let name = name.split([' ', '{']).next().unwrap_or_default();
    SessionError::usage(format!("{name} cannot be done in this version"), "use the command line for it")
}

/// A path as typed, with a leading `~` replaced by the home folder.
fn expand_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

fn wake(background: &Mutex<Option<Background>>) {
    if let Some(background) = lock(background).as_ref() {
        background.wake();
    }
}

async fn ask(session: &Session, question: &str, events: &Events) -> Result<BackendEvent, SessionError> {
    let started = Instant::now();
    let asked = session
        .ask(question, &|stage| {
            events.send(BackendEvent::Progress(view::stage(&stage)));
        })
        .await?;
    let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(BackendEvent::Answered(Box::new(view::answer(&asked, millis))))
}

fn load_files(
    session: &Session,
    request: &LoadRequest,
    stop: &AtomicBool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    let loaded = load(session.graph(), request, &mut |step| {
        let label = if step.files > 1 {
            format!("{} ({} of {})", step.name, step.file, step.files)
        } else {
            step.name
        };
        events.send(BackendEvent::LoadProgress(LoadProgress {
            label,
            done: step.bytes,
            total: step.of_bytes,
        }));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(BackendEvent::Done(view::loaded(&loaded)))
}

fn set_writer(session: &Session, writer: &str) -> Result<BackendEvent, SessionError> {
    let choice: WriterChoice =
        writer.trim().parse().map_err(|message: String| SessionError::Usage { message, hint: None })?;
    if choice == WriterChoice::Llm && session.settings().model.value.trim().is_empty() {
        return Err(SessionError::usage(
            "no model is set for the llm writer",
            "start with --model NAME and --base-url URL, or put them into the settings file (`trustuqa config path`)",
        ));
    }
    if let WriterChoice::Replay(file) = &choice {
        crate::writer::replay::ReplayWriter::open(file)
            .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
    }
    let text = format!("the writer is now {choice}");
    session.choose(|c| c.writer = choice);
    Ok(BackendEvent::Done(text))
}
