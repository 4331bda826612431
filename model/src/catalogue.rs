//! What a store's catalogue records about relations, the same in every store.

use rustc_hash::FxHashMap;

use crate::order::Typed;
use crate::{NodeId, RelationInfo, Source, SourceId, SourceKind, ValueKind};

/// The most common kind of the values. On a tie the first in the order of [`ValueKind`] wins, so that the
/// same file always gives the same types.
pub fn commonest_kind<'k>(kinds: impl IntoIterator<Item = (&'k ValueKind, &'k u64)>) -> ValueKind {
    let most = kinds.into_iter().max_by(|left, right| left.1.cmp(right.1).then(right.0.cmp(left.0)));
    most.map_or(ValueKind::Text, |(kind, _)| *kind)
}

/// The relations of a source in the order of its catalogue entry: first columns in header order, including
/// those without cells, then by falling number of facts. `relations` are in order of their nodes; `name`
/// returns the text of a node.
///
/// # Errors
///
/// Those of `name`.
pub fn listed_relations<E>(
    mut relations: Vec<RelationInfo>,
    kind: SourceKind,
    columns: impl IntoIterator<Item = (u16, NodeId)>,
    mut name: impl FnMut(NodeId) -> Result<String, E>,
) -> Result<Vec<RelationInfo>, E> {
    for (column, node) in columns {
        match relations.binary_search_by_key(&node, |info| info.node) {
            Ok(at) => {
                relations[at].column.get_or_insert(column);
            }
            Err(at) => {
                let info = RelationInfo {
                    node,
                    name: name(node)?,
                    column: Some(column),
                    facts: 0,
                    kind: ValueKind::Text,
                    sample: None,
                    sample_head: None,
                    untyped: 0,
                    typed: Typed::default(),
                };
                relations.insert(at, info);
            }
        }
    }
    if kind == SourceKind::Table {
        relations.iter_mut().for_each(|info| info.sample_head = None);
    }
    relations.sort_by(|left, right| {
        let column = |info: &RelationInfo| info.column.map_or(u32::MAX, u32::from);
        column(left)
            .cmp(&column(right))
            .then(right.facts.cmp(&left.facts))
            .then_with(|| left.name.cmp(&right.name))
    });
    Ok(relations)
}

/// The sources in which each relation occurs.
#[derive(Debug, Default)]
pub struct RelationSources(FxHashMap<NodeId, InSources>);

/// The sources in which one relation occurs, ascending.
#[derive(Debug, Default)]
struct InSources {
    sources: Vec<SourceId>,
    /// For each source, the smallest and the largest order key of the relation's tails.
    orders: Vec<Option<(u32, u32)>>,
    /// Summary of the relation's tails over all sources.
    typed: Typed,
}

impl RelationSources {
    /// Adds the relations of a source. Sources come in ascending order and have each relation once.
    pub fn add(&mut self, source: &Source) {
        for relation in &source.relations {
            let known = self.0.entry(relation.node).or_default();
            known.sources.push(source.id);
            known.orders.push(relation.typed.orders);
            known.typed.join(&relation.typed);
        }
    }

    /// The sources in which the relation occurs, ascending.
    pub fn with_relation(&self, relation: NodeId) -> &[SourceId] {
        self.0.get(&relation).map_or(&[], |known| &known.sources)
    }

    /// The smallest and the largest order key of the relation's tails in a source.
    pub fn orders_in(&self, relation: NodeId, source: SourceId) -> Option<(u32, u32)> {
        let known = self.0.get(&relation)?;
        known.orders[known.sources.binary_search(&source).ok()?]
    }

    /// Summary of the relation's tails that have a typed order, over all sources.
    pub fn typed(&self, relation: NodeId) -> Option<&Typed> {
        self.0.get(&relation).map(|known| &known.typed)
    }

    /// The sources in which the relation may have tails with order keys in this range, judged by their
    /// smallest and largest key; ascending.
    pub fn with_orders(&self, relation: NodeId, (low, high): (u32, u32)) -> Vec<SourceId> {
        let Some(known) = self.0.get(&relation) else { return Vec::new() };
        let meets =
            |orders: &Option<(u32, u32)>| orders.is_some_and(|(first, last)| first <= high && last >= low);
        let both = known.sources.iter().zip(&known.orders);
        both.filter(|(_, orders)| meets(orders)).map(|(id, _)| *id).collect()
    }
}
