//! Loading again what has changed: files, and tables of databases, whose content is not what it was.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trustuqa_model::Store;
use trustuqa_storage::{Source, SourceKind};

use super::SessionError;
use super::loading::{LoadReport, LoadRequest, LoadStep, OnStep, load_and_report};

/// What became of the sources.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Refreshed {
    /// What was loaded again, a report for each file.
    pub loaded: Vec<LoadReport>,
    /// Names of sources whose files have not changed.
    pub unchanged: Vec<String>,
    /// Sources that a changed file or database no longer has; they were removed.
    pub removed: Vec<String>,
    /// Sources whose file is not there or whose server does not answer, with why; they were left
    /// as they are.
    pub missing: Vec<(String, String)>,
}

/// The sources that came from one file.
#[derive(Default)]
struct OfFile<'s> {
    sources: Vec<&'s Source>,
}

/// Loads the sources of these names, or all, again when their files have changed: each file
/// in a transaction of its own, so that what cannot be read leaves the others refreshed.
///
/// # Errors
///
/// A name that is not loaded, and those of a load.
pub fn refresh(graph: &dyn Store, names: &[String], on_step: OnStep<'_>) -> Result<Refreshed, SessionError> {
    let sources = graph.view()?.sources()?;
    if let Some(unknown) = names.iter().find(|name| !sources.iter().any(|source| source.name == **name)) {
        return Err(SessionError::usage(
            format!("there is no source `{unknown}`"),
            "`trustuqa sources` lists what is loaded",
        ));
    }
    let wanted = |source: &&Source| names.is_empty() || names.contains(&source.name);
    let mut refreshed = Refreshed::default();
    let mut files: BTreeMap<PathBuf, OfFile<'_>> = BTreeMap::new();
    let mut databases: BTreeMap<PathBuf, Vec<(&Source, String)>> = BTreeMap::new();
    for source in sources.iter().filter(wanted) {
        if let Some((database, table)) = trustuqa_load::database_of(&source.file) {
            databases.entry(database).or_default().push((source, table));
            continue;
        }
        match file_of(&source.file) {
            // All sources of a file change together.
            Some(file) => {
                files.entry(file.clone()).or_insert_with(|| OfFile {
                    sources: sources
                        .iter()
                        .filter(|other| file_of(&other.file).as_ref() == Some(&file))
                        .collect(),
                });
            }
            None => {
                let why = if source.file.starts_with('-') {
                    "it came from the standard input".to_owned()
                } else {
                    format!("{} is not there", source.file)
                };
                refreshed.missing.push((source.name.clone(), why));
            }
        }
    }
    for (file, of) in files {
        let hash = trustuqa_load::content_hash(&file)?;
        if of.sources.iter().all(|source| source.content_hash == hash) {
            refreshed.unchanged.extend(of.sources.iter().map(|source| source.name.clone()));
            continue;
        }
        let report = load_and_report(graph, &request(&file, &of.sources), on_step)?;
        let now: HashSet<&str> = report.loaded.iter().map(|one| one.source.name.as_str()).collect();
        let gone: Vec<String> =
            of.sources.iter().map(|s| s.name.clone()).filter(|name| !now.contains(name.as_str())).collect();
        remove(graph, &gone)?;
        refreshed.removed.extend(gone);
        refreshed.loaded.push(report);
    }
    for (database, tables) in databases {
        of_database(graph, &database, &tables, on_step, &mut refreshed)?;
    }
    Ok(refreshed)
}

/// Removes sources that are no more where they came from.
fn remove(graph: &dyn Store, names: &[String]) -> Result<(), SessionError> {
    if names.is_empty() {
        return Ok(());
    }
    let mut change = graph.change()?;
    for name in names {
        change.remove(name)?;
    }
    change.commit(&mut |_, _| ControlFlow::Continue(()))?;
    Ok(())
}

/// Asks a database which of its tables have changed, and loads these again.
fn of_database(
    graph: &dyn Store,
    database: &Path,
    tables: &[(&Source, String)],
    on_step: OnStep<'_>,
    refreshed: &mut Refreshed,
) -> Result<(), SessionError> {
    let wanted: Vec<String> = tables.iter().map(|(_, table)| table.clone()).collect();
    let asking = || LoadStep {
        file: 1,
        files: tables.len(),
        name: format!("asking {} what has changed", database.display()),
        bytes: 0,
        of_bytes: 0,
        indexes: false,
    };
    let mut stopped = || on_step(asking()) == ControlFlow::Break(());
    if stopped() {
        return Err(SessionError::Cancelled);
    }
    let now = match trustuqa_load::database_prints(database, &wanted, &mut stopped) {
        Ok(now) => now,
        Err(trustuqa_load::LoadError::Bad(problem)) => {
            // The other sources need not wait for a server that is switched off.
            let names = tables.iter().map(|(source, _)| source.name.clone());
            refreshed.missing.extend(names.map(|name| (name, format!("{}; {}", problem.what, problem.hint))));
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let mut gone = Vec::new();
    let mut changed: BTreeMap<String, Vec<&(&Source, String)>> = BTreeMap::new();
    for one in tables {
        let (source, table) = one;
        match now.get(table) {
            None => gone.push(source.name.clone()),
            Some(hash) if *hash == source.content_hash => refreshed.unchanged.push(source.name.clone()),
            Some(_) => changed.entry(base_name(database, source)).or_default().push(one),
        }
    }
    // What was loaded under one name is loaded again in one go.
    for (base, tables) in changed {
        let sources: Vec<&Source> = tables.iter().map(|(source, _)| *source).collect();
        let paths = tables.iter().map(|(_, table)| trustuqa_load::table_of(database, table)).collect();
        let request = LoadRequest { paths, name: Some(base), ..request(database, &sources) };
        refreshed.loaded.push(load_and_report(graph, &request, on_step)?);
    }
    remove(graph, &gone)?;
    refreshed.removed.extend(gone);
    Ok(())
}

/// The load that gives these sources of a file again, under their names.
fn request(file: &Path, sources: &[&Source]) -> LoadRequest {
    // A kind that was given is given again; where kinds differ, none was.
    let kinds: HashSet<SourceKind> = sources.iter().map(|source| source.kind).collect();
    let kind = sources.first().map(|source| source.kind).filter(|_| kinds.len() == 1);
    LoadRequest {
        paths: vec![file.to_owned()],
        kind,
        name: sources.first().map(|source| base_name(file, source)),
        skip_bad: sources.iter().any(|source| source.skipped > 0),
        replace: true,
        stdin: None,
    }
}

/// The name of the whole file, of which a part's is made: `shop` of `shop/Orders`.
fn base_name(file: &Path, source: &Source) -> String {
    let part = source.file.get(file.to_string_lossy().len()..).unwrap_or_default();
    let mut base = source.name.as_str();
    for part in part.split(':').rev().filter(|part| !part.is_empty()) {
        let plain = part.rsplit_once('.').map_or(part, |(plain, _)| plain);
        base = [part, plain].iter().find_map(|end| base.strip_suffix(end)?.strip_suffix('/')).unwrap_or(base);
    }
    base.to_owned()
}

/// The file of a source, which may be a part of it: `/data/shop.xlsx:Orders`.
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
