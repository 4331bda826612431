//! Nodes that the user has chosen for names. Such a choice precedes all channels of grounding; what the graph
//! suggests instead is still reported as runners-up.

use serde::{Deserialize, Serialize};

use super::{Translated, Translator};
use crate::execute::Result;
use crate::ground::{Channel, NodeCandidate, Parameter};

/// The most runners-up reported beside a choice of the user.
const RUNNERS_UP: usize = 5;

/// The node to use for a name of a query, regardless of the other candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The index of the step in the query.
    pub step: usize,
    /// The parameter in which the name occurs.
    pub parameter: Parameter,
    /// The name in the query.
    pub asked: String,
    /// The node's name.
    pub chosen: String,
}

/// Whether a parameter names relations. Pins apply to names of the same kind only: relations and keys, or the
/// others.
fn names_relations(parameter: Parameter) -> bool {
    matches!(parameter, Parameter::Relation | Parameter::Key | Parameter::Target)
}

impl Translator<'_, '_> {
    /// The node that was chosen for a name of this step; `relation` says whether the name is that of a
    /// relation.
    pub(super) fn pinned(&self, asked: &str, relation: bool) -> Result<Option<NodeCandidate>> {
        let pin = self.pins.iter().find(|pin| {
            pin.step == self.step && pin.asked == asked && names_relations(pin.parameter) == relation
        });
        let Some(pin) = pin else { return Ok(None) };
        let node = self.executor.graph().node_named(&pin.chosen)?;
        Ok(node.map(|node| NodeCandidate {
            node,
            text: pin.chosen.clone(),
            score: 1.0,
            channel: Channel::User,
        }))
    }

    /// Reports, beside each choice of the user, what grounding would have suggested.
    pub(super) fn add_runners_up(&self, translated: &mut Translated) -> Result<()> {
        for grounding in &mut translated.groundings {
            let chosen = |c: &NodeCandidate| c.channel == Channel::User;
            if !grounding.chosen.iter().any(chosen) || !grounding.runners_up.is_empty() {
                continue;
            }
            let mut others = if names_relations(grounding.parameter) {
                self.grounder().relations(&grounding.asked)?
            } else {
                self.grounder().entities(&grounding.asked)?
            };
            others.retain(|other| !grounding.chosen.iter().any(|c| c.node == other.node));
            others.truncate(RUNNERS_UP);
            grounding.runners_up = others;
        }
        Ok(())
    }
}
