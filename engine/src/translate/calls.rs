//! Execution calls in the making: each is named by its place after those that ran.

use trustuqa_model::{Comparison, NodeId};

use super::{Translated, Translator};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Node1, Operand};

/// A reasoning function of sets.
pub(super) fn reason(
    function: Function,
    sets: Vec<Operand<NodeId>>,
    value: Option<(Comparison, Operand<NodeId>)>,
) -> ExecutionCall<NodeId> {
    ExecutionCall::Reason { function, sets, relation: Vec::new(), value, k: None, sources: Vec::new() }
}

impl Translated {
    /// Adds a call; what it gives is the operand.
    pub(super) fn push(&mut self, t: &Translator<'_, '_>, call: ExecutionCall<NodeId>) -> Operand<NodeId> {
        self.calls.push(call);
        Operand::Set(t.results.len() + self.calls.len() - 1)
    }

    /// Adds a reasoning function of sets.
    pub(super) fn reason(
        &mut self,
        t: &Translator<'_, '_>,
        function: Function,
        sets: Vec<Operand<NodeId>>,
    ) -> Operand<NodeId> {
        self.push(t, reason(function, sets, None))
    }

    /// Adds the rows in which columns compare as asked.
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

/// A value that was only written.
pub(super) fn literal(text: &str) -> Operand<NodeId> {
    Operand::Literal(text.to_owned())
}
