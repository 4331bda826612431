//! A key that is a column or relation: what is asked for, or what selects the heads.

use super::{Build, Compared, Step, Stop};
use crate::ground::Parameter;
use crate::query::execution::{Condition, ExecutionCall, Operand, Part};
use crate::translate::{Miss, Slot, nodes};

impl Build<'_, '_, '_> {
    pub(super) fn keyed(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        key: Vec<String>,
        value: Option<Compared>,
    ) -> Step<()> {
        match (head, relation, tail, value) {
            // gi(h, k), gi(k): the key is read as a relation.
            (head, None, None, None) => {
                self.plain(head, Some(key), None).map_err(|s| renamed(s, Parameter::Key))
            }
            // gi(k, v): the heads.
            (None, None, None, Some(value)) => {
                self.heads_with_value(&key, &value, None)?;
                Ok(())
            }
            // gi(h, k, v): the head, if it has that value.
            (Some(head), None, None, Some(value)) => {
                let on = self.head_operand_for(&head, &key)?;
                self.heads_with_value(&key, &value, Some(on))?;
                Ok(())
            }
            // gi(r, t, k): the values of k of the heads.
            (None, Some(relation), Some(tail), None) => {
                let heads = self.heads_with_tail(&relation, &tail, None)?;
                self.key_of(heads, &key, Parameter::Key)
            }
            // gi(r, t, k, v): the heads that have both.
            (None, Some(relation), Some(tail), Some(value)) => {
                let heads = self.heads_with_tail(&relation, &tail, None)?;
                self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?;
                Ok(())
            }
            // gi(r, k, v): the tails under r of the heads that have (k, v).
            (None, Some(relation), None, Some(value)) => {
                let heads = self.heads_with_value(&key, &value, None)?;
                self.key_of(heads, &relation, Parameter::Relation)
            }
            // gi(r, k): the values of k of everything that has r.
            (None, Some(relation), None, None) => {
                let relation = self.relation(&relation, Parameter::Relation)?;
                let all = self.search_node(relation, Condition::Any);
                let heads = self.push(ExecutionCall::Part { part: Part::Head, set: all });
                self.key_of(heads, &key, Parameter::Key)
            }
            // gi(h, r, k): the values of k of the heads that have r.
            (Some(head), Some(relation), None, None) => {
                let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
                let tails = self.search_node(nodes(&pair.relation), Condition::On(on));
                let heads = self.push(ExecutionCall::Part { part: Part::Head, set: tails });
                self.key_of(heads, &key, Parameter::Key)
            }
            // gi(h, r, k, v): the tails under r of h, where h also has (k, v).
            (Some(head), Some(relation), None, Some(value)) => {
                let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
                let heads = self.heads_with_value(&key, &value, Some(on))?;
                self.search_node(nodes(&pair.relation), Condition::On(Operand::Set(heads)));
                Ok(())
            }
            // gi(h, r, t, k): the values of k of h, where the fact holds.
            (Some(head), Some(relation), Some(tail), None) => {
                let heads = self.fact(&head, &relation, &tail)?;
                self.key_of(heads, &key, Parameter::Key)
            }
            // Everything given: the tail, if the fact holds and h has (k, v).
            (Some(head), Some(relation), Some(tail), Some(value)) => {
                let heads = self.fact(&head, &relation, &tail)?;
                let heads = self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?;
                // Once more the fact itself: the heads may have other tails under the relation.
                let shown = self.out.groundings.len();
                let facts = self.heads_with_tail(&relation, &tail, Some(Operand::Set(heads)))?;
                self.out.groundings.truncate(shown);
                self.push(ExecutionCall::Part { part: Part::Tail, set: facts });
                Ok(())
            }
            // gi(h, t, k): the relation is open; the key is what is asked for.
            (head, None, Some(tail), value) => {
                let heads = self.open_relation(head.as_ref(), &tail)?;
                match value {
                    None => self.key_of(heads, &key, Parameter::Key),
                    Some(value) => {
                        self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?;
                        Ok(())
                    }
                }
            }
        }
    }
}

/// The same miss about another parameter.
fn renamed(stop: Stop, to: Parameter) -> Stop {
    match stop {
        Stop::Miss(Miss::NoSuchName { parameter: Parameter::Relation, asked, nearest }) => {
            Stop::Miss(Miss::NoSuchName { parameter: to, asked, nearest })
        }
        other => other,
    }
}
