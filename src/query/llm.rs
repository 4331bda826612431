//! The LLM query: `get_information` and reasoning functions, one call a step
//! (section 3.2 of the paper).

use std::fmt;

use trustuqa_storage::Comparison;

use super::diagnostic::{Diagnostic, Diagnostics, Span};
use super::execution::Qualifier;
use super::function::{self, Function};
use super::quote::quote;
use super::syntax::{Labelled, Program, RawArg, RawCall, RawValue};

/// An LLM query: steps that refer to earlier steps by index.
#[derive(Clone, Debug, PartialEq)]
pub struct LlmQuery {
    /// What the writer says the answer is, from `## Target type: {…}`.
    pub target: Option<String>,
    /// The steps; the last one gives the answer.
    pub steps: Vec<Step>,
}

/// One step of an LLM query.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The number by which the text refers to the step.
    pub number: u32,
    /// What the writer says that the step does.
    pub note: String,
    /// The call.
    pub call: Call,
    /// Where the call stands in the text.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// `get_information(…)`.
    GetInformation(GetInformation),
    /// A reasoning function.
    Function(FunctionCall),
}

/// The parameters of `get_information`, each optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetInformation {
    /// `head_entity`
    pub head: Option<Term>,
    /// `relation`
    pub relation: Option<Term>,
    /// `tail_entity` with its comparison
    pub tail: Option<Constraint>,
    /// `key`
    pub key: Option<Term>,
    /// `value` with its comparison
    pub value: Option<Constraint>,
}

/// A call of a reasoning function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    /// The function.
    pub function: Function,
    /// Its sets, in order.
    pub sets: Vec<Term>,
    /// `relation`, where the function takes one.
    pub relation: Option<Term>,
    /// The comparison of `keep`.
    pub value: Option<Constraint>,
    /// `k` of `top_k` and `bottom_k`.
    pub k: Option<usize>,
}

/// A comparison with a term.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// The comparison.
    pub op: Comparison,
    /// What is compared with.
    pub term: Term,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// One or more names; several mean any of them.
    Names(Vec<String>),
    /// The result of an earlier step, by index into [`LlmQuery::steps`].
    Output(usize),
}

/// The name of the searching function.
pub const GET_INFORMATION: &str = "get_information";
const PARAMETERS: [&str; 5] = ["head_entity", "relation", "tail_entity", "key", "value"];

/// Turns calls into an LLM query. When `lenient`, what can be understood in one
/// way only is taken that way, with a warning; else it is an error.
pub fn analyse(program: &Program, lenient: bool) -> Result<(LlmQuery, Diagnostics), Diagnostics> {
    let mut analysis = Analysis {
        lenient,
        steps: Vec::new(),
        warnings: Diagnostics::default(),
        errors: Diagnostics::default(),
        next_number: program.calls.iter().map(|c| c.number).max().unwrap_or(0),
    };
    for labelled in &program.calls {
        if lenient && labelled.in_prose && !is_known(&labelled.call.name) {
            analysis.warnings.push(Diagnostic::warning(
                "ignored-text",
                labelled.call.span.clone(),
                format!("`{}(…)` inside a sentence is no function and was passed over", labelled.call.name),
            ));
            continue;
        }
        analysis.labelled(labelled);
    }
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

/// True for the name of a function of the LLM query language.
fn is_known(name: &str) -> bool {
    is_get_information(name) || Function::named(name).is_some()
}

fn is_get_information(name: &str) -> bool {
    name.eq_ignore_ascii_case(GET_INFORMATION) || name.eq_ignore_ascii_case("gi")
}

struct Analysis {
    lenient: bool,
    steps: Vec<Step>,
    warnings: Diagnostics,
    errors: Diagnostics,
    next_number: u32,
}

impl Analysis {
    fn labelled(&mut self, labelled: &Labelled) {
        if let Some(call) = self.call(&labelled.call) {
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

    fn call(&mut self, raw: &RawCall) -> Option<Call> {
        if is_get_information(&raw.name) {
            return self.get_information(raw).map(Call::GetInformation);
        }
        let Some(function) = Function::named(&raw.name) else {
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
            return None;
        };
        self.function(function, raw).map(Call::Function)
    }

    fn get_information(&mut self, raw: &RawCall) -> Option<GetInformation> {
        let mut info = GetInformation::default();
        let before = self.errors.0.len();
        for (position, arg) in raw.args.iter().enumerate() {
            let name = match &arg.name {
                Some(name) => name.to_ascii_lowercase(),
                None => {
                    self.errors.push(
                        Diagnostic::error(
                            "unnamed-parameter",
                            arg.span.clone(),
                            format!("parameter {} of get_information has no name", position + 1),
                        )
                        .hint(format!("name it: one of {}", PARAMETERS.join(", "))),
                    );
                    continue;
                }
            };
            if let RawValue::Text { text, quoted: false, .. } = &arg.value
                && (text == "None" || text == "null")
            {
                continue;
            }
            let Some((op, term)) = self.constraint(arg) else { continue };
            let slot = match name.as_str() {
                "head_entity" | "head" | "h" => &mut info.head,
                "relation" | "r" => &mut info.relation,
                "key" | "k" => &mut info.key,
                "tail_entity" | "tail" | "t" => {
                    self.once(info.tail.is_some(), &name, arg);
                    info.tail = self.one_bound(op, term, arg);
                    continue;
                }
                "value" | "v" => {
                    self.once(info.value.is_some(), &name, arg);
                    info.value = self.one_bound(op, term, arg);
                    continue;
                }
                _ => {
                    let error = Diagnostic::error(
                        "unknown-parameter",
                        arg.span.clone(),
                        format!("get_information has no parameter `{name}`"),
                    );
                    self.errors.push(error.hint(format!("the parameters are {}", PARAMETERS.join(", "))));
                    continue;
                }
            };
            if op != Comparison::Eq {
                let error = Diagnostic::error(
                    "no-comparison",
                    arg.span.clone(),
                    format!("`{name}` cannot be compared with `{}`", op.symbol()),
                );
                self.errors.push(error.hint("only tail_entity and value take < > <= >= !="));
                continue;
            }
            let taken = slot.replace(term).is_some();
            self.once(taken, &name, arg);
        }
        if self.errors.0.len() > before {
            return None;
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
        // `value` may stand for `tail_entity` when no key is given, and `key` for
        // `relation` (section 4 of the design; models mix them freely).
        // A time qualifies facts and is the relation of none.
        let time = match &info.key {
            Some(Term::Names(names)) => names.iter().any(|name| Qualifier::named(name).is_some()),
            _ => false,
        };
        if info.relation.is_none() && info.tail.is_some() && info.value.is_none() && !time {
            info.relation = info.key.take();
        }
        if info.key.is_none() && info.tail.is_none() {
            info.tail = info.value.take();
        }
        if info.key.is_none() && info.value.is_some() {
            self.errors.push(
                Diagnostic::error(
                    "value-without-key",
                    raw.span.clone(),
                    "`value` is given beside `tail_entity` but no `key`",
                )
                .hint("say which key has that value, for example key='time'"),
            );
            return None;
        }
        Some(info)
    }

    /// Complains when a parameter is given for the second time.
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

    /// A constraint; only equality can be asked of several names at once.
    fn one_bound(&mut self, op: Comparison, term: Term, arg: &RawArg) -> Option<Constraint> {
        let several = matches!(&term, Term::Names(names) if names.len() > 1);
        if several && !matches!(op, Comparison::Eq | Comparison::Ne) {
            self.errors.push(
                Diagnostic::error(
                    "several-bounds",
                    arg.span.clone(),
                    format!("`{}` compares with one value, not with a list", op.symbol()),
                )
                .hint("compare with one value, such as tail_entity>'10'"),
            );
            return None;
        }
        Some(Constraint { op, term })
    }

    fn function(&mut self, function: Function, raw: &RawCall) -> Option<FunctionCall> {
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

    fn constraint(&mut self, arg: &RawArg) -> Option<(Comparison, Term)> {
        let term = self.term(&arg.value)?;
        if let (true, Comparison::Eq, Term::Names(names)) = (self.lenient, arg.op, &term) {
            // The comparison inside the quotes: `value='> 5'`.
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
                            format!("`{symbol}` stands inside the quotes; it was read as the comparison"),
                        ));
                        let term = self.name_or_output(rest, &arg.span)?;
                        return Some((op, term));
                    }
                }
            }
        }
        Some((arg.op, term))
    }

    fn term(&mut self, value: &RawValue) -> Option<Term> {
        match value {
            RawValue::Text { text, span, .. } => self.name_or_output(text, span),
            RawValue::Call(call) => {
                let nested = self.call(call)?;
                self.next_number = self.next_number.saturating_add(1);
                self.steps.push(Step {
                    number: self.next_number,
                    note: String::new(),
                    call: nested,
                    span: call.span.clone(),
                });
                Some(Term::Output(self.steps.len() - 1))
            }
            RawValue::List(values, span) => {
                if let [single] = values.as_slice() {
                    return self.term(single);
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

    fn name_or_output(&mut self, text: &str, span: &Span) -> Option<Term> {
        let Some(number) = reference(text) else { return Some(Term::Names(vec![text.to_owned()])) };
        match self.steps.iter().rposition(|s| s.number == number) {
            Some(index) => Some(Term::Output(index)),
            None => {
                let known: Vec<String> =
                    self.steps.iter().map(|s| format!("output_of_query{}", s.number)).collect();
                let error = Diagnostic::error(
                    "unknown-step",
                    span.clone(),
                    format!("`{text}` refers to a step that does not stand before this one"),
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

/// The step number of `output_of_query3` and its spellings; `None` for a name.
pub fn reference(text: &str) -> Option<u32> {
    let text = text.trim().trim_matches(['{', '}', '[', ']', '<', '>']).to_ascii_lowercase();
    let rest = text.strip_prefix("output_of_").or_else(|| text.strip_prefix("output of "))?;
    let rest = rest.strip_prefix("query").or_else(|| rest.strip_prefix("step")).unwrap_or(rest);
    rest.trim_start_matches(['_', ' ']).parse().ok()
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

impl LlmQuery {
    /// One step as text, as a writer writes it.
    pub fn step_text(&self, index: usize) -> String {
        self.steps.get(index).map_or(String::new(), |step| self.call_text(&step.call))
    }

    fn call_text(&self, call: &Call) -> String {
        let mut parts = Vec::new();
        let name = match call {
            Call::GetInformation(info) => {
                let mut push = |name: &str, op: Comparison, term: Option<&Term>| {
                    if let Some(term) = term {
                        parts.push(format!("{name}{}{}", op.symbol(), self.term_text(term)));
                    }
                };
                push("head_entity", Comparison::Eq, info.head.as_ref());
                push("relation", Comparison::Eq, info.relation.as_ref());
                push(
                    "tail_entity",
                    info.tail.as_ref().map_or(Comparison::Eq, |c| c.op),
                    info.tail.as_ref().map(|c| &c.term),
                );
                push("key", Comparison::Eq, info.key.as_ref());
                push(
                    "value",
                    info.value.as_ref().map_or(Comparison::Eq, |c| c.op),
                    info.value.as_ref().map(|c| &c.term),
                );
                GET_INFORMATION
            }
            Call::Function(call) => {
                let single = call.function.signature().max_sets == 1;
                for (i, set) in call.sets.iter().enumerate() {
                    let name = if single { "set".to_owned() } else { format!("set{}", i + 1) };
                    parts.push(format!("{name}={}", self.term_text(set)));
                }
                if let Some(relation) = &call.relation {
                    parts.push(format!("relation={}", self.term_text(relation)));
                }
                if let Some(value) = &call.value {
                    parts.push(format!("value{}{}", value.op.symbol(), self.term_text(&value.term)));
                }
                if let Some(k) = call.k {
                    parts.push(format!("k={k}"));
                }
                call.function.name()
            }
        };
        format!("{name}({})", parts.join(", "))
    }

    fn term_text(&self, term: &Term) -> String {
        match term {
            Term::Names(names) => match names.as_slice() {
                [name] => quote(name),
                names => format!("[{}]", names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(", ")),
            },
            Term::Output(index) => {
                format!("'output_of_query{}'", self.steps.get(*index).map_or(0, |s| s.number))
            }
        }
    }
}

impl fmt::Display for LlmQuery {
    /// The canonical text, which [`super::parse`] reads back as the same query.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(target) = &self.target {
            writeln!(f, "## Target type: {{{target}}}\n## Query:")?;
        }
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            if !step.note.is_empty() {
                writeln!(f, "Step{}: {}", step.number, step.note)?;
            }
            write!(f, "Query{}: \"{}\"", step.number, self.step_text(index))?;
        }
        Ok(())
    }
}
