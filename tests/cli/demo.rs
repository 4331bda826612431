//! The bundled data and its questions.

use crate::support::home::{Home, demo_data};

/// The bundled question with this identifier: its text and its query.
fn question(id: &str) -> (String, String) {
    let all = std::fs::read_to_string(demo_data().join("questions.jsonl")).unwrap();
    let line = all.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let found = line.into_iter().find(|q| q["id"] == id).unwrap();
    (found["question"].as_str().unwrap().to_owned(), found["query"].as_str().unwrap().to_owned())
}

/// The sources that the paper's example crosses, with where their facts stand.
fn assert_crosses_three_sources(said: &str) {
    for file in ["musical_awards.csv:", "films.kg.tsv:", "offices.tkg.tsv:"] {
        assert!(said.contains(file), "{file} is not cited in {said}");
    }
    let award = said.lines().find(|line| line.contains("musical_awards.csv:")).unwrap();
    assert!(award.contains("(row "), "{award}");
}

#[test]
fn the_papers_example_is_computed_across_table_and_graphs_by_its_query() {
    let home = Home::with_demo();
    let (_, query) = question("cross-01");
    let ran = home.ok(&["query", &query, "--trace"]);
    assert_eq!(ran.stdout.lines().next(), Some("2002"), "{ran:#?}");
    assert_crosses_three_sources(&ran.stdout);
    for step in ["step 1:", "step 2:", "step 3:", "step 4:"] {
        assert!(ran.stdout.contains(step), "{step} is missing in {ran:#?}");
    }
}

#[test]
fn the_papers_example_is_answered_by_the_offline_writer() {
    let home = Home::with_demo();
    let (question, _) = question("cross-01");
    let ran = home.ok(&["ask", &question, "--trace"]);
    assert_eq!(ran.stdout.lines().next(), Some("2002"), "{ran:#?}");
    assert_crosses_three_sources(&ran.stdout);
}

#[test]
fn the_demo_checks_itself() {
    let home = Home::new();
    let started = std::time::Instant::now();
    let ran = home.run(&["demo", "--check"]);
    println!("demo --check took {:?}", started.elapsed());
    let last = ran.stdout.lines().last().unwrap();
    let numbers: Vec<usize> = last.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    let [by_query, of, by_writer, of_too, wrong] = numbers[..] else { panic!("{last}") };
    assert_eq!((by_query, of, of_too), (40, 40, 40), "{}", ran.stdout);
    assert!(by_writer >= 28, "{}", ran.stdout);
    assert_eq!(wrong, 0, "{}", ran.stdout);
    assert_eq!(ran.code, 0);
}

#[test]
fn the_demo_says_what_it_loaded_and_loads_it_once() {
    let home = Home::new();
    let first = home.run(&["demo"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stderr.contains("loaded 10 sources"), "{}", first.stderr);
    assert!(first.stdout.contains("? ") && first.stdout.contains("└─ step"), "{}", first.stdout);
    let second = home.run(&["demo"]);
    assert!(!second.stderr.contains("loaded 10 sources"), "{}", second.stderr);
    assert_eq!(second.stdout, first.stdout, "the same data give the same answers");
    // The demo keeps to a graph of its own.
    home.fails(2, &["sources"]);
    assert!(home.ok(&["sources", "--graph", "demo"]).stdout.contains("musical_awards: table"));
}
