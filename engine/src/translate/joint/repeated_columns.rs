//! Columns whose name occurs more than once in a table. The copies are loaded as `Votes`, `Votes (2)` and so
//! on, and a query for `Votes` may mean any of them.

use trustuqa_model::{NodeId, SourceKind};

use crate::execute::Result;
use crate::family::Family;
use crate::ground::NodeCandidate;
use crate::query::llm::{Call, Term};
use crate::translate::Translator;

/// The copies of a column in its table.
struct Copies {
    /// All columns of the table, in order.
    columns: Vec<NodeId>,
    /// The positions of the copies in `columns`, with their names.
    at: Vec<(usize, String)>,
    /// True when the whole header is repeated: several tables side by side.
    whole: bool,
}

impl Translator<'_, '_> {
    /// The copies of a column with exactly this name; `None` unless a single table is in scope and the name
    /// is repeated.
    fn copies(&self, column: NodeId) -> Option<Copies> {
        if !self.uses(Family::RepeatedColumns) {
            return None;
        }
        let mut tables = (self.executor.sources().iter())
            .filter(|s| s.kind == SourceKind::Table && self.scope.contains(s.id));
        let (Some(table), None) = (tables.next(), tables.next()) else { return None };
        let base = &table.relations.iter().find(|r| r.node == column)?.name;
        let copy_of = |name: &str, base: &str| {
            name == base
                || name
                    .strip_prefix(base)
                    .and_then(|rest| rest.strip_prefix(" (")?.strip_suffix(')'))
                    .is_some_and(|n| n.parse::<u32>().is_ok_and(|n| n > 1))
        };
        let count = |base: &str| table.relations.iter().filter(|r| copy_of(&r.name, base)).count();
        let at: Vec<(usize, String)> = (table.relations.iter().enumerate())
            .filter(|(_, r)| copy_of(&r.name, base))
            .map(|(place, r)| (place, r.name.clone()))
            .collect();
        if at.len() < 2 {
            return None;
        }
        let block = table.relations.len() / at.len();
        let whole = table.relations.len() % at.len() == 0
            && table.relations.iter().take(block).all(|r| count(&r.name) == at.len());
        let columns = table.relations.iter().map(|r| r.node).collect();
        Some(Copies { columns, at, whole })
    }

    /// All columns that share the name of this one, in order, unless the whole header is repeated; only this
    /// column when its name is unique.
    pub(in crate::translate) fn columns_like(&self, column: NodeId) -> Vec<NodeId> {
        match self.copies(column).filter(|copies| !copies.whole) {
            Some(copies) => {
                copies.at.iter().filter_map(|(place, _)| copies.columns.get(*place)).copied().collect()
            }
            None => vec![column],
        }
    }

    /// Among the best columns, of about equal scores, moves those to the front in which these rows have a
    /// value. Only for columns that do not have the very name.
    pub(super) fn with_values_first(
        &self,
        index: usize,
        mut relations: Vec<NodeCandidate>,
    ) -> Result<Vec<NodeCandidate>> {
        let Some(best) = relations.first().map(|c| c.score) else { return Ok(relations) };
        let near = relations.iter().take_while(|c| c.score >= best - 0.05).count();
        if best >= super::SAME_NAME || near < 2 || self.rows_in(self.set(index))? == 0 {
            return Ok(relations);
        }
        let rows = self.set(index).nodes();
        let mut empty = Vec::new();
        for candidate in &relations[..near] {
            let mut any = false;
            for row in rows.iter().take(super::TRIED) {
                let facts = self.executor.graph().facts_of_head(*row, Some(candidate.node), &self.scope)?;
                any |= !facts.is_empty();
            }
            empty.push(!any);
        }
        if empty[0] {
            let mut order: Vec<usize> = (0..near).collect();
            order.sort_by_key(|at| empty[*at]);
            let sorted: Vec<NodeCandidate> = order.into_iter().map(|at| relations[at].clone()).collect();
            relations.splice(..near, sorted);
        }
        Ok(relations)
    }

    /// The copy of a column that is meant for the rows of a set. Where the whole header is repeated, it is
    /// the one in the same block as the cells by which the rows were found; otherwise the one right after the
    /// column by which they were found. Without such a copy, the column itself.
    pub(super) fn copies_for(&self, index: usize, column: &NodeCandidate) -> Result<Vec<NodeCandidate>> {
        let Some(copies) = self.copies(column.node) else { return Ok(vec![column.clone()]) };
        let mut found_by: Vec<usize> = Vec::new();
        for fact in self.set(index).facts().into_iter().take(64) {
            let relation = self.executor.graph().fact(fact)?.relation;
            found_by.extend(copies.columns.iter().position(|node| *node == relation));
        }
        // Rows found by two conditions carry the facts of the second only, but the step names both columns.
        if !copies.whole
            && let Some(Call::GetInformation(info)) = self.step_of(index).map(|step| &step.call)
            && let Some(Term::Names(names)) = &info.relation
        {
            for name in names {
                let named = |node: &NodeId| self.executor.is_named(*node, name).unwrap_or(false);
                found_by.extend(copies.columns.iter().position(named));
            }
        }
        let candidate = |(place, text): &(usize, String)| NodeCandidate {
            node: copies.columns[*place],
            text: text.clone(),
            score: column.score,
            channel: column.channel,
        };
        if copies.whole {
            let block = copies.columns.len() / copies.at.len();
            let mut blocks: Vec<usize> = found_by.iter().map(|place| place / block).collect();
            blocks.sort_unstable();
            blocks.dedup();
            // Rows found in several blocks cannot be told apart by one column.
            let one = if let [at] = blocks.as_slice() { copies.at.get(*at) } else { None };
            return Ok(vec![one.map_or_else(|| column.clone(), candidate)]);
        }
        let beside = copies.at.iter().find(|(place, _)| *place > 0 && found_by.contains(&(place - 1)));
        Ok(vec![beside.map_or_else(|| column.clone(), candidate)])
    }
}
