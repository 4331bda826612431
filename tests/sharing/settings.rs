//! What a program asks of another one is asked by its own settings.

use std::path::Path;

use super::AskingProgram;
use super::support::home::Home;
use super::support::{Server, completion};

const KEY: &str = "sk-of-the-one-who-asks-4711";
const QUERY: &str = "Query1: \"get_information(relation='directed_by', head_entity='Chicago')\"";

/// Every file below a folder that contains a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            found.extend(files_with(&entry.path(), text));
        } else if let Ok(bytes) = std::fs::read(entry.path())
            && bytes.windows(text.len()).any(|window| window == text.as_bytes())
        {
            found.push(entry.path().display().to_string());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn writer_key_and_ledger_are_those_of_who_asks() {
    let server = Server::start(|_| completion(QUERY)).await;
    let (holding, asking) = (Home::with_demo(), Home::new());
    let asker = tokio::task::block_in_place(|| AskingProgram::ready(&holding));
    let graph = holding.graph();
    let args = ["--graph", graph.to_str().unwrap(), "ask", "Who made Chicago?", "--writer", "llm"];
    let more = ["--model", "m", "--base-url", &server.base_url];
    let args: Vec<&str> = args.into_iter().chain(more).collect();
    let ran = tokio::task::block_in_place(|| asking.run_with(&args, &[("OPENAI_API_KEY", KEY)], ""));
    assert!(ran.stdout.contains("Rob Marshall"), "{ran:#?}");
    let received = server.received();
    assert!(!received.is_empty());
    assert!(received.iter().all(|request| request.head.contains(KEY)), "its key goes to its server");
    // On record where it belongs, and the key nowhere.
    let sent = |home: &Home| std::fs::read_to_string(home.data().join("sent.jsonl")).unwrap_or_default();
    assert!(sent(&asking).contains("Who made Chicago?"));
    assert!(!sent(&holding).contains("Who made Chicago?"));
    for home in [&holding, &asking] {
        assert_eq!(files_with(home.data().parent().unwrap(), KEY), Vec::<String>::new());
    }
    // Another share level is that of another request only.
    let off: Vec<&str> = args.iter().copied().chain(["--share", "off"]).collect();
    let ran = tokio::task::block_in_place(|| asking.run_with(&off, &[], ""));
    assert!(ran.code == 2 && ran.stderr.contains("share level is `off`"), "{ran:#?}");
    tokio::task::block_in_place(|| asker.end());
}
