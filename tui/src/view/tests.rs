//! Snapshots of every view at a normal and a narrow width.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use insta::assert_snapshot;

use crate::app::Event;
use crate::backend::BackendEvent;
use crate::model::{
    Answer, AnswerItem, Certainty, Failure, Level, LoadProgress, SentEntry, Stage, StageKind, TraceStep,
};
use crate::testing::{Chat, cross_source, many};

/// Widths of the snapshots: usual, narrow, and the narrowest supported.
const WIDTHS: [u16; 3] = [100, 60, 40];

/// Takes a snapshot of what `play` leads to, at every width.
fn snapshots(name: &str, height: u16, play: impl Fn(&mut Chat)) {
    for width in WIDTHS {
        let mut chat = Chat::open(width, height);
        play(&mut chat);
        assert_snapshot!(format!("{name}_{width}"), chat.screen());
    }
}

#[test]
fn opening() {
    for width in WIDTHS {
        assert_snapshot!(format!("opening_{width}"), Chat::opening(width, 14).screen());
    }
}

#[test]
fn empty_chat() {
    snapshots("empty", 22, |_| {});
}

#[test]
fn answer_with_its_trace_open() {
    snapshots("trace", 44, |chat| {
        chat.ask(cross_source());
        chat.ctrl('t');
        chat.press(KeyCode::Enter);
        chat.press(KeyCode::Down);
        chat.press(KeyCode::Enter);
        for _ in 0..3 {
            chat.press(KeyCode::Down);
        }
        chat.press(KeyCode::Enter);
    });
}

#[test]
fn answer_that_is_not_sure() {
    snapshots("unsure", 26, |chat| {
        chat.ask(Answer {
            question: "How many medals?".into(),
            items: vec![
                AnswerItem { text: "Brazil".into(), detail: "3 medals".into() },
                AnswerItem { text: "日本".into(), detail: "12 medals".into() },
                AnswerItem { text: "a\u{1b}[31mb".into(), detail: "a name with control characters".into() },
            ],
            certainty: Certainty {
                level: Level::Unsure,
                reasons: vec![
                    "“medals” fits medals.csv and paralympics.csv nearly as well".into(),
                    "only 2 of 5 samples agree".into(),
                ],
            },
            writer: "llm".into(),
            millis: 12_340,
            tokens: 5_204,
            trace: vec![TraceStep {
                title: "rows of medals whose Nation is Brazil: 3".into(),
                ..TraceStep::default()
            }],
            ..Answer::default()
        });
    });
}

#[test]
fn answer_that_is_none() {
    snapshots("none", 20, |chat| {
        chat.ask(Answer {
            question: "Who directed Headwig?".into(),
            note: Some("No such name: “Headwig”. The nearest are Hedwig and the Angry Inch, Hedwig.".into()),
            certainty: Certainty {
                level: Level::None,
                reasons: vec!["a name of the question is not in the graph".into()],
            },
            writer: "offline".into(),
            millis: 90,
            ..Answer::default()
        });
    });
}

#[test]
fn failure_with_its_hint() {
    snapshots("failure", 20, |chat| {
        chat.send("Who won?");
        let (id, _) = chat.last_request();
        chat.report(
            id,
            BackendEvent::Failed(Failure {
                message: "the model server at 127.0.0.1:8080 did not answer within 60 s".into(),
                hint: Some("start it, or use `/writer offline`".into()),
            }),
        );
    });
}

#[test]
fn running_question() {
    snapshots("running", 20, |chat| {
        chat.tick(1_000);
        chat.send("Who won?");
        let (id, _) = chat.last_request();
        let detail = "sample 2 of 5 from a server with a long name that does not fit".into();
        chat.report(id, BackendEvent::Progress(Stage { kind: StageKind::Writing, detail }));
        chat.tick(5_300);
    });
}

#[test]
fn running_load() {
    snapshots("loading", 20, |chat| {
        chat.send("/load medals.csv");
        let (id, _) = chat.last_request();
        let progress = LoadProgress { label: "medals.csv".into(), done: 30, total: 120 };
        chat.report(id, BackendEvent::LoadProgress(progress));
    });
}

#[test]
fn help() {
    snapshots("help", 24, |chat| chat.send("/help"));
}

#[test]
fn keys() {
    snapshots("keys", 30, |chat| chat.write("?"));
}

#[test]
fn sources() {
    snapshots("sources", 24, |chat| chat.send("/sources"));
}

#[test]
fn sent() {
    snapshots("sent", 24, |chat| {
        chat.send("/sent");
        let (id, _) = chat.last_request();
        let entry = SentEntry {
            time: "2026-03-01 10:00:00".into(),
            destination: "http://127.0.0.1:8080/v1/chat/completions".into(),
            share_level: "schema".into(),
            bytes: 1_204,
            body: "{\n  \"model\": \"local\",\n  \"messages\": [\n    {\n      \"role\": \"user\",\n      \"content\": \"Tables: awards_table(Year: year, Award: text). Who won in 2002?\"\n    }\n  ]\n}".into(),
        };
        chat.report(id, BackendEvent::Sent(vec![entry]));
    });
}

#[test]
fn nothing_sent() {
    let mut chat = Chat::open(60, 16);
    chat.send("/sent");
    let (id, _) = chat.last_request();
    chat.report(id, BackendEvent::Sent(Vec::new()));
    assert_snapshot!(chat.screen());
}

#[test]
fn completion() {
    snapshots("completion", 16, |chat| {
        chat.write("/s");
        chat.press(KeyCode::Tab);
        chat.press(KeyCode::Tab);
    });
}

#[test]
fn long_result_is_paged() {
    snapshots("paged", 40, |chat| {
        chat.ask(many(1_000));
        chat.ctrl('t');
        chat.write("*");
    });
}

#[test]
fn input_of_many_lines() {
    let mut chat = Chat::open(40, 20);
    chat.event(Event::Paste((1..=12).map(|n| format!("line {n}\n")).collect()));
    assert_snapshot!(chat.screen());
}

#[test]
fn no_size_panics() {
    for width in [0, 1, 2, 3, 5, 8, 10, 16, 21, 39, 200] {
        for height in [0, 1, 2, 3, 4, 5, 9, 10, 11, 50] {
            let mut chat = Chat::open(100, 30);
            chat.ask(cross_source());
            chat.ctrl('t');
            chat.write("*");
            for resized in [(width, height), (1, 1), (width, height)] {
                chat.event(Event::Resize { width: resized.0, height: resized.1 });
                let _ = chat.screen();
                for key in ["*", "j", "k", "l", "h", " "] {
                    chat.write(key);
                    let _ = chat.screen();
                }
                chat.press(KeyCode::Esc);
                for line in ["/help", "/sources", "?", "日本語 /x"] {
                    chat.write(line);
                    chat.press(KeyCode::Enter);
                    chat.press(KeyCode::PageDown);
                    let _ = chat.screen();
                    chat.press(KeyCode::Esc);
                    chat.press(KeyCode::Esc);
                    chat.ctrl('u');
                }
                chat.write("/");
                let _ = chat.screen();
                chat.ctrl('u');
                for kind in
                    [MouseEventKind::ScrollUp, MouseEventKind::Down(crossterm::event::MouseButton::Left)]
                {
                    chat.event(Event::Mouse(MouseEvent {
                        kind,
                        column: 0,
                        row: 0,
                        modifiers: KeyModifiers::NONE,
                    }));
                    let _ = chat.screen();
                }
                chat.press(KeyCode::Esc);
                chat.event(Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT)));
                let _ = chat.screen();
                chat.ctrl('u');
                chat.ctrl('h');
            }
        }
    }
}
