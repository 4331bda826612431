//! WikiTableQuestions: one CSV table a question, answers only.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use trustuqa_storage::SourceKind;

use super::lines::{json_lines, lines, plain_all};
use super::{ReadOptions, files, no_split};
use crate::eval::{BenchmarkSet, Dataset, DatasetSource, EvalError, Hints, Question, SourceContent};

#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    table: String,
    answers: Vec<Value>,
}

/// The splits that stand for `train` and `test`.
const NAMED: [(&str, &str); 2] = [("train", "training"), ("test", "pristine-unseen-tables")];

/// Reads `questions.jsonl`, or the official `data/<split>.tsv`.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let plain = folder.join("questions.jsonl");
    let questions = if plain.is_file() {
        no_split(folder, options)?;
        questions(&files::bytes(&plain)?, &plain)?
    } else {
        let data = folder.join("data");
        let found = files::splits(&data, "", ".tsv");
        let wanted = options.split.as_deref().map(|split| {
            NAMED.iter().find(|(name, _)| *name == split).map_or(split, |(_, official)| official).to_owned()
        });
        let options = &ReadOptions { split: wanted };
        let usual = ["pristine-unseen-tables", "pristine-seen-tables", "training"];
        let split = files::choose(&data, found, options, &usual, "`questions.jsonl` or `data/<split>.tsv`")?;
        split_questions(&files::bytes(&split.file)?, &split.file)?
    };
    let tables: BTreeSet<&String> =
        questions.iter().filter_map(|question| question.source.as_ref()).collect();
    let sources = tables.into_iter().map(|table| source(folder, table)).collect();
    Ok(Dataset { set: BenchmarkSet::Wtq, sources, questions })
}

/// A table as a source, named after its path.
pub(super) fn source(folder: &Path, table: &str) -> DatasetSource {
    DatasetSource {
        name: table.to_owned(),
        kind: SourceKind::Table,
        file: folder.join(table),
        content: SourceContent::File,
    }
}

/// The questions of a `questions.jsonl`.
pub fn questions(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let all = json_lines::<Line>(bytes, file, "a question with id, table and answers")?;
    all.into_iter()
        .map(|(number, line)| {
            let table = inside(line.table, number, file)?;
            Ok(question(line.id, line.question, plain_all(&line.answers), table))
        })
        .collect()
}

/// The questions of an official `.tsv`: id, utterance, context and targetValue.
pub fn split_questions(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let mut questions = Vec::new();
    for (number, line) in lines(bytes, file)? {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, utterance, context, target] = cells[..] else {
            return Err(EvalError::data(
                file,
                Some(number),
                format!("expected 4 columns (id, utterance, context, targetValue), found {}", cells.len()),
                "give every line four columns with tabs between them",
            ));
        };
        if number == 1 && id == "id" {
            continue;
        }
        let answers = target.split('|').map(unescaped).collect();
        let table = inside(unescaped(context), number, file)?;
        questions.push(question(unescaped(id), unescaped(utterance), answers, table));
    }
    Ok(questions)
}

/// The path of a table in the folder.
fn inside(table: String, line: u64, file: &Path) -> Result<String, EvalError> {
    match files::leads_out(&table) {
        Some((what, hint)) => Err(EvalError::data(file, Some(line), what, hint)),
        None => Ok(table),
    }
}

fn question(id: String, text: String, answers: Vec<String>, table: String) -> Question {
    Question {
        id,
        set: BenchmarkSet::Wtq,
        text: text.trim().to_owned(),
        kind: if answers.len() == 1 { "one answer" } else { "several answers" }.to_owned(),
        answers,
        hits: None,
        source: Some(table),
        gold: None,
        hints: Hints::default(),
    }
}

/// `\n` for a line break, `\p` for a bar and `\\` for a backslash.
fn unescaped(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut chars = cell.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('p') => out.push('|'),
            Some('\\') => out.push('\\'),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn official_lines_are_unescaped() {
        let text =
            "id\tutterance\tcontext\ttargetValue\nnt-1\twhich\\ntwo?\tcsv/9-csv/1.csv\tup\\pdown|a\\\\b\\q\n";
        let questions = split_questions(text.as_bytes(), Path::new("training.tsv")).unwrap();
        let [question] = &questions[..] else { panic!("one question") };
        assert_eq!(question.text, "which\ntwo?");
        assert_eq!(question.answers, ["up|down", "a\\b\\q"]);
        assert_eq!(question.source.as_deref(), Some("csv/9-csv/1.csv"));
    }

    #[test]
    fn a_short_line_is_told() {
        let error = split_questions(b"id\tutterance\tcontext\ttargetValue\nnt-1\twhich?", Path::new("x.tsv"));
        assert!(error.unwrap_err().to_string().starts_with("x.tsv:2: expected 4 columns"));
    }

    #[test]
    fn a_table_outside_of_the_folder_is_refused() {
        for table in ["../csv/1.csv", "/csv/1.csv", "csv/../../1.csv"] {
            let line = format!("nt-1\twhich?\t{table}\tup");
            let error = split_questions(line.as_bytes(), Path::new("x.tsv")).unwrap_err().to_string();
            assert_eq!(error, format!("x.tsv:1: `{table}` leads out of the folder of the benchmark"));
        }
    }
}
