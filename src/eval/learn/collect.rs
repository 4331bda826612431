//! The readings of each question, executed, together with what the search finds.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, RunOptions};

use crate::session::SessionError;
use crate::session::judge::EngineJudge;
use crate::writer::offline;
use trustuqa_parser::{self as parser, Features, Over, ReadRequest, Weights};

/// A reading that was executed.
#[derive(Clone, Debug)]
pub struct Tried {
    /// Its features, with those of the answer.
    pub features: Features,
    /// Whether the answer is the gold one; for a question that the data cannot answer, whether it is
    /// empty.
    pub right: bool,
    /// It has no answer.
    pub empty: bool,
    /// The answer in a normal form.
    pub key: String,
    /// The reading in plain English.
    pub meaning: String,
    /// The first values of the answer.
    pub answer: Vec<String>,
    /// The query.
    pub query: String,
}

impl Tried {
    /// Whether it answers yes; `None` unless yes or no.
    pub fn truth(&self) -> Option<bool> {
        parser::trust::is_truth(&self.key).then(|| self.key == "yes")
    }
}

/// A question with its readings.
#[derive(Clone, Debug)]
pub struct Example {
    /// Index of its part: a folder, or a benchmark.
    pub part: usize,
    /// The group that is left out as a whole: its domain, or a part of the tables of its benchmark.
    pub group: usize,
    /// Its identifier.
    pub id: String,
    /// The question.
    pub question: String,
    /// What kind it is.
    pub kind: String,
    /// The gold answer.
    pub gold: Vec<String>,
    /// What its graph has.
    pub over: Over,
    /// How much it counts in training.
    pub weight: f32,
    /// Whether the right result is no answer.
    pub refuse: bool,
    /// What it asks for was taken out of the data, so that there is no answer any more.
    pub hidden: bool,
    /// Its readings.
    pub tried: Vec<Tried>,
}

/// An example as a line of JSON.
#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    part: usize,
    group: usize,
    kind: String,
    question: String,
    gold: Vec<String>,
    refuse: bool,
    hidden: bool,
    over: Over,
    weight: f32,
    grams: Option<Vec<String>>,
    readings: Vec<LineReading>,
}

/// A reading in such a line: features that are not 0 by name, and what lexicalised features look at.
#[derive(Serialize, Deserialize)]
struct LineReading {
    right: bool,
    empty: bool,
    key: String,
    meaning: String,
    features: BTreeMap<String, f32>,
    operations: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    left: Option<Vec<String>>,
}

impl Example {
    /// The example as one line of JSON, for experiments with other models.
    pub fn line(&self) -> String {
        let reading = |tried: &Tried| {
            let values = tried.features.values().iter().zip(parser::FEATURES);
            let lexical = tried.features.lexical.as_deref();
            LineReading {
                right: tried.right,
                empty: tried.empty,
                key: tried.key.clone(),
                meaning: tried.meaning.clone(),
                features: values
                    .filter(|(value, _)| **value != 0.0)
                    .map(|(value, (_, name, _))| ((*name).to_owned(), *value))
                    .collect(),
                operations: lexical.map_or(Vec::new(), |l| {
                    l.operations.iter().map(|o| parser::OPERATIONS[*o as usize].1.to_owned()).collect()
                }),
                names: lexical.map_or(Vec::new(), |l| l.names.clone()),
                left: lexical.map(|l| l.left.clone()),
            }
        };
        let line = Line {
            id: self.id.clone(),
            part: self.part,
            group: self.group,
            kind: self.kind.clone(),
            question: self.question.clone(),
            gold: self.gold.clone(),
            refuse: self.refuse,
            hidden: self.hidden,
            over: self.over,
            weight: self.weight,
            grams: self
                .tried
                .iter()
                .find_map(|tried| tried.features.lexical.as_ref())
                .map(|l| l.grams.as_ref().clone()),
            readings: self.tried.iter().map(reading).collect(),
        };
        // Strings and numbers are always written.
        serde_json::to_string(&line).map_or(String::new(), |line| line + "\n")
    }

    /// Reads what [`Example::line`] writes; `None` for any other line. Features that this version does
    /// not know are left out, and so are the first values of answers, which training does not need.
    pub fn read(line: &str) -> Option<Example> {
        let line: Line = serde_json::from_str(line).ok()?;
        let grams = Arc::new(line.grams.unwrap_or_default());
        let tried = line.readings.into_iter().map(|reading| {
            let mut features = Features::default();
            for (feature, name, _) in parser::FEATURES {
                features.add(*feature, reading.features.get(*name).copied().unwrap_or(0.0));
            }
            let known = |name: &String| parser::OPERATIONS.iter().find(|(_, known)| known == name);
            features.lexical = reading.left.map(|left| {
                let operations = reading.operations.iter().filter_map(known).map(|(o, _)| *o).collect();
                Arc::new(parser::Lexical {
                    grams: Arc::clone(&grams),
                    operations,
                    names: reading.names,
                    left,
                })
            });
            let (right, empty, key, meaning) = (reading.right, reading.empty, reading.key, reading.meaning);
            Tried { features, right, empty, key, query: meaning.clone(), meaning, answer: Vec::new() }
        });
        let tried = tried.collect();
        Some(Example {
            part: line.part,
            group: line.group,
            id: line.id,
            question: line.question,
            kind: line.kind,
            gold: line.gold,
            over: line.over,
            weight: line.weight,
            refuse: line.refuse,
            hidden: line.hidden,
            tried,
        })
    }

    /// The readings, best first, as the parser orders them.
    pub fn ranked(&self, weights: &Weights) -> Vec<&Tried> {
        let list: Vec<(f32, &str)> =
            self.tried.iter().map(|tried| (weights.score(&tried.features), tried.key.as_str())).collect();
        let shares = parser::trust::shares(&list);
        let mut ranked: Vec<_> = shares.into_iter().zip(list).zip(&self.tried).collect();
        ranked.sort_by(|((a, of_a), _), ((b, of_b), _)| {
            parser::trust::better((*a, of_a.1, of_a.0), (*b, of_b.1, of_b.0))
        });
        ranked.into_iter().map(|(_, tried)| tried).collect()
    }

    /// The reading that is chosen: the first of the best.
    pub fn best(&self, weights: &Weights) -> Option<&Tried> {
        self.ranked(weights).first().copied()
    }
}

/// Executes the readings of a question; `is_right` compares a trace, and whether it has no answer, with
/// the gold answer.
pub fn tried(
    engine: &Engine<'_>,
    question: &str,
    weights: &Weights,
    readings: usize,
    runtime: &tokio::runtime::Runtime,
    is_right: &dyn Fn(&Trace, bool) -> bool,
) -> Result<Vec<Tried>, SessionError> {
    let options = RunOptions { question: Some(question.to_owned()), ..RunOptions::default() };
    let judge = EngineJudge::new(engine, options);
    let parse = parser::ask_with(engine, question, &judge, weights, readings)?;
    let request = ReadRequest { question, ..ReadRequest::default() };
    let searched = runtime.block_on(offline::reader(engine).search(&request, &judge, &|_| {}))?;
    let parse = parse.with_search(engine, question, &searched, &judge, weights);
    let mut tried = Vec::new();
    for reading in parse.readings {
        let judged = judge.query(&Arc::clone(&reading.parsed));
        let Ok(trace) = judge.trace(&judged) else { continue };
        // An answer whose cells all say that there is no value counts as no answer.
        let empty = trace.answer.status != Status::Answered || reading.items.is_empty();
        tried.push(Tried {
            right: is_right(&trace, empty),
            empty,
            key: parser::key(&reading.items),
            meaning: reading.meaning,
            query: reading.parsed.text.clone(),
            answer: reading.items.into_iter().take(4).collect(),
            features: reading.features,
        });
    }
    Ok(tried)
}
