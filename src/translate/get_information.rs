//! `get_information` as execution calls: Table 1 of the paper and the shapes
//! that its own demonstrations use beyond it (section 4 of the design).

use trustuqa_storage::{Comparison, NodeId, NodeKind, Scope, SourceId, SourceKind};

use super::joint::{Pair, Reach};
use super::{EmptyInput, Miss, Slot, Translated, Translator, nodes};
use crate::execute::Result;
use crate::ground::{Candidate, Grounding, Parameter};
use crate::query::Function;
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand, Part, Qualifier};
use crate::query::llm::{Constraint, GetInformation, Term};

/// Calls in the making: the next one stands at index `base + calls.len()`.
struct Build<'t, 'a, 'g> {
    t: &'t Translator<'a, 'g>,
    base: usize,
    out: Translated,
}

/// A key of the heads' own sources is taken when its score is at least this part of
/// the best one anywhere.
const KEY_NEAR: f32 = 0.7;

type Step<T> = std::result::Result<T, Stop>;

enum Stop {
    Miss(Miss),
    EmptyInput,
    Failed(crate::execute::ExecuteError),
}

impl From<crate::execute::ExecuteError> for Stop {
    fn from(error: crate::execute::ExecuteError) -> Stop {
        Stop::Failed(error)
    }
}

impl From<trustuqa_storage::Error> for Stop {
    fn from(error: trustuqa_storage::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

impl From<EmptyInput> for Stop {
    fn from(_: EmptyInput) -> Stop {
        Stop::EmptyInput
    }
}

/// A constraint with its slot.
struct Compared {
    op: Comparison,
    slot: Slot,
}

/// Translates one `get_information`.
pub fn translate(t: &Translator<'_, '_>, info: &GetInformation) -> Result<Translated> {
    let mut build = Build { t, base: t.results.len(), out: Translated::default() };
    match build.translate(info) {
        Ok(()) => Ok(build.out),
        Err(Stop::Miss(miss)) => {
            build.out.calls.clear();
            build.out.miss = Some(miss);
            Ok(build.out)
        }
        Err(Stop::EmptyInput) => {
            build.out.calls.clear();
            Ok(build.out)
        }
        Err(Stop::Failed(error)) => Err(error),
    }
}

impl Build<'_, '_, '_> {
    fn translate(&mut self, info: &GetInformation) -> Step<()> {
        let head = self.slot(info.head.as_ref())?;
        let relation = self.names(info.relation.as_ref())?;
        let tail = self.compared(info.tail.as_ref())?;
        let key = self.names(info.key.as_ref())?;
        let value = self.compared(info.value.as_ref())?;
        match key {
            None => self.plain(head, relation, tail),
            Some(key) => match self.qualifier(head.as_ref(), &key, relation.as_deref()) {
                Some(qualifier) => self.qualified(head, relation, tail, qualifier, value),
                None => self.keyed(head, relation, tail, key, value),
            },
        }
    }

    // --- h, r, t without a key -------------------------------------------------

    fn plain(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
    ) -> Step<()> {
        match (head, relation, tail) {
            (None, None, None) => Err(Stop::EmptyInput),
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
                self.relation_tail(&relation, Parameter::Relation, &tail, Parameter::TailEntity, None)?;
                Ok(())
            }
            // gi(h, r, t): the tail if the fact holds.
            (Some(head), Some(relation), Some(tail)) => {
                let at = self.fact(&head, &relation, &tail)?;
                self.push(ExecutionCall::Part { part: Part::Tail, set: at });
                Ok(())
            }
            // gi(h, t): the relations between the two.
            (Some(head), None, Some(tail)) => {
                let relations = self.relations_into(&tail)?;
                let (node2, op) = self.tail_operand(&tail)?;
                let on = self.head_operand(&head)?;
                let at = self.search_condition(relations, node2, op, Some(on));
                self.push(ExecutionCall::Part { part: Part::Relation, set: at });
                Ok(())
            }
            // gi(t): every head that has t as a tail.
            (None, None, Some(tail)) => {
                let relations = self.relations_into(&tail)?;
                let (node2, op) = self.tail_operand(&tail)?;
                self.search_condition(relations, node2, op, None);
                Ok(())
            }
        }
    }

    // --- a key that is a column or relation ----------------------------------------

    fn keyed(
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
                self.relation_tail(&key, Parameter::Key, &value, Parameter::Value, None)?;
                Ok(())
            }
            // gi(h, k, v): the head, if it has that value.
            (Some(head), None, None, Some(value)) => {
                let on = self.head_operand_for(&head, &key)?;
                self.relation_tail(&key, Parameter::Key, &value, Parameter::Value, Some(on))?;
                Ok(())
            }
            // gi(r, t, k): the values of k of the heads.
            (None, Some(relation), Some(tail), None) => {
                let heads =
                    self.relation_tail(&relation, Parameter::Relation, &tail, Parameter::TailEntity, None)?;
                self.key_of(heads, &key, Parameter::Key)
            }
            // gi(r, t, k, v): the heads that have both.
            (None, Some(relation), Some(tail), Some(value)) => {
                let heads =
                    self.relation_tail(&relation, Parameter::Relation, &tail, Parameter::TailEntity, None)?;
                self.relation_tail(
                    &key,
                    Parameter::Key,
                    &value,
                    Parameter::Value,
                    Some(Operand::Set(heads)),
                )?;
                Ok(())
            }
            // gi(r, k, v): the tails under r of the heads that have (k, v).
            (None, Some(relation), None, Some(value)) => {
                let heads = self.relation_tail(&key, Parameter::Key, &value, Parameter::Value, None)?;
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
                let heads = self.relation_tail(&key, Parameter::Key, &value, Parameter::Value, Some(on))?;
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
                let heads = self.relation_tail(
                    &key,
                    Parameter::Key,
                    &value,
                    Parameter::Value,
                    Some(Operand::Set(heads)),
                )?;
                // Once more the fact itself: the heads may have other tails under the relation.
                let shown = self.out.groundings.len();
                let facts = self.relation_tail(
                    &relation,
                    Parameter::Relation,
                    &tail,
                    Parameter::TailEntity,
                    Some(Operand::Set(heads)),
                )?;
                self.out.groundings.truncate(shown);
                self.push(ExecutionCall::Part { part: Part::Tail, set: facts });
                Ok(())
            }
            // gi(h, t, k): the relation is open; the key is what is asked for.
            (head, None, Some(tail), value) => {
                let relations = self.relations_into(&tail)?;
                let (node2, op) = self.tail_operand(&tail)?;
                let on = match &head {
                    Some(head) => Some(self.head_operand(head)?),
                    None => None,
                };
                let heads = self.search_condition(relations, node2, op, on);
                match value {
                    None => self.key_of(heads, &key, Parameter::Key),
                    Some(value) => {
                        self.relation_tail(
                            &key,
                            Parameter::Key,
                            &value,
                            Parameter::Value,
                            Some(Operand::Set(heads)),
                        )?;
                        Ok(())
                    }
                }
            }
        }
    }

    // --- a key that qualifies the fact itself: time, start time, end time ----------

    fn qualified(
        &mut self,
        head: Option<Slot>,
        relation: Option<Vec<String>>,
        tail: Option<Compared>,
        qualifier: Qualifier,
        value: Option<Compared>,
    ) -> Step<()> {
        let what_is_open = match (&head, &relation, &tail) {
            (_, None, _) | (None, Some(_), Some(_)) => Part::Head,
            (_, Some(_), None) | (Some(_), Some(_), Some(_)) => Part::Tail,
        };
        // Without head and tail, the interval index answers for whole relations.
        let unrestricted = head.is_none() && tail.is_none();
        let facts = match (head, relation.as_deref(), tail) {
            (None, None, None) => None,
            (None, Some(relation), None) => {
                let nodes = self.relation(relation, Parameter::Relation)?;
                if value.is_none() {
                    Some(self.search_node(nodes, Condition::Any))
                } else {
                    return self.qualified_relation(nodes, qualifier, value, what_is_open);
                }
            }
            (Some(head), Some(relation), None) => {
                let (pair, on) = self.head_relation(&head, relation, Parameter::Relation)?;
                Some(self.search_node(nodes(&pair.relation), Condition::On(on)))
            }
            (None, Some(relation), Some(tail)) => {
                Some(self.relation_tail(relation, Parameter::Relation, &tail, Parameter::TailEntity, None)?)
            }
            (Some(head), Some(relation), Some(tail)) => Some(self.fact(&head, relation, &tail)?),
            (Some(head), None, None) => Some(self.facts_of_head(&head)?),
            (head, None, Some(tail)) => {
                let relations = self.relations_into(&tail)?;
                let (node2, op) = self.tail_operand(&tail)?;
                let on = match &head {
                    Some(head) => Some(self.head_operand(head)?),
                    None => None,
                };
                Some(self.search_condition(relations, node2, op, on))
            }
        };
        let Some(value) = value else {
            let Some(facts) = facts else {
                return Err(Stop::Failed(crate::execute::ExecuteError::step(
                    "time-of-what",
                    "a time is asked for, but not of which facts",
                    "give head_entity or relation beside the key",
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
        let node2 = self.time_operand(&value);
        let sources = if unrestricted { self.sources() } else { Vec::new() };
        let held = self.push(ExecutionCall::SearchCondition {
            node1: Node1::Qualifier(qualifier),
            node2,
            op: value.op,
            condition: None,
            relation: Vec::new(),
            scope: facts,
            sources,
        });
        self.push(ExecutionCall::Part { part: what_is_open, set: held });
        Ok(())
    }

    fn qualified_relation(
        &mut self,
        relation: Vec<NodeId>,
        qualifier: Qualifier,
        value: Option<Compared>,
        part: Part,
    ) -> Step<()> {
        let Some(value) = value else { return Ok(()) };
        let node2 = self.time_operand(&value);
        let sources = self.sources();
        let held = self.push(ExecutionCall::SearchCondition {
            node1: Node1::Qualifier(qualifier),
            node2,
            op: value.op,
            condition: None,
            relation,
            scope: None,
            sources,
        });
        self.push(ExecutionCall::Part { part, set: held });
        Ok(())
    }

    fn time_operand(&mut self, value: &Compared) -> Operand<NodeId> {
        match &value.slot {
            Slot::Set(index) => Operand::Set(*index),
            Slot::Names(names) => match names.as_slice() {
                [name] => Operand::Literal(name.clone()),
                names => {
                    let sets = names.iter().cloned().map(Operand::Literal).collect();
                    let (function, relation) = (Function::SetUnion, Vec::new());
                    let union = ExecutionCall::Reason { function, sets, relation, value: None, k: None };
                    Operand::Set(self.push(union))
                }
            },
        }
    }

    /// Whether a key qualifies facts: it names a built-in term, temporal facts are
    /// in scope, and it is no column of the table that is being asked about.
    fn qualifier(
        &self,
        head: Option<&Slot>,
        key: &[String],
        relation: Option<&[String]>,
    ) -> Option<Qualifier> {
        let [key] = key else { return None };
        if !self.t.catalog.has_time(&self.t.scope) || self.is_of_table(head) {
            return None;
        }
        // The relation beside the key decides when a column is called like it.
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
            // `Year` is a time of facts that have one, elsewhere a column.
            let like_time =
                matches!(trustuqa_storage::fold(key).as_str(), "year" | "date" | "when" | "point in time");
            return (like_time && is_temporal(&[])).then_some(Qualifier::Time);
        };
        let same = self
            .t
            .catalog
            .entries(&self.t.scope)
            .find(|e| trustuqa_storage::fold(&e.name.text) == trustuqa_storage::fold(key));
        let Some(column) = same else { return Some(qualifier) };
        let lower_case = key.chars().all(|c| !c.is_uppercase());
        (is_temporal(&column.sources) || relation.is_none() && lower_case).then_some(qualifier)
    }

    /// True when the head is a set of rows: what they have is columns.
    fn is_of_table(&self, head: Option<&Slot>) -> bool {
        let Some(Slot::Set(index)) = head else { return false };
        self.t.set(*index).items().first().is_some_and(|item| {
            let row = item.node().and_then(|node| self.t.executor.node(node).ok());
            row.is_some_and(|(_, _, kind)| matches!(kind, NodeKind::Row { .. }))
        })
    }

    // --- pieces ------------------------------------------------------------------

    /// The calls that select the facts (h, r, t); their items are the heads.
    fn fact(&mut self, head: &Slot, relation: &[String], tail: &Compared) -> Step<usize> {
        let on = self.head_operand_for(head, relation)?;
        self.relation_tail(relation, Parameter::Relation, tail, Parameter::TailEntity, Some(on))
    }

    /// Values of a key or relation of the heads at `heads`.
    fn key_of(&mut self, heads: usize, key: &[String], parameter: Parameter) -> Step<()> {
        // The heads are not run yet, so the key is chosen among the relations of the
        // sources that the heads can come from; by its name alone when it is none there.
        let here = self.beside().relation(key, parameter)?.ok();
        let anywhere = self.t.relation(key, parameter)?;
        let chosen = match (here, anywhere) {
            (Some(here), Ok(anywhere)) if here.score() < KEY_NEAR * anywhere.score() => anywhere,
            (Some(here), _) => here,
            (None, Ok(anywhere)) => anywhere,
            (None, Err(miss)) => return Err(Stop::Miss(miss)),
        };
        let key = nodes(&chosen.chosen);
        self.out.groundings.push(chosen);
        self.search_node(key, Condition::On(Operand::Set(heads)));
        Ok(())
    }

    /// The translator restricted to the sources of the relations that were chosen so
    /// far: a key belongs to the same heads, hence mostly to the same sources.
    fn beside(&self) -> Translator<'_, '_> {
        let mut sources = Vec::new();
        for candidate in self.out.groundings.iter().flat_map(|g| &g.chosen) {
            for source in self.t.catalog.get(candidate.node).map_or(&[][..], |entry| &entry.sources) {
                if self.t.scope.contains(*source) {
                    sources.push(*source);
                }
            }
        }
        sources.sort_unstable();
        sources.dedup();
        let scope = if sources.is_empty() { self.t.scope.clone() } else { Scope::Only(sources) };
        Translator {
            executor: self.t.executor,
            catalog: self.t.catalog,
            embed: self.t.embed,
            scope,
            source_names: self.t.source_names.clone(),
            results: self.t.results,
            outputs: self.t.outputs,
        }
    }

    /// Every fact of a head, as its relations; a name that heads no fact but is a
    /// cell stands for its rows.
    fn facts_of_head(&mut self, head: &Slot) -> Step<usize> {
        let node1 = match self.head_operand(head)? {
            Operand::Set(index) => Node1::Set(index),
            Operand::Nodes(nodes) => Node1::Nodes(nodes),
            Operand::Literal(_) => Node1::Nodes(Vec::new()),
        };
        let sources = self.sources();
        Ok(self.push(ExecutionCall::SearchNode { node1, condition: Condition::Empty, scope: None, sources }))
    }

    /// Chooses head and relation together and returns them with the operand that
    /// stands for the head: itself, or the rows that it is a cell of.
    fn head_relation(
        &mut self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> Step<(Pair, Operand<NodeId>)> {
        // A step of this same translation is not run yet: nothing to be joint with.
        if let Slot::Set(index) = head
            && *index >= self.base
        {
            let chosen = self.candidates(relation, parameter)?;
            return Ok((
                Pair { relation: chosen, entity: Vec::new(), reach: Reach::Direct, groundings: Vec::new() },
                Operand::Set(*index),
            ));
        }
        let pair = match self.t.head_and_relation(head, relation, parameter)? {
            Ok(pair) => pair,
            Err((miss, shown)) => {
                self.out.groundings.extend(shown);
                return Err(Stop::Miss(miss));
            }
        };
        self.out.groundings.extend(pair.groundings.iter().cloned());
        let mut on = head.operand(&pair.entity);
        if pair.reach == Reach::Rows {
            let sources = self.sources();
            on = Operand::Set(self.push(ExecutionCall::Rows {
                set: on,
                relation: nodes(&pair.relation),
                sources,
            }));
        }
        Ok((pair, on))
    }

    /// The operand for a head beside a relation that is grounded elsewhere.
    fn head_operand_for(&mut self, head: &Slot, relation: &[String]) -> Step<Operand<NodeId>> {
        match self.t.head_and_relation(head, relation, Parameter::Relation)? {
            Ok(pair) => {
                self.out
                    .groundings
                    .extend(pair.groundings.into_iter().filter(|g| g.parameter == Parameter::HeadEntity));
                let mut on = head.operand(&pair.entity);
                if pair.reach == Reach::Rows {
                    let sources = self.sources();
                    on = Operand::Set(self.push(ExecutionCall::Rows {
                        set: on,
                        relation: nodes(&pair.relation),
                        sources,
                    }));
                }
                Ok(on)
            }
            Err((miss, shown)) => {
                self.out.groundings.extend(shown);
                Err(Stop::Miss(miss))
            }
        }
    }

    /// The operand for a head without a relation beside it.
    fn head_operand(&mut self, head: &Slot) -> Step<Operand<NodeId>> {
        match head {
            Slot::Set(index) => {
                let members = self.t.executor.nodes_of(self.t.set(*index))?;
                self.or_rows(Operand::Set(*index), &members)
            }
            Slot::Names(asked) => {
                let chosen = nodes(&self.entity(asked, Parameter::HeadEntity)?);
                self.or_rows(Operand::Nodes(chosen.clone()), &chosen)
            }
        }
    }

    /// The operand itself when one of its members heads a fact, else the rows that
    /// its members are cells of.
    fn or_rows(&mut self, operand: Operand<NodeId>, members: &[NodeId]) -> Step<Operand<NodeId>> {
        for node in members {
            if !self.t.executor.graph().facts_of_head(*node, None, &self.t.scope)?.is_empty() {
                return Ok(operand);
            }
        }
        let sources = self.sources();
        Ok(Operand::Set(self.push(ExecutionCall::Rows { set: operand, relation: Vec::new(), sources })))
    }

    fn tail_operand(&mut self, tail: &Compared) -> Step<(Operand<NodeId>, Comparison)> {
        match &tail.slot {
            Slot::Set(index) => Ok((Operand::Set(*index), tail.op)),
            Slot::Names(asked) if tail.op == Comparison::Eq => {
                Ok((Operand::Nodes(nodes(&self.entity(asked, Parameter::TailEntity)?)), tail.op))
            }
            Slot::Names(asked) => Ok((Operand::Literal(asked.first().cloned().unwrap_or_default()), tail.op)),
        }
    }

    /// Every relation that has the tail; only equality can be asked without a relation.
    fn relations_into(&mut self, tail: &Compared) -> Step<Vec<NodeId>> {
        if tail.op != Comparison::Eq {
            return Err(Stop::Failed(crate::execute::ExecuteError::step(
                "comparison-of-what",
                format!("a comparison with `{}` needs a relation", tail.op.symbol()),
                "say whose values are compared, for example relation='Gold', tail_entity>'10'",
            )));
        }
        let tails = match &tail.slot {
            Slot::Set(index) => self.t.executor.nodes_of(self.t.set(*index))?,
            Slot::Names(asked) => match self.t.entity(asked, Parameter::TailEntity)? {
                Ok(grounding) => nodes(&grounding.chosen),
                Err(miss) => return Err(Stop::Miss(miss)),
            },
        };
        let mut relations = Vec::new();
        for tail in tails {
            for posting in self.t.executor.graph().facts_of_tail(tail, None, &self.t.scope)? {
                if !relations.contains(&posting.relation) {
                    relations.push(posting.relation);
                }
            }
        }
        Ok(relations)
    }

    /// `search_condition(relation, tail, op)`; returns the call's index.
    fn relation_tail(
        &mut self,
        relation: &[String],
        parameter: Parameter,
        tail: &Compared,
        tail_parameter: Parameter,
        on: Option<Operand<NodeId>>,
    ) -> Step<usize> {
        // Beside heads that were selected before, a pair of their own sources comes first.
        let ground = |t: &Translator<'_, '_>| {
            t.relation_and_tail(relation, parameter, tail.op, &tail.slot, tail_parameter)
        };
        let here = match on {
            Some(_) => ground(&self.beside())?.ok(),
            None => None,
        };
        let anywhere = ground(self.t)?;
        let score = |pair: &Pair| pair.groundings.iter().map(Grounding::score).product::<f32>();
        let pair = match (here, anywhere) {
            (Some(here), Ok(anywhere)) if score(&here) < KEY_NEAR * score(&anywhere) => anywhere,
            (Some(here), _) => here,
            (None, Ok(anywhere)) => anywhere,
            (None, Err((miss, shown))) => {
                self.out.groundings.extend(shown);
                return Err(Stop::Miss(miss));
            }
        };
        self.out.groundings.extend(pair.groundings.iter().cloned());
        let node2 = match &tail.slot {
            Slot::Set(index) => Operand::Set(*index),
            Slot::Names(_) if matches!(tail.op, Comparison::Eq | Comparison::Ne) => {
                Operand::Nodes(nodes(&pair.entity))
            }
            Slot::Names(asked) => Operand::Literal(asked.first().cloned().unwrap_or_default()),
        };
        Ok(self.search_condition(nodes(&pair.relation), node2, tail.op, on))
    }

    fn entity(&mut self, asked: &[String], parameter: Parameter) -> Step<Vec<Candidate>> {
        match self.t.entity(asked, parameter)? {
            Ok(grounding) => {
                let chosen = grounding.chosen.clone();
                self.out.groundings.push(grounding);
                Ok(chosen)
            }
            Err(miss) => Err(Stop::Miss(miss)),
        }
    }

    fn candidates(&mut self, asked: &[String], parameter: Parameter) -> Step<Vec<Candidate>> {
        match self.t.relation(asked, parameter)? {
            Ok(grounding) => {
                let chosen = grounding.chosen.clone();
                self.out.groundings.push(grounding);
                Ok(chosen)
            }
            Err(miss) => Err(Stop::Miss(miss)),
        }
    }

    fn relation(&mut self, asked: &[String], parameter: Parameter) -> Step<Vec<NodeId>> {
        Ok(nodes(&self.candidates(asked, parameter)?))
    }

    fn slot(&self, term: Option<&Term>) -> Step<Option<Slot>> {
        Ok(match term {
            Some(term) => Some(self.t.slot(term)?),
            None => None,
        })
    }

    /// A relation or key; the output of an earlier step stands for its names.
    fn names(&self, term: Option<&Term>) -> Step<Option<Vec<String>>> {
        match self.slot(term)? {
            None => Ok(None),
            Some(Slot::Names(names)) => Ok(Some(names)),
            Some(Slot::Set(index)) => {
                let mut names = Vec::new();
                for item in self.t.set(index).items() {
                    names.push(self.t.executor.text(item)?);
                }
                if names.is_empty() { Err(Stop::EmptyInput) } else { Ok(Some(names)) }
            }
        }
    }

    fn compared(&self, constraint: Option<&Constraint>) -> Step<Option<Compared>> {
        Ok(match constraint {
            Some(c) => Some(Compared { op: c.op, slot: self.t.slot(&c.term)? }),
            None => None,
        })
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

/// The same miss about another parameter.
fn renamed(stop: Stop, to: Parameter) -> Stop {
    match stop {
        Stop::Miss(Miss::NoSuchName { parameter: Parameter::Relation, asked, nearest }) => {
            Stop::Miss(Miss::NoSuchName { parameter: to, asked, nearest })
        }
        other => other,
    }
}
