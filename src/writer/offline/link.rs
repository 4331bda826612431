//! Links spans of a question to stored names (mentions) and its words to relations.

use std::collections::{HashMap, HashSet};

use trustuqa_storage::{GraphRead, NodeId, Result, Roles, Scope, Source, SourceId, SourceKind, ValueKind, tokens};

use super::question::{Mask, Question, bit, span};
use super::words::{is_stop, is_weak, likeness, root};
use crate::ground::Embed;

/// Longest span that is looked up as a name, in tokens.
const LONGEST: usize = 14;
/// Names that share a word are compared one by one up to this number.
const MOST_NAMES: u32 = 3_000;
/// Partial matches kept of one span.
const KEPT: usize = 6;

/// A span of the question that names a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The node.
    pub node: NodeId,
    /// Its stored name.
    pub text: String,
    /// The span.
    pub mask: Mask,
    /// How surely the span means this node, up to 1.
    pub score: f32,
}

/// Finds the mentions of a question.
pub fn mentions(graph: &dyn GraphRead, question: &Question) -> Result<Vec<Mention>> {
    let words: Vec<String> = question.tokens.iter().map(|t| t.word.clone()).collect();
    let mut found = Vec::new();
    exact(graph, question, &words, 1.0, &mut found)?;
    // Words that no name contains may be misspelt.
    let mut repaired = words.clone();
    for (at, token) in question.tokens.iter().enumerate() {
        let plain = token.word.len() >= 5 && token.word.bytes().all(|b| !b.is_ascii_digit());
        if plain && token.weight > 0.0 && graph.token_count(&token.word)? == 0 {
            if let Some((near, _)) = graph.tokens_near(&token.word, if token.word.len() >= 8 { 2 } else { 1 })?.into_iter().next() {
                if root(&near) != token.root {
                    repaired[at] = near;
                }
            }
        }
    }
    if repaired != words {
        let mut more = Vec::new();
        exact(graph, question, &repaired, 0.75, &mut more)?;
        more.retain(|m| (0..words.len()).any(|at| m.mask & bit(at) != 0 && words[at] != repaired[at]));
        found.extend(more);
    }
    drop_inner(question, &mut found);
    partial(graph, question, &repaired, &mut found)?;
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| b.mask.count_ones().cmp(&a.mask.count_ones())).then_with(|| a.node.cmp(&b.node)));
    found.dedup_by(|a, b| a.node == b.node && a.mask == b.mask);
    Ok(found)
}

/// Spans that equal a stored name after folding.
fn exact(graph: &dyn GraphRead, question: &Question, words: &[String], score: f32, found: &mut Vec<Mention>) -> Result<()> {
    for from in 0..words.len() {
        for to in (from + 1..=words.len().min(from + LONGEST)).rev() {
            let weight = question.weight(span(from, to));
            if weight == 0.0 {
                // A single letter or an article can be a name, but hardly ever is.
                continue;
            }
            for node in graph.nodes_folded(&words[from..to].join(" "))? {
                if !graph.roles(node, &Scope::All)?.meets(Roles::ENTITY) {
                    continue;
                }
                let text = graph.node(node)?.text;
                let single = &question.tokens[from];
                let likely = match to - from {
                    1 if single.word.bytes().all(|b| b.is_ascii_digit()) => 0.85,
                    1 if single.name_like => 0.95,
                    1 if is_weak(&single.word) => 0.25,
                    1 => 0.6,
                    _ if question.tokens[from..to].iter().any(|t| t.name_like) => 1.0,
                    _ => 0.85,
                };
                found.push(Mention { node, text, mask: span(from, to), score: likely * score });
            }
        }
    }
    Ok(())
}

/// Drops mentions inside longer ones: "London" in "Mayor of London".
fn drop_inner(question: &Question, found: &mut Vec<Mention>) {
    let masks: Vec<(Mask, f32)> = found.iter().map(|m| (m.mask, m.score)).collect();
    found.retain(|m| {
        !masks.iter().any(|(outer, score)| {
            *outer != m.mask && outer & m.mask == m.mask && *score >= m.score * 0.9 && question.weight(*outer) > question.weight(m.mask)
        })
    });
}

/// Spans of words that stand inside longer names: "2016 Olympics" in "2016 Summer Olympics".
fn partial(graph: &dyn GraphRead, question: &Question, words: &[String], found: &mut Vec<Mention>) -> Result<()> {
    let mut taken: Mask = found.iter().filter(|m| m.score >= 0.7).fold(0, |mask, m| mask | m.mask);
    let mut from = 0;
    while from < words.len() {
        let mut end_of_match = None;
        for to in (from + 1..=words.len().min(from + 6)).rev() {
            let window = span(from, to);
            let edges = question.tokens[from].weight > 0.0 && question.tokens[to - 1].weight > 0.0;
            if window & taken != 0 || !edges {
                continue;
            }
            let named = question.tokens[from..to].iter().any(|t| t.name_like);
            if !named && to - from < 2 {
                continue;
            }
            let near = containing(graph, question, &words[from..to], window, named)?;
            if !near.is_empty() {
                found.extend(near);
                taken |= window;
                end_of_match = Some(to);
                break;
            }
        }
        from = end_of_match.unwrap_or(from + 1);
    }
    Ok(())
}

fn containing(graph: &dyn GraphRead, question: &Question, words: &[String], mask: Mask, named: bool) -> Result<Vec<Mention>> {
    let content: Vec<&String> = words.iter().filter(|w| !is_stop(w)).collect();
    let mut rarest: Option<(u32, &String)> = None;
    for word in &content {
        let count = graph.token_count(word)?;
        if count == 0 {
            return Ok(Vec::new());
        }
        if rarest.is_none_or(|(least, _)| count < least) {
            rarest = Some((count, word));
        }
    }
    let Some((count, word)) = rarest else { return Ok(Vec::new()) };
    if count > MOST_NAMES || (!named && count > 200) {
        return Ok(Vec::new());
    }
    let length = |list: &[String]| list.iter().map(|w| if is_stop(w) { 1 } else { w.chars().count() }).sum::<usize>() as f32;
    let mut near = Vec::new();
    for (node, _) in graph.nodes_with_token(word, Roles::ENTITY, &Scope::All)? {
        let text = graph.node(node)?.text;
        let name = tokens(&text);
        if content.iter().all(|w| name.contains(w)) {
            let share = length(words) / length(&name).max(1.0);
            let least = if content.len() == 1 { 0.3 } else { 0.25 };
            if share >= least {
                near.push(Mention { node, text, mask, score: (0.4 + 0.45 * share.min(1.0)) * if named { 1.0 } else { 0.8 } });
            }
        }
    }
    near.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    near.truncate(KEPT);
    // A lone common word among many names says too little.
    if question.weight(mask) <= 1.0 && near.len() >= KEPT {
        near.clear();
    }
    Ok(near)
}

/// A relation with its words prepared.
#[derive(Clone, Debug)]
pub struct RelationName {
    /// Its node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// Roots of its content words with their weights.
    pub roots: Vec<(String, f32)>,
    /// Roots of what its tails are called: the nouns of its name, and the agent of a
    /// participle (`directed_by` a director) but not what a preposition is about.
    pub nouns: Vec<String>,
    /// True when the name speaks of the head (`member_of`, `capital of`).
    pub of_head: bool,
    /// True when its tails are doers: `directed_by`, `winner`, `Opened By`.
    pub agent: bool,
    /// The commonest kind of its values.
    pub kind: ValueKind,
    /// Holds times: dates, or whole numbers under a name that speaks of years.
    pub temporal: bool,
    /// Its sources.
    pub sources: Vec<SourceId>,
}

/// All relations of the graph with their words.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// By node.
    pub relations: HashMap<NodeId, RelationName>,
    /// Roots of the words of source names.
    pub sources: HashMap<SourceId, Vec<String>>,
    /// Roots of everything that tails are called.
    pub nouns: HashSet<String>,
}

impl Lexicon {
    /// Prepares the relations of these sources.
    pub fn of(sources: &[Source]) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for source in sources {
            lexicon.sources.insert(source.id, tokens(&source.name).iter().filter(|w| !is_stop(w)).map(|w| root(w)).collect());
            for relation in &source.relations {
                let entry = lexicon.relations.entry(relation.node).or_insert_with(|| prepare(relation.node, &relation.name, relation.kind));
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
    // What stands in brackets is a unit or a remark.
    let (main, remark) = match name.split_once('(') {
        Some((main, remark)) if !main.trim().is_empty() => (main, remark),
        _ => (name, ""),
    };
    let weigh = |word: &String, weight: f32| (root(word), if is_weak(word) { 0.4 * weight } else { weight });
    let main_words = tokens(main);
    let mut roots: Vec<(String, f32)> = main_words.iter().filter(|w| !is_stop(w)).map(|w| weigh(w, 1.0)).collect();
    if roots.is_empty() {
        roots = main_words.iter().map(|w| (root(w), 1.0)).collect();
    }
    roots.extend(tokens(remark).iter().filter(|w| !is_stop(w)).map(|w| weigh(w, 0.15)));
    let speaks_of_time = main_words.iter().any(|w| matches!(w.as_str(), "year" | "years" | "date" | "season" | "day" | "released" | "born" | "died" | "founded" | "established"));
    let temporal = kind == ValueKind::Date || (speaks_of_time && matches!(kind, ValueKind::Integer | ValueKind::Date));
    let of_head = main_words.last().is_some_and(|w| w == "of");
    let by = main_words.last().is_some_and(|w| w == "by");
    let nouns = match main_words.as_slice() {
        _ if of_head => Vec::new(),
        words => words.iter().filter(|w| !is_stop(w) && (by || !w.ends_with("ed"))).map(|w| root(w)).collect(),
    };
    let doer = |w: &String| {
        let ends = ["er", "or", "ers", "ors", "ist", "ists"].iter().any(|end| w.len() > end.len() + 2 && w.ends_with(end));
        ends && !matches!(w.as_str(), "number" | "order" | "year" | "numbers" | "river" | "water" | "color" | "quarter" | "chapter" | "tower" | "center" | "other" | "after" | "under" | "over")
            || matches!(w.as_str(), "president" | "coach" | "champion" | "spouse" | "husband" | "wife" | "candidate" | "king" | "queen" | "monarch" | "artist")
    };
    let agent = kind == ValueKind::Text && !of_head && (by || main_words.last().is_some_and(doer));
    RelationName { node, name: name.to_owned(), roots, nouns, of_head, agent, kind, temporal, sources: Vec::new() }
}

/// A relation's words found in the question.
#[derive(Clone, Debug)]
pub struct RelationMatch {
    /// Token, quality, index of the word of the relation's name.
    pairs: Vec<(usize, f32, usize)>,
    total: f32,
}

/// Where a relation is spoken of, and how clearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spoken {
    /// The tokens.
    pub mask: Mask,
    /// Explained weight, less what of the relation's name was not said.
    pub gain: f32,
    /// Share of the relation's name that was said.
    pub cover: f32,
}

/// The relations that share words with a question.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    by_relation: HashMap<NodeId, RelationMatch>,
}

impl Matches {
    /// Compares every relation with every word.
    pub fn of(lexicon: &Lexicon, question: &Question) -> Matches {
        let mut known: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        let mut by_relation = HashMap::new();
        for relation in lexicon.relations.values() {
            let mut pairs = Vec::new();
            for (index, (word, weight)) in relation.roots.iter().enumerate() {
                let found = known.entry(word.as_str()).or_insert_with(|| {
                    let like = |t: &super::question::Token| likeness(word, &t.root);
                    question.tokens.iter().enumerate().filter(|(_, t)| t.weight > 0.0).map(|(at, t)| (at, like(t))).filter(|(_, q)| *q > 0.0).collect()
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

    /// Adds what an encoder says about a relation and a span of the question.
    pub fn add(&mut self, relation: NodeId, mask: Mask, quality: f32) {
        let entry = self.by_relation.entry(relation).or_insert_with(|| RelationMatch { pairs: Vec::new(), total: 1.0 });
        for at in 0..64 {
            if mask & bit(at) != 0 && !entry.pairs.iter().any(|(t, q, _)| *t == at && *q >= quality) {
                entry.pairs.push((at, quality, usize::MAX));
            }
        }
        entry.pairs.sort_by_key(|(at, _, _)| *at);
    }

    /// Where, among free tokens, a relation is spoken of most clearly; nearness to
    /// `near` decides between places.
    pub fn spoken(&self, lexicon: &Lexicon, question: &Question, relation: NodeId, free: Mask, near: Mask) -> Option<Spoken> {
        let matched = self.by_relation.get(&relation)?;
        let roots = &lexicon.relations.get(&relation)?.roots;
        let mut best: Option<(f32, Spoken)> = None;
        let mut cluster: Vec<(usize, f32, usize)> = Vec::new();
        let mut close = |cluster: &[(usize, f32, usize)]| {
            let mut mask = 0;
            let (mut gain, mut said) = (0.0, 0.0);
            let mut named: Vec<usize> = Vec::new();
            for (at, quality, word) in cluster {
                if mask & bit(*at) == 0 {
                    let top = cluster.iter().filter(|(t, _, _)| t == at).map(|(_, q, _)| *q).fold(*quality, f32::max);
                    gain += question.tokens[*at].weight * top;
                }
                mask |= bit(*at);
                if *word == usize::MAX {
                    said = f32::max(said, matched.total * quality);
                } else if !named.contains(word) {
                    named.push(*word);
                    said += roots.get(*word).map_or(0.0, |(_, w)| *w) * quality;
                }
            }
            if mask == 0 {
                return;
            }
            let cover = (said / matched.total).min(1.0);
            let gain = gain * (0.35 + 0.65 * cover);
            let rank = gain - 0.12 * question.distance(mask, near);
            if best.as_ref().is_none_or(|(r, _)| rank > *r) {
                best = Some((rank, Spoken { mask, gain, cover }));
            }
        };
        for pair in matched.pairs.iter().filter(|(at, _, _)| free & bit(*at) != 0) {
            if let Some((last, _, _)) = cluster.last() {
                let gap = question.weight(span(last + 1, pair.0) & free);
                // The same word of the name twice is two places, unless it is one phrase.
                let again = pair.0 != *last && cluster.iter().any(|(at, _, word)| *word == pair.2 && *at != pair.0);
                if gap > 0.5 || again {
                    close(&cluster);
                    cluster.clear();
                }
            }
            cluster.push(*pair);
        }
        close(&cluster);
        best.map(|(_, spoken)| spoken)
    }
}

/// Spans of one to three words that are put to the encoder, at most.
const PHRASES: usize = 10;
/// Cosine similarities of a phrase and a relation's name below this say nothing.
const NEAR: f32 = 0.48;

/// Adds relations whose names are near in meaning to words that no relation shares.
pub fn add_meanings(graph: &dyn GraphRead, embed: &dyn Embed, question: &Question, names: Mask, matches: &mut Matches) -> Result<()> {
    let said = matches.by_relation.values().flat_map(|m| m.pairs.iter().filter(|(_, quality, _)| *quality >= 0.9)).fold(0, |mask, (at, _, _)| mask | bit(*at));
    let operators = question.operators.iter().fold(0, |mask, o| mask | o.mask);
    let open = |at: usize| question.tokens.get(at).is_some_and(|t| t.weight >= 0.3 && bit(at) & (said | names | operators) == 0);
    let mut asked = 0;
    for from in 0..question.tokens.len() {
        if !open(from) {
            continue;
        }
        for to in from + 1..=(from + 3).min(question.tokens.len()) {
            if !open(to - 1) || asked == PHRASES {
                continue;
            }
            let (mask, first, last) = (span(from, to), &question.tokens[from], &question.tokens[to - 1]);
            let Some(vector) = question.text.get(first.start..last.end).and_then(|text| embed.embed(text)) else { continue };
            asked += 1;
            for (relation, cosine) in graph.nearest(&vector, 6, Roles::RELATION, &Scope::All)? {
                if cosine >= NEAR {
                    matches.add(relation, mask, (0.9 * cosine).min(0.75));
                }
            }
        }
    }
    Ok(())
}
