//! The parts of the program that read what others wrote, and what the fuzz targets
//! check of them.
//!
//! These parts know no model, network or terminal, so they are compiled here by
//! themselves, from the same files: with the encoder and the chat, a build with
//! coverage counters takes most of an hour, and without them minutes. The crate has
//! the name of the program's library, because `tests/fuzz_targets.rs` of the program
//! checks the kept inputs by the same code.

extern crate self as trustuqa;

#[path = "../../src/engine/mod.rs"]
pub mod engine;
pub mod eval;
#[path = "../../src/execute/mod.rs"]
pub mod execute;
#[path = "../../src/ground/mod.rs"]
pub mod ground;
#[path = "../../src/load/mod.rs"]
pub mod load;
#[path = "../../src/query/mod.rs"]
pub mod query;
pub mod targets;
#[path = "../../src/trace/mod.rs"]
pub mod trace;
#[path = "../../src/translate/mod.rs"]
pub mod translate;
pub mod writer;
