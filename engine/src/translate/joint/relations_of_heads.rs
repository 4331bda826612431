//! Whether heads have a relation: by facts of their own, or as cells of rows that do.

use std::collections::HashSet;

use trustuqa_model::{NodeId, NodeKind, Scope, Side};

use super::{Reach, TRIED};
use crate::execute::{ItemValue, Result};
use crate::translate::Translator;

/// The number of heads whose facts are read at once, until some are found.
const TOGETHER: usize = 32;

impl Translator<'_, '_> {
    /// How a head is connected to a relation; `None` when it is not.
    pub(in crate::translate) fn head_reaches(&self, head: NodeId, relation: NodeId) -> Result<Option<Reach>> {
        let graph = self.executor.graph();
        if !graph.facts_of_head(head, Some(relation), &self.scope)?.is_empty() {
            return Ok(Some(Reach::Direct));
        }
        // As a cell of another column of a table that has this relation as a column.
        let tables = self.tables_with(relation)?;
        if tables.is_empty() {
            return Ok(None);
        }
        // A name can be a cell of very many rows, so only its columns are read.
        let columns = graph.relations_around(&[head], Side::Tail, &Scope::Only(tables), usize::MAX)?;
        Ok(columns.iter().flatten().any(|(_, column)| *column != relation).then_some(Reach::Rows))
    }

    pub(super) fn set_reaches(&self, index: usize, relation: NodeId) -> Result<Option<Reach>> {
        let set = self.set(index);
        let nodes = self.executor.nodes_of(set)?;
        if nodes.len() <= TRIED {
            for some in nodes.chunks(TOGETHER) {
                let facts = self.executor.graph().facts_of_heads(some, Some(relation), &self.scope)?;
                if facts.iter().any(|facts| !facts.is_empty()) {
                    return Ok(Some(Reach::Direct));
                }
            }
        } else {
            // For a large set, one pass over the relation is cheaper.
            let nodes: HashSet<NodeId> = nodes.into_iter().collect();
            let facts = self.executor.graph().facts_of_relation(relation, None, &self.scope)?;
            if facts.iter().any(|p| nodes.contains(&p.head)) {
                return Ok(Some(Reach::Direct));
            }
        }
        // Rows of a table that has the column, even if all these cells are empty.
        if self.tables_with(relation)?.is_empty() {
            return Ok(None);
        }
        for item in set.items() {
            if let ItemValue::Node(node) = item.value
                && let NodeKind::Row { source, .. } = self.executor.node(node)?.2
                && self
                    .executor
                    .source(source)
                    .is_some_and(|s| s.relations.iter().any(|r| r.node == relation))
            {
                return Ok(Some(Reach::Direct));
            }
        }
        Ok(self.executor.has_rows(set, relation, &self.source_names)?.then_some(Reach::Rows))
    }
}
