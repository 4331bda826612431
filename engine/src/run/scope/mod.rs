//! Which table a query is about, when its source is not given.
//!
//! Tables share column names, and a query over `Player` could be about any of them. Grounding step by step
//! would take rows of all tables, or of the wrong one. So the query is considered as a whole: a table that
//! has all of its columns and values is preferred to tables that have some of them, and among several such
//! tables the question decides.
//!
//! A query that no single table can answer, or that a graph can answer, is left alone: it joins sources,
//! which step-by-step grounding handles.
//!
//! * `required_names` - what a query requires of a source
//! * `coverage` - which sources have it
//! * `likelihood` - which of several tables the query and the question fit best

mod coverage;
mod likelihood;
mod required_names;

use trustuqa_model::{Scope, SourceId};

use self::coverage::{Covering, cover};
use super::answer::Answered;
use super::run_steps::FinishedRun;
use super::{Engine, EngineError, RunOptions, store_error};
use crate::query;
use crate::query::llm::LlmQuery;
use crate::trace::{OtherSource, Routing, Status};

/// The most tables on which a query is tried.
const TRIED: usize = 8;
/// The difference in weight, in natural logarithms, from which on there is no doubt about the table.
const CLEAR: f32 = 2.0;

/// A table that could answer, with the run of the query on it.
struct Tried {
    name: String,
    weight: f32,
    ran: FinishedRun,
    answer: Answered,
}

impl Engine<'_> {
    /// Runs an LLM query over the one table that it is about, among `options.sources` or all; if there is no
    /// such table, over all of them.
    pub(super) fn ran_routed(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
    ) -> Result<FinishedRun, EngineError> {
        // A query that names its sources is run unchanged.
        if query.names_sources() {
            return self.ran_llm(query, options);
        }
        let scope = self.scope(&options.sources)?;
        let in_scope = self.executor.sources().iter().filter(|source| scope.contains(source.id)).count();
        if in_scope > 1
            && let Some(ran) = self.of_one_table(query, options, &scope)?
        {
            return Ok(ran);
        }
        self.ran_llm(query, options)
    }

    /// The run over the one table that the query is about; `None` when there is no such table.
    fn of_one_table(
        &self,
        query: &LlmQuery,
        options: &RunOptions,
        scope: &Scope,
    ) -> Result<Option<FinishedRun>, EngineError> {
        let needs = required_names::of(query);
        let covering = match cover(self, &needs, scope).map_err(store_error)? {
            Covering::Tables(tables) => tables,
            Covering::NoTableAlone => return Ok(None),
        };
        let question = options.question.as_deref().unwrap_or_default();
        let weighed = likelihood::order(self, &needs, covering, question).map_err(store_error)?;
        let count = weighed.len();
        let mut tried = Vec::new();
        for (id, weight) in weighed.into_iter().take(TRIED) {
            let Some(name) = self.source_name(id) else { continue };
            let alone = RunOptions { sources: vec![name.clone()], ..options.clone() };
            let ran = self.ran_llm(query, &alone)?;
            let answer = self.answer_of(&ran)?;
            if works(&answer) {
                tried.push(Tried { name, weight, ran, answer });
            }
        }
        Ok(chosen(tried, &required_names::in_words(&needs), count))
    }

    fn source_name(&self, id: SourceId) -> Option<String> {
        self.executor.source(id).map(|source| source.name.clone())
    }
}

/// Whether the query found something at every step. A count of nothing is an answer, but no evidence for a
/// table.
fn works(answer: &Answered) -> bool {
    answer.status == Status::Answered && answer.empty_step.is_none()
}

/// The run on the first of the tables, with what is to be reported about the others.
fn chosen(tried: Vec<Tried>, needs: &str, covering: usize) -> Option<FinishedRun> {
    let mut tried = tried.into_iter();
    let best = tried.next()?;
    let next = tried.as_slice().first().map(|other| other.weight);
    let mut others = Vec::new();
    let mut rivals = Vec::new();
    for other in tried {
        let same_answer = other.answer.items == best.answer.items;
        if !same_answer && best.weight - other.weight < CLEAR {
            rivals.push(query::ticked(&other.name));
        }
        others.push(OtherSource { name: other.name, same_answer });
    }
    let verb = if rivals.len() == 1 { "gives another answer" } else { "give other answers" };
    let doubt = (!rivals.is_empty()).then(|| {
        let name = query::ticked(&best.name);
        format!("the table {name} was used; {} {verb}", rivals.join(", "))
    });
    let why = match next {
        _ if covering == 1 => format!("it alone has {needs}"),
        // Sums of the same terms in another order can differ slightly.
        Some(next) if best.weight - next < 1e-3 => {
            format!(
                "of {covering} tables that have {needs}, it was loaded first; nothing else tells them apart"
            )
        }
        _ => format!("of {covering} tables that have {needs}, it fits query and question best"),
    };
    let mut ran = best.ran;
    ran.routing = Some((Routing { chosen: best.name, why, others }, doubt));
    Some(ran)
}
