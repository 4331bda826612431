//! The condition graph on PostgreSQL, and on distributed servers with the same protocol.
//!
//! A graph is a schema of a database. [`PostgresGraph`] is a [`Store`](trustuqa_model::Store) like the one on
//! disk, so the engine and the program use it in the same way. Several programs on several machines may use
//! one graph at once: the server isolates them from each other.
//!
//! ```no_run
//! use trustuqa_model::{GraphRead as _, Store as _};
//! use trustuqa_postgres::PostgresGraph;
//!
//! let graph = PostgresGraph::open(&"postgres://ann@localhost/team?graph=films".parse()?, true)?;
//! for source in graph.view()?.sources()?.iter() {
//!     println!("{}: {} facts", source.name, source.facts);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `address`, `connection`, `tls` | where a server is, and connections to it |
//! | `schema` | the tables, and how a cluster distributes them |
//! | `store` | opening a graph; demonstrations |
//! | `catalogue`, `cache` | the loaded sources; a cache of what was read, within a budget |
//! | `view` | reads: one transaction, every method of `GraphRead` |
//! | `load` | loading and removing sources |
//! | `vectors`, `vector_index` | vectors of names and questions; pgvector's index over them |
//! | `check` | verifying a graph |

mod address;
mod cache;
mod catalogue;
mod check;
mod connection;
mod error;
mod load;
mod schema;
mod store;
mod tls;
mod vector_index;
mod vectors;
mod view;

pub use address::{GraphAddress, without_password};
pub use error::Error;
pub use store::PostgresGraph;
pub use vector_index::VectorIndex;

/// Converts an id from the server's 64 bits to 32.
pub(crate) fn id32(id: i64) -> Result<u32, Error> {
    u32::try_from(id).map_err(|_| Error::damaged(format!("the id {id} has more than 32 bits")))
}
