//! What the tests of this store share: a server, and the loading of small sources.
#![allow(clippy::unwrap_used, dead_code, missing_docs, reason = "a test; each uses a part")]

pub mod server;

pub use server::Server;
use trustuqa_model::{Change, SourceKind, SourceSpec, Store as _};
use trustuqa_postgres::PostgresGraph;

pub fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    SourceSpec {
        name: name.to_owned(),
        kind,
        file: format!("/data/{name}"),
        content_hash: "0".repeat(32),
        whole: None,
    }
}

pub fn commit(change: Box<dyn Change + '_>) -> Vec<trustuqa_model::Source> {
    change.commit(&mut |_, _| std::ops::ControlFlow::Continue(())).unwrap()
}

/// What the check of a graph finds wrong.
pub fn problems(graph: &PostgresGraph) -> Vec<String> {
    graph.check().unwrap().problems
}
