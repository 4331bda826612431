//! The state machine, driven by lists of events.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{App, Effect, Event, Focus, SaveError};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{EncoderState, Failure, PageOf, PageView, ShareLevel, StageKind, StageView};
use crate::settings::ChatOptions;
use crate::testing::{Chat, cross_source, many, tabled};
use crate::theme::Theme;

fn alt_enter() -> Event {
    Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT))
}

fn click(column: u16, row: u16) -> Event {
    let kind = MouseEventKind::Down(MouseButton::Left);
    Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

/// The position of a text on the screen, as column and row.
fn find(chat: &Chat, text: &str) -> (u16, u16) {
    let screen = chat.screen();
    let (row, line) =
        screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect("the text is shown");
    let column = line.split(text).next().unwrap_or_default().chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

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
    assert_eq!(chat.last_request().1, BackendRequest::SetShare { level: ShareLevel::Schema });
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
fn the_trace_opens_step_by_step_with_keys() {
    let mut chat = Chat::open(100, 40);
    chat.ask(cross_source());
    chat.ctrl('t');
    assert_eq!(chat.app.focus, Focus::Transcript);
    assert!(!chat.screen().contains("1. directors"));
    chat.press(KeyCode::Right);
    assert!(chat.screen().contains("▸ 1. directors"));
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Right);
    let screen = chat.screen();
    for shown in
        ["▾ 1. directors", "get_information(", "“directed by” → directed_by", "films.tsv:118", "search_node("]
    {
        assert!(screen.contains(shown), "{shown}\n{screen}");
    }
    assert!(!screen.contains("written_by"));
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Enter);
    assert!(chat.screen().contains("0.71  written_by"));
    // Out again, level by level, to the closed trace.
    for _ in 0..8 {
        chat.press(KeyCode::Left);
    }
    assert!(!chat.screen().contains("1. directors"));
    chat.press(KeyCode::Esc);
    assert_eq!(chat.app.focus, Focus::Input);
}

#[test]
fn everything_opens_and_closes_at_once() {
    let mut chat = Chat::open(100, 60);
    chat.ask(cross_source());
    chat.ctrl('t');
    chat.write("*");
    let screen = chat.screen();
    assert!(screen.contains("written_by") && screen.contains("events.tsv:41"), "{screen}");
    chat.write("*");
    assert!(!chat.screen().contains("directors of"));
}

#[test]
fn a_click_opens_and_closes_a_trace() {
    let mut chat = Chat::open(100, 40);
    chat.ask(cross_source());
    let (column, row) = find(&chat, "How this was computed");
    chat.event(click(column, row));
    assert!(chat.screen().contains("▸ 1. directors"));
    let (column, row) = find(&chat, "1. directors");
    chat.event(click(column, row));
    assert!(chat.screen().contains("films.tsv:118"));
    let (column, row) = find(&chat, "1. directors");
    chat.event(click(column, row));
    assert!(!chat.screen().contains("films.tsv:118"));
    // A click into the input brings the keys back there.
    chat.event(click(5, 37));
    assert_eq!(chat.app.focus, Focus::Input);
}

#[test]
fn opening_a_trace_keeps_it_in_view() {
    let mut chat = Chat::open(100, 20);
    for _ in 0..5 {
        chat.ask(many(30));
    }
    chat.ask(cross_source());
    chat.ctrl('t');
    chat.write("*");
    let screen = chat.screen();
    assert!(screen.contains("How this was computed") && screen.contains("↓ more"), "{screen}");
}

#[test]
fn results_that_are_not_shown_are_a_key_away() {
    let mut chat = Chat::open(80, 100);
    chat.ask(many(60));
    chat.ctrl('t');
    chat.write("*");
    let screen = chat.screen();
    assert!(
        screen.contains("60 values") && screen.contains("… 48 more") && screen.contains("… 54 more"),
        "{screen}"
    );
    // What is left of the items is a page: it opens here.
    let (column, row) = find(&chat, "… 48 more");
    chat.event(click(column, row));
    assert!(chat.screen().contains("· name 60"), "{}", chat.screen());
    // The rest of the values is more than a page: the list is requested separately.
    let (column, row) = find(&chat, "… 54 more");
    chat.event(click(column, row));
    let (id, request) = chat.last_request();
    assert_eq!(
        request,
        BackendRequest::Page { answer: 2, step: 0, of: PageOf::Results, from: 0, count: 200 }
    );
    let page = PageView {
        answer: 2,
        of: PageOf::Results,
        total: 60,
        texts: (1..=60).map(|number| format!("value {number}")).collect(),
        ..PageView::default()
    };
    chat.report(id, BackendEvent::Page(Box::new(page)));
    let screen = chat.screen();
    assert!(screen.contains("Step 1 · 60 values") && screen.contains("60  value 60"), "{screen}");
}

#[test]
fn rows_of_an_answer_open_as_a_table() {
    let mut chat = Chat::open(60, 24);
    let mut answer = tabled(14);
    chat.ask(answer.clone());
    // What is left is a page and opens here; then the cut cells are left.
    let (column, row) = find(&chat, "… 2 more rows");
    chat.event(click(column, row));
    assert!(chat.screen().contains("Supplier 14"), "{}", chat.screen());
    let (column, row) = find(&chat, "… cells are cut");
    chat.event(click(column, row));
    assert!(chat.screen().contains("Answer · 14 rows"), "{}", chat.screen());
    assert!(!matches!(chat.last_request().1, BackendRequest::Page { .. }), "all of its rows are there");

    let mut chat = Chat::open(60, 24);
    answer.row_total = 1_000;
    chat.ask(answer);
    chat.ctrl('t');
    chat.press(KeyCode::Up);
    chat.press(KeyCode::Enter);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Page { answer: 2, step: 0, of: PageOf::Rows, from: 14, count: 200 });
    let rows = (15..=214).map(|row| vec![format!("Supplier {row}"), String::new(), format!("€{row}")]);
    let (of, total) = (PageOf::Rows, 1_000);
    let page = PageView { answer: 2, of, from: 14, total, rows: rows.collect(), ..PageView::default() };
    chat.report(id, BackendEvent::Page(Box::new(page)));
    let screen = chat.screen();
    assert!(screen.contains("Answer · 1,000 rows") && screen.contains("Supplier 20"), "{screen}");
}

#[test]
fn a_list_of_any_length_is_read_as_it_is_scrolled() {
    let mut chat = Chat::open(80, 24);
    let mut answer = many(30);
    answer.trace[0].result_total = 100_000;
    answer.item_total = 100_000;
    chat.ask(answer);
    chat.ctrl('t');
    chat.press(KeyCode::Up);
    assert!(chat.screen().contains("Enter shows more"), "{}", chat.screen());
    chat.press(KeyCode::Enter);
    let give = |chat: &mut Chat| {
        let (id, request) = chat.last_request();
        let BackendRequest::Page { answer, step, of, from, count } = request else { panic!("{request:?}") };
        let texts = (from..(from + count).min(100_000)).map(|at| format!("value {at}")).collect();
        let page = PageView { answer, step, of, from, total: 100_000, texts, ..PageView::default() };
        chat.report(id, BackendEvent::Page(Box::new(page)));
        from
    };
    assert_eq!(give(&mut chat), 0);
    assert!(chat.screen().contains("value 12"), "{}", chat.screen());
    let asked = chat.effects.len();
    chat.press(KeyCode::PageDown);
    assert_eq!(chat.effects.len(), asked, "what is there is not asked for again");
    chat.press(KeyCode::End);
    assert!(chat.screen().contains("…"), "{}", chat.screen());
    assert_eq!(give(&mut chat), 99_800);
    let screen = chat.screen();
    assert!(screen.contains("value 99999") && screen.contains("of 100,000"), "{screen}");
    // Enter on a value looks at the facts around it.
    chat.press(KeyCode::Enter);
    let (_, request) = chat.last_request();
    assert_eq!(
        request,
        BackendRequest::Entity { name: "value 99999".into(), source: None, from: 0, count: 200 }
    );
}

#[test]
fn the_mouse_is_given_and_taken() {
    let mut chat = Chat::open(80, 24);
    chat.press(KeyCode::F(2));
    assert_eq!(chat.effects.last(), Some(&Effect::CaptureMouse(false)));
    chat.send("/mouse");
    assert_eq!(chat.effects.last(), Some(&Effect::CaptureMouse(true)));
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
fn only_what_is_in_view_is_laid_out() {
    let mut chat = Chat::open(80, 24);
    for _ in 0..10_000 {
        chat.app.transcript.push(crate::transcript::Body::Answer(Box::new(cross_source())));
    }
    let _ = chat.screen();
    assert!(chat.app.transcript.laid_out() < 20);
    chat.press(KeyCode::PageUp);
    let _ = chat.screen();
    assert!(chat.app.transcript.laid_out() < 30);
    chat.event(Event::Key(KeyEvent::new(KeyCode::Home, KeyModifiers::CONTROL)));
    assert!(chat.screen().contains("trustuqa"));
    // From the first message to the last one, and nothing between.
    chat.ctrl('t');
    assert!(chat.screen().contains("▌   ▸ How this was computed"), "{}", chat.screen());
    assert!(chat.app.transcript.laid_out() < 70);
    chat.event(Event::Key(KeyEvent::new(KeyCode::Home, KeyModifiers::CONTROL)));
    chat.event(Event::Resize { width: 50, height: 24 });
    assert!(chat.screen().contains("trustuqa"));
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

#[test]
fn the_rows_of_an_answer_are_sorted_and_filtered() {
    let mut chat = Chat::open(60, 24);
    chat.ask(tabled(14));
    let (column, row) = find(&chat, "… 2 more rows");
    chat.event(click(column, row));
    let (column, row) = find(&chat, "… cells are cut");
    chat.event(click(column, row));
    assert_eq!(chat.app.panels.len(), 1, "{}", chat.screen());
    chat.write("s");
    let (id, request) = chat.last_request();
    let BackendRequest::Arranged { arranged, from: 0, .. } = request else { panic!("{request:?}") };
    assert_eq!(arranged.by, Some((0, false)));
    let page = |arranged, text: &str| {
        let rows = vec![vec![text.to_owned(), "1".to_owned()]];
        BackendEvent::Page(Box::new(PageView {
            of: PageOf::Rows,
            total: 1,
            rows,
            arranged,
            ..PageView::default()
        }))
    };
    chat.write("/x");
    // What was asked for before the filter comes too late.
    chat.report(id, page(arranged.clone(), "late"));
    let (id, request) = chat.last_request();
    let BackendRequest::Arranged { arranged, .. } = request else { panic!("{request:?}") };
    assert_eq!(arranged.needle, "x");
    chat.report(id, page(arranged, "xylem"));
    let screen = chat.screen();
    assert!(
        screen.contains("xylem") && !screen.contains("late") && screen.contains("1 row with “x”"),
        "{screen}"
    );
    chat.press(KeyCode::Esc);
    assert_eq!(chat.app.panels.len(), 1, "the filter goes first");
}
