//! A load that is killed in the middle: the graph opens and is as it was.
use std::fmt::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::home::Home;

const BEFORE: &str = "Nation,Gold\nBrazil,7\nKenya,6\n";
const GOLD: &str = "get_information(relation='Gold', head_entity='Kenya')";
const ROWS: usize = 15_000;

/// A table with many rows and many different cells.
fn large() -> String {
    let mut text = String::from("Serial,Maker,Weight,Made,Note\n");
    for row in 0..ROWS {
        let (maker, weight, day) = (row % 977, row * 7 % 10_007, row % 28 + 1);
        let _ = writeln!(
            text,
            "S-{row},Maker {maker},{weight} kg,2001-05-{day:02},note {} of {row}",
            row * 31 % 5_003
        );
    }
    text
}

fn start_load(home: &Home) -> Child {
    let mut command = home.command();
    command.args(["load", "large.csv"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn home() -> Home {
    let home = Home::new();
    home.write("medals.csv", BEFORE);
    home.ok(&["load", "medals.csv"]);
    home.write("large.csv", large());
    home
}

#[test]
fn a_load_that_is_killed_at_any_moment_leaves_the_graph_as_it_was() {
    let home = home();
    let before = home.sources();
    // How long it takes undisturbed says when to disturb it.
    let whole = {
        let other = self::home();
        let started = Instant::now();
        assert!(start_load(&other).wait().unwrap().success());
        started.elapsed()
    };
    println!("a load of {ROWS} rows takes {whole:?}");
    let mut killed = 0;
    for part in [0.05, 0.2, 0.4, 0.6, 0.75, 0.9] {
        let mut child = start_load(&home);
        std::thread::sleep(whole.mul_f64(part));
        // SIGKILL: the program cannot clean up.
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        if ended.success() || home.sources() != before {
            // It was quicker this time, or was killed between its commit and its end; then all of it must
            // be there.
            let last = format!("get_information(relation='Maker', head_entity='S-{}')", ROWS - 1);
            assert_eq!(home.answers("get_information(relation='Maker', head_entity='S-123')"), ["Maker 123"]);
            assert_eq!(home.answers(&last), [format!("Maker {}", (ROWS - 1) % 977)]);
            home.ok(&["remove", "large"]);
        } else {
            killed += 1;
            // A load of this size keeps all in memory; a larger one leaves such files.
            std::fs::create_dir_all(home.graph().join("runs")).unwrap();
            std::fs::write(home.graph().join("runs/1-0.run"), b"left by a killed load").unwrap();
        }
        assert_eq!(home.sources(), before, "killed after {part} of the load");
        assert_eq!(home.answers(GOLD), ["6"]);
        assert!(home.answers("get_information(relation='Maker', head_entity='S-123')").is_empty());
        assert!(!home.graph().join("runs").exists(), "what a killed load kept on disk is left over");
    }
    println!("{killed} of 6 were killed in the middle");
    assert!(killed >= 3, "only {killed} loads were killed in the middle");

    assert!(start_load(&home).wait().unwrap().success());
    assert_eq!(home.answers("get_information(relation='Maker', head_entity='S-123')"), ["Maker 123"]);
    assert_eq!(home.answers(GOLD), ["6"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_load_says_so_and_changes_nothing() {
    let home = home();
    let before = home.sources();
    // Too early, and the program does not listen yet; too late, and it is done.
    for wait in [50, 100, 200, 400, 800] {
        let mut command = home.command();
        command
            .args(["load", "large.csv"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        if output.status.success() {
            home.ok(&["remove", "large"]);
        }
        assert_eq!(home.sources(), before);
        if output.status.code() == Some(130) {
            assert!(said.contains("the graph is as it was"), "{said}");
            assert!(output.stdout.is_empty());
            return;
        }
    }
    panic!("no load was interrupted in the middle");
}
