//! What a query requires of a source: its names, and how they occur together.

use trustuqa_model::Comparison;

use crate::query::column::FactTime;
use crate::query::formula::Formula;
use crate::query::llm::{Call, Constraint, GetInformation, LlmQuery, Term};
use crate::query::ticked;

/// Something that a source must have to answer a query on its own. Several names mean any of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Requirement {
    /// A column or relation.
    Relation(Vec<String>),
    /// A column or relation with a value that compares as asked.
    Value {
        /// The column or relation.
        relation: Vec<String>,
        /// The comparison.
        op: Comparison,
        /// The values.
        values: Vec<String>,
    },
    /// An entity or value that has the relation: as a head, or as a cell in a row.
    Head {
        /// The entity.
        names: Vec<String>,
        /// The relation.
        relation: Vec<String>,
    },
    /// An entity or value in any position.
    Name(Vec<String>),
}

/// The requirements of all steps, each once.
pub(super) fn of(query: &LlmQuery) -> Vec<Requirement> {
    let mut needs: Vec<Requirement> = Vec::new();
    let mut push = |need: Requirement| {
        if !needs.contains(&need) {
            needs.push(need);
        }
    };
    for step in &query.steps {
        match &step.call {
            Call::GetInformation(info) => of_information(info, &mut push),
            Call::Function(call) => {
                let Some(relation) = names(call.relation.as_ref()) else { continue };
                if relation.iter().any(|name| FactTime::named(name).is_some()) {
                    continue;
                }
                match call.sets.first().and_then(|set| names(Some(set))) {
                    Some(names) => push(Requirement::Head { names, relation }),
                    None => push(Requirement::Relation(relation)),
                }
            }
        }
    }
    needs
}

fn of_information(info: &GetInformation, push: &mut impl FnMut(Requirement)) {
    let (relation, key) = (names(info.relation.as_ref()), names(info.key.as_ref()));
    // Without a key, `value` means the tail.
    let (tail, value) = match (&info.tail, &info.key) {
        (None, None) => (info.value.as_ref(), None),
        (tail, _) => (tail.as_ref(), info.value.as_ref()),
    };
    let asked = relation.as_ref().or(key.as_ref());
    match (names(info.head.as_ref()), asked) {
        (Some(names), Some(relation)) => push(Requirement::Head { names, relation: relation.clone() }),
        (Some(names), None) => push(Requirement::Name(names)),
        (None, _) => {}
    }
    match (relation, constraint(tail)) {
        (Some(relation), Some((op, values))) => push(Requirement::Value { relation, op, values }),
        (Some(relation), None) => push(Requirement::Relation(relation)),
        (None, Some((_, values))) => push(Requirement::Name(values)),
        (None, None) => {}
    }
    match (key, constraint(value)) {
        (Some(relation), Some((op, values))) => push(Requirement::Value { relation, op, values }),
        (Some(relation), None) => push(Requirement::Relation(relation)),
        (None, _) => {}
    }
}

fn constraint(constraint: Option<&Constraint>) -> Option<(Comparison, Vec<String>)> {
    let constraint = constraint?;
    Some((constraint.op, names(Some(&constraint.term))?))
}

/// The names in a parameter; `None` for the result of a step.
fn names(term: Option<&Term>) -> Option<Vec<String>> {
    match term? {
        Term::Names(names) => match names.as_slice() {
            // A formula needs all of its columns; the first one is required here.
            [name] => match Formula::of_relation(name) {
                Some(formula) => formula.names.into_iter().next().map(|name| vec![name]),
                None => Some(names.clone()),
            },
            _ => Some(names.clone()),
        },
        Term::Output(_) => None,
    }
}

/// All names in the requirements.
pub(super) fn all_names(needs: &[Requirement]) -> impl Iterator<Item = &String> {
    needs.iter().flat_map(|need| match need {
        Requirement::Relation(names) | Requirement::Name(names) => names.iter().chain(&[]),
        Requirement::Value { relation, values: names, .. } | Requirement::Head { names, relation } => {
            relation.iter().chain(names)
        }
    })
}

/// The requirements in words: `Nation` = `Brazil` and `Gold`.
pub(super) fn in_words(needs: &[Requirement]) -> String {
    let any = |names: &[String]| names.iter().map(|n| ticked(n)).collect::<Vec<_>>().join(" or ");
    let mut words: Vec<String> = Vec::new();
    let mut push = |word: String| {
        if !words.contains(&word) {
            words.push(word);
        }
    };
    for need in needs {
        match need {
            Requirement::Value { relation, op, values } => {
                push(format!("{} {} {}", any(relation), op.symbol(), any(values)));
            }
            Requirement::Head { names, relation } => {
                push(any(names));
                push(any(relation));
            }
            Requirement::Relation(names) | Requirement::Name(names) => push(any(names)),
        }
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing in particular".to_owned(),
    }
}
