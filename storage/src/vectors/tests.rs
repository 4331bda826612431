//! Recall compared with a plain loop over 32-bit floats; and the graph index, built with far fewer names than
//! it is intended for.

use std::path::Path;

use super::DIMENSIONS;
use crate::{
    Graph, GraphRead, NewFact, NodeId, Place, Result, Roles, Scope, SourceKind, SourceSpec,
    StoredDemonstration,
};

/// Pseudo-random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    }

    fn direction(&mut self) -> Vec<f32> {
        (0..DIMENSIONS).map(|_| self.next()).collect()
    }
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|part| *part /= length);
    vector
}

/// Vectors around `clusters` directions, each with a deviation of its own.
fn clustered(count: usize, clusters: usize, seed: u64) -> Vec<Vec<f32>> {
    let mut numbers = Numbers(seed | 1);
    let centres: Vec<_> = (0..clusters).map(|_| numbers.direction()).collect();
    (0..count)
        .map(|n| {
            let own = numbers.direction();
            unit(centres[n % clusters].iter().zip(own).map(|(centre, own)| centre + 0.7 * own).collect())
        })
        .collect()
}

fn text(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    [letter(n / 676 / 26), letter(n / 676), letter(n / 26), letter(n)].iter().collect()
}

/// Loads names `from..` with these vectors as the heads of one source.
fn load(graph: &Graph, name: &str, from: usize, vectors: &[Vec<f32>]) -> Result<Vec<NodeId>> {
    let mut load = graph.load()?;
    let (file, content_hash) = (String::new(), String::new());
    let spec = SourceSpec { name: name.to_owned(), kind: SourceKind::Kg, file, content_hash, whole: None };
    let mut source = load.begin_source(spec)?;
    let relation = source.intern("relation")?;
    let mut nodes = Vec::new();
    for n in from..from + vectors.len() {
        let head = source.intern(&text(n))?;
        nodes.push(head);
        let place = Place { line: 1, row: None, column: None };
        source.fact(NewFact { head, relation, tail: relation, interval: None, place })?;
    }
    source.finish()?;
    load.commit()?;
    let named: Vec<_> = vectors.iter().zip(from..).map(|(vector, n)| (text(n), vector.clone())).collect();
    graph.put_vectors(&named)?;
    Ok(nodes)
}

fn nearest(graph: &Graph, query: &[f32], k: usize, scope: &Scope) -> Result<Vec<NodeId>> {
    let found = graph.snapshot()?.nearest(query, k, Roles::HEAD, scope)?;
    assert!(found.is_sorted_by(|left, right| left.1 >= right.1));
    Ok(found.into_iter().map(|(node, _)| node).collect())
}

/// Share of the true ten nearest of `vectors` that the graph finds for queries near them.
fn recall(graph: &Graph, vectors: &[Vec<f32>], nodes: &[NodeId]) -> Result<f64> {
    let mut numbers = Numbers(99);
    let (mut hits, mut all) = (0, 0);
    for near in vectors.iter().step_by(vectors.len() / 50) {
        let query = unit(near.iter().zip(numbers.direction()).map(|(near, own)| near + 0.02 * own).collect());
        let dot = |vector: &Vec<f32>| vector.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
        let mut truth: Vec<_> = vectors.iter().map(dot).zip(nodes).collect();
        truth.sort_by(|left, right| right.0.total_cmp(&left.0));
        let found = nearest(graph, &query, 10, &Scope::All)?;
        assert_eq!(found.len(), 10);
        hits += truth[..10].iter().filter(|(_, node)| found.contains(node)).count();
        all += 10;
    }
    Ok(f64::from(hits as u32) / f64::from(all))
}

fn opened(folder: &Path, hnsw_from: u64) -> Result<Graph> {
    let graph = Graph::open(folder, true)?;
    graph.vector_store().hnsw.use_from(hnsw_from);
    Ok(graph)
}

#[test]
fn names_are_found_with_and_without_a_filter() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let vectors = clustered(3000, 40, 5);
    let graph = opened(folder.path(), u64::MAX)?;
    let mut nodes = load(&graph, "first", 0, &vectors[..2500])?;
    graph.refresh_vectors()?;
    assert!(recall(&graph, &vectors[..2500], &nodes)? >= 0.99);

    // Later additions are found at once.
    nodes.extend(load(&graph, "second", 2500, &vectors[2500..])?);
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99);
    graph.refresh_vectors()?;
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99);
    drop(graph);
    let graph = opened(folder.path(), u64::MAX)?;
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99);

    // A filter is exact: the nearest names of all are in the other source.
    let second = graph.snapshot()?.sources()?[1].id;
    let scope = Scope::Only(vec![second]);
    let query = &vectors[7];
    let dot = |n: &usize| vectors[*n].iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
    let mut truth: Vec<usize> = (2500..3000).collect();
    truth.sort_by(|left, right| dot(right).total_cmp(&dot(left)));
    let expected: Vec<NodeId> = truth[..10].iter().map(|n| nodes[*n]).collect();
    assert_eq!(nearest(&graph, query, 10, &scope)?, expected);
    assert_eq!(nearest(&graph, query, 5000, &scope)?.len(), 500);
    assert_eq!(nearest(&graph, query, 5000, &Scope::All)?.len(), 3000);

    // Deleted names are not found; the others still are.
    graph.remove_source("first")?;
    assert_eq!(nearest(&graph, query, 10, &Scope::All)?, expected);
    graph.refresh_vectors()?;
    assert_eq!(nearest(&graph, query, 10, &Scope::All)?, expected);
    Ok(())
}

#[test]
fn many_names_are_found_through_their_signs() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let vectors = clustered(48_000, 4000, 5);
    let graph = opened(folder.path(), u64::MAX)?;
    let mut nodes = load(&graph, "first", 0, &vectors[..24_000])?;
    nodes.extend(load(&graph, "second", 24_000, &vectors[24_000..])?);
    graph.refresh_vectors()?;
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99);

    // A filter that too many names pass for a list.
    let second = graph.snapshot()?.sources()?[1].id;
    let scope = Scope::Only(vec![second]);
    for query in vectors.iter().step_by(5000) {
        let dot = |n: &usize| vectors[*n].iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
        let mut truth: Vec<usize> = (24_000..48_000).collect();
        truth.sort_by(|left, right| dot(right).total_cmp(&dot(left)));
        let expected: Vec<NodeId> = truth[..3].iter().map(|n| nodes[*n]).collect();
        assert_eq!(nearest(&graph, query, 3, &scope)?, expected);
    }

    // A damaged row is replaced by the vector in the database.
    drop(graph);
    let file = folder.path().join("vectors.i8");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096 + 7 * DIMENSIONS] ^= 0x55;
    std::fs::write(&file, bytes).unwrap();
    let graph = opened(folder.path(), u64::MAX)?;
    assert_eq!(nearest(&graph, &vectors[7], 1, &Scope::All)?, [nodes[7]]);
    assert_eq!(nearest(&graph, &vectors[30_000], 1, &Scope::All)?, [nodes[30_000]]);
    Ok(())
}

#[test]
fn demonstrations_stand_behind_the_names() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = opened(folder.path(), u64::MAX)?;
    let vectors = clustered(400, 10, 3);
    load(&graph, "first", 0, &vectors)?;
    let questions: Vec<_> = (0..60)
        .map(|n| StoredDemonstration {
            id: 0,
            question: format!("question {n}?"),
            query: String::new(),
            kind: "kg".to_owned(),
            origin: String::new(),
        })
        .collect();
    let ids = graph.put_demonstrations(&questions)?;
    let asked = clustered(60, 60, 11);
    let named: Vec<_> = questions.iter().map(|q| q.question.clone()).zip(asked.iter().cloned()).collect();
    graph.put_vectors(&named)?;
    graph.refresh_vectors()?;
    let found = |graph: &Graph, n: usize| -> Result<Vec<u32>> {
        let found = graph.snapshot()?.nearest_demonstrations(&asked[n], 1)?;
        Ok(found.into_iter().map(|(found, _)| found.id).collect())
    };
    for (n, id) in ids.iter().enumerate() {
        assert_eq!(found(&graph, n)?, [*id]);
    }
    for id in &ids[..55] {
        graph.remove_demonstration(*id)?;
    }
    assert_eq!(found(&graph, 57)?, [ids[57]]);
    assert_eq!(graph.snapshot()?.nearest_demonstrations(&asked[0], 10)?.len(), 5);
    Ok(())
}

#[test]
fn very_many_names_are_searched_through_the_graph_index() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let graph = opened(path, 1000)?;
    let vectors = clustered(1600, 40, 8);
    let mut nodes = load(&graph, "first", 0, &vectors[..1200])?;
    graph.refresh_vectors()?;
    let stamp = || std::fs::read_to_string(path.join("vectors.stamp")).ok();
    let size = || usearch::Index::restore(path.join("vectors.usearch").to_str().unwrap()).unwrap().size();
    let (first, written) = (stamp().unwrap(), std::fs::read(path.join("vectors.usearch")).unwrap());
    assert_eq!(size(), 1200);
    assert!(recall(&graph, &vectors[..1200], &nodes)? >= 0.95);
    graph.refresh_vectors()?;
    assert_eq!(stamp().unwrap(), first, "a current file is left alone");

    // Names loaded later are added.
    nodes.extend(load(&graph, "second", 1200, &vectors[1200..])?);
    graph.refresh_vectors()?;
    assert_eq!(size(), 1600);
    // Threads add in any order, so the same vectors need not yield the same bytes.
    let state = || stamp().map(|text| text.lines().take(3).collect::<Vec<_>>().join(" "));
    let second = state().unwrap();

    // A crash between the two renames leaves a file that does not match the stamp; damage is found by the
    // checksum; a lost file is built again.
    std::fs::write(path.join("vectors.usearch"), &written).unwrap();
    graph.refresh_vectors()?;
    assert_eq!((state().unwrap(), size()), (second, 1600));
    let mut bytes = std::fs::read(path.join("vectors.usearch")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(path.join("vectors.usearch"), &bytes).unwrap();
    drop(graph);
    let graph = opened(path, 1000)?;
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99, "the 8-bit vectors answer meanwhile");
    graph.refresh_vectors()?;
    assert_eq!(size(), 1600);
    assert!(recall(&graph, &vectors, &nodes)? >= 0.95);
    std::fs::remove_file(path.join("vectors.usearch")).unwrap();
    graph.refresh_vectors()?;
    assert_eq!(size(), 1600);

    // An explicit choice overrides the number of names: the index is removed, and built again.
    graph.search_vectors_by(crate::VectorSearch::Scan);
    graph.refresh_vectors()?;
    assert!(!path.join("vectors.usearch").exists());
    assert!(recall(&graph, &vectors, &nodes)? >= 0.99);
    graph.search_vectors_by(crate::VectorSearch::Usearch);
    graph.refresh_vectors()?;
    assert_eq!(size(), 1600);
    assert!(recall(&graph, &vectors, &nodes)? >= 0.95);
    graph.vector_store().hnsw.use_from(1000);

    // With few names left the index is removed.
    graph.remove_source("first")?;
    graph.refresh_vectors()?;
    assert!(!path.join("vectors.usearch").exists() && stamp().is_none());
    let query = &vectors[1300];
    assert_eq!(nearest(&graph, query, 1, &Scope::All)?, [nodes[1300]]);
    Ok(())
}
