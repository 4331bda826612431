//! The execution query: `search_node`, `search_condition` and the reasoning
//! functions over the condition graph (section 3.2 of the paper).
//!
//! The text form names nodes exactly as they are stored, so a stored execution
//! query runs again without any grounding and gives the same answer.
//!
//! ```text
//! s1 = search_condition(node1='Nation', node2='Brazil', op='=', source=['medals'])
//! s2 = search_node(node1='Gold', condition=s1)
//! ```
//!
//! | call | gives |
//! |---|---|
//! | `search_node(node1=R)` | node2 of (R, node2, [any]): every tail under R |
//! | `search_node(node1=R, condition=H)` | node2 of (R, node2, [H]) |
//! | `search_node(node1=H, condition=[])` | node2 of (H, node2, []): the relations of H; H may be a step |
//! | `search_node(node1=time, scope=s1)` | node2 of (time, node2, [h, r, t]) for the facts of s1 |
//! | `search_condition(node1=R, node2=T, op='=')` | heads h of (R, T, [h]) |
//! | `search_condition(node1=time, node2='1994', op='=', scope=s1)` | facts [h, r, t] of s1 that hold then |
//! | `heads(set=s1)`, `relations(set=s1)`, `tails(set=s1)` | that part of the facts of s1 |
//! | `rows(set=s1, relation=R)` | the table rows that a cell or name of s1 stands for, where the table has column R |
//! | `count(set=literal('1994'))` | a reasoning function; `literal` is a text that need be no node |

use std::fmt;

use trustuqa_storage::Comparison;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::function::Function;
use super::quote::quote;
use super::syntax::{Program, RawArg, RawCall, RawValue};

/// Execution steps over nodes of type `N`: names as text, ids once resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutionQuery<N = String> {
    /// The steps; the last one gives the answer.
    pub steps: Vec<ExecutionCall<N>>,
}

/// The three built-in terms that qualify a temporal fact (section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// Every time at which the fact holds.
    Time,
    /// The first.
    StartTime,
    /// The last.
    EndTime,
}

/// The `node1` of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Node1<N> {
    /// Nodes of the graph; several mean any of them.
    Nodes(Vec<N>),
    /// A built-in term.
    Qualifier(Qualifier),
    /// The members of an earlier step, by index.
    Set(usize),
}

/// What a search compares with, or is conditioned on.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<N> {
    /// Nodes of the graph; several mean any of them.
    Nodes(Vec<N>),
    /// A literal that need not be a node: the bound of a range, a time.
    Literal(String),
    /// The result of an earlier step, by index.
    Set(usize),
}

/// Which part of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Head entity.
    Head,
    /// Relation.
    Relation,
    /// Tail entity.
    Tail,
}

/// The condition of a `search_node`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<N> {
    /// Not given: triples of any condition.
    Any,
    /// `[]`: triples without a condition, which link heads and relations.
    Empty,
    /// Triples conditioned on these heads.
    On(Operand<N>),
}

/// One call of an execution query.
#[derive(Clone, Debug, PartialEq)]
pub enum ExecutionCall<N> {
    /// `search_node(node1, condition, scope)`
    SearchNode {
        /// Where the triples start.
        node1: Node1<N>,
        /// The heads.
        condition: Condition<N>,
        /// For a qualifier: the step whose facts are meant.
        scope: Option<usize>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `search_condition(node1, node2, op)`
    SearchCondition {
        /// Where the triples start.
        node1: Node1<N>,
        /// What node2 is compared with.
        node2: Operand<N>,
        /// The comparison.
        op: Comparison,
        /// Only triples with one of these heads.
        condition: Option<Operand<N>>,
        /// For a qualifier: only facts of these relations.
        relation: Vec<N>,
        /// For a qualifier: the step whose facts are meant.
        scope: Option<usize>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `heads(set)`, `relations(set)`, `tails(set)`
    Part {
        /// Which part.
        part: Part,
        /// The step whose facts are meant.
        set: usize,
    },
    /// `rows(set, relation)`
    Rows {
        /// Cells or names.
        set: Operand<N>,
        /// A column that the rows have.
        relation: Vec<N>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// A reasoning function.
    Reason {
        /// The function.
        function: Function,
        /// Its sets.
        sets: Vec<Operand<N>>,
        /// `relation`, where the function takes one.
        relation: Vec<N>,
        /// The comparison of `keep`.
        value: Option<(Comparison, Operand<N>)>,
        /// `k` of `top_k` and `bottom_k`.
        k: Option<usize>,
    },
}

/// Marks a text in place of a set, as against a node of that name.
const LITERAL: &str = "literal";
const CALLS: [&str; 6] = ["search_node", "search_condition", "heads", "relations", "tails", "rows"];

/// True for a function that only the execution query language has.
pub fn is_execution_function(name: &str) -> bool {
    CALLS.contains(&name.to_ascii_lowercase().as_str())
}

impl Qualifier {
    /// The qualifier that a key names, in the spellings that writers use.
    pub fn named(key: &str) -> Option<Qualifier> {
        match trustuqa_storage::fold(key).as_str() {
            "time" | "times" => Some(Qualifier::Time),
            "start time" | "start" | "start year" | "start date" | "starttime" => Some(Qualifier::StartTime),
            "end time" | "end" | "end year" | "end date" | "endtime" => Some(Qualifier::EndTime),
            _ => None,
        }
    }

    /// As it is written without quotes in an execution query.
    pub fn name(self) -> &'static str {
        match self {
            Qualifier::Time => "time",
            Qualifier::StartTime => "start_time",
            Qualifier::EndTime => "end_time",
        }
    }
}

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
        Ok(ExecutionCall::Reason { function, sets, relation: self.names("relation")?, value, k })
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

impl<N> ExecutionQuery<N> {
    /// The same query over other nodes, for instance names instead of ids.
    pub fn map_nodes<M, E>(&self, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<ExecutionQuery<M>, E> {
        let steps = self.steps.iter().map(|call| call.map_nodes(f)).collect::<Result<_, E>>()?;
        Ok(ExecutionQuery { steps })
    }
}

impl<N> ExecutionCall<N> {
    /// The same call over other nodes.
    pub fn map_nodes<M, E>(&self, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<ExecutionCall<M>, E> {
        fn list<N, M, E>(nodes: &[N], f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Vec<M>, E> {
            nodes.iter().map(f).collect()
        }
        fn operand<N, M, E>(
            operand: &Operand<N>,
            f: &mut impl FnMut(&N) -> Result<M, E>,
        ) -> Result<Operand<M>, E> {
            Ok(match operand {
                Operand::Nodes(nodes) => Operand::Nodes(list(nodes, f)?),
                Operand::Literal(text) => Operand::Literal(text.clone()),
                Operand::Set(index) => Operand::Set(*index),
            })
        }
        fn node1<N, M, E>(node1: &Node1<N>, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Node1<M>, E> {
            Ok(match node1 {
                Node1::Nodes(nodes) => Node1::Nodes(list(nodes, f)?),
                Node1::Qualifier(qualifier) => Node1::Qualifier(*qualifier),
                Node1::Set(index) => Node1::Set(*index),
            })
        }
        Ok(match self {
            ExecutionCall::SearchNode { node1: n, condition, scope, sources } => ExecutionCall::SearchNode {
                node1: node1(n, f)?,
                condition: match condition {
                    Condition::Any => Condition::Any,
                    Condition::Empty => Condition::Empty,
                    Condition::On(on) => Condition::On(operand(on, f)?),
                },
                scope: *scope,
                sources: sources.clone(),
            },
            ExecutionCall::SearchCondition { node1: n, node2, op, condition, relation, scope, sources } => {
                ExecutionCall::SearchCondition {
                    node1: node1(n, f)?,
                    node2: operand(node2, f)?,
                    op: *op,
                    condition: condition.as_ref().map(|c| operand(c, f)).transpose()?,
                    relation: list(relation, f)?,
                    scope: *scope,
                    sources: sources.clone(),
                }
            }
            ExecutionCall::Part { part, set } => ExecutionCall::Part { part: *part, set: *set },
            ExecutionCall::Rows { set, relation, sources } => ExecutionCall::Rows {
                set: operand(set, f)?,
                relation: list(relation, f)?,
                sources: sources.clone(),
            },
            ExecutionCall::Reason { function, sets, relation, value, k } => ExecutionCall::Reason {
                function: *function,
                sets: sets.iter().map(|s| operand(s, f)).collect::<Result<_, E>>()?,
                relation: list(relation, f)?,
                value: value.as_ref().map(|(op, v)| Ok((*op, operand(v, f)?))).transpose()?,
                k: *k,
            },
        })
    }
}

fn list_text(names: &[String]) -> String {
    match names {
        [name] => quote(name),
        names => format!("[{}]", names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(", ")),
    }
}

fn operand_text(operand: &Operand<String>) -> String {
    match operand {
        Operand::Nodes(names) => list_text(names),
        Operand::Literal(text) => quote(text),
        Operand::Set(index) => format!("s{}", index + 1),
    }
}

fn node1_text(node1: &Node1<String>) -> String {
    match node1 {
        Node1::Nodes(names) => list_text(names),
        Node1::Qualifier(qualifier) => qualifier.name().to_owned(),
        Node1::Set(index) => format!("s{}", index + 1),
    }
}

impl fmt::Display for ExecutionCall<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let name = match self {
            ExecutionCall::SearchNode { node1, condition, scope, sources } => {
                parts.push(format!("node1={}", node1_text(node1)));
                match condition {
                    Condition::Any => {}
                    Condition::Empty => parts.push("condition=[]".to_owned()),
                    Condition::On(on) => parts.push(format!("condition={}", operand_text(on))),
                }
                parts.extend(scope.map(|s| format!("scope=s{}", s + 1)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "search_node"
            }
            ExecutionCall::SearchCondition { node1, node2, op, condition, relation, scope, sources } => {
                parts.push(format!("node1={}", node1_text(node1)));
                parts.push(format!("node2={}", operand_text(node2)));
                parts.push(format!("op='{}'", op.symbol()));
                parts.extend(condition.as_ref().map(|c| format!("condition={}", operand_text(c))));
                parts.extend((!relation.is_empty()).then(|| format!("relation={}", list_text(relation))));
                parts.extend(scope.map(|s| format!("scope=s{}", s + 1)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "search_condition"
            }
            ExecutionCall::Part { part, set } => {
                parts.push(format!("set=s{}", set + 1));
                match part {
                    Part::Head => "heads",
                    Part::Relation => "relations",
                    Part::Tail => "tails",
                }
            }
            ExecutionCall::Rows { set, relation, sources } => {
                parts.push(format!("set={}", operand_text(set)));
                parts.push(format!("relation={}", list_text(relation)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "rows"
            }
            ExecutionCall::Reason { function, sets, relation, value, k } => {
                let single = function.signature().max_sets == 1;
                for (i, set) in sets.iter().enumerate() {
                    let name = if single { "set".to_owned() } else { format!("set{}", i + 1) };
                    let text = match set {
                        Operand::Literal(text) => format!("{LITERAL}({})", quote(text)),
                        set => operand_text(set),
                    };
                    parts.push(format!("{name}={text}"));
                }
                parts.extend((!relation.is_empty()).then(|| format!("relation={}", list_text(relation))));
                parts
                    .extend(value.as_ref().map(|(op, v)| format!("value{}{}", op.symbol(), operand_text(v))));
                parts.extend(k.map(|k| format!("k={k}")));
                function.name()
            }
        };
        write!(f, "{name}({})", parts.join(", "))
    }
}

impl fmt::Display for ExecutionQuery<String> {
    /// The text form, one step a line, which [`super::parse`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, call) in self.steps.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "s{} = {call}", index + 1)?;
        }
        Ok(())
    }
}
