//! What the program says of itself and of the machine that it is on.

use std::net::TcpListener;

use crate::support::home::Home;

#[test]
fn a_version_has_commit_features_and_target() {
    let home = Home::new();
    let long = home.ok(&["--version"]).stdout;
    let features = long.lines().find_map(|line| line.strip_prefix("features: ")).unwrap();
    let named = |feature| features.split(' ').any(|name| name == feature);
    assert_eq!(named("serve"), cfg!(feature = "serve"), "{long}");
    assert_eq!(named("postgres"), cfg!(feature = "postgres"), "{long}");
    assert_eq!(named("databases"), cfg!(feature = "databases"), "{long}");
    assert!(long.contains("target: "), "{long}");
    assert_eq!(home.ok(&["-V"]).stdout.trim(), format!("trustuqa {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_healthy_machine_is_told_without_anything_of_the_user() {
    let home = Home::with_demo();
    let ran = home.ok(&["doctor"]);
    for part in ["ok    graph: 10 sources", "ok    data folder", "-     encoder: ", "ok    writer: offline"] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    let folder = home.path("").to_str().unwrap().to_owned();
    assert!(!ran.stdout.contains("medals") && !ran.stdout.contains(folder.trim_end_matches('/')), "{ran:#?}");
    let empty = Home::new().ok(&["doctor"]);
    assert!(empty.stdout.contains("-     graph: none yet"), "{empty:#?}");
}

#[test]
fn what_does_not_work_is_told_with_what_to_do() {
    let home = Home::with_demo();
    let graph = home.graph().join("graph.redb");
    std::fs::write(graph, b"this is no database").unwrap();
    let ran = home.run(&["doctor"]);
    assert!(ran.code == 3 && ran.stdout.contains("FAIL  graph: "), "{ran:#?}");
    assert!(ran.stdout.contains("trustuqa check"), "{ran:#?}");
}

#[test]
fn the_server_of_a_model_is_connected_to_and_nothing_is_sent() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let llm = ["doctor", "--writer", "llm", "--model", "m", "--base-url", &address];
    let ran = home.ok(&llm);
    assert!(ran.stdout.contains("accepts connections") && !ran.stdout.contains(&address), "{ran:#?}");
    let (mut stream, _) = listener.accept().unwrap();
    let mut sent = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut sent).unwrap();
    assert!(sent.is_empty(), "{sent:?}");
    drop(listener);
    let ran = home.run(&llm);
    assert!(ran.code == 3 && ran.stdout.contains("FAIL  writer: llm"), "{ran:#?}");
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let home = Home::new();
    std::fs::create_dir(home.path("man")).unwrap();
    home.ok(&["man", "man"]);
    for page in ["trustuqa.1", "trustuqa-ask.1", "trustuqa-load.1"] {
        let text = std::fs::read_to_string(home.path("man").join(page)).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    let ran = home.run(&["man", "nowhere"]);
    assert!(ran.code == 2 && ran.stderr.contains("nowhere"), "{ran:#?}");
}
