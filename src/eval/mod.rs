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
//! * `sets` - the readers, one for each benchmark
//! * `gold` - annotations of questions as queries
//! * `load` - a benchmark's sources into one graph
//! * `measure` - found answers against gold answers

mod dataset;
mod denotation;
mod error;
pub mod gold;
mod load;
mod measure;
pub mod sets;

pub use dataset::{
    BenchmarkSet, Dataset, DatasetSource, FactLine, GoldQuery, Hints, Question, SourceContent, TableRows,
};
pub use denotation::{denotation_matches, multiset_matches};
pub use error::{BadData, EvalError};
pub use load::{DatasetProgress, LoadedDataset};
pub use measure::{Measures, measure};
