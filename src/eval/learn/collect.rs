//! The readings of each question, executed.

use std::path::PathBuf;
use std::sync::Arc;

use trustuqa_engine::query::Parsed;
use trustuqa_engine::trace::Status;
use trustuqa_engine::{Engine, RunOptions};

use super::everyday::{Domain, is_right};
use crate::session::SessionError;
use crate::writer::parser::{self, Features, Weights};

/// A reading that was executed.
#[derive(Clone, Debug)]
pub struct Tried {
    /// Its features, with those of the answer.
    pub features: Features,
    /// Whether the answer is the gold one.
    pub right: bool,
    /// The answer in a normal form.
    pub key: String,
    /// The reading in plain English.
    pub meaning: String,
    /// The first values of the answer.
    pub answer: Vec<String>,
}

/// A question with its readings.
#[derive(Clone, Debug)]
pub struct Example {
    /// Index of its folder.
    pub domain: usize,
    /// Its identifier.
    pub id: String,
    /// The question.
    pub question: String,
    /// What kind it is.
    pub kind: String,
    /// The gold answer.
    pub gold: Vec<String>,
    /// No answer is the right one.
    pub refuse: bool,
    /// Its readings.
    pub tried: Vec<Tried>,
}

impl Example {
    /// The readings, best first.
    pub fn ranked(&self, weights: &Weights) -> Vec<&Tried> {
        let mut ranked: Vec<&Tried> = self.tried.iter().collect();
        ranked.sort_by(|a, b| weights.score(&b.features).total_cmp(&weights.score(&a.features)));
        ranked
    }
}

/// The examples of all folders, two at a time.
pub fn all(
    folders: &[PathBuf],
    weights: &Weights,
    readings: usize,
    only: Option<&str>,
) -> Result<Vec<Example>, SessionError> {
    let mut examples = Vec::new();
    for pair in folders.chunks(2).zip(0..) {
        let (pair, at): (&[PathBuf], usize) = pair;
        let found: Vec<Result<Vec<Example>, SessionError>> = std::thread::scope(|scope| {
            let threads: Vec<_> = pair
                .iter()
                .enumerate()
                .map(|(i, folder)| {
                    scope.spawn(move || of_domain(folder, 2 * at + i, weights, readings, only))
                })
                .collect();
            threads.into_iter().filter_map(|t| t.join().ok()).collect()
        });
        for domain in found {
            examples.extend(domain?);
        }
    }
    Ok(examples)
}

fn of_domain(
    folder: &PathBuf,
    index: usize,
    weights: &Weights,
    readings: usize,
    only: Option<&str>,
) -> Result<Vec<Example>, SessionError> {
    let domain = Domain::open(folder)?;
    let snapshot = domain.graph.snapshot()?;
    let engine = Engine::new(&snapshot, None)?;
    let mut examples = Vec::new();
    for question in domain.questions.iter().filter(|q| only.is_none_or(|o| q.id.contains(o))) {
        let candidates = parser::parse(
            engine.executor().graph(),
            engine.executor().sources(),
            &question.question,
            weights,
            readings,
        )?;
        let mut tried = Vec::new();
        for candidate in candidates {
            let parsed = Arc::new(Parsed::from(candidate.query.clone()));
            let options = RunOptions {
                route: true,
                question: Some(question.question.clone()),
                ..RunOptions::default()
            };
            let Ok(trace) = engine.run_parsed(&parsed, &options) else { continue };
            let answered = trace.answer.status == Status::Answered;
            let items: Vec<String> = trace.answer.items.iter().map(|i| i.text.clone()).collect();
            let right = question.answer_type != "refuse"
                && answered
                && is_right(question, &items, &trace.answer.rows);
            let mut features = candidate.reading.features.clone();
            parser::observe(&mut features, &candidate, &items, answered);
            let key = parser::key(&items);
            tried.push(Tried {
                features,
                right,
                key,
                meaning: candidate.meaning,
                answer: items.into_iter().take(4).collect(),
            });
        }
        examples.push(Example {
            domain: index,
            id: question.id.clone(),
            question: question.question.clone(),
            kind: question.kind.clone(),
            gold: question.answers.clone(),
            refuse: question.answer_type == "refuse",
            tried,
        });
    }
    Ok(examples)
}
