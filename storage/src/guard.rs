//! Turns a panic inside redb on damaged pages into an error.
//!
//! redb checks page checksums only when it repairs a file, so a page that was damaged on disk can break an
//! invariant that redb asserts. The graph is then reported as damaged, and the program continues.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Error, Result};

thread_local! {
    /// Number of nested guarded calls on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Counts a guarded call while it exists.
struct Inside;

impl Inside {
    fn new() -> Inside {
        DEPTH.set(DEPTH.get() + 1);
        Inside
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Whether a panic on this thread would become [`Error::Damaged`]. A panic hook calls this in order to print
/// nothing, and to leave the terminal as it is, for a panic that ends nothing.
pub fn panic_is_caught() -> bool {
    DEPTH.get() > 0
}

/// Runs `work`; a panic in it becomes [`Error::Damaged`].
///
/// Unwind safety: a panic can leave half-finished only a redb transaction, which redb itself poisons, or a
/// cache of this crate, which is behind a lock.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catching(work).unwrap_or_else(|what| Err(Error::Damaged { what }))
}

/// Runs `work`, in which a library reads data that may be damaged. A panic in it is returned as its message;
/// during `work`, [`panic_is_caught`] is true.
pub fn catching<T>(work: impl FnOnce() -> T) -> std::result::Result<T, String> {
    let inside = Inside::new();
    let result = catch_unwind(AssertUnwindSafe(work));
    drop(inside);
    result.map_err(|cause| {
        cause
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| cause.downcast_ref::<&str>().copied())
            .unwrap_or("an invariant does not hold")
            .to_owned()
    })
}

/// A value of redb whose drop may panic on a damaged file; the panic is caught, and
/// the drop counts as done.
pub(crate) struct Held<T>(Option<T>);

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Held<T> {
        Held(Some(value))
    }

    pub(crate) fn into_inner(mut self) -> T {
        match self.0.take() {
            Some(value) => value,
            None => unreachable!("only `into_inner` and `drop` take the value, and both end its life"),
        }
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("only `into_inner` and `drop` take the value, and both end its life"),
        }
    }
}

impl<T> DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        match &mut self.0 {
            Some(value) => value,
            None => unreachable!("only `into_inner` and `drop` take the value, and both end its life"),
        }
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        let _inside = Inside::new();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        assert!(!panic_is_caught());
        let result: Result<()> = guarded(|| {
            assert!(panic_is_caught());
            panic!("page 7")
        });
        assert!(!panic_is_caught());
        assert!(matches!(result, Err(Error::Damaged { what }) if what == "page 7"));
    }
}
