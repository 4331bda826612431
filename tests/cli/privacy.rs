//! What leaves the machine: the real program asks a loopback server that keeps
//! every byte.
use std::collections::BTreeSet;
use std::path::Path;

use crate::support::home::{Home, Ran, demo_data};
use crate::support::{Received, Server, completion};
use trustuqa::writer::demonstrations::builtin;
use trustuqa::writer::ledger::{Ledger, LedgerEntry};
use trustuqa::writer::prompt::build;
use trustuqa::writer::{ShareLevel, WriteRequest};

const KEY: &str = "sk-test-0123456789";

/// Data whose every value is one that no prompt has by chance. A backtick in a name
/// is there because messages put names between backticks.
const TARNS: &str = "\
Tarn,Depth,Stocked,Keeper
Vexmoor Qwill,77.125 m,1873-04-19,Ozymand Plinth
Brindle`Quorn Pit,913.5 m,1881-11-03,Thessaly Grubbe
Skarn Oxlip,64.875 m,1869-02-27,Ozymand Plinth
";
const KEEPERS: &str = "\
Ozymand Plinth\tmarried_to\tThessaly Grubbe
Thessaly Grubbe\tborn_at\tUpper Whimslow
Ozymand Plinth\tborn_at\tNether`Yaffle Cross
Jorvan Pell\tmarried_to\tIssoline Drubb
";
const WARDENS: &str = "\
Jorvan Pell\twarden_of\tSkarn Oxlip\t1871\t1879
Issoline Drubb\twarden_of\tVexmoor Qwill\t1880\t1894
";

/// What must not leave. The parts of names too, because a message could cut one.
const PLANTED: &[&str] = &[
    "Vexmoor", "Qwill", "Brindle", "Quorn", "Skarn", "Oxlip", "Thessaly", "Grubbe", "Whimslow", "Nether",
    "Yaffle", "Jorvan", "Pell", "Issoline", "Drubb", "77.125", "913.5", "64.875", "1873", "1881", "1869",
    "1871", "1879", "1894",
];

/// What the question says, and what may therefore be sent.
const QUESTION: &str = "How deep is the tarn that Ozymand Plinth keeps?";

const RIGHT: &str = "Step1: Find the rows whose Keeper is Ozymand Plinth\n\
    Query1: \"get_information(relation='Keeper', tail_entity='Ozymand Plinth')\"\n\
    Step2: Find their Depth\n\
    Query2: \"get_information(relation='Depth', head_entity='output_of_query1')\"";

/// Completions that fail in every way that the engine has words for. None names a
/// planted value, though some results of theirs are planted values.
fn failing() -> Vec<String> {
    let one = |call: &str| format!("Step1: Look\nQuery1: \"{call}\"");
    let keeper = "Step1: Look\nQuery1: \"get_information(relation='Keeper', tail_entity='Ozymand Plinth')\"";
    let then = |call: &str| format!("{keeper}\nStep2: Go on\nQuery2: \"{call}\"");
    let born = "Step1: Look\nQuery1: \"get_information(relation='born_at', head_entity='Ozymand Plinth')\"";
    let born_then = |call: &str| format!("{born}\nStep2: Go on\nQuery2: \"{call}\"");
    // In threes and twos: a majority of empty results would be taken at its word.
    vec![
        one("wibble(relation='Depth', head_entity='Ozymand Plinth')"),
        born_then("sum(set='output_of_query1')"),
        born_then("previous_row(set='output_of_query1')"),
        one("get_information(relation='Depth', head_entity='Vexxor Qual')"),
        one("get_information(relation='Depht of it', head_entity='Ozymand Plinth')"),
        //
        then("get_information(relation='Depth', head_entity='output_of_query7')"),
        one("get_information(relation='Stocked', tail_entity>'the day after')"),
        then("mean(set='output_of_query1')"),
        one("get_information(relation='warden_of', head_entity='Ozymand Plinth')"),
        one("get_information(head_entity='Ozymand Plinth', relation='married_to', key='start time')"),
        //
        "I am sorry, I do not know.".to_owned(),
        "s1 = search_node(node1='Keeper', condition='Nobody')".to_owned(),
        born_then("difference(set1='output_of_query1', set2='output_of_query1')"),
        born_then("argmax(set='output_of_query1', relation='Keeper')"),
        born_then("keep(set='output_of_query1', value>'100')"),
    ]
}

fn home() -> Home {
    let home = Home::with_demo();
    home.write("tarns.csv", TARNS);
    home.write("keepers.kg.tsv", KEEPERS);
    home.write("wardens.tkg.tsv", WARDENS);
    home.ok(&["load", "tarns.csv"]);
    home.ok(&["load", "keepers.kg.tsv", "--kind", "kg"]);
    home.ok(&["load", "wardens.tkg.tsv", "--kind", "tkg"]);
    assert_eq!(
        home.answers("get_information(relation='warden_of', tail_entity='Skarn Oxlip')"),
        ["Jorvan Pell"]
    );
    home
}

/// Runs the program with everything set that it needs to reach the server.
fn run(home: &Home, server: &Server, args: &[&str], env: &[(&str, &str)]) -> Ran {
    let mut all = vec![
        ("OPENAI_BASE_URL", server.base_url.as_str()),
        ("OPENAI_API_KEY", KEY),
        ("TRUSTUQA_MODEL", "test-model"),
    ];
    all.extend_from_slice(env);
    home.run_with(args, &all, "")
}

fn ledger(home: &Home) -> Vec<LedgerEntry> {
    Ledger::read(&home.data().join("sent.jsonl")).unwrap()
}

/// The ledger's file holds what the server received, byte for byte, and no key.
fn assert_ledger_equals(home: &Home, server: &Server) {
    let entries = ledger(home);
    let mut recorded: Vec<Vec<u8>> = entries.iter().map(|entry| entry.body.clone().into_bytes()).collect();
    let mut received: Vec<Vec<u8>> = server.received().into_iter().map(|r| r.body).collect();
    recorded.sort();
    received.sort();
    assert!(recorded == received, "{} are recorded, {} were received", recorded.len(), received.len());
    let url = format!("{}/chat/completions", server.base_url);
    assert!(entries.iter().all(|entry| entry.url == url));
    let file = std::fs::read_to_string(home.data().join("sent.jsonl")).unwrap();
    assert!(!file.contains(KEY));
}

/// The messages of a request.
fn messages(received: &Received) -> Vec<String> {
    let body: serde_json::Value = serde_json::from_slice(&received.body).unwrap();
    let messages = body["messages"].as_array().unwrap();
    messages.iter().map(|m| m["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_share_level_schema_no_planted_value_leaves_whatever_goes_wrong() {
    let home = home();
    let failing = failing();
    let count = failing.len();
    let texts = failing.clone();
    let server = Server::start(move |n| completion(&texts[n % texts.len()])).await;
    let ran = run(
        &home,
        &server,
        &["ask", QUESTION, "--writer", "llm", "--share", "schema"],
        &[("TRUSTUQA_MAX_TRIES", "4")],
    );
    assert!(ran.stderr.contains("no query of the model gives an answer"), "{ran:#?}");
    let received = server.received();
    assert_eq!(received.len(), 20, "{ran:#?}");
    let mut told = BTreeSet::new();
    for request in &received {
        let body = String::from_utf8(request.body.clone()).unwrap();
        let text = messages(request).join("\n\n");
        for value in PLANTED {
            assert!(
                !text.contains(value) && !body.contains(value),
                "`{value}` leaks in:\n{}",
                messages(request).pop().unwrap()
            );
        }
        assert!(text.contains("Ozymand Plinth"), "the question is not in the request");
        assert!(
            text.contains("- Depth: quantity")
                && text.contains("`keepers`")
                && text.contains("- warden_of\n"),
            "the schema is missing"
        );
        for (index, query) in failing.iter().enumerate() {
            let call = query.lines().last().unwrap();
            if text.contains(&format!("> {call}")) {
                told.insert(index);
            }
        }
    }
    println!(
        "{} requests; {} of {count} failing queries were told to a next try",
        received.len(),
        told.len()
    );
    assert_eq!(told.len(), count, "some failures were not told to a next try, only {told:?}");
    assert_ledger_equals(&home, &server);
    assert!(ledger(&home).iter().all(|entry| entry.share == ShareLevel::Schema));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_finds_the_answer_and_the_ledger_holds_all_that_was_sent() {
    let home = home();
    let server = Server::start(|n| completion(if n < 5 { "Query1: \"nonsense(\"" } else { RIGHT })).await;
    let ran = run(&home, &server, &["ask", QUESTION, "--writer", "llm"], &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    assert!(["64.875 m", "77.125 m"].iter().all(|depth| ran.stdout.contains(depth)), "{ran:#?}");
    assert_eq!(server.received().len(), 8);
    assert_ledger_equals(&home, &server);
}

/// Names and cells of the bundled data that an ordinary sentence has not by chance.
fn demo_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(demo_data()).unwrap() {
        let path = entry.unwrap().path();
        let full = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !full.ends_with(".csv") && !full.ends_with(".tsv") {
            continue;
        }
        let graph = full.ends_with(".kg.tsv") || full.ends_with(".tkg.tsv");
        let text = std::fs::read_to_string(&path).unwrap();
        let delimiter = if full.ends_with(".csv") { b',' } else { b'\t' };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(!graph)
            .flexible(true)
            .from_reader(text.as_bytes());
        for record in reader.records() {
            let record = record.unwrap();
            let cells = record.iter().enumerate().filter(|(column, _)| !graph || [0, 2].contains(column));
            names.extend(cells.map(|(_, cell)| cell.trim().to_owned()));
        }
    }
    // Bare numbers and short codes are in any text.
    names.retain(|name| name.chars().count() >= 4 && name.chars().any(char::is_alphabetic));
    names
}

/// True when `name` is in `text` between things that are not letters.
fn stands_in(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_share_level_schema_a_request_is_static_text_the_question_and_the_schema() {
    let home = Home::with_demo();
    let question = "Which films did the director of Gladiator direct?";
    let failing = [
        "Query1: \"wibble(relation='directed_by', head_entity='Gladiator')\"",
        "Query1: \"get_information(relation='directed_by', head_entity='Gladiator')\"\nQuery2: \"sum(set='output_of_query1')\"",
        "Query1: \"get_information(relation='starred_actors', head_entity='Gladiator')\"\nQuery2: \"previous_row(set='output_of_query1')\"",
        "Query1: \"get_information(relation='Gold', head_entity='Gladiator')\"",
        "Query1: \"get_information(relation='directed_by', head_entity='Gladiolus Nights')\"",
    ];
    let server = Server::start(move |n| completion(failing[n % failing.len()])).await;
    run(
        &home,
        &server,
        &["ask", question, "--writer", "llm", "--share", "schema"],
        &[("TRUSTUQA_MAX_TRIES", "4")],
    );

    // Everything but the last message, and the sources behind the rules, is text that ships with
    // the program.
    let shipped = builtin().iter().map(|named| named.demonstration.clone()).collect();
    let shipped = build(&WriteRequest { demonstrations: shipped, ..WriteRequest::default() });
    let rules = shipped[0].content.clone();
    let shipped: BTreeSet<&str> = shipped.iter().map(|message| message.content.as_str()).collect();
    let sources: serde_json::Value = serde_json::from_str(&home.ok(&["sources", "--json"]).stdout).unwrap();
    let mut schema: BTreeSet<&str> = BTreeSet::new();
    for source in sources.as_array().unwrap() {
        schema.insert(source["name"].as_str().unwrap());
        schema.extend(source["relations"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()));
    }
    let retry =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("prompts/retry.txt")).unwrap();
    let names = demo_names();
    assert!(names.len() > 500, "only {} names", names.len());
    let received = server.received();
    assert!(received.len() >= 10, "only {} requests came", received.len());
    for request in &received {
        let mut messages = messages(request);
        let last = messages.pop().unwrap();
        let first = messages.remove(0);
        let sources = first.strip_prefix(&rules).expect("the rules come first");
        let told = format!("{sources}\n{last}");
        for message in &messages {
            assert!(
                shipped.contains(message.as_str()),
                "this text does not ship with the program:\n{message}"
            );
        }
        for line in told.lines() {
            // What the model wrote itself, and what ships with the program.
            if line.starts_with("> ") || retry.contains(line) {
                continue;
            }
            let mut line = line.replace(question, "");
            if line.starts_with("- ") || line.ends_with("columns:") || line.ends_with("relations:") {
                for name in &schema {
                    line = line.replace(name, "");
                }
            }
            for name in names.iter().filter(|name| !schema.contains(name.as_str())) {
                let own = question.contains(name.as_str())
                    || failing.iter().any(|query| query.contains(name.as_str()));
                assert!(own || !stands_in(&line, name), "`{name}` leaks in the line `{line}`");
            }
        }
    }
    assert_ledger_equals(&home, &server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_share_level_samples_a_value_of_each_column_is_sent() {
    let home = home();
    let server = Server::start(|_| completion(RIGHT)).await;
    let ran = run(&home, &server, &["ask", QUESTION, "--writer", "llm", "--share", "samples"], &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    for request in server.received() {
        let text = messages(&request).join("\n\n");
        assert!(["77.125", "913.5", "64.875"].iter().any(|depth| text.contains(depth)), "no depth is shown");
    }
    assert_ledger_equals(&home, &server);
    assert!(ledger(&home).iter().all(|entry| entry.share == ShareLevel::Samples));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_shows_the_very_messages_and_sends_none() {
    let home = home();
    let server = Server::start(|_| completion("no query")).await;
    let ask = ["ask", QUESTION, "--writer", "llm", "--share", "schema"];
    let dry = run(&home, &server, &[&ask[..], &["--dry-run", "--json"]].concat(), &[]);
    assert_eq!(dry.code, 0, "{dry:#?}");
    assert!(server.received().is_empty());
    let shown: serde_json::Value = serde_json::from_str(&dry.stdout).unwrap();
    run(&home, &server, &ask, &[]);
    let sent: serde_json::Value = serde_json::from_slice(&server.received()[0].body).unwrap();
    assert_eq!(shown, sent["messages"]);
    let text = run(&home, &server, &[&ask[..], &["--dry-run"]].concat(), &[]);
    assert!(text.stdout.contains(QUESTION) && text.stderr.contains("nothing was sent"), "{text:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_share_level_off_nothing_is_sent() {
    let home = home();
    let server = Server::start(|_| completion(RIGHT)).await;
    let ran = run(&home, &server, &["ask", QUESTION, "--writer", "llm", "--share", "off"], &[]);
    assert_eq!(ran.code, 2, "{ran:#?}");
    assert!(ran.stderr.contains("hint: ") && ran.stdout.is_empty(), "{ran:#?}");
    assert!(server.received().is_empty() && ledger(&home).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_llm_writer_nothing_is_ever_sent() {
    let home = home();
    let server = Server::start(|_| completion(RIGHT)).await;
    home.write("more.csv", "A,B\nx,1\n");
    let recorded = serde_json::json!({"question": QUESTION, "completion": RIGHT});
    home.write("recorded.jsonl", format!("{recorded}\n"));
    for args in [
        &["ask", QUESTION][..],
        &["ask", QUESTION, "--share", "samples"],
        &["ask", QUESTION, "--writer", "offline", "--json"],
        &["ask", QUESTION, "--writer", "replay:recorded.jsonl"],
        &["query", RIGHT, "--trace"],
        &["load", "more.csv"],
        &["sources"],
        &["remove", "more"],
        &["encoder", "status"],
        &["config", "show"],
    ] {
        run(&home, &server, args, &[]);
        assert!(server.received().is_empty(), "{args:?} sent something");
        assert!(ledger(&home).is_empty(), "{args:?} recorded something");
    }
}
