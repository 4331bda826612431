//! Runs the questions of a benchmark, on several threads over one snapshot.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | the threads, what was known before, what is kept |
//! | `settings.rs` | everything that decides what is measured |
//! | `select.rs` | which questions are asked |
//! | `ask.rs` | one question: its request, its query, its answer |
//! | `single_source.rs` | a graph of which one source is seen |
//!
//! Every question is asked on its own: no outcome depends on another one, on the
//! number of threads or on the order.

mod ask;
mod select;
mod settings;
mod single_source;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::outcome::QuestionOutcome;
use super::progress::ProgressLog;
use crate::session::SessionError;

pub use ask::{Asker, QuerySource};
pub use select::{RecordedSelection, SelectedQuestion, recorded_questions, sample};
pub use settings::{DemonstrationChoice, QueriesFrom, RunSettings, SourceKnowledge};
pub use single_source::Views;

/// What a run works with.
pub struct EvalRun<'a> {
    /// Asks one question.
    pub asker: &'a Asker<'a>,
    /// The questions.
    pub selected: &'a [SelectedQuestion],
    /// Threads.
    pub threads: usize,
    /// Raised to stop after the questions that are under way.
    pub stop: &'a AtomicBool,
}

impl EvalRun<'_> {
    /// Asks every question that is not in `known`, adds each outcome to `log` as it
    /// comes, and returns all there are, in the order of the questions. `tell` is
    /// called with the number of outcomes so far and the latest.
    ///
    /// # Errors
    ///
    /// The first error after which asking on is pointless: of the store, the log or
    /// the language model's server fails. The log keeps what came before.
    pub fn outcomes(
        &self,
        mut known: HashMap<String, QuestionOutcome>,
        log: &mut ProgressLog,
        tell: &mut dyn FnMut(usize, &QuestionOutcome),
    ) -> Result<Vec<QuestionOutcome>, SessionError> {
        let mut outcomes: Vec<Option<QuestionOutcome>> =
            self.selected.iter().map(|selected| known.remove(&selected.question.id)).collect();
        let mut done = outcomes.iter().flatten().count();
        // Questions about one source follow each other, so that its engine is kept.
        let mut order: Vec<usize> = (0..outcomes.len()).filter(|at| outcomes[*at].is_none()).collect();
        order.sort_by_key(|at| &self.selected[*at].question.source);
        let views = Views::of(self.asker, self.selected)?;
        let next = AtomicUsize::new(0);
        let broken = AtomicBool::new(false);
        let (send, receive) = mpsc::channel();
        let mut failure = None;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, order.len().max(1)) {
                let send = send.clone();
                let (order, next, broken, views) = (&order, &next, &broken, &views);
                scope.spawn(move || {
                    let result = self.work(order, next, broken, views, &send);
                    if let Err(error) = result {
                        broken.store(true, Ordering::Relaxed);
                        let _ = send.send(Err(error));
                    }
                });
            }
            drop(send);
            for message in receive {
                let (at, outcome, keep) = match message {
                    Ok(message) => message,
                    Err(error) => {
                        failure.get_or_insert(error);
                        continue;
                    }
                };
                if keep && let Err(error) = log.add(&outcome) {
                    broken.store(true, Ordering::Relaxed);
                    failure.get_or_insert(log_error(log.path(), &error));
                }
                done += 1;
                tell(done, &outcome);
                outcomes[at] = Some(outcome);
            }
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(outcomes.into_iter().flatten().collect()),
        }
    }

    /// One thread: takes questions until none is left.
    fn work(
        &self,
        order: &[usize],
        next: &AtomicUsize,
        broken: &AtomicBool,
        views: &Views<'_>,
        send: &mpsc::Sender<Result<(usize, QuestionOutcome, bool), SessionError>>,
    ) -> Result<(), SessionError> {
        let mut kept = None;
        while !self.stop.load(Ordering::Relaxed) && !broken.load(Ordering::Relaxed) {
            let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let selected = &self.selected[at];
            let (outcome, keep) = self.asker.ask(views.engine(&mut kept, selected)?, selected)?;
            if send.send(Ok((at, outcome, keep))).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// The log cannot be written.
pub fn log_error(path: &std::path::Path, error: &std::io::Error) -> SessionError {
    SessionError::environment(
        format!("{}: {error}", path.display()),
        "check the folder's permissions and the free space of the disk, or name another folder with --keep",
    )
}
