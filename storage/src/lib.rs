//! The condition graph on disk. Knows triples, names, sources and vectors; knows
//! no query language, no model and no terminal.

mod error;
mod model;
mod read;
mod text;
pub mod value;

pub use error::{Error, Result};
pub use model::*;
pub use read::GraphRead;
pub use text::{fold, tokens};
pub use value::{Date, OrderKey, Value, ValueKind};
