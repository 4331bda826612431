//! A question on its way to a query: alone, after another one, or as it was learnt.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use trustuqa_engine::ground::lexical::is_filler;
use trustuqa_engine::query::llm::LlmQuery;
use trustuqa_engine::query::{Parsed, ticked};
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, EngineError, RunOptions};
use trustuqa_storage::tokens;

use super::no_query::{no_steps, unreadable, unwritten, written, written_nothing};
use super::{FoundQuery, Session, Stage, chosen_without};
use crate::config::WriterChoice;
use crate::session::clarifications::Clarification;
use crate::session::follow::{
    ChangedQuery, Context, FollowUpCue, FollowUpExecutor, FollowUpSort, FullQuestion, Rewording,
};
use crate::session::judge::EngineJudge;
use crate::session::linking::{self, Linked};
use crate::session::visible::Visible;
use crate::session::{SessionError, agreement, demonstrations, follow, route};
use crate::writer::llm::LlmWriter;
use crate::writer::offline::OfflineWriter;
use crate::writer::replay::ReplayWriter;
use crate::writer::{Earlier, ShareLevel, WriteRequest, Writer, WriterStage, Written};

/// The doubt about an answer that builds on one which was not certain.
const UNSURE_BEFORE: &str = "the previous answer was not certain";
/// The least likeness between a name and what a learnt query finds for it.
const SAME_NAME: f32 = 0.9;

/// What a question is answered from.
pub struct Asking<'a> {
    pub session: &'a Session,
    pub visible: &'a Visible,
    pub engine: &'a Engine<'a>,
    pub tell: &'a (dyn Fn(Stage) + Send + Sync),
    /// Queries that were executed without a writer: learnt ones, and readings of a follow-up.
    pub tried: AtomicUsize,
}

/// A query that was executed, with the options that give the same again.
pub fn options_to_repeat(trace: &Trace, options: &RunOptions) -> RunOptions {
    RunOptions { sources: trace.scope.clone(), route: false, ..options.clone() }
}

impl<'a> Asking<'a> {
    /// A question of this session, over what is visible of its graph; `tell` is called with every stage.
    pub fn new(
        session: &'a Session,
        visible: &'a Visible,
        engine: &'a Engine<'a>,
        tell: &'a (dyn Fn(Stage) + Send + Sync),
    ) -> Asking<'a> {
        Asking { session, visible, engine, tell, tried: AtomicUsize::new(0) }
    }

    /// A question that is complete by itself.
    pub async fn alone(&self, question: &str) -> Result<FoundQuery<'a>, SessionError> {
        match self.learnt(question)? {
            Some(found) => Ok(found),
            None => self.write(question, None).await,
        }
    }

    /// A question after another one, which it may follow up on.
    pub async fn after(&self, question: &str, context: &Context) -> Result<FoundQuery<'a>, SessionError> {
        if let Some(rewording) = follow::rewording(question) {
            if let Some(full) = context.reworded(&rewording)
                && let Some(found) = self.reworded(full, rewording.words(), context).await?
            {
                return Ok(found);
            }
            // An extreme can also be one of the answers before.
            if !matches!(rewording, Rewording::Extreme(_)) {
                return self.not_carried(question, rewording.words(), context).await;
            }
        }
        match follow::sort(question) {
            FollowUpSort::Alone => self.alone(question).await,
            FollowUpSort::Instead { what, preposition, sign } => {
                self.instead(question, context, &what, preposition.as_deref(), sign).await
            }
            FollowUpSort::About { question: full, refers } => {
                self.about(question, &full, context, refers).await
            }
        }
    }

    /// The question before with `words` in it, read like any other question. `None` when the parser finds no
    /// answer to it, or one that does not use these words.
    async fn reworded(
        &self,
        full: FullQuestion,
        words: &str,
        context: &Context,
    ) -> Result<Option<FoundQuery<'a>>, SessionError> {
        let mut found = self.alone(&full.plain).await?;
        let put: Vec<String> = tokens(words).into_iter().filter(|word| !is_filler(word)).collect();
        let ignored =
            found.written.left.iter().any(|left| tokens(left).iter().any(|word| put.contains(word)));
        let status = found.trace.answer.status;
        let reads = matches!(status, Status::Answered | Status::Empty) || !found.written.readings.is_empty();
        // A model is not asked twice.
        if (ignored || !reads) && self.session.choices().writer == WriterChoice::Offline {
            self.leave(&found);
            return Ok(None);
        }
        if found.written.certain && !context.certain {
            found.written.certain = false;
            found.written.note = Some(UNSURE_BEFORE.to_owned());
        }
        found.read_as = Some(full);
        Ok(Some(found))
    }

    /// Counts the executions of a reading that is not taken.
    fn leave(&self, found: &FoundQuery<'_>) {
        self.tried.fetch_add(found.written.candidates.len(), Ordering::Relaxed);
    }

    /// A question that looks like a follow-up but has no place in the question before: it is read alone, and
    /// that is said.
    async fn not_carried(
        &self,
        question: &str,
        what: &str,
        context: &Context,
    ) -> Result<FoundQuery<'a>, SessionError> {
        let mut found = self.alone(question).await?;
        let before = &context.question.shown;
        let remark =
            format!("read as a question of its own: {} could not be put into “{before}”", ticked(what));
        found.remarks.insert(0, remark);
        Ok(found)
    }

    /// A question that gives something to put into the question before.
    async fn instead(
        &self,
        question: &str,
        context: &Context,
        what: &str,
        preposition: Option<&str>,
        sign: FollowUpCue,
    ) -> Result<FoundQuery<'a>, SessionError> {
        let Some(changed) = self.changed(context, what, preposition, sign)? else {
            if let Some(full) = follow::with_time(context, what, preposition)
                && let Some(found) = self.reworded(full, what, context).await?
            {
                return Ok(found);
            }
            return self.not_carried(question, what, context).await;
        };
        if self.session.choices().writer == WriterChoice::Offline {
            let answered = changed.trace.answer.status == Status::Answered;
            let note = (!context.certain).then(|| UNSURE_BEFORE.to_owned());
            let written = written("offline", &changed.trace, answered && context.certain, note);
            (self.tell)(Stage::Executing);
            return Ok(FoundQuery {
                options: options_to_repeat(&changed.trace, &changed.options),
                query: Some(changed.query),
                trace: changed.trace,
                written,
                read_as: Some(changed.read_as),
                remarks: changed.remarks,
                judge: None,
            });
        }
        let earlier =
            Earlier { questions: context.typed.clone(), query: context.query.clone(), refers: None };
        let mut found = self.write(question, Some(earlier)).await?;
        found.read_as = Some(changed.read_as);
        Ok(found)
    }

    /// The question before with `what` put into it.
    fn changed(
        &self,
        context: &Context,
        what: &str,
        preposition: Option<&str>,
        sign: FollowUpCue,
    ) -> Result<Option<ChangedQuery>, SessionError> {
        let trying = FollowUpExecutor::new(self.engine, self.clarified());
        let mut changed = follow::instead(&trying, context, what, preposition)?;
        match sign {
            // A name alone says too little, unless the question before has a place for it.
            FollowUpCue::Bare => changed = changed.filter(|c| c.trace.answer.status == Status::Answered),
            FollowUpCue::Named if changed.is_none() => {
                changed = follow::with_unknown_name(&trying, context, what, preposition)?;
            }
            FollowUpCue::Named | FollowUpCue::Opened => {}
        }
        self.tried.fetch_add(trying.tried(), Ordering::Relaxed);
        Ok(changed)
    }

    /// The user's clarifications. A file that cannot be read is reported where it is changed; questions
    /// go on.
    pub fn clarified(&self) -> Vec<Clarification> {
        self.session.clarifications.all().unwrap_or_default()
    }

    /// A question some of whose words stand for the answer before; `typed` is what the user wrote of it.
    async fn about(
        &self,
        typed: &str,
        question: &str,
        context: &Context,
        refers: Range<usize>,
    ) -> Result<FoundQuery<'a>, SessionError> {
        let read_as = context.spelt_out(question, refers.clone());
        let words = question.get(refers.clone()).unwrap_or_default().to_owned();
        if context.total == 0 {
            let message = format!("the previous question has no answer that `{words}` could refer to");
            let written = Written { note: Some(message.clone()), ..written_nothing() };
            let trace = no_steps(&written, Status::NoSuchName, message, "ask with the name itself");
            let options = RunOptions::default();
            return Ok(FoundQuery {
                query: None,
                trace,
                written,
                read_as: Some(FullQuestion::alone(question)),
                remarks: Vec::new(),
                options,
                judge: None,
            });
        }
        let earlier =
            Earlier { questions: context.typed.clone(), query: context.query.clone(), refers: Some(refers) };
        let mut found = self.write(question, Some(earlier)).await?;
        if let Some(alone) = self.nearer_alone(typed, &found).await? {
            return Ok(alone);
        }
        // A writer that found a reading without the answer before has answered the question alone.
        let builds_on = self.session.choices().writer != WriterChoice::Offline
            || found.query.as_ref().is_some_and(|query| shares_a_step(query, &context.query));
        if builds_on {
            found.read_as = Some(read_as);
        } else {
            found.trace.answer.certain = false;
            found.trace.answer.doubts.insert(0, format!("`{words}` was not read as the previous answer"));
        }
        Ok(found)
    }

    /// The question read alone, when that uses all words which `after`, its reading with the answer before,
    /// does not use: then they speak of something else.
    async fn nearer_alone(
        &self,
        question: &str,
        after: &FoundQuery<'_>,
    ) -> Result<Option<FoundQuery<'a>>, SessionError> {
        // A model is not asked twice.
        if after.written.left.is_empty() || self.session.choices().writer != WriterChoice::Offline {
            return Ok(None);
        }
        let alone = self.write(question, None).await?;
        let reads = alone.written.outcome.is_answer() || !alone.written.readings.is_empty();
        let uses = !alone.written.left.iter().any(|word| after.written.left.contains(word));
        let taken = reads && uses;
        self.leave(if taken { after } else { &alone });
        Ok(taken.then_some(alone))
    }

    /// The answer by a pair that the user accepted, when one is worded like the question
    /// and the graph has its names.
    fn learnt(&self, question: &str) -> Result<Option<FoundQuery<'a>>, SessionError> {
        let matches = match self.session.learnt.matches(question) {
            Ok(matches) => matches,
            // It is reported where the file is changed; questions go on.
            Err(_) => return Ok(None),
        };
        for found in matches {
            let options = RunOptions { question: Some(question.to_owned()), ..RunOptions::default() };
            let judge = EngineJudge::new(self.engine, options).with_clarified(self.clarified());
            let judged = judge.query(&found.query);
            self.tried.fetch_add(1, Ordering::Relaxed);
            let trace = match judge.trace(&judged) {
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
            // As a doubt it takes the place of the remark.
            let doubt = (!found.unused.is_empty()).then(|| chosen_without(&found.unused));
            let mut remarks: Vec<String> = doubt.is_none().then(|| remark.clone()).into_iter().collect();
            let written = written("learnt", &trace, doubt.is_none(), Some(doubt.unwrap_or(remark)));
            remarks.extend(judged.remarks.iter().cloned());
            return Ok(Some(FoundQuery {
                query: Some(found.query),
                options: options_to_repeat(&trace, &judged.options),
                trace,
                written,
                read_as: None,
                remarks,
                judge: None,
            }));
        }
        Ok(None)
    }

    /// Everything that a writer is given for a question, and the sources to look in.
    pub fn request(
        &self,
        question: &str,
        earlier: Option<Earlier>,
    ) -> Result<(WriteRequest, Vec<String>), SessionError> {
        let routed = route::route(self.engine, question)?;
        let linked = linking::link(self.engine, question, &routed, self.session.settings().limits())?;
        let Linked { schema, is_whole_graph, more, mentions } = linked;
        let plain = self.without_schema(question, &routed.masked, earlier)?;
        Ok((WriteRequest { schema, is_whole_graph, more, mentions, ..plain }, routed.scope))
    }

    /// The same for the built-in parser, which reads the graph itself and needs no part of it described.
    pub fn request_of_parser(
        &self,
        question: &str,
        earlier: Option<Earlier>,
    ) -> Result<WriteRequest, SessionError> {
        let found = linking::mentions::find(self.engine.executor().graph(), question)?;
        self.without_schema(question, &route::masked(question, &found), earlier)
    }

    fn without_schema(
        &self,
        question: &str,
        masked: &str,
        earlier: Option<Earlier>,
    ) -> Result<WriteRequest, SessionError> {
        let session = self.session;
        let learnt = session.learnt.likest(question, demonstrations::LEARNT).unwrap_or_default();
        let retrieve = demonstrations::Retrieve { near: Some(session.encoder().as_ref()), except: None };
        let sources = self.engine.executor().sources();
        Ok(WriteRequest {
            question: question.to_owned(),
            demonstrations: demonstrations::choose(self.visible.whole(), &retrieve, masked, sources, learnt)?,
            share: session.choices().share,
            earlier,
            ..WriteRequest::default()
        })
    }

    /// Has the writer in use write a query, and runs it.
    async fn write(&self, question: &str, earlier: Option<Earlier>) -> Result<FoundQuery<'a>, SessionError> {
        let session = self.session;
        let choices = session.choices();
        // The offline writer looks at the whole graph itself; what it writes is meant for
        // all of it. So is a follow-up: it is about what the question before was about.
        let (request, scope) = match choices.writer {
            WriterChoice::Offline => (self.request_of_parser(question, earlier)?, Vec::new()),
            _ if earlier.is_some() => (self.request(question, earlier)?.0, Vec::new()),
            _ => self.request(question, earlier)?,
        };
        let mut options =
            RunOptions { sources: scope, question: Some(question.to_owned()), ..RunOptions::default() };
        let mut judge = EngineJudge::new(self.engine, options.clone()).with_clarified(self.clarified());
        let mut remarks = Vec::new();
        let everywhere = RunOptions { sources: Vec::new(), ..options.clone() };
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
                if let Some((message, hint)) = session.settings().llm_problem() {
                    return Err(SessionError::environment(message, hint));
                }
                let writer = LlmWriter::new(session.settings().llm(), session.ledger.clone())
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                let mut written = writer.write(&request, &judge, &progress).await?;
                let whole =
                    EngineJudge::new(self.engine, everywhere.clone()).with_clarified(self.clarified());
                judge.graph_was_read()?;
                let tried = agreement::confirm(&mut written, self.engine, &request, &whole).await?;
                self.tried.fetch_add(tried, Ordering::Relaxed);
                if let Some(parsed) = agreement::stand_in(&written, self.engine, &request, &whole).await? {
                    remarks.push(
                        "no query of the model gives an answer; this is how the question is read without it"
                            .to_owned(),
                    );
                    (judge, options) = (whole, everywhere);
                    parsed
                } else {
                    written
                }
            }
            WriterChoice::Replay(file) => {
                let writer = ReplayWriter::open(file)
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                writer.write(&request, &judge, &progress).await?
            }
        };
        judge.graph_was_read()?;
        (self.tell)(Stage::Executing);
        let mut found = FoundQuery {
            query: None,
            trace: unwritten(&written),
            written,
            read_as: None,
            remarks: Vec::new(),
            options,
            judge: None,
        };
        if !found.written.query.is_empty() {
            let judged = judge.text(&found.written.query);
            match judge.trace(&judged) {
                // A cut-off query, whose answer its writer does not give.
                Ok(_) if found.written.parsed.is_none() && !found.written.outcome.is_answer() => {}
                Ok(trace) => found.show(&judged, trace),
                Err(EngineError::Store(error)) => return Err(error.into()),
                // No candidate ran: the best of them is shown with its error.
                Err(error) => found.trace = unreadable(&found.written, &error),
            }
        }
        found.remarks.splice(0..0, remarks);
        found.judge = Some(judge);
        Ok(found)
    }
}

/// True when the first step of the earlier query is a step of this one.
fn shares_a_step(query: &Parsed, earlier: &Parsed) -> bool {
    let calls = |parsed: &Parsed| -> Vec<String> {
        let steps = |query: &LlmQuery| (0..query.steps.len()).map(|at| query.step_text(at)).collect();
        parsed.llm().map(steps).unwrap_or_default()
    };
    let (calls, earlier) = (calls(query), calls(earlier));
    earlier.first().is_some_and(|first| calls.contains(first))
}
