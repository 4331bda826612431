//! Runs a query from text to a traced answer: parse, ground, translate, execute.
//!
//! ```text
//! text --parse--> Parsed --execute--> Execution { Answered, .. } --trace--> Trace
//!
//! LlmQuery --(step by step) translate--> calls --execute--> sets
//! ExecutionQuery --resolve names--> calls ------/
//! ```
//!
//! Execution and explanation are separate: an [`Execution`] has the answer, and its trace is built only when
//! it is requested. The two cannot disagree, and showing a query does not execute it again. [`Engine::runs`]
//! counts executions.
//!
//! * `run_steps` - runs the steps and keeps calls, results and groundings
//! * `answer` - items, status and doubts of a run
//! * `table` - the answer as columns and rows
//! * `scope` - chooses the table that a query is about, if that is asked for
//! * `prepared` - what engines over the same sources share
//! * `page` - parts of long results, by running the execution query again
//! * `build_trace` - the trace of a run, with `describe` and `plain_words` for its texts

mod answer;
mod build_trace;
mod describe;
mod page;
mod plain_words;
mod prepared;
mod run_steps;
mod scope;
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use trustuqa_model::GraphRead;

pub use self::prepared::PreparedSources;
use self::run_steps::FinishedRun;
use crate::execute::{ExecuteError, Executor, ItemSet};
use crate::family::{Families, Family};
use crate::ground::{Catalog, Embed};
use crate::query::execution::ExecutionQuery;
use crate::query::llm::LlmQuery;
use crate::query::{self, Diagnostics, Parsed, Query};
use crate::trace::{Status, Trace};
use crate::translate::Pin;

pub use answer::Answered;
pub use page::{Listed, Page, calls_of_steps};

/// An error without a trace: the text of the query cannot be parsed, a name is unknown, or the store failed.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The query cannot be parsed.
    #[error("{}", .diagnostics.render(.text))]
    Syntax {
        /// The text as it was given.
        text: String,
        /// What is wrong with it.
        diagnostics: Diagnostics,
    },
    /// A name in an execution query, a chosen node or a source is not in the graph.
    #[error("{what} is not in the graph")]
    Unknown {
        /// The unknown name.
        what: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] trustuqa_model::Error),
}

/// An executed query: its answer, and everything from which its trace can be built. Answer and trace agree,
/// because both come from this one execution.
pub struct Execution {
    ran: FinishedRun,
    answered: Answered,
}

impl Execution {
    /// The answer.
    pub fn answered(&self) -> &Answered {
        &self.answered
    }

    /// The answer only; the material for the trace is dropped.
    pub fn into_answered(self) -> Answered {
        self.answered
    }

    /// The number of items in all results, as a measure of the memory that this takes.
    pub fn size(&self) -> usize {
        self.ran.results.iter().map(ItemSet::len).sum()
    }
}

/// Runs queries over one snapshot of a graph.
pub struct Engine<'g> {
    executor: Executor<'g>,
    sources: PreparedSources,
    embed: Option<&'g dyn Embed>,
    translating: AtomicU64,
    executing: AtomicU64,
    runs: Arc<AtomicU64>,
}

/// The time that an engine has spent so far, over all its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// For parsing queries, grounding their names and translating them into execution calls.
    pub translating: Duration,
    /// For running execution calls.
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

/// What a run is restricted to, and how it reads a query.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The names of the sources to look in first; empty for all.
    pub sources: Vec<String>,
    /// The question that the query answers. It only decides what a step leaves open: whether `compare` is to
    /// name the greater one or to say `more` or `less`.
    pub question: Option<String>,
    /// Whether to look for the one table that the whole query is about, among `sources` or all of them; the
    /// question then helps to choose.
    pub route: bool,
    /// Nodes to use for names of the query, regardless of other candidates.
    pub pins: Vec<Pin>,
    /// Families of rules that are switched off.
    pub without: Families,
}

impl<'g> Engine<'g> {
    /// An engine over `graph`. Without `embed`, names are matched by their letters only.
    pub fn new(graph: &'g dyn GraphRead, embed: Option<&'g dyn Embed>) -> Result<Engine<'g>, EngineError> {
        Ok(Engine::over(graph, embed, PreparedSources::of(graph.sources()?)))
    }

    /// An engine over `graph`, with sources that were prepared before.
    pub fn over(
        graph: &'g dyn GraphRead,
        embed: Option<&'g dyn Embed>,
        sources: PreparedSources,
    ) -> Engine<'g> {
        Engine {
            executor: Executor::new(graph, sources.list.clone()),
            sources,
            embed,
            translating: AtomicU64::new(0),
            executing: AtomicU64::new(0),
            runs: Arc::default(),
        }
    }

    /// The time spent so far. The difference of two readings is the time of the runs in between, if no other
    /// thread uses this engine.
    pub fn spent(&self) -> Spent {
        let read = |counter: &AtomicU64| Duration::from_nanos(counter.load(Ordering::Relaxed));
        Spent { translating: read(&self.translating), executing: read(&self.executing) }
    }

    /// The executor, for callers that read data themselves.
    pub fn executor(&self) -> &Executor<'g> {
        &self.executor
    }

    /// The relations of the graph.
    pub fn catalog(&self) -> &Catalog {
        &self.sources.catalog
    }

    /// The sentence encoder, when there is one.
    pub fn embed(&self) -> Option<&'g dyn Embed> {
        self.embed
    }

    /// The number of queries executed so far, by this engine and those derived from it.
    ///
    /// A query counts once, even if several tables are tried for it. The difference of two readings is the
    /// cost of the work in between.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// An engine over the same graph that matches names by their letters only. Its executions count in
    /// [`Engine::runs`] of this one.
    pub fn by_letters(&self) -> Engine<'g> {
        Engine { embed: None, runs: self.runs.clone(), ..self.anew() }
    }

    /// An engine over the same graph with the same encoder, whose caches and counters are empty.
    pub fn anew(&self) -> Engine<'g> {
        Engine::over(self.executor.graph(), self.embed, self.sources.clone())
    }

    /// Executes a query once. The result has its answer, and [`Engine::trace`] explains it without executing
    /// anything again.
    pub fn execute(&self, parsed: &Parsed, options: &RunOptions) -> Result<Execution, EngineError> {
        let ran = self.ran(parsed, options)?;
        let answered = self.answered(parsed, &ran)?;
        Ok(Execution { ran, answered })
    }

    fn ran(&self, parsed: &Parsed, options: &RunOptions) -> Result<FinishedRun, EngineError> {
        self.count();
        if options.without.has(Family::Repairs) && !parsed.repairs.is_empty() {
            let diagnostics = parsed.repairs.clone();
            return Err(EngineError::Syntax { text: parsed.text.clone(), diagnostics });
        }
        match &parsed.query {
            Query::Llm(query) => {
                let query = options.without.withheld(query);
                let run = if options.route { Self::ran_routed } else { Self::ran_llm };
                run(self, &query, options)
            }
            Query::Execution(query) => self.ran_execution(query),
        }
    }

    fn answered(&self, parsed: &Parsed, ran: &FinishedRun) -> Result<Answered, EngineError> {
        let mut answered = self.answer_of(ran)?;
        if answered.status == Status::Answered {
            answered.doubts.extend(parsed.guesses().map(|repair| repair.message.clone()));
        }
        answered.repairs = parsed.repairs.0.iter().map(|repair| repair.message.clone()).collect();
        Ok(answered)
    }

    /// The trace of an executed query.
    pub fn trace(&self, execution: &Execution) -> Result<Trace, EngineError> {
        self.build_trace(&execution.ran, execution.answered.clone())
    }

    /// Executes a query and returns its answer only.
    pub fn answer_parsed(&self, parsed: &Parsed, options: &RunOptions) -> Result<Answered, EngineError> {
        Ok(self.execute(parsed, options)?.answered)
    }

    /// Executes a query and returns its trace.
    pub fn run_parsed(&self, parsed: &Parsed, options: &RunOptions) -> Result<Trace, EngineError> {
        let ran = self.ran(parsed, options)?;
        let results = ran.steps.iter().map(|step| ran.results_of(step));
        describe::expect_results(&self.executor, results, ran.answer()).map_err(store_error)?;
        let answered = self.answered(parsed, &ran)?;
        self.build_trace(&ran, answered)
    }

    /// Parses and executes a query in either language, and returns its answer only.
    pub fn answer(&self, text: &str, options: &RunOptions) -> Result<Answered, EngineError> {
        self.answer_parsed(&self.read(text)?, options)
    }

    /// Executes an LLM query step by step, and returns its answer only.
    pub fn answer_llm(&self, query: &LlmQuery, options: &RunOptions) -> Result<Answered, EngineError> {
        self.count();
        self.answer_of(&self.ran_llm(query, options)?)
    }

    /// Parses and executes a query in either language, and returns its trace.
    pub fn run(&self, text: &str, options: &RunOptions) -> Result<Trace, EngineError> {
        self.run_parsed(&self.read(text)?, options)
    }

    /// Executes an LLM query step by step, and returns its trace.
    pub fn run_llm(&self, query: &LlmQuery, options: &RunOptions) -> Result<Trace, EngineError> {
        self.count();
        self.trace_with_answer(self.ran_llm(query, options)?)
    }

    /// Executes an execution query, whose names must be in the graph exactly as written, and returns its
    /// trace.
    pub fn run_execution(&self, query: &ExecutionQuery) -> Result<Trace, EngineError> {
        self.count();
        self.trace_with_answer(self.ran_execution(query)?)
    }

    /// Runs the execution query of a stored trace again. A query without an answer is run from its own text,
    /// because it has no execution calls beyond the step where it stopped.
    pub fn replay(&self, trace: &Trace) -> Result<Trace, EngineError> {
        let mut again = if trace.execution.trim().is_empty() || trace.answer.items.is_empty() {
            let options = RunOptions {
                sources: trace.scope.clone(),
                question: trace.question.clone(),
                route: false,
                pins: trace.pins.clone(),
                without: Families::default(),
            };
            self.run(&trace.query, &options)?
        } else {
            let query = query::parse_execution(&trace.execution)
                .map_err(|diagnostics| EngineError::Syntax { text: trace.execution.clone(), diagnostics })?;
            self.run_execution(&query)?
        };
        again.question = trace.question.clone();
        Ok(again)
    }

    /// The trace of a run whose answer was not derived yet.
    fn trace_with_answer(&self, ran: FinishedRun) -> Result<Trace, EngineError> {
        let answered = self.answer_of(&ran)?;
        self.build_trace(&ran, answered)
    }

    /// Parses a query; the time counts as time of translation.
    pub fn read(&self, text: &str) -> Result<Parsed, EngineError> {
        timed(&self.translating, || query::parse(text))
            .map_err(|diagnostics| EngineError::Syntax { text: text.to_owned(), diagnostics })
    }

    fn count(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }
}

/// Runs `work`, and adds the time that it takes to a counter of nanoseconds.
fn timed<T>(counter: &AtomicU64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    counter.fetch_add(u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    done
}

/// Converts an execution error in places where only the store can fail.
fn store_error(error: ExecuteError) -> EngineError {
    match error {
        ExecuteError::Store(error) => EngineError::Store(error),
        ExecuteError::Step { message, .. } => EngineError::Unknown { what: message },
    }
}
