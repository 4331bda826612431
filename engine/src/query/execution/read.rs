//! From parsed calls to an execution query: functions, arguments, and references to earlier steps.

use trustuqa_model::Comparison;

use super::{
    CALLS, Condition, ExecutionCall, ExecutionQuery, FORMULA, FactPart, ITSELF, LITERAL, Node1, Operand,
    PATH, Qualifier, ROW_NUMBER, is_execution_function,
};
use crate::query::column::{Aggregate, Column, FactTime, TEST_NAMES, Test};
use crate::query::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::query::formula::{Expression, Formula};
use crate::query::function::Function;
use crate::query::syntax::{Program, RawArg, RawCall, RawValue};

/// Converts calls into an execution query.
pub fn analyse(program: &Program) -> Result<ExecutionQuery, Diagnostics> {
    let mut steps = Vec::new();
    let mut numbers = Vec::new();
    for labelled in &program.calls {
        let mut reader = Reader { call: &labelled.call, numbers: &numbers, used: Vec::new() };
        let mut call = reader.read().map_err(Diagnostics::one)?;
        of_counts(&mut call, &steps);
        steps.push(call);
        numbers.push(labelled.number);
    }
    Ok(ExecutionQuery { steps })
}

/// In traces of earlier versions, `max` of `count_by` meant the most frequent name. Now that it is the
/// largest count, such a call is read as `argmax`.
fn of_counts(call: &mut ExecutionCall<String>, before: &[ExecutionCall<String>]) {
    let ExecutionCall::Reason { function, sets, .. } = call else { return };
    let [Operand::Set(at)] = sets.as_slice() else { return };
    let counts = matches!(before.get(*at), Some(ExecutionCall::Reason { function: Function::CountBy, .. }));
    *function = match function {
        Function::Max if counts => Function::Argmax,
        Function::Min if counts => Function::Argmin,
        _ => return,
    };
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
                    "heads" => FactPart::Head,
                    "relations" => FactPart::Relation,
                    _ => FactPart::Tail,
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
            "search_all" => {
                ExecutionCall::All { relation: self.names("relation")?, sources: self.names("source")? }
            }
            "search_test" => {
                let set = match self.arg("set") {
                    Some(arg) => Some(self.operand(&arg.value, true)?),
                    None => None,
                };
                let (column, by, test) = (self.needed_column("column")?, self.column("by")?, self.test()?);
                if by.is_some() && (set.is_none() || !matches!(test, Test::Compare(..))) {
                    return Err(self.missing("set", "set=s1, test=compare('>', s2) beside `by`"));
                }
                ExecutionCall::Select { set, column, by, test, sources: self.names("source")? }
            }
            "derive" => ExecutionCall::Derive {
                set: self.needed_set()?,
                column: self.needed_column("column")?,
                sources: self.names("source")?,
            },
            "group" if self.call.args.iter().any(|arg| arg.name.as_deref() == Some("with")) => {
                ExecutionCall::Group {
                    set: self.needed_set()?,
                    by: self.column("by")?,
                    of: self.column("of")?,
                    with: self.aggregate()?,
                    weight: self.weight()?,
                    sources: self.names("source")?,
                }
            }
            "calculate" => self.calculate()?,
            _ => self.reason()?,
        };
        self.check_arguments()?;
        Ok(call)
    }

    /// Checks that every argument was used: silently ignoring one would answer a different question.
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
        // Sets of steps that found nothing are left out, so the functions of several sets accept a single
        // one.
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

    fn calculate(&mut self) -> Read<ExecutionCall<String>> {
        let formula = match self.arg("formula") {
            Some(RawArg { value: RawValue::Text { text, .. }, span, .. }) => formula(text, span)?,
            _ => return Err(self.missing("formula", "formula='x1 / x2', x1=s1, x2=s2")),
        };
        let mut operands = Vec::with_capacity(formula.names.len());
        for name in &formula.names {
            let Some(arg) = self.call.args.iter().find(|arg| arg.name.as_ref() == Some(name)) else {
                return Err(self.missing(name, &format!("{name}=s1")));
            };
            self.used.extend(arg.name.as_deref());
            operands.push(self.set_operand(&arg.value)?);
        }
        Ok(ExecutionCall::Calculate { expression: formula.expression, operands })
    }

    /// The weight of members, which only `most` and `least` accept.
    fn weight(&mut self) -> Read<Option<Column<String>>> {
        let weight = self.column("weight")?;
        if weight.is_some() && !self.aggregate()?.takes_weights() {
            return Err(self.missing("with", "with='most' or with='least' beside `weight`"));
        }
        Ok(weight)
    }

    fn needed_set(&mut self) -> Read<Operand<String>> {
        match self.arg("set") {
            Some(arg) => self.operand(&arg.value, true),
            None => Err(self.missing("set", "set=s1")),
        }
    }

    fn needed_column(&mut self, name: &'static str) -> Read<Column<String>> {
        match self.column(name)? {
            Some(column) => Ok(column),
            None => Err(self.missing(name, &format!("{name}='Gold'"))),
        }
    }

    fn column(&mut self, name: &'static str) -> Read<Option<Column<String>>> {
        self.arg(name).map(|arg| column(&arg.value)).transpose()
    }

    fn aggregate(&mut self) -> Read<Aggregate> {
        let Some(arg) = self.arg("with") else { return Ok(Aggregate::Count) };
        let named = match &arg.value {
            RawValue::Text { text, .. } => Aggregate::named(text),
            _ => None,
        };
        named.ok_or_else(|| {
            let names = Aggregate::ALL.map(Aggregate::name).join(", ");
            Diagnostic::error("unknown-aggregate", arg.span.clone(), "`with` names no aggregate")
                .hint(format!("use one of {names}"))
        })
    }

    fn test(&mut self) -> Read<Test<String>> {
        let Some(arg) = self.arg("test") else { return Err(self.missing("test", "test=contains('x')")) };
        let wrong = || {
            Diagnostic::error("unknown-test", arg.span.clone(), "`test` is not a test")
                .hint(format!("use compare or one of {}", TEST_NAMES.join(", ")))
        };
        let RawValue::Call(call) = &arg.value else { return Err(wrong()) };
        if call.name == "compare"
            && let [RawArg { value: RawValue::Text { text, .. }, .. }, bound] = call.args.as_slice()
        {
            let op = comparison(text).ok_or_else(wrong)?;
            return Ok(Test::Compare(op, self.set_operand(&bound.value)?));
        }
        test_of(call).ok_or_else(wrong)
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
        // The comparison is given by `op`, or written in the place of the `=` of `node2`.
        let written = self.arg("node2").map_or(Comparison::Eq, |arg| arg.op);
        let Some(arg) = self.arg("op") else { return Ok(written) };
        let text = match &arg.value {
            RawValue::Text { text, .. } => text.as_str(),
            _ => "",
        };
        comparison(text).ok_or_else(|| {
            Diagnostic::error("bad-comparison", arg.span.clone(), format!("`{text}` is not a comparison"))
                .hint("use one of = != < <= > >=")
        })
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
                    format!("`{text}` refers to a step that does not come before this one"),
                )),
            };
        }
        match value {
            RawValue::Text { text, .. } if !as_nodes => Ok(Operand::Literal(text.clone())),
            value => Ok(Operand::Nodes(names(value)?)),
        }
    }
}

fn comparison(text: &str) -> Option<Comparison> {
    Some(match text {
        "=" | "==" => Comparison::Eq,
        "!=" => Comparison::Ne,
        "<" => Comparison::Lt,
        "<=" => Comparison::Le,
        ">" => Comparison::Gt,
        ">=" => Comparison::Ge,
        _ => return None,
    })
}

fn formula(text: &str, span: &Span) -> Read<Formula> {
    Formula::parse(text).map_err(|error| Diagnostic::error("bad-formula", span.clone(), error.message))
}

fn column(value: &RawValue) -> Read<Column<String>> {
    match value {
        RawValue::Text { text, quoted: false, .. } if FactTime::named(&text.replace('_', " ")).is_some() => {
            Ok(FactTime::named(&text.replace('_', " ")).map_or(Column::Relation(Vec::new()), Column::Time))
        }
        RawValue::Text { text, quoted: false, .. } if text == ITSELF => Ok(Column::Itself),
        RawValue::Call(call) if call.name == FORMULA => {
            let Some((RawArg { value: RawValue::Text { text, .. }, span, .. }, columns)) =
                call.args.split_first()
            else {
                return Err(Diagnostic::error(
                    "bad-formula",
                    call.span.clone(),
                    "`formula` begins with a text",
                )
                .hint("write formula('x1 / x2', 'Gold', 'Total')"));
            };
            let expression = renumbered(&formula(text, span)?, columns.len()).ok_or_else(|| {
                Diagnostic::error("bad-formula", span.clone(), "its operands are x1, x2 and so on")
            })?;
            let columns = columns.iter().map(|arg| column(&arg.value)).collect::<Read<Vec<_>>>()?;
            Ok(Column::Formula(expression, columns))
        }
        RawValue::Call(call) if call.name == PATH && call.args.len() > 1 => {
            Ok(Column::Path(call.args.iter().map(|arg| column(&arg.value)).collect::<Read<Vec<_>>>()?))
        }
        value => Ok(Column::Relation(names(value)?)),
    }
}

/// The expression of a formula with the operands `x1` to `xN`, renumbered by these names; `None` for any
/// other name.
fn renumbered(formula: &Formula, count: usize) -> Option<Expression> {
    let mut places = Vec::with_capacity(formula.names.len());
    for name in &formula.names {
        let place = name.strip_prefix('x')?.parse::<usize>().ok()?.checked_sub(1)?;
        places.push(Some(place).filter(|place| *place < count)?);
    }
    formula.expression.renumbered(&places)
}

/// The test that a call names; `None` for any other name, or when its texts are wrong.
pub fn test_of<N>(call: &RawCall) -> Option<Test<N>> {
    let mut texts = Vec::new();
    for arg in &call.args {
        match &arg.value {
            RawValue::Text { text, .. } => texts.push(text.clone()),
            RawValue::List(values, _) => {
                for value in values {
                    let RawValue::Text { text, .. } = value else { return None };
                    texts.push(text.clone());
                }
            }
            RawValue::Call(_) => return None,
        }
    }
    let some = |texts: Vec<String>| (!texts.is_empty()).then_some(texts);
    match (call.name.to_ascii_lowercase().as_str(), texts.as_slice()) {
        ("contains", _) => some(texts).map(Test::Contains),
        ("starts_with", _) => some(texts).map(Test::StartsWith),
        ("ends_with", _) => some(texts).map(Test::EndsWith),
        ("between", [low, high]) => Some(Test::Between(low.clone(), high.clone())),
        ("is_empty", []) => Some(Test::IsEmpty),
        ("not_empty", []) => Some(Test::NotEmpty),
        _ => None,
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
