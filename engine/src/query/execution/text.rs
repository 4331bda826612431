//! An execution query as text, in the form that is read back.

use std::fmt;

use super::{Condition, ExecutionCall, ExecutionQuery, LITERAL, Node1, Operand, Part, ROW_NUMBER};
use crate::query::quote::{list_text, quote};

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
        Node1::RowNumber => ROW_NUMBER.to_owned(),
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
            ExecutionCall::Reason { function, sets, relation, value, k, sources } => {
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
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                function.name()
            }
        };
        write!(f, "{name}({})", parts.join(", "))
    }
}

impl fmt::Display for ExecutionQuery<String> {
    /// The text form, one step a line, which [`crate::query::parse`] reads back.
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
