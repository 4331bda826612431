//! Calls of reasoning functions: their sets and parameters, and an example of each call.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::extra_arguments::operator;
use super::terms::reference;
use super::{Call, Constraint, FunctionCall};
use crate::lexicon;
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::function::{self, Function};
use crate::query::syntax::{RawArg, RawCall, RawValue};

impl Analysis {
    /// Reads a call of `function`; `op` is a comparison that its name expresses.
    pub(super) fn function(
        &mut self,
        function: Function,
        op: Option<Comparison>,
        raw: &RawCall,
    ) -> Option<FunctionCall> {
        if self.lenient && function == Function::If {
            return self.conditional(op, raw);
        }
        let mut function = function;
        let mut call = FunctionCall { op, ..FunctionCall::of(function, Vec::new()) };
        let before = self.errors.0.len();
        for arg in &raw.args {
            self.argument(raw, &mut function, &mut call, arg);
        }
        call.function = function;
        if self.lenient && function == Function::Compare && raw.name.to_ascii_lowercase().contains("count") {
            self.count_sides(&mut call, raw);
        }
        if self.lenient {
            self.settled(&mut call);
        }
        self.of_counts(&mut call, &raw.span);
        // The length of two things is the difference between them.
        if self.lenient
            && call.function == Function::Length
            && call.sets.len() == 2
            && raw.name.to_ascii_lowercase().contains("length")
        {
            call.function = Function::Difference;
        }
        self.fitted(&mut call, raw);
        self.check(function, &mut call, raw);
        if self.errors.0.len() > before {
            return None;
        }
        Some(if self.lenient { self.meant_by_name(call, raw) } else { call })
    }

    /// Reads one argument of a call.
    fn argument(&mut self, raw: &RawCall, function: &mut Function, call: &mut FunctionCall, arg: &RawArg) {
        let signature = function.signature();
        let name = arg.name.as_deref().map(str::to_ascii_lowercase);
        match name.as_deref() {
            Some("source") if signature.relation.is_some() => call.sources.extend(self.source(arg)),
            Some("value" | "v") if signature.value.is_some() && self.value_test(arg).is_some() => {
                call.test = self.value_test(arg);
            }
            Some("op") if *function == Function::Compare && operator(arg).is_some() => {
                call.op = operator(arg)
            }
            Some("by") if *function == Function::Keep && has_relation(raw) => {
                if let Some((_, term)) = self.constraint(arg) {
                    call.of = Some(term);
                }
            }
            _ if self.lenient && self.grouped_by(function, call, arg) => {}
            // In `find_max(key='output_of_query4')`, the only argument is a step, and so the set.
            Some("relation" | "key" | "by") if self.lenient && raw.args.len() == 1 && is_step(arg) => {
                self.set(call, arg);
            }
            Some("relation" | "key" | "by") if signature.relation.is_some() => {
                if let Some((_, term)) = self.constraint(arg) {
                    call.relation = Some(term);
                }
            }
            Some("value" | "v")
                if signature.value.is_some() && !(*function == Function::Number && is_step(arg)) =>
            {
                if let Some((op, term)) = self.constraint(arg) {
                    call.value = self.one_bound(op, term, arg);
                }
            }
            Some("delimiter" | "separator" | "sep") if self.lenient && *function == Function::Split => {
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
            _ if self.lenient && self.extra_argument(function, call, arg) => {}
            Some(name) if is_set_name(name) && arg.op != Comparison::Eq && !self.lenient => self.errors.push(
                Diagnostic::error(
                    "no-comparison",
                    arg.span.clone(),
                    format!("`{name}` cannot be compared with `{}`", arg.op.symbol()),
                )
                .hint(format!("write {}", usage(*function))),
            ),
            Some(name) if is_set_name(name) => self.set(call, arg),
            None => self.set(call, arg),
            Some(name) if self.lenient => {
                self.warnings.push(Diagnostic::warning(
                    "unknown-parameter",
                    arg.span.clone(),
                    format!("`{}` has no parameter `{name}`; it was taken as a set", raw.name),
                ));
                self.set(call, arg);
            }
            Some(name) => self.errors.push(
                Diagnostic::error(
                    "unknown-parameter",
                    arg.span.clone(),
                    format!("`{}` has no parameter `{name}`", raw.name),
                )
                .hint(format!("write {}", usage(*function))),
            ),
        }
    }

    /// In a comparison of counts, replaces the sides that are not numbers by their counts.
    fn count_sides(&mut self, call: &mut FunctionCall, raw: &RawCall) {
        for at in 0..call.sets.len() {
            let super::Term::Output(step) = call.sets[at] else { continue };
            let counts = matches!(self.steps.get(step).map(|s| &s.call), Some(Call::Function(f))
                if matches!(f.function, Function::Count | Function::CountDistinct | Function::Sum));
            if !counts {
                let count = FunctionCall::of(Function::Count, vec![super::Term::Output(step)]);
                call.sets[at] = self.nested(Call::Function(count), &raw.span);
            }
        }
    }

    /// Checks the number of sets and that no required parameter is missing. When there are too many sets,
    /// names among them, such as a unit, are ignored with a warning.
    fn check(&mut self, function: Function, call: &mut FunctionCall, raw: &RawCall) {
        let signature = call.function.signature();
        if self.lenient && call.sets.len() > signature.max_sets {
            call.sets.retain(|set| matches!(set, super::Term::Output(_)));
            self.warnings.push(Diagnostic::warning(
                "ignored-parameter",
                raw.span.clone(),
                format!(
                    "`{}` takes {}; the words beside them were ignored",
                    raw.name,
                    count_of_sets(&signature)
                ),
            ));
        }
        if call.sets.len() < signature.min_sets || call.sets.len() > signature.max_sets {
            let message =
                format!("`{}` takes {}, found {}", raw.name, count_of_sets(&signature), call.sets.len());
            self.errors.push(
                Diagnostic::error("wrong-number-of-sets", raw.span.clone(), message)
                    .hint(format!("write {}", usage(function))),
            );
        }
        if call.function == Function::Keep && call.of.is_some() && call.value.is_none() {
            let message = "`by` compares each with its own group: `keep` needs a comparison beside it";
            self.errors.push(
                Diagnostic::error("missing-parameter", raw.span.clone(), message)
                    .hint("write keep(set='output_of_query1', relation='Amount', value>'output_of_query2', by='Supplier')"),
            );
        }
        if signature.relation == Some(true) && call.relation.is_none()
            || signature.value == Some(true) && call.value.is_none() && call.test.is_none()
        {
            self.errors.push(
                Diagnostic::error(
                    "missing-parameter",
                    raw.span.clone(),
                    format!("`{}` lacks a parameter", raw.name),
                )
                .hint(format!("write {}", usage(function))),
            );
        }
    }

    /// Applies what the name of the call says beyond the function: that all members are meant, that a
    /// duration is asked for, or that a difference has no sign.
    fn meant_by_name(&mut self, call: FunctionCall, raw: &RawCall) -> FunctionCall {
        let name = raw.name.to_ascii_lowercase();
        // `all_equal(set, value)`: no member differs from the value.
        let said_all = name.split('_').any(|word| matches!(word, "all" | "every"));
        if let (true, Some(Comparison::Eq), [set, other]) = (said_all, call.op, call.sets.as_slice()) {
            let mut keep = FunctionCall::of(Function::Keep, vec![set.clone()]);
            keep.value = Some(Constraint { op: Comparison::Ne, term: other.clone() });
            let others = self.nested(Call::Function(keep), &raw.span);
            return FunctionCall::of(Function::Not, vec![others]);
        }
        // `length(output_of_query2)` asks how long something lasts, in the unit that the words name.
        if matches!(call.function, Function::Difference | Function::Length)
            && call.sets.len() == 1
            && let Some(unit) = lasting(&name, &self.note)
        {
            let value = unit.map(|unit| Constraint {
                op: Comparison::Eq,
                term: super::Term::Names(vec![unit.to_owned()]),
            });
            return FunctionCall { value, ..FunctionCall::of(Function::Length, call.sets) };
        }
        // The difference between two things has no sign; one thing minus another has.
        let between = || lexicon::words("function.distance").any(|word| name.contains(word));
        if call.function == Function::Difference && name != "difference" && between() {
            let difference = self.nested(Call::Function(call), &raw.span);
            return FunctionCall::of(Function::Absolute, vec![difference]);
        }
        call
    }

    /// The extreme of a count per value is the value that has this count.
    fn of_counts(&mut self, call: &mut FunctionCall, span: &Span) {
        let [super::Term::Output(at)] = call.sets.as_slice() else { return };
        let extreme = match call.function {
            Function::Max | Function::Argmax | Function::MostFrequent => Function::Argmax,
            Function::Min | Function::Argmin | Function::LeastFrequent => Function::Argmin,
            _ => return,
        };
        let of_each =
            self.lenient && matches!(call.function, Function::MostFrequent | Function::LeastFrequent);
        if self.grouped(*at, of_each, span) {
            call.function = extreme;
            if self.lenient {
                call.relation = None;
            }
        }
    }

    /// Drops parameters that do not fit, after a later argument has changed the function.
    fn fitted(&mut self, call: &mut FunctionCall, raw: &RawCall) {
        let signature = call.function.signature();
        let relation = signature.relation.is_none() && call.relation.take().is_some();
        let value = signature.value.is_none() && call.value.take().is_some();
        let k = !signature.k && call.k.take().is_some();
        let op = call.function != Function::Compare && call.op.take().is_some();
        for (_, name) in [(relation, "relation"), (value, "value"), (k, "k"), (op, "op")]
            .iter()
            .filter(|(given, _)| *given)
        {
            self.warnings.push(Diagnostic::warning(
                "ignored-parameter",
                raw.span.clone(),
                format!("`{}` has no parameter `{name}`; it was ignored", call.function.name()),
            ));
        }
    }

    pub(super) fn set(&mut self, call: &mut FunctionCall, arg: &RawArg) {
        // A list of references, as in `set_union(set=[output_of_query1, output_of_query2])`, is several sets.
        if let RawValue::List(values, _) = &arg.value
            && values.iter().any(|v| !matches!(v, RawValue::Text { text, .. } if reference(text).is_none()))
            && call.function.signature().takes_many()
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

/// Whether a function's name asks how long something lasts, and in which unit: `Some(None)` for years, the
/// default, otherwise the months or days that the name or the note mentions.
fn lasting(name: &str, note: &str) -> Option<Option<&'static str>> {
    let words: Vec<&str> = name.split('_').collect();
    let has = |word: &str| words.contains(&word);
    if !["length", "duration", "years", "months", "span", "lifespan"].iter().any(|w| has(w)) {
        return None;
    }
    let note = trustuqa_model::tokens(note);
    let says = |word: &str| has(word) || note.iter().any(|w| w == word) && !has("years");
    Some(["months", "days"].into_iter().find(|unit| says(unit)))
}

/// Whether a call has a relation, so that `by` must mean something else.
fn has_relation(raw: &RawCall) -> bool {
    raw.args.iter().any(|arg| matches!(arg.name.as_deref(), Some("relation" | "key")))
}

/// Whether an argument is a reference to a step.
pub(super) fn is_step(arg: &RawArg) -> bool {
    matches!(&arg.value, RawValue::Text { text, .. } if reference(text).is_some())
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

/// An example of a call of a function.
pub fn usage(function: Function) -> String {
    let signature = function.signature();
    let mut parts = Vec::new();
    match function {
        Function::Calculate => {
            return "calculate('(output_of_query1 - output_of_query2) / output_of_query2 * 100')".to_owned();
        }
        Function::Derive => {
            return "derive(set='output_of_query1', formula='Amount / Quantity')".to_owned();
        }
        Function::Group => {
            return "group(set='output_of_query1', by='Supplier', of='Amount', with='sum')".to_owned();
        }
        Function::Correlation => {
            return "correlation(set='output_of_query1', relation='Price', with='Weight')".to_owned();
        }
        Function::Duration => return "duration(set='output_of_query1', unit='years')".to_owned(),
        Function::Nearest => {
            return "nearest(set='output_of_query1', relation='Price', value='100')".to_owned();
        }
        Function::NoAnswer => return "no_answer(reason='no salaries are stored')".to_owned(),
        _ => {}
    }
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
