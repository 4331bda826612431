//! Runs that are stopped, killed and continued, and threads.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::data::{figures, wikisql, without_times, write_lines};
use crate::support::home::Home;

/// Questions of the long run.
const MANY: usize = 12_000;

/// A run of many questions, some of which have no right answer.
fn long(home: &Home) {
    wikisql(home);
    let questions: Vec<Value> = (0..MANY)
        .map(|n| {
            let port = ["Saltmere", "Grimsay", "Nowhere"][n % 3];
            let table = ["boats", "birds"][n % 2];
            json!({"id": format!("q{n}"), "table_id": table, "question": format!("number {n}?"),
                   "sql": {"sel": 0, "conds": [[1, 0, port]], "agg": 0}, "answers": ["Auk"]})
        })
        .collect();
    write_lines(home, "bench/wikisql/questions.jsonl", &questions);
}

const RUN: [&str; 7] = ["eval", "wikisql", "--data", "bench", "--gold", "--json", "out.json"];

fn start(home: &Home) -> Child {
    let mut command = home.command();
    command.args(RUN).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The log of a run that is not done.
fn log(home: &Home) -> Option<PathBuf> {
    let files = std::fs::read_dir(home.data().join("eval/runs")).ok()?;
    let mut files = files.filter_map(|file| Some(file.ok()?.path()));
    files.find(|file| !file.to_string_lossy().ends_with(".done.jsonl"))
}

/// Waits until a run has kept so many outcomes.
fn until(home: &Home, outcomes: usize) {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(120) {
        let text = log(home).and_then(|file| std::fs::read(file).ok()).unwrap_or_default();
        if text.iter().filter(|b| **b == b'\n').count() > outcomes {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no run got as far as {outcomes} questions");
}

fn undisturbed() -> Value {
    let home = Home::new();
    long(&home);
    home.ok(&RUN);
    without_times(figures(&home))
}

#[test]
fn a_killed_run_goes_on_and_ends_as_if_nothing_had_happened() {
    let home = Home::new();
    long(&home);
    for part in [1, 3] {
        let mut child = start(&home);
        until(&home, MANY * part / 10);
        // SIGKILL: the program cannot clean up.
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
    // What a kill in the middle of a line leaves.
    let mut file = std::fs::OpenOptions::new().append(true).open(log(&home).unwrap()).unwrap();
    file.write_all(b"{\"id\":\"q11999\",\"set\":\"wik").unwrap();
    let ran = home.ok(&RUN);
    assert!(ran.stderr.contains("going on after "), "{ran:#?}");
    assert_eq!(without_times(figures(&home)), undisturbed());
    assert!(log(&home).is_none(), "a run that is done leaves nothing to go on with");
    let ran = home.ok(&RUN);
    assert!(!ran.stderr.contains("going on after "), "{ran:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_run_writes_what_it_has_and_says_how_to_go_on() {
    let home = Home::new();
    long(&home);
    let child = start(&home);
    until(&home, MANY / 10);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("run the same command again to go on"), "{said}");
    let out = figures(&home);
    let (asked, left) = (out["questions"].as_u64().unwrap(), out["not_asked"].as_u64().unwrap());
    assert!(asked > 0 && left > 0 && asked + left == MANY as u64, "{asked} {left}");
    let ran = home.ok(&RUN);
    assert!(ran.stderr.contains(&format!("going on after {asked} of {MANY} questions")), "{ran:#?}");
    assert_eq!(without_times(figures(&home)), undisturbed());
}

#[test]
fn other_settings_do_not_go_on_with_a_run_and_fresh_forgets_it() {
    let home = Home::new();
    long(&home);
    let mut child = start(&home);
    until(&home, MANY / 10);
    child.kill().unwrap();
    child.wait().unwrap();
    let other =
        home.ok(&["eval", "wikisql", "--data", "bench", "--gold", "--source", "unknown", "--limit", "5"]);
    assert!(!other.stderr.contains("going on after "), "{other:#?}");
    let fresh = home.ok(&[&RUN[..], &["--fresh"]].concat());
    assert!(!fresh.stderr.contains("going on after "), "{fresh:#?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let home = Home::new();
    long(&home);
    let outcomes = |threads: &str| {
        home.ok(&[&RUN[..], &["--limit", "600", "--threads", threads, "--outcomes", "o.jsonl"]].concat());
        let text = std::fs::read_to_string(home.path("o.jsonl")).unwrap();
        let lines = text.lines().map(|line| without_times(serde_json::from_str(line).unwrap()));
        (lines.collect::<Vec<_>>(), without_times(figures(&home)))
    };
    assert_eq!(outcomes("1"), outcomes("5"));
}
