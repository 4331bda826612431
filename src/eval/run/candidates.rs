//! Runs candidate queries, each once, and keeps what came of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use trustuqa_engine::{Answered, Engine, EngineError, RunOptions, Spent};

use crate::session::judge::{EngineJudge, told};
use crate::writer::{Judge, Outcome};

/// A query that was run.
pub struct Ran {
    /// What came of it.
    pub answer: Result<Answered, EngineError>,
    /// The sources that the answer rests on; `None` when there was only one to look in.
    pub sources: Option<Vec<String>>,
    /// The time of its stages.
    pub spent: Spent,
}

/// The candidates of one question.
pub struct Candidates<'a, 'g> {
    engine: &'a Engine<'g>,
    options: RunOptions,
    ran: Mutex<Tried>,
}

#[derive(Default)]
struct Tried {
    by_query: HashMap<String, Arc<Ran>>,
    time: Duration,
}

impl<'a, 'g> Candidates<'a, 'g> {
    /// Candidates for a question that are run in these sources first; in all when empty.
    pub fn new(engine: &'a Engine<'g>, question: &str, sources: Vec<String>) -> Candidates<'a, 'g> {
        let options = RunOptions { sources, question: Some(question.to_owned()), ..RunOptions::default() };
        Candidates { engine, options, ran: Mutex::default() }
    }

    /// Runs a query, or tells what came of it when it was run before.
    pub fn run(&self, query: &str) -> Arc<Ran> {
        if let Some(known) = self.tried().by_query.get(query) {
            return known.clone();
        }
        let started = Instant::now();
        let ran = Arc::new(run_query(self.engine, &self.options, query));
        let mut tried = self.tried();
        tried.time += started.elapsed();
        tried.by_query.insert(query.to_owned(), ran.clone());
        ran
    }

    /// Time that running candidates took.
    pub fn time(&self) -> Duration {
        self.tried().time
    }

    fn tried(&self) -> std::sync::MutexGuard<'_, Tried> {
        self.ran.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Judge for Candidates<'_, '_> {
    fn try_query(&self, query: &str) -> Outcome {
        told(self.engine, query, &self.run(query).answer)
    }
}

/// The one place where a run meets the engine.
fn run_query(engine: &Engine<'_>, options: &RunOptions, query: &str) -> Ran {
    let before = engine.spent();
    // With one source in sight there is nothing to route, and nobody reads the trace.
    let (answer, sources) = match engine.executor().sources() {
        [_] => (engine.answer(query, options), None),
        _ => match EngineJudge::new(engine, options.clone()).run(query) {
            Ok(trace) => (Ok(Answered::of(&trace)), Some(trace.answer.sources)),
            Err(error) => (Err(error), None),
        },
    };
    Ran { answer, sources, spent: engine.spent() - before }
}
