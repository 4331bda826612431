//! Runs candidate queries, each once, and keeps what came of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineError, RunOptions, Spent};
use crate::session::judge::{EngineJudge, told};
use crate::trace::Trace;
use crate::writer::{Judge, Outcome};

/// A query that was run.
pub struct Ran {
    /// What came of it.
    pub trace: Result<Trace, EngineError>,
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
        told(self.engine, query, &self.run(query).trace)
    }
}

/// The one place where a run meets the engine.
fn run_query(engine: &Engine<'_>, options: &RunOptions, query: &str) -> Ran {
    let before = engine.spent();
    let trace = EngineJudge::new(engine, options.clone()).run(query);
    Ran { trace, spent: engine.spent() - before }
}
