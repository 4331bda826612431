//! Programs that end, are killed, or are not who they should be.

use std::collections::HashSet;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::support::home::Home;
use super::terminal::Terminal;
use super::{AskingProgram, holder};

const QUESTION: &str = "Who directed Chicago?";

/// A table with enough rows that loading it takes a while.
fn table(number: usize) -> String {
    let mut text = String::from("Serial,Maker,Weight\n");
    for row in 0..1_500 {
        text.push_str(&format!("S-{number}-{row},Maker {},{} kg\n", row % 97, row * 7 % 1_007));
    }
    text
}

/// Kills, again and again, whoever has the graph, when it is one that may be killed.
fn killing(home: &Home, done: &AtomicBool, killed: &AtomicUsize) {
    // Those that may be killed have the graph open, or are about to.
    let mut askers: Vec<AskingProgram> = (0..2).map(|_| AskingProgram::start(home)).collect();
    while !done.load(Ordering::Relaxed) {
        for asker in &mut askers {
            if asker.ask(QUESTION).is_none() {
                let _ = asker.child.wait();
                *asker = AskingProgram::start(home);
            }
        }
        let has = holder(&home.graph());
        if let Some(asker) = askers.iter_mut().find(|asker| Some(asker.child.id()) == has) {
            std::thread::sleep(Duration::from_millis(200));
            asker.child.kill().unwrap();
            asker.child.wait().unwrap();
            killed.fetch_add(1, Ordering::Relaxed);
        }
    }
    askers.into_iter().for_each(AskingProgram::end_whatever);
}

impl AskingProgram {
    fn end_whatever(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `TRUSTUQA_LOADS=500` goes on for that many loads.
#[test]
fn killing_who_has_the_graph_loses_no_question_and_no_load() {
    const LOADS: usize = 6;
    const QUESTIONS: usize = 8;
    const KILLS: usize = 5;
    let home = Home::with_demo();
    for number in 0..LOADS {
        home.write(&format!("made{number}.csv"), table(number));
    }
    let (done, killed, loaded) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    let started = Instant::now();
    let wanted: usize = std::env::var("TRUSTUQA_LOADS").map_or(LOADS, |loads| loads.parse().unwrap());
    // Goes on until enough was killed and loaded, as long as that does not take for ever.
    let patience = Duration::from_secs(60).max(Duration::from_secs(2) * u32::try_from(wanted).unwrap());
    let go_on = || {
        let enough = killed.load(Ordering::Relaxed) >= KILLS && loaded.load(Ordering::Relaxed) >= wanted;
        !enough && started.elapsed() < patience
    };
    std::thread::scope(|scope| {
        scope.spawn(|| killing(&home, &done, &killed));
        let mut working = Vec::new();
        for part in 0..2 {
            let (home, failures, go_on, loaded) = (&home, &failures, &go_on, &loaded);
            working.push(scope.spawn(move || {
                let numbers = (part..LOADS).step_by(2);
                for (at, number) in numbers.clone().cycle().enumerate() {
                    if at >= numbers.len() && !go_on() {
                        return;
                    }
                    let ran = home.run(&["load", &format!("made{number}.csv")]);
                    loaded.fetch_add(1, Ordering::Relaxed);
                    if ran.code != 0 {
                        failures.lock().unwrap().push(ran);
                    }
                }
            }));
        }
        for _ in 0..4 {
            working.push(scope.spawn(|| {
                for at in 0.. {
                    if at >= QUESTIONS && !go_on() {
                        return;
                    }
                    let ran = home.run(&["ask", QUESTION]);
                    if ran.code != 0 || ran.stdout != "Rob Marshall\n" {
                        failures.lock().unwrap().push(ran);
                    }
                }
            }));
        }
        let panicked = working.into_iter().filter_map(|one| one.join().err()).count();
        done.store(true, Ordering::Relaxed);
        assert_eq!(panicked, 0);
    });
    let failures = failures.into_inner().unwrap();
    let killed = killed.load(Ordering::Relaxed);
    println!("killed {killed} times during {} loads, {} failed", loaded.into_inner(), failures.len());
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(killed >= KILLS, "nobody was killed while it had the graph");
    let sources = home.sources();
    for number in 0..LOADS {
        assert!(sources.contains(&format!("made{number}: table, 1500 rows")), "{sources}");
    }
    let checked = home.ok(&["check"]);
    assert!(checked.stdout.contains("is sound"), "{checked:#?}");
}

#[test]
fn a_chat_goes_on_when_the_program_with_its_graph_is_killed() {
    let home = Home::with_demo();
    let mut asker = AskingProgram::ready(&home);
    let mut command = home.command();
    command.arg("chat");
    let mut chat = Terminal::start(command, 40, 110);
    chat.until("10 sources");
    chat.line(QUESTION);
    chat.until("Rob Marshall");
    chat.line("/share off");
    chat.until("share level off");
    asker.child.kill().unwrap();
    asker.child.wait().unwrap();
    chat.line("and Gladiator?");
    chat.until("Ridley Scott");
    assert_eq!(holder(&home.graph()), Some(chat.process()));
    // What was chosen is chosen still.
    chat.until("share off");
    // An answer of before is still there to be looked into.
    chat.keys("\x14");
    chat.until("Enter opens");
    chat.keys("\x1b");
    chat.until_gone("Enter opens");
    chat.line("/quit");
    assert_eq!(chat.end().0, Some(0));
}

#[test]
fn what_a_killed_program_leaves_blocks_nobody() {
    let home = Home::with_demo();
    let asker = AskingProgram::ready(&home);
    let socket = home.graph().join("graph.sock");
    asker.end_whatever();
    assert!(socket.exists(), "it could not clean up");
    let started = Instant::now();
    home.ok(&["sources"]);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert!(!socket.exists());
    // So does a socket that was never one of this program's, and what is not a socket at all.
    drop(UnixListener::bind(&socket).unwrap());
    home.ok(&["ask", QUESTION]);
    std::fs::write(&socket, "no socket").unwrap();
    home.ok(&["ask", QUESTION]);
}

#[test]
fn a_path_that_is_longer_than_an_address_works() {
    let home = Home::new();
    let deep = home.path(&"deep/".repeat(30));
    let (folder, data) = (deep.to_str().unwrap(), super::support::home::demo_data());
    home.ok(&["--data-dir", folder, "load", data.to_str().unwrap()]);
    let mut command = home.command();
    command.args(["--data-dir", folder, "chat"]);
    let mut chat = Terminal::start(command, 40, 110);
    chat.until("10 sources");
    assert_eq!(home.ok(&["--data-dir", folder, "ask", QUESTION]).stdout, "Rob Marshall\n");
    assert!(deep.join("graphs/default/graph.sock").exists());
    chat.line("/quit");
    assert_eq!(chat.end().0, Some(0));
}

#[test]
fn another_version_is_told_apart_before_anything_is_said_to_it() {
    let home = Home::with_demo();
    let listener = UnixListener::bind(home.graph().join("graph.sock")).unwrap();
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let greeting = br#"G{"trustuqa":"9.9.9","protocol":99,"process":4711,"new":"field"}"#;
        let length = u32::try_from(greeting.len()).unwrap().to_le_bytes();
        stream.write_all(&length).unwrap();
        stream.write_all(greeting).unwrap();
        std::io::read_to_string(&mut stream).unwrap()
    });
    let ran = home.run_with(&["ask", QUESTION], &[("OPENAI_API_KEY", "sk-secret")], "");
    assert_eq!(ran.code, 3, "{ran:#?}");
    for word in ["trustuqa 9.9.9 (process 4711)", env!("CARGO_PKG_VERSION"), "hint: "] {
        assert!(ran.stderr.contains(word), "{ran:#?}");
    }
    assert_eq!(heard.join().unwrap(), "");
}

/// The right to everything, for a user who has none.
fn open_to_everybody(home: &Home) {
    let mut folders = vec![home.data().parent().unwrap().to_owned()];
    while let Some(folder) = folders.pop() {
        let _ = std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o777));
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                let _ = std::fs::set_permissions(entry.path(), PermissionsExt::from_mode(0o777));
            }
        }
    }
}

#[test]
fn another_user_is_refused() {
    use std::os::unix::process::CommandExt as _;

    let home = Home::with_demo();
    let asker = AskingProgram::ready(&home);
    open_to_everybody(&home);
    let mut command = home.command();
    // Only root can become somebody else.
    let output = command.args(["ask", QUESTION]).uid(65_534).gid(65_534).output();
    let Ok(output) = output else {
        println!("skipped: this test must be run by root to ask as another user");
        return asker.end();
    };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("another user (uid ") && said.contains("hint: "), "{said}");
    asker.end();
}

#[test]
fn who_leaves_finishes_what_others_asked() {
    let home = Home::with_demo();
    let codes: HashSet<i32> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8)
            .map(|number| {
                let home = &home;
                scope.spawn(move || {
                    // Ends while the others still ask.
                    let mut asker = AskingProgram::ready(home);
                    for _ in 0..number {
                        assert!(asker.ask(QUESTION).unwrap().contains("Rob Marshall"));
                    }
                    asker.end();
                    home.run(&["query", "get_information(relation='directed_by', head_entity='Chicago')"])
                        .code
                })
            })
            .collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(codes, HashSet::from([0]));
}
