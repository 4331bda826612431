//! `trustuqa eval`: the real program on small benchmarks of our own in the official shapes.
//!
//! * `data` - the benchmarks
//! * `figures` - what is measured and how it is reported
//! * `going_on` - runs that are stopped, killed and continued, and threads
//! * `batches` - prompts as files, completions from files, a model's server
//! * `reports` - the paper's tables beside what was measured
//! * `training` - training questions as demonstrations
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod data;
mod figures;
mod going_on;
mod reports;
mod training;
