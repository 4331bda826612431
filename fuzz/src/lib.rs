//! What the fuzz targets check, over the crates that read what others wrote:
//! `trustuqa-engine`, `trustuqa-load` and the store. None of them knows a model, a network
//! or a terminal, so a build with coverage counters takes minutes.
//!
//! Only the readers of benchmarks and of recorded completions are part of the program
//! itself, whose encoder and chat would take most of an hour. They are compiled here from
//! their own files, in [`eval`] and [`writer`]. For these the crate has the name of the
//! program's library, so that `tests/fuzz_targets.rs` of the program checks the kept inputs
//! by the same code.

extern crate self as trustuqa;

pub mod eval;
pub mod targets;
pub mod writer;
