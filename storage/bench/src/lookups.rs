//! Which lookups are made, and whether all peers agree about them.

use std::collections::HashSet;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use trustuqa_storage::{
    Comparison, Date, Fact, FactId, GraphRead as _, NodeId, NodeKind, Scope, Snapshot, SourceKind, Value,
};

use crate::Failure;
use crate::peers::sqlite::Sqlite;
use crate::peers::store::Store;
use crate::peers::{Item, Peer, Query};

/// How often a draw is tried before the graph is taken to have nothing to draw.
const TRIES: usize = 1_000;

/// Draws lookups from the facts of a snapshot.
pub struct Draw<'s> {
    read: &'s Snapshot,
    rng: ChaCha8Rng,
    first: u32,
    end: u32,
}

/// From which facts a lookup is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Any fact: what is in many facts is looked up often (Zipf).
    ByFacts,
    /// Any pair of the two that a lookup gives, each as often.
    Uniform,
    /// As `Uniform`, but only facts of graphs, whose heads are names and not rows.
    UniformInGraphs,
    /// Pairs with ten facts or more, drawn by facts.
    Long,
}

/// Facts of a pair from which on it is [`Spread::Long`].
const LONG: usize = 10;

impl<'s> Draw<'s> {
    /// Lookups that follow from a seed.
    pub fn new(read: &'s Snapshot, seed: u64) -> Result<Draw<'s>, Failure> {
        let sources = read.sources()?;
        let first = sources.iter().map(|source| source.first_fact.0).min().unwrap_or(0);
        let facts = sources.iter().map(|source| source.facts).sum::<u64>();
        let end = first + u32::try_from(facts)?;
        Ok(Draw { read, rng: ChaCha8Rng::seed_from_u64(seed), first, end })
    }

    fn fact(&mut self) -> Result<Fact, Failure> {
        let id = self.rng.random_range(self.first..self.end);
        Ok(self.read.fact(FactId(id))?)
    }

    /// Lookups by head and relation, or by relation and tail.
    pub fn pairs(&mut self, count: usize, spread: Spread, by_tail: bool) -> Result<Vec<Query>, Failure> {
        let mut queries = Vec::with_capacity(count);
        let mut tries = 0;
        while queries.len() < count {
            tries += 1;
            if tries > count * TRIES {
                return Err("the graph has too few facts to draw lookups from".into());
            }
            let fact = self.fact()?;
            if spread == Spread::UniformInGraphs && self.read.node(fact.head)?.kind != NodeKind::Name {
                continue;
            }
            let (head, relation, tail) = (fact.head, fact.relation, fact.tail);
            if spread != Spread::ByFacts {
                // A pair is met as often as it has facts; taken once for all of them, pairs are drawn alike.
                let all = if by_tail {
                    self.read.facts_of_relation(relation, Some(tail), &Scope::All)?
                } else {
                    self.read.facts_of_head(head, Some(relation), &Scope::All)?
                };
                let out = match spread {
                    Spread::Long => all.len() < LONG,
                    _ => self.rng.random_range(0..all.len().max(1)) > 0,
                };
                if out {
                    continue;
                }
            }
            queries.push(if by_tail {
                Query::Tail { relation: relation.0, tail: tail.0 }
            } else {
                Query::Head { head: head.0, relation: relation.0 }
            });
        }
        Ok(queries)
    }

    /// Ranges from one end of the values of a relation, up to one of the first thousand.
    /// Only relations of numbers or of days: SQLite compares the keys alone, and between
    /// a year and a day in it the store's comparison says more than a key can.
    pub fn ranges(&mut self, count: usize, sqlite: &Sqlite, own: &[u32]) -> Result<Vec<Query>, Failure> {
        let relations: Vec<NodeId> = {
            let all: HashSet<NodeId> =
                self.read.sources()?.iter().flat_map(|source| &source.relations).map(|r| r.node).collect();
            let mut all: Vec<NodeId> = all.into_iter().collect();
            all.sort_unstable();
            all
        };
        // Relations of one class, with their class.
        let mut classes =
            sqlite.connection.prepare("SELECT DISTINCT class FROM by_order WHERE relation = ?1")?;
        let mut usable = Vec::new();
        for relation in relations {
            let found: Vec<u8> =
                classes.query_map([own[relation.0 as usize]], |row| row.get(0))?.collect::<Result<_, _>>()?;
            if let [class @ (1 | 2)] = found[..] {
                usable.push((relation, class));
            }
        }
        if usable.is_empty() {
            return Err("no relation has numbers or days to draw ranges from".into());
        }
        let mut up = sqlite.connection.prepare(
            "SELECT text FROM by_order JOIN names ON node = tail WHERE relation = ?1 ORDER BY by_order.class, by_order.position LIMIT 1 OFFSET ?2",
        )?;
        let mut down = sqlite.connection.prepare(
            "SELECT text FROM by_order JOIN names ON node = tail WHERE relation = ?1 ORDER BY by_order.class DESC, by_order.position DESC LIMIT 1 OFFSET ?2",
        )?;
        let mut queries = Vec::with_capacity(count);
        let mut tries = 0;
        while queries.len() < count {
            tries += 1;
            if tries > count * TRIES {
                return Err("too few values to draw ranges from".into());
            }
            let (relation, _) = usable[self.rng.random_range(0..usable.len())];
            let op =
                [Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge][self.rng.random_range(0..4)];
            // Each order of magnitude from ten to a thousand as often.
            let offset = 10_f64.powf(self.rng.random_range(1.0..3.0)) as u32;
            let statement = if matches!(op, Comparison::Lt | Comparison::Le) { &mut up } else { &mut down };
            let mut rows = statement.query((own[relation.0 as usize], offset))?;
            let Some(row) = rows.next()? else { continue };
            let text: String = row.get(0)?;
            let value = Value::parse(&text);
            if value == Value::Text {
                continue;
            }
            // Selective ones only: a bound that very many values share is a scan for everyone.
            let found = self.read.facts_in_range(relation, op, &value, &Scope::All)?.len();
            if (5..=5_000).contains(&found) {
                queries.push(Query::Range { relation: relation.0, op, value });
            }
        }
        Ok(queries)
    }

    /// A day, a month or a year of a relation of a temporal graph, in which one of its facts begins.
    pub fn times(&mut self, count: usize, years_only: bool) -> Result<Vec<Query>, Failure> {
        let temporal: Vec<(u32, u32)> = self
            .read
            .sources()?
            .iter()
            .filter(|source| source.kind == SourceKind::Tkg && source.facts > 0)
            .map(|source| (source.first_fact.0, source.first_fact.0 + source.facts as u32))
            .collect();
        if temporal.is_empty() {
            return Err("the graph has no temporal source".into());
        }
        let mut queries = Vec::with_capacity(count);
        while queries.len() < count {
            let (first, end) = temporal[self.rng.random_range(0..temporal.len())];
            let fact = self.read.fact(FactId(self.rng.random_range(first..end)))?;
            let Some(start) = fact.interval.and_then(|time| time.start) else { continue };
            let day = start.first_day();
            let (first, last) = match self.rng.random_range(0..3) {
                _ if years_only => year(start),
                0 => (day, day),
                1 => (day, day + 30),
                _ => year(start),
            };
            queries.push(Query::Time { relation: fact.relation.0, first, last });
        }
        Ok(queries)
    }
}

fn year(date: Date) -> (i32, i32) {
    let whole = Date::new(date.year(), None, None).unwrap_or(date);
    (whole.first_day(), whole.last_day())
}

/// The store's facts against SQLite's, all of them, in order. Returns the id that each
/// node of the store has in SQLite, and the difference between the ids of facts.
///
/// # Errors
///
/// A fact that differs: then the two do not hold the same graph, and nothing is measured.
pub fn matched(store: &Store, sqlite: &Sqlite) -> Result<(Vec<u32>, u32), Failure> {
    let mut ours = Vec::new();
    crate::peers::memory::each_fact(&store.read, |item| ours.push(item))?;
    let offset = ours.first().map_or(0, |item| item.fact);
    let (mut own, mut back): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut pair = |a: u32, b: u32| -> bool {
        for (list, from, to) in [(&mut own, a, b), (&mut back, b, a)] {
            if list.len() <= from as usize {
                list.resize(from as usize + 1, u32::MAX);
            }
            let known = &mut list[from as usize];
            if *known == u32::MAX {
                *known = to;
            }
            if *known != to {
                return false;
            }
        }
        true
    };
    let mut at = 0;
    sqlite.each_fact(|theirs| {
        let item = ours.get(at).ok_or("SQLite has more facts than the store")?;
        at += 1;
        let same = item.fact - offset == theirs.fact
            && pair(item.head, theirs.head)
            && pair(item.relation, theirs.relation)
            && pair(item.tail, theirs.tail);
        if same { Ok(()) } else { Err(format!("fact {at} differs: {item:?}, {theirs:?}").into()) }
    })?;
    if at != ours.len() {
        return Err("the store has more facts than SQLite".into());
    }
    // The names themselves, one of a hundred.
    let mut text = sqlite.connection.prepare("SELECT text FROM names WHERE node = ?1")?;
    for (node, theirs) in own.iter().enumerate().step_by(97).filter(|(_, theirs)| **theirs != u32::MAX) {
        let node = store.read.node(NodeId(u32::try_from(node)?))?;
        if node.kind == NodeKind::Name {
            let theirs: String = text.query_row([theirs], |row| row.get(0))?;
            if node.text != theirs {
                return Err(format!("the name `{}` is `{theirs}` in SQLite", node.text).into());
            }
        }
    }
    Ok((own, offset))
}

/// A peer with its ids.
pub struct PeerWithIds<'p> {
    /// The peer.
    pub peer: &'p mut dyn Peer,
    /// The peer's id of each node of the store, unless they are the same.
    pub own: Option<&'p [u32]>,
    /// What the store's ids of facts have more than the peer's.
    pub offset: u32,
}

impl PeerWithIds<'_> {
    /// The queries in the peer's ids.
    pub fn queries(&self, queries: &[Query]) -> Vec<Query> {
        let id = |node: u32| self.own.map_or(node, |own| own[node as usize]);
        queries.iter().map(|query| query.mapped(id)).collect()
    }
}

/// Asks every peer every query once, compares the answers, and returns how many facts an
/// answer has on average. The first peer is the store.
pub fn verified(peers: &mut [PeerWithIds<'_>], queries: &[Query]) -> Result<f64, Failure> {
    let forms: Vec<Vec<Query>> = peers.iter().map(|asked| asked.queries(queries)).collect();
    let mut items = 0;
    for (at, query) in queries.iter().enumerate() {
        let Some((store, others)) = peers.split_first_mut() else { return Ok(0.0) };
        let expected = store.peer.answer(query);
        items += expected.len();
        for (asked, form) in others.iter_mut().zip(&forms[1..]) {
            let found = asked.peer.answer(&form[at]);
            let id = |node: u32| asked.own.map_or(node, |own| own[node as usize]);
            let mut wanted: Vec<Item> = expected
                .iter()
                .map(|item| Item {
                    fact: item.fact - asked.offset,
                    head: id(item.head),
                    relation: id(item.relation),
                    tail: id(item.tail),
                })
                .collect();
            wanted.sort_unstable();
            if wanted != found {
                let (name, query) = (asked.peer.name(), format!("{query:?}"));
                return Err(format!(
                    "{name} answers {query} with {} facts, the store with {}",
                    found.len(),
                    wanted.len()
                )
                .into());
            }
        }
    }
    Ok(items as f64 / queries.len().max(1) as f64)
}
