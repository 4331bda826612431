//! Training questions of a benchmark as demonstrations of its graph (the paper's dynamic
//! demonstrations).
//!
//! They come from `demonstration_bank.jsonl` (WikiSQL's annotation) and `recorded.jsonl` (queries that a
//! model wrote) beside the benchmark. A pair is stored when its query can be read without repairs and,
//! where its answers are known and its source is loaded, returns them. A question is never shown itself:
//! [`crate::session::demonstrations`].

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use trustuqa_engine::query;
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_model::Store;
use trustuqa_storage::StoredDemonstration;
use xxhash_rust::xxh3::xxh3_128;

use super::outcome::QuestionOutcome;
use super::{BenchmarkSet, Dataset, EvalError, GoldQuery, Hints, Question, gold, sets};
use crate::session::SessionError;
use crate::session::demonstrations::kind_name;
use crate::session::visible::Visible;
use crate::writer::DemonstrationKind;

/// What was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredTraining {
    /// Pairs that are demonstrations now and were not before.
    pub new: usize,
    /// Pairs that were left out.
    pub refused: usize,
}

/// A training question with its query.
struct Pair {
    id: String,
    question: String,
    query: String,
    answers: Option<Vec<String>>,
}

/// Stores the training questions beside a benchmark in its graph. Files that were stored
/// before are skipped.
///
/// # Errors
///
/// A file that cannot be read, or a store that fails.
pub fn store(dataset: &Dataset, data: &Path, graph: &dyn Store) -> Result<StoredTraining, SessionError> {
    let known = graph.view()?.demonstrations()?;
    let mut stored = StoredTraining::default();
    for (set, file) in files(dataset.set, data) {
        let bytes = std::fs::read(&file).map_err(|error| {
            SessionError::usage(
                format!("{}: {error}", file.display()),
                "make the file readable for this user",
            )
        })?;
        let origin = format!("training {:032x}", xxh3_128(&bytes));
        if known.iter().any(|demonstration| demonstration.origin == origin) {
            continue;
        }
        let pairs = pairs(set, &bytes, &file)?;
        let all = pairs.len();
        let kept = checked(set, pairs, dataset, graph)?;
        stored.refused += all - kept.len();
        stored.new += kept.len();
        let kind = kind_name(kind_of(set)).to_owned();
        let demonstrations: Vec<StoredDemonstration> = kept
            .into_iter()
            .map(|pair| StoredDemonstration {
                id: 0,
                question: pair.question,
                query: pair.query,
                kind: kind.clone(),
                origin: origin.clone(),
            })
            .collect();
        graph.put_demonstrations(&demonstrations)?;
    }
    Ok(stored)
}

/// The files of training questions of a set; of every set for a mixed one.
fn files(set: BenchmarkSet, data: &Path) -> Vec<(BenchmarkSet, PathBuf)> {
    let mut found = Vec::new();
    for one in BenchmarkSet::ALL.into_iter().filter(|one| set == *one || set == BenchmarkSet::Mixed) {
        let beside = data.parent().unwrap_or(data).join(one.name());
        let folders = [data.join(one.name()), if set == one { data.to_owned() } else { beside }];
        for name in ["demonstration_bank.jsonl", "recorded.jsonl"] {
            found.extend(folders.iter().map(|f| f.join(name)).find(|f| f.is_file()).map(|f| (one, f)));
        }
    }
    found
}

fn kind_of(set: BenchmarkSet) -> DemonstrationKind {
    match set {
        BenchmarkSet::Wikisql | BenchmarkSet::Wtq => DemonstrationKind::Table,
        BenchmarkSet::Metaqa | BenchmarkSet::Webqsp => DemonstrationKind::Kg,
        BenchmarkSet::Cronquestions | BenchmarkSet::Timequestions => DemonstrationKind::Tkg,
        BenchmarkSet::Mixed => DemonstrationKind::Cross,
    }
}

fn pairs(set: BenchmarkSet, bytes: &[u8], file: &Path) -> Result<Vec<Pair>, EvalError> {
    if set == BenchmarkSet::Wikisql && file.ends_with("demonstration_bank.jsonl") {
        let entries = sets::wikisql::bank(bytes, file)?;
        return Ok(entries
            .into_iter()
            .filter_map(|entry| match gold::wikisql::query(&entry.select) {
                GoldQuery::Query(query) => {
                    Some(Pair { id: entry.id, question: entry.question, query, answers: None })
                }
                GoldQuery::Impossible(_) => None,
            })
            .collect());
    }
    let recorded = sets::recorded::queries(bytes, file)?;
    Ok(recorded
        .into_iter()
        .map(|line| Pair { id: line.id, question: line.question, query: line.query, answers: line.answers })
        .collect())
}

/// The pairs whose query can be read and, where that can be checked, gives the right answers.
fn checked(
    set: BenchmarkSet,
    pairs: Vec<Pair>,
    dataset: &Dataset,
    graph: &dyn Store,
) -> Result<Vec<Pair>, SessionError> {
    let snapshot = graph.view()?;
    let sources = snapshot.sources()?;
    let of_question: HashMap<&str, &str> = dataset
        .questions
        .iter()
        .filter_map(|question| Some((question.id.as_str(), question.source.as_deref()?)))
        .collect();
    let mut kept = Vec::new();
    for pair in pairs {
        let Ok(parsed) = query::parse(&pair.query) else { continue };
        if !parsed.repairs.is_empty() {
            continue;
        }
        let named = match &*sources {
            [one] => Some(one.name.as_str()),
            _ => of_question.get(pair.id.as_str()).copied(),
        };
        let source = named.and_then(|name| sources.iter().find(|source| source.name == name));
        let right = match (&pair.answers, source) {
            (Some(answers), Some(source)) => {
                let view = Visible::only(snapshot.as_ref(), source.id);
                let engine = Engine::new(&view, None)?;
                let options = RunOptions { question: Some(pair.question.clone()), ..RunOptions::default() };
                let ran = engine.answer_parsed(&parsed, &options);
                let question = labelled(set, &pair, answers);
                let mut outcome = QuestionOutcome::of(&question);
                outcome.judge(&question, true, ran.as_ref());
                outcome.is_right()
            }
            _ => true,
        };
        if right {
            kept.push(pair);
        }
    }
    Ok(kept)
}

fn labelled(set: BenchmarkSet, pair: &Pair, answers: &[String]) -> Question {
    Question {
        id: pair.id.clone(),
        set,
        text: pair.question.clone(),
        kind: String::new(),
        answers: answers.to_vec(),
        hits: None,
        source: None,
        gold: None,
        hints: Hints::default(),
    }
}
