//! Turns a panic inside redb on damaged pages into an error.
//!
//! redb checks page checksums only when it repairs a file, so a page that was
//! damaged at rest can break an invariant that redb asserts. The graph is
//! reported as damaged then; the program goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Error, Result};

/// Runs `work`; a panic in it becomes [`Error::Damaged`].
///
/// Unwind safety: what a panic can leave half done is a redb transaction, which is
/// poisoned by redb itself, or a cache of this crate, which sits behind a lock.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|cause| {
        let what = cause
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| cause.downcast_ref::<&str>().copied())
            .unwrap_or("an invariant does not hold");
        Err(Error::Damaged { what: what.to_owned() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let result: Result<()> = guarded(|| panic!("page 7"));
        assert!(matches!(result, Err(Error::Damaged { what }) if what == "page 7"));
    }
}
