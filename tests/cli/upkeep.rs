//! Checking, backing up and compacting a graph.

use crate::support::home::Home;

/// A home with two sources, one of which shares names with the other.
fn loaded() -> Home {
    let home = Home::new();
    home.ok(&["generate", "made", "--triples", "5000", "--seed", "3"]);
    home.ok(&["load", "made"]);
    home
}

#[test]
fn a_sound_graph_is_said_to_be_sound() {
    let home = loaded();
    let ran = home.ok(&["check", "--tables"]);
    assert!(ran.stdout.contains("every checksum is right"), "{ran:#?}");
    assert!(ran.stdout.contains("by_head") && ran.stdout.contains("is sound"), "{ran:#?}");
}

#[test]
fn a_damaged_graph_is_named_and_ends_with_the_code_of_the_environment() {
    let home = loaded();
    let file = home.graph().join("graph.redb");
    let mut bytes = std::fs::read(&file).unwrap();
    // A byte in the middle of each page but the first few, which redb itself needs.
    for page in 8..bytes.len() / 4096 {
        bytes[page * 4096 + 100] ^= 0x40;
    }
    std::fs::write(&file, bytes).unwrap();
    let ran = home.fails(3, &["check"]);
    assert!(ran.stderr.contains("damaged"), "{ran:#?}");
    assert!(ran.stderr.contains("restore"), "{ran:#?}");
}

#[test]
fn a_backup_is_a_graph_and_never_overwrites() {
    let home = loaded();
    let before = home.ok(&["sources"]).stdout;
    home.ok(&["backup", "copy.redb"]);
    home.fails(2, &["backup", "copy.redb"]);
    // In the place of the graph it says the same.
    std::fs::rename(home.path("copy.redb"), home.graph().join("graph.redb")).unwrap();
    assert_eq!(home.ok(&["sources"]).stdout, before);
    home.ok(&["check"]);
}

#[test]
fn compacting_after_a_removal_makes_the_file_smaller() {
    let home = loaded();
    let json: serde_json::Value = serde_json::from_str(&home.ok(&["sources", "--json"]).stdout).unwrap();
    let largest = json.as_array().unwrap().iter().max_by_key(|source| source["facts"].as_u64()).unwrap();
    home.ok(&["remove", largest["name"].as_str().unwrap()]);
    let ran = home.ok(&["compact"]);
    assert!(ran.stdout.contains("MB before"), "{ran:#?}");
    home.ok(&["check"]);
}
