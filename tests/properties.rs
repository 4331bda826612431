//! Random small graphs and random queries: store and engine answer as the naive
//! evaluator does, traces replay, printed queries read back, and no text makes the
//! parsers panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

mod naive;

use std::collections::BTreeMap;

use naive::eval::{Member, Naive};
use naive::{Data, Small};
use proptest::prelude::*;
use trustuqa::engine::{Engine, RunOptions};
use trustuqa::query::llm::{Call, LlmQuery, Step, Term};
use trustuqa::query::{self, Function, Query, syntax};
use trustuqa::trace::Trace;
use trustuqa_storage::SourceKind;

/// Names that resemble each other in nothing, so that grounding has no choice.
const ENTITIES: [&str; 8] = ["Quartz", "Bramble", "Fjord", "Nimbus", "Oxbow", "Velvet", "Copper", "Zephyr"];
const NUMBERS: [&str; 6] = ["3", "5", "12", "1995", "1998", "2001"];
const COLUMNS: [&str; 4] = ["Nation", "gold", "player", "height"];
const RELATIONS: [&str; 4] = ["directed_by", "height", "founded", "genre"];
const TIMED: [&str; 3] = ["mayor", "founded", "employer"];
const KEYS: [&str; 3] = ["time", "start time", "end time"];
/// Queries asked of each graph.
const QUERIES: usize = 12;

/// Takes random numbers one after another; when they run out, zeros.
struct Choices<'c>(std::slice::Iter<'c, u16>);

impl Choices<'_> {
    fn below(&mut self, n: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % n
    }

    fn of<'n>(&mut self, names: &[&'n str]) -> &'n str {
        names[self.below(names.len())]
    }

    fn name(&mut self) -> &'static str {
        if self.below(2) == 0 { self.of(&ENTITIES) } else { self.of(&NUMBERS) }
    }
}

fn data(choices: &mut Choices<'_>) -> Data {
    let mut data = Data::default();
    for table in 0..=choices.below(2) {
        let mut small = Small {
            name: format!("table{table}"),
            kind: SourceKind::Table,
            header: Vec::new(),
            lines: Vec::new(),
        };
        let first = choices.below(COLUMNS.len());
        small.header = (0..3).map(|at| COLUMNS[(first + at) % COLUMNS.len()].to_owned()).collect();
        for _ in 0..choices.below(6) + 1 {
            // One cell in five is empty, but a row is never empty: no loader keeps such rows.
            let mut line: Vec<String> = (0..3)
                .map(|_| if choices.below(5) == 0 { String::new() } else { choices.name().to_owned() })
                .collect();
            if line.iter().all(String::is_empty) {
                line[0] = choices.name().to_owned();
            }
            small.lines.push(line);
        }
        data.sources.push(small);
    }
    let triple = |choices: &mut Choices<'_>, relations: &[&str]| {
        vec![choices.name().to_owned(), choices.of(relations).to_owned(), choices.name().to_owned()]
    };
    let mut kg = Small { name: "kg".to_owned(), kind: SourceKind::Kg, header: Vec::new(), lines: Vec::new() };
    for _ in 0..choices.below(8) + 1 {
        kg.lines.push(triple(choices, &RELATIONS));
    }
    let mut tkg =
        Small { name: "tkg".to_owned(), kind: SourceKind::Tkg, header: Vec::new(), lines: Vec::new() };
    for _ in 0..choices.below(8) + 1 {
        let mut line = triple(choices, &TIMED);
        let start = 1993 + choices.below(8);
        let end = start + choices.below(5);
        line.push(if choices.below(6) == 0 { String::new() } else { start.to_string() });
        line.push(if choices.below(6) == 0 { String::new() } else { end.to_string() });
        tkg.lines.push(line);
    }
    data.sources.extend([kg, tkg]);
    data
}

/// A name of the data in quotes, a list of two, or the output of an earlier step.
fn term(choices: &mut Choices<'_>, names: &[&str], step: usize) -> String {
    match choices.below(8) {
        0..3 if step > 0 => format!("'output_of_query{}'", choices.below(step) + 1),
        3 => format!("['{}', '{}']", choices.of(names), choices.of(names)),
        _ => format!("'{}'", choices.of(names)),
    }
}

fn get_information(choices: &mut Choices<'_>, data: &Data, step: usize) -> String {
    // Names that are in the data: what an unknown name means is for the query files.
    let cells = |s: &Small, line: &[String]| match s.kind {
        SourceKind::Table => line.to_vec(),
        _ => vec![line[0].clone(), line[2].clone()],
    };
    let all: Vec<String> =
        data.sources.iter().flat_map(|s| s.lines.iter().flat_map(|line| cells(s, line))).collect();
    let names: Vec<&str> = all.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    let relations: Vec<&str> = data
        .sources
        .iter()
        .flat_map(|s| {
            let columns = s.header.iter().map(String::as_str);
            let used = s.lines.iter().filter(|_| s.header.is_empty()).map(|line| line[1].as_str());
            columns.chain(used)
        })
        .collect();
    let mut args = Vec::new();
    // Which parameters are given: the usual shapes more often than the odd ones.
    let shape = [0b00011, 0b00110, 0b00010, 0b00110, 0b01011, 0b11110, 0b11010, 0b11011][choices.below(8)];
    let shape = if choices.below(3) == 0 { choices.below(32) } else { shape };
    let compare = |choices: &mut Choices<'_>, name: &str, names: &[&str]| match choices.below(6) {
        0 => format!("{name}!={}", term(choices, names, step)),
        at @ 1..3 => {
            let op = [[">", "<"], [">=", "<="]][at - 1][choices.below(2)];
            let bound = match choices.below(3) {
                0 if step > 0 => format!("'output_of_query{}'", choices.below(step) + 1),
                _ => format!("'{}'", choices.of(&NUMBERS)),
            };
            format!("{name}{op}{bound}")
        }
        _ => format!("{name}={}", term(choices, names, step)),
    };
    if shape & 1 > 0 {
        args.push(format!("head_entity={}", term(choices, &names, step)));
    }
    if shape & 2 > 0 {
        args.push(format!("relation='{}'", choices.of(&relations)));
    }
    if shape & 4 > 0 {
        // Only beside a relation is there anything to compare.
        args.push(match shape & 2 > 0 {
            true => compare(choices, "tail_entity", &names),
            false => format!("tail_entity={}", term(choices, &names, step)),
        });
    }
    if shape & 8 > 0 {
        let timed = choices.below(2) == 0;
        args.push(format!("key='{}'", if timed { choices.of(&KEYS) } else { choices.of(&relations) }));
        if shape & 16 > 0 {
            args.push(match timed {
                true => compare(choices, "value", &NUMBERS),
                false => compare(choices, "value", &names),
            });
        }
    }
    if args.is_empty() {
        args.push(format!("relation='{}'", choices.of(&relations)));
    }
    format!("get_information({})", args.join(", "))
}

fn function(choices: &mut Choices<'_>, step: usize) -> String {
    let set = |choices: &mut Choices<'_>| format!("'output_of_query{}'", choices.below(step) + 1);
    let relation = |choices: &mut Choices<'_>| {
        choices.of(&["Nation", "gold", "player", "height", "founded", "directed_by", "mayor"]).to_owned()
    };
    match choices.below(9) {
        0 => format!("{}(set={})", choices.of(&["count", "count_distinct"]), set(choices)),
        1 | 2 => format!("{}(set={})", choices.of(&["min", "max", "sum", "mean"]), set(choices)),
        3 | 4 => format!(
            "{}(set1={}, set2={})",
            choices.of(&["set_union", "set_intersection", "set_difference"]),
            set(choices),
            set(choices)
        ),
        5 => format!(
            "keep(set={}, value{}'{}')",
            set(choices),
            choices.of(&["=", "!=", ">", "<=", "<"]),
            choices.of(&NUMBERS)
        ),
        6 => format!(
            "{}(set={}, relation='{}')",
            choices.of(&["argmax", "argmin", "sum", "max", "mean"]),
            set(choices),
            relation(choices)
        ),
        7 => format!(
            "{}(set={}, k={})",
            choices.of(&["top_k", "bottom_k"]),
            set(choices),
            choices.below(3) + 1
        ),
        _ => format!("{}(set={})", choices.of(&["previous_row", "next_row"]), set(choices)),
    }
}

fn write_query(choices: &mut Choices<'_>, data: &Data) -> String {
    let steps = choices.below(3) + 1;
    let mut lines = Vec::new();
    for step in 0..steps {
        let call = if step > 0 && choices.below(2) == 0 {
            function(choices, step)
        } else {
            get_information(choices, data, step)
        };
        lines.push(format!("Query{}: \"{call}\"", step + 1));
    }
    lines.join("\n")
}

/// The answer as the naive evaluator shows it: rows without their cells.
fn shown(trace: &Trace) -> BTreeMap<String, usize> {
    let plain = |text: &str| match text.strip_prefix("row ").and_then(|rest| rest.split_once(" (")) {
        Some((row, _)) => format!("row {row}"),
        None => text.to_owned(),
    };
    trace.answer.items.iter().map(|item| (plain(&item.text), item.count)).collect()
}

fn parse(text: &str) -> Option<LlmQuery> {
    match query::parse(text) {
        Ok((Query::Llm(query), _)) => Some(query),
        Ok((Query::Execution(_), _)) => panic!("read as an execution query:\n{text}"),
        // Some random calls say nothing, such as a value without a key.
        Err(_) => None,
    }
}

/// The query without the places of its steps, which differ in printed text.
fn without_spans(mut query: LlmQuery) -> LlmQuery {
    query.steps.iter_mut().for_each(|step| step.span = 0..0);
    query
}

/// Whether a step has rows for a tail, or cells of which none is one.
fn takes_rows_for_tail(index: usize, step: &Step, results: &[Vec<Member>]) -> bool {
    let Call::GetInformation(info) = &step.call else { return false };
    let found = results.get(index).is_some_and(|set| !set.is_empty());
    [&info.tail, &info.value].into_iter().flatten().any(|constraint| match constraint.term {
        Term::Output(at) => results.get(at).is_some_and(|set| {
            let rows = set.iter().any(|member| matches!(member, Member::Row(..)));
            rows || !found && set.iter().all(|member| matches!(member, Member::Cell(..)))
        }),
        Term::Names(_) => false,
    })
}

fn check(data: &Data, queries: &[String]) -> Result<(), TestCaseError> {
    let home = tempfile::tempdir().unwrap();
    let graph = naive::load(home.path(), data);
    let snapshot = graph.snapshot().unwrap();
    let engine = Engine::new(&snapshot, None).unwrap();
    let loaded = engine.executor().sources()[0].loaded_at;
    // The mean Gregorian year is exact enough but for the first hours of a year.
    let naive = Naive::new(data, 1970 + loaded / 31_556_952);
    for text in queries {
        let Some(query) = parse(text) else { continue };
        let printed = query.to_string();
        prop_assert_eq!(
            parse(&printed).map(without_spans),
            Some(without_spans(query.clone())),
            "printed as\n{}",
            printed
        );
        // The naive evaluator has no fractions, so it can end with a mean, not begin with one.
        let is_mean =
            |step: &Step| matches!(&step.call, Call::Function(call) if call.function == Function::Mean);
        if query.steps.split_last().is_some_and(|(_, before)| before.iter().any(is_mean)) {
            continue;
        }
        naive.tied.set(false);
        let results = naive.run(&query);
        let is_extreme = |step: &Step| matches!(&step.call, Call::Function(call) if matches!(call.function, Function::Max | Function::Min));
        if naive.tied.get()
            && query.steps.split_last().is_some_and(|(_, before)| before.iter().any(is_extreme))
        {
            continue;
        }
        // Rows in place of a tail are read as rows, which `tests/queries` shows; by the
        // rules for facts alone, no row is a tail.
        if query.steps.iter().enumerate().any(|(at, step)| takes_rows_for_tail(at, step, &results)) {
            continue;
        }
        // A step that finds nothing ends the comparison: whether a count of it is 0 or
        // is not asked at all depends on why it found nothing.
        let mut begun = query.clone();
        begun.steps.truncate(results.len());
        let trace = engine.run_llm(&begun, &RunOptions::default()).unwrap();
        let expected = naive.shown(results.last().unwrap());
        prop_assert_eq!(shown(&trace), expected, "{}\n{}\n{:?}", begun, trace.execution, trace.answer);
        let again = engine.replay(&trace).unwrap();
        prop_assert_eq!(&again.answer.items, &trace.answer.items, "replayed\n{}", trace.execution);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn engine_and_naive_evaluator_agree(choices in prop::collection::vec(any::<u16>(), 100..500)) {
        let mut choices = Choices(choices.iter());
        let data = data(&mut choices);
        let queries: Vec<String> = (0..QUERIES).map(|_| write_query(&mut choices, &data)).collect();
        check(&data, &queries)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC{0,120}") {
        reads(&text);
    }

    #[test]
    fn no_broken_query_makes_the_parsers_panic(
        parts in prop::collection::vec(prop::sample::select(&[
            "get_information(", "relation=", "'", "\"", "output_of_query1", "Query1: ", "\n", ", ", ")", "(", "[",
            "]", "{", "}", "set1=", "count(", "keep(", "value", ">", "<=", "Don't", "é", "s1 = ", "search_node(",
            "node1=", "condition=[]", "s1", "## Target type: {", "Step1: ", "4294967295", "k=", "\\", " ", "``",
            "search_condition(", "node2", "op=", "literal(", "time", "None",
        ]), 0..24)
    ) {
        reads(&parts.concat());
    }
}

/// Both readings, and what is said about them, without a panic.
fn reads(text: &str) {
    if let Err(errors) = syntax::strict(text) {
        assert!(!errors.render(text).is_empty());
    }
    let (_, repairs) = syntax::lenient(text);
    repairs.render(text);
    match query::parse(text) {
        Ok((Query::Llm(query), _)) => {
            let printed = query.to_string();
            let again = match query::parse(&printed) {
                Ok((Query::Llm(again), _)) => without_spans(again),
                other => panic!("{text:?} printed as\n{printed}\nreads as {other:?}"),
            };
            assert_eq!(again, without_spans(query), "{text:?} printed as\n{printed}");
        }
        Ok((Query::Execution(query), _)) => {
            let printed = query.to_string();
            assert_eq!(query::parse_execution(&printed), Ok(query), "{text:?} printed as\n{printed}");
        }
        Err(errors) => assert!(!errors.render(text).is_empty()),
    }
}
