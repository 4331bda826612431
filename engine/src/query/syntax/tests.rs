//! Both readings on texts written by writers and models, and on broken ones.

use super::*;

fn texts(program: &Program) -> Vec<String> {
    program
        .calls
        .iter()
        .flat_map(|c| &c.call.args)
        .map(|arg| match &arg.value {
            RawValue::Text { text, .. } => {
                format!("{}{}{text}", arg.name.clone().unwrap_or_default(), arg.op.symbol())
            }
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn strict_reads_steps_and_plain_calls() {
    let text = "## Target type: {gold medals}\n## Query:\nStep1: Find the rows\nQuery1: \"get_information(relation='Nation', tail_entity='Brazil')\"\nquery2 = count(set=output_of_query1)\nmax(set='output_of_query2')";
    let program = strict(text).unwrap();
    assert_eq!(program.target.as_deref(), Some("gold medals"));
    assert_eq!(program.calls.iter().map(|c| c.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(program.calls[0].note, "Find the rows");
    assert_eq!(texts(&program)[..2], ["relation=Nation", "tail_entity=Brazil"]);
}

#[test]
fn a_call_goes_on_over_lines() {
    let text = "Step1: Who won\nQuery1: \"get_information(head_entity='Best Actor',\n        relation='winner',\n\n  tail_entity=count(set='output_of_query2'))\"\nmax(\n)\nStep2: The last\nQuery2: \"first(set='output_of_query1')\"";
    let program = strict(text).unwrap();
    let names: Vec<&str> = program.calls.iter().map(|c| c.call.name.as_str()).collect();
    assert_eq!(names, ["get_information", "max", "first"]);
    assert_eq!(&text[program.calls[1].call.span.clone()], "max(\n)");
    assert_eq!(program.calls[2].note, "The last");
    assert_eq!(lenient(text), (program, Diagnostics::default()));
}

#[test]
fn what_joined_lines_do_not_close_stays_apart() {
    for text in [
        "get_information(relation='a',\nQuery2: \"max(set='output_of_query1')\"\n)",
        "get_information(relation='a',\nStep2: b)",
        "get_information(head_entity='a)\nget_information(head_entity=b')",
        "max(set='a'\nmin(set='b')",
    ] {
        let (program, repairs) = lenient(text);
        assert!(strict(text).is_err() && !repairs.0.is_empty(), "{text}");
        assert!(program.calls.iter().all(|c| !text[c.call.span.clone()].contains('\n')), "{text}");
    }
}

#[test]
fn strict_points_at_an_apostrophe() {
    let text = "get_information(relation='title', tail_entity='Don't Look Now')";
    let errors = strict(text).unwrap_err();
    assert_eq!(errors.0[0].code, "expected-comma");
    assert!(errors.render(text).contains("hint: an apostrophe"));
}

#[test]
fn lenient_reads_what_models_write() {
    let cases: &[(&str, &[&str])] = &[
        (
            "Query1: \"get_information(relation='title', tail_entity='The Don't Look Now')\"",
            &["relation=title", "tail_entity=The Don't Look Now"],
        ),
        (
            "Sure! Here it is: get_information(relation=Home team, tail_entity>'1,000')",
            &["relation=Home team", "tail_entity>1,000"],
        ),
        ("Query1: \"get_information(relation='a', tail_entity='b'", &["relation=a", "tail_entity=b"]),
        ("Query 1: get_information(relation=\"x (y)\", value= >= '5')", &["relation=x (y)", "value>=5"]),
        (
            "get_information(head_entity='O', relation='r, s', key='time', value<output_of_query2)",
            &["head_entity=O", "relation=r, s", "key=time", "value<output_of_query2"],
        ),
        (
            "get_information(relation='Players' names', head_entity='A')",
            &["relation=Players' names", "head_entity=A"],
        ),
    ];
    for (text, expected) in cases {
        let (program, _) = lenient(text);
        assert_eq!(texts(&program), *expected, "{text}");
    }
}

#[test]
fn no_text_makes_the_parsers_panic_or_hang() {
    for text in [
        "",
        "(",
        "f(",
        "f('",
        "f(a=",
        "f(a='b",
        "f([",
        "f([,",
        "f({'a' 'b'})",
        "Query1:",
        "é(ü='ß'",
        "f(((((",
        "Step1: x(",
        "## Target type: {",
        "f(a=b=c)",
        "f(,,)",
        "f(a='x'\"y)",
    ] {
        let _ = strict(text);
        let _ = lenient(text);
    }
    let deep = "f(".repeat(500);
    assert!(strict(&deep).is_err());
    let _ = lenient(&deep);
}

#[test]
fn a_right_line_is_read_by_the_grammar_beside_a_wrong_one() {
    let right = "Query1: \"set_union('a', b)\"";
    let (program, repairs) = lenient(&format!("{right}\nQuery2: \"count('Don't know')\""));
    assert_eq!(program.calls[0], strict(right).unwrap().calls[0]);
    assert!(repairs.0.iter().all(|repair| repair.span.start > right.len()), "{repairs:?}");
}

#[test]
fn a_target_keeps_no_quotes_and_braces_around_it() {
    for text in [
        "## Target type: {gold medals}",
        "target type: '{gold medals}'",
        "## Target type: {{\"gold medals\"} }",
    ] {
        let program = strict(&format!("{text}\ncount(set='a')")).unwrap();
        assert_eq!(program.target.as_deref(), Some("gold medals"), "{text}");
    }
}

#[test]
fn a_call_in_the_words_of_a_step_is_not_dropped() {
    let text = "Step1: First count(set='a')\nStep2: Then\nQuery2: \"max(set='output_of_query1')\"";
    assert_eq!(strict(text).unwrap_err().0[0].code, "call-in-words");
    assert_eq!(lenient(text).0.calls.len(), 2);
    let with_query = text.replace("\nStep2", "\nQuery1: \"count(set='b')\"\nStep2");
    assert_eq!(strict(&with_query).unwrap().calls.len(), 2);
}
