//! A short follow-up whose name is nowhere: "and Qwertzia?". It still counts as a follow-up; the answer
//! is that there is no such name.

use trustuqa_engine::query::llm::{Call, GetInformation, LlmQuery, Step, Term};
use trustuqa_engine::query::ticked;
use trustuqa_engine::trace::{Missed, Status, StoppedAt, Trace};
use trustuqa_engine::{Engine, EngineError};
use trustuqa_storage::{GraphRead, Roles, Scope, fold, tokens};

use super::substitution::{TRIED, candidates, is_ordered, read_as, read_as_typed, spellings};
use super::{ChangedQuery, Context, FollowUpExecutor, FullQuestion};

/// How many near names are reported.
const NEAREST: usize = 4;
/// The most names that are looked at for one word.
const LOOKED_AT: usize = 64;

/// The query of `context` with `what` in place of a name, when the graph has no such name. The answer
/// then says so, with the nearest names; or is an unsure one, when a longer name has these words. Names
/// are compared by letters alone, because by meaning some other name is always near. A column with values
/// of another kind can be meant, too. `None` when there is such a name, but no place for it in the
/// question before.
pub fn with_unknown_name(
    trying: &FollowUpExecutor<'_, '_>,
    context: &Context,
    what: &str,
    preposition: Option<&str>,
) -> Result<Option<ChangedQuery>, EngineError> {
    let Some(query) = context.query.llm() else { return Ok(None) };
    if is_ordered(what) {
        return Ok(None);
    }
    let letters = trying.engine.by_letters();
    let mut best: Option<(u8, ChangedQuery)> = None;
    // "the population" means the column `population`, "The Hours" the whole name.
    let mut forms = spellings(what);
    if what.starts_with(char::is_lowercase) {
        forms.reverse();
    }
    for what in forms {
        let known = best.as_ref().map_or(0, |(rank, _)| *rank);
        for candidate in candidates(trying.engine, query, what, preposition, true).into_iter().take(TRIED) {
            let old = candidate.old.as_deref();
            let read_as = FullQuestion {
                shown: read_as(&context.question.shown, old, what, preposition),
                plain: read_as_typed(&context.question.plain, old, what, preposition),
            };
            let relation = candidate.relation;
            let changed = trying.run(&letters, candidate.query, read_as)?;
            let Some((rank, changed)) = ranked(&letters, changed, relation, what)? else { continue };
            // Of equals the last: a follow-up tends to replace what the question before ended on.
            if rank > known && best.as_ref().is_none_or(|(best, _)| rank >= *best) {
                best = Some((rank, changed));
            }
        }
    }
    if let Some((_, changed)) = best {
        return Ok(Some(changed));
    }
    // The question before has no name that could be replaced, so the graph is asked for this name alone.
    let Some(what) = spellings(what).pop() else { return Ok(None) };
    let head = Some(Term::Names(vec![what.to_owned()]));
    let call = Call::GetInformation(GetInformation { head, ..GetInformation::default() });
    let step = Step { number: 1, note: String::new(), call, span: 0..0 };
    let query = LlmQuery { target: None, steps: vec![step] };
    let with = |question: &str| format!("{}, with {what}?", question.trim_end_matches(['?', '.', ' ']));
    let read_as = FullQuestion { shown: with(&context.question.shown), plain: with(&context.question.plain) };
    let changed = trying.run(&letters, query, read_as)?;
    if changed.trace.answer.status != Status::NoSuchName {
        return Ok(None);
    }
    let trace = with_nearest(&letters, changed.trace, what)?;
    Ok(Some(ChangedQuery { trace, ..changed }))
}

/// Ranks what a query gives: an answer, then names that nothing connects, then a missing name; `None` for
/// anything else.
fn ranked(
    engine: &Engine<'_>,
    changed: ChangedQuery,
    relation: bool,
    what: &str,
) -> Result<Option<(u8, ChangedQuery)>, EngineError> {
    let trace = changed.trace;
    let missed = trace.answer.missed.as_ref().is_some_and(|missed| fold(&missed.asked) == fold(what));
    let (rank, trace) = match trace.answer.status {
        Status::Answered => (3, trace),
        _ if relation => return Ok(None),
        Status::NoSuchFact | Status::Empty => match missing(&trace, what) {
            Some(trace) => (1, trace),
            None => (2, trace),
        },
        Status::NoSuchName if missed => (1, with_nearest(engine, trace, what)?),
        Status::NoSuchName | Status::NotStored | Status::Failed => return Ok(None),
    };
    Ok(Some((rank, ChangedQuery { trace, ..changed })))
}

/// The trace of a query that found nothing because `what` was grounded to a name that is only spelt like
/// it, changed to say that there is no such name. `None` when it was grounded to a name that has its
/// words.
fn missing(trace: &Trace, what: &str) -> Option<Trace> {
    let words = tokens(what);
    let has = |name: &str| {
        let name = tokens(name);
        words.iter().all(|word| name.contains(word))
    };
    let mut found = None;
    for (at, step) in trace.steps.iter().enumerate() {
        for grounding in step.groundings.iter().filter(|g| fold(&g.asked) == fold(what)) {
            if grounding.chosen.iter().any(|c| has(&c.text)) {
                return None;
            }
            found = found.or(Some((at, grounding)));
        }
    }
    let (step, grounding) = found?;
    let near = grounding.chosen.iter().chain(&grounding.runners_up).take(NEAREST);
    let nearest: Vec<String> = near.map(|c| c.text.clone()).collect();
    let mut trace = trace.clone();
    let answer = &mut trace.answer;
    let message = format!("no name is called {}", ticked(what));
    answer.status = Status::NoSuchName;
    answer.stopped = Some(StoppedAt::Entity);
    answer.message = Some(message.clone());
    answer.hint = Some(near_hint(&nearest));
    answer.missed = Some(Missed { step, parameter: grounding.parameter, asked: what.to_owned(), nearest });
    answer.doubts.clear();
    if let Some(step) = trace.steps.get_mut(step) {
        step.title = message;
    }
    Some(trace)
}

fn near_hint(nearest: &[String]) -> String {
    let verb = if nearest.len() == 1 { "is" } else { "are" };
    format!("the nearest {verb} {}", nearest.iter().map(|n| ticked(n)).collect::<Vec<_>>().join(", "))
}

/// The trace with names spelt like `what`, unless it has some already.
fn with_nearest(engine: &Engine<'_>, mut trace: Trace, what: &str) -> Result<Trace, EngineError> {
    let Some(missed) = &mut trace.answer.missed else { return Ok(trace) };
    if missed.nearest.is_empty() {
        missed.nearest = near(engine.executor().graph(), what)?;
        if !missed.nearest.is_empty() {
            trace.answer.hint = Some(near_hint(&missed.nearest));
        }
    }
    Ok(trace)
}

fn near(graph: &dyn GraphRead, what: &str) -> Result<Vec<String>, EngineError> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens(what).iter().filter(|token| token.chars().count() > 3) {
        let distance = if token.chars().count() > 7 { 2 } else { 1 };
        for (word, _) in graph.tokens_near(token, distance)?.into_iter().take(NEAREST) {
            for (node, _) in
                graph.nodes_with_token(&word, Roles::ENTITY, &Scope::All)?.into_iter().take(LOOKED_AT)
            {
                let name = graph.node(node)?.text;
                if !found.contains(&name) {
                    found.push(name);
                }
            }
        }
    }
    // Names that say little else are the likeliest; names of equal length keep their order.
    found.sort_by_key(|name| tokens(name).len());
    found.truncate(NEAREST);
    Ok(found)
}
