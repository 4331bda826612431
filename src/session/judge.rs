//! Executes the candidates of a question, each once and under the final options, and reports the outcome:
//! in words without stored data, which may be sent to a model, and in details that may be sent only where
//! data may.
//!
//! What is ranked is what is shown: a judge keeps what it executed, and makes the trace of the chosen
//! candidate from that.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::clarifications::{self, Clarification};
use super::failed_queries;
use crate::writer::{Judge, Outcome, TriedText};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Answered, Engine, EngineError, Execution, RunOptions, Spent};

/// The most result items that are kept for the traces of one question's candidates. A candidate beyond
/// that is executed again if it is the one that is shown.
const KEPT: usize = 2_000_000;

/// A candidate that was executed.
pub struct JudgedCandidate {
    /// The query; `None` for a text that cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// What it was executed under, with the nodes that the user chose for its names before.
    pub options: RunOptions,
    /// A remark on each name that the user chose a node for before.
    pub remarks: Vec<String>,
    /// The time of its stages.
    pub spent: Spent,
    ran: Ran,
}

/// What is kept of an execution.
enum Ran {
    Whole(Box<Execution>),
    Answer(Box<Answered>),
    Failed(EngineError),
}

impl JudgedCandidate {
    /// What came of it.
    pub fn answer(&self) -> Result<&Answered, &EngineError> {
        match &self.ran {
            Ran::Whole(execution) => Ok(execution.answered()),
            Ran::Answer(answered) => Ok(answered),
            Ran::Failed(error) => Err(error),
        }
    }
}

/// Judges candidates over one engine.
pub struct EngineJudge<'a, 'g> {
    engine: &'a Engine<'g>,
    options: RunOptions,
    known: Vec<Clarification>,
    judged: Mutex<JudgedQueries>,
}

#[derive(Default)]
struct JudgedQueries {
    by_text: HashMap<String, Arc<JudgedCandidate>>,
    /// Items of the executions that are kept whole.
    items: usize,
    time: Duration,
    /// Why the graph could not be read, the first time.
    unreadable: Option<trustuqa_model::Error>,
}

/// An execution with what it was executed under.
struct Executed {
    execution: Execution,
    options: RunOptions,
    remarks: Vec<String>,
}

impl Executed {
    fn answers(&self) -> bool {
        self.execution.answered().status == Status::Answered
    }
}

impl<'a, 'g> EngineJudge<'a, 'g> {
    /// A judge that runs queries with these options, looking for the table of each.
    pub fn new(engine: &'a Engine<'g>, options: RunOptions) -> EngineJudge<'a, 'g> {
        let options = RunOptions { route: true, ..options };
        EngineJudge { engine, options, known: Vec::new(), judged: Mutex::default() }
    }

    /// The same with the user's clarifications of names.
    #[must_use]
    pub fn with_clarified(self, known: Vec<Clarification>) -> EngineJudge<'a, 'g> {
        EngineJudge { known, ..self }
    }

    /// Reads and executes a text; one that was executed before is not executed again.
    pub fn text(&self, text: &str) -> Arc<JudgedCandidate> {
        self.once(text, || match self.engine.read(text) {
            Ok(parsed) => self.execute(Arc::new(parsed)),
            Err(error) => self.failed(None, error),
        })
    }

    /// Executes a query; one that was executed before is not executed again.
    pub fn query(&self, parsed: &Arc<Parsed>) -> Arc<JudgedCandidate> {
        self.once(&parsed.text, || self.execute(parsed.clone()))
    }

    /// The trace of a candidate, made from the execution that was judged where that is kept.
    pub fn trace(&self, judged: &JudgedCandidate) -> Result<Trace, EngineError> {
        match (&judged.ran, &judged.parsed) {
            (Ran::Whole(execution), _) => self.engine.trace(execution),
            (_, Some(parsed)) => self.engine.run_parsed(parsed, &judged.options),
            (Ran::Failed(EngineError::Syntax { text, diagnostics }), None) => {
                Err(EngineError::Syntax { text: text.clone(), diagnostics: diagnostics.clone() })
            }
            (_, None) => Err(EngineError::Unknown { what: "a query".to_owned() }),
        }
    }

    /// An error if the graph could not be read for some candidate: then it is not known which of them is
    /// best, and a writer's choice means nothing.
    ///
    /// # Errors
    ///
    /// Why it could not, the first time.
    pub fn graph_was_read(&self) -> trustuqa_model::Result<()> {
        self.known().unreadable.take().map_or(Ok(()), Err)
    }

    /// Time that executing took.
    pub fn time(&self) -> Duration {
        self.known().time
    }

    fn known(&self) -> MutexGuard<'_, JudgedQueries> {
        self.judged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn once(&self, text: &str, judge: impl FnOnce() -> JudgedCandidate) -> Arc<JudgedCandidate> {
        if let Some(judged) = self.known().by_text.get(text) {
            return judged.clone();
        }
        let (started, before) = (Instant::now(), self.engine.spent());
        let mut judged = judge();
        judged.spent = self.engine.spent() - before;
        let mut known = self.known();
        known.time += started.elapsed();
        judged.ran = match judged.ran {
            Ran::Whole(execution) if known.items + execution.size() > KEPT => {
                Ran::Answer(Box::new(execution.into_answered()))
            }
            ran => ran,
        };
        if let Ran::Whole(execution) = &judged.ran {
            known.items += execution.size();
        }
        let judged = Arc::new(judged);
        known.by_text.insert(text.to_owned(), judged.clone());
        judged
    }

    fn execute(&self, parsed: Arc<Parsed>) -> JudgedCandidate {
        match self.clarified(&parsed) {
            Ok(Executed { execution, options, remarks }) => JudgedCandidate {
                parsed: Some(parsed),
                options,
                remarks,
                spent: Spent::default(),
                ran: Ran::Whole(Box::new(execution)),
            },
            Err(EngineError::Store(error)) => {
                let said = trustuqa_model::Error::Store(error.to_string().into());
                self.known().unreadable.get_or_insert(error);
                self.failed(Some(parsed), EngineError::Store(said))
            }
            Err(error) => self.failed(Some(parsed), error),
        }
    }

    fn failed(&self, parsed: Option<Arc<Parsed>>, error: EngineError) -> JudgedCandidate {
        JudgedCandidate {
            parsed,
            options: self.options.clone(),
            remarks: Vec::new(),
            spent: Spent::default(),
            ran: Ran::Failed(error),
        }
    }

    /// Executes a query with the nodes that the user chose for its names before. If such a choice was
    /// about another source, or leaves no answer, the query is executed without choices, too, to see
    /// which of them are about what it finds.
    fn clarified(&self, parsed: &Parsed) -> Result<Executed, EngineError> {
        let choices = |plain: Option<&Trace>| {
            clarifications::choices(self.engine, &self.known, parsed, &self.options, plain)
        };
        let all = choices(None)?;
        if all.is_empty() {
            return self.widening(parsed, &self.options, Vec::new());
        }
        let chosen = self.chosen(parsed, &all)?;
        let trace = self.engine.trace(&chosen.execution)?;
        if chosen.answers() && all.iter().all(|choice| choice.fits(&trace)) {
            return Ok(chosen);
        }
        let plain = self.widening(parsed, &self.options, Vec::new())?;
        let some = choices(Some(&self.engine.trace(&plain.execution)?))?;
        if some.is_empty() {
            return Ok(plain);
        }
        let chosen = self.chosen(parsed, &some)?;
        let trace = self.engine.trace(&chosen.execution)?;
        let applied = some.iter().any(|choice| choice.applies(&trace));
        let better = chosen.answers() || !plain.answers();
        Ok(if applied && better { chosen } else { plain })
    }

    fn chosen(
        &self,
        parsed: &Parsed,
        choices: &[clarifications::ClarifiedName],
    ) -> Result<Executed, EngineError> {
        let pins = self.options.pins.iter().chain(choices.iter().map(|choice| &choice.pin));
        let options = RunOptions { pins: pins.cloned().collect(), ..self.options.clone() };
        let mut remarks: Vec<String> = choices.iter().map(|choice| choice.remark.clone()).collect();
        remarks.dedup();
        self.widening(parsed, &options, remarks)
    }

    /// Runs a query over the table that it is about, or over the routed sources; when it
    /// finds nothing there, over all of them.
    fn widening(
        &self,
        parsed: &Parsed,
        options: &RunOptions,
        remarks: Vec<String>,
    ) -> Result<Executed, EngineError> {
        let execution = self.engine.execute(parsed, options)?;
        let narrow = (1..self.engine.executor().sources().len()).contains(&options.sources.len());
        if narrow && execution.answered().status != Status::Answered {
            let options = RunOptions { sources: Vec::new(), ..options.clone() };
            let wider = self.engine.execute(parsed, &options)?;
            if wider.answered().status == Status::Answered {
                return Ok(Executed { execution: wider, options, remarks });
            }
        }
        Ok(Executed { execution, options: options.clone(), remarks })
    }

    fn outcome(&self, text: &str, parsed: Option<&Parsed>, judged: &JudgedCandidate) -> Outcome {
        match judged.answer() {
            Ok(answered) => outcome(self.engine, text, parsed, answered),
            Err(error) => refused(error),
        }
    }
}

impl Judge for EngineJudge<'_, '_> {
    fn try_text(&self, text: &str) -> TriedText {
        let judged = self.text(text);
        TriedText {
            outcome: self.outcome(text, judged.parsed.as_deref(), &judged),
            parsed: judged.parsed.clone(),
        }
    }

    fn try_query(&self, query: &Arc<Parsed>) -> (Outcome, Option<Answered>) {
        let judged = self.query(query);
        // A writer that reads the graph needs no details about it.
        (self.outcome(&query.text, None, &judged), judged.answer().ok().cloned())
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

fn outcome(engine: &Engine<'_>, query: &str, parsed: Option<&Parsed>, answered: &Answered) -> Outcome {
    if answered.status == Status::Answered {
        return Outcome::Answer { key: key(answered) };
    }
    let message = answered.message.clone().unwrap_or_default();
    let full = match &answered.hint {
        Some(hint) => format!("{message}\nhint: {hint}"),
        None => message,
    };
    let known: HashSet<&str> = engine.catalog().names().collect();
    let safe = without_holes(&redact(&full, query, &known));
    let about = |number: u32| match parsed.map(|parsed| failed_queries::about(engine, parsed, number)) {
        Some(about) if !about.is_empty() => format!("\n{about}"),
        _ => String::new(),
    };
    match answered.status {
        Status::Failed => Outcome::Error { diagnostic: safe, detail: Some(full) },
        Status::Empty => {
            let empty = answered.empty_step.unwrap_or(0);
            let reason = format!("step {empty} found nothing{}", about(empty));
            Outcome::Empty { reason, detail: Some(full) }
        }
        _ => {
            let about = answered.empty_step.map(about).unwrap_or_default();
            Outcome::Empty { reason: format!("{safe}{about}"), detail: Some(full) }
        }
    }
}

/// The answer set in a normal form: the same items in any order are the same answer.
fn key(answered: &Answered) -> String {
    let mut items: Vec<String> = answered.items.iter().map(|i| trustuqa_storage::fold(&i.text)).collect();
    items.sort();
    items.join("\u{1f}")
}

/// A message without the lines that are of no use to a model: advice about commands, which it
/// cannot run, and lists of names that must not be disclosed.
fn without_holes(text: &str) -> String {
    let mut lines = text.lines().filter(|line| {
        let advice = line.starts_with("hint:");
        !(advice && (line.contains('…') || line.contains("trustuqa") || line.contains("/sources")))
    });
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| format!("{text}\n{line}"))
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
    fn advice_that_says_nothing_is_left_out() {
        let text = "`Gold` is not a relation\nhint: the nearest are …, …\nhint: `trustuqa sources` lists what is loaded";
        assert_eq!(without_holes(text), "`Gold` is not a relation");
        assert_eq!(without_holes("a\nhint: use `Silver`"), "a\nhint: use `Silver`");
    }

    #[test]
    fn a_backtick_in_a_name_does_not_open_the_message() {
        let name = trustuqa_engine::query::ticked("Nether`Yaffle");
        assert_eq!(redact(&format!("{name} is near {name}"), "", &HashSet::new()), "… is near …");
    }
}
