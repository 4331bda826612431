//! A question from text to a traced answer: what was learnt, what it follows up on,
//! route, demonstrate, write, run, clarify.
//!
//! `asking` has the ways to a query; `nothing` what to say where there is none.

mod asking;
mod nothing;

use trustuqa_engine::Pin;
use trustuqa_engine::query::{self, Query};
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_storage::{GraphRead as _, fold};

use self::asking::Asking;
use self::nothing::written;
use super::choices::{self, Alternative};
use super::clarified::{self, Clarification};
use super::follow::{self, Context, InFull, Sort};
use super::{Session, SessionError};
use crate::writer::{WriterStage, Written};

/// Questions as typed that a follow-up can look back on.
const REMEMBERED: usize = 6;

/// The writer of a query that the user wrote or changed.
const YOU: &str = "you";

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
    pub read_as: Option<InFull>,
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
    read_as: Option<InFull>,
    remarks: Vec<String>,
    options: RunOptions,
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
                "ask something like `trustuqa ask \"Who directed Chicago?\"`",
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
            Some((context, Sort::Instead { what, preposition, sign })) => {
                asking.instead(question, context, &what, preposition.as_deref(), sign).await?
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
        question: Option<InFull>,
        pins: Vec<Pin>,
        remember: bool,
    ) -> Result<Asked, SessionError> {
        let visible = self.visible()?;
        let engine = Engine::new(&visible, Some(self.encoder().as_ref()))?;
        let shown = question.as_ref().map(|question| question.shown.clone());
        let options = RunOptions { sources: Vec::new(), question: shown, route: true, pins };
        let mut trace = engine.run(query, &options)?;
        let options = RunOptions { sources: trace.scope.clone(), route: false, ..options };
        let question = question.unwrap_or_default();
        trace.question = Some(question.plain.clone()).filter(|question| !question.is_empty());
        let mut remarks = doubt_repairs(&mut trace);
        if remember {
            for pin in &options.pins {
                let known = clarification(pin, &question.shown, &trace);
                remarks.push(format!("`{}` will stand for `{}` from now on", known.asked, known.chosen));
                self.clarifications.keep(known)?;
            }
        }
        let written = written(YOU, &trace, true, None);
        trace.writer = Some(written.writer.clone());
        let typed = question.plain.clone();
        let read_as = Some(question).filter(|question| question.shown != question.plain);
        let found = Found { trace, written, read_as, remarks, options };
        let sources = visible.sources()?;
        let tell = |_| ();
        let asking =
            Asking { session: self, visible: &visible, engine: &engine, sources: &sources, tell: &tell };
        asking.finished(found, &typed, None)
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
    /// Applies what was clarified before, and looks for what could be.
    fn finished(
        &self,
        mut found: Found,
        question: &str,
        earlier: Option<&Context>,
    ) -> Result<Asked, SessionError> {
        let in_full = found.read_as.clone().unwrap_or_else(|| InFull::alone(question));
        let full = in_full.shown.clone();
        let runs = !found.trace.steps.is_empty() && is_llm(&found.trace.query);
        if runs {
            let known = self.session.clarifications.all().unwrap_or_default();
            if let Some((trace, remarks)) =
                clarified::apply(self.engine, &known, &full, &found.trace, &found.options)?
            {
                let (question, writer) = (found.trace.question.take(), found.trace.writer.take());
                let repairs = std::mem::take(&mut found.trace.repairs);
                found.options.pins.clone_from(&trace.pins);
                found.trace = Trace { question, writer, repairs, ..trace };
                found.remarks.extend(remarks);
                add_doubts(&mut found.trace, &found.written);
                if found.written.writer == YOU {
                    doubt_repairs(&mut found.trace);
                }
            }
        }
        let alternatives = if runs {
            choices::alternatives(self.engine, &full, &found.trace, &found.options)?
        } else {
            Vec::new()
        };
        let context = is_llm(&found.trace.query).then(|| {
            let mut context = Context::new(question, in_full, &found.trace.query, &found.trace.answers());
            let answer = &found.trace.answer;
            context.certain = answer.certain || answer.status != Status::Answered;
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
fn clarification(pin: &Pin, question: &str, trace: &Trace) -> Clarification {
    let step = trace.steps.get(pin.step);
    let mut sources: Vec<String> =
        step.map_or(&[][..], |s| &s.facts).iter().map(|fact| fact.source.clone()).collect();
    sources.sort();
    sources.dedup();
    if sources.is_empty() {
        sources.clone_from(&trace.answer.sources);
    }
    let asked = choices::spoken(question, &pin.asked).unwrap_or_else(|| pin.asked.clone());
    Clarification { asked, role: pin.parameter, sources, chosen: pin.chosen.clone() }
}

fn is_llm(query: &str) -> bool {
    !query.trim().is_empty() && matches!(query::parse(query), Ok((Query::Llm(_), _)))
}

/// What had to be repaired in a query that the user wrote makes its answer unsure, for
/// another query may have been meant. Where there is no answer, it is returned as remarks.
fn doubt_repairs(trace: &mut Trace) -> Vec<String> {
    let told: Vec<String> =
        trace.repairs.iter().map(|repair| format!("your query was read with a repair: {repair}")).collect();
    if trace.answer.status != Status::Answered {
        return told;
    }
    let repairs = &trace.repairs;
    trace.answer.doubts.retain(|doubt| !repairs.contains(doubt));
    trace.answer.doubts.extend(told);
    trace.answer.certain = trace.answer.doubts.is_empty();
    Vec::new()
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
