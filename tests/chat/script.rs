//! Scripts: sessions of the chat as text, a command a line.
//!
//! ```text
//! home demo | empty        a home whose graph holds the bundled data, or nothing
//! write NAME TEXT          a file in the working folder; \n in TEXT is a new line
//! env NAME VALUE           an environment variable of the programs started from here on
//! size 100x30              columns and rows of the terminal of the next start
//! start ARGS               the program in a terminal
//! line TEXT                types TEXT, waits until it is there, and presses Enter
//! type TEXT                types TEXT
//! key NAME NAME …          presses keys: enter, esc, up, ctrl-t, *, …
//! raw TEXT                 bytes, with \e for escape
//! expect TEXT              waits until the screen has TEXT
//! gone TEXT                waits until it has not
//! press KEY until TEXT     presses KEY, at most 60 times, until the screen has TEXT
//! resize 60x20             makes the terminal so large, and waits until it is drawn
//! file NAME has TEXT       a file of the working folder
//! file NAME lacks TEXT
//! said TEXT                what the program wrote, escapes and all
//! end CODE                 waits for the program's end; the terminal is as before
//! ```
//!
//! Nothing waits for a time: every line waits for what is to be seen.

use std::process::Command;
use std::time::{Duration, Instant};

use super::support::home::Home;
use super::terminal::{ENTER, Terminal};

/// Presses after which a key will not do any more.
const PRESSES: usize = 60;

struct Session {
    home: Home,
    env: Vec<(String, String)>,
    size: (u16, u16),
    terminal: Option<Terminal>,
    /// What the last program wrote, after it has ended.
    said: String,
}

/// Where the scripts are. They are read when they run, so that a script can be
/// written without building anything.
fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chat/scripts")
}

fn run(name: &str) {
    let script = std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap();
    let mut session =
        Session { home: Home::new(), env: Vec::new(), size: (100, 30), terminal: None, said: String::new() };
    for (number, line) in script.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // Seen only when the test fails: how far it came.
        println!("{name}.txt:{}: {line}", number + 1);
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        session.step(command, rest);
    }
    assert!(session.terminal.is_none(), "{name}.txt does not end its program");
}

impl Session {
    fn terminal(&self) -> &Terminal {
        self.terminal.as_ref().expect("a program was started")
    }

    fn step(&mut self, command: &str, rest: &str) {
        match command {
            "home" => self.home = if rest == "demo" { Home::with_demo() } else { Home::new() },
            "write" => {
                let (name, text) = rest.split_once(' ').expect("a name and a text");
                self.home.write(name, text.replace("\\n", "\n"));
            }
            "env" => {
                let (name, value) = rest.split_once(' ').expect("a name and a value");
                self.env.push((name.to_owned(), value.to_owned()));
            }
            "size" => self.size = size(rest),
            "start" => self.start(rest),
            "line" => {
                self.terminal().line(rest);
            }
            "type" => self.terminal().keys(rest),
            "key" => rest.split_whitespace().for_each(|name| self.terminal().keys(&bytes(name))),
            "raw" => self.terminal().keys(&rest.replace("\\e", "\x1b").replace("\\r", "\r")),
            "expect" => drop(self.terminal().until(rest)),
            "gone" => drop(self.terminal().until_gone(rest)),
            "press" => {
                let (key, text) = rest.split_once(" until ").expect("a key and a text");
                self.press(key, text);
            }
            "resize" => {
                let (columns, rows) = size(rest);
                self.terminal().resize(rows, columns);
                self.terminal().until_screen("a screen of that width", |screen| {
                    let lines: Vec<&str> = screen.lines().collect();
                    // The frame of the input reaches from edge to edge.
                    lines
                        .iter()
                        .any(|line| line.starts_with('╰') && line.chars().count() == usize::from(columns))
                });
            }
            "file" => self.file(rest),
            "said" => {
                let wanted = rest.replace("\\e", "\x1b").replace("\\a", "\x07");
                let end = Instant::now() + Duration::from_secs(90);
                while !self.bytes().contains(&wanted) {
                    assert!(Instant::now() < end, "the program never wrote {wanted:?}");
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            "end" => {
                let mut terminal = self.terminal.take().expect("a program was started");
                let (code, said) = terminal.end();
                assert_eq!(code, rest.parse().ok(), "{said}");
                assert!(!said.contains("panicked"), "{said}");
                terminal.assert_restored();
                self.said = said;
            }
            other => panic!("there is no command {other}"),
        }
    }

    fn start(&mut self, arguments: &str) {
        let mut command: Command = self.home.command();
        command.args(arguments.split_whitespace());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let (columns, rows) = self.size;
        self.terminal = Some(Terminal::start(command, rows, columns));
    }

    /// What the program wrote so far.
    fn bytes(&self) -> String {
        match &self.terminal {
            Some(terminal) => String::from_utf8_lossy(&terminal.output.lock().unwrap().bytes).into_owned(),
            None => self.said.clone(),
        }
    }

    fn press(&self, key: &str, text: &str) {
        let terminal = self.terminal();
        for _ in 0..PRESSES {
            let before = terminal.screen();
            if before.contains(text) {
                return;
            }
            terminal.keys(&bytes(key));
            // The next press comes when this one is seen, or was not to be seen.
            let end = Instant::now() + Duration::from_secs(3);
            while terminal.screen() == before && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        terminal.until(text);
    }

    fn file(&self, rest: &str) {
        let (name, has, text) = if let Some((name, text)) = rest.split_once(" has ") {
            (name, true, text)
        } else {
            let (name, text) = rest.split_once(" lacks ").expect("a name, `has` or `lacks`, and a text");
            (name, false, text)
        };
        let content = std::fs::read_to_string(self.home.path(name)).unwrap();
        assert_eq!(content.contains(text), has, "{name}:\n{content}");
    }
}

/// `100x30`.
fn size(text: &str) -> (u16, u16) {
    let (columns, rows) = text.split_once('x').expect("columns x rows");
    (columns.parse().unwrap(), rows.parse().unwrap())
}

/// What a terminal sends for a key.
fn bytes(name: &str) -> String {
    let named = match name {
        "enter" => ENTER,
        "esc" => "\x1b",
        "tab" => "\t",
        "backspace" => "\x7f",
        "space" => " ",
        "up" => "\x1b[A",
        "down" => "\x1b[B",
        "right" => "\x1b[C",
        "left" => "\x1b[D",
        "home" => "\x1b[H",
        "end" => "\x1b[F",
        "page-up" => "\x1b[5~",
        "page-down" => "\x1b[6~",
        "delete" => "\x1b[3~",
        "f1" => "\x1bOP",
        "f2" => "\x1bOQ",
        "f3" => "\x1bOR",
        "f5" => "\x1b[15~",
        "alt-enter" => "\x1b\r",
        _ => "",
    };
    if !named.is_empty() {
        return named.to_owned();
    }
    match name.strip_prefix("ctrl-").and_then(|letter| letter.bytes().next()) {
        Some(letter) => char::from(letter & 0x1f).to_string(),
        None => name.to_owned(),
    }
}

macro_rules! scripts {
    ($($name:ident),* $(,)?) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*
    };
}

scripts!(
    cancel_and_quit,
    demonstrations,
    did_you_mean,
    editor,
    export,
    first_answer,
    follow_up,
    history,
    neighbourhood,
    paste,
    picture,
    query,
    resize,
    resume,
    row_names,
    row_of_a_fact,
    sessions,
    settings,
    sources,
    trace_and_rerun,
    undo,
    vim,
);

#[test]
fn every_script_is_run() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, NAMES, "the scripts and the list above differ");
}
