//! A key that qualifies the fact itself: time, start time, end time.

use trustuqa_model::{NodeId, NodeKind, SourceId, SourceKind};

use super::{Compared, ShapeBuilder, ShapeResult, ShapeStop};
use crate::execute::Result;
use crate::ground::Parameter;
use crate::query::Function;
use crate::query::execution::{Condition, ExecutionCall, FactPart, Node1, Operand, Qualifier};
use crate::translate::{Slot, nodes};

impl ShapeBuilder<'_, '_, '_> {
    pub(super) fn qualified(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        qualifier: Qualifier,
        value: Option<Compared>,
    ) -> ShapeResult<()> {
        let what_is_open = match (&head, &relation, &tail) {
            (_, None, _) | (None, Some(_), Some(_)) => FactPart::Head,
            (_, Some(_), None) | (Some(_), Some(_), Some(_)) => FactPart::Tail,
        };
        // Without head and tail, the interval index answers the query for whole relations.
        let unrestricted = head.is_none() && tail.is_none();
        let facts = match (head, relation.as_deref(), tail) {
            (None, None, None) => None,
            (None, Some(relation), None) => {
                let nodes = self.relation(relation, Parameter::Relation)?;
                match &value {
                    None => Some(self.search_node(nodes, Condition::Any)),
                    Some(value) => {
                        let sources = self.sources();
                        let held = self.holding(qualifier, value, nodes, None, sources);
                        self.push(ExecutionCall::Part { part: what_is_open, set: held });
                        return Ok(());
                    }
                }
            }
            (Some(head), Some(relation), None) => {
                let (pair, on) = self.head_relation(&head, relation, Parameter::Relation)?;
                Some(self.search_node(nodes(&pair.relation), Condition::On(on)))
            }
            (None, Some(relation), Some(tail)) => Some(self.heads_with_tail(relation, &tail, None)?),
            (Some(head), Some(relation), Some(tail)) => Some(self.fact(&head, relation, &tail)?),
            (Some(head), None, None) => Some(self.facts_of_head(&head)?),
            (head, None, Some(tail)) => Some(self.open_relation(head.as_ref(), &tail)?),
        };
        let Some(value) = value else {
            let Some(facts) = facts else {
                return Err(ShapeStop::Failed(crate::execute::ExecuteError::step(
                    "time-of-what",
                    "the query asks for a time, but does not say of which facts",
                    "give head_entity or relation along with the key",
                )));
            };
            self.push(ExecutionCall::SearchNode {
                node1: Node1::Qualifier(qualifier),
                condition: Condition::Any,
                scope: Some(facts),
                sources: Vec::new(),
            });
            return Ok(());
        };
        let sources = if unrestricted { self.sources() } else { Vec::new() };
        let held = self.holding(qualifier, &value, Vec::new(), facts, sources);
        self.push(ExecutionCall::Part { part: what_is_open, set: held });
        Ok(())
    }

    /// `search_condition(qualifier, value, op)` over facts of `relation` or of the step
    /// `scope`; returns the call's index.
    fn holding(
        &mut self,
        qualifier: Qualifier,
        value: &Compared,
        relation: Vec<NodeId>,
        scope: Option<usize>,
        sources: Vec<String>,
    ) -> usize {
        let node2 = self.time_operand(value);
        self.push(ExecutionCall::SearchCondition {
            node1: Node1::Qualifier(qualifier),
            node2,
            op: value.op,
            condition: None,
            relation,
            scope,
            sources,
        })
    }

    pub(super) fn time_operand(&mut self, value: &Compared) -> Operand<NodeId> {
        match &value.slot {
            Slot::Set(index) => Operand::Set(*index),
            Slot::Names(names) => match names.as_slice() {
                [name] => Operand::Literal(name.clone()),
                names => {
                    let sets = names.iter().cloned().map(Operand::Literal).collect();
                    let (function, relation) = (Function::SetUnion, Vec::new());
                    let sources = Vec::new();
                    let union =
                        ExecutionCall::Reason { function, sets, relation, value: None, k: None, sources };
                    Operand::Set(self.push(union))
                }
            },
        }
    }

    /// The qualifier that a key names, when temporal facts are in scope and the key is no column of the table
    /// that is asked about.
    pub(super) fn qualifier(
        &self,
        head: Option<&Slot>,
        key: &[String],
        relation: Option<&[String]>,
    ) -> Result<Option<Qualifier>> {
        let [key] = key else { return Ok(None) };
        if !self.t.catalog.has_time(&self.t.scope) || self.is_of_table(head)? {
            return Ok(None);
        }
        // The relation given beside the key decides, when a column has the name of the key.
        let relation_entry =
            relation.and_then(|r| r.first()).and_then(|r| self.t.catalog.named(r, &self.t.scope));
        let is_temporal = |without: &[SourceId]| {
            relation_entry.is_some_and(|entry| {
                let temporal =
                    |s: &SourceId| self.t.executor.source(*s).is_some_and(|s| s.kind == SourceKind::Tkg);
                entry.sources.iter().any(|s| temporal(s) && !without.contains(s))
            })
        };
        let Some(qualifier) = Qualifier::named(key) else {
            // `Year` is a time of facts that have one; otherwise it is a column.
            let like_time =
                matches!(trustuqa_model::fold(key).as_str(), "year" | "date" | "when" | "point in time");
            return Ok((like_time && is_temporal(&[])).then_some(Qualifier::Time));
        };
        let same = self
            .t
            .catalog
            .entries(&self.t.scope)
            .find(|e| trustuqa_model::fold(&e.name.text) == trustuqa_model::fold(key));
        let Some(column) = same else { return Ok(Some(qualifier)) };
        let lower_case = key.chars().all(|c| !c.is_uppercase());
        Ok((is_temporal(&column.sources) || relation.is_none() && lower_case).then_some(qualifier))
    }

    /// Whether the head is a set of rows only: such rows have columns, not qualifiers.
    fn is_of_table(&self, head: Option<&Slot>) -> Result<bool> {
        let Some(Slot::Set(index)) = head else { return Ok(false) };
        let items = self.t.set(*index).items();
        for item in items {
            let Some(node) = item.node() else { return Ok(false) };
            if !matches!(self.t.executor.node(node)?.2, NodeKind::Row { .. }) {
                return Ok(false);
            }
        }
        Ok(!items.is_empty())
    }
}
