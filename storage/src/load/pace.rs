//! How far the writing of indexes is, and work that goes on side by side.
//!
//! redb lets the tables of one transaction be changed by several threads, each its own.
//! The work of a load is therefore cut into jobs that change different tables.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::guard::guarded;
use crate::{Error, Result};

/// Is told now and then how many index entries are written, and of how many; `Break` cancels.
pub type OnEntries<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Time between two times that progress is told.
const TOLD_EVERY: Duration = Duration::from_millis(50);

/// A part of the work; it counts its records.
pub(super) type Job<'a> = Box<dyn FnOnce(&mut Count<'_>) -> Result<()> + Send + 'a>;

/// Tells how far the work is.
pub(super) struct Pace<'a> {
    counter: Counter,
    of: u64,
    on_step: OnEntries<'a>,
    /// Threads that work at the same time.
    threads: usize,
}

/// What the threads share.
#[derive(Default)]
struct Counter {
    done: AtomicU64,
    cancelled: AtomicBool,
}

impl<'a> Pace<'a> {
    pub(super) fn new(on_step: OnEntries<'a>) -> Pace<'a> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Pace { counter: Counter::default(), of: 0, on_step, threads }
    }

    /// Says how many records are still to come, as far as that is known.
    pub(super) fn expect(&mut self, more: u64) {
        self.of = self.counter.done.load(Ordering::Relaxed) + more;
    }

    /// Does all of this at the same time, as far as the machine can, and tells meanwhile how
    /// far it is. No job may wait for another: they can come one after the other, too.
    ///
    /// # Errors
    ///
    /// That of a job that fails, and [`Error::Cancelled`] when that is wanted.
    pub(super) fn all<const N: usize>(&mut self, jobs: [Job<'_>; N]) -> Result<()> {
        self.counter.tell(self.of, self.on_step);
        let result = match self.threads.min(N) {
            0 | 1 => jobs.into_iter().try_for_each(|job| self.counter.during(job)),
            threads => self.in_threads(threads, jobs.into()),
        };
        // Who was cancelled has done only a part of the job, and has said so.
        if self.counter.cancelled.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { result }
    }

    fn in_threads(&mut self, threads: usize, jobs: VecDeque<Job<'_>>) -> Result<()> {
        let (jobs, running, counter) = (Mutex::new(jobs), AtomicUsize::new(threads), &self.counter);
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        thread::scope(|scope| {
            let started: Vec<_> = (0..threads)
                .map(|_| {
                    let end = End { running: &running, watcher: thread::current() };
                    scope.spawn(|| {
                        let _end = end;
                        std::iter::from_fn(next).try_for_each(|job| counter.during(job))
                    })
                })
                .collect();
            while running.load(Ordering::Acquire) > 0 {
                thread::park_timeout(TOLD_EVERY);
                counter.tell(self.of, self.on_step);
            }
            let mut results =
                started.into_iter().map(|thread| thread.join().unwrap_or_else(|cause| resume_unwind(cause)));
            results.try_for_each(|result| result)
        })
    }
}

/// Wakes the thread that watches when another one has no more to do.
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

    /// Does some work that counts its records.
    fn during(&self, job: Job<'_>) -> Result<()> {
        let mut count = Count { counter: self, own: 0 };
        let result = guarded(|| job(&mut count));
        self.done.fetch_add(count.own, Ordering::Relaxed);
        result
    }
}

/// Counts the records of one thread.
pub(super) struct Count<'a> {
    counter: &'a Counter,
    /// Not yet added to what all threads have done, because that takes time.
    own: u64,
}

impl Count<'_> {
    /// Counts a record.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] when that is wanted.
    pub(super) fn count(&mut self) -> Result<()> {
        const TOGETHER: u64 = 1024;
        self.own += 1;
        if self.own == TOGETHER {
            self.counter.done.fetch_add(TOGETHER, Ordering::Relaxed);
            self.own = 0;
            if self.counter.cancelled.load(Ordering::Relaxed) {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
            let mut told = Vec::new();
            let mut on_step = |done, of| {
                told.push((done, of));
                ControlFlow::Continue(())
            };
            let mut pace = Pace { threads, ..Pace::new(&mut on_step) };
            pace.expect(3 * records);
            let mut done = [false; 3];
            pace.all(done.each_mut().map(|done| counted(records, done))).unwrap();
            assert_eq!(done, [true; 3]);
            pace.all([]).unwrap();
            assert_eq!((told[0], told[told.len() - 1]), ((0, 3 * records), (3 * records, 3 * records)));
        }
    }

    #[test]
    fn errors_panics_and_cancelling_end_it() {
        let mut on_step = |_, _| ControlFlow::Continue(());
        let mut pace = Pace::new(&mut on_step);
        pace.expect(1_000_000);
        let failed = pace.all([counted(5, &mut false), Box::new(|_| panic!("page 7"))]);
        assert!(matches!(failed, Err(Error::Damaged { what }) if what == "page 7"));
        let mut steps = 0;
        let mut on_step = |_, _| {
            steps += 1;
            if steps < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut pace = Pace::new(&mut on_step);
        pace.expect(u64::MAX);
        let endless = || -> Job<'_> {
            Box::new(|count| {
                loop {
                    count.count()?;
                }
            })
        };
        assert!(matches!(pace.all([endless(), endless()]), Err(Error::Cancelled)));
    }
}
