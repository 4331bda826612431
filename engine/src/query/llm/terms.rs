//! The values of parameters: names, results of earlier steps, comparisons.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::{Call, FunctionCall, Step, Term};
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::function::Function;
use crate::query::quote::ticked;
use crate::query::syntax::{RawArg, RawValue, expression, is_expression};

impl Analysis {
    pub(super) fn constraint(&mut self, arg: &RawArg) -> Option<(Comparison, Term)> {
        let term = self.term(&arg.value)?;
        if let (true, Comparison::Eq, Term::Names(names)) = (self.lenient, arg.op, &term) {
            // A comparison inside the quotes: `value='> 5'`.
            if let [name] = names.as_slice() {
                for (symbol, op) in [
                    ("<=", Comparison::Le),
                    (">=", Comparison::Ge),
                    ("!=", Comparison::Ne),
                    ("<", Comparison::Lt),
                    (">", Comparison::Gt),
                ] {
                    if let Some(rest) =
                        name.strip_prefix(symbol).map(str::trim).filter(|rest| !rest.is_empty())
                    {
                        self.warnings.push(Diagnostic::warning(
                            "quoted-comparison",
                            arg.span.clone(),
                            format!("`{symbol}` is inside the quotes; it was read as the comparison"),
                        ));
                        let term = self.name_or_output(rest, &arg.span)?;
                        return Some((op, term));
                    }
                }
            }
        }
        Some((arg.op, term))
    }

    pub(super) fn term(&mut self, value: &RawValue) -> Option<Term> {
        match value {
            RawValue::Text { text, span, .. } => {
                if self.lenient
                    && is_expression(text)
                    && let Some(value @ RawValue::Call(_)) = expression(text, span.start)
                {
                    self.warnings.push(Diagnostic::warning(
                        "expression",
                        span.clone(),
                        format!("{} was read as an expression", ticked(text)),
                    ));
                    return self.term(&value);
                }
                self.name_or_output(text, span)
            }
            RawValue::Call(call) => {
                let nested = self.call(call)?;
                Some(self.nested(nested, &call.span))
            }
            RawValue::List(values, span) => {
                if let [single] = values.as_slice() {
                    return self.term(single);
                }
                let is_name =
                    |v: &RawValue| matches!(v, RawValue::Text { text, .. } if reference(text).is_none());
                if self.lenient && !values.is_empty() && !values.iter().all(is_name) {
                    let sets = values.iter().map(|value| self.term(value)).collect::<Option<Vec<_>>>()?;
                    let union = FunctionCall::of(Function::SetUnion, sets);
                    return Some(self.nested(Call::Function(union), span));
                }
                let mut names = Vec::new();
                for value in values {
                    match value {
                        RawValue::Text { text, .. } if reference(text).is_none() => names.push(text.clone()),
                        other => {
                            self.errors.push(
                                Diagnostic::error("list-of-steps", other.span(), "a list here may hold names only")
                                    .hint("join the steps first: set_union(set1='output_of_query1', set2='output_of_query2')"),
                            );
                            return None;
                        }
                    }
                }
                if names.is_empty() {
                    self.errors.push(Diagnostic::error("empty-list", span.clone(), "the list is empty"));
                    return None;
                }
                Some(Term::Names(names))
            }
        }
    }

    /// A number for a nested call: the next one after all numbers, or when there is none, the largest unused
    /// one.
    pub(super) fn free_number(&mut self) -> u32 {
        let largest = self.numbers.iter().copied().max().unwrap_or(0);
        let gap = || (1..largest).rev().find(|number| !self.numbers.contains(number));
        let number = largest.checked_add(1).or_else(gap).unwrap_or(largest);
        self.numbers.push(number);
        number
    }

    /// Makes a nested call a step of its own before the current one, and returns a reference to it.
    pub(super) fn nested(&mut self, call: Call, span: &Span) -> Term {
        let number = self.free_number();
        // The words of the step also say what this test compares.
        let compares = matches!(&call, Call::Function(f) if f.function == Function::Test);
        let note = if compares { self.note.clone() } else { String::new() };
        self.steps.push(Step { number, note, call, span: span.clone() });
        Term::Output(self.steps.len() - 1)
    }

    pub(super) fn name_or_output(&mut self, text: &str, span: &Span) -> Option<Term> {
        let mut number = reference(text);
        if number.is_none()
            && let Some(within) = reference_within(text)
        {
            if !self.lenient {
                let what = format!("{} is not a reference to a step", ticked(text));
                let error = Diagnostic::error("guessed-step", span.clone(), what);
                self.errors.push(error.hint(format!("write output_of_query{within}")));
                return None;
            }
            let said = format!("{} was read as the step in it", ticked(text));
            self.warnings.push(Diagnostic::warning("guessed-step", span.clone(), said));
            number = Some(within);
        }
        let Some(number) = number else { return Some(Term::Names(vec![text.to_owned()])) };
        match self.steps.iter().rposition(|s| s.number == number) {
            // `max_output_of_query2` asks for the maximum of that step.
            Some(index) if self.lenient && (text.starts_with("max_") || text.starts_with("min_")) => {
                let counted = matches!(self.steps.get(index).map(|step| &step.call),
                    Some(Call::Function(call)) if matches!(call.function, Function::CountBy | Function::Group));
                // Among groups, the one with the largest or smallest value is meant.
                let function = match (text.starts_with("max_"), counted) {
                    (true, false) => Function::Max,
                    (false, false) => Function::Min,
                    (true, true) => Function::Argmax,
                    (false, true) => Function::Argmin,
                };
                let call = FunctionCall::of(function, vec![Term::Output(index)]);
                Some(self.nested(Call::Function(call), span))
            }
            Some(index) => Some(Term::Output(index)),
            None => {
                let known: Vec<String> =
                    self.steps.iter().map(|s| format!("output_of_query{}", s.number)).collect();
                let error = Diagnostic::error(
                    "unknown-step",
                    span.clone(),
                    format!("`{text}` refers to a step that does not come before this one"),
                );
                self.errors.push(if known.is_empty() {
                    error.hint("the first step cannot refer to another")
                } else {
                    error.hint(format!("steps so far: {}", known.join(", ")))
                });
                None
            }
        }
    }
}

/// The step number in `output_of_query3` and its variants; `None` when the text is a name.
pub fn reference(text: &str) -> Option<u32> {
    let text = text.trim().trim_matches(['{', '}', '[', ']', '<', '>']).to_ascii_lowercase();
    let rest = text
        .strip_prefix("output_of_")
        .or_else(|| text.strip_prefix("output of "))
        // `output_query1` omits the `of`.
        .or_else(|| {
            text.strip_prefix("output_").filter(|r| r.starts_with("query") || r.starts_with("step"))
        })?;
    let rest = rest.strip_prefix("query").or_else(|| rest.strip_prefix("step")).unwrap_or(rest);
    rest.trim_start_matches(['_', ' ']).parse().ok()
}

/// The step number in a longer text: `max_output_of_query2`, `output_of_query4_oslo`.
fn reference_within(text: &str) -> Option<u32> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let (_, rest) = text.split_once("output_of_query")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

/// Whether a text is read as a reference to a step, and so cannot be used as a name.
pub fn is_step_text(text: &str) -> bool {
    reference(text).or_else(|| reference_within(text)).is_some()
}

/// The numbers of the steps to which a sentence refers, in order.
pub(super) fn references(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("output_of_") {
        let end =
            text[at..].find(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(text.len(), |n| at + n);
        found.extend(reference(&text[at..end]).filter(|n| !found.contains(n)));
    }
    found
}
