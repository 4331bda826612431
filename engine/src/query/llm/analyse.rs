//! From parsed calls to an LLM query: the function of each call, and the parameters of `get_information`.

use std::collections::HashSet;

use trustuqa_model::Comparison;

use super::{Call, Constraint, FunctionCall, GET_INFORMATION, GetInformation, LlmQuery, Step, Term};
use crate::query::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::query::execution::Qualifier;
use crate::query::function::{self, Function};
use crate::query::quote::ticked;
use crate::query::syntax::{Labelled, Program, RawArg, RawCall, RawValue};

/// The most nested calls that are analysed; a usual query has a dozen. Calls that are steps of their own are
/// not counted.
const MAX_NESTED: usize = 1000;

/// One way to read a call; `None` when it does not fit, or the call is wrong.
type Reading = fn(&mut Analysis, &RawCall) -> Option<Call>;

const PARAMETERS: [&str; 6] = ["head_entity", "relation", "tail_entity", "key", "value", "source"];

/// Converts calls into an LLM query. When `lenient`, a deviation that has only one meaning is accepted with a
/// warning; otherwise it is an error.
pub fn analyse(program: &Program, lenient: bool) -> Result<(LlmQuery, Diagnostics), Diagnostics> {
    let mut analysis = Analysis {
        lenient,
        steps: Vec::new(),
        warnings: Diagnostics::default(),
        errors: Diagnostics::default(),
        misfits: Vec::new(),
        nested_calls: 0,
        note: String::new(),
        target: program.target.clone(),
        numbers: program.calls.iter().map(|c| c.number).collect(),
    };
    for labelled in &program.calls {
        if lenient && labelled.in_prose && !is_known(&labelled.call.name) {
            analysis.warnings.push(Diagnostic::warning(
                "ignored-text",
                labelled.call.span.clone(),
                format!("`{}(…)` inside a sentence is not a function and was ignored", labelled.call.name),
            ));
            continue;
        }
        analysis.labelled(labelled);
    }
    analysis.settled_bounds();
    analysis.number_apart();
    if analysis.steps.is_empty() && analysis.errors.is_empty() {
        analysis.errors.push(
            Diagnostic::error("empty-query", 0..0, "the query has no function call")
                .hint("write at least one call, such as get_information(head_entity='Brazil')"),
        );
    }
    if !analysis.errors.is_empty() {
        return Err(analysis.errors);
    }
    let query = LlmQuery { target: program.target.clone().filter(|t| !t.is_empty()), steps: analysis.steps };
    Ok((query, analysis.warnings))
}

/// Splits the arguments into conditions: each time a parameter is repeated, a further condition begins. It
/// inherits the other parameters of the first condition.
fn groups(args: &[RawArg]) -> Vec<Vec<RawArg>> {
    let kind = |arg: &RawArg| {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
        // An upper bound written as a head or a key is a second tail.
        if matches!(name.as_str(), "head_entity" | "key") && arg.op != Comparison::Eq {
            return "tail_entity".to_owned();
        }
        // `head_entity1` and `head_entity2` are two heads.
        let numbered = name.strip_prefix("head_entity").filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
        if numbered.is_some() { "head_entity".to_owned() } else { name }
    };
    let as_kind = |arg: &RawArg| RawArg { name: Some(kind(arg)), ..arg.clone() };
    let mut out: Vec<Vec<RawArg>> = vec![Vec::new()];
    for arg in args {
        let own = |group: &Vec<RawArg>| group.iter().any(|known| kind(known) == kind(arg));
        let repeated = out.last().is_some_and(own) && arg.name.is_some();
        if !repeated {
            if let Some(group) = out.last_mut() {
                group.push(if arg.name.is_some() { as_kind(arg) } else { arg.clone() });
            }
            continue;
        }
        let mut group = out.first().cloned().unwrap_or_default();
        group.retain(|known| kind(known) != kind(arg));
        // A new relation or key does not inherit the value.
        match kind(arg).as_str() {
            "relation" => group.retain(|known| kind(known) != "tail_entity"),
            "key" => group.retain(|known| kind(known) != "value"),
            _ => {}
        }
        group.push(as_kind(arg));
        out.push(group);
    }
    out
}

/// Whether a value is a set: a call, or a reference to a step.
fn is_set(value: &RawValue) -> bool {
    match value {
        RawValue::Call(_) => true,
        RawValue::Text { text, .. } => super::reference(text).is_some(),
        RawValue::List(..) => false,
    }
}

fn is_parameter(name: &str) -> bool {
    let short = ["head", "h", "r", "k", "tail", "t", "v"];
    PARAMETERS.contains(&name) || short.contains(&name) || name.starts_with("head_entity")
}

/// Whether a name is that of a function of the LLM query language.
fn is_known(name: &str) -> bool {
    is_get_information(name) || Function::named(name).is_some()
}

fn is_get_information(name: &str) -> bool {
    name.eq_ignore_ascii_case(GET_INFORMATION) || name.eq_ignore_ascii_case("gi")
}

pub(super) struct Analysis {
    pub(super) lenient: bool,
    pub(super) steps: Vec<Step>,
    pub(super) warnings: Diagnostics,
    pub(super) errors: Diagnostics,
    /// All step numbers, including those of steps that are still to come.
    pub(super) numbers: Vec<u32>,
    /// The errors of the documented reading of a call, kept until another reading fits.
    misfits: Vec<Diagnostic>,
    /// The number of nested calls analysed so far, counting repeated readings.
    nested_calls: usize,
    /// The note of the current step.
    pub(super) note: String,
    /// The target type of the query.
    pub(super) target: Option<String>,
}

impl Analysis {
    fn labelled(&mut self, labelled: &Labelled) {
        self.note.clone_from(&labelled.note);
        if let Some(call) = self.read(&labelled.call) {
            if self.steps.iter().any(|s| s.number == labelled.number) {
                self.warnings.push(
                    Diagnostic::warning(
                        "repeated-number",
                        labelled.call.span.clone(),
                        format!("there are two steps numbered {}", labelled.number),
                    )
                    .hint("a reference means the later of the two"),
                );
            }
            self.steps.push(Step {
                number: labelled.number,
                note: labelled.note.clone(),
                call,
                span: labelled.call.span.clone(),
            });
        }
    }

    /// Renumbers a step when a later step refers to it and a step between the two has the same number: a
    /// reference by number would mean the step in between.
    fn number_apart(&mut self) {
        let mut seen = HashSet::new();
        if self.steps.iter().all(|step| seen.insert(step.number)) {
            return;
        }
        for at in 0..self.steps.len() {
            for of in self.steps[at].call.outputs() {
                let between = self.steps.get(of + 1..at).unwrap_or_default();
                let Some(number) = self.steps.get(of).map(|step| step.number) else { continue };
                if between.iter().any(|step| step.number == number) {
                    self.steps[of].number = self.free_number();
                }
            }
        }
    }

    /// Reads a nested call. Each reading reads the nested calls again, so every level of nesting could
    /// multiply the time; hence they are counted.
    pub(super) fn call(&mut self, raw: &RawCall) -> Option<Call> {
        self.nested_calls += 1;
        if self.nested_calls <= MAX_NESTED {
            return self.read(raw);
        }
        if self.nested_calls == MAX_NESTED + 1 {
            self.errors.push(
                Diagnostic::error(
                    "too-many-calls",
                    raw.span.clone(),
                    format!("the query nests more than {MAX_NESTED} calls"),
                )
                .hint("give each call a step of its own instead of nesting them"),
            );
        }
        None
    }

    /// The meaning of a call: the first reading that fits. A reading that reports an error ends the search,
    /// because the query fails in any case.
    fn read(&mut self, raw: &RawCall) -> Option<Call> {
        if is_get_information(&raw.name) {
            return self.get_information(raw);
        }
        const NAMED: &[Reading] = &[Analysis::named];
        const LENIENT: &[Reading] =
            &[Analysis::guessed, Analysis::misspelt_get_information, Analysis::general];
        let readings = if self.lenient { [NAMED, LENIENT] } else { [NAMED, &[]] };
        let before = self.errors.0.len();
        self.misfits.clear();
        for reading in readings.into_iter().flatten() {
            let call = reading(self, raw);
            if call.is_some() || self.errors.0.len() > before {
                return call;
            }
        }
        let misfits = std::mem::take(&mut self.misfits);
        if !misfits.is_empty() && Function::named(&raw.name).is_some() {
            self.errors.0.extend(misfits);
            return None;
        }
        let error = Diagnostic::error(
            "unknown-function",
            raw.span.start..raw.span.start + raw.name.len(),
            format!("there is no function `{}`", raw.name),
        );
        self.errors.push(match function::nearest(&raw.name, &[GET_INFORMATION]) {
            Some(known) => error.hint(format!("did you mean `{known}`?")),
            None => error.hint(
                "`trustuqa query --functions` lists what there is; data is searched with get_information",
            ),
        });
        None
    }

    /// Reads a call by the name of its function.
    fn named(&mut self, raw: &RawCall) -> Option<Call> {
        let function = Function::named(&raw.name)?;
        if !function.is_typed() {
            return self.function(function, None, raw).map(Call::Function);
        }
        let before = (self.errors.0.len(), self.steps.len(), self.warnings.0.len());
        let call = self.typed(function, raw).map(Call::Function);
        // Models wrote these names with other parameters before the functions existed; other readings may
        // fit.
        let loose = match function {
            Function::Calculate | Function::Equal | Function::Duration => true,
            Function::Group => {
                let own = |arg: &RawArg| matches!(arg.name.as_deref(), Some("with" | "of"));
                !raw.args.iter().any(own)
            }
            _ => false,
        };
        if self.lenient && loose && call.is_none() {
            self.misfits = self.errors.0.split_off(before.0);
            self.steps.truncate(before.1);
            self.warnings.0.truncate(before.2);
        }
        call
    }

    /// Reads a call whose name contains words of a function's name.
    fn guessed(&mut self, raw: &RawCall) -> Option<Call> {
        let (function, op) = Function::guess(&raw.name)?;
        let read_as = match op {
            Some(op) => format!("{} with {}", ticked(function.name()), ticked(op.symbol())),
            None => ticked(function.name()),
        };
        self.read_as(raw, &read_as);
        self.function(function, op, raw).map(Call::Function)
    }

    fn misspelt_get_information(&mut self, raw: &RawCall) -> Option<Call> {
        if function::nearest(&raw.name, &[GET_INFORMATION]) != Some(GET_INFORMATION) {
            return None;
        }
        self.read_as(raw, &ticked(GET_INFORMATION));
        self.get_information(raw)
    }

    /// Warns that a call of an unknown function was read as another one.
    pub(super) fn read_as(&mut self, raw: &RawCall, meaning: &str) {
        self.warnings.push(Diagnostic::warning(
            "guessed-function",
            raw.span.clone(),
            format!("there is no function {}; it was read as {meaning}", ticked(&raw.name)),
        ));
    }

    fn get_information(&mut self, raw: &RawCall) -> Option<Call> {
        let groups = if self.lenient { groups(&raw.args) } else { Vec::new() };
        let [first, others @ ..] = groups.as_slice() else {
            return self.one_get_information(raw, &raw.args).map(Call::GetInformation);
        };
        let first = self.one_get_information(raw, first)?;
        if others.is_empty() {
            return Some(Call::GetInformation(first));
        }
        // A repeated parameter is a further condition on the same facts.
        self.warnings.push(Diagnostic::warning(
            "repeated-parameter",
            raw.span.clone(),
            "a parameter is given twice in one call; what fits both was taken",
        ));
        let mut sets = Vec::new();
        for group in others {
            let again = self.one_get_information(raw, group)?;
            sets.push(self.nested(Call::GetInformation(again), &raw.span));
        }
        sets.insert(0, self.nested(Call::GetInformation(first), &raw.span));
        Some(Call::Function(FunctionCall::of(Function::SetIntersection, sets)))
    }

    fn one_get_information(&mut self, raw: &RawCall, args: &[RawArg]) -> Option<GetInformation> {
        let mut info = GetInformation::default();
        let mut further = Vec::new();
        let before = self.errors.0.len();
        for (position, arg) in args.iter().enumerate() {
            self.search_parameter(position, arg, &mut info, &mut further);
        }
        if self.errors.0.len() > before {
            return None;
        }
        if let (Some(head @ Term::Output(_)), false) = (&info.head, further.is_empty()) {
            further.insert(0, head.clone());
            let both = Call::Function(FunctionCall::of(Function::SetIntersection, further));
            info.head = Some(self.nested(both, &raw.span));
            self.warnings.push(Diagnostic::warning(
                "repeated-parameter",
                raw.span.clone(),
                "a parameter is given twice in one call; what fits both was taken",
            ));
        }
        if info == GetInformation::default() {
            self.errors.push(
                Diagnostic::error(
                    "no-parameters",
                    raw.span.clone(),
                    "get_information needs at least one parameter",
                )
                .hint("give what is known, for example head_entity='Brazil' or relation='Gold'"),
            );
            return None;
        }
        self.exchanged_parameters(&mut info, raw).then_some(info)
    }

    /// Reads one parameter of `get_information`.
    fn search_parameter(
        &mut self,
        position: usize,
        arg: &RawArg,
        info: &mut GetInformation,
        further: &mut Vec<Term>,
    ) {
        let name = match &arg.name {
            Some(name) => name.to_ascii_lowercase(),
            // A set without a name is a further set of heads.
            None if self.lenient && is_set(&arg.value) => {
                further.extend(self.term(&arg.value));
                return;
            }
            None => {
                self.errors.push(
                    Diagnostic::error(
                        "unnamed-parameter",
                        arg.span.clone(),
                        format!("parameter {} of get_information has no name", position + 1),
                    )
                    .hint(format!("name it: one of {}", PARAMETERS.join(", "))),
                );
                return;
            }
        };
        if let RawValue::Text { text, quoted: false, .. } = &arg.value
            && (text == "None" || text == "null")
        {
            return;
        }
        if self.lenient && !is_parameter(&name) {
            let known = format!("get_information has no parameter {}; it was ignored", ticked(&name));
            self.warnings.push(Diagnostic::warning("unknown-parameter", arg.span.clone(), known));
            return;
        }
        if name == "source" {
            info.sources.extend(self.source(arg));
            return;
        }
        if let (Comparison::Eq, Some(test)) = (arg.op, self.value_test(arg)) {
            let slot = match name.as_str() {
                "tail_entity" | "tail" | "t" => &mut info.tail_test,
                "value" | "v" => &mut info.value_test,
                _ => {
                    let error = format!("`{name}` takes no test");
                    let error = Diagnostic::error("no-test", arg.span.clone(), error);
                    self.errors.push(error.hint("only tail_entity and value take tests"));
                    return;
                }
            };
            let taken = slot.replace(test).is_some();
            self.once(taken, &name, arg);
            return;
        }
        self.plain_parameter(&name, arg, info);
    }

    /// Reads a parameter that is a name or a comparison, and not a test.
    fn plain_parameter(&mut self, name: &str, arg: &RawArg, info: &mut GetInformation) {
        let Some((op, term)) = self.constraint(arg) else { return };
        let slot = match name {
            // An order comparison is about values, and these are tails.
            "head_entity" | "key" if self.lenient && op != Comparison::Eq && info.tail.is_none() => {
                info.tail = self.one_bound(op, term, arg);
                return;
            }
            "head_entity" | "head" | "h" => &mut info.head,
            _ if self.lenient && name.starts_with("head_entity") => &mut info.head,
            "relation" | "r" => &mut info.relation,
            "key" | "k" => &mut info.key,
            "tail_entity" | "tail" | "t" => {
                self.once(info.tail.is_some(), name, arg);
                info.tail = self.one_bound(op, term, arg);
                return;
            }
            "value" | "v" => {
                self.once(info.value.is_some(), name, arg);
                info.value = self.one_bound(op, term, arg);
                return;
            }
            _ => {
                let error = Diagnostic::error(
                    "unknown-parameter",
                    arg.span.clone(),
                    format!("get_information has no parameter `{name}`"),
                );
                self.errors.push(error.hint(format!("the parameters are {}", PARAMETERS.join(", "))));
                return;
            }
        };
        if op != Comparison::Eq {
            let error = Diagnostic::error(
                "no-comparison",
                arg.span.clone(),
                format!("`{name}` cannot be compared with `{}`", op.symbol()),
            );
            self.errors.push(error.hint("only tail_entity and value take < > <= >= !="));
            return;
        }
        let taken = slot.replace(term).is_some();
        self.once(taken, name, arg);
    }

    /// Moves parameters that were given in the place of others; false for an error.
    fn exchanged_parameters(&mut self, info: &mut GetInformation, raw: &RawCall) -> bool {
        // `value` may be written for `tail_entity` when no key is given, and `key` for `relation` (models mix
        // them freely). But a time qualifies facts and is never their relation.
        let time = match &info.key {
            Some(Term::Names(names)) => names.iter().any(|name| Qualifier::named(name).is_some()),
            _ => false,
        };
        let (has_tail, has_value) = (
            info.tail.is_some() || info.tail_test.is_some(),
            info.value.is_some() || info.value_test.is_some(),
        );
        if info.relation.is_none() && has_tail && !has_value && !time {
            info.relation = info.key.take();
        }
        if info.key.is_none() && !has_tail {
            info.tail = info.value.take();
            info.tail_test = info.value_test.take();
        }
        if info.key.is_none() && (info.value.is_some() || info.value_test.is_some()) {
            self.errors.push(
                Diagnostic::error(
                    "value-without-key",
                    raw.span.clone(),
                    "`value` is given with `tail_entity` but without `key`",
                )
                .hint("say which key has that value, for example key='time'"),
            );
            return false;
        }
        true
    }

    /// Reports an error when a parameter is given for the second time.
    fn once(&mut self, taken: bool, name: &str, arg: &RawArg) {
        if taken {
            self.errors.push(
                Diagnostic::error(
                    "repeated-parameter",
                    arg.span.clone(),
                    format!("`{name}` is given twice in one call"),
                )
                .hint("give each condition a step of its own and join the steps with set_intersection"),
            );
        }
    }

    /// A constraint; only equality accepts several names.
    pub(super) fn one_bound(&mut self, op: Comparison, term: Term, arg: &RawArg) -> Option<Constraint> {
        let bound = Constraint { op, term };
        if is_of_several(&bound) {
            self.errors.push(several_bounds(op, &arg.span));
            return None;
        }
        Some(bound)
    }

    /// Reports bounds that the lenient reading combined from a list and a comparison given elsewhere.
    fn settled_bounds(&mut self) {
        for step in &self.steps {
            let bounds = match &step.call {
                Call::GetInformation(info) => [&info.tail, &info.value],
                Call::Function(call) => [&call.value, &None],
            };
            let bad = bounds.into_iter().flatten().find(|bound| is_of_several(bound));
            self.errors.0.extend(bad.map(|bound| several_bounds(bound.op, &step.span)));
        }
    }
}

fn is_of_several(bound: &Constraint) -> bool {
    matches!(&bound.term, Term::Names(names) if names.len() > 1)
        && !matches!(bound.op, Comparison::Eq | Comparison::Ne)
}

fn several_bounds(op: Comparison, span: &Span) -> Diagnostic {
    Diagnostic::error(
        "several-bounds",
        span.clone(),
        format!("`{}` compares with one value, not with a list", op.symbol()),
    )
    .hint("compare with one value, such as tail_entity>'10'")
}
