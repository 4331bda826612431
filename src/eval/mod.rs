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
//! * `learn` - training of the parser
//! * `load` - a benchmark's sources into one graph
//! * `measure` - found answers against gold answers
//! * `schema_recall` - whether prompts list the relations that questions need
//! * `run` - questions asked, on several threads
//! * `training` - training questions as demonstrations
//! * `outcome`, `summary` - how one question went, and all of them
//! * `progress` - outcomes on disk, so that a run can go on
//! * `batch` - prompts as a file for a batch job
//! * `report` - the paper's tables beside what was measured

pub mod batch;
mod dataset;
mod denotation;
mod error;
pub mod gold;
pub mod learn;
mod load;
mod measure;
pub mod outcome;
pub mod progress;
pub mod report;
pub mod run;
pub mod schema_recall;
pub mod sets;
pub mod summary;
pub mod training;

pub use dataset::{
    BenchmarkSet, Dataset, DatasetSource, FactLine, GoldQuery, Hints, Question, SourceContent, TableRows,
};
pub use denotation::denotation_matches;
pub use error::{BadData, EvalError};
pub use load::{DatasetProgress, LoadedDataset};
pub use measure::{Measures, measure};

use crate::session::SessionError;

// Here and not beside `EvalError`: the fuzz targets compile the readers of benchmarks without a session.
impl From<EvalError> for SessionError {
    fn from(error: EvalError) -> SessionError {
        match error {
            EvalError::Data(bad) => SessionError::usage(bad.to_string(), bad.hint.clone()),
            EvalError::Load(error) => error.into(),
            EvalError::Store(error) => error.into(),
            EvalError::Cancelled => SessionError::Cancelled,
        }
    }
}
