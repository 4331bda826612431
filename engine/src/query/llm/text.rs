//! An LLM query as text, in the form that can be parsed again.

use std::fmt;

use trustuqa_model::Comparison;

use super::{Call, GET_INFORMATION, LlmQuery, Term};
use crate::query::execution::test_text;
use crate::query::function::Function;
use crate::query::quote::{list_text, quote};

impl LlmQuery {
    /// One step as text, in the form that a writer would use.
    pub fn step_text(&self, index: usize) -> String {
        self.steps.get(index).map_or(String::new(), |step| self.call_text(&step.call))
    }

    fn call_text(&self, call: &Call) -> String {
        let mut parts = Vec::new();
        let name = match call {
            Call::GetInformation(info) => {
                if !info.sources.is_empty() {
                    parts.push(format!("source={}", list_text(&info.sources)));
                }
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
                parts.extend(info.tail_test.as_ref().map(|test| format!("tail_entity={}", test_text(test))));
                parts.extend(info.value_test.as_ref().map(|test| format!("value={}", test_text(test))));
                GET_INFORMATION
            }
            Call::Function(call) => {
                let single =
                    call.function.signature().max_sets == 1 || call.function == Function::Correlation;
                let sets = if call.function == Function::Calculate { &[][..] } else { &call.sets };
                for (i, set) in sets.iter().enumerate() {
                    let name = if single { "set".to_owned() } else { format!("set{}", i + 1) };
                    parts.push(format!("{name}={}", self.term_text(set)));
                }
                if let Some(relation) = &call.relation {
                    let name = if call.function == Function::Group { "by" } else { "relation" };
                    parts.push(format!("{name}={}", self.term_text(relation)));
                }
                if let Some(of) = &call.of {
                    let name = match call.function {
                        Function::Group => "of",
                        Function::Keep => "by",
                        _ => "with",
                    };
                    parts.push(format!("{name}={}", self.term_text(of)));
                }
                parts.extend(call.with.map(|with| format!("with='{}'", with.name())));
                parts.extend(call.weight.as_ref().map(|weight| format!("weight={}", self.term_text(weight))));
                let set = |term: &Term| match term {
                    Term::Output(index) => {
                        format!("output_of_query{}", self.steps.get(*index).map_or(0, |s| s.number))
                    }
                    Term::Names(names) => format!("[{}]", names.join(", ")),
                };
                parts.extend(call.formula_text(&set).map(|formula| format!("formula={}", quote(&formula))));
                parts.extend(call.reason.as_ref().map(|reason| format!("reason={}", quote(reason))));
                if let Some(value) = &call.value {
                    let name = if call.function == Function::Duration { "unit" } else { "value" };
                    parts.push(format!("{name}{}{}", value.op.symbol(), self.term_text(&value.term)));
                }
                parts.extend(call.test.as_ref().map(|test| format!("value={}", test_text(test))));
                if let Some(k) = call.k {
                    parts.push(format!("k={k}"));
                }
                if let Some(op) = call.op {
                    parts.push(format!("op='{}'", op.symbol()));
                }
                if !call.sources.is_empty() {
                    parts.push(format!("source={}", list_text(&call.sources)));
                }
                call.function.name()
            }
        };
        format!("{name}({})", parts.join(", "))
    }

    fn term_text(&self, term: &Term) -> String {
        match term {
            Term::Names(names) => list_text(names),
            Term::Output(index) => {
                format!("'output_of_query{}'", self.steps.get(*index).map_or(0, |s| s.number))
            }
        }
    }
}

impl fmt::Display for LlmQuery {
    /// The canonical text, which [`crate::query::parse`] reads back as the same query.
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
