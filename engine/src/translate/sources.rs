//! The sources that a step names.

use trustuqa_model::{Scope, Source, fold};

use super::{Miss, Translator};
use crate::ground::Parameter;
use crate::ground::lexical::stem;
use crate::query::llm::Call;

/// The names of the sources to which a call is restricted; empty for all.
pub(super) fn named(call: &Call) -> &[String] {
    match call {
        Call::GetInformation(info) => &info.sources,
        Call::Function(call) => &call.sources,
    }
}

impl<'a, 'g> Translator<'a, 'g> {
    /// The same translator, restricted to the sources that a step names.
    pub(super) fn within(&self, names: &[String]) -> Result<Translator<'a, 'g>, Miss> {
        let loaded: Vec<&Source> =
            self.executor.sources().iter().filter(|source| self.scope.contains(source.id)).collect();
        let mut chosen: Vec<&Source> = Vec::new();
        for name in names {
            let found = matching_sources(&loaded, name);
            if found.is_empty() {
                return Err(Miss::NoSuchName {
                    parameter: Parameter::Source,
                    asked: name.clone(),
                    nearest: loaded.iter().take(8).map(|source| source.name.clone()).collect(),
                });
            }
            chosen.extend(found);
        }
        let mut ids: Vec<_> = chosen.iter().map(|source| source.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut source_names: Vec<String> = chosen.iter().map(|source| source.name.clone()).collect();
        source_names.dedup();
        Ok(Translator { scope: Scope::Only(ids), source_names, ..self.clone() })
    }
}

/// The sources that a name can mean: those with the very name, with the name up to the endings of a file, or
/// the only one that contains its words.
fn matching_sources<'s>(loaded: &[&'s Source], name: &str) -> Vec<&'s Source> {
    let asked = fold(name);
    let file_stem = |source: &Source| fold(source.name.split('.').next().unwrap_or_default());
    let ways: [&dyn Fn(&Source) -> bool; 4] = [
        &|source| source.name == name,
        &|source| fold(&source.name) == asked,
        &|source| file_stem(source) == asked || asked.starts_with(&format!("{} ", fold(&source.name))),
        &|source| {
            let own = fold(&source.name);
            asked.split(' ').all(|word| own.split(' ').any(|known| stem(known) == stem(word)))
        },
    ];
    for way in ways {
        let found: Vec<&Source> = loaded.iter().copied().filter(|source| way(source)).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
