//! Calls of unknown functions: what they compute follows from their names and arguments.

use trustuqa_model::Comparison;

use super::Call;
use super::analyse::Analysis;
use super::conditional::is_operator_name;
use super::terms::reference;
use crate::query::function::Function;
use crate::query::quote::ticked;
use crate::query::syntax::{RawArg, RawCall, RawValue, expression};
use crate::query::words;

impl Analysis {
    /// Reads a call whose arguments, not its name, say what it computes: `calculate(operation='subtraction',
    /// …)`, `calculator(formula='output_of_query1 - 5')`.
    pub(super) fn general(&mut self, raw: &RawCall) -> Option<Call> {
        if let [only] = raw.args.as_slice()
            && let Some(call) = call_within(raw, only)
        {
            return self.call(&call);
        }
        let is_conditional = raw
            .args
            .iter()
            .filter_map(|a| a.name.as_deref())
            .any(|n| n.contains("true_") || n.contains("if_true"));
        let (function, op) = if is_conditional { (Function::If, None) } else { operation(raw)? };
        self.read_as(raw, &ticked(function.name()));
        let mut plain = raw.clone();
        plain.args.retain(|arg| !says_operation(arg));
        for arg in &mut plain.args {
            if arg.name.as_deref() == Some("value") && function != Function::If {
                arg.name = None;
            }
        }
        self.function(function, op, &plain).map(Call::Function)
    }
}

/// The call or expression that is the only argument of a call, when the outer call adds nothing.
fn call_within(raw: &RawCall, arg: &RawArg) -> Option<RawCall> {
    match &arg.value {
        RawValue::Call(call) => {
            // `calculate(sum(a, b))` means the inner call, and `check(condition=… or …)` what it checks.
            let unnamed = arg
                .name
                .as_deref()
                .is_none_or(|name| matches!(name, "expression" | "formula" | "calculation"));
            let calculates = matches!(
                raw.name.to_ascii_lowercase().as_str(),
                "calculate" | "calculator" | "compute" | "eval" | "evaluate" | "result"
            );
            let is_ours = match Function::named(&call.name)? {
                Function::Test | Function::And | Function::Or | Function::Not => true,
                _ => unnamed && calculates,
            };
            is_ours.then(|| call.clone())
        }
        RawValue::Text { text, .. } => match expression(text, arg.value.span().start)? {
            RawValue::Call(call) => Some(call),
            _ => None,
        },
        _ => None,
    }
}

/// The function that the arguments name: the last text that names one, otherwise the name of a parameter.
fn operation(raw: &RawCall) -> Option<(Function, Option<Comparison>)> {
    let texts = raw.args.iter().rev().filter_map(|arg| match &arg.value {
        RawValue::Text { text, .. } if reference(text).is_none() => Some(text),
        _ => None,
    });
    let by_text = |text: &String| {
        let sign = match text.trim() {
            "-" => Some(Function::Difference),
            "+" => Some(Function::Sum),
            "*" => Some(Function::Product),
            "/" => Some(Function::Quotient),
            _ => None,
        };
        let comparison = || words::comparison(text).map(|op| (Function::Compare, Some(op)));
        sign.map(|function| (function, None)).or_else(comparison).or_else(|| Function::guess(text))
    };
    let by_parameter = |name: &str| {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        Function::guess(word).filter(|(f, _)| !matches!(f, Function::Number | Function::Count | Function::If))
    };
    let mut names = raw
        .args
        .iter()
        .filter_map(|arg| arg.name.as_deref())
        .filter(|name| !is_operator_name(&name.to_ascii_lowercase()));
    texts.into_iter().find_map(by_text).or_else(|| names.find_map(by_parameter))
}

/// Whether an argument only says which operation is meant.
fn says_operation(arg: &RawArg) -> bool {
    let RawValue::Text { text, .. } = &arg.value else { return false };
    let name = arg.name.as_deref().unwrap_or("").to_ascii_lowercase();
    let is_result = ["true", "false", "then", "else"].iter().any(|word| name.contains(word));
    let is_sign = words::comparison(text).is_some() || ["-", "+", "*", "/"].contains(&text.trim());
    !is_result && reference(text).is_none() && (is_sign || is_operator_name(&name) && name != "condition")
}
