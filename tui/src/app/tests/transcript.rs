//! Traces, lists and tables of answers: opened, scrolled and clicked.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::app::{Effect, Event, Focus};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{PageOf, PageView};
use crate::testing::{Chat, cross_source, many, tabled};

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
