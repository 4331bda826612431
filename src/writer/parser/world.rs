//! The graph as the parser sees it: relations of sources with their words, and their
//! facts as pairs of nodes, read once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use trustuqa_engine::ground::Embed;
use trustuqa_engine::lexicon;
use trustuqa_model::is_identifier;
use trustuqa_model::order::sortable;
use trustuqa_model::{
    Comparison, Date, FactId, GraphRead, NodeId, NodeKind, Result, Roles, Scope, Source, SourceId,
    SourceKind, Value, ValueKind,
};

use super::lexicon::{English, words_of};
use super::text::{Coverage, Text, bit};
use crate::writer::offline::words::{is_stop, root};

/// Relations of more facts are read around single nodes only.
const WHOLE: u64 = 300_000;
/// Different values of a column whose words are compared by meaning.
pub const FEW: usize = 60;

/// Phrases of a question that the encoder is asked about.
const PHRASES: usize = 16;
/// The least cosine at which words may mean a relation, and at which they may mean a name.
const NEAR: f32 = 0.5;
const NEAR_NAME: f32 = 0.65;

/// A relation or column of one source, by index into [`World::rels`].
pub type RelId = usize;

/// What the values of a relation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Names and other texts.
    Text,
    /// Numbers, with or without unit.
    Number,
    /// Dates.
    Date,
}

/// A relation of a source.
#[derive(Clone, Debug)]
pub struct Rel {
    /// Index of its source in the catalogue.
    pub source: usize,
    /// Its node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// The kind of its source.
    pub kind: SourceKind,
    /// Roots of the words of its name, with their weight and groups of one meaning.
    pub words: Vec<NameWord>,
    /// What its values are.
    pub shape: Shape,
    /// Their unit in canonical form.
    pub unit: Option<String>,
    /// They are numbers that are years.
    pub years: bool,
    /// They are numbers that tell things apart and measure nothing: `Lot no.`.
    pub codes: bool,
    /// How many facts it has.
    pub facts: u64,
    /// The name says what its heads are: `manager_of`.
    pub of_head: bool,
}

/// Values of a column that are looked at to know what it holds.
const SAMPLED: usize = 6;

/// A word of the name of a relation.
#[derive(Clone, Debug)]
pub struct NameWord {
    /// As it is written, folded.
    pub word: String,
    /// Its root.
    pub root: String,
    /// How much it says.
    pub weight: f32,
    /// Whether it is the word that the others describe: `price` of `Peak price / night`, `kind` of
    /// `kind of terminal`.
    pub head: bool,
}

/// The facts of a relation in one source.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// (head, tail, fact), by head.
    by_head: Vec<(NodeId, NodeId, FactId)>,
    /// (tail, head, fact), by tail.
    by_tail: Vec<(NodeId, NodeId, FactId)>,
    /// First and last day of each fact of a temporal graph.
    days: HashMap<FactId, (i32, i32)>,
}

impl Pairs {
    fn around(list: &[(NodeId, NodeId, FactId)], node: NodeId) -> &[(NodeId, NodeId, FactId)] {
        let from = list.partition_point(|p| p.0 < node);
        let to = from + list[from..].partition_point(|p| p.0 == node);
        &list[from..to]
    }

    fn meets(&self, fact: FactId, days: Option<(i32, i32)>) -> bool {
        let Some((first, last)) = days else { return true };
        self.days.get(&fact).is_none_or(|(start, end)| *start <= last && *end >= first)
    }
}

/// Where a relation is spoken of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Said {
    /// The tokens.
    pub mask: Coverage,
    /// Sum of the likenesses of the words.
    pub gain: f32,
    /// Share of the name that was said.
    pub cover: f32,
    /// The likeness of the best word.
    pub best: f32,
    /// Where only the sentence encoder finds the name in these words: their cosine, else 0.
    pub likeness: f32,
    /// Whether the head of the name was said, or the name as a whole.
    pub head: bool,
}

/// Reads with a memory.
pub struct World<'a> {
    /// The graph.
    pub graph: &'a dyn GraphRead,
    /// The catalogue.
    pub sources: &'a [Source],
    /// Every relation of every source.
    pub rels: Vec<Arc<Rel>>,
    of: HashMap<(usize, NodeId), RelId>,
    ranges: Vec<(u32, u32, usize)>,
    pairs: HashMap<RelId, Arc<Pairs>>,
    rows: HashMap<usize, Arc<Vec<NodeId>>>,
    ranges_of: HashMap<RelId, Option<(f64, f64)>>,
    keys_of: HashMap<usize, Vec<RelId>>,
    known_elsewhere: HashMap<RelId, bool>,
    nodes: HashMap<NodeId, Arc<(String, Value, NodeKind)>>,
    roots: HashMap<NodeId, Arc<Vec<String>>>,
    phrase_groups: HashMap<RelId, Vec<u16>>,
    /// Words that are the whole name of another relation of the same source.
    named_by_others: HashMap<RelId, Coverage>,
    /// Relations of whose names the question says nothing: most of a large graph.
    unsaid: HashSet<RelId>,
    /// Words that are near the name of a relation by meaning, with their cosine.
    meant: HashMap<RelId, Vec<(Coverage, f32)>>,
    types: HashMap<NodeId, Arc<Vec<RelId>>>,
    heads: HashMap<NodeId, Arc<Vec<RelId>>>,
    /// Days since 1970 of today.
    pub today: i32,
}

impl<'a> World<'a> {
    /// A view of a graph with this catalogue.
    pub fn new(graph: &'a dyn GraphRead, sources: &'a [Source], among: &[usize], today: i32) -> World<'a> {
        let mut rels = Vec::new();
        let mut of = HashMap::new();
        let mut phrase_groups = HashMap::new();
        let mut ranges = Vec::new();
        for (index, source) in sources.iter().enumerate().filter(|(index, _)| among.contains(index)) {
            let facts = u32::try_from(source.facts).unwrap_or(u32::MAX);
            ranges.push((source.first_fact.0, source.first_fact.0.saturating_add(facts), index));
            for info in &source.relations {
                of.insert((index, info.node), rels.len());
                let rel = Rel::of(index, source.kind, info);
                phrase_groups.insert(rels.len(), rel.phrase_groups());
                rels.push(Arc::new(rel));
            }
        }
        ranges.sort_unstable();
        World {
            graph,
            sources,
            rels,
            of,
            ranges,
            pairs: HashMap::new(),
            rows: HashMap::new(),
            ranges_of: HashMap::new(),
            keys_of: HashMap::new(),
            known_elsewhere: HashMap::new(),
            nodes: HashMap::new(),
            roots: HashMap::new(),
            phrase_groups,
            named_by_others: HashMap::new(),
            unsaid: HashSet::new(),
            meant: HashMap::new(),
            types: HashMap::new(),
            heads: HashMap::new(),
            today,
        }
    }

    fn source_of(&self, fact: FactId) -> Option<usize> {
        let at = self.ranges.partition_point(|(first, _, _)| *first <= fact.0);
        let (_, end, index) = *self.ranges.get(at.checked_sub(1)?)?;
        (fact.0 < end).then_some(index)
    }

    /// The relation of a fact.
    fn rel_of(&self, fact: FactId, relation: NodeId) -> Option<RelId> {
        self.of.get(&(self.source_of(fact)?, relation)).copied()
    }

    fn scope(&self, rel: RelId) -> Scope {
        self.rels
            .get(rel)
            .and_then(|r| self.sources.get(r.source))
            .map_or(Scope::All, |s| Scope::Only(vec![s.id]))
    }

    /// The relations of a source.
    pub fn rels_of(&self, source: usize) -> impl Iterator<Item = RelId> + '_ {
        (0..self.rels.len()).filter(move |r| self.rels[*r].source == source)
    }

    /// Text, value and kind of a node.
    pub fn node(&mut self, node: NodeId) -> Result<Arc<(String, Value, NodeKind)>> {
        if let Some(known) = self.nodes.get(&node) {
            return Ok(known.clone());
        }
        let read = self.graph.node(node)?;
        let kept = Arc::new((read.text, read.value, read.kind));
        self.nodes.insert(node, kept.clone());
        Ok(kept)
    }

    /// Text of a node.
    pub fn text(&mut self, node: NodeId) -> Result<String> {
        Ok(self.node(node)?.0.clone())
    }

    /// The roots of the words of its text, each once.
    pub fn roots_of(&mut self, node: NodeId) -> Result<Arc<Vec<String>>> {
        if let Some(known) = self.roots.get(&node) {
            return Ok(known.clone());
        }
        let mut roots: Vec<String> = words_of(&self.node(node)?.0).iter().map(|word| root(word)).collect();
        roots.sort();
        roots.dedup();
        let roots = Arc::new(roots);
        self.roots.insert(node, roots.clone());
        Ok(roots)
    }

    /// Whether these nodes have no names, but only connect others, as the mediators of Freebase and
    /// the blank nodes of RDF do; the first few tell.
    pub fn are_nameless(&mut self, nodes: &[NodeId]) -> Result<bool> {
        for node in nodes.iter().take(3) {
            if !is_identifier(&self.node(*node)?.0) {
                return Ok(false);
            }
        }
        Ok(!nodes.is_empty())
    }

    /// Whether all facts of a relation are read at once.
    fn is_whole(&self, rel: RelId) -> bool {
        self.rels[rel].facts <= WHOLE
    }

    /// The facts of a relation; empty for one that is too large.
    pub fn pairs(&mut self, rel: RelId) -> Result<Arc<Pairs>> {
        if let Some(known) = self.pairs.get(&rel) {
            return Ok(known.clone());
        }
        let mut pairs = Pairs::default();
        if self.is_whole(rel) {
            let postings = self.graph.facts_of_relation(self.rels[rel].node, None, &self.scope(rel))?;
            pairs.by_head = postings.iter().map(|p| (p.head, p.tail, p.fact)).collect();
            pairs.by_tail = postings.iter().map(|p| (p.tail, p.head, p.fact)).collect();
            pairs.by_head.sort_unstable();
            pairs.by_tail.sort_unstable();
            if self.rels[rel].kind == SourceKind::Tkg {
                for posting in &postings {
                    if let Some(interval) = self.graph.fact(posting.fact)?.interval {
                        let start = interval.start.map_or(i32::MIN, Date::first_day);
                        let end = interval.end.map_or(i32::MAX, Date::last_day);
                        pairs.days.insert(posting.fact, (start, end));
                    }
                }
            }
        }
        let pairs = Arc::new(pairs);
        self.pairs.insert(rel, pairs.clone());
        Ok(pairs)
    }

    /// Tails of these heads, in ascending order, of facts that hold in these days.
    pub fn out(&mut self, nodes: &[NodeId], rel: RelId, days: Option<(i32, i32)>) -> Result<Vec<NodeId>> {
        self.across(nodes, rel, days, true)
    }

    /// Heads of these tails.
    pub fn into(&mut self, nodes: &[NodeId], rel: RelId, days: Option<(i32, i32)>) -> Result<Vec<NodeId>> {
        self.across(nodes, rel, days, false)
    }

    fn across(
        &mut self,
        nodes: &[NodeId],
        rel: RelId,
        days: Option<(i32, i32)>,
        out: bool,
    ) -> Result<Vec<NodeId>> {
        let mut found = Vec::new();
        if self.is_whole(rel) {
            let pairs = self.pairs(rel)?;
            let list = if out { &pairs.by_head } else { &pairs.by_tail };
            for node in nodes {
                found.extend(
                    Pairs::around(list, *node).iter().filter(|p| pairs.meets(p.2, days)).map(|p| p.1),
                );
            }
        } else {
            let (scope, relation) = (self.scope(rel), self.rels[rel].node);
            for node in nodes.iter().take(2_000) {
                let postings = if out {
                    self.graph.facts_of_head(*node, Some(relation), &scope)?
                } else {
                    self.graph.facts_of_tail(*node, Some(relation), &scope)?
                };
                found.extend(postings.iter().map(|p| if out { p.tail } else { p.head }));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// First and last day of the facts of a temporal relation with this head and tail; `None` is any.
    pub fn intervals(
        &mut self,
        rel: RelId,
        head: Option<NodeId>,
        tail: Option<NodeId>,
    ) -> Result<Vec<(i32, i32)>> {
        let pairs = self.pairs(rel)?;
        let facts = match (head, tail) {
            (Some(head), _) => Pairs::around(&pairs.by_head, head),
            (None, Some(tail)) => Pairs::around(&pairs.by_tail, tail),
            (None, None) => &[],
        };
        let other = if head.is_some() { tail } else { None };
        let meant = facts.iter().filter(|fact| other.is_none_or(|other| other == fact.1));
        Ok(meant.filter_map(|fact| pairs.days.get(&fact.2).copied()).collect())
    }

    /// All heads, or all tails, of a relation.
    pub fn side(&mut self, rel: RelId, heads: bool) -> Result<Vec<NodeId>> {
        let pairs = self.pairs(rel)?;
        let mut found: Vec<NodeId> =
            if heads { &pairs.by_head } else { &pairs.by_tail }.iter().map(|p| p.0).collect();
        found.dedup();
        Ok(found)
    }

    /// The rows of a table that has few enough.
    pub fn rows(&mut self, source: usize) -> Result<Arc<Vec<NodeId>>> {
        if let Some(known) = self.rows.get(&source) {
            return Ok(known.clone());
        }
        let table = &self.sources[source];
        let mut found = Vec::new();
        if table.kind == SourceKind::Table && table.rows <= WHOLE {
            let (id, rows) = (table.id, u32::try_from(table.rows).unwrap_or(0));
            for row in 1..=rows {
                found.extend(self.graph.row_node(id, row)?);
            }
            found.sort_unstable();
        }
        let found = Arc::new(found);
        self.rows.insert(source, found.clone());
        Ok(found)
    }

    /// Heads among `nodes` whose value compares so with a number or a day.
    pub fn comparing(
        &mut self,
        nodes: &[NodeId],
        rel: RelId,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Vec<NodeId>> {
        let pairs = self.pairs(rel)?;
        let mut found = Vec::new();
        for node in nodes {
            for (_, tail, _) in Pairs::around(&pairs.by_head, *node) {
                if holds(&self.node(*tail)?.1) {
                    found.push(*node);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Smallest and largest number among up to 400 values of a relation.
    pub fn range(&mut self, rel: RelId) -> Result<Option<(f64, f64)>> {
        if let Some(known) = self.ranges_of.get(&rel) {
            return Ok(*known);
        }
        let tails = self.side(rel, false)?;
        let mut range: Option<(f64, f64)> = None;
        for tail in tails.iter().take(400) {
            if let Some(n) = number_of(&self.node(*tail)?.1) {
                range = Some(range.map_or((n, n), |(low, high)| (low.min(n), high.max(n))));
            }
        }
        self.ranges_of.insert(rel, range);
        Ok(range)
    }

    /// Whether, in most of up to 400 rows, the date of one column is not before that of another.
    pub fn is_later(&mut self, rel: RelId, than: RelId) -> Result<bool> {
        let (mut later, mut earlier) = (0, 0);
        for row in self.side(rel, true)?.into_iter().take(400) {
            let mut days = [None, None];
            for (day, rel) in days.iter_mut().zip([rel, than]) {
                if let Some(cell) = self.out(&[row], rel, None)?.first() {
                    *day = self.node(*cell)?.1.date().map(Date::first_day);
                }
            }
            match days {
                [Some(a), Some(b)] if a >= b => later += 1,
                [Some(_), Some(_)] => earlier += 1,
                _ => {}
            }
        }
        Ok(later >= earlier)
    }

    /// Relations that a node is a tail or cell of.
    pub fn tail_of(&mut self, node: NodeId) -> Result<Arc<Vec<RelId>>> {
        if let Some(known) = self.types.get(&node) {
            return Ok(known.clone());
        }
        let (postings, _) =
            self.graph.facts_around(node, trustuqa_model::Side::Tail, &Scope::All, 0, 3_000)?;
        let mut rels: Vec<RelId> = postings.iter().filter_map(|p| self.rel_of(p.fact, p.relation)).collect();
        rels.sort_unstable();
        rels.dedup();
        let rels = Arc::new(rels);
        self.types.insert(node, rels.clone());
        Ok(rels)
    }

    /// Relations that a node is a head of.
    pub fn head_of(&mut self, node: NodeId) -> Result<Arc<Vec<RelId>>> {
        if let Some(known) = self.heads.get(&node) {
            return Ok(known.clone());
        }
        let (postings, _) =
            self.graph.facts_around(node, trustuqa_model::Side::Head, &Scope::All, 0, 3_000)?;
        let mut rels: Vec<RelId> = postings.iter().filter_map(|p| self.rel_of(p.fact, p.relation)).collect();
        rels.sort_unstable();
        rels.dedup();
        let rels = Arc::new(rels);
        self.heads.insert(node, rels.clone());
        Ok(rels)
    }

    /// Whether a column holds names that can stand in other tables, too: no numbers, no dates, and
    /// not only yes and no.
    pub fn holds_names(&mut self, rel: RelId) -> Result<bool> {
        if self.rels[rel].shape != Shape::Text {
            return Ok(false);
        }
        for cell in self.side(rel, false)?.into_iter().take(5) {
            let folded = trustuqa_model::fold(&self.text(cell)?);
            if !lexicon::contains("answers.yes", &folded) && !lexicon::contains("answers.no", &folded) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Columns of a table that tell its rows apart: as many different values as rows.
    pub fn keys(&mut self, source: usize) -> Result<Vec<RelId>> {
        if let Some(known) = self.keys_of.get(&source) {
            return Ok(known.clone());
        }
        let rows = self.sources[source].rows;
        let mut keys = Vec::new();
        for rel in self.rels_of(source).collect::<Vec<_>>() {
            if self.rels[rel].shape == Shape::Text && self.side(rel, false)?.len() as u64 == rows && rows > 0
            {
                keys.push(rel);
            }
        }
        self.keys_of.insert(source, keys.clone());
        Ok(keys)
    }

    /// Whether most values of a column, by some of them, are names in another source, too.
    pub fn is_known_elsewhere(&mut self, rel: RelId) -> Result<bool> {
        if let Some(known) = self.known_elsewhere.get(&rel) {
            return Ok(*known);
        }
        let source = self.rels[rel].source;
        let values = self.side(rel, false)?;
        let sampled = values.iter().step_by((values.len() / SAMPLED).max(1)).take(SAMPLED);
        let (mut looked_at, mut known) = (0, 0);
        for node in sampled {
            let (heads, tails) = (self.head_of(*node)?, self.tail_of(*node)?);
            let elsewhere = heads.iter().chain(tails.iter()).any(|rel| self.rels[*rel].source != source);
            looked_at += 1;
            known += usize::from(elsewhere);
        }
        let most = known * 2 > looked_at;
        self.known_elsewhere.insert(rel, most);
        Ok(most)
    }

    /// Finds the names of relations that are said in full: such words mean no other relation of the
    /// same source ("portions" is not `Served on` where there is a column `Portions`). Of two names one
    /// in the other, the longer one is said.
    pub fn read_names(&mut self, text: &Text) {
        self.unsaid = (0..self.rels.len()).filter(|rel| self.said(*rel, text, !0).mask == 0).collect();
        let in_full = |(rel, of): (RelId, &Arc<Rel>)| {
            if self.unsaid.contains(&rel) {
                return (of.source, 0);
            }
            let said = said(&of.words, &[], text, !0);
            (of.source, if said.cover >= 0.99 && said.best >= 0.99 { said.mask } else { 0 })
        };
        let masks: Vec<(usize, Coverage)> = self.rels.iter().enumerate().map(in_full).collect();
        let full: Vec<(RelId, usize, Coverage)> = masks
            .iter()
            .enumerate()
            .filter(|(_, (source, mask))| {
                let longer = |other: &(usize, Coverage)| {
                    other.0 == *source && other.1 != *mask && other.1 & mask == *mask
                };
                *mask != 0 && !masks.iter().any(longer)
            })
            .map(|(rel, (source, mask))| (rel, *source, *mask))
            .collect();
        for (rel, (source, own)) in masks.iter().enumerate() {
            let others = full.iter().filter(|(other, of, mask)| {
                let inside = own & mask == *own && own != mask;
                *other != rel && of == source && (own & mask == 0 || inside)
            });
            let mask = others.fold(0, |all, (_, _, mask)| all | mask);
            if mask != 0 {
                self.named_by_others.insert(rel, mask);
            }
        }
    }

    /// Where, among free tokens, the name of a relation is said.
    pub fn said(&self, rel: RelId, text: &Text, free: Coverage) -> Said {
        if self.unsaid.contains(&rel) {
            return Said::default();
        }
        let of = &self.rels[rel];
        let free = free & !self.named_by_others.get(&rel).copied().unwrap_or(0);
        let groups = self.phrase_groups.get(&rel).map_or(&[][..], Vec::as_slice);
        said(&of.words, groups, text, free)
    }

    /// The same, or where it is not said, words that mean it to the sentence encoder.
    pub fn meant(&self, rel: RelId, text: &Text, free: Coverage) -> Said {
        let said = self.said(rel, text, free);
        if said.best >= 0.5 {
            return said;
        }
        let spans = self.meant.get(&rel).map_or(&[][..], Vec::as_slice);
        let open = spans.iter().filter(|(mask, _)| mask & !free == 0);
        match open.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((mask, likeness)) => Said {
                mask: *mask,
                gain: *likeness,
                cover: *likeness,
                best: 0.55,
                likeness: *likeness,
                head: true,
            },
            None => said,
        }
    }

    /// Asks the sentence encoder which relations words mean, and which of the names that few
    /// cells of a column share. The words of names that are said beyond doubt are left out.
    pub fn add_meanings(
        &mut self,
        embed: &dyn Embed,
        text: &Text,
        named: Coverage,
        mentions: &mut Vec<Mention>,
    ) -> Result<()> {
        // What a name says in so many words needs no meaning.
        let known = (0..self.rels.len()).fold(named, |mask, rel| mask | self.said(rel, text, !0).mask);
        let open = |at: usize| {
            let token = &text.tokens[at];
            bit(at) & known == 0 && !token.filler && token.word.bytes().any(|b| b.is_ascii_alphabetic())
        };
        let mut asked = 0;
        for from in 0..text.tokens.len() {
            for to in from + 1..=(from + 3).min(text.tokens.len()) {
                let (Some(first), Some(last)) = (text.tokens.get(from), text.tokens.get(to - 1)) else {
                    continue;
                };
                if !open(from) || !open(to - 1) || asked == PHRASES || first.start >= last.end {
                    continue;
                }
                let Some(vector) = text.text.get(first.start..last.end).and_then(|words| embed.embed(words))
                else {
                    continue;
                };
                asked += 1;
                let mask = super::text::span(from, to);
                for (node, cosine) in self.graph.nearest(&vector, 6, Roles::RELATION, &Scope::All)? {
                    if cosine < NEAR {
                        continue;
                    }
                    for rel in 0..self.rels.len() {
                        if self.rels[rel].node == node {
                            self.meant.entry(rel).or_default().push((mask, cosine));
                        }
                    }
                }
                for (node, cosine) in self.graph.nearest(&vector, 4, Roles::ENTITY, &Scope::All)? {
                    let known = mentions.iter().any(|m| m.node == node && m.mask & mask != 0);
                    if cosine < NEAR_NAME || known || !self.is_category(node)? {
                        continue;
                    }
                    let score = (0.8 * cosine).min(0.6);
                    mentions.push(Mention { node, text: self.text(node)?, mask, score, cover: score });
                }
            }
        }
        Ok(())
    }

    /// Whether a name is one of the few that a column holds.
    fn is_category(&mut self, node: NodeId) -> Result<bool> {
        for rel in self.tail_of(node)?.iter().copied() {
            let table = self.rels[rel].kind == SourceKind::Table && self.rels[rel].shape == Shape::Text;
            if table && self.side(rel, false)?.len() <= FEW {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Sources that a question is looked for in, at most.
pub const SOURCES: usize = 12;

/// The sources that a question may be about, by index: those that share most words with it.
pub fn sources_for(graph: &dyn GraphRead, sources: &[Source], text: &Text) -> Result<Vec<usize>> {
    if sources.len() <= SOURCES {
        return Ok((0..sources.len()).collect());
    }
    let mut rated = vec![0.0f32; sources.len()];
    let index: HashMap<SourceId, usize> = sources.iter().enumerate().map(|(at, s)| (s.id, at)).collect();
    for token in text.tokens.iter().filter(|t| !is_stop(&t.word) && t.word.len() > 1) {
        let mut met: HashSet<usize> = HashSet::new();
        if !token.filler {
            for (at, source) in sources.iter().enumerate() {
                let names = source.relations.iter().map(|r| r.name.as_str()).chain([source.name.as_str()]);
                if names.flat_map(trustuqa_model::tokens).any(|word| root(&word) == token.root) {
                    met.insert(at);
                }
            }
        }
        for at in &met {
            rated[*at] += 1.0 / (1.0 + met.len() as f32).ln();
        }
        let count = graph.token_count(&token.word)?;
        if count == 0 || count > 1_500 {
            continue;
        }
        let mut met: HashSet<usize> = HashSet::new();
        for (node, _) in graph.nodes_with_token(&token.word, Roles::ENTITY, &Scope::All)? {
            for side in [trustuqa_model::Side::Tail, trustuqa_model::Side::Head] {
                let (postings, _) = graph.facts_around(node, side, &Scope::All, 0, 40)?;
                for posting in postings {
                    let first = sources.partition_point(|s| s.first_fact <= posting.fact);
                    met.extend(first.checked_sub(1).and_then(|at| index.get(&sources[at].id)));
                }
            }
        }
        for at in &met {
            rated[*at] += 1.5 / (1.0 + met.len() as f32).ln();
        }
    }
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_by(|a, b| rated[*b].total_cmp(&rated[*a]).then(a.cmp(b)));
    order.truncate(SOURCES);
    order.sort_unstable();
    Ok(order)
}

/// Words of a name that the question writes as one, and the other way round: `harbourmaster` of
/// `harbour_master_of`, `wi fi` of `wifi`. Gives places in the name and tokens.
fn parted(words: &[NameWord], text: &Text, free: Coverage) -> Vec<(std::ops::Range<usize>, Coverage)> {
    let mut found = Vec::new();
    let tokens = &text.tokens;
    for (at, pair) in words.windows(2).enumerate() {
        let whole = format!("{}{}", pair[0].word, pair[1].word);
        let token =
            tokens.iter().position(|t| t.word.len() > 3 && (t.word == whole || t.root == root(&whole)));
        if let Some(token) = token.filter(|token| bit(*token) & free != 0) {
            found.push((at..at + 2, bit(token)));
        }
    }
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.word.len() > 3) {
        let is_whole = |pair: &[super::text::Token]| {
            word.word.strip_prefix(&pair[0].word).is_some_and(|rest| !rest.is_empty() && rest == pair[1].word)
        };
        if let Some(token) = tokens.windows(2).position(is_whole) {
            let mask = super::text::span(token, token + 2);
            found.extend((mask & !free == 0).then_some((at..at + 1, mask)));
        }
    }
    found
}

/// Where words are said among free tokens, by themselves or by a phrase of their meaning.
pub fn said(words: &[NameWord], groups: &[u16], text: &Text, free: Coverage) -> Said {
    let english = English::get();
    let mut said = Said::default();
    let total: f32 = words.iter().map(|w| w.weight).sum::<f32>().max(0.1);
    let mut covered = 0.0;
    let parted = parted(words, text, free);
    for (place, word) in words.iter().enumerate() {
        let mut best: Option<(f32, Coverage)> =
            parted.iter().find(|(of, _)| of.contains(&place)).map(|p| (0.95, p.1));
        for (at, token) in text.tokens.iter().enumerate() {
            let likeness = if free & bit(at) & !said.mask == 0 {
                0.0
            } else if abbreviates(&word.word, &token.word) {
                ABBREVIATED
            } else {
                like(&word.root, &token.root)
            };
            if likeness > best.map_or(0.0, |b| b.0) {
                best = Some((likeness, bit(at)));
            }
        }
        if best.is_none_or(|b| b.0 < 0.8) {
            let own = english.groups(&word.root);
            for (mask, of) in &text.groups {
                if mask & !free == 0
                    && mask & said.mask == 0
                    && of.iter().any(|g| own.contains(g))
                    && best.is_none_or(|b| b.0 < 0.6 || b.0 == 0.6 && b.1.count_ones() < mask.count_ones())
                {
                    best = Some((0.6, *mask));
                }
            }
        }
        if let Some((likeness, mask)) = best {
            said.mask |= mask;
            said.gain += likeness * word.weight;
            said.best = said.best.max(likeness * word.weight.min(1.0));
            covered += likeness * word.weight;
            said.head |= word.head && likeness >= 0.5;
        }
    }
    said.cover = (covered / total).min(1.0);
    // The whole name as one phrase: "in charge of" for `manager_of`.
    if said.best < 0.8 {
        for (mask, of) in &text.groups {
            if mask & !free == 0 && of.iter().any(|g| groups.contains(g)) && said.cover < 0.7 {
                said = Said {
                    mask: said.mask | mask,
                    gain: said.gain.max(0.7),
                    cover: 0.7,
                    best: said.best.max(0.7),
                    likeness: 0.0,
                    head: true,
                };
            }
        }
    }
    said
}

/// How sure a word is meant by a short form of it in the name of a relation.
const ABBREVIATED: f32 = 0.75;

/// Whether a short word of a name is what is left of a longer word: its beginning (`nat` of
/// nationality) or its consonants (`gls` of goals, `ht` of height), when it is no English word.
fn abbreviates(short: &str, long: &str) -> bool {
    let (few, many) = (short.len(), long.len());
    if !(2..=4).contains(&few) || many < few + 2 || short.as_bytes()[0] != long.as_bytes()[0] {
        return false;
    }
    let mut letters = long.bytes();
    let in_order = short.bytes().all(|letter| letters.any(|other| other == letter));
    let consonants = short.bytes().skip(1).all(|b| !b"aeiouy".contains(&b));
    let same_end = short.as_bytes()[few - 1] == long.as_bytes()[many - 1];
    in_order
        && (consonants && same_end || few >= 3 && long.starts_with(short) || few == 4 && same_end)
        && !lexicon::is_common(short)
}

/// How alike two roots are by their letters, from 0 to 1.
pub fn like(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() >= 4 && long.starts_with(short) && short.len() + 3 >= long.len() {
        return 0.85;
    }
    // "certified", "certificate"
    let shared = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    if shared >= 7 {
        return 0.75;
    }
    if short.len() >= 5 {
        let chars: Vec<char> = short.chars().collect();
        let limit = if short.len() >= 8 { 2 } else { 1 };
        if edits(&chars, long, limit) {
            return 0.75;
        }
    }
    0.0
}

/// Whether two words are within so many edits of each other, a swap of neighbours being one.
pub fn edits(left: &[char], right: &str, limit: usize) -> bool {
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit {
        return false;
    }
    let mut rows = vec![vec![0usize; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i.max(j)
            } else {
                let same = usize::from(left[i - 1] != right[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
                if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[left.len()][right.len()] <= limit
}

impl Rel {
    /// Whether its values say when something was: dates and years.
    pub fn is_time(&self) -> bool {
        self.shape == Shape::Date || self.years
    }

    fn of(source: usize, kind: SourceKind, info: &trustuqa_model::RelationInfo) -> Rel {
        let (main, remark) = match info.name.split_once('(') {
            Some((main, remark)) if !main.trim().is_empty() => (main, remark.trim_end_matches([')', ' '])),
            _ => (info.name.as_str(), ""),
        };
        let english = English::get();
        let unit = english.unit(&remark.to_lowercase()).map(str::to_owned).or_else(|| {
            let sample = Value::parse(info.sample.as_deref().unwrap_or_default());
            let of = sample.unit().map(str::to_lowercase);
            let percent = info.sample.as_deref().unwrap_or_default().ends_with('%');
            let behind = info.sample.as_deref().unwrap_or_default().rsplit(' ').next().unwrap_or_default();
            let typed = info.kind != ValueKind::Text;
            of.as_deref()
                .and_then(|u| english.unit(u))
                .or(percent.then_some("%"))
                .or_else(|| english.unit(&behind.to_lowercase()).filter(|_| typed))
                .map(str::to_owned)
                .or(of)
        });
        let folded = words_of(&main.replace('_', " "));
        let mut words: Vec<NameWord> = name_words(&folded);
        let head = head_of(main);
        words.iter_mut().for_each(|word| word.head = head.as_ref() == Some(&word.word));
        let shape = match info.kind {
            ValueKind::Date => Shape::Date,
            ValueKind::Integer
            | ValueKind::Decimal
            | ValueKind::Quantity
            | ValueKind::Duration
            | ValueKind::Fraction => Shape::Number,
            _ => Shape::Text,
        };
        let of_head = folded.last().is_some_and(|w| w == "of");
        let key = |year: i64| Value::Integer(year).order_key().and_then(sortable);
        // Older years only where the name says that they are some: "Made", "Built".
        let dated = folded.iter().any(|word| trustuqa_engine::lexicon::contains("names of years", word));
        let first = key(if dated { 1 } else { 1700 });
        let last = key(if dated { 1700 } else { 0 });
        let years = info.kind == ValueKind::Integer
            && unit.is_none()
            && info.typed.orders.is_some_and(|(low, high)| {
                first <= Some(low) && last <= Some(high) && Some(high) < key(2200)
            });
        let ends_as_code =
            folded.last().is_some_and(|word| trustuqa_engine::lexicon::contains("code headers", word));
        let codes = info.kind == ValueKind::Integer && unit.is_none() && ends_as_code;
        Rel {
            source,
            node: info.node,
            name: info.name.clone(),
            kind,
            words,
            shape,
            unit,
            years,
            codes,
            facts: info.facts,
            of_head,
        }
    }

    /// The groups that the name as a whole belongs to.
    fn phrase_groups(&self) -> Vec<u16> {
        let english = English::get();
        let folded = words_of(&self.name.replace('_', " "));
        let roots: Vec<String> = folded.iter().map(|w| root(w)).collect();
        let mut groups = english.groups(&roots.join(" ")).to_vec();
        let content: Vec<&str> = folded.iter().filter(|w| !is_stop(w)).map(String::as_str).collect();
        if content.len() > 1 {
            let roots: Vec<String> = content.iter().map(|w| root(w)).collect();
            groups.extend_from_slice(english.groups(&roots.join(" ")));
        }
        groups
    }
}

/// The words of a name with what each says.
pub fn name_words(folded: &[String]) -> Vec<NameWord> {
    let english = English::get();
    let weigh = |word: &String| {
        let long = english.long_form(word).unwrap_or(word);
        let weight = if lexicon::contains("weak in names", word) { 0.5 } else { 1.0 };
        let root = root(long.split(' ').next_back().unwrap_or(long));
        NameWord { word: word.clone(), root, weight, head: false }
    };
    let content: Vec<NameWord> = folded.iter().filter(|w| !is_stop(w)).map(weigh).collect();
    if content.is_empty() { folded.iter().map(weigh).collect() } else { content }
}

/// The word of a name that its other words describe: the last one before a preposition or a stroke.
fn head_of(name: &str) -> Option<String> {
    let first = name.split(['/', ',']).next().unwrap_or(name);
    let words = words_of(&first.replace('_', " "));
    let ends =
        |word: &str| lexicon::contains("prepositions", word) || lexicon::contains("other prepositions", word);
    let begin = words.iter().position(|word| !is_stop(word) && !ends(word))?;
    let described = words[begin..].iter().take_while(|word| !ends(word));
    described.filter(|word| !is_stop(word)).last().cloned()
}

/// The number that a value is compared by; a duration counts in its own unit of seconds.
pub fn number_of(value: &Value) -> Option<f64> {
    value.number()
}

/// Whether a value compares so with a number.
pub fn compares(value: &Value, op: Comparison, with: f64) -> bool {
    number_of(value).is_some_and(|n| n.partial_cmp(&with).is_some_and(|o| op.holds(o)))
}

/// Nodes of both lists; each is ascending.
pub fn both(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    a.iter().copied().filter(|n| b.binary_search(n).is_ok()).collect()
}

/// Nodes of the first list alone.
pub fn minus(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    a.iter().copied().filter(|n| b.binary_search(n).is_err()).collect()
}

/// A name that can be meant by words of the question.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The node.
    pub node: NodeId,
    /// Its name.
    pub text: String,
    /// The tokens.
    pub mask: Coverage,
    /// How surely these tokens mean it, up to 1.
    pub score: f32,
    /// How much of the name was said, up to 1.
    pub cover: f32,
}

/// Names that words of the question can mean.
pub fn mentions(world: &mut World<'_>, text: &Text) -> Result<Vec<Mention>> {
    let graph = world.graph;
    let mut found: Vec<Mention> = Vec::new();
    exact(world, text, &mut found)?;
    // Names that share words with the question, whatever their order.
    let mut touched: BTreeMap<NodeId, Vec<(usize, String, f32)>> = BTreeMap::new();
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut count = |word: &str| -> Result<u32> {
        if let Some(n) = counts.get(word) {
            return Ok(*n);
        }
        let n = graph.token_count(word)?;
        counts.insert(word.to_owned(), n);
        Ok(n)
    };
    for (at, token) in text.tokens.iter().enumerate() {
        if (token.filler && !token.name_like) || token.word.len() < 2 || is_stop(&token.word) {
            continue;
        }
        for (variant, quality) in variants(graph, &token.word)? {
            let n = count(&variant)?;
            if n == 0 || n > 3_000 || (n > 400 && !token.name_like) {
                continue;
            }
            for (node, _) in graph.nodes_with_token(&variant, Roles::ENTITY, &Scope::All)? {
                touched.entry(node).or_default().push((at, variant.clone(), quality));
            }
        }
    }
    for (node, hits) in touched {
        let read = world.node(node)?;
        if !matches!(read.1, Value::Text | Value::Ordinal(_) | Value::Score(..) | Value::Integer(_)) {
            continue;
        }
        let name = trustuqa_model::tokens(&read.0);
        // Numbers and dates are no names, in whatever form.
        if name.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit())) {
            continue;
        }
        let mut weights = Vec::new();
        for word in &name {
            let n = count(word)?;
            let rare = 1.0 / (1.0 + (1.0 + n as f32).ln());
            weights.push(if is_stop(word) || word.len() < 2 { 0.15 * rare } else { rare });
        }
        let total: f32 = weights.iter().sum::<f32>().max(1e-3);
        // Clusters of hits with at most one word between them.
        let mut hits = hits;
        hits.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.total_cmp(&a.2)));
        let mut cluster: Vec<(usize, String, f32)> = Vec::new();
        let mut clusters = Vec::new();
        for hit in hits {
            let gap = cluster.last().map_or(0, |l: &(usize, String, f32)| {
                (l.0 + 1..hit.0).filter(|i| !is_stop(text.word(*i)) && text.word(*i).len() > 1).count()
            });
            if gap > 1 || cluster.iter().any(|c| c.1 == hit.1 && c.0 != hit.0) {
                clusters.push(std::mem::take(&mut cluster));
            }
            if !cluster.iter().any(|c| c.0 == hit.0) {
                cluster.push(hit);
            }
        }
        clusters.push(cluster);
        for cluster in clusters {
            let (mut mask, mut gain, mut quality, mut named) = (0, 0.0, 1.0f32, false);
            let mut used = HashSet::new();
            for (at, word, q) in &cluster {
                if let Some(i) = name.iter().position(|n| n == word)
                    && used.insert(i)
                {
                    mask |= bit(*at);
                    gain += weights[i] * q;
                    quality = quality.min(*q);
                    named |= text.tokens[*at].name_like;
                }
            }
            let cover = (gain / total).min(1.0);
            let words = used.len();
            let single = words == 1 && name.len() > 1;
            let enough = if single { cover >= if named { 0.28 } else { 0.4 } } else { cover >= 0.45 };
            // One plain word that many names have says which kind is meant, not which of them.
            let kind = single && !named && count(&cluster[0].1)? >= 3;
            if mask == 0 || !enough || kind {
                continue;
            }
            // Small words of the name that stand between or beside are part of it.
            let (low, high) = (mask.trailing_zeros() as usize, 63 - mask.leading_zeros() as usize);
            for at in low.saturating_sub(1)..=high + 1 {
                if name.iter().any(|n| n == text.word(at) && (is_stop(n) || n.len() == 1)) {
                    mask |= bit(at);
                }
            }
            let likely = if named { 1.0 } else { 0.8 };
            found.push(Mention {
                node,
                text: read.0.clone(),
                mask,
                score: quality * likely * (0.5 + 0.5 * cover),
                cover,
            });
        }
    }
    by_meaning(world, text, &mut found)?;
    nations(world, text, &mut found)?;
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(b.mask.count_ones().cmp(&a.mask.count_ones()))
            .then(a.node.cmp(&b.node))
    });
    let mut seen = HashSet::new();
    found.retain(|m| seen.insert((m.node, m.mask)));
    // What a longer and better mention contains is not looked at, and of equal spans the best few.
    let all: Vec<(Coverage, f32, f32)> = found.iter().map(|m| (m.mask, m.score, m.cover)).collect();
    let mut kept_of: HashMap<Coverage, usize> = HashMap::new();
    found.retain(|m| {
        let inner = all.iter().any(|(mask, score, cover)| {
            *mask != m.mask && mask & m.mask == m.mask && *score >= m.score * 0.85 && *cover >= 0.6
        });
        let best = all.iter().filter(|(mask, _, _)| *mask & m.mask != 0).map(|a| a.1).fold(0.0, f32::max);
        let kept = kept_of.entry(m.mask).or_default();
        *kept += 1;
        !inner && *kept <= 5 && m.score >= best * 0.55
    });
    found.truncate(24);
    Ok(found)
}

/// Spans that are a stored name.
fn exact(world: &mut World<'_>, text: &Text, found: &mut Vec<Mention>) -> Result<()> {
    let graph = world.graph;
    for from in 0..text.tokens.len() {
        for to in from + 1..=text.tokens.len().min(from + 12) {
            let words = &text.tokens[from..to];
            if words.iter().all(|t| is_stop(&t.word)) || (to == from + 1 && words[0].word.len() < 2) {
                continue;
            }
            let mut spellings = vec![text.phrase(from, to)];
            if let Some(last) = words.last() {
                let head = text.phrase(from, to - 1);
                for other in numbers_of(&last.word) {
                    spellings.push(format!("{head} {other}").trim().to_owned());
                }
            }
            for (at, spelling) in spellings.iter().enumerate() {
                for node in graph.nodes_folded(spelling)? {
                    if !graph.roles(node, &Scope::All)?.meets(Roles::ENTITY) {
                        continue;
                    }
                    let read = world.node(node)?;
                    let digits = words.len() == 1 && words[0].word.bytes().all(|b| b.is_ascii_digit());
                    if digits && words[0].word.len() != 4 {
                        continue;
                    }
                    let named = words.iter().any(|t| t.name_like);
                    let score = match (words.len(), named) {
                        _ if digits => 0.8,
                        (1, false) if words[0].filler => 0.45,
                        (1, false) => 0.85,
                        _ => 1.0,
                    } * if at == 0 { 1.0 } else { 0.95 };
                    let mask = super::text::span(from, to);
                    found.push(Mention { node, text: read.0.clone(), mask, score, cover: 1.0 });
                }
            }
        }
    }
    Ok(())
}

/// The other number of a noun: `boxes` of `box`.
fn numbers_of(word: &str) -> Vec<String> {
    // "P1s"
    let code = word.strip_suffix('s').filter(|code| code.ends_with(|c: char| c.is_ascii_digit()));
    if let Some(code) = code {
        return vec![code.to_owned()];
    }
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Vec::new();
    }
    let mut forms = Vec::new();
    if let Some(stem) = word.strip_suffix("ies") {
        forms.push(format!("{stem}y"));
    }
    if let Some(stem) = word.strip_suffix("es") {
        forms.push(stem.to_owned());
    }
    if let Some(stem) = word.strip_suffix('s').filter(|s| !s.ends_with('s')) {
        forms.push(stem.to_owned());
    } else {
        forms.push(format!("{word}s"));
        if let Some(stem) = word.strip_suffix('y') {
            forms.push(format!("{stem}ies"));
        }
    }
    forms
}

/// Words that a word of the question can be in a name, with how sure that is.
fn variants(graph: &dyn GraphRead, word: &str) -> Result<Vec<(String, f32)>> {
    let mut list = vec![(word.to_owned(), 1.0)];
    list.extend(numbers_of(word).into_iter().map(|w| (w, 0.95)));
    if let Some(long) = English::get().long_form(word) {
        list.extend(words_of(long).into_iter().map(|w| (w, 0.85)));
    }
    let mut known = false;
    for (word, _) in &list {
        known |= graph.token_count(word)? > 0;
    }
    let letters = word.bytes().all(|b| !b.is_ascii_digit());
    if !known && letters && word.chars().count() >= 4 {
        let limit = if word.len() >= 8 { 2 } else { 1 };
        for (near, _) in graph.tokens_near(word, limit)?.into_iter().take(3) {
            list.push((near, 0.8));
        }
        // "raido" for "radio": a swap of neighbours is two edits in the index.
        if limit == 1 {
            let chars: Vec<char> = word.chars().collect();
            for (near, _) in graph.tokens_near(word, 2)?.into_iter().take(8) {
                if edits(&chars, &near, 1) {
                    list.push((near, 0.8));
                }
            }
        }
        // The beginning of a longer word: "econ" is left to the reader, "utilis" is not.
    }
    Ok(list)
}

/// The most facts of a relation of a graph whose few names are read one by one.
const SMALL: u64 = 2_000;

/// Values of columns and relations with few of them that mean the same as words of the question.
fn by_meaning(world: &mut World<'_>, text: &Text, found: &mut Vec<Mention>) -> Result<()> {
    let graphs = world.rels.iter().filter(|rel| rel.kind != SourceKind::Table).count() <= FEW;
    for rel in 0..world.rels.len() {
        let of = &world.rels[rel];
        if of.shape != Shape::Text || of.kind != SourceKind::Table && (of.facts > SMALL || !graphs) {
            continue;
        }
        let named: Vec<String> = of.words.iter().map(|word| word.root.clone()).collect();
        let tails = world.side(rel, false)?;
        if tails.len() > FEW {
            continue;
        }
        let mut values = Vec::new();
        for node in tails {
            let name = world.text(node)?;
            let roots: Vec<String> = words_of(&name).iter().map(|w| root(w)).collect();
            if (1..=4).contains(&roots.len()) {
                values.push((node, name, roots));
            }
        }
        for (node, name, roots) in &values {
            let of_one =
                |root: &String| values.iter().filter(|(_, _, other)| other.contains(root)).count() == 1;
            let meant = |mask: Coverage, score: f32, cover: f32| Mention {
                node: *node,
                text: name.clone(),
                mask,
                score,
                cover,
            };
            for (at, token) in text.tokens.iter().enumerate().filter(|(_, token)| !token.filler) {
                let own = roots.contains(&token.root) && !is_stop(&token.word);
                let known = found.iter().any(|m| m.node == *node && m.mask & bit(at) != 0);
                if !own || known {
                    continue;
                }
                if roots.len() == 1 {
                    // "cancellations", "cancelled"
                    found.push(meant(bit(at), 0.75, 0.9));
                } else if of_one(&token.root) && !named.contains(&token.root) {
                    // "emergencies" for the only value with that word: `Emergency call-out`
                    found.push(meant(bit(at), 0.65, 0.65));
                }
            }
            let mut groups = English::get().groups(&roots.join(" ")).to_vec();
            groups.sort_unstable();
            for (mask, of) in &text.groups {
                if of.iter().any(|g| groups.contains(g))
                    && !found.iter().any(|m| m.node == *node && m.mask & mask != 0)
                {
                    found.push(meant(*mask, 0.6, 0.6));
                }
            }
        }
    }
    Ok(())
}

/// Nations that adjectives and short forms mean.
fn nations(world: &mut World<'_>, text: &Text, found: &mut Vec<Mention>) -> Result<()> {
    let english = English::get();
    for from in 0..text.tokens.len() {
        for to in from + 1..=text.tokens.len().min(from + 4) {
            let phrase = text.phrase(from, to);
            // "us" is a pronoun unless it is written as a name.
            if phrase == "us" && text.slice(from, to) != "US" {
                continue;
            }
            let plain = phrase.strip_suffix('s').unwrap_or(&phrase);
            for name in english.nations(&phrase).iter().chain(english.nations(plain)) {
                for node in world.graph.nodes_folded(&trustuqa_model::fold(name))? {
                    let text = world.text(node)?;
                    found.push(Mention {
                        node,
                        text,
                        mask: super::text::span(from, to),
                        score: 0.9,
                        cover: 0.9,
                    });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_of_headers_are_found_in_words() {
        assert!(
            abbreviates("ht", "height") && abbreviates("gls", "goals") && abbreviates("nat", "nationality")
        );
        // Other letters, another beginning, and words that are English by themselves.
        assert!(!abbreviates("ht", "weight"));
        assert!(!abbreviates("date", "delegate"));
    }

    #[test]
    fn the_other_number_of_a_code_is_the_code() {
        assert_eq!(numbers_of("p1s"), ["p1"]);
        assert_eq!(numbers_of("boxes"), ["box", "boxe"]);
    }
}
