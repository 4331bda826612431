//! What the chat asks for that needs no writer. Everything here may block.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use trustuqa_storage::fold;
use trustuqa_tui::model::{
    AnswerId, DemonstrationOrigin, DemonstrationView, LoadProgress, PageOf, PageView, SavedEntry,
};
use trustuqa_tui::{BackendEvent, Events, Request};

use super::answers::Kept;
use super::look::Look;
use super::talk::{self, Talk};
use super::{State, expand_home, lock, table_file, view};
use crate::config::WriterChoice;
use crate::format::{Format, Written, written};
use crate::session::follow::InFull;
use crate::session::linking::tokens_of;
use crate::session::loading::{LoadRequest, load_and_report};
use crate::session::{Session, SessionError};
use crate::writer::demonstrations::builtin;
use crate::writer::prompt;

/// What the ids of choices begin with among those of demonstrations.
const CHOICE: &str = "choice ";

/// Does one request.
pub fn work(
    state: &State,
    request: Request,
    stop: &AtomicBool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    let session = &state.session;
    match request {
        Request::Run { query, question, changes, remember } => {
            let started = Instant::now();
            let pins = changes.into_iter().map(view::pin).collect::<Result<_, _>>()?;
            let question = question.map(|shown| {
                let plain = lock(&state.answers).plain(&shown);
                InFull { shown, plain }
            });
            let asked = session.run(&query, question, pins, remember)?;
            Ok(talk::answered(state, &asked, started))
        }
        Request::Page { answer, step, of, from, count } => page(state, answer, step, of, from, count),
        Request::Arranged { answer, arranged, from, count } => {
            rows(state, PageView { answer, of: PageOf::Rows, from, arranged, ..PageView::default() }, count)
        }
        Request::TraceJson { answer } => {
            let kept = lock(&state.answers).get(answer)?;
            let trace = kept.trace(session)?;
            let json = serde_json::to_string_pretty(trace.as_ref())
                .map_err(|error| SessionError::Usage { message: error.to_string(), hint: None })?;
            Ok(BackendEvent::Trace { answer, json })
        }
        Request::ShowFact { fact } => Look::at(session)?.fact(fact),
        Request::Rows { source, from, count } => Look::at(session)?.rows(&source, from, count),
        Request::Entity { name, source, from, count } => {
            Look::at(session)?.entity(&name, source.as_deref(), from, count)
        }
        Request::Relations { source } => Look::at(session)?.relations(&source),
        Request::Names { text } => names(session, text),
        Request::Export { answer, path, overwrite } => export(state, answer, path, overwrite),
        Request::Table { answer, format } => as_text(state, answer, &format),
        Request::Load { paths } => load_files(state, paths, stop, events),
        Request::Remove { source } => {
            session.remove(&source)?;
            lock(&state.answers).forget_results();
            Ok(BackendEvent::Done(format!(
                "removed {source}; /undo brings it back until you load something or leave"
            )))
        }
        Request::Undo => match session.take_back() {
            Some(source) => {
                lock(&state.answers).forget_results();
                Ok(BackendEvent::Done(format!("{source} is back")))
            }
            None => Err(SessionError::usage(
                "there is no removal to take back",
                "what was removed before the last load, or in an earlier chat, is gone: load it again",
            )),
        },
        Request::Learn { answer, accept } => learn(state, answer, accept),
        Request::ListDemonstrations { needle } => {
            Ok(BackendEvent::Demonstrations(demonstrations(session, &needle)?))
        }
        request @ (Request::EditDemonstration { .. } | Request::DeleteDemonstration { .. }) => {
            change_demonstration(state, request)
        }
        Request::ListSessions { needle } => Ok(BackendEvent::Sessions(lock(&state.record).list(&needle)?)),
        Request::Resume { id } => resume(state, id),
        Request::NewSession => {
            lock(&state.record).begin();
            *lock(&state.talk) = Talk::default();
            Ok(BackendEvent::Done("a new session begins".to_owned()))
        }
        Request::SetWriter { writer } => set_writer(session, &writer),
        Request::SetShare { level } => {
            session.choose(|c| c.share = view::share_from(level));
            Ok(BackendEvent::Done(format!("share level {level}: {}", level.meaning())))
        }
        Request::ListSent => {
            Ok(BackendEvent::Sent(session.ledger().entries().iter().map(view::sent).collect()))
        }
        Request::Prompt { question } => would_be_sent(session, &question),
        // These are taken care of before.
        Request::Open | Request::Ask { .. } | Request::AskAlone { .. } => Err(SessionError::Cancelled),
    }
}

/// What a model would be sent first for a question, with its size.
fn would_be_sent(session: &Session, question: &str) -> Result<BackendEvent, SessionError> {
    let messages = session.prompt(question)?;
    let tokens: usize = messages.iter().map(|message| tokens_of(&message.content)).sum();
    let level = view::share(session.choices().share);
    let head = format!("{} messages, about {tokens} tokens, share level {level}.", messages.len());
    Ok(BackendEvent::Prompt(format!("{head} Nothing was sent.\n\n{}", prompt::as_text(&messages))))
}

fn page(
    state: &State,
    answer: AnswerId,
    step: usize,
    of: PageOf,
    from: usize,
    count: usize,
) -> Result<BackendEvent, SessionError> {
    let page = PageView { answer, step, of, from, ..PageView::default() };
    if of == PageOf::Rows {
        return rows(state, page, count);
    }
    let (kept, known) = {
        let answers = lock(&state.answers);
        (answers.get(answer)?, answers.results(answer))
    };
    let results = match known {
        Some(results) => results,
        None => {
            let results = Arc::new(kept.results(&state.session)?);
            lock(&state.answers).keep_results(answer, &results);
            results
        }
    };
    Ok(BackendEvent::Page(Box::new(kept.page(&state.session, &results, page, count)?)))
}

/// Rows of an answer that is a table. What a row is depends on the whole query, so a trace
/// that is no longer kept is computed again, once for all pages.
fn rows(state: &State, page: PageView, count: usize) -> Result<BackendEvent, SessionError> {
    let (kept, known) = {
        let answers = lock(&state.answers);
        (answers.get(page.answer)?, answers.rows(page.answer))
    };
    let trace = match known {
        Some(trace) => trace,
        None => {
            let trace = kept.trace(&state.session)?;
            lock(&state.answers).keep_rows(page.answer, &trace);
            trace
        }
    };
    Ok(BackendEvent::Page(Box::new(Kept::rows(&trace, page, count))))
}

/// Accepts or rejects an answer.
pub fn learn(state: &State, answer: AnswerId, accept: bool) -> Result<BackendEvent, SessionError> {
    let kept = lock(&state.answers).get(answer)?;
    let pair = kept.pair(&state.session, accept)?;
    let learnt = state.session.learnt();
    let text = if accept {
        let name = learnt.accept(pair)?;
        format!("learnt as {name}: {}", learnt.file().display())
    } else {
        learnt.reject(pair)?;
        "rejected: this query will not be offered as sure for this question".to_owned()
    };
    update_stored(state)?;
    Ok(BackendEvent::Done(text))
}

/// The graph's copies of what was learnt follow the file.
fn update_stored(state: &State) -> Result<(), SessionError> {
    if state.session.learnt().store(state.session.graph())? {
        state.wake();
    }
    Ok(())
}

/// The user's pairs, latest first, then those of the program.
fn demonstrations(session: &Session, needle: &str) -> Result<Vec<DemonstrationView>, SessionError> {
    let learnt = session.learnt();
    let mut all: Vec<DemonstrationView> = Vec::new();
    for choice in session.clarifications().all()?.iter().rev() {
        let of = if choice.sources.is_empty() {
            String::new()
        } else {
            format!(" of {}", choice.sources.join(", "))
        };
        all.push(DemonstrationView {
            id: format!("{CHOICE}{}", choice.id()),
            question: format!("“{}”{of} means {}", choice.asked, choice.chosen),
            query: "You chose this when the name was not clear.".to_owned(),
            origin: DemonstrationOrigin::Chosen,
            kind: choice.role.name().to_owned(),
        });
    }
    let own = [
        (learnt.accepted()?, DemonstrationOrigin::Accepted),
        (learnt.rejected()?, DemonstrationOrigin::Rejected),
    ];
    for (pairs, origin) in own {
        all.extend(pairs.iter().rev().map(|pair| view::demonstration(pair, origin)));
    }
    all.extend(builtin().iter().map(|pair| view::demonstration(pair, DemonstrationOrigin::Shipped)));
    let words: Vec<String> = needle.split_whitespace().map(fold).collect();
    all.retain(|shown| {
        let text = fold(&format!("{} {} {}", shown.id, shown.question, shown.query));
        words.iter().all(|word| text.contains(word.as_str()))
    });
    Ok(all)
}

/// Edits or deletes what was learnt, or a choice that was kept.
fn change_demonstration(state: &State, request: Request) -> Result<BackendEvent, SessionError> {
    let session = &state.session;
    match request {
        Request::EditDemonstration { id, .. } if id.starts_with(CHOICE) => Err(SessionError::usage(
            "what you chose for a name cannot be edited",
            "delete it; the chat then asks again",
        )),
        Request::EditDemonstration { id, question, query } => {
            session.learnt().edit(&id, &question, &query)?;
            update_stored(state)?;
            Ok(BackendEvent::Done(format!("changed {id}")))
        }
        Request::DeleteDemonstration { id } if id.starts_with(CHOICE) => {
            session.clarifications().forget(&id[CHOICE.len()..])?;
            Ok(BackendEvent::Done("forgotten: the name is asked about again".to_owned()))
        }
        Request::DeleteDemonstration { id } => {
            session.learnt().delete(&id)?;
            update_stored(state)?;
            Ok(BackendEvent::Done(format!("deleted {id}")))
        }
        _ => Err(SessionError::Cancelled),
    }
}

/// The names that complete what is typed.
fn names(session: &Session, text: String) -> Result<BackendEvent, SessionError> {
    let found = session.names_completing(&text)?;
    Ok(BackendEvent::Names { text, from: found.from, names: found.names })
}

/// Writes the rows of an answer into a file.
fn export(
    state: &State,
    answer: AnswerId,
    path: PathBuf,
    overwrite: bool,
) -> Result<BackendEvent, SessionError> {
    let kept = lock(&state.answers).get(answer)?;
    let trace = kept.trace(&state.session)?;
    let path = expand_home(path);
    table_file::write(&trace.answer, &path, overwrite)?;
    Ok(BackendEvent::Done(format!("saved {}", path.display())))
}

/// Text that a clipboard takes in one piece, in bytes.
const CLIPBOARD: usize = 8 << 20;

/// All rows of an answer as text, for the clipboard.
fn as_text(state: &State, answer: AnswerId, format: &str) -> Result<BackendEvent, SessionError> {
    let kept = lock(&state.answers).get(answer)?;
    let trace = kept.trace(&state.session)?;
    let save = "save it with /export answer.csv";
    let format = match format {
        "markdown" => Format::Markdown,
        name => Format::of_ending(name)
            .ok_or_else(|| SessionError::usage(format!("no {name} is copied"), save))?,
    };
    match written(&trace.answer, format)? {
        Written::Text(text) if text.len() <= CLIPBOARD => Ok(BackendEvent::Copied(text)),
        _ => Err(SessionError::usage("this answer is too long for a clipboard", save)),
    }
}

/// Goes on with a kept session.
fn resume(state: &State, id: String) -> Result<BackendEvent, SessionError> {
    let mut entries = lock(&state.record).resume(&id)?;
    let mut answers = lock(&state.answers);
    let mut last = None;
    for entry in &mut entries {
        if let SavedEntry::Answer(answer) = entry {
            answer.id = answers.keep_saved(answer);
            last = Some(answer.as_ref().clone());
        }
    }
    drop(answers);
    *lock(&state.talk) = Talk::resume(last.as_ref());
    Ok(BackendEvent::Resumed { id, entries })
}

fn load_files(
    state: &State,
    paths: Vec<PathBuf>,
    stop: &AtomicBool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    // A file may bring a source of the same name; both cannot be there.
    let gone = state.session.finish_removals()?;
    if !gone.is_empty() {
        events.send(BackendEvent::Info(format!("removed for good: {}", gone.join(", "))));
    }
    lock(&state.answers).forget_results();
    let request =
        LoadRequest { paths: paths.into_iter().map(expand_home).collect(), ..LoadRequest::default() };
    let report = load_and_report(state.session.graph(), &request, &mut |step| {
        let (done, total) = step.part();
        let label = if step.files > 1 && !step.indexes {
            format!("{} ({} of {})", step.name, step.file, step.files)
        } else {
            step.name
        };
        events.send(BackendEvent::LoadProgress(LoadProgress { label, done, total }));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    session_changed(state);
    Ok(BackendEvent::Done(view::loaded(&report?)))
}

/// Tells every chat over the graph.
fn session_changed(state: &State) {
    state.session.changes().tell();
    state.wake();
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
