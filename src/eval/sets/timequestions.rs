//! TimeQuestions: temporal questions, each with the facts that were found for it.
//!
//! The facts of all questions are one temporal graph here, each fact once.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use trustuqa_storage::SourceKind;

use super::lines::{json_lines, place, plain};
use super::{ReadOptions, files, no_split};
use crate::eval::{
    BenchmarkSet, Dataset, DatasetSource, EvalError, FactLine, Hints, Question, SourceContent,
};

/// The name of the source.
const FACTS: &str = "facts";

#[derive(Deserialize)]
struct Line {
    id: Value,
    question: String,
    answers: Vec<String>,
    #[serde(default)]
    answers_in_facts: Option<Vec<String>>,
    #[serde(rename = "type", default)]
    kinds: Vec<String>,
    #[serde(default)]
    facts: Vec<[String; 5]>,
}

/// Reads `questions.jsonl` with the facts in it.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    no_split(folder, options)?;
    let file = folder.join("questions.jsonl");
    let (questions, facts) = questions(&files::bytes(&file)?, &file)?;
    let source = DatasetSource {
        name: FACTS.to_owned(),
        kind: SourceKind::Tkg,
        file,
        content: SourceContent::Facts(facts),
    };
    Ok(Dataset { set: BenchmarkSet::Timequestions, sources: vec![source], questions })
}

/// The questions of a file and the facts of all of them, each once.
pub fn questions(bytes: &[u8], file: &Path) -> Result<(Vec<Question>, Vec<FactLine>), EvalError> {
    let mut questions = Vec::new();
    let mut facts = Vec::new();
    let mut known: HashSet<[String; 5]> = HashSet::new();
    for (number, line) in json_lines::<Line>(bytes, file, "a question with id, answers and facts")? {
        for cells in line.facts {
            let cells = cells.map(|cell| trustuqa_load::clean(&cell).into_owned());
            if cells[..3].iter().any(String::is_empty) {
                return Err(EvalError::data(
                    file,
                    Some(number),
                    "a fact lacks its head, relation or tail",
                    "a fact is a list of head, relation, tail, start and end",
                ));
            }
            if known.insert(cells.clone()) {
                let [head, relation, tail, start, end] = cells;
                let (triple, bounds) = ([head, relation, tail], [start, end]);
                facts.push(FactLine { line: place(number), triple, bounds });
            }
        }
        let (answers, hits) = match line.answers_in_facts {
            Some(here) => (here, Some(line.answers)),
            None => (line.answers, None),
        };
        questions.push(Question {
            id: plain(&line.id),
            set: BenchmarkSet::Timequestions,
            text: line.question.trim().to_owned(),
            kind: line.kinds.join(", "),
            answers,
            hits,
            source: Some(FACTS.to_owned()),
            gold: None,
            hints: Hints { question_type: Some(line.kinds.join(", ")), ..Hints::default() },
        });
    }
    Ok((questions, facts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_several_questions_are_loaded_once() {
        let text = r#"{"id": 7, "question": "who ran the mill in 1901?", "answers": ["Ada Finch", "Bo"], "answers_in_facts": ["Ada Finch"], "type": ["Explicit", "Ordinal"], "facts": [["Old Mill", "owner", "Ada Finch", "1900", "1903"], ["Old  Mill", "owner", "Cy Reed", "", ""]]}
{"id": "8", "question": "when?", "answers": ["1900"], "facts": [["Old Mill", "owner", "Ada Finch", "1900", "1903"]]}"#;
        let (questions, facts) = questions(text.as_bytes(), Path::new("q.jsonl")).unwrap();
        assert_eq!((questions.len(), facts.len()), (2, 2));
        assert_eq!((questions[0].id.as_str(), questions[0].kind.as_str()), ("7", "Explicit, Ordinal"));
        assert_eq!(questions[0].answers, ["Ada Finch"]);
        assert_eq!(questions[0].hits.as_ref().map(Vec::len), Some(2));
        assert_eq!((facts[1].line, facts[1].triple[0].as_str()), (1, "Old Mill"));
        let broken = r#"{"id": 7, "question": "?", "answers": [], "facts": [["Old Mill", "", "x", "", ""]]}"#;
        assert!(super::questions(broken.as_bytes(), Path::new("q.jsonl")).is_err());
    }
}
