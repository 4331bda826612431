//! Reasoning functions as execution calls. They stay as they are; only names in
//! place of sets and relations are grounded, and rows are turned into the column
//! that the query is about.

use trustuqa_model::{NodeId, Value};

use super::reading::{self, Asked, is_of_names};
use super::{EmptyInput, Slot, Translated, Translator, compare, label, nodes, target, told, typed};
use crate::execute::{Item, ItemValue, Result};
use crate::ground::lexical::{Prepared, similarity, stem};
use crate::ground::synonyms::related;
use crate::ground::{Candidate, Channel, Grounding, Parameter};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::llm::{FunctionCall, LlmQuery, Term};
use crate::query::{Function, words};

/// Translates the reasoning function of step `index`.
pub fn translate(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    index: usize,
    call: &FunctionCall,
) -> Result<Translated> {
    if let Some(typed) = typed::translate(t, call)? {
        return Ok(typed);
    }
    if matches!(call.function, Function::Test | Function::Or)
        && let Some(chosen) = told::alternative(t, query, index)?
    {
        return Ok(chosen);
    }
    if let Some(sides) = compare::sides(query, call)
        && let Some(compared) = compare::translate(t, query, index, &sides)?
    {
        return Ok(compared);
    }
    if call.function == Function::Or
        && index + 1 == query.steps.len()
        && let Some(chosen) = compare::either(t, query, call)?
    {
        return Ok(chosen);
    }
    let target = query.target.as_deref();
    let mut out = Translated::default();
    let mut sets = Vec::new();
    for term in &call.sets {
        match t.slot(term) {
            Ok(Slot::Set(index)) => sets.push(Operand::Set(index)),
            // Names whose relation is asked for are heads: they are grounded beside it.
            Ok(Slot::Names(_)) if sets.is_empty() && call.relation.is_some() => {
                sets.push(Operand::Nodes(Vec::new()))
            }
            Ok(Slot::Names(names)) => {
                let mut members = Vec::new();
                for name in names {
                    members.push(name_operand(t, &name, call, &mut out)?);
                }
                sets.push(one_set(t, members, &mut out));
            }
            // A set that was never found is empty. Only a union, and a difference
            // that takes it away, still have something to give.
            Err(EmptyInput) if forgives_empty(call.function, sets.len()) => {}
            // That there is nothing is a number and a truth, too.
            Err(EmptyInput) if is_of_nothing(call.function) => sets.push(Operand::Nodes(Vec::new())),
            Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
        }
    }
    if sets.is_empty() {
        return Ok(out);
    }
    let mut relation: Vec<NodeId> = Vec::new();
    let note = query.steps.get(index).map_or("", |s| s.note.as_str());
    if let Some(term) = &call.relation {
        let asked = match t.slot(term) {
            Ok(Slot::Names(names)) => names,
            Ok(Slot::Set(index)) => {
                let texts = t.set(index).items().iter().map(|item| t.executor.text(item));
                texts.collect::<Result<Vec<_>>>()?
            }
            Err(EmptyInput) => Vec::new(),
        };
        if asked.is_empty() {
            return Ok(Translated { calls: Vec::new(), ..out });
        }
        let grounded = match call.sets.first() {
            Some(Term::Names(names)) => {
                t.head_and_relation(&Slot::Names(names.clone()), &asked, Parameter::Relation)?
            }
            Some(term) => match t.slot(term) {
                Ok(head) => t.head_and_relation(&head, &asked, Parameter::Relation)?,
                Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
            },
            None => return Ok(out),
        };
        match grounded {
            Ok(pair) => {
                relation = nodes(&pair.relation);
                if !pair.entity.is_empty() {
                    sets[0] = Operand::Nodes(nodes(&pair.entity));
                }
                out.groundings.extend(pair.groundings);
            }
            Err((miss, shown)) => {
                out.calls.clear();
                out.groundings.extend(shown);
                out.miss = Some(miss);
                return Ok(out);
            }
        }
    }
    let value = match &call.value {
        None => None,
        Some(constraint) => match t.slot(&constraint.term) {
            Ok(Slot::Set(index)) => Some((constraint.op, Operand::Set(index))),
            Ok(Slot::Names(names)) => {
                let members = names.into_iter().map(Operand::Literal).collect();
                Some((constraint.op, one_set(t, members, &mut out)))
            }
            Err(EmptyInput) => return Ok(Translated { calls: Vec::new(), ..out }),
        },
    };
    let asked = asked_words(t, query, index);
    let step = Asked { call, sets: &sets, relation: &relation, value: value.as_ref(), note };
    if reading::of_function(t, &step, &mut out)? {
        return Ok(out);
    }
    if call.function == Function::Difference && asked.iter().any(|w| matches!(w.as_str(), "year" | "years")) {
        // Of dates, the years are asked for.
        for set in &mut sets {
            let Operand::Set(at) = *set else { continue };
            let dated = |item: &crate::execute::Item| {
                t.executor.value(item).is_ok_and(|v| matches!(v, Value::Date(_)))
            };
            if !t.set(at).is_empty() && t.set(at).items().iter().all(dated) {
                out.calls.push(plain(Function::Year, vec![Operand::Set(at)]));
                *set = Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
    }
    if call.function == Function::Count
        && let [Operand::Set(at)] = sets.as_slice()
        && counts_names(t, *at, &asked)?
    {
        out.calls.push(plain(Function::CountDistinct, sets));
        return Ok(out);
    }
    if matches!(call.function, Function::Max | Function::Min)
        && relation.is_empty()
        && let [Operand::Set(at)] = sets.as_slice()
        && !asked.iter().any(|w| w.starts_with("alphabet"))
        && only_texts(t, *at)?
    {
        let largest = call.function == Function::Max;
        let says = |list: &[&str]| asked.iter().any(|w| list.contains(&w.as_str()));
        let often = says(&[
            "most", "least", "often", "common", "commonly", "frequent", "many", "fewest", "times", "appears",
            "appear", "occurs",
        ]);
        let function = match largest {
            true if often => Some(Function::MostFrequent),
            false if often => Some(Function::LeastFrequent),
            true if says(&["last", "latest", "final", "bottom"]) => Some(Function::Last),
            false if says(&["first", "earliest", "top"]) => Some(Function::First),
            _ => None,
        };
        if let Some(function) = function {
            out.calls.push(plain(function, sets));
            return Ok(out);
        }
    }
    if matches!(call.function, Function::TopK | Function::BottomK)
        && relation.is_empty()
        && call.k.unwrap_or(1) == 1
        && let [Operand::Set(at)] = sets.as_slice()
        && is_of_names(t, *at)?
    {
        // The top of names that have no order is the one that stands at the top.
        let function = if call.function == Function::TopK { Function::First } else { Function::Last };
        out.calls.push(plain(function, sets));
        return Ok(out);
    }
    if call.function == Function::If && index + 1 == query.steps.len() {
        label::named_results(t, query, call, &mut sets)?;
    }
    // `the set that is not empty` is the set itself.
    if call.function == Function::SetNegation && sets.len() == 1 && note.to_lowercase().contains("not empty")
    {
        out.calls.push(plain(Function::SetUnion, sets));
        return Ok(out);
    }
    // A date of rows is that under the column by which they were found.
    if matches!(call.function, Function::Year | Function::Month | Function::Day | Function::Difference) {
        for (set, term) in sets.iter_mut().zip(&call.sets) {
            let Operand::Set(at) = *set else { continue };
            let named = target.map(|target| target::column(t, at, target)).transpose()?.flatten();
            if t.rows_in(t.set(at))? > 0
                && (named.is_none() || call.function == Function::Difference)
                && let Some(relation) = compare::relation_of(query, term)
                && let Some((column, grounding)) = match named {
                    Some(named) => Some(named),
                    None => target::column(t, at, &relation)?,
                }
                && t.is_dated(&nodes(&grounding.chosen))
            {
                out.groundings.push(grounding);
                out.calls.push(column);
                *set = Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
    }
    // Arithmetic over rows means the column that the query is about.
    if relation.is_empty()
        && works_on_values(call.function)
        && let (Some(Operand::Set(index)), Some(target)) = (sets.first().cloned(), target)
        && let Some((column, grounding)) = target::column(t, index, target)?
    {
        out.groundings.push(grounding);
        out.calls.push(column);
        sets[0] = Operand::Set(t.results.len() + out.calls.len() - 1);
    }
    // A relation is looked for where the query looks.
    let sources = if relation.is_empty() { Vec::new() } else { t.source_names.clone() };
    out.calls.push(ExecutionCall::Reason {
        function: call.function,
        sets,
        relation,
        value,
        k: call.k,
        sources,
    });
    if call.function == Function::Difference
        && index + 1 == query.steps.len()
        && call.sets.len() == 2
        && told::says_difference(note)
    {
        let difference = Operand::Set(t.results.len() + out.calls.len() - 1);
        out.calls.push(plain(Function::Absolute, vec![difference]));
    }
    // A month that is asked for is called by its name.
    if index + 1 == query.steps.len() && told::asks_month(query, index) {
        let months = Operand::Set(t.results.len() + out.calls.len() - 1);
        out.calls.push(plain(Function::MonthName, vec![months]));
    }
    // A truth value that is the answer is told in the words of the question.
    let is_truth = matches!(
        call.function,
        Function::Test | Function::IsEmpty | Function::And | Function::Or | Function::Not
    );
    let offered =
        words::alternatives(t.question.unwrap_or("")).filter(|pair| pair.op.is_none() && pair.yes != "yes");
    if let (true, true, Some(pair)) = (is_truth, index + 1 == query.steps.len(), offered) {
        let truth = Operand::Set(t.results.len() + out.calls.len() - 1);
        let [yes, no] = [pair.yes, pair.no].map(|word| Operand::Literal(word.to_owned()));
        out.calls.push(plain(Function::If, vec![truth, yes, no]));
    }
    Ok(out)
}

fn plain(function: Function, sets: Vec<Operand<NodeId>>) -> ExecutionCall<NodeId> {
    ExecutionCall::Reason { function, sets, relation: Vec::new(), value: None, k: None, sources: Vec::new() }
}

/// The words in which a step is asked for: its note, the target type and the question.
fn asked_words(t: &Translator<'_, '_>, query: &LlmQuery, index: usize) -> Vec<String> {
    let note = query.steps.get(index).map_or("", |s| s.note.as_str());
    let texts = [note, query.target.as_deref().unwrap_or(""), t.question.unwrap_or("")];
    texts.iter().flat_map(|text| trustuqa_model::tokens(text)).collect()
}

/// Whether a count of cells is one of different names: the words say so, or what is
/// counted is called like the column (`how many languages` of the column Language).
fn counts_names(t: &Translator<'_, '_>, at: usize, asked: &[String]) -> Result<bool> {
    let mut column: Option<NodeId> = None;
    for item in t.set(at).items().iter().take(1_000) {
        let (ItemValue::Cell(_), Some(fact)) = (&item.value, item.facts.first()) else { return Ok(false) };
        let relation = t.executor.graph().fact(*fact)?.relation;
        if *column.get_or_insert(relation) != relation {
            return Ok(false);
        }
    }
    let Some(column) = column else { return Ok(false) };
    if asked.iter().any(|w| matches!(w.as_str(), "different" | "distinct" | "unique" | "various")) {
        return Ok(true);
    }
    let name = Prepared::new(&t.executor.node(column)?.0);
    // Each row has a place of its own, also where several have the same one.
    if words::is_place(&name.text) {
        return Ok(false);
    }
    let folded = name.tokens.join(" ");
    let counted = asked.windows(2).enumerate().filter(|(_, pair)| matches!(pair, [a, b] if matches!((a.as_str(), b.as_str()), ("how", "many") | ("number", "of"))));
    for (start, _) in counted {
        let things: Vec<String> = asked[start + 2..]
            .iter()
            .filter(|w| !matches!(w.as_str(), "total" | "the" | "of" | "all"))
            .take(name.tokens.len().max(1))
            .cloned()
            .collect();
        let Some(first) = things.first() else { continue };
        let head = Prepared::new(&things.join(" "));
        if similarity(&head, &name).0 >= 0.9
            || name.stems.iter().any(|s| s == stem(first))
            || related(stem(first), &folded)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a set holds cells that are names: their largest is the one with most of them.
fn only_texts(t: &Translator<'_, '_>, at: usize) -> Result<bool> {
    for item in t.set(at).items() {
        let is_cell = matches!(item.value, ItemValue::Cell(_));
        if !is_cell
            || t.executor.value(item)?.order_key().is_some()
            || t.executor.text(item)?.bytes().any(|b| b.is_ascii_digit())
        {
            return Ok(false);
        }
    }
    Ok(!t.set(at).is_empty())
}

/// Several names in place of one set are its members.
fn one_set(
    t: &Translator<'_, '_>,
    mut members: Vec<Operand<NodeId>>,
    out: &mut Translated,
) -> Operand<NodeId> {
    if members.len() == 1 {
        return members.swap_remove(0);
    }
    let mut nodes = Vec::new();
    for member in &members {
        match member {
            Operand::Nodes(more) => nodes.extend(more.iter().copied()),
            // A text that is no node: only a step of its own can hold it beside others.
            _ => {
                let (function, relation) = (Function::SetUnion, Vec::new());
                out.calls.push(ExecutionCall::Reason {
                    function,
                    sets: members,
                    relation,
                    value: None,
                    k: None,
                    sources: Vec::new(),
                });
                return Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
    }
    Operand::Nodes(nodes)
}

fn forgives_empty(function: Function, sets_before: usize) -> bool {
    match function {
        Function::SetUnion | Function::Sum | Function::Mean | Function::Greater | Function::Less => true,
        Function::SetDifference => sets_before > 0,
        _ => false,
    }
}

fn is_of_nothing(function: Function) -> bool {
    use Function::{And, If, IsEmpty, Not, Or, Test};
    matches!(function, Test | IsEmpty | And | Or | Not | If)
}

fn works_on_values(function: Function) -> bool {
    matches!(
        function,
        Function::Min
            | Function::Max
            | Function::Mean
            | Function::Sum
            | Function::MostFrequent
            | Function::LeastFrequent
            | Function::Year
            | Function::Month
            | Function::Day
    )
}

/// A name in place of a set: the member of the other sets that is called so,
/// else an entity of the graph, else the text itself.
fn name_operand(
    t: &Translator<'_, '_>,
    name: &str,
    call: &FunctionCall,
    out: &mut Translated,
) -> Result<Operand<NodeId>> {
    if let Some(chosen) = t.pinned(name, false)? {
        let node = chosen.node;
        out.groundings.push(Grounding {
            parameter: Parameter::Set,
            asked: name.to_owned(),
            chosen: vec![chosen],
            runners_up: Vec::new(),
        });
        return Ok(Operand::Nodes(vec![node]));
    }
    let mut members = Vec::new();
    for term in &call.sets {
        let Ok(Slot::Set(index)) = t.slot(term) else { continue };
        members.extend(t.set(index).items().iter().take(10_000).filter_map(Item::node));
    }
    let mut best: Option<Candidate> = None;
    // The very name is mostly there, and no other is nearer.
    for node in &members {
        if t.executor.is_named(*node, name)? {
            let text = name.to_owned();
            best = Some(Candidate { node: *node, text, score: 1.0, channel: Channel::Exact });
            break;
        }
    }
    if best.is_none() {
        let asked = Prepared::new(name);
        for node in members {
            let text = t.executor.node(node)?.0;
            let (score, channel) = similarity(&asked, &Prepared::new(&text));
            if score >= 0.8 && best.as_ref().is_none_or(|b| score > b.score) {
                best = Some(Candidate { node, text, score, channel });
            }
        }
    }
    if best.is_none()
        && matches!(
            call.function,
            Function::SetUnion | Function::SetIntersection | Function::SetDifference | Function::SetNegation
        )
        && let Ok(grounding) = t.entity(&[name.to_owned()], Parameter::Set)?
        && grounding.score() >= 0.8
    {
        out.groundings.push(grounding.clone());
        return Ok(Operand::Nodes(nodes(&grounding.chosen)));
    }
    match best {
        Some(candidate) => {
            let node = candidate.node;
            out.groundings.push(Grounding {
                parameter: Parameter::Set,
                asked: name.to_owned(),
                chosen: vec![candidate],
                runners_up: Vec::new(),
            });
            Ok(Operand::Nodes(vec![node]))
        }
        None => Ok(Operand::Literal(name.to_owned())),
    }
}
