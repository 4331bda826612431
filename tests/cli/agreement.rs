//! What a model answers is certain only when the built-in parser reads the question the same way.

use serde_json::Value;

use crate::support::home::Home;
use crate::support::{Server, completion};

/// Asks a model that always writes the same query, and returns the answer of the trace.
async fn asked(home: &Home, query: &'static str) -> Value {
    let server = Server::start(move |_| completion(&format!("Step1: Look\nQuery1: \"{query}\""))).await;
    let args = ["--writer", "llm", "--model", "m", "--base-url", &server.base_url];
    let ran = home.ok(&[&["ask", "Who directed Chicago?", "--json"], &args[..]].concat());
    let trace: Value = serde_json::from_str(&ran.stdout).unwrap();
    trace["answer"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_writers_that_agree_are_certain() {
    let home = Home::with_demo();
    let answer = asked(&home, "get_information(relation='directed_by', head_entity='Chicago')").await;
    assert_eq!(answer["items"][0]["text"], "Rob Marshall");
    assert_eq!(answer["certain"], true, "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_the_parser_does_not_follow_is_not_certain() {
    let home = Home::with_demo();
    let answer = asked(&home, "get_information(relation='release_year', head_entity='Chicago')").await;
    assert_eq!(answer["status"], "answered", "{answer}");
    assert_eq!(answer["certain"], false, "{answer}");
    let doubt = answer["doubts"][0].as_str().unwrap();
    assert!(doubt.starts_with("without a model the question is read differently: "), "{doubt}");
}

/// What a model too small for the task writes is no dead end: the parser answers, and it is said.
#[tokio::test(flavor = "multi_thread")]
async fn where_no_query_of_a_model_gives_an_answer_the_parser_answers() {
    let home = Home::with_demo();
    let server = Server::start(move |_| completion("I would look for the director of that film.")).await;
    let args = ["--writer", "llm", "--model", "m", "--base-url", &server.base_url];
    let ran = home.ok(&[&["ask", "Who directed Chicago?"], &args[..]].concat());
    assert!(ran.stdout.contains("Rob Marshall"), "{}", ran.stdout);
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(said.contains("no query of the model gives an answer"), "{said}");
    // Where the parser has no answer either, what was wrong with the model's query is told.
    let ran = home.run(&[&["ask", "Who sang the anthem of Atlantis?", "--json"], &args[..]].concat());
    assert!(!ran.stdout.contains("\"status\": \"answered\""), "{}", ran.stdout);
}
