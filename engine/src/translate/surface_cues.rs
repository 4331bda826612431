//! Surface cues: what the words of a step, of the target type and of the question add to a call - that a
//! difference has no sign, which column is meant, which of several alternatives is asked for.

use trustuqa_model::{Comparison, tokens};

use super::calls::reason;
use super::{Slot, Translated, Translator, label};
use crate::execute::Result;
use crate::query::Function;
use crate::query::execution::Operand;
use crate::query::llm::{Call, FunctionCall, LlmQuery, Term};
use crate::query::words;

/// Whether a step asks for the difference between two things, which has no sign. One thing minus another has
/// a sign, and so has a goal difference.
pub(super) fn says_difference(note: &str) -> bool {
    let words = tokens(note);
    let at = words.iter().position(|word| word == "difference");
    let Some(at) = at else { return false };
    let signed = words.iter().any(|w| matches!(w.as_str(), "minus" | "subtract" | "subtracted"));
    let of_games = at > 0 && matches!(words[at - 1].as_str(), "goal" | "goals" | "point" | "points" | "set");
    let between = words[at + 1..].iter().any(|w| matches!(w.as_str(), "between" | "of" | "in" | "from"));
    between && !signed && !of_games
}

/// The relation under which the answer is to be found: the one in which the last step takes the most or
/// least, or under which the name that it excludes was found.
pub(super) fn entered_by(query: &LlmQuery) -> Option<String> {
    let search = |term: &Term| match term {
        Term::Output(at) => match query.steps.get(*at).map(|s| &s.call) {
            Some(Call::GetInformation(info)) => Some(info),
            _ => None,
        },
        Term::Names(_) => None,
    };
    let first = |term: &Option<Term>| match term {
        Some(Term::Names(names)) => names.first().cloned(),
        _ => None,
    };
    match &query.steps.last()?.call {
        Call::Function(FunctionCall { function: Function::SetDifference, sets, .. }) => {
            let [_, without] = sets.as_slice() else { return None };
            let info = search(without)?;
            let named = matches!(&info.tail, Some(tail) if tail.op == Comparison::Eq && matches!(tail.term, Term::Names(_)));
            first(&info.relation).filter(|_| named)
        }
        Call::GetInformation(info) => {
            let tail = info.tail.as_ref()?;
            let most = match &tail.term {
                Term::Names(names) => names.iter().any(|name| words::superlative(name).is_some()),
                Term::Output(at) => counts(query, *at, 0),
            };
            first(&info.relation).filter(|_| most)
        }
        Call::Function(_) => None,
    }
}

/// Whether a step leads back to a count per value.
fn counts(query: &LlmQuery, at: usize, depth: usize) -> bool {
    match query.steps.get(at).map(|s| &s.call) {
        Some(Call::Function(call)) if call.function == Function::CountBy => true,
        Some(Call::Function(call)) if depth < 8 => {
            matches!(call.sets.first(), Some(Term::Output(at)) if counts(query, *at, depth + 1))
        }
        _ => false,
    }
}

/// Tests of several alternatives at the end of a query, where the question offers them with `or`: the answer
/// is the alternative that holds. `x in ['2003', '2004']` is one such test; `is_in(x, 'A')` before `is_in(x,
/// 'B')` are two.
pub(super) fn alternative(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    index: usize,
) -> Result<Option<Translated>> {
    if index + 1 != query.steps.len() {
        return Ok(None);
    }
    let question = t.question.unwrap_or("");
    let offers = tokens(question).iter().any(|word| word == "or") && words::alternatives(question).is_none();
    let target = query.target.as_deref().unwrap_or("");
    // Without a question, a target type that is not a truth value shows that a name is asked for.
    let names_a_kind = !target.is_empty() && !words::is_truth(target);
    let asks_for_name = if question.is_empty() { names_a_kind } else { offers };
    if !asks_for_name {
        return Ok(None);
    }
    let last = match &query.steps.last().map(|step| &step.call) {
        // `is_in(x, a) or is_in(x, b)` has one more step, the `or`.
        Some(Call::Function(FunctionCall { function: Function::Or, sets, .. })) => {
            let test = |term: &Term| match term {
                Term::Output(at) => query.steps.get(*at).and_then(|step| membership(&step.call)),
                Term::Names(_) => None,
            };
            sets.iter().rev().map_while(test).collect::<Vec<_>>()
        }
        _ => query.steps.iter().rev().map_while(|step| membership(&step.call)).collect(),
    };
    let Some((set, _)) = last.first() else { return Ok(None) };
    let mut out = Translated::default();
    let names: Option<Vec<String>> = last
        .iter()
        .rev()
        .map(|(own, bound)| match bound {
            Term::Names(names) if own == set => Some(names.clone()),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .map(|names| names.concat());
    let of_steps = matches!(query.steps.last().map(|step| &step.call), Some(Call::Function(call)) if call.function == Function::Or);
    if let Some(names) = names.filter(|names| names.len() > 1 && !of_steps) {
        let Ok(Slot::Set(at)) = t.slot(set) else { return Ok(None) };
        if t.rows_in(t.set(at))? > 0 {
            return Ok(None);
        }
        let bounds = names.into_iter().map(Operand::Literal).collect();
        out.calls.push(reason(Function::SetUnion, bounds, None));
        let bounds = Operand::Set(t.results.len());
        out.calls.push(reason(Function::Keep, vec![Operand::Set(at)], Some((Comparison::Eq, bounds))));
        return Ok(Some(out));
    }
    // Whether one thing is in this set of rows or in that one: the answer is the name of the set that
    // contains it.
    let [(second, element), (first, same)] = last.as_slice() else { return Ok(None) };
    // In `is_in(x, a) or is_in(x, b)`, the element comes first.
    let (second, first, element) = match (element == same, second == first) {
        (true, false) => (second, first, element),
        (false, true) if of_steps => (element, same, second),
        _ => return Ok(None),
    };
    if !matches!((first, second), (Term::Output(_), Term::Output(_))) {
        return Ok(None);
    }
    let (Ok(Slot::Set(a)), Ok(Slot::Set(b)), Ok(Slot::Set(x))) =
        (t.slot(first), t.slot(second), t.slot(element))
    else {
        return Ok(None);
    };
    let Some([name_a, name_b]) = label::labels(t, query, first, second)? else { return Ok(None) };
    let base = t.results.len();
    let call = |function, sets| reason(function, sets, None);
    out.calls = vec![
        call(Function::SetIntersection, vec![Operand::Set(x), Operand::Set(a)]),
        call(Function::SetIntersection, vec![Operand::Set(x), Operand::Set(b)]),
        call(Function::If, vec![Operand::Set(base + 1), name_b, Operand::Nodes(Vec::new())]),
        call(Function::If, vec![Operand::Set(base), name_a, Operand::Set(base + 2)]),
    ];
    Ok(Some(out))
}

/// The set and the element that a membership test asks about; `None` for any other call.
fn membership(call: &Call) -> Option<(&Term, &Term)> {
    match call {
        Call::Function(FunctionCall { function: Function::Test, sets, value: Some(value), .. })
            if value.op == Comparison::Eq =>
        {
            Some((sets.first()?, &value.term))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_between_things_has_no_sign() {
        assert!(says_difference("Calculate the difference between output_of_query1 and output_of_query2"));
        assert!(says_difference("Find the difference in years of the two"));
        assert!(!says_difference("Subtract output_of_query1 from the difference of all"));
        assert!(!says_difference("Find the goal difference of output_of_query1"));
        assert!(!says_difference("Find the years between"));
    }
}
