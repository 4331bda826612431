//! Why nothing was found, with the nearest names and a hint of what might be meant.

use super::{RUNNERS_UP, TRIED};
use crate::execute::Result;
use crate::ground::{NodeCandidate, Parameter};
use crate::query::ticked as quote;
use crate::translate::{Miss, Translator};

/// The most relations that are listed completely when none resembles the one asked for.
const ALL_RELATIONS: usize = 12;

impl Translator<'_, '_> {
    /// Adds a hint when the entity is on the other side of the relation, otherwise the relations that it has.
    pub(super) fn with_direction(
        &self,
        miss: Miss,
        relations: &[NodeCandidate],
        asked: &[String],
        as_head: bool,
    ) -> Result<Miss> {
        let Miss::NoSuchFact { what, hint: None } = miss else { return Ok(miss) };
        let graph = self.executor.graph();
        for entity in self.same_name(asked)? {
            for relation in relations.iter().take(3) {
                let (turned, hint) = if as_head {
                    let turned =
                        !graph.facts_of_relation(relation.node, Some(entity.node), &self.scope)?.is_empty();
                    (
                        turned,
                        format!(
                            "{} is a tail of {}, not a head: use tail_entity",
                            quote(&entity.text),
                            quote(&relation.text)
                        ),
                    )
                } else {
                    let turned =
                        !graph.facts_of_head(entity.node, Some(relation.node), &self.scope)?.is_empty();
                    (
                        turned,
                        format!(
                            "{} is a head of {}, not a tail: use head_entity",
                            quote(&entity.text),
                            quote(&relation.text)
                        ),
                    )
                };
                if turned {
                    return Ok(Miss::NoSuchFact { what, hint: Some(hint) });
                }
            }
        }
        let mut hint = None;
        if let Some(entity) = self.same_name(asked)?.first() {
            let mut names: Vec<String> = Vec::new();
            for posting in graph.facts_of_head(entity.node, None, &self.scope)?.into_iter().take(TRIED) {
                let name = quote(&self.executor.node(posting.relation)?.0);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if !names.is_empty() {
                hint = Some(format!("{} has the relations {}", quote(&entity.text), names.join(", ")));
            }
        }
        Ok(Miss::NoSuchFact { what, hint })
    }

    pub(super) fn set_direction_hint(
        &self,
        index: usize,
        relations: &[NodeCandidate],
    ) -> Result<Option<String>> {
        for node in self.executor.nodes_of(self.set(index))?.into_iter().take(TRIED) {
            for relation in relations.iter().take(3) {
                if !self
                    .executor
                    .graph()
                    .facts_of_relation(relation.node, Some(node), &self.scope)?
                    .is_empty()
                {
                    return Ok(Some(format!(
                        "its members are tails of {}, not heads: use tail_entity",
                        quote(&relation.text)
                    )));
                }
            }
        }
        Ok(None)
    }

    pub(super) fn no_such_name(
        &self,
        parameter: Parameter,
        asked: &[String],
        found: &[NodeCandidate],
    ) -> Result<Miss> {
        let mut nearest: Vec<String> = found.iter().take(RUNNERS_UP).map(|c| c.text.clone()).collect();
        nearest.dedup();
        Ok(Miss::NoSuchName { parameter, asked: asked.join(", "), nearest })
    }

    pub(super) fn no_such_relation(&self, parameter: Parameter, asked: &[String]) -> Result<Miss> {
        let mut nearest = Vec::new();
        for name in asked {
            nearest.extend(self.grounder().relations(name)?.into_iter().take(RUNNERS_UP).map(|c| c.text));
        }
        // When nothing is near, a complete short list helps; a part of a long one would mislead.
        if nearest.is_empty() && self.catalog.entries(&self.scope).count() <= ALL_RELATIONS {
            nearest.extend(self.catalog.entries(&self.scope).map(|e| e.name.text.clone()));
        }
        Ok(Miss::NoSuchName { parameter, asked: asked.join(", "), nearest })
    }
}

pub(super) fn quote_all(names: &[String]) -> String {
    names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(" or ")
}
