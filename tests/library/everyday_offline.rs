//! Everyday questions over the files of `tests/everyday_domains`, answered without a model.
//!
//! The weights of the parser were trained on these very questions, so the figures here hold
//! a level and say nothing of other data; `docs/parser.md` has figures for domains that
//! training did not see.
use std::path::Path;

use trustuqa::eval::learn::{Domain, is_right};
use trustuqa::session::judge::EngineJudge;
use trustuqa::writer::offline::OfflineWriter;
use trustuqa::writer::{WriteRequest, Writer};
use trustuqa::{Engine, RunOptions};
use trustuqa_engine::trace::Status;

#[derive(Default)]
struct Score {
    questions: usize,
    right: usize,
    certain: usize,
    certain_wrong: Vec<String>,
}

fn ask_all(folder: &Path) -> Score {
    let mut score = Score::default();
    let domain = Domain::open(folder).unwrap();
    let snapshot = domain.graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for question in &domain.questions {
        let text = question.question.clone();
        let options = RunOptions { question: Some(text.clone()), ..RunOptions::default() };
        let judge = EngineJudge::new(&engine, options);
        let request = WriteRequest { question: text.clone(), ..WriteRequest::default() };
        let written = runtime.block_on(OfflineWriter::new(&engine).write(&request, &judge, &|_| {})).unwrap();
        let trace = judge.trace(&judge.text(&written.query)).ok();
        let trace = trace.filter(|trace| trace.answer.status == Status::Answered);
        let (items, rows) = trace.map_or_else(Default::default, |trace| {
            let items: Vec<String> = trace.answer.items.iter().map(|item| item.text.clone()).collect();
            (items, trace.answer.rows)
        });
        let right = is_right(question, &items, &rows);
        score.questions += 1;
        score.right += usize::from(right);
        if written.certain {
            score.certain += 1;
            if !right {
                score.certain_wrong.push(format!("{} {text} => {items:?}", question.id));
            }
        }
    }
    score
}

#[test]
fn everyday_questions_are_answered_without_a_model_and_certainty_can_be_believed() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday_domains");
    let mut score = Score::default();
    std::thread::scope(|scope| {
        let domains = ["retail", "clinic", "festival", "campus"].map(|name| home.join(name));
        for asked in domains.map(|folder| scope.spawn(move || ask_all(&folder))) {
            let asked = asked.join().unwrap();
            score.questions += asked.questions;
            score.right += asked.right;
            score.certain += asked.certain;
            score.certain_wrong.extend(asked.certain_wrong);
        }
    });
    let Score { questions, right, certain, certain_wrong } = &score;
    let told = format!("{right} of {questions} right, {certain} certain, of these wrong: {certain_wrong:#?}");
    println!("{told}");
    assert!(right * 100 >= questions * RIGHT, "{told}");
    assert!(certain * 100 >= questions * CERTAIN, "{told}");
    assert!(certain_wrong.len() * 50 <= *certain, "{told}");
}

#[test]
fn headers_marks_and_relations_as_databases_write_them_are_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/as_in_databases");
    let score = ask_all(&folder);
    assert_eq!((score.right, score.certain_wrong.as_slice()), (score.questions, &[][..]));
}

/// Percent of the questions that are answered rightly, at least.
const RIGHT: usize = 68;
/// Percent of the questions whose answer is called certain, at least.
const CERTAIN: usize = 8;
