//! `get_information` with tests, formulas, durations and whole sources: their parameters say everything, and
//! no names inside cells need to be read.

use trustuqa_model::{Comparison, NodeId};

use super::{Compared, ShapeBuilder, ShapeResult, ShapeStop};
use crate::execute::ExecuteError;
use crate::ground::Parameter;
use crate::query::Function;
use crate::query::column::{Column, Test};
use crate::query::execution::{Condition, ExecutionCall, FactPart, Node1, Operand, Qualifier};
use crate::query::llm::{GetInformation, Term};
use crate::translate::typed::of_nodes;
use crate::translate::{Slot, nodes};

impl ShapeBuilder<'_, '_, '_> {
    /// Translates a call with a test, a formula, a whole source or a duration; returns false for any other.
    pub(super) fn tested(&mut self, info: &GetInformation) -> ShapeResult<bool> {
        if is_source_only(info) {
            let sources = self.sources();
            self.push(ExecutionCall::All { relation: Vec::new(), sources });
            return Ok(true);
        }
        if let Some(Term::Names(names)) = &info.key
            && let [name] = names.as_slice()
            && name.eq_ignore_ascii_case("duration")
            && info.value.is_none()
            && self.t.catalog.named(name, &self.t.scope).is_none()
        {
            self.translate(&GetInformation { key: None, ..info.clone() })?;
            let facts = self.last();
            let value = Some((Comparison::Eq, Operand::Literal("days".to_owned())));
            self.push(crate::translate::calls::reason(Function::Duration, vec![Operand::Set(facts)], value));
            return Ok(true);
        }
        if let Some(Term::Names(names)) = &info.relation
            && let [name] = names.as_slice()
            && self.t.formula(name).is_some()
        {
            self.of_formula(info, name)?;
            return Ok(true);
        }
        match (&info.tail_test, &info.value_test) {
            (None, None) => Ok(false),
            (Some(test), _) => {
                self.tail_tested(info, test)?;
                Ok(true)
            }
            (None, Some(test)) => {
                self.value_tested(info, test)?;
                Ok(true)
            }
        }
    }

    /// The index of the call appended last.
    fn last(&self) -> usize {
        self.base + self.out.calls.len().saturating_sub(1)
    }

    /// The operand for the head; `None` when no head is given.
    fn members(
        &mut self,
        info: &GetInformation,
        relation: &[String],
    ) -> ShapeResult<Option<Operand<NodeId>>> {
        Ok(match self.slot(info.head.as_ref())? {
            None => None,
            Some(Slot::Set(at)) => Some(Operand::Set(at)),
            Some(head) => Some(self.head_operand_for(&head, relation)?),
        })
    }

    /// The value of a formula for each row, or the rows for which it compares as asked.
    fn of_formula(&mut self, info: &GetInformation, name: &str) -> ShapeResult<()> {
        let used = self.t.formula(name).map(|formula| formula.names).unwrap_or_default();
        let members = match self.members(info, used.get(..1).unwrap_or_default())? {
            Some(members) => members,
            None => {
                let relation = match used.first() {
                    Some(first) => self.relation(std::slice::from_ref(first), Parameter::Relation)?,
                    None => Vec::new(),
                };
                self.out.groundings.clear();
                let sources = self.sources();
                Operand::Set(self.push(ExecutionCall::All { relation, sources }))
            }
        };
        let column = match self.t.column(Some(&members), name, Parameter::Relation, &mut self.out)? {
            Ok(column) => column,
            Err(miss) => return Err(ShapeStop::Miss(miss)),
        };
        let test = match (&info.tail, &info.tail_test) {
            (_, Some(test)) => Some(of_nodes(test)),
            (Some(tail), None) => {
                let compared = self.compared(Some(tail))?;
                compared.map(|compared| Test::Compare(compared.op, value_operand(&compared)))
            }
            (None, None) => None,
        };
        let sources = self.sources();
        let selected = match test {
            None => self.push(ExecutionCall::Derive { set: members, column, sources }),
            Some(test) => {
                self.push(ExecutionCall::Select { set: Some(members), column, by: None, test, sources })
            }
        };
        self.then_key(info, selected)
    }

    /// The heads whose tail passes a test; with a head given, its tails that do.
    fn tail_tested(&mut self, info: &GetInformation, test: &Test<String>) -> ShapeResult<()> {
        let Some(relation) = self.names(info.relation.as_ref())? else {
            return Err(ShapeStop::Failed(ExecuteError::step(
                "test-of-what",
                "a test needs a relation",
                "say whose values are tested, for example relation='Name', tail_entity=contains('x')",
            )));
        };
        let sources = self.sources();
        let Some(head) = self.slot(info.head.as_ref())? else {
            let nodes = self.relation(&relation, Parameter::Relation)?;
            let column = Column::Relation(nodes);
            let selected = self.push(ExecutionCall::Select {
                set: None,
                column,
                by: None,
                test: of_nodes(test),
                sources,
            });
            return self.then_key(info, selected);
        };
        let (pair, on) = self.head_relation(&head, &relation, Parameter::Relation)?;
        let relation = nodes(&pair.relation);
        if *test == Test::IsEmpty || info.key.is_some() {
            // The test is for a missing tail, or a key is asked for: the result is the heads.
            let column = Column::Relation(relation);
            let selected = self.push(ExecutionCall::Select {
                set: Some(on),
                column,
                by: None,
                test: of_nodes(test),
                sources,
            });
            return self.then_key(info, selected);
        }
        let tails = self.search_node(relation, Condition::On(on));
        let (set, column) = (Some(Operand::Set(tails)), Column::Itself);
        self.push(ExecutionCall::Select { set, column, by: None, test: of_nodes(test), sources });
        Ok(())
    }

    /// Appends what the key of the call asks of the selected heads.
    fn then_key(&mut self, info: &GetInformation, heads: usize) -> ShapeResult<()> {
        let Some(key) = self.names(info.key.as_ref())? else { return Ok(()) };
        let value = self.compared(info.value.as_ref())?;
        if let (Some(qualifier), Some(value)) = (self.qualifier(None, &key, None)?, &value) {
            return self.held(heads, qualifier, value, FactPart::Head);
        }
        match (value, &info.value_test) {
            (Some(value), _) => {
                self.heads_with_value(&key, &value, Some(Operand::Set(heads)))?;
                Ok(())
            }
            (None, Some(test)) => self.key_tested(heads, &key, test),
            (None, None) => self.key_of(heads, &key, Parameter::Key),
        }
    }

    fn key_tested(&mut self, heads: usize, key: &[String], test: &Test<String>) -> ShapeResult<()> {
        let column = Column::Relation(self.relation(key, Parameter::Key)?);
        let (set, sources) = (Some(Operand::Set(heads)), self.sources());
        self.push(ExecutionCall::Select { set, column, by: None, test: of_nodes(test), sources });
        Ok(())
    }

    /// A call whose value is tested, for the facts or heads that the other parameters select.
    fn value_tested(&mut self, info: &GetInformation, test: &Test<String>) -> ShapeResult<()> {
        let Some(key) = self.names(info.key.as_ref())? else { return Ok(()) };
        let head = self.slot(info.head.as_ref())?;
        let relation = self.names(info.relation.as_ref())?;
        if let Some(qualifier) = self.qualifier(head.as_ref(), &key, relation.as_deref())? {
            return self.qualifier_tested(info, qualifier, test);
        }
        let selects = info.head.is_some() || info.tail.is_some();
        if !selects {
            let nodes = self.relation(&key, Parameter::Key)?;
            let (column, sources) = (Column::Relation(nodes), self.sources());
            let heads = self.push(ExecutionCall::Select {
                set: None,
                column,
                by: None,
                test: of_nodes(test),
                sources,
            });
            return match relation {
                Some(relation) => self.key_of(heads, &relation, Parameter::Relation),
                None => Ok(()),
            };
        }
        let only_heads = GetInformation {
            relation: info.tail.as_ref().and(info.relation.clone()),
            key: None,
            value_test: None,
            ..info.clone()
        };
        let heads = match (&only_heads.head, &only_heads.tail) {
            // The given head itself is tested.
            (Some(_), None) => {
                let members = self.members(info, &key)?;
                let column = Column::Relation(self.relation(&key, Parameter::Key)?);
                let sources = self.sources();
                let heads = self.push(ExecutionCall::Select {
                    set: members,
                    column,
                    by: None,
                    test: of_nodes(test),
                    sources,
                });
                return match relation {
                    Some(relation) => self.key_of(heads, &relation, Parameter::Relation),
                    None => Ok(()),
                };
            }
            _ => {
                self.translate(&GetInformation { head: None, ..only_heads })?;
                self.last()
            }
        };
        self.key_tested(heads, &key, test)
    }

    /// The facts whose own time passes a test.
    fn qualifier_tested(
        &mut self,
        info: &GetInformation,
        qualifier: Qualifier,
        test: &Test<String>,
    ) -> ShapeResult<()> {
        let compared = |op: Comparison, text: &str| Compared { op, slot: Slot::Names(vec![text.to_owned()]) };
        let conditions = match test {
            Test::IsEmpty => vec![compared(Comparison::Eq, "")],
            Test::NotEmpty => vec![compared(Comparison::Ne, "")],
            Test::Between(low, high) => vec![compared(Comparison::Ge, low), compared(Comparison::Le, high)],
            _ => {
                return Err(ShapeStop::Failed(ExecuteError::step(
                    "no-time-test",
                    "a time is not text",
                    "use between, is_empty or not_empty, or compare with a date",
                )));
            }
        };
        let facts = GetInformation { key: None, value_test: None, ..info.clone() };
        let part = if info.relation.is_some()
            && (info.tail.is_none() && info.tail_test.is_none() || info.head.is_some())
        {
            FactPart::Tail
        } else {
            FactPart::Head
        };
        self.translate(&facts)?;
        let mut facts = self.last();
        for condition in &conditions {
            let node2 = self.time_operand(condition);
            facts = self.push(ExecutionCall::SearchCondition {
                node1: Node1::Qualifier(qualifier),
                node2,
                op: condition.op,
                condition: None,
                relation: Vec::new(),
                scope: Some(facts),
                sources: Vec::new(),
            });
        }
        self.push(ExecutionCall::Part { part, set: facts });
        Ok(())
    }

    /// The given part of those facts of a step that satisfy a qualifier.
    fn held(
        &mut self,
        facts: usize,
        qualifier: Qualifier,
        value: &Compared,
        part: FactPart,
    ) -> ShapeResult<()> {
        let node2 = self.time_operand(value);
        let held = self.push(ExecutionCall::SearchCondition {
            node1: Node1::Qualifier(qualifier),
            node2,
            op: value.op,
            condition: None,
            relation: Vec::new(),
            scope: Some(facts),
            sources: Vec::new(),
        });
        self.push(ExecutionCall::Part { part, set: held });
        Ok(())
    }
}

/// Whether a call gives nothing but its source.
fn is_source_only(info: &GetInformation) -> bool {
    let nothing = GetInformation { sources: info.sources.clone(), ..GetInformation::default() };
    !info.sources.is_empty() && *info == nothing
}

fn value_operand(compared: &Compared) -> Operand<NodeId> {
    match &compared.slot {
        Slot::Set(at) => Operand::Set(*at),
        Slot::Names(names) => Operand::Literal(names.first().cloned().unwrap_or_default()),
    }
}
