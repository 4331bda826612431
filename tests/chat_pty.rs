//! The real chat in a real pseudo-terminal, driven by keys and read off the screen.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

mod support;

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Pty, open};
use support::home::Home;
use support::{Reply, Server};

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const CTRL_T: &str = "\x14";

/// Long enough for a slow machine; nothing waits that long when all is well.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the program wrote so far, and the screen that it makes.
struct Output {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    first_frame: Option<(Instant, String)>,
}

impl Output {
    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.bytes.push(*byte);
            self.screen.process(&[*byte]);
            // One read can bring several frames; each ends a synchronized update.
            if self.first_frame.is_none() && self.bytes.ends_with(b"\x1b[?2026l") {
                self.first_frame = Some((Instant::now(), self.screen.screen().contents()));
            }
        }
    }
}

fn size(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

/// The program with a terminal of its own.
struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    output: Arc<Mutex<Output>>,
    reader: Option<JoinHandle<()>>,
    started: Instant,
}

impl Terminal {
    fn start(command: Command, rows: u16, columns: u16) -> Terminal {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let started = Instant::now();
        let child = pty_process::blocking::Command::from(command).spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let output = Output { screen: vt100::Parser::new(size(rows), size(columns), 0), bytes: Vec::new(), first_frame: None };
        let output = Arc::new(Mutex::new(output));
        let (from, to) = (pty.clone(), output.clone());
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            // Reading fails once the program has closed the terminal.
            while let Ok(read @ 1..) = (&*from).read(&mut buffer) {
                to.lock().unwrap().take(&buffer[..read]);
            }
        });
        Terminal { pty, child, output, reader: Some(reader), started }
    }

    fn screen(&self) -> String {
        self.output.lock().unwrap().screen.screen().contents()
    }

    fn keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line and sends it.
    fn line(&self, text: &str) {
        self.keys(text);
        self.until(text.split_whitespace().next_back().unwrap());
        self.keys(ENTER);
    }

    /// Waits until the screen is as `wanted` says.
    fn until_screen(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return screen;
            }
            assert!(Instant::now() < end, "{what} did not come; the screen is\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn until(&self, text: &str) -> String {
        self.until_screen(text, |screen| screen.contains(text))
    }

    fn until_gone(&self, text: &str) -> String {
        self.until_screen(&format!("a screen without {text}"), |screen| !screen.contains(text))
    }

    fn resize(&self, rows: u16, columns: u16) {
        self.output.lock().unwrap().screen.screen_mut().set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits for the program's end: its exit code and everything it wrote.
    fn end(&mut self) -> (Option<i32>, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(Instant::now() < end, "the program does not end; the screen is\n{}", self.screen()),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().unwrap().join().unwrap();
        let bytes = self.output.lock().unwrap().bytes.clone();
        (status.code(), String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The terminal is as it was before the chat took it.
    fn assert_restored(&self) {
        let output = self.output.lock().unwrap();
        let screen = output.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is still on");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste is still on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed in the middle leaves the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program(home: &Home, args: &[&str]) -> Command {
    let mut command = home.command();
    command.args(args);
    command
}

#[test]
fn the_demo_is_asked_looked_into_and_left() {
    let home = Home::new();
    let mut chat = Terminal::start(program(&home, &["demo"]), 40, 110);
    chat.until("10 sources");
    {
        let output = chat.output.lock().unwrap();
        let (at, _) = output.first_frame.clone().unwrap();
        println!("the first frame came {:?} after the start, with the data still to be loaded", at - chat.started);
        assert!(output.screen.screen().alternate_screen());
    }
    chat.line("Who directed Chicago?");
    chat.until("Rob Marshall");
    let closed = chat.until("Ctrl-T opens the trace");
    assert!(!closed.contains("films.kg.tsv:"), "{closed}");

    chat.keys(CTRL_T);
    chat.until("Enter opens");
    chat.keys("*");
    let open = chat.until("films.kg.tsv:");
    assert!(open.contains("directed_by"), "{open}");
    chat.keys(ESC);
    chat.until_gone("Enter opens");

    chat.line("/sources");
    let sources = chat.until("Nominated work");
    assert!(sources.contains("musical_awards") || sources.contains("medals"), "{sources}");
    chat.keys(ESC);
    chat.until_gone("Nominated work");
    chat.line("/help");
    let help = chat.until("Commands");
    assert!(help.contains("/export") && help.contains("what may be sent to a model"), "{help}");
    chat.keys(ESC);
    chat.until_gone("what may be sent to a model");

    chat.resize(40, 60);
    let narrow = chat.until("demo · 10 src");
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    chat.line("How many rows are there for the 2016 Summer Olympics?");
    chat.until("offline writer");

    chat.line("/quit");
    let (code, said) = chat.end();
    assert_eq!(code, Some(0), "{said}");
    chat.assert_restored();
    assert!(said.contains("\x1b[?1049h") && said.contains("\x1b[?1049l"), "the alternate screen was entered and left");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_first_frame_comes_before_the_graph_is_read() {
    let home = Home::with_demo();
    let chat = Terminal::start(program(&home, &[]), 30, 100);
    chat.until("10 sources");
    let (at, frame) = chat.output.lock().unwrap().first_frame.clone().unwrap();
    println!("the first frame came {:?} after the start", at - chat.started);
    assert!(frame.contains("opening graph"), "the first frame was drawn when the graph was open already:\n{frame}");
    chat.keys("\x04");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_to_a_silent_model_is_cancelled() {
    let home = Home::with_demo();
    let server = Server::start(|_| Reply::Silence).await;
    let args = ["chat", "--writer", "llm", "--model", "test-model", "--base-url", &server.base_url];
    let mut chat = Terminal::start(program(&home, &args), 40, 110);
    chat.until("writer llm");
    chat.line("Who directed Chicago?");
    chat.until("Esc cancels");
    server.until(|requests, open| requests >= 1 && open >= 1).await;
    chat.keys(ESC);
    chat.until("cancelled after");
    server.until(|_, open| open == 0).await;

    // What was sent can be read, and another writer takes over.
    chat.line("/sent");
    chat.until("test-model");
    chat.keys(ESC);
    chat.until_gone("Sent");
    chat.line("/writer offline");
    chat.until("the writer is now offline");
    chat.line("Who directed Chicago?");
    chat.until("Rob Marshall");
    chat.line("/quit");
    let (code, said) = chat.end();
    assert_eq!(code, Some(0), "{said}");
    chat.assert_restored();
}

#[test]
fn files_are_loaded_and_removed_in_the_chat() {
    let home = Home::new();
    home.write("tarns.csv", "Tarn,Depth\nGlint,77 m\nMurk,12 m\n");
    let mut chat = Terminal::start(program(&home, &["chat"]), 40, 110);
    chat.until("0 sources");
    chat.line("/load tarns.csv");
    chat.until("1 source ");
    chat.line("What is the depth of Glint?");
    chat.until("77 m");
    chat.line("/load missing.csv");
    chat.until("cannot open it");
    chat.line("/remove tarns");
    chat.until("removed tarns");
    // Ctrl-D leaves.
    chat.keys("\x04");
    let (code, said) = chat.end();
    assert_eq!(code, Some(0), "{said}");
    chat.assert_restored();
    assert_eq!(home.sources(), "");
}

#[test]
fn a_second_chat_on_a_graph_says_who_holds_it() {
    let home = Home::with_demo();
    let mut first = Terminal::start(program(&home, &["chat"]), 30, 100);
    first.until("10 sources");
    let ran = home.fails(3, &["sources"]);
    assert!(ran.stderr.contains("open in another process") && ran.stderr.contains("hint: "), "{ran:#?}");
    let mut second = Terminal::start(program(&home, &["chat"]), 30, 100);
    let (code, said) = second.end();
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("open in another process") && said.contains("hint: "), "{said}");
    second.assert_restored();
    first.keys("\x03\x03");
    assert_eq!(first.end().0, Some(0));
    home.ok(&["sources"]);
}

#[test]
fn names_from_a_file_cannot_drive_the_terminal() {
    let home = Home::new();
    home.write("evil.csv", "Name,Note\nglint,\x1b[?1049h\x1b[2Jgone\n");
    home.ok(&["load", "evil.csv"]);
    let args = ["query", "get_information(relation='Note', head_entity='glint')", "--trace"];
    let mut terminal = Terminal::start(program(&home, &args), 30, 100);
    let (code, said) = terminal.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("gone") && !said.contains("\x1b[?1049h") && !said.contains("\x1b[2J"), "{said:?}");
    terminal.assert_restored();
}
