//! The commands of the documents are run in the order of each document, in a home of its own.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::documents;
use super::stage::{Servers, filled_in, run_batch_job, stage_for};
use crate::support::home::Home;
use crate::support::served::Served;

/// Where the service listens if nothing else is said.
const SERVICE: &str = "127.0.0.1:7433";

/// Commands of a document: the lines of its indented blocks that begin with the program's
/// name or with `curl`, or that pipe into the program, each with what a `\` goes on with.
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
        } else if code == "trustuqa"
            || code.starts_with("trustuqa ")
            || code.contains("| trustuqa ")
            || code.starts_with("curl ")
        {
            found.push(code.to_owned());
        } else {
            continue;
        }
        goes_on = code.ends_with('\\');
    }
    found
}

/// The commands between backticks; a line break within one is a blank.
fn commands_in_sentences(text: &str) -> Vec<String> {
    let prose: Vec<&str> = text.lines().filter(|line| !line.starts_with("    ")).collect();
    let prose = prose.join("\n");
    let code = prose.split('`').skip(1).step_by(2).filter(|code| code.starts_with("trustuqa "));
    code.map(|code| code.replace('\n', " ")).collect()
}

/// Whether a word of a command stands for another: `FOLDER`.
fn is_placeholder(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '.' || c == '_')
}

/// The words of a command up to a remark.
fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().take_while(|word| *word != "#").collect()
}

/// Whether a program of the system is where [`run`] looks for it.
fn is_installed(program: &str) -> bool {
    ["/usr/bin", "/bin"].iter().any(|folder| Path::new(folder).join(program).is_file())
}

/// Why a command is not run here.
fn not_run(command: &str, servers: &Servers) -> Option<&'static str> {
    if words(command).ends_with(&["encoder", "fetch"]) {
        return Some("it needs a network; tests/library/encoder.rs fetches from a hub of its own");
    }
    if command.contains("postgres://") && servers.database.is_none() {
        return Some("PostgreSQL is not installed");
    }
    (command.contains("curl ") && !is_installed("curl")).then_some("curl is not installed")
}

/// Runs a command as a reader of the documents would, in the folder that has their files.
fn run(home: &Home, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_trustuqa")).parent().unwrap();
    let path = std::env::join_paths([program, Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    let mut shell = Command::new("bash");
    shell.env_clear().envs(home.env()).env("PATH", path).current_dir(home.path(""));
    let words = words(command);
    if words.contains(&"encoder") {
        // In a home for tests it is off, which is all that could be said of it.
        shell.env_remove("TRUSTUQA_ENCODER");
    }
    let first_line = File::open(home.path("initialize.jsonl")).ok().filter(|_| words.contains(&"--mcp"));
    shell.stdin(first_line.map_or_else(Stdio::null, Stdio::from));
    shell.args(["-o", "pipefail", "-c", command]).output().unwrap()
}

/// What is wrong with a command that was run, if anything.
fn fault(home: &Home, command: &str, ran: &Output) -> Option<String> {
    let said = String::from_utf8_lossy(&ran.stderr);
    let words = words(command);
    let is_right = match words.as_slice() {
        // The chat, whose tests are in tests/chat.
        ["trustuqa"] => ran.status.code() == Some(2) && said.contains("the chat needs a terminal"),
        // Nothing was fetched.
        [.., "encoder", "status"] => ran.status.code() == Some(3) && ran.stdout.starts_with(b"model: absent"),
        _ => ran.status.code() == Some(0),
    };
    if !is_right {
        return Some(format!("{:?}: {said}", ran.status.code()));
    }
    if let Some(file) = written(&words).find(|file| !is_filled(&home.path(file))) {
        return Some(format!("nothing was written into {file}"));
    }
    let said_json = || serde_json::from_slice::<serde_json::Value>(&ran.stdout);
    match words.as_slice() {
        ["curl", ..] if !words.contains(&"|") => match said_json() {
            Ok(answer) if answer["status"] == "answered" => None,
            other => Some(format!("the service says {other:?}")),
        },
        _ if words.contains(&"--mcp") => match said_json() {
            Ok(reply) if reply["result"]["serverInfo"]["name"] == "trustuqa" => None,
            other => Some(format!("the server says {other:?}")),
        },
        _ => None,
    }
}

/// The files and folders that a command says it writes.
fn written<'w>(words: &'w [&'w str]) -> impl Iterator<Item = &'w str> {
    let flags = [">", "backup", "--emit-requests", "--json", "--report", "--weights"];
    let pairs = words.windows(2).filter(move |pair| flags.contains(&pair[0]));
    pairs.map(|pair| pair[1]).filter(|file| !file.starts_with('>'))
}

/// Whether there is something in a file or folder.
fn is_filled(path: &Path) -> bool {
    match std::fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => std::fs::metadata(path).is_ok_and(|data| data.len() > 0),
    }
}

/// Runs the commands of a document; what is wrong with them, and how many there were.
fn run_all(text: &str, servers: &Servers) -> (Vec<String>, usize) {
    let mut commands = commands(text);
    commands.retain(|command| match not_run(command, servers) {
        Some(why) => {
            println!("not run: {command}: {why}");
            false
        }
        None => true,
    });
    if commands.is_empty() {
        return (Vec::new(), 0);
    }
    let home = stage_for(text);
    let mut served: Option<Served> = None;
    let mut faults = Vec::new();
    for command in &commands {
        let mut here = servers.addressed(&filled_in(command));
        if let Some(served) = &served {
            here = here.replace(SERVICE, &served.address);
        }
        if let Some(word) = words(&here).into_iter().find(|word| is_placeholder(word)) {
            faults.push(format!("{command}\n  nothing stands in for {word}"));
            continue;
        }
        let own = words(&here);
        if own.contains(&"serve") && !own.contains(&"--mcp") {
            // It goes on until it is stopped, and the next commands speak to it.
            let args: Vec<&str> =
                own.into_iter().filter(|word| !["trustuqa", "serve"].contains(word)).collect();
            served = Some(Served::start(&home, &args, &[]));
            continue;
        }
        faults.extend(fault(&home, &here, &run(&home, &here)).map(|why| format!("{command}\n  {why}")));
        if here.contains("--emit-requests requests.jsonl") {
            run_batch_job(&home);
        }
    }
    (faults, commands.len())
}

#[test]
fn every_command_of_the_documents_runs() {
    let servers = Servers::start();
    let (mut failed, mut count) = (String::new(), 0);
    for (document, text) in documents() {
        let (faults, commands) = run_all(&text, &servers);
        count += commands;
        for fault in faults {
            writeln!(failed, "{document}: {fault}").unwrap();
        }
    }
    println!("{count} commands were run");
    // Seven of 59 need PostgreSQL or curl.
    assert!(count >= 50, "only {count} commands were found");
    assert!(failed.is_empty(), "{failed}");
}

/// Words of a command for the program: without what is for the shell or the reader, such as a pipe, a
/// file or a remark.
fn of_program(command: &str) -> Option<&str> {
    let command = command.get(command.find("trustuqa")?..)?;
    let ends = [" | ", " > ", " < ", " &", " #"].iter().filter_map(|end| command.find(end));
    command.get(..ends.min().unwrap_or(command.len())).map(str::trim_end)
}

/// Also those that cannot be run here, and those that a sentence mentions.
#[test]
fn every_command_of_the_documents_is_one() {
    let home = Home::new();
    let mut count = 0;
    let mut failed = String::new();
    for (document, text) in documents() {
        let all = commands(&text).into_iter().chain(commands_in_sentences(&text));
        for command in all {
            let filled_in = filled_in(&command);
            let Some(own) = of_program(&filled_in) else { continue };
            count += 1;
            let ran = run(&home, &format!("{own} --help"));
            if !ran.status.success() {
                let said = String::from_utf8_lossy(&ran.stderr);
                writeln!(failed, "{document}: {command}\n  {said}").unwrap();
            }
        }
    }
    println!("{count} commands were parsed");
    assert!(count >= 110, "only {count} commands were found");
    assert!(failed.is_empty(), "{failed}");
}
