//! Calls as an execution query: which function, which arguments, which earlier step.

use trustuqa_model::Comparison;

use super::{
    CALLS, Condition, ExecutionCall, ExecutionQuery, LITERAL, Node1, Operand, Part, Qualifier, ROW_NUMBER,
    is_execution_function,
};
use crate::query::diagnostic::{Diagnostic, Diagnostics};
use crate::query::function::Function;
use crate::query::syntax::{Program, RawArg, RawCall, RawValue};

/// Turns calls into an execution query.
pub fn analyse(program: &Program) -> Result<ExecutionQuery, Diagnostics> {
    let mut steps = Vec::new();
    let mut numbers = Vec::new();
    for labelled in &program.calls {
        let mut reader = Reader { call: &labelled.call, numbers: &numbers, used: Vec::new() };
        steps.push(reader.read().map_err(Diagnostics::one)?);
        numbers.push(labelled.number);
    }
    Ok(ExecutionQuery { steps })
}

struct Reader<'a> {
    call: &'a RawCall,
    numbers: &'a [u32],
    used: Vec<&'a str>,
}

type Read<T> = Result<T, Diagnostic>;

impl<'a> Reader<'a> {
    fn read(&mut self) -> Read<ExecutionCall<String>> {
        let name = self.call.name.to_ascii_lowercase();
        let call = match name.as_str() {
            "search_node" => {
                let condition = match self.arg("condition") {
                    None => Condition::Any,
                    Some(RawArg { value: RawValue::List(values, _), .. }) if values.is_empty() => {
                        Condition::Empty
                    }
                    Some(arg) => Condition::On(self.operand(&arg.value, true)?),
                };
                ExecutionCall::SearchNode {
                    node1: self.node1()?,
                    condition,
                    scope: self.set_arg("scope")?,
                    sources: self.names("source")?,
                }
            }
            "search_condition" => {
                let op = self.op()?;
                let node1 = self.node1()?;
                let as_nodes =
                    matches!(op, Comparison::Eq | Comparison::Ne) && matches!(node1, Node1::Nodes(_));
                let node2 = match self.arg("node2") {
                    Some(arg) => self.operand(&arg.value, as_nodes)?,
                    None => return Err(self.missing("node2", "node2='Brazil'")),
                };
                let condition = match self.arg("condition") {
                    Some(arg) => Some(self.operand(&arg.value, true)?),
                    None => None,
                };
                ExecutionCall::SearchCondition {
                    node1,
                    node2,
                    op,
                    condition,
                    relation: self.names("relation")?,
                    scope: self.set_arg("scope")?,
                    sources: self.names("source")?,
                }
            }
            "heads" | "relations" | "tails" => {
                let part = match name.as_str() {
                    "heads" => Part::Head,
                    "relations" => Part::Relation,
                    _ => Part::Tail,
                };
                match self.set_arg("set")? {
                    Some(set) => ExecutionCall::Part { part, set },
                    None => return Err(self.missing("set", "set=s1")),
                }
            }
            "rows" => match self.arg("set") {
                Some(arg) => ExecutionCall::Rows {
                    set: self.operand(&arg.value, true)?,
                    relation: self.names("relation")?,
                    sources: self.names("source")?,
                },
                None => return Err(self.missing("set", "set=s1")),
            },
            _ => self.reason()?,
        };
        self.check_arguments()?;
        Ok(call)
    }

    /// Every argument must have been used: one that is passed over in silence
    /// would give the answer to another question.
    fn check_arguments(&self) -> Read<()> {
        let is_reason = !is_execution_function(&self.call.name);
        for (index, arg) in self.call.args.iter().enumerate() {
            let Some(name) = arg.name.as_deref() else {
                if is_reason {
                    continue;
                }
                return Err(Diagnostic::error(
                    "unnamed-parameter",
                    arg.span.clone(),
                    format!("parameter {} of `{}` has no name", index + 1, self.call.name),
                )
                .hint("name it, as in node1='Gold'"));
            };
            if !self.used.contains(&name) {
                return Err(Diagnostic::error(
                    "unknown-parameter",
                    arg.span.clone(),
                    format!("`{}` has no parameter `{name}`", self.call.name),
                ));
            }
            let again = self.call.args[..index].iter().any(|a| a.name.as_deref() == Some(name));
            if again && !(is_reason && name.starts_with("set")) {
                return Err(Diagnostic::error(
                    "repeated-parameter",
                    arg.span.clone(),
                    format!("`{name}` is given twice in one call"),
                ));
            }
            let compares = matches!(name, "node2" | "value");
            if arg.op != Comparison::Eq && !compares {
                return Err(Diagnostic::error(
                    "no-comparison",
                    arg.span.clone(),
                    format!("`{name}` cannot be compared with `{}`", arg.op.symbol()),
                )
                .hint("write `=` here, and the comparison as op='>'"));
            }
        }
        Ok(())
    }

    fn reason(&mut self) -> Read<ExecutionCall<String>> {
        let Some(function) = Function::named(&self.call.name) else {
            return Err(Diagnostic::error(
                "unknown-function",
                self.call.span.clone(),
                format!("there is no function `{}`", self.call.name),
            )
            .hint(format!("execution queries have {} and the reasoning functions", CALLS.join(", "))));
        };
        let mut sets = Vec::new();
        for arg in &self.call.args {
            let name = arg.name.as_deref().unwrap_or("set");
            if name.starts_with("set") {
                self.used.extend(arg.name.as_deref());
                sets.push(self.set_operand(&arg.value)?);
            }
        }
        let value = match self.arg("value") {
            Some(arg) => Some((arg.op, self.operand(&arg.value, false)?)),
            None => None,
        };
        let k = match self.arg("k") {
            Some(RawArg { value: RawValue::Text { text, .. }, span, .. }) => Some(
                text.parse()
                    .map_err(|_| Diagnostic::error("bad-number", span.clone(), "k is not a whole number"))?,
            ),
            _ => None,
        };
        let signature = function.signature();
        // A set that an earlier step did not find is left out, so one set is enough
        // for the functions that take several.
        let fewest = if signature.max_sets > 2 { 1 } else { signature.min_sets };
        if sets.len() < fewest || (signature.max_sets <= 2 && sets.len() > signature.max_sets) {
            return Err(Diagnostic::error(
                "wrong-number-of-sets",
                self.call.span.clone(),
                format!("`{}` was given {} sets", function.name(), sets.len()),
            ));
        }
        let (relation, sources) = (self.names("relation")?, self.names("source")?);
        Ok(ExecutionCall::Reason { function, sets, relation, value, k, sources })
    }

    fn arg(&mut self, name: &'static str) -> Option<&'a RawArg> {
        self.used.push(name);
        self.call.args.iter().find(|a| a.name.as_deref() == Some(name))
    }

    fn missing(&self, what: &str, example: &str) -> Diagnostic {
        Diagnostic::error(
            "missing-parameter",
            self.call.span.clone(),
            format!("`{}` needs `{what}`", self.call.name),
        )
        .hint(format!("write {example}"))
    }

    fn node1(&mut self) -> Read<Node1<String>> {
        match self.arg("node1").map(|arg| &arg.value) {
            None => Err(self.missing("node1", "node1='Gold'")),
            Some(RawValue::Text { text, quoted: false, .. }) if text == ROW_NUMBER => Ok(Node1::RowNumber),
            Some(value @ RawValue::Text { text, quoted: false, .. }) => match Qualifier::named(text) {
                Some(qualifier) => Ok(Node1::Qualifier(qualifier)),
                None => match self.operand(value, true)? {
                    Operand::Set(index) => Ok(Node1::Set(index)),
                    _ => Ok(Node1::Nodes(vec![text.clone()])),
                },
            },
            Some(value) => Ok(Node1::Nodes(names(value)?)),
        }
    }

    fn op(&mut self) -> Read<Comparison> {
        // The comparison may stand in `op`, or in place of the `=` of `node2`.
        let written = self.arg("node2").map_or(Comparison::Eq, |arg| arg.op);
        let Some(arg) = self.arg("op") else { return Ok(written) };
        let text = match &arg.value {
            RawValue::Text { text, .. } => text.as_str(),
            _ => "",
        };
        match text {
            "=" | "==" => Ok(Comparison::Eq),
            "!=" => Ok(Comparison::Ne),
            "<" => Ok(Comparison::Lt),
            "<=" => Ok(Comparison::Le),
            ">" => Ok(Comparison::Gt),
            ">=" => Ok(Comparison::Ge),
            _ => Err(Diagnostic::error(
                "bad-comparison",
                arg.span.clone(),
                format!("`{text}` is no comparison"),
            )
            .hint("use one of = != < <= > >=")),
        }
    }

    fn names(&mut self, name: &'static str) -> Read<Vec<String>> {
        self.arg(name).map_or(Ok(Vec::new()), |arg| names(&arg.value))
    }

    fn set_arg(&mut self, name: &'static str) -> Read<Option<usize>> {
        let Some(arg) = self.arg(name) else { return Ok(None) };
        match self.operand(&arg.value, true)? {
            Operand::Set(index) => Ok(Some(index)),
            _ => Err(Diagnostic::error(
                "expected-step",
                arg.span.clone(),
                format!("`{name}` must be an earlier step"),
            )
            .hint(format!("write {name}=s1"))),
        }
    }

    /// A set of a reasoning function, which may also be `literal('text')`.
    fn set_operand(&self, value: &RawValue) -> Read<Operand<String>> {
        match value {
            RawValue::Call(call) if call.name == LITERAL => match call.args.as_slice() {
                [RawArg { name: None, value: RawValue::Text { text, .. }, .. }] => {
                    Ok(Operand::Literal(text.clone()))
                }
                _ => Err(Diagnostic::error("bad-literal", call.span.clone(), "`literal` takes one text")
                    .hint("write literal('1994')")),
            },
            value => self.operand(value, true),
        }
    }

    fn operand(&self, value: &RawValue, as_nodes: bool) -> Read<Operand<String>> {
        if let RawValue::Text { text, quoted: false, span } = value
            && let Some(number) = text.strip_prefix('s').and_then(|n| n.parse::<u32>().ok())
        {
            return match self.numbers.iter().rposition(|n| *n == number) {
                Some(index) => Ok(Operand::Set(index)),
                None => Err(Diagnostic::error(
                    "unknown-step",
                    span.clone(),
                    format!("`{text}` refers to a step that does not stand before this one"),
                )),
            };
        }
        match value {
            RawValue::Text { text, .. } if !as_nodes => Ok(Operand::Literal(text.clone())),
            value => Ok(Operand::Nodes(names(value)?)),
        }
    }
}

fn names(value: &RawValue) -> Read<Vec<String>> {
    match value {
        RawValue::Text { text, .. } => Ok(vec![text.clone()]),
        RawValue::List(values, _) => {
            values.iter().map(names).collect::<Read<Vec<_>>>().map(|lists| lists.concat())
        }
        RawValue::Call(call) => {
            Err(Diagnostic::error("nested-call", call.span.clone(), "an execution query has one call a step")
                .hint("give the inner call a step of its own: s1 = …"))
        }
    }
}
