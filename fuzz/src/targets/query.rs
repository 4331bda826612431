//! Both query languages as text. The laws:
//!
//! * no text makes a parser or the display of its findings panic;
//! * every span lies in the text, on character boundaries;
//! * what the strict reading takes, the lenient one takes in the same way, silently;
//! * a query is printed as text that the strict reading takes for the same query;
//! * a query refers to earlier steps only, and each function has what it needs.

use trustuqa_engine::query::column::Test;
use trustuqa_engine::query::execution::{Condition, ExecutionCall, Node1, Operand};
use trustuqa_engine::query::llm::{Call, Constraint, GetInformation, LlmQuery, Term};
use trustuqa_engine::query::syntax::{self, RawCall, RawValue};
use trustuqa_engine::query::{self, Diagnostics, ExecutionQuery, Parsed, Query, Severity};

use super::text;

/// The LLM query language, strict and lenient.
pub fn llm_query(data: &[u8]) {
    let text = &*text(data);
    let (lenient, repairs) = syntax::lenient(text);
    findings_hold(&repairs, text);
    lenient.calls.iter().for_each(|labelled| call_holds(&labelled.call, text));
    match syntax::strict(text) {
        Ok(strict) => {
            assert!(!strict.calls.is_empty(), "a query without a call was taken");
            strict.calls.iter().for_each(|labelled| call_holds(&labelled.call, text));
            assert_eq!(lenient, strict, "the lenient reading differs");
            assert!(repairs.is_empty(), "the lenient reading repairs what is right: {repairs:?}");
        }
        Err(errors) => refusal_holds(&errors, text),
    }
    match query::parse(text) {
        Ok(Parsed { query: Query::Llm(query), repairs, .. }) => {
            findings_hold(&repairs, text);
            assert!(repairs.0.iter().all(|d| d.severity == Severity::Warning), "{repairs:?}");
            llm_query_holds(&query, text);
        }
        Ok(Parsed { query: Query::Execution(query), .. }) => execution_query_holds(&query),
        Err(errors) => refusal_holds(&errors, text),
    }
}

/// The execution query language.
pub fn execution_query(data: &[u8]) {
    let text = &*text(data);
    match query::parse_execution(text) {
        Ok(query) => execution_query_holds(&query),
        Err(errors) => refusal_holds(&errors, text),
    }
    // A text with a call of this language is read the same without being told which it is.
    if let (Ok(Parsed { query: Query::Execution(guessed), repairs, .. }), Ok(query)) =
        (query::parse(text), query::parse_execution(text))
    {
        assert_eq!(guessed, query, "read in two ways");
        assert!(repairs.is_empty(), "{repairs:?}");
    }
}

/// A refusal says why, and holds as every finding does.
fn refusal_holds(errors: &Diagnostics, text: &str) {
    assert!(errors.0.iter().any(|d| d.severity == Severity::Error), "a refusal without an error");
    findings_hold(errors, text);
}

fn findings_hold(findings: &Diagnostics, text: &str) {
    for finding in &findings.0 {
        span_holds(&finding.span, text);
        assert!(!finding.message.is_empty());
        assert!(finding.code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", finding.code);
        let rendered = finding.render(text);
        assert!(
            rendered.contains(finding.code.as_ref()) && rendered.contains(&finding.message),
            "{rendered}"
        );
    }
    assert_eq!(findings.render(text).is_empty(), findings.is_empty());
    assert_eq!(findings.to_string().is_empty(), findings.is_empty());
}

fn span_holds(span: &std::ops::Range<usize>, text: &str) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is no part of a text of {} bytes", text.len());
}

fn call_holds(call: &RawCall, text: &str) {
    span_holds(&call.span, text);
    for arg in &call.args {
        span_holds(&arg.span, text);
        value_holds(&arg.value, text);
    }
}

fn value_holds(value: &RawValue, text: &str) {
    span_holds(&value.span(), text);
    match value {
        RawValue::Text { .. } => {}
        RawValue::Call(call) => call_holds(call, text),
        RawValue::List(values, _) => values.iter().for_each(|value| value_holds(value, text)),
    }
}

fn llm_query_holds(query: &LlmQuery, text: &str) {
    assert!(!query.steps.is_empty(), "a query without a step was taken");
    for (index, step) in query.steps.iter().enumerate() {
        span_holds(&step.span, text);
        let earlier = |term: &Term| match term {
            Term::Names(names) => assert!(!names.is_empty(), "no name in step {index}"),
            Term::Output(of) => assert!(*of < index, "step {index} refers to {of}"),
        };
        let bound = |constraint: &Option<Constraint>| {
            constraint.iter().for_each(|constraint| earlier(&constraint.term));
        };
        match &step.call {
            Call::GetInformation(info) => {
                assert_ne!(*info, GetInformation::default(), "nothing is given");
                [&info.head, &info.relation, &info.key].into_iter().flatten().for_each(earlier);
                bound(&info.tail);
                bound(&info.value);
            }
            Call::Function(call) => {
                call.sets.iter().chain(&call.relation).for_each(earlier);
                bound(&call.value);
                assert_ne!(call.k, Some(0), "k counts from 1");
                let takes = call.function.signature();
                assert!((takes.min_sets..=takes.max_sets).contains(&call.sets.len()), "{call:?}");
                assert!(takes.relation != Some(true) || call.relation.is_some(), "{call:?}");
                assert!(takes.value != Some(true) || call.value.is_some(), "{call:?}");
            }
        }
    }
    let printed = query.to_string();
    match query::parse(&printed) {
        Ok(Parsed { query: Query::Llm(again), repairs, .. }) => {
            assert_eq!(without_spans(again), without_spans(query.clone()), "printed as\n{printed}");
            let remarks = repairs.0.iter().filter(|d| d.code != "repeated-number").count();
            assert_eq!(remarks, 0, "{repairs:?}\nprinted as\n{printed}");
        }
        other => panic!("printed as\n{printed}\nreads as {other:?}"),
    }
}

/// The query without the places of its steps, which differ in printed text.
fn without_spans(mut query: LlmQuery) -> LlmQuery {
    query.steps.iter_mut().for_each(|step| step.span = 0..0);
    query
}

fn execution_query_holds(query: &ExecutionQuery) {
    assert!(!query.steps.is_empty(), "a query without a step was taken");
    for (index, call) in query.steps.iter().enumerate() {
        let earlier = |of: usize| assert!(of < index, "step {index} refers to {of}");
        let operand = |operand: &Operand<String>| {
            if let Operand::Set(of) = operand {
                earlier(*of);
            }
        };
        let node1 = |node1: &Node1<String>| {
            if let Node1::Set(of) = node1 {
                earlier(*of);
            }
        };
        match call {
            ExecutionCall::SearchNode { node1: n, condition, scope, .. } => {
                node1(n);
                if let Condition::On(on) = condition {
                    operand(on);
                }
                scope.iter().copied().for_each(earlier);
            }
            ExecutionCall::SearchCondition { node1: n, node2, condition, scope, .. } => {
                node1(n);
                operand(node2);
                condition.iter().for_each(operand);
                scope.iter().copied().for_each(earlier);
            }
            ExecutionCall::Part { set, .. } => earlier(*set),
            ExecutionCall::Rows { set, .. }
            | ExecutionCall::Derive { set, .. }
            | ExecutionCall::Group { set, .. } => operand(set),
            ExecutionCall::All { .. } => {}
            ExecutionCall::Select { set, test, .. } => {
                set.iter().for_each(operand);
                if let Test::Compare(_, bound) = test {
                    operand(bound);
                }
            }
            ExecutionCall::Calculate { operands, .. } => operands.iter().for_each(operand),
            ExecutionCall::Reason { sets, value, .. } => {
                sets.iter().for_each(operand);
                value.iter().for_each(|(_, value)| operand(value));
            }
        }
    }
    let printed = query.to_string();
    assert_eq!(query::parse_execution(&printed).as_ref(), Ok(query), "printed as\n{printed}");
}
