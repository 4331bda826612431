//! An execution query as text, in the form that can be parsed again.

use std::fmt;

use super::{
    Condition, ExecutionCall, ExecutionQuery, FORMULA, FactPart, ITSELF, LITERAL, Node1, Operand, PATH,
    ROW_NUMBER,
};
use crate::query::column::{Column, Test};
use crate::query::formula::{Expression, Formula};
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

/// A set of a function; a text that need not be a node is marked as a literal.
fn set_text(set: &Operand<String>) -> String {
    match set {
        Operand::Literal(text) => format!("{LITERAL}({})", quote(text)),
        set => operand_text(set),
    }
}

fn column_text(column: &Column<String>) -> String {
    match column {
        Column::Relation(names) => list_text(names),
        Column::Time(time) => time.name().to_owned(),
        Column::Itself => ITSELF.to_owned(),
        Column::Formula(expression, columns) => {
            let mut parts = vec![quote(&formula_text(expression))];
            parts.extend(columns.iter().map(column_text));
            format!("{FORMULA}({})", parts.join(", "))
        }
        Column::Path(steps) => {
            format!("{PATH}({})", steps.iter().map(column_text).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The text of an expression, with its operands named `x1`, `x2` and so on.
fn formula_text(expression: &Expression) -> String {
    let formula = Formula { expression: expression.clone(), names: Vec::new() };
    formula.text_with(&|at| format!("x{}", at + 1))
}

/// A test as written in a query.
pub fn test_text(test: &Test<String>) -> String {
    let call = |name: &str, texts: &[String]| {
        format!("{name}({})", texts.iter().map(|text| quote(text)).collect::<Vec<_>>().join(", "))
    };
    match test {
        Test::Compare(op, bound) => format!("compare('{}', {})", op.symbol(), set_text(bound)),
        Test::Contains(texts) => call("contains", texts),
        Test::StartsWith(texts) => call("starts_with", texts),
        Test::EndsWith(texts) => call("ends_with", texts),
        Test::Between(low, high) => call("between", &[low.clone(), high.clone()]),
        Test::IsEmpty => "is_empty()".to_owned(),
        Test::NotEmpty => "not_empty()".to_owned(),
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
                    FactPart::Head => "heads",
                    FactPart::Relation => "relations",
                    FactPart::Tail => "tails",
                }
            }
            ExecutionCall::Rows { set, relation, sources } => {
                parts.push(format!("set={}", operand_text(set)));
                parts.push(format!("relation={}", list_text(relation)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "rows"
            }
            ExecutionCall::All { relation, sources } => {
                parts.extend((!relation.is_empty()).then(|| format!("relation={}", list_text(relation))));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "search_all"
            }
            ExecutionCall::Select { set, column, by, test, sources } => {
                parts.extend(set.as_ref().map(|set| format!("set={}", operand_text(set))));
                parts.push(format!("column={}", column_text(column)));
                parts.extend(by.as_ref().map(|column| format!("by={}", column_text(column))));
                parts.push(format!("test={}", test_text(test)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "search_test"
            }
            ExecutionCall::Derive { set, column, sources } => {
                parts.push(format!("set={}", operand_text(set)));
                parts.push(format!("column={}", column_text(column)));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "derive"
            }
            ExecutionCall::Group { set, by, of, with, weight, sources } => {
                parts.push(format!("set={}", operand_text(set)));
                parts.extend(by.as_ref().map(|column| format!("by={}", column_text(column))));
                parts.extend(of.as_ref().map(|column| format!("of={}", column_text(column))));
                parts.push(format!("with='{}'", with.name()));
                parts.extend(weight.as_ref().map(|column| format!("weight={}", column_text(column))));
                parts.extend((!sources.is_empty()).then(|| format!("source={}", list_text(sources))));
                "group"
            }
            ExecutionCall::Calculate { expression, operands } => {
                parts.push(format!("formula={}", quote(&formula_text(expression))));
                for (at, operand) in operands.iter().enumerate() {
                    parts.push(format!("x{}={}", at + 1, set_text(operand)));
                }
                "calculate"
            }
            ExecutionCall::Reason { function, sets, relation, value, k, sources } => {
                let single = function.signature().max_sets == 1;
                for (i, set) in sets.iter().enumerate() {
                    let name = if single { "set".to_owned() } else { format!("set{}", i + 1) };
                    parts.push(format!("{name}={}", set_text(set)));
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
    /// The text form, with one step per line. [`crate::query::parse`] reads it back.
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
