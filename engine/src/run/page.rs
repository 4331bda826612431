//! Parts of long results: the execution query is run again, and any part of the results of its calls is
//! returned.

use trustuqa_model::FactId;

use super::run_steps::QueryPart;
use super::{Engine, EngineError, RunOptions, describe, store_error};
use crate::execute::ItemSet;
use crate::query;
use crate::query::llm::LlmQuery;
use crate::trace::{Trace, TraceFact};

/// The list of which a page is a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The distinct items of the answer.
    Items,
    /// The result of a step.
    Results,
    /// The facts on which a step rests.
    Facts,
}

/// A part of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The number of entries in the whole list.
    pub total: usize,
    /// The entries as text, for items and values.
    pub texts: Vec<String>,
    /// The entries, for facts.
    pub facts: Vec<TraceFact>,
}

/// For each step of a trace, the range of its calls in the execution query.
pub fn calls_of_steps(trace: &Trace) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    let ranges = trace.steps.iter().map(|step| {
        let range = from..from + step.execution.len();
        from = range.end;
        range
    });
    ranges.collect()
}

impl Engine<'_> {
    /// The result of each step of an LLM query, `None` for one that found nothing or was not reached;
    /// followed by the target column, if rows were replaced by it.
    pub fn results(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
    ) -> Result<Vec<Option<ItemSet>>, EngineError> {
        self.count();
        let ran =
            if options.route { self.ran_routed(query, options)? } else { self.ran_llm(query, options)? };
        let of = |output: &Option<usize>| output.and_then(|at| ran.results.get(at).cloned());
        let mut results: Vec<Option<ItemSet>> = ran.outputs.iter().map(of).collect();
        results.resize(query.steps.len(), None);
        if let Some(step) = ran.steps.iter().find(|step| matches!(step.of, QueryPart::Target)) {
            results.push(ran.results_of(step).last().cloned());
        }
        Ok(results)
    }

    /// The results of all calls of an execution query, given as text.
    pub fn rerun(&self, execution: &str) -> Result<Vec<ItemSet>, EngineError> {
        if execution.trim().is_empty() {
            return Ok(Vec::new());
        }
        let query = query::parse_execution(execution)
            .map_err(|diagnostics| EngineError::Syntax { text: execution.to_owned(), diagnostics })?;
        self.count();
        let resolved = self.resolved(&query)?;
        self.executor.run(&resolved).map_err(|error| match error {
            crate::execute::ExecuteError::Store(error) => EngineError::Store(error),
            error => EngineError::Unknown { what: format!("what this answer rests on ({error})") },
        })
    }

    /// A fact with its names and provenance.
    pub fn fact(&self, id: FactId) -> Result<TraceFact, EngineError> {
        describe::fact(&self.executor, id).map_err(store_error)
    }

    /// `count` entries, beginning with `from`, from the results of one step's calls.
    pub fn page(
        &self,
        calls: &[ItemSet],
        of: Listed,
        from: usize,
        count: usize,
    ) -> Result<Page, EngineError> {
        let Some(last) = calls.last() else { return Ok(Page::default()) };
        let part = |total: usize| from.min(total)..from.saturating_add(count).min(total);
        let mut page = Page::default();
        match of {
            Listed::Items => {
                let items = describe::answer_items(&self.executor, last).map_err(store_error)?;
                page.total = items.len();
                page.texts = items[part(items.len())].iter().map(|item| item.text.clone()).collect();
            }
            Listed::Results => {
                page.total = last.len();
                for item in &last.items()[part(last.len())] {
                    page.texts.push(describe::item_text(&self.executor, item).map_err(store_error)?);
                }
            }
            Listed::Facts => {
                let ids = describe::fact_ids(calls);
                page.total = ids.len();
                for id in &ids[part(ids.len())] {
                    page.facts.push(describe::fact(&self.executor, *id).map_err(store_error)?);
                }
            }
        }
        Ok(page)
    }
}
