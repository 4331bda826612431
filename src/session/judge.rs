//! Executes a writer's candidate queries and tells how they fared without a word
//! of stored data: what it says may be sent to a model.

use std::collections::HashSet;

use crate::engine::{Engine, EngineError, RunOptions};
use crate::trace::{Status, Trace};
use crate::writer::{Judge, Outcome};

/// Judges candidates over one engine.
pub struct EngineJudge<'a, 'g> {
    engine: &'a Engine<'g>,
    options: RunOptions,
}

impl<'a, 'g> EngineJudge<'a, 'g> {
    /// A judge that runs queries with these options.
    pub fn new(engine: &'a Engine<'g>, options: RunOptions) -> EngineJudge<'a, 'g> {
        EngineJudge { engine, options }
    }

    /// Runs a query over the table that it is about, or over the routed sources; when it
    /// finds nothing there, over all of them.
    pub fn run(&self, query: &str) -> Result<Trace, EngineError> {
        let trace = self.engine.run_routed(query, &self.options)?;
        if trace.answer.status == Status::Answered || self.options.sources.is_empty() {
            return Ok(trace);
        }
        let wider =
            self.engine.run_routed(query, &RunOptions { sources: Vec::new(), ..self.options.clone() })?;
        Ok(if wider.answer.status == Status::Answered { wider } else { trace })
    }
}

impl Judge for EngineJudge<'_, '_> {
    fn try_query(&self, query: &str) -> Outcome {
        told(self.engine, query, &self.run(query))
    }
}

/// What a writer is told about a candidate that was run.
pub fn told(engine: &Engine<'_>, query: &str, ran: &Result<Trace, EngineError>) -> Outcome {
    match ran {
        Ok(trace) => outcome(engine, query, trace),
        // A syntax error quotes the query itself, which its writer knows.
        Err(error @ EngineError::Syntax { .. }) => {
            Outcome::Error { diagnostic: error.to_string(), detail: None }
        }
        Err(error) => Outcome::Error {
            diagnostic: "the query could not be run".to_owned(),
            detail: Some(error.to_string()),
        },
    }
}

fn outcome(engine: &Engine<'_>, query: &str, trace: &Trace) -> Outcome {
    if trace.answer.status == Status::Answered {
        return Outcome::Answer { key: key(trace) };
    }
    let message = trace.answer.message.clone().unwrap_or_default();
    let full = match &trace.answer.hint {
        Some(hint) => format!("{message}\nhint: {hint}"),
        None => message.clone(),
    };
    let known: HashSet<&str> = engine.catalog().names().collect();
    let safe = redact(&full, query, &known);
    match trace.answer.status {
        Status::Failed => Outcome::Error { diagnostic: safe, detail: Some(full) },
        Status::Empty => {
            let empty = trace.steps.iter().find(|s| s.results_total == 0).map_or(0, |s| s.number);
            Outcome::Empty { reason: format!("step {empty} found nothing"), detail: Some(full) }
        }
        _ => Outcome::Empty { reason: safe, detail: Some(full) },
    }
}

/// The answer set in a normal form: the same items in any order are the same answer.
fn key(trace: &Trace) -> String {
    let mut items: Vec<String> = trace.answer.items.iter().map(|i| trustuqa_storage::fold(&i.text)).collect();
    items.sort();
    items.join("\u{1f}")
}

/// Replaces every name between backticks that is neither a name in the query nor the
/// name of a column or relation: it was read from the data. A name counts as the
/// query's only between quotes: `1` is part of `output_of_query1`, too.
fn redact(text: &str, query: &str, relations: &HashSet<&str>) -> String {
    let in_query = |name: &str| ['\'', '"', '`'].iter().any(|q| query.contains(&format!("{q}{name}{q}")));
    let mut out = String::with_capacity(text.len());
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 0 {
            out.push_str(part);
        } else if in_query(part) || relations.contains(part) {
            out.push_str(&format!("`{part}`"));
        } else {
            out.push('…');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_query_and_of_the_schema_are_told() {
        let relations = HashSet::from(["Gold"]);
        let text = "`Brasil` is near `Brazil`; it has `Gold`";
        assert_eq!(redact(text, "head_entity='Brasil'", &relations), "`Brasil` is near …; it has `Gold`");
        let by_chance = "`1` is not a number, nor is `Bra`";
        let query = "sum(set='output_of_query1', relation='Brasil')";
        assert_eq!(redact(by_chance, query, &relations), "… is not a number, nor is …");
    }

    #[test]
    fn a_backtick_in_a_name_does_not_open_the_message() {
        let name = crate::query::ticked("Nether`Yaffle");
        assert_eq!(redact(&format!("{name} is near {name}"), "", &HashSet::new()), "… is near …");
    }
}
