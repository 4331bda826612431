//! The row number as a relation or key: `row_number`, which no table stores as a column. The other parameters
//! select the rows.

use trustuqa_model::{Comparison, SourceKind};

use super::{Compared, ShapeBuilder, ShapeResult};
use crate::ground::Parameter;
use crate::lexicon::End;
use crate::query::execution::{Condition, ExecutionCall, FactPart, Node1, Operand};
use crate::query::{Function, words};
use crate::translate::Slot;

impl ShapeBuilder<'_, '_, '_> {
    /// Whether a relation or key means the row number: it is one of the names for it, tables are in scope,
    /// and no relation in scope has that name.
    pub(super) fn is_row_number(&self, names: Option<&Vec<String>>) -> bool {
        let Some([name]) = names.map(Vec::as_slice) else { return false };
        let name = trustuqa_model::fold(name);
        let called = ["row number", "rownumber", "row num", "row no", "row index", "row", "row id"];
        called.contains(&name.as_str())
            && self.t.catalog.entries(&self.t.scope).all(|e| trustuqa_model::fold(&e.name.text) != name)
            && self
                .t
                .executor
                .sources()
                .iter()
                .any(|s| s.kind == SourceKind::Table && self.t.scope.contains(s.id))
    }

    /// `row_number` as the relation; `key` and `value` select rows further.
    pub(super) fn numbered(
        &mut self,
        head: Option<Slot>,
        tail: Option<Compared>,
        key: Option<Vec<String>>,
        value: Option<Compared>,
    ) -> ShapeResult<()> {
        let has_head = head.is_some();
        let mut rows = match head {
            Some(head) => Some(self.rows_of(&head)?),
            None => None,
        };
        if let (Some(key), Some(value)) = (&key, &value) {
            rows = Some(self.heads_with_value(key, value, rows.map(Operand::Set))?);
        }
        let selects = tail.is_some() || value.is_some();
        if let Some(tail) = &tail {
            rows = Some(self.rows_numbered(tail, rows));
        }
        match (key, value) {
            (Some(key), None) => {
                let rows = match rows {
                    Some(rows) => rows,
                    None => self.row_numbers(None),
                };
                self.key_of(rows, &key, Parameter::Key)
            }
            // The selected rows are the result, unless the row number itself is asked for.
            _ if selects && (tail.is_some() || has_head) => Ok(()),
            _ => {
                self.row_numbers(rows);
                Ok(())
            }
        }
    }

    /// `row_number` as the key of facts.
    pub(super) fn numbered_key(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        value: Option<Compared>,
    ) -> ShapeResult<()> {
        let open = relation.as_ref().filter(|_| tail.is_none()).cloned();
        let mut rows = match (head, relation, tail) {
            (None, None, None) => None,
            (Some(head), None, None) => Some(self.rows_of(&head)?),
            (Some(head), Some(relation), Some(tail)) => Some(self.fact(&head, &relation, &tail)?),
            (None, Some(relation), Some(tail)) => Some(self.heads_with_tail(&relation, &tail, None)?),
            (Some(head), Some(_), None) => Some(self.rows_of(&head)?),
            (None, Some(relation), None) => {
                let relation = self.relation(&relation, Parameter::Relation)?;
                let all = self.search_node(relation, Condition::Any);
                Some(self.push(ExecutionCall::Part { part: FactPart::Head, set: all }))
            }
            (head, None, Some(tail)) => Some(self.open_relation(head.as_ref(), &tail)?),
        };
        let Some(value) = value else {
            self.row_numbers(rows);
            return Ok(());
        };
        let selected = self.rows_numbered(&value, rows.take());
        match open {
            Some(relation) => self.key_of(selected, &relation, Parameter::Relation),
            None => Ok(()),
        }
    }

    /// The index of the rows that a head stands for.
    fn rows_of(&mut self, head: &Slot) -> ShapeResult<usize> {
        let operand = match head {
            Slot::Set(index) => return Ok(*index),
            Slot::Names(asked) => {
                let found = self.t.entity(asked, Parameter::HeadEntity)?;
                Operand::Nodes(crate::translate::nodes(&self.chosen(found)?))
            }
        };
        let sources = self.sources();
        Ok(self.push(ExecutionCall::Rows { set: operand, relation: Vec::new(), sources }))
    }

    fn row_numbers(&mut self, rows: Option<usize>) -> usize {
        let condition = rows.map_or(Condition::Any, |rows| Condition::On(Operand::Set(rows)));
        let sources = self.sources();
        self.push(ExecutionCall::SearchNode { node1: Node1::RowNumber, condition, scope: None, sources })
    }

    fn rows_numbered(&mut self, number: &Compared, rows: Option<usize>) -> usize {
        let superlative = match &number.slot {
            Slot::Names(names) => {
                names.first().filter(|_| names.len() == 1).and_then(|n| Some((n, words::superlative(n)?)))
            }
            Slot::Set(_) => None,
        };
        let (node2, op) = match superlative {
            // The top row is the first one.
            Some((name, extreme)) => {
                let last = words::is_bad(name)
                    || extreme.end_among("place") == End::Larger && !words::is_good(name) && name != "most";
                let numbers = self.row_numbers(rows);
                let function = if last { Function::Max } else { Function::Min };
                let extreme = self.push(ExecutionCall::Reason {
                    function,
                    sets: vec![Operand::Set(numbers)],
                    relation: Vec::new(),
                    value: None,
                    k: None,
                    sources: Vec::new(),
                });
                (Operand::Set(extreme), Comparison::Eq)
            }
            None => (self.time_operand(number), number.op),
        };
        let sources = self.sources();
        self.push(ExecutionCall::SearchCondition {
            node1: Node1::RowNumber,
            node2,
            op,
            condition: rows.map(Operand::Set),
            relation: Vec::new(),
            scope: None,
            sources,
        })
    }
}
