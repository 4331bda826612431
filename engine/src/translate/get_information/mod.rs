//! `get_information` as execution calls: Table 1 of the paper, and the shapes that the paper's demonstrations
//! use beyond it.
//!
//! The shape of a call is the set of its parameters. `plain` translates the shapes without a key, `keyed`
//! those whose key is a column or relation, and `qualified` those whose key is a time of the facts; `tested`
//! translates tests, formulas and whole sources, and `row_number` calls about the position of a row. All of
//! them are composed from `shape_calls`; `absent_cells` removes cells that say that there is no value. This
//! module holds the builder that collects the calls, and the ways in which a translation stops.

mod absent_cells;
mod keyed;
mod plain;
mod qualified;
mod row_number;
mod shape_calls;
mod tested;

use trustuqa_model::{Comparison, NodeId, Value};

use super::{EmptyInput, Miss, Slot, Translated, Translator};
use crate::execute::Result;
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand};
use crate::query::llm::{Constraint, GetInformation, Term};
use crate::query::words;

/// Collects the calls of a translation: the next one gets the index `base + calls.len()`.
struct ShapeBuilder<'t, 'a, 'g> {
    t: &'t Translator<'a, 'g>,
    base: usize,
    out: Translated,
}

type ShapeResult<T> = std::result::Result<T, ShapeStop>;

enum ShapeStop {
    Miss(Miss),
    EmptyInput,
    Failed(crate::execute::ExecuteError),
}

impl From<crate::execute::ExecuteError> for ShapeStop {
    fn from(error: crate::execute::ExecuteError) -> ShapeStop {
        ShapeStop::Failed(error)
    }
}

impl From<trustuqa_model::Error> for ShapeStop {
    fn from(error: trustuqa_model::Error) -> ShapeStop {
        ShapeStop::Failed(error.into())
    }
}

impl From<EmptyInput> for ShapeStop {
    fn from(_: EmptyInput) -> ShapeStop {
        ShapeStop::EmptyInput
    }
}

/// A constraint with its term resolved.
struct Compared {
    op: Comparison,
    slot: Slot,
}

/// Translates one `get_information`.
pub fn translate(t: &Translator<'_, '_>, info: &GetInformation) -> Result<Translated> {
    let mut build = ShapeBuilder { t, base: t.results.len(), out: Translated::default() };
    match build.translate(info) {
        Ok(()) => Ok(build.out),
        Err(ShapeStop::Miss(miss)) => {
            build.out.calls.clear();
            build.out.miss = Some(miss);
            Ok(build.out)
        }
        Err(ShapeStop::EmptyInput) => {
            build.out.calls.clear();
            Ok(build.out)
        }
        Err(ShapeStop::Failed(error)) => Err(error),
    }
}

impl ShapeBuilder<'_, '_, '_> {
    fn translate(&mut self, info: &GetInformation) -> ShapeResult<()> {
        if self.tested(info)? {
            return Ok(());
        }
        let head = self.slot(info.head.as_ref())?;
        let relation = self.names(info.relation.as_ref())?;
        let tail = self.compared(info.tail.as_ref())?;
        let key = self.names(info.key.as_ref())?;
        let value = self.compared(info.value.as_ref())?;
        if self.is_row_number(relation.as_ref()) {
            return self.numbered(head, tail, key, value);
        }
        if self.is_row_number(key.as_ref()) {
            return self.numbered_key(head, relation, tail, value);
        }
        match key {
            None => self.plain(head, relation, tail),
            Some(key) => match self.qualifier(head.as_ref(), &key, relation.as_deref())? {
                Some(qualifier) => self.qualified(head, relation, tail, qualifier, value),
                None => self.keyed(head, relation, tail, key, value),
            },
        }
    }

    fn slot(&self, term: Option<&Term>) -> ShapeResult<Option<Slot>> {
        Ok(match term {
            Some(term) => Some(self.t.slot(term)?),
            None => None,
        })
    }

    /// The names of relations or keys; the members of an earlier step are taken as names.
    fn names(&self, term: Option<&Term>) -> ShapeResult<Option<Vec<String>>> {
        match self.slot(term)? {
            None => Ok(None),
            Some(Slot::Names(names)) => Ok(Some(names)),
            Some(Slot::Set(index)) => {
                let mut names = Vec::new();
                for item in self.t.set(index).items() {
                    names.push(self.t.executor.text(item)?);
                }
                if names.is_empty() { Err(ShapeStop::EmptyInput) } else { Ok(Some(names)) }
            }
        }
    }

    fn compared(&self, constraint: Option<&Constraint>) -> ShapeResult<Option<Compared>> {
        Ok(match constraint {
            Some(c) => {
                let slot = self.t.slot(&c.term)?;
                Some(Compared { op: self.effective_comparison(c.op, &slot), slot })
            }
            None => None,
        })
    }

    /// The comparison that is meant: names have no order, so `>=` and `<=` mean `=`.
    fn effective_comparison(&self, op: Comparison, slot: &Slot) -> Comparison {
        let names = match slot {
            Slot::Names(names) => names,
            // The members have counts beside them, but here their names are compared.
            Slot::Set(index) if self.are_counted(*index) && matches!(op, Comparison::Ge | Comparison::Le) => {
                return Comparison::Eq;
            }
            Slot::Set(_) => return op,
        };
        let is_name = |name: &String| {
            Value::parse(name).order_key().is_none()
                && name.chars().count() > 1
                && words::superlative(name).is_none()
                && !name.bytes().any(|b| b.is_ascii_digit())
        };
        match op {
            Comparison::Ge | Comparison::Le if names.iter().all(is_name) => Comparison::Eq,
            op => op,
        }
    }

    /// Whether every member of a set has a count or another value of a group beside it.
    fn are_counted(&self, index: usize) -> bool {
        let items = self.t.set(index).items();
        !items.is_empty() && items.iter().all(|item| item.measure.is_some())
    }

    fn sources(&self) -> Vec<String> {
        self.t.source_names.clone()
    }

    fn push(&mut self, call: ExecutionCall<NodeId>) -> usize {
        self.out.calls.push(call);
        self.base + self.out.calls.len() - 1
    }

    fn search_node(&mut self, relation: Vec<NodeId>, condition: Condition<NodeId>) -> usize {
        let sources = self.sources();
        self.push(ExecutionCall::SearchNode {
            node1: Node1::Nodes(relation),
            condition,
            scope: None,
            sources,
        })
    }

    fn search_condition(
        &mut self,
        relation: Vec<NodeId>,
        node2: Operand<NodeId>,
        op: Comparison,
        condition: Option<Operand<NodeId>>,
    ) -> usize {
        let sources = self.sources();
        self.push(ExecutionCall::SearchCondition {
            node1: Node1::Nodes(relation),
            node2,
            op,
            condition,
            relation: Vec::new(),
            scope: None,
            sources,
        })
    }
}
