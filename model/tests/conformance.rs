//! The graph in memory answers as every store must.
#![allow(missing_docs, reason = "a test")]

use trustuqa_model::conformance;

#[test]
fn a_graph_in_memory_conforms() {
    conformance::check(&|sources, check| check(&conformance::memory(sources)));
}
