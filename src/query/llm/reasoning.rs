//! Calls of reasoning functions: their sets and parameters, and how each is written.

use super::FunctionCall;
use super::analyse::Analysis;
use super::terms::reference;
use crate::query::diagnostic::Diagnostic;
use crate::query::function::{self, Function};
use crate::query::syntax::{RawArg, RawCall, RawValue};

impl Analysis {
    pub(super) fn function(&mut self, function: Function, raw: &RawCall) -> Option<FunctionCall> {
        let signature = function.signature();
        let mut call = FunctionCall { function, sets: Vec::new(), relation: None, value: None, k: None };
        let before = self.errors.0.len();
        for arg in &raw.args {
            let name = arg.name.as_deref().map(str::to_ascii_lowercase);
            match name.as_deref() {
                Some("relation" | "key" | "by") if signature.relation.is_some() => {
                    if let Some((_, term)) = self.constraint(arg) {
                        call.relation = Some(term);
                    }
                }
                Some("value" | "v") if signature.value.is_some() => {
                    if let Some((op, term)) = self.constraint(arg) {
                        call.value = self.one_bound(op, term, arg);
                    }
                }
                Some("k" | "n") if signature.k => match &arg.value {
                    RawValue::Text { text, .. } if text.parse::<usize>().is_ok_and(|k| k > 0) => {
                        call.k = text.parse().ok()
                    }
                    other => self.errors.push(
                        Diagnostic::error("bad-number", other.span(), "k is not a positive whole number")
                            .hint("write k=3"),
                    ),
                },
                Some(name) if is_set_name(name) => self.set(&mut call, arg),
                None => self.set(&mut call, arg),
                Some(name) if self.lenient => {
                    self.warnings.push(Diagnostic::warning(
                        "unknown-parameter",
                        arg.span.clone(),
                        format!("`{}` has no parameter `{name}`; it was taken as a set", raw.name),
                    ));
                    self.set(&mut call, arg);
                }
                Some(name) => self.errors.push(
                    Diagnostic::error(
                        "unknown-parameter",
                        arg.span.clone(),
                        format!("`{}` has no parameter `{name}`", raw.name),
                    )
                    .hint(format!("write {}", usage(function))),
                ),
            }
        }
        if call.sets.len() < signature.min_sets || call.sets.len() > signature.max_sets {
            let message =
                format!("`{}` takes {}, found {}", raw.name, count_of_sets(&signature), call.sets.len());
            self.errors.push(
                Diagnostic::error("wrong-number-of-sets", raw.span.clone(), message)
                    .hint(format!("write {}", usage(function))),
            );
        }
        if signature.relation == Some(true) && call.relation.is_none()
            || signature.value == Some(true) && call.value.is_none()
        {
            self.errors.push(
                Diagnostic::error(
                    "missing-parameter",
                    raw.span.clone(),
                    format!("`{}` misses a parameter", raw.name),
                )
                .hint(format!("write {}", usage(function))),
            );
        }
        (self.errors.0.len() == before).then_some(call)
    }

    fn set(&mut self, call: &mut FunctionCall, arg: &RawArg) {
        // A list of references, `set_union(set=[output_of_query1, output_of_query2])`, is several sets.
        if let RawValue::List(values, _) = &arg.value
            && values.iter().any(|v| !matches!(v, RawValue::Text { text, .. } if reference(text).is_none()))
        {
            for value in values {
                if let Some(term) = self.term(value) {
                    call.sets.push(term);
                }
            }
            return;
        }
        if let Some(term) = self.term(&arg.value) {
            call.sets.push(term);
        }
    }
}

fn is_set_name(name: &str) -> bool {
    name.strip_prefix("set")
        .or_else(|| name.strip_prefix("output"))
        .is_some_and(|n| n.trim_start_matches('_').bytes().all(|b| b.is_ascii_digit()))
        || name == "sets"
        || name == "list"
}

fn count_of_sets(signature: &function::Signature) -> String {
    match (signature.min_sets, signature.max_sets) {
        (1, 1) => "one set".to_owned(),
        (min, max) if min == max => format!("{min} sets"),
        (min, max) if max > 8 => format!("at least {min} set{}", if min == 1 { "" } else { "s" }),
        (min, max) => format!("{min} to {max} sets"),
    }
}

/// How a function is written, as an example.
pub fn usage(function: Function) -> String {
    let signature = function.signature();
    let mut parts = Vec::new();
    if signature.max_sets == 1 {
        parts.push("set='output_of_query1'".to_owned());
    } else {
        parts.extend((1..=signature.min_sets.max(2)).map(|i| format!("set{i}='output_of_query{i}'")));
    }
    if signature.relation == Some(true) {
        parts.push("relation='…'".to_owned());
    }
    if signature.value.is_some() {
        parts.push("value>'…'".to_owned());
    }
    if signature.k {
        parts.push("k=3".to_owned());
    }
    format!("{}({})", function.name(), parts.join(", "))
}
