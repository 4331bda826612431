//! Every route, what it refuses, and who is let in.

use serde_json::{Value, json};

use super::Served;
use super::support::home::Home;

const QUERY: &str = "get_information(relation='directed_by', head_entity='Chicago')";
const TOKEN: &str = "0123456789abcdef-of-a-test";

#[test]
fn every_route_answers() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    assert_eq!(served.get("/health").json()["status"], "ok");

    let answer =
        served.post("/v1/ask", &json!({ "question": "Who directed Chicago?", "trace": true })).json();
    assert_eq!((&answer["status"], &answer["answers"]), (&json!("answered"), &json!(["Rob Marshall"])));
    assert_eq!(answer["sources"], json!(["films"]));
    let again = served.post("/v1/trace", &json!({ "trace": answer["trace"] })).json();
    assert_eq!((&again["same"], &again["answer"]["answers"]), (&json!(true), &json!(["Rob Marshall"])));
    // The command line says the same, beside it.
    let shown: Value =
        serde_json::from_str(&home.ok(&["ask", "Who directed Chicago?", "--json"]).stdout).unwrap();
    assert_eq!(shown, answer["trace"]);

    let answer = served.post("/v1/query", &json!({ "query": QUERY })).json();
    assert_eq!((&answer["answers"], &answer["trace"]), (&json!(["Rob Marshall"]), &Value::Null));
    let rows =
        served.post("/v1/query", &json!({ "query": "get_information(source='medals')", "limit": 3 })).json();
    let total = usize::try_from(rows["rows_total"].as_u64().unwrap()).unwrap();
    assert!(rows["rows"].as_array().unwrap().len() == 3 && total > 3, "{rows}");
    let nobody = served.post("/v1/ask", &json!({ "question": "Who directed Xyzzyqux?" })).json();
    assert_ne!(nobody["status"], "answered", "{nobody}");

    let sources = served.get("/v1/sources").json();
    assert_eq!(sources.as_array().unwrap().len(), 10);
    let medals = served.get("/v1/sources/medals").json();
    assert!(medals["kind"] == "table" && medals["columns"][0]["name"].is_string(), "{medals}");

    let metrics = served.get("/metrics");
    assert!(metrics.head.contains("openmetrics-text"), "{metrics:#?}");
    for line in ["trustuqa_http_requests_total{route=\"/v1/ask\",status=\"200\"} 2", "# EOF"] {
        assert!(metrics.body.contains(line), "{}", metrics.body);
    }
    let page = served.get("/");
    assert!(page.body.contains("<title>trustuqa</title>") && page.head.contains("nosniff"), "{page:#?}");
}

#[test]
fn many_queries_run_in_one_request() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let rows = "get_information(source='medals')";
    let texts = [QUERY, "get_information(relation=", rows, QUERY];
    let outcomes = served.post("/v1/queries", &json!({ "queries": texts, "limit": 2 })).json();
    assert_eq!(outcomes.as_array().unwrap().len(), 4, "{outcomes}");
    // Each has the answer that it has alone, whatever comes before it.
    let alone = served.post("/v1/query", &json!({ "query": QUERY })).json();
    assert_eq!((&outcomes[0]["answer"], &outcomes[3]["answer"]), (&alone, &alone));
    assert_eq!(outcomes[1]["problem"]["type"], "urn:trustuqa:unreadable-query", "{outcomes}");
    assert_eq!(outcomes[2]["answer"]["rows"].as_array().unwrap().len(), 2, "{outcomes}");

    // More than the largest part that runs at a time, and no query at all.
    let many = served.post("/v1/queries", &json!({ "queries": vec![QUERY; 120] })).json();
    let many = many.as_array().unwrap();
    assert!(many.len() == 120 && many.iter().all(|outcome| outcome["answer"] == alone));
    assert_eq!(served.post("/v1/queries", &json!({ "queries": [] })).json(), json!([]));
    let problem = served.post("/v1/queries", &json!({ "queries": vec![QUERY; 1001] })).problem(400);
    assert!(problem["hint"].as_str().unwrap().contains("several requests"), "{problem}");
    let problem = served.post("/v1/queries", &json!({ "queries": [QUERY], "sources": ["nowhere"] })).json();
    assert!(problem[0]["problem"]["hint"].is_string(), "{problem}");
}

#[test]
fn a_question_can_be_watched() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let body = json!({ "question": "Who directed Chicago?" }).to_string();
    let reply = served.send("POST", "/v1/ask", &["Accept: text/event-stream"], Some(&body));
    assert!(reply.status == 200 && reply.head.contains("text/event-stream"), "{reply:#?}");
    let events: Vec<&str> = reply.body.split("\n\n").filter(|event| !event.is_empty()).collect();
    assert!(events.len() >= 2 && events[0].starts_with("event: stage"), "{reply:#?}");
    let last = events.last().unwrap();
    assert!(last.starts_with("event: answer") && last.contains("Rob Marshall"), "{reply:#?}");
    let reply = served.send("POST", "/v1/ask", &["Accept: text/event-stream"], Some(r#"{"question":" "}"#));
    assert!(
        reply.body.contains("event: problem") && reply.body.contains("the question is empty"),
        "{reply:#?}"
    );
}

#[test]
fn what_cannot_be_used_is_a_problem() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let problem = served.post("/v1/query", &json!({ "query": "get_information(relation=" })).problem(400);
    assert_eq!(problem["type"], "urn:trustuqa:unreadable-query");
    assert!(problem["errors"][0]["code"].is_string() && problem["errors"][0]["end"].is_u64(), "{problem}");
    for body in ["", "{", "[]", r#"{"question":1}"#, r#"{"question":"a","more":1}"#, "\u{0}"] {
        served.send("POST", "/v1/ask", &[], Some(body)).problem(400);
    }
    served.send("POST", "/v1/ask", &["Content-Type: text/plain"], Some("{}")).problem(415);
    served.get("/v1/ask").problem(405);
    served.get("/nothing").problem(404);
    let problem = served.get("/v1/sources/medalz").problem(404);
    assert!(problem["hint"].as_str().unwrap().contains("medals"), "{problem}");
    for name in ["..%2f..%2fetc%2fpasswd", "%2e%2e", "a%00b", "%ff"] {
        let status = served.get(&format!("/v1/sources/{name}")).status;
        assert!(status == 404 || status == 400, "{name}: {status}");
    }
    served.get("/v1/sources/../../../etc/passwd").problem(404);
    served.post("/v1/trace", &json!({ "trace": { "version": 2 } })).problem(400);
    let reply = served.raw("nonsense\r\n\r\n");
    assert_eq!(reply.status, 400, "{reply:#?}");
}

#[test]
fn the_description_has_every_route_and_every_type() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let document = served.get("/openapi.json").json();
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    for path in
        ["/v1/ask", "/v1/query", "/v1/sources", "/v1/sources/{name}", "/v1/trace", "/v1/load", "/metrics"]
    {
        assert!(paths.iter().any(|known| *known == path), "{paths:?}");
    }
    // Whatever is referred to is there.
    let text = document.to_string();
    let mut references = 0;
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
        references += 1;
    }
    assert!(references > 5, "{text}");
    assert_eq!(document["paths"]["/v1/ask"]["post"]["requestBody"]["required"], true);
}

#[test]
fn other_sites_and_other_names_are_refused() {
    let home = Home::with_demo();
    let served = Served::start(&home, &["--host", "desk.example"], &[]);
    let body = json!({ "query": QUERY }).to_string();
    let query = |headers: &[&str]| served.send("POST", "/v1/query", headers, Some(&body));
    for host in ["evil.example", "localhost.evil.example", "10.0.0.1", ""] {
        query(&[&format!("Host: {host}")]).problem(403);
        served.send("GET", "/", &[&format!("Host: {host}")], None).problem(403);
        served.send("POST", "/mcp", &[&format!("Host: {host}")], Some("{}")).problem(403);
    }
    for host in ["localhost", "127.0.0.1:1", "[::1]:7433", "desk.example"] {
        assert_eq!(query(&[&format!("Host: {host}")]).status, 200, "{host}");
    }
    for origin in ["http://evil.example", "null", "file://", "http://127.0.0.1:1", "http://localhost"] {
        query(&[&format!("Origin: {origin}")]).problem(403);
    }
    assert_eq!(query(&[&format!("Origin: http://{}", served.address)]).status, 200);
}

#[test]
fn a_token_is_needed_where_there_is_one_and_on_other_addresses() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[("TRUSTUQA_TOKEN", TOKEN)]);
    let sources = |headers: &[&str]| served.send("GET", "/v1/sources", headers, None);
    let with = |token: &str| format!("Authorization: Bearer {token}");
    assert!(sources(&[]).head.contains("www-authenticate: bearer"));
    let wrong = [with(""), with("0123456789abcdef-of-a-tesT"), with(&TOKEN[1..]), with(&format!("{TOKEN}x"))];
    for line in wrong.iter().map(String::as_str).chain(["Authorization: Basic eDp5"]) {
        sources(&[line]).problem(401);
    }
    assert_eq!(sources(&[&with(TOKEN)]).status, 200);
    served.get("/metrics").problem(401);
    served.send("POST", "/mcp", &[], Some("{}")).problem(401);
    for open in ["/", "/health", "/openapi.json"] {
        assert_eq!(served.get(open).status, 200, "{open}");
    }
    let ran = home.fails(2, &["serve", "--http", "0.0.0.0:0"]);
    assert!(ran.stderr.contains("token is needed") && ran.stderr.contains("hint: "), "{ran:#?}");
    let ran = home.run_with(&["serve"], &[("TRUSTUQA_TOKEN", "short")], "");
    assert!(ran.code == 2 && ran.stderr.contains("too short"), "{ran:#?}");
}

#[test]
fn files_are_loaded_from_one_folder_where_that_is_allowed() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    served.post("/v1/load", &json!({ "paths": ["x.csv"] })).problem(403);
    drop(served);

    let (inside, outside) = (home.path("drop"), home.write("secret.csv", "Key,Value\na,hidden\n"));
    home.write("drop/tarns.csv", "Tarn,Depth\nGlint,77 m\n");
    std::os::unix::fs::symlink(&outside, inside.join("link.csv")).unwrap();
    let served = Served::start(&home, &["--allow-load", inside.to_str().unwrap()], &[]);
    let loaded = served.post("/v1/load", &json!({ "paths": ["tarns.csv"] })).json();
    assert_eq!((&loaded[0]["name"], &loaded[0]["replaced"]), (&json!("tarns"), &json!(false)));
    assert!(home.sources().contains("tarns: table, 1 row"), "other programs see it at once");
    let out = outside.to_str().unwrap();
    let mut said = std::collections::HashSet::new();
    for path in [
        "../secret.csv",
        "link.csv",
        out,
        "/etc/passwd",
        "gone.csv",
        ".",
        "drop",
        "tarns.csv/../../secret.csv",
    ] {
        said.insert(served.post("/v1/load", &json!({ "paths": [path] })).problem(403).to_string());
    }
    assert_eq!(said.len(), 1, "what is outside is not even told to be there: {said:?}");
    assert!(!home.sources().contains("secret"));
}
