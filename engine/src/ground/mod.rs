//! Grounding (the paper's semantic mapping, section 3.2): maps a name in a query to a ranked set of nodes
//! that have the right role and are in the sources asked.
//!
//! * [`lexical`] scores the similarity of two names by their letters.
//! * `catalog` lists the relations of the loaded sources.
//! * `candidates` finds the nodes that a name can mean, `synonyms` related column names.
//!
//! Which candidate is chosen depends on what occurs together in the graph; that joint choice is made in
//! `translate`, where the whole call is known.

mod candidates;
mod catalog;
pub mod lexical;
pub mod synonyms;

use serde::{Deserialize, Serialize};
use trustuqa_model::NodeId;

pub use candidates::Grounder;
pub use catalog::Catalog;

/// A sentence encoder: turns a text into a unit vector, or `None` when it is not available.
pub trait Embed: Send + Sync {
    /// The vector of `text`, with 384 components.
    fn embed(&self, text: &str) -> Option<Vec<f32>>;

    /// The vectors of several texts, in order. The default embeds them one by one.
    fn embed_all(&self, texts: &[&str]) -> Option<Vec<Vec<f32>>> {
        texts.iter().map(|text| self.embed(text)).collect()
    }
}

/// The way in which a candidate was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// The same characters.
    Exact,
    /// The same after folding case, accents, punctuation and plural endings.
    Folded,
    /// The same typed value, such as `1200` and `1,200`.
    Value,
    /// Part of a date, such as `August`.
    Date,
    /// One contains the words of the other.
    Words,
    /// Only few letters differ.
    Edit,
    /// Near in the vector space of the sentence encoder.
    Vector,
    /// The user chose it.
    User,
}

impl Channel {
    /// The channel's name in the trace.
    pub fn name(self) -> &'static str {
        match self {
            Channel::Exact => "exact",
            Channel::Folded => "folded",
            Channel::Value => "value",
            Channel::Date => "date",
            Channel::Words => "words",
            Channel::Edit => "spelling",
            Channel::Vector => "meaning",
            Channel::User => "your choice",
        }
    }
}

/// A node that a name can mean, with the score of the match.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeCandidate {
    /// The node.
    pub node: NodeId,
    /// Its name.
    pub text: String,
    /// From 0 to 1; 1 for the same name.
    pub score: f32,
    /// How it was found.
    pub channel: Channel,
}

/// The parameter of a call in which a name occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// `head_entity`
    HeadEntity,
    /// `relation`
    Relation,
    /// `tail_entity`
    TailEntity,
    /// `key`
    Key,
    /// `value`
    Value,
    /// A name in the place of a set.
    Set,
    /// The target type of the query.
    Target,
    /// `source`
    Source,
}

impl Parameter {
    /// Every parameter.
    pub const ALL: [Parameter; 8] = [
        Parameter::HeadEntity,
        Parameter::Relation,
        Parameter::TailEntity,
        Parameter::Key,
        Parameter::Value,
        Parameter::Set,
        Parameter::Target,
        Parameter::Source,
    ];

    /// The parameter with this [`name`](Parameter::name).
    pub fn named(name: &str) -> Option<Parameter> {
        Parameter::ALL.into_iter().find(|parameter| parameter.name() == name)
    }

    /// The parameter as it is written in a query.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::HeadEntity => "head_entity",
            Parameter::Relation => "relation",
            Parameter::TailEntity => "tail_entity",
            Parameter::Key => "key",
            Parameter::Value => "value",
            Parameter::Set => "set",
            Parameter::Target => "target type",
            Parameter::Source => "source",
        }
    }
}

/// The nodes to which one name of a step was mapped.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounding {
    /// The parameter.
    pub parameter: Parameter,
    /// The name as it is written in the query.
    pub asked: String,
    /// The nodes to which it was mapped; several mean any of them.
    pub chosen: Vec<NodeCandidate>,
    /// The best of the other candidates.
    pub runners_up: Vec<NodeCandidate>,
}

impl Grounding {
    /// The score of the choice; 0 when there is none.
    pub fn score(&self) -> f32 {
        self.chosen.first().map_or(0.0, |c| c.score)
    }
}
