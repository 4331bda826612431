//! The relations (and columns) of all loaded sources, prepared for matching.

use std::collections::HashMap;

use trustuqa_model::{NodeId, Scope, Source, SourceId, SourceKind};

use super::lexical::{PreparedName, similarity};
use super::{Channel, NodeCandidate};

/// A relation and the sources that use it.
#[derive(Clone, Debug)]
pub struct CatalogRelation {
    /// Its node.
    pub node: NodeId,
    /// Its name.
    pub name: PreparedName,
    /// The sources, in order of loading.
    pub sources: Vec<SourceId>,
}

/// All relations of a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: Vec<CatalogRelation>,
    by_node: HashMap<NodeId, usize>,
    by_text: HashMap<String, usize>,
    temporal: Vec<SourceId>,
}

impl Catalog {
    /// The catalogue of these sources.
    pub fn of(sources: &[Source]) -> Catalog {
        let mut catalog = Catalog::default();
        for source in sources {
            if source.kind == SourceKind::Tkg {
                catalog.temporal.push(source.id);
            }
            for relation in &source.relations {
                let at = *catalog.by_node.entry(relation.node).or_insert_with(|| {
                    catalog.by_text.insert(relation.name.clone(), catalog.entries.len());
                    catalog.entries.push(CatalogRelation {
                        node: relation.node,
                        name: PreparedName::new(&relation.name),
                        sources: Vec::new(),
                    });
                    catalog.entries.len() - 1
                });
                catalog.entries[at].sources.push(source.id);
            }
        }
        catalog
    }

    /// The relation with this node.
    pub fn get(&self, node: NodeId) -> Option<&CatalogRelation> {
        self.by_node.get(&node).map(|at| &self.entries[*at])
    }

    /// The relation with exactly this name, if a source in scope uses it.
    pub fn named(&self, text: &str, scope: &Scope) -> Option<&CatalogRelation> {
        let entry = &self.entries[*self.by_text.get(text)?];
        in_scope(entry, scope).then_some(entry)
    }

    /// The relations that some source in scope uses.
    pub fn entries<'a>(&'a self, scope: &'a Scope) -> impl Iterator<Item = &'a CatalogRelation> {
        self.entries.iter().filter(move |e| in_scope(e, scope))
    }

    /// The names of all relations.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.name.text.as_str())
    }

    /// Whether a temporal knowledge graph is in scope.
    pub fn has_time(&self, scope: &Scope) -> bool {
        self.temporal.iter().any(|s| scope.contains(*s))
    }

    /// The relations in scope by their similarity to a name, best first; only those above `floor`.
    pub fn similar(&self, asked: &PreparedName, scope: &Scope, floor: f32) -> Vec<NodeCandidate> {
        let mut found: Vec<NodeCandidate> = self
            .entries(scope)
            .filter_map(|entry| {
                let (score, channel) = similarity(asked, &entry.name);
                (score > floor).then(|| NodeCandidate {
                    node: entry.node,
                    text: entry.name.text.clone(),
                    score,
                    channel,
                })
            })
            .collect();
        sort(&mut found);
        found
    }
}

fn in_scope(entry: &CatalogRelation, scope: &Scope) -> bool {
    matches!(scope, Scope::All) || entry.sources.iter().any(|s| scope.contains(*s))
}

/// Sorts best first; equal scores by channel and then by name, so that the order is deterministic.
pub fn sort(candidates: &mut [NodeCandidate]) {
    candidates.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| rank(a.channel).cmp(&rank(b.channel)))
            .then_with(|| a.text.cmp(&b.text))
    });
}

fn rank(channel: Channel) -> u8 {
    channel as u8
}
