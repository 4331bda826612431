//! The progress of writing indexes, and jobs that run in parallel.
//!
//! redb allows several threads to change the tables of one transaction, each its own. The work of a load is
//! therefore divided into jobs that change different tables.

use std::collections::VecDeque;
use std::mem::replace;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::guard::guarded;
use crate::{Error, OnEntries, Result};

/// Time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// A part of the work; it counts its records.
pub(super) type Job<'a> = Box<dyn FnOnce(&mut Count<'_>) -> Result<()> + Send + 'a>;

/// Reports progress.
pub(super) struct Pace<'a> {
    counter: Counter,
    of: u64,
    on_step: OnEntries<'a>,
    /// Number of threads that work at the same time.
    threads: usize,
}

/// The state that the threads share.
#[derive(Default)]
struct Counter {
    done: AtomicU64,
    cancelled: AtomicBool,
    /// A job failed, so the work of the others is wasted.
    failed: AtomicBool,
    cause: Mutex<Option<Error>>,
}

impl<'a> Pace<'a> {
    pub(super) fn new(on_step: OnEntries<'a>) -> Pace<'a> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Pace { counter: Counter::default(), of: 0, on_step, threads }
    }

    /// Sets the number of records still to come, as far as it is known.
    pub(super) fn expect(&mut self, more: u64) {
        self.of = self.counter.done.load(Ordering::Relaxed) + more;
    }

    /// Runs all jobs in parallel, as far as the machine can, and reports progress. No job may wait for
    /// another: they may also run one after another.
    ///
    /// # Errors
    ///
    /// The error of the first job that fails, which ends the others, and [`Error::Cancelled`] when `on_step`
    /// breaks.
    pub(super) fn all<const N: usize>(&mut self, jobs: [Job<'_>; N]) -> Result<()> {
        self.counter.tell(self.of, self.on_step);
        let started = self.in_threads(jobs.into());
        // After a cancellation jobs are incomplete and have failed with the same error.
        if self.counter.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let cause = self.counter.cause.lock().unwrap_or_else(PoisonError::into_inner).take();
        cause.map_or(started, Err)
    }

    /// Runs the jobs in threads while this one reports progress. It is enough if one thread can be started.
    fn in_threads(&mut self, jobs: VecDeque<Job<'_>>) -> Result<()> {
        let threads = self.threads.min(jobs.len());
        let (jobs, running, counter) = (Mutex::new(jobs), AtomicUsize::new(threads), &self.counter);
        let next = || match counter.failed.load(Ordering::Relaxed) {
            true => None,
            false => jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front(),
        };
        thread::scope(|scope| {
            let (mut started, mut refused) = (0, None);
            for _ in 0..threads {
                // Dropped with the closure if the thread does not start.
                let end = End { running: &running, watcher: thread::current() };
                let work = || {
                    let _end = end;
                    std::iter::from_fn(next).for_each(|job| counter.during(job));
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => started += 1,
                    Err(source) => refused = Some(source),
                }
            }
            while running.load(Ordering::Acquire) > 0 {
                thread::park_timeout(REPORT_EVERY);
                counter.tell(self.of, self.on_step);
            }
            match refused {
                Some(source) if started == 0 => {
                    Err(Error::Io { what: "a thread of the load cannot be started".to_owned(), source })
                }
                _ => Ok(()),
            }
        })
    }
}

/// Wakes the watching thread when a worker ends.
struct End<'a> {
    running: &'a AtomicUsize,
    watcher: Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Release);
        self.watcher.unpark();
    }
}

impl Counter {
    fn tell(&self, of: u64, on_step: OnEntries<'_>) {
        let done = self.done.load(Ordering::Relaxed);
        if on_step(done, of.max(done)).is_break() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Runs a job that counts its records. The first failure counts as the cause of the others; but after an
    /// error of the file system redb refuses everything, and such a refusal may be reported first.
    fn during(&self, job: Job<'_>) {
        let mut count = Count { counter: self, own: 0 };
        let result = guarded(|| job(&mut count));
        self.done.fetch_add(count.own, Ordering::Relaxed);
        let Err(error) = result else { return };
        let mut cause = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
        let cause_came_late =
            matches!(cause.as_ref(), Some(Error::Failed)) && matches!(error, Error::Io { .. });
        if cause.is_none() || cause_came_late {
            *cause = Some(error);
        }
        self.failed.store(true, Ordering::Relaxed);
    }
}

/// Counts the records of one thread.
pub(super) struct Count<'a> {
    counter: &'a Counter,
    /// Not yet added to the shared counter, because that is slow.
    own: u64,
}

impl Count<'_> {
    /// Counts a record.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] when the load was cancelled or another job failed.
    pub(super) fn count(&mut self) -> Result<()> {
        self.add(1)
    }

    /// Counts records.
    ///
    /// # Errors
    ///
    /// As [`Count::count`].
    pub(super) fn add(&mut self, records: u64) -> Result<()> {
        const TOGETHER: u64 = 1024;
        self.own += records;
        if self.own >= TOGETHER {
            self.counter.done.fetch_add(replace(&mut self.own, 0), Ordering::Relaxed);
            if self.counter.cancelled.load(Ordering::Relaxed) || self.counter.failed.load(Ordering::Relaxed) {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn counted(records: u64, done: &mut bool) -> Job<'_> {
        Box::new(move |count| {
            (0..records).try_for_each(|_| count.count())?;
            *done = true;
            Ok(())
        })
    }

    #[test]
    fn all_is_done_and_counted_whatever_the_number_of_threads() {
        for (threads, records) in [(1, 50_000), (2, 10), (2, 50_000), (16, 50_000)] {
            let mut reports = Vec::new();
            let mut on_step = |done, of| {
                reports.push((done, of));
                ControlFlow::Continue(())
            };
            let mut pace = Pace { threads, ..Pace::new(&mut on_step) };
            pace.expect(3 * records);
            let mut done = [false; 3];
            pace.all(done.each_mut().map(|done| counted(records, done))).unwrap();
            assert_eq!(done, [true; 3]);
            pace.all([]).unwrap();
            assert_eq!(
                (reports[0], reports[reports.len() - 1]),
                ((0, 3 * records), (3 * records, 3 * records))
            );
        }
    }

    #[test]
    fn errors_panics_and_cancelling_end_it() {
        let mut on_step = |_, _| ControlFlow::Continue(());
        let mut pace = Pace::new(&mut on_step);
        pace.expect(1_000_000);
        let failed = pace.all([counted(5, &mut false), Box::new(|_| panic!("page 7"))]);
        assert!(matches!(failed, Err(Error::Damaged { what }) if what == "page 7"));
        let endless = || -> Job<'_> {
            Box::new(|count| {
                loop {
                    count.count()?;
                }
            })
        };
        for threads in [1, 2] {
            let mut steps = 0;
            let mut on_step = |_, _| {
                steps += 1;
                if steps < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let mut pace = Pace { threads, ..Pace::new(&mut on_step) };
            pace.expect(u64::MAX);
            assert!(matches!(pace.all([endless(), endless()]), Err(Error::Cancelled)));
        }
        // A failure ends the other jobs, and is the one that is reported.
        let mut on_step = |_, _| ControlFlow::Continue(());
        let mut pace = Pace { threads: 2, ..Pace::new(&mut on_step) };
        let full = || Error::Io { what: "full".to_owned(), source: std::io::Error::other("full") };
        let failed = pace.all([endless(), Box::new(move |_| Err(full()))]);
        assert!(matches!(failed, Err(Error::Io { what, .. }) if what == "full"));
    }
}
