//! Another name, time or column in the query before: "and in 2004?".
//!
//! Every name of the query that is of the same kind is tried. A query with an answer is preferred, and
//! then the one whose new name is grounded best.

use trustuqa_engine::ground::lexical::PreparedName;
use trustuqa_engine::lexicon;
use trustuqa_engine::query::llm::{Call, Constraint, LlmQuery, Term, TermPlace};
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, EngineError};
use trustuqa_storage::{Comparison, SourceKind, Value, ValueKind, fold};

use super::classify::halves;
use super::{ChangedQuery, Context, FollowUpExecutor, FullQuestion};

/// Relations less like what was said than this do not count.
const RELATION: f32 = 0.6;
/// Names less like what was said than this do not count.
const NAME: f32 = 0.8;
/// The most queries that are tried.
pub(super) const TRIED: usize = 12;

struct Tried {
    score: f32,
    changed: ChangedQuery,
}

/// The query of `context` with `what` in place of a name of the same kind, or with
/// `what` as the time of its facts; `None` when the graph knows no such name there.
pub fn instead(
    trying: &FollowUpExecutor<'_, '_>,
    context: &Context,
    what: &str,
    preposition: Option<&str>,
) -> Result<Option<ChangedQuery>, EngineError> {
    if let Some(changed) = one_instead(trying, context, what, preposition)? {
        return Ok(Some(changed));
    }
    // "and Norway in 2016?" gives two things.
    let Some((first, between, second)) = halves(what) else { return Ok(None) };
    let Some(changed) = one_instead(trying, context, first, preposition)? else { return Ok(None) };
    let context = Context { question: changed.read_as, query: changed.query, ..context.clone() };
    let both = one_instead(trying, &context, second, Some(between))?;
    Ok(both.filter(|changed| changed.trace.answer.status == Status::Answered))
}

fn one_instead(
    trying: &FollowUpExecutor<'_, '_>,
    context: &Context,
    what: &str,
    preposition: Option<&str>,
) -> Result<Option<ChangedQuery>, EngineError> {
    let Some(query) = context.query.llm() else { return Ok(None) };
    let mut tried: Vec<Tried> = Vec::new();
    for what in spellings(what) {
        for candidate in candidates(trying.engine, query, what, preposition, false) {
            if tried.len() >= TRIED {
                break;
            }
            let old = candidate.old.as_deref();
            let put = candidate.put.as_str();
            let read_as = FullQuestion {
                shown: read_as(&context.question.shown, old, put, preposition),
                plain: read_as_typed(&context.question.plain, old, put, preposition),
            };
            let changed = trying.run(trying.engine, candidate.query, read_as)?;
            let Some(grounded) = grounded(&changed.trace, put, candidate.relation) else { continue };
            let answered = match changed.trace.answer.status {
                Status::Answered => 2.0,
                // A column that has nothing there is not the one that was meant.
                Status::NoSuchFact if candidate.relation => continue,
                Status::Empty => 1.0,
                Status::NoSuchFact => 0.8,
                Status::NoSuchName | Status::NotStored | Status::Failed => continue,
            };
            tried.push(Tried { score: answered + grounded + candidate.bonus, changed });
        }
    }
    // On a tie, the last: a follow-up tends to replace what the previous question ended on.
    let best = tried.into_iter().reduce(|best, next| if next.score >= best.score { next } else { best });
    Ok(best.map(|best| best.changed))
}

/// The words as they stand, and without an article.
pub(super) fn spellings(what: &str) -> Vec<&str> {
    let mut found = vec![what];
    for article in ["the ", "The ", "a ", "an "] {
        found.extend(what.strip_prefix(article));
    }
    found
}

pub(super) struct Replacement {
    pub query: LlmQuery,
    pub old: Option<String>,
    pub relation: bool,
    /// What is put in: what was said, or the old name with that year in it.
    put: String,
    bonus: f32,
}

pub(super) fn candidates(
    engine: &Engine<'_>,
    query: &LlmQuery,
    what: &str,
    preposition: Option<&str>,
    any_kind: bool,
) -> Vec<Replacement> {
    let ordered = is_ordered(what);
    let mut found: Vec<Replacement> = Vec::new();
    let mut seen: Vec<(String, bool)> = Vec::new();
    for (_, place, old) in query.names() {
        let relation = place.names_relations();
        if seen.contains(&(old.clone(), relation)) || fold(&old) == fold(what) {
            continue;
        }
        seen.push((old.clone(), relation));
        if relation {
            let Some(name) = column(engine, &old, what, any_kind) else { continue };
            let query = query.renamed(&old, &name, true);
            found.push(Replacement { query, old: Some(old), relation, put: what.to_owned(), bonus: 0.0 });
        } else if let Some(put) = of_year(&old, what) {
            let query = query.renamed(&old, &put, false);
            found.push(Replacement { query, old: Some(old), relation, put, bonus: 0.1 });
        } else if is_ordered(&old) == ordered {
            let mut query = query.renamed(&old, what, false);
            if place == TermPlace::Value || place == TermPlace::Tail {
                compare(&mut query, what, preposition);
            }
            found.push(Replacement { query, old: Some(old), relation, put: what.to_owned(), bonus: 0.05 });
        }
    }
    if ordered && !found.iter().any(|c| !c.relation && c.put == what) {
        found.extend(timed(engine, query, what, preposition));
    }
    found
}

pub(super) fn is_ordered(text: &str) -> bool {
    Value::parse(text).order_key().is_some()
}

/// A name with this year for its own: "2020 Summer Olympics" for "2016 Summer Olympics".
fn of_year(name: &str, year: &str) -> Option<String> {
    let is_year = |word: &str| word.len() == 4 && word.starts_with(['1', '2']) && word.parse::<u16>().is_ok();
    let own = name.split_whitespace().find(|word| is_year(word))?;
    (is_year(year) && own != year && own.len() < name.len()).then(|| name.replacen(own, year, 1))
}

/// Another relation of the sources of `old` that `what` names, with values of the same kind or of any.
fn column(engine: &Engine<'_>, old: &str, what: &str, any_kind: bool) -> Option<String> {
    let all = &trustuqa_storage::Scope::All;
    let old = engine.catalog().named(old, all)?;
    let kind = |text: &str| -> Option<ValueKind> {
        let sources = engine.executor().sources();
        sources.iter().flat_map(|s| &s.relations).find(|r| r.name == text).map(|r| r.kind)
    };
    let beside = |sources: &[trustuqa_storage::SourceId]| sources.iter().any(|s| old.sources.contains(s));
    let found = engine.catalog().similar(&PreparedName::new(what), all, RELATION);
    let best = found.into_iter().find(|c| {
        engine.catalog().get(c.node).is_some_and(|entry| beside(&entry.sources))
            && c.node != old.node
            && (any_kind || kind(&c.text) == kind(&old.name.text))
    })?;
    Some(best.text)
}

/// "before 1980" compares where the question before asked for a year.
fn compare(query: &mut LlmQuery, what: &str, preposition: Option<&str>) {
    let op = match preposition {
        Some("before") => Comparison::Lt,
        Some("after") => Comparison::Gt,
        Some("since") => Comparison::Ge,
        Some("in" | "at" | "on" | "during") => Comparison::Eq,
        _ => return,
    };
    let change = |constraint: &mut Option<Constraint>| {
        if let Some(constraint) = constraint
            && matches!(&constraint.term, Term::Names(names) if names.iter().any(|n| n == what))
            && is_ordered(what)
        {
            constraint.op = op;
        }
    };
    for step in &mut query.steps {
        match &mut step.call {
            Call::GetInformation(info) => {
                change(&mut info.tail);
                change(&mut info.value);
            }
            Call::Function(call) => change(&mut call.value),
        }
    }
}

/// The queries with `what` as the time of the facts of a step that has no time yet.
fn timed(engine: &Engine<'_>, query: &LlmQuery, what: &str, preposition: Option<&str>) -> Vec<Replacement> {
    let mut keys: Vec<&str> = Vec::new();
    if engine.executor().sources().iter().any(|s| s.kind == SourceKind::Tkg) {
        keys.push("time");
    }
    let op = match preposition {
        Some("before") => Comparison::Lt,
        Some("after") => Comparison::Gt,
        Some("since") => Comparison::Ge,
        _ => Comparison::Eq,
    };
    let mut found = Vec::new();
    for (index, step) in query.steps.iter().enumerate() {
        let Call::GetInformation(info) = &step.call else { continue };
        if info.key.is_some() || info.value.is_some() || info.relation.is_none() {
            continue;
        }
        for key in keys.iter().copied().chain(year_column(engine, info.relation.as_ref())) {
            let mut query = query.clone();
            if let Call::GetInformation(info) = &mut query.steps[index].call {
                info.key = Some(Term::Names(vec![key.to_owned()]));
                info.value = Some(Constraint { op, term: Term::Names(vec![what.to_owned()]) });
            }
            let note = &mut query.steps[index].note;
            if !note.is_empty() {
                note.push_str(&format!(", where the {key} {} {what}", op.symbol()));
            }
            found.push(Replacement { query, old: None, relation: false, put: what.to_owned(), bonus: 0.0 });
        }
    }
    found
}

/// The column of a table that holds a time, beside a column.
fn year_column<'e>(engine: &'e Engine<'_>, relation: Option<&Term>) -> Option<&'e str> {
    let Some(Term::Names(names)) = relation else { return None };
    let source = engine.executor().sources().iter().find(|s| {
        s.kind == SourceKind::Table && s.relations.iter().any(|r| names.first() == Some(&r.name))
    })?;
    let time = source.relations.iter().find(|r| r.kind == ValueKind::Date || fold(&r.name) == "year")?;
    Some(time.name.as_str())
}

/// How near the name that was put in is to what it was grounded to; `None` when it is too far. The bound
/// of a comparison is not grounded, and counts as nearest.
fn grounded(trace: &Trace, what: &str, relation: bool) -> Option<f32> {
    let groundings = trace.steps.iter().flat_map(|s| &s.groundings);
    let scores: Vec<f32> = groundings
        .filter(|g| fold(&g.asked) == fold(what))
        .map(|g| g.chosen.first().map_or(0.0, |c| c.score))
        .collect();
    match scores.iter().copied().reduce(f32::min) {
        _ if relation => Some(1.0),
        None if is_ordered(what) => Some(1.0),
        Some(score) if score >= NAME => Some(score),
        _ => None,
    }
}

/// The question before with the new name in place of the old one.
pub(super) fn read_as(question: &str, old: Option<&str>, what: &str, preposition: Option<&str>) -> String {
    let stem = question.trim_end_matches(['?', '.', ' ']);
    let lower = question.to_lowercase();
    let place = old.filter(|old| !old.is_empty()).and_then(|old| {
        let old = old.to_lowercase();
        let at = lower.match_indices(&old).map(|(at, _)| at).find(|at| {
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            edge(lower[..*at].chars().next_back()) && edge(lower[at + old.len()..].chars().next())
        })?;
        // Folding case can change lengths; then the places of the two do not match.
        (lower.len() == question.len() && question.is_char_boundary(at)).then_some(at..at + old.len())
    });
    match (place, old) {
        (Some(place), _) => match (question.get(..place.start), question.get(place.end..)) {
            (Some(before), Some(after)) => {
                let what = what.strip_prefix("the ").filter(|_| before.ends_with("the ")).unwrap_or(what);
                // "before 1980" and then "after 2000": the preposition changes, too.
                let side =
                    lexicon::words("follow.sides").find_map(|side| before.strip_suffix(&format!(" {side} ")));
                match (preposition.filter(|p| lexicon::contains("follow.sides", p)), side) {
                    (Some(new), Some(before)) => format!("{before} {new} {what}{after}"),
                    _ => format!("{before}{what}{after}"),
                }
            }
            _ => format!("{stem}, with {what}?"),
        },
        (None, None) => format!("{stem} {} {what}?", preposition.unwrap_or("in")),
        (None, Some(old)) => format!("{stem}, with {what} instead of {old}?"),
    }
}

/// The question before at another time, when `what` is one: "Who was Pope in 2004?".
pub fn with_time(context: &Context, what: &str, preposition: Option<&str>) -> Option<FullQuestion> {
    let put = |question: &str| read_as(question, None, what, preposition);
    let FullQuestion { shown, plain } = &context.question;
    is_ordered(what).then(|| FullQuestion { shown: put(shown), plain: put(plain) })
}

/// The same for a question as typed, which may lack the old name.
pub(super) fn read_as_typed(
    question: &str,
    old: Option<&str>,
    what: &str,
    preposition: Option<&str>,
) -> String {
    let typed = old.filter(|old| question.to_lowercase().contains(&old.to_lowercase()));
    match (old, typed) {
        (Some(_), None) => format!("{}, with {what}?", question.trim_end_matches(['?', '.', ' '])),
        _ => read_as(question, typed, what, preposition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_year_can_be_of_another_one() {
        let of = |name, year| of_year(name, year);
        assert_eq!(of("2016 Summer Olympics", "2020").as_deref(), Some("2020 Summer Olympics"));
        assert_eq!(of("FIFA World Cup 1974", "1990").as_deref(), Some("FIFA World Cup 1990"));
        for (name, year) in
            [("2016", "2020"), ("Summer Olympics", "2020"), ("2016 Games", "2016"), ("2016 Games", "12")]
        {
            assert_eq!(of(name, year), None, "{name} {year}");
        }
    }

    #[test]
    fn the_full_question_names_what_was_put_in() {
        let question = "What is the currency of Sweden?";
        assert_eq!(read_as(question, Some("Sweden"), "Norway", None), "What is the currency of Norway?");
        assert_eq!(
            read_as(question, Some("swedish"), "Norway", None),
            "What is the currency of Sweden, with Norway instead of swedish?"
        );
        assert_eq!(
            read_as("Who was Pope before 1980?", Some("1980"), "2000", Some("after")),
            "Who was Pope after 2000?"
        );
        assert_eq!(read_as("Who was Pope?", None, "2004", Some("in")), "Who was Pope in 2004?");
        assert_eq!(read_as("Is Rome in Romeria?", Some("Rome"), "Bern", None), "Is Bern in Romeria?");
    }
}
