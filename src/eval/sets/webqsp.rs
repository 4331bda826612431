//! WebQSP: questions over Freebase.
//!
//! The official files hold questions and answers; the facts are in a file of triples
//! beside them, because Freebase itself is too large to come with a benchmark.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use trustuqa_storage::SourceKind;

use super::lines::{json_lines, text};
use super::{ReadOptions, files, no_split};
use crate::eval::{BenchmarkSet, Dataset, DatasetSource, EvalError, Hints, Question, SourceContent};

/// The name of the source.
const KG: &str = "kg";
/// Files of triples beside the official questions, the first that there is.
const TRIPLES: [&str; 4] = ["kg.tsv", "kg.txt", "triples.tsv", "triples.txt"];

#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    #[serde(default)]
    topic_entities: Vec<String>,
    answers: Vec<String>,
    #[serde(default)]
    answers_in_graph: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Official {
    questions: Vec<OfficialQuestion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OfficialQuestion {
    question_id: String,
    #[serde(default)]
    raw_question: Option<String>,
    #[serde(default)]
    processed_question: Option<String>,
    parses: Vec<Parse>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Parse {
    #[serde(default)]
    topic_entity_name: Option<String>,
    #[serde(default)]
    inferential_chain: Option<Vec<String>>,
    #[serde(default)]
    answers: Vec<OfficialAnswer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OfficialAnswer {
    answer_argument: String,
    #[serde(default)]
    entity_name: Option<String>,
}

/// Reads `questions.jsonl`, or the official `WebQSP.<split>.json`.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let plain = folder.join("questions.jsonl");
    let questions = if plain.is_file() {
        no_split(folder, options)?;
        questions(&files::bytes(&plain)?, &plain)?
    } else {
        let inner = folder.join("data");
        let within = if inner.is_dir() { inner } else { folder.to_owned() };
        let found = files::splits(&within, "WebQSP.", ".json");
        let expected = "`questions.jsonl` or `WebQSP.<split>.json`";
        let split = files::choose(&within, found, options, &["test", "train"], expected)?;
        official(&files::bytes(&split.file)?, &split.file)?
    };
    let source = DatasetSource {
        name: KG.to_owned(),
        kind: SourceKind::Kg,
        file: triples(folder)?,
        content: SourceContent::File,
    };
    Ok(Dataset { set: BenchmarkSet::Webqsp, sources: vec![source], questions })
}

fn triples(folder: &Path) -> Result<PathBuf, EvalError> {
    let file = TRIPLES.iter().map(|name| folder.join(name)).find(|file| file.is_file());
    file.ok_or_else(|| {
        EvalError::data(
            folder,
            None,
            "expected a file of triples, `kg.tsv` with head, relation and tail, found none",
            "put the part of Freebase that the questions are about beside them as `kg.tsv`",
        )
    })
}

/// The questions of a `questions.jsonl`: Hits@1 goes by `answers`, sets by those that
/// the graph holds.
pub fn questions(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let all = json_lines::<Line>(bytes, file, "a question with id and answers")?;
    let with_answers = |line: Line| {
        let (answers, hits) = match line.answers_in_graph {
            Some(here) => (here, Some(line.answers)),
            None => (line.answers, None),
        };
        let complete = hits.as_ref().is_none_or(|all| all.iter().all(|name| answers.contains(name)));
        Question {
            id: line.id,
            set: BenchmarkSet::Webqsp,
            text: line.question.trim().to_owned(),
            kind: if complete { "all answers in the graph" } else { "some answers in the graph" }.to_owned(),
            answers,
            hits,
            source: Some(KG.to_owned()),
            gold: None,
            hints: Hints { entities: line.topic_entities, ..Hints::default() },
        }
    };
    Ok(all.into_iter().map(|(_, line)| with_answers(line)).collect())
}

/// The questions of an official file. Sets go by the first parse that has answers, and
/// Hits@1 by those of all parses, because any of them is a right reading.
pub fn official(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let all: Official = serde_json::from_str(text(bytes, file)?).map_err(|error| {
        EvalError::data(
            file,
            Some(error.line() as u64).filter(|line| *line > 0),
            format!("expected the JSON of WebQSP, an object with `Questions`: {error}"),
            "compare it with the official file; JSON lines go into `questions.jsonl`",
        )
    })?;
    Ok(all.questions.into_iter().map(question).collect())
}

fn question(line: OfficialQuestion) -> Question {
    let name = |answer: &OfficialAnswer| {
        answer.entity_name.clone().unwrap_or_else(|| answer.answer_argument.clone())
    };
    let mut all: Vec<String> = Vec::new();
    let mut answers: Vec<String> = Vec::new();
    let mut hints = Hints::default();
    for parse in &line.parses {
        let own: Vec<String> = parse.answers.iter().map(name).collect();
        for name in &own {
            if !all.contains(name) {
                all.push(name.clone());
            }
        }
        if answers.is_empty() && !own.is_empty() {
            answers = own;
            hints.relations = parse.inferential_chain.clone().unwrap_or_default();
            hints.entities = parse.topic_entity_name.iter().cloned().collect();
        }
    }
    let kind = match hints.relations.len() {
        0 => "no path".to_owned(),
        hops => format!("{hops}-hop"),
    };
    let text = line.raw_question.or(line.processed_question).unwrap_or_default();
    Question {
        id: line.question_id,
        set: BenchmarkSet::Webqsp,
        text: text.trim().to_owned(),
        kind,
        hits: (all.len() != answers.len()).then_some(all),
        answers,
        source: Some(KG.to_owned()),
        gold: None,
        hints,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFICIAL: &str = r#"{"Version": "1.0", "Questions": [{
        "QuestionId": "WebQTest-90001", "RawQuestion": "what flows through oldford?",
        "Parses": [
            {"ParseId": "0", "TopicEntityName": "Oldford", "InferentialChain": null, "Answers": []},
            {"ParseId": "1", "TopicEntityName": "Oldford", "InferentialChain": ["place.rivers", "river.name"],
             "Answers": [{"AnswerType": "Entity", "AnswerArgument": "m.01", "EntityName": "River Wim"}]},
            {"ParseId": "2", "TopicEntityName": "Oldford", "InferentialChain": ["place.year"],
             "Answers": [{"AnswerType": "Value", "AnswerArgument": "1912", "EntityName": null}]}]}]}"#;

    #[test]
    fn the_first_parse_with_answers_counts_and_all_of_them_for_the_first_hit() {
        let questions = official(OFFICIAL.as_bytes(), Path::new("WebQSP.test.json")).unwrap();
        let [question] = &questions[..] else { panic!("one question") };
        assert_eq!(question.answers, ["River Wim"]);
        assert_eq!(question.hits.as_deref(), Some(&["River Wim".to_owned(), "1912".to_owned()][..]));
        assert_eq!((question.kind.as_str(), question.hints.relations.len()), ("2-hop", 2));
        assert_eq!(question.text, "what flows through oldford?");
    }

    #[test]
    fn other_json_is_told_with_its_line() {
        let error = official(b"{\n\"Questions\": 3}", Path::new("WebQSP.test.json")).unwrap_err();
        assert!(error.to_string().starts_with("WebQSP.test.json:2: expected the JSON of WebQSP"), "{error}");
    }
}
