//! The README and the book in `docs/`: every command in them runs, every setting is one, every
//! function of the query language is in the reference with examples whose answers are true, and
//! every link leads somewhere.
//!
//! `TRUSTUQA_UPDATE=1 cargo test --test cli documents` writes the reference again, with what
//! the functions say of themselves and what the examples answer.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::home::{Home, demo_data};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents, with their paths below the repository.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    let book = std::fs::read_dir(root().join("docs")).unwrap();
    paths.extend(book.map(|entry| Path::new("docs").join(entry.unwrap().file_name())));
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    let read = |path: PathBuf| {
        (path.to_str().unwrap().to_owned(), std::fs::read_to_string(root().join(&path)).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// Commands of a document: the lines of its indented blocks that begin with the program's
/// name, each with what a `\` goes on with.
fn commands(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let Some(code) = line.strip_prefix("    ") else {
            goes_on = false;
            continue;
        };
        let code = code.strip_prefix("$ ").unwrap_or(code);
        if goes_on {
            let last = found.last_mut().unwrap();
            last.push('\n');
            last.push_str(code);
        } else if code == "trustuqa" || code.starts_with("trustuqa ") || code.contains("| trustuqa ") {
            found.push(code.to_owned());
        } else {
            continue;
        }
        goes_on = code.ends_with('\\');
    }
    found
}

/// Whether a word of a command stands for another: `FOLDER`.
fn is_placeholder(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '.' || c == '_')
}

/// Why a command is not run here.
fn not_run(command: &str) -> Option<&'static str> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    Some(match words.as_slice() {
        ["trustuqa"] | ["trustuqa", "#", ..] | ["trustuqa", "demo", "#", ..] => {
            "it opens the chat, whose tests are in tests/chat"
        }
        _ if has("serve") => "it goes on until it is stopped; its tests are in tests/serve",
        _ if has("encoder") => {
            "it needs a network, or says that nothing was fetched; its tests are in tests/library/encoder.rs"
        }
        _ if command.contains("://me@") => "it needs a database server; tests/cli/databases.rs starts one",
        _ if command.contains("postgres://") => "it needs a database server; tests/postgres.rs has its own",
        _ if has("llm") => "it needs a model's server; tests/library/llm_writer.rs brings one",
        _ if has("eval") || has("learn") => "it needs benchmark data; tests/eval has its own",
        _ if words.iter().any(|word| is_placeholder(word)) => "it has a word to be replaced",
        _ => return None,
    })
}

/// A home with the files that the documents mention.
fn stage() -> Home {
    let home = Home::new();
    let files = root().join("tests/files");
    let copy = |from: &Path, to: &str| {
        home.write(to, std::fs::read(from).unwrap());
    };
    copy(&demo_data().join("medals.csv"), "medals.csv");
    copy(&demo_data().join("offices.tkg.tsv"), "offices.tsv");
    copy(&files.join("orders_xlsx.xlsx"), "shop.xlsx");
    copy(&files.join("orders_parquet.parquet"), "events.parquet");
    copy(&files.join("shop.sqlite"), "shop.db");
    copy(&files.join("orders_csv.csv"), "data/orders.csv");
    home.write("films.nt", "<http://a/Chicago> <http://a/directed_by> <http://a/Rob_Marshall> .\n");
    home.write("questions.txt", "Who directed Chicago?\nhow many orders\n");
    home.write("steps.txt", "Query1: \"get_information(relation='Nation', tail_entity='Brazil')\"\n");
    home.ok(&["--graph", "demo", "load", demo_data().to_str().unwrap()]);
    home
}

/// Runs a command as a reader of the documents would, in the folder that has their files.
/// 1 is "no answer found", which depends on the data.
fn failure(home: &Home, command: &str) -> Option<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_trustuqa")).parent().unwrap();
    let path = std::env::join_paths([program, Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    let mut shell = Command::new("bash");
    shell.env_clear().envs(home.env()).env("PATH", path).current_dir(home.path(""));
    let ran = shell.args(["-c", command]).stdin(std::process::Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    (!matches!(ran.status.code(), Some(0 | 1))).then(|| format!("{:?}: {said}", ran.status.code()))
}

#[test]
fn every_command_of_the_documents_runs() {
    let (mut failed, mut count) = (String::new(), 0);
    for (document, text) in documents() {
        let mut commands = commands(&text);
        commands.retain(|command| not_run(command).is_none());
        if commands.is_empty() {
            continue;
        }
        let home = stage();
        count += commands.len();
        for command in commands {
            if let Some(why) = failure(&home, &command) {
                writeln!(failed, "{document}: {command}\n  {why}").unwrap();
            }
        }
    }
    assert!(count >= 25, "only {count} commands were found");
    assert!(failed.is_empty(), "{failed}");
}

/// Words of a command up to what is for the shell or the reader: a pipe, a file, a remark.
fn of_program(command: &str) -> &str {
    let ends = [" | ", " > ", " < ", " &", " #"].iter().filter_map(|end| command.find(end));
    command.get(..ends.min().unwrap_or(command.len())).unwrap_or(command)
}

#[test]
fn commands_that_are_not_run_are_commands() {
    let home = Home::new();
    let mut count = 0;
    let mut failed = String::new();
    for (document, text) in documents() {
        for command in commands(&text) {
            // A word to be replaced may stand for a number.
            if not_run(&command).is_none() || command.split_whitespace().any(is_placeholder) {
                continue;
            }
            count += 1;
            if let Some(why) = failure(&home, &format!("{} --help", of_program(&command).trim_end())) {
                writeln!(failed, "{document}: {command}\n  {why}").unwrap();
            }
        }
    }
    assert!(count >= 15, "only {count} commands were found");
    assert!(failed.is_empty(), "{failed}");
}

/// The queries of several steps in a document.
fn queries(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last = false;
    for line in text.lines() {
        let step = line.strip_prefix("    ").filter(|step| step.starts_with("Query"));
        match (step, last) {
            (Some(step), true) => {
                let query = found.last_mut().unwrap();
                query.push('\n');
                query.push_str(step);
            }
            (Some(step), false) => found.push(step.to_owned()),
            (None, _) => {}
        }
        last = step.is_some();
    }
    found
}

#[test]
fn every_query_of_the_documents_has_an_answer() {
    let home = stage();
    let (mut failed, mut count) = (String::new(), 0);
    for (document, text) in documents() {
        for query in queries(&text) {
            count += 1;
            let ran = home.run(&["--graph", "demo", "query", &query]);
            if ran.code != 0 {
                writeln!(failed, "{document}: {query}\n  {}: {}", ran.code, ran.stderr).unwrap();
            }
        }
    }
    assert!(count >= 8, "only {count} queries were found");
    assert!(failed.is_empty(), "{failed}");
}

/// The settings in a document: indented blocks that begin with a section or a key of TOML.
fn settings(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(code) => {
                let block = blocks.last_mut().unwrap();
                block.push_str(code);
                block.push('\n');
            }
            None if line.is_empty() => {}
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| {
        let first = block.lines().next().unwrap_or_default();
        let key = first.split_once(" = ").map_or("", |(key, _)| key);
        first.starts_with('[') && first.ends_with(']')
            || !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    });
    blocks
}

#[test]
fn every_setting_of_the_documents_is_one() {
    let home = Home::new();
    let mut count = 0;
    for (document, text) in documents() {
        for block in settings(&text) {
            count += 1;
            let file = home.write("settings.toml", &block);
            let ran = home.run(&["--config", file.to_str().unwrap(), "config", "show"]);
            assert!(ran.code == 0 && ran.stderr.is_empty(), "{document}:\n{block}\n{}", ran.stderr);
        }
    }
    assert!(count >= 2, "only {count} blocks of settings were found");
}

/// Documents whose links are followed, but whose commands are for those who change the program.
const OTHERS: [&str; 8] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "datasets/demo/README.md",
    "datasets/everyday/README.md",
    "fuzz/README.md",
    "python/README.md",
    "storage/bench/README.md",
];

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut broken = Vec::new();
    let read = |path: &str| (path.to_owned(), std::fs::read_to_string(root().join(path)).unwrap());
    for (document, text) in documents().into_iter().chain(OTHERS.map(read)) {
        let folder = root().join(&document).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, anchor) = link.split_once('#').map_or((link, None), |(p, a)| (p, Some(a)));
            if link.contains("://") {
                continue;
            }
            let target = if path.is_empty() { root().join(&document) } else { folder.join(path) };
            let there = match (target.exists(), anchor) {
                (true, Some(anchor)) => {
                    std::fs::read_to_string(&target).unwrap().lines().any(|line| is_heading(line, anchor))
                }
                (there, _) => there,
            };
            if !there {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Whether a line is the heading that an anchor names.
fn is_heading(line: &str, anchor: &str) -> bool {
    let Some(text) = line.strip_prefix('#') else { return false };
    let text = text.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).eq(anchor.chars())
}

/// Every function with what the program says of it.
fn functions(home: &Home) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in home.ok(&["query", "--functions"]).stdout.lines() {
        match (line.strip_prefix("  "), found.last_mut()) {
            (Some(about), Some((_, text))) => {
                text.push_str(about);
                text.push('\n');
            }
            _ => {
                let name = line.split('(').next().unwrap().to_owned();
                found.push((name, String::new()));
            }
        }
    }
    found
}

/// The section of a function: what it says of itself, and its examples with their answers.
fn section(home: &Home, name: &str, about: &str, examples: &[&str]) -> String {
    let mut text = format!("## {name}\n");
    for line in about.lines() {
        write!(text, "\n{}\n", as_markdown(line.trim())).unwrap();
    }
    for example in examples {
        let ran = home.run(&["--graph", "demo", "query", example, "--format", "markdown"]);
        assert!(ran.code <= 1, "{ran:#?}");
        let answer = if ran.code == 0 { ran.stdout.trim().to_owned() } else { ran.stderr.trim().to_owned() };
        write!(text, "\n    {example}\n\n{answer}\n").unwrap();
    }
    text
}

/// Plain text whose queries are marked as code, so that Markdown leaves their signs alone.
fn as_markdown(text: &str) -> String {
    text.replace('<', "\\<").replace('>', "\\>").replace('*', "\\*")
}

#[test]
fn the_reference_of_functions_is_complete_and_its_examples_are_true() {
    let path = root().join("docs/functions.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (begin, _) = text.split_once("\n## ").expect("sections");
    let home = stage();
    let mut again = format!("{begin}\n");
    for (name, about) in functions(&home) {
        let heading = format!("\n## {name}\n");
        let own = text.split_once(&heading).map_or("", |(_, rest)| rest.split("\n## ").next().unwrap());
        let examples: Vec<&str> = own.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        assert!(!examples.is_empty(), "docs/functions.md has no example of `{name}`");
        write!(
            again,
            "{}{}",
            if again.ends_with("\n\n") { "" } else { "\n" },
            section(&home, &name, &about, &examples)
        )
        .unwrap();
    }
    if std::env::var_os("TRUSTUQA_UPDATE").is_some() {
        std::fs::write(&path, &again).unwrap();
    }
    let now = std::fs::read_to_string(&path).unwrap();
    let differs = now.lines().zip(again.lines()).find(|(a, b)| a != b);
    assert!(now == again, "docs/functions.md is not what the program says: {differs:?}");
}
