//! The nodes that a name can mean, found through all channels.

use std::collections::HashMap;

use trustuqa_model::{GraphRead, NodeId, NodeKind, Result, Roles, Scope, Value, tokens};

use super::catalog::{self, Catalog};
use super::lexical::{PreparedName, is_filler, is_other_value, similarity, stem};
use super::{Channel, Embed, NodeCandidate, synonyms};

/// The most names sharing a word that are scored one by one.
const MAX_SCORED: usize = 4_000;
/// The most candidates kept for a name.
const KEPT: usize = 12;
/// Below this, the cosine similarity of short names says nothing.
const MIN_COSINE: f32 = 0.45;

/// Finds candidates in one snapshot of a graph.
pub struct Grounder<'g> {
    /// The graph.
    pub graph: &'g dyn GraphRead,
    /// Its relations.
    pub catalog: &'g Catalog,
    /// The sentence encoder, when there is one.
    pub embed: Option<&'g dyn Embed>,
    /// The sources to look in.
    pub scope: Scope,
}

impl Grounder<'_> {
    /// The relations that `asked` can mean, best first.
    pub fn relations(&self, asked: &str) -> Result<Vec<NodeCandidate>> {
        let mut found = self.catalog.similar(&PreparedName::new(asked), &self.scope, 0.3);
        if found.first().is_none_or(|best| best.score < 0.95) {
            self.add_near(asked, Roles::RELATION, &mut found)?;
        }
        if found.first().is_none_or(|best| best.score < 0.5) {
            // Synonyms are the last resort.
            let asked = trustuqa_model::fold(asked);
            for entry in self.catalog.entries(&self.scope) {
                let name = trustuqa_model::fold(&entry.name.text);
                if synonyms::related(&asked, &name) && !found.iter().any(|c| c.node == entry.node) {
                    let text = entry.name.text.clone();
                    found.push(NodeCandidate { node: entry.node, text, score: 0.5, channel: Channel::Words });
                }
            }
            catalog::sort(&mut found);
        }
        found.truncate(KEPT);
        Ok(found)
    }

    /// The entities or values whose name is `asked`, exactly or after folding. This suffices for most names,
    /// and costs two reads.
    pub fn same_name(&self, asked: &str) -> Result<Vec<NodeCandidate>> {
        let mut found = Vec::new();
        if let Some(node) = self.graph.node_named(asked)?
            && self.graph.roles(node, &self.scope)?.meets(Roles::ENTITY)
        {
            found.push(NodeCandidate { node, text: asked.to_owned(), score: 1.0, channel: Channel::Exact });
        }
        for node in self.graph.nodes_folded(asked)? {
            let known = found.iter().any(|c| c.node == node);
            if !known && self.graph.roles(node, &self.scope)?.meets(Roles::ENTITY) {
                let text = self.graph.node(node)?.text;
                // `Washington` is a better match for "washington" than `@ Washington`.
                let same_letters = text.to_lowercase() == asked.to_lowercase();
                let score = if same_letters { 0.99 } else { 0.97 };
                found.push(NodeCandidate { node, text, score, channel: Channel::Folded });
            }
        }
        Ok(found)
    }

    /// The entities or values that `asked` can mean through any channel, best first.
    pub fn entities(&self, asked: &str) -> Result<Vec<NodeCandidate>> {
        let mut found = self.same_name(asked)?;
        self.add_by_words(asked, &mut found)?;
        if found.first().is_none_or(|best| best.score < 0.95) {
            self.add_near(asked, Roles::ENTITY, &mut found)?;
        }
        catalog::sort(&mut found);
        self.drop_other_values(asked, &mut found)?;
        // Candidates with the same score stay together, because they are chosen together.
        let cut = found.get(KEPT - 1).map_or(0.0, |c| c.score);
        let mut kept = 0;
        found.retain(|c| {
            kept += 1;
            kept <= KEPT || (c.score == cut && kept <= 4 * KEPT)
        });
        Ok(found)
    }

    /// Drops candidates that are a different date or number than the one asked for.
    fn drop_other_values(&self, asked: &str, found: &mut Vec<NodeCandidate>) -> Result<()> {
        let value = Value::parse(asked);
        let mut other = Vec::new();
        for candidate in found.iter() {
            if value == Value::Text || matches!(candidate.channel, Channel::Exact | Channel::Folded) {
                continue;
            }
            let own = self.graph.node(candidate.node)?.value;
            // Digits whose meaning only their column can settle are not a date on their own.
            let open = matches!(value, Value::Date(_))
                && own == Value::Text
                && !candidate.text.contains(char::is_alphabetic);
            if open || is_other_value(&own, &value) {
                other.push(candidate.node);
            }
        }
        found.retain(|candidate| !other.contains(&candidate.node));
        Ok(())
    }

    /// Adds names that contain words of `asked`, or words spelt almost like them.
    fn add_by_words(&self, asked: &str, found: &mut Vec<NodeCandidate>) -> Result<()> {
        let prepared = PreparedName::new(asked);
        let mut words: Vec<(u32, String)> = Vec::new();
        for token in tokens(asked) {
            if is_filler(&token) {
                continue;
            }
            let mut forms = vec![token.clone()];
            let stem = stem(&token).to_owned();
            for form in [stem.clone(), format!("{token}s"), format!("{stem}y"), format!("{stem}ies")] {
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
            let mut known = false;
            for form in forms {
                let count = self.graph.token_count(&form)?;
                if count > 0 {
                    known = true;
                    words.push((count, form));
                }
            }
            if !known && token.chars().count() >= 4 && !token.bytes().any(|b| b.is_ascii_digit()) {
                let distance = if token.chars().count() >= 7 { 2 } else { 1 };
                for (near, count) in self.graph.tokens_near(&token, distance)?.into_iter().take(5) {
                    words.push((count, near));
                }
            }
        }
        // The rarest words first: they discriminate most and cost least.
        words.sort();
        words.dedup();
        let mut seen: HashMap<NodeId, ()> = found.iter().map(|c| (c.node, ())).collect();
        let mut scored = 0;
        for (count, word) in words {
            if scored > 0 && scored + count as usize > MAX_SCORED {
                break;
            }
            for (node, _) in
                self.graph.nodes_with_token(&word, Roles::ENTITY, &self.scope)?.into_iter().take(MAX_SCORED)
            {
                if seen.insert(node, ()).is_some() {
                    continue;
                }
                scored += 1;
                let text = self.graph.node(node)?.text;
                let (score, channel) = similarity(&prepared, &PreparedName::new(&text));
                if score >= 0.4 {
                    found.push(NodeCandidate { node, text, score, channel });
                }
            }
        }
        catalog::sort(found);
        Ok(())
    }

    /// Adds names of similar meaning, by the sentence encoder.
    fn add_near(&self, asked: &str, roles: Roles, found: &mut Vec<NodeCandidate>) -> Result<()> {
        let Some(vector) = self.embed.and_then(|e| e.embed(asked)) else { return Ok(()) };
        for (node, cosine) in self.graph.nearest(&vector, KEPT, roles, &self.scope)? {
            if cosine < MIN_COSINE {
                continue;
            }
            // A cosine of 1 between different names does not prove that they are the same.
            let score = cosine.min(1.0) * 0.9;
            match found.iter_mut().find(|c| c.node == node) {
                Some(known) if known.score < score => {
                    known.score = score;
                    known.channel = Channel::Vector;
                }
                Some(_) => {}
                None => {
                    let stored = self.graph.node(node)?;
                    if stored.kind == NodeKind::Name {
                        found.push(NodeCandidate {
                            node,
                            text: stored.text,
                            score,
                            channel: Channel::Vector,
                        });
                    }
                }
            }
        }
        catalog::sort(found);
        Ok(())
    }
}
