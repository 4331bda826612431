//! Everyday questions over small files as people have them, through the program: loaded,
//! asked by the offline writer without an encoder, answered. Each file of
//! `tests/everyday` is one graph with its questions:
//!
//! ```text
//! === file parts.csv
//! item,num
//! bolt,5
//! === questions
//! What is the num of bolt? => 5
//! Which item is in stock ~> bolt
//! ```
//!
//! Behind `=>` stand the members of the right answer between bars, `key: value` where it has a number for each. Behind `~>` stands one
//! that need not be found; what is answered in its place must not be called certain.
use std::path::{Path, PathBuf};

use crate::support::home::Home;

struct ExpectedAnswer<'a> {
    question: &'a str,
    answer: Vec<&'a str>,
    must_be_found: bool,
}

fn questions(text: &str) -> Vec<ExpectedAnswer<'_>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let (question, answer, must_be_found) = match (line.split_once(" => "), line.split_once(" ~> ")) {
                (Some((question, answer)), _) => (question, answer, true),
                (None, Some((question, answer))) => (question, answer, false),
                (None, None) => panic!("`{line}` has no answer"),
            };
            ExpectedAnswer { question, answer: answer.split('|').map(str::trim).collect(), must_be_found }
        })
        .collect()
}

/// What is wrong with the answers of one file.
fn faults(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let home = Home::new();
    let mut load = vec!["load"];
    let mut asked = Vec::new();
    for part in text.split("=== ").filter(|part| !part.is_empty()) {
        let (title, content) = part.split_once('\n').unwrap();
        match title.strip_prefix("file ") {
            Some(name) => {
                home.write(name, content);
                load.push(name);
            }
            None => asked.extend(questions(content)),
        }
    }
    home.ok(&load);
    assert!(!asked.is_empty(), "{} has no questions", file.display());
    let mut faults = Vec::new();
    for ExpectedAnswer { question, mut answer, must_be_found } in asked {
        let ran = home.run(&["ask", question, "--json"]);
        let trace: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
        let items = trace["answer"]["items"].as_array().cloned().unwrap_or_default();
        let mut got: Vec<String> =
            items.iter().filter_map(|item| item["text"].as_str()).map(str::to_owned).collect();
        if answer.iter().all(|member| member.contains(": ")) {
            let rows = trace["answer"]["rows"].as_array().cloned().unwrap_or_default();
            let cells = |row: &serde_json::Value| -> Vec<String> {
                row.as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|cell| cell.as_str().map(str::to_owned))
                    .collect()
            };
            got = rows.iter().map(|row| cells(row).join(": ")).collect();
        }
        let certain = ran.code == 0 && trace["answer"]["certain"] == true;
        got.sort_unstable();
        answer.sort_unstable();
        if got != answer && (must_be_found || certain) {
            let sure = if certain { "certain" } else { "uncertain" };
            faults.push(format!("{}: {question}\n  {got:?}, {sure}, is not {answer:?}", file.display()));
        }
    }
    faults
}

#[test]
fn everyday_questions_are_answered_and_what_is_wrong_is_not_called_certain() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let half = files.len().div_ceil(2);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let all_of = |files: &[PathBuf]| files.iter().flat_map(|file| faults(file)).collect::<Vec<_>>();
        let asked: Vec<_> = files.chunks(half).map(|files| scope.spawn(move || all_of(files))).collect();
        asked.into_iter().flat_map(|asked| asked.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
