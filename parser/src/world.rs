//! The graph as the parser sees it: relations of sources with their words, and their
//! facts as pairs of nodes, read once.

mod name_matches;
mod row_totals;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_engine::lexicon;
use trustuqa_model::is_identifier;
use trustuqa_model::value::moment;
use trustuqa_model::{
    Comparison, Date, FactId, GraphRead, NodeId, Posting, Result, Scope, Source, SourceId, SourceKind, Value,
};

use super::cells::ColumnCells;
use super::graph_cache::{CachedNode, GraphCache};
use super::kind_names::KindName;
use super::kinds::Kind;
use super::lexicon::{English, words_of_name};
use super::naming::{NameWord, name_words};
use super::node_lists::sample;
use super::pairs::{FactEnds, Finder, Pairs, entries_of};
use super::relation::{Rel, RelId, Shape};
use super::sources::ChosenSources;
use super::text::Coverage;
use crate::words::root;

/// Maximum number of facts of a relation, or rows of a table, that are read at once; of larger relations, only the
/// facts around single nodes are.
const WHOLE: u64 = 300_000;
/// Maximum number of nodes that such a relation is followed from.
const FOLLOWED: usize = 2_000;
/// A relation with more facts is not read whole just for its first tails.
const LARGE: u64 = 1_000;
/// Maximum number of different ways in which the cells of a column may say that there is no value.
const BLANKS: usize = 12;
/// Maximum number of different values of a column for these to be matched by meaning.
pub const FEW: usize = 60;

/// Values of a column that are sampled to know what it holds.
const SAMPLED: usize = 6;

/// The graph and its catalogue as the rules see them, with what was read and worked out for one question.
pub struct World<'a> {
    /// The graph.
    pub graph: &'a dyn GraphRead,
    /// What was read of it for this question.
    pub(super) cache: &'a mut GraphCache,
    /// The catalogue.
    pub sources: &'a [Source],
    /// The sources that are read.
    pub chosen: ChosenSources,
    /// Every relation of these.
    pub rels: Vec<Arc<Rel>>,
    of: FxHashMap<(usize, NodeId), RelId>,
    index: FxHashMap<SourceId, usize>,
    ranges_of: FxHashMap<RelId, Option<(f64, f64)>>,
    /// The number or moment that each head of a relation is ordered by, with the head; by ascending head.
    places: FxHashMap<RelId, Vec<(f64, NodeId)>>,
    /// The values of columns most of whose cells were asked for.
    pub(super) columns: FxHashMap<RelId, ColumnCells>,
    /// How many cells of the other columns were asked for.
    pub(super) cells_asked: FxHashMap<RelId, usize>,
    /// Whether the day stands before the month in the dates of a column.
    pub(super) day_first: FxHashMap<RelId, Option<bool>>,
    keys_of: FxHashMap<usize, Vec<RelId>>,
    known_elsewhere: FxHashMap<RelId, bool>,
    /// The column of names that goes with a column of codes.
    pub(super) names_of_codes: FxHashMap<RelId, Option<RelId>>,
    /// The key columns of other tables that have the values of a column.
    pub(super) keys_behind: FxHashMap<RelId, Arc<Vec<RelId>>>,
    /// Whether a column holds codes that join tables.
    pub(super) joining_codes: FxHashMap<RelId, bool>,
    /// For a column of codes, the key and the column of names of the other table that names them.
    pub(super) names_behind_codes: FxHashMap<RelId, Option<(RelId, RelId)>>,
    /// The column that names rows beside a key column of codes.
    pub(super) names_beside: FxHashMap<RelId, Option<RelId>>,
    /// Whether the heads, or the tails, of a relation are codes, by a sample.
    codes: FxHashMap<(RelId, bool), bool>,
    /// Whether the heads, or the tails, of a relation are persons.
    pub(super) persons: FxHashMap<(RelId, bool), Option<bool>>,
    /// Whether the heads, or the tails, of a relation are always the same.
    pub(super) constant: FxHashMap<(RelId, bool), bool>,
    /// Whether no other side of a relation has all the heads, or tails, of this one and more.
    pub(super) complete: FxHashMap<(RelId, bool), bool>,
    /// The share of the heads, or tails, of a relation that are of a kind.
    pub(super) of_kind: FxHashMap<(RelId, bool, Kind), f32>,
    phrase_groups: FxHashMap<RelId, Vec<u16>>,
    /// The words of the name of a source, and the groups of synonyms that the whole name is in.
    source_names: FxHashMap<usize, (Vec<NameWord>, Vec<u16>)>,
    /// The words that name some column of a table in full, or nearly so.
    columns_in_full: FxHashMap<usize, Coverage>,
    /// Words for winning, for sources with a column of placings.
    words_for_winning: FxHashMap<usize, Coverage>,
    /// Words that are the whole name of another relation of the same source.
    named_by_others: FxHashMap<RelId, Coverage>,
    /// Relations whose names share no word with the question: most of a large graph.
    unmentioned: FxHashSet<RelId>,
    /// Words that are near the name of a relation by meaning, with their cosine.
    meant: FxHashMap<RelId, Vec<(Coverage, f32)>>,
    types: FxHashMap<NodeId, Arc<Vec<RelId>>>,
    heads: FxHashMap<NodeId, Arc<Vec<RelId>>>,
    /// The names that tell a kind with words among these free tokens.
    pub(super) kinds: FxHashMap<Coverage, Arc<Vec<KindName>>>,
    /// Today, in days since 1970.
    pub today: i32,
}

impl<'a> World<'a> {
    /// A view of a graph with this catalogue.
    pub fn new(
        graph: &'a dyn GraphRead,
        cache: &'a mut GraphCache,
        sources: &'a [Source],
        chosen: ChosenSources,
        today: i32,
    ) -> World<'a> {
        let among = &chosen.among;
        let mut rels = Vec::new();
        let mut of = FxHashMap::default();
        let mut phrase_groups = FxHashMap::default();
        let mut source_names = FxHashMap::default();
        for (index, source) in sources.iter().enumerate().filter(|(index, _)| among.contains(index)) {
            for info in &source.relations {
                of.insert((index, info.node), rels.len());
                let rel = Rel::of(index, source.kind, info);
                phrase_groups.insert(rels.len(), rel.phrase_groups());
                rels.push(Arc::new(rel));
            }
            let words = words_of_name(&source.name);
            let roots: Vec<String> = words.iter().map(|word| root(word)).collect();
            let groups = English::get().groups(&roots.join(" ")).to_vec();
            source_names.insert(index, (name_words(&words), groups));
        }
        cache.look_in(among.iter().filter_map(|index| sources.get(*index)).map(|source| source.id).collect());
        World {
            graph,
            cache,
            sources,
            chosen,
            rels,
            of,
            index: sources.iter().enumerate().map(|(at, source)| (source.id, at)).collect(),
            ranges_of: FxHashMap::default(),
            places: FxHashMap::default(),
            columns: FxHashMap::default(),
            cells_asked: FxHashMap::default(),
            day_first: FxHashMap::default(),
            keys_of: FxHashMap::default(),
            known_elsewhere: FxHashMap::default(),
            names_of_codes: FxHashMap::default(),
            keys_behind: FxHashMap::default(),
            joining_codes: FxHashMap::default(),
            names_behind_codes: FxHashMap::default(),
            names_beside: FxHashMap::default(),
            codes: FxHashMap::default(),
            persons: FxHashMap::default(),
            constant: FxHashMap::default(),
            complete: FxHashMap::default(),
            of_kind: FxHashMap::default(),
            phrase_groups,
            source_names,
            columns_in_full: FxHashMap::default(),
            words_for_winning: FxHashMap::default(),
            named_by_others: FxHashMap::default(),
            unmentioned: FxHashSet::default(),
            meant: FxHashMap::default(),
            types: FxHashMap::default(),
            heads: FxHashMap::default(),
            kinds: FxHashMap::default(),
            today,
        }
    }

    /// Adds a relation that is not in the catalogue.
    pub(super) fn add_rel(&mut self, rel: Rel) -> RelId {
        let id = self.rels.len();
        self.of.insert((rel.source, rel.node), id);
        self.rels.push(Arc::new(rel));
        id
    }

    fn scope(&self, rel: RelId) -> Scope {
        let source = self.rels.get(rel).and_then(|rel| self.sources.get(rel.source));
        source.map_or(Scope::All, |source| Scope::Only(vec![source.id]))
    }

    /// The relations of a source.
    pub fn rels_of(&self, source: usize) -> impl Iterator<Item = RelId> + '_ {
        (0..self.rels.len()).filter(move |r| self.rels[*r].source == source)
    }

    /// Text, value and kind of a node.
    pub fn node(&mut self, node: NodeId) -> Result<CachedNode> {
        self.cache.node(self.graph, node)
    }

    /// Reads nodes at once that will be asked for one by one.
    pub fn expect_nodes(&mut self, nodes: &[NodeId]) -> Result<()> {
        self.cache.expect_nodes(self.graph, nodes)
    }

    /// Announces that some of these nodes will be read, so that a server is asked once.
    pub fn expect_some(&self, nodes: &[NodeId]) -> Result<()> {
        self.graph.expect_nodes(nodes)
    }

    /// Text of a node.
    pub fn text(&mut self, node: NodeId) -> Result<String> {
        Ok(self.node(node)?.0.clone())
    }

    /// Texts of nodes, read at once.
    pub fn texts(&mut self, nodes: impl Iterator<Item = NodeId> + Clone) -> Result<Vec<String>> {
        self.expect_nodes(&nodes.clone().collect::<Vec<_>>())?;
        nodes.map(|node| self.text(node)).collect()
    }

    /// The roots of the words of a node's text, each once.
    pub fn roots_of(&mut self, node: NodeId) -> Result<Arc<Vec<String>>> {
        self.cache.roots(self.graph, node)
    }

    /// Whether these nodes have no names and only connect others, as the mediators of Freebase and the blank nodes
    /// of RDF do; judged by the first three.
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

    /// The facts of a relation; none if it is too large.
    pub fn pairs(&mut self, rel: RelId) -> Result<Arc<Pairs>> {
        if !self.is_whole(rel) {
            return Ok(Arc::default());
        }
        let of = &self.rels[rel];
        let cells = of.may_be_blank.then_some(of.shape != Shape::Text);
        self.cache.pairs(self.graph, self.sources[of.source].id, of.node, cells)
    }

    /// The facts of a relation, if they were read before, or if reading all of them is cheaper by now than reading
    /// around so many nodes.
    fn pairs_if_cheaper(&mut self, rel: RelId, nodes: usize) -> Result<Option<Arc<Pairs>>> {
        let of = &self.rels[rel];
        let known = (self.sources[of.source].id, of.node);
        if !self.is_whole(rel) || !self.cache.is_better_whole(known, nodes, of.facts) {
            return Ok(None);
        }
        self.pairs(rel).map(Some)
    }

    /// Tails of these heads, in ascending order, of facts that hold in these days.
    pub fn out(&mut self, nodes: &[NodeId], rel: RelId, days: Option<(i32, i32)>) -> Result<Vec<NodeId>> {
        self.follow(nodes, rel, days, true)
    }

    /// Heads of these tails.
    pub fn into(&mut self, nodes: &[NodeId], rel: RelId, days: Option<(i32, i32)>) -> Result<Vec<NodeId>> {
        self.follow(nodes, rel, days, false)
    }

    /// Announces that relations will be followed from these nodes, to their tails (`true`) or heads.
    pub fn expect_facts(&mut self, nodes: &[NodeId], ways: &[(RelId, bool)]) -> Result<()> {
        for out in [true, false] {
            let around_nodes = |(rel, way): &&(RelId, bool)| {
                let of = &self.rels[*rel];
                let known = (self.sources[of.source].id, of.node);
                let whole = self.is_whole(*rel) && self.cache.is_better_now(known, nodes.len(), of.facts);
                *way == out && of.formula.is_none() && !whole
            };
            let relations = ways.iter().filter(around_nodes).map(|(rel, _)| self.rels[*rel].node).collect();
            let nodes = &nodes[..nodes.len().min(FOLLOWED)];
            self.cache.expect_facts(self.graph, nodes, out, relations)?;
        }
        Ok(())
    }

    fn follow(
        &mut self,
        nodes: &[NodeId],
        rel: RelId,
        days: Option<(i32, i32)>,
        out: bool,
    ) -> Result<Vec<NodeId>> {
        let timed = days.is_some() && self.rels[rel].kind == SourceKind::Tkg;
        let mut found: Vec<NodeId> = match self.pairs_if_cheaper(rel, nodes.len())? {
            // Sets can be large, and only times need the facts themselves: without a time, none are copied.
            Some(pairs) if !timed => pairs.of(nodes, out).map(|fact| fact.1).collect(),
            whole => {
                let mut facts = match whole {
                    Some(pairs) => pairs.of(nodes, out).copied().collect(),
                    None => self.facts_around(nodes, rel, out)?,
                };
                self.hold(rel, &mut facts, days, |fact| fact.2)?;
                facts.into_iter().map(|fact| fact.1).collect()
            }
        };
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The heads (`true`) or tails of all facts of a relation that hold in these days, in ascending order.
    pub fn side_at(&mut self, rel: RelId, heads: bool, days: Option<(i32, i32)>) -> Result<Vec<NodeId>> {
        let pairs = self.pairs(rel)?;
        let mut facts: Vec<(NodeId, FactId)> =
            pairs.all().iter().map(|(head, tail, fact)| (if heads { *head } else { *tail }, *fact)).collect();
        self.hold(rel, &mut facts, days, |fact| fact.1)?;
        let mut found: Vec<NodeId> = facts.into_iter().map(|fact| fact.0).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The facts of a relation with these nodes as heads, or with `out` false as tails: each as the node, the node
    /// at its other end, and the id; in the order of the nodes.
    pub fn facts(&mut self, nodes: &[NodeId], rel: RelId, out: bool) -> Result<Vec<FactEnds>> {
        match self.pairs_if_cheaper(rel, nodes.len())? {
            Some(pairs) => Ok(pairs.of(nodes, out).copied().collect()),
            None => self.facts_around(nodes, rel, out),
        }
    }

    /// [`World::facts`] without reading the whole relation.
    fn facts_around(&mut self, nodes: &[NodeId], rel: RelId, out: bool) -> Result<Vec<FactEnds>> {
        let nodes = if self.is_whole(rel) { nodes } else { &nodes[..nodes.len().min(FOLLOWED)] };
        let (scope, relation) = (self.scope(rel), Some(self.rels[rel].node));
        let read = if out {
            self.graph.facts_of_heads(nodes, relation, &scope)?
        } else {
            self.graph.facts_of_tails(nodes, relation, &scope)?
        };
        let read: Vec<Posting> = read.into_iter().flatten().collect();
        let blank = self.blanks(rel, &read)?;
        let with_value = read.iter().filter(|p| !blank.contains(&p.tail));
        let ends = |p: &Posting| if out { (p.head, p.tail, p.fact) } else { (p.tail, p.head, p.fact) };
        Ok(with_value.map(ends).collect())
    }

    /// Keeps only the facts that hold in these days, if the relation is temporal.
    pub(super) fn hold<F>(
        &mut self,
        rel: RelId,
        facts: &mut Vec<F>,
        days: Option<(i32, i32)>,
        id: impl Fn(&F) -> FactId,
    ) -> Result<()> {
        if let Some(days) = days.filter(|_| self.rels[rel].kind == SourceKind::Tkg) {
            let of = &self.rels[rel];
            let known = (self.sources[of.source].id, of.node);
            self.cache.hold(self.graph, known, facts, days, id)?;
        }
        Ok(())
    }

    /// Of the cells of a column in these facts, those that say that there is no value.
    fn blanks(&mut self, rel: RelId, facts: &[Posting]) -> Result<FxHashSet<NodeId>> {
        let of = &self.rels[rel];
        if !of.may_be_blank {
            return Ok(FxHashSet::default());
        }
        let cells: BTreeSet<NodeId> = facts.iter().map(|fact| fact.tail).collect();
        let cells: Vec<NodeId> = cells.into_iter().collect();
        self.cache.blanks(self.graph, &cells, of.shape != Shape::Text)
    }

    /// First and last day of the facts of a temporal relation with this head and tail; `None` is any.
    pub fn intervals(
        &mut self,
        rel: RelId,
        head: Option<NodeId>,
        tail: Option<NodeId>,
    ) -> Result<Vec<(i32, i32)>> {
        if self.rels[rel].kind != SourceKind::Tkg {
            return Ok(Vec::new());
        }
        let pairs = self.pairs(rel)?;
        let facts = match (head, tail) {
            (Some(head), _) => Finder::new(pairs.by_head()).of(head),
            (None, Some(tail)) => Finder::new(pairs.by_tail()).of(tail),
            (None, None) => &[],
        };
        let other = if head.is_some() { tail } else { None };
        let meant = facts.iter().filter(|fact| other.is_none_or(|other| other == fact.1));
        let meant: Vec<FactId> = meant.map(|fact| fact.2).collect();
        self.cache.expect_days(self.graph, &meant)?;
        Ok(meant.into_iter().filter_map(|fact| self.cache.days(fact)).collect())
    }

    /// Whether some of these nodes is in several facts of a relation, as their head (`true`) or tail: in a temporal
    /// graph at different times, else with different nodes.
    pub fn has_several(&mut self, nodes: &[NodeId], rel: RelId, heads: bool) -> Result<bool> {
        let timed = self.rels[rel].kind == SourceKind::Tkg;
        let facts = self.facts(nodes, rel, heads)?;
        Ok(facts.windows(2).any(|two| two[0].0 == two[1].0 && (timed || two[0].1 != two[1].1)))
    }

    /// The relations of which something holds.
    pub fn rels_that(&self, holds: impl Fn(&Rel) -> bool) -> Vec<RelId> {
        (0..self.rels.len()).filter(|rel| holds(&self.rels[*rel])).collect()
    }

    /// Announces that [`World::pairs`] will be asked of these relations one by one.
    pub fn expect_pairs(&self, rels: impl Iterator<Item = RelId>) -> Result<()> {
        let of_source = |rel: RelId| (self.sources[self.rels[rel].source].id, self.rels[rel].node);
        let unknown = |rel: &RelId| {
            let stored = self.rels[*rel].formula.is_none();
            stored && self.is_whole(*rel) && !self.cache.knows(of_source(*rel))
        };
        let relations: Vec<(SourceId, NodeId)> = rels.filter(unknown).map(of_source).collect();
        if relations.len() > 1 { self.graph.expect_relations(&relations) } else { Ok(()) }
    }

    /// Announces that [`World::first_tails`] will be asked of these relations one by one.
    pub fn expect_first_tails(&self, rels: impl Iterator<Item = RelId>) -> Result<()> {
        self.expect_pairs(rels.filter(|rel| self.rels[*rel].facts <= LARGE))
    }

    /// All heads, or all tails, of a relation, in ascending order.
    pub fn side(&mut self, rel: RelId, heads: bool) -> Result<Arc<Vec<NodeId>>> {
        Ok(self.pairs(rel)?.side(heads).clone())
    }

    /// All tails of a relation, if there are at most `most`.
    pub fn few_tails(&mut self, rel: RelId, most: usize) -> Result<Option<Vec<NodeId>>> {
        let tails = self.first_tails(rel, most + 1)?;
        Ok((tails.len() <= most).then_some(tails))
    }

    /// The first tails of a relation, at most `most`. A large relation is not read whole for them.
    pub fn first_tails(&mut self, rel: RelId, most: usize) -> Result<Vec<NodeId>> {
        let of = self.rels[rel].clone();
        let known = self.cache.knows((self.sources[of.source].id, of.node));
        if !known && of.facts > LARGE && self.is_whole(rel) {
            let read = most + if of.may_be_blank { BLANKS } else { 0 };
            let mut tails = self.graph.tails_of_relation(of.node, &self.scope(rel), read)?;
            if of.may_be_blank {
                let blank = self.cache.blanks(self.graph, &tails, of.shape != Shape::Text)?;
                tails.retain(|tail| !blank.contains(tail));
            }
            tails.truncate(most);
            return Ok(tails);
        }
        Ok(self.side(rel, false)?.iter().take(most).copied().collect())
    }

    /// The rows of a table; none if it is too large.
    pub fn rows(&mut self, source: usize) -> Result<Arc<Vec<NodeId>>> {
        let table = &self.sources[source];
        if table.kind != SourceKind::Table || table.rows > WHOLE {
            return Ok(Arc::default());
        }
        self.cache.rows(self.graph, table.id, u32::try_from(table.rows).unwrap_or(0))
    }

    /// The rows of a column's table that have this name in a key column.
    pub fn rows_of(&mut self, name: NodeId, column: RelId) -> Result<Vec<NodeId>> {
        for key in self.keys(self.rels[column].source)? {
            let rows = self.into(&[name], key, None)?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    /// What these members, which ascend, are ordered by under a relation: the number or moment of each value, with
    /// the member.
    pub fn places_of(&mut self, nodes: &[NodeId], rel: RelId) -> Result<Vec<(f64, NodeId)>> {
        if !self.places.contains_key(&rel) {
            let facts = self.facts(nodes, rel, true)?;
            // If these are at least half of all facts, the places of all are kept for the next set.
            let of = &self.rels[rel];
            let is_known = self.cache.knows((self.sources[of.source].id, of.node));
            let all = if is_known { self.pairs(rel)? } else { Arc::default() };
            if !is_known || all.len() > 2 * facts.len() {
                return self.places_in(&facts, rel);
            }
            let places = self.places_in(all.by_head(), rel)?;
            self.places.insert(rel, places);
        }
        Ok(entries_of(&self.places[&rel], nodes, |(_, node)| *node).copied().collect())
    }

    fn places_in(&mut self, facts: &[FactEnds], rel: RelId) -> Result<Vec<(f64, NodeId)>> {
        self.expect_nodes(&facts.iter().map(|fact| fact.1).collect::<Vec<_>>())?;
        let mut places = Vec::with_capacity(facts.len());
        for (node, tail, _) in facts {
            let place = match self.value(rel, *tail)? {
                Value::Date(date) => Some(moment(date, &self.node(*tail)?.0)),
                other => other.number(),
            };
            places.extend(place.map(|place| (place, *node)));
        }
        Ok(places)
    }

    /// Smallest and largest number among up to 400 values of a relation.
    pub fn range(&mut self, rel: RelId) -> Result<Option<(f64, f64)>> {
        if let Some(known) = self.ranges_of.get(&rel) {
            return Ok(*known);
        }
        let tails = self.first_tails(rel, 400)?;
        self.expect_nodes(&tails)?;
        let mut range: Option<(f64, f64)> = None;
        for tail in &tails {
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
        let rows: Vec<NodeId> = self.side(rel, true)?.iter().take(400).copied().collect();
        for column in [rel, than] {
            self.cells(&rows, column)?;
        }
        for row in &rows {
            let mut days = [None, None];
            for (day, rel) in days.iter_mut().zip([rel, than]) {
                if let Some(cell) = self.out(&[*row], rel, None)?.first() {
                    *day = self.value(rel, *cell)?.date().map(Date::first_day);
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

    /// Reads at once the relations that these nodes are a head (`true`) or a tail of, which will be asked for
    /// one by one.
    pub fn expect_around(&mut self, nodes: &[NodeId], head: bool) -> Result<()> {
        self.cache.expect_around(self.graph, nodes, head)
    }

    /// Relations that a node is a tail or cell of, in ascending order.
    pub fn tail_of(&mut self, node: NodeId) -> Result<Arc<Vec<RelId>>> {
        if let Some(known) = self.types.get(&node) {
            return Ok(known.clone());
        }
        let rels = self.around(node, false)?;
        self.types.insert(node, rels.clone());
        Ok(rels)
    }

    /// Relations that a node is a head of, in ascending order.
    pub fn head_of(&mut self, node: NodeId) -> Result<Arc<Vec<RelId>>> {
        if let Some(known) = self.heads.get(&node) {
            return Ok(known.clone());
        }
        let rels = self.around(node, true)?;
        self.heads.insert(node, rels.clone());
        Ok(rels)
    }

    fn around(&mut self, node: NodeId, head: bool) -> Result<Arc<Vec<RelId>>> {
        let around = self.cache.around(self.graph, node, head)?;
        let rel =
            |(source, relation): &(SourceId, NodeId)| self.of.get(&(*self.index.get(source)?, *relation));
        let mut rels: Vec<RelId> = around.iter().filter_map(rel).copied().collect();
        rels.sort_unstable();
        rels.dedup();
        Ok(Arc::new(rels))
    }

    /// Whether a node is a head (`true`) or a tail of a relation.
    pub fn is_on_side(&mut self, node: NodeId, rel: RelId, head: bool) -> Result<bool> {
        if self.cache.known_around(node, head).is_none()
            && let Some(pairs) = self.pairs_if_cheaper(rel, 1)?
        {
            let mut side = Finder::new(pairs.by(head));
            return Ok(!side.of(node).is_empty());
        }
        let rels = if head { self.head_of(node)? } else { self.tail_of(node)? };
        Ok(rels.binary_search(&rel).is_ok())
    }

    /// Whether a column holds names that other tables may have, too: no numbers, no dates, and not only yes and no
    /// or one mark.
    pub fn holds_names(&mut self, rel: RelId) -> Result<bool> {
        if self.rels[rel].shape != Shape::Text {
            return Ok(false);
        }
        let cells = self.first_tails(rel, 5)?;
        let one = cells.len() == 1;
        for cell in cells {
            let folded = trustuqa_model::fold(&self.text(cell)?);
            let is = |section: &str| lexicon::contains(section, &folded);
            if !(is("answers.yes") || is("answers.no") || one && is("marks")) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The key columns of a table: texts or codes with as many different values as the table has rows.
    pub fn keys(&mut self, source: usize) -> Result<Vec<RelId>> {
        if let Some(known) = self.keys_of.get(&source) {
            return Ok(known.clone());
        }
        let rows = self.sources[source].rows;
        let mut keys = Vec::new();
        for rel in self.rels_of(source).collect::<Vec<_>>() {
            let of = &self.rels[rel];
            let names = of.shape == Shape::Text || of.codes;
            if names && rows > 0 && of.facts >= rows && self.side(rel, false)?.len() as u64 == rows {
                keys.push(rel);
            }
        }
        self.keys_of.insert(source, keys.clone());
        Ok(keys)
    }

    /// Whether the heads (`true`) or tails of a relation are codes, as most of a sample are: `AP-1259`, `ON 1156`,
    /// and not `Mill Lane 4`; or short capitals under a header that says so.
    pub fn holds_codes(&mut self, rel: RelId, heads: bool) -> Result<bool> {
        if let Some(known) = self.codes.get(&(rel, heads)) {
            return Ok(*known);
        }
        let members = self.side(rel, heads)?;
        let names = self.texts(sample(&members, SAMPLED))?;
        let marks = names.iter().filter(|name| is_code(name)).count() * 2 > names.len();
        let most = marks || !heads && self.holds_short_forms(rel, &names)?;
        self.codes.insert((rel, heads), most);
        Ok(most)
    }

    /// Whether most of a sample of the values of a column are names in another source, too.
    pub fn is_known_elsewhere(&mut self, rel: RelId) -> Result<bool> {
        if let Some(known) = self.known_elsewhere.get(&rel) {
            return Ok(*known);
        }
        let source = self.rels[rel].source;
        let values = self.side(rel, false)?;
        let (mut looked_at, mut known) = (0, 0);
        let some: Vec<NodeId> = sample(&values, SAMPLED).collect();
        self.expect_around(&some, true)?;
        self.expect_around(&some, false)?;
        for node in some {
            let (heads, tails) = (self.head_of(node)?, self.tail_of(node)?);
            // An equal amount elsewhere is not the number of an order: of numbers, only codes count.
            let names = |rel: &&RelId| self.rels[**rel].codes || self.rels[**rel].shape == Shape::Text;
            let mut others = heads.iter().chain(tails.iter().filter(names));
            let elsewhere = others.any(|rel| self.rels[*rel].source != source);
            looked_at += 1;
            known += usize::from(elsewhere);
        }
        let most = known * 2 > looked_at;
        self.known_elsewhere.insert(rel, most);
        Ok(most)
    }

    /// The tables whose relations are read, in the order of the catalogue.
    pub fn tables(&self) -> BTreeSet<usize> {
        self.rels.iter().filter(|rel| rel.kind == SourceKind::Table).map(|rel| rel.source).collect()
    }
}

/// Whether a name is a code: it has a digit, and each of its words has one or is up to three capital letters.
fn is_code(name: &str) -> bool {
    let digit = |word: &str| word.bytes().any(|b| b.is_ascii_digit());
    let capitals =
        |word: &str| word.len() <= 3 && word.chars().all(|c| c.is_uppercase() || c == '-' || c == '.');
    digit(name) && name.split(' ').all(|word| digit(word) || capitals(word))
}

/// The number that a value is compared by; of durations, the seconds.
pub fn number_of(value: &Value) -> Option<f64> {
    value.number()
}

/// Whether a value is a number for which the comparison with another holds.
pub fn compares(value: &Value, op: Comparison, with: f64) -> bool {
    number_of(value).is_some_and(|n| n.partial_cmp(&with).is_some_and(|o| op.holds(o)))
}

/// The mean of numbers; `None` where there are none.
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}
