//! Translation of the steps of an LLM query to execution calls (syntax mapping, section 3.2 and Table 1 of
//! the paper), together with the joint choice of what their names mean: a relation and an entity that occur
//! together in the graph are preferred to the two nearest names that do not.
//!
//! One step is translated at a time, after the steps before it were run, because what a relation can mean
//! depends on what the earlier steps found.
//!
//! * `get_information` translates the searching function.
//! * `function` translates the reasoning functions; `compare` those whose answer is a name or a word, with
//!   `direction` for the side that is asked for.
//! * `typed` translates functions that can be read in one way only, `columns` what a text in the place of a
//!   relation means, and `sources` the sources that a step names.
//! * `target` finds the column of rows that a target type names, `label` the names of the two sides of a
//!   comparison.
//! * `surface_cues` reads the words beside a call.
//! * `cell_lists` reads cells that hold several values or none; `calls` builds execution calls.
//! * `joint` chooses candidates by what occurs together in the graph.
//! * `chosen_nodes` applies the choices of the user.

mod calls;
mod cell_lists;
mod chosen_nodes;
mod columns;
mod compare;
mod direction;
mod function;
mod get_information;
mod joint;
mod label;
mod sources;
mod surface_cues;
mod target;
mod typed;

use trustuqa_model::{NodeId, Scope};

use crate::execute::{Executor, ItemSet, Result};
use crate::family::{Families, Family};
use crate::ground::{Catalog, Embed, Grounder, Grounding, NodeCandidate, Parameter};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::llm::{Call, LlmQuery, Step, Term};

pub use chosen_nodes::Pin;

/// Why a step finds nothing, known before it is run.
#[derive(Clone, Debug, PartialEq)]
pub enum Miss {
    /// No node in scope has a name like the one asked for.
    NoSuchName {
        /// The parameter.
        parameter: Parameter,
        /// The name asked for.
        asked: String,
        /// The nearest existing names.
        nearest: Vec<String>,
    },
    /// The names are known, but no fact connects them.
    NoSuchFact {
        /// What was looked for, in words.
        what: String,
        /// What to ask instead, when the graph suggests something.
        hint: Option<String>,
    },
    /// The query itself says that no source can answer.
    NotStored {
        /// What is missing, in words.
        reason: String,
    },
}

/// A step translated to execution calls.
#[derive(Clone, Debug, Default)]
pub struct Translated {
    /// The calls; the last one is the step's result. Empty when `miss` is set.
    pub calls: Vec<ExecutionCall<NodeId>>,
    /// What each name of the step was mapped to.
    pub groundings: Vec<Grounding>,
    /// Why nothing can be found; `None` when the calls can run.
    pub miss: Option<Miss>,
    /// What was interpreted differently from how it is written, each as a sentence for the trace.
    pub readings: Vec<String>,
}

/// Everything that the translation of a step depends on.
#[derive(Clone)]
pub struct Translator<'a, 'g> {
    /// The query; some steps are read together with those before them.
    pub query: &'a LlmQuery,
    /// Runs the checks of what occurs together in the graph.
    pub executor: &'a Executor<'g>,
    /// The relations of the graph.
    pub catalog: &'a Catalog,
    /// The sentence encoder, when there is one.
    pub embed: Option<&'a dyn Embed>,
    /// The question, for steps whose words leave open which of two readings is meant.
    pub question: Option<&'a str>,
    /// The target type of the query.
    pub target: Option<&'a str>,
    /// The sources to look in.
    pub scope: Scope,
    /// The names of those sources, as execution calls give them; empty for all.
    pub source_names: Vec<String>,
    /// Results of the execution calls so far.
    pub results: &'a [ItemSet],
    /// For each earlier step, the index of the execution call with its result; `None` when the step found
    /// nothing.
    pub outputs: &'a [Option<usize>],
    /// Nodes that the user chose for names, of this and of other steps.
    pub pins: &'a [Pin],
    /// Families of rules that are switched off.
    pub without: Families,
    /// The index of the step being translated.
    pub step: usize,
}

/// A resolved parameter.
#[derive(Clone, Debug, PartialEq)]
enum Slot {
    /// Names still to be grounded; several names mean any of them.
    Names(Vec<String>),
    /// The result of an execution call.
    Set(usize),
}

impl Translator<'_, '_> {
    /// Translates one step of `query`.
    pub fn step(&self, query: &LlmQuery, index: usize) -> Result<Translated> {
        let named = query.steps.get(index).map_or(&[][..], |step| sources::named(&step.call));
        if named.is_empty() {
            return self.step_in_scope(query, index);
        }
        match self.within(named) {
            Ok(restricted) => restricted.step_in_scope(query, index),
            Err(miss) => Ok(Translated { miss: Some(miss), ..Translated::default() }),
        }
    }

    fn step_in_scope(&self, query: &LlmQuery, index: usize) -> Result<Translated> {
        let mut translated = match query.steps.get(index).map(|s| &s.call) {
            Some(Call::GetInformation(info)) => get_information::translate(self, info)?,
            Some(Call::Function(call)) => function::translate(self, query, index, call)?,
            None => Translated::default(),
        };
        self.add_runners_up(&mut translated)?;
        Ok(translated)
    }

    /// The call that reads the target column of rows, with its grounding; `None` when the name is not a
    /// column of the rows' tables.
    pub fn target_column(
        &self,
        rows: usize,
        target: &str,
        query: &LlmQuery,
    ) -> Result<Option<(ExecutionCall<NodeId>, Grounding)>> {
        match target::column(self, rows, target)? {
            Some(found) => Ok(Some(found)),
            None if self.rows_in(self.set(rows))? > 0 => target::naming_column(self, query, rows),
            None => Ok(None),
        }
    }

    /// Whether the rules of a family are switched on.
    fn uses(&self, family: Family) -> bool {
        !self.without.has(family)
    }

    fn grounder(&self) -> Grounder<'_> {
        Grounder {
            graph: self.executor.graph(),
            catalog: self.catalog,
            embed: self.embed,
            scope: self.scope.clone(),
        }
    }

    /// Resolves a term. The output of a step that found nothing is an error, because no call can refer to it.
    fn slot(&self, term: &Term) -> std::result::Result<Slot, EmptyInput> {
        match term {
            Term::Names(names) => Ok(Slot::Names(names.clone())),
            Term::Output(index) => {
                self.outputs.get(*index).copied().flatten().map(Slot::Set).ok_or(EmptyInput)
            }
        }
    }

    /// The step whose result is that of the execution call at `index`.
    fn step_of(&self, index: usize) -> Option<&Step> {
        self.query.steps.get(self.outputs.iter().rposition(|output| *output == Some(index))?)
    }

    fn set(&self, index: usize) -> &ItemSet {
        static EMPTY: std::sync::OnceLock<ItemSet> = std::sync::OnceLock::new();
        self.results.get(index).unwrap_or_else(|| EMPTY.get_or_init(ItemSet::default))
    }
}

/// An earlier step found nothing, so this one finds nothing either.
struct EmptyInput;

impl Slot {
    fn operand(&self, chosen: &[NodeCandidate]) -> Operand<NodeId> {
        match self {
            Slot::Set(index) => Operand::Set(*index),
            Slot::Names(_) => Operand::Nodes(chosen.iter().map(|c| c.node).collect()),
        }
    }
}

fn nodes(candidates: &[NodeCandidate]) -> Vec<NodeId> {
    candidates.iter().map(|c| c.node).collect()
}
