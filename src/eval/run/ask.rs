//! One question: its request, its query, its answer.

use std::time::{Duration, Instant};

use trustuqa_engine::ground::Embed;
use trustuqa_engine::trace::Status;
use trustuqa_engine::{Engine, EngineError, RunOptions};

use super::select::SelectedQuestion;
use super::settings::{DemonstrationChoice, RunSettings, SourceKnowledge};
use crate::eval::outcome::{Cause, QuestionOutcome};
use crate::eval::{GoldQuery, Question};
use crate::session::demonstrations::Retrieve;
use crate::session::judge::EngineJudge;
use crate::session::linking::{self, Linked, LinkingLimits};
use crate::session::visible::AnyView;
use crate::session::{SessionError, agreement, demonstrations, route};
use crate::writer::llm::LlmWriter;
use crate::writer::offline::OfflineWriter;
use crate::writer::replay::{ReplayError, ReplayWriter};
use crate::writer::{Attempt, WriteError, WriteHints, WriteRequest, Writer, Written};

/// Where the queries of a run come from.
pub enum QuerySource {
    /// The annotation.
    Gold,
    /// The offline writer.
    Offline,
    /// A language model.
    Llm(Box<LlmWriter>),
    /// Recorded completions.
    Completions(Box<ReplayWriter>),
}

/// Asks questions, from any thread.
pub struct Asker<'a> {
    /// The graph with the stored demonstrations.
    pub snapshot: &'a AnyView,
    /// What is measured.
    pub settings: &'a RunSettings,
    /// The encoder; `None` when names are matched by letters only.
    pub embed: Option<&'a dyn Embed>,
    /// Where the queries come from.
    pub queries: &'a QuerySource,
    /// How much of the graph a prompt describes.
    pub limits: LinkingLimits,
    /// What writers run on.
    pub runtime: &'a tokio::runtime::Runtime,
}

impl Asker<'_> {
    /// True when a question is only asked of the source that it names.
    pub fn knows_sources(&self) -> bool {
        self.settings.source == SourceKnowledge::Known
    }

    /// Everything that a writer is given for a question, with the sources to look in.
    /// The demonstrations never hold the question itself.
    pub fn request(
        &self,
        engine: &Engine<'_>,
        question: &Question,
    ) -> Result<(WriteRequest, Vec<String>), SessionError> {
        let routed = route::route(engine, &question.text)?;
        let linked = linking::link(engine, &question.text, &routed, self.limits)?;
        let Linked { schema, is_whole_graph, more, mentions } = linked;
        let near = match self.settings.demonstrations {
            DemonstrationChoice::Dynamic => self.embed,
            DemonstrationChoice::Static => None,
        };
        let retrieve = Retrieve { near, except: Some(&question.text) };
        let demonstrations = demonstrations::choose(
            self.snapshot,
            &retrieve,
            &routed.masked,
            engine.executor().sources(),
            Vec::new(),
        )?;
        let hints = if self.settings.gold_hints {
            WriteHints {
                relations: question.hints.relations.clone(),
                entities: question.hints.entities.clone(),
                question_type: question.hints.question_type.clone(),
            }
        } else {
            WriteHints::default()
        };
        let request = WriteRequest {
            id: Some(question.id.clone()),
            question: question.text.clone(),
            schema,
            is_whole_graph,
            more,
            mentions,
            demonstrations,
            previous_errors: Vec::new(),
            share: self.settings.share,
            hints,
            layer: self.settings.layer,
            earlier: None,
        };
        Ok((request, routed.scope))
    }

    /// Asks a question of `engine`. The flag says whether to keep the outcome: if the failure of a server
    /// that may pass caused it, the next run asks the question again.
    pub fn ask(
        &self,
        engine: &Engine<'_>,
        selected: &SelectedQuestion,
    ) -> Result<(QuestionOutcome, bool), SessionError> {
        let question = &selected.question;
        let mut outcome = QuestionOutcome::of(question);
        let started = Instant::now();
        let (request, scope) = match self.queries {
            QuerySource::Offline | QuerySource::Llm(_) => self.request(engine, question)?,
            QuerySource::Completions(replay) if replay.needs_prompts() => self.request(engine, question)?,
            _ => self.short_request(engine, question)?,
        };
        outcome.seconds.retrieve = Some(started.elapsed().as_secs_f64());
        // The offline writer looks at the whole graph itself; what it writes is meant for all of it.
        let scope = if matches!(self.queries, QuerySource::Offline) { Vec::new() } else { scope };
        let judge = self.judge(engine, &question.text, scope);
        let started = Instant::now();
        let written = match self.queries {
            QuerySource::Gold => match &question.gold {
                Some(GoldQuery::Query(text)) => {
                    outcome.completion.clone_from(text);
                    None
                }
                Some(GoldQuery::Impossible(why)) => {
                    return Ok((unmeasured(outcome, selected, Cause::Impossible, why.clone()), true));
                }
                None => {
                    outcome.left_out = true;
                    return Ok((outcome, true));
                }
            },
            QuerySource::Offline => Some(self.write(&OfflineWriter::new(engine), &request, &judge)),
            QuerySource::Llm(writer) => Some(self.confirmed(writer.as_ref(), engine, &request, &judge)),
            QuerySource::Completions(writer) if writer.needs_prompts() => {
                Some(self.confirmed(writer.as_ref(), engine, &request, &judge))
            }
            QuerySource::Completions(writer) => Some(self.write(writer.as_ref(), &request, &judge)),
        };
        if let Some(written) = written {
            outcome.seconds.write = Some(seconds(started.elapsed().saturating_sub(judge.time())));
            match self.received(written)? {
                Received::Query(written) => {
                    (outcome.tokens_in, outcome.tokens_out) = (written.tokens_in, written.tokens_out);
                    (outcome.certain, outcome.probability) = (Some(written.certain), written.probability);
                    if written.query.trim().is_empty() {
                        let why = written.note.unwrap_or_else(|| "no query was written".to_owned());
                        return Ok((unmeasured(outcome, selected, Cause::Unwritten, why), true));
                    }
                    outcome.completion = written.query;
                }
                Received::Nothing { why, keep } => {
                    return Ok((unmeasured(outcome, selected, Cause::Unwritten, why), keep));
                }
                Received::NotRecorded => {
                    outcome.left_out = true;
                    return Ok((outcome, true));
                }
            }
        }
        // A query that was written was executed when it was judged.
        let ran = judge.text(&outcome.completion);
        if let Err(EngineError::Store(error)) = ran.answer() {
            return Err(SessionError::environment(
                format!("the graph cannot be read: {error}"),
                "run it again with --fresh, which loads the benchmark anew",
            ));
        }
        outcome.judge(question, selected.labelled, ran.answer());
        // With one source in sight there is nothing to route.
        if let Some(named) = question.source.as_ref().filter(|_| engine.executor().sources().len() != 1)
            && let Ok(trace) = judge.trace(&ran)
        {
            outcome.right_source = Some(trace.answer.sources.contains(named));
        }
        outcome.seconds.translate = Some(seconds(ran.spent.translating));
        if ran.answer().is_ok_and(|answer| answer.status != Status::Failed) {
            outcome.seconds.execute = Some(seconds(ran.spent.executing));
        }
        Ok((outcome, true))
    }

    /// The attempts that a next try sees; `None` when the recorded completions
    /// answer the question. Empty when none are recorded.
    pub fn failed_attempts(
        &self,
        engine: &Engine<'_>,
        replay: &ReplayWriter,
        request: &WriteRequest,
        scope: Vec<String>,
    ) -> Option<Vec<Attempt>> {
        let judge = self.judge(engine, &request.question, scope);
        match self.runtime.block_on(replay.replay(request, &judge, &|_| {})) {
            Ok((written, _)) if written.outcome.is_answer() => None,
            Ok((_, attempts)) => Some(attempts),
            Err(_) => Some(Vec::new()),
        }
    }

    /// A request that only names the question, and the sources to look in.
    fn short_request(
        &self,
        engine: &Engine<'_>,
        question: &Question,
    ) -> Result<(WriteRequest, Vec<String>), SessionError> {
        let request = WriteRequest {
            id: Some(question.id.clone()),
            question: question.text.clone(),
            ..WriteRequest::default()
        };
        let executor = engine.executor();
        let scope = if executor.sources().len() > 1 {
            route::route(engine, &question.text)?.scope
        } else {
            Vec::new()
        };
        Ok((request, scope))
    }

    /// The one place where a run meets the engine: a judge for a question whose candidates are
    /// executed in these sources first; in all when there are none.
    fn judge<'a, 'g>(
        &self,
        engine: &'a Engine<'g>,
        question: &str,
        sources: Vec<String>,
    ) -> EngineJudge<'a, 'g> {
        let without = self.settings.without.iter().filter_map(|name| name.parse().ok()).collect();
        let question = Some(question.to_owned());
        EngineJudge::new(engine, RunOptions { sources, question, without, ..RunOptions::default() })
    }

    fn write(
        &self,
        writer: &dyn Writer,
        request: &WriteRequest,
        judge: &EngineJudge<'_, '_>,
    ) -> Result<Written, WriteError> {
        let written = self.runtime.block_on(writer.write(request, judge, &|_| {}))?;
        judge.graph_was_read()?;
        Ok(written)
    }

    /// Has the model write a query and the parser confirm it, as for a person's question.
    fn confirmed(
        &self,
        writer: &dyn Writer,
        engine: &Engine<'_>,
        request: &WriteRequest,
        judge: &EngineJudge<'_, '_>,
    ) -> Result<Written, WriteError> {
        let mut written = self.write(writer, request, judge)?;
        let whole = self.judge(engine, &request.question, Vec::new());
        self.runtime.block_on(agreement::confirm(&mut written, engine, request, &whole))?;
        Ok(written)
    }

    /// What a writer's result means for the run.
    fn received(&self, written: Result<Written, WriteError>) -> Result<Received, SessionError> {
        let asks_server = matches!(self.queries, QuerySource::Llm(_));
        match written {
            Ok(written) => Ok(Received::Query(Box::new(written))),
            Err(WriteError::Replay(ReplayError::Missing { .. })) => Ok(Received::NotRecorded),
            Err(WriteError::Store(error)) => Err(error.into()),
            Err(WriteError::Llm(error)) if asks_server && error.is_final() => {
                Err(WriteError::Llm(error).into())
            }
            Err(error) => Ok(Received::Nothing { why: error.to_string(), keep: !asks_server }),
        }
    }
}

enum Received {
    Query(Box<Written>),
    Nothing { why: String, keep: bool },
    NotRecorded,
}

/// The outcome of a question for which no query was run.
fn unmeasured(
    mut outcome: QuestionOutcome,
    selected: &SelectedQuestion,
    cause: Cause,
    why: String,
) -> QuestionOutcome {
    if selected.labelled {
        outcome.measure(&selected.question, &[]);
    }
    (outcome.cause, outcome.message) = (Some(cause), Some(why));
    outcome
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}
