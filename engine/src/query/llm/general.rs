//! Calls of functions that are none of the language's: what the name and the arguments
//! say that they compute.

use super::analyse::Analysis;
use super::conditional::is_operator_name;
use super::reasoning::is_step;
use super::terms::reference;
use super::{Call, FunctionCall, Term};
use crate::query::function::Function;
use crate::query::quote::ticked;
use crate::query::syntax::{RawArg, RawCall, RawValue, expression};
use crate::query::words;

impl Analysis {
    /// `convert_to_yes_no(output_of_query3)` of a truth value is that truth value.
    fn as_truth(&mut self, raw: &RawCall) -> Option<Call> {
        let name = raw.name.to_ascii_lowercase();
        let words: Vec<&str> = name.split('_').collect();
        let says = words.iter().any(|w| matches!(*w, "boolean" | "bool")) || words.contains(&"yes");
        let [arg] = raw.args.as_slice() else { return None };
        if !says || !is_step(arg) {
            return None;
        }
        let Some(Term::Output(at)) = self.term(&arg.value) else { return None };
        let is_truth = matches!(self.steps.get(at).map(|s| &s.call), Some(Call::Function(f))
            if matches!(f.function, Function::Test | Function::And | Function::Or | Function::Not | Function::IsEmpty | Function::Compare));
        is_truth.then(|| Call::Function(FunctionCall::of(Function::And, vec![Term::Output(at)])))
    }

    /// A function whose name says nothing and whose arguments say what it does:
    /// `calculate(operation='subtraction', …)`, `calculator(formula='output_of_query1 - 5')`.
    pub(super) fn general(&mut self, raw: &RawCall) -> Option<Call> {
        if let Some(truth) = self.as_truth(raw) {
            return Some(truth);
        }
        let mut meant = None;
        for arg in &raw.args {
            if let Some(name) = &arg.name
                && meant.is_none()
                && !is_operator_name(&name.to_ascii_lowercase())
            {
                let word = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
                meant = Function::guess(word)
                    .filter(|(f, _)| !matches!(f, Function::Number | Function::Count | Function::If));
            }
            // `calculate(sum(a, b))` is the call in it.
            let unnamed = |arg: &RawArg| {
                arg.name
                    .as_deref()
                    .is_none_or(|name| matches!(name, "expression" | "formula" | "calculation"))
            };
            if let ([only], RawValue::Call(call)) = (raw.args.as_slice(), &arg.value)
                && unnamed(only)
                && matches!(
                    raw.name.to_ascii_lowercase().as_str(),
                    "calculate" | "calculator" | "compute" | "eval" | "evaluate" | "result"
                )
                && Function::named(&call.name).is_some()
            {
                return self.call(call);
            }
            // `check(condition=… or …)` is what it checks; a search in its place says nothing.
            if let ([_], RawValue::Call(call)) = (raw.args.as_slice(), &arg.value)
                && matches!(
                    Function::named(&call.name),
                    Some(Function::Test | Function::And | Function::Or | Function::Not)
                )
            {
                return self.call(call);
            }
            let RawValue::Text { text, .. } = &arg.value else { continue };
            if raw.args.len() == 1
                && let Some(RawValue::Call(call)) = expression(text, arg.value.span().start)
            {
                return self.call(&call);
            }
            if reference(text).is_some() {
                continue;
            }
            let named = words::comparison(text).map(|op| (Function::Compare, Some(op)));
            let sign = match text.trim() {
                "-" => Some((Function::Difference, None)),
                "+" => Some((Function::Sum, None)),
                "*" => Some((Function::Product, None)),
                "/" => Some((Function::Quotient, None)),
                _ => None,
            };
            if let Some(found) = sign.or(named).or_else(|| Function::guess(text)) {
                meant = Some(found);
            }
        }
        let conditional = raw
            .args
            .iter()
            .filter_map(|a| a.name.as_deref())
            .any(|n| n.contains("true_") || n.contains("if_true"));
        let (function, op) = if conditional { (Function::If, None) } else { meant? };
        self.read_as(raw, &ticked(function.name()));
        let mut plain = raw.clone();
        let is_result = |arg: &RawArg| {
            let name = arg.name.as_deref().unwrap_or("").to_ascii_lowercase();
            ["true", "false", "then", "else"].iter().any(|word| name.contains(word))
        };
        plain.args.retain(|arg| match &arg.value {
            _ if is_result(arg) => true,
            RawValue::Text { text, .. } => {
                reference(text).is_some()
                    || words::comparison(text).is_none()
                        && !["-", "+", "*", "/"].contains(&text.trim())
                        && !arg
                            .name
                            .as_deref()
                            .is_some_and(|n| is_operator_name(&n.to_ascii_lowercase()) && n != "condition")
            }
            _ => true,
        });
        for arg in &mut plain.args {
            if arg.name.as_deref().is_some_and(|n| n == "value") && function != Function::If {
                arg.name = None;
            }
        }
        self.function(function, op, &plain).map(Call::Function)
    }
}
