//! Time of a frame while long things are scrolled: a transcript of 10,000
//! messages, and a list and a table of 100,000 rows. A frame is one key and one
//! draw, in memory. Fails when a hundredth of the frames takes longer than a
//! screen of 60 Hz gives it. What counts is the processor's time: on a busy
//! machine a frame that was ready is made to wait for others, and that says
//! nothing about the chat.
//!
//! Run with `cargo bench -p trustuqa-tui`.

#![allow(clippy::print_stdout, reason = "it prints its figures")]

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use trustuqa_tui::model::{
    AnswerView, ChatStatus, ItemView, OutcomeView, PageView, SavedEntry, StepView, TableView,
};
use trustuqa_tui::{App, BackendEvent, BackendRequest, ChatOptions, Effect, Event, draw};

/// What a screen of 60 Hz gives a frame.
const LIMIT: Duration = Duration::from_millis(16);

const MESSAGES: usize = 10_000;
const ROWS: usize = 100_000;
const FRAMES: usize = 600;

struct Bench {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Bench {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let mut app = App::new(160, 50, ChatOptions::default(), Vec::new());
        let _ = app.start();
        let status = ChatStatus { graph: "bench".into(), ..ChatStatus::default() };
        let _ = app.handle(Event::Backend(1, BackendEvent::Status(Box::new(status))));
        Ok(Self { app, terminal: Terminal::new(TestBackend::new(160, 50))? })
    }

    /// Lets something happen, and answers what the chat asks because of it.
    fn event(&mut self, event: Event) {
        let mut effects = self.app.handle(event);
        while let Some(effect) = effects.pop() {
            if let Effect::Start { id, request } = effect
                && let Some(report) = report(request)
            {
                effects.extend(self.app.handle(Event::Backend(id, report)));
            }
        }
    }

    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.event(Event::Key(KeyEvent::new(code, modifiers)));
    }

    fn send(&mut self, line: &str) {
        line.chars().for_each(|c| self.key(KeyCode::Char(c), KeyModifiers::NONE));
        self.key(KeyCode::Enter, KeyModifiers::NONE);
    }

    fn draw(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        self.terminal.draw(|frame| draw(&self.app, frame))?;
        Ok(())
    }

    /// Presses the keys in turn and measures each with its frame.
    fn measure(
        &mut self,
        name: &str,
        keys: &[(KeyCode, KeyModifiers)],
    ) -> Result<Duration, Box<dyn std::error::Error>> {
        let (mut walls, mut costs) = (Vec::with_capacity(FRAMES), Vec::with_capacity(FRAMES));
        for (code, modifiers) in keys.iter().cycle().take(FRAMES) {
            let (start, used) = (Instant::now(), ThreadTime::now());
            self.key(*code, *modifiers);
            self.draw()?;
            costs.push(used.elapsed());
            walls.push(start.elapsed());
        }
        walls.sort();
        costs.sort();
        let at = |times: &[Duration], part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
        println!(
            "{name:<44} p50 {:>7.3} ms   p99 {:>7.3} ms   max {:>7.3} ms   (waiting counted: p50 {:.3}, p99 {:.3})",
            at(&costs, 50),
            at(&costs, 99),
            at(&costs, 100),
            at(&walls, 50),
            at(&walls, 99),
        );
        Ok(costs[(costs.len() - 1) * 99 / 100])
    }
}

fn answer(number: u64) -> AnswerView {
    let values: Vec<String> = (0..40).map(|value| format!("value {value} of message {number}")).collect();
    let step = StepView {
        title: format!("rows of table {number} whose Name is x: 40"),
        query: "get_information(relation='Name', tail_entity='x')".into(),
        results: values.clone(),
        result_total: ROWS,
        ..StepView::default()
    };
    AnswerView {
        id: number,
        question: format!("question {number}?"),
        outcome: OutcomeView::Answered,
        items: values.into_iter().map(|text| ItemView { text, detail: String::new() }).collect(),
        item_total: ROWS,
        query_text: step.query.clone(),
        trace: vec![step],
        ..AnswerView::default()
    }
}

/// What a backend with long tables says.
fn report(request: BackendRequest) -> Option<BackendEvent> {
    Some(match request {
        BackendRequest::Page { answer, step, of, from, count } => BackendEvent::Page(Box::new(PageView {
            answer,
            step,
            of,
            from,
            total: ROWS,
            texts: (from..(from + count).min(ROWS))
                .map(|at| format!("value {at} of a long list, 日本 and עברית"))
                .collect(),
            ..PageView::default()
        })),
        BackendRequest::Rows { from, count, .. } => {
            let last = (from + count as u64 - 1).min(ROWS as u64);
            let cells = |row: u64| (0..12).map(|column| format!("cell {row}.{column}")).collect();
            BackendEvent::Table(Box::new(TableView {
                source: "long".into(),
                file: "long.csv".into(),
                columns: (0..12).map(|column| (format!("Column {column}"), "text".into())).collect(),
                first_row: from,
                rows: (from..=last).map(cells).collect(),
                total_rows: ROWS as u64,
                marked: None,
            }))
        }
        BackendRequest::Resume { .. } => {
            let entries = (0..MESSAGES as u64 / 2).flat_map(|number| {
                let question =
                    SavedEntry::Question { text: format!("question {number}?"), at: String::new() };
                [question, SavedEntry::Answer(Box::new(answer(number + 1)))]
            });
            BackendEvent::Resumed { id: "long".into(), entries: entries.collect() }
        }
        BackendRequest::ListSessions { .. } => {
            BackendEvent::Sessions(vec![trustuqa_tui::model::SessionSummary {
                id: "long".into(),
                ..Default::default()
            }])
        }
        _ => return None,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const PLAIN: KeyModifiers = KeyModifiers::NONE;
    const CTRL: KeyModifiers = KeyModifiers::CONTROL;
    let mut bench = Bench::new()?;
    bench.send("/sessions");
    bench.key(KeyCode::Enter, PLAIN);
    bench.draw()?;
    println!("a frame of 160 x 50 cells: one key and one draw, {FRAMES} times");
    let mut worst = bench.measure("10,000 messages, page up", &[(KeyCode::PageUp, PLAIN)])?;
    let ends =
        [(KeyCode::Home, CTRL), (KeyCode::PageDown, PLAIN), (KeyCode::End, CTRL), (KeyCode::PageUp, PLAIN)];
    worst = worst.max(bench.measure("10,000 messages, from end to end", &ends)?);
    worst = worst.max(bench.measure("10,000 messages, typing", &[(KeyCode::Char('x'), PLAIN)])?);
    bench.key(KeyCode::Char('u'), CTRL);
    bench.key(KeyCode::Char('t'), CTRL);
    let open = [(KeyCode::Char('*'), PLAIN), (KeyCode::Char('k'), PLAIN), (KeyCode::Char('*'), PLAIN)];
    worst = worst.max(bench.measure("10,000 messages, opening and closing traces", &open)?);
    bench.key(KeyCode::Esc, PLAIN);
    bench.key(KeyCode::Char('t'), CTRL);
    bench.key(KeyCode::Up, PLAIN);
    bench.key(KeyCode::Enter, PLAIN);
    let list = [
        (KeyCode::PageDown, PLAIN),
        (KeyCode::PageDown, PLAIN),
        (KeyCode::Down, PLAIN),
        (KeyCode::End, PLAIN),
        (KeyCode::PageUp, PLAIN),
    ];
    worst = worst.max(bench.measure("100,000 values of a result, scrolling", &list)?);
    // The first value leads to a table only over the backend; here it is opened as a source.
    let mut bench = Bench::new()?;
    let table = report(BackendRequest::Rows { source: "long".into(), from: 1, count: 200 });
    bench.send("/sent");
    if let Some(table) = table {
        // The request of `/sent` is the second one: any look-up may end with a table.
        bench.event(Event::Backend(2, table));
    }
    bench.draw()?;
    worst = worst.max(bench.measure("100,000 rows of a table, scrolling", &list)?);
    let columns =
        [(KeyCode::Right, PLAIN), (KeyCode::Down, PLAIN), (KeyCode::PageDown, PLAIN), (KeyCode::Left, PLAIN)];
    worst = worst.max(bench.measure("100,000 rows of a table, across", &columns)?);
    if worst > LIMIT {
        return Err(format!("a frame in a hundred took {worst:?}, longer than {LIMIT:?}").into());
    }
    Ok(())
}
