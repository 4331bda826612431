//! What is data and what is narration, and readers that go away.

use std::process::Stdio;

use crate::support::home::Home;

const CHICAGO: &str = "get_information(relation='directed_by', head_entity='Chicago')";

#[test]
fn data_goes_to_stdout_and_narration_to_stderr() {
    let home = Home::with_demo();
    home.write("t.csv", "Tarn,Depth\nGlint,3\n");
    let load = home.ok(&["load", "t.csv"]);
    assert_eq!(load.stdout, "loaded t: table, 1 row, 2 columns, 2 cells\n");
    assert!(load.stderr.contains("kind: "));
    let query = home.ok(&["query", CHICAGO]);
    assert_eq!((query.stdout.as_str(), query.stderr.as_str()), ("Rob Marshall\n", ""));
    let repaired = home.ok(&["query", CHICAGO.trim_end_matches(')')]);
    assert_eq!(repaired.stdout, "Rob Marshall\n");
    assert!(repaired.stderr.starts_with("note: "), "{repaired:#?}");
    let none = home.fails(1, &["query", "get_information(relation='Gold', head_entity='Chicago')"]);
    assert_eq!(none.stdout, "");
    assert!(none.stderr.starts_with("no answer: ") && none.stderr.contains("\nhint: "), "{none:#?}");
}

/// Runs a command whose output nobody reads: the reader is gone before it starts.
fn unread(home: &Home, args: &[&str], stderr_too: bool) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = home.command();
    command.args(args).stdin(Stdio::null());
    if stderr_too {
        command.stderr(writer.try_clone().unwrap());
    } else {
        command.stderr(Stdio::piped());
    }
    let child = command.stdout(writer).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_reader_that_went_away_is_no_reason_to_panic() {
    let home = Home::with_demo();
    home.write("t.csv", "Tarn,Depth\nGlint,3\n");
    home.write("bad.csv", "Tarn,Depth\nGlint,3,4,5\n");
    home.write("answer.json", home.ok(&["query", CHICAGO, "--json"]).stdout);
    for (code, args) in [
        (0, &["sources"][..]),
        (0, &["sources", "--json"]),
        (0, &["config", "show"]),
        (0, &["config", "path"]),
        (0, &["completions", "bash"]),
        (0, &["query", "--functions"]),
        (0, &["query", CHICAGO]),
        (0, &["query", CHICAGO, "--trace"]),
        (0, &["query", CHICAGO, "--json"]),
        (0, &["ask", "Who directed Chicago?", "--trace"]),
        (0, &["trace", "answer.json"]),
        (0, &["load", "t.csv"]),
        (0, &["load", "t.csv", "bad.csv", "--skip-bad"]),
        (0, &["remove", "t"]),
        (0, &["--help"]),
        (1, &["query", "get_information(relation='Gold', head_entity='Chicago')"]),
        (2, &["load", "missing.csv"]),
        (2, &["query", "nonsense("]),
        (2, &["frobnicate"]),
        (3, &["encoder", "status", "--encoder", "auto"]),
    ] {
        for stderr_too in [false, true] {
            let (ended, said) = unread(&home, args, stderr_too);
            assert!(!said.contains("panicked"), "{args:?}: {said}");
            assert_eq!(ended, Some(code), "{args:?}, stderr unread too: {stderr_too}; {said}");
        }
    }
}

#[test]
fn control_characters_of_a_file_do_not_reach_a_terminal_as_they_are() {
    // A pipe gets what the file holds, byte for byte.
    let home = Home::new();
    home.write("evil.csv", "Name,Note\nglint,\x1b[2Jgone\n");
    home.ok(&["load", "evil.csv"]);
    assert_eq!(home.answers("get_information(relation='Note', head_entity='glint')"), ["\x1b[2Jgone"]);
}
