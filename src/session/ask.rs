//! A question from text to a traced answer: what was learnt, what it follows up on,
//! route, demonstrate, write, run, clarify.

use std::time::Duration;

use trustuqa_storage::{GraphRead, Source, fold};

use super::choices::{self, Alternative};
use super::clarified::{self, Clarification};
use super::follow::{self, Context, Sort};
use super::judge::EngineJudge;
use super::visible::Visible;
use super::{Session, SessionError, demonstrations, route};
use crate::config::WriterChoice;
use crate::engine::{Engine, EngineError, RunOptions};
use crate::query::{self, Query};
use crate::trace::{Answer, Status, Trace, VERSION};
use crate::translate::Pin;
use crate::writer::llm::LlmWriter;
use crate::writer::offline::OfflineWriter;
use crate::writer::replay::ReplayWriter;
use crate::writer::{Earlier, Outcome, ShareLevel, WriteRequest, Writer, WriterStage, Written};

/// Questions as typed that a follow-up can look back on.
const REMEMBERED: usize = 6;
/// The least likeness between a name and what a learnt query finds for it.
const SAME_NAME: f32 = 0.9;

/// What a question is going through.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Choosing the sources.
    Routing,
    /// The writer is at work.
    Writing(WriterStage),
    /// The chosen query is run for its trace.
    Executing,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The answer with its trace.
    pub trace: Trace,
    /// What the writer did.
    pub written: Written,
    /// The question in full, when it was read as a follow-up.
    pub read_as: Option<String>,
    /// What is to be known about the reading that is no doubt: a choice of the user's
    /// that was applied, a learnt pair that was used.
    pub remarks: Vec<String>,
    /// Other readings of a name that was not beyond doubt.
    pub alternatives: Vec<Alternative>,
    /// What the next question can follow up on; `None` when nothing was asked of the graph.
    pub context: Option<Context>,
}

/// A query that was found, and how.
struct Found {
    trace: Trace,
    written: Written,
    read_as: Option<String>,
    remarks: Vec<String>,
    options: RunOptions,
}

/// What a question is answered from.
struct Asking<'a> {
    session: &'a Session,
    visible: &'a Visible,
    engine: &'a Engine<'a>,
    sources: &'a [Source],
    tell: &'a (dyn Fn(Stage) + Send + Sync),
}

impl Session {
    /// Answers a question as it stands. Dropping the future cancels it.
    pub async fn ask(
        &self,
        question: &str,
        tell: &(dyn Fn(Stage) + Send + Sync),
    ) -> Result<Asked, SessionError> {
        self.ask_after(question, None, tell).await
    }

    /// Answers a question that may follow up on an earlier one. Dropping the future cancels it.
    pub async fn ask_after(
        &self,
        question: &str,
        context: Option<&Context>,
        tell: &(dyn Fn(Stage) + Send + Sync),
    ) -> Result<Asked, SessionError> {
        let question = question.trim();
        if question.is_empty() {
            return Err(SessionError::usage(
                "the question is empty",
                "ask something like `trustuqa ask \"Who directed Alien?\"`",
            ));
        }
        tell(Stage::Routing);
        let visible = self.visible()?;
        let engine = Engine::new(&visible, Some(self.encoder().as_ref()))?;
        let sources = visible.sources()?;
        if sources.is_empty() {
            return Err(SessionError::usage(
                "the graph is empty",
                "load something first: `trustuqa load FILE...`, or try `trustuqa demo`",
            ));
        }
        let asking = Asking { session: self, visible: &visible, engine: &engine, sources: &sources, tell };
        let mut found = match context.map(|context| (context, follow::sort(question))) {
            None | Some((_, Sort::Alone)) => asking.alone(question).await?,
            Some((context, Sort::Instead { what, preposition, bare })) => {
                asking.instead(question, context, &what, preposition.as_deref(), bare).await?
            }
            Some((context, Sort::About { question, refers })) => {
                asking.about(&question, context, refers).await?
            }
        };
        found.trace.question = Some(question.to_owned());
        found.trace.writer = Some(found.written.writer.clone());
        add_doubts(&mut found.trace, &found.written);
        self.leave_rejected(&mut found, question)?;
        let earlier = context.filter(|_| found.read_as.is_some());
        asking.finished(found, question, earlier)
    }

    /// Runs a query that nobody need write: one that was edited, or one with other
    /// nodes for some of its names. With `remember`, these count from now on.
    pub fn run(
        &self,
        query: &str,
        question: Option<&str>,
        pins: Vec<Pin>,
        remember: bool,
    ) -> Result<Asked, SessionError> {
        let visible = self.visible()?;
        let engine = Engine::new(&visible, Some(self.encoder().as_ref()))?;
        let options = RunOptions { sources: Vec::new(), pins };
        let mut trace = engine.run(query, &options)?;
        trace.question = question.map(str::to_owned);
        let mut remarks = Vec::new();
        if remember {
            for pin in &options.pins {
                self.clarifications.keep(clarification(pin, &trace))?;
                remarks.push(format!("`{}` will stand for `{}` from now on", pin.asked, pin.chosen));
            }
        }
        let written = written("you", &trace, true, None);
        trace.writer = Some(written.writer.clone());
        let found = Found { trace, written, read_as: None, remarks, options };
        let sources = visible.sources()?;
        let tell = |_| ();
        let asking =
            Asking { session: self, visible: &visible, engine: &engine, sources: &sources, tell: &tell };
        asking.finished(found, question.unwrap_or_default(), None)
    }

    /// A query that the user rejected for this question is not offered as sure, and
    /// not at all when the writer has another one.
    fn leave_rejected(&self, found: &mut Found, question: &str) -> Result<(), SessionError> {
        let rejected = |query: &str| self.learnt.is_rejected(question, query).unwrap_or(false);
        if found.written.writer == "learnt" || !rejected(&found.trace.query) {
            return Ok(());
        }
        let visible = self.visible()?;
        let engine = Engine::new(&visible, Some(self.encoder().as_ref()))?;
        let items = |trace: &Trace| trace.answers().into_iter().map(fold).collect::<Vec<_>>();
        for candidate in found.written.candidates.iter().filter(|c| c.outcome.is_answer()) {
            let Ok(trace) = engine.run(&candidate.query, &found.options) else { continue };
            if rejected(&trace.query) || items(&trace) == items(&found.trace) {
                continue;
            }
            let (question, writer) = (found.trace.question.take(), found.trace.writer.take());
            found.trace = Trace { question, writer, ..trace };
            found.trace.answer.doubts.insert(0, "the query that you rejected was left out".to_owned());
            found.trace.answer.certain = false;
            return Ok(());
        }
        found.trace.answer.certain = false;
        found.trace.answer.doubts.insert(0, "you rejected this query for this question".to_owned());
        Ok(())
    }
}

impl Asking<'_> {
    /// A question that is complete by itself.
    async fn alone(&self, question: &str) -> Result<Found, SessionError> {
        match self.learnt(question)? {
            Some(found) => Ok(found),
            None => self.write(question, None).await,
        }
    }

    /// A question that gives something to put into the one before.
    async fn instead(
        &self,
        question: &str,
        context: &Context,
        what: &str,
        preposition: Option<&str>,
        bare: bool,
    ) -> Result<Found, SessionError> {
        let changed = follow::instead(self.engine, context, what, preposition)?;
        // A name alone says too little, unless the question before has a place for it.
        let Some(changed) = changed.filter(|c| !bare || c.trace.answer.status == Status::Answered) else {
            return self.alone(question).await;
        };
        if self.session.choices().writer == WriterChoice::Offline {
            let certain = changed.trace.answer.status == Status::Answered;
            let written = written("offline", &changed.trace, certain, None);
            (self.tell)(Stage::Executing);
            return Ok(Found {
                trace: changed.trace,
                written,
                read_as: Some(changed.read_as),
                remarks: Vec::new(),
                options: RunOptions::default(),
            });
        }
        let earlier =
            Earlier { questions: context.typed.clone(), query: context.query.clone(), refers: None };
        let mut found = self.write(question, Some(earlier)).await?;
        found.read_as = Some(changed.read_as);
        Ok(found)
    }

    /// A question some of whose words stand for the answer before.
    async fn about(
        &self,
        question: &str,
        context: &Context,
        refers: std::ops::Range<usize>,
    ) -> Result<Found, SessionError> {
        let read_as = context.spelt_out(question, refers.clone());
        let words = question.get(refers.clone()).unwrap_or_default().to_owned();
        if context.total == 0 {
            let message = format!("the question before has no answer that `{words}` could stand for");
            let written = Written { note: Some(message.clone()), ..written_nothing() };
            let trace = no_steps(&written, Status::NoSuchName, message, "ask with the name itself");
            let options = RunOptions::default();
            return Ok(Found {
                trace,
                written,
                read_as: Some(question.to_owned()),
                remarks: Vec::new(),
                options,
            });
        }
        let earlier =
            Earlier { questions: context.typed.clone(), query: context.query.clone(), refers: Some(refers) };
        let mut found = self.write(question, Some(earlier)).await?;
        // A writer that found a reading without the answer before has answered the question alone.
        let builds_on = self.session.choices().writer != WriterChoice::Offline
            || shares_a_step(&found.trace.query, &context.query);
        if builds_on {
            found.read_as = Some(read_as);
        } else {
            found.trace.answer.certain = false;
            found.trace.answer.doubts.insert(0, format!("`{words}` was not taken for the answer before"));
        }
        Ok(found)
    }

    /// The answer by a pair that the user accepted, when one is worded like the question
    /// and the graph has its names.
    fn learnt(&self, question: &str) -> Result<Option<Found>, SessionError> {
        let matches = match self.session.learnt.matches(question) {
            Ok(matches) => matches,
            // A file that cannot be read is told of where it is changed; questions go on.
            Err(_) => return Ok(None),
        };
        for found in matches {
            let options = RunOptions::default();
            let trace = match self.engine.run(&found.query, &options) {
                Ok(trace) => trace,
                Err(EngineError::Store(error)) => return Err(error.into()),
                Err(_) => continue,
            };
            let groundings = || trace.steps.iter().flat_map(|s| &s.groundings);
            let near = found.names.iter().all(|name| {
                groundings()
                    .filter(|g| g.asked == *name)
                    .all(|g| g.chosen.first().is_some_and(|c| c.score >= SAME_NAME))
            });
            let runs = match trace.answer.status {
                Status::Answered => true,
                Status::Empty => found.names.is_empty(),
                _ => false,
            };
            if !near || !runs {
                continue;
            }
            (self.tell)(Stage::Executing);
            let remark = if found.names.is_empty() {
                "this is the query that you accepted for this question".to_owned()
            } else {
                format!("the query is the one that you accepted for “{}”, with other names", found.question)
            };
            let written = written("learnt", &trace, true, Some(remark.clone()));
            let remarks = vec![remark];
            return Ok(Some(Found { trace, written, read_as: None, remarks, options }));
        }
        Ok(None)
    }

    /// Has the writer in use write a query, and runs it.
    async fn write(&self, question: &str, earlier: Option<Earlier>) -> Result<Found, SessionError> {
        let session = self.session;
        let choices = session.choices();
        let routed = route::route(self.visible, self.sources, question)?;
        let schema = route::schema(self.sources, &routed);
        let learnt = session.learnt.likest(question, demonstrations::LEARNT).unwrap_or_default();
        let request = WriteRequest {
            question: question.to_owned(),
            demonstrations: demonstrations::choose(
                self.visible.whole(),
                session.encoder().as_ref(),
                &routed.masked,
                &schema,
                learnt,
            )?,
            schema,
            mentions: routed.mentions.clone(),
            previous_errors: Vec::new(),
            share: choices.share,
            earlier,
        };
        // The offline writer looks at the whole graph itself; what it writes is meant for
        // all of it. So is a follow-up: it is about what the question before was about.
        let whole = choices.writer == WriterChoice::Offline || request.earlier.is_some();
        let scope = if whole { Vec::new() } else { routed.scope.clone() };
        let options = RunOptions { sources: scope, pins: Vec::new() };
        let judge = EngineJudge::new(self.engine, options.clone());
        let progress = |stage: WriterStage| (self.tell)(Stage::Writing(stage));
        let written = match &choices.writer {
            WriterChoice::Offline => {
                OfflineWriter::new(self.engine).write(&request, &judge, &progress).await?
            }
            WriterChoice::Llm => {
                if choices.share == ShareLevel::Off {
                    return Err(SessionError::usage(
                        "the share level is `off`, so no model can be asked",
                        "use --share schema, or --writer offline",
                    ));
                }
                let writer = LlmWriter::new(session.settings().llm(), session.ledger.clone())
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                writer.write(&request, &judge, &progress).await?
            }
            WriterChoice::Replay(file) => {
                let writer = ReplayWriter::open(file)
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                writer.write(&request, &judge, &progress).await?
            }
        };
        (self.tell)(Stage::Executing);
        let trace = if written.query.is_empty() {
            unwritten(&written)
        } else {
            match judge.run(&written.query) {
                Ok(trace) => trace,
                Err(EngineError::Store(error)) => return Err(error.into()),
                // No candidate ran: the best of them is shown with what is wrong with it.
                Err(error) => unreadable(&written, &error),
            }
        };
        let options = RunOptions { sources: trace.scope.clone(), pins: Vec::new() };
        Ok(Found { trace, written, read_as: None, remarks: Vec::new(), options })
    }

    /// Applies what was clarified before, and looks for what could be.
    fn finished(
        &self,
        mut found: Found,
        question: &str,
        earlier: Option<&Context>,
    ) -> Result<Asked, SessionError> {
        let runs = !found.trace.steps.is_empty() && is_llm(&found.trace.query);
        if runs {
            let known = self.session.clarifications.all().unwrap_or_default();
            if let Some((trace, remarks)) =
                clarified::apply(self.engine, &known, &found.trace, &found.options)?
            {
                let (question, writer) = (found.trace.question.take(), found.trace.writer.take());
                found.options.pins.clone_from(&trace.pins);
                found.trace = Trace { question, writer, ..trace };
                found.remarks.extend(remarks);
                add_doubts(&mut found.trace, &found.written);
            }
        }
        let alternatives =
            if runs { choices::alternatives(self.engine, &found.trace, &found.options)? } else { Vec::new() };
        let context = is_llm(&found.trace.query).then(|| {
            let full = found.read_as.as_deref().unwrap_or(question);
            let mut context = Context::new(question, full, &found.trace.query, &found.trace.answers());
            if let Some(earlier) = earlier {
                let mut typed = earlier.typed.clone();
                typed.push(question.to_owned());
                let surplus = typed.len().saturating_sub(REMEMBERED);
                context.typed = typed.split_off(surplus);
            }
            context
        });
        let Found { trace, written, read_as, remarks, .. } = found;
        Ok(Asked { trace, written, read_as, remarks, alternatives, context })
    }
}

/// What a choice of the user's means beyond this question.
fn clarification(pin: &Pin, trace: &Trace) -> Clarification {
    let step = trace.steps.get(pin.step);
    let mut sources: Vec<String> =
        step.map_or(&[][..], |s| &s.facts).iter().map(|fact| fact.source.clone()).collect();
    sources.sort();
    sources.dedup();
    if sources.is_empty() {
        sources.clone_from(&trace.answer.sources);
    }
    Clarification { asked: pin.asked.clone(), role: pin.parameter, sources, chosen: pin.chosen.clone() }
}

fn is_llm(query: &str) -> bool {
    !query.trim().is_empty() && matches!(query::parse(query), Ok((Query::Llm(_), _)))
}

/// True when the first step of the earlier query is a step of this one.
fn shares_a_step(query: &str, earlier: &str) -> bool {
    let calls = |text: &str| match query::parse(text) {
        Ok((Query::Llm(query), _)) => (0..query.steps.len()).map(|at| query.step_text(at)).collect(),
        _ => Vec::new(),
    };
    let (calls, earlier) = (calls(query), calls(earlier));
    earlier.first().is_some_and(|first| calls.contains(first))
}

/// What there is to say of a query that no writer wrote.
fn written(writer: &str, trace: &Trace, certain: bool, note: Option<String>) -> Written {
    let mut items: Vec<String> = trace.answers().into_iter().map(fold).collect();
    items.sort();
    let outcome = if items.is_empty() {
        Outcome::Empty { reason: trace.answer.message.clone().unwrap_or_default(), detail: None }
    } else {
        Outcome::Answer { key: items.join("\u{1f}") }
    };
    Written {
        query: trace.query.clone(),
        outcome,
        certain,
        note,
        writer: writer.to_owned(),
        ..written_nothing()
    }
}

fn written_nothing() -> Written {
    Written {
        query: String::new(),
        outcome: Outcome::Empty { reason: String::new(), detail: None },
        certain: false,
        note: None,
        writer: "offline".to_owned(),
        model: None,
        votes: 1,
        samples: 1,
        tries: 0,
        completions: 0,
        tokens_in: 0,
        tokens_out: 0,
        elapsed: Duration::ZERO,
        candidates: Vec::new(),
    }
}

/// The writer's own doubts come before those of the grounding.
fn add_doubts(trace: &mut Trace, written: &Written) {
    if trace.answer.status != Status::Answered {
        // Why there is no answer is told as such; doubts are about answers.
        trace.answer.certain = false;
        return;
    }
    if !written.certain {
        trace.answer.certain = false;
        let doubt = written
            .note
            .clone()
            .unwrap_or_else(|| format!("{} of {} candidate queries agree", written.votes, written.samples));
        trace.answer.doubts.insert(0, doubt);
    }
}

/// The trace of a question for which there is no query.
fn unwritten(written: &Written) -> Trace {
    let message = written.note.clone().unwrap_or_else(|| "no query was written for this question".to_owned());
    let hint = "`trustuqa sources` lists what can be asked about; ask with names that stand in it";
    no_steps(written, Status::NoSuchName, message, hint)
}

/// The trace of a query that cannot be read.
fn unreadable(written: &Written, error: &EngineError) -> Trace {
    let message = match &written.outcome {
        Outcome::Error { diagnostic, .. } => diagnostic.clone(),
        _ => error.to_string(),
    };
    let message = format!("no query could be run for this question\n{message}");
    let hint = "ask it in other words, or write the query yourself with `trustuqa query`";
    no_steps(written, Status::Failed, message, hint)
}

fn no_steps(written: &Written, status: Status, message: String, hint: &str) -> Trace {
    Trace {
        version: VERSION,
        question: None,
        writer: None,
        answer: Answer {
            status,
            items: Vec::new(),
            message: Some(message),
            hint: Some(hint.to_owned()),
            missed: None,
            certain: false,
            doubts: Vec::new(),
            sources: Vec::new(),
        },
        query: written.query.clone(),
        repairs: Vec::new(),
        execution: String::new(),
        scope: Vec::new(),
        pins: Vec::new(),
        steps: Vec::new(),
    }
}
