//! What ARCHITECTURE.md names is there.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::HashSet;
use std::path::Path;

/// The names of all files below a folder.
fn collect(folder: &Path, names: &mut HashSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), names);
        } else {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
}

/// The paths between backticks: words of path characters with a slash or an
/// extension that this repository uses.
fn paths(text: &str) -> Vec<&str> {
    let inner = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let known = [".rs", ".md", ".txt", ".toml", ".csv", ".tsv", ".jsonl", ".py", ".json"];
        let fits = word.chars().all(|c| c.is_ascii_alphanumeric() || ['/', '.', '_', '-'].contains(&c));
        let folders = [
            "src/",
            "engine/",
            "load/",
            "model/",
            "storage/",
            "tui/",
            "tests/",
            "prompts/",
            "datasets/",
            "benches/",
            "examples/",
        ];
        fits && (folders.iter().any(|f| word.starts_with(f))
            || !word.starts_with('.') && known.iter().any(|e| word.ends_with(e)))
    };
    inner.filter(is_path).collect()
}

#[test]
fn every_path_that_the_architecture_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(root.join("ARCHITECTURE.md")) else {
        println!("SKIPPED: there is no ARCHITECTURE.md yet");
        return;
    };
    let named = paths(&text);
    assert!(named.len() >= 5, "ARCHITECTURE.md names hardly any path: {named:?}");
    // A bare file name is that of a file at any depth.
    let mut names = HashSet::new();
    for folder in [
        "src", "engine", "load", "model", "storage", "tui", "tests", "prompts", "datasets", "benches",
        "examples",
    ] {
        collect(&root.join(folder), &mut names);
    }
    let is_there = |path: &&str| root.join(path).exists() || !path.contains('/') && names.contains(*path);
    let missing: Vec<&str> = named.into_iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

#[test]
fn paths_are_told_from_other_code() {
    let text = "`src/session/mod.rs` holds `Graph::open`, see `Cargo.toml` and `src/cli`, not `a/b c` or `.tsv`; `trustuqa load x.csv` is a command";
    assert_eq!(paths(text), ["src/session/mod.rs", "Cargo.toml", "src/cli"]);
}
