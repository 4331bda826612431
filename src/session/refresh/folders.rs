//! Files that are new in folders that were loaded as a whole.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use trustuqa_load::{InputFile, LoadError};
use trustuqa_storage::Whole;

use super::Refreshing;
use crate::session::SessionError;
use crate::session::loading::{LoadRequest, absolute, contents, plain_names};

impl Refreshing<'_> {
    /// Loads the files of folders that are not `known` yet, the new ones of a folder together, as if it
    /// were loaded now.
    pub(super) fn folders(&mut self, mut known: HashSet<PathBuf>) -> Result<(), SessionError> {
        let wholes = self.sources.iter().filter_map(|source| source.whole.as_ref());
        // Sources are in the order of loading: the last load of a folder counts.
        let folders: BTreeMap<&str, &Whole> = wholes.map(|whole| (whole.path.as_str(), whole)).collect();
        for whole in folders.into_values().filter(|whole| Path::new(&whole.path).is_dir()) {
            self.folder(whole, &mut known)?;
        }
        Ok(())
    }

    fn folder(&mut self, whole: &Whole, known: &mut HashSet<PathBuf>) -> Result<(), SessionError> {
        let mut files = match trustuqa_load::expand(&[PathBuf::from(&whole.path)]) {
            Ok(expanded) => expanded.files,
            Err(LoadError::Bad(problem)) => {
                self.refreshed.missing.push((whole.path.clone(), problem.what));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        plain_names(&mut files);
        files.retain(|file| known.insert(absolute(&file.path)));
        if files.is_empty() {
            self.refreshed.nothing_new.push(whole.path.clone());
            return Ok(());
        }
        let taken = self.taken();
        files.iter_mut().for_each(|file| file.name = free_name(file, &taken));
        let mut found = contents(files, None, self.on_step)?;
        trustuqa_load::keep_names_apart(&mut found.inputs, taken);
        let request = LoadRequest { kind: whole.kind, skip_bad: whole.skip_bad, ..LoadRequest::default() };
        self.load(&found.inputs, found.left_out, &request, Some(whole))
    }
}

/// A name for a new file: with as many of its parent folders as it takes to differ from the names that
/// are taken.
fn free_name(file: &InputFile, taken: &HashSet<String>) -> String {
    let is_taken = |name: &str| {
        // A file with several tables gives names that begin with its own.
        let rest =
            |other: &String| other.strip_prefix(name).map(|rest| rest.is_empty() || rest.starts_with('/'));
        taken.iter().any(|other| rest(other) == Some(true))
    };
    let mut name = file.name.clone();
    for folder in file.path.ancestors().skip(1 + name.matches('/').count()) {
        let Some(folder) = folder.file_name().filter(|_| is_taken(&name)) else { break };
        name = format!("{}/{name}", folder.to_string_lossy());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_its_folders() {
        let taken = ["feb", "shop/Orders", "b/mar"].map(str::to_owned).into();
        for (path, name, free) in [
            ("/data/b/jan.csv", "jan", "jan"),
            ("/data/b/feb.csv", "feb", "b/feb"),
            ("/data/b/shop.xlsx", "shop", "b/shop"),
            ("/data/b/mar.csv", "b/mar", "data/b/mar"),
            ("/feb.csv", "feb", "feb"),
        ] {
            let file = InputFile::new(PathBuf::from(path), name.to_owned());
            assert_eq!(free_name(&file, &taken), free, "{path}");
        }
    }
}
