//! What of `src/eval` reads benchmarks; the runs need a writer and a terminal.

#[path = "../../src/eval/dataset.rs"]
mod dataset;
#[path = "../../src/eval/error.rs"]
mod error;
#[path = "../../src/eval/gold/mod.rs"]
pub mod gold;
#[path = "../../src/eval/load.rs"]
mod load;
#[path = "../../src/eval/sets/mod.rs"]
pub mod sets;

pub use dataset::{
    BenchmarkSet, Dataset, DatasetSource, FactLine, GoldQuery, Hints, Question, SourceContent, TableRows,
};
pub use error::{BadData, EvalError};
