//! Reasoning functions as execution calls. They stay as they are; only names in
//! place of sets and relations are grounded, and rows are turned into the column
//! that the query is about.

use trustuqa_storage::{NodeId, NodeKind};

use super::{EmptyInput, Slot, Translated, Translator, nodes};
use crate::execute::{ItemValue, Result};
use crate::ground::lexical::{Prepared, similarity};
use crate::ground::{Candidate, Grounding, Parameter};
use crate::query::Function;
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand};
use crate::query::llm::{FunctionCall, Term};

/// Translates one reasoning function. `target` is the query's target type.
pub fn translate(t: &Translator<'_, '_>, call: &FunctionCall, target: Option<&str>) -> Result<Translated> {
    let mut out = Translated::default();
    let mut sets = Vec::new();
    for term in &call.sets {
        match t.slot(term) {
            Ok(Slot::Set(index)) => sets.push(Operand::Set(index)),
            // Names whose relation is asked for are heads: they are grounded beside it.
            Ok(Slot::Names(_)) if sets.is_empty() && call.relation.is_some() => {
                sets.push(Operand::Nodes(Vec::new()))
            }
            Ok(Slot::Names(names)) => {
                let mut members = Vec::new();
                for name in names {
                    members.push(name_operand(t, &name, call, &mut out)?);
                }
                sets.push(one_set(t, members, &mut out));
            }
            // A set that was never found is empty. Only a union, and a difference
            // that takes it away, still have something to give.
            Err(EmptyInput) if forgives_empty(call.function, sets.len()) => {}
            Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
        }
    }
    if sets.is_empty() {
        return Ok(out);
    }
    let mut relation: Vec<NodeId> = Vec::new();
    if let Some(term) = &call.relation {
        let asked = match t.slot(term) {
            Ok(Slot::Names(names)) => names,
            Ok(Slot::Set(index)) => {
                let texts = t.set(index).items().iter().map(|item| t.executor.text(item));
                texts.collect::<Result<Vec<_>>>()?
            }
            Err(EmptyInput) => Vec::new(),
        };
        if asked.is_empty() {
            return Ok(Translated { calls: Vec::new(), ..out });
        }
        let grounded = match call.sets.first() {
            Some(Term::Names(names)) => {
                t.head_and_relation(&Slot::Names(names.clone()), &asked, Parameter::Relation)?
            }
            Some(term) => match t.slot(term) {
                Ok(head) => t.head_and_relation(&head, &asked, Parameter::Relation)?,
                Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
            },
            None => return Ok(out),
        };
        match grounded {
            Ok(pair) => {
                relation = nodes(&pair.relation);
                if !pair.entity.is_empty() {
                    sets[0] = Operand::Nodes(nodes(&pair.entity));
                }
                out.groundings.extend(pair.groundings);
            }
            Err((miss, shown)) => {
                out.calls.clear();
                out.groundings.extend(shown);
                out.miss = Some(miss);
                return Ok(out);
            }
        }
    }
    let value = match &call.value {
        None => None,
        Some(constraint) => match t.slot(&constraint.term) {
            Ok(Slot::Set(index)) => Some((constraint.op, Operand::Set(index))),
            Ok(Slot::Names(names)) => {
                let members = names.into_iter().map(Operand::Literal).collect();
                Some((constraint.op, one_set(t, members, &mut out)))
            }
            Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
        },
    };
    // Arithmetic over rows means the column that the query is about.
    if relation.is_empty()
        && works_on_values(call.function)
        && let (Some(Operand::Set(index)), Some(target)) = (sets.first().cloned(), target)
        && let Some((column, grounding)) = target_column(t, index, target)?
    {
        out.groundings.push(grounding);
        out.calls.push(column);
        sets[0] = Operand::Set(t.results.len() + out.calls.len() - 1);
    }
    out.calls.push(ExecutionCall::Reason { function: call.function, sets, relation, value, k: call.k });
    Ok(out)
}

/// Several names in place of one set are its members.
fn one_set(
    t: &Translator<'_, '_>,
    mut members: Vec<Operand<NodeId>>,
    out: &mut Translated,
) -> Operand<NodeId> {
    if members.len() == 1 {
        return members.swap_remove(0);
    }
    let mut nodes = Vec::new();
    for member in &members {
        match member {
            Operand::Nodes(more) => nodes.extend(more.iter().copied()),
            // A text that is no node: only a step of its own can hold it beside others.
            _ => {
                let (function, relation) = (Function::SetUnion, Vec::new());
                out.calls.push(ExecutionCall::Reason {
                    function,
                    sets: members,
                    relation,
                    value: None,
                    k: None,
                });
                return Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
    }
    Operand::Nodes(nodes)
}

fn forgives_empty(function: Function, sets_before: usize) -> bool {
    match function {
        Function::SetUnion | Function::Sum | Function::Greater | Function::Less => true,
        Function::SetDifference => sets_before > 0,
        _ => false,
    }
}

fn works_on_values(function: Function) -> bool {
    matches!(
        function,
        Function::Min
            | Function::Max
            | Function::Mean
            | Function::Sum
            | Function::MostFrequent
            | Function::LeastFrequent
            | Function::Year
            | Function::Month
            | Function::Day
    )
}

/// A name in place of a set: the member of the other sets that is called so,
/// else an entity of the graph, else the text itself.
fn name_operand(
    t: &Translator<'_, '_>,
    name: &str,
    call: &FunctionCall,
    out: &mut Translated,
) -> Result<Operand<NodeId>> {
    let asked = Prepared::new(name);
    let mut best: Option<Candidate> = t.pinned(name, false)?;
    let others = if best.is_some() { &[][..] } else { &call.sets };
    for term in others {
        let Ok(Slot::Set(index)) = t.slot(term) else { continue };
        for item in t.set(index).items().iter().take(10_000) {
            let Some(node) = item.node() else { continue };
            let text = t.executor.node(node)?.0;
            let (score, channel) = similarity(&asked, &Prepared::new(&text));
            if score >= 0.8 && best.as_ref().is_none_or(|b| score > b.score) {
                best = Some(Candidate { node, text, score, channel });
            }
        }
    }
    if best.is_none()
        && matches!(
            call.function,
            Function::SetUnion | Function::SetIntersection | Function::SetDifference | Function::SetNegation
        )
        && let Ok(grounding) = t.entity(&[name.to_owned()], Parameter::Set)?
        && grounding.score() >= 0.8
    {
        out.groundings.push(grounding.clone());
        return Ok(Operand::Nodes(nodes(&grounding.chosen)));
    }
    match best {
        Some(candidate) => {
            let node = candidate.node;
            out.groundings.push(Grounding {
                parameter: Parameter::Set,
                asked: name.to_owned(),
                chosen: vec![candidate],
                runners_up: Vec::new(),
            });
            Ok(Operand::Nodes(vec![node]))
        }
        None => Ok(Operand::Literal(name.to_owned())),
    }
}

/// The values of the column that `target` names, of the rows at `rows`.
pub fn target_column(
    t: &Translator<'_, '_>,
    rows: usize,
    target: &str,
) -> Result<Option<(ExecutionCall<NodeId>, Grounding)>> {
    let mut sources = Vec::new();
    for item in t.set(rows).items() {
        let ItemValue::Node(node) = item.value else { return Ok(None) };
        let NodeKind::Row { source, .. } = t.executor.node(node)?.2 else { return Ok(None) };
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let asked = Prepared::new(target);
    let mut found: Vec<Candidate> = Vec::new();
    for source in sources {
        for relation in t.executor.source(source).map_or(&[][..], |s| &s.relations) {
            let (score, channel) = similarity(&asked, &Prepared::new(&relation.name));
            if score >= 0.5 && !found.iter().any(|c| c.node == relation.node) {
                found.push(Candidate { node: relation.node, text: relation.name.clone(), score, channel });
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    let pinned = t.pinned(target, true)?.filter(|pin| found.iter().any(|c| c.node == pin.node));
    let Some(best) = pinned.or_else(|| found.first().cloned()) else { return Ok(None) };
    for candidate in &mut found {
        if candidate.node == best.node {
            *candidate = best.clone();
        }
    }
    let call = ExecutionCall::SearchNode {
        node1: Node1::Nodes(vec![best.node]),
        condition: Condition::On(Operand::Set(rows)),
        scope: None,
        sources: Vec::new(),
    };
    let grounding =
        super::joint::grounding(Parameter::Target, &[target.to_owned()], found, |c| c.node == best.node);
    Ok(Some((call, grounding)))
}
