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
            Ok(Slot::Names(names)) => {
                for name in names {
                    sets.push(name_operand(t, &name, call, &mut out)?);
                }
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
    let base = t.results.len();
    let mut relation: Vec<NodeId> = Vec::new();
    if let Some(Term::Names(asked)) = &call.relation {
        let head = match sets.first() {
            Some(Operand::Set(index)) => Slot::Set(*index),
            _ => Slot::Names(Vec::new()),
        };
        match t.head_and_relation(&head, asked, Parameter::Relation)? {
            Ok(pair) => {
                relation = nodes(&pair.relation);
                out.groundings.extend(pair.groundings);
            }
            Err((miss, shown)) => {
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
            Ok(Slot::Names(names)) => Some((constraint.op, Operand::Literal(names.first().cloned().unwrap_or_default()))),
            Err(EmptyInput) => return Ok(out),
        },
    };
    // Arithmetic over rows means the column that the query is about.
    if relation.is_empty() && works_on_values(call.function) {
        if let (Some(Operand::Set(index)), Some(target)) = (sets.first().cloned(), target) {
            if let Some((column, grounding)) = target_column(t, index, target)? {
                out.groundings.push(grounding);
                out.calls.push(column);
                sets[0] = Operand::Set(base);
            }
        }
    }
    out.calls.push(ExecutionCall::Reason { function: call.function, sets, relation, value, k: call.k });
    Ok(out)
}

fn forgives_empty(function: Function, sets_before: usize) -> bool {
    match function {
        Function::SetUnion | Function::Sum | Function::Greater | Function::Less => true,
        Function::SetDifference => sets_before > 0,
        Function::Count | Function::CountDistinct => false,
        _ => false,
    }
}

fn works_on_values(function: Function) -> bool {
    matches!(
        function,
        Function::Min | Function::Max | Function::Mean | Function::Sum | Function::MostFrequent | Function::LeastFrequent | Function::Year | Function::Month | Function::Day
    )
}

/// A name in place of a set: the member of the other sets that is called so,
/// else an entity of the graph, else the text itself.
fn name_operand(t: &Translator<'_, '_>, name: &str, call: &FunctionCall, out: &mut Translated) -> Result<Operand<NodeId>> {
    let asked = Prepared::new(name);
    let mut best: Option<Candidate> = None;
    for term in &call.sets {
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
    if best.is_none() && matches!(call.function, Function::SetUnion | Function::SetIntersection | Function::SetDifference | Function::SetNegation) {
        if let Ok(grounding) = t.entity(&[name.to_owned()], Parameter::Set)? {
            if grounding.score() >= 0.8 {
                out.groundings.push(grounding.clone());
                return Ok(Operand::Nodes(nodes(&grounding.chosen)));
            }
        }
    }
    match best {
        Some(candidate) => {
            let node = candidate.node;
            out.groundings.push(Grounding { parameter: Parameter::Set, asked: name.to_owned(), chosen: vec![candidate], runners_up: Vec::new() });
            Ok(Operand::Nodes(vec![node]))
        }
        None => Ok(Operand::Literal(name.to_owned())),
    }
}

/// The values of the column that `target` names, of the rows at `rows`.
pub fn target_column(t: &Translator<'_, '_>, rows: usize, target: &str) -> Result<Option<(ExecutionCall<NodeId>, Grounding)>> {
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
    let Some(best) = found.first().cloned() else { return Ok(None) };
    let call = ExecutionCall::SearchNode {
        node1: Node1::Nodes(vec![best.node]),
        condition: Condition::On(Operand::Set(rows)),
        scope: None,
        sources: Vec::new(),
    };
    let grounding = super::joint::grounding(Parameter::Target, &[target.to_owned()], found, |c| c.node == best.node);
    Ok(Some((call, grounding)))
}
