//! What is ranked is what is shown: to answer a question, each candidate is executed once,
//! and none again to be judged, to be called certain or to be told. Executions are counted
//! by the engine and candidates by those who write them.
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trustuqa::config::{Flags, Locations, Settings};
use trustuqa::demo;
use trustuqa::session::Session;
use trustuqa::session::ask::AnsweredQuestion;
use trustuqa::session::judge::EngineJudge;
use trustuqa::session::loading::{LoadRequest, load};
use trustuqa_engine::query::llm::LlmQuery;
use trustuqa_engine::query::{self, Query};
use trustuqa_engine::trace::Status;
use trustuqa_engine::{Engine, RunOptions};

/// A session over files of a folder, without an encoder.
fn session(folder: &Path, writer: &str, files: &[(&str, &str)]) -> Session {
    let flags = Flags {
        data_dir: Some(folder.to_owned()),
        encoder: Some("off".to_owned()),
        writer: Some(writer.to_owned()),
        ..Flags::default()
    };
    let at = |name: &str| Some(folder.join(name));
    let locations = Locations { config_dir: at("config"), data_dir: at("data"), cache_dir: at("cache") };
    let session = Session::open(Settings::resolve(&flags, &|_| None, &locations).unwrap(), true).unwrap();
    let mut paths: Vec<PathBuf> = Vec::new();
    for (name, text) in files {
        paths.push(folder.join(name));
        std::fs::write(&paths[paths.len() - 1], text).unwrap();
    }
    let request = LoadRequest { paths, ..LoadRequest::default() };
    load(session.graph(), &request, &mut |_| ControlFlow::Continue(())).unwrap();
    session
}

async fn ask(session: &Session, question: &str) -> AnsweredQuestion {
    let asked = session.ask(question, &|_| ()).await.unwrap();
    bounded(question, &asked);
    asked
}

async fn ask_after(session: &Session, question: &str, before: &AnsweredQuestion) -> AnsweredQuestion {
    let context = before.context.as_ref().unwrap();
    let asked = session.ask_after(question, Some(context), &|_| ()).await.unwrap();
    bounded(question, &asked);
    asked
}

fn bounded(question: &str, asked: &AnsweredQuestion) {
    let (runs, candidates) = (asked.runs, asked.candidates as u64);
    assert!(runs <= candidates + 1, "{runs} executions for {candidates} candidates: {question}");
    assert!(asked.candidates >= asked.written.candidates.len(), "{question}");
}

fn without_spans(mut query: LlmQuery) -> LlmQuery {
    query.steps.iter_mut().for_each(|step| step.span = 0..0);
    query
}

#[tokio::test(flavor = "multi_thread")]
async fn each_candidate_of_a_question_is_executed_once() {
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), "offline", demo::FILES);
    let (mut candidates, mut several) = (0, 0);
    for line in demo::QUESTIONS.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let question = line["question"].as_str().unwrap();
        let asked = ask(&session, question).await;
        assert!(asked.runs <= asked.candidates as u64, "the chosen one ran again: {question}");
        assert_eq!(asked.candidates, asked.written.candidates.len(), "{question}");
        candidates += asked.candidates;
        several += usize::from(asked.candidates > 1);
        // What was written as a query is what its text says.
        for candidate in &asked.written.candidates {
            let parsed = candidate.parsed.as_ref().unwrap().llm().unwrap().clone();
            let Query::Llm(read) = query::parse(&candidate.query).unwrap().query else {
                panic!("{question}")
            };
            assert_eq!(without_spans(read), without_spans(parsed), "{}", candidate.query);
        }
    }
    assert!(candidates > 100 && several > 30, "{candidates} candidates, several for {several} questions");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_certain_is_that_of_the_ranked_run() {
    let folder = tempfile::tempdir().unwrap();
    // Both tables answer, and differently: the ranked run must know it, too.
    let files = [
        ("spring.csv", "Rider,Club,Points\nAda Holm,Foxes,12\nBo Lind,Otters,9\nCy Marsh,Foxes,7\n"),
        ("autumn.csv", "Rider,Club,Points\nAda Holm,Foxes,3\nBo Lind,Otters,14\nDee North,Herons,8\n"),
    ];
    let session = session(folder.path(), "offline", &files);
    let question = "How many points does Ada Holm have?";
    let asked = ask(&session, question).await;
    let answer = &asked.trace.answer;
    assert_eq!(answer.status, Status::Answered);
    assert!(!answer.certain && !asked.written.certain, "{answer:?}");
    assert!(answer.doubts.iter().any(|doubt| doubt.contains("differently")), "{answer:?}");
    // The same query under the same options gives the answer that was ranked and shown.
    let view = session.graph().view().unwrap();
    let engine = Engine::new(view.as_ref(), None).unwrap();
    let options = RunOptions { question: Some(question.to_owned()), ..RunOptions::default() };
    let judge = EngineJudge::new(&engine, options);
    let judged = judge.query(asked.query.as_ref().unwrap());
    assert_eq!(judged.answer().unwrap().items, answer.items);
    let trace = judge.trace(&judged).unwrap();
    assert_eq!((trace.answers(), &trace.routing), (asked.trace.answers(), &asked.trace.routing));
    assert_eq!(engine.runs(), 1, "judged and told from one execution");
    for nothing in ["Which rider of the Foxes has two bicycles?", "Who painted it?", "??"] {
        let asked = ask(&session, nothing).await;
        assert!(!asked.trace.answer.certain, "{nothing}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn follow_ups_execute_no_more_than_their_readings() {
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), "offline", demo::FILES);
    let sweden = ask(&session, "What is the currency of Sweden?").await;
    let denmark = ask_after(&session, "And Denmark?", &sweden).await;
    assert_eq!(denmark.trace.answers(), ["Danish krone"]);
    assert!(denmark.runs <= denmark.candidates as u64);
    let nowhere = ask_after(&session, "And Qwertzia?", &denmark).await;
    assert_eq!(nowhere.trace.answer.status, Status::NoSuchName);
    let chicago = ask(&session, "Who directed Chicago?").await;
    // The answer before is executed for the question that speaks of it: that is the one more.
    let about = ask_after(&session, "Which films did they direct?", &chicago).await;
    assert!(about.runs > 1 && about.read_as.is_some(), "{about:?}");
    let other = ask_after(&session, "How about Titanic?", &chicago).await;
    assert_eq!(other.trace.answers(), ["James Cameron"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_was_written_several_times_is_executed_once() {
    let folder = tempfile::tempdir().unwrap();
    let question = "What is the capital of Sweden?";
    let right = "Query1: \"get_information(head_entity='Sweden', relation='capital')\"";
    let lines = [right, right, "Query1: \"nonsense(\"", right];
    let line = |text: &&str| format!("{}\n", serde_json::json!({"question": question, "completion": text}));
    let file = folder.path().join("recorded.jsonl");
    std::fs::write(&file, lines.iter().map(line).collect::<String>()).unwrap();
    let session = session(folder.path(), &format!("replay:{}", file.display()), demo::FILES);
    let asked = ask(&session, question).await;
    assert_eq!(asked.trace.answers(), ["Stockholm"]);
    assert_eq!(asked.runs, 1, "{:?}", asked.written);
    assert!(asked.candidates >= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_user_clarified_is_decided_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let towns = "Town,Mayor\nNorth Barton,Ann\nSouth Barton,Bob\nEast Farley,Cy\n";
    let session = session(folder.path(), "offline", &[("towns.csv", towns)]);
    let query = "Query1: \"get_information(relation='Town', tail_entity='Barton')\"\n\
                 Query2: \"get_information(relation='Mayor', head_entity='output_of_query1')\"";
    let unclear = session.run(query, None, Vec::new(), false).unwrap();
    assert_eq!(unclear.runs, 1, "other readings are not looked for before somebody asks");
    let others = session.alternatives(&unclear).unwrap();
    let south = others.iter().find(|other| other.pin.chosen == "South Barton").unwrap();
    let clear = session.run(query, None, vec![south.pin.clone()], true).unwrap();
    assert_eq!((clear.trace.answers(), clear.runs), (vec!["Bob"], 1));
    let again = session.run(query, None, Vec::new(), false).unwrap();
    assert_eq!((again.trace.answers(), again.runs), (vec!["Bob"], 1), "{:?}", again.remarks);
    assert!(again.remarks.iter().any(|remark| remark.contains("as you chose before")));
}
