//! Names inside longer cells. When no cell equals a name, every cell of the column that contains all its
//! words in order is meant. When no column has the name of the relation, the name is looked for in all
//! columns.

use std::collections::HashSet;

use trustuqa_model::{NodeId, Scope, SourceId, SourceKind, Value};

use super::other_wording::LOOKED_AT;
use super::{Pair, tails_of};
use crate::execute::Result;
use crate::family::Family;
use crate::ground::lexical::{PreparedName, similarity};
use crate::ground::{Channel, NodeCandidate, Parameter};
use crate::translate::Translator;

/// The most tables searched for a name whose column is unknown.
const TABLES: usize = 4;

impl Translator<'_, '_> {
    /// All cells that contain a name, in place of the single most similar one: that a cell is shorter does
    /// not make it a better match.
    pub(super) fn contained_pair(
        &self,
        relation: &[String],
        relations: &[NodeCandidate],
        chosen: &[NodeCandidate],
        asked: &[String],
        parameter: Parameter,
        tail_parameter: Parameter,
    ) -> Result<Option<Pair>> {
        let [name] = asked else { return Ok(None) };
        if !self.uses(Family::PartsOfCells) {
            return Ok(None);
        }
        let prepared = PreparedName::new(name);
        if Value::parse(name).order_key().is_some() || !prepared.tokens.iter().any(|word| word.len() > 1) {
            return Ok(None);
        }
        let mut entity = Vec::new();
        for column in chosen {
            let tables = self.tables_with(column.node)?;
            if tables.is_empty() {
                return Ok(None);
            }
            entity.extend(self.cells_with(&prepared, column.node, tables)?);
        }
        if entity.is_empty() {
            return Ok(None);
        }
        entity.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.node.cmp(&b.node)));
        entity.dedup_by_key(|c| c.node);
        // A note in brackets leaves a name the same: `Oslo Post (report)` is the `Oslo Post`, while `Oslo
        // Post/Bergen Times` is another one.
        let noted = |c: &NodeCandidate| {
            c.text.split_once('(').is_some_and(|(name, _)| PreparedName::new(name).tokens == prepared.tokens)
        };
        if entity.iter().any(noted) {
            entity.retain(noted);
        }
        Ok(Some(tails_of((parameter, relation), relations, chosen, (tail_parameter, name.as_str()), entity)))
    }

    /// The cells of a column that contain all words of a name in order.
    fn cells_with(
        &self,
        name: &PreparedName,
        column: NodeId,
        tables: Vec<SourceId>,
    ) -> Result<Vec<NodeCandidate>> {
        let mut found: Vec<NodeCandidate> = Vec::new();
        // Each distinct cell is read once.
        let mut seen = HashSet::new();
        for posting in self.executor.first_facts(column, &Scope::Only(tables), LOOKED_AT)? {
            if !seen.insert(posting.tail) {
                continue;
            }
            let text = self.executor.node(posting.tail)?.0;
            let cell = PreparedName::new(&text);
            let holds = !name.tokens.is_empty()
                && cell.tokens.windows(name.tokens.len()).any(|window| window == name.tokens.as_slice());
            if holds {
                let (score, _) = similarity(name, &cell);
                let score = score.max(0.58);
                found.push(NodeCandidate { node: posting.tail, text, score, channel: Channel::Words });
            }
        }
        Ok(found)
    }

    /// The column of a name when no column has the name of the relation: the one with a cell that equals the
    /// name, otherwise the one with a cell that contains it. Several columns are acceptable when they have it
    /// in the same rows.
    pub(super) fn relation_by_cells(
        &self,
        relation: &[String],
        asked: &[String],
        parameter: Parameter,
        tail_parameter: Parameter,
    ) -> Result<Option<Pair>> {
        let [name] = asked else { return Ok(None) };
        if !self.uses(Family::UnnamedColumns) {
            return Ok(None);
        }
        let prepared = PreparedName::new(name);
        // Numbers and dates occur in many columns by chance.
        if Value::parse(name).order_key().is_some() || !prepared.tokens.iter().any(|word| word.len() > 2) {
            return Ok(None);
        }
        let tables: Vec<_> = (self.executor.sources().iter())
            .filter(|s| s.kind == SourceKind::Table && self.scope.contains(s.id))
            .take(TABLES + 1)
            .collect();
        if tables.is_empty() || tables.len() > TABLES {
            return Ok(None);
        }
        let mut holding: Vec<(NodeId, String, Vec<NodeCandidate>)> = Vec::new();
        for table in tables {
            for column in &table.relations {
                let cells = self.cells_with(&prepared, column.node, vec![table.id])?;
                if !cells.is_empty() {
                    holding.push((column.node, column.name.clone(), cells));
                }
            }
        }
        // Cells that equal the name take precedence over cells that only contain it.
        if holding.iter().any(|(_, _, cells)| cells.iter().any(|c| c.score >= 0.95)) {
            holding.iter_mut().for_each(|(_, _, cells)| cells.retain(|c| c.score >= 0.95));
            holding.retain(|(_, _, cells)| !cells.is_empty());
        }
        // A relation such as `name` leaves the column open, so all these columns are chosen.
        if holding.len() > 1
            && relation.iter().all(|name| matches!(trustuqa_model::fold(name).as_str(), "name" | "entity"))
        {
            let mut chosen = Vec::new();
            let mut entity: Vec<NodeCandidate> = Vec::new();
            for (node, text, cells) in holding {
                chosen.push(NodeCandidate { node, text, score: 0.5, channel: Channel::Value });
                entity.extend(cells.into_iter().filter(|cell| cell.score > 0.0));
            }
            let asked = ((parameter, relation), (tail_parameter, name.as_str()));
            return Ok(Some(tails_of(asked.0, &chosen, &chosen, asked.1, entity)));
        }
        let mut rows: Option<Vec<NodeId>> = None;
        for (column, _, cells) in &holding {
            let mut own = Vec::new();
            for cell in cells {
                let facts = self.executor.graph().facts_of_relation(*column, Some(cell.node), &self.scope)?;
                own.extend(facts.into_iter().map(|posting| posting.head));
            }
            own.sort_unstable();
            own.dedup();
            if rows.get_or_insert_with(|| own.clone()) != &own {
                return Ok(None);
            }
        }
        let Some((node, text, entity)) = holding.into_iter().next() else { return Ok(None) };
        let chosen = vec![NodeCandidate { node, text, score: 0.5, channel: Channel::Value }];
        Ok(Some(tails_of((parameter, relation), &chosen, &chosen, (tail_parameter, name.as_str()), entity)))
    }
}
