//! Prompts as files, completions from files, a model's server.

use serde_json::{Value, json};

use crate::data::{figures, measured, query_of, recorded, wikisql, without_times, write_lines};
use crate::support::home::{Home, Ran};
use crate::support::{Server, batch_output as output, completion};

fn emit(home: &Home, args: &[&str]) -> (Ran, Vec<Value>) {
    let own = ["eval", "wikisql", "--data", "bench", "--model", "m-1", "--emit-requests", "requests.jsonl"];
    let ran = home.ok(&[&own, args].concat());
    let text = std::fs::read_to_string(home.path("requests.jsonl")).unwrap();
    (ran, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The question that a request is about.
fn asked(request: &Value) -> String {
    let messages = request["body"]["messages"].as_array().unwrap();
    let last = messages.last().unwrap()["content"].as_str().unwrap();
    let line = last.lines().find_map(|line| line.strip_prefix("Question: "));
    line.unwrap().to_owned()
}

const WRONG: &str = "Step1: x\nQuery1: \"get_information(relation='Port')\"";
const BROKEN: &str = "Step1: x\nQuery1: \"get_information(relation='Zzyzx qqq')\"";

#[test]
fn requests_are_written_as_a_batch_file_and_nobody_is_asked() {
    let home = Home::new();
    wikisql(&home);
    let (ran, requests) = emit(&home, &[]);
    assert_eq!(ran.stdout, "4 requests for 4 questions: requests.jsonl\n");
    assert_eq!(requests.len(), 4);
    for request in &requests {
        let keys: Vec<&str> = request.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["custom_id", "method", "url", "body"]);
        assert_eq!((&request["method"], &request["url"]), (&json!("POST"), &json!("/v1/chat/completions")));
        assert_eq!((&request["body"]["model"], &request["body"]["n"]), (&json!("m-1"), &json!(5)));
        assert!(request["custom_id"].as_str().unwrap().len() == 64);
        // The known source is reported, the other one is not, and no cell of either.
        let messages = request["body"]["messages"].as_array().unwrap();
        let text = format!("{}{}", messages[0], messages.last().unwrap());
        assert!(text.contains("Port") && !text.contains("Grimsay"), "{text}");
        assert!(text.contains("Masts") != text.contains("Wingspan"), "{text}");
    }
    let log = std::fs::read_to_string(home.data().join("sent.jsonl")).unwrap_or_default();
    assert_eq!(log, "", "the egress ledger must stay empty");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_holds_what_the_writer_sends_first() {
    let home = Home::new();
    wikisql(&home);
    let (_, requests) = emit(&home, &["--limit", "1"]);
    let server = Server::start(|_| completion(WRONG)).await;
    home.ok(&[
        "eval",
        "wikisql",
        "--data",
        "bench",
        "--limit",
        "1",
        "--writer",
        "llm",
        "--model",
        "m-1",
        "--base-url",
        &server.base_url,
        // As a batch job has it, which goes elsewhere: a model on this machine is shown samples.
        "--share",
        "schema",
    ]);
    let mut sent: Value = serde_json::from_slice(&server.received()[0].body).unwrap();
    // A batch job is not streamed, has no bound, and asks for five completions at once.
    for key in ["stream", "stream_options", "max_tokens", "max_completion_tokens"] {
        sent.as_object_mut().unwrap().remove(key);
    }
    let mut written = requests[0]["body"].clone();
    written.as_object_mut().unwrap().remove("n");
    assert_eq!(sent, written);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_measured_with_its_tokens() {
    let home = Home::new();
    wikisql(&home);
    let server = Server::start(|_| completion(query_of("What is the most masts?"))).await;
    let args = ["wikisql", "--writer", "llm", "--model", "m-1", "--base-url", &server.base_url];
    let (ran, out) = measured(&home, &args);
    assert_eq!(out["settings"]["model"], "m-1");
    // The answer of all is that of one; birds have no masts, so that question has three tries.
    assert_eq!(out["denotation_accuracy"], 0.25, "{ran:#?}");
    assert_eq!(out["errors"]["relation_grounding"], 1, "{ran:#?}");
    let requests = server.received().len() as u64;
    assert_eq!(out["tokens"], json!({"prompts": 100 * requests, "completions": 20 * requests}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_refuses_ends_the_run_and_keeps_what_there_is() {
    let home = Home::new();
    wikisql(&home);
    let refused = "{\"error\": {\"message\": \"no such key\"}}";
    let server = Server::start(move |_| crate::support::status(401, "", refused)).await;
    let ran = home.fails(
        3,
        &[
            "eval",
            "wikisql",
            "--data",
            "bench",
            "--writer",
            "llm",
            "--model",
            "m-1",
            "--base-url",
            &server.base_url,
        ],
    );
    assert!(
        ran.stderr.contains("no such key") && ran.stderr.contains("what came before is kept in"),
        "{ran:#?}"
    );
}

#[test]
fn the_output_of_a_batch_job_measures_as_the_same_completions_do() {
    let home = Home::new();
    wikisql(&home);
    let (_, requests) = emit(&home, &[]);
    // A minority of wrong samples changes nothing.
    let lines: Vec<Value> = requests
        .iter()
        .map(|request| {
            let right = query_of(&asked(request));
            output(request, &[WRONG, right, right, BROKEN, right])
        })
        .collect();
    write_lines(&home, "output.jsonl", &lines);
    recorded(&home, "recorded.jsonl", |question| query_of(question).to_owned());
    let (ran, by_batch) = measured(&home, &["wikisql", "--model", "m-1", "--completions", "output.jsonl"]);
    assert_eq!(by_batch["denotation_accuracy"], 1.0, "{ran:#?}");
    assert_eq!(by_batch["tokens"], json!({"prompts": 400, "completions": 120}));
    let (_, by_line) = measured(&home, &["wikisql", "--completions", "recorded.jsonl"]);
    let strip = |out: Value| {
        let mut out = without_times(out);
        for key in ["settings", "tokens"] {
            out.as_object_mut().unwrap().remove(key);
        }
        out
    };
    assert_eq!(strip(by_batch), strip(by_line));
}

#[test]
fn batch_output_for_other_prompts_is_left_out() {
    let home = Home::new();
    wikisql(&home);
    let (_, requests) = emit(&home, &[]);
    let lines: Vec<Value> = requests.iter().map(|r| output(r, &[query_of(&asked(r))])).collect();
    write_lines(&home, "output.jsonl", &lines[..2]);
    let (_, out) = measured(&home, &["wikisql", "--model", "m-1", "--completions", "output.jsonl"]);
    assert_eq!((&out["questions"], &out["left_out"]), (&json!(2), &json!(2)));
    let ran = home
        .fails(2, &["eval", "wikisql", "--data", "bench", "--model", "m-2", "--completions", "output.jsonl"]);
    assert!(ran.stderr.contains("the same model, share level and settings"), "{ran:#?}");
}

#[test]
fn a_second_round_asks_only_for_what_failed_and_tells_its_error() {
    let home = Home::new();
    wikisql(&home);
    let (_, requests) = emit(&home, &[]);
    let mut lines: Vec<Value> = requests
        .iter()
        .map(|request| match asked(request).as_str() {
            "What is the most masts?" => output(request, &[BROKEN]),
            question => output(request, &[query_of(question)]),
        })
        .collect();
    write_lines(&home, "first.jsonl", &lines);
    let (ran, again) = emit(&home, &["--completions", "first.jsonl"]);
    assert_eq!(ran.stdout, "1 requests for 1 questions: requests.jsonl\n");
    assert_eq!(asked(&again[0]), "What is the most masts?");
    let told = again[0]["body"]["messages"].to_string();
    assert!(told.contains("Zzyzx qqq") && told.contains("no relation is called"), "{told}");
    lines.push(output(&again[0], &[query_of("What is the most masts?")]));
    write_lines(&home, "both.jsonl", &lines);
    measured(&home, &["wikisql", "--model", "m-1", "--completions", "first.jsonl"]);
    assert_eq!(figures(&home)["denotation_accuracy"], 0.75);
    measured(&home, &["wikisql", "--model", "m-1", "--completions", "both.jsonl"]);
    assert_eq!(figures(&home)["denotation_accuracy"], 1.0);
}

#[test]
fn hints_and_layers_change_the_prompt() {
    let home = Home::new();
    wikisql(&home);
    let text = |args: &[&str]| emit(&home, args).1[0]["body"]["messages"].to_string();
    let plain = text(&[]);
    let hinted = text(&["--hints"]);
    assert!(!plain.contains("Relations to use") && hinted.contains("Relations to use"), "{hinted}");
    let one = text(&["--one-layer"]);
    assert!(one.contains("search_condition") && !one.contains("get_information"), "{one}");
}
