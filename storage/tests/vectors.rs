//! Vectors of names and questions: what waits for one, search, the file beside the
//! database.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::path::Path;

use common::{KG, TABLE, TKG, load, loops, place, spec};
use proptest::prelude::*;
use trustuqa_storage::{
    DIMENSIONS, Error, Graph, GraphRead, NewFact, NodeId, Result, Roles, Scope, SourceKind,
    StoredDemonstration,
};

/// A unit vector that depends on the text only.
fn vector(text: &str) -> Vec<f32> {
    let mut state = xxhash_rust::xxh3::xxh3_64(text.as_bytes()) | 1;
    let mut vector: Vec<f32> = (0..DIMENSIONS)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
        })
        .collect();
    let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|component| *component /= length);
    vector
}

/// A vector between those of two texts, nearer to the first.
fn between(near: &str, far: &str) -> Vec<f32> {
    vector(near).iter().zip(vector(far)).map(|(near, far)| 0.8 * near + 0.2 * far).collect()
}

fn embed_all(graph: &Graph) -> Result<()> {
    loop {
        let mut texts = graph.names_without_vectors(100)?;
        texts.extend(graph.questions_without_vectors(100)?);
        if texts.is_empty() {
            return Ok(());
        }
        let vectors: Vec<_> = texts.into_iter().map(|text| (text.clone(), vector(&text))).collect();
        graph.put_vectors(&vectors)?;
    }
}

fn demonstration(question: &str, query: &str) -> StoredDemonstration {
    let text = str::to_owned;
    StoredDemonstration {
        id: 0,
        question: text(question),
        query: text(query),
        kind: text("table"),
        origin: text("a test"),
    }
}

fn named(read: &impl GraphRead, found: &[(NodeId, f32)]) -> Vec<String> {
    found.iter().map(|(node, _)| read.node(*node).unwrap().text).collect()
}

#[test]
fn only_names_of_words_wait_for_vectors() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[TABLE, KG, TKG])?;
    let mut waiting = graph.names_without_vectors(100)?;
    waiting.sort();
    assert_eq!(
        waiting,
        [
            "Best Actor",
            "Hedwig",
            "John Cameron Mitchell",
            "Note",
            "Other",
            "Shortbus",
            "Someone",
            "Title",
            "Year",
            "directed_by",
            "winner"
        ]
    );
    assert_eq!(graph.names_without_vectors(3)?.len(), 3);
    assert_eq!(graph.vector_progress()?, (0, 11));
    graph
        .put_vectors(&[("Hedwig".to_owned(), vector("Hedwig")), ("unknown".to_owned(), vector("unknown"))])?;
    assert_eq!(graph.vector_progress()?, (1, 11));
    embed_all(&graph)?;
    assert_eq!(graph.vector_progress()?, (11, 11));
    assert_eq!(graph.names_without_vectors(100)?, Vec::<String>::new());
    Ok(())
}

#[test]
fn nothing_is_embedded_twice() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[KG])?;
    embed_all(&graph)?;
    load(&graph, &[KG])?;
    assert_eq!(graph.names_without_vectors(10)?, Vec::<String>::new());
    // The vector of a text that was not a name yet is taken up when it becomes one.
    graph
        .put_vectors(&[("Shortbus".to_owned(), vector("Shortbus")), ("Title".to_owned(), vector("Title"))])?;
    load(&graph, &[TABLE])?;
    assert!(!graph.names_without_vectors(10)?.contains(&"Title".to_owned()));
    let found = graph.snapshot()?.nearest(&vector("Title"), 1, Roles::RELATION, &Scope::All)?;
    assert_eq!(named(&graph.snapshot()?, &found), ["Title"]);
    Ok(())
}

#[test]
fn the_nearest_names_respect_roles_and_scope() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[TABLE, KG, TKG])?;
    let read = graph.snapshot()?;
    assert_eq!(read.nearest(&vector("Hedwig"), 3, Roles::ANY, &Scope::All)?, []);
    embed_all(&graph)?;
    let read = graph.snapshot()?;
    let found = read.nearest(&between("Hedwig", "winner"), 2, Roles::ANY, &Scope::All)?;
    assert_eq!(named(&read, &found), ["Hedwig", "winner"]);
    assert!(found[0].1 > 0.9 && found[0].1 > found[1].1);
    let found = read.nearest(&between("Hedwig", "winner"), 1, Roles::RELATION, &Scope::All)?;
    assert_eq!(named(&read, &found), ["winner"]);
    let awards = read.sources()?.iter().find(|source| source.name == TKG.name).unwrap().id;
    let found = read.nearest(&vector("Hedwig"), 50, Roles::ANY, &Scope::Only(vec![awards]))?;
    let mut names = named(&read, &found);
    names.sort();
    assert_eq!(names, ["Best Actor", "Other", "Someone", "winner"]);
    for wrong in [vec![0.0; 3], vec![f32::NAN; DIMENSIONS]] {
        assert!(matches!(
            read.nearest(&wrong, 1, Roles::ANY, &Scope::All),
            Err(trustuqa_model::Error::Invalid { .. })
        ));
        assert!(matches!(graph.put_vectors(&[("x".to_owned(), wrong)]), Err(Error::Invalid { .. })));
    }
    graph.remove_source(TKG.name)?;
    let after = graph.snapshot()?;
    assert!(
        !named(&after, &after.nearest(&vector("winner"), 50, Roles::ANY, &Scope::All)?)
            .contains(&"winner".to_owned())
    );
    let found = read.nearest(&vector("winner"), 1, Roles::ANY, &Scope::All)?;
    assert_eq!(named(&read, &found), ["winner"], "an older snapshot still finds it");
    Ok(())
}

#[test]
fn demonstrations_are_kept_and_found_by_their_question() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    load(&graph, &[KG])?;
    let who = demonstration("who directed it?", "get_information(relation='directed_by')");
    let when = demonstration("when was it?", "get_information(key='time')");
    // A question that is also the text of a name shares its vector.
    let name = demonstration("Hedwig", "get_information(head_entity='Hedwig')");
    let ids = graph.put_demonstrations(&[who.clone(), when.clone(), name.clone()])?;
    let changed = StoredDemonstration { origin: "approved".to_owned(), ..who.clone() };
    assert_eq!(graph.put_demonstrations(std::slice::from_ref(&changed))?, [ids[0]]);
    let stored = graph.snapshot()?.demonstrations()?;
    assert_eq!(stored.len(), 3);
    assert_eq!(stored[0], StoredDemonstration { id: ids[0], ..changed });
    assert_eq!(graph.questions_without_vectors(10)?.len(), 3);
    assert_eq!(graph.snapshot()?.nearest_demonstrations(&vector("x"), 2)?, []);
    embed_all(&graph)?;
    let read = graph.snapshot()?;
    let found = read.nearest_demonstrations(&between("when was it?", "who directed it?"), 2)?;
    assert_eq!(found.iter().map(|(found, _)| found.id).collect::<Vec<_>>(), [ids[1], ids[0]]);
    graph.remove_demonstration(ids[1])?;
    assert!(matches!(graph.remove_demonstration(ids[1]), Err(Error::Unknown { .. })));
    let read = graph.snapshot()?;
    assert_eq!(read.nearest_demonstrations(&vector("when was it?"), 5)?.len(), 2);
    assert_eq!(read.vector_of("when was it?")?, None);
    graph.remove_demonstration(ids[2])?;
    assert!(graph.snapshot()?.vector_of("Hedwig")?.is_some(), "the name still needs it");
    graph.put_demonstrations(&[name])?;
    graph.remove_source(KG.name)?;
    assert!(graph.snapshot()?.vector_of("Hedwig")?.is_some(), "the question still needs it");
    assert!(graph.snapshot()?.vector_of("directed_by")?.is_none());
    Ok(())
}

const FILE: &str = "vectors.i8";

/// The state of the database that the file was written for: words 3 to 6 of its header.
fn stamp(folder: &Path) -> Option<Vec<u8>> {
    std::fs::read(folder.join(FILE)).ok().map(|bytes| bytes[16..48].to_vec())
}

/// Rows of the file.
fn rows(folder: &Path) -> u64 {
    let bytes = std::fs::read(folder.join(FILE)).unwrap();
    u64::from_le_bytes(bytes[48..56].try_into().unwrap())
}

#[test]
fn the_vector_file_follows_the_database() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let graph = Graph::open(path, true)?;
    graph.refresh_vectors()?;
    assert_eq!(stamp(path), None, "no vectors, no file");
    load(&graph, &[TABLE, KG])?;
    embed_all(&graph)?;
    graph.refresh_vectors()?;
    let first = stamp(path).unwrap();
    let written = std::fs::read(path.join(FILE)).unwrap();
    let changed = std::fs::metadata(path.join(FILE)).unwrap().modified().unwrap();
    graph.refresh_vectors()?;
    assert_eq!(
        std::fs::metadata(path.join(FILE)).unwrap().modified().unwrap(),
        changed,
        "a current file is left alone"
    );

    // What was loaded later is added.
    load(&graph, &[TKG])?;
    embed_all(&graph)?;
    graph.refresh_vectors()?;
    assert_ne!(stamp(path).unwrap(), first);
    assert_eq!(rows(path), 11);

    // A crash before the rename leaves the older file, and a part of the newer one.
    let second = stamp(path).unwrap();
    drop(graph);
    std::fs::write(path.join(FILE), &written).unwrap();
    std::fs::write(path.join("vectors.i8.new"), &written[..written.len() / 2]).unwrap();
    let graph = Graph::open(path, false)?;
    let read = graph.snapshot()?;
    let found = read.nearest(&vector("Best Actor"), 1, Roles::ANY, &Scope::All)?;
    assert_eq!(named(&read, &found), ["Best Actor"], "what the file lacks is found all the same");
    drop(read);
    graph.refresh_vectors()?;
    assert_eq!(stamp(path).unwrap(), second);
    assert_eq!(rows(path), 11);
    assert!(!path.join("vectors.i8.new").exists());

    // Damage is found by the checksum, a lost file by its absence.
    let mut bytes = std::fs::read(path.join(FILE)).unwrap();
    let whole = bytes.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    drop(graph);
    std::fs::write(path.join(FILE), &bytes).unwrap();
    let graph = Graph::open(path, false)?;
    graph.refresh_vectors()?;
    assert_eq!(std::fs::read(path.join(FILE)).unwrap(), whole);
    std::fs::remove_file(path.join(FILE)).unwrap();
    graph.refresh_vectors()?;
    assert_eq!(std::fs::read(path.join(FILE)).unwrap(), whole);

    // Names that are gone go from the file.
    graph.remove_source(TABLE.name)?;
    graph.remove_source(KG.name)?;
    graph.refresh_vectors()?;
    assert_eq!(rows(path), 4);
    graph.remove_source(TKG.name)?;
    graph.refresh_vectors()?;
    assert!(!path.join(FILE).exists());
    Ok(())
}

/// A graph of a few hundred names with a vector file.
fn with_file(folder: &Path, names: u32) -> Result<Graph> {
    let graph = Graph::open(folder, true)?;
    let mut change = graph.load()?;
    let mut source = change.begin_source(spec("many", SourceKind::Kg))?;
    let relation = source.intern("relation")?;
    for n in 0..names {
        let head = source.intern(&format!("entity {}", letters(n)))?;
        source.fact(NewFact { head, relation, tail: head, interval: None, place: place(n + 1) })?;
    }
    source.finish()?;
    change.commit()?;
    embed_with(&graph, clustered)?;
    graph.put_demonstrations(&[demonstration("when was it?", "get_information(key='time')")])?;
    embed_all(&graph)?;
    graph.refresh_vectors()?;
    Ok(graph)
}

fn embed_with(graph: &Graph, vector: impl Fn(&str) -> Vec<f32>) -> Result<()> {
    loop {
        let texts = graph.names_without_vectors(5000)?;
        if texts.is_empty() {
            return Ok(());
        }
        let vectors: Vec<_> = texts.into_iter().map(|text| (text.clone(), vector(&text))).collect();
        graph.put_vectors(&vectors)?;
    }
}

/// What some searches find, with the similarities.
fn answers(graph: &Graph) -> Result<Vec<(String, f32)>> {
    let read = graph.snapshot()?;
    let mut all = Vec::new();
    for n in [0, 77, 200] {
        let query = clustered(&format!("entity {}", letters(n)));
        for (node, score) in read.nearest(&query, 10, Roles::ENTITY, &Scope::All)? {
            all.push((read.node(node)?.text, score));
        }
    }
    for (found, score) in read.nearest_demonstrations(&vector("when was it?"), 3)? {
        all.push((found.question, score));
    }
    Ok(all)
}

/// Copies a graph, with other bytes as its vector file.
fn copy(from: &Path, file: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(from.join("graph.redb"), folder.path().join("graph.redb")).unwrap();
    std::fs::write(folder.path().join(FILE), file).unwrap();
    folder
}

#[test]
fn a_damaged_vector_file_changes_no_answer() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let graph = with_file(folder.path(), 1500)?;
    let expected = answers(&graph)?;
    assert_eq!(expected.len(), 31);
    drop(graph);
    let whole = std::fs::read(folder.path().join(FILE)).unwrap();
    let mut state = 7u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for case in 0..60 {
        let mut bytes = whole.clone();
        match case % 6 {
            // Anywhere: mostly among the components.
            0 | 1 => (0..=random(40)).for_each(|_| bytes[random(whole.len())] ^= 1 << random(8)),
            // In the header, and in what follows the components.
            2 => bytes[random(104)] ^= 1 << random(8),
            3 => bytes[4096 + 1501 * DIMENSIONS + random(1501 * 20)] ^= 1 << random(8),
            4 => bytes.truncate(random(whole.len())),
            _ => bytes.resize(whole.len() + 1 + random(10_000), 0),
        }
        let copied = copy(folder.path(), &bytes);
        let graph = Graph::open(copied.path(), false)?;
        assert_eq!(answers(&graph)?, expected, "case {case}");
        graph.refresh_vectors()?;
        assert_eq!(std::fs::read(copied.path().join(FILE)).unwrap(), whole, "case {case}");
        assert_eq!(answers(&graph)?, expected, "case {case} after a refresh");
    }
    Ok(())
}

#[test]
fn a_vector_file_of_another_time_changes_no_answer() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let graph = with_file(path, 300)?;
    let earlier = answers(&graph)?;
    drop(graph);
    let earlier_file = std::fs::read(path.join(FILE)).unwrap();
    let earlier_graph = copy(path, &earlier_file);

    let graph = Graph::open(path, false)?;
    load(&graph, &[TABLE, KG, TKG])?;
    embed_all(&graph)?;
    graph.refresh_vectors()?;
    drop(graph);
    let later_file = std::fs::read(path.join(FILE)).unwrap();

    // The database was put back, the file was not.
    let graph = copy(earlier_graph.path(), &later_file);
    let graph = Graph::open(graph.path(), false)?;
    assert_eq!(answers(&graph)?, earlier);
    // It goes another way from there, so that the same ids stand for other names.
    let other_way = copy(earlier_graph.path(), &later_file);
    let graph = Graph::open(other_way.path(), false)?;
    load(&graph, &[TKG, TABLE])?;
    embed_all(&graph)?;
    let search = |graph: &Graph| -> Result<Vec<String>> {
        let read = graph.snapshot()?;
        let mut found = Vec::new();
        for text in ["Best Actor", "Someone", "Title", "Shortbus", "winner", "Note"] {
            found.extend(named(&read, &read.nearest(&vector(text), 1, Roles::ANY, &Scope::All)?));
        }
        Ok(found)
    };
    let expected = ["Best Actor", "Someone", "Title", "Shortbus", "winner", "Note"];
    assert_eq!(search(&graph)?, expected);
    graph.refresh_vectors()?;
    assert_eq!(search(&graph)?, expected);

    // A file of before is caught up with.
    let behind = copy(path, &earlier_file);
    let graph = Graph::open(behind.path(), false)?;
    assert_eq!(search(&graph)?, expected);
    // A vector that was replaced makes the file useless.
    graph.put_vectors(&[("Title".to_owned(), vector("something else"))])?;
    let read = graph.snapshot()?;
    let found = read.nearest(&vector("something else"), 1, Roles::ANY, &Scope::All)?;
    assert_eq!(named(&read, &found), ["Title"]);
    drop(read);
    graph.refresh_vectors()?;
    assert_eq!(rows(behind.path()), rows(path));
    Ok(())
}

/// Twenty thousand names: what is found without the file, from memory, is found with it, but
/// for the last ones of a crowd that is equally near.
#[test]
fn a_large_graph_is_searched_through_its_file() -> Result<()> {
    const NAMES: u32 = 20_500;
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), true)?;
    let mut change = graph.load()?;
    let mut source = change.begin_source(spec("large", SourceKind::Kg))?;
    loops(&mut source, "relation", (0..NAMES).map(|n| format!("entity {}", letters(n))))?;
    source.finish()?;
    change.commit()?;
    load(&graph, &[KG])?;
    embed_with(&graph, clustered)?;
    let probes: Vec<String> = (0..20).map(|n| format!("entity {}", letters(n * 997))).collect();
    let search = |graph: &Graph, text: &str, roles: Roles, scope: &Scope| -> Result<Vec<String>> {
        let read = graph.snapshot()?;
        let found = read.nearest(&clustered(text), 5, roles, scope)?;
        assert!(found.is_sorted_by(|left, right| left.1 >= right.1));
        Ok(named(&read, &found))
    };
    // Without the file: from memory.
    let exact: Vec<_> = probes
        .iter()
        .map(|probe| search(&graph, probe, Roles::ENTITY, &Scope::All))
        .collect::<Result<_>>()?;
    graph.refresh_vectors()?;
    drop(graph);
    let graph = Graph::open(folder.path(), false)?;
    let mut same = 0;
    for (probe, exact) in probes.iter().zip(&exact) {
        let found = search(&graph, probe, Roles::ENTITY, &Scope::All)?;
        assert_eq!(found[0], *probe);
        same += found.iter().filter(|name| exact.contains(name)).count();
    }
    assert!(same >= 95, "{same} of 100");
    // A filter that leaves few names looks at those few.
    let small = graph.snapshot()?.sources()?[1].id;
    let scope = Scope::Only(vec![small]);
    assert_eq!(search(&graph, "Hedwig", Roles::HEAD, &scope)?, ["Hedwig", "Shortbus"]);
    assert_eq!(search(&graph, "directed_by", Roles::RELATION, &Scope::All)?, ["directed_by", "relation"]);
    Ok(())
}

/// A number in letters: names of digits are not embedded.
fn letters(mut n: u32) -> String {
    let mut text = String::new();
    for _ in 0..4 {
        text.push(char::from(b'a' + (n % 26) as u8));
        n /= 26;
    }
    text
}

/// Vectors in clusters, as those of names are; unstructured ones have no neighbours.
fn clustered(text: &str) -> Vec<f32> {
    let start: String = text.chars().take(8).collect();
    vector(&start).iter().zip(vector(text)).map(|(cluster, own)| 0.8 * cluster + 0.6 * own).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// The exact scan finds what a plain loop over all pairs finds.
    #[test]
    fn the_exact_scan_is_exact(count in 2usize..60, probe in 0usize..60, k in 1usize..8) {
        let folder = tempfile::tempdir().unwrap();
        let graph = Graph::open(folder.path(), true).unwrap();
        let mut change = graph.load().unwrap();
        let mut source = change.begin_source(spec("s", SourceKind::Kg)).unwrap();
        let names: Vec<String> = (0..count).map(|n| format!("name {}", letters(n as u32))).collect();
        let nodes: Vec<NodeId> = names.iter().map(|name| source.intern(name).unwrap()).collect();
        for node in &nodes {
            let fact = NewFact { head: *node, relation: nodes[0], tail: *node, interval: None, place: place(1) };
            source.fact(fact).unwrap();
        }
        source.finish().unwrap();
        change.commit().unwrap();
        embed_all(&graph).unwrap();
        let query = between(&format!("name {}", letters(probe as u32)), "another direction");
        let dot = |name: &str| -> f32 { vector(name).iter().zip(&query).map(|(a, b)| a * b).sum() };
        let mut expected: Vec<f32> = names.iter().map(|name| dot(name)).collect();
        expected.sort_by(|left, right| right.total_cmp(left));
        expected.truncate(k);
        let read = graph.snapshot().unwrap();
        let found = read.nearest(&query, k, Roles::ANY, &Scope::All).unwrap();
        let found = named(&read, &found);
        prop_assert_eq!(found.len(), expected.len());
        // Vectors are kept in half precision, so that nearly equal ones may change places.
        for (name, expected) in found.iter().zip(expected) {
            prop_assert!((dot(name) - expected).abs() < 1e-3, "{name}: {} for {expected}", dot(name));
        }
    }
}
