//! Follow-ups: whether a question refers to the one before it, and how it is read.
//!
//! * `classify` tells by the words alone what sort of follow-up a question is, if any.
//! * `substitution` puts another name, time or column into the query before.
//! * `unknown_names` does so with a name that the graph does not have.
//! * `reword` changes the words of the question before instead of its query.
//!
//! A question that is complete by itself is never read as a follow-up; in doubt it
//! counts as complete, because a question that is glued to another one by mistake is
//! answered wrongly, while one that is taken alone by mistake can be asked again.

mod classify;
mod reword;
mod substitution;
mod unknown_names;

use std::cell::Cell;
use std::sync::Arc;

use super::clarifications::Clarification;
use super::judge::EngineJudge;
use trustuqa_engine::query::Parsed;
use trustuqa_engine::query::llm::LlmQuery;
use trustuqa_engine::trace::Trace;
use trustuqa_engine::{Engine, EngineError, RunOptions};

pub use classify::{FollowUpCue, FollowUpSort, sort};
pub use reword::{Rewording, rewording};
pub use substitution::{instead, with_time};
pub use unknown_names::with_unknown_name;

/// The most answers that are named in place of the words that stand for them.
const NAMED: usize = 3;

/// Executes the queries that a follow-up can mean, each once and as it will be shown.
pub struct FollowUpExecutor<'a, 'g> {
    engine: &'a Engine<'g>,
    clarified: Vec<Clarification>,
    tried: Cell<usize>,
}

/// The query before with something else in it.
#[derive(Clone, Debug)]
pub struct ChangedQuery {
    /// The query.
    pub query: Arc<Parsed>,
    /// What it gave.
    pub trace: Trace,
    /// What it was executed under.
    pub options: RunOptions,
    /// A remark on each name that the user chose a node for before.
    pub remarks: Vec<String>,
    /// The question in full.
    pub read_as: FullQuestion,
}

impl<'a, 'g> FollowUpExecutor<'a, 'g> {
    /// Over an engine, with what the user said that names mean.
    pub fn new(engine: &'a Engine<'g>, clarified: Vec<Clarification>) -> FollowUpExecutor<'a, 'g> {
        FollowUpExecutor { engine, clarified, tried: Cell::new(0) }
    }

    /// The queries that were executed so far.
    pub fn tried(&self) -> usize {
        self.tried.get()
    }

    fn run(
        &self,
        engine: &Engine<'_>,
        query: LlmQuery,
        read_as: FullQuestion,
    ) -> Result<ChangedQuery, EngineError> {
        self.tried.set(self.tried.get() + 1);
        let options = RunOptions { question: Some(read_as.shown.clone()), ..RunOptions::default() };
        let judge = EngineJudge::new(engine, options).with_clarified(self.clarified.clone());
        let query = Arc::new(Parsed::from(query));
        let judged = judge.query(&query);
        let trace = judge.trace(&judged)?;
        let (options, remarks) = (judged.options.clone(), judged.remarks.clone());
        Ok(ChangedQuery { query, trace, options, remarks, read_as })
    }
}

/// A follow-up in full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullQuestion {
    /// As it is shown: it may name what the answer before gave.
    pub shown: String,
    /// In the user's own words only, so that it may be sent, stored and learnt.
    pub plain: String,
}

impl FullQuestion {
    /// A question that stands alone: the same both ways.
    pub fn alone(question: &str) -> FullQuestion {
        FullQuestion { shown: question.to_owned(), plain: question.to_owned() }
    }
}

/// What a question can follow up on.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The questions as typed, oldest first, from the last one that stood alone.
    pub typed: Vec<String>,
    /// The last question in full, as it was read.
    pub question: FullQuestion,
    /// The query that answered it.
    pub query: Arc<Parsed>,
    /// The first answers.
    pub answers: Vec<String>,
    /// How many answers there were.
    pub total: usize,
    /// False for an answer that was not certain: an answer that builds on it is no surer.
    pub certain: bool,
}

impl Context {
    /// The context of a first question with its query and answer.
    pub fn new(typed: &str, question: FullQuestion, query: Arc<Parsed>, answers: &[&str]) -> Context {
        Context {
            typed: vec![typed.to_owned()],
            question,
            query,
            answers: answers.iter().take(NAMED).map(|a| (*a).to_owned()).collect(),
            total: answers.len(),
            certain: true,
        }
    }

    /// The question before with other words in it.
    pub fn reworded(&self, rewording: &Rewording) -> Option<FullQuestion> {
        // Of several answers, an extreme is one of them.
        if matches!(rewording, Rewording::Extreme(_)) && self.total != 1 {
            return None;
        }
        let FullQuestion { shown, plain } = &self.question;
        Some(FullQuestion { shown: rewording.put_into(shown)?, plain: rewording.put_into(plain)? })
    }

    /// A question in full, with what the words at `refers` stand for: the answers by
    /// name when they are few, else the question that they answer.
    pub fn spelt_out(&self, question: &str, refers: std::ops::Range<usize>) -> FullQuestion {
        let (Some(before), Some(after)) = (question.get(..refers.start), question.get(refers.end..)) else {
            return FullQuestion::alone(question);
        };
        let counted = |question: &str| match self.total {
            1 => format!("the answer to “{question}”"),
            total => format!("the {total} answers to “{question}”"),
        };
        let named = match self.answers.as_slice() {
            [] => "nothing".to_owned(),
            answers if self.total <= NAMED => joined(answers),
            _ => counted(&self.question.shown),
        };
        // "its capital" is Norway's capital.
        let owner = question.get(refers).is_some_and(classify::is_owner);
        let s = if owner { "'s" } else { "" };
        FullQuestion {
            shown: format!("{before}{named}{s}{after}"),
            plain: format!("{before}{}{s}{after}", counted(&self.question.plain)),
        }
    }
}

/// "A", "A and B", "A, B and C".
fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
