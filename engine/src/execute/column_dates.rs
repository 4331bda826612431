//! Dates whose day and month only their column tells apart.
//!
//! `04/05/2024` is a day in April or in May. A column that also has `13/01/2023` writes the
//! day first, and one that has `01/13/2023` the month; a column with both, or with neither,
//! leaves it open, and such a cell stays a text.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use trustuqa_model::{Comparison, Date, FactId, NodeId, Posting, Scope, SourceId, Value};

use super::matching::is_ordered;
use super::{Executor, Result};

/// Facts of a column that are looked at.
const LOOKED_AT: usize = 1_000_000;

/// The cells of a column that only the column makes dates, by their facts.
type Resolved = Arc<HashMap<FactId, (Posting, Date)>>;

/// What was found out of columns so far.
#[derive(Default)]
pub(super) struct ColumnDates(Mutex<HashMap<(NodeId, SourceId), Resolved>>);

impl Executor<'_> {
    /// The typed value of a cell: that of its text, or the date that its column makes of it.
    pub fn cell_value(&self, cell: NodeId, fact: FactId) -> Result<Value> {
        let (value, open) = self.known(cell, |(text, value, _)| {
            (value.clone(), *value == Value::Text && parts(text).is_some())
        })?;
        if !open {
            return Ok(value);
        }
        let Some(source) = self.source_of_fact(fact).map(|source| source.id) else { return Ok(value) };
        let relation = self.graph().fact(fact)?.relation;
        let dates = self.dates_of_column(relation, source)?;
        Ok(dates.get(&fact).map_or(value, |(_, date)| Value::Date(*date)))
    }

    /// Facts of a relation whose tail compares as asked, with the dates that only their
    /// column tells.
    pub fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let mut found = self.graph().facts_in_range(relation, op, value, scope)?;
        if value.date().is_none() {
            return Ok(found);
        }
        let before = found.len();
        for source in self.sources().iter().filter(|source| scope.contains(source.id)) {
            let has_texts = |info: &trustuqa_model::RelationInfo| info.node == relation && info.untyped > 0;
            if !source.relations.iter().any(has_texts) {
                continue;
            }
            for (posting, date) in self.dates_of_column(relation, source.id)?.values() {
                let own = Value::Date(*date);
                let fits = match op {
                    Comparison::Eq => own.compare(value).is_some_and(std::cmp::Ordering::is_eq),
                    op => is_ordered(&own, op, value),
                };
                if fits {
                    found.push(*posting);
                }
            }
        }
        if found.len() > before {
            found.sort_unstable_by_key(|posting| posting.fact);
            found.dedup();
        }
        Ok(found)
    }

    fn dates_of_column(&self, relation: NodeId, source: SourceId) -> Result<Resolved> {
        let lock = || self.column_dates.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&(relation, source)) {
            return Ok(Arc::clone(known));
        }
        let resolved = Arc::new(self.resolved_dates(relation, source)?);
        lock().insert((relation, source), Arc::clone(&resolved));
        Ok(resolved)
    }

    fn resolved_dates(&self, relation: NodeId, source: SourceId) -> Result<HashMap<FactId, (Posting, Date)>> {
        let facts = self.graph().facts_of_relation(relation, None, &Scope::Only(vec![source]))?;
        let (mut day_first, mut month_first) = (false, false);
        let mut open = Vec::new();
        for posting in facts.into_iter().take(LOOKED_AT) {
            let (found, is_text) =
                self.known(posting.tail, |(text, value, _)| (parts(text), *value == Value::Text))?;
            let Some((first, second, year)) = found else { continue };
            match (first > 12, second > 12) {
                (true, false) => day_first = true,
                (false, true) => month_first = true,
                (false, false) if is_text => open.push((posting, first, second, year)),
                _ => {}
            }
        }
        if day_first == month_first {
            return Ok(HashMap::new());
        }
        let date = |(posting, first, second, year): (Posting, u8, u8, i32)| {
            let (day, month) = if day_first { (first, second) } else { (second, first) };
            Date::new(year, Some(month), Some(day)).map(|date| (posting.fact, (posting, date)))
        };
        Ok(open.into_iter().filter_map(date).collect())
    }
}

/// The two small numbers and the year of a text such as `04/05/2024`.
pub(super) fn parts(text: &str) -> Option<(u8, u8, i32)> {
    let text = text.trim();
    if text.len() > 10 || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let separator = text.chars().find(|c| matches!(c, '/' | '.' | '-'))?;
    let mut numbers = text.split(separator);
    let small = |text: &str| {
        let sound = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u8>().ok().filter(|number| sound && (1..=31).contains(number))
    };
    let (first, second) = (small(numbers.next()?)?, small(numbers.next()?)?);
    let year = numbers.next().filter(|year| year.len() == 4)?.parse::<i32>().ok()?;
    numbers.next().is_none().then_some((first, second, year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dates_in_numbers_have_parts() {
        assert_eq!(parts("04/05/2024"), Some((4, 5, 2024)));
        assert_eq!(parts("4.5.2024"), Some((4, 5, 2024)));
        for text in ["2024-05-04", "4/5/24", "04/45/2024", "4/5", "a/b/2024", "1/2/2024/3"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
