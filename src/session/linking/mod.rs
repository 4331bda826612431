//! Schema linking: what a prompt says about the graph for one question.
//!
//! ```text
//! question --mentions--> names of the graph that occur in it, with their nodes
//!          --neighbouring_relations--> relations of these nodes, one and two hops out
//!          --rank------> relations of a source: around the names, near by words and by
//!                        meaning, then by use
//!          --describe--> what a relation connects, what its values look like
//! ```
//!
//! Everything is read by bounded reads: of a hub with a million facts, a few of each relation
//! are looked at. A prompt has names of the schema, counts and masked shapes.

mod describe;
pub mod mentions;
mod neighbouring_relations;
mod rank;
mod relation_ends;
mod shapes;

use trustuqa_engine::Engine;
use trustuqa_model::{NodeId, Result, Source, SourceKind};

use self::describe::Describer;
pub use self::mentions::{FoundName, MatchKind};
pub use self::neighbouring_relations::RelationsAround;
pub use self::rank::Words;
use super::route::RoutedQuestion;
use crate::writer::{MoreSources, PromptMention, SchemaSource};

/// How much of the graph a writer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkingLimits {
    /// Relations that are listed of all graphs together, and columns of one table.
    pub relations: usize,
    /// About how many tokens the list of sources may have.
    pub tokens: usize,
    /// Whether a graph is described completely where that fits: more to read, but the same for every
    /// question, so that a slow server reads it once.
    pub whole: bool,
}

impl Default for LinkingLimits {
    fn default() -> LinkingLimits {
        LinkingLimits { relations: 60, tokens: 1_500, whole: false }
    }
}

/// What a writer sees of the graph.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// The sources, best first, each with the relations that matter for the question.
    pub schema: Vec<SchemaSource>,
    /// Whether this is all of the graph, and so the same for every question over it.
    pub is_whole_graph: bool,
    /// Sources that are not described.
    pub more: MoreSources,
    /// The names in the question with their roles.
    pub mentions: Vec<PromptMention>,
}

/// Links the schema to a question whose sources were ranked.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn link(
    engine: &Engine<'_>,
    question: &str,
    routed: &RoutedQuestion,
    limits: LinkingLimits,
) -> Result<Linked> {
    let executor = engine.executor();
    let ranked: Vec<&Source> = routed.visible.iter().filter_map(|(id, _)| executor.source(*id)).collect();
    let relations: usize = executor.sources().iter().map(|source| source.relations.len()).sum();
    let few = ranked.len() == executor.sources().len() && relations <= limits.relations;
    if few || limits.whole && relations <= WHOLE {
        // In the order of loading, which no question changes.
        let every: Vec<&Source> = executor.sources().iter().collect();
        let whole = list(engine, question, routed, &every, true, limits)?;
        if few || whole.is_whole_graph {
            return Ok(whole);
        }
    }
    list(engine, question, routed, &ranked, false, limits)
}

/// A graph with at most this many relations is described completely: no search is needed to read them.
const WHOLE: usize = 300;

/// Lists the sources `ranked` within the budget of tokens: with all their relations for a whole graph, else
/// with those that matter for the question.
fn list(
    engine: &Engine<'_>,
    question: &str,
    routed: &RoutedQuestion,
    ranked: &[&Source],
    mut is_whole_graph: bool,
    limits: LinkingLimits,
) -> Result<Linked> {
    let sources = engine.executor().sources();
    let shares = shares(ranked, routed, limits.relations);
    let words = Words::of(question);
    let words = if is_whole_graph { words } else { words.with_meaning(engine, &routed.masked) };
    let near = if is_whole_graph { rank::RelationSimilarity::new() } else { words.near(engine, ranked)? };
    let nowhere = RelationsAround::default();
    let describer = Describer::new(engine, if is_whole_graph { &nowhere } else { &routed.around });
    let mut schema: Vec<SchemaSource> = Vec::new();
    let mut tokens = limits.tokens;
    for (source, share) in ranked.iter().zip(shares) {
        if tokens == 0 && !schema.is_empty() {
            break;
        }
        let listed = if is_whole_graph {
            source.relations.iter().map(|relation| relation.node).collect()
        } else if source.kind == SourceKind::Table {
            rank::columns(source, &rank::order(source, &routed.around, &words, &near), share)
        } else {
            let ordered = rank::order(source, &routed.around, &words, &near);
            ordered.into_iter().take(share).collect::<Vec<NodeId>>()
        };
        let described = describer.source(source, &listed, &mut tokens)?;
        if !described.relations.is_empty() || schema.is_empty() {
            schema.push(described);
        }
    }
    let mut mentions: Vec<PromptMention> = Vec::new();
    for mention in routed.found.iter().map(|found| found.for_prompt(ranked)) {
        match mentions.iter_mut().find(|known| known.text == mention.text) {
            Some(known) if known.role.is_empty() => known.role = mention.role,
            Some(known) if !mention.role.is_empty() => {
                known.role = format!("{}; {}", known.role, mention.role);
            }
            Some(_) => {}
            None => mentions.push(mention),
        }
    }
    let named = |schema: &SchemaSource, kind: bool| (schema.kind == SourceKind::Table) == kind;
    let count = |kind: bool| {
        let all = sources.iter().filter(|source| (source.kind == SourceKind::Table) == kind).count();
        all - schema.iter().filter(|source| named(source, kind)).count()
    };
    is_whole_graph &= schema.len() == sources.len() && schema.iter().all(|source| source.left_out == 0);
    Ok(Linked {
        is_whole_graph,
        more: MoreSources { tables: count(true), graphs: count(false) },
        schema,
        mentions,
    })
}

/// Columns of a table, and relations of a graph, that are always listed.
const COLUMNS: usize = 12;
const RELATIONS: usize = 5;
/// Relations around the names of the question that are always listed of a graph, and how near these must
/// be.
const AROUND: usize = 40;
const NEAR: f32 = 0.05;

/// How many relations of each source are listed. Where there is not room for all, a source has
/// a share by the square of its score: the best ones are described in full.
fn shares(ranked: &[&Source], routed: &RoutedQuestion, most: usize) -> Vec<usize> {
    let all: usize = ranked.iter().map(|source| source.relations.len()).sum();
    if all <= most {
        return ranked.iter().map(|source| source.relations.len()).collect();
    }
    let square = |source: &Source| {
        let score = routed.visible.iter().find(|(id, _)| *id == source.id).map_or(0.0, |(_, score)| *score);
        score * score + f32::EPSILON
    };
    let (mut left, mut weight) = (most, ranked.iter().map(|source| square(source)).sum::<f32>());
    let mut shares = Vec::new();
    for source in ranked {
        let share = (left as f32 * square(source) / weight.max(f32::EPSILON)).round() as usize;
        let least = if source.kind == SourceKind::Table {
            COLUMNS
        } else {
            let around = source.relations.iter().filter(|r| routed.around.near(source.id, r.node) >= NEAR);
            around.count().clamp(RELATIONS, AROUND)
        };
        let share = share.max(least).min(source.relations.len());
        weight -= square(source);
        left = left.saturating_sub(share);
        shares.push(share);
    }
    shares
}

/// About how many tokens a text has for a language model: a token for each six letters of a
/// word, each digit and each two other signs.
pub fn tokens_of(text: &str) -> usize {
    let (mut tokens, mut letters, mut signs) = (0, 0_usize, 0_usize);
    for c in text.chars().chain([' ']) {
        if c.is_alphabetic() {
            letters += 1;
        } else {
            tokens += letters.div_ceil(6);
            letters = 0;
        }
        if c.is_alphanumeric() || c.is_whitespace() {
            tokens += signs.div_ceil(2) + usize::from(c.is_numeric());
            signs = 0;
        } else {
            signs += 1;
        }
    }
    tokens
}
