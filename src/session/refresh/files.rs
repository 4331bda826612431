//! Files whose content has changed since they were loaded.

use std::path::Path;

use trustuqa_storage::Source;

use super::{Refreshing, base_name, request, whole_of};
use crate::session::SessionError;
use crate::session::loading::inputs;

impl Refreshing<'_> {
    /// Loads a file again when it has changed. These are its sources.
    pub(super) fn file(&mut self, file: &Path, sources: &[&Source]) -> Result<(), SessionError> {
        let hash = trustuqa_load::content_hash(file)?;
        let (present, earlier): (Vec<&Source>, Vec<&Source>) =
            sources.iter().partition(|source| source.content_hash == hash);
        // A file is loaded whole, so sources of an earlier content are no longer in it, unless the same
        // part was loaded again under another name.
        let loaded = |source: &&Source| present.iter().any(|other| other.file == source.file);
        if !present.is_empty() && !earlier.iter().any(loaded) {
            self.refreshed.unchanged.extend(present.iter().map(|source| source.name.clone()));
            self.gone(&earlier);
            return Ok(());
        }
        let name = sources.first().map(|source| base_name(file, source));
        let request = request(vec![file.to_owned()], name, sources);
        let (parts, left_out) = inputs(&request, self.on_step)?;
        let parts = self.named_as_before(parts, file, sources);
        self.load(&parts, left_out, &request, whole_of(sources))?;
        let is_there = |source: &&Source| parts.iter().any(|part| part.name == source.name);
        self.gone(&sources.iter().copied().filter(|source| !is_there(source)).collect::<Vec<_>>());
        Ok(())
    }

    /// Notes that these sources are no longer in the file that they came from.
    pub(super) fn gone(&mut self, sources: &[&Source]) {
        let gone = sources.iter().map(|source| (source.name.clone(), source.file.clone()));
        self.refreshed.gone.extend(gone);
    }
}
