//! Tails that are asked for by their value or by a part of a date, not by name.

use std::collections::HashSet;

use trustuqa_model::{Comparison, Date, MONTHS, NodeId, Scope, Value};

use super::other_wording::{LOOKED_AT, loose_date};
use super::{Pair, tails_of};
use crate::execute::{Result, is_within};
use crate::ground::{Channel, NodeCandidate, Parameter};
use crate::translate::Translator;

/// The most facts of a relation that are read to find a part of a date.
const DATE_PARTS: usize = 200_000;

impl Translator<'_, '_> {
    /// The tails that equal the asked value by type, or by a part of a date; `None` when a tail of the best
    /// relations has that very name.
    pub(super) fn typed_pair(
        &self,
        relation: &[String],
        relations: &[NodeCandidate],
        asked: &[String],
        parameter: Parameter,
        tail_parameter: Parameter,
    ) -> Result<Option<Pair>> {
        let [name] = asked else { return Ok(None) };
        if self.pinned(name, false)?.is_some() {
            return Ok(None);
        }
        let graph = self.executor.graph();
        let value = Value::parse(name);
        let month = month_and_day(name);
        if value.order_key().is_none() && month.is_none() {
            return Ok(None);
        }
        for candidate in relations.iter().filter(|c| c.score >= 0.9 * relations[0].score) {
            if let Some(node) = graph.node_named(name)?
                && !graph.facts_of_relation(candidate.node, Some(node), &self.scope)?.is_empty()
            {
                return Ok(None);
            }
            let mut tails: Vec<NodeId> = Vec::new();
            let mut channel = Channel::Value;
            if value.order_key().is_some() {
                let equal =
                    self.executor.facts_in_range(candidate.node, Comparison::Eq, &value, &self.scope)?;
                tails.extend(equal.into_iter().map(|p| p.tail));
            }
            if let (true, Some((month, day))) = (tails.is_empty(), month) {
                channel = Channel::Date;
                for posting in
                    graph.facts_of_relation(candidate.node, None, &self.scope)?.into_iter().take(DATE_PARTS)
                {
                    let date = self.executor.node(posting.tail)?.1.date();
                    if date.is_some_and(|d| has_parts(d, month, day)) {
                        tails.push(posting.tail);
                    }
                }
            }
            // A year means all its days, including texts in which a time of day follows the date.
            if let Value::Integer(year @ 1000..=2999) = value
                && !tails.is_empty()
            {
                tails.extend(self.dated_texts(candidate.node, year)?);
            }
            let mut seen = HashSet::new();
            let mut distinct = Vec::new();
            for tail in tails {
                let own = self.executor.node(tail)?.1;
                let fits = channel == Channel::Date || own == Value::Text || is_within(&own, &value);
                if fits && seen.insert(tail) {
                    distinct.push(tail);
                }
            }
            let tails = distinct;
            if tails.is_empty() {
                continue;
            }
            let mut entity = Vec::new();
            for tail in tails {
                entity.push(NodeCandidate {
                    node: tail,
                    text: self.executor.node(tail)?.0,
                    score: 0.96,
                    channel,
                });
            }
            let chosen = std::slice::from_ref(candidate);
            let asked = ((parameter, relation), (tail_parameter, name.as_str()));
            return Ok(Some(tails_of(asked.0, relations, chosen, asked.1, entity)));
        }
        Ok(None)
    }
}

impl Translator<'_, '_> {
    /// The cells of tables under a relation which are plain texts with a date in this year.
    fn dated_texts(&self, relation: NodeId, year: i64) -> Result<Vec<NodeId>> {
        let tables = self.tables_with(relation)?;
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for posting in self.executor.first_facts(relation, &Scope::Only(tables), LOOKED_AT)? {
            let (text, value, _) = self.executor.node(posting.tail)?;
            let dated =
                || loose_date(&text).and_then(|date| date.year).is_some_and(|own| i64::from(own) == year);
            if value == Value::Text && dated() {
                found.push(posting.tail);
            }
        }
        Ok(found)
    }
}

/// Month and perhaps day of a text such as `August`, `Aug` or `14 August`.
fn month_and_day(text: &str) -> Option<(u8, Option<u8>)> {
    let words = trustuqa_model::tokens(text);
    let mut month = None;
    let mut day = None;
    for word in &words {
        let named =
            MONTHS.iter().position(|m| m == word || (word.len() == 3 && m.starts_with(word.as_str())));
        match (named, word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']).parse::<u8>()) {
            (Some(at), _) if month.is_none() => month = u8::try_from(at + 1).ok(),
            (None, Ok(number)) if day.is_none() && (1..=31).contains(&number) => day = Some(number),
            _ => return None,
        }
    }
    month.map(|m| (m, day))
}

fn has_parts(date: Date, month: u8, day: Option<u8>) -> bool {
    date.month() == Some(month) && (day.is_none() || date.day() == day)
}
