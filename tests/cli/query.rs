//! Queries and questions, traces and their files.

use trustuqa_engine::trace::{Status, Trace};

use crate::support::home::Home;

const CHICAGO: &str = "get_information(relation='directed_by', head_entity='Chicago')";

#[test]
fn both_query_languages_are_run() {
    let home = Home::with_demo();
    assert_eq!(home.answers(CHICAGO), ["Rob Marshall"]);
    assert_eq!(home.answers("s1 = search_node(node1='directed_by', condition='Chicago')"), ["Rob Marshall"]);
    let steps = "Step1: Find the rows whose Nation is United States\n\
                 Query1: \"get_information(relation='Nation', tail_entity='United States')\"\n\
                 Step2: Count them\nQuery2: \"count(set='output_of_query1')\"\n";
    let ran = home.run_with(&["query", "-"], &[], steps);
    assert_eq!(ran.code, 0, "{ran:#?}");
    let medals = std::fs::read_to_string(crate::support::home::demo_data().join("medals.csv")).unwrap();
    let rows = medals.lines().filter(|line| line.split(',').nth(2) == Some("United States")).count();
    assert_eq!(ran.stdout.trim(), rows.to_string());
}

#[test]
fn a_query_can_be_kept_to_one_source() {
    let home = Home::with_demo();
    home.write("remake.tsv", "Chicago\tdirected_by\tSomebody Else\nAlien\tdirected_by\tNobody\n");
    home.ok(&["load", "remake.tsv", "--kind", "kg"]);
    let mut both = home.answers(CHICAGO);
    both.sort();
    assert_eq!(both, ["Rob Marshall", "Somebody Else"]);
    for (source, answer) in [("films", "Rob Marshall"), ("remake", "Somebody Else")] {
        assert_eq!(home.ok(&["query", CHICAGO, "--source", source]).stdout.trim(), answer);
    }
    let ran = home.fails(2, &["query", CHICAGO, "--source", "filsm"]);
    assert!(ran.stderr.contains("`filsm`") && ran.stderr.contains("hint: "), "{ran:#?}");
}

#[test]
fn the_trace_shows_every_step_down_to_the_line_of_the_file() {
    let home = Home::with_demo();
    let ran = home.ok(&["query", CHICAGO, "--trace"]);
    insta::assert_snapshot!("trace", home.shown(&[ran]));
}

#[test]
fn the_json_of_a_query_is_a_trace() {
    let home = Home::with_demo();
    let trace: Trace = serde_json::from_str(&home.ok(&["query", CHICAGO, "--json"]).stdout).unwrap();
    assert_eq!((trace.answers(), trace.answer.status), (vec!["Rob Marshall"], Status::Answered));
    assert_eq!(trace.answer.sources, ["films"]);
    let fact = &trace.steps[0].facts[0];
    let file = std::fs::read_to_string(&fact.file).unwrap();
    let line = file.lines().nth(fact.line as usize - 1).unwrap();
    assert_eq!(line, "Chicago\tdirected_by\tRob Marshall");
}

#[test]
fn queries_that_cannot_be_answered_say_why() {
    let home = Home::with_demo();
    let mut runs = Vec::new();
    for (code, query) in [
        (1, "get_information(relation='directed_by', head_entity='Chicagoo Nights')"),
        (1, "get_information(relation='Gold', head_entity='Chicago')"),
        (1, "get_information(relation='has_pet', head_entity='Chicago')"),
        (2, "common_letter(set=get_information(relation='directed_by', head_entity='Chicago'))"),
        (2, "get_information(relation='directed_by', 'Chicago')"),
        (2, "Step1: count\nQuery1: \"count(set='output_of_query4')\""),
        (2, "who directed Chicago?"),
        (2, ""),
        (2, "s1 = search_node(node1='directed_by', condition='Nobody Knows This')"),
        (2, "sum(set=get_information(relation='directed_by', head_entity='Chicago'))"),
    ] {
        let ran = home.run(&["query", query]);
        assert_eq!(ran.code, code, "{ran:#?}");
        assert_eq!(ran.stdout, "", "{ran:#?}");
        runs.push(ran);
    }
    insta::assert_snapshot!("bad_queries", home.shown(&runs));
    assert!(runs[3].stderr.contains("^^^"), "{:#?}", runs[3]);
}

#[test]
fn every_function_is_listed() {
    let home = Home::new();
    let listed = home.ok(&["query", "--functions"]).stdout;
    for name in ["get_information(", "set_union", "count", "argmax", "mean"] {
        assert!(listed.contains(name), "{name} is missing in {listed}");
    }
}

#[test]
fn a_stored_trace_gives_the_same_answer_until_the_data_differ() {
    let home = Home::with_demo();
    let asked = home.ok(&["ask", "Who directed Chicago?", "--json"]);
    home.write("answer.json", &asked.stdout);
    let again = home.ok(&["trace", "answer.json"]);
    assert_eq!(again.stdout.trim(), "Rob Marshall");
    assert!(again.stderr.contains("the same answer as in answer.json"), "{again:#?}");

    let mut forged: Trace = serde_json::from_str(&asked.stdout).unwrap();
    forged.answer.items[0].text = "Alan Smithee".to_owned();
    home.write("forged.json", serde_json::to_string(&forged).unwrap());
    let ran = home.fails(1, &["trace", "forged.json"]);
    assert_eq!(ran.stdout.trim(), "Rob Marshall");
    assert!(ran.stderr.contains("the answer differs") && ran.stderr.contains("Alan Smithee"), "{ran:#?}");

    let mut other: Trace = serde_json::from_str(&asked.stdout).unwrap();
    assert!(other.execution.contains("'Chicago'"), "{}", other.execution);
    other.execution = other.execution.replace("'Chicago'", "'Gladiator'");
    home.write("other.json", serde_json::to_string(&other).unwrap());
    let ran = home.fails(1, &["trace", "other.json"]);
    assert!(ran.stderr.contains("the answer differs"), "{ran:#?}");

    home.ok(&["remove", "films"]);
    let ran = home.run(&["trace", "answer.json"]);
    assert!([1, 2].contains(&ran.code) && !ran.stdout.contains("Rob Marshall"), "{ran:#?}");
}

#[test]
fn an_empty_answer_is_the_same_when_it_is_run_again() {
    let home = Home::with_demo();
    let empty =
        home.fails(1, &["query", "get_information(relation='Gold', head_entity='Chicago')", "--json"]);
    home.write("empty.json", &empty.stdout);
    let ran = home.run(&["trace", "empty.json"]);
    assert!(ran.stderr.contains("the same answer as in empty.json"), "{ran:#?}");
}

#[test]
fn files_that_are_no_traces_are_refused() {
    let home = Home::with_demo();
    let mut trace: Trace = serde_json::from_str(&home.ok(&["query", CHICAGO, "--json"]).stdout).unwrap();
    trace.version += 1;
    home.write("newer.json", serde_json::to_string(&trace).unwrap());
    home.write("list.json", "[1, 2]");
    let runs = [
        home.fails(2, &["trace", "missing.json"]),
        home.fails(2, &["trace", "list.json"]),
        home.fails(2, &["trace", "newer.json"]),
    ];
    insta::assert_snapshot!("bad_traces", home.shown(&runs));
}

#[test]
fn questions_are_answered_without_model_or_network() {
    let home = Home::with_demo();
    let ran = home.ok(&["ask", "Who directed Chicago?", "--trace"]);
    assert!(ran.stdout.starts_with("Rob Marshall\n"), "{ran:#?}");
    assert!(ran.stdout.contains("films.kg.tsv:"), "{ran:#?}");
    let trace: Trace =
        serde_json::from_str(&home.ok(&["ask", "Who directed Chicago?", "--json"]).stdout).unwrap();
    assert_eq!(trace.question.as_deref(), Some("Who directed Chicago?"));
    assert_eq!(trace.writer.as_deref(), Some("offline"));
}

#[test]
fn questions_that_cannot_be_asked_say_why() {
    let home = Home::with_demo();
    home.write("recorded.jsonl", "no json at all\n");
    let mut runs = Vec::new();
    for args in [
        &["ask"][..],
        &["ask", "  "],
        &["ask", "Who directed Chicago?", "--writer", "gpt"],
        &["ask", "Who directed Chicago?", "--writer", "replay:missing.jsonl"],
        &["ask", "Who directed Chicago?", "--writer", "replay:recorded.jsonl"],
        &["ask", "Who directed Chicago?", "--writer", "llm", "--share", "off", "--model", "m"],
        &["ask", "Who directed Chicago?", "--share", "everything"],
        &["ask", "Who directed Chicago?", "--graph", "nowhere"],
        &["ask", "Who directed Chicago?", "--graph", "a b"],
        &["ask", "Who directed Chicago?", "--base-url", "localhost"],
        &["ask", "Who directed Chicago?", "--json", "--trace"],
    ] {
        let ran = home.fails(2, args);
        assert_eq!(ran.stdout, "", "{ran:#?}");
        runs.push(ran);
    }
    for args in [&["ask", "Who directed Chicago?", "--writer", "llm"][..], &["chat"]] {
        runs.push(home.run(args));
    }
    home.ok(&["load", home.write("t.csv", "A,B\nx,1\n").to_str().unwrap(), "--graph", "tiny"]);
    home.ok(&["remove", "t", "--graph", "tiny"]);
    runs.push(home.fails(2, &["ask", "Who directed Chicago?", "--graph", "tiny"]));
    insta::assert_snapshot!("bad_questions", home.shown(&runs));
}
