//! Questions of several sets over all their sources in one graph.
//!
//! `manifest.json` says what to load together. When the sets that the questions were
//! drawn from are next to the folder, their annotations are taken from there.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use trustuqa_storage::SourceKind;

use super::lines::{json_lines, plain_all, text};
use super::{ReadOptions, files, no_split, wikisql};
use crate::eval::{BenchmarkSet, Dataset, DatasetSource, EvalError, Hints, Question, SourceContent};

/// The file that says what to load together.
const MANIFEST: &str = "manifest.json";

/// What to load together. Paths are relative to the folder that holds the set's.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Manifest {
    #[serde(default)]
    tables: Tables,
    #[serde(default)]
    graphs: Vec<GraphFile>,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Tables {
    #[serde(default)]
    wikisql: Option<WikisqlTables>,
    #[serde(default)]
    wtq: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct WikisqlTables {
    file: String,
    #[serde(default)]
    ids: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
struct GraphFile {
    file: String,
    columns: Vec<String>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    set: String,
    question: String,
    answers: Vec<Value>,
    #[serde(default)]
    source: Option<String>,
}

/// Reads `questions.jsonl` and `manifest.json`.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    no_split(folder, options)?;
    let root = folder.parent().unwrap_or(Path::new("."));
    let file = folder.join(MANIFEST);
    let manifest = manifest(&files::bytes(&file)?, &file)?;
    let file = folder.join("questions.jsonl");
    let mut questions = questions(&files::bytes(&file)?, &file)?;
    annotate(&mut questions, root)?;
    let sources = sources(&manifest, root)?;
    let mut names = HashSet::new();
    if let Some(twice) = sources.iter().find(|source| !names.insert(source.name.as_str())) {
        let what = format!("a second source is called `{}`", twice.name);
        return Err(EvalError::data(&folder.join(MANIFEST), None, what, "remove one of the two"));
    }
    Ok(Dataset { set: BenchmarkSet::Mixed, sources, questions })
}

/// The manifest of a mixed set.
pub fn manifest(bytes: &[u8], file: &Path) -> Result<Manifest, EvalError> {
    let manifest: Manifest = serde_json::from_str(text(bytes, file)?).map_err(|error| {
        EvalError::data(
            file,
            Some(error.line() as u64).filter(|line| *line > 0),
            format!("expected an object with `tables` and `graphs`: {error}"),
            "compare it with the description of the set's files",
        )
    })?;
    let Tables { wikisql, wtq } = &manifest.tables;
    let graphs = manifest.graphs.iter().map(|graph| &graph.file);
    let mut paths = wikisql.iter().map(|tables| &tables.file).chain(wtq).chain(graphs);
    match paths.find_map(|path| files::leads_out(path)) {
        Some((what, hint)) => Err(EvalError::data(file, None, what, hint)),
        None => Ok(manifest),
    }
}

/// The questions of a mixed set, without the annotations of their own sets.
pub fn questions(bytes: &[u8], file: &Path) -> Result<Vec<Question>, EvalError> {
    let mut questions = Vec::new();
    for (number, line) in json_lines::<Line>(bytes, file, "a question with id, set, answers and source")? {
        let set =
            BenchmarkSet::named(&line.set).filter(|set| *set != BenchmarkSet::Mixed).ok_or_else(|| {
                EvalError::data(
                    file,
                    Some(number),
                    format!("`{}` is not a set that questions can be drawn from", line.set),
                    "name one of wikisql, wtq, metaqa, webqsp, cronquestions, timequestions",
                )
            })?;
        questions.push(Question {
            id: line.id,
            set,
            text: line.question.trim().to_owned(),
            kind: set.name().to_owned(),
            answers: plain_all(&line.answers),
            hits: None,
            source: line.source,
            gold: None,
            hints: Hints::default(),
        });
    }
    Ok(questions)
}

/// Takes gold queries and hints from the sets beside the folder, as far as they are there.
fn annotate(questions: &mut [Question], root: &Path) -> Result<(), EvalError> {
    for set in
        [BenchmarkSet::Wikisql, BenchmarkSet::Metaqa, BenchmarkSet::Webqsp, BenchmarkSet::Cronquestions]
    {
        let folder = root.join(set.name());
        if !questions.iter().any(|question| question.set == set) || !folder.is_dir() {
            continue;
        }
        let own = super::read(set, &folder, &ReadOptions::default())?;
        let by_id: HashMap<&str, &Question> =
            own.questions.iter().map(|question| (question.id.as_str(), question)).collect();
        for question in questions.iter_mut().filter(|question| question.set == set) {
            let id = question
                .id
                .strip_prefix(set.name())
                .map_or(question.id.as_str(), |id| id.trim_start_matches('/'));
            if let Some(annotated) = by_id.get(id) {
                question.gold = annotated.gold.clone();
                question.hints = annotated.hints.clone();
            }
        }
    }
    Ok(())
}

/// The sources of the manifest, called as the questions call them.
fn sources(manifest: &Manifest, root: &Path) -> Result<Vec<DatasetSource>, EvalError> {
    let mut sources = Vec::new();
    if let Some(part) = &manifest.tables.wikisql {
        let file = root.join(&part.file);
        let wanted = |id: &String| part.ids.as_ref().is_none_or(|ids| ids.contains(id));
        let tables = wikisql::tables(&files::bytes(&file)?, &file)?;
        sources.extend(tables.into_iter().filter(|t| wanted(&t.id)).map(|t| wikisql::source(t, &file)));
    }
    sources.extend(manifest.tables.wtq.iter().map(|path| super::wtq::source(root, path)));
    for graph in &manifest.graphs {
        let kind = match graph.columns.len() {
            3 => SourceKind::Kg,
            5 => SourceKind::Tkg,
            other => {
                return Err(EvalError::data(
                    &root.join(&graph.file),
                    None,
                    format!("expected 3 or 5 columns in the manifest, found {other}"),
                    "name the columns head, relation, tail, and start, end for a temporal graph",
                ));
            }
        };
        sources.push(DatasetSource {
            name: graph.file.clone(),
            kind,
            file: root.join(&graph.file),
            content: SourceContent::File,
        });
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{GoldQuery, sets};

    #[test]
    fn a_manifest_names_each_source_once_and_none_outside() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("mixed")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(home.path().join(name), text).unwrap();
        write("mixed/questions.jsonl", "");
        let read = |manifest: &str| {
            write("mixed/manifest.json", manifest);
            sets::read(BenchmarkSet::Mixed, home.path(), &ReadOptions::default()).unwrap_err().to_string()
        };
        let twice = read(r#"{"tables": {"wtq": ["csv/1.csv", "csv/1.csv"]}}"#);
        assert!(twice.ends_with("manifest.json: a second source is called `csv/1.csv`"), "{twice}");
        let outside = read(r#"{"graphs": [{"file": "../kg.tsv", "columns": ["h", "r", "t"]}]}"#);
        assert!(outside.ends_with("`../kg.tsv` leads out of the folder of the benchmark"), "{outside}");
    }

    #[test]
    fn sources_and_annotations_come_from_the_sets_beside_it() {
        let home = tempfile::tempdir().unwrap();
        for folder in ["mixed", "wikisql"] {
            std::fs::create_dir(home.path().join(folder)).unwrap();
        }
        let write = |name: &str, text: &str| std::fs::write(home.path().join(name), text).unwrap();
        let table = r#"{"id": "1-7-1", "header": ["Pilot", "Laps"], "types": ["text", "real"], "rows": [["Ines Vale", 12]]}"#;
        write("wikisql/tables.jsonl", table);
        write("mixed/tables.jsonl", table);
        write("mixed/kg.tsv", "Ines Vale\tborn in\tOldford\nIda Moor\tborn in\tOldford\n");
        write(
            "wikisql/questions.jsonl",
            r#"{"id": "test-1", "question": "how many laps for ines vale?", "table_id": "1-7-1", "sql": {"sel": 1, "conds": [[0, 0, "ines vale"]], "agg": 0}, "answers": [12]}"#,
        );
        write(
            "mixed/questions.jsonl",
            r#"{"id": "wikisql/test-1", "set": "wikisql", "question": "how many laps for ines vale?", "answers": [12], "source": "1-7-1"}"#,
        );
        write(
            "mixed/manifest.json",
            r#"{"tables": {"wikisql": {"file": "mixed/tables.jsonl", "ids": ["1-7-1"]}}, "graphs": [{"file": "mixed/kg.tsv", "columns": ["head", "relation", "tail"]}]}"#,
        );
        let dataset = sets::read(BenchmarkSet::Mixed, home.path(), &ReadOptions::default()).unwrap();
        let names: Vec<&str> = dataset.sources.iter().map(|source| source.name.as_str()).collect();
        assert_eq!(names, ["1-7-1", "mixed/kg.tsv"]);
        assert!(matches!(&dataset.questions[0].gold, Some(GoldQuery::Query(_))));
        assert_eq!(dataset.questions[0].answers, ["12"]);
    }
}
