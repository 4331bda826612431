//! Asking in every way that is not a plain question, driven by lists of events.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use insta::assert_snapshot;

use crate::app::{App, Effect, Event, Mode};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{AnswerView, Failure, GroundingChange, OtherMeaning, OutcomeView, SavedEntry};
use crate::settings::{ChatOptions, Notify, SettingLine};
use crate::testing::{Chat, cross_source, status};

fn change(chosen: &str) -> GroundingChange {
    GroundingChange { step: 0, role: "relation".into(), asked: "directed by".into(), chosen: chosen.into() }
}

/// An answer that asks which of two was meant, to a question that followed up on another.
fn choosing() -> AnswerView {
    let choice =
        |name: &str| OtherMeaning { label: format!("{name} (relation in films)"), change: change(name) };
    AnswerView {
        id: 9,
        read_as: Some("Who wrote Hedwig and the Angry Inch?".into()),
        choices: vec![choice("written_by"), choice("starred_actors")],
        ..cross_source()
    }
}

fn chat_with(settings: &[(&str, &str, &str)]) -> Chat {
    let setting = |(section, name, value): &(&str, &str, &str)| SettingLine {
        section: (*section).into(),
        name: (*name).into(),
        values: vec![(*value).into()],
    };
    let settings: Vec<SettingLine> = settings.iter().map(setting).collect();
    let mut app = App::new(80, 24, ChatOptions::read(&settings).expect("good settings"), Vec::new());
    let effects = app.start();
    let mut chat = Chat { app, effects };
    chat.report(1, BackendEvent::Status(Box::new(status())));
    chat
}

#[test]
fn an_answer_that_asks_back() {
    for width in [100, 60, 40] {
        let mut chat = Chat::open(width, 30);
        chat.ask(choosing());
        assert_snapshot!(format!("choosing_{width}"), chat.screen());
    }
}

#[test]
fn a_digit_takes_another_reading_and_remembers_it() {
    let mut chat = Chat::open(100, 30);
    chat.ask(choosing());
    chat.write("2");
    let (id, request) = chat.last_request();
    let BackendRequest::Run { query, question, changes, remember } = request else { panic!("{request:?}") };
    assert_eq!(query, choosing().query_text);
    assert_eq!(question.as_deref(), Some("Who wrote Hedwig and the Angry Inch?"));
    assert_eq!((changes, remember), (vec![change("starred_actors")], true));
    assert!(chat.screen().contains("with “directed by” as starred_actors"));
    // What was chosen stays chosen when another name is changed after it.
    chat.report(id, BackendEvent::Answered(Box::new(AnswerView { id: 10, ..cross_source() })));
    chat.ctrl('t');
    chat.write("*");
    while !chat.screen().contains("Enter runs it with this name") {
        chat.press(KeyCode::Down);
    }
    chat.press(KeyCode::Enter);
    let (_, request) = chat.last_request();
    let BackendRequest::Run { changes, remember, .. } = request else { panic!("{request:?}") };
    assert_eq!((changes, remember), (vec![change("written_by")], false), "the same name is chosen once");
    // A digit is a digit again when nothing asks.
    chat.press(KeyCode::Esc);
    chat.write("2");
    assert_eq!(chat.app.input.text(), "2");
}

#[test]
fn a_follow_up_can_be_asked_on_its_own() {
    let mut chat = Chat::open(100, 30);
    chat.ask(choosing());
    chat.ctrl('t');
    while !chat.screen().contains("Enter asks it on its own") {
        chat.press(KeyCode::Up);
    }
    chat.press(KeyCode::Enter);
    let question = choosing().question;
    assert_eq!(chat.last_request().1, BackendRequest::AskAlone { question });
}

#[test]
fn kinds_of_nothing_read_differently() {
    let mut shown = Vec::new();
    for outcome in [
        OutcomeView::Unclear,
        OutcomeView::NoSuchName,
        OutcomeView::NoSuchFact,
        OutcomeView::Empty,
        OutcomeView::Failed,
    ] {
        let mut chat = Chat::open(60, 20);
        chat.ask(AnswerView { question: "Who?".into(), outcome, ..AnswerView::default() });
        let screen = chat.screen();
        let line =
            screen.lines().find(|line| line.contains(" · ") && line.starts_with("    ")).expect("a line");
        shown.push(line.trim().to_owned());
    }
    assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_query_is_edited_and_run() {
    for width in [100, 60] {
        let mut chat = Chat::open(width, 24);
        chat.write("a draft");
        chat.ask_without_typing(cross_source());
        chat.ctrl('t');
        chat.write("e");
        assert_snapshot!(format!("query_{width}"), chat.screen());
        chat.write(" ");
        chat.press(KeyCode::Enter);
        let (_, request) = chat.last_request();
        let BackendRequest::Run { query, question, changes, .. } = request else { panic!("{request:?}") };
        assert_eq!((query, changes), (cross_source().query_text, Vec::new()));
        assert_eq!(question, Some(cross_source().question));
        // What stood in the input is back.
        assert_eq!((chat.app.input.text(), &chat.app.mode), ("a draft", &Mode::Ask));
    }
}

#[test]
fn a_query_is_left_by_esc() {
    let mut chat = Chat::open(80, 24);
    chat.send("/query");
    assert!(chat.screen().contains("query · Enter runs it"));
    chat.write("get");
    chat.press(KeyCode::Up);
    assert_eq!(chat.app.input.text(), "get", "a query has no history");
    chat.press(KeyCode::Esc);
    assert!(chat.app.input.is_empty() && chat.app.mode == Mode::Ask);
    // One that was run is a key away from being mended.
    chat.send("/query");
    chat.write("g()");
    chat.press(KeyCode::Enter);
    let (id, _) = chat.last_request();
    chat.report(id, BackendEvent::Failed(Failure { message: "no g".into(), hint: None }));
    chat.press(KeyCode::Up);
    assert_eq!(chat.app.input.text(), "/query g()");
    chat.ctrl('u');
    chat.send("/query f()");
    assert!(
        matches!(chat.last_request().1, BackendRequest::Run { query, question: None, .. } if query == "f()")
    );
}

/// What is wrong with the closing bracket of `text`.
fn unreadable(text: &str) -> BackendEvent {
    let end = text.len();
    let message = "expected `)` after the last argument, but the text ends".to_owned();
    let hint = Some("close the call: get_information(relation='…')".to_owned());
    BackendEvent::Unreadable { failure: Failure { message, hint }, span: end - 1..end }
}

#[test]
fn a_query_that_cannot_be_read_stays_in_the_input() {
    for width in [100, 60] {
        let mut chat = Chat::open(width, 20);
        chat.ask(cross_source());
        chat.write("a draft");
        chat.ctrl('t');
        chat.write("e");
        chat.ctrl('u');
        chat.write("get_information(relation='Year'");
        let before = chat.app.transcript.bodies().count();
        chat.press(KeyCode::Enter);
        let (id, request) = chat.last_request();
        let BackendRequest::Run { query, question, .. } = request else { panic!("{request:?}") };
        chat.report(id, unreadable(&query));
        assert_eq!((chat.app.input.text(), chat.app.input.place()), (query.as_str(), query.len() - 1));
        assert_eq!(chat.app.mode, Mode::Query { question }, "it is still about that question");
        assert_eq!(chat.app.transcript.bodies().count(), before, "nothing was done");
        assert_snapshot!(format!("query_mistake_{width}"), chat.screen());
        // It is gone with the next change, and the draft is back at the end.
        chat.write("x");
        assert!(!chat.screen().contains("hint:"));
        chat.press(KeyCode::Esc);
        assert_eq!(chat.app.input.text(), "a draft");
    }
    // One that was typed as a command, too.
    let mut chat = Chat::open(80, 20);
    chat.send("/query g(");
    let (id, _) = chat.last_request();
    chat.report(id, unreadable("g("));
    assert_eq!((chat.app.input.text(), &chat.app.mode), ("g(", &Mode::Query { question: None }));
}

#[test]
fn a_demonstration_that_is_refused_is_not_lost() {
    let mut chat = Chat::open(80, 20);
    let text = "Who won?\ng(";
    for event in [
        unreadable("g("),
        BackendEvent::Failed(Failure { message: "there is no demonstration d1".into(), hint: None }),
    ] {
        chat.app.enter_mode(Mode::Demonstration { id: "d1".into() }, text);
        chat.press(KeyCode::Enter);
        let (id, request) = chat.last_request();
        assert!(matches!(request, BackendRequest::EditDemonstration { .. }), "{request:?}");
        let mistaken = matches!(event, BackendEvent::Unreadable { .. });
        chat.report(id, event);
        assert_eq!((chat.app.input.text(), &chat.app.mode), (text, &Mode::Demonstration { id: "d1".into() }));
        assert!(chat.screen().contains("✗ "), "{}", chat.screen());
        if mistaken {
            assert_eq!(chat.app.input.place(), text.len() - 1, "the cursor is at the mistake");
        }
        chat.press(KeyCode::Esc);
    }
}

#[test]
fn a_session_can_be_resumed_from_the_start() {
    let options = ChatOptions { resume: Some("s1".into()), ..ChatOptions::default() };
    let mut app = App::new(80, 24, options, Vec::new());
    let effects = app.start();
    let mut chat = Chat { app, effects };
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Resume { id: "s1".into() });
    let question = SavedEntry::Question { text: "Who won?".into(), at: String::new() };
    chat.report(id, BackendEvent::Resumed { id: "s1".into(), entries: vec![question] });
    // The graph may be open later than the session.
    chat.report(1, BackendEvent::Status(Box::new(status())));
    let screen = chat.screen();
    assert!(screen.contains("Who won?") && screen.contains("resumed: 1 question"), "{screen}");
}

#[test]
fn the_editor_gets_the_text_and_gives_it_back() {
    let mut chat = Chat::open(80, 24);
    chat.write("Who");
    chat.ctrl('x');
    assert!(chat.screen().contains("Ctrl-X …"), "{}", chat.screen());
    chat.ctrl('e');
    assert_eq!(chat.effects.last(), Some(&Effect::Edit("Who".into())));
    chat.event(Event::Edited(Ok("Who won?\n".into())));
    assert_eq!(chat.app.input.text(), "Who won?");
    chat.event(Event::Edited(Err("no editor is set".into())));
    assert!(chat.screen().contains("no editor is set"));
    // A sequence that means nothing is dropped.
    chat.ctrl('x');
    chat.write("q");
    assert_eq!(chat.app.input.text(), "Who won?");
}

#[test]
fn answers_are_accepted_and_rejected() {
    let mut chat = Chat::open(80, 24);
    chat.write("+");
    assert_eq!(chat.app.input.text(), "+", "there is nothing to accept yet");
    chat.ctrl('u');
    chat.ask(cross_source());
    chat.write("+");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Learn { answer: 1, accept: true });
    chat.report(id, BackendEvent::Done("learnt".into()));
    assert!(chat.screen().contains("learnt"));
    chat.ctrl('t');
    chat.write("-");
    assert_eq!(chat.last_request().1, BackendRequest::Learn { answer: 1, accept: false });
}

#[test]
fn what_is_sent_is_said_where_the_backend_says_it_and_once() {
    let mut chat = Chat::open(80, 30);
    let mut remote = status();
    remote.destination = Some("api.example.org".into());
    chat.report(1, BackendEvent::Status(Box::new(remote)));
    chat.send("Who won?");
    let (id, _) = chat.last_request();
    chat.report(id, BackendEvent::Info("Your questions go to api.example.org.".into()));
    let before = chat.screen();
    assert_eq!(before.matches("api.example.org").count(), 2, "here and in the welcome\n{before}");
    chat.report(id, BackendEvent::Answered(Box::new(cross_source())));
    let screen = chat.screen();
    let (said, answer) = (screen.find("Your questions go to"), screen.find("2002"));
    assert!(said.is_some() && said < answer, "{screen}");
}

#[test]
fn a_session_is_gone_on_with() {
    let mut chat = Chat::open(80, 30);
    chat.ask(cross_source());
    chat.send("/sessions");
    let (id, _) = chat.last_request();
    let one = crate::model::SessionSummary { id: "s1".into(), title: "Who?".into(), ..Default::default() };
    chat.report(id, BackendEvent::Sessions(vec![one]));
    chat.press(KeyCode::Enter);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Resume { id: "s1".into() });
    let entries = vec![
        SavedEntry::Question { text: "Who won?".into(), at: String::new() },
        SavedEntry::Answer(Box::new(choosing())),
        SavedEntry::Failure(Failure { message: "no".into(), hint: None }),
        SavedEntry::Note { text: "a remark".into() },
    ];
    chat.report(id, BackendEvent::Resumed { id: "s1".into(), entries });
    let screen = chat.screen();
    for shown in ["▌ Who won?", "2002", "✗ no", "a remark", "resumed: 1 question"] {
        assert!(screen.contains(shown), "{shown}\n{screen}");
    }
    assert!(!screen.contains("When did the director"), "what was there before is gone\n{screen}");
    chat.send("/new");
    assert_eq!(chat.last_request().1, BackendRequest::NewSession);
    assert!(!chat.screen().contains("Who won?"));
}

#[test]
fn removals_are_taken_back_and_traces_are_saved() {
    let mut chat = Chat::open(80, 24);
    chat.send("/undo");
    assert_eq!(chat.last_request().1, BackendRequest::Undo);
    chat.send("/trace t.json");
    assert!(chat.screen().contains("there is no trace to save yet"));
    chat.ask(cross_source());
    chat.send("/trace t.json");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::TraceJson { answer: 1 });
    chat.report(id, BackendEvent::Trace { answer: 1, json: "{}".into() });
    let written = Effect::Write { path: "t.json".into(), content: "{}".into(), overwrite: false };
    assert_eq!(chat.effects.last(), Some(&written));
}

#[test]
fn the_end_of_long_work_is_told_to_who_looks_away() {
    let mut chat = chat_with(&[("chat", "notify", "desktop"), ("chat", "notify_after", "5")]);
    let ask = |chat: &mut Chat, from: u64, seconds: u64| {
        chat.event(Event::Tick(Duration::from_secs(from)));
        chat.send("Who won?");
        let (id, _) = chat.last_request();
        chat.event(Event::Tick(Duration::from_secs(from + seconds)));
        let before = chat.effects.len();
        chat.report(id, BackendEvent::Answered(Box::new(cross_source())));
        chat.effects[before..].to_vec()
    };
    assert_eq!(ask(&mut chat, 0, 60), [], "the terminal has the keyboard");
    chat.event(Event::Focus(false));
    assert_eq!(ask(&mut chat, 100, 4), [], "that was short");
    let told = ask(&mut chat, 200, 60);
    assert!(
        matches!(told.as_slice(), [Effect::Notify { how: Notify::Desktop, text }] if text.ends_with(": 2002")),
        "{told:?}"
    );
    chat.event(Event::Focus(true));
    assert_eq!(ask(&mut chat, 300, 60), []);
}

#[test]
fn keys_can_be_moved() {
    let mut chat = chat_with(&[("keys", "trace", "f5"), ("keys", "send", "ctrl-s")]);
    chat.write("Who?");
    chat.press(KeyCode::Enter);
    assert!(chat.app.running.is_none());
    chat.ctrl('s');
    assert_eq!(chat.last_request().1, BackendRequest::Ask { question: "Who?".into() });
    let (id, _) = chat.last_request();
    chat.report(id, BackendEvent::Answered(Box::new(cross_source())));
    assert!(chat.screen().contains("F5 opens the trace"), "{}", chat.screen());
    chat.press(KeyCode::F(5));
    assert!(chat.screen().contains("Enter opens"));
}

#[test]
fn vim_has_its_modes() {
    let mut chat = chat_with(&[("chat", "editing", "vim")]);
    chat.write("Who own?");
    chat.press(KeyCode::Esc);
    let screen = chat.screen();
    assert!(screen.contains("normal") && screen.contains("‹ Who own?"), "{screen}");
    chat.write("bcwwon");
    assert_eq!(chat.app.input.text(), "Who won?");
    chat.press(KeyCode::Enter);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Ask { question: "Who won?".into() });
    // Esc leaves insert mode first, and cancels in normal mode.
    chat.press(KeyCode::Esc);
    assert!(chat.app.running.is_some());
    chat.press(KeyCode::Esc);
    assert!(matches!(chat.effects.last(), Some(Effect::Cancel { id: cancelled }) if *cancelled == id));
    // Up and down go through what was typed; a slash starts a command.
    chat.write("k");
    assert_eq!(chat.app.input.text(), "Who won?");
    chat.write("dd/help");
    assert_eq!(chat.app.input.text(), "/help");
}

#[test]
fn text_from_right_to_left_is_shown_in_its_order() {
    let mut chat = Chat::open(60, 20);
    chat.write("שלום 12");
    let screen = chat.screen();
    assert!(screen.contains("› 12 םולש") || screen.contains("› םולש 12"), "{screen}");
    let mut answer = cross_source();
    answer.items[0].text = "שלום (עולם)".into();
    answer.items[0].detail = "3 rows".into();
    chat.ctrl('u');
    chat.ask(answer);
    let screen = chat.screen();
    assert!(screen.contains("    (םלוע) םולש  3 rows"), "{screen}");
    assert!(screen.lines().all(|line| crate::text::width(line) <= 60));
}

#[test]
fn the_screen_is_drawn_anew_on_demand() {
    let mut chat = Chat::open(60, 20);
    chat.event(Event::Key(KeyEvent::new(KeyCode::Char('l'), KeyModifiers::CONTROL)));
    assert_eq!(chat.effects.last(), Some(&Effect::Redraw));
}
