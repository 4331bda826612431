//! The answer of a finished run.

use std::collections::HashSet;

use super::run_steps::{FinishedRun, QueryPart, Stop};
use super::{Engine, EngineError, describe, store_error};
use crate::execute::{ExecuteError, left_out};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::ticked;
use crate::trace::{AnswerItem, Missed, Status, StoppedAt, Trace};
use crate::translate::Miss;

/// The answer of a query, without its trace. The trace of the same execution says the same, because both are
/// derived from one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The kind of the answer.
    pub status: Status,
    /// The place at which the query stopped, if that is why there is no answer.
    pub stopped: Option<StoppedAt>,
    /// The distinct items, in the order in which they were found.
    pub items: Vec<AnswerItem>,
    /// Why the answer is empty, if it is.
    pub message: Option<String>,
    /// What to do next.
    pub hint: Option<String>,
    /// The name that is not in the graph, if that is the reason.
    pub missed: Option<Missed>,
    /// Why the answer is not certain; empty when every name was matched beyond doubt.
    pub doubts: Vec<String>,
    /// The number of the first step that found nothing.
    pub empty_step: Option<u32>,
    /// The repairs that the lenient parser made in the text of the query.
    pub repairs: Vec<String>,
}

impl Answered {
    /// The answer in a trace.
    pub fn of(trace: &Trace) -> Answered {
        let answer = &trace.answer;
        Answered {
            status: answer.status,
            stopped: answer.stopped,
            items: answer.items.clone(),
            message: answer.message.clone(),
            hint: answer.hint.clone(),
            missed: answer.missed.clone(),
            doubts: answer.doubts.clone(),
            empty_step: trace.steps.iter().find(|s| s.results_total == 0).map(|s| s.number),
            repairs: trace.repairs.clone(),
        }
    }

    /// The texts of the items.
    pub fn texts(&self) -> Vec<&str> {
        self.items.iter().map(|item| item.text.as_str()).collect()
    }

    /// Whether the answer is certain: every name was matched beyond doubt.
    pub fn certain(&self) -> bool {
        self.doubts.is_empty()
    }
}

impl Engine<'_> {
    /// The answer of a finished run.
    pub(super) fn answer_of(&self, ran: &FinishedRun) -> Result<Answered, EngineError> {
        let items = match ran.answer() {
            Some(set) => describe::answer_items(&self.executor, set).map_err(store_error)?,
            None => Vec::new(),
        };
        let groundings = ran.steps.iter().flat_map(|step| &step.groundings);
        let mut doubts: Vec<String> = groundings.filter_map(describe::doubt).collect();
        doubts.dedup();
        let (status, message, hint) = match &ran.stop {
            Some(Stop::Failed { message, hint, .. }) => (Status::Failed, Some(message.clone()), hint.clone()),
            // A step that found nothing beside others that did (in a union) is reported as a doubt.
            Some(Stop::Miss(miss)) if !items.is_empty() => {
                let (_, missed, hint) = describe::miss(miss);
                doubts.extend(missed);
                (Status::Answered, None, hint)
            }
            None if !items.is_empty() => (Status::Answered, None, None),
            Some(Stop::Miss(miss)) => describe::miss(miss),
            None => (Status::Empty, Some(self.why_empty(ran)?), None),
        };
        doubts.extend(ran.routing.as_ref().and_then(|(_, doubt)| doubt.clone()));
        if status == Status::Answered {
            doubts.extend(self.left_out(ran)?);
        }
        let stopped = ran.stop.as_ref().filter(|_| status != Status::Answered).map(Stop::at);
        let empty_step = ran.first_empty().map(|step| ran.number(step));
        let missed = if status == Status::NoSuchName { missed(ran) } else { None };
        let repairs = Vec::new();
        Ok(Answered { status, stopped, items, message, hint, missed, doubts, empty_step, repairs })
    }

    /// The values that orderings in the query left out, as doubts in words.
    fn left_out(&self, ran: &FinishedRun) -> Result<Vec<String>, EngineError> {
        let mut doubts = Vec::new();
        for (at, call) in ran.calls.iter().enumerate() {
            let before = ran.results.get(..at).unwrap_or_default();
            let mut texts = match left_out(&self.executor, call, before) {
                Ok(texts) => texts,
                Err(ExecuteError::Store(error)) => return Err(EngineError::Store(error)),
                // A failed call reports this itself.
                Err(ExecuteError::Step { .. }) => continue,
            };
            if !texts.is_empty() {
                let asked = self.asked_for(ran)?;
                texts.retain(|text| !asked.contains(text));
            }
            if let [first, others @ ..] = texts.as_slice() {
                let more = match others.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                doubts.push(format!("{}{more} could not be compared with the others", ticked(first)));
            }
        }
        doubts.dedup();
        Ok(doubts)
    }

    /// The names of cells that the query asks for explicitly: translation has read them, even if an ordering
    /// leaves them out.
    fn asked_for(&self, ran: &FinishedRun) -> Result<HashSet<String>, EngineError> {
        let mut names = HashSet::new();
        for call in &ran.calls {
            if let ExecutionCall::SearchCondition { node2: Operand::Nodes(cells), .. } = call {
                for cell in cells {
                    names.insert(self.executor.node(*cell).map_err(store_error)?.0);
                }
            }
        }
        Ok(names)
    }

    /// A message for an answer that is truly empty: it names the first step that found nothing.
    fn why_empty(&self, ran: &FinishedRun) -> Result<String, EngineError> {
        Ok(match ran.first_empty() {
            Some(step) => format!(
                "nothing was found: step {} ({}) gave nothing",
                ran.number(step),
                self.title(ran, step)?.trim_end_matches(": nothing")
            ),
            None => "nothing was found".to_owned(),
        })
    }
}

/// The first name that is not in the graph.
fn missed(ran: &FinishedRun) -> Option<Missed> {
    ran.steps.iter().find_map(|step| match (&step.stop, step.of) {
        (Some(Stop::Miss(Miss::NoSuchName { parameter, asked, nearest })), QueryPart::Step(index)) => {
            Some(Missed {
                step: index,
                parameter: *parameter,
                asked: asked.clone(),
                nearest: nearest.clone(),
            })
        }
        _ => None,
    })
}
