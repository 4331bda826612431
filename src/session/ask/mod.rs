//! A question from text to a traced answer: what was learnt, what it follows up on,
//! route, demonstrate, write, judge.
//!
//! Sources, question and pins are decided before candidates are judged, so that what is
//! ranked is what is shown: [`AnsweredQuestion::runs`] is at most one more than [`AnsweredQuestion::candidates`].
//!
//! `query_for_question` has the ways to a query; `no_query` what to say where there is none.

mod no_query;
mod query_for_question;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use trustuqa_storage::fold;

use self::no_query::written;
use self::query_for_question::{Asking, options_to_repeat};
use super::choices;
use super::clarifications::Clarification;
use super::follow::{Context, FullQuestion};
use super::judge::{EngineJudge, JudgedCandidate};
use super::{Session, SessionError};
use crate::config::WriterChoice;
use crate::writer::llm::LlmWriter;
use crate::writer::offline::OfflineWriter;
use crate::writer::prompt::{self, Message};
use crate::writer::{ShareLevel, WriteError, WriterStage, Written};
use trustuqa_engine::Pin;
use trustuqa_engine::RunOptions;
use trustuqa_engine::query::{Parsed, ticked};
use trustuqa_engine::trace::{AnswerItem, Status, Trace};

/// Questions as typed that a follow-up can look back on.
const REMEMBERED: usize = 6;

/// The writer of a query that the user wrote or changed.
const YOU: &str = "you";

/// What a question is going through.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Stage {
    /// Choosing the sources.
    Routing,
    /// The writer is at work.
    Writing(WriterStage),
    /// The run of the chosen query is reported.
    Executing,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct AnsweredQuestion {
    /// The answer with its trace.
    pub trace: Trace,
    /// The query that was run; `None` when none was.
    pub query: Option<Arc<Parsed>>,
    /// What the writer did.
    pub written: Written,
    /// The question in full, when it was read as a follow-up.
    pub read_as: Option<FullQuestion>,
    /// Notes about the reading that are not doubts: a choice of the user's that was applied, a learnt
    /// pair that was used.
    pub remarks: Vec<String>,
    /// What the next question can follow up on; `None` when nothing was asked of the graph.
    pub context: Option<Context>,
    /// Queries that could have been the one, each of which was executed.
    pub candidates: usize,
    /// Executions that it took: one for each candidate, and one more where the question
    /// speaks of the answer before.
    pub runs: u64,
    /// What gives the same answer again.
    pub(super) options: RunOptions,
}

/// A query that was found, and how.
struct FoundQuery<'a> {
    query: Option<Arc<Parsed>>,
    trace: Trace,
    written: Written,
    read_as: Option<FullQuestion>,
    remarks: Vec<String>,
    options: RunOptions,
    /// What executed the candidates of a writer.
    judge: Option<EngineJudge<'a, 'a>>,
}

impl FoundQuery<'_> {
    /// Makes a candidate the one that is shown, with the trace of its execution.
    fn show(&mut self, judged: &JudgedCandidate, trace: Trace) {
        self.query.clone_from(&judged.parsed);
        self.options = options_to_repeat(&trace, &judged.options);
        self.remarks.clone_from(&judged.remarks);
        self.trace = trace;
    }
}

impl Session {
    /// Answers a question as it stands. Dropping the future cancels it.
    pub async fn ask(
        &self,
        question: &str,
        tell: &(dyn Fn(Stage) + Send + Sync),
    ) -> Result<AnsweredQuestion, SessionError> {
        self.ask_after(question, None, tell).await
    }

    /// Answers a question that may follow up on an earlier one. Dropping the future cancels it.
    pub async fn ask_after(
        &self,
        question: &str,
        context: Option<&Context>,
        tell: &(dyn Fn(Stage) + Send + Sync),
    ) -> Result<AnsweredQuestion, SessionError> {
        let question = question.trim();
        if question.is_empty() {
            return Err(SessionError::usage(
                "the question is empty",
                "ask something like `trustuqa ask \"Who directed Chicago?\"`",
            ));
        }
        tell(Stage::Routing);
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        if engine.executor().sources().is_empty() {
            return Err(SessionError::usage(
                "the graph is empty",
                "load something first: `trustuqa load FILE...`, or try `trustuqa demo`",
            ));
        }
        let asking = Asking::new(self, &visible, &engine, tell);
        let mut found = match context {
            None => asking.alone(question).await?,
            Some(context) => asking.after(question, context).await?,
        };
        found.trace.question = Some(question.to_owned());
        found.trace.writer = Some(found.written.writer.clone());
        add_doubts(&mut found.trace, &found.written);
        self.leave_rejected(&mut found, question);
        let earlier = context.filter(|_| found.read_as.is_some());
        let candidates = found.written.candidates.len() + asking.tried.load(Ordering::Relaxed);
        Ok(AnsweredQuestion { candidates, runs: engine.runs(), ..finished(found, question, earlier) })
    }

    /// The messages that a model would be sent first for a question. Nothing is sent.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read, or a share level at which nothing may be sent.
    pub fn prompt(&self, question: &str) -> Result<Vec<Message>, SessionError> {
        if self.choices().share == ShareLevel::Off {
            return Err(SessionError::usage(
                "the share level is `off`, so nothing would be sent",
                "use --share schema to see what that level sends",
            ));
        }
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let asking = Asking::new(self, &visible, &engine, &|_| {});
        let (request, _) = asking.request(question.trim(), None)?;
        Ok(prompt::build(&request))
    }

    /// Has a model on this machine read the beginning of every prompt over this graph, which
    /// takes minutes without a GPU and seconds once the server knows it. Does nothing with another
    /// writer, and nothing for a server elsewhere: what is sent there is sent for a question.
    pub async fn warm_up(&self) -> Result<(), SessionError> {
        let choices = self.choices();
        let config = self.settings().llm();
        let off = choices.share == ShareLevel::Off || choices.writer != WriterChoice::Llm;
        if off || !config.here || self.settings().llm_problem().is_some() {
            return Ok(());
        }
        let messages = self.prompt("What is stored?")?;
        let writer = LlmWriter::new(config, self.shared_ledger()).map_err(WriteError::from)?;
        Ok(writer.warm_up(&messages, choices.share).await.map_err(WriteError::from)?)
    }

    /// How the offline parser reads a question: its best readings with what they are made of.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read.
    pub async fn explain(&self, question: &str) -> Result<String, SessionError> {
        let question = question.trim();
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let asking = Asking::new(self, &visible, &engine, &|_| {});
        let request = asking.request_of_parser(question, None)?;
        let options = RunOptions { question: Some(question.to_owned()), ..RunOptions::default() };
        let judge = EngineJudge::new(&engine, options).with_clarified(asking.clarified());
        let explained = OfflineWriter::new(&engine).explain(&request, &judge).await?;
        judge.graph_was_read()?;
        Ok(explained)
    }

    /// Runs a query without a writer: one that was edited, or one with other nodes for some of its names.
    /// With `remember`, these nodes also count later.
    pub fn run(
        &self,
        query: &str,
        question: Option<FullQuestion>,
        pins: Vec<Pin>,
        remember: bool,
    ) -> Result<AnsweredQuestion, SessionError> {
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let asked = question.as_ref().map(|question| question.shown.clone());
        let options =
            RunOptions { sources: Vec::new(), question: asked, route: true, pins, ..RunOptions::default() };
        let question = question.unwrap_or_default();
        let mut known = self.clarifications.all().unwrap_or_default();
        if remember {
            // A name means the same wherever it is in this query.
            known.extend(options.pins.iter().map(|pin| clarification(pin, &question.shown, &[])));
        }
        let judge = EngineJudge::new(&engine, options.clone()).with_clarified(known);
        let parsed = Arc::new(engine.read(query)?);
        let judged = judge.query(&parsed);
        let mut trace = judge.trace(&judged)?;
        trace.question = Some(question.plain.clone()).filter(|question| !question.is_empty());
        let mut remarks = doubt_repairs(&mut trace);
        if remember {
            for pin in &options.pins {
                let known = clarification(pin, &question.shown, &sources_of(pin, &trace));
                remarks.push(format!("`{}` will stand for `{}` from now on", known.asked, known.chosen));
                self.clarifications.keep(known)?;
            }
        }
        remarks.extend(judged.remarks.iter().cloned());
        let written = written(YOU, &trace, true, None);
        trace.writer = Some(written.writer.clone());
        let typed = question.plain.clone();
        let read_as = Some(question).filter(|question| question.shown != question.plain);
        let options = options_to_repeat(&trace, &judged.options);
        let query = Some(parsed);
        let found = FoundQuery { query, trace, written, read_as, remarks, options, judge: None };
        Ok(AnsweredQuestion { candidates: 1, runs: engine.runs(), ..finished(found, &typed, None) })
    }

    /// Runs a reading that the user chose for a question. The words of the question that it does not use
    /// are a doubt: nobody has said what they mean, only that no other reading comes nearer.
    pub fn run_reading(
        &self,
        question: &str,
        query: &str,
        unused: &[String],
    ) -> Result<AnsweredQuestion, SessionError> {
        let mut asked = self.run(query, Some(FullQuestion::alone(question)), Vec::new(), false)?;
        if !unused.is_empty() && asked.trace.answer.status == Status::Answered {
            asked.trace.answer.certain = false;
            asked.trace.answer.doubts.insert(0, chosen_without(unused));
            if let Some(context) = &mut asked.context {
                context.certain = false;
            }
        }
        Ok(asked)
    }

    /// A query that the user rejected for this question is not offered as sure, and
    /// not at all when the writer has another one.
    fn leave_rejected(&self, found: &mut FoundQuery<'_>, question: &str) {
        let rejected = |query: &Parsed| self.learnt.is_rejected(question, query).unwrap_or(false);
        let Some(chosen) = found.query.clone() else { return };
        if found.written.writer == "learnt" || !rejected(&chosen) {
            return;
        }
        let folded = |items: &[AnswerItem]| items.iter().map(|item| fold(&item.text)).collect::<Vec<_>>();
        let judge = found.judge.take();
        let candidates = found.written.candidates.iter().filter(|c| c.outcome.is_answer());
        let other = judge.as_ref().and_then(|judge| {
            candidates.filter_map(|candidate| candidate.parsed.as_ref()).find_map(|query| {
                let judged = judge.query(query);
                let items = folded(&judged.answer().ok()?.items);
                let is_other = !rejected(query) && items != folded(&found.trace.answer.items);
                Some((judge.trace(&judged).ok().filter(|_| is_other)?, judged))
            })
        });
        let doubt = match other {
            Some((trace, judged)) => {
                let (question, writer) = (found.trace.question.take(), found.trace.writer.take());
                found.show(&judged, Trace { question, writer, ..trace });
                "the query that you rejected was left out"
            }
            None => "you rejected this query for this question",
        };
        found.trace.answer.doubts.insert(0, doubt.to_owned());
        found.trace.answer.certain = false;
    }
}

/// Makes an answered question of what was found for it.
fn finished(found: FoundQuery<'_>, question: &str, earlier: Option<&Context>) -> AnsweredQuestion {
    let FoundQuery { query, trace, written, read_as, remarks, options, .. } = found;
    let in_full = read_as.clone().unwrap_or_else(|| FullQuestion::alone(question));
    let context = query.clone().filter(|query| query.llm().is_some()).map(|query| {
        let mut context = Context::new(question, in_full, query, &trace.answers());
        let answer = &trace.answer;
        context.certain = answer.certain || answer.status != Status::Answered;
        if let Some(earlier) = earlier {
            let mut typed = earlier.typed.clone();
            typed.push(question.to_owned());
            let surplus = typed.len().saturating_sub(REMEMBERED);
            context.typed = typed.split_off(surplus);
        }
        context
    });
    AnsweredQuestion { trace, query, written, read_as, remarks, context, candidates: 0, runs: 0, options }
}

/// The doubt about a reading that the user chose although it does not use these words.
fn chosen_without(unused: &[String]) -> String {
    let words = unused.iter().map(|word| ticked(word)).collect::<Vec<_>>().join(", ");
    format!("the reading that you chose does not use {words}")
}

/// A user's choice of a node, as a clarification for later questions over these sources.
fn clarification(pin: &Pin, question: &str, sources: &[String]) -> Clarification {
    let asked = choices::words_for_name(question, &pin.asked).unwrap_or_else(|| pin.asked.clone());
    Clarification { asked, role: pin.parameter, sources: sources.to_vec(), chosen: pin.chosen.clone() }
}

/// The sources that the step of a choice rests on; those of the answer where it has none.
fn sources_of(pin: &Pin, trace: &Trace) -> Vec<String> {
    let step = trace.steps.get(pin.step);
    let mut sources: Vec<String> =
        step.map_or(&[][..], |s| &s.facts).iter().map(|fact| fact.source.clone()).collect();
    sources.sort();
    sources.dedup();
    if sources.is_empty() {
        sources.clone_from(&trace.answer.sources);
    }
    sources
}

/// Repairs make the answer of a query that the user wrote unsure, for another query may have been meant.
/// Where there is no answer, they are returned as remarks.
fn doubt_repairs(trace: &mut Trace) -> Vec<String> {
    let notes: Vec<String> =
        trace.repairs.iter().map(|repair| format!("your query was read with a repair: {repair}")).collect();
    if trace.answer.status != Status::Answered {
        return notes;
    }
    let repairs = &trace.repairs;
    trace.answer.doubts.retain(|doubt| !repairs.contains(doubt));
    trace.answer.doubts.extend(notes);
    trace.answer.certain = trace.answer.doubts.is_empty();
    Vec::new()
}

/// The writer's own doubts come before those of the grounding.
fn add_doubts(trace: &mut Trace, written: &Written) {
    if trace.answer.status != Status::Answered {
        // The reason why there is no answer is reported as such; doubts are only about answers.
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
