//! Runs a query: all calls and their results, step by step. Calls and results are not put into words here, so that a
//! query whose trace nobody reads costs no more than its answer.

use std::ops::Range;

use trustuqa_model::{NodeId, NodeKind, Scope};

use super::{Engine, EngineError, RunOptions, describe, store_error, timed};
use crate::execute::{ExecuteError, Item, ItemSet, ItemValue};
use crate::family::Family;
use crate::ground::Grounding;
use crate::query::execution::{ExecutionCall, ExecutionQuery, Operand};
use crate::query::llm::LlmQuery;
use crate::query::{Function, Query, ticked};
use crate::trace::{Routing, StoppedAt};
use crate::translate::{Miss, Pin, Translated, Translator};

/// A finished run: everything computed, from which the answer and the trace are derived.
pub(super) struct FinishedRun {
    /// The query to which the steps belong.
    pub(super) query: Query,
    /// The question that an LLM query answers, if known.
    pub(super) question: Option<String>,
    /// The names of the sources to which it was restricted; empty for all.
    pub(super) scope: Vec<String>,
    /// Nodes that were taken for names because the user chose them.
    pub(super) pins: Vec<Pin>,
    /// How the table was chosen, if one was looked for, and a doubt about it, if any.
    pub(super) routing: Option<(Routing, Option<String>)>,
    /// The execution calls of all steps.
    pub(super) calls: Vec<ExecutionCall<NodeId>>,
    /// The result of each call.
    pub(super) results: Vec<ItemSet>,
    /// The steps that were started.
    pub(super) steps: Vec<FinishedStep>,
    /// For each completed step of an LLM query, the index of the call with its result; `None` when it found
    /// nothing.
    pub(super) outputs: Vec<Option<usize>>,
    /// Why the run failed, or the first miss.
    pub(super) stop: Option<Stop>,
    /// The index of the call whose result is the answer; `None` when there is none.
    answer: Option<usize>,
}

/// What was run for one step.
pub(super) struct FinishedStep {
    /// The part of the query for which it was run.
    pub(super) of: QueryPart,
    /// The range of its calls.
    pub(super) calls: Range<usize>,
    /// The groundings of its names.
    pub(super) groundings: Vec<Grounding>,
    /// What was interpreted differently from how it is written.
    pub(super) readings: Vec<String>,
    /// Why it found nothing, if that was known before running it, or why it failed.
    pub(super) stop: Option<Stop>,
}

/// The part of a query to which a step belongs.
#[derive(Clone, Copy)]
pub(super) enum QueryPart {
    /// The step at this index of the query.
    Step(usize),
    /// The target type: rows of the last step were replaced by its column.
    Target,
}

/// Why a run, or a step, has no result.
#[derive(Clone)]
pub(super) enum Stop {
    /// A name or a fact is missing.
    Miss(Miss),
    /// It cannot be computed from these values.
    Failed {
        /// During translation or execution.
        at: StoppedAt,
        /// What happened.
        message: String,
        /// What to do next.
        hint: Option<String>,
    },
}

impl Stop {
    /// The failure of a step as a stop; a failure of the store ends the run.
    fn failed(error: ExecuteError, at: StoppedAt) -> Result<Stop, EngineError> {
        match error {
            ExecuteError::Store(error) => Err(EngineError::Store(error)),
            error @ ExecuteError::Step { .. } => {
                Ok(Stop::Failed { at, message: error.to_string(), hint: error.hint().map(str::to_owned) })
            }
        }
    }

    /// The stage at which it stopped.
    pub(super) fn at(&self) -> StoppedAt {
        match self {
            Stop::Failed { at, .. } => *at,
            Stop::Miss(miss) => describe::stopped_at(miss),
        }
    }
}

impl FinishedRun {
    fn new(query: Query, options: &RunOptions) -> FinishedRun {
        FinishedRun {
            query,
            question: options.question.clone(),
            scope: options.sources.clone(),
            pins: options.pins.clone(),
            routing: None,
            calls: Vec::new(),
            results: Vec::new(),
            steps: Vec::new(),
            outputs: Vec::new(),
            stop: None,
            answer: None,
        }
    }

    /// The result of the whole query.
    pub(super) fn answer(&self) -> Option<&ItemSet> {
        self.results.get(self.answer?)
    }

    /// The index of the call whose result is the answer.
    pub(super) fn answered_by(&self) -> Option<usize> {
        self.answer
    }

    /// The results of a step's calls; the last one is the result of the step.
    pub(super) fn results_of(&self, step: &FinishedStep) -> &[ItemSet] {
        self.results.get(step.calls.clone()).unwrap_or_default()
    }

    /// The number of a step in the query; the target column gets the next one.
    pub(super) fn number(&self, step: &FinishedStep) -> u32 {
        match (&self.query, step.of) {
            (Query::Llm(query), QueryPart::Step(index)) => query.steps.get(index).map_or(0, |s| s.number),
            (Query::Llm(query), QueryPart::Target) => {
                query.steps.iter().map(|s| s.number).max().unwrap_or(0).saturating_add(1)
            }
            (Query::Execution(_), QueryPart::Step(index)) => index as u32 + 1,
            (Query::Execution(_), QueryPart::Target) => 0,
        }
    }

    /// The first step that found nothing.
    pub(super) fn first_empty(&self) -> Option<&FinishedStep> {
        self.steps.iter().find(|step| self.results_of(step).last().is_none_or(ItemSet::is_empty))
    }

    fn run(&mut self, engine: &Engine<'_>, calls: Vec<ExecutionCall<NodeId>>) -> Result<(), ExecuteError> {
        for call in calls {
            let set = timed(&engine.executing, || engine.executor.call(&call, &self.results))?;
            self.calls.push(call);
            self.results.push(set);
        }
        Ok(())
    }
}

impl<'g> Engine<'g> {
    /// Runs an LLM query, step by step.
    pub(super) fn ran_llm(&self, query: &LlmQuery, options: &RunOptions) -> Result<FinishedRun, EngineError> {
        for pin in &options.pins {
            if self.executor.graph().node_named(&pin.chosen)?.is_none() {
                return Err(EngineError::Unknown { what: format!("the name `{}`", pin.chosen) });
            }
        }
        let scope = self.scope(&options.sources)?;
        let mut ran = FinishedRun::new(Query::Llm(query.clone()), options);
        for index in 0..query.steps.len() {
            let translator = self.translator(index, &scope, options, query, &ran.results, &ran.outputs);
            let mut translated = match timed(&self.translating, || translator.step(query, index)) {
                Ok(translated) => translated,
                Err(error) => {
                    ran.stop = Some(Stop::failed(error, StoppedAt::Translation)?);
                    return Ok(ran);
                }
            };
            let first = ran.calls.len();
            let failed = ran.run(self, std::mem::take(&mut translated.calls)).err();
            let failed = failed.map(|error| Stop::failed(error, StoppedAt::Execution)).transpose()?;
            let through = failed.is_none();
            let stop = failed.or(translated.miss.take().map(Stop::Miss));
            // A failure explains why there is no answer; so does the first miss, if the answer is empty.
            if !through || ran.stop.is_none() {
                ran.stop.clone_from(&stop);
            }
            let calls = first..ran.calls.len();
            translated.readings.extend(self.left_out_notes(&ran, calls.clone())?);
            if through {
                ran.outputs.push((!calls.is_empty()).then(|| ran.results.len() - 1));
            }
            let Translated { groundings, readings, .. } = translated;
            ran.steps.push(FinishedStep { of: QueryPart::Step(index), calls, groundings, readings, stop });
            if !through {
                return Ok(ran);
            }
        }
        if let Some(Some(_)) = ran.outputs.last() {
            self.finish_target(query, &mut ran, &scope, options)?;
            ran.answer = ran.results.len().checked_sub(1);
        }
        Ok(ran)
    }

    /// Sentences about the rows that calls left out, because they sum up others or have no value.
    fn left_out_notes(&self, ran: &FinishedRun, calls: Range<usize>) -> Result<Vec<String>, EngineError> {
        let mut notes = Vec::new();
        for at in calls {
            let (Some(call), Some(before)) = (ran.calls.get(at), ran.results.get(..at)) else { continue };
            let summaries = self.executor.left_out_summaries(call, before).map_err(store_error)?;
            for row in &summaries {
                let item = Item::new(ItemValue::Node(*row), Vec::new());
                let text = describe::item_text(&self.executor, &item).map_err(store_error)?;
                notes.push(format!("{text} is a total of the other rows and was left out"));
            }
            if let Some(result) = ran.results.get(at) {
                notes.extend(self.missing_values_note(call, before, result, summaries.len())?);
            }
        }
        notes.dedup();
        Ok(notes)
    }

    /// A sentence about the rows that a sum, mean or median leaves out because they have no value; `others`
    /// rows were already left out for another reason.
    fn missing_values_note(
        &self,
        call: &ExecutionCall<NodeId>,
        before: &[ItemSet],
        result: &ItemSet,
        others: usize,
    ) -> Result<Option<String>, EngineError> {
        let ExecutionCall::Reason { function, sets, relation, .. } = call else { return Ok(None) };
        let ([Operand::Set(set)], [relation], [total]) =
            (sets.as_slice(), relation.as_slice(), result.items())
        else {
            return Ok(None);
        };
        let totals = matches!(function, Function::Sum | Function::Mean | Function::Median);
        let Some(set) = before.get(*set).filter(|_| totals) else { return Ok(None) };
        // Each row has one value, which rests on one fact.
        let of = set.len().saturating_sub(others);
        let missing = of.saturating_sub(total.facts.len());
        let Some(first) = set.items().first().and_then(Item::node).filter(|_| missing > 0) else {
            return Ok(None);
        };
        let (_, _, kind) = self.executor.node(first).map_err(store_error)?;
        if !matches!(kind, NodeKind::Row { .. }) {
            return Ok(None);
        }
        let (column, ..) = self.executor.node(*relation).map_err(store_error)?;
        let (have, were) = if missing == 1 { ("has", "was") } else { ("have", "were") };
        Ok(Some(format!("{missing} of {of} {have} no {} and {were} left out", ticked(&column))))
    }

    /// Replaces rows as the final result by their target column.
    fn finish_target(
        &self,
        query: &LlmQuery,
        ran: &mut FinishedRun,
        scope: &Scope,
        options: &RunOptions,
    ) -> Result<(), EngineError> {
        let (Some(target), Some(Some(last))) = (&query.target, ran.outputs.last()) else { return Ok(()) };
        let after = query.steps.len();
        let translator = self.translator(after, scope, options, query, &ran.results, &ran.outputs);
        let Some((call, grounding)) = translator.target_column(*last, target, query).map_err(store_error)?
        else {
            return Ok(());
        };
        let first = ran.calls.len();
        ran.run(self, vec![call]).map_err(store_error)?;
        ran.steps.push(FinishedStep {
            of: QueryPart::Target,
            calls: first..ran.calls.len(),
            groundings: vec![grounding],
            readings: Vec::new(),
            stop: None,
        });
        Ok(())
    }

    /// Runs an execution query. Its names must be in the graph exactly as written.
    pub(super) fn ran_execution(&self, query: &ExecutionQuery) -> Result<FinishedRun, EngineError> {
        let resolved = timed(&self.translating, || self.resolved(query))?;
        let mut ran = FinishedRun::new(Query::Execution(query.clone()), &RunOptions::default());
        for (index, call) in resolved.steps.into_iter().enumerate() {
            if let Err(error) = ran.run(self, vec![call]) {
                ran.stop = Some(Stop::failed(error, StoppedAt::Execution)?);
                return Ok(ran);
            }
            ran.steps.push(FinishedStep {
                of: QueryPart::Step(index),
                calls: index..index + 1,
                groundings: Vec::new(),
                readings: Vec::new(),
                stop: None,
            });
        }
        ran.answer = ran.results.len().checked_sub(1);
        Ok(ran)
    }

    /// An execution query with its names resolved to nodes.
    pub(super) fn resolved(&self, query: &ExecutionQuery) -> Result<ExecutionQuery<NodeId>, EngineError> {
        query.map_nodes(&mut |name: &String| match self.executor.graph().node_named(name)? {
            Some(node) => Ok(node),
            None => Err(EngineError::Unknown { what: format!("the name `{name}`") }),
        })
    }

    /// The translator for a step, given the results of the earlier ones.
    fn translator<'r>(
        &'r self,
        step: usize,
        scope: &Scope,
        options: &'r RunOptions,
        query: &'r LlmQuery,
        results: &'r [ItemSet],
        outputs: &'r [Option<usize>],
    ) -> Translator<'r, 'g> {
        Translator {
            query,
            executor: &self.executor,
            catalog: self.catalog(),
            embed: self.embed,
            question: options.question.as_deref().filter(|_| !options.without.has(Family::QuestionWords)),
            target: query.target.as_deref(),
            scope: scope.clone(),
            source_names: options.sources.clone(),
            results,
            outputs,
            pins: &options.pins,
            without: options.without,
            step,
        }
    }

    pub(super) fn scope(&self, names: &[String]) -> Result<Scope, EngineError> {
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
}
