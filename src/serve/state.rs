//! The work of requests, limited in number and time. It is done on threads that may block; when a request
//! is given up, its work stops.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, watch};
use trustuqa_engine::trace::Trace;

use super::ServeOptions;
use super::metrics::Metrics;
use super::problem::ProblemDetails;
use crate::session::{SessionError, model_dir};
use crate::sharing::Shared;
use crate::sharing::requests::{self, Watch, Work, WorkEvent};
use crate::writer::ledger::Ledger;

/// Traces that can be looked at again.
const TRACES: usize = 64;

/// What every request is served from.
pub struct ServiceState {
    shared: Arc<Shared>,
    /// What is served, and to whom.
    pub options: ServeOptions,
    /// What is counted.
    pub metrics: Metrics,
    /// The record of what a language model was told.
    pub ledger: Ledger,
    turns: Arc<Semaphore>,
    traces: Mutex<VecDeque<(String, Arc<Trace>)>>,
    next: AtomicU64,
    ending: watch::Sender<bool>,
}

/// Stops the work when the request is given up.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl ServiceState {
    /// An app over a graph.
    pub fn new(shared: Shared, options: ServeOptions) -> Result<Arc<ServiceState>, SessionError> {
        let file = shared.settings().ledger_file();
        let ledger = Ledger::at(&file).map_err(|error| {
            SessionError::environment(
                format!("the egress ledger {} cannot be opened: {error}", file.display()),
                "check the folder's permissions, or name another with --data-dir",
            )
        })?;
        Ok(Arc::new(ServiceState {
            turns: Arc::new(Semaphore::new(options.limits.work)),
            shared: Arc::new(shared),
            options,
            metrics: Metrics::default(),
            ledger,
            traces: Mutex::default(),
            next: AtomicU64::new(1),
            ending: watch::Sender::new(false),
        }))
    }

    /// The graph.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Says that the process ends.
    pub fn stop(&self) {
        self.ending.send_replace(true);
    }

    /// Returns when the process ends.
    pub async fn stopped(&self) {
        // The sender lives as long as this state, so waiting cannot fail.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }

    /// Opens the sentence encoder wherever the graph is open now. An encoder that does not work is no
    /// error: names are then matched by their letters.
    pub async fn open_encoder(self: &Arc<ServiceState>) -> Result<(), ProblemDetails> {
        if model_dir(self.shared.settings()).is_some() {
            self.work(requests::OpenEncoder, self.options.limits.time, |_| {}).await?;
        }
        Ok(())
    }

    /// Does work within the time that a request has.
    pub async fn timely<W>(self: &Arc<ServiceState>, work: W) -> Result<W::Reply, ProblemDetails>
    where
        W: Work + Send + 'static,
        W::Reply: Send + 'static,
    {
        self.work(work, self.options.limits.time, |_| {}).await
    }

    /// Does work within `time`, and reports what happens.
    pub async fn work<W>(
        self: &Arc<ServiceState>,
        work: W,
        time: Duration,
        tell: impl Fn(WorkEvent) + Send + Sync + 'static,
    ) -> Result<W::Reply, ProblemDetails>
    where
        W: Work + Send + 'static,
        W::Reply: Send + 'static,
    {
        let waited = tokio::time::timeout(self.options.limits.turn, self.turns.clone().acquire_owned());
        let Ok(Ok(turn)) = waited.await else { return Err(ProblemDetails::busy()) };
        let stop = Stop(Arc::default());
        let stopped = stop.0.clone();
        let app = self.clone();
        let worked = tokio::task::spawn_blocking(move || {
            // Held until the work has really ended, so that work that was given up still counts.
            let _turn = turn;
            let watch = Watch { tell: &tell, stopped: &|| stopped.load(Ordering::Relaxed) };
            app.shared.watched(work, watch)
        });
        match tokio::time::timeout(time, worked).await {
            Ok(Ok(result)) => result.map_err(ProblemDetails::from),
            Ok(Err(_)) => Err(ProblemDetails::fault()),
            Err(_) => Err(ProblemDetails::too_long(time)),
        }
    }

    /// Keeps a trace to be looked at again, and returns its name.
    pub fn keep(&self, trace: Arc<Trace>) -> String {
        let id = self.next.fetch_add(1, Ordering::Relaxed).to_string();
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        if traces.len() == TRACES {
            traces.pop_front();
        }
        traces.push_back((id.clone(), trace));
        id
    }

    /// A trace that was kept.
    pub fn trace(&self, id: &str) -> Option<Arc<Trace>> {
        let traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        traces.iter().find(|(known, _)| known == id).map(|(_, trace)| trace.clone())
    }

    /// The names of the traces that are kept, the oldest first.
    pub fn traces(&self) -> Vec<String> {
        let traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        traces.iter().map(|(id, _)| id.clone()).collect()
    }
}
