//! Routing: which of the loaded sources a question is about, before there is a query.
//! Which of several tables a query is about is decided by the engine
//! ([`trustuqa_engine::RunOptions::route`]), which knows its names.

use std::collections::{BTreeMap, HashSet};

use trustuqa_engine::ground::lexical::{is_filler, is_question_word, stem};
use trustuqa_model::{GraphRead, NodeKind, Result, Roles, Scope, Source, SourceId, ValueKind};

use crate::writer::{SchemaRelation, SchemaSource};

/// Sources that a prompt describes when there are more.
const TOLD: usize = 8;
/// Up to this many columns and relations in all, every source is described.
const SMALL: usize = 160;
/// Words that a name in a question may have.
const LONGEST_NAME: usize = 9;
/// Columns or relations of one source that a prompt lists.
const RELATIONS: usize = 60;

/// Weight of a word in names of entities and cells, beside 1 for one in the schema.
const IN_NAMES: f32 = 0.5;
/// BM25's `k1`: after about so many names, more of them tell little.
const SATURATION: f32 = 1.2;
/// BM25's `b`: how far the size of a source counts.
const BY_SIZE: f32 = 0.75;

/// What routing found in a question.
#[derive(Clone, Debug, Default)]
pub struct Routed {
    /// The sources, best first.
    pub ranked: Vec<SourceId>,
    /// The sources to ground in; empty for all of them.
    pub scope: Vec<String>,
    /// Names of the graph that the question quotes, as the user typed them.
    pub mentions: Vec<String>,
    /// The question with those names masked.
    pub masked: String,
}

/// Ranks the sources for a question by three kinds of evidence, each weighted by how few
/// sources have it: names of the graph that the question quotes, its words in names of
/// columns and relations, and its words in names of entities and cells. Only the last
/// goes by how often: a word that stands in many names of a small source tells what that
/// source is about, while a large one has every word somewhere (the BM25 formula).
pub fn route(graph: &dyn GraphRead, sources: &[Source], question: &str) -> Result<Routed> {
    let spans = mentions(graph, question)?;
    let mut scores: BTreeMap<SourceId, f32> = sources.iter().map(|s| (s.id, 0.0)).collect();
    let rarity = |holders: usize| (1.0 + sources.len() as f32 / holders.max(1) as f32).ln();
    for span in &spans {
        for source in &span.sources {
            *scores.entry(*source).or_default() += span.words as f32 * rarity(span.sources.len());
        }
    }
    let schemas: Vec<(SourceId, HashSet<String>)> = sources
        .iter()
        .map(|source| {
            let mut own: HashSet<String> = stems(&source.name).into_iter().collect();
            own.extend(source.relations.iter().flat_map(|r| stems(&r.name)));
            (source.id, own)
        })
        .collect();
    let mut words: Vec<String> = trustuqa_model::tokens(question)
        .into_iter()
        .filter(|token| !is_filler(token) && !is_question_word(token))
        .collect();
    words.sort();
    words.dedup();
    // A single source needs no choice, and reading it is not free.
    words.truncate(if sources.len() > 1 { usize::MAX } else { 0 });
    for word in &words {
        let stem = stem(word);
        let holders: Vec<SourceId> =
            schemas.iter().filter(|(_, own)| own.contains(stem)).map(|(id, _)| *id).collect();
        for source in &holders {
            *scores.entry(*source).or_default() += rarity(holders.len());
        }
        let shares = shares_of_word(graph, sources, word)?;
        for (source, share) in &shares {
            *scores.entry(*source).or_default() += IN_NAMES * share * rarity(shares.len());
        }
    }
    let mut ranked: Vec<(SourceId, f32)> = scores.into_iter().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let relations: usize = sources.iter().map(|s| s.relations.len()).sum();
    let scope = if relations <= SMALL || sources.len() <= TOLD {
        Vec::new()
    } else {
        let named = |id: SourceId| sources.iter().find(|s| s.id == id).map(|s| s.name.clone());
        ranked.iter().take(TOLD).filter(|(_, score)| *score > 0.0).filter_map(|(id, _)| named(*id)).collect()
    };
    let mut masked = question.to_owned();
    for span in &spans {
        masked = masked.replacen(&span.text, "X", 1);
    }
    Ok(Routed {
        ranked: ranked.into_iter().map(|(id, _)| id).collect(),
        scope,
        mentions: spans.into_iter().map(|s| s.text).collect(),
        masked,
    })
}

/// The sources with names that contain a word, and how much it tells of each, up to 1.
fn shares_of_word(graph: &dyn GraphRead, sources: &[Source], word: &str) -> Result<Vec<(SourceId, f32)>> {
    if graph.token_count(word)? == 0 {
        return Ok(Vec::new());
    }
    let mean = sources.iter().map(|s| s.nodes as f32).sum::<f32>() / sources.len().max(1) as f32;
    let mut shares = Vec::new();
    for source in sources {
        let names = graph.nodes_with_token(word, Roles::ENTITY, &Scope::Only(vec![source.id]))?.len() as f32;
        if names > 0.0 {
            let size = 1.0 - BY_SIZE + BY_SIZE * source.nodes as f32 / mean.max(1.0);
            shares.push((source.id, names / (names + SATURATION * size)));
        }
    }
    Ok(shares)
}

fn stems(text: &str) -> Vec<String> {
    trustuqa_model::tokens(text).iter().map(|token| stem(token).to_owned()).collect()
}

/// The schema that a writer is told: every source of a small graph, else the best.
pub fn schema(sources: &[Source], routed: &Routed) -> Vec<SchemaSource> {
    let told = if routed.scope.is_empty() { sources.len() } else { routed.scope.len() };
    routed
        .ranked
        .iter()
        .take(told)
        .filter_map(|id| sources.iter().find(|s| s.id == *id))
        .map(describe)
        .collect()
}

fn describe(source: &Source) -> SchemaSource {
    let relations = source.relations.iter().take(RELATIONS).map(|r| SchemaRelation {
        name: r.name.clone(),
        value_kind: kind_word(r.kind).to_owned(),
        count: r.facts,
        sample: r.sample.clone(),
    });
    SchemaSource { name: source.name.clone(), kind: source.kind, relations: relations.collect() }
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

struct Span {
    text: String,
    words: usize,
    sources: HashSet<SourceId>,
}

/// The longest spans of the question that are names of the graph, left to right.
fn mentions(graph: &dyn GraphRead, question: &str) -> Result<Vec<Span>> {
    let words: Vec<(usize, &str)> =
        question.split_whitespace().map(|w| (w.as_ptr() as usize - question.as_ptr() as usize, w)).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut taken = 1;
        for length in (1..=LONGEST_NAME.min(words.len() - at)).rev() {
            let (first, _) = words[at];
            let (last, word) = words[at + length - 1];
            let span = question[first..last + word.len()]
                .trim_matches(['?', '.', ',', '!', ';', ':', '"', '(', ')']);
            let span = span.strip_suffix("'s").or_else(|| span.strip_suffix("’s")).unwrap_or(span);
            let lower = span.to_lowercase();
            if span.is_empty() || length == 1 && (is_filler(&lower) || is_question_word(&lower)) {
                continue;
            }
            let sources = holders(graph, span)?;
            if !sources.is_empty() {
                found.push(Span { text: span.to_owned(), words: length, sources });
                taken = length;
                break;
            }
        }
        at += taken;
    }
    Ok(found)
}

/// The sources in which a name like this is an entity or a value.
fn holders(graph: &dyn GraphRead, name: &str) -> Result<HashSet<SourceId>> {
    let mut sources = HashSet::new();
    for node in graph.nodes_folded(name)? {
        if graph.node(node)?.kind != NodeKind::Name || !graph.roles(node, &Scope::All)?.meets(Roles::ENTITY) {
            continue;
        }
        for posting in graph
            .facts_of_head(node, None, &Scope::All)?
            .into_iter()
            .chain(graph.facts_of_tail(node, None, &Scope::All)?)
            .take(2_000)
        {
            sources.insert(graph.fact(posting.fact)?.source);
        }
    }
    Ok(sources)
}
