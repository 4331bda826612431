//! The demonstrations of a graph: those that ship with the program and those that
//! were stored, retrieved by the question with its linked names masked.

use trustuqa_engine::ground::Embed;
use trustuqa_model::{Result, Store, View};
use trustuqa_storage::{Source, StoredDemonstration};

use crate::writer::demonstrations::{builtin, spread};
use crate::writer::{Demonstration, DemonstrationKind, DemonstrationOrigin, SchemaSource};

/// Most demonstrations of a prompt (the paper's k), unless the user accepted more that fit.
pub const K: usize = STAY_MANY + CHANGING;
/// How many of them are the same for every question, over a graph with one kind of source and with
/// several: a server keeps the beginning of a prompt that does not change.
const STAY_ONE: usize = 3;
const STAY_MANY: usize = 4;
/// How many are chosen for the question.
const CHANGING: usize = 2;
/// Candidates that are looked at (the paper's m).
pub const M: usize = 15;
/// Pairs that the user accepted which are shown because of the words they share with
/// a question.
pub const LEARNT: usize = 3;

/// The origin of a stored demonstration that ships with the program.
const BUILTIN: &str = "builtin";

/// Puts the shipped demonstrations into the graph, so that their questions are in
/// the vector index; those of an earlier version of the program are taken out.
pub fn store_builtin(graph: &dyn Store) -> Result<()> {
    let stored = graph.view()?.demonstrations()?;
    let shipped: Vec<StoredDemonstration> = builtin()
        .iter()
        .map(|named| StoredDemonstration {
            id: 0,
            question: named.demonstration.question.clone(),
            query: named.demonstration.query.clone(),
            kind: kind_name(named.demonstration.kind).to_owned(),
            origin: BUILTIN.to_owned(),
        })
        .collect();
    let same =
        |a: &StoredDemonstration, b: &StoredDemonstration| a.question == b.question && a.query == b.query;
    for old in stored.iter().filter(|s| s.origin == BUILTIN && !shipped.iter().any(|n| same(n, s))) {
        graph.remove_demonstration(old.id)?;
    }
    let new: Vec<StoredDemonstration> =
        shipped.into_iter().filter(|n| !stored.iter().any(|s| same(n, s))).collect();
    if !new.is_empty() {
        graph.put_demonstrations(&new)?;
    }
    Ok(())
}

/// How demonstrations are retrieved.
#[derive(Clone, Copy)]
pub struct Retrieve<'a> {
    /// The encoder; `None` leaves the question out of the choice (the paper's
    /// ablation without dynamic demonstrations).
    pub near: Option<&'a dyn Embed>,
    /// A question that must not be shown: when a benchmark is measured, its own
    /// questions may be stored as training questions.
    pub except: Option<&'a str>,
}

/// The demonstrations for a question: first a spread over the kinds of source that the graph
/// has, which stays the same from question to question, then those chosen for it, the most
/// fitting last. `masked` is the question with its linked names replaced, `learnt` what the
/// user accepted for questions in like words, the most fitting first: these are always shown.
/// Without an encoder, or before the questions have vectors, there are no others.
pub fn choose(
    snapshot: &dyn View,
    retrieve: &Retrieve<'_>,
    masked: &str,
    sources: &[Source],
    learnt: Vec<Demonstration>,
) -> Result<Vec<Demonstration>> {
    let except = retrieve.except.map(trustuqa_storage::fold);
    let near = match retrieve.near.and_then(|embed| embed.embed(masked)) {
        Some(vector) => snapshot.nearest_demonstrations(&vector, M)?,
        None => Vec::new(),
    };
    let mut kinds: Vec<_> = sources.iter().map(|source| source.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let stay = if kinds.len() == 1 { STAY_ONE } else { STAY_MANY };
    let kinds: Vec<_> = kinds.into_iter().map(|kind| SchemaSource::new("", kind, Vec::new())).collect();
    let is_except = |question: &str| except.as_deref() == Some(trustuqa_storage::fold(question).as_str());
    let mut staying = spread(&kinds, stay);
    staying.retain(|demonstration| !is_except(&demonstration.question));
    let mut chosen: Vec<Demonstration> = learnt;
    for (stored, _) in near {
        let Some(kind) = kind_named(&stored.kind) else { continue };
        let known = chosen.iter().chain(&staying).any(|d| d.question == stored.question);
        if is_except(&stored.question) || known {
            continue;
        }
        if chosen.len() < CHANGING {
            let shipped = builtin().iter().find(|n| {
                n.demonstration.question == stored.question && n.demonstration.query == stored.query
            });
            chosen.push(match shipped {
                Some(named) => named.demonstration.clone(),
                None => Demonstration {
                    question: stored.question,
                    query: stored.query,
                    kind,
                    origin: DemonstrationOrigin::Stored,
                    schema: Vec::new(),
                    unused: Vec::new(),
                },
            });
        }
    }
    staying.retain(|demonstration| !chosen.iter().any(|d| d.question == demonstration.question));
    staying.extend(chosen.into_iter().rev());
    Ok(staying)
}

/// The name of a kind, as a stored demonstration has it.
pub fn kind_name(kind: DemonstrationKind) -> &'static str {
    match kind {
        DemonstrationKind::Table => "table",
        DemonstrationKind::Kg => "kg",
        DemonstrationKind::Tkg => "tkg",
        DemonstrationKind::Cross => "cross",
    }
}

fn kind_named(name: &str) -> Option<DemonstrationKind> {
    match name {
        "table" => Some(DemonstrationKind::Table),
        "kg" => Some(DemonstrationKind::Kg),
        "tkg" => Some(DemonstrationKind::Tkg),
        "cross" => Some(DemonstrationKind::Cross),
        _ => None,
    }
}
