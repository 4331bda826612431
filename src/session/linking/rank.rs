//! Which relations of a source matter for a question: those around its names, those near by
//! words or by meaning, then the others by use.

use std::collections::{HashMap, HashSet};

use trustuqa_engine::Engine;
use trustuqa_engine::ground::lexical::{is_filler, is_question_word};
use trustuqa_model::{NodeId, Result, Roles, Scope, Source, SourceKind, name_tokens, tokens};

use super::neighbouring_relations::RelationsAround;
use trustuqa_parser::words::{is_stop, likeness, root};

/// Weight of being around a name of the question, beside the other kinds of evidence.
const AROUND: f32 = 5.0;
/// Weight of the words of a question in a name.
const WORDS: f32 = 1.5;
/// Weight of a cosine above [`LEAST`].
const MEANING: f32 = 2.0;
const LEAST: f32 = 0.2;
/// Weight of the share of facts, which orders what is equal otherwise.
const USE: f32 = 0.2;
/// How many relations for each source are taken from the vector search.
const NEAREST: usize = 80;
/// The least likeness of two words that counts.
const ALIKE: f32 = 0.7;

/// What the words of a question say about relations.
pub struct Words {
    /// Roots of the words that carry meaning.
    roots: Vec<String>,
    /// Its vector, where there is an encoder.
    vector: Option<Vec<f32>>,
}

/// How near relations are by meaning.
pub type RelationSimilarity = HashMap<NodeId, f32>;

impl Words {
    /// The words of a question.
    pub fn of(question: &str) -> Words {
        let mut roots: Vec<String> = tokens(question)
            .into_iter()
            .filter(|token| !is_filler(token) && !is_question_word(token) && !is_stop(token))
            .map(|token| root(&token))
            .chain(asked_for(question).map(str::to_owned))
            .collect();
        let mut seen = HashSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        Words { roots, vector: None }
    }

    /// The same with the meaning of the question, where there is an encoder; its names are masked.
    #[must_use]
    pub fn with_meaning(self, engine: &Engine<'_>, masked: &str) -> Words {
        Words { vector: engine.embed().and_then(|embed| embed.embed(masked)), ..self }
    }

    /// The relations near the question by meaning, of those sources that are graphs.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read.
    pub fn near(&self, engine: &Engine<'_>, sources: &[&Source]) -> Result<RelationSimilarity> {
        let mut near = RelationSimilarity::new();
        let Some(vector) = &self.vector else { return Ok(near) };
        let graphs: Vec<_> = sources.iter().filter(|source| source.kind != SourceKind::Table).collect();
        if graphs.is_empty() {
            return Ok(near);
        }
        let mut scope: Vec<_> = graphs.iter().map(|source| source.id).collect();
        scope.sort_unstable();
        let k = NEAREST * graphs.len();
        let found = engine.executor().graph().nearest(vector, k, Roles::RELATION, &Scope::Only(scope))?;
        near.extend(found);
        Ok(near)
    }

    /// How alike the words of the question and those of a name are, from 0 to 1: mostly the likeness of
    /// the best word, and a little for each word that is alike.
    pub fn likeness(&self, name: &str) -> f32 {
        let own: Vec<String> = name_tokens(name).iter().map(|token| root(token)).collect();
        let mut best = 0.0_f32;
        let mut sum = 0.0;
        for asked in &self.roots {
            // Each word of the question counts by the word of the name that is most like it.
            let said = own.iter().map(|word| likeness(asked, word)).fold(0.0, f32::max);
            if said >= ALIKE {
                best = best.max(said);
                sum += said;
            }
        }
        0.7 * best + 0.3 * sum / (own.len().max(1) as f32)
    }
}

/// What the question words ask for, as words that relations are named by.
fn asked_for(question: &str) -> impl Iterator<Item = &'static str> {
    let words = tokens(question);
    let has = |word: &str| words.iter().any(|token| token == word);
    let asks = [
        (has("where"), &["locat", "plac", "contain"][..]),
        (has("when"), &["dat", "tim", "from", "year"][..]),
        (has("who"), &["person", "actor", "holder"][..]),
    ];
    asks.into_iter().filter(|(asked, _)| *asked).flat_map(|(_, words)| words.iter().copied())
}

/// The relations of a source, the most fitting first.
pub fn order(
    source: &Source,
    around: &RelationsAround,
    words: &Words,
    near: &RelationSimilarity,
) -> Vec<NodeId> {
    let most = source.relations.iter().map(|relation| relation.facts).max().unwrap_or(0);
    let mut scored: Vec<(f32, NodeId)> = source
        .relations
        .iter()
        .map(|relation| {
            let meaning = near.get(&relation.node).map_or(0.0, |cosine| (cosine - LEAST).max(0.0));
            let used = (1.0 + relation.facts as f32).ln() / (2.0 + most as f32).ln();
            let score = AROUND * around.near(source.id, relation.node)
                + WORDS * words.likeness(&relation.name)
                + MEANING * meaning
                + USE * used;
            (score, relation.node)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, node)| node).collect()
}

/// The columns of a table that are listed, in header order: all, or the most fitting.
pub fn columns(source: &Source, ordered: &[NodeId], most: usize) -> Vec<NodeId> {
    let kept: HashSet<NodeId> = ordered.iter().take(most).copied().collect();
    source.relations.iter().map(|relation| relation.node).filter(|node| kept.contains(node)).collect()
}
