//! MetaQA: one film graph, questions of one to three hops with the type of their path.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use trustuqa_storage::SourceKind;

use super::files::{self, Split};
use super::lines::{json_lines, lines};
use super::{ReadOptions, no_split};
use crate::eval::gold::metaqa as gold;
use crate::eval::{
    BenchmarkSet, Dataset, DatasetSource, EvalError, GoldQuery, Hints, Question, SourceContent,
};

/// The name of the source.
const KB: &str = "kb";
/// The usual splits, the first that there is.
const USUAL: [&str; 3] = ["test", "dev", "train"];

#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    #[serde(default)]
    topic: Option<String>,
    answers: Vec<String>,
    #[serde(default)]
    qtype: Option<String>,
    #[serde(default)]
    hops: Option<u32>,
}

/// Reads `kb.txt` with `questions.jsonl`, or with the text files of each hop.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let plain = folder.join("questions.jsonl");
    let questions = if plain.is_file() && options.split.is_none() {
        questions(&files::bytes(&plain)?, &plain)?
    } else {
        hops(folder, options)?
    };
    let sources = vec![DatasetSource {
        name: KB.to_owned(),
        kind: SourceKind::Kg,
        file: folder.join("kb.txt"),
        content: SourceContent::File,
    }];
    Ok(Dataset { set: BenchmarkSet::Metaqa, sources, questions })
}

/// The questions of all hops that the folder has.
fn hops(folder: &Path, options: &ReadOptions) -> Result<Vec<Question>, EvalError> {
    let mut all = Vec::new();
    for hop in 1..=3 {
        let own = folder.join(format!("{hop}-hop"));
        let Some((file, types, split)) = hop_files(&own, options)? else { continue };
        let prefix = format!("{split}-{hop}hop");
        let types = match types {
            Some(types) => Some((files::bytes(&types)?, types)),
            None => None,
        };
        let types = types.as_ref().map(|(bytes, file)| (&bytes[..], file.as_path()));
        all.extend(text_questions(&files::bytes(&file)?, &file, types, hop, &prefix)?);
    }
    if all.is_empty() {
        return Err(EvalError::data(
            folder,
            None,
            "expected `questions.jsonl`, or `1-hop/vanilla/qa_<split>.txt` and those of more hops, found none",
            "check the folder that --data names",
        ));
    }
    Ok(all)
}

/// Questions, types when there are any, and the name of the split.
type HopFiles = (PathBuf, Option<PathBuf>, String);

fn hop_files(folder: &Path, options: &ReadOptions) -> Result<Option<HopFiles>, EvalError> {
    let existing = |files: [PathBuf; 2]| files.into_iter().find(|file| file.is_file());
    let unsplit = folder.join("qa.txt");
    if unsplit.is_file() {
        no_split(folder, options)?;
        return Ok(Some((
            unsplit,
            existing([folder.join("qa_qtype.txt"), folder.join("qtype.txt")]),
            "qa".to_owned(),
        )));
    }
    let vanilla = folder.join("vanilla");
    let within = if vanilla.is_dir() { vanilla } else { folder.to_owned() };
    let mut found = files::splits(&within, "qa_", ".txt");
    found.retain(|Split { name, .. }| !name.ends_with("_qtype"));
    if found.is_empty() {
        return Ok(None);
    }
    let split = files::choose(&within, found, options, &USUAL, "`qa_<split>.txt`")?;
    let types = format!("qa_{}_qtype.txt", split.name);
    Ok(Some((split.file, existing([folder.join(&types), within.join(&types)]), split.name)))
}

/// The questions of a `questions.jsonl`.
pub fn questions(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let all = json_lines::<Line>(bytes, file, "a question with id and answers")?;
    let with_topic = |line: Line| {
        let topic = line.topic.or_else(|| bracketed(&line.question).map(str::to_owned));
        let hops = line.hops.unwrap_or_else(|| line.qtype.as_deref().map_or(1, steps));
        question(line.id, &line.question, topic.as_deref(), line.answers, line.qtype.as_deref(), hops)
    };
    Ok(all.into_iter().map(|(_, line)| with_topic(line)).collect())
}

/// The questions of a `qa_<split>.txt` (`question with [topic]<TAB>answer|answer`) with the
/// types of its lines, and the file that they are in.
pub fn text_questions(
    bytes: &[u8],
    file: &Path,
    types: Option<(&[u8], &Path)>,
    hops: u32,
    prefix: &str,
) -> Result<Vec<Question>, EvalError> {
    let types: Option<Vec<&str>> = match types {
        Some((bytes, file)) => Some(lines(bytes, file)?.map(|(_, line)| line.trim()).collect()),
        None => None,
    };
    let mut questions = Vec::new();
    for (index, (number, line)) in lines(bytes, file)?.enumerate() {
        let Some((text, answers)) = line.split_once('\t') else {
            return Err(EvalError::data(
                file,
                Some(number),
                "expected a question, a tab and answers with `|` between them",
                "compare the line with the official file",
            ));
        };
        let kind = match &types {
            None => None,
            Some(types) => Some(*types.get(index).ok_or_else(|| {
                EvalError::data(
                    file,
                    Some(number),
                    format!("there are only {} question types for these questions", types.len()),
                    "use the type file of the same split",
                )
            })?),
        };
        let answers = answers.split('|').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let id = format!("{prefix}-{index}");
        questions.push(question(id, text, bracketed(text), answers.collect(), kind, hops));
    }
    Ok(questions)
}

fn question(
    id: String,
    text: &str,
    topic: Option<&str>,
    answers: Vec<String>,
    kind: Option<&str>,
    hops: u32,
) -> Question {
    let (gold, hints) = match (kind, topic) {
        (Some(kind), Some(topic)) => (Some(gold::query(kind, topic)), gold::hints(kind, topic)),
        (Some(_), None) => (
            Some(GoldQuery::Impossible("the question names no topic between brackets".to_owned())),
            Hints::default(),
        ),
        (None, _) => {
            (None, Hints { entities: topic.iter().map(|&t| t.to_owned()).collect(), ..Hints::default() })
        }
    };
    Question {
        id,
        set: BenchmarkSet::Metaqa,
        text: text.replace(['[', ']'], "").trim().to_owned(),
        kind: format!("{hops}-hop"),
        answers,
        hits: None,
        source: Some(KB.to_owned()),
        gold,
        hints,
    }
}

/// The topic, which is between brackets.
fn bracketed(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('[')?;
    let (topic, _) = rest.rsplit_once(']')?;
    Some(topic.trim()).filter(|topic| !topic.is_empty())
}

/// The steps of a path.
fn steps(kind: &str) -> u32 {
    u32::try_from(kind.matches("_to_").count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_files_have_topic_type_and_answers() {
        let file = Path::new("qa_dev.txt");
        let text =
            "who acts in [Sand [Part Two]]\tIda Moor|Lev Ost\n\nwhat else did [Ida Moor] act in\tDune Song\n";
        let types = "movie_to_actor\nactor_to_movie\n";
        let types = Some((types.as_bytes(), file));
        let questions = text_questions(text.as_bytes(), file, types, 1, "dev-1hop").unwrap();
        assert_eq!(questions[0].text, "who acts in Sand Part Two");
        assert_eq!(questions[0].answers, ["Ida Moor", "Lev Ost"]);
        assert_eq!(questions[0].hints.entities, ["Sand [Part Two]"]);
        assert_eq!((questions[1].id.as_str(), questions[1].kind.as_str()), ("dev-1hop-1", "1-hop"));
        assert!(
            matches!(&questions[1].gold, Some(GoldQuery::Query(text)) if text.contains("tail_entity='Ida Moor'"))
        );
    }

    #[test]
    fn missing_types_and_tabs_are_told() {
        let file = Path::new("qa.txt");
        let error = text_questions(b"a [B]\tC\nd [E]\tF\n", file, Some((b"movie_to_actor\n", file)), 1, "");
        assert!(error.unwrap_err().to_string().starts_with("qa.txt:2: there are only 1 question types"));
        let error = text_questions(b"a [B] C\n", file, None, 1, "").unwrap_err();
        assert!(error.to_string().starts_with("qa.txt:1: expected a question, a tab"), "{error}");
    }
}
