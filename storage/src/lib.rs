//! The condition graph on disk. Knows triples, names, sources and vectors; knows
//! no query language, no model and no terminal.

mod codec;
mod demonstrations;
mod edits;
mod error;
mod facts;
mod graph;
mod guard;
mod load;
mod model;
mod names;
mod order;
mod postings;
mod read;
mod snapshot;
mod sorter;
mod tables;
mod text;
pub mod value;
mod vectors;

pub use demonstrations::Demonstration;
pub use error::{Error, Result};
pub use facts::NewFact;
pub use graph::Graph;
pub use load::{Load, SourceLoad, SourceSpec};
pub use model::*;
pub use read::GraphRead;
pub use snapshot::Snapshot;
pub use text::{fold, tokens};
pub use value::{Date, OrderKey, Value, ValueKind};
pub use vectors::DIMENSIONS;
