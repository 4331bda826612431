//! The column that is meant when none has the name of the relation: found by the words of the step, by the
//! values of its cells, or as the column that names the rows.

use trustuqa_model::{NodeId, Source, SourceKind, Value, fold, tokens};

use crate::execute::Result;
use crate::family::Family;
use crate::ground::lexical::{alike, stem};
use crate::ground::{Channel, NodeCandidate};
use crate::translate::Translator;

/// The number of values of a column that are read.
const LOOKED_AT: usize = 200;

impl Translator<'_, '_> {
    /// The one column that `asked` can mean, with a low score, because it is a guess and reported as such.
    /// Only for a single table in scope: among several, another one might have the very name.
    pub(super) fn relation_by_words(&self, asked: &[String]) -> Result<Vec<NodeCandidate>> {
        let [name] = asked else { return Ok(Vec::new()) };
        if !self.uses(Family::UnnamedColumns) {
            return Ok(Vec::new());
        }
        let mut tables = (self.executor.sources().iter())
            .filter(|source| source.kind == SourceKind::Table && self.scope.contains(source.id));
        let (Some(table), None) = (tables.next(), tables.next()) else { return Ok(Vec::new()) };
        let note = self.query.steps.get(self.step).map_or("", |step| step.note.as_str());
        let found = match self.dated_column(table, name)? {
            Some(found) => Some(found),
            None => column_in_note(table, note, name)
                .or_else(|| sharing_column(table, name))
                .or(self.naming_column(table, name)?),
        };
        let candidate = |node: NodeId| -> Result<NodeCandidate> {
            let text = self.executor.node(node)?.0;
            Ok(NodeCandidate { node, text, score: 0.5, channel: Channel::Words })
        };
        found.map(candidate).into_iter().collect()
    }

    /// The one column that holds only years or dates, when a year or a date is asked for.
    fn dated_column(&self, table: &Source, name: &str) -> Result<Option<NodeId>> {
        if !matches!(fold(name).as_str(), "year" | "date" | "years" | "dates") {
            return Ok(None);
        }
        let mut dated = Vec::new();
        for column in &table.relations {
            let facts = self.executor.first_facts(column.node, &self.scope, LOOKED_AT)?;
            let mut all = !facts.is_empty();
            for fact in facts {
                let value = self.executor.node(fact.tail)?.1;
                all = all && matches!(value, Value::Date(_) | Value::Integer(1000..=2100));
            }
            if all {
                dated.push(column.node);
            }
        }
        Ok(if let [column] = dated.as_slice() { Some(*column) } else { None })
    }

    /// The first column that holds names, when the last step asks for the target type itself: for the songs
    /// of a table of songs.
    fn naming_column(&self, table: &Source, name: &str) -> Result<Option<NodeId>> {
        let last = self.step + 1 == self.query.steps.len();
        if !last || !self.target.is_some_and(|target| alike(target, name)) {
            return Ok(None);
        }
        for column in &table.relations {
            if !self.is_ordered(&[column.node]) {
                return Ok(Some(column.node));
            }
        }
        Ok(None)
    }
}

/// The one column whose whole name occurs in the words of a step.
fn column_in_note(table: &Source, note: &str, asked: &str) -> Option<NodeId> {
    let words = tokens(note);
    let mut found = table.relations.iter().filter(|column| {
        let name = tokens(&column.name);
        let stands = |window: &[String]| window.iter().zip(&name).all(|(a, b)| stem(a) == stem(b));
        !name.is_empty() && words.windows(name.len()).any(stands) && fold(&column.name) != fold(asked)
    });
    let column = found.next()?;
    found.next().is_none().then_some(column.node)
}

/// The one column that shares the most words with a name of three or more, and at least three in four of
/// them.
fn sharing_column(table: &Source, asked: &str) -> Option<NodeId> {
    let asked = tokens(asked);
    if asked.len() < 3 {
        return None;
    }
    let shared = |name: &str| tokens(name).iter().filter(|word| asked.contains(word)).count();
    let most = table.relations.iter().map(|column| shared(&column.name)).max()?;
    let mut best = table.relations.iter().filter(|column| shared(&column.name) == most);
    let column = best.next().filter(|_| most * 4 >= asked.len() * 3)?;
    best.next().is_none().then_some(column.node)
}
