//! A graph on PostgreSQL answers as every store must, fresh from a load and reopened.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Server, commit, problems};
use trustuqa_model::conformance::{self, TestSource};
use trustuqa_model::{GraphRead, Store as _};
use trustuqa_postgres::PostgresGraph;

/// Loads the sources, `together` in one transaction or each in its own, and reads them from a
/// graph that was reopened.
fn build(
    server: &Server,
    cache: usize,
    sources: &[TestSource],
    together: bool,
    check: &mut dyn FnMut(&dyn GraphRead),
) {
    static GRAPHS: AtomicUsize = AtomicUsize::new(0);
    let name = format!("graph \"{}\"", GRAPHS.fetch_add(1, Ordering::Relaxed)).replace('"', "'");
    let address = server.url("x").replace("=x", &format!("={}", name.replace(' ', "%20"))).parse().unwrap();
    let graph = PostgresGraph::open_with_cache(&address, true, cache).unwrap();
    let mut entries = Vec::new();
    for sources in sources.chunks(if together { sources.len().max(1) } else { 1 }) {
        let mut load = graph.change().unwrap();
        sources.iter().for_each(|source| conformance::load(load.as_mut(), source));
        entries.extend(commit(load));
    }
    conformance::check_entries(&entries, graph.view().unwrap().as_ref());
    check(graph.view().unwrap().as_ref());
    // A second view has what the first one read.
    check(graph.view().unwrap().as_ref());
    assert_eq!(problems(&graph), Vec::<String>::new());
    let graph = PostgresGraph::open(&address, false).unwrap();
    conformance::check_entries(&entries, graph.view().unwrap().as_ref());
    check(graph.view().unwrap().as_ref());
}

#[test]
fn a_graph_on_postgresql_conforms() {
    let Some(server) = Server::start() else { return };
    for (cache, together) in [(64 << 20, true), (64 << 20, false), (0, false)] {
        conformance::check(&|sources, check| build(&server, cache, sources, together, check));
    }
}
