//! Knowledge graphs and temporal knowledge graphs.

use crate::cell::{Cell, day, iso, year};
use crate::draw::{Draw, scatter};
use crate::name::{self, Entity};

const KINDS: [Entity; 4] = [Entity::Person, Entity::Work, Entity::Place, Entity::Group];

/// Days of the longest span: a century.
const CENTURY: u64 = 36_525;

/// How many relations a graph of so many facts has: some 40 at ten thousand, 150 at a
/// million, as real ones grow.
pub(crate) fn relations(facts: u64) -> u64 {
    8 + (facts as f64).powf(0.36) as u64
}

/// The head of a fact. Even the best known entity heads few of all facts.
fn head(draw: &mut Draw, relation: u64, entities: u64) -> String {
    let kind = KINDS[(scatter(relation) % 4) as usize];
    name::entity(kind.near(draw.zipf(entities, 0.6)))
}

/// The tail of a fact: each relation has tails of one kind, some relations many and
/// some a few (a gender, a language), and every eighth has values.
fn tail(draw: &mut Draw, relation: u64, entities: u64) -> String {
    let traits = scatter(relation ^ (1 << 40));
    if relation % 8 == 5 {
        let values = [Cell::Year, Cell::Large(1, 50_000_000), Cell::Day, Cell::Decimal(100)];
        return values[(traits % 4) as usize].text(draw, entities, 0);
    }
    let kind = KINDS[(traits % 4) as usize];
    let range = match (traits >> 8) % 8 {
        0 => 40,
        1 => 400,
        2 => 4_000,
        _ => entities,
    };
    let range = range.min(entities);
    // Relations of a few tails have tails of their own.
    let from = (traits >> 16) % (entities - range + 1);
    name::entity(kind.near(from + draw.zipf(range, 0.85)))
}

/// A triple of a graph that has so many relations.
pub(crate) fn triple(draw: &mut Draw, relations: u64, entities: u64) -> Vec<String> {
    let relation = draw.zipf(relations, 0.8);
    vec![head(draw, relation, entities), name::relation(relation), tail(draw, relation, entities)]
}

/// A quintuple. Spans are from a day to a century, each order of magnitude as likely;
/// some relations are written by years, the others by days; one bound of ten is open.
pub(crate) fn quintuple(draw: &mut Draw, relations: u64, entities: u64) -> Vec<String> {
    let relation = draw.zipf(relations, 0.8);
    // Other relations than those of triples, so other kinds of heads and tails.
    let traits = relation + 1_000_000;
    let kind = KINDS[(scatter(traits >> 1) % 4) as usize];
    let (head, tail) = (head(draw, traits, entities), name::entity(kind.near(draw.zipf(entities, 0.8))));
    let span = draw.magnitude(1, CENTURY) - 1;
    let (start, end) = if relation % 3 == 2 {
        let first = day(draw);
        (iso(first), iso(first + span))
    } else {
        let first = year(draw);
        (first.to_string(), (first + span / 365).to_string())
    };
    let open = draw.below(20);
    let bound = |open: bool, time: String| if open { "-".to_owned() } else { time };
    vec![head, name::office(relation), tail, bound(open == 0, start), bound(open == 1, end)]
}
