//! Questions over tables, knowledge graphs and temporal knowledge graphs.
//!
//! A graph is loaded, a query runs over a snapshot of it, and the trace tells how
//! the answer was computed:
//!
//! ```
//! use trustuqa::{Engine, Graph, LoadRequest, RunOptions, load};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("rivers.csv");
//! std::fs::write(&file, "River,Length\nRhine,1230\nElbe,1094\n")?;
//! let graph = Graph::open(&folder.path().join("graph"), true)?;
//! let request = LoadRequest { paths: vec![file], ..LoadRequest::default() };
//! load(&graph, &request, &mut |_| std::ops::ControlFlow::Continue(()))?;
//!
//! let snapshot = graph.snapshot()?;
//! let engine = Engine::new(&snapshot, None)?;
//! let query = "get_information(relation='Length', head_entity='Rhine')";
//! let trace = engine.run(query, &RunOptions::default())?;
//! assert_eq!(trace.answers(), ["1230"]);
//! # Ok(())
//! # }
//! ```
//!
//! The names below are what a program needs for that: a graph and what is loaded into it,
//! an engine and what it returns, and a [`Session`], which also writes the query for a
//! question. Each is explained further in the crate that it is from: `trustuqa_engine`,
//! `trustuqa_load`, `trustuqa_storage` and, below them, `trustuqa_model`.

// The program and its tests are built of these modules; what they are made of may change.
#[doc(hidden)]
pub mod chat;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod demo;
#[doc(hidden)]
pub mod encoder;
#[doc(hidden)]
pub mod eval;
#[doc(hidden)]
pub mod format;
mod http;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod serve;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod sharing;
mod version;
#[doc(hidden)]
pub mod writer;

pub use trustuqa_engine::query::{Diagnostics, Query, parse};
pub use trustuqa_engine::trace::{Status, Trace, render};
pub use trustuqa_engine::{Answered, Engine, EngineError, RunOptions};
pub use trustuqa_model::Store;
#[cfg(feature = "postgres")]
pub use trustuqa_postgres::PostgresGraph;
pub use trustuqa_storage::{Graph, GraphRead, Snapshot, Source, SourceKind};

pub use config::{Flags, Locations, Settings};
pub use session::loading::{LoadReport, LoadRequest, LoadStep, LoadedSource, load, load_and_report};
pub use session::{AnsweredQuestion, Session, SessionError};

/// The examples of the book are tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Book;
