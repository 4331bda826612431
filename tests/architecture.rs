//! What the documents name is there: the paths of ARCHITECTURE.md, CONTRIBUTING.md, the README and
//! the book, and the packages, tests, benchmarks, examples and features of their `cargo` commands.
//! `tests/cli/documents.rs` runs the commands of the program itself.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

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

/// The documents for people who change the program, and the book, with their texts.
fn documents() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> =
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"].map(PathBuf::from).into();
    let book = std::fs::read_dir(root().join("docs")).unwrap();
    paths.extend(book.map(|entry| Path::new("docs").join(entry.unwrap().file_name())));
    paths.retain(|path| path.extension().is_some_and(|end| end == "md") && root().join(path).exists());
    paths.sort();
    let read = |path: PathBuf| {
        (path.to_str().unwrap().to_owned(), std::fs::read_to_string(root().join(&path)).unwrap())
    };
    paths.into_iter().map(read).collect()
}

const FOLDERS: [&str; 17] = [
    "src/",
    "encoder/",
    "engine/",
    "load/",
    "model/",
    "parser/",
    "storage/",
    "tui/",
    "tests/",
    "prompts/",
    "datasets/",
    "benches/",
    "examples/",
    "docs/",
    "fuzz/",
    "packaging/",
    "python/",
];

/// The paths between backticks: words of path characters with a slash or an
/// extension that this repository uses.
fn paths(text: &str) -> Vec<&str> {
    let inner = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let known = [".rs", ".md", ".txt", ".toml", ".csv", ".tsv", ".jsonl", ".py", ".json"];
        let fits = word.chars().all(|c| c.is_ascii_alphanumeric() || ['/', '.', '_', '-'].contains(&c));
        fits && (FOLDERS.iter().any(|f| word.starts_with(f))
            || !word.starts_with('.') && known.iter().any(|e| word.ends_with(e)))
    };
    inner.filter(is_path).collect()
}

#[test]
fn every_path_that_the_architecture_names_exists() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named = paths(&text);
    assert!(named.len() >= 5, "ARCHITECTURE.md names hardly any path: {named:?}");
    // A bare file name is that of a file at any depth.
    let mut names = HashSet::new();
    for folder in FOLDERS {
        collect(&root().join(folder), &mut names);
    }
    let is_there = |path: &&str| root().join(path).exists() || !path.contains('/') && names.contains(*path);
    let missing: Vec<&str> = named.into_iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

/// Other documents name files of their readers, too, so only paths below a folder are looked at.
#[test]
fn every_path_that_the_documents_name_exists() {
    let mut missing = Vec::new();
    for (document, text) in documents() {
        let named = paths(&text).into_iter().filter(|path| FOLDERS.iter().any(|f| path.starts_with(f)));
        missing.extend(
            named.filter(|path| !root().join(path).exists()).map(|path| format!("{document}: {path}")),
        );
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The `cargo` commands of a document, in indented blocks and between backticks, without what
/// follows ` -- ` or `#`, each as its words.
fn cargo_commands(text: &str) -> Vec<Vec<String>> {
    let (code, prose): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("    "));
    let prose = prose.join("\n");
    let spans = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    let lines = code.into_iter().map(str::to_owned);
    let as_words = |command: String| {
        let words = command.split_whitespace().skip_while(|word| word.contains('='));
        words.take_while(|word| *word != "--" && *word != "#").map(str::to_owned).collect::<Vec<_>>()
    };
    lines
        .chain(spans)
        .map(as_words)
        .filter(|words| words.first().is_some_and(|word| word == "cargo"))
        .collect()
}

/// The folders of the packages of this repository.
fn packages() -> Vec<PathBuf> {
    let folders = [
        "",
        "encoder",
        "engine",
        "load",
        "model",
        "parser",
        "storage",
        "storage/postgres",
        "storage/synthetic",
        "tui",
    ];
    folders.map(|folder| root().join(folder)).into()
}

fn manifest(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap()
}

/// Whether a test of a file or folder has the filter in its path: module or function.
fn has_test(place: &Path, filter: &str) -> bool {
    if place.is_dir() {
        return std::fs::read_dir(place).unwrap().any(|entry| has_test(&entry.unwrap().path(), filter));
    }
    let named = place.file_stem().is_some_and(|stem| stem.to_string_lossy().contains(filter));
    let is_test = |line: &str| line.trim().split_once("fn ").is_some_and(|(_, name)| name.contains(filter));
    let text = std::fs::read_to_string(place).unwrap_or_default();
    place.extension().is_some_and(|end| end == "rs") && (named || text.lines().any(is_test))
}

/// What a `cargo` command names that does not exist.
fn fault(words: &[String]) -> Option<String> {
    let after = |flags: &[&str]| {
        let at = words.iter().position(|word| flags.contains(&word.as_str()))?;
        words.get(at + 1).map(String::as_str)
    };
    let mut folder = root().to_owned();
    if let Some(name) = after(&["-p", "--package"]) {
        let line = format!("name = \"{name}\"");
        let found = packages().into_iter().find(|folder| manifest(folder).lines().any(|l| l == line));
        let Some(found) = found else { return Some(format!("no package {name}")) };
        folder = found;
    }
    if let Some(path) = after(&["--manifest-path"]) {
        if !root().join(path).is_file() {
            return Some(format!("no manifest {path}"));
        }
        folder = root().join(path).parent().unwrap().to_owned();
    }
    if let Some(path) = after(&["--path"])
        && !root().join(path).join("Cargo.toml").is_file()
    {
        return Some(format!("no package at {path}"));
    }
    let features = after(&["--features"]).unwrap_or_default();
    for feature in features.split(',').filter(|feature| !feature.is_empty()) {
        if !manifest(&folder).lines().any(|line| line.starts_with(&format!("{feature} = "))) {
            return Some(format!("no feature {feature}"));
        }
    }
    for (flag, below) in [("--test", "tests"), ("--example", "examples"), ("--bench", "benches")] {
        let Some(name) = after(&[flag]) else { continue };
        let file = folder.join(below).join(format!("{name}.rs"));
        let place = if file.is_file() { file } else { folder.join(below).join(name) };
        if !place.exists() {
            return Some(format!("no {flag} {name}"));
        }
        let last = words.last().unwrap();
        if flag == "--test" && last != name && !last.starts_with('-') && !has_test(&place, last) {
            return Some(format!("no test in {name} whose path contains {last}"));
        }
    }
    let last = words.last().unwrap();
    if words.iter().any(|word| word == "--lib") && last != "--lib" && !has_test(&folder.join("src"), last) {
        return Some(format!("no test in the library whose path contains {last}"));
    }
    None
}

#[test]
fn what_the_cargo_commands_of_the_documents_name_exists() {
    let (mut faults, mut count) = (Vec::new(), 0);
    let mut texts = documents();
    texts
        .push(("fuzz/README.md".to_owned(), std::fs::read_to_string(root().join("fuzz/README.md")).unwrap()));
    let bench = "storage/bench/README.md";
    texts.push((bench.to_owned(), std::fs::read_to_string(root().join(bench)).unwrap()));
    for (document, text) in texts {
        for words in cargo_commands(&text) {
            count += 1;
            faults.extend(fault(&words).map(|what| format!("{document}: {}: {what}", words.join(" "))));
        }
    }
    assert!(count >= 25, "only {count} commands were found");
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_cargo_command_that_names_nothing_is_found() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (command, what) in [
        ("cargo test -p trustuqa-nothing", "no package trustuqa-nothing"),
        ("cargo test --test nothing", "no --test nothing"),
        (
            "cargo test --test library nothing_like_it",
            "no test in library whose path contains nothing_like_it",
        ),
        ("cargo run --features nothing", "no feature nothing"),
        ("cargo bench --manifest-path nothing/Cargo.toml", "no manifest nothing/Cargo.toml"),
    ] {
        assert_eq!(fault(&words(command)).as_deref(), Some(what));
    }
    let text =
        "Say `X=1 cargo test --test library\n-- --nocapture`:\n\n    cargo build   # all\n    trustuqa\n";
    let found: Vec<String> = cargo_commands(text).iter().map(|words| words.join(" ")).collect();
    assert_eq!(found, ["cargo build", "cargo test --test library"]);
}

#[test]
fn paths_are_told_from_other_code() {
    let text = "`src/session/mod.rs` holds `Graph::open`, see `Cargo.toml` and `src/cli`, not `a/b c` or `.tsv`; `trustuqa load x.csv` is a command";
    assert_eq!(paths(text), ["src/session/mod.rs", "Cargo.toml", "src/cli"]);
}
