//! Queries over a condition graph: parsing, translation, execution, and the trace of how each answer was
//! computed.
//!
//! The crate knows the query languages and, through [`trustuqa_model::GraphRead`], a graph. It knows no
//! store, no file, no model and no terminal.
//!
//! ```
//! use trustuqa_engine::{Engine, RunOptions};
//! use trustuqa_model::MemoryGraph;
//!
//! let mut graph = MemoryGraph::new();
//! graph.add_table("medals", &["Nation", "Gold"], &[&["Brazil", "3"], &["Chile", "1"]]);
//! graph.add_kg("films", &[["Hedwig", "directed_by", "John Cameron Mitchell"]]);
//!
//! let engine = Engine::new(&graph, None)?;
//! let options = RunOptions::default();
//!
//! // Names are matched as a reader would, and values are compared by what they mean.
//! let query = "get_information(relation='Directed by', head_entity='hedwig')";
//! assert_eq!(engine.run(query, &options)?.answers(), ["John Cameron Mitchell"]);
//!
//! // Steps build on each other, and each answer can be followed to its rows.
//! let query = r#"
//!     Query1: "get_information(relation='Gold', tail_entity>'2')"
//!     Query2: "get_information(relation='Nation', head_entity='output_of_query1')"
//! "#;
//! let trace = engine.run(query, &options)?;
//! assert_eq!(trace.answers(), ["Brazil"]);
//! println!("{}", trustuqa_engine::trace::render(&trace));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`query`] | both query languages, as text and as values |
//! | [`ground`] | the nodes that a name can mean |
//! | [`lexicon`] | what single English words mean |
//! | `translate` | translation of one step of an LLM query into execution calls |
//! | [`execute`] | evaluation of execution calls over facts |
//! | `family` | [`Family`]: rules that can be switched off |
//! | `run` | [`Engine`]: from the text of a query to its answer and its trace |
//! | [`judge`] | candidate queries and their outcomes |
//! | [`trace`] | the trace as data, as a file and as a tree |

pub mod execute;
mod family;
pub mod ground;
pub mod judge;
pub mod lexicon;
pub mod query;
mod run;
pub mod trace;
mod translate;

pub use family::{Families, Family};
pub use run::{
    Answered, Engine, EngineError, Execution, Listed, Page, PreparedSources, RunOptions, Spent,
    calls_of_steps,
};
pub use translate::Pin;
