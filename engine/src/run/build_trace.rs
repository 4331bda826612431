//! The trace of a finished run: what each step did, in words and texts.

use trustuqa_model::NodeId;

use super::answer::Answered;
use super::run_steps::{FinishedRun, FinishedStep, QueryPart, Stop};
use super::table::Table;
use super::{Engine, EngineError, describe, plain_words, store_error};
use crate::execute::ExecuteError;
use crate::query::Query;
use crate::trace::{Answer, Status, Trace, TraceStep, VERSION};

impl Engine<'_> {
    /// Builds the trace of a run, given the answer that was derived from it.
    pub(super) fn build_trace(&self, ran: &FinishedRun, answered: Answered) -> Result<Trace, EngineError> {
        let steps = ran.steps.iter().map(|step| self.step(ran, step)).collect::<Result<Vec<_>, _>>()?;
        let mut sources = Vec::new();
        for fact in steps.iter().flat_map(|step| &step.facts) {
            if !sources.contains(&fact.source) {
                sources.push(fact.source.clone());
            }
        }
        let Answered { status, stopped, items, message, hint, missed, doubts, repairs, .. } = answered;
        let certain = doubts.is_empty();
        let table = if status == Status::Answered { self.table(ran)? } else { Table::default() };
        let (columns, rows) = (table.columns, table.rows);
        let answer =
            Answer { status, stopped, items, columns, rows, message, hint, missed, certain, doubts, sources };
        Ok(Trace {
            version: VERSION,
            question: ran.question.clone(),
            writer: None,
            answer,
            query: match &ran.query {
                Query::Llm(query) => query.to_string(),
                Query::Execution(query) => query.to_string(),
            },
            repairs,
            execution: self.execution(ran, 0..ran.calls.len())?.join("\n"),
            scope: ran.scope.clone(),
            pins: ran.pins.clone(),
            routing: ran.routing.as_ref().map(|(routing, _)| routing.clone()),
            steps,
        })
    }

    fn step(&self, ran: &FinishedRun, step: &FinishedStep) -> Result<TraceStep, EngineError> {
        let described = describe::results(&self.executor, ran.results_of(step)).map_err(store_error)?;
        let mut note = String::new();
        let mut joins = Vec::new();
        let (query, execution) = match (&ran.query, step.of) {
            (Query::Llm(query), QueryPart::Step(index)) => {
                if let Some(written) = query.steps.get(index) {
                    note.clone_from(&written.note);
                    let before = ran.outputs.get(..index).unwrap_or(&ran.outputs);
                    joins =
                        describe::joins(&self.executor, written, before, &ran.results, step.calls.clone())
                            .map_err(store_error)?;
                }
                (query.step_text(index), self.execution(ran, step.calls.clone())?)
            }
            (Query::Llm(query), QueryPart::Target) => {
                let target = query.target.as_deref().unwrap_or_default();
                (format!("## Target type: {{{target}}}"), self.execution(ran, step.calls.clone())?)
            }
            (Query::Execution(query), QueryPart::Step(index)) => {
                let text = query.steps.get(index).map_or(String::new(), ToString::to_string);
                (text.clone(), vec![format!("s{} = {text}", index + 1)])
            }
            (Query::Execution(_), QueryPart::Target) => (String::new(), Vec::new()),
        };
        Ok(TraceStep {
            number: ran.number(step),
            title: self.title(ran, step)?,
            note,
            query,
            groundings: step.groundings.iter().map(describe::grounding).collect(),
            readings: step.readings.clone(),
            execution,
            results: described.items,
            results_total: described.total,
            facts: described.facts,
            facts_total: described.facts_total,
            joins,
        })
    }

    /// What a step found, in plain words.
    pub(super) fn title(&self, ran: &FinishedRun, step: &FinishedStep) -> Result<String, EngineError> {
        let result = ran.results_of(step).last();
        Ok(match (&step.stop, &ran.query, step.of) {
            (Some(Stop::Miss(miss)), ..) => describe::miss(miss).1.unwrap_or_default(),
            (Some(Stop::Failed { message, .. }), ..) => message.clone(),
            (None, _, QueryPart::Target) => step
                .groundings
                .first()
                .map_or(String::new(), |grounding| plain_words::target(grounding, result)),
            (None, Query::Execution(_), _) => plain_words::plain_count(result),
            (None, Query::Llm(_), _) if step.calls.is_empty() => {
                "nothing, because an earlier step found nothing".to_owned()
            }
            (None, Query::Llm(query), QueryPart::Step(index)) => match query.steps.get(index) {
                Some(written) => plain_words::step(&self.executor, query, written, &step.groundings, result)
                    .map_err(store_error)?,
                None => String::new(),
            },
        })
    }

    /// The calls in a range as text, with stored names.
    fn execution(
        &self,
        ran: &FinishedRun,
        calls: std::ops::Range<usize>,
    ) -> Result<Vec<String>, EngineError> {
        let first = calls.start;
        let mut lines = Vec::with_capacity(calls.len());
        for (offset, call) in ran.calls.get(calls).unwrap_or_default().iter().enumerate() {
            let named = call
                .map_nodes(&mut |node: &NodeId| Ok::<_, ExecuteError>(self.executor.node(*node)?.0))
                .map_err(store_error)?;
            lines.push(format!("s{} = {named}", first + offset + 1));
        }
        Ok(lines)
    }
}
