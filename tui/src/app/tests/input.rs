//! What is typed: history, completion, pasted text, and keys that leave.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::{App, Effect, Event};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::ShareLevelView;
use crate::settings::ChatOptions;
use crate::testing::{Chat, cross_source};

fn alt_enter() -> Event {
    Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT))
}

#[test]
fn a_second_question_waits_in_the_input() {
    let mut chat = Chat::open(80, 24);
    chat.send("first");
    chat.send("second");
    assert_eq!(chat.app.input.text(), "second");
    assert_eq!(chat.last_request().1, BackendRequest::Ask { question: "first".into() });
    assert!(chat.screen().contains("still working"));
}

#[test]
fn history_goes_back_and_forth() {
    let mut app = App::new(80, 24, ChatOptions::default(), vec!["older".into()]);
    app.start();
    let mut chat = Chat { app, effects: Vec::new() };
    chat.send("/mouse");
    assert!(chat.effects.contains(&Effect::Remember("/mouse".into())));
    chat.write("draft");
    for (key, text) in [
        (KeyCode::Up, "/mouse"),
        (KeyCode::Up, "older"),
        (KeyCode::Up, "older"),
        (KeyCode::Down, "/mouse"),
        (KeyCode::Down, "draft"),
        (KeyCode::Down, "draft"),
    ] {
        chat.press(key);
        assert_eq!(chat.app.input.text(), text);
    }
}

#[test]
fn up_moves_inside_a_text_of_many_lines_first() {
    let mut chat = Chat::open(80, 24);
    chat.send("/mouse");
    chat.write("a");
    chat.event(alt_enter());
    chat.write("b");
    assert_eq!(chat.app.input.text(), "a\nb");
    chat.press(KeyCode::Up);
    assert_eq!(chat.app.input.text(), "a\nb");
    chat.press(KeyCode::Up);
    assert_eq!(chat.app.input.text(), "/mouse");
}

#[test]
fn the_history_is_searched() {
    let history = vec!["who won in 2001?".into(), "who lost?".into(), "won ton".into()];
    let mut chat = Chat { app: App::new(80, 24, ChatOptions::default(), history), effects: Vec::new() };
    chat.write("draft");
    chat.ctrl('r');
    chat.write("won");
    assert_eq!(chat.app.input.text(), "won ton");
    chat.ctrl('r');
    assert_eq!(chat.app.input.text(), "who won in 2001?");
    chat.press(KeyCode::Esc);
    assert_eq!(chat.app.input.text(), "draft");
    chat.ctrl('r');
    chat.write("lost");
    chat.press(KeyCode::Enter);
    assert_eq!(chat.app.input.text(), "who lost?");
    assert!(chat.app.search.is_none() && chat.app.running.is_none());
}

#[test]
fn tab_completes_commands_and_arguments() {
    let mut chat = Chat::open(80, 24);
    chat.write("/wr");
    chat.press(KeyCode::Tab);
    assert_eq!(chat.app.input.text(), "/writer ");
    chat.press(KeyCode::Tab);
    assert_eq!(chat.app.input.text(), "/writer llm");
    chat.press(KeyCode::Tab);
    assert_eq!(chat.app.input.text(), "/writer offline");
    chat.press(KeyCode::BackTab);
    assert_eq!(chat.app.input.text(), "/writer llm");
    chat.press(KeyCode::Enter);
    assert_eq!(chat.last_request().1, BackendRequest::SetWriter { writer: "llm".into() });
    chat.write("/share sc");
    chat.press(KeyCode::Tab);
    chat.press(KeyCode::Enter);
    assert_eq!(chat.last_request().1, BackendRequest::SetShare { level: ShareLevelView::Schema });
    chat.write("/remove f");
    chat.press(KeyCode::Tab);
    chat.press(KeyCode::Enter);
    assert_eq!(chat.last_request().1, BackendRequest::Remove { source: "films".into() });
}

#[test]
fn tab_completes_paths_by_asking_for_them() {
    let mut chat = Chat::open(80, 24);
    chat.write("/load da");
    chat.press(KeyCode::Tab);
    assert_eq!(chat.effects.last(), Some(&Effect::ListPaths { typed: "da".into(), to_load: true }));
    chat.event(Event::Paths { typed: "da".into(), paths: vec!["data set/".into()] });
    assert_eq!(chat.app.input.text(), "/load data\\ set/");
    chat.press(KeyCode::Tab);
    assert_eq!(chat.effects.last(), Some(&Effect::ListPaths { typed: "data set/".into(), to_load: true }));
    let paths = vec!["data set/medals.csv".into(), "data set/medics.csv".into()];
    chat.event(Event::Paths { typed: "data set/".into(), paths });
    assert_eq!(chat.app.input.text(), "/load data\\ set/med");
    // A late answer to what was typed before changes nothing.
    chat.write("a");
    chat.event(Event::Paths { typed: "data set/".into(), paths: vec!["x".into()] });
    assert_eq!(chat.app.input.text(), "/load data\\ set/meda");
    chat.write("ls.csv");
    chat.press(KeyCode::Enter);
    assert_eq!(chat.last_request().1, BackendRequest::Load { paths: vec!["data set/medals.csv".into()] });
}

#[test]
fn tab_on_an_empty_input_goes_through_the_questions() {
    let mut chat = Chat::open(80, 24);
    chat.press(KeyCode::Tab);
    assert!(chat.app.input.text().starts_with("When did"));
    chat.press(KeyCode::Tab);
    assert!(chat.app.input.text().starts_with("Who directed"));
    chat.press(KeyCode::Tab);
    assert!(chat.app.input.text().starts_with("When did"));
    chat.write("x");
    chat.press(KeyCode::Tab);
    assert!(chat.app.input.text().ends_with("?x"));
}

#[test]
fn a_paste_of_many_lines_is_not_sent() {
    let mut chat = Chat::open(60, 20);
    let pasted: String = (0..500).map(|n| format!("line {n}\r\n\u{1b}]0;title\u{7}")).collect();
    chat.event(Event::Paste(pasted));
    assert!(chat.app.running.is_none());
    assert!(!chat.app.input.text().contains('\u{1b}'));
    let screen = chat.screen();
    assert!(screen.contains("demo") && screen.contains("line 499"), "{screen}");
    chat.press(KeyCode::Enter);
    assert!(
        matches!(chat.last_request().1, BackendRequest::Ask { question } if question.starts_with("line 0\n"))
    );
}

#[test]
fn ctrl_c_takes_back_one_thing_at_a_time() {
    let mut chat = Chat::open(80, 24);
    chat.send("Who won?");
    chat.write("text");
    chat.ctrl('c');
    assert!(matches!(chat.effects.last(), Some(Effect::Cancel { .. })));
    assert_eq!(chat.app.input.text(), "text");
    chat.ctrl('c');
    assert!(chat.app.input.is_empty());
    chat.ctrl('c');
    assert!(chat.screen().contains("Ctrl-C again leaves"));
    chat.write("a");
    chat.press(KeyCode::Backspace);
    chat.ctrl('c');
    assert!(!chat.effects.contains(&Effect::Quit));
    chat.ctrl('c');
    assert_eq!(chat.effects.last(), Some(&Effect::Quit));
}

#[test]
fn ctrl_d_leaves_only_from_an_empty_input() {
    let mut chat = Chat::open(80, 24);
    chat.write("ab");
    chat.press(KeyCode::Home);
    chat.ctrl('d');
    assert_eq!(chat.app.input.text(), "b");
    chat.ctrl('d');
    assert!(!chat.effects.contains(&Effect::Quit));
    chat.ctrl('d');
    assert_eq!(chat.effects.last(), Some(&Effect::Quit));
}

#[test]
fn pasted_questions_are_asked_one_after_another() {
    let mut chat = Chat::open(80, 24);
    chat.event(Event::Paste("1. Who?\n2. When?\n- Where?\n".into()));
    chat.press(KeyCode::Enter);
    for question in ["Who?", "When?", "Where?"] {
        let (id, request) = chat.last_request();
        assert_eq!(request, BackendRequest::Ask { question: question.into() });
        chat.report(id, BackendEvent::Done(String::new()));
    }
    assert!(chat.app.running.is_none());
    // Cancelling one leaves out the rest.
    chat.event(Event::Paste("Who?\nWhen?\n".into()));
    chat.press(KeyCode::Enter);
    chat.press(KeyCode::Esc);
    assert!(chat.app.running.is_none());
    assert!(chat.screen().contains("not asked: 1 question"), "{}", chat.screen());
}

#[test]
fn what_is_typed_over_a_trace_is_not_lost() {
    let mut chat = Chat::open(80, 24);
    chat.ask(cross_source());
    chat.ctrl('t');
    chat.write("Who?");
    assert_eq!(chat.app.input.text(), "Who?");
}

#[test]
fn tab_completes_a_name_of_the_graph() {
    let mut chat = Chat::open(80, 24);
    chat.write("Who is Ada F");
    chat.press(KeyCode::Tab);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Names { text: "Who is Ada F".into() });
    let names = |names: &[&str]| BackendEvent::Names {
        text: "Who is Ada F".into(),
        from: 7,
        names: names.iter().map(|&name| name.to_owned()).collect(),
    };
    chat.report(id, names(&["Ada Finch"]));
    assert_eq!(chat.app.input.text(), "Who is Ada Finch");
    // A late answer changes nothing.
    chat.report(id, names(&["Ada Fisk"]));
    assert_eq!(chat.app.input.text(), "Who is Ada Finch");
}
