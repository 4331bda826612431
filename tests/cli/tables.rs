//! A large collection of tables that nobody here wrote: WikiTableQuestions. It is
//! not part of the repository, so the test says when it is absent.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::support::home::Home;

const TABLES: usize = 1_128;

fn tables() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The checkout may stand one folder deeper than usual, as a work tree does.
    let places = ["../shared/data/wtq/csv", "../../shared/data/wtq/csv"];
    places.into_iter().map(|place| root.join(place)).find(|path| path.exists())
}

#[test]
fn over_a_thousand_tables_share_one_graph() {
    let Some(folder) = tables() else {
        println!("SKIPPED: ../shared/data/wtq/csv is not here");
        return;
    };
    let home = Home::new();
    let started = Instant::now();
    let ran = home.ok(&["load", folder.to_str().unwrap()]);
    println!("loading {TABLES} tables took {:?}", started.elapsed());
    assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("loaded ")).count(), TABLES);
    assert!(!ran.stderr.contains("  kind: "), "a line more for each of so many");
    assert!(ran.stderr.contains(&format!("loaded {TABLES} sources with ")), "{}", ran.stderr);
    let started = Instant::now();
    let json: serde_json::Value = serde_json::from_str(&home.ok(&["sources", "--json"]).stdout).unwrap();
    println!("listing them took {:?}", started.elapsed());
    let sources = json.as_array().unwrap();
    assert_eq!(sources.len(), TABLES);
    assert!(sources.iter().all(|s| s["kind"] == "table"));
    let listed = home.sources();
    assert!(sources.iter().all(|s| listed.contains(&format!("{}: table", s["name"].as_str().unwrap()))));
}
