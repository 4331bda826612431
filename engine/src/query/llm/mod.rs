//! The LLM query: `get_information` and reasoning functions, one call per step (section 3.2 of the paper).
//!
//! The types are here. `analyse` builds them from parsed calls, with `reasoning` for the reasoning functions,
//! `typed` for those that can be read in one way only, `conditional` for the many shapes of `if`, `counted`
//! for counts per value, `extra_arguments` for arguments without a parameter, `argument_shapes` for arguments
//! of another shape, `general` for unknown functions, and `terms` for the values of parameters. `text` writes
//! a query as a writer would, and `rewrite` derives queries from others.

mod analyse;
mod argument_shapes;
mod conditional;
mod counted;
mod extra_arguments;
mod general;
mod reasoning;
mod rewrite;
mod terms;
mod text;
mod typed;

use trustuqa_model::Comparison;

pub use self::analyse::analyse;
pub use self::reasoning::usage;
pub use self::rewrite::TermPlace;
pub use self::terms::{is_step_text, reference};
use super::column::{Aggregate, Test};
use super::diagnostic::Span;
use super::formula::Formula;
use super::function::Function;

/// An LLM query: steps that refer to earlier steps by index.
#[derive(Clone, Debug, PartialEq)]
pub struct LlmQuery {
    /// The target type that the writer names in `## Target type: {…}`.
    pub target: Option<String>,
    /// The steps; the last one gives the answer.
    pub steps: Vec<Step>,
}

impl LlmQuery {
    /// Whether some step names the source in which it looks.
    pub fn names_sources(&self) -> bool {
        self.steps.iter().any(|step| match &step.call {
            Call::GetInformation(info) => !info.sources.is_empty(),
            Call::Function(call) => !call.sources.is_empty(),
        })
    }
}

/// One step of an LLM query.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The number by which the text refers to the step.
    pub number: u32,
    /// The words in which the writer says what the step does.
    pub note: String,
    /// The call.
    pub call: Call,
    /// The place of the call in the text.
    pub span: Span,
}

/// The call of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// `get_information(…)`.
    GetInformation(GetInformation),
    /// A reasoning function.
    Function(FunctionCall),
}

/// The parameters of `get_information`, each optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetInformation {
    /// `head_entity`
    pub head: Option<Term>,
    /// `relation`
    pub relation: Option<Term>,
    /// `tail_entity` with its comparison
    pub tail: Option<Constraint>,
    /// `key`
    pub key: Option<Term>,
    /// `value` with its comparison
    pub value: Option<Constraint>,
    /// The test of `tail_entity`, when it is written as one: `contains('x')`.
    pub tail_test: Option<Test<String>>,
    /// The test of `value`.
    pub value_test: Option<Test<String>>,
    /// `source`: the sources to look in; empty for all.
    pub sources: Vec<String>,
}

/// A call of a reasoning function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    /// The function.
    pub function: Function,
    /// Its sets, in order.
    pub sets: Vec<Term>,
    /// `relation`, where the function takes one.
    pub relation: Option<Term>,
    /// The comparison of functions such as `keep`.
    pub value: Option<Constraint>,
    /// `k` of functions such as `top_k`.
    pub k: Option<usize>,
    /// The comparison that `compare` is to decide.
    pub op: Option<Comparison>,
    /// The test of `value`, when it is written as one: `contains('x')`.
    pub test: Option<Test<String>>,
    /// `of` of `group`, the second relation of `correlation`, and `by` of `keep`: the key of a member's
    /// group.
    pub of: Option<Term>,
    /// `with` of `group`.
    pub with: Option<Aggregate>,
    /// `weight` of `group`: the weight of each member, for `most` and `least`.
    pub weight: Option<Term>,
    /// `formula` of `derive` and `calculate`; the operands of the latter are its sets.
    pub formula: Option<Formula>,
    /// `reason` of `no_answer`.
    pub reason: Option<String>,
    /// `source`: the sources to look in; empty for all.
    pub sources: Vec<String>,
}

impl FunctionCall {
    /// A call with nothing but sets.
    pub fn of(function: Function, sets: Vec<Term>) -> FunctionCall {
        FunctionCall {
            function,
            sets,
            relation: None,
            value: None,
            k: None,
            op: None,
            test: None,
            of: None,
            with: None,
            weight: None,
            formula: None,
            reason: None,
            sources: Vec::new(),
        }
    }
}

/// A comparison with a term.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// The comparison.
    pub op: Comparison,
    /// The bound.
    pub term: Term,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// One or more names; several mean any of them.
    Names(Vec<String>),
    /// The result of an earlier step, by index into [`LlmQuery::steps`].
    Output(usize),
}

/// The name of the searching function.
pub const GET_INFORMATION: &str = "get_information";
