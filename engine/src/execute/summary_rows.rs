//! Rows of tables that sum up the others, such as a last row called `Total`.
//!
//! Such a row is not one of the things that the table lists: it is left out of extremes, sums, means, counts
//! and groups, unless the set consists of such rows only.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use trustuqa_model::{NodeId, NodeKind, Scope, Side, Source, SourceId, SourceKind};

use super::item::{Item, ItemSet, ItemValue};
use super::{Executor, Result};
use crate::lexicon;
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Operand};

/// The most rows of a table whose numbers are compared; of longer tables, only the last rows can be
/// summaries.
const WHOLE_TABLES: u64 = 20_000;
/// The number of last rows of a longer table that can be summaries.
const LAST_ROWS: u64 = 3;
/// The number of columns, from the left, in which a row can have a name such as `Total`.
const NAME_COLUMNS: usize = 3;

/// The most facts that are read for a name such as `Total`, in order to know its rows.
const MAX_NAME_FACTS: usize = 20_000;

/// What has been determined so far.
#[derive(Default)]
pub(super) struct SummaryRows {
    /// The summary rows of each table.
    of: Mutex<HashMap<SourceId, Arc<HashSet<NodeId>>>>,
    /// All rows with a cell whose text is that of a summary, such as `Total`; `None` when these are too many.
    named: OnceLock<Option<HashSet<NodeId>>>,
}

/// Functions that mean the things that a table lists, without its summary rows.
fn is_of_members(function: Function) -> bool {
    use Function as F;
    matches!(
        function,
        F::Sum
            | F::Mean
            | F::Median
            | F::Min
            | F::Max
            | F::Argmin
            | F::Argmax
            | F::TopK
            | F::BottomK
            | F::Count
            | F::CountDistinct
            | F::CountBy
            | F::MostFrequent
            | F::LeastFrequent
            | F::Rank
            | F::StandardDeviation
            | F::Percentile
            | F::Share
            | F::Nearest
    )
}

impl Executor<'_> {
    /// The set as a function sees it: without summary rows and their cells, when the function means the
    /// things that a table lists.
    pub(super) fn members(&self, function: Function, set: ItemSet) -> Result<ItemSet> {
        if is_of_members(function) { self.without_summaries(set) } else { Ok(set) }
    }

    /// The set without summary rows and their cells, unless it consists of these only.
    pub(super) fn without_summaries(&self, set: ItemSet) -> Result<ItemSet> {
        let mut summed = Vec::new();
        for (at, item) in set.items().iter().enumerate() {
            if self.summary_of(item)?.is_some() {
                summed.push(at);
            }
        }
        if summed.is_empty() || summed.len() == set.len() {
            return Ok(set);
        }
        let left = set.items().iter().enumerate().filter(|(at, _)| summed.binary_search(at).is_err());
        Ok(left.map(|(_, item)| item.clone()).collect())
    }

    /// The summary rows that a call leaves out.
    pub fn left_out_summaries(
        &self,
        call: &ExecutionCall<NodeId>,
        before: &[ItemSet],
    ) -> Result<Vec<NodeId>> {
        let sets: &[Operand<NodeId>] = match call {
            ExecutionCall::Reason { function, sets, .. } if is_of_members(*function) => sets,
            ExecutionCall::Group { set, .. } => std::slice::from_ref(set),
            _ => &[],
        };
        let mut rows = Vec::new();
        for operand in sets {
            let Operand::Set(at) = operand else { continue };
            let Some(set) = before.get(*at) else { continue };
            let mut found = Vec::new();
            for item in set.items() {
                found.extend(self.summary_of(item)?);
            }
            if found.len() < set.len() {
                rows.extend(found.into_iter().filter(|row| !rows.contains(row)).collect::<Vec<_>>());
            }
        }
        Ok(rows)
    }

    /// The summary row that an item is, or to which its cell belongs.
    fn summary_of(&self, item: &Item) -> Result<Option<NodeId>> {
        if item.measure.is_some() {
            return Ok(None);
        }
        let row = match (&item.value, item.facts.first()) {
            // Most rows are no summaries, which is known without reading them.
            (ItemValue::Node(node), _) if !self.may_sum_up(*node)? => None,
            (ItemValue::Node(node), _) => match self.kind(*node)? {
                NodeKind::Row { source, .. } => Some((*node, source)),
                NodeKind::Name => None,
            },
            (ItemValue::Cell(_) | ItemValue::Derived(..), Some(fact)) => match self.source_of_fact(*fact) {
                Some(source) if !self.summary_rows(source.id)?.is_empty() => {
                    Some((self.graph().fact(*fact)?.head, source.id))
                }
                _ => None,
            },
            _ => None,
        };
        let Some((row, source)) = row else { return Ok(None) };
        Ok(self.summary_rows(source)?.contains(&row).then_some(row))
    }

    /// Whether a table has a summary row.
    ///
    /// # Errors
    ///
    /// A graph that cannot be read.
    pub fn has_summary_rows(&self, source: SourceId) -> Result<bool> {
        Ok(!self.summary_rows(source)?.is_empty())
    }

    /// Whether a node has a cell whose text is that of a summary; true when this is not known.
    fn may_sum_up(&self, node: NodeId) -> Result<bool> {
        let named = match self.summaries.named.get() {
            Some(named) => named,
            None => {
                let found = self.named_like_summaries()?;
                self.summaries.named.get_or_init(|| found)
            }
        };
        Ok(named.as_ref().is_none_or(|rows| rows.contains(&node)))
    }

    fn named_like_summaries(&self) -> Result<Option<HashSet<NodeId>>> {
        let mut rows = HashSet::new();
        for name in lexicon::words("summary rows") {
            for node in self.graph().nodes_folded(name)? {
                let (facts, all) =
                    self.graph().facts_around(node, Side::Tail, &Scope::All, 0, MAX_NAME_FACTS)?;
                if facts.len() as u64 != all {
                    return Ok(None);
                }
                rows.extend(facts.iter().map(|fact| fact.head));
            }
        }
        Ok(Some(rows))
    }

    /// The summary rows of a table.
    fn summary_rows(&self, source: SourceId) -> Result<Arc<HashSet<NodeId>>> {
        let lock = || self.summaries.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&source) {
            return Ok(Arc::clone(known));
        }
        let found = match self.source(source) {
            Some(table) if table.kind == SourceKind::Table && table.rows > 2 => {
                self.found_summaries(table)?
            }
            _ => HashSet::new(),
        };
        let found = Arc::new(found);
        lock().insert(source, Arc::clone(&found));
        Ok(found)
    }

    fn found_summaries(&self, table: &Source) -> Result<HashSet<NodeId>> {
        let mut columns: Vec<_> = table.relations.iter().collect();
        columns.sort_by_key(|column| column.column);
        let only = Scope::Only(vec![table.id]);
        let mut found = HashSet::new();
        for name in lexicon::words("summary rows") {
            for node in self.graph().nodes_folded(name)? {
                for column in columns.iter().take(NAME_COLUMNS) {
                    for posting in self.graph().facts_of_relation(column.node, Some(node), &only)? {
                        let row = posting.head;
                        let cells = self.graph().facts_of_head(row, None, &only)?;
                        if !found.contains(&row) && self.is_no_smaller(table, row, &cells)? {
                            found.insert(row);
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// Whether, in every column, no other number is larger than that of the row, and some column has other
    /// numbers: a row that is called a total but is smaller is an ordinary one.
    fn is_no_smaller(&self, table: &Source, row: NodeId, cells: &[trustuqa_model::Posting]) -> Result<bool> {
        if table.rows > WHOLE_TABLES {
            // The numbers of a long table are not read: one of its last rows is believed to be a total.
            let NodeKind::Row { row: number, .. } = self.kind(row)? else { return Ok(false) };
            return Ok(u64::from(number) + LAST_ROWS > table.rows);
        }
        let only = Scope::Only(vec![table.id]);
        let mut any = false;
        for cell in cells {
            let Some(own) = self.known(cell.tail, |(_, value, _)| value.number())? else { continue };
            let mut others = 0_usize;
            for posting in self.graph().facts_of_relation(cell.relation, None, &only)? {
                if posting.head == row {
                    continue;
                }
                let other = self.known(posting.tail, |(_, value, _)| value.number())?;
                match other {
                    Some(other) if other > own => return Ok(false),
                    Some(_) => others += 1,
                    None => {}
                }
            }
            any |= others > 1;
        }
        Ok(any)
    }
}
