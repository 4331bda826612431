//! Measuring: benchmarks, gold queries, measures, runs and reports.
//!
//! ```text
//! files --sets--> Dataset --load--> graph
//! Question --(gold query | completion | writer)--> query text --engine--> answers
//!          --measure--> Scored --summary--> report
//! ```
//!
//! * `dataset` - what a benchmark is once it is read: sources and questions
//! * `denotation` - whether values that were found are the gold values

mod dataset;
mod denotation;

pub use dataset::{BenchmarkSet, Dataset, DatasetSource, GoldQuery, Hints, Question, SourceContent};
pub use denotation::{denotation_matches, multiset_matches};
