//! Made-up files of any size, read by the real loader.

use std::collections::BTreeMap;

use trustuqa_storage::{Graph, GraphRead, SourceKind};

use crate::support::home::{Home, Ran};

/// The files of a folder of the home, by name.
fn files(home: &Home, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(home.path(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

/// The number before a word of what was said.
fn count_of(ran: &Ran, word: &str) -> u64 {
    let words: Vec<&str> = ran.stdout.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|found| found.starts_with(word)).unwrap();
    words[at - 1].parse().unwrap_or_else(|_| words[at - 2].parse().unwrap())
}

#[test]
fn what_is_written_is_what_is_loaded() {
    let home = Home::new();
    let ran = home.ok(&["generate", "made", "--triples", "20000", "--seed", "5"]);
    let triples = count_of(&ran, "triple");
    assert!(triples.abs_diff(20_000) < 600, "{ran:#?}");
    let files = files(&home, "made");
    let of_kind = |end: &str| files.keys().filter(|name| name.ends_with(end)).count() as u64;
    assert_eq!(
        (count_of(&ran, "table"), count_of(&ran, "KG")),
        (of_kind(".csv"), of_kind(".kg.tsv")),
        "{ran:#?}"
    );
    assert!(of_kind(".csv") > 2 && of_kind(".kg.tsv") > 0 && of_kind(".tkg.tsv") > 0, "{:?}", files.keys());

    let loaded = home.ok(&["load", "made"]);
    assert!(!loaded.stderr.contains("note:"), "{loaded:#?}");
    let graph = Graph::open(&home.graph(), false).unwrap();
    let read = graph.snapshot().unwrap();
    let (mut facts, mut counted) = (0, 0);
    let mut kinds = BTreeMap::new();
    for source in read.sources().unwrap().iter() {
        *kinds.entry(source.kind).or_insert(0_u64) += 1;
        facts += source.facts;
        for fact in read.facts_of_source(source.id, 0, usize::MAX).unwrap() {
            let bounds = fact
                .interval
                .map_or(0, |time| u64::from(time.start.is_some()) + u64::from(time.end.is_some()));
            counted += 2 + bounds;
            assert!(source.kind != SourceKind::Tkg || bounds > 0, "{fact:?} has no time");
        }
    }
    assert_eq!((facts, counted), (count_of(&ran, "fact"), triples));
    assert_eq!(kinds[&SourceKind::Table], of_kind(".csv"));
    assert_eq!(kinds[&SourceKind::Kg], of_kind(".kg.tsv"));
    assert_eq!(kinds[&SourceKind::Tkg], of_kind(".tkg.tsv"));
}

#[test]
fn a_seed_gives_the_same_bytes_again() {
    let home = Home::new();
    let made = |folder: &str, seed: &str| {
        home.ok(&["generate", folder, "--triples", "5000", "--seed", seed, "--rows", "40"]);
        files(&home, folder)
    };
    let first = made("first", "3");
    assert!(first.values().map(Vec::len).sum::<usize>() > 20_000);
    assert!(first == made("again", "3"));
    assert!(first != made("other", "4"));
}

#[test]
fn parts_choose_what_is_made() {
    let home = Home::new();
    home.ok(&["generate", "made", "--triples", "3000", "--tables", "0", "--kg", "0", "--tkg", "1"]);
    let files = files(&home, "made");
    assert!(!files.is_empty() && files.keys().all(|name| name.ends_with(".tkg.tsv")), "{:?}", files.keys());
}

#[test]
fn a_folder_with_files_is_left_alone() {
    let home = Home::new();
    home.write("full/notes.txt", "mine");
    home.write("file", "mine");
    for (args, said) in [
        (&["generate", "full", "--triples", "100"][..], "the folder full is not empty"),
        (&["generate", "new", "--triples", "0"], "0 is not in 1.."),
        (&["generate", "new"], "--triples <N>"),
        (
            &["generate", "new", "--triples", "100", "--tables", "0", "--kg", "0", "--tkg", "0"],
            "hint: set at least one of --tables, --kg and --tkg above 0",
        ),
    ] {
        let ran = home.fails(2, args);
        assert!(ran.stderr.contains(said), "{ran:#?}");
        assert_eq!(ran.stdout, "");
    }
    let ran = home.fails(3, &["generate", "file/below", "--triples", "100"]);
    assert!(ran.stderr.contains("file/below cannot be written"), "{ran:#?}");
    assert_eq!(files(&home, "full").into_keys().collect::<Vec<_>>(), ["notes.txt"]);
    assert!(!home.path("new").exists());
}
