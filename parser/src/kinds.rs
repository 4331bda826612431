//! The kind of things that a question asks for by its noun, as places in the graph: "which buyers" asks for values
//! of a column `Buyer`, "which grants" for keys of a table of grants.

use trustuqa_model::{Result, Roles, Scope, SourceKind};

use super::chart::Chart;
use super::kind_names::SURE;
use super::mentions::number_forms;
use super::naming::NameMatch;
use super::node_lists::sample;
use super::relation::{RelId, Shape};
use super::set::{Goal, Grouping, Key, Set};
use super::text::{Coverage, Text, bit, is_participle};
use super::world::World;

/// Members of a relation that are sampled.
const SAMPLED: usize = 6;
/// How much worse than the best a name may be said and still be what is asked for.
const SLACK: f32 = 0.1;

/// When a kind is found by names: most names with a word, most facts of a relation, and most relations of a name.
const NAMED: u32 = 3_000;
const SMALL: u64 = 20_000;
const LOOKED_AT: usize = 8;
/// A relation or table named by a noun itself, and not by a synonym, is said at least so well.
const CALLED: f32 = 0.72;

/// Where things of a kind are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The heads (`true`) or tails of a relation.
    Side(RelId, bool),
    /// The rows of a table.
    Rows(usize),
    /// The things with the word at this position in their names: `Drayne Depot` and `Stavering Depot` are depots.
    Named(usize),
}

/// What a noun of the question names: sides of relations, and tables; only those that it says best.
pub fn kinds_of(world: &World<'_>, text: &Text, noun: Coverage) -> Vec<Kind> {
    named_by(world, text, noun).0
}

/// The same, or if no relation or table has that name, things with the noun in their own names.
pub fn kinds_or_names(world: &mut World<'_>, text: &Text, noun: Coverage) -> Result<Vec<Kind>> {
    let (found, called) = named_by(world, text, noun);
    if called < CALLED {
        let named = kind_by_names(world, text, noun)?;
        if !named.is_empty() {
            return Ok(named);
        }
    }
    Ok(found)
}

/// What a noun says best, and the best likeness of a word.
fn named_by(world: &World<'_>, text: &Text, noun: Coverage) -> (Vec<Kind>, f32) {
    if noun == 0 {
        return (Vec::new(), 0.0);
    }
    let mut found: Vec<(NameMatch, Kind)> = Vec::new();
    for (rel, of) in world.rels.iter().enumerate().filter(|(_, of)| of.shape == Shape::Text) {
        let named = world.name_match(rel, text, noun);
        // "the best equipped shelter" asks for no equipment.
        let noun =
            (0..text.tokens.len()).any(|at| named.coverage & bit(at) != 0 && !is_participle(text.word(at)));
        if named.best >= SURE && named.head && noun {
            found.push((named, Kind::Side(rel, of.tells_of_heads())));
        }
    }
    for source in world.tables() {
        let named = world.source_match(source, text, noun);
        if named.best >= SURE {
            found.push((named, Kind::Rows(source)));
        }
    }
    let worth = |said: &NameMatch| said.best * said.completeness;
    let best = found.iter().map(|(said, _)| worth(said)).fold(0.0, f32::max);
    found.retain(|(said, _)| worth(said) + SLACK >= best);
    let called = found.iter().map(|(said, _)| said.best).fold(0.0, f32::max);
    (found.into_iter().map(|(_, kind)| kind).collect(), called)
}

/// The kind of things with a noun of the question in their names, if most of a side of some relation have it.
fn kind_by_names(world: &mut World<'_>, text: &Text, noun: Coverage) -> Result<Vec<Kind>> {
    let content = |at: &usize| {
        let token = &text.tokens[*at];
        noun & bit(*at) != 0 && !token.filler && token.word.len() > 2 && !is_participle(&token.word)
    };
    let Some(at) = (0..text.tokens.len()).rev().find(content) else { return Ok(Vec::new()) };
    let token = &text.tokens[at];
    for word in std::iter::once(token.word.clone()).chain(number_forms(&token.word)) {
        if !(2..=NAMED).contains(&world.graph.token_count(&word)?) {
            continue;
        }
        for (node, _) in world.graph.nodes_with_token(&word, Roles::ENTITY, &Scope::All)?.into_iter().take(3)
        {
            let (tails, heads) = (world.tail_of(node)?, world.head_of(node)?);
            let sides = tails.iter().map(|rel| (*rel, false)).chain(heads.iter().map(|rel| (*rel, true)));
            let small = |(rel, _): &(RelId, bool)| world.rels[*rel].facts <= SMALL;
            for (rel, heads) in sides.filter(small).take(LOOKED_AT).collect::<Vec<_>>() {
                if world.share_named(rel, heads, at, &token.root)? > 0.5 {
                    return Ok(vec![Kind::Named(at)]);
                }
            }
        }
    }
    Ok(Vec::new())
}

impl World<'_> {
    /// The sides of relations that hold all things of a kind.
    pub fn sides_of(&mut self, kind: Kind) -> Result<Vec<(RelId, bool)>> {
        Ok(match kind {
            Kind::Side(of, heads) => vec![(of, heads)],
            Kind::Rows(source) => self.keys(source)?.into_iter().map(|key| (key, false)).collect(),
            Kind::Named(_) => Vec::new(),
        })
    }

    /// The share of the heads, or tails, of a relation whose names have the word at a position of the question, by
    /// a sample.
    fn share_named(&mut self, rel: RelId, heads: bool, at: usize, root: &str) -> Result<f32> {
        if let Some(known) = self.of_kind.get(&(rel, heads, Kind::Named(at))) {
            return Ok(*known);
        }
        let members = self.side(rel, heads)?;
        let (mut all, mut named) = (0, 0);
        self.expect_nodes(&sample(&members, SAMPLED).collect::<Vec<_>>())?;
        for node in sample(&members, SAMPLED) {
            all += 1;
            named += usize::from(self.roots_of(node)?.iter().any(|own| own == root));
        }
        let share = named as f32 / all.max(1) as f32;
        self.of_kind.insert((rel, heads, Kind::Named(at)), share);
        Ok(share)
    }

    /// The share of the heads, or tails, of a relation that are of a kind, by a sample.
    fn share_of_kind(&mut self, rel: RelId, heads: bool, kind: Kind) -> Result<f32> {
        if let Some(known) = self.of_kind.get(&(rel, heads, kind)) {
            return Ok(*known);
        }
        let sides = self.sides_of(kind)?;
        if sides.contains(&(rel, heads)) {
            return Ok(1.0);
        }
        let members = self.side(rel, heads)?;
        let some = sample(&members, SAMPLED);
        for head in [true, false] {
            if sides.iter().any(|(_, heads)| *heads == head) {
                self.expect_around(&some.clone().collect::<Vec<_>>(), head)?;
            }
        }
        let (mut all, mut of_kind) = (0, 0);
        for node in some {
            all += 1;
            for (side, heads) in &sides {
                if self.is_on_side(node, *side, *heads)? {
                    of_kind += 1;
                    break;
                }
            }
        }
        let share = of_kind as f32 / all.max(1) as f32;
        self.of_kind.insert((rel, heads, kind), share);
        Ok(share)
    }
}

/// The kind of what a reading answers with, if these are things.
pub fn answered_with(goal: &Goal) -> Option<Kind> {
    match goal {
        Goal::List(set) => end_of(set),
        Goal::Groups(Grouping { set, by, .. }, Some(_)) => match by.last() {
            Some(Key::Rel(rel)) => Some(Kind::Side(*rel, false)),
            Some(Key::Part(..)) => None,
            None => end_of(set),
        },
        _ => None,
    }
}

/// How far the answer of a reading, or what it counts, is of the kind that is asked for, from 0 to 1. `None` if the
/// question names no kind, or the answer is no things.
pub fn fits_kind(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<f32>> {
    let end = match goal {
        Goal::Count(set, _) => end_of(set),
        Goal::Groups(Grouping { set, of: None, .. }, None) if let Set::Rows(source, _) = &**set => {
            Some(Kind::Rows(*source))
        }
        goal => answered_with(goal),
    };
    let Some(end) = end else { return Ok(None) };
    let kinds = chart.kinds.clone();
    share_of_kinds(chart, end, &kinds)
}

/// The same for what is counted for each member of a set: "the most services" counts services, and not the branches
/// that offer one.
pub fn fits_counted(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<f32>> {
    let Goal::Groups(Grouping { set, by, of: None, .. }, _) = goal else { return Ok(None) };
    let Some((rel, heads)) = set.end().filter(|_| by.is_empty()) else { return Ok(None) };
    let kinds = chart.other_kinds.clone();
    share_of_kinds(chart, Kind::Side(rel, !heads), &kinds)
}

/// The same for the groups of a table: "for every reserve" is answered by reserves.
pub fn fits_each(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<f32>> {
    let goal = if let Goal::Share(groups, _) = goal { groups } else { goal };
    let (Goal::Groups(Grouping { set, by, .. }, None) | Goal::Ranked(Grouping { set, by, .. }, _)) = goal
    else {
        return Ok(None);
    };
    let end = match by.last() {
        Some(Key::Rel(rel)) => Some(Kind::Side(*rel, false)),
        Some(Key::Part(..)) => None,
        None => end_of(set),
    };
    let Some(end) = end else { return Ok(None) };
    let kinds = chart.each_kinds.clone();
    share_of_kinds(chart, end, &kinds)
}

/// How much of a column must be of the kind of a noun for that noun to say the column.
const MOSTLY: f32 = 0.75;

/// The noun that says a column of a table, although its name does not: what it holds are things of the noun's kind in a
/// graph. "Per clerk" groups by a column `Drawn up by`, if those are heads of `clerk at`.
pub fn noun_of_column(chart: &mut Chart<'_, '_>, column: RelId, each: Coverage) -> Result<Coverage> {
    let (kinds, noun) = match each {
        0 => (&chart.kinds, chart.focus),
        _ => (&chart.each_kinds, chart.each_noun),
    };
    let graph = |kind: &Kind| match kind {
        Kind::Side(rel, _) => chart.world.rels[*rel].kind != SourceKind::Table,
        Kind::Rows(_) | Kind::Named(_) => false,
    };
    let kinds: Vec<Kind> = kinds.iter().copied().filter(graph).collect();
    if kinds.is_empty() || chart.world.rels[column].shape != Shape::Text {
        return Ok(0);
    }
    let share = share_of_kinds(chart, Kind::Side(column, false), &kinds)?;
    Ok(if share.is_some_and(|share| share >= MOSTLY) { noun } else { 0 })
}

/// The share of things that are of a kind, for the best one of these kinds.
fn share_of_kinds(chart: &mut Chart<'_, '_>, end: Kind, kinds: &[Kind]) -> Result<Option<f32>> {
    let mut best: Option<f32> = None;
    for kind in kinds.iter().copied() {
        let share = match (end, kind) {
            (Kind::Named(_), _) => 0.0,
            (Kind::Side(rel, heads), Kind::Named(at)) => {
                let root = chart.text.tokens[at].root.clone();
                chart.world.share_named(rel, heads, at, &root)?
            }
            (Kind::Rows(rows), Kind::Named(at)) => {
                let root = chart.text.tokens[at].root.clone();
                let mut most = 0.0f32;
                for key in chart.world.keys(rows)? {
                    most = most.max(chart.world.share_named(key, false, at, &root)?);
                }
                most
            }
            (Kind::Side(rel, heads), kind) => chart.world.share_of_kind(rel, heads, kind)?,
            (Kind::Rows(rows), Kind::Rows(source)) => f32::from(u8::from(rows == source)),
            (Kind::Rows(rows), Kind::Side(rel, heads)) => {
                let key = !heads && chart.world.rels[rel].source == rows;
                f32::from(u8::from(key && chart.world.keys(rows)?.contains(&rel)))
            }
        };
        best = Some(best.map_or(share, |best| best.max(share)));
    }
    Ok(best)
}

/// The kind of a set's members.
fn end_of(set: &Set) -> Option<Kind> {
    if let Some((rel, heads)) = set.end() {
        return Some(Kind::Side(rel, heads));
    }
    match set {
        Set::Rows(source, _) => Some(Kind::Rows(*source)),
        Set::Extreme(of, ..) | Set::Nth(of, ..) => end_of(of),
        _ => None,
    }
}
