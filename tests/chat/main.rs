//! The real chat in a real pseudo-terminal, driven by keys and read off the screen.
//!
//! Whole sessions are text files in `scripts/` (`script` says what their lines
//! mean); each is a test of its name. `real` holds what a script cannot say;
//! `model_server` needs a model.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

mod model_server;
mod real;
mod script;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
