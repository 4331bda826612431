//! Questions over tables, knowledge graphs and temporal knowledge graphs.
//!
//! A graph is loaded, a query runs over a snapshot of it, and the trace tells how
//! the answer was computed:
//!
//! ```
//! use trustuqa::engine::{Engine, RunOptions};
//! use trustuqa::session::loading::{LoadRequest, load};
//! use trustuqa_storage::Graph;
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

pub mod chat;
pub mod cli;
pub mod config;
pub mod demo;
pub mod encoder;
pub mod engine;
pub mod eval;
pub mod execute;
pub mod ground;
pub mod load;
pub mod query;
pub mod session;
pub mod trace;
pub mod translate;
pub mod writer;
