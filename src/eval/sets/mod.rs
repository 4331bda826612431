//! The readers of benchmarks: official shapes and those of plain JSON lines.
//!
//! | set | official files | plain files |
//! |---|---|---|
//! | `wikisql` | `<split>.jsonl`, `<split>.tables.jsonl` | `questions.jsonl`, `tables.jsonl` |
//! | `wtq` | `data/<split>.tsv`, `csv/` | `questions.jsonl`, `csv/` |
//! | `metaqa` | `kb.txt`, `N-hop/vanilla/qa_<split>.txt`, `N-hop/qa_<split>_qtype.txt` | `kb.txt`, `questions.jsonl` or `N-hop/qa.txt` |
//! | `webqsp` | `WebQSP.<split>.json`, a file of triples | `questions.jsonl`, `kg.tsv` |
//! | `cronquestions` | `kg/full.txt` with labels, questions as JSON lines | `questions.jsonl`, `kg.tsv` |
//! | `timequestions` | | `questions.jsonl` with the facts of each question |
//! | `mixed` | | `questions.jsonl`, `manifest.json` |
//!
//! Every module has functions over bytes, which never panic, and one over a folder.
//! `recorded` reads training questions beside any set.
//! `files` finds the files of a split, `lines` cuts them.

pub mod cronquestions;
mod files;
mod lines;
pub mod metaqa;
pub mod mixed;
pub mod recorded;
pub mod sql;
pub mod timequestions;
pub mod webqsp;
pub mod wikisql;
pub mod wtq;

use std::path::{Path, PathBuf};

use super::{BenchmarkSet, Dataset, EvalError};

pub(super) use files::unreadable;

/// How to read a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The split of the official files, such as `test`; `None` for the plain files, or
    /// for the only or usual split.
    pub split: Option<String>,
}

/// Reads a benchmark from its folder, or from the folder that holds one of its name.
///
/// # Errors
///
/// [`EvalError::Data`] with file, line, what was expected and what to do.
pub fn read(set: BenchmarkSet, folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let folder = &own_folder(set, folder)?;
    match set {
        BenchmarkSet::Wikisql => wikisql::read(folder, options),
        BenchmarkSet::Wtq => wtq::read(folder, options),
        BenchmarkSet::Metaqa => metaqa::read(folder, options),
        BenchmarkSet::Webqsp => webqsp::read(folder, options),
        BenchmarkSet::Cronquestions => cronquestions::read(folder, options),
        BenchmarkSet::Timequestions => timequestions::read(folder, options),
        BenchmarkSet::Mixed => mixed::read(folder, options),
    }
}

/// The folder of a set: the one that was named, or the one in it with the set's name.
fn own_folder(set: BenchmarkSet, folder: &Path) -> Result<PathBuf, EvalError> {
    if !folder.is_dir() {
        return Err(EvalError::data(
            folder,
            None,
            "expected a folder with the files of the benchmark",
            format!("name it with --data; it holds the files of {} or a folder of that name", set.name()),
        ));
    }
    let inner = folder.join(set.name());
    Ok(if inner.is_dir() { inner } else { folder.to_owned() })
}

/// Refuses a split where there are only plain files.
fn no_split(folder: &Path, options: &ReadOptions) -> Result<(), EvalError> {
    match &options.split {
        None => Ok(()),
        Some(split) => Err(EvalError::data(
            folder,
            None,
            format!("there is no split `{split}`: these files are not split"),
            "leave --split out",
        )),
    }
}
