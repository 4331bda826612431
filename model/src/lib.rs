//! The vocabulary of the condition graph, shared by the engine and its stores.
//!
//! It defines facts, names, sources and typed values, and how a graph is read ([`GraphRead`]); it knows
//! neither a query language nor how a graph is stored.
//!
//! ```
//! use trustuqa_model::{Comparison, Value, fold};
//!
//! // A name is matched by its folded form and compared by its typed reading.
//! assert_eq!(fold("São_Paulo"), fold("sao paulo"));
//! let order = Value::parse("1,200 km").compare(&Value::parse("900 km"));
//! assert!(order.is_some_and(|order| Comparison::Gt.holds(order)));
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `graph` | ids, nodes, facts, postings, sources, scopes |
//! | `read`, `error` | the read trait and what its calls return when they fail |
//! | [`value`] | typed readings of names: numbers, dates, quantities and more |
//! | `store` | what a program does with a store besides reading it ([`Store`]) |
//! | `text`, `edits`, `vocabulary` | folding, tokens, edit distance, tokens with similar spellings |
//! | `memory` | [`MemoryGraph`], a graph for tests and examples |
//! | `conformance` | checks that every store must pass, behind the feature of that name |
//! | [`catalogue`] | what a store's catalogue records about relations |
//! | [`order`], [`times`] | typed order and times as integers; what a catalogue records about a relation's values |

pub mod catalogue;
#[cfg(feature = "conformance")]
pub mod conformance;
mod edits;
mod error;
mod graph;
mod memory;
pub mod order;
mod read;
mod store;
mod text;
pub mod times;
pub mod value;
mod vocabulary;

pub use edits::edits;
pub use error::{Error, Result};
pub use graph::*;
pub use memory::MemoryGraph;
pub use read::{GraphRead, Side};
pub use store::{
    Change, Checked, DIMENSIONS, FactSink, NewFact, OnEntries, SourceSink, SourceSpec, Store,
    StoredDemonstration, TableSize, View,
};
pub use text::{fold, fold_tokens, is_identifier, name_tokens, spelled_out, tokens};
pub use value::{Date, MONTHS, OrderKey, Value, ValueKind, month_named};
pub use vocabulary::Vocabulary;
