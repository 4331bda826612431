//! Head, relation and tail without a key.

use super::{Compared, ShapeBuilder, ShapeResult, ShapeStop};
use crate::ground::Parameter;
use crate::query::execution::{Condition, ExecutionCall, FactPart};
use crate::translate::{Slot, nodes};

impl ShapeBuilder<'_, '_, '_> {
    pub(super) fn plain(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
    ) -> ShapeResult<()> {
        match (head, relation, tail) {
            (None, None, None) => Err(ShapeStop::EmptyInput),
            // gi(h) -> search_node(h, []): the relations and keys of h.
            (Some(head), None, None) => {
                self.facts_of_head(&head)?;
                Ok(())
            }
            // gi(r) -> search_node(r): the tails under r.
            (None, Some(relation), None) => {
                let relation = self.relation(&relation, Parameter::Relation)?;
                self.search_node(relation, Condition::Any);
                Ok(())
            }
            // gi(h, r) -> search_node(r, h): the tails of h under r.
            (Some(head), Some(relation), None) => {
                let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
                self.search_node(nodes(&pair.relation), Condition::On(on));
                Ok(())
            }
            // gi(r, t) -> search_condition(r, t, op): the heads.
            (None, Some(relation), Some(tail)) => {
                self.heads_with_tail(&relation, &tail, None)?;
                Ok(())
            }
            // gi(h, r, t): the tail if the fact holds.
            (Some(head), Some(relation), Some(tail)) => {
                let at = self.fact(&head, &relation, &tail)?;
                self.push(ExecutionCall::Part { part: FactPart::Tail, set: at });
                Ok(())
            }
            // gi(h, t): the relations between the two.
            (Some(head), None, Some(tail)) => {
                let at = self.open_relation(Some(&head), &tail)?;
                self.push(ExecutionCall::Part { part: FactPart::Relation, set: at });
                Ok(())
            }
            // gi(t): every head that has t as a tail.
            (None, None, Some(tail)) => {
                self.open_relation(None, &tail)?;
                Ok(())
            }
        }
    }
}
