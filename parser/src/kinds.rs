//! What kind of things a question asks for by its noun, told by where the graph says it: "which buyers" asks
//! for what stands in a column `Buyer`, "which grants" for what tells the rows of a table of grants apart.

use trustuqa_model::{Result, Roles, Scope};

use super::chart::Chart;
use super::kind_names::SURE;
use super::mentions::numbers_of;
use super::naming::Said;
use super::relation::{RelId, Shape};
use super::set::{Goal, Grouping, Key, Set};
use super::text::{Coverage, Text, bit, is_participle};
use super::world::{World, sample};

/// Members of a relation that are looked at.
const SAMPLED: usize = 6;
/// How far behind the best a name may be said and still name what is asked for.
const SLACK: f32 = 0.1;

/// The most names with a word that are looked for to tell a kind, and the most facts of a relation and the most
/// relations of a name that are looked at then.
const NAMED: u32 = 3_000;
const SMALL: u64 = 20_000;
const LOOKED_AT: usize = 8;
/// How well a relation or table is called by a noun itself, and not by what means the same.
const CALLED: f32 = 0.72;

/// Where things of a kind are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The heads (`true`) or tails of a relation.
    Side(RelId, bool),
    /// The rows of a table.
    Rows(usize),
    /// What has the word at this position in its names: `Drayne Depot` and `Stavering Depot` are depots.
    Named(usize),
}

/// What a noun of the question names: sides of relations, and tables. Only those that it names best.
pub fn kinds_of(world: &World<'_>, text: &Text, noun: Coverage) -> Vec<Kind> {
    named_by(world, text, noun).0
}

/// The same, and where no relation or table is called so, what has the noun in its names.
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

/// What a noun names best, and how like it a word of these names is.
fn named_by(world: &World<'_>, text: &Text, noun: Coverage) -> (Vec<Kind>, f32) {
    if noun == 0 {
        return (Vec::new(), 0.0);
    }
    let mut found: Vec<(Said, Kind)> = Vec::new();
    for (rel, of) in world.rels.iter().enumerate().filter(|(_, of)| of.shape == Shape::Text) {
        let named = world.said(rel, text, noun);
        // "the best equipped shelter" asks for no equipment.
        let noun =
            (0..text.tokens.len()).any(|at| named.mask & bit(at) != 0 && !is_participle(text.word(at)));
        if named.best >= SURE && named.head && noun {
            found.push((named, Kind::Side(rel, of.tells_of_heads())));
        }
    }
    for source in world.tables() {
        let named = world.source_said(source, text, noun);
        if named.best >= SURE {
            found.push((named, Kind::Rows(source)));
        }
    }
    let worth = |said: &Said| said.best * said.cover;
    let best = found.iter().map(|(said, _)| worth(said)).fold(0.0, f32::max);
    found.retain(|(said, _)| worth(said) + SLACK >= best);
    let called = found.iter().map(|(said, _)| said.best).fold(0.0, f32::max);
    (found.into_iter().map(|(_, kind)| kind).collect(), called)
}

/// The kind of things whose names have a noun of the question in them: most of those on a side of some relation.
fn kind_by_names(world: &mut World<'_>, text: &Text, noun: Coverage) -> Result<Vec<Kind>> {
    let content = |at: &usize| {
        let token = &text.tokens[*at];
        noun & bit(*at) != 0 && !token.filler && token.word.len() > 2 && !is_participle(&token.word)
    };
    let Some(at) = (0..text.tokens.len()).rev().find(content) else { return Ok(Vec::new()) };
    let token = &text.tokens[at];
    for word in std::iter::once(token.word.clone()).chain(numbers_of(&token.word)) {
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
    /// The sides of relations that hold all of a kind, as far as relations tell it.
    pub fn sides_of(&mut self, kind: Kind) -> Result<Vec<(RelId, bool)>> {
        Ok(match kind {
            Kind::Side(of, heads) => vec![(of, heads)],
            Kind::Rows(source) => self.keys(source)?.into_iter().map(|key| (key, false)).collect(),
            Kind::Named(_) => Vec::new(),
        })
    }

    /// The share of the heads, or tails, of a relation with the word at a position of the question in their
    /// names, by some of them.
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

    /// The share of the heads, or tails, of a relation that are of a kind, by some of them.
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

/// What a reading answers with, where it is things.
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

/// How far what a reading answers with, or counts, is of the kind that is asked for, from 0 to 1. `None`
/// where the question names no kind, or the reading gives no things.
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

/// The same for what is counted of each member of a set: "the most services" counts services, and not the
/// branches that offer one.
pub fn fits_counted(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<f32>> {
    let Goal::Groups(Grouping { set, by, of: None, .. }, _) = goal else { return Ok(None) };
    let Some((rel, heads)) = set.end().filter(|_| by.is_empty()) else { return Ok(None) };
    let kinds = chart.other_kinds.clone();
    share_of_kinds(chart, Kind::Side(rel, !heads), &kinds)
}

/// The same for what a table has a number for each of: "for every reserve" is answered by reserves.
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

/// How far things are of one of some kinds: of the one that they fit best.
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

/// What the members of a set are.
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
