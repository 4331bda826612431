//! Snapshots of every view at a normal and a narrow width.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use insta::assert_snapshot;

use crate::app::Event;
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{
    AnswerView, Certainty, ChatStatus, Failure, ItemView, Level, LoadProgress, OutcomeView, SentEntry,
    StageKind, StageView, StepView,
};
use crate::testing::{Chat, cross_source, many, tabled};

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
fn graph_that_cannot_be_opened() {
    for width in WIDTHS {
        let mut chat = Chat::opening(width, 18);
        let failure = Failure {
            message: "the graph demo is in use by another process".into(),
            hint: Some("close it, or name another graph with `--graph NAME`".into()),
        };
        chat.report(1, BackendEvent::Failed(failure));
        assert_snapshot!(format!("no_graph_{width}"), chat.screen());
    }
}

#[test]
fn graph_without_sources() {
    for width in WIDTHS {
        let mut chat = Chat::opening(width, 16);
        let status = ChatStatus {
            graph: "mine".into(),
            writer: "llm".into(),
            destination: Some("api.example.org".into()),
            ..ChatStatus::default()
        };
        chat.report(1, BackendEvent::Status(Box::new(status)));
        assert_snapshot!(format!("no_sources_{width}"), chat.screen());
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
        chat.ask(AnswerView {
            question: "How many medals?".into(),
            items: vec![
                ItemView { text: "Brazil".into(), detail: "3 medals".into() },
                ItemView { text: "日本".into(), detail: "12 medals".into() },
                ItemView { text: "a\u{1b}[31mb".into(), detail: "a name with control characters".into() },
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
            tokens_cached: 3_072,
            trace: vec![StepView {
                title: "rows of medals whose Nation is Brazil: 3".into(),
                ..StepView::default()
            }],
            ..AnswerView::default()
        });
    });
}

#[test]
fn answer_that_is_a_table() {
    snapshots("table", 26, |chat| chat.ask(tabled(14)));
}

#[test]
fn answer_that_is_none() {
    snapshots("none", 20, |chat| {
        chat.ask(AnswerView {
            question: "Who directed Headwig?".into(),
            outcome: OutcomeView::NoSuchName,
            note: Some("No such name: “Headwig”. The nearest are Hedwig and the Angry Inch, Hedwig.".into()),
            certainty: Certainty {
                level: Level::None,
                reasons: vec!["a name of the question is not in the graph".into()],
            },
            writer: "offline".into(),
            millis: 90,
            ..AnswerView::default()
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
        chat.report(id, BackendEvent::Progress(StageView { kind: StageKind::Writing, detail }));
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
fn sources_with_a_word() {
    let mut chat = Chat::open(60, 16);
    chat.send("/sources WINNER");
    assert_snapshot!(chat.screen());
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
fn what_would_be_sent_is_shown() {
    let mut chat = Chat::open(60, 16);
    chat.send("/prompt");
    assert!(chat.screen().contains("/prompt needs a question"), "{}", chat.screen());
    chat.send("/prompt Who won in 2002?");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Prompt { question: "Who won in 2002?".into() });
    chat.report(id, BackendEvent::Prompt("2 messages.\n\nsystem:\n  Write a \u{1b}[31mquery.".into()));
    let screen = chat.screen();
    assert!(screen.contains("What would be sent") && screen.contains("  Write a "), "{screen}");
    assert!(!screen.contains('\u{1b}'));
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

/// Any order of events keeps the chat alive and drawable. The events are drawn
/// from a fixed sequence, so that a failure can be repeated.
#[test]
fn random_events_never_panic() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    for _ in 0..40 {
        let mut chat = Chat::opening(80, 24);
        for _ in 0..250 {
            let number = random(200);
            match random(16) {
                0 => chat.ask(cross_source()),
                1 => chat.ask(many(usize::try_from(number).unwrap())),
                2 => chat.report(1, BackendEvent::Status(Box::new(crate::testing::status()))),
                3 => {
                    let (width, height) = (random(120), random(40));
                    let (width, height) = (u16::try_from(width).unwrap(), u16::try_from(height).unwrap());
                    chat.event(Event::Resize { width, height });
                }
                4 => chat.event(Event::Paste(
                    "/load a\u{1b}b 日本\r\ne\u{301}".chars().cycle().take(60).collect(),
                )),
                5 => chat.write(["/", "/s", "/load ", "?", "*", "é日"][usize::try_from(number % 6).unwrap()]),
                6 => chat.ctrl(
                    ['a', 'c', 'e', 'h', 'j', 'k', 'r', 't', 'u', 'w', 'y', 'z']
                        [usize::try_from(number % 12).unwrap()],
                ),
                7 => chat.event(Event::Paths { typed: "a".into(), paths: vec!["a b".into(), "a日".into()] }),
                8 => {
                    let kinds = [
                        MouseEventKind::ScrollUp,
                        MouseEventKind::ScrollDown,
                        MouseEventKind::Down(crossterm::event::MouseButton::Left),
                    ];
                    let kind = kinds[usize::try_from(number % 3).unwrap()];
                    let (column, row) = (u16::try_from(number).unwrap(), u16::try_from(random(40)).unwrap());
                    chat.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
                }
                9 => chat.tick(number * 100),
                _ => {
                    let keys = [
                        KeyCode::Up,
                        KeyCode::Down,
                        KeyCode::Left,
                        KeyCode::Right,
                        KeyCode::Home,
                        KeyCode::End,
                        KeyCode::PageUp,
                        KeyCode::PageDown,
                        KeyCode::Enter,
                        KeyCode::Tab,
                        KeyCode::BackTab,
                        KeyCode::Esc,
                        KeyCode::Backspace,
                        KeyCode::Delete,
                        KeyCode::Char(' '),
                        KeyCode::F(2),
                    ];
                    chat.press(keys[usize::try_from(number % 16).unwrap()]);
                }
            }
            let _ = chat.screen();
        }
    }
}

#[test]
fn the_mistake_in_a_query_is_marked_where_it_stands() {
    use super::marked;
    let text = "日本(x\nf(y";
    assert_eq!(marked(text, &(0..8), &(6..8)), Some((4, 2)), "wide characters before it");
    assert_eq!(marked(text, &(9..12), &(6..8)), None, "another row");
    assert_eq!(marked(text, &(0..8), &(4..6)), None, "a part of a character is no place");
    assert_eq!(marked(text, &(9..12), &(7..10)), Some((0, 1)), "it goes on in this row");
    assert_eq!(marked(text, &(9..12), &(11..11)), Some((2, 1)), "something is missing there");
    assert_eq!(marked(text, &(9..12), &(12..12)), Some((3, 1)), "and at the end");
    assert_eq!(marked("שלום(", &(0..9), &(8..9)), None, "the order of right-to-left text is another one");
}
