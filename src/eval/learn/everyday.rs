//! Folders with data files and everyday questions, and whether an answer is right.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::session::SessionError;
use crate::session::loading::{LoadRequest, load};
use serde::Deserialize;
use trustuqa_model::Value;
use trustuqa_storage::Graph;

/// A question with its gold answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// Its identifier.
    pub id: String,
    /// As asked.
    pub question: String,
    /// What kind of question it is.
    pub kind: String,
    /// `values`, `number`, `boolean`, `table` or `refuse`.
    #[serde(default = "values")]
    pub answer_type: String,
    /// The gold answer.
    pub answers: Vec<String>,
}

fn values() -> String {
    "values".to_owned()
}

/// A folder that was loaded.
pub struct Domain {
    /// Its questions.
    pub questions: Vec<Question>,
    /// Its data.
    pub graph: Graph,
    _home: tempfile::TempDir,
}

impl Domain {
    /// Reads and loads a folder.
    pub fn open(folder: &Path) -> Result<Domain, SessionError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source: std::io::Error| {
                SessionError::usage(
                    format!("{}: {source}", path.display()),
                    "give a folder with data files and questions.jsonl",
                )
            }
        };
        let file = folder.join("questions.jsonl");
        let text = std::fs::read_to_string(&file).map_err(io(&file))?;
        let mut questions = Vec::new();
        for (line, number) in text.lines().zip(1usize..).filter(|(l, _)| !l.trim().is_empty()) {
            let question: Question = serde_json::from_str(line)
                .map_err(|e| io(&file)(std::io::Error::other(format!("line {number}: {e}"))))?;
            questions.push(question);
        }
        questions.retain(|q| q.kind != "follow_up");
        let home = tempfile::tempdir().map_err(io(folder))?;
        let graph = Graph::open(&home.path().join("graph"), true)?;
        let entries = std::fs::read_dir(folder).map_err(io(folder))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "csv" || e == "tsv"));
        paths.sort();
        let request = LoadRequest { paths, ..LoadRequest::default() };
        load(&graph, &request, &mut |_| ControlFlow::Continue(()))?;
        Ok(Domain { questions, graph, _home: home })
    }
}

/// Whether two texts say the same value: the same words, date or number, the latter to the
/// decimals of the gold answer or to a thousandth of it.
pub fn same(got: &str, gold: &str) -> bool {
    if got.trim().to_lowercase() == gold.trim().to_lowercase() {
        return true;
    }
    let day_first: Vec<&str> = got.split('/').rev().collect();
    let got = if day_first.len() == 3 { &day_first.join("-") } else { got };
    let (found, asked) = (Value::parse(got), Value::parse(gold));
    if let (Value::Date(found), Value::Date(asked)) = (&found, &asked) {
        return found == asked;
    }
    let number = |text: &str, value: &Value| {
        let lasts = text.split(' ').next().filter(|_| matches!(value, Value::Duration(_)));
        lasts.and_then(|number| number.parse().ok()).or_else(|| value.number())
    };
    let (Some(found), Some(asked)) = (number(got, &found), number(gold, &asked)) else { return false };
    let decimals = gold.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(9));
    (found * scale).round() == (asked * scale).round()
        || decimals > 0 && (found - asked).abs() <= 1e-3 * asked.abs()
}

/// Whether items and rows are the gold answer of a question.
pub fn is_right(question: &Question, items: &[String], rows: &[Vec<String>]) -> bool {
    match question.answer_type.as_str() {
        "refuse" => items.is_empty(),
        "table" => {
            let pairs: Vec<(&str, &str)> =
                question.answers.iter().filter_map(|g| g.rsplit_once(" | ")).collect();
            let is_pair = |row: &Vec<String>, (key, value): &(&str, &str)| match row.as_slice() {
                [.., own_key, own] => same(own_key, key) && same(own, value),
                _ => false,
            };
            rows.len() == pairs.len() && pairs.iter().all(|pair| rows.iter().any(|row| is_pair(row, pair)))
        }
        "boolean" | "number" => {
            items.len() == 1 && question.answers.first().is_some_and(|g| same(&items[0], g))
        }
        _ => {
            !items.is_empty()
                && question.answers.iter().all(|g| items.iter().any(|i| same(i, g)))
                && items.iter().all(|i| question.answers.iter().any(|g| same(i, g)))
        }
    }
}

/// The examples of a folder.
pub fn examples(
    folder: &Path,
    part: usize,
    told: &super::Told<'_>,
) -> Result<Vec<super::Example>, SessionError> {
    let domain = Domain::open(folder)?;
    let snapshot = domain.graph.snapshot()?;
    let engine = trustuqa_engine::Engine::new(&snapshot, None)?;
    let runtime = crate::session::runtime()?;
    let mut examples = Vec::new();
    for question in domain.questions.iter().filter(|q| told.only.is_none_or(|o| q.id.contains(o))) {
        let refuse = question.answer_type == "refuse";
        let right = |trace: &trustuqa_engine::trace::Trace| {
            let items: Vec<String> = trace.answer.items.iter().map(|i| i.text.clone()).collect();
            !refuse && is_right(question, &items, &trace.answer.rows)
        };
        let tried = super::collect::tried(
            &engine,
            &question.question,
            told.weights,
            told.readings,
            &runtime,
            &right,
        )?;
        examples.push(super::Example {
            part,
            id: question.id.clone(),
            question: question.question.clone(),
            kind: question.kind.clone(),
            gold: question.answers.clone(),
            alone: engine.executor().sources().len() == 1,
            weight: 2.0,
            refuse,
            tried,
        });
    }
    Ok(examples)
}
