//! The state machine, driven by lists of events.

mod asking;
mod input;
mod transcript;

use crossterm::event::KeyCode;

use crate::app::{Effect, Event, SaveError};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{EncoderState, Failure, StageKind, StageView};
use crate::testing::{Chat, cross_source};
use crate::theme::Theme;

#[test]
fn the_graph_is_opened_first_and_once() {
    let mut chat = Chat::opening(80, 20);
    assert_eq!(chat.effects, [Effect::Start { id: 1, request: BackendRequest::Open }]);
    assert!(chat.app.animates());
    assert!(chat.screen().contains("opening graph"));
    chat.report(1, BackendEvent::Status(Box::default()));
    assert!(!chat.app.animates());
    assert_eq!(chat.effects.len(), 1);
}

#[test]
fn a_graph_that_cannot_be_opened_says_so_and_lets_leave() {
    let mut chat = Chat::opening(80, 20);
    let failure =
        Failure { message: "the graph is in use".into(), hint: Some("close the other chat".into()) };
    chat.report(1, BackendEvent::Failed(failure));
    let screen = chat.screen();
    assert!(
        screen.contains("✗ the graph is in use") && screen.contains("hint: close the other chat"),
        "{screen}"
    );
    assert!(!chat.app.animates());
    chat.send("/quit");
    assert_eq!(chat.effects.last(), Some(&Effect::Quit));
}

#[test]
fn a_question_runs_through_its_stages() {
    let mut chat = Chat::open(80, 24);
    chat.send("Who won?");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Ask { question: "Who won?".into() });
    assert!(chat.app.animates() && chat.app.input.is_empty());
    for kind in [StageKind::Routing, StageKind::Writing, StageKind::Grounding, StageKind::Executing] {
        chat.report(id, BackendEvent::Progress(StageView { kind, detail: "x".into() }));
        assert!(chat.screen().contains(&format!("{}  x", kind.name())));
    }
    chat.report(id, BackendEvent::Answered(Box::new(cross_source())));
    assert!(!chat.app.animates());
    assert!(chat.screen().contains("✓ sure"));
}

#[test]
fn esc_cancels_and_nothing_comes_after() {
    let mut chat = Chat::open(80, 24);
    chat.send("Who won?");
    let (id, _) = chat.last_request();
    chat.tick(2_000);
    chat.press(KeyCode::Esc);
    assert_eq!(chat.effects.last(), Some(&Effect::Cancel { id }));
    assert!(chat.screen().contains("cancelled after 2.0 s"));
    chat.report(id, BackendEvent::Answered(Box::new(cross_source())));
    assert!(!chat.screen().contains("sure"));
    // The next question works as if nothing had happened.
    chat.ask(cross_source());
    assert!(chat.screen().contains("✓ sure"));
}

#[test]
fn a_load_runs_beside_a_question() {
    let mut chat = Chat::open(80, 24);
    chat.send("/load a.csv");
    let (load, _) = chat.last_request();
    chat.ask(cross_source());
    assert!(chat.app.animates());
    chat.report(load, BackendEvent::Done("loaded a.csv: table, 3 rows".into()));
    assert!(!chat.app.animates());
    assert!(chat.screen().contains("loaded a.csv: table, 3 rows"));
}

#[test]
fn esc_stops_a_load_when_no_question_runs() {
    let mut chat = Chat::open(80, 24);
    chat.send("/load a.csv");
    let (load, _) = chat.last_request();
    chat.press(KeyCode::Esc);
    assert_eq!(chat.effects.last(), Some(&Effect::Cancel { id: load }));
    assert!(chat.screen().contains("stopped loading a.csv"));
}

#[test]
fn what_is_copied() {
    let mut chat = Chat::open(80, 24);
    chat.send("/copy");
    assert!(chat.screen().contains("no answer to copy"));
    chat.ask(cross_source());
    chat.send("/copy");
    assert_eq!(chat.effects.last(), Some(&Effect::Copy("2002".into())));
    chat.send("/copy trace");
    let Some(Effect::Copy(trace)) = chat.effects.last() else { panic!("a copy") };
    insta::assert_snapshot!(trace);
}

#[test]
fn the_conversation_is_exported_as_markdown() {
    let mut chat = Chat::open(80, 24);
    chat.ask(cross_source());
    chat.send("/export out.md");
    let Some(Effect::Write { path, content, overwrite: false }) = chat.effects.last().cloned() else {
        panic!("a file to write")
    };
    insta::assert_snapshot!(content);
    chat.event(Event::Written { path: path.clone(), result: Err(SaveError::Exists) });
    assert!(chat.screen().contains("with --overwrite replaces it"));
    chat.event(Event::Written { path, result: Ok(()) });
    assert!(chat.screen().contains("saved out.md"));
}

#[test]
fn status_and_encoder_follow_the_backend() {
    let mut chat = Chat::open(100, 24);
    assert!(chat.screen().contains("encoder 42 %"));
    chat.report(1, BackendEvent::Encoder(EncoderState::Ready));
    assert!(chat.screen().contains("encoder ready"));
    chat.report(1, BackendEvent::Encoder(EncoderState::Failed("no memory".into())));
    assert!(chat.screen().contains("names are matched by their letters only"));
}

#[test]
fn unknown_commands_say_what_to_do() {
    let mut chat = Chat::open(80, 24);
    chat.send("/sorces");
    let screen = chat.screen();
    assert!(screen.contains("✗ there is no command /sorces"), "{screen}");
    assert!(screen.contains("hint: /help lists the commands"), "{screen}");
}

#[test]
fn colour_is_only_used_when_wanted() {
    let plain = Theme::new(false);
    for style in [plain.accent(), plain.good(), plain.caution(), plain.bad(), plain.focused()] {
        assert_eq!((style.fg, style.bg), (None, None));
    }
    assert!(Theme::new(true).accent().fg.is_some());
}

#[test]
fn a_remark_gives_the_stage_its_line_back() {
    let mut chat = Chat::open(80, 24);
    chat.send("first");
    chat.send("second");
    assert!(chat.screen().contains("still working"));
    chat.tick(4_000);
    let screen = chat.screen();
    assert!(!screen.contains("still working") && screen.contains("Esc cancels"), "{screen}");
}
