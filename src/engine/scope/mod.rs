//! Which table a query is about, when its source is not told (section 5 of the design).
//!
//! Tables share column names, and a query over `Player` could be about any of them. Step
//! by step, grounding would take rows of all, or of the wrong one. So the query is looked
//! at as a whole: a table that has all of its columns and values beats tables that have
//! some of them, and among several such tables the question decides.
//!
//! A query that no single table can answer, or that a graph can, is left alone: it joins
//! sources, and step-by-step grounding does that.
//!
//! * `needs` - what a query asks of a source
//! * `cover` - which sources have it
//! * `weigh` - which of several the query and the question fit best

mod cover;
mod needs;
mod weigh;

use trustuqa_storage::{Scope, SourceId};

use self::cover::{Covering, cover};
use super::{Engine, EngineError, RunOptions, store_error};
use crate::query::llm::LlmQuery;
use crate::query::{self, Query};
use crate::trace::{OtherSource, Routing, Status, Trace};

/// Tables that are tried.
const TRIED: usize = 8;
/// A lead in weight, in natural logarithms, that leaves no doubt about the table.
const CLEAR: f32 = 2.0;

/// A table that could answer, with the run of the query over it.
struct Tried {
    name: String,
    weight: f32,
    trace: Trace,
}

impl Engine<'_> {
    /// Reads and runs a query whose source is not told. `options.sources` are those to
    /// choose from; `options.question` helps to choose.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::run`].
    pub fn run_routed(&self, text: &str, options: &RunOptions) -> Result<Trace, EngineError> {
        let (query, repairs) = query::parse(text)
            .map_err(|diagnostics| EngineError::Syntax { text: text.to_owned(), diagnostics })?;
        let mut trace = match query {
            Query::Llm(query) => self.run_llm_routed(&query, options)?,
            Query::Execution(query) => self.run_execution(&query)?,
        };
        trace.repairs = repairs.0.into_iter().map(|d| d.message).collect();
        Ok(trace)
    }

    /// Runs an LLM query whose source is not told; see [`Engine::run_routed`].
    ///
    /// # Errors
    ///
    /// Those of [`Engine::run_llm`].
    pub fn run_llm_routed(&self, query: &LlmQuery, options: &RunOptions) -> Result<Trace, EngineError> {
        let scope = self.scope(&options.sources)?;
        let in_scope = self.executor.sources().iter().filter(|source| scope.contains(source.id)).count();
        if in_scope < 2 {
            return self.run_llm(query, options);
        }
        match self.of_one_table(query, options, &scope)? {
            Some(trace) => Ok(trace),
            None => self.run_llm(query, options),
        }
    }

    /// The run over the one table that the query is about; `None` when it is about none
    /// alone.
    fn of_one_table(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
        scope: &Scope,
    ) -> Result<Option<Trace>, EngineError> {
        let needs = needs::of(query);
        let covering = match cover(self, &needs, scope).map_err(store_error)? {
            Covering::Tables(tables) => tables,
            Covering::NoTableAlone => return Ok(None),
        };
        let question = options.question.as_deref().unwrap_or_default();
        let weighed = weigh::order(self, &needs, covering, question).map_err(store_error)?;
        let count = weighed.len();
        let mut tried = Vec::new();
        for (id, weight) in weighed.into_iter().take(TRIED) {
            let Some(name) = self.source_name(id) else { continue };
            let alone = RunOptions { sources: vec![name.clone()], ..options.clone() };
            let trace = self.run_llm(query, &alone)?;
            if works(&trace) {
                tried.push(Tried { name, weight, trace });
            }
        }
        Ok(chosen(tried, &needs::in_words(&needs), count))
    }

    fn source_name(&self, id: SourceId) -> Option<String> {
        self.executor.source(id).map(|source| source.name.clone())
    }
}

/// True when the query found something at every step: a count of nothing is an answer,
/// but not one that speaks for a table.
fn works(trace: &Trace) -> bool {
    trace.answer.status == Status::Answered && trace.steps.iter().all(|step| step.results_total > 0)
}

/// The first of the tables with what is to be said about the others.
fn chosen(tried: Vec<Tried>, needs: &str, covering: usize) -> Option<Trace> {
    let mut tried = tried.into_iter();
    let best = tried.next()?;
    let mut trace = best.trace;
    let mut others = Vec::new();
    let mut rivals = Vec::new();
    for other in tried {
        let same_answer = other.trace.answer.items == trace.answer.items;
        if !same_answer && best.weight - other.weight < CLEAR {
            rivals.push(query::ticked(&other.name));
        }
        others.push(OtherSource { name: other.name, same_answer });
    }
    if !rivals.is_empty() {
        let verb = if rivals.len() == 1 { "answers" } else { "answer" };
        trace.answer.doubts.push(format!(
            "the table {} was taken; {} {verb} differently",
            query::ticked(&best.name),
            rivals.join(", ")
        ));
        trace.answer.certain = false;
    }
    let why = if covering == 1 {
        format!("it alone has {needs}")
    } else {
        format!("of {covering} tables that have {needs}, it fits best")
    };
    trace.routing = Some(Routing { chosen: best.name, why, others });
    Some(trace)
}
