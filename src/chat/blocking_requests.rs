//! The requests of the chat that need no writer. Everything here may block.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use trustuqa_storage::fold;
use trustuqa_tui::model::{
    AnswerId, DemonstrationOwner, DemonstrationView, LoadProgress, PageOf, PageView, SavedEntry,
};
use trustuqa_tui::{BackendEvent, BackendRequest, Events};

use super::answers::KeptAnswer;
use super::data_reads::DataReads;
use super::questions::{self, Conversation};
use super::{LocalChat, expand_home, lock, table_file, view};
use crate::config::WriterChoice;
use crate::format::{AnswerFormat, FormattedAnswer, written};
use crate::session::follow::FullQuestion;
use crate::session::linking::tokens_of;
use crate::session::loading::{LoadRequest, load_and_report};
use crate::session::{Session, SessionError};
use crate::writer::Demonstration;
use crate::writer::demonstrations::builtin;
use crate::writer::prompt;

/// Prefix of the ids of choices, which are listed among the demonstrations.
const CHOICE: &str = "choice ";

/// Does one request.
pub fn work(
    state: &LocalChat,
    request: BackendRequest,
    stop: &AtomicBool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    let session = &state.session;
    match request {
        BackendRequest::Run { query, question, changes, remember } => {
            let started = Instant::now();
            let pins = changes.into_iter().map(view::pin).collect::<Result<_, _>>()?;
            let question = question.map(|shown| {
                let plain = lock(&state.answers).plain(&shown);
                FullQuestion { shown, plain }
            });
            let asked = session.run(&query, question, pins, remember)?;
            Ok(questions::answered(state, &asked, started))
        }
        BackendRequest::Page { answer, step, of, from, count } => page(state, answer, step, of, from, count),
        BackendRequest::Arranged { answer, arranged, from, count } => {
            rows(state, PageView { answer, of: PageOf::Rows, from, arranged, ..PageView::default() }, count)
        }
        BackendRequest::TraceJson { answer } => {
            let kept = lock(&state.answers).get(answer)?;
            let trace = kept.trace(session)?;
            let json = serde_json::to_string_pretty(trace.as_ref())
                .map_err(|error| SessionError::Usage { message: error.to_string(), hint: None })?;
            Ok(BackendEvent::Trace { answer, json })
        }
        BackendRequest::ShowFact { fact } => DataReads::at(session)?.fact(fact),
        BackendRequest::Rows { source, from, count } => DataReads::at(session)?.rows(&source, from, count),
        BackendRequest::Entity { name, source, from, count } => {
            DataReads::at(session)?.entity(&name, source.as_deref(), from, count)
        }
        BackendRequest::Relations { source } => DataReads::at(session)?.relations(&source),
        BackendRequest::Names { text } => names(session, text),
        BackendRequest::Export { answer, path, overwrite } => export(state, answer, path, overwrite),
        BackendRequest::Table { answer, format } => as_text(state, answer, &format),
        BackendRequest::Load { paths } => load_files(state, paths, stop, events),
        BackendRequest::Remove { source } => {
            session.remove(&source)?;
            lock(&state.answers).forget_results();
            Ok(BackendEvent::Done(format!(
                "removed {source}; /undo brings it back until you load something or leave"
            )))
        }
        BackendRequest::Undo => match session.take_back() {
            Some(source) => {
                lock(&state.answers).forget_results();
                Ok(BackendEvent::Done(format!("{source} is back")))
            }
            None => Err(SessionError::usage(
                "there is no removal to take back",
                "what was removed before the last load, or in an earlier chat, is gone: load it again",
            )),
        },
        BackendRequest::Learn { answer, accept } => learn(state, answer, accept),
        BackendRequest::ListDemonstrations { needle } => {
            Ok(BackendEvent::Demonstrations(demonstrations(session, &needle)?))
        }
        request @ (BackendRequest::EditDemonstration { .. } | BackendRequest::DeleteDemonstration { .. }) => {
            change_demonstration(state, request)
        }
        BackendRequest::ListSessions { needle } => {
            Ok(BackendEvent::Sessions(lock(&state.record).list(&needle)?))
        }
        BackendRequest::Resume { id } => resume(state, id),
        BackendRequest::NewSession => {
            lock(&state.record).begin();
            *lock(&state.talk) = Conversation::default();
            Ok(BackendEvent::Done("a new session begins".to_owned()))
        }
        BackendRequest::SetWriter { writer } => set_writer(session, &writer),
        BackendRequest::SetShare { level } => {
            session.choose(|c| c.share = view::share_from(level));
            Ok(BackendEvent::Done(format!("share level {level}: {}", level.meaning())))
        }
        BackendRequest::ListSent => {
            Ok(BackendEvent::Sent(session.ledger().entries().iter().map(view::sent).collect()))
        }
        BackendRequest::Prompt { question } => would_be_sent(session, &question),
        // The caller handles these.
        BackendRequest::Open | BackendRequest::Ask { .. } | BackendRequest::AskAlone { .. } => {
            Err(SessionError::Cancelled)
        }
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
    state: &LocalChat,
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
fn rows(state: &LocalChat, page: PageView, count: usize) -> Result<BackendEvent, SessionError> {
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
    Ok(BackendEvent::Page(Box::new(KeptAnswer::rows(&trace, page, count))))
}

/// Accepts or rejects an answer.
fn learn(state: &LocalChat, answer: AnswerId, accepted: bool) -> Result<BackendEvent, SessionError> {
    if accepted {
        let name = accept(state, answer, &[])?;
        let file = state.session.learnt().file();
        return Ok(BackendEvent::Done(format!("learnt as {name}: {}", file.display())));
    }
    let kept = lock(&state.answers).get(answer)?;
    state.session.learnt().reject(kept.pair(&state.session, false)?)?;
    update_stored(state)?;
    Ok(BackendEvent::Done("rejected: this query will not be offered as sure for this question".to_owned()))
}

/// Accepts an answer whose query does not use these words of the question. Returns the name of the pair.
pub fn accept(state: &LocalChat, answer: AnswerId, unused: &[String]) -> Result<String, SessionError> {
    let kept = lock(&state.answers).get(answer)?;
    let pair = Demonstration { unused: unused.to_vec(), ..kept.pair(&state.session, true)? };
    let name = state.session.learnt().accept(pair)?;
    update_stored(state)?;
    Ok(name)
}

/// Brings the graph's copies of what was learnt up to date with the file.
fn update_stored(state: &LocalChat) -> Result<(), SessionError> {
    if state.session.learnt().store(state.session.graph())? {
        state.wake();
    }
    Ok(())
}

/// The user's choices and pairs, latest first, then those of the program, if they have all words of
/// `needle`.
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
            origin: DemonstrationOwner::Chosen,
            kind: choice.role.name().to_owned(),
        });
    }
    let own = [
        (learnt.accepted()?, DemonstrationOwner::Accepted),
        (learnt.rejected()?, DemonstrationOwner::Rejected),
    ];
    for (pairs, origin) in own {
        all.extend(pairs.iter().rev().map(|pair| view::demonstration(pair, origin)));
    }
    all.extend(builtin().iter().map(|pair| view::demonstration(pair, DemonstrationOwner::Shipped)));
    let words: Vec<String> = needle.split_whitespace().map(fold).collect();
    all.retain(|shown| {
        let text = fold(&format!("{} {} {}", shown.id, shown.question, shown.query));
        words.iter().all(|word| text.contains(word.as_str()))
    });
    Ok(all)
}

/// Edits or deletes what was learnt, or a choice that was kept.
fn change_demonstration(state: &LocalChat, request: BackendRequest) -> Result<BackendEvent, SessionError> {
    let session = &state.session;
    match request {
        BackendRequest::EditDemonstration { id, .. } if id.starts_with(CHOICE) => Err(SessionError::usage(
            "what you chose for a name cannot be edited",
            "delete it; the chat then asks again",
        )),
        BackendRequest::EditDemonstration { id, question, query } => {
            session.learnt().edit(&id, &question, &query)?;
            update_stored(state)?;
            Ok(BackendEvent::Done(format!("changed {id}")))
        }
        BackendRequest::DeleteDemonstration { id } if id.starts_with(CHOICE) => {
            session.clarifications().forget(&id[CHOICE.len()..])?;
            Ok(BackendEvent::Done("forgotten: the name is asked about again".to_owned()))
        }
        BackendRequest::DeleteDemonstration { id } => {
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
    state: &LocalChat,
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

/// The longest text that is copied to a clipboard, in bytes.
const CLIPBOARD: usize = 8 << 20;

/// All rows of an answer as text, for the clipboard.
fn as_text(state: &LocalChat, answer: AnswerId, format: &str) -> Result<BackendEvent, SessionError> {
    let kept = lock(&state.answers).get(answer)?;
    let trace = kept.trace(&state.session)?;
    let save = "save it with /export answer.csv";
    let format = match format {
        "markdown" => AnswerFormat::Markdown,
        name => AnswerFormat::of_ending(name)
            .ok_or_else(|| SessionError::usage(format!("no {name} is copied"), save))?,
    };
    match written(&trace.answer, format)? {
        FormattedAnswer::Text(text) if text.len() <= CLIPBOARD => Ok(BackendEvent::Copied(text)),
        _ => Err(SessionError::usage("this answer is too long for a clipboard", save)),
    }
}

/// Goes on with a kept session.
fn resume(state: &LocalChat, id: String) -> Result<BackendEvent, SessionError> {
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
    *lock(&state.talk) = Conversation::resume(last.as_ref());
    Ok(BackendEvent::Resumed { id, entries })
}

fn load_files(
    state: &LocalChat,
    paths: Vec<PathBuf>,
    stop: &AtomicBool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    // A file may bring a source with the name of a removed one.
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

/// Notifies every chat over the graph of a change.
fn session_changed(state: &LocalChat) {
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
