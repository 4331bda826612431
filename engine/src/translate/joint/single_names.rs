//! The candidates for a name, and the choice among them when nothing else narrows it down.

use std::collections::HashSet;

use super::{FLOOR_ENTITY, grounding};
use crate::execute::Result;
use crate::ground::{Grounding, NodeCandidate, Parameter};
use crate::translate::{Miss, Translator};

/// Minimum score of a relation to be taken for the name that was asked for. It is lower than for entities,
/// because questions paraphrase relations rather than quote them.
const FLOOR_RELATION: f32 = 0.42;

/// The grounding of a name on its own, or why there is none.
type Alone = std::result::Result<Grounding, Miss>;

impl Translator<'_, '_> {
    /// The relations that `asked` can mean, with at least the minimum score.
    pub(super) fn relation_candidates(&self, asked: &[String]) -> Result<Vec<NodeCandidate>> {
        let mut found: Vec<NodeCandidate> = Vec::new();
        for name in asked {
            if let Some(chosen) = self.pinned(name, true)? {
                found.push(chosen);
                continue;
            }
            for candidate in self.grounder().relations(name)? {
                if candidate.score >= FLOOR_RELATION && !found.iter().any(|c| c.node == candidate.node) {
                    found.push(candidate);
                }
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    pub(in crate::translate) fn same_name(&self, asked: &[String]) -> Result<Vec<NodeCandidate>> {
        let mut found = Vec::new();
        for name in asked {
            match self.pinned(name, false)? {
                Some(chosen) => found.push(chosen),
                None => found.extend(self.grounder().same_name(name)?),
            }
        }
        Ok(found)
    }

    pub(super) fn entity_candidates(&self, asked: &[String]) -> Result<Vec<NodeCandidate>> {
        let mut found = Vec::new();
        for name in asked {
            match self.pinned(name, false)? {
                Some(chosen) => found.push(chosen),
                None => found.extend(self.grounder().entities(name)?),
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    /// Grounds an entity on its own, when no relation narrows it down.
    pub(in crate::translate) fn entity(&self, asked: &[String], parameter: Parameter) -> Result<Alone> {
        each_name(asked, |asked| {
            let mut found = self.same_name(asked)?;
            if found.is_empty() {
                found = self.entity_candidates(asked)?;
            }
            match found.first() {
                Some(best) if best.score >= FLOOR_ENTITY => Ok(Ok(best_of(parameter, asked, found))),
                _ => Ok(Err(self.no_such_name(parameter, asked, &found)?)),
            }
        })
    }

    /// Grounds a relation on its own, when no entity narrows it down.
    pub(in crate::translate) fn relation(&self, asked: &[String], parameter: Parameter) -> Result<Alone> {
        each_name(asked, |asked| {
            let found = self.relation_candidates(asked)?;
            if found.is_empty() {
                return Ok(Err(self.no_such_relation(parameter, asked)?));
            }
            Ok(Ok(best_of(parameter, asked, found)))
        })
    }
}

/// Grounds each name of a list on its own and joins the results: a list means any of its names, and a name
/// that is spelt exactly must not displace the others.
fn each_name(asked: &[String], ground: impl Fn(&[String]) -> Result<Alone>) -> Result<Alone> {
    let mut joined: Option<Grounding> = None;
    let mut missed = None;
    for name in asked {
        match (ground(std::slice::from_ref(name))?, &mut joined) {
            (Ok(found), None) => joined = Some(found),
            (Ok(found), Some(joined)) => {
                joined.chosen.extend(found.chosen);
                joined.runners_up.extend(found.runners_up);
            }
            (Err(miss), _) => missed = missed.or(Some(miss)),
        }
    }
    match (joined, missed) {
        (Some(mut joined), _) => {
            joined.asked = asked.join(", ");
            let mut seen = HashSet::new();
            joined.chosen.retain(|c| seen.insert(c.node));
            joined.runners_up.retain(|c| seen.insert(c.node));
            Ok(Ok(joined))
        }
        (None, Some(miss)) => Ok(Err(miss)),
        (None, None) => ground(asked),
    }
}

/// A grounding that chooses all candidates with the score of the first, which is the best.
pub(super) fn best_of(parameter: Parameter, asked: &[String], found: Vec<NodeCandidate>) -> Grounding {
    let best = found.first().map(|c| c.score);
    grounding(parameter, asked, found, |c| Some(c.score) == best)
}
