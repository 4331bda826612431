//! Finding the files of a benchmark and of one of its splits.

use std::path::{Component, Path, PathBuf};

use super::ReadOptions;
use crate::eval::EvalError;

/// A file that cannot be opened or read.
pub(in crate::eval) fn unreadable(file: &Path, error: &std::io::Error) -> EvalError {
    let hint = match error.kind() {
        std::io::ErrorKind::NotFound => "check the folder that --data names",
        std::io::ErrorKind::PermissionDenied => "make the file readable for this user",
        _ => "check the disk and try again",
    };
    EvalError::data(file, None, format!("cannot read it: {error}"), hint)
}

/// The bytes of a file.
pub(super) fn bytes(file: &Path) -> Result<Vec<u8>, EvalError> {
    std::fs::read(file).map_err(|error| unreadable(file, &error))
}

/// The problem with the path of a file that another file of the benchmark names, and a hint: it must not
/// lead out of its folder, so that reading somebody else's benchmark opens nothing else.
pub(super) fn leads_out(path: &str) -> Option<(String, &'static str)> {
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    (!Path::new(path).components().all(inside)).then(|| {
        let what = format!("`{path}` leads out of the folder of the benchmark");
        (what, "name the file by its path within that folder")
    })
}

/// A split with its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Split {
    pub(super) name: String,
    pub(super) file: PathBuf,
}

/// The files called `<prefix><split><suffix>` in a folder; none when it is missing.
pub(super) fn splits(folder: &Path, prefix: &str, suffix: &str) -> Vec<Split> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<Split> = entries
        .filter_map(|entry| {
            let file = entry.ok()?.path();
            let name = file.file_name()?.to_str()?;
            let split = name.strip_prefix(prefix)?.strip_suffix(suffix)?;
            (!split.is_empty() && file.is_file())
                .then(|| Split { name: split.to_owned(), file: file.clone() })
        })
        .collect();
    found.sort();
    found
}

/// The split that was asked for, or the only one, or the first of the `usual` ones.
pub(super) fn choose(
    folder: &Path,
    found: Vec<Split>,
    options: &ReadOptions,
    usual: &[&str],
    expected: &str,
) -> Result<Split, EvalError> {
    if found.is_empty() {
        let hint = "check the folder that --data names";
        return Err(EvalError::data(folder, None, format!("expected {expected}, found none"), hint));
    }
    let names = found.iter().map(|split| split.name.as_str()).collect::<Vec<_>>().join(", ");
    let chosen = match &options.split {
        Some(wanted) => found.iter().find(|split| split.name == *wanted),
        None if found.len() == 1 => found.first(),
        None => usual.iter().find_map(|usual| found.iter().find(|split| split.name == *usual)),
    };
    chosen.cloned().ok_or_else(|| match &options.split {
        Some(wanted) => EvalError::data(
            folder,
            None,
            format!("there is no split `{wanted}`"),
            format!("choose one of these with --split: {names}"),
        ),
        None => EvalError::data(
            folder,
            None,
            "there are several splits, and none is the usual one",
            format!("choose one with --split: {names}"),
        ),
    })
}
