//! Panels in a chat: what they show at every width, what they ask, and where they lead.

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use insta::assert_snapshot;

use crate::app::{Effect, Event};
use crate::backend::{BackendEvent, BackendRequest};
use crate::model::{
    DemonstrationOwner, DemonstrationView, FactKind, FactView, Failure, ItemView, NeighbourView,
    RelationView, SessionSummary, TableView,
};
use crate::testing::{Chat, cross_source, tabled};

/// Widths of the snapshots: usual, narrow, and the narrowest supported.
const WIDTHS: [u16; 3] = [100, 60, 40];

fn snapshots(name: &str, height: u16, play: impl Fn(&mut Chat)) {
    for width in WIDTHS {
        let mut chat = Chat::open(width, height);
        play(&mut chat);
        assert_snapshot!(format!("{name}_{width}"), chat.screen());
    }
}

fn table(first_row: u64, rows: u64, marked: Option<(u64, usize)>) -> TableView {
    let columns = [("Lake", "text"), ("Basin", "text"), ("Depth", "number with unit"), ("Note", "text")];
    let cells = |row: u64| {
        let note = if row == 12 {
            "日本語 and שלום and a very long remark that does not fit into its column"
        } else {
            ""
        };
        vec![format!("Lake {row}"), format!("Basin {}", row % 3), format!("{} m", row * 7), note.to_owned()]
    };
    TableView {
        source: "lakes".into(),
        file: "lakes.csv".into(),
        columns: columns.map(|(name, kind)| (name.to_owned(), kind.to_owned())).to_vec(),
        first_row,
        rows: (first_row..first_row + rows).map(cells).collect(),
        total_rows: 1_000,
        marked,
    }
}

fn fact(number: u64, head: &str, relation: &str, tail: &str, time: Option<&str>) -> FactView {
    FactView {
        id: number,
        kind: if time.is_some() { FactKind::Quintuple } else { FactKind::Triple },
        head: head.into(),
        relation: relation.into(),
        tail: tail.into(),
        time: time.map(str::to_owned),
        text: format!("{head} | {relation} | {tail}"),
        source: "films".into(),
        file: "films.tsv".into(),
        line: Some(number),
        row: None,
        row_name: None,
    }
}

fn neighbours() -> NeighbourView {
    NeighbourView {
        entity: "Chicago".into(),
        facts: vec![
            fact(3, "Chicago", "directed_by", "Rob Marshall", None),
            fact(4, "Chicago", "has_genre", "Musical", None),
            fact(9, "Academy Award for Best Picture of the year", "winner", "Chicago", Some("2003")),
        ],
        total: 3,
        marked: Some(0),
        ..NeighbourView::default()
    }
}

/// Opens the first fact of an answer, and answers with `event`.
fn look(chat: &mut Chat, event: BackendEvent) {
    chat.ask(cross_source());
    chat.ctrl('t');
    chat.write("*");
    while !chat.screen().contains("Enter shows it") {
        chat.press(KeyCode::Down);
    }
    chat.press(KeyCode::Enter);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::ShowFact { fact: 7 });
    chat.report(id, event);
}

fn demonstrations() -> Vec<DemonstrationView> {
    let one = |id: &str, question: &str, origin| {
        DemonstrationView {
        id: id.into(),
        question: question.into(),
        query: "Query1: \"get_information(relation='Basin', tail_entity='Orrin')\"\nQuery2: \"max(set='output_of_query1')\"".into(),
        origin,
        kind: "table".into(),
    }
    };
    vec![
        one("a1", "Which lake of the Orrin basin is the deepest?", DemonstrationOwner::Accepted),
        one("a2", "Which lake is the nicest?", DemonstrationOwner::Rejected),
        one("s1", "How many bridges are there?", DemonstrationOwner::Shipped),
    ]
}

fn open_demonstrations(chat: &mut Chat) {
    chat.send("/demonstrations");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::ListDemonstrations { needle: String::new() });
    chat.report(id, BackendEvent::Demonstrations(demonstrations()));
}

fn open_sessions(chat: &mut Chat) {
    chat.send("/sessions");
    let (id, _) = chat.last_request();
    let one = |id: &str, title: &str, answers| SessionSummary {
        id: id.into(),
        started: "2026-03-01 10:00".into(),
        title: title.into(),
        graph: if answers == 1 { "other".into() } else { "demo".into() },
        questions: answers,
        answers,
        current: answers == 3,
    };
    let list = vec![one("s2", "Who directed Chicago?", 3), one("s1", "איפה שלום?", 1)];
    chat.report(id, BackendEvent::Sessions(list));
}

#[test]
fn a_row_with_its_neighbours() {
    snapshots("table", 24, |chat| {
        look(chat, BackendEvent::Table(Box::new(table(1, 200, Some((12, 2))))));
    });
}

#[test]
fn a_table_is_read_as_it_is_scrolled() {
    let mut chat = Chat::open(100, 24);
    look(&mut chat, BackendEvent::Table(Box::new(table(1, 200, Some((12, 2))))));
    let asked = chat.effects.len();
    chat.press(KeyCode::PageDown);
    assert_eq!(chat.effects.len(), asked, "what is there is not asked for again");
    chat.press(KeyCode::End);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Rows { source: "lakes".into(), from: 801, count: 200 });
    assert!(chat.screen().contains('…'));
    chat.report(id, BackendEvent::Table(Box::new(table(801, 200, None))));
    let screen = chat.screen();
    assert!(screen.contains("Lake 1000") && screen.contains("of 1,000"), "{screen}");
    // A cell leads to what has it.
    chat.press(KeyCode::Left);
    chat.press(KeyCode::Enter);
    let (_, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Entity { name: "Basin 1".into(), source: None, from: 0, count: 200 });
}

#[test]
fn what_is_around_an_entity() {
    snapshots("neighbours", 16, |chat| look(chat, BackendEvent::Neighbours(Box::new(neighbours()))));
}

#[test]
fn one_goes_on_from_entity_to_entity_and_back() {
    let mut chat = Chat::open(100, 20);
    look(&mut chat, BackendEvent::Neighbours(Box::new(neighbours())));
    chat.press(KeyCode::Enter);
    let (id, request) = chat.last_request();
    assert_eq!(
        request,
        BackendRequest::Entity { name: "Rob Marshall".into(), source: None, from: 0, count: 200 }
    );
    let view = NeighbourView { entity: "Rob Marshall".into(), ..NeighbourView::default() };
    chat.report(id, BackendEvent::Neighbours(Box::new(view)));
    assert!(chat.screen().contains("No fact has “Rob Marshall” at one of its ends."), "{}", chat.screen());
    chat.press(KeyCode::Backspace);
    assert!(chat.screen().contains("has_genre"), "{}", chat.screen());
    // A fact that reaches the entity leads to its head; arrows choose the other end.
    chat.press(KeyCode::End);
    chat.press(KeyCode::Enter);
    let (_, request) = chat.last_request();
    assert!(matches!(request, BackendRequest::Entity { name, .. } if name.starts_with("Academy")));
    chat.press(KeyCode::Right);
    chat.press(KeyCode::Enter);
    assert!(matches!(chat.last_request().1, BackendRequest::Entity { name, .. } if name == "Chicago"));
    chat.press(KeyCode::Tab);
    assert_eq!(chat.last_request().1, BackendRequest::ShowFact { fact: 9 });
}

#[test]
fn a_look_that_fails_is_told_over_the_panel() {
    let mut chat = Chat::open(100, 20);
    look(&mut chat, BackendEvent::Neighbours(Box::new(neighbours())));
    chat.press(KeyCode::Enter);
    let (id, _) = chat.last_request();
    let failure = Failure { message: "the source films was removed".into(), hint: None };
    chat.report(id, BackendEvent::Failed(failure));
    assert!(chat.screen().contains("the source films was removed") && chat.screen().contains("has_genre"));
}

#[test]
fn sources_as_a_tree() {
    snapshots("sources_open", 22, |chat| {
        chat.send("/sources");
        chat.press(KeyCode::Enter);
        let (id, request) = chat.last_request();
        assert_eq!(request, BackendRequest::Relations { source: "awards_table".into() });
        let relation = |name: &str, kind: &str| RelationView {
            name: name.into(),
            kind: kind.into(),
            facts: 12,
            examples: vec!["1999".into(), "日本".into()],
        };
        let relations = vec![relation("Year", "year"), relation("Award", "text")];
        chat.report(id, BackendEvent::Relations { source: "awards_table".into(), relations });
        chat.press(KeyCode::Down);
        chat.press(KeyCode::Right);
    });
}

/// The rows of the panel without its frame.
fn panel_rows(chat: &Chat) -> Vec<String> {
    let screen = chat.screen();
    let rows = screen.lines().filter_map(|line| line.strip_prefix("│ "));
    rows.map(|row| row.trim_end_matches([' ', '│']).to_owned()).filter(|row| !row.is_empty()).collect()
}

#[test]
fn what_is_open_stays_open_when_sources_come_and_go() {
    let mut chat = Chat::open(100, 24);
    chat.send("/sources");
    let relations = || {
        let relation = |name: &str| RelationView {
            name: name.into(),
            kind: "entity".into(),
            facts: 12,
            examples: vec!["Chicago → Rob Marshall".into()],
        };
        vec![relation("directed_by"), relation("starred_actors"), relation("release_year")]
    };
    let answer = |chat: &mut Chat| {
        let (id, request) = chat.last_request();
        assert_eq!(request, BackendRequest::Relations { source: "films".into() });
        chat.report(id, BackendEvent::Relations { source: "films".into(), relations: relations() });
    };
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Enter);
    answer(&mut chat);
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Right);
    chat.press(KeyCode::Down);
    let before = panel_rows(&chat);
    let chosen = |rows: &[String]| rows.iter().find(|row| row.starts_with('▌')).cloned();
    assert!(chosen(&before).is_some_and(|row| row.contains("Rob Marshall")), "{before:#?}");
    // A source comes before it, and its counts are requested again.
    let mut status = crate::testing::status();
    let mut first = status.sources[0].clone();
    first.name = "another".into();
    status.sources.insert(0, first);
    let asked = chat.effects.len();
    chat.report(1, BackendEvent::Status(Box::new(status.clone())));
    assert_eq!(chat.effects.len(), asked + 1, "one source is open");
    let after = panel_rows(&chat);
    assert_eq!(chosen(&after), chosen(&before), "{after:#?}");
    assert_eq!(after.len(), before.len() + 1, "{after:#?}");
    answer(&mut chat);
    assert_eq!(chosen(&panel_rows(&chat)), chosen(&before));
    // It goes, with what was chosen in it, and comes back open.
    let films = status.sources.remove(2);
    chat.report(1, BackendEvent::Status(Box::new(status.clone())));
    assert!(!panel_rows(&chat).iter().any(|row| row.contains("directed_by")));
    status.sources.insert(2, films);
    chat.report(1, BackendEvent::Status(Box::new(status)));
    assert!(panel_rows(&chat).iter().any(|row| row.contains("Rob Marshall")));
}

#[test]
fn sources_are_filtered_as_one_types() {
    let mut chat = Chat::open(60, 20);
    chat.send("/sources");
    chat.write("WINN");
    let screen = chat.screen();
    assert!(screen.contains("winner") && screen.contains("1 of 3 sources"), "{screen}");
    assert!(!screen.contains("films") && !screen.contains("position held"), "{screen}");
    chat.press(KeyCode::Esc);
    assert!(chat.screen().contains("films"));
    chat.press(KeyCode::Down);
    chat.press(KeyCode::Tab);
    assert_eq!(chat.last_request().1, BackendRequest::Rows { source: "films".into(), from: 1, count: 200 });
    chat.press(KeyCode::Delete);
    assert_eq!(chat.last_request().1, BackendRequest::Remove { source: "films".into() });
    chat.event(Event::Paste("events\n".into()));
    assert!(chat.screen().contains("events"));
    chat.press(KeyCode::Esc);
    chat.press(KeyCode::Esc);
    assert!(!chat.screen().contains("Type to filter"));
}

#[test]
fn demonstrations_are_listed() {
    snapshots("demonstrations", 20, open_demonstrations);
}

#[test]
fn the_own_demonstrations_come_first_under_a_heading() {
    let mut chat = Chat::open(80, 24);
    chat.send("/demonstrations");
    let (id, _) = chat.last_request();
    let mut mixed = demonstrations();
    mixed.reverse();
    chat.report(id, BackendEvent::Demonstrations(mixed));
    let screen = chat.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("no {text} in {screen}"));
    assert!(at("Yours") < at("Orrin basin"), "{screen}");
    assert!(at("Orrin basin") < at("Shipped with the program"), "{screen}");
}

#[test]
fn demonstrations_are_filtered_edited_and_deleted() {
    let mut chat = Chat::open(100, 24);
    open_demonstrations(&mut chat);
    chat.write("nicest");
    assert!(!chat.screen().contains("bridges"));
    chat.press(KeyCode::Delete);
    assert!(chat.screen().contains("again deletes"), "{}", chat.screen());
    chat.press(KeyCode::Delete);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::DeleteDemonstration { id: "a2".into() });
    chat.report(id, BackendEvent::Done("deleted".into()));
    // The list is requested again.
    let (id, request) = chat.last_request();
    assert!(matches!(request, BackendRequest::ListDemonstrations { .. }));
    chat.report(id, BackendEvent::Demonstrations(demonstrations()));
    chat.press(KeyCode::Esc);
    chat.press(KeyCode::End);
    chat.ctrl('e');
    assert!(chat.screen().contains("ships with the program"), "{}", chat.screen());
    chat.press(KeyCode::Home);
    chat.ctrl('e');
    assert!(chat.screen().contains("demonstration · Enter keeps it"), "{}", chat.screen());
    chat.write(" x");
    chat.press(KeyCode::Enter);
    let (_, request) = chat.last_request();
    let BackendRequest::EditDemonstration { id, question, query } = request else { panic!("{request:?}") };
    assert_eq!((id.as_str(), question.as_str()), ("a1", "Which lake of the Orrin basin is the deepest?"));
    assert!(query.starts_with("Query1: ") && query.ends_with("\" x"), "{query}");
    assert!(chat.app.input.is_empty());
}

#[test]
fn sessions_are_listed() {
    snapshots("sessions", 16, open_sessions);
}

#[test]
fn sessions_are_searched_where_they_are_kept() {
    let mut chat = Chat::open(80, 20);
    open_sessions(&mut chat);
    chat.write("gl");
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::ListSessions { needle: "gl".into() });
    chat.report(id, BackendEvent::Sessions(Vec::new()));
    assert!(chat.screen().contains("In none of them."));
}

#[test]
fn the_reasoning_is_drawn() {
    snapshots("picture", 30, |chat| {
        chat.ask(cross_source());
        chat.ctrl('t');
        chat.write("p");
    });
}

#[test]
fn numbers_are_charted() {
    let charted = |items: &[(&str, &str)]| {
        let mut answer = cross_source();
        let item =
            |(text, detail): &(&str, &str)| ItemView { text: (*text).into(), detail: (*detail).into() };
        answer.items = items.iter().map(item).collect();
        answer
    };
    snapshots("bars", 20, |chat| {
        chat.ask(charted(&[("44 m", "Overmere"), ("27 m", "日本の湖"), ("-5 m", "Sink")]));
        chat.send("/picture");
    });
    snapshots("bars_of_a_table", 20, |chat| {
        let mut answer = tabled(4);
        answer.columns.remove(1);
        answer.rows.iter_mut().for_each(|row| drop(row.remove(1)));
        chat.ask(answer);
        chat.send("/picture");
    });
    snapshots("line", 20, |chat| {
        chat.ask(charted(&[("44", "2001"), ("27", "2002"), ("60", "2003"), ("12", "2005")]));
        chat.send("/picture");
    });
}

#[test]
fn a_click_chooses_and_a_second_one_follows() {
    let mut chat = Chat::open(100, 20);
    look(&mut chat, BackendEvent::Neighbours(Box::new(neighbours())));
    let click = |row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        Event::Mouse(MouseEvent { kind, column: 5, row, modifiers: crossterm::event::KeyModifiers::NONE })
    };
    let asked = chat.effects.len();
    chat.event(click(2));
    assert_eq!(chat.effects.len(), asked);
    chat.event(click(2));
    assert!(
        matches!(chat.effects.last(), Some(Effect::Start { request: BackendRequest::Entity { name, .. }, .. }) if name == "Musical")
    );
}

#[test]
fn what_was_done_is_said_over_a_panel() {
    let mut chat = Chat::open(100, 20);
    chat.send("/sources");
    chat.press(KeyCode::Delete);
    let (id, request) = chat.last_request();
    assert_eq!(request, BackendRequest::Remove { source: "awards_table".into() });
    chat.report(id, BackendEvent::Done("removed awards_table; /undo brings it back\nmore".into()));
    let screen = chat.screen();
    assert!(screen.contains("Sources") && screen.contains("/undo brings it back"), "{screen}");
}
