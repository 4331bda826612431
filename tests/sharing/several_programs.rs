//! Several programs on one graph at the same time.

use std::process::Command;

use super::support::home::Home;
use super::terminal::Terminal;
use super::{AskingProgram, holder};

const QUESTION: &str = "Who directed Chicago?";

fn program(home: &Home, args: &[&str]) -> Command {
    let mut command = home.command();
    command.args(args);
    command
}

/// Asks sixteen at once and returns what they say.
fn sixteen(home: &Home) -> Vec<String> {
    std::thread::scope(|scope| {
        let asking: Vec<_> =
            (0..16).map(|_| scope.spawn(|| home.ok(&["ask", QUESTION, "--json"]).stdout)).collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn sixteen_questions_at_once_have_the_answer_of_one() {
    let home = Home::with_demo();
    let alone = home.ok(&["ask", QUESTION, "--json"]).stdout;
    assert!(alone.contains("Rob Marshall"), "{alone}");
    // Whoever comes first has the graph, and it goes from one to the next.
    for said in sixteen(&home) {
        assert_eq!(said, alone);
    }
    // One has it all the time.
    let asker = AskingProgram::ready(&home);
    assert_eq!(holder(&home.graph()), Some(asker.child.id()));
    for said in sixteen(&home) {
        assert_eq!(said, alone, "the same trace, byte for byte, over a socket");
    }
    asker.end();
    assert!(!home.graph().join("graph.sock").exists(), "nothing is left behind");
}

#[test]
fn every_command_works_beside_a_chat() {
    let home = Home::with_demo();
    let mut chat = Terminal::start(program(&home, &["chat"]), 40, 110);
    chat.until("10 sources");
    home.write("tarns.csv", "Tarn,Depth\nGlint,77 m\nMurk,12 m\n");
    let loaded = home.ok(&["load", "tarns.csv"]);
    assert!(loaded.stdout.contains("loaded tarns"), "{loaded:#?}");
    // The chat sees it at once, and by itself.
    chat.until("11 sources");
    chat.line("What is the depth of Glint?");
    chat.until("77 m");
    let answer = home.ok(&["ask", "What is the depth of Murk?", "--json"]).stdout;
    assert!(answer.contains("12 m"), "{answer}");
    home.write("answer.json", &answer);
    let again = home.ok(&["trace", "answer.json"]);
    assert!(again.stderr.contains("the same answer"), "{again:#?}");
    assert_eq!(home.answers("get_information(relation='Depth', head_entity='Glint')"), ["77 m"]);
    assert!(home.sources().contains("tarns: table, 2 rows"));
    assert!(home.ok(&["ask", "What is the depth of Murk?", "--explain"]).stdout.contains("Depth"));
    let piped = home.run_with(&["load", "-", "--name", "piped"], &[], "Moor,Area\nFell,12\n");
    assert!(piped.code == 0 && piped.stdout.contains("loaded piped"), "{piped:#?}");
    home.write("tarns.csv", "Tarn,Depth\nGlint,78 m\n");
    assert!(home.ok(&["refresh"]).stdout.contains("replaced tarns"));
    home.write("moors/fells.csv", "Moor,Area\nFell,12\n");
    home.ok(&["load", "moors"]);
    home.write("moors/bogs.csv", "Bog,Area\nMire,3\n");
    assert!(home.ok(&["refresh"]).stdout.contains("new: bogs"));
    home.ok(&["remove", "fells", "bogs"]);
    assert!(home.ok(&["check"]).stdout.contains("is sound"));
    home.ok(&["backup", "copy.redb"]);
    assert!(home.path("copy.redb").is_file(), "a relative path is that of who asks");
    home.ok(&["compact"]);
    home.ok(&["remove", "piped"]);
    chat.until("11 sources");
    // What is wrong is said as if the graph were open here.
    let ran = home.fails(2, &["remove", "tarnes"]);
    assert!(ran.stderr.contains("did you mean `tarns`? Nothing was removed"), "{ran:#?}");
    let ran = home.fails(2, &["query", "get_information(relation="]);
    assert!(ran.stderr.contains("error[") && ran.stderr.contains("hint"), "{ran:#?}");
    home.write("bad.nt", "this is no triple\n");
    let (beside, alone) = (home.fails(2, &["load", "bad.nt"]), {
        chat.line("/quit");
        assert_eq!(chat.end().0, Some(0));
        home.fails(2, &["load", "bad.nt"])
    });
    assert_eq!(beside.stdout, alone.stdout);
    for ran in [beside, alone] {
        assert!(ran.stderr.contains("bad.nt:1") && ran.stderr.contains("hint: "), "{ran:#?}");
    }
    assert!(home.ok(&["check"]).stdout.contains("is sound"));
}

#[test]
fn a_second_chat_goes_on_when_the_first_one_ends() {
    let home = Home::with_demo();
    let mut first = Terminal::start(program(&home, &["chat"]), 40, 110);
    first.until("10 sources");
    let mut second = Terminal::start(program(&home, &["chat"]), 40, 110);
    second.until("10 sources");
    assert_eq!(holder(&home.graph()), Some(first.process()));
    second.line(QUESTION);
    second.until("Rob Marshall");
    // What one removes from sight is seen by the other.
    second.line("/remove medals");
    second.until("removed medals");
    second.until("9 sources");
    assert!(first.screen().contains("10 sources"), "{}", first.screen());
    first.keys("\x03\x03");
    assert_eq!(first.end().0, Some(0));
    // The second has the graph now, and what was said before still counts.
    second.line("and Gladiator?");
    second.until("Ridley Scott");
    assert_eq!(holder(&home.graph()), Some(second.process()));
    second.keys("\x14");
    second.until("Enter opens");
    second.keys("\x1b");
    second.until_gone("Enter opens");
    second.line("/undo");
    second.until("medals is back");
    second.line("/remove olympics");
    second.until("removed olympics");
    second.line("/quit");
    let (code, said) = second.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("--resume"), "{said}");
    let sources = home.sources();
    assert!(sources.contains("medals:") && !sources.contains("olympics:"), "{sources}");
}

#[test]
fn a_chat_in_another_program_removes_for_good_when_it_is_left() {
    let home = Home::with_demo();
    let asker = AskingProgram::ready(&home);
    let mut chat = Terminal::start(program(&home, &["chat"]), 40, 110);
    chat.until("10 sources");
    home.write("tarns.csv", "Tarn,Depth\nGlint,77 m\nMurk,12 m\n");
    chat.line("/load tarns.csv");
    chat.until("11 sources");
    chat.line("What is the depth of Glint?");
    chat.until("77 m");
    chat.line("/export answer.csv");
    chat.until("saved");
    assert!(std::fs::read_to_string(home.path("answer.csv")).unwrap().contains("77 m"));
    chat.line("/remove tarns");
    chat.until("removed tarns");
    assert!(home.sources().contains("tarns:"), "it can still be taken back");
    chat.line("/quit");
    assert_eq!(chat.end().0, Some(0));
    assert!(!home.sources().contains("tarns:"));
    asker.end();
}
