//! The many shapes of `if` that models write: with a condition first, with two sides to compare, with results
//! by name or by position, and with parts left out that the words of the step contain.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::terms::{reference, references};
use super::{Call, Constraint, FunctionCall, Term};
use crate::query::diagnostic::Diagnostic;
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawCall, RawValue, is_expression};
use crate::query::words;

/// The parts of an `if`, as they are collected.
#[derive(Default)]
struct Parts {
    condition: Option<Term>,
    /// A comparison written with a parameter's name on its left: `set1>'output_of_query4'`.
    compared: Option<(Comparison, Term)>,
    /// The step, when that name is a reference: `output_of_query2 < output_of_query4`.
    left: Option<Term>,
    op: Option<Comparison>,
    then: Option<Term>,
    otherwise: Option<Term>,
    /// All other arguments, in order.
    rest: Vec<Term>,
}

impl Analysis {
    pub(super) fn conditional(&mut self, op: Option<Comparison>, raw: &RawCall) -> Option<FunctionCall> {
        let mut parts = Parts { op, ..Parts::default() };
        for arg in &raw.args {
            self.part(&mut parts, arg)?;
        }
        let Parts { mut condition, compared, left, op, then, otherwise, mut rest } = parts;
        let sides_only = then.is_none();
        // `if(set=output_of_query5, then='A', else='B')`: the argument that is no result is the condition.
        if condition.is_none() && compared.is_none() && !sides_only && otherwise.is_some() && rest.len() == 1
        {
            condition = rest.pop();
        }
        let results = |rest: Vec<Term>| then.into_iter().chain(otherwise).chain(rest).collect::<Vec<_>>();
        if let Some(condition) = condition {
            return Some(self.chosen(condition, results(rest), raw));
        }
        if let (Some((op, bound)), Some(left)) = (&compared, left) {
            let results = results(rest);
            if results.is_empty() {
                let sides = vec![left, bound.clone()];
                return Some(FunctionCall { op: Some(*op), ..FunctionCall::of(Function::Compare, sides) });
            }
            let test = self.test(left, *op, bound.clone(), raw);
            return Some(self.chosen(test, results, raw));
        }
        if let Some((op, bound)) = compared {
            // Two sides of which the second is the bound are compared with each other.
            if rest.len() == 2 && rest.contains(&bound) && then_is_none(&rest, &bound) {
                return Some(FunctionCall { op: Some(op), ..FunctionCall::of(Function::Compare, rest) });
            }
            // Values computed from both results are compared, if there are any: `if(set1>set2, a, b)`.
            if let [first, second] = rest.as_slice()
                && let (Some(left), Some(right)) = (self.value_of(first), self.value_of(second))
                && (is_dummy(&bound) || bound == left || bound == right)
            {
                let test = self.test(left, op, right, raw);
                return Some(self.chosen(test, results(rest), raw));
            }
            // The bound was computed from the first step that the words name, so it is the left side.
            if let [first, second] = references(&self.note).as_slice()
                && let (Some(left), Some(right)) = (self.computed_of(*first), self.computed_of(*second))
                && left == bound
                && right != bound
            {
                let test = self.test(left, op, right, raw);
                return Some(self.chosen(test, results(rest), raw));
            }
            let left = self.other_side(&bound, &rest)?;
            let test = self.test(left, op, bound, raw);
            return Some(self.chosen(test, results(rest), raw));
        }
        match rest.len() {
            2 if sides_only => Some(FunctionCall { op, ..FunctionCall::of(Function::Compare, rest) }),
            // `if(set1=a, set2=b, set1=b, set2=a)` names the two sides twice, and no results.
            4 if op.is_none() && rest[0] == rest[3] && rest[1] == rest[2] => {
                rest.truncate(2);
                Some(FunctionCall::of(Function::Compare, rest))
            }
            2 | 4 => {
                let tail = rest.split_off(2);
                let right = rest.pop()?;
                let left = rest.pop()?;
                let test = self.test(left, op.unwrap_or(Comparison::Gt), right, raw);
                Some(self.chosen(test, results(tail), raw))
            }
            1 if op.is_none() => Some(FunctionCall::of(Function::SetUnion, rest)),
            3 => {
                let tail = rest.split_off(1);
                let condition = rest.pop()?;
                Some(self.chosen(condition, tail, raw))
            }
            _ => {
                self.errors.push(
                    Diagnostic::error("no-condition", raw.span.clone(), "`if` has no condition that can be read")
                        .hint("write if(set1='output_of_query1', set2='…', set3='…'), where output_of_query1 says yes or no"),
                );
                None
            }
        }
    }

    fn part(&mut self, parts: &mut Parts, arg: &RawArg) -> Option<()> {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
        if let RawValue::Text { text, .. } = &arg.value
            && reference(text).is_none()
            && let Some(op) = words::comparison(text)
            && (arg.name.is_none() && !text.chars().any(char::is_alphabetic) || is_operator_name(&name))
        {
            parts.op = Some(op);
            return Some(());
        }
        // `operator='comparison'` only says what an `if` does anyway.
        if let RawValue::Text { text, .. } = &arg.value
            && is_operator_name(&name)
            && !is_condition_name(&name)
            && arg.op == Comparison::Eq
            && reference(text).is_none()
            && !is_expression(text)
        {
            return Some(());
        }
        // `value=''` says nothing.
        if matches!(&arg.value, RawValue::Text { text, .. } if text.is_empty()) {
            return Some(());
        }
        let truth = matches!(&arg.value, RawValue::Call(call)
            if matches!(Function::named(&call.name), Some(Function::Test | Function::And | Function::Or | Function::Not | Function::IsEmpty)));
        let term = self.term(&arg.value)?;
        if arg.op != Comparison::Eq {
            let is_step = arg.name.as_deref().filter(|name| reference(name).is_some());
            if let Some(step) = is_step {
                parts.left = self.name_or_output(step, &arg.span);
            }
            parts.compared = Some((arg.op, term));
        } else if parts.condition.is_none() && (truth || is_condition_name(&name)) {
            parts.condition = Some(term);
        } else if has(&name, &["true", "then", "yes", "result1"]) && parts.then.is_none() {
            parts.then = Some(term);
        } else if has(&name, &["false", "else", "no", "result2", "otherwise", "default"]) {
            parts.otherwise = Some(term);
        } else {
            parts.rest.push(term);
        }
        Some(())
    }

    fn chosen(&mut self, condition: Term, results: Vec<Term>, raw: &RawCall) -> FunctionCall {
        let condition = self.repaired(condition, &results);
        if results.is_empty() {
            return FunctionCall::of(Function::SetUnion, vec![condition]);
        }
        if results.len() > 2 {
            self.warnings.push(Diagnostic::warning(
                "ignored-text",
                raw.span.clone(),
                "`if` has more than two results; those after the second were ignored",
            ));
        }
        let sets = std::iter::once(condition).chain(results.into_iter().take(2)).collect();
        FunctionCall::of(Function::If, sets)
    }

    /// In `if(set1 > set2, …)`, where no step is called `set1`, compares the values computed from the two
    /// results.
    fn repaired(&mut self, condition: Term, results: &[Term]) -> Term {
        let Term::Output(index) = condition else { return condition };
        let Some(Call::Function(call)) = self.steps.get(index).map(|s| s.call.clone()) else {
            return condition;
        };
        let ([left], Some(value)) = (call.sets.as_slice(), &call.value) else { return condition };
        let [first, second] = results else { return condition };
        if !is_dummy(left) || !is_dummy(&value.term) {
            return condition;
        }
        let (first, second) = (self.value_of(first), self.value_of(second));
        if let (Some(step), Some(left), Some(right)) = (self.steps.get_mut(index), first, second)
            && let Call::Function(call) = &mut step.call
        {
            call.sets = vec![left];
            call.value = Some(Constraint { op: value.op, term: right });
        }
        condition
    }

    /// The last step that uses the given one.
    fn value_of(&self, term: &Term) -> Option<Term> {
        let uses = |call: &Call| match call {
            Call::GetInformation(info) => info.head.as_ref() == Some(term),
            Call::Function(call) => call.sets.contains(term),
        };
        self.steps.iter().rposition(|step| uses(&step.call)).map(Term::Output)
    }

    /// The last step that uses the one with this number.
    fn computed_of(&self, number: u32) -> Option<Term> {
        let at = self.steps.iter().rposition(|step| step.number == number)?;
        self.value_of(&Term::Output(at))
    }

    /// The side that is compared with `bound`: the other step that the words name, otherwise the value
    /// computed from the first result, or that result.
    fn other_side(&mut self, bound: &Term, rest: &[Term]) -> Option<Term> {
        for number in references(&self.note) {
            let at = self.steps.iter().rposition(|s| s.number == number);
            if let Some(term) = at.map(Term::Output)
                && term != *bound
            {
                return Some(term);
            }
        }
        rest.first().and_then(|term| self.value_of(term)).or_else(|| rest.first().cloned())
    }

    fn test(&mut self, left: Term, op: Comparison, right: Term, raw: &RawCall) -> Term {
        let mut call = FunctionCall::of(Function::Test, vec![left]);
        call.value = Some(Constraint { op, term: right });
        self.nested(Call::Function(call), &raw.span)
    }
}

/// Whether a term is a placeholder such as `set1`, which refers to nothing.
pub(super) fn is_dummy(term: &Term) -> bool {
    let Term::Names(names) = term else { return false };
    matches!(names.as_slice(), [name] if name.strip_prefix("set").is_some_and(|n| n.parse::<u32>().is_ok()))
}

/// Whether the bound is the second side, and not a result.
fn then_is_none(rest: &[Term], bound: &Term) -> bool {
    rest.get(1) == Some(bound)
}

fn has(name: &str, parts: &[&str]) -> bool {
    name.split('_').any(|word| parts.contains(&word))
}

fn is_condition_name(name: &str) -> bool {
    has(name, &["condition", "cond", "test", "check", "expression"]) || name.starts_with("compare")
}

/// Whether a parameter is one in which models write a comparison.
pub(super) fn is_operator_name(name: &str) -> bool {
    has(
        name,
        &[
            "op",
            "operator",
            "operation",
            "comparison",
            "comparator",
            "condition",
            "sign",
            "function",
            "mode",
            "direction",
            "compare",
            "type",
            "relation",
            "method",
            "option",
            "criterion",
        ],
    )
}
