//! An LLM query as text, in the form that is read back.

use std::fmt;

use trustuqa_model::Comparison;

use super::{Call, GET_INFORMATION, LlmQuery, Term};
use crate::query::quote::list_text;

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
                if let Some(op) = call.op {
                    parts.push(format!("op='{}'", op.symbol()));
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
