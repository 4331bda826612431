//! What the tests share: a status, answers, and a chat that is driven by keys.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::app::{App, Effect, Event};
use crate::backend::{BackendEvent, BackendRequest, RequestId};
use crate::model::{
    AnswerView, Certainty, ChatStatus, ColumnView, EncoderState, FactKind, FactView, GroundingView, ItemView,
    JoinView, Level, OutcomeView, RunnerUp, ShareLevelView, SourceSummary, StepView,
};
use crate::settings::ChatOptions;
use crate::view;

/// A chat under test, with the effects it has asked for.
pub(crate) struct Chat {
    pub(crate) app: App,
    pub(crate) effects: Vec<Effect>,
}

impl Chat {
    /// A chat whose graph is open.
    pub(crate) fn open(width: u16, height: u16) -> Self {
        let mut chat = Self::opening(width, height);
        chat.report(1, BackendEvent::Status(Box::new(status())));
        chat
    }

    /// A chat whose graph is not open yet.
    pub(crate) fn opening(width: u16, height: u16) -> Self {
        let mut app = App::new(width, height, ChatOptions::default(), Vec::new());
        let effects = app.start();
        Self { app, effects }
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.effects.extend(self.app.handle(event));
    }

    pub(crate) fn report(&mut self, id: RequestId, event: BackendEvent) {
        self.event(Event::Backend(id, event));
    }

    pub(crate) fn tick(&mut self, millis: u64) {
        self.event(Event::Tick(Duration::from_millis(millis)));
    }

    pub(crate) fn press(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub(crate) fn ctrl(&mut self, c: char) {
        self.event(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
    }

    pub(crate) fn write(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
    }

    /// Types a line and sends it.
    pub(crate) fn send(&mut self, text: &str) {
        self.write(text);
        self.press(KeyCode::Enter);
    }

    /// The request that was started last.
    pub(crate) fn last_request(&self) -> (RequestId, BackendRequest) {
        let started = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Start { id, request } => Some((*id, request.clone())),
            _ => None,
        });
        started.expect("a request was started")
    }

    /// Asks a question and lets it be answered.
    pub(crate) fn ask(&mut self, answer: AnswerView) {
        self.send(&answer.question.clone());
        let (id, _) = self.last_request();
        self.report(id, BackendEvent::Answered(Box::new(answer)));
    }

    /// An answer to a question that another way than typing has asked.
    pub(crate) fn ask_without_typing(&mut self, answer: AnswerView) {
        let effects = self.app.run_for_test(&answer.question);
        self.effects.extend(effects);
        let (id, _) = self.last_request();
        self.report(id, BackendEvent::Answered(Box::new(answer)));
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.app.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal in memory");
        terminal.draw(|frame| view::draw(&self.app, frame)).expect("drawing in memory");
        let buffer = terminal.backend().buffer();
        let mut rows = Vec::new();
        for y in 0..height {
            let (mut row, mut x) = (String::new(), 0);
            while x < width {
                // A wide character covers the cells after it.
                let symbol = buffer[(x, y)].symbol();
                row.push_str(symbol);
                x += u16::try_from(crate::text::width(symbol)).unwrap_or(1).max(1);
            }
            rows.push(row.trim_end().to_owned());
        }
        rows.join("\n")
    }
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn source(name: &str, kind: &str, facts: u64, rows: u64, relations: &[(&str, &str)]) -> SourceSummary {
    let relations = relations.iter().map(|(name, kind)| (text(name), text(kind))).collect();
    SourceSummary { name: text(name), kind: text(kind), facts, rows, relations }
}

/// A graph of three sources, one of each kind.
pub(crate) fn status() -> ChatStatus {
    let columns = [("Year", "year"), ("Award", "text"), ("Category", "text"), ("Result", "text")];
    let relations = [("directed_by", "entity"), ("starred_actors", "entity"), ("release_year", "year")];
    ChatStatus {
        graph: text("demo"),
        sources: vec![
            source("awards_table", "table", 96, 12, &columns),
            source("films", "kg", 1_312, 1_312, &relations),
            source("events", "tkg", 164, 164, &[("winner", "interval"), ("position held", "interval")]),
        ],
        writer: text("offline"),
        writers: vec![text("llm"), text("offline"), text("replay:")],
        share_level: ShareLevelView::Schema,
        destination: None,
        encoder: EncoderState::Embedding { done: 420, total: 1_000 },
        suggestions: vec![
            text(
                "When did the director of Hedwig and the Angry Inch win the Chlotrudis Award for Best Actor?",
            ),
            text("Who directed Hedwig and the Angry Inch?"),
        ],
    }
}

/// An answer through a knowledge graph and a temporal one.
pub(crate) fn cross_source() -> AnswerView {
    let first = StepView {
        title: text("directors of Hedwig and the Angry Inch: John Cameron Mitchell"),
        query: text("get_information(relation=\"directed by\", head_entity=\"Hedwig and the Angry Inch\")"),
        groundings: vec![
            GroundingView {
                asked: text("directed by"),
                role: text("relation"),
                chosen: vec![text("directed_by")],
                score: 0.97,
                channel: text("folded"),
                by_user: false,
                runners_up: vec![
                    RunnerUp { text: text("written_by"), score: 0.71, channel: text("words") },
                    RunnerUp { text: text("starred_actors"), score: 0.38, channel: text("meaning") },
                ],
            },
            GroundingView {
                asked: text("Hedwig and the Angry Inch"),
                role: text("entity"),
                chosen: vec![text("Hedwig and the Angry Inch")],
                score: 1.0,
                channel: text("exact"),
                by_user: false,
                runners_up: Vec::new(),
            },
        ],
        execution: text("search_node(\"Hedwig and the Angry Inch\", [directed_by])"),
        results: vec![text("John Cameron Mitchell")],
        result_total: 1,
        facts: vec![FactView {
            id: 7,
            kind: FactKind::Triple,
            head: text("Hedwig and the Angry Inch"),
            relation: text("directed_by"),
            tail: text("John Cameron Mitchell"),
            time: None,
            text: text("Hedwig and the Angry Inch | directed_by | John Cameron Mitchell"),
            source: text("films"),
            file: text("films.tsv"),
            line: Some(118),
            row: None,
            row_name: None,
        }],
        fact_total: 1,
        joins: vec![JoinView {
            value: text("John Cameron Mitchell"),
            from: vec![text("films")],
            to: vec![text("events")],
        }],
    };
    let second = StepView {
        title: text(
            "times at which the winner of Chlotrudis Award for Best Actor was John Cameron Mitchell: 2002",
        ),
        query: text("get_information(relation=\"winner\", tail_entity=output_of_query1, key=\"time\")"),
        execution: text("search_condition(output_of_query1, [time])"),
        results: vec![text("2002")],
        result_total: 1,
        facts: vec![FactView {
            id: 8,
            kind: FactKind::Quintuple,
            head: text("Chlotrudis Award for Best Actor"),
            relation: text("winner"),
            tail: text("John Cameron Mitchell"),
            time: Some(text("2002")),
            text: text("Chlotrudis Award for Best Actor | winner | John Cameron Mitchell [2002]"),
            source: text("events"),
            file: text("events.tsv"),
            line: Some(41),
            row: None,
            row_name: None,
        }],
        fact_total: 1,
        ..StepView::default()
    };
    AnswerView {
        id: 1,
        outcome: OutcomeView::Answered,
        item_total: 1,
        sources: vec![text("films"), text("events")],
        question: text("When did the director of Hedwig and the Angry Inch win the Chlotrudis Award?"),
        items: vec![ItemView { text: text("2002"), detail: String::new() }],
        certainty: Certainty { level: Level::Sure, reasons: vec![text("every name was matched exactly")] },
        note: None,
        writer: text("offline"),
        millis: 1_240,
        tokens: 0,
        tokens_cached: 0,
        query_text: format!("{}\n{}", first.query, second.query),
        trace: vec![first, second],
        ..AnswerView::default()
    }
}

/// An answer whose values belong to something, of `count` rows that are all carried.
pub(crate) fn tabled(count: usize) -> AnswerView {
    let columns = [("Supplier", "text"), ("Note", "text"), ("sum of Amount", "quantity")];
    let rows = (1..=count).map(|number| {
        let (name, note) = match number {
            1 => (
                text("日本 Paper | Pens"),
                text("paid at once, by a customer who never asked for a discount"),
            ),
            2 => (text("a\u{1b}[31mb"), text("two\nlines")),
            _ => (format!("Supplier {number}"), String::new()),
        };
        vec![name, note, format!("€{}.00", crate::text::grouped(1_204 * number as u64))]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let mut answer = many(count);
    answer.question = text("what did each supplier cost?");
    answer.columns =
        columns.map(|(name, kind)| ColumnView { name: text(name), kind: text(kind), unit: None }).to_vec();
    answer.row_total = rows.len();
    answer.rows = rows;
    answer
}

/// An answer with `count` results in its only step, of which all are carried.
pub(crate) fn many(count: usize) -> AnswerView {
    let names: Vec<String> = (1..=count).map(|number| format!("name {number}")).collect();
    let step = StepView {
        title: format!("names: {count}"),
        query: text("get_information(relation=\"name\")"),
        result_total: count,
        results: names.clone(),
        ..StepView::default()
    };
    AnswerView {
        id: 2,
        outcome: if count == 0 { OutcomeView::Empty } else { OutcomeView::Answered },
        item_total: count,
        question: text("which names?"),
        items: names.into_iter().map(|text| ItemView { text, detail: String::new() }).collect(),
        certainty: Certainty { level: Level::Sure, reasons: Vec::new() },
        trace: vec![step],
        ..AnswerView::default()
    }
}
