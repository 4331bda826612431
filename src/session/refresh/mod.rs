//! Loads again what has changed, and what is new beside it.
//!
//! * `files` - files whose content has changed
//! * `databases` - tables of databases, as far as their server can tell
//! * `folders` - files that are new in folders that were loaded as a whole
//!
//! What is gone stays in the graph: a file may be away for a day, and only its user knows that.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use trustuqa_load::InputFile;
use trustuqa_model::Store;
use trustuqa_storage::{Source, SourceKind, Whole};

use super::loading::{LoadReport, LoadRequest, OnStep, absolute, load_inputs};
use super::{SessionError, unknown_source};

mod databases;
mod files;
mod folders;

/// What became of the sources.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct RefreshReport {
    /// What was loaded, with a report for each file, database and folder. Sources that replaced none are
    /// new.
    pub loaded: Vec<LoadReport>,
    /// Names of sources whose files have not changed.
    pub unchanged: Vec<String>,
    /// Folders and databases that have nothing new.
    pub nothing_new: Vec<String>,
    /// Sources whose file, or whose part of it, is no longer there, with where it was. They are
    /// still in the graph.
    pub gone: Vec<(String, String)>,
    /// Sources and folders that could not be looked at, with why; they were left as they are.
    pub missing: Vec<(String, String)>,
}

/// A refresh under way.
struct Refreshing<'r> {
    graph: &'r dyn Store,
    /// What was loaded before.
    sources: &'r [Source],
    /// Whether to look for new files and tables, too.
    with_new: bool,
    on_step: OnStep<'r>,
    refreshed: RefreshReport,
}

/// Loads sources again whose files have changed, those of these names or all: each file in a transaction
/// of its own, so that one that cannot be read does not keep the others from being refreshed. Without
/// names, new parts of folders and databases that were loaded as a whole are loaded, too.
///
/// # Errors
///
/// A name that is not loaded, and the errors of a load.
pub fn refresh(
    graph: &dyn Store,
    names: &[String],
    on_step: OnStep<'_>,
) -> Result<RefreshReport, SessionError> {
    let sources = graph.view()?.sources()?;
    if let Some(unknown) = names.iter().find(|name| !sources.iter().any(|source| source.name == **name)) {
        return Err(unknown_source(unknown, &sources));
    }
    let wanted = |source: &Source| names.is_empty() || names.contains(&source.name);
    let mut refreshed = RefreshReport::default();
    let mut files: BTreeMap<PathBuf, Vec<&Source>> = BTreeMap::new();
    let mut databases: BTreeMap<PathBuf, Vec<(&Source, String)>> = BTreeMap::new();
    for source in sources.iter() {
        if let Some((database, table)) = trustuqa_load::database_of(&source.file) {
            if wanted(source) {
                databases.entry(database).or_default().push((source, table));
            }
            continue;
        }
        match file_of(&source.file) {
            Some(file) => files.entry(file).or_default().push(source),
            None if !wanted(source) => {}
            None if source.file.starts_with('-') => {
                refreshed.missing.push((source.name.clone(), "it came from the standard input".to_owned()));
            }
            None => refreshed.gone.push((source.name.clone(), source.file.clone())),
        }
    }
    let (sources, with_new) = (&*sources, names.is_empty());
    let mut refreshing = Refreshing { graph, sources, with_new, on_step, refreshed };
    // All sources of a file change together.
    for (file, sources) in files.iter().filter(|(_, sources)| sources.iter().any(|source| wanted(source))) {
        refreshing.file(file, sources)?;
    }
    for (database, tables) in &databases {
        refreshing.database(database, tables)?;
    }
    if with_new {
        refreshing.folders(files.keys().map(|file| absolute(file)).collect())?;
    }
    Ok(refreshing.refreshed)
}

impl Refreshing<'_> {
    /// Loads what was found in a file, folder or database in a transaction of its own.
    fn load(
        &mut self,
        inputs: &[InputFile],
        left_out: Vec<String>,
        request: &LoadRequest,
        whole: Option<&Whole>,
    ) -> Result<(), SessionError> {
        let report = load_inputs(self.graph, inputs, request, whole, self.on_step)?;
        self.refreshed.loaded.push(LoadReport { left_out, ..report });
        Ok(())
    }

    /// The names of all sources so far.
    fn taken(&self) -> HashSet<String> {
        let loaded = self.refreshed.loaded.iter().flat_map(|report| &report.loaded);
        self.sources.iter().chain(loaded.map(|one| &one.source)).map(|source| source.name.clone()).collect()
    }

    /// The parts of a file or database under their names in the graph; new parts get names that nothing
    /// else has.
    fn named_as_before(&self, parts: Vec<InputFile>, path: &Path, sources: &[&Source]) -> Vec<InputFile> {
        let path = path.to_string_lossy();
        let (mut known, mut new) = (Vec::new(), Vec::new());
        for part in parts {
            let before = known.len();
            for source in sources.iter().filter(|source| part_of(source, &path) == part.part.as_deref()) {
                let mut named = part.clone();
                named.name.clone_from(&source.name);
                known.push(named);
            }
            if known.len() == before {
                new.push(part);
            }
        }
        trustuqa_load::keep_names_apart(&mut new, self.taken());
        known.extend(new);
        known
    }
}

/// The request that loads these sources of a file or database again.
fn request(paths: Vec<PathBuf>, name: Option<String>, sources: &[&Source]) -> LoadRequest {
    // A kind given before is given again; where kinds differ, none was.
    let kinds: HashSet<SourceKind> = sources.iter().map(|source| source.kind).collect();
    let kind = sources.first().map(|source| source.kind).filter(|_| kinds.len() == 1);
    let skip_bad = sources
        .iter()
        .any(|source| source.skipped > 0 || source.whole.as_ref().is_some_and(|whole| whole.skip_bad));
    LoadRequest { paths, kind, name, skip_bad, replace: true, stdin: None }
}

/// The folder or database that these sources belong to.
fn whole_of<'s>(sources: &[&'s Source]) -> Option<&'s Whole> {
    sources.iter().find_map(|source| source.whole.as_ref())
}

/// Which part of a file or database a source is.
fn part_of<'s>(source: &'s Source, path: &str) -> Option<&'s str> {
    source.file.strip_prefix(path)?.strip_prefix(':')
}

/// The name of the whole file, from which the names of its parts are made: `shop` of `shop/Orders`.
fn base_name(path: &Path, source: &Source) -> String {
    let part = part_of(source, &path.to_string_lossy()).unwrap_or_default();
    let mut base = source.name.as_str();
    for part in part.split(':').rev().filter(|part| !part.is_empty()) {
        let plain = part.rsplit_once('.').map_or(part, |(plain, _)| plain);
        base = [part, plain].iter().find_map(|end| base.strip_suffix(end)?.strip_suffix('/')).unwrap_or(base);
    }
    base.to_owned()
}

/// The file of a source, stored with the part that the source is: `/data/shop.xlsx:Orders`.
fn file_of(stored: &str) -> Option<PathBuf> {
    let mut end = stored.len();
    loop {
        let path = Path::new(stored.get(..end)?);
        if path.is_file() {
            return Some(path.to_owned());
        }
        end = stored[..end].rfind(':')?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stands_behind_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a:b.xlsx");
        std::fs::write(&file, "").unwrap();
        let stored = |part: &str| format!("{}{part}", file.display());
        for part in ["", ":Orders", ":in/x.csv:Sheet 1"] {
            assert_eq!(file_of(&stored(part)), Some(file.clone()));
        }
        assert_eq!(file_of("/none/there.csv:x"), None);
        assert_eq!(file_of("-"), None);
    }
}
