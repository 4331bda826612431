//! A graph on disk answers as every store must, fresh from a load and reopened.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::ops::ControlFlow;

use trustuqa_model::Store as _;
use trustuqa_model::conformance::{self, TestSource};
use trustuqa_storage::{Graph, GraphRead};

/// Loads the sources, `together` in one transaction or each in its own, and reads them
/// from a graph that was reopened.
fn build(sources: &[TestSource], together: bool, check: &mut dyn FnMut(&dyn GraphRead)) {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    let mut entries = Vec::new();
    for sources in sources.chunks(if together { sources.len().max(1) } else { 1 }) {
        let mut change = graph.change().unwrap();
        sources.iter().for_each(|source| conformance::load(change.as_mut(), source));
        entries.extend(change.commit(&mut |_, _| ControlFlow::Continue(())).unwrap());
    }
    conformance::check_entries(&entries, &graph.snapshot().unwrap());
    check(&graph.snapshot().unwrap());
    drop(graph);
    let graph = Graph::open(folder.path(), false).unwrap();
    conformance::check_entries(&entries, &graph.snapshot().unwrap());
    check(&graph.snapshot().unwrap());
}

#[test]
fn a_graph_on_disk_conforms() {
    conformance::check(&|sources, check| build(sources, true, check));
}

#[test]
fn sources_that_were_loaded_one_by_one_conform() {
    conformance::check(&|sources, check| build(sources, false, check));
}
