//! Which of several tables a query and its question fit best.
//!
//! There are two kinds of evidence, both as log-likelihoods, so that they add up. From the query: how large a
//! part of the table its names are. A table of five columns in which one row in seven is a defenceman is more
//! likely to be asked about defencemen than a table of twenty columns with one in two hundred. From the
//! question: words that the query does not use, in the names of columns, in the name of the source and in
//! cells, provided that not all of the tables have them.

use std::collections::{BTreeMap, HashSet};

use trustuqa_model::{Roles, Scope, Source, SourceId, tokens};

use super::required_names::{Requirement, all_names};
use crate::execute::Result;
use crate::ground::lexical::{is_filler, is_question_word, stem};
use crate::run::Engine;

/// The weight of a word of the question in the schema of a table, before its rarity.
const IN_SCHEMA: f32 = 2.0;
/// The weight of a word of the question in the cells of a table, before its rarity.
const IN_CELLS: f32 = 1.0;

/// The tables with their weights, best first; tables of equal weight in the order of loading.
pub(super) fn order(
    engine: &Engine<'_>,
    needs: &[Requirement],
    tables: BTreeMap<SourceId, Vec<Option<u64>>>,
    question: &str,
) -> Result<Vec<(SourceId, f32)>> {
    let mut weighed: Vec<(SourceId, f32)> = Vec::with_capacity(tables.len());
    for (id, matched) in &tables {
        let Some(source) = engine.executor.source(*id) else { continue };
        weighed.push((*id, of_query(source, needs, matched)));
    }
    if weighed.len() > 1 {
        add_question(engine, needs, question, &mut weighed)?;
    }
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(weighed)
}

/// The log-likelihood that a question about this table uses these names.
fn of_query(source: &Source, needs: &[Requirement], matched: &[Option<u64>]) -> f32 {
    let columns = source.relations.len().max(1) as f32;
    let rows = source.rows.max(1) as f32;
    let mut likelihood = 0.0;
    for (need, matched) in needs.iter().zip(matched) {
        if !matches!(need, Requirement::Name(_)) {
            likelihood -= columns.ln();
        }
        if let Some(matched) = matched {
            likelihood += (*matched as f32 / rows).min(1.0).ln();
        }
    }
    likelihood
}

fn add_question(
    engine: &Engine<'_>,
    needs: &[Requirement],
    question: &str,
    weighed: &mut [(SourceId, f32)],
) -> Result<()> {
    let used: HashSet<String> = all_names(needs).flat_map(|name| stems(name)).collect();
    let mut words: Vec<String> =
        tokens(question).into_iter().filter(|token| !is_filler(token) && !is_question_word(token)).collect();
    words.sort();
    words.dedup();
    words.retain(|word| !used.contains(stem(word)));
    let schemas: Vec<HashSet<String>> =
        weighed.iter().map(|(id, _)| engine.executor.source(*id).map(schema).unwrap_or_default()).collect();
    for word in words {
        let stemmed = stem(&word).to_owned();
        let mut has = Vec::with_capacity(weighed.len());
        for ((id, _), schema) in weighed.iter().zip(&schemas) {
            let only = Scope::Only(vec![*id]);
            has.push(if schema.contains(&stemmed) {
                IN_SCHEMA
            } else if !engine.executor.graph().nodes_with_token(&word, Roles::CELL, &only)?.is_empty() {
                IN_CELLS
            } else {
                0.0
            });
        }
        let holders = has.iter().filter(|weight| **weight > 0.0).count();
        let rarity = ((1.0 + weighed.len() as f32) / holders.max(1) as f32).ln();
        for ((_, total), weight) in weighed.iter_mut().zip(has) {
            *total += weight * rarity;
        }
    }
    Ok(())
}

/// The stemmed words in the names of a source and its columns.
fn schema(source: &Source) -> HashSet<String> {
    let mut words: HashSet<String> = stems(&source.name).into_iter().collect();
    words.extend(source.relations.iter().flat_map(|relation| stems(&relation.name)));
    words
}

fn stems(text: &str) -> Vec<String> {
    tokens(text).iter().map(|token| stem(token).to_owned()).collect()
}
