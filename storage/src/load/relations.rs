//! Statistics of columns and relations, collected from the sorted relation index.

use std::collections::BTreeMap;

use redb::{ReadableTable as _, Table};
use rustc_hash::FxHashMap;
use trustuqa_model::catalogue::{commonest_kind, listed_relations};
use trustuqa_model::order::{Typed, sortable};
use trustuqa_model::value::is_missing;

use super::fresh::FreshNames;
use crate::names::{self, NameView};
use crate::postings::Entry;
use crate::{NodeId, RelationInfo, Result, SourceId, SourceKind, ValueKind};

/// Access to the records of nodes.
#[derive(Clone, Copy)]
pub(super) struct Nodes<'a, 't> {
    pub(super) names: &'a Table<'t, u32, &'static [u8]>,
    pub(super) row_chunks: &'a Table<'t, u32, (u32, u32, [u64; 4])>,
    pub(super) fresh: &'a FreshNames,
}

/// Collects one relation of one source at a time, whose entries come in order of tails.
#[derive(Default)]
pub(super) struct RelationStatistics {
    /// In the order of relations within a source.
    done: FxHashMap<SourceId, Vec<RelationInfo>>,
    current: Option<Current>,
}

struct Current {
    relation: u32,
    source: SourceId,
    facts: u64,
    kinds: FxHashMap<ValueKind, u64>,
    /// Fact, head and tail of the first fact of the file whose tail is not a placeholder for a missing value.
    first: Option<(u32, u32, u32)>,
    tail: Option<Tail>,
    untyped: u64,
    typed: Typed,
}

/// The tail whose entries are being read.
#[derive(Clone, Copy)]
struct Tail {
    id: u32,
    /// `None` for a row and for a placeholder for a missing value.
    kind: Option<ValueKind>,
    /// Its key in the order index; `None` without a typed order.
    order: Option<u32>,
}

impl RelationStatistics {
    /// Adds the next entry of the relation index: tail, head, fact. Returns the tail's key in the order
    /// index, if it has a typed order.
    pub(super) fn push(
        &mut self,
        nodes: Nodes<'_, '_>,
        source: SourceId,
        relation: u32,
        Entry { a: tail, b: head, c: fact, .. }: Entry,
    ) -> Result<Option<u32>> {
        if self
            .current
            .as_ref()
            .is_none_or(|current| (current.relation, current.source) != (relation, source))
        {
            self.close(nodes)?;
            let kinds = FxHashMap::default();
            let (facts, untyped) = (0, 0);
            let (first, tail, typed) = (None, None, Typed::default());
            self.current = Some(Current { relation, source, facts, kinds, first, tail, untyped, typed });
        }
        let Some(current) = &mut self.current else { return Ok(None) };
        let Tail { kind, order, .. } = match current.tail {
            Some(known) if known.id == tail => known,
            _ => *current.tail.insert(Tail::read(nodes, tail, &mut current.typed)?),
        };
        current.untyped += u64::from(order.is_none());
        current.facts += 1;
        if let Some(kind) = kind {
            *current.kinds.entry(kind).or_default() += 1;
            if current.first.is_none_or(|(first, ..)| fact < first) {
                current.first = Some((fact, head, tail));
            }
        }
        Ok(order)
    }

    fn close(&mut self, nodes: Nodes<'_, '_>) -> Result<()> {
        let Some(current) = self.current.take() else { return Ok(()) };
        let kind = commonest_kind(&current.kinds);
        let (sample_head, sample) = match current.first {
            Some((_, head, tail)) => (nodes.text(head)?, nodes.text(tail)?),
            None => (None, None),
        };
        self.done.entry(current.source).or_default().push(RelationInfo {
            node: NodeId(current.relation),
            name: nodes.text(current.relation)?.unwrap_or_default(),
            column: None,
            facts: current.facts,
            kind,
            sample,
            sample_head,
            untyped: current.untyped,
            typed: current.typed,
        });
        Ok(())
    }

    /// The relations of every source, in order of their nodes.
    pub(super) fn finish(mut self, nodes: Nodes<'_, '_>) -> Result<FxHashMap<SourceId, Vec<RelationInfo>>> {
        self.close(nodes)?;
        Ok(self.done)
    }
}

impl Tail {
    /// Reads a tail, and adds it to the summary of those with a typed order.
    fn read(nodes: Nodes<'_, '_>, id: u32, typed: &mut Typed) -> Result<Tail> {
        if nodes.fresh.is_plain(id) {
            return Ok(Tail { id, kind: Some(ValueKind::Text), order: None });
        }
        let Some(bytes) = nodes.names.get(id)? else { return Ok(Tail { id, kind: None, order: None }) };
        let name = NameView::read(id, bytes.value())?;
        let value = name.value()?;
        let kind = (!is_missing(name.text())).then(|| value.kind());
        let order = value.order_key().and_then(sortable);
        if let Some(order) = order {
            typed.add(&value, order);
        }
        Ok(Tail { id, kind, order })
    }
}

/// The relations of a source as its catalogue entry lists them; `relations` are in order of their
/// nodes.
pub(super) fn listed(
    nodes: Nodes<'_, '_>,
    relations: Vec<RelationInfo>,
    kind: SourceKind,
    columns: &BTreeMap<u16, NodeId>,
) -> Result<Vec<RelationInfo>> {
    let columns = columns.iter().map(|(column, node)| (*column, *node));
    listed_relations(relations, kind, columns, |node| Ok(nodes.text(node.0)?.unwrap_or_default()))
}

impl Nodes<'_, '_> {
    /// The text of a name, or the name of a row.
    fn text(self, id: u32) -> Result<Option<String>> {
        if let Some(bytes) = self.names.get(id)? {
            return Ok(Some(NameView::read(id, bytes.value())?.text().to_owned()));
        }
        Ok(names::row_of(self.row_chunks, id)?.map(|(_, row)| format!("[line_{row}]")))
    }
}
