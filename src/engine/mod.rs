//! Runs a query from text to a traced answer: parse, ground, translate, execute.
//!
//! ```text
//! text --parse--> LlmQuery --(step by step) translate--> calls --execute--> sets --> Trace
//!             \-> ExecutionQuery --resolve names--> calls ------/
//! ```

mod describe;
mod page;
mod scope;
mod story;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use trustuqa_storage::{GraphRead, NodeId, Scope};

use crate::execute::{ExecuteError, Executor, ItemSet};
use crate::ground::{Catalog, Embed, Grounding};
use crate::query::execution::{ExecutionCall, ExecutionQuery};
use crate::query::llm::LlmQuery;
use crate::query::{self, Diagnostics, Query};
use crate::trace::{Answer, Missed, Status, StoppedAt, Trace, TraceStep, VERSION};
use crate::translate::{Miss, Pin, Translator};

pub use describe::Described;
pub use page::{Listed, Page, calls_of_steps};

/// An error that leaves no trace: the query text cannot be read, or the store fails.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The query cannot be read.
    #[error("{}", .diagnostics.render(.text))]
    Syntax {
        /// The text as it was given.
        text: String,
        /// What is wrong with it.
        diagnostics: Diagnostics,
    },
    /// A name of an execution query or a source is not in the graph.
    #[error("{what} is not in the graph")]
    Unknown {
        /// What was named.
        what: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] trustuqa_storage::Error),
}

/// Runs queries over one snapshot of a graph.
pub struct Engine<'g> {
    executor: Executor<'g>,
    catalog: Catalog,
    embed: Option<&'g dyn Embed>,
    translating: AtomicU64,
    executing: AtomicU64,
}

/// Time that an engine has spent so far, over all its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Reading queries, grounding their names and turning them into execution calls.
    pub translating: Duration,
    /// Execution calls.
    pub executing: Duration,
}

impl std::ops::Sub for Spent {
    type Output = Spent;

    fn sub(self, before: Spent) -> Spent {
        Spent {
            translating: self.translating.saturating_sub(before.translating),
            executing: self.executing.saturating_sub(before.executing),
        }
    }
}

/// What a run is restricted to.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Names of the sources to look in first; empty for all.
    pub sources: Vec<String>,
    /// The question that the query answers. It decides nothing but what a step leaves
    /// open: whether `compare` is to name the greater one, or to say `more` or `less`.
    pub question: Option<String>,
    /// Nodes to take for names of the query, whatever is nearer.
    pub pins: Vec<Pin>,
}

impl<'g> Engine<'g> {
    /// An engine over `graph`; without `embed`, names are matched by letters only.
    pub fn new(graph: &'g dyn GraphRead, embed: Option<&'g dyn Embed>) -> Result<Engine<'g>, EngineError> {
        let executor = Executor::new(graph).map_err(store_error)?;
        let catalog = Catalog::of(executor.sources());
        Ok(Engine { executor, catalog, embed, translating: AtomicU64::new(0), executing: AtomicU64::new(0) })
    }

    /// The time spent so far. The difference of two readings is the time of the runs
    /// between them, when no other thread uses this engine.
    pub fn spent(&self) -> Spent {
        let read = |counter: &AtomicU64| Duration::from_nanos(counter.load(Ordering::Relaxed));
        Spent { translating: read(&self.translating), executing: read(&self.executing) }
    }

    /// The executor, for callers that look at data themselves.
    pub fn executor(&self) -> &Executor<'g> {
        &self.executor
    }

    /// The relations of the graph.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The sentence encoder, when there is one.
    pub fn embed(&self) -> Option<&'g dyn Embed> {
        self.embed
    }

    /// Reads and runs a query in either language.
    pub fn run(&self, text: &str, options: &RunOptions) -> Result<Trace, EngineError> {
        let (query, repairs) = timed(&self.translating, || query::parse(text))
            .map_err(|diagnostics| EngineError::Syntax { text: text.to_owned(), diagnostics })?;
        let mut trace = match query {
            Query::Llm(query) => self.run_llm(&query, options)?,
            Query::Execution(query) => self.run_execution(&query)?,
        };
        trace.repairs = repairs.0.into_iter().map(|d| d.message).collect();
        Ok(trace)
    }

    /// Runs an LLM query, step by step.
    pub fn run_llm(&self, query: &LlmQuery, options: &RunOptions) -> Result<Trace, EngineError> {
        let (run, outputs, stop) = self.steps(query, options)?;
        let answered = match outputs.last() {
            Some(Some(_)) if outputs.len() == query.steps.len() => {
                run.results.last().cloned().unwrap_or_default()
            }
            _ => ItemSet::default(),
        };
        let answer = self.answer(&answered, stop, &run)?;
        let mut trace = self.trace(run, query.to_string(), answer, options.sources.clone())?;
        trace.pins.clone_from(&options.pins);
        trace.question.clone_from(&options.question);
        Ok(trace)
    }

    /// What each step of an LLM query gives, `None` for one that misses or is not reached.
    pub fn results(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
    ) -> Result<Vec<Option<ItemSet>>, EngineError> {
        let (run, outputs, _) = self.steps(query, options)?;
        let mut results: Vec<Option<ItemSet>> =
            outputs.iter().map(|at| at.and_then(|at| run.results.get(at).cloned())).collect();
        results.resize(query.steps.len(), None);
        Ok(results)
    }

    /// Runs the steps of an LLM query: the run, the call with each step's result, and
    /// why it stopped or came out empty.
    #[allow(clippy::type_complexity, reason = "three results of one run, named where they are taken apart")]
    fn steps(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
    ) -> Result<(Run<'_, 'g>, Vec<Option<usize>>, Option<Stop>), EngineError> {
        for pin in &options.pins {
            if self.executor.graph().node_named(&pin.chosen)?.is_none() {
                return Err(EngineError::Unknown { what: format!("the name `{}`", pin.chosen) });
            }
        }
        let scope = self.scope(&options.sources)?;
        let mut run = Run::new(self);
        let mut outputs: Vec<Option<usize>> = Vec::new();
        let mut stop: Option<Stop> = None;
        for index in 0..query.steps.len() {
            let translator =
                self.translator(index, &scope, options, query.target.as_deref(), &run.results, &outputs);
            let translated = match timed(&self.translating, || translator.step(query, index)) {
                Ok(translated) => translated,
                Err(error) => {
                    stop = Some(Stop::Failed(failed(error, StoppedAt::Translation)?));
                    break;
                }
            };
            let miss = translated.miss.clone();
            let first_call = run.calls.len();
            match run.calls(translated.calls) {
                Ok(()) => {}
                Err(error) => {
                    let stopped = Stop::Failed(failed(error, StoppedAt::Execution)?);
                    run.step(query, index, first_call, translated.groundings, Some(&stopped), &outputs)?;
                    stop = Some(stopped);
                    break;
                }
            }
            let found = run.calls.len() > first_call;
            let missed = miss.map(Stop::Miss);
            run.step(query, index, first_call, translated.groundings, missed.as_ref(), &outputs)?;
            outputs.push(found.then(|| run.results.len() - 1));
            // The first miss explains the empty answer, if it comes to one.
            if stop.is_none() && missed.is_some() {
                run.missed_at = index;
                stop = missed;
            }
        }
        if outputs.len() == query.steps.len() {
            self.finish_target(query, &mut run, &outputs, &scope, options)?;
        }
        Ok((run, outputs, stop))
    }

    /// The translator of the next step, given what the steps so far gave.
    fn translator<'r>(
        &'r self,
        step: usize,
        scope: &Scope,
        options: &'r RunOptions,
        target: Option<&'r str>,
        results: &'r [ItemSet],
        outputs: &'r [Option<usize>],
    ) -> Translator<'r, 'g> {
        Translator {
            executor: &self.executor,
            catalog: &self.catalog,
            embed: self.embed,
            question: options.question.as_deref(),
            target,
            scope: scope.clone(),
            source_names: options.sources.clone(),
            results,
            outputs,
            pins: &options.pins,
            step,
        }
    }

    /// Rows as a final result are turned into the column of the target type.
    fn finish_target(
        &self,
        query: &LlmQuery,
        run: &mut Run<'_, 'g>,
        outputs: &[Option<usize>],
        scope: &Scope,
        options: &RunOptions,
    ) -> Result<(), EngineError> {
        let (Some(target), Some(Some(last))) = (&query.target, outputs.last()) else { return Ok(()) };
        let translator = self.translator(
            query.steps.len(),
            scope,
            options,
            query.target.as_deref(),
            &run.results,
            outputs,
        );
        let Some((call, grounding)) = translator.target_column(*last, target).map_err(store_error)? else {
            return Ok(());
        };
        let first_call = run.calls.len();
        run.calls(vec![call]).map_err(store_error)?;
        let title = story::target(&grounding, run.results.last());
        let described = run.described(first_call)?;
        let number = query.steps.iter().map(|s| s.number).max().unwrap_or(0).saturating_add(1);
        run.steps.push(TraceStep {
            number,
            title,
            note: String::new(),
            query: format!("## Target type: {{{target}}}"),
            groundings: vec![describe::grounding(&grounding)],
            execution: run.text_of(first_call)?,
            results: described.items,
            results_total: described.total,
            facts: described.facts,
            facts_total: described.facts_total,
            joins: Vec::new(),
        });
        Ok(())
    }

    /// Runs an execution query. Its names must be in the graph as they stand.
    pub fn run_execution(&self, query: &ExecutionQuery) -> Result<Trace, EngineError> {
        let resolved = timed(&self.translating, || self.resolved(query))?;
        let mut run = Run::new(self);
        let mut stop = None;
        for (index, call) in resolved.steps.into_iter().enumerate() {
            let first_call = run.calls.len();
            if let Err(error) = run.calls(vec![call]) {
                stop = Some(Stop::Failed(failed(error, StoppedAt::Execution)?));
                break;
            }
            let described = run.described(first_call)?;
            let text = query.steps.get(index).map_or(String::new(), ToString::to_string);
            run.steps.push(TraceStep {
                number: index as u32 + 1,
                title: story::plain_count(run.results.last()),
                note: String::new(),
                query: text.clone(),
                groundings: Vec::new(),
                execution: vec![format!("s{} = {text}", index + 1)],
                results: described.items,
                results_total: described.total,
                facts: described.facts,
                facts_total: described.facts_total,
                joins: Vec::new(),
            });
        }
        let set =
            if stop.is_some() { ItemSet::default() } else { run.results.last().cloned().unwrap_or_default() };
        let answer = self.answer(&set, stop, &run)?;
        self.trace(run, query.to_string(), answer, Vec::new())
    }

    /// An execution query with the nodes that its names stand for.
    fn resolved(&self, query: &ExecutionQuery) -> Result<ExecutionQuery<NodeId>, EngineError> {
        query.map_nodes(&mut |name: &String| match self.executor.graph().node_named(name)? {
            Some(node) => Ok(node),
            None => Err(EngineError::Unknown { what: format!("the name `{name}`") }),
        })
    }

    /// Runs the execution query of a stored trace again. A query without an answer
    /// is run from its own text: where it stopped, it has no execution calls.
    pub fn replay(&self, trace: &Trace) -> Result<Trace, EngineError> {
        let mut again = if trace.execution.trim().is_empty() || trace.answer.items.is_empty() {
            let (sources, question) = (trace.scope.clone(), trace.question.clone());
            self.run(&trace.query, &RunOptions { sources, question, pins: trace.pins.clone() })?
        } else {
            let query = query::parse_execution(&trace.execution)
                .map_err(|diagnostics| EngineError::Syntax { text: trace.execution.clone(), diagnostics })?;
            self.run_execution(&query)?
        };
        again.question = trace.question.clone();
        Ok(again)
    }

    fn scope(&self, names: &[String]) -> Result<Scope, EngineError> {
        if names.is_empty() {
            return Ok(Scope::All);
        }
        let mut ids = Vec::new();
        for name in names {
            match self.executor.sources().iter().find(|s| s.name == *name) {
                Some(source) => ids.push(source.id),
                None => return Err(EngineError::Unknown { what: format!("the source `{name}`") }),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(Scope::Only(ids))
    }

    fn answer(&self, set: &ItemSet, stop: Option<Stop>, run: &Run<'_, '_>) -> Result<Answer, EngineError> {
        let items = describe::answer_items(&self.executor, set).map_err(store_error)?;
        let mut doubts = Vec::new();
        for step in &run.steps {
            doubts.extend(step.groundings.iter().filter_map(describe::doubt));
        }
        doubts.dedup();
        let (mut status, mut message, mut hint) = match (&stop, items.is_empty()) {
            (Some(Stop::Failed(failure)), _) => {
                (Status::Failed, Some(failure.message.clone()), failure.hint.clone())
            }
            (_, false) => (Status::Answered, None, None),
            (Some(Stop::Miss(miss)), true) => describe::miss(miss),
            (None, true) => (Status::Empty, Some(story::why_empty(&run.steps)), None),
        };
        if status == Status::Answered {
            // A step that missed beside one that did not (a union) is worth a word.
            if let Some(Stop::Miss(miss)) = &stop {
                let (_, missed, next) = describe::miss(miss);
                doubts.extend(missed);
                hint = next;
            }
        } else if status != Status::Failed && message.is_none() {
            status = Status::Empty;
            message = Some("nothing was found".to_owned());
        }
        let stopped = stop.as_ref().filter(|_| status != Status::Answered).map(Stop::at);
        let missed = match stop {
            Some(Stop::Miss(Miss::NoSuchName { parameter, asked, nearest }))
                if status == Status::NoSuchName =>
            {
                Some(Missed { step: run.missed_at, parameter, asked, nearest })
            }
            _ => None,
        };
        let mut sources = Vec::new();
        for step in &run.steps {
            for fact in &step.facts {
                if !sources.contains(&fact.source) {
                    sources.push(fact.source.clone());
                }
            }
        }
        Ok(Answer {
            status,
            stopped,
            items,
            message,
            hint,
            missed,
            certain: doubts.is_empty(),
            doubts,
            sources,
        })
    }

    fn trace(
        &self,
        run: Run<'_, '_>,
        query: String,
        answer: Answer,
        scope: Vec<String>,
    ) -> Result<Trace, EngineError> {
        let execution = run.text_of(0)?.join("\n");
        Ok(Trace {
            version: VERSION,
            question: None,
            writer: None,
            answer,
            query,
            repairs: Vec::new(),
            execution,
            scope,
            pins: Vec::new(),
            routing: None,
            steps: run.steps,
        })
    }
}

/// Why a run did not get through.
enum Stop {
    Miss(Miss),
    Failed(Failure),
}

impl Stop {
    fn at(&self) -> StoppedAt {
        match self {
            Stop::Failed(failure) => failure.at,
            Stop::Miss(miss) => describe::stopped_at(miss),
        }
    }
}

struct Failure {
    at: StoppedAt,
    message: String,
    hint: Option<String>,
}

fn failed(error: ExecuteError, at: StoppedAt) -> Result<Failure, EngineError> {
    match error {
        ExecuteError::Store(error) => Err(EngineError::Store(error)),
        error @ ExecuteError::Step { .. } => {
            Ok(Failure { at, message: error.to_string(), hint: error.hint().map(str::to_owned) })
        }
    }
}

/// Adds the time that `work` takes to a counter of nanoseconds.
fn timed<T>(counter: &AtomicU64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    counter.fetch_add(u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    done
}

/// An execution error where only the store can fail.
fn store_error(error: ExecuteError) -> EngineError {
    match error {
        ExecuteError::Store(error) => EngineError::Store(error),
        ExecuteError::Step { message, .. } => EngineError::Unknown { what: message },
    }
}

/// The calls and results of a run so far.
struct Run<'e, 'g> {
    engine: &'e Engine<'g>,
    results: Vec<ItemSet>,
    calls: Vec<ExecutionCall<NodeId>>,
    steps: Vec<TraceStep>,
    /// The index of the step that missed first.
    missed_at: usize,
}

impl<'e, 'g> Run<'e, 'g> {
    fn new(engine: &'e Engine<'g>) -> Run<'e, 'g> {
        Run { engine, results: Vec::new(), calls: Vec::new(), steps: Vec::new(), missed_at: 0 }
    }
}

impl Run<'_, '_> {
    fn calls(&mut self, calls: Vec<ExecutionCall<NodeId>>) -> Result<(), ExecuteError> {
        for call in calls {
            let set = timed(&self.engine.executing, || self.engine.executor.call(&call, &self.results))?;
            self.calls.push(call);
            self.results.push(set);
        }
        Ok(())
    }

    fn step(
        &mut self,
        query: &LlmQuery,
        index: usize,
        first_call: usize,
        groundings: Vec<Grounding>,
        stop: Option<&Stop>,
        outputs: &[Option<usize>],
    ) -> Result<(), EngineError> {
        let Some(step) = query.steps.get(index) else { return Ok(()) };
        let described = self.described(first_call)?;
        let title = match stop {
            Some(Stop::Miss(miss)) => describe::miss(miss).1.unwrap_or_default(),
            Some(Stop::Failed(failure)) => failure.message.clone(),
            None if self.calls.len() == first_call => {
                "nothing, because an earlier step found nothing".to_owned()
            }
            None => story::step(&self.engine.executor, query, step, &groundings, self.results.last())
                .map_err(store_error)?,
        };
        let joins = describe::joins(&self.engine.executor, step, outputs, &self.results, first_call)
            .map_err(store_error)?;
        self.steps.push(TraceStep {
            number: step.number,
            title,
            note: step.note.clone(),
            query: query.step_text(index),
            groundings: groundings.iter().map(describe::grounding).collect(),
            execution: self.text_of(first_call)?,
            results: described.items,
            results_total: described.total,
            facts: described.facts,
            facts_total: described.facts_total,
            joins,
        });
        Ok(())
    }

    fn described(&self, first_call: usize) -> Result<Described, EngineError> {
        describe::results(&self.engine.executor, self.results.get(first_call..).unwrap_or_default())
            .map_err(store_error)
    }

    /// The calls from `first` on as text, with stored names.
    fn text_of(&self, first: usize) -> Result<Vec<String>, EngineError> {
        let mut lines = Vec::new();
        for (offset, call) in self.calls.iter().enumerate().skip(first) {
            let named = call
                .map_nodes(&mut |node: &NodeId| Ok::<_, ExecuteError>(self.engine.executor.node(*node)?.0))
                .map_err(store_error)?;
            lines.push(format!("s{} = {named}", offset + 1));
        }
        Ok(lines)
    }
}
