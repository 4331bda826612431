//! Calls of functions that are none of the language's: what the name and the arguments
//! say that they compute.

use trustuqa_model::Comparison;

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
    /// `extract_max_value(output_of_query2)` is the largest number in a cell such as `5–600`.
    pub(super) fn extracted_extreme(&mut self, raw: &RawCall) -> Option<Call> {
        let name = raw.name.to_ascii_lowercase();
        let function = match name.split('_').nth(1)? {
            "max" | "maximum" => Function::Max,
            "min" | "minimum" => Function::Min,
            _ => return None,
        };
        let [arg] = raw.args.as_slice() else { return None };
        if !name.starts_with("extract_") || !is_step(arg) {
            return None;
        }
        let set = self.term(&arg.value)?;
        let parts = self.nested(Call::Function(FunctionCall::of(Function::Split, vec![set])), &raw.span);
        self.read_as(raw, &format!("{} of the parts", ticked(function.name())));
        Some(Call::Function(FunctionCall::of(function, vec![parts])))
    }

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

    /// A function whose name says nothing, in a step that asks for the month of dates.
    pub(super) fn part_of_date(&mut self, raw: &RawCall) -> Option<Call> {
        let note = trustuqa_model::tokens(&self.note);
        let function = note.windows(3).find_map(|words| {
            let asks = matches!(words[0].as_str(), "the" | "get" | "find" | "extract") && words[2] == "of";
            match words[1].as_str() {
                "month" | "months" if asks => Some(Function::Month),
                "year" | "years" if asks => Some(Function::Year),
                "day" | "days" if asks => Some(Function::Day),
                _ => None,
            }
        })?;
        let step = raw.args.iter().find(|arg| is_step(arg))?;
        let set = self.term(&step.value)?;
        self.read_as(raw, &ticked(function.name()));
        Some(Call::Function(FunctionCall::of(function, vec![set])))
    }

    /// `second_max(set)`, `nth_highest(set, n=2)`: one place in the order of the values.
    pub(super) fn nth_of_order(&mut self, raw: &RawCall) -> Option<Call> {
        let name = raw.name.to_ascii_lowercase();
        let words: Vec<&str> = name.split('_').collect();
        let places = ["first", "second", "third", "fourth", "fifth"];
        let mut place = words.iter().find_map(|w| places.iter().position(|p| p == w)).map(|at| at + 1);
        if place.is_none() && !words.contains(&"nth") {
            return None;
        }
        let largest = match words::direction(&words[1..].join(" ")) {
            Some(Comparison::Gt) => true,
            Some(Comparison::Lt) => false,
            _ => return None,
        };
        let mut set = None;
        for arg in &raw.args {
            match &arg.value {
                RawValue::Text { text, .. } if reference(text).is_none() => {
                    place = place.or(text.parse().ok())
                }
                value => set = set.or(self.term(value)),
            }
        }
        let unique = self.nested(Call::Function(FunctionCall::of(Function::Unique, vec![set?])), &raw.span);
        let order = if largest { Function::SortDescending } else { Function::Sort };
        let sorted = self.nested(Call::Function(FunctionCall::of(order, vec![unique])), &raw.span);
        self.read_as(raw, "one place of the sorted values");
        Some(Call::Function(FunctionCall { k: place, ..FunctionCall::of(Function::Nth, vec![sorted]) }))
    }
}
