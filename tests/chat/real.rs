//! What needs more than a script can say: a server, two programs, bytes and times.

use std::process::Command;

use super::support::home::Home;
use super::support::{Reply, Server};
use super::terminal::Terminal;

const ESC: &str = "\x1b";
const CTRL_T: &str = "\x14";

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
        let (at, _) = chat.first_frame();
        println!(
            "the first frame came {:?} after the start, with the data still to be loaded",
            at - chat.started
        );
        let output = chat.output.lock().unwrap();
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

    // The filter finds a column, and opens the source at it.
    chat.line("/sources nominated");
    let sources = chat.until("Nominated work");
    assert!(sources.contains("musical_awards") && !sources.contains("medals"), "{sources}");
    chat.keys(ESC);
    chat.until_gone("Nominated work");
    chat.keys(ESC);
    chat.until_gone("Type to filter");
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
    assert!(
        said.contains("\x1b[?1049h") && said.contains("\x1b[?1049l"),
        "the alternate screen was entered and left"
    );
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_first_frame_comes_before_the_graph_is_read() {
    let home = Home::with_demo();
    let chat = Terminal::start(program(&home, &[]), 30, 100);
    chat.until("10 sources");
    let (at, frame) = chat.first_frame();
    println!("the first frame came {:?} after the start", at - chat.started);
    assert!(
        frame.contains("opening graph"),
        "the first frame was drawn when the graph was open already:\n{frame}"
    );
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
    chat.until("/v1/chat/completions");
    chat.keys(ESC);
    chat.until_gone("/v1/chat/completions");
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

/// Nothing that moves by itself is on the screen of an idle chat, so it must not
/// wake up. What the kernel counts is read from `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_chat_costs_no_cpu() {
    use std::time::Duration;

    /// Clock ticks that a process and its threads have had so far; 100 are a second.
    fn ticks(process: u32) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        // The name in parentheses may hold spaces; user and system time are the
        // 12th and 13th field after it.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// How often its threads were put on a processor because they had waited.
    fn wakes(process: u32) -> u64 {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
        threads
            .flatten()
            .filter_map(|thread| std::fs::read_to_string(thread.path().join("status")).ok())
            .filter_map(|status| {
                let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"))?;
                line.split_whitespace().nth(1)?.parse::<u64>().ok()
            })
            .sum()
    }

    let home = Home::with_demo();
    let mut chat = Terminal::start(program(&home, &["chat"]), 40, 110);
    chat.until("10 sources");
    chat.line("Who directed Chicago?");
    chat.until("Rob Marshall");
    // The answer has come; what is left to settle settles.
    std::thread::sleep(Duration::from_secs(2));
    let watched = Duration::from_secs(5);
    let (before, woke) = (ticks(chat.process()), wakes(chat.process()));
    std::thread::sleep(watched);
    let (used, woke) = (ticks(chat.process()) - before, wakes(chat.process()) - woke);
    println!("idle for {watched:?}: {} ms of CPU time, {woke} wake-ups", used * 10);
    assert!(used <= 2, "an idle chat used {} ms of CPU time in {watched:?}", used * 10);
    chat.keys("\x04");
    assert_eq!(chat.end().0, Some(0));
}
