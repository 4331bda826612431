//! A step in plain words, so that a trace reads as a story: "rows of medals whose Nation is Brazil: 3".

use trustuqa_model::{Comparison, NodeKind};

use crate::execute::{Executor, ItemSet, ItemValue, Result};
use crate::ground::{Grounding, Parameter};
use crate::query::Function;
use crate::query::column::{Aggregate, Test};
use crate::query::llm::{Call, Constraint, FunctionCall, GetInformation, LlmQuery, Step, Term};

/// The most members that a title names before it only counts them.
const NAMED: usize = 3;

/// What a step found.
pub fn step(
    ex: &Executor<'_>,
    query: &LlmQuery,
    step: &Step,
    groundings: &[Grounding],
    result: Option<&ItemSet>,
) -> Result<String> {
    let subject = match &step.call {
        Call::GetInformation(info) => information(ex, query, info, groundings, result)?,
        Call::Function(call) => function(query, call),
    };
    Ok(format!("{subject}: {}", found(ex, result)?))
}

/// The result of reading the target column.
pub fn target(grounding: &Grounding, result: Option<&ItemSet>) -> String {
    let column = grounding.chosen.first().map_or(grounding.asked.as_str(), |c| c.text.as_str());
    format!("{column} of these rows: {}", result.map_or(0, ItemSet::len))
}

/// Only the number of results: execution queries say themselves what they do.
pub fn plain_count(result: Option<&ItemSet>) -> String {
    match result.map_or(0, ItemSet::len) {
        1 => "1 item".to_owned(),
        n => format!("{n} items"),
    }
}

fn information(
    ex: &Executor<'_>,
    query: &LlmQuery,
    info: &GetInformation,
    groundings: &[Grounding],
    result: Option<&ItemSet>,
) -> Result<String> {
    let name = |parameter: Parameter, term: &Term| -> String {
        let chosen = groundings.iter().find(|g| g.parameter == parameter).and_then(|g| g.chosen.first());
        match (term, chosen) {
            (Term::Names(_), Some(candidate)) => candidate.text.clone(),
            (Term::Names(names), None) => names.join(" or "),
            (Term::Output(index), _) => {
                format!("the result of step {}", query.steps.get(*index).map_or(0, |s| s.number))
            }
        }
    };
    let compared = |parameter: Parameter, c: &Constraint| -> String {
        let verb = match c.op {
            Comparison::Eq => "is",
            Comparison::Ne => "is not",
            Comparison::Lt => "is less than",
            Comparison::Le => "is at most",
            Comparison::Gt => "is more than",
            Comparison::Ge => "is at least",
        };
        format!("{verb} {}", name(parameter, &c.term))
    };
    let heads = heads_word(ex, result)?;
    let relation = info.relation.as_ref().map(|r| name(Parameter::Relation, r));
    let head = info.head.as_ref().map(|h| name(Parameter::HeadEntity, h));
    let tail = match (&info.tail, &info.tail_test) {
        (Some(tail), _) => Some(compared(Parameter::TailEntity, tail)),
        (None, test) => test.as_ref().map(test_words),
    };
    let key = info.key.as_ref().map(|k| name(Parameter::Key, k));
    let value = match (&info.value, &info.value_test) {
        (Some(value), _) => Some(compared(Parameter::Value, value)),
        (None, test) => test.as_ref().map(test_words),
    };
    let mut text = match (&head, &relation, &tail) {
        (Some(h), Some(r), Some(t)) => format!("{} {h}, if it {t}", with_of(r)),
        (Some(h), Some(r), None) => format!("{} {h}", with_of(r)),
        (None, Some(r), Some(t)) => format!("{heads} whose {r} {t}"),
        (None, Some(r), None) => format!("every {r}"),
        (Some(h), None, Some(t)) => format!("how {h} is related to what {t}"),
        (Some(h), None, None) if key.is_some() => format!("facts of {h}"),
        (Some(h), None, None) => format!("relations of {h}"),
        (None, None, Some(t)) => format!("{heads} with a value that {t}"),
        (None, None, None) if info.sources.is_empty() => heads.clone(),
        (None, None, None) => format!("all {heads}"),
    };
    match (&key, &value) {
        (Some(k), Some(v)) => text.push_str(&format!(", where {k} {v}")),
        (Some(k), None) => text = format!("{k} of {text}"),
        _ => {}
    }
    Ok(text)
}

/// A test, worded as the end of a sentence about a value.
fn test_words(test: &Test<String>) -> String {
    match test {
        Test::Contains(texts) => format!("contains {}", texts.join(" or ")),
        Test::StartsWith(texts) => format!("starts with {}", texts.join(" or ")),
        Test::EndsWith(texts) => format!("ends with {}", texts.join(" or ")),
        Test::Between(low, high) => format!("is from {low} to {high}"),
        Test::IsEmpty => "is missing".to_owned(),
        Test::NotEmpty => "is there".to_owned(),
        Test::Compare(op, _) => op.symbol().to_owned(),
    }
}

/// The relation with "of", as in "Gold of"; "mayor of" stays as it is.
fn with_of(relation: &str) -> String {
    if relation.ends_with(" of") || relation.ends_with("_of") {
        relation.to_owned()
    } else {
        format!("{relation} of")
    }
}

/// "rows of medals" for rows of one table, otherwise "entities".
fn heads_word(ex: &Executor<'_>, result: Option<&ItemSet>) -> Result<String> {
    let mut tables: Vec<&str> = Vec::new();
    for item in result.map_or(&[][..], ItemSet::items).iter().take(64) {
        let ItemValue::Node(node) = item.value else { return Ok("entities".to_owned()) };
        let NodeKind::Row { source, .. } = ex.node(node)?.2 else { return Ok("entities".to_owned()) };
        let name = ex.source(source).map_or("?", |s| s.name.as_str());
        if !tables.contains(&name) {
            tables.push(name);
        }
    }
    Ok(match tables.as_slice() {
        [] => "entities".to_owned(),
        [table] => format!("rows of {table}"),
        tables => {
            format!("rows of {} and {}", tables[..tables.len() - 1].join(", "), tables[tables.len() - 1])
        }
    })
}

fn function(query: &LlmQuery, call: &FunctionCall) -> String {
    let set = |term: &Term| match term {
        Term::Names(names) => names.join(" or "),
        Term::Output(index) => format!("step {}", query.steps.get(*index).map_or(0, |s| s.number)),
    };
    let sets: Vec<String> = call.sets.iter().map(set).collect();
    let by = match &call.relation {
        Some(Term::Names(names)) => format!(" by {}", names.join(" or ")),
        _ => String::new(),
    };
    let all = sets.join(" and ");
    let first = sets.first().cloned().unwrap_or_default();
    let second = || sets.get(1).cloned().unwrap_or_default();
    let function = call.function;
    match function {
        Function::SetUnion => format!("{all} together"),
        Function::SetIntersection => format!("what {all} share"),
        Function::SetDifference => format!("{first} without {}", sets[1.min(sets.len())..].join(" and ")),
        Function::SetNegation => format!("what is not in {all}"),
        Function::Keep => {
            let value = match (&call.value, &call.test) {
                (Some(value), _) => format!(" {} {}", value.op.symbol(), set(&value.term)),
                (None, test) => {
                    test.as_ref().map_or(String::new(), |test| format!(" that {}", test_words(test)))
                }
            };
            let group = call.of.as_ref().map_or(String::new(), |of| format!(" of the same {}", set(of)));
            format!("those of {first} with a value{by}{value}{group}")
        }
        Function::Count => format!("number of items of {first}"),
        Function::CountDistinct => format!("number of different values of {first}"),
        Function::Min => format!("smallest of {first}{by}"),
        Function::Max => format!("largest of {first}{by}"),
        Function::Mean => format!("mean of {first}{by}"),
        Function::Sum => format!("sum of {all}{by}"),
        Function::Difference => format!("{first} minus {}", sets.get(1).cloned().unwrap_or_default()),
        Function::Absolute => format!("{first} without its sign"),
        Function::Greater => format!("greater of {all}"),
        Function::Less => format!("smaller of {all}"),
        Function::Compare => {
            format!("how {first} compares with {}", sets.get(1).cloned().unwrap_or_default())
        }
        Function::Argmax => format!("those of {first} with the largest value{by}"),
        Function::Argmin => format!("those of {first} with the smallest value{by}"),
        Function::TopK => format!("the {} largest of {first}{by}", call.k.unwrap_or(1)),
        Function::BottomK => format!("the {} smallest of {first}{by}", call.k.unwrap_or(1)),
        Function::MostFrequent => format!("most frequent of {first}{by}"),
        Function::LeastFrequent => format!("least frequent of {first}{by}"),
        Function::PreviousRow => format!("row before {first}"),
        Function::NextRow => format!("row after {first}"),
        Function::First => format!("first of {first}"),
        Function::Last => format!("last of {first}"),
        Function::Year => format!("year of {first}"),
        Function::Month => format!("month of {first}"),
        Function::Day => format!("day of {first}"),
        Function::Unique => format!("each of {first} once"),
        Function::CountBy => format!("how often each of {first} occurs{by}"),
        Function::Median => format!("median of {first}{by}"),
        Function::Product => sets.join(" times "),
        Function::Quotient => sets.join(" divided by "),
        Function::Number => format!("number in {first}"),
        Function::Nth => format!("number {} of {first}", call.k.unwrap_or(1)),
        Function::Part => format!("part {} of each of {first}", call.k.unwrap_or(1)),
        Function::Split => format!("parts of {first}"),
        Function::Sort => format!("{first}, smallest first{by}"),
        Function::SortDescending => format!("{first}, largest first{by}"),
        Function::MonthName => format!("name of the month of {first}"),
        Function::Length => format!("how long {first} lasts"),
        Function::LongestRun => format!("longest run of {first}"),
        Function::Test => match &call.value {
            Some(c) => format!("whether {first} {} {}", c.op.symbol(), set(&c.term)),
            None => format!("whether there is any of {first}"),
        },
        Function::IsEmpty => format!("whether there is none of {first}"),
        Function::And => format!("whether {all} are true"),
        Function::Or => format!("whether {} is true", sets.join(" or ")),
        Function::Not => format!("whether {first} is not true"),
        Function::Group => {
            let with = call.with.unwrap_or(Aggregate::Count);
            match &call.of {
                Some(of) => {
                    let weight = call
                        .weight
                        .as_ref()
                        .map_or(String::new(), |weight| format!(", weighed by {}", set(weight)));
                    format!("{} of {} in {first}{by}{weight}", aggregate_words(with), set(of))
                }
                None => format!("{} of {first}{by}", aggregate_words(with)),
            }
        }
        Function::Derive | Function::Calculate => {
            let step = |term: &Term| set(term);
            let formula = call.formula_text(&step).unwrap_or_default();
            if function == Function::Derive { format!("{formula} of each of {first}") } else { formula }
        }
        Function::Exists => format!("whether there is any of {first}"),
        Function::IsSubset => format!("whether all of {first} are among {}", second()),
        Function::Equal => format!("whether {first} is the same as {}", second()),
        Function::StandardDeviation => format!("standard deviation of {first}{by}"),
        Function::Percentile => format!("percentile {} of {first}{by}", call.k.unwrap_or(50)),
        Function::Correlation => {
            format!("correlation{by} and {} of {first}", call.of.as_ref().map_or(String::new(), set))
        }
        Function::Share => format!("share of {first} in {}", second()),
        Function::Rank => format!("places of {first}{by}"),
        Function::Nearest => format!(
            "those of {first} nearest to {}{by}",
            call.value.as_ref().map_or(String::new(), |value| set(&value.term))
        ),
        Function::Duration => format!("how long {first} holds"),
        Function::Before => format!("those of {first} before {}", second()),
        Function::After => format!("those of {first} after {}", second()),
        Function::NearestBefore => format!("those of {first} just before {}", second()),
        Function::NearestAfter => format!("those of {first} just after {}", second()),
        Function::Overlapping => format!("those of {first} at the time of {}", second()),
        Function::NoAnswer => "no source can tell".to_owned(),
        Function::If => format!(
            "{} if {first}{}",
            sets.get(1).cloned().unwrap_or_default(),
            sets.get(2).map_or(String::new(), |other| format!(", else {other}"))
        ),
    }
}

/// "number", "total", "mean".
fn aggregate_words(with: Aggregate) -> &'static str {
    match with {
        Aggregate::Count => "number",
        Aggregate::CountDistinct => "number of different values",
        Aggregate::Sum => "total",
        Aggregate::Mean => "mean",
        Aggregate::Min => "smallest",
        Aggregate::Max => "largest",
        Aggregate::Median => "median",
        Aggregate::List => "different values",
        Aggregate::Most => "one with the most",
        Aggregate::Least => "one with the least",
    }
}

/// "Brazil, Chile" for a few things; a number for rows and for many things.
fn found(ex: &Executor<'_>, result: Option<&ItemSet>) -> Result<String> {
    let Some(set) = result.filter(|s| !s.is_empty()) else { return Ok("nothing".to_owned()) };
    let rows = match &set.items()[0].value {
        ItemValue::Node(node) => matches!(ex.node(*node)?.2, NodeKind::Row { .. }),
        _ => false,
    };
    if rows {
        return Ok(set.len().to_string());
    }
    let mut texts: Vec<String> = Vec::new();
    for item in set.items().iter().take(64) {
        let text = ex.text(item)?;
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if set.len() > 64 || texts.len() > NAMED {
        return Ok(format!("{} and {} more", texts[..NAMED.min(texts.len())].join(", "), set.len() - NAMED));
    }
    Ok(texts.join(", "))
}
