//! Queries over a condition graph: what an answer is and how it was computed.
//!
//! Knows the query languages and, through [`trustuqa_model::GraphRead`], a graph; knows no
//! store, no file, no model and no terminal.
//!
//! | module | what lives there |
//! |---|---|
//! | [`query`] | both query languages as text and as values |
//! | [`ground`] | the nodes that a name can mean |
//! | `translate` | execution calls for one step of an LLM query |
//! | [`execute`] | execution calls over facts |
//! | `run` | [`Engine`]: a query from text to its answer and its trace |
//! | [`trace`] | the trace as data, as a file and as a tree |

pub mod execute;
pub mod ground;
pub mod query;
mod run;
pub mod trace;
mod translate;

pub use run::{Answered, Engine, EngineError, Listed, Page, RunOptions, Spent, calls_of_steps};
pub use translate::Pin;
