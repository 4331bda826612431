//! Questions of the chat: each may follow up on the one before, and none is sent anywhere
//! before the user was told what is shared with whom.

use std::sync::Arc;
use std::time::Instant;

use trustuqa_tui::model::{AnswerView, Level, OutcomeView, SavedEntry};
use trustuqa_tui::{BackendEvent, Events};

use super::blocking_requests::accept;
use super::row_names::RowNames;
use super::{LocalChat, lock, view};
use crate::config::WriterChoice;
use crate::session::SessionError;
use crate::session::ask::{AnsweredQuestion, Stage};
use crate::session::follow::{Context, FullQuestion};
use crate::writer::{Offered, ShareLevel, WriterStage};
use trustuqa_engine::query;

/// What a session of the chat remembers.
#[derive(Default)]
pub struct Conversation {
    /// What the next question can follow up on.
    context: Option<Context>,
    /// The question whose readings were offered instead of an answer, with these readings.
    offered: Option<(String, Vec<Offered>)>,
    /// The server and share level that the user was last told about.
    disclosed: Option<(String, ShareLevel)>,
}

impl Conversation {
    /// A conversation that continues after a kept answer.
    pub fn resume(answer: Option<&AnswerView>) -> Conversation {
        let context = answer.and_then(|answer| {
            let query = query::parse(&answer.query_text).ok().filter(|query| query.llm().is_some())?;
            let own = || answer.question.clone();
            let full = FullQuestion {
                shown: answer.read_as.clone().unwrap_or_else(own),
                plain: answer.learnt_as.clone().unwrap_or_else(own),
            };
            let items: Vec<&str> = answer.items.iter().map(|item| item.text.as_str()).collect();
            let mut context = Context::new(&answer.question, full, Arc::new(query), &items);
            context.total = answer.item_total.max(items.len());
            context.certain =
                answer.certainty.level == Level::Sure || answer.outcome != OutcomeView::Answered;
            Some(context)
        });
        Conversation { context, offered: None, disclosed: None }
    }
}

/// Answers a question; `follow` tells whether it may follow up on the one before.
pub async fn ask(
    state: &LocalChat,
    question: &str,
    follow: bool,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    let at = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string();
    state.keep(&SavedEntry::Question { text: question.trim().to_owned(), at }, events);
    let context = lock(&state.talk).context.clone().filter(|_| follow);
    let started = Instant::now();
    if let Some((asked, reading)) = chosen(state, question) {
        return choose(state, asked, &reading, started, events);
    }
    let asked = state
        .session
        .ask_after(question, context.as_ref(), &|stage| {
            if matches!(stage, Stage::Writing(WriterStage::Writing { .. })) {
                tell_sharing(state, events);
            }
            events.send(BackendEvent::Progress(view::stage(&stage)));
        })
        .await?;
    let event = answered(state, &asked, started);
    let question = asked.read_as.map_or_else(|| question.trim().to_owned(), |read| read.plain);
    let readings = asked.written.readings;
    lock(&state.talk).offered = (!readings.is_empty()).then_some((question, readings));
    Ok(event)
}

/// The offered reading that the user chose by typing its number, with its question.
fn chosen(state: &LocalChat, typed: &str) -> Option<(String, Offered)> {
    let number: usize = typed.trim().parse().ok()?;
    let (question, readings) = lock(&state.talk).offered.clone()?;
    Some((question, readings.get(number.checked_sub(1)?)?.clone()))
}

/// Runs the reading that was chosen, and remembers it for this question.
fn choose(
    state: &LocalChat,
    question: String,
    reading: &Offered,
    started: Instant,
    events: &Events,
) -> Result<BackendEvent, SessionError> {
    let asked = state.session.run_reading(&question, &reading.query.text, &reading.unused)?;
    let event = answered(state, &asked, started);
    lock(&state.talk).offered = None;
    if let BackendEvent::Answered(answer) = &event
        && let Ok(name) = accept(state, answer.id, &reading.unused)
    {
        let only = if reading.unused.is_empty() { "" } else { ", for this very question only" };
        events.send(BackendEvent::Info(format!(
            "learnt as {name}{only}; /demonstrations shows it and takes it back"
        )));
    }
    Ok(event)
}

/// Keeps an answer and makes it what the next question can follow up on.
pub fn answered(state: &LocalChat, asked: &AnsweredQuestion, started: Instant) -> BackendEvent {
    let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let question = asked
        .read_as
        .clone()
        .unwrap_or_else(|| FullQuestion::alone(asked.trace.question.as_deref().unwrap_or_default()));
    let id = lock(&state.answers).keep(question, asked);
    lock(&state.talk).context.clone_from(&asked.context);
    let facts = asked.trace.steps.last().map_or(&[][..], |step| step.facts.as_slice());
    let shown = facts.get(..view::CARRIED).unwrap_or(facts);
    // A row whose name cannot be read keeps its number.
    let names = state.session.visible().and_then(|visible| RowNames::of(&visible, shown)).unwrap_or_default();
    // These are only an offer: without them the answer is still shown.
    let alternatives = state.session.alternatives(asked).unwrap_or_default();
    BackendEvent::Answered(Box::new(view::answer(asked, &alternatives, id, millis, &names)))
}

/// Says, before the first request of a session and whenever that changed, what leaves
/// the machine and where it goes.
fn tell_sharing(state: &LocalChat, events: &Events) {
    let choices = state.session.choices();
    if choices.writer != WriterChoice::Llm || choices.share == ShareLevel::Off {
        return;
    }
    let host = view::host(&state.session.settings().base_url.value);
    let mut talk = lock(&state.talk);
    let now = (host, choices.share);
    if talk.disclosed.as_ref() == Some(&now) {
        return;
    }
    let level = view::share(now.1);
    let text = format!(
        "Your questions go to {} (model {}) at share level {level}, with {}. /sent shows every request, /share off keeps everything here.",
        now.0,
        state.session.settings().model.value,
        level.meaning(),
    );
    talk.disclosed = Some(now);
    drop(talk);
    events.send(BackendEvent::Info(text));
}
