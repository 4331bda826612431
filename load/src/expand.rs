//! From the paths of a command line to files with unique source names.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::LoadError;

/// Extensions of the files that a folder is searched for. Other files, `.txt` among
/// them, can be loaded by naming them: a folder often holds notes as text.
pub const EXTENSIONS: [&str; 8] = ["csv", "tsv", "tab", "psv", "nt", "ttl", "turtle", "ntriples"];

/// A file to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Where it is.
    pub path: PathBuf,
    /// The name that its source gets: the file's stem, with as many parent folders
    /// before it as it takes to differ from the other files.
    pub name: String,
}

/// Lists the files that `paths` name: files as they are, folders with all files of
/// known extensions in them and in their folders, in sorted order. Hidden files and
/// folders are left out, and a file that is named twice is loaded once.
///
/// # Errors
///
/// A path that is not there, a stream, a folder that cannot be read or has no files to load.
pub fn expand(paths: &[PathBuf]) -> Result<Vec<InputFile>, LoadError> {
    let mut files = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        let found = std::fs::metadata(path);
        let stream = found.as_ref().map_or(path.as_os_str() == "-", |it| !it.is_dir() && !it.is_file());
        if stream {
            let hint = "write what comes from it into a file, and load that: a file is read twice";
            return Err(LoadError::new(path, None, "this is no file but a stream", hint));
        }
        if found.map_err(|error| LoadError::io(path, "open it", &error))?.is_dir() {
            let before = files.len();
            walk(path, &mut files, &mut seen, 0)?;
            if files.len() == before {
                let known = EXTENSIONS.map(|extension| format!(".{extension}")).join(" ");
                let hint = format!("a folder is searched for {known}; name other files one by one");
                return Err(LoadError::new(path, None, "no file to load in this folder", hint));
            }
        } else {
            add(path, &mut files, &mut seen);
        }
    }
    let names = names(&files);
    Ok(files.into_iter().zip(names).map(|(path, name)| InputFile { path, name }).collect())
}

fn add(path: &Path, files: &mut Vec<PathBuf>, seen: &mut HashSet<PathBuf>) {
    let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if seen.insert(canonical) {
        files.push(path.to_owned());
    }
}

/// Folders deeper than this are not entered; a cycle of links would never end.
const DEEPEST: usize = 32;

fn walk(
    folder: &Path,
    files: &mut Vec<PathBuf>,
    seen: &mut HashSet<PathBuf>,
    depth: usize,
) -> Result<(), LoadError> {
    let canonical = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if depth > DEEPEST || !seen.insert(canonical) {
        return Ok(());
    }
    let failed = |error: std::io::Error| LoadError::io(folder, "read this folder", &error);
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            walk(&path, files, seen, depth + 1)?;
        } else if path.is_file() && EXTENSIONS.contains(&extension(&path).as_str()) {
            add(&path, files, seen);
        }
    }
    Ok(())
}

/// The extension in lower case; empty when there is none.
pub(super) fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// A unique name for every file.
fn names(files: &[PathBuf]) -> Vec<String> {
    // Files that differ by their extension only keep it, as folders cannot part them.
    let mut twins: HashMap<PathBuf, usize> = HashMap::new();
    for file in files {
        *twins.entry(file.with_extension("")).or_default() += 1;
    }
    let parts: Vec<Vec<String>> = files
        .iter()
        .map(|file| {
            let alone = twins.get(&file.with_extension("")).is_none_or(|count| *count == 1);
            let last = if alone { file.file_stem() } else { file.file_name() };
            let mut parts = vec![last.unwrap_or_default().to_string_lossy().into_owned()];
            let absolute = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            let folders = absolute.parent().into_iter().flat_map(Path::ancestors);
            parts.extend(folders.filter_map(|f| Some(f.file_name()?.to_string_lossy().into_owned())));
            parts
        })
        .collect();
    let mut depths = vec![1; files.len()];
    loop {
        let names: Vec<String> =
            parts.iter().zip(&depths).map(|(parts, depth)| name_at(parts, *depth)).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in &names {
            *counts.entry(name).or_default() += 1;
        }
        let mut longer = false;
        for (index, name) in names.iter().enumerate() {
            if counts.get(name.as_str()).is_some_and(|count| *count > 1) && depths[index] < parts[index].len()
            {
                depths[index] += 1;
                longer = true;
            }
        }
        if !longer {
            return names;
        }
    }
}

fn name_at(parts: &[String], depth: usize) -> String {
    let mut shown: Vec<&str> = parts.iter().take(depth).map(String::as_str).collect();
    shown.reverse();
    shown.join("/")
}
