//! Executes a writer's candidate queries and tells how they fared: in words without
//! stored data, which may be sent to a model, and in details that may only where data may.

use std::collections::HashSet;

use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Answered, Engine, EngineError, RunOptions};

use crate::writer::{Judge, Outcome};

/// Judges candidates over one engine.
pub struct EngineJudge<'a, 'g> {
    engine: &'a Engine<'g>,
    options: RunOptions,
}

impl<'a, 'g> EngineJudge<'a, 'g> {
    /// A judge that runs queries with these options, looking for the table of each.
    pub fn new(engine: &'a Engine<'g>, options: RunOptions) -> EngineJudge<'a, 'g> {
        EngineJudge { engine, options: RunOptions { route: true, ..options } }
    }

    /// Runs a query over the table that it is about, or over the routed sources; when it
    /// finds nothing there, over all of them.
    pub fn run(&self, query: &str) -> Result<Trace, EngineError> {
        self.widening(|options| self.engine.run(query, options), |trace| trace.answer.status)
    }

    /// The answer of a query, which is what [`EngineJudge::run`] would trace.
    fn answer(&self, query: &str) -> Result<Answered, EngineError> {
        self.widening(|options| self.engine.answer(query, options), |answered| answered.status)
    }

    fn widening<T>(
        &self,
        run: impl Fn(&RunOptions) -> Result<T, EngineError>,
        status: impl Fn(&T) -> Status,
    ) -> Result<T, EngineError> {
        let found = run(&self.options)?;
        if status(&found) == Status::Answered || self.options.sources.is_empty() {
            return Ok(found);
        }
        let wider = run(&RunOptions { sources: Vec::new(), ..self.options.clone() })?;
        Ok(if status(&wider) == Status::Answered { wider } else { found })
    }
}

impl Judge for EngineJudge<'_, '_> {
    fn try_query(&self, query: &str) -> Outcome {
        match self.answer(query) {
            Ok(answered) => outcome(self.engine, query, answered),
            Err(error) => refused(&error),
        }
    }
}

/// What a writer is told about a candidate that was run.
pub fn told(engine: &Engine<'_>, query: &str, ran: &Result<Answered, EngineError>) -> Outcome {
    match ran {
        Ok(answered) => outcome(engine, query, answered.clone()),
        Err(error) => refused(error),
    }
}

fn refused(error: &EngineError) -> Outcome {
    match error {
        // A syntax error quotes the query itself, which its writer knows.
        EngineError::Syntax { .. } => Outcome::Error { diagnostic: error.to_string(), detail: None },
        error => Outcome::Error {
            diagnostic: "the query could not be run".to_owned(),
            detail: Some(error.to_string()),
        },
    }
}

fn outcome(engine: &Engine<'_>, query: &str, answered: Answered) -> Outcome {
    if answered.status == Status::Answered {
        return Outcome::Answer { key: key(&answered) };
    }
    let message = answered.message.unwrap_or_default();
    let full = match &answered.hint {
        Some(hint) => format!("{message}\nhint: {hint}"),
        None => message,
    };
    let known: HashSet<&str> = engine.catalog().names().collect();
    let safe = redact(&full, query, &known);
    match answered.status {
        Status::Failed => Outcome::Error { diagnostic: safe, detail: Some(full) },
        Status::Empty => {
            let empty = answered.empty_step.unwrap_or(0);
            Outcome::Empty { reason: format!("step {empty} found nothing"), detail: Some(full) }
        }
        _ => Outcome::Empty { reason: safe, detail: Some(full) },
    }
}

/// The answer set in a normal form: the same items in any order are the same answer.
fn key(answered: &Answered) -> String {
    let mut items: Vec<String> = answered.items.iter().map(|i| trustuqa_storage::fold(&i.text)).collect();
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
        let name = trustuqa_engine::query::ticked("Nether`Yaffle");
        assert_eq!(redact(&format!("{name} is near {name}"), "", &HashSet::new()), "… is near …");
    }
}
