//! Functions that can be read in one way only: groups, formulas, statistics, times and truth; also other
//! functions over the values of a formula or the times of facts.
//!
//! Nothing here reads words: the parameters of a call say everything.

use trustuqa_model::{Comparison, NodeId, Value};

use super::calls::{literal, reason};
use super::{EmptyInput, Miss, Slot, Translated, Translator, nodes};
use crate::execute::{ExecuteError, Result};
use crate::ground::Parameter;
use crate::query::Function;
use crate::query::column::{Aggregate, Column, Test};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::llm::{FunctionCall, Term};

/// Translates a call that can be read in one way only; `None` for any other.
pub(super) fn translate(t: &Translator<'_, '_>, call: &FunctionCall) -> Result<Option<Translated>> {
    let mut out = Translated::default();
    if !is_ours(t, call)? {
        return Ok(None);
    }
    if call.function == Function::NoAnswer {
        out.miss = Some(Miss::NotStored { reason: call.reason.clone().unwrap_or_default() });
        return Ok(Some(out));
    }
    let mut sets = Vec::with_capacity(call.sets.len());
    for term in &call.sets {
        match set(t, call.function, term, &mut out)? {
            Some(operand) => sets.push(operand),
            // A step that found nothing counts as an empty set.
            None if accepts_empty_sets(call.function) => sets.push(Operand::Nodes(Vec::new())),
            None => {
                out.calls.clear();
                return Ok(Some(out));
            }
        }
    }
    let done = function(t, call, sets, &mut out)?;
    if let Err(miss) = done {
        out.calls.clear();
        out.miss = Some(miss);
    }
    Ok(Some(out))
}

/// Whether a call can be read in one way only, and is translated here.
fn is_ours(t: &Translator<'_, '_>, call: &FunctionCall) -> Result<bool> {
    if call.function.is_typed() || call.test.is_some() || call.of.is_some() {
        return Ok(true);
    }
    let Some(Term::Names(names)) = &call.relation else { return Ok(false) };
    let set = match call.sets.first().map(|term| t.slot(term)) {
        Some(Ok(Slot::Set(at))) => Some(Operand::Set(at)),
        _ => None,
    };
    for name in names {
        if t.is_computed(set.as_ref(), name)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Functions that have an answer even for an empty set.
fn accepts_empty_sets(function: Function) -> bool {
    use Function as F;
    matches!(function, F::Exists | F::IsSubset | F::Equal)
}

/// Functions that compare members by the times at which they held or happened.
fn is_of_times(function: Function) -> bool {
    use Function as F;
    matches!(function, F::Before | F::After | F::NearestBefore | F::NearestAfter | F::Overlapping)
}

/// The operand for a set: the result of a step, or names; `None` for a step that found nothing.
fn set(
    t: &Translator<'_, '_>,
    function: Function,
    term: &Term,
    out: &mut Translated,
) -> Result<Option<Operand<NodeId>>> {
    let names = match t.slot(term) {
        Ok(Slot::Set(at)) => return Ok(Some(Operand::Set(at))),
        Ok(Slot::Names(names)) => names,
        Err(EmptyInput) => return Ok(None),
    };
    // A date is compared as a date, even if it is not stored.
    if let [name] = names.as_slice()
        && is_of_times(function)
        && Value::parse(name).date().is_some()
    {
        return Ok(Some(literal(name)));
    }
    let mut found = Vec::new();
    for name in &names {
        match t.entity(std::slice::from_ref(name), Parameter::Set)? {
            // `4` is a number, even if `4–1` is stored somewhere.
            Ok(grounding)
                if names.len() == 1 && grounding.score() < 1.0 && Value::parse(name).number().is_some() =>
            {
                return Ok(Some(literal(name)));
            }
            Ok(grounding) => {
                found.extend(nodes(&grounding.chosen));
                out.groundings.push(grounding);
            }
            // A date or a number need not be a node.
            Err(_) if names.len() == 1 => return Ok(Some(literal(name))),
            Err(_) => {}
        }
    }
    Ok(Some(Operand::Nodes(found)))
}

type Done = Result<std::result::Result<(), Miss>>;

/// The column that a term means; returns from the function with a miss when there is none.
macro_rules! column {
    ($t:expr, $set:expr, $term:expr, $out:expr) => {
        match column_of($t, $set, $term, $out)? {
            Ok(column) => column,
            Err(miss) => return Ok(Err(miss)),
        }
    };
}

fn function(
    t: &Translator<'_, '_>,
    call: &FunctionCall,
    sets: Vec<Operand<NodeId>>,
    out: &mut Translated,
) -> Done {
    use Function as F;
    let sources = t.source_names.clone();
    let first = sets.first().cloned();
    let column = match &call.relation {
        Some(term) => Some(column!(t, first.as_ref(), term, out)),
        None => None,
    };
    let Some(first) = first else {
        if let (F::Calculate, Some(formula)) = (call.function, &call.formula) {
            // A formula of constants only.
            out.calls.push(ExecutionCall::Calculate {
                expression: formula.expression.clone(),
                operands: Vec::new(),
            });
        }
        return Ok(Ok(()));
    };
    match call.function {
        F::Calculate => {
            if let Some(formula) = &call.formula {
                let expression = formula.expression.clone();
                out.calls.push(ExecutionCall::Calculate { expression, operands: sets });
            }
        }
        F::Derive => {
            let Some(formula) = &call.formula else { return Ok(Ok(())) };
            let term = Term::Names(vec![formula.to_string()]);
            let column = column!(t, Some(&first), &term, out);
            out.calls.push(ExecutionCall::Derive { set: first, column, sources });
        }
        F::Group => {
            let of = match &call.of {
                Some(term) => Some(column!(t, Some(&first), term, out)),
                None => None,
            };
            let with = call.with.unwrap_or(Aggregate::Count);
            let weight = match &call.weight {
                Some(term) => Some(column!(t, Some(&first), term, out)),
                None => None,
            };
            out.calls.push(ExecutionCall::Group { set: first, by: column, of, with, weight, sources });
        }
        F::Correlation => {
            let Some(second) = &call.of else { return Ok(Ok(())) };
            let second = column!(t, Some(&first), second, out);
            let columns: Vec<_> = column.into_iter().chain([second]).collect();
            let mut sides = Vec::with_capacity(columns.len());
            for column in columns {
                sides.push(by_member(t, &first, column, Aggregate::Mean, out));
            }
            out.calls.push(reason(F::Correlation, sides, None));
        }
        F::Keep => {
            let column = column.unwrap_or(Column::Itself);
            let Some(test) = test(t, call)? else { return Ok(Ok(())) };
            let by = match &call.of {
                Some(term) => Some(column!(t, Some(&first), term, out)),
                None => None,
            };
            out.calls.push(ExecutionCall::Select { set: Some(first), column, by, test, sources });
        }
        _ => return reasoned(t, call, sets, column, out),
    }
    Ok(Ok(()))
}

/// Appends a reasoning function over its sets as they are, by a column of their members.
fn reasoned(
    t: &Translator<'_, '_>,
    call: &FunctionCall,
    mut sets: Vec<Operand<NodeId>>,
    column: Option<Column<NodeId>>,
    out: &mut Translated,
) -> Done {
    let (function, sources) = (call.function, t.source_names.clone());
    let relation = match column {
        None => Vec::new(),
        Some(Column::Relation(nodes)) => nodes,
        // A computed value is attached to each member as the value of a group of its own.
        Some(column) if keeps_members(function) => {
            let with = if wants_smallest(function) { Aggregate::Min } else { Aggregate::Max };
            sets[0] = by_member(t, &sets[0], column, with, out);
            Vec::new()
        }
        Some(column) => {
            let set = sets[0].clone();
            sets[0] = out.push(t, ExecutionCall::Derive { set, column, sources: sources.clone() });
            Vec::new()
        }
    };
    let value = match &call.value {
        Some(constraint) => match operand(t, &constraint.term) {
            Some(operand) => Some((constraint.op, operand)),
            None => return Ok(Ok(())),
        },
        None => None,
    };
    let sources = if relation.is_empty() { Vec::new() } else { sources };
    out.calls.push(ExecutionCall::Reason { function, sets, relation, value, k: call.k, sources });
    Ok(Ok(()))
}

/// Appends a call that makes each member a group of its own, with its value in a column.
fn by_member(
    t: &Translator<'_, '_>,
    set: &Operand<NodeId>,
    of: Column<NodeId>,
    with: Aggregate,
    out: &mut Translated,
) -> Operand<NodeId> {
    let sources = t.source_names.clone();
    let (by, of, weight) = (None, Some(of), None);
    out.push(t, ExecutionCall::Group { set: set.clone(), by, of, with, weight, sources })
}

/// Functions whose result is members of the set, chosen or ordered by a value.
fn keeps_members(function: Function) -> bool {
    use Function as F;
    matches!(
        function,
        F::Argmax | F::Argmin | F::TopK | F::BottomK | F::Sort | F::SortDescending | F::Rank | F::Nearest
    )
}

fn wants_smallest(function: Function) -> bool {
    matches!(function, Function::Argmin | Function::BottomK | Function::Sort)
}

fn column_of(
    t: &Translator<'_, '_>,
    set: Option<&Operand<NodeId>>,
    term: &Term,
    out: &mut Translated,
) -> Result<super::columns::ColumnResult> {
    let names = match t.slot(term) {
        Ok(Slot::Names(names)) => names,
        Ok(Slot::Set(at)) => {
            t.set(at).items().iter().map(|item| t.executor.text(item)).collect::<Result<_>>()?
        }
        Err(EmptyInput) => Vec::new(),
    };
    let mut relations = Vec::new();
    for name in &names {
        match t.column(set, name, Parameter::Relation, out)? {
            Ok(Column::Relation(found)) => relations.extend(found),
            Ok(column) if names.len() == 1 => return Ok(Ok(column)),
            Ok(_) => {
                return Err(ExecuteError::step(
                    "several-columns",
                    "a list of relations holds names only, no formulas",
                    "give one formula",
                ));
            }
            Err(miss) => return Ok(Err(miss)),
        }
    }
    Ok(Ok(Column::Relation(relations)))
}

/// The operand of a comparison; `None` for a step that found nothing.
fn operand(t: &Translator<'_, '_>, term: &Term) -> Option<Operand<NodeId>> {
    match t.slot(term) {
        Ok(Slot::Set(at)) => Some(Operand::Set(at)),
        Ok(Slot::Names(names)) => names.first().map(|name| literal(name)),
        Err(EmptyInput) => None,
    }
}

/// The test of a `keep`.
fn test(t: &Translator<'_, '_>, call: &FunctionCall) -> Result<Option<Test<NodeId>>> {
    if let Some(test) = &call.test {
        return Ok(Some(of_nodes(test)));
    }
    let Some(constraint) = &call.value else { return Ok(None) };
    if let (Term::Names(names), Comparison::Eq) = (&constraint.term, constraint.op)
        && names.len() > 1
    {
        return Err(ExecuteError::step(
            "several-bounds",
            "a formula is compared with one value, not with a list",
            "keep for each value, and join the steps with set_union",
        ));
    }
    Ok(operand(t, &constraint.term).map(|operand| Test::Compare(constraint.op, operand)))
}

/// A test as written, with its operand for an execution call.
pub(super) fn of_nodes(test: &Test<String>) -> Test<NodeId> {
    match test {
        Test::Compare(op, operand) => Test::Compare(
            *op,
            match operand {
                Operand::Literal(text) => literal(text),
                Operand::Set(at) => Operand::Set(*at),
                Operand::Nodes(names) => literal(names.first().map_or("", String::as_str)),
            },
        ),
        Test::Contains(texts) => Test::Contains(texts.clone()),
        Test::StartsWith(texts) => Test::StartsWith(texts.clone()),
        Test::EndsWith(texts) => Test::EndsWith(texts.clone()),
        Test::Between(low, high) => Test::Between(low.clone(), high.clone()),
        Test::IsEmpty => Test::IsEmpty,
        Test::NotEmpty => Test::NotEmpty,
    }
}
