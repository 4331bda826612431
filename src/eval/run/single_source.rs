//! What a question sees when its source is known, whatever else is loaded (the paper's unmixed setting):
//! a graph with only that source visible.

use std::collections::HashMap;

use trustuqa_engine::Engine;
use trustuqa_storage::{GraphRead, Source};

use super::{Asker, SelectedQuestion};
use crate::session::SessionError;
use crate::session::visible::{AnyView, Visible};

/// An engine with the source that it sees; `None` for all of them.
pub type EngineView<'v> = Option<(Option<&'v str>, Engine<'v>)>;

/// What the questions of a run see of the graph.
pub struct Views<'a> {
    asker: &'a Asker<'a>,
    by_source: HashMap<&'a str, Visible<&'a AnyView>>,
}

impl<'a> Views<'a> {
    /// The whole graph and, when the source of a question is known and is not the only
    /// one, one source each.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read, or a question about a source that is not in it.
    pub fn of(asker: &'a Asker<'a>, selected: &'a [SelectedQuestion]) -> Result<Views<'a>, SessionError> {
        let mut by_source = HashMap::new();
        let sources = asker.snapshot.sources()?;
        if asker.knows_sources() && sources.len() > 1 {
            let named: HashMap<&str, &Source> = sources.iter().map(|s| (s.name.as_str(), s)).collect();
            for name in selected.iter().filter_map(|s| s.question.source.as_deref()) {
                let Some(source) = named.get(name) else {
                    return Err(SessionError::usage(
                        format!("a question is about the source `{name}`, which the benchmark does not have"),
                        "check that questions and sources belong together",
                    ));
                };
                by_source.entry(name).or_insert_with(|| Visible::only(asker.snapshot, source.id));
            }
        }
        Ok(Views { asker, by_source })
    }

    /// The engine for a question: the kept one, when the last question saw the same.
    pub fn engine<'k, 'v: 'k>(
        &'v self,
        kept: &'k mut EngineView<'v>,
        selected: &SelectedQuestion,
    ) -> Result<&'k Engine<'v>, SessionError> {
        let named = selected.question.source.as_deref();
        let view = named.and_then(|name| self.by_source.get_key_value(name));
        let name = view.map(|(name, _)| *name);
        let current = match kept.take().filter(|(of, _)| *of == name) {
            Some(current) => current,
            None => {
                let graph: &'v dyn GraphRead = match view {
                    Some((_, view)) => view,
                    None => self.asker.snapshot,
                };
                (name, Engine::new(graph, self.asker.embed)?)
            }
        };
        Ok(&kept.insert(current).1)
    }
}
