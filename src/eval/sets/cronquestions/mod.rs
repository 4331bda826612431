//! CronQuestions: one temporal graph, questions with annotations.
//!
//! The official graph has Wikidata identifiers and files of labels; `labels` turns them
//! into names. The official questions are Python pickles, which run code when they are
//! read: they are refused, with the command that turns them into JSON lines.

mod labels;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use trustuqa_storage::SourceKind;

pub use labels::Labels;

use super::lines::{json_lines, plain, plain_all};
use super::{ReadOptions, files, no_split};
use crate::eval::gold::cronquestions::{self as gold, Annotation};
use crate::eval::{BenchmarkSet, Dataset, DatasetSource, EvalError, Hints, Question, SourceContent};

/// The name of the source.
const KG: &str = "kg";
/// Turns a pickle into JSON lines; sets become lists.
const CONVERT: &str = r#"convert it once: python3 -c "import json, pickle, sys; [print(json.dumps(q, default=list)) for q in pickle.load(open(sys.argv[1], 'rb'))]" test.pickle > test.jsonl"#;

#[derive(Deserialize)]
struct Line {
    #[serde(alias = "uniq_id", default)]
    id: Value,
    question: String,
    /// Official questions name the entities by identifier; a paraphrase has the names.
    #[serde(default)]
    paraphrases: Vec<String>,
    answers: Vec<Value>,
    #[serde(default)]
    answer_type: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    annotation: Map<String, Value>,
    #[serde(default)]
    relations: Vec<String>,
    #[serde(default)]
    entities: Vec<String>,
}

/// Reads `kg.tsv` with `questions.jsonl`, or the official folders `kg` and `questions`.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let plain = (folder.join("questions.jsonl"), folder.join("kg.tsv"));
    if plain.0.is_file() && plain.1.is_file() {
        no_split(folder, options)?;
        let questions = questions(&files::bytes(&plain.0)?, &plain.0, &Labels::default(), "line")?;
        return Ok(dataset(plain.1, SourceContent::File, questions));
    }
    let root = ["wikidata_big", "data/wikidata_big", ""]
        .iter()
        .map(|inner| folder.join(inner))
        .find(|inner| inner.join("kg").is_dir())
        .unwrap_or_else(|| folder.to_owned());
    let kg = root.join("kg");
    let labels = Labels::read(&kg)?;
    let graph = ["full.txt", "kg.tsv"].iter().map(|name| kg.join(name)).find(|file| file.is_file());
    let graph = graph.ok_or_else(|| {
        EvalError::data(
            folder,
            None,
            "expected `questions.jsonl` with `kg.tsv`, or the official `kg/full.txt`, found neither",
            "check the folder that --data names",
        )
    })?;
    let (facts, labels) = labels.facts(&files::bytes(&graph)?, &graph)?;
    let split = question_file(&root, options)?;
    let questions = questions(&files::bytes(&split.file)?, &split.file, &labels, &split.name)?;
    Ok(dataset(graph, SourceContent::Facts(facts), questions))
}

fn dataset(file: PathBuf, content: SourceContent, questions: Vec<Question>) -> Dataset {
    let source = DatasetSource { name: KG.to_owned(), kind: SourceKind::Tkg, file, content };
    Dataset { set: BenchmarkSet::Cronquestions, sources: vec![source], questions }
}

/// The questions of a split as JSON lines.
fn question_file(root: &Path, options: &ReadOptions) -> Result<files::Split, EvalError> {
    let folder = root.join("questions");
    let found = files::splits(&folder, "", ".jsonl");
    let pickles = files::splits(&folder, "", ".pickle");
    let wanted = |split: &files::Split| options.split.as_ref().is_none_or(|name| *name == split.name);
    if !found.iter().any(wanted)
        && let Some(pickle) = pickles.iter().find(|split| wanted(split))
    {
        return Err(EvalError::data(
            &pickle.file,
            None,
            "a Python pickle runs code when it is read, so it is not read",
            CONVERT,
        ));
    }
    files::choose(&folder, found, options, &["test", "valid", "train"], "`<split>.jsonl`")
}

/// The questions of a file of JSON lines; identifiers become names where `labels` has any.
pub fn questions(
    bytes: &[u8],
    file: &Path,
    labels: &Labels,
    prefix: &str,
) -> Result<Vec<Question>, EvalError> {
    let all = json_lines::<Line>(bytes, file, "a question with answers, type and annotation")?;
    Ok(all
        .into_iter()
        .enumerate()
        .map(|(index, (_, line))| question(line, labels, &format!("{prefix}-{index}")))
        .collect())
}

fn question(line: Line, labels: &Labels, name: &str) -> Question {
    let annotation = annotation(&line, labels);
    let id = plain(&line.id);
    let mut seen = HashSet::new();
    let mut answers: Vec<String> =
        plain_all(&line.answers).iter().map(|answer| labels.name(answer)).collect();
    answers.retain(|answer| seen.insert(answer.clone()));
    let named = |list: &[String]| list.iter().map(|name| labels.name(name)).collect::<Vec<_>>();
    let text = line.paraphrases.first().unwrap_or(&line.question);
    Question {
        id: if id.is_empty() { name.to_owned() } else { id },
        set: BenchmarkSet::Cronquestions,
        text: labels.in_text(text.trim()),
        kind: line.kind.clone(),
        answers,
        hits: None,
        source: Some(KG.to_owned()),
        gold: Some(gold::query(&annotation)),
        hints: Hints {
            relations: named(&line.relations),
            entities: named(&line.entities),
            question_type: Some(line.kind),
        },
    }
}

fn annotation(line: &Line, labels: &Labels) -> Annotation {
    let field = |name: &str| line.annotation.get(name).map(|value| labels.name(&plain(value)));
    // An event brings its own relation beside that of the facts that are asked about.
    let mut relations = line.relations.iter().map(|relation| labels.name(relation));
    let relation = relations.clone().find(|name| *name != gold::EVENT).or_else(|| relations.next());
    Annotation {
        kind: line.kind.clone(),
        asks_time: line.answer_type == "time",
        relation: relation.unwrap_or_default(),
        head: field("head"),
        tail: field("tail"),
        tail2: field("tail2"),
        event: field("event_head"),
        time: field("time"),
        direction: field("adj").or_else(|| field("type")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::GoldQuery;

    #[test]
    fn a_question_with_names_becomes_a_query() {
        let line = r#"{"id": "q-1", "question": "Who was mayor of Lisbon before Ann?", "answers": ["Bob"], "answer_type": "entity", "type": "before_after", "annotation": {"head": "Ann", "tail": "Mayor of Lisbon", "type": "before"}, "relations": ["position held"], "entities": ["Ann", "Mayor of Lisbon"]}"#;
        let questions = questions(line.as_bytes(), Path::new("q.jsonl"), &Labels::default(), "q").unwrap();
        assert_eq!((questions[0].id.as_str(), questions[0].kind.as_str()), ("q-1", "before_after"));
        assert!(matches!(&questions[0].gold, Some(GoldQuery::Query(text)) if text.contains("keep(")));
    }

    #[test]
    fn a_pickle_is_refused_with_the_command_that_converts_it() {
        let home = tempfile::tempdir().unwrap();
        for folder in ["kg", "questions"] {
            std::fs::create_dir(home.path().join(folder)).unwrap();
        }
        std::fs::write(home.path().join("kg/full.txt"), "Q1\tP39\tQ2\t1990\t1994\n").unwrap();
        std::fs::write(home.path().join("questions/test.pickle"), b"\x80\x04").unwrap();
        let error = read(home.path(), &ReadOptions::default()).unwrap_err();
        assert!(error.to_string().ends_with("so it is not read"), "{error}");
        assert!(error.hint().unwrap().contains("pickle.load"));
    }

    #[test]
    fn items_stay_different_whatever_their_labels_are() {
        let mut labels = Labels::default();
        let file = Path::new("labels.txt");
        labels.add(b"Q1\tAnn Ray\nQ2\tAnn Ray (Q3)\nQ3\tAnn Ray\n", file).unwrap();
        let (facts, _) = labels.facts(b"Q1\tP1\tQ2\t\t\nQ1\tP1\tQ3\t\t\n", file).unwrap();
        let tails: Vec<&str> = facts.iter().map(|fact| fact.triple[2].as_str()).collect();
        assert_eq!(tails, ["Ann Ray (Q3)", "Ann Ray (Q3) (Q3)"]);
    }

    #[test]
    fn official_files_become_names() {
        let home = tempfile::tempdir().unwrap();
        for folder in ["kg", "questions"] {
            std::fs::create_dir(home.path().join(folder)).unwrap();
        }
        let write = |name: &str, text: &str| std::fs::write(home.path().join(name), text).unwrap();
        write("kg/full.txt", "Q1\tP39\tQ2\t1990\t1994\nQ3\tP39\tQ2\t1995\t1999\nQ1\tP39\tQ4\t1980\t1981\n");
        write("kg/wd_id2entity_text.txt", "Q1\tAnn Ray\nQ2\tmayor\nQ3\tAnn Ray\nQ4\tjudge\n");
        write("kg/wd_id2relation_text.txt", "P39\tposition held\n");
        let line = r#"{"question": "Who held Q2 after Q1?", "paraphrases": ["Who was Q2 after Q1?"], "answers": ["Q3"], "answer_type": "entity", "type": "before_after", "annotation": {"head": "Q1", "tail": "Q2", "type": "after"}, "relations": ["P39"], "entities": ["Q1", "Q2"], "uniq_id": 12}"#;
        write("questions/test.jsonl", line);
        let dataset = read(home.path(), &ReadOptions::default()).unwrap();
        let question = &dataset.questions[0];
        assert_eq!((question.id.as_str(), question.text.as_str()), ("12", "Who was mayor after Ann Ray?"));
        assert_eq!(question.answers, ["Ann Ray (Q3)"]);
        assert!(
            matches!(&question.gold, Some(GoldQuery::Query(text)) if text.contains("head_entity='Ann Ray'"))
        );
        let SourceContent::Facts(facts) = &dataset.sources[0].content else { panic!("facts") };
        assert_eq!(facts[1].triple, ["Ann Ray (Q3)", "position held", "mayor"]);
    }
}
