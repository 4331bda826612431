//! Tables of databases: those whose content has changed, and those that are new.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use trustuqa_load::LoadError;
use trustuqa_storage::Source;

use super::{Refreshing, base_name, request, whole_of};
use crate::session::SessionError;
use crate::session::loading::{LoadStep, inputs};

/// A source with the table that it came from.
type OfTable<'s> = (&'s Source, String);

impl Refreshing<'_> {
    /// Asks a database which of these tables have changed and, when all of it was loaded, which
    /// are new, and loads them.
    pub(super) fn database(&mut self, database: &Path, tables: &[OfTable<'_>]) -> Result<(), SessionError> {
        let with_new = self.with_new && tables.iter().any(|(source, _)| source.whole.is_some());
        let Some(prints) = self.prints(database, tables, with_new)? else { return Ok(()) };
        let mut any_new = false;
        // What was loaded under one name is loaded again together.
        let mut of_names: BTreeMap<String, Vec<&OfTable<'_>>> = BTreeMap::new();
        for one in tables {
            of_names.entry(base_name(database, one.0)).or_default().push(one);
        }
        for (name, tables) in of_names {
            let mut wanted = Vec::new();
            for (source, table) in &tables {
                match prints.get(table) {
                    None => self.gone(&[source]),
                    Some(hash) if *hash == source.content_hash => {
                        self.refreshed.unchanged.push(source.name.clone());
                    }
                    Some(_) => wanted.push(table),
                }
            }
            let sources: Vec<&Source> = tables.iter().map(|(source, _)| *source).collect();
            let whole = whole_of(&sources);
            if with_new && whole.is_some() {
                let before = wanted.len();
                wanted.extend(prints.keys().filter(|name| !tables.iter().any(|(_, table)| table == *name)));
                any_new |= wanted.len() > before;
            }
            if wanted.is_empty() {
                continue;
            }
            let paths = wanted.into_iter().map(|table| trustuqa_load::table_of(database, table)).collect();
            let request = request(paths, Some(name), &sources);
            let (parts, left_out) = inputs(&request, self.on_step)?;
            let parts = self.named_as_before(parts, database, &sources);
            self.load(&parts, left_out, &request, whole)?;
        }
        if with_new && !any_new {
            self.refreshed.nothing_new.push(database.display().to_string());
        }
        Ok(())
    }

    /// The content hashes of these tables, or of all; `None` when the server cannot be asked.
    fn prints(
        &mut self,
        database: &Path,
        tables: &[OfTable<'_>],
        all: bool,
    ) -> Result<Option<BTreeMap<String, String>>, SessionError> {
        let wanted: Vec<String> = tables.iter().map(|(_, table)| table.clone()).collect();
        let asking = || LoadStep {
            file: 1,
            files: tables.len(),
            name: format!("asking {} what has changed", database.display()),
            bytes: 0,
            of_bytes: 0,
            indexes: false,
        };
        let mut stopped = || (self.on_step)(asking()) == ControlFlow::Break(());
        if stopped() {
            return Err(SessionError::Cancelled);
        }
        match trustuqa_load::database_prints(database, (!all).then_some(wanted.as_slice()), &mut stopped) {
            Ok(prints) => Ok(Some(prints)),
            Err(LoadError::Bad(problem)) => {
                // A server that is switched off must not keep the other sources from being refreshed.
                let why = format!("{}; {}", problem.what, problem.hint);
                let names = tables.iter().map(|(source, _)| (source.name.clone(), why.clone()));
                self.refreshed.missing.extend(names);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}
