//! The chat over a backend that makes its answers up, to look at and to drive
//! the views without a graph:
//!
//! ```text
//! cargo run -p trustuqa-tui --example fake_chat
//! ```
//!
//! A question with "slow" in it takes ten seconds, one with "fail" fails, one
//! with "panic" panics in the backend, one with "many" has a long answer.

use std::sync::Arc;
use std::time::Duration;

use trustuqa_tui::model::{
    Answer, AnswerItem, Certainty, EncoderState, FactView, Failure, Grounding, Level, LoadProgress,
    SentEntry, ShareLevel, SourceSummary, Stage, StageKind, Status, TraceStep,
};
use trustuqa_tui::{Backend, BackendEvent, Events, Options, Request, Task, TuiError, run};

struct Fake;

impl Backend for Fake {
    fn start(&self, request: Request, events: Events) -> Task {
        tokio::spawn(serve(request, events)).into()
    }
}

async fn serve(request: Request, events: Events) {
    let wait = |millis| tokio::time::sleep(Duration::from_millis(millis));
    match request {
        Request::Open => {
            wait(300).await;
            events.send(BackendEvent::Status(Box::new(status())));
            for done in 0..=20 {
                wait(250).await;
                events.send(BackendEvent::Encoder(EncoderState::Embedding { done: done * 50, total: 1_000 }));
            }
            events.send(BackendEvent::Encoder(EncoderState::Ready));
        }
        Request::Ask { question } => {
            let stages = [
                (StageKind::Routing, "6 sources"),
                (StageKind::Writing, "sample 1 of 5"),
                (StageKind::Grounding, "Hedwig and the Angry Inch"),
                (StageKind::Executing, "step 3 of 4"),
            ];
            for (kind, detail) in stages {
                events.send(BackendEvent::Progress(Stage { kind, detail: detail.into() }));
                wait(if question.contains("slow") { 2_500 } else { 300 }).await;
            }
            assert!(!question.contains("panic"), "a panic was asked for");
            events.send(if question.contains("fail") {
                BackendEvent::Failed(Failure {
                    message: "the model server at 127.0.0.1:8080 did not answer".into(),
                    hint: Some("start it, or use `/writer offline`".into()),
                })
            } else {
                BackendEvent::Answered(Box::new(answer(&question)))
            });
        }
        Request::Load { paths } => {
            for done in 0..20 {
                wait(150).await;
                let label = "rows".to_owned();
                events.send(BackendEvent::LoadProgress(LoadProgress { label, done: done * 5, total: 100 }));
            }
            events.send(BackendEvent::Done(format!("loaded {} paths", paths.len())));
        }
        Request::ListSent => {
            let body = "{\n  \"model\": \"any\",\n  \"messages\": [\n    { \"role\": \"user\", \"content\": \"columns: Year, Award\" }\n  ]\n}";
            let entry = SentEntry {
                time: "2026-03-01 10:00:00".into(),
                destination: "http://127.0.0.1:8080/v1/chat/completions".into(),
                share_level: "schema".into(),
                bytes: 1_204,
                body: body.into(),
            };
            events.send(BackendEvent::Sent(vec![entry]));
        }
        Request::SetShare { level } => {
            events.send(BackendEvent::Status(Box::new(Status { share_level: level, ..status() })));
            events.send(BackendEvent::Done(format!("shares {level} from now on")));
        }
        Request::SetWriter { writer } => {
            events.send(BackendEvent::Done(format!("the {writer} writer writes from now on")));
            events.send(BackendEvent::Status(Box::new(Status { writer, ..status() })));
        }
        Request::Remove { source } => {
            events.send(BackendEvent::Done(format!("removed {source}")));
        }
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
}

fn status() -> Status {
    let source = |name: &str, kind: &str, facts, rows, relations: &[(&str, &str)]| SourceSummary {
        name: name.into(),
        kind: kind.into(),
        facts,
        rows,
        relations: pairs(relations),
    };
    Status {
        graph: "demo".into(),
        sources: vec![
            source(
                "awards_table",
                "table",
                96,
                12,
                &[("Year", "year"), ("Award", "text"), ("Category", "text"), ("Result", "text")],
            ),
            source(
                "films",
                "kg",
                312,
                312,
                &[
                    ("directed_by", "relation"),
                    ("starred_actors", "relation"),
                    ("release_year", "relation"),
                    ("has_genre", "relation"),
                ],
            ),
            source("events", "tkg", 164, 164, &[("winner", "relation"), ("position held", "relation")]),
        ],
        writer: "offline".into(),
        writers: vec!["llm".into(), "offline".into(), "replay:".into()],
        share_level: ShareLevel::Schema,
        destination: None,
        encoder: EncoderState::Loading,
        suggestions: vec![
            "When did the director of Hedwig and the Angry Inch win the Chlotrudis Award?".into(),
            "Who directed Hedwig and the Angry Inch?".into(),
            "How many awards were won in 2001?".into(),
        ],
    }
}

fn answer(question: &str) -> Answer {
    let many = question.contains("many");
    let items = if many {
        (0..40).map(|n| AnswerItem { text: format!("Film {n}"), detail: format!("{}", 1_980 + n) }).collect()
    } else {
        vec![AnswerItem { text: "2002".into(), detail: "events.tsv".into() }]
    };
    let first = TraceStep {
        title: "directors of Hedwig and the Angry Inch: John Cameron Mitchell".into(),
        query: "step1 = get_information(relation=\"directed by\", head_entity=\"Hedwig and the Angry Inch\")"
            .into(),
        groundings: vec![
            Grounding {
                asked: "directed by".into(),
                role: "relation".into(),
                chosen: vec!["directed_by".into()],
                score: 1.0,
                channel: "folded".into(),
                runners_up: vec![("written_by".into(), 0.71), ("starred_actors".into(), 0.38)],
            },
            Grounding {
                asked: "Hedwig and the Angry Inch".into(),
                role: "entity".into(),
                chosen: vec!["Hedwig and the Angry Inch".into()],
                score: 1.0,
                channel: "exact".into(),
                runners_up: vec![],
            },
        ],
        execution: "search_node(node1=\"Hedwig and the Angry Inch\", condition=[directed_by])".into(),
        results: vec!["John Cameron Mitchell".into()],
        result_total: 1,
        facts: vec![FactView {
            text: "Hedwig and the Angry Inch | directed_by | John Cameron Mitchell".into(),
            source: "films".into(),
            file: "films.tsv".into(),
            line: Some(118),
            row: None,
        }],
        fact_total: 1,
        joins: vec!["John Cameron Mitchell joined films and events".into()],
    };
    let second = TraceStep {
        title: "times at which Chlotrudis Award for Best Actor had the winner John Cameron Mitchell: 2002".into(),
        query: "step2 = get_information(relation=\"winner\", head_entity=\"Chlotrudis Award for Best Actor\",\n                        tail_entity=step1, key=\"time\")".into(),
        groundings: vec![],
        execution: "search_condition(node1=\"Chlotrudis Award for Best Actor\", node2=step1, op=time)".into(),
        results: if many { (0..200).map(|n| format!("value {n}")).collect() } else { vec!["2002".into()] },
        result_total: if many { 1_200 } else { 1 },
        facts: vec![FactView {
            text: "Chlotrudis Award for Best Actor | winner | John Cameron Mitchell [2002 – 2002]".into(),
            source: "events".into(),
            file: "events.tsv".into(),
            line: Some(41),
            row: None,
        }],
        fact_total: 1,
        joins: vec![],
    };
    Answer {
        question: question.into(),
        items,
        certainty: Certainty { level: Level::Sure, reasons: vec!["every name was matched exactly".into()] },
        note: None,
        writer: "offline".into(),
        millis: 1_240,
        tokens: 0,
        query_text: format!("{}\n{}", first.query, second.query),
        trace: vec![first, second],
    }
}

#[tokio::main]
async fn main() -> Result<(), TuiError> {
    run(Arc::new(Fake), Options::default()).await
}
