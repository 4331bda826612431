//! A query in the making: steps with their words, referring to earlier steps by index.

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{
    Call, Constraint, FunctionCall, GetInformation, LlmQuery, Step, Term, is_step_text,
};
use trustuqa_storage::Comparison;

use crate::eval::GoldQuery;

/// The steps so far.
#[derive(Default)]
pub(super) struct Draft {
    steps: Vec<Step>,
}

/// One name as a parameter.
pub(super) fn name(text: &str) -> Option<Term> {
    Some(Term::Names(vec![text.to_owned()]))
}

/// A name to compare with.
pub(super) fn compared(op: Comparison, text: &str) -> Option<Constraint> {
    Some(Constraint { op, term: Term::Names(vec![text.to_owned()]) })
}

/// A name to be equal to.
pub(super) fn equal(text: &str) -> Option<Constraint> {
    compared(Comparison::Eq, text)
}

impl Draft {
    /// Adds a `get_information` and returns its result as a parameter.
    pub(super) fn get(&mut self, note: impl Into<String>, info: GetInformation) -> Term {
        self.push(note.into(), Call::GetInformation(info))
    }

    /// Adds a reasoning function over sets.
    pub(super) fn apply(&mut self, note: impl Into<String>, function: Function, sets: Vec<Term>) -> Term {
        self.push(note.into(), Call::Function(FunctionCall::of(function, sets)))
    }

    /// Adds `keep`: the members of a set that compare with the value of another step.
    pub(super) fn keep(&mut self, note: impl Into<String>, set: Term, op: Comparison, bound: Term) -> Term {
        let value = Some(Constraint { op, term: bound });
        let call = FunctionCall { value, ..FunctionCall::of(Function::Keep, vec![set]) };
        self.push(note.into(), Call::Function(call))
    }

    fn push(&mut self, note: String, call: Call) -> Term {
        let number = self.steps.len() as u32 + 1;
        // The words are one line, whatever the names in them hold.
        let note = trustuqa_load::clean(&note).into_owned();
        self.steps.push(Step { number, note, call, span: 0..0 });
        Term::Output(self.steps.len() - 1)
    }

    /// The query as text, which [`trustuqa_engine::query::parse`] reads as these steps.
    pub(super) fn query(self) -> GoldQuery {
        let query = LlmQuery { target: None, steps: self.steps };
        if let Some((_, _, name)) = query.names().into_iter().find(|(_, _, name)| is_step_text(name)) {
            return GoldQuery::Impossible(format!("the name `{name}` would be read as a step of the query"));
        }
        GoldQuery::Query(query.to_string())
    }
}
