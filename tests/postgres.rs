//! The program over a graph on PostgreSQL answers as it does over one in a folder. Each test starts
//! a server of its own where PostgreSQL is installed.
#![cfg(all(unix, feature = "postgres"))]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

#[path = "../storage/postgres/tests/common/server.rs"]
mod server;
#[path = "support/shared.rs"]
mod shared;
mod support;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use server::Server;
use support::home::{Home, demo_data};
use trustuqa::eval::{BenchmarkSet, GoldQuery, Question, sets};
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_model::Store;

/// What of an answer must be the same: all but what the clock says.
fn answers(said: &str) -> Vec<serde_json::Value> {
    let read = |line: &str| -> serde_json::Value {
        let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(trace) = answer.as_object_mut() {
            trace.retain(|key, _| !key.contains("time") && !key.contains("milli") && key != "took");
        }
        answer
    };
    said.lines().map(read).collect()
}

/// Loads files into both stores and asks both the same; how many were asked.
fn compare(server: &Server, name: &str, files: &[PathBuf], questions: &[String]) -> usize {
    let home = Home::new();
    let url = server.url(name);
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let load = [&["load"][..], &files].concat();
    home.ok(&load);
    home.ok(&[&["--graph", url.as_str()][..], &load].concat());
    let sources = |args: &[&str]| {
        let said = home.ok(&[args, &["sources", "--json"]].concat()).stdout;
        let mut listed: serde_json::Value = serde_json::from_str(&said).unwrap();
        for source in listed.as_array_mut().unwrap() {
            let source = source.as_object_mut().unwrap();
            source.retain(|key, _| key != "loaded_at");
            // Ids are each store's own.
            for relation in source.get_mut("relations").and_then(|all| all.as_array_mut()).unwrap() {
                relation.as_object_mut().unwrap().remove("node");
            }
        }
        listed
    };
    assert_eq!(sources(&[]), sources(&["--graph", &url]), "{name}");
    let asked = home.write("questions.txt", questions.join("\n"));
    let ask = ["ask", "--file", asked.to_str().unwrap()];
    let (here, there) = (home.run(&ask), home.run(&[&["--graph", url.as_str()][..], &ask].concat()));
    assert_eq!(here.code, there.code, "{there:#?}");
    let (here, there) = (answers(&here.stdout), answers(&there.stdout));
    assert_eq!(here.len(), questions.len(), "{name}");
    for (question, (here, there)) in questions.iter().zip(here.into_iter().zip(there)) {
        assert_eq!(here, there, "{name}: {question}");
    }
    let checked = home.ok(&["--graph", &url, "check"]).stdout;
    assert!(checked.contains("is sound"), "{checked}");
    questions.len()
}

#[test]
fn everyday_questions_have_the_same_answers() {
    let Some(server) = Server::start() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday");
    for (number, file) in std::fs::read_dir(folder).unwrap().enumerate() {
        let file = file.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let home = Home::new();
        let (mut files, mut questions) = (Vec::new(), Vec::new());
        for part in text.split("=== ").filter(|part| !part.is_empty()) {
            let (title, content) = part.split_once('\n').unwrap();
            match title.strip_prefix("file ") {
                Some(name) => files.push(home.write(name, content)),
                None => questions.extend(
                    content
                        .lines()
                        .filter_map(|line| line.split_once(" => ").or(line.split_once(" ~> ")))
                        .map(|(question, _)| question.to_owned()),
                ),
            }
        }
        assert!(compare(&server, &format!("everyday{number}"), &files, &questions) > 0);
    }
}

#[test]
fn questions_over_tables_and_graphs_have_the_same_answers() {
    let Some(server) = Server::start() else { return };
    let domains = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday_domains");
    for name in ["retail", "festival"] {
        let folder = domains.join(name);
        let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
        let question = |line: &str| -> String {
            let read: serde_json::Value = serde_json::from_str(line).unwrap();
            read["question"].as_str().unwrap().to_owned()
        };
        // Every third one, which are some thirty.
        let questions: Vec<String> = text.lines().step_by(3).take(30).map(question).collect();
        let files: Vec<PathBuf> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "csv" || end == "tsv"))
            .collect();
        compare(&server, name, &files, &questions);
    }
}

#[test]
fn a_graph_on_a_server_is_used_like_one_in_a_folder() {
    let Some(server) = Server::start() else { return };
    let home = Home::new();
    let url = server.url("team");
    let run = |args: &[&str]| home.run(&[&["--graph", url.as_str()][..], args].concat());
    let missing = run(&["sources"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("there is no graph in the schema `team`"), "{missing:#?}");
    let loaded = run(&["load", demo_data().to_str().unwrap()]);
    assert_eq!(loaded.code, 0, "{loaded:#?}");
    let sources = run(&["sources"]).stdout;
    assert!(sources.contains("medals") && sources.contains("films"), "{sources}");
    let query = "get_information(relation='directed_by', head_entity='Chicago')";
    let asked = run(&["query", query, "--json"]);
    assert_eq!(asked.code, 0, "{asked:#?}");
    assert_eq!(run(&["query", query]).stdout.trim(), "Rob Marshall");
    let trace = home.write("answer.json", &asked.stdout);
    assert_eq!(run(&["trace", trace.to_str().unwrap()]).code, 0);
    // Loads that change nothing, and change something.
    assert_eq!(run(&["refresh"]).code, 0);
    home.write("rivers.csv", "River,Length\nRhine,1230\n");
    assert_eq!(run(&["load", "rivers.csv"]).code, 0);
    assert_eq!(
        run(&["query", "get_information(relation='Length', head_entity='Rhine')"]).stdout.trim(),
        "1230"
    );
    home.write("rivers.csv", "River,Length\nRhine,1233\n");
    assert_eq!(run(&["refresh"]).code, 0);
    assert_eq!(
        run(&["query", "get_information(relation='Length', head_entity='Rhine')"]).stdout.trim(),
        "1233"
    );
    // A folder is followed as in a graph that is a folder.
    home.write("data/towns.csv", "Town,Mayor\nBarton,Ann\n");
    assert_eq!(run(&["load", "data"]).code, 0);
    home.write("data/bridges.csv", "Bridge,Span\nOld Bridge,120\n");
    std::fs::remove_file(home.path("data/towns.csv")).unwrap();
    let refreshed = run(&["refresh"]);
    assert!(refreshed.stdout.starts_with("new: bridges: table, 1 row"), "{refreshed:#?}");
    assert!(refreshed.stderr.contains("gone: towns ("), "{refreshed:#?}");
    assert_eq!(run(&["refresh"]).stdout, "");
    assert_eq!(run(&["remove", "rivers"]).code, 0);
    assert!(!run(&["sources"]).stdout.contains("rivers"));
    let unknown = run(&["remove", "rivers"]);
    assert_eq!(unknown.code, 2, "{unknown:#?}");
    let backup = run(&["backup", "copy.redb"]);
    assert_eq!(backup.code, 2, "{backup:#?}");
    assert!(backup.stderr.contains("pg_dump"), "{backup:#?}");
    let cluster = run(&["cluster", "init"]);
    assert_eq!(cluster.code, 3, "{cluster:#?}");
    assert!(cluster.stderr.contains("citus"), "{cluster:#?}");
    assert!(run(&["check", "--tables"]).stdout.contains("facts_by_head"));
}

#[test]
fn a_password_is_never_shown() {
    let home = Home::new();
    let url = "postgres://ann:secret@127.0.0.1:1/x?connect_timeout=2";
    let ran = home.run(&["--graph", url, "sources"]);
    assert_eq!(ran.code, 3, "{ran:#?}");
    assert!(!ran.stderr.contains("secret") && ran.stderr.contains("hint:"), "{ran:#?}");
    let shown = home.ok(&["--graph", url, "config", "show"]).stdout;
    assert!(!shown.contains("secret") && shown.contains("postgres://ann@127.0.0.1:1/x"), "{shown}");
}

/// The gold queries of benchmarks, where these are beside the repository: a sample, or all of them with
/// `TRUSTUQA_GOLD=all`.
#[test]
fn gold_queries_have_the_same_answers() {
    let Some(data) = shared::data() else { return };
    let Some(server) = Server::start() else { return };
    for set in [BenchmarkSet::Metaqa, BenchmarkSet::Cronquestions] {
        let dataset = sets::read(set, &data.join(set.name()), &sets::ReadOptions::default()).unwrap();
        let home = Home::new();
        let folder = trustuqa_storage::Graph::open(&home.graph(), true).unwrap();
        let there = server.open(set.name());
        for store in [&folder as &dyn Store, &there] {
            dataset.load(store, &mut |_| ControlFlow::Continue(())).unwrap();
        }
        let views = [Store::view(&folder).unwrap(), Store::view(&there).unwrap()];
        let [here, there] = views.each_ref().map(|view| Engine::new(view.as_ref(), None).unwrap());
        let gold = |question: &Question| match &question.gold {
            Some(GoldQuery::Query(text)) => Some(text.clone()),
            _ => None,
        };
        let queries: Vec<String> = dataset.questions.iter().filter_map(gold).collect();
        let mut answered = 0;
        for query in queries.iter().step_by(shared::gold_step(queries.len(), 200)) {
            let options = RunOptions::default();
            let answers = |engine: &Engine<'_>| engine.run(query, &options).map(|trace| trace.answer);
            let (one, other) = (answers(&here).unwrap(), answers(&there).unwrap());
            assert_eq!(
                one.items.iter().map(|item| &item.text).collect::<Vec<_>>(),
                other.items.iter().map(|item| &item.text).collect::<Vec<_>>(),
                "{query}"
            );
            answered += usize::from(!one.items.is_empty());
        }
        eprintln!("{}: {answered} queries with answers", set.name());
        assert!(answered > 0);
    }
}
