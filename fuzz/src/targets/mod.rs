//! One function a target: takes any bytes, and panics when a law does not hold.
//!
//! * `query` - both query languages as text
//! * `load` - files of any content
//! * `contents` - files that hold several tables, or are not text of lines
//! * `benchmark` - files of benchmarks and of recorded completions
//! * `run` - queries over a small graph

mod benchmark;
mod contents;
mod load;
mod query;
mod run;

pub use benchmark::benchmark;
pub use contents::contents_of_a_file;
pub use load::load;
pub use query::{execution_query, llm_query};
pub use run::run;

/// Bytes as text: what is not UTF-8 is replaced, because a query is always a `str`.
fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}
