//! Routing: which of the loaded sources a question is about (section 5 of the
//! design), from the words it shares with their columns and relations and from
//! the names in it that they hold.

use std::collections::{BTreeMap, HashMap, HashSet};

use trustuqa_storage::{GraphRead, NodeKind, Result, Roles, Scope, Source, SourceId, ValueKind};

use crate::ground::lexical::{is_filler, stem};
use crate::writer::{SchemaRelation, SchemaSource};

/// Sources that a prompt describes when there are more.
const TOLD: usize = 8;
/// Up to this many columns and relations in all, every source is described.
const SMALL: usize = 160;
/// Words that a name in a question may have.
const LONGEST_NAME: usize = 9;
/// Columns or relations of one source that a prompt lists.
const RELATIONS: usize = 60;

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

/// Ranks the sources for a question.
pub fn route(graph: &dyn GraphRead, sources: &[Source], question: &str) -> Result<Routed> {
    let spans = mentions(graph, question)?;
    let mut scores: BTreeMap<SourceId, f32> = sources.iter().map(|s| (s.id, 0.0)).collect();
    for span in &spans {
        // A name that every source holds tells little about where to look.
        let weight = span.words as f32 * 2.0 / (1.0 + span.sources.len() as f32).ln_1p();
        for source in &span.sources {
            *scores.entry(*source).or_default() += weight;
        }
    }
    let words: HashSet<String> = trustuqa_storage::tokens(question)
        .iter()
        .filter(|t| !is_filler(t))
        .map(|t| stem(t).to_owned())
        .collect();
    let mut frequency: HashMap<String, usize> = HashMap::new();
    let stems =
        |text: &str| trustuqa_storage::tokens(text).iter().map(|t| stem(t).to_owned()).collect::<Vec<_>>();
    let described: Vec<(SourceId, HashSet<String>)> = sources
        .iter()
        .map(|source| {
            let mut own: HashSet<String> = stems(&source.name).into_iter().collect();
            own.extend(source.relations.iter().flat_map(|r| stems(&r.name)));
            for word in &own {
                *frequency.entry(word.clone()).or_default() += 1;
            }
            (source.id, own)
        })
        .collect();
    for (id, own) in &described {
        for word in own.intersection(&words) {
            let rarity = (1.0 + sources.len() as f32 / frequency.get(word).copied().unwrap_or(1) as f32).ln();
            *scores.entry(*id).or_default() += rarity;
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

fn is_question_word(word: &str) -> bool {
    matches!(
        word,
        "who"
            | "what"
            | "when"
            | "where"
            | "which"
            | "how"
            | "why"
            | "whose"
            | "did"
            | "do"
            | "does"
            | "many"
            | "much"
            | "most"
            | "first"
            | "last"
            | "it"
            | "i"
            | "he"
            | "she"
            | "they"
            | "that"
            | "this"
            | "with"
            | "from"
            | "as"
            | "be"
            | "been"
            | "not"
    )
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
