//! The reference of the query language: every function is in it, with what the program says of it and with
//! examples whose answers are true.

use std::fmt::Write as _;

use super::root;
use super::stage::stage;
use crate::support::home::Home;

/// Every function with what the program says of it.
fn functions(home: &Home) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in home.ok(&["query", "--functions"]).stdout.lines() {
        match (line.strip_prefix("  "), found.last_mut()) {
            (Some(about), Some((_, text))) => {
                text.push_str(about);
                text.push('\n');
            }
            _ => {
                let name = line.split('(').next().unwrap().to_owned();
                found.push((name, String::new()));
            }
        }
    }
    found
}

/// The section of a function: what it says of itself, and its examples with their answers.
fn section(home: &Home, name: &str, about: &str, examples: &[&str]) -> String {
    let mut text = format!("## {name}\n");
    for line in about.lines() {
        write!(text, "\n{}\n", escaped(line.trim())).unwrap();
    }
    for example in examples {
        let ran = home.run(&["--graph", "demo", "query", example, "--format", "markdown"]);
        assert!(ran.code <= 1, "{ran:#?}");
        let answer = if ran.code == 0 { ran.stdout.trim().to_owned() } else { ran.stderr.trim().to_owned() };
        write!(text, "\n    {example}\n\n{answer}\n").unwrap();
    }
    text
}

/// Plain text with the signs escaped that Markdown would read as markup.
fn escaped(text: &str) -> String {
    text.replace('<', "\\<").replace('>', "\\>").replace('*', "\\*")
}

#[test]
fn the_reference_of_functions_is_complete_and_its_examples_are_true() {
    let path = root().join("docs/functions.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (begin, _) = text.split_once("\n## ").expect("sections");
    let home = stage();
    let mut again = format!("{begin}\n");
    for (name, about) in functions(&home) {
        let heading = format!("\n## {name}\n");
        let own = text.split_once(&heading).map_or("", |(_, rest)| rest.split("\n## ").next().unwrap());
        let examples: Vec<&str> = own.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        assert!(!examples.is_empty(), "docs/functions.md has no example of `{name}`");
        write!(
            again,
            "{}{}",
            if again.ends_with("\n\n") { "" } else { "\n" },
            section(&home, &name, &about, &examples)
        )
        .unwrap();
    }
    if std::env::var_os("TRUSTUQA_UPDATE").is_some() {
        std::fs::write(&path, &again).unwrap();
    }
    let now = std::fs::read_to_string(&path).unwrap();
    let differs = now.lines().zip(again.lines()).find(|(a, b)| a != b);
    assert!(now == again, "docs/functions.md is not what the program says: {differs:?}");
}
