//! The README and the book in `docs/`: every command in them runs, every setting is one, every
//! function of the query language is in the reference with examples whose answers are true, and
//! every link leads somewhere.
//!
//! * `commands` - the commands in a document, and what they say they write
//! * `stage` - the files and servers that the commands speak of
//! * `functions` - the reference of the query language
//! * `links` - where the links lead
//!
//! `TRUSTUQA_UPDATE=1 cargo test --test cli documents` writes the reference again, with what
//! the functions say of themselves and what the examples answer.

mod commands;
mod functions;
mod links;
mod stage;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::home::Home;
use stage::stage;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents, with their paths below the repository.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    let book = std::fs::read_dir(root().join("docs")).unwrap();
    paths.extend(book.map(|entry| Path::new("docs").join(entry.unwrap().file_name())));
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    let read = |path: PathBuf| {
        (path.to_str().unwrap().to_owned(), std::fs::read_to_string(root().join(&path)).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// The queries of several steps in a document.
fn queries(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last = false;
    for line in text.lines() {
        let step = line.strip_prefix("    ").filter(|step| step.starts_with("Query"));
        match (step, last) {
            (Some(step), true) => {
                let query = found.last_mut().unwrap();
                query.push('\n');
                query.push_str(step);
            }
            (Some(step), false) => found.push(step.to_owned()),
            (None, _) => {}
        }
        last = step.is_some();
    }
    found
}

#[test]
fn every_query_of_the_documents_has_an_answer() {
    let home = stage();
    let (mut failed, mut count) = (String::new(), 0);
    for (document, text) in documents() {
        for query in queries(&text) {
            count += 1;
            let ran = home.run(&["--graph", "demo", "query", &query]);
            if ran.code != 0 {
                writeln!(failed, "{document}: {query}\n  {}: {}", ran.code, ran.stderr).unwrap();
            }
        }
    }
    assert!(count >= 8, "only {count} queries were found");
    assert!(failed.is_empty(), "{failed}");
}

/// The settings in a document: indented blocks that begin with a section or a key of TOML.
fn settings(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(code) => {
                let block = blocks.last_mut().unwrap();
                block.push_str(code);
                block.push('\n');
            }
            None if line.is_empty() => {}
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| {
        let first = block.lines().next().unwrap_or_default();
        let key = first.split_once(" = ").map_or("", |(key, _)| key);
        first.starts_with('[') && first.ends_with(']')
            || !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    });
    blocks
}

#[test]
fn every_setting_of_the_documents_is_one() {
    let home = Home::new();
    let mut count = 0;
    for (document, text) in documents() {
        for block in settings(&text) {
            count += 1;
            let file = home.write("settings.toml", &block);
            let ran = home.run(&["--config", file.to_str().unwrap(), "config", "show"]);
            assert!(ran.code == 0 && ran.stderr.is_empty(), "{document}:\n{block}\n{}", ran.stderr);
        }
    }
    assert!(count >= 2, "only {count} blocks of settings were found");
}
