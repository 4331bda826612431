//! Routing: which of the loaded sources a question is about, before there is a query.
//! Which of several tables a query is about is decided by the engine
//! ([`trustuqa_engine::RunOptions::route`]), which knows its names.

use std::collections::{HashMap, HashSet};

use trustuqa_engine::Engine;
use trustuqa_engine::ground::lexical::{is_filler, is_question_word, stem};
use trustuqa_model::{NodeId, Result, Roles, Scope, Source, SourceId, SourceKind, ValueKind};

use super::linking::{FoundName, MatchKind, RelationsAround, Words, mentions};

/// The most sources that a prompt describes when it cannot describe all.
const MOST_VISIBLE: usize = 8;
/// Of these, places kept for the best graphs.
const GRAPHS: usize = 3;
/// Up to this many columns and relations in all, every source is described.
const SMALL: usize = 160;

/// Weight of a word in names of entities and cells, beside 1 for one in the schema.
const IN_NAMES: f32 = 0.5;
/// Weight of a relation around a name of the question, by how like the question its name is.
const LINKED: f32 = 8.0;
/// BM25's `k1`: beyond about so many names, more of them say little.
const SATURATION: f32 = 1.2;
/// How many names of a source with a word are counted: more of them say nothing more.
const SATURATED: usize = 200;
/// BM25's `b`: how far the size of a source counts.
const BY_SIZE: f32 = 0.75;

/// What routing found in a question.
#[derive(Clone, Debug, Default)]
pub struct RoutedQuestion {
    /// The sources, best first.
    pub ranked: Vec<SourceId>,
    /// The sources to ground in; empty for all of them.
    pub scope: Vec<String>,
    /// Names of the graph that occur in the question, in its order.
    pub found: Vec<FoundName>,
    /// The sources that a writer sees, with their scores, best first.
    pub visible: Vec<(SourceId, f32)>,
    /// The question with the whole names masked.
    pub masked: String,
    /// The relations around those names.
    pub around: RelationsAround,
}

/// Ranks the sources for a question by four kinds of evidence: names of the graph that the question
/// quotes, its words in names of columns and relations, and its words in names of entities and cells,
/// each weighted by how few sources have it; and how like its words the relations around those names are.
/// Only the third depends on frequency: a word that is in many names of a small source shows what that
/// source is about, while a large one has every word somewhere (the BM25 formula).
///
/// # Errors
///
/// A graph that cannot be read.
pub fn route(engine: &Engine<'_>, question: &str) -> Result<RoutedQuestion> {
    let (graph, sources) = (engine.executor().graph(), engine.executor().sources());
    let found = mentions::find(graph, question)?;
    let mut scores: HashMap<SourceId, f32> = sources.iter().map(|s| (s.id, 0.0)).collect();
    let rarity = |holders: usize| (1.0 + sources.len() as f32 / holders.max(1) as f32).ln();
    for mention in &found {
        let holders = mention.sources();
        for source in &holders {
            *scores.entry(*source).or_default() +=
                mention.how.weight() * mention.words as f32 * rarity(holders.len());
        }
    }
    let mut words: Vec<String> = trustuqa_model::tokens(question)
        .into_iter()
        .filter(|token| !is_filler(token) && !is_question_word(token))
        .collect();
    words.sort();
    words.dedup();
    // A single source needs no choice, and reading it is not free.
    words.truncate(if sources.len() > 1 { usize::MAX } else { 0 });
    let holders_of = holders_of_stems(engine, &words);
    let mean = sources.iter().map(|s| s.nodes as f32).sum::<f32>() / sources.len().max(1) as f32;
    let sizes: HashMap<SourceId, f32> =
        sources.iter().map(|s| (s.id, 1.0 - BY_SIZE + BY_SIZE * s.nodes as f32 / mean.max(1.0))).collect();
    for word in &words {
        if let Some(holders) = holders_of.get(stem(word)) {
            for source in holders {
                *scores.entry(*source).or_default() += rarity(holders.len());
            }
        }
        let names = graph.sources_of_token(word, Roles::ENTITY, &Scope::All, SATURATED)?;
        for (source, count) in &names {
            let size = sizes.get(source).copied().unwrap_or(1.0);
            let share = *count as f32 / (*count as f32 + SATURATION * size);
            *scores.entry(*source).or_default() += IN_NAMES * share * rarity(names.len());
        }
    }
    let around = RelationsAround::of(graph, &found)?;
    for (source, likeness) in likest_around(engine, &around, question) {
        *scores.entry(source).or_default() += LINKED * likeness;
    }
    let mut ranked: Vec<(SourceId, f32)> = scores.into_iter().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let relations: usize = sources.iter().map(|s| s.relations.len()).sum();
    let small = relations <= SMALL || sources.len() <= MOST_VISIBLE;
    let visible = if small { ranked.clone() } else { visible(sources, &ranked) };
    let named = |id: &SourceId| sources.iter().find(|s| s.id == *id).map(|s| s.name.clone());
    let scope = if small { Vec::new() } else { visible.iter().filter_map(|(id, _)| named(id)).collect() };
    let masked = masked(question, &found);
    let ranked = ranked.into_iter().map(|(id, _)| id).collect();
    Ok(RoutedQuestion { ranked, visible, scope, found, masked, around })
}

/// A question with the whole names that were found in it masked.
pub fn masked(question: &str, found: &[FoundName]) -> String {
    let whole = found.iter().filter(|mention| mention.how == MatchKind::Whole);
    whole.fold(question.to_owned(), |masked, mention| masked.replacen(&mention.text, "X", 1))
}

/// The best sources where there are many. The best graphs always have a place: there are few of them
/// beside many tables, and they hold something of everything.
fn visible(sources: &[Source], ranked: &[(SourceId, f32)]) -> Vec<(SourceId, f32)> {
    let graphs: HashSet<SourceId> =
        sources.iter().filter(|source| source.kind != SourceKind::Table).map(|source| source.id).collect();
    let scored = || ranked.iter().filter(|(_, score)| *score > 0.0).copied();
    let mut best: Vec<(SourceId, f32)> = scored().take(MOST_VISIBLE).collect();
    let missing: Vec<(SourceId, f32)> = scored()
        .filter(|(id, _)| graphs.contains(id))
        .take(GRAPHS)
        .filter(|one| !best.contains(one))
        .collect();
    best.truncate(MOST_VISIBLE - missing.len());
    best.extend(missing);
    best
}

/// For each source, how well the best relation around the names of the question matches its words.
fn likest_around(engine: &Engine<'_>, around: &RelationsAround, question: &str) -> HashMap<SourceId, f32> {
    let words = Words::of(question);
    let mut known: HashMap<NodeId, f32> = HashMap::new();
    let mut best: HashMap<SourceId, f32> = HashMap::new();
    for (source, relation, near) in around.relations() {
        let likeness = *known.entry(relation).or_insert_with(|| {
            engine.catalog().get(relation).map_or(0.0, |entry| words.likeness(&entry.name.text))
        });
        let here = best.entry(source).or_default();
        *here = here.max(near * likeness);
    }
    best
}

/// For each word, the sources that have it in their name or in that of a column or relation.
fn holders_of_stems<'w>(engine: &Engine<'_>, words: &'w [String]) -> HashMap<&'w str, HashSet<SourceId>> {
    let mut holders: HashMap<&str, HashSet<SourceId>> =
        words.iter().map(|word| (stem(word), HashSet::new())).collect();
    if words.is_empty() {
        return holders;
    }
    let everywhere = Scope::All;
    for relation in engine.catalog().entries(&everywhere) {
        for stem in &relation.name.stems {
            if let Some(holders) = holders.get_mut(stem.as_str()) {
                holders.extend(relation.sources.iter().copied());
            }
        }
    }
    for source in engine.executor().sources() {
        for token in trustuqa_model::name_tokens(&source.name) {
            if let Some(holders) = holders.get_mut(stem(&token)) {
                holders.insert(source.id);
            }
        }
    }
    holders
}

/// A value kind as a word.
pub fn kind_word(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Text => "text",
        ValueKind::Integer => "integer",
        ValueKind::Decimal => "decimal",
        ValueKind::Date => "date",
        ValueKind::Duration => "duration",
        ValueKind::Ordinal => "ordinal",
        ValueKind::Quantity => "quantity",
        ValueKind::Score => "score",
        ValueKind::Fraction => "fraction",
    }
}
