//! The condition graph on disk.
//!
//! It manages triples, names, sources and vectors; it knows no query language, no model and no terminal. A
//! [`Graph`] is a folder with one redb database. Sources are added through [`Load`], and everything is read
//! through [`GraphRead`], which a [`Snapshot`] implements. The types shared with the engine are those of the
//! crate `trustuqa_model`; the most used ones are re-exported here. The layout of the files is in
//! `docs/file-format.md`.
//!
//! ```
//! use trustuqa_storage::{
//!     Graph, GraphRead, NewFact, Place, Scope, SourceKind, SourceSpec,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! let graph = Graph::open(folder.path(), true)?;
//!
//! // One load is one transaction; nothing is seen before `commit`.
//! let mut load = graph.load()?;
//! let mut source = load.begin_source(SourceSpec {
//!     name: "films".to_owned(),
//!     kind: SourceKind::Kg,
//!     file: "/data/films.tsv".to_owned(),
//!     content_hash: "0".repeat(32),
//!     whole: None,
//! })?;
//! let head = source.intern("Hedwig and the Angry Inch")?;
//! let relation = source.intern("directed_by")?;
//! let tail = source.intern("John Cameron Mitchell")?;
//! let place = Place { line: 1, row: None, column: None };
//! source.fact(NewFact { head, relation, tail, interval: None, place })?;
//! source.finish()?;
//! load.commit()?;
//!
//! // A snapshot does not change while later loads go on.
//! let read = graph.snapshot()?;
//! let directed = read.node_named("directed_by")?.ok_or("not loaded")?;
//! let facts = read.facts_of_relation(directed, None, &Scope::All)?;
//! assert_eq!(read.node(facts[0].tail)?.text, "John Cameron Mitchell");
//! assert_eq!(read.fact(facts[0].fact)?.place.line, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `graph`, `snapshot`, `load` | opening, reading, changing a graph |
//! | `tables`, `codec` | the redb tables and the encodings of their rows |
//! | `layers` | the indexes of large graphs, divided so that a load rewrites little |
//! | `names`, `facts`, `postings` | nodes, facts, the index behind every lookup |
//! | `intervals` | times as entries of that index |
//! | `catalogue` | the loaded sources, cached as long as they stay the same |
//! | `sorter`, `bulk` | external sort, which keeps the memory of a load bounded; runs of new pairs |
//! | `vectors`, `demonstrations` | vectors of names and questions, stored demonstrations |
//! | `store` | the graph as a [`trustuqa_model::Store`], as the program uses it |
//! | `check`, `copy` | verifying a graph; rewriting it for a backup or to return space |
//! | `error` | what can go wrong, and how it travels through [`GraphRead`] |
//! | `guard` | turns panics of redb on damaged pages into errors |

mod bulk;
mod catalogue;
mod check;
mod codec;
mod copy;
#[cfg(test)]
mod crash_tests;
mod demonstrations;
mod error;
mod facts;
mod graph;
mod guard;
mod intervals;
mod layers;
mod load;
mod names;
mod postings;
mod snapshot;
mod sorter;
mod store;
mod tables;
mod vectors;

pub use error::{Error, Result};
pub use graph::Graph;
pub use guard::{catching, panic_is_caught};
pub use load::{Load, SourceLoad};
pub use snapshot::Snapshot;
#[doc(hidden)]
pub use snapshot::raw;
pub use vectors::VectorSearch;

// The types of what is loaded and read, so that users of the store need no second crate.
pub use trustuqa_model::{
    Checked, Comparison, DIMENSIONS, Date, Fact, FactId, GraphRead, Interval, MONTHS, NewFact, Node, NodeId,
    NodeKind, OnEntries, OrderKey, Place, Posting, RelationInfo, Roles, Scope, Side, Source, SourceId,
    SourceKind, SourceSpec, StoredDemonstration, TableSize, Value, ValueKind, Whole, fold, month_named,
    tokens,
};
