//! Turns a panic inside redb on damaged pages into an error.
//!
//! redb checks page checksums only when it repairs a file, so a page that was
//! damaged at rest can break an invariant that redb asserts. The graph is
//! reported as damaged then; the program goes on.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Error, Result};

thread_local! {
    /// Guarded calls that this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Counts a guarded call for as long as it lives.
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

/// True while a panic on this thread would become [`Error::Damaged`]. A panic hook asks
/// this to stay silent, and to leave the terminal as it is, for a panic that does not end
/// anything.
pub fn panic_is_caught() -> bool {
    DEPTH.get() > 0
}

/// Runs `work`; a panic in it becomes [`Error::Damaged`].
///
/// Unwind safety: what a panic can leave half done is a redb transaction, which is
/// poisoned by redb itself, or a cache of this crate, which sits behind a lock.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catching(work).unwrap_or_else(|what| Err(Error::Damaged { what }))
}

/// Runs `work`, in which a library reads what may be damaged; a panic in it becomes its
/// message, and [`panic_is_caught`] meanwhile.
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
