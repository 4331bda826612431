//! The command line as a user meets it: the real program on real files, its exit
//! code, its standard output and its standard error.
//!
//! * `agreement` - a model and the parser, and what both make certain
//! * `load` - files into the graph and out of it
//! * `query` - queries and questions, traces and their files
//! * `sessions` - kept sessions of the chat
//! * `settings` - settings, help, completions
//! * `pipes` - what is data and what is narration, and readers that go away
//! * `databases` - tables of a PostgreSQL and of a MariaDB that the test starts, where they are installed
//! * `demo` - the bundled data and its questions
//! * `everyday` - small graphs with their questions
//! * `kill` - the program killed while it works
//! * `privacy` - what leaves the machine at each share level
//! * `doctor` - what the program says of itself and of the machine
//! * `documents` - the README and the book: their commands, examples and links
//! * `files` - files that other software wrote, in every format
//! * `formats` - answers as tables, for programs and for documents
//! * `lines` - cells with line breaks, from the file to what is shown and written
//! * `generate` - made-up files of any size
//! * `refresh` - what has changed since it was loaded, what is new, and what is gone
//! * `upkeep` - checking, backing up and compacting a graph
//! * `tables` - a large collection of tables that nobody here wrote
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod databases;
mod demo;
mod doctor;
mod documents;
mod everyday;
mod files;
mod formats;
mod generate;
mod kill;
mod lines;
mod load;
mod pipes;
mod privacy;
mod query;
mod refresh;
mod sessions;
mod settings;
mod tables;
mod upkeep;
