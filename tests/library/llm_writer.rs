//! The LLM writer against a loopback OpenAI-compatible server.
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::{Reply, Server, completion, status};
use trustuqa::config::WriterChoice;
use trustuqa::writer::ledger::Ledger;
use trustuqa::writer::llm::{LlmConfig, LlmError, LlmWriter, Secret};
use trustuqa::writer::{
    Outcome, SchemaRelation, SchemaSource, ShareLevel, WriteError, WriteRequest, Writer, WriterStage, Written,
};
use trustuqa::{Flags, LoadRequest, Locations, Session, Settings, load};
use trustuqa_storage::SourceKind;

const KEY: &str = "sk-test-0123456789";

fn config(server: &Server) -> LlmConfig {
    LlmConfig {
        base_url: server.base_url.clone(),
        api_key: Some(Secret::new(KEY)),
        model: "test-model".into(),
        first_backoff: Duration::from_millis(20),
        ..LlmConfig::default()
    }
}

fn request() -> WriteRequest {
    let relation = |name: &str, kind: &str, sample: &str| SchemaRelation {
        name: name.into(),
        value_kind: kind.into(),
        count: 12,
        sample: Some(sample.into()),
        ..SchemaRelation::default()
    };
    WriteRequest {
        question: "How deep is Mirror \"Tarn\", says Zoë?".into(),
        schema: vec![SchemaSource::new(
            "tarns",
            SourceKind::Table,
            vec![relation("Tarn", "text", "Quillmere Pool"), relation("Depth", "quantity", "77.125 m")],
        )],
        mentions: vec!["Mirror".into()],
        share: ShareLevel::Schema,
        ..WriteRequest::default()
    }
}

/// `answer …` answers with its second word, `empty …` is empty, anything else errs.
fn judge(query: &str) -> Outcome {
    match query.split_once(' ') {
        Some(("answer", rest)) => Outcome::Answer { key: rest.split(' ').next().unwrap_or("").into() },
        Some(("empty", _)) => {
            Outcome::Empty { reason: format!("E-EMPTY for <{query}>"), detail: Some("Quillmere Pool".into()) }
        }
        _ => Outcome::Error {
            diagnostic: format!("E-BAD in <{query}>"),
            detail: Some("Quillmere Pool".into()),
        },
    }
}

async fn write_with(config: LlmConfig, request: &WriteRequest) -> (Result<Written, WriteError>, Arc<Ledger>) {
    let ledger = Arc::new(Ledger::in_memory());
    let writer = LlmWriter::new(config, Arc::clone(&ledger)).unwrap();
    (writer.write(request, &judge, &|_| {}).await, ledger)
}

fn llm_error(result: Result<Written, WriteError>) -> LlmError {
    match result {
        Err(WriteError::Llm(error)) => error,
        other => panic!("expected an error of the model's server, found {other:?}"),
    }
}

/// Every body in the ledger is what the server received, in the same order, and the
/// key is not in any of it.
fn assert_ledger_equals(ledger: &Ledger, server: &Server) {
    let mut recorded: Vec<Vec<u8>> = ledger.entries().into_iter().map(|e| e.body.into_bytes()).collect();
    let mut received: Vec<Vec<u8>> = server.received().into_iter().map(|r| r.body).collect();
    // Requests of one wave travel side by side, so that they may arrive in any order.
    recorded.sort();
    received.sort();
    assert_eq!(recorded, received);
    assert!(!serde_json::to_string(&ledger.entries()).unwrap().contains(KEY));
}

#[tokio::test]
async fn five_samples_are_voted_on_by_their_answers() {
    let texts = ["answer 4 a", "answer 7 b", "broken", "answer 7 c", "answer 7 d"];
    let server = Server::start(move |n| completion(texts[n % 5])).await;
    let (written, ledger) = write_with(config(&server), &request()).await;
    let written = written.unwrap();
    assert_eq!(written.outcome, Outcome::Answer { key: "7".into() });
    assert_eq!((written.votes, written.completions, written.tries, written.certain), (3, 5, 1, true));
    assert_eq!((written.tokens_in, written.tokens_out), (500, 100));
    assert_eq!((written.writer.as_str(), written.model.as_deref()), ("llm", Some("test-model")));
    assert_eq!(written.candidates.len(), 5);
    assert_ledger_equals(&ledger, &server);
    for received in server.received() {
        assert!(received.head.starts_with("POST /v1/chat/completions HTTP/1.1"));
        assert!(received.head.to_lowercase().contains(&format!("authorization: bearer {KEY}")));
    }
}

#[tokio::test]
async fn samples_that_agree_end_the_vote_after_three_requests() {
    let server = Server::start(|n| completion(&format!("answer 7 v{n}"))).await;
    let (written, ledger) = write_with(config(&server), &request()).await;
    let written = written.unwrap();
    assert_eq!((written.votes, written.completions), (3, 3));
    assert_eq!(server.received().len(), 3);
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn each_of_three_tries_is_told_the_last_errors() {
    let server = Server::start(|n| completion(&format!("bad q{}", n / 5))).await;
    let (written, ledger) = write_with(config(&server), &request()).await;
    let written = written.unwrap();
    assert_eq!((written.tries, written.completions, written.certain), (3, 15, false));
    assert!(matches!(written.outcome, Outcome::Error { .. }));
    let received = server.received();
    assert_eq!(received.len(), 15);
    for (number, request) in received.iter().enumerate() {
        let text = request.messages();
        assert_eq!(text.contains("> bad q0\nError: E-BAD in <bad q0>"), number >= 5, "request {number}");
        assert_eq!(text.contains("> bad q1\nError: E-BAD in <bad q1>"), number >= 10, "request {number}");
        assert!(!text.contains("Quillmere"), "a detail leaks");
    }
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn a_majority_that_is_empty_twice_is_an_answer() {
    let server = Server::start(|_| completion("empty set")).await;
    let (written, _) = write_with(config(&server), &request()).await;
    let written = written.unwrap();
    assert!(matches!(written.outcome, Outcome::Empty { .. }));
    assert_eq!((written.tries, written.completions, written.certain), (2, 6, true));
    assert!(server.received()[3].messages().contains("E-EMPTY for <empty set>"));
}

#[tokio::test]
async fn a_429_is_waited_out_as_long_as_the_server_asks() {
    let server = Server::start(|n| match n {
        0 => status(429, "retry-after: 1\r\n", "slow down, please"),
        _ => completion("answer 1"),
    })
    .await;
    let config = LlmConfig { samples: 1, ..config(&server) };
    let ledger = Arc::new(Ledger::in_memory());
    let writer = LlmWriter::new(config, Arc::clone(&ledger)).unwrap();
    let stages = Mutex::new(Vec::new());
    let written =
        writer.write(&request(), &judge, &|stage| stages.lock().unwrap().push(stage)).await.unwrap();
    assert_eq!(written.completions, 1);
    let received = server.received();
    assert!(received[1].at - received[0].at >= Duration::from_secs(1));
    assert!(stages.lock().unwrap().contains(&WriterStage::Waiting { why: "429".into(), seconds: 1.0 }));
    let statuses: Vec<_> = ledger.entries().into_iter().map(|e| e.status.unwrap()).collect();
    assert_eq!(statuses, ["429", "200"]);
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn a_429_that_asks_for_too_long_is_an_error_with_that_time() {
    let server = Server::start(|_| status(429, "retry-after: 3600\r\n", "")).await;
    let (result, _) = write_with(LlmConfig { samples: 1, ..config(&server) }, &request()).await;
    let error = llm_error(result);
    assert!(matches!(error, LlmError::RateLimited { .. }));
    assert!(error.hint().contains("3600 s"), "{}", error.hint());
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn a_retry_after_date_is_understood() {
    let server = Server::start(|n| match n {
        0 => status(503, "retry-after: Wed, 10 Jan 2024 10:34:45 GMT\r\n", "{}"),
        _ => completion("answer 1"),
    })
    .await;
    let config = LlmConfig { samples: 1, first_backoff: Duration::from_secs(20), ..config(&server) };
    let started = Instant::now();
    write_with(config, &request()).await.0.unwrap();
    // The date is past: the server asks for no wait at all.
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_500_is_sent_again_with_growing_waits_until_it_succeeds() {
    let server = Server::start(|n| match n {
        0..3 => status(500, "", "{\"error\":{\"message\":\"overloaded\"}}"),
        _ => completion("answer 1"),
    })
    .await;
    let config = LlmConfig { samples: 1, first_backoff: Duration::from_millis(100), ..config(&server) };
    let (written, ledger) = write_with(config, &request()).await;
    assert_eq!(written.unwrap().completions, 1);
    let received = server.received();
    let waits: Vec<Duration> = received.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    // Half of each doubled wait is sure.
    assert!(waits[0] >= Duration::from_millis(50));
    assert!(waits[1] >= Duration::from_millis(100));
    assert!(waits[2] >= Duration::from_millis(200));
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn a_500_to_the_end_is_an_error_that_says_what_the_server_said() {
    let server = Server::start(|_| status(502, "", "<html>bad\u{1b}[31m gateway</html>")).await;
    let config = LlmConfig { samples: 1, max_retries: 2, ..config(&server) };
    let error = llm_error(write_with(config, &request()).await.0);
    assert!(matches!(error, LlmError::Server { status: 502, .. }));
    assert!(error.to_string().ends_with("failed (502): <html>bad[31m gateway</html>"), "{error}");
    assert_eq!(server.received().len(), 3);
}

#[tokio::test]
async fn a_broken_connection_is_tried_again() {
    let server = Server::start(|n| if n == 0 { Reply::HangUp } else { completion("answer 1") }).await;
    let (written, ledger) = write_with(LlmConfig { samples: 1, ..config(&server) }, &request()).await;
    assert_eq!(written.unwrap().completions, 1);
    assert_eq!(ledger.entries()[0].status.as_deref(), Some("broken connection"));
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn refusals_are_not_sent_again_and_end_in_the_next_step() {
    let cases: [(u16, &str, &str); 5] = [
        (401, "{\"error\":{\"message\":\"wrong key\"}}", "OPENAI_API_KEY"),
        (404, "{\"error\":\"model 'x' not found\"}", "/v1"),
        (400, "{\"detail\":\"too long\"}", "config show"),
        (307, "", "config show"),
        (429, "{\"error\":{\"message\":\"no money\",\"code\":\"insufficient_quota\"}}", "account"),
    ];
    for (code, body, hint) in cases {
        let server = Server::start(move |_| status(code, "location: /elsewhere\r\n", body)).await;
        let error = llm_error(write_with(LlmConfig { samples: 1, ..config(&server) }, &request()).await.0);
        assert!(error.hint().contains(hint), "{code}: {}", error.hint());
        assert_eq!(server.received().len(), 1, "{code}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_with_a_hint() {
    let server = Server::start(|_| Reply::Silence).await;
    let config = LlmConfig { base_url: "http://127.0.0.1:1/v1/".into(), max_retries: 1, ..config(&server) };
    let error = llm_error(write_with(config, &request()).await.0);
    assert!(matches!(error, LlmError::Connect { .. }));
    let text = error.to_string();
    assert!(text.starts_with("no connection to http://127.0.0.1:1/v1/chat/completions: "), "{text}");
    assert!(error.hint().starts_with("is the server running? `trustuqa config show`"));
}

#[tokio::test]
async fn a_silent_server_times_out_and_is_asked_once_more() {
    let server = Server::start(|_| Reply::Silence).await;
    let config = LlmConfig { samples: 1, read_timeout: Duration::from_millis(150), ..config(&server) };
    let started = Instant::now();
    let error = llm_error(write_with(config, &request()).await.0);
    assert!(matches!(error, LlmError::Timeout { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        format!("{}/chat/completions did not answer within 0.15 s", server.base_url)
    );
    assert_eq!(server.received().len(), 2);
    assert!(started.elapsed() < Duration::from_secs(5));
}

fn piece(wait: u64, text: &str) -> (u64, String) {
    (wait, text.to_owned())
}

#[tokio::test]
async fn a_slow_model_is_waited_for_as_long_as_it_writes() {
    // Six pieces take longer together than the silence that is borne.
    let pieces: Vec<_> = ["ans", "wer ", "x", " ", "y", " z"].iter().map(|text| piece(60, text)).collect();
    let server = Server::start(move |_| Reply::Pieces(pieces.clone())).await;
    let config = LlmConfig { samples: 1, read_timeout: Duration::from_millis(200), ..config(&server) };
    let started = Instant::now();
    let written = write_with(config, &request()).await.0.unwrap();
    assert_eq!(written.query, "answer x y z");
    assert_eq!((written.tokens_in, written.tokens_out), (100, 20));
    assert!(started.elapsed() > Duration::from_millis(300));
    let body: serde_json::Value = serde_json::from_slice(&server.received()[0].body).unwrap();
    assert_eq!(body["stream"], true);
}

#[tokio::test]
async fn a_model_that_falls_silent_amid_its_answer_times_out() {
    let pieces = vec![piece(0, "answer x")];
    let server = Server::start(move |_| Reply::PiecesThenSilence(pieces.clone())).await;
    let config = LlmConfig { samples: 1, read_timeout: Duration::from_millis(150), ..config(&server) };
    let error = llm_error(write_with(config, &request()).await.0);
    assert!(matches!(error, LlmError::Timeout { .. }), "{error}");
}

#[tokio::test]
async fn a_model_that_runs_in_circles_is_stopped_and_its_query_taken() {
    let pieces: Vec<_> = (0..1_000).map(|_| piece(2, "answer x y\n")).collect();
    let server = Server::start(move |_| Reply::Pieces(pieces.clone())).await;
    let config = LlmConfig { samples: 1, ..config(&server) };
    let started = Instant::now();
    let written = write_with(config, &request()).await.0.unwrap();
    assert!(written.query.starts_with("answer x y"));
    assert!(started.elapsed() < Duration::from_millis(1_500), "it was read to its end");
    server.until(|_, open| open == 0).await;
}

#[tokio::test]
async fn a_server_that_refuses_streams_is_asked_without() {
    let server = Server::start(|n| match n {
        0 => status(400, "", r#"{"error":{"message":"stream is not supported"}}"#),
        _ => completion("answer x"),
    })
    .await;
    let config = LlmConfig { samples: 1, ..config(&server) };
    let written = write_with(config, &request()).await.0.unwrap();
    assert_eq!(written.query, "answer x");
    let body: serde_json::Value = serde_json::from_slice(&server.received()[1].body).unwrap();
    assert!(body.get("stream").is_none());
}

#[tokio::test]
async fn a_stream_that_ends_with_nothing_is_asked_again_as_a_whole_to_hear_why() {
    let server = Server::start(|n| match n {
        0 => Reply::Pieces(Vec::new()),
        _ => status(
            400,
            "",
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 15010 tokens.","code":"context_length_exceeded"}}"#,
        ),
    })
    .await;
    let error = llm_error(write_with(LlmConfig { samples: 1, ..config(&server) }, &request()).await.0);
    assert!(error.hint().contains("schema_tokens"), "{error}: {}", error.hint());
    let bodies: Vec<serde_json::Value> =
        server.received().iter().map(|received| serde_json::from_slice(&received.body).unwrap()).collect();
    assert_eq!(bodies.len(), 2);
    assert!(bodies[0]["stream"] == true && bodies[1].get("stream").is_none());
}

#[tokio::test]
async fn dropping_the_future_ends_a_stream_at_once() {
    let pieces: Vec<_> = (0..1_000).map(|n| piece(50, &format!("{n} "))).collect();
    let server = Server::start(move |_| Reply::Pieces(pieces.clone())).await;
    let writer = LlmWriter::new(config(&server), Arc::new(Ledger::in_memory())).unwrap();
    let request = request();
    let gone =
        tokio::time::timeout(Duration::from_millis(300), writer.write(&request, &judge, &|_| {})).await;
    assert!(gone.is_err());
    server.until(|requests, open| requests > 0 && open == 0).await;
}

#[tokio::test]
async fn dropping_the_future_ends_a_wait_on_a_silent_server_at_once() {
    let server = Server::start(|_| Reply::Silence).await;
    let ledger = Arc::new(Ledger::in_memory());
    let writer = LlmWriter::new(config(&server), Arc::clone(&ledger)).unwrap();
    let request = request();
    let asked = Instant::now();
    let waiting = writer.write(&request, &judge, &|_| {});
    let gone = tokio::time::timeout(Duration::from_millis(300), waiting).await;
    assert!(gone.is_err(), "nothing can have come back");
    assert!(asked.elapsed() < Duration::from_secs(2));
    // All three connections of the wave are closed, not left to time out.
    server.until(|requests, open| requests == 3 && open == 0).await;
    assert!(ledger.entries().iter().all(|entry| entry.status.is_none()));
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn malformed_json_is_a_typed_error_with_its_beginning() {
    let server = Server::start(|_| status(200, "", "{\"choices\": [{\"mess")).await;
    let error = llm_error(write_with(config(&server), &request()).await.0);
    let LlmError::Malformed { what, excerpt } = &error else { panic!("{error}") };
    assert!(what.starts_with("it is not JSON"));
    assert_eq!(excerpt, "{\"choices\": [{\"mess");
    assert!(error.hint().contains("OpenAI-compatible"));
    // One wave; asking for the rest of the samples could not help.
    assert_eq!(server.received().len(), 3);
}

#[tokio::test]
async fn one_malformed_sample_does_not_spoil_the_vote() {
    let server = Server::start(|n| match n {
        1 => status(200, "", "not json"),
        2 => status(200, "", "{\"choices\":[]}"),
        _ => completion("answer 7"),
    })
    .await;
    let written = write_with(config(&server), &request()).await.0.unwrap();
    assert_eq!((written.votes, written.completions, written.certain), (3, 3, true));
    assert_eq!(server.received().len(), 5);
}

#[tokio::test]
async fn responses_without_id_and_with_thoughts_are_read() {
    let body = serde_json::json!({"choices": [{"message": {
        "content": "<think>hm, answer 9?</think>\n```\nanswer 7\n```"}}]});
    let server = Server::start(move |_| status(200, "", &body.to_string())).await;
    let written = write_with(config(&server), &request()).await.0.unwrap();
    assert_eq!((written.query.as_str(), written.tokens_in), ("answer 7", 0));
}

#[tokio::test]
async fn a_model_that_takes_no_temperature_is_asked_without() {
    let server = Server::start(|n| match n {
        0 => status(400, "", "{\"error\":{\"message\":\"Unsupported value: 'temperature'\"}}"),
        _ => completion("answer 7"),
    })
    .await;
    let (written, ledger) = write_with(LlmConfig { samples: 1, ..config(&server) }, &request()).await;
    assert_eq!(written.unwrap().votes, 1);
    let received = server.received();
    let has = |n: usize| String::from_utf8_lossy(&received[n].body).contains("\"temperature\"");
    assert!(has(0) && !has(1));
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test]
async fn the_schema_level_sends_no_sample_and_the_samples_level_does() {
    for (share, sent) in [(ShareLevel::Schema, false), (ShareLevel::Samples, true)] {
        let server = Server::start(|n| completion(&format!("bad {n}"))).await;
        let request = WriteRequest { share, ..request() };
        let config = LlmConfig { max_tries: 2, ..config(&server) };
        let (_, ledger) = write_with(config, &request).await;
        assert_eq!(server.received().len(), 10);
        for received in server.received() {
            let text = received.messages();
            assert!(text.contains("- Depth: quantity") && text.contains("Mirror"));
            assert_eq!(text.contains("Quillmere"), sent);
            assert_eq!(text.contains("77.125"), sent);
        }
        assert!(ledger.entries().iter().all(|entry| entry.share == share));
        assert_ledger_equals(&ledger, &server);
    }
}

#[tokio::test]
async fn nothing_leaves_at_share_level_off() {
    let server = Server::start(|_| completion("answer 7")).await;
    let request = WriteRequest { share: ShareLevel::Off, ..request() };
    let (result, ledger) = write_with(config(&server), &request).await;
    let error = llm_error(result);
    assert!(matches!(error, LlmError::NotShared));
    assert!(error.hint().contains("--writer offline"));
    assert!(server.received().is_empty() && ledger.entries().is_empty());
}

#[tokio::test]
async fn a_file_ledger_holds_what_the_server_received() {
    let server = Server::start(|n| completion(if n < 5 { "bad" } else { "answer 7" })).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sent.jsonl");
    let ledger = Arc::new(Ledger::at(&path).unwrap());
    let writer = LlmWriter::new(config(&server), Arc::clone(&ledger)).unwrap();
    writer.write(&request(), &judge, &|_| {}).await.unwrap();
    let read = Ledger::read(&path).unwrap();
    assert_eq!(read, ledger.entries());
    assert_eq!(read.len(), 8);
    let url = format!("{}/chat/completions", server.base_url);
    assert!(read.iter().all(|entry| entry.status.as_deref() == Some("200") && entry.url == url));
    assert!(!std::fs::read_to_string(&path).unwrap().contains(KEY));
    assert_ledger_equals(&ledger, &server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_on_this_machine_reads_what_stays_before_it_is_asked() {
    let server = Server::start(|_| completion("a")).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rivers.csv");
    std::fs::write(&file, "River,Length\nRhine,1230\nElbe,1094\n").unwrap();
    let at = |name: &str| Some(folder.path().join(name));
    let locations = Locations { config_dir: None, data_dir: at("data"), cache_dir: at("cache") };
    let flags = Flags {
        writer: Some("llm".into()),
        model: Some("small".into()),
        base_url: Some(server.base_url.clone()),
        ..Flags::default()
    };
    let session = Session::open(Settings::resolve(&flags, &|_| None, &locations).unwrap(), true).unwrap();
    let request = LoadRequest { paths: vec![file], ..LoadRequest::default() };
    load(session.graph(), &request, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();

    session.choose(|choices| choices.writer = WriterChoice::Offline);
    session.warm_up().await.unwrap();
    assert_eq!(server.received().len(), 0, "no model was chosen");
    session.choose(|choices| choices.writer = WriterChoice::Llm);
    session.warm_up().await.unwrap();
    let received = server.received();
    assert_eq!(received.len(), 1);
    let body: serde_json::Value = serde_json::from_slice(&received[0].body).unwrap();
    assert_eq!(body["max_tokens"], 1, "{body}");
    // A question begins as that did.
    let prompt = session.prompt("How long is the Rhine?").unwrap();
    let first = &prompt[0].content;
    assert!(body["messages"][0]["content"] == first.as_str() && first.contains("rivers"), "{body}");
}
