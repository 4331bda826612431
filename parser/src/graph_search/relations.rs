//! The relations of the graph with their words, and where a question says them.

use std::collections::{BTreeMap, HashMap, HashSet};

use trustuqa_engine::ground::Embed;
use trustuqa_engine::lexicon;
use trustuqa_model::{
    GraphRead, NodeId, Result, Roles, Scope, Source, SourceId, SourceKind, ValueKind, name_tokens, tokens,
};

use super::question::{Coverage, TokenizedQuestion, bit, span};
use crate::words::{is_doer, is_stop, is_weak, likeness, root};

/// A relation with its words prepared.
#[derive(Clone, Debug)]
pub struct RelationName {
    /// Its node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// Roots of its content words with their weights.
    pub roots: Vec<(String, f32)>,
    /// Roots of the nouns for its tails: the nouns of its name, and the agent of a participle (`directed_by` a
    /// director), but not what a preposition is about.
    pub nouns: Vec<String>,
    /// Whether the name describes the head (`member_of`, `capital of`).
    pub of_head: bool,
    /// Whether its tails are doers: `directed_by`, `winner`, `Opened By`.
    pub agent: bool,
    /// The commonest kind of its values.
    pub kind: ValueKind,
    /// Whether it holds times: dates, or whole numbers under a name for years.
    pub temporal: bool,
    /// Its sources.
    pub sources: Vec<SourceId>,
}

impl RelationName {
    /// Whether its name has one of the words for what an adjective measures.
    pub fn has_word_like(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.roots.iter().any(|(own, _)| likeness(own, &root(word)) > 0.9))
    }
}

/// All relations of the graph with their words.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// By node.
    pub relations: BTreeMap<NodeId, RelationName>,
    /// Roots of the words of source names.
    pub sources: BTreeMap<SourceId, Vec<String>>,
    /// Roots of all nouns for tails.
    pub nouns: HashSet<String>,
}

impl Lexicon {
    /// Prepares the relations of these sources.
    pub fn of(sources: &[Source]) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for source in sources {
            lexicon.sources.insert(
                source.id,
                name_tokens(&source.name).iter().filter(|w| !is_stop(w)).map(|w| root(w)).collect(),
            );
            for relation in &source.relations {
                let entry = lexicon
                    .relations
                    .entry(relation.node)
                    .or_insert_with(|| prepare(relation.node, &relation.name, relation.kind));
                entry.sources.push(source.id);
                if source.kind != SourceKind::Table && entry.kind != relation.kind {
                    entry.kind = relation.kind;
                }
            }
        }
        lexicon.nouns = lexicon.relations.values().flat_map(|r| r.nouns.iter().cloned()).collect();
        lexicon
    }
}

fn prepare(node: NodeId, name: &str, kind: ValueKind) -> RelationName {
    // What is in brackets is a unit or a remark.
    let (main, remark) = match name.split_once(['(', '[']) {
        Some((main, remark)) if !main.trim().is_empty() => (main, remark),
        _ => (name, ""),
    };
    let weigh = |word: &String, weight: f32| (root(word), if is_weak(word) { 0.4 * weight } else { weight });
    let main_words = name_tokens(main);
    let mut roots: Vec<(String, f32)> =
        main_words.iter().filter(|w| !is_stop(w)).map(|w| weigh(w, 1.0)).collect();
    if roots.is_empty() {
        roots = main_words.iter().map(|w| (root(w), 1.0)).collect();
    }
    roots.extend(tokens(remark).iter().filter(|w| !is_stop(w)).map(|w| weigh(w, 0.15)));
    let speaks_of_time = main_words.iter().any(|word| lexicon::contains("date.columns", word));
    let temporal =
        kind == ValueKind::Date || (speaks_of_time && matches!(kind, ValueKind::Integer | ValueKind::Date));
    let of_head = main_words.last().is_some_and(|w| w == "of");
    let by = main_words.last().is_some_and(|w| w == "by");
    let nouns = match main_words.as_slice() {
        _ if of_head => Vec::new(),
        words => {
            words.iter().filter(|w| !is_stop(w) && (by || !w.ends_with("ed"))).map(|w| root(w)).collect()
        }
    };
    let doer = |w: &String| is_doer(w) || lexicon::contains("persons", w);
    let agent = kind == ValueKind::Text && !of_head && (by || main_words.last().is_some_and(doer));
    RelationName {
        node,
        name: name.to_owned(),
        roots,
        nouns,
        of_head,
        agent,
        kind,
        temporal,
        sources: Vec::new(),
    }
}

/// A relation's words found in the question.
#[derive(Clone, Debug)]
pub struct RelationMatch {
    /// Token, quality, index of the word of the relation's name.
    pairs: Vec<(usize, f32, usize)>,
    total: f32,
}

/// Where a relation is said, and how clearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelationMention {
    /// The tokens.
    pub coverage: Coverage,
    /// Explained weight, reduced if only a part of the relation's name was said.
    pub gain: f32,
    /// Share of the relation's name that was said.
    pub completeness: f32,
}

/// The relations that share words with a question.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    by_relation: HashMap<NodeId, RelationMatch>,
}

impl Matches {
    /// Compares every relation with every word.
    pub fn of(lexicon: &Lexicon, question: &TokenizedQuestion) -> Matches {
        let mut known: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        let mut by_relation = HashMap::new();
        for relation in lexicon.relations.values() {
            let mut pairs = Vec::new();
            for (index, (word, weight)) in relation.roots.iter().enumerate() {
                let found = known.entry(word.as_str()).or_insert_with(|| {
                    let like = |t: &super::question::QuestionToken| likeness(word, &t.root);
                    question
                        .tokens
                        .iter()
                        .enumerate()
                        .filter(|(_, t)| t.weight > 0.0)
                        .map(|(at, t)| (at, like(t)))
                        .filter(|(_, q)| *q > 0.0)
                        .collect()
                });
                if *weight > 0.0 {
                    pairs.extend(found.iter().map(|(at, quality)| (*at, *quality, index)));
                }
            }
            if !pairs.is_empty() {
                pairs.sort_by_key(|(at, _, _)| *at);
                let total = relation.roots.iter().map(|(_, w)| w).sum::<f32>().max(0.1);
                by_relation.insert(relation.node, RelationMatch { pairs, total });
            }
        }
        Matches { by_relation }
    }

    /// Whether the question says no relation.
    pub fn is_empty(&self) -> bool {
        self.by_relation.is_empty()
    }

    /// Adds a relation that an encoder finds near a span of the question.
    pub fn add(&mut self, relation: NodeId, coverage: Coverage, quality: f32) {
        let entry = self
            .by_relation
            .entry(relation)
            .or_insert_with(|| RelationMatch { pairs: Vec::new(), total: 1.0 });
        for at in 0..64 {
            if coverage & bit(at) != 0 && !entry.pairs.iter().any(|(t, q, _)| *t == at && *q >= quality) {
                entry.pairs.push((at, quality, usize::MAX));
            }
        }
        entry.pairs.sort_by_key(|(at, _, _)| *at);
    }

    /// Where, among free tokens, a relation is said most clearly; between places, nearness to `near` decides.
    pub fn mention_of(
        &self,
        lexicon: &Lexicon,
        question: &TokenizedQuestion,
        relation: NodeId,
        free: Coverage,
        near: Coverage,
    ) -> Option<RelationMention> {
        let matched = self.by_relation.get(&relation)?;
        let roots = &lexicon.relations.get(&relation)?.roots;
        let mut best: Option<(f32, RelationMention)> = None;
        let mut cluster: Vec<(usize, f32, usize)> = Vec::new();
        let mut close = |cluster: &[(usize, f32, usize)]| {
            let mut coverage = 0;
            let (mut gain, mut said) = (0.0, 0.0);
            let mut named: Vec<usize> = Vec::new();
            for (at, quality, word) in cluster {
                if coverage & bit(*at) == 0 {
                    let top = cluster
                        .iter()
                        .filter(|(t, _, _)| t == at)
                        .map(|(_, q, _)| *q)
                        .fold(*quality, f32::max);
                    gain += question.tokens[*at].weight * top;
                }
                coverage |= bit(*at);
                if *word == usize::MAX {
                    said = f32::max(said, matched.total * quality);
                } else if !named.contains(word) {
                    named.push(*word);
                    said += roots.get(*word).map_or(0.0, |(_, w)| *w) * quality;
                }
            }
            if coverage == 0 {
                return;
            }
            let completeness = (said / matched.total).min(1.0);
            let gain = gain * (0.35 + 0.65 * completeness);
            let rank = gain - 0.12 * question.distance(coverage, near);
            if best.as_ref().is_none_or(|(r, _)| rank > *r) {
                best = Some((rank, RelationMention { coverage, gain, completeness }));
            }
        };
        for pair in matched.pairs.iter().filter(|(at, _, _)| free & bit(*at) != 0) {
            if let Some((last, _, _)) = cluster.last() {
                let gap = question.weight(span(last + 1, pair.0) & free);
                // A word of the name that is said twice means two places, unless it is one phrase.
                let again =
                    pair.0 != *last && cluster.iter().any(|(at, _, word)| *word == pair.2 && *at != pair.0);
                if gap > 0.5 || again {
                    close(&cluster);
                    cluster.clear();
                }
            }
            cluster.push(*pair);
        }
        close(&cluster);
        best.map(|(_, mention)| mention)
    }
}

/// Maximum number of spans of one to three words that the encoder is asked about.
const PHRASES: usize = 10;
/// A phrase and a relation's name with a lower cosine are not alike.
const NEAR: f32 = 0.48;

/// Adds relations whose names are near in meaning to words that say no relation.
pub fn add_meanings(
    graph: &dyn GraphRead,
    embed: &dyn Embed,
    question: &TokenizedQuestion,
    names: Coverage,
    matches: &mut Matches,
) -> Result<()> {
    let said = matches
        .by_relation
        .values()
        .flat_map(|m| m.pairs.iter().filter(|(_, quality, _)| *quality >= 0.9))
        .fold(0, |covered, (at, _, _)| covered | bit(*at));
    let operators = question.operators.iter().fold(0, |covered, o| covered | o.coverage);
    let open = |at: usize| {
        question.tokens.get(at).is_some_and(|t| t.weight >= 0.3 && bit(at) & (said | names | operators) == 0)
    };
    let mut asked = 0;
    for from in 0..question.tokens.len() {
        if !open(from) {
            continue;
        }
        for to in from + 1..=(from + 3).min(question.tokens.len()) {
            if !open(to - 1) || asked == PHRASES {
                continue;
            }
            let (coverage, first, last) = (span(from, to), &question.tokens[from], &question.tokens[to - 1]);
            let Some(vector) = question.text.get(first.start..last.end).and_then(|text| embed.embed(text))
            else {
                continue;
            };
            asked += 1;
            for (relation, cosine) in graph.nearest(&vector, 6, Roles::RELATION, &Scope::All)? {
                if cosine >= NEAR {
                    matches.add(relation, coverage, (0.9 * cosine).min(0.75));
                }
            }
        }
    }
    Ok(())
}
