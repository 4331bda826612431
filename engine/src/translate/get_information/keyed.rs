//! A key that is a column or relation: with a value it selects the heads, without one it is what is asked
//! for.

use super::{Compared, ShapeBuilder, ShapeResult, ShapeStop};
use crate::ground::Parameter;
use crate::query::execution::{Condition, ExecutionCall, FactPart, Operand};
use crate::translate::{Miss, Slot, nodes};

impl ShapeBuilder<'_, '_, '_> {
    pub(super) fn keyed(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        key: Vec<String>,
        value: Option<Compared>,
    ) -> ShapeResult<()> {
        let Some(value) = value else { return self.asked_for(head, relation, tail, &key) };
        match (head, relation, tail) {
            // gi(k, v): the heads.
            (None, None, None) => self.heads_with_value(&key, &value, None)?,
            // gi(h, k, v): the head, if it has that value.
            (Some(head), None, None) => {
                let on = self.head_operand_for(&head, &key)?;
                self.heads_with_value(&key, &value, Some(on))?
            }
            // gi(r, t, k, v): the heads that have both.
            (None, Some(relation), Some(tail)) => {
                let heads = self.heads_with_tail(&relation, &tail, None)?;
                self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?
            }
            // gi(r, k, v): the tails under r of the heads that have (k, v).
            (None, Some(relation), None) => {
                let heads = self.heads_with_value(&key, &value, None)?;
                return self.key_of(heads, &relation, Parameter::Relation);
            }
            // gi(h, r, k, v): the tails under r of h, where h also has (k, v).
            (Some(head), Some(relation), None) => {
                let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
                let heads = self.heads_with_value(&key, &value, Some(on))?;
                self.search_node(nodes(&pair.relation), Condition::On(Operand::Set(heads)))
            }
            // Everything given: the tail, if the fact holds and h has (k, v).
            (Some(head), Some(relation), Some(tail)) => {
                let heads = self.fact(&head, &relation, &tail)?;
                let heads = self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?;
                // The fact itself once more, because the heads may have other tails under the relation.
                let shown = self.out.groundings.len();
                let facts = self.heads_with_tail(&relation, &tail, Some(Operand::Set(heads)))?;
                self.out.groundings.truncate(shown);
                self.push(ExecutionCall::Part { part: FactPart::Tail, set: facts })
            }
            // gi(h, t, k, v): the heads under any relation.
            (head, None, Some(tail)) => {
                let heads = self.open_relation(head.as_ref(), &tail)?;
                self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?
            }
        };
        Ok(())
    }

    /// A key without a value is asked for; the other parameters select its heads.
    fn asked_for(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        key: &[String],
    ) -> ShapeResult<()> {
        let heads = match (head, relation, tail) {
            // gi(h, k), gi(k): the key is read as a relation.
            (head, None, None) => {
                let read = self.plain(head, Some(key.to_vec()), None);
                return read.map_err(|stop| renamed(stop, Parameter::Key));
            }
            // gi(r, t, k): the heads that have the tail.
            (None, Some(relation), Some(tail)) => self.heads_with_tail(&relation, &tail, None)?,
            // gi(r, k): everything that has r.
            (None, Some(relation), None) => {
                let relation = self.relation(&relation, Parameter::Relation)?;
                let all = self.search_node(relation, Condition::Any);
                self.push(ExecutionCall::Part { part: FactPart::Head, set: all })
            }
            // gi(h, r, k): the heads that have r.
            (Some(head), Some(relation), None) => {
                let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
                let tails = self.search_node(nodes(&pair.relation), Condition::On(on));
                self.push(ExecutionCall::Part { part: FactPart::Head, set: tails })
            }
            // gi(h, r, t, k): h, where the fact holds.
            (Some(head), Some(relation), Some(tail)) => self.fact(&head, &relation, &tail)?,
            // gi(h, t, k): the heads under any relation.
            (head, None, Some(tail)) => self.open_relation(head.as_ref(), &tail)?,
        };
        self.key_of(heads, key, Parameter::Key)
    }
}

/// The same miss, reported for another parameter.
fn renamed(stop: ShapeStop, to: Parameter) -> ShapeStop {
    match stop {
        ShapeStop::Miss(Miss::NoSuchName { parameter: Parameter::Relation, asked, nearest }) => {
            ShapeStop::Miss(Miss::NoSuchName { parameter: to, asked, nearest })
        }
        other => other,
    }
}
