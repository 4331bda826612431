//! Builders of execution calls. A call is referred to by its index, counted on from the results so far.

use trustuqa_model::{Comparison, NodeId};

use super::{Translated, Translator};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Node1, Operand};

/// A call of a reasoning function over sets, without a relation.
pub(super) fn reason(
    function: Function,
    sets: Vec<Operand<NodeId>>,
    value: Option<(Comparison, Operand<NodeId>)>,
) -> ExecutionCall<NodeId> {
    ExecutionCall::Reason { function, sets, relation: Vec::new(), value, k: None, sources: Vec::new() }
}

impl Translated {
    /// Appends a call and returns the operand that refers to its result.
    pub(super) fn push(&mut self, t: &Translator<'_, '_>, call: ExecutionCall<NodeId>) -> Operand<NodeId> {
        self.calls.push(call);
        Operand::Set(t.results.len() + self.calls.len() - 1)
    }

    /// Appends a call of a reasoning function over sets, without a relation.
    pub(super) fn reason(
        &mut self,
        t: &Translator<'_, '_>,
        function: Function,
        sets: Vec<Operand<NodeId>>,
    ) -> Operand<NodeId> {
        self.push(t, reason(function, sets, None))
    }

    /// Appends a search for the rows whose value in one of the columns compares as given.
    pub(super) fn rows_where(
        &mut self,
        t: &Translator<'_, '_>,
        columns: &[NodeId],
        op: Comparison,
        node2: Operand<NodeId>,
        condition: Option<Operand<NodeId>>,
    ) -> Operand<NodeId> {
        self.push(
            t,
            ExecutionCall::SearchCondition {
                node1: Node1::Nodes(columns.to_vec()),
                node2,
                op,
                condition,
                relation: Vec::new(),
                scope: None,
                sources: t.source_names.clone(),
            },
        )
    }
}

/// A value written in the query, without a node.
pub(super) fn literal(text: &str) -> Operand<NodeId> {
    Operand::Literal(text.to_owned())
}
