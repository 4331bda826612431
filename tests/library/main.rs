//! The library as a program meets it: questions, queries, writers and the encoder.
//!
//! * `conversation` - questions that follow others
//! * `encoder` - the sentence encoder, fetched and run
//! * `everyday_offline` - everyday questions, read by the offline parser
//! * `everyday_queries` - everyday questions, each as a written query
//! * `executions` - the demonstrations of the prompt give what they say
//! * `failing_reads` - a store that fails for a moment changes no answer
//! * `gold` - gold queries of the benchmarks give the gold answers
//! * `llm_writer` - the writer that asks a model's server
//! * `offline_writer` - the offline parser's answers, speed and certainty
//! * `properties` - the engine beside a naive one, on graphs and queries that are drawn
//! * `query_files` - queries with what they answer, from files
//! * `recorded` - completions that a model once wrote
//! * `routing` - which sources a question is about
//! * `schema_linking` - what a model is shown of a graph
//!
//! One binary, so that a long test leaves no core idle and the program is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

mod naive;
#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/mod.rs"]
mod support;

mod conversation;
mod encoder;
mod everyday_offline;
mod everyday_queries;
mod executions;
mod failing_reads;
mod gold;
mod llm_writer;
mod offline_writer;
mod properties;
mod query_files;
mod recorded;
mod routing;
mod schema_linking;
