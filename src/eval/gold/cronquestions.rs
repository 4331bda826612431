//! CronQuestions' annotations as queries.
//!
//! With Y(h, t) the years in which (h, relation, t) holds:
//!
//! | type | annotation | answer |
//! |---|---|---|
//! | `simple_time` | head, tail | Y(head, tail) |
//! | `simple_entity` | time, head or tail | all that hold in that year |
//! | `first_last` | adj, head and/or tail | the smallest or largest year; without a head or a tail and when no time is asked for, all that hold then |
//! | `before_after` | type, head, tail | the others in the nearest year before min Y or after max Y |
//! | `before_after` | type, `event_head`, head or tail | all in the nearest year before the start or after the end of the event |
//! | `time_join` | head, tail | the others in any year of Y(head, tail) |
//! | `time_join` | head, tail, tail2 | the heads of tail2 in any year of Y(head, tail) |
//! | `time_join` | `event_head`, head or tail | all that hold in any year of the event |
//!
//! "The others" are other heads of the tail; but for teams, employers and spouses,
//! `before_after` means other tails of the head.

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{Constraint, GetInformation, Term};
use trustuqa_storage::Comparison;

use super::draft::{Draft, equal, name};
use crate::eval::GoldQuery;

/// The relation of events.
pub const EVENT: &str = "significant event";

/// An annotation with names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// `simple_time`, `simple_entity`, `first_last`, `before_after` or `time_join`.
    pub kind: String,
    /// True when a time is asked for, false for an entity.
    pub asks_time: bool,
    /// The relation of the facts that are asked about.
    pub relation: String,
    /// The head, when it is given.
    pub head: Option<String>,
    /// The tail, when it is given.
    pub tail: Option<String>,
    /// A second tail, to be joined by time.
    pub tail2: Option<String>,
    /// An event that gives a time.
    pub event: Option<String>,
    /// A year.
    pub time: Option<String>,
    /// `first` or `last`, `before` or `after`.
    pub direction: Option<String>,
}

/// The query for an annotation.
pub fn query(annotation: &Annotation) -> GoldQuery {
    build(annotation).unwrap_or_else(|| {
        GoldQuery::Impossible(format!(
            "an annotation of type `{}` with these fields has no known meaning",
            annotation.kind
        ))
    })
}

fn build(a: &Annotation) -> Option<GoldQuery> {
    let mut draft = Draft::default();
    let (head, tail) = (a.head.as_deref(), a.tail.as_deref());
    match (a.kind.as_str(), a.event.as_deref()) {
        ("simple_time", None) => {
            times(&mut draft, &a.relation, head?.into(), tail?.into());
        }
        ("simple_entity", None) => {
            let year = Term::Names(vec![a.time.clone()?]);
            holding(&mut draft, &a.relation, head, tail, year)?;
        }
        ("first_last", None) => {
            let years = times(&mut draft, &a.relation, head, tail);
            let edge = edge(&mut draft, years, Side::of(a.direction.as_deref()?)?);
            if !a.asks_time && (head.is_none() || tail.is_none()) {
                holding(&mut draft, &a.relation, head, tail, edge)?;
            }
        }
        ("before_after", event) => {
            let side = Side::of(a.direction.as_deref()?)?;
            let years = match event {
                Some(event) => times(&mut draft, EVENT, Some(event), None),
                None => times(&mut draft, &a.relation, head?.into(), tail?.into()),
            };
            let bound = edge(&mut draft, years, side);
            // Among facts of the tail, unless only the head is known or the head moves on.
            let of_head = if event.is_some() { tail.is_none() } else { goes_by_head(&a.relation) };
            let (head, tail) = if of_head { (head, None) } else { (None, tail) };
            let all = times(&mut draft, &a.relation, head, tail);
            let (op, words) = match side {
                Side::First => (Comparison::Lt, "Keep the years before"),
                Side::Last => (Comparison::Gt, "Keep the years after"),
            };
            let others = draft.keep(words, all, op, bound);
            let nearest = edge(&mut draft, others, side.other());
            holding(&mut draft, &a.relation, head, tail, nearest)?;
        }
        ("time_join", Some(event)) => {
            let years = times(&mut draft, EVENT, Some(event), None);
            holding(&mut draft, &a.relation, head, tail, years)?;
        }
        ("time_join", None) => {
            let (head, tail) = (head?, tail?);
            let years = times(&mut draft, &a.relation, Some(head), Some(tail));
            match &a.tail2 {
                Some(other) => holding(&mut draft, &a.relation, None, Some(other), years)?,
                None => {
                    let all = holding(&mut draft, &a.relation, None, Some(tail), years)?;
                    let without = vec![all, Term::Names(vec![head.to_owned()])];
                    draft.apply(format!("Leave out {head}"), Function::SetDifference, without)
                }
            };
        }
        _ => return None,
    }
    Some(draft.query())
}

/// True for relations in which the head moves from one tail to the next: before and after then mean what
/// the same head had, not who had the same tail.
fn goes_by_head(relation: &str) -> bool {
    matches!(relation, "member of sports team" | "employer" | "spouse")
}

#[derive(Clone, Copy)]
enum Side {
    First,
    Last,
}

impl Side {
    fn of(direction: &str) -> Option<Side> {
        match direction {
            "first" | "before" => Some(Side::First),
            "last" | "after" => Some(Side::Last),
            _ => None,
        }
    }

    fn other(self) -> Side {
        match self {
            Side::First => Side::Last,
            Side::Last => Side::First,
        }
    }
}

fn the(relation: &str, head: Option<&str>, tail: Option<&str>) -> String {
    [head, Some(relation), tail].into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

/// Every year in which facts with this head and tail hold.
fn times(draft: &mut Draft, relation: &str, head: Option<&str>, tail: Option<&str>) -> Term {
    let info = GetInformation {
        head: head.and_then(name),
        relation: name(relation),
        tail: tail.and_then(equal),
        key: name("time"),
        value: None,
        ..GetInformation::default()
    };
    draft.get(format!("Find the years of {}", the(relation, head, tail)), info)
}

/// The smallest or largest of some years.
fn edge(draft: &mut Draft, years: Term, side: Side) -> Term {
    let (function, note) = match side {
        Side::First => (Function::Min, "Take the first year"),
        Side::Last => (Function::Max, "Take the last year"),
    };
    draft.apply(note, function, vec![years])
}

/// What holds at some time: the tails of a head, or the heads of a tail.
fn holding(
    draft: &mut Draft,
    relation: &str,
    head: Option<&str>,
    tail: Option<&str>,
    time: Term,
) -> Option<Term> {
    if head.is_some() == tail.is_some() {
        return None;
    }
    let when = match &time {
        Term::Names(names) => format!(" in {}", names.join(", ")),
        Term::Output(_) => " at that time".to_owned(),
    };
    let info = GetInformation {
        head: head.and_then(name),
        relation: name(relation),
        tail: tail.and_then(equal),
        key: name("time"),
        value: Some(Constraint { op: Comparison::Eq, term: time }),
        ..GetInformation::default()
    };
    Some(draft.get(format!("Find {}{when}", the(relation, head, tail)), info))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(annotation: &Annotation) -> Vec<String> {
        let GoldQuery::Query(text) = query(annotation) else { panic!("it has a meaning") };
        assert!(trustuqa_engine::query::parse(&text).is_ok(), "{text}");
        text.lines().filter_map(|l| l.strip_prefix("Query")).map(str::to_owned).collect()
    }

    fn annotation(kind: &str, relation: &str, head: &str, tail: &str, direction: &str) -> Annotation {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Annotation {
            kind: kind.to_owned(),
            relation: relation.to_owned(),
            head: some(head),
            tail: some(tail),
            direction: some(direction),
            ..Default::default()
        }
    }

    #[test]
    fn what_came_before_is_looked_for_in_the_nearest_year() {
        assert_eq!(
            calls(&annotation("before_after", "mayor of", "Ann", "Lisbon", "before")),
            [
                r#"1: "get_information(head_entity='Ann', relation='mayor of', tail_entity='Lisbon', key='time')""#,
                r#"2: "min(set='output_of_query1')""#,
                r#"3: "get_information(relation='mayor of', tail_entity='Lisbon', key='time')""#,
                r#"4: "keep(set='output_of_query3', value<'output_of_query2')""#,
                r#"5: "max(set='output_of_query4')""#,
                r#"6: "get_information(relation='mayor of', tail_entity='Lisbon', key='time', value='output_of_query5')""#,
            ]
        );
        let of_head = calls(&annotation("before_after", "employer", "Ann", "Mill", "after"));
        assert_eq!(of_head[2], r#"3: "get_information(head_entity='Ann', relation='employer', key='time')""#);
    }

    #[test]
    fn a_time_or_what_held_then() {
        let mut first = annotation("first_last", "mayor of", "", "Lisbon", "first");
        assert_eq!(calls(&first).len(), 3);
        first.asks_time = true;
        assert_eq!(calls(&first).len(), 2);
        let join = annotation("time_join", "mayor of", "Ann", "Lisbon", "");
        assert_eq!(calls(&join)[2], r#"3: "set_difference(set1='output_of_query2', set2='Ann')""#);
    }

    #[test]
    fn what_has_no_meaning_is_impossible() {
        for broken in [
            annotation("simple_time", "mayor of", "Ann", "", ""),
            annotation("first_last", "mayor of", "", "Lisbon", "middle"),
            annotation("riddle", "mayor of", "Ann", "Lisbon", ""),
            annotation("simple_entity", "mayor of", "Ann", "", ""),
        ] {
            assert!(matches!(query(&broken), GoldQuery::Impossible(_)), "{broken:?}");
        }
    }
}
