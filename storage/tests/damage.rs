//! Damaged files: every flipped bit is an error or a wrong answer, never a panic.
//!
//! In a file of its own because redb's caught panics would fill the output of others.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use common::{KG, TABLE, TKG, load};
use trustuqa_storage::{Comparison, Error, Graph, GraphRead, NodeId, Roles, Scope, Value};

/// Reads everything in every way; what a damaged file answers does not matter.
fn read_everything(graph: &Graph) -> Option<()> {
    let read = graph.snapshot().ok()?;
    let vector = vec![0.05; 384];
    let _ = read.nearest(&vector, 5, Roles::ANY, &Scope::All);
    let _ = read.demonstrations();
    let _ = read.tokens_near("hedwig", 2);
    let _ = read.facts_in_time(None, -100_000, 100_000, &Scope::All);
    let _ = graph.names_without_vectors(10);
    for id in 0..600 {
        let node = NodeId(id);
        if let Ok(found) = read.node(node) {
            let _ = read.node_named(&found.text);
            let _ = read.nodes_folded(&found.text);
            let _ = read.nodes_with_token(&found.text.to_lowercase(), Roles::ANY, &Scope::All);
        }
        let _ = read.roles(node, &Scope::All);
        let _ = read.facts_of_head(node, None, &Scope::All);
        let _ = read.facts_of_tail(node, None, &Scope::All);
        let _ = read.facts_of_relation(node, None, &Scope::All);
        let _ = read.facts_in_range(node, Comparison::Ge, &Value::Integer(0), &Scope::All);
        let _ = read.facts_in_time(Some(node), 0, 20_000, &Scope::All);
        let _ = read.sources_of_relation(node);
    }
    for source in read.sources().ok()?.iter() {
        let _ = read.facts_of_source(source.id, 0, 1000);
        let _ = read.row_node(source.id, 1);
    }
    Some(())
}

fn loaded_file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true).unwrap();
    load(&graph, &[TABLE, KG, TKG]).unwrap();
    graph.put_vectors(&[("Hedwig".to_owned(), vec![0.05; 384])]).unwrap();
    drop(graph);
    std::fs::read(folder.path().join("graph.redb")).unwrap()
}

#[test]
fn damaged_files_are_errors_or_answers_but_never_panics() {
    let bytes = loaded_file();
    let used: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut refused = 0;
    let rounds =
        std::env::var("TRUSTUQA_DAMAGE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(120);
    for round in 0..rounds {
        let mut damaged = bytes.clone();
        match round % 6 {
            0 => damaged.truncate(random(bytes.len())),
            1 => {
                // A page of zeros.
                let page = used[random(used.len())] / 4096 * 4096;
                let end = (page + 4096).min(damaged.len());
                damaged[page..end].fill(0);
            }
            2 => damaged[random(400)] ^= 1 << random(8), // the header
            _ => {
                for _ in 0..=random(40) {
                    damaged[used[random(used.len())]] ^= 1 << random(8);
                }
            }
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("graph.redb"), &damaged).unwrap();
        match Graph::open(folder.path(), false) {
            Ok(graph) => {
                read_everything(&graph);
                let _ = graph.remove_source(KG.name);
                let _ = load(&graph, &[KG]);
            }
            Err(Error::Damaged { .. } | Error::Version { .. } | Error::Io { .. }) => refused += 1,
            Err(other) => panic!("round {round}: {other:?}"),
        }
    }
    assert!(refused > 0, "truncated files open");
}
