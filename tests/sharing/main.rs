//! One graph and several programs: the real program, started several times.
//!
//! * `several_programs` - a chat, questions, loads and upkeep at the same time
//! * `ends` - programs that end, are killed, or are not who they should be
//! * `settings` - writer, key and ledger are those of who asks
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

mod ends;
mod settings;
mod several_programs;
#[path = "../support/mod.rs"]
mod support;
#[path = "../chat/terminal.rs"]
#[allow(dead_code, reason = "a part of it is taken")]
mod terminal;

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use support::home::Home;

/// A program that has questions piped into it, one at a time, and so goes on for as long as
/// it is asked.
pub struct AskingProgram {
    pub child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl AskingProgram {
    pub fn start(home: &Home) -> AskingProgram {
        let mut command = home.command();
        command.args(["ask", "-"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        AskingProgram { questions: child.stdin.take(), child, answers }
    }

    /// Asks, and returns the line with the answer; `None` when the program is gone.
    pub fn ask(&mut self, question: &str) -> Option<String> {
        writeln!(self.questions.as_mut()?, "{question}").ok()?;
        let mut line = String::new();
        (self.answers.read_line(&mut line).ok()? > 0).then_some(line)
    }

    /// The program once it has answered, and so has the graph open or knows who has.
    pub fn ready(home: &Home) -> AskingProgram {
        let mut asker = AskingProgram::start(home);
        let answer = asker.ask("Who directed Chicago?").unwrap();
        assert!(answer.contains("Rob Marshall"), "{answer}");
        asker
    }

    pub fn end(mut self) {
        drop(self.questions.take());
        assert!(self.child.wait().unwrap().success());
    }
}

/// The process that answers for the graph in a folder, by its own greeting.
pub fn holder(graph: &Path) -> Option<u32> {
    let mut stream = UnixStream::connect(graph.join("graph.sock")).ok()?;
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut frame).ok()?;
    let greeting: serde_json::Value = serde_json::from_slice(&frame[1..]).ok()?;
    u32::try_from(greeting["process"].as_u64()?).ok()
}
