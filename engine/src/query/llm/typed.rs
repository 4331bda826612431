//! Calls that can be read in one way only: groups, formulas, statistics, times and truth. They have the
//! documented parameters and no others.

use super::analyse::Analysis;
use super::reasoning::usage;
use super::terms::reference;
use super::{Constraint, FunctionCall, Term};
use crate::query::column::{Aggregate, Test};
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::execution::test_of;
use crate::query::formula::Formula;
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawCall, RawValue};
use trustuqa_model::Comparison;

impl Analysis {
    /// Reads a call of a function that can be read in one way only; see [`Function::is_typed`].
    pub(super) fn typed(&mut self, function: Function, raw: &RawCall) -> Option<FunctionCall> {
        let mut call = FunctionCall::of(function, Vec::new());
        let before = self.errors.0.len();
        for arg in &raw.args {
            self.typed_argument(&mut call, arg);
        }
        if self.errors.0.len() == before {
            self.typed_needs(&mut call, raw);
        }
        (self.errors.0.len() == before).then_some(call)
    }

    fn typed_argument(&mut self, call: &mut FunctionCall, arg: &RawArg) {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase);
        let function = call.function;
        let signature = function.signature();
        if arg.op != Comparison::Eq {
            return self.wrong(arg, function, "only `=` is allowed here");
        }
        match (name.as_deref(), function) {
            (Some("source"), _) => call.sources.extend(self.source(arg)),
            (Some("formula"), Function::Calculate | Function::Derive) => self.formula(call, arg),
            (None, Function::Calculate) => self.formula(call, arg),
            (None, Function::Derive) if !call.sets.is_empty() => self.formula(call, arg),
            (Some("reason") | None, Function::NoAnswer) => call.reason = self.text(arg, function),
            (Some("by" | "relation" | "key"), _) if signature.relation.is_some() => {
                call.relation = self.term(&arg.value);
            }
            (Some("of"), Function::Group) | (Some("with"), Function::Correlation) => {
                call.of = self.term(&arg.value);
            }
            (Some("weight"), Function::Group) => call.weight = self.term(&arg.value),
            (Some("with"), Function::Group) => {
                call.with = self.text(arg, function).and_then(|text| Aggregate::named(&text));
                if call.with.is_none() {
                    let names = Aggregate::ALL.map(Aggregate::name).join(", ");
                    let error = "`with` names no aggregate";
                    let error = Diagnostic::error("unknown-aggregate", arg.span.clone(), error);
                    self.errors.push(error.hint(format!("use one of {names}")));
                }
            }
            (Some("unit" | "value"), Function::Duration) | (Some("value" | "to"), Function::Nearest) => {
                let term = self.term(&arg.value);
                call.value = term.map(|term| Constraint { op: Comparison::Eq, term });
            }
            (Some("k" | "n"), _) if signature.k => {
                call.k = self.text(arg, function).and_then(|text| text.parse().ok());
                if call.k.is_none() {
                    self.wrong(arg, function, "k is not a whole number");
                }
            }
            (Some(name), _) if is_set(name) => self.typed_set(call, arg),
            (None, _) => self.typed_set(call, arg),
            (Some(name), _) => {
                self.wrong(arg, function, &format!("`{}` has no parameter `{name}`", function.name()));
            }
        }
    }

    fn typed_set(&mut self, call: &mut FunctionCall, arg: &RawArg) {
        // A list of steps is several sets; a list of names is one.
        if let RawValue::List(values, _) = &arg.value
            && !values.is_empty()
            && values.iter().all(|v| matches!(v, RawValue::Text { text, .. } if reference(text).is_some()))
        {
            for value in values {
                call.sets.extend(self.term(value));
            }
            return;
        }
        call.sets.extend(self.term(&arg.value));
    }

    /// Reports what is missing after all arguments were read.
    fn typed_needs(&mut self, call: &mut FunctionCall, raw: &RawCall) {
        let function = call.function;
        let signature = function.signature();
        let missing = match function {
            Function::Calculate | Function::Derive if call.formula.is_none() => Some("a formula"),
            Function::NoAnswer if call.reason.is_none() => Some("a reason"),
            Function::Correlation if call.relation.is_none() || call.of.is_none() => {
                Some("both `relation` and `with`")
            }
            Function::Nearest if call.value.is_none() => Some("a value"),
            _ if call.sets.len() < signature.min_sets => Some("a set"),
            Function::Group if call.weight.is_some() && !call.with.is_some_and(Aggregate::takes_weights) => {
                Some("with='most' or with='least' beside `weight`")
            }
            _ => None,
        };
        if let Some(what) = missing {
            let error = Diagnostic::error(
                "missing-parameter",
                raw.span.clone(),
                format!("`{}` needs {what}", function.name()),
            );
            self.errors.push(error.hint(format!("write {}", usage(function))));
        } else if function != Function::Calculate && call.sets.len() > signature.max_sets {
            let error = Diagnostic::error(
                "wrong-number-of-sets",
                raw.span.clone(),
                format!("`{}` was given {} sets", function.name(), call.sets.len()),
            );
            self.errors.push(error.hint(format!("write {}", usage(function))));
        }
    }

    /// Reads a formula; the operands of `calculate` are steps and become the sets of the call.
    fn formula(&mut self, call: &mut FunctionCall, arg: &RawArg) {
        let Some(text) = self.text(arg, call.function) else { return };
        let formula = match Formula::parse(&text) {
            Ok(formula) => formula,
            Err(error) => {
                let start = (arg.value.span().start + error.at).min(arg.span.end);
                let error = Diagnostic::error("bad-formula", start..arg.span.end, error.message);
                self.errors.push(error.hint(format!("write {}", usage(call.function))));
                return;
            }
        };
        if call.function == Function::Calculate {
            for name in &formula.names {
                if reference(name).is_none() {
                    let what = format!("`{name}` is not an earlier step");
                    let error = Diagnostic::error("unknown-step", arg.span.clone(), what);
                    self.errors.push(error.hint(
                        "the operands are output_of_query1 and so on; columns are computed with derive",
                    ));
                    return;
                }
                call.sets.extend(self.name_or_output(name, &arg.span));
            }
        }
        call.formula = Some(formula);
    }

    /// The names of the sources in an argument.
    pub(super) fn source(&mut self, arg: &RawArg) -> Vec<String> {
        match &arg.value {
            RawValue::Text { text, .. } => vec![text.clone()],
            RawValue::List(values, _) if !values.is_empty() => {
                let mut names = Vec::with_capacity(values.len());
                for value in values {
                    match value {
                        RawValue::Text { text, .. } => names.push(text.clone()),
                        other => self.not_a_source(other.span()),
                    }
                }
                names
            }
            other => {
                self.not_a_source(other.span());
                Vec::new()
            }
        }
    }

    fn not_a_source(&mut self, span: Span) {
        let error = Diagnostic::error("bad-source", span, "a source is given by its name");
        self.errors.push(error.hint("write source='orders'"));
    }

    /// The test that a value must pass, when it is written as a call of one.
    pub(super) fn value_test(&mut self, arg: &RawArg) -> Option<Test<String>> {
        match &arg.value {
            RawValue::Call(call) => test_of(call),
            _ => None,
        }
    }

    fn text(&mut self, arg: &RawArg, function: Function) -> Option<String> {
        match &arg.value {
            RawValue::Text { text, .. } => Some(text.clone()),
            _ => {
                self.wrong(arg, function, "a text in quotes is expected here");
                None
            }
        }
    }

    fn wrong(&mut self, arg: &RawArg, function: Function, what: &str) {
        let error = Diagnostic::error("unknown-parameter", arg.span.clone(), what);
        self.errors.push(error.hint(format!("write {}", usage(function))));
    }
}

fn is_set(name: &str) -> bool {
    name.strip_prefix("set").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

impl FunctionCall {
    /// The text of the formula, with the sets of the call as its operands.
    pub(crate) fn formula_text(&self, set: &dyn Fn(&Term) -> String) -> Option<String> {
        let formula = self.formula.as_ref()?;
        if self.function != Function::Calculate {
            return Some(formula.to_string());
        }
        Some(formula.text_with(&|at| self.sets.get(at).map_or(String::new(), set)))
    }
}
