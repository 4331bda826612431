//! From the paths of a command line to files with unique source names.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::LoadError;
use super::contents::shown;
use super::database::{self, is_database};
use super::reader_kind::FileContent;

/// Extensions of the files that are loaded from a folder, each also with `.gz` or `.zst` after it. Other
/// files can be loaded by naming them.
pub const EXTENSIONS: [&str; 31] = [
    "csv", "tsv", "tab", "psv", "nt", "ntriples", "ttl", "turtle", "nq", "nquads", "trig", "rdf", "owl",
    "jsonld", "graphml", "geojson", "xlsx", "xlsm", "xlsb", "xls", "ods", "parquet", "pq", "arrow", "arrows",
    "feather", "ipc", "sqlite", "sqlite3", "db", "zip",
];

/// Extensions of files that are loaded only when they are named: in a folder, such files are as often
/// settings, notes or questions as they are data.
const NAMED: [&str; 4] = ["json", "jsonl", "ndjson", "txt"];

/// Extensions of compressed files.
const PACKED: [&str; 4] = ["gz", "gzip", "zst", "zstd"];

/// A file to load, or, from [`contents`](super::contents()), a table or graph in it.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Its path; `-` for standard input, or the address of a database.
    pub path: PathBuf,
    /// The name of its source: the file's stem, preceded by as many parent folders as it takes to differ from
    /// the other files.
    pub name: String,
    /// The part of the file: a sheet, a table, a member of an archive.
    pub part: Option<String>,
    /// The folder or database that is loaded as a whole, if this is a part of one.
    pub all_of: Option<PathBuf>,
    pub(super) content: FileContent,
    /// The tables to read from a database; all if empty.
    pub(super) tables: Vec<String>,
}

impl InputFile {
    /// A whole file.
    pub fn new(path: PathBuf, name: String) -> InputFile {
        let (content, tables) = (FileContent::default(), Vec::new());
        InputFile { path, name, part: None, all_of: None, content, tables }
    }

    /// The file and its part, as messages and traces show them: `shop.xlsx:Orders`.
    pub fn shown(&self) -> PathBuf {
        shown(&self.path, self.part.as_deref())
    }
}

/// The files that paths name.
#[derive(Clone, Debug, Default)]
pub struct ExpandedPaths {
    /// The files, with unique names.
    pub files: Vec<InputFile>,
    /// Files in folders that are loaded only when they are named.
    pub left_out: Vec<PathBuf>,
}

/// Lists the files that `paths` name: single files, and for a folder all files with known extensions in it
/// and its subfolders, in sorted order. Hidden files and folders are skipped, and a file that is named twice
/// is loaded once. The path `-` is standard input, and a path for which [`is_database`] is true is a database
/// on a server; the tables of one database are read together, after the files.
///
/// # Errors
///
/// When a path does not exist, or a folder cannot be read or has no files to load.
pub fn expand(paths: &[PathBuf]) -> Result<ExpandedPaths, LoadError> {
    let mut walk = Walk::default();
    // For each file the folder in which it was found, if any.
    let mut folders: Vec<Option<PathBuf>> = Vec::new();
    let (databases, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| is_database(path));
    for path in &paths {
        if path.as_os_str() == "-" {
            walk.add(path);
            folders.resize(walk.files.len(), None);
            continue;
        }
        let found = std::fs::metadata(path).map_err(|error| LoadError::io(path, "open it", &error))?;
        if found.is_dir() {
            let before = walk.files.len();
            walk.folder(path, 0)?;
            if walk.files.len() == before {
                let known = EXTENSIONS.map(|extension| format!(".{extension}")).join(" ");
                let hint = format!("a folder is searched for {known}; name other files one by one");
                return Err(LoadError::new(path, None, "no file to load in this folder", hint));
            }
        } else {
            walk.add(path);
        }
        folders.resize(walk.files.len(), found.is_dir().then(|| path.clone()));
    }
    let names = names(&walk.files);
    // A file that is named in addition to its folder is loaded.
    walk.left_out.retain(|path| path.canonicalize().is_ok_and(|path| !walk.seen.contains(&path)));
    let files = walk.files.into_iter().zip(names).zip(folders);
    let files = files.map(|((path, name), all_of)| InputFile { all_of, ..InputFile::new(path, name) });
    let files = files.chain(database::gather(&databases)?).collect();
    Ok(ExpandedPaths { files, left_out: walk.left_out })
}

/// Whether the extension of a file is one of a supported format, compressed or not.
pub fn is_known(path: &Path) -> bool {
    is_searched(path) || NAMED.contains(&extension(&unpacked_name(path)).as_str())
}

/// Whether a file in a folder is loaded.
fn is_searched(path: &Path) -> bool {
    EXTENSIONS.contains(&extension(&unpacked_name(path)).as_str())
}

/// The path without the extension of a compressed file.
pub(super) fn unpacked_name(path: &Path) -> PathBuf {
    let mut name = path.to_owned();
    while PACKED.contains(&extension(&name).as_str()) {
        name = name.with_extension("");
    }
    name
}

/// The files found so far.
#[derive(Default)]
struct Walk {
    files: Vec<PathBuf>,
    left_out: Vec<PathBuf>,
    seen: HashSet<PathBuf>,
}

/// Maximum depth of folders; a cycle of links would never end.
const DEEPEST: usize = 32;

impl Walk {
    /// Whether the path was not seen before.
    fn is_new(&mut self, path: &Path) -> bool {
        self.seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    fn add(&mut self, path: &Path) {
        if self.is_new(path) {
            self.files.push(path.to_owned());
        }
    }

    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), LoadError> {
        if depth > DEEPEST || !self.is_new(folder) {
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
                self.folder(&path, depth + 1)?;
            } else if path.is_file() && is_searched(&path) {
                self.add(&path);
            } else if path.is_file() {
                self.left_out.push(path);
            }
        }
        Ok(())
    }
}

/// The extension in lower case; empty if there is none.
pub(super) fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// A unique name for every file.
fn names(files: &[PathBuf]) -> Vec<String> {
    let mut plain: HashMap<PathBuf, usize> = HashMap::new();
    for file in files {
        *plain.entry(unpacked_name(file)).or_default() += 1;
    }
    // A compressed file is named like the file in it, unless that is loaded as well.
    let files: Vec<PathBuf> = files
        .iter()
        .map(|file| match file.to_str() {
            Some("-") => PathBuf::from("stdin"),
            _ => Some(unpacked_name(file))
                .filter(|name| plain.get(name) == Some(&1))
                .unwrap_or_else(|| file.clone()),
        })
        .collect();
    // Files that differ only by their extension keep it, because parent folders cannot distinguish them.
    let mut twins: HashMap<PathBuf, usize> = HashMap::new();
    for file in &files {
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
