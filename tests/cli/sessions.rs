//! Kept sessions: listed, searched, and gone on with.

use crate::support::home::Home;

/// A session as the chat keeps it.
fn kept(home: &Home, id: &str, graph: &str, questions: &[&str]) {
    let mut text =
        format!("{{\"version\":1,\"graph\":\"{graph}\",\"started\":\"2026-03-0{} 10:00\"}}\n", &id[7..8]);
    for question in questions {
        text.push_str(&format!("{{\"entry\":\"question\",\"text\":\"{question}\",\"at\":\"\"}}\n"));
        text.push_str(&format!(
            "{{\"entry\":\"answer\",\"question\":\"{question}\",\"items\":[{{\"text\":\"42\"}}]}}\n"
        ));
    }
    let folder = home.data().join("sessions");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{id}.jsonl")), text).unwrap();
}

#[test]
fn sessions_are_listed_searched_and_refused_when_they_are_unknown() {
    let home = Home::new();
    let mut runs = vec![home.run(&["sessions"]), home.run(&["--resume"])];
    kept(&home, "20260301-100000", "demo", &["How deep is Glint?", "and Murk?"]);
    kept(&home, "20260302-100000", "lakes", &["Which tarn is the deepest?"]);
    // A file that is not a session, and one in which nothing was asked.
    std::fs::write(home.data().join("sessions/notes.txt"), "x").unwrap();
    std::fs::write(home.data().join("sessions/20260303-100000.jsonl"), "").unwrap();
    for args in [
        &["sessions"][..],
        &["sessions", "GLINT", "murk"],
        &["sessions", "glint", "tarn"],
        &["sessions", "tarn", "--json"],
        &["--resume", "20000101-000000"],
        &["chat", "--resume", "../secret"],
        &["chat", "--resume", "--graph", "nowhere"],
        // The session is there, and only the terminal is missing.
        &["--resume", "20260301-100000"],
        &["--resume", "20260301-100000", "sources"],
    ] {
        runs.push(home.run(args));
    }
    insta::assert_snapshot!("sessions", home.shown(&runs));
    let codes: Vec<i32> = runs.iter().map(|ran| ran.code).collect();
    assert_eq!(codes, [0, 2, 0, 0, 1, 0, 2, 2, 2, 2, 2]);
    assert!(!home.data().join("graphs").exists(), "listing opens no graph");
}
